"""Figures that the sources dispute or don't give: asked for, and kept in the campaign.

A figure has a name, such as `infantry morale of Naples`; what the club settles on stands in the
ledger under it, as it was typed. Nothing is ever taken for granted.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from engine.eia import tables
from engine.eia.battles import combat_tables
from engine.eia.ledger.ledger import Ledger

MORALE: Final = ("infantry", "cavalry")
TABLE, GOAL = "table of", "goal of"


class Figure(NamedTuple):
    """A figure to settle: its name, and what the sources say."""

    name: str
    said: str


@cache
def disputed_figures() -> tuple[Figure, ...]:
    """The figures that the sources dispute: morales of minors, and cells of the chart of chits."""
    found = []
    for line in tables.rows("national_morale"):
        if line["agreement"] == "disputed":
            for troop in MORALE:
                said = f"{line[f'{troop}_morale']} in one source; {line['note']} (infantry/cavalry)"
                found.append(Figure(f"{troop} morale of {line['nation']}", said))
    for line in tables.rows("operational_possibilities"):
        if "disputed" in line["note"]:
            name = f"{TABLE} {line['attacker_chit']} v {line['defender_chit']}"
            found.append(Figure(name, f"{line['table']}; {line['note']}"))
    return tuple(found)


def goals(state: Ledger) -> list[Figure]:
    """The goals that no source gives for sure and the club hasn't settled."""
    return [
        Figure(f"{GOAL} {name}", tables.goal_note(state.scenario, name))
        for name, power in state.powers.items()
        if not power.goal and f"{GOAL} {name}" not in state.figures
    ]


def unsettled_figures(state: Ledger) -> list[Figure]:
    """The disputed figures of battles that the club hasn't settled."""
    return [each for each in disputed_figures() if each.name not in state.figures]


def unsettled_morale(state: Ledger) -> list[Figure]:
    """The disputed morale of nations that somebody controls or has corps of."""
    here = {*state.minors, *(each.nation for each in state.corps.values())}
    return [each for each in unsettled_figures(state)
            if any(tables.is_same_name(each.name.rpartition(" ")[2], nation) for nation in here)
            ]  # fmt: skip


def names() -> tuple[str, ...]:
    """The names of all figures that can be kept."""
    goals = (f"{GOAL} {name}" for name in tables.POWERS)
    return (*(each.name for each in disputed_figures()), *goals)


def fits(name: str, text: str) -> str:
    """Why a text can't be that figure; empty when it can."""
    if name.startswith(TABLE):
        known = combat_tables.levels()
        return "" if text in known else f"{text} is not a table; one of: {', '.join(known)}"
    if name.startswith(GOAL):
        fine = re.fullmatch("[0-9]{1,4}", text, re.ASCII)
        return "" if fine else f"{text} is not a number of points"
    fine = re.fullmatch(r"[0-8](\.[0-9])?|9(\.0)?", text, re.ASCII)
    return "" if fine else f"{text} is not a morale from 0 to 9, such as 2.5"


def morale(state: Ledger, nation: str, troop: str) -> float | None:
    """What the club settled on for a minor's morale."""
    kept = state.figures.get(f"{troop} morale of {nation.title()}")
    return None if kept is None else tables.tenths(kept) / tables.TENTHS


def table(state: Ledger, attacker: str, defender: str) -> str | None:
    """What the club settled on for the cell of two chits."""
    return state.figures.get(f"{TABLE} {attacker} v {defender}")


def box_points(state: Ledger, box: str) -> int | None:
    """The victory points that a box of the political status track gave before; of the boxes that a
    source gives those. None where nobody knows."""
    if not box:
        return None
    kept = state.figures.get(f"{BOX} {box}")
    if kept is None and box in PRINTED:
        return tables.figure("political_status", PRINTED[box])
    return None if kept is None else int(kept)


def keep_box(state: Ledger, box: str, points: int) -> None:
    """Keeps what a box gave the first time that somebody said it."""
    if box and points >= 0 and box_points(state, box) is None:
        state.figures[f"{BOX} {box}"] = str(points)


BOX: Final = "victory points in"
PRINTED: Final = {
    "N10": "victory points per economic phase, highest neutral box",
    "D2": "victory points per economic phase, second dominant box (index 31)",
}
