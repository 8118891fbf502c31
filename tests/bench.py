"""What Tercio takes, as ratios measured in one run: `make bench`.

Each line says what is measured, what came out, the aim, and whether it is met. Times are the best
of several runs, so that what else the machine does tells less.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from engine import scenarios
from engine.adjudicator import resolve
from engine.adjudicator.document_kind import Table
from engine.chances.steps import FACES, NOT_ROLLED, Choice, Test
from engine.combat import fight, leaders, pursuit
from engine.combat.leaders import Commander
from engine.combat.prepared_battle import START
from engine.land.battle import battle_math, battle_odds
from engine.programs import bots, simulate
from tests import evening
from tests.engine import fighting, sampled
from tests.engine.phases import again, played
from tests.terminal import ROOT, Terminal
from tui.table.new_game import create

FRAME = 0.016  # seconds
BUILT = ROOT / "build"
STARTS = 5
EMPTY_APPLICATION = "from textual.app import App; App().run()"


class Line(NamedTuple):
    """One line of the table; `met` is None where nothing is aimed at."""

    what: str
    measured: str
    aim: str
    met: bool | None


def best(work: Callable[[], Any], runs: int = 5) -> float:
    """The seconds of the fastest of several runs."""
    return _best(time.perf_counter, work, runs)


def computed(work: Callable[[], Any], runs: int = 5) -> float:
    """The same of the processor's seconds in this process: what else the machine does is not
    counted."""
    return _best(time.process_time, work, runs)


def _best(clock: Callable[[], float], work: Callable[[], Any], runs: int) -> float:
    times = []
    for _ in range(runs):
        began = clock()
        work()
        times.append(clock() - began)
    return min(times)


# Programs on a terminal.


def painted(words: Sequence[str], where: Path) -> float:
    """Seconds from the start of a program in a directory until its screen stands."""
    terminal = Terminal(words, where=where)
    _, last = terminal.settle()
    terminal.close()
    return last - terminal.began


def start_of_the_application() -> list[Line]:
    """Title, game and tutorial of a fresh clone, from the second start on, against an application
    of Textual with nothing in it."""
    with tempfile.TemporaryDirectory() as folder:
        clone, store = Path(folder) / "clone", Path(folder) / "store"
        for package in ("engine", "saves", "themes", "tui"):
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / package, clone / package, ignore=ignored)
        create(store, scenarios.read("artois"), {}, name="begun").close()
        of_store = ["-m", "tui", "--store", str(store)]
        words = {
            "the title": ["-m", "tui", "--store", str(Path(folder) / "fresh")],
            "the title with a game in the store": of_store,
            "a game": [*of_store, "open", "begun"],
            "the tutorial": [*of_store, "tutorial"],
            "an empty Textual application": ["-c", EMPTY_APPLICATION],
        }
        times: dict[str, list[float]] = {what: [] for what in words}
        for run in range(STARTS + 1):
            for what in words:  # by turns: what else the machine does befalls all
                taken = painted(words[what], clone)
                times[what] += [taken] if run else []
    *ours, (against, empty) = ((what, min(found)) for what, found in times.items())
    return [
        Line(
            f"start of {what} / {against}",
            f"{time / empty:.2f} ({time:.2f} s / {empty:.2f} s)",
            "1.3",
            time <= 1.3 * empty,
        )
        for what, time in ours
    ]


def bytes_on_the_wire() -> list[Line]:
    """What a cursor step and a pan send to the terminal, on a screen of 120 by 40."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["-m", "tui", "new", "italian-wars-1494", "--seed", "1", "--store", folder]
        terminal = Terminal(words)
        terminal.settle()
        terminal.press(b"\r")  # sits down
        terminal.press(b"\t")  # to the map
        steps = [terminal.press(key) for key in (b"\x1b[C",) * 8 + (b"\x1b[B",) * 5]
        pans = [terminal.press(key) for key in (b"l", b"j", b"h", b"k")]
        terminal.close()
    return [
        Line(
            "bytes of a cursor step on the map",
            f"{max(steps)} at most, {sorted(steps)[len(steps) // 2]} in the middle",
            "1024",
            max(steps) <= 1024,
        ),
        Line("bytes of a pan", f"{max(pans)} at most", "-", None),
    ]


