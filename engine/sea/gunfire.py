"""Fire from the shore at ships that pass: presidios, straits, siegeworks (PRE-03 to PRE-12)."""

from __future__ import annotations

from collections.abc import Iterable

from engine import board, sides
from engine.asks import YesNo
from engine.phase import Phase
from engine.report import Modifier, begun, total
from engine.sea import attrition, fleets, presidios, transport
from engine.sea.presidios import Gun
from engine.sea.voyage import Voyage
from engine.steps import FACES


async def under_fire(phase: Phase, voyage: Voyage, here: str, place: str) -> bool:
    """Straits between two seas, presidios and siegeworks at a port may fire; True for a stop.

    PRE-01 to PRE-12; each controller is asked (PRE-03).
    """
    state = phase.state
    if board.is_sea(here) and board.is_sea(place):
        strait = presidios.strait_gun(state, here, place, voyage.alliance)
        found = [strait] if strait else []
    else:
        port = place if board.is_sea(here) else here
        found = presidios.guns(state, port, voyage.alliance)
    for gun in found:
        if await _fired(phase, voyage, gun):
            return True
    return False


def _tenths(found: Iterable[Modifier]) -> int:
    """How many faces of the ten stop ships."""
    modifier = total(found)
    return sum(presidios.result(die + modifier).stops for die in FACES)


async def _fired(phase: Phase, voyage: Voyage, gun: Gun) -> bool:
    """One gun: its controller decides, rolls, and the ships it costs are lost (PRE-03 to 12)."""
    state = phase.state
    units = voyage.ships(state)
    who = sides.decider(state, gun.country)
    map_ = board.province(gun.place).map
    found = presidios.modifiers(gun, fleets.fleet_counters(units) > 0, map_)
    if not presidios.obliged(state, gun):
        fires = await YesNo(
            who=who,
            name="fire",
            what=f"{fleets.whose(units)} pass {presidios.named(gun)}: fire?",
            detail=f"stops them in {_tenths(found)}0 % of cases, and may sink some",
            about={"place": gun.place, "units": list(voyage.units)},
            enter=True,
        )
        if not fires:
            return False
    rolled = await phase.roll(who, f"{gun.country}.fire", found, presidios.named(gun))
    fire = presidios.result(rolled.result)
    done = f"stops them and sinks {fire.lost} ND" if fire.lost else "stops them"
    phase.tell_roll(
        rolled,
        f"{begun(presidios.named(gun))} {done if fire.stops else 'does not stop them'} "
        f"({rolled.result}).",
        gun.place,
        who,
    )
    if fire.lost:
        await attrition.lose(phase, voyage.units, 3 * fire.lost, "fire from the shore")
        voyage.take_stock(phase.state)
        await transport.fit(phase, voyage.place, voyage.alliance, voyage.units)
    return fire.stops
