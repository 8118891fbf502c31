"""Rulings on the screen and by lines: the list, the form with what it comes to, the journal."""

from pathlib import Path

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot

from engine.games.game import Game
from engine.games.journal_records import Refused
from engine.play.asks import BadAnswer
from engine.state import State
from engine.state.land import Siege
from engine.umpire import umpire
from tests.engine.playing import put, tabletop
from tests.tui.small_game import (
    TO_SPAIN,
    by_lines,
    drive,
    picture,
    press,
    questions,
    saved,
    screen,
    seated,
    settled,
    shown,
    table,
    terminal,  # noqa: F401 - used by every test here
)
from tui.forms import ruling
from tui.forms.form_rows import rows_of
from tui.lines.ruling import rule
from tui.screens.ruling import Ruling, RulingForm

SIZES = [(80, 24), (120, 40), (200, 60)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_ruling_is_picked_and_filled_in(
    tmp_path: Path, snapshot: Snapshot, size: tuple[int, int]
) -> None:
    app = seated(tmp_path)
    assert app.saved is not None
    game = app.saved.game
    width, height = size

    async def play(pilot: Pilot[int]) -> None:
        screen(pilot).action_rule()
        await settled(pilot)
        await press(pilot, *"place")
        snapshot.assert_match(picture(pilot), f"list-{width}x{height}.txt")
        await press(pilot, "enter")
        await press(pilot, *"fra", "right", "enter", *"A-", "enter", *"artois")
        snapshot.assert_match(picture(pilot), f"form-{width}x{height}.txt")
        assert "France gets A- in Artois" in shown(pilot)
        await press(pilot, "ctrl+s")
        told = [entry.text for entry in game.story if entry.kind == "ruling"]
        assert told == ["Umpire's ruling: France gets A- in Artois"]
        assert game.records[-1].answer == {
            "ruling": {"do": "place-unit", "country": "france", "kind": "A-", "place": "artois"}
        }
        await press(pilot, "u")
        assert [entry.text for entry in game.story if entry.kind == "ruling"] == []

    drive(app, size, play)


def test_a_form_says_what_is_wrong_and_where(tmp_path: Path) -> None:
    app = seated(tmp_path)
    assert app.saved is not None
    game = app.saved.game

    async def play(pilot: Pilot[int]) -> None:
        screen(pilot)._ruled("remove-unit")
        await settled(pilot)
        assert "wanted: unit" in shown(pilot)
        await press(pilot, *"9")
        assert "'9' is not a counter on the board" in shown(pilot)
        await press(pilot, "ctrl+s")
        assert isinstance(pilot.app.screen, RulingForm)
        await press(pilot, "escape")
        assert screen(pilot).is_current
        assert not game.records

    drive(app, (80, 24), play)


def test_a_typed_ruling_that_is_refused_stays_with_the_reason(tmp_path: Path) -> None:
    app = seated(tmp_path)
    assert app.saved is not None
    game = app.saved.game

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "exclamation_mark", *"treasury country=france ducats=many", "enter")
        assert isinstance(pilot.app.screen, Ruling)
        assert "treasury country=france ducats=many" in shown(pilot)
        assert "Ducats: 'many' is no" in shown(pilot)
        await press(pilot, *["backspace"] * 4, "7", "enter")
        assert screen(pilot).is_current
        assert game.state.countries["france"].treasury == 7

    drive(app, (80, 24), play)


@pytest.mark.parametrize("value", ["+-5", "--5", "9" * 5000, "+" * 3])
def test_signs_and_digits_that_are_no_number_stay_text(value: str) -> None:
    assert ruling.read(f"weather nothing={value}") == {"do": "weather", "nothing": value}


def test_in_the_middle_of_a_move_the_dialog_says_that_a_ruling_waits(tmp_path: Path) -> None:
    app = seated(tmp_path, TO_SPAIN)
    assert app.saved is not None
    game = app.saved.game
    assert not game.can_rule

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "exclamation_mark")
        assert "waits until the move or battle in progress is over" in shown(pilot)
        await press(pilot, *"treasury country=france ducats=7", "enter")
        assert isinstance(pilot.app.screen, Ruling), "what is typed is no key of the game"
        assert "waits until the move or battle in progress is over" in shown(pilot)
        await press(pilot, "escape")
        assert len(game.records) == len(TO_SPAIN)

    drive(app, (80, 24), play)


