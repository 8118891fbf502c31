"""The map pane: what it draws, as text with a digest of its colours, and how it moves."""

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color
from textual.app import App, ComposeResult
from textual.geometry import Offset, Size

import themes
from engine.facts import atlas, board
from tui.map.cells import UNDER, Cell
from tui.map.raster import Raster
from tui.map.style_runs import segments
from tui.map.symbols import stack_text
from tui.map.view import MapView, Mark, StackMark
from tui.map.viewport import Viewport
from tui.panes.map import MapPane

OWNERS = {place.id: place.owner_1492 for place in board.provinces().values() if place.owner_1492}
STACKS = (
    StackMark("savoia", "france", "ours", 7, "A"),
    StackMark("veneto", "venice", "neutral", 4, "C"),
    StackMark("veneto", "france", "ours", 3, "B"),
    StackMark("campania", "spain", "enemy", 12, "A"),
    StackMark("toscana", "spain", "enemy", 2, inside=True),
)
VIEW = MapView(
    owners=OWNERS,
    controllers={"romagna": "france"},
    fortresses={place.id: place.fortress for place in board.provinces().values()},
    sieges={"campania": "1"},
    stacks=STACKS,
    marks=(Mark("parma", "p"),),
)


def picture(raster: Raster, at: str, width: int, height: int) -> str:
    """A window about a place: its characters, and a digest of its colours a row."""
    label = atlas.labels()[raster.view.map, at]
    x, y = label.x // raster.n - width // 2, label.y // raster.n // 2 - height // 2
    lines = []
    for row in range(y, y + height):
        cells = raster.cells(row, x, x + width)
        colours = repr([(cell.ink * (cell.text != " "), cell.ground) for cell in cells])
        text = "".join(cell.text for cell in cells)
        lines.append(f"{text}| {sha256(colours.encode()).hexdigest()[:6]}")
    return "\n".join(lines) + "\n"


WINDOWS = [
        ("continent", VIEW, "atlas", 8, False),
        ("far", VIEW, "atlas", 16, False),
        ("region", VIEW, "admiralty", 5, False),
        ("italy", VIEW, "atlas", 3, False),
        ("near", VIEW, "night", 2, False),
        ("sixteen-colours", VIEW, "sixteen", 3, False),
        ("no-colours", VIEW, "monochrome", 3, False),
        ("ascii", VIEW, "atlas", 3, True),
        ("ascii-no-colours", VIEW, "monochrome", 3, True),
        ("terrain", replace(VIEW, colouring="terrain"), "atlas", 3, False),
        (
            "move",
            replace(
                VIEW,
                reach={"savoia": 0, "lombardia": 2, "mantova": 4, "parma": 12},
                path=("savoia", "lombardia", "mantova"),
                lit=frozenset({"mantova"}),
            ),
            "atlas", 2, False,
        ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "view", "theme", "n", "plain"), WINDOWS, ids=[window[0] for window in WINDOWS]
)
def test_windows_of_europe(
    snapshot: Any, name: str, view: MapView, theme: str, n: int, plain: bool
) -> None:
    raster = Raster(view, n, themes.load(theme), plain)
    snapshot.assert_match(picture(raster, "lombardia", 72, 22), f"{name}.txt")


def test_a_window_of_the_rest_of_the_world(snapshot: Any) -> None:
    raster = Raster(MapView(map="rotw", owners=OWNERS), 5, themes.load("atlas"))
    snapshot.assert_match(picture(raster, "virginia-s", 72, 22), "rotw.txt")


