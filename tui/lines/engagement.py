"""A battle of a campaign by lines: said in one, fought out, and booked where one agrees."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import SystemRandom
from typing import Any, Final

from engine.adjudicator import resolve
from engine.adjudicator.document_kind import MissingDie
from engine.adjudicator.resolve import BadInput
from engine.documents.complaints import NOTHING, Complaints
from engine.documents.fields import REQUIRED
from engine.eia import tables
from engine.eia.ledger.desk import booking, engagement, situations
from engine.eia.ledger.entries import ENTRIES
from engine.eia.ledger.ledger import Ledger
from engine.grammar import capitalised
from engine.play.asks import dice_in
from tui.lines.fields import GIVEN_UP, FieldReader
from tui.words.adjudication import whose_die

SEEDS: Final = 2**53
FACES: Final = 6
NO_DICE: Final = "a die is 1 to 6; several may be typed at once, such as 426; . gives it up."
PRICE: Final = ("money", "manpower")


class Engagement:
    """A battle from its line to the entries of the ledger; `typed` asks for each die."""

    def __init__(
        self,
        state: Ledger,
        read: Callable[[str], str],
        write: Callable[[str], None],
        typed: bool,
        names: Callable[[Any], Sequence[str]],
    ) -> None:
        self.state = state
        self.read = read
        self.write = write
        self.typed = typed
        self.fields = FieldReader(read, write, names, tables.in_words)

    def fight(self, name: str, text: str) -> Iterator[dict[str, Any]]:
        """The entries that write a battle down, one after the other as what they lack is said;
        none where it is given up."""
        values = self._said(name, text)
        if values is None:
            return
        about = engagement.situation(self.state, name, values)
        document = situations.with_settled_figures(self.state, about.kind, about.fields)
        found = self._fought(about.kind, document)
        if found is None:
            return
        read, outcome = found
        booked = booking.bookings(self.state, about.kind, read, outcome, about.beside)
        if not booked:
            return
        names = ", ".join(each.entry for each in booked)
        answer = self.read(f"y writes it down ({names}) > ").strip().lower()
        if answer not in ("y", "yes"):
            self.write("Nothing is written down.")
            return
        for each in booked:
            whole = self._whole(each)
            if whole is not None:
                yield whole

    def _said(self, name: str, text: str) -> dict[str, Any] | None:
        """The fields of a line, or asked one by one; None after a complaint."""
        form = engagement.FORMS[name]
        try:
            given = engagement.read(self.state, name, text) if text else None
        except engagement.Unread as error:
            self.write(f"No: {error}")
            return None
        if given is None:
            given = self.fields.fields(form.fields)
            if given is GIVEN_UP:
                return None
        complaints = Complaints()
        values = form.read(given, "", complaints)
        if values is NOTHING:
            self.write("\n".join(f"No: {line}." for line in complaints.lines))
            return None
        values = engagement.with_whole_names(self.state, name, values)
        refused = engagement.why_refused(self.state, name, values)
        for each in refused:
            self.write(f"No: {tables.in_words(each.why)}")
        return None if refused else dict(values)

    def _fought(
        self, kind: str, document: dict[str, Any]
    ) -> tuple[Mapping[str, Any], Mapping[str, Any]] | None:
        """The document as it was read and what came of it, its sheet told; None after a complaint
        or where a die is not given."""
        dice: dict[str, int] = {}
        fallen: list[int] = []
        while True:
            text = json.dumps({**document, "dice": dice})
            try:
                seed = SystemRandom().randrange(SEEDS)
                printed, answer = resolve.adjudicate(kind, text, seed, rolling=not self.typed)
            except MissingDie as error:
                what = f"{whose_die(error.name)}: {error.purpose}"
                if not fallen:
                    said = self.read(f"  {what} (1 to 6) > ").strip()
                    if said == ".":
                        return None
                    fallen = dice_in(said, FACES)
                    if not fallen:
                        self.write(f"  No: {NO_DICE}")
                        continue
                    if len(fallen) > 1:
                        self.write(f"  {what}: {fallen[0]}")
                else:
                    self.write(f"  {what}: {fallen[0]}")
                dice[error.name] = fallen.pop(0)
                continue
            except BadInput as error:
                self.write("\n".join(f"No: {line}." for line in error.lines))
                return None
            break
        self.write("\n".join(answer.sheet(lambda word, style: word)))
        return resolve.parse_document(resolve.kind_of(kind), text), printed["outcome"]

    def _whole(self, booked: booking.Booking) -> dict[str, Any] | None:
        """An entry that was begun, what it lacks asked for; None where that is given up."""
        fields, entry = dict(booked.fields), ENTRIES[booked.entry]
        wanted = [
            field for field in entry.fields
            if field.name not in fields and (field.default is REQUIRED
            or (field.name in PRICE and self._unpriced(booked)))
        ]  # fmt: skip
        if wanted:
            said = [f"{name.replace('_', ' ')} {value}" for name, value in fields.items()]
            self.write(tables.in_words(f"  {capitalised(entry.what)}: {', '.join(said)}"))
        for field in wanted:
            asked = field._replace(default=REQUIRED)
            value = self.fields.field(asked, f"{booked.entry} {field.name}")
            if value is GIVEN_UP:
                self.write(f"The entry {booked.entry} is not written down.")
                return None
            fields[field.name] = value
        return {"do": booked.entry, **fields}

    def _unpriced(self, booked: booking.Booking) -> bool:
        """Whether prisoners are of a troop whose price nobody has said (EIA-PRIS-03)."""
        troop = str(booked.fields.get("troop") or "")
        known = troop in self.state.prices or tables.price(troop) is not None
        return booked.entry == "prisoners" and not known
