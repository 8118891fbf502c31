"""A battle, siege or roll in one line: what it means, what is assumed, what is refused."""

from __future__ import annotations

import io
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.adjudicator import resolve
from engine.facts import countries
from engine.notation import fight, lexicon
from engine.notation.documents import Adjudicable, document_meant
from engine.notation.line_writer import write_line
from engine.notation.reading_errors import Unread

ARTOIS = "2A+ Condé v A+ LD Farnese tercios, plain, 1597"


def run(*given: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = fight.main(list(given), out, err)
    return status, out.getvalue(), err.getvalue()


def document(line: str) -> dict[str, Any]:
    return document_meant(line).document


def sides(line: str) -> tuple[dict[str, Any], dict[str, Any]]:
    one, other = document(line)["sides"]
    return one, other


def test_the_line_of_the_guide_is_the_battle_of_artois() -> None:
    found = document_meant(ARTOIS)
    assert found.kind == "battle"
    one, other = found.document["sides"]
    assert (one["country"], one["units"], one["leader"]) == ("france", ["A+", "A+"], "grand-conde")
    assert (other["country"], other["units"]) == ("spain", ["A+", "LD"])
    assert (one["technology"], other["tercios"], one["phasing"]) == ("musket", True, True)
    assert (found.document["period"], found.document["turn"]) == ("III", 22)
    assert "Grand Condé of 1640 4·3·4" in " ".join(found.assumed)


@pytest.mark.parametrize(
    "line",
    [
        ARTOIS,
        "CONDE 2 A+ vs. spanish farnese LD a+ Tercios, 1597, PLAIN",
        "A+ A+ under Condé against A+ LD of Farnese with tercios, plain, turn 22",
    ],
)
def test_order_and_spelling_do_not_matter(line: str) -> None:
    one, other = sides(line)
    assert (one, other) == sides(ARTOIS)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("france 3 NWD 2 NGD v spain 4 NGD, wind", "naval-battle"),
        ("F+[6 NWD 2 NTD] english Drake v F-[3 NWD] spanish, 1588", "naval-battle"),
        ("siege of Milano 3, breach, A+ 2LD Gonzaga v LD", "undermine"),
        ("assault of Arras 3, 3A+ french v LD spanish, works + +", "assault"),
        ("Farnese intercepts Condé, river", "intercept"),
        ("Farnese evades Condé", "evade"),
        ("march 5 MP bad weather 7 LD in Castilla", "attrition"),
        ("A+ Condé attacks A+ Farnese", "battle"),
    ],
)
def test_every_kind_gives_the_odds_of_its_document(line: str, kind: str) -> None:
    status, out, err = run(line, "--json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    assert found["kind"] == kind
    again = io.StringIO()
    text = io.StringIO(json.dumps(found["document"]))
    assert resolve.main([kind, "--odds"], text, again, io.StringIO()) == 0
    assert json.loads(again.getvalue())["odds"] == found["odds"]
    assert run(line)[1].count("Assumed:") == 1


def test_a_march_has_the_causes_that_its_size_way_and_weather_give() -> None:
    """MOV-06 to MOV-09: massed at 6 LD, 6 MP, or 3 MP in bad weather; each alone and together."""
    assert document("march 5 MP bad weather 7 LD")["modifiers"] == {"causes": 2}
    assert document("march 5 MP 6 LD")["modifiers"] == {"causes": 1}
    assert document("march 2 MP bad weather 6 LD")["modifiers"] == {"causes": 1}
    assert document("march 6 MP 5 LD")["modifiers"] == {"causes": 1}
    assert document("march 6 MP bad weather 6 LD")["modifiers"] == {"causes": 3}
    with pytest.raises(Unread, match="rolls for no attrition"):
        document_meant("march 5 MP 5 LD")


def test_a_fortress_has_the_level_that_is_said_or_that_of_the_board() -> None:
    assert document("siege of Milano 4, A+ french v LD")["fortress"] == 4
    assert document("siege of Milano, A+ french v LD")["fortress"] == 2
    assert document("siege of Milano, A+ french v LD")["besieged"]["country"] == "milan"
    assert document("siege of Milano, A+ french v LD spanish")["besieged"]["country"] == "spain"
    assert document("siege of Milano, fort, A+ french v LD")["fortress"] == 0
    with pytest.raises(Unread, match="how strong is the fortress"):
        document_meant("siege, A+ french v LD spanish")


def test_the_wind_is_given_by_dice_to_the_side_that_has_it() -> None:
    line = "france 3 NWD v spain 4 NGD"
    assert document(f"{line}, wind")["dice"] == {"FRA.wind": 10, "HIS.wind": 1}
    assert document(f"{line} wind")["dice"] == {"HIS.wind": 10, "FRA.wind": 1}
    assert "dice" not in document(line)


def test_a_year_gives_technology_and_tercios() -> None:
    def of(year: int) -> tuple[str, bool]:
        side = sides(f"french A+ v spanish A+, {year}")[1]
        return side["technology"], side.get("tercios", False)

    assert of(1494) == ("medieval", False)
    assert of(1526) == ("renaissance", True)
    assert of(1571) == ("arquebus", True)
    assert of(1643) == ("musket", True)
    assert of(1660) == ("baroque", False)
    assert sides("french A+ v turkish A+, 1643")[1]["technology"] == "arquebus"
    assert sides("french A+ v iroquois LD, 1643")[1]["technology"] == "medieval"


def test_what_holds_for_both_stands_behind_the_last_comma() -> None:
    one, other = sides("french A+ v spanish A+ conscript, musket")
    assert (one["veteran"], other["veteran"]) == (True, False)
    assert one["technology"] == other["technology"] == "musket"
    assert [each["veteran"] for each in sides("french A+ v spanish A+, conscript")] == [False] * 2


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "the line is empty"),
        ("A+ v A+ v A+", "more than two sides"),
        (
            "2A+ french v A+ Farneze",
            "'Farneze' is not a unit, leader, country, ground or other word",
        ),
        ("2A+ french v A+ Farneze", "did you mean farnese?"),
        ("french v spanish A+", "the first side: no units"),
        ("french 3NWD v spanish A+", "A+ are no ships"),
        ("french A+ v spanish A+, galley", "'galley' is a technology at sea"),
        ("french A+ v spanish A+, turn 99", "99: the game goes from 1492 to 1792"),
        ("french spanish A+ v A+", "one side has two countries"),
        ("french A+ Guise 242 v spanish A+", "has a leader already"),
        ("french A+ v spanish A+, wind", "'wind' says nothing about this"),
        ("french F+ v spanish 2NWD", "what does F+ hold?"),
        ("x" * 3000, "3,000 letters"),
    ],
)
def test_what_cannot_be_read_is_said(line: str, said: str) -> None:
    status, out, err = run(line)
    assert (status, out) == (2, "")
    assert said in err


