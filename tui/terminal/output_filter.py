"""The last gate before a terminal: what an application may send it, and nothing else.

What is drawn is letters, colours and ways of the cursor. Everything else that Textual says to a
terminal (its modes, what it asks of it, the clipboard) is sent alone. So a sequence that stands
among what is drawn comes from a text, and does not pass.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TextIO

from rich.cells import cell_len, set_cell_size

from engine.documents.printable import HIDDEN, IN_ITS_PLACE, is_printable

if TYPE_CHECKING:
    from textual.driver import Driver

ESCAPE: Final = "\x1b"
DRAWN: Final = re.compile(r"\[[0-9;]*[mHCGd]|\[\?2026[hl]")
MODES: Final = "7|25|1000|1003|1004|1006|1015|1016|1049|2004|2026|2048"
ALONE: Final = re.compile(
    rf"(?:\x1b\[\?(?:{MODES})[hl]|\x1b\[\?20(?:26|48)\$p|\x1b\[>[0-9]+u|\x1b\[<u"
    r"|\x1b\]52;c;[A-Za-z0-9+/=]*\x07|\x1b\]22;[a-z-]*\x07|\x07)+"
)
LINES: Final = str.maketrans("", "", "\x1b\r\n")


def visible_text(text: str) -> str:
    """A text as it is drawn, as many columns wide: a letter that may not be shown is a mark where
    it takes a column, and nothing where it takes none."""
    if is_printable(text):
        return text
    marked = re.sub(HIDDEN, lambda letter: "?" * cell_len(letter[0]), text)
    return set_cell_size(marked, cell_len(text))  # a joiner takes the letter after it along


def allowed_output(data: str) -> str:
    """What of this the terminal gets."""
    first, *sequences = data.split(ESCAPE)
    if all(map(DRAWN.match, sequences)) and data.translate(LINES).isprintable():
        return data
    if ALONE.fullmatch(data):
        return data
    found = [_shown(first)]
    for text in sequences:
        drawn = DRAWN.match(text)
        found.append(f"{ESCAPE if drawn else IN_ITS_PLACE}{_shown(text)}")
    return "".join(found)


def _shown(text: str) -> str:
    return re.sub(HIDDEN, lambda one: one[0] if one[0] in "\r\n" else IN_ITS_PLACE, text)


class LossyStream:
    """A stream to a terminal that may go: then what is written is lost, and nothing waits for it.

    Textual's thread that writes would die of the error, and the application wait for it for ever.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream: TextIO | None = stream
        self.fileno, self.isatty = stream.fileno, stream.isatty

    def write(self, text: str) -> None:
        """Sends a text, while the terminal is there."""
        self._try(lambda stream: stream.write(text))

    def flush(self) -> None:
        """Sends what is held back, while the terminal is there."""
        self._try(lambda stream: stream.flush())

    def _try(self, do: Callable[[TextIO], object]) -> None:
        try:
            if self.stream is not None:
                do(self.stream)
        except OSError:
            self.stream = None


def filtered_driver(driver: type[Driver]) -> type[Driver]:
    """A driver that sends only what passes, as long as somebody takes it."""

    class Gated(driver):  # type: ignore[misc, valid-type]
        def __init__(self, *words: Any, **more: Any) -> None:
            super().__init__(*words, **more)
            if (stream := getattr(self, "_file", None)) is not None:
                self._file = LossyStream(stream)

        def write(self, data: str) -> None:
            super().write(allowed_output(data))

    found: Any = Gated
    return found  # type: ignore[no-any-return]
