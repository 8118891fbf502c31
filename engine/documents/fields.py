"""Fields of a document: one declaration reads a value, complains of it, and describes it.

A *shape* says what may stand in a field. `read` gives the value as the kind wants it, or adds a
complaint that names the field, what it holds and what it may hold; reading goes on, so that every
defect of a document is found at once. `schema` is the same as JSON Schema; `typed` says what a text
means that is typed there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from engine.documents import typed
from engine.documents.complaints import (
    NOTHING,
    Complaints,
    field_path,
    repetitions,
)
from engine.documents.printable import is_printable
from engine.documents.typed import NONE

REQUIRED: Final = object()
COUNTS: Final = r"[^\s=;][^=;]{0,79}=[+-]?\d{1,9}(?=[\s;]|$)"  # of names with blanks


class Shape(Protocol):
    """What may stand in a field."""

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The value as the kind wants it, or NOTHING after a complaint."""

    def schema(self) -> dict[str, Any]:
        """The shape as JSON Schema; a text, where a shape says nothing else."""
        return {"type": "string"}

    def offers(self) -> Sequence[str]:
        """The words that may be typed there, for completion; none where any text may."""
        return [str(each) for each in self.schema().get("enum", ()) if each is not None]

    def help(self) -> str:
        """What may be typed there, in words."""
        return ", ".join(self.offers()) or "text, or JSON"

    def typed(self, text: str) -> Any:
        """What a text that is typed there means; what it cannot mean is left for a complaint."""
        return text


def value_of(shape: Shape, text: str) -> Any:
    """What a text means where that shape stands: what the shape makes of it, or JSON."""
    text = text.strip()
    if text[:1] in ("{", "[", '"'):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text
    return shape.typed(text)


class Whole(Shape):
    """A whole number within bounds."""

    def __init__(self, least: int, most: int, noun: str = "a whole number") -> None:
        self.least, self.most, self.noun = least, most, noun

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The number."""
        if type(value) is int and self.least <= value <= self.most:
            return value
        return complaints.add(path, value, f"is not {self.noun} from {self.least} to {self.most}")

    def schema(self) -> dict[str, Any]:
        """An integer."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def help(self) -> str:
        """Its bounds."""
        return f"{self.least} to {self.most}"

    def typed(self, text: str) -> Any:
        """The number."""
        return typed.number_of(text)


class Flag(Shape):
    """True or false."""

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The flag."""
        if type(value) is bool:
            return value
        return complaints.add(path, value, "is neither true nor false")

    def schema(self) -> dict[str, Any]:
        """A boolean."""
        return {"type": "boolean"}

    def offers(self) -> Sequence[str]:
        """Both words."""
        return ("yes", "no")

    def help(self) -> str:
        """Both words."""
        return "yes or no"

    def typed(self, text: str) -> Any:
        """The flag, however it is said."""
        return typed.flag_of(text)


class Text(Shape):
    """A short text, printable; `plain` refuses the dots and blanks that no name of dice holds."""

    def __init__(self, plain: bool = False, most: int = 40) -> None:
        self.plain, self.most = plain, most

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The text."""
        wanted = f"is not a text of 1 to {self.most} printable characters"
        if not isinstance(value, str) or not 0 < len(value) <= self.most or not is_printable(value):
            return complaints.add(path, value, wanted)
        if self.plain and ("." in value or " " in value):
            return complaints.add(path, value, "is not a name for dice: it holds a dot or a blank")
        return value

    def schema(self) -> dict[str, Any]:
        """A string."""
        limits: dict[str, Any] = {"type": "string", "minLength": 1, "maxLength": self.most}
        return {**limits, "pattern": "^[^. ]+$"} if self.plain else limits

    def help(self) -> str:
        """How long it may be."""
        return f"words, {self.most} letters at most"


NAME: Final = Text()  # of what is counted by name


