"""Lines of text that can be asked why.

A line is a row of bits: text, the name of a style, and what to say when one asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len, set_cell_size

from engine.facts import rulebook

RULE: Final = re.compile(r"\b(?:[A-Z]+-)+A?\d+\b")
WORDS: Final = re.compile(r"\s*\S+\s*|\s+")
SET_IN: Final = " " * 5
FACTS: Final = re.compile(r" · |[,;:] | (?=\(at war)")  # what stands between two of them


class Bit(NamedTuple):
    """A piece of a line. `why` is what to say when asked, a sentence a line; `place` where Enter
    leads."""

    text: str
    style: str = ""
    why: tuple[str, ...] = ()
    place: str = ""

    @property
    def asked(self) -> bool:
        """Whether the cursor stops here."""
        return bool(self.why or self.place)


Line: TypeAlias = tuple[Bit, ...]


def line(*parts: str | Bit) -> Line:
    """A line of bits, plain text among them."""
    return tuple(Bit(part) if isinstance(part, str) else part for part in parts)


def text_of(drawn: Iterable[Line]) -> str:
    """Lines as plain text."""
    return "\n".join("".join(bit.text for bit in row) for row in drawn)


def width_of(row: Line) -> int:
    """How many columns a line takes."""
    return sum(cell_len(bit.text) for bit in row)


def cut_to_width(text: str, width: int) -> str:
    """As much of a text as that many columns hold; letters of double width count two."""
    return text if cell_len(text) <= width else set_cell_size(text, width)


def truncate(text: str, width: int) -> str:
    """As many whole facts of a text as a width holds, or letters, and a mark that more is left."""
    if cell_len(text) <= width:
        return text
    ends = [end.start() for end in FACTS.finditer(text)]
    whole = [text[:end] for end in ends if text.count("(", 0, end) == text.count(")", 0, end)]
    fitting = [some for some in whole if cell_len(some) + 2 <= width]
    return f"{fitting[-1]} …" if fitting else f"{cut_to_width(text, max(0, width - 1))}…"


def pad(row: Line, width: int) -> Line:
    """A line filled to a width, or cut to it with a mark that more is left."""
    row = shorten(row, width)
    return (*row, Bit(" " * left)) if (left := width - width_of(row)) > 0 else row


def shorten(row: Line, width: int) -> Line:
    """A line cut to a width with a mark that more is left than blanks, never between two digits."""
    if width_of(row) <= width:
        return row
    while row and not row[-1].text.rstrip():
        row = row[:-1]
    if row:
        row = (*row[:-1], row[-1]._replace(text=row[-1].text.rstrip()))
    if width_of(row) <= width:
        return row
    bits: list[Bit] = []
    left = max(0, width - 1)
    for bit in row:
        text = cut_to_width(bit.text, left)
        if text == bit.text:
            bits.append(bit)
            left -= cell_len(text)
            continue
        if bit.text[len(text) :][:1].isdigit():
            text = text.rstrip("0123456789")
        return (*bits, bit._replace(text=(f"{text}…")[:width]))
    return tuple(bits)


def wrap(row: Line, width: int) -> list[Line]:
    """A line on as many as it needs at a width, broken at blanks; what goes on is set in."""
    if width <= len(SET_IN) or width_of(row) <= width:
        return [row]
    found: list[list[Bit]] = [[]]
    used = 0
    for bit in row:
        for word in WORDS.findall(bit.text):
            room = width if len(found) == 1 else width - len(SET_IN)
            if used and used + cell_len(word.rstrip()) > room:
                whole = found[-1][-1]
                found[-1][-1] = whole._replace(text=whole.text.rstrip())
                found.append([])
                used, word = 0, word.lstrip()
            last = found[-1]
            if last and last[-1][1:] == bit[1:]:
                last[-1] = last[-1]._replace(text=last[-1].text + word)
            else:
                last.append(bit._replace(text=word))
            used += cell_len(word)
    first, *rest = found
    return [tuple(first), *((Bit(SET_IN), *each) for each in rest)]


def cited_rules(said: Iterable[str]) -> tuple[str, ...]:
    """The ids of rules that sentences name, in order, each once."""
    found = [each for text in said for each in RULE.findall(text)]
    return tuple(each for each in dict.fromkeys(found) if rulebook.line(each)) if found else ()
