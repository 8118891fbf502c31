"""What the map shows by itself: the war at first, then what is asked about, at every size."""

import json
from pathlib import Path

import pytest
from textual.geometry import Offset
from textual.pilot import Pilot

from engine import games, scenarios
from engine.facts import atlas
from engine.games.game import Game
from engine.state import State, sides
from saves.store import Saved, find, keep, open_game
from tests.tui.pictures import header, march
from tests.tui.small_game import (
    TO_SPAIN,
    TO_THE_MARCH,
    drive,
    press,
    saved,
    screen,
    seated,
    settled,
    sitting,
    terminal,  # noqa: F401 - used by every test here
)
from tui.map.labels import short_names, slots
from tui.panes.map import MapPane
from tui.settings import game_settings, last_views
from tui.settings.files import Local
from tui.settings.last_views import FILE, Look

SIZES = [(80, 24), (120, 40), (160, 50), (200, 60)]
WARS = ["artois", "italian-wars-1494", "hungary-1526", "cornwall-1642", "burgundy-1494",
        "lepanto-1571", "channel-1588"]  # fmt: skip
NAMED = ("italian-wars-1494", "hungary-1526")  # where the first look missed half of it


def begun(store: Path, scenario: str) -> Saved:
    """A scenario before its first question, all powers at one keyboard."""
    start = scenarios.read(scenario)
    set_up = header(start.title, *start.powers)
    set_up["seats"] = dict.fromkeys(start.powers, "one")
    return keep(store, Game(start.state().to_plain(), games.procedure(set_up), set_up), scenario)


def seen(pane: MapPane, place: str) -> bool:
    """Whether the counters of a place stand in the window, whole."""
    x, y = slots(pane.view.map, pane.level_number).stacks[place]
    spots = (Offset(x, y) - pane.origin, Offset(x + 1, y) - pane.origin)
    return all(pane.size.region.contains_point(spot) for spot in spots)


def at_war(state: State) -> set[str]:
    """Where the stacks of those at war stand."""
    every = [each.id for each in state.diplomacy.alliances]
    fighting = [one for one in every if any(sides.at_war(state, one, other) for other in every)]
    return {stack.place for one in fighting for stack in sides.stacks(state, one)}


@pytest.mark.parametrize(
    ("scenario", "size"),
    [(scenario, size) for scenario in WARS for size in SIZES[: 4 if scenario in NAMED else 1]],
)
def test_a_game_opens_on_its_war(tmp_path: Path, scenario: str, size: tuple[int, int]) -> None:
    kept = begun(tmp_path, scenario)
    stacks = at_war(kept.game.state)

    async def play(pilot: Pilot[int]) -> None:
        pane = screen(pilot).map
        assert stacks
        hidden = {place for place in stacks if not seen(pane, place)}
        assert not hidden, f"level {pane.level_number} {pane.size}"

    drive(sitting(kept), size, play)


