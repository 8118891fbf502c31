"""What a game keeps: dice that fell, answers, snapshots; and what may be wrong with them."""

from __future__ import annotations

import marshal
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
    dice: tuple[Thrown, ...] = ()

    def to_plain(self) -> list[Any]:
        """The record as a plain list."""
        return [self.answer, self.who, [list(thrown) for thrown in self.dice]]

    @classmethod
    def from_plain(cls, plain: Sequence[Any]) -> Record:
        """The record a plain list describes."""
        answer, who, dice = plain
        return cls(answer, who, tuple([Thrown(*thrown) for thrown in dice]))


class Snapshot:
    """The state before the record of that number, and how long the chronicle was then.

    Many are kept, so the state is written down, and packed once it is certain to stay, what it has
    in common with the first left out: a fifteenth of the plain document, and 0.1 ms to have it
    again. One that is kept elsewhere is given as what reads it.
    """

    __slots__ = ("_like", "_packed", "_written", "record", "segment", "story")

    def __init__(
        self, record: int, state: Plain | Callable[[], Plain], story: int, segment: bool
    ) -> None:
        self.record = record
        self.story = story
        self.segment = segment
        self._packed: bytes | Callable[[], Plain] = state if callable(state) else b""
        self._written = b"" if callable(state) else marshal.dumps(state)
        self._like = b""

    def pack(self, first: Snapshot) -> None:
        """Takes less room from now on; that costs as much as to write the state down. The first,
        which is like all others, stays as it is."""
        if not self._packed and self is not first:
            self._like = first._written
            packer = zlib.compressobj(4, zdict=self._like)
            self._packed, self._written = packer.compress(self._written) + packer.flush(), b""

    @property
    def state(self) -> Plain:
        """The plain state, made anew each time."""
        if callable(self._packed):
            return self._packed()
        written = self._written or zlib.decompressobj(zdict=self._like).decompress(self._packed)
        plain: Plain = marshal.loads(written)
        return plain


class Diverged(Exception):
    """The journal no longer fits the rules: says which record differs first, and how."""


class EngineError(Exception):
    """An error inside a procedure; the game stands where it stood before the answer."""


class Refused(Exception):
    """Something that may not be done now (an undo without agreement, a ruling in mid-battle):
    why."""
