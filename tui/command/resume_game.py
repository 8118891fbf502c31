"""Going on with a game: the commands that show one at once.

They load nothing of what the others need, so that the game soon stands on the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from engine import games
from engine.facts import countries
from saves import store
from tui.application import app as screen_application
from tui.command import arguments
from tui.lines import campaign as campaign_by_lines
from tui.lines import game as game_by_lines
from tui.table import tutorial as tutorials
from tui.terminal.capabilities import shows_lines

if TYPE_CHECKING:
    from argparse import Namespace

    from saves.store import Saved
    from tui.settings.files import Files


class GoingOn(NamedTuple):
    """A command that goes on with a game, without options."""

    command: str
    files: Files
    save: str = ""
    plain: bool = False
    think: float | None = None


def without_options(words: Sequence[str], files: Callable[[], Files]) -> GoingOn | None:
    """What the words say where they are no more than such a command: then none of what reads a
    command line is loaded. None for all others."""
    match words:
        case ["tutorial"]:
            return GoingOn("tutorial", files())
        case ["open", save] if save and not save.startswith("-"):
            return GoingOn("open", files(), save)
        case _:
            return None


def milliseconds(seconds: float | None) -> int | None:
    """What --think says; raises Usage where nobody can think so long."""
    longest = games.LONGEST_THOUGHT / 1000
    if seconds is None:
        return None
    if not 0.001 <= seconds <= longest:
        raise arguments.Usage(
            f"--think {seconds:g}: it is more than 0 and at most {longest:g} seconds"
        )
    return round(1000 * seconds)


def tutorial(options: GoingOn | Namespace) -> int:
    """Begins the tutorial."""
    room = options.files.room()
    if shows_lines(options.plain):
        return show(tutorials.begin(room), options.plain, options.files)
    return screen_application.run(options.files, learning=True)


def open_saved(options: GoingOn | Namespace) -> int:
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


GOING_ON: Final[dict[str, Callable[[GoingOn | Namespace], int]]] = {
    "open": open_saved,
    "tutorial": tutorial,
}
