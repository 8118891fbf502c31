"""A club evening: OpenSSH clients at `tercio serve`, one plays, the others watch, his line is cut.

A few of them in the suite; eight, with what they cost, by `make soak` or `TERCIO_CLIENTS=8`.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import shutil
import struct
import termios
import time
from contextlib import suppress
from pathlib import Path

import asyncssh
import pyte
import pytest

from saves import store
from tests.tui.server.test_serve import PATIENCE, until
from tui.server import control, players, serve

SIZE = (100, 30)
CLIENTS = int(os.environ.get("TERCIO_CLIENTS", "3"))
KEPT = Path(__file__).parents[2] / "saves" / "kept" / "2" / "battle"


class Visitor:
    """An OpenSSH client on a terminal of its own, and what stands there."""

    def __init__(self, master: int, process: asyncio.subprocess.Process) -> None:
        self.master = master
        self.process = process
        self.screen = pyte.Screen(*SIZE)
        self.stream = pyte.ByteStream(self.screen)
        self.bytes = 0
        self.last = 0.0
        asyncio.get_running_loop().add_reader(master, self._read)

    def _read(self) -> None:
        try:
            data = os.read(self.master, 65536)
        except OSError:
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(self.master)
        self.stream.feed(data)
        self.bytes += len(data)
        self.last = time.monotonic()

    async def until(self, words: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while words not in "\n".join(self.screen.display):
                await asyncio.sleep(0.01)

    def press(self, keys: bytes) -> None:
        os.write(self.master, keys)

    async def cut(self) -> None:
        """His line is gone, without a word."""
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()

    def close(self) -> None:
        with suppress(ValueError):
            asyncio.get_running_loop().remove_reader(self.master)
        os.close(self.master)


async def visitor(port: int, name: str, key: Path) -> Visitor:
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", *reversed(SIZE), 0, 0))
    process = await asyncio.create_subprocess_exec(
        "ssh", "-C", "-tt", "-F", "none", "-i", str(key), "-p", str(port),
        *(part for option in (
            "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "IdentitiesOnly=yes",
            "PasswordAuthentication=no", "LogLevel=ERROR",
        ) for part in ("-o", option)),
        f"{name}@127.0.0.1", stdin=slave, stdout=slave, stderr=slave,
        env={**os.environ, "TERM": "xterm-256color"}, start_new_session=True,
    )  # fmt: skip
    os.close(slave)
    return Visitor(master, process)


@pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no OpenSSH client here")
def test_a_battle_goes_on_when_the_line_of_its_player_is_cut(tmp_path: Path) -> None:
    shutil.copytree(KEPT, tmp_path / "battle")
    key = asyncssh.generate_private_key("ssh-ed25519")
    key.write_private_key(tmp_path / "key")
    (tmp_path / "key").chmod(0o600)
    names = [f"player{number}" for number in range(CLIENTS)]
    for name in names:
        players.add(tmp_path / "players", name, key.export_public_key().decode())
    asyncio.run(evening(tmp_path, names))
    assert store.check(tmp_path / "battle") == []


async def evening(where: Path, names: list[str]) -> None:
    service = serve.Service(where, where / "players")
    door = await serve.listen(service, "127.0.0.1", 0)
    guests: list[Visitor] = []
    try:
        for name in names:
            guests.append(await visitor(door.get_port(), name, where / "key"))
            if name == names[0]:
                await guests[0].until("Continue")
                guests[0].press(b"c")
                await guests[0].until("Enter when you sit down")
                guests[0].press(b"\r")
                await guests[0].until("first day")
        for guest in guests[1:]:
            await guest.until("Continue")
            guest.press(b"c")
        for guest in guests[1:]:
            await guest.until("player0 holds the pen")
        look = store.open_game(where / "battle", watch=True)
        assert {one.player for one in look.people()} >= set(names)
        records = len(look.game.records)

        before = [guest.bytes for guest in guests]
        for guest in guests:
            guest.last = 0.0
        began = time.monotonic()
        guests[0].press(b"n")
        await until(lambda: look.poll().game)
        await until(lambda: all(guest.last for guest in guests))
        assert len(look.game.records) > records
        told = [round(guest.last - began, 2) for guest in guests[1:]]
        cost = [guest.bytes - held for guest, held in zip(guests, before, strict=True)][1:]

        for guest in guests:
            guest.last = 0.0
        began = time.monotonic()
        await guests[0].cut()
        await until(lambda: look.pen.holder() is None)
        freed = time.monotonic() - began
        records = len(look.game.records)
        # The others see it, each by himself; the first of them plays on.
        await until(lambda: all(guest.last for guest in guests[1:]))
        assert "player0" not in {one.player for one in look.people()}
        await plays_on(guests[1], look, records)
        print(
            f"{len(names)} OpenSSH clients: {min(told)} to {max(told)} s from answer to watcher, "
            f"{min(cost)} to {max(cost)} bytes each; pen free after {freed:.2f} s; "
            f"{memory(service):.0f} MB each"
        )
        look.close()
    finally:
        for guest in guests:
            await guest.cut()
            guest.close()
        door.close()
        await door.wait_closed()
        await until(lambda: not service.guests)
        service.forkserver.close()


async def plays_on(guest: Visitor, look: store.Saved, records: int) -> None:
    """Answers until an answer stands; what is asked now nobody here needs to know."""
    async with asyncio.timeout(PATIENCE):
        while len(look.game.records) == records:
            for key in (b"\r", b"n", b"1", b"\r"):
                guest.press(key)
                await asyncio.sleep(0.2)
                look.poll()


def memory(service: serve.Service) -> float:
    """What the largest of the served applications holds alone, in megabytes; 0 when all ended."""
    return max((one["memory"] / 2**20 for one in control.who(service)["players"]), default=0.0)
