"""Who is at the table of a shared game: people, seats and their locks."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from engine.facts.countries import possessive, with_article
from engine.games.game import Game
from engine.grammar import capitalised, join_names
from saves.disk.files import read_document, write_document
from saves.disk.packing import SaveError
from saves.sharing import passphrases, seats
from saves.sharing.news import News
from saves.sharing.pen import Pen, Person

SILENCE: Final = "silence.msgpack"
HINTS: Final = "hints.msgpack"  # whether there are any, where that was ever said
MINUTES: Final = 3  # of a holder's silence, until the pen goes to who asked for it
LONGEST: Final = 1440
WARNED: Final = 60  # seconds before


class AtTable(ABC):
    """The part of an open game that knows who is there and who answers for whom."""

    folder: Path
    pen: Pen
    game: Game
    greeting = ""
    _told: tuple[object, ...] = ()  # of whose waiting for the pen one was told

    @abstractmethod
    def poll(self) -> News:
        """Follows what others did. Raises SaveError."""

    @abstractmethod
    def take_pen(self) -> bool:
        """Takes the pen where it is free or belongs here; whether it is here now."""

    @property
    def _decides(self) -> str:
        return self.game.decides

    def people(self) -> list[Person]:
        """Everybody who has the game open, the longest first."""
        return self.pen.people()

    def asking(self) -> list[Person]:
        """Who asked for the pen, the first first."""
        people = (self.pen.person(one) for one in self.pen.held().asked)
        return [person for person in people if person is not None]

    def locks(self) -> Mapping[str, str]:
        """The locked powers."""
        return seats.locks(self.folder)

    def sit(self, power: str, passphrase: str = "") -> None:
        """Takes a power's seat; raises SaveError when it is locked and the passphrase is wrong."""
        self._seat(power)
        seal = self.locks().get(power)
        if seal is not None:
            self._open(power, seal, passphrase)
        self._take(frozenset((*self.pen.me.seats, power)))
        self.poll()

    def _open(self, power: str, seal: str, passphrase: str) -> None:
        """Tries a passphrase. Raises SaveError for a wrong one, and where too many were."""
        who = f"{power} {self.pen.me.player}"
        if not passphrases.try_passphrase(self.folder, self.pen.alone, who, seal, passphrase):
            raise SaveError(f"{possessive(power)} seat is locked, and that is not its passphrase")

    def _seat(self, power: str) -> None:
        """Raises SaveError for what is no seat of this game."""
        if power not in self.game.rules.powers(self.game.state):
            raise SaveError(f"{power!a:.60} has no seat in this game")

    def rise(self, power: str) -> None:
        """Leaves a power's seat."""
        self._take(frozenset(self.pen.me.seats) - {power})

    def _take(self, powers: frozenset[str]) -> None:
        """Sits for these powers, now and when one comes again under the same name."""
        with self.pen.alone():
            self.pen.sit(powers)
            if not self.pen.watching_only:
                seats.remember(self.folder, self.pen.me.player, powers)

    def hand_over(self, to: str) -> None:
        """Hands the pen to somebody, by his id, and leaves the seat that decides now to him, for
        else the pen would come back at once. Raises SaveError where that seat is locked."""
        who = self._decides
        if who in self.pen.me.seats and who in self.locks():
            raise SaveError(
                f"{possessive(who)} seat is locked: who is to answer there sits down with "
                "its passphrase"
            )
        self.pen.give(to)
        if who in self.pen.me.seats:
            self.rise(who)

    def lock(self, power: str, passphrase: str, before: str = "") -> None:
        """Locks a power's seat and takes it, or with "" unlocks it; `before` is the passphrase of
        one that is locked. Raises SaveError when that is wrong, or the new one too short."""
        self._seat(power)
        if (seal := self.locks().get(power)) is not None:
            self._open(power, seal, before)
        with self.pen.alone():
            seats.set_lock(self.folder, power, passphrase, before)
            if passphrase:
                self._take(frozenset((*self.pen.me.seats, power)))

    # A holder of the pen who is silent.

    def silence(self) -> int:
        """After how many minutes without a key of its holder the pen goes to who asked for it; 0
        for never."""
        if not (self.folder / SILENCE).exists():
            return MINUTES
        try:
            minutes = read_document(self.folder / SILENCE)
        except SaveError:
            return MINUTES
        return minutes if type(minutes) is int and 0 <= minutes <= LONGEST else MINUTES

    def set_silence(self, typed: str) -> None:
        """Sets that, as it was typed. Raises SaveError."""
        minutes = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 6 else -1
        if not 0 <= minutes <= LONGEST:
            raise SaveError(f"{typed!r:.40} is not a number of minutes, 0 to {LONGEST}")
        with self.pen.alone():
            write_document(self.folder / SILENCE, minutes)

    # Hints.

    def hints(self) -> bool:
        """Whether those at the table may ask a program for a hint."""
        try:
            return not (self.folder / HINTS).exists() or read_document(self.folder / HINTS) is True
        except SaveError:
            return True

    def set_hints(self, wanted: bool) -> None:
        """Lets all ask for hints, or nobody."""
        with self.pen.alone():
            write_document(self.folder / HINTS, wanted)

    def _pass_on(self) -> str:
        """Sees who waits for the pen of whom, and takes it over where its holder was silent; what
        is to be said of it here."""
        self.pen.keep()
        waits = self.pen.waits()
        who = self._decides
        if waits is None or (who in self.locks() and who not in waits[1].seats):
            self.pen.patience, self._told = 0, ()
            return ""
        holder, first, since = waits
        minutes = self.silence()
        self.pen.patience = 60 * minutes
        if not minutes or self.pen.me.id not in (holder.id, first.id):
            return ""
        mine = self.pen.me.id == holder.id
        if self.pen.inherits and self.take_pen():
            self._told = ()
            if who and who not in self.pen.me.seats:
                self._take(frozenset((*self.pen.me.seats, who)))
            return f"The pen is here: {holder.player} was silent for {_minutes(minutes)}."
        left = since + self.pen.patience - int(time.time())
        told = holder.id, first.id, left <= WARNED
        if told == self._told:
            return ""
        before, self._told = self._told, told
        if left <= WARNED:
            if mine:
                return f"The pen goes to {first.player} in {left} seconds, unless you press a key."
            return f"The pen comes here in {left} seconds, unless {holder.player} presses a key."
        if before[:2] == told[:2]:
            return ""
        if mine:
            then = f"the pen goes to {first.player} after {_minutes(minutes)}"
            return f"Without a key of yours {then}."
        how = f"{holder.player} is asked for the pen; it comes here"
        return f"{how} after {_minutes(minutes)} without a key of his."

    def may_see(self, power: str) -> bool:
        """Whether what only a power may see is shown here."""
        try:
            return power in self.pen.me.seats or power not in self.locks()
        except SaveError:
            return False

    def _sit_by_name(self) -> None:
        """A player sits where his name stands, and where he sat before and nobody sits now, unless
        the seat is locked; `greeting` says which he has again, and which not."""
        me, locked = self.pen.me, self.locks()
        named = self.game.header["seats"].items()
        mine = {power for power, player in named if player == me.player} - locked.keys()
        powers = self.game.rules.powers(self.game.state)
        had = {
            power for power in seats.seats_taken(self.folder).get(me.player, ()) if power in powers
        }
        others = [one for one in self.people() if one.id != me.id]
        taken = {seat: one.player for one in others for seat in one.seats}
        again = had - locked.keys() - taken.keys()
        if mine | again:
            self.pen.sit(frozenset(mine | again))
        said = (
            [f"You sit as {join_names(list(map(with_article, sorted(again))))} again"]
            if again
            else []
        )
        for power in sorted(had - again):
            held = taken.get(power) or "somebody"
            why = "is locked" if power in locked else f"is taken: {held} sits there"
            said.append(f"{capitalised(possessive(power))} seat, which was yours, {why}")
        self.greeting = "".join(f"{each}. " for each in said).strip()


def _minutes(count: int) -> str:
    return "a minute" if count == 1 else f"{count} minutes"
