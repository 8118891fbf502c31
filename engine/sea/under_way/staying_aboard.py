"""Troops that stay aboard overseas, and empty coasts that count as ports (CMB-14, 19, 20, NAC-30).

Troops aboard have the position `aboard` in the sea zone of their ships. Whoever begins a move with
them aboard has embarked in a controlled port for all purposes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.facts import board, countries
from engine.facts.board import in_or_off
from engine.fleets import fleets, transports
from engine.grammar import conjugate
from engine.land.movement import march_under_way
from engine.land.movement.march_under_way import Move, Stretch
from engine.play.asks import YesNo
from engine.play.phase import Phase
from engine.sea.under_way.voyage import Cargo, Voyage
from engine.situation import knowledge, leaders_left_alone
from engine.state import State, sides
from engine.state.forces import Unit, units_in_words
from engine.state.stacks import Band


def unmoved_aboard(state: State, zone: str, alliance: str) -> tuple[list[Unit], list[str]]:
    """The troops and leaders aboard in a zone who have not moved in this impulse."""
    if not state.overseas.known or not board.is_sea(zone):
        return [], []
    here = sides.stack(state, zone, alliance, "aboard")
    units = [unit for unit in here.units if unit.id not in state.marks.moved]
    leaders = [one.id for one in here.leaders if one.id not in state.marks.moved_leaders]
    return units, leaders


def why_stranded(state: State, zone: str, alliance: str, going: Sequence[int]) -> str:
    """Why these ships may not leave a zone: those that stay could not carry all the troops aboard
    there, nor they those who have not moved and those that stay the others (CMB-06, CMB-20); ""
    when they may."""
    troops = sides.stack(state, zone, alliance, "aboard").units
    need = transports.transport_points_needed(state, troops)
    if not need:
        return ""
    stays, goes = _rooms(state, zone, alliance, going)
    come = [unit for unit in troops if unit.id in state.marks.moved]
    wait = [unit for unit in troops if unit.id not in state.marks.moved]
    needed = [transports.transport_points_needed(state, each) for each in (wait, come)]
    if stays >= need or (wait and goes >= needed[0] and stays >= needed[1]):
        return ""
    return f"the troops aboard {in_or_off(zone)} need {need:g} transport points (CMB-06)"


def ships_spared(state: State, zone: str, alliance: str, ships: Sequence[Unit]) -> list[Unit]:
    """The ships that may leave a zone to intercept elsewhere: those that stay can carry all the
    troops aboard there (CMB-06), who take no part in a battle."""
    need = transports.transport_points_needed(
        state, sides.stack(state, zone, alliance, "aboard").units
    )
    if not need:
        return list(ships)
    going: list[Unit] = []
    for unit in sorted(ships, key=lambda unit: (transports.capacity(state, [unit]), unit.id)):
        trial = [*(each.id for each in going), unit.id]
        if _rooms(state, zone, alliance, trial)[0] >= need:
            going.append(unit)
    return sorted(going, key=lambda unit: unit.id)


def _rooms(state: State, zone: str, alliance: str, going: Sequence[int]) -> tuple[float, float]:
    """The transport points of the ships that stay in a zone, and of those that go."""
    here = fleets.ships_at(state, zone).get(alliance, ())
    stay = [unit for unit in here if unit.id not in going]
    go = [unit for unit in here if unit.id in going]
    return transports.room_for_troops(state, stay), transports.room_for_troops(state, go)


async def take_along(phase: Phase, voyage: Voyage) -> None:
    """The troops aboard sail with their ships; asked where those that stay could hold them too.

    CMB-19, CMB-20.
    """
    state, zone = phase.state, voyage.place
    troops, leaders = unmoved_aboard(state, zone, voyage.alliance)
    if not troops:
        return
    band = Band(zone, tuple([unit.id for unit in troops]), tuple(leaders))
    need = transports.transport_points_needed(state, troops)
    stays, goes = _rooms(state, zone, voyage.alliance, voyage.units)
    if goes < need:
        return
    if stays >= transports.transport_points_needed(
        state, sides.stack(state, zone, voyage.alliance, "aboard").units
    ):
        country = knowledge.commanding_country(state, band)
        along = await YesNo(
            who=sides.decider(state, country),
            name="take-along",
            what=f"{conjugate('do', len(troops))} {units_in_words(troops)} of "
            f"{countries.with_article(country)}, aboard {in_or_off(zone)}, sail along?",
            detail="if not, they stay there on the ships that stay",
            about=band.about,
            enter=True,
        )
        if not along:
            return
    units = list(band.units)
    move = Move(voyage.alliance, units, leaders, Stretch([zone]), None, last=state.last_unit)
    voyage.cargo = Cargo(move, "", zone, safe=True)


def mark_taken_along(state: State, voyage: Voyage) -> None:
    """The troops taken along have moved from now on (CMB-20, MVG-10)."""
    if voyage.cargo is not None:
        march_under_way.join(
            state, voyage.cargo.move, voyage.cargo.move.units, voyage.cargo.move.leaders
        )


def leaders_without_ships(phase: Phase, names: Iterable[str]) -> None:
    """Those of these leaders at sea whose ships are all gone leave the map until the next wintering
    (LDR-A5), and with them whoever was aboard alone of ships that have left or are lost."""
    state = phase.state
    aboard = [one.id for one in state.leaders.values() if one.position == "aboard"]
    for name in dict.fromkeys((*names, *aboard)):
        leader = state.leaders[name]
        if leader.status == "map" and board.is_sea(leader.place):
            alliance = sides.alliance_of(state, leader.country)
            if not fleets.ships_at(state, leader.place).get(alliance):
                leaders_left_alone.strand_leaders(phase, [name], leaders_left_alone.SHIPLESS)


def leaders_without_troops(phase: Phase, zone: str, alliance: str, before: Sequence[int]) -> None:
    """Leaders aboard whose troops, those `before`, are all lost leave the map until they may come
    back."""
    here = sides.stack(phase.state, zone, alliance, "aboard")
    if before and not here.units:
        leaders_left_alone.strand_leaders(phase, here.leader_ids, leaders_left_alone.TROOPLESS)
