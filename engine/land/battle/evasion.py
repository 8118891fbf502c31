"""Evasion before a battle on land, and the room that a fortress has for troops (EVA).

Whoever shelters only a part of a stack may break counters for it: 3 LD of an army stay outside and
one goes in (C-FOR-02).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from engine.combat import leaders
from engine.combat.leaders import DETACHMENT
from engine.facts import board, countries
from engine.facts.board import name_of
from engine.land.battle.parameters import (
    Force,
    Weighed,
    expected_commander,
    in_command,
    odds_of,
    vizier,
)
from engine.play.asks import Ask, BadAnswer, Choose, Option, Raw
from engine.play.phase import Phase
from engine.report import Modifier, agreed, thirds, together, total
from engine.situation import command, counters, knowledge, variants
from engine.state import State, sides
from engine.state.forces import Kind, Unit, breaks, described, strength

STAND: Final = "stand"
SHELTER: Final = "shelter"
ROLL: Final = "roll"
INSIDE: Final = "inside"
SPLIT: Final = "split:"


class Part(NamedTuple):
    """A counter, or some LD to be broken off it (0: the whole counter)."""

    unit: int
    detachments: int = 0

    @property
    def key(self) -> str:
        """How an answer names it: `17`, or `17:2` for 2 LD of it."""
        return f"{self.unit}:{self.detachments}" if self.detachments else str(self.unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelter(Ask[tuple[Part, ...]]):
    """Which troops go into a fortress; the answer is a list of counters and of parts of armies.

    `sizes` are the thirds of everything that may be named, by its key; `room` what finds room.
    """

    complete = False

    sizes: dict[str, int]
    labels: dict[str, str]
    room: int

    def parse(self, raw: Raw) -> tuple[Part, ...]:
        if type(raw) is not list or any(type(item) is not str for item in raw):
            raise BadAnswer(f"{raw!r} is not a list of counters")
        parts = []
        for item in raw:
            if item not in self.sizes:
                raise BadAnswer(f"{item!r} is not among: {', '.join(self.sizes)}")
            unit, _, detachments = item.partition(":")
            parts.append(Part(int(unit), int(detachments or 0)))
        if len({part.unit for part in parts}) != len(parts):
            raise BadAnswer("a counter is named twice")
        wanted = sum(self.sizes[item] for item in raw)
        if wanted > self.room:
            raise BadAnswer(
                f"{thirds(wanted)} LD do not fit: the fortress has room for {thirds(self.room)}"
            )
        return tuple(sorted(parts))

    def offers(self) -> list[Raw]:
        filled: list[str] = []
        left = self.room
        for key, size in sorted(self.sizes.items(), key=lambda item: (-item[1], item[0])):
            if size <= left and key.partition(":")[0] not in {
                each.partition(":")[0] for each in filled
            }:
                filled.append(key)
                left -= size
        single = [[key] for key, size in self.sizes.items() if size <= self.room]
        return [list(offer) for offer in sorted({(), tuple(sorted(filled)), *map(tuple, single)})]

    def label(self, raw: Raw) -> str:
        return ", ".join(self.labels.get(item, str(item)) for item in raw) or "nobody"

    @property
    def default(self) -> Raw:
        return max(self.offers(), key=lambda offer: sum(self.sizes[key] for key in offer))


def room(state: State, place: str, alliance: str) -> int:
    """Thirds of a detachment that still find room in a fortress friendly to the alliance.

    1 LD a level, in a fort 1 LD, less the troops already inside; 0 where the fortress is not
    friendly, and for natives, who stay outside. EVA-10, EVA-A5, RET-A6.
    """
    friendly = alliance != sides.NATIVES and sides.controlled_by(state, place, alliance)
    if not (friendly and sides.fortified(state, place)):
        return 0
    level = max(1, sides.fortress_level(state, place))
    inside = strength(
        unit for unit in state.units_at(place) if unit.position == INSIDE and unit.land
    )
    return max(0, DETACHMENT * level - inside)


async def shelter(
    phase: Phase, place: str, who: str, unit_ids: Sequence[int], space: int
) -> tuple[list[int], list[int]]:
    """Asks which of these counters go inside, breaks armies for it, and puts them there.

    `space` is what the fortress takes, in thirds of a detachment (EVA-10). Returns the ids inside
    and those outside.
    """
    state = phase.state
    sizes: dict[str, int] = {}
    labels: dict[str, str] = {}
    for number in sorted(unit_ids):
        unit = state.units[number]
        if unit.thirds <= space:
            sizes[Part(number).key] = unit.thirds
            labels[Part(number).key] = f"{unit.kind} of {countries.called(unit.country)}"
        for detachments in range(1, 4):
            size = DETACHMENT * detachments
            if size < unit.thirds and size <= space and _way(state, unit, detachments):
                key = Part(number, detachments).key
                sizes[key] = size
                whose = countries.called(unit.country)
                labels[key] = f"{detachments} LD of the {unit.kind} of {whose}"
    if not sizes:
        return [], list(unit_ids)
    parts = await Shelter(
        who=who,
        name="shelter",
        what=f"Which troops go into the fortress of {board.province(place).name}? "
        f"There is room for {thirds(space)} LD",
        about={"place": place, "units": list(unit_ids), "room": space},
        sizes=sizes,
        labels=labels,
        room=space,
    )
    state = phase.state
    inside: list[int] = []
    outside = [number for number in unit_ids if number not in {part.unit for part in parts}]
    for part in parts:
        unit = state.units[part.unit]
        pieces = [unit]
        if part.detachments:
            way = _way(state, unit, part.detachments)
            assert way is not None
            pieces = counters.break_counter(state, unit, way)
        left = part.detachments or 1
        for piece in sorted(pieces, key=lambda each: (each.kind != "LD", each.id)):
            if left:
                state.put(piece, place, INSIDE)
                inside.append(piece.id)
                left -= 1
            else:
                outside.append(piece.id)
    return inside, sorted(outside)


def _way(state: State, unit: Unit, detachments: int) -> tuple[Kind, ...] | None:
    """The way to break a counter so that some LD come off it, if its counters are free."""
    free = counters.free_counters(state, unit.country, "LD", unit.corps)
    for way in breaks(unit):
        if detachments <= way.count("LD") <= free:
            return way
    return None


async def follow(
    phase: Phase, who: str, leader_ids: Sequence[str], inside: bool, outside: str, place: str
) -> None:
    """Puts leaders with their troops: inside, or outside in a province; asks where both are."""
    for name in leader_ids:
        goal = outside or INSIDE
        if inside and outside:
            goal = await Choose(
                who=who,
                name="leader-goes",
                what=f"Where does {countries.leader(name).name} go from {name_of(place)}?",
                about={"place": place, "leader": name},
                options=[
                    Option(INSIDE, f"into the fortress of {board.province(place).name}"),
                    Option(outside, f"with the rest {_outside(place, outside)}"),
                ],
                enter=outside,
            )
        leader = phase.state.leaders[name]
        if goal == INSIDE:
            phase.state.put_leader(leader, place, INSIDE)
        else:
            phase.state.put_leader(leader, goal)


def _outside(place: str, outside: str) -> str:
    """Where the troops are that do not go into the fortress of a place."""
    if outside == place:
        return "outside its walls"
    return f"to {board.province(outside).name}"


def refuges(
    state: State,
    place: str,
    alliance: str,
    chart: knowledge.Chart = None,
    owners: Iterable[str] = (),
) -> list[str]:
    """The adjacent provinces to which a stack of these `owners` may evade: friendly, unbesieged,
    barred to it by no variant, on its `chart`, and without allies of its allies alone (EVA-12,
    EVA-13, DIS-02, INI-03)."""
    owners = list(owners)
    barred = variants.barred(state, owners)
    return [
        border.other
        for border in board.land_neighbours(place)
        if not knowledge.hidden(state, chart, border.other)
        and border.other not in barred
        and sides.friendly(state, border.other, alliance)
        and not sides.besieged(state, border.other)
        and not sides.neutral_units(state, border.other, alliance)
        and sides.welcome(state, border.other, alliance, owners)
    ]


def may_evade(state: State, force: Force, interception: bool) -> bool:
    """Whether a force may try to evade: neither phasing nor intercepting, merged or not.

    EVA-01, EVA-A1. The caller asks for the force that is not phasing. Natives never leave.
    """
    if force.alliance == sides.NATIVES:
        return False
    return not interception and not any(number in force.came_from for number in force.unit_ids)


async def evade(phase: Phase, place: str, phasing: Force, force: Force) -> Force | None:
    """The non-phasing stack may evade before a regular battle; what is left of it to fight.

    None: there is no battle. The stack may shelter in a friendly fortress without a roll, or roll
    for another province. EVA-02 to EVA-05, EVA-10 to EVA-16.
    """
    state = phase.state
    chief = in_command(state, force)
    who = sides.decider(state, chief.country)
    here = board.province(place).name
    space = 0 if sides.besieged(state, place) else room(state, place, force.alliance)
    options = [Option(STAND, "Stand and fight")]
    if space:
        options.append(
            Option(
                SHELTER,
                f"Withdraw into the fortress of {here}",
                f"room for {thirds(space)} LD, no roll",
            )
        )
    chart = knowledge.chart(state, force.unit_ids, force.leader_ids)
    owners = {unit.country for unit in force.units(state)}
    away = refuges(state, place, force.alliance, chart, owners)
    if away:
        advantage = total(_advantage(state, phasing, force))
        options.append(Option(ROLL, "Try to evade", leaders.evasion_odds(advantage)))
    if len(options) == 1:
        return force
    *deeds, last = ["stand", *["withdraw"] * bool(space), *["evade"] * bool(away)]
    chosen = await Choose(
        who=who,
        name="evade",
        what=f"{countries.called(chief.country)} in {here}: {', '.join(deeds)} or {last}?",
        about=Weighed(
            {
                "place": place,
                "units": list(force.unit_ids),
                "enemy": list(phasing.unit_ids),
                "side": 1,
            },
            lambda: odds_of(state, place, phasing, force),
        ),
        options=options,
        enter=STAND,
    )
    if chosen == SHELTER:
        return await _withdraw(phase, place, who, force, space)
    if chosen == ROLL and await _succeeds(phase, place, phasing, force):
        await _carry_out(phase, place, who, force, away, space)
        return None
    return force


def _advantage(state: State, phasing: Force, force: Force) -> tuple[Modifier, ...]:
    """The modifiers of the test (EVA-03)."""
    return leaders.evasion_modifiers(_manoeuvre(state, force), _manoeuvre(state, phasing))


def _manoeuvre(state: State, force: Force) -> int:
    """A commander's manoeuvre for the test, what a nameless vizier may be expected to have until he
    is rolled: of an explorer half, of a replacement none (EVA-17, BAT-08)."""
    if not in_command(state, force).leader:
        return 0
    return expected_commander(state, force).on_land.manoeuvre


async def _succeeds(phase: Phase, place: str, phasing: Force, force: Force) -> bool:
    """The evasion test; replacement leaders do not help, a vizier is rolled (EVA-03, EVA-17)."""
    for each in (force, phasing):
        await vizier(phase, in_command(phase.state, each))
    state = phase.state
    country = in_command(state, force).country
    rolled = await phase.roll(
        sides.decider(state, country),
        f"{country}.evade",
        _advantage(state, phasing, force),
        leaders.evasion_test(),
    )
    success = leaders.evades(rolled.result)
    how = countries.does(country, "evade the battle" if success else "fail to evade")
    phase.tell_roll(
        rolled,
        f"{how} in {board.province(place).name}: {rolled.result}.",
        place,
        sides.decider(state, country),
    )
    return success


async def _withdraw(phase: Phase, place: str, who: str, force: Force, space: int) -> Force | None:
    """Troops go into the fortress without a roll; the rest stays outside and fights (EVA-10)."""
    outside: list[int] = []
    if strength(force.units(phase.state)) <= space:
        inside = list(force.unit_ids)
        for unit in force.units(phase.state):
            phase.state.put(unit, place, INSIDE)
    else:
        inside, outside = await shelter(phase, place, who, force.unit_ids, space)
    await follow(phase, who, force.leader_ids, bool(inside), place if outside else "", place)
    state = phase.state
    if inside:
        troops = described(state.units[number] for number in inside)
        owner, withdraw = countries.called(_country(state, force)), agreed("withdraw", len(inside))
        text = f"{troops} of {owner} {withdraw} into the fortress of {board.province(place).name}."
        phase.tell("evasion", text, place, who)
    if not outside:
        return None
    leaders = tuple(name for name in force.leader_ids if state.leaders[name].position == "field")
    return force._replace(unit_ids=tuple(outside), leader_ids=leaders)


async def _carry_out(
    phase: Phase, place: str, who: str, force: Force, away: Sequence[str], space: int
) -> None:
    """An evasion that succeeded: to one adjacent province, a part into the fortress if friendly.

    EVA-12 to EVA-16: no part fights on, nobody rolls attrition.
    """
    options = goals(phase.state, force.unit_ids, place, away, space)
    goal = options[0].answer
    if len(options) > 1:
        evades = countries.does(_country(phase.state, force), "evade")
        goal = await Choose(
            who=who,
            name="evade-to",
            what=f"{evades} from {board.province(place).name}: where to?",
            about={"place": place, "units": list(force.unit_ids)},
            options=options,
        )
    await go(phase, place, who, force.unit_ids, force.leader_ids, goal, space)


def goals(
    state: State, unit_ids: Sequence[int], place: str, away: Sequence[str], space: int
) -> list[Option]:
    """Where a stack may go: into the fortress if it fits, to a province, or split between the two;
    back aboard only as a whole (RET-20, RET-29)."""
    found: list[Option] = []
    size = strength(state.units[number] for number in unit_ids)
    here = board.province(place).name
    if size <= space:
        found.append(Option(INSIDE, f"into the fortress of {here}"))
    for other in away:
        name = "stay in " + here if other == place else name_of(other)
        found.append(Option(other, name))
        if space and not board.is_sea(other):
            found.append(Option(SPLIT + other, f"{name}, a part into the fortress of {here}"))
    return found


async def go(
    phase: Phase,
    place: str,
    who: str,
    unit_ids: Sequence[int],
    leader_ids: Sequence[str],
    goal: str,
    space: int,
) -> str:
    """Carries out one of `goals`; the province where those outside are, "" when all are inside."""
    state = phase.state
    inside: list[int] = []
    outside = list(unit_ids)
    target = goal.removeprefix(SPLIT)
    if goal == INSIDE:
        inside, outside, target = outside, [], ""
        for number in inside:
            state.put(state.units[number], place, INSIDE)
    elif goal.startswith(SPLIT):
        inside, outside = await shelter(phase, place, who, outside, space)
        state = phase.state
    for number in outside:
        state.put(state.units[number], target)
        state.entered.pop(number, None)
    target = target if outside else ""
    if inside or outside:
        await follow(phase, who, leader_ids, bool(inside), target, place)
    _tell_goal(phase, place, who, inside, outside, target, leader_ids)
    return target


def _tell_goal(
    phase: Phase,
    place: str,
    who: str,
    inside: list[int],
    outside: list[int],
    target: str,
    leader_ids: Sequence[str],
) -> None:
    state = phase.state
    here = board.province(place).name
    chiefs = [state.leaders[name] for name in leader_ids]
    within = [each.id for each in chiefs if each.position == INSIDE]
    sheet: dict[str, Any] = {"from": place, "to": target, "inside": inside, "outside": outside}
    ways = []
    if outside:
        troops = _whose(state, outside, [each.id for each in chiefs if each.id not in within])
        stay, go = agreed("stay", len(outside)), agreed("go", len(outside))
        where = f"{stay} in {here}" if target == place else f"{go} to {board.province(target).name}"
        ways.append(f"{troops} {where}")
    if inside:
        troops = _whose(state, inside, within)
        ways.append(f"{troops} {agreed('go', len(inside))} into the fortress of {here}")
    if ways:
        phase.tell("retreat", "; ".join(ways) + ".", place, who, sheet)


def _whose(state: State, numbers: Sequence[int], leader_ids: Sequence[str]) -> str:
    """Troops, their countries and leaders: `A-, LD of Spain under Alba`."""
    units = [state.units[number] for number in numbers]
    owners = countries.called_together(unit.country for unit in units)
    led = together(countries.leader(name).name for name in leader_ids)
    return f"{described(units)} of {owners}" + (f" under {led}" if led else "")


def _country(state: State, force: Force) -> str:
    chief: command.Commander = in_command(state, force)
    return chief.country
