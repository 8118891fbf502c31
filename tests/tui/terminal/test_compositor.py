"""A screen is drawn in shares, what changed last before what is left, and kept as it was drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from rich.segment import Segment
from textual._compositor import ChopsUpdate
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.events import Idle
from textual.geometry import Region, Size
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widget import Widget

from tui.terminal import compositor, keys_first
from tui.terminal.compositor import DrawnInShares, RowsCompositor


class Letters(Widget):
    """Rows of one letter, counted as they are asked."""

    letter, asked = "a", 0

    def render_line(self, y: int) -> Strip:
        self.asked += 1
        return Strip([Segment(self.letter * 10)], 10)


class Shown(DrawnInShares[None]):
    """Two columns of letters."""

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield Letters(id="left")
            yield Letters(id="right")


class Screens(App[None]):
    """That screen alone."""

    CSS = "Letters { width: 10; height: 8; }"

    def get_default_screen(self) -> Shown:
        return Shown()


def shown(look: Callable[[Pilot[None], Shown, RowsCompositor], Awaitable[None]]) -> None:
    """Looks at that screen, once all of it is drawn."""

    async def run() -> None:
        async with Screens().run_test(size=(20, 8)) as pilot:
            await pilot.pause()
            screen = pilot.app.screen
            assert isinstance(screen, Shown)
            assert isinstance(screen._compositor, RowsCompositor)
            while not screen.is_drawn:
                await pilot.pause(compositor.PAUSE)
            await look(pilot, screen, screen._compositor)

    asyncio.run(run())


def drawn(rows: RowsCompositor) -> list[int]:
    """The rows of the next share."""
    update = rows.render_update(screen_stack=[])
    assert isinstance(update, ChopsUpdate)
    return [y for y, _, _ in update.spans]


def test_what_changed_last_goes_before_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compositor, "SHARE", 40)

    async def look(pilot: Pilot[None], screen: Shown, rows: RowsCompositor) -> None:
        rows._dirty_regions = {Region(0, 0, 20, 8)}
        assert drawn(rows) == [0, 1]
        rows._dirty_regions = {Region(0, 6, 20, 1)}
        assert drawn(rows) == [2, 6], "two rows, the new one among them"
        assert [*drawn(rows), *drawn(rows)] == [3, 4, 5, 7]
        assert screen.is_drawn

    shown(look)


def test_what_is_left_is_drawn_though_nothing_else_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compositor, "SHARE", 20)

    async def look(pilot: Pilot[None], screen: Shown, rows: RowsCompositor) -> None:
        sent: list[object] = []
        monkeypatch.setattr(pilot.app, "_display", lambda screen, update: sent.append(update))
        for letters in screen.query(Letters):
            letters.letter = "b"
            letters.refresh()
        while len(sent) < 8:
            await pilot.pause(compositor.PAUSE)
        assert screen.is_drawn

    shown(look)


def test_rows_that_hold_are_taken_as_they_were_drawn() -> None:
    async def look(pilot: Pilot[None], screen: Shown, rows: RowsCompositor) -> None:
        left, right = screen.query(Letters)
        anew = [strip.text for strip in rows.render_strips()]
        assert anew == ["a" * 20] * 8
        asked = left.asked, right.asked
        assert [strip.text for strip in screen.strips()] == anew
        assert (left.asked, right.asked) == asked, "nobody was asked"
        left.letter = "b"
        left.refresh(Region(0, 2, 10, 1))
        await pilot.pause(0.1)
        row = "b" * 10 + "a" * 10
        assert [strip.text for strip in screen.strips()][1:4] == [anew[0], row, anew[0]]
        left.refresh()
        rows.update_widgets({left})  # it is not drawn yet
        assert screen.strips()[0].text[:10] == "b" * 10
        left.styles.width = 15
        await pilot.pause(0.1)
        left_now = ["bbbbbbbbbb" + " " * 5 + "a" * 5] * 8
        assert [strip.text for strip in screen.strips()] == left_now

    shown(look)


@pytest.mark.parametrize("waiting", [False, True])
def test_what_a_key_changed_waits_for_no_moment_of_textuals(
    waiting: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def look(pilot: Pilot[None], screen: Shown, rows: RowsCompositor) -> None:
        monkeypatch.setattr(keys_first, "is_waiting", lambda: waiting)
        left = screen.query_one("#left")
        left.refresh()
        screen._dirty_widgets.add(left)
        event = Idle()
        await screen._on_idle(event)
        assert bool(screen._dirty_widgets) is not waiting
        assert event._no_default_action is waiting

    shown(look)


def test_a_dialog_that_knows_of_a_larger_terminal_sooner_gets_the_rows_there_are() -> None:
    async def look(pilot: Pilot[None], screen: Shown, rows: RowsCompositor) -> None:
        larger = rows.render_strips(Size(20, 12))
        assert [strip.text for strip in larger] == ["a" * 20] * 8

    shown(look)
