"""The game's screen, driven with few presses: what it shows, what it asks before it acts."""

from pathlib import Path
from typing import Any

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot

from engine.facts import rulebook
from engine.games.game import Game
from engine.play.asks import YesNo
from engine.play.phase import Entry, Phase
from engine.sea.under_way import attrition_math
from engine.sea.voyages.sail_ask import Sail
from saves.store import keep
from tests.engine.playing import band, tabletop
from tests.engine.sea.afloat import fleet
from tests.tui.small_game import (
    BEGINS,
    ROLL,
    TO_SPAIN,
    TO_THE_MARCH,
    drive,
    picture,
    press,
    saved,
    screen,
    seated,
    settled,
    shown,
    sitting,
    terminal,  # noqa: F401 - used by every test here
)
from tui.application.app import Tercio
from tui.application.app import picture as svg
from tui.panes.chronicle import ChroniclePane
from tui.panes.combat_sheet import SheetPane
from tui.panes.fixed_lines import Facts, FixedLines
from tui.screens.dialogs import Agree
from tui.screens.game.handover import Handover
from tui.screens.game.looking_back import CHAPTERS, LEGEND, asked
from tui.screens.help import Help, help_lines
from tui.screens.laying_out.lay_out import LayOut
from tui.settings.files import Local
from tui.settings.keymap import shorter_hints


@pytest.mark.parametrize(("size", "name"), [((80, 24), "80x24"), ((120, 40), "120x40")])
@pytest.mark.parametrize(
    ("stage", "answers"), [("first", ()), ("march", TO_THE_MARCH), ("battle", TO_SPAIN)]
)
def test_screen_at_each_stage(
    tmp_path: Path,
    snapshot: Snapshot,
    size: tuple[int, int],
    name: str,
    stage: str,
    answers: tuple[Any, ...],
) -> None:
    async def play(pilot: Pilot[int]) -> None:
        snapshot.assert_match(picture(pilot), f"{stage}-{name}.txt")

    drive(seated(tmp_path, answers), size, play)


def test_answers_go_through_every_hand(tmp_path: Path) -> None:
    app = seated(tmp_path)
    assert app.saved is not None
    game = app.saved.game

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "1")  # the first choice
        assert "win 61 % · draw 17 % · lose 22 %" in shown(pilot)
        await press(pilot, "y")
        await press(pilot, "space", "enter")  # Spain alone
        await press(pilot, "1", "2", "enter")  # twelve, typed
        await press(pilot, "enter")  # the whole army
        assert screen(pilot).route is not None
        screen(pilot).map.goto("champagne")
        await settled(pilot)
        assert "→ Champagne 1  1 of 12 MP" in shown(pilot)
        await press(pilot, "enter")
        given = [record.answer for record in game.records]
        assert given == ["major", True, ["spain"], 12, ["1", "2", "navarre-2"], ["champagne"]]
        assert isinstance(pilot.app.screen, Handover)

    drive(app, (120, 40), play)


