"""A club night on the screen: forms, what falls due, dice, undo, the desk."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot
from textual.widgets import OptionList

import themes
from engine.eia.ledger.ledger import Ledger
from saves.store import Saved, open_game
from tests.tui.small_game import (
    drive,
    picture,
    press,
    settled,
    shown,
    terminal,  # noqa: F401 - used by every test here
)
from tui.application.app import Tercio
from tui.forms.new_campaign import read
from tui.panes.fixed_lines import FixedLines
from tui.screens.campaign import Campaign
from tui.screens.desk.desk import Desk
from tui.screens.dialogs import Agree, TypedLine
from tui.screens.new_campaign import NewCampaign
from tui.screens.pick import Pick
from tui.settings.files import Local
from tui.table.new_game import create_campaign
from tui.words.ledger import power_lines
from tui.words.line import text_of

SIZES = ((80, 24), (120, 40), (200, 60))
DECEMBER = {"first_month": "December", "first_year": 1805, "pillaging": True}


def begun(folder: Path, dice: str = "rolled", *entries: Any, **setup: Any) -> Saved:
    values, wrong = read({**DECEMBER, **setup})
    assert wrong == []
    saved = create_campaign(folder, values, dice, seed=3, name="club")
    for entry in entries:
        known = isinstance(entry, dict)
        saved.game.answer({"sure": True, **entry} if known else entry)
    return saved


def to(saved: Saved, step: str) -> None:
    """Goes on to a step."""
    ledger = state(saved)
    while ledger.now.name != step:
        saved.game.answer("done")
        ledger = state(saved)


def state(saved: Saved) -> Ledger:
    found: Any = saved.game.state
    assert isinstance(found, Ledger)
    return found


def night(pilot: Pilot[int]) -> Campaign:
    found = pilot.app.screen
    assert isinstance(found, Campaign)
    return found


def ledger(pilot: Pilot[int]) -> Ledger:
    return night(pilot).ledger


async def type_text(pilot: Pilot[int], text: str) -> None:
    keys = {" ": "space", "-": "minus", "=": "equals_sign", ",": "comma", ".": "full_stop"}
    await pilot.press(*(keys.get(letter, letter) for letter in text))


async def enter(pilot: Pilot[int], name: str, *fields: str) -> None:
    """Opens the form of an entry by keys, types into its fields, and writes it down."""
    entries = night(pilot).query_one("#entries", OptionList)
    at = entries.get_option_index(name)
    steps = at - (entries.highlighted or 0)
    await pilot.press(*(["down" if steps > 0 else "up"] * abs(steps)), "enter")
    await settled(pilot)
    for text in fields:
        await type_text(pilot, text)
        await pilot.press("enter")
    await press(pilot, "ctrl+s")


def test_what_is_offered_behind_the_caret_is_written_down_too(tmp_path: Path) -> None:
    saved = begun(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "g")
        await pilot.press("down", "enter")
        await settled(pilot)
        await type_text(pilot, "fra")
        await pilot.press("enter")
        await type_text(pilot, "x")
        await pilot.press("backspace", "enter")  # the last field: it is wanted
        assert night(pilot).form.text == "", "no letter is left: nothing is offered"
        await type_text(pilot, "aus")
        await press(pilot, "ctrl+s")
        record = saved.game.records[-1].answer
        assert isinstance(record, dict)
        assert (record["do"], record["power"], record["on"]) == ("war", "france", "austria")

    drive(Tercio(Local(tmp_path), saved), (120, 40), play)
    saved.close()


def busy(saved: Saved) -> None:
    """A campaign with something in every part of its ledger."""
    saved.game.answer({"do": "setup", "power": "france", "at_war": ["austria", "prussia"]})
    saved.game.answer({"do": "setup", "power": "britain", "at_war": ["france"]})
    to(saved, "creating alliances")
    saved.game.answer({"do": "alliance", "powers": ["russia", "prussia"], "months": 12})
    saved.game.answer(
        {"do": "peace", "sure": True, "victor": "france", "loser": "austria", "unconditional": True,
         "sphere": True}
    )  # fmt: skip
    saved.game.answer({"do": "access", "giver": "spain", "receiver": "france"})
    saved.game.answer(
        {"do": "peace", "sure": True, "victor": "france", "loser": "prussia", "months": 1}
    )
    saved.game.answer({"do": "loan", "corps": "Yorck", "owner": "prussia", "borrower": "france"})
    saved.game.answer({"do": "peace", "sure": True, "victor": "britain", "loser": "france",
                       "months": 1, "unconditional": True, "exile": {"Napoleon": "B"}})  # fmt: skip
    saved.game.answer({"do": "fleet", "fleet": "Brest", "power": "france", "ships": 20,
                       "blockaded": True})  # fmt: skip
    saved.game.answer({"do": "hulks", "power": "britain", "hulks": 3, "port": "Portsmouth",
                       "distance": 0})  # fmt: skip
    saved.game.answer({"do": "prisoners", "holder": "france", "nation": "austria",
                       "troop": "infantry", "number": 11, "money": 3, "manpower": 1})  # fmt: skip
    saved.game.answer({"do": "city", "city": "Lyon", "owner": "france", "towers": 4,
                       "capital": False, "by": "turkey", "nation": "turkey", "corps": "III",
                       "taken": "storm", "act": "pillage"})  # fmt: skip
    saved.game.answer({"do": "status", "power": "france", "victory": 31, "political_halves": 5,
                       "money": 40, "dominant": True, "zone": "dominant"})  # fmt: skip
    saved.game.answer({"do": "step-down", "power": "turkey"})
    to(saved, "naval movement")


@pytest.mark.parametrize("size", SIZES)
def test_the_ledger_and_its_forms_at_each_size(
    tmp_path: Path, snapshot: Snapshot, size: tuple[int, int]
) -> None:
    saved = begun(tmp_path)
    busy(saved)
    name = f"{size[0]}x{size[1]}"

    async def play(pilot: Pilot[int]) -> None:
        snapshot.assert_match(picture(pilot), f"list-{name}.txt")
        await press(pilot, "down", "down", "enter")
        snapshot.assert_match(picture(pilot), f"form-{name}.txt")
        for number, pane in enumerate(("due", "powers", "treaties", "board", "chronicle"), 2):
            await press(pilot, "escape", str(number))
            assert pilot.app.focused is night(pilot).query_one(f"#{pane}")
            if size[0] == 80:
                snapshot.assert_match(picture(pilot), f"{pane}-{name}.txt")

    drive(Tercio(Local(tmp_path), saved), size, play)


@pytest.mark.rule("EIA-PEACE-01", "EIA-GEN-02")
def test_a_night_is_played_by_keys_alone_and_taken_up_again(tmp_path: Path) -> None:
    async def first(pilot: Pilot[int]) -> None:
        await press(pilot, "e")
        assert isinstance(pilot.app.screen, NewCampaign)
        await press(pilot, "down")
        await type_text(pilot, "dec")
        await press(pilot, "enter")
        await type_text(pilot, "1805")
        await press(pilot, "ctrl+s")
        assert ledger(pilot).box == "December 1805, diplomacy"
        assert "Diplomacy is allowed in every phase" in shown(pilot)
        await press(pilot, "g")
        await enter(pilot, "war", "fr", "au")
        assert ledger(pilot).at_war("france", "austria")
        assert "France declares war on Austria" in shown(pilot)
        await press(pilot, "g")
        await enter(pilot, "peace", "fr", "au", "18")
        assert not ledger(pilot).wars
        assert "France over Austria to the Political Phase of June 1807" in shown(pilot)
        await press(pilot, "u")
        assert ledger(pilot).wars
        await press(pilot, "r")
        assert ledger(pilot).peaces
        await press(pilot, "g")
        await press(pilot, "q", "enter")

    async def second(pilot: Pilot[int]) -> None:
        await press(pilot, "c")
        assert ledger(pilot).box == "December 1805, victory points"
        assert ledger(pilot).peaces[0].victor == "france"
        assert "France forces a peace of 18 months on Austria." in text_of(
            night(pilot).query_one("#chronicle").lines  # type: ignore[attr-defined]
        )

    drive(Tercio(Local(tmp_path)), (120, 40), first)
    drive(Tercio(Local(tmp_path)), (120, 40), second)


def test_what_is_wrong_or_refused_is_said_before_it_is_written_down(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    to(saved, "declarations of war")

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "down", "enter")
        assert "wanted: power, on" in shown(pilot)
        await type_text(pilot, "fr")
        await press(pilot, "enter")
        await type_text(pilot, "fr")
        await press(pilot, "enter")
        verdict = night(pilot).query_one("#write", FixedLines)
        assert "not allowed: A power doesn't declare war on itself. (EIA-SET-03)" in " ".join(
            verdict.said.split()
        )
        await press(pilot, "ctrl+s")
        assert "EIA-SET-03" in shown(pilot)
        assert not ledger(pilot).wars
        await press(pilot, "up")
        await type_text(pilot, "nowhere")
        await press(pilot, "ctrl+s")
        assert night(pilot).form.wrong["on"].startswith("'nowhere' is not a major power")
        await press(pilot, "escape")
        assert pilot.app.focused is night(pilot).query_one("#entries")
        assert len(saved.game.records) == 1

    drive(Tercio(Local(tmp_path), saved), (120, 40), play)


def test_dice_of_the_table_are_typed_and_asked_for_again(tmp_path: Path) -> None:
    saved = begun(tmp_path, "typed")

    async def play(pilot: Pilot[int]) -> None:
        await enter(pilot, "hulks", "ru", "2", "Riga", "3")
        assert isinstance(pilot.app.screen, TypedLine)
        assert "Roll: Russia: hulk 1 of 2, more than 3 saves it" in shown(pilot)
        await type_text(pilot, "7")
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, TypedLine)
        await press(pilot, "escape")
        assert "A die is to be typed" in shown(pilot)
        await press(pilot, "g")
        await type_text(pilot, "43")
        await press(pilot, "enter")
        assert ledger(pilot).hulks == {"Riga": {"russia": 1}}, "4 and 3, typed at once"
        await press(pilot, "u")
        if isinstance(pilot.app.screen, Agree):
            await press(pilot, "y")
        assert isinstance(pilot.app.screen, TypedLine)

    drive(Tercio(Local(tmp_path), saved), (80, 24), play)


def test_the_mouse_alone_writes_an_entry(tmp_path: Path) -> None:
    saved = begun(tmp_path, "rolled", {"do": "setup", "power": "austria", "at_war": ["britain"]})
    saved.game.answer({"do": "on", "to": "peace"})

    async def play(pilot: Pilot[int]) -> None:
        await pilot.click("#tabs", offset=(20, 0))
        await settled(pilot)
        assert night(pilot).has_class("show-powers")
        await pilot.click("#tabs", offset=(2, 0))
        await settled(pilot)
        entries = night(pilot).query_one("#entries", OptionList)
        await pilot.click("#entries", offset=(4, entries.get_option_index("peace") + 1))
        await settled(pilot)
        for row in (0, 1, 1, 1):
            await pilot.click("#form", offset=(30, row + 1))
            await settled(pilot)
        await pilot.click("#write")
        await settled(pilot)
        (peace,) = ledger(pilot).peaces
        assert (peace.victor, peace.loser) == ("austria", "britain")

    drive(Tercio(Local(tmp_path), saved), (80, 24), play)


@pytest.mark.usefixtures("without_odds")
def test_the_desk_opens_with_what_the_ledger_knows(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    busy(saved)
    before = len(saved.game.records)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "i")
        pick: object = pilot.app.screen
        assert isinstance(pick, Pick)
        assert "The blockade of Brest" in shown(pilot)
        await press(pilot, "enter")
        desk: object = pilot.app.screen
        assert isinstance(desk, Desk)
        assert desk.kind.name == "eia-blockade-test"
        known = {"port": "Brest", "tested_this_phase": False, "blockaders": [{}]}
        assert desk.document == known
        await press(pilot, "escape", "escape")
        assert len(saved.game.records) == before

    drive(Tercio(Local(tmp_path), saved), (120, 40), play)


RAID: dict[str, Any] = {
    "harbour": 10, "guns": False, "points": 1,
    "attacker": {"name": "Great_Britain", "ships": 40, "morale": 4.0, "lost_on": 1},
    "defender": {"name": "Spain", "ships": 4, "morale": 2.0},
}  # fmt: skip


@pytest.mark.usefixtures("without_odds")
def test_a_battle_without_chits_is_not_booked(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    to(saved, "land combat")

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "i", "end", "enter")
        desk = pilot.app.screen
        assert isinstance(desk, Desk)
        corps = [{"factors": {"infantry": 9}}]
        battle = {
            side: {"name": power.title(), "nation": power, "corps": corps}
            for side, power in (("attacker", "france"), ("defender", "spain"))
        }
        desk.load({**battle, "terrain": "bog"})

        def said() -> str:
            return [note.message for note in pilot.app._notifications][-1]

        await press(pilot, "ctrl+l")
        assert said() == "Put the document right first."
        desk.load(battle)
        await press(pilot, "ctrl+r", "ctrl+l")
        assert pilot.app.screen is desk
        assert said() == "Not yet. Wanted: chits: both sides' chits."

    drive(Tercio(Local(tmp_path), saved), (120, 40), play)
    saved.close()


@pytest.mark.usefixtures("without_odds")
def test_what_the_desk_adjudicated_is_booked_into_the_ledger(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    to(saved, "declarations of war")
    saved.game.answer({"do": "war", "power": "britain", "on": "spain"})
    to(saved, "naval combat")

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "i")
        pick = pilot.app.screen
        assert isinstance(pick, Pick)
        raid = next(
            n for n, row in enumerate(pick.lines) if "raid of Great Britain on Spain" in row
        )
        await press(pilot, *["down"] * raid, "enter")
        desk = pilot.app.screen
        assert isinstance(desk, Desk)
        assert "^L into the ledger" in shown(pilot)
        desk.load(RAID)
        await press(pilot, "ctrl+l")
        assert pilot.app.screen is desk, "nothing is booked before the dice"
        await press(pilot, "ctrl+r", "ctrl+l")
        found = night(pilot)
        assert found.name_of_entry == "battle"
        assert "from the desk, 1 more to come" in str(found.form.border_title)
        assert found.form.document["winner"] == "britain"
        before = state(saved).powers["britain"].political_halves
        await press(pilot, "ctrl+s")
        assert ledger(pilot).powers["britain"].political_halves == before + 2
        assert found.name_of_entry == "port"
        assert found.form.document["captor"] == "britain"
        assert str(found.form.border_title).endswith("from the desk")
        await press(pilot, "escape")
        assert not found.has_class("writing"), "what is left out is left out"
        await press(pilot, "u")
        assert ledger(pilot).powers["britain"].political_halves == before

    drive(Tercio(Local(tmp_path), saved), (120, 40), play)


def test_a_figure_that_was_settled_is_what_the_desk_reckons_with(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    figure = "table of EscalatedAssault v Outflank"
    saved.game.answer({"do": "figure", "figure": figure, "value": "4-3"})
    saved.game.answer({"do": "figure", "figure": "infantry morale of Naples", "value": "2.5"})

    async def play(pilot: Pilot[int]) -> None:
        assert f"settled: {figure} 4-3" in " ".join(shown(pilot).split())
        there = night(pilot)
        corps = {"corps": [{"name": "I"}], "nation": "naples"}
        chits = {"attacker": "EscalatedAssault", "defender": "Outflank"}
        found = there._settle("eia-battle", {"chits": chits, "attacker": corps})
        assert found["disputed_table"] == "4-3"
        assert found["attacker"]["corps"] == [{"name": "I", "morale": 2.5}]

    drive(Tercio(Local(tmp_path), saved), (200, 60), play)


@pytest.mark.rule("EIA-GEN-01", "EIA-GEN-02", "EIA-NAV-13", "EIA-NAV-15", "EIA-TRM-02")
@pytest.mark.parametrize(
    ("step", "rules"),
    [
        ("diplomacy", ("EIA-GEN-01", "EIA-GEN-02")),
        ("naval reinforcement", ("EIA-NAV-13",)),
        ("naval movement", ("EIA-NAV-15",)),
        ("supply", ("EIA-TRM-02",)),
    ],
)
def test_table_talk_is_seen_where_it_matters(
    tmp_path: Path, step: str, rules: Sequence[str]
) -> None:
    war = {"do": "setup", "power": "prussia", "at_war": ["france"]}
    peace = {"do": "peace", "victor": "france", "loser": "prussia"}
    loan = {"do": "loan", "corps": "Yorck", "owner": "prussia", "borrower": "france"}
    fleet = {"do": "fleet", "fleet": "Brest", "power": "france", "ships": 20}
    hulk = {"do": "hulks", "power": "france", "hulks": 1, "port": "Brest", "distance": 0}
    saved = begun(tmp_path, "rolled", war, peace, loan, fleet, hulk)
    turns = ("france",) if step == "supply" else ("", "russia")
    while state(saved).now.name != step or state(saved).turn not in turns:
        saved.game.answer("done")

    async def play(pilot: Pilot[int]) -> None:
        text = text_of(night(pilot).query_one("#due").lines)  # type: ignore[attr-defined]
        assert all(rule in text for rule in rules)

    drive(Tercio(Local(tmp_path), saved), (120, 40), play)


def test_every_theme_shows_the_step(tmp_path: Path) -> None:
    saved = begun(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, Tercio)
        for name in themes.names():
            app.use_theme(name)
            await settled(pilot)
            assert "[diplomacy]" in shown(pilot)

    drive(Tercio(Local(tmp_path), saved), (120, 40), play)


def test_a_second_screen_follows_and_only_looks(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    other = open_game(tmp_path / "club")
    assert other.refusal()

    async def play(pilot: Pilot[int]) -> None:
        assert "only looked at" in shown(pilot)
        saved.game.answer({"do": "status", "power": "spain", "victory": 7})
        night(pilot).look_around()
        await settled(pilot)
        assert "Spain: 7 victory points" in text_of(
            night(pilot).query_one("#chronicle").lines  # type: ignore[attr-defined]
        )

    drive(Tercio(Local(tmp_path), other), (120, 40), play)
    saved.close()


def test_the_pen_goes_to_who_asks_while_nothing_is_written(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    other = open_game(tmp_path / "club")

    def held() -> bool:
        return saved.pen.mine

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "p")
        assert held()
        await press(pilot, "down", "enter")
        other.pen.ask()
        night(pilot).look_around()
        await settled(pilot)
        assert held(), "a form is being written"
        await press(pilot, "escape")
        night(pilot).look_around()
        await press(pilot, "p")
        assert not held(), "it goes once nothing is written"
        assert not saved.asking(), "p came too late to hand it over: it doesn't ask for it back"
        assert "p asks for it" in shown(pilot)
        other.pen.give(saved.pen.me.id)
        other.pen.ask()
        night(pilot).look_around()
        night(pilot).look_around()
        assert held(), "there was no time yet to write"
        await press(pilot, "g")
        night(pilot).look_around()
        assert not held(), "an answer was given"

    drive(Tercio(Local(tmp_path), saved), (120, 40), play)
    assert other.pen.mine
    other.close()


def test_what_is_settled_stands_in_one_order_for_all(tmp_path: Path) -> None:
    """Who typed it has it in his order, who reads it in the journal in the journal's."""
    saved = begun(tmp_path)
    ledger = state(saved)
    ledger.figures = {"victory points in N8": "8", "victory points in N2": "4"}
    typed = power_lines(ledger, 60)
    ledger.figures = dict(reversed(ledger.figures.items()))
    assert power_lines(ledger, 60) == typed
    saved.close()


