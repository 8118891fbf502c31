"""Entries of a position as it stands on the table: a power's set-up, as a form or in notation."""

from __future__ import annotations

from typing import Any, Final

from engine.documents.complaints import Complaints
from engine.eia import months, tables
from engine.eia.ledger import position
from engine.eia.ledger.entry import Entry
from engine.eia.ledger.ledger import Ledger, Night
from engine.eia.reasons import Claims

FLOATING: Final = {
    phase: floating for phase in months.phases() if (floating := tables.order(phase)[1])
}


class Order(Entry, name="order"):
    """Where the power that may say so comes in."""

    def refuse(self, state: Ledger) -> Claims:
        """Nobody comes after himself."""
        yield self.after == FLOATING[self.phase], f"{self.after} comes after another power."

    async def apply(self, night: Night) -> None:
        """From now on until it says otherwise."""
        power = FLOATING[self.phase]
        night.state.floating[self.phase] = self.after or ""
        where = f"after {self.after}" if self.after else "last"
        night.tell("order", f"{power} plays the {self.phase} Phase {where}.", power)


class SetUp(Entry, name="setup"):
    """What a power has and is bound by, as it stands."""

    def refuse(self, state: Ledger) -> Claims:
        """What of it can't be."""
        return position.why_refused(state, self.values)

    def doubt(self, state: Ledger) -> Claims:
        """What of the ledger it would overwrite."""
        return position.why_doubtful(state, self.values)

    async def apply(self, night: Night) -> None:
        """It costs nothing."""
        position.lay_out(night.state, self.values)
        power = self.values["power"]
        night.tell("setup", f"The position of {power} is written down.", power)


class SetUpText(Entry, name="setup-text"):
    """The positions of several powers, from a text in notation."""

    def _positions(self) -> tuple[list[SetUp], list[str]]:
        complaints = Complaints()
        found: list[Any] = position.read(self.text, complaints, "text")
        return [SetUp(each) for each in found], complaints.lines

    def refuse(self, state: Ledger) -> Claims:
        """A text that names powers and their fields, and what of them can't be."""
        found, wrong = self._positions()
        for line in wrong or ([] if found else ["text: no power is named"]):
            yield True, f"{line}."
        for each in found:
            yield from each.refuse(state)

    def doubt(self, state: Ledger) -> Claims:
        """What of the ledger it would overwrite."""
        for each in self._positions()[0]:
            yield from each.doubt(state)

    async def apply(self, night: Night) -> None:
        """One position after the other."""
        for each in self._positions()[0]:
            await each.apply(night)
