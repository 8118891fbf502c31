"""Whole Military phases with programs on every side: `python -m engine simulate`."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine import scenarios, variants
from engine.facts import variant_sheets
from engine.play.asks import BadAnswer
from engine.play.game import EngineError, Game
from engine.programs import bots
from engine.scenarios.document import Scenario
from engine.turns.turn import war

Watch = Callable[[Game], None]
MOST_DECISIONS = 100_000


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
    game = new_game(scenario, seed, checkpoints, rules)
    answer = bots.player(program)
    for _ in range(MOST_DECISIONS):
        if game.ask is None:
            return game
        if watch is not None:
            watch(game)
        game.answer(answer(game, game.ask))
    raise EngineError(f"the phase has not ended after {MOST_DECISIONS} decisions (seed {seed})")


def simulate(
    name: str, seed: int, games: int, program: str, rules: Rules = USUAL
) -> dict[str, Any]:
    """Plays `games` phases with the seeds from `seed` on; the document that --json prints."""
    scenario = scenarios.read(name)
    decisions = dice = rounds = 0
    errors: list[str] = []
    digest = hashlib.sha256()
    began = time.perf_counter()
    for number in range(seed, seed + games):
        try:
            game = play(scenario, number, program, rules=rules)
        except (EngineError, BadAnswer) as failed:
            errors.append(f"seed {number}: {failed}")
            continue
        decisions += sum(record.answer is not None for record in game.records)
        dice += sum(len(record.dice) for record in game.records)
        rounds += len(game.state.rounds)
        plain = json.dumps(game.position(), sort_keys=True, separators=(",", ":"))
        digest.update(plain.encode())
    return {
        "scenario": name,
        "bots": program,
        "games": games,
        "decisions": decisions,
        "dice": dice,
        "rounds": rounds,
        "seconds": round(time.perf_counter() - began, 3),
        "errors": errors,
        "digest": digest.hexdigest(),
    }


def main(arguments: Sequence[str]) -> int:
    """The command; exit status 0 done, 1 when a game ended with an error, 2 bad usage."""
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
    parser.add_argument("--json", action="store_true", help="one JSON document")
    options = parser.parse_args(arguments)
    if options.games < 1:
        parser.error("--games must be 1 or more")
    if options.turns is not None and options.turns < 1:
        parser.error("--turns must be 1 or more")
    names = list(variant_sheets.sheets()) if "all" in options.variant else options.variant
    rules = Rules(tuple(names), options.turns)
    try:
        found = simulate(options.scenario, options.seed, options.games, options.bots, rules)
    except (scenarios.ScenarioError, variants.UnknownVariant) as error:
        print(error, file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps(found))
    else:
        print(
            f"{found['games']} phases of {found['scenario']}: {found['decisions']} decisions, "
            f"{found['dice']} dice, {found['rounds']} rounds in {found['seconds']} s"
        )
        for failed in found["errors"]:
            print(failed)
        print(f"digest {found['digest']}")
    return 1 if found["errors"] else 0
