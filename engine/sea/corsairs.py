"""The fights against corsairs of the siege segment: at sea, on land, by minors at peace (COR)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.facts import board, countries, tables
from engine.facts.board import in_or_off, name_of
from engine.fleets import fleets
from engine.land.siege import revolts, revolts_math
from engine.modifiers import Rolled, nonzero
from engine.play.asks import Choose, Option
from engine.play.phase import Phase, rolled_sheet
from engine.sea.corsairs_math import (
    HUNT,
    MINUS_SIDE,
    PIRATES,
    able_to_fight,
    corsair_in_words,
    die_in_words,
    enemies,
    hunt_of,
    modifiers,
    remove,
    succeeds,
    targets,
    why_not,
)
from engine.situation import command, naval_command
from engine.state import State, sides
from engine.state.forces import Unit
from engine.state.sea import Corsair
from engine.state.stacks import Stack


async def hunts(phase: Phase, alliance: str) -> None:
    """The fleets of an alliance that fight corsairs, and troops beside raiders, do so (SIE-04,
    COR-01); who besieges there chooses at his siege (SIE-06)."""
    sea = phase.state.sea
    if not sea.corsairs and HUNT not in sea.tasks.values():
        return
    for place in phase.state.occupied_places():
        key = f"hunted {alliance} {place}"
        hunting = board.is_sea(place) and fleets.ships_doing(phase.state, place, alliance, HUNT)
        if key in phase.state.marks.done or not (hunting or enemies(phase.state, place, alliance)):
            continue
        phase.mark()
        phase.state.marks.done.add(key)
        if board.is_sea(place):
            await _at_sea(phase, place, alliance)
        elif may_fight_raiders(phase.state, place, alliance) and not _besieges(
            phase.state, place, alliance
        ):
            await fight_raiders(phase, place, alliance)


def hunters(state: State, zone: str, alliance: str) -> Stack:
    """Who fights corsairs for an alliance in a zone: its ships that do, and with those of a power
    the ships of its minors at peace; these take part in no other battle (COR-15).

    Such minors fight alone where their patron's own ships do not.
    """
    own = fleets.stack(state, zone, alliance, HUNT)
    units = [unit for unit in own.units if not _host(state, unit)]
    powers = {unit.country for unit in units}
    guests = [
        unit
        for unit in state.units_at(zone)
        if unit.country not in powers and _host(state, unit) in powers
    ]
    return Stack(zone, alliance, own.position, [*units, *guests], own.leaders if units else [])


def _host(state: State, unit: Unit) -> str:
    """The patron of another alliance whose own ships a minor's at peace join in a fight against
    corsairs, "" for none (COR-15)."""
    patron, alliance = sides.decider(state, unit.country), sides.alliance_of(state, unit.country)
    if not _hunts(state, unit) or not sides.at_peace(state, alliance):
        return ""
    if sides.alliance_of(state, patron) == alliance:
        return ""
    there = state.units_at(unit.place)
    return patron if any(each.country == patron and _hunts(state, each) for each in there) else ""


def _hunts(state: State, unit: Unit) -> bool:
    return not unit.land and state.sea.tasks.get(str(unit.id)) == HUNT


async def _at_sea(phase: Phase, zone: str, alliance: str) -> None:
    """Ships fight the corsairs of their own zone (NAC-22)."""
    state = phase.state
    stack = hunters(state, zone, alliance)
    if not stack.units:
        return
    country = naval_command.commander(state, stack.units, stack.leaders).country
    who = sides.decider(state, country)
    if reason := why_not(state, stack.units, zone, alliance):
        said = f"{countries.does(country, 'fight')} no corsairs: {reason}"
        phase.tell("corsairs", f"{name_of(zone)}: {said}.", zone, who)
        return
    chosen = await _target(phase, zone, targets(state, stack.units, zone, alliance), who)
    target = state.sea.corsairs[zone][chosen]
    stack.units = able_to_fight(state, stack.units, zone, target)
    country = naval_command.commander(state, stack.units, stack.leaders).country
    found = modifiers(hunt_of(state, stack, target))
    rolled = await phase.roll(f"{country}.hunt", found, f"corsairs {in_or_off(zone)}")
    won = succeeds(rolled.die, rolled.modifier)
    _outcome(phase, zone, chosen, who, country, rolled, (won, die_in_words(rolled)))


def may_fight_raiders(state: State, place: str, alliance: str) -> bool:
    """Whether troops of an alliance in a province may fight raiders there; without any campaign
    they fight nobody (COR-01, CAM-11)."""
    stack = sides.stack(state, place, alliance)
    if not stack.units or not enemies(state, place, alliance):
        return False
    country = command.commander(state, stack.units, stack.leaders).country
    return state.countries[country].campaign != "none"


def _besieges(state: State, place: str, alliance: str) -> bool:
    return place in state.land.sieges and state.land.sieges[place].alliance == alliance


async def fight_raiders(phase: Phase, place: str, alliance: str) -> None:
    """Troops fight raiders as they would a revolt (COR-01)."""
    state = phase.state
    stack = sides.stack(state, place, alliance)
    chief = command.commander(state, stack.units, stack.leaders)
    who = sides.decider(state, chief.country)
    chosen = await _target(phase, place, enemies(state, place, alliance), who)
    found = revolts.against_counters(state, place, alliance, enemies(state, place, alliance))
    rolled = await phase.roll(f"{chief.country}.revolt", found, "fight against raiders")
    won = revolts_math.suppresses(rolled.die, rolled.modifier)
    how = won, revolts_math.die_in_words(rolled)
    _outcome(phase, place, chosen, who, chief.country, rolled, how)


async def _target(phase: Phase, place: str, fought: Sequence[Corsair], who: str) -> int:
    """Which counter of those fought loses the side, where they differ; its number in the place."""
    here = phase.state.sea.corsairs[place]
    return int(
        await Choose(
            who=who,
            name="corsair-counter",
            what=f"Which corsair {in_or_off(place)} is fought?",
            options=[
                Option(str(at), corsair_in_words(each))
                for at, each in enumerate(here)
                if each in fought and here.index(each) == at
            ],
            about={"place": place},
        )
    )


def _outcome(
    phase: Phase, place: str, at: int, who: str, country: str, rolled: Rolled, how: tuple[bool, str]
) -> None:
    """What a roll brings: whether it won and how that is told."""
    state, (won, die) = phase.state, how
    text = corsair_in_words(state.sea.corsairs[place][at])
    said = f"{countries.does(country, 'let')} {text} escape"
    if won and lose_side(state, place, at):
        said = f"{countries.does(country, 'destroy')} {text}"
    elif won:
        said = f"{countries.does(country, 'beat')} {text} down to its - side"
    sheet = {**rolled_sheet(rolled), "success": won}
    phase.tell("corsairs", f"{name_of(place)}: {said} ({die}).", place, who, sheet)


def lose_side(state: State, place: str, at: int) -> bool:
    """Takes one side of a corsair counter; whether it is gone (COR-02)."""
    corsair = state.sea.corsairs[place][at]
    if corsair.side == "+":
        corsair.side = "-"
        return False
    remove(state, place, at)
    return True


async def minors_hunt_pirates(phase: Phase) -> None:
    """Minors at peace fight pirates in the trade zones of seas where no major trades (COR-17).

    A natural 10 is no special case (COR-A3).
    """
    everywhere = (each for here in phase.state.sea.corsairs.values() for each in here)
    if all(corsair.country != PIRATES for corsair in everywhere):
        return
    for region in sorted(name for name, zone in board.trade_zones().items() if zone.kind == "sea"):
        state = phase.state
        key = f"policed {region}"
        pirates = [
            (zone, at)
            for zone in sorted(state.sea.corsairs)
            if board.is_sea(zone) and region in board.trade_zones_at(zone)
            for at, corsair in enumerate(state.sea.corsairs[zone])
            if corsair.country == PIRATES
        ]
        owners = {
            name.split(" ")[0]: level
            for name, level in sorted(state.ledger.fleets.items())
            if level and name.split(" ")[1] == region
        }
        majors = [name for name in owners if _major(state, name)]
        if key in state.marks.done or not pirates or majors:
            continue
        phase.mark()
        phase.state.marks.done.add(key)
        per = tables.revolt_value("fight_pirates_abstract", "per_minor_trade_fleet_side")
        found = nonzero((per * trade_sides(owners.values()), "trade fleets of minors", "COR-17"))
        name = board.trade_zones()[region].name
        who = sides.speaker(phase.state, phase.state.diplomacy.alliances[0].id)
        rolled = await phase.roll("minors.hunt", found, f"pirates in {name}", who=who)
        needed = tables.revolt_value("fight_pirates_abstract", "success_on")
        won, die = rolled.result >= needed, rolled.spoken_beside(needed)
        zone, at = pirates[0]
        fate = "the pirates lose a side" if won else "the pirates stay"
        phase.tell_roll(
            rolled, f"{name}: minor countries fight pirates ({die}); {fate}.", zone, who
        )
        if won:
            lose_side(phase.state, zone, at)


def trade_sides(levels: Iterable[int]) -> int:
    """The sides of trade fleets of these levels: one up to level 3, two above."""
    return sum(1 + (level > MINUS_SIDE) for level in levels if level)


def _major(state: State, country: str) -> bool:
    """Whether it is a major, whose trade keeps minors from fighting pirates there (COR-17)."""
    known = state.countries.get(country)
    return countries.country(country).kind == "major" if known is None else not known.minor