# Play.


def plies(seconds: float = 2.0) -> float:
    """Plies of random chess in a second."""
    import chess

    dice, played, began = random.Random(1), 0, time.process_time()
    while time.process_time() - began < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(dice.choice(list(board.legal_moves)))
            played += 1
    return played / (time.process_time() - began)


def keys_while_programs_play() -> Iterator[Line]:
    """How long keys wait while steady plays fast, and while captain thinks."""
    yield _screen_while("steady")
    yield _screen_while("captain")


def _screen_while(program: str, decisions: int = 20, seconds: float = 6.0) -> Line:
    """How long keys wait while a program plays so many decisions a second at most on a terminal.

    A key is handled when the loop of the screen is free: how late it comes round is measured there.
    """
    runs = []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as folder:
            terminal = Terminal(
                ["-m", "tests.watched", folder, program, str(decisions), str(seconds)]
            )
            terminal.settle(4 * seconds)
            terminal.close()
            found = json.loads((Path(folder) / "watched.json").read_text(encoding="utf-8"))
        late = found["late"]
        # A key comes at any time: what it meets is weighted by how long it lasts.
        held = sum(each for each in late if each > FRAME) / sum(late)
        runs.append((held, late, found["played"] / sum(late)))
    held, late, rate = min(runs)
    return Line(
        f"time a key waits while {program} plays {rate:.1f} decisions a second",
        f"{held:.1%} of keys more than 16 ms, {1000 * max(late):.0f} ms at most",
        "16 ms",
        max(late) <= FRAME,
    )


def diplomacies(seconds: float = 2.0) -> float:
    """Phases of random Diplomacy in a second."""
    import diplomacy

    dice, played, began = random.Random(1), 0, time.process_time()
    while time.process_time() - began < seconds:
        game = diplomacy.Game()
        while not game.is_game_done and time.process_time() - began < seconds:
            possible = game.get_all_possible_orders()
            for power in game.powers:
                places = game.get_orderable_locations(power)
                orders = [dice.choice(possible[place]) for place in places if possible[place]]
                game.set_orders(power, orders)
            game.process()
            played += 1
    return played / (time.process_time() - began)


def play() -> list[Line]:
    """Decisions and phases of random play against two other games, the best of several runs."""
    scenario, decisions = scenarios.read("italian-wars-1494"), 0

    def phases() -> None:
        nonlocal decisions
        games = (played(scenario, seed, "random") for seed in range(1, 21))
        decisions = sum(record.answer is not None for game in games for record in game.records)

    chess, times = 0.0, []
    for _ in range(8):  # by turns: what else the machine does befalls both
        with simulate.swept_seldom():
            times.append(computed(phases, 1))
        chess = max(chess, plies(0.5))
    each, fifty = min(times) / 20, 50 / diplomacies()
    speed = decisions / 20 / each
    return [
        Line(
            "decisions of random play a second / plies of python-chess",
            f"{speed / chess:.2f} ({speed:,.0f} / {chess:,.0f})",
            "0.45",
            speed / chess >= 0.45,
        ),
        Line(
            "a phase of the Italian Wars / 50 phases of diplomacy",
            f"{each / fifty:.2f} ({1000 * each:.0f} ms / {1000 * fifty:.0f} ms)",
            "1",
            each <= fifty,
        ),
    ]


