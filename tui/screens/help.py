"""Help, made of the keys that work where one is; and whatever else is told at length."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Any, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer, Vertical
from textual.screen import Screen
from textual.widgets import Input, Static

from engine.facts import rulebook
from tui.screens.dialog import Dialog, Kept
from tui.screens.reading import Reading
from tui.screens.rules import Rules
from tui.settings.keymap import hint_for
from tui.words.line import cited_rules

NOT_OURS = ("screen.copy_text", "app.help_quit", "help_quit")
UNNAMED = ("Focus Next", "Focus Previous")  # keys that no screen of ours has given a meaning
TITLES = {"GameScreen": "The game", "Tercio": "Everywhere", "MapPane": "The map",
          "Listing": "The list", "Reading": "The text"}  # fmt: skip
LINE: Final = ("The line", "  letters        go into it · ← → Home End · Backspace and Delete",
               "  enter          takes it", "")  # fmt: skip
STOCK: Final = {one.description for kind in (Input, ScrollableContainer) for one in kind.BINDINGS
                if isinstance(one, Binding)}  # fmt: skip
LISTS = ("f finds a choice by its letters", "PageUp, PageDown, Home, End",
         "a click goes to a choice, two take it")  # fmt: skip
MEANINGS: Final = (
    "What the letters mean",
    "  LD        a detachment on land; A- is an army of 2 LD, A+ one of 4",
    "  ND        one at sea: NWD warships, NGD galleys, VGD galleasses, NTD transports",
    "  2·3·3     a leader's manoeuvre, fire and shock; the letter is his rank, A the highest",
    "  MP        movement points; S3 and W3 are summer and winter rounds; d are ducats",
    "  DRM-03    the id of a rule: r opens those that are named here",
)
HANGING: Final = re.compile(r"  (?:\S+(?: \S+)*? {2,}(?=\S))?")  # of a row: its margin and its key
FRAME: Final = 6  # columns beside a text: the frame, its margin and the scroll bar
WIDTH: Final = 76 - FRAME
AROUND: Final = 4  # rows above and below it: the frame, the title, the keys
SIDEWAYS = re.compile(r"(scroll|page)_(left|right)$")


class Help(Kept[None]):
    """Every key that means something to the focused pane, the screen and the application."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,question_mark,q", "leave", "Close"),
        Binding("k,tab", "turn", "The keys, or what is here"),
        Binding("r", "rules", "The rules behind it"),
    ]

    def ask(self, asked: Screen[Any]) -> None:
        """The screen that it is asked for."""
        self.asked = asked
        self.words = ""
        self.told = self._explained()
        self.keys = not self.told  # whether the page of the keys is shown

    def _explained(self) -> list[str]:
        """What is under the cursor, and the rules that stand behind it."""
        explain = getattr(self.asked, "explain", None)
        said: list[str] = explain() if explain is not None else []
        if not said:
            return []
        known = cited_rules(said)
        chapters = [text.split(":")[0].removeprefix("Rules ") for text in said
                    if text.startswith("Rules ")]  # fmt: skip
        self.words = " ".join(known) or next(iter(chapters), "")
        rules = [f"  {name}: {rulebook.line(name)}" for name in known]
        return ["Here", *(f"  {text}" for text in said), *rules, ""]

    def action_rules(self) -> None:
        """Open the rules behind it."""
        if self.words:
            app, words = self.tercio, self.words
            self.done(None)
            app.open_screen(Rules(words))

    def compose(self) -> ComposeResult:
        """What is said, a line a key."""
        with Vertical(classes="dialog"):
            yield Static("What is this, and what do the keys do?", classes="question")
            with Reading():
                yield Static("", id="said", markup=False)
            yield Static("", id="ways", classes="keys", markup=False)

    def begin(self) -> None:
        """The page."""
        self.draw(WIDTH)

    def draw(self, width: int) -> None:
        """What is here, or what the keys do."""
        said = help_lines(self.asked) if self.keys else [*self.told, *MEANINGS]
        self.query_one("#said", Static).update("\n".join(hung(said, width)))
        rules = "r the rules · " if self.words and not self.keys else ""
        other = ("k what is here · " if self.keys else "k the keys · ") if self.told else ""
        self.query_one("#ways", Static).update(
            f"{other}{rules}Escape closes · ctrl+p the list of commands"
        )
        self.query_one(Reading).scroll_home(animate=False)

    def action_turn(self) -> None:
        """The other page."""
        if self.told:
            self.keys = not self.keys
            self.draw(self.query_one("#said", Static).size.width)

    def action_leave(self) -> None:
        """Back to the game."""
        self.done(None)


