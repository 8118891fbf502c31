"""What a game keeps: dice that fell, answers, snapshots; and what may be wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from engine.games import Procedure as Procedure
from engine.play.asks import Raw

Plain: TypeAlias = dict[str, Any]


Ruling: TypeAlias = dict[str, Any]


class Thrown(NamedTuple):
    """A die that fell: its name, its unmodified value and the modifier it was read with."""

    name: str
    die: int
    modifier: int


@dataclass(slots=True)
class Record:
    """One answer, who gave it, and the dice that fell until the next question.

    `answer` is None for the dice between a boundary and its first question. An umpire's ruling is a
    dict with the key `ruling`.
    """

    answer: Raw
    who: str = ""
    dice: list[Thrown] = field(default_factory=list)

    def to_plain(self) -> list[Any]:
        """The record as a plain list."""
        return [self.answer, self.who, [list(thrown) for thrown in self.dice]]

    @classmethod
    def from_plain(cls, plain: Sequence[Any]) -> Record:
        """The record a plain list describes."""
        answer, who, dice = plain
        return cls(answer, who, [Thrown(*thrown) for thrown in dice])


@dataclass(slots=True)
class Snapshot:
    """The plain state before the record of that number, and how long the chronicle was then."""

    record: int
    state: Plain
    story: int
    segment: bool


class Diverged(Exception):
    """The journal no longer fits the rules: says which record differs first, and how."""


class EngineError(Exception):
    """An error inside a procedure; the game stands where it stood before the answer."""


class Refused(Exception):
    """Something that may not be done now (an undo without agreement, a ruling in mid-battle):
    why."""
