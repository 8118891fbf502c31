"""A position as a scenario file, for authors: tables for what they say, the rest in `[state]`.

Read again (engine.scenarios), it is the same position to the letter.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from engine import scenarios
from engine.facts import board, tables
from engine.notation.position_writer import position_text
from engine.notation.reading_errors import Unread
from engine.scenarios import ScenarioError
from engine.scenarios.document import Scenario
from engine.state import State
from engine.state.forces import Unit

WHY: Final = "As it was laid out."
ABOUT: Final = "A table as somebody laid it out."
SECTIONS: Final = ("owners", "controllers", "fortresses", "forces", "fleets", "pashas", "leaders",
                   "known", "establishments", "presidios", "revolts", "sieges")  # fmt: skip


def scenario_text(state: State, known: Scenario | None = None) -> str:
    """The scenario file of a position, as TOML, told as a known one is. Raises Unread where no
    file holds it."""
    sections = {name: _because(rows) for name, rows in _sections(state) if rows}
    document = {**_header(state, known), **sections}
    plain = _read(document)
    if position_text(State.from_plain(dict(plain))) != position_text(state):
        document["state"] = {
            part: json.dumps(value, ensure_ascii=False)
            for part, value in state.to_plain().items()
            if plain[part] != value
        }
    return "\n".join(_toml(document)).lstrip("\n") + "\n"


def _because(rows: Any) -> Any:
    """Rows with the line of reason that a scenario wants of what is unusual."""
    if isinstance(rows, dict):
        return dict(zip(rows, _because([*rows.values()]), strict=True))
    return [{**row, "because": WHY} if isinstance(row, dict) else row for row in rows]


def _read(document: dict[str, Any]) -> dict[str, Any]:
    """What the tables alone lead to; those that a scenario would refuse are left out of them."""
    for _ in SECTIONS:
        try:
            return scenarios.parse(document).plain
        except ScenarioError as error:
            blamed = [
                name
                for name in SECTIONS
                if name in document and any(line.startswith(name) for line in error.defects)
            ] or [name for name in SECTIONS if name in document]
            if not blamed:
                raise Unread(error.defects) from None
            for name in blamed:
                del document[name]
    raise Unread(["this position makes no scenario"])


def _header(state: State, known: Scenario | None) -> dict[str, Any]:
    found = {
        "id": state.scenario, "title": f"Position of turn {state.turn}",
        "year": tables.first_year(state.turn), "turn": state.turn, "period": state.period,
        "about": ABOUT, "teaches": "What its players aim for.", "length": "one Military phase",
    }  # fmt: skip
    if known is not None:
        found |= {key: getattr(known, key) for key in ("title", "about", "teaches", "length")}
    return found


def _sections(state: State) -> Iterator[tuple[str, Any]]:
    yield "wars", [list(war) for war in sorted(state.diplomacy.wars)]
    yield "alliances", {one.id: list(one.members) for one in state.diplomacy.alliances}
    yield "countries", {name: _country(state, name) for name in sorted(state.countries)}
    for section, held in (("owners", state.land.owners), ("controllers", state.land.controllers)):
        yield section, [
            {"country": country, "places": sorted(p for p in held if held[p] == country)}
            for country in sorted(set(held.values()))
        ]  # fmt: skip
    yield "fortresses", [{"place": p, "level": n} for p, n in sorted(state.land.levels.items())]
    yield "forces", [*_forces(state)]
    yield "fleets", [*_fleets(state)]
    yield "pashas", [_of(unit, "leader", "place", "position")
                     for unit in _units(state) if unit.kind == "PASHA"]  # fmt: skip
    yield "leaders", [
        {"leader": each.id, **_of(each, "country", "place"),
         **({"position": "inside"} if each.position == "inside" else {})}
        for _, each in sorted(state.leaders.items()) if each.status == "map"
    ]  # fmt: skip
    yield "known", [{"country": who, "places": sorted(places)}
                    for who, places in sorted(state.overseas.known.items()) if places]  # fmt: skip
    yield "establishments", [
        {"country": one.country, "place": place, **_of(one, "kind", "level", "stage")}
        for place, them in sorted(state.overseas.establishments.items()) for one in them
    ]  # fmt: skip
    yield "presidios", [{"place": place, "country": who, "level": level}
                        for place, (who, level) in sorted(state.sea.presidios.items())]  # fmt: skip
    yield "revolts", [{"place": place, **_of(each, "kind", "side", "country")}
                      for place, them in sorted(state.land.revolts.items())
                      for each in them]  # fmt: skip
    yield "sieges", [{"place": place, "alliance": siege.alliance, "works": list(siege.works)}
                     for place, siege in sorted(state.land.sieges.items())]  # fmt: skip


def _of(one: object, *names: str) -> dict[str, Any]:
    return {name: getattr(one, name) for name in names}


def _country(state: State, name: str) -> dict[str, Any]:
    one = state.countries[name]
    found: dict[str, Any] = {"patron": one.patron} if one.minor and one.patron else {
        "initiative": state.sequence.initiatives.get(name, 0),
        "treasury": one.treasury, "stability": one.stability,
    }  # fmt: skip
    found |= {"land": one.land_technology, "naval": one.naval_technology}
    usual = {"role": "full", "tercios": False, "reforms": [], "free_campaigns": [], "treaties": []}
    found |= {key: getattr(one, key) for key in usual if getattr(one, key) != usual[key]}
    return found | ({"recruited": one.recruited // 2} if one.recruited > 1 else {})


def _units(state: State) -> list[Unit]:
    return state.units_by_id(sorted(state.units))


def _veterans(unit: Unit) -> str:
    """The word for a counter's veterans; "" where it has some alone."""
    whole = unit.thirds + unit.afloat
    return "all" if unit.veterans == whole else "" if unit.veterans else "none"


