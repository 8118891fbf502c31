"""Battles on land and at sea: columns, wind, sizes, artillery, losses, replacement leaders."""

from collections.abc import Callable
from typing import NamedTuple

from engine.facts.sheets import Cells, FactsError, groups_by, number, optional
from engine.facts.tables.reading import (
    Scale,
    by_period,
    find,
    recorded,
    scale,
    scaled,
    sheet,
    table,
)
from engine.facts.tables.technologies import technology

ARMY_CLASSES = ("I", "IM", "II", "IIM", "III", "IIIM", "IV", "IVM", "A")
TRANSPORTS = "NTD"  # a first line of transports alone, in the naval tables
FACING = {
    "technology": lambda cell: cell if cell == TRANSPORTS else technology(cell),
    "opponent_technology": technology,
}
"""The key of a sheet of technologies against each other."""


class CombatResult(NamedTuple):
    """What one roll of a battle does to the enemy."""

    losses_thirds: int
    morale: int  # stars


@sheet("combat_results")
def _combat_results() -> dict[str, Scale[CombatResult]]:
    """The columns A to E of the battle table (combat_results.csv)."""
    return {
        name: scale(
            "combat_results", {f"{name}_losses_thirds": int, f"{name}_morale": int}, CombatResult
        )
        for name in "ABCDE"
    }


def combat_result(column: str, modified: int) -> CombatResult:
    """Losses in thirds and morale stars of a modified battle die in a column A to E (FIG-01,
    FIG-02)."""
    return _combat_results(column)[modified]


class LandColumns(NamedTuple):
    """How a land technology fights another; a column is None where there is no such roll."""

    fire_column: str | None
    shock_column: str | None
    morale: int
    veteran_morale_bonus: bool  # veterans add a star
    fire_losses: str  # none, morale_only, half_down (to thirds), full


# Columns, morale and worth of Fire of a land technology against another.
land_columns = recorded("land_technology", FACING, LandColumns)


class NavalColumns(NamedTuple):
    """How a naval technology fights another; a column is None where there is no such roll."""

    fire_column: str | None
    boarding_column: str | None
    morale: int
    veteran_morale_bonus: bool
    galleys_count_as_galleasses: bool
    fire_losses: str  # none, half_up, full


# Every own and opposing naval technology, NTD for transports (naval_technology.csv).
_naval_columns = recorded("naval_technology", FACING, NavalColumns)


def naval_columns(own: str, opponent: str) -> NavalColumns:
    """Columns, morale and worth of Fire of a naval technology against another.

    Against transports alone no column is printed: a technology then fights as against itself.
    """
    other = own if opponent == TRANSPORTS else opponent
    return _naval_columns(own, other)


class Wind(NamedTuple):
    """How a technology stands in the test for the wind."""

    status: str  # drm, none (the other side has it), no_test, opponent_automatic
    modifier: int


# The modifier of one naval technology against another in the test for the wind.
wind = recorded("wind_advantage", FACING, Wind, modifier="drm")
# Army size by class and variant ("" or reformed_turkey), for each period.
_army_sizes = by_period("army_classes", {"army_class": str, "variant": str}, "size", int)


def army_size(army_class: str, period: str, variant: str) -> int:
    """Army size, 0 to 7, of a class in a period (army_classes.csv).

    `variant` is reformed_turkey for Turkey after its reform M-1a.
    """
    return find("army_classes", _army_sizes(army_class, variant), period)


_civil_war_lines = table("civil_war_lines", {"country": str}, {"line": str})


def printed_line(country: str) -> str:
    """The country whose lines a country uses: its own, its major's for a party of a civil war."""
    return str(_civil_war_lines.all().get(country, country))


# Artillery of an A+ by kind (major, minor, class), key and condition, for each period.
artillery_values = by_period(
    "artillery_per_army",
    dict.fromkeys(("key_kind", "key", "condition"), str),
    "artillery",
    optional,
)


JANISSARY_ARTILLERY = "janissary counters before reform M-1a"
REFORMED_ARTILLERY = "after the Russian military reform"


def artillery_value(
    country: str, army_class: str, period: str, counter: str = "A+", condition: str = ""
) -> int:
    """Artillery value of one army counter, A+ or A-, which has half, rounded down; 0 for others.

    The line of the country goes before that of its class. `condition` is JANISSARY_ARTILLERY or
    REFORMED_ARTILLERY where that line is wanted; it is ignored where a country has no such line.
    """
    if counter not in ("A+", "A-"):
        return 0
    values, key = artillery_values.all(), printed_line(country)
    for kind, name, case in (
        ("major", key, condition),
        ("major", key, ""),
        ("minor", key, ""),
        ("class", army_class, ""),
    ):
        value = values.get((kind, name, case), {}).get(period)
        if value is not None:
            return value if counter == "A+" else value // 2
    raise FactsError(
        f"tables/artillery_per_army.csv has no line for {country!r} or class {army_class!r} "
        f"in period {period!r}"
    )


