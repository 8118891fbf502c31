"""Trying mutants: pytest collects the tests, and a child of that process runs some for each."""

from __future__ import annotations

import builtins
import json
import os
import resource
import signal
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.mutants.broken import REACHED, Loaded, Unfit
from tests.mutants.sites import ROOT, Mutant

MEMORY: Final = 4 << 30  # bytes of a child
LATE: Final = 45  # seconds of a processor after which a test runs for ever
STAGES: Final = ("a test that cites it", "a test of its module", "another test")
Say = Callable[[Any], None]


class Fate(NamedTuple):
    """What became of a mutant: the first test that failed, and of which stage it is (an index of
    STAGES; -1 for none)."""

    by: str = ""
    stage: int = -1
    ran: int = 0
    unfit: str = ""  # why it could not be tried


class Trials:
    """A plugin that breaks the rules of a sample one by one instead of running the tests once.

    A mutant meets the tests that cite its rules, then those that mirror its module, each for
    `seconds` of a processor at most, then for `rest` seconds, if any, those that reach it.
    """

    def __init__(self, mutants: Sequence[Mutant], jobs: int, seconds: float, rest: float) -> None:
        self.mutants, self.jobs, self.seconds, self.rest = mutants, jobs, seconds, rest
        self.fates: dict[int, Fate] = {}
        self.failed = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        files = {each.site.file for each in self.mutants if each.site.kind != "cell"}
        self.loaded, self.items = Loaded(sorted(files)), session.items
        near = {number: self.near(mutant) for number, mutant in enumerate(self.mutants)}
        self.meet(near, 0, self.seconds)
        left = [number for number, fate in self.fates.items() if fate == Fate(ran=fate.ran)]
        left = left if self.rest else []
        print(f"{len(left)} left for the other tests that reach them", flush=True)
        reaching = self.reaching(left) if left else {}
        far = {
            number: [[item for item in items if not any(item in met for met in near[number])]]
            for number, items in reaching.items()
        }
        self.meet(far, 2, self.rest)
        self.prove()
        return True

    def near(self, mutant: Mutant) -> list[list[pytest.Item]]:
        """The tests that cite the rules of a mutant, and those that mirror its module."""
        own = Path(mutant.site.file.replace("engine/", "tests/engine/", 1))
        cell = "eia" if own.parent.name == "eia" else "printed"
        citing: list[pytest.Item] = []
        mirror: list[pytest.Item] = []
        beside: dict[Path, list[pytest.Item]] = defaultdict(list)  # by folder, from the own one up
        for item in self.items:
            place = item.path.relative_to(ROOT)
            if mutant.rules & {rule for mark in item.iter_markers("rule") for rule in mark.args}:
                citing.append(item)
            elif mutant.site.kind == "cell":
                mirror += [item] if place.parts[2] == cell else []
            elif place.parent in own.parents:
                beside[place.parent].append(item)
                if place.parent == own.parent and place.name == f"test_{own.stem}.py":
                    mirror.append(item)
        around = (beside[folder] for folder in own.parents if beside[folder])
        return [citing, mirror or next(around, [])]

    def meet(self, tests: Mapping[int, list[list[pytest.Item]]], first: int, limit: float) -> None:
        """Each mutant meets its tests, which are of the stage `first` and those after it."""

        def meets(number: int) -> Callable[[Say], None]:
            return lambda say: self.met(self.mutants[number], tests[number], first, limit, say)

        for number, told in zip(tests, children(map(meets, tests), self.jobs), strict=True):
            before = self.fates.get(number, Fate()).ran
            fate = Fate(*told)
            self.fates[number] = fate._replace(ran=before + fate.ran)

    def met(
        self, mutant: Mutant, stages: list[list[pytest.Item]], first: int, limit: float, say: Say
    ) -> None:
        """In a child: breaks a rule and runs tests until one fails."""
        try:
            self.loaded.break_(mutant)
        except Unfit as error:
            say(Fate(unfit=str(error)))
            return
        ran = 0
        for stage, items in enumerate(stages, first):
            say(Fate("it runs for ever, or fills the memory", stage, ran))
            ran += self.run(items, limit)
            if self.failed:
                say(Fate(self.failed, stage, ran))
                return
        say(Fate(ran=ran))

    def run(self, items: Sequence[pytest.Item], limit: float) -> int:
        """Runs tests until one fails or the time is over; how many have run."""
        until = time.process_time() + limit
        for at, item in enumerate(items, 1):
            now = time.process_time()
            resource.setrlimit(resource.RLIMIT_CPU, (int(now) + LATE, resource.RLIM_INFINITY))
            last = now > until or at == len(items)
            following = None if last else items[at]
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed or last:
                return at
        return 0

    def reaching(self, left: Sequence[int]) -> dict[int, list[pytest.Item]]:
        """The tests that run the function of each of these mutants, the quickest first; of a
        constant or a cell all tests."""
        by_id = {item.nodeid: item for item in self.items}

        def reached(part: Sequence[pytest.Item]) -> Callable[[Say], None]:
            def child(say: Say) -> None:
                loose = [n for n in left if not self.loaded.probe(self.mutants[n], n)]
                rows: list[tuple[str, list[int], float]] = []
                for item in part:
                    if not rows or item.path != by_id[rows[-1][0]].path:
                        self.loaded.forget()
                    notes: set[int] = set()
                    setattr(builtins, REACHED, notes)
                    began = time.process_time()
                    self.run([item], LATE)
                    self.failed = ""
                    rows.append((item.nodeid, [*notes, *loose], time.process_time() - began))
                say(rows)

            return child

        found: dict[int, list[tuple[float, str]]] = {number: [] for number in left}
        parts = [self.items[at :: self.jobs] for at in range(self.jobs)]
        for rows in children(map(reached, parts), self.jobs):
            for nodeid, numbers, took in rows or ():
                for number in numbers:
                    found[number].append((took, nodeid))
        return {n: [by_id[nodeid] for _, nodeid in sorted(pairs)] for n, pairs in found.items()}

    def prove(self) -> None:
        """A test that noticed a mutant has to pass alone with nothing broken, or it proves
        nothing."""
        noticed = {fate.by for fate in self.fates.values()}
        items = [item for item in self.items if item.nodeid in noticed]

        def failing(say: Say) -> None:
            found = []
            for item in items:
                self.loaded.forget()
                self.run([item], LATE)
                found += [item.nodeid] if self.failed else []
                self.failed = ""
            say(found)

        (failed,) = children([failing], 1)
        for number, fate in self.fates.items():
            if fate.by in (failed or ()):
                self.fates[number] = Fate(unfit=f"{fate.by} fails with nothing broken")


def children(
    tasks: Iterator[Callable[[Say], None]] | Sequence[Callable[[Say], None]], jobs: int
) -> list[Any]:
    """Runs each task in a child, so many at once; what each said last, None for nothing."""
    said: list[Any] = []
    running: dict[int, int] = {}

    def wait() -> None:
        child, _ = os.wait()
        said[running.pop(child)] = _last(Path(folder, str(child)))

    with tempfile.TemporaryDirectory() as folder:
        for task in tasks:
            while len(running) >= jobs:
                wait()
            said.append(None)
            child = os.fork()
            if child == 0:
                _alone(task, Path(folder, str(os.getpid())))
            running[child] = len(said) - 1
        while running:
            wait()
    return said


def _last(path: Path) -> Any:
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return json.loads(lines[-1]) if lines else None


def _alone(task: Callable[[Say], None], path: Path) -> None:
    """What a child does: silent, bounded, and gone at its end."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    try:
        with path.open("w", encoding="utf-8") as lines:

            def say(what: Any) -> None:
                lines.write(json.dumps(what) + "\n")
                lines.flush()

            task(say)
    finally:
        os._exit(0)
