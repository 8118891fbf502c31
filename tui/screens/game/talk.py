"""What is said at a game, to be read back, and a line to say more."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from saves.disk.packing import SaveError
from tui.screens.dialog import Page, Styles
from tui.screens.dialogs import Refusal
from tui.screens.list_widgets import Listing
from tui.table.who_hears import Talk, line_of
from tui.words.saved_games import sentence

NOTHING = "Nothing has been said here yet."


class Words(Page[None]):
    """The words of a game; what is typed is said to everybody, or to an alliance of one's own."""

    CSS_PATH: ClassVar[Styles] = "talk.tcss"
    AUTO_FOCUS: ClassVar[str | None] = "#say"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back", priority=True, id="words.back"),
        Binding("ctrl+t", "turn", "To whom", priority=True, id="words.turn"),
        Binding("ctrl+x", "mute", "Mute who said the marked line", priority=True, id="words.mute"),
        Binding("up", "mark(-1)", "Line before", show=False, priority=True, id="words.up"),
        Binding("down", "mark(1)", "Next line", show=False, priority=True, id="words.down"),
    ]

    def __init__(self, talk: Talk) -> None:
        super().__init__()
        self.talk = talk
        self.at = 0

    def compose(self) -> ComposeResult:
        """What was said, to whom the next line goes, the line."""
        yield Static(" Words between players", classes="head", markup=False)
        yield Listing(id="said")
        yield Static("", id="to", markup=False)
        yield Input(id="say", placeholder="a line, kept with the game")
        yield Refusal()
        yield Static(
            " Enter says it · ctrl+t to whom · ↑↓ lines · ctrl+x mutes · Escape back",
            classes="foot", markup=False,
        )  # fmt: skip

    def on_mount(self) -> None:
        """All of it, the last line marked."""
        self.draw()

    def draw(self) -> None:
        """The lines as they are now, and to whom the next one goes."""
        said = self.query_one("#said", OptionList)
        kept = said.highlighted
        last = kept is None or kept >= said.option_count - 1
        self.lines = self.talk.readable()
        said.clear_options()
        said.add_options(Option(line_of(word)) for word in self.lines)
        if not self.lines:
            said.add_option(Option(NOTHING, disabled=True))
        said.highlighted = (len(self.lines) - 1 if last else kept) if self.lines else None
        circles = self.talk.circles()
        self.at %= len(circles)
        muted = ", ".join(sorted(self.talk.muted()))
        more = f" · you do not hear {muted}" if muted else ""
        self.query_one("#to", Static).update(f" To {circles[self.at].name}{more}")

    @on(Input.Changed)
    def typed(self) -> None:
        """What was refused is typed otherwise now."""
        self.query_one(Refusal).say("")

    @on(Input.Submitted)
    def say(self, event: Input.Submitted) -> None:
        """Says the line; one that is refused stays."""
        if not event.value.strip():
            return
        circles = self.talk.circles()
        try:
            self.talk.say(event.value, circles[self.at % len(circles)])
        except SaveError as error:
            self.query_one(Refusal).say(sentence(error))
            return
        event.input.value = ""
        self.draw()

    def action_turn(self) -> None:
        """To everybody, to an alliance, and round again."""
        self.at += 1
        self.draw()

    def action_mark(self, by: int) -> None:
        """Another line."""
        said = self.query_one("#said", OptionList)
        if self.lines:
            at = (said.highlighted or 0) + by
            said.highlighted = max(0, min(at, len(self.lines) - 1))

    def action_mute(self) -> None:
        """Mute whoever said the marked line."""
        at = self.query_one("#said", OptionList).highlighted
        if at is not None and self.lines:
            self.mute(self.lines[at].by)

    def mute(self, player: str) -> None:
        """Mute a player or hear him again."""
        if player not in ("", self.talk.saved.pen.me.player):
            self.notify(self.tercio.mute(player))
            self.draw()

    def action_leave(self) -> None:
        """Back to the game."""
        self.done(None)
