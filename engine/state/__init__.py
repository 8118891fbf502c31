"""The whole state of a game: plain data of ids and whole numbers.

It imports what is read and printed (documents, facts) and no rule. It is kept in *parts* that
belong to the rulebook's chapters, a module each; here are only they and what is everybody's. A
*unit* is a counter, a *stack* the counters of an alliance in a place, a *band* who is together, by
ids, a *side* friend, enemy or neutral, *marks* what holds for an impulse, the *ledger* what lasts
from turn to turn. Countries, provinces and leaders are named by the ids of the facts. What the
board prints is not repeated here.
Two states are equal when their plain documents are. How a field is written, checked and read
follows from its declaration (engine.documents.records, engine.state.serialization), and what it may
name from its type (engine.state.reference_types): a new thing that is kept is one line in the part
of its chapter. The document is flat: it has the fields of all parts side by side, so
no two may share a name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from itertools import chain
from operator import attrgetter
from typing import Any, Final, TypeVar

from engine.documents.records import kept, part
from engine.state.countries import Country
from engine.state.diplomacy import Diplomacy
from engine.state.forces import COUNTRY, Kind, Position, Unit
from engine.state.land import Land
from engine.state.leaders import Leader, LeaderStatus
from engine.state.ledger import Ledger
from engine.state.lookups import SHIPS_IN_PORT, Answers
from engine.state.marks import Marks
from engine.state.overseas import Overseas
from engine.state.reference_types import CountryOrNone
from engine.state.sea import Sea
from engine.state.sequence import Sequence
from engine.state.serialization import table

LOST = "lost discoveries."
"""Begins the note of what a country's discoverers have taken with them and nobody was told yet."""

NOWHERE: Final[frozenset[str]] = frozenset()
T = TypeVar("T")
PLACE: Final = attrgetter("place")
ID: Final = attrgetter("id")


class Whereabouts:
    """Where countries have counters, of troops or of ships, until one comes, goes or is lost."""

    __slots__ = ("_asked", "_of", "_together")

    def __init__(self) -> None:
        self._of: dict[str, frozenset[str]] = {}
        self._together: dict[tuple[str, ...], frozenset[str]] = {}
        self._asked: dict[str, set[tuple[str, ...]]] = {}  # together with whom it was asked of

    def forget(self, country: str) -> None:
        """A counter of a country has come or gone."""
        self._of.pop(country, None)
        for key in self._asked.pop(country, ()):
            self._together.pop(key, None)

    def of(
        self, countries: Collection[str], own: Callable[[str], tuple[Unit, ...]]
    ) -> frozenset[str]:
        """Where these countries have counters of their `own`."""
        key = tuple(countries)
        found = self._together.get(key)
        if found is None:
            for country in key:
                if country not in self._of:
                    self._of[country] = frozenset(map(PLACE, own(country)))
                self._asked.setdefault(country, set()).add(key)
            found = self._together[key] = NOWHERE.union(*map(self._of.__getitem__, key))
        return found


