"""What landings and what is carried to them are worth to the steady program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.facts import board
from engine.fleets import blockades, fleets, transports
from engine.fleets import supply_by_sea as naval_supply
from engine.fleets.sailing_rights import may_act
from engine.land.supply import supply_lines
from engine.programs import steady_on_land
from engine.sea.interception import interception_math, interceptors
from engine.sea.under_way.announced_action import Action
from engine.sea.voyages.sail_ask import Sail
from engine.state import State, forces, sides
from engine.state.forces import Unit

LANDED: Final = 24


RELIEVED: Final = 24


LOST: Final = 1.5


CAUGHT: Final = 10


HUNGRY: Final = -20


def risk(ask: Sail, way: Sequence[str]) -> float:
    """The attrition of a way, and the enemies that may catch ships on it."""
    state = ask.state
    risk = LOST * float(ask.outlook(list(way)).expected)
    own = fleets.thirds(state.units_by_id(ask.units))
    for zone in dict.fromkeys(item for item in way if item[0] not in "+-!" and board.is_sea(item)):
        for each in state.diplomacy.alliances:
            if not sides.at_war(state, each.id, ask.alliance):
                continue
            for band in interceptors.eligible_stacks(state, zone, each.id, ()):
                foe = fleets.thirds(state.units_by_id(band.units))
                if 4 * foe > 5 * own:
                    tenths = interception_math.chance(state, zone, band, ask).tenths
                    risk += CAUGHT * tenths / 10
    return risk


def needs_naval_supply(ask: Sail, coast: Sequence[str]) -> bool:
    """Whether troops in enemy land there, which the ships could supply, have no other supply."""
    state, alliance = ask.state, ask.alliance
    ships = state.units_by_id(ask.units)
    for place in coast:
        troops = sides.stack(state, place, alliance).units
        if not troops or not naval_supply.can_supply(state, ships, troops):
            continue
        own = [stack for stack, _ in naval_supply.suppliers(state, troops, place, alliance)]
        alone = all(unit.id in ask.units for stack in own for unit in stack.units) and own
        if alone or supply_lines.trace_line(state, troops, place, alliance) is None:
            return True
    return False


def worth_of_landing(
    state: State,
    alliance: str,
    action: Action,
    troops: Sequence[Unit],
    strength: float,
    port: str,
) -> float:
    """What it is worth to land troops, the supply they will have counted in."""
    place = action.target
    worth = _wanted(state, alliance, place, strength) if place != port else 0
    if not worth:
        return 0
    fed = (
        "supply" in action.kind
        or supply_lines.trace_line(state, troops, place, alliance) is not None
    )
    return worth + (0 if fed else HUNGRY) + ("blockade" in action.kind)


def _wanted(state: State, alliance: str, place: str, strength: float) -> float:
    """What more troops in a province are worth: a fortress to besiege, or friends to relieve."""
    siege = state.land.sieges.get(place)
    besieged = siege is not None and siege.alliance != alliance
    level = sides.fortress_level(state, place)
    if not besieged and not (level and sides.held_by_enemy(state, place, alliance)):
        return 0
    friends = forces.strength(sides.stack(state, place, alliance).units)
    foe = forces.strength(sides.enemy_units(state, place, alliance))
    enough = friends < 3 * level + 3 <= strength + friends
    if 4 * (strength + friends) < 5 * foe or not (besieged or enough):
        return 0
    return RELIEVED if besieged else LANDED - 2 * level


def worth_of_embarking(ask: Sail, place: str) -> float:
    """What it is worth to take the troops of a place aboard: the best landing within sight.

    Not those who besiege, who have something to do by land, or whom an enemy threatens.
    """
    state, alliance = ask.state, ask.alliance
    here = sides.stack(state, place, alliance)
    if not here.units or place in state.land.sieges:
        return 0
    ships = state.units_by_id(ask.units)
    if may_act(state, ships, ask.leaders):
        return 0
    room = transports.room_for_troops(state, ships)
    load = transports.transport_points_needed(state, here.units)
    carried = int(here.thirds * min(1, room / load)) if load else 0
    best: float = 0
    seen = {place}
    for zone, path in ask.nearest_places():
        danger: float | None = None
        open_ = board.is_sea(zone) and (not path or ask.is_legal(list(path)))
        for border in board.land_neighbours(zone) if open_ else ():
            coast = border.other
            if coast not in seen:
                seen.add(coast)
                if _wanted(state, alliance, coast, carried) > best:
                    danger = risk(ask, path) if danger is None else danger
                    worth = _fed(ask, ships, here.units, carried, place, zone, coast) - danger
                    best = max(best, worth)
    if not best or _needed(state, alliance, place, here.thirds):
        return 0
    return best - 1


def _fed(
    ask: Sail, ships: Sequence[Unit], troops: Sequence[Unit], carried: int, port: str, zone: str,
    coast: str,
) -> float:  # fmt: skip
    """The best landing of troops on a coast, by what the ships could do besides."""
    kinds = ["land"]
    if naval_supply.can_supply(ask.state, ships, troops):
        kinds.append("land+supply")
        if not blockades.why_no_blockade(ask.state, ships, zone, coast):
            kinds.append("land+blockade+supply")
    landings = [Action(kind, coast) for kind in kinds]
    return max(
        worth_of_landing(ask.state, ask.alliance, each, troops, carried, port) for each in landings
    )


def _needed(state: State, alliance: str, place: str, thirds: int) -> bool:
    """Whether troops have something to do by land, or must hold a place against a threat."""
    march = steady_on_land.march_of(state, alliance, place)
    if march and steady_on_land.plan(march).worth > 0:
        return True
    return any(
        2 * forces.strength(sides.enemy_units(state, border.other, alliance)) > thirds
        for border in board.land_neighbours(place)
    )
