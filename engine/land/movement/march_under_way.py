"""A movement under way, its legs between interceptions (MVG-07 to MVG-10, MOV, LDM-01).

Its attrition is in engine.land.movement.movement_attrition.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.facts import board, countries
from engine.facts.board import called, name_of
from engine.land.ground import losses, movement_costs, stack_parts
from engine.land.movement.attrition_causes import is_massed, may_be_massed
from engine.land.supply import supply_lines
from engine.play.phase import Phase
from engine.situation import command, counters, variants
from engine.state import State, sides
from engine.state.forces import COUNTRY, Position, Unit
from engine.state.stacks import UnderWay


@dataclass(slots=True)
class Stretch:
    """A stretch of a movement: its places, its movement points; `enemy` says that an enemy province
    was entered, `unsafe` that it went by ship away from a controlled port (MOV-05, CMB-21)."""

    way: list[str]
    points: int = 0
    enemy: bool = False
    unsafe: bool = False

    def goes_on(self, place: str, points: int, enemy: bool) -> None:
        """To the next place, for so many movement points."""
        self.way.append(place)
        self.points += points
        self.enemy |= enemy


@dataclass(slots=True)
class Move(UnderWay):
    """One movement on land: the `whole` of it and its latest `leg`, until a battle the whole.

    `afloat` says of leaders alone that they go from ships to ships or a port (LDM-A3). `line` is
    the line of supply where it began, `spent` and `led` are the movement points that its
    counters and leaders have used; `massed` says that it moved as a massed force (MOV-A6).
    """

    whole: Stretch
    line: supply_lines.Line | None
    leg: Stretch = field(init=False)
    spent: dict[int, int] = field(default_factory=dict)
    led: dict[str, int] = field(default_factory=dict)
    active: bool = False
    afloat: bool = False
    massed: bool = False
    place: str = field(init=False)

    def __post_init__(self) -> None:
        self.place = self.whole.way[-1]
        self.leg = self.whole

    def new_leg(self) -> None:
        """With a battle the next leg begins."""
        self.leg = Stretch([self.place])

    @property
    def way(self) -> list[str]:
        """The places of all its way."""
        return self.whole.way

    @property
    def alone(self) -> bool:
        """Whether only leaders move (LDM-01)."""
        return not self.everyone

    def comes_to(self, place: str, points: int = 0, enemy: bool = False) -> None:
        """It is in its next place."""
        self.place = place
        self.whole.goes_on(place, points, enemy)
        if self.leg is not self.whole:
            self.leg.goes_on(place, points, enemy)

    def troops(self, state: State) -> list[Unit]:
        """The counters that move now."""
        return state.units_by_id(self.units)

    def country(self, state: State) -> str:
        """The country that commands what moves."""
        leaders = state.leaders_by_id(self.leaders)
        return command.commanding_country(state, self.troops(state), leaders)


def begin(state: State, alliance: str, place: str, units: list[int], leaders: list[str]) -> Move:
    """The movement of these counters and leaders, before its first step (ATT-03)."""
    troops = state.units_by_id(units)
    line = supply_lines.mildest_line(state, troops, place, alliance) if troops else None
    return Move(alliance, units, leaders, Stretch([place]), line, last=state.last_unit)


def join(state: State, move: Move, units: Iterable[int], leaders: Iterable[str]) -> None:
    """Makes counters and leaders part of the movement: they have moved (MVG-07, MVG-10)."""
    for number in units:
        move.everyone.append(number)
        move.spent[number] = 0
        state.marks.moved.add(number)
    for name in leaders:
        move.chiefs.append(name)
        move.led[name] = 0
        state.marks.moved_leaders.add(name)


def advance(state: State, move: Move, place: str, points: int, friendly: bool = False) -> None:
    """Puts what moves into the next place and counts the movement points (MVG-07, MVG-09).

    What the leg has been, and whether it was a massed force, is kept for the attrition: a place
    known to be `friendly` is no enemy's.
    """
    before = move.place
    troops, at_sea = move.troops(state), board.is_sea(place)
    enemy = move.leg.enemy
    if troops and not (enemy or friendly or at_sea):
        enemy = sides.relation(state, place, move.alliance) == "enemy"
    for unit in troops:
        state.put(unit, place)
        state.marks.entered.setdefault(unit.id, [before]).append(place)
        move.spent[unit.id] = move.spent.get(unit.id, 0) + points
    variants.in_force(state).entered(state, place)
    if not move.massed:
        if move.everyone != move.units:
            troops = everyone(state, move)
        move.massed = may_be_massed(troops) and is_massed(state, troops, move.country(state))
    for name in move.leaders:
        position: Position = "port" if move.afloat and not at_sea else "field"
        state.put_leader(state.leaders[name], place, position)
        move.led[name] = move.led.get(name, 0) + points
    move.comes_to(place, points, enemy)


def passage(state: State, move: Move, place: str) -> int:
    """The movement points of leaders alone for their voyage to a place, from the coast where it
    began, or from the ships that they left at sea (LDM-A1)."""
    *_, start = move.way[0], *(each for each in move.way if not board.is_sea(each))
    return movement_costs.passage_cost(state, start, place, move.alliance)


def tell_way(phase: Phase, move: Move) -> None:
    """Tells the part of the way that has not been told yet."""
    state, way = phase.state, move.way[move.told :]
    move.told = len(move.way) - 1
    if len(way) < 2 or not (move.units or move.leaders):
        return
    country, here = move.country(state), move.troops(state)
    troops = stack_parts.in_words(here, move.leaders)
    owners = dict.fromkeys(map(COUNTRY, here))
    if owners and [*owners] != [country]:
        troops += f" of {countries.join_with_articles(owners)}"
    if len({*way}) > 1:
        text = f"{countries.does(country, 'move')} {troops}: {' - '.join(map(name_of, way))}"
    else:  # aboard and ashore again in one port
        text = f"{countries.does(country, 'land')} {troops} in {called(way[0])}"
    phase.tell(
        "move",
        f"{text} ({move.whole.points} MP).",
        move.place,
        sides.decider(state, country),
        {"way": way, "points": move.whole.points, "country": country},
    )


def take_stock(state: State, move: Move) -> None:
    """Finds what is left of the movement after losses: change made, counters and leaders gone
    (MVG-10). Change of friends who have not moved is none of it, though they fought beside it
    (MVG-08, INT-12)."""
    own = [
        unit.id
        for unit in state.units_and_change((), move.last)
        if unit.id in state.marks.moved
        and unit.land
        and sides.alliance_of(state, unit.country) == move.alliance
    ]
    most = max((move.spent.get(number, 0) for number in move.units), default=0)
    for number in own:
        if number not in move.everyone:
            move.everyone.append(number)
            if state.units[number].place == move.place:
                move.units.append(number)
                move.spent[number] = most
    move.last = state.last_unit
    move.everyone = [number for number in move.everyone if number in state.units]
    move.units = [number for number in move.units if number in state.units]
    for number in move.everyone:
        way = state.marks.entered.get(number)
        if way is not None and way[-1] != state.units[number].place:
            del state.marks.entered[number]
    move.leaders = [name for name in move.leaders if state.leaders[name].status == "map"]


def everyone(state: State, move: Move) -> list[Unit]:
    """Everything alive that was part of the movement (MVG-10)."""
    return state.units_by_id(move.everyone)


async def scouts_vanish(phase: Phase, unit_ids: Iterable[int]) -> None:
    """Exploration detachments that have come to Europe are destroyed when the movement ends, but
    for three that become one detachment (C-FOR-08, C-FOR-09, DIS-10)."""
    state = phase.state
    troops = state.units_by_id(unit_ids)
    scouts = [unit for unit in troops if unit.kind == "LDE" and board.in_europe(unit.place)]
    while scouts and (merges := counters.possible_merges(scouts)):
        counters.merge_counters(state, merges[0])
        scouts = [unit for unit in scouts if unit.id in state.units and unit.kind == "LDE"]
    if scouts:
        gone = [unit.id for unit in scouts]
        await losses.lose(phase, gone, len(gone), "exploration detachments come to Europe")
