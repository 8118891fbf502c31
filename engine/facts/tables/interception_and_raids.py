"""Modifiers of interception, evasion, revolts and raids; fire of presidios; raids."""

from functools import cache
from typing import NamedTuple

from engine.facts.sheets import Cells, FactsError, number, optional
from engine.facts.tables.reading import scaled, table


class Modifier(NamedTuple):
    """One modifier, threshold or parameter of a test, as printed.

    `value` is None where the figure depends on a leader or a level: `formula` then says how
    (+M, +/-M, +N, +2N …). Of the modifiers of one `group` only one counts.
    """

    value: int | None
    formula: str
    group: str = ""
    cap: int | None = None


def _modifier(formula: str, group: str = "", cap: int | None = None) -> Modifier:
    plain = formula.lstrip("-").isdigit()
    return Modifier(int(formula) if plain else None, formula, group, cap)


_FORMULA: Cells = {"value": str}


# A modifier or threshold by domain (land, sea), context (interception, evasion, escape_blockade)
# and name.
interception = table(
    "interception_modifiers", dict.fromkeys(("domain", "context", "modifier"), str),
    {**_FORMULA, "exclusive_group": str}, _modifier,
)  # fmt: skip


def _figure(name: str, found: Modifier) -> int:
    if found.value is None:
        raise FactsError(f"the modifier {name!r} is no plain figure but {found.formula}")
    return found.value


@cache
def interception_value(domain: str, context: str, name: str) -> int:
    """The figure of such a line. Raises FactsError where it hangs on a leader."""
    return _figure(name, interception(domain, context, name))


# A modifier or threshold of fighting revolts and privateers, of raids and of convoys.
revolt_modifier = table(
    "revolt_and_piracy_modifiers", {"context": str, "modifier": str}, {**_FORMULA, "cap": optional},
    lambda formula, cap: _modifier(formula, cap=cap),
)  # fmt: skip


def revolt_value(context: str, name: str) -> int:
    """The figure of such a line. Raises FactsError where it hangs on a leader or a level."""
    return _figure(name, revolt_modifier(context, name))


# Fire of presidios, straits and siegeworks, by kind (modifier, result), key and detachments lost;
# results of one key differ in the naval detachments that they cost.
presidio_fire = table(
    "presidio_fire", {"kind": str, "key": str, "effect_nd_lost": number}, _FORMULA, _modifier
)


def presidio_result(modified: int) -> tuple[bool, int]:
    """Whether fire ends the move of a naval stack, and the naval detachments it costs."""
    reached = [
        lost
        for (kind, key, lost), result in presidio_fire.all().items()
        if kind == "result" and modified >= _figure(key, result)
    ]
    return bool(reached), max(reached, default=0)


_convoy_raids = scaled("pirates_raids", {"trade_fleet_plus_levels": number}, int)


def convoy_raid(modified: int) -> int:
    """The ships of a convoy that a raid takes, printed as the levels that a full trade fleet loses
    (TAB-09, CNV-16)."""
    return _convoy_raids(modified)
