"""A table at which programs play."""

from __future__ import annotations

from typing import Any

from engine.games.game import Game
from engine.play.asks import Ask
from engine.play.phase import Phase
from engine.state import State


def table(state: State, *asks: Ask[Any]) -> Game:
    """A game that asks these questions of a state."""

    async def procedure(phase: Phase) -> None:
        for ask in asks:
            await ask

    header = {"seed": 1, "dice": "rolled", "seats": {}}
    return Game(state.to_plain(), procedure, header)
