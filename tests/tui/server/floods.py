"""Guests that flood the house while another plays, each in a way of his own.

`python -m tests.tui.server.floods 60` floods in every way for so many seconds, or in those that are
named behind it. It prints what each cost: memory of his process (of the server's, where he has
none), how long another's key takes before and meanwhile, and how soon all is over when his line is
cut. What missed its aim stands below.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

import asyncssh
from asyncssh.packet import String

from tests.tui.server.crowd import PATIENCE, PORT, Program, house
from tui.server import control
from tui.server.spawn import private

GROWTH: Final = 32  # megabytes that a flood may cost
TRIED: Final = 288  # where passphrases are tried: two at a time, each with 128 of scrypt's
WAITS: Final = 0.15  # seconds that another's key may take longer, in the middle
GONE: Final = 5.0  # seconds until all is over
IGNORE: Final = 2  # the number of a message that nobody reads
KEYS: Final = {
    "ctrl+l": b"\x0c", "cursor": b"\x1b[C\x1b[D\x1b[B\x1b[A", "escape": b"\x1b",
    "letters": b"dfghjk", "palette": b"\x10abc\x1b", "enter": b"\r", "mouse": b"\x1b[<35;9;9M",
    "paste": b"\x1b[200~" + b"abcd" * 100, "osc": b"\x1b]52;c;" + b"QUJD" * 50,
    "positions": b"\x1b[200~Tercio position 1\n" + b"Artois: spain 999xLD\n" * 400 + b"\x1b[201~",
    "sizes": b"",
}  # fmt: skip

GAME: Final = (b"o", b"\r", b"\r", b"\r", b"?", b"\x1b", b"S", b"S")
"""Opens a game and goes about in it."""


class Cost(NamedTuple):
    """What a flood came to: megabytes, and seconds until all was over."""

    grown: float
    gone: float


Meanwhile = Callable[[], Coroutine[None, None, None]]
"""What another does while it lasts."""


async def drained(program: Program) -> None:
    """Reads all that comes."""
    with suppress(ConnectionError, OSError):
        while True:
            await program.read()


async def poured(program: Program, keys: bytes) -> None:
    """Presses keys, or changes the size of his window, as fast as they are taken."""
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


async def seated(where: Path, wants_game: bool) -> int:
    """The process of the guest who floods, when his game is open."""
    async with asyncio.timeout(PATIENCE):
        while True:
            who = (await asyncio.to_thread(control.ask, where, {"do": "who"}))["players"]
            for one in who:
                if one["name"] == "player0" and (one["game"] or not wants_game):
                    return int(one["process"])
            await asyncio.sleep(0.5)


async def typed(where: Path, key: asyncssh.SSHKey, keys: bytes, meanwhile: Meanwhile) -> Cost:
    """A player with an open game who presses these keys."""
    program = Program(0)
    opening = (b"y",) if b"Tercio" in keys else GAME
    await program.come(key)
    try:
        for each in opening:
            await program.press(each, 1.0)
        process = await seated(where, opening is GAME)
    except BaseException:
        program.connection.abort()
        raise
    before, most = private(process), 0
    drain = asyncio.create_task(drained(program))
    pour = asyncio.create_task(poured(program, keys))
    other = asyncio.create_task(meanwhile())
    while not other.done():
        most = max(most, private(process) - before)
        await asyncio.sleep(0.5)
    pour.cancel()
    program.connection.abort()
    began = time.monotonic()
    while Path(f"/proc/{process}").exists() and time.monotonic() - began < PATIENCE:
        await asyncio.sleep(0.01)
    drain.cancel()
    return Cost(most / 2**20, time.monotonic() - began)


Visit = Callable[[asyncssh.SSHKey, int], Awaitable[object]]


def connecting(key: asyncssh.SSHKey, turn: int) -> Awaitable[asyncssh.SSHClientConnection]:
    """A guest's line, each time from another address."""
    return asyncssh.connect(
        "127.0.0.1", PORT, username="player0", client_keys=[key], config=None, known_hosts=None,
        agent_path=None, local_addr=(f"127.0.{2 + turn // 250 % 200}.{1 + turn % 250}", 0),
        compression_algs=["zlib@openssh.com"],
    )  # fmt: skip


async def environment(key: asyncssh.SSHKey, turn: int) -> None:
    """Six megabytes of variables."""
    many = {f"NAME{number}": "x" * 30_000 for number in range(200)}
    async with await connecting(key, turn) as line:
        await line.create_process(term_type="xterm", env=many, encoding=None)


async def channels(key: asyncssh.SSHKey, turn: int) -> None:
    """One wish after another for what is no game."""
    async with await connecting(key, turn) as line:
        for _ in range(1000):
            with suppress(asyncssh.ChannelOpenError):
                await line.create_connection(asyncssh.SSHTCPSession, "127.0.0.1", 22)


