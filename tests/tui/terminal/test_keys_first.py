"""A key waits until it is drawn."""

from __future__ import annotations

import pytest

from tui.terminal import keys_first
from tui.terminal.keys_first import DRAWN


def test_a_key_waits_until_it_is_drawn_at_the_latest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys_first, "_until", [0.0])
    monkeypatch.setattr("time.monotonic", lambda: 100.0)
    assert not keys_first.is_waiting()
    keys_first.key_came()
    assert keys_first.is_waiting()
    monkeypatch.setattr("time.monotonic", lambda: 100.0 + DRAWN)
    assert not keys_first.is_waiting()
