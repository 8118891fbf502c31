"""Exact odds of a land battle of Empires in Arms: of its chits, and of winning with every pair."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from engine.adjudicator.eia.battle_setup import (
    KEYS,
    chits_of,
    corps_of,
    factors_of,
    present,
    setup_of,
)
from engine.adjudicator.eia.shapes import chances
from engine.adjudicator.kind import Answer, Table
from engine.chances.steps import Roll, State
from engine.eia import battle, combat_tables, leaders, pursuit, troops
from engine.eia.battle import Setup
from engine.eia.chances import faces, marginal, plain, spread


def left_of(side: dict[str, Any], setup: Setup, state: State, at: int) -> tuple[int, int]:
    """The cavalry and the other factors that a side has left in the battle."""
    counted = factors_of(corps_of(side, "fighting", "outflanking"))
    lost = pursuit.shares(pursuit.spill(setup, state, at).fighting, counted)
    left = {troop: number - lost.get(troop, 0) for troop, number in counted.items()}
    horse = sum(number for troop, number in left.items() if troop in troops.CAVALRY)
    foot = sum(left.values()) - horse + battle.joined(setup.forces[at], state, at)
    return horse, foot


def standing_by(side: dict[str, Any], state: State, at: int) -> list[dict[str, Any]]:
    """The surplus corps of a side, those with them that have not joined from the battle's area."""
    waiting = [
        corps
        for n, each in enumerate(side["reinforcements"])
        if each["same_area"] and not state[battle.REINFORCED + at] >> n & 1
        for corps in each["corps"]
    ]
    return corps_of(side, "surplus") + waiting


def spared(side: dict[str, Any], setup: Setup, state: State, at: int) -> tuple[int, int]:
    """The cavalry and the other factors that the surplus corps of a side have left."""
    counted = factors_of(standing_by(side, state, at))
    lost = pursuit.shares(pursuit.spill(setup, state, at).surplus, counted)
    horse = sum(
        number - lost.get(troop, 0) for troop, number in counted.items() if troop in troops.CAVALRY
    )
    return horse, sum(counted.values()) - sum(lost.values()) - horse


def leaves(values: dict[str, Any], state: State) -> int | None:
    """Who withdraws when the day ends undecided."""
    if battle.over(state):
        return None
    return next((at for at in (1, 0) if values[KEYS[at]]["withdraws_at_night"]), None)


# Every die


def odds(values: dict[str, Any], table: Table) -> Answer:
    """Exact odds: of the chits chosen, and of winning with every pair of chits."""
    chits = chits_of(values)
    found: dict[str, Any] = {}
    names = [values[key]["name"] for key in KEYS]
    if chits is not None:
        found = _answered(values, setup_of(values, chits), names, table)
    pairs: dict[str, Any] = {}
    attackers = {corps["type"] for corps in values["attacker"]["corps"]}
    for mine in combat_tables.chits()[0]:
        pairs[mine] = {
            his: _pair(values, (mine, his), names, attackers) for his in combat_tables.chits()[1]
        }
    shown = chances("The battle", found)
    return shown._replace(
        odds={**found, "pairs": pairs},
        sheet=lambda paint: [*shown.sheet(paint), *_table(pairs, names)],
    )


def _pair(
    values: dict[str, Any], chits: tuple[str, str], names: list[str], attackers: set[str]
) -> dict[str, float] | None:
    """The chance of winning with a pair of chits; None where the document lacks a figure for it,
    or the defender may not choose it."""
    if battle.disputed(chits, values["river"]) and values["disputed_table"] is None:
        return None
    if chits[1] == "Withdraw" and troops.may_retire(attackers):
        return None
    won = battle.wins(setup_of(values, chits), {})
    return {name: float(chance) for name, chance in zip(names, won, strict=True)}


