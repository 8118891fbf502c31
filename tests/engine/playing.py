"""A small table for tests: a state in one line, a procedure with scripted answers and dice.

state = tabletop(alliances={"france": ["france"], "spain": ["spain"]})
army = put(state, "france", "artois", "A+", "LD", leader="conde")
played = play(movement.moves, state, ["done"], dice={"france.attrition": 7})
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from engine.documents.records import fields_kept
from engine.facts import countries
from engine.land.battle import battle as land_battle
from engine.land.battle.battle import BattleResult
from engine.land.battle.parameters import Force
from engine.play.asks import Ask, BadAnswer, Choose, Die, Raw
from engine.play.phase import Phase
from engine.sequence.later_procedures import PROCEDURES
from engine.situation import counters
from engine.state import State, forces, sequence
from engine.state.countries import Campaign, Country
from engine.state.diplomacy import Alliance, Diplomacy
from engine.state.forces import LAND_KINDS, LAND_THIRDS, SEA_KINDS, Kind, Position, Unit
from engine.state.leaders import Leader
from engine.state.sequence import Step
from engine.state.stacks import Band


class Played(NamedTuple):
    """What came of a procedure: its result, the phase with state and story, and what was asked."""

    result: Any
    phase: Phase
    asks: list[Ask[Any]]

    @property
    def told(self) -> str:
        """The sentences of the chronicle, one a line."""
        return "\n".join(entry.text for entry in self.phase.story)


def tabletop(
    *,
    turn: int = 1,
    period: str = "I",
    alliances: Mapping[str, Sequence[str]] | None = None,
    wars: Sequence[tuple[str, str]] = (("france", "spain"),),
    step: Step = "movement",
    impulse: int = 0,
    box: str = "S3",
    technology: str = "renaissance",
    campaign: Campaign | None = None,
    minors: Mapping[str, str] | None = None,
    **fields: Any,
) -> State:
    """A small state: alliances with their members, wars between them, all countries alike.

    `campaign` is the campaign of every country, now and before; `minors` maps a minor to its
    patron; further keywords are fields of the state.
    """
    alliances = alliances or {"france": ["france"], "spain": ["spain"]}
    patrons = minors or {}
    known = {
        name: Country(
            id=name,
            patron=patrons.get(name, ""),
            minor=name in patrons,
            land_technology=technology,
            treasury=1000,
            campaign=campaign,
            campaign_before=campaign,
        )
        for members in alliances.values()
        for name in members
    }
    allied = [
        Alliance(name, list(members), 9 - number)
        for number, (name, members) in enumerate(alliances.items())
    ]
    state = State(
        "test",
        turn,
        period,
        sequence=sequence.Sequence(box, [box], step, impulse),
        diplomacy=Diplomacy(allied, list(wars)),
        countries=known,
    )
    set_fields(state, **fields)
    return state


def set_fields(state: State, **fields: Any) -> None:
    """Sets fields of a state by name, whichever part they belong to."""
    paths = {each.name: each.path for each in fields_kept(State)}
    for name, value in fields.items():
        part, _, last = paths[name].rpartition(".")
        setattr(getattr(state, part) if part else state, last, value)


def band(units: Iterable[int], *leaders: str, place: str = "") -> Band:
    """Counters and leaders who are together."""
    return Band(place, tuple(units), leaders)


def put(
    state: State,
    country: str,
    place: str,
    *kinds: Kind,
    veteran: bool = False,
    position: Position = "field",
    leader: str | None = None,
    size: int = 0,
    corps: str = "",
) -> list[int]:
    """Puts counters (and a leader) of a country in a place; the ids of the counters.

    `size` is the size of the pashas among them.
    """
    numbers = []
    for kind in kinds:
        if kind not in (*LAND_KINDS, *SEA_KINDS):
            raise ValueError(f"{kind} is not a counter")
        unit = Unit(0, country, kind, place, position, corps=corps)
        if kind == "PASHA":
            unit.become(kind, size)
        if veteran:
            unit.veterans = LAND_THIRDS.get(kind, 0)
        numbers.append(state.add(unit).id)
    if leader is not None:
        lead(state, country, place, leader, position)
    return numbers


def lead(state: State, country: str, place: str, leader: str, position: Position = "field") -> str:
    """Puts a leader of the facts in a place, in the service of a country; his id."""
    if leader not in countries.leaders():
        raise ValueError(f"{leader} is not a leader")
    counter = state.leaders.setdefault(leader, Leader(leader, country))
    state.put_leader(counter, place, position)
    return leader


def play(
    procedure: Callable[..., Coroutine[Any, Any, Any]],
    state: State,
    answers: Sequence[Raw] = (),
    dice: Mapping[str, int | Sequence[int]] | Sequence[int] = (),
    *arguments: Any,
) -> Played:
    """Plays `procedure(phase, *arguments)` to its end.

    An answer is a raw value, or a function that reads the Ask and gives one, or a pair (name of the
    Ask, answer) that is checked. Dice are values in order, or by the name of the die. Fails when an
    answer or a die is missing or left over, and when an Ask offers what it does not take. The state
    must read back from its plain document, and hold no note that a save refuses.
    """
    phase = Phase(state, procedures=PROCEDURES)
    left = list(answers)
    named = (
        {name: [value] if isinstance(value, int) else list(value) for name, value in dice.items()}
        if isinstance(dice, Mapping)
        else None
    )
    row = [] if isinstance(dice, Mapping) else list(dice)
    asks: list[Ask[Any]] = []
    running = procedure(phase, *arguments)
    result: Any = None
    value: Any = None
    while True:
        try:
            request = running.send(value)
        except StopIteration as end:
            result = end.value
            break
        if isinstance(request, Die):
            falls = row if named is None else named.get(request.name, [])
            if not falls:
                raise AssertionError(
                    f"no value is left for the die {request.name} ({request.modifier:+}, "
                    f"{request.question}) of {request.who}"
                )
            value = falls.pop(0)
        elif isinstance(request, Ask):
            request.what = request.question  # as it read then
            asks.append(request)
            value = _answered(request, left)
        else:
            raise AssertionError(f"the procedure awaited {request!r}, which is not a question")
    if left:
        raise AssertionError(f"answers left over: {left!r}")
    over = row if named is None else {name: falls for name, falls in named.items() if falls}
    if over:
        raise AssertionError(f"dice left over: {over!r}")
    plain = state.to_plain()
    if State.from_plain(plain).to_plain() != plain:
        raise AssertionError("the state does not read back from its plain document")
    for name, note in state.notes.items():
        parts = [*note, *note.values()] if isinstance(note, dict) else note
        for part in parts if isinstance(parts, list) else [parts]:
            if type(part) not in (int, str, bool):
                raise AssertionError(f"a save refuses the note {name!r}: {part!r}")
    return Played(result, phase, asks)


def _answered(ask: Ask[Any], left: list[Raw]) -> Any:
    for offer in ask.offers():
        ask.parse(offer)
    if not left:
        raise AssertionError(
            f"no answer is left for {ask.name!r} of {ask.who}: {ask.question}; "
            f"offered: {ask.offers()!r}"
        )
    raw = left.pop(0)
    if isinstance(raw, tuple):
        name, raw = raw
        if name != ask.name:
            raise AssertionError(f"asked is {ask.name!r} ({ask.question}), not {name!r}")
    try:
        return ask.parse(raw(ask) if callable(raw) else raw)
    except BadAnswer as error:
        raise AssertionError(f"{ask.name!r} of {ask.who}: {error}") from error


class Fought(NamedTuple):
    """A battle that a stand-in decided, how many rolls the chronicle held before it, and whether it
    is told as an overrun."""

    place: str
    phasing: Force
    other: Force
    interception: bool
    rolls: int
    overrun: bool


def decide_battles(monkeypatch: pytest.MonkeyPatch, *winners: str) -> list[Fought]:
    """Lets these alliances win the next battles, "" nobody; the list fills as they are fought.

    Whoever does not win goes back where he came from, or is destroyed where he came from nowhere.
    """
    left = list(winners)
    fought: list[Fought] = []

    async def battle(
        phase: Phase,
        place: str,
        phasing: Force,
        other: Force,
        interception: bool = False,
        *,
        overrun: bool = False,
    ) -> BattleResult:
        winner, state = left.pop(0), phase.state
        rolls = sum(entry.kind == "roll" for entry in phase.story)
        fought.append(Fought(place, phasing, other, interception, rolls, overrun))
        for force in (phasing, other):
            if force.alliance == winner:
                continue
            state.marks.beaten.update(force.unit_ids)
            for number in force.unit_ids:
                if force.came_from.get(number, place) == place:
                    state.remove(state.units[number])
                else:
                    state.put(state.units[number], force.came_from[number])
            for name in force.leader_ids:
                home = next(iter(force.came_from.values()), place)
                state.put_leader(state.leaders[name], home)
        alive = [
            tuple(number for number in force.unit_ids if number in state.units)
            for force in (phasing, other)
        ]
        return BattleResult(winner, True, (alive[0], alive[1]))

    monkeypatch.setattr(land_battle, "battle", battle)
    return fought


def left(state: State, place: str = "artois") -> str:
    """The counters of a place, as players write them."""
    return forces.units_in_words(state.units_at(place))


def use_up(state: State, country: str, kind: Kind) -> None:
    """Puts every free counter of that kind somewhere else."""
    while counters.free_counters(state, country, kind):
        state.add(Unit(0, country, kind, "berry"))


def new_year(**fields: Any) -> State:
    """A round whose year is new: S3 after W1 or S2."""
    return tabletop(step="wintering", rounds=["S2", "S3"], box="S3", **fields)


def options(played: Played, number: int = 0) -> list[str]:
    """The answers that a question offered."""
    ask = played.asks[number]
    assert isinstance(ask, Choose)
    return [option.answer for option in ask.options]
