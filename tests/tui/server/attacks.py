"""A player who wants out of the game, over real SSH, in a store with real files.

`python -m tests.tui.server.attacks 400 1` tries hostile names and texts on every screen that takes
a name, a file or a text, then presses so many random keys, on the screen and by lines; the second
number is their seed, and attacks may be named behind it. It prints a line for each. What came of
them stands below: a path, a traceback or a foreign escape sequence was seen, a file outside his
shelf was touched, a defect was noted, somebody's process stayed.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
import re
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import asyncssh
import pyte

from tests.tui.server.crowd import PORT, SIZE, Program, house
from tui.server import control
from tui.server.spawn import ROOT

QUIET: Final = 0.15  # seconds without a byte after which a screen stands
FORBIDDEN: Final = r"Traceback|File \"|site-packages|PRIVATE KEY|scrypt\$|has a defect"
SEQUENCES: Final = re.compile(
    rb"\x1b\](?!52;c;|22;)[^\x07\x1b]*|\x1bP(?!\+q|=[12]s)[^\x1b]*|\x1b\[[0-9;]*t"
)
DOCUMENT: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,60}\.json", re.IGNORECASE)
BEGIN, END = b"\x1b[200~", b"\x1b[201~"  # of a paste
NAMES: Final = (
    "/tmp/escaped", "/etc/passwd", "~/.profile", "../players", "../../players", "..", ".",
    "players", "host_key", ".control", ".secret", ".players", "a/../../players", "a\\b", "C:con",
    "nul", "", " ", "\u00a0", "а" * 3, "pаper", "a\u0301" * 20, "x" * 10_000, "$(id)", "`id`",
    "a;id", "%s%n", "{0.__class__}", "\u202egnp.exe", "pipe", "link", "documents",
    "settings.toml", "--help", "*",
)  # fmt: skip
TEXTS: Final = (
    *NAMES, "Tercio position 1\nArtois: spain 999xLD", "Tercio position 1\n[/x]: [@click=quit]x[/]",
    "Tercio position 1\nscenario artois; turn 22; period III\nalso options {\"a\": [[[[]]]]}",
    '{"kind": "battle", "sides": [' + "[" * 2000, "9" * 5000, "france 99A+ LD henri iv",
    "war france spain", "ally savoy france", "2A+ Condé v A+ LD Farnese, plain, 1597",
    "a[ " * 3000, "ESC]52;c;QQ", "save /tmp/x", "export ../x", "open /etc/passwd", "! id", "| id",
)  # fmt: skip
PRESSES: Final = (
    *(bytes([each]) for each in range(1, 27) if each not in (3, 17)), b"\x1b", b"\r", b"\t", b" ",
    *(f"\x1b[{each}".encode() for each in ("A", "B", "C", "D", "H", "F", "5~", "6~", "Z", "15~")),
    *(bytes([each]) for each in b"abcdefghijklmnoprstuvwxyzABCDEGHIMNPRSTUWYZ?!/:;0123456789+-"),
)  # fmt: skip


class Attacker(Program):
    """A player whose screen is looked at."""

    def __init__(self, number: int, where: Path) -> None:
        super().__init__(number)
        self.forbidden = re.compile(f"{FORBIDDEN}|{re.escape(str(where))}|{re.escape(str(ROOT))}")
        self.screen = pyte.Screen(*SIZE)
        self.stream = pyte.ByteStream(self.screen)
        self.wrong: list[str] = []
        self.did = "came"
        self.lines = False

    @property
    def text(self) -> str:
        """What stands on the screen."""
        return "\n".join(self.screen.display)

    async def come(self, key: asyncssh.SSHKey, lines: bool = False) -> None:
        """Logs in, with a terminal that draws, or one that takes lines."""
        self.key, self.lines = key, lines
        self.seen, self.screen = b"", pyte.Screen(*SIZE)
        self.stream = pyte.ByteStream(self.screen)
        if not lines:
            await super().come(key)
            self._look(self.seen)
            return
        self.connection = await asyncssh.connect(
            "127.0.0.1", PORT, username=self.name, client_keys=[key], config=None,
            known_hosts=None, agent_path=None,
        )  # fmt: skip
        self.process: Any = await self.connection.create_process(
            term_type="dumb", term_size=(80, 24), encoding=None
        )
        await self.settle()

    async def settle(self) -> None:
        """Reads until nothing comes any more, and looks at it."""
        with suppress(TimeoutError):
            while True:
                async with asyncio.timeout(QUIET):
                    self._look(await self.read())

    def _look(self, data: bytes) -> None:
        if self.lines:
            seen = data.decode("utf-8", "replace")
            if any(ord(letter) < 32 and letter not in "\r\n\t\a\b" for letter in seen):
                self.complain(f"a control sequence by lines: {seen[:200]!r}")
        else:
            self.stream.feed(data)
            seen = self.text
            if found := SEQUENCES.search(data):
                self.complain(f"the sequence {found.group()[:60]!r}")
        if found_text := self.forbidden.search(seen):
            at = found_text.start()
            self.complain(f"was shown {seen[max(0, at - 60) : at + 100]!r}")

    def complain(self, what: str) -> None:
        """Notes what should not be, once."""
        said = f"after {self.did[:80]!r}: {what}"
        if said not in self.wrong and len(self.wrong) < 20:
            self.wrong.append(said)

    async def do(self, keys: bytes) -> None:
        """Presses keys and looks."""
        self.did = repr(keys)
        self.process.stdin.write(keys)
        await self.settle()

    async def paste(self, text: str) -> None:
        """Pastes a text and looks."""
        await self.do(BEGIN + text.encode() + END)

    async def again(self, keys: bytes) -> None:
        """Presses keys; comes again where he left by them."""
        try:
            await self.do(keys)
        except ConnectionError:
            self.connection.abort()
            if self.process.exit_status:
                self.complain(f"it ended with {self.process.exit_status}")
            await self.come(self.key, self.lines)

    async def back(self) -> None:
        """To the title, from wherever it is."""
        for _ in range(12):
            if "New game" in self.text:
                return
            await self.do(b"\x1b")
            if "y yes" in self.text and "Leave Tercio" not in self.text:
                await self.do(b"y")


Attack = Callable[[Attacker, random.Random, int], Awaitable[str]]


async def documents(one: Attacker, *_: object) -> str:
    """The desk's documents under every name."""
    await one.do(b"d")
    for name in NAMES:
        await one.do(b"\x13")
        await one.paste(name)
        await one.do(b"\r")
        await one.do(b"\x1b")
        one.screen.reset()
        await one.do(b"\x0f")
        await one.do(b"\x1b")
    await one.back()
    return f"{len(NAMES)} names for the desk's document"


