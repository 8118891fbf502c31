"""The charts and figures of Empires in Arms, one look-up each.

Every look-up reads its sheet of engine/data/eia when it is first needed and raises FactsError for a
key that the sheet doesn't have. Morale is in tenths (35 is 3.5), political points of cities in
halves where a name ends in `_halves`. Powers are ids (`britain`), as are nations (`holland`).
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from engine.facts.sheets import DATA, Cells, FactsError, lines_by
from engine.facts.wordings import wordings

# The seven major powers: their id, and how the sheets print them.
POWERS: Final = wordings("major power")
IDS: Final[Mapping[str, str]] = {name: power for power, name in POWERS.items()}
OTTOMAN: Final = "ottoman"
TENTHS: Final = 10


@cache
def rows(sheet: str) -> tuple[Mapping[str, str], ...]:
    """The lines of a sheet, each with its cells by column. Raises FactsError."""
    try:
        with open(f"{DATA}eia/{sheet}.csv", encoding="utf-8", newline="") as lines:  # noqa: PTH123
            return tuple(csv.DictReader(lines))
    except OSError as error:
        raise FactsError(f"eia/{sheet}.csv: cannot be read ({error.strerror})") from error


def line_of(sheet: str, **cells: str) -> Mapping[str, str] | None:
    """The first line of a sheet that holds these cells; None where there is none."""
    wanted = cells.items()
    return next((line for line in rows(sheet) if wanted <= line.items()), None)


def row(sheet: str, **cells: str) -> Mapping[str, str]:
    """The same. Raises FactsError when there is none."""
    found = line_of(sheet, **cells)
    if found is None:
        raise FactsError(f"eia/{sheet}.csv: no line with {', '.join(cells.values())}")
    return found


NUMBER: Final = re.compile(r"[+-]?\d+(?:\.\d+)?")


def cell(sheet: str, item: str, column: str = "value") -> str:
    """The cell beside an item of a sheet, the items being its first column."""
    return row(sheet, **{next(iter(rows(sheet)[0])): item})[column]


def last_number(sheet: str, item: str, column: str = "value") -> Fraction:
    """The last number that stands in a cell of a sheet: `d6 = 1` is 1."""
    found = NUMBER.findall(cell(sheet, item, column))
    if not found:
        raise FactsError(f"eia/{sheet}.csv: {item} holds no number")
    return Fraction(found[-1])


def figure(sheet: str, item: str, column: str = "value") -> int:
    """As `last_number`, for whole numbers. Raises FactsError when it isn't one."""
    number = last_number(sheet, item, column)
    if number.denominator != 1:
        raise FactsError(f"eia/{sheet}.csv: {item} is not a whole number")
    return int(number)


def tenths(text: str) -> int:
    """A number of the sheets with one decimal, in tenths."""
    number = Fraction(text) * TENTHS
    if number.denominator != 1:
        raise FactsError(f"eia: {text} has more than one decimal")
    return int(number)


def printed_name(name: str) -> str:
    """A power or nation as the sheets print it and people call it: `Great Britain`."""
    return POWERS.get(name, name.replace("_", " ").title())


def is_same_name(name: str, known: str) -> bool:
    """Whether a name that somebody typed is a known one: neither capitals, blanks nor accents
    matter (`masséna` is Massena)."""
    return plain(name) == plain(known)


def plain(name: str) -> str:
    """The letters and digits of a name, small and without accents."""
    return "".join(each for each in unicodedata.normalize("NFD", name.casefold()) if each.isalnum())


@cache
def _powers() -> Mapping[str, str]:
    found = {plain(name): power for power, name in POWERS.items()}
    found |= {plain(power): power for power in POWERS}
    return found | {plain(line["written"]): line["power"] for line in rows("power_names")}


def power(name: str) -> str:
    """The id of a major power however it is written (`GB`, `FRANCE`, `Great Britain`); empty for
    what is none."""
    return _powers().get(plain(name), "")


