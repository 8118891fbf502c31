"""The kinds of Empires in Arms as a program calls them: a document in, an outcome out."""

from __future__ import annotations

import io
import json
from copy import deepcopy
from typing import Any

from engine import resolve
from engine.resolving import KINDS

EIA = [name for name in KINDS if name.startswith("eia-")]


def run(*words: str, document: Any = None, text: str | None = None) -> tuple[int, str, str]:
    """The command's exit status, output and complaints."""
    given = json.dumps(document) if text is None else text
    out, err = io.StringIO(), io.StringIO()
    status = resolve.main(list(words), io.StringIO(given), out, err)
    return status, out.getvalue(), err.getvalue()


def answer(kind: str, document: dict[str, Any], *words: str) -> dict[str, Any]:
    """The whole answer."""
    status, out, err = run(f"eia-{kind}", *words, document=document)
    assert (status, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


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
    return deepcopy(dict(resolve.kind_of(f"eia-{kind}").example))
