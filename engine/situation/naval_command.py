"""Who commands ships (C-CMD-02)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.facts import countries
from engine.situation import command
from engine.situation.command import Commander
from engine.state import State
from engine.state.forces import FLEETS, Unit
from engine.state.leaders import Leader, only_country

LEADING: Final = ("king", "admiral", "explorer", "privateer")


def commanding_country(state: State, units: Sequence[Unit], leaders: Sequence[Leader]) -> str:
    """The country that commands ships (C-CMD-02). Raises ValueError without any."""
    only = only_country(units, leaders) if units else ""
    return only or commander(state, units, leaders).country


def commander(state: State, units: Sequence[Unit], leaders: Sequence[Leader]) -> Commander:
    """Who commands ships (C-CMD-02): a monarch, else the best rank that has a fleet counter.

    Where nobody of the rank has one of his country, the best rank of all; a tie goes to the better
    values. Without a leader it is the country with most ships. Raises ValueError for nobody at all.
    """
    able = leaders and [
        each
        for each in leaders
        if (known := countries.leader(each.id)).kind in LEADING or "king" in known.flags
    ]
    if not able:
        if only := only_country(units, ()):
            return command.leaderless(only)
        sizes: dict[str, int] = {}
        for unit in units:
            sizes[unit.country] = sizes.get(unit.country, 0) + unit.afloat
        if not sizes:
            raise ValueError("nobody is there to command")
        return Commander(
            min(sizes, key=lambda name: (-sizes[name], command.place_in_alliance(state, name)))
        )
    owners = {unit.country for unit in units if unit.kind in FLEETS}

    def merit(each: Leader) -> tuple[bool, bool, str, int, int, str]:
        known = countries.leader(each.id)
        value = command.values(each)
        return (
            not (known.kind == "king" or "king" in known.flags),
            bool(owners) and each.country not in owners,
            value.rank or command.NO_RANK,
            -value.manoeuvre,
            -value.fire - value.shock,
            each.id,
        )

    best = min(able, key=merit)
    return Commander(best.country, best.id, *command.values(best))
