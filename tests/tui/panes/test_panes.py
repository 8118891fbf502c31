"""What the panes draw, as text."""

import asyncio
from typing import Any

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.app import App, ComposeResult
from textual.widgets import Static

from engine.land.movement.march_ask import March
from engine.play.asks import Choose, Option
from engine.play.phase import Entry
from tests.engine.playing import lead, put, tabletop
from tests.tui.small_game import BEGINS, ODDS, OUTCOME, ROLL, settled, table
from tui.map.board_view import view_of
from tui.panes import chronicle
from tui.panes.ask import AskPane
from tui.panes.chronicle import ChroniclePane
from tui.panes.combat_sheet import SheetPane
from tui.panes.rounds_track import track_lines
from tui.panes.stacks import StacksPane, here_lines, own_lines
from tui.words.chronicle import entry_lines
from tui.words.combat_sheet import latest, losses, odds_lines, odds_words, sheet_lines
from tui.words.line import Bit, line, pad, text_of, width_of
from tui.words.place_line import place_rows


def entry(kind: str, sheet: dict[str, Any], record: int = 1) -> Entry:
    return Entry("S3", "france", kind, "Told.", "artois", "france", sheet, record)


def test_losses_are_bars_and_dots() -> None:
    assert [losses(number) for number in (0, 1, 2, 3, 5, 7)] == ["", ".", ":", "|", "|:", "||."]


def test_lines_are_cut_and_filled_to_a_width() -> None:
    assert text_of([pad(line("abc", Bit("def")), 4)]) == "abc…"
    assert text_of([pad(line("ab"), 4)]) == "ab  "


def test_a_battle_grows_roll_by_roll() -> None:
    assert latest([]) is None
    story = [entry("battle-begins", BEGINS)]
    fight = latest(story)
    assert fight is not None
    assert fight.sheet["rolls"] == []
    fight = latest([*story, entry("battle-roll", ROLL, 2), entry("battle-roll", ROLL, 3)])
    assert fight is not None
    assert fight.sheet["rolls"] == [ROLL, ROLL]
    whole = {**BEGINS, "rolls": [ROLL], "outcome": OUTCOME}
    fight = latest([*story, entry("battle-roll", ROLL, 2), entry("battle", whole, 4)])
    assert fight is not None
    assert (fight.sheet["rolls"], fight.sheet["told"], fight.record) == ([ROLL], "Told.", 4)


@pytest.mark.parametrize("width", [50, 89])
def test_the_sheet_is_drawn_as_players_draw_it(snapshot: Snapshot, width: int) -> None:
    sheet = {**BEGINS, "rolls": [ROLL], "outcome": OUTCOME, "told": "France wins."}
    drawn = sheet_lines(sheet, width)
    assert all(width_of(row) <= width for row in drawn)
    rows = [row.rstrip() for row in text_of(drawn).splitlines()]
    snapshot.assert_match("\n".join([*rows, ""]), f"sheet-{width}.txt")


@pytest.mark.parametrize("width", [49, 50])
def test_a_narrow_sheet_beside_a_scroll_bar_keeps_the_last_star(width: int) -> None:
    roll = {**ROLL, "roll": "pursuit", "side": 1, "die": 10, "result": 15, "losses": 7, "stars": 3}
    roll["modifiers"] = [[5, "all", "PUR-10"]]

    async def drawn() -> str:
        pane = SheetPane()

        class Narrow(App[None]):
            def compose(self) -> ComposeResult:
                yield pane

        async with Narrow().run_test(size=(width + 2, 30)) as pilot:
            pane.drawn_sheet = True
            pane.look({**BEGINS, "rolls": [roll]}, None)
            await pilot.pause()
            return text_of(pane.lines)

    rows = asyncio.run(drawn()).splitlines()
    assert all(len(row) <= width for row in rows), [len(row) for row in rows]
    assert rows[-1].endswith("10+5=15 ||. ***")


def test_a_long_name_of_a_leader_hides_none_of_his_values() -> None:
    sides = [{**side, "leader": "Anonymous conquistador 1"} for side in BEGINS["sides"]]
    drawn = text_of(sheet_lines({**BEGINS, "sides": sides}, 49))
    ours = " ".join(row.split("│")[0].strip() for row in drawn.splitlines())
    values = "·".join(map(str, sides[0]["values"]))
    assert f"Anonymous conquistador 1 {values}" in ours


