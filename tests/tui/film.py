"""An evening on film: a game that is played by keys on the real screen, as an asciicast of text.

`make film` shoots the films of tests/tui/films anew; `asciinema play` shows them. A frame holds the
rows that have changed, so that a film stays small enough to be read.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.color import ColorSystem
from rich.console import Console
from rich.style import Style
from textual.strip import Strip

from engine import games, scenarios
from engine.games.game import Game
from engine.play.asks import Ask
from engine.programs import bots
from saves.store import Saved, keep
from tests.tui.small_game import settled, sitting
from tui.application.app import Tercio
from tui.screens.game.game import GameScreen
from tui.table.tutorial import keys_to

FOLDER: Final = Path(__file__).with_name("films")
KEYS: Final = {
    "Enter": "enter", "Space": "space", "/": "slash", ":": "colon", " ": "space", "-": "minus",
}  # fmt: skip
COLOURS: Final = ColorSystem.EIGHT_BIT
PACE: Final = 0.6  # seconds between two keys
LONG: Final = 2.0  # seconds for which a result is looked at
NEAR: Final = 6  # cells between two changes of a row that are sent together


class Film(NamedTuple):
    """What is played, how large the screen is, and how many answers it takes at most; a phase is
    over before."""

    scenario: str
    width: int
    height: int
    answers: int = 200

    @property
    def path(self) -> Path:
        """Its file."""
        return FOLDER / f"{self.scenario}-{self.width}x{self.height}.cast"


FILMS: Final = (Film("artois", 80, 24), Film("italian-wars-1494", 160, 50))


def begun(store: Path, scenario: str) -> Saved:
    """A scenario of which a person plays the first power, and steady programs the others."""
    start = scenarios.read(scenario)
    mine, *others = start.powers
    header = {
        "seed": 4, "dice": "rolled", "title": start.title, "seats": {mine: mine},
        "programs": dict.fromkeys(others, "steady"),
    }  # fmt: skip
    return keep(store, Game(start.state().to_plain(), games.procedure(header), header), scenario)


def keys_for(game: Game, ask: Ask[Any]) -> Iterator[Sequence[str]]:
    """The keys with which a person gives the answer of a steady player, typed words as one."""
    for key in keys_to(ask, bots.steady_player(game, ask)):
        typed = key.removeprefix("type ")
        yield [KEYS.get(one, one) for one in (typed if typed != key else [key])]


Cells = list[tuple[str, Style | None]]


def cells(strip: Strip) -> Cells:
    """A row of the screen, letter by letter."""
    return [(letter, segment.style) for segment in strip for letter in segment.text]


def written(number: int, now: Cells, before: Cells) -> str:
    """What a terminal is sent to change a row: its runs of other letters."""
    sent, end = [], -NEAR
    for at, (one, other) in enumerate(zip(now, before, strict=True)):
        if one == other:
            continue
        if at - end >= NEAR:
            sent.append((at, [one]))
        else:
            sent[-1][1].extend(now[end + 1 : at + 1])
        end = at
    return "".join(f"\x1b[{number};{at + 1}H{styled(run)}" for at, run in sent)


def styled(run: Cells) -> str:
    """Letters with their colours."""
    found = []
    for style, letters in groupby(run, key=lambda cell: cell[1]):
        text = "".join(letter for letter, _ in letters)
        found.append(text if style is None else style.render(text, color_system=COLOURS))
    return "".join(found)


class Camera:
    """Takes the rows that have changed since it last looked."""

    def __init__(self, app: Tercio) -> None:
        self.app = app
        self.at = 0.0
        self.rows: list[Cells] = []
        self.taken: list[str] = []

    def look(self, seconds: float) -> None:
        """A frame, so many seconds after the one before."""
        self.at += seconds
        rows = [cells(strip) for strip in self.app.screen._compositor.render_strips()]
        blank: list[Cells] = [[("", None)] * len(row) for row in rows]
        both = zip(rows, self.rows or blank, strict=True)
        changed = [written(number, *pair) for number, pair in enumerate(both, 1)]
        if any(changed):
            frame = [round(self.at, 1), "o", "".join(changed)]
            self.taken.append(json.dumps(frame, ensure_ascii=False))
        self.rows = rows


async def played(app: Tercio, film: Film) -> list[str]:
    """The frames of a game that is played on the screen."""
    camera = Camera(app)
    app.repeats.seconds = 0.0  # nobody reads
    async with app.run_test(size=(film.width, film.height)) as pilot:
        await settled(pilot)
        camera.look(0)
        for _ in range(film.answers):
            screen = app.screen
            game = app.saved.game if app.saved is not None else None
            if game is None or game.ask is None:
                break
            if not isinstance(screen, GameScreen):
                await pilot.press("enter")
                await settled(pilot)
                camera.look(LONG)
                continue
            here = screen.focused.id if screen.focused is not None else ""
            way = [["a"]] if here not in ("ask", "map") else []
            for keys in (*way, *keys_for(game, game.ask)):
                await pilot.press(*keys)
                await settled(pilot)
                camera.look(PACE)
            camera.look(LONG)
        app.saved = None
    return camera.taken


def shoot(film: Film) -> str:
    """A film as an asciicast of version 2: a line of what it is, then one a frame."""
    head = {"version": 2, "width": film.width, "height": film.height,
            "title": f"Tercio: {scenarios.read(film.scenario).title}"}  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        app = sitting(begun(Path(folder), film.scenario))
        app.console = Console(color_system="256", file=StringIO(), force_terminal=True)
        frames = asyncio.run(played(app, film))
    return "\n".join([json.dumps(head), *frames, ""])


def main() -> None:
    """Shoots all films anew, or the scenarios that are named."""
    FOLDER.mkdir(exist_ok=True)
    for film in FILMS:
        if not sys.argv[1:] or film.scenario in sys.argv[1:]:
            film.path.write_text(shoot(film), encoding="utf-8")


if __name__ == "__main__":
    main()
