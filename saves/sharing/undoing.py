"""Taking back what others have seen: who must agree, the wish, the vote, and what came of it."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence

from engine.facts.countries import country_name
from engine.games.journal_records import Record, Refused
from saves.disk.packing import SaveError
from saves.sharing import votes
from saves.sharing.pen import Person
from saves.sharing.people_and_seats import AtTable
from saves.sharing.votes import Vote


class Undoing(AtTable):
    """The part of an open game that takes answers back."""

    _wish: Vote | None = None
    _agreed = False
    _length: int

    @abstractmethod
    def _in_step(self) -> bool:
        """Whether the journal ends where the game stands."""

    @abstractmethod
    def settle(self) -> None:
        """Waits until what is written beside is written."""

    @property
    def undone_to(self) -> int:
        """How many records stand when the last answer of a person, with those of programs since,
        is taken back. Raises Refused when there is none."""
        programs = self.game.header.get("programs", {})
        answers = [n for n, one in enumerate(self.game.records) if one.answer is not None]
        if not answers:
            raise Refused("nothing to undo: this is where the game begins")
        persons = [n for n in answers if self.game.records[n].who not in programs]
        return (persons or answers[:1])[-1]

    def must_agree(self) -> Mapping[str, Person | None]:
        """The powers of others whose agreement it takes to undo the last answer, and who sits
        there; None where a seat is locked and empty. Raises Refused when there is none to undo."""
        undone = self.game.records[self.undone_to :]
        return self._elsewhere(self._witnesses(undone, self._decides))

    def _witnesses(self, undone: Sequence[Record], asked: str) -> set[str]:
        """The powers that persons play whose answers are undone; every one when a die fell since,
        or when another player is already `asked`."""
        answered = [record.who for record in undone if record.answer is not None]
        if not answered:
            return set()
        seats, programs = self.game.header["seats"], self.game.header.get("programs", {})
        found = set(answered)
        other = seats.get(asked, asked) != seats.get(answered[0], answered[0])
        if other or any(record.dice for record in undone):
            found |= self.game.rules.powers(self.game.state)
        return found - set(programs) - {""}

    def _elsewhere(self, powers: Collection[str]) -> dict[str, Person | None]:
        """Those of the powers for which only others can speak: somebody sits there, or nobody who
        knows the passphrase of a locked seat (None)."""
        found: dict[str, Person | None] = dict.fromkeys(sorted(self.locks().keys() & set(powers)))
        for person in self.people() if powers else ():
            found.update((power, person) for power in person.seats if power in powers)
        return {power: who for power, who in found.items() if power not in self.pen.me.seats}

    def undo(self) -> bool:
        """Takes back the last answer of a person, with those of programs since.

        Whether it is done: those who sit elsewhere and saw it are asked first, and the last of
        them who agrees takes it back. Raises Refused or SaveError when it cannot be.
        """
        self.settle()  # that waits to be alone, too
        with self.pen.alone():
            standing, elsewhere = self.undone_to, self.must_agree()
            if not elsewhere:
                self._take_back(standing)
                return True
            if absent := [power for power, who in elsewhere.items() if who is None]:
                names = ", ".join(map(country_name, absent))
                raise SaveError(f"{names} must agree: the seat is locked and empty")
            if not self.pen.mine and not self.pen.me.seats:
                raise SaveError("who only watches takes nothing back")
            if (vote := self.vote()) is not None and vote.asker != self.pen.me.id:
                raise SaveError(f"{vote.name} asks for an undo already")
            if not self._in_step():
                raise SaveError("the game has moved on meanwhile: look again")
            until = int(time.time()) + votes.PATIENCE
            me = self.pen.me
            self._wish = Vote(me.id, me.player, self._length, standing, tuple(elsewhere), until)
            votes.write(self.folder, self._wish)
            return False

    @property
    def wishes(self) -> bool:
        """Whether the others have still to say if they agree to an undo that is asked for here."""
        return self._wish is not None

    def withdraw(self) -> None:
        """Gives up the wish to undo."""
        if self._wish is not None:
            votes.clear(self.folder)

    def vote(self) -> Vote | None:
        """The wish to undo that is open now, refused or not; None when there is none."""
        vote = votes.read(self.folder)
        if vote is None or vote.length != self._length or vote.until < time.time():
            return None
        return vote if self.pen.person(vote.asker) is not None else None

    def asked_to_agree(self) -> Vote | None:
        """The wish of another to which a seat taken here has not said yes or no."""
        vote = self.vote()
        if vote is None or vote.refused or vote.asker == self.pen.me.id:
            return None
        open_ = set(vote.wanted) - set(vote.agreed)
        return vote if open_ & set(self.pen.me.seats) else None

    def agree(self, yes: bool) -> None:
        """Says for the seats taken here whether the wish is agreed to; the last yes undoes. Raises
        SaveError when nobody wishes any more, or it cannot be written."""
        self.settle()
        with self.pen.alone():
            vote = self.asked_to_agree()
            if vote is None:
                raise SaveError("nobody asks for an undo any more")
            if not yes:
                votes.write(self.folder, vote._replace(refused=self.pen.me.player or "somebody"))
                return
            agreed = {*vote.agreed, *(set(vote.wanted) & set(self.pen.me.seats))}
            if agreed != set(vote.wanted):
                votes.write(self.folder, vote._replace(agreed=tuple(sorted(agreed))))
                return
            votes.clear(self.folder)
            self._agreed = True
            try:
                self._take_back(vote.standing)
            finally:
                self._agreed = False

    def _take_back(self, standing: int) -> None:
        while len(self.game.records) > standing:
            self.game.undo(agreed=True)

    def _heard_of_wish(self) -> str:
        """What became of the wish that was uttered here, once it is known."""
        wish = self._wish
        if wish is None:
            return ""
        vote = votes.read(self.folder)
        if vote is None or vote.asker != self.pen.me.id or vote.length != self._length:
            self._wish = None
            done = len(self.game.records) <= wish.standing
            return "All agree: it is taken back." if done else "Nothing was taken back."
        if not vote.refused and vote.until >= time.time():
            return ""
        self._wish = None
        votes.clear(self.folder)
        if vote.refused:
            return f"{vote.refused} does not agree: nothing is taken back."
        return "Not all agreed in time: nothing is taken back."
