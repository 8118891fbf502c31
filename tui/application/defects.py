"""What a player is told when Tercio itself is at fault, and what is kept for whoever mends it."""

from __future__ import annotations

import platform
import traceback
from pathlib import Path
from typing import Final

from engine import __version__

FILE: Final = "defect.txt"


def told(error: BaseException, store: Path, game: str = "") -> str:
    """Sentences for a player whom a defect threw out of a game, or of what was no game; the
    details lie in the store then, or stand below where nothing can be written."""
    lines = traceback.format_exception(error)
    details = f"Tercio {__version__}, Python {platform.python_version()}\n{''.join(lines)}"
    brief = lines[-1].strip().splitlines()[0]
    said = [f"Tercio has a defect and had to stop: {brief}"]
    if game:
        said.append(f"Nothing is lost, every answer is on the disk: tercio open {game} goes on.")
    file = store / FILE
    try:
        store.mkdir(parents=True, exist_ok=True)
        file.write_text(details, encoding="utf-8")
    except OSError:
        said.append(f"Please tell its developers:\n{details}")
    else:
        said.append(f"Please say what you did, and send its developers {file}")
    return "\n".join(said)