def undo() -> Line:
    """Taking one answer back, all along a phase."""
    game = simulate.new_game(scenarios.read("italian-wars-1494"), 1)
    while game.ask is not None:
        game.answer(bots.random_player(game, game.ask))
    whole, times = again(game, game.records, checkpoints=True), []
    gc.collect()
    gc.freeze()  # as tui.terminal.garbage_collection leaves out what lives
    while whole.can_undo:
        began = time.process_time()  # what else the machine does is not counted
        whole.undo(agreed=True)
        times.append(time.process_time() - began)
    gc.unfreeze()
    middle, most = sorted(times)[len(times) // 2], max(times)
    return Line(
        "undo of one answer",
        f"{1000 * middle:.1f} ms in the middle, {1000 * most:.1f} ms at most",
        "16 ms",
        most <= 0.016,
    )


EVENING = 0.999, 0.033  # of the keys, within a frame; seconds for the slowest

OPENS: dict[str, tuple[tuple[str, ...], float]] = {
    "help": (("?",), 0.05),
    "find": (("/",), 0.05),
    "the palette": (("ctrl+p",), 0.05),
    "an overlay": (("S", "R", "I", "B", "A"), 0.05),
    "the first frame of a zoom": (("+", "-"), 0.05),
    "Escape on a local line": (("escape",), 0.03),
    "Escape by kitty's protocol": (("kitty's escape",), 0.03),
}
"""What keys bring on the game's screen, or away, and the seconds until one sees it."""


def recorded_evening() -> Iterator[Line]:
    """2,000 keys typed in a game of 6,000 answers at 200x60, while programs play.

    The screens of the slowest ten stand in build/evening.txt. Beside how late they were stands what
    is the machine's own of it (tests.evening says how that is told apart).
    """
    with tempfile.TemporaryDirectory() as folder:
        process(["-m", "tests.evening", "begin", folder])()
        echoes = evening.typed(Path(folder))
    typed = echoes[: -2 * evening.KITTY]
    what = f"{len(typed):,} keys of an evening echoed within 16 ms"
    yield _echoed(what, [echo.late for echo in typed], EVENING)
    yield _echoed("  of its own: without waits for a core", [echo.own for echo in typed], EVENING)
    yield _echoed("  a bare loop, typed into beside it", [echo.bare for echo in typed])
    for what, (keys, aim) in OPENS.items():
        at = [
            echo.late for echo in echoes
            if echo.key in keys and (echo.where == "GameScreen" or what.startswith("Escape"))
        ]  # fmt: skip
        yield Line(
            f"{what}, {len(at)} times",
            f"{1000 * sorted(at)[len(at) // 2]:.0f} ms in the middle, {1000 * max(at):.0f} at most",
            f"{1000 * aim:.0f} ms",
            max(at) <= aim,
        )
    slowest = sorted(typed, key=lambda echo: -echo.late)[: evening.SLOWEST]
    rows = []
    for echo in slowest:
        rows += [str(echo), *echo.screen, ""]
        yield Line(f"  slow: {echo}", "", "", None)
    BUILT.mkdir(exist_ok=True)
    (BUILT / "evening.txt").write_text("\n".join(rows), encoding="utf-8")


def _echoed(what: str, late: Sequence[float], aim: tuple[float, float] | None = None) -> Line:
    """How many of some keys were within a frame, and the slowest; aimed at is a share of them, and
    seconds for each."""
    in_time, most = sum(each <= FRAME for each in late) / len(late), max(late)
    return Line(
        what,
        f"{in_time:.2%}, {1000 * sorted(late)[len(late) // 2]:.0f} ms in the middle, "
        f"{1000 * most:.0f} at most",
        f"{aim[0]:.1%}, {1000 * aim[1]:.0f} ms" if aim else "-",
        in_time >= aim[0] and most <= aim[1] if aim else None,
    )


ANSWERS = 10_000


def long_game() -> list[Line]:
    """A game of ten thousand answers: what one more, an undo, the past and opening take."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.long_game", str(ANSWERS)],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    found = json.loads(run.stdout)
    lines = []
    for what, key, aims in (
        ("an answer on the disk", "answers", (5, 25)), ("undo of one answer", "undo", (16, 16)),
    ):  # fmt: skip
        middle, most = found[key]
        lines.append(
            Line(
                f"{what}, all along {ANSWERS:,} answers",
                f"{middle:.1f} ms in the middle, {most:.1f} ms at most",
                f"{aims[0]}, {aims[1]} ms",
                middle <= aims[0] and most <= aims[1],
            )
        )
    for what, key, aim, unit in (
        ("any moment of its past", "past", 150, "ms"), ("opening it", "opening", 60, "ms"),
        ("memory over the start", "grown", 10, "MB"),
    ):  # fmt: skip
        value = found[key]
        lines.append(Line(what, f"{value:.1f} {unit}", f"{aim} {unit}", value <= aim))
    return lines


# The adjudicator.


def process(words: Sequence[str], given: bytes = b"") -> Callable[[], None]:
    """Runs a command of Python as a whole process."""

    def run() -> None:
        subprocess.run(
            [sys.executable, *words], cwd=ROOT, input=given, check=True, capture_output=True
        )

    return run


def commands() -> list[Line]:
    """Whole processes against a Python that does nothing."""
    example = subprocess.run(
        [sys.executable, "-m", "engine", "resolve", "battle", "--example"],
        cwd=ROOT, check=True, capture_output=True,
    ).stdout  # fmt: skip
    nothing = best(process(["-c", "pass"]), 15)
    found = []
    for what, words, given in (
        ("resolve --list", ["-m", "engine", "resolve", "--list"], b""),
        ("resolve battle", ["-m", "engine", "resolve", "battle", "-"], example),
    ):
        ours = best(process(words, given), 10)
        found.append(
            Line(
                f"{what} / python -c pass",
                f"{ours / nothing:.1f} ({1000 * ours:.0f} ms / {1000 * nothing:.0f} ms)",
                "8",
                ours / nothing <= 8,
            )
        )
    return found


def by_icepool(setup: battle_math.Setup) -> Any:
    """The joint distribution of the same battle, every step mapped by icepool."""
    import icepool

    state = icepool.Die([START])
    for steps, over in ((fight.days(setup), fight.is_over), (pursuit.pursuit(setup), _never)):
        for step in steps:
            if isinstance(step, Choice) or (not isinstance(step, Test) and step.decision):
                continue
            state = _mapped(icepool, state, step, over)
    return state


def _never(state: tuple[int, ...]) -> bool:
    return False


def _mapped(icepool: Any, state: Any, step: Any, over: Callable[[tuple[int, ...]], bool]) -> Any:
    if isinstance(step, Test):
        return state.map(lambda before: before if over(before) else step.apply(before), star=False)

    def rolled(before: tuple[int, ...], face: int) -> tuple[int, ...]:
        if over(before) or step.which(before) == NOT_ROLLED:
            return before
        after: tuple[int, ...] = step.apply(before, step.ways[step.which(before)].effects[face - 1])
        return after

    return icepool.map(rolled, state, icepool.d10, star=False)


def replacements() -> Line:
    """The odds of all hundred pairs of replacement leaders, who may retreat, against one pair's."""
    setup = fighting.prepared()
    decisions = {f"{force.name}.retreat1": True for force in setup.forces}
    setups = [
        fighting.prepared(
            fighting.french(commander=replacement("france", one)),
            fighting.spanish(commander=replacement("spain", other)),
        )
        for one in FACES
        for other in FACES
    ]
    one = computed(lambda: battle_odds.battle(setup, decisions), 5)
    all_ = computed(lambda: battle_odds.battles(setups, decisions), 3)
    return Line(
        "exact odds of a hundred pairs of replacement leaders / of one pair",
        f"{all_ / one:.1f} ({1000 * all_:.0f} ms / {1000 * one:.0f} ms)",
        "10",
        all_ / one <= 10,
    )


def replacement(country: str, die: int) -> Commander:
    """The replacement leader of a country for a die."""
    return leaders.replacement(leaders.replacement_line(country), die)


def exact_odds() -> list[Line]:
    """The odds of the rulebook's battle against icepool, and against sampled battles."""
    setup = fighting.prepared()
    ours = computed(lambda: battle_odds.battle(setup), 10)
    theirs = computed(lambda: by_icepool(setup), 2)
    dice = random.Random(1)
    no = dict.fromkeys(
        [f"{force.name}.{what}" for force in setup.forces for what in ("retreat1", "withdraw")],
        False,
    )

    def sample() -> None:
        for _ in range(10_000):
            sampled.fought(setup, no, dice)

    sampling = computed(sample, 3)
    return [
        Line(
            "exact odds / icepool",
            f"{ours / theirs:.3f} ({1000 * ours:.0f} ms / {1000 * theirs:.0f} ms)",
            "0.1",
            ours / theirs <= 0.1,
        ),
        Line(
            "exact odds / 10,000 sampled battles",
            f"{ours / sampling:.3f} ({1000 * ours:.0f} ms / {1000 * sampling:.0f} ms)",
            "0.04",
            ours / sampling <= 0.04,
        ),
    ]


def side(name: str, nation: str, joining: int, guards: Sequence[int]) -> dict[str, Any]:
    """Four corps of Empires in Arms, leaders who bring more, guards committed in some rounds."""
    rated = {"strategic": 3, "tactical": 3, "maximum": 4}
    factors = {"infantry": 11, "guard": 2, "artillery": 1}
    return {
        "name": name,
        "nation": nation,
        "commander": {"name": f"{name}-leader", **rated},
        "corps": [{"name": str(each), "factors": factors} for each in range(4)],
        "bombard": joining > 1,
        "guards": [{"round": each, "commitment": 1, "leader": f"{name}-leader"} for each in guards],
        "reinforcements": [
            {"leader": {"name": f"{name}-{each}", **rated}, "corps": [{"factors": {"infantry": 9}}]}
            for each in range(joining)
        ],
    }


def eia_odds() -> list[Line]:
    """An ordinary battle of Empires in Arms, and the worst that a document may ask for."""
    chits = {"attacker": "Assault", "defender": "Counterattack"}
    lines = []
    for what, joining, guards in (("an ordinary", 1, (1,)), ("the worst", 3, (1, 2, 3))):
        kind = resolve.kind_of("eia-battle")
        document = {
            "attacker": side("A", "france", joining, guards),
            "defender": side("D", "russia", joining, guards),
            "chits": chits,
        }
        values = resolve.parse_document(kind, json.dumps(document))
        assert kind.odds is not None
        work = partial(kind.odds, values, Table({}, 0, False, 6))
        answer, seconds = work(), computed(work, 2)
        off = 100 * (answer.odds or {}).get("estimate", 0)
        said = f"to {off:.1f} in 100" if off else "exact"
        what = f"odds of {what} battle of Empires in Arms"
        lines.append(Line(what, f"{seconds:.2f} s, {said}", "2 s", seconds <= 2))
    return lines


PARTS: dict[str, Callable[[], Line | Iterable[Line]]] = {
    "start": start_of_the_application,
    "wire": bytes_on_the_wire,
    "play": play,
    "undo": undo,
    "long": long_game,
    "commands": commands,
    "odds": exact_odds,
    "eia": eia_odds,
    "replacements": replacements,
    "keys": keys_while_programs_play,
    "evening": recorded_evening,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; exit status 1 where an aim is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("part", nargs="*", choices=[[], *PARTS], help="which parts; all of them")
    wanted = parser.parse_args(arguments).part or list(PARTS)
    print(f"{'':60} {'measured':36} {'aim':>16}")
    missed = False
    for part in wanted:
        found = PARTS[part]()
        for line in [found] if isinstance(found, Line) else found:
            verdict = "" if line.met is None else "ok" if line.met else "missed"
            missed |= line.met is False
            print(f"{line.what:60} {line.measured:36} {line.aim:>16} {verdict}", flush=True)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
