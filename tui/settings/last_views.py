"""Where a player looked in each of his games, to come back to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from tui.settings import game_settings

if TYPE_CHECKING:
    from tui.settings.files import Files

FILE: Final = "looks.json"
EDGE: Final = 100_000  # no pixel of a map lies so far out


class Look(NamedTuple):
    """A level of a map, what is in the middle of the window and the cursor, in pixels of level
    1."""

    map: str
    n: int
    x: int
    y: int
    column: int
    row: int


def load(files: Files, game: str) -> Look | None:
    """Where the player looked last in a game; None where nothing is known, or it makes no sense."""
    held = game_settings.load(files, FILE, game)
    if not isinstance(held, list) or len(held) != len(Look._fields):
        return None
    world, *numbers = held
    if type(world) is not str or not all(type(one) is int and 0 <= one < EDGE for one in numbers):
        return None
    return Look(world, *numbers)


def save(files: Files, game: str, look: Look) -> None:
    """Remembers where the player looks."""
    game_settings.save(files, FILE, game, list(look))
