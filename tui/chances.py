"""The odds of a question, by the choice that they are of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from engine.asks import Ask, Raw
from tui.panes import overseas
from tui.panes.sheet import odds_words

ANSWERS: Final[Mapping[str, Raw]] = {"attempt": True, "stay": False}
INTERCEPT: Final = re.compile(r"intercept with ([^;]+ from ([^;]+) \((\d+ %)\))")
SIEGE: Final = {
    "undermine": ("undermine", "falls_within"),
    "assault": ("assault",),
}


def by_choice(ask: Ask[Any], listed: list[Raw], odds: Mapping[str, Any]) -> dict[int, str]:
    """What the odds say of each listed choice, by its number in the list, in a few words.

    Odds are of battles by answer or by label, of what besiegers may do, or of an assault alone.
    """
    labels = [ask.label(raw) for raw in listed]
    if overseas.of_natives(odds):
        return _of_natives(labels, listed, odds)
    found: dict[int, str] = {}
    for key, value in odds.items():
        if not (isinstance(value, Mapping) and "win" in value):
            continue
        raw = ANSWERS.get(key, key)
        if type(raw) is bool and raw in listed:
            found[listed.index(raw)] = odds_words(value)
        for number, label in enumerate(labels):
            if key in (label, *_intercepted(label)):
                found[number] = odds_words(value)
    if "undermine" in odds:
        for answer, keys in SIEGE.items():
            told = odds_words({key: odds[key] for key in keys if key in odds})
            told = told.replace("assault ", "takes it ")
            if answer in listed and told:
                found[listed.index(answer)] = told
    elif "falls" in odds and "assault" in listed:
        found[listed.index("assault")] = odds_words(odds)
    return found


def _intercepted(label: str) -> tuple[str, ...]:
    """The keys under which the battle of a stack that intercepts alone may be."""
    alone = INTERCEPT.fullmatch(label)
    return (alone[1], f"{alone[3]} from {alone[2]}, then") if alone else ()


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
