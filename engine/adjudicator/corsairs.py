"""The kind `hunt`: a fight of ships against a corsair in their sea zone (COR-02 to COR-12)."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator import land_shapes
from engine.adjudicator.document_kind import call_with
from engine.adjudicator.interception_evasion_revolts import Check, ways
from engine.documents.fields import Choice
from engine.facts import tables
from engine.sea import corsairs_math
from engine.sea.corsairs_math import Hunt


def read(values: dict[str, Any]) -> Check:
    """A fight against a corsair as a document describes it."""
    needed = tables.revolt_value(corsairs_math.AT_SEA, "success_on")
    found = corsairs_math.modifiers(call_with(values, Hunt))
    return Check("A fight against a corsair", found, needed, corsairs_math.succeeds)


resolve_hunt, odds_hunt = ways("hunt", read)
ENEMY: Final = Choice(("", *corsairs_math.ENEMIES), "the worst enemy")
WORDS: Final = {**land_shapes.WORDS, "worst enemy": ENEMY}
