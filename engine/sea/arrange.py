"""Forming and breaking fleet counters: which ships lie in which counter (C-NAV-04 to C-NAV-06).

Ships may be put into fleets and taken out of them at any time; what they are together stays the
same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import ClassVar, NamedTuple, get_args

from engine import countries, sides
from engine.asks import Ask, BadAnswer, Raw
from engine.forces import Kind, Unit
from engine.rotw import lore
from engine.sea import fleets, ports
from engine.sides import Stack
from engine.state import State
from engine.ways import name_of


class Piece(NamedTuple):
    """A naval counter as it is to be: its country, its kind, and the ships of a fleet."""

    country: str
    kind: Kind
    held: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        holding = ", ".join(f"{number} {ship}" for ship, number in self.held)
        return f"{self.country} {self.kind}" + (f": {holding}" if holding else "")


def piece(country: str, kind: Kind, held: Mapping[str, int]) -> Piece:
    """A counter that holds these ships."""
    return Piece(
        country, kind, tuple((ship, held[ship]) for ship in fleets.SHIPS if held.get(ship))
    )


def pieces(units: Iterable[Unit]) -> list[Piece]:
    """The counters as they are, exploration detachments left out."""
    return [piece(unit.country, unit.kind, unit.ships) for unit in units if unit.kind != "NDE"]


def full(state: State, country: str, held: Mapping[str, int], free: int) -> list[Piece]:
    """Ships in as few counters as may be: the fullest fleets first, the rest loose."""
    left: dict[str, int] = {ship: held.get(ship, 0) for ship in fleets.SHIPS}
    room = fleets.capacity(state, country, "F+")
    found: list[Piece] = []
    while free > len(found):
        into: dict[str, int] = {}
        for ship in fleets.SHIPS:
            while left[ship] > into.get(ship, 0) and fleets.fits(
                {**into, ship: into.get(ship, 0) + 1}, room
            ):
                into[ship] = into.get(ship, 0) + 1
        kind = fleets.side(state, country, into)
        if sum(into.values()) < 2 or kind is None:
            break
        found.append(piece(country, kind, into))
        for loaded, number in into.items():
            left[loaded] -= number
    return found + loose(country, left)


def loose(country: str, held: Mapping[str, int]) -> list[Piece]:
    """Ships each as a counter of its own."""
    return [Piece(country, ship) for ship in fleets.SHIPS for _ in range(held.get(ship, 0))]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrange(Ask[tuple[Piece, ...]]):
    """The counters of a naval stack: `england F+: 4 NWD, 1 NTD`, `england NWD`, in any order."""

    complete: ClassVar[bool] = False

    state: State = field(repr=False, compare=False)
    units: Sequence[int]

    @property
    def _ships(self) -> list[Unit]:
        return [self.state.units[number] for number in self.units]

    def parse(self, raw: Raw) -> tuple[Piece, ...]:
        if type(raw) is not list or any(type(item) is not str for item in raw):
            raise BadAnswer(f"{raw!r} is not a list of naval counters")
        found = [self._read(item) for item in raw]
        ships, wanted = _content(pieces(self._ships)), _content(found)
        for country, ship in sorted({*ships, *wanted}):
            have, named = ships[country, ship], wanted[country, ship]
            if have != named:
                name = countries.country(country).name
                raise BadAnswer(f"{name} has {have} {ship} here, and {named} are named")
        self._counters(found)
        self._room(found)
        return tuple(found)

    def _read(self, item: str) -> Piece:
        head, _, holding = item.partition(":")
        country, _, kind = head.partition(" ")
        held: dict[str, int] = {}
        for part in filter(None, (each.strip() for each in holding.split(","))):
            number, _, ship = part.partition(" ")
            if not number.isdecimal() or ship not in fleets.SHIPS:
                raise BadAnswer(f"{part!r} is no number of NWD, NGD, VGD or NTD")
            held[ship] = held.get(ship, 0) + int(number)
        sort = next((each for each in get_args(Kind) if each == kind), None)
        if country not in {unit.country for unit in self._ships} or sort is None:
            raise BadAnswer(f"{item!r} is no naval counter of those who are here")
        if sort in fleets.FLEETS:
            self._sides(country, sort, held)
        elif sort not in fleets.SHIPS or held:
            raise BadAnswer(f"{item!r} is no ship: NWD, NGD, VGD, NTD, or a fleet and its ships")
        return piece(country, sort, held)

    def _sides(self, country: str, sort: Kind, held: Mapping[str, int]) -> None:
        """A fleet shows the side that its ships need."""
        if not held or fleets.side(self.state, country, held) != sort:
            raise BadAnswer(f"{fleets.written(held) or 'nothing'} makes no {sort} (C-NAV-05)")

    def _counters(self, found: Sequence[Piece]) -> None:
        """The box has counters enough, those that are here counted in."""
        for country in sorted({each.country for each in found}):
            own = [unit for unit in self._ships if unit.country == country]
            for kinds in (fleets.FLEETS, ("NWD", "NGD"), ("NTD",), ("VGD",)):
                more = sum(each.country == country and each.kind in kinds for each in found)
                more -= sum(unit.kind in kinds for unit in own)
                if more > 0 and more > (
                    free := fleets.free_counters(self.state, country, kinds[0])
                ):
                    free += sum(unit.kind in kinds for unit in own)
                    name = countries.country(country).name
                    raise BadAnswer(f"{name} has but {free} counters {' or '.join(kinds)}")

    def _room(self, found: Sequence[Piece]) -> None:
        """At sea it stays one stack, in port there is room for its fleets."""
        units = self._ships
        place, position = units[0].place, units[0].position
        made = [Unit(0, each.country, each.kind, place, position) for each in found]
        made += [unit for unit in units if unit.kind == "NDE"]
        if position == "port":
            kind = ports.harbour(self.state, place, sides.alliance_of(self.state, units[0].country))
            if kind and not ports.holds(kind, fleets.fleet_counters(made)):
                raise BadAnswer(f"the port of {name_of(place)} holds no more fleets (C-STK-04)")
        elif not fleets.within_stacking(made):
            raise BadAnswer("at sea a stack is at most 3 counters and 2 transports (C-STK-02)")

    def offers(self) -> list[Raw]:
        """As it is, in as few counters as may be, and all ships by themselves."""
        return sorted(self._forms())

    def open(self) -> bool:
        """Whether there is more than one way."""
        return len(list(islice(self._forms(), 2))) > 1

    def _forms(self) -> Iterator[Raw]:
        seen: list[Raw] = []
        for make in (self._own, self._single, self._packed):
            found = make()
            answer = sorted(map(str, found))
            if answer not in seen and self._legal(found):
                seen.append(answer)
                yield answer

    def _own(self) -> list[Piece]:
        return pieces(self._ships)

    def _single(self) -> list[Piece]:
        return [piece for country, held, _ in self._held() for piece in loose(country, held)]

    def _packed(self) -> list[Piece]:
        """The ships of each country in as few counters as it has beside the board and here."""
        found: list[Piece] = []
        for country, held, fleets_here in self._held():
            free = fleets.free_counters(self.state, country, "F+") + fleets_here
            found += full(self.state, country, held, free)
        return found

    def _held(self) -> Iterator[tuple[str, dict[str, int], int]]:
        """Each country, its ships by kind and its fleet counters; explorers stay as they are."""
        for country in sorted({unit.country for unit in self._ships if unit.kind != "NDE"}):
            own = [unit for unit in self._ships if unit.country == country and unit.kind != "NDE"]
            yield country, fleets.ships(own), fleets.fleet_counters(own)

    def _legal(self, found: Sequence[Piece]) -> bool:
        """Whether counters of the ships that are here may be made."""
        try:
            for each in found:
                if each.kind in fleets.FLEETS:
                    self._sides(each.country, each.kind, dict(each.held))
            self._counters(found)
            self._room(found)
        except BadAnswer:
            return False
        return True

    def label(self, raw: Raw) -> str:
        return "; ".join(raw)

    def words(self, text: str) -> Raw:
        """A choice of the list, or any counters with semicolons between them."""
        try:
            return Ask.words(self, text)
        except BadAnswer:
            if text.isdecimal():
                raise
            return [item.strip() for item in text.split(";") if item.strip()]

    @property
    def default(self) -> Raw:
        return sorted(map(str, pieces(self._ships)))


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
        what=f"Which fleets do the ships in {name_of(stack.place)} form?",
        about={"place": stack.place, "units": [unit.id for unit in stack.units]},
        state=state,
        units=tuple(unit.id for unit in stack.units),
    )


def apply(state: State, unit_ids: Sequence[int], wanted: Sequence[Piece]) -> None:
    """Makes these counters of the ships; what they do and how many are veteran stays the same."""
    units = [state.units[number] for number in unit_ids if state.units[number].kind != "NDE"]
    have = Counter(pieces(units))
    gone = have - Counter(wanted)
    new = list((Counter(wanted) - have).elements())
    veterans: Counter[str] = Counter()
    task, place, position = state.tasks.get(str(units[0].id)), units[0].place, units[0].position
    heard = {unit.country: lore.memory(state, unit.id) for unit in units}
    for unit in units:
        each = piece(unit.country, unit.kind, unit.ships)
        if gone[each]:
            gone[each] -= 1
            veterans[unit.country] += unit.veterans
            state.remove(unit)
    for each in sorted(new):
        unit = state.add(Unit(0, each.country, each.kind, place, position, ships=dict(each.held)))
        unit.veterans = min(unit.afloat, veterans[each.country])
        veterans[each.country] -= unit.veterans
        lore.remember(state, unit.id, heard[each.country])
        if task:
            state.tasks[str(unit.id)] = task
