"""What places and countries are called, and finding them by what a person types."""

from __future__ import annotations

from collections.abc import Container
from functools import cache
from itertools import chain
from typing import Final, NamedTuple

from engine.facts.board import areas, provinces, seas
from engine.facts.countries import countries, leaders
from engine.facts.sheets import by_key, read
from engine.grammar import with_article

_LETTERS = str.maketrans({"ı": "i", "ø": "o", "ł": "l", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe"})

LEAST_TYPED: Final = 3  # letters: with fewer too many towns begin


class Found(NamedTuple):
    """One candidate of a search."""

    kind: str  # province, sea, area or country
    id: str
    name: str


def plain_letters(text: str) -> str:
    """A name without case, accents and punctuation, for comparing what people type."""
    from unicodedata import combining, normalize

    bare = normalize("NFKD", text.casefold().translate(_LETTERS))
    letters = (c if c.isalnum() else " " for c in bare if not combining(c) and c not in "’'")
    return " ".join("".join(letters).split())


@cache
def other_names() -> dict[tuple[str, str], tuple[str, ...]]:
    """What else provinces, seas, countries and leaders are called, by kind and id: English,
    French, German and local names. Raises FactsError for a damaged sheet."""
    file = "other_names.csv"

    def line(kind: str, id: str, names: str) -> tuple[tuple[str, str], tuple[str, ...]]:
        known = {"province": set(provinces()), "sea": set(seas()), "country": set(countries()),
                 "leader": set(leaders())}  # fmt: skip
        if id not in known[kind]:
            raise ValueError(f"{id!r} is not {with_article(kind)}")
        return (kind, id), tuple(names.split(";"))

    return by_key(file, read(file, "kind,id,names", line))


@cache
def _searchable() -> tuple[tuple[Found, tuple[str, ...]], ...]:
    found: list[tuple[Found, tuple[str, ...]]] = []
    for place in provinces().values():
        names = (place.name, place.id, place.city, *place.aliases)
        found.append((Found("province", place.id, place.name), names))
    for zone in seas().values():
        names = (zone.name, zone.id, zone.id.removeprefix("sea-"), *zone.aliases)
        found.append((Found("sea", zone.id, zone.name), names))
    found += [(Found("area", a.id, a.name), (a.name, a.id)) for a in areas().values()]
    found += [
        (Found("country", c.id, c.name), (c.name, c.id, c.code)) for c in countries().values()
    ]
    others = other_names()
    return tuple(
        (one, tuple(plain_letters(name) for name in names + others.get((one.kind, one.id), ())
                    if name))
        for one, names in found
    )  # fmt: skip


def find(
    text: str,
    kinds: tuple[str, ...] = ("province", "sea", "area", "country"),
    shown: Container[str] = (),
) -> list[Found]:
    """The places and countries whose id, name, city, alias or code begins with what was typed; of
    one name the `kinds` tell the province from the minor (EUV-TERM-05, EUV-TERM-06).

    Case, accents and punctuation do not matter. Whole names come first, then beginnings of names,
    then beginnings of a later word of a name; within these what is `shown` on the map one looks at,
    then names that the board prints before cities and aliases, then by kind and name.
    """
    wanted = plain_letters(text)

    def order(each: tuple[int, int, str, Found]) -> tuple[int, bool, bool]:
        rank, _, printed, one = each
        return rank, one.id not in shown, rank == 1 and not printed.startswith(wanted)

    return [one for *_, one in sorted(_ranked(text, kinds), key=order)]


class Near(NamedTuple):
    """A name that is not on the board, what of the board is near it, and whether the whole name was
    typed."""

    called: str
    places: tuple[Found, ...]
    whole: bool


@cache
def _off_the_board() -> tuple[tuple[str, tuple[Found, ...]], ...]:
    """Battles and towns that the board does not name, and where they are. Raises FactsError for a
    damaged sheet."""
    known = {one.id: one for one, _ in _searchable() if one.kind in ("province", "sea")}

    def line(names: str, ids: str) -> list[tuple[str, tuple[Found, ...]]]:
        places = tuple(known[one] for one in ids.split(";"))
        return [(name, places) for name in names.split(";")]

    return tuple(chain.from_iterable(read("near_places.csv", "names,near", line)))


def near(text: str) -> Near | None:
    """What is near the battle or town that begins with what was typed, three letters at least, a
    whole name first; None for a name that nobody knows."""
    wanted = plain_letters(text)
    if len(wanted) < LEAST_TYPED:
        return None
    begun = [
        Near(called, places, plain_letters(called) == wanted)
        for called, places in _off_the_board()
        if plain_letters(called).startswith(wanted)
    ]
    return min(begun, key=lambda one: not one.whole, default=None)


def best_matches(text: str, kinds: tuple[str, ...] = ("province", "sea")) -> list[Found]:
    """What a person means who typed a name: what has it for its own, is called so too, or begins
    so; the best first, and more than one where it is not clear."""
    ranked, wanted = _ranked(text, kinds), plain_letters(text)
    own = [one for *_, one in ranked if plain_letters(one.name) == wanted]
    return own or [one for rank, *_, one in ranked if not rank] or [one for *_, one in ranked]


def _ranked(text: str, kinds: tuple[str, ...]) -> list[tuple[int, int, str, Found]]:
    wanted = plain_letters(text)
    ranked: list[tuple[int, int, str, Found]] = []
    if not wanted:
        return ranked
    for one, names in _searchable():
        if one.kind not in kinds:
            continue
        rank = min(
            0 if name == wanted else 1 if name.startswith(wanted) else 2 if f" {wanted}" in name
            else 3
            for name in names
        )  # fmt: skip
        if rank < 3:
            ranked.append((rank, kinds.index(one.kind), names[0], one))
    return sorted(ranked)


@cache
def _countries() -> dict[str, str]:
    """Countries by code and by name in plain letters."""
    known = countries().values()
    by_code = {each.code.lower(): each.id for each in known if each.code}
    return by_code | {plain_letters(each.name): each.id for each in known}


@cache
def _leaders() -> dict[str, str]:
    """Leaders by name in plain letters, the first of each name."""
    known = reversed(leaders().values())
    return {plain_letters(each.name): each.id for each in known}


def country_id(text: str) -> str:
    """The id of the country of that id, code or name; the text where there is none."""
    if text in countries():
        return text
    return _countries().get(text.lower()) or _countries().get(plain_letters(text), text)


def leader_id(text: str) -> str:
    """The id of the leader of that id or name; the text where there is none."""
    return text if text in leaders() else _leaders().get(plain_letters(text), text)
