import json
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, NamedTuple

import pytest

from engine.adjudicator import resolve
from engine.adjudicator.document_kind import Table
from engine.chances.distribution import marginal
from engine.chances.steps import Pending, Roll, State, run_procedure, walk
from engine.eia.battles import battle, battle_chances, battle_rounds, combat_tables, pursuit
from engine.eia.battles.battle import Force, Guard, Reinforcement, Setup
from engine.eia.chances import spread
from tests.engine.eia.adjudicating import answer, example, odds, refused, rules, run

QUIET = {"tactical": 2, "strategic": 3}


def leader(name: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, **QUIET, "maximum": 3, **fields}


def corps(number: int = 1, **factors: Any) -> list[dict[str, Any]]:
    return [{"factors": factors} for _ in range(number)]


def side(name: str, nation: str, **fields: Any) -> dict[str, Any]:
    return {
        "name": name,
        "nation": nation,
        "commander": leader(f"{name}-leader"),
        "corps": corps(infantry=20),
        **fields,
    }


def document(
    chits: tuple[str, str] = ("Assault", "Counterattack"),
    first: dict[str, Any] | None = None,
    second: dict[str, Any] | None = None,
    **fields: Any,
) -> dict[str, Any]:
    return {
        "chits": {"attacker": chits[0], "defender": chits[1]},
        "attacker": side("A", **{"nation": "france", **(first or {})}),
        "defender": side("D", **{"nation": "austria", **(second or {})}),
        **fields,
    }


def fought(given: dict[str, Any], **dice: int) -> dict[str, Any]:
    named = {name.replace("_", "."): die for name, die in dice.items()}
    found = answer("battle", {**given, "dice": named}, "--seed", "1")
    return {**found["outcome"], "rolls": found["rolls"], "modifiers": found["modifiers"]}


def rolled(found: dict[str, Any], name: str) -> dict[str, Any]:
    return next(roll for roll in found["rolls"] if roll["name"] == name)


@pytest.mark.rule("EIA-SET-03")
def test_a_round_by_the_charts() -> None:
    found = fought(document(), A_round1=6, D_round1=1)
    mine, his = combat_tables.modified_die("3-1", 6), combat_tables.modified_die("3-1", 1)
    assert rolled(found, "A.round1")["purpose"] == "round 1, table 3-1"
    setup = Setup((Force("A", "france", 20, 90, 3, 2), Force("D", "austria", 20, 90, 3, 2)),
                  ("Assault", "Counterattack"))  # fmt: skip
    state = played(setup, {"A.round1": 6, "D.round1": 1}, 3)
    assert state[battle.LOST] == combat_tables.casualties(his.percent, 20)
    assert state[battle.LOST + 1] == combat_tables.casualties(mine.percent, 20)
    assert state[battle.SHAKEN + 1] == mine.morale
    assert state[battle.SHAKEN] == his.morale


async def nothing(name: str, question: str, pending: Pending) -> bool:
    return False


def played(setup: Setup, dice: dict[str, int], steps: int | None = None) -> State:
    table = Table(dice, 1, steps is None, 6)
    return run_procedure(
        walk(
            battle_rounds.steps(setup)[:steps],
            battle.START,
            table.roll,
            nothing,
            [],
            battle.is_over,
        )
    )


@pytest.mark.rule("EIA-ERR-17")
def test_escalated_assault_on_a_cordon_across_a_river() -> None:
    chits = ("EscalatedAssault", "Cordon")
    found = fought(document(chits, river=True))
    assert found["tables"]["round1"][0] == "5-1"
    assert "EIA-ERR-17" in rules(found)
    assert combat_tables.possibility(*chits, True, False, 2) == ("5-2", "4-1", "")


@pytest.mark.rule("EIA-SET-03")
def test_terrain_shifts_the_tables() -> None:
    found = fought(document(terrain="marsh"))
    assert found["tables"]["round1"] == ["2-2", "2-2"]


def test_a_disputed_cell_is_asked_for() -> None:
    given = document(("EscalatedAssault", "Outflank"))
    assert "disputed_table: is missing" in refused("battle", **given)
    found = fought({**given, "disputed_table": "4-3"})
    assert found["tables"]["round3"][0] in ("4-3", "4-1")
    assert "attacker.ratings: is missing" in refused(
        "battle", **document(first={"nation": "naples", "commander": None, "morale": 2})
    )
    assert "morale: is missing" in refused("battle", **document(second={"nation": "naples"}))


@pytest.mark.rule("EIA-CAV-04")
def test_heavy_cavalry_is_committed_like_guards_at_one() -> None:
    heavy = {
        "corps": corps(infantry=10, heavy_cavalry=4),
        "guards": [{"round": 1, "commitment": 1, "leader": "A-leader", "troop": "heavy_cavalry"}],
    }
    found = fought(document(first=heavy), A_guard1=6, D_round1=1, A_round1=1)
    assert rolled(found, "A.guard1")["purpose"] == "guards committed at +1"
    assert {"value": 1, "why": "heavy cavalry committed", "rule": "EIA-CAV-04"} in rolled(
        found, "A.round1"
    )["modifiers"]
    heavy["guards"][0]["commitment"] = 2
    said = refused("battle", **document(first=heavy))
    assert "may be at most +1 for heavy cavalry (EIA-CAV-04)" in said
    spain = {"nation": "spain", **heavy, "guards": [{**heavy["guards"][0], "commitment": 1}]}
    assert fought(document(first=spain))


@pytest.mark.rule("EIA-CAV-05")
def test_cavalry_is_kept_and_lost_by_type() -> None:
    mixed = {"corps": corps(light_cavalry=3, heavy_cavalry=2)}
    found = fought(document(second=mixed), A_round1=6, A_round2=6, D_round1=1)
    lost = found["sides"]["D"]["lost_by_troop"]
    assert next(iter(lost)) == "light_cavalry"
    assert sum(lost.values()) == found["sides"]["D"]["lost"]


