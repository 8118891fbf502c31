"""The hand for a part of a stack: whole counters, pieces of armies, leaders."""

from __future__ import annotations

from itertools import combinations

from engine import countries
from engine.asks import Raw
from engine.forces import Unit, breaks
from engine.parting import Part, Parting, described
from tui.hands import STAY, Answer, Hand, Outcome
from tui.panes.lines import Bit, Line, line
from tui.words import country_name


def pieces(unit: Unit) -> list[list[str]]:
    """What may be taken of a counter: nothing, all, or pieces of an army (C-FOR-02), as keys."""
    found: list[list[str]] = [[], [str(unit.id)]]
    if unit.army:
        for way in breaks(unit):
            for size in range(1, len(way)):
                for some in combinations(way, size):
                    keys = [f"{unit.id}/{kind}" for kind in sorted(some)]
                    if keys not in found:
                        found.append(keys)
    return found


class Parts(Hand[Parting]):
    """Each counter or leader a line; space takes it, → and ← take a piece of an army."""

    keys: str = "↑↓ · space takes · ←→ a piece of an army · * all · Enter"

    def __init__(self, ask: Parting) -> None:
        self.ways = [pieces(ask.state.units[number]) for number in ask.units]
        self.ways += [[[], [name]] for name in ask.leaders]
        self.taken = [0] * len(self.ways)
        super().__init__(ask)
        chosen = ask.default or []
        for number, ways in enumerate(self.ways):
            mine = sorted(key for key in chosen if any(key in way for way in ways))
            if mine in ways:
                self.taken[number] = ways.index(mine)

    def _listed(self) -> list[Raw]:
        return [*(str(number) for number in self.ask.units), *self.ask.leaders]

    def _first(self) -> int:
        return 0

    def raw(self) -> list[str]:
        """The part as it is chosen."""
        return [key for ways, at in zip(self.ways, self.taken, strict=True) for key in ways[at]]

    def lines(self, width: int) -> list[Line]:
        """The counters and leaders, what is taken of each, and the part in words."""
        drawn = []
        for number, key in enumerate(self.listed):
            if number < len(self.ask.units):
                unit = self.ask.state.units[int(key)]
                label = f"{unit.kind} {country_name(unit.country)}"
            else:
                label = countries.leader(key).name
            at = self.taken[number]
            box = "[x]" if at == 1 else "[ ]" if at == 0 else "[/]"
            some = described(self.ask.state, self.ways[number][at]) if at > 1 else ""
            drawn.append(line(
                Bit(f"{'►' if number == self.at else ' '}{number + 1:3} ", "quiet"), f"{box} ",
                Bit(label, "here" if number == self.at else ""),
                Bit(f"  only {some}" if some else "", "strong"),
            ))  # fmt: skip
        drawn.append(line(Bit(f"     {self._told()}", "quiet")))
        return drawn

    def _told(self) -> str:
        """The part in words, and what it comes to where something bounds it."""
        raw, weigh = self.raw(), self.ask.weigh
        told = described(self.ask.state, raw)
        troops = tuple(key for key in raw if key not in self.ask.leaders)
        return f"{told} · {weigh(Part(troops, ()))}" if weigh is not None else told

    def press(self, key: str) -> Outcome:
        """Space takes or leaves, arrows go through the pieces."""
        count = len(self.ways[self.at]) if self.ways else 1
        if key == "space":
            self.taken[self.at] = 0 if self.taken[self.at] else 1
        elif key in ("left", "right"):
            self.taken[self.at] = (self.taken[self.at] + (1 if key == "right" else -1)) % count
        elif key == "asterisk":
            self.taken = [0 if any(self.taken) else 1] * len(self.ways)
        elif key == "enter":
            return Answer(self.raw())
        else:
            return super().press(key)
        return STAY
