"""The procedures that earlier chapters call of later ones, for the Phase of a game."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any, Final

from engine.expeditions import natives
from engine.play.phase import Phase, Procedures
from engine.sea.voyages import landing


def strangers(
    phase: Phase, unit_ids: Sequence[int], leader_ids: Sequence[str], place: str, origin: str
) -> Coroutine[Any, Any, None]:
    """What natives do where a stack has come among them (NAT-01, NAT-A10)."""
    return natives.natives_may_rise(phase, unit_ids, leader_ids, place, origin)


def carry_off(
    phase: Phase, zone: str, place: str, alliance: str, unit_ids: Sequence[int],
    leader_ids: Sequence[str],
) -> Coroutine[Any, Any, str]:  # fmt: skip
    """Beaten troops that go back aboard (RET-29)."""
    return landing.carry_off(phase, zone, place, alliance, unit_ids, leader_ids)


# Functions of their own, so that either chapter is read when it is first played.
PROCEDURES: Final = Procedures(strangers=strangers, carry_off=carry_off)
