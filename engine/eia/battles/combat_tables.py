"""The charts of an Empires in Arms battle: resolution, chits, terrain, pursuit, the Guard.

Every look-up reads its sheet of engine/data/eia when it is first needed and raises FactsError for a
key that the sheet does not have. Morale is in tenths (35 is 3.5).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from engine.eia.tables import figure, plain, printed_name, row, rows, tenths
from engine.facts.sheets import FactsError


class Struck(NamedTuple):
    """What one roll inflicts: casualties in percent of the own factors, and morale in tenths."""

    percent: int
    morale: int


@cache
def _resolution() -> dict[tuple[str, int], Struck]:
    return {
        (line["table"], int(line["modified_die"])):
        Struck(int(line["casualty_pct"]), tenths(line["morale_loss"]))
        for line in rows("combat_resolution_chart")
    }  # fmt: skip


LOWEST: Final = 0
HIGHEST: Final = 7
LEVELS: Final = (1, 5)


def modified_die(table: str, die: int) -> Struck:
    """A modified die on the Combat Resolution Chart; beyond its columns it reads as their end."""
    key = table, max(LOWEST, min(HIGHEST, die))
    if key not in _resolution():
        raise FactsError(f"eia/combat_resolution_chart.csv: there is no table {table}")
    return _resolution()[key]


@cache
def levels() -> tuple[str, ...]:
    """The tables of the combat resolution chart, by name."""
    return tuple(dict.fromkeys(line["table"] for line in rows("combat_resolution_chart")))


def shift_table(table: str, casualties: int, morale: int) -> str:
    """A table with its casualty and morale levels shifted, held within the chart."""
    levels = (int(level) for level in table.split("-"))
    least, most = LEVELS
    return "-".join(
        str(max(least, min(most, level + by)))
        for level, by in zip(levels, (casualties, morale), strict=True)
    )


@cache
def _roundings() -> dict[tuple[int, int], int]:
    return {
        (int(line["casualty_pct"]), int(line["factors"])): int(line["casualties"])
        for line in rows("casualty_rounding")
    }


BLOCK: Final = 20


def casualties(percent: int, factors: int) -> int:
    """A percentage of some factors as the chart rounds it; above 20 factors blocks of 20 add."""
    if not percent or factors <= 0:
        return 0
    chart = _roundings()
    if (percent, 1) not in chart:
        raise FactsError(f"eia/casualty_rounding.csv: there is no column {percent} %")
    blocks, rest = divmod(factors, BLOCK)
    return blocks * chart[percent, BLOCK] + (chart[percent, rest] if rest else 0)


def shares(lost: int, factors: Mapping[str, int]) -> dict[str, int]:
    """Losses taken from troops or ships in the order in which they are given."""
    found = {}
    for troop, count in factors.items():
        taken = min(count, lost)
        lost -= taken
        if taken:
            found[troop] = taken
    return found


class Tables(NamedTuple):
    """The tables of both sides in a round, and whether the transcriptions dispute one."""

    attacker: str
    defender: str
    disputed: str


@cache
def _possibilities() -> dict[tuple[str, str, str, str, int, str], Mapping[str, str]]:
    return {
        (line["attacker_chit"], line["defender_chit"], line["attack_across_river"],
         line["outflank_arrival"], int(line["round"]), line["side"]): line
        for line in rows("operational_possibilities")
    }  # fmt: skip


@cache
def chits() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The chits of the attacker and of the defender, in the order of the chart."""
    pairs = [(line["attacker_chit"], line["defender_chit"]) for line in _possibilities().values()]
    attackers, defenders = (tuple(dict.fromkeys(side)) for side in zip(*pairs, strict=True))
    return attackers, defenders


def chit_meant(said: str, at: int, least: int = 1) -> str:
    """The chit that some words name on a side: whole, its capitals, or so many letters and more of
    its beginning; "" for none."""
    typed, known = re.sub("^esc(?!al)", "escalated", plain(said)), chits()[at]
    whole = [each for each in known if each.lower() == typed]
    capitals = [each for each in known if "".join(filter(str.isupper, each)).lower() == typed]
    begins = [each for each in known if each.lower().startswith(typed)]
    found = whole or (capitals if len(typed) >= min(least, 2) else [])
    found = found or (begins if len(typed) >= least else [])
    return found[0] if len(found) == 1 else ""


