"""`tercio edit`: a table to lay out, from nothing or from something that there is."""

from __future__ import annotations

from argparse import Namespace

from engine import scenarios
from engine.notation import layout, position_reader, position_writer, table_csv
from engine.notation.reading_errors import Unread
from saves import store
from tui.application import app as screen_application
from tui.command.arguments import Usage
from tui.command.exports import position_of
from tui.screens.laying_out import lay_out
from tui.settings.files import Files
from tui.terminal.capabilities import shows_lines


def edit(options: Namespace) -> int:
    """Lays out a table, from nothing, a file of a position, a scenario or a game."""
    if shows_lines():
        raise Usage(
            "edit: this terminal has no screen; a position is a text that any editor changes, see"
            " tercio export GAME --position and docs/NOTATION.md"
        )
    try:
        text, name = layout.empty(options.turn), ""
        if options.file:
            text, name = _position(options.file, options.files, options.turn) or text, options.file
        screen = lay_out.LayOut(text, name)
    except Unread as error:
        raise Usage("\n".join(f"{options.file}: {line}" for line in error.lines)) from error
    return screen_application.run(options.files, opening=lambda: screen)


def _position(name: str, files: Files, turn: int) -> str:
    """The position of a scenario, a game of the store or a file, "" for a file that is not yet."""
    if name in scenarios.ORDER:
        return position_writer.position_text(scenarios.load(name))
    if name in {one.name for one in store.summaries(files.store)}:
        saved = store.open_game(files.game(name), watch=True)
        try:
            return position_of(saved)
        finally:
            saved.close()
    if not files.has(name):
        return ""
    text = files.read(name)
    if position_reader.is_position(text):
        return text
    if table_csv.is_table(text):
        return table_csv.laid_out(text, turn)
    return position_writer.position_text(files.scenario(name).state())
