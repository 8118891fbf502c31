"""What has room on the screen: the track in a line, the panes as wide as one likes, the place that
is asked about."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from textual.dom import DOMNode
from textual.pilot import Pilot

from tests.tui.small_game import drive, press, screen, seated, settled, shown, table
from tui.panes.rounds_track import track_words
from tui.panes.scrolling_lines import LinesPane
from tui.settings.files import Local
from tui.settings.settings import NARROWEST, WIDEST, Settings, load
from tui.terminal.style_sheet import StyleSheet


def test_the_track_in_a_line_says_the_box_what_is_next_and_what_is_left() -> None:
    long, middle, short = track_words(table())
    assert long == "S1─S2─[S3]─S4─S5 fair · next W3 50 %, S4 50 % · rounds left 2 to 5"
    assert middle == "[S3] fair · next W3 50 %, S4 50 % · left 2 to 5"
    assert short == "S3 fair"


def test_before_the_first_round_the_line_has_no_box() -> None:
    state = table()
    state.sequence.box = ""
    assert track_words(state) == ["before the first round"]


def test_the_track_is_a_line_until_it_is_opened(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert "[S3]" in shown(pilot).splitlines()[0]
        assert "Rounds" not in shown(pilot)
        await press(pilot, "O")
        assert "┌─ Rounds" in shown(pilot) or "╔═ Rounds" in shown(pilot)
        await press(pilot, "b")
        assert "Rounds" not in shown(pilot)

    drive(seated(tmp_path), (120, 40), play)


def test_the_panes_are_widened_as_far_as_the_map_leaves_room_and_it_is_kept(tmp_path: Path) -> None:
    app = seated(tmp_path)

    async def play(pilot: Pilot[int]) -> None:
        here = screen(pilot)
        before = here.map.size.width
        await press(pilot, "<")
        assert here.map.size.width == before - 4
        await press(pilot, *["<"] * 40)
        assert here.map.size.width >= 160 // 2
        kept = load(app.files).panes
        assert kept == 80
        await press(pilot, *[">"] * 40)
        assert here.map.size.width == before
        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        assert here.map.size.width == 80

    drive(app, (160, 50), play)


def test_a_larger_window_brings_no_sheet_without_a_fight(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await settled(pilot)
        await pilot.resize_terminal(120, 40)
        await settled(pilot)
        assert "no battle" not in shown(pilot)

    drive(seated(tmp_path), (80, 24), play)


@pytest.mark.parametrize("said", ["12", '"wide"', "null", "true", "1e9", "-4"])
def test_a_width_that_is_none_is_as_in_a_new_file(tmp_path: Path, said: str) -> None:
    files = Local(tmp_path)
    files.keep("settings.json", f'{{"panes": {said}}}')
    assert load(files).panes == Settings().panes
    assert NARROWEST <= Settings().panes <= WIDEST


def test_no_pane_stands_before_what_is_asked_about(tmp_path: Path) -> None:
    """A question about a place comes while another pane is shown."""

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "s")
        assert screen(pilot).has_class("show-stacks")
        await press(pilot, "a", "2")  # break off in Artois
        assert screen(pilot).has_class("show-map")

    drive(seated(tmp_path), (80, 24), play)


def test_what_is_asked_about_is_in_sight_at_every_size(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        for size in ((80, 24), (120, 40), (160, 50), (200, 60)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            window = screen(pilot).map.window
            assert window.place_at_cursor() == "artois"
            assert window.visible(window.cursor), size

    drive(seated(tmp_path, ("major",)), (80, 24), play)


def test_the_escape_that_closed_a_dialog_takes_nothing_back_when_it_is_pressed_twice(
    tmp_path: Path,
) -> None:
    async def play(pilot: Pilot[int]) -> None:
        game = screen(pilot).table.game
        await press(pilot, "a", "1", "1")  # a campaign, for which no die falls
        count = len(game.records)
        assert count > 0
        await press(pilot, "colon")
        await press(pilot, "escape", "escape")
        assert len(game.records) == count
        await press(pilot, "escape")
        assert len(game.records) == count - 1, "Escape goes back one step still"

    drive(seated(tmp_path), (120, 40), play)


def test_a_pane_beside_others_gets_the_keys_and_no_other_is_dyed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which pane is shown matters where one is seen at a time."""
    styled = list[DOMNode]()
    real = StyleSheet.update_nodes

    def watched(sheet: StyleSheet, nodes: Iterable[DOMNode], animate: bool = False) -> None:
        styled.extend(found := list(nodes))
        real(sheet, found, animate)

    monkeypatch.setattr(StyleSheet, "update_nodes", watched)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "b")
        styled.clear()
        await press(pilot, "E")
        ours = {node.id for node in styled if node.id}
        assert ours == {"map", "chronicle"}
        assert screen(pilot).focused is screen(pilot).query_one("#chronicle")
        for size in ((80, 24), (200, 60)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            assert screen(pilot).query_one("#chronicle").display
            assert screen(pilot).query_one("#left").display == (size == (200, 60))

    drive(seated(tmp_path), (200, 60), play)


def test_the_lines_of_a_pane_are_not_drawn_anew_when_it_gets_the_keys(tmp_path: Path) -> None:
    """Those of another theme are."""

    async def play(pilot: Pilot[int]) -> None:
        pane = screen(pilot).query_one("#stacks", LinesPane)
        before = pane.render_line(0)
        await press(pilot, "s")
        assert pane.has_focus
        assert pane.render_line(0) is before
        pilot.app.theme = "textual-light"
        await settled(pilot)
        after = pane.render_line(0)
        assert after.text == before.text
        assert after != before

    drive(seated(tmp_path), (200, 60), play)


def test_a_wider_map_is_coloured_as_it_was(tmp_path: Path) -> None:
    """A width is kept, and no other setting is taken anew: only more of the map is seen."""

    async def play(pilot: Pilot[int]) -> None:
        before = screen(pilot).map.raster
        await press(pilot, "<")
        assert screen(pilot).map.raster is before

    drive(seated(tmp_path), (200, 60), play)
