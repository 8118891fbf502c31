"""Fights against corsairs in the siege segment: at sea, on land, by minors at peace (COR).

Corsair counters lie in `state.corsairs`, in a sea zone or in a province that they raid. Each fight
is one die; a success takes one side of a counter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.chances.steps import FACES
from engine.facts import board, countries, tables
from engine.facts.board import name_of
from engine.fleets import fleets, ports
from engine.land.ground.attempts import Suppression, suppresses, suppression
from engine.play.asks import Choose, Option
from engine.play.phase import Phase, rolled_sheet
from engine.report import Modifier, applying, total
from engine.situation import command, naval_command
from engine.state import State, sides
from engine.state.forces import Unit, strength
from engine.state.holdings import Corsair
from engine.state.sides import Stack

HUNT: Final = "hunt"
AT_SEA: Final = "fight_privateer_sea"
PIRATES: Final = "pirates"
KNIGHTS: Final = "knights-of-saint-john"
BARBARESQUES: Final = ("algeria", "cyrenaica", "morocco", "tripoli", "tunisia")
LEVANT: Final = ("sea-egee", "sea-levantin")
CHRISTIAN: Final = ("catholic", "protestant", "orthodox")
MINUS_SIDE: Final = 3
"""The highest level of a trade fleet on its - side."""

FOUGHT: Final = "fought at sea "
"""Begins the note of a sea zone where a naval battle was fought: its value is the turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hunt:
    """What modifies a fight against a corsair at sea.

    `minus` and `plus` are the fleet counters of the stack by side, `ships` says that it has other
    ships; `corsairs_plus` are the corsairs + in the zone, `enemy` the worst enemy there: "F+",
    "F-", "ship" or "".
    """

    technology: str = "nao-galleon"
    minus: int = 0
    plus: int = 0
    ships: bool = True
    manoeuvre: int = 0
    corsair_manoeuvre: int = 0
    corsairs_plus: int = 0
    friendly_port: bool = False
    naval_battle: bool = False
    enemy: str = ""


ENEMIES: Final = {"F+": "enemy_fleet_plus", "F-": "enemy_fleet_minus", "ship": "enemy_ship"}


def _value(name: str) -> int:
    return tables.revolt_value(AT_SEA, name)


def modifiers(seen: Hunt) -> tuple[Modifier, ...]:
    """The modifiers of a fight against a corsair at sea (COR-03 to COR-12)."""
    advanced = seen.technology == tables.NAVAL_TECHNOLOGIES[-1]
    loose = seen.ships and not seen.minus and not seen.plus
    return applying(
        (advanced * _value("technology_sf"), "ships of seventy-four guns", "COR-03"),
        (seen.minus * _value("per_fleet_minus"), "fleets -", "COR-04"),
        (seen.plus * _value("per_fleet_plus"), "fleets +", "COR-04"),
        (loose * _value("no_fleet_but_ships"), "ships without a fleet", "COR-05"),
        (seen.manoeuvre, "manoeuvre", "COR-06"),
        (-seen.corsair_manoeuvre, "manoeuvre of the corsair", "COR-07"),
        (seen.corsairs_plus * _value("per_plus_counter"), "corsairs + in the zone", "COR-08"),
        (seen.friendly_port * _value("friendly_port"), "a port open to the corsair", "COR-09"),
        (seen.naval_battle * _value("naval_battle_this_turn"), "a naval battle there", "COR-10"),
        (_value(ENEMIES[seen.enemy]) if seen.enemy else 0, "enemies in the zone", "COR-11"),
    )


def chance(state: State, stack: Stack, target: Corsair) -> int:
    """How many faces of the ten take a side of a corsair in the zone of a stack (COR-02)."""
    stack = replace(stack, units=able(state, stack.units, stack.place, target))
    modifier = total(modifiers(seen(state, stack, target)))
    return sum(succeeds(die, modifier) for die in FACES)


def succeeds(die: int, modifier: int) -> bool:
    """Whether a fight at sea takes a side: a natural 10, or a modified 8 or more (COR-02)."""
    return die >= _value("natural_success") or die + modifier >= _value("success_on")


# Who fights whom.


def enemies(state: State, place: str, alliance: str) -> list[Corsair]:
    """The corsairs in a place that an alliance may fight: pirates, and those at war with it.

    Christian minors and their patrons fight those of the Barbaresques even at peace (COR-14).
    """
    if place not in state.corsairs:
        return []
    christian = any(_christian(name) for name in sides.members(state, alliance))
    return [
        corsair
        for corsair in state.corsairs[place]
        if (other := sides.alliance_of(state, corsair.country)) != alliance
        and (
            corsair.country == PIRATES
            or sides.at_war(state, alliance, other)
            or (corsair.country in BARBARESQUES and christian)
        )
    ]


