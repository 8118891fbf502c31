"""Small questions over the screen: yes or no, a typed line, a passphrase, a prompt of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from engine.play.asks import Ask, BadAnswer, Raw
from tui.panes.ask import AskPane
from tui.screens.dialog import Dialog
from tui.settings.keymap import hint_for
from tui.words.saved_games import sentence


class Refusal(Static):
    """Why what was typed is not taken; no line at all while nothing is refused."""

    def say(self, why: str) -> bool:
        """Show why, or nothing; whether anything is refused."""
        self.update(Content(why))
        self.set_class(bool(why), "said")
        return bool(why)


def no_reason(text: str) -> str:
    """Nothing speaks against any line."""
    return ""


class Agree(Dialog[bool]):
    """A question that is answered by y or n; Escape is no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "say(True)", "Yes"),
        Binding("n,escape", "say(False)", "No"),
        Binding("enter", "usual", "The marked answer"),
        Binding("ctrl+c", "say(True)", "Yes", show=False, priority=True),
    ]

    def __init__(self, question: str, *lines: str, enter: bool = False) -> None:
        super().__init__()
        self.question = question
        self.lines = lines
        self.enter = enter

    def compose(self) -> ComposeResult:
        """The question, then the keys."""
        usual = "y" if self.enter else "n"
        with Vertical(classes="dialog"):
            yield Static(self.question, classes="question", markup=False)
            for text in self.lines:
                yield Static(text, markup=False)
            yield Static(f"y yes · n no · Enter {usual}", classes="keys", markup=False)

    def action_say(self, answer: bool) -> None:
        """The answer."""
        self.done(answer)

    def action_usual(self) -> None:
        """The answer that Enter gives."""
        self.done(self.enter)


class TypedLine(Dialog[str]):
    """One line to type; "" when it is given up. What is refused stays, with the reason, to be
    typed otherwise: `refused` says why a line is none, "" when it is one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Give up", priority=True)]

    def __init__(
        self, question: str, hint: str = "", *lines: str, refused: Callable[[str], str] = no_reason
    ) -> None:
        super().__init__()
        self.question = question
        self.hint = hint
        self.lines = lines
        self.refused = refused

    def compose(self) -> ComposeResult:
        """The question, what helps, and the line."""
        with Vertical(classes="dialog"):
            yield Static(self.question, classes="question", markup=False)
            for text in self.lines:
                yield Static(text, markup=False)
            yield Input(placeholder=self.hint)
            yield Refusal()
            yield Static("Enter takes it · Escape gives up", classes="keys", markup=False)

    @on(Input.Changed)
    def typed(self) -> None:
        """What was refused is typed otherwise now."""
        self.query_one(Refusal).say("")

    @on(Input.Submitted)
    def take(self, event: Input.Submitted) -> None:
        """The line as it was typed, if there is nothing against it."""
        text = event.value.strip()
        if self.query_one(Refusal).say(self.refused(text) if text else ""):
            return
        self.done(text)

    def action_leave(self) -> None:
        """Nothing was typed."""
        self.done("")


class Passphrase(Dialog[str]):
    """A passphrase that nobody reads over a shoulder; "" when it is given up. `refused` takes it,
    or says why it is not taken, and it is typed again."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Give up", priority=True)]

    def __init__(self, question: str, refused: Callable[[str], str], seen: bool = False) -> None:
        super().__init__()
        self.question = question
        self.refused = refused
        self.seen = seen

    def compose(self) -> ComposeResult:
        """The question and the line."""
        with Vertical(classes="dialog"):
            yield Static(self.question, classes="question", markup=False)
            yield Input(password=not self.seen)
            yield Refusal()
            yield Static("Enter takes it · Escape gives up", classes="keys", markup=False)

    @on(Input.Submitted)
    def take(self, event: Input.Submitted) -> None:
        """The passphrase as it was typed, if it is taken."""
        if self.query_one(Refusal).say(self.refused(event.value) if event.value else ""):
            event.input.value = ""
            return
        self.done(event.value)

    def action_leave(self) -> None:
        """None was typed."""
        self.done("")


class PromptDialog(Dialog[Raw]):
    """An Ask of the screen's own, answered by its prompt; None when it is given up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Give up", id="handed.escape")
    ]

    def __init__(self, asked: Ask[Any]) -> None:
        super().__init__()
        self.asked = asked

    def compose(self) -> ComposeResult:
        """The prompt and its keys."""
        with Vertical(classes="dialog tall"):
            yield AskPane()
            yield Static("", classes="keys", markup=False)

    def on_mount(self) -> None:
        """The prompt takes the keys."""
        pane = self.query_one(AskPane)
        pane.ask(self.asked)
        pane.focus()
        if pane.prompt is not None:
            keys = self.query_one(".keys", Static)
            keys.update(hint_for(keys, f"{pane.prompt.keys} · Escape gives up"))

    @on(AskPane.Answered)
    def take(self, event: AskPane.Answered) -> None:
        """The answer, if it is a legal one."""
        event.stop()
        try:
            self.asked.parse(event.raw)
        except BadAnswer as error:
            self.query_one(".keys", Static).update(sentence(error))
            return
        self.done(event.raw)

    def action_leave(self) -> None:
        """No answer."""
        self.done(None)
