"""What the texts and numbers of a state name: said by the type of the field that holds them.

A field of the type `Province` holds the id of a province; what names nothing that is there is a
defect (engine.state.reference_check). Only what is said here is held against the facts.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import is_dataclass
from functools import cache
from operator import attrgetter
from typing import Annotated, Any, Final, NamedTuple, get_args, get_origin

from engine.documents import bounds
from engine.documents.records import Kept, fields_kept
from engine.facts import board, countries

BODIES: Final = ("natives", "rebels", "pirates")
"""Who has counters and is no country."""


class Names(NamedTuple):
    """What is named: `known` are the names that there are in a state. An empty name is told as the
    word `empty`, or names nothing where there is no word. `wrong` is what is told of an unknown
    one."""

    known: Callable[[Any], Container[Any]]
    empty: str = ""
    wrong: str = "{} is not known"


def _serving(state: Any) -> Container[Any]:
    return {*state.countries, *BODIES}


def _countries(state: Any) -> Container[Any]:
    return countries.countries()


def _anybody(state: Any) -> Container[Any]:
    return {*countries.countries(), *BODIES}


def _besieging(state: Any) -> Container[Any]:
    return {*countries.countries(), *(alliance.id for alliance in state.diplomacy.alliances)}


def _leaders(state: Any) -> Container[Any]:
    return countries.leaders()


def _provinces(state: Any) -> Container[Any]:
    return board.provinces()


def _places(state: Any) -> Container[Any]:
    return {**board.provinces(), **board.seas(), **board.areas()}


def _overseas(state: Any) -> Container[Any]:
    """The zones of the Rest of the World, which alone are discovered (DIS-04)."""
    provinces = {each.id for each in board.provinces().values() if each.map == "rotw"}
    return provinces | {each.id for each in board.seas().values() if each.map == "rotw"}


def _carriers(state: Any) -> Container[Any]:
    return {*map(str, state.units), *state.leaders}


def _with_gold(state: Any) -> Container[Any]:
    return {*map(str, state.units), *board.provinces()}


Player = Annotated[str, Names(attrgetter("countries"))]
Server = Annotated[str, Names(_serving)]
CountryOrNone = Annotated[str, Names(_countries)]
CountryId = Annotated[str, Names(_countries, "nobody")]
HolderOrNone = Annotated[str, Names(_anybody)]
Holder = Annotated[str, Names(_anybody, "nobody")]
Besieger = Annotated[str, Names(_besieging)]
LeaderOrNone = Annotated[str, Names(_leaders)]
LeaderId = Annotated[str, Names(_leaders, "nobody")]
LeaderHere = Annotated[str, Names(attrgetter("leaders"))]
Province = Annotated[str, Names(_provinces, "nowhere")]
PlaceOrNone = Annotated[str, Names(_places)]
Place = Annotated[str, Names(_places, "nowhere")]
Zone = Annotated[str, Names(_overseas, "nowhere")]
Area = Annotated[str, Names(lambda state: board.areas(), "nowhere")]
Counter = Annotated[int, Names(attrgetter("units"), wrong="there is no counter {}")]
Carrier = Annotated[str, Names(_carriers, "nobody")]
WithGold = Annotated[str, Names(_with_gold, "nowhere")]


def unknown(state: Any) -> Iterator[str]:
    """Every name in a state that names nothing, with its place."""
    known: dict[Names, Container[Any]] = {}
    for one in _naming(type(state)):
        for where, name, names in _named(attrgetter(one.path)(state), one.named, one.name):
            if names not in known:
                known[names] = names.known(state)
            name = names.empty if name == "" else name
            if name != "" and name not in known[names]:
                yield f"{where}: {names.wrong.format(bounds.shown(name))}"


def _named(value: Any, hint: Any, where: str) -> Iterator[tuple[str, Any, Names]]:
    """Every name in a value of that type, with its place, and what it names."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Annotated:
        yield where, value, hint.__metadata__[0]
    elif is_dataclass(hint):
        several = hasattr(value, "id") and len(_naming(hint)) > 1
        for one in _naming(hint):
            here = f"{where}.{one.name}" if several and one.name != "id" else where
            yield from _named(getattr(value, one.name), one.named, here)
    elif origin is dict:
        for key, held in value.items():
            yield from _named(key, inside[0], where)
            yield from _named(held, inside[1], f"{where}[{key}]")
    elif origin is tuple:
        for part, kind in zip(value, inside, strict=True):
            yield from _named(part, kind, where)
    elif origin in (list, set):
        for part in value:
            here = f"{where}[{part.id}]" if hasattr(part, "id") else where
            yield from _named(part, inside[0], here)


def _naming(kind: Any) -> tuple[Kept, ...]:
    """The fields of a record in which something is named."""
    return _naming_of(kind)


@cache
def _naming_of(kind: Any) -> tuple[Kept, ...]:
    return tuple(one for one in fields_kept(kind) if _names(one.named))


def _names(hint: Any) -> bool:
    if get_origin(hint) is Annotated:
        return True
    return bool(_naming(hint)) if is_dataclass(hint) else any(map(_names, get_args(hint)))
