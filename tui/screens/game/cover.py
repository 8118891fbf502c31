"""A cover: a page on a game that is not drawn, nor even read, until the page stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from tui.panes.coats_of_arms import ROWS
from tui.screens.dialog import Page, Styles

BENEATH: Final = 0.1  # seconds after a cover was drawn until what lies beneath it is


class Cover(Page[bool]):
    """Lies on a game until somebody sits down to it; False when nobody did because another decides
    by then."""

    CSS_PATH: ClassVar[Styles] = "cover.tcss"

    beneath: Callable[[], None] | None = None
    """Does what is left for when this has been drawn: all is there when the cover is lifted."""

    lifted: Callable[[bool], None] | None = None
    """Is told what this is lifted with before it is, where this came before the game."""

    def on_mount(self) -> None:
        """It is drawn before what lies beneath."""
        if self.beneath is not None:
            self.call_after_refresh(self.set_timer, BENEATH, self.draw_beneath)

    def draw_beneath(self) -> None:
        """Draw what lies beneath, unless that was done."""
        draw, self.beneath = self.beneath, None
        if draw is not None:
            draw()

    def on_resize(self) -> None:
        """What stands below stays in sight, however much is told."""
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        """Do without the arms where not all has room."""
        quiet, shield = self.query_one("#quiet"), self.query_one("#arms")
        room = self.size.height - self.query_one("#below").outer_size.height
        words = quiet.virtual_size.height - shield.outer_size.height * shield.display
        self.set_class(words + ROWS > room, "long")
        quiet.styles.max_height = room
        self.read_on(words > room)

    def read_on(self, more: bool) -> None:
        """Whether more is told than there is room for."""

    def done(self, result: bool) -> None:
        """Lifts it, from what has to be there."""
        if len(self.app.screen_stack) == 1:
            self.draw_beneath()
        if len(self.app.screen_stack) > 1:  # else there is no game, and the application ends
            if self.lifted is not None and self.is_current:
                self.lifted(result)
            super().done(result)

    def action_sit(self) -> None:
        """Somebody is here; not by the Enter that gave the last answer, pressed twice."""
        if not self.tercio.repeats.again("enter"):
            self.tercio.repeats.answered("enter")
            self.done(True)
