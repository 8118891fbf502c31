"""The march of a stack: one path as an answer, what it costs, and what it reaches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar, NamedTuple

from engine.facts import board
from engine.grammar import capitalised
from engine.land.ground import entering_provinces, movement_costs, stack_parts
from engine.land.ground.stack_parts import thirds
from engine.land.movement import march_check, march_range
from engine.modifiers import Modifier
from engine.play.asks import Ask, BadAnswer, Draw, Raw, texts
from engine.situation import knowledge, leaders_overseas, turkey
from engine.state import forces, known_zones, sides


class Step(NamedTuple):
    """One step of a path with its movement points, the sum so far, and the reasons."""

    place: str
    points: int
    sum: int
    reasons: tuple[Modifier, ...]


@dataclass(slots=True, kw_only=True)
class March(march_check.Marchers):
    """The way of a stack: a list of provinces, each next to the one before; an empty list stops.

    Between the provinces `-12`, `-12/LD` or `-conde` drop counters and leaders where the stack then
    is, `+7` picks up. A leader alone may name sea zones between two coasts (LDM-02).
    """

    complete: ClassVar[bool] = False

    rest: Sequence[str] = ()
    # What has been looked at, and the ways found legal: nothing moves while the question stands.
    _found: dict[str, tuple[int, str]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _legal: dict[tuple[str, ...], list[Step]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def points(self) -> int:
        """The movement points left to the whole stack as it is (MOV-02, LDM-01)."""
        if not (self.spent or self.led):
            return movement_costs.most_points(self.alone)
        used = [*(self.spent.get(unit, 0) for unit in self.units)]
        used += [self.led.get(leader, 0) for leader in self.leaders]
        return movement_costs.most_points(self.alone) - max(used, default=0)

    # The answer.

    def parse(self, raw: Raw) -> tuple[str, ...]:
        way = tuple(texts(raw, "provinces"))
        if way not in self._legal:
            march_check.Walk(self).go(way)
            self._legal[way] = []
        return way

    # Looking ahead.

    def reach(self) -> dict[str, int]:
        """Where the stack as it is can end its move, and the movement points of the cheapest way.

        Nothing is dropped or picked up on these ways (MVG-07); a leader alone is not sent where he
        would die (LDM-05).
        """
        return {
            place: points
            for place, (points, _) in self._search().items()
            if place != self.place
            and (self.afloat or not board.is_sea(place))
            and not self.why_no_end(place, self.units, self.leaders)
        }

    def path_to(self, place: str) -> list[str]:
        """The cheapest way to a province as a raw answer; empty when there is none."""
        found = self._search()
        way = [place] if place in found else []
        while way and way[-1] != self.place:
            way.append(found[way[-1]][1])
        return self._along(way[::-1])

    def _along(self, way: Sequence[str]) -> list[str]:
        """A way from place to place with the seas between two coasts, without its start."""
        if not self.alone:
            return [*way[1:]]
        path: list[str] = []
        for before, place in pairwise(way):
            road = place in movement_costs.NORTHERN_ROADS.get(before, ())
            if board.border(before, place) is None and not road:
                path += movement_costs.voyage(
                    before, place, march_range.seas(self.state, self.chart, self.leaders)
                )
            path.append(place)
        return path

    def cost(self, raw: Raw) -> list[Step]:
        """The steps of a path with their movement points and reasons. Raises BadAnswer."""
        way = self.parse(raw)
        steps = self._legal[way]
        if not steps:
            steps += self._steps(way)
        return [*steps]

    def _steps(self, way: Sequence[str]) -> Iterator[Step]:
        here, so_far = self.place, 0
        embarked = here if board.is_sea(here) else ""
        places = [item for item in way if item[0] not in "+-"]
        for at, item in enumerate(places, 1):
            if self.alone and board.is_sea(item) and at < len(places):
                embarked = embarked or here
            else:
                if embarked or (self.alone and board.is_sea(item)):
                    points = movement_costs.passage_cost(
                        self.state, embarked or here, item, self.alliance
                    )
                    reasons: tuple[Modifier, ...] = (Modifier(points, "by sea", "LDM-02"),)
                    embarked = ""
                else:
                    points, reasons = movement_costs.owners_step_cost(
                        self.state,
                        self.all_owners,
                        here,
                        item,
                        self.alliance,
                        light=movement_costs.detachments_only(self.troops(self.units)),
                    )
                so_far += points
                yield Step(item, points, so_far, reasons)
            here = item

    def leaving_guard(self, raw: Sequence[str]) -> list[str]:
        """A way with the smallest counters left at the fortress that it may not leave unguarded,
        as an answer; empty where that alone does not make it legal (MOV-26)."""
        by_size = sorted(self.units, key=lambda number: (self.state.units[number].thirds, number))
        left = []
        for count in range(len(by_size)):
            whole = [str(number) for number in by_size[:count]]
            armies = [number for number in by_size[count:] if self.state.units[number].army]
            left += [[*whole, f"{number}/{kind}"] for kind in ("LD", "A-") for number in armies]
            left += [whole] if whole else []
        parts = [stack_parts.Part(tuple(keys), ()) for keys in left]
        parts.sort(key=lambda part: (thirds(self.state, part), part.troops[-1].endswith("/A-")))
        for at in range(len(raw)):
            for part in parts:
                way = [*raw[:at], *(f"-{key}" for key in part.troops), *raw[at:]]
                if self.is_legal(way):
                    return way
        return []

    def why_not(self, place: str) -> str:
        """Why the stack as it is cannot end its move in a province; "" when it can."""
        if place == self.place or place in self.reach():
            return ""
        if place not in board.provinces() and not (self.afloat and board.is_sea(place)):
            return (
                "a move by land cannot end at sea (CMB-17)"
                if board.is_sea(place)
                else "no province"
            )
        found = self._search()
        if place in found or board.is_sea(place):
            reason = self.why_no_end(place, self.units, self.leaders)
            return reason or self._too_far(place)
        owners = self.all_owners
        reason = (
            capitalised(self._stands)
            or leaders_overseas.why_refused(self.state, self.leaders, place)
            or turkey.why_not_overseas(self.state, self.troops(self.units), place)
            or entering_provinces.why_closed(self.state, place, self.alliance, owners, self.chart)
        )
        if reason:
            return reason
        if self.alone and self.ground[place].kills_lone_leader:
            return f"a leader alone would die among the enemies {board.in_or_off(place)} (LDM-05)"
        if not self.alone and self.ground[place].opposed:
            reason = self.why_it_stands(True)
            if reason:
                return f"{board.does(place, 'hold')} unfriendly forces. {capitalised(reason)}"
        beside = {each.other for each in board.neighbours(place)}.intersection(found)
        for near in sorted(beside, key=lambda each: (found[each][0], each)):
            try:
                self.parse([*self.path_to(near), place])
            except BadAnswer as error:
                return str(error)
        return self._too_far(place)

    def _too_far(self, place: str) -> str:
        rule = "LDM-01" if self.alone else "MOV-02"
        return f"{board.does(place, 'be')} out of reach: {self.points} MP are left ({rule})"

    def offers(self) -> list[Raw]:
        """To stop, to go on as planned, and the cheapest way to wherever it may rest."""
        found = {tuple(self.path_to(place)) for place in self.reach() if self._rests(place)}
        return [list(path) for path in sorted({(), tuple(self.default), *found})]

    def random_answer(self, draw: Draw) -> Raw:
        """The plan, or a way step by step within movement points that are drawn first, back to
        where the stack may rest.

        A leader alone sails to troops only.
        """
        if self.rest and draw(2):
            return self.default
        points = draw(1 if self._stands else max(self.points, 0) + 1)
        to_troops = self.alone and not self.afloat
        way = march_range.random_walk(self._wanderer(to_troops), points, draw) if points else []
        while len(way) > 1 and not self._rests(way[-1]):
            way.pop()
        path = self._along(way)
        self._legal[tuple(path)] = []  # found step by step: it is not walked again
        return path

    def _rests(self, place: str) -> bool:
        if self.afloat:
            return not self.why_no_end(place, self.units, self.leaders)
        here = self.state.units_at(place) and sides.stack(self.state, place, self.alliance).units
        if board.is_sea(place) or (self.alone and not here):
            return False
        if self.why_no_end(place, self.units, self.leaders):
            return False
        # a battle to come takes in more than one stack (INT-16)
        return (
            self.alone
            or place in self.state.marks.contested
            or forces.within_stacking([*here, *self.stack.units])
        )

    def listed(self) -> list[Raw]:
        """The nearest goals first, those of as many movement points by name."""

        def far(raw: Raw) -> tuple[int, str]:
            steps = self.cost(raw)
            return (steps[-1].sum, board.name_of(raw[-1])) if steps else (0, "")

        return sorted(self.offers(), key=far)

    def left_to_do(self) -> str:
        """How a stack that stays gets on: by an exploration of unknown land beside it, after the
        moves (EXP-03), or aboard ships where nothing is in reach by land; "" where neither."""
        if self.alone or self._stands or not known_zones.knowledge_counts(self.state):
            return ""
        known = knowledge.known_to(self.state, self)
        beside = {border.other for border in board.land_neighbours(self.place)} - known
        if any(not known_zones.is_public(self.state, place) for place in beside):
            return "unknown land beside it may be explored after all moves"
        lonely = not board.is_sea(self.place) and not self.reach()
        return "it gets on aboard ships only" if lonely else ""

    def label(self, raw: Raw) -> str:
        """The goal and the way there; one on which troops are dropped or picked up item by item."""
        if not raw:
            return " · ".join(filter(None, ("stay here", self.left_to_do())))
        steps = self.cost(raw)
        points = f"({steps[-1].sum if steps else 0} MP)"
        if any(item[0] in "+-" for item in raw):
            names = [
                f"{'drop' if item[0] == '-' else 'pick up'} {item[1:]}"
                if item[0] in "+-"
                else board.name_of(item)
                for item in raw
            ]
            return f"{', '.join(names)} {points}"
        *by, goal = map(board.name_of, raw)
        return f"{goal}{' by ' if by else ''}{', '.join(by)} {points}"

    def answer_from_words(self, text: str) -> Raw:
        """What typed words mean: a choice of the list, or the places of the way; one is the goal.

        Raises BadAnswer.
        """
        try:
            return Ask.answer_from_words(self, text)
        except BadAnswer:
            way = movement_costs.typed_way(text)
        if len(way) != 1 or way[0][0] in "+-!":
            return way
        if reason := self.why_not(way[0]):
            raise BadAnswer(reason)
        return self.path_to(way[0]) or way

    @property
    def default(self) -> Raw:
        """The rest of the plan as long as it is legal; else to stop."""
        try:
            return list(self.parse(list(self.rest)))
        except BadAnswer:
            return []

    def _search(self) -> dict[str, tuple[int, str]]:
        """Every place within reach: its points and the place before it; only where it stands
        where its campaign lets it go nowhere."""
        if not self._found:
            points = 0 if self._stands else self.points
            self._found.update(march_range.reachable(self._wanderer(), points))
        return self._found

    @property
    def _stands(self) -> str:
        """Why a new commander's campaign lets it go no further, "" where it does (CAM-A7)."""
        return self.why_it_stands(False)

    def _wanderer(self, to_troops: bool = False) -> march_range.Marcher:
        ships = sides.members(self.state, self.alliance) if self.afloat else ()
        zones = sorted(filter(board.is_sea, self.state.places_of_ships(ships))) if ships else ()
        return march_range.Marcher(self, to_troops, zones)
