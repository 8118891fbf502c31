"""A full house: programs that play over SSH, and guests that flood it.

`python -m tests.tui.server.crowd play 60` lets so many programs come and play for half a minute;
`… flood 60` has one guest flood the house in every way, or in those that are named, each for so
many seconds, while another plays. Each prints what it measured in a line, and what was beyond its
bound below it.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from subprocess import DEVNULL, Popen
from typing import Any, Final

import asyncssh

from engine import scenarios
from saves import store
from saves.disk.plain import SaveError
from tui.server import control, players
from tui.server.spawn import private

SCENARIOS: Final = ("artois", "lepanto-1571", "channel-1588", "hungary-1526", "cornwall-1642")
SIZE: Final = (120, 40)
PORT: Final = 22622
PATIENCE: Final = 60.0
PAUSE: Final = 2.0  # seconds between two keys of one program
EACH: Final = 30  # seconds that the programs play
COMES: Final = 10  # times that one more comes when they have played
FIRST: Final = 0.2  # seconds to the first screen, at the best of these
MERGES: Final = Path("/sys/kernel/mm/ksm/run")  # whether the kernel merges equal pages
SETTLES: Final = 60  # seconds that it gets for that
OWN: Final = 16  # megabytes of a player's own then
GROWTH: Final = 32  # megabytes that a flood may cost
FLOODS: Final = {
    "ctrl+l": b"\x0c", "cursor": b"\x1b[C\x1b[D\x1b[B\x1b[A", "escape": b"\x1b",
    "letters": b"dfghjk", "palette": b"\x10abc\x1b", "enter": b"\r", "mouse": b"\x1b[<35;9;9M",
    "paste": b"\x1b[200~" + b"abcd" * 100, "osc": b"\x1b]52;c;" + b"QUJD" * 50, "sizes": b"",
}  # fmt: skip


class Program:
    """One that plays over SSH: it presses a key and waits for what comes."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.name = f"player{number}"
        self.waited: list[float] = []
        self.first = 0.0
        self.seen = b""

    async def come(self, key: asyncssh.SSHKey) -> None:
        """Logs in; `first` is the time from then to the first screen."""
        self.connection = await asyncssh.connect(
            "127.0.0.1", PORT, username=self.name, client_keys=[key], config=None,
            known_hosts=None, agent_path=None, local_addr=(f"127.0.1.{1 + self.number % 250}", 0),
            compression_algs=["zlib@openssh.com"],
        )  # fmt: skip
        began = time.monotonic()
        self.process: Any = await self.connection.create_process(
            term_type="xterm-256color", term_size=SIZE, encoding=None
        )
        await self.until(b"New game")
        self.first = time.monotonic() - began

    async def until(self, words: bytes) -> None:
        async with asyncio.timeout(PATIENCE):
            while words not in self.seen:
                self.seen += await self._read()

    async def _read(self) -> bytes:
        data: bytes = await self.process.stdout.read(65536)
        if not data:
            raise ConnectionError(f"{self.name} was left")
        return data

    async def press(self, key: bytes, patience: float = 3.0) -> float:
        """Presses a key; the seconds until something came."""
        with suppress(TimeoutError):
            while True:  # what came before
                async with asyncio.timeout(0.02):
                    await self._read()
        began = time.monotonic()
        self.process.stdin.write(key)
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._read()
        return time.monotonic() - began

    async def play(self, seconds: float) -> None:
        """Opens a game and goes about in it."""
        await self.press(b"o")
        for _ in range(self.number % len(SCENARIOS)):
            await self.press(b"\x1b[B", 0.3)
        for key in (b"\r", b"\r"):
            await self.press(key)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for key in (b"?", b"\x1b", b"S", b"S", b"\r"):
                waited = await self.press(key)
                if key != b"\r":
                    self.waited.append(waited)
                await asyncio.sleep(PAUSE)


