"""The line above the form: typed, the form follows; the form changed, the line says it again."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.adjudicator import KINDS, resolve
from tests.tui.screens.desk.test_desk import desk, opened, reckoned, seen, type_text
from tests.tui.small_game import (
    drive,
    terminal,  # noqa: F401 - used by every test here
)
from tui.application.app import Tercio
from tui.panes.fixed_lines import FixedLines
from tui.screens.desk.in_words import line_of
from tui.settings.files import Local

ARTOIS = "2A+ Condé v A+ LD Farnese tercios, plain, 1597"


def said(pilot: Pilot[int]) -> str:
    return " ".join(" ".join(desk(pilot).query_one("#said", FixedLines).rows).split())


def test_a_typed_line_fills_the_form_and_says_what_it_assumed(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        found = await opened(pilot)
        await pilot.press("ctrl+f")
        found.line.value = ""
        for letter in ARTOIS:
            found.line.insert_text_at_cursor(letter)
        await pilot.pause()
        await reckoned(pilot)
        sides = found.document["sides"]
        assert [each["leader"] for each in sides] == ["grand-conde", "farnese"]
        assert sides[1]["units"] == ["A+", "LD"]
        assert "the first side attacks." in said(pilot)
        assert "exact, over every die" in seen(pilot)
        await pilot.press("enter")
        assert found.form.has_focus
        assert found.line.value == ARTOIS

    drive(Tercio(Local(tmp_path)), (120, 40), play)


def test_a_line_of_another_kind_changes_the_kind(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        found = await opened(pilot)
        await pilot.press("ctrl+f")
        found.line.value = "siege of Milano 3, A+ 2LD french v LD"
        await pilot.pause()
        assert found.kind.name == "undermine"
        assert found.document["fortress"] == 3

    drive(Tercio(Local(tmp_path)), (80, 24), play)


def test_what_cannot_be_read_is_said_and_the_form_keeps_what_it_had(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        found = await opened(pilot)
        before = found.document
        await pilot.press("ctrl+f")
        found.line.value = "2A+ Condé v A+ Farneze"
        await pilot.pause()
        assert "did you mean farnese?" in " ".join(seen(pilot).split())
        assert found.document == before
        found.line.value = "\x1b]52;" + "x" * 10_000
        await pilot.pause()
        assert found.document == before
        assert "\x1b" not in seen(pilot)

    drive(Tercio(Local(tmp_path)), (120, 40), play)


def test_a_line_that_cannot_be_read_is_not_rolled_as_what_the_form_holds(tmp_path: Path) -> None:
    """The battle that the form still held was rolled, below a line that says another."""

    async def play(pilot: Pilot[int]) -> None:
        found = await opened(pilot)
        await pilot.press("ctrl+f")
        found.line.value = "2A+ Condé v A+ Farneze"
        await pilot.pause()
        for key in ("ctrl+r", "ctrl+t"):
            await pilot.press(key)
            assert not found.rolled
            assert found.line.has_focus
            assert "did you mean farnese?" in " ".join(seen(pilot).split())
        await pilot.press("ctrl+f", "x")
        assert found.line.value == "x", "a second time it is replaced too"
        await pilot.press("backspace")
        await pilot.pause()
        assert not found.complaints
        await reckoned(pilot)
        await pilot.press("ctrl+r")
        assert found.rolled

    drive(Tercio(Local(tmp_path)), (120, 40), play)


def test_the_line_follows_the_form(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        found = await opened(pilot)
        await pilot.press("ctrl+f")
        found.line.value = ARTOIS
        await pilot.press("enter")
        found.form.goto("terrain")
        await type_text(pilot, "mountain")
        await pilot.press("enter")
        await pilot.pause()
        exact = (
            "=france 2A+ musket #grand-conde veteran phasing"
            " v =spain 1A+ 1LD musket #farnese veteran tercios, mountain, turn 22"
        )
        assert found.line.value == exact
        found.form.goto("interception")
        await pilot.press("right")
        await pilot.pause()
        assert found.line.value == exact.replace(", turn", ", interception battle, turn")
        found.form.goto("sides[0].stability")
        await type_text(pilot, "2")
        await pilot.press("enter")
        await pilot.pause()
        assert found.line.value == ""  # a line can't say the stability

    drive(Tercio(Local(tmp_path)), (120, 40), play)


@pytest.mark.parametrize("kind", ["battle", "naval-battle", "undermine", "assault"])
def test_an_example_says_itself_or_nothing(kind: str) -> None:
    """A line is shown only where, read again, it is the same situation."""
    example = resolve.kind_of(kind).example
    assert line_of(kind, {**example, "stranger": 1}) == ""
    if kind == "battle":
        assert line_of(kind, example) == (
            "=france 2A+ musket 2·4·2 veteran phasing"
            " v =spain 1A+ 1LD musket 4·2·3 veteran tercios retreats, plain, period III"
        )


def test_kinds_without_a_line_show_none() -> None:
    silent = [kind for kind in KINDS if not line_of(kind, resolve.kind_of(kind).example)]
    assert {"levies", "eia-siege", "explore"} <= set(silent)