@pytest.mark.rule("EIA-LDR-02")
def test_a_leader_has_to_lead_the_guard() -> None:
    guards = {"corps": corps(infantry=10, guard=5),
              "guards": [{"round": 1, "commitment": 2, "leader": "Ney"}]}  # fmt: skip
    assert "has to be named to lead the guard" in refused("battle", **document(first=guards))
    there = {**guards, "leaders": [leader("Ney")]}
    found = fought(document(first=there), A_casualty_Ney=4, A_wound_Ney=3)
    assert found["leaders"]["A"]["Ney"] == {"wounded": 3}


@pytest.mark.rule("EIA-LDR-02", "EIA-LDR-03")
@pytest.mark.parametrize(("first", "second"), [(1, 2), (2, 1)])
def test_who_led_the_guard_twice_is_tested_by_his_greater_commitment(
    first: int, second: int
) -> None:
    """*The guard adjustment (+1 or +2) is then added to that leaders casualty roll*: at +2 a 4
    hits."""
    them = [{"round": at, "commitment": by, "leader": "A-leader"}
            for at, by in ((1, first), (2, second))]  # fmt: skip
    guards = {"corps": corps(infantry=10, guard=5), "guards": them, "morale": 9}
    given = document(first=guards, second={"morale": 9})
    found = fought(given, **{"A.casualty.A-leader": 4, "A.wound.A-leader": 3})
    assert found["leaders"]["A"] == {"A-leader": {"wounded": 3}}


@pytest.mark.rule("EIA-LDR-02")
def test_a_guard_that_does_not_fight_or_a_leader_not_yet_there_commits_nothing() -> None:
    guards = {"commitment": 1, "leader": "A-leader", "round": 1}
    idle = {"corps": [*corps(infantry=10), {"factors": {"guard": 5}, "role": "surplus"}],
            "commander": leader("A-leader", maximum=1), "guards": [guards]}  # fmt: skip
    assert "no corps that fights has guard" in refused("battle", **document(first=idle))
    coming = {"corps": corps(infantry=10, guard=5),
              "reinforcements": [{"leader": leader("Ney"), "corps": corps(infantry=4)}],
              "guards": [{**guards, "leader": "Ney"}]}  # fmt: skip
    assert "joins after the first round" in refused("battle", **document(first=coming))
    fought(document(first={**coming, "guards": [{**guards, "leader": "Ney", "round": 2}]}))


@pytest.mark.rule("EIA-RNF-01", "EIA-RNF-03")
def test_corps_that_reinforce_from_the_area_could_have_fought() -> None:
    def given(same_area: bool) -> dict[str, Any]:
        joining = {"leader": leader("Ney"), "corps": corps(2, infantry=4), "same_area": same_area}
        return document(first={"corps": corps(2, infantry=10), "reinforcements": [joining]})

    assert "EIA-RNF-01" in refused("battle", **given(same_area=True))
    fought(given(same_area=False))


def test_guard_limits_of_powers() -> None:
    guards = {"nation": "prussia", "corps": corps(infantry=10, guard=5),
              "guards": [{"round": 1, "commitment": 2, "leader": "A-leader"}]}  # fmt: skip
    assert "may be at most +1" in refused("battle", **document(first=guards))


@pytest.mark.rule("EIA-STK-01", "EIA-STK-02")
def test_stacking_holds_in_battles() -> None:
    many = {"corps": corps(5, infantry=5)}
    assert "He brings at most 4 corps, not 5" in refused("battle", **document(first=many))
    four = {"corps": corps(4, infantry=5)}
    assert fought(document(first=four))["sides"]["A"]["tactical"] == 1


@pytest.mark.rule("EIA-RNF-02")
def test_surplus_corps_take_what_is_left() -> None:
    thin = {"corps": [*corps(3, infantry=1), {"role": "surplus", "factors": {"infantry": 6}}]}
    found = fought(
        document(second=thin, first={"corps": corps(3, infantry=60)}), A_round1=6, D_round1=1
    )
    lost = found["sides"]["D"]
    assert lost["destroyed"]
    assert lost["surplus_lost"] == 6
    assert lost["lost"] == 9


@pytest.mark.rule("EIA-LSLC-05")
def test_nobody_avoids_la_salles_cavalry_alone() -> None:
    alone = {"corps": [{"type": "lslc", "factors": {"lslc": 1}}]}
    given = document(("Assault", "Withdraw"), first=alone)
    assert "may not retire or withdraw" in refused("battle", **given)
    pairs = odds("battle", **document(first=alone))["pairs"]
    assert pairs["Assault"]["Withdraw"] is None
    accompanied = {"corps": [*alone["corps"], *corps(infantry=3)]}
    assert fought(document(("Assault", "Withdraw"), first=accompanied))


@pytest.mark.rule("EIA-WDR-01")
def test_a_successful_withdrawal_costs_nothing() -> None:
    found = fought(document(("Assault", "Withdraw"), points=2), D_withdraw=3)
    assert (found["ended"], found["political_points"]) == ("withdrew", {"A": 0, "D": 0})
    failed = fought(document(("Assault", "Withdraw"), points=2), D_withdraw=4)
    assert failed["ended"] != "withdrew"
    probed = fought(document(("Probe", "Withdraw")))
    assert (probed["ended"], probed["pursuit"]) == ("withdrew", None)


@pytest.mark.rule("EIA-WDR-02")
def test_withdrawing_at_night_costs_nothing() -> None:
    calm = {"morale": 9}
    given = document(first=calm, second={**calm, "withdraws_at_night": True}, points=2)
    found = fought(given)
    assert (found["ended"], found["political_points"]) == ("night", {"A": 0, "D": 0})
    assert "EIA-WDR-02" in rules(found)


