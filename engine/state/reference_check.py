"""What a state's names and numbers refer to: places, countries, leaders, counters, boxes, prices.

A position that a person writes down and a state that is read from a file are held against this.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.documents import bounds
from engine.facts import board, countries, tables
from engine.state import State
from engine.state.reference_types import unknown


def defects(state: State) -> Iterator[str]:
    """Every name or number in a state that means nothing or what is not there, with its place.

    The types of its values are right already (engine.documents.bounds).
    """
    yield from unknown(state)
    for number, unit in state.units.items():
        if number != unit.id or not 0 < number <= state.last_unit:
            yield f"units: {number} is not a number of a counter up to {state.last_unit}"
        if unit.leader not in countries.leaders() and not unit.leader.isascii():
            yield f"units[{number}].leader: {bounds.shown(unit.leader)} is not known"
        if unit.land and unit.veterans > unit.thirds:
            yield f"units[{number}].veterans: {unit.veterans} of {unit.thirds} thirds"
        at_sea = unit.place in board.seas()
        if at_sea and unit.position != ("aboard" if unit.land else "field"):
            yield f"units[{number}].position: at sea troops are aboard, ships in the field"
        elif not at_sea and not unit.land and unit.position != "port":
            yield f"units[{number}].position: ships by land are in port"
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
    sequence, boxes = state.sequence, tables.rounds_track.all()
    begun = sequence.step != "start"
    for name, box, wanted in (("box", sequence.box, begun), ("next_box", sequence.next_box, False)):
        if box not in (*boxes, "End") and (box or wanted):
            yield f"{name}: {bounds.shown(box)} is no box of the rounds track"
    campaigns = {name for name, _ in tables.campaigns.all()}
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
