"""A full house: programs that play over SSH.

`python -m tests.tui.server.crowd 60` lets so many programs come and play, first as people do, a key
a second, then as fast as they are answered, while one more comes again and again. It prints what it
measured in lines, and below them what was beyond its bound.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from asyncio.subprocess import PIPE
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from subprocess import DEVNULL, Popen
from typing import Any, Final

import asyncssh

from engine import scenarios
from saves import store
from saves.disk.packing import SaveError
from tui.server import control, players

SCENARIOS: Final = ("artois", "lepanto-1571", "channel-1588", "hungary-1526", "cornwall-1642")
SIZE: Final = (120, 40)
PORT: Final = 22622
PATIENCE: Final = 60.0
PACES: Final = {"a key a second": 1.0, "at full speed": 0.0}  # seconds between two keys of each
SETTLED: Final = 20  # seconds until all have opened their games
COMES: Final = 20  # times that one more comes, at each pace
FIRST: Final = 0.2  # seconds from log-in to the first screen, in the middle of these
MERGES: Final = Path("/sys/kernel/mm/ksm/run")  # whether the kernel merges equal pages
SETTLES: Final = 60  # seconds that it gets for that
OWN: Final = 16  # megabytes of a player's own then


class Program:
    """One that plays over SSH: it presses a key and waits for what comes."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.name = f"player{number}"
        self.waited: list[float] = []
        self.login = self.first = 0.0
        self.seen = b""

    async def come(self, key: asyncssh.SSHKey) -> None:
        """Logs in, which takes `login`; `first` is the time from then to the first screen."""
        knocked = time.monotonic()
        self.connection = await asyncssh.connect(
            "127.0.0.1", PORT, username=self.name, client_keys=[key], config=None,
            known_hosts=None, agent_path=None, local_addr=(f"127.0.1.{1 + self.number % 250}", 0),
            compression_algs=["zlib@openssh.com"],
        )  # fmt: skip
        began = time.monotonic()
        self.login = began - knocked
        self.process: Any = await self.connection.create_process(
            term_type="xterm-256color", term_size=SIZE, encoding=None
        )
        await self.until(b"New game")
        self.first = time.monotonic() - began

    async def until(self, words: bytes) -> None:
        async with asyncio.timeout(PATIENCE):
            while words not in self.seen:
                self.seen += await self.read()

    async def read(self) -> bytes:
        """What comes next."""
        data: bytes = await self.process.stdout.read(65536)
        if not data:
            raise ConnectionError(f"{self.name} was left")
        return data

    async def press(self, key: bytes, patience: float = 3.0) -> float:
        """Presses a key; the seconds until something came."""
        with suppress(TimeoutError):
            while True:  # what came before
                async with asyncio.timeout(0.02):
                    await self.read()
        began = time.monotonic()
        self.process.stdin.write(key)
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self.read()
        return time.monotonic() - began

    async def play(self, pace: Callable[[], float]) -> None:
        """Opens a game and goes about in it, with that pause behind each key, until stopped."""
        await self.press(b"o")
        for _ in range(self.number % len(SCENARIOS)):
            await self.press(b"\x1b[B", 0.3)
        for key in (b"\r", b"\r"):
            await self.press(key)
        while True:
            for key in (b"?", b"\x1b", b"S", b"S", b"\r"):
                waited = await self.press(key)
                if key != b"\r":
                    self.waited.append(waited)
                await asyncio.sleep(pace())


