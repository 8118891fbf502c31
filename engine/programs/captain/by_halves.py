"""A massed force that stays far from enemies goes out and back by halves: that spares it attrition.

A massed force rolls even where it does not move (MOV-08). One half of it that goes to the next
province and back, and another that stays, are none (MOV-13). Where enemies are near, a half may be
intercepted: there it stays together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from engine.facts import board
from engine.land.ground import entering_provinces
from engine.land.movement.attrition_causes import movement_causes
from engine.land.movement.march_ask import March
from engine.play.asks import Ask, Raw
from engine.programs import steady_on_land
from engine.rounds import campaigns
from engine.sequence import next_moves
from engine.situation import command
from engine.state import State, forces, sides
from engine.state.forces import Unit

MOST: Final = 3
"""Counters of a half that are looked at."""


class Parted(NamedTuple):
    """The half of a massed force that goes, and its way out and back."""

    half: tuple[int, ...]
    way: tuple[str, ...]


def parted(ask: March) -> Parted | None:
    """How the massed force of a march may go out and back; None where it is none, no half of it
    would escape the roll, or enemies are near."""
    state, troops = ask.state, ask.troops(ask.units)
    if not forces.is_massed(troops) or _watched(state, ask.place, ask.alliance):
        return None
    chiefs = state.leaders_by_id(ask.leaders)
    country = command.commanding_country(state, troops, chiefs)
    if campaigns.massed_threshold(state, country) < forces.LARGE:
        return None
    for half in _halves(troops, country):
        if command.commanding_country(state, half, []) == country:
            return _out_and_back(ask, [unit.id for unit in half])
    return None


def _halves(troops: Sequence[Unit], country: str) -> Iterator[list[Unit]]:
    """What of a country may go so that neither it nor the rest is massed, the smallest first."""
    own = [unit for unit in troops if unit.country == country]
    parts = [list(some) for size in range(1, MOST + 1) for some in combinations(own, size)]
    for part in sorted(parts, key=forces.strength):
        rest = [unit for unit in troops if unit not in part]
        if rest and not forces.is_massed(part) and not forces.is_massed(rest):
            yield part


def _out_and_back(ask: March, units: Sequence[int]) -> Parted | None:
    """The shortest way to a friendly province next to it and back that is no cause of attrition."""
    state = ask.state
    march = March(
        who=ask.who, name=ask.name, what=ask.what, state=state, alliance=ask.alliance,
        place=ask.place, units=units, leaders=(),
    )  # fmt: skip
    found = []
    for border in board.land_neighbours(ask.place):
        way = (border.other, ask.place)
        if not sides.controlled_by(state, border.other, ask.alliance):
            continue
        if march.is_legal([*way]) and not _watched(state, border.other, ask.alliance):
            points = march.cost([*way])[-1].sum
            if not movement_causes(False, points, state.sequence.bad_weather):
                found.append((points, way))
    return Parted(tuple(units), min(found)[1]) if found else None


def _watched(state: State, place: str, alliance: str) -> bool:
    """Whether enemies stand in a province or next to it, or hold its fortress."""
    near = [place, *(border.other for border in board.land_neighbours(place))]
    return entering_provinces.look(state, place, alliance).opposed or any(
        sides.enemy_units(state, each, alliance) for each in near
    )


# Without a design.


def answer(state: State, ask: Ask[Any], usual: Raw) -> Raw:
    """What a massed force does that would stay, under a campaign that is paid anyway; None where
    the usual answer will do."""
    match ask.name:
        case "next-move" if usual == next_moves.DONE:
            places = ask.about["places"]
            return next((place for place in places if _stays(state, place)), None)
        case "mover" if "place" in ask.about:
            found = _stays(state, ask.about["place"])
            if found is not None and {*found.half} < {*ask.about["units"]}:
                return [str(number) for number in sorted(found.half)]
        case "march" if isinstance(ask, March) and not usual and not any(ask.spent.values()):
            found = _stays(state, ask.place)
            if found is not None and {*found.half} == {*ask.units}:
                return [*found.way]
    return None


def _stays(state: State, place: str) -> Parted | None:
    """How the stack of a place goes out and back, where it would stay."""
    if board.is_sea(place) or not sides.european(state, place):
        return None
    ask = steady_on_land.march_of(state, sides.phasing_alliance(state), place)
    found = parted(ask) if ask is not None else None
    if ask is None or found is None or steady_on_land.plan(ask).path:
        return None
    return found
