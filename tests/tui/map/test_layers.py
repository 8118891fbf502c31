"""The layers over the map: what they say is what the engine says, and how they are drawn."""

from pathlib import Path
from typing import Any

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.geometry import Offset, Region
from textual.pilot import Pilot

import themes
from engine.facts import atlas, board
from engine.land.movement import interceptors
from engine.land.movement.march_ask import March
from engine.land.supply import supply_lines
from engine.sea.voyages.sail_ask import Sail
from engine.state import State, sides
from engine.state.land import Siege
from tests.engine.playing import put, tabletop
from tests.engine.sea.afloat import fleet
from tests.tui.pictures import march as italian_wars
from tests.tui.small_game import (
    TO_THE_MARCH,
    drive,
    picture,
    press,
    screen,
    seated,
    settled,
    shown,
    sitting,
    terminal,  # noqa: F401 - used by every test here
)
from tui.map import layers
from tui.map.board_view import view_of
from tui.map.raster import Raster
from tui.map.view import Layer, MapView, Sign
from tui.settings.keymap import key_at

SPANISH = dict.fromkeys(("artois", "flandre", "hainaut", "vlaanderen"), "spain")


def table() -> State:
    state = tabletop(campaign="multiple", owners=dict(SPANISH))
    put(state, "france", "picardie", "A+", "LD", leader="bayard")
    put(state, "spain", "artois", "LD", "LD")
    return state


def mover(state: State, place: str = "picardie") -> March:
    found = layers.mover_at(state, place, "france")
    assert isinstance(found, March)
    return found


def test_supply_is_drawn_from_its_source_and_weak_supply_says_why() -> None:
    state = table()
    state.land.owners |= {"picardie": "spain", "caux": "spain"}
    for place in ("picardie", "caux"):
        state.land.controllers[place] = "spain"
    found = layers.layer("supply", state, "france", None)
    stack = sides.stack(state, "picardie", "france")
    line = supply_lines.trace_line(state, stack.units, "picardie", "france")
    assert line is not None
    assert line.path in found.lines
    assert found.signs[line.source] == Sign("S", "S")
    assert f"{line.cost} MP from" in found.words["picardie"]
    assert found.tones["picardie"] == ("fair" if line.weak else "good")
    for beside in board.land_neighbours("picardie"):
        put(state, "spain", beside.other, "LD", "LD")
    found = layers.layer("supply", state, "france", None)
    assert found.tones["picardie"] == "bad"
    assert "no line of supply: no source is in reach (SUP-12)" in found.words["picardie"]


def test_range_and_attrition_are_those_of_the_march() -> None:
    state = table()
    state.sequence.bad_weather = True
    ask = mover(state)
    reach = layers.layer("range", state, "france", ask)
    assert {place: sign.text for place, sign in reach.signs.items()} == {
        place: str(points) for place, points in ask.reach().items()
    }
    risk = layers.layer("attrition", state, "france", ask)
    for place, points in ask.reach().items():
        assert (place in risk.signs) <= (points >= 3)
        assert ("no attrition" in risk.words[place]) == (points < 3)
    assert any("ATT-" in said for said in risk.words.values())


def test_interceptions_tell_every_chance_of_the_engine() -> None:
    state = table()
    ask = mover(state)
    found = layers.layer("interceptions", state, "france", ask)
    for place in ask.reach():
        bands = interceptors.eligible_stacks(state, place, "spain", set(ask.units), ())
        chances = [interceptors.chance(state, place, band, ask) for band in bands]
        if not chances:
            assert found.words[place] == "nobody may intercept here"
        for each in chances:
            assert f"{10 * each.tenths} %" in found.words[place]
    assert found.signs
    hidden = layers.layer("interceptions", state, "france", ask, {"artois"})
    assert not any("Artois" in said for said in hidden.words.values())


def test_a_voyage_has_its_range_interceptions_and_attrition() -> None:
    state = tabletop(campaign="major")
    fleet(state, "france", "provence", "F-:3 NGD", "NWD")
    ask = layers.mover_at(state, "provence", "france")
    assert isinstance(ask, Sail)
    for name in ("range", "interceptions", "attrition"):
        found = layers.layer(name, state, "france", ask)
        assert any(board.is_sea(place) for place in found.tones), name


def test_sieges_tell_works_and_breaches_and_enemy_fortresses() -> None:
    state = table()
    put(state, "france", "artois", "LD")
    state.land.sieges["artois"] = Siege("france", ["+", "-"], breach=True)
    found = layers.layer("sieges", state, "france", None)
    assert found.signs["artois"].text == "#2!"
    assert found.tones["artois"] == "good"
    assert layers.layer("sieges", state, "spain", None).tones["artois"] == "bad"
    assert "breached" in found.words["artois"]


def test_without_a_stack_a_layer_says_what_to_do() -> None:
    state = table()
    assert layers.mover_at(state, "toscana", "france") is None
    found = layers.layer("range", state, "france", None)
    assert "put the cursor on a stack of yours" in found.legend[0][0]
    assert not found.tones


def test_a_tone_is_a_pattern_too() -> None:
    """Without any colour, good, fair and bad differ."""
    rows = []
    for tone in ("good", "fair", "bad"):
        view = MapView(layer=Layer("x", tones={"lombardia": tone}))
        raster = Raster(view, 3, themes.load("monochrome"))
        label = atlas.labels()["europe", "lombardia"]
        x, y = label.x // 3, label.y // 6
        rows.append([raster.cells(row, x - 5, x + 5) for row in range(y - 3, y + 3)])
    assert rows[0] != rows[1] != rows[2] != rows[0]


