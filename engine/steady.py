"""What the steady program thinks of each question it knows, by the Ask's name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.asks import Ask, Raw
from engine.game import Game

JUDGEMENTS: dict[str, Callable[[Game, Ask[Any]], Raw | None]] = {}
