"""Battle parameters: who fights, under whom, and the battle that the state describes.

A Force is what one alliance brings to a battle: counters and leaders by id, how they came. From it
come the Side of engine.land.battle.battle_math (PAR, DRM), the combat sheet and the odds. Sources:
BAT, PAR, C-CMD, C-STK.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.chances.steps import FACES
from engine.combat.comparison import compare
from engine.combat.fight_odds import chances
from engine.combat.leaders import Commander, commander_of, replacement, replacement_line
from engine.facts import board, countries
from engine.facts.board import SUND
from engine.fleets import fleets
from engine.fleets.naval_journey import Journey
from engine.land.battle import battle_math, battle_odds, modifiers
from engine.land.battle.contingents import Contingent, Side
from engine.play.phase import Phase
from engine.situation import command, turkey
from engine.state import State, forces, sides
from engine.state.forces import Unit
from engine.state.leaders import Leader
from engine.state.stacks import Band, Stack


class Force(NamedTuple):
    """What one alliance brings to a battle: ids of counters and leaders.

    `crossing` is the worst border its movers came over (river, pass, strait, sea or empty),
    `came_from` the place each counter that came in this impulse entered from, `chief` the leader or
    country that was chosen to command among equals. `journey` is what ships have sailed in this
    move without having rolled attrition: it is added to that of their retreat (NIN-14). `holder` is
    the country whose fortress it is that has nobody inside.
    """

    alliance: str
    unit_ids: tuple[int, ...]
    leader_ids: tuple[str, ...]
    crossing: str = ""
    came_from: Mapping[int, str] = {}
    chief: str = ""
    journey: Journey | None = None
    holder: str = ""

    @classmethod
    def of_stack(cls, stack: Stack, journey: Journey | None = None) -> Force:
        """All of a stack."""
        units, leaders = tuple(stack.unit_ids), tuple(stack.leader_ids)
        return cls(stack.alliance, units, leaders, journey=journey)

    def at(self, place: str) -> Band:
        """All of it in a place."""
        return Band(place, self.unit_ids, self.leader_ids)

    def units(self, state: State) -> list[Unit]:
        """Its counters that still exist, by id (BAT-06)."""
        return state.units_by_id(sorted(self.unit_ids))

    def column(self, state: State) -> dict[str, Any]:
        """The head of its column on a sheet."""
        units = self.units(state)
        return {
            "alliance": self.alliance,
            "units": fleets.counters_in_words(units) if units else "",
            "unit_ids": [unit.id for unit in units],
        }

    def leaders(self, state: State) -> list[Leader]:
        """Its leaders that are still on the map, by id (BAT-06)."""
        found = state.leaders_by_id(sorted(self.leader_ids))
        return [leader for leader in found if leader.status == "map"]


# The worst crossing holds for the whole stack; a strait or landing counts for itself (DRM-A7).
CROSSINGS = ("", "river", "pass", "strait", "sea")


BORDERS = {"river": "river", "mountain_pass": "pass", "strait": "strait", "bering_strait": "strait"}


def crossing(origin: str, place: str, sund_frozen: bool = False) -> str:
    """What a stack crosses that enters a province from another, or lands (DRM-22, DRM-23, CMB-22,
    CMB-24).

    To come over the frozen Sund has no effect on the battle (CON-A3).
    """
    if origin == SUND and sund_frozen:
        return ""
    if board.is_sea(origin):
        return "sea"
    return BORDERS.get(board.border(origin, place) or "", "")


def worst_crossing(crossings: Sequence[str]) -> str:
    """The one crossing of a stack whose parts came over several borders (DRM-A7)."""
    return max(crossings, key=CROSSINGS.index, default="")


def in_command(state: State, force: Force) -> command.Commander:
    """Who commands the merged stack (BAT-06, C-CMD-01); without a leader its values are 0."""
    if not (force.unit_ids or force.leader_ids):
        return command.Commander(force.holder)
    entitled = command.candidates(state, force.units(state), force.leaders(state))
    chosen = (each for each in entitled if (each.leader or each.country) == force.chief)
    return next(chosen, entitled[0])


async def with_chief(phase: Phase, force: Force) -> Force:
    """The force with the commander its players choose, where several are equally entitled."""
    chief = await command.choose_commander(phase, force.at(""))
    return force._replace(chief=chief.leader or chief.country)


def unrolled_vizier(state: State, leader: str) -> bool:
    """Whether a leader is a vizier without a name whose values are not rolled yet (PAR-09)."""
    if leader not in state.leaders or state.leaders[leader].values:
        return False
    known = countries.leader(leader)
    return known.variant == "vizier" and "table" in known.flags


async def vizier(phase: Phase, who: command.Commander) -> bool:
    """Rolls the values of a nameless vizier in command; he keeps them for the battle (EVA-A3).
    Whether they were rolled."""
    if not unrolled_vizier(phase.state, who.leader):
        return False
    rolled = await phase.roll(f"{who.country}.vizier", (), "the vizier's values")
    found = replacement(replacement_line(who.country, vizier=True), rolled.die)
    values = [found.manoeuvre, found.fire, found.shock, found.siege]
    phase.state.leaders[who.leader].values = values
    return True


async def commander(phase: Phase, force: Force, place: str) -> Commander:
    """The commander of a side, a replacement leader where his country has none there.

    PAR-04 to PAR-06, PAR-09, ASL-02; the roll is told.
    """
    state = phase.state
    found = in_command(state, force)
    if found.leader:
        if await vizier(phase, found):
            found = in_command(state, force)
        return known_commander(found)
    return await roll_replacement(phase, found.country, _line(state, force), place)


async def roll_replacement(
    phase: Phase, country: str, line: str, place: str, admiral: bool = False
) -> Commander:
    """A leader of a line of the replacement table for a country that has none there, or an admiral
    (PAR-05), told."""
    what = "admiral" if admiral else "leader"
    named = "" if admiral else f", line {countries.country_name(line)}"
    rolled = await phase.roll(f"{country}.replacement", (), f"a replacement {what}{named}")
    found = replacement(line, rolled.die, admiral)
    has = countries.does(country, "have")
    text = f"{has} no {what} there: a replacement {what} ({found.in_words}) commands."
    phase.tell_roll(rolled, text, place)
    return found


def _line(state: State, force: Force) -> str:
    """The line of the replacement table for a force without a leader of its own (PAR-05)."""
    natives = {unit.country for unit in force.units(state)} == {sides.NATIVES}
    return replacement_line(in_command(state, force).country, natives=natives)


def expected_commander(state: State, force: Force) -> Commander:
    """The commander, or the average of the replacement leaders that may be rolled for him."""
    found = in_command(state, force)
    if found.leader and not unrolled_vizier(state, found.leader):
        return known_commander(found)
    line = "vizier" if found.leader else _line(state, force)
    return usual(line)


def usual(line: str) -> Commander:
    """The average of the replacement leaders of a line."""
    return average([replacement(line, die) for die in FACES])


def average(rolled: Sequence[Commander]) -> Commander:
    """A commander of the mean values of these, rounded."""
    manoeuvre, fire, shock = (
        (2 * sum(values) + len(rolled)) // (2 * len(rolled))
        for values in zip(
            *((each.manoeuvre, each.fire, each.shock) for each in rolled), strict=True
        )
    )
    return Commander("replacement", manoeuvre, fire, shock, replacement=True)


def known_commander(found: command.Commander) -> Commander:
    """The commander of a battle as the facts describe a leader, with nobody's values 0."""
    values = (found.manoeuvre, found.fire, found.shock, found.siege)
    if not found.leader:
        return Commander("nobody", *values, replacement=True)
    return commander_of(countries.leader(found.leader), values)


