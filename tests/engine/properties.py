"""What holds of every way on from a rich position; AssertionError says what broke.

Nothing changes without a line of the chronicle that names it; every action that is announced ends
in a roll, a result or a line that says why not; what one stack does leaves the others as they were;
a war elsewhere is of no matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from engine.facts import countries
from engine.facts.board import name_of
from engine.play.game import Game
from engine.programs import bots
from engine.report import Entry
from engine.state import State
from tests.engine import positions
from tests.engine.invariants import check


class Seen(NamedTuple):
    """What lies on the table, by what it is and which: plain data to be compared."""

    units: dict[int, tuple[str, int, str, str]]
    leaders: dict[str, tuple[str, str]]
    ducats: dict[str, int]
    stability: dict[str, int]
    gold: dict[str, int]
    places: dict[str, dict[str, Any]]
    serving: dict[str, str]
    carried: dict[str, frozenset[str]]
    known: dict[str, frozenset[str]]
    tasks: dict[str, str]


def look(state: State) -> Seen:
    """The table as it lies."""
    places: dict[str, dict[str, Any]] = {
        "control": {**state.controllers},
        "owner": {**state.owners},
        "level": {**state.levels},
        "siege": {each: (tuple(s.works), s.breach) for each, s in state.sieges.items()},
        "pillage": {each: tuple(signs) for each, signs in state.pillages.items()},
        "revolt": {each: tuple(r.side for r in here) for each, here in state.revolts.items()},
        "corsair": {
            each: tuple((c.country, c.side, c.leader) for c in here)
            for each, here in state.corsairs.items()
        },
        "establishment": {
            each: tuple((e.country, e.kind, e.level, e.stage) for e in here)
            for each, here in state.establishments.items()
        },
        "natives": {**state.natives},
        "presidio": {**state.presidios},
    }
    return Seen(
        {n: (u.country, u.thirds or u.afloat, u.place, u.kind) for n, u in state.units.items()},
        {name: (each.status, each.place) for name, each in state.leaders.items()},
        {name: each.treasury for name, each in state.countries.items()},
        {name: each.stability for name, each in state.countries.items()},
        {**state.gold},
        places,
        {name: each.country for name, each in state.leaders.items()},
        {carrier: frozenset(found) for carrier, found in state.discoveries.items()},
        {name: frozenset(found) for name, found in state.known.items()},
        {**state.tasks},
    )


class Told:
    """Watches that every change between two moves has its line in the chronicle."""

    def __init__(self, game: Game) -> None:
        self.before, self.at = look(game.state), len(game.story)

    def __call__(self, game: Game) -> None:
        """Looks where the table can be looked at: not in the middle of a move."""
        if not game._clean and game.ask is not None:
            return
        now, lines = look(game.state), game.story[self.at :]
        silent = [each for each in self.changes(game.state, now) if not _names(lines, each)]
        self.before, self.at = now, len(game.story)
        said = " | ".join(f"[{line.kind}] {line.text}" for line in lines)
        assert not silent, f"nobody is told that {silent[0].what}; told is: {said or 'nothing'}"

    def changes(self, state: State, now: Seen) -> Iterator[Change]:
        """What is otherwise than it was."""
        before = self.before
        yield from self._troops(now)
        for name, (status, place) in now.leaders.items():
            was = before.leaders.get(name, ("", ""))
            if was != (status, place):
                who = countries.leader(name)
                said = f"{who.name} was {was[0]} in {was[1]}, is {status} in {place}"
                yield Change(said, names=[who.name], place=place)
        for what, then, after in (
            ("ducats", before.ducats, now.ducats),
            ("stability", before.stability, now.stability),
        ):
            for name in after:
                if then.get(name) != after[name]:
                    said = f"{name} has {after[name]} {what}, had {then.get(name)}"
                    yield Change(said, names=_called(name))
        then, left = _gold(before), _gold(now)
        for where in then.keys() | left.keys():
            if then.get(where) != left.get(where):
                said = f"{where} has {left.get(where, 0)} ducats of gold, had {then.get(where, 0)}"
                yield Change(said, names=["gold"])
        for what, there in now.places.items():
            then = before.places[what]
            for place in then.keys() | there.keys():
                if then.get(place) != there.get(place):
                    said = f"{what} of {place} was {then.get(place)}, is {there.get(place)}"
                    yield Change(said, names=[name_of(place)], place=place)
        for name in now.known:
            for place in now.known[name] - before.known.get(name, frozenset()):
                yield Change(f"{name} knows {place}", names=[name_of(place)], place=place)
        then_found, found = _by_country(before), _by_country(now)
        for name in then_found.keys() | found.keys():
            old, new = then_found.get(name, set()), found.get(name, set())
            for place in (old ^ new) - now.known.get(name, frozenset()):
                said = f"{name} {'lost' if place in old else 'found'} {place}"
                yield Change(said, names=[name_of(place)], place=place)
        for key in before.tasks.keys() - now.tasks.keys():
            alive = (
                int(key) in now.units
                if key.isdecimal()
                else now.leaders.get(key, ("",))[0] == "map"
            )
            if alive and key.isdecimal():
                zone = before.units[int(key)][2]
                if now.units[int(key)][2] == zone:
                    said = f"{key} in {zone} no longer does {before.tasks[key]}"
                    yield Change(said, names=[name_of(zone)], place=zone)

    def _troops(self, now: Seen) -> Iterator[Change]:
        """Who has more or fewer where: counters may be broken and put together."""
        sums: list[dict[tuple[str, str], int]] = []
        for seen in (self.before, now):
            found: dict[tuple[str, str], int] = {}
            for country, size, place, _ in seen.units.values():
                found[country, place] = found.get((country, place), 0) + size
            sums.append(found)
        for country, place in sums[0].keys() | sums[1].keys():
            was, size = (each.get((country, place), 0) for each in sums)
            if was != size:
                said = f"{country} has {size} thirds in {place}, had {was}"
                yield Change(said, names=[name_of(place)], place=place, also=_called(country))


def _gold(seen: Seen) -> dict[str, int]:
    """The gold of each place ashore, and of each country's ships."""
    found: dict[str, int] = {}
    for carrier, ducats in seen.gold.items():
        where = seen.units[int(carrier)][0] if carrier.isdecimal() else carrier
        found[where] = found.get(where, 0) + ducats
    return found


