"""The Spanish rule of endogamy is never applied (EUV-END)."""

from __future__ import annotations

from engine.situation.variants import Variant
from engine.turns.events import ENDOGAMY


class NoEndogamy(Variant):
    """No reminder of endogamy at the death of a Spanish monarch (EUV-END-01)."""

    id = "no-endogamy"

    def cancels_reminder(self, rule: str) -> bool:
        return rule == ENDOGAMY


VARIANT = NoEndogamy()
