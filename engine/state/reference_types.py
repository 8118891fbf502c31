"""What the texts and numbers of a state name: said by the type of the field that holds them.

A field of the type `Province` holds the id of a province; what names nothing that is there is a
defect (engine.state.reference_check). Only what is said here is held against the facts.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import is_dataclass
from functools import cache, partial
from operator import attrgetter
from typing import Annotated, Any, Final, NamedTuple, TypeAlias, get_args, get_origin

from engine.documents import bounds
from engine.documents.records import fields_kept
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


def _countries(state: Any) -> Container[Any]:
    return countries.countries()


@cache
def _anybody() -> Container[Any]:
    return {*countries.countries(), *BODIES}


def _besieging(state: Any) -> Container[Any]:
    return {*countries.countries(), *(alliance.id for alliance in state.diplomacy.alliances)}


def _leaders(state: Any) -> Container[Any]:
    return countries.leaders()


@cache
def _places() -> Container[Any]:
    return {**board.provinces(), **board.seas(), **board.areas()}


@cache
def _overseas() -> Container[Any]:
    """The zones of the Rest of the World, which alone are discovered (DIS-04)."""
    provinces = {each.id for each in board.provinces().values() if each.map == "rotw"}
    return provinces | {each.id for each in board.seas().values() if each.map == "rotw"}


def _counters(state: Any) -> set[str]:
    return {*map(str, state.units)}


Player = Annotated[str, Names(attrgetter("countries"))]
Server = Annotated[str, Names(lambda state: {*state.countries, *BODIES})]
CountryOrNone = Annotated[str, Names(_countries)]
CountryId = Annotated[str, Names(_countries, "nobody")]
HolderOrNone = Annotated[str, Names(lambda state: _anybody())]
Holder = Annotated[str, Names(lambda state: _anybody(), "nobody")]
Besieger = Annotated[str, Names(_besieging)]
LeaderOrNone = Annotated[str, Names(_leaders)]
LeaderId = Annotated[str, Names(_leaders, "nobody")]
LeaderHere = Annotated[str, Names(attrgetter("leaders"))]
Province = Annotated[str, Names(lambda state: board.provinces(), "nowhere")]
PlaceOrNone = Annotated[str, Names(lambda state: _places())]
Place = Annotated[str, Names(lambda state: _places(), "nowhere")]
Zone = Annotated[str, Names(lambda state: _overseas(), "nowhere")]
Area = Annotated[str, Names(lambda state: board.areas(), "nowhere")]
Counter = Annotated[int, Names(attrgetter("units"), wrong="there is no counter {}")]
Carrier = Annotated[str, Names(lambda state: _counters(state) | {*state.leaders}, "nobody")]
WithGold = Annotated[
    str, Names(lambda state: {*map(str, state.units), *board.provinces()}, "nowhere")
]


Known: TypeAlias = Callable[[Names], Container[Any]]
Defects: TypeAlias = list[tuple[str, str]]
"""What is wrong, each with its place within the value that was looked at."""


def unknown(state: Any) -> Iterator[str]:
    """Every name in a state that names nothing, with its place."""
    known = cache(lambda names: names.known(state))
    for one in fields_kept(type(state)):
        check = _check(one.named)
        found = check(attrgetter(one.path)(state), known) if check else ()
        yield from (f"{one.name}{where}: {wrong}" for where, wrong in found)


@cache
def _check(hint: Any) -> Callable[[Any, Known], Defects] | None:
    """What looks for unknown names in values of a type; None where nothing is named in them."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return partial(_of_name, inside[-1])
    if is_dataclass(hint):
        fields = [(one.name, check) for one in fields_kept(hint) if (check := _check(one.named))]
        return partial(_of_record, fields) if fields else None
    checks = [_check(kind) for kind in inside]
    if not any(checks):
        return None
    if origin is dict:
        of_key, of_value = checks
        return partial(_of_table, of_key, of_value)
    return partial(_of_tuple if origin is tuple else _of_list, checks)


def _of_name(names: Names, value: Any, known: Known) -> Defects:
    name = names.empty if value == "" else value
    if name == "" or name in known(names):
        return []
    return [("", names.wrong.format(bounds.shown(name)))]


def _of_record(fields: Sequence[tuple[str, Any]], value: Any, known: Known) -> Defects:
    several = len(fields) > 1 and hasattr(value, "id")
    return [
        (f".{name}{where}" if several and name != "id" else where, wrong)
        for name, check in fields
        for where, wrong in check(getattr(value, name), known)
    ]


def _of_table(of_key: Any, of_value: Any, value: Any, known: Known) -> Defects:
    found: Defects = []
    for key, held in value.items():
        found += of_key(key, known) if of_key else ()
        if of_value:
            found += [(f"[{key}]{where}", wrong) for where, wrong in of_value(held, known)]
    return found


def _of_tuple(checks: Sequence[Any], value: Any, known: Known) -> Defects:
    pairs = zip(checks, value, strict=True)
    return [defect for check, part in pairs if check for defect in check(part, known)]


def _of_list(checks: Sequence[Any], value: Any, known: Known) -> Defects:
    return [
        (f"[{part.id}]{where}" if hasattr(part, "id") else where, wrong)
        for part in value
        for where, wrong in checks[0](part, known)
    ]
