"""The title by lines: games to go on with, lessons, scenarios and the desk, by their numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from engine import __version__, scenarios
from engine.documents.printable import asked
from engine.play.asks import ordinal
from saves.index import summaries
from tui.words.names import summary_line

LATEST: Final = 5  # games that are listed; tercio saves lists all


class Choice(NamedTuple):
    """A line of the title, and the words of the command line that do it."""

    label: str
    words: tuple[str, ...]


def choices(store: Path) -> list[Choice]:
    """What one may begin with: the latest games, the lessons, every scenario, the desk."""
    games = [one for one in summaries(store) if not one.problem][:LATEST]
    known = list(map(scenarios.read, scenarios.ids()))
    return [
        *(Choice(f"go on with {summary_line(one)}", ("open", one.name)) for one in games),
        Choice("learn a phase in a quarter of an hour", ("tutorial",)),
        *(Choice(f"new: {one.title}, {one.year}: {one.length}", ("new", one.id)) for one in known),
        Choice("the desk: adjudicate one battle, siege or roll", ("desk",)),
    ]


def title(
    store: Path,
    run: Callable[[Sequence[str]], int],
    read: Callable[[str], str] = asked,
    write: Callable[[str], None] = print,
) -> int:
    """Asks what to begin with, until one leaves; `run` does what the words of a command line
    say."""
    write(f"Tercio {__version__}: war in Europe, 1492 to 1792. tercio --help lists the commands.")
    while True:
        found = choices(store)
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
            write(f"No: {text!r} is no number from 1 to {len(found)}.")
