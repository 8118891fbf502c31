"""Where a player looked in each of his games, to come back to. No file of a game tells it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from tui.settings.files import Files

FILE: Final = "looks.json"
MOST: Final = 60  # games; the one looked at longest ago is forgotten first
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
    held = _held(files).get(game)
    if not isinstance(held, list) or len(held) != len(Look._fields):
        return None
    world, *numbers = held
    if type(world) is not str or not all(type(one) is int and 0 <= one < EDGE for one in numbers):
        return None
    return Look(world, *numbers)


def save(files: Files, game: str, look: Look) -> None:
    """Remembers where the player looks; where it cannot be written it is forgotten, and nothing
    else."""
    held = _held(files)
    held.pop(game, None)
    held[game] = list(look)
    rows = [f"{json.dumps(name)}: {json.dumps(each)}" for name, each in list(held.items())[-MOST:]]
    files.keep(FILE, "{\n" + ",\n".join(rows) + "\n}\n")


def _held(files: Files) -> dict[str, Any]:
    try:
        held = json.loads(files.setting(FILE))
    except (ValueError, RecursionError):
        return {}
    return held if isinstance(held, dict) else {}
