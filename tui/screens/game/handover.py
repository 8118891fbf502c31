"""Pass the keyboard: a quiet screen between two players, with nothing of the other's on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from engine.facts.countries import countries, with_article
from engine.play.phase import Entry
from tui.panes.coats_of_arms import Arms
from tui.screens.game.cover import Cover
from tui.screens.reading import Reading
from tui.words.results import headlines

if TYPE_CHECKING:
    from tui.table import table as tables

GREAT: Final = 3  # great results that are told at the head of it
KEYS: Final = "Enter when you sit down"
NOTHING: Final = "Nothing has happened since you last decided."


class Handover(Cover):
    """Says who takes the keyboard and what happened to that power, and waits for Enter."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "sit", "I sit down")]

    def __init__(
        self,
        power: str,
        happened: Sequence[Entry],
        asked: str = "",
        seat: str = "",
        short: str = "",
        great: Sequence[str] = (),
    ) -> None:
        super().__init__()
        self.short = short
        self.great = great
        self.asked = asked
        self.power = power
        self.happened = happened
        self.seat = seat

    def compose(self) -> ComposeResult:
        """Name, arms, the great things that happened, five lines, and what to press."""
        who = with_article(self.power)
        with Reading(id="quiet"):
            yield Arms((self.power,), id="arms")
            yield Static(f"Pass the keyboard to {who}{self._played()}.", id="who", markup=False)
            if self.great:
                yield Static("\n".join(self.great), id="great", markup=False)
            others = [entry for entry in self.happened[-5:] if entry.text not in self.great]
            told = Table.grid(padding=(0, 2))
            for entry in others:
                told.add_row(Text(entry.box), Text(entry.text))
            if self.short:
                yield Static(f"In short: {self.short}", id="short", markup=False)
            none = "" if self.great or self.short else NOTHING
            yield Static(told if others else none, id="told", markup=False)
        with Vertical(id="below"):
            yield Static(self.asked, id="asked", markup=False)
            yield Static(KEYS, id="keys", markup=False)

    def _played(self) -> str:
        """By whom, where the seat has another name: a person, or a power that he plays too."""
        if self.seat in ("", self.power):
            return ""
        if self.seat in countries():
            return f", played together with {with_article(self.seat)}"
        return f" ({self.seat})"

    def read_on(self, more: bool) -> None:
        """Tell how to read on."""
        keys, on = self.query_one("#keys", Static), " · ↓ reads on" if more else ""
        if keys.content != (said := f"{KEYS}{on}"):
            keys.update(said)


def cover(table: tables.Table) -> Handover:
    """The cover for the person who is asked, where the keyboard goes to another."""
    ask = table.ask
    assert ask is not None
    great = headlines(table.lines_for_all(table.news(ask.who)), GREAT)
    short = table.in_short(table.lines_for_all(table.story()))
    told, seat = table.told_to_all(ask), table.seat(ask.who)
    return Handover(ask.who, table.since_last_decision(ask.who), told, seat, short, great)
