"""The way of a naval stack as an answer, what it would cost in attrition, and what it reaches.

Naval stacks have no limit of movement: a zone's price is the attrition of the voyage that ends
there (NAV-01, NAV-02).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import ClassVar, Final

from engine.facts import board
from engine.facts.board import SUND, name_of
from engine.fleets import fleets, gold, ports, ready, transports
from engine.fleets.journey import Journey
from engine.land.ground.roads import typed
from engine.play.asks import Ask, BadAnswer, Raw, ordinal
from engine.report import total
from engine.sea.under_way import announcement, attrition, boarding, transport
from engine.sea.under_way.announcement import ANNOUNCE, Action
from engine.sea.under_way.attrition import Outlook
from engine.sea.under_way.voyage import Cargo
from engine.sea.voyages import actions, landing
from engine.sea.voyages.search import Price, Search, Waters
from engine.situation import knowledge, marks
from engine.situation.knowledge import Chart
from engine.state import State, sides
from engine.state.forces import Unit

NEAREST: Final = 4
"""How many ports, zones and actions of each kind are offered."""

RESTING: Final = ("battle", "land", boarding.EMBARK, announcement.EXPLORE)
"""The actions after which a stack lies beside the others of its zone."""

FAR: Final = 4
"""How many steps a voyage by chance has at most."""

IN_SIGHT: Final = 16
"""How many places, the nearest first, are looked at for what is offered."""


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
    _found: list[Search] = field(default_factory=list, repr=False, compare=False)
    _charts: list[Chart] = field(default_factory=list, repr=False, compare=False)

    @property
    def place(self) -> str:
        """Where the stack is."""
        return self.journey.way[-1]

    @property
    def chart(self) -> Chart:
        """What the ships know of the Rest of the World (DIS-02)."""
        if not self._charts:
            self._charts.append(knowledge.chart(self.state, self.units, self.leaders))
        return self._charts[0]

    def ships(self, numbers: Iterable[int]) -> list[Unit]:
        """The counters of these numbers."""
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
                    self._announce(sailor, announcement.read(item))
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
        need = transports.need(self.state, cargo.move.troops(self.state))
        if transports.room(self.state, self.ships(sailor.units)) < need:
            raise BadAnswer("the ships that go on cannot carry the troops aboard (CMB-06)")
        lands = sailor.action is not None and sailor.action.kind in announcement.LANDINGS
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
                self.state, units, berth, coast, self.alliance, [*leaders]
            )
        elif action.kind == announcement.EXPLORE:
            passive = True
        else:
            passive = self.cargo is not None and not landing.active(
                way, action, self.cargo, self._free(units, action.target)
            )
        return "" if passive else ready.may_act(self.state, units, leaders)

    def _free(self, units: Sequence[Unit], target: str) -> bool:
        """Whether the coast of a landing counts as a port (CMB-14)."""
        return self.cargo is not None and landing.free_landing(
            self.state, units, target, self.alliance, self.cargo, self.leaders
        )

    def _drop(self, sailor: _Sailor, key: str) -> None:
        if key in sailor.leaders:
            sailor.leaders.remove(key)
            return
        number = ordinal(key)
        if number not in sailor.units:
            raise BadAnswer(f"{key} is not in the stack that sails")
        sailor.units.remove(number)
        if not sailor.units:
            raise BadAnswer("all would stay behind; end the way there instead")
        sailor.left.setdefault(sailor.way[-1], []).append(number)

    def _take(self, sailor: _Sailor, key: str) -> None:
        place = sailor.way[-1]
        free = ready.idle(self.state, place, self.alliance)
        if self._apart(place, sailor.units):
            raise BadAnswer(knowledge.merging(place))
        if key in free.leaders and key not in sailor.leaders:
            sailor.leaders.append(key)
            return
        number = ordinal(key)
        if number not in free.units or number in sailor.units or number in self.units:
            raise BadAnswer(f"{key} is not in {name_of(place)}, free to be picked up")
        sailor.units.append(number)
        self._afloat(sailor)

    def _enter(self, sailor: _Sailor, place: str) -> None:
        here = sailor.way[-1]
        if place not in board.provinces() and place not in board.seas():
            raise BadAnswer(f"{place!r} is no sea zone or port")
        if board.border(here, place) is None or not (board.is_sea(here) or board.is_sea(place)):
            raise BadAnswer(f"{name_of(place)} is not next to {name_of(here)} by sea (NAV-03)")
        reason = marks.refused(self.state, sailor.leaders, place) or self.why_closed(
            self.ships(sailor.units), here, place, sailor.way
        )
        if reason:
            raise BadAnswer(reason)
        sailor.way.append(place)
        self._afloat(sailor)

    def _afloat(self, sailor: _Sailor) -> None:
        """The stack that sails keeps to the limits, and its campaign lets it sail."""
        units = self.ships(sailor.units)
        if not fleets.within_stacking(units):
            raise BadAnswer("one stack is at most 3 counters and 2 transports (C-STK-02)")
        reason = ready.may_sail(self.state, units, sailor.leaders)
        if reason:
            raise BadAnswer(reason)

    def why_closed(self, units: Sequence[Unit], here: str, place: str, way: Sequence[str]) -> str:
        """Why a step is closed to these ships after that way, "" when it is open."""
        if knowledge.hidden(self.state, self.chart, place):
            return knowledge.unknown(place)
        if not board.is_sea(place):
            return ports.closed(self.state, units, place, self.alliance)
        if not ports.sailable(self.state, place, fleets.has_galleys(units)):
            frozen = place == SUND and self.state.sequence.sund_frozen
            why = "is frozen" if frozen else "is no sea for galleys (C-NAV-02)"
            return f"{name_of(place)} {why}"
        apart = not board.is_sea(here) and board.in_group(here, "two-coasts")
        if apart and len(way) > 1 and way[-2] != place:
            return f"the coasts of {name_of(here)} are apart (C-NSP-04)"
        return ""

    def _announce(self, sailor: _Sailor, action: Action) -> None:
        units = self.ships(sailor.units)
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
            self._room(where, self.ships(numbers), sailor.action if where == place else None)

    def _apart(self, place: str, going: Sequence[int]) -> bool:
        """Whether ships may not join those of their side in a place (DIS-03)."""
        return knowledge.apart(self.state, place, self.alliance, going)

    def _room(self, place: str, units: Sequence[Unit], action: Action | None) -> None:
        if not board.is_sea(place):
            reason = ports.crowded(self.state, units, place, self.alliance)
            if reason:
                raise BadAnswer(reason)
            return
        tasks = [""] if action is None or action.kind in RESTING else []
        if action is not None and (task := announcement.lasting(action)):
            tasks.append(task)
        for task in tasks:
            ids = {unit.id for unit in units}
            there = fleets.stack(self.state, place, self.alliance, task).units
            others = [unit for unit in there if unit.id not in ids]
            if not sides.may_stack(self.state, (unit.country for unit in (*units, *others))):
                raise BadAnswer(f"allies of allies lie in {name_of(place)} (INI-03)")
            if not fleets.within_stacking([*units, *others]):
                raise BadAnswer(f"too many ships would lie in {name_of(place)} (C-STK-02)")

    # What it costs.

    def moving(self, extra: Iterable[int] = ()) -> list[Unit]:
        """Everything that was part of the move, whose attrition is rolled together (NAV-12)."""
        return self.ships(dict.fromkeys((*(self.everyone or self.units), *extra)))

    def outlook(self, raw: Raw) -> Outlook:
        """The attrition of a way: modifiers, and the chance of every loss. Raises BadAnswer."""
        sailor = self._sailed(raw)
        units = self.moving(sailor.units)
        chiefs = [self.state.leaders[name] for name in sailor.leaders]
        return attrition.foreseen(self.state, units, chiefs, self.journey.to(*sailor.way[1:]))

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
        units = self.moving()
        if reason := marks.refused(self.state, self.leaders, place):
            return reason
        if knowledge.hidden(self.state, self.chart, place):
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
        return f"there is no way by sea to {name_of(place)} (NAV-03)"

    def _may_rest(self, place: str) -> bool:
        try:
            self._room(place, self.ships(self.units), None)
            if place != self.place and self._apart(place, self.units):
                return False
        except BadAnswer:
            return False
        return True

    def offers(self) -> list[Raw]:
        """To stop, the plan, the nearest ports, zones and actions of each kind, friends near."""
        found = {path for path in ((), tuple(self.default)) if self.takes(list(path))}
        count: dict[str, int] = {}

        def few(kind: str, path: tuple[str, ...], action: Action | None) -> None:
            if count.get(kind, 0) < NEAREST and self._ends(path, action):
                count[kind] = count.get(kind, 0) + 1
                found.add((*path, str(action)) if action else path)

        for place, path in self.near():
            where = "here" if not path else "at sea" if board.is_sea(place) else "in port"
            if path:
                joins = any(fleets.stacks_at(self.state, place, self.alliance))
                few(f"friends {place}" if joins else where, path, None)
            for action in actions.candidates(self.state, place, self.alliance, self.cargo):
                few(f"{action.kind} {where}", path, action)
        return [list(path) for path in sorted(found)]

    def drawn(self, draw: Callable[[int], int]) -> Raw:
        """The plan, or a way step by step and an action at its end or none; what is not legal is
        drawn again, and the way then shorter.
        """
        if self.rest and draw(2):
            return self.default
        path = Waters(self).stroll(draw(1 + FAR), draw)
        while True:
            there: list[Action | None] = [None]
            place = path[-1] if path else self.place
            there += actions.candidates(self.state, place, self.alliance, self.cargo)
            while there:
                action = there.pop(draw(len(there)))
                stops = not path and action is None
                if self.takes([]) if stops else self._ends(path, action):
                    return [*path, str(action)] if action else path
            if not path:
                return self.default
            path.pop()

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
                names.append(announcement.described(self.state, announcement.read(item)))
            else:
                names.append(name_of(item))
        foreseen = self.outlook(raw)
        mean = round(float(foreseen.expected) / 3, 1)
        return f"{', '.join(names)} (attrition {total(foreseen.modifiers):+}, loses {mean} ND)"

    def words(self, text: str) -> Raw:
        """What typed words mean: a choice of the list, or the places of the way; one is the goal,
        with the action there behind it.

        Raises BadAnswer.
        """
        try:
            return Ask.words(self, text)
        except BadAnswer:
            way = typed(text)
        one = way and way[0][0] not in "+-!" and all(item[0] == ANNOUNCE for item in way[1:])
        path = self.path_to(way[0]) if one else []
        if path and (len(way) > 1 or self.takes(path)):
            return [*path, *way[1:]]
        found = self.aimed(way[0]) if len(way) == 1 and one else []
        landings = [each for each in found if announcement.read(each[-1]).kind == "land"]
        if len(landings or found) > 1:
            said = (
                f"{', '.join(each)} for {announcement.described(self.state, action)}"
                for each in found
                for action in [announcement.read(each[-1])]
            )
            raise BadAnswer(f"several things may be done in {name_of(way[0])}: {'; '.join(said)}")
        return (landings or found or [[*path] or way])[0]

    def aimed(self, coast: str) -> list[list[str]]:
        """The ways that end with something done to a province: in its port, or from the zone beside
        it that is reached best."""
        if board.is_sea(coast) or coast not in board.provinces():
            return []
        off = board.adjacent_seas(coast)
        port = self._search.all().get(coast)
        ways = [(coast, port[1])] if port is not None else []
        ways += [each for each in self._search.nearest() if each[0] in off]
        for place, path in ways:
            found = [
                [*path, str(action)]
                for action in actions.candidates(self.state, place, self.alliance, self.cargo)
                if action.target == coast and self._ends(path, action)
            ]
            if found:
                return found
        return []

    @property
    def default(self) -> Raw:
        """The rest of the plan as long as it is legal; else to stop, or the nearest landing."""
        if self.takes(list(self.rest)):
            return list(self.rest)
        return [] if self.takes([]) else list(next(self._landings()))

    @property
    def _search(self) -> Search:
        if not self._found:
            self._found.append(Search(self))
        return self._found[0]
