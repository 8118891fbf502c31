"""A club night: the months and phases of a campaign, what the players enter, what falls due."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.documents.complaints import NOTHING, Complaints
from engine.eia import months, tables
from engine.eia.ledger import falling_due, known_names
from engine.eia.ledger import ledger as books
from engine.eia.ledger.entries import ENTRIES, Entry
from engine.eia.ledger.ledger import TABLE, Ledger, Night
from engine.eia.reasons import Reason, applicable
from engine.grammar import capitalised
from engine.play.asks import Ask, BadAnswer, Raw

DONE = "done"
ON = "on"  # as DONE, and on to the next step in which something is due
SURE = "sure"
EDITION = "edition"  # of an answer to a campaign of before, where it is given today


@dataclass(slots=True, kw_only=True)
class Enter(Ask[tuple[str, dict[str, Any]]]):
    """What happened in this step: an entry, or "done".

    An answer is `{"do": "peace", …}` with the fields of that entry, or `{"do": "done"}` to end the
    step, or `{"do": "on"}` to go on to where something is due, or `"to"` a step by name. What has
    to be confirmed is, with `"sure": true`.
    """

    complete: ClassVar[bool] = False

    entries: ClassVar[Mapping[str, type[Entry]]] = ENTRIES
    state: Ledger

    def refuse(self, entry: type[Entry], values: dict[str, Any]) -> tuple[Reason, ...]:
        """Why the rules don't allow an entry."""
        return applicable(*entry(values).refuse(self.state))

    def dated(self, raw: Raw) -> Raw:
        """An answer that is given today: of a campaign of before those that its journal holds count
        as they were entered, whatever would be refused or confirmed now."""
        entered = type(raw) is dict and raw.get("do") in self.entries
        return {**raw, EDITION: books.EDITION} if entered and not self.state.edition else raw

    def _kept(self, raw: Raw) -> bool:
        """Whether an answer was entered before today's rules of the ledger."""
        return not (self.state.edition or (type(raw) is dict and EDITION in raw))

    def parse(self, raw: Raw) -> tuple[str, dict[str, Any]]:
        name, values = self.read(raw)
        doubts = () if type(raw) is dict and raw.get(SURE) is True else self.doubts(raw)
        if doubts:
            why = " ".join(tables.in_words(reason.why) for reason in doubts)
            raise BadAnswer(f"{why} Confirm it: say the same with {SURE} = true")
        return name, values

    def read(self, raw: Raw) -> tuple[str, dict[str, Any]]:
        """The entry that an answer names and its values, whether confirmed or not. Raises
        BadAnswer."""
        name = raw.get("do") if type(raw) is dict else raw
        if name in (DONE, ON) and (raw == name or raw.keys() <= {"do", SURE, "to"}):
            to = raw.get("to", "") if type(raw) is dict else ""
            if to and (name == DONE or to not in STEPS):
                raise BadAnswer(f"{to!r:.40} is not a step; one of: {', '.join(STEPS)}")
            if why := falling_due.why_unfinished(self.state):
                raise BadAnswer(why)
            return str(name), {"to": to}
        if type(raw) is not dict or type(name) is not str or name not in self.entries:
            raise BadAnswer(f"there is no such entry; one of: {', '.join(self.entries)}, or {DONE}")
        entry = self.entries[name]
        complaints = Complaints()
        values = entry.document.read(brought_up_to_date(entry, raw), "", complaints)
        if complaints.lines or values is NOTHING:
            raise BadAnswer("; ".join(complaints.lines))
        values = known_names.with_known_names(self.state, values)
        refused = () if self._kept(raw) else self.refuse(entry, values)
        if refused:
            said = (f"{tables.in_words(why).rstrip('.')} ({rule})" for why, rule in refused)
            raise BadAnswer("; ".join(said))
        return entry.name, values

    def doubts(self, raw: Raw) -> tuple[Reason, ...]:
        """What of a legal answer has to be confirmed; empty for most. Raises BadAnswer."""
        name, values = self.read(raw)
        return () if self._kept(raw) else doubts(self.state, self.entries.get(name), values)

    def offers(self) -> list[Raw]:
        if missing := falling_due.powers_to_count(self.state):
            return [{"do": "final-count", "power": name, "manpower": 0} for name in missing]
        return [{"do": DONE, SURE: True} if self.doubts(DONE) else DONE]

    def label(self, raw: Raw) -> str:
        return str(raw) if type(raw) is dict and raw.get("do") != DONE else "go on to the next step"

    @property
    def default(self) -> Raw:
        return None if falling_due.why_unfinished(self.state) else DONE


