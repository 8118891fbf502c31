"""How many keys the usual takes: marches, the end of the movement, an interception, all wars."""

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from engine import scenarios
from engine.games.game import Game
from engine.play.asks import YesNo
from engine.play.phase import Phase
from saves.store import Saved, keep
from tests.tui.small_game import (
    drive,
    press,
    screen,
    sitting,
    table,
    terminal,  # noqa: F401 - used by every test here
)
from tests.tui.table.test_orders import intercept
from tui.settings.files import Local
from tui.table import orders
from tui.table.new_game import create, one_seat


def moving(store: Path) -> tuple[Saved, Game]:
    """Artois, where France is asked which stack moves; one person plays both sides."""
    war = scenarios.read("artois")
    kept = create(store, war, {}, seed=3, seats=one_seat([list(war.powers)]))
    kept.game.answer("major")
    assert kept.game.ask is not None
    assert kept.game.ask.name == "next-move"
    return kept, kept.game


class Keys:
    """Presses keys and counts them."""

    def __init__(self, pilot: Pilot[int]) -> None:
        self.pilot = pilot
        self.taken = 0

    async def __call__(self, *keys: str) -> None:
        self.taken += len(keys)
        await press(self.pilot, *keys)


async def attack(keys: Keys, game: Game) -> None:
    assert screen(keys.pilot).place == "ile-de-france"
    await keys("enter", "up", "enter")
    given = [record.answer for record in game.records][-2:]
    assert given == [["1", "2", "navarre-2"], ["artois"]]


async def next_province(keys: Keys, game: Game) -> None:
    await keys("enter", "left", "enter")
    assert len(game.records[-1].answer) == 1
    assert screen(keys.pilot).route is None
    trail = screen(keys.pilot).map.view.trail
    assert trail[-1] == game.records[-1].answer[0], "the last move is seen"


async def pick_and_move(keys: Keys, game: Game) -> None:
    assert game.ask is not None
    stack = game.ask.listed().index("picardie") + 1
    await keys(str(stack), "right", "enter")
    assert [record.answer for record in game.records][-1] == ["flandre"]


async def end_movement(keys: Keys, game: Game) -> None:
    count = len(game.records)
    await keys("x")
    assert len(game.records) == count
    prompt = screen(keys.pilot).question.prompt
    assert prompt is not None
    assert "3 stacks could still move" in prompt.verdict(70)[0]
    await keys("x")
    assert game.records[count].answer == "done"


async def hopeless_interception(keys: Keys, game: Game) -> None:
    await press(keys.pilot, "y")  # France moves on
    assert game.records[-1].answer == [], "Spain, who never wants to be asked, let it pass"
    assert game.ask is not None
    assert game.ask.who == "france"
    assert screen(keys.pilot).question.prompt is not None, "the keyboard was not passed on"


async def all_wars(keys: Keys, game: Game) -> None:
    await keys("enter")
    assert game.ask is not None
    assert game.ask.name == "campaign"


def passed(store: Path) -> tuple[Saved, Game]:
    """France asks twice whether it moves on; between, Spain might intercept with 10 %."""

    async def passes(phase: Phase) -> None:
        await YesNo(who="france", name="on", what="On?")
        await intercept(phase.state, 1)
        await YesNo(who="france", name="on", what="And on?")

    header = {"seed": 7, "dice": "rolled", "seats": {"france": "france", "spain": "spain"}}
    kept = keep(store, Game(table().to_plain(), passes, header), "small")
    orders.save(Local(store), "small", {"spain": ["20"]})
    return kept, kept.game


def europe(store: Path) -> tuple[Saved, Game]:
    """Europe in 1492 before its wars."""
    kept = create(store, scenarios.read("europe-1492"), {}, seed=1)
    return kept, kept.game


@pytest.mark.parametrize(
    ("begin", "play", "before", "most"),
    [
        (moving, attack, 11, 3),
        (moving, next_province, 8, 3),
        (moving, pick_and_move, 5, 3),
        (moving, end_movement, 3, 2),
        (passed, hopeless_interception, 4, 0),
        (europe, all_wars, 15, 1),
    ],
)
def test_the_usual_takes_few_keys(
    tmp_path: Path,
    begin: Callable[[Path], tuple[Saved, Game]],
    play: Callable[[Keys, Game], Coroutine[Any, Any, None]],
    before: int,
    most: int,
) -> None:
    """The counts of before are those of the first plays by hand."""
    kept, game = begin(tmp_path)

    async def counted(pilot: Pilot[int]) -> None:
        keys = Keys(pilot)
        await play(keys, game)
        assert keys.taken <= most < before

    drive(sitting(kept), (80, 24), counted)


def test_undo_and_redo_take_along_what_was_taken_for_granted(tmp_path: Path) -> None:
    kept, game = moving(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        count = len(game.records)
        await press(pilot, "enter")
        assert screen(pilot).route is not None
        await press(pilot, "u")
        assert len(game.records) == count, "it is the question which stack, not who of it"
        await press(pilot, "r")
        assert screen(pilot).route is not None

    drive(sitting(kept), (80, 24), play)


def test_n_goes_round_the_stacks(tmp_path: Path) -> None:
    kept, _ = moving(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "n", "n", "n")
        assert screen(pilot).place == "ile-de-france", "it is the army again"

    drive(sitting(kept), (80, 24), play)


def test_a_map_that_is_pointed_at_is_the_list_that_is_marked(tmp_path: Path) -> None:
    kept, _ = moving(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        here = screen(pilot)
        prompt = here.question.prompt
        assert prompt is not None
        here.map.goto("picardie")
        await press(pilot)
        assert prompt.where() == "picardie"
        await press(pilot, "n")
        assert here.place == prompt.where() != "picardie"

    drive(sitting(kept), (80, 24), play)


def test_a_key_that_means_nothing_says_so(tmp_path: Path) -> None:
    """A stray key at the question or the map answers nothing and is not passed over in silence."""

    async def play(pilot: Pilot[int]) -> None:
        here = screen(pilot)
        before = len(here.table.game.records)
        for pane in ("ask", "map"):
            here.action_pane(pane)
            for key, name in (("percent_sign", "%"), ("space", "Space")):
                await press(pilot, key)
                said = [each.message for each in pilot.app._notifications]
                assert said == [f"{name} means nothing here; ? lists the keys."]
                pilot.app.clear_notifications()
        assert len(here.table.game.records) == before

    kept, _ = moving(tmp_path)
    drive(sitting(kept), (120, 40), play)
