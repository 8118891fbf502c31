"""The declaration of a record that is kept: which fields, in which order, in which form.

A record is a dataclass. Every field is kept whose name is not private, as its type says; what is
otherwise is said where the field is declared, by `kept`. A field declared by `part` is a record of
its own whose fields lie flat in the document, among those of the record that holds it. One line
where a field is declared is all it takes: that it is written, read, held against its bounds and
compared follows from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, field, fields
from functools import cache
from types import SimpleNamespace
from typing import Any, Literal, NamedTuple, TypeVar, get_type_hints

T = TypeVar("T")
Form = Literal["usual", "sorted", "rows", "pairs"]


class Kept(NamedTuple):
    """A field that is kept: its name, where it stands in the record (`sea.tasks`), its type, bare
    and with what is said of it."""

    name: str
    path: str
    hint: Any
    named: Any
    field: Field[Any]


def kept(
    default: Any = MISSING,
    *,
    factory: Any = MISSING,
    form: Form = "usual",
    within: str = "",
    after: str = "",
) -> Any:
    """A field that is not written in the usual way.

    `sorted`: a list whose order means nothing. `rows`: a table of records, as the list of them by
    their keys, which they hold. `pairs`: a table with numbers for keys, as a list of pairs.
    `within`: one of several fields that stand in one list of that name. `after`: the field behind
    which it stands in the document, where that is not the one declared before it.
    """
    metadata = {"form": form, "within": within, "after": after}
    if factory is not MISSING:
        return field(default_factory=factory, metadata=metadata)
    return field(default=default, metadata=metadata)


def part(kind: Callable[[], T]) -> T:
    """A part of a record: its fields lie in the document as if they were the record's own."""
    made: T = field(default_factory=kind, metadata={"part": True})
    return made


def fields_kept(kind: Any) -> tuple[Kept, ...]:
    """The fields of a record that are kept, those of its parts among them, as in its document."""
    return _fields_kept(kind)


@cache
def _fields_kept(kind: Any) -> tuple[Kept, ...]:
    declared = list(_declared(kind))
    found = [each for each in declared if not each.field.metadata.get("after")]
    for each in declared:
        if after := each.field.metadata.get("after"):
            found.insert([one.name for one in found].index(after) + 1, each)
    return tuple(found)


def _declared(kind: Any, path: str = "") -> Iterator[Kept]:
    bare, named = hints(kind)
    for each in fields(kind):
        if each.metadata.get("part"):
            yield from _declared(bare[each.name], f"{path}{each.name}.")
        elif not each.name.startswith("_"):
            yield Kept(each.name, f"{path}{each.name}", bare[each.name], named[each.name], each)


class Hints(NamedTuple):
    """The types of a record's fields by their names: bare, and with what they name."""

    bare: dict[str, Any]
    named: dict[str, Any]


@cache
def hints(kind: Any) -> Hints:
    """The types of a record's fields, which are read but once: that takes its time."""
    named = get_type_hints(kind, include_extras=True)
    return Hints(get_type_hints(SimpleNamespace(__annotations__=named)), named)
