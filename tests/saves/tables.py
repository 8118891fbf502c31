"""Positions as text from strangers by the thousand: lines lost, doubled, mixed, with odd words.

A share is in the suite, more in `make soak`. Each is refused in sentences; or it is a table that
is drawn and whose complaints are told; or, where nothing is against it, a game that is played on
and opens again to the same position.
"""

from __future__ import annotations

import random
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from engine import scenarios
from engine.games.journal_records import EngineError
from engine.notation import position_reader, position_writer
from engine.notation.layout import Layout
from engine.notation.reading_errors import Unread
from engine.play.asks import BadAnswer
from engine.programs import bots, simulate
from engine.state import State
from saves import store
from tests.saves.fillings import no_power_cut, reopened
from tui.map.board_view import view_of

ANSWERS: Final = 12
MIDDLES: Final = (("artois", 1), ("lepanto-1571", 2), ("conquistadors-1519", 3))
ODD: Final = (
    "\x1b]52;c;QQ\x07", "é" * 300, "\u202e", "[/x]", "0", "-1", "999xLD", "9" * 20, "9" * 5000,
    "x", "nobody", "france", "spain", "@henri-iv", "@farnese", "artois", "channel",
    "inside", "aboard",
    "port", "siege", "level", "gold", "revolt", "corsair", "F+[4NWD 2NTD]", "PASHA(2)", "A+",
    "LD:x", "natives", "rebels", "pirates", "brazil", "also", "power", "minor",
    "turn 62", "period VII",
    "[]", "{}", "null", '"x"', "[1,2]", '{"a":1}', "a[ " * 400, "LD( " * 400, "[" * 3000,
)  # fmt: skip


@cache
def texts() -> tuple[str, ...]:
    """Scenarios and the middles of games."""
    found = [position_writer.position_text(scenarios.load(name)) for name in scenarios.ids()]
    for name, seed in MIDDLES:
        game = simulate.new_game(scenarios.read(name), seed)
        for number in range(60):
            if game.ask is not None:
                game.answer(bots.random_player(game, game.ask))
            if number % 20 == 19:
                found.append(position_writer.position_text(game.state))
    return tuple(found)


def strange(luck: random.Random) -> str:
    """One of them with one to four things that no hand would type."""
    lines = luck.choice(texts()).splitlines()
    for _ in range(luck.randint(1, 4)):
        others = luck.choice(texts()).splitlines()[1:]
        at = luck.randrange(1, max(2, len(lines)))
        line, other = (lines[at] if at < len(lines) else "x"), luck.choice(others)
        words = line.split(" ")
        word = luck.randrange(len(words))
        match luck.randrange(7):
            case 0:
                words = []
            case 1:
                words = [line, "\n", other]
            case 2:
                words[word] = luck.choice(ODD)
            case 3:
                words[word] = luck.choice(other.split(" "))
            case 4:
                words = [line.partition(": ")[0] + ": " + other.partition(": ")[2]]
            case 5:
                words.insert(word, luck.choice(ODD))
            case 6:
                del words[word]
        lines[at : at + 1] = " ".join(words).split("\n")
    return "\n".join(lines)


def batch(first: int, count: int) -> tuple[int, list[str]]:
    """So many positions: how many were played on, and what went wrong with which."""
    played, wrong = 0, list[str]()
    with tempfile.TemporaryDirectory() as where, no_power_cut():
        for seed in range(first, first + count):
            try:
                played += held(seed, Path(where))
            except Exception as error:
                why = error.__cause__ or error
                wrong.append(f"position {seed}: {type(why).__name__}: {why}")
    return played, wrong


def held(seed: int, where: Path) -> bool:
    """Whether a strange position could be played on; raises where it was not held."""
    text = strange(random.Random(seed))
    try:
        table = Layout(text)
    except Unread as refused:
        if not all(line.isprintable() for line in refused.lines):
            raise
        return False
    assert position_writer.position_text(position_reader.read(table.text)) == table.text
    view_of(table.state, "", world="europe")
    view_of(table.state, "", world="rotw")
    if list(table.complaints()):
        return False
    start: State = position_reader.scenario(text).state()
    header = {"seed": seed, "dice": "rolled", "seats": {}}
    game = store.create(where, start, header, f"game-{seed}")
    try:
        for _ in range(ANSWERS):
            if game.game.ask is not None:
                game.game.answer(bots.random_player(game.game, game.game.ask))
        assert not (trouble := reopened(game)), trouble
    except BadAnswer:
        return True  # a program that is no better than the position
    except EngineError as error:
        raise error.__cause__ or error from error
    finally:
        game.close()
    return True
