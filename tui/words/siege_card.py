"""The card of a siege: both sides, what its last roll did, and how long it will probably take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from engine.land.ground.besieging import too_small
from engine.play.phase import Entry
from engine.sequence import siege_outlook
from engine.state import State, sides
from tui.words.combat_sheet import EFFECTS
from tui.words.decision import decision_lines
from tui.words.line import Bit, Line, line


class SiegeCard(NamedTuple):
    """A siege as it was when it was looked at: the state may have gone on before it is drawn."""

    begun: str
    last_roll: tuple[str, tuple[str, ...]] | None  # in words, and why
    why_not: str  # it may not undermine
    undermining: Mapping[str, Any]  # what there is to know before that

    def lines(self, width: int) -> list[Line]:
        """It in lines of a width."""
        drawn = [line(Bit(f" {self.begun}", "quiet"))]
        if self.last_roll is not None:
            said, why = self.last_roll
            rows = wrap(
                said,
                max(20, width - 2),
                initial_indent=" ",
                subsequent_indent="   ",
                break_on_hyphens=False,
            )
            drawn += [line(Bit(row, "strong", () if at else why)) for at, row in enumerate(rows)]
        if self.why_not:
            return [*drawn, line(f" {self.why_not}")]
        return [*drawn, *decision_lines(self.undermining, width)]


def card(state: State, place: str, story: Sequence[Entry]) -> SiegeCard:
    """A siege that goes on, from the chronicle as whoever looks may read it."""
    siege = state.land.sieges[place]
    begun = "continued from an earlier turn" if siege.continued else "begun this turn"
    why_not, undermining, stack = "", dict[str, Any](), sides.stack(state, place, siege.alliance)
    if too_small(state, place, stack.thirds):
        why_not = "The besiegers are too few to undermine (SIE-23)."
    elif siege_outlook.distance(state, stack) is None:
        why_not = "Without supply the besiegers may not undermine (SIE-23)."
    else:
        undermining = siege_outlook.before_undermining(state, place)
    return SiegeCard(begun, _last_roll(story, place), why_not, undermining)


def _last_roll(story: Sequence[Entry], place: str) -> tuple[str, tuple[str, ...]] | None:
    """What the last undermining of a place read, its die and modifiers, and what it did; and its
    modifiers with their rules."""
    for entry in reversed(story):
        sheet = entry.sheet
        if entry.kind != "siege" or entry.place != place or not sheet or "effect" not in sheet:
            continue
        parts = "".join(f" {value:+} {why}" for value, why, _ in sheet["modifiers"])
        did = EFFECTS.get(str(sheet["effect"]), str(sheet["effect"]))
        rolled = f"die {sheet['die']}{parts} = {sheet['result']}: {did}"
        why = tuple(f"{value:+} {said} ({rule})." for value, said, rule in sheet["modifiers"])
        return f"last roll ({entry.box or 'before'}): {rolled}", why
    return None
