"""Documents that describe a battle or a siege of a game, to be changed and resolved beside it.

A document names one country a side. A stack of several countries is that of the one in command,
with the army size and the artillery of the whole stack.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.adjudicator.land_shapes import VALUES
from engine.combat.leaders import DETACHMENT
from engine.combat.options import OPTIONS
from engine.expeditions import natives
from engine.facts import board, countries
from engine.land.battle import contingents, parameters, shelter
from engine.land.battle.contingents import Side
from engine.land.battle.parameters import Force
from engine.land.siege import assault
from engine.overseas import active_natives
from engine.play.asks import Ask
from engine.sequence import siege_outlook
from engine.situation import knowledge
from engine.state import State, sides
from engine.state.forces import Unit, strength
from engine.state.stacks import Band

Document = dict[str, Any]


def force_at(state: State, place: str, alliance: str) -> Force | None:
    """The stack of an alliance in the field of a province; None where it has no counter."""
    stack = sides.stack(state, place, alliance)
    return Force.of_stack(stack) if stack.units else None


def battle_at(state: State, place: str, ours: str) -> Document | None:
    """The battle between an alliance and the first enemy stack in a province; None without one.

    The phasing alliance is the phasing side, `ours` when neither is.
    """
    own = force_at(state, place, ours)
    if own is None:
        return None
    enemies = [each.id for each in state.diplomacy.alliances if sides.at_war(state, ours, each.id)]
    enemies.append(sides.NATIVES)
    for other in (force_at(state, place, enemy) for enemy in enemies):
        if other is not None:
            both = (other, own) if sides.phasing_alliance(state) == other.alliance else (own, other)
            return battle_document(state, place, *both)
    return None


def battle_document(
    state: State, place: str, phasing: Force, other: Force, interception: bool = False
) -> Document:
    """The battle of two forces, the phasing one first, as a document of the kind `battle`."""
    situation = parameters.situation(state, place, interception)
    both = phasing, other
    return {
        "period": state.period,
        "turn": state.turn,
        **({"round": state.sequence.box} if state.sequence.box else {}),
        "map": situation.map,
        "terrain": situation.terrain,
        "interception": interception,
        "sides": [_side(state, place, both, at) for at in (0, 1)],
        **options_document(state),
    }


def _side(state: State, place: str, both: tuple[Force, Force], at: int) -> Document:
    force, enemy = both[at], both[1 - at]
    chief = parameters.in_command(state, force)
    commander = parameters.known_commander(chief)
    side = parameters.side(state, force, commander, not at, enemy.units(state))
    known = state.countries.get(side.country)
    owners = {unit.country for unit in force.units(state)}
    chart = knowledge.chart(state, force.at(place))
    refuges = shelter.refuges(state, place, force.alliance, chart, owners, force.leader_ids)
    room = shelter.room(state, place, force.alliance)
    if force.alliance == sides.NATIVES:
        refuges = [place]
    if at == 0:
        refuges += sorted(set(force.came_from.values()))
    return {
        "name": countries.country(side.country).code or side.country,
        **({"phasing": True} if not at else {}),
        **_troops(state, side, force.units(state)),
        "leader": leader_document(state, chief.leader),
        **what_holds(side, "ottoman_fright", "crossing", "foraging"),
        **({"fortress": room // DETACHMENT} if room else {}),
        "retreat_province": bool(refuges),
        "stability": known.stability if known else 0,
    }


def what_holds(of: object, *names: str) -> Document:
    """Those of some attributes that are more than nothing."""
    return {name: held for name in names if (held := getattr(of, name))}


def _troops(state: State, side: Side, units: list[Unit]) -> Document:
    """Country, technology, counters and flags of a side."""
    own = countries.army_class(side.country, state.period)
    classes = {each.army_class for each in side.contingents}
    mixed = len({each.country for each in side.contingents}) > 1
    found: Document = {
        "country": side.country,
        "technology": side.technology,
        "units": [{"PASHA": unit.size} if unit.kind == "PASHA" else unit.kind for unit in units],
        "minor": not sides.is_power(state, side.country),
    }
    if mixed or (classes and classes != {own}):
        found["size"] = contingents.stack_size(side.contingents, state.period)
        found["artillery"] = contingents.artillery_of(side, state.period)
    for name in ("janissary", "sipahi", "reformed"):
        if any(getattr(each, name) for each in side.contingents):
            found[name] = True
    return found | what_holds(side, "natives", "veteran", "tercios")


def leader_document(state: State, name: str) -> Document | str | None:
    """A leader by his id, by values where they were rolled; None for nobody."""
    if not name:
        return None
    if parameters.unrolled_vizier(state, name):
        return {"name": countries.leader(name).name[:40], "kind": "vizier"}
    held = state.leaders.get(name)  # a pasha is a counter
    if held is None or not held.values:
        return name
    known = countries.leader(name)
    return {
        "name": known.name[:40],
        **dict(zip(VALUES, (*held.values, 0), strict=False)),
        "kind": known.kind if known.variant != "vizier" else "vizier",
        "monarch": known.monarch,
    }


def siege_document(state: State, place: str) -> Document | None:
    """The siege of a province as a document of the kinds `undermine` and `assault`."""
    if place not in state.land.sieges:
        return None
    seen = siege_outlook.siege_of(state, place)
    walls = assault.fortress_of(state, place, False)
    both = assault.both_forces(state, place)
    one, other = assault.expected_sides(state, place)
    return {
        "period": state.period,
        "map": seen.map,
        "terrain": seen.terrain,
        "port": seen.port or None,
        "fortress": seen.level,
        "fort": seen.level == 0,
        "city": walls.city,
        "siegeworks": list(seen.works),
        "breach_this_turn": seen.breach,
        "assault_this_turn": seen.assaulted,
        "first_round": seen.first_round,
        "continued_from_last_turn": seen.continued,
        "supply_distance": seen.supply,
        "bad_weather": state.sequence.bad_weather,
        "besieger": _besieging(state, one, both[0], seen.siege),
        "besieged": _besieging(state, other, both[1], seen.enemy_siege),
        **options_document(state),
    }


def appeal_document(state: State, ask: Ask[Any]) -> Document | None:
    """The first leader's word to the natives of a province, as a document of `conquistador`."""
    if ask.name != "natives":
        return None
    place, units, leaders = (ask.about[key] for key in ("place", "units", "leaders"))
    band = Band(place, tuple(units), tuple(leaders))
    able = natives.may_appeal(leaders, place)
    if not able:
        return None
    seen = natives.appeal(state, band, place, able[0])
    stack = state.units_by_id(units)
    own = [unit for unit in stack if unit.corps != active_natives.CORPS]
    recruits = [unit for unit in stack if unit.corps == active_natives.CORPS]
    return {
        "leader": leader_document(state, able[0]),
        "area": board.province(place).area,
        "units": [unit.kind for unit in own],
        "recruits": strength(recruits) // DETACHMENT,
        "missionary": seen.missionary,
        "uses": seen.uses,
    }


def _besieging(state: State, side: Side, force: Force, best: int) -> Document:
    leader = parameters.in_command(state, force).leader if force.units(state) else ""
    return {
        **_troops(state, side, force.units(state)),
        "leader": leader_document(state, leader),
        "siege": best,
    }


def options_document(state: State) -> Mapping[str, dict[str, bool]]:
    """The experimental rules that the game switches on or off, as a part of a document."""
    known = {name: on for name, on in state.options.items() if name in OPTIONS}
    return {"options": known} if known else {}
