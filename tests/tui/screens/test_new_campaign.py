"""A new campaign: what is asked before it begins."""

from pathlib import Path

import pytest

from tests.tui.screens.test_campaign import state
from tui.forms import new_campaign
from tui.forms.new_campaign import read
from tui.table.new_game import create_campaign


@pytest.mark.rule("EIA-GEN-01")
def test_a_goal_that_the_sources_dispute_is_asked_for(tmp_path: Path) -> None:
    _, wrong = read({"scenario": "Revolution Campaign"})
    assert [line.partition(";")[0] for line in wrong] == [
        "goals: the goal of Austria is missing (880, disputed (other copy 650))",
        "goals: the goal of Russia is missing (880, other copy 881)",
    ]
    _, unknown = read({"scenario": "Our war"})
    said = "goals: the goals of Austria, Great Britain, France, Prussia, Russia, Spain and Turkey"
    assert unknown == [f"{said} are missing (not found in any source); 0 for none"]
    goals = {"austria": 650, "russia": 0}
    values, wrong = read({"scenario": "Revolution Campaign", "goals": goals})
    assert wrong == []
    saved = create_campaign(tmp_path, values, dice="rolled")
    assert state(saved).powers["austria"].goal == 650
    (told,) = [entry.text for entry in saved.game.story if "Not settled" in entry.text]
    assert told == "Not settled: the goal of Russia (880, other copy 881)."
    saved.game.answer({"do": "figure", "figure": "goal of russia", "value": "881"})
    assert state(saved).powers["russia"].goal == 881
    saved.close()


@pytest.mark.parametrize("name", ["../../players", "players", "host_key", ".secret", " a", "nul"])
def test_a_name_that_is_none_is_refused_in_its_field(name: str) -> None:
    _, wrong = new_campaign.read({"name": name})
    assert [each.partition(":")[0] for each in wrong] == ["name"]


def test_a_name_of_letters_is_one() -> None:
    assert new_campaign.read({"name": "Our night"})[1] == []
    assert new_campaign.read({})[1] == []
