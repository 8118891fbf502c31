"""Looking back: the chronicle's filter, the past on the map, statistics and the report."""

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot

from engine.games import statistics
from engine.games.game import Game
from engine.play.phase import Entry
from saves.store import Saved, keep
from tests.tui.pictures import whole
from tests.tui.small_game import (
    drive,
    picture,
    press,
    screen,
    settled,
    shown,
    sitting,
    terminal,  # noqa: F401 - used by every test here
)
from tui.panes.chronicle import ChroniclePane
from tui.panes.scrolling_lines import LinesPane
from tui.screens.replay import Replay
from tui.table.past import History
from tui.words import board_changes, report
from tui.words.chronicle import filter_words, fits
from tui.words.line import text_of, width_of
from tui.words.plots import Bar, bars, curve
from tui.words.statistics import verdict

SIZES = [(80, 24), (120, 40), (200, 60)]


@pytest.fixture(scope="module")
def game() -> Game:
    return whole()


@pytest.fixture
def kept(tmp_path: Path, game: Game) -> Saved:
    return keep(tmp_path, Game(game.snapshots[0].state, game.procedure, dict(game.header),
                               game.records), "artois")  # fmt: skip


# The past.


def test_every_moment_is_laid_out_and_the_game_is_not_touched(game: Game) -> None:
    before, ask = game.position(), game.ask
    past = History(game)
    last = len(past.moments) - 1
    assert past.state(last).to_plain() == before
    forward = [past.state(number).to_plain() for number in range(last + 1)]
    backward = [past.state(number).to_plain() for number in range(last, -1, -1)]
    assert forward == backward[::-1]
    assert (game.position(), game.ask) == (before, ask)
    assert [len(past.told(number)) for number in range(last + 1)] == list(range(last + 1))


def test_the_moments_of_a_battle_show_its_rolls_before_its_losses(game: Game) -> None:
    past = History(game)
    battle = next(n for n, entry in enumerate(game.story) if entry.kind == "battle")
    begins = next(n for n, entry in enumerate(game.story) if entry.kind == "battle-begins")
    at = past.of_entry(begins)
    assert past.latest(at) == game.story[begins]
    assert past.turning(past.of_entry(begins + 3), -1) == at
    place = game.story[begins].place
    assert list(past.state(at).units_at(place))
    assert past.latest(past.of_entry(battle)) == game.story[battle]


def test_a_past_is_laid_out_from_the_start_alone(game: Game) -> None:
    past = History(game)
    past.kept = {0: past.kept[0]}
    middle = len(past.moments) // 2
    assert past.state(middle).to_plain() == History(game).state(middle).to_plain()


# The chronicle.


@pytest.mark.parametrize(
    ("words", "fitting"),
    [
        ("", True), ("battles", True), ("battle-begins", False), ("artois", True),
        ("power:france", True), ("power:venice", False), ("place:artois", True), ("s3", True),
        ("s4", False), ("henri", True), ("-henri", False), ("text:spain", False),
        ("kind:battle artois henri", True), ("sieges", False),
    ],
)  # fmt: skip
def test_words_of_the_filter(words: str, fitting: bool) -> None:
    entry = Entry("S3", "france", "battle", "Henri IV wins.", "artois", "france")
    assert fits(entry, words) is fitting


def test_the_filter_offers_names_as_words_that_fit() -> None:
    story = [
        Entry("S3", "habsburg", "move", "A fleet sails.", "sea-cadix", "habsburg"),
        Entry("S3", "france", "move", "An army marches.", "ile-de-france", "france"),
    ]
    found = dict(filter_words(story))
    assert {"power:Habsburg", "power:France", "place:Cádiz", "place:Île-de-France"} <= set(found)
    for word, count in found.items():
        assert sum(fits(entry, word) for entry in story) >= count, word


def test_the_chronicle_is_filtered_and_leads_to_the_moment(tmp_path: Path, kept: Saved) -> None:
    app = sitting(kept)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "E", "f", *"kind:battle-begins", "enter")
        pane = screen(pilot).query_one(ChroniclePane)
        lines = text_of(pane.lines).splitlines()
        assert [row for row in lines if "Battle of" in row]
        assert not [row for row in lines if "France moves" in row]
        pane.action_next(-1, 1)
        chosen, place = pane.entry_at_cursor(), screen(pilot).place
        assert chosen is not None
        await press(pilot, "v")
        replay = pilot.app.screen
        assert isinstance(replay, Replay)
        assert replay.past.latest(replay.at) == kept.game.story[chosen]
        at = replay.at
        await press(pilot, "right", "right", "left")
        assert replay.at == at + 1
        await press(pilot, "home")
        assert replay.at == 0
        await press(pilot, "down")
        assert replay.past.turning(0, 1) == replay.at
        await press(pilot, "end", "escape")
        assert kept.game.ask is None
        assert screen(pilot).place == place, "where one was before"

    drive(app, (80, 24), play)


# Statistics.


def test_the_chance_of_bad_dice_is_exact() -> None:
    for count in (1, 2, 3):
        sums = [sum(dice) for dice in product(range(1, 11), repeat=count)]
        for most in range(count - 1, 10 * count + 1):
            expected = Fraction(sum(each <= most for each in sums), 10**count)
            assert statistics.chance_at_most(count, most) == expected
    assert statistics.chance_at_most(300, 3000) == 1


