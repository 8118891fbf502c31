"""Whether a state from a file is one the rules could have left: types, ids, ranges, references.

The types are those of the dataclasses of the state; what is added here are the ids of the facts and
the bounds of numbers. The rules themselves are not asked: a legal state may still be an odd one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from engine import games
from engine.documents.printable import is_text
from engine.eia.ledger.ledger import Ledger
from engine.facts import board, countries
from engine.facts.sheets import FactsError
from engine.play.game import Plain
from engine.state import State
from engine.state.holdings import Country

LARGEST: Final = 1_000_000
MOST_LISTED: Final = 5_000

RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "turn": (1, 99), "impulse": (0, 40), "stability": (-3, 3), "veterans": (0, 300),
    "size": (0, 24), "recruited": (0, 1000), "initiative": (0, 99), "levels": (0, 5),
    "ships": (0, 99), "last_unit": (0, 100_000), "rounds": (0, 99), "thrown": (0, 10_000),
    "values": (0, 9), "level": (0, 6), "stage": (0, 3), "founded": (0, 99), "appeals": (0, 1000),
}  # fmt: skip
"""By the last name on the way to a number; any other lies between a million below and above."""


def empty() -> Plain:
    """The plain state in which nothing is on the table."""
    return State("", 1, "I").to_plain()


def completed(plain: Plain, game: str = games.EUROPA) -> Plain:
    """A state with what has come into the game since it was written, as it is at the start."""
    if game == games.EIA:
        return {**Ledger("", 0, 0, {}).to_plain(), **plain}
    whole = {**empty(), **plain}
    if type(whole["countries"]) is list:
        whole["countries"] = [{**Country("").to_plain(), **one} if type(one) is dict else one
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
    for name, part in _fields(kind):
        if wrong := list(_wrong(getattr(state, name), part, f"{where}.{name}")):
            found += wrong
            bad.add(name)
    if isinstance(state, State) and not bad & REFERRED:
        sound = replace(state, **{name: getattr(State("", 1, "I"), name) for name in bad})
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


# Types and ranges.


def _wrong(value: Any, hint: Any, where: str) -> Iterator[str]:
    origin, inside = get_origin(hint), get_args(hint)
    if hint is Any:
        yield from _wrong_note(value, where)
    elif origin is Literal:
        if not any(type(value) is type(known) and value == known for known in inside):
            yield f"{where}: {_shown(value)} is none of {', '.join(map(repr, inside))}"
    elif origin in (Union, UnionType):
        kinds = [kind for kind in inside if not any(_wrong(value, kind, where))]
        if not kinds:
            yield from _wrong(value, inside[0], where)
    elif origin in (list, set, tuple, dict):
        yield from _wrong_many(value, origin, inside, where)
    elif type(value) is not hint:
        yield f"{where}: {_shown(value)} is no {WORDS.get(hint, hint.__name__)}"
    elif is_dataclass(type(value)):
        kind: Any = hint
        for name, part in _fields(kind):
            yield from _wrong(getattr(value, name), part, f"{where}.{name}")
    elif hint is int:
        least, most = RANGES.get(_last(where), (-LARGEST, LARGEST))
        if not least <= value <= most:
            yield f"{where}: {value} is not between {least} and {most}"
    elif hint is str and not is_text(value):
        yield f"{where}: {_shown(value)} is no name"


WORDS: Final = {int: "whole number", str: "text", bool: "yes or no", type(None): "nothing"}


@cache
def _fields(kind: Any) -> tuple[tuple[str, Any], ...]:
    hints = get_type_hints(kind)
    return tuple((one.name, hints[one.name]) for one in fields(kind) if one.name[0] != "_")


def _wrong_many(value: Any, origin: Any, inside: tuple[Any, ...], where: str) -> Iterator[str]:
    if type(value) is not origin or len(value) > MOST_LISTED:
        yield f"{where}: {_shown(value)} is no {origin.__name__} of at most {MOST_LISTED}"
    elif origin is tuple:
        if len(value) != len(inside):
            yield f"{where}: {_shown(value)} has not {len(inside)} parts"
        for part, kind in zip(value, inside, strict=False):
            yield from _wrong(part, kind, where)
    elif origin is dict:
        for key, part in value.items():
            yield from _wrong(key, inside[0], where)
            yield from _wrong(part, inside[1], f"{where}[{_shown(key)}]")
    else:
        for part in value:
            yield from _wrong(part, inside[0], where)


def _wrong_note(value: Any, where: str) -> Iterator[str]:
    """Notes are a number, a text, yes or no, or a list or table of these."""
    parts = [value]
    if type(value) in (list, dict):
        parts = [*value, *(value.values() if type(value) is dict else ())]
    for part in parts:
        if type(part) not in (int, str, bool):
            yield f"{where}: {_shown(part)} is no note"
        else:
            yield from _wrong(part, type(part), where)


def _last(where: str) -> str:
    return where.rpartition(".")[2].partition("[")[0]


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:39] + "…"


# Ids and references.


def _references(state: State) -> Iterator[str]:
    for name, wanted, known in _named(state):
        if wanted and not known(wanted):
            yield f"{name}: {_shown(wanted)} is not known"
    numbers = state.units.keys()
    for number, unit in state.units.items():
        if number != unit.id or not 0 < number <= state.last_unit:
            yield f"units: {number} is no number of a counter up to {state.last_unit}"
        if unit.land and unit.veterans > unit.thirds:
            yield f"units[{number}].veterans: {unit.veterans} of {unit.thirds} thirds"
    for name in ("moved", "locked", "beaten", "foraging", "unsupplied", "entered"):
        if (
            gone := getattr(state, name) - numbers
            if name != "entered"
            else set(state.entered.keys() - numbers)
        ):
            yield f"{name}: there is no counter {min(gone)}"
    for leader in state.leaders.values():
        if (leader.status == "map") != bool(leader.place):
            yield f"leaders[{leader.id}]: {leader.status} and in {leader.place or 'no place'}"
        if len(leader.values) not in (0, 4):
            yield f"leaders[{leader.id}].values: four or none"
    if state.impulse and state.impulse >= len(state.alliances):
        yield f"impulse: {state.impulse} of {len(state.alliances)}"
    if state.step not in ("start", "over") and not state.alliances:
        yield "alliances: there are none"
    if not state.countries:
        yield "countries: there are none"
    for alliance in state.alliances:
        if not alliance.members:
            yield f"alliances: {alliance.id} has no members"


def _named(state: State) -> Iterator[tuple[str, str, Callable[[str], bool]]]:
    """Every id in the state: where it stands, what it is, and whether the facts know it."""
    playing = state.countries.__contains__
    allied = {alliance.id for alliance in state.alliances}.__contains__
    for name, country in state.countries.items():
        yield "countries", name, _country
        yield f"countries[{name}]", country.id, name.__eq__
        yield f"countries[{name}].patron", country.patron, playing
        for other in country.treaties:
            yield f"countries[{name}].treaties", other or "nobody", _country
    for alliance in state.alliances:
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
    for where, mapping in (("owners", state.owners), ("controllers", state.controllers)):
        for place, name in mapping.items():
            yield where, place or "nowhere", _province
            yield f"{where}[{place}]", name, _anybody
    for where, places in (
        ("levels", state.levels), ("sieges", state.sieges), ("pillages", state.pillages),
        ("revolts", state.revolts), ("resupplied", state.resupplied),
        ("contested", state.contested),
    ):  # fmt: skip
        for place in places:
            yield where, place or "nowhere", _place
    for place, found in state.establishments.items():
        yield "establishments", place or "nowhere", _province
        for one in found:
            yield f"establishments[{place}]", one.country, _country
    for place, raiders in state.corsairs.items():
        yield "corsairs", place or "nowhere", _place
        for raider in raiders:
            yield f"corsairs[{place}]", raider.country or "nobody", _anybody
            yield f"corsairs[{place}]", raider.leader, lambda one: one in ("", *countries.leaders())
    for place, (name, _) in state.presidios.items():
        yield "presidios", place or "nowhere", _province
        yield f"presidios[{place}]", name or "nobody", _country
    for place in state.natives:
        yield "natives", place or "nowhere", _province
    for area in state.appeals:
        yield "appeals", area or "nowhere", board.areas().__contains__
    for place, siege in state.sieges.items():
        yield f"sieges[{place}]", siege.alliance, lambda one: allied(one) or _country(one)
    aboard = {str(number) for number in state.units}
    for carrier in state.gold:
        yield "gold", carrier or "nowhere", lambda one: one in aboard or _province(one)
    for name, convoy in state.convoys.items():
        yield f"convoys[{name}]", convoy.country, playing
        for number in convoy.counters:
            yield f"convoys[{name}]", str(number), aboard.__contains__
    for number, way in state.entered.items():
        for place in way:
            yield f"entered[{number}]", place, _place
    for name in state.initiatives:
        yield "initiatives", name, _country
    for name in state.moved_leaders:
        yield "moved_leaders", name, state.leaders.__contains__
    for name, places in state.known.items():
        yield "known", name or "nobody", _country
        for place in places:
            yield f"known[{name}]", place or "nowhere", _overseas
    carriers = {str(number) for number in state.units} | state.leaders.keys()
    for where, pending in (("discoveries", state.discoveries), ("unheard", state.unheard)):
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
