"""What can be entered into the campaign ledger: each entry with its fields, its rules, its effect.

An entry is declared like a kind of the adjudicator: its fields say what may stand in them, `refuse`
why the rules don't allow it, `apply` writes it down and tells the chronicle.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final, NamedTuple

from engine.documents.fields import Choice, Field, Fields, Flag, Listed, Named, Perhaps, Text, Whole
from engine.eia import tables
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.reasons import Reason

POWER: Final = Choice(tuple(tables.POWERS), "a major power", {"great_britain": "britain"})
LABEL: Final = Text()
FLAG: Final = Flag()
NUMBER: Final = Whole(0, 999, "a number")
POINTS: Final = Whole(-999, 999, "a number of points")

Refuse = Callable[[Ledger, dict[str, Any]], tuple[Reason, ...]]
Apply = Callable[[Night, dict[str, Any]], Coroutine[Any, Any, None]]


def always(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """For what no rule of the ledger forbids."""
    return ()


class Entry(NamedTuple):
    """An entry: its name, a line about it, its fields, its effect, what refuses it, and the steps
    it belongs to (none: any)."""

    name: str
    what: str
    fields: tuple[Field, ...]
    apply: Apply
    refuse: Refuse = always
    steps: tuple[str, ...] = ()

    @property
    def document(self) -> Fields:
        """The shape of the entry's fields."""
        return Fields(self.fields, "an entry")


def listed(shape: Any, least: int = 0, most: int = 20) -> Listed:
    """A list of a shape."""
    return Listed(shape, least, most)


def perhaps(shape: Any) -> Perhaps:
    """Null, or a shape."""
    return Perhaps(shape)


def counts(noun: str) -> Named:
    """Whole numbers by name."""
    return Named(NUMBER, noun)
