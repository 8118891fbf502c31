"""A process that has loaded everything and forks the players' processes, each with its own.

A player's process starts in a few hundredths of a second and shares what it only reads: modules,
facts, maps, style sheets. The server talks to this one through a socket: for each player a request
with his terminal and with the line on which his process and the server talk from then on. It has no
thread and no event loop while it forks. Should it die, no player's process notices, and the server
starts another.
"""

from __future__ import annotations

import asyncio
import ctypes
import fcntl
import gc
import importlib
import json
import os
import pkgutil
import signal
import socket
import sys
import tempfile
import termios
import uuid
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import engine
import saves
import themes
import tui
from engine import lazy_modules, scenarios
from saves import store
from tui.application import app as screen_application
from tui.guest import process
from tui.guest.copy_on_write import keep_shared
from tui.server.sandbox import PACKAGES
from tui.server.spawn import SIZE
from tui.settings import files as settings_files

ENDS_FIRST: Final = 500  # of a thousand: how soon the kernel ends a player's process for memory
MEMORY_MERGE: Final = 67  # PR_SET_MEMORY_MERGE
PARSED: Final = 256  # style sheets that are kept parsed
CACHED: Final = type(cache(lambda: None))
NOT_NEEDED: Final = ("tui.server", "tui.guest.forkserver", "tui.command.completion")
SHOWN: Final = ("artois",)  # scenarios whose screen is drawn once
SCREEN: Final = (120, 40)
KEYS: Final = ("question_mark", "escape", "S", "S", "D", "escape", "ctrl+p", "escape", "right")


def serve(requests: socket.socket) -> None:
    """Loads everything and forks for every request, until the server is gone."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them: the line tells their end
    gc.disable()  # what is thrown away here leaves holes that every process would fill for itself
    merge()
    load()
    warm_caches()
    forget()
    share()
    draw()
    gc.collect()
    keep_shared()
    gc.freeze()
    gc.collect()  # of nothing: how often a process sweeps goes by what lived through the last sweep
    while True:
        data, handles, _, _ = socket.recv_fds(requests, SIZE, 2, socket.MSG_WAITALL)
        if len(data) < SIZE or len(handles) != 2:
            return
        with suppress(OSError):  # no room for another process: the line that is closed says so
            if os.fork() == 0:
                requests.close()
                play(json.loads(data), *handles)
        for handle in handles:
            os.close(handle)


def load() -> None:
    """Every module that a player may come to."""
    packages: tuple[ModuleType, ...] = (engine, saves, themes, tui)
    for package in packages:
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.startswith(NOT_NEEDED) and not found.name.endswith("__main__"):
                with suppress(ImportError):  # what this system does not have
                    lazy_modules.read(importlib.import_module(found.name))
    uuid.uuid4()  # each notice bears one


def merge() -> None:
    """Lets the kernel keep pages of players' processes that have become equal only once, where it
    has that (Linux 6.4 and newer) and the operator has turned it on (docs/public-server.md)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(MEMORY_MERGE, 1, 0, 0, 0)


def warm_caches() -> None:
    """What is read once for good: every cached function of ours that asks for nothing."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in PACKAGES:
            for found in list(vars(module).values()):
                if isinstance(found, CACHED) and not signature(found).parameters:
                    found()


class NoCache:
    """A cache that keeps nothing."""

    def get(self, _key: object) -> None:
        """Nothing."""

    def __setitem__(self, _key: object, _value: object) -> None:
        """Forgets it."""


def forget() -> None:
    """Has no strip of a screen keep what was made of it: seven caches in each were a sixth of a
    player's memory, and saved no time."""
    with suppress(ImportError):
        from textual import strip

        nothing = NoCache()
        setattr(strip, "FIFOCache", lambda _size: nothing)  # noqa: B010 - not Textual's API


def share() -> None:
    """Has every application find the style sheets parsed that the first one parsed with the same
    colours: that was a fifth of a start, and a megabyte of each player's memory."""
    with suppress(ImportError):
        from textual.css.stylesheet import Stylesheet

        parse, known = Stylesheet._parse_rules, dict[Any, Any]()
        looks = dict[frozenset[tuple[str, str]], int]()
        last = dict[str, str](), 0  # the colours asked about last, and the number of their look

        def parsed(sheet: Stylesheet, *what: Any, **named: Any) -> Any:
            nonlocal last
            if last[0] is not (colours := sheet._variables):
                last = colours, looks.setdefault(frozenset(colours.items()), len(looks))
            key = what, tuple(named.items()), last[1]
            if key in known or len(known) == PARSED:
                return known.get(key) or parse(sheet, *what, **named)
            known[key] = parse(sheet, *what, **named)
            return known[key]

        setattr(Stylesheet, "_parse_rules", parsed)  # noqa: B010 - not Textual's API


def draw() -> None:
    """The screens that everybody sees, once, in a store that is thrown away: facts, maps and
    letters are read and reckoned then."""

    async def look(app: screen_application.Tercio) -> None:
        async with app.run_test(size=SCREEN) as pilot:
            await pilot.pause()
            for key in KEYS if app.saved is not None else ():
                await pilot.press(key)
            app.close_game()

    with tempfile.TemporaryDirectory() as folder:
        files = settings_files.Local(Path(folder))
        for name in SHOWN:
            scenario = scenarios.read(name)
            header = {"title": scenario.title, "dice": "rolled", "programs": {}, "seed": 1}
            store.create(files.store, scenario.state(), header, name).close()
            saved = store.open_game(files.store / name, player="nobody")
            asyncio.run(look(screen_application.Tercio(files, saved)))
        asyncio.run(look(screen_application.Tercio(files)))


def play(environment: Mapping[str, str], terminal: int, line: int) -> None:
    """Becomes a player's process and never returns."""
    status = 1
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
        for number in range(3):
            os.dup2(terminal, number)
        os.close(terminal)
        os.environ.clear()
        os.environ.update(environment)
        _streams()
        with suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text(str(ENDS_FIRST), encoding="utf-8")
        gc.enable()
        status = process.play(Path(environment["TERCIO_STORE"]), socket.socket(fileno=line))
        with suppress(OSError):  # the terminal may be gone
            sys.stdout.flush()
            sys.stderr.flush()
    except BaseException as error:
        if not isinstance(error, SystemExit):
            sys.excepthook(type(error), error, error.__traceback__)
    finally:
        os._exit(status)


def _streams() -> None:
    """Streams on the terminal that has become this process's own."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        wrong = "replace" if mode == "r" else "backslashreplace"
        stream = os.fdopen(number, mode, 1, encoding="utf-8", errors=wrong, closefd=False)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
