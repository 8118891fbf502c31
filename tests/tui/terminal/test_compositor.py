"""Who is seen where in a row: the same picture as Textual's, asked for by rows."""

from __future__ import annotations

from pathlib import Path

from textual.geometry import Region
from textual.pilot import Pilot
from textual.strip import Strip

from tests.tui.small_game import TO_SPAIN, drive, press, seated
from tui.terminal.compositor import Span, pieces, rows


def test_rows_are_those_of_textual_under_dialogs_and_notices_and_after_each_layout(
    tmp_path: Path,
) -> None:
    app = seated(tmp_path, TO_SPAIN)

    def same() -> bool:
        compositor = app.screen._compositor
        width, height = compositor.size
        found: list[list[Strip]] = [[] for _ in range(height)]
        for _, y, strip in pieces(compositor, [Span(y, 0, width) for y in range(height)]):
            found[y].append(strip)
        drawn = [Strip.join(row).simplify() for row in found]
        return drawn == [strip.simplify() for strip in compositor.render_strips()]

    async def play(pilot: Pilot[int]) -> None:
        assert same()
        app.notify("Two words\nand three more words", title="Told")
        await pilot.pause()
        assert same()
        await press(pilot, "greater_than_sign")
        assert same()
        await press(pilot, "question_mark")
        assert same()
        compositor = app.screen._compositor
        whole = rows(compositor, compositor.size.region)
        part = rows(compositor, Region(30, 5, 40, 9))
        assert [row.text for row in part] == [row.text[30:70] for row in whole[5:14]]

    drive(app, (120, 40), play)


def test_part_of_a_row_is_cut_after_its_last_column(tmp_path: Path) -> None:
    app = seated(tmp_path, TO_SPAIN)

    async def play(pilot: Pilot[int]) -> None:
        compositor = app.screen._compositor
        found = list(pieces(compositor, [Span(7, 3, 10), Span(9, 3, 10)]))
        assert [(y, x <= 3, x + strip.cell_length) for x, y, strip in found] == [
            (7, True, 10), (9, True, 10),
        ]  # fmt: skip
        whole = rows(compositor, compositor.size.region)
        for x, y, strip in found:
            assert strip.text == whole[y].text[x:10]

    drive(app, (120, 40), play)
