"""A second declaration of war on the same enemy (EUV-DOW); engine.turns.declarations has it."""

from __future__ import annotations

from engine.situation.variants import Variant


class SecondDeclaration(Variant):
    """War may be declared again without a peace in between (EUV-DOW-01)."""

    id = "second-declaration"

    def allows_second_declarations(self) -> bool:
        return True


VARIANT = SecondDeclaration()
