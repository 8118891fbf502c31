"""A new campaign: what a club says before its first night."""

from __future__ import annotations

from typing import Any, Final

from engine.documents.complaints import Complaints
from engine.eia import months, tables
from engine.eia.ledger import position
from engine.eia.ledger.entry import SHAPES
from engine.eia.ledger.ledger import Ledger, new_campaign
from engine.eia.reasons import applicable
from engine.eia.status_track import marker_at
from engine.facts.document_fields import fields_of
from engine.grammar import join_names

SETUP: Final = fields_of("a campaign", SHAPES)


def missing_goals(values: dict[str, Any]) -> list[str]:
    """The powers whose goal no sheet gives for sure and nobody has said."""
    return [name for name in values["powers"] if name not in values["goals"]
            and tables.goal(values["scenario"], name) is None]  # fmt: skip


def check(values: dict[str, Any], complaints: Complaints) -> None:
    """What one field alone doesn't tell: goals that are asked for, months in order."""
    by_note: dict[str, list[str]] = {}
    for name in missing_goals(values):
        note = tables.goal_note(values["scenario"], name)
        by_note.setdefault(note, []).append(tables.printed_name(name))
    for note, names in by_note.items():
        of = f"goals of {join_names(names)} are" if len(names) > 1 else f"goal of {names[0]} is"
        complaints.say("goals", f"the {of} missing ({note}); 0 for none")
    if len(set(values["powers"])) < len(values["powers"]):
        complaints.say("powers", "a power stands there twice")
    if values["position"]:
        position.read(values["position"], complaints)
    try:
        start_campaign(values, complaints)
    except ValueError as error:
        complaints.say("last_month", str(error))


def start_campaign(values: dict[str, Any], complaints: Complaints | None = None) -> Ledger:
    """The campaign before its first step, its markers in the boxes of its scenario and what stands
    on the table where that is said. Raises ValueError for months that can't be."""
    goals = {
        name: values["goals"].get(name, tables.goal(values["scenario"], name)) or 0
        for name in values["powers"]
    }
    first, last = (months.month(values[f"{which}_year"], values[f"{which}_month"])
                   for which in ("first", "last"))  # fmt: skip
    said = complaints or Complaints()
    made = new_campaign(
        values["scenario"], first, last, goals, values["pillaging"], values["involuntary"]
    )
    for name, power in made.powers.items():
        power.marker = marker_at(tables.start_box(values["scenario"], name)) or -1
    for each in position.read(values["position"], Complaints()):
        for reason in applicable(*position.why_refused(made, each)):
            said.say("position", tables.in_words(reason.why))
        if each["power"] in made.powers:
            position.lay_out(made, each)
    return made
