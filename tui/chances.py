"""The odds of a question, by the choice that they are of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.asks import Ask, Raw
from tui.panes import overseas
from tui.panes.sheet import odds_words

SIEGE: Final = {
    "undermine": ("undermine", "falls_within"),
    "assault": ("assault",),
}


def by_choice(ask: Ask[Any], listed: list[Raw], odds: Mapping[str, Any]) -> dict[int, str]:
    """What the odds say of each listed choice, by its number in the list, in a few words.

    Odds are of battles by what foretells an answer, of what besiegers may do, or of an assault
    alone. None in the list is no answer but the way to make one by hand.
    """
    if overseas.of_natives(odds):
        return _of_natives([ask.label(raw) for raw in listed], listed, odds)
    battles = {
        key: odds_words(value)
        for key, value in odds.items()
        if isinstance(value, Mapping) and "win" in value
    }
    found: dict[int, str] = {}
    for number, raw in enumerate(listed):
        if battles and raw is not None and (name := ask.foretold(raw)) in battles:
            found[number] = battles[name]
    if "undermine" in odds:
        for answer, keys in SIEGE.items():
            told = odds_words({key: odds[key] for key in keys if key in odds})
            told = told.replace("assault ", "takes it ")
            if answer in listed and told:
                found[listed.index(answer)] = told
    elif "falls" in odds and "assault" in listed:
        found[listed.index("assault")] = odds_words(odds)
    return found


def _of_natives(labels: list[str], listed: list[Raw], odds: Mapping[str, Any]) -> dict[int, str]:
    """What natives answer each who may speak to them, and the battle with all of them."""
    found = {
        number: overseas.follow(odds[who])
        for number, label in enumerate(labels)
        for who in odds
        if who != "battle" and label.startswith(f"{who} ")
    }
    if "attack" in listed:
        found[listed.index("attack")] = odds_words(odds["battle"])
    return found
