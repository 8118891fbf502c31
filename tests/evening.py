"""A recorded evening, typed on a terminal while programs play: for tests.bench.

`tests/data/evening.txt` holds 2,000 keys, each after the seconds for which nothing was typed. They
are typed over a pseudo-terminal of 200 by 60 into a game of the whole of Europe, and the
application notes when each was heard and when the screen stood that it brought. Its clock is that
of the machine, so that what the line takes counts too.

A key may be late since the machine is. Two figures tell that apart: for how long the screen's
thread could have gone on and had no core, which the kernel counts; and what a bare loop, which
writes back whatever it reads, takes for a key at the same moment.

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
from contextlib import suppress
from functools import cache, partial
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
from tui.terminal.keys_first import in_passing

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


BARE: Final = """
import os, time, tty
tty.setraw(0)
while key := os.read(0, 1):
    os.write(1, key)
    os.write(1, f"{time.monotonic()}\\n".encode())
"""
"""Writes back each key that it reads, and when it had."""


class Moment(NamedTuple):
    """A moment of this process, all in seconds."""

    at: float
    screen: float  # for which the screen's thread has computed, so far
    process: float  # for which all threads have
    waited: float  # for which the screen's thread could have, and had no core


def moment() -> Moment:
    """Now, asked by the screen's thread."""
    at, screen, process = time.monotonic(), time.thread_time(), time.process_time()
    return Moment(at, screen, process, in_passing(partial(waited, os.getpid())))


def waited(process: int) -> float:
    """The seconds for which the first thread of a process was ready and had no core, so far; 0
    where the kernel does not tell. A wait that is not over is not counted yet."""
    with suppress(OSError):
        return int(os.pread(_schedule(process), 99, 0).split()[1]) / 1e9
    return 0.0


@cache
def _schedule(process: int) -> int:
    """What tells that, open: to open it at each key would be felt."""
    return os.open(f"/proc/{process}/task/{process}/schedstat", os.O_RDONLY)


class Echo(NamedTuple):
    """A key, the screen that it was typed at, and seconds.

    From when it was typed: until it was `heard`, until something was drawn (`late`) and all of it
    (`whole`), and for which the screen `waited` for a core until something was. From when it was
    heard until then: for which the screen's thread `computed`, and the `others`. And what a `bare`
    loop took for a key beside it.

    `screen` holds the rows of the next screen that was kept: that of a slow key, or of several."""

    key: str
    where: str
    heard: float
    late: float
    whole: float
    waited: float
    computed: float
    others: float
    bare: float
    screen: Sequence[str] = ()

    @property
    def own(self) -> float:
        """How late it was, without what the screen waited for a core."""
        return self.late - self.waited

    def __str__(self) -> str:
        heard, late, whole, waited, computed, others, bare = (1000 * each for each in self[2:9])
        return (
            f"{self.key} at {self.where}: {late:.0f} ms; heard after {heard:.1f}, then computed "
            f"{computed:.1f} and beside it {others:.1f}, waited for a core {waited:.1f}; "
            f"all of it after {whole:.0f}; a bare loop {bare:.1f}"
        )


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
                    if "changed" in echo and "seen" not in echo:
                        echo["seen"] = moment()

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
            self.heard.append({"key": message.key, "where": where, "heard": moment()})
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
                if not echo.keys() & {"changed", "seen"}:
                    echo["seen"] = moment()  # heard to the end: what is still owed is not its own
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
            seen = echo.setdefault("seen", moment())
            echo["stood"] = max(self.written, seen.at)
            slow |= seen.at - echo["heard"].at > WORTH
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
    """Types the evening, or its first keys, and what is told apart, each into a bare loop too; what
    each brought.

    Raises AssertionError where the application has not heard every key.
    """
    terminal = Terminal(["-m", "tests.evening", "watch", str(where)], LINES, COLUMNS)
    bare = Terminal(["-c", BARE])
    terminal.read_for(BEGUN)
    keys = [*list(recorded())[:most], *told_apart()]
    sent, waits, echoed = list[float](), list[float](), list[float]()
    for pause, key in keys:
        terminal.read_for(pause * slower)
        waits.append(waited(terminal.pid))
        sent.append(time.monotonic())
        os.write(terminal.line, SENT.get(key) or key.encode())
        typed = time.monotonic()
        os.write(bare.line, b".")
        echoed.append(float(bare.answer().lstrip(b".")) - typed)
    terminal.read_for(REST)
    terminal.close()
    bare.close()
    heard = json.loads((where / "echoes.json").read_text(encoding="utf-8"))
    assert len(heard) == len(sent), f"{len(sent)} keys were typed, {len(heard)} heard"
    found = [
        echo(key, one, *of)
        for (_, key), one, *of in zip(keys, heard, sent, waits, echoed, strict=True)
    ]
    screen: Sequence[str] = ()
    for number in reversed(range(len(found))):
        screen = found[number].screen or screen
        found[number] = found[number]._replace(screen=screen)
    return found


def echo(key: str, noted: dict[str, Any], sent: float, waits: float, bare: float) -> Echo:
    """What a key brought, of which this was noted, and that had waited so long for a core in all
    when it was sent."""
    heard, seen = Moment(*noted["heard"]), Moment(*noted["seen"])
    before = min(heard.waited - waits, heard.at - sent)  # it may have waited as it was sent
    computed = seen.screen - heard.screen
    return Echo(
        key,
        noted["where"],
        heard=heard.at - sent,
        late=seen.at - sent,
        whole=noted["stood"] - sent,
        waited=before + seen.waited - heard.waited,
        computed=computed,
        others=seen.process - heard.process - computed,
        bare=bare,
        screen=noted.get("screen", ()),
    )


COMMANDS: Final[dict[str, Callable[[Path], None]]] = {"begin": begin, "watch": watch}


if __name__ == "__main__":
    COMMANDS[sys.argv[1]](Path(sys.argv[2]))
