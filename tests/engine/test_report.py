"""How numbers and names are said."""

from engine.report import conjugated, thirds, together


def test_names_in_a_row_are_said_with_one_and() -> None:
    assert together([]) == ""
    assert together(["Spain"]) == "Spain"
    assert together(["Spain", "Venice"]) == "Spain and Venice"
    assert together(iter(["Spain", "Venice", "Genoa"])) == "Spain, Venice and Genoa"


def test_a_verb_goes_with_its_subjects() -> None:
    assert [conjugated("enter", count) for count in (1, 2)] == ["enters", "enter"]
    assert [conjugated("do", count) for count in (1, 2)] == ["does", "do"]


def test_thirds_are_said_as_fractions() -> None:
    assert [thirds(number) for number in (0, 1, 3, 5, -4)] == ["0", "1/3", "1", "1 2/3", "-1 1/3"]
