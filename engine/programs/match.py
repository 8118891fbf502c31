"""Which of two programs plays better: `python -m engine match A B --scenario ID --games N`.

Games come in pairs with the same dice: in the second one the programs have changed seats. Each pair
is won by the program whose powers gained more worth in both games together (engine.programs.score).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine import scenarios
from engine.games.game import Game
from engine.games.journal_records import EngineError
from engine.play.asks import BadAnswer, ordinal
from engine.programs import bots, game_outcome, parallel, results_file, score
from engine.programs.captain.thought import USUAL, Budget
from engine.programs.simulate import MOST_DECISIONS, new_game
from engine.state import sides

EVEN: Final = 0.5
MOST_PLAYOUTS: Final = 1000
LONGEST: Final = 3600


class Pair(NamedTuple):
    """Two games of a scenario with the dice of a seed, the programs having changed seats."""

    scenario: str
    seed: int
    programs: tuple[str, str]
    budget: Budget = USUAL


class Played(NamedTuple):
    """A pair: what each program's powers gained in both games, in ducats, or what failed."""

    seed: int
    gains: tuple[int, int]
    error: str = ""


def seats(alliances: Sequence[str], turned: bool) -> dict[str, int]:
    """Which of two programs has each alliance: one in turn, the other way round when turned."""
    return {each: (number + turned) % 2 for number, each in enumerate(alliances)}


class _Seats:
    """Which program plays each power of a game: as its alliance when it was first asked."""

    def __init__(self, game: Game, turned: bool) -> None:
        self.game, self.turned = game, turned
        self.known: dict[str, int] = {}

    def __getitem__(self, power: str) -> int:
        if power not in self.known:
            state = self.game.state
            taken = seats([each.id for each in state.diplomacy.alliances], self.turned)
            for each in score.powers(state):
                self.known[each] = taken.get(sides.alliance_of(state, each), 0)
        return self.known.get(power, 0)


def play_pair(pair: Pair) -> Played:
    """Both games of a pair, to the end of the phase."""
    gains = [0, 0]
    scenario = scenarios.read(pair.scenario)
    players = [bots.player(name, pair.budget) for name in pair.programs]
    ahead = any(bots.looks_ahead(name) for name in pair.programs)
    for turned in (False, True):
        game = new_game(scenario, pair.seed, checkpoints=ahead)
        before = {power: score.worth(game.state, power).total for power in score.powers(game.state)}
        whose = _Seats(game, turned)
        try:
            for _ in range(MOST_DECISIONS):
                if game.ask is None:
                    break
                game.answer(players[whose[game.ask.who]](game, game.ask))
        except (EngineError, BadAnswer) as failed:
            return Played(pair.seed, (0, 0), f"seed {pair.seed}: {failed}")
        for power, worth in before.items():
            if power in game.state.countries:
                gains[whose[power]] += score.worth(game.state, power).total - worth
    return Played(pair.seed, (gains[0], gains[1]))


