"""A voyage sailed item by item without any search: what stays behind, is picked up and announced on
its way, and what forbids it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from engine.facts import board
from engine.facts.board import SUND, called, in_or_off
from engine.fleets import fleets, gold, ports, sailing_rights, transports
from engine.fleets.naval_journey import Journey
from engine.play.asks import Ask, BadAnswer, ordinal
from engine.sea.under_way import announced_action, boarding, carried_troops
from engine.sea.under_way.announced_action import Action
from engine.sea.under_way.voyage import Arrival, Cargo
from engine.sea.voyages import landing, naval_actions
from engine.situation import knowledge, leaders_overseas
from engine.situation.knowledge import Chart
from engine.state import State, sides
from engine.state.forces import Unit

RESTING: Final = ("battle", "land", boarding.EMBARK, announced_action.EXPLORE)
"""The actions after which a stack lies beside the others of its zone."""


@dataclass(slots=True, kw_only=True)
class Sailors(Ask[tuple[str, ...]]):
    """Who sails, as the question for the way knows them (engine.sea.voyages.sail_ask): with
    `cargo` aboard, perhaps after they have `fought`; `everyone` was part of the move."""

    state: State = field(repr=False, compare=False)
    alliance: str
    units: Sequence[int]
    leaders: Sequence[str]
    journey: Journey
    everyone: Sequence[int] = ()
    cargo: Cargo | None = field(default=None, repr=False, compare=False)
    fought: bool = False
    _charts: list[Chart] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def place(self) -> str:
        """Where the stack is."""
        return self.journey.way[-1]

    @property
    def chart(self) -> Chart:
        """What the ships know of the Rest of the World."""
        if not self._charts:
            self._charts.append(knowledge.chart(self.state, self))
        return self._charts[0]

    @property
    def carried(self) -> Sequence[str]:
        """The leaders aboard with troops."""
        return self.cargo.move.leaders if self.cargo else ()

    def ships(self, numbers: Iterable[int]) -> list[Unit]:
        """The counters of these numbers."""
        return self.state.units_by_id(numbers)

    def whole_move(self, extra: Iterable[int] = ()) -> tuple[int, ...]:
        """Every counter that was part of the move, whose attrition is rolled together (NAV-12)."""
        return tuple(dict.fromkeys((*(self.everyone or self.units), *extra)))

    @abstractmethod
    def landings(self) -> Iterator[tuple[str, ...]]:
        """The ways that end with a landing, the nearest places first."""


class Course:
    """Where the stack of a question would be after the items read so far, and who is with it.

    It begins where the stack is, or after a `way` that a search has found open. `left` are the
    ships that stay behind in a place.
    """

    def __init__(self, ask: Sailors, way: Iterable[str] = ()) -> None:
        self.ask, self.state = ask, ask.state
        self.units, self.leaders = list(ask.units), list(ask.leaders)
        self.way = [ask.place, *way]
        self.left: dict[str, list[int]] = {}
        self.action: Action | None = None
        self._arrival: Arrival | None = None

    def go(self, way: Sequence[str]) -> None:
        """Sails a way to its end (NAV-04, MVG-07, CMB-17). Raises BadAnswer where it may not."""
        for item in way:
            if self.action is not None:
                raise BadAnswer("an action ends the movement: nothing may follow it (NAV-09)")
            match item[:1]:
                case "-":
                    self._drop(item[1:])
                case "+":
                    self._take(item[1:])
                case "!":
                    self.announce(announced_action.read(item))
                case _:
                    self._enter(item)
        if way:
            self.end()
        else:
            self._laden()

    def announce(self, action: Action) -> None:
        """Announces an action, which ends the way (NAV-08, NAV-09). Raises BadAnswer."""
        if reason := self.why_not(action):
            raise BadAnswer(reason)
        self.action = action

    def why_not(self, action: Action) -> str:
        """Why an action may not be announced, "" when it may (NAV-05, NAC-20)."""
        ships = self._arrival
        if ships is None:  # an action ends the way: from then on nobody comes or goes
            ask, way = self.ask, [*self.ask.journey.way[:-1], *self.way]
            ships = self._arrival = Arrival(
                self.state, ask.ships(self.units), way, ask.alliance, ask.cargo, ask.fought,
                self.leaders,
            )  # fmt: skip
        return naval_actions.why_not(ships, action) or self._forbidden(ships, action)

    def end(self) -> None:
        """What must be so where the way ends. Raises BadAnswer."""
        self._laden()
        self._rest()

    def _laden(self) -> None:
        """Troops are carried, and ashore in the end (CMB-06, CMB-17).

        Without a way they go back where they came from; where nothing can be reached, nothing can
        be asked.
        """
        ask, cargo = self.ask, self.ask.cargo
        if cargo is None:
            return
        troops = cargo.move.troops(self.state)
        if not transports.can_carry(self.state, ask.ships(self.units), troops):
            raise BadAnswer("the ships that go on cannot carry the troops aboard (CMB-06)")
        lands = self.action is not None and self.action.kind in announced_action.LANDINGS
        if lands or carried_troops.may_stay(self.state, self.way[-1], troops):
            return
        stays = len(self.way) == 1
        if not stays or (ask.place != cargo.berth and next(ask.landings(), ())):
            raise BadAnswer(
                "the troops may not stay aboard: the way must end in a landing (CMB-17)"
            )

    def _rest(self) -> None:
        """Where the way ends there must be room beside what lies there (MOV-03, C-STK-04)."""
        ask, place = self.ask, self.way[-1]
        resting = {**self.left, place: [*self.left.get(place, []), *self.units]}
        if len(self.way) > 1 and may_not_join(ask, place, self.units):
            raise BadAnswer(knowledge.why_not_merge(place))
        for where, numbers in resting.items():
            room(ask, where, ask.ships(numbers), self.action if where == place else None)

    def _forbidden(self, ships: Arrival, action: Action) -> str:
        """The campaign's word on an action at the end of a way (NAC-29, CMB-13, CAM-26, CAM-27)."""
        state, units, cargo, target = ships.state, ships.ships, ships.cargo, action.target
        if action.kind in (gold.LOAD, announced_action.EXPLORE):
            return ""
        if action.kind == boarding.EMBARK:
            passive = not board.is_sea(ships.place) or boarding.free_boarding(ships, target)
        else:
            # Whether the coast of a landing counts as a port (CMB-14).
            passive = cargo is not None and not carried_troops.is_active(
                ships.way, action.kind, cargo.evacuated,
                landing.free_landing(replace(ships, leaders=self.ask.leaders), target),
            )  # fmt: skip
        return "" if passive else sailing_rights.may_act(state, units, self.leaders)

    def _drop(self, key: str) -> None:
        if key in self.leaders:
            self.leaders.remove(key)
            return
        number = ordinal(key)
        if number not in self.units:
            raise BadAnswer(f"{key} is not in the stack that sails")
        self.units.remove(number)
        if not self.units:
            raise BadAnswer("all would stay behind; end the way there instead")
        self.left.setdefault(self.way[-1], []).append(number)

    def _take(self, key: str) -> None:
        place = self.way[-1]
        free = sailing_rights.idle(self.state, place, self.ask.alliance)
        if may_not_join(self.ask, place, self.units):
            raise BadAnswer(knowledge.why_not_merge(place))
        if key in free.leaders and key not in self.leaders:
            self.leaders.append(key)
            return
        number = ordinal(key)
        if number not in free.units or number in self.units or number in self.ask.units:
            raise BadAnswer(f"{key} is not {in_or_off(place)}, free to be picked up")
        self.units.append(number)
        self._afloat()

    def _enter(self, place: str) -> None:
        """Enters the next zone or port, as its waters, the marks of all leaders aboard and the
        campaign let it (NAV-03, C-LDR-07, CAM-02)."""
        here = self.way[-1]
        if place not in board.provinces() and place not in board.seas():
            raise BadAnswer(f"{place!r} is not a sea zone or port")
        if board.border(here, place) is None or not (board.is_sea(here) or board.is_sea(place)):
            raise BadAnswer(f"{board.does(place, 'be')} not next to {called(here)} by sea (NAV-03)")
        aboard = (*self.leaders, *self.ask.carried)
        reason = leaders_overseas.why_refused(self.state, aboard, place) or why_closed(
            self.ask, self.ask.ships(self.units), here, place, self.way
        )
        if reason:
            raise BadAnswer(reason)
        self.way.append(place)
        self._afloat()

    def _afloat(self) -> None:
        """The stack that sails keeps to the limits, its campaign lets it sail, and the gold aboard
        those who stay (CMB-29)."""
        units = self.ask.ships(self.units)
        if not fleets.within_stacking(units):
            raise BadAnswer("one stack is at most 3 counters and 2 transports (C-STK-02)")
        stay = self.ask.ships(number for left in self.left.values() for number in left)
        reason = sailing_rights.may_sail(self.state, units, self.leaders)
        if reason := reason or gold.why_together(self.state, units, stay):
            raise BadAnswer(reason)


