"""Whole Military phases with programs on every side: `python -m engine simulate`.

Games are played over as many processes as are wanted; what comes of them, the digest too, does not
depend on how many. With --out every game is a line of a file, and a run that was interrupted goes
on where it stood.
"""

from __future__ import annotations

import argparse
import base64
import csv
import hashlib
import json
import os
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine import scenarios, variants
from engine.facts import variant_sheets
from engine.games.game import Game
from engine.games.records import EngineError
from engine.play.asks import BadAnswer
from engine.programs import bots, outcomes, parallel
from engine.scenarios.document import Scenario
from engine.turns.turn import war

Watch = Callable[[Game], None]
MOST_DECISIONS: Final = 100_000
CHUNK: Final = 4
"""Games that a process plays in one go: some seconds of them."""


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
    start = scenario.state(rules.variants, rules.turns).to_plain()
    return Game(start, war, header, checkpoints=checkpoints)


def play(
    scenario: Scenario,
    seed: int,
    program: str,
    watch: Watch | None = None,
    checkpoints: bool = False,
    rules: Rules = USUAL,
) -> Game:
    """One phase with one program on every side; `watch` sees the game at every decision.

    Raises EngineError when a rule fails or the phase does not end, BadAnswer when a program gives
    an answer that is not legal.
    """
    game = new_game(scenario, seed, checkpoints or bots.looks_ahead(program), rules)
    answer = bots.player(program)
    for _ in range(MOST_DECISIONS):
        if game.ask is None:
            return game
        if watch is not None:
            watch(game)
        game.answer(answer(game, game.ask))
    raise EngineError(f"the phase has not ended after {MOST_DECISIONS} decisions (seed {seed})")


class Chunk(NamedTuple):
    """Games that one process plays in a row: a scenario's, with the seeds from `seed` on."""

    name: str
    seed: int
    games: int
    program: str
    rules: Rules


def played(chunk: Chunk) -> list[dict[str, Any]]:
    """What came of each game of a chunk; one that failed says so in `error`."""
    scenario = scenarios.read(chunk.name)
    found: list[dict[str, Any]] = []
    for seed in range(chunk.seed, chunk.seed + chunk.games):
        try:
            start = scenario.state(chunk.rules.variants, chunk.rules.turns)
            game = play(scenario, seed, chunk.program, rules=chunk.rules)
            found.append({"seed": seed, **outcomes.of_game(start, game)})
        except (EngineError, BadAnswer) as failed:
            found.append({"seed": seed, "error": f"seed {seed}: {failed}"})
    return found


Told = Callable[[Sequence[Mapping[str, Any]]], None]


def games_of(
    chunks: Sequence[Chunk], pool: Executor | None, jobs: int, told: Told | None = None
) -> list[dict[str, Any]]:
    """Every game of the chunks, in the order of their seeds; `told` gets them as they come."""
    found: list[dict[str, Any]] = []
    for _, games in parallel.in_order(pool, played, chunks, jobs):
        found += games
        if told is not None:
            told(games)
    return found


def chunks_of(name: str, seed: int, games: int, program: str, rules: Rules) -> list[Chunk]:
    """The games with the seeds from `seed` on, in chunks."""
    return [
        Chunk(name, first, min(CHUNK, seed + games - first), program, rules)
        for first in range(seed, seed + games, CHUNK)
    ]


