"""A new game: the scenario, who plays which power, whose dice, which variants, how many turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from engine import scenarios, variants
from engine.facts import variant_sheets
from engine.facts.countries import with_article
from engine.programs import bots
from engine.state import sides
from tui.panes.thumbnail import Thumbnail
from tui.screens.dialog import Page, Styles
from tui.screens.list_widgets import Listing
from tui.screens.pick import Pick
from tui.table.new_game import allies, create
from tui.words.places import country_name
from tui.words.saved_games import sentence

if TYPE_CHECKING:
    from engine.scenarios.document import Scenario

DICE = {"rolled": "rolled by Tercio", "typed": "your own, typed in"}
HOW = {
    "": "at this keyboard",
    "steady": "one stack and one battle at a time: usual opponent",
    "captain": "looks ahead: the strongest",
    "captain-cautious": "looks ahead, careful of its own strength",
    "captain-bold": "looks ahead, after the enemy's strength",
    "captain-greedy": "looks ahead, after places and money",
    "page": "for learners: a third of what it does are errors",
    "random": "anything legal",
}
PLAYERS = ("", *bots.BY_STRENGTH)
VARIANT = "variant "
TURNS = (1, 2, 3, 4, 5, 6, 8, 10)


class NewGame(Page[None]):
    """Scenarios at the left, the seats of the marked one at the right."""

    CSS_PATH: ClassVar[Styles] = "lists.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back"),
        Binding("right", "app.focus_next", "To the seats", show=False),
        Binding("left", "app.focus_previous", "To the scenarios", show=False),
        Binding("t", "together", "From the seat of another power, by one person"),
        Binding("b", "begin", "Begin"),
    ]

    def __init__(self, laid: Scenario | None = None) -> None:
        """A position that was laid out stands before the scenarios."""
        super().__init__()
        self.laid = laid
        self.scenarios: list[Scenario] = []
        self.programs: dict[str, str] = {}
        self.together: dict[str, str] = {}  # powers that are played from the seat of another
        self.dice = "rolled"
        self.changes: list[str] = []
        self.turns = 1

    def compose(self) -> ComposeResult:
        """Two lists and what the scenario is about."""
        yield Static(" New game", classes="head", markup=False)
        with Horizontal(id="both"):
            with Vertical():
                yield Listing(id="scenarios")
                yield Thumbnail(id="thumbnail", ascii_only=self.tercio.ascii_map)
            yield Listing(id="seats")
        yield Static("", id="about", markup=False)
        keys = " ↑↓ ← → · Enter changes it · t one person for several · b begin · Escape back"
        yield Static(keys, classes="foot", markup=False)

    def on_mount(self) -> None:
        """Read the scenarios."""
        listed = self.query_one("#scenarios", OptionList)
        if self.laid is not None:
            self.scenarios.append(self.laid)
            listed.add_option(Option(f"{self.laid.year}  {self.laid.title}", "laid"))
        for name in scenarios.ids():
            try:
                one = scenarios.read(name)
            except scenarios.ScenarioError as error:
                self.notify(sentence(error), severity="error")
                continue
            self.scenarios.append(one)
            listed.add_option(Option(f"{one.year}  {one.title}", one.id))
        listed.border_title = "Scenario"
        self.query_one("#seats", OptionList).border_title = "Seats"
        listed.focus()
        if self.scenarios:
            listed.highlighted = 0

    @property
    def scenario(self) -> Scenario | None:
        """The marked scenario."""
        at = self.query_one("#scenarios", OptionList).highlighted
        return self.scenarios[at] if at is not None and at < len(self.scenarios) else None

    @on(OptionList.OptionHighlighted, "#scenarios")
    def marked(self) -> None:
        """What it is about, and its seats."""
        one = self.scenario
        if one is None:
            return
        self.programs = {}
        self.together = {}
        self.changes = []
        self.turns = one.turns
        self._about()
        self._seats()
        self.call_after_refresh(self._picture, one)

    def _picture(self, one: Scenario) -> None:
        """The theatre, unless another scenario is marked by now."""
        small = self.query_one(Thumbnail)
        if small.display and one is self.scenario:
            state = one.state()
            small.of(state, sides.alliance_of(state, one.powers[0]))

    def _about(self) -> None:
        one = self.scenario
        if one is not None:
            powers = ", ".join(country_name(power) for power in one.powers)
            size = f"{one.turns} turns" if one.turns > 1 else "a Military phase"
            long = ", ".join(filter(None, (size, one.length)))
            about = f"{one.title}, {one.year}: {powers} · {long}\n{one.teaches}"
            story = " ".join(one.about.split())
            self.query_one("#about", Static).update(f"{about}\n{story}")

    @on(OptionList.OptionHighlighted, "#seats")
    def explained(self, event: OptionList.OptionHighlighted) -> None:
        """What the marked variant changes, else what the scenario is about."""
        name = event.option.id or ""
        if not name.startswith(VARIANT):
            self._about()
            return
        sheet = variant_sheets.sheets()[name.removeprefix(VARIANT)]
        rules = ", ".join(sheet.sections)
        text = f"{sheet.title} ({rules})\n{sheet.about}"
        self.query_one("#about", Static).update(text)

    def _seats(self, at: int = 0) -> None:
        one = self.scenario
        listed = self.query_one("#seats", OptionList)
        listed.clear_options()
        listed.add_option(Option("Begin the game", "begin"))
        for power in one.powers if one is not None else ():
            program = self.programs.get(power)
            seat = self.together.get(power)
            person = f"person, with {country_name(seat)}" if seat else "person"
            who = f"program ({program})" if program else person
            listed.add_option(Option(f"{country_name(power):18} {who}", power))
        listed.add_option(Option(f"{'Dice':18} {DICE[self.dice]}", "dice"))
        whole = "a campaign" if self.turns > 1 else "no campaign"
        listed.add_option(Option(f"{'Turns':18} {self.turns}: {whole}", "turns"))
        listed.add_option(None)
        own = one.plain["variants"] if one is not None else ()
        for name, sheet in variant_sheets.sheets().items():
            box = "[x]" if name in own or name in self.changes else "[ ]"
            whose = "  by the scenario" if name in own else ""
            listed.add_option(Option(f"{box} {sheet.title}{whose}", f"{VARIANT}{name}"))
        listed.highlighted = min(at, listed.option_count - 1)

    @on(OptionList.OptionSelected, "#scenarios")
    def to_seats(self) -> None:
        """Enter on a scenario: to its seats."""
        listed = self.query_one("#seats", OptionList)
        listed.highlighted = listed.get_option_index("begin")
        listed.focus()

    @on(OptionList.OptionSelected, "#seats")
    def seat(self, event: OptionList.OptionSelected) -> None:
        """Another player for a seat, other dice, or begin."""
        name = event.option.id or ""
        if name == "begin":
            self.action_begin()
            return
        if name == "dice":
            self.dice = "typed" if self.dice == "rolled" else "rolled"
        elif name == "turns":
            self.turns = next((each for each in TURNS if each > self.turns), TURNS[0])
        elif name.startswith(VARIANT):
            self._switch(name.removeprefix(VARIANT))
        else:
            self._offer(name, event.option_index)
            return
        self._seats(event.option_index)

    def _offer(self, power: str, row: int) -> None:
        """Who plays a power: a list, the player it has marked."""
        now = self.programs.get(power, "")
        lines = [f"{name or 'person':17} {HOW[name]}" for name in PLAYERS]

        def picked(at: int | None) -> None:
            if at is not None:
                self._give(power, PLAYERS[at])
                self._seats(row)

        asked = f"Who plays {with_article(power)}?"
        self.tercio.open_screen(Pick(asked, lines, PLAYERS.index(now)), picked)

    def _give(self, power: str, program: str) -> None:
        """A power to a program, "" for a person; with the allies that one of its kind played."""
        now = self.programs.get(power, "")
        follow = allies(self.scenario, power) if self.scenario is not None else []
        for each in [power, *(ally for ally in follow if self.programs.get(ally, "") == now)]:
            self.programs[each] = program
            if not program:
                del self.programs[each]
        self.together = {
            each: seat
            for each, seat in self.together.items()
            if not {each, seat} & self.programs.keys()
        }

    def action_together(self) -> None:
        """The marked power is played by the person of the next power before it, or alone again."""
        listed = self.query_one("#seats", OptionList)
        at, one = listed.highlighted or 0, self.scenario
        power = listed.get_option_at_index(at).id or "" if listed.option_count else ""
        if one is None or power not in one.powers or self.programs.get(power):
            self.notify("Mark a power that a person plays: t puts it to the seat of another.")
            return
        if power in self.together.values():
            self.notify("Other powers are played from its seat: put those elsewhere first.")
            return
        before = one.powers[: one.powers.index(power)]
        free = [each for each in before if each not in self.programs | self.together]
        order = ["", *free]
        seat = order[(order.index(self.together.get(power, "")) + 1) % len(order)]
        self.together.pop(power, "")
        if seat:
            self.together[power] = seat
        else:
            self.notify("It has a seat of its own. t on a power below lets one person play both.")
        self._seats(at)

    def _switch(self, name: str) -> None:
        """Switches a variant on or off; the scenario's own stay on."""
        one = self.scenario
        if name in self.changes:
            self.changes.remove(name)
        elif one is not None and name not in one.plain["variants"]:
            if why := variants.why_unfit(one.state(self.changes), name):
                self.notify(
                    f"{variant_sheets.sheets()[name].title} has no use here: {why}.", timeout=10
                )
                return
            self.changes.append(name)

    def action_begin(self) -> None:
        """Write the game into the store and play it."""
        app, one = self.tercio, self.scenario
        if one is None:
            return
        saved = app.attempt(lambda: create(
            app.files.room(), one, dict(self.programs), self.dice,
            changes=self.changes, turns=self.turns, seats=self.together,
        ))  # fmt: skip
        if saved is not None:
            self.done(None)
            app.play(saved)

    def action_leave(self) -> None:
        """Back to the title."""
        self.done(None)
