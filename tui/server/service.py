"""What is served, who is let to the door, and what is written down about those who are not."""

from __future__ import annotations

import logging
import time
from collections import Counter, deque
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import Final, Protocol

import asyncssh

from tui.server import players
from tui.server.connection_limits import Hangups
from tui.server.spawn import Application, Forkserver
from tui.server.turns import Turns

log = logging.getLogger("tercio.serve")

KNOCKING: Final = 8  # connections of one address that have not said yet who they are
SESSIONS: Final = 3  # of one name
NETWORK: Final = 64  # bits of an IPv6 address that tell one household from another
HASHED: Final = 2  # passphrases that are tried at once: each takes 128 MB, also when he has left
MOST_KNOWN: Final = 1000  # addresses that are remembered


class Session(Protocol):
    """What a guest has open (session.py)."""

    heard: float  # by the monotonic clock, when he last typed

    @property
    def application(self) -> Application:
        """His process."""


class Guest(Protocol):
    """A connection as the service knows it (connection.py)."""

    address: str
    name: str  # by which he came in
    since: float
    connection: asyncssh.SSHServerConnection | None

    @property
    def seat(self) -> Session | None:
        """What he has open."""

    def drop(self, said: str = "") -> None:
        """Ends the connection: with a sentence that the client shows, or without a word."""

    def refused(self, what: str) -> bool:
        """Refuses what is no game; who goes on asking is let go."""

    def __hash__(self) -> int: ...


@dataclass(slots=True)
class Service:
    """What is served, to whom and how much of it; `idle` and `minute` are seconds and connections.

    `most` players may be in at once, and as many stand at the door, who have still to say who they
    are; `minute` may come from one address within a minute. Strangers take no player's room.
    """

    store: Path
    players: Path
    most: int = 40
    minute: int = 30
    idle: float = 6 * 3600.0
    spacing: float = 1.0  # seconds between two lines about one guest in the log
    forkserver: Forkserver = field(default_factory=Forkserver)
    hangups: Hangups = field(default_factory=Hangups)
    guests: set[Guest] = field(default_factory=set)
    door: dict[Guest, None] = field(default_factory=dict)  # the longest first
    came: dict[str, deque[float]] = field(default_factory=dict)
    said: dict[str, tuple[float, int]] = field(default_factory=dict)
    refused: int = 0
    since: float = field(default_factory=time.time)
    turns: Turns | None = None  # tells those who are away whose turn it is
    hashing: Executor = field(default_factory=lambda: ThreadPoolExecutor(HASHED))

    def admit(self, address: str) -> str:
        """Why somebody from an address is not let to the door, "" when he is. Where it is full, who
        has stood there the longest of the address that sent the most gives way."""
        now = time.monotonic()
        if len(self.came) > MOST_KNOWN:
            self.came = {one: at for one, at in self.came.items() if now - at[-1] < 60}
        recent = self.came.setdefault(address, deque(maxlen=self.minute + 1))
        recent.append(now)
        if len(recent) > self.minute and now - recent[0] < 60:
            return f"more than {self.minute} connections a minute"
        there = Counter(one.address for one in self.door)
        if there[address] >= KNOCKING:
            return f"{KNOCKING} connections stand at the door already"
        if len(self.door) >= self.most:
            crowd, _ = there.most_common(1)[0]
            first = next(one for one in self.door if one.address == crowd)
            self.refuse(crowd, "%s gives way at the door", crowd)
            first.drop()
        return ""

    def full(self, name: str) -> str:
        """Why a player who is known cannot come in now, "" when he can."""
        if sum(one.name == name for one in self.guests) >= SESSIONS:
            return f"{name} is here {SESSIONS} times already"
        return "the house is full" if len(self.guests) >= self.most else ""

    def refuse(self, address: str, words: str, *about: object) -> None:
        """Counts what is refused, and writes it down: a line a second for each address, which tells
        how many others there were."""
        now = time.monotonic()
        self.refused += 1
        last, withheld = self.said.get(address, (-60.0, 0))
        if now - last < self.spacing:
            self.said[address] = last, withheld + 1
            return
        if len(self.said) > MOST_KNOWN:
            self.said = {one: at for one, at in self.said.items() if now - at[0] < 60}
        self.said[address] = now, 0
        more = f" (and {withheld} more)" if withheld else ""
        log.warning("refused %s%s", words % about, more)

    def reload(self) -> None:
        """Puts out who is no longer among the players; they are read anew for everyone who comes
        anyway."""
        names = {name for name, _ in players.lines(self.players)}
        for guest in list(self.guests):
            if guest.name not in names:
                guest.drop("You are no longer among the players here.")
        log.info("read %s anew: %d players", self.players, len(names))


def address_counted(address: str) -> str:
    """An address as connections are counted by it: of IPv6 the network, of IPv4 itself."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    network = int(found) >> (128 - NETWORK) << (128 - NETWORK)
    return f"{IPv6Address(network)}/{NETWORK}"
