"""How an umpire's ruling is written: its fields, and what the names in them mean in a state.

A name may be an id or what players read: of a country, a place, a leader; a counter is named by its
number. `NameInState` reads a name and offers those that may stand there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from engine.documents.complaints import NOTHING, Complaints
from engine.documents.fields import Field, Fields, Text
from engine.facts import board, countries, place_names
from engine.facts.board import in_or_off
from engine.fleets import fleets
from engine.grammar import with_article
from engine.play.asks import BadAnswer
from engine.sea.corsairs_math import PIRATES
from engine.state import State

Ruling: TypeAlias = dict[str, Any]
LONGEST: Final = 80
MOST: Final = 3  # names that a refusal gives as hints
NUMBER: Final = re.compile(r"#?(\d{1,9})\b")


K = TypeVar("K")
V = TypeVar("V")
Named: TypeAlias = Callable[[State], Iterable[tuple[str, Any]]]


class NameInState(Text):
    """A name of something in the game; `read` takes the text, `meaning` finds what it names.

    `missing` is what is wrong with a name that names nothing here, `known` everything that may be
    named, by the name that players read.
    """

    def __init__(self, missing: str, known: Named) -> None:
        super().__init__(most=LONGEST)
        self.missing, self.known = missing, known

    def meaning(self, state: State, text: str, key: str) -> Any:
        """What the text names in a state. Raises BadAnswer with the key of the field."""
        known = dict(self.known(state))
        if text in known.values():
            return text
        if found := known.get(text):
            return found
        wanted = place_names.plain_letters(text.replace("_", " "))
        alike = [name for name in known if place_names.plain_letters(name) == wanted]
        begun = [name for name in known if place_names.plain_letters(name).startswith(wanted)]
        near = alike or begun
        if len({known[name] for name in near}) == 1:
            return known[near[0]]
        hint = f"; perhaps {', '.join(near[:MOST])}" if near else ""
        raise BadAnswer(f"{key}: {text!r} {self.missing}{hint}")

    def names(self, state: State, hidden: Collection[str] = ()) -> list[str]:
        """The names that a form offers, without those of places that are hidden."""
        return sorted(name for name, _ in self.known(state))


def _told_apart(pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Names and ids, those of one name with their id behind it."""
    pairs = list(pairs)
    count = Counter(name for name, _ in pairs)
    for name, known_as in pairs:
        yield (f"{name} ({known_as})" if count[name] > 1 else name), known_as


@cache
def _places(sea: bool, map: str) -> tuple[tuple[str, str], ...]:
    """The places of a map, or of both, by name; sea zones too where they are wanted."""
    found = [(each.name, each.id) for each in board.provinces().values() if map in ("", each.map)]
    if sea:
        found += [(each.name, each.id) for each in board.seas().values() if map in ("", each.map)]
    return tuple(_told_apart(found))


class CountryName(NameInState):
    """A country of this game."""

    def meaning(self, state: State, text: str, key: str) -> Any:
        """The country of any of its names."""
        here = {name for _, name in self.known(state)}
        found = [each.id for each in place_names.find(text.replace("_", " "), ("country",))]
        known = [name for name in found if name in here]
        return known[0] if known else super().meaning(state, text, key)


def _countries(state: State) -> Iterator[tuple[str, str]]:
    """The countries in play."""
    for name in sorted(state.countries):
        yield countries.country_name(name), name


def _of_rank(minor: bool, state: State) -> Iterator[tuple[str, str]]:
    return (pair for pair in _countries(state) if state.countries[pair[1]].minor == minor)


def _raiders(state: State) -> Iterator[tuple[str, str]]:
    """The countries in play, and the pirates, who are in none."""
    yield from _countries(state)
    yield countries.country_name(PIRATES), PIRATES


def _privateers(state: State) -> Iterator[tuple[str, str]]:
    """Privateers, and the admirals and explorers who may be some, in this game or not."""
    return _told_apart(
        (each.name, name)
        for name, each in sorted(countries.leaders().items())
        if "privateer" in (each.kind, *each.flags)
    )


def _far_countries(state: State) -> Iterator[tuple[str, str]]:
    """The countries of the Rest of the World, in play or not."""
    for name, country in sorted(countries.countries().items()):
        if country.kind == "rotw":
            yield country.name, name


def _areas(state: State) -> Iterator[tuple[str, str]]:
    return _told_apart((area.name, area.id) for area in board.areas().values())


def _leaders(state: State) -> Iterator[tuple[str, str]]:
    """The leaders of this game by name."""
    return _told_apart((countries.leader(name).name, name) for name in sorted(state.leaders))


def _counters(state: State) -> Iterator[tuple[str, int]]:
    """Every counter as `12 A+ of France in Artois`."""
    return ((counter(state, number), number) for number in sorted(state.units))


class PlaceName(NameInState):
    """A province, or a sea zone where `sea` says so; `map` leaves those of one map."""

    def __init__(self, sea: bool = False, map: str = "") -> None:
        super().__init__("is no place", lambda state: _places(sea, map))
        self.sea, self.map = sea, map

    def meaning(self, state: State, text: str, key: str) -> str:
        """The place of any of its names, the likeliest."""
        known = dict(self.known(state))
        if text in known:
            return str(known[text])
        kinds = ("province", "sea") if self.sea else ("province",)
        wanted = text.replace("_", " ")
        found = [each.id for each in place_names.find(wanted, kinds) if self._fits(each.id)]
        if found:
            return found[0]
        every = [each.id for each in place_names.find(wanted, ("province", "sea"))]
        if every:
            kind = "province" if not self.sea else "place"
            where = {"rotw": " of the Rest of the World", "europe": " of Europe"}.get(self.map, "")
            raise BadAnswer(f"{key}: {board.does(every[0], 'be')} not {with_article(kind)}{where}")
        raise BadAnswer(f"{key}: there is no place {text!r}")

    def _fits(self, place: str) -> bool:
        found = board.sea(place) if board.is_sea(place) else board.province(place)
        return not self.map or found.map == self.map