@sheet("small_stack_losses")
def _small_stacks() -> dict[str, tuple[tuple[int, int, str], ...]]:
    """Tables L1 (land) and S1 (sea): strength in thirds, correction in thirds, condition."""

    def line(detachments: int, explorations: int, change: int, case: str) -> tuple[int, int, str]:
        return 3 * detachments + explorations, change, case

    cells: Cells = {"detachments": number, "explorations": number, "modifier_thirds": int}
    found = groups_by(
        "tables/small_stack_losses.csv", {"domain": str}, {**cells, "condition": str}, line
    )
    return {domain: tuple(sorted(lines)) for domain, lines in found.items()}


def _small_stack(domain: str, strength_thirds: int) -> tuple[int, int, str]:
    lines = _small_stacks(domain)
    if domain == "sea":
        strength_thirds -= strength_thirds % 3
    reached = [line for line in lines if line[0] <= strength_thirds]
    return reached[-1] if reached else lines[0]


def small_stack_needs_die(domain: str, strength_thirds: int) -> bool:
    """Whether table L1 asks for a die (odd or even) at this strength."""
    return bool(_small_stack(domain, strength_thirds)[2])


def small_stack_loss(domain: str, strength_thirds: int, die: int | None = None) -> int:
    """The correction in thirds, 0 or negative, to the losses that a stack inflicts (LOS-A1).

    A strength between two lines takes the largest line not above it; at sea only whole
    detachments count. `die` is wanted where `small_stack_needs_die` says so: ValueError without.
    """
    _, change, condition = _small_stack(domain, strength_thirds)
    if not condition:
        return change
    if die is None:
        raise ValueError(f"a stack of {strength_thirds} thirds needs a die for its losses")
    return change if die % 2 else 0


# The size differential, -2 to 2, of an army size, 0 to 7, against another (LOS-14, LOS-15).
size_differential = table(
    "size_comparison", {"own_size": int, "enemy_size": int}, {"size_differential": int}
)
# Tables L2 and S2: per differential, ⅓, ⅔, 1 to 6 losses, and what is added above 6.
_inflicted = ("1_third", "2_thirds", "1", "2", "3", "4", "5", "6")
_losses_by_size = table("loss_by_size", {"size_differential": int}, dict.fromkeys(
    (*(f"inflicted_{each}_thirds" for each in _inflicted), "over_6_add_thirds"), int
))  # fmt: skip


def loss_by_size(differential: int, losses_thirds: int) -> int:
    """Losses in thirds after the size differential (-2 to 3), from losses in thirds before it
    (LOS-A6, LOS-A7).

    Whole losses and left-over thirds are looked up apart; above six losses one figure is added.
    """
    *columns, above = _losses_by_size(differential)
    whole, rest = divmod(losses_thirds, 3)
    if losses_thirds > 18:
        return int(losses_thirds + above)
    return (columns[whole + 1] if whole else 0) + (columns[rest - 1] if rest else 0)


# Table L3: the thirds that a retreat costs, for a die less the manoeuvre.
retreat_losses: Callable[[int], int] = scaled("retreat_losses", {"losses_thirds": int})


class ReplacementLeader(NamedTuple):
    """The values of a rolled leader, with the corrections that apply to an admiral alone."""

    manoeuvre: int
    fire: int
    shock: int
    siege: int
    admiral_manoeuvre_modifier: int
    admiral_fire_modifier: int


# Every line and die of the table; lines are majors, minor, natives and vizier.
replacement_leaders = recorded("replacement_leaders", {"key": str, "die": int}, ReplacementLeader)


def replacement_line(country: str) -> str:
    """The line of a country: its own, its major's in a civil war, or `minor`."""
    key = printed_line(country)
    return key if (key, 1) in replacement_leaders.all() else "minor"


def replacement_leader(line: str, die: int, admiral: bool) -> ReplacementLeader:
    """The leader on a line for an unmodified die; an admiral is corrected (PAR-07, PAR-08)."""
    found = replacement_leaders(line, die)
    if not admiral:
        return found
    return found._replace(
        manoeuvre=found.manoeuvre + found.admiral_manoeuvre_modifier,
        fire=found.fire + found.admiral_fire_modifier,
    )
