"""What a guest may send and hold: each bound is tried on a real connection."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import weakref
import zlib
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import String

from saves.disk.packing import SaveError
from tests.tui.server.test_serve import (
    PATIENCE,
    WARM,
    Client,
    connect,
    knock,
    seat,
    served,
    until,
)
from tui.server import connection_limits, control, players, serve
from tui.server import service as doors
from tui.server import session as seats
from tui.server.connection import Guest
from tui.server.connection_limits import Decompressor
from tui.server.service import address_counted

IGNORE = 2


@pytest.fixture(autouse=True, scope="module")
def one_forkserver() -> Iterator[None]:
    yield
    WARM.close()


def test_a_packet_does_not_unpack_to_more_than_it_may() -> None:
    pack = zlib.compressobj()
    unpack = Decompressor()
    small, large = b"keys" * 100, bytes(50_000_000)
    assert unpack.decompress(pack.compress(small) + pack.flush(zlib.Z_SYNC_FLUSH)) == small
    assert unpack.decompress(pack.compress(large) + pack.flush(zlib.Z_SYNC_FLUSH)) is None
    assert Decompressor().decompress(b"nonsense") is None


def test_a_bomb_ends_its_connection(tmp_path: Path) -> None:
    async def visit(service: serve.Service, port: int) -> None:
        async with await connect(port) as connection:
            await until(lambda: service.guests)
            connection.send_packet(IGNORE, String(bytes(100_000_000)))
            await until(lambda: not service.guests)

    served(tmp_path, visit)


def test_of_the_environment_only_what_is_known_and_short_is_kept(tmp_path: Path) -> None:
    given = {"COLORTERM": "truecolor", "LANG": "x" * 1000, "LD_PRELOAD": "x", "TERCIO_STORE": "/"}

    async def visit(service: serve.Service, port: int) -> None:
        async with await connect(port) as connection:
            await connection.create_process(term_type="xterm", env=given, encoding=None)
            (guest,) = service.guests
            assert dict(guest.seat.channel.get_environment()) == {"COLORTERM": "truecolor"}  # type: ignore[union-attr]
        many = {f"NAME{number}": "x" * 30_000 for number in range(200)}
        async with await connect(port) as connection:
            with pytest.raises((asyncssh.Error, OSError)):
                await connection.create_process(term_type="xterm", env=many, encoding=None)
            await until(lambda: not service.guests)

    served(tmp_path, visit)


def test_who_asks_for_what_is_no_game_again_and_again_is_let_go(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "tercio.serve")

    async def visit(service: serve.Service, port: int) -> None:
        async with await connect(port) as connection:
            for _ in range(200):
                with pytest.raises((asyncssh.Error, OSError)):
                    await connection.create_connection(asyncssh.SSHTCPSession, "127.0.0.1", 22)
            await until(lambda: not service.guests)
        assert service.refused == 8

    served(tmp_path, visit)
    assert sum("refused anna a connection through" in one for one in caplog.messages) == 1


def test_nothing_is_kept_of_who_has_left(tmp_path: Path) -> None:
    """Not even for the seconds in which he would have had to begin."""

    async def visit(service: serve.Service, port: int) -> None:
        async with await connect(port):
            await until(lambda: bool(service.guests))
            kept = weakref.ref(next(iter(service.guests)))
        await until(lambda: not service.guests)
        await asyncio.sleep(0)
        gc.collect()
        assert kept() is None

    served(tmp_path, visit)


def test_a_name_may_be_here_three_times(tmp_path: Path) -> None:
    async def visit(service: serve.Service, port: int) -> None:
        async with await connect(port), await connect(port), await connect(port):
            await until(lambda: len(service.guests) == 3)
            async with await connect(port) as fourth:
                await fourth.wait_closed()
            assert len(service.guests) == 3

    served(tmp_path, visit)


def test_two_passphrases_are_tried_at_once_also_of_those_who_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who sent a passphrase and hung up was no longer counted, and went on taking memory."""
    tried, most, running = Event(), 0, list[int]()

    def counted(*_: object) -> bool:
        nonlocal most
        running.append(1)
        most = max(most, len(running))
        tried.wait(PATIENCE)
        running.pop()
        return False

    monkeypatch.setattr(players, "knows_passphrase", counted)

    async def visit(service: serve.Service, port: int) -> None:
        guests = [
            asyncio.create_task(Guest(service).validate_password("anna", "guess"))
            for _ in range(12)
        ]
        await until(lambda: len(running) == 2)
        for one in guests:
            one.cancel()
        again = [
            asyncio.create_task(Guest(service).validate_password("anna", "guess"))
            for _ in range(12)
        ]
        await asyncio.sleep(0)
        tried.set()
        await asyncio.gather(*again)

    served(tmp_path, visit)
    assert most == 2


def test_where_the_door_is_full_the_oldest_stranger_gives_way(tmp_path: Path) -> None:
    async def visit(service: serve.Service, port: int) -> None:
        silent = [await knock(port, f"127.0.0.{3 + number // 4}") for number in range(12)]
        await until(lambda: len(service.door) == 12)
        async with await connect(port):
            await until(lambda: service.guests)
        assert await silent[0][0].read(1) == b"S"  # what it was greeted with, and then the end
        async with asyncio.timeout(PATIENCE):
            await silent[0][0].read()
        assert len(service.door) == 11
        for _, writer in silent:
            writer.close()
        await until(lambda: not service.door)

    served(tmp_path, visit, most=12, minute=100)


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"), ("nowhere", "nowhere"),
    ],
)  # fmt: skip
def test_addresses_are_counted_by_household(address: str, counted: str) -> None:
    assert address_counted(address) == counted


