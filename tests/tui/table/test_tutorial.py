"""A first-time player: from the title to the end of the tutorial by what the screen says."""

import json
import re
from dataclasses import replace
from pathlib import Path
from textwrap import wrap

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.app import ComposeResult
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input, OptionList

from engine.land.movement.march_ask import March
from engine.play.asks import Choose, Die, Number, Option, Subset, YesNo
from engine.programs import bots
from engine.state import State
from tests.tui.small_game import (
    TO_SPAIN,
    drive,
    picture,
    press,
    screen,
    seated,
    shown,
    sitting,
    terminal,  # noqa: F401 - used by every test here
)
from tests.tui.tutorial_start import laid_out
from tui.answers.risks_on_the_way import battle
from tui.application.app import Tercio
from tui.lines.game import PlainTable
from tui.panes.combat_sheet import SheetPane
from tui.screens.rules import Rules
from tui.settings.files import Local
from tui.table.course import course
from tui.table.tutorial import START, Seen, Tutor, begin, keys_to

KEYS = {"Enter": "enter", "Escape": "escape", "Tab": "tab", "Space": "space", "Right": "right",
        "Left": "left", "Up": "up", "Down": "down", "/": "slash", "?": "question_mark",
        ":": "colon"}  # fmt: skip


def told(text: str) -> list[str]:
    """The keys that the screen tells to press, as a person reads them."""
    line = re.search(r"Press: (.*?) *$", text, re.MULTILINE)
    assert line, text
    found = []
    for key in line[1].split(" · "):
        typed = key.removeprefix("type ")
        found += (
            [{" ": "space", "-": "minus"}.get(letter, letter) for letter in typed]
            if typed != key
            else [KEYS.get(key, key)]
        )
    return found


def test_a_first_session_from_the_title_to_the_end(tmp_path: Path) -> None:
    app = Tercio(Local(tmp_path))

    async def play(pilot: Pilot[int]) -> None:
        assert "Learn: a phase in Artois" in shown(pilot)
        await press(pilot, "l")
        titles, count = [], 0
        numbers: dict[int, None] = {}
        for _ in range(60):
            text = shown(pilot)
            found = re.search(r"Lesson (\d+) of (\d+): ([^─]+)─", text)
            if found is not None:
                titles.append(found[3])
                numbers.setdefault(int(found[1]))
                count = int(found[2])
            if "Press:" not in text:
                break
            await press(pilot, *told(text))
        assert titles[-1] == course().lessons[-1].title, titles
        assert list(numbers) == list(range(1, count + 1)), "no lesson is skipped"
        game = screen(pilot).table.game
        story = " ".join(entry.text for entry in game.story)
        assert "takes the fortress" in story
        assert "overruns" not in story, "no lesson leaves a guard to be overrun"
        assert "Henri IV is killed" not in story

    drive(app, (80, 24), play)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_the_lesson_stands_over_the_foot_line(
    tmp_path: Path, snapshot: Snapshot, size: tuple[int, int]
) -> None:
    app = sitting(begin(tmp_path))

    async def play(pilot: Pilot[int]) -> None:
        snapshot.assert_match(picture(pilot), f"lesson-{size[0]}x{size[1]}.txt")

    drive(app, size, play)


@pytest.mark.parametrize("size", [(30, 10), (80, 24), (120, 40)])
def test_the_first_lesson_is_a_cover(
    tmp_path: Path, snapshot: Snapshot, size: tuple[int, int]
) -> None:
    async def play(pilot: Pilot[int]) -> None:
        snapshot.assert_match(picture(pilot), f"cover-{size[0]}x{size[1]}.txt")

    drive(Tercio(Local(tmp_path), begin(tmp_path)), size, play)


@pytest.fixture
def tutor(tmp_path: Path) -> Tutor:
    return Tutor(begin(tmp_path).game)


def at(tutor: Tutor, name: str) -> None:
    """Everything before that lesson is done."""
    for lesson in tutor.lessons:
        if lesson.id == name:
            return
        tutor.done[lesson.id] = 0


def test_every_lesson_fits_its_rows() -> None:
    for lesson in course().lessons:
        assert len(wrap(lesson.text, 78)) <= 4, lesson.id
        assert len(wrap(lesson.otherwise, 78)) <= 4, lesson.id
        assert lesson.press or lesson.ask, lesson.id


