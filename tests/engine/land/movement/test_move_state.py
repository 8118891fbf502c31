"""What belongs to a movement: parts that joined it, change that losses made."""

import pytest

from engine.land.movement import move_state
from tests.engine.playing import put, tabletop


@pytest.mark.rule("MVG-07", "MVG-09", "MVG-10")
def test_change_has_moved_as_far_as_whoever_moved_most() -> None:
    """*Units may be picked up along the way*: of two that have moved 3 and 5 points neither can go
    on farther than the other, nor can what a loss left of them; an enemy's change is none of it."""
    state = tabletop()
    first, second = put(state, "france", "picardie", "LD", "LD")
    move = move_state.begin(state, "france", "picardie", [first, second], [])
    for spent in ({first: 3, second: 5}, {first: 5, second: 3}):
        move.spent = dict(spent)
        (change,) = put(state, "france", "picardie", "LD")
        (away,) = put(state, "france", "caux", "LD")
        (enemy,) = put(state, "spain", "picardie", "LD")
        move_state.take_stock(state, move)
        assert move.spent[change] == 5
        assert change in move.units
        assert away in move.everyone
        assert away not in move.units
        assert enemy not in move.everyone
        move.units = [first, second]


@pytest.mark.rule("MVG-07", "MVG-09", "MOV-02")
def test_every_step_counts_for_each_who_goes_and_for_the_whole_way() -> None:
    """A leader picked up on the way has moved as far as he went; the movement is the whole way."""
    state = tabletop()
    (unit,) = put(state, "france", "picardie", "LD", leader="bayard")
    move = move_state.begin(state, "france", "picardie", [unit], ["bayard"])
    move.led = {"bayard": 1}
    for place, points in (("caux", 2), ("normandie", 3)):
        move_state.advance(state, move, place, points)
    assert (move.spent, move.led) == ({unit: 5}, {"bayard": 6})
    assert (move.points, move.leg_points) == (5, 5)
    assert state.leaders["bayard"].place == state.units[unit].place == "normandie"
    assert state.marks.entered[unit] == ["picardie", "caux", "normandie"]


@pytest.mark.rule("MVG-10")
def test_who_was_driven_off_has_come_from_nowhere_and_who_stands_there_has() -> None:
    state = tabletop()
    here, away = put(state, "france", "picardie", "LD", "LD")
    move = move_state.begin(state, "france", "picardie", [here, away], [])
    move_state.join(state, move, [here, away], [])
    move_state.advance(state, move, "caux", 2)
    state.put(state.units[away], "picardie")
    move_state.take_stock(state, move)
    assert state.marks.entered == {here: ["picardie", "caux"]}