@pytest.mark.parametrize("size", SIZES)
def test_a_march_begins_well_inside_with_what_lies_about_it(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async def play(pilot: Pilot[int]) -> None:
        pane = screen(pilot).map
        assert pane.view.reach
        at, (width, height) = pane.cursor - pane.origin, pane.size
        assert width // 5 <= at.x < width - width // 5
        assert height // 5 <= at.y < height - height // 5
        assert pane.place_at_cursor() == "dauphine"
        for neighbour in ("savoia", "provence", "lyonnais"):
            if neighbour in slots("europe", pane.level_number).stacks:
                assert seen(pane, neighbour), neighbour

    drive(sitting(march(tmp_path)), size, play)


def test_behind_another_pane_the_map_goes_where_it_would_in_sight(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        here = screen(pilot)
        await press(pilot, "b")
        before = here.map.look
        await press(pilot, "Z")
        assert not here.map.display or not here.map.is_on_screen
        here.bring("artois", moving=True)
        here.bring("picardie", moving=True)
        await press(pilot, "b")
        for place in ("artois", "picardie", "ile-de-france"):
            assert seen(here.map, place), place
        assert abs(here.map.look.x - before.x) < 20 * here.map.level_number

    drive(seated(tmp_path, TO_SPAIN), (80, 24), play)


def test_a_lower_window_keeps_the_level_and_the_cursor(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        pane = screen(pilot).map
        before = pane.level_number, pane.place_at_cursor()
        await pilot.resize_terminal(80, 17)
        await settled(pilot)
        assert (pane.level_number, pane.place_at_cursor()) == before
        assert seen(pane, pane.place_at_cursor())

    drive(sitting(begun(tmp_path, "italian-wars-1494")), (80, 40), play)


def test_where_one_looked_is_where_one_looks_again(tmp_path: Path) -> None:
    app = seated(tmp_path, TO_THE_MARCH)
    before: list[Look] = []

    async def look(pilot: Pilot[int]) -> None:
        await press(pilot, "b", "minus", *["l"] * 4, *["right"] * 6)
        before.append(screen(pilot).map.look)

    async def again(pilot: Pilot[int]) -> None:
        found = screen(pilot).map.look
        assert found.n == before[0].n
        assert found[:2] == before[0][:2]
        assert abs(found.x - before[0].x) <= found.n
        assert abs(found.y - before[0].y) <= 2 * found.n

    drive(app, (120, 40), look)
    store = tmp_path
    kept = json.loads((store / FILE).read_text(encoding="utf-8"))
    assert kept["small"] == list(before[0])
    drive(sitting(open_game(find(store, "small"))), (120, 40), again)


@pytest.mark.parametrize(
    "text",
    ["", "[", "[]", '{"small": 3}', '{"small": ["europe", 3, 1, 2, 3]}',
     '{"small": ["moon", 3, 9, 9, 9, 9]}', '{"small": ["europe", 7, 9, 9, 9, 9]}',
     '{"small": ["europe", true, 9, 9, 9, 9]}', '{"small": ["europe", 3, -9, 9, 9, 9]}',
     '{"small": ["europe", 3, 99999, 99999, 99999, 99999]}', "[" * 10_000],
)  # fmt: skip
def test_a_spoilt_file_of_looks_is_no_matter(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")

    async def play(pilot: Pilot[int]) -> None:
        pane = screen(pilot).map
        assert pane.level_number in atlas.LEVELS["europe"]
        await press(pilot, "b", "right", "plus")

    drive(seated(tmp_path), (80, 24), play)


def test_so_many_games_are_remembered_and_no_more(tmp_path: Path) -> None:
    files = Local(tmp_path)
    for number in range(game_settings.MOST + 5):
        last_views.save(files, f"game-{number}", Look("europe", 3, number, 2, 3, 4))
    assert last_views.load(files, "game-4") is None
    assert last_views.load(files, "game-5") == Look("europe", 3, 5, 2, 3, 4)
    last_views.save(files, "game-5", Look("rotw", 5, 1, 2, 3, 4))
    last_views.save(files, "another", Look("rotw", 5, 1, 2, 3, 4))
    assert last_views.load(files, "game-5") == Look("rotw", 5, 1, 2, 3, 4)
    assert last_views.load(files, "game-6") is None
    assert len((tmp_path / FILE).read_bytes()) < 8000


def test_a_frame_lasts_until_one_looks_elsewhere(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        pane = screen(pilot).map
        assert pane.is_framed
        await pilot.resize_terminal(160, 50)
        await press(pilot)
        assert all(seen(pane, at) for at in ("ile-de-france", "artois", "hainaut", "picardie"))
        await press(pilot, "b", "plus")
        assert not pane.is_framed

    drive(sitting(saved(tmp_path / "small")), (80, 24), play)


@pytest.mark.parametrize("size", SIZES)
def test_the_cursors_province_is_named_at_every_level(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """Artois, where the tutorial sends one, had no name of its own."""

    async def play(pilot: Pilot[int]) -> None:
        pane = screen(pilot).map
        await press(pilot, "b")
        for n in (10, 8, 5, 3, 2):
            pane.zoom_to(n)
            for place in ("artois", "ile-de-france"):
                pane.bring(place)
                await pilot.pause()
                full = atlas.labels()["europe", place].name
                name = short_names().get(place, full)
                rows = ["".join(part.text for part in pane.render_line(y))
                        for y in range(pane.size.height)]  # fmt: skip
                assert any(name in row or full in row for row in rows), (place, n)

    drive(seated(tmp_path), size, play)
