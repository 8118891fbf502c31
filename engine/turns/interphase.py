"""The end of a turn and the beginning of the next (C-INT, C-TUR-07)."""

from __future__ import annotations

from engine.facts import board, countries, tables
from engine.play.phase import Phase
from engine.rounds import levies
from engine.situation import turkey as ottomans
from engine.situation import variants
from engine.state import State, sides
from engine.state.forces import Unit
from engine.state.sequence import Sequence
from engine.turns import events, minors, provinces, wars


async def interphase_step(phase: Phase) -> None:
    """Leaders heal, fortresses and garrisons recover, timars come back; then the next turn begins,
    or after the last one the campaign is over."""
    heal(phase)
    rebuild(phase.state)
    timars_back(phase)
    await events.dead_monarchs(phase)
    await variants.in_force(phase.state).end_of_turn(phase)
    forget(phase.state)
    ledger = phase.state.ledger
    if phase.state.turn >= ledger.last_turn:
        ledger.step = "over"
        phase.tell("turn", "The campaign is over.")
        return
    next_turn(phase)
    ledger.step = "events"


def heal(phase: Phase) -> None:
    """Leaders whose wounds outlasted the turn come with next turn's arrivals (C-INT-01)."""
    state = phase.state
    for leader in list(state.leaders.values()):
        if leader.status == "wounded":
            state.remove_leader(leader, "away")
            name = countries.leader(leader.id).name
            phase.tell("leader", f"{name} is healed and comes back next turn.", who=leader.country)


def rebuild(state: State) -> None:
    """A fortress below its printed level is repaired where its owner is not at war (C-INT-04)."""
    for place in sorted(state.land.levels):
        owner = sides.owner(state, place)
        low = state.land.levels[place] < board.province(place).fortress
        held = bool(owner) and sides.controller(state, place) == owner
        if low and held and not state.ledger.enemies(owner):
            del state.land.levels[place]


def timars_back(phase: Phase) -> None:
    """Timars and pashas that went home in winter are raised there again, free (C-TUR-07): one pasha
    a province, none in the capital (C-TUR-11)."""
    state = phase.state
    thirds = int(state.notes.pop("timars.home", 0))
    pashas = list(state.notes.pop("pashas.home", []))
    if ottomans.TURKEY not in state.countries:
        return
    if thirds >= 3:
        before = len(state.units)
        minors.muster(phase, ottomans.TURKEY, ["LD"] * (thirds // 3), "timars back home")
        for unit in list(state.units.values())[before:]:
            unit.corps, unit.veterans = "timar", 0
    alliance = sides.alliance_of(state, ottomans.TURKEY)
    for leader in pashas:
        size = countries.leader(leader).size
        free = [
            place
            for place in provinces.owned_provinces(state, ottomans.TURKEY)
            if place not in countries.country(ottomans.TURKEY).capitals
            and sides.controlled_by(state, place, alliance)
            and not sides.enemy_units(state, place, alliance)
            and not any(unit.kind == "PASHA" for unit in state.units_at(place))
        ]
        if free:
            unit = Unit(0, ottomans.TURKEY, "PASHA", free[0], size=size, leader=leader)
            state.add(unit)
            text = f"{countries.leader(leader).name} is back with his troops, in"
            where = board.called(free[0])
            phase.tell("logistics", f"{text} {where}.", free[0], ottomans.TURKEY)


def forget(state: State) -> None:
    """Forgets what holds for one turn only."""
    for country in state.countries.values():
        country.campaign = country.campaign_before = None
        country.levies_declared = False
        country.recruited = country.recruited_cost = 0
        for marks in (country.ticks, country.defeats):
            marks.clear()
    state.marks.end_impulse()
    state.marks.unsupplied.clear()
    state.land.resupplied.clear()
    for key in [key for key in state.notes if key.startswith(("fallen.", levies.RAISED))]:
        del state.notes[key]
    held = state.ledger.casus_belli
    state.ledger.casus_belli = [each for each in held if each.until > state.turn]


def union(phase: Phase) -> None:
    """Bohemia falls to the Habsburgs with period III, where no variant says otherwise
    (EUV-HAB-04)."""
    if "bohemia" in phase.state.countries:
        minors.absorb(phase, "bohemia", "habsburg")
        wars.align(phase.state)


def next_turn(phase: Phase) -> None:
    """The turn marker goes on: period, empty rounds track, the step before the phase."""
    state = phase.state
    before, state.turn = state.period, state.turn + 1
    state.period = tables.period_of(state.turn)
    if state.period == "III" != before and events.applies(state, events.BOHEMIAN_UNION):
        union(phase)
    state.sequence = Sequence(initiatives=state.sequence.initiatives)
    for country in state.countries.values():
        still = country.ottoman_fright and ottomans.fears_ottomans(country.id, state.turn)
        country.ottoman_fright = still
    year = tables.first_year(state.turn)
    phase.tell("turn", f"Turn {state.turn} begins, {year}, period {state.period}.")
