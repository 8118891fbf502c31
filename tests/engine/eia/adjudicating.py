"""The kinds of Empires in Arms as a program calls them: a document in, an outcome out."""

from __future__ import annotations

from typing import Any

from engine.adjudicator import KINDS
from tests.engine import adjudicating

EIA = [name for name in KINDS if name.startswith("eia-")]
run = adjudicating.run


def answer(kind: str, document: dict[str, Any], *words: str) -> dict[str, Any]:
    """The whole answer."""
    return adjudicating.answer(f"eia-{kind}", document, *words)


def outcome(kind: str, **document: Any) -> dict[str, Any]:
    """What a document resolves to, no die rolled that it doesn't give."""
    found: dict[str, Any] = answer(kind, document, "--no-roll")["outcome"]
    return found


def odds(kind: str, **document: Any) -> dict[str, Any]:
    """The odds of a document."""
    found: dict[str, Any] = answer(kind, document, "--odds")["odds"]
    return found


def rules(found: dict[str, Any]) -> set[str]:
    """The rules that an outcome names."""
    return {each["rule"] for each in found["because"]}


def refused(kind: str, **document: Any) -> str:
    """The complaints about a document."""
    status, out, err = run(f"eia-{kind}", "--seed", "1", document=document)
    assert (status, out) == (2, "")
    return err


def example(kind: str) -> dict[str, Any]:
    """The kind's own example."""
    return adjudicating.example(f"eia-{kind}")
