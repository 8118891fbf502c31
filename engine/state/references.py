"""What a state's names and numbers refer to: places, countries, leaders, counters, boxes, prices.

A position that a person writes down and a state that is read from a file are held against this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engine.documents import bounds
from engine.facts import board, countries, tables
from engine.state import State

BODIES: Final = ("natives", "rebels", "pirates")
"""Who has counters and is no country."""


def defects(state: State) -> Iterator[str]:
    """Every name or number in a state that means nothing or what is not there, with its place.

    The types of its values are right already (engine.documents.bounds).
    """
    for name, wanted, known in _named(state):
        if wanted and not known(wanted):
            yield f"{name}: {bounds.shown(wanted)} is not known"
    numbers = state.units.keys()
    for number, unit in state.units.items():
        if number != unit.id or not 0 < number <= state.last_unit:
            yield f"units: {number} is not a number of a counter up to {state.last_unit}"
        if unit.land and unit.veterans > unit.thirds:
            yield f"units[{number}].veterans: {unit.veterans} of {unit.thirds} thirds"
        at_sea = unit.place in board.seas()
        if at_sea and unit.position != ("aboard" if unit.land else "field"):
            yield f"units[{number}].position: at sea troops are aboard, ships in the field"
        elif not at_sea and not unit.land and unit.position != "port":
            yield f"units[{number}].position: ships by land are in port"
    for name in ("moved", "locked", "beaten", "foraging", "unsupplied", "entered"):
        if gone := set(getattr(state.marks, name)) - numbers:
            yield f"{name}: there is no counter {min(gone)}"
    for leader in state.leaders.values():
        if (leader.status == "map") != bool(leader.place):
            yield f"leaders[{leader.id}]: {leader.status} and in {leader.place or 'no place'}"
        if len(leader.values) not in (0, 4):
            yield f"leaders[{leader.id}].values: four or none"
    if state.sequence.impulse and state.sequence.impulse >= len(state.diplomacy.alliances):
        yield f"impulse: {state.sequence.impulse} of {len(state.diplomacy.alliances)}"
    yield from _in_order(state)
    if state.sequence.step not in ("start", "over") and not state.diplomacy.alliances:
        yield "alliances: there are none"
    if not state.countries:
        yield "countries: there are none"
    yield from _apart(state)


def _apart(state: State) -> Iterator[str]:
    """Every country is in one alliance at most; what bears a country's name is that country's."""
    allied, names = set[str](), set[str]()
    for alliance in state.diplomacy.alliances:
        if not alliance.members:
            yield f"alliances: {alliance.id} has no members"
        elif alliance.id in state.countries and alliance.id not in alliance.members:
            yield f"alliances: {alliance.id} is not in the alliance {alliance.id}"
        if alliance.id in names:
            yield f"alliances: there are two of the name {alliance.id}"
        names.add(alliance.id)
        for member in alliance.members:
            if member in allied:
                yield f"alliances: {member} is in two"
            allied.add(member)


def _in_order(state: State) -> Iterator[str]:
    """Boxes of the rounds track, and what countries have that is looked up in a table."""
    sequence, boxes = state.sequence, tables.rounds_track()
    begun = sequence.step != "start"
    for name, box, wanted in (("box", sequence.box, begun), ("next_box", sequence.next_box, False)):
        if box not in (*boxes, "End") and (box or wanted):
            yield f"{name}: {bounds.shown(box)} is no box of the rounds track"
    campaigns = {name for name, _ in tables.campaigns()}
    for name, country in state.countries.items():
        for tick in country.ticks:
            campaign, _, free = tick.partition("-")
            if campaign not in campaigns or (free and free not in campaigns):
                yield f"countries[{name}].ticks: {bounds.shown(tick)} is no campaign"
        for domain, known in (
            ("land", tables.LAND_TECHNOLOGIES),
            ("naval", tables.NAVAL_TECHNOLOGIES),
        ):
            technology = getattr(country, f"{domain}_technology")
            if technology not in known:
                what = f"{bounds.shown(technology)} is not a technology, such as {known[1]}"
                yield f"countries[{name}].{domain}_technology: {what}"


def _named(state: State) -> Iterator[tuple[str, str, Callable[[str], bool]]]:
    """Every id in the state: where it stands, what it is, and whether the facts know it."""
    playing = state.countries.__contains__
    serving = {*state.countries, *BODIES}.__contains__
    allied = {alliance.id for alliance in state.diplomacy.alliances}.__contains__
    for name, country in state.countries.items():
        yield "countries", name, _country
        yield f"countries[{name}]", country.id, name.__eq__
        yield f"countries[{name}].patron", country.patron, playing
        for other in country.treaties:
            yield f"countries[{name}].treaties", other or "nobody", _country
    for alliance in state.diplomacy.alliances:
        for member in alliance.members:
            yield f"alliances[{alliance.id}]", member, playing
    for number, unit in state.units.items():
        yield f"units[{number}].country", unit.country, serving
        yield f"units[{number}].place", unit.place or "nowhere", _place
        yield f"units[{number}].leader", unit.leader, _leader
    for name, leader in state.leaders.items():
        yield f"leaders[{name}]", leader.id or "nobody", countries.leaders().__contains__
        yield f"leaders[{name}].country", leader.country, serving
        yield f"leaders[{name}].place", leader.place, _place
    land = state.land
    for where, mapping in (("owners", land.owners), ("controllers", land.controllers)):
        for place, name in mapping.items():
            yield where, place or "nowhere", _province
            yield f"{where}[{place}]", name, _anybody
    for where, places in (
        ("levels", land.levels), ("sieges", land.sieges), ("pillages", land.pillages),
        ("revolts", land.revolts), ("resupplied", land.resupplied),
        ("contested", state.marks.contested),
    ):  # fmt: skip
        for place in places:
            yield where, place or "nowhere", _place
    for place, found in state.overseas.establishments.items():
        yield "establishments", place or "nowhere", _province
        for one in found:
            yield f"establishments[{place}]", one.country, _country
    for place, raiders in state.sea.corsairs.items():
        yield "corsairs", place or "nowhere", _place
        for raider in raiders:
            yield f"corsairs[{place}]", raider.country or "nobody", _anybody
            yield f"corsairs[{place}]", raider.leader, lambda one: one in ("", *countries.leaders())
    for place, (name, _) in state.sea.presidios.items():
        yield "presidios", place or "nowhere", _province
        yield f"presidios[{place}]", name or "nobody", _country
    for place in state.overseas.natives:
        yield "natives", place or "nowhere", _province
    for area in state.overseas.appeals:
        yield "appeals", area or "nowhere", board.areas().__contains__
    for place, siege in state.land.sieges.items():
        yield f"sieges[{place}]", siege.alliance, lambda one: allied(one) or _country(one)
    aboard = {str(number) for number in state.units}
    for carrier in state.sea.gold:
        yield "gold", carrier or "nowhere", lambda one: one in aboard or _province(one)
    for name, convoy in state.sea.convoys.items():
        yield f"convoys[{name}]", convoy.country, playing
        for number in convoy.counters:
            yield f"convoys[{name}]", str(number), aboard.__contains__
    for number, way in state.marks.entered.items():
        for place in way:
            yield f"entered[{number}]", place, _place
    for name in state.sequence.initiatives:
        yield "initiatives", name, _country
    for name in state.marks.moved_leaders:
        yield "moved_leaders", name, state.leaders.__contains__
    for name, places in state.overseas.known.items():
        yield "known", name or "nobody", _country
        for place in places:
            yield f"known[{name}]", place or "nowhere", _overseas
    carriers = {str(number) for number in state.units} | state.leaders.keys()
    for where, pending in (
        ("discoveries", state.overseas.discoveries),
        ("unheard", state.overseas.unheard),
    ):
        for name, places in pending.items():
            yield where, name or "nobody", carriers.__contains__
            for place in places:
                yield f"{where}[{name}]", place or "nowhere", _overseas


def _country(id: str) -> bool:
    return id in countries.countries()


def _anybody(id: str) -> bool:
    return _country(id) or id in BODIES


def _leader(id: str) -> bool:
    return id in countries.leaders() or id.isascii()


def _province(id: str) -> bool:
    return id in board.provinces()


def _overseas(id: str) -> bool:
    """Whether it is a zone of the Rest of the World, which alone is discovered (DIS-04)."""
    place = board.provinces().get(id) or board.seas().get(id)
    return place is not None and place.map == "rotw"


def _place(id: str) -> bool:
    return id in board.provinces() or id in board.seas() or id in board.areas()
