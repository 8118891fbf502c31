"""Find a province by typing its name."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from engine import board
from tui.screens.dialog import Dialog

MOST = 12


class FindPlace(Dialog[str]):
    """A line and the places that begin with it, without hidden ones; gives a place's id, or "" when
    it is given up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Give up", priority=True),
        Binding("down", "choose(1)", "Next", priority=True),
        Binding("up", "choose(-1)", "Before", priority=True),
    ]

    def __init__(self, hidden: Collection[str] = ()) -> None:
        super().__init__()
        self.hidden = hidden

    def compose(self) -> ComposeResult:
        """The line and the list."""
        with Vertical(classes="dialog"):
            yield Static("Find a province or sea", classes="question")
            yield Input(placeholder="its name, its city, or a part of it")
            yield OptionList()
            yield Static("↑↓ choose · Enter goes there · Escape gives up", classes="keys")

    @on(Input.Changed)
    def search(self, event: Input.Changed) -> None:
        """The places that fit."""
        found = board.find(event.value, ("province", "sea"))
        found = [one for one in found if one.id not in self.hidden]
        listed = self.query_one(OptionList)
        listed.clear_options()
        listed.add_options(Option(_words(one), one.id) for one in found[:MOST])
        if found:
            listed.highlighted = 0

    def action_choose(self, step: int) -> None:
        """Another line of the list."""
        listed = self.query_one(OptionList)
        if listed.option_count:
            listed.highlighted = ((listed.highlighted or 0) + step) % listed.option_count

    @on(Input.Submitted)
    def take(self) -> None:
        """The place on the marked line."""
        listed = self.query_one(OptionList)
        if listed.highlighted is not None and listed.option_count:
            self.done(listed.get_option_at_index(listed.highlighted).id or "")

    @on(OptionList.OptionSelected)
    def picked(self, event: OptionList.OptionSelected) -> None:
        """A click on a line."""
        self.done(event.option.id or "")

    def action_leave(self) -> None:
        """No place."""
        self.done("")


def _words(one: board.Found) -> str:
    """A place in the list, with its city."""
    city = board.province(one.id).city if one.kind == "province" else "sea"
    return f"{one.name}  {city}" if city and city != one.name else one.name
