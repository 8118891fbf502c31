"""Land units and leaders as documents say them, and the sides that they make."""

from __future__ import annotations

from typing import Any

import pytest

from engine.adjudicator import land_shapes
from engine.adjudicator.document_kind import Table
from engine.adjudicator.land_shapes import LandUnits, Leader, Troops
from engine.combat.leaders import Commander
from engine.documents.complaints import NOTHING, Complaints
from engine.facts import countries


def read(value: Any, least: int = 1) -> Any:
    found = Complaints()
    troops = LandUnits(least).read(value, "units", found)
    return found.lines if troops is NOTHING else troops


@pytest.mark.rule("OVR-A2")
@pytest.mark.parametrize(
    ("value", "troops", "strength"),
    [
        (["A+", "LD", "LD"], Troops(("A+", "LD", "LD"), 0, 0), 18),
        ({"A-": 1, "LDE": 2, "LD": 0}, Troops(("A-", "LDE", "LDE"), 0, 0), 8),
        (["LD", "PASHA"], Troops(("LD",), 1, 1), 6),
        (["LD", {"PASHA": 3}, "PASHA"], Troops(("LD",), 4, 2), 15),
        ({"PASHA": 2}, Troops((), 2, 2), 6),
        (["LD"] * 100, Troops(("LD",) * 100, 0, 0), 300),
        (["LDE"] * 300, Troops(("LDE",) * 300, 0, 0), 300),
    ],
)  # fmt: skip
def test_counters_are_counted_in_thirds_of_a_detachment(
    value: Any, troops: Troops, strength: int
) -> None:
    """A full army is four detachments, a smaller one two, an exploration detachment a third; a
    pasha has as many as he is large."""
    assert read(value) == troops
    assert read(value).strength == strength


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([], "amounts to 0 LD; it may hold at least one unit and at most 100 LD"),
        (["LD"] * 101, "at most 100 LD"),
        (["LDE"] * 301, "amounts to 100 1/3 LD"),
        ({"LD": -1}, "units.LD: -1"),
        (["X"], "units[0]: 'X' is not a land unit"),
        (["LD", "X"], "units[1]: 'X' is not a land unit"),
        ({"LD": 1, "X": 1}, "'X' is not a land unit"),
        ([{"PASHA": 0}], "units[0].PASHA: 0"),
        ("A+", "neither a list of units"),
    ],
)
def test_what_is_no_troops_is_refused(value: Any, said: str) -> None:
    assert any(said in line for line in read(value)), read(value)


def test_none_at_all_may_be_inside_a_fortress() -> None:
    assert read([], 0) == Troops((), 0, 0)
    assert "may hold at most 100 LD" in read(["LD"] * 101, 0)[0]


def led(value: Any) -> Any:
    found = Complaints()
    leader = Leader().read(value, "leader", found)
    return found.lines if leader is NOTHING else leader


@pytest.mark.rule("PAR-04")
def test_a_leader_is_digits_an_id_or_an_object() -> None:
    assert led("2425") == Commander("2425", 2, 4, 2, 5)
    assert led("242") == Commander("242", 2, 4, 2, 0), "no siege value"
    assert led(None) is None
    conde = countries.leader("conde")
    found = led("conde")
    assert (found.name, found.manoeuvre, found.fire, found.shock, found.siege) == (
        conde.name, conde.manoeuvre, conde.fire, conde.shock, conde.siege
    )  # fmt: skip
    described = {"name": "Ali", "kind": "vizier"}
    assert led(described).manoeuvre == -1, "his line is still to be rolled"
    assert "leader.fire" in "".join(led({"name": "X", "manoeuvre": 3, "shock": 2}))
    assert "is not a leader" in led("24255")[0]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-", None), ("nobody", None), ("242", "242"), ("2425", "2425"), ("Condé", "conde"),
        ("Gaston 2.4.2", {"name": "Gaston", "manoeuvre": 2, "fire": 4, "shock": 2}),
        ("Gaston 2425", {"name": "Gaston", "manoeuvre": 2, "fire": 4, "shock": 2, "siege": 5}),
    ],
)  # fmt: skip
def test_a_leader_as_he_is_typed(text: str, value: Any) -> None:
    assert Leader().typed(text) == value


def test_what_a_form_offers_and_a_schema_allows() -> None:
    offers = Leader().offers()
    assert offers[0] == "-"
    assert "conde" in offers
    nobody, text, described = Leader().schema()["anyOf"]
    assert (nobody, text) == ({"type": "null"}, {"type": "string"})
    assert "manoeuvre" in described["properties"]
    listed, counted = LandUnits(1).schema()["anyOf"]
    assert listed["items"]["anyOf"][0]["enum"] == list(LandUnits(1).offers())
    assert counted["properties"]["A+"] == {"type": "integer", "minimum": 0}
    assert list(counted["properties"]) == ["A+", "A-", "LD", "LDE", "PASHA"]


