"""From a campaign's ledger to the desk, and what came of it back into the forms of the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from time import monotonic
from typing import Any, Final

from engine.eia.ledger.desk import booking, situations
from engine.eia.ledger.desk.document_sides import Situation
from engine.eia.ledger.entries import ENTRIES
from engine.grammar import capitalised
from saves.sharing.pen import Person
from tui.screens.desk import desk as desk_screen
from tui.screens.entry_form import EntryForm
from tui.screens.pick import Pick
from tui.table.table import Table

KEEPS_NOTHING: Final = "The ledger keeps nothing of it, or works it out by itself."
KEPT: Final = 10.0  # seconds for which who gets the pen keeps it, though he writes nothing yet
CROSSED: Final = 1.0  # seconds in which a key that was to hand the pen over may come too late


class CampaignDesk(EntryForm):
    """What the screen of a campaign does with the desk."""

    def __init__(self, table: Table, classes: str | None = None) -> None:
        super().__init__(table, classes)
        self.booked: list[booking.Booking] = []  # what the desk adjudicated, not yet written down
        self.on_desk: Situation | None = None
        self.pen_came = self.pen_went = -KEPT  # when, by the monotonic clock

    def action_desk(self) -> None:
        """What is to be adjudicated, with what the ledger knows of it."""
        found = situations.situations(self.ledger)
        lines = [capitalised(each.about) for each in found]
        self.tercio.open_screen(
            Pick("On the desk", [*lines, "Another kind, from its example"]),
            lambda at: None if at is None else self.to_desk(found[at] if at < len(found) else None),
        )

    def to_desk(self, about: Situation | None) -> None:
        """Open the desk with a document that is begun, and book what comes of it."""
        if about is None:
            about = Situation("eia-battle", self.ledger.box, {}, ())
        self.on_desk = about
        desk = desk_screen.Desk(
            about.kind, about.fields or None, about.about, self._settle, self._book
        )
        self.tercio.open_screen(desk, lambda _: self._next_booked())

    def _settle(self, kind: str, document: dict[str, Any]) -> dict[str, Any]:
        return situations.with_settled_figures(self.ledger, kind, document)

    def _book(self, kind: str, values: Mapping[str, Any], outcome: Mapping[str, Any]) -> str:
        """Keep what the desk adjudicated for the forms of the ledger; why it cannot be."""
        if self.asked_entries is None or self.table.held_back:
            return "Nothing is asked of the ledger now."
        about = self.on_desk
        beside = about.beside if about is not None and about.kind == kind else {}
        self.booked = booking.bookings(self.ledger, kind, values, outcome, beside)
        if self.booked:
            return ""
        wanted = "; ".join(outcome.get("needs", ()))
        return f"Not yet. Wanted: {wanted}." if wanted else KEEPS_NOTHING

    def _next_booked(self) -> None:
        """Open the form of the next entry that the desk has begun."""
        ask = self.asked_entries
        while ask is not None and self.booked:
            entry, fields = self.booked.pop(0)
            if entry in ask.entries:
                self.write_entry(entry, fields)
                left = f", {len(self.booked)} more to come" if self.booked else ""
                self.form.border_title = f"{self.form.border_title} · from the desk{left}"
                return
            what = f"{ENTRIES[entry].what} belongs to another step"
            self.notify(
                f"{capitalised(what)}: {', '.join(ENTRIES[entry].steps)}.", severity="warning"
            )

    # The pen, which goes round among those who write.

    def action_pen(self) -> None:
        """Ask for the pen; who holds it hands it to the first who asked."""
        saved = self.table.saved
        if not saved.pen.mine:
            if monotonic() - self.pen_went < CROSSED:
                self.notify("The pen has gone already: p asks for it again.")
            else:
                self._perform(saved.pen.ask)
        elif asking := saved.asking():
            self._hand_over(asking[0])
        else:
            self.notify("The pen is yours, and nobody asks for it.")

    def _who_asks(self) -> None:
        if self.has_class("writing"):  # else it goes by itself
            super()._who_asks()

    def look_around(self) -> None:
        """The pen goes to who asks for it while its holder writes nothing, once he has written what
        he asked for it for, or let some seconds go by."""
        held_back = self.table.held_back
        super().look_around()
        if held_back and not self.table.held_back:
            self.pen_came, self.pen_went = monotonic(), -KEPT
        idle = not self.has_class("writing") and not self.booked and self.app.screen is self
        waits = max(self.pen_came + KEPT, self.pen_went + CROSSED) > monotonic()
        if not idle or waits or self.asked_entries is None:
            return
        if self.table.saved.pen.mine and (asking := self.table.saved.asking()):
            self._hand_over(asking[0])

    def _hand_over(self, to: Person) -> None:
        self.pen_went = monotonic()
        self._perform(partial(self.table.saved.pen.give, to.id))
        self.notify(f"The pen goes to {to.player}.")
        self.asked = "nothing yet"
        self.call_after_refresh(self.go_on)