def test_a_lake_lies_in_the_fog_when_all_its_shores_do() -> None:
    shores = {place for place in atlas.level("rotw", 1).names if "grands-lacs" in place}
    shores |= {place for place in atlas.level("rotw", 1).names if "illinois" in place}
    label = atlas.labels()["rotw", "grands-lacs-c"]
    for n in (1, 2, 3):
        level = atlas.level("rotw", n)
        middle = label.y // n * level.width + label.x // n
        lake = level.names.index("_lake")
        pixel = min(
            (at for at, place in enumerate(level.ids) if place == lake),
            key=lambda at: (
                abs(at % level.width - middle % level.width)
                + abs(at // level.width - middle // level.width)
            ),
        )

        def colour(fog: set[str], n: int = n, pixel: int = pixel) -> int:
            raster = Raster(MapView(map="rotw", fog=frozenset(fog)), n, themes.load("atlas"))
            y, x = divmod(pixel, raster.width)
            return raster.painting.span(y, x, x + 1)[0]

        palette = themes.load("atlas").palette
        assert palette is not None
        assert colour(set()) == palette.sea.fill
        assert colour({"grands-lacs-c"}) == palette.sea.fill
        assert colour(shores) in palette.fog.land


def test_from_afar_lines_only_tell_powers_from_their_neighbours() -> None:
    """In colours; the many small countries differ by their tones."""
    for theme, drawn in (("atlas", False), ("sixteen", True)):
        raster = Raster(MapView(owners=OWNERS), 5, themes.load(theme))
        index = raster.level.names.index
        lines = raster.painting._line

        def line(a: str, b: str, lines: Any = lines, index: Any = index) -> set[int]:
            return {lines(index(a), index(b)), lines(index(b), index(a))}

        border = raster.palette.country_border
        assert (border in line("baden", "wurtemberg")) == drawn
        assert border in line("lorraine", "champagne")


@pytest.mark.parametrize(
    ("stacks", "texts"),
    [
        ([StackMark("a", "x", "ours", 7, "A")], ["▲", "▲7", "▲7A", "▲7A"]),
        ([StackMark("a", "x", "enemy", 12, "A")], ["▼", "▼+", "▼12", "▼12A"]),
        ([StackMark("a", "x", "neutral", 0)], ["■", "■0", "■0", "■0"]),
        (
            [StackMark("a", "x", "ours", 7, "B"), StackMark("a", "y", "ours", 2, "A")],
            ["▲", "▲9", "▲9A", "▲9A"],
        ),
        (
            [StackMark("a", "x", "ours", 7, "B"), StackMark("a", "y", "enemy", 12, "A")],
            ["*", "7v12", "7v12", "7v12"],
        ),
    ],
)
def test_a_stack_tells_as_much_as_there_is_room_for(
    stacks: list[StackMark], texts: list[str]
) -> None:
    assert [stack_text(stacks, width) for width in (1, 2, 3, 4)] == texts


@given(
    st.lists(
        st.builds(
            Cell, st.sampled_from(" ▀▄█x"), st.sampled_from([UNDER, 1, 2]), st.sampled_from([1, 2])
        )
    )
)
def test_joined_cells_look_like_the_cells(cells: list[Cell]) -> None:
    """Whatever is joined, upper and lower pixels of every cell keep their colours."""

    def number(color: Color | None) -> int:
        return UNDER if color is None or color.number is None else color.number

    def looks(text: str, ink: int, ground: int) -> tuple[Any, ...]:
        return {
            " ": (ground, ground), "█": (ink, ink), "▀": (ink, ground), "▄": (ground, ink),
        }.get(text, (text, ink, ground))  # fmt: skip

    painted = [
        Cell(cell.text, UNDER if cell.text == " " else max(cell.ink, 1), cell.ground)
        for cell in cells
    ]
    joined = [
        looks(
            letter,
            number(run.style.color if run.style else None),
            number(run.style.bgcolor if run.style else None),
        )
        for run in segments(painted, 256)
        for letter in run.text
    ]
    assert joined == [looks(*cell) for cell in painted]


def test_the_ascii_map_is_ascii_and_as_long() -> None:
    view = replace(VIEW, path=("savoia", "lombardia"), reach={"lombardia": 2})
    for n in (8, 2):
        raster = Raster(view, n, themes.load("monochrome"), ascii_only=True)
        for row in range(raster.height):
            text = "".join(cell.text for cell in raster.cells(row, 0, raster.width))
            assert text.isascii(), text
            assert len(text) == raster.width
            assert "?" not in text, text


class Demo(App[None]):
    """The pane alone; it remembers what it was told."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.n = n
        self.told: list[tuple[str, str]] = []

    def compose(self) -> ComposeResult:
        yield MapPane(VIEW, n=self.n)

    def on_map_pane_moved(self, message: MapPane.Moved) -> None:
        self.told.append(("moved", message.place))

    def on_map_pane_chosen(self, message: MapPane.Chosen) -> None:
        self.told.append(("chosen", message.place))


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_the_cursor_goes_where_it_is_sent_and_tells_where_it_is() -> None:
    async def work() -> None:
        app = Demo(3)
        async with app.run_test(size=(80, 24)) as pilot:
            pane = app.query_one(MapPane)
            pane.goto("lombardia")
            await pilot.press("enter")
            assert app.told[-2:] == [("moved", "lombardia"), ("chosen", "lombardia")]
            assert pane.focus_at() == pane.cursor - pane.origin
            at = pane.cursor
            await pilot.press("ctrl+right", "ctrl+down")
            assert pane.cursor == at + (1, 1)  # noqa: RUF005 - an Offset
            pane.goto("nowhere")
            assert pane.cursor == at + (1, 1)  # noqa: RUF005
            for n in (2, 5, 8, 16, 1, 3):
                before = pane.place_at_cursor()
                seen = pane.cursor - pane.origin
                pane.zoom_to(n)
                assert pane.place_at_cursor() == before, f"level {n}"
                assert pane.size.region.contains_point(pane.cursor - pane.origin)
                assert n == 16 or abs((pane.cursor - pane.origin).x - seen.x) < 40
            await pilot.press("shift+left", "+", "-", "full_stop")

    run(work())


def test_every_place_can_be_gone_to_and_is_what_the_cursor_then_tells() -> None:
    async def work() -> None:
        app = Demo(8)
        async with app.run_test(size=(60, 20)):
            pane = app.query_one(MapPane)
            for board_map in atlas.LEVELS:
                pane.show(MapView(map=board_map))
                level = atlas.level(board_map, 8)
                for index, place in enumerate(level.names):
                    if place[0] == "_":
                        continue
                    pane.goto(place)
                    assert pane.place_at_cursor() == place
                    row, column = divmod(level.ids.index(index), level.width)
                    pane.window.put_cursor(Offset(column, row // 2))
                    assert pane.place_at_cursor() in (place, pane.window.place_at(pane.cursor))

    run(work())


def test_a_view_made_ready_beside_is_drawn_as_any_other() -> None:
    async def work() -> None:
        app = Demo(3)
        async with app.run_test(size=(80, 24)):
            pane = app.query_one(MapPane)
            for place in ("campania", "lombardia"):
                view = replace(VIEW, lit=frozenset({place}))
                ready = await asyncio.to_thread(pane.ready, view, place)
                assert pane.view != view
                pane.show(view, ready)
                pane.goto(place)
                pane.adopt(ready)
                assert pane.raster is ready.raster
                rows = [pane.render_line(y) for y in range(1, 20)]
                assert any(row is ready.strips[y] for y, row in enumerate(rows, 1))
                pane.plain_characters(False)  # draws all of it anew
                assert [pane.render_line(y).text for y in range(1, 20)] == [
                    row.text for row in rows
                ]
            late = pane.ready(VIEW, "campania")
            pane.zoom_to(8)
            pane.show(VIEW, late)
            pane.adopt(late)
            assert pane.raster is not late.raster  # it was of another level

    run(work())


def test_the_mouse_moves_the_cursor_drags_and_zooms() -> None:
    async def work() -> None:
        app = Demo(3)
        async with app.run_test(size=(80, 24)) as pilot:
            pane = app.query_one(MapPane)
            pane.goto("lombardia")
            await pilot.click(MapPane, offset=(10, 5))
            assert pane.cursor == pane.origin + Offset(10, 5)
            assert app.told[-1] == ("moved", pane.place_at_cursor())
            await pilot.click(MapPane, offset=(12, 5), times=2)
            assert app.told[-1] == ("chosen", pane.place_at_cursor())
            origin = pane.origin
            await pilot.mouse_down(MapPane, offset=(40, 12))
            await pilot.hover(MapPane, offset=(30, 12))
            await pilot.mouse_up(MapPane, offset=(30, 12))
            assert pane.origin == origin + Offset(10, 0)

    run(work())


def test_an_application_takes_every_theme_and_the_map_with_it() -> None:
    async def work() -> None:
        app = Demo(8)
        async with app.run_test(size=(40, 12)) as pilot:
            for name in themes.names():
                app.register_theme(themes.as_screen_theme(themes.load(name)))
            for name in themes.names():
                app.theme = name
                await pilot.pause()
                assert app.query_one(MapPane).theme_name == name

    run(work())


def test_a_window_larger_than_the_board_and_a_very_small_one() -> None:
    async def work() -> None:
        app = Demo(16)
        async with app.run_test(size=(100, 40)) as pilot:
            pane = app.query_one(MapPane)
            pane.goto("lombardia")
            assert pane.origin == Offset(-17, -9)
            await pilot.resize_terminal(5, 2)
            await pilot.press("left")
            assert pane.size.region.contains_point(pane.cursor - pane.origin)

    run(work())


@pytest.mark.parametrize(
    ("width", "height", "farthest"), [(80, 11, 16), (68, 27, 16), (113, 43, 10), (140, 50, 8)]
)
def test_nothing_is_farther_than_the_whole_map(width: int, height: int, farthest: int) -> None:
    window = Viewport("europe", 1)
    window.size = Size(width, height)
    for _ in atlas.LEVELS["europe"]:
        window.n = window.next_level(-1)
    assert window.n == farthest
    assert window.next_level(1) < farthest
