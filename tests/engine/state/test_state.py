"""Where counters and leaders are, as the state tells it after every way to come and go."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facts import board
from engine.state import State, sides
from engine.state.forces import Unit
from engine.state.overseas import Establishment
from tests.engine.playing import lead, put, tabletop


def there(state: State, place: str) -> tuple[list[int], list[str]]:
    """The counters and leaders in a place."""
    units = [unit.id for unit in state.units_at(place)]
    return units, [leader.id for leader in state.leaders_at(place)]


def test_counters_and_leaders_are_where_they_were_put_last_and_nowhere_else() -> None:
    state = tabletop()
    assert there(state, "artois") == there(state, "picardie") == ([], [])
    [army] = put(state, "france", "artois", "A+")
    foix, conde = (
        state.leaders[lead(state, "france", "artois", name)] for name in ("foix", "conde")
    )
    assert there(state, "artois") == ([army], ["conde", "foix"])
    state.put(state.units[army], "picardie")
    state.put_leader(foix, "picardie")
    assert (there(state, "artois"), there(state, "picardie")) == (
        ([], ["conde"]),
        ([army], ["foix"]),
    )
    state.remove_leader(conde, "killed")
    second = state.add(Unit(0, "france", "LD", "picardie"))
    assert (there(state, "artois"), there(state, "picardie")[0]) == (([], []), [army, second.id])
    state.remove(second)
    state.put_leader(conde, "picardie")
    assert there(state, "picardie") == ([army], ["conde", "foix"])


def test_a_country_has_the_counters_that_were_added_and_not_removed() -> None:
    state = tabletop()
    assert (state.troops_of("france"), state.ships_of("france")) == ((), ())
    army, fleet = (state.units[number] for number in put(state, "france", "artois", "A+", "NWD"))
    assert (state.troops_of("france"), state.ships_of("france")) == ((army,), (fleet,))
    second = state.add(Unit(0, "france", "LD", "picardie"))
    spanish = state.add(Unit(0, "spain", "LD", "artois"))
    assert (state.troops_of("france"), state.troops_of("spain")) == ((army, second), (spanish,))
    state.remove(army)
    state.remove(fleet)
    assert (state.troops_of("france"), state.ships_of("france")) == ((second,), ())


def test_a_leader_imagined_elsewhere_is_there_on_that_table_alone() -> None:
    state = tabletop()
    lead(state, "france", "artois", "foix")
    assert there(state, "artois") == ([], ["foix"])
    table = state.with_moved((), ["foix"], "picardie")
    assert (there(table, "artois"), there(table, "picardie")) == (([], []), ([], ["foix"]))
    assert (there(state, "artois"), there(state, "picardie")) == (([], ["foix"]), ([], []))


@pytest.mark.parametrize(("kind", "level", "grows"), [("colony", 6, True), ("colony", 5, False),
                                                      ("trading_post", 6, False)])  # fmt: skip
def test_a_grown_colony_has_a_fortress_and_keeps_a_larger_one(
    kind: Any, level: int, grows: bool
) -> None:
    """*A colony of level 6 is European*, with a fortress of level 1 at least; what is printed
    stays."""
    state = tabletop()
    printed = {each.id: each.fortress for each in board.provinces().values() if each.map == "rotw"}
    walled = max(printed, key=lambda place: printed[place])
    bare = next(place for place in printed if not printed[place])
    assert printed[walled] > 1
    for place in (walled, bare):
        state.overseas.establishments[place] = [Establishment("spain", kind, level)]
        assert sides.fortress_level(state, place) == max(printed[place], int(grows))
        assert sides.european(state, place) == grows


def test_a_stack_is_in_the_order_of_its_counters_whoever_came_first() -> None:
    state = tabletop()
    first, second, third = put(state, "france", "artois", "A+", "LD", "LD")
    for number in (third, first, second):
        state.put(state.units[number], "picardie")
    assert [unit.id for unit in sides.stack(state, "picardie", "france").units] == [
        first, second, third
    ]  # fmt: skip


def test_another_counter_as_it_stands_has_all_of_this_one_and_keeps_it() -> None:
    fleet = Unit(7, "turkey", "F-", "artois", "port", 2, "timar", 3, "dragut", {"NWD": 2})
    army = Unit(8, "turkey", "A+", "artois", veterans=6)
    then, before = fleet.as_it_stands(), army.as_it_stands()
    assert (then, before) == (fleet, army)
    army.become("LD", 0)
    army.veterans = 0
    assert (before.kind, before.thirds, before.veterans) == ("A+", 12, 6)