def _rows(
    units: Iterable[Unit], names: Sequence[str], written: Callable[[Unit], str]
) -> Iterator[dict[str, Any]]:
    """Counters that are alike in what is named of them and in their veterans, a row each sort; not
    those of which only some are veterans."""
    found: dict[tuple[str, ...], list[str]] = {}
    for unit in units:
        if veterans := _veterans(unit):
            key = (*(getattr(unit, name) for name in names), veterans)
            found.setdefault(key, []).append(written(unit))
    for (country, place, *more, veterans), kinds in found.items():
        rest = {"veterans": veterans, **dict(zip(names[2:], more, strict=True))}
        usual = {"veterans": "all", "position": "field", "corps": ""}
        said = {name: rest[name] for name in (*names[2:], "veterans") if rest[name] != usual[name]}
        yield {"country": country, "place": place, "units": kinds, **said}


def _forces(state: State) -> Iterator[dict[str, Any]]:
    ashore = [unit for unit in _units(state) if unit.land and unit.kind != "PASHA"
              and unit.place in board.provinces() and unit.position in ("field", "inside")
              ]  # fmt: skip
    return _rows(ashore, ("country", "place", "position", "corps"), lambda unit: unit.kind)


def _fleets(state: State) -> Iterator[dict[str, Any]]:
    def written(unit: Unit) -> str:
        held = ", ".join(f"{number} {kind}" for kind, number in unit.ships.items())
        return f"{unit.kind}: {held}" if held else unit.kind

    return _rows((unit for unit in _units(state) if not unit.land), ("country", "place"), written)


# TOML


def _toml(document: Mapping[str, Any]) -> Iterator[str]:
    tables_of = {key: value for key, value in document.items() if _is_table(value)}
    for key, value in document.items():
        if key not in tables_of:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in tables_of.items():
        if isinstance(value, list):
            for row in value:
                yield from ("", f"[[{key}]]", *_pairs(row))
        elif any(isinstance(each, dict) for each in value.values()):
            for name, row in value.items():
                yield from ("", f"[{key}.{_key(name)}]", *_pairs(row))
        else:
            yield from ("", f"[{key}]", *_pairs(value))


def _is_table(value: object) -> bool:
    if isinstance(value, list):
        return bool(value) and isinstance(value[0], dict)
    return isinstance(value, dict)


def _pairs(row: Mapping[str, Any]) -> Iterable[str]:
    return (f"{_key(key)} = {_value(value)}" for key, value in row.items())


def _key(key: str) -> str:
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else _value(key)


def _value(value: Any) -> str:
    """A value as TOML writes it: its strings, numbers and lists are those of JSON."""
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
