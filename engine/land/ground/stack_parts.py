"""Parts of a stack: which counters and leaders go, and which armies are broken for it (MVG-07).

A part is named by keys: `12` is counter 12, `12/LD` a detachment out of army 12, `conde` a leader.
An army may be broken in the middle of a move (C-FOR-02); in Europe a detachment is never
(C-FOR-08).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from typing import Final

from engine.facts import countries
from engine.play.asks import BadAnswer, Raw, ordinal, texts
from engine.play.picks import Pick
from engine.situation import counters
from engine.state import State, forces
from engine.state.forces import LAND_THIRDS, Kind, Unit
from engine.state.leaders import Leader
from engine.state.stacks import ID, Band

NUMBER: Final = itemgetter(0)
ORDER: Final[Mapping[str, int]] = {kind: at for at, kind in enumerate(forces.LAND_KINDS)}


@dataclass(slots=True)
class Part:
    """A part of a stack: keys of counters (or pieces of them), and leaders."""

    troops: tuple[str, ...]
    leaders: tuple[str, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys, troops first."""
        return self.troops + self.leaders

    def of(self, place: str) -> Band:
        """The counters that it takes something of, and its leaders."""
        return Band(place, tuple(unit_ids(self)), self.leaders)


def whole_stack(units: Iterable[Unit], leaders: Iterable[Leader]) -> Part:
    """All of these counters and leaders."""
    return Part(tuple(map(str, map(ID, units))), tuple(map(ID, leaders)))


@lru_cache(maxsize=4096)
def piece(key: str) -> tuple[int, str]:
    """The counter of a key and the kind broken out of it; "" for all of it. Raises BadAnswer."""
    number, _, kind = key.partition("/")
    if not ordinal(number):
        raise BadAnswer(f"{key!r} is not a counter: a counter is named by its number")
    return ordinal(number), kind


def break_into(unit: Unit, wanted: Sequence[str]) -> tuple[Kind, ...]:
    """Into what an army is broken to part with the wanted pieces; () when it cannot be.

    The way that keeps an army counter is preferred (C-FOR-02).
    """
    if not unit.army:
        return ()
    for way in forces.breaks(unit):
        if not Counter(wanted) - Counter(way) and len(wanted) < len(way):
            return way
    return ()


def read_part(state: State, raw: Raw, units: Sequence[int], leaders: Sequence[str]) -> Part:
    """The part a raw list of keys names, out of these counters and leaders.

    Raises BadAnswer for an unknown or repeated key, or an army that cannot be broken so.
    """
    given = texts(raw, "counters and leaders")
    chosen = tuple([key for key in leaders if key in given]) if leaders else ()
    keys = [key for key in given if key not in chosen] if chosen else given
    if len(keys) + len(chosen) != len(raw):
        raise BadAnswer("the same leader is named twice")
    wanted: dict[int, list[str]] = {}
    for key in keys:
        number, kind = piece(key)
        if number not in units:
            raise BadAnswer(f"{key!r} is not among the counters and leaders that may be chosen")
        wanted.setdefault(number, []).append(kind)
    needed: dict[tuple[str, str], int] = {}
    troops = []
    for number in units:
        kinds = wanted.get(number)
        if kinds == [""]:
            troops.append(str(number))
        elif kinds:
            unit = state.units[number]
            way = break_into(unit, kinds)
            if not way:
                raise BadAnswer(f"{unit.kind} {number} cannot be broken into {', '.join(kinds)}")
            pool = unit.country, unit.corps
            needed[pool] = needed.get(pool, 0) + way.count("LD")
            if needed[pool] > counters.free_counters(state, unit.country, "LD", unit.corps):
                has = countries.does(unit.country, "have")
                raise BadAnswer(f"{has} no LD free to break an army into (C-FOR-05)")
            troops += [f"{number}/{kind}" for kind in sorted(kinds)]
    return Part(tuple(troops), chosen)


def thirds(state: State, part: Part) -> int:
    """The strength of a part in thirds of a detachment."""
    total = 0
    for key in part.troops:
        number, kind = piece(key)
        total += LAND_THIRDS[kind] if kind else state.units[number].thirds
    return total


def unit_ids(part: Part) -> list[int]:
    """The counters that a part takes something of."""
    return sorted({*map(NUMBER, map(piece, part.troops))})


def why_unled(state: State, unit_ids: Iterable[int], leaders: Container[str]) -> str:
    """Why natives may not go without the leader whom they follow; "" when he comes (NAT-30)."""
    for number in unit_ids:
        unit = state.units[number]
        if unit.leader and unit.corps == "native" and unit.leader not in leaders:
            return f"natives do not move without {countries.leader(unit.leader).name} (NAT-30)"
    return ""