async def bombs(key: asyncssh.SSHKey, turn: int) -> None:
    """A small packet that becomes a hundred megabytes."""
    async with await connecting(key, turn) as line:
        line.send_packet(IGNORE, String(bytes(100_000_000)))
        await line.wait_closed()


async def doors(_: asyncssh.SSHKey, turn: int) -> None:
    """A stranger who says nothing."""
    _reader, writer = await asyncio.open_connection(
        "127.0.0.1", PORT, local_addr=(f"127.0.{2 + turn // 250 % 200}.{1 + turn % 250}", 0)
    )
    try:
        await asyncio.sleep(3)
    finally:
        writer.close()


async def guesses(_: asyncssh.SSHKey, turn: int) -> None:
    """A stranger who tries passphrases."""
    with suppress(asyncssh.Error, OSError):
        await asyncssh.connect(
            "127.0.0.1", PORT, username="player1", password=f"guess {turn}", client_keys=None,
            known_hosts=None, config=None, agent_path=None,
            local_addr=(f"127.0.{2 + turn // 250 % 200}.{1 + turn % 250}", 0),
        )  # fmt: skip


VISITS: Final[dict[str, tuple[Visit, int]]] = {
    "environment": (environment, 2), "channels": (channels, 4), "bombs": (bombs, 2),
    "doors": (doors, 60), "guesses": (guesses, 8),
}  # fmt: skip
"""What guests do again and again who have no process, and how many at once."""


async def visiting(name: str, key: asyncssh.SSHKey) -> None:
    """Guests who come for that again and again, for ever."""
    visit, many = VISITS[name]
    turns = iter(range(10**9))

    async def again() -> None:
        while True:
            with suppress(asyncssh.Error, OSError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await visit(key, next(turns))
            await asyncio.sleep(0.01)

    await asyncio.gather(*(again() for _ in range(many)))


async def visited(where: Path, key: asyncssh.SSHKey, name: str, meanwhile: Meanwhile) -> Cost:
    """Such guests, from a process of their own."""

    def all_of_it() -> int:
        who = control.ask(where, {"do": "who"})
        return int(who["memory"] - sum(one["memory"] for one in who["players"]))

    before, most = await asyncio.to_thread(all_of_it), 0
    words = [sys.executable, "-m", "tests.tui.server.floods", "visit", name]
    crowd = await asyncio.create_subprocess_exec(
        *words, stdin=PIPE, stderr=DEVNULL, start_new_session=True
    )
    assert crowd.stdin is not None
    crowd.stdin.write(key.export_private_key())
    crowd.stdin.write_eof()
    other = asyncio.create_task(meanwhile())
    while not other.done():
        most = max(most, await asyncio.to_thread(all_of_it) - before)
        await asyncio.sleep(0.5)
    crowd.kill()
    await crowd.wait()
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE:
        who = await asyncio.to_thread(control.ask, where, {"do": "who"})
        if not who["strangers"] and {one["name"] for one in who["players"]} == {"player1"}:
            break
        await asyncio.sleep(0.05)
    return Cost(most / 2**20, time.monotonic() - began)


async def flood(
    where: Path, key: asyncssh.SSHKey, seconds: float, kinds: Sequence[str] = ()
) -> list[str]:
    """Each kind for so many seconds while another plays; what missed its aim."""
    wrong, other = list[str](), Program(1)
    await other.come(key)
    for name in kinds or (*KEYS, *VISITS):
        alone = [await other.press(one) for one in (b"?", b"\x1b") * 8]
        waits = list[float]()

        async def plays(waits: list[float] = waits) -> None:
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                waits += [await other.press(one) for one in (b"?", b"\x1b")]
                await asyncio.sleep(0.2)

        try:
            cost = await (
                typed(where, key, KEYS[name], plays) if name in KEYS
                else visited(where, key, name, plays)
            )  # fmt: skip
        except (ConnectionError, TimeoutError) as error:
            wrong.append(f"{name}: {str(error) or 'no game was open'}")
            continue
        aim = TRIED if name == "guesses" else GROWTH
        longer = median(waits) - median(alone)
        print(
            f"{name}: {cost.grown:.1f} MB more (aim {aim}); another's key "
            f"{median(alone) * 1000:.0f} ms before, {median(waits) * 1000:.0f} meanwhile (aim "
            f"{WAITS * 1000:.0f} more); over after {cost.gone:.2f} s (aim {GONE:.0f})",
            flush=True,
        )
        if cost.grown > aim or cost.gone > GONE or longer > WAITS:
            wrong.append(f"{name}: an aim was missed")
    return wrong


def main(seconds: int, kinds: Sequence[str]) -> int:
    """The command; 1 where anything missed its aim."""
    with house(2) as (where, key):
        wrong = asyncio.run(flood(where, key, seconds, kinds))
    print("\n".join(wrong), end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    os.environ.pop("TERCIO_STORE", None)
    if sys.argv[1] == "visit":
        mine = asyncssh.import_private_key(sys.stdin.buffer.read())
        asyncio.run(visiting(sys.argv[2], mine))
    else:
        sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