def test_another_answer_is_explained_and_may_be_taken_back_or_kept(tutor: Tutor) -> None:
    at(tutor, "campaign")
    card = tutor.look(Seen())
    assert card is not None
    assert card.press == ("a", "5", "Enter")
    tutor.game.answer("active")
    card = tutor.look(Seen())
    assert card is not None
    assert card.press == ("u",)
    tutor.game.undo(agreed=True)
    card = tutor.look(Seen(focus="ask"))
    assert card is not None
    assert (card.title, card.press) == ("A campaign costs money", ("5", "Enter"))
    tutor.game.answer("active")
    tutor.look(Seen())
    tutor.game.answer("ile-de-france")
    card = tutor.look(Seen())
    assert card is not None
    assert card.press != ("u",)


def test_a_campaign_paid_before_its_lesson_is_explained_too(tutor: Tutor) -> None:
    """The lessons before it ask for nothing; whoever pays while they are on has answered."""
    at(tutor, "cursor")
    card = tutor.look(Seen())
    assert card is not None
    assert card.title == "The map"
    tutor.game.answer("passive")
    card = tutor.look(Seen())
    assert card is not None
    assert (card.title, card.press) == ("Something else", ("u",))
    tutor.game.undo(agreed=True)
    assert (card := tutor.look(Seen())) is not None
    assert card.title == "The map"
    tutor.game.answer("major")
    assert (card := tutor.look(Seen())) is not None
    assert card.press != ("u",)
    assert "campaign" in tutor.done


def test_a_question_without_a_lesson_gets_a_steady_players_answer(tutor: Tutor) -> None:
    for lesson in tutor.lessons:
        tutor.done[lesson.id] = 0
    card = tutor.look(Seen())
    assert card is not None
    assert card.of == 0
    assert card.press


def test_keys_give_any_answer() -> None:
    options = [Option(name, name) for name in "abc"]
    assert keys_to(Choose(who="x", name="n", what="?", options=options), "b") == ["2"]
    several = Subset(who="x", name="n", what="?", options=options)
    assert keys_to(several, ["a", "c"]) == ["1", "3", "Enter"]
    assert keys_to(YesNo(who="x", name="n", what="?"), False) == ["n"]
    assert keys_to(Number(who="x", name="n", what="?", least=1, most=20), 12) == ["1", "2", "Enter"]
    assert keys_to(Die(who="x", name="n", what="?"), 10) == ["0", "Enter"]


def test_help_explains_what_is_under_the_cursor_and_opens_its_rules(tmp_path: Path) -> None:
    app = seated(tmp_path, TO_SPAIN)

    async def play(pilot: Pilot[int]) -> None:
        pane = screen(pilot).query_one(SheetPane)
        pane.turn_over()
        pane.focus()
        while pane.current is None or "DRM-03" not in " ".join(pane.current.why):
            pane.action_next(1, 0)
        await press(pilot, "question_mark")
        assert "+2 Fire differential (DRM-03)" in shown(pilot)
        assert "DRM-03: " in shown(pilot)
        await press(pilot, "r")
        rules = pilot.app.screen
        assert isinstance(rules, Rules)
        assert rules.words == "DRM-03 DRM-05"
        await press(pilot, "escape", "enter")  # and Enter on the number does the same
        assert isinstance(pilot.app.screen, Rules)
        await press(pilot, "escape", "b", "question_mark")
        assert "your troops" in shown(pilot)
        assert "Take the last answer back" not in shown(pilot)
        await press(pilot, "k")
        assert "your troops" not in shown(pilot), "the keys are a page of their own"
        await press(pilot, "k")
        assert "your troops" in shown(pilot)
        await press(pilot, "escape", "a", "question_mark")
        assert "Spain in Artois: stand or evade?" in shown(pilot)
        assert "Rules EVA" in shown(pilot)

    drive(app, (120, 40), play)


def test_the_terminals_cursor_stands_where_the_focus_is(tmp_path: Path) -> None:
    app = seated(tmp_path, TO_SPAIN)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "a", "down")
        pane = screen(pilot).question
        row = pane.content_region.y + pane.above + 1
        assert app.cursor_position == (pane.content_region.x, row)
        sheet = screen(pilot).query_one(SheetPane)
        sheet.focus()
        await press(pilot, "right")
        assert sheet.content_region.contains_point(app.cursor_position)
        await press(pilot, "slash", *"art")
        typed = pilot.app.screen.query_one(Input)
        assert app.cursor_position == typed.content_region.offset + Offset(3, 0)
        await press(pilot, "escape", "Z", "a")
        assert app.cursor_position == (pane.content_region.x, row)
        await press(pilot, "up")
        assert app.cursor_position == (pane.content_region.x, row - 1)

    drive(app, (120, 40), play)


