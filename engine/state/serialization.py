"""Plain documents of records, from their declaration: the type of a part says how it is written.

Records are declared as engine.documents.records says. Whole numbers, texts and notes stand as they
are, lists as lists, sets sorted, tables with sorted keys, tuples as lists, records within as their
own plain form, and the fields of a part among those of its record. The functions are made once, as
text that reads as one would write it by hand: a position is written at every mark of a game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, is_dataclass
from functools import cache, cached_property, partial
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from engine.documents.records import Kept, fields_kept, hints

T = TypeVar("T")


class Plain:
    """How a record is written and read: `write(record)`, `read(plain)`. Each is made when it is
    first used: what a game begins with is read, and written at its next mark."""

    def __init__(self, kind: type[Any], as_table: bool) -> None:
        self._kind, self._as_table = kind, as_table

    @cached_property
    def write(self) -> Callable[[Any], Any]:
        """Writes a record."""
        code = _Code(self._kind)
        return _compiled("write", (_table_written if self._as_table else _row_written)(code), code)

    @cached_property
    def read(self) -> Callable[[Any], Any]:
        """Reads what was written."""
        code = _Code(self._kind)
        return _compiled("read", (_table_read if self._as_table else _row_read)(code), code)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names that stand in a table."""
        return frozenset(_group(one) or one.name for one in fields_kept(self._kind))


def table(kind: type[Any]) -> Plain:
    """A record as a table of its fields by name; one that is missing begins as declared."""
    return _made(kind, True)  # type: ignore[arg-type]  # classes are hashable


def row(kind: type[Any]) -> Plain:
    """A record as the list of its fields, in the order in which they are declared."""
    return _made(kind, False)  # type: ignore[arg-type]


def copy_note(value: Any) -> Any:
    """A note that shares nothing with the one it was read from."""
    if type(value) is list:
        return [copy_note(each) for each in value]
    if type(value) is dict:
        return {name: copy_note(each) for name, each in value.items()}
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
        self.names |= {"copied": copy_note, "KIND": kind}

    def within(self, kind: type[Any], value: str) -> str:
        """The expression that writes a record within: a row in place, a table by its function."""
        if getattr(kind, "tabled", False):
            self.names[f"write_{kind.__name__}"] = table(kind).write
            return f"write_{kind.__name__}({value})"
        if not value.isidentifier():
            each = self.variable()
            return f"[{self.within(kind, each)} for {each} in ({value},)][0]"
        found = (self.written(one.hint, f"{value}.{one.path}") for one in fields_kept(kind))
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
def _made(kind: type[Any], as_table: bool) -> Plain:
    return Plain(kind, as_table)


def _compiled(name: str, text: str, code: _Code) -> Callable[[Any], Any]:
    found: dict[str, Callable[[Any], Any]] = {}
    exec(compile(text, f"<plain form of {code.kind.__name__}>", "exec"), code.names, found)
    return found[name]


def _row_written(code: _Code) -> str:
    return f"def write(record):\n    return {code.within(code.kind, 'record')}\n"


def _row_read(code: _Code) -> str:
    here = fields_kept(code.kind)
    names = ", ".join(one.name for one in here)
    read = ", ".join(code.read(one.hint, one.name) for one in here)
    code.names["usual"] = lambda least: [_usual(one.field) for one in here[least:]]
    return (
        "def read(plain):\n"
        f"    if len(plain) < {len(here)}: plain = [*plain, *usual(len(plain))]\n"
        f"    {names}{',' * (len(here) == 1)} = plain\n    return KIND({read})\n"
    )


def _usual(one: Field[Any]) -> Any:
    """What stands in a field where nothing is said; a list too short for one that must be said is
    no record."""
    if one.default_factory is not MISSING:
        return one.default_factory()
    if one.default is MISSING:
        raise ValueError(f"{one.name} is missing")
    return one.default


def _table_written(code: _Code) -> str:
    written, groups = list[str](), dict[str, list[str]]()
    for one in fields_kept(code.kind):
        if group := _group(one):
            groups.setdefault(group, []).append(f"record.{one.path}")
        else:
            form = one.field.metadata.get("form", "usual")
            written.append(f"{one.name!r}: {code.written(one.hint, f'record.{one.path}', form)}")
    written += [f"{group!r}: [{', '.join(paths)}]" for group, paths in groups.items()]
    return "def write(record):\n    return {" + ", ".join(written) + "}\n"


def _table_read(code: _Code) -> str:
    groups = dict[str, list[str]]()
    read = dict[str, list[str]]()  # the arguments of the record ("") and of each of its parts
    for one in fields_kept(code.kind):
        known = one.field
        given = read.setdefault(one.path.rpartition(".")[0], [])
        if group := _group(one):
            groups.setdefault(group, []).append(one.name)
            given.append(f"{one.name}={one.name}")
            continue
        form = known.metadata.get("form", "usual")
        value = code.read(one.hint, f"plain[{one.name!r}]", form)
        if known.default is not MISSING or known.default_factory is not MISSING:
            code.names[f"new_{one.name}"] = partial(_usual, known)
            value = f"{value} if {one.name!r} in plain else new_{one.name}()"
        given.append(f"{one.name}={value}")
    lines = [f"    {', '.join(names)} = plain[{group!r}]" for group, names in groups.items()]
    own = read.pop("", [])
    for name, given in read.items():
        code.names[f"part_{name}"] = hints(code.kind).bare[name]  # type: ignore[arg-type]
        own.append(f"{name}=part_{name}({', '.join(given)})")
    return "\n".join(["def read(plain):", *lines, f"    return KIND({', '.join(own)})\n"])


def _group(one: Kept) -> str:
    """The list within which a field stands with others, "" for none."""
    return str(one.field.metadata.get("within", ""))
