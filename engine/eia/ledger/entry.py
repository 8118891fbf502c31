"""What can be entered into the campaign ledger: each entry with its fields, its rules, its effect.

An entry is declared like a kind of the adjudicator: its fields say what may stand in them, `refuse`
why the rules don't allow it, `doubt` what it would overwrite or do unusually and therefore has to
be confirmed, `apply` writes it down and tells the chronicle.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from fractions import Fraction
from typing import Any, Final, NamedTuple

from engine.documents.complaints import Complaints
from engine.documents.fields import (
    Choice,
    Field,
    Fields,
    Flag,
    Named,
    Shape,
    Text,
    Whole,
)
from engine.eia import tables
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.reasons import Reason


class PowerName(Choice):
    """A major power, however it is written."""

    def __init__(self) -> None:
        super().__init__(tuple(tables.POWERS), "a major power")

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """Its id."""
        found = tables.power(value) if isinstance(value, str) else ""
        return found or super().read(value, path, complaints)


class Points(Shape):
    """Political points, whole or half ones, as a number or a text (`-1.5`); kept in halves.

    A journal holds no fractions, so that half ones are texts.
    """

    def __init__(self, most: int) -> None:
        self.most = most

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The points in halves."""
        text = str(value) if type(value) in (int, str) else ""
        if re.fullmatch(r"[+-]?[0-9]{1,3}(\.[05])?", text, re.ASCII):
            halves = int(2 * Fraction(text))
            if abs(halves) <= 2 * self.most:
                return halves
        wanted = f"is not a number of points from -{self.most} to {self.most}, such as 1 or -1.5"
        return complaints.add(path, value, wanted)

    def schema(self) -> dict[str, Any]:
        """A text."""
        return {"type": "string", "pattern": r"^[+-]?[0-9]{1,2}(\.[05])?$"}


POWER: Final = PowerName()
LABEL: Final = Text()
FLAG: Final = Flag()
NUMBER: Final = Whole(0, 999, "a number")
POINTS: Final = Whole(-999, 999, "a number of points")
HALVES: Final = Points(99)

Refuse = Callable[[Ledger, dict[str, Any]], tuple[Reason, ...]]
Apply = Callable[[Night, dict[str, Any]], Coroutine[Any, Any, None]]


def always(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """For what no rule of the ledger forbids, or that never has to be confirmed."""
    return ()


class Entry(NamedTuple):
    """An entry: its name, a line about it, its fields, its effect, what refuses it, the steps it
    belongs to (none: any), and what of it has to be confirmed.

    `usual` are steps that it belongs to since the ledger's third edition. `former` names fields
    that it had once, each with the one that holds its value now and how many of the old units make
    one of the new.
    """

    name: str
    what: str
    fields: tuple[Field, ...]
    apply: Apply
    refuse: Refuse = always
    steps: tuple[str, ...] = ()
    doubt: Refuse = always
    former: tuple[tuple[str, str, int], ...] = ()
    usual: tuple[str, ...] = ()

    @property
    def document(self) -> Fields:
        """The shape of the entry's fields."""
        return Fields(self.fields, "an entry")


def counts(noun: str) -> Named:
    """Whole numbers by name."""
    return Named(NUMBER, noun)


class ByPower(Named):
    """Values by major power, however these are written."""

    def __init__(self, shape: Any, what: str) -> None:
        known = ", ".join(tables.POWERS)
        super().__init__(shape, what, lambda name: bool(tables.power(name)), known)

    def read(self, value: object, path: str, complaints: Complaints) -> Any:
        """The values by the ids of their powers; a power that stands there twice is refused."""
        found = super().read(value, path, complaints)
        if not isinstance(found, dict):
            return found
        by_id = {tables.power(name): each for name, each in found.items()}
        if len(by_id) < len(found):
            return complaints.say(path, "names a power twice")
        return by_id
