import pytest

from engine.documents.complaints import Complaints
from engine.documents.fields import Choice, Flag, Listed, Named, Perhaps, Shape, Whole
from engine.facts.document_fields import fields_of, record, shape_of
from engine.facts.sheets import FactsError


def read(shape: Shape, value: object) -> tuple[object, list[str]]:
    complaints = Complaints()
    return shape.read(value, "it", complaints), complaints.lines


def test_each_notation_means_a_shape() -> None:
    whole = shape_of("-3..3 a stability", {})
    assert isinstance(whole, Whole)
    assert read(whole, -3) == (-3, [])
    assert read(whole, 4)[1] == ["it: 4 is not a stability from -3 to 3"]
    choice = shape_of("field|inside: a position", {})
    assert isinstance(choice, Choice)
    assert read(choice, "sea")[1] == ["it: 'sea' is not a position; one of: field, inside"]
    perhaps = shape_of("perhaps(0) 0..9 a manoeuvre", {})
    assert isinstance(perhaps, Perhaps)
    assert [read(perhaps, value)[0] for value in (None, 7)] == [0, 7]
    listed = shape_of("list 1..2 flag", {})
    assert isinstance(listed, Listed)
    assert read(listed, [])[1] == ["it: holds 0 entries; it may hold 1 to 2"]
    assert read(shape_of("list perhaps text", {}), [None, "x"]) == ([None, "x"], [])
    named = shape_of("named 0..9: ships by kind", {})
    assert isinstance(named, Named)
    assert read(named, {"NWD": 3}) == ({"NWD": 3}, [])


def test_a_word_of_the_reader_goes_before_the_sheet() -> None:
    assert isinstance(shape_of("flag", {}), Flag)
    assert isinstance(shape_of("a wind", {"a wind": Flag()}), Flag)


def test_a_table_of_wordings_is_a_choice_of_its_names() -> None:
    zone = shape_of("zone", {})
    assert read(zone, "neutral") == ("neutral", [])
    assert read(zone, "north")[1] == [
        "it: 'north' is not a zone; one of: fiasco, instability, neutral, dominant"
    ]


def test_a_part_of_a_document_is_called_without_its_brackets() -> None:
    side = record("ratings", {}, tuple)
    assert read(side, 3)[1] == ["it: 3 is not ratings"]
    land = record("a province or minor", {}, dict)
    assert read(land, 3)[1] == ["it: 3 is not a province or minor"]
    assert read(record("a leader (eia)", {}), 3)[1] == ["it: 3 is not a leader"]


def test_a_shape_that_is_none_is_told_with_its_field() -> None:
    with pytest.raises(ValueError, match="'a whale' is no shape"):
        shape_of("a whale", {})
    with pytest.raises(FactsError, match="a fleet, nation: 'nation with fleets' is no"):
        fields_of("a fleet", {})