def break_armies(state: State, part: Part) -> list[int]:
    """Breaks the armies that must be broken, and gives the ids of the counters of the part."""
    gone: list[int] = []
    pieces: dict[int, list[str]] = {}
    for key in part.troops:
        number, kind = piece(key)
        if kind:
            pieces.setdefault(number, []).append(kind)
        else:
            gone.append(number)
    for number, kinds in pieces.items():
        unit = state.units[number]
        for each in counters.break_counter(state, unit, break_into(unit, kinds)):
            if each.kind in kinds:
                kinds.remove(each.kind)
                gone.append(each.id)
    return sorted(gone)


@dataclass(slots=True, kw_only=True)
class Parting(Pick[Part]):
    """Which part of a stack: a list of keys of counters, pieces of armies and leaders.

    `most` bounds the strength in thirds and `pashas` their number, where a rule does; `troops` says
    that leaders alone will not do; `allowed` gives a reason against a part, or ""; `weigh` tells
    what a part comes to where something bounds it.
    """

    state: State = field(repr=False, compare=False)
    units: Sequence[int]
    leaders: Sequence[str]
    most: int | None = None
    pashas: int | None = None
    troops: bool = False
    allowed: Callable[[Part], str] | None = field(default=None, repr=False, compare=False)
    weigh: Callable[[Part], str] | None = field(default=None, repr=False, compare=False)
    parts: Sequence[Part] = ()

    def read(self, raw: list[str]) -> Part:
        part = read_part(self.state, raw, self.units, self.leaders)
        if not part.keys:
            raise BadAnswer("choose at least one counter or leader")
        if self.troops and not part.troops:
            raise BadAnswer("leaders alone are not enough here; choose a counter as well")
        if self.most is not None or self.pashas is not None:
            self._within(part)
        reason = why_unled(self.state, unit_ids(part), part.leaders)
        reason = reason or (self.allowed(part) if self.allowed else "")
        if reason:
            raise BadAnswer(reason)
        return part

    def _within(self, part: Part) -> None:
        """Raises BadAnswer for a part that is more than a rule allows; a conquistador's recruits
        do not count (NAT-29)."""
        units = {key: self.state.units[piece(key)[0]] for key in part.troops}
        counted = [key for key, unit in units.items() if unit.corps != "native"]
        outside = Part(tuple(key for key in counted if units[key].kind != "PASHA"), ())
        if self.most is not None and thirds(self.state, outside) > self.most:
            raise BadAnswer(f"these are more than {self.most // 3} LD")
        if self.pashas is not None and len(counted) - len(outside.troops) > self.pashas:
            raise BadAnswer(f"these are more than {self.pashas} pashas")

    def likely(self) -> list[Sequence[str]]:
        """The suggestion, everything, all counters, each key alone, and the parts that it knows."""
        every = [*map(str, self.units)]
        all_ = [*every, *self.leaders]
        parts = [part.keys for part in self.parts]
        return [self.enter or all_, all_, every, *zip(all_), *parts]

    def label(self, raw: Raw) -> str:
        return part_in_words(self.state, [str(key) for key in raw])

    @property
    def default(self) -> Raw:
        """What was suggested, as long as it is legal: the whole may not go under one campaign."""
        return list(self.enter) if self.enter and self.is_legal(list(self.enter)) else None


def part_in_words(state: State, keys: Sequence[str]) -> str:
    """A part as players write it: `2 A+, LD with Condé`."""
    kinds: list[str] = []
    chiefs: list[str] = []
    for key in keys:
        if key in state.leaders:
            chiefs.append(key)
            continue
        number, kind = piece(key)
        known = state.units.get(number)
        kinds.append(kind or (known.kind if known else key))
    return _described(tuple(kinds), tuple(chiefs))


def in_words(units: Iterable[Unit], leaders: Iterable[str]) -> str:
    """Counters and leaders as players write them."""
    return _described(tuple([unit.kind for unit in units]), tuple(leaders))


@lru_cache(maxsize=4096)
def _described(counters: tuple[str, ...], leaders: tuple[str, ...]) -> str:
    kinds = Counter(counters)
    chiefs = sorted(map(countries.leader, leaders), key=countries.by_rank)
    troops = ", ".join(
        f"{kinds[kind]} {kind}" if kinds[kind] > 1 else kind
        for kind in sorted(kinds, key=lambda kind: ORDER.get(kind, 9))
    )
    names = ", ".join(each.name for each in chiefs)
    return " with ".join(each for each in (troops, names) if each) or "nothing"
