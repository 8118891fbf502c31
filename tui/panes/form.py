"""The form of the desk: a row a field, typed in where it stands, with completion."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import Any

from textual import events
from textual.message import Message

from engine.adjudicator.land import LandUnits
from engine.documents.fields import Choice, Flag, Listed, Named, Perhaps, Shape
from tui.forms import form_rows
from tui.forms.form_rows import ADD, PART, Path, Row, allowed, candidates, default_text
from tui.panes.lines import LinesPane
from tui.words.line import Bit, Line, line

LABEL = 28  # columns of the names of fields
GONE = "✕"
STEPS = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}


class FormPane(LinesPane, inherit_bindings=False):
    """Rows to type in. The cursor is on one of them; → takes what is offered behind the caret."""

    class Changed(Message):
        """Something else is typed."""

    class Ended(Message):
        """Enter in the last row."""

    class Moved(Message):
        """The cursor is on another row, or what can be said of it is different."""

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

    def fill(self, rows: Sequence[Row], texts: Mapping[Path, str]) -> None:
        """Other rows, and what stands in them."""
        self.rows, self.texts = rows, dict(texts)
        self.row = next((at for at, row in enumerate(rows) if row.stops), 0)
        self._arrive()
        self.scroll_home(animate=False)

    def refit(self, rows: Sequence[Row]) -> None:
        """Other rows for what is typed already; the cursor stays on its field."""
        if list(rows) == list(self.rows):
            return
        path = self.rows[self.row].path if self.row < len(self.rows) else ()
        self.rows = rows
        paths = [row.path for row in rows]
        self.texts = {at: text for at, text in self.texts.items() if at in paths}
        at = paths.index(path) if path in paths else min(self.row, len(rows) - 1)
        later = [*range(at, len(rows)), *range(at, -1, -1)]
        self.row = next((each for each in later if rows[each].stops), 0)
        self.draw()

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

    # Drawing

    def draw(self) -> None:
        """Draw every row."""
        self.show([self._line(at, row) for at, row in enumerate(self.rows)])
        self.reveal(self.row)

    def _line(self, at: int, row: Row) -> Line:
        indent = " " * (1 + 2 * row.depth)
        here = at == self.row
        if row.role == ADD:
            return self._adding(row, indent, here)
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

    def _complaint(self, row: Row) -> str:
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
        if row is None or row.shape is None:
            return [row.what if row is not None else ""]
        said = [f" {row.name}: {row.what}"]
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
        return [*said, *(f" {each}" for each in wrap(allowed(row.shape) + usual, width - 2))]

    # Typing

    def offered(self) -> str:
        """What the typed text may become, the likeliest; the text itself when nothing else."""
        row = self.field
        if row is None or row.shape is None or not self.text or self.fresh:
            return self.text
        for each in candidates(row.shape, self.text, self.names(row)):
            if each.lower().startswith(self.text.lower()):
                return self.text + each[len(self.text) :]
        return self.text

    def _taken(self) -> str:
        """The likeliest completion in its own letters."""
        row = self.field
        if row is None or row.shape is None:
            return ""
        found = candidates(row.shape, self.text, self.names(row))
        alike = [each for each in found if each.lower().startswith(self.text.lower())]
        return alike[0] if alike else self.text

    def complete(self) -> None:
        """Take what is offered behind the letters that were typed, as on leaving the row."""
        if self.text and not self.fresh and self.caret == len(self.text):
            self.write(self._taken())
            self.caret, self.fresh = len(self.text), True

    def write(self, text: str) -> None:
        """Put a text into the row under the cursor."""
        row = self.field
        if row is None or row.shape is None:
            return
        if text:
            self.texts[row.path] = text
        else:
            self.texts.pop(row.path, None)
        self.caret = min(self.caret, len(text))
        self.draw()
        self.post_message(self.Changed())
        self.post_message(self.Moved())

    def go(self, step: int) -> None:
        """The next row that takes something, so many rows on."""
        at, left = self.row, abs(step)
        while left and 0 <= at + (1 if step > 0 else -1) < len(self.rows):
            at += 1 if step > 0 else -1
            if self.rows[at].stops:
                self.row, left = at, left - 1
        self._arrive()
        if self.row and self.rows[self.row - 1].shape is None:
            self.reveal(self.row - 1)
        self.reveal(self.row)

    def goto(self, name: str) -> None:
        """The row of a field by its name, or of what is inside it."""
        for at, row in enumerate(self.rows):
            inside = name.startswith((f"{row.name}.", f"{row.name}["))
            if row.stops and (row.name == name or inside):
                self.row = at
                self._arrive()
                return

    def _arrive(self) -> None:
        self.caret, self.fresh = len(self.text), True
        self.draw()
        self.post_message(self.Moved())

    def cycle(self, step: int) -> None:
        """The choice after or before the one that stands there; that which a word begins."""
        row = self.field
        if row is None or row.shape is None:
            return
        found, text = candidates(row.shape, ""), self.text.lower()
        now = self.text if self.text in found else default_text(row)
        meant = next((n for n, each in enumerate(found) if each.lower().startswith(text)), None)
        if text and self.text not in found and meant is not None:
            at = meant
        else:
            at = found.index(now) + step if now in found else 0 if step > 0 else -1
        self.write(found[at % len(found)])
        self.caret, self.fresh = len(self.text), True
        self.draw()

    def on_key(self, event: events.Key) -> None:
        """Arrows, letters, and the keys that edit."""
        row = self.field
        if row is None:
            return
        if event.key in ("ctrl+x", "f8"):
            self.part()
        elif row.shape is None:
            if not self._walked(event.key, row):
                return
        elif not self._edited(event, row.shape):
            return
        event.stop()
        event.prevent_default()

    def _walked(self, key: str, row: Row) -> bool:
        """What keys do in a row that takes no text."""
        if key in STEPS:
            self.go(STEPS[key])
        elif key == "enter" and row.role == ADD:
            self.add(row)
        else:
            return False
        return True

    def add(self, row: Row) -> None:
        """Make the part that a row adds, and go into it."""
        self._part(form_rows.with_part(self.document, row.path), row.path)

    def part(self, path: Path | None = None) -> None:
        """Take a part away: the innermost that the cursor is in, where none is named."""
        row = self.field
        if path is None and row is not None:
            inside = [each.path for each in self.rows if each.role == PART
                      and row.path[: len(each.path)] == each.path]  # fmt: skip
            path = max(inside, key=len, default=None)
        if path is not None:
            self._part(form_rows.without_part(self.document, path), path)

    def _part(self, document: dict[str, Any], path: Path) -> None:
        """The rows of a document that has more parts or fewer; the cursor goes to the part."""
        self.rows = self.build(document)
        self.texts = form_rows.texts_of(self.rows, document)
        near = [at for at, row in enumerate(self.rows) if row.path[: len(path)] == path]
        start = near[0] if near else min(self.row, len(self.rows) - 1)
        later = [*range(start, len(self.rows)), *range(start, -1, -1)]
        self.row = next((at for at in later if self.rows[at].stops), 0)
        self._arrive()
        self.reveal(self.row)
        self.post_message(self.Changed())

    @property
    def document(self) -> dict[str, Any]:
        """What is typed, as a document."""
        return form_rows.document(self.rows, self.texts)

    def _edited(self, event: events.Key, shape: Shape) -> bool:
        text, key = self.text, event.key
        match key:
            case "up" | "down" | "pageup" | "pagedown":
                self.go(STEPS[key])
            case "enter":
                self.complete()
                if not any(each.stops for each in self.rows[self.row + 1 :]):
                    self.post_message(self.Ended())
                self.go(1)
            case "left" | "right" if _cycles(shape) and self.fresh:
                self.cycle(1 if key == "right" else -1)
            case "right" if self.caret == len(text):
                taken = self._taken()
                self.write(taken)
                self.caret = len(taken)
                self.draw()
            case "left" | "right":
                self.caret = max(0, min(len(text), self.caret + (1 if key == "right" else -1)))
                self.fresh = False
                self.draw()
            case "home" | "end":
                self.caret = 0 if key == "home" else len(text)
                self.fresh = False
                self.draw()
            case "backspace" if self.caret:
                self.fresh, at = False, self.caret
                self.caret -= 1
                self.write(text[: at - 1] + text[at:])
            case "delete":
                self.caret, self.fresh = 0, True
                self.write("")
            case _:
                if not event.is_printable or not event.character:
                    return False
                self.type(event.character, shape)
        return True

    def type(self, characters: str, shape: Shape) -> None:
        """Typed or pasted letters; the first ones replace what stood there, but not a list."""
        text = self.text
        if self.fresh and not _grows(shape):
            text, self.caret = "", 0
        elif self.fresh and text and not text.endswith(" "):
            text += " "
            self.caret = len(text)
        self.fresh = False
        text = text[: self.caret] + characters + text[self.caret :]
        self.caret += len(characters)
        self.write(text)

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted stands in the row."""
        row = self.field
        if row is not None and row.shape is not None:
            self.type(" ".join(event.text.split()), row.shape)
            event.stop()

    def on_click(self, event: events.Click) -> None:
        """The cursor comes to the row; a click on the value of a choice takes the next."""
        at = event.get_content_offset(self)
        if at is None:
            return
        number = at.y + self.scroll_offset.y
        if 0 <= number < len(self.rows):
            row = self.rows[number]
            shape = row.shape
            if row.role == ADD:
                self.add(row)
            elif row.role == PART and at.x > 2 * row.depth + len(row.label):
                self.part(row.path)
            if shape is None:
                return
            same = number == self.row
            self.row = number
            self._arrive()
            if same and at.x >= LABEL and _cycles(shape):
                self.cycle(1)

    def watch_has_focus(self, _has_focus: bool) -> None:
        """The caret is seen with the keys only."""
        super().watch_has_focus(_has_focus)
        self.draw()


def _cycles(shape: Shape) -> bool:
    """Whether arrows go through the choices."""
    inner = shape.shape if isinstance(shape, Perhaps) else shape
    return isinstance(inner, Choice | Flag)


def _grows(shape: Shape) -> bool:
    """Whether typing adds to what stands there."""
    return isinstance(shape, Listed | Named | LandUnits)
