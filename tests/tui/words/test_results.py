"""What has just happened, told at once: by the banner, the handover and by lines."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.chronicle import Entry
from engine.games.game import Game
from engine.play.asks import YesNo
from engine.play.phase import Phase
from saves.store import Saved, keep
from tests.engine.playing import tabletop
from tests.tui.pictures import header, whole
from tests.tui.small_game import (
    BEGINS,
    OUTCOME,
    ROLL,
    by_lines,
    drive,
    press,
    screen,
    settled,
    shown,
    sitting,
    terminal,  # noqa: F401 - used by every test here
)
from tests.tui.words.test_in_short import entry
from tui.panes.head_line import HeadLine
from tui.panes.result import ResultPane, rows
from tui.screens.settings import SWITCHES
from tui.settings import settings as player_settings
from tui.settings.files import Local
from tui.words.results import headlines, in_sentences, last_quiet, latest_great, results

BATTLE = {**BEGINS, "title": "Battle of Artois", "rolls": [ROLL],
          "outcome": {**OUTCOME, "morale_left": [3, 0]}}  # fmt: skip
FOUGHT = Entry(
    "S3", "spain", "battle",
    "Battle of Artois: France wins, losing nothing; Spain is routed, losing 5 LD.",
    "artois", "france", BATTLE,
)  # fmt: skip
DEAD = entry("leader", "Henri IV is killed.", "artois", leader="navarre-2", fate="killed")
SPAIN = ("spain",)
PAID = entry("cost", "Spain's campaigns cost 50 ducats; the treasury of Spain holds 7.", cost=50)


def test_deaths_come_first_and_say_what_they_mean() -> None:
    found = results([FOUGHT, PAID, DEAD])
    assert [each.text for each in found] == [DEAD.text, FOUGHT.text, PAID.text]
    assert "monarch of France is lost" in found[0].means[0]
    assert "Morale left: France 3, Spain 0." in found[1].means
    assert headlines([FOUGHT, PAID, DEAD], 3) == [DEAD.text, FOUGHT.text]


def test_a_battle_says_where_the_beaten_go_and_an_evasion_where_it_ends() -> None:
    """It was only in the chronicle, where the losses of the next question stood below it."""
    begins = entry("battle-begins", "Spain fights France in Artois.", "artois")
    earlier = entry("retreat", "LD of Savoy goes to Caux.", "artois")
    retreats = entry("retreat", "2 LD of Spain retreat to Hainaut.", "artois")
    (fought, evaded) = results([earlier, begins, retreats, FOUGHT])
    assert fought.means[1] == retreats.text
    assert evaded.text == earlier.text
    evades = results([earlier, begins, retreats])
    assert {each.text for each in evades} == {earlier.text, retreats.text}, "not yet decided"


@pytest.mark.parametrize(
    "news",
    [
        entry("siege", "France undermines Artois: siegeworks +.", "artois", works=[[], ["+"]],
              die=6, result=8),
        entry("assault", "The assault of France on Artois is beaten off; it costs nothing."),
        entry("roll", "Spain: LD fails to intercept in Artois.", name="spain.intercept"),
        entry("roll", "Balboa speaks to the natives.", "cuba-w", name="spain.conquistador"),
        entry("roll", "The natives stay calm: 9.", "cuba-w", name="spain.natives"),
        entry("roll", "Spain explores Cuba E: 9, nothing found.", "cuba-w", name="spain.explore"),
        entry("overrun", "LD of Spain in Artois is overrun and destroyed.", thirds=3),
        entry("leader", "Farnese is wounded until W4.", leader="farnese", fate="wounded"),
        entry("captured", "Farnese is captured by France.", leader="farnese", by="france"),
        entry("fall", "The fortress of Artois falls by storm to France.", "artois", terms="x"),
        entry("stability", "Spain loses 1 stability, being at war."),
        PAID,
    ],
)  # fmt: skip
def test_everything_that_one_plays_for_is_a_result(news: Entry) -> None:
    assert [each.text for each in results([news])] == [news.text]


def test_what_brings_nothing_of_itself_is_none() -> None:
    arrives = entry("leader", "Farnese arrives in Artois.", "artois")
    paid = entry("losses", "Spain loses 5 LD in Artois.", country="spain", cause="the battle")
    assert results([arrives, paid, entry("move", "Spain moves.")]) == []


def test_the_last_thing_tried_is_told_though_it_weighs_little() -> None:
    supply = entry("roll", "A stack is supplied.", "artois", name="spain.supply")
    assert [each.text for each in last_quiet([supply], "", SPAIN)] == [supply.text]
    blockade = entry("naval-action", "France begins a blockade of Calais.", "sea-manche")
    moves = entry("move", "Spain moves.")
    assert [each.text for each in last_quiet([supply, blockade, moves], "", SPAIN)] == [
        blockade.text
    ]
    assert last_quiet([blockade, PAID], "", SPAIN) == [], "what weighs more came after it"
    assert [each.text for each in last_quiet([PAID, blockade], "", SPAIN)] == [blockade.text]
    fights = entry("battle-roll", "France, first Fire: 6: 1/3 LD.", "artois")
    assert last_quiet([supply, fights], "", SPAIN) == [], "the sheet tells a fight"
    rolled = entry("roll", "LD of Spain in Artois: attrition, 1 LD lost or a pillage.", "artois")
    assert last_quiet([rolled], "LD of Spain in Artois: attrition, which of the two?", SPAIN) == []
    assert last_quiet([replace(supply, who="france")], "", SPAIN) == [], "a program's roll"
    begins = entry("roll", "The phase starts: round S3 begins.", "")
    assert last_quiet([begins], "", SPAIN) == [], "nobody tried it"


def test_of_what_programs_do_the_newest_great_result_is_shown() -> None:
    later = replace(FOUGHT, text="Battle of Caux: nobody wins.")
    assert [each.text for each in latest_great([DEAD, FOUGHT, later, PAID])] == [later.text]
    assert latest_great([PAID]) == []


def test_of_equals_what_one_did_oneself_comes_first() -> None:
    ours, theirs = (
        replace(
            entry("siege", f"{who} undermines.", "artois", works=[[], ["+"]], die=6, result=8),
            who=who,
        )
        for who in ("france", "spain")
    )
    assert [each.who for each in results([ours, theirs])] == ["spain", "france"], "the newest"
    assert [each.who for each in results([ours, theirs], mine=("france",))] == ["france", "spain"]


def test_ones_own_roll_comes_before_what_others_lost() -> None:
    """Spain's voyage wore out ships after England had tried to intercept it; England saw four lines
    of Spain's losses, and not whether it had come to a battle."""
    said = "England: M. Nassau does not intercept in Utrecht."
    mine = replace(entry("roll", said, "utrecht", name="england.intercept"), who="england")
    lost = entry("losses", "Spain loses NTD (attrition at sea).", cause="attrition at sea")
    lost = replace(lost, who="spain")
    told = [each.text for each in results([mine, lost, FOUGHT], mine=("england",))]
    assert told == [FOUGHT.text, mine.text, lost.text]
    assert [each.text for each in results([mine, lost])] == [lost.text, mine.text]


