"""What a game or a player may be called, and what not."""

from pathlib import Path

import pytest

from engine import scenarios
from saves import store
from saves.disk import naming
from saves.disk.packing import SaveError

TAKEN = ("artois", "spice-route", "players")


@pytest.mark.parametrize(
    ("typed", "name"),
    [("Our war", "our-war"), ("Köln", "koln"), ("artois", "artois"), ("artois-2", "artois-2"),
     ("a_b", "a_b"), ("1492", "1492"), ("X", "x")],
)  # fmt: skip
def test_names_of_games(typed: str, name: str) -> None:
    assert naming.game(typed, TAKEN) == name
    assert naming.game(name, [*TAKEN, name]) == name


@pytest.mark.parametrize(
    "typed",
    ["", " ", " a", "a ", "a  b", "a\tb", "a\nb", ".secret", "..", ".", "a.b", "a.", "a/b", "/tmp",
     "a\\b", "~", "players", "Players", "host_key", "host-key", "h0st_key", "index", "nul", "com1",
     "CON", "aux", "a\x1b[2J", "a\x9b", "a\u200bb", "\u202ea", "a\u0301\u0301", "\u0301a", "а",
     "аrtois", "art0is", "artois-", "-artois", "artois_", "spiceroute", "spice_route", "a\ud800",
     "x" * 61, "x" * 100_000, "\u3164", "ａｒｔｏｉｓ", "日本", "a\x00b"],
)  # fmt: skip
def test_what_is_no_name_of_a_game(typed: str) -> None:
    with pytest.raises(SaveError) as refused:
        naming.game(typed, TAKEN)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 250
    made = naming.slug(typed)
    assert naming.game(made) == made


@pytest.mark.parametrize(
    "typed",
    ["", " anna", "anna ", "Anna", "anna.", ".anna", "..", "an na", "nul", "ａnna", "аnna",
     "x" * 33, "anna/..", "an-na", "an.na", "bi1l", "b1ll", "0tto", "a\u200b", "anna\n"],
)  # fmt: skip
def test_what_is_no_name_of_a_player(typed: str) -> None:
    there = ("anna", "bill", "otto")
    with pytest.raises(SaveError):
        naming.player(typed, there)
    assert naming.player("anna", there) == "anna"
    assert naming.player("anna2", there) == "anna2"


def test_a_name_that_one_gave_himself_is_shown_as_letters() -> None:
    assert naming.visible("  Anna \t Maria ") == "Anna Maria"
    assert naming.visible("An\u200bna\u202e\x1b[2J") == "Anna[2J"
    assert naming.visible("Z" + "\u0335" * 50) == "Z\u0335"
    assert naming.visible("\u0301") == ""
    assert len(naming.visible("x" * 10_000)) == 40


def test_no_game_takes_the_place_of_a_file(tmp_path: Path) -> None:
    scenario = scenarios.read("artois")
    for name in ("players", "host_key", "../out", ".secret"):
        with pytest.raises(SaveError):
            store.create(tmp_path / "games", scenario.state(), {"title": "A"}, name)
    assert not (tmp_path / "games").exists()
    assert not (tmp_path / "out").exists()
    store.create(tmp_path, scenario.state(), {"title": "A", "seed": 1}, "Our war").close()
    with pytest.raises(SaveError, match="0ur-war looks like our-war"):
        store.create(tmp_path, scenario.state(), {"title": "A", "seed": 1}, "0ur war")
    assert sorted(one.name for one in store.summaries(tmp_path)) == ["our-war"]
