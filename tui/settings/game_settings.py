"""What is kept of each of a player's games beside its save: where he looked, what he ordered, which
lessons he read. No file of a game tells it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tui.settings.files import Files

MOST: Final = 60  # games; the one kept longest ago is forgotten first


def load(files: Files, name: str, game: str) -> Any:
    """What a file of the settings holds of a game; None where nothing is known."""
    return _held(files, name).get(game)


def save(files: Files, name: str, game: str, value: object) -> None:
    """Keeps something of a game, a line a game; where it cannot be written it is forgotten, and
    nothing else."""
    held = _held(files, name)
    held.pop(game, None)
    held[game] = value
    rows = [f"{json.dumps(one)}: {json.dumps(each)}" for one, each in list(held.items())[-MOST:]]
    files.keep(name, "{\n" + ",\n".join(rows) + "\n}\n")


def _held(files: Files, name: str) -> dict[str, Any]:
    try:
        held = json.loads(files.setting(name))
    except (ValueError, RecursionError):
        return {}
    return held if isinstance(held, dict) else {}