def brought_up_to_date(entry: type[Entry], raw: dict[str, Any]) -> dict[str, Any]:
    """The fields of an answer, those that have changed since it was given as they are now."""
    fields = {name: value for name, value in raw.items() if name not in ("do", SURE, EDITION)}
    for old, new, units in entry.former:
        value = fields.get(old)
        if type(value) is int and new not in fields:
            fields[new] = f"{value / units:g}"
            del fields[old]
    return fields


USUAL_STEPS = 3  # the edition since which battles and peaces out of their steps are confirmed
STEPS = tuple(dict.fromkeys(step.name for step in tables.steps()))


async def club_night(night: Night) -> None:
    """Goes through the steps of the campaign's months until somebody has won, or it is over."""
    state = night.state
    while not state.ended:
        if not state.opened:
            first = not night.record
            if first:  # the start is kept as it was given, its first lines still untold
                night.mark(segment=True)
            falling_due.open_step(night)
            state.opened = state.confirms = True
            if not first:
                night.mark(segment=True)
        name, values = await _entered(night)
        if name == DONE:
            falling_due.close_step(night)
            advance(state)
        elif name == ON:
            pass_over(night, values["to"])
        else:
            await ENTRIES[name](values).apply(night)
            night.mark()


def doubts(state: Ledger, entry: type[Entry] | None, values: dict[str, Any]) -> tuple[Reason, ...]:
    """What has to be confirmed: an entry out of its step, what it would overwrite, a step that ends
    the campaign (no entry, EIA-WIN-01)."""
    if not state.confirms:
        return ()
    if entry is None:
        return falling_due.end_of_campaign(state)
    found = list(applicable(*entry(values).doubt(state)))
    own = entry.steps + (entry.usual if state.edition >= USUAL_STEPS else ())
    if own and state.now.name not in own:
        *others, last = own
        steps = f"{', '.join(others)} or {last}" if others else last
        what = f"{capitalised(entry.what)} belongs to {steps}; the step now is {state.now.name}."
        found.append(Reason(what))
    return tuple(found)


async def _entered(night: Night) -> tuple[str, dict[str, Any]]:
    state = night.state
    return await Enter(
        who=TABLE,
        name="entry",
        what=f"{state.box}: what happened?",
        about={"month": state.month, "step": state.now.name, "phase": state.phase},
        state=state,
    )


def pass_over(night: Night, to: str) -> None:
    """Ends the step and goes on to the next in which something is due, or to a step by its name;
    those passed over are told in a line."""
    state, passed = night.state, list[str]()
    while True:
        falling_due.close_step(night)
        if state.ended:
            return
        advance(state)
        before = len(night.story)
        falling_due.open_step(night)
        state.opened = True
        wanted = (
            state.now.name == to if to else len(night.story) > before or falling_due.stops(state)
        )
        if wanted or falling_due.why_unfinished(state):
            break
        if state.now.name not in passed and len(night.story) == before:
            passed.append(state.now.name)
    if passed:
        night.tell("passed", f"Nothing due: {', '.join(passed)}.")


def advance(state: Ledger) -> None:
    """Goes to the next step: naval and land ones power by power in their order, economic ones only
    in their months; after the last the next month. The last month ends with its count of victory
    points, never here."""
    if state.ended:
        return
    state.opened = False
    steps = tables.steps()
    if state.turn:
        group = [at for at, step in enumerate(steps)
                 if step.by_power and step.phase == state.phase]  # fmt: skip
        order = state.order()
        if state.step < group[-1]:
            state.step += 1
            return
        later = order[order.index(state.turn) + 1 :] if state.turn in order else []
        if later:
            state.step, state.turn = group[0], later[0]
            return
        state.turn = ""
    before = state.phase
    while True:
        state.step += 1
        if state.step == len(steps):
            state.step = 0
            state.month += 1
            falling_due.new_month(state)
            return
        if not state.now.economic or months.economic(state.month):
            if state.now.by_power and state.phase != before:
                state.turn = next(iter(state.order()), "")
            return
