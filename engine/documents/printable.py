"""Which letters a text may have that is shown or kept, and the gate through which all output goes.

A letter that a terminal would obey or that nobody sees (controls, overrides of the direction of
writing, marks without width, halves of surrogate pairs) is no text, wherever it comes from. The
list is of Unicode's own properties, written out: what one Python wrote, another has to read.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Any, Final, TextIO, cast

LONGEST: Final = 200  # letters of a text that is kept
UNSEEN: Final = (
    "\x00-\x1f\x7f-\x9f"  # controls
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u3164\ufeff"
    "\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"  # no width
    "\u2028-\u202e"  # lines, paragraphs and overrides of the direction
    "\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"  # no letters at all
    + "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(2**16, 2**20, 2**16))
)
HIDDEN: Final = f"[{UNSEEN}]"  # compiled by whoever meets one first: most texts are printable
HIDDEN_IN_LINES: Final = f"(?![\n\t])[{UNSEEN}]"
COLOURED: Final = rf"(?![\n\t])(?!\x1b\[(?:[0-2]|3[1236])m)[{UNSEEN}]"
"""In what Tercio writes by lines its own colours may stand, and no other sequence."""
IN_ITS_PLACE: Final = "\N{REPLACEMENT CHARACTER}"


def is_printable(text: str) -> bool:
    """Whether every letter of a text is one that may be shown and kept."""
    return text.isprintable() if text.isascii() else re.search(HIDDEN, text) is None


def is_text(value: object) -> bool:
    """Whether a value is a text that may be kept: not too long, and of letters that are seen."""
    return type(value) is str and len(value) <= LONGEST and is_printable(value)


def printable(text: str) -> str:
    """A text with a sign in the place of every letter that may not be shown."""
    return text if is_printable(text) else re.sub(HIDDEN, IN_ITS_PLACE, text)


def lines(text: str) -> str:
    """The same for a text of many lines, whose ends and tabulators stay."""
    return re.sub(HIDDEN_IN_LINES, IN_ITS_PLACE, text)


def read_line(prompt: str = "") -> str:
    """A line from whoever sits there, with a sign for every byte that is no text; what asks for it
    passes no gate but this."""
    if isinstance(sys.stdin, TextIOWrapper) and sys.stdin.errors == "strict":
        sys.stdin.reconfigure(errors="replace")
    return input(printable(prompt))


class Gate:
    """A stream of output through which nothing passes that a terminal would obey.

    A letter that the stream's encoding lacks is written as an escape. For the rest it is the
    stream itself.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Writes a text, with a sign for every letter that may not be shown."""
        shown = re.sub(COLOURED, IN_ITS_PLACE, text)
        try:
            self._stream.write(shown)
        except UnicodeEncodeError:
            encoding = self._stream.encoding or "ascii"
            self._stream.write(shown.encode(encoding, "backslashreplace").decode(encoding))
        return len(text)

    def writelines(self, texts: Any) -> None:
        """Writes one text after the other."""
        for text in texts:
            self.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def gated(stream: TextIO) -> TextIO:
    """A stream behind a gate."""
    return cast(TextIO, stream if isinstance(stream, Gate) else Gate(stream))


@contextmanager
def gates() -> Iterator[None]:
    """Standard output and standard error are behind a gate meanwhile."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = gated(sys.stdout), gated(sys.stderr)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
