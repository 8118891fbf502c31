"""How verbs, names and thirds are said."""

from engine.grammar import conjugate, counted, ended, join_names, strength_does, thirds


def test_names_in_a_row_are_said_with_one_and() -> None:
    assert join_names([]) == ""
    assert join_names(["Spain"]) == "Spain"
    assert join_names(["Spain", "Venice"]) == "Spain and Venice"
    assert join_names(iter(["Spain", "Venice", "Genoa"])) == "Spain, Venice and Genoa"


def test_a_verb_goes_with_its_subjects() -> None:
    assert [conjugate("enter", count) for count in (1, 2)] == ["enters", "enter"]
    assert [conjugate("do", count) for count in (1, 2)] == ["does", "do"]


def test_one_third_follows_and_none_and_two_follow() -> None:
    said = [strength_does("follow", number) for number in (0, 1, 3, 4, 6)]
    assert said == ["follow", "follows", "follows", "follow", "follow"]
    assert strength_does("do not fit", 1) == "does not fit"


def test_one_is_counted_alone_and_none_and_two_as_many() -> None:
    said = [counted(number, "ducat") for number in (0, 1, 2)]
    assert said == ["0 ducats", "1 ducat", "2 ducats"]


def test_thirds_are_said_as_fractions() -> None:
    assert [thirds(number) for number in (0, 1, 3, 5, -4)] == ["0", "1/3", "1", "1 2/3", "-1 1/3"]


def test_a_sentence_that_asks_has_no_full_stop() -> None:
    asked = ["no word; did you mean france?", "no word", "No."]
    assert [ended(said) for said in asked] == ["no word; did you mean france?", "no word.", "No."]
