"""Who has what where in the Rest of the World: colonies, trading posts, missions and forts.

The province of an establishment belongs to the country of the first that stands there
(`owning_establishment`), unless the state says otherwise; who holds the province holds them all.
Each is a fortress of level 0 by itself (C-FRT-03), a colony of level 6 one of level 1 in a province
of Europe (C-FRT-04).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from engine.facts import board, countries, force_pools
from engine.state import State, sides
from engine.state.forces import Unit
from engine.state.overseas import Establishment

NAMES: Final = {
    "colony": "colony", "trading_post": "trading post", "mission": "mission", "fort": "fort",
}  # fmt: skip
ROUNDS: Final = 3
"""How many rounds a fort is under construction, that of its beginning included (FRT-A1)."""

PIONEERS: Final = ("explorer", "conquistador", "governor")


def standing_establishments(state: State, place: str) -> list[Establishment]:
    """The establishments of a province that stand; forts under construction are none yet."""
    return [one for one in state.overseas.establishments.get(place, ()) if not one.stage]


def under_construction(state: State, place: str) -> list[Establishment]:
    """The forts under construction in a province."""
    return [one for one in state.overseas.establishments.get(place, ()) if one.stage]


def owning_establishment(state: State, place: str) -> Establishment | None:
    """The establishment to whose country the province belongs: the first that stands there."""
    return next(iter(standing_establishments(state, place)), None)


def at_phase_start(state: State, place: str, alliance: str) -> bool:
    """Whether an alliance holds an establishment here that existed when the phase began (DIS-04).

    Fort, mission, trading post or colony, or any European province. Only forts are begun during
    the phase; one of this turn is no home yet.
    """
    if not sides.controlled_by(state, place, alliance):
        return False
    return board.province(place).map == "europe" or any(
        one.kind != "fort" or one.founded < state.turn
        for one in standing_establishments(state, place)
    )


def neutral(state: State, place: str, alliance: str) -> bool:
    """Whether a neutral country holds an establishment here (EXP-23)."""
    who = sides.controller(state, place)
    other = sides.alliance_of(state, who) if who else alliance
    mine = other == alliance or sides.at_war(state, alliance, other)
    return bool(standing_establishments(state, place)) and not mine


def enemy_presence(state: State, place: str, alliance: str) -> str:
    """Who of the enemy is in a province, "" for nobody (NAC-30).

    Active natives, troops inside or outside, a city, an establishment; one besieged counts too.
    """
    where = board.called(place)
    for position in ("field", "inside"):
        for unit in sides.enemy_units(state, place, alliance, position):
            return f"troops of {countries.with_article(unit.country)} are in {where}"
    for one in state.overseas.establishments.get(place, ()):
        if sides.at_war(state, alliance, sides.alliance_of(state, one.country)):
            holder = sides.controller(state, place)
            if one.stage or sides.alliance_of(state, holder) != alliance:
                name = countries.with_article(one.country)
                return f"a {NAMES[one.kind]} of {name} is in {where}"
    if sides.held_by_enemy(state, place, alliance):
        name = countries.with_article(sides.controller(state, place))
        return f"{board.does(place, 'be')} held by {name}"
    return ""


def landing_free(
    state: State, place: str, alliance: str, units: Iterable[Unit], leader_ids: Iterable[str]
) -> bool:
    """Whether a province overseas counts as a controlled port (no arsenal) for these (CMB-14,
    CMB-A1).

    An explorer, conquistador or governor is with them, no army counter is (NAC-30), and no enemy
    is there.
    """
    if board.is_sea(place) or board.province(place).map == "europe":
        return False
    pioneer = any(countries.leader(name).kind in PIONEERS for name in leader_ids)
    armies = any(unit.army and unit.corps != "native" for unit in units)
    return pioneer and not armies and not enemy_presence(state, place, alliance)


def left_in_box(state: State, country: str, kind: str) -> bool:
    """Whether a country has a counter of that kind that stands nowhere yet."""
    every = (one for here in state.overseas.establishments.values() for one in here)
    placed = sum(one.country == country and one.kind == kind for one in every)
    return placed < force_pools.counter_limit(country, kind)


def port_of_establishments(state: State, place: str) -> Literal["", "fort", "port", "arsenal"]:
    """What kind of port the establishments of a coastal province are (SUP-28, SUP-29)."""
    if not board.adjacent_seas(place):
        return ""
    kinds = {one.kind for one in standing_establishments(state, place)}
    if kinds & {"colony", "trading_post"}:
        return "port"
    return "fort" if kinds else ""


def supplies(state: State, place: str, detachments: bool) -> bool:
    """Whether what stands in a province overseas is a source of supply on land (SUP-08, SUP-19).

    Cities, colonies and trading posts are one for any stack; forts and missions for detachments
    only. Who controls it is asked by supply.
    """
    kinds = {one.kind for one in standing_establishments(state, place)}
    if board.province(place).city or kinds & {"colony", "trading_post"}:
        return True
    return bool(kinds) and detachments


def establishment_name(one: Establishment) -> str:
    """What an establishment is, and whose."""
    return f"{NAMES[one.kind]} of {countries.with_article(one.country)}"


def besieged_in(state: State, place: str) -> str:
    """What is besieged in a province, and falls: its city overseas before whatever was founded
    beside it, a fortress with walls, else the first establishment (SIE-01, C-FRT-03)."""
    province = board.province(place)
    if province.map != "europe" and province.city:
        return f"the city of {province.city} in {board.called(place)}"
    first = owning_establishment(state, place)
    if first is None or sides.fortress_level(state, place):
        return f"the fortress of {board.called(place)}"
    return f"the {establishment_name(first)} in {board.called(place)}"


def establishment_in_words(one: Establishment) -> str:
    """An establishment in words: `fort of Portugal, being built (round 2 of 3)`."""
    text = establishment_name(one)
    if one.level:
        text += f", level {one.level}"
    return f"{text}, being built (round {one.stage} of {ROUNDS})" if one.stage else text
