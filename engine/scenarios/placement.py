"""How the counters of a scenario document stand together: limits, ground, leaders with troops."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, get_args

from engine.facts import board, countries
from engine.facts.board import name_of
from engine.fleets import fleets, ports, transports
from engine.scenarios.forces import SEA_LEADERS, Forces
from engine.state import State, forces, sides
from engine.state.forces import Position
from engine.state.stacks import Stack

SECTION: Final = re.compile(r"[;:] (?:state|name)[^;:]*\[\[\w+\]\].*$")
"""What only the author of a file can do about it."""


class Standing(Forces):
    """What is looked at when everything is in its place."""

    def standing(self) -> None:
        """Every stack within its limits and on ground it may stand on, every leader with his
        own."""
        self.strangers()
        state = self.state
        for place in state.occupied_places():
            for position in get_args(Position):
                for alliance in sides.alliances_at(state, place, position):
                    self.stack(sides.stack(state, place, alliance, position))
        for name, leader in state.leaders.items():
            alliance = sides.alliance_of(state, leader.country)
            if leader.status != "map":
                continue
            where, sea = name_of(leader.place), board.is_sea(leader.place)
            if countries.leader(name).kind in SEA_LEADERS:
                if not fleets.ships_doing(state, leader.place, alliance):
                    self.wrong(f"leaders, {name}", f"{where} has no ships of his")
                continue
            here = sides.stack(state, leader.place, alliance, leader.position)
            his = not sea and sides.controlled_by(state, leader.place, alliance)
            if not here.units and not his:
                self.wrong(f"leaders, {name}", f"{where} has neither troops nor a city of his")
        for each in state.diplomacy.alliances:
            for naval in fleets.stacks(state, each.id):
                self.afloat(naval)

    def afloat(self, stack: Stack) -> None:
        """Ships lie in a port of their own that holds them, or are no more than a stack at sea."""
        key = f"fleets, {stack.alliance} in {name_of(stack.place)}"
        if stack.position == "port":
            state, place, alliance = self.state, stack.place, stack.alliance
            closed = ports.why_closed(state, [], place, alliance)
            if reason := closed or ports.why_crowded(state, stack.units, place, alliance):
                self.wrong(key, reason)
        elif not fleets.within_stacking(stack.units):
            self.wrong(key, f"{fleets.units_in_words(stack.units)} is over the limit of a stack")

    def stack(self, stack: Stack) -> None:
        state = self.state
        key = f"forces, {stack.alliance} in {name_of(stack.place)}"
        if not forces.within_stacking(stack.units):
            most = f"{forces.MOST_COUNTERS} counters, {forces.MOST_THIRDS // 3} LD"
            most = f"is over the limit of a stack: {most}, {forces.MOST_PASHAS} pashas"
            self.wrong(key, f"{forces.units_in_words(stack.units)} {most}")
        if stack.position == "aboard":
            found = fleets.stacks_at(state, stack.place, stack.alliance)
            ships = [ship for each in found for ship in each.units]
            needed = transports.transport_points_needed(state, stack.units)
            if transports.room_for_troops(state, ships) < needed:
                self.wrong(key, "their ships there do not carry all these troops (CMB-05)")
            return
        if board.is_sea(stack.place):
            self.wrong(key, "at sea troops are aboard ships of theirs")
            return
        if stack.position == "inside":
            if not sides.controlled_by(state, stack.place, stack.alliance):
                self.wrong(key, "troops inside a fortress that their side does not control")
            return
        if sides.neutral_fortress(state, stack.place, stack.alliance):
            holds = countries.does(sides.controller(state, stack.place), "hold")
            self.wrong(key, f"{holds} the place as a neutral; state in [[owners]] who does")
        if sides.enemy_units(state, stack.place, stack.alliance):
            self.wrong(key, "an enemy stands in the same place; the phase cannot begin so")
        besieged = stack.place in state.land.sieges
        if not besieged and sides.enemy_fortress(state, stack.place, stack.alliance):
            self.wrong(key, "an enemy holds the fortress: state the siege in [[sieges]]")


class _Told(Standing):
    """The same of a position that no document describes."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.told: list[tuple[str, str]] = []

    def wrong(self, key: str, reason: str) -> None:
        self.told.append((key, reason))


def defects(state: State) -> Iterator[tuple[str, str]]:
    """What is against a position as it stands, with the place it is about ("" for none)."""
    reader = _Told(state)
    reader.standing()
    named = {name_of(place): place for place in state.occupied_places()}
    for key, reason in reader.told:
        who, _, name = key.rpartition(" in ")
        place = named.get(name, "")
        said, who = SECTION.sub("", reason), who.rpartition(", ")[2]
        named_so = countries.country_name(who) if who.islower() else who  # an alliance by its id
        yield place, f"{named_so}: {said}" if who else said