def test_a_battle_at_sea_counts_ships_says_who_has_the_wind_and_cuts_no_fleet() -> None:
    fleet = "F+ (10 NGD, NTD), 2 VGD, NTD, F- (4 NWD)"
    sides = [{**BEGINS["sides"][0], "units": fleet, "thirds": 39, "ships": {}, "wind": True},
             {**BEGINS["sides"][1], "ships": {}, "wind": False}]  # fmt: skip
    roll = {**ROLL, "losses": 4}
    for width in (50, 90):
        drawn = sheet_lines({**BEGINS, "sides": sides, "rolls": [roll]}, width)
        assert all(width_of(row) <= width for row in drawn)
        ours = " ".join(row.split("│")[0].strip() for row in text_of(drawn).splitlines())
        assert fleet in ours
        assert "13 ND" in ours
        assert "windward" in ours
        assert text_of(drawn).count("windward") == 1
        said = [why for row in drawn for bit in row for why in bit.why]
        assert "1 1/3 ND." in said
        assert " LD" not in text_of(drawn)


def test_every_modifier_of_the_sheet_says_why() -> None:
    drawn = sheet_lines({**BEGINS, "rolls": [ROLL]}, 60)
    said = [why for row in drawn for bit in row for why in bit.why]
    assert any("+2 Fire differential (DRM-03); -1 second day (DRM-05)" in why for why in said)
    assert any("+1 veteran (PAR-21)" in why for why in said)


def test_odds_of_a_battle_and_of_each_choice() -> None:
    assert "win 61 % · draw 17 % · lose 22 %" in text_of(odds_lines(ODDS))
    both = text_of(odds_lines({"attempt": ODDS, "stay": ODDS}))
    assert "break off:" in both
    assert "fight on:" in both
    siege = {"undermine": {"-": 0.5, "B": 0.5}, "falls_within": [0.1, 0.2],
             "assault": {"falls": 0.29, "losses": 1.8}}  # fmt: skip
    drawn = text_of(odds_lines(siege))
    assert "nothing 50 % · breach 50 %" in drawn
    assert "1: 10 % · 2: 20 %" in drawn
    assert "assault now: 29 %, 1.8 LD lost" in drawn


def test_odds_in_a_few_words_for_the_border_of_the_question() -> None:
    assert odds_words(ODDS) == "win 61 % · draw 17 % · lose 22 %"
    assert odds_words({"attempt": ODDS, "stay": ODDS}) == "break off: win 61 % · fight on: win 61 %"
    siege = {"undermine": {"-": 0.7, "B": 0.2, "S-": 0.1}, "falls_within": [0.1, 0.2],
             "assault": {"falls": 0.29, "losses": 1.8}}  # fmt: skip
    assert (
        odds_words(siege)
        == "nothing 70 % · breach 20 % · falls within 2 rounds 20 % · assault 29 %"
    )
    assert odds_words({"falls": 0.4, "losses": 1.0}) == "the assault takes it 40 %"
    assert not odds_words({})


def test_the_track_tells_where_we_are_and_what_comes() -> None:
    drawn = text_of(track_lines(table()))
    assert "[S3]" in drawn
    assert "next: W3 50 % (extended) · S4 50 %" in drawn
    assert "W4 + Farnese comes back" in drawn
    state = tabletop(box="End")
    assert "The rounds are over." in text_of(track_lines(state))


def test_stacks_tell_strength_leader_and_supply() -> None:
    state = table()
    drawn = text_of(here_lines(state, "ile-de-france", "france"))
    assert "▲ France  2 A+ = 8 LD" in drawn
    assert "supply full here" in drawn
    assert "Henri IV  2·3·3 siege 1  rank A" in drawn
    assert "▼ Spain" in text_of(here_lines(state, "artois", "france"))
    own = text_of(own_lines(state, "france"))
    assert "Picardie  LD" in own
    assert "France  1000 ducats · stability +0 · major" in own


def test_leaders_whose_troops_are_gone_are_not_taken_for_those_of_the_enemy() -> None:
    state = table()
    lead(state, "spain", "artois", "farnese")
    for unit in list(state.units_at("artois")):
        state.remove(unit)
    drawn = text_of(here_lines(state, "artois", "france"))
    assert "▼ Spain  no troops" in drawn
    assert drawn.index("no troops") < drawn.index("Farnese")


