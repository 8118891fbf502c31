"""A club night on the screen: what falls due, forms for what happened, and the whole ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ClassVar, Final

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from engine.eia import months, tables
from engine.eia.ledger.club_night import DONE, ON, SURE
from engine.eia.ledger.desk import engagement
from engine.eia.ledger.entries import sorted_for
from engine.eia.ledger.ledger import Ledger
from engine.eia.reasons import Reason
from engine.grammar import capitalised
from engine.play.asks import BadAnswer, Die, Raw, dice_in
from tui.forms import ruling
from tui.panes.fixed_lines import FixedLines, Tabs
from tui.panes.foot_line import Hints
from tui.panes.form import FormPane
from tui.panes.head_line import HeadLine
from tui.panes.ledger import LedgerPane, StoryPane
from tui.screens.campaign_desk import KEPT, CampaignDesk
from tui.screens.dialog import Styles
from tui.screens.dialogs import Agree, TypedLine
from tui.screens.help import Help
from tui.screens.list_widgets import Listing
from tui.screens.pick import Pick
from tui.settings.keymap import hint_for
from tui.table import undo
from tui.table.table import Table
from tui.words.ledger import board_lines, due_lines, due_now, power_lines, treaty_lines
from tui.words.saved_games import sentence

PANES: Final = ("entry", "due", "powers", "treaties", "board", "chronicle")
WIDGETS: Final = {"entry": "entries"}
SPOKEN: Final = dict(zip(PANES, ("the entries", "what is due", "the powers", "the treaties",
                                 "the board", "the chronicle"), strict=True))  # fmt: skip
FOOT: Final[tuple[str, ...]] = (
    " Enter opens a form · e finds one · g goes on · G to a step · u r undo redo · i desk · ? help",
    " Enter opens a form · e finds one · g goes on · u r · i desk · 1-6 · ? help",
    " Enter form · e finds · g go on · u r · i desk · ? help",
)
WRITING: Final = (
    " ↑↓ fields · → completes, ←→ chooses · ctrl+x part away · ctrl+s writes it down · Esc back",
    " ↑↓ fields · → completes · ctrl+s writes it down · Esc back",
)
THROWN: Final = (" A die is to be typed: Enter asks for it again · u undo · q leave",)
MOST_TOLD: Final = 4  # lines of an entry that stand above the next
OVER: Final = (" The campaign is over. 6 chronicle · u undo · q leave · ? help",)


class Campaign(CampaignDesk):
    """The ledger of a campaign, with what may be entered in the present step."""

    CSS_PATH: ClassVar[Styles] = "campaign.tcss"
    AUTO_FOCUS: ClassVar[str | None] = "#entries"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "go_on", "Go on to what is due", id="night.on"),
        Binding("G", "go_to", "Go on to a step", id="night.to"),
        Binding("e", "find", "An entry by its letters", id="night.find"),
        Binding("u", "undo", "Take the last entry back", id="night.undo"),
        Binding("r", "redo", "Write it down again", id="night.redo"),
        Binding("i", "desk", "What is to be adjudicated, on the desk", id="night.desk"),
        Binding("ctrl+s,ctrl+w,f2", "write", "Write the entry down", priority=True,
                id="night.write"),
        Binding("p", "pen", "Ask for the pen, or hand it over", id="night.pen"),
        Binding("s", "secrets", "Show or hide strengths that are secret", id="night.secrets"),
        Binding("escape", "back", "Back to the list of entries", show=False),
        Binding("tab", "app.focus_next", "Next pane"),
        Binding("shift+tab", "app.focus_previous", "Pane before", show=False),
        *(Binding(str(number), f"pane('{name}')", f"To {SPOKEN[name]}", id=f"night.pane.{name}")
          for number, name in enumerate(PANES, 1)),
    ]  # fmt: skip

    def __init__(self, table: Table) -> None:
        super().__init__(table, "show-entry")
        self.secrets = False
        self.fallen: list[int] = []  # dice that were typed at once and are still to be used
        self.written = len(table.game.story)  # lines before the last entry
        self.filled = (-1, -1)  # the month and the step whose entries are listed

    def compose(self) -> ComposeResult:
        """All panes; the style sheet says which are seen."""
        yield HeadLine(id="head")
        yield Tabs({name: str(at) for at, name in enumerate(PANES, 1)}, id="tabs")
        with Container(id="body"):
            with Vertical(id="left"):
                yield LedgerPane("Now", "due", self._due)
                yield Listing(id="entries")
                with Vertical(id="writing"):
                    yield FormPane(id="form")
                    yield FixedLines(id="said")
                    yield Hints(id="write")
            with Vertical(id="right"):
                yield LedgerPane("Powers", "powers", power_lines)
                yield LedgerPane("Treaties and leaders", "treaties", treaty_lines)
                yield LedgerPane("The board", "board", self._board)
                yield StoryPane("chronicle")
        yield Hints(id="foot")

    def _due(self, state: Ledger, width: int) -> list[Any]:
        return due_lines(state, self.table.game.story, width)

    def _board(self, state: Ledger, width: int) -> list[Any]:
        return board_lines(state, width, self.secrets)

    def action_secrets(self) -> None:
        """The strengths of fleets and where ships are built, or without them again."""
        self.secrets = not self.secrets
        board = self.query_one("#board", LedgerPane)
        board.border_title = "The board, with what is secret" if self.secrets else "The board"
        board.look(self.ledger)

    # Showing.

    def on_mount(self) -> None:
        """The first look."""
        if self.table.saved.warning:
            self.notify(self.table.saved.warning, severity="warning", timeout=15)
        self.query_one("#entries", OptionList).border_title = "What happened?"
        self.form.names = self._names
        self.form.build = self._rows
        self.call_after_refresh(self.go_on)

    def go_on(self) -> None:
        """After an answer: the next question, a die where one is typed."""
        self.table.sit()
        self.look()
        ask = self.table.ask
        if isinstance(ask, Die) and not self.table.held_back:
            self._ask_die(ask)

    def look(self) -> None:
        """Draw everything as it stands."""
        state = self.ledger
        entries = self.query_one("#entries", OptionList)
        fresh = self.table.ask is not self.asked
        self.asked = self.table.ask
        if fresh:
            self._fill(entries)
        title = str(self.table.game.header.get("title") or state.scenario)
        whose = f" of {tables.printed_name(state.turn)}" if state.turn else ""
        step = f"{state.phase} Phase: {state.now.name}{whose}"
        month = months.month_name(state.month)
        lefts = (f" {title} · {month} · {step}", f" {month} · {step}", f" {month}")
        held = "only looked at" if self.table.held_back else ""
        self.query_one("#head", HeadLine).between(lefts, f"{held} ")
        for name in ("due", "powers", "treaties", "board"):
            self.query_one(f"#{name}", LedgerPane).look(state)
        self.query_one("#chronicle", StoryPane).look(self.table.game.story)
        self.tell_keys()

    def _fill(self, entries: OptionList) -> None:
        """The entries of the step: those that belong to it alone first, then the rest."""
        at, here = entries.highlighted or 0, (self.ledger.month, self.ledger.step)
        kept = entries.get_option_at_index(at).id if entries.option_count else None
        kept, self.filled = (kept if here == self.filled else None), here
        entries.clear_options()
        ask = self.asked_entries
        if ask is None:
            return
        if self.table.held_back:
            held = self.table.held_back.replace("ask for it", "p asks for it")
            entries.add_option(Option(hint_for(self, held), "", disabled=True))
            return
        if not self.is_comfortable:  # the chronicle and what is due are not seen beside it
            for entry in self.table.game.story[self.written :][-MOST_TOLD:]:
                if entry.kind != "reminder":
                    entries.add_option(Option(Text(f"» {entry.text}"), disabled=True))
            for text, _ in due_now(self.ledger, self.table.game.story):
                entries.add_option(Option(Text(f"! {text}"), disabled=True))
        first = entries.option_count
        entries.add_option(Option("▸ go on to what is due next", DONE))
        for name in self._battles():
            entries.add_option(Option(f"▸ {engagement.WHAT[name]}", name))
        mine, rest = sorted_for(self.ledger.now.name, list(ask.entries))
        for name in (*mine, *rest):
            mark = "•" if name in mine else " "
            entries.add_option(Option(f"{mark} {name:16} {ask.entries[name].what}", name))
        entries.highlighted = first
        entries.scroll_to(y=0, animate=False)
        if kept and kept != DONE and kept in ask.entries:
            entries.highlighted = entries.get_option_index(kept)

    def tell_keys(self) -> None:
        """The tabs, and the keys that hold now."""
        shown = next((name for name in PANES if self.has_class(f"show-{name}")), "entry")
        self.query_one("#tabs", Tabs).mark(shown)
        rows = WRITING if self.has_class("writing") else FOOT
        if self.table.ask is None:
            rows = OVER
        elif isinstance(self.table.ask, Die):
            rows = THROWN
        self.query_one("#foot", Hints).fit(*rows)

    def on_resize(self) -> None:
        """Another size may show other panes."""
        self.asked = "nothing yet"
        self.call_after_refresh(self.look)

    def on_click(self, event: events.Click) -> None:
        """A click on a tab shows its pane, one on the last line of the form writes it down."""
        if event.widget is self.query_one("#write"):
            self.action_write()
        elif isinstance(event.widget, Tabs) and (name := event.widget.name_at(event.x)):
            self.action_pane(name)

    def action_pane(self, name: str) -> None:
        """Show a pane, where one is seen at a time, and give it the keys."""
        for other in PANES:
            self.set_class(other == name, f"show-{other}")
        widget = (
            "form" if name == "entry" and self.has_class("writing") else WIDGETS.get(name, name)
        )
        self.query_one(f"#{widget}").focus()
        self.tell_keys()

    # Answers.

    def answer(self, raw: Raw) -> bool:
        """Give an answer; a refusal is said, and nothing has happened. What would overwrite
        something, or end the campaign, is confirmed first."""
        if (ask := self.asked_entries) is not None:
            raw = ask.dated(raw)
        if doubts := self._doubts(raw):
            said = [f"{tables.in_words(each.why)} ({each.rule})" for each in doubts]
            sure = {**(raw if isinstance(raw, dict) else {"do": raw}), SURE: True}
            self.tercio.open_screen(
                Agree("Write it down all the same?", *said),
                lambda agreed: self._sure(sure, bool(agreed)),
            )
            return False
        before = len(self.table.game.story)
        trouble = self.table.answer(raw)
        if trouble:
            self.notify(trouble, severity="error", timeout=10)
            self.look()
            return False
        self.written = before
        self.pen_came = -KEPT
        self._stop_writing()
        self.go_on()
        self._next_booked()
        return True

    def _sure(self, raw: Raw, agreed: bool) -> None:
        if agreed:
            self.answer(raw)

    def _doubts(self, raw: Raw) -> tuple[Reason, ...]:
        ask = self.asked_entries
        if ask is None or (isinstance(raw, dict) and SURE in raw):
            return ()
        try:
            return ask.doubts(raw)
        except BadAnswer:
            return ()

    def action_go_to(self) -> None:
        """Go on to a step that is picked, over all between."""
        if self.asked_entries is None:
            return
        steps = tables.steps()
        now = self.ledger.step
        names = list(dict.fromkeys(step.name for step in (*steps[now + 1 :], *steps[: now + 1])))
        self.tercio.open_screen(
            Pick("To which step?", [capitalised(name) for name in names]),
            lambda at: self._sure({"do": ON, "to": names[at or 0]}, at is not None),
        )

    def action_go_on(self) -> None:
        """The step is over."""
        if isinstance(self.table.ask, Die):
            self._ask_die(self.table.ask)
        elif self.asked_entries is not None:
            self.answer({"do": ON})

    @on(OptionList.OptionSelected, "#entries")
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """Enter on an entry opens its form; on the first line the step is over."""
        name = event.option.id or ""
        if name == DONE:
            self.action_go_on()
        elif name:
            self.write_entry(name)

    def _ask_die(self, ask: Die) -> None:
        """A die of the table, typed."""
        if self.fallen:
            self._die()
            return
        what = tables.in_words(ask.question)

        def refused(typed: str) -> str:
            fell = dice_in(typed, ask.most)
            return "" if fell else f"{typed!r} is no die from {ask.least} to {ask.most}."

        hint = f"{ask.least} to {ask.most}; or several, in their order"
        self.tercio.open_screen(TypedLine(f"Roll: {what}", hint, refused=refused), self._fell)

    def _fell(self, typed: str | None) -> None:
        self.fallen = dice_in(typed or "", 6)
        self._die()

    def _die(self) -> None:
        """The next of the dice that were typed."""
        if self.fallen and isinstance(self.table.ask, Die):
            self.answer(self.fallen.pop(0))
        elif not isinstance(self.table.ask, Die):
            self.fallen = []

    def action_undo(self) -> None:
        """Take the last entry back; where a die fell since, ask first."""
        game = self.table.game
        if not game.can_undo:
            self.notify("There is nothing to undo: this is where the campaign begins.")
        elif any(record.dice for record in game.records[-1:]):
            self.tercio.open_screen(Agree("Take the last entry back?", "Dice have fallen since."),
                             lambda agreed: self._undone(bool(agreed)))  # fmt: skip
        else:
            self._undone(True)

    def _undone(self, agreed: bool) -> None:
        if agreed:
            self._said(undo.undo_last(self.table))

    def action_redo(self) -> None:
        """Write down again what was taken back."""
        self._said(undo.redo(self.table))

    def _said(self, trouble: str) -> None:
        if trouble:
            self.notify(trouble, severity="warning")
        else:
            self._stop_writing()
            self.go_on()

    def action_help(self) -> None:
        """What the keys do."""
        self.tercio.open_screen(Help.of(self.tercio, self))

    def action_back(self) -> None:
        """From the form, or another pane, to the list of entries; from one of the desk's to the
        next."""
        self.remove_class("writing")
        self.action_pane("entry")
        self._next_booked()

    # What the palette offers.

    def commands(self) -> Iterator[tuple[str, str, Callable[[], object]]]:
        """The commands of the night: a name, its key or what it means, and the deed."""
        yield "Go on to what is due", "g", self.action_go_on
        yield "Go on to a step", "G", self.action_go_to
        yield "End this step alone", "the next step, due or not", partial(self.answer, DONE)
        yield "Take the last entry back", "u", self.action_undo
        yield "Write it down again", "r", self.action_redo
        yield "To the desk", "i", self.action_desk
        yield "Show or hide what is secret", "s", self.action_secrets
        yield "Umpire's ruling", "set the points of a power right, or a note", self.action_rule
        ask = self.asked_entries
        for entry in ask.entries.values() if ask is not None else ():
            yield f"Enter {entry.name}", entry.what, partial(self.write_entry, entry.name)
        for name, what in engagement.WHAT.items():
            yield capitalised(name), what, partial(self.write_entry, name)

    def action_rule(self) -> None:
        """An umpire's ruling on the ledger."""
        hint = "points power=france victory=3 political_halves=-1 zone=fiasco, or: note …"
        self.tercio.open_screen(
            TypedLine("Umpire's ruling, kept in the journal", hint), self._ruled
        )

    def _ruled(self, text: str | None) -> None:
        if not text:
            return
        word, _, rest = text.partition(" ")
        try:
            document = {"do": "note", "text": rest} if word == "note" else ruling.read(text)
        except BadAnswer as error:
            self.notify(sentence(error), severity="error")
            return
        self._said(self.table.rule(document))
