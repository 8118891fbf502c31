"""Scenarios: a TOML file becomes the state in which a Military phase begins.

It imports the chapters that know what may stand where. A file is read whole: every *defect* of it
is collected, each with its key, what is wrong and what would be right, and raised together as a
ScenarioError. A *placement* is what stands in a place. CONTRIBUTING.md tells the format; the
scenarios of the game are engine/data/scenarios/*.toml.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from sys import intern
from typing import Any, Final

from engine.documents import paths
from engine.facts.sheets import DATA
from engine.scenarios.document import Reader, Scenario
from engine.state import State

FOLDER: Final = Path(DATA) / "scenarios"
LONGEST: Final = 1_000_000  # letters of a file


class ScenarioError(ValueError):
    """A scenario that cannot be played; `defects` holds every defect of the file, a line each."""

    def __init__(self, file: str, defects: Sequence[str]) -> None:
        self.file = file
        self.defects = list(dict.fromkeys(defects))
        super().__init__("\n".join(f"{file}: {defect}" for defect in self.defects))


def ids() -> list[str]:
    """The ids of the scenarios that come with the game, in the order to meet them."""
    return list(ORDER)


ORDER: Final = (
    "artois", "italian-wars-1494", "lepanto-1571", "channel-1588", "hungary-1526", "cornwall-1642",
    "conquistadors-1519", "spice-route-1498", "burgundy-1494", "europe-1492",
)  # fmt: skip


def read(name: str | Path) -> Scenario:
    """The scenario of that id, or that of a file. Raises ScenarioError with every defect."""
    if name in ORDER:
        return _known(str(name))
    path = Path(name)
    if not paths.is_file(path):
        known = ", ".join(ids())
        raise ScenarioError(str(name), [f"there is no such scenario or file; known are {known}"])
    return _read(path)


@cache
def _known(name: str) -> Scenario:
    return _read(FOLDER / f"{name}.toml")


def load(name: str | Path) -> State:
    """The state at the start of a scenario. Raises ScenarioError."""
    return read(name).state()


def _read(path: Path) -> Scenario:
    text = _text(path)
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ScenarioError(path.name, [f"is no TOML: {error}"]) from error
    except (ValueError, RecursionError) as error:
        deep = "it is nested too deep, or has a number of too many digits"
        raise ScenarioError(path.name, [f"cannot be read ({deep})"]) from error
    return parse(document, path.name)


def _text(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(LONGEST + 1)
    except OSError as error:
        raise ScenarioError(path.name, [f"cannot be read ({error.strerror})"]) from error
    except UnicodeDecodeError as error:
        raise ScenarioError(path.name, ["is no text: it is not written in UTF-8"]) from error
    if len(text) > LONGEST:
        raise ScenarioError(path.name, [f"has more than {LONGEST:,} letters"])
    return text


def _named_once(value: Any) -> Any:
    """The same with every name as the facts have it in memory (engine.facts.sheets)."""
    if isinstance(value, str):
        return intern(value)
    if isinstance(value, dict):
        return {intern(key): _named_once(each) for key, each in value.items()}
    return [_named_once(each) for each in value] if isinstance(value, list) else value


def parse(document: Mapping[str, Any], file: str = "scenario") -> Scenario:
    """The scenario of a decoded document. Raises ScenarioError with every defect of it."""
    reader = Reader(_named_once(document))
    scenario = reader.scenario()
    if scenario is None:
        raise ScenarioError(file, reader.complaints.lines)
    return scenario
