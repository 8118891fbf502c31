"""What holds of every way on from a rich position; AssertionError says what broke.

Nothing changes without a line of the chronicle that names it; every action that is announced ends
in a roll, a result or a line that says why not; what one stack does leaves the others as they were;
a war elsewhere is of no matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from engine.facts import board, countries
from engine.land.movement.ways import name_of
from engine.land.supply import supply
from engine.play.game import Game
from engine.report import Entry
from engine.situation import lore
from engine.state import State, sides


class Seen(NamedTuple):
    """What lies on the table, by what it is and which: plain data to be compared."""

    units: dict[int, tuple[str, int, str, str]]
    leaders: dict[str, tuple[str, str]]
    ducats: dict[str, int]
    stability: dict[str, int]
    gold: dict[str, int]
    places: dict[str, dict[str, Any]]
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
        for name in before.gold.keys() | now.gold.keys():
            if before.gold.get(name) != now.gold.get(name):
                said = (
                    f"{name} has {now.gold.get(name)} ducats of gold, had {before.gold.get(name)}"
                )
                yield Change(said, names=["gold", "ducats"])
        for what, there in now.places.items():
            then = before.places[what]
            for place in then.keys() | there.keys():
                if then.get(place) != there.get(place):
                    said = f"{what} of {place} was {then.get(place)}, is {there.get(place)}"
                    yield Change(said, names=[name_of(place)], place=place)
        for name in now.known:
            for place in now.known[name] - before.known.get(name, frozenset()):
                yield Change(f"{name} knows {place}", names=[name_of(place)], place=place)
        for name in before.carried.keys() | now.carried.keys():
            was, found = before.carried.get(name, frozenset()), now.carried.get(name, frozenset())
            for place in was ^ found:
                known = any(place in each for each in now.known.values())
                if not known:
                    said = f"{name} {'lost' if place in was else 'found'} {place}"
                    yield Change(said, names=[name_of(place)], place=place)
        for key in before.tasks.keys() - now.tasks.keys():
            alive = int(key) in now.units if key.isdecimal() else now.leaders[key][0] == "map"
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
            for country, size, place, kind in seen.units.values():
                found[country, place] = found.get((country, place), 0) + size
            sums.append(found)
        for country, place in sums[0].keys() | sums[1].keys():
            was, size = (each.get((country, place), 0) for each in sums)
            if was != size:
                said = f"{country} has {size} thirds in {place}, had {was}"
                yield Change(said, names=[name_of(place)], place=place, also=_called(country))


class Change(NamedTuple):
    """A change in words, and what a line has to name: one of the names or the place, and one of
    `also`."""

    what: str
    names: list[str]
    place: str = ""
    also: list[str] = []


def _called(country: str) -> list[str]:
    if country not in countries.countries():
        return [country]
    return [countries.called(country), countries.whose(country), countries.country_name(country)]


def _names(lines: list[Entry], change: Change) -> bool:
    for line in lines:
        text = line.text.casefold()
        way = [line.place, *(line.sheet or {}).get("way", ())]
        here = change.place in way if change.place else False
        if here or any(name.casefold() in text for name in change.names):
            if (
                not change.also
                or line.who in change.also
                or any(name.casefold() in text for name in change.also)
            ):
                return True
    return False
