"""Fleets: morale, modifiers, the Flee step, ships in port, ports in enemy hands (EIA-NAV,
EIA-NMOR, EIA-PORT)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from engine.eia import tables
from engine.eia.reasons import Reason, Verdict, applicable
from engine.facts.wordings import wordings
from engine.modifiers import Modifier, nonzero, total

FLEETS: Final = (*tables.POWERS, "holland", "sweden", "denmark", "venice", "other")
SEAS: Final = tuple(wordings("sea"))


class Waters(NamedTuple):
    """Where a fleet lies: the kind of place, the sea it belongs to, and Britain's nearness.

    `near_britain` is a sea area adjacent to Britain, a blockade box adjacent to such a sea area, or
    a port of the British home nation.
    """

    sea: str = "other"
    near_britain: bool = False


def morale(nation: str, dominant: bool, waters: Waters) -> tuple[int, tuple[Modifier, ...]]:
    """A fleet's base morale (tenths) and what is added to it (EIA-NMOR-01 to EIA-NMOR-07)."""
    name, sheet = tables.POWERS.get(nation, nation.capitalize()), "seed_naval_morale"
    known = tables.line_of(sheet, fleet=name, kind="base")
    first = tables.tenths((known or tables.row(sheet, fleet="every other fleet"))["morale"])
    is_dominant = "Britain dominant" if nation == "britain" else f"{name} dominant"
    near, south = "in a British port", "in the Mediterranean or the Black Sea"
    southern = waters.sea in ("mediterranean", "adriatic", "black sea")
    baltic, adriatic = waters.sea == "baltic", waters.sea == "adriatic"
    return first, nonzero(*(
        (tables.tenths(line["morale"]), why, rule)
        for applies, condition, why, rule in (
            (dominant, is_dominant, f"{name} is dominant", "EIA-NMOR-02"),
            (waters.near_britain, near, "near Britain", "EIA-NMOR-03"),
            (southern, south, south, "EIA-NMOR-04"),
            (baltic, "in the Baltic", "in the Baltic", "EIA-NMOR-05"),
            (adriatic, "in the Adriatic", "in the Adriatic", "EIA-NMOR-06"),
        )
        if applies and (line := tables.line_of(sheet, fleet=name, condition=condition))
    ))  # fmt: skip


def stack_morale(fleets: Iterable[tuple[int, int]]) -> int:
    """The morale of a stack, from (ships, morale in tenths) of its fleets: the average by ships,
    to the nearest tenth (EIA-NMOR-01)."""
    parts = [(ships, each) for ships, each in fleets if ships]
    ships = sum(count for count, _ in parts)
    if not ships:
        return 0
    mean = Fraction(sum(count * each for count, each in parts), ships)
    return int(mean + Fraction(1, 2))


def die_modifiers(transporting: bool, others: Iterable[Modifier] = ()) -> tuple[Modifier, ...]:
    """The modifiers of a naval combat die: a carrier costs one (EIA-NAV-02), and the sum is held
    within bounds (EIA-NAV-03)."""
    carrying = tables.figure("seed_naval_misc", "transporting fleet combat die")
    found = (
        *nonzero((carrying * transporting, "carries troops", "EIA-NAV-02")),
        *others,
    )
    least, most = (int(number) for number in tables.NUMBER.findall(
        tables.cell("seed_naval_misc", "cap on naval combat die modifier")
    ))  # fmt: skip
    held = max(least, min(most, total(found)))
    return (*found, *nonzero((held - total(found), "modifiers end there", "EIA-NAV-03")))


def may_flee(war_declared: bool, carries_troops: bool, naval_begun: bool) -> Verdict:
    """Whether a fleet may move in the Flee step (EIA-NAV-04, EIA-NAV-05)."""
    reasons = applicable(
        (not war_declared, "No war was declared on its power this turn.", "EIA-NAV-04"),
        (naval_begun, "The Flee step is over: naval movement has begun.", "EIA-NAV-04"),
        (carries_troops, "Fleeing fleets carry no troops.", "EIA-NAV-05"),
    )
    return Verdict(not reasons, reasons)


def may_act(fled: bool, act: str) -> Verdict:
    """What a power that fled may still do at sea this turn (EIA-NAV-06, EIA-NAV-07)."""
    reasons = applicable(
        (fled and act == "movement", "It fled: no other naval movement this turn.", "EIA-NAV-06"),
        (fled and act == "interception", "It fled: no naval interception this turn.", "EIA-NAV-07"),
    )
    return Verdict(not reasons, reasons)


def squadrons_announced(ships: int, full_turns: int) -> int | None:
    """The full squadrons that a fleet blockaded for a full turn announces; None before that
    (EIA-NAV-16)."""
    item = "full squadron announced after a full blockaded turn"
    return ships // tables.figure("seed_blockade_test", item) if full_turns >= 1 else None


class Lost(NamedTuple):
    """What a power loses with a port, and what it costs."""

    scuttled: int
    surrendered: int
    ships_lost: int
    political_points: int
    leaders_captured: tuple[str, ...]
    reasons: tuple[Reason, ...]


def port_taken(
    fleets: Mapping[str, int], minor: bool, loose_ships: int, leaders: Iterable[str], captor: str
) -> Lost:
    """What the fall of a port means for the fleets that did not get out of it.

    Fleets of a major are scuttled at a point each (EIA-PORT-03), those of a minor surrender
    (EIA-PORT-02), their leaders are captured by whoever controls the port (EIA-PORT-01), and ships
    without a fleet counter are lost (EIA-NAV-10).
    """
    count = len(fleets)
    each = tables.figure("seed_port_raid_misc", "political points when fleets are scuttled")
    taken = tuple(leaders) if count else ()
    by = tables.printed_name(captor)
    reasons = applicable(
        (taken, f"Naval leaders are captured by {by}.", "EIA-PORT-01"),
        (count and minor, f"Minor fleets surrender to {by}.", "EIA-PORT-02"),
        (count and not minor, "Each fleet scuttled costs a political point.", "EIA-PORT-03"),
        (loose_ships, "Ships without a fleet counter are lost.", "EIA-NAV-10"),
    )
    scuttled = 0 if minor else count
    return Lost(scuttled, count if minor else 0, loose_ships, scuttled * each, taken, reasons)


def passage(power: str, strait_access: bool) -> Verdict:
    """Whether a fleet in Constantinople's port or blockade box gets out to either sea.

    They count as part of the Dardanelles (EIA-NAV-14); the strait's own access still applies, which
    Turkey may always grant (EIA-ALL-01).
    """
    turk = power == "turkey"
    reasons = applicable(
        (True, "Constantinople counts as part of the Dardanelles.", "EIA-NAV-14"),
        (strait_access and not turk, "Turkey may grant passage without restriction.", "EIA-ALL-01"),
    )
    return Verdict(turk or strait_access, reasons)


def landing_areas(
    besieged: bool, blockaded: bool, friendly: bool, room: bool
) -> tuple[tuple[str, ...], Reason]:
    """Where a landing counter may be placed: the area, and the port if it may (EIA-ERR-14)."""
    shut = friendly and besieged
    if shut and not blockaded and room:
        why = "The port is besieged, not blockaded, and has room: port or area, as its player likes"
        return ("port", "area"), Reason(f"{why}.", "EIA-ERR-14")
    why = "" if not shut else ": the port is blockaded" if blockaded else ": the port has no room"
    return ("area",), Reason(f"Only the area{why}.", "EIA-ERR-14")
