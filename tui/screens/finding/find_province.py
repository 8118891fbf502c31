"""Find a province by typing its name."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from textual.binding import BindingType

from engine.facts import atlas, board, countries, place_names
from tui.screens.finding import search

MOST = 12
KINDS = ("province", "sea", "country")
UNKNOWN = "no place has such a name"
UNDISCOVERED = "no place that you have discovered has such a name"


class FindPlace(search.Search[str]):
    """A line and the places that begin with it, without hidden ones, or what is near a battle or
    town of that name; gives a place's id, or "" when it is given up."""

    question = "Find a province, a sea or a country"
    hint = "any of its names, its city, or a part of it"
    keys = "↑↓ choose · Enter goes there · Escape gives up"
    BINDINGS: ClassVar[list[BindingType]] = [*search.KEYS]

    def ask(self, hidden: Collection[str] = (), world: str = "europe") -> None:
        """Which places stay hidden, and the map that one looks at: what is on it comes first."""
        self.hidden = hidden
        self.shown = {place for on, place in atlas.labels() if on == world}

    def found(self, words: str) -> Sequence[search.Found]:
        """The places that fit."""
        known = [one for one in place_names.find(words, KINDS, self.shown)
                 if _place(one) and _place(one) not in self.hidden]  # fmt: skip
        found = [search.Found(_words(one), _place(one)) for one in known[:MOST]]
        near = place_names.near(words)
        if near is not None and (not known or near.whole):
            found += [
                search.Found(f"{_words(one)}  near {near.called}", one.id)
                for one in near.places
                if one.id not in self.hidden
            ]
        return found

    def none(self, words: str) -> str:
        """There may be one that is not discovered yet."""
        return UNDISCOVERED if self.hidden else UNKNOWN

    def action_leave(self) -> None:
        """No place."""
        self.done("")


def _place(one: place_names.Found) -> str:
    """Where it is: a country at its capital, "" where it has none."""
    if one.kind != "country":
        return one.id
    return next(iter(countries.country(one.id).capitals), "")


def _words(one: place_names.Found) -> str:
    """A place in the list, with its city; a country with its capital."""
    if one.kind == "country":
        return f"{one.name}  country, {board.province(_place(one)).name}"
    city = board.province(one.id).city if one.kind == "province" else "sea"
    return f"{one.name}  {city}" if city and city != one.name else one.name
