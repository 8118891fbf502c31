"""Tells players who are away whose turn it is: by a command of the operator's, mail or a webhook.

Each is a program of its own, started without a shell and with an environment of a few words: the
game, the power and the player's name, and nothing else of the game. It has half a minute; four run
at a time. Players' processes may start no program: this is done by the server itself.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from email.message import EmailMessage
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from engine.documents.printable import printable
from engine.facts.countries import possessive, with_article
from saves.disk.packing import SaveError
from saves.sharing.turns import Due, Watch
from tui.server import players
from tui.server.spawn import ROOT

log = logging.getLogger("tercio.serve")

PERIOD: Final = 2.0  # seconds between two looks at the games
AT_ONCE: Final = 4  # programs
LONGEST: Final = 30.0  # seconds that one may take
TICK: Final = 0.05  # seconds between two looks at it
MOST_SAID: Final = 300  # letters of what it says, in the log
MAIL: Final = "mail"
SENDMAIL: Final = ("/usr/sbin", "/usr/lib", "/usr/local/sbin")  # where it lies besides the PATH


class Order(NamedTuple):
    """A program to start: its words, what it reads, and what it needs to know besides."""

    words: tuple[str, ...]
    given: bytes = b""
    environment: Mapping[str, str] = MappingProxyType({})


Way = Callable[[Due], Order | None]
"""How somebody is told; None for one who cannot be told so."""


def notice_command(wish: str, addresses: Callable[[], Mapping[str, str]]) -> Way:
    """What `--on-turn` asks for: mail, a web address, or a command. Raises SaveError for none."""
    if wish == MAIL:
        return by_mail(addresses)
    if "://" in wish.split(" ")[0]:
        return by_web(wish)
    try:
        words = shlex.split(wish)
    except ValueError as error:
        raise SaveError(f"--on-turn {wish!r:.80}: {error}") from error
    program = shutil.which(words[0]) if words else None
    if program is None:
        raise SaveError(
            f"--on-turn {wish!r:.80}: there is no such program; it is a command, mail, or an "
            "address that begins with https://"
        )
    return lambda _: Order((program, *words[1:]))


def by_mail(addresses: Callable[[], Mapping[str, str]]) -> Way:
    """Mail through the machine's sendmail. Raises SaveError where it has none."""
    where = os.pathsep.join([os.environ.get("PATH", os.defpath), *SENDMAIL])
    program = shutil.which("sendmail", path=where)
    if program is None:
        raise SaveError("--on-turn mail: this machine has no sendmail")

    def order(due: Due) -> Order | None:
        address = addresses().get(due.player, "")
        return Order((program, "-i", "-t"), letter(due, address)) if address else None

    return order


def letter(due: Due, address: str) -> bytes:
    """The mail that tells a player."""
    mail = EmailMessage()
    mail["To"] = address
    mail["Subject"] = f"Tercio: your turn in {due.game}"
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(
        f"{due.player}, the game {due.game} waits for {with_article(due.power)}: it is your turn.\n"
    )
    return mail.as_bytes()


def by_web(address: str) -> Way:
    """A document posted to a web address. Raises SaveError for what is none."""
    try:
        parts = urlsplit(address)
        known = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        known = False
    if not known or not address.isascii() or not address.isprintable() or " " in address:
        raise SaveError(
            f"--on-turn {address!r:.80}: a web address begins with https:// or http:// and has "
            "neither blanks nor letters beyond ASCII"
        )

    def order(due: Due) -> Order:
        return Order(
            (sys.executable, "-m", "tui.server.webhook"),
            json.dumps({"address": address, "post": due._asdict()}).encode(),
            {"PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1"},
        )

    return order


