"""A campaign that was kept before the ledger refused what no peace grants."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from engine.play.asks import BadAnswer
from saves.store import check, open_game

KEPT = Path(__file__).parent / "before"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(KEPT, tmp_path / "old"))


def test_it_opens_as_it_was_left(folder: Path) -> None:
    saved = open_game(folder)
    assert saved.warning == ""
    ledger: Any = saved.game.state
    assert sorted(ledger.exiles) == ["Charles", "Napoleon"]
    assert [(each.victor, each.end - ledger.month) for each in ledger.peaces] == [("france", 6)]
    assert ledger.fleets["Brest"].power == "spain"
    assert [each.left for each in ledger.debts] == [[10, 10]]
    saved.close()


def test_what_is_entered_today_is_held_to_todays_rules(folder: Path) -> None:
    saved = open_game(folder)
    ask: Any = saved.game.ask
    with pytest.raises(BadAnswer, match="have an enforced peace"):
        saved.game.answer(ask.dated({"do": "peace", "victor": "france", "loser": "austria"}))
    depot = {"do": "depot", "power": "france", "place": "Metz", "sure": True}
    saved.game.answer(ask.dated(depot))
    saved.close()
    again = open_game(folder)
    state: Any = again.game.state
    assert (again.warning, state.powers["france"].depots) == ("", ["Metz"])
    again.close()


def test_check_names_what_would_be_refused_and_what_to_do(folder: Path) -> None:
    found = check(folder)
    assert len(found) == 5
    assert found[0] == (
        "record 0 would be refused today: France and Austria are not at war (EIA-PEACE-01). It "
        "counts as it was entered; to change it, take it back, or set points right with an "
        "umpire's ruling"
    )
