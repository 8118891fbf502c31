"""What a question answers by lines: its odds, why not, and an answer made by hand, by numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

from engine.adjudicator.resolve import BadInput
from engine.facts import board, place_names
from engine.grammar import capitalised, ended, join_names
from engine.land.ground.stack_parts import Parting
from engine.land.movement import march_ask
from engine.notation import fight, what_if
from engine.notation.reading_errors import Unread
from engine.play.asks import Ask, BadAnswer, Raw, ordinal
from engine.sea.voyages import sail_ask
from engine.state import State
from tui.answers import rules
from tui.answers.composed_answers import Dial, Draft, draft_for
from tui.answers.desk_document import at_hand
from tui.answers.path import PathPrompt
from tui.answers.prompts import Answer
from tui.answers.risks_on_the_way import asked_odds
from tui.answers.which_prompt import prompt_for
from tui.words.combat_sheet import odds_lines
from tui.words.line import text_of

GIVEN_UP: Final = object()
WIDTH: Final = 72  # columns of what is drawn for a screen too
HELP = """\
A number goes on to the next of what may stand there; NUMBER=VALUE sets it, several with blanks
between them. * all or none · u takes the last change back · w why not · . gives up · Enter takes"""
ON_THE_WAY: Final = """\
NAME goes on to a place · d leaves some there · g takes some along · b goes a step back
w NAME why not there? · . gives up · Enter goes, or ends the move here"""


def odds(ask: Ask[Any], words: str, fog: Collection[str]) -> str:
    """The odds of a question; of a march or voyage those of a way to a place, its cost and risks.

    Raises BadAnswer for words that name no place.
    """
    prompt = prompt_for(ask)
    if isinstance(prompt, PathPrompt):
        if not words:
            return "o NAME tells what the way to a place costs, who may intercept, and the odds."
        prompt.look(named_place(words, fog, _ends(ask)))
        found = prompt.odds()
        said = [text_of(prompt.lines(WIDTH))]
    else:
        found = asked_odds(ask)
        said = [] if found else ["This question has no odds."]
    return "\n".join([*said, *([text_of(odds_lines(found))] if found else [])])


def compare_odds(state: State, ask: Ask[Any], words: str, fog: Collection[str]) -> str:
    """The odds of the battle or siege in question as it stands, and with a change in words beside
    it: `leave 2 LD`; of a march those at a place that is named before the change.

    Raises BadAnswer for words that cannot be read and for a question without a battle.
    """
    prompt = prompt_for(ask)
    march = None
    if isinstance(prompt, PathPrompt):
        place, words = what_if.split_change(words)
        if not place:
            raise BadAnswer("name the place first, as in: o Artois, leave 2 LD")
        prompt.look(named_place(place, fog, _ends(ask)))
        march = prompt.what_if()
    found = at_hand(state, ask, march)
    if found is None or found.kind not in ("battle", "naval-battle", "assault"):
        raise BadAnswer("this question is about no battle and no assault that words can change")
    try:
        other = what_if.apply_change(found.document, ask.who, words)
        return fight.compare_odds(found.kind, found.document, other, ("now", "then"))
    except (Unread, BadInput) as error:
        raise BadAnswer("; ".join(error.lines)) from None


def why_not(state: State, ask: Ask[Any], words: str, fog: Collection[str]) -> str:
    """Why a place does not answer a question, with the rule. Raises BadAnswer for no place."""
    place = named_place(words, fog, _ends(ask))
    prompt = prompt_for(ask)
    if isinstance(prompt, PathPrompt):
        return _forbids(prompt, place)
    if place in ask.listed():
        return "Nothing forbids it."
    return rules.why_not(state, ask, place, fog)


def _ends(ask: Ask[Any]) -> set[str]:
    """Where the ways end that a march or voyage is offered."""
    return (
        {str(raw[-1]) for raw in ask.listed() if raw}
        if isinstance(ask, march_ask.March | sail_ask.Sail)
        else set()
    )


def _forbids(way: PathPrompt[Any], place: str) -> str:
    way.look(place)
    way.press("w")
    return f"{capitalised(way.said)}{way.besides()}."


def named_place(words: str, fog: Collection[str], likely: Collection[str] = frozenset()) -> str:
    """The place that is meant, none in the fog; of several the one that is likely. Raises BadAnswer
    for none, and for several."""
    found = [one for one in place_names.best_matches(words) if one.id not in fog]
    if len(found) > 1:
        found = [one for one in found if one.id in likely] or found
    if not found:
        near = place_names.near(words)
        places = [] if near is None else [board.called(one.id) for one in near.places
                                          if one.id not in fog]  # fmt: skip
        close = f"; {near.called} is near {join_names(places)}" if near and places else ""
        raise BadAnswer(f"{words!r} is neither a province nor a sea{close}")
    if len(found) > 1:
        raise BadAnswer(f"{words!r} may be {', '.join(one.name for one in found[:8])}")
    return found[0].id


def by_way(
    way: PathPrompt[Any],
    fog: Collection[str],
    read: Callable[[str], str],
    write: Callable[[str], None],
) -> Raw:
    """A move that is made place by place, where troops stay behind or come along; GIVEN_UP when it
    is not."""
    way.told = lambda hint: hint.replace("Backspace", "b")
    write(ON_THE_WAY)
    while True:
        if way.fixed or way.said:
            write(text_of(way.lines(WIDTH)))
        way.look(way.end)
        text = read("on the way > ").strip()
        parting: Parting | None = None
        if text == ".":
            return GIVEN_UP
        if not text:
            raw = _ended(way, read, write)
            if raw is not GIVEN_UP:
                return raw
        elif text == "?":
            write(ON_THE_WAY)
        elif text == "b":
            way.press("backspace")
            way.look(way.end)
        elif text == "d":
            parting = way.parting()
        elif text == "g":
            parting = way.gathering()
            if parting is None:
                write("Nobody here can come along.")
        else:
            _goes_on(way, text, fog, write)
        draft = draft_for(parting) if parting is not None else None
        if parting is not None and draft is not None:
            write(parting.question)
            keys = by_hand(draft, read, write)
            if keys is not GIVEN_UP:
                (way.drop if text == "d" else way.gather)(keys)


def _goes_on(
    way: PathPrompt[Any], text: str, fog: Collection[str], write: Callable[[str], None]
) -> None:
    """On to the place that is named; or why not, where w stands before it."""
    asks = text[:2] == "w "
    try:
        way.look(named_place(text[2:].strip() if asks else text, fog))
    except BadAnswer as error:
        write(ended(f"No: {error}"))
    else:
        way.press("w" if asks else "space")


def _ended(way: PathPrompt[Any], read: Callable[[str], str], write: Callable[[str], None]) -> Raw:
    """The answer that the way is; of several things to do at its end, the one that is chosen."""
    outcome = way.press("x")
    if isinstance(outcome, Answer):
        return outcome.raw
    if not way.listing:
        return GIVEN_UP
    listed = list(way.listed)
    way.press("escape")
    for number, raw in enumerate(listed, 1):
        write(f" {number:4}  {way.ask.label(raw)}")
    text = read("what there? > ").strip()
    if 1 <= ordinal(text) <= len(listed):
        return listed[ordinal(text) - 1]
    write(f"No: a number from 1 to {len(listed)} is wanted.")
    return GIVEN_UP


def by_hand(draft: Draft[Any], read: Callable[[str], str], write: Callable[[str], None]) -> Raw:
    """An answer that is made number by number; GIVEN_UP when it is not."""
    write(HELP)
    draft.begin(_first(draft.ask))
    _write(draft, write)
    while True:
        text = read("by hand > ").strip()
        before = list(draft.at)
        reason = draft.why_not()
        if text == ".":
            return GIVEN_UP
        if not text and not reason:
            return draft.raw()
        if text in ("", "w"):
            write(f"Not allowed: {reason}." if reason else "Nothing forbids it.")
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
        if text == "?" or draft.at != before:
            _write(draft, write)


def _first(ask: Ask[Any]) -> Raw:
    if ask.default is not None or isinstance(ask, Parting):
        return ask.default or []
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
        write(f"Not allowed: {reason}.")


def _may(dial: Dial) -> str:
    if dial.counted:
        return f"   (0 to {len(dial.values) - 1})"
    return "   (" + " | ".join(f"{at} {said}" for at, said in enumerate(dial.values)) + ")"


def _turn(draft: Draft[Any], word: str) -> str:
    """Do what `3` or `3=2` says; why it cannot be, or ""."""
    shown = draft.shown()
    at, equals, value = word.partition("=")
    if not 1 <= ordinal(at) <= len(shown):
        return f"{word!r} is not a number of a line, 1 to {len(shown)}"
    number = shown[ordinal(at) - 1]
    count = len(draft.dials[number].values)
    if not equals:
        draft.turn(number, (draft.at[number] + 1) % count)
    elif value == "0" or 0 < ordinal(value) < count:
        draft.turn(number, ordinal(value))
    elif value in draft.dials[number].values:
        draft.turn(number, draft.dials[number].values.index(value))
    else:
        return f"{value!r} cannot stand there: 0 to {count - 1}"
    return ""
