"""The rulebook's own examples, each typed as one line, with its dice in the order they fell."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from pytest_snapshot.plugin import Snapshot

from engine.notation import fight
from engine.notation.documents import document_meant
from tests.engine.adjudicating import agrees
from tests.engine.fighting import examples

ARTOIS = "france 2A+ 2·4·2 v spain A+ LD 4·2·3 tercios retreats, musket, veteran, plain, period III"
ARRAS = (
    "siege of Arras {level}{works}, france A+ A- 2·4·2 v spain no leader, musket, plain,"
    " distance 2, period III"
)
ROUNDS = {
    "undermining-round-1": (3, ""),
    "undermining-round-2": (3, ", works +, later round"),
    "undermining-round-3": (3, ", works + -, later round"),
    "undermining-round-4": (3, ", works + +, later round"),
    "undermining-level-2": (2, ""),
}


def line_of(name: str) -> str:
    level, works = ROUNDS[name]
    return ARRAS.format(level=level, works=works)


def given(line: str, dice: str, *more: str) -> str:
    out, err = io.StringIO(), io.StringIO()
    assert fight.main([line, "--dice", dice, *more], out, err) == 0, err.getvalue()
    return out.getvalue()


def test_the_battle_of_artois_is_fought_as_in_the_rulebook(snapshot: Snapshot) -> None:
    worked = examples()["frahis-full"]
    dice = ",".join(map(str, worked["given"]["dice"].values()))
    found = json.loads(given(ARTOIS, dice, "--json"))
    assert agrees(worked["then"], found["result"]["outcome"])
    snapshot.snapshot_dir = Path(__file__).parent / "examples"
    snapshot.assert_match(f"{ARTOIS}\n--dice {dice}\n\n{given(ARTOIS, dice)}", "frahis-full.txt")


@pytest.mark.parametrize("name", ROUNDS)
def test_the_siege_of_arras_goes_as_in_the_rulebook(name: str, snapshot: Snapshot) -> None:
    worked: dict[str, Any] = examples()[name]
    dice = str(worked["given"]["dice"]["undermine"])
    works = "".join(worked["given"]["siegeworks"])
    line = line_of(name)
    document = document_meant(line).document
    assert "".join(document.get("siegeworks", [])) == works
    found = json.loads(given(line, dice, "--json"))["result"]["outcome"]
    for key in ("modifier", "total", "result"):
        assert found[key] == worked["then"][key]
    snapshot.snapshot_dir = Path(__file__).parent / "examples"
    snapshot.assert_match(f"{line}\n--dice {dice}\n\n{given(line, dice)}", f"{name}.txt")


CAUSES = {
    "march 1 MP 6 LD": ("EX-MOV-01", 1),
    "march 6 MP bad weather 2 LD": ("EX-MOV-02", 2),
}


@pytest.mark.parametrize("line", CAUSES)
def test_marches_have_the_causes_of_the_rulebook(line: str) -> None:
    name, causes = CAUSES[line]
    assert len(examples()[name]["then"]["causes"]) == causes
    assert document_meant(line).document["modifiers"] == {"causes": causes}


@pytest.mark.parametrize("number", [40, 35])
def test_natives_throw_a_die_for_every_eight(number: int) -> None:
    """Nagasaki: 40 detachments of natives throw 5 dice, 35 as many."""
    worked = examples()[f"natives-{number}"]["then"]
    line = f"portugal A- 3·2·3 v {number} LD natives, overseas, 1600"
    rolled = json.loads(given_rolled(line))["result"]["rolls"]
    first = [roll for roll in rolled if roll["name"].startswith("natives.shock1")]
    assert len(first) == worked["dice"]


def given_rolled(line: str) -> str:
    out = io.StringIO()
    assert fight.main([line, "--roll", "--seed", "1", "--json"], out, io.StringIO()) == 0
    return out.getvalue()
