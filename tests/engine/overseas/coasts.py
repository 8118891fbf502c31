"""Coasts overseas with natives asleep, and a stack that enters."""

from __future__ import annotations

from typing import Any

from engine.expeditions import natives
from engine.facts import board
from engine.state import State, forces
from engine.state.forces import Kind
from engine.state.sides import NATIVES
from tests.engine.playing import Played, band, play, put, tabletop

EVERYWHERE = frozenset(board.provinces())
MEXICO, COAST = "azteca-c", "azteca-e"
ANGOLA, SOUTH = "angola-n", "angola-s"


def table(**fields: Any) -> State:
    fields.setdefault("campaign", "passive")
    fields.setdefault("known", {"spain": set(EVERYWHERE)})
    return tabletop(impulse=1, **fields)


def stack(state: State, place: str, *kinds: Kind, leader: str | None = "cortes") -> list[int]:
    units = put(state, "spain", place, *kinds, leader=leader)
    for number in units:
        state.marks.entered[number] = [SOUTH if place == ANGOLA else COAST, place]
    return units


def enter(
    state: State, units: list[int], leaders: list[str], place: str, answers: Any, dice: Any
) -> Played:
    comes = natives.expedition(state, "spain", band(units, *leaders, place=place))
    return play(natives.meet_natives, state, answers, dice, comes)


def native(state: State, place: str) -> int:
    """Thirds of active natives in a province."""
    return forces.strength(unit for unit in state.units_at(place) if unit.country == NATIVES)
