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

from engine.facts import board, countries, place_names
from tui.screens.dialog import Dialog
from tui.screens.list_widgets import Listing

MOST = 12
KINDS = ("province", "sea", "country")
UNKNOWN = "no place has such a name"
UNDISCOVERED = "no place that you have discovered has such a name"


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
            yield Static("Find a province, a sea or a country", classes="question")
            yield Input(placeholder="any of its names, its city, or a part of it")
            yield Listing()
            yield Static("↑↓ choose · Enter goes there · Escape gives up", classes="keys")

    @on(Input.Changed)
    def search(self, event: Input.Changed) -> None:
        """The places that fit."""
        found = [one for one in place_names.find(event.value, KINDS)
                 if _place(one) and _place(one) not in self.hidden]  # fmt: skip
        listed = self.query_one(OptionList)
        listed.clear_options()
        listed.add_options(
            Option(_words(one), f"{number} {_place(one)}")
            for number, one in enumerate(found[:MOST])
        )
        if event.value.strip() and not found:
            listed.add_option(Option(UNDISCOVERED if self.hidden else UNKNOWN, disabled=True))
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
        if listed.highlighted is not None:
            self._found(listed.get_option_at_index(listed.highlighted))

    @on(OptionList.OptionSelected)
    def picked(self, event: OptionList.OptionSelected) -> None:
        """A click on a line."""
        self._found(event.option)

    def _found(self, option: Option) -> None:
        self.done((option.id or "").partition(" ")[2])

    def action_leave(self) -> None:
        """No place."""
        self.done("")


def _place(one: place_names.Found) -> str:
    """Where it is: a country at its capital, "" where it has none."""
    if one.kind != "country":
        return one.id
    return next(iter(countries.country(one.id).capitals), "")


def _words(one: place_names.Found) -> str:
    """A place in the list, with its city; a country with its capital."""
    if one.kind == "country":
        return f"{one.name}  country, {board.province(_place(one)).name}"
    city = board.province(one.id).city if one.kind == "province" else "sea"
    return f"{one.name}  {city}" if city and city != one.name else one.name