@dataclass(slots=True)
class State:
    """Everything on the table. Units and leaders are moved by `put` and `put_leader` only, and
    counters exchanged by `exchange`.

    `thrown` counts the dice of each name; `notes` is what a chapter has to remember for a while.
    """

    scenario: str
    turn: int
    period: str
    variants: list[str] = kept(factory=list, form="sorted")
    options: dict[str, bool] = field(default_factory=dict)

    sequence: Sequence = part(Sequence)
    diplomacy: Diplomacy = part(Diplomacy)

    countries: dict[CountryOrNone, Country] = kept(factory=dict, form="rows")
    units: dict[int, Unit] = kept(factory=dict, form="rows")  # in order of their ids
    last_unit: int = 0
    leaders: dict[str, Leader] = kept(factory=dict, form="rows")

    land: Land = part(Land)
    marks: Marks = part(Marks)
    sea: Sea = part(Sea)
    overseas: Overseas = part(Overseas)

    thrown: dict[str, int] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict)
    ledger: Ledger = field(default_factory=Ledger)

    # What stands in a place, and the troops and the ships of a country, in order of ids: no counter
    # changes its country, and troops become no ships.
    _at: dict[str, tuple[Unit, ...]] = field(init=False, repr=False, compare=False)
    _leaders_at: dict[str, tuple[Leader, ...]] = field(init=False, repr=False, compare=False)
    _troops: dict[str, tuple[Unit, ...]] = field(init=False, repr=False, compare=False)
    _ships: dict[str, tuple[Unit, ...]] = field(init=False, repr=False, compare=False)
    # Where countries have troops, and where ships, until one comes, goes or is lost.
    _troops_in: Whereabouts = field(default_factory=Whereabouts, repr=False, compare=False)
    _ships_in: Whereabouts = field(default_factory=Whereabouts, repr=False, compare=False)
    _answers: Answers = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._answers = Answers(self.units, self.leaders)
        for each in (self.diplomacy, self.land, self.marks, self.sea, self.overseas):
            each.watch(self._answers)
        units = self.units.values()
        self._at = _by(PLACE, units)
        self._troops = _by(COUNTRY, [unit for unit in units if unit.land])
        self._ships = _by(COUNTRY, [unit for unit in units if not unit.land])
        here = [leader for leader in self.leaders.values() if leader.status == "map"]
        self._leaders_at = _by(PLACE, here)

    @property
    def switched_off(self) -> frozenset[str]:
        """The experimental rules that are switched off."""
        return frozenset(name for name, chosen in self.options.items() if not chosen)

    # What stands where.

    def units_at(self, place: str) -> tuple[Unit, ...]:
        """The counters in a place, in order of their ids."""
        return self._at.get(place, ())

    def troops_of(self, country: str) -> tuple[Unit, ...]:
        """The land counters of a country, in order of their ids."""
        return self._troops.get(country, ())

    def ships_of(self, country: str) -> tuple[Unit, ...]:
        """The naval counters of a country, in order of their ids."""
        return self._ships.get(country, ())

    def ships(self) -> Iterable[Unit]:
        """The naval counters of all countries."""
        return chain.from_iterable(self._ships.values())

    def places_of_troops(self, countries: Collection[str]) -> frozenset[str]:
        """Where these countries have land counters, in any position."""
        return self._troops_in.of(countries, self.troops_of)

    def places_of_ships(self, countries: Collection[str]) -> frozenset[str]:
        """Where these countries have naval counters."""
        return self._ships_in.of(countries, self.ships_of)

    def leaders_at(self, place: str) -> tuple[Leader, ...]:
        """The leaders in a place, in order of their ids."""
        return self._leaders_at.get(place, ())

    def units_by_id(self, numbers: Iterable[int]) -> list[Unit]:
        """Those of these counters that are on the board, in this order."""
        found = []
        for number in numbers:  # mostly one or two: to set up anything else takes longer
            if (unit := self.units.get(number)) is not None:
                found.append(unit)  # noqa: PERF401
        return found

    def units_and_change(self, numbers: Iterable[int], last: int) -> list[Unit]:
        """Those of these counters that are on the board, and those made since a `last` one."""
        return self.units_by_id((*numbers, *range(last + 1, self.last_unit + 1)))

    def leaders_by_id(self, names: Iterable[str]) -> list[Leader]:
        """These leaders, in this order."""
        found = []
        for name in names:  # mostly nobody
            found.append(self.leaders[name])  # noqa: PERF401
        return found

    def occupied_places(self) -> list[str]:
        """Every place with a counter in it, sorted."""
        return sorted(self._at)

    # The only ways a counter or leader comes, moves and goes.

    def add(self, unit: Unit) -> Unit:
        """Puts a new counter on the board and gives it the next id."""
        self.last_unit += 1
        unit.id = self.last_unit
        self.units[unit.id] = unit
        _place(self._at, unit.place, unit)
        _place(self._troops if unit.land else self._ships, unit.country, unit)
        self._changed(unit.place, unit.position == "port")
        (self._troops_in if unit.land else self._ships_in).forget(unit.country)
        self._answers.forget(unit.country)
        return unit

    def put(self, unit: Unit, place: str, position: Position = "field") -> None:
        """Moves a counter to a place; what a ship was doing ends with it (NAC-10)."""
        self._take_from(unit)
        if self.sea.tasks and str(unit.id) in self.sea.tasks:
            self._end_task(unit)
        unit.place, unit.position = place, position
        _place(self._at, place, unit)
        self._changed(place, position == "port")

    def exchange(self, unit: Unit, kind: Kind, ships: dict[str, int] | None = None) -> None:
        """Makes another counter of one: its other side, what is left of it, what it becomes; or a
        fleet of other `ships`."""
        unit.become(kind, unit.size)
        if ships is not None:
            unit.ships = ships
        self._answers.forget(unit.place)
        self._answers.forget(unit.country)

    def remove(self, unit: Unit) -> None:
        """Takes a counter off the board, with every mark on it."""
        del self.units[unit.id]
        self._take_from(unit)
        _displace(self._troops if unit.land else self._ships, unit.country, unit)
        self._answers.forget(unit.country)
        for marks in self.marks.on_counters:
            marks.discard(unit.id)
        self.marks.entered.pop(unit.id, None)
        if self.sea.tasks and str(unit.id) in self.sea.tasks:
            self._end_task(unit)
        self.sea.gold.pop(str(unit.id), None)
        for convoy in self.sea.convoys.values():
            if unit.id in convoy.counters:
                convoy.counters.remove(unit.id)
        self._forget(str(unit.id), unit.country)

    def _end_task(self, unit: Unit) -> None:
        """Ends what a ship that leaves a place was doing there (NAC-10)."""
        self.leave_behind(unit, self.sea.tasks.pop(str(unit.id)))

    def leave_behind(self, unit: Unit, task: str) -> None:
        """Leaders whom a ship has left that did this with them do nothing from then on, if no other
        ship of their side there does it."""
        tasks = self.sea.tasks
        sides = [each.members for each in self.diplomacy.alliances if unit.country in each.members]
        own = sides[0] if sides else [unit.country]
        here = self.units_at(unit.place)
        if not any(tasks.get(str(each.id)) == task and each.country in own for each in here):
            for leader in self.leaders_at(unit.place):
                if tasks.get(leader.id) == task and leader.country in own:
                    del tasks[leader.id]

    def _take_from(self, unit: Unit) -> None:
        """Takes a counter from its place."""
        _displace(self._at, unit.place, unit)
        (self._troops_in if unit.land else self._ships_in).forget(unit.country)
        self._changed(unit.place, unit.position == "port")

    def put_leader(self, leader: Leader, place: str, position: Position = "field") -> None:
        """Moves a leader to a place on the map, from wherever he is."""
        self.sea.tasks.pop(leader.id, None)
        self._leave(leader)
        leader.place, leader.position, leader.status, leader.returns = place, position, "map", ""
        _place(self._leaders_at, place, leader)
        self._changed(place)

    def bring(
        self,
        units: Iterable[int],
        leaders: Iterable[str],
        place: str,
        position: Position = "field",
    ) -> None:
        """Moves those of these counters that are on the board to a place, and leaders with them."""
        for unit in self.units_by_id(units):
            self.put(unit, place, position)
        for leader in self.leaders_by_id(leaders):
            self.put_leader(leader, place, position)

    def with_moved(
        self,
        units: Iterable[int],
        leaders: Iterable[str],
        place: str,
        position: Position = "field",
    ) -> State:
        """The table with counters and leaders elsewhere, only to look at: it shares all else, but
        what they did at sea."""
        table = object.__new__(State)
        for name in FIELDS:  # the module copy takes several times as long to find them out
            setattr(table, name, getattr(self, name))
        troops = {n: replace(self.units[n], place=place, position=position) for n in units}
        chiefs = {n: replace(self.leaders[n], place=place, position=position) for n in leaders}
        table.units, table.leaders = self.units | troops, self.leaders | chiefs
        if troops:
            ashore = {n: unit for n, unit in troops.items() if unit.land}
            afloat = {n: unit for n, unit in troops.items() if not unit.land}
            table._at = _moved(self._at, self.units, troops, PLACE)
            table._troops = _moved(self._troops, self.units, ashore, COUNTRY)
            table._ships = _moved(self._ships, self.units, afloat, COUNTRY)
            table._troops_in, table._ships_in = Whereabouts(), Whereabouts()
        table._leaders_at = _moved(self._leaders_at, self.leaders, chiefs, PLACE)
        gone = {*map(str, troops), *chiefs}
        if not gone.isdisjoint(self.sea.tasks):
            tasks = {who: task for who, task in self.sea.tasks.items() if who not in gone}
            table.sea = replace(self.sea, tasks=tasks)
        # Shared but for what was found of these places, and of ships.
        table._answers = self._answers.shared(table.units, table.leaders)
        left = {self.units[n].place for n in troops} | {self.leaders[n].place for n in chiefs}
        for key in (*left, place, *([SHIPS_IN_PORT] if troops else ())):
            table._answers.forget(key)
        return table

    def remove_leader(self, leader: Leader, status: LeaderStatus, returns: str = "") -> None:
        """Takes a leader off the map: wounded until a box, killed, captured or away.

        Where one fell is noted until the next round, when others may take his place (LDR-11).
        """
        if status != "away" and leader.place:
            self.notes[f"fallen.{leader.id}"] = leader.place
        self.sea.tasks.pop(leader.id, None)
        self._forget(leader.id, leader.country)
        self._leave(leader)
        leader.status, leader.returns, leader.place, leader.position = status, returns, "", "field"

    def _changed(self, place: str, in_port: bool = False) -> None:
        """Somebody comes to a place, goes, or changes his position there; a ship, `in_port`."""
        self._answers.forget(place)
        if in_port:
            self._answers.forget(SHIPS_IN_PORT)

    def _leave(self, leader: Leader) -> None:
        if leader.place in self._leaders_at:
            _displace(self._leaders_at, leader.place, leader)
        self._changed(leader.place)

    def _forget(self, carrier: str, country: str) -> None:
        """What is lost with a counter or leader who carried it (DIS-08), noted until it is told."""
        if found := self.overseas.discoveries.pop(carrier, None):
            note = f"{LOST}{country}"
            self.notes[note] = sorted({*self.notes.get(note, ()), *found})
        self.overseas.unheard.pop(carrier, None)

    # Plain documents.

    def to_plain(self) -> dict[str, Any]:
        """The state as a plain document (text keys, ints, lists), equal for equal states."""
        plain: dict[str, Any] = table(State).write(self)
        return plain

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> State:
        """A new state from a plain document of `to_plain`; nothing is shared with the document."""
        state: State = table(cls).read(plain)
        return state


