"""The procedures that earlier chapters call of later ones, for the Phase of a game."""

from __future__ import annotations

from typing import Final

from engine.expeditions import natives
from engine.play.phase import Procedures
from engine.sea.voyages import landing

PROCEDURES: Final = Procedures(strangers=natives.natives_may_rise, carry_off=landing.carry_off)
