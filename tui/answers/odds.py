"""The odds of a question, by the choice that they are of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.play.asks import Ask, Raw
from tui.words import overseas
from tui.words.combat_sheet import odds_words

SIEGE: Final = {
    "undermine": ("undermine", "falls_within"),
    "assault": ("assault",),
}


def by_choice(ask: Ask[Any], listed: Sequence[Raw], odds: Mapping[str, Any]) -> dict[int, str]:
    """What the odds say of each listed choice, by its number in the list, in a few words.

    Odds are of battles and of what natives answer, each by what foretells a choice, of what
    besiegers may do, or of an assault alone. None in the list is no answer but the way to make one
    by hand.
    """
    weighed = {key: value for key, value in odds.items() if isinstance(value, Mapping)}
    found: dict[int, str] = {}
    for number, raw in enumerate(listed):
        chances = weighed.get(ask.odds_name(raw), {}) if weighed and raw is not None else {}
        if "win" in chances:
            found[number] = odds_words(chances)
        elif "deserters" in chances:
            found[number] = overseas.follow(chances)
    if "undermine" in odds:
        for answer, keys in SIEGE.items():
            told = odds_words({key: odds[key] for key in keys if key in odds})
            told = told.replace("assault ", "takes it ")
            if answer in listed and told:
                found[listed.index(answer)] = told
    elif "falls" in odds and "assault" in listed:
        found[listed.index("assault")] = odds_words(odds)
    return found
