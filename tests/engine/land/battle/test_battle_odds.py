import random
from fractions import Fraction

import pytest

from engine.chances import weighing
from engine.chances.distribution import mix
from engine.chances.steps import Pending, run_procedure
from engine.combat import fight, fight_odds, prepared_battle
from engine.combat.leader_casualties_math import Fate
from engine.combat.leaders import Commander
from engine.combat.major_battle import Ended
from engine.combat.prepared_battle import ROLLS, START
from engine.facts import tables
from engine.land.battle import battle_math, battle_odds
from engine.land.battle.contingents import Contingent
from tests.engine.fighting import Script, examples, french, prepared, spanish
from tests.engine.sampled import fought, random_battle, strays


def test_the_weights_are_whole_and_complete() -> None:
    setup = prepared()
    joint = battle_odds.battle(setup, {"HIS.retreat1": True, "FRA.retreat1": True})
    assert joint.whole == 10 ** (8 + 2 + 2 + 2)
    assert all(isinstance(weight, int) for weight in joint.weights.values())
    whole = joint.chance(lambda outcome: True)
    assert whole == 1
    for read in (lambda outcome: outcome.winner, lambda outcome: outcome.lost):
        assert sum(joint.spread(read).values()) == pytest.approx(1, abs=1e-12)


def test_every_die_fixed_leaves_the_one_outcome() -> None:
    dice = examples()["frahis-full"]["given"]["dice"]
    joint = battle_odds.battle(prepared(), {"HIS.retreat1": True}, dice)
    assert list(joint.weights) == [Ended(0, (False, True), (6, 15), (False, True))]


def test_a_fixed_die_is_a_tenth_of_the_whole() -> None:
    setup = prepared()
    free = battle_odds.battle(setup)
    parts = [battle_odds.battle(setup, dice={"FRA.fire1": face}) for face in range(1, 11)]
    mixture = mix((1, part) for part in parts)
    assert {key: Fraction(weight, mixture.whole) for key, weight in mixture.weights.items()} == {
        key: Fraction(weight, free.whole) for key, weight in free.weights.items()
    }


@pytest.mark.parametrize("seed", range(4))
def test_odds_agree_with_battles_fought(seed: int) -> None:
    assert strays(seed, 2000) == []


def test_no_outcome_is_met_that_the_odds_do_not_have() -> None:
    for seed in range(20):
        setup, decisions = random_battle(seed)
        exact = battle_odds.battle(setup, decisions)
        dice = random.Random(seed)
        assert {fought(setup, decisions, dice) for _ in range(20)} <= set(exact.weights)


def test_odds_from_the_middle_of_a_battle() -> None:
    class Stop(Exception):
        pass

    met: list[Pending] = []

    async def decide(name: str, question: str, pending: Pending) -> bool:
        met.append(pending)
        raise Stop

    dice = examples()["frahis-full"]["given"]["dice"]
    setup = prepared()
    with pytest.raises(Stop):
        run_procedure(fight.fight(setup, Script(dice).roll, decide))
    first_day = {name: die for name, die in dice.items() if name.endswith("1")}
    del first_day["HIS.retreat1"]
    whole = battle_odds.battle(setup, {}, first_day)
    there = battle_odds.battle_from(setup, met[0])
    for winner in (0, 1, None):
        chances = [joint.spread(lambda outcome: outcome.winner)[winner] for joint in (whole, there)]
        assert chances[0] == pytest.approx(chances[1], abs=1e-12)


def test_natives_of_several_dice_have_odds() -> None:
    troops = Contingent("natives", "A", ("LD",) * 15, natives=True)
    native = spanish(tercios=False, technology="medieval")._replace(contingents=(troops,))
    setup = prepared(french(), native, map="rotw")
    joint = battle_odds.battle(setup)
    assert joint.chance(lambda outcome: True) == 1
    dice = random.Random(5)
    decisions = dict.fromkeys(
        ("FRA.retreat1", "HIS.retreat1", "FRA.withdraw", "HIS.withdraw"), False
    )
    wins = sum(fought(setup, decisions, dice).winner == 0 for _ in range(1500)) / 1500
    assert wins == pytest.approx(joint.chance(lambda outcome: outcome.winner == 0), abs=0.06)


