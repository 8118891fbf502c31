"""The way of a naval stack as an answer, what it would cost in attrition, and what it reaches.

Naval stacks have no limit of movement: a zone's price is the attrition of the voyage that ends
there (NAV-01, NAV-02).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import ClassVar, Final

from engine.facts import board
from engine.facts.board import called, in_or_off, name_of
from engine.fleets import fleets, ports
from engine.land.ground import movement_costs
from engine.modifiers import total
from engine.play.asks import Ask, BadAnswer, Draw, Raw, texts
from engine.sea.under_way import announced_action, attrition, carried_troops
from engine.sea.voyages import best_ways, naval_actions, sail_check
from engine.situation import knowledge, leaders_overseas
from engine.state.stacks import Band

NEAREST: Final = 4
"""How many ports, zones and actions of each kind are offered."""

FAR: Final = 4
"""How many steps a voyage by chance has at most."""

IN_SIGHT: Final = 16
"""How many places, the nearest first, are looked at for what is offered."""


@dataclass(slots=True, kw_only=True)
class Sail(sail_check.Sailors):
    """The way of a naval stack: sea zones and ports one after the other; an empty list stops
    (NAV-01).

    Between them `-12` or `-howard` stay behind and `+7` is picked up (MVG-07). The last item may
    announce an action, also where the stack is now (NAV-05, NAV-08), or end with troops going
    aboard, after which the way is asked again. With `cargo` aboard it ends with their landing
    (CMB-17); `fought` ships take none.
    """

    complete: ClassVar[bool] = False

    rest: Sequence[str] = ()
    _found: list[best_ways.Search] = field(
        default_factory=list, init=False, repr=False, compare=False
    )
    # The ways found legal: nothing moves while the question stands.
    _legal: set[tuple[str, ...]] = field(default_factory=set, init=False, repr=False, compare=False)

    def parse(self, raw: Raw) -> tuple[str, ...]:
        way = tuple(texts(raw, "sea zones and ports"))
        if way not in self._legal:
            sail_check.Course(self).go(way)
            self._legal.add(way)
        return way

    def landings(self) -> Iterator[tuple[str, ...]]:
        for place, path in self._search.nearest():
            course = sail_check.Course(self, path)
            for action in naval_actions.candidates(self.state, place, self.alliance, self.cargo):
                if _ends(course, action):
                    yield (*path, str(action))

    # What it costs.

    def outlook(self, raw: Raw) -> attrition.Outlook:
        """The attrition of a way: modifiers, and the chance of every loss. Raises BadAnswer."""
        course = sail_check.Course(self)
        course.go(self.parse(raw))
        whole = Band(self.place, self.whole_move(course.units), tuple(course.leaders))
        journey = self.journey.extended(*course.way[1:])
        return attrition.attrition_in_words(self.state, whole, journey)

    # Looking ahead.

    def reach(self) -> dict[str, best_ways.Price]:
        """Where the stack as it is may end its move (NAV-10), and what the best way there costs
        (NAV-02)."""
        return {
            place: price
            for place, (price, way) in self._search.all_places().items()
            if way and self._may_rest(place)
        }

    def nearest_places(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The nearest places and the ways there, those that are looked at for what is offered."""
        return islice(self._search.nearest(), IN_SIGHT)

    def path_to(self, place: str) -> list[str]:
        """The best way to a zone or port as a raw answer; empty when there is none."""
        found = self._search.all_places()
        return list(found[place][1]) if place in found else []

    def why_not(self, place: str) -> str:
        """Why the stack as it is cannot end its move in a place; "" when it can (NAV-02, NAV-03,
        NAV-10)."""
        if place == self.place or place in self.reach():
            return ""
        if place not in board.provinces() and place not in board.seas():
            return "no place"
        units = self.ships(self.whole_move())
        aboard = (*self.leaders, *self.carried)
        if reason := leaders_overseas.why_refused(self.state, aboard, place):
            return reason
        if knowledge.is_hidden(self.state, self.chart, place):
            return knowledge.why_unknown(place)
        if not board.is_sea(place):
            reason = ports.why_closed(self.state, units, place, self.alliance) or ports.why_crowded(
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
        return f"there is no way by sea to {called(place)} (NAV-03)"

    def _may_rest(self, place: str) -> bool:
        try:
            sail_check.room(self, place, self.ships(self.units), None)
        except BadAnswer:
            return False
        return place == self.place or not sail_check.may_not_join(self, place, self.units)

    def offers(self) -> list[Raw]:
        """To stop, the plan, the nearest ports, zones and actions of each kind, friends near."""
        found = {path for path in ((), tuple(self.default or ())) if self.is_legal(list(path))}
        count: dict[str, int] = {}

        def few(kind: str, path: tuple[str, ...], action: announced_action.Action | None) -> None:
            if count.get(kind, 0) < NEAREST and _ends(sail_check.Course(self, path), action):
                count[kind] = count.get(kind, 0) + 1
                found.add((*path, str(action)) if action else path)

        for place, path in self.nearest_places():
            where = "here" if not path else "at sea" if board.is_sea(place) else "in port"
            if path:
                joins = any(fleets.stacks_at(self.state, place, self.alliance))
                few(f"friends {place}" if joins else where, path, None)
            for action in naval_actions.candidates(self.state, place, self.alliance, self.cargo):
                few(f"{action.kind} {where}", path, action)
        return [list(path) for path in sorted(found)]

    def random_answer(self, draw: Draw) -> Raw:
        """The plan, or a way step by step and an action at its end or none; what is not legal is
        drawn again, and the way then shorter.
        """
        if self.rest and draw(2):
            return self.default
        most = draw(1 + FAR)
        path = best_ways.Waters(self).random_way(most, draw) if most else []
        while True:
            course = sail_check.Course(self, path)
            there: list[announced_action.Action | None] = [None]
            place = path[-1] if path else self.place
            there += naval_actions.candidates(self.state, place, self.alliance, self.cargo)
            while there:
                action = there.pop(draw(len(there)))
                stops = not path and action is None
                if self.is_legal([]) if stops else _ends(course, action):
                    raw = [*path, str(action)] if action else path
                    self._legal.add(tuple(raw))
                    return raw
            if not path:
                return self.default
            path.pop()

    def label(self, raw: Raw) -> str:
        if not raw:
            return "put the troops ashore again" if self._ashore_again else "stay here"
        names = []
        for item in raw:
            if item[0] in "+-":
                names.append(f"{'leave' if item[0] == '-' else 'pick up'} {item[1:]}")
            elif item[0] == announced_action.ANNOUNCE:
                names.append(
                    announced_action.action_in_words(self.state, announced_action.read(item))
                )
            else:
                names.append(name_of(item))
        foreseen = self.outlook(raw)
        mean = round(float(foreseen.expected) / 3, 1)
        return f"{', '.join(names)} (attrition {total(foreseen.modifiers):+}, loses {mean} ND)"

    def answer_from_words(self, text: str) -> Raw:
        """What typed words mean: a choice of the list, or the places of the way; one is the goal,
        with the action there behind it.

        Raises BadAnswer.
        """
        try:
            return Ask.answer_from_words(self, text)
        except BadAnswer:
            way = movement_costs.typed_way(text)
        one = (
            way
            and way[0][0] not in "+-!"
            and all(item[0] == announced_action.ANNOUNCE for item in way[1:])
        )
        path = self.path_to(way[0]) if one else []
        if path and (len(way) > 1 or self.is_legal(path)):
            return [*path, *way[1:]]
        found = self.ways_with_action(way[0]) if len(way) == 1 and one else []
        landings = [each for each in found if announced_action.read(each[-1]).kind == "land"]
        if len(landings or found) > 1:
            said = (
                f"{', '.join(each)} for {announced_action.action_in_words(self.state, action)}"
                for each in found
                for action in [announced_action.read(each[-1])]
            )
            raise BadAnswer(f"several things may be done {in_or_off(way[0])}: {'; '.join(said)}")
        return (landings or found or [[*path] or way])[0]

    def ways_with_action(self, coast: str) -> list[list[str]]:
        """The ways that end with something done to a province: in its port, or from the zone beside
        it that is reached best; in a sea zone where the ships may not stay without (C-STK-02)."""
        if board.is_sea(coast):
            to = self.path_to(coast)
            doing = (
                naval_actions.candidates(self.state, coast, self.alliance, self.cargo) if to else []
            )
            course = sail_check.Course(self, to)
            return [[*to, str(each)] for each in doing if _ends(course, each)]
        if coast not in board.provinces():
            return []
        off = board.adjacent_seas(coast)
        port = self._search.all_places().get(coast)
        ways = [(coast, port[1])] if port is not None else []
        ways += [each for each in self._search.nearest() if each[0] in off]
        for place, path in ways:
            course = sail_check.Course(self, path)
            found = [
                [*path, str(action)]
                for action in naval_actions.candidates(self.state, place, self.alliance, self.cargo)
                if action.target == coast and _ends(course, action)
            ]
            if found:
                return found
        return []

    @property
    def default(self) -> Raw:
        """The rest of the plan as long as it is legal; else to stop, or the nearest landing.
        Nothing where to stop would put troops ashore that have just gone aboard."""
        if self.rest and self.is_legal(list(self.rest)):
            return list(self.rest)
        if not self.is_legal([]):
            return list(next(self.landings()))
        return None if self._ashore_again else []

    @property
    def _ashore_again(self) -> bool:
        """Whether the troops aboard go ashore where the ships stop here."""
        return self.cargo is not None and not carried_troops.may_stay(
            self.state, self.place, self.cargo.move.troops(self.state)
        )

    @property
    def _search(self) -> best_ways.Search:
        if not self._found:
            self._found.append(best_ways.Search(self))
        return self._found[0]


def _ends(course: sail_check.Course, action: announced_action.Action | None) -> bool:
    """Whether a way that was found may end where it does, with an action or without."""
    if action is not None and course.why_not(action):
        return False
    course.action = action
    try:
        course.end()
    except BadAnswer:
        return False
    return True