def why_not(state: State, units: Sequence[Unit], zone: str, alliance: str) -> str:
    """Why ships in a zone may not fight corsairs, "" when they may (NAC-22, NAC-23, COR-13)."""
    if not board.is_sea(zone) or not enemies(state, zone, alliance):
        return "there is no enemy corsair in the zone (NAC-22)"
    ids = {unit.id for unit in units}
    others = [
        unit for unit in fleets.stack(state, zone, alliance, HUNT).units if unit.id not in ids
    ]
    if others:
        return "another stack of the alliance fights the corsairs there (NAC-23)"
    minors = [unit.country for unit in units if _minor(state, unit.country)]
    if len(minors) < len(units) or targets(state, units, zone, alliance):
        return ""
    name = countries.called(minors[0])
    if not trades(state, minors[0], zone):
        return f"no trade fleet of {name}, a minor, is in {name_of(zone)} (COR-13)"
    return f"{name}, a minor at peace, fights at sea those of the Barbaresques alone (COR-14)"


def targets(state: State, units: Sequence[Unit], zone: str, alliance: str) -> list[Corsair]:
    """The corsairs in a sea zone that any of these ships of an alliance may fight."""
    return [each for each in enemies(state, zone, alliance) if able(state, units, zone, each)]


def able(state: State, units: Sequence[Unit], zone: str, corsair: Corsair) -> list[Unit]:
    """Those of these ships that may fight a corsair in a zone: those of a minor where it trades,
    at peace only against the Barbaresques (COR-13, COR-14): it fights pirates by COR-17."""
    return [
        unit
        for unit in units
        if not _minor(state, unit.country)
        or (
            trades(state, unit.country, zone)
            and (
                not at_peace(state, sides.alliance_of(state, unit.country))
                or (corsair.country in BARBARESQUES and _christian(unit.country))
            )
        )
    ]


def _minor(state: State, country: str) -> bool:
    """Whether it is one of the minors, who fight corsairs where they trade (COR-13)."""
    known = state.countries.get(country)
    return known is not None and known.minor


def trades(state: State, country: str, zone: str) -> bool:
    """Whether a country has a trade fleet in a trade zone of a sea (COR-13)."""
    levels = state.ledger.fleets
    return any(levels.get(f"{country} {each}", 0) for each in board.trade_zones_at(zone))


def seen(state: State, stack: Stack, target: Corsair) -> Hunt:
    """What a stack meets that fights a corsair in its zone."""
    zone, alliance = stack.place, stack.alliance
    kinds = [unit.kind for unit in stack.units]
    return Hunt(
        technology=fleets.worst_technology(state, stack.units),
        minus=kinds.count("F-"),
        plus=kinds.count("F+"),
        ships=any(kind in ("NDE", "NWD", "NGD", "VGD") for kind in kinds),
        manoeuvre=naval_command.commander(state, stack.units, stack.leaders).manoeuvre,
        corsair_manoeuvre=max(
            (
                countries.leader(corsair.leader).manoeuvre
                for corsair in (target, *state.corsairs.get(zone, ()))
                if corsair.leader and corsair.country == target.country
            ),
            default=0,
        ),
        corsairs_plus=sum(corsair.side == "+" for corsair in state.corsairs.get(zone, ())),
        friendly_port=_refuge(state, zone, target.country),
        naval_battle=state.notes.get(f"{FOUGHT}{zone}") == state.turn,
        enemy=_worst_enemy(state, zone, alliance),
    )


def _refuge(state: State, zone: str, corsair: str) -> bool:
    """Whether a corsair has a port on the zone that is not blockaded (COR-09).

    Its friends' ports; for the Knights any Christian one, for pirates their havens, which the
    events of a campaign name (COR-A2).
    """
    for border in board.land_neighbours(zone):
        place = border.other
        if corsair == PIRATES:
            if place in state.notes.get("havens", ()):
                return True
            continue
        holder = sides.controller(state, place)
        friend = (
            _christian(holder)
            if corsair == KNIGHTS
            else bool(holder)
            and sides.alliance_of(state, holder) == sides.alliance_of(state, corsair)
        )
        if friend and ports.open_to_ships(state, place) and not ports.blockaded(state, place):
            return True
    return False


def levantine(state: State, corsair: Corsair) -> bool:
    """Whether it is one of the Knights, with a Christian port on the Aegean or the Levantine Sea
    to raid from (CNV-16)."""
    return corsair.country == KNIGHTS and any(
        board.province(border.other).port and _christian(sides.controller(state, border.other))
        for zone in LEVANT
        for border in board.land_neighbours(zone)
    )


def _christian(country: str) -> bool:
    return bool(country) and countries.country(country).religion in CHRISTIAN


