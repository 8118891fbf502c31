"""Natives: whether they become active, and whom a conquistador wins over (NAT).

State-free: an `Appeal` says what modifies a roll on the conquistador table; `appeal` rolls it with
the dice as they fall, `chances` takes every die at once. Strengths are in thirds of a detachment.
Names of dice: `conquistador`, `desert.star`, `resist.star`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from engine.chances.every_result import every_result
from engine.chances.steps import Dice
from engine.combat.leaders import DETACHMENT, Commander
from engine.facts import tables
from engine.facts.board import Area
from engine.modifiers import Modifier, nonzero, total
from engine.overseas.attrition_percentages import Left, foreseen

OF_INDONESIA: Final = ("coen", "van-diemen", "maetsuycker")
LARGE: Final = 4 * DETACHMENT
WEAK_SUM: Final = 6


def strength(area: Area) -> int:
    """The natives of each province of an area, in thirds of a detachment."""
    return area.natives * (DETACHMENT if area.natives_unit == "land_detachment" else 1)


def activates(die: int, tolerance: int | None) -> bool:
    """Whether natives become active and attack: at or below the tolerance (NAT-04).

    Where no tolerance is printed, a test never rouses them.
    """
    return die <= (tolerance or 0)


def region(area: Area) -> str:
    """The part of the world by whose rule the table is used there; "" where it is not used."""
    if area.continent in ("america", "africa"):
        return area.continent
    return area.subcontinent if area.subcontinent in ("indonesia", "india") else ""


def why_no_appeal(region: str, kind: str, id: str, asia: bool) -> str:
    """Why a leader may not use the table in a region; "" when he may (NAT-11 to NAT-13).

    `id` is his id in the data, `asia` tells of a leader restricted to Asia (@); NAT-13 names those
    it means, and the three of Indonesia are not among them.
    """
    if region in ("america", "africa"):
        ok, who = kind in ("conquistador", "explorer"), "conquistadors and explorers (NAT-11)"
    elif region == "indonesia":
        ok, who = id in OF_INDONESIA, "Coen, van Diemen and Maetsuycker (NAT-12)"
    elif region == "india":
        ok = kind == "conquistador" and asia and id not in OF_INDONESIA
        who = "Clive, Dupleix, Bussy and other conquistadors of Asia (@) (NAT-13)"
    else:
        ok, who = False, "leaders in America, Africa, Indonesia and India (NAT-11 to NAT-13)"
    return "" if ok else f"only {who} may use the conquistador table"


def sum_of_values(leader: Commander) -> int:
    """Manoeuvre, fire and shock added up; half of it, rounded down, for explorers.

    NAT-11, NAT-14; the siege value is left out (NAT-A3).
    """
    whole = leader.manoeuvre + leader.fire + leader.shock
    return whole // 2 if leader.kind == "explorer" else whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Appeal:
    """An attempt to win natives over: the leader's sum, the natives of the province, the stack.

    `uses` are earlier uses of the table in any province of the area, by anyone (NAT-A4). The
    `strength` of the stack holds the recruits it has already (NAT-A2); `army` tells of an army
    counter of a country among its own.
    """

    values: int
    natives: int
    strength: int
    army: bool = False
    missionary: bool = False
    uses: int = 0


def modifiers(appeal: Appeal) -> tuple[Modifier, ...]:
    """The modifiers of a roll on the conquistador table (NAT-15 to NAT-19)."""
    return nonzero(
        (appeal.uses, "earlier uses of the table in the area", "NAT-15"),
        (-int(appeal.missionary), "a missionary", "NAT-16"),
        (int(appeal.strength >= LARGE), "4 LD or more", "NAT-17"),
        (-int(not appeal.army), "no army counter of a country", "NAT-18"),
        (int(appeal.values <= WEAK_SUM), "a leader whose values add up to 6 or less", "NAT-19"),
    )


class Answered(NamedTuple):
    """How the natives answered: deserters join the stack, resisters fight it, the rest are gone.

    All in thirds of a detachment. The resisters stay in the province, active (NAT-24, NAT-26).
    """

    total: int
    found: tables.Conquistador
    natives: int
    deserters: int
    resisters: int

    @property
    def removed(self) -> int:
        """Those who neither desert nor resist (NAT-26)."""
        return self.natives - self.deserters - self.resisters

    @property
    def result(self) -> str:
        """The cell in the table's words: `R30/D80`, `†/D70`, `†`, `---` (NAT-20 to NAT-22)."""
        resist, desert = self.found
        words = {0: "---", 100: "†"}.get(resist, f"R{resist:02}")
        return words if desert is None else f"{words}/D{desert:02}"


def _answered(appeal: Appeal, reached: int, deserters: int, resisters: int) -> Answered:
    """Both are looked up with all the natives; deserters go first (NAT-20, NAT-A5)."""
    found = tables.conquistador(reached, appeal.values)
    capped = min(resisters, appeal.natives - deserters)
    return Answered(reached, found, appeal.natives, deserters, capped)


async def appeal(attempt: Appeal, roll: Dice, thirds_left: Left) -> Answered:
    """One use of the conquistador table with the dice as they fall (NAT-14, NAT-20 to NAT-26).

    `roll(name, modifiers, purpose)` gives an unmodified die.
    """
    added = modifiers(attempt)
    reached = await roll("conquistador", added, "winning natives over") + total(added)
    found = tables.conquistador(reached, attempt.values)
    deserters = 0
    if found.desert_percent is not None:
        deserters = await thirds_left("desert.star", attempt.natives, found.desert_percent)
    resisters = await thirds_left("resist.star", attempt.natives, found.resist_percent)
    return _answered(attempt, reached, deserters, resisters)


def chances(attempt: Appeal, dice: Mapping[str, int] | None = None) -> dict[Answered, Fraction]:
    """The exact chance of each answer; dice that are given are fixed."""
    return every_result(lambda: appeal(attempt, *foreseen(dice or {})))
