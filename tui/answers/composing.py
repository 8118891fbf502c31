"""The prompt for answers that are made by hand: counters and leaders, ships, fleets.

First it lists what the engine offers; by hand everything may be set, and what is not legal says
why. A part of a stack has no list: it is set from the start.
"""

from __future__ import annotations

from textwrap import wrap
from typing import Any, Final

from engine.grammar import capitalised
from engine.land.ground.stack_parts import Parting
from engine.play.asks import Ask, Raw
from tui.answers.composed_answers import Draft, draft_for
from tui.answers.prompts import BOX_COLUMNS, REDRAW, Answer, Outcome, Prompt, numbered
from tui.words.line import Bit, Line, line

BY_HAND: Final = "Something else, by hand"
LIST: Final = "number takes it · ↑↓ · Enter takes it · e by hand"
PARTS: Final = "number or space takes · ↑↓ · ←→ piece · * all · u undo · w why not · Enter"
COUNTS: Final = "↑↓ · ←→ or + - or a number · u undo · w why not · Enter"
BACK: Final = " · Escape list"
VERDICT: Final = 4  # lines of what an answer comes to, at most


class Composing(Prompt[Ask[Any]]):
    """A list of offers and, by hand, a line for each thing that can be set."""

    def __init__(self, ask: Ask[Any], draft: Draft[Any]) -> None:
        self.draft = draft
        self.straight = isinstance(ask, Parting)  # whether there is no list
        self.opened = self.straight
        self.said = ""
        self.counted = any(dial.counted for dial in draft.dials)
        super().__init__(ask)
        if self.straight:
            draft.begin(ask.default or [])
        self.marked = self.at

    @property
    def keys(self) -> str:
        """Those of the list, or those that set something."""
        if self.sought is not None:
            return super().keys
        if not self.opened:
            return LIST
        return (COUNTS if self.counted else PARTS) + ("" if self.straight else BACK)

    @property
    def twice(self) -> str:
        """A double click takes a line of the list, or takes and leaves what can be set."""
        return "enter" if not self.opened else "" if self.counted else "space"

    @property
    def holds(self) -> bool:
        """By hand the keys set something."""
        return self.opened or super().holds

    @property
    def tall(self) -> bool:
        """By hand there is more to see."""
        return (self.opened and not self.straight) or super().tall

    def _listed(self) -> list[Raw]:
        return [] if self.straight else [*self.ask.listed(), None]

    def _first(self) -> int:
        return 0 if self.straight else super()._first()

    def _label(self, raw: Raw) -> tuple[str, str]:
        return (f"{BY_HAND} …", "") if raw is None else super()._label(raw)

    def _sought_in(self, number: int) -> str:
        if self.opened:
            return self.draft.dials[self.draft.shown()[number]].label
        return super()._sought_in(number)

    def _most(self) -> int:
        return len(self.draft.shown()) if self.opened else len(self.listed)

    def at_row(self, row: int) -> int | None:
        """The line that can be set, or the choice."""
        if self.opened:
            return self.rows[row] if row < len(self.rows) and self.rows[row] >= 0 else None
        return super().at_row(row)

    @property
    def column(self) -> int:
        """What is set, or the mark of the list."""
        return (8 if self.counted else 6) if self.opened else 0

    # What is shown.

    def lines(self, width: int) -> list[Line]:
        """The list; or the groups and what can be set in each."""
        if not self.opened:
            return super().lines(width)
        drawn: list[Line] = []
        self.rows = []
        above = ""
        for at, number in enumerate(self.draft.shown()):
            dial = self.draft.dials[number]
            if dial.group != above:
                above = dial.group
                rows = wrap(self.draft.heading(above), max(20, width - 2))
                drawn += [line(" ", Bit(text, "strong")) for text in rows]
                self.rows += [-1] * len(rows)
            drawn.append(self._dial(at, number))
            self.rows.append(at)
        return drawn

    def _dial(self, at: int, number: int) -> Line:
        dial, value = self.draft.dials[number], self.draft.at[number]
        head = numbered(at, at == self.at)
        label = Bit(dial.label, "here" if at == self.at else "")
        if dial.counted:
            count = f"◄ {value:2} ► " if at == self.at else f"  {value:2}   "
            return line(*head, Bit(count, "strong"), label)
        part = value > (1 if dial.whole else 0)
        box = "[/] " if part else "[x] " if value else "[ ] "
        some = f"  {dial.values[value]}" if part else ""
        return line(*head, box, label, Bit(some, "strong"))

    def verdict(self, width: int) -> list[str]:
        """What the answer comes to, and why it cannot be given where it cannot."""
        said = super().verdict(width)
        if not self.opened:
            return said
        why = self.draft.why_not()
        short = f"Not allowed: {why}" if any(self.draft.at) else f"{capitalised(why)}."
        told = self.said or (short if why else "")
        found = [*([told] if told else []), *self.draft.told()]
        rows = [row for each in found for row in wrap(each, max(20, width - 2))]
        more = len(rows) > VERDICT
        return [*said, *rows[: VERDICT - more], *([f"{rows[VERDICT - 1]} …"] if more else [])]

    # Keys.

    def press(self, key: str) -> Outcome:
        """In the list, its keys and e; by hand, what sets something, u, w, Enter and Escape."""
        self.said = ""
        if not self.opened:
            if key == "e":
                return self._open()
            return super().press(key)
        if key == "escape" and not self.straight:
            return self._close()
        if key == "u":
            return REDRAW if self.draft.undo() else None
        if key == "w":
            self.said = "" if self.draft.why_not() else "Nothing forbids it."
            return REDRAW
        if key == "enter":
            return self._take()
        return self._turn(key)

    def _open(self) -> Outcome:
        raw = self.listed[self.at]
        self.draft.begin(self.ask.default if raw is None else raw)
        self.opened, self.marked, self.typed = True, self.at, ""
        self.at = 0
        return REDRAW

    def _close(self) -> Outcome:
        self.opened, self.at, self.typed = False, self.marked, ""
        return REDRAW

    def about_to(self) -> Raw:
        """The choice that is marked, or what was made by hand."""
        if not self.opened:
            return super().about_to()
        return None if self.draft.why_not() else self.draft.raw()

    def _take(self) -> Outcome:
        return REDRAW if self.draft.why_not() else Answer(self.draft.raw())

    def _turn(self, key: str) -> Outcome:
        """Set what the cursor is on."""
        if not self._most():
            return None
        number = self.draft.shown()[self.at]
        dial, value = self.draft.dials[number], self.draft.at[number]
        if key == "asterisk":
            self.draft.all_or_none()
        elif key in ("left", "minus", "-"):
            self.draft.turn(number, value - 1)
        elif key in ("right", "plus", "+"):
            self.draft.turn(number, value + 1)
        elif key == "space" and not dial.counted:
            self.draft.turn(number, 0 if value else 1)
        elif key.isdecimal() and len(key) == 1 and dial.counted:
            most = len(dial.values) - 1
            typed = self.typed + key if int(self.typed + key) <= most else key
            self.draft.turn(number, int(typed))
            self.typed = typed
        else:
            return super().press(key)
        self.at = min(self.at, self._most() - 1)
        return REDRAW

    def _chosen(self) -> Outcome:
        """The last line of the list opens what is made by hand."""
        return self._open() if self.listed[self.at] is None else super()._chosen()

    def _numbered(self) -> Outcome:
        """By hand a number takes and leaves its line."""
        return self._turn("space") if self.opened and not self.counted else super()._numbered()

    def click(self, choice: int, column: int) -> Outcome:
        """A click on a box or an arrow is its key."""
        again = choice == self.at
        self.move(choice)
        if not self.opened:
            return REDRAW
        if self.counted:
            arrow = "left" if column in (5, 6) else "right" if column in (9, 10, 11) else ""
            return self._turn(arrow) if arrow and again else REDRAW
        return self._turn("space") if column in BOX_COLUMNS else REDRAW

    def choose_place(self, place: str) -> Outcome:
        """The map chooses nothing here."""
        return None

    def point(self, place: str) -> bool:
        """No line is a place."""
        return False

    def where(self, at: int | None = None) -> str:
        """No line names a place."""
        return ""


def composing(ask: Ask[Any]) -> Composing | None:
    """The prompt of an Ask that can be answered by hand; None for any other."""
    draft = draft_for(ask)
    return Composing(ask, draft) if draft is not None else None