class CounterName(NameInState):
    """A counter on the board: its number, and words for people behind it."""

    def __init__(self) -> None:
        super().__init__("is not a counter on the board", _counters)

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The number, or a text that begins with it."""
        return value if type(value) is int else super().read(value, path, complaints)

    def meaning(self, state: State, text: Any, key: str) -> Any:
        """The number of the counter."""
        number = NUMBER.match(str(text))
        if number is None or int(number[1]) not in state.units:
            raise BadAnswer(f"{key}: {text!r} {self.missing}")
        return int(number[1])

    def names(self, state: State, hidden: Collection[str] = ()) -> list[str]:
        """The counters in order of their numbers, but those that are hidden."""
        return [name for name, n in self.known(state) if state.units[n].place not in hidden]


class CarrierName(CounterName):
    """A counter or a leader: who carries a discovery."""

    def meaning(self, state: State, text: Any, key: str) -> Any:
        """The number as text, or the leader's id."""
        if NUMBER.match(str(text)):
            return str(super().meaning(state, text, key))
        return str(LEADER.meaning(state, str(text), key))

    def names(self, state: State, hidden: Collection[str] = ()) -> list[str]:
        """Leaders, then counters."""
        return [*LEADER.names(state), *super().names(state, hidden)]


LEADER: Final = NameInState("is not in this game", _leaders)
NAMES: Final[Mapping[str, NameInState]] = {
    "country": CountryName("is not in this game", _countries),
    "minor": CountryName("is not a minor of this game", partial(_of_rank, True)),
    "power": CountryName("is not a power of this game", partial(_of_rank, False)),
    "country overseas": NameInState("is not a country of the Rest of the World", _far_countries),
    "place": PlaceName(sea=True),
    "province": PlaceName(),
    "province overseas": PlaceName(map="rotw"),
    "place overseas": PlaceName(sea=True, map="rotw"),
    "area": NameInState("is not an area of the Rest of the World", _areas),
    "leader": LEADER,
    "raider": CountryName("is not in this game", _raiders),
    "privateer": NameInState("is not a leader of corsairs", _privateers),
    "counter": CounterName(),
    "carrier": CarrierName(),
}


def nothing_there(state: State, place: str) -> dict[str, Any]:
    """Nothing stands there that a ruling would leave as it is."""
    return {}


def set_or_forget(held: dict[K, V], key: K, value: V | None) -> None:
    """Writes down what holds of a place or counter; nothing is forgotten."""
    held.pop(key, None)
    if value:
        held[key] = value


Deed: TypeAlias = Callable[[State, dict[str, Any]], str]
Stands: TypeAlias = Callable[[State, str], dict[str, Any]]


class Rule(NamedTuple):
    """A ruling that may be made: what it does, its fields, and the deed.

    The deed gets the values of all fields, names as ids, and says what was ruled; it raises
    BadAnswer before it changes anything. `stands` tells what stands already in a place, for the
    fields that a player leaves as they are.
    """

    what: str
    fields: tuple[Field, ...]
    deed: Deed
    stands: Stands

    def filled_in(self, given: Mapping[str, Any], complaints: Complaints) -> Any:
        """The values of the fields, or NOTHING and complaints."""
        return Fields(self.fields, "a ruling").read(given, "", complaints)

    def read(self, state: State, ruling: Ruling) -> dict[str, Any]:
        """The values of a written ruling, names as ids. Raises BadAnswer with every complaint."""
        complaints = Complaints()
        given = {key: value for key, value in ruling.items() if key != "do"}
        values = self.filled_in(given, complaints)
        if complaints.lines or values is NOTHING:
            raise BadAnswer("; ".join(complaints.lines))
        for field in self.fields:
            value = values[field.name]
            if isinstance(field.shape, NameInState) and field.name in given:
                values[field.name] = field.shape.meaning(state, value, field.name)
        return dict(values)

    def as_it_stands(self, state: State, ruling: Ruling) -> tuple[Field, ...]:
        """The fields, with what stands in the place of a half written ruling for defaults."""
        now = self._now(state, ruling)
        return tuple(
            field._replace(default=now.get(field.name, field.default)) for field in self.fields
        )

    def whole(self, state: State, ruling: Ruling) -> dict[str, Any]:
        """A ruling with all that it leaves as it stands."""
        return {"do": ruling["do"], **self._now(state, ruling), **ruling}

    def _now(self, state: State, ruling: Ruling) -> dict[str, Any]:
        shapes = {field.name: field.shape for field in self.fields}
        given, place = ruling.get("place"), shapes.get("place")
        if type(given) is not str or not isinstance(place, NameInState):
            return {}
        try:
            return self.stands(state, place.meaning(state, given, "place"))
        except BadAnswer:
            return {}


def counter(state: State, number: int) -> str:
    """A counter as players read it: `12 A+ of France in Artois`."""
    unit = state.units[number]
    what = fleets.counters_in_words([unit])
    return f"{number} {what} of {countries.with_article(unit.country)} {in_or_off(unit.place)}"