class TwoRows(Screen[None]):
    """A list whose options take two rows each."""

    def compose(self) -> ComposeResult:
        """The list."""
        yield OptionList(*(f"{number}\nand more" for number in range(3)))


def test_the_terminals_cursor_stands_at_an_option_of_several_rows(tmp_path: Path) -> None:
    app = Tercio(Local(tmp_path))

    async def play(pilot: Pilot[int]) -> None:
        app.open_screen(TwoRows())
        await press(pilot, "down", "down")
        listed = pilot.app.screen.query_one(OptionList)
        assert app.cursor_position == listed.content_region.offset + Offset(0, 4)

    drive(app, (80, 24), play)


def test_the_lessons_are_told_by_lines_too(tmp_path: Path) -> None:
    said: list[str] = []
    looks = ["k DRM-03", "d", "c kind:campaign", "q"]

    def read(_: str) -> str:
        told = [text.removeprefix("Type: ") for text in said if text.startswith("Type: ")]
        return told[-1].replace("Enter", "") if len(told) < 7 else looks.pop(0)

    table = PlainTable(begin(tmp_path), read, said.append)
    table.play()
    text = "\n".join(said)
    assert "Lesson: A victory: " in text
    assert "DRM-03: " in text
    assert "Are mine really worse?" in text
    assert text.count("France makes a major campaign") == 2


def test_a_tutorial_that_was_left_goes_on_where_it_was(tmp_path: Path) -> None:
    kept = begin(tmp_path)
    tutor = Tutor(kept.game)
    tutor.resume()
    assert tutor.done == {"welcome": 0}
    answers = ("major", "ile-de-france", ["1", "2", "navarre-2"], ["artois"], "done", False, False)
    for raw in (*answers, None):
        while kept.game.ask is not None and kept.game.ask.who == "spain":
            kept.game.answer(bots.steady_player(kept.game, kept.game.ask))
        if raw is not None:
            kept.game.answer(raw)
    tutor.resume()
    card = tutor.look(Seen())
    assert card is not None
    assert card.title == "Why?"
    assert begin(tmp_path).name != kept.name  # another beside it
    hasty = Tutor(kept.game)
    hasty.resume(["welcome", "cursor"])  # who ran ahead of the lessons reads the others still
    assert not {"find", "help"} & hasty.done.keys()
    card = hasty.look(Seen())
    assert card is not None
    assert card.title == "Any place by its name"


def test_another_stack_is_taken_back_before_the_march_is_taught(tutor: Tutor) -> None:
    at(tutor, "campaign")
    tutor.look(Seen())
    tutor.game.answer("major")
    tutor.look(Seen())
    tutor.game.answer("caux")
    tutor.look(Seen())
    mover = tutor.game.ask
    assert mover is not None
    tutor.game.answer(mover.default)
    for _ in ("march", "mover"):
        card = tutor.look(Seen())
        assert card is not None
        assert (card.title, card.press) == ("Something else", ("u",))
        tutor.game.undo(agreed=True)
    card = tutor.look(Seen(focus="ask"))
    assert card is not None
    assert card.title == "Which stack?"


def test_the_kings_lessons_speak_of_no_other_stack(tutor: Tutor) -> None:
    at(tutor, "campaign")
    for raw in ("major", "ile-de-france", ["1", "2", "navarre-2"], ["picardie"], "caux"):
        tutor.look(Seen())
        tutor.game.answer(raw)
    card = tutor.look(Seen(focus="ask"))
    assert card is not None
    assert "Henri IV" not in card.text


def test_a_lesson_that_was_answered_otherwise_comes_again(tutor: Tutor) -> None:
    def answer(raw: object) -> str:
        tutor.look(Seen())
        tutor.game.answer(raw)
        card = tutor.look(Seen(focus="ask"))
        assert card is not None
        return card.title

    at(tutor, "campaign")
    answer("major")
    answer("caux")
    assert tutor.game.ask is not None
    answer(tutor.game.ask.default)
    assert answer([]) == "Which stack?"  # another stack stays where it is: the king waits still
    assert answer("ile-de-france") == "The whole stack, or a part"
    assert answer(["1", "navarre-2"]) == "Something else"  # a part of the stack


