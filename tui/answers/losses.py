"""The prompt of losses that may be taken in many ways: counter by counter, the cheapest first."""

from __future__ import annotations

from typing import Any, Final

from engine.land.ground import loss_ways
from engine.play.asks import Ask, Choose, Raw, Told
from tui.answers.prompts import REDRAW, Outcome, Prompt
from tui.words.line import truncate

MANY: Final = 9  # ways that a list still shows at once
CHEAPEST: Final = "the cheapest: "


def ways_to_pay(ask: Ask[Any]) -> loss_ways.Ways | None:
    """The ways to pay that a question offers, where they are so many that it is answered counter
    by counter; None for any other question."""
    told = ask.options if isinstance(ask, Choose) and "pays" in ask.about else ()
    if not isinstance(told, Told) or len(told) <= MANY:
        return None
    return told.answers.ways if isinstance(told.answers, loss_ways.Answers) else None


class Paying(Prompt[Choose]):
    """What the next counter pays, until one way is left; the cheapest of all is always offered."""

    keys_line = "number takes it · Enter the marked · Backspace the counter before"

    def __init__(self, ask: Choose, ways: loss_ways.Ways) -> None:
        self.ways = ways
        self.fixed: dict[int, int] = {}
        self.counts: dict[str, int] = {}
        super().__init__(ask)

    def left(self) -> loss_ways.Ways:
        """The ways that pay as it is fixed, the cheapest first."""
        return self.ways.fixed(self.fixed)

    def _listed(self) -> list[Raw]:
        """The cheapest way, then what the next counter may pay, as `41=3`."""
        left = self.left()
        cheapest = left[0]
        pays: dict[int, list[int]] = {number: [] for number, _ in sorted(cheapest.lost)}
        for number, part in sorted(left.pairs()):
            pays.setdefault(number, []).append(part)
        number = next((number for number, several in pays.items() if len(several) > 1), 0)
        self.counts = {
            f"{number}={part}": len(left.fixed({number: part}))
            for part in (pays[number] if number else ())
        }
        return [cheapest.key, *self.counts]

    def _first(self) -> int:
        return 0

    def _label(self, raw: Raw) -> tuple[str, str]:
        number, equals, part = str(raw).partition("=")
        if not equals:
            return f"{CHEAPEST}{self.ask.label(raw)}", ""
        count = self.counts[str(raw)]
        ways = "1 way" if count == 1 else f"{count:,} ways"
        about = self.ask.about
        if part == "0":
            return f"{about['counters'][number]} is spared", ways
        return str(about["pays"][f"{number}:{part}"]), ways

    def _chosen(self) -> Outcome:
        raw = str(self.listed[self.at])
        number, equals, part = raw.partition("=")
        if not equals:
            return super()._chosen()
        self.fixed[int(number)] = int(part)
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
            else f"{about['counters'][str(number)]} spared"
            for number, part in self.fixed.items()
        ]
        so_far = [truncate(f" so far: {'; '.join(said)}", width)] if said else []
        return [*super().verdict(width), *so_far]

    def where(self, at: int | None = None) -> str:
        """No line names a place."""
        return ""
