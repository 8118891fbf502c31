"""The line above a question: what it belongs to in the sequence of play, and to whom it is put."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from engine.facts.countries import countries
from engine.grammar import capitalised
from tui.words.saved_games import country_name

CRUMBS: Final = {
    "attempts": "interception", "announce": "interception",
    "resolve": "interception", "meet_interceptions": "interception",
    "run_blockade": "running a blockade",
    "engaged": "running a blockade", "turn_back": "running a blockade",
    "battle": "battle", "windward": "wind gauge", "evade": "evasion", "shelter": "evasion",
    "retreats": "retreat", "flee": "retreat", "follow": "pursuit to port", "sortie": "sortie",
    "capture": "captures", "embark": "boarding", "ashore": "landing",
    "take_along": "boarding", "land_attrition": "attrition", "voyage_attrition": "attrition",
    "standing_attrition": "attrition", "siege_attrition": "attrition", "lose": "losses",
    "suffer": "losses", "leader_casualty": "leaders", "after_battle": "leaders", "siege": "siege",
    "undermine": "undermining", "assault": "assault", "storm": "assault", "fall": "surrender",
    "meet_natives": "natives", "hunts": "corsairs", "attacks": "convoys", "refit": "refit",
    "under_fire": "gunfire", "arrange": "forming fleets",
    "play_step": "", "military_step": "", "interphase_step": "end of the turn",
    "events": "events", "logistics": "upkeep and recruitment", "peace": "peace",
    "declare_wars": "declarations of war", "redeployments": "redeployment",
}  # fmt: skip
"""What the procedures of the rules are called where a player reads what a question belongs to."""


def breadcrumbs(breadcrumb: str) -> str:
    """What a question belongs to, in words a player knows: the step of the sequence, then the
    innermost two chapters. Procedures that are but parts of others have no word."""
    found = (_crumb(name.strip("_")) for name in breadcrumb.split(" > ")[1:])
    names = list(dict.fromkeys(name for name in found if name))
    return " > ".join(names if len(names) < 5 else [*names[:2], "…", *names[-2:]])


def _crumb(procedure: str) -> str:
    step = procedure.replace("_", " ") if procedure.endswith(("_phase", "_step")) else ""
    return CRUMBS.get(procedure, step)


def question(who: str, what: str) -> str:
    """A question with the power it is put to, who is not named twice: a question of what that power
    does, or whose first country it is, stands alone."""
    name = country_name(who)
    first, does = _named()
    asked, begins = does.findall(what), first.search(what)
    alone = name in asked if asked else begins is not None and begins[0] == name
    return capitalised(what) if alone else f"{name}: {what}"


@cache
def _named() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Any country in a question, and one of which it asks what it does."""
    names = "|".join(map(re.escape, sorted(map(country_name, countries()), key=len, reverse=True)))
    return re.compile(rf"\b(?:{names})\b"), re.compile(rf"\b[Dd]o(?:es)? (?:the )?({names})\b")