def match(
    programs: tuple[str, str],
    scenario: str,
    games: int,
    seed: int,
    jobs: int,
    budget: Budget = USUAL,
    known: Mapping[int, Played] | None = None,
    told: Callable[[Played], None] | None = None,
) -> dict[str, Any]:
    """The document that --json prints: the first program's share of the pairs, 0 to 1, and the
    interval that holds the true one 95 times of 100 (Wilson's, for few pairs too).

    `known` are pairs that were played before, by their seeds: they are not played again; `told`
    gets the others as they come.
    """
    scenarios.read(scenario)
    seeds = range(seed, seed - (-games // 2))
    before = dict(known or {})
    pairs = [Pair(scenario, each, programs, budget) for each in seeds if each not in before]
    with ExitStack() as stack:
        pool = stack.enter_context(parallel.Processes(jobs)) if jobs > 1 else None
        for _, each in parallel.in_order(pool, play_pair, pairs, lambda: jobs):
            before[each.seed] = each
            if told is not None:
                told(each)
    return summary(programs, scenario, [before[each] for each in seeds])


def summary(programs: tuple[str, str], scenario: str, found: Sequence[Played]) -> dict[str, Any]:
    """The document of a match whose pairs were played."""
    done = [each for each in found if not each.error]
    won = [
        EVEN if each.gains[0] == each.gains[1] else float(each.gains[0] > each.gains[1])
        for each in done
    ]
    shared = game_outcome.share(sum(won), len(won))
    ahead = game_outcome.estimate([float(each.gains[0] - each.gains[1]) for each in done])
    return {
        "a": programs[0],
        "b": programs[1],
        "scenario": scenario,
        "games": 2 * len(done),
        "score": shared.mean,
        "interval": [shared.low, shared.high],
        "ahead": ahead._asdict(),
        "errors": [each.error for each in found if each.error],
    }


def match_in_words(found: Mapping[str, Any]) -> str:
    """A match in a line."""
    low, high = found["interval"]
    return (
        f"{found['a']} against {found['b']} in {found['scenario']}: {found['score']:.0%} of "
        f"{found['games'] // 2} pairs ({low:.0%} to {high:.0%}), "
        f"{found['ahead']['mean']:+.0f} ducats a pair"
    )


def table_row(found: Mapping[str, Any]) -> str:
    """A match as a row of the table in docs/PROGRAMS.md."""
    low, high = found["interval"]
    ahead = found["ahead"]
    return (
        f"| {found['scenario']} | {found['games'] // 2} | {found['score']:.0%} | "
        f"{low:.0%} to {high:.0%} | {ahead['mean']:+.0f} ({ahead['low']:+.0f} to "
        f"{ahead['high']:+.0f}) |"
    )


HEAD: Final = "| scenario | pairs | score | interval | ducats a pair |\n|---|---|---|---|---|"


PAIRS: Final = results_file.Sort(
    "a",
    "is not a file of pairs that match wrote",
    "holds another match ({})",
    "is not a pair of games",
)


def read_pair(plain: Mapping[str, Any]) -> Played:
    """A pair of a line of the file that --out wrote. Raises KeyError, TypeError or ValueError."""
    one, other = plain["gains"]
    return Played(int(plain["seed"]), (int(one), int(other)), str(plain["error"]))


def main(arguments: Sequence[str]) -> int:
    """The command; exit status 0 done, 1 when a game ended with an error, 2 bad usage."""
    parser = argparse.ArgumentParser(
        prog="python -m engine match", description="Two programs play each other in pairs of games."
    )
    for name in ("a", "b"):
        parser.add_argument(name, metavar=name.upper(), choices=sorted(bots.PLAYERS),
                            help=f"a program: {', '.join(sorted(bots.PLAYERS))}")  # fmt: skip
    parser.add_argument("--scenario", default="artois", metavar="ID", help="a scenario (artois)")
    parser.add_argument("--all", action="store_true", help="every scenario, as rows of a table")
    parser.add_argument("--pairs", default="", metavar="ID=N,...",
                        help="so many pairs of each of these scenarios, as a table")  # fmt: skip
    parser.add_argument("--games", type=int, default=20, metavar="N", help="how many (20)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the first pair (1)")
    parser.add_argument("--jobs", type=int, default=0, metavar="N", help="processes (one a core)")
    parser.add_argument("--playouts", type=int, default=USUAL.playouts, metavar="N",
                        help="of each answer that captain weighs "
                             f"({USUAL.playouts})")  # fmt: skip
    parser.add_argument("--think", type=float, metavar="SECONDS",
                        help="the most that captain takes for a decision (no end)")  # fmt: skip
    parser.add_argument("--out", type=Path, metavar="FILE",
                        help="a line a pair; an interrupted match goes on there")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="one JSON document")
    options = parser.parse_args(arguments)
    if options.games < 2:
        parser.error("--games must be 2 or more: they come in pairs")
    if not 0 <= options.playouts <= MOST_PLAYOUTS:
        parser.error(f"--playouts must be 0 to {MOST_PLAYOUTS}")
    if options.think is not None and not 0 < options.think <= LONGEST:
        parser.error(f"--think must be more than 0 and at most {LONGEST} seconds")
    jobs = options.jobs if options.jobs > 0 else os.cpu_count() or 1
    budget = USUAL._replace(playouts=options.playouts, seconds=options.think)
    chosen = scenarios.ids() if options.all else [options.scenario]
    wanted = [(name, options.games) for name in chosen]
    if options.pairs:
        named = [each.strip().partition("=") for each in options.pairs.split(",")]
        wanted = [(name, 2 * ordinal(count)) for name, _, count in named]
        if not all(games for _, games in wanted):
            parser.error("--pairs is such as artois=24,lepanto-1571=12")
    head = {
        "a": options.a, "b": options.b, "playouts": options.playouts, "think": options.think,
    }  # fmt: skip
    try:
        return _carried_out(options, wanted, budget, jobs, head)
    except (scenarios.ScenarioError, results_file.Wrong) as error:
        print(error, file=sys.stderr)
        return 2


def _carried_out(
    options: argparse.Namespace, wanted: Sequence[tuple[str, int]], budget: Budget, jobs: int,
    head: Mapping[str, Any],
) -> int:  # fmt: skip
    failed = False
    known: dict[str, dict[int, Played]] = {}

    def take(plain: Mapping[str, Any]) -> None:
        pair = read_pair(plain)
        known.setdefault(str(plain["scenario"]), {})[pair.seed] = pair

    with ExitStack() as stack:
        write = results_file.going_on(options.out, PAIRS, head, take, stack)
        table = options.all or options.pairs
        if table and not options.json:
            print(HEAD)
        for name, games in wanted:

            def told(pair: Played, name: str = name) -> None:
                write({"scenario": name, **pair._asdict()})

            found = match((options.a, options.b), name, games, options.seed, jobs,
                          budget=budget, known=known.get(name), told=told)  # fmt: skip
            shown = table_row(found) if table else match_in_words(found)
            print(json.dumps(found) if options.json else shown, flush=True)
            for wrong in found["errors"] if not options.json else ():
                print(wrong)
            failed = failed or bool(found["errors"])
    return 1 if failed else 0
