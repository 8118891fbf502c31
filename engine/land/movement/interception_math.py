"""What modifies an attempt to intercept on land, and whether it succeeds (INT-18 to INT-29).

`interception` reads circumstances as plain values, without a state, and gives the modifiers, each
with its reason and rule; `intercepts` says whether an unmodified die with their sum succeeds.
"""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

from engine.facts import modifier_sheets, tables
from engine.modifiers import Modifier, Rolled, nonzero

LEVELS_AHEAD: Final = 6


class Interception(NamedTuple):
    """What modifies an interception on land.

    Manoeuvres are those of the commanders (0 for nobody), `levels_ahead` the lead of the
    interceptor's technology in numbers of the technology track. `river_or_pass` tells of the border
    that he crosses, `friend` of a friendly force or city where the mover is, `other_enemy` of an
    unbesieged enemy there besides the mover.
    """

    manoeuvre: int = 0
    enemy_manoeuvre: int = 0
    levels_ahead: int = 0
    friend: bool = False
    same_province: bool = False
    target_swamp: bool = False
    from_swamp_or_flooded: bool = False
    bad_weather: bool = False
    river_or_pass: bool = False
    other_enemy: bool = False
    besieging: bool = False

    @property
    def far_ahead(self) -> bool:
        """Whether the lead is large enough to count (INT-19)."""
        return self.levels_ahead >= LEVELS_AHEAD


def interception(seen: Interception) -> tuple[Modifier, ...]:
    """The modifiers of an attempt to intercept on land (INT-18 to INT-28)."""
    ahead = seen.manoeuvre - seen.enemy_manoeuvre
    first = nonzero((ahead, "difference of manoeuvre", "INT-18"))
    return first + modifier_sheets.modifiers(
        "interception", seen, partial(tables.interception_value, "land", "interception")
    )


def intercepts(die: int, modifier: int, domain: str = "land") -> bool:
    """Whether an attempt succeeds: a natural 10, or a modified 8 or more (INT-29, NIN-34)."""
    natural = tables.interception_value(domain, "interception", "natural_success")
    return die == natural or die + modifier >= needed_die(domain)


def die_in_words(rolled: Rolled, domain: str = "land") -> str:
    """The die of an attempt in words, beside what it needs (INT-29, NIN-34)."""
    natural = tables.interception_value(domain, "interception", "natural_success")
    return rolled.spoken_beside(needed_die(domain), natural)


def needed_die(domain: str = "land") -> int:
    """The modified die with which an interception succeeds (INT-29, NIN-34)."""
    return tables.interception_value(domain, "interception", "success_on")
