"""Wintering (WIN, C-TUR-07).

Wintering comes when the year changes: attrition in the cold area, then of the timars far from
home, then leaders come back and may be put anywhere.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.facts import board, countries, tables
from engine.grammar import strength_does, thirds
from engine.land.ground import besieging, losses
from engine.land.supply import attrition, attrition_math, supply_lines
from engine.modifiers import nonzero
from engine.play.phase import Phase
from engine.rounds import rounds
from engine.sequence.leader_assignment import arrivals, leaders
from engine.situation import command
from engine.situation import turkey as ottomans
from engine.state import State, sides
from engine.state.stacks import Stack

FROM_HOME: Final = 2


def is_due(state: State) -> bool:
    """Whether the year of this round differs from that of the one before; End is S6 (WIN-01,
    WIN-02, WIN-A1)."""
    before = (
        state.sequence.rounds[-1:]
        if state.sequence.box == rounds.END
        else state.sequence.rounds[-2:-1]
    )
    return bool(before) and rounds.year(before[0]) != rounds.year(state.sequence.box)


async def wintering(phase: Phase) -> None:
    """The wintering segment, once when it is due (WIN-01), then the arrivals of the round (WIN-14).

    All alliances at once, nobody is phasing (WIN-06).
    """
    if is_due(phase.state):
        if "wintering" not in phase.state.marks.done:
            phase.tell("wintering", "The armies winter.")
            phase.state.marks.done.add("wintering")
        await cold_area(phase)
        await timars(phase)
        await besieging.settle_sieges(phase)
        for country in phase.state.diplomacy.countries:
            await leaders(phase, country)
    await arrivals(phase)


@cache
def is_cold(place: str) -> bool:
    """Whether a province lies in the cold area: inside the line in Europe, where snowflakes are
    printed in the Rest of the World (C-ATT-02, WIN-A5)."""
    province = board.province(place)
    if province.map == "europe":
        return board.in_group(place, "cold-area-europe")
    return bool(province.area) and board.area(province.area).cold is not None


def freezes(state: State, stack: Stack) -> bool:
    """Whether a land stack rolls in the cold: its side does not control the province, and it is no
    national territory of the stack's country (WIN-03, WIN-A2, WIN-A3)."""
    if not is_cold(stack.place) or sides.controlled_by(state, stack.place, stack.alliance):
        return False
    chief = command.commander(state, stack.units, stack.leaders).country
    return not sides.national(stack.place, chief)


async def cold_area(phase: Phase) -> None:
    """Every stack in the cold rolls attrition as for supply (WIN-03 to WIN-06)."""
    occupied = phase.state.occupied_places()
    cold = [place for place in occupied if not board.is_sea(place) and is_cold(place)]
    for alliance in [each.id for each in phase.state.diplomacy.alliances]:
        for place in cold:
            key = f"cold {alliance} {place}"
            stack = sides.stack(phase.state, place, alliance)
            if stack.units and key not in phase.state.marks.done and freezes(phase.state, stack):
                phase.mark()
                await _freeze(phase, stack)
                phase.state.marks.done.add(key)


async def _freeze(phase: Phase, stack: Stack) -> None:
    line = supply_lines.trace_line(phase.state, stack.units, stack.place, stack.alliance)
    modifiers = attrition_math.supply_modifiers(phase.state, stack, line)
    await attrition.land_attrition(phase, stack, modifiers, [stack.place], "cold")


async def timars(phase: Phase) -> None:
    """Every stack with timars outside Turkish national territory rolls (WIN-07, C-TUR-07).

    Die + 2 for each province to the national territory, column by the timar LD, P ignored. What is
    lost goes home: it is noted for the next turn.
    """
    if not any(ottomans.timar(unit) for unit in phase.state.troops_of(ottomans.TURKEY)):
        return
    home = ottomans.home(phase.state)
    for place in phase.state.occupied_places():
        key = f"timars {place}"
        if board.is_sea(place) or place in home or key in phase.state.marks.done:
            continue
        for position in ("field", "inside"):
            here = phase.state.units_at(place)
            own = [unit for unit in here if ottomans.timar(unit) and unit.position == position]
            if own:
                phase.mark()
                await _go_home(phase, place, [unit.id for unit in own])
        phase.state.marks.done.add(key)


async def _go_home(phase: Phase, place: str, unit_ids: list[int]) -> None:
    state = phase.state
    size = sum(state.units[number].thirds for number in unit_ids)
    away = ottomans.from_home(state, place)
    modifiers = nonzero((FROM_HOME * away, f"{away} provinces from home", "WIN-07"))
    rolled = await phase.roll("turkey.timars", modifiers, "the timars winter far from home")
    lost = 3 * tables.european_attrition(rolled.result, size // 3).losses
    name = board.called(place)
    go = strength_does("go home", lost)
    go = f"{thirds(lost)} of {thirds(size)} LD {go}" if lost else f"none {go}"
    phase.tell_roll(rolled, f"Timars in {name} ({rolled.spoken()}): {go}.", place)
    if not lost:
        return
    pashas = {number: unit.leader for number in unit_ids if (unit := state.units[number]).leader}
    gone = await losses.lose(phase, unit_ids, lost, "timars going home")
    back = [leader for number, leader in pashas.items() if number not in state.units]
    size_back = sum(countries.leader(leader).size for leader in back)
    state.notes["timars.home"] = state.notes.get("timars.home", 0) + gone - 3 * size_back
    state.notes["pashas.home"] = sorted([*state.notes.get("pashas.home", []), *back])
