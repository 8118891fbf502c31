"""What a player is told when Tercio itself is at fault, and what is kept for whoever mends it."""

from __future__ import annotations

import platform
import traceback
from typing import TYPE_CHECKING

from engine import __version__

if TYPE_CHECKING:
    from tui.settings.files import Files


def explain(error: BaseException, files: Files, game: str = "") -> str:
    """Sentences for a player whom a defect threw out of a game, or of what was no game; the
    details lie in the store then, or stand below where nothing can be written. A player of a
    server is told no more of it than its kind: the words of an error may name a file."""
    lines = traceback.format_exception(error)
    details = f"Tercio {__version__}, Python {platform.python_version()}\n{''.join(lines)}"
    brief = type(error).__name__ if files.served else lines[-1].strip().splitlines()[0]
    said = [f"Tercio has a defect and had to stop: {brief}"]
    if game:
        again = "come again, and it" if files.served else f"tercio open {game}"
        said.append(f"Nothing of {game} is lost, every answer is on the disk: {again} goes on.")
    return "\n".join([*said, files.defect(details)])
