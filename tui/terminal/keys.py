"""What comes from the terminal: read only as fast as the application hears it.

Textual reads whatever a terminal sends and puts it in a queue without end. Here the next share is
read when the last has been heard; until then it waits where it comes from. A paste has an end, also
where its terminal never says so, and nothing in it is a key.
"""

from __future__ import annotations

import asyncio
import os
import re
import selectors
import time
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from textual import events

from tui.terminal import keys_first

if TYPE_CHECKING:
    from textual._xterm_parser import XTermParser
    from textual.driver import Driver
    from textual.message import Message

SHARE: Final = 256  # bytes that are read before the application has heard them
LOOK: Final = 0.1  # seconds between two looks whether an escape was one, or all is over
REST: Final = 0.004  # seconds between two looks whether all was heard
PATIENCE: Final = 0.5  # seconds that it may take, though the application has time
PASTED: Final = 32 * 1024  # letters of a paste; what is more is left out
SILENCE: Final = 2.0  # seconds after which a paste that was not closed is over
AT_ONCE: Final = 0.004  # seconds after which an escape was the key, on a line of this machine
SLOW: Final = 0.1  # and on one over a network, where what follows may come late
WHOLE: Final = 1.0  # seconds that a sequence which has begun waits for its rest
BEGUN: Final = re.compile(r"\x1b+(?:\[[0-9;:<=>?]*|O)?\Z")
APART: Final = re.compile(r"(\x1b)(?=[^\x00-\x1f\x7f\[\]OP_\\])")
"""An Escape before what begins no sequence: a letter typed after it, while nothing was read. Alt
with that letter looks the same, and means nothing here."""
REMOTE: Final = ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY", "TERCIO_PLAYER")
"""What says that a line goes over a network; the last is set for players of a server."""
OPENS: Final = "\x1b[200~"
CLOSES: Final = "\x1b[201~"


class Pastes:
    """Bounds the pastes in what a terminal sends."""

    def __init__(self) -> None:
        self.inside = False
        self._left = 0
        self._seen = ""  # the end of what came, in which a mark may have begun
        self._heard = 0.0

    def bounded(self, text: str) -> str:
        """What is left of a text: pastes without controls, and no longer than they may be."""
        self._heard = time.monotonic()
        found = ""
        while text:
            if self.inside:
                pasted, mark, text = (self._seen + text).partition(CLOSES)
                self._seen = "" if mark else _begun(pasted)
                pasted = pasted[: len(pasted) - len(self._seen)].replace("\x1b", "")[: self._left]
                self._left -= len(pasted)
                found += pasted
                if mark:
                    found += self._end()
            else:
                known = len(self._seen)
                before, mark, _ = (self._seen + text).partition(OPENS)
                passed = len(before) + len(mark) - known
                self._seen = "" if mark else (self._seen + text)[1 - len(OPENS) :]
                found, text = found + text[:passed], text[passed:]
                self.inside, self._left = bool(mark), PASTED
        return found

    def waited(self) -> str:
        """What closes a paste after which nothing came for long, "" where there is none."""
        over = self.inside and time.monotonic() - self._heard > SILENCE
        return self._end() if over else ""

    def _end(self) -> str:
        self.inside, self._seen = False, ""
        return CLOSES


def _begun(text: str) -> str:
    """The end of a text with which the mark that closes a paste may have begun."""
    sizes = range(min(len(text), len(CLOSES) - 1), 0, -1)
    return next((text[-size:] for size in sizes if CLOSES.startswith(text[-size:])), "")


class Escapes:
    """Holds the end of what came back while it may be the beginning of a sequence: a line may cut
    one in two, and an escape alone is a key only when nothing follows."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self._held = ""
        self._until = 0.0

    def joined(self, text: str) -> str:
        """What is whole, after what was held back."""
        text = self._held + text
        begun = BEGUN.search(text)
        self._held = begun[0] if begun is not None else ""
        alone = not self._held.strip("\x1b")
        self._until = time.monotonic() + (self.patience if alone else WHOLE)
        return text[: len(text) - len(self._held)]

    @property
    def due(self) -> float:
        """Seconds until one has to look again."""
        return max(0.0, min(LOOK, self._until - time.monotonic())) if self._held else LOOK

    def waited(self) -> str:
        """What was held back long enough: escapes alone, or a sequence that never ended."""
        if not self._held or time.monotonic() < self._until:
            return ""
        held, self._held = self._held, ""
        return held


def line_is_local() -> bool:
    """Whether what a terminal sends comes from this machine, and so in whole sequences."""
    return not any(os.environ.get(name) for name in REMOTE)


def latest(messages: Iterable[Message]) -> Iterator[Message]:
    """Messages without moves of the mouse, and sizes, that another follows at once."""
    held: Message | None = None
    for message in messages:
        if held is not None and type(held) is not type(message):
            yield held
        held = None
        if isinstance(message, events.MouseMove | events.Resize):
            held = message
        else:
            yield message
    if held is not None:
        yield held


def throttled_driver(driver: type[Driver]) -> type[Driver]:
    """A driver that reads no more than is heard; for terminals of the Unix family."""
    if not hasattr(driver, "run_input_thread"):
        return driver
    from textual._xterm_parser import XTermParser

    class Patient(driver):  # type: ignore[misc, valid-type]
        def run_input_thread(self) -> None:
            parser, pastes = XTermParser(), Pastes()
            escapes = Escapes(AT_ONCE if line_is_local() else SLOW)
            decode = getincrementaldecoder("utf-8")(errors="replace").decode
            with selectors.DefaultSelector() as waiting:
                waiting.register(self.fileno, selectors.EVENT_READ)
                while not self.exit_event.is_set():
                    text = ""
                    if waiting.select(escapes.due):
                        text = pastes.bounded(decode(self._read()))
                    text += pastes.waited()
                    text = escapes.joined(text) if text else escapes.waited()
                    self._hand_on(messages(parser, text) if text else parser.tick())

        def _read(self) -> bytes:
            data = b""
            with suppress(OSError):
                data = os.read(self.fileno, SHARE)
            if not data:  # no terminal, or none any more
                self.exit_event.wait(LOOK)
            return data

        def _hand_on(self, messages: Iterable[Message]) -> None:
            """Gives messages to the application and waits until it has heard them."""
            told = False
            for message in latest(messages):
                keys_first.key_came()
                self.process_message(message)
                told = True
            if not told or self._loop.is_closed():
                return
            heard = asyncio.run_coroutine_threadsafe(_heard(self._app), self._loop)
            while not (heard.done() or self.exit_event.is_set()):
                with suppress(TimeoutError, CancelledError):
                    heard.result(LOOK)

    found: Any = Patient
    return found  # type: ignore[no-any-return]


def messages(parser: XTermParser, text: str) -> Iterator[Message]:
    """What a text says that came from a terminal, its escapes alone as keys."""
    for part in APART.split(text):
        if part.strip("\x1b"):
            yield from parser.feed(part)
        else:
            yield from (events.Key("escape", "\x1b") for _ in part)


async def _heard(app: Any) -> bool:
    """Waits until nothing is left in any queue of an application, for a while at most: what closes
    may leave something in its own."""
    until = time.monotonic() + PATIENCE
    while any(node._message_queue.qsize() for node in (app, *app._registry) if node._running):
        await asyncio.sleep(REST)
        if time.monotonic() > until:
            break
    return True
