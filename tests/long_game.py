"""A game of ten thousand answers on the disk, measured in a process of its own: for tests.bench.

`python -m tests.long_game ANSWERS` plays the whole of Europe, programs answering as people would,
and prints what an answer, an undo, a look at the past and opening take (milliseconds of the
processor: what else the machine does, and the disk's own time, are not counted) and what memory has
grown by (MB), as JSON.
"""

from __future__ import annotations

import gc
import json
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine import scenarios
from engine.games.game import Game
from engine.programs import bots
from saves import store
from tui.table.past import History
from tui.terminal import garbage_collection

TURNS = 60
BEGUN = 100  # answers after which all is loaded that a game needs


def timed(work: Callable[[], object]) -> float:
    """Milliseconds of the processor."""
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)


def resident() -> float:
    """MB that the process has in memory now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 2**20


def answered(game: Game, count: int) -> list[float]:
    """Plays so many answers; what each took until it was on the disk."""
    player, times = bots.player("random"), list[float]()
    for _ in range(count):
        assert game.ask is not None, f"the game is over after {len(times)} answers"
        raw = player(game, game.ask)
        times.append(timed(lambda raw=raw: game.answer(raw)))  # type: ignore[misc]
    return times


def looked_back(game: Game, looks: int) -> list[float]:
    """What it takes to lay out moments of the past, anywhere."""
    past, luck = History(game), random.Random(1)
    return [timed(lambda: past.state(luck.randrange(len(past.moments)))) for _ in range(looks)]


def taken_back(game: Game) -> list[float]:
    """What each undo takes, back to the start."""
    times = []
    while game.can_undo:
        times.append(timed(lambda: game.undo(agreed=True)))
    return times


def measured(answers: int) -> dict[str, Any]:
    """Plays, opens, looks back and takes back."""
    scenario = scenarios.read("europe-1492")
    header = {"seed": 1, "dice": "rolled", "seats": {}, "title": scenario.title}
    with tempfile.TemporaryDirectory() as where:
        saved = store.create(Path(where), scenario.state((), TURNS), header, "long")
        garbage_collection.keep_sweeps_short()
        answered(saved.game, BEGUN)
        garbage_collection.collect()
        before, times = resident(), answered(saved.game, answers - BEGUN)
        garbage_collection.collect()
        grown, folder = resident() - before, saved.folder
        saved.close()
        gc.collect()
        opening = [timed(lambda: store.open_game(folder, watch=True).close()) for _ in range(5)]
        saved = store.open_game(folder)
        past = looked_back(saved.game, 200)
        undo = taken_back(saved.game)
        saved.close()
    return {
        "answers": [sorted(times)[len(times) // 2], max(times)],
        "last": sorted(times[-1000:])[-20:],
        "grown": grown,
        "opening": min(opening),
        "past": max(past),
        "undo": [sorted(undo)[len(undo) // 2], max(undo)],
    }


if __name__ == "__main__":
    setattr(os, "fsync", lambda handle: None)  # noqa: B010 - the disk's own time
    print(json.dumps(measured(int(sys.argv[1]))))
