"""The stacks: those in the place under the cursor, then those of the power that decides."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from engine.facts import board, countries
from engine.facts.board import called
from engine.facts.countries import with_article
from engine.fleets import fleets
from engine.grammar import capitalised, thirds
from engine.land.supply import supply_lines
from engine.overseas import active_natives
from engine.sea import corsairs_math
from engine.situation import establishments
from engine.state import State, sides
from engine.state.forces import Unit, units_in_words, veteran
from engine.state.leaders import Leader
from engine.state.stacks import Stack
from tui.map.board_view import relation
from tui.map.symbols import SHIP_SIGNS, SIGNS
from tui.panes.scrolling_lines import LinesPane
from tui.words.line import Bit, Line, line, wrap
from tui.words.places import (
    POSITIONS,
    alliances_present,
    cargo_words,
    country_name,
    place_name,
    shore_words,
    siege_words,
    task_words,
)
from tui.words.treasury import treasury_line

UNKNOWN: Final = "unknown"
HERE: Final = 5
"""So many lines at least are a place's, that those of the own stacks below stand still."""

WHOLE: Final = {"LD", "NWD", "NGD", "VGD", "NTD"}


class StacksPane(LinesPane):
    """The stacks of a place and of a power."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("Stacks", id)
        self.here: list[Line] = []
        self.own: list[Line] = []

    def look(self, state: State, place: str, power: str, hidden: Collection[str] = ()) -> None:
        """Draw what stands in a place, where it is not hidden, and where else the power that
        decides has stacks."""
        alliance = sides.alliance_of(state, power) if power else ""
        name = f" ─ {UNKNOWN if place in hidden else place_name(place)}" if place else ""
        if self.border_title != f"Stacks{name}":
            self.border_title = f"Stacks{name}"
        self.here = unknown_lines() if place in hidden else here_lines(state, place, alliance)
        self.own = own_lines(state, alliance)
        self.draw()

    def draw(self) -> None:
        """Draw for the width the pane has: nothing is cut off."""
        width, height = self.size
        drawn = self._folded(width)
        self.show(drawn if len(drawn) <= height else self._folded(width - 1))  # beside its bar

    def _folded(self, width: int) -> list[Line]:
        here, own = (
            [part for row in rows for part in wrap(row, width)] for rows in (self.here, self.own)
        )
        return [*here, *[line("")] * (HERE - len(here)), *own]

    def on_resize(self) -> None:
        """Long lines follow the width."""
        super().on_resize()
        self.draw()


def here_lines(state: State, place: str, ours: str) -> list[Line]:
    """Every stack in a place, its counters, leaders and what holds for it, and the fortress."""
    if not place:
        return [line(Bit(" nothing under the cursor", "quiet"))]
    drawn: list[Line] = []
    for position in POSITIONS if not board.is_sea(place) else ():
        for alliance in alliances_present(state, place, position):
            drawn += stack_lines(state, sides.stack(state, place, alliance, position), ours)
    for fleet in fleets.stacks_at(state, place):
        drawn += fleet_lines(state, fleet, ours)
    drawn += aboard_lines(state, place)
    drawn += [line(Bit(f"   {said}", "strong")) for said in shore_words(state, place)]
    if not board.is_sea(place):
        drawn += settled_lines(state, place)
        drawn += fortress_lines(state, place)
    return drawn or [line(Bit(" nobody stands here", "quiet"))]


def unknown_lines() -> list[Line]:
    """A zone that is not known."""
    return [line(Bit(" no report of it has reached you yet", "quiet"))]


def settled_lines(state: State, place: str) -> list[Line]:
    """The establishments of a province, and its natives."""
    drawn = [
        line(f" ⌂ {establishments.establishment_in_words(one)}")
        for one in state.overseas.establishments.get(place, ())
    ]
    if natives := active_natives.natives_in_words(state, place):
        drawn.append(line(f"   {natives}"))
    return drawn


def carried_lines(state: State, units: Iterable[Unit], leaders: Iterable[Leader]) -> list[Line]:
    """What a stack has discovered and not brought home, which is lost with it (DIS-08)."""
    carriers = [str(unit.id) for unit in units] + [leader.id for leader in leaders]
    found = {place for one in carriers for place in state.overseas.discoveries.get(one, ())}
    if not found:
        return []
    names = sorted(map(place_name, found))
    why = ("Known to this stack alone until it reaches an establishment or Europe (DIS-04).",)
    return [line("   ", Bit(f"discovered: {', '.join(names)}", "good", why))]


def fortress_lines(state: State, place: str) -> list[Line]:
    """The fortress of a province and a siege of it."""
    level, who = sides.fortress_level(state, place), sides.controller(state, place)
    name = board.province(place).city or board.province(place).name
    held = f", {country_name(who)}" if who else ""
    drawn = [line(f" ◆ {name}, level {level}{held}")] if level else []
    if place in state.land.sieges:
        drawn.append(line(Bit(f" # {siege_words(state, place)}", "bad")))
    return drawn


def size(units: Sequence[Unit]) -> str:
    """How large counters are in LD or ND; nothing where they are detachments of one kind, whose
    number says it."""
    kinds = {unit.kind for unit in units}
    if len(kinds) == 1 and kinds <= WHOLE:
        return ""
    ships = not any(unit.land for unit in units)
    number = fleets.thirds(units) if ships else sum(unit.thirds for unit in units)
    return f" = {thirds(number)} {'ND' if ships else 'LD'}"


def stack_lines(state: State, stack: Stack, ours: str) -> list[Line]:
    """One stack: whose it is and its counters, its leaders, then technology and marks."""
    sign = SIGNS[relation(state, stack.alliance, ours)]
    inside = " inside" if stack.position == "inside" else ""
    drawn = []
    by_country: dict[str, list[Unit]] = {}
    for unit in stack.units:
        by_country.setdefault(unit.country, []).append(unit)
    for country, units in sorted(by_country.items()):
        veterans = ", veteran" if veteran(units) else ""
        counters = ", ".join(f"{unit.kind} {unit.id}" for unit in units)
        drawn.append(line(
            f" {sign} ", Bit(country_name(country), "strong"), f"{inside}  ",
            Bit(units_in_words(units), "", (f"The counters and their numbers: {counters}.",)),
            f"{size(units)}{veterans}",
        ))  # fmt: skip
        technology = state.countries[country].land_technology if country in state.countries else ""
        marks = _marks(state, units)
        said = " · ".join(part for part in (technology.replace("_", " "), *marks) if part)
        drawn += [line(Bit(f"   {said}", "quiet"))] * bool(said)
    supplied = stack.units and stack.position == "field" and not board.is_sea(stack.place)
    if supplied and stack.alliance != sides.NATIVES:  # they are at home
        drawn.append(supply_line(state, stack))
    if not by_country:
        owners = sorted({country_name(leader.country) for leader in stack.leaders})
        drawn.append(line(f" {sign} ", Bit(", ".join(owners), "strong"), f"{inside}  no troops"))
    drawn += [leader_line(leader) for leader in stack.leaders]
    if stack.alliance == ours:
        drawn += carried_lines(state, stack.units, stack.leaders)
    return drawn


def fleet_lines(state: State, fleet: Stack, ours: str) -> list[Line]:
    """A naval stack: whose, its counters and the ships in them, what it does, its leaders."""
    sign = SHIP_SIGNS[relation(state, fleet.alliance, ours)]
    drawn = []
    for country in sorted({unit.country for unit in fleet.units}):
        units = [unit for unit in fleet.units if unit.country == country]
        counters = ", ".join(f"{unit.kind} {unit.id}" for unit in units)
        drawn.append(line(
            f" {sign} ", Bit(country_name(country), "strong"), "  ",
            Bit(fleets.units_in_words(units), "",
                (f"The counters and their numbers: {counters}.",)),
            size(units),
        ))  # fmt: skip
        known = state.countries.get(country)
        technology = known.naval_technology.replace("_", " ") if known else ""
        doing = task_words(fleets.task(state, fleet))
        cargo = cargo_words(state, units)
        parts = [part for part in (technology, doing, *cargo, *_marks(state, units)) if part]
        if parts:
            drawn.append(line(Bit(f"   {' · '.join(parts)}", "quiet")))
    drawn += [leader_line(leader) for leader in fleet.leaders]
    if fleet.alliance == ours:
        drawn += carried_lines(state, fleet.units, fleet.leaders)
    return drawn


def aboard_lines(state: State, place: str) -> list[Line]:
    """The troops and leaders on board ships in a place."""
    aboard = [unit for unit in state.units_at(place) if unit.land and unit.position == "aboard"]
    drawn = []
    for country in sorted({unit.country for unit in aboard}):
        troops = [unit for unit in aboard if unit.country == country]
        held = f"{units_in_words(troops)}{size(troops)}"
        drawn.append(line(f"   aboard: {country_name(country)} {held}"))
    leaders = [leader for leader in state.leaders_at(place) if leader.position == "aboard"]
    return drawn + [leader_line(leader) for leader in leaders]


def supply_line(state: State, stack: Stack) -> Line:
    """The line of supply of a stack: full, weak and why, or none."""
    found = supply_lines.trace_line(state, stack.units, stack.place, stack.alliance)
    if found is None:
        why = f"{capitalised(supply_lines.why_no_line(state, stack))}."
        return line("   supply ", Bit("none", "bad", (why,)))
    where = f"{found.cost} MP from {called(found.source)}"
    way = f"{capitalised(where)}."
    if found.source == stack.place:
        where, way = "here", f"{capitalised(board.does(stack.place, 'be'))} a source of supply."
    causes = tuple(f"{cause.why} ({cause.rule})" for cause in found.weak)
    word = Bit("weak", "bad", (way, *causes)) if causes else Bit("full", "good", (way,))
    return line("   supply ", word, f" {where}")


def leader_line(leader: Leader) -> Line:
    """A leader: his name, values (manoeuvre, fire, shock, siege) and rank."""
    known = countries.leader(leader.id)
    values = leader.values or [known.manoeuvre, known.fire, known.shock, known.siege]
    shown = "·".join(str(value) for value in values[:3])
    siege = f" siege {values[3]}" if len(values) > 3 and values[3] else ""
    said = f"{known.name}, {known.kind}, rank {known.rank}: manoeuvre {values[0]}"
    why = (f"{said}, fire {values[1]}, shock {values[2]}{siege and ',' + siege}.",)
    return line("   ", Bit(known.name, "", why), f"  {shown}{siege}  rank {known.rank}")


def _marks(state: State, units: Sequence[Unit]) -> list[str]:
    numbers = {unit.id for unit in units}
    return [
        word
        for word, marked in (
            ("moved", state.marks.moved),
            ("locked in battle", state.marks.locked),
            ("beaten", state.marks.beaten),
            ("foraging", state.marks.foraging),
            ("not in supply", state.marks.unsupplied),
        )
        if numbers & marked
    ]


def own_lines(state: State, ours: str) -> list[Line]:
    """Every stack of an alliance, a line each that leads to its place."""
    if not ours:
        return []
    drawn = [line(Bit(f" Stacks of {with_article(ours)}", "head"))]
    for who in sides.members(state, ours):
        damaged = [one for one in state.sea.damaged if one.country == who]
        if who in state.countries:
            drawn.append(treasury_line(state, state.countries[who], damaged))
    for position in POSITIONS:
        for stack in sides.stacks(state, ours, position):
            leaders = ", ".join(countries.leader(leader.id).name for leader in stack.leaders)
            name = place_name(stack.place)
            where = f"{name} (inside)" if position == "inside" else name
            led = f" {leaders}" if leaders else ""
            told = Bit(f"  {units_in_words(stack.units)}{led}")
            marks = Bit(f"  {', '.join(_marks(state, stack.units))}", "quiet")
            there = Bit(where, "strong", (f"Enter: go to {name}.",), stack.place)
            drawn.append(line(" ▲ ", there, told, marks))
    for fleet in fleets.stacks(state, ours):
        name = place_name(fleet.place)
        doing = [task_words(fleets.task(state, fleet)), *cargo_words(state, fleet.units)]
        doing += _marks(state, fleet.units)
        leaders = ", ".join(countries.leader(leader.id).name for leader in fleet.leaders)
        led = f" {leaders}" if leaders else ""
        drawn.append(line(
            " ► ", Bit(name, "strong", (f"Enter: go to {name}.",), fleet.place),
            f"  {fleets.units_in_words(fleet.units)}{led}",
            Bit(f"  {', '.join(each for each in doing if each)}", "quiet"),
        ))  # fmt: skip
    for place, raiders in sorted(state.sea.corsairs.items()):
        own = [each for each in raiders if sides.alliance_of(state, each.country) == ours]
        if own:
            there = Bit(place_name(place), "strong", (f"Enter: go to {called(place)}.",), place)
            drawn.append(
                line(" p ", there, f"  {', '.join(map(corsairs_math.corsair_in_words, own))}")
            )
    return drawn
