"""Umpire's rulings: the players overrule the program by agreement, and the journal keeps it.

A ruling is a plain document with a `do`: it places, moves, changes or removes a counter or a
leader, sets a marker, a treasury, a level, a controller or an owner. Each is checked before
anything changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, get_args

from engine import board, countries
from engine.asks import BadAnswer
from engine.campaign import rulings
from engine.forces import LAND_KINDS, LAND_THIRDS, SEA_KINDS, Position, Unit
from engine.sheets import FactsError
from engine.state import Revolt, State
from engine.ways import name_of

Ruling: TypeAlias = dict[str, Any]


def apply(state: State, ruling: Ruling) -> str:
    """Changes the state as ruled and says what was ruled; raises BadAnswer and changes nothing
    else."""
    if type(ruling) is not dict:
        raise BadAnswer("a ruling is a document with what to do and its details")
    kind = ruling.get("do")
    rule = RULINGS.get(kind) if type(kind) is str else None
    if rule is None:
        raise BadAnswer(f"{kind!r} is no ruling; one of: {', '.join(sorted(RULINGS))}")
    return rule(state, ruling)


def _text(ruling: Ruling, key: str) -> str:
    value = ruling.get(key)
    if type(value) is not str:
        raise BadAnswer(f"{key}: {value!r} is no name")
    return value


def _number(ruling: Ruling, key: str, least: int, most: int) -> int:
    value = ruling.get(key)
    if type(value) is not int or not least <= value <= most:
        raise BadAnswer(f"{key}: {value!r} is not a whole number from {least} to {most}")
    return value


def _place(ruling: Ruling, key: str = "place", sea: bool = False) -> str:
    name = _text(ruling, key)
    try:
        return board.sea(name).id if sea and board.is_sea(name) else board.province(name).id
    except FactsError as error:
        raise BadAnswer(f"{key}: {error}") from error


def _position(ruling: Ruling) -> Position:
    position = ruling.get("position", "field")
    for known in get_args(Position):
        if position == known:
            return position  # type: ignore[no-any-return]
    raise BadAnswer(f"position: {position!r}; one of: {', '.join(get_args(Position))}")


def _country(state: State, ruling: Ruling, key: str = "country") -> str:
    name = _text(ruling, key)
    if name not in state.countries:
        raise BadAnswer(f"{key}: {name!r} is not in this game")
    return name


def _unit(state: State, ruling: Ruling) -> Unit:
    number = ruling.get("unit")
    if type(number) is not int or number not in state.units:
        raise BadAnswer(f"unit: {number!r} is no counter on the board")
    return state.units[number]


def _people(country: str) -> str:
    return countries.country(country).name


def place_unit(state: State, ruling: Ruling) -> str:
    """Puts a new counter on the board."""
    country, place = _country(state, ruling), _place(ruling, sea=True)
    kind = _text(ruling, "kind")
    if kind not in (*LAND_KINDS, *SEA_KINDS):
        raise BadAnswer(f"kind: {kind!r}; one of: {', '.join((*LAND_KINDS, *SEA_KINDS))}")
    veterans = LAND_THIRDS.get(kind, 0) if ruling.get("veteran") is True else 0
    state.add(Unit(0, country, kind, place, _position(ruling), veterans))  # type: ignore[arg-type]
    return f"{_people(country)} gets {kind} in {name_of(place)}"


def move_unit(state: State, ruling: Ruling) -> str:
    """Puts a counter somewhere else."""
    unit, place, position = _unit(state, ruling), _place(ruling, sea=True), _position(ruling)
    state.put(unit, place, position)
    return f"{_people(unit.country)}'s {unit.kind} goes to {name_of(place)}"


def remove_unit(state: State, ruling: Ruling) -> str:
    """Takes a counter off the board."""
    unit = _unit(state, ruling)
    state.remove(unit)
    return f"{_people(unit.country)} loses {unit.kind} in {name_of(unit.place)}"


def place_leader(state: State, ruling: Ruling) -> str:
    """Puts a leader of this game in a place on the map."""
    name, place, position = _text(ruling, "leader"), _place(ruling, sea=True), _position(ruling)
    leader = state.leaders.get(name)
    if leader is None:
        raise BadAnswer(f"leader: {name!r} is not in this game")
    state.put_leader(leader, place, position)
    return f"{countries.leader(name).name} goes to {name_of(place)}"


def remove_leader(state: State, ruling: Ruling) -> str:
    """Takes a leader out of the game."""
    name = _text(ruling, "leader")
    leader = state.leaders.get(name)
    if leader is None:
        raise BadAnswer(f"leader: {name!r} is not in this game")
    state.take_leader(leader, "killed")
    return f"{countries.leader(name).name} is out of the game"


def set_treasury(state: State, ruling: Ruling) -> str:
    """Sets a treasury in ducats."""
    country, ducats = _country(state, ruling), _number(ruling, "ducats", -100_000, 100_000)
    state.countries[country].treasury = ducats
    return f"{_people(country)} has {ducats} ducats"


def set_stability(state: State, ruling: Ruling) -> str:
    """Sets a country's stability."""
    country, value = _country(state, ruling), _number(ruling, "stability", -3, 3)
    state.countries[country].stability = value
    return f"{_people(country)} has stability {value:+}"


