"""Whether forecasts come true: `python -m engine calibrate --scenario ID --positions N --out FILE`.

Programs play phases. At some of their decisions the game is forecast as it stands, with dice that
are not its own; then it goes on with its own, and each event that was forecast happens or not: a
place falls, nothing is left of a stack. Of the events forecast at 30 %, some 30 % should happen.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import count, pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine import scenarios
from engine.games.game import Game
from engine.play.dice import seeded
from engine.programs import bots, forecast, game_outcome, results_file
from engine.programs.forecast import Future
from engine.programs.position import position_of
from engine.programs.simulate import new_game
from engine.scenarios.document import Scenario

ONE_OF: Final = 25
"""So many decisions of a game for each that is forecast, about."""
BANDS: Final = (0, 5, 15, 25, 35, 45, 55, 65, 75, 85, 95, 100)
"""Where the bands of the table begin, in per cent."""
MOST_GAMES: Final = 10_000


class Event(NamedTuple):
    """Something that was forecast: in how many of its games it happened, and whether it did."""

    kind: str
    name: str
    hits: int
    happened: bool


def events(ways: Sequence[Future], actual: Future) -> list[Event]:
    """Every event of a forecast or of what came: places that fall, stacks of which nothing is
    left."""
    falls = Counter(place for way in ways for place in way.fallen)
    gone = Counter(name for way in ways for name in way.gone)
    return [
        *(Event("falls", place, falls[place], place in actual.fallen)
          for place in sorted({*falls, *actual.fallen})),
        *(Event("gone", name, gone[name], name in actual.gone)
          for name in sorted({*gone, *actual.gone})),
    ]  # fmt: skip


def looked_at(
    scenario: Scenario, seed: int, games: int, known: Collection[int]
) -> Iterator[dict[str, Any]]:
    """A game of a seed: each position of it that is forecast, as a line of the file, but for the
    decisions that are `known`; in the end one that says that it is over."""
    game = new_game(scenario, seed, checkpoints=True)
    steady = bots.player("steady")
    decision = 0
    while game.ask is not None:
        if seeded(seed, "calibrate", decision, ONE_OF) == 1 and decision not in known:
            yield _line(game, seed, decision, games)
        game.answer(steady(game, game.ask))
        decision += 1
    yield {"seed": seed, "decision": decision, "events": [], "over": True}


def _line(game: Game, seed: int, decision: int, games: int) -> dict[str, Any]:
    position = position_of(game)
    # Seeds of its own for each position, so that no two forecasts share their luck.
    first = 1 + games * seeded(seed, "calibrate.dice", decision, 10**9)
    ways = [forecast.future(position, each) for each in forecast.seeds(games, first)]
    actual = forecast.played_on(game.branch())
    found = [] if actual is None else events([way for way in ways if way], actual)
    done = sum(way is not None for way in ways)
    return {"seed": seed, "decision": decision, "games": done, "events": found}


def table(lines: Sequence[Mapping[str, Any]]) -> list[tuple[int, int, int, float, int]]:
    """The bands of what was forecast, in per cent: from, to (its last band takes 100), how many
    events, the mean of what was forecast, how many happened. What no game showed is in none."""
    bands: dict[int, list[tuple[float, bool]]] = {}
    for line in lines:
        for _, _, hits, happened in line["events"]:
            if not hits:
                continue  # nobody can list what is forecast never: only those that came are known
            percent = 100 * hits / line["games"]
            at = max(band for band in BANDS[:-1] if percent >= band)
            bands.setdefault(at, []).append((percent, happened))
    return [
        (at, to, len(held), sum(percent for percent, _ in held) / len(held),
         sum(happened for _, happened in held))
        for at, to in pairwise(BANDS)
        if (held := bands.get(at))
    ]  # fmt: skip


def told(lines: Sequence[Mapping[str, Any]]) -> list[str]:
    """The table in rows, as docs/PROGRAMS.md has it."""
    rows = ["| forecast | events | mean forecast | happened | interval |", "|---|---|---|---|---|"]
    for at, to, number, mean, hits in table(lines):
        share = game_outcome.share(hits, number)
        rows.append(
            f"| {at} to {to} % | {number} | {mean:.1f} % | {share.mean:.1%} | "
            f"{share.low:.1%} to {share.high:.1%} |"
        )
    unforeseen = sum(not hits for line in lines for _, _, hits, _ in line["events"])
    came = "1 event" if unforeseen == 1 else f"{unforeseen} events"
    return [*rows, "", f"{came} came that no game of the forecast had shown."]


POSITIONS: Final = results_file.Sort(
    "scenario", "is not a file of forecasts", "holds another calibration ({})", "is no position"
)


def main(arguments: Sequence[str]) -> int:
    """The command; exit status 0 done, 2 bad usage."""
    parser = argparse.ArgumentParser(
        prog="python -m engine calibrate", description="Whether forecasts come true."
    )
    parser.add_argument("--scenario", default="artois", metavar="ID", help="a scenario (artois)")
    parser.add_argument("--positions", type=int, default=50, metavar="N",
                        help="how many are forecast (50)")  # fmt: skip
    parser.add_argument("--games", type=int, default=40, metavar="N",
                        help="played on for each forecast (40)")  # fmt: skip
    parser.add_argument("--out", type=Path, metavar="FILE",
                        help="a line a position; an interrupted run goes on there")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="one JSON document")
    options = parser.parse_args(arguments)
    if options.positions < 1 or not 1 <= options.games <= MOST_GAMES:
        parser.error(f"--positions must be 1 or more, --games 1 to {MOST_GAMES}")
    try:
        lines = _positions(options)
    except (scenarios.ScenarioError, results_file.Wrong) as error:
        print(error, file=sys.stderr)
        return 2
    number = sum("over" not in line for line in lines)
    if options.json:
        print(json.dumps({"positions": number, "bands": table(lines)}))
    else:
        print(f"{number} positions of {options.scenario}, {options.games} games each")
        print("\n".join(told(lines)))
    return 0


def _positions(options: argparse.Namespace) -> list[Mapping[str, Any]]:
    """The positions of the file, and those still to be forecast, which go there one by one."""
    scenario = scenarios.read(options.scenario)
    head = {"scenario": options.scenario, "games": options.games}
    lines: list[Mapping[str, Any]] = []

    def take(line: Mapping[str, Any]) -> None:
        line["events"], line["seed"], line["decision"]
        lines.append(line)

    with ExitStack() as stack:
        write = results_file.going_on(options.out, POSITIONS, head, take, stack)
        over = {line["seed"] for line in lines if "over" in line}
        for seed in count(1):
            if len(lines) - len(over) >= options.positions:
                return lines
            known = {line["decision"] for line in lines if line["seed"] == seed}
            for line in looked_at(scenario, seed, options.games, known) if seed not in over else ():
                lines.append(line)
                write(line)
                if "over" in line:
                    over.add(seed)
                if len(lines) - len(over) >= options.positions:
                    break
    return lines
