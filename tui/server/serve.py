"""`tercio serve`: the game over SSH, for players without an account on the machine.

Everybody who is let in gets the whole application in a process and on a terminal of his own. There
is no shell, no command, no forwarding and no file transfer. A connection that is lost hangs
its terminal up: the application saves, frees the pen and ends, like on a terminal that is closed.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import asyncssh

from saves.disk.packing import SaveError
from tui.server import connection_limits, players, sandbox
from tui.server.connection import Guest
from tui.server.control import Control
from tui.server.service import Service
from tui.terminal import garbage_collection

__all__ = ["Guest", "Service", "host_key", "listen", "run"]

log = logging.getLogger("tercio.serve")

LOGIN: Final = 20  # seconds to say who one is
ALIVE: Final = 15  # seconds of silence after which a client is asked whether he is still there
CLOSING: Final = 10.0  # seconds for everybody to save and leave
CLOSED: Final = "Tercio is closing. Your game is saved; it opens exactly here."


def host_key(store: Path) -> asyncssh.SSHKey:
    """The key by which players know this server again; made at the first start."""
    path = store / "host_key"
    try:
        if path.exists():
            return asyncssh.read_private_key(path)
        store.mkdir(parents=True, exist_ok=True)
        key = asyncssh.generate_private_key("ssh-ed25519")
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(key.export_private_key())
            file.flush()
            os.fsync(file.fileno())
        return key
    except (OSError, asyncssh.KeyImportError) as error:
        raise SaveError(f"{path} cannot be used as host key: {error}") from error


async def listen(service: Service, host: str, port: int) -> asyncssh.SSHAcceptor:
    """Opens the service. Raises OSError when the address is taken."""
    connection_limits.bound_compression()
    return await asyncssh.listen(
        host,
        port,
        server_factory=lambda: Guest(service),
        server_host_keys=[host_key(service.store)],
        encoding=None,
        line_editor=False,
        compression_algs=[connection_limits.COMPRESSION],
        login_timeout=LOGIN,
        keepalive_interval=ALIVE,
        keepalive_count_max=3,
        allow_scp=False,
        agent_forwarding=False,
        x11_forwarding=False,
        gss_host=None,
        server_version="Tercio",
    )


async def _serve(service: Service, host: str, port: int, ready: Callable[[int], None]) -> None:
    door = await listen(service, host, port)
    over = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, over.set)
    loop.add_signal_handler(signal.SIGHUP, over.set if sys.stdin.isatty() else service.reload)
    async with Control(service, over.set):
        service.forkserver.start()
        telling = asyncio.create_task(service.turns.run()) if service.turns is not None else None
        garbage_collection.sweep_what_comes()
        ready(door.get_port())
        await over.wait()
        if telling is not None:
            telling.cancel()
        log.info("closing")
        door.close()
        await close(service)
    service.forkserver.close()
    await door.wait_closed()


async def close(service: Service) -> None:
    """Tells everybody that the server closes, and waits until they have saved and left."""
    for guest in [*service.guests, *service.door]:
        if guest.seat is not None:
            guest.seat.application.say(CLOSED, ends=True)
        else:
            guest.drop("Tercio is closing")
    end = asyncio.get_running_loop().time() + CLOSING
    while service.guests and asyncio.get_running_loop().time() < end:
        await asyncio.sleep(0.05)
    for guest in list(service.guests):
        guest.drop("Tercio is closing")
    await asyncio.sleep(0.2)


def run(service: Service, host: str, port: int, log_file: Path | None) -> int:
    """Serves until it is told to stop. Raises SaveError when it cannot begin."""
    os.umask(sandbox.mask(service.store))
    where: dict[str, Any] = {"filename": log_file} if log_file else {"stream": sys.stderr}
    try:
        logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", **where)
    except OSError as error:
        raise SaveError(f"{log_file} cannot be written: {error.strerror or error}") from error
    logging.getLogger("asyncssh").setLevel(logging.ERROR)
    if not sandbox.version():
        log.warning("this kernel has no Landlock: only limits and rights bind the players")
    if not players.lines(service.players):
        raise SaveError(f"{service.players} names no player: tercio serve --add NAME adds one")

    def ready(bound: int) -> None:
        log.info("serving %s on %s port %s", service.store, host, bound)

    try:
        asyncio.run(_serve(service, host, port, ready))
    except OSError as error:
        raise SaveError(f"{host} port {port} cannot be used: {error.strerror or error}") from error
    return 0
