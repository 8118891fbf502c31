"""One step of a voyage: fire, blockades, announcements, interceptions (NAV, BLK, PRE, NIN)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from engine.facts import board, countries
from engine.facts.board import called, in_or_off
from engine.fleets import blockades, gold, havens
from engine.fleets.sailing_rights import decides
from engine.land.movement import march_under_way
from engine.overseas import discoveries
from engine.play.asks import Choose, Option
from engine.play.phase import Phase
from engine.sea import convoys
from engine.sea.battle import blockade_running, interception_battle
from engine.sea.interception import gunfire, interception
from engine.sea.under_way import announced_action, attrition, carried_troops, staying_aboard
from engine.sea.under_way.announced_action import Action
from engine.sea.under_way.carried_troops import bring
from engine.sea.under_way.voyage import Voyage, tell_way
from engine.sea.voyages import naval_actions
from engine.state import State, sides
from engine.state.stacks import Band

Outcome = Literal["go", "ask", "stop"]


async def step(
    phase: Phase,
    voyage: Voyage,
    place: str,
    following: Action | None = None,
    unharmed: bool = False,
) -> Outcome:
    """Enters the next zone or port: fire, blockades (BLK-07, NAC-17), then interceptions (NIN-07;
    NAV, BLK-06, PRE, NIN); a convoy of gold arrives in port (NAC-31).

    An action that follows there is announced on entering, before interceptions (NAV-08, NAV-09).
    `unharmed` lets nobody fire, on the way back of a stopped fleet with troops (PRE-A3).
    """
    here = voyage.place
    if not unharmed and await gunfire.under_fire(phase, voyage, here, place):
        return "stop"
    port = place if board.is_sea(here) else here
    closed = not board.is_sea(port) and blockades.is_blockaded(phase.state, port, voyage.alliance)
    leaving = port == here
    if closed and not await blockade_running.run_blockade(phase, voyage, port, leaving):
        if voyage.units and not leaving:
            await turn_back(phase, voyage, [port])
        return "stop"
    voyage.journey = voyage.journey.extended(place)
    bring(phase.state, voyage, place)
    discoveries.settle(phase)
    if not board.is_sea(place):
        overseas = any(board.sea(zone).map != "europe" for zone in voyage.journey.seas)
        if any(gold.convoy(phase.state, n) == gold.FLOTA_DE_ORO for n in voyage.units):
            tell_way(phase, voyage)
        gold.unload(phase, voyage.units, place, overseas)
        voyage.take_stock(phase.state)
        return "go" if voyage.units else "stop"
    if following is not None:
        await announce(phase, voyage, following)
    return await meet_interceptions(phase, voyage, following)


async def announce(phase: Phase, voyage: Voyage, action: Action) -> None:
    """An action is announced, under the campaign of who commands now: the movement is over,
    attrition is rolled at once (NAV-09, CMB-11, NIN-08, NIN-09, CAM-A8)."""
    tell_way(phase, voyage)
    state = phase.state
    voyage.announced = announced_action.action_in_words(state, action)
    country = voyage.payer = voyage.country(state)
    phase.tell(
        "naval-action",
        f"{countries.does(country, 'announce')} {voyage.announced}.",
        voyage.place,
        sides.decider(state, country),
    )
    await voyage_attrition(phase, voyage)
    voyage.rolled = True


async def turn_back(phase: Phase, voyage: Voyage, shut: Sequence[str]) -> None:
    """Who could not enter stays where he is, or goes to the closest friendly port (BLK-07).

    With troops aboard he must go there, past presidios and straits if need be (PRE-13 to PRE-15).
    """
    state = phase.state
    units = voyage.ships(state)
    carried = voyage.cargo.move.leaders if voyage.cargo else ()
    people = (*voyage.leaders, *carried)
    found = havens.nearest_havens(state, units, voyage.place, voyage.alliance, shut, people)
    options = [
        Option(haven.place, f"go back to {called(haven.place)}", haven.distance_in_words)
        for haven in found
    ]
    if not options:
        return
    if voyage.cargo is None:
        options.insert(0, Option("stay", f"stay {in_or_off(voyage.place)}"))
    answer = await Choose(
        who=decides(state, units, voyage.leaders),
        name="turned-back",
        what="The way is closed to the ships: "
        + ("where do they go back to?" if voyage.cargo else "stay at sea, or go back?"),
        about={"place": voyage.place, "units": list(voyage.units)},
        options=options,
        enter=options[0].answer,
    )
    for haven in found:
        if haven.place == answer:
            laden = voyage.cargo is not None
            if laden:
                passed = voyage.journey.crossings + haven.crossings
                voyage.journey = replace(voyage.journey, crossings=passed)
            for place in haven.way:
                came = await step(phase, voyage, place, None, laden)
                if came == "stop" or not voyage.units:
                    return


async def meet_interceptions(
    phase: Phase, voyage: Voyage, following: Action | None = None
) -> Outcome:
    """Interceptions in the zone just entered, and the battle that comes of them (NIN-10 to 17,
    NAV-11, NIN-20); a landing that was announced helps them (CMB-11); corsairs after gold come
    before all (CNV-03, CNV-07). Who has fought takes nobody aboard."""
    lands = following is not None and following.kind in announced_action.LANDINGS
    target = following.target if following is not None and lands else ""
    if phase.state.sea.gold:
        await convoys.attacks(phase, voyage, target)
    if not voyage.units:
        return "stop"
    tried = await interception.attempts(phase, voyage, target)
    if not tried.bands:
        return "ask" if tried.tried else "go"
    if following is not None and following.kind == "battle":
        joins = await interception_battle.joins(
            phase, voyage, tried.alliance, tried.bands, following.target
        )
        if joins:
            naval_actions.carry_out(phase, voyage, following)
            interception_battle.merge(phase.state, voyage, tried.bands)
            return "stop"
    voyage.fought = True
    won = await interception_battle.fight(phase, voyage, voyage.place, tried.alliance, tried.bands)
    return "ask" if won else "stop"


async def voyage_attrition(phase: Phase, voyage: Voyage) -> None:
    """Attrition of the whole voyage, of everything that was part of it (MVG-10, NAV-12), under the
    admirals who are left; troops who find no room any more are lost."""
    state = phase.state
    chiefs = tuple([name for name in voyage.leaders if state.leaders[name].status == "map"])
    band = Band(voyage.place, tuple(voyage.everyone), chiefs)
    at_sea = board.is_sea(voyage.place)
    laden = at_sea and carried_troops.troops_aboard(state, voyage.place, voyage.alliance)
    troops = _passengers(state, voyage)
    await attrition.voyage_attrition(phase, band, voyage.journey, aboard=troops)
    voyage.take_stock(state)
    if voyage.cargo:
        await carried_troops.drop_excess(phase, voyage.place, voyage.alliance, voyage.units)
    elif laden:  # who waits aboard others may lose what carries him
        await carried_troops.drop_excess(phase, voyage.place, voyage.alliance, ())
        staying_aboard.leaders_without_troops(phase, voyage.place, voyage.alliance, laden)
    staying_aboard.leaders_without_ships(phase, voyage.chiefs)
    discoveries.settle(phase)


def _passengers(state: State, voyage: Voyage) -> list[int]:
    """The troops that the ships of a voyage carry, not those who wait on others there (CMB-25)."""
    if voyage.cargo is None:
        return []
    march_under_way.take_stock(state, voyage.cargo.move)
    carried = {*voyage.cargo.move.everyone}
    return [
        n
        for n in carried_troops.troops_aboard(state, voyage.place, voyage.alliance)
        if n in carried
    ]
