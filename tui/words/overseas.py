"""The odds of explorations and of what natives answer, for the sheet and the question's border."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from textwrap import wrap
from typing import Any, Final

from engine.facts import board
from engine.grammar import thirds
from tui.words.line import Bit, Line, line
from tui.words.places import percent, place_name

Odds = Mapping[str, Any]
ROW: Final = 42  # letters that a line of the sheet has room for


def explores(odds: Odds) -> bool:
    """Whether these are the odds of explorations, each by the zone it would discover."""
    return bool(odds) and all(
        isinstance(value, Mapping) and "discovered" in value for value in odds.values()
    )


def of_natives(odds: Odds) -> bool:
    """Whether these are what natives answer whom, and the battle with them."""
    return "battle" in odds and all(isinstance(value, Mapping) for value in odds.values())


def exploration_lines(odds: Odds) -> list[Line]:
    """The explorations that may be chosen, those with equal odds together, and each outcome's."""
    drawn: list[Line] = []
    for number, chances in enumerate(odds.values()):
        if chances in [*odds.values()][:number]:
            continue
        alike = [each for each, others in odds.items() if others == chances]
        drawn += [line(Bit(f" {_goal(each)}", "strong"), _whence(each)) for each in alike]
        dies = f" · leader dies {percent(chances['dies'])}" if chances["dies"] else ""
        drawn.append(line(f"   discovered {percent(chances['discovered'])}{dies}"))
        lost = [
            f"{thirds(gone) if gone else 'none'} {percent(chance)}"
            for gone, chance in chances["lost"].items()
        ]
        if len(lost) > 1 or 0 not in chances["lost"]:
            rows = wrap(f"lost: {' · '.join(lost)}", ROW)
            drawn += [line(Bit(f"   {row}", "quiet")) for row in rows]
    return drawn


def native_lines(odds: Odds, battle: Callable[[Any], list[Line]]) -> list[Line]:
    """What natives answer each leader on the average and by each cell of the table, then the battle
    with all of them."""
    drawn: list[Line] = []
    for who, answer in odds.items():
        if who == "battle":
            continue
        drawn.append(line(Bit(f" {who} speaks: ", "strong"), follow(answer)))
        drawn += [
            line(Bit(f"   {cell} {percent(each['chance'])}: {follow(each)}", "quiet"))
            for cell, each in answer.get("answers", {}).items()
        ]
    return [*drawn, line(Bit(" a battle with all of them:", "strong")), *battle(odds["battle"])]


def words(odds: Odds) -> str:
    """The likeliest exploration, or what natives answer, in a few words."""
    if explores(odds):
        most = max(odds[key]["discovered"] for key in odds)
        best = [key for key in odds if odds[key]["discovered"] == most]
        which = _goal(best[0]) if len(best) == 1 else f"{len(best)} of them"
        return f"likeliest: {which} {percent(most)}"
    said = [f"{who}: {follow(answer)}" for who, answer in odds.items() if who != "battle"]
    return " · ".join([*said, f"battle: win {percent(odds['battle']['win'])}"])


def follow(answer: Odds) -> str:
    """How many natives follow who speaks to them, and how many resist, on the average."""
    return f"{answer['deserters']:.1f} LD follow, {answer['resisters']:.1f} resist"


def _goal(key: str) -> str:
    """The zone that is explored, by its id alone or after whence: `cuba-w>azteca-e`."""
    place = key.rpartition(">")[2]
    return place_name(place) if place in board.provinces() or board.is_sea(place) else key


def _whence(key: str) -> str:
    place = key.partition(">")[0] if ">" in key else ""
    return f" from {board.called(place)}" if place else ""