def test_an_entry_of_a_roll_says_its_modifiers_and_leads_to_its_place() -> None:
    drawn = entry_lines(entry("roll", ROLL), 40)
    assert drawn[0][1].place == "artois"
    assert "+2 Fire differential (DRM-03)" in drawn[0][1].why[0]


def test_the_board_is_seen_by_a_side() -> None:
    state = table()
    state.land.pillages["picardie"] = ["-"]
    view = view_of(state, "france")
    marks = {(stack.place, stack.relation, stack.strength) for stack in view.stacks}
    assert ("ile-de-france", "ours", 8) in marks
    assert ("artois", "enemy", 5) in marks
    assert view.owners["paris" if "paris" in view.owners else "ile-de-france"] == "france"
    assert [mark.place for mark in view.marks] == ["picardie"]
    put(state, "spain", "ile-de-france", "LD", position="inside")
    first, second = place_rows(state, "ile-de-france", "france", fog=())
    assert "Paris" in first
    assert "France 8 LD with Henri IV" in second
    assert "Spain inside 1 LD" in second


def test_what_stands_beside_a_scroll_bar_is_folded_before_it() -> None:
    pane = StacksPane()

    class Narrow(App[None]):
        def compose(self) -> ComposeResult:
            yield pane

    async def drawn(rows: int) -> list[int]:
        async with Narrow().run_test(size=(32, 12)) as pilot:
            pane.here, pane.own = [line("locked in 2 long battles, here")] * rows, []
            pane.draw()
            await pilot.pause()
            return [width_of(row) for row in pane.lines]

    assert max(asyncio.run(drawn(2))) == 30, "all of the pane"
    pane = StacksPane()
    assert max(asyncio.run(drawn(20))) <= 29, "the bar covers the last column"


class Beside(App[int]):
    """The chronicle under a pane that grows."""

    def compose(self) -> ComposeResult:
        yield Static("", id="above")
        yield ChroniclePane()


def test_a_long_chronicle_is_laid_out_once_its_width_has_come_to_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work() -> None:
        app = Beside()
        async with app.run_test(size=(60, 24)) as pilot:
            pane = app.query_one(ChroniclePane)
            told = "The French march to Milano and lay siege to it."
            pane.look([Entry("S1", "", "move", told, "", "") for _ in range(chronicle.LONG + 1)])
            await settled(pilot)
            drawn = len(pane.lines)
            for rest, rows in ((3600, 1), (0.001, 2)):
                monkeypatch.setattr(chronicle, "REST", rest)
                await pilot.resize_terminal(40 + rows, 24)
                await settled(pilot)
                await pilot.pause(0.01)
                assert len(pane.lines) == 1 + rows * (drawn - 1), "below the heading"
                assert pane.scroll_offset.y + pane.size.height == len(pane.lines)

    asyncio.run(work())


