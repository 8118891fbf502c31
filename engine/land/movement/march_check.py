"""A march walked item by item without any search: what its steps cost, what is dropped and picked
up on it, and what forbids it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.facts import board
from engine.fleets import fleets
from engine.fleets import hierarchy as admirals
from engine.grammar import capitalised
from engine.land.ground import entering_provinces, movement_costs, stack_parts
from engine.land.ground.entering_provinces import Ground
from engine.play.asks import Ask, BadAnswer
from engine.rounds import campaigns
from engine.situation import command, hierarchy, knowledge, leaders_overseas, turkey
from engine.situation.knowledge import Chart
from engine.state import State, forces, sides
from engine.state.forces import LAND_THIRDS, Unit
from engine.state.leaders import Leader
from engine.state.stacks import Band, Stack


@dataclass(slots=True, kw_only=True)
class Marchers(Ask[tuple[str, ...]]):
    """Who marches, as the question for the way knows them (engine.land.movement.march_ask).

    `spent` and `led` are the movement points each counter and leader has used already; `afloat`
    says of leaders alone that they go from ships, and to ships or a port again (LDM-A3).
    """

    state: State = field(repr=False, compare=False)
    alliance: str
    place: str
    units: Sequence[int]
    leaders: Sequence[str]
    spent: Mapping[int, int] = field(default_factory=dict)
    led: Mapping[str, int] = field(default_factory=dict)
    active: bool = False
    afloat: bool = False
    # What has been looked at: nothing moves while the question stands.
    _seen: Ground | None = field(default=None, init=False, repr=False, compare=False)
    _whole: Stack | None = field(default=None, init=False, repr=False, compare=False)
    _offences: dict[tuple[str, str], str] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def alone(self) -> bool:
        """Whether only leaders move."""
        return not self.units

    @property
    def ground(self) -> Ground:
        """What the places mean to the stack."""
        if self._seen is None:
            owners, found = tuple(self.all_owners), knowledge.only_found(self.state, self.units)
            self._seen = Ground(self.state, self.alliance, owners, self.chart, found)
        return self._seen

    @property
    def chart(self) -> Chart:
        """What the stack knows of the Rest of the World."""
        return knowledge.chart(self.state, self)

    @property
    def stack(self) -> Stack:
        """Who marches, on the table."""
        if self._whole is None:
            troops, leaders = self.troops(self.units), self.state.leaders_by_id(self.leaders)
            self._whole = Stack(self.place, self.alliance, "field", troops, leaders)
        return self._whole

    def troops(self, numbers: Iterable[int]) -> list[Unit]:
        """These counters."""
        return self.state.units_by_id(numbers)

    @property
    def all_owners(self) -> list[str]:
        """The countries of all that march, sorted; of the leaders where there are only these."""
        return sorted({*map(forces.COUNTRY, self.stack.units or self.stack.leaders)})

    def owners(self, numbers: Iterable[int]) -> list[str]:
        """The countries of these counters, sorted; of the leaders where there are none."""
        found = self.troops(numbers) or self.state.leaders_by_id(self.leaders)
        return sorted({*map(forces.COUNTRY, found)})

    def why_forbidden(self, numbers: Iterable[int], leaders: Iterable[str], active: bool) -> str:
        """Why a campaign forbids these to go on, "" when it does not (MOV-23): that of whoever
        commands them now (CAM-A7); a leader alone moves passively (LDM-07)."""
        return self._why_not(self.troops(numbers), self.state.leaders_by_id(leaders), active)

    def why_it_stands(self, active: bool) -> str:
        """The same of the whole stack."""
        return self._why_not(self.stack.units, self.stack.leaders, active)

    def _why_not(self, units: Sequence[Unit], chiefs: Sequence[Leader], active: bool) -> str:
        country = command.commanding_country(self.state, units, chiefs)
        return campaigns.may_move(self.state, country, units, active and bool(units))

    def why_no_end(self, place: str, units: Iterable[int], leaders: Iterable[str]) -> str:
        """Why counters and leaders who could come to a province may not end their move there, ""
        when they may: what they would join, and hierarchy (INI-03, DIS-03, LDM-08)."""
        if self.afloat:
            return self._why_no_berth(place, leaders)
        state, numbers = self.state, [*units]
        owners = self.owners(numbers) if state.diplomacy.pacts else ()
        reason = entering_provinces.why_apart(state, place, self.alliance, owners, numbers)
        if reason or numbers:
            return reason
        return next(filter(None, (self._offence(name, place) for name in leaders)), "")

    def _why_no_berth(self, place: str, leaders: Iterable[str]) -> str:
        """Why leaders who left ships may not end their way in a place: without ships of their side
        or a port of theirs, or against the hierarchy (INI-03, LDM-08, LDM-A3)."""
        state = self.state
        there = fleets.ships_at(state, place).get(self.alliance, ())
        if not there and (
            board.is_sea(place) or not movement_costs.friendly_port(state, place, self.alliance)
        ):
            where = board.in_or_off(place)
            return f"{where} are neither ships of their side nor a port of theirs (LDM-A3)"
        if not sides.may_stack(state, {*self.owners(()), *(ship.country for ship in there)}):
            return f"allies of allies lie {board.in_or_off(place)} (INI-03)"
        worse = admirals.why_worse(state, Band(self.place, (), tuple(leaders)), place)
        return worse and f"{worse} (LDM-08)"

    def _offence(self, leader: str, place: str) -> str:
        """How a leader alone would offend the hierarchy in a province: the same in all where nobody
        of his side is."""
        here = sides.stack(self.state, place, self.alliance)
        key = leader, place if here.units or here.leaders else ""
        if key not in self._offences:
            own, alone = [self.state.leaders[leader].country], Band(self.place, (), (leader,))
            worse = hierarchy.worse_hierarchy(self.state, own, alone, place)
            self._offences[key] = worse and f"{worse} (LDM-08)"
        return self._offences[key]


class Walk:
    """Where the stack of a question would be after the items read so far, and who is with it.

    `points` and `leaders` are the movement points used by each counter and leader, `kinds` is what
    goes of each counter, `left` the thirds that stay in a place.
    """

    def __init__(self, ask: Marchers) -> None:
        self.ask, self.state = ask, ask.state
        self.place, self.active, self.locked = ask.place, ask.active, False
        self.points = {number: ask.spent.get(number, 0) for number in ask.units}
        self.kinds: dict[int, list[str]] = {
            number: [self.state.units[number].kind] for number in ask.units
        }
        self.leaders = {name: ask.led.get(name, 0) for name in ask.leaders}
        self.left: dict[str, int] = {}
        self.way: list[str] = []
        self.embarked = ask.place if board.is_sea(ask.place) else ""

    def go(self, items: Iterable[str]) -> None:
        """Walks a way to its end (MVG-07, MOV-22). Raises BadAnswer at the first wrong item."""
        for item in items:
            match item[:1]:
                case "-":
                    self._drop(item[1:])
                case "+":
                    self._take(item[1:])
                case _:
                    self._enter(item)
        self._end()

    def _end(self) -> None:
        """What must be so where the way ends (DIS-03, INI-03)."""
        ask, here = self.ask, self.place
        if board.is_sea(here) and not ask.afloat:
            raise BadAnswer("a move by land cannot end at sea (CMB-17)")
        if not self.way:
            return
        if board.is_sea(here):
            self._land(here)
        if reason := ask.why_no_end(here, self.kinds, self.leaders):
            raise BadAnswer(reason)

    # What goes along.

    def _drop(self, key: str) -> None:
        """What is left on the way (MVG-07)."""
        state, here = self.state, self.place
        if board.is_sea(here):
            raise BadAnswer(f"nothing can be left {board.in_or_off(here)}")
        if key in self.leaders:
            del self.leaders[key]
        else:
            number, kind = stack_parts.piece(key)
            held = self.kinds.get(number)
            if held is None:
                raise BadAnswer(f"{key} is not in the stack that moves")
            if kind and kind not in held:
                stack_parts.read_part(state, [key], [number] if len(held) == 1 else [], ())
                held[:] = stack_parts.break_into(state.units[number], [kind])
            gone = [kind] if kind else list(held)
            for each in gone:
                held.remove(each)
            self.left[here] = self.left.get(here, 0) + self._size(number, gone)
            if not held:
                del self.kinds[number], self.points[number]
        if not self.kinds and not (self.ask.alone and self.leaders):
            raise BadAnswer(f"all would stay {board.in_or_off(here)}; end the path there instead")

    def _take(self, key: str) -> None:
        """What is picked up on the way, in time and where it may be stacked with (MVG-07, MVG-08,
        MOV-23, INI-03)."""
        ask, state, here = self.ask, self.state, self.place
        if ask.alone:
            raise BadAnswer("a leader who moves alone cannot pick anything up (LDM-01)")
        free = entering_provinces.idle(state, here, ask.alliance)
        if knowledge.unknown_to_others(state, here, ask.alliance, self.kinds):
            raise BadAnswer(knowledge.why_not_merge(here))
        if key in free.leaders and key not in self.leaders:
            self.leaders[key] = 0
            return
        number, kind = stack_parts.piece(key)
        if str(number) not in free.troops or number in (*self.kinds, *ask.units):
            raise BadAnswer(f"{key} is not {board.in_or_off(here)}, free to be picked up")
        part = stack_parts.read_part(state, [key], [number], ())
        self.kinds[number] = [kind or state.units[number].kind]
        self.points[number] = 0
        self.left[here] = self.left.get(here, 0) - stack_parts.thirds(state, part)
        reason = ask.why_forbidden(self.kinds, self.leaders, self.active)
        if not sides.may_stack(state, ask.owners(self.kinds)):
            reason = "an ally's ally shares no stack (INI-03)"
        if reason:
            raise BadAnswer(
                f"{stack_parts.part_in_words(state, part.keys)} may not come along: {reason}"
            )

    def _size(self, number: int, kinds: Iterable[str]) -> int:
        unit = self.state.units[number]
        return sum(LAND_THIRDS.get(kind, unit.thirds) for kind in kinds)

    def _light(self) -> bool:
        """Whether only detachments go, pieces of an army among them (SUP-11, C-SUP-08)."""
        return bool(self.kinds) and not any(
            kind in ("A+", "A-", "PASHA") and self.state.units[number].corps != "native"
            for number, held in self.kinds.items()
            for kind in held
        )

    # The next place.

    def _enter(self, place: str) -> None:
        """The next step, over land or at sea (CAM-A7, MOV-01, MOV-24, MOV-28, LDM-02)."""
        ask, state, here = self.ask, self.state, self.place
        if place not in board.provinces() and place not in board.seas():
            raise BadAnswer(f"{place!r} is not a province")
        if reason := stack_parts.why_unled(state, self.kinds, self.leaders):
            raise BadAnswer(reason)
        if reason := ask.why_forbidden(self.kinds, self.leaders, False):
            raise BadAnswer(capitalised(reason))
        if reason := leaders_overseas.why_refused(state, self.leaders, place):
            raise BadAnswer(reason)
        with_them = (state.units[number] for number in {*ask.units, *self.kinds})
        if reason := turkey.why_not_overseas(state, with_them, place):
            raise BadAnswer(reason)
        if self.locked:
            raise BadAnswer(f"enemies {board.in_or_off(here)} would hold the stack there (MOV-28)")
        if ask.alone and (board.is_sea(place) or board.is_sea(here)):
            self._sail(place)
        else:
            owners = ask.owners(self.kinds)
            spot = ask.ground[place]
            points = movement_costs.owners_step_points(
                state, owners, here, place, spot.friendly, self._light()
            )
            if spot.closed:
                raise BadAnswer(
                    entering_provinces.why_closed(state, place, ask.alliance, owners, ask.chart)
                )
            if not ask.alone:
                self._face(place)
            self._pay(place, points)
        self.place = place
        self.way.append(place)

    def _face(self, place: str) -> None:
        """What stays behind at a fortress, and what forces wait in the next province (MOV-21,
        MOV-23, MOV-26 to MOV-28)."""
        ask, state, here = self.ask, self.state, self.place
        spot = ask.ground[place]
        if ask.ground[here].foreign:
            staying = forces.strength(
                entering_provinces.left_behind(state, here, ask.alliance, ask.units)
            )
            staying += self.left.get(here, 0)
            reason = entering_provinces.why_held_back(
                state, here, place, ask.alliance, staying, spot.friendly
            )
            if reason:
                raise BadAnswer(reason)
        if spot.opposed:
            self.active = True
        if self.active and (reason := ask.why_forbidden(self.kinds, self.leaders, True)):
            reason = capitalised(reason)
            raise BadAnswer(f"{board.does(place, 'hold')} unfriendly forces. {reason}")
        size = sum(self._size(number, kinds) for number, kinds in self.kinds.items())
        self.locked = size < entering_provinces.OVERRUN * spot.enemies

    def _pay(self, place: str, points: int) -> None:
        """Nobody moves more than he may, of a stack the one who has moved most (MOV-02, LDM-01)."""
        for number in self.points:
            self.points[number] += points
        for name in self.leaders:
            self.leaders[name] += points
        most = movement_costs.most_points(self.ask.alone)
        spent = max((*self.points.values(), *self.leaders.values()))
        if spent > most:
            raise BadAnswer(
                f"{board.does(place, 'be')} too far: {spent} MP, and {most} is the most"
            )

    def _sail(self, place: str) -> None:
        """A leader alone at sea: any ship will do, between any two coasts (LDM-02, LDM-A1)."""
        ask, state, here = self.ask, self.state, self.place
        if board.border(here, place) is None:
            raise BadAnswer(f"{board.does(place, 'be')} not next to {board.called(here)}")
        if board.is_sea(place):
            reason = movement_costs.unsailable(state, place)
            if knowledge.is_hidden(state, ask.chart, place):
                reason = knowledge.why_unknown(place)
            if reason:
                raise BadAnswer(reason)
            if not board.is_sea(here):
                self.embarked = here
            return
        reason = entering_provinces.why_closed(
            state, place, ask.alliance, ask.owners(()), ask.chart
        )
        if reason:
            raise BadAnswer(reason)
        self._land(place)

    def _land(self, place: str) -> None:
        """Pays the passage that ends in a place (LDM-A1)."""
        points = movement_costs.passage_cost(self.state, self.embarked, place, self.ask.alliance)
        self._pay(place, points)