def _answered(
    values: dict[str, Any], setup: Setup, names: list[str], table: Table
) -> dict[str, Any]:
    dice = values["dice"]
    steps = battle.steps(setup)
    found = spread(steps, battle.START, dice, battle.over)
    table.asked |= {step.name for step in steps if isinstance(step, Roll)}
    rest = ("pursuit", "prisoners", "casualty", "wound")
    table.asked |= {name for name in dice if "." in name and name.split(".")[1] in rest}
    won = marginal(found, battle.loser)
    return {
        "win": {name: float(won.get(1 - at, 0)) for at, name in enumerate(names)},
        "undecided": float(won.get(None, 0)),
        "ended": plain(marginal(found, battle.ended)),
        "losses": {
            name: plain(dict(sorted(marginal(found, _lost(at)).items())))
            for at, name in enumerate(names)
        },
        "expected_losses": {
            name: float(pursuit.expected(found, at)) for at, name in enumerate(names)
        },
        "expected_pursuit_points": _chased(values, setup, found, names),
        "leaders": {
            name: {
                leader: _casualty(dice, name, leader, side) for leader in present(side)
            }
            for name, side in zip(names, (values[key] for key in KEYS), strict=True)
        },
    }  # fmt: skip


def _lost(at: int) -> Any:
    return lambda state: state[battle.LOST + at]


def _chased(
    values: dict[str, Any], setup: Setup, found: Mapping[State, Fraction], names: list[str]
) -> dict[str, float]:
    """The points of pursuit that each side expects to suffer."""
    expected = dict.fromkeys(names, Fraction(0))
    dice = values["dice"]
    for state, chance in found.items():
        chase = pursuit.chase(setup, state, leaves(values, state))
        if chase is None or chase.pursuit is None:
            continue
        cavalry, _ = left_of(values[KEYS[chase.pursuer]], setup, state, chase.pursuer)
        for die, share in faces(dice.get(f"{names[chase.pursuer]}.pursuit")).items():
            points = combat_tables.casualties(
                combat_tables.pursuit_percent(chase.pursuit, die), cavalry
            )
            expected[names[chase.pursued]] += chance * share * points
    return {name: float(points) for name, points in expected.items()}


def _casualty(
    dice: Mapping[str, int], name: str, leader: str, side: dict[str, Any]
) -> dict[str, float]:
    """A leader's chances if he takes part to the end."""
    led = [each["commitment"] for each in side["guards"] if each["leader"] == leader]
    return casualty_chances(
        max(led, default=0),
        dice.get(f"{name}.casualty.{leader}"),
        dice.get(f"{name}.wound.{leader}"),
    )


def casualty_chances(guard: int, first: int | None, second: int | None) -> dict[str, float]:
    """The chances of a leader's fates."""
    found = dict.fromkeys(("unhurt", "wounded", "killed"), Fraction(0))
    for die, chance in faces(first).items():
        if not leaders.hit(die, guard):
            found["unhurt"] += chance
            continue
        for other, share in faces(second).items():
            found[leaders.fate(other).what] += chance * share
    return plain(found)


SHORT: Final = {"EscalatedCounterattack": "EscCount", "EscalatedAssault": "EscAssault"}


def _table(pairs: dict[str, Any], names: list[str]) -> list[str]:
    """The chances of winning over all pairs of chits, in percent: attacker/defender."""
    heads = [SHORT.get(chit, chit)[:10] for chit in combat_tables.chits()[1]]
    lines = [f"Wins in percent, {names[0][:20]}/{names[1][:20]}, by chits"]
    lines.append(f"{'':10} " + " ".join(f"{head:>10}" for head in heads))
    for mine, row in pairs.items():
        cells = [
            "-" if cell is None else f"{100 * cell[names[0]]:.0f}/{100 * cell[names[1]]:.0f}"
            for cell in row.values()
        ]
        lines.append(
            f"{SHORT.get(mine, mine)[:10]:10} " + " ".join(f"{cell:>10}" for cell in cells)
        )
    return lines
