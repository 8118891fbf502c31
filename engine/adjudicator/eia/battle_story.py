"""A land battle of Empires in Arms told in words: its rounds, losses by corps, pursuit, leaders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.eia import tables
from engine.report import begun, together

Outcome = Mapping[str, Any]


def losses_by_corps(corps: list[dict[str, Any]], lost: Mapping[str, int]) -> dict[str, int]:
    """Losses by troop shared out among the corps that have such troops, as `I infantry`, in the
    order of the corps."""
    found: dict[str, int] = {}
    for troop, number in lost.items():
        left = number
        for each in corps:
            taken = min(left, each["factors"].get(troop, 0))
            if taken:
                key = f"{each['name']} {troop}"
                found[key] = found.get(key, 0) + taken
                left -= taken
    return found


def told(outcome: Outcome, terrain: str, chits: tuple[str, str]) -> list[str]:
    """The story of a battle, a sentence or two a line."""
    return [tables.numbered(line) for line in _lines(outcome, terrain, chits)]


def _lines(outcome: Outcome, terrain: str, chits: tuple[str, str]) -> Iterator[str]:
    sides: dict[str, dict[str, Any]] = outcome["sides"]
    one, other = (name.replace("_", " ") for name in sides)
    ground = "" if terrain == "clear" else f" in {terrain}"
    yield f"{one} attacks {other}{ground}: {_chit(chits[0])} against {_chit(chits[1])}."
    yield _end(outcome)
    for name, side in sides.items():
        who, lost = name.replace("_", " "), side["lost"] + side.get("surplus_lost", 0)
        morale = f"morale {side['morale']:g} - {side['morale_lost']:g}"
        fate = ", is destroyed" if side["destroyed"] else ", breaks" if side["broken"] else ""
        joined = f", {side['reinforced']} factors joined it" if side["reinforced"] else ""
        if not lost:
            yield f"{who} loses nothing ({morale}){fate}{joined}."
            continue
        corps = _counted(side["lost_by_corps"])
        yield f"{who} loses {lost} of {side['factors']} factors ({morale}){fate}{joined}: {corps}."
    yield from _chase(outcome)
    yield from _leaders(outcome)
    points = outcome["political_points"]
    if points and any(points.values()):
        said = ", ".join(f"{name.replace('_', ' ')} {each:+g}" for name, each in points.items())
        yield f"Political points: {said}."
    elif points:
        yield "No political point is won or lost."
    for need in outcome["needs"]:
        yield f"To be decided: {need}."


def _chit(name: str) -> str:
    return name.replace("Escalated", "Escalated ")


def _end(outcome: Outcome) -> str:
    winner, ended = outcome["winner"], outcome["ended"]
    when = {"round1": "in the first round", "round2": "in the second round",
            "round3": "in the third round"}.get(ended, "")  # fmt: skip
    if winner:
        return f"{winner.replace('_', ' ')} wins {when}."
    if ended == "withdrew":
        return "The defender withdraws."
    return f"Both sides break {when}." if when else "Night falls, and nobody has won."


def _counted(lost: Mapping[str, int]) -> str:
    words = []
    for key, number in lost.items():
        corps, _, troop = key.rpartition(" ")
        words.append(f"{corps} {number} {troop.replace('_', ' ')}")
    return together(words)


def _chase(outcome: Outcome) -> Iterator[str]:
    pursuit = outcome["pursuit"]
    if pursuit is None:
        yield "Nobody pursues."
        return
    by = pursuit["by"].replace("_", " ")
    lost = [
        f"{pursuit[key]} {what}"
        for key, what in (
            ("lost_cavalry", "cavalry"), ("lost_others", "other factors"),
            ("lost_surplus", "factors of surplus corps"), ("lost_doubled", "more, surrounded"),
        )
        if pursuit[key]
    ]  # fmt: skip
    if not lost:
        yield f"{by} pursues in class {pursuit['class']} and catches nobody."
        return
    prisoners = pursuit["prisoners"]
    taken = f"; {prisoners} prisoners are taken" if prisoners else "; no prisoner is taken"
    if prisoners == 1:
        taken = "; 1 prisoner is taken"
    yield f"{by} pursues in class {pursuit['class']} and costs {together(lost)}{taken}."


def _leaders(outcome: Outcome) -> Iterator[str]:
    hurt = []
    for fates in outcome["leaders"].values():
        for leader, fate in fates.items():
            if fate == "killed":
                hurt.append(f"{leader} is killed")
            elif isinstance(fate, Mapping):
                hurt.append(f"{leader} is wounded for {fate['wounded']} months")
    yield f"{begun(together(hurt))}." if hurt else "No leader is hurt."
