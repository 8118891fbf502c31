"""The fields of a new campaign of Empires in Arms."""

from __future__ import annotations

from typing import Any, Final

from engine.documents.complaints import NOTHING, Complaints
from engine.documents.fields import Choice, Field, Fields, Text
from engine.eia.ledger import campaign
from saves.disk import naming
from saves.disk.packing import SaveError

DICE: Final = Field(
    "dice",
    Choice(("rolled", "typed"), "a way to roll"),
    "rolled here, or your own, typed",
    "rolled",
)
NAME: Final = Field("name", Text(), "the campaign's name in the store", "")
FIELDS: Final = Fields((*campaign.SETUP, DICE, NAME), "a campaign")


def read(document: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The values of a campaign as it was typed, and everything that is wrong with it."""
    complaints = Complaints()
    values = FIELDS.read(document, "", complaints)
    if values is NOTHING or complaints.lines:
        return {}, complaints.lines
    campaign.check(values, complaints)
    if values["name"]:
        try:
            naming.game(values["name"])
        except SaveError as error:
            complaints.say("name", str(error))
    return values, complaints.lines
