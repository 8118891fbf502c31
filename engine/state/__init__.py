"""The whole state of a game: plain data of ids and whole numbers.

Countries, provinces and leaders are named by the ids of the facts. What the board prints is not
repeated here: `owners`, `controllers` and `levels` hold only what differs from it. Two states are
equal when their plain documents are. How a part is written, checked and read follows from its
declaration (engine.state.plain): a new thing that is kept is one line here.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from engine.state.forces import Position, Unit
from engine.state.holdings import (
    Alliance,
    Convoy,
    Corsair,
    Country,
    Damaged,
    Establishment,
    Leader,
    LeaderStatus,
    Revolt,
    Siege,
)
from engine.state.ledger import Ledger
from engine.state.plain import kept, table

LOST = "lost discoveries."
"""Begins the note of what a country's discoverers have taken with them and nobody was told yet."""

Step = Literal[
    "start", "wintering", "supply", "campaign", "movement", "exploration", "battles",
    "siege", "continuation", "end", "cleanup", "over",
]  # fmt: skip


@dataclass(slots=True)
class State:
    """Everything on the table. Units and leaders are moved by `put` and `put_leader` only."""

    scenario: str
    turn: int
    period: str
    variants: list[str] = kept(factory=list, form="sorted")
    options: dict[str, bool] = field(default_factory=dict)

    box: str = ""
    rounds: list[str] = field(default_factory=list)
    step: Step = "start"
    impulse: int = 0
    bad_weather: bool = kept(False, within="weather")
    extended: bool = kept(False, within="weather")
    next_box: str = ""
    next_weather: list[bool] = field(default_factory=list)
    sund_frozen: bool = kept(False, within="weather")
    poor_weather: bool = kept(False, within="weather")

    alliances: list[Alliance] = field(default_factory=list)
    wars: list[tuple[str, str]] = kept(factory=list, form="sorted")
    # The alliances as they were before those that overlap were joined; empty where none were.
    pacts: list[list[str]] = field(default_factory=list)
    countries: dict[str, Country] = kept(factory=dict, form="rows")
    initiatives: dict[str, int] = field(default_factory=dict)

    units: dict[int, Unit] = kept(factory=dict, form="rows")  # in order of their ids
    last_unit: int = 0
    leaders: dict[str, Leader] = kept(factory=dict, form="rows")
    owners: dict[str, str] = field(default_factory=dict)
    controllers: dict[str, str] = field(default_factory=dict)
    levels: dict[str, int] = field(default_factory=dict)
    sieges: dict[str, Siege] = field(default_factory=dict)
    resupplied: set[str] = field(default_factory=set)
    pillages: dict[str, list[str]] = field(default_factory=dict)
    revolts: dict[str, list[Revolt]] = field(default_factory=dict)
    corsairs: dict[str, list[Corsair]] = field(default_factory=dict)
    # Ducats of gold: aboard, by naval counter, or waiting ashore, by province; convoys by name.
    gold: dict[str, int] = field(default_factory=dict)
    convoys: dict[str, Convoy] = field(default_factory=dict)

    # Marks of the current impulse or round, unit ids unless they say otherwise.
    moved: set[int] = field(default_factory=set)
    moved_leaders: set[str] = field(default_factory=set)
    locked: set[int] = field(default_factory=set)
    beaten: set[int] = field(default_factory=set)
    foraging: set[int] = field(default_factory=set)
    unsupplied: set[int] = field(default_factory=set)
    entered: dict[int, list[str]] = kept(factory=dict, form="pairs")
    contested: list[str] = field(default_factory=list)
    done: set[str] = field(default_factory=set)
    active_moves: dict[str, list[int]] = field(default_factory=dict)
    active_fleets: dict[str, list[int]] = field(default_factory=dict)
    naval_battles: list[tuple[str, list[int], list[int]]] = field(default_factory=list)

    # At sea: actions that last by counter or leader (`tasks`), and presidios with their level.
    tasks: dict[str, str] = field(default_factory=dict)
    presidios: dict[str, tuple[str, int]] = field(default_factory=dict)

    damaged: list[Damaged] = field(default_factory=list)

    # Overseas: who has what where; provinces whose natives are active (their counters are what is
    # left of them) or gone for good; uses of the conquistador table by area.
    establishments: dict[str, list[Establishment]] = field(default_factory=dict)
    natives: dict[str, Literal["active", "gone"]] = field(default_factory=dict)
    appeals: dict[str, int] = field(default_factory=dict)

    # Of the Rest of the World: zones that countries know for good; discoveries that a counter or
    # leader has not yet brought home; and what others brought home since, which he hasn't heard of.
    known: dict[str, set[str]] = field(default_factory=dict)
    discoveries: dict[str, set[str]] = field(default_factory=dict)
    unheard: dict[str, set[str]] = field(default_factory=dict)

    thrown: dict[str, int] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict)
    ledger: Ledger = field(default_factory=Ledger)

    _at: dict[str, dict[int, Unit]] = field(default_factory=dict, repr=False, compare=False)
    _leaders_at: dict[str, dict[str, Leader]] = field(
        default_factory=dict, repr=False, compare=False
    )
    # What stands in a place, in order, until something comes or goes there.
    _in_order: dict[str, tuple[Unit, ...]] = field(default_factory=dict, repr=False, compare=False)
    _leading: dict[str, tuple[Leader, ...]] = field(default_factory=dict, repr=False, compare=False)
    # The troops and the ships of a country, in order, until one comes to it or is lost: no counter
    # changes its country, and troops become no ships.
    _own: dict[str, tuple[tuple[Unit, ...], tuple[Unit, ...]]] = field(
        default_factory=dict, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        for unit in self.units.values():
            self._at.setdefault(unit.place, {})[unit.id] = unit
        for leader in self.leaders.values():
            if leader.status == "map":
                self._leaders_at.setdefault(leader.place, {})[leader.id] = leader

    # What stands where.

    def units_at(self, place: str) -> tuple[Unit, ...]:
        """The counters in a place, in order of their ids."""
        here = self._in_order.get(place)
        if here is None:
            known = self._at.get(place, {})
            here = self._in_order[place] = tuple([known[number] for number in sorted(known)])
        return here

    def troops_of(self, country: str) -> tuple[Unit, ...]:
        """The land counters of a country, in order of their ids."""
        return (self._own.get(country) or self._look_up(country))[0]

    def ships_of(self, country: str) -> tuple[Unit, ...]:
        """The naval counters of a country, in order of their ids."""
        return (self._own.get(country) or self._look_up(country))[1]

    def _look_up(self, country: str) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
        own = [unit for unit in self.units.values() if unit.country == country]
        found = tuple([u for u in own if u.land]), tuple([u for u in own if not u.land])
        self._own[country] = found
        return found

    def leaders_at(self, place: str) -> tuple[Leader, ...]:
        """The leaders in a place, in order of their ids."""
        here = self._leading.get(place)
        if here is None:
            known = self._leaders_at.get(place, {})
            here = self._leading[place] = tuple([known[name] for name in sorted(known)])
        return here

    def occupied(self) -> list[str]:
        """Every place with a counter in it, sorted."""
        return sorted([place for place, here in self._at.items() if here])

    # The only ways a counter or leader comes, moves and goes.

    def add(self, unit: Unit) -> Unit:
        """Puts a new counter on the board and gives it the next id."""
        self.last_unit += 1
        unit.id = self.last_unit
        self.units[unit.id] = unit
        self._at.setdefault(unit.place, {})[unit.id] = unit
        self._in_order.pop(unit.place, None)
        self._own.pop(unit.country, None)
        return unit

    def put(self, unit: Unit, place: str, position: Position = "field") -> None:
        """Moves a counter to a place; what a ship was doing ends with it (NAC-10)."""
        del self._at[unit.place][unit.id]
        self._in_order.pop(unit.place, None)
        self.tasks.pop(str(unit.id), None)
        unit.place, unit.position = place, position
        self._at.setdefault(place, {})[unit.id] = unit
        self._in_order.pop(place, None)

    def remove(self, unit: Unit) -> None:
        """Takes a counter off the board, with every mark on it."""
        del self.units[unit.id]
        del self._at[unit.place][unit.id]
        self._in_order.pop(unit.place, None)
        self._own.pop(unit.country, None)
        for marks in (self.moved, self.locked, self.beaten, self.foraging, self.unsupplied):
            marks.discard(unit.id)
        self.entered.pop(unit.id, None)
        self.tasks.pop(str(unit.id), None)
        self.gold.pop(str(unit.id), None)
        for convoy in self.convoys.values():
            if unit.id in convoy.counters:
                convoy.counters.remove(unit.id)
        self._forget(str(unit.id), unit.country)

    def put_leader(self, leader: Leader, place: str, position: Position = "field") -> None:
        """Moves a leader to a place on the map, from wherever he is."""
        self.tasks.pop(leader.id, None)
        self._leave(leader)
        leader.place, leader.position, leader.status, leader.returns = place, position, "map", ""
        self._leaders_at.setdefault(place, {})[leader.id] = leader
        self._leading.pop(place, None)

    def imagined(self, leader: str, place: str) -> State:
        """The table with a leader in the field elsewhere, only to look at: it shares all else."""
        counter = self.leaders[leader]
        table = copy(self)
        moved = replace(counter, place=place, position="field")
        table.leaders = {**self.leaders, leader: moved}
        table._leaders_at, table._leading = dict(self._leaders_at), {}
        here = table._leaders_at.get(counter.place, {})
        table._leaders_at[counter.place] = {
            name: one for name, one in here.items() if name != leader
        }
        table._leaders_at[place] = {**table._leaders_at.get(place, {}), leader: moved}
        return table

    def take_leader(self, leader: Leader, status: LeaderStatus, returns: str = "") -> None:
        """Takes a leader off the map: wounded until a box, killed, captured or away.

        Where one fell is noted until the next round, when others may take his place (LDR-11).
        """
        if status != "away" and leader.place:
            self.notes[f"fallen.{leader.id}"] = leader.place
        self.tasks.pop(leader.id, None)
        self._forget(leader.id, leader.country)
        self._leave(leader)
        leader.status, leader.returns, leader.place, leader.position = status, returns, "", "field"

    def _leave(self, leader: Leader) -> None:
        self._leaders_at.get(leader.place, {}).pop(leader.id, None)
        self._leading.pop(leader.place, None)

    def _forget(self, carrier: str, country: str) -> None:
        """What is lost with a counter or leader who carried it (DIS-08), noted until it is told."""
        if found := self.discoveries.pop(carrier, None):
            note = f"{LOST}{country}"
            self.notes[note] = sorted({*self.notes.get(note, ()), *found})
        self.unheard.pop(carrier, None)

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
