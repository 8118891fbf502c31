"""A club night: the months and phases of a campaign, what the players enter, what falls due."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.documents.fields import NOTHING, Complaints
from engine.eia import months, tables
from engine.eia.ledger import dues, known
from engine.eia.ledger.entries import ENTRIES, Entry
from engine.eia.ledger.ledger import TABLE, Ledger, Night
from engine.eia.reasons import Reason
from engine.play.asks import Ask, BadAnswer, Raw

DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class Enter(Ask[tuple[str, dict[str, Any]]]):
    """What happened in this step: one of the entries that belong here, or "done".

    An answer is `{"do": "peace", …}` with the fields of that entry. `spelled` writes names as the
    ledger does, `refuse` says why the rules don't allow it, `stop` why the step can't end.
    """

    complete: ClassVar[bool] = False

    entries: Mapping[str, Entry]
    suggested: Sequence[Raw] = ()
    spelled: Callable[[dict[str, Any]], dict[str, Any]]
    refuse: Callable[[Entry, dict[str, Any]], tuple[Reason, ...]]
    stop: Callable[[], str]

    def parse(self, raw: Raw) -> tuple[str, dict[str, Any]]:
        if raw == DONE:
            why = self.stop()
            if why:
                raise BadAnswer(why)
            return DONE, {}
        name = raw.get("do") if type(raw) is dict else None
        if type(name) is not str or name not in self.entries:
            raise BadAnswer(f"nothing to enter; one of: {', '.join(self.entries)}, or {DONE}")
        entry = self.entries[name]
        complaints = Complaints()
        fields = {name: value for name, value in raw.items() if name != "do"}
        values = entry.document.read(fields, "", complaints)
        if complaints.lines or values is NOTHING:
            raise BadAnswer("; ".join(complaints.lines))
        values = self.spelled(values)
        refused = self.refuse(entry, values)
        if refused:
            said = (f"{tables.spoken(reason.why)} ({reason.rule})" for reason in refused)
            raise BadAnswer("; ".join(said))
        return entry.name, values

    def offers(self) -> list[Raw]:
        return list(self.suggested) if self.stop() else [DONE]

    def label(self, raw: Raw) -> str:
        return "go on to the next step" if raw == DONE else str(raw)

    @property
    def default(self) -> Raw:
        return None if self.stop() else DONE


async def club_night(night: Night) -> None:
    """Goes through the steps of the campaign's months until somebody has won, or it is over."""
    state = night.state
    while not state.ended:
        if not state.opened:
            first = not night.record
            if first:  # the start is kept as it was given, its first lines still untold
                await night.mark(segment=True)
            dues.opening(night)
            state.opened = True
            if not first:
                await night.mark(segment=True)
        name, values = await _entered(night)
        if name == DONE:
            dues.closing(night)
            advance(state)
        else:
            await ENTRIES[name].apply(night, values)
            await night.mark()


def here(state: Ledger) -> dict[str, Entry]:
    """The entries that belong into the present step."""
    return {
        name: entry
        for name, entry in ENTRIES.items()
        if not entry.steps or state.now.name in entry.steps
    }


async def _entered(night: Night) -> tuple[str, dict[str, Any]]:
    state = night.state
    return await Enter(
        who=TABLE,
        name="entry",
        what=f"{state.box}: what happened?",
        about={"month": state.month, "step": state.now.name, "phase": state.phase},
        entries=here(state),
        suggested=[
            {"do": "final-count", "power": name, "manpower": 0} for name in dues.uncounted(state)
        ],
        spelled=lambda values: known.spelled(state, values),
        refuse=lambda entry, values: entry.refuse(state, values),
        stop=lambda: dues.unfinished(state),
    )


def advance(state: Ledger) -> None:
    """Goes to the next step: economic ones only in their months; after the last the next month.
    The last month ends with its count of victory points, never here (EIA-WIN-03)."""
    if state.ended:
        return
    state.opened = False
    steps = tables.steps()
    while True:
        state.step += 1
        if state.step == len(steps):
            state.step = 0
            state.month += 1
            dues.new_month(state)
            return
        if not state.now.economic or months.economic(state.month):
            return