def test_dice_are_counted_by_country_and_purpose_and_low_ones_are_turned(game: Game) -> None:
    thrown = statistics.throws(game.records)
    assert len(thrown) == sum(len(record.dice) for record in game.records)
    dice = statistics.counted_together([statistics.Throw("france", "fire", 2, 1),
                           statistics.Throw("france", "attrition", 2, 1)])  # fmt: skip
    assert (dice.number, dice.luck, dice.faces[1]) == (2, 11, 2)
    assert (statistics.purpose("france.small7"), statistics.owner("continuation")) == (
        "losses of a small stack", "")  # fmt: skip
    bad = statistics.Dice((5, 0, 0, 0, 0, 0, 0, 0, 0, 0), 5)
    assert "once in 100000 games: really bad luck" in verdict("France", bad)


def test_losses_are_those_that_left_the_table(game: Game) -> None:
    """With nobody recruited, what the chronicle says was lost is what is missing at the end."""
    first = History(game).state(0)
    for country in ("france", "spain"):
        now, then = (
            sum(unit.thirds for unit in state.units.values() if unit.country == country)
            for state in (game.state, first)
        )
        lost = sum(each.thirds for each in statistics.losses(game.story) if each.country == country)
        assert then - now == lost


def test_plots_are_bars_and_columns() -> None:
    drawn = text_of(bars([Bar("a", 2, "2", 1), Bar("b", 1, "1")], 24))
    assert drawn.splitlines()[0].startswith(" a ███")
    assert "│" in drawn.splitlines()[0]
    assert text_of(curve([3, -1], 20)).splitlines() == [
        "     +3 █ ",
        "        █ ",
        "        █ ",
        "      0 ──",
        "         █",
        "          ",
        "     -3   ",
    ]


# Screens.


@pytest.mark.parametrize("size", SIZES)
def test_screens_of_the_story(
    tmp_path: Path, kept: Saved, snapshot: Snapshot, size: tuple[int, int]
) -> None:
    app = sitting(kept)
    name = f"{size[0]}x{size[1]}"

    async def play(pilot: Pilot[int]) -> None:
        here = screen(pilot)
        here.replay(next(n for n, e in enumerate(kept.game.story) if e.kind == "battle"))
        await settled(pilot)
        snapshot.assert_match(picture(pilot), f"replay-{name}.txt")
        while pilot.app.screen.has_class("fight"):
            await press(pilot, "up")
        told = pilot.app.screen.query_one("#told", LinesPane)
        longest = max(width_of(row) for row in told.lines)
        assert longest > told.size.width / 2, "where a battle stood before, lines have their width"
        await press(pilot, "escape", "z")
        snapshot.assert_match(picture(pilot), f"dice-{name}.txt")
        await press(pilot, "2")
        snapshot.assert_match(picture(pilot), f"losses-{name}.txt")
        await press(pilot, "escape")
        here.action_report()
        await settled(pilot)
        snapshot.assert_match(picture(pilot), f"report-{name}.txt")
        await press(pilot, "h")
        assert (tmp_path / "artois-report.html").read_text(encoding="utf-8").startswith("<!doc")
        await press(pilot, "c")
        assert "What changed on the table of artois" in shown(pilot)
        assert "[ ] " in shown(pilot)
        await press(pilot, "s")
        assert not (tmp_path / "artois-changes.svg").exists()
        await press(pilot, "t")
        written = (tmp_path / "artois-changes.txt").read_text(encoding="utf-8")
        assert written == board_changes.board_changes(kept.game)

    drive(app, size, play)


def test_a_replay_plays_by_itself_both_ways(tmp_path: Path, kept: Saved) -> None:
    app = sitting(kept)

    async def play(pilot: Pilot[int]) -> None:
        screen(pilot).replay(20)
        await settled(pilot)
        replay = pilot.app.screen
        assert isinstance(replay, Replay)
        at = replay.at
        replay.action_play(1)
        assert "playing" in replay.query_one("#bar").said  # type: ignore[attr-defined]
        replay._play()
        assert replay.at == at + 1
        replay.action_play(-1)
        replay._play()
        replay._play()
        assert replay.at == at - 1
        replay.action_step(0)
        assert (replay.way, replay.timer) == (0, None)
        await settled(pilot)
        assert "Tercio" in shown(pilot)

    drive(app, (120, 40), play)


# The report.


@pytest.mark.parametrize("form", report.FORMATS)
def test_the_report_tells_the_battles_in_each_form(game: Game, form: str) -> None:
    found = report.report(game, game.story, form)
    assert "Artois: turn 22" in found
    assert "Spain wins" in found
    assert "first Fire" not in found
    assert found.index("Spain wins") < found.index("(the battle)")  # who won, then what it cost
    assert "script" not in found
    assert "href" not in found


def test_the_report_is_written_by_a_command(
    tmp_path: Path, kept: Saved, capsys: pytest.CaptureFixture[str]
) -> None:
    from tui.__main__ import main

    kept.close()
    out = tmp_path / "report.svg"
    assert main(["report", "artois", "--store", str(tmp_path), "--format", "svg",
                 "--out", str(out)]) == 0  # fmt: skip
    assert out.read_text(encoding="utf-8").startswith("<svg")
    assert main(["report", "artois", "--store", str(tmp_path)]) == 0
    assert "Round S3: the impulse of France" in capsys.readouterr().out
    bad = ["report", "artois", "--store", str(tmp_path), "--out", str(tmp_path / "no" / "x")]
    assert main(bad) == 2
    assert "cannot be written" in capsys.readouterr().err
