"""The first lesson: who one is and what is at stake, on a cover before the board is seen."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from tui.panes.coats_of_arms import Arms
from tui.panes.lesson import LessonPane
from tui.screens.game.cover import Cover
from tui.screens.reading import Reading
from tui.table.course import course

HINTS = " Enter goes on · q leaves · ? help"


class FirstLesson(Cover):
    """What awaits one, and the first lesson where all others will stand."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "sit", "On with the lessons")]

    def compose(self) -> ComposeResult:
        """The arms of one's power, what this is and how long it takes; at the foot the lesson."""
        now = course()
        first = now.lessons[0]
        with Reading(id="quiet"):
            yield Arms((now.power,), id="arms")
            yield Static(now.title, id="who", markup=False)
            yield Static(now.about, id="asked", markup=False)
        with Vertical(id="below"):
            yield LessonPane(now.card(first, first.press), id="lesson")
            yield Static(HINTS, classes="foot", markup=False)
