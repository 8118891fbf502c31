"""A voyage under way: who sails now, where it has been, what it carries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.facts import board, countries
from engine.facts.board import name_of
from engine.fleets import fleets
from engine.fleets.naval_journey import Journey
from engine.land.battle import parameters
from engine.land.movement import march_under_way
from engine.play.phase import Phase
from engine.situation import naval_command
from engine.state import State, sides
from engine.state.forces import Unit
from engine.state.stacks import Group, UnderWay


@dataclass(slots=True)
class Voyage(UnderWay):
    """A naval move, and where it has been.

    `announced` is an action in words until it is carried out: with it attrition is `rolled`, and
    the `payer` is the country whose campaign it is part of (CAM-A8). `fought` says that it won a
    battle on the way, `stopped` that something ended it; `cargo` are the troops aboard, `landing`
    the province where they land when it is over.
    """

    journey: Journey
    announced: str = ""
    payer: str = ""
    fought: bool = False
    stopped: bool = False
    cargo: Cargo | None = None
    landing: str = ""

    @property
    def place(self) -> str:
        return self.journey.way[-1]

    @property
    def force(self) -> parameters.Force:
        """What it brings to a battle."""
        return parameters.Force(self.alliance, tuple(self.units), tuple(self.leaders))

    def ships(self, state: State) -> list[Unit]:
        """The counters that sail now."""
        return state.units_by_id(self.units)

    def country(self, state: State) -> str:
        """The country that commands what sails."""
        here = self.stack(state)
        return naval_command.commanding_country(state, here.units, here.leaders)

    def arrival(self, state: State) -> Arrival:
        """The ships where they are now."""
        way, ships = self.journey.way, self.ships(state)
        return Arrival(state, ships, way, self.alliance, self.cargo, self.fought, self.leaders)

    def take_stock(self, state: State, fought: str = "") -> None:
        """Forgets what was lost on the way or, where the ships have `fought`, has left it to follow
        a beaten enemy (RET-12), and counts in what losses left as change, and prizes: where the
        ships are, or have fought."""
        made: list[int] = []
        if self.last < state.last_unit:
            made = [
                unit.id
                for unit in state.units_and_change((), self.last)
                if not unit.land
                and unit.place == (fought or self.place)
                and sides.alliance_of(state, unit.country) == self.alliance
            ]
            self.last = state.last_unit
        on_board = state.units.__contains__
        self.everyone = [*filter(on_board, self.everyone), *made]
        self.units = [*filter(on_board, self.units), *made]
        if self.leaders:
            self.leaders = [n for n in self.leaders if state.leaders[n].status == "map"]
        if fought:
            going = (*self.everyone, *self.leaders)
            gone = {key for key in going if follow_mark(key) in state.marks.done}
            self.everyone = [n for n in self.everyone if n not in gone]
            self.units = [n for n in self.units if n not in gone]
            self.leaders = [n for n in self.leaders if n not in gone]


@dataclass(slots=True)
class Arrival:
    """Ships at the end of a way, of whom it is asked what they may do there.

    `way` begins where the move began, `cargo` is aboard; `fought` ships take none.
    """

    state: State
    ships: Sequence[Unit]
    way: Sequence[str]
    alliance: str
    cargo: Cargo | None = None
    fought: bool = False
    leaders: Sequence[str] = ()

    @property
    def place(self) -> str:
        """Where they are."""
        return self.way[-1]


def lay(state: State, group: Group, place: str) -> None:
    """Has ships and leaders lie in a place from now on; those that do already go on with what they
    do."""
    for unit in state.units_by_id(group.units):
        if unit.place != place:
            state.put(unit, place, fleets.lies(place))
    for leader in state.leaders_by_id(group.leaders):
        state.put_leader(leader, place, fleets.lies(place))


def follow_mark(key: object) -> str:
    """The mark of a ship or leader that has followed a beaten enemy to port in this impulse."""
    return f"followed {key}"


def tell_way(phase: Phase, voyage: Voyage) -> None:
    """Tells the part of the way that has not been told yet, before what happens at its end."""
    state, way = phase.state, voyage.journey.way[voyage.told :]
    units = voyage.ships(state)
    if len(way) < 2 or not units:
        return
    voyage.told = len(voyage.journey.way) - 1
    leaders = state.leaders_by_id(voyage.leaders)
    country = naval_command.commanding_country(state, units, leaders)
    phase.tell(
        "move",
        f"{countries.does(country, 'sail')} {fleets.units_and_owners(units, country)}: "
        f"{' - '.join(name_of(place) for place in way)}.",
        voyage.place,
        sides.decider(state, country),
        {"way": list(way), "country": country},
    )


@dataclass(slots=True)
class Cargo:
    """Troops aboard: their movement, the province they left, and where their ships then lay.

    The province is "" for troops who were aboard already; they are `safe`, and so are those who
    embarked at a coast that counts as a port (CMB-20).
    """

    move: march_under_way.Move
    port: str
    berth: str
    safe: bool = False

    @property
    def evacuated(self) -> bool:
        """Whether they embarked away from a controlled port."""
        return board.is_sea(self.berth) and not self.safe
