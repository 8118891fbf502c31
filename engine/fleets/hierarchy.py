"""Hierarchy of admirals: the better rank commands at least as many ships (HIE, RET-14).

As on land it is per country and compares those who command; it is asked where a stack is split to
intercept or to pursue (C-HIE-01, C-HIE-06).
"""

from __future__ import annotations

from typing import Final

from engine.facts import countries
from engine.fleets import fleets
from engine.situation import hierarchy as hierarchies
from engine.situation import naval_command
from engine.state import State, known_zones, sides
from engine.state.stacks import Band

RANKED: Final = ("admiral",)


def why_broken(state: State, country: str) -> list[str]:
    """Why the hierarchy of a country's admirals does not hold; empty when it does.

    Stacks that carry discoveries are left out; the option `hierarchy` switches all of it off.
    """
    if not state.options.get("hierarchy", True):
        return []
    alliance = sides.alliance_of(state, country)
    ranked = {
        leader.id
        for leader in state.leaders.values()
        if leader.country == country
        and leader.status == "map"
        and countries.leader(leader.id).kind in RANKED
        and not known_zones.carries_discoveries(state, leader.place, leader.position, alliance)
    }
    stacks, commander = fleets.stacks(state, alliance) if ranked else (), naval_command.commander
    return hierarchies.broken_among(
        state, country, ranked, stacks, commander, fleets.thirds, "ships"
    )


def why_worse(state: State, band: Band, place: str) -> str:
    """Why the hierarchy would be worse with a part of a stack, or admirals alone, in another place;
    "" when not."""
    units, leaders = band.units_and_leaders(state)
    owners = {each.country for each in units} | {each.country for each in leaders}
    position = fleets.lies(place)
    reason = hierarchies.worse_hierarchy(state, owners, band, place, position, why_broken)
    return reason and f"hierarchy: {reason}"