def test_stacks_that_can_act_are_visited_from_west_to_east() -> None:
    state = table()
    put(state, "france", "provence", "LD")
    state.sequence.step = "movement"
    assert layers.stacks_to_visit(state, "france") == ["picardie", "provence"]
    state.marks.moved |= {unit.id for unit in state.units_at("provence")}
    assert layers.stacks_to_visit(state, "france") == ["picardie"]
    state.marks.moved |= set(state.units)
    state.marks.moved_leaders.add("bayard")
    assert layers.stacks_to_visit(state, "france") == ["picardie", "provence"]


@pytest.mark.parametrize(
    ("hint", "key"),
    [("where", ""), ("path", ""), ("Enter", "enter"), ("space", "space"), ("why", "w"),
     ("help", "question_mark")],
)  # fmt: skip
def test_a_click_on_a_hint_is_its_key(hint: str, key: str) -> None:
    row = " France: where to march? ←↑↓→ path · Enter march · space fix · w why · ? help"
    assert key_at(row, row.index(hint)) == key


SIZES = [((80, 24), "80x24"), ((120, 40), "120x40"), ((200, 60), "200x60")]


@pytest.mark.parametrize(("size", "name"), SIZES)
def test_every_layer_at_every_size(
    tmp_path: Path, snapshot: Snapshot, size: tuple[int, int], name: str
) -> None:
    async def play(pilot: Pilot[int]) -> None:
        here = screen(pilot)
        here.action_pane("map")
        here.map.goto("picardie")
        here.map.goto("artois")
        await settled(pilot)
        without = shown(pilot)
        for key in "SRIBAM":
            here.map.goto("picardie")
            await press(pilot, key)
            here.map.goto("artois")
            await settled(pilot)
            snapshot.assert_match(picture(pilot), f"{key}-{name}.txt")
            await press(pilot, key)
            assert shown(pilot) == without

    drive(seated(tmp_path, TO_THE_MARCH), size, play)


def test_the_cursor_tells_what_the_layer_means_and_why_not(tmp_path: Path) -> None:
    app = sitting(italian_wars(tmp_path))

    async def play(pilot: Pilot[int]) -> None:
        here = screen(pilot)
        await press(pilot, "R")
        here.map.goto("lombardia")
        await settled(pilot)
        assert "4 MP of 12, with attrition" in shown(pilot)
        assert "range of Dauphiné's stack" in shown(pilot)
        await press(pilot, "A")
        assert "to lose troops" in shown(pilot)
        await press(pilot, "C")
        assert not here.laid
        await press(pilot, "T")
        assert here.colouring == "terrain"
        await press(pilot, "C", "n")
        first = here.place
        await press(pilot, "n", "N")
        assert here.place == first

    drive(app, (120, 40), play)


def test_troops_are_picked_up_on_the_way(tmp_path: Path) -> None:
    app = seated(tmp_path, TO_THE_MARCH)
    assert app.saved is not None
    game = app.saved.game

    async def play(pilot: Pilot[int]) -> None:
        screen(pilot).map.goto("picardie")
        await settled(pilot)
        await press(pilot, "space", "g", "space", "enter")
        assert "picked up: LD" in shown(pilot)
        screen(pilot).map.goto("caux")
        await settled(pilot)
        await press(pilot, "enter", "enter")  # one LD too many comes there
        assert game.records[5].answer == ["picardie", "+3", "caux"]

    drive(app, (120, 40), play)


def test_the_mini_map_frames_the_window_and_takes_a_click(tmp_path: Path) -> None:
    app = seated(tmp_path, TO_THE_MARCH)

    async def play(pilot: Pilot[int]) -> None:
        pane = screen(pilot).map
        await press(pilot, "M")
        corner = pane._corner
        assert corner is not None
        rows = [
            pane._mini.cells(y, Region(*pane.origin, *pane.size), pane.level_number)
            for y in range(1, 9)
        ]
        assert sum(cell.text == "+" for row in rows for cell in row) == 4
        await pilot.click("#map", offset=(corner.x + 12, corner.y + 7))
        await settled(pilot)
        x, y = pane._mini.spot(Offset(12, 7))
        assert abs(pane.spot[0] - x) <= pane.level_number
        assert abs(pane.spot[1] - y) <= 2 * pane.level_number

    drive(app, (120, 40), play)


def test_rows_that_are_kept_are_as_if_drawn_anew_with_the_mini_map_too(tmp_path: Path) -> None:
    app = seated(tmp_path, TO_THE_MARCH)

    async def play(pilot: Pilot[int]) -> None:
        pane = screen(pilot).map
        for key in ("M", "right", "down", "h", "plus", "left", "M", "up", "M"):
            await press(pilot, key)
            kept = [pane.render_line(y) for y in range(pane.size.height)]
            pane._strips.clear()
            assert kept == [pane.render_line(y) for y in range(pane.size.height)], key

    drive(app, (120, 40), play)


def test_a_layer_is_worked_out_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    real = layers.layer

    def counted(name: str, *rest: Any) -> Layer:
        asked.append(name)
        return real(name, *rest)

    monkeypatch.setattr("tui.map.layers.layer", counted)
    app = seated(tmp_path, TO_THE_MARCH)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "R")
        for place in ("picardie", "artois", "champagne", "caux"):
            screen(pilot).map.goto(place)
            await settled(pilot)
        assert asked == ["range"]

    drive(app, (120, 40), play)


def test_the_layer_of_a_whole_view_is_hidden_by_nothing() -> None:
    view = view_of(table(), "france")
    assert view.layer == Layer()
