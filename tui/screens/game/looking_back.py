"""Looking back on a game: the chronicle's filter, the past on the map, statistics, the report."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from engine.facts import board, rulebook
from engine.play.asks import Ask
from engine.play.phase import Entry
from tui.panes.ask import AskPane
from tui.panes.chronicle import ChroniclePane
from tui.panes.map import MapPane
from tui.panes.scrolling_lines import LinesPane
from tui.screens import diplomacy, statistics
from tui.screens import replay as replay_screen
from tui.screens import report as report_screen
from tui.screens import rules as rules_screen
from tui.screens.dialog import Dialog
from tui.screens.game.looking_around import LookingAround
from tui.screens.list_widgets import Listing
from tui.table import past as history
from tui.table import turning_points, visibility
from tui.words.chronicle import filter_words, fits
from tui.words.line import text_of
from tui.words.place_line import place_rows

LEGEND: Final = (
    "▲ your troops, ▼ enemies, ► your ships, ◄ theirs, ◆ fortress, ◔ to ● siege, by its works, "
    "x blockade, P presidio, p corsairs; the figure is the strength, a letter the rank; "
    "dots are the last move"
)
OVERSEAS: Final = (
    "C colony, T trading post, M mission, F fort, $ gold to be shipped; hatched: unknown to you"
)
KNOWN: Final = 66  # columns of the strip of a decision
CHAPTERS: Final = {
    "campaign": ("CAM",), "next-move": ("MVG", "MOV"), "mover": ("MVG",), "march": ("MVG", "MOV"),
    "sail": ("NAV",), "intercept": ("ITG", "INT"), "evade": ("EVA",), "retreat-attempt": ("BAT",),
    "withdraw": ("RET",), "retreat-to": ("RET",), "losses": ("RET", "LOS"),
    "siege-action": ("SIE", "UND", "ASL"), "breach": ("UND", "ASL"), "assault": ("ASL",),
    "man-fortress": ("FAL",), "place-leader": ("LDR",), "pillage-or-loss": ("ATT",),
    "pillage": ("ATT",), "commander": ("BAT",), "embark": ("CMB", "NAC"), "take-along": ("CMB",),
    "arrange": ("NAV",), "engage": ("BLK",), "turned-back": ("BLK",), "fire": ("PRE",),
    "interception-battle": ("NIN",), "break-off": ("FIG",), "capture": ("PUR",),
    "prize-crew": ("PUR",), "follow": ("RET",), "refit": ("REF",), "refit-place": ("REF",),
    "corsair-counter": ("COR",), "attack-convoy": ("CNV",), "convoy-attacker": ("CNV",),
    "next-battle": ("BAT",), "next-supply": ("SAT",), "sortie": ("PAR",),
    "overrun": ("OVR",), "next-siege": ("SIE",), "redeploy-leader": ("LDR", "WIN"),
    "declare-war": ("OVW",), "bid": ("INI",), "explore": ("EXP", "DIS"),
    "next-exploration": ("EXP", "DIS"), "explorers": ("EXP",), "natives": ("NAT",),
    "counter-intercept": ("ITG", "INT"), "evade-to": ("EVA",), "shelter": ("EVA",),
    "leader-goes": ("EVA", "RET"), "over-stacking": ("MOV",), "return": ("INT", "NIN"),
    "fighters": ("BAT",), "scuttle": ("MOV",), "ship-lost": ("ATS",), "ships-lost": ("NLS",),
    "damage-region": ("NLS",), "first-line": ("FIG",), "follower": ("RET",),
    "flota-port": ("NAC",), "war-honour": ("UND", "FAL"), "war-honour-place": ("FAL",),
    "redeploy-to": ("SIE",), "revolt-counter": ("REV",), "declare-levies": ("LEV",),
    "recruit": ("LEV",), "recruit-place": ("LEV",), "end-truce": ("EUV-TRU",),
    "answer-call": ("EUV-DOW",), "call-allies": ("EUV-DOW",), "capital": ("EUV-HUN",),
    "hungary-surrenders": ("EUV-HUN",), "bohemian-peace": ("EUV-HAB",),
    "build-fortress": ("EUV-BUR",), "defend-burgundy": ("EUV-BUR",),
    "war-of-italy": ("EUV-NAP",), "defend-naples": ("EUV-NAP",),
    "dutch-levels": ("EUV-HOL",), "dutch-zone": ("EUV-HOL",),
}  # fmt: skip


def asked(ask: Ask[Any]) -> list[str]:
    """A question, what Enter answers, and the chapters of the rules that it comes from."""
    said = [ask.question]
    if ask.default is not None:
        said.append(f"Enter answers: {ask.label(ask.default)}.")
    sections = rulebook.sections()
    other = {"INT": "NIN"} if board.is_sea(str(ask.about.get("place", ""))) else {}
    chapters = dict.fromkeys(other.get(name, name) for name in CHAPTERS.get(ask.name, ()))
    found = [name for name in chapters if name in sections]
    said += [f"Rules {name}: {sections[name]}" for name in found]
    return said


class Filter(Dialog[str | None]):
    """Words that the chronicle must fit; None when it stays as it was."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "As it was", priority=True),
        Binding("down", "choose(1)", "Next", priority=True),
        Binding("up", "choose(-1)", "Before", priority=True),
        Binding("tab", "add", "Add the marked word", priority=True),
    ]

    def __init__(self, words: str, story: list[Entry]) -> None:
        super().__init__()
        self.words = words
        self.story = story

    def compose(self) -> ComposeResult:
        """The line, what it may hold, and how much fits."""
        with Vertical(classes="dialog"):
            yield Static("Which part of the chronicle?", classes="question")
            yield Input(self.words, placeholder="words that must all fit; -word: must not")
            yield Static("", id="fitting", markup=False)
            words = filter_words(self.story)
            yield Listing(*(Option(f"{word:28} {count}", word) for word, count in words))
            yield Static("↑↓ marks · Tab adds it · Enter shows it · an empty line shows all "
                         "· Escape cancels", classes="keys", markup=False)  # fmt: skip

    @on(Input.Changed)
    def count(self, event: Input.Changed) -> None:
        """How many lines fit."""
        number = sum(fits(entry, event.value) for entry in self.story)
        self.query_one("#fitting", Static).update(f"{number} of {len(self.story)} lines fit")

    def action_choose(self, step: int) -> None:
        """Another word of the list."""
        listed = self.query_one(OptionList)
        if listed.option_count:
            at = -1 if listed.highlighted is None else listed.highlighted
            listed.highlighted = (at + step) % listed.option_count

    def action_add(self) -> None:
        """The marked word goes into the line."""
        listed = self.query_one(OptionList)
        if listed.highlighted is not None:
            typed = self.query_one(Input)
            word = listed.get_option_at_index(listed.highlighted).id or ""
            typed.value = f"{typed.value} {word}".strip()
            typed.cursor_position = len(typed.value)

    @on(OptionList.OptionSelected)
    def picked(self) -> None:
        """A click on a word adds it."""
        self.action_add()

    @on(Input.Submitted)
    def take(self, event: Input.Submitted) -> None:
        """The words; with none typed, the marked one."""
        listed = self.query_one(OptionList)
        if not event.value.strip() and listed.highlighted is not None:
            self.action_add()
        self.done(self.query_one(Input).value.strip())

    def action_leave(self) -> None:
        """As it was."""
        self.done(None)