def test_battles_that_share_their_walks_are_those_fought_alone() -> None:
    leaders = [Commander("C", *values) for values in ((2, 4, 2), (4, 4, 2), (2, 1, 5), (2, 4, 2))]
    setups = [prepared(french()._replace(commander=leader), spanish()) for leader in leaders]
    for decisions in ({}, {"FRA.retreat1": True}):
        together = battle_odds.battles(setups, decisions)
        alone = [battle_odds.battle(setup, decisions) for setup in setups]
        for one, other in zip(together, alone, strict=True):
            assert {key: Fraction(weight, one.whole) for key, weight in one.weights.items()} == {
                key: Fraction(weight, other.whole) for key, weight in other.weights.items()
            }


@pytest.mark.parametrize("size", [11, 15, 20])
def test_the_last_die_of_natives_is_merged_without_loss(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def native() -> battle_math.Setup:
        troops = Contingent("natives", "A", ("LD",) * size, natives=True)
        stack = spanish(tercios=False, technology="medieval")._replace(contingents=(troops,))
        return prepared(french(units="A-"), stack, map="rotw")

    merged = battle_odds.battle(native())
    monkeypatch.setattr(fight_odds.Worth, "_kept", lambda self, prepared: None)
    monkeypatch.setattr(fight_odds.Worth, "_settled", lambda self, hits, die, routs: hits)
    whole = battle_odds.battle(native())
    assert {key: Fraction(weight, merged.whole) for key, weight in merged.weights.items()} == {
        key: Fraction(weight, whole.whole) for key, weight in whole.weights.items()
    }


def test_seven_detachments_have_odds() -> None:
    setup = prepared(french(units="A+ A- LD"))
    odd, even = (battle_odds.battle(setup, dice={"FRA.small7": die}) for die in (1, 2))
    both = battle_odds.battle(setup)
    for lost in (0, 3, 15):
        chances = [
            joint.spread(lambda outcome: outcome.lost[1]).get(lost, 0) for joint in (odd, even)
        ]
        mean = both.spread(lambda outcome: outcome.lost[1]).get(lost, 0)
        assert mean == pytest.approx(sum(chances) / 2, abs=1e-12)


def test_rout_alone_against_icepool() -> None:
    icepool = pytest.importorskip("icepool")
    setup = prepared()
    die = icepool.d10

    def stars(column: str, modifier: int) -> object:
        return die.map(lambda face: tables.combat_result(column, face + modifier).morale)

    first, second = setup.forces
    state = icepool.Die([(0, 0)])
    for roll in ROLLS:
        dice = [
            stars(
                (force.fire_column if "fire" in roll else force.shock_column) or "",
                sum(each.value for each in force.modifiers[roll]),
            )
            for force in (first, second)
        ]
        state = icepool.map(
            lambda before, a, b: (
                before
                if before[0] >= second.morale or before[1] >= first.morale
                else (before[0] + a, before[1] + b)
            ),
            state,
            *dice,
        )
    routed = (
        sum(weight for (a, _), weight in state.items() if a >= second.morale) / state.denominator()
    )
    ours = weighing.weigh_states(fight.days(setup), {START: 1}, over=fight.is_over)
    by_stars = sum(weight for state, weight in ours.items() if state[0] >= second.morale)
    # A side destroyed after the first day stops the days in ours: it had no rout before.
    destroyed = sum(
        weight
        for state, weight in ours.items()
        if prepared_battle.decode_end(state[5])[0] == "destroyed1"
    )
    whole = sum(ours.values())
    assert by_stars / whole <= routed
    assert (by_stars + destroyed) / whole >= routed


def test_fates_of_a_leader() -> None:
    general = Commander("G", 3, 3, 3)
    lost = fight_odds.fates("G", general, {(False, False, True): 1.0}, False)
    assert lost[Fate("unhurt")] == pytest.approx(0.8)
    assert lost[Fate("killed")] == pytest.approx(0.1)
    assert lost[Fate("wounded", 5)] == pytest.approx(0.02)
    assert sum(lost.values()) == pytest.approx(1, abs=1e-12)
    king = general._replace(monarch=True)
    taken = fight_odds.fates("G", king, {(False, True, True): 1.0}, False, {"G.casualty": 4})
    assert taken == {Fate("captured"): pytest.approx(1)}