def _worst_enemy(state: State, zone: str, alliance: str) -> str:
    """The largest ships of an enemy in the zone, whoever he is to the corsair (COR-11)."""
    kinds = {
        unit.kind
        for stack in fleets.stacks_at(state, zone)
        if sides.at_war(state, alliance, stack.alliance)
        for unit in stack.units
    }
    if "F+" in kinds:
        return "F+"
    return "F-" if "F-" in kinds else "ship" if kinds & {"NDE", "NWD", "NGD", "VGD"} else ""


# The segment.


async def hunts(phase: Phase, alliance: str) -> None:
    """The fleets of an alliance that fight corsairs, and troops beside raiders, do so (SIE-04)."""
    for place in phase.state.occupied():
        key = f"hunted {alliance} {place}"
        hunting = board.is_sea(place) and fleets.stack(phase.state, place, alliance, HUNT).units
        if key in phase.state.done or not (hunting or enemies(phase.state, place, alliance)):
            continue
        await phase.mark()
        phase.state.done.add(key)
        if board.is_sea(place):
            await _at_sea(phase, place, alliance)
        else:
            await _ashore(phase, place, alliance)


def hunters(state: State, zone: str, alliance: str) -> Stack:
    """Who fights corsairs for an alliance in a zone: its ships that do, and with those of a power
    the ships of its minors at peace; these take part in no other battle (COR-15).

    Such minors fight alone where their patron's own ships do not.
    """
    own = fleets.stack(state, zone, alliance, HUNT)
    units = [unit for unit in own.units if not _host(state, unit)]
    powers = {unit.country for unit in units}
    guests = [
        unit
        for unit in state.units_at(zone)
        if unit.country not in powers and _host(state, unit) in powers
    ]
    return Stack(zone, alliance, own.position, [*units, *guests], own.leaders if units else [])


def _host(state: State, unit: Unit) -> str:
    """The patron of another alliance whose own ships a minor's at peace join in a fight against
    corsairs, "" for none (COR-15)."""
    patron, alliance = sides.decider(state, unit.country), sides.alliance_of(state, unit.country)
    if not _hunts(state, unit) or not at_peace(state, alliance):
        return ""
    if sides.alliance_of(state, patron) == alliance:
        return ""
    there = state.units_at(unit.place)
    return patron if any(each.country == patron and _hunts(state, each) for each in there) else ""


def _hunts(state: State, unit: Unit) -> bool:
    return not unit.land and state.tasks.get(str(unit.id)) == HUNT


def at_peace(state: State, alliance: str) -> bool:
    """Whether an alliance is at war with nobody."""
    return not any(alliance in war for war in state.wars)


async def _at_sea(phase: Phase, zone: str, alliance: str) -> None:
    state = phase.state
    stack = hunters(state, zone, alliance)
    if not stack.units:
        return
    country = naval_command.commander(state, stack.units, stack.leaders).country
    who = sides.decider(state, country)
    if reason := why_not(state, stack.units, zone, alliance):
        said = f"{countries.does(country, 'fight')} no corsairs: {reason}"
        phase.tell("corsairs", f"{name_of(zone)}: {said}.", zone, who)
        return
    chosen = await _target(phase, zone, targets(state, stack.units, zone, alliance), who)
    state = phase.state
    target = state.corsairs[zone][chosen]
    stack.units = able(state, stack.units, zone, target)
    country = naval_command.commander(state, stack.units, stack.leaders).country
    found = modifiers(seen(state, stack, target))
    rolled = await phase.roll(who, f"{country}.hunt", found, f"corsairs in {name_of(zone)}")
    won = succeeds(rolled.die, rolled.modifier)
    _outcome(phase, zone, chosen, who, country, won, rolled_sheet(rolled))


async def _ashore(phase: Phase, place: str, alliance: str) -> None:
    """Troops fight raiders as they would a revolt (COR-01)."""
    state = phase.state
    stack = sides.stack(state, place, alliance)
    besieges = place in state.sieges and state.sieges[place].alliance == alliance
    if not stack.units or besieges:
        return
    chief = command.commander(state, stack.units, stack.leaders)
    if state.countries[chief.country].campaign == "none":
        return
    who = sides.decider(state, chief.country)
    chosen = await _target(phase, place, enemies(state, place, alliance), who)
    state = phase.state
    against = enemies(state, place, alliance)
    found = suppression(
        Suppression(
            detachments=strength(unit for unit in stack.units if unit.kind != "PASHA") // 3,
            pashas=sum(unit.kind == "PASHA" for unit in stack.units),
            manoeuvre=chief.manoeuvre_on_land,
            rebel_manoeuvre=max(
                (countries.leader(each.leader).manoeuvre for each in against if each.leader),
                default=0,
            ),
            plain=board.province(place).terrain == "plain",
            plus=sum(each.side == "+" for each in against),
        )
    )
    rolled = await phase.roll(who, f"{chief.country}.revolt", found, "fight against raiders")
    won = suppresses(rolled.die, rolled.modifier)
    _outcome(phase, place, chosen, who, chief.country, won, rolled_sheet(rolled))


