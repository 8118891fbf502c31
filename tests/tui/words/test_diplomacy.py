"""The state of diplomacy, on a screen of its own and by lines."""

from pathlib import Path

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot

from engine.games.game import Game
from engine.state import State
from engine.state.ledger import CasusBelli, Truce, War
from saves.store import keep
from tests.engine.turns.table import campaign
from tests.tui.small_game import (
    by_lines,
    drive,
    picture,
    press,
    questions,
    saved,
    seated,
    settled,
    shown,
    terminal,  # noqa: F401 - used by every test here
)
from tui.application.app import Tercio
from tui.screens.diplomacy import Diplomacy
from tui.settings.files import Local
from tui.words.diplomacy import lines
from tui.words.line import text_of

SIZES = [(80, 24), (120, 40), (200, 60)]


def world() -> State:
    state = campaign("truce", turn=9)
    ledger = state.ledger
    ledger.wars = [
        War(["france", "savoy"], ["spain", "venice"], 7, 2, event="the Italian claims",
            truces=[Truce([("savoy", "venice")], 8)]),
    ]  # fmt: skip
    ledger.casus_belli = [CasusBelli("spain", "france", 11, "deserted in war")]
    ledger.boxes = {"savoy": ("france", "EW"), "milan": ("venice", "MA")}
    ledger.gone = ["granada"]
    state.countries["venice"].role = "limited"
    state.countries["france"].treaties = ["mughals"]
    return state


def test_everything_between_countries_is_told() -> None:
    told = text_of(lines(world(), 100))
    for part in (
        "1 France, Savoy (with France) · initiative",
        "Venice (limited intervention)",
        "France, Savoy against Spain, Venice, Milan",
        "since turn 7, by the Italian claims, 2 turns of a long war",
        "Savoy with Venice · since turn 8, no last turn",
        "Spain against France · to the end of turn 11 · deserted in war",
        "France: Savoy (entry in war)",
        "Venice: Milan (military alliance)",
        "out of play: Granada",
        "France has AT with Mughals",
        "Variants in force",
    ):
        assert part in told, part


def test_what_there_is_nothing_of_is_left_out() -> None:
    told = text_of(lines(State("empty", 1, "I"), 80))
    assert told == " There are no alliances, wars or truces."
    lone = campaign(war=None)
    assert "Truces" not in text_of(lines(lone, 80))
    assert "Variants" not in text_of(lines(lone, 80))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_screen(tmp_path: Path, snapshot: Snapshot, size: tuple[int, int]) -> None:
    header = {"seed": 1, "dice": "rolled", "title": "A campaign", "seats": {}}
    kept = keep(tmp_path, Game(world().to_plain(), questions, header), "diplomacy")

    async def play(pilot: Pilot[int]) -> None:
        _ = pilot.app.push_screen(Diplomacy(kept.game))
        await settled(pilot)
        await press(pilot, "down")
        snapshot.assert_match(picture(pilot), f"diplomacy-{size[0]}x{size[1]}.txt")

    drive(Tercio(Local(tmp_path), kept), size, play)


def test_a_key_of_the_game_opens_it(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "D")
        assert isinstance(pilot.app.screen, Diplomacy)
        assert "France against Spain" in shown(pilot)
        await press(pilot, "escape", "exclamation_mark")
        assert "Umpire's ruling" in shown(pilot)

    drive(seated(tmp_path), (80, 24), play)


def test_by_lines(tmp_path: Path) -> None:
    told = by_lines(saved(tmp_path / "game"), "a", "q")
    assert "Wars of this turn\n  France against Spain" in told