@pytest.mark.rule("EIA-WDR-03")
def test_a_surrounded_force_that_withdraws_is_pursued_in_class_1() -> None:
    horse = {"corps": corps(infantry=10, cavalry=20)}
    given = document(("Assault", "Withdraw"), first=horse, second={"surrounded": True})
    found = fought(given, D_withdraw=1, A_pursuit=6, A_prisoners=6)
    assert found["pursuit"]["class"] == 1
    assert found["pursuit"]["points"] == combat_tables.casualties(15, 20)
    assert found["pursuit"]["lost_doubled"] == 0
    free = document(("Assault", "Withdraw"), first=horse)
    assert fought(free, D_withdraw=1)["pursuit"] is None


@pytest.mark.rule("EIA-PUR-01", "EIA-RET-02")
def test_pursuit_of_a_broken_army() -> None:
    horse = {"corps": corps(infantry=40, medium_cavalry=4)}
    given = document(first=horse, second={"morale": 0.1, "surrounded": True}, points=1)
    found = fought(given, A_round1=6, D_round1=1, A_pursuit=4, A_prisoners=2)
    chase = found["pursuit"]
    assert (found["winner"], found["political_points"]) == ("A", {"A": 1, "D": -1})
    assert (chase["class"], chase["points"]) == (6, 2)
    assert chase["lost_doubled"] > 0
    assert chase["prisoners"] == chase["lost_others"] * 2 // 10 + chase["lost_doubled"]


