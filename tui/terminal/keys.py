"""What comes from the terminal: read only as fast as the application hears it.

Textual reads whatever a terminal sends and puts it in a queue without end. Here the next share is
read when the last has been heard; until then it waits where it comes from. A paste has an end, also
where its terminal never says so, and nothing in it is a key.
"""

from __future__ import annotations

import asyncio
import os
import re
import time
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from textual import events
from textual.constants import ESCAPE_DELAY

from tui.terminal import keys_first

if TYPE_CHECKING:
    from textual._xterm_parser import XTermParser
    from textual.driver import Driver
    from textual.message import Message

SHARE: Final = 256  # bytes that are read before the application has heard them
LOOK: Final = 0.1  # seconds between two looks whether an escape was one, or all is over
AFTER: Final = ESCAPE_DELAY + LOOK / 2  # seconds after which the parser waits no longer
REST: Final = 0.004  # seconds between two looks whether all was heard
FEW: Final = 8  # messages that may still be in its queues then: programs that play leave some
PATIENCE: Final = 0.5  # seconds that it may take, though the application has time
PASTED: Final = 32 * 1024  # letters of a paste; what is more is left out
SILENCE: Final = 2.0  # seconds after which a paste that was not closed is over
AT_ONCE: Final = 0.004  # seconds after which an escape was the key, on a line of this machine
SLOW: Final = 0.1  # and on one over a network, where what follows may come late
WHOLE: Final = 1.0  # seconds that a sequence which has begun waits for its rest
BEGUN: Final = re.compile(r"\x1b{1,2}(?:\[[0-9;:<=>?]{0,64}|O)?\Z")
"""The end of what came, with which a sequence may have begun. None is longer, and of more escapes
in a row the first are keys: else whoever sends no end has all of it held back, and gone through
from each of its escapes."""
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
        self.held = ""  # the end of what came
        self._until = 0.0

    def joined(self, text: str) -> str:
        """What is whole, after what was held back."""
        text = self.held + text
        begun = BEGUN.search(text)
        self.held = begun[0] if begun is not None else ""
        alone = not self.held.strip("\x1b")
        self._until = time.monotonic() + (self.patience if alone else WHOLE)
        return text[: len(text) - len(self.held)]

    @property
    def due(self) -> float:
        """Seconds until one has to look again."""
        return max(0.0, min(LOOK, self._until - time.monotonic())) if self.held else LOOK

    def waited(self) -> str:
        """What was held back long enough: escapes alone, or a sequence that never ended."""
        if not self.held or time.monotonic() < self._until:
            return ""
        held, self.held = self.held, ""
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
    """A driver that reads no more than is heard, in the loop; for terminals of the Unix family.

    Textual reads in a thread, which gets its turn late where the screen is drawn or a program
    thinks, and then has to give it back.
    """
    if not hasattr(driver, "run_input_thread"):
        return driver
    from textual._xterm_parser import XTermParser

    class Patient(driver):  # type: ignore[misc, valid-type]
        listens = False
        waiting: asyncio.TimerHandle | None = None  # what will look again, though nothing comes

        def run_input_thread(self) -> None:
            self.listens = True
            with suppress(RuntimeError):  # one has left meanwhile
                self._loop.call_soon_threadsafe(self._begin)
                self.exit_event.wait()

        def disable_input(self) -> None:
            self.listens = False
            self._pause()
            super().disable_input()

        def send_message(self, message: Message) -> None:
            self._app.post_message(message)

        def _begin(self) -> None:
            self.parser, self.pastes = XTermParser(), Pastes()
            self.escapes = Escapes(AT_ONCE if line_is_local() else SLOW)
            keys_first.Selector.line = self.fileno
            self.decode = getincrementaldecoder("utf-8")(errors="replace").decode
            self._listen()

        def _listen(self, more: bool = True) -> None:
            """Read what comes next, and look again for what was held back, or, where there may be
            `more` to what came, what the parser has kept."""
            if self.listens and not self._loop.is_closed():
                self._loop.add_reader(self.fileno, self._look, True)
                held = bool(self.escapes.held) or self.pastes.inside
                if held or more:
                    due = self.escapes.due if held else AFTER
                    self.waiting = self._loop.call_later(due, self._look, False)

        def _pause(self) -> None:
            if self.waiting is not None:
                self.waiting.cancel()
            keys_first.in_passing(lambda: self._loop.remove_reader(self.fileno))

        def _look(self, readable: bool) -> None:
            """Hands on what has come; the next is read when that has been heard."""
            self._pause()
            data = self._read() if readable else b""
            if readable and not data:  # no terminal, or none any more
                self.waiting = self._loop.call_later(LOOK, self._listen)
                return
            text = self.pastes.bounded(self.decode(data)) if data else self.pastes.waited()
            text = self.escapes.joined(text) if text else self.escapes.waited()
            told = False
            try:
                for message in latest(messages(self.parser, text) if text else self.parser.tick()):
                    keys_first.key_came()
                    self.process_message(message)
                    told = True
            except Exception as error:  # a defect is told, and ends the application, as elsewhere
                self._app._handle_exception(error)
            if told:
                self._loop.create_task(_heard(self._app)).add_done_callback(
                    lambda _: self._listen()
                )
            else:
                self._listen(readable)

        def _read(self) -> bytes:
            with suppress(OSError):
                return keys_first.in_passing(lambda: os.read(self.fileno, SHARE))
            return b""

    found: Any = Patient
    return found  # type: ignore[no-any-return]


def messages(parser: XTermParser, text: str) -> Iterator[Message]:
    """What a text says that came from a terminal, its escapes alone as keys."""
    for part in APART.split(text):
        if part.strip("\x1b"):
            yield from parser.feed(part)
        else:
            yield from (events.Key("escape", "\x1b") for _ in part)


async def _heard(app: Any) -> None:
    """Waits until next to nothing is left in the queues of an application, for a while at most:
    what closes may leave something in its own."""
    until = time.monotonic() + PATIENCE
    while sum(node._message_queue.qsize() for node in (app, *app._registry) if node._running) > FEW:
        await asyncio.sleep(REST)
        if time.monotonic() > until:
            break