def summary(name: str, program: str, games: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The document that --json prints: what came of all the games, and the digest of their ends."""
    done = [game for game in games if "error" not in game]
    digest = hashlib.sha256()
    for game in done:
        digest.update(zlib.decompress(base64.b85decode(game["state"])))
    ends: dict[str, int] = {}
    for game in done:
        ends[game["ended"]] = ends.get(game["ended"], 0) + 1
    return {
        "scenario": name,
        "bots": program,
        "games": len(games),
        "decisions": sum(game["decisions"] for game in done),
        "dice": sum(game["dice"] for game in done),
        "rounds": sum(game["rounds"] for game in done),
        "errors": [str(game["error"]) for game in games if "error" in game],
        "digest": digest.hexdigest(),
        "ended": dict(sorted(ends.items())),
        "powers": {
            power: {
                figure: dict(zip(("mean", "low", "high"), outcomes.estimate(values), strict=True))
                for figure, values in figures.items()
            }
            for power, figures in outcomes.columns(done).items()
        },
    }


def simulate(
    name: str,
    seed: int,
    games: int,
    program: str,
    rules: Rules = USUAL,
    jobs: int = 1,
    pool: Executor | None = None,
) -> dict[str, Any]:
    """Plays `games` phases with the seeds from `seed` on; the document that --json prints.

    `pool` is whose processes play them (processes of this machine when there are several `jobs`
    and none is given).
    """
    scenario = scenarios.read(name)
    scenario.state(rules.variants, rules.turns)  # what is wrong is said before anything is played
    began = time.perf_counter()
    with ExitStack() as stack:
        if pool is None and jobs > 1:
            pool = stack.enter_context(ProcessPoolExecutor(jobs))
        found = games_of(chunks_of(name, seed, games, program, rules), pool, jobs)
    return {**summary(name, program, found), "seconds": round(time.perf_counter() - began, 3)}


# A file of games.


class Wrong(Exception):
    """A file of games that cannot be gone on with, or compared with."""


def read_games(path: Path, wanted: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """The games of a file that --out wrote; a last line cut off is left out.

    Raises Wrong where it is no such file, or `wanted` tells another run than its first line.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
        head = json.loads(lines[0])
        if not isinstance(head, dict) or "scenario" not in head:
            raise ValueError
    except OSError as error:
        raise Wrong(f"{path}: {error.strerror or error}") from None
    except ValueError:
        raise Wrong(f"{path}: is not a file of games that simulate --out wrote") from None
    if wanted is not None and head != wanted:
        told = ", ".join(
            f"{key} {head.get(key)!r}" for key in wanted if head.get(key) != wanted[key]
        )
        raise Wrong(f"{path}: holds games of another run ({told}); name another file")
    games: list[dict[str, Any]] = []
    for number, line in enumerate(lines[1:], 2):
        try:
            game = json.loads(line)
            if "error" not in game:
                zlib.decompress(base64.b85decode(game["state"]))
                game["powers"], game["decisions"], game["rounds"], game["dice"], game["ended"]
            games.append(game)
        except (ValueError, KeyError, TypeError, zlib.error):
            if number < len(lines) - 1:
                raise Wrong(f"{path}, line {number}: is not a game") from None
    return games


def write_table(path: Path, games: Iterable[Mapping[str, Any]]) -> None:
    """A row for each game and power, for a spreadsheet."""
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["seed", "ended", "power", *outcomes.FIGURES, "worth"])
        for game in games:
            for power, figures in game.get("powers", {}).items():
                values = [figures[name] for name in (*outcomes.FIGURES, "worth")]
                rows.writerow([game["seed"], game["ended"], power, *values])


def compared(
    one: Sequence[Mapping[str, Any]], other: Sequence[Mapping[str, Any]]
) -> list[tuple[str, str, float, float, float]]:
    """Power, figure, its mean here and there, and how likely such a difference comes by chance."""
    here, there = (
        outcomes.columns([game for game in games if "error" not in game]) for games in (one, other)
    )
    return [
        (power, figure, outcomes.estimate(here[power][figure]).mean,
         outcomes.estimate(there[power][figure]).mean,
         outcomes.p_value(here[power][figure], there[power][figure]))
        for power in here
        if power in there
        for figure in (*outcomes.FIGURES, "worth")
    ]  # fmt: skip


# The command.


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine simulate", description="Programs play whole Military phases."
    )
    parser.add_argument(
        "--scenario",
        default="italian-wars-1494",
        metavar="ID",
        help="a scenario (italian-wars-1494)",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the first game (1)")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="how many (1)")
    parser.add_argument("--bots", choices=sorted(bots.PLAYERS), default="random",
                        help="which program plays all powers (random)")  # fmt: skip
    parser.add_argument("--turns", type=int, metavar="N", help="a campaign of so many turns")
    parser.add_argument("--variant", action="append", default=[], metavar="NAME",
                        help="a variant to switch on, or all")  # fmt: skip
    parser.add_argument("--jobs", type=int, default=1, metavar="N",
                        help="processes that play (1); 0 for one a core")  # fmt: skip
    parser.add_argument("--out", type=Path, metavar="FILE",
                        help="a line for each game; an interrupted run goes on there")  # fmt: skip
    parser.add_argument("--csv", type=Path, metavar="FILE", help="a row for each game and power")
    parser.add_argument("--against", type=Path, metavar="FILE",
                        help="compare with the games of another run's --out")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="one JSON document")
    return parser


