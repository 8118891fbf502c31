"""What a steady player wants on the map: which march is worth it, and which battle is not hopeless.

Worths are points: a won battle or a fortress to besiege is worth some 30, a step of the way 1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from engine.combat.fight_odds import chances
from engine.facts import board
from engine.land.battle import battle_math, battle_odds, modifiers
from engine.land.battle.contingents import Side
from engine.land.battle.parameters import (
    Force,
    crossing,
    expected_commander,
    side,
    situation,
)
from engine.land.ground import entering_provinces
from engine.land.movement.march_ask import March
from engine.land.supply import supply_lines
from engine.rounds import campaigns
from engine.sequence import marches, next_moves
from engine.situation import command
from engine.state import State, forces, sides
from engine.state.countries import Campaign
from engine.state.forces import Unit
from engine.state.lookups import lookup

HOPELESS: Final = 0.1
"""The least score of a battle that is sought."""

FOUGHT: Final = 30
RELIEVED: Final = 25
BESIEGED: Final = 25
JOINED: Final = 12
CLOSER: Final = 3
THREATENED: Final = -15
STARVED: Final = -40
ATTRITION: Final = -8


class Plan(NamedTuple):
    """A march and what it is worth more than to stay; `active` when it enters among enemies."""

    worth: float
    path: list[str]
    active: bool


STAYS: Final = Plan(0, [], False)


# Battles.


def force(
    state: State, units: Sequence[int], leaders: Sequence[str], origin: str = "", at: str = ""
) -> Force:
    """What counters and leaders would bring to a battle in a province, coming from another."""
    alliance = sides.alliance_of(state, state.units[units[0]].country)
    way = crossing(origin, at) if origin not in ("", at) else ""
    return Force(alliance, tuple(units), tuple(leaders), way)


def score(state: State, place: str, phasing: Force, other: Force, interception: bool) -> float:
    """How good a battle looks to the phasing side, from -1 to 1 and a little for the losses."""
    both = phasing, other
    one, opposite = (
        side(state, each, expected_commander(state, each), not at, both[1 - at].units(state))
        for at, each in enumerate(both)
    )
    return battle_value(_weighed(situation(state, place, interception), one, opposite), 0)


@lru_cache(maxsize=4096)
def _weighed(where: modifiers.Situation, one: Side, other: Side) -> dict[str, Any]:
    setup = battle_math.setup(where, one, other)
    return chances(setup, battle_odds.battle(setup))


def battle_value(weighed: dict[str, Any], side: int) -> float:
    """The chances of a battle as one number for a side, 0 the phasing one."""
    won, lost = float(weighed["win"]), float(weighed["lose"])
    own, enemy = weighed["losses"]
    value = won - lost + 0.1 * (float(enemy) - float(own))
    return -value if side else value


# Marches.


def march_of(state: State, alliance: str, place: str) -> March | None:
    """The march that everything free in a place could make; None when nothing may."""
    here = next_moves.free(state, place, alliance)
    units = [int(key) for key in here.troops]
    if not units:
        return None
    leaders = here.leaders
    country = marches.led_by(state, here)
    if campaigns.may_act(state, country):
        return None
    return March(
        who=sides.decider(state, country),
        name="march",
        what="",
        state=state,
        alliance=alliance,
        place=place,
        units=units,
        leaders=leaders,
    )


def plan(ask: March, goals: Goals | None = None) -> Plan:
    """The best march of a stack with troops; STAYS where nothing is worth more than to stay.

    `goals` are those of its side now, looked up for several stacks.
    """
    return next(plans(ask, goals), STAYS)


def plans(ask: March, goals: Goals | None = None, least: float = 0) -> Iterator[Plan]:
    """The marches of a stack with troops that are in supply and worth more than to stay, by more
    than `least`, the best first; `goals` as for plan()."""
    state, alliance = ask.state, ask.alliance
    troops = state.units_by_id(ask.units)
    stays = _worth(ask, ask.place, troops, 0)
    at_home = 0 if stays is None else stays
    if supply_lines.trace_line(state, troops, ask.place, alliance) is None:
        at_home += STARVED
    reach = {ask.place: 0, **ask.reach()}
    goals = aims(state, alliance) if goals is None else goals
    strength = forces.strength(troops)
    near = [place for place, least in goals if strength >= least]
    distances = _distances(state, alliance, near, reach)
    far = distances.get(ask.place, 0)
    found: list[tuple[float, str]] = []
    for place, points in reach.items():
        worth = _worth(ask, place, troops, points) if points else None
        if worth is None:
            continue
        if place in distances and points < 6:
            worth += CLOSER * max(-1, min(3, far - distances[place]))
        found.append((worth - points - at_home, place))
    for worth, place in sorted(found, key=lambda each: (-each[0], each[1])):
        if worth <= least:
            break
        if supply_lines.trace_line(state, troops, place, alliance) is not None:
            yield Plan(
                worth, ask.path_to(place), entering_provinces.look(state, place, alliance).opposed
            )


def _worth(ask: March, place: str, troops: Sequence[Unit], points: int) -> float | None:
    """What it is worth to a stack to stand in a province; None for what it should never do."""
    state, alliance = ask.state, ask.alliance
    friends = [
        unit for unit in sides.stack(state, place, alliance).units if unit.id not in ask.units
    ]
    if not forces.within_stacking([*friends, *troops]):
        return None
    own, joined = forces.strength(troops), forces.strength(friends)
    worth: float = 0
    if points and points >= 6:
        worth += ATTRITION
    if points >= 3 and state.sequence.bad_weather:
        worth += ATTRITION
    enemies = sides.enemy_units(state, place, alliance)
    if enemies:
        fought = _fought(ask, place, enemies, own + joined)
        if fought is None:
            return None
        worth += fought
    watch = entering_provinces.look(state, place, alliance).foreign
    if watch:
        enough = watch + 3
        if own + joined < enough or sides.unfriendly_revolts(state, place, alliance):
            return None if points and not enemies else worth
        worth += JOINED if joined >= enough else BESIEGED - 2 * (watch // 3)
    elif not enemies:
        # The lesser stack joins the larger one, never the other way.
        worth += JOINED if joined > own else 0
        worth += _threat(state, place, alliance, own + joined)
    return worth


def _threat(state: State, place: str, alliance: str, own: int) -> int:
    """Whether a much stronger enemy stands next to the province."""
    for border in board.land_neighbours(place):
        enemies = sides.enemy_units(state, border.other, alliance)
        if enemies and 2 * forces.strength(enemies) > 3 * own:
            return THREATENED
    return 0


def _fought(ask: March, place: str, enemies: Sequence[Unit], strength: int) -> float | None:
    """What the battle in a province is worth; None when it is hopeless."""
    state, alliance = ask.state, ask.alliance
    foe = forces.strength(enemies)
    if 4 * strength < 3 * foe:
        return None
    looks = 1.0
    if strength < entering_provinces.OVERRUN * foe:
        path = ask.path_to(place)
        origin = path[-2] if len(path) > 1 else ask.place
        here = sides.stack(state, place, alliance)
        mine = force(
            state, [*here.unit_ids, *ask.units], [*here.leader_ids, *ask.leaders], origin, place
        )
        foes = sides.stack(state, place, sides.alliance_of(state, enemies[0].country))
        looks = score(state, place, mine, Force.of_stack(foes), False)
    relieves = place in state.land.sieges and state.land.sieges[place].alliance != alliance
    if looks < (0 if relieves else HOPELESS):
        return None
    return FOUGHT * looks + (RELIEVED if relieves else 0)


def _distances(
    state: State, alliance: str, goals: Sequence[str], places: Collection[str]
) -> dict[str, int]:
    """How many provinces away from these places the nearest goal lies, over land that is open to
    the alliance."""
    ground = entering_provinces.Ground(state, alliance)
    found = dict.fromkeys(goals, 0)
    queue, wanted = list(found), set(places) - found.keys()
    for here in queue:
        if not wanted:
            break
        for border in board.land_neighbours(here):
            if border.other not in found and not ground[border.other].closed:
                found[border.other] = found[here] + 1
                queue.append(border.other)
                wanted.discard(border.other)
    return found


@cache
def _printed_fortresses() -> dict[str, int]:
    """The provinces of Europe with a fortress printed on the board, and its level."""
    return {
        place: province.fortress
        for place, province in board.provinces().items()
        if province.map == "europe" and province.fortress
    }


@lookup
def _enemy_fortresses(state: State, alliance: str) -> tuple[tuple[str, str, int], ...]:
    """The fortresses of Europe that enemies hold: place, holder and level."""
    enemies = sides.enemies(state, alliance)
    return tuple([
        (place, holder, level)
        for place, level in {**_printed_fortresses(), **state.land.levels}.items()
        if level
        and (holder := sides.controller(state, place)) in enemies
        and board.in_europe(place)
    ])  # fmt: skip


Goals: TypeAlias = Sequence[tuple[str, int]]
"""Provinces to march to, each with the strength, in thirds, that it takes."""


def aims(state: State, alliance: str) -> Goals:
    """Enemy fortresses that a stack could besiege, and enemy stacks that it would outnumber."""
    fortresses = [
        (place, 3 * level + 3)
        for place, holder, level in _enemy_fortresses(state, alliance)
        if holder in state.countries
    ]
    return fortresses + [
        (place, -(-5 * forces.strength(enemies) // 4))
        for place in state.occupied_places()
        if not board.is_sea(place) and (enemies := sides.enemy_units(state, place, alliance))
    ]


# What a country needs in a round.


class Need(NamedTuple):
    """The active moves a country would make if it might: by small stacks and by large ones."""

    small: int
    large: int


def under(campaign: Campaign, state: State, countries: Iterable[str]) -> State:
    """A table of its own on which these countries make a campaign."""
    trial = State.from_plain(state.to_plain())
    for each in countries:
        trial.countries[each].campaign = campaign
    return trial


def need(state: State, country: str) -> Need:
    """What the stacks that a country commands would do under multiple campaigns."""
    alliance = sides.alliance_of(state, country)
    trial = under("multiple", state, sides.members(state, alliance))
    small = large = 0
    goals = aims(trial, alliance)
    for stack in sides.stacks(trial, alliance):
        if command.commanding_country(trial, stack.units, stack.leaders) != country:
            continue
        ask = march_of(trial, alliance, stack.place)
        if ask is not None and plan(ask, goals).active:
            is_small = campaigns.is_small(stack.units)
            small, large = small + is_small, large + (not is_small)
    return Need(small, large)
