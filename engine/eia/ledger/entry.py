"""What can be entered into the campaign ledger: each entry with its fields, its rules, its effect.

An entry is a class, declared like a kind of the adjudicator: its fields stand in the same sheet,
`refuse` why the rules don't allow it, `doubt` what it would overwrite or do unusually and
therefore has to be confirmed, `apply` writes it down and tells the chronicle.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final

from engine.documents.fields import (
    Field,
    Fields,
)
from engine.eia.ledger.entry_shapes import SHAPES
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.reasons import Reason
from engine.facts.document_fields import fields_of

Claims = Iterable[Reason | tuple[object, str, str]]
"""Reasons, and sentences with their rules behind whether they apply."""


class Entry(ABC):
    """What may be entered: a class with its fields, its effect, what refuses it, the steps it
    belongs to (none: any), and what of it has to be confirmed. One that was entered has the values
    of its fields as attributes.

    `usual` are steps that it belongs to since the ledger's third edition. `former` names fields
    that it had once, each with the one that holds its value now and how many of the old units make
    one of the new.
    """

    name: ClassVar[str]
    what: ClassVar[str]
    steps: ClassVar[tuple[str, ...]]
    usual: ClassVar[tuple[str, ...]]
    former: ClassVar[tuple[tuple[str, str, int], ...]]
    fields: ClassVar[tuple[Field, ...]]
    document: ClassVar[Fields]

    def __init_subclass__(
        cls, name: str, what: str, steps: tuple[str, ...] = (), usual: tuple[str, ...] = (),
        former: tuple[tuple[str, str, int], ...] = (),
    ) -> None:  # fmt: skip
        cls.name, cls.what, cls.steps, cls.usual, cls.former = name, what, steps, usual, former
        cls.fields = fields_of(f"entry {name}", SHAPES)
        cls.document = Fields(cls.fields, "an entry")

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values
        vars(self).update(values)

    if TYPE_CHECKING:  # the values by the names of their fields

        def __getattr__(self, field: str) -> Any: ...

    def refuse(self, state: Ledger) -> Claims:
        """Why the rules don't allow it."""
        return ()

    def doubt(self, state: Ledger) -> Claims:
        """What it would overwrite or do unusually, and therefore has to be confirmed."""
        return ()

    @abstractmethod
    async def apply(self, night: Night) -> None:
        """Writes it down and tells the chronicle."""


SIDES: Final = ("attacker", "defender")


def of_both(entry: Entry, *ends: str) -> Iterator[list[Any]]:
    """What an entry says of the attacker, then of the defender: who it is, and more by the ends of
    the names of its fields."""
    for side in SIDES:
        yield [entry.values[f"{side}{end}"] for end in ("", *ends)]


def two_powers(attacker: str, defender: str, winner: str | None) -> Claims:
    """A battle takes two powers, and one of them wins it if anybody does."""
    yield attacker == defender, "A battle takes two powers.", "EIA-SET-03"
    stranger = winner not in (None, attacker, defender)
    yield stranger, f"{winner} wasn't in the battle.", "EIA-SET-03"


def tell_points(night: Night, battle: Entry, kind: str) -> None:
    """The political points of a battle, where no story tells them."""
    gained = {power: halves for power, halves in of_both(battle, "_points") if halves}
    if gained and not battle.values["story"]:
        words = ", ".join(f"{power} {halves / 2:+g}" for power, halves in gained.items())
        night.tell(kind, f"Political points: {words}.", battle.values["winner"] or "")
