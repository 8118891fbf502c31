"""What comes from a terminal is read only as fast as it is heard, and a paste has an end."""

from __future__ import annotations

import asyncio
import os
from queue import Queue
from types import SimpleNamespace
from typing import Any, cast

import pytest
from textual import events
from textual._xterm_parser import XTermParser
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from tui.terminal import keys, keys_first
from tui.terminal.keys import CLOSES, OPENS, PASTED, Escapes, Pastes, latest, line_is_local


def through(pastes: Pastes, text: str, share: int) -> str:
    return "".join(
        pastes.bounded(text[at : at + share]) for at in range(0, len(text), share)
    )  # fmt: skip


@pytest.mark.parametrize("share", [1, 2, 5, 7, 1000])
def test_what_is_no_paste_passes_as_it_is(share: int) -> None:
    text = "abc\x1b[C\x1b\x1b[20~\x1b[200d é\r"
    assert through(Pastes(), text, share) == text


@pytest.mark.parametrize("share", [1, 2, 5, 7, 1000])
def test_a_paste_holds_no_key_and_ends_where_it_says(share: int) -> None:
    text = f"a{OPENS}one\x1b[Ctwo\x1b[2\x1b[20{CLOSES}\x1b[C{OPENS}x{CLOSES}z"
    expected = f"a{OPENS}one[Ctwo[2[20{CLOSES}\x1b[C{OPENS}x{CLOSES}z"
    assert through(Pastes(), text, share) == expected


@pytest.mark.parametrize("share", [13, 4096])
def test_a_paste_that_is_never_closed_is_bounded(
    share: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pastes = Pastes()
    assert len(through(pastes, OPENS + 10 * PASTED * "x", share)) == len(OPENS) + PASTED
    assert pastes.waited() == ""
    monkeypatch.setattr(keys, "SILENCE", -1.0)
    assert pastes.waited() == CLOSES
    assert through(pastes, "\x1b[C", share) == "\x1b[C"


def test_of_moves_and_sizes_the_last_counts() -> None:
    move = [events.MouseMove(None, x, 0, 0, 0, 0, False, False, False) for x in range(5)]
    size = [events.Resize(Size(x, 9), Size(x, 9)) for x in range(5)]
    key = events.Key("a", "a")
    sent = [*move, key, *size, *move[:2], key, key]
    assert list(latest(sent)) == [move[4], key, size[4], move[1], key, key]


@pytest.mark.parametrize(
    "sequence", ["\x1b[C", "\x1bOP", "\x1b[<0;12;5M", "\x1b[1;5D", "\x1b[97;5u", "\x1b[27u"]
)
def test_no_sequence_is_cut_in_two(sequence: str) -> None:
    escapes = Escapes(60.0)
    found = [escapes.joined(letter) for letter in f"a{sequence}b"]
    assert "".join(found) == f"a{sequence}b"
    assert sequence in found


@pytest.mark.parametrize("share", ["\x1b" * 256, "0" * 256, "0;" * 128, "\x1b[" * 128])
def test_what_never_ends_is_not_held_back(share: str) -> None:
    escapes = Escapes(60.0)
    passed = len(escapes.joined("\x1b["))
    for _ in range(20):
        passed += len(escapes.joined(share))
        assert len(escapes.held) <= 70
    assert passed > 19 * 256


def test_an_escape_is_one_when_nothing_follows_for_a_while() -> None:
    escapes = Escapes(0.0)
    assert (escapes.joined("a\x1b\x1b"), escapes.due) == ("a", 0.0)
    assert (escapes.waited(), escapes.waited()) == ("\x1b\x1b", "")
    slow = Escapes(60.0)
    assert (slow.joined("\x1b"), slow.waited()) == ("", "")
    assert slow.joined("x") == "\x1bx", "with Alt"
    begun = Escapes(0.0)
    assert (begun.joined("\x1b["), begun.waited()) == ("", ""), "its rest is waited for"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\x1bT", "escape T"), ("\x1b+b", "escape plus b"), ("\x1b/\x1b[C", "escape slash right"),
        ("\x1b\x1b", "escape escape"), ("\x1b[C\x1bOP", "right f1"), ("\x1b[97;5u", "ctrl+a"),
        ("\x1b[27u\x1b[27u", "escape escape"),
    ],
)  # fmt: skip
def test_an_escape_that_is_read_with_the_letter_after_it_is_not_lost(
    text: str, expected: str
) -> None:
    heard = list(keys.messages(XTermParser(), text))
    assert " ".join(each.key for each in heard if isinstance(each, events.Key)) == expected


def test_a_line_over_a_network_is_given_time(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in keys.REMOTE:
        monkeypatch.delenv(name, raising=False)
    assert line_is_local()
    monkeypatch.setenv("SSH_TTY", "/dev/pts/1")
    assert not line_is_local()


class Line:
    """A terminal's driver on one end of a pipe."""

    _app = SimpleNamespace(_message_queue=Queue(), _running=True, _registry=())

    def __init__(self, fileno: int) -> None:
        self.fileno = fileno
        self._loop = asyncio.get_running_loop()
        self.told: asyncio.Queue[Message] = asyncio.Queue()

    def run_input_thread(self) -> None:
        """In its place the loop reads."""

    def process_message(self, message: Message) -> None:
        self.told.put_nowait(message)


def test_a_paste_that_is_never_closed_leaves_the_keys_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cut line, or somebody who means ill: nothing typed after it was heard any more."""
    monkeypatch.setattr(keys, "SILENCE", 0.02)
    monkeypatch.setattr(keys, "LOOK", 0.001)
    monkeypatch.setattr(keys_first, "key_came", lambda: None)
    reads, writes = os.pipe()

    async def typed() -> list[str]:
        driver: Any = keys.throttled_driver(cast(type[Driver], Line))(reads)  # type: ignore[arg-type]
        driver.listens = True
        driver._begin()
        heard = []
        for sent in (b"\x1b[200~abc", b"?"):
            os.write(writes, sent)
            message = await asyncio.wait_for(driver.told.get(), 10)
            heard.append(message.text if isinstance(message, events.Paste) else message.key)
        driver.listens = False
        driver._pause()
        return heard

    assert asyncio.run(typed()) == ["abc", "question_mark"]
    for end in (reads, writes):
        os.close(end)
