"""Entering and leaving provinces: what is closed, what is opposed, what must stay at a fortress.

Sources: MOV-21 to MOV-27, LDM-05, LDM-08.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Final

from engine.facts import board, countries
from engine.facts.board import called
from engine.facts.sheets import cached
from engine.grammar import thirds
from engine.land.ground import stack_parts
from engine.situation import knowledge, variants
from engine.situation.knowledge import Chart
from engine.state import State, forces, neutrals, sides
from engine.state.diplomacy import Stance
from engine.state.forces import Unit
from engine.state.leaders import Leader
from engine.state.lookups import lookup_at

OVERRUN: Final = 4
"""How many times the enemies a stack must be to overrun them (OVR-01)."""


@dataclass(slots=True)
class Spot:
    """A province as the stacks of an alliance see it.

    `closed`: neutral troops or land (MOV-24). `opposed`: unfriendly forces (MOV-21). `foes` are
    the enemies in the field, `friends` whether own land troops are there in any position,
    `foreign` the thirds that must watch a fortress which the alliance does not control: 1 LD a
    level, any troops at a fort (MOV-26, MOV-A4). `kills_lone_leader`: who enters alone dies, among
    enemies in the field and no friend (LDM-05).
    """

    closed: bool
    friendly: bool
    opposed: bool
    foes: tuple[Unit, ...] = ()
    friends: bool = False
    foreign: int = 0
    kills_lone_leader: bool = field(init=False)

    def __post_init__(self) -> None:
        self.kills_lone_leader = bool(self.foes) and not self.friends

    @property
    def enemies(self) -> int:
        """The thirds of enemies in the field."""
        return forces.strength(self.foes)


ASHORE: Final = ("field", "inside")
BY_POSITION: Final = attrgetter("position", "id")

CLOSED: Final = Spot(True, False, False)
OWN: Final = Spot(False, True, False)
HELD: Final = Spot(False, True, False, friends=True)
ICE: Final = Spot(False, False, False)


class Ground:
    """The provinces, and the ice of seas, as the stacks of an alliance see them, each looked at
    when it is first asked for.

    `movers` are the countries of the stack that would go there, for what a variant bars to them,
    `chart` the zones it knows of the Rest of the World, `found` those of them that it carries as a
    discovery alone: whoever is there is no enemy to it.
    """

    __slots__ = (
        "_seen", "alliance", "barred", "chart", "found", "holders", "movers", "stances", "state"
    )  # fmt: skip

    def __init__(
        self,
        state: State,
        alliance: str,
        movers: tuple[str, ...] = (),
        chart: Chart = None,
        found: Collection[str] = (),
    ) -> None:
        self._seen: dict[str, Spot] = {}
        self.state, self.alliance, self.chart, self.found = state, alliance, chart, found
        self.movers, self.barred = movers, variants.closed_provinces(state, movers)
        self.holders, self.stances = sides.held_in_europe(state), sides.stances(state, alliance)

    def __getitem__(self, place: str) -> Spot:
        if (spot := self._seen.get(place)) is None:
            who = self.holders.get(place)  # of the provinces of Europe
            if who is None or place in self.barred:
                spot = self._look(place)
            else:
                spot = _in_europe(self.state, place, self.alliance, who, self.stances)
            self._seen[place] = spot
        return spot

    def _look(self, place: str) -> Spot:
        """What a province means: overseas it must be known, and a country that granted an AT is
        nobody's enemy; neutrals close Europe and the provinces of minors (NAT-03, MOV-24,
        MOV-25)."""
        state = self.state
        if board.is_sea(place):
            return ICE
        if place in self.barred:  # who stands there still leaves a watch at its fortress (MOV-26)
            here = look(state, place, self.alliance) if board.in_europe(place) else CLOSED
            return Spot(True, False, False, here.foes, here.friends, here.foreign)
        if not state.overseas.known or knowledge.is_hidden(state, self.chart, place):
            return CLOSED
        found = state.land.controllers.get(place)
        who = sides.owner(state, place) if found is None else found
        side, closed = sides.stance(state, self.alliance, who), sides.is_minor(state, who)
        if side == "neutral" and (not closed or _admits(state, self.alliance, who)):
            side = "nobody"
        units = state.units_at(place)
        if place in self.found:
            units = tuple(unit for unit in units if unit.country == sides.NATIVES)
        watch = 0 if side == "nobody" else _watch(state, place, side)
        return _spot(state, place, self.alliance, side, closed, watch, units)


def _in_europe(
    state: State, place: str, alliance: str, who: str, stances: Mapping[str, Stance]
) -> Spot:
    """A province of Europe, held by a country, to those who know who stands there; a friend that
    only a truce sets apart gives access (EUV-TERM-18)."""
    if state.units_at(place) or place in state.land.revolts:
        return _where_some_are(state, place, alliance)
    side = stances.get(who, "neutral")
    if side == "friend":
        return OWN
    if side == "neutral":
        if who in neutrals.set_apart(state, alliance):
            return _watched(0)
        if place not in state.land.sieges:
            return CLOSED
    return _watched(_watch(state, place, side))


@lookup_at
def _where_some_are(state: State, place: str, alliance: str) -> Spot:
    """The same where somebody stands, or a revolt is."""
    who, units = sides.controller(state, place), state.units_at(place)
    side = sides.stance(state, alliance, who)
    if side == "neutral" and who in neutrals.set_apart(state, alliance):
        return _spot(state, place, alliance, "nobody", True, 0, units)
    watch = 0 if side == "friend" else _watch(state, place, side)
    return _spot(state, place, alliance, side, True, watch, units)


def _watch(state: State, place: str, side: Stance) -> int:
    """The thirds that must stay at a fortress which is on that side (MOV-26, MOV-A4)."""
    level = sides.fortress_level(state, place)
    return 3 * level or int(side == "enemy" and sides.fortified(state, place))


def _admits(state: State, alliance: str, country: str) -> bool:
    """Whether a country overseas lets an alliance in: by an AT, or as a friend set apart."""
    apart = neutrals.set_apart(state, alliance)
    return country in apart or sides.admitted(state, alliance, country)


def _spot(
    state: State,
    place: str,
    alliance: str,
    side: Stance,
    closed: bool,
    watch: int,
    units: Iterable[Unit],
) -> Spot:
    """A province whose holder stands on a side, with those who are met there; `closed` tells
    whether neutrals close it, `watch` is what must stay at its fortress."""
    own = sides.members(state, alliance)
    foes, hostile, friends = [], side == "enemy", False
    barred = side == "neutral" and place not in state.land.sieges
    for unit in units:
        if not unit.land:
            continue
        if unit.country in own:
            friends = True
        elif unit.position in ASHORE and unit.country in sides.enemies(state, alliance):
            hostile = True
            if unit.position == "field":
                foes.append(unit)
        elif unit.position == "field" and unit.country not in neutrals.set_apart(state, alliance):
            barred = barred or closed
    if barred:
        kept = watch if side == "enemy" else 0
        return Spot(True, False, False, tuple(foes), friends, kept) if foes or friends else CLOSED
    revolt = place in state.land.revolts and bool(sides.unfriendly_revolts(state, place, alliance))
    if side == "friend":
        if hostile or revolt:
            return Spot(False, False, bool(foes or revolt), tuple(foes), friends)
        return HELD if friends else OWN
    if not (foes or friends or revolt):
        return _watched(watch)
    return Spot(False, False, bool(watch or foes or revolt), tuple(foes), friends, watch)


@cached
def _watched(watch: int) -> Spot:
    """A province where nobody is met, but for a garrison that so many thirds must watch."""
    return Spot(False, False, bool(watch), foreign=watch)


def look(state: State, place: str, alliance: str, going: Sequence[int] = ()) -> Spot:
    """A province as the stacks of an alliance see it now, or those counters of them that are going
    there (MOV-25, DIS-13)."""
    who = sides.held_in_europe(state).get(place)
    if who is None:
        return Ground(state, alliance, found=knowledge.only_found(state, going))[place]
    return _in_europe(state, place, alliance, who, sides.stances(state, alliance))


def why_closed(
    state: State, place: str, alliance: str, movers: Iterable[str] = (), chart: Chart = None
) -> str:
    """Why a stack of the alliance may not enter a province at all; "" when it may (MOV-24).

    Neutral is whoever is neither of the alliance nor at war with it: his troops, and his land
    unless its fortress is besieged.
    """
    if knowledge.is_hidden(state, chart, place):
        return knowledge.why_unknown(place)
    reason = variants.closed_provinces(state, movers).get(place, "")
    if reason or not look(state, place, alliance).closed:
        return reason
    province = board.province(place)
    if province.map != "europe" and not state.overseas.known:
        return (
            f"{board.does(place, 'lie')} in the Rest of the World, which nobody here knows (DIS-02)"
        )
    for unit in neutrals.neutral_units(state, place, alliance):
        name = countries.with_article(unit.country)
        return f"neutral troops of {name} stand in {called(place)} (MOV-24)"
    name = countries.with_article(sides.controller(state, place))
    return f"{board.does(place, 'belong')} to {name}, neutral (MOV-24)"


def why_apart(
    state: State, place: str, alliance: str, owners: Iterable[str], going: Sequence[int]
) -> str:
    """Why troops of these owners may not join what stands of their side in a province, "" when they
    may: allies of their allies alone, or two stacks in a zone that only they know (INI-03, DIS-03).
    """
    if not sides.may_join(state, place, alliance, owners):
        return (
            f"{board.in_or_off(place)} stands an ally's ally, who plays along but does not share a "
            "stack (INI-03)"
        )
    if going and knowledge.unknown_to_others(state, place, alliance, going):
        return knowledge.why_not_merge(place)
    return ""


def left_behind(state: State, place: str, alliance: str, going: Iterable[int]) -> list[Unit]:
    """The field troops of the alliance in a place besides those that go."""
    gone = set(going)
    return [unit for unit in sides.stack(state, place, alliance).units if unit.id not in gone]


def why_held_back(
    state: State, place: str, there: str, alliance: str, staying: int, friendly: bool
) -> str:
    """Why a stack may not leave a province for another; "" when it may (MOV-26, MOV-27).

    `staying` are the thirds that stay. Beside a fortress it does not control a stack either
    empties the province and goes back to a friendly one, or leaves a detachment for each level.
    """
    watch = look(state, place, alliance).foreign
    if staying >= watch or (staying == 0 and friendly):
        return ""
    name, where = called(place), board.does(there, "be")
    troops = f"{thirds(watch)} LD" if watch > 1 else "some troops"
    if staying:
        return f"{troops} must stay at the fortress of {name}, or nobody (MOV-26)"
    return f"{where} not friendly: {troops} must stay at the fortress of {name} (MOV-26)"


def is_refuge(state: State, place: str, alliance: str, owners: Iterable[str]) -> bool:
    """Whether troops of these owners may shelter in a province: friendly, unbesieged, and without
    allies of their allies alone (INI-03)."""
    free = sides.is_friendly(state, place, alliance) and not sides.is_besieged(state, place)
    return free and sides.may_join(state, place, alliance, owners)


def idle(state: State, place: str, alliance: str) -> stack_parts.Part:
    """The troops and leaders of the alliance in a place that may still move this impulse (MVG-07).

    Those inside a fortress that nobody besieges may come out.
    """
    return stack_parts.whole_stack(*idle_troops(state, place, alliance))


def idle_troops(state: State, place: str, alliance: str) -> tuple[list[Unit], list[Leader]]:
    """The same as they are, not by their keys; leaders in the field first, then in order of ids."""
    own, marks = sides.members(state, alliance), state.marks
    out = ASHORE[:1] if place in state.land.sieges else ASHORE
    troops, chiefs = [], []
    for unit in state.units_at(place):  # mostly one or two: to set up anything else takes longer
        if (
            unit.country in own
            and unit.id not in marks.moved
            and unit.land
            and unit.position in out
            and unit.id not in marks.locked
        ):
            troops.append(unit)  # noqa: PERF401
    for leader in state.leaders_at(place):
        if (
            leader.country in own
            and leader.position in out
            and leader.id not in marks.moved_leaders
        ):
            chiefs.append(leader)  # noqa: PERF401
    chiefs.sort(key=BY_POSITION)
    return troops, chiefs
