"""Overruns: a stack many times the enemies in a province, moving or standing there (OVR)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.combat.leader_casualties import leader_casualty
from engine.facts import countries
from engine.facts.board import called
from engine.grammar import conjugate, thirds
from engine.land.battle.parameters import known_commander
from engine.land.ground import besieging
from engine.land.ground.entering_provinces import OVERRUN
from engine.land.movement import interception_battle
from engine.land.movement.interceptors import able_to_try, why_barred
from engine.land.movement.march_under_way import Move, take_stock, tell_way
from engine.play.asks import YesNo
from engine.play.phase import Phase
from engine.situation import command, counters
from engine.state import State, forces, sides
from engine.state.stacks import Band

DESTROYS = 2 * OVERRUN
"""How many times the enemies destroy them without a battle (OVR-03)."""


def times_stronger(strong: int, weak: int) -> int:
    """How many whole times the strength of the others a strength is; 0 against nobody (OVR-A2)."""
    return strong // weak if weak else 0


async def declare(phase: Phase, move: Move, bands: Sequence[Band] = ()) -> int:
    """Whether what moves declares an overrun of all enemies in the province: its ratio, else 0.

    Attempts to intercept come first; interceptors may be overrun too (OVR-01, OVR-02, OVR-07).
    Not asked below 8 times when the battle would be the same: the `bands` that came are all.
    """
    state = phase.state
    enemies = sides.enemy_units(state, move.place, move.alliance)
    ratio = times_stronger(forces.strength(move.troops(state)), forces.strength(enemies))
    came = {number for band in bands for number in band.units}
    if ratio < OVERRUN or (ratio < DESTROYS and came == {unit.id for unit in enemies}):
        return 0
    who, target = sides.decider(state, move.country(state)), [unit.id for unit in enemies]
    says = await _declares(phase, who, move.place, target, ratio)
    return ratio if says else 0


async def _declares(phase: Phase, who: str, place: str, target: Sequence[int], ratio: int) -> bool:
    units = phase.state.units_by_id(target)
    detail = "destroyed without a battle" if ratio >= DESTROYS else "a battle at once"
    return await YesNo(
        who=who,
        name="overrun",
        what=f"Overrun {counters.troops_and_owners(units)} in {called(place)}?",
        detail=f"{ratio} times as strong as its {thirds(forces.strength(units))} LD: {detail}",
        about={"place": place, "units": list(target), "ratio": ratio},
        enter=True,
    )


async def carry_out(phase: Phase, move: Move, ratio: int) -> bool:
    """The overrun that was declared; True when the mover may go on.

    From 8 times the enemies are destroyed and nothing else happens (OVR-03 to OVR-05, OVR-A3), but
    that whom they besieged come out (AFT-04); below that an interception battle is fought with each
    enemy alliance (OVR-06), in decreasing initiative, natives last, until one is not won (OVR-A5).
    """
    tell_way(phase, move)
    state, place = phase.state, move.place
    enemies = sides.enemy_units(state, place, move.alliance)
    there = {sides.alliance_of(state, unit.country) for unit in enemies}
    by_initiative = [*(each.id for each in state.diplomacy.alliances), sides.NATIVES]
    for alliance in [each for each in by_initiative if each in there]:
        stack = sides.stack(phase.state, place, alliance)
        if ratio >= DESTROYS:
            await destroy(phase, stack.band, move.country(phase.state))
            continue
        country = move.country(phase.state)
        troops = counters.troops_and_owners(stack.units)
        text = f"{countries.does(country, 'overrun')} {troops} in {called(place)}, {ratio} times"
        who = sides.decider(phase.state, country)
        phase.tell("overrun", f"{text} as strong: a battle at once.", place, who)
        if not await interception_battle.fight(phase, move, alliance, [stack.band], counter=False):
            return False
    if place in phase.state.land.sieges:
        await besieging.settle(phase, place, passing=True)
    return True


async def destroy(phase: Phase, band: Band, enemy: str) -> None:
    """Destroys a stack; its commander tests as after a battle that destroyed all (OVR-04): who is
    eight times as strong is never too weak for it (LDR-05).

    `enemy` is the country that overran it.
    """
    state = phase.state
    units, leaders = band.units_and_leaders(state)
    chief = command.commander(state, units, leaders)
    are = conjugate("be overrun", len(units))
    phase.tell(
        "overrun",
        f"{counters.troops_and_owners(units)} in {called(band.place)} {are} and destroyed.",
        band.place,
        sides.decider(state, chief.country),
        {
            "country": chief.country,
            "thirds": sum(unit.thirds for unit in units),
            "cause": "overrun",
        },
    )
    for unit in units:
        state.remove(unit)
    if chief.leader:
        await leader_casualty(
            phase,
            band.place,
            chief.country,
            chief.leader,
            known_commander(chief),
            won=False,
            destroyed=True,
            enemy=enemy,
        )


# The other way round.


async def overrunning_enemies(phase: Phase, move: Move) -> tuple[str, tuple[Band, ...]] | None:
    """Enemies who are many times what moves may overrun it where it comes in (OVR-08, OVR-09).

    None when it is destroyed; else the alliance and its band that intercept without a roll, or
    nobody. Where friends of the mover are, besieged ones too, they count with it. The roll falls
    away, not the right to intercept there (OVR-A4).
    """
    state = phase.state
    for each in state.diplomacy.alliances:
        if not sides.at_war(state, each.id, move.alliance):
            continue
        stack = sides.stack(state, move.place, each.id)
        able = able_to_try(state, stack.units, move.tried)
        if not able:
            continue
        band = Band.of(able, stack.leaders, move.place)
        ratio = times_stronger(forces.strength(able), _with_friends(state, move))
        if ratio < OVERRUN or why_barred(state, move.place, band, move.units):
            continue
        who = sides.speaker(state, each.id)
        if not await _declares(phase, who, move.place, move.units, ratio):
            continue
        move.tried.update(band.units)
        tell_way(phase, move)
        if ratio >= DESTROYS:
            country = command.commanding_country(state, able, stack.leaders)
            await destroy(phase, move.band, country)
            take_stock(state, move)
            return None
        return each.id, (band,)
    return "", ()


def _with_friends(state: State, move: Move) -> int:
    """The strength of what moves and of its friends in the province (OVR-A1)."""
    return forces.strength(
        unit
        for unit in state.units_at(move.place)
        if unit.land and sides.alliance_of(state, unit.country) == move.alliance
    )
