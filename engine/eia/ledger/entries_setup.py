"""Entries of a position as it stands on the table: a power's set-up, as a form or in notation."""

from __future__ import annotations

from typing import Any, Final

from engine.documents.fields import Complaints, Field, Text
from engine.eia.ledger import position
from engine.eia.ledger.entry import Entry
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.reasons import Reason


async def set_up(night: Night, values: dict[str, Any]) -> None:
    """What a power has and is bound by, as it stands; it costs nothing."""
    position.laid_out(night.state, values)
    night.tell("setup", f"The position of {values['power']} is written down.", who=values["power"])


NOTATION: Final = (
    Field("text", Text(most=position.LONGEST), "France: box N7; money 30; at war Austria; Austria: "
          "box N5; …"),
)  # fmt: skip


def _positions(values: dict[str, Any]) -> tuple[list[dict[str, Any]], list[str]]:
    complaints = Complaints()
    found = position.read(values["text"], complaints, "text")
    return found, complaints.lines


def refuse_notation(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """A text that names powers and their fields, and what of them can't be."""
    found, wrong = _positions(values)
    if not found and not wrong:
        wrong = ["text: no power is named"]
    return (
        *(Reason(f"{line}.", "EIA-SET-03") for line in wrong),
        *(reason for each in found for reason in position.refused(state, each)),
    )


def doubt_notation(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """What of the ledger it would overwrite."""
    found, _ = _positions(values)
    return tuple(reason for each in found for reason in position.doubted(state, each))


async def set_up_many(night: Night, values: dict[str, Any]) -> None:
    """The position of several powers, from a text in notation."""
    for each in _positions(values)[0]:
        await set_up(night, each)


ENTRIES: Final = (
    Entry("setup", "a power's position as it stands, free of cost", position.SETUP, set_up,
          position.refused, (), position.doubted),
    Entry("setup-text", "the position of several powers, as a text", NOTATION, set_up_many,
          refuse_notation, (), doubt_notation),
)  # fmt: skip