@contextmanager
def house(
    names: int, prepare: Callable[[Path], None] = lambda _store: None
) -> Iterator[tuple[Path, asyncssh.SSHKey]]:
    """A server of its own process, with a game of each scenario, for so many players; `prepare`
    lays into its store what should be there before."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        where = Path(folder)
        for name in SCENARIOS:
            scenario = scenarios.read(name)
            header = {"seed": 7, "dice": "rolled", "title": scenario.title, "programs": {}}
            store.create(where, scenario.state(), header, name).close()
        public = key.export_public_key().decode().strip()
        (where / "players").write_text(
            "".join(f"player{number} {public}\n" for number in range(names)), encoding="utf-8"
        )
        assert players.knows_key(where / "players", "player0", key)
        prepare(where)
        words = ["--store", folder, "serve", "--port", str(PORT), "--most", str(names + 5)]
        with Popen([sys.executable, "-m", "tui", *words], stderr=DEVNULL,
                   start_new_session=True) as server:  # fmt: skip
            until = time.monotonic() + PATIENCE
            while time.monotonic() < until:
                with suppress(SaveError):
                    control.ask(where, {"do": "who"})
                    break
                time.sleep(0.1)
            time.sleep(5)  # it loads everything
            try:
                yield where, key
            finally:
                control.ask(where, {"do": "close"})
                server.wait()


async def full(where: Path, key: asyncssh.SSHKey, count: int) -> list[str]:
    """So many programs come and play; what was beyond its bound."""
    programs, wrong, pace = [Program(number) for number in range(count)], list[str](), 1.0
    tasks = []
    for program in programs:
        await program.come(key)
        tasks.append(asyncio.create_task(program.play(lambda: pace)))
        await asyncio.sleep(0.3)
    print(f"{count} came: first screen {told([one.first for one in programs])}", flush=True)
    await asyncio.sleep(SETTLED)
    for words, pause in PACES.items():
        pace = pause
        for program in programs:
            program.waited.clear()
        logins, firsts, spent = await newcomers(where, key, count)
        waits = sorted(wait for program in programs for wait in program.waited)
        print(
            f"{words}, load {os.getloadavg()[0]:.1f}: {len(waits)} keys answered {told(waits)}; "
            f"one more, who comes {COMES} times: log-in {told(logins)}, first screen "
            f"{told(firsts)}, of which his process computes {median(spent) * 1000:.0f} ms",
            flush=True,
        )
        if median(firsts) > FIRST:
            wrong.append(f"{words}: the first screen came after {median(firsts) * 1000:.0f} ms")
    for task in tasks:
        task.cancel()
    left = [task for task in await asyncio.gather(*tasks, return_exceptions=True)
            if not isinstance(task, asyncio.CancelledError)]  # fmt: skip
    wrong += [f"one was lost: {lost!r}" for lost in left]
    await asyncio.sleep(2)
    most = await memory(where, "they play no more")
    if MERGES.exists() and MERGES.read_text().strip() == "1":
        await asyncio.sleep(SETTLES)
        most = await memory(where, f"{SETTLES} s later, equal pages merged by the kernel")
    if most > OWN:
        wrong.append(f"{most:.1f} MB each, {OWN} are the aim")
    for program in programs:
        program.connection.abort()
    return wrong


async def memory(where: Path, when: str) -> float:
    """Says what players' processes have of their own; megabytes in the middle."""
    who = await asyncio.to_thread(control.ask, where, {"do": "who"})
    each: list[float] = [one["memory"] / 2**20 for one in who["players"]]
    print(
        f"{when}: {len(each)} programs, {median(each):.1f} MB each ({max(each):.1f} the largest), "
        f"{who['memory'] / 2**20:.0f} MB in all",
        flush=True,
    )
    return median(each)


async def newcomers(
    where: Path, key: asyncssh.SSHKey, number: int
) -> tuple[list[float], list[float], list[float]]:
    """One who comes and goes, from a process of his own: seconds to log in, from then to the first
    screen, and of a processor that his process had until then."""
    logins, firsts, spent = list[float](), list[float](), list[float]()
    words = [sys.executable, "-m", "tests.tui.server.crowd", "come", str(number)]
    one = await asyncio.create_subprocess_exec(
        *words, stdin=PIPE, stdout=PIPE, start_new_session=True
    )
    assert one.stdin is not None
    assert one.stdout is not None
    one.stdin.write(key.export_private_key())
    one.stdin.write_eof()
    async for line in one.stdout:
        login, first = map(float, line.split())
        logins.append(login)
        firsts.append(first)
        who = await asyncio.to_thread(control.ask, where, {"do": "who"})
        spent += [computed(each["process"]) for each in who["players"]
                  if each["name"] == f"player{number}"]  # fmt: skip
    await one.wait()
    return logins, firsts, spent


async def come_and_go(number: int, key: asyncssh.SSHKey) -> None:
    """Comes again and again, and says how long it took."""
    for _ in range(COMES):
        other = Program(number)
        await other.come(key)
        print(other.login, other.first, flush=True)
        await asyncio.sleep(1)
        other.connection.abort()
        await asyncio.sleep(1)


def computed(process: int) -> float:
    """The seconds of a processor that a process has had."""
    with suppress(OSError):
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9
    return 0.0


def told(seconds: Sequence[float]) -> str:
    """Times in the middle, and the worst of twenty."""
    inorder = sorted(seconds)
    worst = inorder[len(inorder) * 95 // 100]
    return f"after {median(inorder) * 1000:.0f} ms ({worst * 1000:.0f} at 95 %)"


def main(count: int) -> int:
    """The command; 1 where anything was beyond its bound."""
    with house(count + 1) as (where, key):
        wrong = asyncio.run(full(where, key, count))
    print("\n".join(wrong), end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    os.environ.pop("TERCIO_STORE", None)
    if sys.argv[1] == "come":
        mine = asyncssh.import_private_key(sys.stdin.buffer.read())
        asyncio.run(come_and_go(int(sys.argv[2]), mine))
    else:
        sys.exit(main(int(sys.argv[1])))
