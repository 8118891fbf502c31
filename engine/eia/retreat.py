"""Retreats and surrenders after a battle (EIA-RET, EIA-ERR-18 to EIA-ERR-20)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.eia.reasons import Reason, applicable


class Area(NamedTuple):
    """An area next to the battle: whether the attacker came from it, an enemy holds it, and how
    far it is from the retreating minor's capital (None: no matter)."""

    name: str
    entered_from: bool = False
    enemy: bool = False
    capital: int | None = None


class Retreat(NamedTuple):
    """Where a beaten force may go, whether it is surrounded or surrenders, and why."""

    areas: tuple[str, ...]
    surrounded: bool
    surrenders: bool
    reasons: tuple[Reason, ...]


def is_surrounded(areas: Sequence[Area]) -> bool:
    """Every area next to it is one the attacker came from, or held by the enemy (EIA-RET-05)."""
    return all(area.entered_from or area.enemy for area in areas)


def retreat(
    areas: Sequence[Area],
    island: bool = False,
    attackers: Sequence[str] = (),
    sponsored: bool = False,
) -> Retreat:
    """The areas that a beaten force may retreat to.

    Not where the attacker marched in or reinforced from, unless it is surrounded (EIA-RET-01); to
    areas held by the enemy only where there is no other, for it doesn't surrender (EIA-RET-03);
    sponsored minors go towards their capital (EIA-RET-04). Armies never surrender but on an island
    without an area free of enemies (EIA-RET-03), and corps that landed, if none of them came by
    land (EIA-ERR-18, EIA-ERR-19), arrows counting as a landing (EIA-ERR-20).

    `attackers` are the routes of the beaten force's corps when it was the attacker: "land",
    "landed" or "arrow".
    """
    around = is_surrounded(areas)
    routes = set(attackers)
    if routes and "land" not in routes:
        arrow = routes == {"arrow"}
        why = "It came over a crossing arrow" if arrow else "It landed"
        rule = "EIA-ERR-20" if arrow else "EIA-ERR-18"
        reason = Reason(f"{why} and has to surrender: all prisoners, leaders too.", rule)
        return Retreat((), around, True, (reason,))
    cut_off = island and all(area.enemy for area in areas)
    free = [area for area in areas if not area.enemy]
    ways = (free or areas) if around else [area for area in free if not area.entered_from]
    barred = not around and any(area.entered_from for area in areas)
    far = [area.capital for area in ways if area.capital is not None]
    goes = sponsored and bool(far)
    reasons = applicable(
        (routes - {"land"}, "At least one corps came by land: all retreat.", "EIA-ERR-19"),
        (cut_off, "An island without an area free of enemies: it surrenders.", "EIA-RET-03"),
    )
    if cut_off:
        return Retreat((), around, True, reasons)
    reasons += applicable(
        (around, "Surrounded: it may go where the attacker came from, and doesn't surrender.",
         "EIA-RET-01"),
        (around, "No way out was left.", "EIA-RET-05"),
        (barred, "Not where the attacker marched in or reinforced from.", "EIA-RET-01"),
        (goes, "A sponsored minor goes towards its capital.", "EIA-RET-04"),
    )  # fmt: skip
    chosen = [area.name for area in ways if not goes or area.capital == min(far)]
    return Retreat(tuple(chosen), around, False, reasons)
