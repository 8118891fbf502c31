"""Parts of a table as JSON, to be taken as they are: what a scenario file keeps in `[state]`, and
what an umpire lays out anew."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from engine.documents import bounds
from engine.state import State, reference_check


def with_parts(plain: Mapping[str, Any], parts: Mapping[str, Any]) -> State:
    """The state of a plain form with some of its parts exchanged. Raises ValueError where they
    make none."""
    try:
        return State.from_plain({**plain, **parts})
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise ValueError(f"{error!s:.80}") from None


def defects(state: State, given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What of the parts that were given is none, with the part it is ("" where a bound tells)."""
    wrong = [("", f"{defect}") for defect in bounds.defects(state)]
    if not wrong:
        again = state.to_plain()
        wrong = [(part, f"{json.dumps(value)[:60]} is no {part}")
                 for part, value in given.items() if value != again[part]]  # fmt: skip
    yield from wrong or (("", defect) for defect in reference_check.defects(state))


def decode_parts(
    given: Mapping[str, str], known: Mapping[str, Any]
) -> Iterator[tuple[str, Any, str]]:
    """Each part with its value, or with what is wrong."""
    for part, text in given.items():
        if part not in known:
            yield part, None, "is not a part of a table"
            continue
        try:
            yield part, json.loads(text), ""
        except (ValueError, RecursionError):
            yield part, None, f"{text[:40]!r} is not JSON"
