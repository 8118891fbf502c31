"""The kind `eia-battle`: a land battle of Empires in Arms from its chits to its leaders."""

from __future__ import annotations

from typing import Any

from engine.adjudicator.document_kind import Answer, Table
from engine.adjudicator.eia import battle_story
from engine.adjudicator.eia.battle_odds import (
    factors_left,
    surplus_corps,
    surplus_factors_left,
    who_withdraws,
)
from engine.adjudicator.eia.battle_odds import odds_battle as odds_battle
from engine.adjudicator.eia.battle_setup import (
    KEYS,
    chits_of,
    corps_of,
    factors_of,
    force_of,
    guard_led,
    is_ottoman,
    reinforcements,
    setup_of,
)
from engine.adjudicator.eia.battle_setup import WORDS as WORDS
from engine.adjudicator.eia.battle_setup import check_battle as check_battle
from engine.adjudicator.eia.shapes import (
    Groups,
    answer,
    dice_lines,
    die_name,
    fates,
    in_tenths,
    played,
    side_name,
)
from engine.chances.steps import State
from engine.eia.battles import battle, battle_rounds, combat_tables, pursuit
from engine.eia.battles.battle import Setup
from engine.eia.reasons import Reason, applicable
from engine.modifiers import Modifier

# With dice


def resolve_battle(values: dict[str, Any], table: Table) -> Answer:
    """A land battle (EIA-CAV, EIA-STK, EIA-RNF, EIA-LDR, EIA-PUR, EIA-LSLC, EIA-WDR, EIA-RET-02,
    EIA-ERR-17)."""
    chits = chits_of(values)
    if chits is None:
        return answer(
            "No chits are chosen: ask for the odds of every pair.",
            {"winner": None, "ended": None, "needs": ["chits: both sides' chits"]},
        )
    setup = setup_of(values, chits)
    state, taken = played(battle_rounds.steps(setup), battle.START, table, battle.is_over)
    reasons, groups = _grounds(values, setup)
    names = [force.name for force in setup.forces]
    beaten = battle_rounds.loser(state)
    winner = None if beaten is None else names[1 - beaten]
    outcome: dict[str, Any] = {
        "winner": winner,
        "ended": battle_rounds.end_in_words(state),
        "tables": {
            f"round{n}": [battle.table(setup, at, n, bool(state[battle.ARRIVED])) for at in (0, 1)]
            for n in battle.ROUNDS
        },
        "arrived": bool(state[battle.ARRIVED]),
        "sides": {name: _side(values, setup, state, at) for at, name in enumerate(names)},
    }
    chased, why = _pursuit(values, setup, state, table)
    if chased is not None:
        at = 1 - names.index(chased["by"])
        side, hit = values[KEYS[at]], outcome["sides"][names[at]]["lost_by_corps"]
        waiting = surplus_corps(side, state, at)
        fallen = battle_story.pursuit_losses(_fought(side, state, at), waiting, hit, chased)
        captives = battle_story.captives(fallen, chased["prisoners"])
        chased |= {"lost_by_corps": fallen, "prisoners_by_troop": captives}
    outcome["pursuit"] = chased
    outcome["leaders"] = {
        name: _fates(values[KEYS[at]], name, state, at, table) for at, name in enumerate(names)
    }
    reasons += [*why, Reason("Every leader who took part rolls on his own.", "EIA-LDR-01")]
    points, needs = _points(values, setup, state)
    outcome["political_points"], outcome["needs"] = points, needs
    story = battle_story.story_lines(outcome, values["terrain"], setup.chits)
    lines = dice_lines(taken, lambda one: _said(one.effect))
    who = f"{side_name(winner)} wins," if winner else "Nobody wins:"
    head = f"{who} {die_name(outcome['ended'])}."
    outcome["story"] = story
    return answer(head, outcome, reasons, groups, [*story, *lines])


def _said(effect: Any) -> str:
    if isinstance(effect, bool):
        return "yes" if effect else "no"
    if isinstance(effect, tuple):
        return f"{effect[0]} %, morale {in_tenths(effect[1])}"
    return f"{effect} factors lost"


def _grounds(values: dict[str, Any], setup: Setup) -> tuple[list[Reason], Groups]:
    """The reasons and modifiers that stand before the first die (EIA-SET-03, EIA-STK-02)."""
    reasons: list[Reason] = []
    groups: list[tuple[str, str, tuple[Modifier, ...]]] = []
    for at, key in enumerate(KEYS):
        side = values[key]
        force, penalty, why = force_of(side, values["cavalry_types"])
        reasons += why
        groups.append((force.name, "tactical rating", penalty))
        groups.append((force.name, "morale", battle.morale(setup, at)[1]))
        for number in battle.ROUNDS:
            added = battle.modifiers(setup, at, number)
            groups.append((force.name, f"round{number}", added))
        free = "Reinforcing corps don't count to the commander's limit or rating."
        ottoman = any(is_ottoman(corps, side) for corps in side["corps"])
        reasons += applicable(
            (force.reinforcements, free, "EIA-RNF-04"),
            (ottoman, "Ottoman cavalry counts twice for superiority.", "EIA-OE-07"),
        )
    first = f"The attacker's first table is {battle.table(setup, 0, 1, False)}."
    across = setup.chits == ("EscalatedAssault", "Cordon") and setup.river
    withdraws = setup.chits[1] == "Withdraw"
    reasons += applicable(
        (across, first, "EIA-ERR-17"),
        (withdraws, "A successful withdrawal costs no point.", "EIA-WDR-01"),
    )
    return reasons, groups


