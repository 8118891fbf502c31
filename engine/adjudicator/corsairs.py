"""The kind `hunt`: a fight of ships against a corsair in their sea zone (COR-02 to COR-12)."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator import interception_evasion_revolts, land_shapes
from engine.adjudicator.document_kind import call_with, kinds
from engine.documents.fields import Choice
from engine.facts import tables
from engine.sea import corsairs_math
from engine.sea.corsairs_math import Hunt


def read(values: dict[str, Any]) -> interception_evasion_revolts.Check:
    """A fight against a corsair as a document describes it."""
    needed = tables.revolt_value(corsairs_math.AT_SEA, "success_on")
    found = corsairs_math.modifiers(call_with(values, Hunt))
    return interception_evasion_revolts.Check(
        "A fight against a corsair", found, needed, corsairs_math.succeeds
    )


KINDS: Final = kinds(
    {**land_shapes.WORDS, "worst enemy": Choice(("", *corsairs_math.ENEMIES), "the worst enemy")},
    interception_evasion_revolts.kind("hunt", read),
)
