"""Fights against corsairs in the siege segment: at sea, on land, by minors at peace (COR).

Corsair counters lie in `state.sea.corsairs`, in a sea zone or in a province that they raid. Each
fight is one die; a success takes one side of a counter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from engine.chances.steps import FACES
from engine.facts import board, countries, tables
from engine.facts.board import in_or_off
from engine.fleets import blockades, fleets, ports
from engine.modifiers import Modifier, Rolled, nonzero, total
from engine.situation import naval_command
from engine.state import State, sides
from engine.state.forces import Unit
from engine.state.sea import Corsair
from engine.state.stacks import Stack

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


class Hunt(NamedTuple):
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
    return nonzero(
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
    stack = replace(stack, units=able_to_fight(state, stack.units, stack.place, target))
    modifier = total(modifiers(hunt_of(state, stack, target)))
    return sum(succeeds(die, modifier) for die in FACES)


def succeeds(die: int, modifier: int) -> bool:
    """Whether a fight at sea takes a side: a natural 10, or a modified 8 or more (COR-02)."""
    return die >= _value("natural_success") or die + modifier >= _value("success_on")


def die_in_words(rolled: Rolled) -> str:
    """The die of such a fight in words, beside what it needs (COR-02)."""
    return rolled.spoken_beside(_value("success_on"), _value("natural_success"))


# Who fights whom.


def enemies(state: State, place: str, alliance: str) -> list[Corsair]:
    """The corsairs in a place that an alliance may fight: pirates, and those at war with it.

    Christian minors and their patrons fight those of the Barbaresques even at peace (COR-14).
    """
    here = state.sea.corsairs.get(place)
    if not here:
        return []
    christian = any(_christian(name) for name in sides.members(state, alliance))
    return [
        corsair
        for corsair in here
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
        unit for unit in fleets.ships_doing(state, zone, alliance, HUNT) if unit.id not in ids
    ]
    if others:
        return "another stack of the alliance fights the corsairs there (NAC-23)"
    minors = [unit.country for unit in units if sides.is_minor_in_play(state, unit.country)]
    if len(minors) < len(units) or targets(state, units, zone, alliance):
        return ""
    name = countries.with_article(minors[0])
    if not trades(state, minors[0], zone):
        return f"no trade fleet of {name}, a minor, is {in_or_off(zone)} (COR-13)"
    return f"{name}, a minor at peace, fights at sea those of the Barbaresques alone (COR-14)"


def targets(state: State, units: Sequence[Unit], zone: str, alliance: str) -> list[Corsair]:
    """The corsairs in a sea zone that any of these ships of an alliance may fight."""
    return [
        each for each in enemies(state, zone, alliance) if able_to_fight(state, units, zone, each)
    ]


def able_to_fight(state: State, units: Sequence[Unit], zone: str, corsair: Corsair) -> list[Unit]:
    """Those of these ships that may fight a corsair in a zone: those of a minor where it trades,
    at peace only against the Barbaresques (COR-13, COR-14): it fights pirates by COR-17."""
    return [
        unit
        for unit in units
        if not sides.is_minor_in_play(state, unit.country)
        or (
            trades(state, unit.country, zone)
            and (
                not sides.at_peace(state, sides.alliance_of(state, unit.country))
                or (corsair.country in BARBARESQUES and _christian(unit.country))
            )
        )
    ]


def trades(state: State, country: str, zone: str) -> bool:
    """Whether a country has a trade fleet in a trade zone of a sea (COR-13)."""
    levels = state.ledger.fleets
    return any(levels.get(f"{country} {each}", 0) for each in board.trade_zones_at(zone))


def hunt_of(state: State, stack: Stack, target: Corsair) -> Hunt:
    """What a stack meets that fights a corsair in its zone (COR-03 to COR-11, COR-A1): the best
    leader of all that it may fight there commands them (COR-A4)."""
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
                for corsair in (target, *targets(state, stack.units, zone, alliance))
                if corsair.leader
            ),
            default=0,
        ),
        corsairs_plus=sum(corsair.side == "+" for corsair in state.sea.corsairs.get(zone, ())),
        friendly_port=_refuge(state, zone, target.country),
        naval_battle=state.notes.get(f"{FOUGHT}{zone}") == state.turn,
        enemy=_worst_enemy(state, zone, alliance),
    )


def _refuge(state: State, zone: str, corsair: str) -> bool:
    """Whether a corsair has a port on the zone that is not blockaded (COR-09).

    Its friends' ports; for the Knights any Christian one, for pirates their havens, which the
    events of a campaign name (COR-A2).
    """
    coast = board.shores(zone)
    if corsair == PIRATES:
        return any(place in state.notes.get("havens", ()) for place in coast)
    home = sides.alliance_of(state, corsair)

    def friendly(holder: str) -> bool:
        if corsair == KNIGHTS:
            return _christian(holder)
        return bool(holder) and sides.alliance_of(state, holder) == home

    return any(
        friendly(sides.controller(state, place))
        and ports.open_to_ships(state, place)
        and not blockades.is_blockaded(state, place)
        for place in coast
    )


def is_levant_knight(state: State, corsair: Corsair) -> bool:
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


def corsair_in_words(corsair: Corsair) -> str:
    """A counter in words: `the corsair + of Algeria`, `the corsair - of the pirates under …`."""
    pirates = corsair.country == PIRATES
    owner = "the pirates" if pirates else countries.with_article(corsair.country)
    led = f" under {countries.leader(corsair.leader).name}" if corsair.leader else ""
    return f"the corsair {corsair.side} of {owner}{led}"


def remove(state: State, place: str, at: int) -> Corsair:
    """Takes a corsair counter off the board."""
    corsair = state.sea.corsairs[place].pop(at)
    if not state.sea.corsairs[place]:
        del state.sea.corsairs[place]
    return corsair
