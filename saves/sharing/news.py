"""What one looks for at a game that others have open too."""

from __future__ import annotations

from typing import NamedTuple


class News(NamedTuple):
    """What others did since one last looked: in the game, and who is there, has the pen or asks
    for an undo. `said` is a sentence about what became of one's own wish to undo, about who
    waits for the pen, or why something could not be written."""

    game: bool = False
    people: bool = False
    said: str = ""