def _by_country(seen: Seen) -> dict[str, set[str]]:
    """What a country's counters and leaders carry home together."""
    found: dict[str, set[str]] = {}
    for carrier, places in seen.carried.items():
        numbered = carrier.isdecimal()
        country = seen.units[int(carrier)][0] if numbered else seen.serving.get(carrier, "")
        found.setdefault(country, set()).update(places)
    return found


class Change(NamedTuple):
    """A change in words, and what a line has to name: one of the names or the place, and one of
    `also`."""

    what: str
    names: Iterable[str]
    place: str = ""
    also: tuple[str, ...] = ()


def _called(country: str) -> tuple[str, ...]:
    if country not in countries.countries():
        return (country,)
    return countries.called(country), countries.whose(country), countries.country_name(country)


def _names(lines: list[Entry], change: Change) -> bool:
    """Whether the lines name what changed, and whose it is."""

    def named(names: Iterable[str]) -> bool:
        return any(name.casefold() in line.text.casefold() for line in lines for name in names)

    ways = [way for line in lines for way in (line.place, *(line.sheet or {}).get("way", ()))]
    here = bool(change.place) and change.place in ways
    return (here or named(change.names)) and (not change.also or named(change.also))


MOST = 400
"""So many decisions are looked at after a position."""


def hold(seed: int) -> int:
    """Plays a position on to the next but one round and looks at every decision; the decisions.

    Raises AssertionError with the seed and what broke.
    """
    game = positions.table(seed)
    watches = (Told(game),)
    rounds = len(game.state.rounds)
    number = 0
    try:
        while game.ask is not None and number < MOST and len(game.state.rounds) < rounds + 2:
            check(game)
            for watch in watches:
                watch(game)
            game.answer(bots.random_player(game, game.ask))
            number += 1
    except Exception as error:
        why = error.__cause__ or error
        what = f"position {seed}, decision {number}: {type(why).__name__}: {why}"
        raise AssertionError(what) from error
    return number
