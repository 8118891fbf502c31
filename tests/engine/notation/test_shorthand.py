"""What a hand types while it lays out a table."""

from __future__ import annotations

import pytest

from engine.notation.shorthand import begins_with_leader


@pytest.mark.parametrize(("country", "meant"), [("france", "grand-conde"), ("", "conde")])
def test_a_leader_is_first_of_the_country_that_is_named(country: str, meant: str) -> None:
    """The Grand Condé of France lives from turn 31 to 39, the Huguenots' Condé by an event."""
    leader, rest = begins_with_leader(["conde", "moved"], country, 22, False)
    assert leader is not None
    assert (leader.id, rest) == (meant, ["moved"])