def contingents(state: State, units: Sequence[Unit]) -> tuple[Contingent, ...]:
    """The counters of a stack by country and corps, with their classes and Turkish flags."""
    found: dict[tuple[str, str], list[Unit]] = {}
    for unit in units:
        country = sides.NATIVES if unit.corps == "native" else unit.country
        found.setdefault((country, unit.corps), []).append(unit)
    return tuple(_contingent(state, *key, found[key]) for key in sorted(found))


def _contingent(state: State, country: str, corps: str, units: list[Unit]) -> Contingent:
    """The counters of a country and corps; those of no European country make no major battle
    overseas (MAJ-04). Turkish flags tell of artillery, size and Sipahi (DRM-27, LOS-13, DRM-33)."""
    known = state.countries.get(country)
    reforms = known.reforms if known else []
    ottoman = country == "turkey"
    reformed = known is not None and known.reformed
    return Contingent(
        country,
        countries.army_class(country, state.period, reformed),
        tuple(unit.kind for unit in units if unit.kind != "PASHA"),
        sum(unit.size for unit in units if unit.kind == "PASHA"),
        janissary=ottoman and corps != "timar" and not reformed,
        sipahi=ottoman and "M-2" not in reforms,
        reformed=reformed,
        natives=corps == "native",
        european=countries.country(country).kind != "rotw",
    )


