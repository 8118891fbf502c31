"""A connection at the door: who it is, and that he wants nothing but the game."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, Final

import asyncssh

from tui.server import connection_limits, players
from tui.server.service import Service, address_counted
from tui.server.session import Seat

log = logging.getLogger("tercio.serve")

TRIES: Final = 4
KEY: Final = 0.25  # of a try: a client offers all its keys
WISHES: Final = 8  # what is no game and is asked for, until the connection is dropped
SITS: Final = 20.0  # seconds to begin when one is in
WINDOW: Final = 16 * 1024  # bytes of keys that may be on their way


class Guest(asyncssh.SSHServer):
    """A connection at the door."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.connection: asyncssh.SSHServerConnection | None = None
        self.address = "nowhere"
        self.name = ""  # by which he came in
        self.since = time.time()
        self.tries = 0.0
        self.wishes = 0
        self.seat: Seat | None = None
        self.begins: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self.connection = conn
        self.address = address_counted(str((conn.get_extra_info("peername") or ("nowhere",))[0]))
        if refusal := self.service.admit(self.address):
            self.service.refuse(self.address, "%s: %s", self.address, refusal)
            conn.abort()
            return
        connection_limits.Meter(conn)
        self.service.hangups.add(conn)
        self.service.door[self] = None

    def connection_lost(self, exc: Exception | None) -> None:
        self.service.guests.discard(self)
        self.service.door.pop(self, None)
        if self.begins is not None:
            self.begins.cancel()  # it holds the connection and all of its buffers
        if self.name:
            log.info("%s left (%s)", self.name, exc or "closed")

    def drop(self, said: str = "") -> None:
        """Ends the connection: with a sentence that the client shows, or without a word."""
        if self.connection is None:
            return
        if said:
            self.connection.disconnect(asyncssh.DISC_BY_APPLICATION, said)
        else:
            self.connection.abort()

    # Who he is.

    def begin_auth(self, username: str) -> bool:
        return True

    def password_auth_supported(self) -> bool:
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    async def validate_password(self, username: str, password: str) -> bool:
        known = await asyncio.get_running_loop().run_in_executor(
            self.service.hashing, players.knows_passphrase, self.service.players, username, password
        )
        return known or self._strange(username, "passphrase", 1)

    async def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        # Also called for a key that is only shown: whose it is says nothing of who is there.
        known = await asyncio.to_thread(players.knows_key, self.service.players, username, key)
        return known or self._strange(username, "key", KEY)

    def _strange(self, username: str, by: str, tries: float) -> bool:
        self.tries += tries
        self.service.refuse(self.address, "%.60r from %s: wrong %s", username, self.address, by)
        if self.tries >= TRIES:
            self.drop()
        return False

    def auth_completed(self) -> None:
        self.service.door.pop(self, None)
        assert self.connection is not None
        name = str(self.connection.get_extra_info("username"))
        if refusal := self.service.full(name):
            self.service.refuse(self.address, "%s from %s: %s", name, self.address, refusal)
            self.connection.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, f"Sorry: {refusal}.")
            return
        self.name = name
        self.service.guests.add(self)
        log.info("%s came from %s", self.name, self.address)
        self.begins = asyncio.get_running_loop().call_later(SITS, self._begin)

    def _begin(self) -> None:
        """Who has come in and does not begin to play takes nobody's room."""
        if self.seat is None or not self.seat.application.process:
            self.drop()

    # What he wants.

    def session_requested(self) -> Any:
        if self.seat is not None or self.connection is None or not self.name:
            return self.refused("a second session")
        self.seat = Seat(self.service, self)
        channel = self.connection.create_server_channel(encoding=None, window=WINDOW)
        connection_limits.bound_environment(channel, self.drop)
        return channel, self.seat

    def connection_requested(self, *_: Any) -> bool:
        return self.refused("a connection through")

    def server_requested(self, *_: Any) -> bool:
        return self.refused("a listener")

    def unix_connection_requested(self, *_: Any) -> bool:
        return self.refused("a connection through")

    def unix_server_requested(self, *_: Any) -> bool:
        return self.refused("a listener")

    def refused(self, what: str) -> bool:
        """Refuses what is no game; who goes on asking is let go."""
        self.wishes += 1
        self.service.refuse(self.address, "%s %s", self.name, what)
        if self.wishes >= WISHES:
            self.drop()
        return False
