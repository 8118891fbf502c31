"""What modifies attrition on land: supply, sieges, marches, redeployment (SAT, ARS, ATT)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from engine.facts import board
from engine.fleets import fleets, ports
from engine.land.supply import attrition_math, supply_lines
from engine.land.supply.attrition_math import Circumstances
from engine.report import Modifier
from engine.situation import command
from engine.state import State, forces, sides
from engine.state.forces import Unit
from engine.state.leaders import Leader


def markers(state: State, provinces: Iterable[str], alliance: str) -> Circumstances:
    """The pillages, revolts and unfriendly rebellions of these provinces, each province once."""
    tally: Counter[tuple[str, str]] = Counter()
    for place in dict.fromkeys(provinces):
        for side in state.land.pillages.get(place, ()):
            tally["pillage", side] += 1
        for revolt in state.land.revolts.get(place, ()):
            friend = revolt.country and sides.alliance_of(state, revolt.country) == alliance
            if revolt.kind == "revolt" or not friend:
                tally[revolt.kind, revolt.side] += 1
    return Circumstances(
        pillage_minus=tally["pillage", "-"],
        pillage_plus=tally["pillage", "+"],
        revolt_minus=tally["revolt", "-"],
        revolt_plus=tally["revolt", "+"],
        rebellion_minus=tally["rebellion", "-"],
        rebellion_plus=tally["rebellion", "+"],
    )


def snowflakes(state: State, provinces: Iterable[str], alliance: str) -> int:
    """The snowflakes of the cold areas overseas, in provinces the alliance does not control.

    ATT-08, SAT-13; each province counts once.
    """
    return sum(
        board.area(area).cold or 0
        for place in dict.fromkeys(provinces)
        if (area := board.province(place).area) and not sides.controlled_by(state, place, alliance)
    )


def supply_modifiers(
    state: State, units: Sequence[Unit], leaders: Sequence[Leader], line: supply_lines.Line | None
) -> tuple[Modifier, ...]:
    """The modifiers of supply attrition, and of the cold area's, for a stack with that line
    (SAT-03, SAT-05, SAT-06, SAT-A3)."""
    place = units[0].place
    alliance = sides.alliance_of(state, units[0].country)
    return attrition_math.modifiers(
        "supply",
        replace(
            markers(state, [place], alliance),
            causes=max(1, len(line.weak)) if line else 1,
            massed=forces.is_massed(units),
            no_supply_line=line is None,
            enemy_fortress=sides.enemy_fortress(state, place, alliance),
            manoeuvre=command.commander(state, units, leaders).manoeuvre_on_land,
            strait_fort=line.strait_forts if line else 0,
            snowflakes=snowflakes(state, [place], alliance),
        ),
    )


def besieging_leaders(state: State, place: str, alliance: str) -> list[Leader]:
    """Whose siege value may serve a besieger: the leaders with his stack, and those with the ships
    of his alliance that blockade the port (SAT-16, SIE-18, UND-17)."""
    found = list(sides.stack(state, place, alliance).leaders)
    if state.sea.tasks and supply_lines.is_blockaded(state, place):
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
    return attrition_math.modifiers(
        "besieged",
        Circumstances(
            siege=command.best_siege(state, inside),
            enemy_siege=command.best_siege(state, outside),
            unblocked_port=ports.open_to_ships(state, place)
            and not supply_lines.is_blockaded(state, place),
            siegeworks_minus=siege.works.count("-"),
            siegeworks_plus=siege.works.count("+"),
        ),
    )


def besieger_modifiers(state: State, place: str, alliance: str) -> tuple[Modifier, ...]:
    """The modifiers of siege attrition for a besieger (SIE-10 to SIE-20, SIE-A3, SIE-A4, UND-A5).

    6 LD count pashas too; manoeuvre and the enemy's province play no part (SIE-20).
    """
    stack = sides.stack(state, place, alliance)
    home = sides.alliance_of(state, sides.controller(state, place))
    inside = sides.stack(state, place, home, "inside").leaders
    line = supply_lines.mildest_line(state, stack.units, place, alliance)
    return attrition_math.modifiers(
        "besieger",
        replace(
            markers(state, [place], alliance),
            no_supply_line=line is None,
            too_small=stack.thirds < max(1, 3 * sides.fortress_level(state, place)),
            massed=stack.thirds >= 3 * forces.LARGE,
            bad_weather=state.sequence.bad_weather,
            snowflakes=snowflakes(state, [place], alliance),
            strait_fort=line.strait_forts if line else 0,
            siege=command.best_siege(state, besieging_leaders(state, place, alliance)),
            enemy_siege=command.best_siege(state, inside),
        ),
    )


def movement_modifiers(
    state: State,
    units: Sequence[Unit],
    leaders: Sequence[Leader],
    causes: Sequence[str],
    provinces: Sequence[str],
    line: supply_lines.Line | None,
    enemy: bool,
) -> tuple[Modifier, ...]:
    """The modifiers of attrition by movement (ATT-01 to ATT-08, MOV-12).

    `provinces` are all that were left or entered, start and end included; `line` was that at the
    start of the move; `enemy` says that an enemy province was entered, or that the stack stayed in
    one.
    """
    return attrition_math.modifiers(
        "movement", _moving(state, units, leaders, len(causes), provinces, line, enemy)
    )


def redeployment_modifiers(
    state: State,
    units: Sequence[Unit],
    leaders: Sequence[Leader],
    place: str,
    way: Way,
    voluntary: bool = False,
) -> tuple[Modifier, ...]:
    """The modifiers of a redeployment, before the stack goes (SIE-25, SIE-26, C-RED-07).

    Redeploying is one cause by itself, the causes of a move count further; it is voluntary in the
    redeployment phase only.
    """
    alliance = sides.alliance_of(state, units[0].country)
    causes = movement_causes(forces.is_massed(units), way.cost, state.sequence.bad_weather)
    enemy = any(sides.relation(state, each, alliance) == "enemy" for each in way.path)
    line = supply_lines.mildest_line(state, units, place, alliance)
    provinces = [place, *way.path]
    seen = _moving(state, units, leaders, 1 + len(causes), provinces, line, enemy)
    return attrition_math.modifiers("redeployment", replace(seen, voluntary=voluntary))


class Way(Protocol):
    """A way that a stack takes: what it costs and the provinces entered."""

    @property
    def cost(self) -> int:
        """Its movement points."""

    @property
    def path(self) -> Sequence[str]:
        """The provinces entered."""


def _moving(
    state: State,
    units: Sequence[Unit],
    leaders: Sequence[Leader],
    causes: int,
    provinces: Sequence[str],
    line: supply_lines.Line | None,
    enemy: bool,
) -> Circumstances:
    return replace(
        markers(state, provinces, sides.alliance_of(state, units[0].country)),
        causes=causes,
        manoeuvre=command.commander(state, units, leaders).manoeuvre_on_land,
        no_supply_line=line is None,
        strait_fort=line.strait_forts if line else 0,
        enemy_province=enemy,
        snowflakes=snowflakes(state, provinces, sides.alliance_of(state, units[0].country)),
    )


def movement_causes(
    massed: bool, points: int, bad_weather: bool, unsafe_landing: bool = False
) -> list[str]:
    """The causes for a whole move of so many movement points (MOV-06 to MOV-11).

    A massed force rolls even if it does not move (MOV-08); its threshold is the campaign's, see
    `forces.massed` (MOV-07). `unsafe_landing`: by ship, an end being no controlled port.
    """
    return (["massed_force"] if massed else []) + _way_causes(points, bad_weather, unsafe_landing)


def _way_causes(points: int, bad_weather: bool, unsafe_landing: bool) -> list[str]:
    causes = {
        "moved_6mp": points >= 6,
        "moved_3mp_bad_weather": points >= 3 and bad_weather,
        "sea_move_without_controlled_port": unsafe_landing,
    }
    return [name for name, applies in causes.items() if applies]


def leg_causes(
    massed: bool, points: int, bad_weather: bool, unsafe_landing: bool = False
) -> list[str]:
    """The causes for one leg, before the battle of an interception (MOV-14 to MOV-18).

    A massed force is no cause of its own here, but counts beside another (MOV-16).
    """
    causes = _way_causes(points, bad_weather, unsafe_landing)
    return ["massed_force", *causes] if massed and causes else causes


def end_causes(
    massed: bool, rolled: bool, leg: tuple[int, bool], whole: tuple[int, bool], bad_weather: bool
) -> list[str]:
    """The causes when the movement ends (MOV-17 to MOV-20).

    `leg` is what came since the last interception, `whole` the whole movement, both as movement
    points and unsafe landing. If a leg was rolled before, only the last leg counts (MOV-19,
    MOV-A3); if not, the whole movement does, size included.
    """
    if rolled:
        return leg_causes(massed, leg[0], bad_weather, leg[1])
    return movement_causes(massed, whole[0], bad_weather, whole[1])
