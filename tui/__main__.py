"""The command `tercio`: the title screen, games, saves, rules and the adjudicator.

What only reckons loads nothing of games and screens: a module is read when it is used.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.__main__ import main as engine_main
from engine.__main__ import run_guarded
from engine.documents.printable import gates
from saves.disk import index, packing
from tui.application import app
from tui.command import arguments as command_line
from tui.command import dispatch, resume_game
from tui.command import simulate as simulate_command
from tui.lines import title as lines_title
from tui.settings import files as settings_files
from tui.terminal.capabilities import shows_lines

if TYPE_CHECKING:
    from argparse import Namespace

    from tui.settings.files import Files

NEEDED: Final = ("msgpack", "portalocker", "rich", "textual")
LOADING: Final = (300_000, 20, 50)
"""Until a screen stands, which sets its own, no sweep goes through all that is being loaded."""


def main(arguments: Sequence[str] | None = None, files: Files | None = None) -> int:
    """Runs one command; the exit status is 0 done, 1 a game or save is at fault, 2 bad usage.

    Without `files` it is a person at his own machine who gives it.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    gc.set_threshold(*LOADING)
    with gates():
        try:
            return run(words, files)
        except ModuleNotFoundError as error:
            if error.name not in NEEDED:
                raise
            print(
                f"tercio needs {error.name}, which this Python does not have: make play and pipx "
                "install . fetch it; python -m engine adjudicates without it.",
                file=sys.stderr,
            )
            return 2


def run(words: list[str], files: Files | None) -> int:
    """Runs the command that the words name, or shows the title."""
    kept = words[:1] == ["--store"] and len(words) > 1 and not words[1].startswith("-")
    store, named = (Path(words[1]), words[2:]) if kept else (None, words)
    if named[:1] in (["resolve"], ["fight"], ["match"], ["path"], ["facts"]):
        return engine_main(named)
    if named[:1] == ["simulate"]:
        return run_guarded(
            lambda: simulate_command.simulate(named[1:], lambda own: files or _local(own or store))
        )
    if not named:
        return title(files or _local(store))
    options: resume_game.GoingOn | Namespace | None = resume_game.without_options(
        named, lambda: files or _local(store)
    )
    if options is None:
        options = command_line.read(words, named[0], files)
        options.files = files or _local(options.store)
    if options.command is None:
        return title(options.files, options.plain)
    return run_guarded(lambda: dispatch.run_command(options))


def _local(store: Path | None) -> Files:
    try:
        return settings_files.Local(store or index.default_store())
    except packing.SaveError as error:
        sys.exit(f"tercio: {error}")


def title(files: Files, plain: bool = False) -> int:
    """The title screen. It stands before the words of all commands, or a game, are loaded."""
    if shows_lines(plain):
        begins = resume_game.GoingOn("", files)
        again = partial(main, files=files)
        return run_guarded(
            lambda: dispatch.guarded(lambda one: lines_title.title(one.files, again), begins)
        )
    return app.run(files)


if __name__ == "__main__":
    sys.exit(main())
