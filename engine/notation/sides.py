"""What a side of a line is: its leader, country, technology and flags, and what is assumed of it.

Where a line is silent, a year tells: which leaders live, the technology of a country's group
(the newest that was within reach before that turn, technology_goals), Spain's tercios.
"""

from __future__ import annotations

from typing import Any, Final

from engine.facts import countries, place_names, tables
from engine.facts.countries import Leader
from engine.notation import line_fields
from engine.notation.words import LAND_UNITS, SHIPS, Line, Said
from engine.state.forces import Kind

BEHIND: Final = {"land": "musket", "naval": "galleon-fluyt"}
"""From this technology on, Orthodox and Islamic countries are taken to be one behind."""

OLDEST: Final = {"land": "medieval", "naval": "galley"}
NATIVES: Final = "natives"
AT_SEA: Final = frozenset(("admiral", "privateer", "king", "explorer"))


def has_tercios(country: str, turn: int) -> bool:
    """Whether a country is taken to have tercios in a turn: Spain, after their goal, before that of
    baroque."""
    tercios, baroque = map(tables.technology_goals, ("tercios", "baroque"))
    return country == tercios.only_for and tercios.first_turn < turn < baroque.first_turn


def technology(country: str, domain: str, turn: int) -> str:
    """The technology on land or at sea that a country is taken to have in a turn."""
    order = tables.LAND_TECHNOLOGIES if domain == "land" else tables.NAVAL_TECHNOLOGIES
    goals = tables.technology_goals.all()
    reached = [name for name in order if goals[name].first_turn < turn] or [OLDEST[domain]]
    group = countries.technology_group(country)
    if group in ("ROTW", "Medieval"):
        return OLDEST[domain]
    newest = reached[-1]
    if group != "Latin" and order.index(newest) >= order.index(BEHIND[domain]):
        newest = order[order.index(newest) - 1]
    return newest


def leader_of(line: Line, said: Said, turn: int, at_sea: bool) -> Leader | None:
    """Who is meant: alive in that turn, of the country named, of a power, and named so in full.

    Two who are left with different values make the line ambiguous, which is said.
    """
    named = said.leader
    if named is None:
        return None
    found = [each for each in named.found if "older-edition" not in each.flags] or [*named.found]
    wanted = said.country
    for better in (
        [each for each in found if each.country == wanted],
        [each for each in found if (each.kind in AT_SEA) == at_sea or each.kind == "king"],
        [each for each in found if _lives(each, turn)],
    ):
        found = (better and [each for each in found if each in better]) or found
    alike = {(each.manoeuvre, each.fire, each.shock, each.siege) for each in found}
    powers = [each for each in found if each.country
              and countries.country(each.country).kind in ("major", "minor_major")]  # fmt: skip
    if len(alike) == 1:
        return (powers or found)[0]
    exact = [each for each in found if place_names.plain_letters(each.name) == named.typed]
    found = exact or powers or found
    if len({(each.country, each.name) for each in found}) > 1:
        readings = " or ".join(
            f"{each.name} of {_whose(each)} ({each.manoeuvre}·{each.fire}·{each.shock})"
            for each in found[:4]
        )
        line.wrong.append(f"{named.typed!r} may be {readings}: name the country or the year")
    return found[0]


def _whose(each: Leader) -> str:
    return countries.with_article(each.country) if each.country else "no country"


def _lives(each: Leader, turn: int) -> bool:
    return bool(each.first_turn and each.last_turn and each.first_turn <= turn <= each.last_turn)


def country_of(line: Line, at: int, leader: Leader | None, lent: str) -> str:
    """The country in command: as named, the leader's, or what the place lends; else France, or
    Spain against it."""
    said, other = line.sides[at], line.sides[1 - at] if len(line.sides) > 1 else None
    if "natives" in said.words and not said.country:
        return NATIVES
    if said.country:
        return said.country
    if leader is not None and leader.country:
        return leader.country
    if lent:
        line.assumed.append(f"{countries.with_article(lent)} defends as the owner in 1492")
        return lent
    against = other.country if other is not None else ""
    if other is not None and not against and other.leader is not None:
        against = other.leader.found[0].country
    taken = "spain" if against == "france" or (at and against != "spain") else "france"
    line.assumed.append(f"no country is named: {countries.with_article(taken)}")
    return taken


