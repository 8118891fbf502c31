"""What fell and what was lost: the dice of a game by country and purpose, and losses by cause.

All of it is read from the journal and the chronicle; nothing here is a rule. Chances are exact.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any, Final, NamedTuple

from engine.chronicle import Entry
from engine.facts.wordings import wordings
from engine.games.journal_records import Record

FACES: Final = 10
NOBODY: Final = ("continuation", "wind", "turkey", "minors")
PURPOSES: Final = wordings("purpose of a roll")
LOW_IS_GOOD: Final = ("attrition", PURPOSES["losses"], PURPOSES["small"], PURPOSES["star"])


class Throw(NamedTuple):
    """One die: whose (a country's id, "" for nobody's), what for, what fell, in which record."""

    country: str
    purpose: str
    die: int
    record: int

    @property
    def luck(self) -> int:
        """How good it was, from 1 to 10: the die, turned over where a low one is wished for."""
        return FACES + 1 - self.die if self.purpose in LOW_IS_GOOD else self.die


class Dice(NamedTuple):
    """Many dice together: how many of each face fell, and the sum of their luck."""

    faces: tuple[int, ...]
    luck: int

    @property
    def number(self) -> int:
        """How many dice there are."""
        return sum(self.faces)

    @property
    def mean(self) -> Fraction:
        """The mean of their luck; 11/2 is expected."""
        return Fraction(self.luck, self.number or 1)

    @property
    def as_bad(self) -> Fraction:
        """The exact chance that as many fair dice are as bad as these, or worse."""
        return chance_at_most(self.number, self.luck)

    @property
    def as_good(self) -> Fraction:
        """The exact chance that as many fair dice are as good as these, or better."""
        return chance_at_most(self.number, (FACES + 1) * self.number - self.luck)


class Loss(NamedTuple):
    """Troops (thirds of a land detachment) and ships (thirds of a naval one) that were lost."""

    country: str
    thirds: int
    afloat: int
    cause: str
    turn: int
    box: str


@lru_cache
def purpose(name: str) -> str:
    """What a die of that name is thrown for, in words: `france.fire1` is fire."""
    plain = re.sub(r"\d+$", "", name.rpartition(".")[2])
    return PURPOSES.get(plain, plain.replace("-", " "))


def owner(name: str) -> str:
    """The country that throws a die of that name, "" for nobody's."""
    first, dot, _ = name.partition(".")
    return first if dot and first not in NOBODY else ""


def throws(records: Sequence[Record], story: Sequence[Entry] = ()) -> list[Throw]:
    """Every die of the journal; where players typed theirs, those that the chronicle tells."""
    found = [
        Throw(owner(thrown.name), purpose(thrown.name), thrown.die, number)
        for number, record in enumerate(records, 1)
        for thrown in record.dice
    ]
    return found or [
        Throw(owner(sheet["name"]), purpose(sheet["name"]), sheet["die"], entry.record)
        for entry in story
        if (sheet := entry.sheet) and "die" in sheet and "name" in sheet
    ]


def counted_together(thrown: Iterable[Throw]) -> Dice:
    """Many dice as one count."""
    faces, luck = [0] * FACES, 0
    for each in thrown:
        faces[each.die - 1] += 1
        luck += each.luck
    return Dice(tuple(faces), luck)


def chance_at_most(count: int, most: int) -> Fraction:
    """The exact chance that so many fair dice make `most` or less.

    The ways in which numbers from 0 on make a sum, less those in which one of them is more than a
    die shows, and back those in which two are, and so on: each is counted at once, whatever the
    number of dice.
    """
    spare = most - count  # what all dice together may show beyond one each
    if spare >= (FACES - 1) * count:
        return Fraction(1)
    ways, together = 0, 1
    for beyond in range(spare // FACES + 1):
        ways += together * comb(spare - FACES * beyond + count, count)
        together = together * (beyond - count) // (beyond + 1)
    return Fraction(ways, FACES**count)


def losses(story: Sequence[Entry], turn: int = 1) -> list[Loss]:
    """Every loss that the chronicle tells, by the turn (the first is `turn`) and the round."""
    found = []
    for entry in story:
        if entry.kind == "turn" and (said := re.match(r"Turn (\d+) begins", entry.text)):
            turn = int(said[1])
        sheet = entry.sheet
        if sheet and "cause" in sheet:
            cause = re.sub(r"^(the \w+) (?:on|of) .*|:.*$", r"\1", str(sheet["cause"]))
            found += [
                Loss(country, thirds, afloat, cause, turn, entry.box)
                for country, (thirds, afloat) in by_country(sheet).items()
            ]
    return found


def by_country(sheet: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """What a line about losses says is lost: by country, thirds of land and naval detachments.

    It names one country, or those of several counters (forces.toll).
    """
    lost = sheet.get("lost")
    if lost is None:
        lost = {sheet["country"]: (sheet.get("thirds", 0), sheet.get("afloat", 0))}
    return {str(each): (int(thirds), int(afloat)) for each, (thirds, afloat) in lost.items()}
