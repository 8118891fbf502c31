"""Coats of arms and liveries: whole, told apart, legible, also without colours."""

import tomllib
from pathlib import Path

import pytest
from textual.pilot import Pilot

import themes
from engine import scenarios
from tests.tui.contrast import LEAST, VGA, XTERM, indexed, ratio
from tests.tui.small_game import (
    TO_SPAIN,
    drive,
    saved,
    screen,
    seated,
    settled,
    terminal,  # noqa: F401 - used by every test here
)
from tui.application.app import Tercio
from tui.panes.coats_of_arms import FILE, ROWS, WIDTH, Arms, pixels, shield, title_colours, wordmark
from tui.panes.head_line import HeadLine
from tui.settings.files import Local


def test_every_power_of_a_scenario_has_arms_of_one_size_and_its_own() -> None:
    sheet = tomllib.loads(FILE.read_text(encoding="utf-8"))
    powers = {power for name in scenarios.ids() for power in scenarios.read(name).powers}
    assert powers <= sheet["arms"].keys()
    for power, rows in sheet["arms"].items():
        assert [len(row) for row in rows.split()] == [WIDTH] * (2 * ROWS), power
        assert set("".join(rows.split())) <= sheet["tinctures"].keys(), power
    assert len({pixels(power) for power in sheet["arms"]}) == len(sheet["arms"])
    assert pixels("nobody-we-know") == pixels("")


@pytest.mark.parametrize("depth", [256, 16, 0])
def test_shields_are_told_apart_in_every_number_of_colours(depth: int) -> None:
    drawn = {power: shield(power, depth) for power in ("france", "spain", "turkey", "venice")}
    assert len(set(drawn.values())) == len(drawn)
    for rows in drawn.values():
        assert [len("".join(cell.text for cell in row)) for row in rows] == [WIDTH] * ROWS
        if depth == 16:
            grounds = [cell.style.bgcolor for row in rows for cell in row if cell.style]
            assert all(each is None or (each.number or 0) < 8 for each in grounds)


def test_the_wordmark_is_a_block() -> None:
    assert len({len(row) for row in wordmark().split("\n")}) == 1
    assert set(wordmark()) <= set(" ▀▄█\n")


def test_the_head_line_and_the_question_have_the_colours_of_whoever_decides(
    tmp_path: Path,
) -> None:
    app = seated(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        here = screen(pilot)
        shown = []
        for power in ("france", "spain"):
            head = here.query_one("#head", HeadLine)
            assert head.colours == title_colours(app, power)
            shown.append((head.colours, here.question.styles.border_title_background))
            for raw in TO_SPAIN if power == "france" else ():
                here.answer(raw)
                await settled(pilot)
            if power == "france":
                here.table.sit()
                here.look()
        assert shown[0] != shown[1]
        before = here.question.styles.border_title_background
        await pilot.press("question_mark")  # a dialog over the question
        app.use_theme("monochrome")
        await settled(pilot)
        assert title_colours(app, "france") is None
        assert here.question.styles.border_title_background != before
        assert here.query_one("#head", HeadLine).colours is None

    drive(app, (120, 40), play)


@pytest.mark.parametrize("name", themes.names())
def test_liveries_can_be_read_in_every_theme(name: str) -> None:
    class Themed:
        theme = name

    found = [title_colours(Themed(), power) for power in ("france", "venice", "savoy", "gujarat")]  # type: ignore[arg-type]
    for pair in found:
        assert (
            pair is None
            or min(
                ratio(indexed(pair.ink, each), indexed(pair.ground, each)) for each in (XTERM, VGA)
            )
            >= LEAST
        )


def test_the_handover_shows_the_arms_of_who_takes_the_keyboard(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert pilot.app.screen.query_one(Arms).powers == ("spain",)

    drive(Tercio(Local(tmp_path), saved(tmp_path / "small", TO_SPAIN)), (80, 24), play)
