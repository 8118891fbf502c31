"""Entering and leaving provinces: what is closed, what is opposed, what must stay at a fortress.

Sources: MOV-21 to MOV-27, LDM-05, LDM-08, MVG-07.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine import board, command, countries, forces, parting, sides
from engine.forces import Position, Unit
from engine.state import State
from engine.ways import name_of

OVERRUN: Final = 4
"""How many times the enemies a stack must be to overrun them (OVR-01)."""


def closed(state: State, place: str, alliance: str) -> str:
    """Why a stack of the alliance may not enter a province at all; "" when it may (MOV-24).

    Neutral is whoever is neither of the alliance nor at war with it: his troops, and his land
    unless its fortress is besieged.
    """
    if board.is_sea(place):
        return ""
    province = board.province(place)
    if province.map != "europe":
        return f"{province.name} lies in the Rest of the World"
    for unit in sides.neutral_units(state, place, alliance):
        name = countries.country(unit.country).name
        return f"neutral troops of {name} stand in {province.name} (MOV-24)"
    who = sides.controller(state, place)
    if who and not sides.besieged(state, place):
        other = sides.alliance_of(state, who)
        if other != alliance and not sides.at_war(state, alliance, other):
            return f"{province.name} belongs to {countries.country(who).name}, neutral (MOV-24)"
    return ""


def foreign_fortress(state: State, place: str, alliance: str) -> int:
    """The level of a fortress in the province that the alliance does not control; 0 for none."""
    if board.is_sea(place) or sides.controlled_by(state, place, alliance):
        return 0
    return sides.fortress_level(state, place)


def opposed(state: State, place: str, alliance: str) -> bool:
    """Whether unfriendly forces are in a province: entering it is an active move (MOV-21)."""
    return (
        foreign_fortress(state, place, alliance) > 0
        or bool(sides.enemy_units(state, place, alliance))
        or sides.unfriendly_revolt(state, place, alliance)
    )


def left_behind(state: State, place: str, alliance: str, going: Iterable[int]) -> list[Unit]:
    """The field troops of the alliance in a place besides those that go."""
    gone = set(going)
    return [unit for unit in sides.stack(state, place, alliance).units if unit.id not in gone]


def held_back(
    state: State, place: str, there: str, alliance: str, staying: int, friendly: bool
) -> str:
    """Why a stack may not leave a province for another; "" when it may (MOV-26, MOV-27).

    `staying` are the thirds that stay. Beside a fortress it does not control a stack either
    empties the province and goes back to a friendly one, or leaves a detachment for each level.
    """
    level = foreign_fortress(state, place, alliance)
    if not level or staying >= 3 * level or (staying == 0 and friendly):
        return ""
    name, next_ = name_of(place), name_of(there)
    if staying:
        return f"{level} LD must stay at the fortress of {name}, or nobody (MOV-26)"
    return f"{next_} is not friendly: {level} LD must stay at the fortress of {name} (MOV-26)"


def hierarchy_after(state: State, leader: str, place: str) -> str:
    """Why the hierarchy would be worse with a leader in another place; "" when not (LDM-08)."""
    counter = state.leaders[leader]
    before = command.hierarchy_broken(state, counter.country)
    home, position = counter.place, counter.position
    state.put_leader(counter, place)
    after = command.hierarchy_broken(state, counter.country)
    state.put_leader(counter, home, position)
    new = [reason for reason in after if reason not in before]
    return f"{new[0]} (LDM-08)" if new and len(after) > len(before) else ""


def deadly(state: State, place: str, alliance: str) -> bool:
    """Whether a leader who enters alone dies: enemies in the field and no friend (LDM-05)."""
    if not sides.enemy_units(state, place, alliance):
        return False
    return not any(
        unit.land and sides.alliance_of(state, unit.country) == alliance
        for unit in state.units_at(place)
    )


def idle(state: State, place: str, alliance: str) -> parting.Part:
    """The troops and leaders of the alliance in a place that may still move this impulse (MVG-07).

    Those inside a fortress that nobody besieges may come out.
    """
    positions: tuple[Position, ...] = (
        ("field",) if sides.besieged(state, place) else ("field", "inside")
    )
    units: list[Unit] = []
    leaders = []
    for position in positions:
        here = sides.stack(state, place, alliance, position)
        units += [
            unit
            for unit in here.units
            if unit.id not in state.moved and unit.id not in state.locked
        ]
        leaders += [leader for leader in here.leaders if leader.id not in state.moved_leaders]
    return parting.whole(sorted(units, key=lambda unit: unit.id), leaders)


class Spot(NamedTuple):
    """A province as a stack sees it."""

    closed: bool
    friendly: bool
    opposed: bool
    holds: bool
    deadly: bool
    foreign_level: int


_CLOSED: Final = Spot(True, False, False, False, False, 0)
_HOME: Final = Spot(False, True, False, False, False, 0)
_ICE: Final = Spot(False, False, False, False, False, 0)


class Ground:
    """The provinces as a stack of an alliance sees them, each looked at once."""

    __slots__ = ("alliance", "known", "special", "standing", "state", "thirds")

    def __init__(self, state: State, alliance: str, thirds: int) -> None:
        self.state, self.alliance, self.thirds = state, alliance, thirds
        self.known: dict[str, Spot] = {}
        self.standing: dict[str, str] = {"": "nobody"}
        self.special = {*state.occupied(), *state.revolts, *state.sieges}

    def look(self, place: str) -> Spot:
        """What waits in a province."""
        spot = self.known.get(place)
        if spot is None:
            spot = self.known[place] = self._look(place)
        return spot

    def _look(self, place: str) -> Spot:
        state, alliance = self.state, self.alliance
        if place in self.special or board.is_sea(place):
            if board.is_sea(place):
                return _ICE
            enemies = forces.strength(sides.enemy_units(state, place, alliance))
            return Spot(
                bool(closed(state, place, alliance)),
                sides.friendly(state, place, alliance),
                opposed(state, place, alliance),
                enemies > 0 and self.thirds < OVERRUN * enemies,
                deadly(state, place, alliance),
                foreign_fortress(state, place, alliance),
            )
        province = board.provinces()[place]
        if province.map != "europe":
            return _CLOSED
        who = state.controllers.get(place)
        if who is None:
            who = state.owners.get(place, province.owner_1492)
        side = self.standing.get(who)
        if side is None:
            other = sides.alliance_of(state, who)
            side = (
                "friend"
                if other == alliance
                else "enemy"
                if sides.at_war(state, alliance, other)
                else "neutral"
            )
            self.standing[who] = side
        if side == "friend":
            return _HOME
        if side == "neutral":
            return _CLOSED
        level = state.levels.get(place, province.fortress)
        return Spot(False, False, level > 0, False, False, level)
