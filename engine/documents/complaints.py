"""What is wrong with a document: every defect at once, each a sentence that names its field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

LONGEST: Final = 60  # characters of a wrong value that a complaint shows
NOTHING: Final = object()  # what `read` gives after a complaint


class Constant(NamedTuple):
    """NaN or Infinity, which JSON does not know."""

    name: str


class Document(dict[str, Any]):
    """An object of a document, with the names that stood in it twice."""

    repeated: Sequence[str] = ()


class BadInput(Exception):
    """What is wrong with a command line, a document or a text, one line a defect."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__("; ".join(lines))
        self.lines = list(lines)


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


def repetitions(value: object, path: str, complaints: Complaints) -> None:
    """Complains of the names that stand twice in an object."""
    for name in value.repeated if isinstance(value, Document) else ():
        complaints.say(field_path(path, name), "stands twice")
