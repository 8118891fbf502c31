"""Battles of Empires in Arms and attrition as lines: what is meant, refused, written back."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.adjudicator import resolve
from engine.documents.complaints import Complaints
from engine.eia import naval, tables, troops
from engine.eia.battles import combat_tables
from engine.notation import lexicon
from engine.notation.documents import document_meant
from engine.notation.eia_words import known_words
from engine.notation.line_writer import write_line
from engine.notation.reading_errors import Unread
from tests.engine.notation.test_fight import refusal, run

ULM = "french Davout=4-5-3 I=14i 1lc Guard=8g v austrian Charles 12i 2mc + 10i, forest, esc v cor"


def document(line: str) -> dict[str, Any]:
    return document_meant(line).document


def complete(kind: str, found: dict[str, Any]) -> object:
    return resolve.parse_document(resolve.kind_of(kind), json.dumps(found))


def test_corps_chits_and_leaders_are_said_in_a_line() -> None:
    found = document_meant(ULM)
    assert found.kind == "eia-battle"
    attacker, defender = found.document["attacker"], found.document["defender"]
    assert attacker["commander"] == {
        "name": "Davout", "strategic": 4, "tactical": 5, "maximum": 3,
    }  # fmt: skip
    assert [each["name"] for each in attacker["corps"]] == ["I", "Guard"]
    assert attacker["corps"][1]["type"] == "guard"
    assert [each["factors"] for each in defender["corps"]] == [
        {"infantry": 12, "medium_cavalry": 2},
        {"infantry": 10},
    ]
    assert found.document["chits"] == {"attacker": "EscalatedAssault", "defender": "Cordon"}
    assert found.document["terrain"] == "forest"
    assert "Charles 4-4-6, as in the variant of 1789" in found.assumed


FORMAL = (
    "FRENCH Davout=4-5-3 I=14i 1lc Guard=8g esc assault v Austrian Charles 12i 2mc + 10i"
    " cordon, forest"
)
LOOSE = (
    "France, Davout 4-5-3, I=14 infantry 1 light cavalry Guard=8 guards escassault against"
    " Austria with CHARLES 12inf 2 medium_cavalry + 10 i, cordon, Forest"
)


@pytest.mark.parametrize("line", [FORMAL, LOOSE])
def test_order_and_spelling_do_not_matter(line: str) -> None:
    assert document(line) == document(ULM)


def test_ships_make_a_battle_of_fleets() -> None:
    found = document_meant(
        "french Villeneuve 18 ships v british Nelson Channel=27 ships 2 frigates wind blockade,"
        " near britain, chase 10, points 1"
    )
    assert found.kind == "eia-naval-battle"
    attacker, defender = found.document["attacker"], found.document["defender"]
    assert (attacker["leaders"], defender["leaders"]) == (["Villeneuve"], ["Nelson"])
    assert defender["fleets"] == [
        {"nation": "britain", "ships": 27, "frigates": 2, "name": "Channel"}
    ]
    assert {key: found.document[key] for key in ("wind", "blockader", "chase", "points")} == {
        "wind": "defender", "blockader": "defender", "chase": 10, "points": 1,
    }  # fmt: skip


def test_without_chits_every_pair_is_weighed() -> None:
    found = document_meant("french 10i v austrian 10i")
    assert "chits" not in found.document
    assert "no chits: the odds of every pair" in found.assumed


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("french Napoleon 10i v austrian 10i", "Napoleon: his ratings are in no source here"),
        ("french 10i assault v austrian 10i", "the defender's chit is missing"),
        ("french v austrian 10i", "the attacker has no corps"),
        ("french 10i", "a battle has two sides"),
        ("french 10i, wind v austrian 10i", "'wind' says nothing about this battle"),
        ("french 10i Davot v austrian 10i", "is not a nation, leader, factors (14i 2lc), chit"),
        ("french 10 ships, forest v british 9 ships", "'terrain' says nothing about this battle"),
        ("french bavarian 10i v austrian 10i", "one side has two nations, France and Bavaria"),
        ("french 10i (purple) v austrian 10i", "'purple' says nothing of a corps"),
        ("french 10i commits +1 v austrian 10i", "commits: how, and when?"),
        ("french 10i reinforced by Ney=3-4-3 v austrian 10i", "reinforced by what?"),
    ],
)
def test_what_cannot_be_read_is_said(line: str, said: str) -> None:
    status, out, err = run(line)
    assert (status, out) == (2, "")
    assert said in err


def test_every_option_takes_such_a_line() -> None:
    line = "french 10i v austrian 12i, assault v cordon"
    ships = "dutch 9 ships v british 10 ships"
    assert "HOLLAND wins" in run(ships, "--or", "dutch 10 ships v british 10 ships")[1]
    rows = run("dutch 9..10 ships v british 9 ships", "--table")[1].splitlines()
    assert [row.split()[0] for row in rows[1:3]] == ["9", "10"]
    rolled = json.loads(run(line, "--roll", "--seed", "3", "--json")[1])["result"]
    dice = ",".join(str(each["die"]) for each in rolled["rolls"])
    again = json.loads(run(line, "--dice", dice, "--json")[1])["result"]
    assert again["outcome"] == rolled["outcome"]


@pytest.mark.parametrize(
    "line",
    [
        "march 5 MP bad weather 7 LD", "attrition of supply 3 LD, snowflakes 2, no supply",
        "siege of Milano 3, A+ 2LD french v LD",
        "Farnese intercepts Condé",
    ],
)  # fmt: skip
def test_every_kind_is_compared_rolled_and_counted_through(line: str) -> None:
    status, out, err = run(line, "--or", line)
    assert (status, err) == (0, "")
    assert "%" in out
    assert run(line, "--roll", "--seed", "1")[0] == 0


# Back


def test_the_example_of_resolve_is_a_line() -> None:
    for kind in ("eia-battle", "eia-naval-battle"):
        example = resolve.kind_of(kind).example
        found = document_meant(write_line(kind, example))
        assert found.kind == kind
        assert complete(kind, found.document) == complete(kind, dict(example))


NAMES = st.sampled_from(["I", "XIV", "Guard", "Old Guard", "Grande Armée", "2nd", "7", "V"])
PEOPLE = st.sampled_from(["Davout", "Ney", "Charles", "Saxe-Coburg", "O'Reilly", "Kutuzov"])
LEADER = st.fixed_dictionaries({
    "name": PEOPLE, "strategic": st.integers(0, 6), "tactical": st.integers(0, 6),
    "maximum": st.integers(0, 6),
})  # fmt: skip
CORPS = st.fixed_dictionaries(
    {
        "name": NAMES,
        "factors": st.dictionaries(
            st.sampled_from(troops.TROOPS), st.integers(0, 40), min_size=1, max_size=3
        ),
    },
    optional={
        "nation": st.sampled_from(["bavaria", "france", "poland", "ottoman"]),
        "type": st.sampled_from(troops.CORPS),
        "role": st.sampled_from(["fighting", "outflanking", "surplus"]),
        "dominant": st.booleans(), "ottoman": st.booleans(), "british_trained": st.booleans(),
        "morale": st.sampled_from([0, 2.5, 4]),
    },
)  # fmt: skip
SIDE = st.fixed_dictionaries(
    {
        "name": st.sampled_from(["FRANCE", "A", "Österreich"]),
        "nation": st.sampled_from(tables.nations()),
        "commander": LEADER,
        "corps": st.lists(CORPS, min_size=1, max_size=3),
    },
    optional={
        "leaders": st.lists(LEADER, max_size=2),
        "bombard": st.booleans(), "surrounded": st.booleans(), "cavalry_first": st.booleans(),
        "withdraws_at_night": st.booleans(), "morale": st.sampled_from([3, 3.5]),
        "ratings": st.fixed_dictionaries({"strategic": st.integers(0, 6),
                                          "tactical": st.integers(0, 6)}),
        "guards": st.lists(st.fixed_dictionaries(
            {"round": st.integers(1, 3), "commitment": st.integers(1, 2), "leader": PEOPLE},
            optional={"troop": st.sampled_from(["guard", "heavy_cavalry"])},
        ), max_size=2),
        "reinforcements": st.lists(st.fixed_dictionaries(
            {"corps": st.lists(CORPS, min_size=1, max_size=2)},
            optional={"leader": LEADER, "same_area": st.booleans()},
        ), max_size=2),
    },
)  # fmt: skip
BATTLES = st.fixed_dictionaries(
    {"attacker": SIDE, "defender": SIDE},
    optional={
        "terrain": st.sampled_from(combat_tables.terrains()), "river": st.booleans(),
        "chits": st.fixed_dictionaries({
            "attacker": st.sampled_from(combat_tables.chits()[0]),
            "defender": st.sampled_from(combat_tables.chits()[1]),
        }),
        "points": st.integers(0, 9), "cavalry_types": st.booleans(),
        "disputed_table": st.sampled_from(combat_tables.levels()),
    },
)  # fmt: skip
FLEET = st.fixed_dictionaries(
    {"name": NAMES, "nation": st.sampled_from(naval.FLEETS), "ships": st.integers(0, 60)},
    optional={"heavy": st.integers(0, 9), "frigates": st.integers(0, 9),
              "transports": st.integers(0, 9), "dominant": st.booleans()},
)  # fmt: skip
STACK = st.fixed_dictionaries(
    {"name": st.sampled_from(["FRANCE", "A"]), "fleets": st.lists(FLEET, min_size=1, max_size=3)},
    optional={
        "leaders": st.lists(PEOPLE, max_size=2), "from_port": st.booleans(),
        "doctrine": st.booleans(), "morale": st.sampled_from([3, 3.5]),
        "lost_on": st.integers(0, 6),
        "table": st.lists(st.sampled_from(combat_tables.levels()), min_size=1, max_size=3),
        "modifiers": st.lists(st.fixed_dictionaries(
            {"value": st.integers(-9, 9), "why": st.sampled_from(["British fleets", "v, (x)"])}
        ), max_size=2),
    },
)  # fmt: skip
FLEETS = st.fixed_dictionaries(
    {"attacker": STACK, "defender": STACK},
    optional={
        "sea": st.sampled_from(naval.SEAS), "near_britain": st.booleans(),
        "wind": st.sampled_from(["none", "attacker", "defender", "roll"]),
        "blockader": st.sampled_from(["none", "attacker", "defender"]),
        "struck": st.sampled_from(["sunk", "damaged"]), "chase": st.integers(0, 100),
        "prizes": st.booleans(), "points": st.integers(0, 9),
    },
)  # fmt: skip


def filled(shape: Any, value: Any) -> Any:
    """A document with its defaults, whether the rules would have it or not."""
    return resolve.kind_of(shape).document.read(value, "", Complaints())


@settings(max_examples=60)
@given(BATTLES)
def test_battles_go_to_lines_and_back(found: dict[str, Any]) -> None:
    found["defender"]["name"] += "2"
    again = document_meant(write_line("eia-battle", found))
    assert again.kind == "eia-battle"
    assert filled("eia-battle", again.document) == filled("eia-battle", found)


@settings(max_examples=60)
@given(FLEETS)
def test_battles_of_fleets_go_to_lines_and_back(found: dict[str, Any]) -> None:
    found["defender"]["name"] += "2"
    again = document_meant(write_line("eia-naval-battle", found))
    assert again.kind == "eia-naval-battle"
    assert filled("eia-naval-battle", again.document) == filled("eia-naval-battle", found)


ATTRITION = st.fixed_dictionaries(
    {
        "strength": st.dictionaries(
            st.sampled_from(["A+", "A-", "LD", "LDE"]), st.integers(1, 9), min_size=1, max_size=3
        ),
        "technology": st.sampled_from(["medieval", "musket", "baroque"]),
        "map": st.sampled_from(["europe", "rotw"]),
    },
    optional={"leader": st.sampled_from(["#farnese", "312"])},
)
FLAGS = st.sets(
    st.sampled_from(["no_supply_line", "enemy_fortress", "enemy_province", "too_small",
                     "unblocked_port", "voluntary"])
)  # fmt: skip
COUNTS = st.dictionaries(
    st.sampled_from([f"{what}_{sign}" for what in ("pillage", "revolt", "rebellion", "siegeworks")
                     for sign in ("minus", "plus")]
                    + ["snowflakes", "strait_fort", "siege", "enemy_siege"]),
    st.integers(1, 2),
)  # fmt: skip


@settings(max_examples=60)
@given(ATTRITION, st.sampled_from(["movement", "supply", "besieged", "besieger", "redeployment"]),
       st.integers(1, 9), st.booleans(), st.booleans(), FLAGS, COUNTS)  # fmt: skip
def test_attrition_goes_to_a_line_and_back(
    found: dict[str, Any], cause: str, causes: int, bad: bool, plunder: bool, flags: set[str],
    counts: Any,
) -> None:  # fmt: skip
    found |= {"cause": cause, "modifiers": {**dict.fromkeys(flags, True), **counts}}
    if found.get("leader", "").startswith("#"):
        found["leader"] = found["leader"][1:]
    if cause == "movement":
        found["modifiers"]["causes"] = causes
    elif bad:
        found["modifiers"]["bad_weather"] = True
    if plunder:
        found["decisions"] = {"plunder": True}
    again = document_meant(write_line("attrition", found))
    assert filled("attrition", again.document) == filled("attrition", found)


PIECES = [
    *known_words()[::7], "v", ",", "+", "(", ")", "=", '"', "14i", "2lc", "8g", "27 ships", "I=",
    "Davout=4-5-3", "commits", "+1", "round 2", "reinforced by", "morale 3.5", "as", "chit 2-2",
    "points 2", "chase", "disputed table", "\x1b[2J", "²i", "eia", "modifier -9", "lost on",
]  # fmt: skip


def test_no_line_gives_a_traceback() -> None:
    dice = random.Random(20)
    said = [
        refusal("eia " + " ".join(dice.choice(PIECES) for _ in range(dice.randrange(1, 14))))
        for _ in range(300)
    ]
    assert all(sentence.isprintable() for lines in said for sentence in lines)
    with pytest.raises(Unread, match="2,500 letters"):
        document_meant("14i " + "x" * 2496)


def test_words_of_both_games_are_ended() -> None:
    assert lexicon.complete_word("french 14i Schwarz") == "enberg"
    assert lexicon.complete_word("french 14i v austrian counter") == "attack"
