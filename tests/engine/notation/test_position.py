"""A position as text: there and back byte for byte, and every line that is wrong by its number."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine import scenarios
from engine.facts.tables import last_turn
from engine.games.game import Game
from engine.notation import position_reader, position_writer
from engine.notation.reading_errors import Unread
from engine.programs import bots, simulate
from engine.state import State
from engine.turns.turn import play_campaign
from tui.__main__ import main

NAMES = scenarios.ids()


@pytest.mark.parametrize("name", NAMES)
def test_every_scenario_goes_to_text_and_back(name: str) -> None:
    state = scenarios.read(name).state()
    text = position_writer.position_text(state)
    again = position_reader.read(text)
    assert position_writer.position_text(again) == text
    plain, wanted = again.to_plain(), state.to_plain()
    for part in wanted.keys() - {"units", "last_unit"}:
        assert plain[part] == wanted[part], part
    # Counters get numbers in the order of the text; nothing names them yet.
    assert sorted(each[1:] for each in plain["units"]) == sorted(
        each[1:] for each in wanted["units"]
    )


def midway(name: str, seed: int, decisions: int) -> Game:
    game = simulate.new_game(scenarios.read(name), seed, True)
    player = bots.player("random")
    for _ in range(decisions):
        if game.ask is None:
            break
        game.answer(player(game, game.ask))
    return game


@pytest.mark.parametrize(
    ("name", "decisions"),
    [("artois", 40), ("lepanto-1571", 70), ("conquistadors-1519", 60), ("spice-route-1498", 60)],
)
def test_a_game_goes_on_from_the_text_of_its_middle(name: str, decisions: int) -> None:
    """Marks of an impulse, ships' tasks, discoveries and sieges stand in the text too: the game
    that begins there asks what the other one asked there, and lies as it lay."""
    game = midway(name, 3, decisions)
    snapshot = State.from_plain(dict(game.snapshots[-1].state))
    text = position_writer.position_text(snapshot)
    again = position_reader.read(text)
    assert again.to_plain() == snapshot.to_plain()
    header = {"seed": 3, "dice": "rolled", "seats": {}}
    first = Game(game.snapshots[-1].state, play_campaign, header)
    second = Game(position_reader.scenario(text).state().to_plain(), play_campaign, header)
    assert first.ask is not None
    assert second.ask is not None
    assert (second.ask.name, second.ask.who) == (first.ask.name, first.ask.who)
    assert second.position() == first.position()
    assert position_writer.position_text(State.from_plain(dict(second.snapshots[-1].state))) == text


ARTOIS = position_writer.position_text(scenarios.read("artois").state())


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Tercio position 1", "Tercio position 9", "line 1: a position begins with"),
        ("turn 22", f"turn {last_turn() + 1}", f"is not between 1 and {last_turn()}"),
        ("turn 22", "turn x", "line 2: 'artois; turn x"),
        ("france; initiative", "frence; initiative", "line 3: 'frence' is not a country"),
        ("war france spain", "war france england", "a war is between two of france, spain"),
        ("treasury 236", "treasury much", "line 6: 'treasury much': 'much' is not a number"),
        ("treasury 236", "tresury 236", "'tresury' is nothing of a power; there are patron"),
        ("Artois = artois", "Artois = nowhere", "'nowhere' is not a place"),
        ("A+ LD/0", "A+ XX", "'XX' is not a counter"),
        ("LD/0; @don-juan", "LD/9; @don-juan", "it has 3 thirds, not 9"),
        ("@farnese spain", "@farnesi spain", "'@farnesi' is not a leader"),
        ("@farnese spain", "@don-juan spain", "@don-juan stands in two places"),
        ("level 3", "level", "a word or a number is missing"),
        (
            "level 3",
            "levels 3",
            "line 8: 'levels 3': 'levels' is not a country, nor a word for a place",
        ),
        ("also initiatives", "also units", "'units' is no further part of a position"),
        ('{"france": 11, "spain": 9}', "{", "is not JSON"),
        ('{"france": 11, "spain": 9}', "7", "what stands under “also” makes no position"),
        ("power spain", "power savoy", "alliance spain: spain has no line “power spain”"),
        ("stability 1", "stability 9", "9 is not between -3 and 3"),
        ("A+ LD/0", "999xLD " * 4000, "'999xLD': a position holds 5000 counters at most"),
        ("A+ LD/0", "LD( " * 30_000, "'LD(' is not a counter"),
        ("LD/0; @don-juan", "LD/0; turkey LD; @don-juan", "'turkey' is not known"),
        (
            "treasury 236",
            "land_technology steam",
            "'steam' is not a technology, such as renaissance",
        ),
        ("also initiatives", "also ticks []\nalso initiatives", "'ticks' is no further part"),
        ("also initiatives", 'also box "S9"\nalso initiatives', "'S9' is no box of the rounds"),
        (
            "also initiatives",
            'also step "movement"\nalso initiatives',
            "'' is no box of the rounds",
        ),
        ("treasury 236", "treasury 236; ticks sleeping", "'sleeping' is no campaign"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, said: str) -> None:
    assert old in ARTOIS
    with pytest.raises(Unread) as refused:
        position_reader.read(ARTOIS.replace(old, new, 1))
    assert said in "\n".join(refused.value.lines)


def test_all_of_it_is_said_at_once() -> None:
    text = ARTOIS.replace("level 3", "level x").replace("@farnese", "@nobody")
    with pytest.raises(Unread) as refused:
        position_reader.read(text.replace("turn 22", "turn"))
    assert [line.partition(":")[0] for line in refused.value.lines] == ["line 2", "line 8"]


def test_remarks_spaces_and_names_are_as_a_person_writes_them() -> None:
    text = ARTOIS.replace("Artois = artois:", "Artois:").replace(
        "war france spain", "// our war\nwar france spain   // since 1595\n\n"
    )
    assert position_reader.read(text).to_plain() == position_reader.read(ARTOIS).to_plain()


def test_a_damaged_text_is_refused_in_sentences() -> None:
    dice = random.Random(5)
    lines = position_writer.position_text(
        State.from_plain(midway("lepanto-1571", 3, 40).snapshots[-1].state)
    )
    letters = "abz019:;=[]()@#/+-, \x1b\u202e\n"
    for _ in range(400):
        text = list(lines)
        for _ in range(dice.randrange(1, 6)):
            at = dice.randrange(len(text))
            text[at : at + dice.randrange(3)] = dice.choice(letters)
        try:
            state = position_reader.read("".join(text))
        except Unread as refused:
            said = refused.lines
            assert said
            assert all(line.isprintable() for line in said)
        else:
            assert position_writer.position_text(
                position_reader.read(position_writer.position_text(state))
            )


def test_the_commands_export_and_begin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from saves import store

    game = midway("artois", 3, 25)
    header = {"seed": 3, "dice": "rolled", "seats": {}, "title": "Artois", "programs": {}}
    start = State.from_plain(dict(game.snapshots[-1].state))
    store.create(tmp_path, start, header, "one", play_campaign).close()
    assert main(["export", "one", "--position", "--store", str(tmp_path)]) == 0
    text = capsys.readouterr().out
    assert position_reader.is_position(text)
    file = tmp_path / "table.txt"
    file.write_text(text, encoding="utf-8")
    from tui.settings.files import Local

    scenario = Local(tmp_path).scenario(str(file))
    assert scenario.state().to_plain() == start.to_plain()
    file.write_text(text.replace("turn 22", "turn"), encoding="utf-8")
    assert main(["new", str(file), "--plain", "--store", str(tmp_path)]) == 2
    assert "table.txt: line 2: 'artois; turn;" in capsys.readouterr().err
