"""All commands in a list, found by letters of their names."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.geometry import Region
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widgets import Input

from tests.tui.small_game import (
    TO_THE_MARCH,
    drive,
    press,
    seated,
    settled,
    shown,
    terminal,  # noqa: F401 - used by every test here
)
from tui.application.commands import commands
from tui.screens.dialog import Over
from tui.screens.finding.palette import Palette
from tui.screens.finding.search import Found, FoundList
from tui.screens.game.game import GameScreen
from tui.screens.rules import Rules
from tui.screens.settings import Settings
from tui.screens.statistics import Statistics
from tui.words.line import Line

SIZES = [(40, 12), (80, 24), (200, 60)]


def listed(pilot: Pilot[int]) -> list[str]:
    return [one.text for one in pilot.app.screen.query_one(FoundList).rows.found]


def marked(pilot: Pilot[int]) -> str:
    chosen = pilot.app.screen.query_one(FoundList).chosen
    return "" if chosen is None else chosen.text


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_all_commands_are_listed_found_by_letters_and_done(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = seated(tmp_path, TO_THE_MARCH)

    async def play(pilot: Pilot[int]) -> None:
        there = [one.title(app.screen) for one in commands(app, app.screen)]
        await press(pilot, "ctrl+p")
        assert listed(pilot) == there
        assert marked(pilot) == there[0] == "Find a province  (/)"
        assert "Find a province" in shown(pilot)
        await press(pilot, *"stdi")
        assert marked(pilot) == "Statistics: dice and losses  (z)"
        assert "Statistics: dice" in shown(pilot)
        assert all(has_in_order(name, "stdi") for name in listed(pilot))
        await press(pilot, "x")
        assert listed(pilot) == []
        assert "no command has" in shown(pilot)
        await press(pilot, "enter")
        assert isinstance(app.screen, Palette), "there is nothing to do"
        await press(pilot, "backspace", "enter")
        assert isinstance(app.screen, Statistics)

    drive(app, size, play)


def has_in_order(name: str, letters: str) -> bool:
    rest = iter(name.lower())
    return all(letter in rest for letter in letters)


def test_the_letters_that_were_typed_are_marked(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "ctrl+p", *"lay out")
        found = pilot.app.screen.query_one(FoundList)
        typed = [bit.text for bit in found.lines[0] if bit.style == "typed"]
        assert "".join(typed) == "Layout", "but for the blank between them"
        strip = found.render_line(0)
        lined = [part.text for part in strip if part.style is not None and part.style.underline]
        assert "".join(lined) == "Layout"
        assert {part.style.bgcolor for part in strip if part.style is not None} != {
            part.style.bgcolor for part in found.render_line(4) if part.style is not None
        }, "the marked line is seen"

    drive(seated(tmp_path, TO_THE_MARCH), (80, 24), play)


def test_what_fits_best_comes_first(tmp_path: Path) -> None:
    """Letters together count more than letters apart, and most where words begin."""

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "ctrl+p", *"pi")
        first, second, *others = listed(pilot)
        assert {first, second} == {"Go to Picardie", "Save a picture of the screen"}
        assert others, "that have both letters, apart"
        await press(pilot, "escape", "ctrl+p", *"rule", "enter")
        assert isinstance(pilot.app.screen, Rules)

    drive(seated(tmp_path, TO_THE_MARCH), (80, 24), play)


def test_arrows_go_round_and_pages_stop_at_the_ends(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "ctrl+p")
        names = listed(pilot)
        for key, at in (("down", 1), ("up", 0), ("up", -1), ("down", 0), ("pagedown", 10),
                        ("pageup", 0), ("pageup", 0), ("shift+end", -1), ("pagedown", -1),
                        ("shift+home", 0)):  # fmt: skip
            await press(pilot, key)
            assert marked(pilot) == names[at], key
            assert names[at] in shown(pilot), key

    drive(seated(tmp_path, TO_THE_MARCH), (80, 24), play)


def test_escape_and_a_click_beside_it_do_nothing_and_it_opens_anew(tmp_path: Path) -> None:
    app = seated(tmp_path, TO_THE_MARCH)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "ctrl+p", *"sta", "escape")
        assert isinstance(app.screen, GameScreen)
        await press(pilot, "ctrl+p")
        assert app.screen.query_one(Input).value == ""
        await press(pilot, "ctrl+p")
        assert [isinstance(one, Palette) for one in app.screen_stack].count(True) == 1
        await pilot.click(offset=(1, 1))
        await settled(pilot)
        assert isinstance(app.screen, GameScreen)

    drive(app, (120, 40), play)


def test_a_click_does_a_command_and_the_wheel_scrolls(tmp_path: Path) -> None:
    app = seated(tmp_path, TO_THE_MARCH)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "ctrl+p")
        found = app.screen.query_one(FoundList)
        await pilot._post_mouse_events([events.MouseScrollDown], found)
        await settled(pilot)
        assert found.scroll_offset.y > 0
        await press(pilot, *"keys")
        row = listed(pilot).index("Settings and keys")
        at = [number for number, _ in found.rows.of].index(row)
        await pilot.click(FoundList, offset=(3, at + 1))
        await settled(pilot)
        assert isinstance(app.screen, Settings), "what is said under a command is it too"

    drive(app, (80, 24), play)


def test_it_follows_a_window_that_changes_its_size(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "ctrl+p", *"theme", "down")
        before = marked(pilot)
        for size in ((200, 60), (30, 9), (120, 40)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            assert marked(pilot) == before
        assert before in shown(pilot)

    drive(seated(tmp_path, TO_THE_MARCH), (80, 24), play)


def test_what_is_typed_at_once_behind_its_key_is_typed_into_it(tmp_path: Path) -> None:
    """Keys come in one piece over a slow line, before anything is drawn."""

    async def play(pilot: Pilot[int]) -> None:
        for key in ("ctrl+p", *"statis", "enter"):
            pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await settled(pilot)
        assert isinstance(pilot.app.screen, Statistics)

    drive(seated(tmp_path, TO_THE_MARCH), (80, 24), play)


def test_a_letter_draws_nothing_of_what_lies_beneath(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beneath = list[Region]()
    real = Over.render_lines

    def watched(screen: Over[object], crop: Region) -> list[Strip]:
        beneath.append(crop)
        return real(screen, crop)

    monkeypatch.setattr(Over, "render_lines", watched)

    async def play(pilot: Pilot[int]) -> None:
        for key in ("ctrl+p", "slash"):
            await press(pilot, key)
            assert beneath, "all is drawn once when it opens"
            for letter in "mit" if key == "ctrl+p" else "x":
                beneath.clear()
                await press(pilot, letter)
                assert beneath == []
            await press(pilot, "escape")

    drive(seated(tmp_path, TO_THE_MARCH), (120, 40), play)


@pytest.mark.parametrize("key", ["ctrl+p", "slash"])
def test_an_arrow_draws_the_row_that_was_marked_and_the_one_that_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """Until the list scrolls."""
    drawn = set[int]()
    real = FoundList.render_line

    def watched(pane: FoundList, y: int) -> Strip:
        drawn.add(y)
        return real(pane, y)

    monkeypatch.setattr(FoundList, "render_line", watched)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, key, *("a" if key == "slash" else ""))
        found = pilot.app.screen.query_one(FoundList)
        for at in (1, 2):
            drawn.clear()
            await press(pilot, "down")
            assert drawn == {*found.rows.of_one(at - 1), *found.rows.of_one(at)}
        await press(pilot, "up", "up")
        drawn.clear()
        await press(pilot, "up")
        assert marked(pilot) == listed(pilot)[-1]
        assert marked(pilot) in shown(pilot)
        assert len(drawn) == (found.size.height if found.max_scroll_y else 2)

    drive(seated(tmp_path, TO_THE_MARCH), (120, 40), play)


def test_only_rows_that_are_seen_are_made(tmp_path: Path) -> None:
    """However many commands there are."""
    app = seated(tmp_path, TO_THE_MARCH)
    made = set[int]()

    class Watched(Found):
        def row(self, number: int) -> Line:
            made.add(self.gives)
            return super().row(number)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "ctrl+p")
        found = app.screen.query_one(FoundList)
        found.offer([Watched(f"number {n}", n) for n in range(10_000)], "")
        await settled(pilot)
        assert made == set(range(found.size.height))
        found.choose(9_999)
        await settled(pilot)
        assert made == set(range(found.size.height)) | set(
            range(10_000 - found.size.height, 10_000)
        )

    drive(app, (80, 24), play)


def test_what_is_too_long_for_its_row_ends_with_a_mark(tmp_path: Path) -> None:
    """The mark stood beneath the scroll bar, which had come without a new layout."""
    app = seated(tmp_path, TO_THE_MARCH)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "ctrl+p", *"theme")
        assert pilot.app.screen.query_one(FoundList).show_vertical_scrollbar
        [row] = [row for row in shown(pilot).splitlines() if "A sea chart on paper" in row]
        assert "…" in row

    drive(app, (80, 24), play)
