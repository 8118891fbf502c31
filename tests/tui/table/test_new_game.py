"""Who plays whom in a new game: programs with their allies, one person for several powers."""

from pathlib import Path

from engine import scenarios
from tui.table.new_game import create, one_seat, with_allies
from tui.table.table import Table

WAR = scenarios.read("italian-wars-1494")


def test_a_program_plays_the_allies_of_its_power_too() -> None:
    league = {"spain", "venice", "naples", "milan", "papacy"} & set(WAR.powers)
    assert with_allies(WAR, {"spain": "steady"}) == dict.fromkeys(league, "steady")
    found = with_allies(WAR, {"spain": "steady", "venice": "random"})
    assert found == dict.fromkeys(league, "steady") | {"venice": "random"}
    found = with_allies(WAR, {"spain": "steady", "venice": "person"})
    assert found == dict.fromkeys(league - {"venice"}, "steady")
    assert with_allies(WAR, {}) == {}


def test_the_keyboard_is_not_passed_between_two_seats_of_one_person(tmp_path: Path) -> None:
    powers = list(WAR.powers)
    kept = create(tmp_path, WAR, {}, seed=1, seats=one_seat([powers]))
    table = Table(kept)
    table.sit()
    assert not table.someone_else()
    seats = kept.game.header["seats"]
    assert set(seats.values()) == {powers[0]}
