"""The parties that may explore by land, what they meet, and the odds (EXP-03 to EXP-20)."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from engine.facts import board, countries
from engine.fleets import fleets
from engine.grammar import thirds
from engine.land.battle.parameters import known_commander
from engine.land.ground import entering_provinces, stack_parts
from engine.land.ground.stack_parts import Part
from engine.overseas import active_natives, exploration_math
from engine.overseas.exploration_math import Expedition
from engine.overseas.exploration_rights import is_engaged
from engine.play.asks import BadAnswer
from engine.rounds import campaigns
from engine.sea.under_way import attrition
from engine.situation import (
    command,
    establishments,
    knowledge,
    leaders_overseas,
    naval_command,
    turkey,
)
from engine.state import State, forces, known_zones, sides
from engine.state.stacks import Group


@dataclass(frozen=True, slots=True)
class Explorers:
    """Troops and leaders in one place who may explore by land; aboard where it is a sea zone.

    `watch` are the thirds of a detachment that must stay of them at a fortress that they do not
    control (MOV-26, EXP-A8).
    """

    place: str
    units: tuple[int, ...]
    leaders: tuple[str, ...]
    watch: int = 0

    def goals(self, state: State) -> list[str]:
        """The unknown provinces beside it into which somebody of it may go (EXP-03, EXP-18)."""
        known = knowledge.known_to(state, self)
        return sorted(
            border.other
            for border in board.land_neighbours(self.place)
            if border.other not in known
            and not known_zones.is_public(state, border.other)
            and any(self.party(state, border.other).keys)
        )

    def may_go(self, state: State, goal: str) -> list[str]:
        """The keys of the counters and leaders who may go there; recruits only with the leader whom
        they follow (NAT-30), pashas never (MOV-A9)."""
        people = [name for name in self.leaders if not leaders_overseas.why_not(state, name, goal)]
        led = (
            number
            for number in self.units
            if not stack_parts.why_unled(state, [number], people)
            and not turkey.stays_in_europe(state, state.units[number], goal)
        )
        return [*map(str, led), *people]

    def party(self, state: State, goal: str) -> Part:
        """The most of them who may go there: all who are fit, or what the watch at a fortress can
        spare."""
        keys = self.may_go(state, goal)
        people = tuple(name for name in self.leaders if name in keys)
        units = [state.units[number] for number in self.units if str(number) in keys]
        spare = forces.strength(state.units_by_id(self.units)) - self.watch
        going: list[str] = []
        for unit in sorted(units, key=lambda unit: (-unit.thirds, unit.id)):
            if unit.thirds <= spare:
                going.append(str(unit.id))
                spare -= unit.thirds
        army = next((unit for unit in units if unit.army and str(unit.id) not in going), None)
        if army is not None and not going and spare >= forces.LAND_THIRDS["LD"]:
            with suppress(BadAnswer):  # no LD is free to break it into
                going += stack_parts.read_part(state, [f"{army.id}/LD"], [army.id], ()).troops
        return Part(tuple(going), people)


def exploring_stacks(state: State, alliance: str) -> list[Explorers]:
    """The land stacks of an alliance that may explore now, by place (EXP-03 to EXP-05, EXP-A9).

    With a campaign (EXP-A4); neither engaged nor carried by ships that are; explorers may leave
    their ships.
    """
    places = {unit.place for unit in state.units.values()}
    places |= {leader.place for leader in state.leaders.values() if leader.place}
    found = []
    for place in sorted(places):
        if not any(not known_zones.is_public(state, b.other) for b in board.land_neighbours(place)):
            continue
        here = (
            _aboard(state, place, alliance)
            if board.is_sea(place)
            else _ashore(state, place, alliance)
        )
        if here.units or here.leaders:
            who = knowledge.commanding_country(state, here)
            if not campaigns.may_act(state, who) and here.goals(state):
                found.append(here)
    return found


def _fresh(state: State, key: str) -> bool:
    return f"explored {key}" not in state.marks.done


def _ashore(state: State, place: str, alliance: str) -> Explorers:
    here = sides.stack(state, place, alliance)
    if any(is_engaged(state, unit.id) for unit in here.units) or active_natives.foes(
        state, place, alliance
    ):
        return Explorers(place, (), ())
    fresh = [unit for unit in here.units if _fresh(state, str(unit.id))]
    spent = here.thirds - forces.strength(fresh)
    return Explorers(
        place,
        tuple(unit.id for unit in fresh),
        tuple(leader.id for leader in here.leaders if _fresh(state, leader.id)),
        max(0, entering_provinces.look(state, place, alliance).foreign - spent) if fresh else 0,
    )


def _aboard(state: State, zone: str, alliance: str) -> Explorers:
    ships = [unit for stack in fleets.stacks_at(state, zone, alliance) for unit in stack.units]
    if not ships or any(is_engaged(state, unit.id) for unit in ships):
        return Explorers(zone, (), ())
    troops = sides.stack(state, zone, alliance, "aboard")
    sailors = sides.stack(state, zone, alliance).leaders
    chiefs = [*troops.leaders, *(one for one in sailors if _explorer(one.id))]
    return Explorers(
        zone,
        tuple(unit.id for unit in troops.units if _fresh(state, str(unit.id))),
        tuple(leader.id for leader in chiefs if _fresh(state, leader.id)),
    )


def _explorer(leader: str) -> bool:
    return countries.leader(leader).kind == "explorer"


def by_sea(state: State, group: Group, zone: str) -> Expedition:
    """The exploration of a sea zone by these ships (EXP-08 to EXP-17, EXP-A6)."""
    units = state.units_by_id(group.units)
    chief = naval_command.commander(state, units, state.leaders_by_id(group.leaders))
    return Expedition(
        domain="sea",
        strength=fleets.thirds(units),
        leader=known_commander(chief) if chief.leader else None,
        technology=fleets.worst_technology(state, units),
        whole_ships=set(fleets.ships(units)) <= {*attrition.WHOLE_AT},
        malus=board.sea(zone).malus,
        bad_weather=state.sequence.bad_weather,
        period=state.period,
        known_to_another=knowledge.known_elsewhere(state, chief.country, zone),
    )


def by_land(
    state: State, group: Group, goal: str, alliance: str, strength: int | None = None
) -> Expedition:
    """The exploration of a province by these troops and leaders (EXP-08 to EXP-10, EXP-23, EXP-19).

    A neutral minor's province is discovered from without as a neutral establishment is: nobody
    enters it (MOV-24, MOV-25). `strength` in thirds where but a part of a counter goes.
    """
    units = state.units_by_id(group.units)
    chief = command.commander(state, units, state.leaders_by_id(group.leaders))
    return Expedition(
        domain="land",
        strength=forces.strength(units) if strength is None else strength,
        leader=known_commander(chief) if chief.leader else None,
        neutral_establishment=establishments.neutral(state, goal, alliance)
        or entering_provinces.look(state, goal, alliance).closed,
    )


@lru_cache(maxsize=512)
def odds(expedition: Expedition) -> dict[str, Any]:
    """The chances of an exploration, as Fractions: `discovered`, `dies`, and `lost` by thirds."""
    discovered = dies = Fraction(0)
    lost: dict[int, Fraction] = {}
    for outcome, chance in exploration_math.chances(expedition).items():
        discovered += chance * outcome.discovered
        dies += chance * bool(outcome.dead)
        gone = expedition.strength - outcome.left
        lost[gone] = lost.get(gone, Fraction(0)) + chance
    return {"discovered": discovered, "dies": dies, "lost": dict(sorted(lost.items()))}


def odds_in_words(expedition: Expedition) -> str:
    """In words: `63 % to discover it, 0.4 of 2 LD lost on average, the leader dies in 5 %`."""
    known = odds(expedition)
    mean = sum((gone * chance for gone, chance in known["lost"].items()), Fraction(0))
    text = f"{_percent(known['discovered'])} % to discover it"
    if expedition.strength:
        unit = "ND" if expedition.domain == "sea" else "LD"
        text += f", {float(mean / 3):.1f} of {thirds(expedition.strength)} {unit} lost on average"
    if expedition.guide.who:
        text += f", the {expedition.guide.who} dies in {_percent(known['dies'])} %"
    return text


def _percent(chance: Fraction) -> int:
    return round(100 * chance)
