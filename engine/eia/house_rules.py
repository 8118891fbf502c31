"""What a club agrees on: options of the game, and house rules before printed ones (EIA-SET)."""

from __future__ import annotations

from typing import Final

OPTIONS: Final[dict[str, tuple[bool, str]]] = {
    "optional rules": (True, "EIA-SET-01"),
    "militia conversion": (False, "EIA-SET-01"),
    "advanced naval rules": (True, "EIA-SET-02"),
    "advanced naval crossing arrows": (False, "EIA-NAV-01"),
    "crossing arrows of the map": (True, "EIA-SET-02"),
}


def rule_in_force(base: str, house: str, how: str) -> str:
    """The text in force of a rule that a house rule touches (EIA-SET-03): a change replaces it, an
    amendment, addition or clarification adds to it (EIA-NAV-01)."""
    if not house:
        return base
    return house if how == "change" or not base else f"{base} {house}"
