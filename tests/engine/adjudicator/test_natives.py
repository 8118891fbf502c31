"""What a document of the conquistador table has to say of the natives."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.adjudicating import answer, complaints

CORTES: dict[str, Any] = {"leader": "cortes", "units": ["A-", "LD"], "dice": {"conquistador": 6}}


@pytest.mark.rule("NAT-11", "NAT-14")
def test_the_table_is_for_areas_that_have_natives_or_for_natives_that_are_named() -> None:
    """Newfoundland has no natives printed: there is nobody to speak to, but for whom the document
    names."""
    assert complaints("conquistador", {**CORTES, "area": "terre-neuve"}) == [
        "area: 'terre-neuve' has no natives"
    ]
    for given in ({"area": "azteca"}, {"area": "azteca", "natives": ["LD"]},
                  {"area": "terre-neuve", "natives": ["LD"]}):  # fmt: skip
        assert answer("conquistador", {**CORTES, **given}, "--seed", "1")["outcome"]["activated"]
