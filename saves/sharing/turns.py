"""Whose turn it is in the games of a store: the games in which a player has a seat, those that wait
for him first; and who away from a game is to be told that it waits for him, once a turn."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.documents.printable import is_text
from saves.disk import journal as journals
from saves.disk import naming
from saves.disk.append_only import read_journal
from saves.disk.files import read_document, write_document
from saves.disk.index import Summary
from saves.disk.naming import JOURNAL
from saves.disk.packing import SaveError
from saves.sharing import seats
from saves.sharing.pen import Pen

TOLD: Final = ".turns.msgpack"
SETTLED: Final = 3.0  # seconds that a turn has to last before anybody is told
AGAIN: Final = 3600.0  # seconds after which one is told again of a turn that was taken back
MOST_AN_HOUR: Final = 30  # times that one player is told


# The games of a player.


class OwnGame(NamedTuple):
    """A game in which a player has seats, and whether one of them is to decide."""

    game: Summary
    waits: bool


def games_of(store: Path, games: Iterable[Summary], player: str) -> list[OwnGame]:
    """The games that go on in which a player has a seat: those that wait for him first."""
    found = []
    for game in games:
        if game.who and not game.problem:
            powers = seats.seats_taken(store / game.name).get(player, ()) if player else ()
            if powers:
                found.append(OwnGame(game, game.who in powers))
    return sorted(found, key=lambda one: not one.waits)


# Who is to be told.


class Due(NamedTuple):
    """A player who is to be told: it is his power's turn, and he is not there."""

    game: str
    power: str
    player: str


class Standing(NamedTuple):
    """Who decides in a game after how many answers, and how far its journal was read."""

    who: str
    answers: int
    stamp: tuple[int, int, int]
    length: int
    chain: int


def standing(folder: Path, before: Standing | None = None) -> Standing | None:
    """Where a game stands by its journal, of which only what is new since `before` is read; None
    where it tells nothing. Raises SaveError."""
    path = folder / JOURNAL
    try:
        status = path.lstat()
    except OSError:
        return None
    stamp = status.st_ino, status.st_size, status.st_mtime_ns
    if before is not None and before.stamp == stamp:
        return before
    if before is not None and (before.stamp[0] != stamp[0] or stamp[1] < before.length):
        before = None
    at = (before.length, before.chain) if before is not None else (0, 0)
    journal = read_journal(path, *at)
    if before is not None and journal.trouble and not journal.torn:
        return standing(folder)  # written anew in a file that goes by the same number
    who, answers = (before.who, before.answers) if before is not None else ("", 0)
    for entry in journal.entries:
        if type(entry) is not dict:  # which a journal begins with
            stands, added, turn = journals.read_entry(entry, f"{folder.name}/{JOURNAL}")
            answers = stands + len(added)
            who = turn.who if turn is not None else who
    return Standing(who, answers, stamp, journal.length, journal.chain)


@dataclass(slots=True)
class Notice:
    """That a player was told of a turn: after how many answers, when, and whether it goes on."""

    answers: int
    when: float
    lasts: bool = True


