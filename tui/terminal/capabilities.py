"""Terminals that lie about their size, or show less than others."""

from __future__ import annotations

import locale
import os
import sys
import unicodedata
from functools import cache
from typing import Final

MOST: Final = (500, 200)
LEAST: Final = (20, 6)
NO_SCREEN: Final = ("dumb", "unknown")  # on which nothing can be put in its place
OLD: Final = ("dumb", "vt52", "vt100", "vt102", "vt220", "ansi", "cons25", "sun", "tty33")
SIGNS: Final = {
    ord(letter): plain
    for plain, letters in {
        "-": "─━╸╺–—▔",
        "=": "═",
        "|": "│┃║╻╹▕▏▐▌",
        "+": "┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╰╯±",
        '"': "▀“”",
        "_": "▄▁▂▃",
        "#": "█▅▆▇",
        ".": "░·",
        ":": "▒",
        "%": "▓",
        "^": "▲↑",
        "v": "▼↓✓√",
        "*": "◆●•",
        "o": "◇○",
        ">": "►▶→≥",
        "<": "◄◀←≤",
        "~": "…",
        "'": "’‘",
        "x": "×",
        "/": "÷",
        "2": "½",
        "3": "⅓⅔",
    }.items()
    for letter in letters
}
USUAL: Final = (80, 24)


def drawable_size(width: int, height: int) -> tuple[int, int]:
    """A size that can be drawn on, whatever a terminal says; 80 by 24 for none."""
    if width <= 0 or height <= 0:
        return USUAL
    return min(MOST[0], max(LEAST[0], width)), min(MOST[1], max(LEAST[1], height))


def speaks_unicode(encoding: str = "", terminal: str | None = None) -> bool:
    """Whether the terminal shows more than ASCII, by the locale and the name it goes by.

    Python itself writes UTF-8 in the C locale, whose terminal may know no more than ASCII.
    """
    native = getattr(sys.__stdout__, "encoding", "") if os.name == "nt" else locale.getencoding()
    encoding = encoding or native
    terminal = os.environ.get("TERM", "") if terminal is None else terminal
    return encoding.casefold().replace("_", "-").startswith("utf") and terminal not in OLD


@cache
def in_ascii(text: str) -> str:
    """A text in ASCII, as many letters as it was columns wide: lines as -|+, letters without
    accents."""
    found = []
    for letter in text.translate(SIGNS):
        plain = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
        wide = unicodedata.east_asian_width(letter) in "WF"
        found.append((plain[:1] or "?") + ("?" if wide else ""))
    return "".join(found)


def has_screen() -> bool:
    """Whether keys come from a terminal and a screen can be drawn on one."""
    streams = (sys.__stdin__, sys.__stderr__)
    return all(stream is not None and stream.isatty() for stream in streams)


def shows_lines(plain: bool = False) -> bool:
    """Whether lines of text stand in place of a screen: they are wanted, or nothing else can be."""
    return plain or os.environ.get("TERM") in NO_SCREEN


def columns() -> int:
    """How wide the terminal is that is written to; 0 where it is none, a file or a pipe."""
    return os.get_terminal_size().columns if sys.stdout.isatty() else 0
