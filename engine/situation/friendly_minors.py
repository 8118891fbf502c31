"""What a friendly minor of a campaign gives: access always, supply when it is active (EUV-TERM-18,
EUV-TERM-19)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.state import State, sides
from engine.state.forces import Unit


def inactive(state: State, country: str) -> bool:
    """Whether a country is in no current war in any way; a truce is no current war (EUV-TERM-20,
    EUV-TRU-11). Whoever is inactive is a neutral, whose provinces and units bring no victory points
    either: those of battles are all that a phase gives.

    Wars that the players declare in a Military phase are those of whole alliances.
    """
    if state.ledger.enemies(country):
        return False
    asked = state.options.get("wars_asked")
    return not asked or sides.at_peace(state, sides.alliance_of(state, country))


def gives_supply(state: State, place: str, units: Sequence[Unit]) -> bool:
    """Whether the country that controls a province may supply these counters, ships or troops.

    An inactive minor does not (EUV-TERM-19), save a stack of its own alone, which is at home.
    """
    if not state.ledger.last_turn:
        return True
    who = sides.controller(state, place)
    foreign = sides.is_minor_in_play(state, who) and any(unit.country != who for unit in units)
    return not (foreign and inactive(state, who))
