"""Trying mutants: pytest collects the tests, and a child of that process runs some for each."""

from __future__ import annotations

import builtins
import json
import os
import resource
import signal
import tempfile
import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import compress
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.mutants import sites
from tests.mutants.broken import Loaded, Unfit
from tests.mutants.reached import NOTES, Ran, Reached, digest
from tests.mutants.sites import Mutant

MEMORY: Final = 4 << 30  # bytes of a child
TOGETHER: Final = 150  # tests that a child runs to see what they reach
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

    A mutant meets the tests that run what it changes: those that cite its rules, then those that
    mirror its module, then the others, each stage the quickest first and for `seconds` of a
    processor at most.
    """

    def __init__(self, mutants: Sequence[Mutant], jobs: int, seconds: float) -> None:
        self.mutants, self.jobs, self.seconds = mutants, jobs, seconds
        self.fates: dict[int, Fate] = {}
        self.failed = ""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        # A property that fails need not look for its smallest example.
        settings.register_profile(
            "mutants",
            settings.get_profile("tercio"),
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutants")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined] # one for all
        self.items = session.items
        self.loaded = Loaded(sites.files())
        self.loaded.remember()
        self.reached = Reached()
        self.first = self.reached.number(sites.files())
        self.try_anew()
        by_id = {item.nodeid: item for item in self.items}
        reaching = self.reached.reaching(dict(enumerate(self.mutants)), by_id)
        self.meet({at: self.stages(at, map(by_id.get, names)) for at, names in reaching.items()})
        self.prove()
        return True

    def stages(self, at: int, items: Iterable[pytest.Item | None]) -> list[list[pytest.Item]]:
        """The tests that a mutant meets, by stage."""
        mutant, found = self.mutants[at], [item for item in items if item]
        citing, mirror = self.near(mutant)
        if not found:  # a constant that no function names, a function that is new
            found = [*citing, *mirror]
        ids = [{id(item) for item in citing}, {id(item) for item in mirror}]
        return [
            [item for item in found if id(item) in ids[0]],
            [item for item in found if id(item) in ids[1] - ids[0]],
            [item for item in found if id(item) not in ids[0] | ids[1]],
        ]

    def near(self, mutant: Mutant) -> tuple[list[pytest.Item], list[pytest.Item]]:
        """The tests that cite the rules of a mutant, and those that mirror its module."""
        mirrored = mutant.site.file.replace("engine/", "tests/engine/", 1)
        own: tuple[str, ...] = (str(Path(mirrored).with_name(f"test_{Path(mirrored).stem}.py")),)
        if mutant.of_facts:
            own = ("tests/engine/printed/",)
            if "/eia/" in mutant.site.file:
                own = ("tests/engine/eia/", "tests/engine/printed/test_eia_charts.py")
        citing = []
        mirror = []
        for item in self.items:
            if mutant.rules & {rule for mark in item.iter_markers("rule") for rule in mark.args}:
                citing.append(item)
            if item.nodeid.startswith(own):
                mirror.append(item)
        return citing, mirror

    def meet(self, tests: Mapping[int, list[list[pytest.Item]]]) -> None:
        """Each mutant meets its tests."""

        def meets(number: int) -> Callable[[Say], None]:
            return lambda say: self.met(self.mutants[number], tests[number], say)

        for number, told in zip(tests, children(map(meets, tests), self.jobs), strict=True):
            self.fates[number] = Fate(*told or ("its child died",))

    def met(self, mutant: Mutant, stages: list[list[pytest.Item]], say: Say) -> None:
        """In a child: breaks a rule and runs tests until one fails."""
        try:
            self.loaded.break_(mutant)
        except Unfit as error:
            say(Fate(unfit=str(error)))
            return
        ran = 0
        for stage, items in enumerate(stages):
            say(Fate("it runs for ever, or fills the memory", stage, ran))
            ran += self.run(items, self.seconds)
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

    def try_anew(self) -> None:
        """Brings up to date what the tests reach: those that are new or changed run once."""
        stale = {*self.reached.stale({item.nodeid: item.path for item in self.items})}
        items = [item for item in self.items if item.nodeid in stale]
        if not items:
            return
        print(f"{len(items)} tests are run once to see what they reach", flush=True)

        def reached(part: Sequence[pytest.Item]) -> Callable[[Say], None]:
            def child(say: Say) -> None:
                for file in sites.files():
                    self.loaded.note(file, self.first)
                size = len(self.reached.numbers)
                rows: list[tuple[str, list[int], float]] = []
                for item in part:
                    self.loaded.forget()
                    notes = bytearray(size)
                    setattr(builtins, NOTES, notes)
                    began = time.process_time()
                    self.run([item], LATE)
                    self.failed = ""
                    took = time.process_time() - began
                    rows.append((item.nodeid, [*compress(range(size), notes)], took))
                say(rows)

            return child

        paths = {item.nodeid: item.path for item in items}
        # What a child that dies has seen is lost: its tests are tried again the next time.
        parts = [items[at : at + TOGETHER] for at in range(0, len(items), TOGETHER)]
        for rows in children(map(reached, parts), self.jobs):
            for nodeid, numbers, took in rows or ():
                ran = Ran(digest(paths[nodeid]), array("I", numbers), took)
                self.reached.tests[nodeid] = ran
        self.reached.keep()

    def prove(self) -> None:
        """A test that noticed a mutant has to pass alone with nothing broken, or it proves
        nothing."""
        noticed = {fate.by for fate in self.fates.values()}
        items = [item for item in self.items if item.nodeid in noticed]

        def failing(part: Sequence[pytest.Item]) -> Callable[[Say], None]:
            def child(say: Say) -> None:
                found = []
                for item in part:
                    self.loaded.forget()
                    self.run([item], LATE)
                    found += [item.nodeid] if self.failed else []
                    self.failed = ""
                say(found)

            return child

        parts = [items[at :: self.jobs] for at in range(self.jobs)]
        failed = {each for found in children(map(failing, parts), self.jobs) for each in found}
        for number, fate in self.fates.items():
            if fate.by in failed:
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
