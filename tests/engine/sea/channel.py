"""A battle in the Channel, England against France, from its first step to its last."""

from __future__ import annotations

from typing import Any

from engine.land.battle.battle import BattleResult
from engine.land.battle.parameters import Force
from engine.play.asks import Raw
from engine.play.phase import Phase
from engine.sea.battle import battle
from engine.state import State
from tests.engine.playing import Played, play
from tests.engine.sea.afloat import fleet, sea_table

CHANNEL = "sea-manche"
# Replacement admirals of 222 and 223, and no wind.
START = {"england.replacement": 1, "france.replacement": 8, "england.wind": 5, "france.wind": 5}
# Carracks: the French are routed by the first Fire.
ROUT = {**START, "england.fire1": 10, "france.fire1": 3}


def fight(
    state: State,
    own: list[int],
    foe: list[int],
    dice: dict[str, Any],
    answers: list[Raw] | None = None,
    interception: bool = False,
    zone: str = CHANNEL,
) -> Played:
    """The battle of England, whose impulse it is, against France."""
    one = Force("england", tuple(own), leaders(state, "england", zone))
    other = Force("france", tuple(foe), leaders(state, "france", zone))

    async def procedure(phase: Phase) -> BattleResult:
        return await battle.battle(phase, zone, one, other, interception)

    return play(procedure, state, answers=answers or [], dice=dice)


def leaders(state: State, country: str, zone: str) -> tuple[str, ...]:
    return tuple(each.id for each in state.leaders_at(zone) if each.country == country)


def asked(played: Played) -> list[str]:
    return [ask.name for ask in played.asks]


def told(played: Played, kind: str) -> list[dict[str, Any]]:
    return [entry.sheet or {} for entry in played.phase.story if entry.kind == kind]


def rolled(played: Played, name: str) -> dict[str, Any]:
    """The sheet of a roll that was told."""
    return next(sheet for sheet in told(played, "roll") if sheet["name"] == name)


def beaten_french(
    answers: list[Raw], england: tuple[str, ...] = ("F+: 4 NWD, 1 NTD", "NWD"), **dice: int
) -> tuple[State, list[int], Played]:
    """An interception battle that routs the French, who go to Caux; then these answers."""
    state = sea_table()
    own = fleet(state, "england", CHANNEL, *england)
    foe = fleet(state, "france", CHANNEL, "F+: 4 NWD", "NWD", "NWD")
    state.land.levels["caux"] = 2
    thrown = {name.replace("_", "."): die for name, die in dice.items()}
    every = {**ROUT, "england.pursuit": 3, "france.attrition": 1, **thrown}
    played = fight(state, own, foe, every, [("retreat-to", "caux"), *answers], True)
    return state, own, played