def test_every_defect_is_said_at_once() -> None:
    assert len(run("A+ frensh foo v spanish, qux")[2].splitlines()) == 4


def test_two_leaders_of_a_name_are_told_apart_or_refused() -> None:
    """De la Gardie: three of Sweden, of whom one lives in 1658, and none in 1600."""
    assert (
        "may be J. De la Gardie of Sweden (5·3·2) or M. De la Gardie"
        in run("A+ de la gardie v A+ spanish, 1500")[2]
    )
    assert sides("A+ J. De la Gardie v A+ spanish")[0]["country"] == "sweden"
    for each in lexicon.leaders()["de la gardie"]:
        assert sides(f"A+ #{each.id} v A+ spanish")[0]["leader"] == each.id


def test_dice_are_taken_in_the_order_in_which_they_are_asked_for() -> None:
    short = run(ARTOIS, "--dice", "7,4,9")
    assert short[0] == 3
    assert "the dice end too soon; the next is HIS.shock1" in short[2]
    assert run(ARTOIS, "--dice", "7,x")[0] == 2
    rolled = json.loads(run(ARTOIS, "--roll", "--seed", "3", "--json")[1])["result"]
    dice = ",".join(str(each["die"]) for each in rolled["rolls"])
    again = json.loads(run(ARTOIS, "--dice", dice, "--json")[1])["result"]
    assert again["outcome"] == rolled["outcome"]
    assert "left over" in run(ARTOIS, "--dice", dice + ",5")[2]


def test_ships_behind_the_brackets_of_a_fleet_are_outside_it() -> None:
    found = document_meant("english F+[7 NWD 2 NTD] 3 NWD drake v spanish F-[4NWD], 1588")
    assert found.document["sides"][0]["units"] == {"F+": [{"NWD": 7, "NTD": 2}], "NWD": 3}


def test_brackets_within_brackets_are_complained_of() -> None:
    """However many there are: they once exhausted the interpreter's stack."""
    with pytest.raises(Unread, match="is not a unit"):
        document_meant("F+[" * 600)


def test_lines_are_compared_and_counted_through() -> None:
    out = run(ARTOIS, "--or", "A+ Condé v A+ LD Farnese tercios, plain, 1597")[1]
    assert "A: 2A+ Condé" in out
    assert "B: A+ Condé" in out
    assert "France wins" in out
    table = run("1..3 A+ french v 2A+ spanish, 1640", "--table")[1].splitlines()
    assert [row.split()[0] for row in table[1:4]] == ["1", "2", "3"]
    assert run("A+ french v A+ spanish", "--table")[2].startswith("--table: one range is wanted")


