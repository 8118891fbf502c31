"""The command `tercio`: the title screen, games, saves, rules and the adjudicator."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from engine.__main__ import carried_out
from engine.__main__ import main as engine_main
from engine.documents.printable import gates


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit status is 0 done, 1 a game or save is at fault, 2 bad usage."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    with gates():
        return run(words)


def run(words: list[str]) -> int:
    """Runs the command that the words name, or shows the title."""
    if words[:1] in (["resolve"], ["simulate"], ["path"], ["facts"]):
        return engine_main(words)
    if not words:
        return title(None)
    if len(words) == 2 and words[0] == "--store":
        return title(Path(words[1]))
    from tui.command.arguments import parser

    options = parser().parse_args(words)
    if options.command is None:
        return title(options.store, options.plain)
    from tui.command.commands import run_command

    return carried_out(lambda: run_command(options))


def title(store: Path | None, plain: bool = False) -> int:
    """The title screen. It stands before the words of all commands, or a game, are loaded."""
    from saves.index import default_store
    from tui.terminal.input import shows_lines

    if shows_lines(plain):
        from tui.lines import title as plain_title

        return carried_out(lambda: plain_title.title(store or default_store(), main))
    from tui.application.app import run

    return run(store or default_store())


if __name__ == "__main__":
    sys.exit(main())
