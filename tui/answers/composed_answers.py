"""Answers made by hand: a draft is a row of dials, with what it comes to and why it may not be so.

The screen turns them with keys and mouse, the game by lines; neither knows what one stands for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Any, Generic, NamedTuple, TypeVar

from engine.facts import board, countries
from engine.fleets import fleet_counters, fleets
from engine.fleets.arrange_fleets import Arrange, Piece, piece
from engine.grammar import counted, thirds
from engine.land.battle.shelter import Shelter
from engine.land.ground.stack_parts import Part, Parting, part_in_words
from engine.land.movement import interception as on_land
from engine.land.movement.interceptors import chance_of
from engine.modifiers import Modifier
from engine.play.asks import Ask, BadAnswer, Raw
from engine.sea.battle.losses import Ships
from engine.sea.interception import interception as at_sea
from engine.sea.interception import interception_math
from engine.state import State, forces
from engine.state.forces import Unit, breaks
from engine.state.stacks import Band
from tui.words.places import cargo_words, country_name, place_name

A = TypeVar("A", bound=Ask[Any])
I = TypeVar("I", bound="on_land.Intercept | at_sea.Intercept")  # noqa: E741 - a type


class Dial(NamedTuple):
    """Something that can be set: how it reads, its group, and how each of its values reads.

    `counted` values are numbers of things, any others are nothing, all, and pieces of a thing, or
    pieces alone where it is not `whole`.
    """

    label: str
    values: tuple[str, ...]
    group: str = ""
    counted: bool = False
    whole: bool = True


class Draft(ABC, Generic[A]):
    """An answer in the making, begun with one of the offers."""

    def __init__(self, ask: A) -> None:
        self.ask = ask
        self.past: list[list[int]] = []
        self.dials: list[Dial] = self._dials()
        self.at = [0] * len(self.dials)

    @abstractmethod
    def _dials(self) -> list[Dial]:
        """Everything that can be set."""

    @abstractmethod
    def begin(self, raw: Raw) -> None:
        """Set the dials as an offered answer has them; what was turned before is forgotten."""

    @abstractmethod
    def raw(self) -> Raw:
        """The answer as the dials stand."""

    @abstractmethod
    def told(self) -> list[str]:
        """What the answer comes to: a sentence for its size, and one for each chance."""

    def shown(self) -> list[int]:
        """The dials that mean something now."""
        return list(range(len(self.dials)))

    def heading(self, group: str) -> str:
        """What stands above a group."""
        return group

    def turn(self, number: int, value: int) -> None:
        """Set a dial; a value beyond its ends is the one at the other end where the values are no
        numbers."""
        dial = self.dials[number]
        count = len(dial.values)
        value = max(0, min(value, count - 1)) if dial.counted else value % count
        if value != self.at[number]:
            self.past.append(list(self.at))
            self._set(number, value)

    def _set(self, number: int, value: int) -> None:
        self.at[number] = value

    def all_or_none(self) -> None:
        """Take everything, or leave it where something is taken."""
        self.past.append(list(self.at))
        taken = 0 if any(self.at) else 1
        self.at = [min(taken, len(dial.values) - 1) for dial in self.dials]

    def undo(self) -> bool:
        """Take the last turn back; whether there was one."""
        if self.past:
            self.at = self.past.pop()
            return True
        return False

    def why_not(self) -> str:
        """Why the answer is not legal, with the rule; "" when it is."""
        try:
            self.ask.parse(self.raw())
        except BadAnswer as error:
            return str(error)
        return ""


class Taking(Draft[A], Generic[A]):
    """Things that are left, taken whole or in part: for each the lists of keys it may stand for."""

    ways: list[list[list[str]]]

    def begin(self, raw: Raw) -> None:
        self.past = []
        for number, ways in enumerate(self.ways):
            mine = sorted(key for key in raw if any(key in way for way in ways))
            self.at[number] = ways.index(mine) if mine in ways else 0

    def raw(self) -> list[str]:
        """The keys of everything that is taken."""
        return [key for ways, at in zip(self.ways, self.at, strict=True) for key in ways[at]]


def ways_to_take(unit: Unit) -> list[list[str]]:
    """What may be taken of a counter: nothing, all, or pieces of an army (C-FOR-02), as keys."""
    found: list[list[str]] = [[], [str(unit.id)]]
    if unit.army:
        for way in breaks(unit):
            for size in range(1, len(way)):
                for some in combinations(way, size):
                    keys = [f"{unit.id}/{kind}" for kind in sorted(some)]
                    if keys not in found:
                        found.append(keys)
    return found


def ways_in_words(state: State, ways: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """How the ways to take a thing read."""
    return ("nothing", "all", *(f"only {part_in_words(state, way)}" for way in ways[2:]))


def counter(unit: Unit) -> str:
    """A counter as a line of its own, with its strength where its name does not say it."""
    name = f"{unit.kind} {country_name(unit.country)}"
    if unit.land and unit.thirds == 3:
        return name
    size = f"{thirds(unit.thirds)} LD" if unit.land else fleets.ships_in_words(unit.ships)
    return f"{name} ({size})" if size else name


class Parted(Taking[Parting]):
    """A part of a stack."""

    def _dials(self) -> list[Dial]:
        state = self.ask.state
        units = state.units_by_id(self.ask.units)
        self.ways = [*map(ways_to_take, units), *([[], [name]] for name in self.ask.leaders)]
        labels = [", ".join((counter(unit), *cargo_words(state, [unit]))) for unit in units]
        labels += [countries.leader(name).name for name in self.ask.leaders]
        return [Dial(label, ways_in_words(state, ways))
                for label, ways in zip(labels, self.ways, strict=True)]  # fmt: skip

    def told(self) -> list[str]:
        raw, weigh = self.raw(), self.ask.weigh
        if not raw and self.why_not():
            return []
        said = part_in_words(self.ask.state, raw)
        troops = tuple(key for key in raw if key not in self.ask.leaders)
        return [f"{said} · {weigh(Part(troops, ()))}" if weigh is not None else said]


class Intercepting(Taking[I], Generic[I]):
    """Those who intercept, from one or more places, with their chances."""

    def _dials(self) -> list[Dial]:
        state, self.ways, dials = self.ask.state, [], []
        for post in self.ask.posts:
            group = place_name(post.place)
            for number in post.units:
                unit = state.units[number]
                ways = ways_to_take(unit) if unit.land else [[], [str(number)]]
                self.ways.append(ways)
                dials.append(Dial(counter(unit), ways_in_words(state, ways), group))
            for name in post.leaders:
                self.ways.append([[], [name]])
                dials.append(Dial(countries.leader(name).name, ("nothing", "all"), group))
        return dials

    @abstractmethod
    def _chance(self, place: str, keys: list[str]) -> tuple[str, int, Sequence[Modifier]]:
        """Who tries from a place, in how many cases of ten it comes, and the modifiers. Raises
        BadAnswer where these cannot go."""

    def told(self) -> list[str]:
        raw, found, tries = self.raw(), list[str](), False
        for post in self.ask.posts:
            own = {*map(str, post.units), *post.leaders}
            keys = [key for key in raw if key in own or key.partition("/")[0] in own]
            if any(key not in post.leaders for key in keys):
                tries = True
                with suppress(BadAnswer):  # why they cannot go is told beside
                    who, tenths, reasons = self._chance(post.place, keys)
                    why = ", ".join(f"{each.value:+} {each.why}" for each in reasons)
                    whole = f"{who}{board.whence(post.place, self.ask.target)}"
                    found.append(f"{whole}: {10 * tenths} %{f' ({why})' if why else ''}")
        return found if tries else ["nobody: let it pass"]


class OnLand(Intercepting[on_land.Intercept]):
    """Troops that intercept; the chance is that of the pieces that go."""

    def _chance(self, place: str, keys: list[str]) -> tuple[str, int, Sequence[Modifier]]:
        ask = self.ask
        chiefs = tuple(key for key in keys if key in ask.state.leaders)
        part = Part(tuple(key for key in keys if key not in chiefs), chiefs)
        found = chance_of(ask.state, ask.target, place, part, ask.mover)
        return part_in_words(ask.state, keys), found.tenths, found.modifiers


class AtSea(Intercepting[at_sea.Intercept]):
    """Ships that intercept."""

    def _chance(self, place: str, keys: list[str]) -> tuple[str, int, Sequence[Modifier]]:
        ask, state = self.ask, self.ask.state
        chiefs = tuple(key for key in keys if key in state.leaders)
        numbers = tuple(int(key) for key in keys if key not in chiefs)
        said = fleets.units_in_words(state.units_by_id(numbers))
        if chiefs:
            said += " with " + ", ".join(countries.leader(name).name for name in chiefs)
        band = Band(place, numbers, chiefs)
        found = interception_math.chance(state, ask.target, band, ask.mover, ask.landing)
        return said, found.tenths, found.modifiers


class Sheltering(Taking[Shelter]):
    """Troops that go into a fortress, whole counters or LD of them."""

    def _dials(self) -> list[Dial]:
        self.ways, dials = [], []
        by_unit: dict[str, list[str]] = {}
        for key in self.ask.sizes:
            by_unit.setdefault(key.partition(":")[0], []).append(key)
        for keys in by_unit.values():
            keys.sort(key=lambda key: (":" in key, -self.ask.sizes[key]))
            self.ways.append([[], *([key] for key in keys)])
            whole = ":" not in keys[0]
            first = self.ask.labels[keys[0]]
            words = [self.ask.labels[key].partition(" of ")[0] for key in keys[whole:]]
            dials.append(Dial(first if whole else first.partition(" of ")[2],
                              ("nothing", *(["all"] if whole else []),
                               *(f"only {word}" for word in words)), whole=whole))  # fmt: skip
        return dials

    def told(self) -> list[str]:
        size = sum(self.ask.sizes[key] for key in self.raw())
        return [f"{thirds(size)} LD of the {thirds(self.ask.room)} LD that find room"]


class Losing(Draft[Ships]):
    """How many ships of each owner and kind suffer."""

    def _dials(self) -> list[Dial]:
        return [
            Dial(f"{kind} of {country_name(owner)}, of {most}",
                 tuple(map(str, range(most + 1))), counted=True)
            for key, most in self.ask.present.items() for owner, _, kind in [key.partition(".")]
        ]  # fmt: skip

    def begin(self, raw: Raw) -> None:
        self.past = []
        self.at = [raw.get(key, 0) for key in self.ask.present]

    def raw(self) -> dict[str, int]:
        """The ships by owner and kind."""
        return {key: at for key, at in zip(self.ask.present, self.at, strict=True) if at}

    def told(self) -> list[str]:
        return [f"{sum(self.at)} of {self.ask.number} ships named"]


class Fleets(Draft[Arrange]):
    """Ships in fleet counters: a dial for each kind in each of them; the rest lie loose."""

    def _dials(self) -> list[Dial]:
        state, dials = self.ask.state, []
        units = state.units_by_id(self.ask.units)
        self.slots: list[tuple[str, int, str]] = []  # country, fleet and kind of each dial
        self.ships: dict[tuple[str, str], int] = {}
        for country in sorted({unit.country for unit in units if unit.kind != "NDE"}):
            own = [unit for unit in units if unit.country == country and unit.kind != "NDE"]
            held = fleets.ships(own)
            here = fleets.fleet_counters(own)
            free = max(0, fleet_counters.free_counters(state, country, "F+"))
            self.ships |= {(country, kind): number for kind, number in held.items()}
            for fleet in range(max(here, min(here + free, sum(held.values())))):
                for kind, number in held.items():
                    self.slots.append((country, fleet, kind))
                    dials.append(Dial(kind, tuple(map(str, range(number + 1))),
                                      f"{country} {fleet}", counted=True))  # fmt: skip
        return dials

    def begin(self, raw: Raw) -> None:
        self.past = []
        fleet: dict[str, int] = {}
        self.at = [0] * len(self.dials)
        for each in self.ask.parse(raw):
            if each.kind in forces.FLEETS:
                at = fleet[each.country] = fleet.get(each.country, -1) + 1
                for kind, number in each.held:
                    self.at[self.slots.index((each.country, at, kind))] = number

    def shown(self) -> list[int]:
        """The fleets that hold something, and an empty one after them for each country."""
        last = {country: -1 for country, _, _ in self.slots}
        for (country, fleet, _), number in zip(self.slots, self.at, strict=True):
            if number:
                last[country] = fleet
        return [n for n, (country, fleet, _) in enumerate(self.slots) if fleet <= last[country] + 1]

    def heading(self, group: str) -> str:
        country, _, fleet = group.rpartition(" ")
        held = self._held(country, int(fleet))
        sort = fleet_counters.side(self.ask.state, country, held) if any(held.values()) else None
        shows = sort or ("too full" if any(held.values()) else "empty")
        room = fleet_counters.capacity(self.ask.state, country, "F+")
        carried = counted(room.transports, "transport")
        return (f"Fleet {int(fleet) + 1} of {country_name(country)}: {shows}; room for "
                f"{room.warships} warships or {2 * room.warships} galleys, {carried}")  # fmt: skip

    def _held(self, country: str, fleet: int) -> dict[str, int]:
        return {kind: self.at[n] for n, (who, which, kind) in enumerate(self.slots)
                if (who, which) == (country, fleet)}  # fmt: skip

    def _loose(self, country: str, kind: str) -> int:
        loaded = sum(self.at[n] for n, (who, _, ship) in enumerate(self.slots)
                     if (who, ship) == (country, kind))  # fmt: skip
        return self.ships[country, kind] - loaded

    def _set(self, number: int, value: int) -> None:
        """Ships come from those that lie loose, then out of the other fleets, the last first."""
        country, _, kind = self.slots[number]
        want = value - self.at[number] - self._loose(country, kind)
        for other in reversed(range(len(self.slots))):
            who, _, ship = self.slots[other]
            if want > 0 and other != number and (who, ship) == (country, kind):
                gone = min(want, self.at[other])
                self.at[other] -= gone
                want -= gone
        self.at[number] = value - max(0, want)

    def all_or_none(self) -> None:
        """All ships by themselves."""
        self.past.append(list(self.at))
        self.at = [0] * len(self.dials)

    def _pieces(self) -> Iterator[Piece]:
        for country, fleet in dict.fromkeys((who, which) for who, which, _ in self.slots):
            held = self._held(country, fleet)
            if any(held.values()):
                sort = fleet_counters.side(self.ask.state, country, held) or "F+"
                yield piece(country, sort, held)
        for country, kind in self.ships:
            for _ in range(self._loose(country, kind)):
                yield Piece(country, next(ship for ship in fleets.SHIPS if ship == kind))

    def raw(self) -> list[str]:
        """The counters as they are to be."""
        return sorted(map(str, self._pieces()))

    def told(self) -> list[str]:
        loose = []
        for country in dict.fromkeys(who for who, _ in self.ships):
            held = {kind: self._loose(country, kind) for who, kind in self.ships if who == country}
            if any(held.values()):
                loose.append(f"{fleets.ships_in_words(held)} of {country_name(country)}")
        return [f"{len(list(self._pieces()))} counters; each by itself: {', '.join(loose) or '—'}"]


def draft_for(ask: Ask[Any]) -> Draft[Any] | None:
    """The draft of an Ask that more than its offers answer; None for any other."""
    kinds: Sequence[tuple[type, type[Draft[Any]]]] = (
        (Parting, Parted), (on_land.Intercept, OnLand), (at_sea.Intercept, AtSea),
        (Shelter, Sheltering), (Ships, Losing), (Arrange, Fleets),
    )  # fmt: skip
    for kind, made in kinds:
        if isinstance(ask, kind):
            draft = made(ask)
            return draft if draft.dials else None
    return None
