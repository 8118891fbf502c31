"""The pane of the combat sheet."""

from __future__ import annotations

from typing import Final

from tui.panes.lines import LinesPane
from tui.words.combat_sheet import LEAST, Sheet, odds_lines, sheet_lines
from tui.words.line import Bit, line

FIGHT: Final = 19  # rows of most battles
SIEGE: Final = 8  # rows of most rolls of a siege


class SheetPane(LinesPane):
    """The latest battle, siege or roll; or the odds of what is asked."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("Combat sheet", id)
        self.sheet: Sheet | None = None
        self.odds: Sheet | None = None

    def look(self, sheet: Sheet | None, odds: Sheet | None) -> None:
        """Draw a sheet, or the odds of what is asked where there are any; what is new is seen."""
        grown = sheet is not None and sheet != self.sheet
        self.sheet, self.odds = sheet, odds
        self.draw()
        if odds or not grown:
            self.scroll_home(animate=False) if odds else None
        else:
            self.call_after_refresh(self.scroll_end, animate=False)

    @property
    def rows_wanted(self) -> int:
        """A fight has room for all its rolls from the first on, a siege for all that changes its
        die: nothing beside it moves as they come."""
        if self.sheet is None:
            return super().rows_wanted
        return max(FIGHT if "sides" in self.sheet else SIEGE, super().rows_wanted)

    def draw(self) -> None:
        """Draw for the width the pane has."""
        width = max(2 * LEAST, self.size.width)
        drawn = odds_lines(self.odds) if self.odds else []
        title = "Combat sheet"
        if self.sheet is not None and not (drawn and "told" in self.sheet):
            title = str(self.sheet.get("title") or title)
            drawn += sheet_lines(self.sheet, width)
        if self.border_title != title:
            self.border_title = title
        self.show(drawn or [line(Bit(" no battle", "quiet"))])

    def on_resize(self) -> None:
        """The columns follow the width."""
        super().on_resize()
        self.draw()