def test_a_key_that_is_only_shown_names_nobody_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "tercio.serve")
    key = asyncssh.generate_private_key("ssh-ed25519")

    async def visit(service: serve.Service, port: int) -> None:
        guest = serve.Guest(service)
        assert not await guest.validate_public_key("anna", key)
        players.add(service.players, "anna", key.export_public_key().decode())
        assert await guest.validate_public_key("anna", key)
        guest.connection_lost(None)

    served(tmp_path, visit)
    assert not any("left" in one for one in caplog.messages)


def test_who_takes_nothing_is_hung_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "DEAF", 0.2)
    monkeypatch.setattr(seats, "LOOK", 0.05)

    async def visit(service: serve.Service, port: int) -> None:
        async with await connect(port) as connection:
            await connection.create_process(
                term_type="xterm-256color", term_size=(100, 30), encoding=None, window=1000
            )
            await until(lambda: service.guests)
            await until(lambda: not service.guests)

    served(tmp_path, visit)


def test_a_flood_of_packets_is_taken_slowly_and_ends_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It costs the server no more than a share at a time, and is over as soon as it is cut."""
    monkeypatch.setattr(connection_limits, "BURST", 1000)
    monkeypatch.setattr(connection_limits, "ASKED", 0.1)

    async def visit(service: serve.Service, port: int) -> None:
        async with await connect(port) as connection:
            await until(lambda: service.guests)
            for _ in range(2000):
                connection.send_packet(IGNORE, String(os.urandom(1000)))
            await asyncio.sleep(0.1)
            assert service.guests
            connection.abort()
            async with asyncio.timeout(5):
                while service.guests:
                    await asyncio.sleep(0.01)

    served(tmp_path, visit)


def test_a_players_process_or_the_forkserver_dies_alone(tmp_path: Path) -> None:
    async def visit(service: serve.Service, port: int) -> None:
        async with await connect(port) as first, await connect(port) as second:
            anna, otto = await seat(first), await seat(second)
            await anna.until("New game")
            await otto.until("New game")
            assert service.forkserver.process is not None
            os.kill(service.forkserver.process.pid, signal.SIGKILL)
            await answers(anna)
            async with await connect(port) as third:
                await (await seat(third)).until("New game")
                pids = [one["process"] for one in control.who(service)["players"]]
                os.kill(pids[0], signal.SIGKILL)
                await until(lambda: len(service.guests) == 2)
            await answers(otto)

    served(tmp_path, visit)


async def answers(client: Client) -> None:
    client.press(b"q")
    await client.until("Leave Tercio?")
    client.press(b"\x1b")


def test_the_operator_sees_who_is_in_speaks_and_closes(tmp_path: Path) -> None:
    async def visit(service: serve.Service, port: int) -> None:
        over = asyncio.Event()

        def ask(**wish: str) -> Any:
            return asyncio.to_thread(control.ask, tmp_path, wish)

        async with control.Control(service, over.set):
            assert (tmp_path / ".control").stat().st_mode & 0o777 == 0o600
            async with await connect(port) as connection:
                anna = await seat(connection)
                await anna.until("New game")
                who = await ask(do="who")
                assert [one["name"] for one in who["players"]] == ["anna"]
                assert who["sessions"] == 1
                assert who["memory"] > who["players"][0]["memory"] > 2**20
                assert "anna" in control.lines(who)[1]
                anna.seen = b""
                assert await ask(do="message", text="Tea is\x1b[2J served") == {"told": 1}
                await anna.until("served")
                assert b"\x1b[2J" not in anna.seen
                assert "wrong" in await ask(do="nonsense")
                anna.seen = b""
                assert await ask(do="close") == {"closing": 1}
                await over.wait()
                await serve.close(service)
                await anna.until("Your game is saved")
                await until(lambda: not service.guests)

    served(tmp_path, visit)
    with pytest.raises(SaveError, match="no server answers"):
        control.ask(tmp_path, {"do": "who"})


def test_the_operators_socket_goes_with_the_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """From Python 3.13 on asyncio takes it away itself, by the name it was given."""

    async def visit(service: serve.Service, port: int) -> None:
        async with control.Control(service, lambda: None):
            # The next numbers of files: the one the name goes by must not be among them.
            taken = [os.open(os.devnull, os.O_RDONLY) for _ in range(8)]
        for number in taken:
            os.close(number)
        assert not (tmp_path / ".control").exists()

    served(tmp_path, visit)
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == []


def test_who_is_no_longer_a_player_is_put_out(tmp_path: Path) -> None:
    async def visit(service: serve.Service, port: int) -> None:
        async with await connect(port):
            await until(lambda: service.guests)
            service.reload()
            assert service.guests
            service.players.write_text("")
            service.reload()
            await until(lambda: not service.guests)

    served(tmp_path, visit)


def test_so_many_wait_at_most() -> None:
    assert serve.LOGIN == 20
    assert doors.SESSIONS == 3
    assert seats.DEAF == 60
