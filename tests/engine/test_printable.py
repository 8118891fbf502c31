"""Letters that may be shown, and the gate before standard output."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from engine.documents import printable
from engine.documents.printable import HIDDEN, Gate, is_printable, is_text, read_line
from engine.eia.ledger.entry import is_short_name
from saves.disk import naming

HOSTILE = (
    "\x1b]52;c;cm0gLXJmIH4=\x07", "\x1b]0;title\x07", "\x1b[2J", "\x9b2J", "a\rb", "a\nb",
    "a\u202eb", "a\u2066b", "a\u200bb", "a\u200db", "a\ufeffb", "a\u2028b", "a\u2029b", "a\xadb",
    "a\ud800b", "a\uffffb", "a\U0001fffeb", "a\U000e0041b", "a\x00b", "a\x7fb", "a\x85b",
)  # fmt: skip
FINE = ("", "Köln", "Vive l\u2019Empereur\xa0!", "\u202fdix", "Ярослав", "大友", "⅓", "e\u0301")


@pytest.mark.parametrize("text", HOSTILE)
def test_a_letter_that_is_obeyed_or_unseen_is_no_text(text: str) -> None:
    assert not is_printable(text)
    assert not is_text(text)
    shown = printable.printable(text)
    assert is_printable(shown)
    assert len(shown) == len(text)


@pytest.mark.parametrize("text", FINE)
def test_what_people_write_is_text(text: str) -> None:
    assert is_text(text)
    assert printable.printable(text) == text


def test_no_control_or_mark_of_direction_is_missing_from_the_list() -> None:
    obeyed = {"Cc", "Cs", "Zl", "Zp"}
    directions = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    for code in range(sys.maxunicode + 1):
        letter = chr(code)
        if (
            unicodedata.category(letter) in obeyed
            or unicodedata.bidirectional(letter) in directions
        ):
            assert not is_printable(letter), hex(code)


def test_a_text_is_not_endless() -> None:
    assert is_text("a" * printable.LONGEST)
    assert not is_text("a" * (printable.LONGEST + 1))
    assert not is_text(1)


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_goes_round_the_gate(text: str) -> None:
    stream = io.StringIO()
    Gate(stream).writelines([text, "\t\x1b[31mred\x1b[0m\n"])
    shown = stream.getvalue()
    assert shown.endswith("\t\x1b[31mred\x1b[0m\n")  # its own colours, and lines
    assert is_printable(shown[: len(text)].replace("\n", ""))


def test_a_stream_that_lacks_a_letter_gets_an_escape() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    Gate(stream).write("Köln \ud800")
    stream.flush()
    assert raw.getvalue() == rb"K\xf6ln \ufffd"


ROOT = Path(__file__).parents[2]
EVIL = "\x1b]0;evil\x07\x1b[2J\u202e"


@pytest.mark.parametrize("words", [
    ["resolve", EVIL], ["resolve", "battle", f"{EVIL}.json"], ["resolve", "evade", "-"], [EVIL],
    ["path", EVIL, "milano"], ["simulate", "--scenario", EVIL],
])  # fmt: skip
def test_no_command_says_what_a_terminal_would_obey(words: list[str]) -> None:
    document = json.dumps({EVIL: EVIL, "dice": {EVIL: EVIL}, "manoeuvre": EVIL}, ensure_ascii=False)
    run = subprocess.run(
        [sys.executable, "-m", "engine", *words], input=document.encode(), capture_output=True,
        cwd=ROOT,
    )  # fmt: skip
    assert run.returncode
    for text in (run.stdout.decode(), run.stderr.decode()):
        assert is_printable(text.replace("\n", ""))
        assert "Traceback" not in text


def test_no_letter_without_width_is_text_though_python_calls_it_printable() -> None:
    unseen = [letter for letter in map(chr, range(sys.maxunicode + 1))
              if re.match(HIDDEN, letter) and letter.isprintable()]  # fmt: skip
    assert "\u3164" in unseen
    for letter in unseen:
        assert not is_text(f"anna{letter}"), hex(ord(letter))
        assert naming.visible(f"anna{letter}") == "anna", hex(ord(letter))
        assert not is_short_name(f"anna{letter}"), hex(ord(letter))


def test_a_line_that_is_no_text_is_read_with_signs_in_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    typed = io.TextIOWrapper(io.BytesIO(b"caf\xe9\nq\n"), encoding="utf-8", errors="strict")
    monkeypatch.setattr("sys.stdin", typed)
    assert [read_line("> "), read_line("> ")] == ["caf\ufffd", "q"]
