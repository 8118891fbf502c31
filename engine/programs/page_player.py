"""The program `page`, for learners: it plays as steady does, and errs.

Every third judgement of a campaign, a battle, a siege or a march is no judgement but what comes
first to mind.
"""

from __future__ import annotations

from typing import Any, Final

from engine.games.game import Game
from engine.play.asks import Ask, Raw
from engine.play.dice import seeded
from engine.programs.random_and_steady import random_player, steady_player

ERRS: Final = 3
"""One of so many judgements is an error."""

JUDGED: Final = (
    "breach", "campaign", "evade", "intercept", "march", "next-move", "retreat-attempt", "sail",
    "siege-action",
)  # fmt: skip


def page_player(game: Game, ask: Ask[Any]) -> Raw:
    """What a page answers: as steady, sometimes anything."""
    if ask.name in JUDGED:
        drawn = seeded(game.header["seed"], f"page.{ask.who}", len(game.records), ERRS)
        if drawn == 1:
            return random_player(game, ask)
    return steady_player(game, ask)