@pytest.mark.rule("EIA-RNF-02", "EIA-PUR-01", "EIA-RET-02")
def test_surplus_corps_take_what_a_pursuit_leaves_over() -> None:
    def pursued(surplus: dict[str, int], **fields: Any) -> dict[str, Any]:
        spare = {"factors": surplus, "role": "surplus"}
        beaten = {"corps": [*corps(infantry=9), spare], "morale": 0.1, "commander": None, **fields}
        given = document(first={"corps": corps(infantry=10, cavalry=20)}, second=beaten, points=1)
        found = fought(given, A_round1=1, D_round1=1, A_pursuit=3, A_prisoners=5)
        return {**found["pursuit"], "left": 9 - found["sides"]["D"]["lost"]}

    # A point is three factors of foot, also of surplus corps, and all losses give prisoners.
    found = pursued({"infantry": 40})
    fallen = found["lost_others"] + found["lost_surplus"]
    assert found["lost_others"] == found["left"] > 0
    assert fallen == 3 * found["points"] > found["left"]
    assert found["prisoners"] == fallen * 5 // 10
    # What a surrounded army loses twice may fall on surplus corps too.
    around = pursued({"infantry": 40}, surrounded=True)
    assert (around["lost_doubled"], around["prisoners"]) == (fallen, fallen * 5 // 10 + fallen)


@pytest.mark.rule("EIA-PUR-01", "EIA-RET-02")
@pytest.mark.parametrize(
    ("points", "left", "surplus", "spare", "lost"),
    [
        # points of pursuit, (horse, foot) left, surplus; what falls, twice over, prisoners on a 3
        (11, (0, 33), (0, 0), True, (0, 33, 0, 0, 9)), (2, (0, 8), (0, 0), True, (0, 6, 0, 2, 3)),
        (2, (9, 9), (0, 0), False, (2, 0, 0, 2, 2)), (2, (9, 9), (0, 0), True, (0, 6, 0, 6, 7)),
        (3, (1, 4), (0, 0), False, (1, 4, 0, 0, 1)), (3, (1, 4), (0, 0), True, (1, 4, 0, 0, 1)),
        (3, (0, 4), (2, 9), True, (0, 4, 5, 6, 8)), (3, (1, 0), (2, 9), False, (1, 0, 2, 3, 3)),
        (3, (0, 1), (3, 9), False, (0, 1, 4, 5, 6)),
        (34, (0, 300), (0, 0), False, (0, 102, 0, 102, 132)),
    ],
)  # fmt: skip
def test_what_a_pursuit_of_a_surrounded_army_costs(
    points: int, left: tuple[int, int], surplus: tuple[int, int], spare: bool,
    lost: tuple[int, ...],
) -> None:  # fmt: skip
    """A point is a factor of cavalry or three others; *1d6\\*10% (round down) of all pursuit losses
    are prisoners*; *surrounded and defeated army takes double normal losses*, as far as it has
    any."""
    found = pursuit.pursuit_losses(points, left, surplus, 3, True, spare)
    assert (found.cavalry, found.others, found.surplus, found.doubled, found.prisoners) == lost


@pytest.mark.rule("EIA-RNF-02", "EIA-RNF-03")
def test_corps_that_wait_in_the_area_take_what_is_left_over_until_they_join() -> None:
    def lost(same_area: bool, die: int = 6) -> tuple[int, int]:
        joining = {"leader": leader("Ney"), "same_area": same_area,
                   "corps": corps(1, infantry=3)}  # fmt: skip
        second = {"corps": corps(infantry=1), "commander": leader("Mack", maximum=1),
                  "reinforcements": [joining]}  # fmt: skip
        given = document(first={"corps": corps(infantry=60)}, second=second)
        mine = fought(given, A_round1=die, D_round1=1)["sides"]["D"]
        return mine["lost"], mine["surplus_lost"]

    assert lost(same_area=False) == (1, 0)
    assert lost(same_area=True) == (4, 3)
    force = Force("D", "austria", 1, 30, 2, 2, 5, 2, reinforcements=(Reinforcement(3, 4, True),))
    joined = (*battle.START[: battle.REINFORCED + 1], 1, *battle.START[battle.REINFORCED + 2 :])
    assert [battle.surplus_factors(force, state, 1) for state in (battle.START, joined)] == [5, 2]


@pytest.mark.rule("EIA-RNF-02")
def test_surplus_corps_that_fell_in_the_battle_do_not_fall_again() -> None:
    spare = {"factors": {"infantry": 3}, "role": "surplus"}
    given = document(
        first={"corps": corps(infantry=60, cavalry=40)},
        second={"corps": [*corps(infantry=1), spare], "commander": None},
    )
    found = fought(given, A_round1=6, D_round1=1, A_pursuit=6, A_prisoners=1)
    mine = found["sides"]["D"]
    assert mine["destroyed"]
    assert mine["surplus_lost"] == 3
    assert (found["pursuit"]["lost_surplus"], found["pursuit"]["prisoners"]) == (0, 0)


@pytest.mark.rule("EIA-RNF-04")
def test_outflanking_and_reinforcement_arrive() -> None:
    forces = (
        Force("A", "france", 30, 90, 4, 2, outflanking=10),
        Force("D", "austria", 20, 90, 2, 2, reinforcements=(Reinforcement(8, 3),)),
    )
    setup = Setup(forces, ("Outflank", "Counterattack"))
    strong = battle.strength(setup, 0)
    assert strong(battle.START) == 20
    after = played(setup, {"A.round1": 1, "D.round1": 1, "A.outflank2": 4, "D.reinforce1.2": 3}, 5)
    assert after[battle.ARRIVED] == 1
    assert strong(after) == 40 - after[battle.LOST]
    assert battle.exposed_factors(setup, 1)(after) == 28
    late = played(setup, {"A.round1": 1, "D.round1": 1, "A.outflank2": 5, "D.reinforce1.2": 4}, 5)
    assert (late[battle.ARRIVED], late[battle.REINFORCED + 1]) == (0, 0)
    joined = document(
        second={"reinforcements": [{"leader": leader("Kray"), "corps": corps(3, infantry=4)}]}
    )
    found = fought(joined, D_reinforce1_2=1)
    assert found["sides"]["D"]["tactical"] == 2
    assert "EIA-RNF-04" in rules(found)


@pytest.mark.rule("EIA-SET-01", "EIA-SET-03")
def test_modifiers_of_a_combat_die() -> None:
    guards = {2: Guard(2, "Ney", 4)}
    forces = (
        Force("A", "france", 20, 40, 4, 5, cavalry=8, guards=guards),
        Force("D", "austria", 20, 40, 2, 2, cavalry=4),
    )
    setup = Setup(forces, ("Assault", "Counterattack"))
    assert [sum(m.value for m in battle.modifiers(setup, 0, n)) for n in (1, 2)] == [1, 1]
    assert [m.value for m in battle.modifiers(setup, 0, 2)] == [1, 2, 1, -3]
    assert [m.value for m in battle.modifiers(setup, 1, 1)] == [-1]
    chart_off = setup._replace(chits=("Assault", "Defend"))
    assert [m.why for m in battle.modifiers(chart_off, 0, 1)] == ["cavalry superiority"]
    turks = Force("D", "turkey", 20, 20, 2, 2)
    assert battle.morale(Setup((forces[0], turks), ("Assault", "Counterattack")), 1)[0] == 30


@pytest.mark.rule("EIA-OE-07")
def test_ottoman_cavalry_is_superior_sooner() -> None:
    factors = {"infantry": 10, "cavalry": 4}
    plain = document(
        first={"corps": [{"factors": factors}]}, second={"corps": corps(infantry=9, cavalry=4)}
    )
    horse = document(first={"corps": [{"factors": factors, "ottoman": True}]},
                     second={"corps": corps(infantry=9, cavalry=4)})  # fmt: skip
    assert (
        rolled(fought(horse), "A.round1")["modifier"]
        == rolled(fought(plain), "A.round1")["modifier"] + 1
    )


@pytest.mark.rule("EIA-OE-07", "EIA-OE-06")
def test_corps_are_ottoman_where_their_side_is() -> None:
    beside = {"corps": corps(infantry=9, cavalry=4)}
    said = document(first={"nation": "ottoman", "corps": corps(infantry=10, cavalry=4)},
                    second=beside)  # fmt: skip
    named = document(
        first={
            "nation": "ottoman",
            "corps": [{"nation": "ottoman", "factors": {"infantry": 10, "cavalry": 4}}],
        },
        second=beside,
    )
    one, other = fought(said), fought(named)
    assert one["sides"]["A"]["morale"] == other["sides"]["A"]["morale"] == 2.3
    for found in (one, other):
        assert "cavalry superiority" in [each["why"] for each in found["modifiers"]]


def test_odds_of_battles_are_every_die() -> None:
    forces = (
        Force("A", "france", 21, 24, 3, 3, cavalry=3),
        Force("D", "austria", 17, 21, 3, 2, guards={1: Guard(1, "x", 3)}),
    )
    setup = Setup(forces, ("Assault", "Cordon"))
    fixed = {"A.round3": 5, "D.round3": 2, "D.guard1": 4}
    found = spread(battle_rounds.steps(setup), battle.START, fixed, battle.is_over)
    assert sum(found.values()) == 1
    counted: dict[State, int] = {}
    for faces in product(range(1, 7), repeat=4):
        dice = dict(zip(("A.round1", "D.round1", "A.round2", "D.round2"), faces, strict=True))
        table = Table({**fixed, **dice}, 0, False, 6)
        state = run_procedure(
            walk(battle_rounds.steps(setup), battle.START, table.roll, nothing, [], battle.is_over)
        )
        counted[state] = counted.get(state, 0) + 1
    assert {state: chance * 6**4 for state, chance in found.items()} == counted
    won = battle_chances.wins(setup, fixed, effort=1)
    for at in (0, 1):
        direct = sum(
            chance for state, chance in found.items() if battle_rounds.loser(state) == 1 - at
        )
        assert won[at] == direct


SMALL: tuple[tuple[Force, Force], ...] = (
    (Force("A", "france", 9, 24, 3, 3), Force("D", "austria", 7, 90, 3, 2, surplus=2)),
    (
        Force("A", "france", 6, 24, 4, 3, cavalry=3, outflanking=2,
              reinforcements=(Reinforcement(2, 3),)),
        Force("D", "austria", 5, 21, 3, 2, artillery=2, guards={2: Guard(1, "x", 3)}),
    ),
)  # fmt: skip


def numbers(places: Sequence[int]) -> Callable[[State], State]:
    return lambda state: tuple(state[place] for place in places)


@pytest.mark.parametrize("forces", SMALL, ids=["annihilated", "everything"])
@pytest.mark.parametrize("chits", [("Outflank", "Defend"), ("Assault", "Withdraw")])
def test_what_either_side_comes_to_is_that_of_every_die(
    forces: tuple[Force, Force], chits: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(battle_chances, "OF_PAIR", battle_chances.MOST)
    setup, fixed = Setup(forces, chits), {"A.round1": 3, "D.round1": 4, "D.bombard2": 5}
    found = spread(battle_rounds.steps(setup), battle.START, fixed, battle.is_over)
    told, won = (
        battle_chances.chances(setup, fixed, effort=1),
        battle_chances.wins(setup, fixed, effort=1),
    )
    assert (told.samples, won.samples) == (0, 0)
    for at in (0, 1):
        own = (battle.END, battle.ROUND, battle.LOST + at, battle.SHAKEN + at, battle.ARRIVED,
               battle.REINFORCED + at)  # fmt: skip
        assert marginal(found, numbers(own)) == told.of(at, numbers(own))
        assert won[at] == sum(
            chance for state, chance in found.items() if battle_rounds.loser(state) == 1 - at
        )


def test_a_battle_of_too_many_positions_is_sampled_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = {"corps": [{"name": "I", "factors": {"infantry": 12, "guard": 3}}],
             "guards": [{"round": 2, "commitment": 1, "leader": "A-leader"}]}  # fmt: skip
    given = document(first=first, second={"corps": [{"factors": {"infantry": 3}}]})
    exact = odds("battle", **given)
    assert "estimate" not in exact
    small = {"MOST": 100, "OF_PAIR": 10, "SAMPLES": 2000, "FEW": 100}
    for name, number in small.items():
        monkeypatch.setattr(battle_chances, name, number)
    found = odds("battle", **given)
    assert 0.02 < found["estimate"] < 0.025
    assert found["pairs_estimate"] < 0.1
    off = 1.5 * found["estimate"]
    for name in ("A", "D"):
        assert abs(found["win"][name] - exact["win"][name]) < off
        assert abs(found["expected_losses"][name] - exact["expected_losses"][name]) < 20 * off
    assert odds("battle", **given) == found, "the same dice each time"
    text = json.dumps(given)
    fine = resolve.adjudicate("eia-battle", text, odds=True, effort=10)[0]["odds"]
    assert fine.get("estimate", 0) < found["estimate"] / 3
    assert abs(fine["win"]["A"] - exact["win"]["A"]) < off
    text = run("eia-battle", "--odds", "--text", document=given)[1]
    assert "sampled, right to 2.2 in a hundred" in text


def test_the_table_of_all_pairs_of_chits() -> None:
    given = document()
    given["chits"] = None
    found = odds("battle", **given)
    assert set(found) == {"pairs"}, "nothing is counted in a unit"
    attackers, defenders = combat_tables.chits()
    assert list(found["pairs"]) == list(attackers)
    for row in found["pairs"].values():
        assert list(row) == list(defenders)
    assert found["pairs"]["EscalatedAssault"]["Outflank"] is None
    chosen = odds("battle", **document())
    assert chosen["win"] == pytest.approx(found["pairs"]["Assault"]["Counterattack"])
    assert sum(chosen["win"].values()) + chosen["undecided"] == pytest.approx(1, abs=1e-12)
    for name in ("A", "D"):
        assert sum(chosen["losses"][name].values()) == pytest.approx(1, abs=1e-12)


def test_the_example_is_a_battle() -> None:
    assert fought(example("battle"))["ended"]


@pytest.mark.rule("EIA-SET-03")
def test_outflanked_defenders_slip_away_unless_the_force_arrives() -> None:
    forces = (
        Force("A", "france", 30, 90, 4, 2, outflanking=10),
        Force("D", "austria", 20, 90, 2, 2),
    )
    setup = Setup(forces, ("Outflank", "Withdraw"))
    dice = {"D.withdraw": 3, "A.round1": 1, "D.round1": 1}
    assert battle_rounds.end_in_words(played(setup, {**dice, "A.outflank2": 5})) == "withdrew"
    held = played(setup, {**dice, "A.outflank2": 4})
    assert (held[battle.ARRIVED], battle_rounds.end_in_words(held) != "withdrew") == (1, True)
    other = played(setup._replace(chits=("Outflank", "Defend")), {**dice, "A.outflank2": 6})
    assert battle_rounds.end_in_words(other) != "withdrew"


@pytest.mark.parametrize(
    ("factors", "around", "arrived", "lost", "counts"),
    [
        (10, 10, 0, 0, 0), (10, 10, 1, 0, 20), (10, 10, 1, 3, 14), (10, 10, 1, 10, 0),
        (10, 10, 1, 12, 0), (12, 10, 0, 3, 0), (12, 10, 1, 1, 21), (12, 10, 1, 2, 20),
        (12, 10, 1, 3, 18), (12, 0, 1, 3, 9), (12, 10, 0, 1, 1),
    ],
)  # fmt: skip
@pytest.mark.rule("EIA-SET-01")
def test_an_outflanking_force_counts_double_once_it_is_there_with_or_without_a_front(
    factors: int, around: int, arrived: int, lost: int, counts: int
) -> None:
    """*Factors of the outflanking force count double*: losses fall on the front first, and where no
    front is left on those who went round; before they arrive the front alone counts."""
    forces = (Force("A", "france", factors, 90, 4, 2, outflanking=around),
              Force("D", "austria", 20, 90, 2, 2))  # fmt: skip
    state = list(battle.START)
    state[battle.ARRIVED], state[battle.LOST] = arrived, lost
    for at, chits in ((0, ("Outflank", "Counterattack")), (1, ("Assault", "Outflank"))):
        setup = Setup(forces if at == 0 else (forces[1], forces[0]), chits)
        state[battle.LOST : battle.LOST + 2] = (lost, 0) if at == 0 else (0, lost)
        assert battle.strength(setup, at)(tuple(state)) == counts


@pytest.mark.rule("EIA-SET-01")
def test_guns_kill_on_the_other_side_before_each_round() -> None:
    """The artillery bombardment uses the casualty row of table 5-5."""
    guns = Force("D", "austria", 7, 90, 3, 2, artillery=20)
    setup = Setup((Force("A", "france", 9, 90, 3, 3), guns), ("Assault", "Defend"))
    fire = [
        step
        for step in battle_rounds.steps(setup)
        if isinstance(step, Roll) and step.name == "D.bombard2"
    ]
    assert len(fire) == 1
    printed = [combat_tables.modified_die("5-5", die).percent for die in range(1, 7)]
    lost = [combat_tables.casualties(percent, 20) for percent in printed]
    assert max(lost) > 0
    before = (0, 0, 3, 4, *[0] * 9)
    for at in range(6):
        after = fire[0].apply(before, fire[0].ways[0].effects[at])
        assert after == (0, 0, 3 + lost[at], 4, *[0] * 9)


def ready(chits: tuple[str, str], terrain: str = "clear", **second: Any) -> Setup:
    """A French force of 20 that may go round, and an Austrian one of 20."""
    first = Force("A", "france", 20, 40, 3, 2, outflanking=5)
    return Setup((first, Force("D", "austria", 20, 40, 3, 2, **second)), chits, terrain)


@pytest.mark.rule("EIA-SET-03")
@pytest.mark.parametrize(("terrain", "needed"), [("clear", 3), ("marsh", 2), ("desert", 3)])
def test_reinforcements_come_by_their_rating_and_the_terrain(terrain: str, needed: int) -> None:
    """*Reinforcement succeeds when the die is at most the strategic rating and the terrain's
    modifier*: rated 3, on a 3 in the clear and on a 2 in a marsh."""
    setup = ready(("Assault", "Counterattack"), terrain, reinforcements=(Reinforcement(4, 3),))
    (roll,) = [
        step
        for step in battle_rounds.steps(setup)
        if isinstance(step, Roll) and step.name == "D.reinforce1.2"
    ]
    assert roll.ways[0].effects == tuple(die <= needed for die in range(1, 7))


def faces(setup: Setup, name: str) -> tuple[bool, ...]:
    """On which faces the roll of that name succeeds."""
    (roll,) = [
        step for step in battle_rounds.steps(setup) if isinstance(step, Roll) and step.name == name
    ]
    return tuple(roll.ways[0].effects)


@pytest.mark.rule("EIA-SET-03")
@pytest.mark.parametrize(
    ("chits", "name", "most"),
    [
        (("Assault", "Withdraw"), "D.withdraw", 3), (("Echelon", "Withdraw"), "D.withdraw", 4),
        (("Outflank", "Withdraw"), "D.withdraw", 4), (("Outflank", "Cordon"), "", 0),
        (("Outflank", "Counterattack"), "A.outflank2", 3),
        (("Outflank", "Defend"), "A.outflank2", 4),
        (("Outflank", "Counterattack"), "A.outflank3", 5),
    ],
)  # fmt: skip
def test_withdrawals_and_arrivals_succeed_at_most_at_the_rating_and_what_is_added(
    chits: tuple[str, str], name: str, most: int
) -> None:
    """*Succeeds when the die is at most the strategic rating and the modifier*; both have 3."""
    setup = ready(chits)
    if name:
        assert faces(setup, name) == tuple(die <= most for die in range(1, 7))
    else:
        names = [step.name for step in battle_rounds.steps(setup) if isinstance(step, Roll)]
        assert not any("outflank" in each for each in names), "no force goes round"


@pytest.mark.rule("EIA-RNF-03", "EIA-SET-03")
def test_who_has_arrived_fights_on_other_tables_and_does_not_arrive_again() -> None:
    """Outflank against Counterattack: before and after the outflanking force is there the chart has
    tables of their own; what came before the second round is not rolled for before the third."""
    waits = (Reinforcement(8, 3),)
    first = Force("A", "france", 30, 90, 4, 2, outflanking=10)
    second = Force("D", "austria", 20, 90, 2, 2, reinforcements=waits)
    setup = Setup((first, second), ("Outflank", "Counterattack"))
    tables = [battle.table(setup, 0, 2, arrived) for arrived in (False, True)]
    assert tables[0] != tables[1]
    dice = {"A.outflank2": 4, "D.reinforce1.2": 3}
    table = Table(dice, 1, True, 6)
    taken: list[Any] = []
    run_procedure(
        walk(battle_rounds.steps(setup), battle.START, table.roll, nothing, taken, battle.is_over)
    )
    names = [one.rolled.name for one in taken]
    assert "A.outflank3" not in names
    assert "D.reinforce1.3" not in names
    purposes = {one.rolled.name: one.rolled.purpose for one in taken}
    assert purposes["A.round2"] == f"round 2, table {tables[1]}"


@pytest.mark.rule("EIA-SET-03")
def test_who_gets_away_from_an_outflanking_force_has_fought_one_round() -> None:
    setup = ready(("Outflank", "Withdraw"))
    dice = {"D.withdraw": 6, "A.round1": 1, "D.round1": 1, "A.outflank2": 6}
    after = played(setup, dice)
    assert (after[battle.END], after[battle.ROUND]) == (battle.WITHDREW, 1)


@pytest.mark.rule("EIA-LDR-02")
@pytest.mark.parametrize("at", [0, 1])
def test_the_guard_that_is_lost_is_lost_to_its_own_side(at: int) -> None:
    """On top of what has fallen before: at +2 a 6 costs what the Guard chart says."""
    forces = [Force(name, "france", 20, 90, 3, 2) for name in "AD"]
    forces[at] = forces[at]._replace(guards={2: Guard(2, "Ney", 9)})
    setup = Setup((forces[0], forces[1]), ("Assault", "Counterattack"))
    (roll,) = [
        step
        for step in battle_rounds.steps(setup)
        if isinstance(step, Roll) and "guard" in step.name
    ]
    fell = combat_tables.guard_lost(2, 6)
    assert fell > 0
    after = roll.apply((0, 0, 3, 5, *[0] * 9), roll.ways[0].effects[5])
    assert after == (0, 0, 3 + fell * (at == 0), 5 + fell * (at == 1), *[0] * 9)


@pytest.mark.rule("EIA-RNF-04")
def test_corps_that_have_joined_fire_with_the_others_and_can_be_hit() -> None:
    """Ten of twenty go round and are not there yet, eight have joined, three have fallen."""
    waits = (Reinforcement(8, 3),)
    first = Force("A", "france", 20, 90, 4, 2, outflanking=10, reinforcements=waits)
    setup = Setup((first, Force("D", "austria", 20, 90, 2, 2)), ("Outflank", "Counterattack"))
    state = list(battle.START)
    state[battle.LOST], state[battle.REINFORCED] = 3, 1
    assert battle.strength(setup, 0)(tuple(state)) == 15
    assert battle.exposed_factors(setup, 0)(tuple(state)) == 18
    state[battle.ARRIVED] = 1
    assert battle.strength(setup, 0)(tuple(state)) == 15 + 2 * 10
    assert battle.exposed_factors(setup, 0)(tuple(state)) == 28


@pytest.mark.rule("EIA-SET-03")
@pytest.mark.parametrize(
    ("chits", "nations", "more"),
    [
        (("Assault", "Defend"), ("turkey", "russia"), (0, 10)),
        (("Assault", "Defend"), ("russia", "turkey"), (0, 0)),
        (("Probe", "Defend"), ("france", "russia"), (0, 10)),
        (("Assault", "Counterattack"), ("turkey", "russia"), (10, 0)),
        (("Assault", "Counterattack"), ("russia", "turkey"), (0, 10)),
        (("Assault", "Counterattack"), ("turkey", "turkey"), (10, 10)),
        (("Probe", "Counterattack"), ("turkey", "russia"), (0, 0)),
    ],
)
def test_turks_who_attack_and_russians_who_defend_have_more_morale(
    chits: tuple[str, str], nations: tuple[str, str], more: tuple[int, int]
) -> None:
    """*A side with a Turkish commander: morale +1* in assault and counterattack; *Russian defending
    commander: morale +1* against assaults and probes, of the defender alone."""
    forces = [Force(name, nation, 20, 30, 3, 2) for name, nation in zip("AD", nations, strict=True)]
    setup = Setup((forces[0], forces[1]), chits)
    assert [battle.morale(setup, at)[0] - 30 for at in (0, 1)] == [*more]


@pytest.mark.rule("EIA-SET-01", "EIA-STK-02")
def test_one_horseman_against_none_is_superior_and_a_rating_ends_at_nought() -> None:
    """*At least twice the enemy cavalry factors*; and who brings one corps too many with a rating
    of 0 counts as rated 0."""

    def added(rating: int, cavalry: int = 0) -> list[tuple[int, str]]:
        first = Force("A", "france", 20, 30, 3, rating, cavalry)
        forces = first, Force("D", "austria", 20, 30, 3, 2)
        found = battle.modifiers(Setup(forces, ("Assault", "Counterattack")), 0, 1)
        return [(each.value, each.rule) for each in found]

    assert added(-1) == added(0)
    assert added(0, cavalry=1) == [*added(0), (1, "EIA-SET-01")]


@pytest.mark.rule("EIA-SET-01", "EIA-SET-03")
def test_a_withdrawal_is_easier_against_echelon_or_outflank_and_for_cavalry_alone() -> None:
    def added(attacker: str, horse: bool) -> list[tuple[int, str]]:
        setup = ready((attacker, "Withdraw"), all_cavalry=horse)
        return [(each.value, each.rule) for each in battle_rounds.withdrawal_modifiers(setup)]

    assert added("Assault", horse=False) == []
    assert added("Echelon", horse=False) == added("Outflank", False) == [(1, "EIA-SET-03")]
    assert added("Assault", horse=True) == [(1, "EIA-SET-01")]
    assert added("Echelon", horse=True) == [(1, "EIA-SET-03"), (1, "EIA-SET-01")]


@pytest.mark.rule("EIA-SET-03")
def test_an_outflanking_force_arrives_more_easily_against_defend_and_in_the_third_round() -> None:
    def added(chits: tuple[str, str], at: int, number: int, terrain: str = "clear") -> list[int]:
        found = battle_rounds.arrival_modifiers(ready(chits, terrain), at, number)
        return [each.value for each in found]

    assert added(("Outflank", "Defend"), 0, 2) == [1]
    assert added(("Outflank", "Defend"), 0, 3, "marsh") == [-1, 1, 2]
    assert added(("Outflank", "Counterattack"), 0, 2) == []
    assert added(("Assault", "Outflank"), 1, 3) == [2]


@pytest.mark.rule("EIA-SET-03")
@pytest.mark.parametrize("chits", [("Echelon", "Cordon"), ("Echelon", "Counterattack")])
def test_an_austrian_commander_has_one_more_in_echelon_against_cordon_alone(
    chits: tuple[str, str],
) -> None:
    found = [battle.modifiers(ready(chits), at, 1) for at in (0, 1)]
    whose = [any("Austrian" in each.why for each in side) for side in found]
    assert whose == [False, chits[1] == "Cordon"]


@pytest.mark.rule("EIA-SET-01")
def test_the_most_that_guns_kill_is_that_of_their_best_die() -> None:
    """Table 5-5 kills 10 in a hundred on a 1 and 25 on a 6."""
    assert battle_rounds.guns(20) == 5


@pytest.mark.rule("EIA-SET-03")
@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize(
    ("killed", "shaken", "breaks"),
    [(19, 39, False), (20, 0, True), (21, 0, True), (0, 40, True), (0, 41, True)],
)
def test_a_side_breaks_without_factors_or_without_morale(
    at: int, killed: int, shaken: int, breaks: bool
) -> None:
    """Twenty factors of morale 4: either loss, in full, ends it, and one less does not."""
    setup = ready(("Assault", "Counterattack"))
    state = list(battle.START)
    aimed = battle.AIMED + 2 * (1 - at)
    state[aimed : aimed + 2] = killed, shaken
    after = battle_rounds._after(setup, 2).apply(tuple(state))
    ended = (battle.ATTACKER_BROKE, battle.DEFENDER_BROKE)[at] if breaks else battle.GOING
    assert after[battle.END] == ended
    assert after[battle.ROUND] == (2 if breaks else 0)


@pytest.mark.rule("EIA-RNF-02", "EIA-RNF-03", "EIA-SET-03")
@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize(
    ("killed", "bits", "lost"),
    [(16, 0, 18), (18, 0, 20), (25, 0, 27), (27, 0, 29), (40, 0, 29), (40, 1, 29), (40, 2, 36)],
)
def test_what_a_side_can_lose_is_what_fights_and_what_waits_in_the_area(
    at: int, killed: int, bits: int, lost: int
) -> None:
    """*Surplus corps in the area take any leftover damage*: of twenty factors, four surplus ones,
    five that wait in the area and seven that wait elsewhere, two having fallen before. Who has
    joined counts wherever he waited; morale adds up, and what has come stays."""
    waits = (Reinforcement(5, 3, True), Reinforcement(7, 3))
    spare = [(4, waits) if side == at else (90, ()) for side in (0, 1)]
    sides = [Force(name, "spain", 20, 90, 3, 2, surplus=surplus, reinforcements=come)
             for name, (surplus, come) in zip("AD", spare, strict=True)]  # fmt: skip
    other = 1 - at
    state = [0] * len(battle.START)
    state[battle.LOST : battle.ARRIVED] = 2, 2, 10, 15
    state[battle.REINFORCED + at], state[battle.ARRIVED] = bits, 1
    # What A's fire does, and what D's does.
    hits = {other: (killed, 5), at: (1, 20)}
    state[battle.AIMED :] = *hits[0], *hits[1]
    setup = Setup((sides[0], sides[1]), ("Assault", "Counterattack"))
    after = battle_rounds._after(setup, 2).apply(tuple(state))
    assert after[battle.LOST + at] == lost
    assert after[battle.LOST + other] == 3
    assert after[battle.SHAKEN + at] == (10, 15)[at] + 5
    assert after[battle.SHAKEN + other] == (10, 15)[other] + 20
    broke = lost >= 20 + (5 if bits == 1 else 7 if bits == 2 else 0)
    beaten = (battle.ATTACKER_BROKE, battle.DEFENDER_BROKE)[at]
    assert after[:2] == ((beaten, 2) if broke else (battle.GOING, 0))
    assert (after[battle.REINFORCED + at], after[battle.REINFORCED + other]) == (bits, 0)
    assert after[battle.ARRIVED] == 1


@pytest.mark.rule("EIA-SET-03")
@pytest.mark.parametrize(
    ("hits", "end"),
    [
        ((9, 29, 19, 49), battle.GOING), ((10, 0, 19, 49), battle.DEFENDER_BROKE),
        ((0, 30, 0, 49), battle.DEFENDER_BROKE), ((9, 29, 20, 0), battle.ATTACKER_BROKE),
        ((9, 0, 0, 50), battle.ATTACKER_BROKE), ((10, 0, 0, 50), battle.BOTH_BROKE),
    ],
)  # fmt: skip
def test_each_side_stands_by_its_own_factors_and_morale(hits: tuple[int, ...], end: int) -> None:
    """Twenty of morale 5 attack ten of morale 3; what either has lost before is its own, too."""
    forces = Force("A", "france", 22, 53, 3, 2), Force("D", "spain", 11, 34, 3, 2)
    state = (0, 0, 2, 1, 3, 4, 0, 0, 0, *hits)
    setup = Setup(forces, ("Assault", "Counterattack"))
    after = battle_rounds._after(setup, 1).apply(state)
    assert after[battle.END] == end
    assert after[battle.LOST : battle.ARRIVED] == (
        2 + hits[2], 1 + hits[0], 3 + hits[3], 4 + hits[1]
    )  # fmt: skip


@pytest.mark.rule("EIA-SET-03")
def test_both_sides_break_where_both_are_shaken_in_one_round() -> None:
    """Fire takes effect at once on both sides: neither is spared by the other's flight."""
    state = list(battle.START)
    state[battle.AIMED :] = 0, 40, 0, 40
    after = battle_rounds._after(ready(("Assault", "Counterattack")), 1).apply(tuple(state))
    assert (after[battle.END], after[battle.ROUND]) == (battle.BOTH_BROKE, 1)
    assert battle_rounds.loser(after) is None


@pytest.mark.rule("EIA-RNF-04")
@pytest.mark.parametrize(
    ("bits", "at", "joined"),
    [((0, 0), 0, 0), ((0, 0), 1, 0), ((1, 2), 0, 5), ((1, 2), 1, 7), ((3, 0), 0, 12),
     ((3, 0), 1, 0), ((4, 0), 0, 11)],
)  # fmt: skip
def test_the_factors_of_reinforcements_are_those_of_a_side_that_have_come(
    bits: tuple[int, int], at: int, joined: int
) -> None:
    """Three reinforcements of five, seven and eleven factors, a bit each."""

    class Corps(NamedTuple):
        factors: int

    class Side(NamedTuple):
        reinforcements: tuple[Corps, ...] = (Corps(5), Corps(7), Corps(11))

    state = [0] * (battle.REINFORCED + 3)
    state[battle.REINFORCED : battle.REINFORCED + 2] = bits
    side: Any = Side()
    assert battle.factors_joined(side, tuple(state), at) == joined
