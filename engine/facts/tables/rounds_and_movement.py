"""Movement points, campaigns and the rounds of a turn."""

from functools import cache
from typing import Final, NamedTuple

from engine.facts.sheets import Cells, FactsError, flag
from engine.facts.tables.reading import Scale, recorded, scales, sheet


class MovementCost(NamedTuple):
    """Movement points to enter, to add, to multiply by, or a limit; None where it has no place."""

    kind: str  # enter, add, transport, multiply, limit
    europe_mp: int | None
    rotw_mp: int | None


# Every line of the movement table by its key (movement_costs.csv).
movement_costs = recorded("movement_costs", {"key": str}, MovementCost)


@cache
def movement_cost(key: str, map: str = "europe") -> int:
    """Movement points (or the multiplier, or the limit) of a line, in europe or rotw (TAB-05)."""
    line = movement_costs(key)
    points = line.europe_mp if map == "europe" else line.rotw_mp
    if points is None:
        raise FactsError(f"tables/movement_costs.csv: {key!r} has no figure for the map {map!r}")
    return points


class Campaign(NamedTuple):
    """Price and limits of a campaign; None is no limit."""

    cost_ducats: int
    intercept_land: str  # no, friendly_provinces, any
    intercept_sea: str  # no, one_fleet, any
    land_active_stacks: int | None
    land_active_max_ld: int | None
    land_active_max_pashas: int | None
    sea_active_stacks: int | None
    sea_active_max_fleets: int | None
    sea_move_max_fleets: int | None
    massed_forces_ld: int


# Every campaign by name and option (campaign_costs.csv).
campaigns = recorded("campaign_costs", {"campaign": str, "option": str}, Campaign)


def campaign(name: str, option: str = "") -> Campaign:
    """A campaign: none, passive, active, active_no_logistic, major, multiple.

    `option` is one_stack or small_stacks for the major campaign. A limit of None does not bind.
    """
    return campaigns(name, option)


class NextRound(NamedTuple):
    """Where an arrow of the rounds track leads."""

    box: str  # W0, S1 … W5, End
    extended: bool  # a red arrow: an extended campaign


@sheet("rounds_track")
def rounds_track() -> dict[str, Scale[NextRound]]:
    """The arrows out of every box, `start` being the roll for the first (rounds_track.csv)."""
    cells: Cells = {"to_round": str, "extended_campaign": flag}
    return scales("rounds_track", {"from_round": str}, cells, NextRound)


END: Final = "End"


@cache
def boxes() -> tuple[str, ...]:
    """Every box of the track in the order of the longest path, End last (RND-03, RND-A1)."""
    return (*(box for box in rounds_track.all() if box != "start"), END)


def rounds_later(box: str, rounds: int) -> str:
    """The box so many rounds later by the longest path, End when it lies beyond (LDR-08)."""
    return boxes()[min(boxes().index(box) + rounds, len(boxes()) - 1)]


def first_round(die: int) -> str:
    """The box in which the phase starts, for an unmodified die (INI-A1, TAB-01)."""
    return rounds_track("start")[die].box


def next_round(box: str, modified: int) -> NextRound:
    """The box after this one, and whether its arrow is red; the die is read within 1 to 10
    (TAB-01)."""
    return rounds_track(box)[modified]
