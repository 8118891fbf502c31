"""Fields of a document as a line says them: read and written by one declaration."""

from __future__ import annotations

from typing import Any

import pytest

from engine.adjudicator import KINDS, resolve
from engine.documents.complaints import Complaints
from engine.documents.fields import Field, Fields
from engine.facts.sheets import records
from engine.notation import lexicon, phrase_tables
from engine.notation.documents import document_meant
from engine.notation.line_fields import SHEET, Saying, sayings
from engine.notation.line_writer import write_line


def field_of(kind: str, path: str) -> Field:
    """The field of a document of a kind, or of a part of it, by its path."""
    fields: Any = resolve.kind_of(kind).fields
    *parts, name = path.split(".")
    for part in parts:
        shape: Any = next(each.shape for each in fields if each.name == part)
        assert isinstance(shape, Fields)
        fields = shape.fields
    found: Field = next(each for each in fields if each.name == name)
    return found


@pytest.mark.parametrize("said", records(SHEET, Saying), ids=lambda each: each.field or "words")
def test_what_a_line_says_is_a_field_that_may_hold_it(said: Saying) -> None:
    known = {meant for table in lexicon.words().values() for meant in table.values()}
    for table in ("signed", "numbered", "counted"):
        known |= set(phrase_tables.meanings(table).values())
    if not any("eia" in of for of in said.of):
        assert {*said.words} <= known | {"points"}
    for kind in set(said.of) & KINDS.keys() if said.field else ():
        complaints, field = Complaints(), field_of(kind, said.field)
        if said.value:
            field.shape.read(said.meant, said.field, complaints)
        assert not complaints.lines


@pytest.mark.parametrize("kind", ["undermine", "assault", "intercept", "attrition"])
def test_each_field_is_said_alone_and_read_again(kind: str) -> None:
    begun = resolve.kind_of(kind).example
    for said in sayings(kind):
        if said.said and said.value and "." not in said.field:
            told = write_line(kind, {**begun, said.field: said.meant})
            assert document_meant(told).document[said.field] == said.meant, said
