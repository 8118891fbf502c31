"""The pane of the combat sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final, NamedTuple

from textual.binding import Binding, BindingType
from textual.timer import Timer

from tui.panes.scrolling_lines import LinesPane
from tui.words import running_battle
from tui.words.combat_sheet import LEAST, Sheet, odds_lines, sheet_lines
from tui.words.line import Bit, Line, line

FIGHT: Final = 19  # rows of most battles
SIEGE: Final = 8  # rows of most rolls of a siege


class Card(NamedTuple):
    """What stands in the place of the latest sheet: its title, and its lines in a width."""

    title: str
    drawn: Callable[[int], list[Line]]


class SheetPane(LinesPane):
    """The latest battle, siege or roll, or the card of the siege that one looks at; or the odds of
    what is asked. A battle is a card to watch, die by die, or the sheet that players draw."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "hurry", "All dice at once", id="sheet.hurry"),
    ]

    def __init__(self, id: str | None = None) -> None:
        super().__init__("Combat sheet", id)
        self.sheet: Sheet | None = None
        self.odds: Sheet | None = None
        self.card: Card | None = None
        self.drawn = False  # whether anything was
        self.drawn_sheet = False  # whether a battle is the sheet that players draw
        self.pace = 0.0  # seconds a die, 0 for all of them at once
        self.shown: int | None = None  # rolls that are seen so far, None for all
        self.falling: Timer | None = None

    def look(self, sheet: Sheet | None, odds: Sheet | None, card: Card | None = None) -> None:
        """Draw a sheet, or a card instead of it, or the odds of what is asked where there are any;
        what is new is seen."""
        grown = sheet is not None and sheet != self.sheet
        if sheet is not None and sheet != self.sheet:
            self._fall(sheet)
        other = (card and card.title) != (self.card and self.card.title)
        same = self.drawn and not (grown or card or self.card) and odds == self.odds
        self.sheet, self.odds, self.card = sheet, odds, card
        if not same:
            self.draw()
        if odds or card or other or not grown:
            if odds or other or (card and grown):
                self.call_after_refresh(self.scroll_home, animate=False)
        else:
            self.call_after_refresh(self.scroll_end, animate=False)

    def _fall(self, sheet: Sheet) -> None:
        """Let the dice that are new fall one by one."""
        before, rolls = self.sheet or {}, len(sheet.get("rolls", ()))
        same = before.get("title") == sheet.get("title") and before.get("box") == sheet.get("box")
        seen = len(before.get("rolls", ())) if same else 0
        if self.falling is not None:
            self.falling.stop()
            self.falling = None
        self.shown = None
        if self.pace and seen < rolls and "sides" in sheet:
            self.shown = seen
            self.falling = self.set_interval(self.pace, self._next_die)

    def _next_die(self) -> None:
        rolls = len((self.sheet or {}).get("rolls", ()))
        self.shown = None if self.shown is None or self.shown + 1 >= rolls else self.shown + 1
        if self.shown is None:
            self.action_hurry()
        else:
            self.draw()

    def action_hurry(self) -> None:
        """All dice that have fallen are seen."""
        if self.falling is not None:
            self.falling.stop()
            self.falling = None
        self.shown = None
        self.draw()

    def turn_over(self) -> None:
        """The sheet that players draw, or the card to watch again."""
        self.drawn_sheet = not self.drawn_sheet
        self.draw()

    @property
    def rows_wanted(self) -> int:
        """A fight has room for all its rolls from the first on, a siege for all that changes its
        die: nothing beside it moves as they come."""
        if self.sheet is None or self.card is not None:
            return super().rows_wanted
        return max(FIGHT if "sides" in self.sheet else SIEGE, super().rows_wanted)

    @property
    def as_card(self) -> bool:
        """Whether what is shown is a battle, and is to be watched."""
        sheet = self.sheet or {}
        return not self.drawn_sheet and "sides" in sheet and "resistance" not in sheet

    def draw(self) -> None:
        """Draw for the width the pane has."""
        self.drawn = True
        width = max(2 * LEAST, self.size.width)
        drawn = odds_lines(self.odds) if self.odds else []
        title = "Combat sheet"
        if self.card is not None:
            title = self.card.title
            drawn = self.card.drawn(self.size.width or width)  # its lines are wrapped, no columns
            self.border_subtitle = ""
        elif self.sheet is not None and not (drawn and "told" in self.sheet):
            title = str(self.sheet.get("title") or title)
            if self.as_card:
                room = max(4, self.size.height - len(drawn) - len(self.why_lines()))
                drawn += running_battle.battle_lines(self.sheet, width, self.shown, room)
                self.border_subtitle = (
                    "Z the sheet · space all dice" if self.shown else "Z the sheet"
                )
            else:
                drawn += sheet_lines(self.sheet, width)
                self.border_subtitle = "Z the battle" if self.drawn_sheet else ""
        if self.border_title != title:
            self.border_title = title
        self.show(drawn or [line(Bit(" no battle", "quiet"))])

    def on_resize(self) -> None:
        """The columns follow the width."""
        super().on_resize()
        self.draw()
