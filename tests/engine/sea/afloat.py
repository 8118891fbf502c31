"""Ships on the small table: `fleet(state, "england", "wessex", "F-: 2 NWD, 1 NTD", "NWD")`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from engine.fleets import fleets, havens
from engine.land.battle.parameters import Force
from engine.play.phase import Phase
from engine.sea.battle import battle as sea_battle
from engine.sea.under_way import attrition, attrition_math
from engine.state import State
from engine.state.forces import KINDS, Unit
from engine.state.stacks import Band
from tests.engine.playing import band, lead, tabletop

WAR = {"england": ["england"], "france": ["france"]}


def sea_table(**fields: Any) -> State:
    """England, whose impulse it is, at war with France; every campaign is open."""
    fields.setdefault("alliances", WAR)
    fields.setdefault("wars", [("england", "france")])
    fields.setdefault("campaign", "multiple")
    return tabletop(**fields)


def fleet(
    state: State, country: str, place: str, *counters: str, leader: str = "", task: str = ""
) -> list[int]:
    """Puts naval counters into a sea zone or port, with a leader and what they do; their ids."""
    position = fleets.lies(place)
    numbers = []
    for text in counters:
        name, _, holding = text.partition(":")
        held = {ship: int(number) for number, ship in
                (part.split() for part in holding.split(",") if part.strip())}  # fmt: skip
        unit = state.add(Unit(0, country, KINDS[name], place, position, ships=held))
        numbers.append(unit.id)
        if task:
            state.sea.tasks[str(unit.id)] = task
    if leader:
        lead(state, country, place, leader, position)
        if task:
            state.sea.tasks[leader] = task
    return numbers


class Fought(NamedTuple):
    """A naval battle that a stand-in decided, and how many rolls were told before it."""

    zone: str
    phasing: Force
    other: Force
    rolls: int


def decide(monkeypatch: pytest.MonkeyPatch, *winners: str) -> list[Fought]:
    """Lets these alliances win the next naval battles; the list fills as they are fought.

    The loser retreats to the nearest port, with the attrition of its journey.
    """
    left = list(winners)
    fought: list[Fought] = []

    class Result(NamedTuple):
        winner: str

    async def battle(
        phase: Phase, zone: str, phasing: Force, other: Force, interception: bool
    ) -> Result:
        winner = left.pop(0)
        rolls = sum(entry.kind == "roll" for entry in phase.story)
        fought.append(Fought(zone, phasing, other, rolls))
        for force in (phasing, other):
            if force.alliance != winner:
                await retreat(phase, zone, force)
        return Result(winner)

    monkeypatch.setattr(sea_battle, "battle", battle)
    return fought


async def retreat(phase: Phase, zone: str, force: Force) -> None:
    """The loser's way home."""
    state = phase.state
    units = [state.units[number] for number in force.unit_ids]
    state.marks.beaten.update(force.unit_ids)
    haven = havens.nearest_havens(state, units, zone, force.alliance)[0]
    leaders = [state.leaders[name] for name in force.leader_ids]
    journey = force.journey or attrition_math.begin(state, Band.of(units, leaders))
    for unit in units:
        state.put(unit, haven.place, "port")
    for leader in leaders:
        state.put_leader(leader, haven.place, "port")
    home = haven.journey(journey, None)
    await attrition.voyage_attrition(phase, band(force.unit_ids, *force.leader_ids), home)


def units(state: State, numbers: Sequence[int]) -> list[Unit]:
    """The counters of these ids."""
    return [state.units[number] for number in numbers]


def at(state: State, number: int) -> tuple[str, str]:
    """Where a counter lies."""
    return state.units[number].place, state.units[number].position


def sizes(state: State, country: str) -> dict[str, int]:
    """All ships of a country."""
    return fleets.ships(unit for unit in state.units.values() if unit.country == country)
