"""Documents and command lines gone wrong: every defect is told in words."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.adjudicating import BY_THE_RULES, complaints, example, run
from tests.engine.spoiling import JSON, WRONG, changed, paths, without


def test_every_defect_at_once() -> None:
    document = example("battle")
    document["period"] = "VIII"
    document["terrain"] = 4
    document["sides"][1]["technology"] = "muskets"
    document["sides"][0]["units"] = ["A+", "B+"]
    document["sides"][0]["veteran"] = "yes"
    del document["sides"][1]["country"]
    document["dice"]["FRA.fire1"] = 11
    document["nonsense"] = 1
    lines = complaints("battle", document)
    for start in (
        "period: 'VIII' is not a period; one of: I, II",
        "terrain: 4 is not a terrain; one of: plain",
        "sides[1].technology: 'muskets' is not a land technology; one of: medieval, renaissance",
        "sides[0].units[1]: 'B+' is not a land unit; one of: A+, A-",
        "sides[0].veteran: 'yes' is neither true nor false",
        "sides[1].country: is missing",
        "dice.FRA.fire1: 11 is not a die from 1 to 10",
        "nonsense: there is no such field",
    ):
        assert any(line.startswith(start) for line in lines), start
    assert len(lines) == 8


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("{", "is not JSON"),
        ("[1]", "a list is not an object in braces"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('{"period": NaN}', "period: NaN is not a period"),
        ('{"period": "I", "period": "II"}', "period: stands twice"),
        ('{"dice": {"A.fire1": 1, "A.fire1": 2}}', "dice.A.fire1: stands twice"),
        ('{"turn": 1' + "0" * 5000 + "}", "too many digits"),
        ('{"turn": 1' + "0" * 500 + "}", "turn: a number of more than 60 digits is not a turn"),
        ('{"turn": 1e999}', "turn: inf is not a turn"),
        ('{"\\ud800": 1}', "there is no such field"),
        (" " * 2_000_000, "more than 1,000,000 characters"),
    ],
)
def test_documents_that_are_none(text: str, said: str) -> None:
    assert any(said in line for line in complaints("battle", text=text))


def test_a_huge_file(tmp_path: Path) -> None:
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(100_000_000)
    status, _, err = run("battle", str(huge))
    assert status == 2
    assert "more than 1,000,000 characters" in err
    latin = tmp_path / "latin.json"
    latin.write_bytes(b'{"period": "\xe9"}')
    assert run("battle", str(latin))[::2] == (2, "the document: is not UTF-8 text\n")
    assert "cannot be read" in run("battle", str(tmp_path / "none.json"))[2]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "a kind is missing"),
        (["batle"], "'batle' is not a kind; one of: battle"),
        (["battle", "-", "more"], "one word too many"),
        (["battle", "--dice"], "--dice: there is no such option"),
        (["battle", "--seed", "x"], "--seed: 'x' is not a whole number"),
        (["battle", "--seed"], "--seed: '' is not a whole number"),
    ],
)
def test_command_lines_that_are_wrong(words: list[str], said: str) -> None:
    status, out, err = run(*words, document=example("battle"))
    assert (status, out) == (2, "")
    assert said in err


def test_two_sides_that_do_not_fit() -> None:
    document = example("battle")
    document["sides"][1]["phasing"] = True
    assert "exactly one side is phasing" in complaints("battle", document)[0]
    document["sides"][1] |= {"phasing": False, "name": "FRA"}
    lines = complaints("battle", document)
    assert any("is the name of the other side too" in line for line in lines)
    document = example("battle") | {"turn": 1}
    assert complaints("battle", document) == ["turn: 1 is not in period III, turns 15 to 25"]
    document = example("battle") | {"decisions": {"HIS.retreat": True}}
    assert "there is no such decision" in complaints("battle", document)[0]


@pytest.mark.parametrize("kind", BY_THE_RULES)
def test_each_field_in_turn_wrong_or_missing(kind: str) -> None:
    document = example(kind)
    for path in paths(document):
        for value in WRONG:
            status, _, err = run(kind, "--seed", "1", document=changed(document, path, value))
            assert status in (0, 2), (path, value)
            assert "Traceback" not in err
            if status == 2:
                name = str(path[0]) if path else "the document"
                assert err.strip(), (path, value)
                if value != {"a": {}} and len(path) == 1:
                    assert name in err, (path, value, err)
        if path:
            assert run(kind, "--seed", "1", document=without(document, path))[0] in (0, 2), path


@given(st.sampled_from(BY_THE_RULES), JSON)
def test_any_document_is_answered_or_refused(kind: str, document: Any) -> None:
    status, out, err = run(kind, "--seed", "1", document=document)
    assert (status, bool(out), bool(err)) in ((0, True, False), (2, False, True))


@given(st.sampled_from(BY_THE_RULES), st.text(max_size=200))
def test_any_text_is_answered_or_refused(kind: str, text: str) -> None:
    status, _, err = run(kind, "--seed", "1", text=text)
    assert (status, bool(err)) == (2, True)
