"""Reading a game's files."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from saves.disk import contents
from tests.saves.errands import begun, opened


def test_what_is_left_out_of_sweeps_is_counted_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To count goes through all that is left out: in the tests 0.3 s at every opening."""
    begun(tmp_path, "roll").close()
    counts = iter([5])
    monkeypatch.setattr(contents, "SPARING", [False])
    monkeypatch.setattr(gc, "get_freeze_count", lambda: next(counts))
    for _ in range(3):
        opened(tmp_path / "errands").close()
    assert list(counts) == []
