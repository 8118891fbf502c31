"""What screens and dialogs share."""

from __future__ import annotations

import asyncio
from math import inf
from typing import Any, cast

import pytest
from textual.app import ComposeResult
from textual.events import Key
from textual.widget import Widget

from tui.screens.dialog import Page
from tui.terminal.keys_first import Selector
from tui.terminal.output import DiffedApp

TURNS = 50  # of the loop, in which all messages are heard


class Counted(Widget):
    """Counts how often it is drawn."""

    drawn = 0

    def render(self) -> str:
        self.drawn += 1
        return str(self.drawn)


class OnePane(Page[None]):
    def compose(self) -> ComposeResult:
        yield Counted()


class OnePage(DiffedApp[None]):
    def get_default_screen(self) -> OnePane:
        return OnePane()


@pytest.mark.parametrize(("until", "more"), [(0.0, 0), (inf, 1)], ids=["no key", "a key"])
def test_what_changes_by_a_key_is_drawn_at_once(
    until: float, more: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Textual waits for the next of its moments; here that comes in an hour."""
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", 3600.0)
    monkeypatch.setattr(Selector, "until", until)

    async def change() -> int:
        async with OnePage().run_test() as pilot:
            await pilot.pause()
            pane = pilot.app.screen.query_one(Counted)
            before = pane.drawn
            pane.refresh()
            for _ in range(TURNS):
                await asyncio.sleep(0)  # a pause of the pilot would draw
            return pane.drawn - before

    assert asyncio.run(change()) == more


def test_a_key_that_is_not_heard_yet_goes_before_what_was_to_be_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", 3600.0)
    monkeypatch.setattr(Selector, "until", inf)
    monkeypatch.setattr(Selector, "undrawn", True)

    async def change() -> tuple[bool, int, bool, int, bool]:
        async with (app := OnePage()).run_test() as pilot:
            await pilot.pause()
            pane = pilot.app.screen.query_one(Counted)
            monkeypatch.setattr(Selector, "undrawn", True)
            before, screen = pane.drawn, cast(Any, app.screen)
            queue = screen._message_queue
            queue.values.append(Key("x", "x"))  # it lies there, and nobody is woken
            pane.refresh()
            screen._dirty_widgets.add(pane)
            screen._on_timer_update()
            waits, first = app.key_waits(), pane.drawn - before
            app._display(screen, None)
            still = Selector.undrawn
            queue.values.clear()
            screen._on_timer_update()
            return waits, first, still, pane.drawn - before, Selector.undrawn

    assert asyncio.run(change()) == (True, 0, True, 1, False)
