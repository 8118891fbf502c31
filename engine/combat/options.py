"""The experimental rules of battles and assaults, by the names that switch them off."""

from __future__ import annotations

from typing import Final

LEADER_CAP_OPTION: Final = "leader_cap"
PREVIOUS_ASSAULT_OPTION: Final = "previous_assault"
OPTIONS: Final = (LEADER_CAP_OPTION, PREVIOUS_ASSAULT_OPTION)
