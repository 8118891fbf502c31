"""What a declared field offers for completion is what it reads, wherever fields are declared."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.adjudicator import KINDS, land_shapes
from engine.adjudicator.resolve import kind_of
from engine.documents.complaints import Complaints
from engine.documents.fields import Field, Fields, Flag, Listed, Named, Perhaps, Shape
from engine.documents.typed import NONE
from engine.eia.ledger.entries import ENTRIES
from engine.scenarios.fields import DOCUMENT
from engine.umpire.umpire import RULINGS

MOST = 40  # words of a field that are tried


def declared() -> dict[str, tuple[Field, ...]]:
    """Every declaration of the engine by what it declares."""
    found = {name: kind_of(name).fields for name in KINDS}
    found |= {f"entry {name}": entry.fields for name, entry in ENTRIES.items()}
    found |= {f"ruling {name}": rule.fields for name, rule in RULINGS.items()}
    return {**found, "a scenario": DOCUMENT.fields}


def inside(fields: tuple[Field, ...], path: str) -> Iterator[tuple[str, Shape]]:
    """Every shape of some fields, those inside others too."""
    for field in fields:
        here, shape = f"{path}.{field.name}", field.shape
        while isinstance(shape, Perhaps | Listed | Named):
            yield here, shape
            shape = shape.shape
        yield here, shape
        if isinstance(shape, Fields):
            yield from inside(shape.fields, here)


@pytest.mark.parametrize("name", declared())
def test_what_a_field_offers_it_reads(name: str) -> None:
    complaints = Complaints()
    for path, shape in inside(declared()[name], name):
        assert shape.help(), path
        if isinstance(shape, Perhaps | Listed | Named | Flag):
            continue  # of words that stand inside, or are typed otherwise
        for word in shape.offers()[:MOST]:
            value = [word] if isinstance(shape, land_shapes.LandUnits) else word
            if word != NONE:
                shape.read(value, path, complaints)
    assert complaints.lines == []
