"""The rules index: type an id or words, read the line and the reading taken on it."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from engine.facts import rulebook
from tui.screens.dialog import Page, Styles
from tui.screens.list_widgets import Listing

MOST = 200


class Rules(Page[None]):
    """A line to type, the rules that fit, and the whole text of the marked one."""

    CSS_PATH: ClassVar[Styles] = "lists.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back", priority=True),
        Binding("down", "choose(1)", "Next", priority=True),
        Binding("up", "choose(-1)", "Before", priority=True),
        Binding("pagedown", "choose(10)", "Page down", priority=True),
        Binding("pageup", "choose(-10)", "Page up", priority=True),
    ]

    def __init__(self, words: str = "") -> None:
        super().__init__()
        self.words = words

    def compose(self) -> ComposeResult:
        """Line, list, text."""
        yield Static(" Rules", classes="head", markup=False)
        yield Input(self.words, placeholder="an id such as MOV-01, or words")
        yield Listing()
        yield Static("", id="text", markup=False)
        yield Static(" type to search · ↑↓ choose · Escape back", classes="foot", markup=False)

    def on_mount(self) -> None:
        """All rules at first."""
        self.search(self.words)

    @on(Input.Changed)
    def changed(self, event: Input.Changed) -> None:
        """Search anew."""
        self.search(event.value)

    def search(self, words: str) -> None:
        """The rules that fit, with their sections."""
        found = rulebook.search(words)
        listed = self.query_one(OptionList)
        listed.clear_options()
        width = max(30, self.size.width - 12)
        listed.add_options(Option(_one_row(rule, width), rule.id) for rule in found[:MOST])
        more = f" {len(found)} rules" + (f", the first {MOST} shown" if len(found) > MOST else "")
        self.query_one(".head", Static).update(f" Rules ·{more}")
        if found:
            listed.highlighted = 0
        else:
            self.query_one("#text", Static).update(f" No rule holds {words!r}.")

    @on(OptionList.OptionHighlighted)
    def shown(self, event: OptionList.OptionHighlighted) -> None:
        """The whole text."""
        rule = rulebook.rules().get(event.option.id or "")
        if rule is not None:
            text = f"{rule.id} · {rule.section}\n{rule.text}"
            self.query_one("#text", Static).update(text)

    def action_choose(self, step: int) -> None:
        """Another line."""
        listed = self.query_one(OptionList)
        if listed.option_count:
            at = (listed.highlighted or 0) + step
            listed.highlighted = max(0, min(at, listed.option_count - 1))

    def action_leave(self) -> None:
        """Back."""
        self.done(None)


def _one_row(rule: rulebook.Rule, width: int) -> str:
    text = rule.text if len(rule.text) <= width else f"{rule.text[: width - 1]}…"
    return f"{rule.id:8} {text}"
