"""Documents that describe a battle at sea of a game, to be changed and resolved beside it.

A document names one country a side: a stack of several countries is that of the one in command,
with all its ships.
"""

from __future__ import annotations

from typing import Any

from engine.adjudicator.from_a_game import Document, leader_document, options_document, what_holds
from engine.facts import board, countries
from engine.fleets import fleets
from engine.land.battle.parameters import Force, known_commander
from engine.play.asks import Ask
from engine.sea.battle_math.fleet_in_battle import usual_line
from engine.sea.battle_math.parameters import Both, fleets_of, in_command, waters
from engine.state import State, forces, sides
from engine.state.forces import Unit


def battle_at(state: State, ask: Ask[Any], ours: str) -> Document | None:
    """The battle at sea that a question is about; None where no enemy is in sight of it.

    The question names the ships of both sides, or one of them; else the stacks of its zone meet.
    """
    zone = str(ask.about.get("place") or "")
    named = [_afloat(state, ask.about.get(key, ())) for key in ("units", "enemy")]
    if named[0] and not board.is_sea(zone):
        zone = state.units[named[0][0]].place
    if not zone or not board.is_sea(zone):
        return None
    own = [n for numbers in named for n in numbers if _whose(state, n) == ours]
    foe = [n for numbers in named for n in numbers if sides.at_war(state, ours, _whose(state, n))]
    own = own or _there(state, zone, [ours])
    enemies = [each.id for each in state.diplomacy.alliances if sides.at_war(state, ours, each.id)]
    foe = foe or _there(state, zone, enemies)
    if not own or not foe:
        return None
    both = _force(state, own), _force(state, foe)
    phasing = sides.phasing_alliance(state)
    both = (both[1], both[0]) if phasing == both[1].alliance else both
    return battle_document(state, zone, both, ask.name in ("intercept", "engage"))


def _afloat(state: State, numbers: Any) -> list[int]:
    return [n for n in numbers if n in state.units and not state.units[n].land]


def _whose(state: State, number: int) -> str:
    return sides.alliance_of(state, state.units[number].country)


def _there(state: State, zone: str, alliances: list[str]) -> list[int]:
    """The ships of the first of these alliances that has any in a zone."""
    for alliance in alliances:
        for stack in fleets.stacks_at(state, zone, alliance):
            return stack.unit_ids
    return []


def _force(state: State, numbers: list[int]) -> Force:
    unit = state.units[numbers[0]]
    alliance = sides.alliance_of(state, unit.country)
    stack = fleets.stack(state, unit.place, alliance, state.sea.tasks.get(str(unit.id), ""))
    return Force(alliance, tuple(numbers), tuple(stack.leader_ids))


def battle_document(state: State, zone: str, both: Both, interception: bool = False) -> Document:
    """The battle of two forces in a zone, the phasing one first, as a `naval-battle`."""
    where = waters(state, zone, interception)
    chiefs = [in_command(state, force) for force in both]
    lines = [usual_line(fleets.ships(force.units(state))) for force in both]
    found = fleets_of(state, both, [known_commander(chief) for chief in chiefs], lines)
    return {
        "turn": state.turn,
        **({"round": state.sequence.box} if state.sequence.box else {}),
        "map": board.sea(zone).map,
        "mediterranean": where.mediterranean,
        "interception": interception,
        "sides": [
            {
                "name": countries.country(side.country).code or side.country,
                **({"phasing": True} if not at else {}),
                "country": side.country,
                "technology": side.technology,
                "units": _units(both[at].units(state)),
                "line": side.line,
                "leader": leader_document(state, chiefs[at].leader),
                **what_holds(side, "veteran"),
                "minor": side.minor,
                **what_holds(side, "ottoman_fright"),
                "stability": state.countries[side.country].stability,
            }
            for at, side in enumerate(found)
        ],
        **options_document(state),
    }


def _units(ships: list[Unit]) -> Document:
    """Fleets with what they hold, and the number of loose ships of each kind."""
    found: Document = {}
    for unit in ships:
        if unit.kind in forces.FLEETS:
            found.setdefault(unit.kind, []).append(dict(unit.ships))
        else:
            found[unit.kind] = found.get(unit.kind, 0) + 1
    return found
