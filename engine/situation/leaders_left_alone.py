"""Leaders left alone: their troops or ships are lost, or they fell with a fortress."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.facts import countries
from engine.facts.countries import leader_in_words
from engine.play.phase import Phase
from engine.state import sides

SHIPLESS: Final = "whose ships are all lost"


TROOPLESS: Final = "whose troops are all lost"


def strand_leaders(phase: Phase, leader_ids: Iterable[str], lost: str) -> None:
    """Leaders whose troops or ships are all lost leave the map until leaders are posted again
    (LDR-A5); `lost` says what is."""
    for name in leader_ids:
        leader = phase.state.leaders[name]
        place, who = leader.place, sides.decider(phase.state, leader.country)
        phase.state.remove_leader(leader, "away")
        called = leader_in_words(name, leader.country)
        text = f"{called}, {lost}, leaves the map until leaders are posted again (LDR-A5)."
        phase.tell("leader", text, place, who)


def out_of_play(phase: Phase, leader: str, place: str) -> None:
    """A leader who fell with a fortress, or with a stack that had nowhere to go, is out until the
    end of the turn (UND-32, ASL-29, C-RED-05, UND-A7)."""
    counter = phase.state.leaders[leader]
    phase.state.remove_leader(counter, "wounded", "End")
    text = f"{countries.leader(leader).name} is out until the end of the turn."
    phase.tell("leader", text, place, sides.decider(phase.state, counter.country))
