"""Entries of a position as it stands on the table: a power's set-up, as a form or in notation."""

from __future__ import annotations

from typing import Any, Final

from engine.documents.complaints import Complaints
from engine.documents.fields import Choice, Field, Perhaps, Text
from engine.eia import months, tables
from engine.eia.ledger import position
from engine.eia.ledger.entry import POWER, Entry
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.reasons import Reason, applicable


async def set_up(night: Night, values: dict[str, Any]) -> None:
    """What a power has and is bound by, as it stands; it costs nothing."""
    position.lay_out(night.state, values)
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
        *(reason for each in found for reason in position.why_refused(state, each)),
    )


def doubt_notation(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """What of the ledger it would overwrite."""
    found, _ = _positions(values)
    return tuple(reason for each in found for reason in position.why_doubtful(state, each))


async def set_up_many(night: Night, values: dict[str, Any]) -> None:
    """The position of several powers, from a text in notation."""
    for each in _positions(values)[0]:
        await set_up(night, each)


FLOATING: Final = {
    phase: floating for phase in months.phases() if (floating := tables.order(phase)[1])
}
ORDER: Final = (
    Field("phase", Choice(tuple(FLOATING), "a phase of which a power says when it comes in"),
          "which phase: Britain says it at sea, France on land"),
    Field("after", Perhaps(POWER), "after whom it comes; null: last", None),
)  # fmt: skip


def refuse_order(state: Ledger, values: dict[str, Any]) -> tuple[Reason, ...]:
    """Nobody comes after himself."""
    own = values["after"] == FLOATING[values["phase"]]
    return applicable((own, f"{values['after']} comes after another power.", "EIA-SET-03"))


async def announce(night: Night, values: dict[str, Any]) -> None:
    """Where the power that may say so comes in, from now on until it says otherwise."""
    phase, after = values["phase"], values["after"]
    power = FLOATING[phase]
    night.state.floating[phase] = after or ""
    where = f"after {after}" if after else "last"
    night.tell("order", f"{power} plays the {phase} Phase {where}.", who=power)


ENTRIES: Final = (
    Entry("order", "where Britain or France comes in the order of play", ORDER, announce,
          refuse_order),
    Entry("setup", "a power's position as it stands, free of cost", position.SETUP, set_up,
          position.why_refused, (), position.why_doubtful),
    Entry("setup-text", "the position of several powers, as a text", NOTATION, set_up_many,
          refuse_notation, (), doubt_notation),
)  # fmt: skip
