"""Plain documents of records, from their declaration: the type of a part says how it is written.

A record is a dataclass. Whole numbers, texts and notes stand as they are, lists as lists, sets
sorted, tables with sorted keys, tuples as lists, records within as their own plain form. What is
otherwise is said where the part is declared, by `kept`. The functions are made once, as text that
reads as one would write it by hand: a position is written at every mark of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, field, fields, is_dataclass
from functools import cache, partial
from types import UnionType
from typing import Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
Form = Literal["usual", "sorted", "rows", "pairs"]


class Plain(NamedTuple):
    """How a record is written and read: `write(record)`, `read(plain)`."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def kept(
    default: Any = MISSING,
    *,
    factory: Any = MISSING,
    form: Form = "usual",
    within: str = "",
) -> Any:
    """A part of a record that is not written in the usual way.

    `sorted`: a list whose order means nothing. `rows`: a table of records, as the list of them by
    their keys, which they hold. `pairs`: a table with numbers for keys, as a list of pairs.
    `within`: one of several parts that stand in one list of that name.
    """
    metadata = {"form": form, "within": within}
    if factory is not MISSING:
        return field(default_factory=factory, metadata=metadata)
    return field(default=default, metadata=metadata)


def parts(kind: type[Any]) -> tuple[Field[Any], ...]:
    """The parts of a record that are kept: all whose name is not private."""
    return tuple(each for each in fields(kind) if not each.name.startswith("_"))


def table(kind: type[Any]) -> Plain:
    """A record as a table of its parts by name; a part that is missing begins as declared."""
    return _made(kind, _table)  # type: ignore[arg-type]  # classes are hashable


def row(kind: type[Any]) -> Plain:
    """A record as the list of its parts, in the order in which they are declared."""
    return _made(kind, _row)  # type: ignore[arg-type]


def copied(value: Any) -> Any:
    """A note that shares nothing with the one it was read from."""
    if type(value) is list:
        return [copied(each) for each in value]
    if type(value) is dict:
        return {name: copied(each) for name, each in value.items()}
    return value


def tabled(kind: type[T]) -> type[T]:
    """Marks a record that is written as a table wherever it stands; others are rows."""
    kind.tabled = True  # type: ignore[attr-defined]
    return kind


# How it is made.


class _Code:
    """The two functions of a record as text, and what they name."""

    def __init__(self, kind: type[Any]) -> None:
        self.kind, self.names = kind, dict[str, Any]()
        self.depth = 0
        self.names |= {"copied": copied, "KIND": kind}

    def within(self, kind: type[Any], value: str) -> str:
        """The expression that writes a record within: a row in place, a table by its function."""
        if getattr(kind, "tabled", False):
            self.names[f"write_{kind.__name__}"] = table(kind).write
            return f"write_{kind.__name__}({value})"
        if not value.isidentifier():
            each = self.variable()
            return f"[{self.within(kind, each)} for {each} in ({value},)][0]"
        hints = get_type_hints(kind)
        found = (self.written(hints[one.name], f"{value}.{one.name}") for one in parts(kind))
        return f"[{', '.join(found)}]"

    def taken(self, kind: type[Any]) -> str:
        """The name of the function that reads a record within."""
        name = f"read_{kind.__name__}"
        self.names[name] = (table if getattr(kind, "tabled", False) else row)(kind).read
        return name

    def variable(self) -> str:
        self.depth += 1
        return f"each{self.depth}"

    def written(self, hint: Any, value: str, form: str = "usual") -> str:
        """The expression that writes a value; the value itself where nothing is to be done."""
        origin, inside = get_origin(hint), get_args(hint)
        if is_dataclass(hint):
            return self.within(hint, value)  # type: ignore[arg-type]
        if form == "pairs":
            found = self.written(inside[1], f"{value}[key]")
            return f"[[key, {found}] for key in sorted({value})]"
        if form == "rows":
            each = self.variable()
            found = self.within(inside[1], each)
            return f"[{found} for _, {each} in sorted({value}.items())]"
        if form == "sorted":
            each = self.variable()
            return f"[{self.written(inside[0], each)} for {each} in sorted({value})]"
        if origin is set:
            return f"sorted({value})"
        if origin is list:
            each = self.variable()
            found = self.written(inside[0], each)
            return f"list({value})" if found == each else f"[{found} for {each} in {value}]"
        if origin is dict:
            key, each = self.variable(), self.variable()
            found = self.written(inside[1], each)
            if found == each:
                return f"dict(sorted({value}.items())) if {value} else {{}}"
            return f"{{{key}: {found} for {key}, {each} in sorted({value}.items())}}"
        if origin is tuple:
            found = ", ".join(
                self.written(part, f"{value}[{at}]") for at, part in enumerate(inside)
            )
            return f"[{found}]"
        return f"copied({value})" if hint is Any else value

    def read(self, hint: Any, value: str, form: str = "usual") -> str:
        """The expression that reads a value."""
        origin, inside = get_origin(hint), get_args(hint)
        if is_dataclass(hint):
            return f"{self.taken(hint)}({value})"  # type: ignore[arg-type]
        if form == "pairs":
            return f"{{key: {self.read(inside[1], 'held')} for key, held in {value}}}"
        if form == "rows":
            key = "'id'" if getattr(inside[1], "tabled", False) else "0"
            return f"{{held[{key}]: {self.taken(inside[1])}(held) for held in {value}}}"
        if origin is set:
            return f"set({value})"
        if origin is list:
            each = self.variable()
            found = self.read(inside[0], each)
            return f"list({value})" if found == each else f"[{found} for {each} in {value}]"
        if origin is dict:
            key, each = self.variable(), self.variable()
            found = self.read(inside[1], each)
            return (
                f"dict({value})"
                if found == each
                else f"{{{key}: {found} for {key}, {each} in {value}.items()}}"
            )
        if origin is tuple:
            names = [self.variable() for _ in inside]
            found = ", ".join(
                self.read(part, name) for part, name in zip(inside, names, strict=True)
            )
            return f"(lambda {', '.join(names)}: ({found},))(*{value})"
        if origin in (Union, UnionType) or origin is Literal or hint is not Any:
            return value
        return f"copied({value})"