def why_closed(
    ask: Sailors, units: Sequence[Unit], here: str, place: str, way: Sequence[str]
) -> str:
    """Why a step is closed to these ships after that way, "" when it is open (NAV-04, NAV-10)."""
    state = ask.state
    if knowledge.is_hidden(state, ask.chart, place):
        return knowledge.why_unknown(place)
    if not board.is_sea(place):
        return ports.why_closed(state, units, place, ask.alliance)
    if not ports.sailable(state, place, fleets.has_galleys(units)):
        frozen = place == SUND and state.sequence.sund_frozen
        why = "is frozen (CON-A3)" if frozen else "is not a sea for galleys (C-NAV-02)"
        return f"{called(place)} {why}"
    came_from = way[-2] if len(way) > 1 and not board.is_sea(here) else place
    if came_from != place and board.in_group(here, "two-coasts"):
        return f"the coasts of {called(here)} are apart (C-NSP-04)"
    return ""


def may_not_join(ask: Sailors, place: str, going: Sequence[int]) -> bool:
    """Whether ships may not join those of their side in a place (DIS-03)."""
    return knowledge.unknown_to_others(ask.state, place, ask.alliance, going)


def room(ask: Sailors, place: str, units: Sequence[Unit], action: Action | None) -> None:
    """Raises BadAnswer where ships may not lie in a place beside those of their alliance there
    (MOV-03, INI-03)."""
    state, alliance = ask.state, ask.alliance
    if not board.is_sea(place):
        if reason := ports.why_crowded(state, units, place, alliance):
            raise BadAnswer(reason)
        return
    tasks = [""] if action is None or action.kind in RESTING else []
    if action is not None and (task := announced_action.lasting_task(action)):
        tasks.append(task)
    for task in tasks:
        ids = {unit.id for unit in units}
        there = fleets.ships_doing(state, place, alliance, task)
        others = [unit for unit in there if unit.id not in ids]
        if not sides.may_stack(state, (unit.country for unit in (*units, *others))):
            raise BadAnswer(f"allies of allies lie {in_or_off(place)} (INI-03)")
        if not fleets.within_stacking([*units, *others]):
            raise BadAnswer(f"too many ships would lie {in_or_off(place)} (C-STK-02)")
