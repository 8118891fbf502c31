"""Whether a state from a file is one the rules could have left: types, ids, ranges, references.

Types, letters and ranges are those that a game accepts (engine.documents.bounds); what is added
here are the ids of the facts. The rules are not asked: a legal state may still be an odd one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, Final

from engine import games
from engine.documents import bounds
from engine.documents.records import fields_kept
from engine.eia.ledger import ledger
from engine.eia.ledger.ledger import Ledger
from engine.facts import board, countries
from engine.facts.sheets import FactsError
from engine.games.records import Plain
from engine.state import State
from engine.state.countries import Country
from engine.state.plain import table


def empty() -> Plain:
    """The plain state in which nothing is on the table."""
    return State("", 1, "I").to_plain()


def completed(plain: Plain, game: str = games.EUROPA) -> Plain:
    """A state with what has come into the game since it was written, as it is at the start."""
    if game == games.EIA:
        return ledger.completed(plain)
    whole = {**empty(), **plain}
    if type(whole["countries"]) is list:
        usual = table(Country).write(Country(""))
        whole["countries"] = [{**usual, **one} if type(one) is dict else one
                              for one in whole["countries"]]  # fmt: skip
    return whole


def defects(plain: Plain, where: str, game: str = games.EUROPA) -> list[str]:
    """Every reason why a plain state of a game is none; empty for a sound one."""
    kind: Any = Ledger if game == games.EIA else State
    try:
        state: State | Ledger = kind.from_plain(plain)
    except FactsError as error:
        return [f"{where}: {error}"]
    except BROKEN as error:
        whole = f"{where} is no state ({type(error).__name__}: {error})"
        return list(_breaking(plain, where, kind, completed({}, game))) or [whole]
    found, bad = list[str](), set[str]()
    for one in fields_kept(kind):
        value = attrgetter(one.path)(state)
        if wrong := list(bounds.wrong(value, one.hint, f"{where}.{one.name}", one.name)):
            found += wrong
            bad.add(one.name)
    if isinstance(state, State) and not bad & REFERRED:
        sound = State.from_plain({**plain, **{name: empty()[name] for name in bad & plain.keys()}})
        found += [f"{where}.{text}" for text in _references(sound)]
    if not found and isinstance(state, Ledger):
        found = [f"{where}.{text}" for text in state.defects()]
    if not found:
        again = state.to_plain()
        found = [f"{where}: {key!r} is not as it would be written" for key in plain.keys() | again
                 if key not in again or plain.get(key) != again[key]]  # fmt: skip
    return found


BROKEN: Final = (
    KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError, FactsError,
)  # fmt: skip
REFERRED: Final = frozenset({"countries", "alliances", "units", "leaders"})
"""What the rest of a state names: while these are wrong, nothing can be said of that."""


def _breaking(plain: Plain, where: str, kind: type[State | Ledger], empty: Plain) -> Iterator[str]:
    """The parts of which alone no state can be made."""
    for key, value in plain.items():
        try:
            kind.from_plain({**empty, key: value})
        except BROKEN as error:
            yield f"{where}.{key:.40} is no part of a state ({type(error).__name__}: {error!s:.80})"


# Ids and references.


def _references(state: State) -> Iterator[str]:
    for name, wanted, known in _named(state):
        if wanted and not known(wanted):
            yield f"{name}: {bounds.shown(wanted)} is not known"
    numbers = state.units.keys()
    for number, unit in state.units.items():
        if number != unit.id or not 0 < number <= state.last_unit:
            yield f"units: {number} is no number of a counter up to {state.last_unit}"
        if unit.land and unit.veterans > unit.thirds:
            yield f"units[{number}].veterans: {unit.veterans} of {unit.thirds} thirds"
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
    if state.sequence.step not in ("start", "over") and not state.diplomacy.alliances:
        yield "alliances: there are none"
    if not state.countries:
        yield "countries: there are none"
    for alliance in state.diplomacy.alliances:
        if not alliance.members:
            yield f"alliances: {alliance.id} has no members"


def _named(state: State) -> Iterator[tuple[str, str, Callable[[str], bool]]]:
    """Every id in the state: where it stands, what it is, and whether the facts know it."""
    playing = state.countries.__contains__
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
        yield f"units[{number}].country", unit.country, _anybody
        yield f"units[{number}].place", unit.place or "nowhere", _place
        yield f"units[{number}].leader", unit.leader, _leader
    for name, leader in state.leaders.items():
        yield f"leaders[{name}]", leader.id, _leader
        yield f"leaders[{name}].country", leader.country, _anybody
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
    return _country(id) or id in ("natives", "rebels", "pirates")


def _leader(id: str) -> bool:
    return id in countries.leaders() or id.isascii()


def _province(id: str) -> bool:
    return id in board.provinces()


def _overseas(id: str) -> bool:
    place = board.provinces().get(id) or board.seas().get(id)
    return place is not None and place.map == "rotw"


def _place(id: str) -> bool:
    return id in board.provinces() or id in board.seas() or id in board.areas()
