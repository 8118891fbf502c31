"""Scrolling by keys."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App, ComposeResult
from textual.widgets import Static

from tui.panes.scrolling_lines import LinesPane
from tui.screens.reading import Reading
from tui.words.line import line

ROWS = 100


class Shown(App[None]):
    """A pane of lines and a text, both longer than their places."""

    CSS = "Static { height: auto; } LinesPane, Reading { height: 1fr; }"

    def compose(self) -> ComposeResult:
        """Both."""
        yield LinesPane(id="lines")
        with Reading(id="text"):
            yield Static("\n".join(map(str, range(ROWS))))


@pytest.mark.parametrize("name", ["lines", "text"])
def test_what_a_key_scrolls_is_there_at_once(name: str) -> None:
    """No glide begins, which would be seen a frame later; it stops at the ends."""

    async def play() -> None:
        app = Shown()
        async with app.run_test(size=(40, 24)) as pilot:
            app.animation_level = "full"
            app.query_one(LinesPane).show([line(str(row)) for row in range(ROWS)])
            await pilot.pause()
            pane = app.query_one(f"#{name}")
            page, end = pane.scrollable_content_region.height, pane.max_scroll_y
            assert 0 < page < end
            for action, at in (
                ("scroll_down", 1), ("scroll_down", 2), ("scroll_up", 1), ("page_down", 1 + page),
                ("page_up", 1), ("page_up", 0), ("scroll_end", end), ("page_down", end),
                ("scroll_home", 0),
            ):  # fmt: skip
                getattr(pane, f"action_{action}")()
                assert pane.scroll_offset.y == at, action

    asyncio.run(play())