async def tables(one: Attacker, *_: object) -> str:
    """The table that is laid out: its names, its line, what is pasted."""
    await one.do(b"y")
    for text in TEXTS:
        await one.paste(text)
        await one.do(b"\r")
        await one.do(b"\x15")
    await one.do(b"turn 22\r")
    for name in NAMES:
        await one.do(b"\x17")
        await one.paste(name)
        await one.do(b"\r")
        await one.do(b"\x1b")
        await one.do(b"\x0f")
        await one.do(b"\x1b")
        if "New game" in one.text:
            await one.do(b"y")
            await one.do(b"turn 23\r")
    await one.back()
    return f"{len(TEXTS)} texts and {len(NAMES)} names for a table"


async def pasted(one: Attacker, *_: object) -> str:
    """Texts pasted on the title, the desk's line and its fields, the settings, the rules."""
    for way in (b"", b"d", b"d\x06", b"d\t", b"s", b"r", b"t", b"n", b"e", b"o"):
        for key in way:
            await one.do(bytes([key]))
        for text in TEXTS:
            await one.paste(text)
        await one.do(b"\r")
        await one.back()
    return f"{len(TEXTS)} texts pasted on ten screens"


async def keys(one: Attacker, luck: random.Random, count: int) -> str:
    """Random keys and texts."""
    for _ in range(count):
        if luck.random() < 0.15:
            await one.again(BEGIN + luck.choice(TEXTS).encode() + END)
        else:
            await one.again(luck.choice(PRESSES))
        if "Leave Tercio" in one.text:
            await one.do(b"n")
    return f"{count} random keys and texts"