class Choice(Shape):
    """One of a few words; `noun` as in 'is not a land technology'."""

    def __init__(
        self, words: Sequence[str], noun: str, aliases: Mapping[str, str] | None = None
    ) -> None:
        self.words, self.noun, self.aliases = tuple(words), noun, aliases or {}

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The word, or the one that an alias stands for."""
        if isinstance(value, str):
            if value in self.words:
                return value
            if value in self.aliases:
                return self.aliases[value]
        return complaints.add(path, value, f"is not {self.noun}; one of: {', '.join(self.words)}")

    def schema(self) -> dict[str, Any]:
        """An enumeration."""
        return {"enum": [*self.words, *self.aliases]}

    def offers(self) -> Sequence[str]:
        """The words, without those that stand for them."""
        return self.words

    def typed(self, text: str) -> Any:
        """The word, in large letters or small ones."""
        alike = (each for each in (*self.words, *self.aliases) if each.lower() == text.lower())
        return text if text in self.words else next(alike, text)


class Perhaps(Shape):
    """Null, or another shape."""

    def __init__(self, shape: Shape, null: object = None) -> None:
        self.shape, self.null = shape, null

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """What stands for null, or the other's value."""
        return self.null if value is None else self.shape.read(value, path, complaints)

    def schema(self) -> dict[str, Any]:
        """Either."""
        return {"anyOf": [{"type": "null"}, self.shape.schema()]}

    def offers(self) -> Sequence[str]:
        """Nothing, or the other's."""
        return (NONE, *self.shape.offers())

    def help(self) -> str:
        """The other's, or nothing."""
        return f"{self.shape.help()}, or {NONE} for none"

    def typed(self, text: str) -> Any:
        """Null, or what the other makes of it."""
        return None if text.lower() in typed.NOBODY else value_of(self.shape, text)


MOST: Final = 20  # entries of a list, where nothing else is said


class Listed(Shape):
    """A list of a shape, of a least and a most length; `empty` is what one without entries means,
    in a word, `entry` the path of one of them, the first of which is number 0, count 1."""

    def __init__(
        self, shape: Shape, least: int = 0, most: int = MOST, empty: str = "none",
        entry: str = "{path}[{number}]",
    ) -> None:  # fmt: skip
        self.shape, self.least, self.most, self.empty = shape, least, most, empty
        self._entry = entry

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The list of values."""
        bounds = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
        if not isinstance(value, list):
            return complaints.add(path, value, f"is not a list of {bounds} entries")
        if not self.least <= len(value) <= self.most:
            return complaints.say(path, f"holds {len(value)} entries; it may hold {bounds}")
        found = [
            self.shape.read(each, self.entry(path, number), complaints)
            for number, each in enumerate(value)
        ]
        return NOTHING if NOTHING in found else found

    def entry(self, path: str, number: int) -> str:
        """The path of an entry."""
        return self._entry.format(path=path, number=number, count=number + 1)

    def schema(self) -> dict[str, Any]:
        """An array."""
        items = self.shape.schema()
        return {"type": "array", "items": items, "minItems": self.least, "maxItems": self.most}

    def offers(self) -> Sequence[str]:
        """Those of an entry."""
        return self.shape.offers()

    def help(self) -> str:
        """What an entry may be, and how many there may be."""
        return f"{self.shape.help()}; {self.least} to {self.most} of them"

    def typed(self, text: str) -> Any:
        """The words one by one, those with a count before them so many times."""
        if text.lower() == typed.EMPTY:
            return []
        apart = isinstance(self.shape, Text)
        known = self.shape.words if isinstance(self.shape, Choice) else ()
        found: list[str] = []
        for each in typed.sentences_of(text) if apart else typed.words_of(text):
            counted = re.fullmatch(r"(\d{1,3})(\D.*)", each)
            if counted and counted[2] in known and each not in known:
                found += [counted[2]] * int(counted[1])
            else:
                found.append(each)
        return [value_of(self.shape, each) for each in found]


class Named(Shape):
    """An object of free names, or some of a few, with values of one shape, as dice and options
    are; `known` says which may be chosen, "" where any may."""

    def __init__(self, shape: Shape, what: str, names: Sequence[str] = ()) -> None:
        self.shape, self.what, self.names, self.known = shape, what, names, ", ".join(names)

    def allows(self, name: str) -> bool:
        """Whether a name may stand there."""
        return not self.names or name in self.names

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The names with their values."""
        if not isinstance(value, dict):
            return complaints.add(path, value, f"is not an object of {self.what}")
        before = len(complaints.lines)
        repetitions(value, path, complaints)
        found = {}
        for name, each in value.items():
            here = field_path(path, name)
            if not self.allows(name):
                complaints.say(here, f"there is no such name; it may be: {self.known}")
            elif NAME.read(name, here, complaints) is NOTHING:
                continue
            else:
                found[name] = self.shape.read(each, here, complaints)
        return found if len(complaints.lines) == before else NOTHING

    def schema(self) -> dict[str, Any]:
        """An object with free names."""
        return {"type": "object", "additionalProperties": self.shape.schema()}

    def offers(self) -> Sequence[str]:
        """The names, where they are known."""
        return self.names

    def help(self) -> str:
        """How it is written, and the names that are known."""
        example = "name=8" if isinstance(self.shape, Whole) else "name, name=no"
        example = "name=words, name=words" if isinstance(self.shape, Text) else example
        return f"{example}{': ' if self.known else ''}{self.known}"

    def typed(self, text: str) -> Any:
        """Names with their values, `A=8 B=6`; a bare name is switched on."""
        if text.lower() == typed.EMPTY:
            return {}
        text = re.sub(r"\s*[=:]\s*", "=", text)
        numbers, words = isinstance(self.shape, Whole), isinstance(self.shape, Text)
        one = text.count("=") == 1 and words
        parts = typed.sentences_of(text) if one or "," in text else typed.words_of(text)
        if numbers and not self.known and "," not in text:
            counted = re.findall(COUNTS, text)  # names with blanks: `I infantry=3 II infantry=2`
            parts = counted if not re.sub(COUNTS, "", text).strip() and counted else parts
        found: dict[str, Any] = {}
        for each in parts:
            name, equals, value = each.partition("=")
            bare: Any = "" if numbers else True
            found[name] = value_of(self.shape, value) if equals else bare
            if isinstance(found[name], str) and not words:
                found[name] = typed.flag_of(found[name])
        return found