@cache
def _people() -> Mapping[str, str]:
    lines = rows("leader_names")
    known = {plain(name): name for name in (*leaders(), *(line["leader"] for line in lines))}
    return known | {plain(line["written"]): line["leader"] for line in lines}


def person(name: str) -> str:
    """A leader's one name: `Napoleon Bonaparte` is Napoleon. Who has no other stays as he is."""
    return _people().get(plain(name), name)


def as_known(name: str, known: Iterable[str]) -> str:
    """A name as the first known one that is the same writes it, else as it is."""
    return next((each for each in known if is_same_name(name, each)), name)


# Troops


class Morale(NamedTuple):
    """The morale of a nation's infantry and cavalry, and whether sources dispute it."""

    infantry: int
    cavalry: int
    disputed: str


def nations() -> tuple[str, ...]:
    """The nations whose morale is known, as ids."""
    return tuple(
        OTTOMAN if name.startswith("Ottoman") else IDS.get(name, name.lower())
        for name in _nations()
    )


def _nations() -> dict[str, None]:
    lines = rows("national_morale")
    return dict.fromkeys(line["nation"].partition(" (")[0] for line in lines)


@cache
def minors() -> tuple[str, ...]:
    """The minors whose morale is known, as the sheet prints them."""
    return tuple(name for name in _nations() if name not in IDS and not name.startswith("Ottoman"))


@cache
def national_morale(nation: str, dominant: bool = False, british: bool = False) -> Morale:
    """The morale of a nation; `british` for minors trained by Britain."""
    name = printed_name(nation) if nation != OTTOMAN else "Ottoman Empire corps (Turkish)"
    trained = [f"{name} (British trained)"] if british else []
    for key in (*trained, f"{name} ({'' if dominant else 'not '}dominant)", name):
        if line := line_of("national_morale", nation=key):
            disputed = line["note"] if line["agreement"] == "disputed" else ""
            return Morale(tenths(line["infantry_morale"]), tenths(line["cavalry_morale"]), disputed)
    raise FactsError(f"eia/national_morale.csv: no line for {nation}")


def troop_morale(troop: str) -> int:
    """The morale of militia, guards, cossacks, guerrillas and feudal troops, in tenths."""
    return tenths(row("other_morale", troop=troop)["morale"])


class CavalryType(NamedTuple):
    """A type of cavalry: morale in tenths, price in money and manpower."""

    morale: int
    money: int
    manpower: int


@cache
def cavalry_types() -> Mapping[str, CavalryType]:
    """Light, medium and heavy cavalry (EIA-CAV-01 to EIA-CAV-03)."""
    cells: Cells = {"morale": tenths, "money": int, "manpower": int}
    key: Cells = {"type": lambda cell: cell.partition(" ")[0]}
    return lines_by("eia/seed_cavalry_types.csv", key, cells, CavalryType)


def price(troop: str) -> tuple[int, int] | None:
    """The price of a troop in money and manpower, None where no source gives it; printed cavalry is
    medium (EIA-CAV-02)."""
    kind = "medium" if troop == "cavalry" else troop.removesuffix("_cavalry")
    found = cavalry_types().get(kind)
    return (found.money, found.manpower) if found else None


def intrinsic(nation: str, year: int = 0) -> tuple[int, int] | None:
    """The strategic and tactical rating of corps without a leader, None where none is known; a
    `year` tells whether they have the better one that a nation gets later."""
    name, found = printed_name(nation), None
    for line in rows("intrinsic_corps_ratings"):
        nations, _, since = line["nation"].partition(" from ")
        if name in [each.strip() for each in nations.split(",")]:
            rating = int(line["strategic"]), int(line["tactical"])
            if since and int(since) <= year:
                return rating
            found = found if since else rating
    return found


class Rated(NamedTuple):
    """A leader as a source rates him; `power` may be the royalist side of one."""

    power: str
    strategic: int
    tactical: int
    maximum: int
    rank: str


