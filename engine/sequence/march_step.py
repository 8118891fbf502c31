"""One step of a march: what it costs, and what happens in the province that is entered (MOV, LDM).

Interceptions and overruns are chapters of their own (ITG, OVR); natives are
engine.expeditions.natives's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.combat.leader_casualties import carry_out_fate
from engine.combat.leader_casualties_math import Fate
from engine.expeditions import natives
from engine.facts import board, countries
from engine.facts.board import in_or_off
from engine.land.ground import besieging, entering_provinces, movement_costs, stacking
from engine.land.ground.entering_provinces import ICE
from engine.land.movement import interception, interception_battle, march_under_way, overrun
from engine.land.movement.march_under_way import Move, tell_way
from engine.overseas import active_natives, discoveries
from engine.play.phase import Phase
from engine.rounds import campaigns
from engine.sea.interception import interception as naval_interception
from engine.situation import knowledge
from engine.state import State, sides
from engine.state.forces import COUNTRY
from engine.state.stacks import Band

Outcome = Literal["go", "ask", "stop"]
"""What came of entering a province: the walk goes on, is asked about again, or is over."""


async def step(phase: Phase, moving: Move, place: str, passage: int | None = None) -> Outcome:
    """Enters the next province or sea: what it costs, and what happens there (MOV-01, MOV-28,
    MVG-04); whom it besieged there is free at once (AFT-04, MOV-26), recruits go home without their
    conquistador (NAT-30), what was found is told at home (DIS-10), an active move is used up
    (ITG-10); leaders alone may be caught at sea or die among enemies (LDM-04 to LDM-06).

    `passage` are the movement points of troops that land from their ships.
    """
    state, before = phase.state, moving.place
    alone, at_sea = moving.alone, board.is_sea(place)
    spot = ICE if at_sea else entering_provinces.look(state, place, moving.alliance, moving.units)
    if not alone and not at_sea:
        _spend(state, moving, spot.opposed)
    points = _points(state, moving, place, spot.friendly) if passage is None else passage
    march_under_way.advance(state, moving, place, points, spot.friendly)
    discoveries.settle(phase)
    if state.overseas.natives:
        active_natives.disband(phase)
    if before in state.land.sieges or before in state.overseas.establishments:
        await besieging.settle(phase, before)
    if at_sea:
        return await _leaders_sail(phase, moving) if alone else "go"
    if alone:
        return await _leaders_enter(phase, moving)
    return await _enter(phase, moving, bool(spot.foes))


def _points(state: State, moving: Move, place: str, friendly: bool) -> int:
    """The movement points of the step; by land as terrain and border cost, a voyage is paid
    when it ends (MOV-01, LDM-01, LDM-A1, MOV-10)."""
    if road := movement_costs.road_for_all(moving.place, place):
        return road.least if friendly else road.most
    if moving.alone:
        if board.is_sea(place):
            return 0
        if board.is_sea(moving.place):
            return march_under_way.passage(state, moving, place)
    troops = moving.troops(state)
    owners = sorted({*map(COUNTRY, troops)} or {moving.country(state)})
    light = movement_costs.detachments_only(troops)
    return movement_costs.owners_step_points(state, owners, moving.place, place, friendly, light)


def _spend(state: State, moving: Move, opposed: bool) -> None:
    """An active move is used up where unfriendly forces are really entered (MOV-21, ITG-10)."""
    moving.active = moving.active or opposed
    if moving.active:
        campaigns.spend_active(state, moving.country(state), moving.units)


def _meets(state: State, moving: Move) -> bool:
    """Whether what moves may fight who stands there: not where both only discovered it."""
    if not state.overseas.known:
        return True
    there = sides.enemy_units(state, moving.place, moving.alliance)
    return knowledge.may_interact(state, moving.units, [unit.id for unit in there], moving.place)


async def _enter(phase: Phase, moving: Move, met: bool) -> Outcome:
    """Interceptions, then overruns, by either side (OVR-08), then whoever is left locks the stack
    (MOV-15, MOV-28, OVR-02); a battle with others who are there may wait (INT-16, INT-A4). Last it
    meets the natives (NAT-06). `met` says that enemies were in the field there."""
    place, alliance = moving.place, moving.alliance
    meets = _meets(phase.state, moving)
    enemies = met and meets and sides.enemy_units(phase.state, place, alliance)
    automatic: tuple[str, tuple[Band, ...]] | None = ("", ())
    if enemies:
        automatic = await overrun.overrunning_enemies(phase, moving)
    if automatic is None:
        return "stop"
    tried = await interception.attempts(phase, moving, automatic)
    happened = tried.tried
    ratio = 0
    if tried.bands:
        ratio = await overrun.declare(phase, moving, tried.bands)
        if not ratio:
            if await interception_battle.waits(phase, moving, tried.alliance, tried.bands):
                return await _locked(phase, moving, tried.bands)
            if not await interception_battle.fight(phase, moving, tried.alliance, tried.bands):
                return "stop"
    if happened:
        enemies = meets and sides.enemy_units(phase.state, place, alliance)
    if enemies:
        ratio = ratio or await overrun.declare(phase, moving)
        if not ratio:
            return await _locked(phase, moving)
        if not await overrun.carry_out(phase, moving, ratio):
            return "stop"
        happened = happened or ratio < overrun.DESTROYS
    if active_natives.must_test(phase.state, moving, place):
        if await natives.meet_natives(phase, moving):
            return "stop"
        happened = True
    return "ask" if happened else "go"


async def _locked(phase: Phase, moving: Move, bands: Sequence[Band] = ()) -> Outcome:
    """The stack is held by enemies who are there, once the natives have been seen to (NAT-01,
    INT-06)."""
    place = moving.place
    await interception_battle.strangers(phase, place, bands)
    await natives.meet_natives(phase, moving)
    if not any(number in phase.state.marks.locked for number in moving.units):
        tell_way(phase, moving)
        interception_battle.lock(phase, place, moving.alliance)
    return "stop"


async def _leaders_enter(phase: Phase, moving: Move) -> Outcome:
    """A leader alone dies among enemies without friends, or when intercepted (LDM-05, LDM-06); who
    has caught him intercepts in no battle (EVA-01)."""
    if entering_provinces.look(phase.state, moving.place, moving.alliance).kills_lone_leader:
        _die(phase, moving, f"falls among the enemies {in_or_off(moving.place)}")
        return "stop"
    tried = await interception.attempts(phase, moving)
    if tried.bands:
        _die(phase, moving, f"is caught by an interception {in_or_off(moving.place)}")
        interception_battle.arrived(phase.state, tried.alliance, tried.bands, phase.state.last_unit)
        for band in tried.bands:
            await besieging.settle(phase, band.place)
        await besieging.settle(phase, moving.place)
        await stacking.enforce_stacking(phase, moving.place, tried.alliance)
        return "stop"
    return "ask" if tried.tried else "go"


async def _leaders_sail(phase: Phase, moving: Move) -> Outcome:
    """Leaders alone at sea are lost when ships intercept them (LDM-04, LDM-06)."""
    if not await naval_interception.leaders_caught(
        phase, moving.alliance, moving.leaders, moving.place
    ):
        return "go"
    _die(phase, moving, f"is caught at sea {in_or_off(moving.place)}")
    return "stop"


def _die(phase: Phase, moving: Move, how: str) -> None:
    for name in moving.leaders:
        country = phase.state.leaders[name].country
        text = f"{countries.leader_in_words(name, country)}, moving alone, {how}."
        phase.tell("leader", text, moving.place, sides.decider(phase.state, country))
        carry_out_fate(phase, moving.place, country, name, Fate("killed"), country)
    moving.leaders = []
    discoveries.settle(phase)
