"""Minors in a campaign: their control, whether they are active, the forces they begin a war
with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.facts import board, countries
from engine.facts.force_pools import UNITS, Force
from engine.facts.force_pools import basic_forces as printed_forces
from engine.play.phase import Phase
from engine.situation import counters, variants
from engine.state import State, forces, sides
from engine.state.countries import Country
from engine.state.diplomacy import Alliance
from engine.state.forces import KINDS, LAND_THIRDS, Unit
from engine.turns import provinces, truces, wars

BOXES = ("RM", "SUB", "MA", "EC", "EW", "VA")


UNREFORMED: Final = "before army reforms"
SOME_LAND: Final = ("if at least 2 provinces owned", 2)


def basic_forces(state: State, country: str) -> tuple[Force, ...]:
    """The basic forces of a country now, with what a variant changes of them.

    Of the sheet's conditions those count that the state answers; the others stand for their usual
    case.
    """
    changed = variants.in_force(state).basic_forces(state, country)
    if changed is None:
        minor = sides.is_minor_in_play(state, country)
        changed = printed_forces(country, state.period, minor)
    return tuple(force for force in changed if _has(state, country, force.condition))


def _has(state: State, country: str, condition: str) -> bool:
    """Whether a country has a force under its condition: Turkey's janissaries of the old kind, the
    North-East Provinces' troops."""
    if condition == UNREFORMED:
        return country not in state.countries or not state.countries[country].reformed
    asks, least = SOME_LAND
    return condition != asks or len(provinces.owned_provinces(state, country)) >= least


def capital(state: State, country: str) -> str:
    """The capital of a country, else a province that it owns; "" when it has none."""
    chosen = state.ledger.capitals.get(country, "")
    printed = countries.country(country).capitals if country in countries.countries() else ()
    for place in (chosen, *printed):
        if place and sides.owner(state, place) == country:
            return place
    return min(provinces.owned_provinces(state, country), default="")


def why_fixed(state: State, minor: str) -> str:
    """Why a minor's box of the diplomatic track cannot change now; "" when it can.

    A minor of a coalition under truce stays with its controller (EUV-TRU-12); a variant keeps its
    vassals where they are (EUV-NAP-02, EUV-BUR-02).
    """
    if truces.in_truce(state, minor):
        under = countries.does(minor, "be under")
        return f"{under} a truce: {countries.its(minor)} controller stays (EUV-TRU-12)"
    return variants.in_force(state).why_locked(state, minor)


def control(state: State, minor: str, patron: str, box: str) -> None:
    """Puts a minor into a box of a power's track, "" for nobody's: the power whose it is called
    (EUV-TERM-08, EUV-TERM-12)."""
    known = state.countries.get(minor)
    if known is not None:
        known.patron = patron
        wars.leave_alliance(state, minor)
        if patron:
            wars.join_alliance(state, minor, patron)
    state.ledger.boxes.pop(minor, None)
    if patron:
        state.ledger.boxes[minor] = (patron, box)


def create(state: State, minor: str, patron: str, box: str, technology: str) -> None:
    """A minor with a technology on land comes into play."""
    known = Country(id=minor, patron=patron, minor=True, land_technology=technology)
    state.countries.setdefault(minor, known)
    control(state, minor, patron, box)


def bring_in(state: State, minor: str, patron: str) -> None:
    """Brings a minor that a variant needs into a scenario without it, with its basic forces: into
    its patron's alliance, or "" into one of its own."""
    if minor in state.countries:
        return
    pattern = state.countries.get(patron)
    technology = pattern.land_technology if pattern else "medieval"
    who = sides.decider(state, patron) if patron else ""
    state.countries[minor] = Country(minor, who, minor=True, land_technology=technology)
    if patron:
        state.diplomacy.join(sides.alliance_of(state, patron), minor)
    else:
        state.diplomacy.alliances.append(Alliance(minor, [minor], 0))
    raise_forces(Phase(state), minor)


def absorb(phase: Phase, minor: str, by: str) -> None:
    """A country annexes a minor whole, without victory points; the minor leaves play for good."""
    state = phase.state
    if minor in state.ledger.gone:
        return
    for place in provinces.owned_provinces(state, minor):
        provinces.transfer(state, place, by)
    provinces.remove_minor(state, minor)
    text = f"{countries.does(minor, 'fall')} to {countries.with_article(by)} for good."
    phase.tell("annexed", text, who=by)


def raise_forces(phase: Phase, minor: str) -> None:
    """A minor that enters a war and has no troops on the map gets its basic forces at home."""
    state = phase.state
    if any(unit.country == minor for unit in state.units.values()):
        return
    muster(phase, minor, land_kinds(basic_forces(state, minor)), "basic forces")


def land_kinds(forces: Iterable[Force]) -> list[str]:
    """The kinds of the land counters among forces, one by one."""
    kinds: list[str] = []
    for force in forces:
        kinds += [UNITS.get(force.counter.replace("land_or_naval", "land"), "")] * force.number
    return [kind for kind in kinds if kind in LAND_THIRDS]


def muster(phase: Phase, minor: str, kinds: list[str], what: str) -> None:
    """Places land counters of a minor in its capital or another province that can take them."""
    state = phase.state
    home = capital(state, minor)
    where = (home, *provinces.owned_provinces(state, minor), *foreign_quarters(state, minor))
    places = [place for place in where if place]
    placed = []
    for kind in kinds:
        sort = KINDS[kind]
        unit = Unit(0, minor, sort, "", "field", 0)
        room = [place for place in places if _room(state, minor, place, unit)]
        if room and counters.free_counters(state, minor, sort) > 0:
            state.add(Unit(0, minor, sort, room[0], "field", LAND_THIRDS[kind]))
            placed.append(f"{kind} in {board.called(room[0])}")
    if placed:
        gets = f"{countries.does(minor, 'get')} {countries.its(minor)} {what}"
        text = f"{gets}: {', '.join(placed)}."
        phase.tell("logistics", text, home, sides.decider(state, minor))


def foreign_quarters(state: State, country: str) -> list[str]:
    """The provinces of others that a variant opens to a country's units (EUV-BUR-09)."""
    return sorted(variants.in_force(state).foreign_quarters(state, country))


def _room(state: State, country: str, place: str, unit: Unit) -> bool:
    alliance = sides.alliance_of(state, country)
    return (
        (sides.controller(state, place) == country or place in foreign_quarters(state, country))
        and sides.is_quiet(state, place, alliance)
        and forces.within_stacking([*sides.stack(state, place, alliance).units, unit])
    )
