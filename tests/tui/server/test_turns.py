"""Players who are away are told whose turn it is: by a command, by mail, by a webhook."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest

from saves.disk.packing import SaveError
from saves.sharing import passphrases, seats
from saves.sharing.turns import SETTLED
from tests.saves.errands import begun
from tui.__main__ import main
from tui.server import players, turns, webhook


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passphrases, "COST", passphrases.Cost(4, 8, 1))


def program(where: Path, code: str) -> Path:
    """A program of a few lines of Python, that knows where it lies."""
    path = where / "program"
    path.write_text(f"#!{sys.executable}\nimport os, sys, pathlib\nhere = {str(where)!r}\n{code}\n")
    path.chmod(0o700)
    return path


def told(where: Path, wish: str, looks: int = 2) -> None:
    """Looks at the games a few times, the turn having lasted, and waits for what was started."""
    times = iter(range(looks))
    file = where / "players"

    def clock() -> float:
        return next(times) * SETTLED

    async def evening() -> None:
        how = turns.notice_command(wish, lambda: players.addresses(file))
        telling = turns.Turns(where, file, how, clock)
        for _ in range(looks):
            await telling.step()
            await asyncio.gather(*telling.running)

    asyncio.run(evening())


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store where a game waits for Anna, who is away."""
    where = tmp_path / "store"
    saved = begun(where)
    seats.remember(saved.folder, "anna", ["france"])
    saved.close()
    players.add(where / "players", "anna", "correct horse battery")
    players.set_address(where / "players", "anna", "anna@example.org")
    return where


