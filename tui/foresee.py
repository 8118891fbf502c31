"""What could happen to a march or a voyage: interceptions on the way, a battle where it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import board, sides
from engine.interception import chance, posts
from engine.march import March
from engine.parameters import Force, odds_of
from engine.report import thirds
from engine.resolving.from_state import battle_document
from engine.sea import fleets
from engine.sea import interception as at_sea
from engine.sea import parameters as sea_parameters
from engine.sea.fleets import NavalForce
from engine.sea.sail import Sail
from tui.words import country_name, place_name

CROSSINGS = {"river": "river", "mountain_pass": "pass", "strait": "strait"}


def interceptions(ask: March, way: Sequence[str]) -> list[str]:
    """Who may intercept the stack in which province of its way, and the chance of it."""
    state = ask.state
    mover = [state.units[number] for number in ask.units]
    chiefs = [state.leaders[name] for name in ask.leaders]
    if not mover:
        return []
    found = []
    for place in way:
        if board.is_sea(place):
            continue
        for alliance in state.alliances:
            if not sides.at_war(state, alliance.id, ask.alliance):
                continue
            for band in posts(state, place, alliance.id, set(ask.units), ()):
                tenths = chance(state, place, band, mover, chiefs).tenths
                size = thirds(sum(state.units[number].thirds for number in band.units))
                found.append(
                    f"in {place_name(place)} {country_name(alliance.id)}'s {size} LD "
                    f"from {place_name(band.place)} may intercept: {10 * tenths} %"
                )
    return found


def forces(ask: March, place: str, before: str) -> tuple[Force, Force] | None:
    """The mover and the enemy he meets at the end of a march that comes from `before`, if any."""
    state = ask.state
    if board.is_sea(place) or not ask.units:
        return None
    enemies = sides.enemy_units(state, place, ask.alliance)
    if not enemies:
        return None
    foe = sides.alliance_of(state, enemies[0].country)
    stack = sides.stack(state, place, foe)
    crossing = CROSSINGS.get(board.border(before, place) or "", "")
    own = Force(ask.alliance, tuple(ask.units), tuple(ask.leaders), crossing)
    units = tuple(unit.id for unit in stack.units)
    return own, Force(foe, units, tuple(leader.id for leader in stack.leaders))


def battle(ask: March, place: str, before: str) -> dict[str, Any] | None:
    """The odds of the battle at the end of a march; None without one."""
    both = forces(ask, place, before)
    return odds_of(ask.state, place, *both) if both is not None else None


def what_if(ask: March, place: str, before: str) -> dict[str, Any] | None:
    """The battle at the end of a march as a document for the desk; None without one."""
    both = forces(ask, place, before)
    return battle_document(ask.state, place, *both) if both is not None else None


def sea_interceptions(ask: Sail, way: Sequence[str]) -> list[str]:
    """Who may intercept the ships in which zone of their way, and the chance of it."""
    state = ask.state
    mover = [state.units[number] for number in ask.units]
    chiefs = [state.leaders[name] for name in ask.leaders]
    found = []
    for zone in way:
        if not board.is_sea(zone):
            continue
        for alliance in state.alliances:
            if not sides.at_war(state, alliance.id, ask.alliance):
                continue
            for band in at_sea.posts(state, zone, alliance.id, ()):
                tenths = at_sea.chance(state, zone, band, mover, chiefs).tenths
                ships = fleets.described(state.units[number] for number in band.units)
                found.append(
                    f"in {place_name(zone)} {country_name(alliance.id)}'s {ships} "
                    f"from {place_name(band.place)} may intercept: {10 * tenths} %"
                )
    return found


def sea_battle(ask: Sail, zone: str, target: int) -> dict[str, Any]:
    """The odds of a battle in a zone against the stack of a counter."""
    state = ask.state
    foe = sides.alliance_of(state, state.units[target].country)
    stack = fleets.stack(state, zone, foe, state.tasks.get(str(target), ""))
    units = tuple(unit.id for unit in stack.units if unit.id not in state.locked)
    return sea_parameters.odds_of(
        state,
        zone,
        NavalForce(ask.alliance, tuple(ask.units), tuple(ask.leaders)),
        NavalForce(foe, units, tuple(leader.id for leader in stack.leaders)),
    )
