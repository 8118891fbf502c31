"""Programs play whole Military phases: `python -m engine simulate`.

Games are played over as many processes as are wanted; with --out every game is a line of a file,
and a run that was interrupted goes on where it stood. Games of the store, and machines elsewhere,
are known to `tercio simulate`, which brings them along.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from engine import scenarios, variants
from engine.facts import variant_sheets
from engine.programs import bots, many_games, parallel, results_file, simulate
from engine.programs.position import Position
from engine.programs.simulate import Rules, Run, Start, Workers
from engine.scenarios.document import Scenario


class Refused(Exception):
    """A command that cannot be carried out: a sentence that says why, and what would be right."""


class Beyond(NamedTuple):
    """What the engine has not itself: the position of the saved game and the scenario of the file
    that the options name, and the workers of the cluster at an address. Each raises Refused."""

    saved: Callable[[argparse.Namespace], Position]
    scenario: Callable[[argparse.Namespace], Scenario]
    cluster: Callable[[str], AbstractContextManager[Workers]]


def _parser(beyond: Beyond | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tercio simulate" if beyond else "python -m engine simulate",
        description="Programs play whole Military phases.",
    )
    start = parser.add_mutually_exclusive_group()
    start.add_argument(
        "--scenario", metavar="ID", help="a scenario, or the file of one (italian-wars-1494)"
    )
    start.add_argument("--save", metavar="SAVE", help="from where a saved game stands, to its end")
    parser.add_argument("--seat", action="append", default=[], metavar="POWER",
                        help="with --save: of a locked seat; asks for its passphrase")  # fmt: skip
    parser.add_argument("--store", type=Path, metavar="DIR", help="where games are kept")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the first game (1)")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="how many (1)")
    parser.add_argument("--bots", choices=sorted(bots.PLAYERS), default="random",
                        help="which program plays all powers (random)")  # fmt: skip
    parser.add_argument("--turns", type=int, metavar="N", help="a campaign of so many turns")
    parser.add_argument("--variant", action="append", default=[], metavar="NAME",
                        help="a variant to switch on, or all")  # fmt: skip
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=int, default=1, metavar="N",
                       help="processes that play (1); 0 for one a core")  # fmt: skip
    where.add_argument("--on", metavar="ADDRESS",
                       help="a Dask scheduler whose cluster plays: tcp://HOST:8786")  # fmt: skip
    parser.add_argument("--out", type=Path, metavar="FILE",
                        help="a line for each game; an interrupted run goes on there")  # fmt: skip
    parser.add_argument("--csv", type=Path, metavar="FILE", help="a row for each game and power")
    parser.add_argument("--against", type=Path, metavar="FILE",
                        help="compare with the games of another run's --out")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="one JSON document")
    return parser


def main(arguments: Sequence[str], beyond: Beyond | None = None) -> int:
    """The command; exit status 0 done, 1 when a game ended with an error or its workers were lost,
    2 bad usage."""
    parser = _parser(beyond)
    options = parser.parse_args(arguments)
    if options.games < 1:
        parser.error("--games must be 1 or more")
    if options.jobs < 0:
        parser.error("--jobs must be 0 or more")
    if options.turns is not None and options.turns < 1:
        parser.error("--turns must be 1 or more")
    if options.save and (options.variant or options.turns):
        parser.error(
            "--save: a saved game has its variants and turns; leave --variant, --turns out"
        )
    if beyond is None and (options.on or options.save):
        parser.error(
            "--on and --save are known to tercio simulate; --on needs pip install 'tercio[cluster]'"
        )
    try:
        return _carried_out(options, beyond)
    except BrokenExecutor:
        again = "; the same command goes on from --out" if options.out else ""
        print(f"the processes that play died {parallel.TRIES} times over the same games{again}",
              file=sys.stderr)  # fmt: skip
        return 1
    except (scenarios.ScenarioError, variants.UnknownVariant, results_file.Wrong, Refused) as error:
        print(error, file=sys.stderr)
        return 2


def _start(options: argparse.Namespace, beyond: Beyond | None) -> tuple[str, Start]:
    """What the start is called, and where games begin. Raises Refused, ScenarioError."""
    if beyond is not None and options.save:
        return options.save, beyond.saved(options)
    name = options.scenario or "italian-wars-1494"
    if name in scenarios.ORDER:
        return name, name
    return name, beyond.scenario(options) if beyond is not None else scenarios.read(name)


def _run(start: Start, options: argparse.Namespace) -> Run:
    """The games that are wanted. What is wrong with them is said before anything is played."""
    names = options.variant
    scenario = scenarios.read(start) if isinstance(start, str) else start
    if isinstance(scenario, Position):
        return Run(start, options.bots)
    if "all" in names:
        state = scenario.state()
        names = [name for name in variant_sheets.sheets() if not variants.why_unfit(state, name)]
    scenario.state(names, options.turns)
    return Run(start, options.bots, Rules(tuple(names), options.turns))


def _head(name: str, run: Run, seed: int) -> dict[str, Any]:
    """The first line of a file of games: which run they are of."""
    head: dict[str, Any] = {
        "scenario": name, "seed": seed, "bots": run.program,
        "variants": list(run.rules.variants), "turns": run.rules.turns,
    }  # fmt: skip
    if not isinstance(run.start, str):  # what a file or a game holds may change
        plain = [*run.start] if isinstance(run.start, Position) else run.start.plain
        head["start"] = hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()
    return head


def _carried_out(options: argparse.Namespace, beyond: Beyond | None) -> int:
    began = time.perf_counter()
    name, start = _start(options, beyond)
    run = _run(start, options)
    other, here = many_games.Results(), many_games.Results()
    if options.against:
        results_file.read(options.against, results_file.GAMES, other.add)
    with ExitStack() as stack:
        takes: list[results_file.Take] = [here.add]
        if options.csv:
            takes.append(results_file.table(options.csv, stack))

        def take(game: Mapping[str, Any]) -> None:
            for each in takes:
                each(game)

        if options.out:
            head = _head(name, run, options.seed)
            write = results_file.going_on(
                options.out, results_file.GAMES, head, take, stack, options.games
            )
            takes.append(write)
        before = here.games
        if before < options.games:
            workers = stack.enter_context(_workers(options, beyond))
            since = time.perf_counter()
            first, left = options.seed + before, options.games - before
            for game in simulate.games_of(run, first, left, workers):
                take(game)
                spent = (time.perf_counter() - since) / (here.games - before)
                _progress(f"{here.games} of {options.games} games, "
                          f"{spent * (options.games - here.games):.0f} s left")  # fmt: skip
            _progress("")
    found = here.document(name, run.program)
    found["seconds"] = round(time.perf_counter() - began, 3)
    differences = many_games.compare(here, other) if options.against else []
    if options.json:
        if differences:
            found["against"] = [each._asdict() for each in differences]
        print(json.dumps(found))
    else:
        print("\n".join(many_games.lines(found, here, differences)))
    return 1 if found["errors"] else 0


def _workers(options: argparse.Namespace, beyond: Beyond | None) -> AbstractContextManager[Workers]:
    """Who plays, to be let go in the end. Raises Refused."""
    if beyond is not None and options.on:
        return beyond.cluster(options.on)
    return simulate.here(options.jobs or os.cpu_count() or 1)


def _progress(said: str) -> None:
    """A line that is written over, where somebody watches."""
    if sys.stderr.isatty():
        print(f"\r{said:60}" + ("" if said else "\r"), end="", file=sys.stderr, flush=True)
