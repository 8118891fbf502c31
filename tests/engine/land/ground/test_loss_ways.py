"""All ways to pay for a loss, counted, and made when they are read."""

from __future__ import annotations

import tracemalloc
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.facts import board
from engine.land.ground import losses
from engine.land.ground.loss_payments import Payment, payment_of
from engine.land.ground.loss_ways import only_payment, payments
from engine.play.asks import BadAnswer, Choose
from engine.play.phase import Phase
from engine.situation.counters import free_counters
from engine.state import State, forces
from engine.state.forces import Unit
from tests.engine.playing import put, tabletop

OVERSEAS = next(name for name, known in board.provinces().items() if known.map == "rotw")
ALLIES = ("spain", "france", "england", "portugal", "venice")


def stack(place: str, *kinds: tuple[str, Any, bool]) -> tuple[State, list[Unit]]:
    state = tabletop(alliances={"spain": ALLIES, "turkey": ["turkey"]}, turn=20, period="III")
    for country, kind, veteran in kinds:
        put(state, country, place, kind, veteran=veteran)
    return state, list(state.units_at(place))


def asked(state: State, units: Sequence[Unit], thirds: int) -> Choose:
    phase: Any = Phase(state)
    ask = losses.lose(phase, [unit.id for unit in units], thirds, "battle").send(None)
    assert isinstance(ask, Choose)
    return ask


STACKS = st.lists(
    st.tuples(st.sampled_from(ALLIES[:2]), st.sampled_from(("A+", "A-", "LD", "LDE")),
              st.booleans()), min_size=2, max_size=5,
)  # fmt: skip


@pytest.mark.rule("RET-34", "RET-35")
@pytest.mark.parametrize("place", ["artois", OVERSEAS])
@pytest.mark.parametrize("beside", [(), ("LD",) * 19, ("A-", "A-", "LD"), ("A+", "LD")])
def test_a_counter_that_pays_alone_loses_what_the_search_of_all_ways_finds(
    place: str, beside: Sequence[Any]
) -> None:
    """Losses are rounded up where counters for change are missing: other LD use them up, and those
    in its stack leave no room for change."""
    state, _ = stack(place, *(("france", kind, False) for kind in ("A+", "A-", "LD")))
    put(state, "france", place if len(beside) < 4 else "hainaut", *beside)
    army, *_ = units = state.units_at(place)[:3]
    for unit in units:
        for thirds in range(1, unit.thirds):
            assert [only_payment(state, unit, thirds)] == list(payments(state, [unit], thirds))
    if not free_counters(state, "france", "LD"):
        rises = 6 if place == "artois" else 4  # overseas to A- and two LDE
        assert only_payment(state, army, 3).thirds == rises, "1 becomes 2, A+ to A-"
    assert bool(free_counters(state, "france", "LD")) is (len(beside) < 4)


@pytest.mark.rule("RET-34")
@settings(max_examples=30)
@given(kinds=STACKS, thirds=st.integers(1, 12), place=st.sampled_from(("artois", OVERSEAS)))
def test_each_way_is_found_by_its_number_and_by_its_key(
    kinds: list[tuple[str, Any, bool]], thirds: int, place: str
) -> None:
    """The controller chooses who dies."""
    state, units = stack(place, *kinds)
    ways = payments(state, units, thirds)
    made = list(ways)
    assert len(ways) == len(made) == len({way.key for way in made})
    assert [ways[at] for at in range(len(ways))] == made
    keys = sorted(way.key for way in made)
    assert [ways.in_order_of_keys(at).key for at in range(len(ways))] == keys
    assert all(ways.has(way.key) and ways.of_key(way.key) == way for way in made)
    assert [each[1:] for each in made] == sorted(each[1:] for each in made), "the cheapest first"
    lost = {pair for way in made for pair in way.lost}
    assert {pair for pair in ways.pairs() if pair[1]} == lost
    assert len(ways.fixed({units[0].id: 99})) == 0
    for number, part in ways.pairs():
        some = [way for way in made if dict(way.lost).get(number, 0) == part]
        assert some
        assert list(ways.fixed({number: part})) == some


@pytest.mark.rule("RET-37")
@pytest.mark.parametrize("thirds", range(1, 16))
def test_so_are_those_in_which_pashas_die(thirds: int) -> None:
    """A pasha dies whole: so one way may begin with all of another."""
    state = tabletop(alliances={"france": ["turkey"], "spain": ["spain"]})
    put(state, "turkey", "artois", "LD", corps="janissary")
    put(state, "turkey", "artois", "PASHA", size=2)
    put(state, "turkey", "artois", "LD", "LD", corps="timar")
    put(state, "turkey", "artois", "PASHA", size=3)
    ways = payments(state, state.units_at("artois"), thirds)
    keys = sorted(way.key for way in ways)
    assert [ways.in_order_of_keys(at).key for at in range(len(ways))] == keys
    assert [ways[at] for at in range(len(ways))] == list(ways)


@pytest.mark.rule("RET-34", "RET-35")
@settings(max_examples=30)
@given(kinds=STACKS, thirds=st.integers(1, 12))
def test_they_are_all_ways_to_lose_whole_detachments_in_europe(
    kinds: list[tuple[str, Any, bool]], thirds: int
) -> None:
    """What can be paid without change that is missing is paid with the least rise."""
    state, units = stack("artois", *(each for each in kinds if each[1] != "LDE"))
    parts = [range(0, unit.thirds + 1, 3) for unit in units]
    tries = [
        dict(zip([unit.id for unit in units], split, strict=True)) for split in product(*parts)
    ]
    enough = [each for each in tries if sum(each.values()) >= thirds]
    if not units or forces.within_stacking(units) or not enough:
        return  # what keeps within the limits is held by the tests of losses
    least = min(sum(each.values()) for each in enough)
    found = {worth(units, way) for way in payments(state, units, thirds)}
    wanted = {
        worth(units, payment_of([(unit, each[unit.id]) for unit in units if each[unit.id]]))
        for each in enough
        if sum(each.values()) == least
    }
    assert found == wanted


def worth(units: Sequence[Unit], way: Payment) -> tuple[object, ...]:
    """A way without telling counters apart that are alike."""
    lost = dict(way.lost)
    return tuple(
        sorted((one.country, one.kind, one.veterans, lost.get(one.id, 0)) for one in units)
    )


def test_no_way_is_made_before_somebody_reads_it() -> None:
    """A stack of five powers overseas may lose 6 2/3 LD in 45,495 ways."""
    detachments = [(name, "LDE", False) for name in ALLIES for _ in range(3)]
    state, units = stack(OVERSEAS, ("spain", "A+", False), ("france", "A-", True),
                         ("england", "A-", False), *detachments)  # fmt: skip
    _ = asked(state, units, 20)  # what is read once and kept
    tracemalloc.start()
    ask = asked(state, units, 20)
    assert len(ask.options) == 45_495
    assert tracemalloc.get_traced_memory()[1] < 2_000_000, "a tenth of what all of them take"
    tracemalloc.stop()
    assert ask.is_legal(ask.listed()[-1])
    assert ask.listed()[0] == ask.default
    drawn: list[int] = []

    def draw(most: int) -> int:
        drawn.append(most)
        return most - 1

    answer = ask.random_answer(draw)
    assert drawn == [45_495]
    assert ask.is_legal(answer)
    with pytest.raises(BadAnswer, match=r"one of: \d.*, …$"):
        _ = ask.parse("1:99")
