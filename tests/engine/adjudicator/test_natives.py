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


@pytest.mark.rule("NAT-11", "NAT-14")
@pytest.mark.parametrize(("manoeuvre", "lacks"), [(None, True), (0, False), (1, False)])
def test_who_speaks_has_his_values(manoeuvre: int | None, lacks: bool) -> None:
    leader: dict[str, Any] = {"name": "Ali", "kind": "vizier"}
    if manoeuvre is not None:
        leader = {"name": "X", "kind": "conquistador", "fire": 3, "shock": 3,
                  "manoeuvre": manoeuvre}  # fmt: skip
    document = {**CORTES, "area": "azteca", "leader": leader}
    if lacks:
        assert "leader.manoeuvre: is missing: a whole number from 0 to 9" in complaints(
            "conquistador", document
        )
    else:
        assert answer("conquistador", document, "--seed", "1")


@pytest.mark.rule("NAT-21", "NAT-22", "NAT-24", "NAT-27")
@pytest.mark.parametrize("uses", [0, 3])
def test_a_battle_follows_where_any_resist_and_success_is_where_not_all_do(uses: int) -> None:
    seen = set()
    for die in range(1, 11):
        document = {**CORTES, "area": "azteca", "uses": uses, "dice": {"conquistador": die}}
        found = answer("conquistador", document, "--seed", "1")["outcome"]
        resist = found["resisters"]["D"] * 3 + found["resisters"]["d"]
        assert found["battle"] == (resist > 0)
        assert found["success"] == (resist < 60), "of twenty detachments"
        seen.add((found["battle"], found["success"]))
    assert len(seen) > 1


@pytest.mark.rule("NAT-04")
@pytest.mark.parametrize(
    ("given", "tolerance"),
    [({"area": "azteca"}, 0), ({"area": "angola"}, 7), ({"area": "angola", "tolerance": 2}, 2),
     ({"tolerance": 3}, 3)],
)  # fmt: skip
def test_natives_rise_up_to_their_tolerance(given: dict[str, Any], tolerance: int) -> None:
    """*Roll of the area's tolerance or less*; an area without one never rises."""
    for die in range(1, 11):
        found = answer("activation", {**given, "dice": {"activation": die}})["outcome"]
        assert (found["tolerance"], found["activated"]) == (tolerance, die <= tolerance)
