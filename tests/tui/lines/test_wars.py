"""Who is at war with whom, on one page by lines."""

from pathlib import Path

import pytest

from engine import scenarios
from saves.store import Saved
from tests.tui.small_game import by_lines
from tui.lines.wars import page
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


def test_the_page_is_asked_once_though_a_program_decides_in_between(tmp_path: Path) -> None:
    game = create(tmp_path, scenarios.read("europe-1492"), {"france": "steady"}, seed=1)
    said = by_lines(game, "", "q")
    assert said.count("Who is at war with whom?") == 1
    assert game.game.ask is not None
    assert game.game.ask.name == "campaign"


ABOUT = {
    "sides": [["france", "France"], ["spain", "Spain"], ["genoa", "Genoa"]],
    "apart": [["france", "spain"], ["france", "genoa"]],
    "usual": [["france", "spain"]],
}


def test_a_pair_is_turned_from_war_to_peace_and_back() -> None:
    said: list[str] = []
    typed = iter(["1-2, 3-1", "2-3", ""])
    wars = page(ABOUT, lambda _: next(typed), said.append)
    assert wars == {frozenset(("france", "genoa"))}
    assert "No: Spain and Genoa cannot be at war." in said
    assert said[1].splitlines()[1].split() == ["2", "Spain", "X"]


def test_each_alliance_can_be_asked_by_itself_and_one_may_leave() -> None:
    said: list[str] = []
    assert page(ABOUT, lambda _: "each", said.append) is None
    with pytest.raises(EOFError):
        page(ABOUT, lambda _: "q", said.append)
