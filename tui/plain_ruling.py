"""An umpire's ruling by lines of text: the list, a whole ruling in one line, or field by field."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from engine import umpire
from engine.game import Game, Refused
from tui.plain_fields import GIVEN_UP, Asked
from tui.screens import ruling

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
        raise Refused("an umpire's ruling waits until the move or battle in hand is over")
    state = game.state
    if text in umpire.RULINGS:
        write(f"{umpire.RULINGS[text].what}. . gives up, ? behind some letters offers names.")
        asked = Asked(read, write, partial(ruling.offered, state=state, hidden=hidden))
        values = asked.fields(umpire.RULINGS[text].fields)
        if values is GIVEN_UP:
            return
        document = {"do": text, **values}
    else:
        document = ruling.read(text)
    document = ruling.settled(state, document)
    said = umpire.tried(state, document)
    if text in umpire.RULINGS and not _agreed(said, read):
        return
    game.rule(document)


def _agreed(said: str, read: Callable[[str], str]) -> bool:
    try:
        return read(f"{said}. So? (y/n) > ").strip().casefold() in ("y", "yes")
    except EOFError:
        return False
