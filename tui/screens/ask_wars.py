"""Who is at war with whom, on one page: a matrix of all alliances."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from tui.screens.dialog import Dialog

Pair = frozenset[str]
NAME: Final = 20  # columns of an alliance's name
WAR, PEACE, NEVER, SELF = "⚔", "·", " ", "╲"


class Wars(Dialog[set[Pair] | None]):
    """Every pair of alliances once, with a cursor; None where each is to be asked by itself."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(key, f"step({dx}, {dy})", show=False, id=f"wars.{key}")
            for key, dx, dy in (("left", -1, 0), ("right", 1, 0), ("up", 0, -1), ("down", 0, 1))
        ),
        Binding("space", "turn", "War, or peace", id="wars.space"),
        Binding("enter", "take", "These are the wars", priority=True, id="wars.enter"),
        Binding("escape", "leave", "Ask each alliance by itself", id="wars.escape"),
    ]

    def __init__(self, about: Mapping[str, Any], escape: str = "asks each") -> None:
        super().__init__()
        self.escape = escape
        self.sides: list[tuple[str, str]] = [(one, name) for one, name in about["sides"]]
        self.free: set[Pair] = {frozenset(pair) for pair in about["apart"]}
        self.wars: set[Pair] = {frozenset(pair) for pair in about["usual"]} & self.free
        self.at = next(
            ((x, y) for y in range(len(self.sides)) for x in range(y) if self._pair(x, y)), (0, 0)
        )

    def compose(self) -> ComposeResult:
        """The matrix, and what it says."""
        with Vertical(classes="dialog"):
            yield Static("Who is at war with whom?", classes="question")
            yield Static("", id="matrix", markup=False)
            yield Static("arrows · space makes war, or peace · Enter takes it"
                         f" · Escape {self.escape}",
                         classes="keys", markup=False)  # fmt: skip

    def on_mount(self) -> None:
        """Draw it."""
        self.draw()

    def _pair(self, x: int, y: int) -> Pair | None:
        pair = frozenset((self.sides[x][0], self.sides[y][0]))
        return pair if pair in self.free else None

    def draw(self) -> None:
        """A row and a column for each alliance, the half below the diagonal."""
        text = Text()
        for y, (_, name) in enumerate(self.sides):
            text.append(f"{name[:NAME]:{NAME}} ")
            for x in range(y + 1):
                pair = self._pair(x, y) if x < y else None
                sign = SELF if x == y else NEVER if pair is None else PEACE
                if pair in self.wars:
                    sign = WAR
                text.append(f" {sign} ", "reverse" if (x, y) == self.at else "")
            text.append(f"{y + 1}\n")
        text.append(" " * (NAME + 1) + "".join(f" {n + 1:<2}" for n in range(len(self.sides))))
        x, y = self.at
        one, other = self.sides[x][1], self.sides[y][1]
        pair = self._pair(x, y)
        state = "at war" if pair in self.wars else "at peace" if pair else "never at war"
        text.append(f"\n\n{other} and {one}: {state}. {len(self.wars)} wars.", "bold")
        self.query_one("#matrix", Static).update(text)

    def action_step(self, dx: int, dy: int) -> None:
        """The next pair that way."""
        x, y = self.at[0] + dx, self.at[1] + dy
        if 0 <= x < y < len(self.sides):
            self.at = x, y
            self.draw()

    def action_turn(self) -> None:
        """War, or peace."""
        pair = self._pair(*self.at)
        if pair is not None:
            self.wars ^= {pair}
            self.draw()

    def action_take(self) -> None:
        """These are the wars."""
        self.done(self.wars)

    def action_leave(self) -> None:
        """Each alliance is asked by itself."""
        self.done(None)
