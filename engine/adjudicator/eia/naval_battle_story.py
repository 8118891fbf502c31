"""A battle of fleets told in words: the wind, the losses, the chase, hulks, leaders, points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.adjudicator.eia.battle_story import in_round, leader_fates, points_and_needs
from engine.adjudicator.eia.shapes import side_name
from engine.grammar import join_names


def story_lines(values: dict[str, Any], outcome: Mapping[str, Any]) -> Iterator[str]:
    """The story of a battle of fleets, a sentence or two a line."""
    names = {name: side_name(name) for name in outcome["sides"]}
    one, other = (f"of {names[name]}" for name in names)
    first, second = (side["ships"] for side in outcome["sides"].values())
    yield f"{first} ships {one} meet {second} {other}."
    winner, wind = outcome["winner"], outcome["wind"]
    if wind is not None:
        yield f"{names[wind]} has the wind and fires first."
    if winner is not None:
        yield f"{names[winner]} wins {in_round(outcome['ended'])}."
    elif outcome["ended"] == "both broke":
        yield "Both fleets break at once, and nobody has won."
    else:
        yield "After three rounds the fleets part, and nobody has won."
    for name, side in outcome["sides"].items():
        yield from _losses(names[name], side, values["struck"] == "damaged")
    chase = outcome["pursuit"]
    if chase is not None and chase["lost"]:
        deed = "takes" if chase["prizes"] else "sinks"
        yield f"{names[chase['by']]} gives chase and {deed} {chase['lost']} more."
    for name, side in outcome["sides"].items():
        if len(side["lost_by_fleet"]) > 1:
            fleets = [f"{fleet} {number}" for fleet, number in side["lost_by_fleet"].items()]
            yield f"Ships of {names[name]} lost in all, by fleet: {join_names(fleets)}."
    yield from leader_fates(outcome)
    for owner, number in outcome["hulks"].items():
        yield f"{names[owner]} may bring {number} hulks home."
    held = outcome.get("blockade")
    if held is not None:
        yield "The blockade holds." if held["kept"] else "The blockade is broken."
    yield from points_and_needs(outcome)


def _losses(who: str, side: Mapping[str, Any], damaged: bool) -> Iterator[str]:
    morale = f"morale {side['morale']:g}, {side['morale_lost']:g} lost"
    fate = " and breaks" if side["broken"] else ""
    if not side["hit"]:
        yield f"{who} loses no ship ({morale}){fate}."
    elif damaged:
        home = f", {side['lost']} of them lost on the way home" if side["lost"] else ""
        yield f"{who} has {side['hit']} ships damaged{home} ({morale}){fate}."
    else:
        yield f"{who} loses {side['hit']} of {side['ships']} ships ({morale}){fate}."
    if side["troops_lost"]:
        yield f"{side['troops_lost']} factors aboard go down with them."
