"""A game that is open: it follows its files, holds the pen or waits for it, and writes down every
answer."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine import games
from engine.facts.countries import possessive
from engine.games.game import Procedure
from engine.games.journal_records import Diverged
from engine.grammar import capitalised
from saves.disk import contents, journal
from saves.disk.append_only import journal_fullness, read_journal
from saves.disk.chronicle import Chronicle
from saves.disk.contents import Contents, read
from saves.disk.files import Unwritable
from saves.disk.journal import Tape
from saves.disk.journal_digest import Names
from saves.disk.naming import CHRONICLE, JOURNAL
from saves.disk.packing import SaveError
from saves.replay import built
from saves.sharing import votes
from saves.sharing.news import News
from saves.sharing.pen import Pen, player_name
from saves.sharing.spoken_lines import Words
from saves.writing import CROWDED, Writing

LONG: Final = 0.8  # of what a reader takes, from which on a game begins anew


class Saved(Writing):
    """A game with its files; it writes down every answer by itself, while it holds the pen.

    `warning` is a sentence when the journal could not be followed to its end, else empty. `watch`
    opens a game only to look at it: nobody sees one do so, and nothing is written. `think` is how
    many milliseconds programs may think about a decision while it is open here, None for what the
    game says. Raises SaveError when nothing can be opened.
    """

    def __init__(
        self,
        folder: Path,
        procedure: Procedure | None = None,
        player: str = "",
        watch: bool = False,
    ) -> None:
        self.folder = folder
        self.procedure = procedure
        self.warning = ""
        self.think: int | None = None
        self.pen = Pen(folder, player or player_name())
        self.words = Words(folder)
        self._seen: object = None
        self.chronicle = Chronicle(folder / CHRONICLE, "")
        if watch:
            self.pen.watching_only = True
        else:
            self.pen.join()
        try:
            self._build(*self._read())
            with self.pen.alone():
                self._sit_by_name()
                try:
                    self.take_pen()
                except Unwritable as error:
                    self.warning = f"{self.warning} {error}: the game can only be watched.".strip()
        except BaseException:
            self.close()
            raise

    # Reading.

    def _read(self) -> tuple[Contents, tuple[int, ...]]:
        with self.pen.alone():
            stamp = self._look()
            return read(self.folder), stamp

    def _build(self, held: Contents, stamp: tuple[int, ...]) -> None:
        """Makes the game of what its files hold; that takes longer, and nobody waits for it."""
        made = built(held, self.procedure or games.procedure(held.header))
        self.game, self.warning, self._anew = made.game, made.warning, made.anew
        self.game.listener = self._heard
        fits = held.fits and not made.rewrite
        self._tape = Tape(list(held.records), list(held.tape.redoable), held.tape.turn)
        self._game = held.game
        self._put_down()
        self._stand(held.journal)
        self._light = 0.0
        head = held.journal.entries[0] if held.journal.entries else None
        self._wound, self._begun = contents.times_rewritten(head)[0], held.begun
        self._boundary = held.latest.record if fits else -1
        self._names = held.names if held.names is not None and not self._anew else Names()
        told = 0 if held.dropped else min(len(held.story), self.game.standing_lines)
        self.chronicle = Chronicle(self.folder / CHRONICLE, held.game)
        stands = held.chronicle.stands if fits and not self._anew else 0
        self.chronicle.begin(held.chronicle, told, stands)
        self._stamp = stamp
        self._asked = self._decides
        # What lies here is brought up when the pen is: what that takes is kept, and no more.
        self._held: Contents | None = held._replace(
            fits=fits, tape=Tape(), story=[], chronicle=held.chronicle._replace(lines=[], marks=[]),
            journal=held.journal._replace(data=b"", entries=held.journal.entries if self._is_old(
                held) else held.journal.entries[:1]),
        )  # fmt: skip

    def poll(self) -> News:
        """Follows what others did; takes the pen where a power decides that sits here only.

        Raises SaveError for files that cannot be read or followed.
        """
        if self._aside is not None and not self._aside[0].done():
            return News()  # a look at it comes again
        self.settle()
        self.pen.come_again()
        moved = self._look() != self._stamp and self._catch_up()
        long = self._light > LONG or len(self._tape.records) > LONG * journal.MOST_RECORDS
        if long and self.pen.mine and self._latest().record:
            with self.pen.alone():
                self._begin_anew()
            return News(True, True, "The game starts afresh here: what came before stays as it is.")
        if not self.pen.mine and self._decides in self.pen.me.seats:
            self.take_pen()
        if journal_fullness(self._length, self._items) >= CROWDED and self.pen.mine:
            self._relieve(CROWDED)
        said = self._heard_of_wish() or self._pass_on() or self._tell_trouble()
        seen = (self.pen.held(), self.pen.people(), votes.read(self.folder))
        news = News(moved, seen != self._seen, said)
        self._seen = seen
        return news

    def _catch_up(self) -> bool:
        """Plays what came into the journal since; whether anything did."""
        with self.pen.alone():
            stamp = self._look()
            anew = stamp[:1] != self._stamp[:1] or stamp[1] < self._length
            if not anew:
                self._stamp = stamp
            journal = (
                None if anew else read_journal(self.folder / JOURNAL, self._length, self._chain)
            )
        if journal is None or (journal.trouble and self._is_another()):
            self._build(*self._read())
            return True
        self._length, self._chain = journal.length, journal.chain
        self._items += journal.items
        self._name.update(journal.data)
        before = standing = len(self._tape.records)
        for entry in journal.entries:
            self._tape.add(entry, f"{self.name}/{JOURNAL}")
            standing = min(standing, entry[0])
        if standing < before:
            self._back_to(standing)
        if journal.entries:
            self._follow(standing)
        return bool(journal.entries)

    def _is_another(self) -> bool:
        """Whether the journal was written anew since, in a file that goes by the same number."""
        with self.pen.alone():
            entries = read_journal(self.folder / JOURNAL).entries
        return contents.times_rewritten(entries[0] if entries else None) != (
            self._wound,
            self._begun,
        )

    def _follow(self, standing: int) -> None:
        try:
            self.game.follow(standing, self._tape.records[standing:])
        except Diverged as error:
            self._astray = f"whoever plays {self.name} has other rules: {error}"
            raise SaveError(self._astray) from error
        self.game.redoable = list(self._tape.redoable)
        self._boundary = -1
        self._asked = self._decides

    # The pen.

    def take_pen(self) -> bool:
        """Takes the pen where it is free or belongs here; whether it is here now. Raises SaveError
        where the game cannot be followed or written."""
        self.settle()
        with self.pen.alone():
            if not self.pen.may_take(self._decides):
                return False
            if self._look() != self._stamp:
                self._catch_up()
            if not self.pen.take(self._decides):
                return False
            if self._held is not None:
                self._mend(self._held)
                self._held = None
            return True

    def refusal(self) -> str:
        """Why this connection cannot answer now, as a sentence; "" when it can. Raises SaveError
        where the seats cannot be read."""
        if self.pen.watching_only:
            return "The game can only be watched from here: its folder cannot be written to."
        if self._astray:
            return f"{capitalised(self._astray)}."
        who = self._decides
        if who in self.locks() and who not in self.pen.me.seats:
            return (
                f"{capitalised(possessive(who))} seat is locked: sit down there with its "
                "passphrase."
            )
        holder = self.pen.holder()
        if holder is not None and holder.id != self.pen.me.id and who not in holder.seats:
            asked = self.pen.me.id in self.pen.held().asked
            how = "you have asked for it" if asked else "ask for it"
            return f"{holder.player or 'Somebody'} holds the pen; {how}."
        if who not in self.pen.me.seats:
            for person in self.people():
                if who in person.seats and person.id != self.pen.me.id:
                    return f"{person.player or 'Somebody'} sits there."
        return ""

    def close(self) -> None:
        """Lets go of the files and of the pen; every answer is in them already."""
        self.settle()
        if hasattr(self, "game"):
            self.game.listener = None
        self._put_down()
        self.pen.leave()
