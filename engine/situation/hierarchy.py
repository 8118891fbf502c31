"""Hierarchy of those who command troops: the better rank commands at least as many LD (HIE).

Strengths are in thirds of a detachment.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, NamedTuple

from engine.facts import countries
from engine.facts.board import in_or_off
from engine.situation import command
from engine.state import State, forces, known_zones, sides
from engine.state.forces import Position, Unit
from engine.state.leaders import Leader
from engine.state.stacks import Band, Stack

RANKED: Final = ("king", "general", "engineer")


class Command(NamedTuple):
    """A leader who commands: his rank, where, and the thirds of a detachment under him."""

    leader: Leader
    rank: str
    place: str
    thirds: int


def hierarchy_broken(state: State, country: str) -> list[str]:
    """Why the hierarchy of a country does not hold; empty when it does (C-HIE-01 to C-HIE-06,
    WIN-A5).

    Of two generals or monarchs who command, the better rank commands at least as many LD. One
    without troops offends while a stack of his country is unled or under a worse rank. Pashas, the
    besieged and stacks that carry discoveries are left out (C-HIE-02, WIN-12, WIN-13). The option
    `hierarchy` switches all of it off.
    """
    if not state.options.get("hierarchy", True):
        return []
    alliance = sides.alliance_of(state, country)
    ranked = [
        leader
        for leader in state.leaders.values()
        if leader.country == country
        and leader.status == "map"
        and _ranked(leader)
        and not (leader.position == "inside" and sides.is_besieged(state, leader.place))
        and not known_zones.carries_discoveries(state, leader.place, leader.position, alliance)
    ]
    spots = {(leader.place, leader.position) for leader in ranked}
    here = [sides.stack(state, place, alliance, position) for place, position in sorted(spots)]
    if not all(each.units for each in here):  # what others have matters where one is idle alone
        spots |= {(unit.place, unit.position) for unit in state.troops_of(country)}
        here = [sides.stack(state, place, alliance, position) for place, position in sorted(spots)]
    elif len(here) < 2:
        return []  # the leaders of one stack offend nobody
    free = (
        each
        for each in here
        if each.units and not (each.position == "inside" and sides.is_besieged(state, each.place))
    )
    names = {leader.id for leader in ranked}
    return broken_among(state, country, names, free, command.commander, _outside_pashas, "troops")


def _outside_pashas(units: Iterable[Unit]) -> int:
    return forces.strength([unit for unit in units if unit.kind != "PASHA"])


def broken_among(
    state: State, country: str, ranked: Collection[str], stacks: Iterable[Stack],
    commander: Callable[[State, Sequence[Unit], Sequence[Leader]], command.Commander],
    size: Callable[[Sequence[Unit]], int], what: str,
) -> list[str]:  # fmt: skip
    """Why the hierarchy of a country does not hold among these stacks and leaders, on land or at
    sea: who commands of the `ranked`, what is unled, who is idle; `what` they command, in words."""
    alliance = sides.alliance_of(state, country)
    commands: list[Command] = []
    unled: list[str] = []
    led: set[str] = set()
    for here in stacks:
        if known_zones.carries_discoveries(state, here.place, here.position, alliance):
            continue
        led.update(here.leader_ids)
        chief, number = commander(state, here.units, here.leaders), size(here.units)
        if chief.leader in ranked:
            leader = state.leaders[chief.leader]
            commands.append(Command(leader, chief.rank, here.place, number))
        elif chief.leader not in state.leaders and number and chief.country == country:
            unled.append(here.place)
    idle = state.leaders_by_id(sorted(each for each in ranked if each not in led))
    return offences(commands, unled, idle, what)


def _ranked(leader: Leader) -> bool:
    return countries.leader(leader.id).kind in RANKED


def offences(
    commands: Sequence[Command], unled: Sequence[str], idle: Sequence[Leader], what: str
) -> list[str]:
    """What offends the hierarchy among those who command, stacks unled, and idle leaders.

    `what` they command, in words.
    """
    reasons = [
        f"{_name(worse.leader)} (rank {worse.rank}) commands more {what} {in_or_off(worse.place)} "
        f"than {_name(better.leader)} (rank {better.rank}) {in_or_off(better.place)}"
        for better in commands
        for worse in commands
        if better.rank < worse.rank and better.thirds < worse.thirds
    ]
    for leader in idle:
        rank = command.values(leader).rank
        reasons += [
            f"{_name(leader)} has no {what} while those {in_or_off(place)} are unled"
            for place in unled
        ]
        reasons += [
            f"{_name(leader)} (rank {rank}) has no {what} while {_name(under.leader)} "
            f"(rank {under.rank}) commands {in_or_off(under.place)}"
            for under in commands
            if rank < under.rank and under.thirds
        ]
    return reasons


def worse_hierarchy(
    state: State,
    owners: Iterable[str],
    band: Band,
    place: str,
    position: Position = "field",
    broken: Callable[[State, str], list[str]] = hierarchy_broken,
) -> str:
    """Why the hierarchy of these countries would be worse with counters and leaders in another
    place; "" when not: one offence more forbids it, another in the place of one does not."""
    table = state.with_moved(band.units, band.leaders, place, position)
    for owner in sorted(owners):
        if after := broken(table, owner):
            before = broken(state, owner)
            new = [reason for reason in after if reason not in before]
            if new and len(after) > len(before):
                return new[0]
    return ""


def _name(leader: Leader) -> str:
    return countries.leader(leader.id).name
