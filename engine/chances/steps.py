"""Steps: what has odds, cut into rolls and tests, for a walk with dice and a walk with every die.

A battle, an assault or a siege is a list of steps over a *state*, a plain tuple of ints. A Roll
says for a state in which *way* its die stands, a Choice asks, a Test looks at what both sides have
done.
Everything that does not depend on the dice is worked out when the list is made: a way holds its
modifiers and the effect of each face. `walk` takes the dice as they fall and awaits the decisions;
`engine.land.battle.battle_odds` takes every die at once. Neither knows what the numbers of a state
mean.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from engine.modifiers import Modifier, Rolled, total

State: TypeAlias = tuple[int, ...]
Effect: TypeAlias = Any
T = TypeVar("T")
Faces: TypeAlias = Sequence[tuple[Effect, int]]

NOT_ROLLED: Final = -1
FACES: Final = range(1, 11)
DIE: Final = len(FACES)


class Way(NamedTuple):
    """One way a die may stand: its modifiers, what it is for, and the effect of each face, 1
    first.
    """

    modifiers: tuple[Modifier, ...]
    purpose: str
    effects: tuple[Effect, ...]


class Roll(NamedTuple):
    """One die: which way it stands in a state (or NOT_ROLLED), and what its effect does.

    With a `decision` its side is asked first, by that name and with that question, whether to roll.
    `fan`, if there is one, does what `apply` does for all faces at once, each with its count: it
    adds the products of the counts and a weight to the weights of the states after it. `side` is
    the side of a fight whose numbers and marks alone it reads and changes, None where it is not
    one's alone.
    """

    name: str
    ways: tuple[Way, ...]
    which: Callable[[State], int]
    apply: Callable[[State, Effect], State]
    decision: str = ""
    question: str = ""
    fan: Callable[[State, int, Faces, dict[State, int]], None] | None = None
    side: int | None = None


class Choice(NamedTuple):
    """A decision without a die: its side is asked by that name and with that question."""

    name: str
    question: str
    apply: Callable[[State], State]


class Test(NamedTuple):
    """A look at the state when both sides have rolled."""

    apply: Callable[[State], State]


Step: TypeAlias = Roll | Choice | Test


class Taken(NamedTuple):
    """One roll that was made: the die, what it did, and the state after it."""

    rolled: Rolled
    effect: Effect
    after: State


class Pending(NamedTuple):
    """Where a walk stands when it asks: the decision's step is the first of `steps`."""

    steps: tuple[Step, ...]
    state: State


Dice: TypeAlias = Callable[[str, tuple[Modifier, ...], str], Awaitable[int]]
Decide: TypeAlias = Callable[[str, str, Pending], Awaitable[bool]]


def way(
    modifiers: tuple[Modifier, ...],
    purpose: str,
    read: Callable[[int], Effect],
    faces: Iterable[int] = FACES,
) -> Way:
    """A way whose faces are read after adding the modifiers."""
    added = total(modifiers)
    return Way(modifiers, purpose, tuple(read(face + added) for face in faces))


def never_over(state: State) -> bool:
    """For lists of steps that nothing cuts short."""
    return False


async def never_decided(name: str, question: str, pending: Pending) -> bool:
    """For lists of steps in which nothing is decided."""
    return False


async def walk(
    steps: Sequence[Step],
    state: State,
    roll: Dice,
    decide: Decide,
    taken: list[Taken],
    over: Callable[[State], bool] = never_over,
) -> State:
    """The state at the end of the steps with the dice that fall; each roll is added to `taken`.

    `roll(name, modifiers, purpose)` gives an unmodified die, `decide(name, question, pending)` an
    answer. The walk ends when the state is `over`.
    """
    for number, step in enumerate(steps):
        if over(state):
            break
        if isinstance(step, Test):
            state = step.apply(state)
            continue
        if isinstance(step, Choice):
            if await decide(step.name, step.question, Pending(tuple(steps[number:]), state)):
                state = step.apply(state)
            continue
        which = step.which(state)
        if which == NOT_ROLLED:
            continue
        if step.decision:
            pending = Pending(tuple(steps[number:]), state)
            if not await decide(step.decision, step.question, pending):
                continue
        modifiers, purpose, effects = step.ways[which]
        die = await roll(step.name, modifiers, purpose)
        effect = effects[die - 1]
        state = step.apply(state, effect)
        taken.append(Taken(Rolled(step.name, die, modifiers, purpose), effect, state))
    return state


def run_procedure(procedure: Coroutine[Any, Any, T]) -> T:
    """The result of a procedure whose dice and decisions are all at hand."""
    try:
        procedure.send(None)
    except StopIteration as end:
        value: T = end.value
        return value
    raise TypeError("a procedure waits for something that no document gives")
