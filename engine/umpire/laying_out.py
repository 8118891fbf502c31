"""The ruling that lays a whole table out anew: troops, leaders, marks, powers and wars at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from typing import Any, Final

from engine.documents.fields import Named, Text
from engine.facts import countries
from engine.facts.board import name_of
from engine.facts.document_fields import Words
from engine.fleets import fleets
from engine.grammar import counted, join_names
from engine.land.ground import besieging
from engine.land.siege.revolts import revolt_in_words
from engine.play.asks import BadAnswer
from engine.sea.corsairs_math import corsair_in_words
from engine.situation.establishments import establishment_in_words
from engine.state import State, forces, json_parts
from engine.state.countries import Country
from engine.state.land import Siege

LAID: Final = frozenset((
    "alliances", "wars", "countries", "initiatives", "units", "last_unit", "leaders", "owners",
    "controllers", "levels", "sieges", "resupplied", "pillages", "revolts", "corsairs", "gold",
    "presidios", "establishments", "natives",
))  # fmt: skip
"""Parts of a table that may be laid out while it is played; turn, round and marks go on."""

LONGEST: Final = 200_000  # letters of the JSON of a part
MOST_TOLD: Final = 40
DO: Final = "lay-out"


def laid_out(before: State, after: State) -> dict[str, Any] | None:
    """The ruling that makes one table of another; None where they are the same.

    Raises BadAnswer where they differ in what a running game keeps.
    """
    old, new = before.to_plain(), after.to_plain()
    changed = [part for part in new if new[part] != old[part]]
    kept = [part.replace("_", " ") for part in changed if part not in LAID]
    if kept:
        said = "what a game has come to stays as it is while it is played"
        raise BadAnswer(f"{', '.join(kept)}: {said}; lay out another table for it")
    if not any(difference(before, after)):
        return None
    parts = {part: json.dumps(new[part], ensure_ascii=False) for part in changed}
    return {"do": DO, "parts": parts}


def lay_out(state: State, given: dict[str, Any]) -> str:
    """Takes the parts as they are given, and tells what they change."""
    before = State.from_plain(plain := state.to_plain())
    taken: dict[str, Any] = {}
    for part, value, why in json_parts.decode_parts(given["parts"], dict.fromkeys(LAID)):
        if why:
            raise BadAnswer(f"parts: {part} {why}")
        taken[part] = value
    try:
        after = json_parts.with_parts(plain, taken)
    except ValueError as error:
        raise BadAnswer(f"parts: they are not a table ({error})") from None
    if wrong := [why for _, why in json_parts.defects(after, taken)]:
        raise BadAnswer(f"parts: {wrong[0]}")
    told = [*difference(before, after)]
    if not told:
        raise BadAnswer("parts: that is how it stands already")
    for each in fields(after):
        setattr(state, each.name, getattr(after, each.name))
    more = len(told) - MOST_TOLD
    rest = [f"and {more} more"] if more > 0 else []
    return f"the table is laid out again: {'; '.join([*told[:MOST_TOLD], *rest])}"


def difference(before: State, after: State) -> Iterator[str]:
    """What differs between two tables, a place, power or war each."""
    old, new = _standing(before), _standing(after)
    for where in sorted({*old, *new}):
        came = [each for each in new.get(where, ()) if each not in old.get(where, ())]
        gone = [each for each in old.get(where, ()) if each not in new.get(where, ())]
        if came or gone:
            between = (" instead of " if gone else "") if came else "no more "
            yield f"{where}: {', '.join(came)}{between}{', '.join(gone)}"


def _standing(state: State) -> dict[str, list[str]]:
    """What stands in each place and of each power, in words."""
    found: dict[str, list[str]] = {}

    def say(where: str, what: str) -> None:
        found.setdefault(where, []).append(what)

    groups: dict[tuple[str, str, str], list[forces.Unit]] = {}
    for unit in state.units.values():
        groups.setdefault((unit.place, unit.country, unit.position), []).append(unit)
    for (place, country, position), units in sorted(groups.items()):
        for each in ([u for u in units if u.land], [u for u in units if not u.land]):
            if each:
                where = "" if position == "field" else f" {POSITIONS[position]}"
                whose = countries.with_article(country)
                say(name_of(place), f"{whose} {fleets.counters_in_words(each)}{where}")
    for leader in state.leaders.values():
        name = countries.leader(leader.id).name
        if leader.status == "map":
            say(name_of(leader.place), name)
        else:
            say("Off the map", f"{name} {leader.status}")
    land = state.land
    for word, held in (("owner", land.owners), ("controller", land.controllers)):
        for place, country in held.items():
            who = countries.with_article(country) if country else "nobody"
            say(name_of(place), f"{word} {who}")
    for place, level in land.levels.items():
        say(name_of(place), f"fortress of level {level}")
    for place, mark in _marks(state):
        say(name_of(place) if not place.isdigit() else "Aboard", mark)
    allies = {}
    for one in state.diplomacy.alliances:
        allies[one.id] = join_names(map(countries.with_article, one.members))
        say("Alliances", f"{allies[one.id]} ({one.initiative})")
    for war in state.diplomacy.wars:
        say("Wars", " against ".join(allies.get(side, side) for side in war))
    for power in state.countries.values():
        for said in _facts(power, "id"):
            say(countries.with_article(power.id), said)
    return found


def _marks(state: State) -> Iterator[tuple[str, str]]:
    """What lies on the board beside troops and leaders, in words."""
    land, sea, overseas = state.land, state.sea, state.overseas
    for place, siege in land.sieges.items():
        by = f"besieged by {besieging.besiegers_in_words(state, place)}"
        yield place, ", ".join([by, *_facts(siege, "alliance")])
    yield from ((place, "resupplied") for place in sorted(land.resupplied))
    yield from ((place, f"pillages {' '.join(marks)}") for place, marks in land.pillages.items())
    for place, revolts in land.revolts.items():
        yield from ((place, revolt_in_words(each)) for each in revolts)
    for place, corsairs in sea.corsairs.items():
        yield from ((place, corsair_in_words(each)) for each in corsairs)
    yield from (
        (place, f"{counted(ducats, 'ducat')} of gold") for place, ducats in sea.gold.items()
    )
    for place, (country, level) in sea.presidios.items():
        yield place, f"presidio of {countries.with_article(country)}, level {level}"
    for place, ones in overseas.establishments.items():
        for each in ones:
            founded = f", founded in turn {each.founded}" if each.founded else ""
            yield place, f"{establishment_in_words(each)}{founded}"
    yield from ((place, f"natives {how}") for place, how in overseas.natives.items())


def _facts(of: Country | Siege, *left_out: str) -> Iterator[str]:
    """What is kept of a country or a siege, in words: `ottoman fright`, `works + -`; no flag that
    does not hold, nothing that is empty."""
    for each in fields(of):
        value, name = getattr(of, each.name), each.name.replace("_", " ")
        if each.name in left_out or value is False or value in (None, "", []):
            continue
        if isinstance(value, list):
            value = " ".join(map(_called, value))
        yield name if value is True else f"{name} {_called(str(value))}"


def _called(name: str) -> str:
    """A country by its name, any other word with spaces."""
    known = name in countries.countries()
    return countries.with_article(name) if known else name.replace("_", " ")


POSITIONS: Final = {"inside": "inside", "port": "in port", "aboard": "aboard"}

WORDS: Final[Words] = {"parts of the table": Named(Text(most=LONGEST), "parts of the table")}
