"""An umpire's ruling by lines of text: the list, a whole ruling in one line, or field by field."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from engine.documents.fields import REQUIRED
from engine.games.game import Game
from engine.games.journal_records import Refused
from engine.umpire import laying_out, umpire
from tui.forms import ruling
from tui.forms.laid_out_ruling import typed_ruling
from tui.lines.fields import GIVEN_UP, FieldReader

LAY_OUT = "Say what stands where: ! lay-out artois: fr 2A+ henri iv, level 3 · ! lay-out war fr sp"
HELP = "! NAME asks for the fields; ! NAME key=value … rules at once."


def listed() -> list[str]:
    """Every ruling and what it does."""
    return [*(f"  {name:21}{rule.what}" for name, rule in umpire.RULINGS.items()), HELP]


def rule(
    game: Game,
    text: str,
    hidden: Collection[str],
    read: Callable[[str], str],
    write: Callable[[str], None],
) -> None:
    """Makes the ruling that a line means, or asks for its fields. Raises BadAnswer and Refused."""
    if not game.can_rule:
        raise Refused("an umpire's ruling waits until the move or battle in progress is over")
    state = game.state
    if text == laying_out.DO or text.startswith(f"{laying_out.DO} "):
        if typed := text.removeprefix(laying_out.DO).strip():
            game.rule(typed_ruling(state, typed))
        else:
            write(LAY_OUT)
    elif text in umpire.RULINGS:
        _asked(game, text, hidden, read, write)
    else:
        game.rule(ruling.with_ids(state, ruling.read(text)))


def _asked(
    game: Game,
    text: str,
    hidden: Collection[str],
    read: Callable[[str], str],
    write: Callable[[str], None],
) -> None:
    """Makes the ruling of a name whose fields are asked for."""
    state = game.state
    write(f"{umpire.RULINGS[text].what}. . gives up, ? behind some letters offers names.")
    asked = FieldReader(read, write, partial(ruling.offered_names, state=state, hidden=hidden))
    document: dict[str, Any] = {"do": text}
    for at in range(len(umpire.RULINGS[text].fields)):
        field = umpire.RULINGS[text].as_it_stands(state, document)[at]
        value = asked.field(field, field.name)
        if value is GIVEN_UP:
            return
        if value is not REQUIRED:
            document[field.name] = value
    document = ruling.with_ids(state, document)
    if _agreed(umpire.preview(state, document), read):
        game.rule(document)


def _agreed(said: str, read: Callable[[str], str]) -> bool:
    try:
        return read(f"{said}. So? (y/n) > ").strip().casefold() in ("y", "yes")
    except EOFError:
        return False
