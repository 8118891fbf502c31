"""What a position says of a place beside who stands there: each mark with its words, written and
read by one declaration."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any, Final, NamedTuple

from engine.facts import countries
from engine.state import State
from engine.state.land import Revolt, Siege
from engine.state.overseas import Establishment
from engine.state.reference_types import BODIES
from engine.state.sea import Corsair

SIEGE: Final = ("breach", "assaulted", "continued")


class Wrong(Exception):
    """What is wrong with a line, as a sentence."""


class Mark(NamedTuple):
    """Something that is written of a place: the words that it begins with, the part of a state that
    holds it by place, how it is written behind its word, how it is read from what stands there, and
    whether a place may have several."""

    words: tuple[str, ...]
    part: str
    write: Callable[[Any], str]
    read: Callable[[list[str]], Any]
    several: bool = False

    def held(self, state: State) -> Any:
        """All of it, by place."""
        return attrgetter(self.part)(state)

    def written(self, state: State, place: str) -> Iterator[str]:
        """The items of a place."""
        held = self.held(state)
        if place in held:
            found = "" if isinstance(held, set) else held[place]
            for one in found if self.several else [found]:
                yield f"{getattr(one, 'kind', self.words[0])} {self.write(one)}".rstrip()

    def put(self, state: State, place: str, words: list[str]) -> None:
        """Writes an item down. Raises Wrong; IndexError and ValueError where a word is missing."""
        held, one = self.held(state), self.read(words)
        if isinstance(held, set):
            held.add(place)
        elif self.several:
            held.setdefault(place, []).append(one)
        else:
            held[place] = one

    def drop(self, state: State, place: str, word: str = "") -> bool:
        """Takes what a word names away from a place, or all of it; whether there was any."""
        held = self.held(state)
        if place not in held:
            return False
        found = held[place] if self.several else []
        left = [one for one in found if word not in ("", getattr(one, "kind", word))]
        if left:
            held[place] = left
        elif isinstance(held, set):
            held.discard(place)
        else:
            del held[place]
        return not self.several or len(left) < len(found)


def known_country(typed: str) -> str:
    """A country, or one of the bodies that are none. Raises Wrong."""
    if typed in countries.countries() or typed in BODIES:
        return typed
    raise Wrong(f"{typed[:40]!r} is not a country")


def _at(words: Iterable[str]) -> str:
    return next((word[1:] for word in words if word.startswith("@")), "")


def _led(one: Revolt | Corsair) -> str:
    return f"{one.side} {one.country} {f'@{one.leader}' if one.leader else ''}"


def _holder(words: list[str]) -> str:
    return "" if words[1] == "nobody" else known_country(words[1])


def _siege(siege: Siege) -> str:
    words = [siege.alliance, *siege.works, *(word for word in SIEGE if getattr(siege, word))]
    return " ".join(words) + (f" rounds {siege.rounds}" if siege.rounds else "")


def _read_siege(words: list[str]) -> Siege:
    siege = Siege(words[1])
    rest = iter(words[2:])
    for word in rest:
        if word in ("+", "-"):
            siege.works.append(word)
        elif word in SIEGE:
            setattr(siege, word, True)
        elif word == "rounds":
            siege.rounds = int(next(rest, "x"))
        else:
            raise Wrong(f"{word[:40]!r} says nothing of a siege")
    return siege


def _pillage(words: list[str]) -> list[str]:
    if not 2 <= len(words) <= 3 or not {*words[1:]} <= {"+", "-"}:
        raise Wrong(f"{' '.join(words)[:60]!r}: a pillage is -, + or both")
    return words[1:]


def _revolt(words: list[str]) -> Revolt:
    kind, side, *rest = words
    who = next((each for each in rest if each[0] != "@"), "")
    return Revolt(kind, side, known_country(who) if who else "", _at(words))  # type: ignore[arg-type]


def _corsair(words: list[str]) -> Corsair:
    return Corsair(known_country(words[2]), words[1], _at(words))  # type: ignore[arg-type]


def _establishment(words: list[str]) -> Establishment:
    numbers = [int(each) for each in words[2:5]]
    return Establishment(known_country(words[1]), words[0], *numbers)  # type: ignore[arg-type]


MARKS: Final = (
    Mark(("owner",), "land.owners", lambda who: who or "nobody", _holder),
    Mark(("controller",), "land.controllers", lambda who: who or "nobody", _holder),
    Mark(("level",), "land.levels", str, lambda words: int(words[1])),
    Mark(("siege",), "land.sieges", _siege, _read_siege),
    Mark(("resupplied",), "land.resupplied", str, str),
    Mark(("pillage",), "land.pillages", " ".join, _pillage),
    Mark(("revolt", "rebellion"), "land.revolts", _led, _revolt, True),
    Mark(("corsair",), "sea.corsairs", _led, _corsair, True),
    Mark(("presidio",), "sea.presidios", lambda one: f"{one[0]} {one[1]}",
         lambda words: (known_country(words[1]), int(words[2]))),
    Mark(("colony", "trading_post", "mission", "fort"), "overseas.establishments",
         lambda one: f"{one.country} {one.level} {one.stage} {one.founded}", _establishment, True),
    Mark(("natives",), "overseas.natives", str, lambda words: words[1]),
    Mark(("gold",), "sea.gold", str, lambda words: int(words[1])),
)  # fmt: skip


def mark(words: list[str]) -> Mark | None:
    """The mark that some words are about; None for other things. The natives stand in a place
    besides being active or gone."""
    if words[0] == "natives" and words[1:2] not in (["active"], ["gone"]):
        return None
    return next((each for each in MARKS if words[0] in each.words), None)
