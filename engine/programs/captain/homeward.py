"""Ships at sea that attrition wears down, and their way home."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from engine.facts import board
from engine.fleets import fleets
from engine.play.asks import Ask, Raw
from engine.programs import steady_at_sea
from engine.sea.voyages.sail_ask import Sail
from engine.sequence import voyages
from engine.situation import naval_command
from engine.state import State

WORN: Final = 0.25
"""Thirds of a ship that are lost on average in a round, for a voyage home to be looked at."""


class Homeward(NamedTuple):
    """A voyage home: the key of the ships in the question for the next move, what sails, and the
    way to the nearest port. `counters` are its fleet counters."""

    key: str
    units: tuple[int, ...]
    path: tuple[str, ...]
    counters: int

    def answer(self, state: State, ask: Ask[Any]) -> Raw:
        """What it says to a question; None for nothing."""
        if ask.name == "next-move":
            return self.key if self.key in ask.offers() else None
        if isinstance(ask, Sail) and not ask.rest and {*ask.units} == {*self.units}:
            way: list[Raw] = [*self.path]
            return way if ask.is_legal(way) else None
        return None

    def told(self, state: State) -> str:
        """It in words."""
        zone, _, _ = self.key.partition(":")
        return f"the ships {board.in_or_off(zone)} sail to {board.called(self.path[-1])}"


def homeward(state: State, alliance: str, country: str) -> Iterator[Homeward]:
    """The voyages home of ships of a country at sea, without troops: they lose so much in every
    round that they stay (ATS-01)."""
    for key, stack in voyages.movers(state, alliance).items():
        commander = naval_command.commander(state, stack.units, stack.leaders)
        if not board.is_sea(stack.place) or commander.country != country:
            continue
        ask = steady_at_sea.cruise_of(state, stack)
        if ask is None or ask.cargo is not None or ask.outlook([]).expected < WORN:
            continue
        if way := next(_ways_home(ask), ()):
            counters = fleets.fleet_counters(state.units_by_id(ask.units))
            yield Homeward(key, tuple(ask.units), way, counters)


def _ways_home(ask: Sail) -> Iterator[tuple[str, ...]]:
    """The ways to ports with room, the nearest first."""
    for place, way in ask.nearest_places():
        if way and not board.is_sea(place) and ask.is_legal(list(way)):
            yield way
