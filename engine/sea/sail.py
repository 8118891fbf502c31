"""The way of a naval stack as an answer, what it would cost in attrition, and what it reaches.

Naval stacks have no limit of movement: a zone's price is the attrition of the voyage that ends
there (NAV-01, NAV-02).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from heapq import heappop, heappush
from itertools import islice
from typing import ClassVar, Final, NamedTuple

from engine import board, campaigns, circumstances, sides, tables
from engine.asks import Ask, BadAnswer, Raw
from engine.forces import Unit
from engine.report import Modifier, total
from engine.rotw import knowledge, marks
from engine.rotw.knowledge import Chart
from engine.sea import (
    actions,
    attrition,
    boarding,
    fleets,
    gold,
    landing,
    ports,
    presidios,
    transport,
)
from engine.sea.actions import ANNOUNCE, Action
from engine.sea.transport import Cargo
from engine.sea.voyage import Journey
from engine.state import State
from engine.ways import SUND, name_of, typed

NEAREST: Final = 4
"""How many ports, zones and actions of each kind are offered."""

RESTING: Final = ("battle", "land", boarding.EMBARK, actions.EXPLORE)
"""The actions after which a stack lies beside the others of its zone."""

IN_SIGHT: Final = 16
"""How many places, the nearest first, are looked at for what is offered."""


class Price(NamedTuple):
    """What a voyage costs: places of fire and blockades on it, its attrition, zones entered."""

    dangers: int
    modifier: int
    zones: int


class Outlook(NamedTuple):
    """Attrition foreseen: the modifiers, and the chance of each loss in thirds of an ND."""

    modifiers: tuple[Modifier, ...]
    losses: dict[int, Fraction]

    @property
    def expected(self) -> Fraction:
        """The mean loss in thirds of a detachment."""
        return sum((lost * chance for lost, chance in self.losses.items()), Fraction(0))


def chances(strength: int, modifier: int) -> dict[int, Fraction]:
    """The exact chance of each loss, in thirds, that attrition at sea inflicts."""
    found: dict[int, Fraction] = {}
    for die in range(1, 11):
        percent = tables.attrition_percent(die + modifier)
        stars = tables.remainders(strength, percent).stars
        for pattern in range(2**stars):
            fallen = [1 if pattern >> at & 1 else 10 for at in range(stars)]
            lost = strength - circumstances.surviving(strength, percent, fallen)
            found[lost] = found.get(lost, Fraction(0)) + Fraction(1, 10 * 2**stars)
    return dict(sorted(found.items()))


@dataclass(slots=True)
class _Sailor:
    """Where a stack would be after the items read so far."""

    units: list[int]
    leaders: list[str]
    way: list[str]
    left: dict[str, list[int]] = field(default_factory=dict)
    action: Action | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sail(Ask[tuple[str, ...]]):
    """The way of a naval stack: sea zones and ports one after the other; an empty list stops.

    Between them `-12` or `-howard` stay behind and `+7` is picked up (MVG-07). The last item may
    announce an action, also where the stack is now (NAV-05, NAV-08), or end with troops going
    aboard, after which the way is asked again. With `cargo` aboard it ends with their landing
    (CMB-02, CMB-17); `fought` ships take none (CMB-04).
    """

    complete: ClassVar[bool] = False

    state: State = field(repr=False, compare=False)
    alliance: str
    units: Sequence[int]
    leaders: Sequence[str]
    journey: Journey
    everyone: Sequence[int] = ()
    rest: Sequence[str] = ()
    cargo: Cargo | None = field(default=None, repr=False, compare=False)
    fought: bool = False
    _found: list[_Search] = field(default_factory=list, repr=False, compare=False)
    _charts: list[Chart] = field(default_factory=list, repr=False, compare=False)

    @property
    def place(self) -> str:
        """Where the stack is."""
        return self.journey.way[-1]

    @property
    def _chart(self) -> Chart:
        """What the ships know of the Rest of the World (DIS-02)."""
        if not self._charts:
            self._charts.append(knowledge.chart(self.state, self.units, self.leaders))
        return self._charts[0]

    def _ships(self, numbers: Iterable[int]) -> list[Unit]:
        return [self.state.units[number] for number in numbers]

    # Walking a path.

    def parse(self, raw: Raw) -> tuple[str, ...]:
        self._sailed(raw)
        return tuple(raw)

    def _sailed(self, raw: Raw) -> _Sailor:
        if type(raw) is not list or any(type(item) is not str for item in raw):
            raise BadAnswer(f"{raw!r} is not a list of sea zones and ports")
        sailor = _Sailor(list(self.units), list(self.leaders), [self.place])
        for item in raw:
            if sailor.action is not None:
                raise BadAnswer("an action ends the movement: nothing may follow it (NAV-09)")
            match item[:1]:
                case "-":
                    self._drop(sailor, item[1:])
                case "+":
                    self._take(sailor, item[1:])
                case "!":
                    self._announce(sailor, actions.read(item))
                case _:
                    self._enter(sailor, item)
        if raw or self.cargo is not None:
            self._end(sailor, raw)
        return sailor

    def _end(self, sailor: _Sailor, raw: Sequence[str]) -> None:
        """What must be so where the way ends."""
        if self.cargo is not None:
            self._laden(sailor, self.cargo)
        if raw:
            self._rest(sailor)

    def _laden(self, sailor: _Sailor, cargo: Cargo) -> None:
        """Troops are carried, and ashore in the end (CMB-06, CMB-17).

        Without a way they go back where they came from; where nothing can be reached, nothing can
        be asked.
        """
        need = transport.need(self.state, cargo.move.troops(self.state))
        if transport.capacity(self.state, self._ships(sailor.units)) < need:
            raise BadAnswer("the ships that go on cannot carry the troops aboard (CMB-06)")
        lands = sailor.action is not None and sailor.action.kind in landing.LANDINGS
        if lands or transport.may_stay(self.state, sailor.way[-1], cargo.move.troops(self.state)):
            return
        stays = len(sailor.way) == 1
        if not stays or (self.place != cargo.berth and next(self._landings(), ())):
            raise BadAnswer("the troops may not stay aboard: end the way with !land (CMB-17)")

    def _landings(self) -> Iterator[tuple[str, ...]]:
        """The ways that end with a landing, the nearest places first."""
        for place, path in self._search.nearest():
            for action in actions.candidates(self.state, place, self.alliance, self.cargo):
                if self._ends(path, action):
                    yield (*path, str(action))

    def _forbidden(
        self, units: Sequence[Unit], leaders: Iterable[str], way: Sequence[str], action: Action
    ) -> str:
        """The campaign's word on an action at the end of a way (NAC-29, CMB-13, CAM-26)."""
        if action.kind == gold.LOAD:
            passive = True
        elif action.kind == boarding.EMBARK:
            berth, coast = way[-1], action.target
            passive = not board.is_sea(berth) or boarding.free_boarding(
                self.state, berth, coast, self.alliance, leaders
            )
        elif action.kind == actions.EXPLORE:
            passive = True
        else:
            passive = self.cargo is not None and not landing.active(
                way, action, self.cargo, self._free(units, action.target)
            )
        return "" if passive else may_act(self.state, units, leaders)

    def _free(self, units: Sequence[Unit], target: str) -> bool:
        """Whether the coast of a landing counts as a port (CMB-14)."""
        return self.cargo is not None and landing.free_landing(
            self.state, units, target, self.alliance, self.cargo, self.leaders
        )

    def _drop(self, sailor: _Sailor, key: str) -> None:
        if key in sailor.leaders:
            sailor.leaders.remove(key)
            return
        if not key.isdecimal() or int(key) not in sailor.units:
            raise BadAnswer(f"{key} is not in the stack that sails")
        sailor.units.remove(int(key))
        if not sailor.units:
            raise BadAnswer("all would stay behind; end the way there instead")
        sailor.left.setdefault(sailor.way[-1], []).append(int(key))

    def _take(self, sailor: _Sailor, key: str) -> None:
        place = sailor.way[-1]
        free = idle(self.state, place, self.alliance)
        if self._apart(place, sailor.units):
            raise BadAnswer(knowledge.merging(place))
        if key in free.leaders and key not in sailor.leaders:
            sailor.leaders.append(key)
            return
        number = int(key) if key.isdecimal() else 0
        if number not in free.units or number in sailor.units or number in self.units:
            raise BadAnswer(f"{key} is not in {name_of(place)}, free to be picked up")
        sailor.units.append(number)
        self._afloat(sailor)

    def _enter(self, sailor: _Sailor, place: str) -> None:
        here = sailor.way[-1]
        if place not in board.provinces() and place not in board.seas():
            raise BadAnswer(f"{place!r} is no sea zone or port")
        if board.border(here, place) is None or not (board.is_sea(here) or board.is_sea(place)):
            raise BadAnswer(f"{name_of(place)} is not next to {name_of(here)} by sea")
        reason = marks.refused(self.state, sailor.leaders, place) or self._why_closed(
            self._ships(sailor.units), here, place, sailor.way
        )
        if reason:
            raise BadAnswer(reason)
        sailor.way.append(place)
        self._afloat(sailor)

    def _afloat(self, sailor: _Sailor) -> None:
        """The stack that sails keeps to the limits, and its campaign lets it sail."""
        units = self._ships(sailor.units)
        if not fleets.within_stacking(units):
            raise BadAnswer("one stack is at most 3 counters and 2 transports (C-STK-02)")
        reason = may_sail(self.state, units, sailor.leaders)
        if reason:
            raise BadAnswer(reason)

    def _why_closed(self, units: Sequence[Unit], here: str, place: str, way: Sequence[str]) -> str:
        if knowledge.hidden(self.state, self._chart, place):
            return knowledge.unknown(place)
        if not board.is_sea(place):
            return ports.closed(self.state, units, place, self.alliance)
        if not ports.sailable(self.state, place, fleets.has_galleys(units)):
            frozen = place == SUND and self.state.sund_frozen
            why = "is frozen" if frozen else "is no sea for galleys (C-NAV-02)"
            return f"{name_of(place)} {why}"
        apart = not board.is_sea(here) and board.in_group(here, "two-coasts")
        if apart and len(way) > 1 and way[-2] != place:
            return f"the coasts of {name_of(here)} are apart (C-NSP-04)"
        return ""

    def _announce(self, sailor: _Sailor, action: Action) -> None:
        units = self._ships(sailor.units)
        way = [*self.journey.way[:-1], *sailor.way]
        reason = actions.why_not(
            self.state, units, way, self.alliance, action, self.cargo, self.fought, sailor.leaders
        ) or self._forbidden(units, sailor.leaders, way, action)
        if reason:
            raise BadAnswer(reason)
        sailor.action = action

    def _rest(self, sailor: _Sailor) -> None:
        """Where the way ends there must be room beside what lies there (MOV-03, C-STK-04)."""
        place = sailor.way[-1]
        resting = {**sailor.left}
        resting[place] = [*resting.get(place, []), *sailor.units]
        if len(sailor.way) > 1 and self._apart(place, sailor.units):
            raise BadAnswer(knowledge.merging(place))
        for where, numbers in resting.items():
            self._room(where, self._ships(numbers), sailor.action if where == place else None)

    def _apart(self, place: str, going: Sequence[int]) -> bool:
        """Whether ships may not join those of their side in a place (DIS-03)."""
        return knowledge.apart(self.state, place, self.alliance, going)

    def _room(self, place: str, units: Sequence[Unit], action: Action | None) -> None:
        if not board.is_sea(place):
            reason = ports.crowded(self.state, units, place, self.alliance)
            if reason:
                raise BadAnswer(reason)
        elif action is None or action.kind in RESTING:
            ids = {unit.id for unit in units}
            there = fleets.stack(self.state, place, self.alliance).units
            others = [unit for unit in there if unit.id not in ids]
            if not sides.may_stack(self.state, (unit.country for unit in (*units, *others))):
                raise BadAnswer(f"allies of allies lie in {name_of(place)} (INI-03)")
            if not fleets.within_stacking([*units, *others]):
                raise BadAnswer(f"too many ships would lie in {name_of(place)} (C-STK-02)")

    # What it costs.

    def _moving(self, extra: Iterable[int] = ()) -> list[Unit]:
        return self._ships(dict.fromkeys((*(self.everyone or self.units), *extra)))

    def outlook(self, raw: Raw) -> Outlook:
        """The attrition of a way: modifiers, and the chance of every loss. Raises BadAnswer."""
        sailor = self._sailed(raw)
        units = self._moving(sailor.units)
        chiefs = [self.state.leaders[name] for name in sailor.leaders]
        journey = self.journey.to(*sailor.way[1:])
        if not journey.seas:
            return Outlook((), {0: Fraction(1)})
        found = attrition.modifiers(attrition.seen(self.state, units, chiefs, journey))
        return Outlook(found, chances(fleets.thirds(units), total(found)))

    # Looking ahead.

    def reach(self) -> dict[str, Price]:
        """Where the stack as it is may end its move, and what the best way there costs."""
        return {
            place: price
            for place, (price, way) in self._search.all().items()
            if way and self._may_rest(place)
        }

    def near(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The nearest places and the ways there, those that are looked at for what is offered."""
        return islice(self._search.nearest(), IN_SIGHT)

    def path_to(self, place: str) -> list[str]:
        """The best way to a zone or port as a raw answer; empty when there is none."""
        found = self._search.all()
        return list(found[place][1]) if place in found else []

    def why_not(self, place: str) -> str:
        """Why the stack as it is cannot end its move in a place; "" when it can."""
        if place == self.place or place in self.reach():
            return ""
        if place not in board.provinces() and place not in board.seas():
            return "no place"
        units = self._moving()
        if reason := marks.refused(self.state, self.leaders, place):
            return reason
        if knowledge.hidden(self.state, self._chart, place):
            return knowledge.unknown(place)
        if not board.is_sea(place):
            reason = ports.closed(self.state, units, place, self.alliance) or ports.crowded(
                self.state, units, place, self.alliance
            )
            if reason:
                return reason
        way = self.path_to(place) or [place]
        try:
            if len(way) > 1 or board.border(self.place, place) is not None:
                self.parse(way)
        except BadAnswer as error:
            return str(error)
        return f"there is no way by sea to {name_of(place)}"

    def _may_rest(self, place: str) -> bool:
        try:
            self._room(place, self._ships(self.units), None)
            if place != self.place and self._apart(place, self.units):
                return False
        except BadAnswer:
            return False
        return True

    def offers(self) -> list[Raw]:
        """To stop, the plan, and the nearest ports, zones and actions of each kind."""
        found = {path for path in ((), tuple(self.default)) if self._legal(path)}
        count: dict[str, int] = {}

        def few(kind: str, path: tuple[str, ...], action: Action | None) -> None:
            if count.get(kind, 0) < NEAREST and self._ends(path, action):
                count[kind] = count.get(kind, 0) + 1
                found.add((*path, str(action)) if action else path)

        for place, path in self.near():
            where = "here" if not path else "at sea" if board.is_sea(place) else "in port"
            if path:
                few(where, path, None)
            for action in actions.candidates(self.state, place, self.alliance, self.cargo):
                few(f"{action.kind} {where}", path, action)
        return [list(path) for path in sorted(found)]

    def drawn(self, draw: Callable[[int], int]) -> Raw:
        """The plan, or one of the nearest places and an action there or none, the first legal one.

        No farther is looked than to the place that was drawn.
        """
        if self.rest and draw(2):
            return self.default
        seen = list(islice(self._search.nearest(), 1 + draw(IN_SIGHT)))
        while seen:
            place, path = seen.pop()
            there: list[Action | None] = [None]
            there += actions.candidates(self.state, place, self.alliance, self.cargo)
            while there:
                action = there.pop(draw(len(there)))
                stops = not path and action is None
                if self._legal(()) if stops else self._ends(path, action):
                    return [*path, str(action)] if action else list(path)
        return self.default

    def _ends(self, path: Sequence[str], action: Action | None) -> bool:
        """Whether a way that was found may end there, with an action or without."""
        sailor = _Sailor(list(self.units), list(self.leaders), [self.place, *path])
        try:
            if action is not None:
                self._announce(sailor, action)
            self._end(sailor, sailor.way)
        except BadAnswer:
            return False
        return True

    def _legal(self, path: Sequence[str]) -> bool:
        try:
            self.parse(list(path))
        except BadAnswer:
            return False
        return True

    def label(self, raw: Raw) -> str:
        if not raw:
            ashore = self.cargo is not None and not transport.may_stay(
                self.state, self.place, self.cargo.move.troops(self.state)
            )
            return "put the troops ashore again" if ashore else "stay here"
        names = []
        for item in raw:
            if item[0] in "+-":
                names.append(f"{'leave' if item[0] == '-' else 'pick up'} {item[1:]}")
            elif item[0] == ANNOUNCE:
                names.append(actions.described(self.state, actions.read(item)))
            else:
                names.append(name_of(item))
        foreseen = self.outlook(raw)
        mean = round(float(foreseen.expected) / 3, 1)
        return f"{', '.join(names)} (attrition {total(foreseen.modifiers):+}, {mean} ND)"

    def words(self, text: str) -> Raw:
        """What typed words mean: a choice of the list, or the places of the way; one is the goal.

        Raises BadAnswer.
        """
        try:
            return Ask.words(self, text)
        except BadAnswer:
            way = typed(text)
        return (self.path_to(way[0]) if len(way) == 1 else []) or way

    @property
    def default(self) -> Raw:
        """The rest of the plan as long as it is legal; else to stop, or the nearest landing."""
        if self._legal(tuple(self.rest)):
            return list(self.rest)
        return [] if self._legal(()) else list(next(self._landings()))

    @property
    def _search(self) -> _Search:
        if not self._found:
            self._found.append(_Search(self))
        return self._found[0]


class _Search:
    """The best way to every place: fewest dangers, then least attrition, then fewest zones.

    Label by label, the cheapest first, and no farther than somebody asks.
    """

    def __init__(self, ask: Sail) -> None:
        self.ask, self.state, self.units = ask, ask.state, ask._ships(ask.units)
        self.galleys = fleets.has_galleys(self.units)
        self.counters = fleets.fleet_counters(self.units)
        self.hard: dict[str, int] = {}
        self.steps: dict[str, list[tuple[str, bool, int, int, int]]] = {}
        self.attrition: dict[tuple[int, int, int], int] = {}
        self.found: dict[str, tuple[Price, tuple[str, ...]]] = {ask.place: (Price(0, 0, 0), ())}
        self.order = [ask.place]
        self.known: dict[str, list[tuple[int, int, int, int]]] = {}
        self.heap: list[tuple[Price, str, tuple[str, ...], int, int]] = []
        if fleets.within_stacking(self.units) and not may_sail(self.state, self.units, ask.leaders):
            chiefs = [self.state.leaders[name] for name in ask.leaders]
            self.seen = attrition.seen(self.state, ask._moving(), chiefs, ask.journey)
            hard, malus = self.seen.difficulty, self.seen.malus
            first = self._price(0, ask.journey.zones, hard, malus)
            self.heap.append((first, ask.place, (), hard, malus))

    def nearest(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The places and the ways there, the cheapest first, as they are found."""
        at = 0
        while at < len(self.order) or self._look():
            place = self.order[at]
            yield place, self.found[place][1]
            at += 1

    def all(self) -> dict[str, tuple[Price, tuple[str, ...]]]:
        """Every place that can be reached, with its price and the way."""
        while self._look():
            pass
        return self.found

    def _difficulty(self, zone: str) -> int:
        if zone not in self.hard:
            self.hard[zone] = attrition.difficulty(
                self.state, self.units, [zone], self.ask.alliance
            )
        return self.hard[zone]

    def _price(self, dangers: int, zones: int, hard: int, malus: int) -> Price:
        modifier = self.attrition.get((zones, hard, malus))
        if modifier is None:
            seen = replace(self.seen, zones=zones, difficulty=hard, malus=malus)
            modifier = total(attrition.modifiers(seen))
            self.attrition[zones, hard, malus] = modifier
        return Price(dangers, modifier, zones - self.ask.journey.zones)

    def _closed(self, here: str, there: str, path: tuple[str, ...]) -> bool:
        """Whether the way is closed; only out of a port does it depend on the way so far."""
        if marks.refused(self.state, self.ask.leaders, there):
            return True
        if not board.is_sea(there):
            kind = ports.harbour(self.state, there, self.ask.alliance)
            hidden = knowledge.hidden(self.state, self.ask._chart, there)
            return hidden or not ports.holds(kind, self.counters)
        way = () if board.is_sea(here) else (*self.ask.journey.way, *path)
        return bool(self.ask._why_closed(self.units, here, there, way))

    def _look(self) -> bool:
        """Looks on until one place more is found; False when there is none."""
        zones, count = self.ask.journey.zones, len(self.order)
        while self.heap and len(self.order) == count:
            price, here, path, hard, malus = heappop(self.heap)
            label = (price.dangers, price.zones, hard, malus)
            if any(all(a <= b for a, b in zip(old, label, strict=True))
                   for old in self.known.get(here, ())):  # fmt: skip
                continue
            self.known.setdefault(here, []).append(label)
            if here not in self.found:
                self.found[here] = (price, path)
                self.order.append(here)
            if path and not board.is_sea(here):
                continue
            for there, afloat, danger, rough, bad in self._steps(here, path):
                if not afloat and there in self.found:
                    continue
                rough, bad = max(hard, rough), malus + bad
                cost = self._price(price.dangers + danger, zones + len(path) + 1, rough, bad)
                heappush(self.heap, (cost, there, (*path, there), rough, bad))
        return len(self.order) > count

    def _steps(self, here: str, path: tuple[str, ...]) -> list[tuple[str, bool, int, int, int]]:
        """The open ways on: whither, whether to a zone, its dangers, difficulty and malus."""
        found = self.steps.get(here)
        if found is None:
            at_sea = board.is_sea(here)
            found = []
            for border in board.neighbours(here) if at_sea else board.sea_neighbours(here):
                there = border.other
                if self._closed(here, there, path):
                    continue
                danger = self._dangers(here, there)
                if board.is_sea(there):
                    malus = board.sea(there).malus
                    found.append((there, True, danger, self._difficulty(there), malus))
                else:
                    found.append((there, False, danger, 0, 0))
            if at_sea:
                self.steps[here] = found
        return found

    def _dangers(self, here: str, there: str) -> int:
        """The places of fire and blockades between two places."""
        state, alliance = self.state, self.ask.alliance
        if board.is_sea(here) and board.is_sea(there):
            return int(presidios.strait_gun(state, here, there, alliance) is not None)
        port = there if board.is_sea(here) else here
        return len(presidios.guns(state, port, alliance)) + ports.blockaded(state, port)


# What may sail, and what may act.


class Idle(NamedTuple):
    """The ships and leaders in a place that may still be part of a move."""

    units: tuple[int, ...]
    leaders: tuple[str, ...]


def idle(state: State, place: str, alliance: str) -> Idle:
    """The ships and admirals of an alliance in a place that have not moved and fight no battle."""
    units: list[int] = []
    leaders: list[str] = []
    for stack in fleets.stacks_at(state, place, alliance):
        units += [
            unit.id
            for unit in stack.units
            if unit.id not in state.moved and unit.id not in state.locked
        ]
        leaders += [each.id for each in stack.leaders if each.id not in state.moved_leaders]
    return Idle(tuple(sorted(units)), tuple(sorted(leaders)))


def may_sail(state: State, units: Sequence[Unit], leaders: Iterable[str]) -> str:
    """The campaign's word on a move of these ships (CAM-02, CAM-14)."""
    chiefs = [state.leaders[name] for name in leaders]
    country = fleets.commander(state, units, chiefs).country
    return campaigns.may_sail(state, country, fleets.fleet_counters(units))


def may_act(state: State, units: Sequence[Unit], leaders: Iterable[str]) -> str:
    """The campaign's word on an active action of these ships (NAV-07, CAM-26)."""
    chiefs = [state.leaders[name] for name in leaders]
    country = fleets.commander(state, units, chiefs).country
    return campaigns.may_act_at_sea(state, country, fleets.fleet_counters(units))


def decides(state: State, units: Sequence[Unit], leaders: Iterable[str]) -> str:
    """The power that decides for these ships."""
    chiefs = [state.leaders[name] for name in leaders]
    return sides.decider(state, fleets.commander(state, units, chiefs).country)
