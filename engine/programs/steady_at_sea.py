"""What the steady program thinks of the sea: voyages, landings, blockades, interceptions.

Worths are points, as in engine.programs.steady_on_land: a won battle or a fortress to besiege is
worth some 25, a third of a detachment lost on the way LOST.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from engine.facts import board
from engine.fleets import fleets, gold
from engine.fleets.sailing_rights import may_sail
from engine.games.game import Game
from engine.land.battle.parameters import Force
from engine.land.ground.stack_parts import Parting
from engine.land.movement.interception import NEVER
from engine.play.asks import Ask, Raw
from engine.programs import steady_on_land, steady_overseas
from engine.programs.landing_worth import (
    LOST,
    needs_naval_supply,
    risk,
    worth_of_embarking,
    worth_of_landing,
)
from engine.sea import corsairs_math
from engine.sea.battle_math.fleet_in_battle import usual_line
from engine.sea.battle_math.parameters import (
    expected_commander,
    fleets_of,
    odds_of,
    waters,
)
from engine.sea.interception.interception import Intercept
from engine.sea.under_way import announced_action, boarding
from engine.sea.under_way.announced_action import Action
from engine.sea.voyages import naval_actions
from engine.sea.voyages.sail_ask import Sail
from engine.sequence import voyages as sea
from engine.situation import naval_command
from engine.state import State, forces, sides
from engine.state.forces import Unit
from engine.state.stacks import Stack

FOUGHT: Final = 25
HELPED: Final = 12
"""A blockade or supply that a siege or a hungry stack waits for."""

HOME: Final = 4
HUNTED: Final = 4
LOADED: Final = 10
LIKELY: Final = 3
"""The fewest faces of ten with which an interception is tried."""

MOST_KEPT: Final = 512
"""How many battles are remembered with what they look like."""


class Cruise(NamedTuple):
    """A voyage, what it is worth more than to stay, and whether its action is an active one."""

    worth: float
    way: list[str]
    active: bool = False


STAYS: Final = Cruise(0, [])


# Voyages.


def cruise_of(state: State, stack: Stack) -> Sail | None:
    """The voyage that the best part of a stack could make; None where nothing may sail."""
    units = part(state, stack.units, stack.leader_ids)
    return steady_overseas.sail_of(state, stack, units) if units else None


def part(state: State, units: Sequence[Unit], leaders: Sequence[str]) -> list[Unit]:
    """The largest part of ships that may sail as one stack."""
    return fleets.largest_part(
        units,
        lambda part: fleets.within_stacking(part) and not may_sail(state, part, leaders),
    )


def worth_sailing(state: State, stack: Stack) -> float:
    """What the best voyage of a naval stack is worth."""
    ask = cruise_of(state, stack)
    return plan(ask).worth if ask is not None else 0


def plan(ask: Sail) -> Cruise:
    """The best voyage; STAYS where nothing is worth more than to stay."""
    stays = _stays(ask)
    gains: dict[tuple[str, Action | None], float] = {}
    best = STAYS
    for way in _ways(ask):
        gain = _gain(ask, way, gains)
        # A risk is never negative: what gains no more than the best is not looked at further.
        if gain <= 0 or gain - stays <= best.worth or not ask.is_legal(way):
            continue
        worth = gain - risk(ask, way) - stays
        if worth > best.worth:
            best = Cruise(worth, way, way[-1][0] == announced_action.ANNOUNCE)
    return best


def _ways(ask: Sail) -> Iterator[list[str]]:
    """The ways to the nearest places, and to what might be done there."""
    for place, path in ask.nearest_places():
        if path:
            yield list(path)
        for action in naval_actions.candidates(ask.state, place, ask.alliance, ask.cargo):
            yield [*path, str(action)]


def _stays(ask: Sail) -> float:
    """What it is worth to stay and go on with what the ships do."""
    if ask.cargo is not None or not board.is_sea(ask.place):
        return 0
    task = ask.state.sea.tasks.get(str(ask.units[0]), "")
    action = Action(*task.split(":")) if task else None
    value = _acted(ask, ask.place, action) if action is not None else 0
    return value - LOST * float(ask.outlook([]).expected)


def _gain(ask: Sail, way: Sequence[str], gains: dict[tuple[str, Action | None], float]) -> float:
    """What it is worth to be at the end of a way, or to do what is announced there."""
    end, action = key = announced_action.end_of(way, ask.place)
    if key not in gains:
        homeward = board.is_sea(ask.place) and not board.is_sea(end)
        home = HOME if homeward and ask.cargo is None else 0
        gains[key] = home if action is None else _acted(ask, end, action)
    return gains[key]


def _acted(ask: Sail, zone: str, action: Action) -> float:
    """What an action of these ships in a zone or port is worth."""
    state, alliance = ask.state, ask.alliance
    if action.kind in announced_action.LANDINGS and ask.cargo is not None:
        troops = ask.cargo.move.troops(state)
        return worth_of_landing(
            state, alliance, action, troops, forces.strength(troops), ask.cargo.port
        )
    match action.kind:
        case "battle":
            return _fought(ask, zone, int(action.target))
        case "blockade":
            return _blockaded(state, alliance, action.target)
        case "blockade+supply":
            value = _blockaded(state, alliance, action.target)
            return value + HELPED * needs_naval_supply(ask, [action.target])
        case "supply":
            coast = [border.other for border in board.land_neighbours(zone)]
            return HELPED * needs_naval_supply(ask, coast)
        case "resupply":
            return HELPED
        case corsairs_math.HUNT:
            return HUNTED
        case gold.LOAD:
            return LOADED
        case boarding.EMBARK:
            return 0 if board.is_sea(zone) else worth_of_embarking(ask, action.target)
    return 0


def _fought(ask: Sail, zone: str, target: int) -> float:
    """What a battle against the stack of a counter is worth; nothing for a doubtful one."""
    state = ask.state
    unit = state.units.get(target)
    if unit is None:
        return 0
    alliance = sides.alliance_of(state, unit.country)
    enemy = fleets.stack(state, zone, alliance, state.sea.tasks.get(str(target), ""))
    foe = Force.of_stack(enemy)
    own = Force(ask.alliance, tuple(ask.units), tuple(ask.leaders))
    looks = score(state, zone, own, foe, False)
    return FOUGHT * looks if looks >= steady_on_land.HOPELESS else 0


def score(state: State, zone: str, phasing: Force, other: Force, interception: bool) -> float:
    """How good a battle looks to the phasing side, as steady_on_land.score does on land.

    One against a much larger fleet is taken for lost without a look at the odds.
    """
    both = phasing, other
    own, foe = (fleets.thirds(force.units(state)) for force in both)
    if 4 * own < 3 * foe or 4 * foe < 3 * own:
        return -1.0 if own < foe else 1.0
    commanders = [expected_commander(state, force) for force in both]
    lines = [usual_line(fleets.ships(force.units(state))) for force in both]
    seen = repr((waters(state, zone, interception), *fleets_of(state, both, commanders, lines)))
    if seen not in _SCORES:
        if len(_SCORES) >= MOST_KEPT:
            _SCORES.clear()
        _SCORES[seen] = steady_on_land.battle_value(odds_of(state, zone, *both, interception), 0)
    return _SCORES[seen]


_SCORES: dict[str, float] = {}


def _blockaded(state: State, alliance: str, port: str) -> float:
    """What the blockade of a port is worth: for a siege of friends, and for the ships in it."""
    siege = state.land.sieges.get(port)
    helped = HELPED if siege is not None and siege.alliance == alliance else 0
    inside = [
        unit
        for unit in state.units_at(port)
        if unit.position == "port"
        and sides.at_war(state, alliance, sides.alliance_of(state, unit.country))
    ]
    return helped + min(HELPED, fleets.thirds(inside))


# Judgements.


def voyage(game: Game, ask: Ask[Any]) -> Raw | None:
    """The voyage of an explorer, else the best one; after something has happened, the rest."""
    assert isinstance(ask, Sail)
    found = steady_overseas.voyage(game, ask)
    if found is not None:
        return found
    if ask.rest:
        return None
    return plan(ask).way or None


def mover(game: Game, ask: Ask[Any]) -> Raw | None:
    """The largest part of ships that may sail as one stack."""
    assert isinstance(ask, Parting)
    state = game.state
    units = part(state, state.units_by_id(ask.units), ask.leaders)
    answer = [*(str(unit.id) for unit in sorted(units, key=lambda each: each.id)), *ask.leaders]
    return answer if ask.is_legal(answer) else None


def intercept(game: Game, ask: Ask[Any]) -> Raw:
    """The likeliest interception of a battle that looks good; ships with troops are worth more."""
    assert isinstance(ask, Intercept)
    state, best, answer = game.state, 0.0, []
    for offer in ask.offers():
        bands = () if offer in ([], [NEVER]) else ask.parse(offer) or ()
        if len(bands) != 1 or ask.odds(bands[0]) < LIKELY:
            continue
        good = 1.0
        if ask.mover.units:
            alliance = sides.alliance_of(state, state.units[ask.mover.units[0]].country)
            theirs = Force(alliance, ask.mover.units, ask.mover.leaders)
            country = state.units[bands[0].units[0]].country
            own = Force(sides.alliance_of(state, country), bands[0].units, bands[0].leaders)
            good = -score(state, ask.target, theirs, own, True)
        if good > steady_on_land.HOPELESS and good * ask.odds(bands[0]) > best:
            best, answer = good * ask.odds(bands[0]), offer
    return answer


def need(state: State, country: str) -> steady_on_land.Need:
    """What the ships that a country commands would do under multiple campaigns."""
    alliance = sides.alliance_of(state, country)
    if not any(not unit.land and unit.country == country for unit in state.units.values()):
        return steady_on_land.Need(0, 0)
    trial = steady_on_land.under("multiple", state, sides.members(state, alliance))
    small = large = 0
    for stack in sea.movers(trial, alliance).values():
        if naval_command.commander(trial, stack.units, stack.leaders).country != country:
            continue
        ask = cruise_of(trial, stack)
        if ask is None or not (found := plan(ask)).active or not found.worth:
            continue
        counters = fleets.fleet_counters(trial.units_by_id(ask.units))
        small, large = small + (counters <= 1), large + (counters > 1)
    return steady_on_land.Need(small, large)