def test_the_list_is_narrowed_by_letters_of_names_and_meanings() -> None:
    assert ruling.matching_rulings("") == list(umpire.RULINGS)
    assert ruling.matching_rulings("pl")[:2] == ["place-unit", "place-leader"]
    assert "presidio" in ruling.matching_rulings("presidio")
    assert ruling.matching_rulings("mission") == ["establishment"]
    assert ruling.matching_rulings("level place=artois level=2")[0] == "level"
    assert ruling.matching_rulings("nonsense") == []


def test_no_counter_in_a_hidden_place_is_offered() -> None:
    row = rows_of(umpire.RULINGS["remove-unit"].fields, {})[0]
    every = ruling.offered_names(row, table(), ())
    assert any("Artois" in name for name in every)
    assert not any("Artois" in name for name in ruling.offered_names(row, table(), {"artois"}))


def test_a_ruling_field_by_field_in_lines(tmp_path: Path) -> None:
    kept = saved(tmp_path / "game")
    told = by_lines(
        kept, "!", "! treasury", "fr?", "France", "x", "12", "y",
        "! level place=artois", "! level place=Artois level=3", "! place-unit", ".", "q",
    )  # fmt: skip
    assert "  establishment        Set up or change a colony" in told
    assert "  France\n" in told
    assert "No: ducats: 'x' is not a whole number" in told
    assert "France has 12 ducats. So?" in told
    assert "No: level: is missing: of the fortress." in told
    assert "Umpire's ruling: the fortress of Artois has level 3" in told
    assert [record.answer for record in kept.game.records] == [
        {"ruling": {"do": "treasury", "country": "france", "ducats": 12}},
        {"ruling": {"do": "level", "place": "artois", "level": 3}},
    ]


def test_rulings_in_lines_wait_and_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = saved(tmp_path / "game").game
    with pytest.raises(BadAnswer, match="is not a ruling"):
        rule(game, "dance now=yes", (), input, print)
    said: list[str] = []
    answers = ["1", "n"]
    rule(game, "remove-unit", (), lambda _: answers.pop(0), said.append)
    assert not game.records
    monkeypatch.setattr(Game, "can_rule", False)
    with pytest.raises(Refused, match="waits"):
        rule(game, "level place=artois level=3", (), input, print)


def besieged() -> State:
    state = tabletop(owners={"artois": "spain"})
    put(state, "france", "artois", "A+")
    state.land.sieges["artois"] = Siege("france", ["+", "-"], breach=True)
    return state


def test_what_a_siege_has_come_to_stays_where_nothing_else_is_said() -> None:
    game = Game(besieged().to_plain(), questions, {"seed": 7, "dice": "rolled"})
    asked: list[str] = []
    answers = ["artois", "", "no", "", "y"]

    def read(said: str) -> str:
        asked.append(said)
        return answers.pop(0)

    rule(game, "siege", (), read, asked.append)
    assert any("works" in said and "[+-]" in said for said in asked), asked
    siege = game.state.land.sieges["artois"]
    assert (siege.works, siege.breach) == (["+", "-"], False)
    rule(game, "siege place=Artois works=++", (), read, asked.append)
    assert game.records[-1].answer == {
        "ruling": {"do": "siege", "works": "++", "breach": False, "place": "artois"}
    }


def test_the_form_of_a_siege_begins_with_what_it_has_come_to(tmp_path: Path) -> None:
    app = seated(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        app.open_screen(RulingForm("siege", besieged()))
        await press(pilot, *"artois")
        assert "siegeworks + -, a breach" in shown(pilot)
        await press(pilot, "down", "down", "right")
        assert "siegeworks + -" in shown(pilot)
        assert "siegeworks + -, a breach" not in shown(pilot)

    drive(app, (120, 40), play)


def test_rulings_on_war_and_weather_are_told_and_taken_back(tmp_path: Path) -> None:
    kept = saved(tmp_path / "game")
    rulings = "! weather weather=bad", "! war one=France other=Spain over=yes"
    told = by_lines(kept, *rulings, "u", "y", "q")
    assert "Umpire's ruling: the weather of S3 is bad" in told
    assert "Umpire's ruling: France and Spain are at peace" in told
    assert kept.game.state.sequence.bad_weather
    assert kept.game.state.diplomacy.wars == [("france", "spain")], (
        "the latest ruling is taken back"
    )


def test_the_form_of_a_convoy_says_what_it_would_come_to(tmp_path: Path) -> None:
    app = seated(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        app.open_screen(RulingForm("convoy", screen(pilot).table.game.state))
        await press(pilot)
        assert "wanted: name, ships" in shown(pilot)
        await press(pilot, *"flota-de-oro", "down", "1")
        assert "not so: place: a convoy belongs to a country" in " ".join(shown(pilot).split())

    drive(app, (80, 24), play)
