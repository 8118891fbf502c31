"""`python -m engine`: what becomes of a command whose streams fail."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main, run_guarded

ROOT = Path(__file__).parents[2]
ENGINE = f"{sys.executable} -m engine"


def shell(command: str) -> subprocess.CompletedProcess[str]:
    """What a line of the shell comes to."""
    return subprocess.run(
        ["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=60
    )


@pytest.mark.parametrize(
    ("streams", "status", "said"),
    [
        ("<&-", 2, "the document: is empty; one JSON object is wanted (see --example)\n"),
        ("--example >&-", 0, ""),
        ("--example >/dev/full", 1, "No space left on device\n"),
        ("--schema | true", 0, ""),
    ],
)
def test_streams_that_are_closed_or_full(streams: str, status: int, said: str) -> None:
    done = shell(f"{ENGINE} resolve battle {streams}")
    assert (done.returncode, done.stderr) == (status, said)


def test_a_mark_of_the_byte_order_before_a_document_is_passed_over(tmp_path: Path) -> None:
    document = tmp_path / "start.json"
    document.write_text(json.dumps({"period": "III"}), encoding="utf-8-sig")
    assert main(["resolve", "start", str(document)]) == 0


def test_an_interrupted_command_ends_quietly(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    assert run_guarded(interrupted) == 130
    assert capsys.readouterr() == ("", "")


def test_without_a_command_the_commands_are_a_complaint(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    out, said = capsys.readouterr()
    assert (out, said.splitlines()[0]) == ("", "python -m engine COMMAND, one of:")
    assert main(["--help"]) == 0
    assert capsys.readouterr().out == said
