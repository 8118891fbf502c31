"""Fire from the shore at ships that pass: presidios, straits, siegeworks (PRE-03 to PRE-12)."""

from __future__ import annotations

from functools import partial

from engine.facts import board
from engine.fleets import fleets, gold, presidios
from engine.fleets.presidios import Gun
from engine.grammar import capitalised, conjugate
from engine.play.asks import YesNo
from engine.play.phase import Phase
from engine.sea.under_way import attrition, carried_troops
from engine.sea.under_way.voyage import Voyage, tell_way
from engine.state import sides


async def under_fire(phase: Phase, voyage: Voyage, here: str, place: str) -> bool:
    """Straits between two seas, presidios and siegeworks at a port may fire; True for a stop.

    PRE-01 to PRE-12; each controller is asked (PRE-03).
    """
    for gun in presidios.guns_between(phase.state, here, place, voyage.alliance):
        if await _fired(phase, voyage, gun):
            return True
    return False


async def _fired(phase: Phase, voyage: Voyage, gun: Gun) -> bool:
    """One gun: its controller decides, rolls, and the ships it costs are lost (PRE-03 to 12)."""
    state = phase.state
    units = voyage.ships(state)
    map_ = board.province(gun.place).map
    found = presidios.modifiers(gun, fleets.fleet_counters(units) > 0, map_)
    if not presidios.must_fire(state, gun):
        fires = await YesNo(
            who=sides.decider(state, gun.country),
            name="fire",
            what=f"{fleets.units_and_owners(units)} {conjugate('pass', len(units))} "
            f"{presidios.gun_name(gun)}: fire?",
            detail=partial(presidios.fire_in_words, found),
            about={"place": gun.place, "units": list(voyage.units)},
            enter=True,
        )
        if not fires:
            return False
    tell_way(phase, voyage)
    rolled = await phase.roll(f"{gun.country}.fire", found, presidios.gun_name(gun))
    fire = presidios.fire_result(rolled.result)
    many = 2 if gun.kind == "siegeworks" else 1
    stops = conjugate("stop" if fire.stops else "do not stop", many)
    sinks = f" and {conjugate('sink', many)} {fire.lost} ND" if fire.lost else ""
    told = (
        f"{capitalised(presidios.gun_name(gun))} {stops} {fleets.units_and_owners(units)}{sinks} "
        f"({rolled.spoken()})."
    )
    phase.tell_roll(rolled, told, gun.place)
    if fire.lost:
        ducats = gold.ducats_aboard(state, units)
        await attrition.lose(phase, voyage.units, 3 * fire.lost, "fire from the shore")
        voyage.take_stock(state)
        gold.keep(phase, voyage.ships(state), ducats, voyage.place)
        await carried_troops.drop_excess(phase, voyage.place, voyage.alliance, voyage.units)
    return fire.stops
