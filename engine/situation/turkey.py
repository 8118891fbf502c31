"""Turkey: whom its troops frighten, what is a timar, how far a timar is from home (C-TUR)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.facts import board, force_pools
from engine.state import State, forces, known_zones, sides
from engine.state.forces import Unit

TURKEY: Final = "turkey"
LAST_TURN_OF_FRIGHT: Final = 14
FEARLESS: Final = frozenset(
    {
        "turkey", "venice", "hungary", "damascus", "mamluks", "genoa", "knights-of-saint-john",
        "persia",
    }
)  # fmt: skip


# Facing the Ottomans.


def fears_ottomans(country: str, turn: int) -> bool:
    """Whether a country that has not fought the Ottomans yet fears them in a turn (C-TUR-15)."""
    return turn <= LAST_TURN_OF_FRIGHT and country not in FEARLESS


def suffers_fright(state: State, country: str, enemy_units: Iterable[Unit]) -> bool:
    """Whether a country still fears these enemies, -2 to its Shock (DRM-06, DRM-A2).

    Only Turkey's own units frighten, not its vassals'; a country loses its fear by its first battle
    against them with an army of its own, and `ottoman_fright` tells whether that is still to come.
    """
    known = state.countries.get(country)
    return (
        known is not None
        and known.ottoman_fright
        and fears_ottomans(country, state.turn)
        and any(unit.country == TURKEY for unit in enemy_units)
    )


def end_fright(state: State, one: Sequence[Unit], other: Sequence[Unit]) -> None:
    """Whoever fights Turkish units with an army or fleet of his own fears them no longer, nor does
    he who has none in the box (C-TUR-15)."""
    for own, enemies in ((one, other), (other, one)):
        for unit in own if any(each.country == TURKEY for each in enemies) else ():
            counter = "army" if unit.land else "fleet"
            armed = unit.army or unit.kind in forces.FLEETS
            armed = armed or not force_pools.counter_limit(unit.country, counter)
            if armed and unit.corps != "native" and unit.country in state.countries:
                state.countries[unit.country].ottoman_fright = False


# Timars and pashas.


def timar(unit: Unit) -> bool:
    """Whether a counter is of timars: one of their armies or detachments, or a pasha
    (C-TUR-01, C-TUR-08)."""
    return unit.country == TURKEY and (unit.corps == "timar" or unit.kind == "PASHA")


def stays_in_europe(state: State, unit: Unit, place: str) -> bool:
    """Whether a counter may not go to a place: a pasha is never in the Rest of the World, but where
    a colony has made a European province (C-TUR-11, MOV-A9)."""
    return unit.kind == "PASHA" and not known_zones.is_public(state, place)


def why_not_overseas(state: State, units: Iterable[Unit], place: str) -> str:
    """Why troops may not march to a place with a pasha among them, "" when they may (MOV-A9)."""
    if any(stays_in_europe(state, unit, place) for unit in units):
        return "no pasha goes to the Rest of the World (C-TUR-11)"
    return ""


def home(state: State) -> frozenset[str]:
    """The Turkish national territory, and what Turkey owns of former Egypt and Damascus
    (C-TUR-07)."""
    conquered = board.national_provinces("mamluks") | board.national_provinces("damascus")
    return board.national_provinces(TURKEY) | {
        place for place in conquered if sides.owner(state, place) == TURKEY
    }


def from_home(state: State, place: str) -> int:
    """How many provinces lie from a place to the Turkish national territory (C-TUR-07).

    Counted through provinces that Turkey owns or controls; where there is no such way, as the crow
    flies over land.
    """
    at_home = home(state)

    def held(there: str) -> bool:
        return (
            there in at_home
            or sides.owner(state, there) == TURKEY
            or sides.controller(state, there) == TURKEY
        )

    for through in (held, lambda there: True):
        for steps, ring in enumerate(board.rings(place, through)):
            if not at_home.isdisjoint(ring):
                return steps
    return 0
