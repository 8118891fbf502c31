"""A voyage runs a blockade: past it, or caught and engaged (BLK-08 to BLK-10)."""

from __future__ import annotations

from engine.facts.board import called
from engine.fleets import fleets
from engine.grammar import conjugate
from engine.land.battle.parameters import Force
from engine.play.asks import YesNo
from engine.play.phase import Phase
from engine.sea.battle import interception_battle
from engine.sea.battle_math.parameters import weigh_battle
from engine.sea.interception import blockade_roll, interceptors
from engine.sea.under_way import carried_troops
from engine.sea.under_way.voyage import Voyage, tell_way
from engine.state import sides
from engine.state.stacks import Band


async def run_blockade(phase: Phase, voyage: Voyage, port: str, leaving: bool) -> bool:
    """Runs a blockade; True for a stack that gets through (BLK-05, BLK-08)."""
    tell_way(phase, voyage)
    came = await blockade_roll.escape(phase, voyage, port, leaving)
    if came == "through":
        return True
    if came == "caught":
        await _engaged(phase, voyage, port)
    return False


async def _engaged(phase: Phase, voyage: Voyage, port: str) -> None:
    """The blockaders may engage whom they caught, without a roll (BLK-08, BLK-10, NIN-21).

    They fight in their own zone, so that the blockade goes on; a mover who wins is back where he
    was, for he has not got through (BLK-A3).
    """
    state = phase.state
    stack = blockade_roll.blockading_stack(state, port)
    units = [
        unit
        for unit in stack.units
        if unit.id not in state.marks.locked and unit.id not in state.marks.beaten
    ]
    whole = Band.of(units, stack.leaders, stack.place)
    able = interceptors.largest_part(state, whole, stack.place) if units else ()
    numbers = tuple(number for number in whole.units if str(number) in able)
    band = Band(stack.place, numbers, tuple(name for name in whole.leaders if name in able))
    if not band.units:
        return
    ships = voyage.ships(state)
    engages = await YesNo(
        who=sides.speaker(state, stack.alliance),
        name="engage",
        what=f"{fleets.units_and_owners(ships)} {conjugate('be', len(ships))} caught at "
        f"{called(port)}: engage them?",
        detail="a battle at sea now; if not, they are only turned back",
        about=weigh_battle(
            {"place": stack.place, "units": list(voyage.units), "enemy": list(band.units)},
            state,
            stack.place,
            (voyage.force, Force(stack.alliance, band.units, band.leaders)),
            True,
        ),
        enter=True,
    )
    if not engages:
        return
    brought = f"{fleets.units_and_owners(ships)} {conjugate('be', len(ships))} brought to battle"
    text = f"{brought} from {called(voyage.place)} to {called(band.place)}."
    phase.tell("interception", text, band.place, sides.decider(state, ships[0].country))
    carried_troops.bring(state, voyage, band.place)
    if await interception_battle.fight(phase, voyage, band.place, stack.alliance, [band]):
        carried_troops.bring(state, voyage, voyage.place)
