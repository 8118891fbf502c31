"""Which answers are worth weighing against the usual one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final

from engine.games.game import Game
from engine.land.movement.interception import NEVER
from engine.land.movement.march_ask import March
from engine.play.asks import Ask, Raw
from engine.programs import steady_on_land
from engine.rounds import campaign_choice
from engine.sea.voyages.sail_ask import Sail
from engine.state import State

MOST: Final = 4
"""Answers besides the usual one."""


def alternatives(game: Game, ask: Ask[Any], usual: Raw) -> list[Raw]:
    """The answers that captain weighs against the usual one, the likeliest first; none where the
    question is not one that it looks ahead for."""
    find = _FOUND.get(ask.name)
    if find is None:
        return []
    others = [each for each in find(game.state, ask, usual) if each != usual]
    unique = [each for at, each in enumerate(others) if each not in others[:at]]
    return [each for each in unique[:MOST] if ask.is_legal(each)]


def _campaign(state: State, ask: Ask[Any], usual: Raw) -> Iterator[Raw]:
    """No campaign, the passive one, and what costs less than the usual one."""
    offers = campaign_choice.choices(state, state.countries[ask.about["country"]])
    price = offers[str(usual)].ducats if usual in offers else 0
    cheaper = [key for key, offer in offers.items() if offer.ducats < price]
    yield from ("none", "passive")
    yield from sorted(cheaper, key=lambda key: -offers[key].ducats)


def _march(state: State, ask: Ask[Any], usual: Raw) -> Iterator[Raw]:
    """To stay, and the next best marches."""
    assert isinstance(ask, March)
    if ask.alone or any(ask.spent.values()) or any(ask.led.values()):
        return
    yield []
    for each in islice(steady_on_land.plans(ask), 3):
        yield list(each.path)


def _sail(state: State, ask: Ask[Any], usual: Raw) -> Iterator[Raw]:
    """To stay in port or where the ships are."""
    assert isinstance(ask, Sail)
    if not ask.rest:
        yield []


def _every(state: State, ask: Ask[Any], usual: Raw) -> Iterator[Raw]:
    yield from ask.offers()


def _none(state: State, ask: Ask[Any], usual: Raw) -> Iterator[Raw]:
    """To let the enemy pass, where the usual answer is to intercept."""
    if usual not in ([], [NEVER]) and [] in ask.offers():
        yield []


_FOUND: Final[dict[str, Callable[[State, Ask[Any], Raw], Iterator[Raw]]]] = {
    "breach": _every,
    "break-off": _every,
    "campaign": _campaign,
    "counter-intercept": _none,
    "declare-levies": _every,
    "evade": _every,
    "intercept": _none,
    "march": _march,
    "recruit": _every,
    "retreat-attempt": _every,
    "sail": _sail,
    "siege-action": _every,
    "sortie": _every,
    "war-honour": _every,
}