def _fought(side: dict[str, Any], state: State, at: int) -> list[dict[str, Any]]:
    """The corps of a side that fought, those of the reinforcements that have come behind them."""
    joined = [corps for each in reinforcements(side, state, at, True) for corps in each["corps"]]
    return corps_of(side, "fighting", "outflanking") + joined


def _side(values: dict[str, Any], setup: Setup, state: State, at: int) -> dict[str, Any]:
    side, force = values[KEYS[at]], setup.forces[at]
    lost = state[battle.LOST + at]
    damage = pursuit.spill(setup, state, at)
    fought, waiting = _fought(side, state, at), surplus_corps(side, state, at)
    lost_by_troop = combat_tables.shares(damage.fighting, factors_of(fought))
    surplus_lost = combat_tables.shares(damage.surplus, factors_of(waiting))
    whole = battle.exposed_factors(setup, at)(state)
    return {
        "morale": in_tenths(battle.morale(setup, at)[0]),
        "morale_lost": in_tenths(state[battle.SHAKEN + at]),
        "factors": force.factors,
        "lost": lost,
        "lost_by_troop": lost_by_troop,
        "lost_by_corps": {
            **battle_story.losses_by_corps(fought, lost_by_troop),
            **battle_story.losses_by_corps(waiting, surplus_lost),
        },
        "surplus_lost": damage.surplus,
        "surplus_lost_by_troop": surplus_lost,
        "destroyed": lost >= whole,
        "broken": battle_rounds.loser(state) == at or state[battle.END] == battle.BOTH_BROKE,
        "reinforced": battle.factors_joined(force, state, at),
        "tactical": force.tactical,
    }


def _pursuit(
    values: dict[str, Any], setup: Setup, state: State, table: Table
) -> tuple[dict[str, Any] | None, list[Reason]]:
    withdraws = who_withdraws(values, state)
    found = pursuit.chase(setup, state, withdraws)
    reasons = [*applicable(
        (withdraws is not None, "Withdrawing at night costs no point.", "EIA-WDR-02")
    )]  # fmt: skip
    if found is None or found.pursuit is None:
        return None, reasons
    pursuer, pursued = (values[KEYS[at]] for at in (found.pursuer, found.pursued))
    cavalry, _ = factors_left(pursuer, setup, state, found.pursuer)
    name = pursuer["name"]
    die = table.throw(f"{name}.pursuit", (), f"pursuit in class {found.pursuit}")
    points = combat_tables.casualties(combat_tables.pursuit_percent(found.pursuit, die), cavalry)
    beaten = battle_rounds.loser(state) is not None
    share = table.throw(f"{name}.prisoners", (), "the share of prisoners") if points else 1
    lost = pursuit.pursuit_losses(
        points, factors_left(pursued, setup, state, found.pursued),
        surplus_factors_left(pursued, setup, state, found.pursued), share,
        pursued["surrounded"] and beaten, not pursued["cavalry_first"],
    )  # fmt: skip
    fallen = lost.cavalry + lost.others + lost.surplus
    prisoners = f"{share}0 % of {fallen} losses, rounded down, are prisoners."
    reasons += found.reasons + applicable(
        (fallen, prisoners, "EIA-PUR-01"),
        (lost.surplus, "What is left falls on surplus corps.", "EIA-RNF-02"),
        (lost.doubled, "Surrounded: as much again, all prisoners.", "EIA-RET-02"),
    )
    return {
        "by": name,
        "class": found.pursuit,
        "points": points,
        "lost_cavalry": lost.cavalry,
        "lost_others": lost.others,
        "lost_surplus": lost.surplus,
        "lost_doubled": lost.doubled,
        "prisoners": lost.prisoners,
    }, reasons


def _fates(side: dict[str, Any], name: str, state: State, at: int, table: Table) -> dict[str, Any]:
    """The fates of the leaders who took part."""
    if state[battle.END] == battle.WITHDREW and not state[battle.ROUND]:
        return {}
    took_part = [side["commander"], *side["leaders"]]
    took_part += [each["leader"] for each in reinforcements(side, state, at, True)]
    last = state[battle.ROUND] or battle.ROUNDS[-1]
    named = [leader["name"] for leader in took_part if leader is not None]
    return fates(name, {who: guard_led(side, who, last) for who in named}, table)


def _points(
    values: dict[str, Any], setup: Setup, state: State
) -> tuple[dict[str, int] | None, list[str]]:
    names = [force.name for force in setup.forces]
    if state[battle.END] == battle.WITHDREW or not battle.is_over(state):
        return dict.fromkeys(names, pursuit.withdrawal_points()), []
    beaten, points = battle_rounds.loser(state), values["points"]
    if beaten is None:
        return None, ["both sides broke in the same round: the base rule says who has won"]
    if points is None:
        return None, ["points: what a battle of this size is worth is of the base rules"]
    return {names[1 - beaten]: points, names[beaten]: -points}, []
