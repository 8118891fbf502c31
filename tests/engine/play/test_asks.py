"""What questions of every kind make of typed words and raw answers."""

import pytest

from engine.land.ground import stack_parts
from engine.play.asks import (
    Ask,
    BadAnswer,
    Choose,
    Number,
    Option,
    Subset,
    Told,
    YesNo,
    dice_in,
    ordinal,
)
from engine.play.decision_details import Weighed

ENDLESS = "9" * 5000  # more digits than Python reads


def ask(options: list[Option]) -> Choose:
    return Choose(who="spain", name="test", what="which?", options=options)


def test_a_number_of_a_list_is_read_and_no_other_text() -> None:
    assert [ordinal(text) for text in ("12", "0", "-1", "1.5", "", "x", ENDLESS)] == [12] + [0] * 6
    assert (ordinal("9" * 9), ordinal("9" * 10)) == (999_999_999, 0), "nine digits"


def test_words_choose_by_number_by_name_or_not_at_all() -> None:
    asked = ask([Option("b", "Bavaria"), Option("a", "Artois", "1 MP")])
    assert [asked.answer_from_words(text) for text in ("1", "2", "bavaria", "A")] == [
        "b",
        "a",
        "b",
        "a",
    ]
    for text in ("0", "3", "nothing", ENDLESS):
        with pytest.raises(BadAnswer, match="a number from 1 to 2"):
            asked.answer_from_words(text)


def test_what_has_one_answer_is_not_asked() -> None:
    one, two = Option("a", "Artois"), Option("b", "Bavaria")

    async def ask_of(options: list[Option]) -> str:
        return await ask(options)

    with pytest.raises(StopIteration, match="a"):
        ask_of([one]).send(None)
    asked = ask_of([one, two])
    assert isinstance(asked.send(None), Choose)
    with pytest.raises(StopIteration, match="b"):
        asked.send("b")


def test_the_texts_of_options_are_made_when_somebody_reads_them() -> None:
    read: list[str] = []

    def tell(answer: str) -> Option:
        read.append(answer)
        return Option(answer, answer.upper())

    asked = Choose(who="spain", name="test", what="which?", options=Told(["b", "a"], tell))
    assert (asked.parse("a"), asked.offers(), asked.listed()) == ("a", ["a", "b"], ["b", "a"])
    with pytest.raises(BadAnswer, match="one of: b, a"):
        asked.parse("c")
    assert not read
    assert (asked.label("a"), asked.answer_from_words("A"), len(asked.options)) == ("A", "a", 2)
    assert [each.label for each in (*asked.options, *asked.options[1:])] == ["B", "A", "A"]


def test_several_are_named_by_numbers_names_or_keys() -> None:
    options = [Option("b", "Bavaria"), Option("a", "Artois"), Option("v", "Vieille Castille")]
    asked = Subset(who="spain", name="test", what="which?", options=options)
    for text in ("1,3", "1 3", "bavaria, Vieille castille", "b v", "Bavaria,3"):
        assert asked.parse(asked.answer_from_words(text)) == ("b", "v"), text
    with pytest.raises(
        BadAnswer, match="'castille' is not among: Bavaria, Artois, Vieille Castille"
    ):
        asked.parse(asked.answer_from_words("castille"))


def test_endless_digits_are_refused_wherever_a_number_may_stand() -> None:
    options = [Option("b", "Bavaria")]
    every: list[Ask[object]] = [
        Subset(who="spain", name="test", what="which?", options=options),  # type: ignore[list-item]
        Number(who="spain", name="test", what="how many?", least=1, most=3),  # type: ignore[list-item]
    ]
    for asked in every:
        with pytest.raises(BadAnswer):
            asked.parse(asked.answer_from_words(ENDLESS))
    with pytest.raises(BadAnswer, match="is not a counter"):
        stack_parts.piece(ENDLESS)


def test_what_a_decision_weighs_is_worked_out_once_and_not_before_somebody_looks() -> None:
    worked: list[str] = []

    def weigh(name: str) -> dict[str, int]:
        worked.append(name)
        return {name: 1}

    about = Weighed({"place": "artois"}, lambda: weigh("odds"), chances=lambda: weigh("chances"))
    assert (list(about), len(about), about["place"]) == (["place", "odds", "chances"], 3, "artois")
    assert worked == []
    for _ in range(2):
        assert about["odds"] == {"odds": 1}
    assert worked == ["odds"]
    assert about.get("enemy") is None
    assert about["chances"] == {"chances": 1}


@pytest.mark.parametrize(
    ("text", "faces", "dice"),
    [
        ("4 2 6", 6, [4, 2, 6]), ("426", 6, [4, 2, 6]), ("4,2", 6, [4, 2]), ("4", 6, [4]),
        ("7", 6, []), ("0", 6, []), ("4 x", 6, []), ("10 3", 10, [10, 3]), ("10", 10, [10]),
        ("42", 10, []), ("42 1", 6, []), ("", 6, []),
    ],
)  # fmt: skip
def test_dice_are_typed_apart_or_as_digits_where_a_face_is_one(
    text: str, faces: int, dice: list[int]
) -> None:
    assert dice_in(text, faces) == dice


def test_a_question_is_found_when_it_is_read_and_stays_so() -> None:
    """A pane may draw it again when programs have moved on."""
    troops = ["2 LD", "nobody"]
    ask = YesNo(who="france", name="stay", what=lambda: f"does {troops[0]} stay?")
    assert ask.question == "Does 2 LD stay?"
    del troops[0]
    assert ask.question == "Does 2 LD stay?"


def test_what_yes_means_is_found_when_it_is_read_and_stays_so() -> None:
    troops = ["LD"]
    ask = YesNo(who="france", name="stay", what="?", detail=lambda: f"costs {len(troops)} LD")
    troops.append("LD")
    assert ask.label(True) == "yes (costs 2 LD)"
    troops.clear()
    assert (ask.label(True), ask.meaning) == ("yes (costs 2 LD)", "costs 2 LD")
