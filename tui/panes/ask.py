"""The question that is asked, and the hand that answers it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from textwrap import wrap
from typing import Any, Final

from textual import events
from textual.geometry import Offset
from textual.message import Message

from engine.play.asks import Ask, Raw
from tui.answers.choosing import hand_for
from tui.answers.path import Way
from tui.answers.prompts import Answer, Hand, Stay
from tui.panes.lines import LinesPane
from tui.settings.keymap import meant, told
from tui.words.line import Bit, line
from tui.words.places import country_name, question

PAGES: Final = {"pageup": -1, "pagedown": 1}


class AskPane(LinesPane, inherit_bindings=False):
    """Draws the hand of the pending Ask, hands it the keys and tells what was answered."""

    class Answered(Message):
        """The hand gives an answer."""

        def __init__(self, raw: Raw) -> None:
            super().__init__()
            self.raw = raw

    class Turned(Message):
        """The hand looks different: the cursor is on another line."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id)
        self.hand: Hand[Any] | None = None
        self.above = 0

    def ask(self, ask: Ask[Any] | None, breadcrumb: str = "", over: str = "") -> None:
        """Show another question, or say why there is none."""
        if ask is None:
            self.hand = None
            self.screen.remove_class("tall-ask")
            self.border_title = ""
            self.border_subtitle = ""
            self.show([line(Bit(f" {over}", "strong"))])
            return
        self.hand = hand_for(ask)
        self.hand.told = partial(told, self)
        if isinstance(self.hand, Way):
            self.hand.beside = True
        self.border_subtitle = breadcrumb
        self.scroll_home(animate=False)
        self.draw()

    def weigh(self, odds: Mapping[str, Any]) -> None:
        """Say the odds of what is asked: of each choice beside it, or all in the border. Those of a
        way are of where it leads now, and its lines say them."""
        from tui.answers.odds import by_choice
        from tui.words.combat_sheet import odds_words

        if self.hand is None or isinstance(self.hand, Way):
            return
        self.hand.chances = by_choice(self.hand.ask, self.hand.listed, odds)
        if self.hand.chances:
            self.draw()
            return
        said = odds_words(odds)
        if said and len(said) + 4 <= (self.size.width or 80):
            self.border_subtitle = said

    def draw(self) -> None:
        """Draw the hand anew, under the question where the border is too short for it."""
        if self.hand is None:
            return
        width = self.size.width or 80
        ask = self.hand.ask
        whole = question(ask.who, ask.what)
        bordered = bool(self.styles.border_top[0])
        fits = bordered and len(whole) + 6 <= width
        named = country_name(ask.who)
        self.border_title = whole if fits else f"{named}: where to?" if self.hand.asks else named
        asked = [] if fits or self.hand.asks else wrap(ask.what if bordered else whole, width - 2)
        self.above = len(asked)
        self.hand.page = max(2, self.room - self.above)
        drawn = [*(line(Bit(f" {text}", "strong")) for text in asked), *self.hand.lines(width)]
        self.show(drawn)
        self.measure(len(drawn) + len(self.why_lines()))
        self.screen.set_class(self.hand.tall, "tall-ask")
        self.refresh()
        self.reveal(self.above + self.hand.last_row)
        self.reveal(self.above + self.hand.row)
        if self.hand.row == 0:
            self.scroll_home(animate=False)

    def why_lines(self) -> list[str]:
        """What the hand says of the answer as it stands, below the lines."""
        if self.hand is None:
            return []
        return self.hand.verdict(self.size.width)[: max(0, self.size.height - 1)]

    def row_at(self) -> int:
        """The line of the hand's cursor."""
        return self.above + (self.hand.row if self.hand is not None else 0)

    def focus_at(self) -> Offset:
        """The mark of the choice, the box or the number."""
        column = self.hand.column if self.hand is not None else 0
        return super().focus_at() + Offset(column, 0)

    def press(self, key: str, letter: str = "") -> bool:
        """Give the hand a key; whether it meant something."""
        if self.hand is None:
            return False
        if self.hand.sought is not None:
            return self.take(self.hand.spell(key, letter))
        own: dict[str, str] = getattr(self.app, "keys", {})
        return self.do(meant(own, key) if own else key)

    def do(self, key: str) -> bool:
        """What a key usually means, whatever keys were chosen; whether it meant something."""
        if self.hand is None:
            return False
        return self.take(self.hand.press(key)) or self._leaf(PAGES.get(key, 0))

    def _leaf(self, pages: int) -> bool:
        """Scroll what a hand without a list says by a page; whether there is more of it."""
        if not pages or not self.max_scroll_y:
            return False
        self.scroll_relative(y=pages * self.room, animate=False)
        return True

    def take(self, outcome: Answer | Stay | None) -> bool:
        """Do what the hand says; whether it said anything."""
        if outcome is None:
            return False
        if isinstance(outcome, Answer):
            self.post_message(self.Answered(outcome.raw))
        else:
            self.draw()
            self.post_message(self.Turned())
        return True

    def on_key(self, event: events.Key) -> None:
        """Keys go to the hand first."""
        if self.press(event.key, event.character or ""):
            event.stop()
            event.prevent_default()

    def on_click(self, event: events.Click) -> None:
        """A click goes to the line, or changes what it points at; a double click takes it."""
        at = event.get_content_offset(self)
        if at is None or self.hand is None:
            return
        row = at.y + self.scroll_offset.y - self.above
        choice = self.hand.at_row(row) if row >= 0 and at.y < self.room else None
        if choice is not None:
            self.take(self.hand.click(choice, at.x))
            if event.chain == 2 and self.hand.twice:
                self.do(self.hand.twice)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel goes through the choices."""
        self._roll(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel goes through the choices."""
        self._roll(event, -1)

    def _roll(self, event: events.MouseEvent, step: int) -> None:
        if self.hand is not None and not self.hand.asks:
            event.stop()
            event.prevent_default()
            self.do("down" if step > 0 else "up")

    def on_resize(self) -> None:
        """The lines follow the width."""
        super().on_resize()
        self.draw()
