"""What one looks for at a game that others have open too."""

from __future__ import annotations

from typing import NamedTuple


class News(NamedTuple):
    """What others did since one last looked: in the game, and who is there or has the pen."""

    game: bool = False
    people: bool = False
