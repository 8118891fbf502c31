"""Running a blockade: the roll to enter or leave a blockaded port (BLK)."""

from __future__ import annotations

from typing import Literal

from engine.facts import tables
from engine.facts.board import called
from engine.fleets import blockades, fleets
from engine.grammar import conjugate
from engine.modifiers import Modifier, nonzero
from engine.play.phase import Phase
from engine.situation import naval_command
from engine.state import State, sides
from engine.state.stacks import Group, Stack

Escape = Literal["through", "held", "caught"]
"""Past the blockade; not past it; not past it, and the blockaders may engage."""


def modifiers(
    manoeuvre: int, blockader_manoeuvre: int, smaller: bool, warships_not_74: bool
) -> tuple[Modifier, ...]:
    """The modifiers of the roll (BLK-02 to BLK-04).

    `smaller`: the blockaders have fewer ND; `warships_not_74`: they are warships without galleys
    and do not have 74s.
    """
    ahead = max(0, manoeuvre - blockader_manoeuvre)
    return nonzero(
        (ahead, "difference of manoeuvre", "BLK-02"),
        (smaller * _value("blockader_smaller"), "the blockaders are fewer", "BLK-03"),
        (warships_not_74 * _value("blockader_nwd_not_sf"), "blockaded by warships", "BLK-04"),
    )


def result(modified: int) -> Escape:
    """What a modified roll means (BLK-05 to BLK-08)."""
    if modified >= _value("success_on"):
        return "through"
    return "caught" if modified <= _value("forced_battle_at_or_below") else "held"


def corsair_sides(came: Escape) -> int:
    """The sides that a corsair loses at once that runs a blockade; nobody fights it (BLK-09).

    The blockaders need not wish it (BLK-A1).
    """
    return int(came == "caught")


def _value(name: str) -> int:
    return tables.interception_value("sea", "escape_blockade", name)


def blockading_stack(state: State, port: str) -> Stack:
    """The stack that blockades a port (NAC-08)."""
    first = blockades.blockaders(state, port)[0]
    alliance = sides.alliance_of(state, first.country)
    return fleets.stack(state, first.place, alliance, state.sea.tasks[str(first.id)])


def risk(state: State, group: Group, port: str) -> tuple[Modifier, ...]:
    """The modifiers of ships that would run the blockade of a port (BLK-A2)."""
    units, leaders = state.units_by_id(group.units), state.leaders_by_id(group.leaders)
    stack = blockading_stack(state, port)
    warships = fleets.has_warships(stack.units) and not fleets.has_galleys(stack.units)
    old = fleets.worst_technology(state, stack.units) != tables.NAVAL_TECHNOLOGIES[-1]
    return modifiers(
        naval_command.commander(state, units, leaders).manoeuvre,
        naval_command.commander(state, stack.units, stack.leaders).manoeuvre,
        fleets.thirds(stack.units) < fleets.thirds(units),
        warships and old,
    )


async def escape(phase: Phase, group: Group, port: str, leaving: bool) -> Escape:
    """Rolls to enter or leave a blockaded port; the die is `<country>.escape` (BLK-01)."""
    state = phase.state
    units, leaders = state.units_by_id(group.units), state.leaders_by_id(group.leaders)
    chief = naval_command.commander(state, units, leaders)
    found = risk(state, group, port)
    way = "leave" if leaving else "enter"
    purpose = f"to {way} blockaded {called(port)}"
    rolled = await phase.roll(f"{chief.country}.escape", found, purpose)
    came = result(rolled.result)
    said = {"through": "run", "held": "fail to get past", "caught": "be caught by"}[came]
    phase.tell_roll(
        rolled,
        f"{fleets.units_and_owners(units)} {conjugate(said, len(units))} the blockade of "
        f"{called(port)} ({rolled.spoken()}).",
        port,
    )
    return came
