"""The new-game screen: variants and turns beside the seats."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from engine.eia.ledger.ledger import TABLE
from engine.facts import atlas
from engine.programs import bots
from saves.disk.index import Summary
from tests.tui.small_game import drive, picture, press, settled, shown
from tui.application.app import Tercio
from tui.panes.thumbnail import Thumbnail
from tui.screens.new_game import HOW, NewGame
from tui.settings.files import Local
from tui.words.saved_games import summary_line, summary_rows, where_it_stands


async def opened(pilot: Pilot[int], scenario: str = "") -> NewGame:
    """The screen, with a scenario marked."""
    assert isinstance(pilot.app, Tercio)
    screen = NewGame()
    pilot.app.open_screen(screen)
    await settled(pilot)
    if scenario:
        await mark(pilot, screen, scenario)
    return screen


async def mark(pilot: Pilot[int], screen: NewGame, scenario: str) -> None:
    names = [one.id for one in screen.scenarios]
    screen.query_one("#scenarios", OptionList).highlighted = names.index(scenario)
    await settled(pilot)


def test_variants_are_explained_and_switched_and_turns_counted(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await opened(pilot)
        await press(pilot, "enter", *["down"] * 5)
        assert "EUV-STK" in str(screen.query_one("#about", Static).render())
        await press(pilot, "enter")
        assert screen.changes == ["neutral-stacking"]
        rows = screen.query_one("#seats", OptionList)
        assert "[x] Stacking between neutrals" in picture(pilot)
        await press(pilot, "enter")
        assert screen.changes == []
        rows.highlighted = rows.get_option_index("turns")
        await press(pilot, "enter")
        assert screen.turns == 2

    drive(Tercio(Local(tmp_path)), (100, 30), play)


def test_a_scenario_shows_its_theatre_its_length_and_its_story(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await opened(pilot)
        levels = {}
        for name in ("artois", "europe-1492", "conquistadors-1519"):
            await mark(pilot, screen, name)
            small, scenario = screen.query_one(Thumbnail), screen.scenario
            assert scenario is not None
            assert small.size.area
            assert small.view.map == ("rotw" if "conq" in name else "europe")
            levels[name] = small.level_number
            for place in scenario.state().occupied_places():
                label = atlas.labels().get((small.view.map, place))
                if label is not None:
                    x, y = label.x // small.level_number, label.y // small.level_number // 2
                    assert small.size.region.contains(x - small.origin.x, y - small.origin.y)
            about = str(screen.query_one("#about", Static).render())
            assert scenario.length in about
            assert scenario.teaches in about
            assert scenario.about.split()[0] in about.split("\n")[2]
        assert levels["artois"] < levels["europe-1492"]

    drive(Tercio(Local(tmp_path)), (120, 40), play)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_going_through_the_scenarios_each_story_is_read_to_its_end(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """At 80x24 it broke off in the middle of a sentence."""

    async def play(pilot: Pilot[int]) -> None:
        screen = await opened(pilot)
        listed = screen.query_one("#scenarios", OptionList)
        assert listed.max_scroll_y == 0, "all of them are seen at once"
        for number, scenario in enumerate(screen.scenarios):
            assert listed.highlighted == number
            seen = " ".join(shown(pilot).split())
            assert " ".join(scenario.about.split()[-5:]) in seen
            await press(pilot, "down")

    drive(Tercio(Local(tmp_path)), size, play)


@pytest.mark.parametrize(("size", "seen"), [((80, 24), False), ((120, 40), True)])
def test_a_low_screen_leaves_the_theatre_out(
    tmp_path: Path, size: tuple[int, int], seen: bool
) -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await opened(pilot)
        assert screen.query_one(Thumbnail).display == seen

    drive(Tercio(Local(tmp_path)), size, play)


def test_the_scenarios_own_variants_stay_on(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await opened(pilot, "burgundy-1494")
        assert screen.turns == 3
        rows = screen.query_one("#seats", OptionList)
        own = rows.get_option("variant burgundy")
        assert str(own.prompt).endswith("by the scenario")
        rows.highlighted = rows.get_option_index("variant burgundy")
        rows.focus()
        await press(pilot, "enter")
        assert screen.changes == []
        assert str(rows.get_option("variant burgundy").prompt) == str(own.prompt)

    drive(Tercio(Local(tmp_path)), (100, 30), play)


def test_where_a_game_stands_names_the_country() -> None:
    assert where_it_stands("S3", "spain") == "S3, Spain decides"
    assert where_it_stands("", "holy-see") == "start, the Holy See decides"
    assert where_it_stands("End", "") == "over"
    assert where_it_stands("January 1805, diplomacy", TABLE) == "January 1805, diplomacy"


def test_a_saved_game_is_told_in_rows_that_break_no_time() -> None:
    game = Summary("italians", "x", "The Italian wars", "S3", "spain", 1600000000, "a player", 3)
    *_, rest = summary_line(game).split(" · ")
    wide = summary_rows(game, 60).split("\n")
    assert wide == [f"{'italians':22} The Italian wars · S3, Spain decides", f"{'':23}{rest}"]
    assert summary_rows(game, 200) == summary_line(game)


def test_one_person_takes_several_powers(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await opened(pilot, "italian-wars-1494")
        assert screen.scenario is not None
        first, second, third, *_ = screen.scenario.powers
        rows = screen.query_one("#seats", OptionList)
        rows.focus()
        rows.highlighted = 2
        await press(pilot, "t")
        assert screen.together == {second: first}
        rows.highlighted = 3
        await press(pilot, "t")
        assert screen.together == {second: first, third: first}
        await press(pilot, "t")
        assert screen.together == {second: first}, "nobody takes a seat that is at another"
        rows.highlighted = 1
        await press(pilot, "t")
        assert screen.together == {second: first}
        await press(pilot, "b")
        assert isinstance(pilot.app, Tercio)
        assert pilot.app.saved is not None
        assert pilot.app.saved.game.header["seats"][second] == first

    drive(Tercio(Local(tmp_path)), (100, 30), play)


def test_a_program_leaves_the_seat_of_a_person(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await opened(pilot, "artois")
        rows = screen.query_one("#seats", OptionList)
        rows.focus()
        rows.highlighted = 2
        await press(pilot, "t")
        assert screen.together == {"spain": "france"}
        rows.highlighted = 1
        await press(pilot, "enter", "down", "enter")
        assert screen.programs == {"france": "steady"}
        assert screen.together == {}
        rows.highlighted = screen.query_one("#seats", OptionList).get_option_index("dice")
        await press(pilot, "t")
        assert screen.together == {}

    drive(Tercio(Local(tmp_path)), (100, 30), play)


def test_enter_pressed_twice_on_a_seat_changes_nothing(tmp_path: Path) -> None:
    """It went round all programs: one Enter too many, and seven more were needed."""

    async def play(pilot: Pilot[int]) -> None:
        screen = await opened(pilot, "artois")
        await press(pilot, "right", "home", "down", "down", "enter")
        assert "Who plays Spain?" in picture(pilot)
        await press(pilot, "enter")
        assert screen.programs == {}
        await press(pilot, "enter", "c", "enter")
        assert screen.programs == {"spain": "captain"}
        await press(pilot, "enter", "enter")
        assert screen.programs == {"spain": "captain"}
        await press(pilot, "enter", "down", "escape")
        assert screen.programs == {"spain": "captain"}
        await press(pilot, "enter", "home", "enter")
        assert screen.programs == {}

    drive(Tercio(Local(tmp_path)), (80, 24), play)


def test_a_program_given_to_a_power_is_given_to_its_allies(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await opened(pilot, "italian-wars-1494")
        await press(pilot, "right", "home", "down", "down", "enter", "down", "enter")
        assert "spain" in screen.programs
        assert "france" not in screen.programs
        assert set(screen.programs.values()) == {"steady"}
        assert len(screen.programs) > 1

    drive(Tercio(Local(tmp_path)), (80, 24), play)


def test_every_program_is_offered_and_explained() -> None:
    assert set(HOW) == {"", *bots.PLAYERS}


def test_below_the_line_that_begins_stand_the_seats(tmp_path: Path) -> None:
    """Enter on a scenario marks *Begin the game*: Enter begins, and the way down leads to the seats
    first; two steps down ticked a variant."""

    async def play(pilot: Pilot[int]) -> None:
        screen = await opened(pilot, "artois")
        await press(pilot, "enter")
        rows = screen.query_one("#seats", OptionList)
        marked = []
        for _ in range(5):
            assert rows.highlighted is not None
            marked.append(rows.get_option_at_index(rows.highlighted).id)
            await press(pilot, "down")
        assert marked == ["begin", "france", "spain", "dice", "turns"]

    drive(Tercio(Local(tmp_path)), (80, 24), play)
