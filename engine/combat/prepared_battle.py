"""A prepared battle, on land or at sea: what no die changes (PAR-26), and the state of the dice.

engine.land.battle.battle_math and engine.sea.battle_math.battle work out once what does not hang on
dice, a Setup of two Forces. Sides are 0 and 1, in the order they were given. Losses are thirds of
a detachment.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from engine.chances.steps import State, Step
from engine.combat.leaders import Commander
from engine.modifiers import Modifier

BREAKS: Final = ("break_fire1", "break_fire2")
STAGES: Final = ("fire1", "shock1", "destroyed1", "retreat1", "fire2", "shock2", *BREAKS)
ROLLS: Final = ("fire1", "shock1", "fire2", "shock2")
NOBODY: Final = -1
# The last die of a native stack tallies its losses apart, in this unit, so that an ordinary side
# needs no second number in its state (FIG-31).
LAST: Final = 4096


class Party(Protocol):
    """What a fight must know of one side as it was given."""

    @property
    def name(self) -> str:
        """How dice and decisions call it."""

    @property
    def phasing(self) -> bool:
        """Whether it is the phasing side."""

    @property
    def minor(self) -> bool:
        """Whether a minor country commands."""


class Occasion(Protocol):
    """What a fight must know of where and when it happens."""

    @property
    def interception(self) -> bool:
        """Whether it is an interception battle."""


P = TypeVar("P", bound=Party)
O = TypeVar("O", bound=Occasion)  # noqa: E741 - an occasion


class Force(NamedTuple, Generic[P]):
    """One side of a prepared battle: everything about it that no die changes.

    `strength` is all that it can lose. `last` is the strength that table L1 or S1 looks at, that
    of the last die for natives; `most` caps what it inflicts, and `least_of_routed` is what it
    inflicts at least on a routed enemy. `pursuit_column` is the one it reads when it pursues. With
    `breaks` it may break off after a Fire. `major_threshold` is the loss differential in thirds
    that makes its victory a major one, None where none does (MAJ-02, MAJ-03).
    """

    side: P
    commander: Commander
    strength: int
    morale: int
    morale_parts: tuple[Modifier, ...]
    fire_column: str | None
    shock_column: str | None
    fires: bool
    fire_losses: str  # none, morale_only, half_down, half_up, full
    artillery: int
    size_differential: int
    modifiers: dict[str, tuple[Modifier, ...]]
    pursuit: tuple[Modifier, ...]
    dice: int
    last: int
    odd_or_even: bool
    most: int
    losses: dict[tuple[int, int, bool], tuple[int, int]]
    domain: Literal["land", "sea"] = "land"
    least_of_routed: int = 0
    pursuit_column: str = "E"
    breaks: bool = False
    major_threshold: int | None = None

    @property
    def name(self) -> str:
        """The name of the side."""
        return self.side.name


class Setup(NamedTuple, Generic[P, O]):
    """A battle before its first die."""

    situation: O
    forces: tuple[Force[P], Force[P]]
    listed: dict[str, list[Step]]  # the steps, once they were wanted

    @property
    def at_sea(self) -> bool:
        """Whether it is a battle at sea."""
        return self.forces[0].domain == "sea"


AnyForce: TypeAlias = Force[Any]
AnySetup: TypeAlias = Setup[Any, Any]


# The state of a battle: stars and thirds that each side has inflicted, marks, and the end.
# Marks: which side failed to retreat, each side's odd-or-even die (0 not rolled, 1 odd, 2 even),
# that nobody pursues, and which side has suffered more stars at sea. The end: 0 while the days go
# on, then 1 + 3 * stage + winner + 1.

START: Final[State] = (0, 0, 0, 0, 0, 0)
TRIED: Final = (1, 2)
SEVEN: Final = (4, 16)
NO_PURSUIT: Final = 64
WORSE: Final = (128, 256)


def odd_even_die(marks: int, at: int) -> int:
    """A side's odd-or-even die: 0 not rolled, 1 odd, 2 even."""
    return marks // SEVEN[at] % 4


@cache
def encode_end(stage: str, winner: int) -> int:
    """The end of the days as a state holds it."""
    return 2 + 3 * STAGES.index(stage) + winner


@cache
def decode_end(end: int) -> tuple[str, int]:
    """The stage at which the days ended, and who was declared or found the winner."""
    stage, winner = divmod(end - 1, 3)
    return STAGES[stage], winner - 1


def total_hits(hits: int) -> int:
    """Thirds that all dice of a side have inflicted, the last one's of natives among them."""
    return hits % LAST + hits // LAST


def is_routed(prepared: AnySetup, state: State, at: int) -> bool:
    """Whether a side has no morale left (FIG-12, PUR-26)."""
    return state[1 - at] >= prepared.forces[at].morale
