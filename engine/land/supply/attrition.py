"""Attrition on land: what a stack meets, the roll, its losses, pillage and foraging (SAT, ARS,
ATT).

Losses are in thirds of a detachment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, Protocol

from engine.facts import board, countries, tables
from engine.fleets import fleets, ports
from engine.land.ground import losses
from engine.land.supply import circumstances, supply
from engine.land.supply.circumstances import Cause, Circumstances, Plunder
from engine.overseas import remainders
from engine.play.asks import Choose, Option
from engine.play.phase import Phase
from engine.report import Modifier, agreed
from engine.situation import command
from engine.state import State, forces, sides
from engine.state.forces import Unit
from engine.state.holdings import Leader

MOST_FULL_PILLAGES: Final = 2


def _markers(state: State, provinces: Iterable[str], alliance: str) -> Circumstances:
    """The pillages, revolts and unfriendly rebellions of these provinces, each province once."""
    tally: Counter[tuple[str, str]] = Counter()
    for place in dict.fromkeys(provinces):
        for side in state.pillages.get(place, ()):
            tally["pillage", side] += 1
        for revolt in state.revolts.get(place, ()):
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
    state: State,
    units: Sequence[Unit],
    leaders: Sequence[Leader],
    line: supply.Line | None,
) -> tuple[Modifier, ...]:
    """The modifiers of supply attrition, and of the cold area's, for a stack with that line
    (SAT-03)."""
    place = units[0].place
    alliance = sides.alliance_of(state, units[0].country)
    return circumstances.modifiers(
        "supply",
        replace(
            _markers(state, [place], alliance),
            causes=max(1, len(line.weak)) if line else 1,
            massed=forces.massed(units),
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
    if state.tasks and supply.blockaded(state, place):
        found += [
            leader
            for zone in board.adjacent_seas(place)
            for leader in state.leaders_at(zone)
            if fleets.blockades(state.tasks.get(leader.id, "")) == place
            and sides.alliance_of(state, leader.country) == alliance
        ]
    return found


def besieged_modifiers(state: State, place: str) -> tuple[Modifier, ...]:
    """The modifiers of siege attrition for the troops inside a besieged fortress (SAT-14)."""
    siege = state.sieges[place]
    home = sides.alliance_of(state, sides.controller(state, place))
    inside = sides.stack(state, place, home, "inside").leaders
    outside = besieging_leaders(state, place, siege.alliance)
    return circumstances.modifiers(
        "besieged",
        Circumstances(
            siege=command.best_siege(state, inside),
            enemy_siege=command.best_siege(state, outside),
            unblocked_port=ports.open_to_ships(state, place) and not supply.blockaded(state, place),
            siegeworks_minus=siege.works.count("-"),
            siegeworks_plus=siege.works.count("+"),
        ),
    )


def besieger_modifiers(state: State, place: str, alliance: str) -> tuple[Modifier, ...]:
    """The modifiers of siege attrition for a besieger (SIE-10 to SIE-20).

    6 LD count pashas too; manoeuvre and the enemy's province play no part (SIE-20).
    """
    stack = sides.stack(state, place, alliance)
    home = sides.alliance_of(state, sides.controller(state, place))
    inside = sides.stack(state, place, home, "inside").leaders
    line = supply.mildest(state, stack.units, place, alliance)
    return circumstances.modifiers(
        "besieger",
        replace(
            _markers(state, [place], alliance),
            no_supply_line=line is None,
            too_small=stack.thirds < max(1, 3 * sides.fortress_level(state, place)),
            massed=stack.thirds >= 3 * forces.LARGE,
            bad_weather=state.bad_weather,
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
    line: supply.Line | None,
    enemy: bool,
) -> tuple[Modifier, ...]:
    """The modifiers of attrition by movement (ATT-01 to ATT-08).

    `provinces` are all that were left or entered, start and end included; `line` was that at the
    start of the move; `enemy` says that an enemy province was entered, or that the stack stayed in
    one.
    """
    return circumstances.modifiers(
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
    causes = movement_causes(forces.massed(units), way.cost, state.bad_weather)
    enemy = any(sides.relation(state, each, alliance) == "enemy" for each in way.path)
    line = supply.mildest(state, units, place, alliance)
    provinces = [place, *way.path]
    seen = _moving(state, units, leaders, 1 + len(causes), provinces, line, enemy)
    return circumstances.modifiers("redeployment", replace(seen, voluntary=voluntary))


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
    line: supply.Line | None,
    enemy: bool,
) -> Circumstances:
    return replace(
        _markers(state, provinces, sides.alliance_of(state, units[0].country)),
        causes=causes,
        manoeuvre=command.commander(state, units, leaders).manoeuvre_on_land,
        no_supply_line=line is None,
        strait_fort=line.strait_forts if line else 0,
        enemy_province=enemy,
        snowflakes=snowflakes(state, provinces, sides.alliance_of(state, units[0].country)),
    )


# Causes of attrition by movement.


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
    massed: bool,
    rolled: bool,
    leg: tuple[int, bool],
    whole: tuple[int, bool],
    bad_weather: bool,
) -> list[str]:
    """The causes when the movement ends (MOV-17 to MOV-20).

    `leg` is what came since the last interception, `whole` the whole movement, both as movement
    points and unsafe landing. If a leg was rolled before, only the last leg counts (MOV-19,
    MOV-A3); if not, the whole movement does, size included.
    """
    if rolled:
        return leg_causes(massed, leg[0], bad_weather, leg[1])
    return movement_causes(massed, whole[0], bad_weather, whole[1])


# Pillage.


def can_pillage(state: State, place: str, alliance: str) -> bool:
    """Whether a pillage fits into a province: European, with a colony of level 6 too, not neutral,
    no two full ones there (ARS-09, ATT-20, ATT-A5)."""
    return (
        not board.is_sea(place)
        and sides.european(state, place)
        and state.pillages.get(place, []).count("+") < MOST_FULL_PILLAGES
        and sides.relation(state, place, alliance) != "neutral"
    )


def add_pillage(state: State, place: str) -> None:
    """Puts a reduced pillage into a province; two reduced ones become a full one (ARS-04,
    ATT-15)."""
    here = state.pillages.setdefault(place, [])
    if "-" in here:
        here[here.index("-")] = "+"
    else:
        here.append("-")
    here.sort()


class AttritionResult(NamedTuple):
    """What attrition did: the thirds lost, the province pillaged ("" for none), whether they
    forage."""

    losses: int
    pillaged: str = ""
    foraging: bool = False


async def land_attrition(
    phase: Phase,
    unit_ids: Sequence[int],
    leader_ids: Sequence[str],
    modifiers: Sequence[Modifier],
    pillage_places: Sequence[str],
    cause: Cause,
    why: str = "",
) -> AttritionResult:
    """Rolls attrition for a land stack with these modifiers and applies the result at once.

    `pillage_places` are the provinces of the movement, start and end included, or the one where the
    stack stands: one of the Rest of the World among them makes it that column (ATT-20). The die is
    `<country>.<cause>`, in movement `<country>.attrition`. Losses are the controller's choice
    (ARS-02, ATT-11); foraging marks the counters for the next battle of this impulse (ATT-16).
    """
    state = phase.state
    units = [state.units[number] for number in unit_ids if number in state.units]
    leaders = [state.leaders[name] for name in leader_ids]
    chief = command.commander(state, units, leaders)
    who, place, strength = (
        sides.decider(state, chief.country),
        units[0].place,
        forces.strength(units),
    )
    alliance = sides.alliance_of(state, chief.country)
    technology = command.worst_technology(state, units)
    many = len(units)
    troops = f"{forces.described(units)} of {countries.called(chief.country)}"
    die = f"{chief.country}.{'attrition' if cause == 'movement' else cause}"
    reason = why or circumstances.NAMES[cause]
    rolled = await phase.roll(who, die, modifiers, f"{reason}, {troops}")
    where = board.province(place).name
    if any(not sides.european(state, each) for each in pillage_places):
        percent = tables.attrition_percent(rolled.result)
        phase.tell_roll(rolled, f"{troops} in {where}: {reason}, {percent} %.", place, who)
        stars = [
            (await phase.roll(who, f"{chief.country}.star", (), "one exploration more?")).die
            for _ in range(tables.remainders(strength, percent).stars)
        ]
        lost = strength - remainders.surviving(strength, percent, stars)
        return AttritionResult(await losses.lose(phase, unit_ids, lost, reason))
    found = circumstances.european(rolled.result, strength)
    places = []
    if found.pillage:
        places = [each for each in pillage_places if can_pillage(state, each, alliance)]
    meaning = circumstances.plunder(cause, technology, bool(places))
    said = circumstances.spoken(found, meaning)
    result = f"result {circumstances.written(found)}: {said}"
    phase.tell_roll(rolled, f"{troops} in {where}: {reason}, {result}.", place, who)
    lost, pillaged, foraging = found.losses, "", False
    if found.pillage:
        about = f"{troops} in {where}: {reason}, {said}"
        pillaged = await _pillaged(phase, who, about, unit_ids, sorted(set(places)), meaning)
        foraging = bool(pillaged) and meaning.forage
        if not pillaged or not meaning.choice:
            lost += 1
    if foraging:
        state.foraging.update(unit_ids)
    dead = await losses.lose(phase, unit_ids, 3 * lost, reason)
    if pillaged:
        add_pillage(state, pillaged)
        more = f" and {agreed('forage', many)}" if foraging else ""
        text = f"{troops} {agreed('pillage', many)} {board.province(pillaged).name}{more}."
        phase.tell("pillage", text, pillaged, who)
    return AttritionResult(dead, pillaged, foraging)


async def _pillaged(
    phase: Phase,
    who: str,
    told: str,
    unit_ids: Sequence[int],
    places: Sequence[str],
    meaning: Plunder,
) -> str:
    """The province that a P pillages, "" when the stack loses a detachment instead."""
    if not meaning.pillage:
        return ""
    if not meaning.choice and len(places) == 1:
        return places[0]
    state = phase.state
    alliance = sides.alliance_of(state, state.units[unit_ids[0]].country)
    hostile = [each for each in places if sides.relation(state, each, alliance) == "enemy"]
    options = [
        Option(each, f"pillage {board.province(each).name}", _spoils(state, each, meaning.forage))
        for each in places
    ]
    if meaning.choice:
        options.append(Option("loss", "lose one more detachment"))
    chosen = await Choose(
        who=who,
        name="pillage-or-loss" if meaning.choice else "pillage",
        what=f"{told}. "
        + ("Pillage, or lose one more LD?" if meaning.choice else "Which province is pillaged?"),
        about={"units": list(unit_ids), "places": list(places)},
        options=options,
        enter=(hostile or places)[0],
    )
    return "" if chosen == "loss" else chosen


def _spoils(state: State, place: str, forage: bool) -> str:
    """Whose province would be pillaged, and what else it brings."""
    owner = sides.owner(state, place)
    whose = f"owned by {countries.called(owner)}" if owner else "owned by nobody"
    return f"{whose}; and forage in the next battle of this impulse" if forage else whose
