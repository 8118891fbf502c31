"""What is offered, listed, typed and explained agree at a decision; AssertionError says where not.

What is offered is accepted, listed and typed; what is accepted when it is given is offered, or `w`
names the rule that forbids it; `o` prices what `w` allows and typing goes to.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any, Final

from engine.facts import board, place_names
from engine.games.game import Game
from engine.land.movement.march_ask import March
from engine.play.asks import Ask, BadAnswer, Raw
from engine.programs import bots
from engine.sea.voyages.sail_ask import Sail
from engine.state import State, sides
from tests.engine import positions
from tui.answers.path import FREE, PathPrompt
from tui.answers.which_prompt import prompt_for
from tui.lines import questions
from tui.table import visibility
from tui.words.places import place_name

RULE: Final = re.compile(r"\([A-Z]{2,3}-[A-Z]*-?[A-Z]?\d+|[A-Z]{3}-A?\d+")
NOWHERE: Final = "no way ends there"
PLACES: Final = 6
"""So many places, by chance, are asked about at a move."""


class Agreement:
    """Watches that every way to ask of a decision says the same."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.chance = random.Random(seed)

    def __call__(self, game: Game) -> None:
        """Looks at the decision at hand."""
        ask = game.ask
        if ask is None:
            return
        listed(ask)
        fog = visibility.fog(game.state, ask.who)
        if isinstance(ask, March | Sail):
            for place in self.places(ask, fog):
                agreed(game.state, ask, place, fog)
            self.steps(ask, fog)
        if ask.name == "next-move":
            idle(game.state, ask, fog)

    def places(self, ask: March | Sail, fog: frozenset[str]) -> list[str]:
        """Some places within reach, beside the stack, where others are, and anywhere."""
        state = ask.state
        near = [border.other for border in board.neighbours(ask.place)]
        held = state.occupied_places()
        found = {ask.place, *near}
        for some in ([*ask.reach()], held, [*board.provinces()], [*board.seas()]):
            found.update(self.chance.sample(sorted(some), min(len(some), PLACES)))
        return sorted(found - fog)

    def steps(self, ask: March | Sail, fog: frozenset[str]) -> None:
        """One step to anywhere beside the stack: accepted, it is within reach or forbidden."""
        for border in board.neighbours(ask.place):
            place = border.other
            if place in fog or not ask.is_legal([place]) or place in ask.reach():
                continue
            why = questions.why_not(ask.state, ask, place_name(place), fog)
            assert RULE.search(why), (
                f"{ask.question} {place} is taken, not offered, and w says {why!r}"
            )


MOST: Final = 40
"""So many decisions of a position are looked at."""


def agreement_at(seed: int, most: int = MOST) -> None:
    """Plays a rich position on and looks at each decision. Raises AssertionError."""
    game = positions.table(seed)
    agreement = Agreement(game, seed)
    for _ in range(most):
        if game.ask is None:
            break
        agreement(game)
        game.answer(bots.random_player(game, game.ask))


def listed(ask: Ask[Any]) -> None:
    """The list, its numbers and its labels mean what is offered."""
    offers = ask.listed()
    for number, raw in enumerate(offers, 1):
        assert ask.is_legal(raw), f"{ask.name}: {raw!r} is listed and refused"
        assert ask.answer_from_words(str(number)) == raw, f"{ask.name}: {number} is not {raw!r}"
        said = ask.answer_from_words(ask.label(raw))
        assert ask.is_legal(said), f"{ask.name}: {ask.label(raw)!r} is typed and refused"


def _typed(ask: Ask[Any], text: str) -> tuple[Raw, str]:
    """What typed words come to, or why they are refused."""
    try:
        raw = ask.answer_from_words(text)
        ask.parse(raw)
    except BadAnswer as error:
        return None, str(error)
    return raw, ""


def agreed(state: State, ask: March | Sail, place: str, fog: frozenset[str]) -> None:
    """A place of a march or voyage: within reach, it is typed, priced and allowed; else refused by
    all, and `w` cites a rule."""
    name = place_name(place)
    if place == ask.place or len(place_names.best_matches(name)) != 1:
        return
    reached = place in ask.reach()
    raw, refused = _typed(ask, name)
    why = questions.why_not(state, ask, name, fog)
    priced = questions.odds(ask, name, fog)
    deeds = _deeds(ask, place)
    told = (
        f"{ask.question} {name}: typed {raw!r} {refused!r}; w {why!r}; o {priced!r}; done {deeds!r}"
    )
    free = why.startswith(f"{FREE[0].upper()}{FREE[1:]}")
    if reached and isinstance(ask, Sail) and ask.cargo is not None:
        return  # the figure there is that of the way: what it ends with is a landing
    if reached:
        assert raw is not None, f"reached, but typing is refused: {told}"
        assert free, f"reached, but w forbids it: {told}"
        assert NOWHERE not in priced, f"reached, but not priced: {told}"
    else:
        if deeds and ask.is_legal(deeds[0]):
            assert free, f"something may be done there, and w forbids it: {told}"
            several = refused.startswith("several things may be done")
            assert raw is not None or several, f"typing is refused where something is done: {told}"
            return
        assert not free, f"out of reach, and w allows it: {told}"
        assert raw is None, f"out of reach, and typing is taken: {told}"
        assert RULE.search(why), f"w cites no rule: {told}"


def _deeds(ask: March | Sail, place: str) -> list[Raw]:
    """What the hand of the question offers with the cursor on a place."""
    prompt = prompt_for(ask)
    assert isinstance(prompt, PathPrompt)
    prompt.look(place)
    return prompt.choices() if isinstance(ask, Sail) and hasattr(prompt, "choices") else []


def idle(state: State, ask: Ask[Any], fog: frozenset[str]) -> None:
    """Where a stack of the side is that is not offered to move, `w` says why, with a rule."""
    alliance = sides.phasing_alliance(state)
    offers = {str(raw).split()[-1].split(":")[0] for raw in ask.listed()}
    for place in mine(state, alliance):
        if place in offers or place in fog or len(place_names.best_matches(place_name(place))) != 1:
            continue
        why = questions.why_not(state, ask, place_name(place), fog)
        assert RULE.search(why), f"{place} is not offered to move, and w says {why!r}"


def mine(state: State, alliance: str) -> Iterator[str]:
    """The places with counters of a side."""
    for place in state.occupied_places():
        owners = {unit.country for unit in state.units_at(place)}
        if alliance in {sides.alliance_of(state, owner) for owner in owners}:
            yield place
