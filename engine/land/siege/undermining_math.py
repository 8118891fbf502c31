"""Undermining a fortress: the modifiers, the result, the siegeworks, and the attrition check.

Pure. One unmodified die serves twice, for the fortress and for the besieger's attrition (UND-01):

    modifiers = fortress_modifiers(siege) result = undermined(die, modifiers)                  # one
    of RESULTS works = siegeworks_after(siege.works, result) check = attrition_modifiers(siege)
    # die + check against the supply distance
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.combat.leaders import DETACHMENT
from engine.combat.options import PREVIOUS_ASSAULT_OPTION
from engine.facts import modifier_sheets, tables
from engine.facts.wordings import wordings
from engine.modifiers import Modifier, nonzero, total

# The results as the rulebook writes them, by the table's words.
RESULTS: Final = wordings("result of undermining")
WORKS: Final = {"-": 1, "+": 3}  # UND-15
PORTS: Final = {"": "none", "open": "open_or_supplied", "blockaded": "blockaded"}
MOST_WORKS: Final = 2


class Siege(NamedTuple):
    """What an undermining roll looks at.

    `level` is 0 for a fort. `port` is open (or resupplied), blockaded (NAC-07) or empty. `works`
    are siegeworks, + or -. `artillery` is the besieging stack's value; `siege` and `enemy_siege`
    are the best siege values on either side. `inside` are thirds of a detachment in the fortress,
    `army_inside` tells whether an army counter is among them. `supply` is the distance in movement
    points to a source of supply. `off` holds the experimental rules that are switched off.
    """

    level: int
    map: str = "europe"
    terrain: str = "plain"
    port: str = ""
    fort: bool = False
    works: tuple[str, ...] = ()
    breach: bool = False
    assaulted: bool = False
    first_round: bool = True
    continued: bool = False
    artillery: int = 0
    siege: int = 0
    enemy_siege: int = 0
    inside: int = 0
    army_inside: bool = False
    supply: int = 0
    off: frozenset[str] = frozenset()

    @property
    def detachments_inside(self) -> int:
        """The whole detachments in the fortress."""
        return self.inside // DETACHMENT


def fortress_modifiers(siege: Siege) -> tuple[Modifier, ...]:
    """The modifiers of the roll on the fortress (UND-02 to UND-19, UND-A2)."""
    place = "fort" if siege.fort else siege.map
    terrain = tables.siege_terrain(place, siege.terrain, PORTS[siege.port])
    earlier = (
        siege.assaulted and not siege.breach and PREVIOUS_ASSAULT_OPTION not in siege.off
    )  # UND-A3: a breach of this turn goes before an assault
    troops = 3 if siege.army_inside else int(siege.inside > 0)
    inside = "an army counter inside" if siege.army_inside else "troops inside"
    return nonzero(
        (-siege.level, "fortress level", "UND-02"),
        (tables.artillery_bonus(siege.level, siege.artillery), "artillery bonus", "UND-03"),
        (terrain, "terrain and port", "UND-04"),
        (int(earlier), "an earlier assault", "UND-13"),
        (2 * siege.breach, "an earlier breach", "UND-14"),
        (sum(WORKS[work] for work in siege.works), "siegeworks", "UND-15"),
        (-siege.enemy_siege, "siege value of the besieged", "UND-16"),
        (siege.siege, "siege value of the besieger", "UND-17"),
        (troops, inside, "UND-19"),
    )


def undermining_result(die: int, modifiers: tuple[Modifier, ...]) -> str:
    """The result for an unmodified die: -, S-, S+, B, B/WH or R (UND-20 to UND-31, UND-42)."""
    return RESULTS[tables.undermining(die + total(modifiers))]


def siegeworks_after(works: tuple[str, ...], result: str) -> tuple[str, ...]:
    """The siegeworks after a result, larger first (UND-21 to UND-23, UND-A4)."""
    if result not in ("S-", "S+"):
        return tuple(sorted(works))
    pile = [*works, result[1]]
    if pile.count("-") >= MOST_WORKS:
        pile = [work for work in pile if work == "+"] + ["+"]
    return tuple(sorted(pile)[:MOST_WORKS])


def attrition_modifiers(siege: Siege) -> tuple[Modifier, ...]:
    """The modifiers of the same die for the besieger's attrition (UND-35 to UND-38)."""
    return modifier_sheets.modifiers("undermining attrition", siege)


def attrition_strikes(die: int, siege: Siege) -> bool:
    """Whether the besieger has to roll siege attrition (UND-39)."""
    return die + total(attrition_modifiers(siege)) < siege.supply
