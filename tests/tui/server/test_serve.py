"""`tercio serve`: real SSH clients over loopback, each with the whole game."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncssh
import pyte
import pytest

from saves import store
from saves.disk.packing import SaveError
from saves.sharing.spoken_lines import Words
from tui.server import control, players, sandbox, serve
from tui.server import service as doors
from tui.server.spawn import YIELDS, Forkserver
from tui.terminal.capabilities import drawable_size

WORDS = "correct horse"
WARM = Forkserver()  # loads everything once for all tests
PATIENCE = 180  # seconds after which even a slow machine has hung


@pytest.fixture(autouse=True, scope="module")
def one_forkserver() -> Iterator[None]:
    yield
    WARM.close()


class Client:
    """A player at his end of the line, and what stands on his terminal.

    What he is sent tells less: what stood there before is not sent again.
    """

    def __init__(self, process: asyncssh.SSHClientProcess[bytes], size: tuple[int, int]) -> None:
        self.process = process
        self.seen = b""
        self.screen = pyte.Screen(*size)
        self.stream = pyte.ByteStream(self.screen)

    async def until(self, words: str) -> None:
        """Reads until the words stand on the screen."""
        await self._read_until(lambda: words in self.text)

    async def until_gone(self, words: str) -> None:
        """Reads until they stand there no more."""
        await self._read_until(lambda: words not in self.text)

    async def _read_until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                data = await self.process.stdout.read(65536)
                assert data, self.text
                self.seen += data
                self.stream.feed(data)

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    def press(self, keys: bytes) -> None:
        self.process.stdin.write(keys)

    def resize(self, columns: int, lines: int) -> None:
        """His terminal has another size, and nothing stands on it."""
        self.process.change_terminal_size(columns, lines)
        self.screen.resize(lines, columns)
        self.screen.reset()


def served(
    where: Path, visit: Callable[[serve.Service, int], Coroutine[Any, Any, None]], **limits: Any
) -> None:
    """Opens a house for Anna and lets somebody visit it."""
    where.mkdir(exist_ok=True)
    players.add(where / "players", "anna", WORDS)

    async def both() -> None:
        service = serve.Service(where, where / "players", forkserver=WARM, **limits)
        door = await serve.listen(service, "127.0.0.1", 0)
        try:
            await visit(service, door.get_port())
        finally:
            door.close()
            await door.wait_closed()

    asyncio.run(both())


def connect(port: int, name: str = "anna", password: str = WORDS, **more: Any) -> Awaitable[Any]:
    return asyncssh.connect(
        "127.0.0.1", port, username=name, password=password, known_hosts=None, config=None,
        agent_path=None, client_keys=more.pop("client_keys", None),
        compression_algs=["zlib@openssh.com"], **more,
    )  # fmt: skip


async def seat(connection: Any, size: tuple[int, int] = (100, 30)) -> Client:
    process = await connection.create_process(
        term_type="xterm-256color", term_size=size, encoding=None
    )
    return Client(process, size)


def test_a_player_gets_the_whole_game_and_leaves_it(tmp_path: Path) -> None:
    async def visit(service: serve.Service, port: int) -> None:
        async with await connect(port) as connection:
            assert connection.get_extra_info("send_compression") == "zlib@openssh.com"
            anna = await seat(connection)
            await anna.until("New game")
            (guest,) = service.guests
            process = guest.seat.application.process  # type: ignore[union-attr]
            await until(lambda: os.getpriority(os.PRIO_PROCESS, process) >= YIELDS)
            anna.resize(90, 28)
            anna.press(b"q")
            await anna.until("Leave Tercio?")
            anna.press(b"y")
            async with asyncio.timeout(PATIENCE):
                result = await anna.process.wait()
            assert result.exit_status == 0
        while service.guests:
            await asyncio.sleep(0.01)

    served(tmp_path, visit)
    assert (tmp_path / "host_key").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "players").stat().st_mode & 0o777 == 0o600


def test_a_line_that_is_cut_frees_the_pen(tmp_path: Path) -> None:
    from engine import scenarios

    scenario = scenarios.read("artois")
    header = {"seed": 7, "dice": "rolled", "title": scenario.title}
    store.create(tmp_path, scenario.state(), header).close()

    async def visit(service: serve.Service, port: int) -> None:
        connection = await connect(port)
        anna = await seat(connection)
        await anna.until("Continue")
        anna.press(b"c")
        watcher = store.open_game(tmp_path / "artois", player="otto", watch=True)
        await until(lambda: (holder := watcher.pen.holder()) and holder.player == "anna")
        assert [one.player for one in watcher.people() if one.player == "anna"] == ["anna"]
        connection.abort()
        await until(lambda: watcher.pen.holder() is None)
        await until(lambda: all(one.player != "anna" for one in watcher.people()))

    served(tmp_path, visit)
    assert store.check(tmp_path / "artois") == []


def test_two_people_speak_at_a_game_and_one_stops_his_ears(tmp_path: Path) -> None:
    from engine import scenarios

    scenario = scenarios.read("artois")
    header = {"seed": 7, "dice": "rolled", "title": scenario.title}
    store.create(tmp_path, scenario.state(), header).close()
    key = asyncssh.generate_private_key("ssh-ed25519")
    players.add(tmp_path / "players", "otto", key.export_public_key().decode())
    said = Words(tmp_path / "artois")

    def told() -> list[str]:
        said.look()
        return [word.text for word in said.said]

    async def visit(service: serve.Service, port: int) -> None:
        async with (
            await connect(port) as one,
            await connect(port, "otto", client_keys=[key]) as other,
        ):
            anna, otto = await seat(one), await seat(other)
            for each in (anna, otto):
                await each.until("Continue")
                each.press(b"c")
                await each.until("impulse")
                if each is anna:  # the first of them sits down
                    each.press(b"\r")
                    await each.until("campaign")
                each.press(b"t")
                await each.until("Words")
            anna.press(b"Santiago!\r")
            await otto.until("Santiago!")
            for hostile, why in (
                (b"a" * 10_000, "10000"), (b"a\x1b]52;c;QUJD\x07\xe2\x80\xaelive", "letters"),
            ):  # fmt: skip
                anna.press(b"\x1b[200~" + hostile + b"\x1b[201~\r")
                await anna.until(why)
                anna.press(b"\x15")
                await anna.until("kept with the game")
            otto.press(b"\x18")
            await otto.until("you do not hear anna")
            anna.press(b"Cierra!\r")
            await until(lambda: told()[-1:] == ["Cierra!"])
            otto.press(b"Deaf!\r")
            await anna.until("Deaf!")
            await otto.until("Deaf!")
            assert b"Cierra!" not in otto.seen
            assert b"live" not in otto.seen

    served(tmp_path, visit)
    assert told() == ["Santiago!", "Cierra!", "Deaf!"]


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.02)


def test_a_key_lets_in_and_a_strange_one_does_not(tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    strange = asyncssh.generate_private_key("ssh-ed25519")
    players.add(tmp_path / "players", "otto", key.export_public_key().decode())

    async def visit(service: serve.Service, port: int) -> None:
        async with await connect(port, "otto", "", client_keys=[key]):
            pass
        for name, wrong in (("otto", strange), ("anna", key)):
            with pytest.raises(asyncssh.Error):
                await connect(port, name, "", client_keys=[wrong])

    served(tmp_path, visit)


def test_what_is_no_game_is_refused_and_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "tercio.serve")

    async def visit(service: serve.Service, port: int) -> None:
        async with await connect(port) as connection:
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.create_connection(asyncssh.SSHTCPSession, "127.0.0.1", 22)
            with pytest.raises(asyncssh.ChannelListenError):
                await connection.forward_remote_port("", 0, "127.0.0.1", 22)
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.create_process("cat /etc/passwd", encoding=None)
        for subsystem in ("sftp", "nonsense"):
            async with await connect(port) as connection:
                with pytest.raises(asyncssh.ChannelOpenError):
                    await connection.create_process(subsystem=subsystem, encoding=None)
        async with await connect(port) as connection:
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.create_process(encoding=None)
        with pytest.raises(asyncssh.Error):
            await connect(port, "anna", "wrong horse")
        with pytest.raises(asyncssh.Error):
            await connect(port, "nobody")

    served(tmp_path, visit, spacing=0.0)
    said = caplog.text
    for word in (
        "connection through", "a listener", "cat /etc/passwd", "'sftp'", "without a terminal",
        "'anna' from 127.0.0.1: wrong passphrase", "anna came from 127.0.0.1", "anna left",
    ):  # fmt: skip
        assert word in said
    assert "'nobody' from 127.0.0.1" in said


def test_there_is_room_for_so_many(tmp_path: Path) -> None:
    async def visit(service: serve.Service, port: int) -> None:
        async with await connect(port), await connect(port):
            await until(lambda: len(service.guests) == 2)
            async with await connect(port) as third:
                await third.wait_closed()
            assert len(service.guests) == 2

    served(tmp_path, visit, most=2)


def test_strangers_at_the_door_take_no_players_room(tmp_path: Path) -> None:
    """They say nothing; Anna comes in from elsewhere, and there is an end to them."""

    async def visit(service: serve.Service, port: int) -> None:
        silent = [await knock(port, "127.0.0.3") for _ in range(doors.KNOCKING + 1)]
        reader, _ = silent[-1]
        assert await reader.read() == b""
        async with await connect(port):
            await until(lambda: len(service.guests) == 1)
        for _, writer in silent:
            writer.close()
        await until(lambda: not service.door)

    served(tmp_path, visit, minute=100)


async def knock(port: int, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))


def test_a_thousand_connections_a_minute_disturb_no_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """They are refused at the door and written down; Anna plays on, and Otto comes in."""
    caplog.set_level(logging.INFO, "tercio.serve")
    strange = asyncssh.generate_private_key("ssh-ed25519")

    async def visit(service: serve.Service, port: int) -> None:
        async with await connect(port) as connection:
            anna = await seat(connection)
            await anna.until("New game")
            flood = asyncio.create_task(pour(port, 1000))
            with pytest.raises(asyncssh.Error):
                await connect(port, "anna", "wrong horse")
            with pytest.raises(asyncssh.Error):
                await connect(port, "anna", "", client_keys=[strange])
            anna.press(b"q")
            await anna.until("Leave Tercio?")
            assert await flood == 1000
            anna.resize(90, 28)
            await anna.until("Leave Tercio?")
            async with await connect(port):
                await until(lambda: len(service.guests) == 2)
        assert service.refused > 900

    served(tmp_path, visit)
    refused = [one for one in caplog.messages if "refused 127.0.0.9: " in one]
    assert 0 < len(refused) < 100  # a line a second, however many come
    assert any("wrong passphrase" in one for one in caplog.messages)


async def pour(port: int, count: int) -> int:
    """So many connections from one address, some at a time, each gone as soon as it stands."""
    gone = 0
    for _ in range(0, count, 20):
        several = await asyncio.gather(*(knock(port, "127.0.0.9") for _ in range(20)))
        for _, writer in several:
            writer.close()
        for _, writer in several:
            with suppress(OSError):
                await writer.wait_closed()
            gone += 1
    return gone


def test_so_many_may_come_in_a_minute(tmp_path: Path) -> None:
    async def visit(service: serve.Service, port: int) -> None:
        for _ in range(3):
            async with await connect(port):
                pass
        for _ in range(20):
            with pytest.raises((asyncssh.Error, OSError)):
                await connect(port)
        assert not service.guests

    served(tmp_path, visit, minute=3)


def test_who_says_nothing_is_hung_up_on(tmp_path: Path) -> None:
    async def visit(service: serve.Service, port: int) -> None:
        async with await connect(port) as connection:
            anna = await seat(connection)
            async with asyncio.timeout(PATIENCE):
                await anna.process.wait()

    served(tmp_path, visit, idle=0.0)


@pytest.mark.parametrize(
    ("told", "size"),
    [
        ((100, 30), (100, 30)), ((0, 0), (80, 24)), ((4_000_000, 3), (500, 6)),
        ((1, 9999), (20, 200)), ((80, 0), (80, 24)), ((-5, -5), (80, 24)),
    ],
)  # fmt: skip
def test_a_terminal_that_lies_about_its_size(told: tuple[int, int], size: tuple[int, int]) -> None:
    assert drawable_size(*told) == size


def test_players_are_added_with_a_key_or_a_passphrase(tmp_path: Path) -> None:
    file = tmp_path / "players"
    for name, proof, says in (
        ("An na", WORDS, "is not a player's name"), ("../x", WORDS, "is not a player's name"),
        ("anna", "short", "8 to 200"), ("anna", "ssh-ed25519 nonsense", "no public key"),
    ):  # fmt: skip
        with pytest.raises(SaveError, match=says):
            players.add(file, name, proof)
    assert players.lines(file) == []
    players.add(file, "anna", WORDS)
    file.write_text(file.read_text() + "\n# a word\nnonsense\nanna ssh-ed25519 zzzz\n\xff\xfe x\n")
    for alike in ("an.na", "an-na", "a.n.n.a"):
        with pytest.raises(SaveError, match="looks like anna"):
            players.add(file, alike, WORDS)
    assert players.knows_passphrase(file, "anna", WORDS)
    assert not players.knows_passphrase(file, "anna", "wrong horse")
    assert not players.knows_passphrase(file, "otto", WORDS)
    assert not players.knows_key(file, "anna", asyncssh.generate_private_key("ssh-ed25519"))


def test_a_new_passphrase_replaces_the_old_one_and_leaves_keys(tmp_path: Path) -> None:
    file = tmp_path / "players"
    key = asyncssh.generate_private_key("ssh-ed25519")
    public = key.export_public_key().decode()
    file.write_text("# the club\nanna\n")
    for proof in (WORDS, public, "battery staple", public):
        players.add(file, "anna", proof)
    players.add(file, "otto", WORDS)
    assert players.knows_passphrase(file, "anna", "battery staple")
    assert not players.knows_passphrase(file, "anna", WORDS)
    assert players.knows_passphrase(file, "otto", WORDS)
    assert players.knows_key(file, "anna", key)
    assert len(players.lines(file)) == 3
    assert file.read_text().startswith("# the club\n")
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_host_key_is_kept(tmp_path: Path) -> None:
    first = serve.host_key(tmp_path)
    assert serve.host_key(tmp_path).public_data == first.public_data
    (tmp_path / "host_key").write_text("nonsense")
    with pytest.raises(SaveError, match="host_key"):
        serve.host_key(tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells it")
def test_a_players_process_is_bound_and_reaches_his_shelf_alone(tmp_path: Path) -> None:
    where = tmp_path / "store"
    (tmp_path / "profile").write_text("umask 022\n", encoding="utf-8")
    before = {one.name for one in tmp_path.iterdir()} | {"store"}
    heard = b""

    async def visit(service: serve.Service, port: int) -> None:
        nonlocal heard
        async with await connect(port) as connection:
            anna = await seat(connection)
            await anna.until("New game")
            (guest,) = service.guests
            assert guest.seat is not None
            process = Path("/proc") / str(guest.seat.application.process)
            status = (process / "status").read_text(encoding="utf-8")
            assert "NoNewPrivs:\t1" in status
            assert "Umask:\t0077" in status
            limits = (process / "limits").read_text(encoding="utf-8")
            assert re.search(rf"Max data size +{sandbox.MEMORY} +{sandbox.MEMORY}", limits)
            assert re.search(r"Max core file size +0 +0", limits)
            anna.press(b"d")
            await anna.until("draw")
            anna.press(b"\x13")  # save
            await anna.until("gives")
            for path in (b"/tmp/x", b"~/.profile", b"../profile", b"a/../../profile"):
                anna.press(path + b"\r")
                await anna.until("digits")
                anna.press(b"\x15")  # the line is emptied
                await anna.until_gone("digits")
            anna.press(b"players\r")
            await anna.until("called")
            anna.press(b"\x15")
            await anna.until_gone("called")
            anna.press(b"mine\r")
            await anna.until("mine.json")
            heard += anna.seen

    served(where, visit)
    assert {one.name for one in tmp_path.iterdir()} == before
    assert (tmp_path / "profile").read_text(encoding="utf-8") == "umask 022\n"
    assert (where / "players").read_text(encoding="utf-8").startswith("anna scrypt$")
    document = where / ".players" / "anna" / "documents" / "mine.json"
    assert document.stat().st_mode & 0o777 == 0o600
    assert str(tmp_path).encode() not in heard


def test_a_wish_without_end_ends_no_server(tmp_path: Path) -> None:
    """What the operator's socket is told may be anything: the next wish is answered."""
    failures: list[dict[str, Any]] = []

    async def tell(service: serve.Service, _port: int) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, told: failures.append(told))
        async with control.Control(service, lambda: None):
            for words in (b"[" * 100_000, b"nothing", b"[]", b"\xff"):
                with control.ShortSocketName(tmp_path / control.NAME) as near:
                    reader, writer = await asyncio.open_unix_connection(near)
                writer.write(words + b"\n")
                assert await reader.read() in (b"", b'{"wrong": "there is no such wish"}\n')
                writer.close()
            found = await asyncio.to_thread(control.ask, tmp_path, {"do": "who"})
        assert found["sessions"] == 0

    served(tmp_path, tell)
    assert not failures
