"""Which broken rules the tests notice: `make mutants`, or `python -m tests.mutants --seed 7`.

A sample of the rules is broken, one small change at a time. Each meets, in a child of one process,
the tests that run the changed statement: first those that cite a rule which the changed code
names, then those that mirror its module, then the others. What each test runs is found in one run
of all with nothing broken, and kept in `.mutants_cache`; later only new and changed tests are run
for that (`--anew`: all). Told are the survivors with file, line, change and rules, and which share
was noticed, by any test and by one that cites the rule. `equivalent.toml` names changes that change
nothing, each with its reason: they are not counted. A weekly habit, no part of `make test`. Needs
fork (Linux, macOS).
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import tomllib
from pathlib import Path
from typing import Final

import pytest

from tests.mutants import sites
from tests.mutants.reached import KEPT
from tests.mutants.sites import Mutant
from tests.mutants.trials import STAGES, Fate, Trials

# What plays long and at random notices much and names nothing; the comparison of the sheets with
# their transcription reaches no procedure.
LEFT_OUT: Final = (
    "tests/engine/test_playthrough.py", "tests/engine/programs",
    "tests/engine/printed/test_sheets.py",
)  # fmt: skip


def equivalent() -> dict[tuple[str, str, str], str]:
    """Changes known to change nothing, by file, function and change: why."""
    listed = tomllib.loads(Path(__file__).with_name("equivalent.toml").read_text(encoding="utf-8"))
    return {
        (each["file"], each["function"], each["change"]): each["why"]
        for each in listed["equivalent"]
    }


def rates(mutants: list[Mutant], fates: dict[int, Fate]) -> str:
    """The shares noticed: of the rules, of the code that names rules, and of the cells."""
    tried = [(m, fates[n]) for n, m in enumerate(mutants) if not fates[n].unfit]
    rules = [fate for mutant, fate in tried if mutant.site.kind != "cell"]
    named = [fate for mutant, fate in tried if mutant.rules]
    cells = [fate for mutant, fate in tried if mutant.site.kind == "cell"]
    lines = [
        share("noticed", [fate.stage >= 0 for fate in rules], "changes of the rules"),
        share("noticed by a test that cites the rule", [fate.stage == 0 for fate in named],
              "changes of code that names one"),
        share("noticed", [fate.stage >= 0 for fate in cells], "cells of the printed tables"),
    ]  # fmt: skip
    return "\n".join(line for line in lines if line)


def share(what: str, found: list[bool], of: str) -> str:
    """A share in words, "" of nothing."""
    if not found:
        return ""
    return f"{what}: {sum(found)} of {len(found)} {of}, {100 * sum(found) / len(found):.1f} %"


def main() -> int:
    """Draws, tries and tells; 0 whatever comes of it: a survivor is work, no failure."""
    parser = argparse.ArgumentParser(
        prog="make mutants", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--sample", type=int, default=60, help="changes of the rules")
    parser.add_argument("--cells", type=int, default=10, help="cells of the printed tables")
    parser.add_argument("--jobs", type=int, default=2, help="how many are tried at once")
    parser.add_argument("--seconds", type=float, default=10, help="for each stage of tests")
    parser.add_argument("--anew", action="store_true", help="see anew what all tests reach")
    parser.add_argument(
        "--file", nargs="+", default=[""], help="only of these modules, rooms, sheets"
    )
    parser.add_argument("--every", action="store_true", help="with --file: each change, no sample")
    parser.add_argument("--tests", nargs="+", default=["tests/engine"], help="only these try them")
    chosen = parser.parse_args()
    if not hasattr(os, "fork"):
        parser.error("mutants are tried in forks of one process, which this system has not")
    if min(chosen.jobs, chosen.sample + chosen.cells) < 1:
        parser.error("at least one job, and one change or cell, are needed")
    only = tuple(chosen.file) if any(chosen.file) else ()
    if chosen.every and not only:
        parser.error("--every needs --file")
    for each in only:
        if not any(file.startswith(each) for file in [*sites.files(), *sites.sheets()]):
            parser.error(f"{each} is no module, no room and no sheet of the rules")
    began = time.monotonic()
    known = equivalent()
    drawn = sites.every(only) if chosen.every else [
        *sites.drawn(chosen.sample, chosen.seed, only),
        *sites.cells(chosen.cells, chosen.seed, only),
    ]  # fmt: skip
    mutants = [each for each in drawn if each.key not in known]
    print(f"{len(drawn)} changes, {len(drawn) - len(mutants)} of them known to change nothing")
    if chosen.anew:
        KEPT.unlink(missing_ok=True)
    trials = Trials(mutants, chosen.jobs, chosen.seconds)
    ignored = [f"--ignore={name}" for name in LEFT_OUT]
    quiet = ["-q", "-q", "-s", "-p", "no:cacheprovider", "-n", "0", "--no-header", "--no-summary"]
    sys.stdout.flush()
    pytest.main([*chosen.tests, *quiet, *ignored], plugins=[trials])
    for number, mutant in enumerate(mutants):
        fate = trials.fates[number]
        if fate.unfit:
            print(f"not tried ({fate.unfit}): {mutant}")
        elif fate.stage < 0:
            print(f"SURVIVED {fate.ran} tests: {mutant}")
        elif mutant.rules and fate.stage:
            print(f"noticed only by {STAGES[fate.stage]}, {fate.by}: {mutant}")
    print(rates(mutants, trials.fates))
    print(f"{time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
