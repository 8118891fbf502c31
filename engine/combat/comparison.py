"""The two sides of a battle beside each other, for whoever is to decide about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from engine.chances.steps import Pending
from engine.combat.prepared_battle import AnyForce, AnySetup, total_hits
from engine.combat.what_weighs_most import Weight, weights

NAMED: Final = 3  # reasons that are named
LEAST: Final = 0.005  # of the chance that a reason must be worth to be named


def compare(
    setup: AnySetup,
    place: str,
    terrain: str,
    units: Sequence[str],
    side: int,
    chances: Callable[[AnySetup], Mapping[str, Any]],
) -> dict[str, Any]:
    """Both sides as plain data, that which decides (`side`) first: counters, strength in thirds,
    commander, morale; the odds as who decides reads them, and what weighs most in them: reason,
    rule, and what it does for the chance to win."""
    columns = [column(known, said) for known, said in zip(setup.forces, units, strict=True)]
    found = chances(setup)
    return {
        "place": place,
        "terrain": terrain,
        "afloat": setup.at_sea,
        "sides": columns[::-1] if side else columns,
        "odds": {
            "win": found["lose" if side else "win"],
            "draw": found["draw"],
            "lose": found["win" if side else "lose"],
            "losses": found["losses"][::-1] if side else found["losses"],
        },
        "why": heaviest(weights(setup, chances, side)),
    }


def heaviest(weights: Iterable[Weight]) -> list[list[Any]]:
    """The few reasons that weigh most, as plain data."""
    heavy = sorted(weights, key=lambda each: -abs(each.chance))
    return [[*each] for each in heavy[:NAMED] if abs(each.chance) >= LEAST]


def column(known: AnyForce, units: str) -> dict[str, Any]:
    """A side as its commander sees it."""
    chief = known.commander
    return {
        "country": str(known.side.country),
        "units": units,
        "thirds": known.strength,
        "leader": "" if chief.replacement else chief.name,
        "values": [chief.manoeuvre, chief.fire, chief.shock],
        "morale": known.morale,
    }


def battle_so_far(setup: AnySetup, step: Pending, side: int) -> dict[str, Any]:
    """A battle that goes on, that side first which decides: what each has suffered so far, in
    thirds as rolled, and the morale that is left to it."""
    stars, hits = step.state[1::-1], step.state[3:1:-1]
    columns = [
        {**column(known, ""), "lost": total_hits(hit), "morale_left": max(0, known.morale - gone)}
        for known, hit, gone in zip(setup.forces, hits, stars, strict=True)
    ]
    return {"afloat": setup.at_sea, "sides": columns[::-1] if side else columns}
