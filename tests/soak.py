"""The long play-throughs: `make soak`, or `python -m tests.soak --games 20 --scenario artois`.

Every phase is played with every invariant watched at every decision, played again, replayed from
its journal, saved and opened at random decisions, undone to its start and redone; then rich
positions are played on, which random play does not reach; then random battles are fought with dice
against their exact odds; then every screen is looked at in many sizes, themes and colours; then
saves are mutated, and players die in the midst of a phase, or come many at once; then programs
fill a server, and a guest floods it. A line for each, exit status 1 when anything broke.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import themes
from engine import scenarios
from engine.programs import bots
from tests.engine import phases, properties, sampled
from tests.engine.eia import fuzzing
from tests.engine.eia.adjudicating import EIA
from tests.saves import fillings, layings, mutants, tables
from tests.tui import club_typist, contrast, sweep
from tests.tui.agreement import agreement_at

DUMPS = Path(tempfile.gettempdir()) / "tercio-soak"


class Played(NamedTuple):
    """What came of one phase: decisions, dice, the digest of its end, and what broke."""

    decisions: int = 0
    dice: int = 0
    digest: str = ""
    broken: str = ""


def phase(name: str, program: str, dumps: Path, seed: int) -> Played:
    """Plays one phase in every way that must come to the same."""
    try:
        game = phases.watched(name, seed, program)
    except phases.Broken as broken:
        return Played(broken=f"{broken}\n    {phases.dump(broken, dumps)}")
    try:
        phases.repeats(game, program)
        phases.replays(game)
        phases.undoes(game)
        with tempfile.TemporaryDirectory() as folder:
            phases.reopens(game, program, Path(folder))
    except Exception as error:
        kept = phases.dump(phases.Broken("", game), dumps)
        what = f"{name}, {program}, seed {seed}: {type(error).__name__}: {error}"
        return Played(broken=f"{what}\n    {kept}")
    return Played(
        sum(record.answer is not None for record in game.records),
        sum(len(record.dice) for record in game.records),
        hashlib.sha256(phases.packed(game)).hexdigest(),
    )


def battle(samples: int, seed: int) -> list[str]:
    """The figures of a random battle that stray from the odds; ten times the dice before that."""
    return sampled.strays(seed, samples) and sampled.strays(seed, 10 * samples)


Lines = Iterator[tuple[str, list[str]]]


def run(options: argparse.Namespace) -> Lines:
    """A line for each scenario and program and for each other stage, with what broke.

    A stage of which none are wanted is left out.
    """
    with ProcessPoolExecutor(options.jobs) as pool:
        if options.games:
            yield from played(options, pool)
            yield nights(options, pool)
        if options.positions:
            yield from joined(options, pool)
        if options.battles:
            yield fought(options, pool)
        if options.documents:
            yield fuzzed(options, pool)
        if options.screens:
            yield shown(options, pool)
            yield typed(pool)
    if options.saves:
        yield mutated(options)
    if options.fillings:
        yield entered(options)
    if options.tables:
        yield written(options)
        yield laid(options)
    if options.kills:
        yield from killed(options)
    yield from besieged(options)


def played(options: argparse.Namespace, pool: ProcessPoolExecutor) -> Lines:
    """A line for each scenario and program."""
    seeds = range(options.seed, options.seed + options.games)
    for name in options.scenario or scenarios.ids():
        for program in options.bots or sorted(bots.PLAYERS):
            began, digest = time.perf_counter(), hashlib.sha256()
            one: Callable[[int], Played] = partial(phase, name, program, options.dumps)
            found = list(pool.map(one, seeds))
            for each in found:
                digest.update(each.digest.encode())
            counts = f"{sum(each.decisions for each in found)} decisions"
            counts += f", {sum(each.dice for each in found)} dice, {since(began)}"
            yield (
                f"{name}, {program}: {len(found)} phases, {counts}, {digest.hexdigest()[:16]}",
                [each.broken for each in found if each.broken],
            )


def nights(options: argparse.Namespace, pool: ProcessPoolExecutor) -> tuple[str, list[str]]:
    """The line for nights of random entries in a ledger of Empires in Arms."""
    began = time.perf_counter()
    seeds = range(options.seed, options.seed + options.games)
    wrong = [line for lines in pool.map(fuzzing.night, seeds, repeat(1000)) for line in lines]
    return f"club nights: {options.games} of 1000 entries each, {since(began)}", wrong


def joined(options: argparse.Namespace, pool: ProcessPoolExecutor) -> Lines:
    """The lines for rich positions: what holds of each way on, what is offered and explained."""
    seeds = range(options.seed, options.seed + options.positions)
    for what, run in (
        ("played on", at_position), ("a war elsewhere", elsewhere), ("offered and told", agreement)
    ):  # fmt: skip
        began = time.perf_counter()
        share = seeds if what == "played on" else seeds[: max(1, len(seeds) // 10)]
        wrong = [each for each in pool.map(run, share, chunksize=20) if each]
        yield f"positions, {what}: {len(share)}, {since(began)}", wrong


def at_position(seed: int) -> str:
    """What broke on the way on from a rich position, "" for nothing."""
    return _broken(properties.hold, seed)


def elsewhere(seed: int) -> str:
    """What a war between strangers changed in a rich position."""
    return _broken(properties.elsewhere, seed)


def agreement(seed: int) -> str:
    """Where what is offered, typed and explained disagrees."""
    return _broken(agreement_at, seed)


def _broken(holds: Callable[[int], object], seed: int) -> str:
    try:
        holds(seed)
    except Exception as error:
        return f"position {seed}: {type(error).__name__}: {error}"
    return ""


def fought(options: argparse.Namespace, pool: ProcessPoolExecutor) -> tuple[str, list[str]]:
    """The line for random battles against their odds."""
    began = time.perf_counter()
    strayed = pool.map(partial(battle, options.samples), range(1, options.battles + 1))
    wrong = [line for lines in strayed for line in lines]
    said = f"{options.battles} battles against {options.samples} sampled ones each"
    return f"odds: {said}, {since(began)}", wrong


def fuzzed(options: argparse.Namespace, pool: ProcessPoolExecutor) -> tuple[str, list[str]]:
    """The line for random documents of Empires in Arms."""
    began = time.perf_counter()
    answers = pool.map(fuzzing.answers, EIA, repeat(options.documents), repeat(10**6))
    wrong = [line for lines in answers for line in lines]
    read = f"{options.documents} documents of each of {len(EIA)} kinds of Empires in Arms"
    return f"documents: {read}, {since(began)}", wrong


def mutated(options: argparse.Namespace) -> tuple[str, list[str]]:
    """The line for mutated saves."""
    began, share = time.perf_counter(), 250
    opened, wrong = 0, list[str]()
    with ProcessPoolExecutor(options.jobs, get_context("spawn"), mutants.bounded) as pool:
        first = (options.seed - 1) * options.saves
        batches = range(first, first + options.saves, share)
        for count, trouble in pool.map(mutants.batch, batches, repeat(share)):
            opened += count
            wrong += trouble
    return f"saves: {options.saves} mutated, {opened} opened or recovered, {since(began)}", wrong


def entered(options: argparse.Namespace) -> tuple[str, list[str]]:
    """The line for forms filled in at random, the game opened again after each that was taken."""
    began, share = time.perf_counter(), 250
    kinds = ("eia", "eia", "artois", "conquistadors-1519")
    rounds = range(options.seed, options.seed + -(-options.fillings // share))
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        found = list(pool.map(
            fillings.filled, [kinds[seed % len(kinds)] for seed in rounds], rounds, repeat(share)
        ))  # fmt: skip
    taken, wrong = sum(count for count, _ in found), [one for _, lines in found for one in lines]
    said = f"{share * len(rounds)} forms, {taken} taken and the game opened again"
    return f"fillings: {said}, {since(began)}", wrong


def shown(options: argparse.Namespace, pool: ProcessPoolExecutor) -> tuple[str, list[str]]:
    """The line of all screens at so many sizes, and in every theme and colour mode."""
    began = time.perf_counter()
    sizes = sweep.GRID[: options.screens]
    shares = [sizes[at : at + 16] for at in range(0, len(sizes), 16)]
    looked = [pool.submit(_screens, sweep.cut_anywhere, name, share)
              for name in sweep.SESSIONS for share in shares]  # fmt: skip
    looked += [pool.submit(_screens, sweep.faint_anywhere, name, mode)
               for name in sweep.SESSIONS for mode in contrast.MODES]  # fmt: skip
    wrong = [line for each in looked for line in each.result()]
    modes = f"{len(themes.names())} themes in {len(contrast.MODES)} colour modes"
    return f"screens: {len(sizes)} sizes, {modes}, {since(began)}", wrong


def typed(pool: ProcessPoolExecutor) -> tuple[str, list[str]]:
    """The line of four months of a club at the screen, every key counted, at two sizes."""
    began, wrong, all_keys = time.perf_counter(), list[str](), list[str]()
    for size, play in [(size, pool.submit(_typed, size)) for size in ((120, 40), (80, 24))]:
        keys, box = play.result()
        all_keys.append(f"{keys['all']} keys at {size[0]}x{size[1]}")
        wrong += [f"{size}: {what} takes {keys[what]} keys, more than {most}"
                  for what, most in club_typist.MOST.items() if keys[what] > most]  # fmt: skip
        wrong += [f"{size}: the months end in {box}"] * (box != "January 1806, diplomacy")
    return f"four months at the screen: {', '.join(all_keys)}, {since(began)}", wrong


def _typed(size: tuple[int, int]) -> tuple[dict[str, int], str]:
    with tempfile.TemporaryDirectory() as folder:
        keys, ledger = club_typist.kept(Path(folder), size)
        return keys, ledger.box


def _screens(find: Callable[..., list[str]], name: str, how: object) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        return find(Path(folder), name, how)


def written(options: argparse.Namespace) -> tuple[str, list[str]]:
    """The line for positions as text from strangers."""
    began, share = time.perf_counter(), 250
    first = (options.seed - 1) * options.tables
    batches = range(first, first + options.tables, share)
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        found = list(pool.map(tables.batch, batches, repeat(share)))
    played, wrong = sum(count for count, _ in found), [one for _, lines in found for one in lines]
    said = f"{share * len(batches)} strange ones as text, {played} played on and opened again"
    return f"positions, {said}, {since(began)}", wrong


def laid(options: argparse.Namespace) -> tuple[str, list[str]]:
    """The line for tables that are laid out anew in games."""
    began, share = time.perf_counter(), 250
    kinds = ("artois", "conquistadors-1519", "lepanto-1571")
    rounds = range(options.seed, options.seed + -(-options.tables // (10 * share)))
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        found = list(pool.map(
            layings.batch, [kinds[seed % len(kinds)] for seed in rounds], rounds, repeat(share)
        ))  # fmt: skip
    taken, wrong = sum(count for count, _ in found), [one for _, lines in found for one in lines]
    said = f"{share * len(rounds)} tables laid out in games, {taken} taken and opened again"
    return f"layings: {said}, {since(began)}", wrong


def killed(options: argparse.Namespace) -> Lines:
    """A line for the clients of a club, and one for each way in which players die."""
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-s", "tests/tui/server/test_club.py"],
        capture_output=True, text=True, env={**os.environ, "TERCIO_CLIENTS": "8"},
    )  # fmt: skip
    said = next((line for line in run.stdout.splitlines() if "clients" in line), "no OpenSSH here")
    yield f"club: {said}", [run.stdout] if run.returncode else []
    for name, words in (
        ("kills", ["victims", "kill", str(options.kills), "1"]), ("disk", ["victims", "fail", "1"]),
        ("crowds", ["victims", "crowd", "40", "12"]), ("every call, cut and bit", ["sweeps"]),
    ):  # fmt: skip
        began = time.perf_counter()
        run = subprocess.run(
            [sys.executable, "-m", f"tests.saves.{words[0]}", *words[1:]],
            capture_output=True, text=True,
        )  # fmt: skip
        count, *lines = run.stdout.splitlines() or ["no"]
        if run.returncode:
            lines.append(run.stderr.strip())
        yield f"{name}: {count} held, {since(began)}", [one for one in lines if one]


def besieged(options: argparse.Namespace) -> Lines:
    """A line for each thing that is tried of a server over SSH: programs that play, guests that
    flood it, a player who wants out of the game."""
    for what, words in (
        ("crowd", [options.players]), ("floods", [options.floods]),
        ("attacks", [options.attacks, options.seed]), ("seats", [options.seats]),
    ):  # fmt: skip
        if not words[0]:
            continue
        command = [sys.executable, "-m", f"tests.tui.server.{what}", *map(str, words)]
        with (
            tempfile.TemporaryFile("w+") as wrong,
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=wrong, text=True) as run,
        ):
            assert run.stdout is not None
            for line in run.stdout:
                yield f"{what}: {line.rstrip()}", []
            if run.wait():
                wrong.seek(0)
                yield f"{what}: beyond its bounds", wrong.read().splitlines() or ["it ended"]


def since(began: float) -> str:
    """The seconds since then, as a line ends with."""
    return f"{time.perf_counter() - began:.0f} s"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; exit status 0 when all held, 1 when anything broke, 2 bad usage."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=200, metavar="N", help="phases of each")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the first seed")
    parser.add_argument("--scenario", action="append", choices=scenarios.ids(), metavar="ID")
    parser.add_argument("--bots", action="append", choices=sorted(bots.PLAYERS), metavar="NAME")
    parser.add_argument("--positions", type=int, default=5000, metavar="N", help="rich ones")
    parser.add_argument("--battles", type=int, default=50, metavar="N")
    parser.add_argument("--samples", type=int, default=200_000, metavar="N", help="of each battle")
    parser.add_argument("--documents", type=int, default=2000, metavar="N", help="of each kind")
    parser.add_argument("--saves", type=int, default=100_000, metavar="N", help="mutated saves")
    parser.add_argument("--fillings", type=int, default=10_000, metavar="N", help="filled forms")
    parser.add_argument("--screens", type=int, default=len(sweep.GRID), metavar="N", help="sizes")
    parser.add_argument("--tables", type=int, default=20_000, metavar="N", help="positions as text")
    parser.add_argument("--kills", type=int, default=400, metavar="N", help="killed players")
    only = "; with this or another of these four nothing else is tried"
    for name, usual, metavar, words in (
        ("players", 60, "N", "programs over SSH at once"),
        ("floods", 60, "SECONDS", "of each flood over SSH"),
        ("attacks", 400, "N", "random keys after the attacks over SSH"),
        ("seats", 1, "N", "months of Empires in Arms by seven seats over SSH"),
    ):
        parser.add_argument(
            f"--{name}", type=int, nargs="?", const=usual, metavar=metavar, help=words + only
        )
    parser.add_argument("--jobs", type=int, default=None, metavar="N", help="processes")
    parser.add_argument("--dumps", type=Path, default=DUMPS, metavar="DIR", help="for failures")
    failed = 0
    options = parser.parse_args(arguments)
    if None is options.players is options.floods is options.attacks is options.seats:
        options.players, options.floods, options.attacks, options.seats = 60, 60, 400, 1
        stages = run(options)
    else:
        stages = besieged(options)
    for line, broken in stages:
        failed += len(broken)
        print(f"{'FAILED' if broken else 'ok':6} {line}", flush=True)
        for each in broken:
            print(f"  {each}", flush=True)
    print(f"{failed} failures" if failed else "all held")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
