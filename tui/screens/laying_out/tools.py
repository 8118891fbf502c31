"""The tools of a table that is laid out: palette, brush, wars, what is wrong in turn."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, Final, TypeAlias, get_args

from textual import events
from textual.widgets import Input

from engine.facts import countries
from engine.fleets import fleet_counters
from engine.grammar import capitalised, thirds
from engine.notation import shorthand
from engine.notation.layout import Layout
from engine.situation import counters
from engine.state import State, forces, sides
from engine.state.forces import Kind, Position
from engine.umpire import laying_out
from tui.panes.map import MapPane
from tui.screens.ask_wars import Pair, Wars
from tui.screens.dialogs import Agree
from tui.screens.pick import Pick
from tui.screens.text_file import TextFile

Rule: TypeAlias = Callable[[Layout], str]
LAND: Final[tuple[Kind, ...]] = ("A+", "A-", "LD", "LDE")
AFLOAT: Final = ("NWD", "NGD", "VGD", "NTD")
MOST_TOLD: Final = 12
UNLIMITED: Final = 1000


class Tools(TextFile):
    """What the screen does besides typing."""

    laid: Layout
    place: str
    told: str
    bad: bool
    brush: str = ""
    """A phrase that Enter and a click put down while nothing is typed; "" for none."""

    @property
    @abstractmethod
    def map(self) -> MapPane:
        """The map."""

    @property
    @abstractmethod
    def typed(self) -> Input:
        """The line."""

    @abstractmethod
    def change(self, change: Callable[[], str]) -> bool:
        """Makes a change and shows it; whether it was made."""

    @abstractmethod
    def say_panes(self) -> None:
        """Shows what is told."""

    @abstractmethod
    def goto(self, place: str) -> None:
        """The cursor on a place."""

    # The brush

    def action_brush(self) -> None:
        """What is typed becomes the brush; without anything typed there is none any more."""
        self.brush, self.typed.value = self.typed.value.strip(), ""
        said = f"Enter or a click puts down “{self.brush}”; Escape lays the brush away."
        self.told, self.bad = said if self.brush else "No brush.", False
        self.say_panes()

    def brush_here(self) -> None:
        """Puts the brush down where the cursor is."""
        if self.brush and self.place:
            self.change(lambda: self.laid.typed(self.place, self.brush))

    def on_click(self, event: events.Click) -> None:
        """A click on the map paints with the brush; two open the palette where there is none."""
        if not isinstance(event.widget, MapPane) or self.map.dragged:
            return
        if self.brush:
            self.call_after_refresh(self.brush_here)
        elif event.chain == 2:
            self.call_after_refresh(self.action_palette)

    # The palette

    def action_palette(self) -> None:
        """Choose what to put down here of a country: of that which is typed, else of that which
        stands here, else of one that is asked for."""
        state = self.laid.state
        country, _ = shorthand.begins_with_country(self.typed.value.split())
        here = [unit.country for unit in state.units_at(self.place)]
        if country or here:
            self._palette_of(country or here[0])
            return
        known = sorted(state.countries)

        def picked(at: int | None) -> None:
            if at is not None:
                self._palette_of(known[at])

        self.tercio.open_screen(Pick("Whose?", [*map(countries.with_article, known)]), picked)

    def _palette_of(self, country: str) -> None:
        offered = [*palette(self.laid.state, country)]

        def picked(at: int | None) -> None:
            if at is not None and self.place:
                phrase = f"+ {country} {offered[at][0]}"
                if self.change(lambda: self.laid.typed(self.place, phrase)):
                    self.typed.value = ""

        self.tercio.open_screen(
            Pick(f"{countries.with_article(country)}: what is free", [said for _, said in offered]),
            picked,
        )

    # Wars

    def action_wars(self) -> None:
        """The matrix of alliances; what is changed there is one change here."""
        alliances = self.laid.state.diplomacy.alliances
        names = [(one.id, ", ".join(map(countries.with_article, one.members))) for one in alliances]
        about: dict[str, Any] = {
            "sides": names,
            "apart": [*combinations([one.id for one in alliances], 2)],
            "usual": self.laid.state.diplomacy.wars,
        }
        self.tercio.open_screen(Wars(about, "gives up"), self._at_war)

    def _at_war(self, wars: set[Pair] | None) -> None:
        now = {frozenset(pair) for pair in self.laid.state.diplomacy.wars}
        if wars is None or wars == now:
            return
        first = {one.id: one.members[0] for one in self.laid.state.diplomacy.alliances}
        phrases = [
            f"{'war' if pair in wars else 'peace'} {' '.join(first[one] for one in sorted(pair))}"
            for pair in sorted(wars ^ now, key=sorted)
        ]
        self.change(lambda: self.laid.typed("", "; ".join(phrases)))

    # What is wrong

    def action_next_wrong(self) -> None:
        """To the next place in which something is to be put right, the first behind the last."""
        places = [*dict.fromkeys(place for place, _ in self.laid.complaints() if place)]
        if not places:
            self.told, self.bad = "Nothing is to be put right at a place.", False
            self.say_panes()
            return
        at = places.index(self.place) + 1 if self.place in places else 0
        self.goto(places[at % len(places)])

    # A game that is played

    def rule_so(self, rule: Rule) -> None:
        """Asks whether the table shall stand so, with what differs, and rules it."""
        before = Layout(self.laid.begun).state
        told = [*laying_out.difference(before, self.laid.state)]
        if not told:
            self.told, self.bad = "Nothing is laid out otherwise than it stood.", True
            self.say_panes()
            return
        more = [f"and {len(told) - MOST_TOLD} more"] if len(told) > MOST_TOLD else []

        def agreed(yes: bool | None) -> None:
            if not yes:
                return
            if trouble := rule(self.laid):
                self.told, self.bad = capitalised(trouble), True
                self.say_panes()
            else:
                self.done(None)

        asked = Agree("Umpire's ruling: do all players agree?", *told[:MOST_TOLD], *more)
        self.tercio.open_screen(asked, agreed)


def palette(state: State, country: str) -> Iterator[tuple[str, str]]:
    """What of a country may still be put down, typed and in words: counters that are left in the
    box, leaders of this turn who are not on the table."""
    for kind in LAND:
        yield from _free(kind, counters.free_counters(state, country, kind))
    for kind in AFLOAT:
        yield from _free(kind, fleet_counters.free_counters(state, country, kind))
    free = [
        each
        for each in countries.leaders().values()
        if each.country == country and each.id not in state.leaders
        and shorthand.may_be_on_board(each, state.turn) and "older-edition" not in each.flags
    ]  # fmt: skip
    for each in sorted(free, key=lambda each: (not each.first_turn, not each.anonymous)):
        values = f"{each.manoeuvre}·{each.fire}·{each.shock}"
        event = "" if each.first_turn or each.anonymous else ", whom an event brings"
        yield f"#{each.id}", f"{each.name}  {each.kind} {values}{event}"


def _free(kind: str, left: int) -> Iterator[tuple[str, str]]:
    if left:
        yield kind, f"{kind}  {left} left" if left < UNLIMITED else kind


def limits(state: State, place: str) -> Iterator[str]:
    """How full the stacks of a place are, and the counters that are left of who stands there."""
    for position in get_args(Position):
        for alliance in sides.alliances_at(state, place, position):
            units = sides.stack(state, place, alliance, position).units
            land = [unit for unit in units if unit.land]
            strength = thirds(sum(unit.thirds for unit in land))
            yield (
                f"{countries.country_name(alliance)}: {len(land)} of {forces.MOST_COUNTERS} "
                f"counters, {strength} of {forces.MOST_THIRDS // 3} LD"
            )
    for country in sorted({unit.country for unit in state.units_at(place)}):
        left = {kind: counters.free_counters(state, country, kind) for kind in ("A+", "LD")}
        said = [f"{number} {kind}" for kind, number in left.items() if number < UNLIMITED]
        if said:
            yield f"{countries.with_article(country)} has left: {', '.join(said)}"
