"""What happened since a power last had its impulse, in one short paragraph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.chronicle import Entry
from engine.facts.board import called
from engine.facts.countries import does, province_for, with_article
from engine.games import statistics
from engine.grammar import capitalised, join_names, thirds

FEW: Final = 3
GLANCE: Final = 5
FOUGHT: Final = ("battle", "overrun")
BESIEGED: Final = ("siege", "assault", "fall", "war-honour")
FIRST: Final = {
    "fall": 0,
    "war-honour": 0,
    "assault": 1,
}  # what a siege has come to, before all else


def recap(news: Sequence[Entry], ours: str) -> str:
    """Moves, battles, sieges and losses of the news, where another alliance than `ours` has had an
    impulse and it is more than one reads at a glance; "" else."""
    if len(news) <= GLANCE or all(entry.impulse in ("", ours) for entry in news):
        return ""
    parts = [
        *_moves(news),
        *_told(news, FOUGHT, "battle"),
        *_told(news, BESIEGED, "siege"),
    ]
    return " ".join([*parts, *_losses(news)])


def _moves(news: Sequence[Entry]) -> Iterator[str]:
    goals: dict[str, list[str]] = {}
    for entry in news:
        if entry.kind == "move" and entry.place:
            who = (entry.sheet or {}).get("country", entry.who)
            goals.setdefault(who, []).append(entry.place)
    for who, places in goals.items():
        different = list(dict.fromkeys(places))
        if len(different) <= FEW:
            named = join_names(province_for(who, place) for place in different)
            yield f"{capitalised(does(who, 'move'))} to {named}."
        else:
            moves = f"{capitalised(does(who, 'make'))} {len(places)} moves"
            yield f"{moves}, the last to {called(places[-1])}."


def _told(news: Sequence[Entry], kinds: Sequence[str], what: str) -> Iterator[str]:
    """The last of these sentences as they are, and how many other battles or sieges there were."""
    found = [entry for entry in news if entry.kind in kinds]
    latest = reversed(found)
    chosen = sorted(latest, key=lambda entry: FIRST.get(entry.kind, 2))[: FEW - 1]
    yield from (entry.text for entry in found if entry in chosen)
    more = len(found) - len(chosen)
    if found and what == "siege":  # much may happen in one
        more = len({entry.place for entry in found} - {entry.place for entry in chosen})
    if more:
        yield f"{more} more {what}{'s' if more > 1 else ''}."


def _losses(news: Sequence[Entry]) -> Iterator[str]:
    lost: dict[str, list[int]] = {}
    for entry in news:
        if entry.sheet and "cause" in entry.sheet:
            for country, (ashore, afloat) in statistics.by_country(entry.sheet).items():
                both = lost.setdefault(country, [0, 0])
                both[0] += ashore
                both[1] += afloat
    said = []
    for country, (ashore, afloat) in lost.items():
        each = [(ashore, "LD"), (afloat, "ND")]
        much = join_names(f"{thirds(number)} {unit}" for number, unit in each if number)
        said += [f"{with_article(country)} {much}"] if much else []
    if said:
        yield f"Lost: {', '.join(said)}."
