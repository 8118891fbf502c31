"""The odds of a land battle of Empires in Arms: of its chits, and of winning with every pair.

They are exact but for battles with too many positions, which are sampled and say so.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any, Final

from engine.adjudicator.document_kind import Answer, Table
from engine.adjudicator.eia.battle_setup import (
    KEYS,
    chits_of,
    corps_of,
    factors_of,
    guard_led,
    leader_names,
    reinforcements,
    setup_of,
)
from engine.adjudicator.eia.shapes import chances
from engine.chances.distribution import mean
from engine.chances.steps import Roll, State
from engine.eia import leaders, troops
from engine.eia.battles import battle, battle_chances, battle_rounds, combat_tables, pursuit
from engine.eia.battles.battle import Setup
from engine.eia.chances import faces, plain


def factors_left(side: dict[str, Any], setup: Setup, state: State, at: int) -> tuple[int, int]:
    """The cavalry and the other factors that a side has left in the battle."""
    lost = pursuit.spill(setup, state, at).fighting
    horse, foot = _horse_and_foot(corps_of(side, "fighting", "outflanking"), lost)
    return horse, foot + battle.factors_joined(setup.forces[at], state, at)


def _horse_and_foot(corps: list[dict[str, Any]], lost: int) -> tuple[int, int]:
    """The cavalry and the other factors that corps have left after so many losses."""
    counted = factors_of(corps)
    gone = combat_tables.shares(lost, counted)
    left = {troop: number - gone.get(troop, 0) for troop, number in counted.items()}
    horse = sum(number for troop, number in left.items() if troop in troops.CAVALRY)
    return horse, sum(left.values()) - horse


def surplus_corps(side: dict[str, Any], state: State, at: int) -> list[dict[str, Any]]:
    """The surplus corps of a side, those with them that have not joined from the battle's area."""
    near = [each for each in reinforcements(side, state, at, False) if each["same_area"]]
    waiting = [corps for each in near for corps in each["corps"]]
    return corps_of(side, "surplus") + waiting


def surplus_factors_left(
    side: dict[str, Any], setup: Setup, state: State, at: int
) -> tuple[int, int]:
    """The cavalry and the other factors that the surplus corps of a side have left."""
    lost = pursuit.spill(setup, state, at).surplus
    return _horse_and_foot(surplus_corps(side, state, at), lost)


def who_withdraws(values: dict[str, Any], state: State) -> int | None:
    """Who withdraws when the day ends undecided."""
    if battle.is_over(state):
        return None
    return next((at for at in (1, 0) if values[KEYS[at]]["withdraws_at_night"]), None)


# Every die


def odds_battle(values: dict[str, Any], table: Table) -> Answer:
    """Exact odds: of the chits chosen, and of winning with every pair of chits."""
    chits, names = chits_of(values), [values[key]["name"] for key in KEYS]
    found: dict[str, Any] = {}
    sampled = few = 0.0
    if chits is not None:
        found, sampled = _answered(values, setup_of(values, chits), names, table)
    pairs: dict[str, Any] = {mine: {} for mine in combat_tables.chits()[0]}
    for mine, his in product(*combat_tables.chits()):
        won = _pair(values, (mine, his), table.effort)
        pairs[mine][his] = None
        if won is not None:
            pairs[mine][his] = dict(zip(names, map(float, won[:2]), strict=True))
            few = max(few, battle_chances.error(won.samples))
    off = {"estimate": sampled, "pairs_estimate": few}
    said = [f"{ESTIMATED[name]}, right to {100 * by:.1f} in a hundred."
            for name, by in off.items() if by]  # fmt: skip
    shown = chances("The battle", found)
    return shown._replace(
        odds={
            **({"unit": "factors", **found} if found else {}),
            **{name: by for name, by in off.items() if by},
            "pairs": pairs,
        },
        sheet=lambda paint: [*shown.sheet(paint), *_table(pairs, names), *said],
    )


ESTIMATED: Final = {
    "estimate": "Too many positions to count: sampled",
    "pairs_estimate": "Some pairs of chits are sampled",
}


def _pair(values: dict[str, Any], chits: tuple[str, str], effort: int) -> battle_chances.Won | None:
    """The chance of winning with a pair of chits; None where the document lacks a figure for it,
    or the defender may not choose it."""
    if battle.chart_dispute(chits, values["river"]) and values["disputed_table"] is None:
        return None
    if chits[1] == "Withdraw" and troops.may_retire(
        corps["type"] for corps in values["attacker"]["corps"]
    ):
        return None
    return battle_chances.wins(setup_of(values, chits), {}, effort)


def _answered(
    values: dict[str, Any], setup: Setup, names: list[str], table: Table
) -> tuple[dict[str, Any], float]:
    """The odds with the chits that are chosen, and how far they may be off."""
    dice = values["dice"]
    steps = battle_rounds.steps(setup)
    whole = battle_chances.chances(setup, dice, table.effort)
    table.asked |= {step.name for step in steps if isinstance(step, Roll)}
    rest = ("pursuit", "prisoners", "casualty", "wound")
    table.asked |= {name for name in dice if "." in name and name.split(".")[1] in rest}
    won = whole.of(0, battle_rounds.loser)
    return {
        "win": {name: float(won.get(1 - at, 0)) for at, name in enumerate(names)},
        "undecided": float(won.get(None, 0)),
        "ended": plain(whole.of(0, battle_rounds.end_in_words)),
        "losses": {
            name: plain(dict(sorted(whole.of(at, _lost(at)).items())))
            for at, name in enumerate(names)
        },
        "expected_losses": {
            name: float(mean(whole.of(at, _lost(at)), int)) for at, name in enumerate(names)
        },
        "expected_pursuit_points": _chased(values, setup, whole, names),
        "leaders": {
            side["name"]: {
                leader: casualty_chances(
                    guard_led(side, leader),
                    dice.get(f"{side['name']}.casualty.{leader}"),
                    dice.get(f"{side['name']}.wound.{leader}"),
                )
                for leader in leader_names(side)
            }
            for side in (values[key] for key in KEYS)
        },
    }, battle_chances.error(whole.samples)


def _lost(at: int) -> Any:
    return lambda state: state[battle.LOST + at]


def _chased(
    values: dict[str, Any], setup: Setup, whole: battle_chances.Chances, names: list[str]
) -> dict[str, float]:
    """The points of pursuit that each side expects to suffer, weighed by what the pursuer has
    left."""
    expected = dict.fromkeys(names, Fraction(0))
    for at, hunter in enumerate(names):
        dice = faces(values["dice"].get(f"{hunter}.pursuit"))

        def hunted(state: State, at: int = at) -> tuple[int, int] | None:
            chase = pursuit.chase(setup, state, who_withdraws(values, state))
            if chase is None or chase.pursuit is None or chase.pursuer != at:
                return None
            return chase.pursuit, factors_left(values[KEYS[at]], setup, state, at)[0]

        for found, chance in whole.of(at, hunted).items():
            for die, share in dice.items() if found is not None else ():
                percent = combat_tables.pursuit_percent(found[0] if found else 0, die)
                points = combat_tables.casualties(percent, found[1] if found else 0)
                expected[names[1 - at]] += chance * share * points
    return {name: float(points) for name, points in expected.items()}


def casualty_chances(guard: int, first: int | None, second: int | None) -> dict[str, float]:
    """The chances of a leader's fates if he takes part to the end."""
    found = dict.fromkeys(("unhurt", "wounded", "killed"), Fraction(0))
    for die, chance in faces(first).items():
        if not leaders.is_casualty(die, guard):
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
