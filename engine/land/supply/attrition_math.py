"""Attrition on land calculated: what it looks at, its modifiers, its results (SAT, ARS, ATT, SIE).

`modifiers` read `Circumstances`, plain values; then come the meaning of a P and what a percentage
leaves, and at last what a state says of supply and sieges. Strengths are in thirds of a detachment.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any, Final, Literal, NamedTuple

from engine.facts import board, modifier_sheets, tables
from engine.facts.wordings import wordings
from engine.fleets import blockades, fleets, ports
from engine.land.ground import besieging
from engine.land.supply import supply_lines
from engine.modifiers import Modifier
from engine.situation import command
from engine.state import State, forces, sides
from engine.state.leaders import Leader
from engine.state.stacks import Stack

Cause = Literal["movement", "supply", "besieged", "besieger", "cold", "redeployment"]
"""Why attrition is rolled: the segment that asks for it."""

NAMES: Final = wordings("attrition")
SIDE: Final = {"-": "_minus", "+": "_plus"}
"""What the side of a pillage, revolt or rebellion adds to its name among the circumstances."""


# Modifiers.


class Circumstances(NamedTuple):
    """What modifies a roll on land; values of leaders and sums of strait forts are as they stand.

    `causes` counts the causes of attrition (a massed force among them in movement only); `massed`
    is the massed force of supply and the 6 LD of a besieger. Pillages, revolts and unfriendly
    rebellions are counted by their side.
    """

    causes: int = 1
    massed: bool = False
    manoeuvre: int = 0
    no_supply_line: bool = False
    enemy_fortress: bool = False
    enemy_province: bool = False
    too_small: bool = False
    bad_weather: bool = False
    strait_fort: int = 0
    pillage_minus: int = 0
    pillage_plus: int = 0
    revolt_minus: int = 0
    revolt_plus: int = 0
    rebellion_minus: int = 0
    rebellion_plus: int = 0
    snowflakes: int = 0
    siege: int = 0
    enemy_siege: int = 0
    unblocked_port: bool = False
    siegeworks_minus: int = 0
    siegeworks_plus: int = 0
    voluntary: bool = False

    @property
    def further_causes(self) -> int:
        """The causes beside the first."""
        return self.causes - 1

    @property
    def unfed_and_too_small(self) -> bool:
        """Whether a besieger without a line of supply is too small besides."""
        return self.no_supply_line and self.too_small


@lru_cache(maxsize=1024)
def modifiers(cause: Cause, seen: Circumstances) -> tuple[Modifier, ...]:
    """The modifiers of a roll for that cause, each with its reason and its rule (ATT-01 to ATT-08,
    SAT-03 to SAT-19, SIE-10 to SIE-19).

    Redeploying is a move with a line of its own (SIE-26), the cold counts as want of supply.
    """
    if cause == "redeployment":
        return modifiers("movement", seen) + modifier_sheets.modifiers(cause, seen)
    return modifier_sheets.modifiers("supply" if cause == "cold" else cause, seen)


# Results.


class Plunder(NamedTuple):
    """What a P means: whether the stack may choose between loss and pillage, and whether it
    forages."""

    choice: bool
    pillage: bool
    forage: bool


NO_PLUNDER: Final = Plunder(False, False, False)


def plunder(cause: Cause, technology: str, room: bool) -> Plunder:
    """What a P means for a technology when a province can take the pillage, or none can (ARS-06).

    Old technologies lose a detachment and pillage (ARS-03, ATT-12); from muskets on they choose
    (ARS-05, ATT-13, ATT-14), and in a move pillaging up to manoeuvre technology means foraging in
    the next battle of the impulse; a redeployment has none. The besieged, and whoever finds no
    room, lose a detachment only (ARS-07 to ARS-09, ATT-16, ATT-A2).
    """
    if cause == "besieged" or not room:
        return NO_PLUNDER
    modern = tables.technology_rank(technology) >= tables.technology_rank("musket")
    return Plunder(modern, True, modern and cause == "movement" and technology != "lace")


def european(modified: int, strength: int) -> tables.EuropeanAttrition:
    """The result for a strength in thirds in Europe; less than a detachment reads the column of one
    (ARS-01, ATT-10, SAT-A5)."""
    return tables.european_attrition(modified, strength // 3)


def result_code(found: tables.EuropeanAttrition) -> str:
    """A European result as the table prints it: `-`, `P`, `1`, `1+P` (ARS-01)."""
    parts = [str(found.losses)] if found.losses else []
    return "+".join(parts + ["P"] * found.pillage) or "-"


def result_in_words(found: tables.EuropeanAttrition, meaning: Plunder) -> str:
    """A European result in words, for a stack to which a P means this."""
    lost = found.losses + (found.pillage and not meaning.choice)
    parts = [f"{lost} LD lost"] if lost else []
    if found.pillage and meaning.pillage:
        parts.append("a pillage or one LD more" if meaning.choice else "a pillage")
    return " and ".join(parts) or "no loss"


def markers(state: State, provinces: Iterable[str], alliance: str, **seen: Any) -> Circumstances:
    """The pillages, revolts and unfriendly rebellions of these provinces, each province once, and
    their snowflakes, beside what else is `seen`."""
    places = dict.fromkeys(provinces)
    met: list[str] = []
    for place in places:
        for side in state.land.pillages.get(place, ()):
            met.append(f"pillage{SIDE[side]}")  # noqa: PERF401 - mostly none
        for revolt in state.land.revolts.get(place, ()):
            friend = revolt.country and sides.alliance_of(state, revolt.country) == alliance
            if revolt.kind == "revolt" or not friend:
                met.append(f"{revolt.kind}{SIDE[revolt.side]}")
    for what in met:
        seen[what] = seen.get(what, 0) + 1
    return Circumstances(snowflakes=snowflakes(state, places, alliance), **seen)


def snowflakes(state: State, provinces: Iterable[str], alliance: str) -> int:
    """The snowflakes of the cold areas overseas, in provinces the alliance does not control.

    ATT-08, SAT-13; each province counts once.
    """
    cold = [place for place in dict.fromkeys(provinces) if _cold(place)]
    return sum(_cold(place) for place in cold if not sides.controlled_by(state, place, alliance))


@cache
def _cold(place: str) -> int:
    """The snowflakes of the area of a province."""
    area = board.province(place).area
    return (board.area(area).cold or 0) if area else 0


def supply_modifiers(
    state: State, stack: Stack, line: supply_lines.Line | None
) -> tuple[Modifier, ...]:
    """The modifiers of supply attrition, and of the cold area's, for a stack with that line
    (SAT-03, SAT-05, SAT-06, SAT-A3)."""
    return modifiers(
        "supply",
        markers(
            state,
            [stack.place],
            stack.alliance,
            causes=max(1, len(line.weak)) if line else 1,
            massed=forces.is_massed(stack.units),
            no_supply_line=line is None,
            enemy_fortress=sides.enemy_fortress(state, stack.place, stack.alliance),
            manoeuvre=command.commander(state, stack.units, stack.leaders).manoeuvre_on_land,
            strait_fort=line.strait_forts if line else 0,
        ),
    )


def besieging_leaders(state: State, place: str, alliance: str) -> list[Leader]:
    """Whose siege value may serve a besieger: the leaders with his stack, and those with the ships
    of his alliance that blockade the port (SAT-16, SIE-18, UND-17)."""
    found = list(sides.stack(state, place, alliance).leaders)
    if blockades.is_blockaded(state, place):
        found += [
            leader
            for zone in board.adjacent_seas(place)
            for leader in state.leaders_at(zone)
            if fleets.blockaded_port(state.sea.tasks.get(leader.id, "")) == place
            and sides.alliance_of(state, leader.country) == alliance
        ]
    return found


def besieged_modifiers(state: State, place: str) -> tuple[Modifier, ...]:
    """The modifiers of siege attrition for the troops inside a besieged fortress (SAT-14
    to SAT-19)."""
    siege = state.land.sieges[place]
    home = sides.alliance_of(state, sides.controller(state, place))
    inside = sides.stack(state, place, home, "inside").leaders
    outside = besieging_leaders(state, place, siege.alliance)
    return modifiers(
        "besieged",
        Circumstances(
            siege=command.best_siege(inside),
            enemy_siege=command.best_siege(outside),
            unblocked_port=ports.open_to_ships(state, place)
            and not blockades.is_blockaded(state, place),
            siegeworks_minus=siege.works.count("-"),
            siegeworks_plus=siege.works.count("+"),
        ),
    )


def besieger_modifiers(state: State, place: str, alliance: str) -> tuple[Modifier, ...]:
    """The modifiers of siege attrition for a besieger (SIE-10 to SIE-20, SIE-A3, SIE-A4, UND-A5).

    6 LD count pashas too; manoeuvre and the enemy's province play no part (SIE-20). Snow counts for
    who has just taken the fortress as well (SIE-15).
    """
    stack = sides.stack(state, place, alliance)
    home = sides.alliance_of(state, sides.controller(state, place))
    inside = sides.stack(state, place, home, "inside").leaders
    line = supply_lines.mildest_line(state, stack.units, place, alliance)
    return modifiers(
        "besieger",
        markers(state, [place], alliance)._replace(
            snowflakes=_cold(place),
            no_supply_line=line is None,
            too_small=besieging.too_small(state, place, stack.thirds),
            massed=stack.thirds >= 3 * forces.LARGE,
            bad_weather=state.sequence.bad_weather,
            strait_fort=line.strait_forts if line else 0,
            siege=command.best_siege(besieging_leaders(state, place, alliance)),
            enemy_siege=command.best_siege(inside),
        ),
    )
