"""Stacking between neutral countries (EUV-STK)."""

from __future__ import annotations

from engine.situation.variants import Variant
from engine.state import State


class NeutralStacking(Variant):
    """Neutrals in one province leave each other's limit alone; allies share one, enemies have
    theirs (EUV-STK-01, EUV-STK-02)."""

    id = "neutral-stacking"

    def neutrals_stack_apart(self, state: State) -> bool:
        return True


VARIANT = NeutralStacking()
