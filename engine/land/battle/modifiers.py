"""Die roll modifiers of a battle on land: the four rolls of its two days (DRM-01 to
DRM-06, DRM-16 to DRM-36).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.combat.leaders import DETACHMENT, differential
from engine.combat.prepared_battle import ROLLS
from engine.facts import tables
from engine.land.battle.contingents import Side
from engine.modifiers import Modifier, nonzero


class Situation(NamedTuple):
    """Where and when a battle is fought; `off` holds the experimental rules that are switched
    off.
    """

    period: str
    map: str = "europe"  # or rotw
    terrain: str = "plain"
    interception: bool = False
    off: frozenset[str] = frozenset()


FORESTS: Final = ("sparse_forest", "dense_forest", "northern_forest")
ROUGH: Final = (*FORESTS, "swamp", "desert")
# Structural cavalry: class or country, first and last period, terrains, rule. Text of the rules.
CAVALRY: Final = (
    ("IIM", "I", "IV", ("plain", "sparse_forest"), "DRM-29"),
    ("IIIM", "IV", "V", ("plain", "dense_forest", "northern_forest"), "DRM-30"),
    ("IV", "III", "V", ("plain",), "DRM-31"),
    ("sweden", "III", "VI", ("plain", "northern_forest"), "DRM-32"),
)
TERCIOS_EXEMPT: Final = frozenset(("I", "IM", "II", "IIM"))
ARTILLERY_FOR_FIRE: Final = 6
CROSSINGS: Final = {
    "river": (-1, -1, "DRM-22"),
    "pass": (-1, -1, "DRM-22"),
    "strait": (-2, -3, "DRM-23"),
    "sea": (-2, -3, "DRM-23"),
}


def _cavalry(situation: Situation, side: Side) -> tuple[str, str] | None:
    """The reason and rule of structural cavalry, at most one (DRM-29 to DRM-34, DRM-A5, DRM-A9)."""
    period = tables.PERIODS.index(situation.period)
    for each in side.contingents:
        if not each.armies:
            continue
        for who, first, last, terrains, rule in CAVALRY:
            country = "" if each.by_class else each.country
            if (
                who in (each.army_class, country)
                and tables.PERIODS.index(first) <= period <= tables.PERIODS.index(last)
                and situation.terrain in terrains
            ):
                name = "Sweden" if who == "sweden" else f"class {who}"
                return f"structural cavalry, {name}", rule
    if has_sipahi(situation, side):
        return "structural cavalry, Sipahi", "DRM-33"
    return None


def has_sipahi(situation: Situation, side: Side) -> bool:
    """Whether a side has Sipahi in terrain where they count (DRM-33, PUR-14)."""
    return situation.terrain in ("plain", "desert") and any(
        each.sipahi and each.armies for each in side.contingents
    )


def modifiers(
    situation: Situation, side: Side, enemy: Side, artillery: int
) -> dict[str, tuple[Modifier, ...]]:
    """The modifiers of the four rolls (DRM-01 to DRM-06, DRM-16 to DRM-36, DRM-A4,
    DRM-A6, DRM-A8, DRM-A10)."""
    own, other, off = side.commander.on_land, enemy.commander.on_land, situation.off
    period = tables.PERIODS.index(situation.period)
    spared = own.kind == "conquistador" and period <= tables.PERIODS.index("IV")
    no_army = not side.army and not spared
    mountain = situation.terrain == "mountain" and side.phasing and not situation.interception
    crossing = CROSSINGS.get(side.crossing, (0, 0, "")) if side.phasing else (0, 0, "")
    cavalry = _cavalry(situation, side)
    rough = -(situation.terrain in ROUGH)
    terrain = situation.terrain.replace("_", " ")
    tercios = enemy.tercios and not side.army_classes & TERCIOS_EXEMPT
    larger = side.strength - enemy.strength >= 3 * DETACHMENT
    # Fire and Shock of the first day, of the second, reason, rule: in the order of the rules.
    lines: list[tuple[tuple[int, int, int, int], str, str]] = []

    def both_days(fire: int, shock: int, why: str, rule: str) -> None:
        if fire or shock:
            lines.append(((fire, shock, fire, shock), why, rule))

    both_days(differential(own.fire, other.fire, off), 0, "Fire differential", "DRM-03")
    both_days(0, differential(own.shock, other.shock, off), "Shock differential", "DRM-04")
    lines.append(((0, 0, -1, -1), "second day", "DRM-05"))
    both_days(0, -2 * side.ottoman_fright, "facing the Ottomans", "DRM-06")
    lines.append(((-side.foraging, -side.foraging, 0, 0), "foraging", "DRM-16"))
    both_days(0, -tercios, "against tercios", "DRM-17")
    both_days(rough, rough, terrain, "DRM-19")
    both_days(-mountain, -mountain, "mountain", "DRM-20")
    lines.append(((*crossing[:2], 0, 0), f"crossing: {side.crossing}", crossing[2]))
    both_days(-no_army, 0, "no army counter", "DRM-24")
    both_days(int(artillery >= ARTILLERY_FOR_FIRE), 0, "artillery", "DRM-27")
    both_days(0, int(larger), "at least 3 LD more", "DRM-28")
    if cavalry:
        both_days(0, 1, *cavalry)
    return {
        name: nonzero(*[(values[at], why, rule) for values, why, rule in lines])
        for at, name in enumerate(ROLLS)
    }
