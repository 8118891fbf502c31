"""Who may explore what (EXP). What modifies the roll and its odds are in exploration_math.

Ships announce it at the end of their way; troops and leaders ask in the exploration step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.facts import board
from engine.facts.board import called
from engine.fleets import fleets
from engine.situation import knowledge, leaders_overseas
from engine.state import State, known_zones
from engine.state.stacks import Group

EXPLORE: Final = "explore"


# Who may explore.


def note_battle(state: State, unit_ids: Iterable[int]) -> None:
    """Counters that have fought in this impulse, even if they won, explore no more (EXP-A7)."""
    if state.overseas.known:
        state.marks.done.update(f"fought {number}" for number in unit_ids)


def is_engaged(state: State, number: int) -> bool:
    """Whether a counter is or was in a battle of this impulse (EXP-01, EXP-03, EXP-A7)."""
    return (
        number in state.marks.locked
        or number in state.marks.beaten
        or f"fought {number}" in state.marks.done
    )


def seas(state: State, group: Group, zone: str, carried: Sequence[str] = ()) -> list[str]:
    """The sea zones beside one that ships there do not know and could be in, with the leaders whom
    they have `carried` there (EXP-01, C-LDR-07)."""
    if not state.overseas.known or not board.is_sea(zone):
        return []
    galleys = fleets.has_galleys(state.units_by_id(group.units))
    known = knowledge.known_to(state, group)
    return sorted(
        border.other
        for border in board.sea_neighbours(zone)
        if border.other not in known
        and not known_zones.is_public(state, border.other)
        and (not galleys or fleets.galleys_sail(border.other))
        and not leaders_overseas.why_refused(state, (*group.leaders, *carried), border.other)
    )


def why_not(
    state: State, group: Group, zone: str, fought: bool, carried: Sequence[str] = ()
) -> str:
    """Why ships at the end of their way may not announce an exploration, "" when they may
    (EXP-01, EXP-02, NAC-25)."""
    if not known_zones.knowledge_counts(state):
        return "nothing is unknown in this game"
    if not board.is_sea(zone):
        return "an exploration begins at sea, not in port (EXP-01)"
    if fought or any(is_engaged(state, number) for number in group.units):
        return "ships that have fought in this impulse do not explore (EXP-01)"
    if not seas(state, group, zone, carried):
        return f"no sea zone beside {called(zone)} is unknown to these ships (EXP-01)"
    return ""


# What they meet.
