"""Hands: how a person answers an Ask with keys. They draw lines and know no widgets.

A hand takes a key and gives STAY (drawn anew), an Answer, or None when the key means nothing to it.
Every Ask gets one: a list with a cursor at least, in which every offered answer can be chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, ClassVar, Final, Generic, TypeVar

from rich.cells import cell_len

from engine.asks import Ask, Choose, Die, Number, Raw, Subset, YesNo
from tui.panes.lines import Bit, Line, cut, line


@dataclass(frozen=True, slots=True)
class Answer:
    """What the hand answers."""

    raw: Raw


class Stay:
    """The key was taken; the hand looks different now."""


STAY: Final = Stay()
Outcome = Answer | Stay | None

A = TypeVar("A", bound=Ask[Any])
N = TypeVar("N", bound=Number)

FEW: Final = 2  # so few choices are shown with all their words


class Hand(Generic[A]):
    """A list with a cursor; digits go to a line, Enter takes it."""

    keys: str = "↑↓ or number · Enter takes it"
    asks: ClassVar[bool] = False  # whether its lines say what the question is

    def __init__(self, ask: A) -> None:
        self.ask = ask
        self.listed: list[Raw] = self._listed()
        self.at = self._first()
        self.typed = ""
        self.rows: list[int] = []  # which choice each drawn line belongs to

    def _listed(self) -> list[Raw]:
        return self.ask.listed()

    def _first(self) -> int:
        default = self.ask.default
        return self.listed.index(default) if default in self.listed else 0

    @property
    def row(self) -> int:
        """The line on which the cursor stands."""
        return self.rows.index(self.at) if self.at in self.rows else self.at

    def lines(self, width: int) -> list[Line]:
        """The choices, a line each; the marked one with all its words."""
        drawn, self.rows = [], []
        for number, raw in enumerate(self.listed):
            label, detail = self._label(raw)
            told = number == self.at or len(self.listed) <= FEW
            long = told and cell_len(label + detail) + 18 > width
            short = cell_len(label) <= width - 18
            drawn.append(self._line(number, raw, label, "" if long and short else detail, width))
            self.rows.append(number)
            if long:
                more = wrap(detail if short else f"{label} {detail}".strip(), max(20, width - 7))
                drawn += [line(Bit(f"      {text}", "quiet")) for text in more]
                self.rows += [number] * len(more)
        return drawn

    def at_row(self, row: int) -> int | None:
        """The choice that a drawn line belongs to."""
        if self.rows:
            return self.rows[row] if row < len(self.rows) else None
        return row if row < len(self.listed) else None

    def _line(self, number: int, raw: Raw, label: str, detail: str, width: int) -> Line:
        if cell_len(label) > width - 7:
            label = f"{cut(label, width - 8)}…"
        enter = " ◄ usual" if self.ask.default is not None and raw == self.ask.default else ""
        mark = "►" if number == self.at else " "
        room = width - cell_len(label) - len(enter) - 8
        if cell_len(detail) > room > 0:
            detail = cut(detail, room - 1) + "…"
        style = "here" if number == self.at else ""
        return line(
            Bit(f"{mark}{number + 1:3} ", "quiet"), Bit(label, style),
            Bit(f"  {detail}" if detail and room > 0 else "", "quiet"), Bit(enter, "quiet"),
        )  # fmt: skip

    def _label(self, raw: Raw) -> tuple[str, str]:
        if isinstance(self.ask, Choose):
            for option in self.ask.options:
                if option.answer == raw:
                    return option.label, option.detail
        return self.ask.label(raw), ""

    def press(self, key: str) -> Outcome:
        """What a key does."""
        if key in ("up", "down") and self.listed:
            return self.move(self.at + (1 if key == "down" else -1))
        if key.isdecimal() and len(key) == 1:
            return self._digit(key)
        if key == "enter" and self.listed:
            return Answer(self.listed[self.at])
        return None

    def move(self, to: int) -> Outcome:
        """The cursor on another line, as far as there are any."""
        self.at = max(0, min(to, self._most() - 1))
        self.typed = ""
        return STAY

    def _most(self) -> int:
        return len(self.listed)

    def _digit(self, key: str) -> Outcome:
        for typed in (self.typed + key, key):
            if 1 <= int(typed) <= self._most():
                self.move(int(typed) - 1)
                self.typed = typed
                return STAY
        return None

    def choose_place(self, place: str) -> Outcome:
        """Enter on the map: the choice that is this place, where there is one."""
        return Answer(place) if place in self.listed else None

    def where(self) -> str:
        """The place that the line under the cursor names, "" for none: `cuba-w`, `cuba-w:7` for
        ships that lie there, `cuba-w>cuba-e` for who goes on from there."""
        raw = self.listed[self.at] if self.at < len(self.listed) else ""
        return raw.rpartition(">")[2].partition(":")[0] if isinstance(raw, str) else ""


class YesOrNo(Hand[YesNo]):
    """y or n."""

    keys: str = "y · n · Enter takes the marked one"

    def _label(self, raw: Raw) -> tuple[str, str]:
        detail = self.ask.detail if raw else ""
        return ("Yes" if raw else "No"), detail

    def press(self, key: str) -> Outcome:
        """y and n answer at once."""
        if key in ("y", "n"):
            return Answer(key == "y")
        return super().press(key)


class Several(Hand[Subset]):
    """Several of a list: space marks, Enter takes those that are marked."""

    keys: str = "↑↓ · space marks · * all or none · Enter takes the marked"

    def __init__(self, ask: Subset) -> None:
        super().__init__(ask)
        self.marked = set(ask.default or [])

    def _listed(self) -> list[Raw]:
        return [option.answer for option in self.ask.options]

    def _first(self) -> int:
        return 0

    def lines(self, width: int) -> list[Line]:
        """The things with a box before each, then how many are marked."""
        drawn = []
        for number, option in enumerate(self.ask.options):
            box = "[x]" if option.answer in self.marked else "[ ]"
            mark = "►" if number == self.at else " "
            label = Bit(option.label, "here" if number == self.at else "")
            detail = f"  {option.detail}" if option.detail else ""
            drawn.append(
                line(Bit(f"{mark}{number + 1:3} ", "quiet"), f"{box} ", label, Bit(detail, "quiet"))
            )
        least, most = self.ask.least, self.ask.most
        span = f"{least} to {len(self.ask.options) if most is None else most}"
        drawn.append(line(Bit(f"     {len(self.marked)} marked; {span} may be", "quiet")))
        return drawn

    def press(self, key: str) -> Outcome:
        """Space and * mark, Enter answers."""
        if key == "space" and self.listed:
            self.marked ^= {self.listed[self.at]}
            return STAY
        if key == "asterisk":
            self.marked = set() if self.marked else set(self.listed)
            return STAY
        if key == "enter":
            return Answer([item for item in self.listed if item in self.marked])
        return super().press(key)

    def choose_place(self, place: str) -> Outcome:
        """Enter on the map marks a place."""
        if place not in self.listed:
            return None
        self.at = self.listed.index(place)
        return self.press("space")


class HowMany(Hand[N], Generic[N]):
    """A whole number: digits, or the arrows."""

    keys: str = "digits or ← → · Enter takes it"

    def _listed(self) -> list[Raw]:
        return []

    def _first(self) -> int:
        return self.ask.least if self.ask.default is None else int(self.ask.default)

    @property
    def row(self) -> int:
        """There is one line."""
        return 0

    def lines(self, width: int) -> list[Line]:
        """The number between its ends."""
        span = f"   {self.ask.least} to {self.ask.most}"
        return [line("   ◄ ", Bit(f" {self.at} ", "here"), " ►", Bit(span, "quiet"))]

    def press(self, key: str) -> Outcome:
        """Digits make the number, arrows change it."""
        steps = {"left": -1, "down": -1, "right": 1, "up": 1}
        if key in steps:
            return self._set(self.at + steps[key])
        if key.isdecimal() and len(key) == 1:
            for typed in (self.typed + key, key):
                if int(typed) <= self.ask.most:
                    self._set(int(typed))
                    self.typed = typed
                    return STAY
            return None
        if key == "backspace":
            return self._set(int(self.typed[:-1] or self.ask.least))
        if key == "enter":
            return Answer(self.at)
        return None

    def _set(self, value: int) -> Outcome:
        self.typed = ""
        self.at = max(self.ask.least, min(value, self.ask.most))
        return STAY


class TypedDie(HowMany[Die]):
    """A die that fell on the real table: the players type it, 0 for ten."""

    keys: str = "type the die you rolled, 1 to 10 (0 is ten) · Enter takes it"

    def _first(self) -> int:
        return 0

    def lines(self, width: int) -> list[Line]:
        """The die and what it is read with, each modifier with its reason and rule."""
        shown = str(self.at) if self.at else "?"
        modifier = self.ask.modifier
        read = f"   {modifier:+} = {self.at + modifier}" if self.at else f"   {modifier:+}"
        drawn = [line("   die ", Bit(f" {shown} ", "here"), read)]
        for value, why, rule in self.ask.about.get("modifiers", ()):
            drawn.append(line(f"   {value:+} {why}", Bit(f"  {rule}", "quiet")))
        return drawn

    def press(self, key: str) -> Outcome:
        """A digit is the die; 1 and then 0 are ten, and so is 0 alone."""
        if key.isdecimal() and len(key) == 1:
            self.at = 10 if key == "0" and self.ask.most >= 10 else int(key)
            return STAY
        if key == "enter":
            return Answer(self.at) if self.at else STAY
        return super().press(key)

    def _set(self, value: int) -> Outcome:
        self.at = max(1, min(value, self.ask.most))
        return STAY


def hand_for(ask: Ask[Any]) -> Hand[Any]:
    """The hand of an Ask; whatever has none of its own is a list of its offers."""
    from engine.march import March

    if isinstance(ask, March):
        from tui.route import Route

        return Route(ask)
    from engine.sea.sail import Sail

    if isinstance(ask, Sail):
        from tui.sailing import Sailing

        return Sailing(ask)
    from engine.parting import Parting

    if isinstance(ask, Parting):
        from tui.parts import Parts

        return Parts(ask)
    hands: Sequence[tuple[type, type[Hand[Any]]]] = (
        (Die, TypedDie), (Number, HowMany), (YesNo, YesOrNo), (Subset, Several),
    )  # fmt: skip
    for kind, hand in hands:
        if isinstance(ask, kind):
            return hand(ask)
    return Hand(ask)
