"""What things are called where the rules tell of them: the tables of wordings.csv."""

from collections.abc import Mapping
from functools import cache

from engine.facts.sheets import groups_by


@cache
def _tables() -> dict[str, tuple[tuple[str, str], ...]]:
    return groups_by("wordings.csv", {"of": str}, {"name": str, "words": str})


def are_named(of: str) -> bool:
    """Whether the sheet has a table of that name."""
    return of in _tables()


def wordings(of: str) -> Mapping[str, str]:
    """The words for each name of a table, in its order."""
    return dict(_tables()[of])
