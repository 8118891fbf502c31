"""A fortress falls: what becomes of those inside, who controls it, how strong it is left (FAL, UND,
ASL).

Everybody inside goes first, then the besieging commander's country takes control and may man the
walls.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.combat import leader_casualties
from engine.facts import board, countries
from engine.facts.wordings import wordings
from engine.fleets import blockades
from engine.grammar import conjugate, join_names
from engine.land.ground import entering_provinces, losses, stacking
from engine.land.siege import assault_math
from engine.overseas import forts
from engine.play.asks import Choose, Option
from engine.play.phase import Phase
from engine.situation import (
    command,
    counters,
    establishments,
    knowledge,
    leaders_left_alone,
    leaders_overseas,
    variants,
)
from engine.state import State, sides
from engine.state.forces import Unit, breaks, units_in_words, within_stacking
from engine.state.leaders import Leader
from engine.state.stacks import Band

Terms = Literal["war honour", "surrender", "storm"]
WORDS = wordings("fall of a fortress")
SPLIT = "split"
BREAK = "break:"
NOWHERE = "nowhere"


def level_after(state: State, place: str, manned: bool) -> int:
    """The level a fallen fortress is left with: 1 less manned again, 2 less otherwise.

    FAL-02 to FAL-06.
    """
    where = board.province(place)
    map_ = "europe" if sides.european(state, place) else "rotw"
    walls = assault_math.Walls(
        sides.fortress_level(state, place), state.period, map_, city=bool(where.city)
    )
    return assault_math.level_after(walls, manned)


def set_level(state: State, place: str, level: int) -> None:
    """Sets the level of a fortress; the one of the place itself needs no counter (FAL-05)."""
    state.land.levels.pop(place, None)
    if level != sides.fortress_level(state, place):
        state.land.levels[place] = level


async def fall(phase: Phase, place: str, terms: Terms) -> None:
    """The fortress of a besieged province falls to its besieger (FAL-A1).

    UND-28 to UND-34, ASL-29, ASL-30, FAL-01 to FAL-06, SUP-A2.
    """
    state = phase.state
    alliance = state.land.sieges[place].alliance
    besieger = sides.stack(state, place, alliance)
    taker = command.commander(state, besieger.units, besieger.leaders).country
    loser = sides.controller(state, place)
    what = establishments.besieged_in(state, place)
    phase.tell(
        "fall",
        f"{what} {WORDS[terms]} to {countries.with_article(taker)}.",
        place,
        sides.decider(state, taker),
        {"terms": terms, "from": loser, "to": taker, "level": sides.fortress_level(state, place)},
    )
    _capture_monarchs(phase, place, taker)
    if terms == "war honour":
        await _honours_of_war(phase, place, loser)
    else:
        _take_inside(phase, place)
    # Who besieges the fortress next in this turn is not the first to do so (UND-35).
    state.notes[f"siege.{place}"] = [False, False, state.land.sieges.pop(place).rounds + 1]
    state.land.resupplied.discard(place)
    state.land.controllers[place] = taker
    if sides.owner(state, place) == taker:
        del state.land.controllers[place]
    await _man(phase, place, alliance, taker)
    blockades.lift_around(phase, place)


def _capture_monarchs(phase: Phase, place: str, taker: str) -> None:
    """A monarch inside is captured, on whatever terms (UND-30, UND-33, ASL-29)."""
    state = phase.state
    for leader in sides.inside(state, place)[1]:
        if not countries.leader(leader.id).monarch:
            continue
        leader_casualties.capture(state, leader, taker)
        phase.tell(
            "captured",
            f"{countries.leader(leader.id).name} is captured by {countries.with_article(taker)}.",
            place,
            sides.decider(state, leader.country),
            {"leader": leader.id, "by": taker},
        )


def _take_inside(phase: Phase, place: str) -> None:
    """Troops inside are destroyed; leaders wait in the End box (UND-31, UND-32, ASL-29)."""
    units, leaders = sides.inside(phase.state, place)
    if units:
        _lose(phase, place, units)
    for leader in leaders:
        leaders_left_alone.out_of_play(phase, leader.id, place)


def _lose(phase: Phase, place: str, units: list[Unit]) -> None:
    sheet = {
        "country": units[0].country,
        "thirds": sum(unit.thirds for unit in units if unit.land),
        "cause": "the fall of a fortress",
    }
    garrison = counters.troops_and_owners(units)
    text = f"{board.province(place).name}: the garrison, {garrison}, is lost."
    phase.tell("losses", text, place, sheet=sheet)
    for unit in units:
        phase.state.remove(unit)


# War honour.


async def _honours_of_war(phase: Phase, place: str, loser: str) -> None:
    """Troops, leaders and 1 LD for the garrison go where the besieged likes (UND-28, UND-29).

    Without a friendly unbesieged province they are lost; the LD takes a free counter (UND-A8).
    Natives who held a city of nobody go home, and nobody leads them elsewhere (UND-A9).
    """
    state = phase.state
    if loser == sides.NATIVES:
        _take_inside(phase, place)
        return
    corps = "janissary" if loser == "turkey" else ""
    if counters.free_counters(state, loser, "LD", corps) > 0:
        state.add(Unit(0, loser, "LD", place, "inside", corps=corps))
    home = sides.alliance_of(state, loser)
    if not _refuges(state, home):
        _take_inside(phase, place)
        return
    units, leaders = sides.inside(state, place)
    if len(units) + len(leaders) > 1:
        names = [countries.leader(leader.id).name for leader in leaders]
        do = conjugate("do", len(units) + len(leaders))
        whither = f"{do} {', '.join([units_in_words(units), *names])}"
        everybody = join_names([*([counters.troops_and_owners(units)] if units else []), *names])
        split = Option(SPLIT, "Split them")
        await _march_out(phase, place, loser, units, leaders, whither, everybody, [split])
    while True:
        units, leaders = sides.inside(state, place)
        if units:
            await _place_unit(phase, place, units[0].id)
        elif leaders:
            country = leaders[0].country
            name = countries.leader_in_words(leaders[0].id, country)
            came = await _march_out(phase, place, country, (), leaders[:1], f"does {name}", name)
            if came == NOWHERE:
                leaders_left_alone.out_of_play(phase, leaders[0].id, place)
        else:
            return


def _refuges(
    state: State, home: str, units: Sequence[Unit] = (), leaders: Sequence[Leader] = ()
) -> list[str]:
    """The unbesieged friendly provinces that they know (DIS-02), where leaders may go (C-LDR-07),
    and that no variant bars to the counters, nor allies of their allies (UND-29, INI-03); only
    those with room for them if there is one."""
    owners, chiefs = {unit.country for unit in units}, [leader.id for leader in leaders]
    barred = variants.closed_provinces(state, owners)
    chart = knowledge.chart(state, Band.of(units, leaders)) if units or leaders else None
    free = [
        place
        for place in board.provinces()
        if sides.controlled_by(state, place, home)
        and place not in barred
        and not knowledge.is_hidden(state, chart, place)
        and not leaders_overseas.why_refused(state, chiefs, place)
        and entering_provinces.is_refuge(state, place, home, owners)
    ]
    roomy = [
        place for place in free if within_stacking([*sides.stack(state, place, home).units, *units])
    ]
    return roomy or free


def _nearest(place: str, among: list[str]) -> str:
    """The one of some provinces whose city is nearest as the crow flies, on the same map if any."""
    here = board.province(place)

    def distance(other: str) -> tuple[bool, int, str]:
        there = board.province(other)
        return (there.map != here.map, (there.x - here.x) ** 2 + (there.y - here.y) ** 2, other)

    return min(among, key=distance)


async def _march_out(
    phase: Phase, place: str, country: str, units: Sequence[Unit], leaders: Sequence[Leader],
    whither: str, what: str, others: Sequence[Option] = (),
) -> str:  # fmt: skip
    """Asks where somebody goes who comes out of the fortress of a place, and brings him there,
    where natives may rise (NAT-A10); what is done else of the `others`, NOWHERE where no province
    takes all of them."""
    state = phase.state
    who, home = sides.decider(state, country), sides.alliance_of(state, country)
    refuges = _refuges(state, home, units, leaders)
    if not refuges:
        return NOWHERE
    numbers, names = [unit.id for unit in units], [leader.id for leader in leaders]
    about = {"units": numbers} if numbers or others else {"leader": names[0]}
    goal = await Choose(
        who=who,
        name="war-honour-place",
        what=f"Where {whither} go from {board.called(place)}?",
        options=[*(Option(each, board.province(each).name) for each in refuges), *others],
        enter=_nearest(place, refuges),
        about={"place": place, **about},
    )
    if goal not in refuges:
        return goal
    state.bring(numbers, names, goal)
    march = conjugate("march out", len(numbers) + len(names))
    phase.tell("war-honour", f"{what} {march} to {board.called(goal)}.", place, who)
    await stacking.enforce_stacking(phase, goal, home)
    await phase.procedures.strangers(phase, Band(goal, tuple(numbers), tuple(names)), place)
    return ""


async def _place_unit(phase: Phase, place: str, unit_id: int) -> None:
    """Asks where one counter goes, or how it is broken to go to several provinces; it is lost where
    none may take it in."""
    state, unit = phase.state, phase.state.units[unit_id]
    ways = [
        kinds
        for kinds in breaks(unit)
        if kinds != ("LDE", "LDE", "LDE")
        and counters.free_counters(state, unit.country, "LD", unit.corps) >= kinds.count("LD")
    ]
    breaking = [
        Option(f"{BREAK}{at}", f"Break it into {', '.join(kinds)}") for at, kinds in enumerate(ways)
    ]
    whose = f"{unit.kind} of {countries.with_article(unit.country)}"
    whither = f"does the {whose}"
    came = await _march_out(phase, place, unit.country, [unit], (), whither, whose, breaking)
    if came == NOWHERE:
        _lose(phase, place, [state.units[unit_id]])
    elif came:
        counters.break_counter(state, state.units[unit_id], ways[int(came.removeprefix(BREAK))])


# Manning.


def _razed(phase: Phase, place: str) -> bool:
    """Whether a fort that falls is gone for good: it has no level to lose (FAL-04, FRT-A4).

    The fort that a colony, a trading post or a mission has by itself remains (FAL-A3).
    """
    standing = establishments.standing_establishments(phase.state, place)
    if board.province(place).city or any(one.kind != "fort" for one in standing):
        return False
    for one in standing:
        forts.remove(phase.state, place, one)
    return bool(standing)


async def _man(phase: Phase, place: str, alliance: str, taker: str) -> None:
    """The new controller mans the fortress for 1 LD, or leaves it weaker; a fort is razed (FAL-02,
    FAL-04).

    Not asked where it makes no difference (FAL-06) or the stack has no whole LD left (FAL-A4).
    """
    state = phase.state
    level = sides.fortress_level(state, place)
    manned, unmanned = level_after(state, place, True), level_after(state, place, False)
    stack = sides.stack(state, place, alliance)
    name = board.called(place)
    man = False
    if manned != unmanned and assault_math.may_man(stack.thirds):
        answer = await Choose(
            who=sides.decider(state, taker),
            name="man-fortress",
            what=f"Man the fortress of {name}?",
            options=[
                Option("man", "Man it", f"1 LD lost; level {level} becomes {manned}"),
                Option("leave", "Leave it", f"level {level} becomes {unmanned}"),
            ],
            enter="man",
            about={"place": place, "level": level, "manned": manned, "unmanned": unmanned},
        )
        man = answer == "man"
    if man:
        units = [unit.id for unit in sides.stack(state, place, alliance).units]
        await losses.lose(phase, units, 3, f"manning the fortress of {name}")
    left = manned if man else unmanned
    if sides.fortress_level(state, place) == 0 and _razed(phase, place):
        phase.tell("fall", f"{countries.does(taker, 'raze')} the fort in {name}.", place, taker)
        return
    set_level(state, place, left)
    text = f"{countries.does_to(taker, 'control', place)}; its fortress has level {left}."
    phase.tell("fall", text, place, taker)
