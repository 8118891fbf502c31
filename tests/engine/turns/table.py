"""A campaign on a small table: France and Savoy against Spain, Venice and Milan, or others."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine import variants
from engine.state import State
from engine.turns import wars
from tests.engine.playing import tabletop

ALLIANCES = {"france": ["france", "savoy"], "league": ["spain", "venice", "milan"]}
MINORS = {"savoy": "france", "milan": "venice"}


def campaign(
    *names: str,
    alliances: Mapping[str, Sequence[str]] | None = None,
    minors: Mapping[str, str] | None = None,
    war: Sequence[tuple[str, str]] | None = (("france", "league"),),
    turns: int = 5,
    **fields: Any,
) -> State:
    """A state between Military phases with a ledger, these variants on."""
    fields.setdefault("step", "over")
    fields.setdefault("box", "End")
    state = tabletop(
        alliances=alliances or ALLIANCES,
        minors=MINORS if alliances is None else minors or {},
        wars=tuple(war or ()),
        **fields,
    )
    variants.switch_on(state, names)
    wars.open_ledger(state)
    state.ledger.last_turn = state.turn + turns
    wars.align(state)
    return state
