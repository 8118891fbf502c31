"""The real screen of a game, driven over a pty by terminal/test_bytes.py.

It tells when it has drawn.

`march` is the Italian Wars where an army is about to march, `rolls` a die after every answer; any
other word is a scenario where it is asked which stack moves next. The cursor of the map rests after
as many seconds as the second argument says.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import ClassVar

from engine import games, scenarios
from engine.games.game import Game
from engine.play.asks import YesNo
from engine.play.phase import Phase
from engine.programs import bots
from saves.store import Saved, keep
from tests.tui.idling import Teller
from tests.tui.pictures import header, march
from tests.tui.small_game import table
from tui.application import app
from tui.screens.dialog import Styles
from tui.screens.game import game as screen
from tui.settings.files import Local


class Telling(Teller, app.Tercio):
    """The application."""

    CSS_PATH: ClassVar[Styles] = Path(app.__file__).with_name("app.tcss")


async def dice(phase: Phase) -> None:
    """A die is rolled and told after every answer."""
    while await YesNo(who="france", name="again", what="One more die?", enter=True):
        rolled = await phase.roll("france.supply", ())
        phase.tell_roll(rolled, f"Supply attrition: {rolled.die}.", "picardie")


def rolls(store: Path) -> Saved:
    """A game of nothing but dice."""
    return keep(store, Game(table().to_plain(), dice, header("Dice", "france")), "dice")


def moves(store: Path, scenario: str) -> Saved:
    """A scenario where the first power is asked which stack moves next."""
    start = scenarios.read(scenario)
    set_up = header(start.title, *start.powers)
    game = Game(start.state().to_plain(), games.procedure(set_up), set_up)
    while game.ask is not None and game.ask.name != "next-move":
        game.answer(bots.steady_player(game, game.ask))
    return keep(store, game, scenario)


if __name__ == "__main__":
    screen.REST = float(sys.argv[2])
    folder = Path(tempfile.mkdtemp())
    game = sys.argv[1]
    found = {"march": march, "rolls": rolls}.get(game)
    saved = moves(folder, game) if found is None else found(folder)
    telling = Telling(Local(folder), saved)
    telling.seated = True
    telling.repeats.seconds = 0.0  # nobody reads
    telling.run()
