"""The border of Picardy and Artois, set up for interceptions."""

from __future__ import annotations

from typing import Any

from engine.land.movement import interceptors
from engine.sequence import movement
from engine.state import State
from tests.engine.playing import Played, play, tabletop

SPANISH = dict.fromkeys(("artois", "flandre", "hainaut", "luxemburg", "vlaanderen"), "spain")
QUIET = 1
DONE = ("next-move", "done")
GO = ("next-move", "picardie")


def table(**fields: Any) -> State:
    fields.setdefault("campaign", "multiple")
    fields.setdefault("owners", dict(SPANISH))
    return tabletop(**fields)


def moves(state: State, *answers: Any, dice: Any = ()) -> Played:
    return play(movement.moves, state, answers, dice)


def names(*numbers: int) -> list[str]:
    return [str(number) for number in numbers]


def posts(state: State, target: str, mover: list[int], tried: Any = ()) -> list[str]:
    return [
        band.place for band in interceptors.eligible_stacks(state, target, "spain", mover, tried)
    ]