@cache
def leaders() -> Mapping[str, Rated]:
    """The leaders whose ratings a source gives, by name."""
    cells: Cells = {"power": lambda cell: power(cell.partition(" (")[0]), "strategic": int,
                    "tactical": int, "tactical_maximum": int, "rank": str}  # fmt: skip
    return lines_by("eia/leaders_1789_variant.csv", {"leader": str}, cells, Rated)


# The calendar


class Step(NamedTuple):
    """A step of the turn: the phase it stands in, its name, whether it is economic only, and
    whether each power has one of its own, one power after the other."""

    phase: str
    name: str
    economic: bool
    by_power: bool = False


@cache
def steps() -> tuple[Step, ...]:
    """The steps of a turn in their order."""
    lines = [(line["phase"].partition(" ("), line) for line in rows("turn_structure")]
    return tuple(Step(phase, line["step"], bool(bracket), line["mode"] == "by power")
                 for (phase, _, bracket), line in lines)  # fmt: skip


@cache
def order(phase: str) -> tuple[tuple[str, ...], str]:
    """The powers in the order in which they play a phase, and the one that says at its start where
    it comes in; for phases that are not played power by power none."""
    line = line_of("play_order", phase=phase.lower())
    if line is None:
        return (), ""
    floating = line["floating_power"].partition(" announces")[0]
    return tuple(power(each.strip()) for each in line["order"].split(";")), power(floating)


MONTHS: Final = tuple(wordings("month"))


@cache
def months_of(item: str) -> frozenset[int]:
    """The months that the calendar has for something, January being 0."""
    names = map(str.strip, cell("calendar", item).split(";"))
    return frozenset(MONTHS.index(name) for name in names if name)


# Powers


ID: Final = re.compile(rf"\b({'|'.join(POWERS)})\b")
ONE: Final = re.compile(
    r"(?<![\w.,½-])([+-]?1) (?!of\b)((?:\w+ ){0,2}?)"
    r"(turn|month|point|prisoner|ship|hulk|factor|depot|squadron|tower|cossack|loss(?=es))(?:e?s)\b"
)


def singular(sentence: str) -> str:
    """A sentence in which one thing is not counted as several: `1 turn`."""
    return ONE.sub(r"\1 \2\3", sentence)


def in_words(sentence: str) -> str:
    """A sentence with its powers as people call them, and one thing as one."""
    return singular(ID.sub(lambda found: printed_name(found[1]), sentence))


def scenarios() -> tuple[str, ...]:
    """The scenarios whose goals are known."""
    return tuple(dict.fromkeys(line["scenario"] for line in rows("victory_goals")))


def start_box(scenario: str, power: str) -> str:
    """The box of the political status track in which a power begins a scenario; empty where no
    source says it."""
    for line in rows("start_status"):
        if line["power"] == printed_name(power) and line["scenario"].startswith(scenario):
            return line["box"]
    return ""


def _goal(scenario: str, power: str) -> Mapping[str, str] | None:
    return line_of("victory_goals", scenario=scenario, power=printed_name(power))


def goal_note(scenario: str, power: str) -> str:
    """What is said of a goal that is not certain; empty for one that is."""
    line = _goal(scenario, power)
    return f"{line['goal']}, {line['agreement']}" if line else "not found in any source"


def depots(power: str) -> int:
    """How many depots a major power has (EIA-DEP-01)."""
    return figure("seed_depots_per_power", printed_name(power), "depots")


def goal(scenario: str, power: str) -> int | None:
    """The victory point goal of a power in a scenario; None where the sources dispute it or
    nobody knows."""
    line = _goal(scenario, power)
    unsure = line is None or any(word in line["agreement"] for word in ("disputed", "other copy"))
    return None if line is None or unsure else int(line["goal"])


def finland(power: str) -> int:
    """Finland's national modifier for a major power (EIA-ERR-05)."""
    return figure("seed_finland_modifiers", printed_name(power), "modifier")


def says(attacker: str, defender: str, words: str) -> bool:
    """Whether the procedure says some words of a pair of chits."""
    return any(
        line["attacker_chit"] == attacker
        and line["defender_chit"] == defender
        and words in line["effect"]
        for line in rows("operational_procedure")
    )