@cache
def _made(kind: Any, form: Callable[[_Code, Mapping[str, Any]], str]) -> Plain:
    code = _Code(kind)
    text = form(code, get_type_hints(kind))
    found: dict[str, Any] = {}
    exec(compile(text, f"<plain form of {kind.__name__}>", "exec"), code.names, found)
    return Plain(found["write"], found["read"])


def _row(code: _Code, hints: Mapping[str, Any]) -> str:
    here = parts(code.kind)
    written = code.within(code.kind, "record")
    names = ", ".join(one.name for one in here)
    read = ", ".join(code.read(hints[one.name], one.name) for one in here)
    code.names["usual"] = lambda least: [_usual(one) for one in here[least:]]
    return (
        f"def write(record):\n    return {written}\n"
        "def read(plain):\n"
        f"    if len(plain) < {len(here)}: plain = [*plain, *usual(len(plain))]\n"
        f"    {names}{',' * (len(here) == 1)} = plain\n    return KIND({read})\n"
    )


def _usual(one: Field[Any]) -> Any:
    """What stands in a part where nothing is said; a list too short for one that must be said is
    no record."""
    if one.default_factory is not MISSING:
        return one.default_factory()
    if one.default is MISSING:
        raise ValueError(f"{one.name} is missing")
    return one.default


def _table(code: _Code, hints: Mapping[str, Any]) -> str:
    written, read, groups = list[str](), list[str](), dict[str, list[str]]()
    lines = []
    for one in parts(code.kind):
        form, within = one.metadata.get("form", "usual"), one.metadata.get("within", "")
        if within:
            groups.setdefault(within, []).append(one.name)
            read.append(f"{one.name}={one.name}")
            continue
        written.append(f"{one.name!r}: {code.written(hints[one.name], f'record.{one.name}', form)}")
        value = code.read(hints[one.name], f"plain[{one.name!r}]", form)
        if one.default is not MISSING or one.default_factory is not MISSING:
            code.names[f"new_{one.name}"] = partial(_usual, one)
            value = f"{value} if {one.name!r} in plain else new_{one.name}()"
        read.append(f"{one.name}={value}")
    for group, names in groups.items():
        written.append(f"{group!r}: [{', '.join(f'record.{name}' for name in names)}]")
        lines.append(f"    {', '.join(names)} = plain[{group!r}]")
    return (
        "def write(record):\n    return {" + ", ".join(written) + "}\n"
        "def read(plain):\n" + "\n".join([*lines, ""]) + f"    return KIND({', '.join(read)})\n"
    )
