"""What is typed in a line or a form, as the value of a document that it stands for.

What a text cannot mean stays as it is typed: the shape of its field complains of it.
"""

from __future__ import annotations

import re
from typing import Any, Final

NONE: Final = "-"  # how nothing is typed
EMPTY: Final = "none"
YES: Final = ("yes", "y", "true", "on")
NO: Final = ("no", "n", "false", "off")
NOBODY: Final = (NONE, EMPTY, "null", "nobody")
COUNTED: Final = r"(\d{0,9})\s*[x×]?\s*([A-Za-z]+[+-]?)"
FLEET: Final = r"(F[+-])\s*\(([^)]*)\)"
PASHA: Final = r"PASHA\s*\((\d{1,9})\)"


def words_of(text: str) -> list[str]:
    """The words of a text, between blanks and commas."""
    return [each for each in re.split(r"[\s,;]+", text) if each]


def sentences_of(text: str) -> list[str]:
    """The parts of a text between commas, which may hold blanks."""
    return [each.strip() for each in re.split("[,;]", text) if each.strip()]


def number_of(text: str) -> Any:
    """The number that a text is, with a point or whole; the text where it is none."""
    if re.fullmatch(r"[+-]?\d{1,9}\.\d{1,9}", text, re.ASCII):
        return float(text)
    return int(text) if re.fullmatch(r"[+-]?\d{1,12}", text, re.ASCII) else text


def flag_of(text: str) -> Any:
    """True or false for a word that says so."""
    word = text.lower()
    return True if word in YES else False if word in NO else text


def units_of(text: str) -> list[Any]:
    """Counters such as `2A+ LD`, `PASHA(2)`, `F+(4NWD 1NTD) 3NGD`, as a list."""
    if text.lower() == EMPTY:
        return []
    found: list[Any] = []
    for fleet, held in re.findall(FLEET, text):
        found.append({fleet: {kind: int(count or 1) for count, kind in re.findall(COUNTED, held)}})
    found += [{"PASHA": int(size)} for size in re.findall(PASHA, text)]
    rest = re.sub(PASHA, " ", re.sub(FLEET, " ", text))
    for count, kind in re.findall(COUNTED, rest):
        found += [kind.upper()] * min(int(count or 1), 100)
    strange = words_of(re.sub(COUNTED, " ", rest))
    return [*found, *strange]