@contextmanager
def house(names: int) -> Iterator[tuple[Path, asyncssh.SSHKey]]:
    """A server of its own process, with a game of each scenario, for so many players."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    with tempfile.TemporaryDirectory() as folder:
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
        words = ["--store", folder, "serve", "--port", str(PORT), "--most", str(names + 5)]
        with Popen([sys.executable, "-m", "tui", *words], stderr=DEVNULL) as server:
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
    programs, wrong = [Program(number) for number in range(count)], list[str]()
    tasks = []
    for program in programs:
        await program.come(key)
        tasks.append(asyncio.create_task(program.play(EACH)))
        await asyncio.sleep(0.3)
    who = await asyncio.to_thread(control.ask, where, {"do": "who"})
    most = [one["memory"] / 2**20 for one in who["players"] if one["game"]]
    _ = await asyncio.gather(*tasks)
    who = await asyncio.to_thread(control.ask, where, {"do": "who"})
    memory = [one["memory"] / 2**20 for one in who["players"]]
    waits = sorted(wait for program in programs for wait in program.waited)
    print(
        f"{len(memory)} programs: {median(memory):.1f} MB each ({max(memory):.1f} the largest, "
        f"{median(most):.1f} when the last came), {who['memory'] / 2**20:.0f} MB in all; "
        f"first screen {told([program.first for program in programs])}, while they played; "
        f"a key answered {told(waits)}",
        flush=True,
    )
    if len(memory) < count:
        wrong.append(f"{count - len(memory)} were lost")
    firsts, spent, busy = list[float](), list[float](), os.getloadavg()[0]
    for _ in range(COMES):
        await asyncio.sleep(PAUSE)
        other = Program(count)
        await other.come(key)
        firsts.append(other.first)
        who = await asyncio.to_thread(control.ask, where, {"do": "who"})
        spent += [computed(one["process"]) for one in who["players"] if one["name"] == other.name]
        other.connection.abort()
    print(
        f"one more, who comes {COMES} times: first screen {told(firsts)}, of which his process "
        f"computes {median(spent) * 1000:.0f} ms; load {busy:.1f}",
        flush=True,
    )
    if min(firsts) > FIRST:
        wrong.append(f"the first screen came after {min(firsts) * 1000:.0f} ms at best")
    if MERGES.exists() and MERGES.read_text().strip() == "1":
        await asyncio.sleep(SETTLES)
        who = await asyncio.to_thread(control.ask, where, {"do": "who"})
        memory = [one["memory"] / 2**20 for one in who["players"]]
        print(
            f"after {SETTLES} s, equal pages merged by the kernel: {median(memory):.1f} MB each "
            f"({max(memory):.1f} the largest), {who['memory'] / 2**20:.0f} MB in all",
            flush=True,
        )
        if median(memory) > OWN:
            wrong.append(f"{median(memory):.1f} MB each after merging")
    for program in programs:
        program.connection.abort()
    return wrong


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


async def flood(
    where: Path, key: asyncssh.SSHKey, seconds: float, kinds: Sequence[str] = ()
) -> list[str]:
    """One floods in every way while another plays; what was beyond its bound."""
    wrong, other = list[str](), Program(1)
    await other.come(key)
    alone = [await other.press(one) for one in (b"?", b"\x1b") * 5]
    for name, keys in (FLOODS if not kinds else {one: FLOODS[one] for one in kinds}).items():
        program = Program(0)
        await program.come(key)
        for each in (b"o", b"\r", b"\r", b"\r", b"?", b"\x1b", b"S", b"S"):
            await program.press(each, 1.0)
        who = (await asyncio.to_thread(control.ask, where, {"do": "who"}))["players"]
        process, game = next(
            (one["process"], one["game"]) for one in who if one["name"] == "player0"
        )
        if not game:
            wrong.append(f"{name}: no game was open")
        before, most, waits = private(process), 0, list[float]()
        drain = asyncio.create_task(_drained(program))
        pour = asyncio.create_task(_poured(program, keys))
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            waits += [await other.press(one) for one in (b"?", b"\x1b")]
            most = max(most, private(process) - before)
            await asyncio.sleep(0.5)
        pour.cancel()
        program.connection.abort()
        began = time.monotonic()
        while Path(f"/proc/{process}").exists() and time.monotonic() - began < PATIENCE:
            await asyncio.sleep(0.01)
        drain.cancel()
        gone = time.monotonic() - began
        grown = most / 2**20
        print(
            f"{name}: {grown:.1f} MB more; another's key after {median(waits) * 1000:.0f} ms "
            f"(alone {median(alone) * 1000:.0f}); ended {gone:.2f} s after its line",
            flush=True,
        )
        if grown > GROWTH or gone > 5:
            wrong.append(f"{name}: {grown:.0f} MB, ended after {gone:.1f} s")
    return wrong


async def _drained(program: Program) -> None:
    with suppress(ConnectionError, OSError):
        while True:
            await program._read()


async def _poured(program: Program, keys: bytes) -> None:
    turn = 0
    while True:
        turn += 37
        if keys:
            with suppress(TimeoutError):
                async with asyncio.timeout(0.2):
                    program.process.stdin.write(keys * 40)
                    await program.process.stdin.drain()
        else:
            program.process.change_terminal_size(60 + turn % 340, 20 + turn % 150)
        await asyncio.sleep(0.01)


def main(what: str, count: int, kinds: Sequence[str]) -> int:
    """The command; 1 where anything was beyond its bound."""
    with house(count + 1 if what == "play" else 2) as (where, key):
        tried = full(where, key, count) if what == "play" else flood(where, key, count, kinds)
        wrong = asyncio.run(tried)
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    os.environ.pop("TERCIO_STORE", None)
    sys.exit(main(sys.argv[1], int(sys.argv[2]), sys.argv[3:]))
