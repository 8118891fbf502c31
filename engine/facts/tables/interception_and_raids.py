"""Modifiers of interception, evasion, revolts and raids; fire of presidios; raids."""

from functools import cache
from typing import NamedTuple

from engine.facts.sheets import Cells, FactsError, number, optional
from engine.facts.tables.reading import Scale, find, scale, sheet, table


class Modifier(NamedTuple):
    """One modifier, threshold or parameter of a test, as printed.

    `value` is None where the figure depends on a leader or a level: `formula` then says how
    (+M, +/-M, +N, +2N …). Of the modifiers of one `group` only one counts.
    """

    value: int | None
    formula: str
    condition: str
    group: str = ""
    cap: int | None = None


def _modifier(formula: str, condition: str, group: str = "", cap: int | None = None) -> Modifier:
    plain = formula.lstrip("-").isdigit()
    return Modifier(int(formula) if plain else None, formula, condition, group, cap)


_FORMULA: Cells = {"value": str, "condition": str}


@sheet("interception_modifiers")
def interceptions() -> dict[tuple[str, str, str], Modifier]:
    """Every line by domain, context and name (interception_modifiers.csv)."""
    key = dict.fromkeys(("domain", "context", "modifier"), str)
    return table("interception_modifiers", key, {**_FORMULA, "exclusive_group": str}, _modifier)


def interception(domain: str, context: str, name: str) -> Modifier:
    """A modifier or threshold of interception, evasion or escape_blockade, on land or at sea."""
    return find("interception_modifiers", interceptions(), (domain, context, name))


def _figure(name: str, found: Modifier) -> int:
    if found.value is None:
        raise FactsError(f"the modifier {name!r} is no plain figure but {found.formula}")
    return found.value


@cache
def interception_value(domain: str, context: str, name: str) -> int:
    """The figure of such a line. Raises FactsError where it hangs on a leader."""
    return _figure(name, interception(domain, context, name))


@sheet("revolt_and_piracy_modifiers")
def revolt_modifiers() -> dict[tuple[str, str], Modifier]:
    """Every line by context and name (revolt_and_piracy_modifiers.csv)."""
    key, cells = {"context": str, "modifier": str}, {**_FORMULA, "cap": optional}
    return table(
        "revolt_and_piracy_modifiers", key, cells,
        lambda formula, condition, cap: _modifier(formula, condition, cap=cap),
    )  # fmt: skip


def revolt_modifier(context: str, name: str) -> Modifier:
    """A modifier or threshold of fighting revolts and privateers, of raids and of convoys."""
    return find("revolt_and_piracy_modifiers", revolt_modifiers(), (context, name))


def revolt_value(context: str, name: str) -> int:
    """The figure of such a line. Raises FactsError where it hangs on a leader or a level."""
    return _figure(name, revolt_modifier(context, name))


@sheet("presidio_fire")
def presidio_fire() -> dict[tuple[str, str, int], Modifier]:
    """Fire of presidios, straits and siegeworks, by kind, key and detachments lost.

    Kind is modifier or result; results of one key differ in the naval detachments that they cost.
    """
    key: Cells = {"kind": str, "key": str, "effect_nd_lost": number}
    return table("presidio_fire", key, _FORMULA, _modifier)


def presidio_result(modified: int) -> tuple[bool, int]:
    """Whether fire ends the move of a naval stack, and the naval detachments it costs."""
    reached = [
        lost
        for (kind, key, lost), result in presidio_fire().items()
        if kind == "result" and modified >= _figure(key, result)
    ]
    return bool(reached), max(reached, default=0)


class Raid(NamedTuple):
    """What a raid takes: levels of trade fleets and establishments, pillage, detachments."""

    trade_fleet_plus: int
    trade_fleet_minus: int
    permanent: int
    establishment: int
    pillage: str  # plus, minus or ""
    losses: int  # LD


@sheet("pirates_raids")
def _raids() -> Scale[Raid]:
    levels = ("trade_fleet_plus", "trade_fleet_minus", "permanent", "pillage_tp_col")
    cells = dict.fromkeys((f"{each}_levels" for each in levels), number)
    rest: Cells = {"land_raid_pillage_side": str, "land_losses_ld": number}
    return scale("pirates_raids", {**cells, **rest}, Raid)


def raid(modified: int) -> Raid:
    """The result of a raid by pirates, privateers or natives, or of one on a convoy (TAB-09)."""
    return _raids()[modified]
