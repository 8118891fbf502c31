"""What holds of every way on from a rich position; AssertionError says what broke.

Nothing changes without a line of the chronicle that names it; every action that is announced ends
in a roll, a result or a line that says why not; what one stack does leaves the others as they were;
a war elsewhere is of no matter.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple, TypeAlias

from engine.chronicle import Entry
from engine.facts import board, countries
from engine.facts.board import name_of
from engine.fleets import fleets
from engine.games.game import Game
from engine.land.supply import supply_lines
from engine.overseas import exploration_rights
from engine.play.asks import Ask, Raw
from engine.programs import bots
from engine.sea import corsairs_math
from engine.state import State, sides
from engine.state.countries import Country
from engine.state.diplomacy import Alliance
from engine.state.forces import Unit
from tests.engine import positions
from tests.engine.invariants import check
from tests.engine.positions import Table


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
    stands: dict[tuple[str, str, str], int]
    veterans: dict[tuple[str, str], int]
    returns: dict[str, str]
    wars: frozenset[tuple[str, str]]
    damaged: dict[str, tuple[tuple[str, str, int], ...]]


def look(state: State) -> Seen:
    """The table as it lies."""
    places: dict[str, dict[str, Any]] = {
        "control": {**state.land.controllers},
        "owner": {**state.land.owners},
        "level": {**state.land.levels},
        "siege": {each: (tuple(s.works), s.breach) for each, s in state.land.sieges.items()},
        "pillage": {each: tuple(signs) for each, signs in state.land.pillages.items()},
        "revolt": {each: tuple(r.side for r in here) for each, here in state.land.revolts.items()},
        "corsair": {
            each: tuple((c.country, c.side, c.leader) for c in here)
            for each, here in state.sea.corsairs.items()
        },
        "establishment": {
            each: tuple((e.country, e.kind, e.level, e.stage) for e in here)
            for each, here in state.overseas.establishments.items()
        },
        "natives": {**state.overseas.natives},
        "presidio": {**state.sea.presidios},
        "ships": _ships(state),
        "resupply": dict.fromkeys(state.land.resupplied, "resupplied"),
    }
    stands: dict[tuple[str, str, str], int] = {}
    veterans: dict[tuple[str, str], int] = {}
    for unit in state.units.values():
        if unit.land:
            stands[unit.country, unit.place, unit.position] = unit.thirds + stands.get(
                (unit.country, unit.place, unit.position), 0
            )
        veterans[unit.country, unit.place] = unit.veterans + veterans.get(
            (unit.country, unit.place), 0
        )
    return Seen(
        {n: (u.country, u.thirds or u.afloat, u.place, u.kind) for n, u in state.units.items()},
        {name: (each.status, each.place) for name, each in state.leaders.items()},
        {name: each.treasury for name, each in state.countries.items()},
        {name: each.stability for name, each in state.countries.items()},
        {**state.sea.gold},
        places,
        {name: each.country for name, each in state.leaders.items()},
        {carrier: frozenset(found) for carrier, found in state.overseas.discoveries.items()},
        {name: frozenset(found) for name, found in state.overseas.known.items()},
        {**state.sea.tasks},
        stands,
        veterans,
        {name: each.returns for name, each in state.leaders.items()},
        frozenset(state.diplomacy.wars),
        {
            name: tuple(
                (d.region, d.kind, d.number) for d in state.sea.damaged if d.country == name
            )
            for name in {each.country for each in state.sea.damaged}
        },
    )


def _ships(state: State) -> dict[str, tuple[tuple[str, str], ...]]:
    """The naval counters of each place, by country and kind."""
    found: dict[str, list[tuple[str, str]]] = {}
    for unit in state.units.values():
        if not unit.land:
            found.setdefault(unit.place, []).append((unit.country, unit.kind))
    return {place: tuple(sorted(ships)) for place, ships in found.items()}


class Told:
    """Watches that every change between two moves has its line in the chronicle."""

    def __init__(self, game: Game) -> None:
        self.before, self.at = look(game.state), 0

    def __call__(self, game: Game) -> None:
        """Looks at the table, not in the middle of a move."""
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
        yield from self._positions(now)
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
        for owner in now.damaged.keys() | before.damaged.keys():
            if now.damaged.get(owner) != before.damaged.get(owner):
                said = f"{owner} has other damaged ships, {now.damaged.get(owner)}"
                yield Change(said, names=_called(owner))
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

    def _positions(self, now: Seen) -> Iterator[Change]:
        """Who goes into a fortress or aboard, how many are veteran, wounds, and wars."""
        before = self.before
        for name, box in now.returns.items():
            if box and before.returns.get(name, "") != box:
                chief = countries.leader(name).name
                yield Change(f"{chief} waits for {box}", names=[chief])
        for one, other in before.wars ^ now.wars:
            yield Change(f"the war of {one} and {other}", names=_called(one), also=_called(other))
        for (country, place, position), size in now.stands.items():
            had = before.stands.get((country, place, position), 0)
            if size > had:
                said = f"{country} has {size} thirds {position} in {place}, had {had}"
                yield Change(said, names=[name_of(place)], place=place)
        for (country, place), size in now.veterans.items():
            had = before.veterans.get((country, place), 0)
            if size != had:
                said = f"{country} has {size} thirds of veterans in {place}, had {had}"
                yield Change(said, names=[name_of(place)], place=place)

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
    """The gold of each place ashore, and of all ships: those of a stack carry it together."""
    found: dict[str, int] = {}
    for carrier, ducats in seen.gold.items():
        where = "afloat" if carrier.isdecimal() else carrier
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
    return (
        countries.with_article(country),
        countries.possessive(country),
        countries.country_name(country),
    )


def _names(lines: list[Entry], change: Change) -> bool:
    """Whether the lines name what changed, and whose it is."""

    def named(names: Iterable[str]) -> bool:
        return any(name.casefold() in line.text.casefold() for line in lines for name in names)

    ways = [way for line in lines for way in (line.place, *(line.sheet or {}).get("way", ()))]
    here = bool(change.place) and change.place in ways
    return (here or named(change.names)) and (not change.also or named(change.also))


Key: TypeAlias = tuple[str, str]  # an alliance and a place


class Ends:
    """Watches that what was announced ends in a roll, a result or a line before its step is over.

    What is begun at sea and what stands before a fortress, a revolt or in a battle when a step
    begins has a line of its place when the next one does.
    """

    def __init__(self, game: Game) -> None:
        self.step, self.at = _now(game), 0
        self.due = due(game.state)

    def __call__(self, game: Game) -> None:
        """Looks whether the step is over, and what came of what was due in it."""
        if _now(game) == self.step:
            for key, what in due(game.state).items():
                self.due.setdefault(key, what)
            return
        lines = game.story[self.at :]
        for (alliance, place), what in sorted(self.due.items()):
            told = any(_concerns(line, place) for line in lines)
            assert told, f"{self.step[0]}: nobody is told what came of {what} of {alliance}"
        self.step, self.at, self.due = _now(game), len(game.story), due(game.state)


def _now(game: Game) -> tuple[str, int, int]:
    return game.state.sequence.step, game.state.sequence.impulse, len(game.state.sequence.rounds)


def _concerns(line: Entry, place: str) -> bool:
    return place == line.place or name_of(place) in line.text


def due(state: State) -> dict[Key, str]:
    """What has to come to something in the step at hand, by whose it is and where."""
    found: dict[Key, str] = {}
    alliance = sides.phasing_alliance(state)
    if state.sequence.step == "exploration":
        for stack in fleets.stacks(state, alliance):
            if fleets.task(state, stack) == exploration_rights.EXPLORE:
                found[alliance, stack.place] = f"the exploration from {stack.place}"
    elif state.sequence.step == "battles":
        for zone, attackers, _ in state.marks.naval_battles:
            if any(number in state.units for number in attackers):
                found[alliance, zone] = f"the battle in {zone}"
        found |= {(alliance, place): f"the battle in {place}" for place in state.marks.contested}
    elif state.sequence.step == "siege" and "besieged" not in state.marks.done:
        for each in state.diplomacy.alliances:
            for stack in fleets.stacks(state, each.id):
                if fleets.task(state, stack) == corsairs_math.HUNT:
                    found[each.id, stack.place] = f"the fight against corsairs in {stack.place}"
            for stack in sides.stacks(state, each.id):
                besieges = state.land.sieges.get(stack.place)
                if besieges and besieges.alliance == each.id:
                    found[each.id, stack.place] = f"the siege of {stack.place}"
    return found


class Others:
    """Watches that what one stack does leaves the supply and the actions of all others as they
    were, unless a line says why, or their own ships, the enemy or the weather did it."""

    def __init__(self, game: Game) -> None:
        self.before, self.at = self.stand(game.state), len(game.story)
        self.when = _now(game)

    def stand(self, state: State) -> dict[tuple[str, str, str], tuple[tuple[int, ...], str]]:
        """The land stacks by alliance, place and position: their counters and their supply; the
        naval ones with what they do."""
        found: dict[tuple[str, str, str], tuple[tuple[int, ...], str]] = {}
        for alliance in state.diplomacy.alliances:
            for position in ("field", "inside"):
                for stack in sides.stacks(state, alliance.id, position):
                    line = supply_lines.line_of(state, stack)
                    worth = "none" if line is None else "weak" if line.weak else "full"
                    numbers = tuple(unit.id for unit in stack.units)
                    found[alliance.id, stack.place, position] = numbers, worth
            for stack in fleets.stacks(state, alliance.id):
                if board.is_sea(stack.place):
                    task = fleets.task(state, stack)
                    for unit in stack.units:
                        found[alliance.id, stack.place, str(unit.id)] = (unit.id,), f"task {task}"
        return found

    def __call__(self, game: Game) -> None:
        """Looks at those who are where they were, with whom they were."""
        state, lines = game.state, game.story[self.at :]
        now, when = self.stand(state), self.when
        self.when = _now(game)
        if when != self.when or state.sequence.step != "movement":
            self.before, self.at = now, len(game.story)
            return
        moved = {line.who for line in lines if line.kind in ("move", "retreat", "redeployment")}
        for key, (numbers, was) in self.before.items():
            alliance, place, position = key
            if key not in now or now[key][0] != numbers or now[key][1] == was:
                continue
            told = any(_concerns(line, place) for line in lines)
            worse = (was, now[key][1]) in (("full", "weak"), ("full", "none"), ("weak", "none"))
            afloat = was.startswith("task ")
            if (worse or (afloat and was != "task ")) and not told:
                mine = {sides.decider(state, name) for name in sides.members(state, alliance)}
                enemy = any(who not in mine for who in moved if who)
                near = [*board.adjacent_seas(place)] if not afloat else []
                ships = any(_concerns(line, zone) for line in lines for zone in near)
                barred = any("siege" in line.kind or line.kind == "natives" for line in lines)
                assert enemy or ships or barred, (  # fortresses and risen natives bar lines
                    f"{position} of {alliance} in {place} was {was}, is {now[key][1]} after "
                    + " | ".join(f"[{line.kind}] {line.text}" for line in lines)
                )
        self.before, self.at = now, len(game.story)


MOST = 400
"""So many decisions are looked at after a position."""


def hold(seed: int, start: State | None = None) -> int:
    """Plays a position on to the next but one round and looks at it at every mark and decision;
    the decisions. Raises AssertionError with the seed and what broke.
    """
    game = positions.table(seed, start)
    game.watches += [Told(game), Ends(game), Others(game)]
    rounds = len(game.state.sequence.rounds)
    number = 0
    try:
        while (
            game.ask is not None and number < MOST and len(game.state.sequence.rounds) < rounds + 2
        ):
            check(game)
            game.answer(bots.random_player(game, game.ask))
            number += 1
    except Exception as error:
        why = error.__cause__ or error
        what = f"position {seed}, decision {number}: {type(why).__name__}: {why}"
        raise AssertionError(what) from error
    return number


STRANGERS: Final = {"russia": "novgorod", "poland": "malopolska"}
"""Two powers who have nothing to do with a position, and where an army of theirs stands."""


def elsewhere(seed: int) -> None:
    """A position with two strangers far away plays the same whether they are at war or at peace.

    Compared is what is asked, answered and told until the round is over, but for their own lines.
    """
    told = [_played(_strangers(seed, at_war)) for at_war in (False, True)]
    for peace, war in zip(*told, strict=False):
        assert peace == war, f"position {seed}: at peace elsewhere {peace}; at war {war}"
    assert len(told[0]) == len(told[1]), f"position {seed}: one of them goes on"


def _strangers(seed: int, at_war: bool) -> Table:
    state = positions.position(seed)
    for name, place in STRANGERS.items():
        state.diplomacy.alliances.append(Alliance(name, [name], 0))
        state.countries[name] = Country(name, treasury=1000, campaign_before="none")
        state.land.controllers[place] = name
        if state.sequence.step == "siege":
            state.countries[name].campaign = "none"
        state.add(Unit(0, name, "LD", place))
    if at_war:
        one, other = STRANGERS
        state.diplomacy.wars.append((one, other))
    return positions.table(seed, state)


def _played(game: Table) -> list[str]:
    """A round of a game whose strangers do nothing: the questions with their answers, and what was
    told, but for their own."""
    found, rounds = list[str](), len(game.state.sequence.rounds)
    chance = random.Random(game.header["seed"])
    while (
        game.ask is not None
        and len(game.records) < MOST
        and len(game.state.sequence.rounds) == rounds
    ):
        ask = game.ask
        if ask.who in STRANGERS:
            game.answer(_idle(ask))
            continue
        raw = ask.random_answer(chance.randrange)
        found.append(f"{ask.who} {ask.question} {ask.offers()} {raw}")
        game.answer(raw)
    found += [line.text for line in game.story if line.who not in STRANGERS]
    return found


def _idle(ask: Ask[Any]) -> Raw:
    offers = ask.offers()
    return next((raw for raw in offers if raw in ("none", "done", [], False)), offers[0])
