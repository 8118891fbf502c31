"""Modifiers of interception, evasion, revolts and raids; fire of presidios; raids."""

from functools import cache
from typing import NamedTuple

from engine.facts.sheets import FactsError, number, optional
from engine.facts.tables.reading import Scale, find, scale, table


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


def _modifier(formula: str, condition: str, group: str = "", cap: str = "") -> Modifier:
    plain = formula.lstrip("-").isdigit()
    return Modifier(int(formula) if plain else None, formula, condition, group, optional(cap))


@cache
def interceptions() -> dict[tuple[str, str, str], Modifier]:
    """Every line by domain, context and name (interception_modifiers.csv)."""

    def line(
        domain: str, context: str, name: str, value: str, group: str, condition: str
    ) -> tuple[tuple[str, str, str], Modifier]:
        return (domain, context, name), _modifier(value, condition, group)

    header = "domain,context,modifier,value,exclusive_group,condition"
    return table("interception_modifiers", header, line)


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


@cache
def revolt_modifiers() -> dict[tuple[str, str], Modifier]:
    """Every line by context and name (revolt_and_piracy_modifiers.csv)."""

    def line(
        context: str, name: str, value: str, cap: str, condition: str
    ) -> tuple[tuple[str, str], Modifier]:
        return (context, name), _modifier(value, condition, cap=cap)

    return table("revolt_and_piracy_modifiers", "context,modifier,value,cap,condition", line)


def revolt_modifier(context: str, name: str) -> Modifier:
    """A modifier or threshold of fighting revolts and privateers, of raids and of convoys."""
    return find("revolt_and_piracy_modifiers", revolt_modifiers(), (context, name))


def revolt_value(context: str, name: str) -> int:
    """The figure of such a line. Raises FactsError where it hangs on a leader or a level."""
    return _figure(name, revolt_modifier(context, name))


@cache
def presidio_fire() -> dict[tuple[str, str, int], Modifier]:
    """Fire of presidios, straits and siegeworks, by kind, key and detachments lost.

    Kind is modifier or result; results of one key differ in the naval detachments that they cost.
    """

    def line(
        kind: str, key: str, value: str, lost: str, condition: str
    ) -> tuple[tuple[str, str, int], Modifier]:
        return (kind, key, number(lost)), _modifier(value, condition)

    return table("presidio_fire", "kind,key,value,effect_nd_lost,condition", line)


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


@cache
def _raids() -> Scale[Raid]:
    def line(
        plus: str, minus: str, permanent: str, establishment: str, pillage: str, losses: str
    ) -> Raid:
        return Raid(
            number(plus), number(minus), number(permanent), number(establishment), pillage,
            number(losses),
        )  # fmt: skip

    header = (
        "trade_fleet_plus_levels,trade_fleet_minus_levels,permanent_levels,"
        "pillage_tp_col_levels,land_raid_pillage_side,land_losses_ld"
    )
    return scale("pirates_raids", header, line)


def raid(modified: int) -> Raid:
    """The result of a raid by pirates, privateers or natives, or of one on a convoy (TAB-09)."""
    return _raids()[modified]


SHEETS = {
    "interception_modifiers": interceptions,
    "pirates_raids": _raids,
    "presidio_fire": presidio_fire,
    "revolt_and_piracy_modifiers": revolt_modifiers,
}