def _described(said: Said, leader: Leader | None, turn: int, told: list[str]) -> Any:
    """The leader as a document has him; `told` gets what was assumed of him."""
    if said.values or leader is None:
        if not said.values and said.stranger:
            told.append(f"{said.stranger} unknown (3·2·3 gives values): a replacement")
        return said.values or None
    late = leader.first_turn is not None and not _lives(leader, turn)
    when = f" of {tables.first_year(leader.first_turn or 0)}" if late else ""
    told.append(f"{leader.name}{when} {leader.manoeuvre}·{leader.fire}·{leader.shock}")
    return leader.id


def side(line: Line, at: int, turn: int, domain: str = "land", lent: str = "") -> dict[str, Any]:
    """One side of a document, without its units: who commands whom, by which technology."""
    said, whole = line.sides[at], line.whole
    leader = leader_of(line, said, turn, domain == "naval")
    country = country_of(line, at, leader, lent)
    words = {**whole.words, **said.words}
    told: list[str] = []
    commander = None if "no_leader" in words else _described(said, leader, turn, told)
    found: dict[str, Any] = {
        "country": country,
        "technology": technology_of(line, said, country, turn, domain, told),
        "leader": commander,
        "veteran": "conscript" not in words,
    }
    if domain == "land":
        told.append(f"class {countries.army_class(country, tables.period_of(turn))}")
    if country == NATIVES:
        found["veteran"] = "veteran" in words
    elif not {"veteran", "conscript"} & words.keys():
        told.append("veteran")
    usual = has_tercios(country, turn) and "no_tercios" not in words
    if domain == "land" and ("tercios" in words or usual):
        found["tercios"] = True
        told += [] if "tercios" in words else ["tercios"]
    flags = said.words if domain == "land" else {*said.words} & {"minor"}
    line_fields.fill(found, "side", dict.fromkeys(flags, True))
    if told:
        line.assumed.append(f"{countries.country(country).name}: {', '.join(told)}")
    return found


def technology_of(
    line: Line, said: Said, country: str, turn: int, domain: str, told: list[str]
) -> str:
    """The technology of a side: as it was said, else that of its country, which is told."""
    order = tables.LAND_TECHNOLOGIES if domain == "land" else tables.NAVAL_TECHNOLOGIES
    given = said.technology or line.whole.technology
    if given in order:
        return given
    if given:
        other = "at sea" if domain == "land" else "on land"
        line.wrong.append(f"{given!r} is a technology {other}")
    found = technology(country, domain, turn)
    told.append(found)
    return found


WHICH: Final = ("the first side", "the second side")


def units(line: Line, at: int, needed: bool = True) -> list[Kind]:
    """The land units of a side, one by one."""
    said, kinds = line.sides[at], [kind for kind in LAND_UNITS if kind in line.sides[at].units]
    if set(said.units) - set(kinds) or said.fleets:
        line.wrong.append(f"{WHICH[at]}: ships do not stand on land; A+, A-, LD, LDE and PASHA do")
    if needed and not kinds:
        line.wrong.append(f"{WHICH[at]}: no units; say for example 2A+ LD")
    return [kind for kind in kinds for _ in range(min(said.units[kind], 101))]


def ships(line: Line, at: int) -> dict[str, Any]:
    """The naval units of a side as a document holds them."""
    said, found = line.sides[at], dict[str, Any]()
    for kind, held in said.fleets:
        if not held:
            line.wrong.append(f"{WHICH[at]}: what does {kind} hold? Say {kind}[4 NWD 2 NTD]")
        found.setdefault(kind, []).append(dict(held))
    strange = [kind for kind in said.units if kind not in SHIPS]
    if strange:
        line.wrong.append(f"{WHICH[at]}: {', '.join(strange)} are no ships")
    found |= {kind: number for kind, number in said.units.items() if kind not in strange}
    if not found:
        line.wrong.append(f"{WHICH[at]}: no ships; say for example 4 NWD 2 NTD")
    return found


def names(sides: list[dict[str, Any]]) -> list[str]:
    """What the sides are called in dice and decisions: the codes of their countries."""
    found = [countries.country(each["country"]).code or each["country"] for each in sides]
    found = [name.replace(" ", "-").replace(".", "")[:36] for name in found]
    if len(found) > 1 and found[0] == found[1]:
        found[1] += "2"
    return found
