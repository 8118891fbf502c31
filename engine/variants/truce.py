"""Truces may be proposed, kept and ended (EUV-TRU); engine.turns.truces holds what they do."""

from __future__ import annotations

from engine.play.phase import Phase
from engine.situation.variants import Variant
from engine.state import State
from engine.turns import truces


class TruceVariant(Variant):
    """Enemies may make a truce, which a side may end at the start of its impulse."""

    id = "truce"

    def allows_truces(self) -> bool:
        return True

    def freezes_revolts(self, state: State, place: str) -> bool:
        return bool(state.ledger.wars) and truces.revolts_frozen(state, place)

    async def before_impulse(self, phase: Phase) -> None:
        await truces.ask_to_end(phase)


VARIANT = TruceVariant()
