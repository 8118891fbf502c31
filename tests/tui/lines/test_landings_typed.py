"""What is typed, `w` and Enter about a landing agree."""

from pathlib import Path

import pytest

from saves.store import Saved
from tests.tui.game_app import moves
from tests.tui.small_game import by_lines


@pytest.fixture
def aboard(tmp_path: Path) -> Saved:
    """The Channel, 1588: troops of Spain and Portugal have just gone aboard in Tejo."""
    kept = moves(tmp_path, "channel-1588")
    by_lines(kept, "3", "4", "")
    assert kept.game.ask is not None
    assert kept.game.ask.name == "sail"
    return kept


def test_enter_does_not_put_troops_ashore_that_have_just_gone_aboard(aboard: Saved) -> None:
    ask = aboard.game.ask
    assert ask is not None
    assert ask.label([]) == "put the troops ashore again"
    assert ask.default is None
    assert ask.is_legal([])
    assert "Enter alone is no answer" in by_lines(aboard, "")


def test_a_landing_that_is_typed_is_refused_as_w_explains_it(aboard: Saved) -> None:
    said = by_lines(aboard, "w cornwall", "cornwall")
    why = "They embarked away from a port, so they must land in one (CMB-07)."
    assert said.count(why) == 2


def test_a_tells_a_layer_with_troops_aboard_in_words(aboard: Saved) -> None:
    said = by_lines(aboard, "A")
    assert "!land" not in said


def test_the_name_of_the_province_lands_there(aboard: Saved) -> None:
    ask = aboard.game.ask
    assert ask is not None
    assert ask.answer_from_words("Andalucía")[-1] == "!land:andalucia"
