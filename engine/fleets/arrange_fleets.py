"""Forming and breaking fleet counters: which ships lie in which counter (C-NAV-04 to C-NAV-06).

Ships may be put into fleets and taken out of them at any time; what they are together stays the
same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import ClassVar, Final, NamedTuple

from engine.facts import countries
from engine.facts.board import called, in_or_off
from engine.facts.tables import FleetCapacity
from engine.fleets import fleet_counters, fleets, gold, ports
from engine.play.asks import Ask, BadAnswer, Raw, ordinal, texts
from engine.state import State, forces, known_zones, sides
from engine.state.forces import COUNTRY, Kind, Unit
from engine.state.stacks import Stack


class Piece(NamedTuple):
    """A naval counter as it is to be: its country, its kind, and the ships of a fleet."""

    country: str
    kind: Kind
    held: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        holding = ", ".join(f"{number} {ship}" for ship, number in self.held)
        return f"{self.country} {self.kind}" + (f": {holding}" if holding else "")


class ArrangementLimits(NamedTuple):
    """All that bounds how ships of a stack are arranged.

    `counters` are those that are there, exploration detachments and convoys but counted; `beside`
    the kinds of the others of their stack, which are not arranged; `free` the counters of each
    country beside the board, by the kinds that share them.
    """

    period: str
    place: str
    at_sea: bool
    harbour: ports.Harbour
    counters: tuple[Piece, ...]
    explorers: int
    convoy: int
    beside: tuple[Kind, ...]
    free: tuple[tuple[str, tuple[int, ...]], ...]

    @property
    def ships(self) -> Counter[tuple[str, str]]:
        """The ships by country and kind."""
        return _content(self.counters)


ONE: Final = re.compile(r"\b1 ")  # a ship by itself has no number, as in all lists of ships
POOLS: Final[tuple[tuple[Kind, ...], ...]] = (("F+", "F-"), ("NWD", "NGD"), ("NTD",), ("VGD",))
"""The kinds that share the counters of the box."""


def arrangement_limits(state: State, units: Sequence[Unit]) -> ArrangementLimits:
    """What bounds these ships of a stack."""
    place, at_sea = units[0].place, units[0].position != "port"
    alliance = sides.alliance_of(state, units[0].country)
    task = state.sea.tasks.get(str(units[0].id), "")
    stack = fleets.ships_doing(state, place, alliance, task)
    others = [] if len(stack) == len(units) else [each for each in stack if each not in units]
    counters = tuple(pieces(gold.outside_convoys(state, units)))
    owners = sorted({*map(COUNTRY, counters)})
    return ArrangementLimits(
        state.period,
        place,
        at_sea,
        "" if at_sea else ports.harbour(state, place, alliance),
        counters,
        [*map(fleets.KIND, units)].count("NDE"),
        sum(bool(gold.convoy(state, unit.id)) for unit in units) if state.sea.convoys else 0,
        tuple(map(fleets.KIND, others)),
        tuple([(each, fleet_counters.free_by_pools(state, each, POOLS)) for each in owners]),
    )


def piece(country: str, kind: Kind, held: Mapping[str, int]) -> Piece:
    """A counter that holds these ships."""
    if not held:
        return _loose(country, kind)
    return Piece(
        country, kind, tuple([(ship, held[ship]) for ship in fleets.SHIPS if held.get(ship)])
    )


@cache
def _loose(country: str, kind: Kind) -> Piece:
    return Piece(country, kind)


def pieces(units: Iterable[Unit]) -> list[Piece]:
    """The counters as they are, exploration detachments left out."""
    return [piece(unit.country, unit.kind, unit.ships) for unit in units if unit.kind != "NDE"]


def in_fewest_counters(
    period: str, country: str, held: Mapping[str, int], free: int
) -> list[Piece]:
    """Ships in as few counters as may be: the fullest fleets first, the rest loose."""
    left: dict[str, int] = {ship: held.get(ship, 0) for ship in fleets.SHIPS}
    room = fleet_counters.capacity_in(period, country, "F+")
    found: list[Piece] = []
    while free > len(found):
        into = _filled(left, room)
        kind = fleet_counters.side_in(period, country, into)
        if sum(into.values()) < 2 or kind is None:
            break
        found.append(piece(country, kind, into))
        for loaded, number in into.items():
            left[loaded] -= number
    return found + each_alone(country, left)


def _filled(left: Mapping[str, int], room: FleetCapacity) -> dict[str, int]:
    """What goes into one fleet: warships first, then galleys at half their room (C-NAV-04)."""
    into, halves = {"NTD": min(left["NTD"], room.transports)}, 2 * room.warships
    for ship, size in (("NWD", 2), ("NGD", 1), ("VGD", 1)):
        into[ship] = min(left[ship], halves // size)
        halves -= size * into[ship]
    return into


def each_alone(country: str, held: Mapping[str, int]) -> list[Piece]:
    """Ships each as a counter of its own."""
    return [Piece(country, ship) for ship in fleets.SHIPS for _ in range(held.get(ship, 0))]


@dataclass(slots=True, kw_only=True)
class Arrange(Ask[tuple[Piece, ...]]):
    """The counters of a naval stack: `england F+: 4 NWD, 1 NTD`, `england NWD`, in any order."""

    complete: ClassVar[bool] = False

    state: State = field(repr=False, compare=False)
    units: Sequence[int]
    # What was offered, all of it legal: nothing moves while the question stands.
    _offered: dict[tuple[str, ...], tuple[Piece, ...]] = field(
        default_factory=dict, repr=False, compare=False
    )

    @property
    def _yard(self) -> ArrangementLimits:
        return arrangement_limits(self.state, self.state.units_by_id(self.units))

    def parse(self, raw: Raw) -> tuple[Piece, ...]:
        given = tuple(texts(raw, "naval counters"))
        return self._offered.get(given) or self._checked(given)

    def _checked(self, given: Sequence[str]) -> tuple[Piece, ...]:
        here = self._yard
        found = [self._read(here, item) for item in given]
        ships, wanted = here.ships, _content(found)
        for country, ship in sorted({*ships, *wanted}):
            have, named = ships[country, ship], wanted[country, ship]
            if have != named:
                has = countries.does(country, "have")
                raise BadAnswer(f"{has} {have} {ship} here, and {named} are named")
        _check(here, found)
        return tuple(found)

    def _read(self, here: ArrangementLimits, item: str) -> Piece:
        head, _, holding = item.partition(":")
        country, _, kind = head.partition(" ")
        held: dict[str, int] = {}
        for part in filter(None, (each.strip() for each in holding.split(","))):
            number, _, ship = part.partition(" ")
            if not ordinal(number) or ship not in fleets.SHIPS:
                raise BadAnswer(f"{part!r} is not a number of NWD, NGD, VGD or NTD")
            held[ship] = held.get(ship, 0) + ordinal(number)
        sort = forces.KINDS.get(kind)
        if country not in {each.country for each in here.counters} or sort is None:
            raise BadAnswer(f"{item!r} is not a naval counter of those who are here")
        if sort in forces.FLEETS:
            _sides(here, country, sort, held)
        elif sort not in fleets.SHIPS or held:
            raise BadAnswer(f"{item!r} is not a ship: NWD, NGD, VGD, NTD, or a fleet and its ships")
        return piece(country, sort, held)

    def offers(self) -> list[Raw]:
        """As it is, in as few counters as may be, and all ships by themselves."""
        for form in forms(self._yard):
            ordered = sorted(form, key=str)
            self._offered[tuple(map(str, ordered))] = tuple(ordered)
        return [list(given) for given in sorted(self._offered)]

    def label(self, raw: Raw) -> str:
        """The counters by country, those alike counted: `Spain: F+ (8 NWD, NTD), 2 NTD`."""
        by_country: dict[str, Counter[str]] = {}
        for item in raw:
            country, _, counter = item.partition(" ")
            kind, _, held = counter.partition(": ")
            alike = by_country.setdefault(country, Counter())
            alike[f"{kind} ({ONE.sub('', held)})" if held else kind] += 1
        said = (
            f"{countries.country_name(country)}: "
            + ", ".join(f"{number} {one}" if number > 1 else one for one, number in alike.items())
            for country, alike in by_country.items()
        )
        return "; ".join(said)

    def answer_from_words(self, text: str) -> Raw:
        """A choice of the list, or any counters with semicolons between them."""
        try:
            return Ask.answer_from_words(self, text)
        except BadAnswer:
            if text.isdecimal():
                raise
            return [item.strip() for item in text.split(";") if item.strip()]

    @property
    def default(self) -> Raw:
        return sorted(map(str, self._yard.counters))


@lru_cache(maxsize=4096)
def forms(here: ArrangementLimits) -> tuple[tuple[Piece, ...], ...]:
    """As it is, all ships by themselves, in as few counters as may be: what of it is legal."""
    held: dict[str, dict[str, int]] = {}
    for (country, ship), number in sorted(here.ships.items()):
        held.setdefault(country, {})[ship] = number
    single = [each for country in held for each in each_alone(country, held[country])]
    packed = _packed(here)
    ways = dict.fromkeys(tuple(sorted(way)) for way in (here.counters, single, packed))
    return tuple(way for way in ways if _legal(here, way))


def _packed(here: ArrangementLimits) -> list[Piece]:
    """All ships in as few counters as may be."""
    found = []
    for country, free in here.free:
        own = [each for each in here.counters if each.country == country]
        held = {ship: number for (owner, ship), number in here.ships.items() if owner == country}
        fleets_here = sum(each.kind in forces.FLEETS for each in own)
        found += in_fewest_counters(here.period, country, held, free[0] + fleets_here)
    return found


def _legal(here: ArrangementLimits, found: Sequence[Piece]) -> bool:
    try:
        for each in found:
            if each.kind in forces.FLEETS:
                _sides(here, each.country, each.kind, dict(each.held))
        _check(here, found)
    except BadAnswer:
        return False
    return True


def _sides(here: ArrangementLimits, country: str, sort: Kind, held: Mapping[str, int]) -> None:
    """A fleet shows the side that its ships need."""
    if not held or fleet_counters.side_in(here.period, country, held) != sort:
        raise BadAnswer(f"{fleets.ships_in_words(held) or 'nothing'} makes no {sort} (C-NAV-05)")


def _enough(here: ArrangementLimits, found: Sequence[Piece]) -> None:
    """The box has counters enough, those that are here counted in."""
    for country, pools in here.free:
        for kinds, free in zip(POOLS, pools, strict=True):
            own = sum(each.country == country and each.kind in kinds for each in here.counters)
            made = sum(each.country == country and each.kind in kinds for each in found)
            if made > own and made > own + free:
                has = countries.does(country, "have")
                raise BadAnswer(f"{has} but {own + free} counters {' or '.join(kinds)}")


def _check(here: ArrangementLimits, found: Sequence[Piece]) -> None:
    """Counters are enough; at sea it stays one stack, in port there is room for its fleets."""
    _enough(here, found)
    made_kinds = [*here.beside, *(each.kind for each in found)]
    if here.at_sea:
        besides = [*["NDE"] * here.explorers, *["NTD"] * here.convoy]
        if not fleets.stackable([*made_kinds, *besides]):
            raise BadAnswer("at sea a stack is at most 3 counters and 2 transports (C-STK-02)")
    elif here.harbour and not ports.port_holds(
        here.harbour, sum(kind in forces.FLEETS for kind in made_kinds)
    ):
        raise BadAnswer(f"the port of {called(here.place)} holds no more fleets (C-STK-04)")


def _content(found: Iterable[Piece]) -> Counter[tuple[str, str]]:
    """The ships of counters by country and kind."""
    tally: Counter[tuple[str, str]] = Counter()
    for each in found:
        for ship, number in each.held or ((each.kind, 1),):
            tally[each.country, ship] += number
    return tally


def question(state: State, who: str, stack: Stack) -> Arrange:
    """How the ships of a stack may be arranged."""
    return Arrange(
        who=who,
        name="arrange",
        what=f"Which fleets do the ships {in_or_off(stack.place)} form?",
        about={"place": stack.place, "units": stack.unit_ids},
        state=state,
        units=tuple(stack.unit_ids),
    )


def apply(state: State, unit_ids: Sequence[int], wanted: Sequence[Piece]) -> None:
    """Makes these counters of the ships; what they do and carry, and how many are veteran, stays
    the same. Convoys have a use of their own and are left as they are
    (CMB-35)."""
    own = gold.outside_convoys(state, state.units_by_id(unit_ids))
    units = [unit for unit in own if unit.kind != "NDE"]
    new = [*wanted]
    gone: list[Unit] = []
    for unit in reversed(units):
        if (each := piece(unit.country, unit.kind, unit.ships)) in new:
            new.remove(each)
        else:
            gone.append(unit)
    veterans = {unit.country: 0 for unit in units}
    task, place, position = state.sea.tasks.get(str(units[0].id)), units[0].place, units[0].position
    heard: dict[str, tuple[set[str], set[str]]] = {}
    for unit in units:
        found, unheard = known_zones.memory(state, unit.id)
        before = heard.get(unit.country, (set(), unheard))
        heard[unit.country] = before[0] | found, before[1] & unheard
    ducats = {
        country: gold.ducats_aboard(state, [unit for unit in units if unit.country == country])
        for country in (heard if state.sea.gold else ())
    }
    last = state.last_unit
    for unit in reversed(gone):
        veterans[unit.country] += unit.veterans
        state.remove(unit)
    for each in sorted(new):
        unit = state.add(Unit(0, each.country, each.kind, place, position, ships=dict(each.held)))
        unit.veterans = min(unit.afloat, veterans[each.country])
        veterans[each.country] -= unit.veterans
        known_zones.remember(state, unit.id, heard[each.country])
        if task:
            state.sea.tasks[str(unit.id)] = task
    for country, aboard in ducats.items():
        numbers = [*(unit.id for unit in units), *range(last + 1, state.last_unit + 1)]
        left = state.units_by_id(numbers)
        own = [unit for unit in left if unit.country == country]
        if gold.ducats_aboard(state, own) != aboard:
            gold.settle(state, own, aboard)


def pack(state: State, units: Iterable[Unit]) -> bool:
    """Puts ships into as few counters as may be, before any is lost for want of room (C-NAV-04).

    Convoys and what carries gold stay as they are. Whether there are other counters now.
    """
    free = [
        unit
        for unit in units
        if unit.kind != "NDE"
        and str(unit.id) not in state.sea.gold
        and not gold.convoy(state, unit.id)
    ]
    if not free:
        return False
    here = arrangement_limits(state, free)
    wanted = _packed(here)
    try:
        _enough(here, wanted)
    except BadAnswer:
        return False
    if len(wanted) >= len(here.counters):
        return False
    marked = [
        marks
        for marks in (state.marks.moved, state.marks.beaten)
        if any(unit.id in marks for unit in free)
    ]
    last = state.last_unit
    apply(state, [unit.id for unit in free], wanted)
    for marks in marked:
        marks.update(number for number in state.units if number > last)
    return True
