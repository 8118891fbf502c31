"""Scenario documents for tests: read, changed, and what is wrong with them."""

import tomllib
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from engine import scenarios
from engine.scenarios import ScenarioError

Document = dict[str, Any]


class Defect(NamedTuple):
    """A line of complaint: the key it stands under, and what is wrong and would be right."""

    key: str
    reason: str


def document(name: str = "artois") -> Document:
    text = (scenarios.FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def defects(change: Callable[[Document], Any], name: str = "artois") -> list[Defect]:
    wrong = document(name)
    change(wrong)
    with pytest.raises(ScenarioError) as caught:
        scenarios.parse(wrong, "wrong.toml")
    lines = [line.partition(": ") for line in caught.value.defects]
    return [Defect(key, reason) for key, _, reason in lines]


def setting(*path: str | int, to: Any) -> Callable[[Document], None]:
    def change(wrong: Document) -> None:
        here: Any = wrong
        for step in path[:-1]:
            here = here[step]
        here[path[-1]] = to

    return change
