"""A document for the desk that is begun, and the sides of its battles as the ledger knows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from engine.eia import months, naval, tables
from engine.eia.ledger import roster
from engine.eia.ledger.entries_roster import RATINGS
from engine.eia.ledger.ledger import Ledger
from engine.modifiers import total

LAND: Final = ("land combat", "land movement")
SEA: Final = ("naval movement", "naval combat")


class Situation(NamedTuple):
    """A document that is begun: its kind, what it is about, its fields, the steps it is for, and
    what is known of it for the ledger beside."""

    kind: str
    about: str
    fields: dict[str, Any]
    steps: tuple[str, ...]
    beside: Mapping[str, Any] = MappingProxyType({})


def _joins_empire(state: Ledger, power: str, nation: str) -> bool:
    """Whether a nation is a free state of Turkey that can join the Ottoman Empire (EIA-OE-06)."""
    name = tables.as_known(nation, state.minors)
    free = name in state.minors and state.minors[name].free
    return power == "turkey" and free and name in state.lands and state.lands[name].ottoman


def side_of(state: Ledger, power: str) -> dict[str, Any]:
    """A side of a battle on land: all corps and leaders of a power that the ledger knows, and how
    its corps are rated without a leader where the year makes that otherwise."""
    corps: list[dict[str, Any]] = [
        {"name": loan, "nation": lent.owner}
        for loan, lent in sorted(state.loans.items())
        if lent.borrower == power and "." not in loan and " " not in loan
    ]
    corps += [
        {"name": name, "type": each.type, "factors": dict(each.factors),
         **({"nation": each.nation} if each.nation != power else {}),
         **({"ottoman": True} if _joins_empire(state, power, each.nation) else {})}
        for name, each in roster.corps(state, power).items() if any(each.factors.values())
    ]  # fmt: skip
    if state.is_dominant(power):
        corps = [{**each, "dominant": True} for each in corps] or [{"dominant": True}]
    side = {**named_side(power), "nation": power, "corps": corps or [{}]}
    rated = tables.intrinsic(power, state.month // months.YEAR)
    if rated and rated != tables.intrinsic(power):
        side["ratings"] = {"strategic": rated[0], "tactical": rated[1]}
    away = {*state.wounded, *state.exiles, *state.captured}
    here = [
        {"name": name.replace(" ", "_"), **{key: getattr(each, key) for key in RATINGS}}
        for name, each in state.leaders.items()
        if each.power == power and not each.dead and name not in away
    ]
    return {**side, "commander": here[0]} if here else side


def named_side(power: str) -> dict[str, Any]:
    """A side by its name alone."""
    return {"name": tables.printed_name(power).replace(" ", "_")}


def dominance(state: Ledger, power: str, dominant: bool) -> Situation:
    """Whether a power stays dominant, or becomes it."""
    about = f"the dominance of {power}" if dominant else f"whether {power} is dominant"
    stands = {"dominant": dominant, "at_peace": not state.enemies(power)}
    return Situation("eia-dominance", about, stands, ("political status adjustment",),
                     {"power": power})  # fmt: skip


def fleets_at_sea(state: Ledger, power: str, shut: bool | None) -> dict[str, dict[str, Any]]:
    """The fleets of a power by name, as a battle takes them: those that are blockaded, those that
    aren't, or (None) all."""
    dominant = {"dominant": True} if state.is_dominant(power) else {}
    return {
        name: {"name": name, "nation": power, "ships": each.ships, **dominant}
        for name, each in sorted(state.fleets.items())
        if each.power == power and each.ships and shut in (None, bool(each.blockaded))
    }  # fmt: skip


def stack_of(power: str, fleets: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """A side of a battle of fleets."""
    side = {**named_side(power), "fleets": [*fleets][:8]}
    if power == "britain":
        side["modifiers"] = [{"value": tables.figure(*BRITISH), "why": "British fleets"}]
    return side


BRITISH: Final = ("naval_combat_partial", "British fleets combat die")


def raider(state: Ledger, power: str, at_home: bool = False) -> dict[str, Any]:
    """A side of a port raid: the ships that are written down, with the morale that they have away
    from the seas where it is better (EIA-NMOR); in port also ships without a fleet (EIA-NAV-09)."""
    fleets = fleets_at_sea(state, power, None if at_home else False)
    side = stack_of(power, ())
    del side["fleets"]
    if not fleets:
        return side
    dominant = any("dominant" in each for each in fleets.values())
    base, added = naval.morale(power, dominant, naval.Waters())
    ships = sum(each["ships"] for each in fleets.values())
    loose = sum(port.get(power, 0) for port in state.loose.values())
    side |= {"ships": ships, "morale": (base + total(added)) / tables.TENTHS}
    return {**side, "loose_ships": loose} if at_home and loose else side
