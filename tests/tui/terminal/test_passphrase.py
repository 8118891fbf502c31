"""A passphrase that is typed unseen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("typed", [b"", b"caf\xe9 \xff\xfe caf\xe9\n"])
def test_who_types_none_or_no_text_is_told_so(tmp_path: Path, typed: bytes) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tui", "--store", str(tmp_path), "serve", "--add", "anna"],
        input=typed, capture_output=True, cwd=ROOT, start_new_session=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
    )  # fmt: skip
    assert run.returncode == 1
    said = run.stderr.decode()
    assert said.splitlines()[-1].endswith("tercio: a passphrase has 8 to 200 letters")
    assert "getpass.py" not in said
    assert not list(tmp_path.iterdir())