def test_keys_behind_the_one_that_closes_a_list_close_nothing_more(tmp_path: Path) -> None:
    saved = begun(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "e", *"vote")
        pick = pilot.app.screen
        assert isinstance(pick, Pick)
        pick.done(None)
        pick.done(None)
        await settled(pilot)
        assert isinstance(pilot.app.screen, Campaign)

    drive(Tercio(Local(tmp_path), saved), (120, 40), play)
    saved.close()


@pytest.mark.rule("EIA-NAV-15")
def test_the_strength_of_fleets_is_not_seen_unasked(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    busy(saved)

    async def play(pilot: Pilot[int]) -> None:
        assert "Brest of France, blockaded" in shown(pilot)
        await press(pilot, "s")
        assert "Brest of France: 20 ships, blockaded" in shown(pilot)
        await press(pilot, "s")
        assert "20 ships" not in shown(pilot)

    drive(Tercio(Local(tmp_path), saved), (120, 40), play)


def test_the_palette_enters_and_rules(tmp_path: Path) -> None:
    saved = begun(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        there = night(pilot)
        deeds = {name: deed for name, _, deed in there.commands()}
        deeds["Enter vote"]()
        await settled(pilot)
        assert there.has_class("writing")
        assert there.form.border_title == "A vote on an unclear rule"
        await press(pilot, "escape")
        for text in ("points power=spain victory=3", "note Naples is French", "points power=x"):
            deeds["Umpire's ruling"]()
            await pilot.pause()
            await type_text(pilot, text)
            await press(pilot, "enter")
        assert ledger(pilot).powers["spain"].victory == 3
        assert ledger(pilot).rulings == [["Naples is French", "umpire"]]
        (said,) = [note.message for note in pilot.app._notifications]
        assert "'x' is not in this campaign" in said
        await press(pilot, "ctrl+p")
        await type_text(pilot, "go on")
        await settled(pilot)
        assert "Go on to what is due" in shown(pilot)

    drive(Tercio(Local(tmp_path), saved), (120, 40), play)


def test_what_falls_due_is_seen_on_a_small_screen_too(tmp_path: Path) -> None:
    saved = begun(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        assert "! Diplomacy is allowed in every phase" in shown(pilot)
        assert night(pilot).query_one("#entries", OptionList).highlighted == 2
        await press(pilot, "enter")
        assert ledger(pilot).now.name == "declarations of war"
        await enter(pilot, "war", "fr", "au")
        assert "» France declares war on Austria: -3 points." in shown(pilot), "what was booked"
        await press(pilot, "g")
        assert "» France" not in shown(pilot)

    drive(Tercio(Local(tmp_path), saved), (80, 24), play)


def test_what_would_overwrite_is_confirmed_on_the_screen(tmp_path: Path) -> None:
    fleet = {"do": "fleet", "fleet": "Brest", "power": "france", "ships": 20}
    saved = begun(tmp_path, "rolled", fleet)

    async def play(pilot: Pilot[int]) -> None:
        await enter(pilot, "fleet", "Brest", "spain", "20")
        assert "Brest is a fleet of France; Spain would get it." in shown(pilot)
        await press(pilot, "n")
        assert state(saved).fleets["Brest"].power == "france"
        await press(pilot, "ctrl+s", "y")
        assert state(saved).fleets["Brest"].power == "spain"
        await press(pilot, "G")
        await press(pilot, "down", "enter")
        assert state(saved).now.name == "call to allies"

    drive(Tercio(Local(tmp_path), saved), (120, 40), play)
    saved.close()