class Field(NamedTuple):
    """A field: its name, what may stand there, what it means, and its value when it is absent; a
    form shows one that is `folded` when it is asked for, or when something stands in it."""

    name: str
    shape: Shape
    what: str
    default: Any = REQUIRED
    folded: bool = False


class Fields(Shape):
    """An object with declared fields; `noun` names it in a complaint, `between` stands in the path
    of a field between the object's and its name. What is read is a record that `make` makes of the
    values by name, or these themselves."""

    def __init__(
        self,
        fields: Sequence[Field],
        noun: str = "an object",
        between: str = ".",
        make: Callable[..., Any] = dict,
    ) -> None:
        self.fields, self.noun, self.between, self.make = tuple(fields), noun, between, make

    @property
    def defaults(self) -> dict[str, Any]:
        """The values of an empty object."""
        return {field.name: field.default for field in self.fields}

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The record of the values, defaults included."""
        if not isinstance(value, dict):
            return complaints.add(path or "the document", value, f"is not {self.noun}")
        before = len(complaints.lines)
        repetitions(value, path, complaints)
        found = self.valid_values(value, path, complaints)
        return self.make(**found) if len(complaints.lines) == before else NOTHING

    def valid_values(
        self, value: Mapping[str, Any], path: str, complaints: Complaints
    ) -> dict[str, Any]:
        """The values of the fields that have no defect, defaults included."""
        found: dict[str, Any] = {}
        for name, shape, what, default, _ in self.fields:
            here = field_path(path, name, self.between)
            read = shape.null if default is None and isinstance(shape, Perhaps) else default
            if name in value:
                read = shape.read(value[name], here, complaints)
            elif default is REQUIRED:
                read = complaints.lack(here, what)
            if read is not NOTHING:
                found[name] = read
        names = [field.name for field in self.fields]
        for name in value:
            if name not in names:
                known = f"there is no such field; there are: {', '.join(names)}"
                complaints.say(field_path(path, name, self.between), known)
        return found

    def schema(self) -> dict[str, Any]:
        """An object with properties."""
        properties = {}
        for field in self.fields:
            properties[field.name] = {**field.shape.schema(), "description": field.what}
            if isinstance(field.default, str | int | bool | type(None)):
                properties[field.name]["default"] = field.default
        required = [field.name for field in self.fields if field.default is REQUIRED]
        return {
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }
