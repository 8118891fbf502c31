"""A fortress besieged, to be undermined and stormed."""

from __future__ import annotations

from typing import Any

from engine.state import State
from engine.state.land import Siege
from tests.engine.playing import tabletop


def besieging(*works: str, place: str = "artois", level: int = 3, **fields: Any) -> State:
    """France before a fortress of Spain in plain land without a port; no siege attrition yet."""
    fields.setdefault("period", "III")
    fields.setdefault("technology", "musket")
    return tabletop(
        step="siege",
        sieges={place: Siege("france", list(works))},
        owners={place: "spain"},
        levels={place: level},
        **fields,
    )


def sheets(played: Any, kind: str) -> list[dict[str, Any]]:
    return [entry.sheet for entry in played.phase.story if entry.kind == kind and entry.sheet]
