"""The prompts of the usual questions: yes or no, several of a list, a number."""

from __future__ import annotations

from textwrap import wrap
from typing import Final, Generic, TypeVar

from rich.cells import cell_len

from engine.play.asks import Number, Raw, Subset, YesNo
from tui.answers.prompts import BOX_COLUMNS, REDRAW, Answer, Outcome, Prompt, numbered, wrapped
from tui.words.line import Bit, Line, line

BOX: Final = ("[ ]", "[x]")

N = TypeVar("N", bound=Number)


class YesOrNo(Prompt[YesNo]):
    """y or n."""

    keys_line = "y · n · Enter takes the marked one"

    def _label(self, raw: Raw) -> tuple[str, str]:
        detail = self.ask.meaning if raw else ""
        return ("Yes" if raw else "No"), detail

    def press(self, key: str) -> Outcome:
        """y and n answer at once."""
        if key in ("y", "n"):
            return Answer(key == "y")
        return super().press(key)


class Several(Prompt[Subset]):
    """Several of a list: space marks, Enter takes those that are marked."""

    keys_line = "number or space marks · ↑↓ · * all or none · Enter takes the marked"

    def __init__(self, ask: Subset) -> None:
        super().__init__(ask)
        self.marked = set(ask.default or [])

    def _listed(self) -> list[Raw]:
        return [option.answer for option in self.ask.options]

    def _first(self) -> int:
        return 0

    def _label(self, raw: Raw) -> tuple[str, str]:
        option = next(each for each in self.ask.options if each.answer == raw)
        return option.label, option.detail

    def _choice(
        self, number: int, raw: Raw, label: str, detail: str, width: int, told: bool
    ) -> list[Line]:
        style = "here" if number == self.at else ""
        first, *more = wrap(label, max(20, width - 11)) or [""]
        beside = detail if not more and cell_len(first + detail) + 12 <= width else ""
        head, box = numbered(number, number == self.at), f"{BOX[raw in self.marked]} "
        drawn = [line(*head, box, Bit(first, style), Bit(f"  {beside}".rstrip(), "quiet"))]
        drawn += [line("         ", Bit(text, style)) for text in more]
        if detail and not beside and told:
            drawn += [
                line(Bit(f"          {text}", "quiet")) for text in wrapped(detail, width - 11)
            ]
        return drawn

    def verdict(self, width: int) -> list[str]:
        """How many are marked, and how many may be."""
        least, most, many = self.ask.least, self.ask.most, len(self.ask.options)
        most = many if most is None else most
        said = f"{len(self.marked)} of {many} marked"
        if least == most:
            said += f"; mark {least}"
        elif least or most < many:
            said += f"; you may mark {least} to {most}"
        return [*super().verdict(width), f"    {said}"]

    def _numbered(self) -> Outcome:
        """A number marks its line."""
        return self.press("space")

    @property
    def column(self) -> int:
        """The box."""
        return 6

    @property
    def twice(self) -> str:
        """A double click marks."""
        return "space"

    def press(self, key: str) -> Outcome:
        """Space and * mark, Enter answers."""
        if key == "space" and self.listed:
            self.marked ^= {self.listed[self.at]}
            return REDRAW
        if key == "asterisk":
            self.marked = set() if self.marked else set(self.listed)
            return REDRAW
        if key == "enter":
            return Answer(self.about_to())
        return super().press(key)

    def about_to(self) -> Raw:
        """Those that are marked."""
        return [item for item in self.listed if item in self.marked]

    def click(self, choice: int, column: int) -> Outcome:
        """A click on a box marks it."""
        self.move(choice)
        return self.press("space") if column in BOX_COLUMNS else REDRAW

    def choose_place(self, place: str) -> Outcome:
        """Enter on the map marks a place."""
        if place not in self.listed:
            return None
        self.at = self.listed.index(place)
        return self.press("space")


class HowMany(Prompt[N], Generic[N]):
    """A whole number: digits, or the arrows."""

    keys_line = "digits or ← → · PageUp PageDown by ten · Enter takes it"
    over = ""  # what was typed beyond the end

    def _listed(self) -> list[Raw]:
        return []

    def _first(self) -> int:
        return self.ask.least if self.ask.default is None else int(self.ask.default)

    @property
    def row(self) -> int:
        """There is one line."""
        return 0

    @property
    def column(self) -> int:
        """The number."""
        return 6

    def at_row(self, row: int) -> int | None:
        """The one line is the number."""
        return self.at if row == 0 else None

    def lines(self, width: int) -> list[Line]:
        """The number between its ends."""
        span = f"   {self.ask.least} to {self.ask.most}"
        usual = f", usually {self.ask.default}" if self.ask.default is not None else ""
        return [line("   ◄ ", Bit(f" {self.at} ", "here"), " ►", Bit(span + usual, "quiet"))]

    def verdict(self, width: int) -> list[str]:
        """What was typed, where it is more or less than there may be."""
        ask = self.ask
        return [f"{self.over} is not from {ask.least} to {ask.most}"] if self.over else []

    def press(self, key: str) -> Outcome:
        """Digits make the number, arrows change it."""
        steps = {"left": -1, "down": -1, "minus": -1, "-": -1, "right": 1, "up": 1, "plus": 1,
                 "+": 1, "pagedown": -10, "pageup": 10,
                 "home": self.ask.least - self.at, "end": self.ask.most - self.at}  # fmt: skip
        self.over = ""
        if key in steps:
            return self._set(self.at + steps[key])
        if key.isdecimal() and len(key) == 1:
            for typed in (self.typed + key, key):
                if int(typed) <= self.ask.most:
                    self._set(int(typed))
                    self.typed = typed
                    return REDRAW
            self.over = key
            return REDRAW
        if key == "backspace":
            return self._set(int(self.typed[:-1] or self.ask.least))
        if key == "enter":
            return Answer(self.at)
        return None

    def about_to(self) -> Raw:
        """The number."""
        return self.at

    def click(self, choice: int, column: int) -> Outcome:
        """A click on an arrow changes the number."""
        after = 5 + len(f" {self.at} ")
        return self.press("left" if column < 5 else "right") if not 5 <= column < after else REDRAW

    def _set(self, value: int) -> Outcome:
        self.typed = ""
        self.at = max(self.ask.least, min(value, self.ask.most))
        return REDRAW
