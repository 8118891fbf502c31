"""Who comes to a shared game and leaves it, as those at it are told."""

from __future__ import annotations

from pathlib import Path

from saves.store import Saved
from tests.tui.small_game import questions, saved
from tui.table.seating import MOST_TOLD, Company


def test_who_comes_sits_down_and_leaves_is_told_once(tmp_path: Path) -> None:
    anna = saved(tmp_path / "game")
    company = Company(anna)
    otto = Saved(tmp_path / "game", questions, "otto")
    assert company.news() == "otto has come."
    assert company.news() == ""
    otto.sit("spain")
    assert company.news() == "otto sits for Spain now."
    otto.rise("spain")
    assert company.news() == "otto sits for nobody now."
    otto.close()
    assert company.news() == "otto has left."
    anna.close()


def test_who_comes_again_under_his_name_was_never_away(tmp_path: Path) -> None:
    anna = saved(tmp_path / "game")
    otto = Saved(tmp_path / "game", questions, "otto")
    otto.sit("spain")
    company = Company(anna)
    otto.close()
    again = Saved(tmp_path / "game", questions, "otto")
    assert again.pen.me.seats == ("spain",)
    assert company.news() == ""
    again.close()
    anna.close()


def test_a_crowd_is_told_in_few_words(tmp_path: Path) -> None:
    anna = saved(tmp_path / "game")
    company = Company(anna)
    crowd = [Saved(tmp_path / "game", questions, f"guest {n}") for n in range(MOST_TOLD + 2)]
    said = company.news()
    assert said.count("has come.") == MOST_TOLD
    assert said.endswith("Others have come or gone.")
    for one in (anna, *crowd):
        one.close()


def test_a_seat_that_the_game_does_not_have_is_not_told(tmp_path: Path) -> None:
    """What stands in another's file is anybody's."""
    anna = saved(tmp_path / "game")
    company = Company(anna)
    otto = Saved(tmp_path / "game", questions, "otto")
    otto.pen.sit(frozenset({"atlantis"}))
    assert company.news() == "otto has come."
    otto.close()
    anna.close()
