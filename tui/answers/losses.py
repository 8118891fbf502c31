"""The prompt of losses that may be taken in many ways: counter by counter, the cheapest first."""

from __future__ import annotations

from typing import Final

from engine.play.asks import Choose, Raw
from tui.answers.prompts import REDRAW, Outcome, Prompt
from tui.words.line import truncate

MANY: Final = 9  # ways that a list still shows at once
CHEAPEST: Final = "the cheapest: "
Fixed = dict[str, int]


def many(ask: Choose) -> bool:
    """Whether a question has so many ways to pay that it is answered counter by counter."""
    return "pays" in ask.about and len(ask.options) > MANY


def parts(key: str) -> Fixed:
    """What each counter pays in a way, in thirds, by its number: `41:3,42:6`."""
    return {number: int(part) for number, _, part in (one.partition(":") for one in key.split(","))}


class Paying(Prompt[Choose]):
    """What the next counter pays, until one way is left; the cheapest of all is always offered."""

    usual = "number takes it · Enter the marked · Backspace the counter before"

    def __init__(self, ask: Choose) -> None:
        self.ways = {answer: parts(answer) for answer in ask.listed()}
        self.fixed: Fixed = {}
        super().__init__(ask)

    def _left(self) -> list[str]:
        """The ways that pay as it is fixed, the cheapest first."""
        return [
            key
            for key, way in self.ways.items()
            if all(way.get(number, 0) == part for number, part in self.fixed.items())
        ]

    def _listed(self) -> list[Raw]:
        """The cheapest way, then what the next counter may pay, as `41=3`."""
        left = self._left()
        ways = [self.ways[key] for key in left]
        numbers = [*ways[0], *(number for way in ways for number in way)]
        for number in dict.fromkeys(numbers):
            pays = sorted({way.get(number, 0) for way in ways})
            if len(pays) > 1:
                return [left[0], *(f"{number}={part}" for part in pays)]
        return left[:1]

    def _first(self) -> int:
        return 0

    def _label(self, raw: Raw) -> tuple[str, str]:
        number, equals, part = str(raw).partition("=")
        if not equals:
            return f"{CHEAPEST}{self.ask.label(raw)}", ""
        fixed = {**self.fixed, number: int(part)}
        count = sum(
            all(way.get(each, 0) == paid for each, paid in fixed.items())
            for way in self.ways.values()
        )
        ways = "1 way" if count == 1 else f"{count} ways"
        about = self.ask.about
        if part == "0":
            return f"{about['counters'][number]} is spared", ways
        return str(about["pays"][f"{number}:{part}"]), ways

    def _chosen(self) -> Outcome:
        raw = str(self.listed[self.at])
        number, equals, part = raw.partition("=")
        if not equals:
            return super()._chosen()
        self.fixed[number] = int(part)
        self.listed = self._listed()
        self.move(0)
        return super()._chosen() if len(self.listed) == 1 else REDRAW

    def press(self, key: str) -> Outcome:
        """Backspace and Escape take the last counter back."""
        if key in ("backspace", "escape") and self.fixed and not self.warned:
            self.fixed.popitem()
            self.listed = self._listed()
            return self.move(0)
        return super().press(key)

    def verdict(self, width: int) -> list[str]:
        """What is settled so far."""
        about = self.ask.about
        said = [
            str(about["pays"][f"{number}:{part}"])
            if part
            else f"{about['counters'][number]} spared"
            for number, part in self.fixed.items()
        ]
        so_far = [truncate(f" so far: {'; '.join(said)}", width)] if said else []
        return [*super().verdict(width), *so_far]

    def where(self, at: int | None = None) -> str:
        """No line names a place."""
        return ""
