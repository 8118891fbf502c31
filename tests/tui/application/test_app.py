"""How the application begins."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_house import ROOT


@pytest.mark.parametrize("words", [[], ["new", "artois"], ["desk"]])
def test_without_a_terminal_it_ends_at_once_with_a_sentence(
    tmp_path: Path, words: list[str]
) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tui", "--store", str(tmp_path), *words],
        cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert run.returncode == 2
    assert run.stderr.startswith("tercio: there is no terminal here to draw on; --plain plays by")
    assert len(run.stderr.splitlines()) == 1
    assert not run.stdout
