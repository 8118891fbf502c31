"""Causes of attrition from land movement: size, movement points, landings (MOV-06 to MOV-20)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.facts.wordings import wordings
from engine.rounds import campaigns
from engine.situation import command
from engine.state import State, forces, sides
from engine.state.forces import Unit

CAUSES: Final = wordings("cause of attrition on a march")


def may_be_massed(units: Iterable[Unit]) -> bool:
    """Whether counters are a massed force under some campaign, whoever commands them (MOV-07)."""
    return forces.is_massed(units, campaigns.least_massed())


def is_massed(state: State, units: Sequence[Unit], country: str) -> bool:
    """Whether counters are a massed force under the campaign of a country (MOV-06, MOV-07)."""
    return forces.is_massed(units, campaigns.massed_threshold(state, country))


def standing(state: State, place: str, alliance: str) -> list[Unit]:
    """The counters of an alliance in a place that have not moved and roll for attrition where they
    stand, since they are a massed force; none where they are not (MOV-08, MVG-05)."""
    here = sides.stack(state, place, alliance)
    units = [unit for unit in here.units if unit.id not in state.marks.moved]
    if not may_be_massed(units):
        return []
    country = command.commanding_country(state, units, here.leaders)
    return units if country in state.countries and is_massed(state, units, country) else []


def movement_causes(
    massed: bool, points: int, bad_weather: bool, unsafe_landing: bool = False
) -> list[str]:
    """The causes for a whole move of so many movement points (MOV-06 to MOV-11).

    A massed force rolls even if it does not move (MOV-08); its threshold is the campaign's, see
    `is_massed` (MOV-07). `unsafe_landing`: by ship, an end being no controlled port.
    """
    return (["massed_force"] if massed else []) + _way_causes(points, bad_weather, unsafe_landing)


def _way_causes(points: int, bad_weather: bool, unsafe_landing: bool) -> list[str]:
    causes = []
    if points >= 6:
        causes.append("moved_6mp")
    if points >= 3 and bad_weather:
        causes.append("moved_3mp_bad_weather")
    if unsafe_landing:
        causes.append("sea_move_without_controlled_port")
    return causes


def leg_causes(
    massed: bool, points: int, bad_weather: bool, unsafe_landing: bool = False
) -> list[str]:
    """The causes for one leg, before the battle of an interception (MOV-14 to MOV-18).

    A massed force is no cause of its own here, but counts beside another (MOV-16).
    """
    causes = _way_causes(points, bad_weather, unsafe_landing)
    return ["massed_force", *causes] if massed and causes else causes
