"""A kind of document, the dice it is resolved with, and its answer."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any, Final, NamedTuple, TypeVar

from engine.dice import seeded
from engine.report import Modifier, Rolled
from engine.resolving.fields import Complaints, Field, Fields, Named, Whole

T = TypeVar("T")
FACES: Final = 10


class MissingDie(Exception):
    """A die is wanted that the document does not give, and rolling is forbidden."""


class Answer(NamedTuple):
    """What a document resolves to: the modifiers applied, the outcome, and the sheet as text.

    `odds` stands in place of `outcome` when the odds were asked for. `notes` are what each roll
    did, by the name of its die, to be printed beside it; `setup` is the battle or assault itself,
    to draw its columns from.
    """

    outcome: dict[str, Any] | None
    modifiers: list[dict[str, Any]]
    sheet: Callable[[Callable[[str, str], str]], list[str]]
    odds: dict[str, Any] | None = None
    notes: Mapping[str, Mapping[str, Any]] = {}
    setup: Any = None


class Table:
    """The dice of one document: given, or rolled from a seed by name; it notes what was rolled."""

    def __init__(
        self, given: Mapping[str, int], seed: int, rolling: bool = True, faces: int = FACES
    ) -> None:
        self.given, self.seed, self.rolling, self.faces = given, seed, rolling, faces
        self.rolled: list[Rolled] = []
        self.asked: set[str] = set()

    def throw(self, name: str, modifiers: tuple[Modifier, ...], purpose: str) -> int:
        """The unmodified die of that name. Raises MissingDie when it may not be rolled."""
        die = self.given.get(name)
        if die is None:
            if not self.rolling:
                raise MissingDie(f"{name} ({purpose})")
            die = seeded(self.seed, name, 0, self.faces)
        self.asked.add(name)
        self.rolled.append(Rolled(name, die, modifiers, purpose))
        return die

    async def roll(self, name: str, modifiers: tuple[Modifier, ...], purpose: str) -> int:
        """As `throw`, for a procedure that awaits its dice."""
        return self.throw(name, modifiers, purpose)

    @property
    def unused(self) -> list[str]:
        """The dice that were given and never asked for."""
        return [name for name in self.given if name not in self.asked]


class Kind(NamedTuple):
    """A kind of document.

    `check` looks at what one field alone cannot tell and may complain; `resolve` adjudicates with a
    table of dice; `odds`, where there is one, gives the exact odds (its table notes what it knows).
    """

    name: str
    fields: tuple[Field, ...]
    example: Mapping[str, Any]
    resolve: Callable[[dict[str, Any], Table], Answer]
    odds: Callable[[dict[str, Any], Table], Answer] | None = None
    check: Callable[[dict[str, Any], Complaints], None] | None = None
    faces: int = FACES

    @property
    def document(self) -> Fields:
        """The shape of the whole document, its dice included."""
        dice = Named(Whole(1, self.faces, "a die"), f"dice from 1 to {self.faces}")
        field = Field("dice", dice, "fixed dice by name; every other die is rolled", {})
        return Fields((*self.fields, field), "an object in braces")


def finished(procedure: Coroutine[Any, Any, T]) -> T:
    """The result of a procedure whose dice and decisions are all at hand."""
    try:
        procedure.send(None)
    except StopIteration as end:
        value: T = end.value
        return value
    raise TypeError("a procedure waits for something that no document gives")


def reported(
    groups: Iterable[tuple[str, str, Iterable[Modifier]]],
) -> list[dict[str, Any]]:
    """Modifiers with the side and the rolls that they apply to, each once.

    `groups` are (side, roll, modifiers); side may be empty.
    """
    found: dict[tuple[str, Modifier], list[str]] = {}
    for side, roll, modifiers in groups:
        for modifier in modifiers:
            found.setdefault((side, modifier), []).append(roll)
    return [
        {**modifier._asdict(), **({"side": side} if side else {}), "rolls": rolls}
        for (side, modifier), rolls in found.items()
    ]
