"""What a position is worth to a power, in ducats: what `match` counts and programs may aim at.

Cities and provinces by their income and level, victory points that rules give, strength left at
its price, leaders, money and stability. The figures are data (engine/data/score.toml);
docs/SCORE.md tells their sources.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Final, NamedTuple

from engine.facts import board, countries, tables
from engine.facts.toml_documents import document
from engine.fleets import fleets
from engine.state import State, sides
from engine.state.forces import Unit
from engine.state.lookups import lookup

THIRDS: Final = 3
PER_CENT: Final = 100


class Worth(NamedTuple):
    """What a power has, in ducats by kind."""

    provinces: int = 0
    strength: int = 0
    leaders: int = 0
    money: int = 0
    points: int = 0
    stability: int = 0

    @property
    def total(self) -> int:
        """All of it together."""
        return sum(self)


def figures() -> dict[str, Any]:
    """The figures of engine/data/score.toml."""
    return document("score")


def followers(state: State, power: str) -> list[str]:
    """A power with the minors that it decides for."""
    return [each.id for each in state.countries.values() if power in (each.id, each.patron)]


def powers(state: State) -> list[str]:
    """The countries that decide for themselves, in their order."""
    return [each.id for each in state.countries.values() if not each.patron]


def worth(state: State, power: str) -> Worth:
    """What a power and the minors that follow it have on the table."""
    own = followers(state, power)
    holding = state.countries[power]
    figure = figures()
    counters = [each for each in state.units.values() if each.country in own]
    return Worth(
        provinces=sum(place_worth(state, place) for place in controlled_provinces(state, own)),
        strength=sum(unit_worth(state, each) for each in counters),
        leaders=sum(leader_worth(each.id) for each in state.leaders.values()
                    if each.country in own and each.status in ("map", "away", "wounded")),
        money=holding.treasury,
        points=figure["victory_point"] * sum(state.countries[each].victory_points for each in own),
        stability=figure["stability"] * holding.stability,
    )  # fmt: skip


def controlled_provinces(state: State, own: Iterable[str]) -> list[str]:
    """The provinces that these countries control."""
    held = provinces_held(state)
    return [place for each in dict.fromkeys(own) for place in held.get(each, ())]


@lookup
def provinces_held(state: State) -> dict[str, list[str]]:
    """The provinces that each country controls."""
    found: dict[str, list[str]] = {}
    for place, who in holders(state).items():
        found.setdefault(who, []).append(place)
    return found


@lookup
def holders(state: State) -> dict[str, str]:
    """The country that controls each province, "" for nobody."""
    return {place: sides.controller(state, place) for place in board.provinces()}


def place_worth(state: State, place: str) -> int:
    """What controlling a province is worth: its income for some turns, and its walls."""
    figure = figures()
    known = board.province(place)
    walls = figure["fortress"]
    level = min(sides.fortress_level(state, place), len(walls) - 1)
    income = figure["turns_of_income"] * (known.income or 0)
    return int(income + walls[level] + (figure["capital"] if known.capital else 0))


@cache
def _third(country: str, technology: str, item: str) -> int:
    """Ducats for a third of a detachment, by a price list of whole ones; the usual one for those
    who have no list of their own."""
    naval = item in ("buy_nwd", "buy_ngd", "buy_ntd")
    look = tables.naval_price if naval else tables.land_price
    price = look(country, technology, item)
    if price is None:
        return int(figures()["ship_third" if naval else "army_third"])
    return -(-price // THIRDS)


def unit_worth(state: State, unit: Unit) -> int:
    """The price of what is left of a counter, conscripts at a share of it."""
    holding = state.countries.get(unit.country)
    land = holding.land_technology if holding else "medieval"
    naval = holding.naval_technology if holding else "carrack"
    share = int(figures()["conscript"])
    worth = unit.thirds * _third(unit.country, land, "buy_ld")
    for kind, number in (unit.ships or ({} if unit.land else {unit.kind: 1})).items():
        item = "buy_ngd" if kind in fleets.GALLEYS else "buy_ntd" if kind == "NTD" else "buy_nwd"
        thirds = 1 if kind == "NDE" else THIRDS
        worth += number * thirds * _third(unit.country, naval, item)
    strength = unit.thirds + unit.afloat
    if not strength:
        return 0
    veterans = min(unit.veterans, strength)
    return worth * (PER_CENT * veterans + share * (strength - veterans)) // (PER_CENT * strength)


@cache
def leader_worth(name: str) -> int:
    """What a leader who can still fight is worth: his values, and more for a monarch; 0 for one
    without values."""
    known = countries.leaders().get(name)
    if known is None:
        return 0
    values = known.manoeuvre + known.fire + known.shock + known.siege
    return int(figures()["leader_value"] * values + (figures()["monarch"] if known.monarch else 0))
