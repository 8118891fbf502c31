"""Retreat after a battle on land: its losses, its places, and what is removed in the end (RET).

A side that retreats rolls, loses what it must, and then goes where the battle leaves it a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from engine.combat import fight
from engine.combat.combat_sheet import CombatSheet
from engine.facts import board, countries
from engine.facts.board import SUND
from engine.fleets import transports
from engine.land.battle import battle_math, retreat_math
from engine.land.battle.evasion import carry_out, goals
from engine.land.battle.parameters import Force
from engine.land.battle.shelter import bars_strangers, room
from engine.land.ground import losses
from engine.play.asks import Choose, YesNo
from engine.play.phase import Phase
from engine.situation import knowledge, leaders_overseas, variants
from engine.state import State, neutrals, sides
from engine.state.forces import Unit, strength
from engine.state.stacks import Band


class Field(NamedTuple):
    """A battle after its pursuit, for the retreats: the phasing force is the first of `both`.

    `sortied` are the counters that came out of the fortress for it (PAR-03), `besieged` says that
    the fortress was besieged before.
    """

    place: str
    both: tuple[Force, Force]
    fought: battle_math.Fought
    sheet: CombatSheet
    sortied: frozenset[int] = frozenset()
    besieged: bool = False

    @property
    def interception(self) -> bool:
        """Whether it was an interception battle (RET-05, RET-23, RET-30)."""
        return self.fought.setup.situation.interception

    @property
    def told(self) -> dict[str, Any]:
        """What the questions say of it: who has won."""
        return self.sheet.decided(self.fought)

    def who(self, state: State, at: int) -> str:
        """The power that decides for a side (RET-03, RET-18)."""
        return sides.decider(state, self.fought.setup.forces[at].name)


class Retreated(NamedTuple):
    """What the retreats came to: thirds each side lost in the end, what is left, places entered."""

    lost: tuple[int, int]
    left: tuple[tuple[int, ...], tuple[int, ...]]
    places: tuple[str, ...]


# Places.


def may_stand(state: State, place: str, alliance: str) -> bool:
    """Whether a stack may stay in a province: not beside unbesieged enemies or on neutral ground.

    RET-05, RET-18, RET-A5. An enemy fortress that nobody besieges is such an enemy, as around
    Cornwall in the example of the text. Overseas only minors' ground is closed, as to a march.
    """
    return (
        not _held_by_enemies(state, place, alliance)
        and not (bars_strangers(state, place) and neutrals.neutral_units(state, place, alliance))
        and not neutral_ground(state, place, alliance)
    )


def _held_by_enemies(state: State, place: str, alliance: str) -> bool:
    """Whether enemies who are not besieged are in a province, in the field or behind walls
    (RET-18)."""
    walls = sides.enemy_fortress(state, place, alliance) and not sides.is_besieged(state, place)
    return walls or bool(sides.enemy_units(state, place, alliance))


def neutral_ground(state: State, place: str, alliance: str) -> bool:
    """Whether a province is closed because a neutral country controls it, whoever stands there now
    (RET-05, MOV-25)."""
    if not bars_strangers(state, place):
        return False
    who = sides.controller(state, place)
    other = sides.alliance_of(state, who) if who else alliance
    stranger = other != alliance and not sides.at_war(state, alliance, other)
    friend = sides.admitted(state, alliance, who) or who in neutrals.set_apart(state, alliance)
    return stranger and not friend


def ways_back(state: State, origin: str, alliance: str, chart: knowledge.Chart = None) -> list[str]:
    """Where a stack goes that came from a place: there, or where neutrals bar it through neutral
    land on its `chart` to a friend beyond.

    RET-18, RET-19, RET-A8, DIS-02. Past enemies there is no way, nor past a fortress of theirs that
    it no longer besieges. Nobody stays on the ice of the Sund (CON-A3).
    """
    ice = origin == SUND and state.sequence.sund_frozen
    if board.is_sea(origin) and not ice:
        return []
    if not ice:
        if may_stand(state, origin, alliance):
            return [origin]
        if _held_by_enemies(state, origin, alliance):
            return []

    def passable(place: str) -> bool:
        free = not sides.enemy_units(state, place, alliance)
        known = not knowledge.is_hidden(state, chart, place)
        return free and known and sides.relation(state, place, alliance) != "enemy"

    for reached in islice(board.rings(origin, passable), 1, None):
        friends = [
            place
            for place in reached
            if sides.is_friendly(state, place, alliance) and may_stand(state, place, alliance)
        ]
        if friends:
            return friends
    return []


def adjacent_refuges(
    state: State, place: str, force: Force, phasing: bool, interception: bool
) -> list[str]:
    """The provinces outside that are left to a side, without those that a variant bars to it, where
    a leader of its may not go (C-LDR-07), or where only allies of its allies stand: they make no
    stack together (INI-03)."""
    owners = {state.units[number].country for number in force.unit_ids if number in state.units}
    barred = variants.closed_provinces(state, owners)
    return [
        goal
        for goal in _adjacent(state, place, force, phasing, interception)
        if goal not in barred
        and sides.may_join(state, goal, force.alliance, owners)
        and not leaders_overseas.why_refused(state, force.leader_ids, goal)
    ]


def _adjacent(
    state: State, place: str, force: Force, phasing: bool, interception: bool
) -> list[str]:
    """The provinces outside that the battle leaves open to a side (RET-18, RET-19, RET-28, RET-30).

    A phasing stack goes back where it came from, a landed one aboard its ships (RET-29), troops
    after an interception where an interceptor came from. Others, and those of whom none came from
    elsewhere, may use any adjacent province in which they could stand (RET-A5, RET-A9). Natives
    stay.
    """
    if force.alliance == sides.NATIVES:
        return [place]
    origins = {force.came_from[number] for number in force.unit_ids if number in force.came_from}
    origins.discard(place)
    chart = knowledge.chart(state, force.at(place))
    if origins and (phasing or interception):
        found = {
            goal for origin in origins for goal in ways_back(state, origin, force.alliance, chart)
        }
        found |= {
            origin
            for origin in origins
            if board.is_sea(origin)
            and transports.ships_awaiting(state, origin, place, force.alliance)
        }
        return sorted(found - {place})
    return [
        border.other
        for border in board.land_neighbours(place)
        if not knowledge.is_hidden(state, chart, border.other)
        and may_stand(state, border.other, force.alliance)
    ]


# The retreats.


async def retreats(phase: Phase, field: Field) -> Retreated:
    """All retreats in their order, then the winner's losses (RET-01 to RET-05, RET-17 to RET-37,
    LOS-25)."""
    winner = field.fought.winner
    withdraws = winner is not None and await _withdraws(phase, field, winner)
    order = fight.retreats(field.fought.setup, winner, withdraws)
    lost = [0, 0]
    left: list[tuple[int, ...]] = [(), ()]
    places: list[str] = []
    for at in order:
        lost[at], left[at], goal = await _retreat(phase, field, at, order)
        if goal:
            places.append(goal)
    for at in (0, 1):
        if at not in order:
            setup, suffered = field.fought.setup, field.fought.suffered(at)
            removed = retreat_math.thirds_removed(setup, at, suffered)
            lost[at], left[at] = await _lose(phase, field, field.both[at].unit_ids, removed)
    return Retreated((lost[0], lost[1]), (left[0], left[1]), tuple(places))


async def _withdraws(phase: Phase, field: Field, winner: int) -> bool:
    """Whether a winner retreats: by choice, or because it may not stay (RET-03 to RET-05,
    RET-A1)."""
    state, place = phase.state, field.place
    force, beaten = field.both[winner], field.both[1 - winner]
    if force.alliance == sides.NATIVES:
        return False
    others = [
        unit
        for unit in sides.enemy_units(state, place, force.alliance)
        if unit.id not in beaten.unit_ids
    ]
    if others or not _survives(field, winner):
        return False
    away = adjacent_refuges(state, place, force, winner == 0, field.interception)
    if not away:
        return False
    if neutral_ground(state, place, force.alliance):
        # After an interception the mover may go on instead.
        return winner == 1 or not field.interception
    return await YesNo(
        who=field.who(state, winner),
        name="withdraw",
        what=f"{_does(field, winner, 'have')} won in {board.called(place)}: retreat anyway?",
        detail="with the losses of a retreat; the battle is still won",
        about={
            "place": place,
            "units": list(force.unit_ids),
            "places": away,
            "sheet": field.told,
        },
        enter=False,
    )


def _survives(field: Field, at: int) -> bool:
    setup = field.fought.setup
    return (
        retreat_math.thirds_removed(setup, at, field.fought.suffered(at))
        < setup.forces[at].strength
    )


async def _retreat(
    phase: Phase, field: Field, at: int, order: tuple[int, ...]
) -> tuple[int, tuple[int, ...], str]:
    """One side's retreat: thirds lost, counters left, the province they are in ("" for none)
    (RET-17, RET-18, RET-20, RET-21, RET-24 to RET-27, RET-31, RET-A6, RET-A7; over the ice
    CON-A3). Who sinks on the way back to port is lost in the battle too (RET-02)."""
    fought, place, force = field.fought, field.place, field.both[at]
    state = phase.state
    ice = state.sequence.sund_frozen and at == 0 and SUND in force.came_from.values()
    cost = await retreat_math.retreat_losses(fought, at, field.sheet.roll, ice)
    field.sheet.result(losses=cost)
    away = adjacent_refuges(state, place, force, at == 0, field.interception)
    stays = fought.winner is None and order[1] == at
    if stays and place not in away and not neutral_ground(state, place, force.alliance):
        away = [place, *away]
    # Of one side alone, those who came out of the fortress go back, all others away (RET-26).
    apart = field.besieged and fought.winner is not None
    out = strength(state.units[number] for number in force.unit_ids if number in field.sortied)
    refuge = out if apart else room(state, place, force.alliance) + out
    removed = retreat_math.thirds_removed(
        fought.setup, at, fought.suffered(at), cost, None if away else refuge
    )
    lost, left = await _lose(phase, field, force.unit_ids, removed)
    back = [number for number in left if state.units[number].position == "inside"]
    going, leaders = list(left), list(force.leader_ids)
    space = room(state, place, force.alliance) + strength(state.units_by_id(back))
    if apart:
        going = [number for number in left if number not in back]
        leaders = [name for name in leaders if state.leaders[name].position == "field"]
        space = 0
    else:
        back = []
    if not away:
        extra = strength(state.units_by_id(going)) - space
        if extra > 0:
            more, rest = await _lose(phase, field, going, extra)
            lost, going = lost + more, list(rest)
    goal = ""
    last = state.last_unit
    before = _soldiers(state.units_by_id((*back, *going)))
    if going:
        band = Band(place, tuple(going), tuple(leaders))
        goal = await _goal(phase, field, at, band, away, space)
    kept = [unit for unit in state.units_and_change((*back, *going), last) if unit.land]
    return lost + before - _soldiers(kept), tuple(unit.id for unit in kept), goal


def _soldiers(units: Iterable[Unit]) -> int:
    """The thirds of counters that are no recruits of a conquistador: they disperse on the shore,
    and nobody has lost them in battle."""
    return strength(unit for unit in units if unit.corps != "native")


async def _goal(
    phase: Phase, field: Field, at: int, band: Band, away: Sequence[str], space: int
) -> str:
    """Asks where a stack retreats to, unless there is one place, and takes it there (RET-18)."""
    who = field.who(phase.state, at)
    options = goals(phase.state, band, away, space)
    here = board.called(field.place)
    goes = f"{_does(field, at, 'retreat')} from {here}"
    if field.place in away:  # who retreats second may stay (RET-24)
        people = countries.with_article(field.fought.setup.forces[at].name)
        goes = f"{people} may stay in {here} or retreat"
    goal = await Choose(
        who=who,
        name="retreat-to",
        what=f"{goes}: where to?",
        about={"place": field.place, "units": list(band.units), "sheet": field.told},
        options=options,
    )
    if board.is_sea(goal):
        alliance = field.both[at].alliance
        return await phase.procedures.carry_off(phase, goal, band, alliance)
    return await carry_out(phase, band, who, goal, space, "retreat")


async def _lose(
    phase: Phase, field: Field, unit_ids: Sequence[int], lost: int
) -> tuple[int, tuple[int, ...]]:
    """Removes losses from a side: what it really lost, and the counters left, change included.

    RET-33 to RET-37.
    """
    if not lost:
        return 0, tuple(unit_ids)
    last = phase.state.last_unit
    really = await losses.lose(phase, list(unit_ids), lost, "the battle", field.told)
    state = phase.state
    return really, tuple(unit.id for unit in state.units_and_change(unit_ids, last))


def _does(field: Field, at: int, verb: str) -> str:
    return countries.does(field.fought.setup.forces[at].name, verb)