def given(country: str, **more: Any) -> dict[str, Any]:
    return {
        "country": country, "army_class": None, "units": Troops(("LD",), 0, 0), "minor": None,
        "technology": "musket", "veteran": False, "janissary": False, "sipahi": False,
        "reformed": False, "natives": False, **more,
    }  # fmt: skip


@pytest.mark.rule("LDR-10", "LDR-16")
@pytest.mark.parametrize(
    ("country", "minor", "counts"),
    [("france", None, False), ("savoy", None, True), ("savoy", False, False),
     ("france", True, True)],
)  # fmt: skip
def test_a_minor_is_what_the_document_says_and_else_what_the_country_is(
    country: str, minor: bool | None, counts: bool
) -> None:
    found = land_shapes.side(given(country, minor=minor), "A", "III", Commander("x", 2, 2, 2))
    assert found.minor == counts


def test_a_side_has_the_crossing_of_its_document() -> None:
    for crossing in ("river", None):
        read = given("france", crossing=crossing)
        side = land_shapes.side(read, "A", "III", Commander("x", 2, 2, 2))
        assert side.crossing == (crossing or "")


def test_troops_of_another_class_than_their_countrys_are_noted_as_such() -> None:
    own = countries.army_class("france", "III")
    for named, differs in ((None, False), (own, False), ("I" if own != "I" else "II", True)):
        side = land_shapes.side(
            given("france", army_class=named), "A", "III", Commander("x", 2, 2, 2)
        )
        (contingent,) = side.contingents
        assert contingent.army_class == (named or own)
        assert contingent[4] == differs


@pytest.mark.rule("PAR-04", "PAR-05", "PAR-10")
def test_a_replacement_or_a_vizier_is_rolled_and_a_leader_is_not() -> None:
    """*A stack without a leader gets a replacement leader*; whoever has values keeps them, be they
    nought."""
    table = Table({"A.replacement": 4}, 0)
    weak = Commander("weak", 0, 1, 1)
    assert land_shapes.commander(given("france", leader=weak), "A", table) is weak
    vizier = Commander("Ali", 0, 3, 3, 0, "vizier")
    assert land_shapes.commander(given("turkey", leader=vizier), "A", table) is vizier
    assert not table.rolled
    found = land_shapes.commander(given("turkey", leader=vizier._replace(manoeuvre=-1)), "A", table)
    assert (found.name, found.kind, found.monarch, found.replacement) == (
        "Ali", "vizier", True, False
    )  # fmt: skip
    assert land_shapes.commander(
        given("france", leader=None), "A", Table({"A.replacement": 4}, 0)
    ).replacement


@pytest.mark.rule("PAR-04", "LDR-15")
def test_the_odds_mix_all_replacement_leaders_by_their_faces() -> None:
    table = Table({}, 0)
    chief = Commander("x", 2, 2, 2)
    sides = [("A", given("france", leader=None)), ("B", given("spain", leader=chief))]
    pairs = land_shapes.commanders(sides, {}, table)
    assert sum(weight for weight, _ in pairs) == 10 * 10
    assert all(weight > 0 for weight, _ in pairs)
    assert len({first for _, (first, _) in pairs}) == len(pairs) > 1
    assert table.asked == {"A.replacement"}
    (held,) = land_shapes.commanders(sides, {"A.replacement": 3}, Table({}, 0))
    assert held[0] == 100


def test_a_vizier_without_values_does_not_help() -> None:
    for manoeuvre, lacks in ((-1, True), (0, False), (1, False)):
        found = Complaints()
        land_shapes.check_leader({"leader": Commander("x", manoeuvre, 0, 0)}, found)
        assert bool(found.lines) == lacks
    found = Complaints()
    land_shapes.check_leader({"leader": None}, found)
    assert not found.lines


def test_thirds_as_an_answer_holds_them_and_switches() -> None:
    assert land_shapes.joined({"D": 2, "d": 1}) == 7
    assert land_shapes.split(7) == {"D": 2, "d": 1}
    assert land_shapes.switched_off({"a": False, "b": True}) == {"a"}
    shape = land_shapes.switches("decisions", "plunder")
    found = Complaints()
    assert shape.read({"plunder": True}, "decisions", found) == {"plunder": True}
    assert not found.lines
    shape.read({"pillage": True}, "decisions", found)
    assert found.lines
