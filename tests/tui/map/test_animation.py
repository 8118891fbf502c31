"""Glides of the map: their pictures follow from where they begin and end; a key ends them."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.app import ComposeResult
from textual.geometry import Offset
from textual.pilot import Pilot

from engine.facts import atlas
from tests.tui.panes.test_map import VIEW
from tui.map import scene
from tui.map.animation import Viewpoint, between, viewpoint
from tui.panes.map import MapPane
from tui.terminal.output import DiffedApp

LEVELS = st.sampled_from(atlas.LEVELS["europe"])
CELLS = st.builds(Offset, st.integers(-30, 900), st.integers(-30, 300))


@given(LEVELS, CELLS, CELLS)
def test_a_window_slides_by_whole_cells_and_never_back(n: int, start: Offset, goal: Offset) -> None:
    seen = [
        viewpoint(start, n),
        *between(viewpoint(start, n), viewpoint(goal, n)),
        viewpoint(goal, n),
    ]
    assert len(set(seen)) >= len(seen) - 1, "no picture twice"
    left = [abs(goal.x * n - each.x) + abs(goal.y * 2 * n - each.y) for each in seen]
    assert left == sorted(left, reverse=True)
    for each in seen:
        assert each.scale == n
        assert each.x % n == 0 == each.y % (2 * n)


@given(LEVELS, LEVELS, CELLS, st.integers(0, 119), st.integers(0, 39))
def test_what_a_zoom_is_about_stays_where_it_is(
    n: int, other: int, origin: Offset, x: int, y: int
) -> None:
    start = viewpoint(origin, n)
    spot = (start.x + x * n, start.y + 2 * y * n)
    goal = Viewpoint(spot[0] - x * other, spot[1] - 2 * y * other, other)
    scales = [each.scale for each in (start, *between(start, goal), goal)]
    assert scales == sorted(scales, reverse=other < n)
    for each in between(start, goal):
        assert each.x + x * each.scale == pytest.approx(spot[0])
        assert each.y + 2 * y * each.scale == pytest.approx(spot[1])


class Lively(MapPane):
    """A pane whose glides go on when they are told."""

    @property
    def animates(self) -> bool:
        """As on a terminal where things may move."""
        return bool(self.app.animation_level == "full")


class Demo(DiffedApp[None]):
    """The pane alone."""

    def compose(self) -> ComposeResult:
        yield Lively(VIEW, n=3)


def run(
    monkeypatch: pytest.MonkeyPatch, work: Callable[[Pilot[None], MapPane], Awaitable[None]]
) -> None:
    monkeypatch.setattr(scene, "PICTURE", 3600.0)

    async def main() -> None:
        app = Demo()
        app.animation_level = "full"
        async with app.run_test(size=(60, 20)) as pilot:
            await work(pilot, app.query_one(MapPane))

    asyncio.run(main())


def rows(pane: MapPane) -> list[str]:
    return [pane.render_line(y).text for y in range(pane.size.height)]


def test_a_jump_is_seen_in_steps_and_done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(pilot: Pilot[None], pane: MapPane) -> None:
        pane.goto("lombardia")
        pane.arrive()
        pictures = [rows(pane)]
        pane.goto("andalucia")
        goal = pane.origin
        assert pane.window.visible(pane.cursor), "it is there for every key"
        while pane._way:
            pictures.append(rows(pane))
            pane._next_picture()
            assert pane.origin == goal
        pictures.append(rows(pane))
        assert len({tuple(picture) for picture in pictures}) == len(pictures) == 4
        pane.arrive()
        assert rows(pane) == pictures[-1]

    run(monkeypatch, work)


def test_a_zoom_goes_through_scales_between_and_a_key_ends_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(pilot: Pilot[None], pane: MapPane) -> None:
        pane.goto("lombardia")
        pane.arrive()
        for keys, n in (("plus", 2), ("minus", 3), ("minus", 5)):
            before = rows(pane)
            await pilot.press(keys)
            assert pane.level_number == n
            between = rows(pane)
            await pilot.press("f12")
            assert not pane._way
            assert len({tuple(before), tuple(between), tuple(rows(pane))}) == 3
        await pilot.press("plus", "right")
        assert not pane._way
        assert pane.level_number == 3

    run(monkeypatch, work)


def test_with_reduced_motion_nothing_glides(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(pilot: Pilot[None], pane: MapPane) -> None:
        pilot.app.animation_level = "none"
        pane.goto("andalucia")
        assert not pane._way
        pane.zoom_to(8)
        assert not pane._way

    run(monkeypatch, work)


def test_a_step_and_a_pan_are_one_picture_each(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(pilot: Pilot[None], pane: MapPane) -> None:
        origin = pane.origin
        for key, x, y in (("l", 4, 0), ("j", 0, 2), ("h", -4, 0), ("k", 0, -2)):
            await pilot.press(key)
            assert not pane._way
            assert pane.origin == origin + Offset(x, y)
            origin = pane.origin

    run(monkeypatch, work)
