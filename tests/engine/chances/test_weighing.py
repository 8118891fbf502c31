"""Steps walked with dice and with every die at once: small lists whose weights are seen by eye.

A state is (points, asked). A coin adds 0 or 1, a die of four faces its face.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import pytest

from engine.chances.steps import NOT_ROLLED, Choice, Pending, Roll, State, Step, Taken, walk
from engine.chances.steps import Test as Look
from engine.chances.steps import way as way_of
from engine.chances.weighing import Lanes, TooMany, highest_weight, weigh_states
from engine.modifiers import Modifier


def add(state: State, effect: int) -> State:
    return (state[0] + effect, state[1])


def die(
    name: str, faces: int, more: int = 0, decision: str = "", shy: bool = False, cap: int = 99
) -> Roll:
    """A die whose face is added; a `shy` one is not rolled at nought."""
    modifiers = (Modifier(more, "more", "X"),) if more else ()
    read = way_of(modifiers, name, lambda face: min(cap, face), range(1, faces + 1))
    return Roll(
        name, (read,), lambda state: NOT_ROLLED if shy and not state[0] else 0, add, decision, "?"
    )


def coin(name: str, **more: Any) -> Roll:
    return die(name, 2, -1, **more)


DOUBLE = Look(lambda state: (2 * state[0], state[1]))
ASKED = Choice("ask", "?", lambda state: (state[0], 1))


def weights(*steps: Step, start: State = (0, 0), **more: Any) -> dict[State, int]:
    return weigh_states(steps, {start: 1}, **more)


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        ((), {(0, 0): 1}),
        ((coin("a"),), {(0, 0): 1, (1, 0): 1}),
        ((coin("a"), coin("b")), {(0, 0): 1, (1, 0): 2, (2, 0): 1}),
        ((die("a", 4),), {(1, 0): 1, (2, 0): 1, (3, 0): 1, (4, 0): 1}),
        ((die("a", 4, cap=2),), {(1, 0): 1, (2, 0): 3}),
        ((coin("a"), die("b", 4, shy=True)),
         {(0, 0): 4, (2, 0): 1, (3, 0): 1, (4, 0): 1, (5, 0): 1}),
        ((coin("a"), DOUBLE, coin("b")), {(0, 0): 1, (1, 0): 1, (2, 0): 1, (3, 0): 1}),
        ((ASKED, coin("a")), {(0, 0): 1, (1, 0): 1}),
        ((coin("a", decision="go"), coin("b")), {(0, 0): 1, (1, 0): 1}),
    ],
)  # fmt: skip
def test_every_die_at_once(steps: tuple[Step, ...], found: dict[State, int]) -> None:
    assert weights(*steps) == found


def test_decisions_let_what_asks_happen() -> None:
    go = {"go": True, "ask": True}
    assert weights(ASKED, coin("a"), decisions=go) == {(0, 1): 1, (1, 1): 1}
    asked = coin("a", decision="go")
    assert weights(asked, coin("b"), decisions=go) == {(0, 0): 1, (1, 0): 2, (2, 0): 1}
    assert weights(asked, decisions={"go": False}) == {(0, 0): 1}


@pytest.mark.parametrize(("face", "found"), [(1, {(1, 0): 8}), (4, {(4, 0): 8}), (None, None)])
def test_a_die_that_is_held_has_its_face_for_all_its_weight(
    face: int | None, found: dict[State, int] | None
) -> None:
    """Two for the coin that nobody rolls at nought, four for the die."""
    dice = {} if face is None else {"a": face}
    got = weights(die("a", 4), coin("b", cap=0), dice=dice)
    assert sum(got.values()) == 8
    if found is not None:
        assert got == found


def test_what_is_over_is_parked_with_its_share() -> None:
    """Half is over after the coin is looked at, and weighs as much as what went on."""

    def over(state: State) -> bool:
        return state[0] > 0

    found = weights(coin("a"), Look(lambda state: state), die("b", 4), over=over)
    assert found == {(1, 0): 4 + 1, (2, 0): 1, (3, 0): 1, (4, 0): 1}
    rolled = weights(coin("a"), die("b", 4), over=over)
    assert rolled == {(1, 0): 1, (2, 0): 2, (3, 0): 2, (4, 0): 2, (5, 0): 1}, "no test between"


def test_what_nobody_asks_for_is_forgotten_after_a_test() -> None:
    same = Look(lambda state: state)
    found = weights(die("a", 4), same, narrow=lambda state: (state[0] % 2, 0))
    assert found == {(0, 0): 2, (1, 0): 2}


def test_more_states_than_wanted_are_refused() -> None:
    assert len(weights(die("a", 4), bound=4)) == 4
    with pytest.raises(TooMany):
        weights(die("a", 4), bound=3)


def test_the_highest_weight_is_the_product_of_all_dice() -> None:
    assert highest_weight([coin("a"), DOUBLE, die("b", 4), ASKED]) == 8
    assert highest_weight([]) == 1


def test_walks_that_differ_in_their_dice_are_taken_together() -> None:
    """Three walks: the coin once with 0 and 1, once with 1 and 2, and the first again."""
    plain, more = (coin("a"), coin("b")), (die("a", 2), coin("b"))
    lanes = Lanes((plain, more, plain), highest_weight(plain).bit_length() + 1)
    assert lanes.start == lanes.together([1, 1, 1])
    assert [lanes.weight(lanes.together([3, 1, 2]), at) for at in range(3)] == [3, 1, 2]
    assert lanes.weight(lanes.together([3, 1, 2]) & lanes.only([1]), 0) == 0
    found = weigh_states(plain, {(0, 0): lanes.start}, lanes=lanes)
    for at, steps in enumerate(lanes.walks):
        alone = {state: lanes.weight(weight, at) for state, weight in found.items()}
        assert {state: each for state, each in alone.items() if each} == weights(*steps)


# With dice that fall.


def walked(
    *steps: Step, dice: list[int], yes: bool = True, over: Any = None
) -> tuple[State, list[Taken], list[Pending]]:
    taken: list[Taken] = []
    asked: list[Pending] = []

    async def roll(name: str, modifiers: tuple[Modifier, ...], purpose: str) -> int:
        return dice.pop(0)

    async def decide(name: str, question: str, pending: Pending) -> bool:
        asked.append(pending)
        return yes

    more = {} if over is None else {"over": over}
    running: Coroutine[Any, Any, State] = walk(steps, (0, 0), roll, decide, taken, **more)
    with pytest.raises(StopIteration) as end:
        running.send(None)
    assert dice == []
    return end.value.value, taken, asked


def test_a_walk_takes_the_dice_as_they_fall() -> None:
    end, taken, _ = walked(coin("a"), DOUBLE, die("b", 4, 1), dice=[2, 3])
    assert end == (6, 0)
    assert [(each.rolled.name, each.rolled.die, each.effect, each.after) for each in taken] == [
        ("a", 2, 1, (1, 0)), ("b", 3, 4, (6, 0)),
    ]  # fmt: skip


def test_a_walk_asks_before_it_rolls_and_says_where_it_stands() -> None:
    steps = (ASKED, coin("a", decision="go"), coin("b"))
    end, taken, asked = walked(*steps, dice=[2, 2])
    assert (end, len(taken)) == ((2, 1), 2)
    assert [len(each.steps) for each in asked] == [3, 2]
    assert [each.state for each in asked] == [(0, 0), (0, 1)]
    end, taken, _ = walked(*steps, dice=[2], yes=False)
    assert (end, [each.rolled.name for each in taken]) == ((1, 0), ["b"])


def test_a_walk_ends_where_it_is_over_and_passes_over_what_is_not_rolled() -> None:
    end, taken, _ = walked(coin("a"), coin("b"), dice=[2], over=lambda state: state[0] > 0)
    assert (end, len(taken)) == ((1, 0), 1)
    end, taken, _ = walked(coin("a"), die("b", 4, shy=True), dice=[1])
    assert (end, len(taken)) == ((0, 0), 1)
