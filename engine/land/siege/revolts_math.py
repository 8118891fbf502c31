"""What modifies a fight against revolts or corsairs, and whether it succeeds (REV-01 to REV-10).

`suppression` reads circumstances as plain values, without a state, and gives the modifiers, each
with its reason and rule; `suppresses` says whether an unmodified die with their sum succeeds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.facts import modifier_sheets, tables
from engine.modifiers import Modifier, Rolled

REVOLTS: Final = "fight_revolt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Suppression:
    """What modifies a stack's fight against the revolts of a province.

    Whole detachments count; a pasha counts as one, whatever it holds (REV-A1). `fortress` is the
    level of a fortress that is friendly to the revolt, `inside` the detachments in it; `plus` are
    the revolts and rebellions + to be fought.
    """

    detachments: int = 0
    pashas: int = 0
    manoeuvre: int = 0
    rebel_manoeuvre: int = 0
    fortress: int = 0
    inside: int = 0
    plain: bool = True
    plus: int = 0

    @property
    def rough(self) -> bool:
        """Whether the province is not plain."""
        return not self.plain


def suppression(seen: Suppression) -> tuple[Modifier, ...]:
    """The modifiers of a fight against revolts (REV-03 to REV-10, REV-A2)."""
    return modifier_sheets.modifiers("suppression", seen, _value)


def suppresses(die: int, modifier: int) -> bool:
    """Whether a fight takes a side of a revolt: a natural 10, or a modified 8 or more (REV-01)."""
    return die >= _value("natural_success") or die + modifier >= _value("success_on")


def die_in_words(rolled: Rolled) -> str:
    """The die of such a fight in words, beside what it needs (REV-01)."""
    return rolled.spoken_beside(_value("success_on"), _value("natural_success"))


def _value(name: str) -> int:
    return tables.revolt_value(REVOLTS, name)
