"""Going on with a game: the commands that show one at once.

They load nothing of what the others need, so that the game soon stands on the screen.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engine import games
from engine.facts import countries
from saves import store
from tui.application import app as screen_application
from tui.command.arguments import Usage
from tui.lines import campaign as campaign_by_lines
from tui.lines import game as game_by_lines
from tui.table import tutorial as tutorials
from tui.terminal.capabilities import shows_lines

if TYPE_CHECKING:
    from saves.store import Saved
    from tui.settings.files import Files


def milliseconds(seconds: float | None) -> int | None:
    """What --think says; raises Usage where nobody can think so long."""
    longest = games.LONGEST_THOUGHT / 1000
    if seconds is None:
        return None
    if not 0.001 <= seconds <= longest:
        raise Usage(f"--think {seconds:g}: it is more than 0 and at most {longest:g} seconds")
    return round(1000 * seconds)


def tutorial(options: Namespace) -> int:
    """Begins the tutorial."""
    room = options.files.room()
    if shows_lines(options.plain):
        return show(tutorials.begin(room), options.plain, options.files)
    return screen_application.run(options.files, learning=True)


def open_saved(options: Namespace) -> int:
    """Goes on with a game."""
    files: Files = options.files
    think = milliseconds(options.think)
    if (came := files.letter(options.save)) is not None:
        turn = f"it is {countries.possessive(came.who)} turn" if came.who else "it is over"
        print(f"{came.said} The game is {came.folder.name}: {turn}.".strip())
        saved = store.open_game(came.folder)
    else:
        saved = store.open_game(files.game(options.save))
    saved.think = think
    return show(saved, options.plain, files)


def show(saved: Saved, plain: bool, files: Files) -> int:
    """Shows a game, on the screen or by lines, until one leaves it."""
    if shows_lines(plain):
        print(f"The game is {saved.name}.")
        campaign = games.find_game(saved.game.header) == games.EIA
        try:
            (campaign_by_lines.PlainCampaign if campaign else game_by_lines.PlainTable)(
                saved, files=files
            ).play()
        finally:
            saved.close()
        return 0
    return screen_application.run(files, saved)


GOING_ON: Final[dict[str, Callable[[Namespace], int]]] = {"open": open_saved, "tutorial": tutorial}
