"""Battles on land: parameters, modifiers, two days, pursuit, losses, major battle, leaders' fates.

Everything here is pure. `setup` works out once what does not hang on dice; `fight` walks the steps
of the two days and of the pursuit with the dice and the decisions of its caller; what follows is
called piece by piece, because the rulebook puts places on the map between the pieces (BAT-10):

    prepared = setup(situation, one_side, other_side)
    fought = await fight(prepared, roll, decide)   # days, pursuit, loss modifications
    for at in retreats(prepared, fought.winner):   # RET-23: the order of the retreats
        thirds = await retreat_losses(fought, at, roll)   # table L3
    lost = removed(prepared, at, fought.suffered(at), thirds, room)   # no way out, rounding, cap
    major(fought, (lost_a, lost_b))                # Major or None
    await casualty(name, commander, won, destroyed, captor, minor, roll)   # Fate

`roll(name, modifiers, purpose)` gives an unmodified die of ten, `decide(name, question, pending)`
an answer (engine.chances.steps). Sides are 0 and 1, in the order they were given. Losses are thirds
of a detachment. Names of dice: `SIDE.small7`, `SIDE.fire1` … `SIDE.pursuit`, `SIDE.losses`,
`SIDE.casualty`, `SIDE.wound`.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from engine.chances.steps import Dice, Way, way
from engine.combat import fight as fights
from engine.combat import prepared_battle
from engine.combat.leaders import DETACHMENT, differential
from engine.combat.major_battle import Major, victory
from engine.combat.prepared_battle import ROLLS
from engine.facts import tables
from engine.land.battle.contingents import Side, artillery_of, stack_size
from engine.report import Modifier, nonzero, total

OVER_ICE: Final = 2
DIE_STRENGTH: Final = 8 * DETACHMENT  # what one die of a native stack stands for (FIG-28)


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


Force: TypeAlias = prepared_battle.Force[Side]
Setup: TypeAlias = prepared_battle.Setup[Side, Situation]
Fought: TypeAlias = fights.Fought[Side, Situation]


def morale(side: Side, columns: tables.LandColumns) -> tuple[Modifier, ...]:
    """The morale of a side, part by part (PAR-20 to PAR-22)."""
    # PAR-A6: the text gives tercios their star with every technology up to arquebus.
    rank = tables.technology_rank(side.technology)
    tercios = side.tercios and rank <= tables.technology_rank("arquebus")
    return nonzero(
        (columns.morale, side.technology, "PAR-20"),
        (int(side.veteran), "veteran", "PAR-21"),
        (int(tercios), "tercios", "PAR-22"),
    )


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
    if _sipahi(situation, side):
        return "structural cavalry, Sipahi", "DRM-33"
    return None


def _sipahi(situation: Situation, side: Side) -> bool:
    return situation.terrain in ("plain", "desert") and any(
        each.sipahi and each.armies for each in side.contingents
    )


def _modifiers(
    situation: Situation, side: Side, enemy: Side, artillery: int
) -> dict[str, tuple[Modifier, ...]]:
    """The modifiers of the four rolls (DRM-01 to DRM-35, DRM-A4, DRM-A6, DRM-A8, DRM-A10)."""
    own, other = side.commander.on_land, enemy.commander.on_land
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
        lines.append(((fire, shock, fire, shock), why, rule))

    both_days(differential(own.fire, other.fire, situation), 0, "Fire differential", "DRM-03")
    both_days(0, differential(own.shock, other.shock, situation), "Shock differential", "DRM-04")
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
        name: nonzero(*((values[at], why, rule) for values, why, rule in lines))
        for at, name in enumerate(ROLLS)
    }


def setup(situation: Situation, one: Side, other: Side) -> Setup:
    """The battle of two sides: morale, columns, modifiers, artillery, sizes, with their reasons.

    PAR-20 to PAR-26, DRM-01 to DRM-36, FIG-07, FIG-28, LOS-13, LOS-14. Raises FactsError for a
    technology, class or period that the tables do not have.
    """
    sides = one, other
    sizes = [
        stack_size(side.contingents, situation.period) if side.size is None else side.size
        for side in sides
    ]
    forces = []
    for at, side in enumerate(sides):
        enemy = sides[1 - at]
        columns = tables.land_columns(side.technology, enemy.technology)
        artillery = artillery_of(side, situation.period)
        parts = morale(side, columns)
        strength = side.strength
        dice = max(1, -(-strength // DIE_STRENGTH)) if side.natives else 1
        last = strength - (dice - 1) * DIE_STRENGTH
        small = situation.map == "europe" and columns.fire_losses == "morale_only" and not side.army
        own, pursued = side.commander.on_land, enemy.commander.on_land
        pursuit = nonzero(
            (max(0, own.shock - pursued.shock), "Shock differential", "PUR-12"),
            (-(situation.terrain != "plain"), situation.terrain.replace("_", " "), "PUR-13"),
            (int(_sipahi(situation, side)), "Sipahi", "PUR-14"),
        )
        forces.append(
            Force(
                side,
                own,
                strength,
                total(parts),
                parts,
                columns.fire,
                columns.shock,
                columns.fire is not None and not small,
                columns.fire_losses,
                artillery,
                tables.size_differential(sizes[at], sizes[1 - at]),
                _modifiers(situation, side, enemy, artillery),
                pursuit,
                dice,
                last,
                tables.small_stack_needs_die("land", last),
                strength,
                {},
            )
        )
    return Setup(situation, (forces[0], forces[1]), {})


# After the battle


def retreat_way(force: Force, routed: bool, ice: bool = False) -> Way:
    """The retreat die of a side on table L3; the manoeuvre helps unless it is routed (RET-17,
    RET-A4).

    Who retreats over the `ice` of the Sund rolls at +2 (CON-A3).
    """
    saved = 0 if routed else -force.commander.manoeuvre
    modifiers = nonzero(
        (saved, "manoeuvre", "RET-17"), (OVER_ICE * ice, "over the frozen Sund", "CON-A3")
    )
    return way(modifiers, "losses of the retreat, table L3", tables.retreat_losses)


async def retreat_losses(fought: Fought, at: int, roll: Dice, ice: bool = False) -> int:
    """The thirds that the retreat of a side costs (RET-17, RET-10's land counterpart)."""
    force = fought.setup.forces[at]
    stands = retreat_way(force, fought.routed(at), ice)
    effect: int = stands.effects[
        await roll(f"{force.name}.losses", stands.modifiers, stands.purpose) - 1
    ]
    return effect


def round_losses(suffered: int, strength: int, map_: str) -> int:
    """Losses in thirds as they are removed: whole in Europe, never more than the stack.

    RET-33, RET-36.
    """
    if suffered >= strength:
        return strength
    if map_ == "europe":
        suffered = (2 * suffered + DETACHMENT) // (2 * DETACHMENT) * DETACHMENT
    return min(suffered, strength)


def thirds_removed(
    setup: Setup, at: int, suffered: int, retreat: int = 0, room: int | None = None
) -> int:
    """The thirds a side loses in the end: battle and retreat, no way out, rounding.

    `room` is how many thirds find a place to retreat to, None for all. RET-02, RET-21, RET-33,
    RET-36; troops lost for want of room include the other losses (RET-A7).
    """
    strength = setup.forces[at].strength
    lost = round_losses(suffered + retreat, strength, setup.situation.map)
    return lost if room is None else max(lost, strength - room)


def room(order: tuple[int, ...], at: int, thirds: int | None) -> int | None:
    """How many thirds of a retreating side find a place, None for all (RET-18, RET-24, RET-25).

    `thirds` is what the fortress and the next province take. A side that retreats second, after a
    draw or as a winner by choice, may stay in the province of the battle.
    """
    return None if len(order) == 2 and order[1] == at else thirds


MAJOR_LOSSES: Final = (3 * DETACHMENT, 4 * DETACHMENT)  # MAJ-02, the second at size +2
LARGE_SIZE: Final = 2


def is_major(setup: Setup, winner: int | None, loser_routed: bool, lost: tuple[int, int]) -> bool:
    """Whether it was a major battle, from the thirds lost in the end (MAJ-01 to MAJ-04, MAJ-A2,
    MAJ-A4)."""
    if winner is None or not loser_routed:
        return False
    beaten = setup.forces[1 - winner]
    if setup.situation.map == "rotw" and not european_army(beaten.side):
        return False
    return lost[1 - winner] - lost[winner] >= major_threshold(setup, winner)


def major_threshold(setup: Setup, winner: int) -> int:
    """The loss differential in thirds that a winner needs (MAJ-02, MAJ-A1)."""
    return MAJOR_LOSSES[setup.forces[winner].size_differential >= LARGE_SIZE]


def european_army(side: Side) -> bool:
    """Whether a side has an army counter of a European country (MAJ-04)."""
    return any(each.armies and each.european and not each.natives for each in side.contingents)


def major_battle(
    fought: Fought, lost: tuple[int, int], stabilities: tuple[int, int] = (0, 0)
) -> Major | None:
    """The major battle that this was, if it was, from the thirds each side lost in the end.

    `stabilities` are those of the commanding countries before the battle, -3 to 3 (MAJ-01 to
    MAJ-06).
    """
    winner = fought.winner
    if winner is None or not is_major(fought.setup, winner, fought.routed(1 - winner), lost):
        return None
    return victory(fought.setup, winner, lost, major_threshold(fought.setup, winner), stabilities)
