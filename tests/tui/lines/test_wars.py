"""Who is at war with whom, on one page by lines."""

from pathlib import Path

import pytest

from engine import scenarios
from saves.store import Saved
from tests.tui.small_game import by_lines
from tui.table.new_game import create


@pytest.fixture
def europe(tmp_path: Path) -> Saved:
    return create(tmp_path, scenarios.read("europe-1492"), {}, seed=1)


def test_all_wars_are_said_on_one_page(europe: Saved) -> None:
    assert europe.game.ask is not None
    about = europe.game.ask.about
    usual = {frozenset(war) for war in about["usual"]}
    order = [one for one, _ in about["sides"]]
    pair = next(frozenset(each) for each in about["apart"] if frozenset(each) not in usual)
    numbers = "-".join(str(order.index(one) + 1) for one in pair)
    said = by_lines(europe, numbers, "99-1", "nobody", "", "q")
    assert said.count("Who is at war with whom?") == 1
    assert f"No: the alliances have the numbers 1 to {len(order)}." in said
    assert "No: 'nobody' names no pairs" in said
    assert {frozenset(war) for war in europe.game.state.diplomacy.wars} == usual | {pair}
    assert europe.game.ask.name == "campaign"
    assert "Pass the keyboard" in said


def test_each_alliance_can_be_asked_by_itself(europe: Saved) -> None:
    said = by_lines(europe, "each", "q")
    assert europe.game.ask is not None
    assert "apart" in europe.game.ask.about
    assert "make war" in said
    assert by_lines(europe, "q").count("Who is at war with whom?") == 1
