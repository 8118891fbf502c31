"""The title by lines: games to go on with, lessons, scenarios and the desk, by their numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from engine import __version__, scenarios
from engine.documents.printable import read_line
from engine.play.asks import ordinal
from saves.disk.index import summaries
from saves.sharing.turns import games_of
from tui.lines.line_output import write_line
from tui.settings.files import Files
from tui.words.saved_games import summary_line

LATEST: Final = 5  # games that are listed; tercio saves lists all


class Choice(NamedTuple):
    """A line of the title, and the words of the command line that do it."""

    label: str
    words: tuple[str, ...]


def choices(files: Files) -> list[Choice]:
    """What one may begin with: one's own games, those that wait first, then the latest, or all
    where no command lists them, the lessons, every scenario, the desk."""
    games = [one for one in summaries(files.store) if not one.problem]
    mine = games_of(files.store, games, files.player)
    names = {one.game.name for one in mine}
    games = [one for one in games if one.name not in names]
    games = games if files.served else games[: max(0, LATEST - len(mine))]
    known = list(map(scenarios.read, scenarios.ids()))
    return [
        *(
            Choice(
                f"{'your turn' if one.waits else 'your game'}: {summary_line(one.game)}",
                ("open", one.game.name),
            )
            for one in mine
        ),
        *(Choice(f"go on with {summary_line(one)}", ("open", one.name)) for one in games),
        Choice("learn a phase in a quarter of an hour", ("tutorial",)),
        *(Choice(f"new: {one.title}, {one.year}: {one.length}", ("new", one.id)) for one in known),
        Choice("the desk: adjudicate one battle, siege or roll", ("desk",)),
    ]


def title(
    files: Files,
    run: Callable[[Sequence[str]], int],
    read: Callable[[str], str] = read_line,
    write: Callable[[str], None] = write_line,
) -> int:
    """Asks what to begin with, until one leaves; `run` does what the words of a command line
    say."""
    more = "" if files.served else " tercio --help lists the commands."
    write(f"Tercio {__version__}: war in Europe, 1492 to 1792.{more}")
    while True:
        found = choices(files)
        for number, choice in enumerate(found, 1):
            write(f" {number:3}  {choice.label}")
        try:
            text = read("number, Enter leaves > ").strip()
        except (EOFError, KeyboardInterrupt):
            return 0
        if text in ("", "q"):
            return 0
        if 1 <= ordinal(text) <= len(found):
            run([*found[ordinal(text) - 1].words, "--plain"])
        else:
            write(f"No: {text!r} is not a number from 1 to {len(found)}.")
