"""A running game's table laid out anew: one ruling, its difference told, undone and replayed."""

from __future__ import annotations

import json

import pytest

from engine import scenarios
from engine.games.game import Game
from engine.notation.layout import Layout
from engine.notation.position_writer import position_text
from engine.play.asks import BadAnswer
from engine.programs import simulate
from engine.state import State
from engine.state.land import Siege
from engine.state.overseas import Establishment
from engine.umpire import laying_out, umpire
from tui.forms.laid_out_ruling import ruling_of, typed_ruling


def game() -> Game:
    return simulate.new_game(scenarios.read("artois"), 5, True)


def laid(state: Game, *typed: tuple[str, str]) -> Layout:
    layout = Layout(position_text(state.state))
    for place, text in typed:
        layout.typed(place, text)
    return layout


CHANGES = (
    ("champagne", "fr 2A+ LD"),
    ("brabant", "sp A+; controller nobody"),
    ("", "power fr money 12 stability -1"),
)


def test_what_is_laid_out_is_one_ruling_with_its_difference_told() -> None:
    """From any running game as well (instead of thirty rulings), journalled as one ruling with its
    difference told."""
    table = game()
    before, count = position_text(table.state), len(table.records)
    layout = laid(table, *CHANGES)
    table.rule(ruling_of(table.state, layout))
    assert len(table.records) == count + 1
    assert position_text(table.state) == layout.text
    told = table.story[-1].text
    assert told.startswith("Umpire's ruling: the table is laid out again: ")
    assert "Champagne: France 2 A+, LD instead of France LD" in told
    assert "Brabant: Spain A+, controller nobody" in told
    assert "France: treasury 12, stability -1 instead of treasury 236, stability 0" in told
    table.undo()
    assert position_text(table.state) == before
    table.redo()
    assert position_text(table.state) == layout.text


@pytest.mark.parametrize(("most", "rest"), [(2, "; and 1 more"), (3, "")])
def test_of_a_long_difference_the_rest_is_counted(
    most: int, rest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laying_out, "MOST_TOLD", most)
    table = game()
    table.rule(ruling_of(table.state, laid(table, *CHANGES)))
    text = table.story[-1].text.rstrip(".")
    assert text.count("; ") == 2
    assert text.endswith(rest)
    assert (" more" in text) is bool(rest)


def test_it_is_played_again_from_its_journal() -> None:
    table = game()
    table.rule(ruling_of(table.state, laid(table, *CHANGES)))
    ruling = table.records[-1].answer
    assert isinstance(ruling, dict)
    again = game()
    again.rule(json.loads(json.dumps(ruling["ruling"])))
    assert position_text(again.state) == position_text(table.state)


def test_a_typed_line_does_the_same() -> None:
    table = game()
    table.rule(typed_ruling(table.state, "artois: fr LD, level 2"))
    assert (
        "Artois: France LD, fortress of level 2 instead of fortress of level 3"
        in table.story[-1].text
    )


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("", "turn 23"), "what a game has come to stays as it is"),
        (("artois", "level 3"), "nothing is laid out otherwise"),
    ],
)
def test_what_a_running_game_keeps_is_refused(typed: tuple[str, str], said: str) -> None:
    table = game()
    with pytest.raises(BadAnswer, match=said):
        ruling_of(table.state, laid(table, typed))


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"turn": "3"}, "turn is not a part of a table"),
        ({"units": "x"}, "is not JSON"),
        ({"units": "[[1]]"}, "they are not a table"),
        ({"levels": '{"artois": 99999}'}, "parts: "),
        ({}, "that is how it stands already"),
        ({"levels": "[" * 5000}, "is not JSON"),
    ],
)
def test_hostile_parts_change_nothing(parts: dict[str, str], said: str) -> None:
    table = game()
    before = table.state.to_plain()
    with pytest.raises(BadAnswer, match=said):
        table.rule({"do": laying_out.DO, "parts": parts})
    assert table.state.to_plain() == before
    assert umpire.RULINGS[laying_out.DO].what


def test_the_difference_of_two_tables_names_what_is_gone() -> None:
    table = game()
    layout = laid(table, ("picardie", "clear"))
    told = [*laying_out.difference(table.state, layout.state)]
    assert len(told) == 1
    assert told[0].startswith("Picardie: no more France LD")


def test_the_difference_is_told_in_words() -> None:
    """What lies beside the troops, and what is kept of a power, is named as on the board."""
    table = scenarios.load("conquistadors-1519")
    other = State.from_plain(table.to_plain())
    other.countries["spain"].ottoman_fright = not table.countries["spain"].ottoman_fright
    other.countries["spain"].treaties = ["aztecs"]
    other.land.sieges["artois"] = Siege("spain", ["+", "-"], breach=True)
    other.overseas.establishments["congo-s"] = [Establishment("portugal", "trading_post", 2)]
    other.diplomacy.wars = [("spain", "portugal")]
    told = {line.partition(":")[0]: line for line in laying_out.difference(table, other)}
    assert told["Spain"] == "Spain: treaties the Aztecs instead of ottoman fright"
    assert told["Artois"] == "Artois: besieged by Spain, works + -, breach, rounds 0"
    assert told["Congo S"] == (
        "Congo S: trading post of Portugal, level 2 instead of mission of Portugal"
    )
    assert told["Wars"] == "Wars: Spain against Portugal"
