"""Hidden knowledge: whoever has the keyboard neither reads of nor is asked about what others found.

Played at random; zones may only be named as goals of one's own explorations.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import scenarios
from engine.facts import board
from engine.facts.board import name_of
from engine.games.game import Game
from engine.play.asks import Ask
from engine.state import known_zones, sides
from tests.engine import phases

EVERYWHERE = frozenset((*board.provinces(), *board.seas()))
EXPLORING = ("explore", "next-exploration", "explorers")


def named(text: str, places: frozenset[str]) -> list[str]:
    """The zones of these that a text names."""
    return [place for place in sorted(places) if name_of(place) in text]


def asked(ask: Ask[Any]) -> set[str]:
    """Every id of a place that an ask speaks of."""
    told = json.dumps([ask.offers(), {key: ask.about[key] for key in ask.about if key != "odds"}])
    for mark in '[]{}",:!>+ ':
        told = told.replace(mark, "\n")
    return {*told.split("\n")}


@pytest.mark.rule("DIS-01", "DIS-11")
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", ["conquistadors-1519", "spice-route-1498"])
def test_nobody_reads_or_is_asked_of_zones_that_only_others_know(name: str, seed: int) -> None:
    told, secrets = 0, 0
    seen: dict[str, frozenset[str]] = {}

    def watch(game: Game) -> None:
        nonlocal told, secrets
        assert game.ask is not None
        state = game.state
        for power in sorted({sides.decider(state, country) for country in state.countries}):
            seen[power] = seen.get(power, frozenset()) | known_zones.seen_by(state, power)
        unseen = {power: EVERYWHERE - places for power, places in seen.items()}
        secrets += len({*unseen.values()}) > 1
        check_ask(game.ask, unseen[game.ask.who])
        check_story(game, told, unseen)
        told = len(game.story)

    phases.played(scenarios.read(name), seed, "random", watch)
    assert secrets, "somebody knew what others did not"


def check_ask(ask: Ask[Any], unseen: frozenset[str]) -> None:
    if ask.name not in EXPLORING:
        spoken = asked(ask) & unseen
        assert not spoken, f"{ask.name} tells {ask.who} of {spoken}"
        words = [ask.question, *(ask.label(offer) for offer in ask.offers())]
        assert not named("; ".join(words), unseen), f"{ask.name} tells {ask.who}: {words}"


def check_story(game: Game, told: int, unseen: dict[str, frozenset[str]]) -> None:
    for entry in game.story[told:]:
        for power, places in unseen.items():
            if entry.shown_to(power) and entry.only != [power]:
                spoken = named(entry.text, places)
                assert not spoken, f"{power} reads {entry.text!r}: {spoken}"
                assert entry.place not in places, f"{power} reads {entry.text!r}"
