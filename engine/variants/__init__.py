"""Variants: named changes of the rules, switched on when a game is created. A module a variant.

It imports the turns and all below; nothing below imports it. The points at which the rules ask a
variant are declared in engine.situation.variants (*Variant*), with what holds where none is in
force; each *registers* itself there. engine/data/variants.toml is the *sheet* of each: its title,
what it changes, its places.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.facts.variant_sheets import sheets
from engine.situation import variants
from engine.state import State
from engine.variants import (
    burgundy,
    dutch_trade,
    habsburg,
    hungary,
    naples,
    neutral_stacking,
    no_endogamy,
    revolt_supply,
    second_declaration,
    truce,
)


class UnknownVariant(ValueError):
    """A name that no variant has; the sentence lists those there are."""


class UnfitVariant(UnknownVariant):
    """A variant that the scenario has no use for; the sentence says why."""


def set_up() -> None:
    """Makes every variant known to the rules: before a game with variants is set up or opened.

    Games without variants never import them.
    """
    for module in (
        burgundy, dutch_trade, habsburg, hungary, naples, neutral_stacking, no_endogamy,
        revolt_supply, second_declaration, truce,
    ):  # fmt: skip
        variants.register(module.VARIANT)


def switch_on(state: State, names: Iterable[str]) -> None:
    """Switches variants on at the start of a game and sets them up (EUV-SET-01, EUV-SET-02).

    A variant that is on already is left as it is. Raises UnknownVariant, UnfitVariant.
    """
    wanted = list(dict.fromkeys(names))
    for name in wanted:
        if name not in sheets():
            raise UnknownVariant(f"there is no variant {name!r}; known are {', '.join(sheets())}")
    if wanted:
        set_up()
    for name in sheets():
        if name in wanted and name not in state.variants:
            if why := variants.variant_named(name).why_unfit(state):
                raise UnfitVariant(f"the variant {name} has no use here: {why}")
            state.variants.append(name)
            variants.variant_named(name).set_up(state)
    state.variants.sort()


def why_unfit(state: State, name: str) -> str:
    """Why a scenario has no use for a variant, "" where it has."""
    set_up()
    return "" if name in state.variants else variants.variant_named(name).why_unfit(state)
