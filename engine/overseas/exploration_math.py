"""Explorations by sea and by land: the roll, its losses, the death of a leader (EXP).

State-free: an `Expedition` says what modifies the roll; `explore` rolls it with the dice as they
fall, `chances` takes every die at once. Strengths are in thirds of a detachment. Names of dice:
`explore`, `half`, `star`, `death`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from engine.chances.every_result import every_result
from engine.chances.steps import Dice
from engine.combat.leaders import Commander
from engine.facts import tables
from engine.modifiers import Modifier, nonzero, total
from engine.overseas.attrition_percentages import Left, foreseen

Domain = Literal["sea", "land"]
Who = Literal["leader", "missionary", ""]

ALWAYS: Final = 4
BAD_WEATHER: Final = 2
SPREAD: Final = -2
SPREADS_FROM: Final = "IV"
GUIDES: Final = ("explorer", "conquistador", "governor")
REPLACED_ON_THE_SPOT: Final = ("explorer", "conquistador")
SHIPS: Final[Mapping[str, tuple[int, str]]] = {
    "carrack": (1, "EXP-12"),
    "battery": (-1, "EXP-13"),
    "vessel": (-2, "EXP-14"),
    "three-decker": (-2, "EXP-14"),
    "seventy-four": (-3, "EXP-15"),
}


class Guide(NamedTuple):
    """Whose manoeuvre is used, and its value; he is the one who may have to test his death."""

    who: Who
    manoeuvre: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Expedition:
    """A stack that explores, and what it explores.

    `missionary` is the manoeuvre of a missionary in the stack, None for none; `missionary_guides`
    whether it is used in place of the commander's, None for the greater of the two. `technology` is
    the worst of the ships (EXP-A6), "" on land or for a leader alone. `whole_ships` tells of a
    stack whose ships never become exploration detachments (galleys, galleasses, transports).
    """

    domain: Domain
    strength: int = 0
    leader: Commander | None = None
    missionary: int | None = None
    missionary_guides: bool | None = None
    technology: str = ""
    whole_ships: bool = False
    malus: int = 0
    bad_weather: bool = False
    period: str = "I"
    known_to_another: bool = False
    neutral_establishment: bool = False

    @property
    def guide(self) -> Guide:
        """Who leads the way: the commander, or a missionary in his place (EXP-09, EXP-A2)."""
        own = 0 if self.leader is None else manoeuvre(self.leader, self.domain)
        if self.missionary is not None:
            preferred = self.missionary_guides
            if preferred is None:
                preferred = self.leader is None or self.missionary > own
            if preferred:
                return Guide("missionary", self.missionary)
        return Guide("leader" if self.leader else "", own)

    @property
    def people(self) -> tuple[Who, ...]:
        """The leaders who go with the stack, and down with it (EXP-A3)."""
        leader: tuple[Who, ...] = ("leader",) if self.leader is not None else ()
        return leader if self.missionary is None else (*leader, "missionary")


def manoeuvre(leader: Commander, domain: Domain) -> int:
    """The manoeuvre that a commander uses to explore and in his death test.

    Only explorers, conquistadors and governors use theirs (EXP-09, EXP-10); an explorer's is halved
    on land (EXP-20).
    """
    if leader.kind not in GUIDES:
        return 0
    return (leader.on_land if domain == "land" else leader).manoeuvre


def may_explore(leader: Commander, coastal: bool) -> bool:
    """Whether a leader may go into a province: an explorer never leaves the coast (EXP-18)."""
    return coastal or leader.kind != "explorer"


def modifiers(expedition: Expedition) -> tuple[Modifier, ...]:
    """The modifiers of an exploration, each with its reason and its rule (EXP-08 to EXP-17)."""
    guide = expedition.guide
    found = nonzero(
        (ALWAYS, "always", "EXP-08"), (-guide.manoeuvre, f"manoeuvre of the {guide.who}", "EXP-09")
    )
    if expedition.domain == "land":
        return found
    ships, rule = SHIPS.get(expedition.technology, (0, "EXP-12"))
    late = tables.PERIODS.index(expedition.period) >= tables.PERIODS.index(SPREADS_FROM)
    return found + nonzero(
        (expedition.malus, "malus of the sea zone", "EXP-11"),
        (ships, f"{expedition.technology} ships", rule),
        (BAD_WEATHER * expedition.bad_weather, "bad weather", "EXP-16"),
        (SPREAD * (late and expedition.known_to_another), "known to another country", "EXP-17"),
    )


class Outcome(NamedTuple):
    """What an exploration came to; `left` is the strength after it, in thirds of a detachment.

    `half` says that the table gave the half symbol, `mark` which leaders test (none, always,
    alone), `tested` who rolled for his life, and `dead` who lost it. `moves` says that the stack
    (or the leader alone) stands in the new zone now, `discovered` that somebody is left who knows
    of it.
    """

    total: int
    half: bool
    success: bool
    mark: str
    percent: int
    left: int
    tested: Who = ""
    dead: tuple[Who, ...] = ()
    discovered: bool = False
    moves: bool = False


def in_danger(expedition: Expedition, mark: str) -> bool:
    """Whether the guide tests his death (EXP-26, EXP-A1): counters before losses count (EXP-A3)."""
    alone = not expedition.strength
    return bool(expedition.guide.who) and (mark == "always" or (mark == "alone" and alone))


def dies(die: int, guide: Guide) -> bool:
    """Whether an unmodified die of the death test kills: strictly above the manoeuvre (EXP-27)."""
    return die > guide.manoeuvre


def replaced_on_the_spot(leader: Commander, left: int) -> bool:
    """Whether the replacement of a dead leader, where one is owed, may appear there (EXP-28)."""
    return leader.kind in REPLACED_ON_THE_SPOT and left > 0


def _standing(expedition: Expedition, left: int) -> int:
    """What is left when galleys or transports are whole with two thirds, and lost with one.

    ATS-30, ATS-31; of other ships the owner chooses which become exploration detachments.
    """
    return (left + 1) // 3 * 3 if expedition.whole_ships else left


def _sunk(expedition: Expedition, left: int) -> bool:
    """Whether the stack went down with all its ships, and its leaders with it (EXP-A3)."""
    return expedition.domain == "sea" and expedition.strength > 0 and not left


def _outcome(
    expedition: Expedition, reached: int, found: tables.Discovery, left: int, killed: bool | None
) -> Outcome:
    """The outcome of all the dice; `killed` is None where nobody tested."""
    line = tables.discovery(expedition.domain, reached)
    tested: Who = "" if killed is None else expedition.guide.who
    dead: tuple[Who, ...] = (tested,) if killed else ()
    if _sunk(expedition, left):
        dead = expedition.people
    success = found.result == "S"
    discovered = success and (left > 0 or len(dead) < len(expedition.people))
    return Outcome(
        reached,
        line.result == "H",
        success,
        found.leader_test,
        tables.attrition_percent(reached),
        left,
        tested,
        dead,
        discovered,
        discovered and not expedition.neutral_establishment,
    )


async def explore(expedition: Expedition, roll: Dice, thirds_left: Left) -> Outcome:
    """One exploration with the dice as they fall (EXP-07, EXP-21 to EXP-27, EXP-29).

    `roll(name, modifiers, purpose)` gives an unmodified die.
    """
    added = modifiers(expedition)
    reached = await roll("explore", added, f"exploration by {expedition.domain}") + total(added)
    found = tables.discovery(expedition.domain, reached)
    if found.result == "H":
        found = tables.half_discovery(await roll("half", (), "half a discovery: 6 or more"))
    left = await thirds_left("star", expedition.strength, tables.attrition_percent(reached))
    left = _standing(expedition, left)
    killed: bool | None = None
    if in_danger(expedition, found.leader_test) and not _sunk(expedition, left):
        guide = expedition.guide
        purpose = f"death of the {guide.who}: more than {guide.manoeuvre}"
        killed = dies(await roll("death", (), purpose), guide)
    return _outcome(expedition, reached, found, left, killed)


def chances(
    expedition: Expedition, dice: Mapping[str, int] | None = None
) -> dict[Outcome, Fraction]:
    """The exact chance of each outcome; dice that are given are fixed."""
    return every_result(lambda: explore(expedition, *foreseen(dice or {})))