def test_a_fight_is_won_before_its_losses_are_chosen() -> None:
    decided = {"winner": 1, "routed": [True, False], "morale_left": [0, 2]}
    first = results([], {**BEGINS, "title": "Battle of Artois", "decided": decided})[0]
    assert first.text == "Battle of Artois: Spain wins; France is routed."
    assert first.means == ("Morale left: France 0, Spain 2.",)


def test_a_real_battle_says_who_won_where_its_losses_are_chosen() -> None:
    game = whole()
    again = Game(game.snapshots[0].state, game.procedure, dict(game.header))
    seen = 0
    for record in game.records:
        ask = again.ask
        if ask is not None and "decided" in ask.about.get("sheet", ()):
            seen += 1
            first = results([], ask.about["sheet"])[0]
            assert first.great
            assert "wins" in first.text
        if record.answer is None:
            continue
        again.answer(record.answer)
    assert seen


@pytest.mark.parametrize("width", [38, 78, 118])
@pytest.mark.parametrize("most", [1, 2, 3, 5])
def test_the_rows_are_few_whole_and_say_that_there_is_more(width: int, most: int) -> None:
    found = results([FOUGHT, PAID, DEAD])
    drawn = rows(found, width, most)
    assert 0 < len(drawn) <= most
    assert all(len(row) <= width for row in drawn)
    assert in_sentences(found, 2)[1] == "And 2 more, in the chronicle."
    happened = [each.text for each in found]
    assert in_sentences(found, 3) == happened, "what it means gives way to what else happened"


