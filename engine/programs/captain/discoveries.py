"""What discoveries overseas are worth to captain, in ducats: its own judgement, which no match
counts (docs/SCORE.md)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any, Final

from engine.facts import board
from engine.programs import score
from engine.situation import knowledge
from engine.state import State, sides
from engine.state.stacks import Group

PER_CENT: Final = 100


@cache
def zone_worth(zone: str) -> int:
    """What it is worth that a country knows a zone overseas for good: the same for each, and a
    province besides the income that its area would have."""
    figure = score.figures()
    income = 0 if board.is_sea(zone) else board.area(board.province(zone).area).income
    return int(figure["discovery"] + figure["turns_of_income"] * income)


def carried_share() -> float:
    """The part of its worth that a discovery has before it is brought home."""
    return float(score.figures()["carried"]) / PER_CENT


def known_worth(state: State, alliance: str) -> float:
    """What the countries of an alliance know overseas and what they carry home."""
    found = 0.0
    for country in sides.members(state, alliance):
        home = state.overseas.known.get(country, set())
        carried: set[str] = set()
        for each in knowledge.all_carriers(state, country):
            carried |= state.overseas.discoveries[each]
        found += _of(home) + carried_share() * _of(carried - home)
    return found


def brought_home(state: State, group: Group) -> float:
    """What a stack gains by coming home with what it carries."""
    return (1 - carried_share()) * _of(knowledge.discoveries_carried(state, group))


def _of(zones: Collection[str]) -> float:
    return sum(map(zone_worth, zones))


def explored(
    zone: str, odds: Mapping[str, Any], third: float, leader: float, weight: float
) -> float:
    """What an exploration gains by its exact odds: the zone as it is carried, times what a
    character makes of it (`weight`), less what is lost on the way of thirds of a detachment and of
    the leader at their prices."""
    lost = sum(float(gone * chance) for gone, chance in odds["lost"].items())
    gained = weight * carried_share() * zone_worth(zone) * float(odds["discovered"])
    return gained - third * lost - leader * float(odds["dies"])
