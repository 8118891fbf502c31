"""A recorded evening, typed on a terminal while programs play: for tests.bench.

`tests/data/evening.txt` holds 2,000 keys, each after the seconds for which nothing was typed. They
are typed over a pseudo-terminal of 200 by 60 into a game of the whole of Europe, and the
application notes when each was heard and when the screen stood that it brought. Its clock is that
of the machine, so that what the line takes counts too.

`python -m tests.evening begin STORE` plays the game's first 6,000 answers, `… watch STORE` is the
application that is watched; what it found stands in `STORE/echoes.json`.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

from textual import events
from textual.geometry import Size
from textual.message import Message

from engine import scenarios
from engine.programs import bots
from saves import store
from tests.terminal import Terminal
from tui.application import app
from tui.screens.dialog import Styles
from tui.settings.files import Local
from tui.table.new_game import create
from tui.terminal.compositor import Changes

KEYS: Final = Path(__file__).with_name("data") / "evening.txt"
LINES, COLUMNS = 60, 200
ANSWERS, TURNS = 6000, 60
SLOWEST: Final = 10
BEGUN: Final = 8.0  # seconds after which the game stands, and its programs play
WORTH: Final = 0.016  # seconds after which a screen is kept, which itself takes as long
LOOK: Final = 0.001  # seconds between two looks whether a screen stands
KITTY: Final = 20  # times that a terminal with kitty's protocol leaves the help, after all
GAZE: Final = 0.5  # seconds that one looks at it
REST: Final = 2.0  # seconds for which it stands after the last key
SENT: Final = {
    "up": b"\x1b[A", "down": b"\x1b[B", "right": b"\x1b[C", "left": b"\x1b[D",
    "shift+up": b"\x1b[1;2A", "shift+down": b"\x1b[1;2B",
    "shift+right": b"\x1b[1;2C", "shift+left": b"\x1b[1;2D",
    "pageup": b"\x1b[5~", "pagedown": b"\x1b[6~", "home": b"\x1b[H", "end": b"\x1b[F",
    "escape": b"\x1b", "enter": b"\r", "tab": b"\t", "backspace": b"\x7f", "ctrl+p": b"\x10",
    "kitty's escape": b"\x1b[27u",
}  # fmt: skip


CONTROL: Final = re.compile(r"\x1b\[[0-9;?<=>]*[A-Za-z]|\x1b\][^\x1b\x07]*(?:\x1b\\|\x07)")


class Echo(NamedTuple):
    """A key, the screen that it was typed at, and the seconds from then until something was drawn
    (`late`), until all of it was (`whole`), and for which the processor computed meanwhile.

    `screen` holds the rows of the next screen that was kept: that of a slow key, or of several."""

    key: str
    where: str
    late: float
    whole: float
    computed: float
    screen: Sequence[str] = ()


def recorded() -> Iterator[tuple[float, str]]:
    """The keys of the evening, each after how many seconds of silence."""
    for line in KEYS.read_text(encoding="utf-8").splitlines():
        pause, _, key = line.partition(" ")
        yield float(pause), key


def told_apart() -> Iterator[tuple[float, str]]:
    """Keys that open the help and leave it, where the terminal tells Escape from what begins with
    it."""
    for _ in range(KITTY):
        yield from ((GAZE, "?"), (GAZE, "kitty's escape"))


# What is watched.


class Watched(app.Tercio):
    """The application, noting when keys are heard and when their screens stand."""

    CSS_PATH: ClassVar[Styles] = Path(app.__file__).with_name("app.tcss")

    def on_mount(self) -> None:
        """Watch what goes down the line."""
        self.heard: list[dict[str, Any]] = []
        self.written = 0.0
        self.waiting = 0  # keys whose screens do not stand yet
        assert self._driver is not None
        write, owe = self._driver.write, self.wire.owe

        def watched(data: str) -> None:
            write(data)
            if CONTROL.sub("", data):  # to move the cursor, or shape the pointer, draws nothing
                self.written = time.monotonic()
                for echo in self.heard[len(self.heard) - self.waiting :]:
                    if "changed" in echo:
                        echo.setdefault("seen", self.written)

        def owed(changes: Changes, size: Size) -> None:
            owe(changes, size)
            for echo in self.heard[len(self.heard) - self.waiting :]:
                echo["changed"] = True  # what was owed before it is no echo

        setattr(self._driver, "write", watched)  # noqa: B010 - an instance's own
        setattr(self.wire, "owe", owed)  # noqa: B010 - an instance's own

    def post_message(self, message: Message) -> bool:
        """A key: from now on look whether its screen stands."""
        if isinstance(message, events.Key) and not message.is_forwarded and hasattr(self, "heard"):
            where = type(self.screen).__name__
            begun = {"at": time.monotonic(), "computed": time.process_time()}
            self.heard.append({"key": message.key, "where": where, **begun})
            self.waiting += 1
            if self.waiting == 1:
                asyncio.get_running_loop().call_later(LOOK, self.look)
        return super().post_message(message)

    def look(self) -> None:
        """Whether all that keys have set off is done and drawn."""
        busy = any(
            node._message_queue.qsize() + len(node._next_callbacks)
            for node in (self, *self._registry)
            if node._running
        )
        marks = ("dirty_widgets", "layout_required", "repaint_required", "scroll_required")
        undrawn = busy or any(getattr(self.screen, f"_{mark}") for mark in marks)
        if not undrawn:
            for echo in self.heard[-self.waiting :]:
                if "changed" not in echo:  # heard to the end: what is still owed is not its own
                    echo.setdefault("seen", time.monotonic())
        if undrawn or self.wire.owed:
            asyncio.get_running_loop().call_later(LOOK, self.look)
            return
        self.stand()

    def stand(self) -> None:
        """The screens of all keys that were heard stand."""
        if not self.waiting:
            return
        slow = False
        for echo in self.heard[-self.waiting :]:
            seen = echo.setdefault("seen", time.monotonic())
            echo["stood"] = max(self.written, seen)
            echo["computed"] = time.process_time() - echo["computed"]
            slow |= seen - echo["at"] > WORTH
        if slow:  # the next key waits for that: it is not to be late for nothing
            with self._context():
                strips = self.screen._compositor.render_strips()
            self.heard[-1]["screen"] = [strip.text for strip in strips]
        self.waiting = 0

    def depart(self, status: int, said: str = "") -> None:
        """The evening is over."""
        assert self.saved is not None
        self.stand()
        (self.store / "echoes.json").write_text(json.dumps(self.heard), encoding="utf-8")
        super().depart(status, said)


def begin(where: Path) -> None:
    """Plays the first answers of a game in which programs have every seat."""
    scenario = scenarios.read("europe-1492")
    programs = dict.fromkeys(scenario.powers, "steady")
    saved = create(where, scenario, programs, seed=1, name="evening", turns=TURNS)
    player = bots.player("random")
    for _ in range(ANSWERS):
        assert saved.game.ask is not None
        saved.game.answer(player(saved.game, saved.game.ask))
    saved.close()


def watch(where: Path) -> None:
    """Shows that game, its programs playing on."""
    setattr(app, "Tercio", Watched)  # noqa: B010 - run() takes it from there
    app.run(Local(where), store.open_game(where / "evening"), demo=True)


# Who types.


def typed(where: Path, most: int | None = None, slower: float = 1.0) -> list[Echo]:
    """Types the evening, or its first keys, and what is told apart; what each brought.

    Raises AssertionError where the application has not heard every key.
    """
    terminal = Terminal(["-m", "tests.evening", "watch", str(where)], LINES, COLUMNS)
    terminal.read_for(BEGUN)
    keys, sent = [*list(recorded())[:most], *told_apart()], list[float]()
    for pause, key in keys:
        terminal.read_for(pause * slower)
        sent.append(time.monotonic())
        os.write(terminal.line, SENT.get(key) or key.encode())
    terminal.read_for(REST)
    terminal.close()
    heard = json.loads((where / "echoes.json").read_text(encoding="utf-8"))
    assert len(heard) == len(sent), f"{len(sent)} keys were typed, {len(heard)} heard"
    found = [
        Echo(key, one["where"], one["seen"] - at, one["stood"] - at, one["computed"],
             one.get("screen", ()))
        for (_, key), at, one in zip(keys, sent, heard, strict=True)
    ]  # fmt: skip
    screen: Sequence[str] = ()
    for number in reversed(range(len(found))):
        screen = found[number].screen or screen
        found[number] = found[number]._replace(screen=screen)
    return found


COMMANDS: Final[dict[str, Callable[[Path], None]]] = {"begin": begin, "watch": watch}


if __name__ == "__main__":
    COMMANDS[sys.argv[1]](Path(sys.argv[2]))
