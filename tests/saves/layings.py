"""Tables laid out anew in a game by hostile hands: what it takes of them, it opens again."""

from __future__ import annotations

import copy
import json
import random
import tempfile
from pathlib import Path
from typing import Any

from engine.games.journal_records import EngineError
from engine.programs import bots
from engine.umpire.laying_out import LAID
from tests.saves.fillings import REFUSALS, begun, no_power_cut, reopened
from tests.saves.mutants import ODD, paths, put
from tui.map.board_view import view_of


def batch(kind: str, seed: int, count: int) -> tuple[int, list[str]]:
    """So many rulings that lay the table of one game out: how many were taken, what went wrong."""
    luck, taken, wrong = random.Random(seed), 0, list[str]()
    with tempfile.TemporaryDirectory() as where, no_power_cut():
        game = begun(Path(where), kind)
        for number in range(count):
            plain = game.game.position()
            try:
                game.game.rule({"do": "lay-out", "parts": strange(plain, luck)})
                taken += 1
                view_of(game.game.state, "", world="europe")
                if trouble := reopened(game):
                    raise ValueError(trouble)
                if game.game.ask is not None:
                    game.game.answer(bots.random_player(game.game, game.game.ask))
            except REFUSALS[:2]:
                continue
            except Exception as error:
                why = (error.__cause__ or error) if isinstance(error, EngineError) else error
                wrong.append(f"{kind}, seed {seed}, laying {number}: {type(why).__name__}: {why}")
                break
        game.close()
    return taken, wrong


def strange(plain: dict[str, Any], luck: random.Random) -> dict[str, str]:
    """One to three parts of a table, with values that are odd, others' or in others' places."""
    found = dict[str, Any]()
    for part in luck.sample(sorted(LAID), luck.randint(1, 3)):
        value = copy.deepcopy(plain[part])
        ways = paths(value) if isinstance(value, dict | list) else []
        for _ in range(luck.randint(1, 3)):
            if not ways:
                value = copy.deepcopy(luck.choice(ODD))
                break
            at, other = luck.choice(ways), luck.choice(ways)
            try:
                put(value, at, _at(value, other) if luck.random() < 0.6 else luck.choice(ODD))
            except (TypeError, IndexError, KeyError):
                continue
        found[part] = json.dumps(value)
    return found


def _at(plain: Any, way: tuple[Any, ...]) -> Any:
    for key in way:
        plain = plain[key]
    return copy.deepcopy(plain)
