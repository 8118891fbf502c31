"""Declaring war, and alliances (EIA-ERR-07, EIA-ERR-08, EIA-ALL)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.eia import tables
from engine.eia.reasons import BASE, Reason, applicable, plural
from engine.modifiers import Modifier, nonzero, total

PENALTY: Final = "seed_alliance_war_penalty"


class Corps(NamedTuple):
    """An enemy corps in or near a power's home: infantry or not, besieged or not, and whether the
    area can be reached by land from Paris or London."""

    infantry: bool
    besieged: bool = False
    by_land: bool = True


def invaders(corps: Iterable[Corps]) -> tuple[Reason, ...]:
    """Why a power at war may not declare on further majors: unbesieged enemy infantry corps stand
    in its home nation (EIA-ERR-07), islands apart (EIA-ERR-08)."""
    inside = [each for each in corps if each.infantry and not each.besieged]
    by_land = [each for each in inside if each.by_land]
    if not by_land:
        return ()
    why = f"{len(by_land)} unbesieged enemy infantry corps stand in its home nation."
    return (Reason(why, "EIA-ERR-07"),)


def waiting_points(turns: int) -> int:
    """The extra points for war on an ex-ally after some turns of waiting (EIA-ALL-05)."""
    for line in tables.rows(PENALTY):
        turn = line["turns_waited_after_breaking"].split()[0]
        if turns <= int(turn) or line["turns_waited_after_breaking"].endswith("more"):
            return int(line["extra_points"])
    return 0


class Declaration(NamedTuple):
    """A declaration of war on a major: why not, what it costs, and why so much."""

    refused: tuple[Reason, ...]
    points: int
    modifiers: tuple[Modifier, ...]
    reasons: tuple[Reason, ...]


def declaration(
    *,
    at_war: bool = False,
    corps: Iterable[Corps] = (),
    peace_lasts: bool = False,
    allied: bool = False,
    broke_alliance: bool = False,
    turns_since: int = 0,
    other_broke: bool = False,
    forcible_access: bool = False,
    breach: bool = False,
    sphere: bool = False,
    on_minor: bool = False,
) -> Declaration:
    """Whether a power may declare war and what it costs in political points.

    On an ally it may not (EIA-ALL-04), but for his forcible access at that moment (EIA-ALL-08) or
    his breach of a peace term on trade or a sphere (EIA-ALL-09), which cost no extra; a breached
    sphere is one. After
    breaking the alliance war on the ex-ally costs more, less with each turn (EIA-ALL-05), unless
    the other one broke it (EIA-ALL-06). A breached `sphere` lets the victor disregard the enforced
    peace (EIA-TRM-07). At war it may not while the enemy stands at home (EIA-ERR-07). A minor may
    always be declared on as far as these rules go.
    """
    if on_minor:
        return Declaration((), 0, (), ())
    relieved = forcible_access or breach or sphere
    lasts = "An enforced peace lasts: war can be declared when it is over."
    refused = applicable(
        (peace_lasts and not (breach or sphere), lasts, "EIA-PEACE-02"),
        (allied and not relieved, "War on an ally may not be declared.", "EIA-ALL-04"),
    ) + (invaders(corps) if at_war else ())
    ally, host = forcible_access and allied, forcible_access and not allied
    freed = "The ally uses forcible access: war at once, no penalty."
    forced = "Its host may declare war on who uses forcible access, at once."
    reasons = applicable(
        (ally, freed, "EIA-ALL-08"),
        (host, forced, "EIA-ERR-29"),
        (breach, "He broke a term on trade or a sphere: war at once, no penalty.", "EIA-ALL-09"),
        (broke_alliance and other_broke, "The other broke the alliance.", "EIA-ALL-06"),
    )
    dear = broke_alliance and not other_broke and not relieved
    extra = waiting_points(turns_since) if dear else 0
    points = tables.figure("political_points", "declare war on a major power", "points")
    modifiers = nonzero(
        (points, "declaring war on a major power", BASE),
        (extra, f"an ex-ally, {plural(turns_since, 'turn')} after breaking", "EIA-ALL-05"),
    )
    return Declaration(refused, total(modifiers), modifiers, reasons)


class Expiry(NamedTuple):
    """What an alliance is worth when it is made and when it ends, in political points; None where
    the base rule isn't in hand."""

    made: int | None
    ended: int | None
    reasons: tuple[Reason, ...]


def alliance(
    end_date: bool, ended: str, points_made: int | None, points_broken: int | None
) -> Expiry:
    """An alliance with an end date brings no points when made (EIA-ALL-02) and costs none when it
    expires (EIA-ALL-03); broken earlier it costs as usual. `points_made` and
    `points_broken` are the base figures."""
    reasons = applicable(
        (end_date, "It has an end date: worth no political point when made.", "EIA-ALL-02"),
        (end_date and ended == "expired", "It expired: no cost.", "EIA-ALL-03"),
        (end_date and ended == "broken", "Broken before its end: the usual cost.", "EIA-ALL-03"),
    )
    costs = {"lasts": 0, "expired": 0, "broken": points_broken}[ended]
    return Expiry(0 if end_date else points_made, costs, reasons)


def alliances_at_stake(
    allied_with: Iterable[str], caller: str, against_power: str
) -> tuple[str, ...]:
    """The alliances of which one has to be broken when an ally calls against another ally
    (EIA-ALL-07); empty when there is no such choice."""
    allies = set(allied_with)
    return (caller, against_power) if {caller, against_power} <= allies else ()
