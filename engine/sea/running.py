"""A voyage runs a blockade: past it, caught and engaged, or turned back (BLK-05 to BLK-10)."""

from __future__ import annotations

from collections.abc import Sequence

from engine import sides
from engine.asks import Choose, Option, YesNo
from engine.interceptors import Band
from engine.phase import Phase
from engine.sea import blockade, encounter, fleets, interception, movement, ports
from engine.sea.fleets import NavalForce
from engine.sea.parameters import weighed
from engine.sea.ready import decides
from engine.sea.voyage import Voyage
from engine.ways import name_of


async def run(phase: Phase, voyage: Voyage, port: str, leaving: bool) -> bool:
    """Runs a blockade; True for a stack that gets through (BLK-05 to BLK-10)."""
    came = await blockade.escape(phase, voyage.units, voyage.leaders, port, leaving)
    if came == "through":
        return True
    if came == "caught":
        await _engaged(phase, voyage, port)
    if voyage.units and not leaving:
        await turn_back(phase, voyage, [port])
    return False


async def _engaged(phase: Phase, voyage: Voyage, port: str) -> None:
    """The blockaders may engage whom they caught, without a roll (BLK-08, BLK-10, NIN-21).

    They fight in their own zone, so that the blockade goes on; a mover who wins is back where he
    was.
    """
    state = phase.state
    stack = blockade.blockading(state, port)
    units = [
        unit for unit in stack.units if unit.id not in state.locked and unit.id not in state.beaten
    ]
    if not units or interception.barred(state, units, stack.leaders):
        return
    engages = await YesNo(
        who=sides.speaker(state, stack.alliance),
        name="engage",
        what=f"{fleets.described(voyage.ships(state))} are caught at {name_of(port)}: engage them?",
        about=weighed(
            {"place": stack.place, "units": list(voyage.units), "enemy": [u.id for u in units]},
            state,
            stack.place,
            (
                NavalForce(voyage.alliance, tuple(voyage.units), tuple(voyage.leaders)),
                NavalForce(
                    stack.alliance,
                    tuple(unit.id for unit in units),
                    tuple(leader.id for leader in stack.leaders),
                ),
            ),
            True,
        ),
        enter=True,
    )
    if not engages:
        return
    band = Band(
        stack.place, tuple(unit.id for unit in units), tuple(each.id for each in stack.leaders)
    )
    movement.put(phase.state, voyage, band.place)
    if await encounter.fight(phase, voyage, band.place, stack.alliance, [band]):
        movement.put(phase.state, voyage, voyage.place)


async def turn_back(phase: Phase, voyage: Voyage, shut: Sequence[str]) -> None:
    """Who could not enter stays where he is, or goes to the closest friendly port (BLK-07).

    With troops aboard he must go there, past presidios and straits if need be (PRE-13 to PRE-15).
    """
    state = phase.state
    units = voyage.ships(state)
    found = ports.havens(state, units, voyage.place, voyage.alliance, shut)
    options = [
        Option(haven.place, f"go back to {name_of(haven.place)}", f"{haven.zones} zones")
        for haven in found
    ]
    if not options:
        return
    if voyage.cargo is None:
        options.insert(0, Option("stay", f"stay in {name_of(voyage.place)}"))
    answer = options[0].answer
    if len(options) > 1:
        answer = await Choose(
            who=decides(state, units, voyage.leaders),
            name="turned-back",
            what="The way is closed to the ships: stay at sea, or go back?",
            about={"place": voyage.place, "units": list(voyage.units)},
            options=options,
            enter=answer,
        )
    for haven in found:
        if haven.place == answer:
            laden = voyage.cargo is not None
            voyage.crossings += haven.crossings if laden else 0
            for place in haven.way:
                came = await movement.step(phase, voyage, place, None, laden)
                if came == "stop" or not voyage.units:
                    return
