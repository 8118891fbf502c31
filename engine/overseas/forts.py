"""Forts: begun by a stack, three rounds in the building, lost when nobody stands by (FRT).

`Establishment.stage` is the round of the works, 1 to 3, the round in which they begin being the
first (FRT-A1); at 0 the fort stands.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Final

from engine.combat.leaders import DETACHMENT
from engine.facts import board, countries
from engine.play.asks import Option
from engine.play.phase import Phase
from engine.situation import establishments
from engine.state import State, forces, sides
from engine.state.overseas import Establishment

FORT: Final = "fort "
TERMS: Final = (
    f"free; it stands after {establishments.ROUNDS} rounds if 1 LD stays beside it throughout"
)


def guard(state: State, place: str, country: str) -> int:
    """The thirds of a country's own troops in a province; allies and natives do not count (FRT-A2),
    nor troops aboard of ships there, who have left it (FRT-05).

    Three exploration detachments are as good as one LD (FRT-A1).
    """
    return forces.strength(
        unit
        for unit in state.units_at(place)
        if unit.land
        and unit.country == country
        and unit.corps != "native"
        and unit.position != "aboard"
    )


def why_not(state: State, place: str, country: str) -> str:
    """Why a country may not begin a fort in a province; "" when it may (FRT-01).

    There must be 1 LD of it, in the Rest of the World, and nothing built there yet; no enemy may
    stand there.
    """
    where = board.province(place).name
    if sides.european(state, place):
        return f"{where} is in Europe: forts are built in the Rest of the World (FRT-01)"
    if guard(state, place, country) < DETACHMENT:
        return f"less than 1 LD of {countries.does(country, 'be')} in {where} (FRT-01)"
    if state.overseas.establishments.get(place):
        return f"there is an establishment in {where} already"
    alliance = sides.alliance_of(state, country)
    if sides.enemy_units(state, place, alliance):
        return f"enemies stand in {where}"
    if sides.controller(state, place) not in ("", country):
        return f"{where} belongs to another country"
    return ""


def answers(state: State, place: str, alliance: str) -> list[str]:
    """The forts that the countries of an alliance may begin in a place now, for the question what
    moves (FRT-01, FRT-A3)."""
    if not state.overseas.known or board.is_sea(place) or sides.european(state, place):
        return []
    own = sides.members(state, alliance)
    there = sorted({unit.country for unit in state.units_at(place) if unit.land} & {*own})
    return [f"{FORT}{place}:{country}" for country in there if not why_not(state, place, country)]


def option(answer: str) -> Option:
    """One of these answers as it reads."""
    place, country = _meant(answer)
    fort = f"begin a fort of {countries.with_article(country)} in {board.province(place).name}"
    return Option(answer, fort, TERMS)


def _meant(answer: str) -> tuple[str, str]:
    place, _, country = answer.removeprefix(FORT).partition(":")
    return place, country


def begin(phase: Phase, answer: str) -> None:
    """Begins a fort, for nothing, on the side of its construction (FRT-01, FRT-02)."""
    state = phase.state
    place, country = _meant(answer)
    state.overseas.establishments.setdefault(place, []).append(
        Establishment(country, "fort", stage=1, founded=state.turn)
    )
    text = f"{countries.does(country, 'begin')} a fort in {board.province(place).name}."
    phase.tell("fort", text, place, sides.decider(state, country))


def remove_abandoned(phase: Phase) -> None:
    """Forts under construction without 1 LD of their country beside them are destroyed (FRT-05)."""
    state = phase.state
    for place, one in _building(state) if state.overseas.establishments else ():
        if guard(state, place, one.country) < DETACHMENT:
            remove(state, place, one)
            was = countries.does(one.country, "was")
            text = f"The fort that {was} building in {board.province(place).name} is lost."
            phase.tell("fort", text, place, sides.decider(state, one.country))


def remove(state: State, place: str, one: Establishment) -> None:
    """Takes an establishment off the board; of an empty province nobody is left in control."""
    state.overseas.establishments[place].remove(one)
    if not state.overseas.establishments[place]:
        del state.overseas.establishments[place]
        state.land.controllers.pop(place, None)


def advance(phase: Phase) -> None:
    """The end of a round: every fort goes on a stage, after the third round it stands (FRT-03,
    FRT-04)."""
    for place, one in _building(phase.state):
        one.stage += 1
        if one.stage > establishments.ROUNDS:
            _stands(phase, place, one)
            continue
        begun = f"has been under construction for {one.stage - 1} of {establishments.ROUNDS} rounds"
        _tell(phase, place, one, f"{begun} (FRT-03)")


def finish(phase: Phase) -> None:
    """The clean-up: every fort still under construction is finished (CLN-02)."""
    for place, one in _building(phase.state):
        _stands(phase, place, one)


def _building(state: State) -> list[tuple[str, Establishment]]:
    begun = [
        (place, one)
        for place, found in state.overseas.establishments.items()
        for one in found
        if one.stage
    ]
    return sorted(begun, key=itemgetter(0))


def _stands(phase: Phase, place: str, one: Establishment) -> None:
    one.stage = 0
    _tell(phase, place, one, "stands")


def _tell(phase: Phase, place: str, one: Establishment, what: str) -> None:
    text = (
        f"The fort of {countries.with_article(one.country)} in {board.province(place).name} {what}."
    )
    phase.tell("fort", text, place, sides.decider(phase.state, one.country))
