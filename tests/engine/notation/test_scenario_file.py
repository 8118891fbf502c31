"""A position as a scenario file and back, and a table as comma separated values."""

from __future__ import annotations

import random
import tomllib

import pytest

from engine import scenarios
from engine.notation import position_reader, table_csv
from engine.notation.layout import Layout, empty
from engine.notation.position_writer import position_text
from engine.notation.reading_errors import Unread
from engine.notation.scenario_file import scenario_text
from engine.scenarios import ScenarioError
from engine.state import State
from tests.engine.notation.test_position import midway


@pytest.mark.parametrize("name", scenarios.ORDER)
def test_each_converts_to_the_other_without_loss(name: str) -> None:
    """Scenario TOML stays for authors; each converts to the other without loss."""
    text = position_text(scenarios.load(name))
    file = scenario_text(position_reader.read(text), scenarios.read(name))
    again = scenarios.parse(tomllib.loads(file))
    assert position_text(again.state()) == text
    assert again.title == scenarios.read(name).title


@pytest.mark.parametrize("name", ["artois", "conquistadors-1519", "hungary-1526"])
def test_a_table_in_the_midst_of_a_phase_is_a_scenario_file_too(name: str) -> None:
    state = State.from_plain(dict(midway(name, 7, 80).snapshots[-1].state))
    text = position_text(state)
    assert position_text(scenarios.parse(tomllib.loads(scenario_text(state))).state()) == text


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ('nonsense = "1"', "state.nonsense: is not a part of a table"),
        ('units = "["', "state.units: '[' is not JSON"),
        ('units = "[[1]]"', "state: makes no table"),
        ("treasury = 5", "state"),
        ('weather = "[3]"', "state"),
    ],
)
def test_parts_of_a_hostile_file_are_refused(part: str, said: str) -> None:
    file = scenario_text(scenarios.load("artois")) + f"\n[state]\n{part}\n"
    with pytest.raises(ScenarioError) as refused:
        scenarios.parse(tomllib.loads(file))
    assert said in str(refused.value)


TABLE = """\
country, place, counters, leaders
turn 22
France, Artois, 2A+ LD, Henri IV
Spain, Artois, A+ inside, Farnese
"spain";Vlaanderen;LD
france, Provence, 3NWD 2NGD,

// a remark
war france spain
"""


def test_a_table_of_values_is_laid_out_row_by_row() -> None:
    """A table as CSV (`country, place, counters, leaders`) is in."""
    assert table_csv.is_table(TABLE)
    assert not table_csv.is_table("Tercio position 1\n")
    layout = Layout(table_csv.laid_out(TABLE))
    assert layout.items("artois") == [
        "france 2xA+ LD", "spain A+ inside", "@farnese spain inside", "@navarre-2 france",
    ]  # fmt: skip
    assert layout.items("provence") == ["france 2xNGD 3xNWD port"]
    assert layout.state.turn == 22
    assert layout.state.diplomacy.wars == [("france", "spain")]


def test_every_wrong_row_is_said_with_its_line() -> None:
    wrong = "frob, Artois, A+\nfrance, Nowhere, A+\nfrance, artois\nfrance, artois, A+, , more\n"
    with pytest.raises(Unread) as refused:
        table_csv.laid_out(TABLE + wrong)
    lines = refused.value.lines
    assert [line.partition(":")[0] for line in lines] == [f"line {n}" for n in (10, 11, 12, 13)]
    assert "'Nowhere' is not a place" in lines[1]
    assert not table_csv.is_table("x" * 200_000 + "\n")
    with pytest.raises(Unread, match="1,003 rows"):
        table_csv.laid_out("country,place\n" + "\n" * 1002)


def refusal(text: str) -> list[str]:
    with pytest.raises(Unread) as refused:
        table_csv.laid_out(text)
    return list(refused.value.lines)


def test_no_table_of_values_gives_a_traceback() -> None:
    dice = random.Random(21)
    pieces = ["france", "artois", ",", ";", "\t", '"', "A+", "\n", "9LD", "turn 9", "Condé", "\x1b"]
    for _ in range(60):
        text = "country,place\n" + "".join(dice.choice(pieces) for _ in range(30))
        assert all(line.isprintable() for line in refusal(text))


def test_a_blank_table_is_the_empty_one() -> None:
    assert table_csv.laid_out("country,place,counters,leaders\n") == empty()