def set_victory_points(state: State, ruling: Ruling) -> str:
    """Sets a country's victory points."""
    country, value = _country(state, ruling), _number(ruling, "points", -100_000, 100_000)
    state.countries[country].victory_points = value
    return f"{_people(country)} has {value} victory points"


def set_control(state: State, ruling: Ruling) -> str:
    """Gives the city of a province to a country; a siege there is over."""
    country, place = _country(state, ruling), _place(ruling)
    state.controllers[place] = country
    state.sieges.pop(place, None)
    return f"{_people(country)} controls {name_of(place)}"


def set_level(state: State, ruling: Ruling) -> str:
    """Sets the level of a fortress."""
    place, level = _place(ruling), _number(ruling, "level", 0, 5)
    state.levels[place] = level
    return f"the fortress of {name_of(place)} has level {level}"


def set_pillage(state: State, ruling: Ruling) -> str:
    """Sets the pillage markers of a province, a text of signs such as `+-`; none removes them."""
    place, signs = _place(ruling), _text(ruling, "markers")
    if signs not in ("", "-", "+", "+-", "++"):
        raise BadAnswer(f"markers: {signs!r}; one of: nothing, -, +, +-, ++")
    state.pillages.pop(place, None)
    if signs:
        state.pillages[place] = list(signs)
    return f"pillage in {name_of(place)}: {signs or 'none'}"


def set_revolt(state: State, ruling: Ruling) -> str:
    """Sets the revolt markers of a province, a text of signs such as `+-`; none removes them."""
    place, signs = _place(ruling), _text(ruling, "markers")
    if signs not in ("", "-", "+", "+-", "++"):
        raise BadAnswer(f"markers: {signs!r}; one of: nothing, -, +, +-, ++")
    if reason := rulings.why_no_revolt(state, place):
        raise BadAnswer(reason)
    state.revolts.pop(place, None)
    if signs:
        state.revolts[place] = [Revolt("revolt", "+" if sign == "+" else "-") for sign in signs]
    return f"revolt in {name_of(place)}: {signs or 'none'}"


RULINGS: dict[str, Callable[[State, Ruling], str]] = {
    "place-unit": place_unit,
    "move-unit": move_unit,
    "remove-unit": remove_unit,
    "place-leader": place_leader,
    "remove-leader": remove_leader,
    "treasury": set_treasury,
    "stability": set_stability,
    "victory-points": set_victory_points,
    "control": set_control,
    "level": set_level,
    "pillage": set_pillage,
    "revolt": set_revolt,
    **rulings.RULINGS,
}
