"""Refit of damaged ships at the end of a round (REF, OVW-07).

Ships are refitted one by one, each for half its price in ducats, and come back in an arsenal of
the region where they were damaged, or in a port.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from engine.facts import board, countries, tables
from engine.facts.board import in_or_off, name_of
from engine.fleets import fleet_counters, fleets, gold, ports
from engine.grammar import counted
from engine.play.asks import Choose, Option
from engine.play.phase import Phase
from engine.sea import damaged_ships
from engine.sea.damaged_ships import REGIONS
from engine.state import State, forces, sides
from engine.state.forces import Kind, Unit
from engine.state.sea import Damaged

DONE: Final = "done"
PRICED_AS: Final = {"NWD": "buy_nwd", "NGD": "buy_ngd", "VGD": "buy_ngd", "NTD": "buy_ntd",
                    "NDE": "buy_nwd"}  # fmt: skip


def payer(state: State, country: str) -> str:
    """The country that pays: itself, or the patron of one whose ships have no printed price."""
    priced = tables.naval_line(country, state.countries[country].naval_technology) is not None
    return country if priced else sides.decider(state, country)


def price(state: State, country: str, kind: str) -> int | None:
    """The ducats that refitting a ship costs: half its price, rounded up (REF-02, REF-A1).

    An exploration detachment costs a half of a warship's half, a galleass as two galleys. None
    where nothing is printed.
    """
    who = payer(state, country)
    full = tables.naval_price(who, state.countries[who].naval_technology, PRICED_AS[kind])
    if full is None:
        return None
    match kind:
        case "VGD":
            return full
        case "NDE":
            return -(-full // 4)
    return -(-full // 2)


def ships_due(state: State, country: str) -> list[Damaged]:
    """The damaged ships that a country may refit now: not those of this round (REF-01)."""
    now = f"{state.turn}:{state.sequence.box}"
    return [ships for ships in state.sea.damaged if ships.country == country and ships.since != now]


def berths(state: State, country: str, region: str, kind: str) -> list[str]:
    """Where a refitted ship may be placed (REF-07).

    Controlled arsenals of the region; failing that its controlled ports, failing that any.
    """
    near = [*_berths(state, country, _sites(region), kind)]
    alliance = sides.alliance_of(state, country)
    arsenals = [place for place in near if ports.harbour(state, place, alliance) == "arsenal"]
    return arsenals or near or [*_berths(state, country, ports.sites(), kind)]


def _berths(state: State, country: str, places: Iterable[str], kind: str) -> Iterator[str]:
    """The arsenals and ports among these places that a country controls and where such a ship may
    be placed: as a counter of its own, or in a fleet there (REF-07)."""
    alliance = sides.alliance_of(state, country)
    free = fleet_counters.free_counters(state, country, kind) > 0
    for place in places:
        if (
            sides.controller(state, place) == country
            and ports.harbour(state, place, alliance) in ("arsenal", "port")
            and (
                free
                or _fleet(state, place, country, kind)
                or _new_fleet(state, place, country, kind)
            )
        ):
            yield place


@cache
def _sites(region: str) -> tuple[str, ...]:
    """The provinces of a region in which a port may be."""
    return tuple(
        place
        for place in ports.sites()
        if any(damaged_ships.region(sea) == region for sea in board.adjacent_seas(place))
    )


def _fleet(state: State, place: str, country: str, kind: str) -> Unit | None:
    """A fleet of the country in port there that has room for the ship (REF-09)."""
    for unit in state.units_at(place):
        if unit.position == "port" and unit.country == country and unit.kind in forces.FLEETS:
            held = {**unit.ships, kind: unit.ships.get(kind, 0) + 1}
            if kind in fleets.SHIPS and fleet_counters.side(state, country, held):
                return unit
    return None


def _new_fleet(state: State, place: str, country: str, kind: str) -> Kind | None:
    """The side of the fleet counter that the ship begins in port there, where no counter is left
    for it alone and one for a fleet is; None where that is not so (REF-07, REF-09)."""
    alliance = sides.alliance_of(state, country)
    there = fleets.fleet_counters(fleets.ships_doing(state, place, alliance))
    room = ports.port_holds(ports.harbour(state, place, alliance), there + 1)
    side = fleet_counters.side(state, country, {kind: 1}) if kind in fleets.SHIPS else None
    free = side is not None and fleet_counters.free_counters(state, country, side) > 0
    return side if room and free else None


async def refit(phase: Phase) -> None:
    """Each country, alliance after alliance, refits as many damaged ships as it pays for.

    REF-01 to REF-05, REF-08. Behind it three exploration detachments in a port become a warship
    (REF-A3).
    """
    for country in phase.state.diplomacy.countries if phase.state.sea.damaged else ():
        key = f"refit {country}"
        if key not in phase.state.marks.done and ships_due(phase.state, country):
            phase.mark()
            await _refit(phase, country)
            alliance = sides.alliance_of(phase.state, country)
            for place in sorted(phase.state.places_of_ships([country])):
                if not board.is_sea(place):
                    gold.gather_explorers(phase, place, alliance)
            phase.state.marks.done.add(key)


def _wares(state: State, country: str) -> dict[str, tuple[Damaged, int]]:
    """What can be refitted and paid: by region and kind, with the price of one."""
    found: dict[str, tuple[Damaged, int]] = {}
    for ships in ships_due(state, country):
        ducats = price(state, country, ships.kind)
        if (
            ducats is not None
            and ducats <= state.countries[payer(state, country)].treasury
            and any(_berths(state, country, ports.sites(), ships.kind))
        ):
            found.setdefault(f"{ships.region} {ships.kind}", (ships, ducats))
    return found


async def _refit(phase: Phase, country: str) -> None:
    who = sides.decider(phase.state, country)
    while wares := _wares(phase.state, country):
        answer = await Choose(
            who=who,
            name="refit",
            what=f"Which damaged ship {countries.in_question(country)} refit? It is for "
            f"{countries.with_article(payer(phase.state, country))} to pay",
            options=[
                Option(DONE, "nothing more"),
                *(
                    Option(
                        key,
                        f"{ships.kind}, {REGIONS[ships.region]}",
                        counted(ducats, "ducat"),
                    )
                    for key, (ships, ducats) in wares.items()
                ),
            ],
            enter=DONE,
            done=DONE,
            about={"country": country},
        )
        if answer == DONE:
            return
        await _place(phase, country, who, answer)


async def _place(phase: Phase, country: str, who: str, key: str) -> None:
    region, kind = key.split(" ")
    found = berths(phase.state, country, region, kind)
    place = await Choose(
        who=who,
        name="refit-place",
        what=f"Where is the refitted {kind} placed?",
        options=[Option(each, name_of(each)) for each in found],
        about={"country": country},
    )
    state = phase.state
    ships, ducats = _wares(state, country)[key]
    ships.number -= 1
    if not ships.number:
        state.sea.damaged.remove(ships)
    state.countries[payer(state, country)].treasury -= ducats
    fleet = _fleet(state, place, country, kind)
    if fleet:
        fleet_counters.fill(state, fleet, {**fleet.ships, kind: fleet.ships.get(kind, 0) + 1})
    else:
        unit = Unit(0, country, forces.KINDS[kind], place, "port")
        if fleet_counters.free_counters(state, country, kind) <= 0 and (
            side := _new_fleet(state, place, country, kind)
        ):
            unit.kind, unit.ships = side, {kind: 1}
        state.add(unit)
    pays = payer(state, country)
    paid = f"{countries.does(pays, 'pay')} " if pays != country else ""
    refit = countries.does(country, "refit")
    text = f"{refit} {kind} {in_or_off(place)}: {paid}{counted(ducats, 'ducat')}."
    phase.tell("refit", text, place, who)
