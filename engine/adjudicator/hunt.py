"""The kind `hunt`: a fight of ships against a corsair in their sea zone (COR-02 to COR-12)."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator import checks, land
from engine.adjudicator.kind import call_with, kinds
from engine.documents.fields import Choice
from engine.facts import tables
from engine.sea import corsairs
from engine.sea.corsairs import Hunt


def read(values: dict[str, Any]) -> checks.Check:
    """A fight against a corsair as a document describes it."""
    needed = tables.revolt_value(corsairs.AT_SEA, "success_on")
    found = corsairs.modifiers(call_with(values, Hunt))
    return checks.Check("A fight against a corsair", found, needed, corsairs.succeeds)


KINDS: Final = kinds(
    {**land.WORDS, "worst enemy": Choice(("", *corsairs.ENEMIES), "the worst enemy")},
    checks.kind("hunt", read),
)
