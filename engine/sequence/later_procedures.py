"""The procedures that earlier chapters call of later ones, for the Phase of a game."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, Final

from engine.expeditions import natives
from engine.play.phase import Phase, Procedures
from engine.sea.voyages import landing
from engine.state.stacks import Band


def strangers(phase: Phase, band: Band, origin: str) -> Coroutine[Any, Any, None]:
    """What natives do where a stack has come among them (NAT-01, NAT-A10)."""
    return natives.natives_may_rise(phase, band, origin)


def carry_off(phase: Phase, zone: str, band: Band, alliance: str) -> Coroutine[Any, Any, str]:
    """Beaten troops that go back aboard (RET-29)."""
    return landing.carry_off(phase, zone, band, alliance)


# Functions of their own, so that either chapter is read when it is first played.
PROCEDURES: Final = Procedures(strangers=strangers, carry_off=carry_off)
