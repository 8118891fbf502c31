"""Periods, turns and years."""

from typing import NamedTuple

from engine.facts.sheets import FactsError
from engine.facts.tables.reading import recorded


class Period(NamedTuple):
    """The turns and years of a period, first and last included."""

    name: str
    first_turn: int
    last_turn: int
    first_year: int
    last_year: int


# The seven periods by their roman numeral.
period = recorded("periods", {"period": str}, Period, name="period")


def period_of(turn: int) -> str:
    """The period that a turn belongs to. Raises FactsError for a turn outside the game."""
    for each in period.all().values():
        if each.first_turn <= turn <= each.last_turn:
            return each.name
    raise FactsError(f"tables/periods.csv: no period has the turn {turn}")


def last_turn() -> int:
    """The last turn of the game."""
    return max(each.last_turn for each in period.all().values())


def last_year() -> int:
    """The last year of the game."""
    return max(each.last_year for each in period.all().values())


YEARS_A_TURN = 5


def first_year(turn: int) -> int:
    """The year in which a turn begins; the first turn of the game is shorter than the others."""
    held = period(period_of(turn))
    counted = held.last_year + 1 - YEARS_A_TURN * (held.last_turn + 1 - turn)
    return max(counted, held.first_year)


def turn_of(year: int) -> int:
    """The turn that a year lies in. Raises FactsError for a year outside the game."""
    for held in period.all().values():
        if held.first_year <= year <= held.last_year:
            return held.last_turn - (held.last_year - year) // YEARS_A_TURN
    raise FactsError(f"tables/periods.csv: no period has the year {year}")