def main(arguments: Sequence[str]) -> int:
    """The command; exit status 0 done, 1 when a game ended with an error, 2 bad usage."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.games < 1:
        parser.error("--games must be 1 or more")
    if options.jobs < 0:
        parser.error("--jobs must be 0 or more")
    if options.turns is not None and options.turns < 1:
        parser.error("--turns must be 1 or more")
    try:
        return _carried_out(options)
    except (scenarios.ScenarioError, variants.UnknownVariant, Wrong) as error:
        print(error, file=sys.stderr)
        return 2


def _carried_out(options: argparse.Namespace) -> int:
    names = options.variant
    if "all" in names:
        start = scenarios.read(options.scenario).state()
        names = [name for name in variant_sheets.sheets() if not variants.unfit(start, name)]
    rules = Rules(tuple(names), options.turns)
    scenarios.read(options.scenario).state(rules.variants, rules.turns)
    other = read_games(options.against) if options.against else []
    jobs = options.jobs or os.cpu_count() or 1
    began = time.perf_counter()
    games = _games(options, rules, jobs, began)
    found = summary(options.scenario, options.bots, games)
    found["seconds"] = round(time.perf_counter() - began, 3)
    if options.csv:
        write_table(options.csv, games)
    differences = compared(games, other) if options.against else []
    if options.json:
        if differences:
            names_of = ("power", "figure", "here", "there", "chance")
            found["against"] = [dict(zip(names_of, each, strict=True)) for each in differences]
        print(json.dumps(found))
    else:
        print("\n".join(_told(found, games, differences)))
    return 1 if found["errors"] else 0


def _games(
    options: argparse.Namespace, rules: Rules, jobs: int, began: float
) -> list[dict[str, Any]]:
    """The games that are wanted: those of the file, and those still to be played."""
    head = {
        "scenario": options.scenario, "seed": options.seed, "bots": options.bots,
        "variants": list(rules.variants), "turns": rules.turns,
    }  # fmt: skip
    with ExitStack() as stack:
        before: list[dict[str, Any]] = []
        if options.out and options.out.exists() and options.out.stat().st_size:
            before = read_games(options.out, head)[: options.games]
        file = None
        if options.out:
            # Written anew up to where it stood: what an interruption cut off is played again.
            file = stack.enter_context(options.out.open("w", encoding="utf-8"))
            for line in (head, *before):
                file.write(json.dumps(line) + "\n")
            file.flush()
        first = options.seed + len(before)
        chunks = chunks_of(
            options.scenario, first, options.games - len(before), options.bots, rules
        )
        done = len(before)

        def told(games: Sequence[Mapping[str, Any]]) -> None:
            nonlocal done
            done += len(games)
            if file is not None:
                file.write("".join(json.dumps(game) + "\n" for game in games))
                file.flush()
            if sys.stderr.isatty():
                spent = time.perf_counter() - began
                left = spent / max(1, done - len(before)) * (options.games - done)
                print(f"\r{done} of {options.games} games, {left:.0f} s left  ", end="",
                      file=sys.stderr, flush=True)  # fmt: skip

        pool = stack.enter_context(ProcessPoolExecutor(jobs)) if jobs > 1 and chunks else None
        found = before + games_of(chunks, pool, jobs, told)
        if sys.stderr.isatty():
            print("\r" + " " * 60 + "\r", end="", file=sys.stderr)
        return found


def _told(
    found: Mapping[str, Any],
    games: Sequence[Mapping[str, Any]],
    differences: Sequence[tuple[str, str, float, float, float]],
) -> list[str]:
    """What came of the games, in lines."""
    counts = ", ".join(f"{found[name]} {name}" for name in ("decisions", "dice", "rounds"))
    lines = [f"{found['games']} phases of {found['scenario']}: {counts} in {found['seconds']} s"]
    lines += found["errors"]
    shown = (*outcomes.FIGURES, "worth")
    lines.append(f"{'mean ± 95 %':14}" + "".join(f"{name:>18}" for name in shown))
    for power, figures in found["powers"].items():
        cells = (
            f"{each['mean']:.1f} ± {each['high'] - each['mean']:.1f}"
            for each in (figures[name] for name in shown)
        )
        lines.append(f"{power:14.14}" + "".join(f"{cell:>18}" for cell in cells))
    if len(games) > 1:
        for power, values in outcomes.columns([g for g in games if "error" not in g]).items():
            lines.append(f"{power}: worth gained or lost, in ducats")
            lines += outcomes.histogram(values["worth"])
    for power, figure, here, there, chance in differences:
        if here != there:
            said = "certain" if chance < 0.001 else f"by chance alone in {chance:.1%}"
            lines.append(f"{power}, {figure}: {here:.1f} here, {there:.1f} there ({said})")
    lines.append("lost: thirds of land and naval detachments; money, worth: ducats")
    lines.append(f"digest {found['digest']}")
    return lines