FIELDS: Final = tuple(each.name for each in fields(State))


def _by(key: Callable[[T], str], ones: Iterable[T]) -> dict[str, tuple[T, ...]]:
    """Those of each place or country, in order of their ids."""
    found: dict[str, list[T]] = {}
    for one in sorted(ones, key=ID):
        found.setdefault(key(one), []).append(one)
    return {each: tuple(those) for each, those in found.items()}


def _place(at: dict[str, tuple[T, ...]], place: str, one: T) -> None:
    """Somebody stands in a place, or is of a country, from now on."""
    here = at.get(place)
    at[place] = tuple(sorted([*here, one], key=ID)) if here else (one,)


def _displace(at: dict[str, tuple[T, ...]], place: str, one: T) -> None:
    """Somebody stands in a place, or is of a country, no longer."""
    if len(here := at[place]) == 1:
        del at[place]
    else:
        at[place] = tuple([each for each in here if each is not one])


def _moved(
    at: Mapping[str, tuple[T, ...]],
    known: Mapping[Any, T],
    moved: Mapping[Any, T],
    key: Callable[[T], str],
) -> dict[str, tuple[T, ...]]:
    """What stands where, or is whose, once those `moved` of the `known` stand elsewhere."""
    found = dict(at)
    for one, there in moved.items():
        if (was := key(known[one])) in found:
            _displace(found, was, known[one])
        _place(found, key(there), there)
    return found
