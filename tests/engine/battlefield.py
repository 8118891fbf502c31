"""A battle on the table for tests: France against Spain in Artois, the same dice unless told so.

With medieval stacks of conscripts a Shock of 10 routs and one of 1 does nothing, so that a test
needs few dice: ROUT lets France win, BEATEN Spain, DRAW nobody.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.land.battle import battle
from engine.land.battle.parameters import Force, crossing, worst_crossing
from engine.play.asks import Raw
from engine.state import State
from tests.engine.playing import Played, play, tabletop

REPLACED = {"france.replacement": 5, "spain.replacement": 5}
ROUT = {
    **REPLACED, "france.shock1": 10, "spain.shock1": 1, "france.pursuit": 1, "spain.losses": 1,
}  # fmt: skip
BEATEN = {
    **REPLACED, "france.shock1": 1, "spain.shock1": 10, "spain.pursuit": 1, "france.losses": 1,
}  # fmt: skip
DRAW = {
    **REPLACED, "france.shock1": 1, "spain.shock1": 1, "france.shock2": 1, "spain.shock2": 1,
    "france.losses": 1, "spain.losses": 1,
}  # fmt: skip
FIGHT_ON = [("retreat-attempt", False), ("retreat-attempt", False)]
STAND = ("evade", "stand")
STAY = ("withdraw", False)


def artois(**fields: Any) -> State:
    """France phasing, Spain holding the county of Burgundy's heirs, medieval on both sides."""
    fields.setdefault("technology", "medieval")
    fields.setdefault("step", "battles")
    owners = dict.fromkeys(("artois", "flandre", "hainaut"), "spain")
    fields["owners"] = {**owners, **fields.get("owners", {})}
    return tabletop(**fields)


def came(state: State, units: Sequence[int], origin: str) -> None:
    """Marks counters as having entered from a place in this impulse."""
    for number in units:
        state.marks.entered[number] = [origin, state.units[number].place]


def force(
    state: State, alliance: str, units: Sequence[int], *leaders: str, origin: str = ""
) -> Force:
    """A force of these counters and leaders, come from a place."""
    where = state.units[units[0]].place
    crossed = worst_crossing([crossing(origin, where)]) if origin else ""
    return Force(
        alliance, tuple(units), leaders, crossed, dict.fromkeys(units, origin) if origin else {}
    )


def fight(
    state: State,
    phasing: Force,
    other: Force,
    answers: Sequence[Raw],
    dice: Mapping[str, int | Sequence[int]],
    interception: bool = False,
) -> Played:
    """One battle where the phasing force stands."""
    place = state.units[phasing.unit_ids[0]].place
    return play(battle.battle, state, answers, dice, place, phasing, other, interception)


def sheet(played: Played, kind: str = "battle") -> dict[str, Any]:
    """The last sheet of a kind in the chronicle."""
    found = [entry.sheet for entry in played.phase.story if entry.kind == kind]
    assert found
    last = found[-1]
    assert last is not None
    return last


def places(state: State, units: Sequence[int]) -> list[tuple[str, str]]:
    """Where counters are, those that still exist."""
    return [
        (state.units[number].place, state.units[number].position)
        for number in units
        if number in state.units
    ]