def test_the_march_says_why_not(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen(pilot).map.goto("lombardia")
        await settled(pilot)
        await press(pilot, "w")
        assert " Lombardia belongs to" in shown(pilot)
        assert "Lombardia: Lombardia" not in shown(pilot), "it is named once"
        await press(pilot, "enter")
        assert screen(pilot).route is not None

    drive(seated(tmp_path, TO_THE_MARCH), (120, 40), play)


def test_a_march_by_steps_drops_troops(tmp_path: Path) -> None:
    app = seated(tmp_path, TO_THE_MARCH)
    assert app.saved is not None
    game = app.saved.game

    async def play(pilot: Pilot[int]) -> None:
        for place in ("champagne", "troyes"):
            screen(pilot).map.goto(place)
            await settled(pilot)
            await press(pilot, "space")
        await press(pilot, "d", "space", "enter")  # the first army stays in Troyes
        assert "left on the way: A+" in shown(pilot)
        screen(pilot).map.goto("champagne")
        await settled(pilot)
        await press(pilot, "enter")
        assert game.records[5].answer == ["champagne", "troyes", "-1", "champagne"]

    drive(app, (120, 40), play)


def test_where_no_move_is_asked_its_keys_say_so(tmp_path: Path) -> None:
    """At the question for a campaign `g` told where a fixed way ends."""
    app = seated(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        for key, done in (("d", "dropped"), ("g", "picked up")):
            await press(pilot, key)
            said = [notice.message for notice in app._notifications]
            assert said == [f"Troops and ships are {done} on the way; no move is asked now."]

    drive(app, (120, 40), play)


def test_a_key_right_behind_the_one_that_lifts_the_cover_is_heard(tmp_path: Path) -> None:
    app = Tercio(Local(tmp_path), saved(tmp_path / "small", TO_SPAIN))

    async def play(pilot: Pilot[int]) -> None:
        await pilot.press("enter", "question_mark")
        await settled(pilot)
        assert isinstance(pilot.app.screen, Help)
        await press(pilot, "escape")
        assert "Spain in Artois: stand or evade?" in shown(pilot)

    drive(app, (120, 40), play)


def test_the_keyboard_is_passed_on_a_quiet_screen(tmp_path: Path) -> None:
    app = Tercio(Local(tmp_path), saved(tmp_path / "small", TO_SPAIN))

    async def play(pilot: Pilot[int]) -> None:
        text = shown(pilot)
        assert "Pass the keyboard to Spain." in text
        assert "Battle of Artois." in text
        assert "Stacks" not in text
        await press(pilot, "x")
        assert isinstance(pilot.app.screen, Handover)
        await press(pilot, "enter")
        assert "Spain in Artois: stand or evade?" in shown(pilot)

    drive(app, (80, 24), play)


def test_who_plays_several_powers_is_called_by_the_other_power_too(tmp_path: Path) -> None:
    seats = {"france": "parliament", "spain": "spain"}
    app = Tercio(Local(tmp_path), saved(tmp_path / "small", seats=seats))

    async def play(pilot: Pilot[int]) -> None:
        told = " ".join(shown(pilot).split())
        assert "keyboard to France, played together with the English Parliament." in told

    drive(app, (80, 24), play)


def test_nothing_has_happened_is_said_only_where_nothing_is_told(tmp_path: Path) -> None:
    """Below *In short: Turkey undermines the Banat* it said that nothing had happened."""

    async def play(pilot: Pilot[int]) -> None:
        for short in ("", "Spain undermines Artois: no effect."):
            _ = pilot.app.push_screen(Handover("spain", (), "Which campaign?", short=short))
            await settled(pilot)
            assert ("Nothing has happened" in shown(pilot)) is not bool(short)

    drive(Tercio(Local(tmp_path)), (80, 24), play)


@pytest.mark.parametrize("size", [(40, 10), (80, 24), (120, 40)])
def test_who_takes_the_keyboard_sees_what_is_asked_however_much_happened(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    told = [
        Entry("S3", "", "note", f"News {number}. " + "More of it. " * 80) for number in range(5)
    ]

    async def play(pilot: Pilot[int]) -> None:
        few = Handover("spain", told[:0], "Which campaign for Spain?")
        _ = pilot.app.push_screen(few)
        await settled(pilot)
        assert ("▀█▀▀█▀█" in shown(pilot)) is (size[1] > 10)
        assert "reads on" not in shown(pilot)
        _ = pilot.app.push_screen(Handover("spain", told, "Which campaign for Spain?"))
        await settled(pilot)
        assert "Enter when you sit down · ↓ reads on" in shown(pilot)
        assert "Pass the keyboard to Spain." in shown(pilot)
        assert "+---------+" not in shown(pilot)
        assert ("Which campaign for Spain?" in shown(pilot)) is (size[1] > 10)
        await press(pilot, "pagedown")
        assert "Pass the keyboard" not in shown(pilot)
        assert "Enter when you sit down" in shown(pilot)

    drive(seated(tmp_path), size, play)


def test_undo_is_free_or_takes_the_others_word(tmp_path: Path) -> None:
    app = seated(tmp_path, TO_SPAIN)
    assert app.saved is not None
    game = app.saved.game

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "u")
        assert isinstance(pilot.app.screen, Agree)
        assert "France must agree." in shown(pilot)  # Spain sits here, and asks
        await pilot.resize_terminal(40, 10)
        await settled(pilot)
        assert isinstance(pilot.app.screen, Agree)
        await pilot.resize_terminal(120, 40)
        await press(pilot, "n")
        assert len(game.records) == len(TO_SPAIN)
        await press(pilot, "u", "y")
        await press(pilot, "enter")  # France sits down again
        assert len(game.records) == len(TO_SPAIN) - 1
        await press(pilot, "u")  # nothing fell, nobody else: no question
        assert len(game.records) == len(TO_SPAIN) - 3, "with who of the stack moves, as all do"
        await press(pilot, "r", "r")
        assert [record.answer for record in game.records] == list(TO_SPAIN)

    drive(app, (120, 40), play)


def test_programs_answer_until_a_person_is_asked(tmp_path: Path) -> None:
    app = seated(tmp_path, programs={"france": "random"})
    assert app.saved is not None
    game = app.saved.game

    async def play(pilot: Pilot[int]) -> None:
        assert game.ask is not None
        assert (game.ask.who, game.ask.name) == ("spain", "evade")
        await press(pilot, "enter")
        assert game.ask.name == "last"
        await press(pilot, "u")
        assert game.ask.name == "evade"

    drive(app, (80, 24), play)


def test_a_look_that_the_game_has_overtaken_comes_to_nothing(tmp_path: Path) -> None:
    app = seated(tmp_path)
    assert app.saved is not None
    game = app.saved.game

    def overtaken() -> str:
        game.answer(TO_THE_MARCH[0])
        raise RuntimeError("the table changed under the look")

    def wrong() -> str:
        raise RuntimeError("a real defect")

    async def play(pilot: Pilot[int]) -> None:
        here = screen(pilot)
        assert await here.beside(lambda: "seen") == "seen"
        assert await here.beside(overtaken) is None
        with pytest.raises(RuntimeError, match="a real defect"):
            await here.beside(wrong)

    drive(app, (80, 24), play)


def test_a_window_of_any_size_works(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        for size in ((40, 10), (200, 60), (80, 24)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            assert "Which campaign for France?" in shown(pilot)
        await press(pilot, "O")
        assert "next: W3 50 % (extended) · S4 50 %" in shown(pilot)
        assert "W4 + Farnese comes back" in shown(pilot)

    drive(seated(tmp_path), (120, 40), play)


def test_a_ruling_is_typed_and_refused_in_words(tmp_path: Path) -> None:
    app = seated(tmp_path)
    assert app.saved is not None
    game = app.saved.game

    async def play(pilot: Pilot[int]) -> None:
        here = screen(pilot)
        here._ruled("treasury country=france ducats=5")
        await settled(pilot)
        assert game.state.countries["france"].treasury == 5
        here._ruled("treasury country=nowhere ducats=5")
        await settled(pilot)
        said = [notice.message for notice in app._notifications]
        assert said == ["Country: 'nowhere' is not in this game."]

    drive(app, (120, 40), play)


def test_a_typed_answer_that_is_refused_stays_with_the_reason(tmp_path: Path) -> None:
    app = seated(tmp_path)
    assert app.saved is not None
    game = app.saved.game

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "colon", *"grand tour", "enter")
        assert "grand tour" in shown(pilot)
        assert "'grand tour' is not an answer here; a number from 1 to" in shown(pilot)
        assert not app._notifications
        await press(pilot, *["backspace"] * 10, *"None", "enter")
        assert screen(pilot).is_current
        assert game.records[-1].answer == "none"

    drive(app, (80, 24), play)


def test_what_is_told_gives_way_to_the_next_to_a_dialog_and_to_escape(tmp_path: Path) -> None:
    app = seated(tmp_path)

    def said() -> list[str]:
        return [str(notice.message) for notice in app._notifications]

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "w")
        assert "(CAM-01)" in said()[0]
        await press(pilot, "o")
        assert said() == ["This question has no odds."]
        await press(pilot, "slash")
        assert not said()
        await press(pilot, "escape", "o")
        assert said()
        await press(pilot, "escape")
        assert not said()

    drive(app, (80, 24), play)


def test_odds_that_come_when_the_screen_is_left_are_nobodys(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        here = screen(pilot)
        assert await here.beside(lambda: "seen") == "seen"
        here.set_focus(None)
        await here.query("#ask").remove()
        assert await here.beside(here._odds) is None
        assert await here.beside(lambda: "seen") is None
        await here._weigh().wait()

    drive(seated(tmp_path), (120, 40), play)


def test_what_a_program_answers_when_the_screen_is_left_is_not_given(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        here = screen(pilot)
        game = here.table.game
        game.header["programs"] = {"france": "random"}
        standing = len(game.records)
        here.set_focus(None)
        await here.query("#ask").remove()
        await here._programs().wait()
        assert len(game.records) == standing
        assert not pilot.app._notifications

    drive(seated(tmp_path), (120, 40), play)


def test_the_odds_of_a_way_do_not_stay_where_it_leads_no_longer(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        here = screen(pilot)
        here.map.goto("artois")
        await settled(pilot)
        await press(pilot, "o")
        assert " win " in shown(pilot)
        assert "odds: win" in shown(pilot)
        here.map.goto("champagne")
        await settled(pilot)
        assert "win" not in shown(pilot)

    drive(seated(tmp_path, TO_THE_MARCH), (120, 40), play)


def test_what_is_said_stands_there_letter_by_letter(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen(pilot).notify("there is no [/x] in [red]")
        await settled(pilot)
        assert [note.markup for note in pilot.app._notifications] == [False]

    drive(seated(tmp_path), (120, 40), play)


def test_numbers_of_the_sheet_say_why(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        pane = screen(pilot).query_one(SheetPane)
        pane.turn_over()
        pane.focus()
        for _ in range(4):
            pane.action_next(1, 0)
        await settled(pilot)
        assert "+2 Fire differential (DRM-03)" in shown(pilot)

    drive(seated(tmp_path, TO_SPAIN), (120, 40), play)


def test_the_chronicle_leads_to_the_place_and_tabs_take_the_mouse(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await pilot.click("#tabs", offset=(48, 0))
        await settled(pilot)
        pane = screen(pilot).query_one(ChroniclePane)
        assert pane.has_focus
        while pane.current is None or pane.current.place != "picardie":
            pane.action_next(-1, 1)
        await press(pilot, "enter")
        assert screen(pilot).place == "picardie"
        assert screen(pilot).map.has_focus

    drive(seated(tmp_path, TO_SPAIN), (80, 24), play)


def test_the_picture_is_svg_of_the_game(tmp_path: Path) -> None:
    found = svg(Local(tmp_path), saved(tmp_path / "small"))
    assert found.startswith("<svg")
    assert "A&#160;small&#160;game" in found


def test_a_place_of_the_other_map_turns_it(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        for place, world in (("acores", "rotw"), ("artois", "europe")):
            screen(pilot)._found(place)
            await settled(pilot)
            assert screen(pilot).map.view.map == world
            assert screen(pilot).map.place_at_cursor() == place
        await press(pilot, "m")
        assert screen(pilot).map.view.map == "rotw"

    drive(seated(tmp_path), (120, 40), play)


async def voyage(phase: Phase) -> None:
    """France sails; then it is asked something else."""
    state = phase.state
    ships = [unit.id for unit in state.units_at("provence")]
    journey = attrition_math.begin(state, band(ships))
    await Sail(who="france", name="sail", what="Where do the ships sail?", state=state,
               alliance="france", units=ships, leaders=[], journey=journey)  # fmt: skip
    await YesNo(who="france", name="last", what="Is that all?")


def test_a_voyage_is_sailed_taken_back_and_sailed_again(tmp_path: Path) -> None:
    state = tabletop(campaign="major")
    fleet(state, "france", "provence", "F-:3 NGD", "NWD")
    fleet(state, "spain", "catalunya", "F-:2 NGD")
    header = {"seed": 7, "dice": "rolled", "title": "Ships", "seats": {"france": "france"}}
    app = sitting(keep(tmp_path, Game(state.to_plain(), voyage, header), "ships"))
    assert app.saved is not None
    game = app.saved.game

    async def play(pilot: Pilot[int]) -> None:
        screen(pilot).map.goto("sea-lion")
        await settled(pilot)
        assert "attrition -" in shown(pilot)
        await press(pilot, "enter")
        assert screen(pilot).question.has_focus
        await press(pilot, "b")
        assert screen(pilot).map.has_focus
        await press(pilot, "enter", "2")
        assert [record.answer for record in game.records] == [["sea-lion", "!blockade:catalunya"]]
        await press(pilot, "u")
        assert not game.records
        await press(pilot, "r")
        assert len(game.records) == 1
        await press(pilot, "u")
        screen(pilot)._typed("gulf of lion, !blockade:catalunya")
        await settled(pilot)
        assert game.records[0].answer == ["sea-lion", "!blockade:catalunya"]

    drive(app, (120, 40), play)


def test_the_foot_line_tells_the_keys_of_where_one_is_and_y_copies_the_place(
    tmp_path: Path,
) -> None:
    app = seated(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        game = screen(pilot)
        foot = game.query_one("#foot", FixedLines)
        assert "Enter takes it" in foot.rows[0]
        await press(pilot, "b")
        assert "arrows by province" in foot.rows[0]
        assert "Enter takes it" not in foot.rows[0]
        await press(pilot, "y")
        assert game.query_one("#place", FixedLines).rows[0].strip() in pilot.app.clipboard
        await press(pilot, "s")
        assert "a to the question" in foot.rows[0]
        assert "Enter takes it" not in foot.rows[0]

    drive(app, (80, 24), play)


def test_a_crowded_foot_line_keeps_who_decides_why_not_and_help() -> None:
    *_, least = shorter_hints("←↑↓→ path · Enter march · space fix · w why not · x stop here")
    assert least == "←↑↓→ path · Enter march · w why not"
    *_, least = shorter_hints("↑↓ · space takes · * all · u undo · w why not · Enter")
    assert least == "↑↓ · space takes · w why not · Enter"
    assert list(shorter_hints("y · n")) == ["y · n"]


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (60, "France 4 LD · Spain F+ (4 NWD, NTD), NGD with Doria · fort"),
        (57, "France 4 LD · Spain F+ (4 NWD, NTD), NGD with Doria …"),
        (44, "France 4 LD · Spain F+ (4 NWD, NTD) …"),
        (30, "France 4 LD …"),
        (8, "France …"),
    ],
)
def test_a_crowded_line_under_the_map_leaves_out_whole_facts(width: int, shown: str) -> None:
    row = "France 4 LD · Spain F+ (4 NWD, NTD), NGD with Doria · fort"
    facts = Facts()
    assert (row if len(row) <= width else facts.shorter(row, width)) == shown
    owned = "Birmingham, level 1 · owned by the English Royalists (at war)"
    assert facts.shorter(owned, 60) == "Birmingham, level 1 · owned by the English Royalists …"


def test_help_names_what_has_the_keys_as_players_do(tmp_path: Path) -> None:
    app = Tercio(Local(tmp_path))

    async def play(pilot: Pilot[int]) -> None:
        said = help_lines(pilot.app.screen)
        assert "The list" in said
        assert "This screen" in said
        assert not any("Scroll" in row or "OptionList" in row for row in said)
        _ = pilot.app.push_screen(LayOut())
        await settled(pilot)
        said = help_lines(pilot.app.screen)
        assert said[0] == "The line"
        assert not any(word in row for row in said for word in ("Scroll", "PlaceInput", "Submit"))
        assert "  ^w ^s          Save the position" in said

    drive(app, (80, 24), play)


def test_the_odds_are_read_from_the_side_that_is_asked(tmp_path: Path) -> None:
    app = seated(tmp_path, ("major",))

    async def play(pilot: Pilot[int]) -> None:
        here = screen(pilot)
        ask = here.table.ask
        assert ask is not None
        assert isinstance(ask.about, dict)
        assert "odds: win 61 % · draw 17 % · lose 22 %" in shown(pilot)
        assert "rout 10 % / 30 % · losses 2.1 / 3.4 LD" in shown(pilot)
        ask.about["side"] = 1
        here.look()
        await settled(pilot)
        assert "odds: win 22 % · draw 17 % · lose 61 %" in shown(pilot)
        assert "rout 30 % / 10 % · losses 3.4 / 2.1 LD" in shown(pilot)

    drive(app, (120, 40), play)


def test_the_sheet_shows_its_newest_rolls(tmp_path: Path) -> None:
    app = seated(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "Z")
        pane = pilot.app.screen.query_one(SheetPane)
        sheet = {
            "title": "Siege", "level": 3, "purpose": "undermining", "die": 5, "result": "7",
            "modifiers": [(1, f"reason {n}", "SIE-01") for n in range(40)], "effect": "breach",
        }  # fmt: skip
        pane.look(sheet, None)
        await press(pilot)
        assert pane.scroll_offset.y == pane.max_scroll_y > 0

    drive(app, (80, 24), play)


def test_help_names_ships_and_the_chapters_of_every_question_it_knows() -> None:
    assert "► your ships, ◄ theirs" in LEGEND
    assert {name for found in CHAPTERS.values() for name in found} <= set(rulebook.sections())
    ask = YesNo(who="france", name="break-off", what="Break off?")
    assert "Rules FIG: Two days of battle" in asked(ask)
    for place, chapter in (("artois", "Land"), ("sea-manche", "Naval")):
        ask = YesNo(who="france", name="intercept", what="Intercept?", about={"place": place})
        said = [row for row in asked(ask) if row.startswith("Rules")]
        assert [row.partition(": ")[2] for row in said] == [
            "Interception, generalities", f"{chapter} interception",
        ]  # fmt: skip


def test_the_sheet_is_that_of_the_fight_whose_losses_are_chosen(tmp_path: Path) -> None:
    async def suffers(phase: Phase) -> None:
        about = {"sheet": BEGINS | {"title": "Assault on Artois", "rolls": [ROLL]}}
        await YesNo(who="france", name="losses", what="Is LD lost?", about=about)

    app = Tercio(
        Local(tmp_path), keep(tmp_path, Game(tabletop().to_plain(), suffers, {"seed": 1}), "a")
    )
    app.seated = True

    async def play(pilot: Pilot[int]) -> None:
        await settled(pilot)
        assert "Assault on Artois" in shown(pilot)

    drive(app, (120, 40), play)


def test_escape_goes_back_a_step_wherever_one_is(tmp_path: Path) -> None:
    app = seated(tmp_path, TO_THE_MARCH)
    assert app.saved is not None
    game = app.saved.game

    async def play(pilot: Pilot[int]) -> None:
        here = screen(pilot)
        here.map.goto("champagne")
        await settled(pilot)
        await press(pilot, "space")
        assert here.route is not None
        assert here.route.fixed == ["champagne"]
        await press(pilot, "escape")
        assert here.route.fixed == [], "the part of the way that was fixed"
        await press(pilot, "E")
        assert isinstance(here.focused, ChroniclePane)
        await press(pilot, "escape")
        assert here.map.has_focus, "a pane is left for where the question is answered"
        await press(pilot, "escape")
        assert game.ask is not None
        assert game.ask.name == "how-many", "who moves was taken for granted, and is taken back too"
        await press(pilot, "escape", "escape", "escape")
        assert game.ask.name == "campaign"
        await press(pilot, "escape")
        assert [note.message for note in app._notifications] == [
            "This cannot be taken back freely: u asks those who must agree."
        ]

    drive(app, (120, 40), play)


def test_all_of_a_stack_moves_unless_one_asks_who(tmp_path: Path) -> None:
    app = seated(tmp_path, TO_THE_MARCH[:-1])
    assert app.saved is not None
    game = app.saved.game
    game.undo()

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "3", "enter")
        assert screen(pilot).route is not None
        assert game.records[-1].answer == ["1", "2", "navarre-2"]
        await press(pilot, "d")
        assert "Who moves from Île-de-France?" in shown(pilot)
        await press(pilot, "1", "enter")
        assert game.records[-1].answer == ["2", "navarre-2"]

    drive(app, (120, 40), play)
