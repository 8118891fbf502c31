"""The card of a siege: both sides, what its last roll did, and how long it will probably take."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from engine.land.ground.besieging import too_small
from engine.play.phase import Entry
from engine.sequence import siege_outlook
from engine.state import State, sides
from tui.words.combat_sheet import EFFECTS
from tui.words.decision import decision_lines
from tui.words.line import Bit, Line, line


def card(state: State, place: str, story: Sequence[Entry], width: int) -> list[Line]:
    """A siege that goes on, from the chronicle as whoever looks may read it."""
    siege = state.land.sieges[place]
    ends = "continued from an earlier turn" if siege.continued else "begun this turn"
    drawn = [line(Bit(f" {ends}", "quiet"))]
    drawn += last_roll(story, place, width)
    stack = sides.stack(state, place, siege.alliance)
    if too_small(state, place, stack.thirds):
        return [*drawn, line(" The besiegers are too few to undermine (SIE-23).")]
    if siege_outlook.distance(state, stack) is None:
        return [*drawn, line(" Without supply the besiegers may not undermine (SIE-23).")]
    return [*drawn, *decision_lines(siege_outlook.before_undermining(state, place), width)]


def last_roll(story: Sequence[Entry], place: str, width: int) -> list[Line]:
    """What the last undermining of a place read, its die and modifiers, and what it did."""
    for entry in reversed(story):
        sheet = entry.sheet
        if entry.kind != "siege" or entry.place != place or not sheet or "effect" not in sheet:
            continue
        parts = "".join(f" {value:+} {why}" for value, why, _ in sheet["modifiers"])
        did = EFFECTS.get(str(sheet["effect"]), str(sheet["effect"]))
        rows = wrap(
            f"last roll ({entry.box or 'before'}): die {sheet['die']}{parts} = {sheet['result']}: "
            f"{did}",
            max(20, width - 2),
            initial_indent=" ",
            subsequent_indent="   ",
            break_on_hyphens=False,
        )
        why = tuple(f"{value:+} {said} ({rule})." for value, said, rule in sheet["modifiers"])
        return [line(Bit(row, "strong", why if not at else ())) for at, row in enumerate(rows)]
    return []
