"""An umpire's ruling: its fields, what may stand there, and one typed as a line."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import zip_longest
from typing import Any, Final

from engine.documents.fields import value_of
from engine.play.asks import BadAnswer
from engine.state import State
from engine.umpire import umpire
from engine.umpire.ruling import NameInState
from tui.forms.form_rows import Row
from tui.words.saved_games import sentence

DETAIL: Final = re.compile(r"(?:^|\s)([a-z_-]+)=")


def matching_rulings(text: str) -> list[str]:
    """The names of the rulings that fit some letters: of the name, or words of what it does."""
    words = text.casefold().split()[:1] if "=" in text else text.casefold().split()
    first = [name for name in umpire.RULINGS if name.startswith("-".join(words))]
    later = [
        name
        for name, rule in umpire.RULINGS.items()
        if all(word in f"{name} {rule.what}".casefold() for word in words)
    ]
    return list(dict.fromkeys([*first, *later]))


def offered_names(row: Row, state: State, hidden: Collection[str]) -> Sequence[str]:
    """The names that may stand in a field of a ruling, none of them of a hidden place."""
    return row.shape.names(state, hidden) if isinstance(row.shape, NameInState) else ()


def read(text: str) -> dict[str, Any]:
    """The ruling that a typed line means; raises BadAnswer with what is wrong."""
    do, _, rest = text.strip().partition(" ")
    if not do:
        raise BadAnswer("a ruling says what to do, then key=value")
    found = list(DETAIL.finditer(rest))
    before = rest[: found[0].start()].strip() if found else rest.strip()
    if before:
        raise BadAnswer(f"{before.split()[0]!r} is no detail; a detail is written key=value")
    known = umpire.RULINGS.get(do)
    shapes = {field.name: field.shape for field in known.fields} if known else {}
    ruling: dict[str, Any] = {"do": do}
    for detail, after in zip_longest(found, found[1:]):
        value = rest[detail.end() : after.start() if after else None].strip()
        shape = shapes.get(detail[1])
        ruling[detail[1]] = value_of(shape, value) if shape is not None else _plain(value)
    return ruling


def why_refused(state: State, text: str) -> str:
    """Why a typed line is no ruling, "" for one that may be made and for the name of one."""
    try:
        if text not in umpire.RULINGS:
            umpire.preview(state, with_ids(state, read(text)))
    except BadAnswer as error:
        return sentence(error)
    return ""


def _plain(value: str) -> Any:
    if re.fullmatch(r"[+-]?\d{1,9}", value):
        return int(value)
    return True if value == "yes" else value


def with_ids(state: State, ruling: dict[str, Any]) -> dict[str, Any]:
    """A ruling as the journal keeps it: names as ids, and what it leaves as it stands. Raises
    BadAnswer."""
    rule = umpire.ruling_named(ruling.get("do"))
    whole = rule.whole(state, ruling)
    values = rule.read(state, whole)
    return {"do": ruling["do"], **{key: values[key] for key in whole if key != "do"}}