@cache
def possibility(
    attacker: str, defender: str, river: bool, arrived: bool, number: int
) -> Tables | None:
    """The combat tables of a pair of chits in a round (1 to 3); None where the chart has none."""
    chart = _possibilities()
    when = "after" if arrived else "before"
    for across in ("yes" if river else "no", "any"):
        key = attacker, defender, across, when, number
        one, two = (chart.get((*key, side)) for side in ("attacker", "defender"))
        if one is not None and two is not None:
            notes = [line["note"] for line in (one, two) if "disputed" in line["note"]]
            return Tables(one["table"], two["table"], "; ".join(notes))
    return None


def has_arrival(attacker: str, defender: str) -> bool:
    """Whether an outflanking force of these chits can arrive at all."""
    return possibility(attacker, defender, False, True, 2) is not None


@cache
def tactical(attacker: int, defender: int) -> tuple[int, int]:
    """The die modifiers of both sides by their commanders' tactical ratings (0 to 5)."""
    line = row(
        "leader_tactical_chart", attacker_tactical=str(attacker), defender_tactical=str(defender)
    )
    return int(line["attacker_die_mod"]), int(line["defender_die_mod"])


class Terrain(NamedTuple):
    """The shifts of casualty and morale level of both sides, of ratings, and of pursuit classes."""

    attacker: tuple[int, int]
    defender: tuple[int, int]
    rating: int
    pursuit: int


def terrains() -> tuple[str, ...]:
    """The terrains of a battle."""
    return tuple(line["terrain"] for line in rows("terrain_combat"))


@cache
def terrain(name: str) -> Terrain:
    """What a terrain does to a battle."""
    line = row("terrain_combat", terrain=name)
    attacker, defender = (
        (int(line[f"{side}_casualty_level"]), int(line[f"{side}_morale_level"]))
        for side in ("attacker", "defender")
    )
    rating = int(line["outflank_and_reinforce_rating"])
    return Terrain(attacker, defender, rating, figure("pursuit_terrain", name, "class_shift"))


@cache
def highest_rating() -> int:
    """The highest tactical rating that the chart knows."""
    return max(int(line["attacker_tactical"]) for line in rows("leader_tactical_chart"))


def procedure(attacker: str, defender: str, effect: str) -> int:
    """A figure of the Operational Possibilities procedure for a pair of chits, 0 where it has
    none."""
    for line in rows("operational_procedure"):
        if (
            line["attacker_chit"] in (attacker, "any", f"{attacker} (either side)")
            and line["defender_chit"] in (defender, "any")
            and effect in line["effect"]
        ):
            return int(line["value"].lstrip("x") or "0")
    return 0


@cache
def guard_lost(commitment: int, die: int) -> int:
    """Guard factors lost when guards are committed at +1 or +2."""
    line = row("guard_commitment", commitment=f"+{commitment}", die=str(die))
    return int(line["guard_factors_lost"])


def guard_limit(power: str) -> int:
    """The highest commitment of a power's guards, 0 for none at all."""
    others = "every other power with guards"
    limits = {line["power"]: line["max_commitment"] for line in rows("guard_limits")}
    limit = limits.get(printed_name(power), limits[others])
    return 0 if limit == "none" else int(limit)


def heavy_limit() -> int:
    """The commitment of heavy cavalry in the guard's place (EIA-CAV-04)."""
    return figure("guard_limits", "heavy cavalry committed as guard", "max_commitment")


@cache
def pursuit_class(number: int, morale_lost: int) -> int | None:
    """The class of a pursuit by the round the enemy broke in and the victor's morale lost."""
    for line in rows("pursuit_class"):
        low, _, high = line["victor_morale_lost"].partition("-")
        if int(line["round_enemy_broke"]) != number or morale_lost < tenths(low.rstrip("+")):
            continue
        if not high or morale_lost <= tenths(high):
            found = line["pursuit_class"]
            return None if found == "none" else int(found)
    raise FactsError(f"eia/pursuit_class.csv: no line for round {number} and {morale_lost} tenths")


@cache
def pursuit_percent(pursuit: int, die: int) -> int:
    """The percentage of the victor's cavalry that a pursuit of a class inflicts in points."""
    line = row("pursuit_losses", pursuit_class=str(pursuit), die=str(die))
    return int(line["pct_of_victor_cavalry"])


def pursuit_cost() -> int:
    """How many factors other than cavalry one point of pursuit costs."""
    return next(int(line["loss_taken_as"].split()[0]) for line in rows("pursuit_cost")[1:])
