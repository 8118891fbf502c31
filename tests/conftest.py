"""Which rules of the checklists the run has covered, and how hypothesis searches."""

import gc
import os
import re
import shutil
import tempfile
import tomllib
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from saves.sharing import passphrases
from tests import wiring

RULES = tomllib.loads(
    (Path(__file__).parents[1] / "engine/data/rules.toml").read_text(encoding="utf-8")
)
LISTS = ("military-1", "military-2", "eu-variants", "eia")
CITABLE: Mapping[str, Mapping[str, str]] = {
    **{name: RULES[name] for name in LISTS},
    "readings": {
        key: text
        for key, text in RULES["readings"].items()
        if re.match(r"((EIA|EUV)-)?[A-Z]{3}-A\d", key)
    },
}
COVERED = pytest.StashKey[set[str]]()

# The same examples in every run, on every machine, whatever else has run: none are made of the
# constants of the modules that happen to be loaded.
settings.register_profile("tercio", derandomize=True, database=None, deadline=None)
settings.load_profile("tercio")
NO_CONSTANTS = providers._local_constants
setattr(providers, "_get_local_constants", lambda: NO_CONSTANTS)  # noqa: B010 - it has no setting


# Thousands of small files are written and replaced: where there is room, in memory. Processes that
# tests start find it by the environment.
MEMORY = Path("/dev/shm")
ROOM = 2**30  # bytes; a run takes a twentieth
if (
    "TMPDIR" not in os.environ
    and MEMORY.is_dir()
    and os.access(MEMORY, os.W_OK)
    and shutil.disk_usage(MEMORY).free > ROOM
):
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


@pytest.fixture(autouse=True, scope="session")
def passphrases_are_cheap() -> Iterator[None]:
    """They cost a third of a second each where somebody could guess."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("saves.sharing.passphrases.COST", passphrases.Cost(4, 8, 1))
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rules-missing", action="store_true", help="name the rules that no passed test covers"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.stash[COVERED] = set()
    reporter = RuleReporter(config)
    config.pluginmanager.register(reporter, "tercio-rules")
    config.pluginmanager.register(wiring.Wiring(config), "tercio-wiring")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    # Thousands of tests live to the end: no collection of garbage looks at them again and again.
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


@pytest.fixture(autouse=True, scope="session")
def nothing_is_synced() -> Iterator[None]:
    """The tests need no power cut to be survived: nothing is forced onto the disk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        yield


def pytest_runtest_setup(item: pytest.Item) -> None:
    ids = [rule for mark in item.iter_markers("rule") for rule in mark.args]
    unknown = [rule for rule in ids if not any(rule in rules for rules in CITABLE.values())]
    if unknown:
        pytest.fail(f"{', '.join(unknown)}: no such rule in engine/data/rules.toml", pytrace=False)
    # A property travels with the report, also from the processes of pytest-xdist.
    item.user_properties.append(("rules", ids))


class RuleReporter:
    """Collects the rules of the tests that passed and counts them at the end."""

    def __init__(self, config: pytest.Config) -> None:
        self.covered = config.stash[COVERED]
        self.missing = config.getoption("--rules-missing")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            for key, value in report.user_properties:
                if key == "rules" and isinstance(value, (list, tuple)):
                    self.covered.update(value)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        counts = [
            f"{name} {len(self.covered & rules.keys())}/{len(rules)}"
            for name, rules in CITABLE.items()
        ]
        terminalreporter.write_line("rules: " + ", ".join(counts))
        if not self.missing:
            return
        for name, rules in CITABLE.items():
            by_section: dict[str, list[str]] = {}
            for rule in rules:
                by_section.setdefault(rule.rpartition("-")[0], []).append(rule)
            for section, ids in by_section.items():
                absent = [rule for rule in ids if rule not in self.covered]
                if absent:
                    terminalreporter.write_line(
                        f"missing in {name}, {section} {len(absent)}/{len(ids)}: {' '.join(absent)}"
                    )
