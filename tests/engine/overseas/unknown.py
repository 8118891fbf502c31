"""Seas and land unknown: who carries what he found."""

from __future__ import annotations

from typing import Any

from engine.facts import board
from engine.land.movement.march_ask import March
from engine.overseas import discoveries
from engine.play.phase import Phase
from engine.sea.under_way import attrition_math
from engine.sea.voyages.sail_ask import Sail
from engine.sequence.later_procedures import PROCEDURES
from engine.state import State
from engine.state.forces import Position
from engine.state.stacks import Band
from tests.engine.playing import put, tabletop

CANARIES, ARGUIN, GAMBIA, GUINEA = "sea-canarias", "sea-arguin", "sea-gambie", "sea-guinee"
HOME = {CANARIES, ARGUIN}


def table(*known: str, **fields: Any) -> State:
    """Portugal phasing, with Spain another alliance; both know the way to Arguin."""
    fields.setdefault("known", {"portugal": {*HOME, *known}, "spain": {*HOME}})
    fields.setdefault("campaign", "multiple")
    fields.setdefault("alliances", {"portugal": ["portugal", "england"], "spain": ["spain"]})
    fields.setdefault("wars", [("portugal", "spain")])
    return tabletop(**fields)


def ships(state: State, place: str, *found: str, country: str = "portugal") -> int:
    """A ship that carries discoveries."""
    position: Position = "field" if board.is_sea(place) else "port"
    number = put(state, country, place, "NWD", position=position)[0]
    carries(state, number, *found)
    return number


def troops(state: State, place: str, *found: str, country: str = "portugal") -> int:
    number = put(state, country, place, "LD")[0]
    carries(state, number, *found)
    return number


def carries(state: State, carrier: int | str, *found: str) -> None:
    if found:
        state.overseas.discoveries[str(carrier)] = set(found)


def settle(state: State) -> Phase:
    phase = Phase(state, procedures=PROCEDURES)
    discoveries.settle(phase)
    return phase


def sail(state: State, *numbers: int) -> Sail:
    units = [state.units[number] for number in numbers]
    return Sail(
        who="portugal", name="sail", what="Whither?", state=state, alliance="portugal",
        units=numbers, leaders=(), journey=attrition_math.begin(state, Band.of(units)),
    )  # fmt: skip


def march(state: State, *numbers: int, alliance: str = "portugal") -> March:
    place = state.units[numbers[0]].place
    return March(
        who=alliance, name="march", what="Whither?", state=state, alliance=alliance, place=place,
        units=numbers, leaders=(),
    )  # fmt: skip


def calm(state: State) -> None:
    """No natives anywhere."""
    state.overseas.natives = {
        place.id: "gone" for place in board.provinces().values() if place.area
    }


SENEGAL, MAURITANIA, BEYOND = "senegal-n", "mauritanie-s", "senegal-s"
