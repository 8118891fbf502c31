"""How many keys the usual takes: a march, its attack, the end of the movement."""

from pathlib import Path

from textual.pilot import Pilot

from engine import scenarios
from engine.games.game import Game
from saves.store import Saved
from tests.tui.small_game import drive, press, screen, sitting, terminal  # noqa: F401
from tui.table.new_game import create, one_seat


def moving(store: Path) -> tuple[Saved, Game]:
    """Artois, where France is asked which stack moves; one person plays both sides."""
    war = scenarios.read("artois")
    kept = create(store, war, {}, seed=3, seats=one_seat([list(war.powers)]))
    kept.game.answer("major")
    assert kept.game.ask is not None
    assert kept.game.ask.name == "next-move"
    return kept, kept.game


def test_a_march_and_its_attack_take_four_keys_at_most_from_the_map(tmp_path: Path) -> None:
    kept, game = moving(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "n", "n", "n")  # once round: it is the army again
        assert screen(pilot).place == "ile-de-france"
        await press(pilot, "enter", "up", "enter")
        given = [record.answer for record in game.records][-2:]
        assert given == [["1", "2", "navarre-2"], ["artois"]]

    drive(sitting(kept), (80, 24), play)


def test_a_march_into_the_next_province_takes_three_keys(tmp_path: Path) -> None:
    kept, game = moving(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter", "left", "enter")
        assert len(game.records[-1].answer) == 1
        assert screen(pilot).route is None

    drive(sitting(kept), (80, 24), play)


def test_the_end_of_the_movement_takes_two_keys_and_the_first_says_what_it_gives_away(
    tmp_path: Path,
) -> None:
    kept, game = moving(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        count = len(game.records)
        await press(pilot, "x")
        assert len(game.records) == count
        prompt = screen(pilot).question.prompt
        assert prompt is not None
        assert "3 stacks could still move" in prompt.verdict(70)[0]
        await press(pilot, "x")
        assert game.records[count].answer == "done"

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
