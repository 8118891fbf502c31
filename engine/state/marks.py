"""Marks of the current impulse or round: what has moved, was beaten, forages, still fights."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from functools import cache
from typing import ClassVar

from engine.documents.records import kept
from engine.state.lookups import STAYS, Watched
from engine.state.reference_types import Counter, LeaderHere, Place, PlaceOrNone


@dataclass(slots=True)
class Marks(Watched):
    """Marks by the ids of counters, unless their names say otherwise.

    `entered` are the provinces a stack has come through, `contested` the places where a battle is
    still to be fought, `active_moves` and `active_fleets` what an active campaign has paid for.
    """

    ABOUT: ClassVar[tuple[str, ...]] = ("moved", "moved_leaders", "locked", "done")

    moved: set[Counter] = field(default_factory=set)
    moved_leaders: set[LeaderHere] = field(default_factory=set)
    locked: set[Counter] = field(default_factory=set)
    beaten: set[Counter] = field(default_factory=set)
    foraging: set[Counter] = field(default_factory=set)
    unsupplied: set[Counter] = field(default_factory=set)
    entered: dict[Counter, list[PlaceOrNone]] = kept(factory=dict, form="pairs")
    contested: list[Place] = field(default_factory=list)
    done: set[str] = field(default_factory=set)
    active_moves: dict[str, list[int]] = field(default_factory=dict)
    active_fleets: dict[str, list[int]] = field(default_factory=dict)
    naval_battles: list[tuple[str, list[int], list[int]]] = field(default_factory=list)

    @property
    def on_counters(self) -> tuple[set[int], ...]:
        """The marks that a counter has or has not."""
        return self.moved, self.locked, self.beaten, self.foraging, self.unsupplied

    def end_impulse(self) -> None:
        """Forgets what holds for one impulse only: all but who was without supply (ATT-17)."""
        for name in _of_an_impulse():
            if found := getattr(self, name):
                found.clear()

    def tell_to_stay(self, keys: Iterable[str]) -> None:
        """These counters and leaders were told to stay where they are."""
        self.done.update(f"{STAYS}{key}" for key in keys)

    def told_to_stay(self, key: int | str) -> bool:
        """Whether a counter or leader was told so."""
        return f"{STAYS}{key}" in self.done


@cache
def _of_an_impulse() -> tuple[str, ...]:
    """The marks that hold for one impulse only."""
    return tuple(each.name for each in fields(Marks) if each.name != "unsupplied")
