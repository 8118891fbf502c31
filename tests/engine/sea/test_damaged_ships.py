"""Damaged ships are written down by owner, region, kind and round (REF-06)."""

import pytest

from engine.sea import damaged_ships
from tests.engine.playing import tabletop


@pytest.mark.rule("NLS-02", "REF-06")
def test_ships_damaged_alike_are_one_entry_and_others_their_own() -> None:
    """They are kept by owner, region, kind and the round in which they were hit."""
    state = tabletop(alliances={"spain": ["spain", "venice"], "turkey": ["turkey"]})
    damaged_ships.damage(state, "spain", "europe", "NWD", 2)
    damaged_ships.damage(state, "spain", "europe", "NWD", 1)
    damaged_ships.damage(state, "venice", "europe", "NWD", 1)
    damaged_ships.damage(state, "spain", "pacific", "NWD", 1)
    damaged_ships.damage(state, "spain", "europe", "NTD", 1)
    state.sequence.box = "W3"
    damaged_ships.damage(state, "spain", "europe", "NWD", 1)
    found = [(each.country, each.region, each.kind, each.number) for each in state.sea.damaged]
    assert found == [
        ("spain", "europe", "NWD", 3), ("venice", "europe", "NWD", 1),
        ("spain", "pacific", "NWD", 1), ("spain", "europe", "NTD", 1),
        ("spain", "europe", "NWD", 1),
    ]  # fmt: skip
