"""Where names and counters stand on the map: nothing on anything else, names on their own land."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import themes
from engine.facts import atlas, board
from tests.tui.panes.test_map import OWNERS
from tui.map import labels, placing
from tui.map.raster import Raster
from tui.map.view import MapView

LEVELS = [(board_map, n) for board_map, levels in atlas.LEVELS.items() for n in levels]


@pytest.mark.parametrize(("map", "n"), LEVELS)
def test_nothing_ever_stands_on_anything_else(map: str, n: int) -> None:
    """Every slot has its own cells on the board; no other name or fortress touches a name."""
    level, slots = atlas.level(map, n), labels.slots(map, n)
    taken: dict[tuple[int, int], str] = {}
    texts = [(place, cell, labels.STACK_WIDTH[n]) for place, cell in slots.stacks.items()]
    texts += [(place, cell, labels.FORTRESS_WIDTH[n]) for place, cell in slots.fortresses.items()]
    texts += [(" ".join(pair), cell, 2) for pair, cell in slots.passes.items()]
    texts += [(place, cell, len(name)) for place, (name, cell) in slots.names.items()]
    for what, (x, y), width in texts:
        assert x >= 0, what
        assert x + width <= level.width, what
        assert 0 <= 2 * y < level.height, what
        for column in range(x, x + width):
            assert (column, y) not in taken, f"{what} on {taken.get((column, y))}"
            taken[column, y] = what
    stacks = {(x + i, y) for _, (x, y), width in texts[: len(slots.stacks)] for i in range(width)}
    for name, (x, y) in slots.names.values():
        for column in (x - 1, x + len(name)):
            assert (column, y) not in taken or (column, y) in stacks, f"beside {name}"


@pytest.mark.parametrize(("map", "n"), LEVELS)
def test_a_name_lies_on_its_own_place_or_on_the_water(map: str, n: int) -> None:
    level = atlas.level(map, n)
    water = {name for name in level.names if board.is_sea(name) or name[0] == "_"}
    for place, (name, (x, y)) in labels.slots(map, n).names.items():
        cells = [
            {level.at(column, row) for row in range(2 * y, min(2 * y + 2, level.height))}
            for column in range(x, x + len(name))
        ]
        strange = [cell for cell in cells if place not in cell and not cell <= water]
        assert len(strange) <= 0.15 * len(name), f"{place} at {x}, {y}"
        if board.is_sea(place):
            assert sum(place in cell for cell in cells) >= 0.85 * len(name), place


@pytest.mark.parametrize("n", [3, 2, 1])
def test_a_name_on_the_water_stands_before_no_other_places_counters(n: int) -> None:
    slots = labels.slots("europe", n)
    owner = {(x + i, y): place for place, (x, y) in slots.stacks.items()
             for i in range(labels.STACK_WIDTH[n])}  # fmt: skip
    level = atlas.level("europe", n)
    for place, (name, (x, y)) in slots.names.items():
        row = min(2 * y + 1, level.height - 1)
        under = {level.at(at, half) for at in range(x, x + len(name)) for half in (2 * y, row)}
        if board.is_sea(place) or not all(map(board.is_sea, under)):
            continue
        apart = placing.APART["europe"]
        ends = (*range(x - apart, x), *range(x + len(name), x + len(name) + apart))
        assert all(owner.get((at, y), place) == place for at in ends), place


@pytest.mark.parametrize(("works", "ring"), [("", "◔"), ("1", "◑"), ("2", "◕"), ("5", "●")])
def test_a_siege_is_a_ring_that_fills(works: str, ring: str) -> None:
    raster = Raster(MapView(sieges={"artois": works}), 3, themes.load("atlas"))
    x, y = labels.slots("europe", 3).fortresses["artois"]
    assert raster.cells(y, x, x + 1)[0].text == ring
    plain = Raster(MapView(sieges={"artois": works}), 3, themes.load("atlas"), ascii_only=True)
    assert plain.cells(y, x, x + 1)[0].text == "#"


def test_the_last_move_leaves_a_trail() -> None:
    way = ("ile-de-france", "artois", "flandre")
    raster, none = (Raster(MapView(trail=trail), 2, themes.load("atlas")) for trail in (way, ()))
    dots = [sum(text.text == "·" for row in each.texts.values() for text in row)
            for each in (raster, none)]  # fmt: skip
    assert dots[0] > dots[1] + 4


@given(st.sampled_from([5, 3, 2]), st.integers(0, 300), st.integers(8, 60))
def test_a_window_shows_names_whole_or_not_at_all(n: int, start: int, width: int) -> None:
    raster = whole(n)
    for name, (x, y) in labels.slots("europe", n).names.values():
        shown = "".join(cell.text for cell in raster.cells(y, start, start + width))
        at = x - start
        if at < 0 and at + len(name) > 0:
            assert not shown.startswith(name[-at:]), f"{name} cut at its left"
        elif at < width < at + len(name):
            assert not shown.endswith(name[: width - at]), f"{name} cut at its right"


@cache
def whole(n: int) -> Raster:
    """The board without counters."""
    return Raster(MapView(owners=OWNERS), n, themes.load("atlas"))


def test_a_name_at_the_coast_wears_its_land_and_the_water() -> None:
    raster = whole(5)
    texts = [text for row in raster.texts.values() for text in row if text.name]
    parts = [text for text in texts if text.name and text.name[1] - text.name[0] > len(text.text)]
    palette = raster.palette
    assert {text.ground == palette.sea.fill for text in parts} == {True, False}
    for text in parts:
        on_water = text.ground == palette.sea.fill
        assert text.ink == (palette.coast_ink if on_water else palette.ink_on(text.ground))


def test_a_name_breaks_at_the_coast_only_and_goes_into_the_fog_with_the_sea() -> None:
    seas = frozenset(place for place in atlas.level("rotw", 3).names if board.is_sea(place))
    raster = Raster(MapView(map="rotw", fog=seas), 3, themes.load("atlas"))
    water = raster.palette.fog.sea.fill
    parts: dict[tuple[int, tuple[int, int]], list[int]] = {}
    for row, texts in raster.texts.items():
        for text in texts:
            if text.name:
                parts.setdefault((row, text.name), []).append(text.ground)
    grounds = [tuple(ground == water for ground in part) for part in parts.values()]
    wet, dry = True, False
    assert {(wet, dry), (dry, wet), (dry,), (wet,)} <= set(grounds)
    assert all(ground == (wet, dry, wet) or len(ground) < 3 for ground in grounds)


@pytest.mark.parametrize(("map", "n"), LEVELS)
def test_every_place_has_its_slots(map: str, n: int) -> None:
    slots = labels.slots(map, n)
    shown = {name for name in atlas.level(map, n).names if name[0] != "_"}
    assert set(slots.stacks) == shown
    if labels.FORTRESS_WIDTH[n]:
        assert set(slots.fortresses) == {place for place in shown if not board.is_sea(place)}


def test_nearly_every_province_has_its_name_when_near() -> None:
    land = [place for place in labels.slots("europe", 2).stacks if not board.is_sea(place)]
    for n, least in ((5, 0.5), (3, 0.9), (2, 0.98), (1, 0.99)):
        named = labels.slots("europe", n).names
        assert sum(place in named for place in land) >= least * len(land), f"level {n}"


@pytest.mark.parametrize(("map", "n"), [("europe", 8), ("rotw", 8)])
def test_the_slots_are_those_of_the_board(map: str, n: int) -> None:
    """`python -m tui.map.placing build` would write the same file."""
    assert placing.dump(placing.place_all(map, n)) == placing.dump(labels.slots(map, n))


@given(st.dictionaries(st.sampled_from(sorted(OWNERS)), st.sampled_from(["france", "turkey"])))
def test_names_of_countries_never_cross_stacks_or_each_other(conquests: dict[str, str]) -> None:
    slots = labels.slots("europe", 8).stacks  # some places have none: they lie on the other map
    taken = {slots[place] for place in conquests if place in slots}
    owners = OWNERS | conquests
    found = labels.regions("europe", 8, owners, str, taken)
    cells = [(region.x + i, region.y) for region in found for i in range(len(region.text))]
    assert len(cells) == len(set(cells))
    assert taken.isdisjoint(cells)
