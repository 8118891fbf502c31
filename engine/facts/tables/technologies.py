"""Technologies on land and at sea, their goals and starts, and the Turkish reforms."""

from functools import cache
from typing import NamedTuple

from engine.facts.sheets import FactsError
from engine.facts.tables.reading import find, recorded

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
    chapter_first_turn: int
    only_for: str


# Every technology goal, with tercios and galleass, which have one too.
technology_goals = recorded("technology_goals", {"technology": str}, TechnologyGoal)


def technology_at(domain: str, box: int, turn: int) -> str:
    """The best technology of a domain (land or naval) for a marker in that box in that turn."""
    best = ""
    names = LAND_TECHNOLOGIES if domain == "land" else NAVAL_TECHNOLOGIES
    for name in names:
        goal = find("technology_goals", technology_goals(), name)
        if goal.initial_box <= box and goal.first_turn <= turn:
            best = name
    return best


class TechnologyStart(NamedTuple):
    """The boxes of the technology markers at the start in 1492."""

    land_box: int
    naval_box: int


# The first boxes by country id and by group (Latin, Orthodox, Islam, ROTW).
technology_starts = recorded("technology_start_1492", {"key": str}, TechnologyStart)


def technology_start(country: str, group: str) -> TechnologyStart:
    """The first boxes of a country: its own where it has any, else those of its group."""
    starts = technology_starts()
    return starts[country] if country in starts else find("technology_start_1492", starts, group)


class TurkishReform(NamedTuple):
    """What a step of the Turkish reforms allows; an empty string where it says nothing."""

    timar_land_cap: str
    land_cap: str
    land_malus_from: str
    naval_cap: str
    naval_malus_from: str
    janissary_armies: int | None
    timar_armies: int | None


# The steps 1492, M-1a, M-1b, M-2 and M-3; they add up, the highest cap reached counts.
turkish_reforms = recorded("turkish_reforms", {"reform": str}, TurkishReform)
