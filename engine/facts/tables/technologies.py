"""Technologies on land and at sea, their goals, and the Turkish reforms."""

from functools import cache
from typing import NamedTuple

from engine.facts.sheets import FactsError
from engine.facts.tables.reading import recorded

LAND_TECHNOLOGIES = (
    "medieval", "renaissance", "arquebus", "musket", "baroque", "manoeuvre", "lace",
)  # fmt: skip
NAVAL_TECHNOLOGIES = (
    "galley", "carrack", "nao-galleon", "galleon-fluyt", "battery", "vessel", "three-decker",
    "seventy-four",
)  # fmt: skip
_LAND_CODES = ("MED", "REN", "ARQ", "MUS", "BAR", "MAN", "L")
_NAVAL_CODES = ("GA", "CAR", "GLN", "GF", "BAT", "VE", "TD", "SF")
_TECHNOLOGIES = {
    **dict(zip(_LAND_CODES, LAND_TECHNOLOGIES, strict=True)),
    **dict(zip(_NAVAL_CODES, NAVAL_TECHNOLOGIES, strict=True)),
    **{name: name for name in LAND_TECHNOLOGIES + NAVAL_TECHNOLOGIES},
}


def technology(text: str) -> str:
    """The name of a land or naval technology given by name or printed code.

    Raises FactsError naming the technologies that there are.
    """
    try:
        return _TECHNOLOGIES[text]
    except KeyError:
        raise FactsError(
            f"{text!r} is not a technology; on land there are {', '.join(LAND_TECHNOLOGIES)}, "
            f"at sea {', '.join(NAVAL_TECHNOLOGIES)}"
        ) from None


@cache
def technology_rank(name: str) -> int:
    """How far a technology stands in its domain, the oldest being 0."""
    for domain in (LAND_TECHNOLOGIES, NAVAL_TECHNOLOGIES):
        if name in domain:
            return domain.index(name)
    raise FactsError(f"{name!r} is not a technology")


class TechnologyGoal(NamedTuple):
    """Where a technology's counter starts on the track, and in which turn it appears."""

    domain: str  # land or naval
    initial_box: int
    first_turn: int
    only_for: str  # a country, "" for all


# Every technology goal, with tercios and galleass, which have one too.
technology_goals = recorded("technology_goals", {"technology": str}, TechnologyGoal)


class TurkishReform(NamedTuple):
    """What a step of the Turkish reforms allows; an empty string where it says nothing."""

    timar_land_cap: str
    janissary_armies: int | None
    timar_armies: int | None


# The steps 1492, M-1a, M-1b, M-2 and M-3; they add up, the highest cap reached counts.
turkish_reforms = recorded("turkish_reforms", {"reform": str}, TurkishReform)