def test_a_lesson_speaks_of_no_answer_that_cannot_be_given(tutor: Tutor) -> None:
    at(tutor, "campaign")
    campaign = tutor.game.ask
    assert isinstance(campaign, Choose)
    tutor.done["second"] = 0
    tutor.game.ask = replace(campaign, options=campaign.options[:3])  # no major one
    card = tutor.look(Seen(focus="ask"))
    assert card is not None
    assert card.title == campaign.question
    assert "There is no lesson about this" in card.text
    tutor.done["campaign"] = 0
    card = tutor.look(Seen(focus="ask"))
    assert card is not None
    assert "This was asked before" in card.text


def test_the_lesson_of_the_battle_promises_no_more_than_its_odds(tutor: Tutor) -> None:
    tutor.game.answer("major")
    tutor.game.answer("ile-de-france")
    assert tutor.game.ask is not None
    tutor.game.answer(tutor.game.ask.default)
    march = tutor.game.ask
    assert isinstance(march, March)
    path = march.path_to("artois")
    odds = battle(march, "artois", [march.place, *path][-2])
    assert odds is not None
    assert odds["win"] < 0.5
    text = next(lesson.text for lesson in course().lessons if lesson.id == "march")
    assert "odds are hard" in text


def test_the_tutorial_begins_as_its_scenario_lays_it_out() -> None:
    """Else `python -m tests.tui.tutorial_start` writes the beginning anew."""
    kept, now = json.loads(START.read_text(encoding="utf-8")), laid_out()
    assert State.from_plain(kept["state"]).to_plain() == now["state"]
    assert {**kept, "state": 0} == {**now, "state": 0}


def test_nobody_is_asked_about_the_dice_of_a_battle_that_was_not_fought(tutor: Tutor) -> None:
    """Another stack than advised marches on: the lesson about the combat sheet waits."""
    at(tutor, "campaign")
    for raw in ("major", "ile-de-france", ["1", "2", "navarre-2"], ["artois"]):
        tutor.look(Seen())
        tutor.game.answer(raw)
    while (ask := tutor.game.ask) is not None and ask.who != "france":
        tutor.game.answer(bots.steady_player(tutor.game, ask))
    tutor.look(Seen())
    tutor.game.answer("caux")
    card = tutor.look(Seen(focus="ask"))
    assert card is not None
    assert (card.title, card.press) == ("Something else", ("u",))
    assert tutor.game.ask is not None
    tutor.game.answer(tutor.game.ask.default)
    card = tutor.look(Seen(focus="ask"))
    assert card is not None
    assert "combat sheet" not in card.text


def test_no_lesson_advises_a_march_that_the_campaign_forbids(tutor: Tutor) -> None:
    """With an active campaign eight LD may not enter Artois (CAM-16): nobody is told to."""
    at(tutor, "campaign")
    for raw in ("active", "ile-de-france", ["1", "2", "navarre-2"]):
        tutor.look(Seen())
        tutor.game.answer(raw)
    march = tutor.game.ask
    assert isinstance(march, March)
    assert not march.is_legal(["artois"])
    card = tutor.look(Seen(focus="ask"))
    assert card is not None
    assert "Artois" not in card.text
    assert "type Artois" not in card.press


def test_by_lines_a_lesson_is_told_once_a_question_and_what_another_answer_means(
    tmp_path: Path,
) -> None:
    said: list[str] = []
    typed = iter(["5", "nonsense", "1", "u", "2", "artois", "q"])
    PlainTable(begin(tmp_path), lambda _: next(typed), said.append).play()
    told = "\n".join(said)
    assert told.count("Lesson: Which stack?") == 2, "not again for a line that is no answer"
    assert "Lesson: Stay" not in told, "nobody besieges anything yet"
    other = next(each.otherwise for each in course().lessons if each.id == "stack")
    assert told.count(f"Something else: {other}\nType: u\n") == 1


def test_what_another_answer_means_is_read_after_the_programs_have_played(tutor: Tutor) -> None:
    """Who wins and goes back all the same is told when Spain has moved, before he answers."""
    at(tutor, "campaign")
    wanted = ("major", "ile-de-france", ["1", "2", "navarre-2"], ["artois"], "done", False, True)
    for raw in wanted:
        while (ask := tutor.game.ask) is not None and ask.who != "france":
            tutor.game.answer(bots.steady_player(tutor.game, ask))
        tutor.look(Seen())
        tutor.game.answer(raw)
    while (ask := tutor.game.ask) is not None and ask.who != "france":
        tutor.look(Seen())
        tutor.game.answer(bots.steady_player(tutor.game, ask))
    card = tutor.look(Seen(focus="ask"))
    assert card is not None
    assert (card.title, card.press) == ("Something else", ("u",))
    assert "left the field" in card.text
