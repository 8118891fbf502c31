"""What ships carry: transport points of ships and troops (CMB-05, CMB-06)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.facts import countries, tables
from engine.fleets import fleets, gold
from engine.situation import turkey
from engine.state import State
from engine.state.forces import POSITION, Unit


def embarks(unit: Unit) -> bool:
    """Whether ships may carry a counter: no natives who follow a conquistador (NAT-30), no timars
    and pashas (C-TUR-03, C-TUR-11)."""
    return unit.corps != "native" and not turkey.timar(unit)


def some_aboard(state: State, place: str) -> bool:
    """Whether troops are aboard ships in a place."""
    return "aboard" in map(POSITION, state.units_at(place))


def transport_points_needed(state: State, units: Iterable[Unit]) -> float:
    """The transport points that troops need (CMB-05); a pasha needs those of its detachments."""
    return sum(points_of_counter(state, unit.country, unit.kind, unit.size) for unit in units)


def points_of_counter(state: State, country: str, kind: str, size: int = 0) -> float:
    """The transport points of one counter of a country, a pasha of that size, an army of its class
    now, which a reform or an event may have changed (CMB-05)."""
    if kind == "PASHA":
        return size * tables.ship_capacity("LD")
    if kind in ("A+", "A-"):
        known = state.countries.get(country)
        reformed = known is not None and known.reformed
        army_class = countries.army_class(country, state.period, reformed)
        return tables.sea_transport(army_class, state.period, kind)
    return tables.ship_capacity(kind)


def capacity(state: State, ships: Iterable[Unit]) -> float:
    """The transport points that ships offer to troops; convoys offer none (CMB-06, CMB-35)."""
    return gold.transport_points(gold.outside_convoys(state, ships))


def room_for_troops(state: State, ships: Sequence[Unit]) -> float:
    """The transport points that gold aboard leaves to troops (CMB-06, CMB-29)."""
    return capacity(state, ships) - gold.beside_troops(state, ships)


def can_carry(state: State, ships: Sequence[Unit], troops: Sequence[Unit]) -> bool:
    """Whether ships have room for troops beside the gold aboard (CMB-06, CMB-29)."""
    return room_for_troops(state, ships) >= transport_points_needed(state, troops)


def landed_mark(place: str, ship: int) -> str:
    """The mark of a ship that has landed troops in a province in this impulse."""
    return f"carried {place}:{ship}"


def ships_awaiting(state: State, zone: str, place: str, alliance: str) -> list[int]:
    """The ships that take a beaten landed stack back: those that carried it, or else the roomiest
    stack there (RET-29)."""
    found = [
        [unit.id for unit in stack.units if unit.id not in state.marks.locked]
        for where in (zone, place)
        for stack in fleets.stacks_at(state, where, alliance)
    ]
    return max(
        found,
        key=lambda ids: (
            any(landed_mark(place, number) in state.marks.done for number in ids),
            capacity(state, state.units_by_id(ids)),
        ),
        default=[],
    )
