"""The Military phase on the table: the state, the dice that are thrown and the story that is told.

Every procedure takes a Phase. It asks by awaiting an Ask, throws dice by `roll`, and tells what
happened by `tell`. Its state is one from the first step to the last; over an await a procedure
keeps ids, never what stands in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from sys import intern
from typing import Any, Final, Protocol

from engine.chronicle import Entry as Entry
from engine.grammar import capitalised
from engine.modifiers import Modifier, Rolled, total
from engine.play.asks import Die
from engine.play.journal import Journal
from engine.state import State, known_zones, sides
from engine.state.stacks import Band


class Strangers(Protocol):
    """The natives of a province, where a stack comes by no move of its own (NAT-A10)."""

    async def __call__(self, phase: Phase, band: Band, origin: str) -> None:
        """The stack has come to its place from `origin` (NAT-01, NAT-A10)."""


class Reembarkation(Protocol):
    """Beaten troops that go back aboard the ships from which they landed."""

    async def __call__(self, phase: Phase, zone: str, band: Band, alliance: str) -> str:
        """From their place to ships at `zone`; the port where they are then, "" for none
        (RET-29)."""


@dataclass(frozen=True, slots=True)
class Procedures:
    """What a chapter calls of a later one in the middle of its own (sequence.later_procedures)."""

    strangers: Strangers
    carry_off: Reembarkation


class Phase:
    """What a procedure works on. Whoever sets a game up hands in the `procedures`; without a
    `journal` every die is asked for."""

    __slots__ = ("_procedures", "journal", "record", "state", "story")

    def __init__(
        self, state: State, story: list[Entry] | None = None, procedures: Procedures | None = None
    ) -> None:
        self._procedures = procedures
        self.state: Final = state
        self.story: list[Entry] = [] if story is None else story
        self.journal: Journal | None = None
        self.record = 0

    @property
    def procedures(self) -> Procedures:
        """The procedures of later chapters. Raises LookupError where none were handed in."""
        if self._procedures is None:
            raise LookupError("this phase was made without the procedures of later chapters")
        return self._procedures

    async def roll(
        self,
        name: str,
        modifiers: Sequence[Modifier] = (),
        purpose: str = "",
        faces: int = 10,
        who: str = "",
    ) -> Rolled:
        """Throws a die and reads it with the modifiers: `COUNTRY.NAME` whoever decides for that
        country, where nobody else does."""
        modifiers = tuple(modifiers)
        added = total(modifiers)
        value = None if self.journal is None else self.journal.throw(self, name, faces, added)
        if value is None:
            value = await Die(
                who=who or sides.decider(self.state, _thrower(name)),
                name=name,
                what=f"{purpose or name}: which number fell?",
                about={"modifiers": [list(each) for each in modifiers]} if modifiers else {},
                most=faces,
                modifier=added,
            )
        return Rolled(name, value, modifiers, purpose)

    def mark(self, segment: bool = False) -> None:
        """A point from which the sequence can start again from the state alone; `segment` opens a
        segment."""
        if self.journal is not None:
            self.journal.mark(self, segment)

    def tell(
        self,
        kind: str,
        text: str,
        place: str = "",
        who: str = "",
        sheet: dict[str, Any] | None = None,
        only: Sequence[str] = (),
    ) -> None:
        """Adds a line to the chronicle; about zones not known to all, for those who know them.

        `only` are the powers that may read it, for everybody if there are none.
        """
        state = self.state
        impulse = ""
        if state.sequence.step in ("supply", "campaign", "movement", "exploration", "battles"):
            impulse = state.diplomacy.alliances[state.sequence.impulse].id
        if state.overseas.known and not only:
            places = [place, *(sheet or {}).get("way", ()), *known_zones.zones_named_in(text)]
            only = known_zones.witnesses(state, places, who)
        box = state.sequence.box
        if text >= "a":  # large letters come before small ones
            text = capitalised(text)
        if self.journal is None or self.journal.checkpoints:
            text = intern(text)  # half of all lines are told more than once in a long game
        self.story.append(Entry(box, impulse, kind, text, place, who, sheet, self.record, only))

    def tell_roll(
        self, rolled: Rolled, text: str, place: str = "", who: str = "", only: Sequence[str] = ()
    ) -> None:
        """Adds a line about a roll, with its modifiers to be asked why; whose it was tells the name
        of the die."""
        who = who or sides.decider(self.state, _thrower(rolled.name))
        self.tell("roll", text, place, who, rolled_sheet(rolled), only)


def _thrower(name: str) -> str:
    """The country that throws a die `COUNTRY.NAME`, "" for one of nobody's."""
    country, dot, _ = name.partition(".")
    return intern(country) if dot else ""


def rolled_sheet(rolled: Rolled) -> dict[str, Any]:
    """A roll as plain data: name, die, modifiers, result."""
    return {
        "name": rolled.name,
        "die": rolled.die,
        "modifiers": [*map(list, rolled.modifiers)],
        "result": rolled.result,
        "purpose": rolled.purpose,
    }
