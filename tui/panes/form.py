"""The form of the desk: a row a field, typed in where it stands, with completion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual import events
from textual.message import Message

from engine.adjudicator.land_shapes import LandUnits
from engine.documents.fields import Choice, Flag, Listed, Named, Perhaps, Shape
from engine.documents.typed import NONE
from tui.forms import form_rows
from tui.forms.form_rows import ADD, FOLD, PART, Path, Row, candidates, default_text
from tui.forms.values import apart_by_commas
from tui.panes.form_drawing import LABEL, FormRows

STEPS = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}


class FormPane(FormRows, inherit_bindings=False):
    """Rows to type in. The cursor is on one of them; → takes what is offered behind the caret."""

    class Changed(Message):
        """Something else is typed."""

    class Ended(Message):
        """Enter in the last row."""

    class Moved(Message):
        """The cursor is on another row, or what can be said of it, or how wide, is different."""

    class Wanted(Message):
        """The names that a row may hold are asked for, to pick one of them."""

        def __init__(self, row: Row, names: Sequence[str]) -> None:
            super().__init__()
            self.row = row
            self.names = names

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

    # Typing

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
        parent = name.rpartition(".")[0]
        shown = any(row.name == name for row in self.rows)
        for at, row in enumerate(self.rows):
            if row.role == FOLD and not shown and form_rows.path_name(row.path[:-1]) == parent:
                self.unfold(row)
                self.goto(name)
                return
            inside = name.startswith((f"{row.name}.", f"{row.name}["))
            if row.stops and (row.name == name or inside):
                self.row = at
                self._arrive()
                return

    def on_resize(self) -> None:
        """What is said of the row follows the width."""
        super().on_resize()
        self.post_message(self.Moved())

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
        elif key in ("enter", "right") and row.role == FOLD:
            self.unfold(row)
        else:
            return False
        return True

    def add(self, row: Row) -> None:
        """Make the part that a row adds, and go into it."""
        self._part(form_rows.with_part(self.document, row.path), row.path)

    def unfold(self, row: Row) -> None:
        """Show the fields that a row folds away; the cursor goes to the first of them."""
        self.opened.add(row.path)
        before = {each.path for each in self.rows}
        document = self.document
        self.rows = self.build(document)
        self.texts = form_rows.texts_of(self.rows, document)
        new = (at for at, each in enumerate(self.rows) if each.stops and each.path not in before)
        self.row = next(new, min(self.row, len(self.rows) - 1))
        self._arrive()
        self.reveal(self.row)
        self.post_message(self.Changed())

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
                later = self.rows[self.row + 1 :]
                if not any(each.stops and each.role != FOLD for each in later):
                    self.post_message(self.Ended())
                self.go(1)
            case "left" | "right" if _cycles(shape) and self.fresh:
                self.cycle(1 if key == "right" else -1)
            case "right" if self._drops(shape):
                pass
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

    def _drops(self, shape: Shape) -> bool:
        """Show the known names where nothing is typed, or behind a list; whether there are any."""
        row, text = self.field, self.text
        grows = _grows(shape) and (self.fresh or text.endswith((" ", ",")))
        if row is None or (text and not grows):
            return False
        known = [each.rpartition(", ")[2] for each in candidates(shape, "", self.names(row))]
        known = [each for each in known if each != NONE]
        if known:
            self.post_message(self.Wanted(row, known))
        return bool(known)

    def take(self, row: Row, name: str) -> None:
        """Write a name that was picked: behind those of a list."""
        shape = row.shape
        if shape is None or row not in self.rows:
            return
        self.row = self.rows.index(row)
        grows = _grows(shape) and self.text
        before = self.text.rstrip(" ,")
        self.write(f"{before}{', ' if apart_by_commas(shape) else ' '}{name}" if grows else name)
        self.caret, self.fresh = len(self.text), not name.endswith("=")
        self.focus()
        self.draw()

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
            elif row.role == FOLD:
                self.unfold(row)
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
