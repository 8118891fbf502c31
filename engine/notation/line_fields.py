"""Fields of a document as a line says them: read and written by one declaration, a line each of
notation_lines.csv.

It tells in documents of which kinds (or in which part of one) a field holds a value, by which words
of a line that is read, and what is said when it is written; a number or signs have no value there,
and stand for the braces. A line without a field names words that the kind knows and reads itself.
Of Empires in Arms what is said is read too, the words are whole phrases, and what stands behind
them is named: a pattern of `BEHIND`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from engine.facts.sheets import records

SHEET: Final = "notation_lines.csv"
FLAGS: Final = {"true": True, "false": False}


def _ratings(text: str) -> dict[str, int]:
    return dict(zip(("strategic", "tactical"), map(int, text.split("-")), strict=True))


BEHIND: Final[Mapping[str, tuple[str, Callable[[str], Any]]]] = {
    "": ("", str),
    "number": ("[0-9]{1,3}", int),
    "die": ("[0-6]", int),
    "morale": (r"[0-9](?:\.[0-9])?", float),
    "ratings": ("[0-6]-[0-6]", _ratings),
    "table": ("[1-5]-[1-5]", str),
}
"""What may stand behind a phrase as a value: its pattern, and what is made of it."""


class Saying(NamedTuple):
    """A line of the sheet; what it says is not said beside the field of `unless`."""

    of: tuple[str, ...]
    field: str
    value: str
    words: tuple[str, ...]
    said: str
    unless: str
    behind: str

    @property
    def meant(self) -> Any:
        """The value as a document holds it."""
        return FLAGS.get(self.value, self.value)

    def read(self, behind: str) -> Any:
        """The value that is said with what stands behind the words; None where none is."""
        pattern, made = BEHIND[self.behind]
        if not self.behind:
            return self.meant
        return made(behind) if re.fullmatch(pattern, behind) else None


@cache
def sayings(of: str) -> tuple[Saying, ...]:
    """What is said of a kind or a part, in the order in which it is written."""
    return tuple(each for each in records(SHEET, Saying) if of in each.of)


def known_words(kind: str) -> list[str]:
    """The words, numbers and signs that say something about a kind."""
    return [word for each in sayings(kind) for word in each.words]


@cache
def phrases(*parts: str) -> Mapping[str, Saying]:
    """What some parts are told by phrases, without the value behind one."""
    return {
        phrase: each
        for of in parts
        for each in sayings(of)
        for phrase in (*each.words, each.said.partition(" {")[0])
        if phrase
    }


def fill(document: dict[str, Any], kind: str, found: Mapping[str, Any]) -> None:
    """Puts down in a document of a kind what was found in a line: words, numbers, signs."""
    for each in sayings(kind):
        for word in each.words:
            if each.field and word in found:
                *parts, name = each.field.split(".")
                held = document[parts[0]] if parts else document
                held[name] = each.meant if each.value else found[word]


def applying(modifiers: Mapping[str, Any]) -> dict[str, Any]:
    """The modifiers that apply: those of which there are some, and the causes, however few."""
    return {name: each for name, each in modifiers.items() if each or name == "causes"}


def written(document: Mapping[str, Any], of: str) -> Iterator[str]:
    """What is said of the fields of a document, or of a part of one."""
    for each in sayings(of):
        value = _at(document, each.field)
        told = value == each.meant if each.value else value not in (None, [], {})
        if told and each.said and not _at(document, each.unless):
            shown = "".join(value) if isinstance(value, list) else value
            yield each.said.format(shown.replace("_", " ") if isinstance(shown, str) else shown)


def _at(document: Mapping[str, Any], field: str) -> Any:
    part, _, name = field.rpartition(".")
    return (document.get(part, {}) if part else document).get(name)
