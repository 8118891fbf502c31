"""What a power may see of a game: nothing of zones it does not know, nor what others found there.

A line of the story is another's secret when it happened in such a zone or names one; what the power
did itself it may always read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache

from engine.facts import board
from engine.play.phase import Entry
from engine.state import State, known_zones, sides
from saves.disk.packing import SaveError
from saves.saved import Saved
from tui.words import board_changes
from tui.words.places import place_name

NOTHING: frozenset[str] = frozenset()
HIDES = "A locked seat hides some of the table: only who sits there may."


@cache
def everywhere() -> frozenset[str]:
    """All zones."""
    return frozenset([*board.provinces(), *board.seas()])


def fog(state: State, power: str) -> frozenset[str]:
    """The zones that a power does not know; for "" those that not everybody knows (DIS-02)."""
    if not known_zones.knowledge_counts(state):
        return NOTHING
    powers = [power] if power else {sides.decider(state, country) for country in state.countries}
    hidden = NOTHING
    for each in powers:
        hidden |= everywhere() - known_zones.seen_by(state, each)
    return hidden


def unknown(state: State, powers: Collection[str]) -> frozenset[str]:
    """The zones that none of these powers knows; where there are none, those that not everybody
    knows."""
    return frozenset.intersection(*(fog(state, power) for power in powers or ("",)))


def unknown_to_reader(saved: Saved) -> frozenset[str]:
    """The zones that whoever looks may not know of in what is told of the whole table: none where
    no seat is locked."""
    state = saved.game.state
    with suppress(SaveError):  # where the locks cannot be read, nobody's secrets are told
        if not saved.locks():
            return NOTHING
    return unknown(state, set(filter(saved.may_see, saved.game.rules.powers(state))))


def ruling_refused(saved: Saved) -> str:
    """Why whoever looks makes no umpire's ruling, "" where he may: one of a zone that only a locked
    seat knows would tell what lies there, and one about knowledge the zone itself."""
    state = saved.game.state
    hidden = not all(map(saved.may_see, saved.game.rules.powers(state)))
    return HIDES if hidden and known_zones.knowledge_counts(state) else ""


def changed(saved: Saved, form: str = "text") -> str:
    """What a phase changed on the table, in one of its forms, as far as whoever looks may know."""
    hidden = unknown_to_reader(saved)
    return board_changes.board_changes(
        saved.game, form, saved.may_see, lambda line: not names_hidden(line, hidden)
    )


@lru_cache(maxsize=8)
def _named(hidden: frozenset[str]) -> re.Pattern[str]:
    """What finds the name of a hidden zone in a sentence; no part of a longer name."""
    told = {place_name(place) for place in everywhere() - hidden}
    names = {place_name(place) for place in hidden} - told
    either = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)" if names else r"(?!)")


def names_hidden(text: str, hidden: frozenset[str]) -> bool:
    """Whether a sentence names a zone that is hidden."""
    return bool(hidden) and _named(hidden).search(text) is not None


def countries_decided(state: State, power: str) -> set[str]:
    """The countries that a power decides for, itself among them."""
    mine = {name for name in state.countries if sides.decider(state, name) == power}
    return {power, *mine} - {""}


def visible(
    story: Iterable[Entry], state: State, power: str, hidden: frozenset[str]
) -> Iterator[Entry]:
    """The lines of a story that a power may read."""
    if not hidden:
        yield from story
        return
    mine = countries_decided(state, power)
    for entry in story:
        if readable(entry, power, mine, hidden):
            yield entry


class Reading:
    """The lines of a story that one power may read; as it grows, only what is new is looked at."""

    def __init__(self) -> None:
        self._as: tuple[str, frozenset[str], frozenset[str]] | None = None  # who reads
        self._last: Entry | None = None  # the line of the story up to which was read
        self._upto = 0
        self._found: list[Entry] = []

    def read(
        self, story: Sequence[Entry], state: State, power: str, hidden: frozenset[str]
    ) -> list[Entry]:
        """What a power may read of it all now."""
        reader = power, hidden, frozenset(countries_decided(state, power))
        upto = self._upto
        if reader != self._as or upto > len(story) or (upto and story[upto - 1] is not self._last):
            upto, self._found = 0, []
        self._found += visible(story[upto:], state, power, hidden)
        self._as, self._upto = reader, len(story)
        self._last = story[-1] if story else None
        return self._found


def open_to(story: Iterable[Entry], state: State, powers: Collection[str]) -> list[Entry]:
    """The lines of a story that any of these powers may read; where there are none, those that
    everybody may."""
    story = list(story)
    read = set[int]()
    for power in powers or ("",):
        read |= {id(entry) for entry in visible(story, state, power, fog(state, power))}
    return [entry for entry in story if id(entry) in read]


def readable(entry: Entry, power: str, mine: Collection[str], hidden: frozenset[str]) -> bool:
    """Whether a power with these countries may read a line."""
    if entry.only:
        return bool(power) and entry.shown_to(power)
    if entry.who in mine:
        return True
    return entry.place not in hidden and not names_hidden(entry.text, hidden)