def side(
    state: State, force: Force, leader: Commander, phasing: bool, enemy: Sequence[Unit]
) -> Side:
    """One side of a battle as it stands on the table, under the given commander (PAR-20 to PAR-22,
    PAR-A7, PAR-A8, DRM-06, DRM-16).

    A minor neither gains nor loses by a major battle (MAJ-08)."""
    units, country = force.units(state), in_command(state, force).country
    return Side(
        country,
        country,
        command.technology(state, units),
        contingents(state, units),
        leader,
        phasing=phasing,
        veteran=forces.veteran(units),
        tercios=any(
            state.countries[unit.country].tercios
            for unit in units
            if unit.country in state.countries
        ),
        ottoman_fright=turkey.suffers_fright(state, country, enemy),
        minor=not sides.is_power(state, country),
        crossing=force.crossing,
        foraging=any(unit.id in state.marks.foraging for unit in units),
    )


def situation(state: State, place: str, interception: bool) -> modifiers.Situation:
    """Where and when a battle in a province is fought; options that are off switch off DRM-A1."""
    province = board.province(place)
    terrain = "northern_forest" if board.is_northern_forest(place) else province.terrain
    map_ = "europe" if sides.european(state, place) else "rotw"
    return modifiers.Situation(state.period, map_, terrain, interception, state.switched_off)


def prepare(
    state: State,
    place: str,
    both: tuple[Force, Force],
    leaders: Sequence[Commander],
    interception: bool,
) -> battle_math.Setup:
    """The battle of two forces, the phasing one first, under their commanders."""
    one, other = (
        side(state, both[at], leaders[at], not at, both[1 - at].units(state)) for at in (0, 1)
    )
    return battle_math.setup(situation(state, place, interception), one, other)


def odds_of(
    state: State, place: str, phasing: Force, other: Force, interception: bool = False
) -> dict[str, Any]:
    """The odds of a battle before it is fought, without evasion or sortie, for screens and bots.

    A side without a leader has an average replacement. Chances are of the phasing side (`win`,
    `draw`, `lose`); pairs are of the phasing side first.
    """
    setup = _expected_battle(state, place, (phasing, other), interception)
    return chances(setup, battle_odds.battle(setup))


def _expected_battle(
    state: State, place: str, both: tuple[Force, Force], interception: bool
) -> battle_math.Setup:
    leaders = [expected_commander(state, force) for force in both]
    return prepare(state, place, both, leaders, interception)


def comparison(
    state: State,
    place: str,
    phasing: Force,
    other: Force,
    side: int = 0,
    interception: bool = False,
) -> dict[str, Any]:
    """The two sides of a battle before it is fought, beside each other, for one of them
    (engine.combat.comparison), under the commanders that the odds reckon with."""
    both = phasing, other
    setup = _expected_battle(state, place, both, interception)
    units = [forces.units_in_words(force.units(state)) for force in both]
    terrain = setup.situation.terrain.replace("_", " ")
    return compare(
        setup, place, terrain, units, side, lambda each: chances(each, battle_odds.battle(each))
    )


def stack_force(state: State, place: str, alliance: str) -> Force:
    """Everything an alliance has in the field in a place, merged, with how it came there
    (BAT-06)."""
    here = sides.stack(state, place, alliance)
    came_from = {unit.id: origin for unit in here.units if (origin := entered_from(state, unit.id))}
    frozen = state.sequence.sund_frozen
    borders = [crossing(origin, place, frozen) for origin in came_from.values()]
    return Force.of_stack(here)._replace(crossing=worst_crossing(borders), came_from=came_from)


def entered_from(state: State, unit: int) -> str:
    """The last place on a counter's way of this impulse before the one where it stands, or ""."""
    here = state.units[unit].place
    for place in reversed(state.marks.entered.get(unit, [])):
        if place not in CROSSINGS and place != here:
            return place
    return ""