class Told(Dialog[None]):
    """Lines under a title; what goes on in the next row stands under its words."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q", "leave", "Close"),
        Binding("y", "copy", "Copy it"),
    ]

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__()
        self.told = title
        self.lines = lines

    def compose(self) -> ComposeResult:
        """Title, text, keys."""
        with Vertical(classes="dialog"):
            yield Static(self.told, classes="question", markup=False)
            with Reading():
                yield Static("", id="said", markup=False)
            yield Static("↑↓ · y copies it · Escape closes", classes="keys", markup=False)

    def on_mount(self) -> None:
        """The text has the keys, so that it scrolls."""
        self.query_one(Reading).focus()

    def on_resize(self, event: events.Resize) -> None:
        """The lines follow the width; the dialog is no higher than they are."""
        rows = list(hung(self.lines, min(WIDTH, event.size.width - FRAME)))
        said = self.query_one("#said", Static)
        said.update("\n".join(rows))
        said.styles.height = len(rows)
        room = max(1, event.size.height - AROUND)
        self.query_one(Reading).styles.height = min(len(rows), room)

    def action_copy(self) -> None:
        """To the clipboard of the terminal."""
        self.app.copy_to_clipboard("\n".join(self.lines))
        self.notify("Copied, if the terminal takes it.", timeout=2)

    def action_leave(self) -> None:
        """Back to the game."""
        self.done(None)


def hung(rows: Iterable[str], width: int) -> Iterator[str]:
    """The rows in a width; what goes on stands under the words, behind the key or the letters."""
    for row in rows:
        start = HANGING.match(row)
        yield from wrap(row, width, subsequent_indent=" " * start.end() if start else "") or [""]


def help_lines(screen: Screen[Any]) -> list[str]:
    """The keys of the focused widget first, then those of the screen, then of the application."""
    lines: list[str] = []
    prompt = getattr(screen.focused, "prompt", None)
    if prompt is not None and screen.focused is not None:
        hints = " · ".join((prompt.keys, *LISTS)) if prompt.listed else prompt.keys
        lines += ["The question"]
        lines += [f"  {row}" for row in wrap(hint_for(screen.focused, hints), 68)] + [""]
    if isinstance(screen.focused, Input):
        lines += LINE
    known: dict[str, dict[str, list[str]]] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if not active.enabled or not binding.description or binding.action in NOT_OURS:
            continue
        if SIDEWAYS.search(binding.action) or binding.description in UNNAMED:
            continue  # no list of ours is wider than its box
        if isinstance(active.node, Input) and binding.description in STOCK:
            continue  # what every line to type in knows
        owner = getattr(active.node, "border_title", "") or _title(active.node)
        group = known.setdefault(owner, {})
        key = screen.app.get_key_display(binding)
        if key not in group.setdefault(binding.description, []):
            group[binding.description].append(key)
    for owner, group in known.items():
        lines.append(owner.partition(":")[0].partition(" ─")[0])
        lines += [f"  {' '.join(keys):14} {said}" for said, keys in group.items()]
        lines.append("")
    return lines


def _title(node: object) -> str:
    """What has the keys, as players call it."""
    if isinstance(node, Screen) and type(node).__name__ not in TITLES:
        return "This screen"
    return TITLES.get(type(node).__name__, type(node).__name__)
