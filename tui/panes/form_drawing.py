"""The rows of a form as they are drawn: what is typed, what is wrong, what holds without it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import Any

from tui.forms import form_rows
from tui.forms.form_rows import ADD, FOLD, PART, Path, Row, candidates, default_text
from tui.panes.scrolling_lines import LinesPane
from tui.words.line import Bit, Line, line

LABEL = 28  # columns of the names of fields
GONE = "✕"


class FormRows(LinesPane, inherit_bindings=False):
    """Rows of fields, the cursor on one of them, the caret in its text."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id)
        self.rows: Sequence[Row] = ()
        self.texts: dict[Path, str] = {}
        self.wrong: Mapping[str, str] = {}
        self.names: Callable[[Row], Sequence[str]] = lambda row: ()
        self.build: Callable[[Any], Sequence[Row]] = lambda document: self.rows
        self.row = 0
        self.caret = 0
        self.fresh = True
        self.opened: set[Path] = set()  # what was unfolded

    def mark(self, wrong: Mapping[str, str]) -> None:
        """The complaints, by the names of the fields."""
        self.wrong = wrong
        self.draw()

    @property
    def field(self) -> Row | None:
        """The row under the cursor."""
        return self.rows[self.row] if self.row < len(self.rows) else None

    @property
    def text(self) -> str:
        """What is typed in the row under the cursor."""
        row = self.field
        return self.texts.get(row.path, "") if row is not None else ""

    def draw(self) -> None:
        """Draw every row."""
        self.show([self._line(at, row) for at, row in enumerate(self.rows)])
        self.reveal(self.row)

    def _line(self, at: int, row: Row) -> Line:
        indent = " " * (1 + 2 * row.depth)
        here = at == self.row
        if row.role == ADD:
            return self._adding(row, indent, here)
        if row.role == FOLD:
            return self._folded(row, indent, here)
        if row.shape is None:
            gone = Bit(f"  {GONE}", "quiet") if row.role == PART else Bit("")
            return line(Bit(f"{indent}{row.label.replace('_', ' ')}", "head"), gone)
        text = self.texts.get(row.path, "")
        wrong = self._complaint(row)
        label = f"{indent}{row.label.replace('_', ' ')}"[: LABEL - 2]
        mark = "!" if wrong else "►" if here else " "
        bits = [Bit(f"{mark}{label[1:]:{LABEL - 1}}", "bad" if wrong else "strong" if here else "")]
        if here and self.has_focus:
            ghost = self.offered()[len(text) :] if self.caret == len(text) else ""
            under = text[self.caret : self.caret + 1] or ghost[:1] or " "
            bits += [
                Bit(text[: self.caret], "strong"),
                Bit(under, "here"),
                Bit(text[self.caret + 1 :], "strong"),
                Bit(ghost[1:], "quiet"),
            ]
            if not text and not ghost:
                bits.append(Bit(default_text(row), "quiet"))
        elif text:
            bits.append(Bit(text, "bad" if wrong else ""))
        else:
            bits.append(Bit(default_text(row), "quiet"))
        return tuple(bits)

    def _adding(self, row: Row, indent: str, here: bool) -> Line:
        """The row that makes a new part."""
        wrong = self._complaint(row)
        mark = "!" if wrong else "►" if here else " "
        style = "here" if here and self.has_focus else "bad" if wrong else "quiet"
        listed = isinstance(row.path[-1], int)
        said = row.label.replace("_", " ") + ("" if listed else ": none")
        return line(f"{mark}{indent[1:]}", Bit(f"+ {said}", style), Bit("  Enter adds it", "quiet"))

    def _folded(self, row: Row, indent: str, here: bool) -> Line:
        """The row of the fields that are folded, with what holds without them."""
        wrong = self._complaint(row)
        mark = "!" if wrong else "►" if here else " "
        style = "here" if here and self.has_focus else "bad" if wrong else "quiet"
        head = f"… {row.label}, as usual: "
        room = max(10, (self.size.width or 200) - len(indent) - len(head) - 2)
        said = row.what if len(row.what) <= room else row.what[: room - 1] + "…"
        return line(f"{mark}{indent[1:]}", Bit(head, style), Bit(said, "quiet"))

    def _complaint(self, row: Row) -> str:
        if row.role == FOLD:
            shown = [each.name for each in self.rows if each.shape is not None]
            inside = form_rows.path_name(row.path[:-1])
            return next(
                (said for path, said in self.wrong.items()
                 if path.rpartition(".")[0] == inside and path not in shown), ""
            )  # fmt: skip
        name = row.name
        for path, said in self.wrong.items():
            if path == name or path.startswith((f"{name}.", f"{name}[")):
                return said
        return ""

    def help(self, width: int) -> list[str]:
        """What the row means, what may stand there, and what is wrong with it."""
        width = max(20, width)
        row = self.field
        if row is not None and row.role == ADD:
            wrong = self._complaint(row)
            more = "Enter adds it, ctrl+x takes the part under the cursor away."
            return [f" {row.what}", *(f" {each}" for each in wrap(wrong or more, width - 2))]
        if row is not None and row.role == FOLD:
            said = [" Enter asks for the rest too. As it stands:"]
            wrong = self._complaint(row)
            return [*said, *(f" {each}" for each in wrap(wrong or row.what, width - 2))]
        if row is None or row.shape is None:
            return [row.what if row is not None else ""]
        said = [f" {row.label.replace('_', ' ')}: {row.what}"]
        wrong = self._complaint(row)
        if wrong:
            return [*said, *(f" {each}" for each in wrap(wrong, width - 2))]
        found = candidates(row.shape, self.text, self.names(row))
        exact = len(found) == 1 and found[0] == self.text
        if self.text and found and not exact and not self.fresh:
            words = [each.split()[-1] for each in found]
            return [*said, *(f" {each}" for each in wrap(" · ".join(words), width - 2))]
        default = default_text(row)
        usual = "" if default == "needed" else f" · without: {default}"
        return [*said, *(f" {each}" for each in wrap(row.shape.help() + usual, width - 2))]

    def offered(self) -> str:
        """What the typed text may become, the likeliest; the text itself when nothing else."""
        row = self.field
        if row is None or row.shape is None or not self.text or self.fresh:
            return self.text
        for each in candidates(row.shape, self.text, self.names(row)):
            if each.lower().startswith(self.text.lower()):
                return self.text + each[len(self.text) :]
        return self.text
