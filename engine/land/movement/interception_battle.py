"""What follows an interception: counter-interception, battle, returns (INT-07 to INT-17).

Overruns that need a battle are fought here too (OVR-06).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from engine.facts import board, countries
from engine.facts.board import called
from engine.land.battle import battle
from engine.land.battle.parameters import (
    Force,
    comparison,
    crossing,
    odds_of,
    stack_force,
    worst_crossing,
)
from engine.land.ground import besieging, stack_parts, stacking
from engine.land.ground.stack_parts import Part, Parting
from engine.land.movement import interception, interceptors, march_under_way, movement_attrition
from engine.land.movement.march_under_way import Move
from engine.overseas import active_natives, exploration_rights
from engine.play.asks import Choose, Option, Subset
from engine.play.decision_details import Weighed
from engine.play.phase import Phase
from engine.state import State, forces, sides
from engine.state.forces import Unit
from engine.state.stacks import Band

MOST_FIGHTING: Final = 24  # thirds, with two pashas besides (INT-13)


def others_there(state: State, move: Move, alliance: str, bands: Sequence[Band]) -> list[Unit]:
    """The troops of either side in the province besides mover and interceptors (INT-16)."""
    fighting = {*move.units, *(number for band in bands for number in band.units)}
    return [
        unit
        for unit in state.units_at(move.place)
        if unit.land
        and unit.id not in fighting
        and sides.alliance_of(state, unit.country) in (alliance, move.alliance)
    ]


async def waits(phase: Phase, move: Move, alliance: str, bands: Sequence[Band]) -> bool:
    """Whether the interceptor waits for a regular battle of all who are there (INT-16, INT-17)."""
    state = phase.state
    if not others_there(state, move, alliance, bands):
        return False

    def of_both(look: Callable[..., dict[str, Any]]) -> dict[str, Any]:
        """What is known of both battles, the moving side first in the odds."""
        return {
            name: look(state, move.place, *both, interception=name == "now")
            for name, both in _battles(state, move, alliance, bands).items()
        }

    answer = await Choose(
        who=sides.speaker(state, alliance),
        name="interception-battle",
        what=f"Fight in {called(move.place)} at once, interceptors against the mover alone, "
        "or later with everybody there?",
        about=Weighed(
            {"place": move.place, "units": list(move.units), "side": 1},
            lambda: of_both(odds_of),
            compared=lambda: of_both(partial(comparison, side=1)),
        ),
        options=[
            Option("now", "An interception battle now", "the winner may move on", "now"),
            Option("later", "A regular battle later", "all troops there are locked", "later"),
        ],
        enter="now",
    )
    return answer == "later"


def _battles(
    state: State, move: Move, alliance: str, bands: Sequence[Band]
) -> dict[str, tuple[Force, Force]]:
    """The forces of both battles, the moving side first: of that at once (INT-12), and of that of
    everybody there as they stand (INT-16)."""
    place = move.place
    all_own, all_foe = (stack_force(state, place, side) for side in (move.alliance, alliance))
    return {"now": _forces(state, move, alliance, bands), "later": (all_own, all_foe)}


def _forces(
    state: State, move: Move, alliance: str, bands: Sequence[Band], helping: Sequence[Band] = ()
) -> tuple[Force, Force]:
    """Mover and interceptors with those who help either, the moving side first (INT-12)."""
    came = dict.fromkeys(move.units, move.way[-2])
    own = _force(state, move.place, move.alliance, [move.band, *helping], came)
    return own, _force(state, move.place, alliance, bands, {})


def lock(phase: Phase, place: str, alliance: str) -> None:
    """Locks everybody in the field of a province in a battle to come (INT-04, INT-16); beside
    others no natives who were beaten in this impulse, for they do not fight twice (NAT-A8)."""
    state = phase.state
    found = sides.enemy_units(state, place, alliance)
    enemies = active_natives.unbeaten(state, found) or found
    own = sides.stack(state, place, alliance).units
    if not enemies or not own:
        return
    state.marks.locked.update(unit.id for unit in (*own, *enemies))
    if place not in state.marks.contested:
        state.marks.contested.append(place)
    phase.tell("locked", f"Both sides are locked in {called(place)}.", place)


async def fight(
    phase: Phase, move: Move, alliance: str, bands: Sequence[Band], counter: bool = True
) -> bool:
    """The interception battle, with counter-interception before and returns after it.

    True when the mover won and may go on (ITG-06, ITG-09, INT-07 to INT-15).
    """
    place = move.place
    march_under_way.tell_way(phase, move)
    helping = await _counter(phase, move, bands) if counter else []
    await movement_attrition.leg_attrition(phase, move)
    move.new_leg()
    state = phase.state
    if not move.units and not helping:
        phase.tell("interception", f"No enemy is left to fight in {called(place)}.", place)
        await _go_back(phase, move, alliance, bands, helping, state.last_unit)
        arrived(state, alliance, bands, state.last_unit)
        await strangers(phase, place, bands)
        return False
    own, foe = _forces(state, move, alliance, bands, helping)
    own = await _fighters(phase, own)
    foe = await _fighters(phase, foe)
    before = state.last_unit
    exploration_rights.note_battle(state, (*own.unit_ids, *foe.unit_ids))
    overrun = not counter and alliance != sides.NATIVES  # natives are fought at once too (NAT)
    result = await battle.battle(phase, place, own, foe, True, overrun=overrun)
    march_under_way.take_stock(state, move)
    won = result.winner == move.alliance and _stands(state, move)
    await _go_back(phase, move, alliance, bands, helping, before)
    arrived(state, alliance, bands, before)
    await strangers(phase, place, bands)
    return won


def arrived(state: State, alliance: str, bands: Sequence[Band], before: int) -> None:
    """Who has come as an interceptor, and fought, looked on or found nobody to fight, is none in a
    later battle: there he may evade (EVA-01). `before` is the last counter before that."""
    came = [number for band in bands for number in band.units]
    for unit in state.units_and_change(came, before):
        if sides.alliance_of(state, unit.country) == alliance:
            state.marks.entered.pop(unit.id, None)


async def strangers(phase: Phase, place: str, bands: Sequence[Band]) -> None:
    """Interceptors who have come into a province and stand there may rouse its natives (NAT-01,
    NAT-A10)."""
    for band in bands:
        state = phase.state
        here = [n for n in band.units if n in state.units and state.units[n].place == place]
        chiefs = [name for name in band.leaders if state.leaders[name].place == place]
        if band.place != place and here and not board.is_sea(place):
            came = Band(place, tuple(here), tuple(chiefs))
            await phase.procedures.strangers(phase, came, band.place)


async def _go_back(
    phase: Phase,
    move: Move,
    alliance: str,
    bands: Sequence[Band],
    helping: Sequence[Band],
    before: int,
) -> None:
    """Interceptors of both sides may go back; then the province is within its limits (INT-15)."""
    await _return(phase, move.place, alliance, bands, before)
    await _return(phase, move.place, move.alliance, helping, before)
    await stacking.enforce_stacking(phase, move.place, alliance)
    await besieging.settle(phase, move.place)


def _stands(state: State, move: Move) -> bool:
    move.units = [n for n in move.units if state.units[n].place == move.place]
    move.leaders = [name for name in move.leaders if state.leaders[name].place == move.place]
    return bool(move.units)


async def _counter(phase: Phase, move: Move, bands: Sequence[Band]) -> list[Band]:
    """Phasing stacks that are not locked may intercept the interceptors (INT-07 to INT-09)."""
    state = phase.state
    foes = Band(
        move.place,
        tuple(number for band in bands for number in band.units),
        tuple(name for band in bands for name in band.leaders),
    )
    found = interceptors.eligible_stacks(state, move.place, move.alliance, foes.units, move.units)
    if not found:
        return []
    chosen = await interception.announce(phase, move.alliance, move.place, found, foes, True)
    if not chosen:
        return []
    parted = interception.separate(state, chosen)
    move.last = state.last_unit
    return await interception.resolve(phase, move.place, parted, foes)


def _force(
    state: State, place: str, alliance: str, bands: Sequence[Band], came: dict[int, str]
) -> Force:
    """What an alliance brings: its bands merged, the mover with the way it `came` (INT-12)."""
    came |= {number: band.place for band in bands if band.place != place for number in band.units}
    units = [number for band in bands for number in band.units if number in state.units]
    leaders = [
        name for band in bands for name in band.leaders if state.leaders[name].status == "map"
    ]
    borders = [crossing(each, place, state.sequence.sund_frozen) for each in {*came.values()}]
    worst = worst_crossing(borders)
    return Force(alliance, tuple(sorted(units)), tuple(sorted(leaders)), worst, came)


async def _fighters(phase: Phase, force: Force) -> Force:
    """At most 8 LD and two pashas of a European side fight, a conquistador's recruits besides
    (NAT-29); the rest looks on (INT-13)."""
    state = phase.state
    recruits = [unit.id for unit in force.units(state) if unit.corps == "native"]
    units = [unit for unit in force.units(state) if unit.id not in recruits]
    if all(countries.country(unit.country).kind == "rotw" for unit in units):
        return force
    outside = forces.strength(unit for unit in units if unit.kind != "PASHA")
    pashas = sum(unit.kind == "PASHA" for unit in units)
    if outside <= MOST_FIGHTING and pashas <= forces.MOST_PASHAS:
        return force
    room, crowd, enter = MOST_FIGHTING, forces.MOST_PASHAS, recruits
    for unit in sorted(units, key=lambda unit: (-unit.thirds, unit.id)):
        if unit.kind == "PASHA" and crowd:
            crowd -= 1
            enter.append(unit.id)
        elif unit.kind != "PASHA" and unit.thirds <= room:
            room -= unit.thirds
            enter.append(unit.id)
    part = await Parting(
        who=sides.speaker(state, force.alliance),
        name="fighters",
        what=f"Who fights in {called(units[0].place)}? At most 8 LD and 2 pashas may (INT-13).",
        about={"place": units[0].place, "units": list(force.unit_ids)},
        state=state,
        units=force.unit_ids,
        leaders=force.leader_ids,
        most=MOST_FIGHTING,
        pashas=forces.MOST_PASHAS,
        troops=True,
        parts=[Part((str(number),), force.leader_ids) for number in force.unit_ids],
        enter=[*(str(number) for number in sorted(enter)), *force.leader_ids],
    )
    came = dict(force.came_from)
    numbers = stack_parts.break_armies(state, part)
    for number in numbers:
        if number not in came and state.marks.entered.get(number):
            came[number] = state.marks.entered[number][-2]
    return force._replace(unit_ids=tuple(numbers), leader_ids=part.leaders, came_from=came)


async def _return(
    phase: Phase, place: str, alliance: str, bands: Sequence[Band], before: int
) -> None:
    """Where a side is too many, those who intercepted may go back whence they came (INT-14)."""
    state = phase.state
    if forces.within_stacking(sides.stack(state, place, alliance).units):
        return
    able: dict[str, Band] = {}
    for band in bands:
        origins = {state.units[number].country for number in band.units if number in state.units}
        here = [
            unit.id
            for unit in sides.stack(state, place, alliance).units
            if unit.id in band.units or (unit.id > before and unit.country in origins)
        ]
        chiefs = [each.id for each in state.leaders_at(place) if each.id in band.leaders]
        if band.place != place and here and not sides.enemy_units(state, band.place, alliance):
            able[band.place] = Band(band.place, tuple(here), tuple(chiefs))
    homes = {origin: f"{forces.units_in_words(state.units_by_id(band.units))} to {called(origin)}"
             for origin, band in able.items()}  # fmt: skip
    for origin in await who_goes_back(phase, place, alliance, "troops", homes):
        state.bring(able[origin].units, able[origin].leaders, origin)
        for number in able[origin].units:
            state.marks.entered.pop(number, None)
        phase.tell("return", f"Interceptors go back to {called(origin)}.", origin)
        await stacking.enforce_stacking(phase, origin, alliance)
        await besieging.settle(phase, origin)


async def who_goes_back(
    phase: Phase, place: str, alliance: str, what: str, homes: Mapping[str, str]
) -> Sequence[str]:
    """Which interceptors go back from a crowded place, by where they came from, on land or at sea
    (INT-14, NIN-19)."""
    if not homes:
        return ()
    return await Subset(
        who=sides.speaker(phase.state, alliance),
        name="return",
        what=f"Too many {what} are in {called(place)}: which interceptors go back?",
        about={"place": place},
        options=[Option(origin, said) for origin, said in sorted(homes.items())],
        enter=sorted(homes),
    )
