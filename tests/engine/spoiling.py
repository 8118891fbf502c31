"""Documents gone wrong: every place in one, and what may stand there instead."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

WRONG: list[Any] = [None, True, -1, 10**30, 1.5, "", "x" * 1000, "\x00", [], [[]], {}, {"a": {}}]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


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
    _holder(copy, path)[path[-1]] = value
    return copy


def without(document: Any, path: tuple[Any, ...]) -> Any:
    copy = deepcopy(document)
    del _holder(copy, path)[path[-1]]
    return copy


def _holder(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path[:-1]:
        document = document[key]
    return document
