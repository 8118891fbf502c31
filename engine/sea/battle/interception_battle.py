"""The battle that follows a naval interception, and stacking after it (NIN-12 to NIN-21).

engine.sea.battle.battle fights the battle; here it is decided who takes part and who goes back.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.facts.board import called, in_or_off
from engine.fleets import fleets
from engine.fleets.fleets import still_in_zone
from engine.fleets.stacking import enforce_stacking
from engine.land.battle.parameters import Force
from engine.land.movement.interception_battle import who_goes_back
from engine.overseas import exploration_rights
from engine.play.asks import Choose, Option
from engine.play.phase import Phase
from engine.sea.battle import battle
from engine.sea.battle_math.parameters import weigh_battle
from engine.sea.under_way.voyage import Voyage, lay
from engine.state import State, sides
from engine.state.stacks import Band


async def joins(
    phase: Phase, voyage: Voyage, alliance: str, bands: Sequence[Band], target: str
) -> bool:
    """Whether interceptors rather join their friends for the battle that was announced (NIN-16).

    Only friends of the attacked stack may; others fight at once (NIN-17).
    """
    state = phase.state
    attacked = state.units.get(int(target))
    if attacked is None or sides.alliance_of(state, attacked.country) != alliance:
        return False
    if attacked.id in {number for band in bands for number in band.units}:
        return False
    answer = await Choose(
        who=sides.speaker(state, alliance),
        name="interception-battle",
        what=f"Fight {in_or_off(voyage.place)} at once, or join those who are attacked?",
        about=weigh_battle(
            {"place": voyage.place, "units": list(voyage.units)},
            state,
            voyage.place,
            (voyage.force, merged(alliance, bands)),
            True,
        ),
        options=[
            Option("now", "An interception battle now"),
            Option("later", "Join them for the battle later"),
        ],
        enter="now",
    )
    return answer == "later"


def merge(state: State, voyage: Voyage, bands: Sequence[Band]) -> None:
    """Lets interceptors take part in the battle that was announced (NIN-16).

    A stack that they have joined may not evade it (EVA-A1).
    """
    numbers = [number for band in bands for number in band.units]
    for at, (zone, attackers, defenders) in enumerate(state.marks.naval_battles):
        if attackers == sorted(voyage.units):
            together = sorted({*defenders, *numbers})
            state.marks.naval_battles[at] = (zone, attackers, together)
            state.marks.locked.update(numbers)
            state.marks.done.update(f"joined {number}" for number in numbers)


async def fight(
    phase: Phase, voyage: Voyage, zone: str, alliance: str, bands: Sequence[Band]
) -> bool:
    """The interception battle; True when the mover won and may go on (NIN-12 to NIN-14, ITG-09,
    NIN-05).

    A mover that has rolled no attrition takes its journey into its retreat (NAV-13, NAV-A1,
    NIN-A1). What is more than one stack does not fight; interceptors may then go back whence they
    came (NIN-19). Who has fought explores no more (EXP-A7).
    """
    own = voyage.force._replace(journey=None if voyage.rolled else voyage.journey)
    foe = merged(alliance, bands)
    fighters = fleets.largest_part(foe.units(phase.state))  # the largest that make one stack
    foe = foe._replace(unit_ids=tuple(sorted(unit.id for unit in fighters)))
    exploration_rights.note_battle(phase.state, (*own.unit_ids, *foe.unit_ids))
    result = await battle.battle(phase, zone, own, foe, interception=True)
    voyage.take_stock(phase.state, zone)
    won = result.winner == voyage.alliance and bool(voyage.units)
    await _return(phase, zone, alliance, bands)
    await enforce_stacking(phase, zone, alliance)
    if not won:
        voyage.units, voyage.leaders = [], []
    return won


def merged(alliance: str, bands: Sequence[Band]) -> Force:
    """The bands of an alliance together."""
    units = tuple(number for band in bands for number in band.units)
    return Force(alliance, units, tuple(name for band in bands for name in band.leaders))


async def _return(phase: Phase, zone: str, alliance: str, bands: Sequence[Band]) -> None:
    """Where a side is too many, those who intercepted may go back whence they came (NIN-19)."""
    state = phase.state
    if fleets.within_stacking(fleets.ships_doing(state, zone, alliance)):
        return
    able = {
        band.place: band
        for band in bands
        if band.place != zone and still_in_zone(state, zone, band.units)
    }
    homes = {place: f"to {called(place)}" for place in able}
    for place in await who_goes_back(phase, zone, alliance, "ships", homes):
        numbers = still_in_zone(state, zone, able[place].units)
        people = [each.id for each in state.leaders_at(zone) if each.id in able[place].leaders]
        lay(state, Band(zone, tuple(numbers), tuple(people)), place)
        phase.tell("return", f"Interceptors go back to {called(place)}.", place)