@dataclass(slots=True)
class Watch:
    """Looks at the games of a store time and again for those who are to be told something.

    Who was told is kept in the store before he is told: after a restart too nobody is told twice of
    a turn, nor of one that is taken back and comes again within the hour. `clock` gives seconds.
    """

    store: Path
    clock: Callable[[], float]
    told: dict[str, dict[tuple[str, str], Notice]] = field(default_factory=dict)
    stands: dict[str, Standing] = field(default_factory=dict)
    since: dict[str, tuple[str, float]] = field(default_factory=dict)
    hour: dict[str, list[float]] = field(default_factory=dict)
    sat: dict[str, tuple[tuple[int, int], dict[str, list[str]]]] = field(default_factory=dict)
    _changed: bool = False
    _read: bool = False

    def look(self, known: Callable[[], set[str]], most: int) -> list[Due]:
        """At most so many who are to be told now, of the players that are `known`; from then on
        they count as told. Raises SaveError where that cannot be read or kept: then nobody is."""
        if not self._read:
            self.told, self._read = _read(self.store), True
        now, found, waiting = self.clock(), list[Due](), dict[str, str]()
        for name in self._games():
            try:
                stands = standing(self.store / name, self.stands.get(name))
            except SaveError:
                continue  # whoever opens it reads what is wrong
            if stands is not None:
                self.stands[name] = stands
                self._turn(name, stands, now)
                if now - self.since[name][1] >= SETTLED and stands.who:
                    waiting[name] = stands.who
        players = known() if waiting else set[str]()
        for name, who in waiting.items():
            if len(found) < most:
                found += self._away(name, who, players, now)[: most - len(found)]
        before = {due: self.told.get(due.game, {}).get((due.power, due.player)) for due in found}
        for due in found:
            notice = Notice(self.stands[due.game].answers, now)
            self.told.setdefault(due.game, {})[due.power, due.player] = notice
        if found or self._changed:
            try:
                self._keep()
            except SaveError:
                for due, notice_before in before.items():
                    self.told[due.game].pop((due.power, due.player))
                    if notice_before is not None:
                        self.told[due.game][due.power, due.player] = notice_before
                raise
            self._changed = False
        for due in found:
            self.hour.setdefault(due.player, []).append(now)
        return found

    def _games(self) -> list[str]:
        """The games where somebody has a seat; who has which is read anew where it changed."""
        found = dict[str, tuple[tuple[int, int], dict[str, list[str]]]]()
        with suppress(OSError):
            for name in sorted(path.name for path in self.store.iterdir()):
                if not naming.GAME.fullmatch(name):
                    continue
                with suppress(OSError):
                    status = (self.store / name / seats.SAT).lstat()
                    stamp = status.st_ino, status.st_mtime_ns
                    before = self.sat.get(name)
                    same = before is not None and before[0] == stamp
                    found[name] = (
                        before if before and same else (stamp, seats.seats_taken(self.store / name))
                    )
        self.sat = found
        self.stands = {name: self.stands[name] for name in self.stands if name in found}
        return list(found)

    def _turn(self, name: str, stands: Standing, now: float) -> None:
        """Notes since when a power decides, and which turns are over."""
        if self.since.get(name, ("", 0.0))[0] != stands.who or name not in self.since:
            self.since[name] = stands.who, now
        for (power, _), notice in self.told.get(name, {}).items():
            if notice.lasts and power != stands.who:
                notice.lasts, self._changed = False, True

    def _away(self, name: str, who: str, players: set[str], now: float) -> list[Due]:
        folder, answers = self.store / name, self.stands[name].answers
        sit = {player for player, powers in self.sat[name][1].items() if who in powers}
        told = self.told.get(name, {})
        found = []
        for player in sorted(sit & players):
            notice = told.get((who, player))
            if notice is not None and (
                notice.lasts or (answers <= notice.answers and now - notice.when < AGAIN)
            ):
                continue
            recent = [when for when in self.hour.get(player, ()) if now - when < AGAIN]
            self.hour[player] = recent
            if len(recent) < MOST_AN_HOUR:
                found.append(Due(name, who, player))
        if found:
            here = {person.player for person in Pen(folder, "").people()}
            found = [due for due in found if due.player not in here]
        return found

    def _keep(self) -> None:
        there = {one for one in self.told if (self.store / one).is_dir()}
        self.told = {name: self.told[name] for name in sorted(there)}
        plain = {
            name: [
                [power, player, one.answers, int(one.when), one.lasts]
                for (power, player), one in lines.items()
            ]
            for name, lines in self.told.items()
        }
        write_document(self.store / TOLD, plain)


def _read(store: Path) -> dict[str, dict[tuple[str, str], Notice]]:
    """Who was told before. Raises SaveError where the file is damaged."""
    if not os.path.lexists(store / TOLD):
        return {}
    plain = read_document(store / TOLD)
    found: dict[str, dict[tuple[str, str], Notice]] = {}
    for name, lines in plain.items() if type(plain) is dict else ():
        for line in lines if type(lines) is list else ():
            power, player, notice = _notice(line)
            found.setdefault(name, {})[power, player] = notice
    return found


def _notice(line: Any) -> tuple[str, str, Notice]:
    match line:
        case [str(power), str(player), int(answers), int(when), bool(lasts)] if is_text(
            power
        ) and is_text(player):
            return power, player, Notice(answers, when, lasts)
    raise SaveError(f"{TOLD} is damaged: delete it, and everybody is told once more")
