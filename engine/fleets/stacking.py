"""Stacking of ships: who leaves a place with too many (C-STK)."""

from __future__ import annotations

from engine.facts.board import name_of
from engine.fleets import arrange, fleets, ports
from engine.play.asks import Choose, Option
from engine.play.phase import Phase
from engine.state import State, forces, sides
from engine.state.forces import Unit


async def enforce_stacking(phase: Phase, place: str, alliance: str) -> None:
    """What is more than one stack holds is scuttled, the owner choosing the counters (MOV-03).

    At sea loose ships first make fleets, as far as there are counters (C-NAV-04). In ports only the
    number of fleet counters is bounded (C-STK-04).
    """
    for stack in fleets.stacks_at(phase.state, place, alliance):
        if stack.position != "port" and not fleets.within_stacking(stack.units):
            locked = phase.state.marks.locked
            arrange.pack(phase.state, [unit for unit in stack.units if unit.id not in locked])
    while excess := _excess(phase.state, place, alliance):
        state = phase.state
        alike: dict[tuple[str, str, str, int], list[Unit]] = {}
        for unit in excess:
            cargo = state.sea.gold.get(str(unit.id), 0)
            alike.setdefault((unit.country, unit.kind, str(unit.ships), cargo), []).append(unit)
        chosen = str(excess[0].id)
        if len(alike) > 1:
            chosen = await Choose(
                who=sides.speaker(state, alliance),
                name="scuttle",
                what=f"Too many ships are in {name_of(place)}: which counter goes?",
                about={"place": place, "units": [unit.id for unit in excess]},
                options=[
                    Option(
                        str(units[0].id),
                        fleets.whose(units[:1]) + (f" with {cargo} ducats" if cargo else ""),
                        f"one of {len(units)}" if len(units) > 1 else "",
                    )
                    for (*_, cargo), units in alike.items()
                ],
                enter=chosen,
            )
        unit = phase.state.units[int(chosen)]
        text = f"{fleets.whose([unit])} in {name_of(place)} is too many and is scuttled."
        phase.state.remove(unit)
        phase.tell("losses", text, place, sheet=forces.toll([unit], "scuttling"))


def _excess(state: State, place: str, alliance: str) -> list[Unit]:
    """The counters of which one must go, the smallest first; empty when all may stay."""
    for stack in fleets.stacks_at(state, place, alliance):
        units = [unit for unit in stack.units if unit.id not in state.marks.locked]
        if stack.position == "port":
            kind = ports.harbour(state, place, alliance)
            if kind and not ports.holds(kind, fleets.fleet_counters(stack.units)):
                units = [unit for unit in units if unit.kind in forces.FLEETS]
                return sorted(units, key=_worth)
        elif not fleets.within_stacking(units):
            return sorted(units, key=_worth)
    return []


def _worth(unit: Unit) -> tuple[int, bool, int]:
    """The smallest counter first, a galleass behind other single ships."""
    return unit.afloat, unit.kind == "VGD", unit.id
