"""The game's screen with a tutor beside it, and with hints."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from tui.panes import lesson as lesson_pane
from tui.panes.scrolling_lines import LinesPane
from tui.screens import help as help_page
from tui.screens.game.game_panes import PANES
from tui.screens.game.looking_back import LookingBack
from tui.settings import game_settings
from tui.table import course, tutorial
from tui.table import hint as hints
from tui.words.line import cited_rules

READ = "lessons.json"
TO = "to "  # a key of a lesson that stands for the way to a pane


class Lessons(LookingBack):
    """What the game's screen does in the tutorial, and for whoever asks for a hint."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("V", "hint", "A hint: what would captain do?", id="game.hint"),
        Binding("X", "lessons", "Tutorial: lessons away, or back", id="game.lessons"),
        Binding(
            "enter",
            "lesson_read",
            "On with the lessons",
            show=False,
            priority=True,
            id="taught.enter",
        ),
    ]
    tutor: tutorial.Tutor | None = None
    opened = ""  # the screen that was closed last
    opening = ""
    entered = 0
    kept: list[str] | None = None  # the lessons that are remembered as read

    def compose(self) -> ComposeResult:
        """All panes, and where this is the tutorial that of the lessons over the foot line."""
        for widget in super().compose():
            if widget.id == "foot" and self.table.taught:
                self.add_class("taught")
                yield lesson_pane.LessonPane(id="lesson")
            yield widget

    def on_mount(self) -> None:
        """Where one is in the lessons, where this is the tutorial."""
        if self.table.taught:
            self._teach_here()

    def _teach_here(self) -> None:
        self.tutor = tutorial.Tutor(self.table.game)
        held = game_settings.load(self.tercio.files, READ, self.table.saved.name)
        self.tutor.resume(held if isinstance(held, list) else None)
        self.call_after_refresh(self.teach)

    def teach(self) -> None:
        """Look whether the lesson is done, and show what comes. Before all is drawn the cursor is
        not where one will see it."""
        if self.tutor is None or not self.is_attached or not self.drawn:
            return
        self.tutor.game = self.table.game
        found = self.query("#lesson").results(lesson_pane.LessonPane)
        pane = next(iter(found), None)
        if pane is None:
            return
        focus = self.focused.id if self.focused is not None and self.focused.id else ""
        asked = self.focused.current if isinstance(self.focused, LinesPane) else None
        asking = asked is not None and bool(cited_rules(asked.why))
        card = self.tutor.look(tutorial.Seen(self.place, focus, self.opened, self.entered, asking))
        self.opened = ""
        if self.tutor.read != self.kept:
            self.kept = self.tutor.read
            game_settings.save(self.tercio.files, READ, self.table.saved.name, self.kept)
        if card is not None:
            pane.look(card, self._keys(card))

    def _keys(self, card: course.Card) -> tuple[str, ...]:
        """The keys of a card, the way to a pane among them."""
        keys: list[str] = []
        for key in card.press:
            keys += self._way_to(key.removeprefix(TO)) if key.startswith(TO) else [key]
        return tuple(keys)

    def _way_to(self, name: str) -> list[str]:
        if not self.is_comfortable:
            return [PANES[name]]
        chain: list[Widget] = self.focus_chain
        at = [widget.id for widget in chain]
        here = self.focused.id if self.focused is not None else None
        if name not in at:
            return ["b"]
        start = at.index(here) if here in at else -1
        return ["Tab"] * ((at.index(name) - start) % len(at))

    # What the tutor looks at.

    @on(LinesPane.CursorMoved)
    def pointed(self) -> None:
        """The cursor is on another number of a pane."""
        if self.tutor is not None:
            self.teach()

    def _place(self) -> None:
        super()._place()
        self.call_after_refresh(self.teach)

    def _foot(self) -> None:
        super()._foot()
        self.call_after_refresh(self.teach)

    def on_screen_suspend(self) -> None:
        """Another screen is opened."""
        if self.tutor is not None:
            self.opening = type(self.app.screen).__name__

    def on_screen_resume(self) -> None:
        """It is closed again."""
        if self.tutor is not None:
            self.opened = self.opening
            self.call_after_refresh(self.teach)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enter is a lesson's only while one waits for it."""
        if action == "lesson_read":
            return self._waits_for_enter()
        return super().check_action(action, parameters)

    def action_lesson_read(self) -> None:
        """The lesson is read; after the last one they go away."""
        assert self.tutor is not None
        self.entered += 1
        if self.tutor.shown == self.tutor.lessons[-1].id:
            self.action_lessons()
        self.teach()

    def _waits_for_enter(self) -> bool:
        tutor = self.tutor
        lesson = tutor.lesson if tutor is not None else None
        return lesson is not None and lesson.until == "enter" and self.has_class("taught")

    def action_lessons(self) -> None:
        """Put the lessons away, or bring them back."""
        if self.tutor is None:
            self.notify("Lessons belong to the tutorial: tercio tutorial begins it.")
            return
        self.toggle_class("taught")
        self.query_one("#lesson").display = self.has_class("taught")

    # Hints.

    def action_hint(self) -> None:
        """What captain would answer here; it is worked out while the screen goes on."""
        if refused := hints.refusal(self.table):
            self.notify(refused)
            return
        prompt = self.question.prompt
        self.notify("captain thinks it over ...", timeout=60)
        self._hint(hints.hint(self.table, prompt.about_to() if prompt is not None else None))

    @work(group="hint", exclusive=True)
    async def _hint(self, work_out: Callable[[], list[str]]) -> None:
        lines = await self.beside(work_out)
        if lines is None:
            return
        room = self.map.size
        if 0 < sum(len(wrap(row, max(1, room.width - 4))) for row in lines) <= room.height:
            self.notify("\n".join(lines), timeout=60, markup=False)
            return
        self.app.clear_notifications()
        self.tercio.open_screen(help_page.Told("A hint", lines))