# On the screen, by lines, at the handover.


async def fights(phase: Phase) -> None:
    """A battle is fought, a king dies, and it is asked how to go on."""
    await YesNo(who="france", name="one", what="Attack Artois?", enter=True)
    phase.tell("battle-begins", "Battle of Artois.", "artois", "france", BEGINS)
    phase.tell("battle", FOUGHT.text, "artois", "france", BATTLE)
    phase.tell("leader", DEAD.text, "artois", "france", DEAD.sheet)
    await YesNo(who="france", name="two", what="Go on?", enter=True, about={"place": "artois"})
    await YesNo(who="france", name="three", what="Still?", enter=True)
    await YesNo(who="spain", name="four", what="And Spain?", enter=True)


def game(folder: Path) -> Saved:
    set_up = header("Fights", "france", "spain")
    return keep(folder, Game(tabletop().to_plain(), fights, set_up), "fights")


def seen(pilot: Pilot[int]) -> bool:
    """Whether a result is shown."""
    return pilot.app.screen.query_one(ResultPane).display


@pytest.mark.parametrize("size", [(40, 10), (80, 24), (120, 40), (200, 60)])
def test_a_result_is_seen_at_once_and_the_next_answer_takes_it_away(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await settled(pilot)
        assert not seen(pilot)
        await press(pilot, "enter")
        await settled(pilot)
        assert seen(pilot)
        assert DEAD.text in shown(pilot)
        assert "Go on?" in shown(pilot)
        if size[1] > 10:
            assert "HENRI IV KILLED" in shown(pilot)
            assert "Battle of Artois: France wins" in " ".join(shown(pilot).split())
            asked = screen(pilot).question.region
            assert asked.height >= 6
            assert not asked.overlaps(screen(pilot).query_one(ResultPane).region)
        await press(pilot, "enter")
        await settled(pilot)
        assert not seen(pilot)
        assert "Still?" in shown(pilot)

    drive(sitting(game(tmp_path)), size, play)


def test_escape_puts_a_result_away_and_the_settings_put_all_away(tmp_path: Path) -> None:
    app = sitting(game(tmp_path))

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        await settled(pilot)
        assert seen(pilot)
        await press(pilot, "escape")
        assert not seen(pilot)
        await press(pilot, "u", "y")
        app.settings.quiet = True
        app.take_settings()
        await press(pilot, "r")
        await settled(pilot)
        assert not seen(pilot)

    drive(app, (80, 24), play)
    assert player_settings.load(Local(tmp_path)).quiet
    assert "quiet" in SWITCHES


def test_who_takes_the_keyboard_reads_of_deaths_first(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        for _ in range(3):
            await press(pilot, "enter")
        told = shown(pilot)
        assert "Pass the keyboard to Spain" in told
        assert told.index(DEAD.text) < told.index("Battle of Artois: France wins")
        assert told.count(DEAD.text) == 1

    drive(sitting(game(tmp_path)), (80, 24), play)


def test_by_lines_a_result_is_told_before_the_next_question(tmp_path: Path) -> None:
    whole_ = by_lines(game(tmp_path), "", "q")
    assert whole_.count(DEAD.text) == 1, "the chronicle has told it just before"
    assert whole_.index(">> Morale left: France 3, Spain 0.") < whole_.index("Go on?")


def test_a_whole_game_of_programs_has_results_that_fit() -> None:
    story = whole().story
    for at in range(len(story)):
        found = results(story[max(0, at - 3) : at + 1])
        if found:
            assert len(rows(found, 78, 3)) <= 3


@pytest.mark.parametrize("width", [20, 30, 44, 60, 80])
def test_the_head_line_cuts_no_number(tmp_path: Path, width: int) -> None:
    async def play(pilot: Pilot[int]) -> None:
        head = screen(pilot).query_one("#head", HeadLine)
        head.between((" A long war · turn 22, 1595-99", " A long war · turn 22"), "S3 fair ")
        said = head.said.removesuffix("S3 fair ").rstrip()
        assert not said or said.endswith(("…", "22", "1595-99"))
        assert " 2…" not in said

    drive(sitting(game(tmp_path)), (width, 24), play)
