"""Naval units and sieges as documents say them: what is counted, what is complained of."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.adjudicator import siege_document
from engine.adjudicator.sea_shapes import NavalUnits, Navy, ships_in_words
from engine.combat.leaders import Commander
from engine.documents.complaints import Complaints
from tests.engine.adjudicating import answer, complaints, example


@pytest.mark.parametrize(
    ("value", "ships", "fleets"),
    [
        (["NWD", "NWD", "NTD"], {"NWD": 2, "NTD": 1}, 0),
        ({"F+": {"NWD": 4, "NTD": 1}, "NDE": 2}, {"NWD": 4, "NTD": 1, "NDE": 2}, 1),
        ({"F+": [{"NWD": 4}, {"NWD": 3}], "F-": {"NTD": 2}}, {"NWD": 7, "NTD": 2}, 3),
        ([{"F-": {"NWD": 2}}, {"F-": {"NGD": 2}, "NGD": 1}, "NWD"],
         {"NWD": 3, "NGD": 3}, 2),
    ],
)  # fmt: skip
def test_ships_of_fleets_and_loose_ones_are_added_up(
    value: Any, ships: dict[str, int], fleets: int
) -> None:
    found = Complaints()
    assert NavalUnits().read(value, "units", found) == Navy(ships, fleets)
    assert found.lines == []


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("NWD", "units: 'NWD' is neither a list of naval units nor an object"),
        (["LD"], "units[0]: 'LD' is not a kind of ship"),
        ({"F+": 4}, "units.F+: 4 is no object of the ships that the fleet holds"),
        ({"F+": [{"NWD": 1}, 4]}, "units.F+[1]: 4 is no object of the ships"),
        ({"F+": {"NDE": 1}}, "is not a ship of a fleet"),
        ({"F+": {"NWD": -1}}, "units.F+.NWD: -1 is"),
        ([], "units must hold ships"),
        ({"NWD": 0}, "units must hold ships"),
        ({"X": 1}, "is not a naval unit"),
    ],
)
def test_what_is_no_naval_unit_is_named_by_its_key(value: Any, said: str) -> None:
    found = Complaints()
    NavalUnits().read(value, "units", found)
    text = "\n".join(found.lines).replace("units: must", "units must")
    assert said in text, text


def test_ships_in_words() -> None:
    assert ships_in_words({"NWD": 4, "NTD": 1, "NGD": 0}) == "4 NWD NTD"


@pytest.mark.parametrize("kind", ["undermine", "assault"])
@pytest.mark.parametrize(
    ("changes", "complains"),
    [
        ({"fortress": 2, "fort": False}, False), ({"fortress": 0, "fort": True}, False),
        ({"fortress": 2, "fort": True}, True),
    ],
)  # fmt: skip
def test_a_siege_is_of_a_fortress_or_of_a_fort(
    kind: str, changes: dict[str, Any], complains: bool
) -> None:
    document = {**example(kind), **changes}
    document.pop("dice", None)
    if complains:
        assert any("fort" in line for line in complaints(kind, document))
    else:
        answer(kind, document, "--seed", "1")


@pytest.mark.parametrize(
    ("given", "leader", "best"), [(0, None, 0), (2, None, 2), (1, 3, 3), (3, 1, 3), (0, 0, 0)]
)
def test_the_best_siege_value_is_given_or_the_leaders_own(
    given: int, leader: int | None, best: int
) -> None:
    chief = None if leader is None else Commander("x", 0, 0, 0, leader)
    assert siege_document.best_siege({"leader": chief, "siege": given}) == best


@pytest.mark.rule("FAL-01", "FAL-02")
@pytest.mark.parametrize(("dice", "falls"), [(10, True), (1, False)])
def test_the_level_after_an_assault_is_lower_only_if_the_fortress_falls(
    dice: int, falls: bool
) -> None:
    document = example("assault") | {"fortress": 2}
    names = {roll["name"] for roll in answer("assault", document, "--seed", "1")["rolls"]}
    document["dice"] = {
        name: dice if name.startswith("BESIEGER") else 11 - dice
        for name in names if "casualty" not in name
    }  # fmt: skip
    found = answer("assault", document, "--seed", "1")["outcome"]
    assert found["falls"] is falls
    assert (found["fortress_level_after"], found["manned"]) == (2 - falls, falls)


@pytest.mark.parametrize(
    ("value", "holds"),
    [({"NDE": 1}, True), ({"NWD": 99, "NTD": 1}, True), ({"NWD": 99, "NTD": 1, "NDE": 1}, False),
     ({"NWD": 99, "NTD": 2}, False)],
)  # fmt: skip
def test_ships_are_at_least_a_third_of_a_detachment_and_at_most_a_hundred(
    value: Any, holds: bool
) -> None:
    found = Complaints()
    NavalUnits().read(value, "units", found)
    assert (found.lines == []) == holds
    assert holds or "at most 100 detachments" in found.lines[0]


def test_a_kind_of_ship_that_stands_twice_is_named() -> None:
    fleets = '{"F+": [{"NGD": 8}, {"NGD": 7}]}'
    for text in ('{"NWD": 1, "NWD": 2}', '{"F+": {"NWD": 1, "NWD": 2}}'):
        document = json.dumps(example("naval-battle")).replace(fleets, text)
        assert text in document
        lines = complaints("naval-battle", text=document)
        assert any("NWD: stands twice" in line for line in lines), lines


def test_the_schema_of_ships_is_a_list_or_an_object() -> None:
    units, listed = NavalUnits().schema()["anyOf"]
    assert listed["items"]["anyOf"][1] == units
    assert {"F+", "F-", "NWD", "NDE"} <= set(units["properties"])