def test_what_can_be_asked_in_a_long_chronicle_is_found_as_it_is_laid_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not in all of it at the end: a key that came then waited for that."""
    looked = list[int]()
    real = ChroniclePane._find_spots

    def watched(pane: ChroniclePane, first: int) -> None:
        looked.append(len(pane.lines) - first)
        real(pane, first)

    async def work() -> None:
        app = Beside()
        async with app.run_test(size=(60, 24)) as pilot:
            pane = app.query_one(ChroniclePane)
            told = "The French march to Milano and lay siege to it."
            story = [Entry("S1", "", "move", told, "milano", "")] * (chronicle.LONG + 1)
            pane.look(story, "the French march")
            await settled(pilot)
            spots = len(pane.spots)
            assert spots > chronicle.LONG
            monkeypatch.setattr(ChroniclePane, "_find_spots", watched)
            monkeypatch.setattr(chronicle, "REST", 0.001)
            await pilot.resize_terminal(41, 24)
            await settled(pilot)
            await pilot.pause(0.01)
            assert pane.wide == 41 - 2, "in its frame"
            assert looked == [1], "what has happened in short"
            assert len(pane.spots) == spots
            found = list(pane.spots)
            real(pane, 0)
            assert pane.spots == found

    asyncio.run(work())


def test_what_is_told_before_a_width_has_come_to_rest_is_laid_out_with_all_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = "The French march to Milano and lay siege to it."
    story = [Entry("S1", "", "move", told, "", "") for _ in range(chronicle.LONG + 1)]

    async def work() -> None:
        app, alone = Beside(), ChroniclePane()
        async with app.run_test(size=(60, 24)) as pilot:
            pane = app.query_one(ChroniclePane)
            pane.look(story)
            await settled(pilot)
            monkeypatch.setattr(chronicle, "REST", 3600)
            await pilot.resize_terminal(41, 24)
            await settled(pilot)
            rows = len(pane.lines)
            pane.look([*story, story[0]])
            assert len(pane.lines) == rows + 1, "as wide as the others"
            pane._lay_out_beside()
            await asyncio.sleep(0)
            pane.look([*story, story[0], story[1]])
            await settled(pilot)
            await app.mount(alone)
            await settled(pilot)
            alone.look([*story, story[0], story[1]])
            await settled(pilot)
            assert [text_of([each]) for each in pane.lines] == [
                text_of([each]) for each in alone.lines
            ]
            assert pane.ends == alone.ends
            assert pane.spots == alone.spots

    asyncio.run(work())


def test_the_chronicle_stays_at_its_end_when_another_pane_grows() -> None:
    async def work() -> None:
        app = Beside()
        async with app.run_test(size=(60, 24)) as pilot:
            pane, above = app.query_one(ChroniclePane), app.query_one("#above")
            story = [Entry("S1", "", "move", f"Step {number}.", "", "") for number in range(60)]
            for height in (2, 9, 4):
                above.styles.height = height
                pane.look(story)
                await settled(pilot)
                assert pane.size.height == 22 - height
                assert pane.scroll_offset.y + pane.size.height == len(pane.lines)
                story = [*story, Entry("S1", "", "move", "One more.", "", "")]

    asyncio.run(work())


def test_a_list_that_comes_again_stands_where_something_was_taken() -> None:
    """After each purchase the list began at its top again, and after Escape the line that had been
    taken back was no longer marked."""

    def question(*answers: str, enter: str | None) -> Choose:
        options = [Option("done", "nothing more"), *(Option(each, each) for each in answers)]
        return Choose(who="france", name="buy", what="What?", options=options, enter=enter,
                      done="done")  # fmt: skip

    class Asking(App[int]):
        def compose(self) -> ComposeResult:
            yield AskPane("ask")

    async def play() -> None:
        app = Asking()
        async with app.run_test(size=(60, 12)) as pilot:
            pane = app.query_one(AskPane)

            async def marked(ask: Choose, number: int) -> str:
                pane.ask(ask, number=number)
                await settled(pilot)
                assert pane.prompt is not None
                return str(pane.prompt.about_to())

            assert await marked(question("a", "b", "c", enter="done"), 3) == "done"
            pane.press("3")
            assert await marked(question("a", "b", "c", enter="done"), 4) == "b"
            assert await marked(question("a", "c", enter="done"), 4) == "done"  # none is left
            assert await marked(question("a", "b", "c", enter="a"), 5) == "a"  # the usual
            assert await marked(question("a", "b", "c", enter="a"), 3) == "b"  # taken back
            pane.press("1")
            assert await marked(question("a", "b", enter=None), 9) == "done"

    asyncio.run(play())


@pytest.mark.parametrize(
    ("width", "title"),
    [(80, "Where does France's A+ go from Artois?"), (30, "France: where to march?")],
)
def test_where_the_question_has_no_room_its_title_says_what_is_asked(
    width: int, title: str
) -> None:
    """The lines below name the stack and the place that it comes from."""
    state = tabletop()
    units = put(state, "france", "artois", "A+")
    ask = March(who="france", name="march", what="Where does France's A+ go from Artois?",
                state=state, alliance="france", place="artois", units=units,
                leaders=[])  # fmt: skip

    class Asking(App[int]):
        CSS = "AskPane { border: solid white; }"

        def compose(self) -> ComposeResult:
            yield AskPane("ask")

    async def play() -> None:
        app = Asking()
        async with app.run_test(size=(width, 12)) as pilot:
            pane = app.query_one(AskPane)
            pane.ask(ask)
            await settled(pilot)
            assert str(pane.border_title) == title

    asyncio.run(play())
