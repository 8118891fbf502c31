"""Whole Military phases with programs on every side, over as many processes as are wanted.

What comes of them, the digest too, does not depend on how many processes there are, on this machine
or others.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, TypeAlias

from engine import scenarios
from engine.games.game import Game
from engine.games.journal_records import EngineError
from engine.play.asks import BadAnswer
from engine.programs import bots, game_outcome, parallel
from engine.programs.position import Position, game_at
from engine.scenarios.document import Scenario
from engine.state import State
from engine.turns.turn import play_campaign

MOST_DECISIONS: Final = 100_000
SECONDS: Final = 4.0
"""What a chunk of games takes, about: few are lost with a worker, and they are worth sending."""
MOST_IN_CHUNK: Final = 1000
SELDOM: Final = 50_000
"""So many new objects until the next sweep for garbage, where many games are played."""


class Rules(NamedTuple):
    """How a scenario is played: variants beside its own, turns, None for those of the scenario."""

    variants: tuple[str, ...] = ()
    turns: int | None = None


USUAL = Rules()


def new_game(
    scenario: Scenario, seed: int, checkpoints: bool = False, rules: Rules = USUAL
) -> Game:
    """A game of a scenario with dice of that seed; without checkpoints it is faster to play."""
    header = {"seed": seed, "dice": "rolled", "seats": {}, "title": scenario.title}
    start = scenario.start(rules.variants, rules.turns)
    if checkpoints:
        return Game(start, play_campaign, header)
    return Game(lambda: start, play_campaign, header, checkpoints=False)  # it is the scenario's


def play_on(game: Game, program: str) -> Game:
    """The game played to its end by one program on every side.

    Raises EngineError when a rule fails or the phase does not end, BadAnswer when a program gives
    an answer that is not legal.
    """
    answer = bots.player(program)
    for _ in range(MOST_DECISIONS):
        if game.ask is None:
            return game
        game.answer(answer(game, game.ask))
    raise EngineError(
        f"the phase has not ended after {MOST_DECISIONS} decisions (seed {game.header['seed']})"
    )


Start: TypeAlias = str | Scenario | Position
"""Where games begin: in a scenario of Tercio's own, by its id, in one of a file, or as a saved game
stands."""


class Run(NamedTuple):
    """Games that are alike but for their dice."""

    start: Start
    program: str = "random"
    rules: Rules = USUAL

    @property
    def scenario(self) -> Scenario:
        """The scenario in which they begin."""
        assert not isinstance(self.start, Position)
        return scenarios.read(self.start) if isinstance(self.start, str) else self.start

    def first_state(self) -> State:
        """The state from which gains and losses are counted."""
        if isinstance(self.start, Position):
            return State.from_plain(self.start.state)
        return State.from_plain(self.scenario.start(self.rules.variants, self.rules.turns))

    def game(self, seed: int) -> Game:
        """A game with dice of that seed."""
        ahead = bots.looks_ahead(self.program)
        if isinstance(self.start, Position):
            return game_at(self.start, seed, ahead)
        return new_game(self.scenario, seed, ahead, self.rules)


class Chunk(NamedTuple):
    """Games that one process plays in a row, with the seeds from `seed` on. With an `edition`, only
    an engine that agrees in it plays them."""

    run: Run
    seed: int
    games: int
    edition: str = ""


class OtherEdition(Exception):
    """A worker has another Tercio than whoever handed the games out."""


@contextmanager
def swept_seldom() -> Iterator[None]:
    """Garbage is looked for seldom meanwhile: games leave next to none, and looking takes 1 % of
    the time."""
    often, *elder = gc.get_threshold()
    gc.set_threshold(max(often, SELDOM) if often else 0, *elder)
    try:
        yield
    finally:
        gc.set_threshold(often, *elder)


def play_chunk(chunk: Chunk) -> list[dict[str, Any]]:
    """What came of each game of a chunk; one that failed says so in `error`.

    Raises OtherEdition.
    """
    if chunk.edition not in ("", parallel.edition()):
        raise OtherEdition
    seeds = range(chunk.seed, chunk.seed + chunk.games)
    with swept_seldom():
        start = chunk.run.first_state()
        return [_outcome(chunk.run, start, seed) for seed in seeds]


def _outcome(run: Run, start: State, seed: int) -> dict[str, Any]:
    try:
        game = play_on(run.game(seed), run.program)
        return {"seed": seed, **game_outcome.of_game(start, game)}
    except (EngineError, BadAnswer) as failed:
        return {"seed": seed, "error": f"seed {seed}: {failed}"}


class Workers(NamedTuple):
    """Who plays: an executor, how many games it plays at once now, and the edition of the engine
    that they must have, where it is not this very one."""

    pool: Executor | None = None
    jobs: Callable[[], int] = lambda: 1
    edition: str = ""


def games_of(run: Run, seed: int, games: int, workers: Workers) -> Iterator[Mapping[str, Any]]:
    """What came of so many games, in the order of their seeds, as they come."""
    began, done = time.perf_counter(), 0

    def chunks() -> Iterator[Chunk]:
        """Single games until it shows how long they take; towards the end, less than a share."""
        first, end = seed, seed + games
        while first < end:
            jobs = max(1, workers.jobs())
            each = (time.perf_counter() - began) * jobs / done if done else SECONDS
            share = (end - first) // (parallel.AHEAD * jobs)
            size = max(1, min(int(SECONDS / each), share, MOST_IN_CHUNK))
            yield Chunk(run, first, size, workers.edition)
            first += size

    for _, found in parallel.in_order(workers.pool, play_chunk, chunks(), workers.jobs):
        done += len(found)
        yield from found


@contextmanager
def here(jobs: int) -> Iterator[Workers]:
    """So many processes of this machine; one is this process itself."""
    if jobs == 1:
        yield Workers()
        return
    with parallel.Processes(jobs) as pool:
        yield Workers(pool, lambda: jobs)
