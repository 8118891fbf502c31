"""Stacking of ships: who leaves a place with too many (C-STK)."""

from __future__ import annotations

from engine.facts.board import in_or_off
from engine.fleets import arrange_fleets, fleets, gold, ports
from engine.play.asks import Choose, Option
from engine.play.phase import Phase
from engine.state import State, forces, sides
from engine.state.forces import Unit


async def enforce_stacking(phase: Phase, place: str, alliance: str) -> None:
    """What is more than one stack holds is scuttled, the owner choosing the counters (MOV-03); its
    gold goes on with the others as far as they have room (CMB-29).

    At sea loose ships first make fleets, as far as there are counters (C-NAV-04). In ports only the
    number of fleet counters is bounded (C-STK-04).
    """
    for stack in fleets.stacks_at(phase.state, place, alliance):
        if stack.position != "port" and not fleets.within_stacking(stack.units):
            free = [unit for unit in stack.units if unit.id not in phase.state.marks.locked]
            if arrange_fleets.pack(phase.state, free):
                _tell_formed(phase, place, alliance, fleets.task(phase.state, stack))
    while excess := _excess(phase.state, place, alliance):
        state = phase.state
        alike: dict[tuple[str, str, str], list[Unit]] = {}
        for unit in excess:
            alike.setdefault((unit.country, unit.kind, str(unit.ships)), []).append(unit)
        chosen = await Choose(
            who=sides.speaker(state, alliance),
            name="scuttle",
            what=f"Too many ships are {in_or_off(place)}: which counter goes?",
            about={"place": place, "units": [unit.id for unit in excess]},
            options=[
                Option(
                    str(each[0].id),
                    fleets.units_and_owners(each[:1]),
                    f"one of {len(each)}" if len(each) > 1 else "",
                )
                for each in alike.values()
            ],
            enter=str(excess[0].id),
        )
        unit = phase.state.units[int(chosen)]
        text = f"{fleets.units_and_owners([unit])} {in_or_off(place)} is too many and is scuttled."
        task = phase.state.sea.tasks.get(str(unit.id), "")
        units = fleets.ships_doing(phase.state, place, alliance, task)
        ducats = gold.ducats_aboard(phase.state, units)
        phase.state.remove(unit)
        phase.tell("losses", text, place, sheet=forces.toll([unit], "scuttling"))
        gold.keep(phase, [each for each in units if each is not unit], ducats, place)


def _tell_formed(phase: Phase, place: str, alliance: str, task: str) -> None:
    """The fleets that loose ships have made, for want of room (C-NAV-04)."""
    ships = fleets.ships_doing(phase.state, place, alliance, task)
    who = sides.speaker(phase.state, alliance)
    text = f"To be one stack, the ships {in_or_off(place)} form {fleets.units_and_owners(ships)}."
    phase.tell("arrange", text, place, who)


def _excess(state: State, place: str, alliance: str) -> list[Unit]:
    """The counters of which one must go, the smallest first; empty when all may stay."""
    for stack in fleets.stacks_at(state, place, alliance):
        units = [unit for unit in stack.units if unit.id not in state.marks.locked]
        if stack.position == "port":
            kind = ports.harbour(state, place, alliance)
            if kind and not ports.port_holds(kind, fleets.fleet_counters(stack.units)):
                units = [unit for unit in units if unit.kind in forces.FLEETS]
                return sorted(units, key=_worth)
        elif not fleets.within_stacking(units):
            return sorted(units, key=_worth)
    return []


def _worth(unit: Unit) -> tuple[int, bool, int]:
    """The smallest counter first, a galleass behind other single ships."""
    return unit.afloat, unit.kind == "VGD", unit.id
