"""A land battle of Empires in Arms told in words: its rounds, losses by corps, pursuit, leaders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.adjudicator.eia.shapes import side_name
from engine.eia import tables, troops
from engine.eia.battles import combat_tables
from engine.grammar import capitalised, join_names

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


def pursuit_losses(
    fighting: list[dict[str, Any]], waiting: list[dict[str, Any]], lost: Mapping[str, int],
    chase: Mapping[str, Any],
) -> dict[str, int]:  # fmt: skip
    """What a pursuit costs by corps and troop, as `I infantry`: of those that fought cavalry and
    others, then surplus corps, then as much again of a surrounded army, in the order of the corps;
    `lost` are the losses of the battle."""
    left = {
        (at >= len(fighting), f"{corps['name']} {troop}"): number
        for at, corps in enumerate((*fighting, *waiting))
        for troop, number in corps["factors"].items()
    }
    left = {key: number - lost.get(key[1], 0) for key, number in left.items()}
    found: dict[str, int] = {}

    def take(number: int, surplus: bool | None, horse: bool | None) -> int:
        """Takes so many factors, and says how many could not be taken."""
        for key, there in left.items():
            rides = key[1].rpartition(" ")[2] in troops.CAVALRY
            if surplus in (None, key[0]) and horse in (None, rides):
                gone = min(number, there)
                left[key] -= gone
                number -= gone
                if gone:
                    found[key[1]] = found.get(key[1], 0) + gone
        return number

    short = take(chase["lost_cavalry"], False, True) + take(chase["lost_others"], False, False)
    take(short, False, None)  # of reinforcements, whose cavalry is pursued as others
    take(chase["lost_surplus"], True, None)
    take(chase["lost_doubled"], None, None)
    return found


def captives(fallen: Mapping[str, int], number: int) -> dict[str, int]:
    """So many prisoners of those who fell to a pursuit, by troop: the loser gives up those first
    that are lost first."""
    by_troop = dict.fromkeys(troops.TROOPS, 0)
    for key, lost in fallen.items():
        by_troop[key.rpartition(" ")[2]] += lost
    return combat_tables.shares(number, by_troop)


def story_lines(outcome: Outcome, terrain: str, chits: tuple[str, str]) -> list[str]:
    """The story of a battle, a sentence or two a line."""
    return [tables.singular(line) for line in _lines(outcome, terrain, chits)]


def _lines(outcome: Outcome, terrain: str, chits: tuple[str, str]) -> Iterator[str]:
    sides: dict[str, dict[str, Any]] = outcome["sides"]
    one, other = (side_name(name) for name in sides)
    ground = "" if terrain == "clear" else f" in {terrain}"
    yield f"{one} attacks {other}{ground}: {_chit(chits[0])} against {_chit(chits[1])}."
    yield _end(outcome)
    for name, side in sides.items():
        who, lost = side_name(name), side["lost"] + side.get("surplus_lost", 0)
        morale = f"morale {side['morale']:g}, {side['morale_lost']:g} lost"
        fate = ", is destroyed" if side["destroyed"] else ", breaks" if side["broken"] else ""
        joined = f", {side['reinforced']} factors joined it" if side["reinforced"] else ""
        if not lost:
            yield f"{who} loses nothing ({morale}){fate}{joined}."
            continue
        corps = _counted(side["lost_by_corps"])
        yield f"{who} loses {lost} of {side['factors']} factors ({morale}){fate}{joined}: {corps}."
    yield from _chase(outcome)
    yield from leader_fates(outcome) or ("No leader is hurt.",)
    yield from points_and_needs(outcome, "No political point is won or lost.")


def points_and_needs(outcome: Outcome, none: str = "") -> Iterator[str]:
    """The political points of a battle, `none` where there are none, and what is to be decided."""
    points = outcome["political_points"] or {}
    said = ", ".join(f"{side_name(name)} {each:+g}" for name, each in points.items())
    if any(points.values()):
        yield f"Political points: {said}."
    elif points and none:
        yield none
    for need in outcome["needs"]:
        yield f"To be decided: {need}."


def _chit(name: str) -> str:
    return name.replace("Escalated", "Escalated ")


def _end(outcome: Outcome) -> str:
    winner, ended = outcome["winner"], outcome["ended"]
    when = in_round(ended)
    if winner:
        return f"{side_name(winner)} wins {when}."
    if ended == "withdrew":
        return "The defender withdraws."
    return f"Both sides break {when}." if when else "Night falls, and nobody has won."


def in_round(ended: str) -> str:
    """In which round a battle ended (`round1`), in words; empty for another end."""
    if not ended.startswith("round"):
        return ""
    return f"in the {('first', 'second', 'third')[int(ended[-1]) - 1]} round"


def _counted(lost: Mapping[str, int]) -> str:
    words = []
    for key, number in lost.items():
        corps, _, troop = key.rpartition(" ")
        words.append(f"{corps} {number} {troop.replace('_', ' ')}".lstrip())
    return join_names(words)


def _chase(outcome: Outcome) -> Iterator[str]:
    pursuit = outcome["pursuit"]
    if pursuit is None:
        yield "Nobody pursues."
        return
    by = side_name(pursuit["by"])
    lost = [
        f"{pursuit[key]} {what}"
        for key, what in (
            ("lost_cavalry", "more cavalry"), ("lost_others", "more factors"),
            ("lost_surplus", "of surplus corps"), ("lost_doubled", "again, surrounded"),
        )
        if pursuit[key]
    ]  # fmt: skip
    if not lost:
        yield f"{by} pursues in class {pursuit['class']} and catches nobody."
        return
    beaten = side_name(next(name for name in outcome["sides"] if name != pursuit["by"]))
    yield f"{by} pursues in class {pursuit['class']}: {beaten} loses {join_names(lost)}."
    if pursuit["prisoners"]:
        yield f"{by} takes prisoners: {_counted(pursuit['prisoners_by_troop'])}."


def leader_fates(outcome: Mapping[str, Any]) -> list[str]:
    """What became of the leaders of both sides, in a sentence; nothing where none is hurt."""
    hurt = []
    for fates in outcome["leaders"].values():
        for leader, fate in fates.items():
            if fate == "killed":
                hurt.append(f"{leader} is killed")
            elif isinstance(fate, Mapping):
                hurt.append(f"{leader} is wounded for {fate['wounded']} months")
    return [f"{capitalised(join_names(hurt))}."] if hurt else []
