"""Whether the game hands the pure rules every fact: what each field of their inputs ever was.

A pure rule may be tested with all its inputs and still never be told by the game that it rains. So
each run of the whole suite notes the values that the fields of these records take where the game
makes them of a state (no test, no document); a field that is the same in all of them means
that no position of the suite differs in that fact, and the run fails. A record is watched until
each of its fields has been two things.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

import pytest

RECORDS: Final = (
    "engine.fleets.presidios.Gun",
    "engine.land.battle.battle_math.Situation",
    "engine.land.battle.contingents.Contingent",
    "engine.land.battle.contingents.Side",
    "engine.land.movement.interception_math.Interception",
    "engine.land.siege.revolts_math.Suppression",
    "engine.land.siege.assault_math.Walls",
    "engine.land.siege.undermining_math.Siege",
    "engine.land.supply.attrition_math.Circumstances",
    "engine.overseas.exploration_math.Expedition",
    "engine.overseas.natives_math.Appeal",
    "engine.sea.corsairs_math.Hunt",
    "engine.sea.interception.interception_math.Attempt",
    "engine.sea.battle_math.battle.Fleet",
    "engine.sea.battle_math.battle.Waters",
    "engine.sea.under_way.attrition_math.Circumstances",
)
# Documents and lines of words say every fact themselves; their readers prove nothing of the game.
ELSEWHERE: Final = ("engine.adjudicator", "engine.notation")
# Fields that no position can change, by why.
ALONE: Final = {
    "said by documents alone: the game has counters and countries": (
        "engine.land.battle.contingents.Contingent.by_class",
        "engine.land.battle.contingents.Side.artillery",
        "engine.land.battle.contingents.Side.size",
    ),
    "missionaries are no counters of the Military phase": (
        "engine.overseas.exploration_math.Expedition.missionary",
        "engine.overseas.exploration_math.Expedition.missionary_guides",
        "engine.overseas.natives_math.Appeal.missionary",
    ),
    "rolled for after the record is made": ("engine.sea.battle_math.battle.Fleet.wind",),
    "engine/land/supply/attrition_math.py adds it to those of march and stack": tuple(
        f"engine.land.supply.attrition_math.Circumstances.{name}"
        for name in (
            "bad_weather", "causes", "enemy_fortress", "enemy_province", "manoeuvre", "massed",
            "no_supply_line", "snowflakes", "strait_fort", "too_small", "voluntary",
        )
    ),
}  # fmt: skip
OUTPUT: Final = "tercio-wiring"
ENOUGH: Final = 2

Seen = dict[str, list[str]]  # of `record.field` the different values so far, as text


class Wiring:
    """Watches the records while the tests run, and judges at the end of a whole run."""

    def __init__(self, config: pytest.Config) -> None:
        self.seen: Seen = {}
        self.worker = getattr(config, "workeroutput", None)
        self.whole = not config.args or config.args == config.getini("testpaths")
        self.whole = self.whole and not config.getoption("-k") and not config.getoption("-m")
        for name in RECORDS:
            module, _, record = name.rpartition(".")
            self.watch(name, getattr(import_module(module), record))

    def watch(self, name: str, record: Any) -> None:
        """Notes what a record is built of until that is enough."""
        fields = getattr(record, "_fields", None) or [
            each.name for each in dataclasses.fields(record)
        ]
        values: dict[str, list[str]] = {field: [] for field in fields}
        self.seen |= {f"{name}.{field}": values[field] for field in fields}
        left = set(fields)
        entrance = "__init__" if dataclasses.is_dataclass(record) else "__new__"
        ordinary = getattr(record, entrance)

        def watched(first: Any, *arguments: Any, **named: Any) -> Any:
            result = ordinary(first, *arguments, **named)
            builder = sys._getframe(1).f_globals.get("__name__", "")
            if builder.startswith("engine.") and not builder.startswith(ELSEWHERE):
                made = first if result is None else result
                for field in [*left]:
                    text = repr(getattr(made, field))[:200]
                    if text not in values[field]:
                        values[field].append(text)
                        if len(values[field]) == ENOUGH:
                            left.discard(field)
                if not left:
                    setattr(record, entrance, ordinary)
            return result

        setattr(record, entrance, watched)

    def lonely(self) -> Iterator[str]:
        """The fields that were never two things, in words."""
        for field, values in self.seen.items():
            if len(values) < ENOUGH and not any(field in fields for fields in ALONE.values()):
                yield f"{field} was only ever {values[0]}" if values else f"{field} was never set"

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if self.worker is not None:
            self.worker[OUTPUT] = self.seen
        elif self.whole and not exitstatus and any(self.lonely()):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        for field, values in getattr(node, "workeroutput", {}).get(OUTPUT, {}).items():
            known = self.seen[field]
            known += [value for value in values if value not in known]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        found = sorted(self.lonely()) if self.whole else []
        if found:
            terminalreporter.section("facts that no position of the suite differs in", red=True)
            for line in found:
                terminalreporter.write_line(line)
