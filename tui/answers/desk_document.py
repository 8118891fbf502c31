"""The battle or siege that a question is about, as a document for the desk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.adjudicator import from_a_game, from_a_game_at_sea
from engine.facts import board
from engine.play.asks import Ask
from engine.state import State, sides
from tui.words.places import place_name


class Situation(NamedTuple):
    """A kind of the adjudicator, a document of it, and what it is about."""

    kind: str
    document: Mapping[str, Any]
    about: str


def at_hand(state: State, ask: Ask[Any], march: Mapping[str, Any] | None) -> Situation | None:
    """The battle or siege that a question is about; None where it is about none.

    `march` is the battle that a march leads to, where one is asked. Nothing of the game is touched.
    """
    if march is not None:
        afloat = "mediterranean" in march
        kind, way = ("naval-battle", "voyage") if afloat else ("battle", "march")
        return Situation(kind, march, f"what if: the battle at the end of the {way}")
    place = str(ask.about.get("place") or "")
    ours = sides.alliance_of(state, ask.who)
    at_sea = from_a_game_at_sea.battle_at(state, ask, ours)
    if at_sea is not None:
        return Situation("naval-battle", at_sea, f"what if: {place_name(place)}")
    if not place or board.is_sea(place):
        return None
    name = place_name(place)
    appeal = from_a_game.appeal_document(state, ask)
    if appeal is not None:
        return Situation("conquistador", appeal, f"what if: the natives of {name}")
    battle = from_a_game.battle_at(state, place, ours)
    if battle is not None:
        return Situation("battle", battle, f"what if: {name}")
    siege = from_a_game.siege_document(state, place)
    if siege is None:
        return None
    kind = "assault" if ask.name in ("assault", "breach") else "undermine"
    siege |= {"breach": ask.name == "breach"}
    return Situation(kind, siege, f"what if: the siege of {name}")