async def typed(one: Attacker, luck: random.Random, count: int) -> str:
    """Random lines where Tercio is played by lines."""
    words = ("new", "open", "o", "n", "1", "2", "3", "q", "?", "help", "desk", "save", "export",
             "report", "mail", "theme", "rules", "back", "undo", "done", "t", "s", "w",
             "words")  # fmt: skip
    for _ in range(count):
        text = luck.choice(TEXTS).replace("\n", " ")
        line = luck.choice((luck.choice(words), f"{luck.choice(words)} {text}", text))
        await one.again(line.encode()[:4000] + b"\r")
    return f"{count} lines"


ATTACKS: Final[tuple[tuple[Attack, bool], ...]] = (
    (documents, False), (tables, False), (pasted, False), (keys, False), (typed, True),
)  # fmt: skip
"""Each, and whether it is made by lines."""


def lay_traps(where: Path) -> None:
    """A FIFO, links and a folder that is no game, in the store and on his shelf."""
    (where.parent / f"{where.name}-outside").mkdir()
    secret = where.parent / f"{where.name}-outside" / "secret.json"
    secret.write_text('{"kind": "secret"}', encoding="utf-8")
    os.mkfifo(where / "pipe")
    (where / "link").symlink_to(secret.parent)
    shelf = where / ".players" / "player0" / "documents"
    shelf.mkdir(parents=True)
    (shelf / "link.json").symlink_to(secret)
    (shelf / "key.json").symlink_to(where / "host_key")
    os.mkfifo(shelf / "pipe.json")


def seals(where: Path) -> Iterator[tuple[str, str]]:
    """What lies outside a player's reach, with what it holds."""
    outside = where.parent / f"{where.name}-outside"
    for path in (where / "players", where / "host_key", *sorted(outside.rglob("*"))):
        yield str(path), hashlib.sha256(path.read_bytes()).hexdigest()


def touched(where: Path) -> Iterator[str]:
    """What lies in the store that no player may put there."""
    for path in where.iterdir():
        known = ("players", "host_key", "pipe", "link", "index.msgpack")
        if not path.is_dir() and path.name not in known and not path.name.startswith("."):
            yield f"{path.name} lies in the store"
    shelf = where / ".players" / "player0" / "documents"
    for path in shelf.iterdir():
        if not DOCUMENT.fullmatch(path.name) or path.stat(follow_symlinks=False).st_size > 2**17:
            yield f"{path.name!r} lies on his shelf"
    if (where / "defect.txt").exists():
        yield (where / "defect.txt").read_text(encoding="utf-8")[:4000]


async def attack(
    where: Path, key: asyncssh.SSHKey, count: int, seed: int, kinds: Sequence[str] = ()
) -> list[str]:
    """Every attack, or those that are named; what came of it."""
    wrong, before = list[str](), dict(seals(where))
    for tried, by_lines in ATTACKS:
        if kinds and tried.__name__ not in kinds:
            continue
        one = Attacker(0, where)
        await one.come(key, by_lines)
        try:
            said = await tried(one, random.Random(seed), count)
        except ConnectionError as error:
            status = one.process.exit_status
            said = f"{tried.__name__} ended with {status}"
            if status:
                one.complain(str(error))
        one.connection.abort()
        print(f"{said}: {'held' if not one.wrong else 'not held'}", flush=True)
        wrong += [f"{tried.__name__}, {each}" for each in one.wrong]
    if dict(seals(where)) != before:
        wrong.append("what lies outside a player's reach is not as it was")
    wrong += touched(where)
    for _ in range(100):
        who = await asyncio.to_thread(control.ask, where, {"do": "who"})
        if not who["players"]:
            return wrong
        await asyncio.sleep(0.1)
    return [*wrong, "somebody's process stayed"]


def main(count: int, seed: int, kinds: Sequence[str]) -> int:
    """The command; 1 where anything came of an attack."""
    with house(2, lay_traps) as (where, key):
        wrong = asyncio.run(attack(where, key, count, seed, kinds))
    print("\n".join(wrong), end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    os.environ.pop("TERCIO_STORE", None)
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
