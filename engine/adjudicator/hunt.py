"""The kind `hunt`: a fight of ships against a corsair in their sea zone (COR-02 to COR-12)."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator import checks, sea
from engine.adjudicator.kind import kinds
from engine.documents.fields import Choice, Field, Flag, Perhaps, Whole
from engine.facts import tables
from engine.sea import corsairs
from engine.sea.corsairs import Hunt

COUNT: Final = Whole(0, 20, "a number")
MANOEUVRE: Final = Perhaps(Whole(0, 9, "a manoeuvre"), 0)

FIELDS: Final = (
    Field("technology", sea.TECHNOLOGY, "naval technology of the stack (its worst)"),
    Field("minus", COUNT, "fleet counters - in the stack", 0),
    Field("plus", COUNT, "fleet counters + in the stack", 0),
    Field("ships", Flag(), "it has an NDE, NWD or NGD besides", True),
    Field("manoeuvre", MANOEUVRE, "manoeuvre of its commander; null: no leader", 0),
    Field("corsair_manoeuvre", MANOEUVRE, "greatest manoeuvre of the corsairs' leaders", 0),
    Field("corsairs_plus", COUNT, "corsairs + in the zone", 0),
    Field("friendly_port", Flag(), "a port open to the corsair, not blockaded", False),
    Field("naval_battle", Flag(), "a naval battle was fought in the zone this turn", False),
    Field("enemy", Choice(("", *corsairs.ENEMIES), "the worst enemy"), "in the zone", ""),
)


def read(values: dict[str, Any]) -> checks.Check:
    """A fight against a corsair as a document describes it."""
    given = {field.name: values[field.name] for field in FIELDS}
    needed = tables.revolt_value(corsairs.AT_SEA, "success_on")
    found = corsairs.modifiers(Hunt(**given))
    return checks.Check("A fight against a corsair", found, needed, corsairs.succeeds)


KINDS: Final = kinds(checks.kind("hunt", FIELDS, read))