class LookingBack(LookingAround):
    """What the game's screen does to show what has been."""

    turning: turning_points.Turning | None = None

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "replay", "What happened, again on the map", id="game.replay"),
        Binding("z", "statistics", "Statistics: dice and losses", id="game.statistics"),
        Binding("D", "diplomacy", "Diplomacy: alliances, wars, truces", id="game.diplomacy"),
    ]

    @on(LinesPane.RulesRequested)
    def rules_wanted(self, event: LinesPane.RulesRequested) -> None:
        """The rules behind a number."""
        self.tercio.open_screen(rules_screen.Rules(" ".join(event.rules)))

    def explain(self) -> list[str]:
        """What is under the cursor of the pane that has the keys, in words, with its rules."""
        pane = self.focused
        if isinstance(pane, MapPane):
            fog = self.table.fog()
            if not self.place:
                return []
            said = [
                row.strip()
                for row in place_rows(self.table.game.state, self.place, self._ours(), fog)
            ]
            if (prompt := self.question.prompt) is not None:
                said += asked(prompt.ask)
            return [*said, LEGEND, *([OVERSEAS] if self.world == "rotw" else [])]
        if isinstance(pane, AskPane) and pane.prompt is not None:
            here = place_rows(self.table.game.state, self.place, self._ours(), self.table.fog())
            place = [row.strip() for row in here if self.place]
            known = text_of(pane.prompt.knowledge(KNOWN)).splitlines()
            return [*asked(pane.prompt.ask), *(row.strip() for row in known), *place]
        if isinstance(pane, LinesPane) and pane.current is not None:
            bit = pane.current
            return [bit.text.strip(), *(text for text in bit.why if text != bit.text)]
        return []

    @on(ChroniclePane.Filter)
    def filter_wanted(self) -> None:
        """Ask for the words."""
        pane = self.query_one(ChroniclePane)

        def typed(words: str | None) -> None:
            if words is not None:
                pane.show_only(words)

        self.tercio.open_screen(Filter(pane.words, list(self.table.story())), typed)

    @on(ChroniclePane.Moment)
    def moment_wanted(self, event: ChroniclePane.Moment) -> None:
        """The past, from the moment of a line of the chronicle."""
        self.replay(event.at)

    def action_replay(self) -> None:
        """The past, from its last moment."""
        self.replay(len(self.table.story()) - 1)

    def replay(self, entry: int) -> None:
        """The past on the map, at a line of the story."""
        past = history.History(self.table.game, self.table.story())
        turned = self._turning().records()
        at = max(0, min(past.of_entry(entry), len(past.moments) - 1))
        self.tercio.open_screen(
            replay_screen.Replay(past, self._ours(), at, self.table.fog(), turned), self._seen
        )

    def _seen(self, place: str | None) -> None:
        if place:
            self.goto(place)

    def action_statistics(self) -> None:
        """The statistics of the game."""
        self.tercio.open_screen(statistics.Statistics(self.table.game, self.table.story()))

    def action_diplomacy(self) -> None:
        """Who fights with whom and against whom."""
        self.tercio.open_screen(diplomacy.Diplomacy(self.table.game))

    def _turning(self) -> turning_points.Turning:
        """The search for where this phase turned: the same until the game goes on."""
        game = self.table.game
        known = self.turning
        if known is None or known.game is not game or known.played != len(game.records):
            self.turning = known = turning_points.Turning(game, self.table.fog())
        return known

    def action_report(self) -> None:
        """The report of the phase."""
        saved = self.table.saved
        self.tercio.open_screen(
            report_screen.Report(
                self.table.game,
                saved.name,
                self.table.story(),
                saved.may_see,
                self._turning(),
                partial(visibility.changed, saved),
            )
        )
