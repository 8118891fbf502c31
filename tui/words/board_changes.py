"""What a phase changed, as a list that one carries back to the cardboard table.

The table as it lay when the phase began is held against the table as it lies: counters place by
place, leaders, control, fortresses, sieges, unrest, money and marks. Nothing of the story is told.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from textwrap import wrap
from typing import Any, Final, NamedTuple

from engine.documents.printable import lines
from engine.facts import board, countries
from engine.facts.countries import with_article
from engine.games.game import Game
from engine.games.turn_start import turn_start
from engine.grammar import conjugate, counted
from engine.land.ground import besieging
from engine.state import State, sides
from engine.state.forces import Unit
from tui.words.places import country_name, place_name
from tui.words.report import STYLE, title

FORMATS: Final = ("text", "html", "json")
WIDTH: Final = 78
NOWHERE: Final = "no counters"
STANDING: Final = {"inside": "inside", "port": "in port", "aboard": "aboard", "field": ""}


class Part(NamedTuple):
    """A part of the table, and what changed there, a sentence each."""

    title: str
    changes: list[str]


def board_changes(
    game: Game,
    form: str = "text",
    sees: Callable[[str], bool] = lambda power: True,
    tells: Callable[[str], bool] = lambda line: True,
) -> str:
    """What the phase changed, in one of the FORMATS; `sees` says whose secrets may be told, `tells`
    which lines."""
    found = changes(turn_start(game), game.state, sees)
    parts = [Part(part.title, list(filter(tells, part.changes))) for part in found]
    parts = [part for part in parts if part.changes]
    return lines({"text": _text, "html": _page, "json": _json}[form](game, parts))


def changes(before: State, after: State, sees: Callable[[str], bool]) -> Iterator[Part]:
    """Everything on the table that is not as it was, part by part."""
    yield Part("Counters", list(_counters(before, after)))
    yield Part("Leaders", list(_leaders(before, after)))
    yield Part("Control", list(_control(before, after)))
    yield Part("Fortresses and sieges", list(_sieges(before, after)))
    yield Part("Pillages, revolts and corsairs", list(_unrest(before, after)))
    yield Part("Overseas", list(_overseas(before, after, sees)))
    yield Part("Treasury and stability", list(_powers(before, after)))


def _held(units: Iterable[Unit]) -> str:
    """Counters as they lie in a place: `2 A+, LD inside; F+ (4 NWD 2 NTD) in port`."""
    by_standing: dict[str, dict[str, int]] = {}
    for unit in sorted(units, key=lambda each: (each.position, each.kind)):
        name = unit.kind if unit.kind != "PASHA" else f"pasha of {unit.size}"
        if unit.ships:
            held = " ".join(f"{number} {kind}" for kind, number in unit.ships.items() if number)
            name += f" ({held})"
        there = by_standing.setdefault(unit.position, {})
        there[name] = there.get(name, 0) + 1
    said = []
    for position, names in by_standing.items():
        words = ", ".join(f"{count} {name}" if count > 1 else name for name, count in names.items())
        said.append(f"{words} {STANDING[position]}".strip())
    return "; ".join(said) or NOWHERE


def _counters(before: State, after: State) -> Iterator[str]:
    lying: list[dict[tuple[str, str], list[Unit]]] = []
    for state in (before, after):
        here: dict[tuple[str, str], list[Unit]] = {}
        for unit in state.units.values():
            here.setdefault((unit.country, unit.place), []).append(unit)
        lying.append(here)
    for country, place in sorted({*lying[0], *lying[1]}):
        was, now = (_held(each.get((country, place), ())) for each in lying)
        if was != now:
            yield f"{_whose(country)}, {place_name(place)}: {now} (before: {was})."


def _whose(country: str) -> str:
    return country_name(country) if country in countries.countries() else country.capitalize()


def _leaders(before: State, after: State) -> Iterator[str]:
    for name in sorted({*before.leaders, *after.leaders}):
        was, now = before.leaders.get(name), after.leaders.get(name)
        said = countries.leader_in_words(name, (now or was).country)  # type: ignore[union-attr]
        if now is None:
            yield f"{said} leaves the game."
        elif was is None:
            yield f"{said} comes: {_where(now.status, now.place, now.returns)}."
        elif (was.status, was.place, was.returns) != (now.status, now.place, now.returns):
            yield f"{said}: {_where(now.status, now.place, now.returns)}."


def _where(status: str, place: str, returns: str) -> str:
    if status == "map":
        return board.in_or_off(place) if place else "on the map"
    if status == "wounded":
        return f"wounded until {returns}" if returns else "wounded"
    return {"away": "off the map", "killed": "dead", "captured": "captured"}.get(status, status)


def _control(before: State, after: State) -> Iterator[str]:
    places = {
        *before.land.controllers,
        *after.land.controllers,
        *before.land.owners,
        *after.land.owners,
    }
    for place in sorted(places):
        was, now = sides.controller(before, place), sides.controller(after, place)
        if was != now:
            yield f"{place_name(place)}: {_nobody(now)} controls it (before: {_nobody(was)})."
        if sides.owner(before, place) != sides.owner(after, place):
            yield f"{place_name(place)}: {_nobody(sides.owner(after, place))} owns it."


def _nobody(country: str) -> str:
    return with_article(country) if country in countries.countries() else country or "nobody"


def _sieges(before: State, after: State) -> Iterator[str]:
    for place in sorted({*before.land.levels, *after.land.levels}):
        was, now = sides.fortress_level(before, place), sides.fortress_level(after, place)
        if was != now:
            yield f"{place_name(place)}: fortress of level {now} (before: {was})."
    for place in sorted({*before.land.sieges, *after.land.sieges}):
        siege, old = after.land.sieges.get(place), before.land.sieges.get(place)
        if siege is None:
            yield f"{place_name(place)}: the siege is over; take its siegeworks off."
        elif siege != old:
            works = " ".join(siege.works) or "none"
            breach = ", a breach" if siege.breach else ""
            who = besieging.besiegers_in_words(after, place)
            yield f"{place_name(place)}: besieged by {who}, siegeworks {works}{breach}."
    for place in sorted({*before.sea.presidios, *after.sea.presidios}):
        if before.sea.presidios.get(place) != after.sea.presidios.get(place):
            who, level = after.sea.presidios.get(place, ("", 0))
            held = f"{_nobody(who)}'s presidio of level {level}" if who else "no presidio any more"
            yield f"{place_name(place)}: {held}."


def _unrest(before: State, after: State) -> Iterator[str]:
    for place in sorted({*before.land.pillages, *after.land.pillages}):
        if before.land.pillages.get(place) != after.land.pillages.get(place):
            marks = " ".join(after.land.pillages.get(place, ())) or "gone"
            yield f"{place_name(place)}: pillages {marks}."
    for place in sorted({*before.land.revolts, *after.land.revolts}):
        if before.land.revolts.get(place) != after.land.revolts.get(place):
            found = ", ".join(f"{one.kind} {one.side}" for one in after.land.revolts.get(place, ()))
            yield f"{place_name(place)}: {found or 'no revolt any more'}."
    for place in sorted({*before.sea.corsairs, *after.sea.corsairs}):
        if before.sea.corsairs.get(place) != after.sea.corsairs.get(place):
            found = ", ".join(
                f"{_whose(one.country)} {one.side}" for one in after.sea.corsairs.get(place, ())
            )
            yield f"{place_name(place)}: corsairs {found or 'gone'}."


def _overseas(before: State, after: State, sees: Callable[[str], bool]) -> Iterator[str]:
    for place in sorted({*before.overseas.establishments, *after.overseas.establishments}):
        was, now = (
            before.overseas.establishments.get(place, []),
            after.overseas.establishments.get(place, []),
        )
        if was != now:
            found = ", ".join(
                f"{with_article(one.country)}'s {one.kind.replace('_', ' ')}"
                + (f" of level {one.level}" if one.level else "")
                for one in now
            )
            yield f"{place_name(place)}: {found or 'nothing stands there any more'}."
    for place in sorted({*before.overseas.natives, *after.overseas.natives}):
        if before.overseas.natives.get(place) != after.overseas.natives.get(place):
            yield f"{place_name(place)}: natives {after.overseas.natives.get(place, 'at peace')}."
    for carrier in sorted({*before.sea.gold, *after.sea.gold}):
        was_gold, gold = before.sea.gold.get(carrier, 0), after.sea.gold.get(carrier, 0)
        if was_gold != gold and not carrier.isdigit():
            waits = f"{counted(gold, 'ducat')} of gold {conjugate('wait', gold)}"
            yield f"{place_name(carrier)}: {waits} (before: {was_gold})."
    for country in sorted(after.overseas.known):
        found_places = after.overseas.known[country] - before.overseas.known.get(country, set())
        if found_places and sees(sides.decider(after, country)):
            names = ", ".join(place_name(place) for place in sorted(found_places))
            yield f"{_whose(country)} discovered {names}."


def _powers(before: State, after: State) -> Iterator[str]:
    for name in sorted(after.countries):
        was, now = before.countries.get(name), after.countries[name]
        if was is None:
            continue
        said = []
        if now.treasury != was.treasury:
            said.append(f"treasury {now.treasury} ({now.treasury - was.treasury:+})")
        if now.ticks != was.ticks:
            said.append(f"campaigns {', '.join(each.replace('-', ' ') for each in now.ticks)}")
        if now.recruited_cost != was.recruited_cost:
            said.append(f"levies for {counted(now.recruited_cost - was.recruited_cost, 'ducat')}")
        if now.stability != was.stability:
            said.append(f"stability {now.stability:+} ({now.stability - was.stability:+})")
        if now.victory_points != was.victory_points:
            said.append(f"{now.victory_points - was.victory_points:+} victory points")
        if said:
            yield f"{country_name(name)}: {'; '.join(said)}."


def _head(game: Game) -> str:
    return f"Carry to the table: {title(game)}"


def _text(game: Game, parts: list[Part]) -> str:
    rows = [_head(game), "=" * len(_head(game))]
    for part in parts:
        rows += ["", part.title, "-" * len(part.title)]
        for change in part.changes:
            rows += wrap(f"[ ] {change}", WIDTH, subsequent_indent="    ")
    if not parts:
        rows += ["", "Nothing on the table has changed."]
    return "\n".join(rows) + "\n"


def _page(game: Game, parts: list[Part]) -> str:
    body = [f"<h1>{escape(_head(game))}</h1>"]
    for part in parts:
        items = "".join(f"<li>{escape(change)}</li>" for change in part.changes)
        body.append(f"<h2>{escape(part.title)}</h2>\n<ul>{items}</ul>")
    if not parts:
        body.append("<p>Nothing on the table has changed.</p>")
    style = f"{STYLE}\nul {{ list-style: '☐ '; padding-left: 1.4em; }} body {{ font-size: .9em; }}"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(_head(game))}</title><style>\n{style}\n</style></head>\n<body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def _json(game: Game, parts: list[Part]) -> str:
    document: Mapping[str, Any] = {
        "title": title(game),
        "changes": {part.title: part.changes for part in parts},
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
