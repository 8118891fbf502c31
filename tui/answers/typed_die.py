"""The prompt of a die that fell on a real table and is typed."""

from __future__ import annotations

from typing import Final

from engine.play.asks import Die
from tui.answers.prompts import REDRAW, Answer, Outcome
from tui.answers.simple_prompts import HowMany
from tui.words.line import Bit, Line, line

TEN: Final = 10  # what 0 means on a die of ten faces


class TypedDie(HowMany[Die]):
    """A die that fell on the real table: the players type it, 0 for ten."""

    @property
    def keys(self) -> str:
        """What to type, for the foot line."""
        ten = " (0 is ten)" if self.ask.most == TEN else ""
        ends = f"{self.ask.least} to {self.ask.most}{ten}"
        return f"type the die you rolled, {ends} · Enter takes it"

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
        self.over = ""
        if key.isdecimal() and len(key) == 1:
            fell = TEN if key == "0" and self.ask.most >= TEN else int(key)
            if self.ask.is_legal(fell):
                self.at = fell
            else:
                self.over = key
            return REDRAW
        if key == "enter":
            return Answer(self.at) if self.at else REDRAW
        return super().press(key)

    def _set(self, value: int) -> Outcome:
        self.at = max(1, min(value, self.ask.most))
        return REDRAW