def test_a_command_gets_game_power_and_player_and_nothing_else(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERCIO_STORE", "/a/secret")
    monkeypatch.setenv("TOKEN", "secret")
    done = program(
        tmp_path,
        "print(sorted(os.environ.items()), sys.argv[1:], file=open(here + '/told', 'a'))",
    )
    told(store, f"{done} 'two words' $TERCIO_GAME ; touch {tmp_path}/touched", looks=4)
    [line] = (tmp_path / "told").read_text().splitlines()
    for name, value in (("GAME", "errands"), ("POWER", "france"), ("PLAYER", "anna")):
        assert f"('TERCIO_{name}', '{value}')" in line
    assert "secret" not in line
    assert f"['two words', '$TERCIO_GAME', ';', 'touch', '{tmp_path}/touched']" in line
    assert not (tmp_path / "touched").exists()


def test_mail_goes_through_the_sendmail_of_the_machine(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = program(
        tmp_path,
        "pathlib.Path(here, 'mail').write_text(f'{sys.argv[1:]} {sys.stdin.read()}')",
    )
    sent.rename(tmp_path / "sendmail")
    monkeypatch.setenv("PATH", str(tmp_path))
    told(store, "mail")
    text = (tmp_path / "mail").read_text()
    assert text.startswith("['-i', '-t'] To: anna@example.org\nSubject: Tercio: your turn in err")
    assert "anna, the game errands waits for France: it is your turn." in text
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    monkeypatch.setattr(turns, "SENDMAIL", ())
    with pytest.raises(SaveError, match="no sendmail"):
        turns.notice_command("mail", dict)


def test_who_has_no_address_gets_no_mail(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    players.set_address(store / "players", "anna", "")
    program(tmp_path, "open(here + '/mail', 'w')").rename(tmp_path / "sendmail")
    monkeypatch.setenv("PATH", str(tmp_path))
    with caplog.at_level(logging.INFO, "tercio.serve"):
        told(store, "mail")
    assert "anna has no address, and is not told that it is France's turn in errands" in caplog.text
    assert not (tmp_path / "mail").exists()


class Listener(BaseHTTPRequestHandler):
    """What takes what is posted; `answer` is its status, and where it sends one on."""

    posted: ClassVar[list[Any]] = []
    answer: ClassVar[tuple[int, str]] = (200, "")

    def do_POST(self) -> None:
        held = self.rfile.read(int(self.headers["Content-Length"]))
        self.posted.append((self.path, self.headers["Content-Type"], json.loads(held)))
        self.send_response(self.answer[0])
        if self.answer[1]:
            self.send_header("Location", self.answer[1])
        self.end_headers()

    def do_GET(self) -> None:
        self.posted.append((self.path, "GET", None))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def listening(status: int = 200, onward: str = "") -> Iterator[str]:
    Listener.posted.clear()
    Listener.answer = status, onward
    with HTTPServer(("127.0.0.1", 0), Listener) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_a_webhook_gets_a_small_document(store: Path) -> None:
    with listening() as address:
        told(store, f"{address}/club?room=1")
    document = {"game": "errands", "power": "france", "player": "anna"}
    assert Listener.posted == [("/club?room=1", "application/json", document)]


@pytest.mark.parametrize("onward", ["file:///etc/passwd", "/elsewhere", "ftp://127.0.0.1/x"])
def test_a_webhook_sends_nobody_on(onward: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    for status in (301, 302, 303, 307, 308):
        with listening(status, onward) as address:
            assert str(status) in webhook.post(address, {})
        assert len(Listener.posted) == 1
    with listening(500) as address:
        assert "500" in webhook.post(address, {})
    assert webhook.post(address, {})  # nobody listens


@pytest.mark.parametrize(
    "wish",
    ["", "   ", "'open", "no-such-program-anywhere x", "file:///etc/passwd", "ftp://example.org/",
     "https://", "http://[::1", "https://exa\x1bmple.org/", "gopher://x/", "https://a b/",
     "/etc/passwd"],
)  # fmt: skip
def test_what_is_no_way_to_tell_anybody_is_refused_at_the_start(wish: str) -> None:
    with pytest.raises(SaveError, match="--on-turn"):
        turns.notice_command(wish, dict)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("sys.exit(3)", "program ended with status 3"),
        ("print('\\x1b]52;c;x\\x07' + 'x' * 10**6); sys.exit(1)", "status 1: "),
        ("os.kill(os.getpid(), 9)", "program ended with status -9"),
        ("import time; time.sleep(60)", "took more than 0 seconds"),
        ("os.fork() or os.execvp('sleep', ['sleep', '60']); import time; time.sleep(60)",
         "took more than 0 seconds"),
    ],
)  # fmt: skip
def test_what_fails_is_logged_in_a_sentence(
    code: str, said: str, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    if "sleep" in code:
        monkeypatch.setattr(turns, "LONGEST", 0.3)
    with caplog.at_level(logging.INFO, "tercio.serve"):
        told(store, str(program(tmp_path, code)))
    [line] = [record.getMessage() for record in caplog.records]
    assert line.startswith("anna is not told that it is France's turn in errands: ")
    assert said in line
    assert len(line) < 500
    assert line.isprintable()


def test_no_more_than_a_few_programs_run_at_a_time(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "AT_ONCE", 2)
    for _ in range(4):
        saved = begun(store)
        seats.remember(saved.folder, "anna", ["france"])
        saved.close()
    most = 0

    async def evening() -> None:
        nonlocal most
        times = iter(range(99))
        how = turns.notice_command(str(program(tmp_path, "")), dict)
        telling = turns.Turns(store, store / "players", how, lambda: next(times) * SETTLED)
        for _ in range(5):
            await telling.step()
            await telling.step()
            most = max(most, len(telling.running))
            await asyncio.gather(*telling.running)
        assert len(telling.watch.hour["anna"]) == 5

    asyncio.run(evening())
    assert most == 2


def test_what_was_started_ends_with_the_server(store: Path, tmp_path: Path) -> None:
    long = program(
        tmp_path, "import time; print(os.getpid(), file=open(here + '/id', 'w')); time.sleep(60)"
    )

    async def evening() -> None:
        times = iter((0.0, SETTLED, 99.0))
        telling = turns.Turns(
            store, store / "players", turns.notice_command(str(long), dict), lambda: next(times)
        )
        await telling.step()
        await telling.step()
        running = asyncio.create_task(telling.run())
        while not (tmp_path / "id").exists() or not (tmp_path / "id").read_text().endswith("\n"):
            await asyncio.sleep(0.01)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        assert not telling.running

    asyncio.run(evening())
    assert not Path(f"/proc/{(tmp_path / 'id').read_text().strip()}").exists()


@pytest.mark.parametrize(
    "address",
    ["anna", "anna@", "-oQ/tmp@example.org", "anna@example.org\nBcc: x@y.org", "a b@example.org",
     "anna@example.org,x@y.org", f"{'a' * 65}@example.org", "anna@ex\u00e4mple.org", "|sh@x.org",
     "anna@example..org", f"anna@{'a.' * 130}org"],
)  # fmt: skip
def test_what_is_no_address_is_refused(store: Path, address: str) -> None:
    with pytest.raises(SaveError, match="no address"):
        players.set_address(store / "players", "anna", address)
    assert players.addresses(store / "players") == {"anna": "anna@example.org"}


def test_an_address_is_given_with_the_player(
    store: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("getpass.getpass", lambda _: "correct horse battery")

    def serve(*words: str) -> int:
        return main(["--store", str(store), "serve", *words])

    assert serve("--add", "otto", "--mail", "otto@example.org") == 0
    assert players.addresses(store / "players")["otto"] == "otto@example.org"
    before = (store / "players").read_text()
    assert serve("--add", "otto", "--mail", "o@example.org") == 0
    assert (store / "players").read_text() == before  # his passphrase stays
    assert serve("--add", "otto", "--mail", "") == 0
    assert "otto" not in players.addresses(store / "players")
    assert serve("--mail", "x@y.org") == 2
    assert serve("--on-turn", "gopher://x/") == 1
    assert "--on-turn" in capsys.readouterr().err
