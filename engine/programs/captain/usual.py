"""The usual answer of captain, that others are weighed against: what steady or exact odds say."""

from __future__ import annotations

from typing import Any

from engine.games.game import Game
from engine.play.asks import Ask, Raw
from engine.programs.captain import by_halves, explorers
from engine.programs.captain.balance import Character
from engine.programs.random_and_steady import steady_player


def usual_answer(game: Game, ask: Ask[Any], character: Character) -> Raw:
    """Overseas captain's own, else steady's; a massed force that would stay goes out and back by
    halves."""
    overseas = explorers.answer(game.state, ask, character)
    if overseas is not None and ask.is_legal(overseas):
        return overseas
    usual = steady_player(game, ask)
    halved = by_halves.answer(game.state, ask, usual)
    return halved if halved is not None and ask.is_legal(halved) else usual
