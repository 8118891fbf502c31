"""Players that are programs, by their names.

`random` answers anything legal, `page` plays for learners, `steady` a sensible game; `captain`
looks ahead, evenly or in one of three characters.
"""

from __future__ import annotations

from typing import Final

from engine.programs.captain import captain
from engine.programs.captain.balance import CHARACTERS
from engine.programs.captain.thought import USUAL, Budget
from engine.programs.page_player import page_player
from engine.programs.random_and_steady import Player as Player
from engine.programs.random_and_steady import random_player as random_player
from engine.programs.random_and_steady import steady_player as steady_player

PLAYERS: Final[dict[str, Player]] = {
    "random": random_player,
    "page": page_player,
    "steady": steady_player,
    **{name: captain.player_of(character) for name, character in CHARACTERS.items()},
}


BY_STRENGTH: Final = (
    "steady", *(name for name in PLAYERS if name in CHARACTERS), "page", "random",
)  # fmt: skip
"""The names in the order in which a person is offered them: the usual opponent first."""


def player(name: str, budget: Budget = USUAL) -> Player:
    """The program of that name, a captain with a budget for each decision; raises ValueError for an
    unknown one."""
    if name in CHARACTERS:
        return captain.player_of(CHARACTERS[name], budget)
    try:
        return PLAYERS[name]
    except KeyError:
        raise ValueError(f"{name!r} is not a program; one of: {', '.join(PLAYERS)}") from None


def looks_ahead(name: str) -> bool:
    """Whether a program plays on from a position: its games keep snapshots for that."""
    return name in CHARACTERS
