"""What belongs to a movement: parts that joined it, change that losses made."""

import pytest

from engine.land.movement import march_under_way
from engine.play.phase import Phase
from tests.engine.playing import lead, play, put, tabletop


@pytest.mark.rule("MVG-07", "MVG-08", "MVG-09", "MVG-10")
def test_change_has_moved_as_far_as_whoever_moved_most() -> None:
    """*Units may be picked up along the way*: of two that have moved 3 and 5 points neither can go
    on farther than the other, nor can what a loss left of them; an enemy's change is none of it,
    nor that of friends who fought beside them (INT-12)."""
    state = tabletop()
    first, second = put(state, "france", "picardie", "LD", "LD")
    move = march_under_way.begin(state, "france", "picardie", [first, second], [])
    for spent in ({first: 3, second: 5}, {first: 5, second: 3}):
        move.spent = dict(spent)
        (change,) = put(state, "france", "picardie", "LD")
        (away,) = put(state, "france", "caux", "LD")
        (enemy,) = put(state, "spain", "picardie", "LD")
        state.marks.moved |= {change, away, enemy}
        (friend,) = put(state, "france", "picardie", "LD")
        march_under_way.take_stock(state, move)
        assert move.spent[change] == 5
        assert change in move.units
        assert away in move.everyone
        assert away not in move.units
        assert not {enemy, friend} & {*move.everyone}
        move.units = [first, second]


@pytest.mark.rule("MVG-07", "MVG-09", "MOV-02")
def test_every_step_counts_for_each_who_goes_and_for_the_whole_way() -> None:
    """A leader picked up on the way has moved as far as he went; the movement is the whole way."""
    state = tabletop()
    (unit,) = put(state, "france", "picardie", "LD", leader="bayard")
    move = march_under_way.begin(state, "france", "picardie", [unit], ["bayard"])
    move.led = {"bayard": 1}
    for place, points in (("caux", 2), ("normandie", 3)):
        march_under_way.advance(state, move, place, points)
    assert (move.spent, move.led) == ({unit: 5}, {"bayard": 6})
    assert (move.whole.points, move.leg.points) == (5, 5)
    assert state.leaders["bayard"].place == state.units[unit].place == "normandie"
    assert state.marks.entered[unit] == ["picardie", "caux", "normandie"]
    move.led = {}
    march_under_way.advance(state, move, "caux", 2)
    assert move.led == {"bayard": 2}


@pytest.mark.rule("MVG-10")
def test_who_was_driven_off_has_come_from_nowhere_and_who_stands_there_has() -> None:
    state = tabletop()
    here, away = put(state, "france", "picardie", "LD", "LD")
    move = march_under_way.begin(state, "france", "picardie", [here, away], [])
    march_under_way.join(state, move, [here, away], [])
    march_under_way.advance(state, move, "caux", 2)
    state.put(state.units[away], "picardie")
    march_under_way.take_stock(state, move)
    assert state.marks.entered == {here: ["picardie", "caux"]}


@pytest.mark.rule("MVG-07", "MVG-10")
def test_who_joins_has_moved_and_has_no_point_behind_him_yet() -> None:
    state = tabletop()
    (unit,) = put(state, "france", "picardie", "LD", leader="bayard")
    move = march_under_way.begin(state, "france", "picardie", [unit], ["bayard"])
    march_under_way.join(state, move, [unit], ["bayard"])
    assert (move.spent, move.led) == ({unit: 0}, {"bayard": 0})
    assert (move.everyone, move.chiefs) == ([unit], ["bayard"])
    assert (state.marks.moved, state.marks.moved_leaders) == ({unit}, {"bayard"})


@pytest.mark.rule("MVG-10")
def test_who_has_died_is_of_the_movement_no_longer() -> None:
    """*Any of it may be lost*: a counter, and a leader who was wounded; ships are none of it, and
    who was there before it was looked at is no change."""
    state = tabletop()
    old, dead, alive = put(state, "france", "picardie", "LD", "LD", "LD", leader="bayard")
    lead(state, "france", "picardie", "foix")
    move = march_under_way.begin(state, "france", "picardie", [dead, alive], ["bayard", "foix"])
    march_under_way.join(state, move, [dead, alive], ["bayard", "foix"])
    move.spent = {dead: 2}
    put(state, "france", "picardie", "NWD", position="port")
    state.remove(state.units[dead])
    state.remove_leader(state.leaders["foix"], "wounded", "S4")
    march_under_way.take_stock(state, move)
    assert (move.units, move.everyone, move.leaders) == ([alive], [alive], ["bayard"])
    assert move.last == state.last_unit
    (change,) = put(state, "france", "picardie", "LD")
    state.marks.moved.add(change)
    march_under_way.take_stock(state, move)
    assert move.spent[change] == 0, "whoever is left has moved nowhere yet"
    assert old not in move.everyone


@pytest.mark.rule("MOV-14")
def test_a_new_leg_begins_where_the_battle_was_with_nothing_behind_it() -> None:
    state = tabletop()
    (unit,) = put(state, "france", "picardie", "LD")
    move = march_under_way.begin(state, "france", "picardie", [unit], [])
    march_under_way.advance(state, move, "artois", 4)
    move.leg.enemy = move.leg.unsafe = True
    move.new_leg()
    assert (move.leg.way, move.leg.points) == (["artois"], 0)
    assert (move.leg.enemy, move.leg.unsafe) == (False, False)
    assert (move.way, move.whole.points) == (["picardie", "artois"], 4)


@pytest.mark.rule("DIS-10")
@pytest.mark.parametrize(
    ("place", "count", "left"),
    [("artois", 1, []), ("artois", 3, ["LD"]), ("artois", 5, ["LD"]), ("artois", 6, ["LD", "LD"]),
     ("congo-s", 3, ["LDE"] * 3), ("sea-manche", 2, ["LDE"] * 2)],
)  # fmt: skip
def test_explorations_that_have_come_to_europe_vanish_but_for_threes(
    place: str, count: int, left: list[str]
) -> None:
    """C-FOR-08, C-FOR-09: three become an LD; at sea and overseas they stay, and so do others."""
    state = tabletop()
    scouts = [put(state, "france", place, "LDE")[0] for _ in range(count)]
    (other,) = put(state, "france", place, "LD")
    play(march_under_way.scouts_vanish, state, [], [], [*scouts, other, 999])
    kinds = [unit.kind for unit in state.units_at(place) if unit.id != other]
    assert kinds == left
    assert other in state.units


def test_who_goes_aboard_and_ashore_in_one_port_lands_there() -> None:
    async def procedure(phase: Phase) -> None:
        for goal in ("picardie", "caux"):
            move = march_under_way.begin(phase.state, "france", "picardie", [unit], [])
            march_under_way.advance(phase.state, move, goal, 2)
            march_under_way.tell_way(phase, move)

    state = tabletop()
    (unit,) = put(state, "france", "picardie", "LD")
    told = play(procedure, state).told
    assert "France lands LD in Picardie (2 MP)." in told
    assert "France moves LD: Picardie - Caux (2 MP)." in told