@pytest.mark.parametrize(
    "line",
    [
        ARTOIS,
        "A+ Gonzalo french v A+ LD spanish, 1503",
        "2A+ turkish v A+ hungarian, plain, 1526",
        "2A+ 2LD Condé v 2A+ spanish, 1643",
        "A+ swedish v A+ habsburg, 1632",
        "F+[10 NGD 2 VGD] venetian v F+[9 NGD] turkish, 1571, mediterranean",
        "siege of Milano 3, A+ 2LD french v LD, works -+, later round",
        "assault of Wien 2, 2A+ turkish v A- habsburg, breach, 1683",
        "french 2A+ conscript across a river v A- turkish sipahi, swamp, 1650, interception",
        "A+ french in Quebec v LD english, 1759, overseas",
        "Farnese intercepts Condé, river, friend, bad weather",
        "no leader intercepts 4·2·2, same province, besieging, swamp",
        "Farnese evades no leader",
        "spanish A- Cortés v 4 LD natives, desert, overseas, 1520",
    ],
)
def test_a_document_is_the_line_that_means_it(line: str) -> None:
    found = document_meant(line.replace("in Quebec ", "").replace("Gonzalo ", ""))
    again = document_meant(write_line(found.kind, found.document))
    assert (again.kind, again.document) == (found.kind, found.document)


LEADERS = [
    each.id for each in countries.leaders().values() if each.kind == "general" and each.country
]
SIDE = st.builds(
    lambda who, units, leader, rest: " ".join((f"={who}", *units, leader, *rest)),
    st.sampled_from(["france", "spain", "turkey", "venice", "persia", "saxony"]),
    st.lists(st.sampled_from(["A+", "2A-", "3LD", "LDE", "PASHA"]), min_size=1, max_size=4),
    st.sampled_from([*(f"#{each}" for each in LEADERS), "242", "3·2·3", "no leader", ""]),
    st.lists(st.sampled_from(["conscript", "tercios", "landing", "natives", "minor"]), max_size=2,
             unique=True),
)  # fmt: skip
WHOLE = st.lists(
    st.sampled_from(["swamp", "forest", "1600", "T40", "interception", "overseas", "musket"]),
    max_size=3, unique=True,
)  # fmt: skip


@settings(max_examples=150)
@given(SIDE, SIDE, WHOLE)
def test_lines_go_to_documents_and_back(one: str, other: str, rest: list[str]) -> None:
    if "1600" in rest and "T40" in rest:
        rest.remove("T40")
    found: Adjudicable = document_meant(", ".join((f"{one} v {other}", *rest)))
    again = document_meant(write_line(found.kind, found.document))
    assert again.document == found.document
    resolve.parse_document(resolve.kind_of(found.kind), json.dumps(found.document))


PIECES = [
    *lexicon.known_words()[:: max(1, len(lexicon.known_words()) // 300)],
    "v", "vs", ",", "A+", "2A+", "F+[", "]", "NWD", "999LD", "1597", "T22", "turn", "works", "+-+",
    "242", "in", "of", "siege of", "\x1b[2J", "\u202e", "é" * 5, "=france", "#farnese", "=", "#",
    "..", "2..6", "5 MP", "²", "٣",
]  # fmt: skip


def refusal(line: str) -> list[str]:
    """What is said of a line: nothing where it is read to a document that `resolve` takes."""
    try:
        found = document_meant(line)
        resolve.parse_document(resolve.kind_of(found.kind), json.dumps(found.document))
    except (Unread, resolve.BadInput) as refused:
        return refused.lines
    return []


def test_no_line_gives_a_traceback() -> None:
    dice = random.Random(21)
    said = [
        refusal(" ".join(dice.choice(PIECES) for _ in range(dice.randrange(1, 14))))
        for _ in range(1500)
    ]
    assert sum(map(bool, said)) > 1000
    assert all(sentence.isprintable() for lines in said for sentence in lines)


def test_the_lexicon_names_what_there_is() -> None:
    for phrase, meant in lexicon.words()["countries"].items():
        assert meant in countries.countries(), phrase
    schema = resolve.kind_of("battle").document.schema()
    assert {*lexicon.words()["terrains"].values()} == {*schema["properties"]["terrain"]["enum"]}


@pytest.mark.parametrize(
    ("begun", "rest"),
    [
        ("2A+ french Farn", "ese"),
        ("2A+ Conde v spa", "in"),
        ("siege of Mil", "an"),
        ("CAST", "ro"),
        ("2A+ xq", ""),
        ("2A+ fa", ""),
        ("2A+", ""),
        ("", ""),
        ("x" * 10_000, ""),
        ("spa\n", ""),
    ],
)
def test_the_last_word_of_a_line_is_ended(begun: str, rest: str) -> None:
    assert lexicon.complete_word(begun) == rest


def test_what_a_word_may_become_is_offered() -> None:
    assert "farnese" in lexicon.completions("2A+ french v A+ Farn")
    assert "lombardia" in lexicon.completions("march 7 LD in Lomb")
    assert lexicon.completions("2A+ fa") == []


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("siege of Milano 3, A+ 2LD v LD, siege value 3", "siege value"),
        ("2A+ v A+, works ++", "works"),
        ("2A+ v A+, distance 3", "distance"),
        ("3·0·0 intercepts Condé, 5 MP", "MP"),
    ],
)
def test_a_number_that_says_nothing_of_a_kind_is_refused_and_not_passed_over(
    line: str, word: str
) -> None:
    assert refusal(line) == [f"{word!r} says nothing about this; leave it out"]