async def _target(phase: Phase, place: str, fought: Sequence[Corsair], who: str) -> int:
    """Which counter of those fought loses the side, where they differ; its number in the place."""
    here = phase.state.corsairs[place]
    different: dict[tuple[str, str, str], int] = {}
    for number, corsair in enumerate(here):
        if corsair in fought:
            different.setdefault((corsair.country, corsair.side, corsair.leader), number)
    if len(different) == 1:
        return next(iter(different.values()))
    return int(
        await Choose(
            who=who,
            name="corsair-counter",
            what=f"Which corsair in {name_of(place)} is fought?",
            options=[Option(str(at), described(here[at])) for at in sorted(different.values())],
            about={"place": place},
        )
    )


def _outcome(
    phase: Phase, place: str, at: int, who: str, country: str, won: bool, sheet: dict[str, object]
) -> None:
    state = phase.state
    text = described(state.corsairs[place][at])
    said = f"{countries.does(country, 'let')} {text} escape"
    if won and lose_side(state, place, at):
        said = f"{countries.does(country, 'destroy')} {text}"
    elif won:
        said = f"{countries.does(country, 'beat')} {text} down to its - side"
    phase.tell("corsairs", f"{name_of(place)}: {said}.", place, who,
               {**sheet, "success": won})  # fmt: skip


def lose_side(state: State, place: str, at: int) -> bool:
    """Takes one side of a corsair counter; whether it is gone (COR-02)."""
    corsair = state.corsairs[place][at]
    if corsair.side == "+":
        corsair.side = "-"
        return False
    del state.corsairs[place][at]
    if not state.corsairs[place]:
        del state.corsairs[place]
    return True


def described(corsair: Corsair) -> str:
    """A counter in words: `the corsair + of Algeria`, `the corsair - of the pirates under …`."""
    pirates = corsair.country == PIRATES
    owner = "the pirates" if pirates else countries.called(corsair.country)
    led = f" under {countries.leader(corsair.leader).name}" if corsair.leader else ""
    return f"the corsair {corsair.side} of {owner}{led}"


# Minors at peace against pirates.


async def policed(phase: Phase) -> None:
    """Minors at peace fight pirates in the trade zones of seas where no major trades (COR-17).

    A natural 10 is no special case (COR-A3).
    """
    everywhere = (each for here in phase.state.corsairs.values() for each in here)
    if all(corsair.country != PIRATES for corsair in everywhere):
        return
    for region in sorted(name for name, zone in board.trade_zones().items() if zone.kind == "sea"):
        state = phase.state
        key = f"policed {region}"
        pirates = [
            (zone, at)
            for zone in sorted(state.corsairs)
            if board.is_sea(zone) and region in board.trade_zones_at(zone)
            for at, corsair in enumerate(state.corsairs[zone])
            if corsair.country == PIRATES
        ]
        owners = {
            name.split(" ")[0]: level
            for name, level in sorted(state.ledger.fleets.items())
            if level and name.split(" ")[1] == region
        }
        majors = [name for name in owners if _major(state, name)]
        if key in state.done or not pirates or majors:
            continue
        await phase.mark()
        phase.state.done.add(key)
        per = tables.revolt_value("fight_pirates_abstract", "per_minor_trade_fleet_side")
        found = applying((per * trade_sides(owners.values()), "trade fleets of minors", "COR-17"))
        name = board.trade_zones()[region].name
        who = sides.speaker(phase.state, phase.state.alliances[0].id)
        rolled = await phase.roll(who, "minors.hunt", found, f"pirates in {name}")
        won = rolled.result >= tables.revolt_value("fight_pirates_abstract", "success_on")
        zone, at = pirates[0]
        fate = "the pirates lose a side" if won else "the pirates stay"
        phase.tell_roll(rolled, f"{name}: minor countries fight pirates; {fate}.", zone, who)
        if won:
            lose_side(phase.state, zone, at)


def trade_sides(levels: Iterable[int]) -> int:
    """The sides of trade fleets of these levels: one up to level 3, two above."""
    return sum(1 + (level > MINUS_SIDE) for level in levels if level)


def _major(state: State, country: str) -> bool:
    """Whether it is a major, whose trade keeps minors from fighting pirates there (COR-17)."""
    known = state.countries.get(country)
    return countries.country(country).kind == "major" if known is None else not known.minor
