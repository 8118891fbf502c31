"""The administrative steps of a turn: maintenance, recruitment, reinforcements, leaders (C-LOG)."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from engine.facts import board, countries, force_pools, tables
from engine.facts.force_pools import UNITS
from engine.grammar import capitalised, counted
from engine.play.asks import Choose, Option
from engine.play.phase import Phase
from engine.rounds import levies_math
from engine.sequence import leader_assignment
from engine.situation import counters, friendly_minors, variants
from engine.state import State, forces, sides
from engine.state.countries import Country
from engine.state.forces import LAND_THIRDS, Kind, Unit
from engine.state.leaders import Leader
from engine.turns import minors, provinces

ARMY_LEADERS = ("general", "king", "engineer")
RATES = {"LDE": "ld", "LD": "ld", "A-": "army_minus", "A+": "army_plus"}
NAVAL_RATES = {"F-": "maintain_fleet_minus", "F+": "maintain_fleet_plus"}


async def logistics(phase: Phase) -> None:
    """Every power keeps up its forces and recruits, minors at war are reinforced, leaders come."""
    for name in sorted(phase.state.countries):
        if f"logistics {name}" in phase.state.marks.done:
            continue
        phase.mark()
        if not phase.state.countries[name].minor:
            await maintenance(phase, name)
            await recruitment(phase, name)
        elif not friendly_minors.inactive(phase.state, name):
            reinforce(phase, name)
        phase.state.marks.done.add(f"logistics {name}")
    if "variants" not in phase.state.marks.done:
        await variants.in_force(phase.state).logistics(phase)
        phase.state.marks.done.add("variants")
    for name in sorted(phase.state.countries):
        if f"leaders {name}" not in phase.state.marks.done:
            await leaders(phase, name)


# Maintenance.


def at_peace(state: State, country: Country) -> bool:
    """Whether all forces of a country are kept at the price of peace, veteran (C-VET-01)."""
    return friendly_minors.inactive(state, country.id) or country.role in ("limited", "overseas")


def beyond_basic(state: State, country: str) -> list[Unit]:
    """The counters that have to be paid: those that the basic forces do not cover, the dearest
    covered first (C-NAV-14)."""
    land = naval = 0
    for force in minors.basic_forces(state, country):
        kind = UNITS.get(force.counter.replace("land_or_naval", "land"), "")
        land += LAND_THIRDS.get(kind, 0) * force.number
        naval += {"F+": 4, "F-": 2, "ND": 1}.get(kind, 0) * force.number
    paid = []
    own = [unit for unit in state.units.values() if unit.country == country]
    for unit in sorted(own, key=lambda unit: (-unit.thirds, -unit.afloat, unit.id)):
        if unit.kind == "PASHA":
            continue
        size = unit.thirds or {"F+": 4, "F-": 2}.get(unit.kind, 1)
        left = land if unit.land else naval
        if size <= left:
            land, naval = (left - size, naval) if unit.land else (land, left - size)
        else:
            paid.append(unit)
    return paid


def upkeep(country: Country, unit: Unit, rate: str) -> int:
    """What it costs to keep a counter at a rate, veteran, conscript or peace: an exploration
    detachment half a detachment, rounded up (C-FOR-10, C-NAV-08); 0 for countries without a line of
    prices."""
    if not unit.land:
        item = NAVAL_RATES.get(unit.kind, "maintain_nd")
        price = tables.naval_price(country.id, country.naval_technology, item)
    else:
        name = RATES[unit.kind]
        item = f"peace_{name}" if rate == "peace" else f"war_{name}_{rate}"
        price = tables.land_price(country.id, country.land_technology, item)
    return ceil((price or 0) / 2) if unit.kind in ("LDE", "NDE") else price or 0


def _purse(country: Country) -> str:
    """What a power has to spend, as a question says it."""
    whose = capitalised(countries.its(country.id))
    return f"{whose} treasury holds {counted(country.treasury, 'ducat')}."


async def maintenance(phase: Phase, name: str) -> None:
    """A power pays for what its basic forces do not cover, as veterans or conscripts, or disbands
    it (C-VET-01)."""
    state = phase.state
    country = state.countries[name]
    peace = at_peace(state, country)
    for unit in state.units.values():
        if unit.country == name and unit.land and unit.corps != "timar" and peace:
            unit.veterans = unit.thirds
    paid = beyond_basic(state, name)
    if not paid:
        return
    rates = ["peace"] if peace else ["veteran", "conscript"]
    costs = {rate: sum(upkeep(country, unit, rate) for unit in paid) for rate in rates}
    what = forces.units_in_words(paid)
    options = [
        Option(rate, f"keep {what}, {rate} rate", counted(cost, "ducat"))
        for rate, cost in costs.items()
        if cost <= max(0, country.treasury)
    ]
    options.append(Option("disband", f"disband {what}", "they are gone for good"))
    answer = await Choose(
        who=name,
        name="maintenance",
        what=f"How {countries.in_question(name)} keep up {countries.its(name)} forces? "
        f"{_purse(country)}",
        options=options,
        enter=options[0].answer,
        about={"country": name},
    )
    paid = beyond_basic(state, name)
    if answer == "disband":
        for unit in paid:
            state.remove(unit)
        provinces.lift_sieges(state)
        toll = forces.toll(paid, "disbanding")
        phase.tell("losses", f"{countries.does(name, 'disband')} {what}.", who=name, sheet=toll)
        return
    state.countries[name].treasury -= costs[answer]
    for unit in paid:
        if unit.land and unit.corps != "timar":
            unit.veterans = 0 if answer == "conscript" else unit.thirds
    text = f"{countries.does(name, 'keep')} {what} for {counted(costs[answer], 'ducat')}."
    phase.tell("cost", text, who=name)


# Recruitment.


class Offer(NamedTuple):
    """A counter that may be recruited in a place, and its price in ducats."""

    kind: Kind
    corps: str
    place: str
    ducats: int

    @property
    def key(self) -> str:
        """The answer that buys it."""
        return f"{self.corps} {self.kind}".strip() + f" {self.place}"


def places(state: State, country: str) -> list[str]:
    """Where a country may raise troops: its own provinces, controlled and free of siege, revolt and
    enemies, and those of others that a variant opens to it (C-LOG-03)."""
    alliance = sides.alliance_of(state, country)
    opened = minors.foreign_quarters(state, country)
    return [
        place
        for place in sorted({*provinces.owned_provinces(state, country), *opened})
        if (sides.controller(state, place) == country or place in opened)
        and sides.is_quiet(state, place, alliance)
        and not state.land.revolts.get(place)
    ]


def on_offer(state: State, country: Country) -> list[Offer]:
    """What a country may recruit now: within thrice its limit and its purse, counters in the box,
    room in the place (C-LOG-01, C-LOG-02, C-LOG-04)."""
    limit = levies_math.printed_limit(
        country.id, state.period, country.land_technology, country.reformed
    )
    if limit is None:
        return []
    alliance = sides.alliance_of(state, country.id)
    home = board.national_provinces(country.id)
    corps = ("janissary", "timar") if country.id == "turkey" else ("",)
    where = places(state, country.id)
    found = []
    for each in corps:
        for kind in levies_math.BOUGHT_AS:
            if counters.free_counters(state, country.id, kind, each) < 1:
                continue
            at_home, abroad = (
                levies_math.price(
                    country.id, country.land_technology, kind, country.recruited, limit, away
                )
                for away in (False, True)
            )
            for place in where:
                ducats = at_home if place in home else abroad
                if ducats is None or ducats > country.treasury:
                    continue
                new = Unit(0, country.id, kind, place, corps=each)
                here = sides.stack(state, place, alliance).units
                if forces.within_stacking([*here, new]):
                    found.append(Offer(kind, each, place, ducats))
    return found


async def recruitment(phase: Phase, name: str) -> None:
    """A power recruits until it has enough; what is new is conscript in war (C-VET-01)."""
    state = phase.state
    while found := on_offer(state, state.countries[name]):
        answer = await Choose(
            who=name,
            name="recruit-troops",
            what=f"What {countries.in_question(name)} recruit? {_purse(state.countries[name])}",
            options=[
                Option("done", "nothing more"),
                *(
                    Option(each.key, f"{each.kind} in {board.called(each.place)}",
                           f"{each.corps} {counted(each.ducats, 'ducat')}".strip())
                    for each in found
                ),
            ],
            enter="done",
            done="done",
            about={"country": name},
        )  # fmt: skip
        if answer == "done":
            return
        chosen = next(each for each in found if each.key == answer)
        country = state.countries[name]
        country.recruited += levies_math.in_halves(chosen.kind)
        country.treasury -= chosen.ducats
        veteran = at_peace(state, country) or name in levies_math.LENIENT
        held = LAND_THIRDS[chosen.kind] if veteran and chosen.corps != "timar" else 0
        unit = Unit(0, name, chosen.kind, chosen.place, "field", held, chosen.corps)
        state.add(unit)
        place = board.called(chosen.place)
        does = countries.does(name, "recruit")
        text = f"{does} {chosen.kind} in {place} for {counted(chosen.ducats, 'ducat')}."
        phase.tell("levies", text, chosen.place, name)


def reinforce(phase: Phase, minor: str) -> None:
    """A minor at war gets its reinforcements of the turn (C-VET-06)."""
    if minors.basic_forces(phase.state, minor):
        kinds = minors.land_kinds(force_pools.reinforcements(minor))
        minors.muster(phase, minor, kinds, "reinforcements")


# Leaders.


async def leaders(phase: Phase, name: str) -> None:
    """The dead of the turn go, the named of the turn come, the unnamed fill up the least number;
    then the country places its leaders (C-LDR-08, C-LDR-03)."""
    state = phase.state
    for leader in [each for each in state.leaders.values() if each.country == name]:
        known = countries.leader(leader.id)
        if known.last_turn is not None and known.last_turn < state.turn:
            state.remove_leader(leader, "killed")
            state.notes.pop(f"fallen.{leader.id}", None)
            phase.tell("leader", f"{known.name} is no more.", who=name)
    if any(unit.country == name and unit.land for unit in state.units.values()):
        for known in countries.leaders_alive(variants.lender(state, name), state.turn,
                                             ARMY_LEADERS):  # fmt: skip
            taken = known.id in state.leaders or known.other_side in state.leaders
            if not taken and not known.variant and "rotw" not in known.flags:
                state.leaders[known.id] = Leader(known.id, name, status="away")
        await _unnamed(phase, name)
        await leader_assignment.leaders(phase, name)


async def _unnamed(phase: Phase, name: str) -> None:
    """Unnamed generals are drawn up to the least number of the period (C-LDR-03, C-LDR-04)."""
    state = phase.state
    least = leader_assignment.minimum(state, name)
    while True:
        held = [
            leader
            for leader in state.leaders.values()
            if leader.country == name
            and leader.status in ("map", "away")
            and countries.leader(leader.id).kind == "general"
        ]
        box = [
            each.id
            for each in countries.anonymous_leaders(variants.lender(state, name), ("general",))
            if (each.id not in state.leaders or state.leaders[each.id].status == "killed")
            and not each.variant
        ]
        if len(held) >= least or not box:
            return
        drawn = 0
        if len(box) > 1:
            rolled = await phase.roll(f"{name}.leader", purpose="a new general", faces=len(box))
            drawn = rolled.die - 1
        state.leaders[box[drawn]] = Leader(box[drawn], name, status="away")
