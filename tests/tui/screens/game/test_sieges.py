"""Sieges: what a besieger knows before he decides, and the card of the siege that one looks at."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.games.game import Game
from engine.rounds import rounds
from engine.sequence import siege_outlook, siege_segment
from engine.state.land import Siege
from saves.store import Saved, keep
from tests.engine.playing import lead, put
from tests.engine.siegeworks import besieging
from tests.tui.small_game import by_lines, drive, press, screen, settled, shown, sitting
from tui.panes.combat_sheet import SheetPane
from tui.words.line import text_of
from tui.words.siege_card import card

DICE = {"dice": "typed", "seats": {"france": "france", "spain": "spain"}}


def two_sieges(store: Path, *answers: object) -> Saved:
    """France before Artois, and from an earlier turn before Hainaut."""
    state = besieging("+", level=2)
    put(state, "france", "artois", "A+", "LD")
    lead(state, "france", "artois", "bonaparte")
    put(state, "spain", "artois", "LD", position="inside")
    put(state, "france", "hainaut", "LD")
    state.land.owners["hainaut"] = "spain"
    state.land.levels["hainaut"] = 1
    state.land.sieges["hainaut"] = Siege("france", continued=True)
    game = Game(state.to_plain(), siege_segment.siege, {"seed": 7, "title": "Two sieges", **DICE})
    kept = keep(store, game, "sieges")
    for answer in answers:
        kept.game.answer(answer)
    return kept


def test_an_undermining_is_weighed_as_exactly_as_it_is_rolled(tmp_path: Path) -> None:
    state = two_sieges(tmp_path).game.state
    found = siege_outlook.before_undermining(state, "artois")
    likely = siege_outlook.chances(state, "artois")["undermine"]
    assert found["odds"]["win"] == likely["B"] + likely["B/WH"] + likely["R"]
    assert sum(found["odds"].values()) == pytest.approx(1)
    state.land.sieges["artois"].works = []
    without = siege_outlook.before_undermining(state, "artois")["odds"]["win"]
    weighs = {why: chance for why, _, chance in found["why"]}
    assert weighs["siegeworks"] == pytest.approx(found["odds"]["win"] - without)


def test_an_assault_is_weighed_against_the_one_without_each_reason(tmp_path: Path) -> None:
    state = two_sieges(tmp_path).game.state
    found = siege_outlook.before_assault(state, "artois", breach=False)
    assert found["odds"]["win"] == siege_outlook.chances(state, "artois")["assault"]["falls"]
    assert "fortress level" in {why for why, _, _ in found["why"]}
    assert [side["country"] for side in found["sides"]] == ["france", "spain"]


def test_a_siege_is_expected_to_end_by_rounds_and_within_the_turn(tmp_path: Path) -> None:
    state = two_sieges(tmp_path).game.state
    found = siege_outlook.expectation(state, "artois")
    assert list(found.within) == sorted(found.within)
    assert found.within[found.even_round - 1] >= 0.5 if found.even_round else found.within[-1] < 0.5
    assert found.this_turn is not None
    assert found.within[0] <= found.this_turn <= found.within[-1]
    state.sequence.box = rounds.END
    over = siege_outlook.expectation(state, "artois")
    assert over.this_turn is None, "the phase is over: a chance before the turn ends was told"
    assert "no round is left this turn" in siege_outlook.expectation_words(over)


def test_a_besieger_by_lines_reads_both_sides_and_the_odds(tmp_path: Path) -> None:
    said = by_lines(two_sieges(tmp_path), "artois")
    assert "a breach or surrender" in said
    assert "takes it" in said
    assert "falls within 1, 2, 3 rounds" in said


def test_p_tells_a_siege_by_lines(tmp_path: Path) -> None:
    said = by_lines(two_sieges(tmp_path, "artois", "undermine", 4), "p artois", "p hainaut")
    assert "last roll (S3): die 4" in said
    assert "continued from an earlier turn" in said


def test_who_is_too_few_to_undermine_is_told_so(tmp_path: Path) -> None:
    state = two_sieges(tmp_path).game.state
    state.land.levels["hainaut"] = 3
    assert "too few to undermine" in text_of(card(state, "hainaut", []).lines(60))


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50)])
def test_the_siege_under_the_cursor_is_not_overwritten_by_another(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = sitting(two_sieges(tmp_path, "artois", "undermine", 4))

    async def play(pilot: Pilot[int]) -> None:
        here = screen(pilot)
        here.goto("artois")
        await settled(pilot)
        await press(pilot, "Z")
        pane = here.query_one(SheetPane)
        assert str(pane.border_title) == "Siege of Artois"
        assert "last roll (S3): die 4" in shown(pilot)
        here.goto("hainaut")
        await settled(pilot)
        here.cursor_rested()
        assert str(pane.border_title) == "Siege of Hainaut"

    drive(app, size, play)


def test_a_siege_that_was_lifted_while_it_is_shown_is_drawn_in_another_width(
    tmp_path: Path,
) -> None:
    """Programs play on before the panes are looked at again: a terminal is made wider meanwhile."""
    app = sitting(two_sieges(tmp_path, "artois", "undermine", 4))

    async def play(pilot: Pilot[int]) -> None:
        here = screen(pilot)
        here.goto("artois")
        await settled(pilot)
        await press(pilot, "Z")
        del here.table.game.state.land.sieges["artois"]
        pane = here.query_one(SheetPane)
        pane.on_resize()
        assert "last roll (S3): die 4" in shown(pilot)

    drive(app, (80, 24), play)


@pytest.mark.parametrize("width", [40, 52, 78])
def test_a_card_keeps_to_its_width(tmp_path: Path, width: int) -> None:
    game = two_sieges(tmp_path, "artois", "undermine", 4).game
    drawn = text_of(card(game.state, "artois", game.story).lines(width)).splitlines()
    assert max(map(len, drawn)) <= width
