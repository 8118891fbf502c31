"""Documents gone wrong: every place in one, and what may stand there instead."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

WRONG: list[Any] = [None, True, -1, 10**30, 1.5, "", "x" * 1000, "\x00", [], [[]], {}, {"a": {}}]


def paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    children: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        children = list(value.items())
    elif isinstance(value, list):
        children = list(enumerate(value))
    return [here, *(path for key, each in children for path in paths(each, (*here, key)))]


def changed(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    copy = deepcopy(document)
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return copy
