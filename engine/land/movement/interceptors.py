"""Who may intercept on land, and how likely it is (ITG-02, ITG-04, INT).

`chance` gives the exact odds with the modifiers, `eligible_stacks` those that may try.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from engine.chances.steps import FACES
from engine.facts import board, countries
from engine.facts.board import called
from engine.land.ground import entering_provinces, stack_parts
from engine.land.ground.stack_parts import Part
from engine.land.movement.interception_math import Interception, interception, intercepts
from engine.modifiers import Modifier, total
from engine.play.asks import BadAnswer
from engine.rounds import campaigns
from engine.situation import command, hierarchy, knowledge, leaders_overseas, turkey, variants
from engine.state import State, forces, sides
from engine.state.forces import LAND_THIRDS, Unit
from engine.state.stacks import Band, Group


class Chance(NamedTuple):
    """The modifiers of an attempt on land or at sea."""

    domain: str
    modifiers: tuple[Modifier, ...]

    @property
    def tenths(self) -> int:
        """How many faces of the ten succeed."""
        modifier = total(self.modifiers)
        return sum(intercepts(die, modifier, self.domain) for die in FACES)


def chance(state: State, target: str, band: Band, group: Group) -> Chance:
    """The odds that a band intercepts what moves in a province, with every modifier.

    For a counter-interception the mover is all interceptors merged (INT-18).
    """
    units, leaders = band.units_and_leaders(state)
    alliance = sides.alliance_of(state, units[0].country)
    ours = command.commander(state, units, leaders)
    mover = state.units_by_id(group.units)
    theirs = command.commander(state, mover, state.leaders_by_id(group.leaders))
    there, here = board.province(target), board.province(band.place)
    ahead = (
        command.technology_box(state, units) - command.technology_box(state, mover) if mover else 0
    )
    border = "" if band.place == target else board.border(band.place, target) or ""
    city = sides.controlled_by(state, target, alliance) and sides.fortified(state, target)
    friend = city or any(
        unit.land
        and unit.id not in band.units
        and sides.alliance_of(state, unit.country) == alliance
        for unit in state.units_at(target)
    )
    moving = {unit.id for unit in mover}
    foe = any(unit.id not in moving for unit in sides.enemy_units(state, target, alliance))
    besieging = state.land.sieges.get(band.place)
    found = interception(
        Interception(
            manoeuvre=ours.manoeuvre_on_land,
            enemy_manoeuvre=theirs.manoeuvre_on_land,
            levels_ahead=ahead,
            friend=friend,
            same_province=band.place == target,
            target_swamp=there.terrain == "swamp",
            from_swamp_or_flooded=here.terrain == "swamp"
            or here.id in state.notes.get("flooded", ()),
            bad_weather=state.sequence.bad_weather,
            river_or_pass=border in ("river", "mountain_pass"),
            other_enemy=foe,
            besieging=besieging is not None and besieging.alliance == alliance,
        )
    )
    return Chance("land", found)


def chance_of(state: State, target: str, place: str, part: Part, mover: Group) -> Chance:
    """The same of a part of the troops in a place, whose armies need not be broken yet; the state
    stays as it is. Raises BadAnswer where they cannot be broken so."""
    state, band = apart(state, place, part)
    return chance(state, target, band, mover)


def apart(state: State, place: str, part: Part) -> tuple[State, Band]:
    """A part of the troops in a place as a band, and the state in which its armies are broken for
    it: a copy where one has to be. Raises BadAnswer where they cannot be broken so."""
    if any(kind for _, kind in map(stack_parts.piece, part.troops)):
        stack_parts.read_part(state, list(part.keys), stack_parts.unit_ids(part), part.leaders)
        state = State.from_plain(state.to_plain())
    return state, Band(place, tuple(stack_parts.break_armies(state, part)), part.leaders)


def friendly_without(state: State, place: str, alliance: str, besides: Collection[int]) -> bool:
    """Whether a province is friendly, were it not for these counters (INT-02)."""
    if not sides.controlled_by(state, place, alliance):
        return False
    if sides.unfriendly_revolts(state, place, alliance):
        return False
    enemies = sides.enemy_units(state, place, alliance)
    enemies += sides.enemy_units(state, place, alliance, "inside")
    return all(unit.id in besides for unit in enemies)


def why_barred(state: State, target: str, band: Band, besides: Collection[int]) -> str:
    """Why the campaign of the commanding country forbids to intercept; "" when not (INT-01, 02)."""
    units, leaders = band.units_and_leaders(state)
    country = command.commanding_country(state, units, leaders)
    right = campaigns.interception_right(state, country)
    has = countries.does(country, "have")
    if right == "none":
        return f"{has} paid no campaign and may not intercept (INT-01)"
    if reason := variants.closed_provinces(state, {unit.country for unit in units}).get(target, ""):
        return reason
    alliance = sides.alliance_of(state, country)
    if right == "friendly" and not friendly_without(state, target, alliance, besides):
        return f"{has} paid a passive campaign: only in friendly provinces (INT-02)"
    return ""


def eligible_stacks(
    state: State, target: str, alliance: str, besides: Collection[int], tried: Collection[int]
) -> list[Band]:
    """The stacks of an alliance that may try to intercept in a province, by place.

    Not the besieged, those in a battle fought or to come, those that tried this move before, nor
    those that share a province with a phasing enemy that stands still, or that are phasing and
    share it with any (ITG-02, ITG-11 to ITG-13, INT-03, INT-A3, INT-A5, ITG-A1). `besides` are the
    counters to be intercepted.
    """
    there = state.places_of_troops(sides.members(state, alliance))
    near = board.place_and_neighbours(target)
    if there.isdisjoint(near):  # mostly
        return []
    found = []
    for place in near:
        if place in there and not board.is_sea(place):
            band = _eligible_stack(state, target, place, alliance, besides, tried)
            if isinstance(band, Band):
                found.append(band)
    return found


def able_to_try(state: State, units: Sequence[Unit], tried: Collection[int]) -> list[Unit]:
    """Those of a stack who are in no battle to come, were not beaten and did not try before
    (ITG-11 to ITG-13)."""
    locked, beaten = state.marks.locked, state.marks.beaten
    return [u for u in units if not (u.id in tried or u.id in locked or u.id in beaten)]


def why_not_eligible(
    state: State, target: str, place: str, alliance: str, besides: Collection[int]
) -> str:
    """Why no stack of an alliance in a place may try to intercept in a province; "" where one may,
    or might were it not that it tried before (ITG-13)."""
    if place != target and board.border(place, target) is None:
        return f"only stacks in {called(target)} or beside it may intercept there (ITG-02)"
    found = _eligible_stack(state, target, place, alliance, besides, ())
    return found if isinstance(found, str) else ""


def _eligible_stack(
    state: State,
    target: str,
    place: str,
    alliance: str,
    besides: Collection[int],
    tried: Collection[int],
) -> Band | str:
    """The stack of an alliance in a place that may try, or why none may (INT-03, INT-A3, MOV-24);
    leaders who may not go there stay behind (C-LDR-07)."""
    here = sides.stack(state, place, alliance)
    if not here.units:
        shut = sides.stack(state, place, alliance, "inside").units
        return "a besieged stack is shut in (INT-A3)" if shut else "nobody there is able to"
    troops = [unit for unit in here.units if not turkey.stays_in_europe(state, unit, target)]
    if not troops:
        return turkey.why_not_overseas(state, here.units, target)
    units = able_to_try(state, troops, tried)
    if not units:
        if any(unit.id in state.marks.beaten for unit in here.units):
            return "it fought in this impulse and did not win (ITG-11)"
        if any(unit.id in state.marks.locked for unit in here.units):
            return "it is engaged in a battle to come (ITG-12)"
        return "it has already tried to intercept this move (ITG-13)"
    turn = sides.phasing_alliance(state)
    if any(
        unit.id not in besides and turn in (alliance, sides.alliance_of(state, unit.country))
        for unit in sides.enemy_units(state, place, alliance)
    ):
        return "an enemy that is not moving stands in its province (INT-03)"
    chiefs = here.leaders
    if place != target:
        chiefs = [one for one in chiefs if not leaders_overseas.why_not(state, one.id, target)]
    band = Band.of(units, chiefs, place)
    chart = knowledge.chart(state, band)
    if place != target and (
        reason := entering_provinces.why_closed(state, target, alliance, chart=chart)
    ):
        return reason
    if not knowledge.may_interact(state, band.units, besides, target):
        return f"who only discovered {called(target)} attacks nobody there (DIS-13)"
    part = largest_part(state, target, band, besides)
    if part is None:
        whole = Part(tuple(map(str, band.units)), band.leaders)
        return why_kept(state, target, band, whole, besides)
    return why_barred(state, target, part.of(place), besides) or band


def largest_part(state: State, target: str, band: Band, besides: Collection[int]) -> Part | None:
    """The largest part of a stack that may go: all, or what a siege can spare (MOV-26, ITG-04),
    with an army broken for it where that lets more of them go."""
    whole = Part(tuple(str(number) for number in band.units), band.leaders)
    if not why_kept(state, target, band, whole, besides):
        return whole
    by_size = sorted(band.units, key=lambda number: (state.units[number].thirds, number))
    # The smallest stay, or where these are too few and the others too many, one that is larger.
    staying = [by_size[:count] for count in range(1, len(by_size))]
    staying += [[number] for number in by_size[1:]]
    parts = [
        Part(tuple(str(each) for each in band.units if each not in stay), band.leaders)
        for stay in staying
    ]
    able = (each for each in (*parts, *_broken(state, band))
            if not why_kept(state, target, band, each, besides))  # fmt: skip
    return max(able, key=lambda part: stack_parts.thirds(state, part), default=None)


def _broken(state: State, band: Band) -> Iterator[Part]:
    """The stack without the smallest pieces of one of its armies, which is broken for it."""
    for number in band.units:
        others = tuple(str(each) for each in band.units if each != number)
        for way in forces.breaks(state.units[number]):
            for stay in range(1, len(way)):
                pieces = sorted(way, key=lambda kind: LAND_THIRDS[kind])[stay:]
                keys = [*others, *(f"{number}/{kind}" for kind in pieces)]
                try:
                    yield stack_parts.read_part(
                        state, [*keys, *band.leaders], band.units, band.leaders
                    )
                except BadAnswer:
                    break  # no counters are left to break it so


def why_kept(state: State, target: str, band: Band, part: Part, besides: Collection[int]) -> str:
    """Why a part may not leave its province for the interception; "" when it may (ITG-04)."""
    if band.place == target:
        return ""
    alliance = sides.alliance_of(state, state.units[band.units[0]].country)
    if not entering_provinces.look(state, band.place, alliance).foreign:
        return ""
    here = sides.stack(state, band.place, alliance)
    staying = here.thirds - stack_parts.thirds(state, part)
    friendly = friendly_without(state, target, alliance, besides)
    return entering_provinces.why_held_back(state, band.place, target, alliance, staying, friendly)


def worse_hierarchy(state: State, target: str, part: Part) -> str:
    """Why splitting so would make the hierarchy worse; "" when not (ITG-04, C-HIE-01)."""
    state, going = apart(state, "", part)
    owners = {unit.country for unit in state.units_by_id(going.units)}
    reason = hierarchy.worse_hierarchy(state, owners, going, target)
    return reason and f"hierarchy: {reason} (ITG-04)"
