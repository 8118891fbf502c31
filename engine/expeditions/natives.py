"""Land stacks that enter a province of the Rest of the World with natives in it (NAT, EXP-30).

Natives who are not active yet may be won over by a conquistador, attacked, or left alone, when a
test of their tolerance may rouse them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Final

from engine.combat.leaders import DETACHMENT, Commander
from engine.facts import board, countries
from engine.grammar import join_names, strength_does, thirds
from engine.land.battle.parameters import Force, known_commander, odds_of
from engine.land.movement import interception_battle, march_under_way
from engine.land.movement.march_under_way import Move, Stretch
from engine.modifiers import Modifier, Rolled
from engine.overseas import active_natives, natives_math
from engine.overseas.active_natives import must_test
from engine.overseas.attrition_percentages import by_stars
from engine.overseas.natives_math import Answered, Appeal
from engine.play.asks import Choose, Option
from engine.play.decision_details import Weighed
from engine.play.phase import Phase
from engine.situation import command
from engine.state import State, forces, sides
from engine.state.sides import NATIVES
from engine.state.stacks import Band, Group

PEACE: Final = "peace"
ATTACK: Final = "attack"
WIN: Final = "win:"
MISSIONARY: Final = "missionary"


def may_appeal(leader_ids: Sequence[str], place: str) -> list[str]:
    """The leaders of a stack who may use the conquistador table there (NAT-11 to NAT-13)."""
    region = natives_math.region(board.area(board.province(place).area))
    found = []
    for name in leader_ids:
        known = countries.leader(name)
        if not natives_math.why_no_appeal(region, known.kind, name, "asia" in known.flags):
            found.append(name)
    return found


def speaker(state: State, leader: str) -> Commander:
    """A leader as the conquistador table sees him, with the values he has now (C-CMD-04)."""
    values = command.values(state.leaders[leader])
    country = state.leaders[leader].country
    return known_commander(command.Commander(country, leader, *values))


def appeal(state: State, group: Group, place: str, leader: str) -> Appeal:
    """The attempt of a leader to win the natives of a province over (NAT-14 to NAT-19)."""
    units = state.units_by_id(group.units)
    return Appeal(
        values=natives_math.sum_of_values(speaker(state, leader)),
        natives=active_natives.inactive_natives(state, place),
        strength=forces.strength(units),
        army=any(unit.army and unit.corps != active_natives.CORPS for unit in units),
        missionary=any(countries.leader(name).kind == MISSIONARY for name in group.leaders),
        uses=state.overseas.appeals.get(board.province(place).area, 0),
    )


async def meet_natives(phase: Phase, moving: Move) -> bool:
    """What the inactive natives of a province do to a land stack that has just come in: it attacks
    them, wins them over or tests (NAT-04, NAT-06, NAT-08, NAT-10, EXP-30).

    True when the stack must stop there: it has chosen to attack, has not won, or is gone. It is on
    a march, or an `expedition`: a battle of one causes no attrition (EXP-06).
    """
    state, place = phase.state, moving.place
    if not must_test(state, moving, place):
        return False
    chosen = await _choose(phase, moving, place)
    if chosen != PEACE or board.area(board.province(place).area).tolerance:
        march_under_way.tell_way(phase, moving)
    if chosen == ATTACK:
        there = active_natives.rouse_all(state, place)
        size = forces.strength(state.units_by_id(there))
        name = board.called(place)
        phase.tell("natives", f"The natives of {name} are attacked: {thirds(size)} LD.", place)
        interception_battle.lock(phase, place, moving.alliance)
        return True
    if chosen.startswith(WIN):
        return await _win_over(phase, moving, place, chosen.removeprefix(WIN))
    return await _test(phase, moving, place)


async def natives_may_rise(phase: Phase, band: Band, origin: str) -> None:
    """The test for a stack that has come by no move of its own, by interception, evasion, retreat,
    redeployment or with a fleet in flight from `origin`: natives may rise and attack it (NAT-01,
    NAT-A10), but between the turns, when they are calm (NAT-31)."""
    state = phase.state
    if state.ledger.step != "redeployment" and must_test(state, band, band.place):
        alliance = sides.alliance_of(state, state.units_by_id(band.units)[0].country)
        await _test(phase, expedition(state, alliance, band, origin), band.place)


def expedition(state: State, alliance: str, band: Band, origin: str = "") -> Move:
    """An exploration, or a stack driven there, as a march of one step without movement points."""
    place, chiefs = band.place, list(band.leaders)
    numbers = [number for number in band.units if number in state.units]
    before = [way[-2] for number in numbers if len(way := state.marks.entered.get(number, [])) > 1]
    before = [origin] if origin else before
    way = [*(before[:1] or [place]), place]
    moving = Move(alliance, numbers, chiefs, Stretch(way), None, last=state.last_unit)
    moving.everyone, moving.chiefs, moving.told = list(numbers), list(chiefs), 1
    moving.spent = dict.fromkeys(numbers, 0)
    return moving


async def _choose(phase: Phase, moving: Move, place: str) -> str:
    """To win the natives over, to attack them, or to go on in peace (NAT-06 to NAT-08)."""
    state = phase.state
    area = board.area(board.province(place).area)
    size = active_natives.inactive_natives(state, place)
    tolerance = area.tolerance or 0
    risk = f"they attack ({10 * tolerance} %)" if tolerance else "they stay calm"
    options = [Option(PEACE, "Leave them in peace", risk)]
    for name in may_appeal(moving.leaders, place):
        who = countries.leader(name).name
        options.append(Option(WIN + name, f"{who} speaks to them", "the conquistador table", who))
    options.append(Option(ATTACK, "Attack them", "a battle later; the stack stops here", "battle"))
    return await Choose(
        who=sides.decider(state, moving.country(state)),
        name="natives",
        what=f"{thirds(size)} LD of natives {strength_does('live', size)} in "
        f"{board.called(place)}. What do you do?",
        about=Weighed(
            {**moving.band.about, "tolerance": tolerance, "natives": size},
            partial(_weigh, state, moving, place),
        ),
        options=options,
        enter=PEACE,
    )  # fmt: skip


def _weigh(state: State, moving: Move, place: str) -> dict[str, Any]:
    """The odds of a battle with all the natives, and what each leader would win: on the average,
    and by each cell of the table that his die may reach, in LD, with its chance."""
    trial = State.from_plain(state.to_plain())
    there = active_natives.rouse_all(trial, place)
    found: dict[str, Any] = {
        "battle": odds_of(
            trial,
            place,
            Force(moving.alliance, tuple(moving.units), tuple(moving.leaders)),
            Force(NATIVES, tuple(there), ()),
            interception=True,
        )
    }
    for name in may_appeal(moving.leaders, place):
        attempt = appeal(state, moving, place, name)
        chances = natives_math.chances(attempt)
        cells: dict[str, dict[Answered, Fraction]] = {}
        for answer, chance in chances.items():
            cells.setdefault(answer.result, {})[answer] = chance
        answers = {cell: _mean(within) for cell, within in cells.items()}
        found[countries.leader(name).name] = {**_mean(chances), "answers": answers}
    return found


def _mean(chances: Mapping[Answered, Fraction]) -> dict[str, float]:
    """How many desert and resist on the average of these answers, in LD, and their chance."""
    whole = sum(chances.values(), Fraction(0))
    deserters = sum((each.deserters * p for each, p in chances.items()), Fraction(0))
    resisters = sum((each.resisters * p for each, p in chances.items()), Fraction(0))
    return {
        "chance": float(whole),
        "deserters": float(deserters / whole / DETACHMENT),
        "resisters": float(resisters / whole / DETACHMENT),
    }


async def _test(phase: Phase, moving: Move, place: str) -> bool:
    """The test of activation; natives who are roused attack as interceptors (NAT-04, NAT-05)."""
    state = phase.state
    area, name = board.area(board.province(place).area), board.called(place)
    if not area.tolerance:
        return False
    purpose = f"natives of {name}: {area.tolerance} or less rouses them"
    rolled = await phase.roll(f"{moving.country(state)}.natives", (), purpose)
    awake = natives_math.activates(rolled.die, area.tolerance)
    how = "rise and attack" if awake else "stay calm"
    phase.tell_roll(rolled, f"The natives of {name} {how}: {rolled.die}.", place)
    if not awake:
        return False
    there = active_natives.rouse_all(state, place)
    return not await _attacked(phase, moving, there)


async def _win_over(phase: Phase, moving: Move, place: str, leader: str) -> bool:
    """The conquistador table, and the battle with those who resist (NAT-08 to NAT-10, NAT-15,
    NAT-23, NAT-27)."""
    state = phase.state
    country = state.leaders[leader].country
    who, name = sides.decider(state, country), board.called(place)
    attempt = appeal(state, moving, place, leader)
    state.overseas.appeals[board.province(place).area] = attempt.uses + 1
    thrown: list[Rolled] = []

    async def roll(die: str, modifiers: Sequence[Modifier], purpose: str) -> int:
        thrown.append(await phase.roll(f"{country}.{die}", modifiers, purpose))
        return thrown[-1].die

    answer = await natives_math.appeal(attempt, roll, by_stars(roll))
    said, told = thrown[0].spoken(), answer_in_words(answer)
    text = f"{countries.leader(leader).name} speaks to the natives of {name} ({said}): {told}"
    phase.tell_roll(thrown[0], text, place)
    joined = active_natives.join(state, leader, answer.deserters)
    for number in joined:
        state.marks.entered[number] = list(moving.way[-2:])
    march_under_way.take_stock(state, moving)
    if joined:
        size, follow = thirds(answer.deserters), strength_does("follow", answer.deserters)
        text = f"{size} LD of natives {follow} {countries.leader(leader).name}."
        phase.tell("recruits", text, place, who)
    there = active_natives.rouse(state, place, answer.resisters)
    return bool(there) and not await _attacked(phase, moving, there)


def answer_in_words(answer: Answered) -> str:
    """What natives answered, in a sentence: the cell, who deserts, who resists, who is gone."""
    fates = (
        ("desert", answer.deserters),
        ("resist", answer.resisters),
        ("be gone", answer.removed),
    )
    told = [f"{thirds(number)} {strength_does(fate, number)}" for fate, number in fates]
    return f"{answer.result}, of {thirds(answer.natives)} LD {join_names(told)}."


async def _attacked(phase: Phase, moving: Move, there: Sequence[int]) -> bool:
    """Natives attack like interceptors; whether the stack wins and may go on (NAT-05, NAT-27)."""
    size = forces.strength(phase.state.units_by_id(there))
    attack = f"{thirds(size)} LD of natives {strength_does('attack', size)}"
    phase.tell("natives", f"{attack} in {board.called(moving.place)}.", moving.place)
    band = Band(moving.place, tuple(there), ())
    return await interception_battle.fight(phase, moving, NATIVES, [band], counter=False)
