"""Who is at the table of a shared game: people, seats and their locks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path

from engine.facts.countries import called, does, whose
from engine.play.game import Game
from engine.report import begun, together
from saves import passphrases, seats
from saves.news import News
from saves.pen import Pen, Person
from saves.plain import SaveError


class AtTable(ABC):
    """The part of an open game that knows who is there and who answers for whom."""

    folder: Path
    pen: Pen
    game: Game
    greeting = ""

    @abstractmethod
    def poll(self) -> News:
        """Follows what others did. Raises SaveError."""

    @property
    def _decides(self) -> str:
        return self.game.ask.who if self.game.ask is not None else ""

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
        if not passphrases.guess(self.folder, self.pen.alone, who, seal, passphrase):
            raise SaveError(f"{does(power, 'be locked')}, and that is not its passphrase")

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
                f"{whose(who)} seat is locked: who is to answer there sits down with its passphrase"
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
        had = {power for power in seats.sat(self.folder).get(me.player, ()) if power in powers}
        others = [one for one in self.people() if one.id != me.id]
        taken = {seat: one.player for one in others for seat in one.seats}
        again = had - locked.keys() - taken.keys()
        if mine | again:
            self.pen.sit(frozenset(mine | again))
        said = [f"You sit as {together(list(map(called, sorted(again))))} again"] if again else []
        for power in sorted(had - again):
            held = taken.get(power) or "somebody"
            why = "is locked" if power in locked else f"is taken: {held} sits there"
            said.append(f"{begun(whose(power))} seat, which was yours, {why}")
        self.greeting = "".join(f"{each}. " for each in said).strip()
