"""The adjudicator for tests: one document in, an answer or complaints out."""

import io
import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from engine.adjudicator import resolve

ROOT = Path(__file__).parents[2]
BY_THE_RULES = (
    "battle", "undermine", "assault", "attrition", "start", "continuation", "intercept", "evade",
    "suppress", "hunt", "levies", "naval-battle", "explore", "conquistador", "activation",
)  # fmt: skip
NO_DICE = ("levies",)


def run(*words: str, document: Any = None, text: str | None = None) -> tuple[int, str, str]:
    """The command's exit status, output and complaints."""
    given = json.dumps(document) if text is None else text
    out, err = io.StringIO(), io.StringIO()
    status = resolve.main(list(words), io.StringIO(given), out, err)
    return status, out.getvalue(), err.getvalue()


def answer(kind: str, document: Any, *words: str) -> dict[str, Any]:
    status, out, err = run(kind, "-", *words, document=document)
    assert (status, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


def complaints(kind: str, document: Any = None, text: str | None = None) -> list[str]:
    status, out, err = run(kind, document=document, text=text)
    assert (status, out) == (2, "")
    return err.splitlines()


def example(kind: str) -> dict[str, Any]:
    return deepcopy(dict(resolve.kind_of(kind).example))


def agrees(wanted: Any, found: Any) -> bool:
    """Whether everything that is wanted is found; more may be there."""
    if isinstance(wanted, dict):
        return all(key in found and agrees(each, found[key]) for key, each in wanted.items())
    return bool(wanted == found)


def sums(odds: dict[str, Any]) -> list[float]:
    wins = sum(odds["win"].values()) + odds["tie"] + odds.get("evaded", {}).get("chance", 0.0)
    tables = [*odds["losses"].values(), *odds["leader"].values()]
    return [wins, *(sum(table.values()) for table in tables)]
