"""The question that is asked, and the prompt that answers it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from textual import events
from textual.geometry import Offset
from textual.message import Message

from engine.play.asks import Ask, Raw
from tui.answers.odds import by_choice
from tui.answers.path import PathPrompt
from tui.answers.prompts import Answer, Prompt, Redraw
from tui.answers.which_prompt import prompt_for
from tui.panes.coats_of_arms import colour_title
from tui.panes.scrolling_lines import LinesPane
from tui.settings.keymap import hint_for, usual_key
from tui.terminal.repeated_keys import Repeats
from tui.words.breadcrumbs import question
from tui.words.combat_sheet import odds_words
from tui.words.line import Bit, line
from tui.words.places import country_name

if TYPE_CHECKING:
    from tui.answers.risks_on_the_way import Known

UNREAD: Final = "That key came before this question could be read: press it again."
NONE_REPEATED: Final = Repeats()
PAGES: Final = {"pageup": -1, "pagedown": 1}


class AskPane(LinesPane, inherit_bindings=False):
    """Draws the prompt of the pending Ask, hands it the keys and tells what was answered."""

    class Answered(Message):
        """The prompt gives an answer."""

        def __init__(self, raw: Raw, ask: Ask[Any]) -> None:
            super().__init__()
            self.raw = raw
            self.ask = ask

    class CursorMoved(Message):
        """The prompt looks different: the cursor is on another line."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id)
        self.prompt: Prompt[Any] | None = None
        self.above = 0
        self.key = ""  # that was pressed last, "" for the mouse
        self.hasty = False  # whether it has just answered another question
        self.read = False  # whether the question stands on the screen
        self.number = 0  # how many answers came before the question
        self.before: tuple[int, AskPane.Answered] | None = None  # the last answer, and its number

    def on_mount(self) -> None:
        """The title follows the theme, under a dialog too."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._colour_title())

    def _colour_title(self) -> None:
        colour_title(self, "" if self.prompt is None else self.prompt.ask.who)

    def ask(
        self, ask: Ask[Any] | None, breadcrumb: str = "", over: str = "", number: int = 0
    ) -> None:
        """Show another question, that after so many answers, or say why there is none."""
        self.number = number
        if ask is None:
            self.prompt = None
            self.screen.remove_class("tall-ask")
            self.border_title = ""
            self._colour_title()
            self.border_subtitle = ""
            said, *keys = over.split("\n")
            told = [line(f" {hint_for(self, row)}") for row in keys]
            self.show([line(Bit(f" {said}", "strong")), *told])
            return
        self.prompt = prompt_for(ask)
        self._where_it_was(self.prompt)
        self.prompt.told = partial(hint_for, self)
        if isinstance(self.prompt, PathPrompt):
            self.prompt.beside = True
        self.border_subtitle = breadcrumb
        self.scroll_home(animate=False)
        self.read = False
        self.call_after_refresh(self._stands)
        self.draw()

    def _where_it_was(self, prompt: Prompt[Any]) -> None:
        """The cursor on what was taken last: where that was taken back, and in a list that comes
        again after each choice until it is done (purchases, stacks that move)."""
        if self.before is None:
            return
        (number, was), ask = self.before, prompt.ask
        if was.raw not in prompt.listed or (ask.who, ask.name) != (was.ask.who, was.ask.name):
            return
        goes_on = ask.default in (None, ask.final_answer) and was.raw != ask.final_answer
        if number == self.number or goes_on:
            prompt.move(prompt.listed.index(was.raw))

    def _stands(self) -> None:
        self.read = True

    def weigh(self, odds: Mapping[str, Any]) -> None:
        """Say the odds of what is asked: of each choice beside it, or all in the border. Those of a
        way are of where it leads now, and its lines say them."""
        if self.prompt is None or isinstance(self.prompt, PathPrompt):
            return
        self.prompt.chances = by_choice(self.prompt.ask, self.prompt.listed, odds)
        if self.prompt.chances:
            self.draw()
            return
        said = odds_words(odds)
        if said and len(said) + 4 <= (self.size.width or 80):
            self.border_subtitle = said

    def know(self, found: Known) -> None:
        """Show the sides of the battle that is asked about."""
        if self.prompt is not None and (found.compared or found.stands):
            self.prompt.compared, self.prompt.stands = found
            self.draw()

    def draw(self) -> None:
        """Draw the prompt anew, under the question where the border is too short for it."""
        if self.prompt is None:
            return
        width = self.size.width or 80
        ask = self.prompt.ask
        whole = question(ask.who, ask.question)
        bordered = bool(self.styles.border_top[0])
        fits = bordered and len(whole) + 6 <= width
        named = country_name(ask.who)
        self._colour_title()
        brief = f"{named}: {self.prompt.asks}" if self.prompt.asks else named
        self.border_title = whole if fits else brief
        asked = (
            [] if fits or self.prompt.asks else wrap(ask.question if bordered else whole, width - 2)
        )
        self.above = len(asked)
        self.prompt.page = max(2, self.room - self.above)
        drawn = [*(line(Bit(f" {text}", "strong")) for text in asked), *self.prompt.lines(width)]
        known = self.prompt.knowledge(width)
        if known and len(drawn) + len(known) < self.size.height:
            drawn.append(line(Bit("─" * width, "quiet")))
        drawn += known
        self.show(drawn)
        self.measure(len(drawn) + len(self.why_lines()))
        self.screen.set_class(self.prompt.tall, "tall-ask")
        self.refresh()
        self.reveal(self.above + self.prompt.last_row)
        self.reveal(self.above + self.prompt.row)
        if self.prompt.row == 0:
            self.scroll_home(animate=False)

    def why_lines(self) -> list[str]:
        """What the prompt says of the answer as it stands, below the lines."""
        if self.prompt is None:
            return []
        return self.prompt.verdict(self.size.width)[: max(0, self.size.height - 1)]

    def row_at(self) -> int:
        """The line of the prompt's cursor."""
        return self.above + (self.prompt.row if self.prompt is not None else 0)

    def focus_at(self) -> Offset:
        """The mark of the choice, the box or the number."""
        column = self.prompt.column if self.prompt is not None else 0
        return super().focus_at() + Offset(column, 0)

    def press(self, key: str, letter: str = "") -> bool:
        """Give the prompt a key; whether it meant something."""
        self.heard(key)
        if self.prompt is None:
            return False
        if self.prompt.sought is not None:
            return self.take(self.prompt.spell(key, letter))
        own: dict[str, str] = getattr(self.app, "keys", {})
        return self.do(usual_key(own, key) if own else key)

    def heard(self, key: str) -> None:
        """A key comes, "" for the mouse: it answers nothing if it has just answered something."""
        self.key, self.hasty = key, self.repeats.again(key)

    @property
    def repeats(self) -> Repeats:
        """The keys that come twice, wherever the first of them was pressed."""
        found: Repeats = getattr(self.app, "repeats", NONE_REPEATED)
        return found

    def do(self, key: str) -> bool:
        """What a key usually means, whatever keys were chosen; whether it meant something."""
        if self.prompt is None:
            return False
        return self.take(self.prompt.press(key)) or self._leaf(PAGES.get(key, 0))

    def _leaf(self, pages: int) -> bool:
        """Scroll what a prompt without a list says by a page; whether there is more of it."""
        if not pages or not self.max_scroll_y:
            return False
        self.scroll_relative(y=pages * self.room, animate=False, immediate=True)
        return True

    def take(self, outcome: Answer | Redraw | None) -> bool:
        """Do what the prompt says; whether it said anything."""
        if outcome is None:
            return False
        if isinstance(outcome, Answer) and self.prompt is not None:
            if self.hasty or not self.read:
                self.draw()
                self.screen.notify(UNREAD)
                return True
            self.repeats.answered(self.key)
            answered = self.Answered(outcome.raw, self.prompt.ask)
            self.before = (self.number, answered)
            self.post_message(answered)
        else:
            self.draw()
            self.post_message(self.CursorMoved())
        return True

    def on_key(self, event: events.Key) -> None:
        """Keys go to the prompt first."""
        if self.press(event.key, event.character or ""):
            event.stop()
            event.prevent_default()

    def on_click(self, event: events.Click) -> None:
        """A click goes to the line, or changes what it points at; a double click takes it."""
        self.heard("")
        at = event.get_content_offset(self)
        if at is None or self.prompt is None:
            return
        row = at.y + self.scroll_offset.y - self.above
        choice = self.prompt.at_row(row) if row >= 0 and at.y < self.room else None
        if choice is not None:
            self.take(self.prompt.click(choice, at.x))
            if event.chain == 2 and self.prompt.twice:
                self.do(self.prompt.twice)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel goes through the choices."""
        self._roll(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel goes through the choices."""
        self._roll(event, -1)

    def _roll(self, event: events.MouseEvent, step: int) -> None:
        if self.prompt is not None and not self.prompt.asks:
            event.stop()
            event.prevent_default()
            self.do("down" if step > 0 else "up")

    def on_resize(self) -> None:
        """The lines follow the width."""
        super().on_resize()
        self.draw()
