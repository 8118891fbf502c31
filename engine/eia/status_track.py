"""The political status track: its zones, its boxes, and the markers that stand in them.

A marker is kept in halves of a box from the lowest one; -1 is nowhere.
"""

from __future__ import annotations

from typing import Final

from engine.eia.leaders import ZONES

BOXES: Final = 10  # of a zone
HIGHEST_BOX: Final = BOXES * len(ZONES) - 1


def zone_of(marker: int) -> str:
    """The zone that a marker stands in, from its halves."""
    return ZONES[marker // 2 // BOXES]


def box_of(marker: int) -> str:
    """The box that a marker stands in, as the club writes it: `N5`; empty for nowhere."""
    if marker < 0:
        return ""
    box = marker // 2
    return f"{ZONES[box // BOXES][0].upper()}{box % BOXES + 1}"


def marker_at(box: str) -> int | None:
    """The marker of a box written so; None for what is none."""
    letter, number = box[:1].lower(), box[1:]
    zones = [zone[0] for zone in ZONES]
    if letter not in zones or number not in [str(each) for each in range(1, BOXES + 1)]:
        return None
    return 2 * (BOXES * zones.index(letter) + int(number) - 1)
