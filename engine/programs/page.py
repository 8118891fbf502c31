"""The program `page`, for learners: it plays as steady does, but pays for no campaign, and errs.

Every third judgement of a battle, a siege or a march is no judgement but what comes first to mind.
"""

from __future__ import annotations

from typing import Any, Final

from engine.games.game import Game
from engine.play.asks import Ask, Raw
from engine.play.dice import seeded
from engine.programs.answering import random_player, steady_player
from engine.rounds import campaign_choice, campaigns

ERRS: Final = 3
"""One of so many judgements is an error."""

JUDGED: Final = (
    "breach", "evade", "intercept", "march", "next-move", "retreat-attempt", "sail", "siege-action",
)  # fmt: skip


def page_player(game: Game, ask: Ask[Any]) -> Raw:
    """What a page answers: the best campaign that is free, else as steady, sometimes anything."""
    if ask.name == "campaign":
        return _free_campaign(game, ask)
    if ask.name in JUDGED:
        drawn = seeded(game.header["seed"], f"page.{ask.who}", len(game.records), ERRS)
        if drawn == 1:
            return random_player(game, ask)
    return steady_player(game, ask)


def _free_campaign(game: Game, ask: Ask[Any]) -> Raw:
    country = game.state.countries[ask.about["country"]]
    usual = campaigns.free_each_round(game.state, country)
    free = [
        campaign_choice.key(offer, usual)
        for offer in campaign_choice.choices(game.state, country)
        if offer.ducats <= 0
    ]
    offers = ask.offers()
    return next((key for key in reversed(free) if key in offers), offers[0])
