"""What a question answers by lines: its odds, why not, and an answer made by hand, by numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

from engine import board
from engine.asks import Ask, BadAnswer, Raw
from engine.state import State
from tui import questions
from tui.choosing import hand_for
from tui.drafts import Dial, Draft
from tui.foresee import asked_odds
from tui.panes.lines import text_of
from tui.panes.sheet import odds_lines
from tui.way import Way

GIVEN_UP: Final = object()
HELP = """\
A number goes on to the next of what may stand there; NUMBER=VALUE sets it, several with blanks
between them. * all or none · u takes the last change back · w why not · . gives up · Enter takes"""


def odds(ask: Ask[Any], words: str, width: int) -> str:
    """The odds of a question; of a march or voyage those of a way to a place, its cost and risks.

    Raises BadAnswer for words that name no place.
    """
    hand = hand_for(ask)
    if isinstance(hand, Way):
        if not words:
            return "o NAME tells what the way to a place costs, who may intercept, and the odds."
        hand.look(_place(words))
        found = hand.odds()
        said = [text_of(hand.lines(width))]
    else:
        found = asked_odds(ask)
        said = [] if found else ["This question has no odds."]
    return "\n".join([*said, *([text_of(odds_lines(found))] if found else [])])


def why_not(state: State, ask: Ask[Any], words: str, fog: Collection[str]) -> str:
    """Why a place does not answer a question, with the rule. Raises BadAnswer for no place."""
    place = _place(words)
    hand = hand_for(ask)
    if isinstance(hand, Way):
        hand.look(place)
        hand.press("w")
        return f"{hand.said[:1].upper()}{hand.said[1:]}."
    if place in ask.listed():
        return "Nothing forbids it."
    return questions.why_not(state, ask, place, fog)


def _place(words: str) -> str:
    found = board.find(words, ("province", "sea"))
    if not found:
        raise BadAnswer(f"{words!r} is no province and no sea")
    return found[0].id


def by_hand(draft: Draft[Any], read: Callable[[str], str], write: Callable[[str], None]) -> Raw:
    """An answer that is made number by number; GIVEN_UP when it is not."""
    write(HELP)
    draft.begin(_first(draft.ask))
    while True:
        _write(draft, write)
        text = read("by hand > ").strip()
        if text == ".":
            return GIVEN_UP
        reason = draft.why_not()
        if not text and not reason:
            return draft.raw()
        if text in ("", "w"):
            write(f"Not so: {reason}." if reason else "Nothing forbids it.")
        elif text == "?":
            write(HELP)
        elif text == "u":
            if not draft.undo():
                write("Nothing was changed yet.")
        elif text == "*":
            draft.all_or_none()
        else:
            for word in text.replace(",", " ").split():
                if trouble := _turn(draft, word):
                    write(f"No: {trouble}.")


def _first(ask: Ask[Any]) -> Raw:
    if ask.default is not None:
        return ask.default
    return next(iter(ask.listed()), [])


def _write(draft: Draft[Any], write: Callable[[str], None]) -> None:
    above = ""
    for at, number in enumerate(draft.shown(), 1):
        dial = draft.dials[number]
        if dial.group != above:
            above = dial.group
            write(draft.heading(above))
        write(f" {at:3}  {dial.label}: {dial.values[draft.at[number]]}{_may(dial)}")
    for told in draft.told():
        write(told)
    if reason := draft.why_not():
        write(f"Not so: {reason}.")


def _may(dial: Dial) -> str:
    if dial.counted:
        return f"   (0 to {len(dial.values) - 1})"
    return "   (" + " | ".join(f"{at} {said}" for at, said in enumerate(dial.values)) + ")"


def _turn(draft: Draft[Any], word: str) -> str:
    """Do what `3` or `3=2` says; why it cannot be, or ""."""
    shown = draft.shown()
    at, equals, value = word.partition("=")
    if not (at.isdecimal() and 1 <= int(at) <= len(shown)):
        return f"{word!r} is no number of a line, 1 to {len(shown)}"
    number = shown[int(at) - 1]
    count = len(draft.dials[number].values)
    if not equals:
        draft.turn(number, (draft.at[number] + 1) % count)
    elif value.isdecimal() and int(value) < count:
        draft.turn(number, int(value))
    else:
        return f"{value!r} cannot stand there: 0 to {count - 1}"
    return ""