def environment(due: Due) -> dict[str, str]:
    """All that a program gets of the environment, and of the game."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return {
        "PATH": os.defpath, **kept, "LANG": "C.UTF-8", "TERCIO_GAME": due.game,
        "TERCIO_POWER": due.power, "TERCIO_PLAYER": due.player,
    }  # fmt: skip


class Turns:
    """Looks at the games of a store, and has those told who are away."""

    def __init__(
        self, store: Path, known: Path, how: Way, clock: Callable[[], float] = time.time
    ) -> None:
        self.watch = Watch(store, clock)
        self.players = known
        self.how = how
        self.running: set[asyncio.Task[None]] = set()
        self._trouble = ""

    def _known(self) -> set[str]:
        return {name for name, _ in players.lines(self.players)}

    async def run(self) -> None:
        """Does so until it is cancelled; what it started ends with it."""
        try:
            while True:
                await self.step()
                await asyncio.sleep(PERIOD)
        finally:
            for task in self.running:
                task.cancel()
            await asyncio.gather(*self.running, return_exceptions=True)

    async def step(self) -> None:
        """One look at the games; whoever is due is being told when it returns."""
        room = AT_ONCE - len(self.running)
        if room <= 0:
            return
        try:
            found = await asyncio.to_thread(self.watch.look, self._known, room)
            self._trouble = ""
        except (SaveError, OSError) as error:
            if str(error) != self._trouble:
                self._trouble = str(error)
                log.warning("nobody is told whose turn it is: %s", printable(str(error)))
            return
        for due in found:
            task = asyncio.create_task(self._tell(due))
            self.running.add(task)
            task.add_done_callback(self.running.discard)

    async def _tell(self, due: Due) -> None:
        said = f"that it is {possessive(due.power)} turn in {due.game}"
        try:
            order = self.how(due)
            if order is None:
                log.info("%s has no address, and is not told %s", due.player, said)
                return
            trouble, told = await carried_out(order, environment(due))
        except (OSError, SaveError) as error:
            trouble, told = str(error), ""
        told = f": {told}" if told else ""
        if trouble:
            log.warning("%s is not told %s: %s%s", due.player, said, printable(trouble), told)
        else:
            log.info("%s is told %s%s", due.player, said, told)


async def carried_out(order: Order, environ: Mapping[str, str]) -> tuple[str, str]:
    """Starts a program and waits for it, not longer than it may take: what went wrong, "" for
    nothing, and the beginning of what it said. Raises OSError where it cannot be started."""
    gives, reads = os.pipe()
    os.set_blocking(gives, False)
    try:
        try:
            process = _started(order, {**environ, **order.environment}, reads)
        finally:
            os.close(reads)
        said = bytearray()
        end = time.monotonic() + LONGEST
        try:
            while process.poll() is None and time.monotonic() < end:
                _hear(gives, said)
                await asyncio.sleep(TICK)
            late = process.poll() is None
        finally:
            if process.poll() is None:
                with suppress(OSError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        _hear(gives, said)
    finally:
        os.close(gives)
    words = " ".join(said.decode("utf-8", "replace").split())
    told = printable(words)[:MOST_SAID]
    if late:
        return f"{Path(order.words[0]).name} took more than {LONGEST:.0f} seconds", told
    status = process.returncode
    return f"{Path(order.words[0]).name} ended with status {status}" if status else "", told


def _started(order: Order, environ: Mapping[str, str], out: int) -> subprocess.Popen[bytes]:
    takes, gives = os.pipe()
    try:
        os.set_blocking(gives, False)
        with suppress(BlockingIOError):
            os.write(gives, order.given)  # a pipe holds far more
        os.close(gives)
        return subprocess.Popen(
            order.words, stdin=takes, stdout=out, stderr=out, env=dict(environ), cwd="/",
            start_new_session=True,
        )  # fmt: skip
    finally:
        os.close(takes)


def _hear(gives: int, said: bytearray) -> None:
    """Takes what a program said, and keeps the beginning."""
    with suppress(OSError):
        if data := os.read(gives, 2**16):
            said += data[: max(0, 4 * MOST_SAID - len(said))]
