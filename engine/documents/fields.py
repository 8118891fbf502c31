"""Fields of a document: one declaration reads a value, complains of it, and describes it.

A *shape* says what may stand in a field. `read` gives the value as the kind wants it, or adds a
complaint that names the field, what it holds and what it may hold; reading goes on, so that every
defect of a document is found at once. `schema` is the same as JSON Schema.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from engine.documents.printable import is_printable

LONGEST: Final = 60  # characters of a wrong value that a complaint shows
REQUIRED: Final = object()
NONE: Final = "-"  # how nothing is typed
NOTHING: Final = object()  # what `read` gives after a complaint


class Constant(NamedTuple):
    """NaN or Infinity, which JSON does not know."""

    name: str


class Document(dict[str, Any]):
    """An object of a document, with the names that stood in it twice."""

    repeated: Sequence[str] = ()


class Complaints:
    """Every defect found so far, one line each, and the fields that are wanted and not there."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.lacking: list[str] = []

    def add(self, path: str, value: object, wanted: str) -> object:
        """Adds that the field of that path holds this value where something else may stand."""
        self.lines.append(f"{path}: {shown(value)} {wanted}")
        return NOTHING

    def say(self, path: str, sentence: str) -> object:
        """Adds a sentence about a field."""
        self.lines.append(f"{path}: {sentence}")
        return NOTHING

    def lack(self, path: str, wanted: str) -> object:
        """Adds that a field is not there, and what may stand in it."""
        self.lacking.append(path)
        return self.say(path, f"is missing: {wanted}")


def shown(value: object) -> str:
    """A value as a complaint shows it, in one line and not too long."""
    if isinstance(value, Constant):
        return value.name
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, int) and abs(value) >= 10**LONGEST:
        return "a number of more than 60 digits"
    text = ascii(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 2] + "…" + text[-1]


def field_path(path: str, name: str, between: str = ".") -> str:
    """The path of a field inside another, its name as it may be shown."""
    name = name if name.isprintable() and len(name) <= LONGEST else shown(name)
    return f"{path}{between}{name}" if path else name


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
            return complaints.add(path, value, "is no name for dice: it holds a dot or a blank")
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


class Listed(Shape):
    """A list of a shape, of a least and a most length; `empty` is what one without entries means,
    in a word."""

    def __init__(self, shape: Shape, least: int, most: int, empty: str = "none") -> None:
        self.shape, self.least, self.most, self.empty = shape, least, most, empty

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
        """The path of an entry, the first of which is number 0."""
        return f"{path}[{number}]"

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


class Named(Shape):
    """An object of free names with values of one shape, as dice and options are."""

    def __init__(
        self, shape: Shape, what: str, allowed: Callable[[str], bool] | None = None, known: str = ""
    ) -> None:
        self.shape, self.what, self.allowed, self.known = shape, what, allowed, known

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The names with their values."""
        if not isinstance(value, dict):
            return complaints.add(path, value, f"is not an object of {self.what}")
        before = len(complaints.lines)
        repetitions(value, path, complaints)
        found = {}
        for name, each in value.items():
            here = field_path(path, name)
            if self.allowed is not None and not self.allowed(name):
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
        names = re.split(r"[\s,;]+", self.known)
        return [name for name in names if self.allowed is not None and self.allowed(name)]

    def help(self) -> str:
        """How it is written, and the names that are known."""
        example = "name=8" if isinstance(self.shape, Whole) else "name, name=no"
        example = "name=words, name=words" if isinstance(self.shape, Text) else example
        return f"{example}{': ' if self.known else ''}{self.known}"


def repetitions(value: object, path: str, complaints: Complaints) -> None:
    """Complains of the names that stand twice in an object."""
    for name in value.repeated if isinstance(value, Document) else ():
        complaints.say(field_path(path, name), "stands twice")


class Field(NamedTuple):
    """A field: its name, what may stand there, what it means, and its value when it is absent;
    a form shows one that is `folded` when it is asked for, or when something stands in it."""

    name: str
    shape: Shape
    what: str
    default: Any = REQUIRED
    folded: bool = False


def folding(*fields: Field) -> tuple[Field, ...]:
    """Fields that a form folds away: the rest, which is mostly as usual."""
    return tuple(field._replace(folded=True) for field in fields)


class Fields(Shape):
    """An object with declared fields; `noun` names it in a complaint, `between` stands in the path
    of a field between the object's and its name."""

    def __init__(
        self, fields: Sequence[Field], noun: str = "an object", between: str = "."
    ) -> None:
        self.fields, self.noun, self.between = tuple(fields), noun, between

    @property
    def defaults(self) -> dict[str, Any]:
        """The values of an empty object."""
        return {field.name: field.default for field in self.fields}

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The values by name, defaults included."""
        if not isinstance(value, dict):
            return complaints.add(path or "the document", value, f"is not {self.noun}")
        before = len(complaints.lines)
        repetitions(value, path, complaints)
        found = self.valid_values(value, path, complaints)
        return found if len(complaints.lines) == before else NOTHING

    def valid_values(
        self, value: Mapping[str, Any], path: str, complaints: Complaints
    ) -> dict[str, Any]:
        """The values of the fields that have no defect, defaults included."""
        found: dict[str, Any] = {}
        for name, shape, what, default, _ in self.fields:
            here = field_path(path, name, self.between)
            read = default
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
