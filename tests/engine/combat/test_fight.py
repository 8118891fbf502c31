"""The two days and the pursuit on land (FIG, PUR)."""

import pytest

from engine.chances import steps
from engine.chances.steps import NOT_ROLLED, Roll, State, Step, run_procedure
from engine.combat import fight as fights
from engine.combat import major_battle, volleys
from engine.combat import pursuit as pursuing
from engine.combat.losses import destruction, inflicted
from engine.combat.prepared_battle import (
    NOBODY,
    ROLLS,
    SEVEN,
    TRIED,
    WORSE,
    decode_end,
    encode_end,
)
from engine.land.battle import battle_math
from engine.land.battle.contingents import Contingent
from engine.modifiers import total
from tests.engine.fighting import (
    FRAHIS,
    Script,
    examples,
    fight,
    first,
    french,
    prepared,
    second,
    spanish,
)


def rolls(found: list[Step]) -> list[Roll]:
    return [step for step in found if isinstance(step, Roll)]


def roll(found: list[Step], name: str) -> Roll:
    return next(step for step in rolls(found) if step.name == name)


def unpursued(setup: battle_math.Setup, state: State) -> State:
    """The state after a pursuit in which nobody may roll."""
    for step in pursuing.pursuit(setup):
        if isinstance(step, steps.Test):
            state = step.apply(state)
        else:
            assert isinstance(step, steps.Roll)
            assert step.which(state) == NOT_ROLLED
    return state


@pytest.mark.rule("FIG-01")
def test_the_example_roll_by_roll() -> None:
    fought = fight(prepared(), FRAHIS, HIS_retreat1=True)
    states = {each.rolled.name: each for each in fought.taken}
    for step in ("fire1", "shock1", "fire2", "shock2"):
        then = examples()[f"frahis-{step}"]["then"]
        for at, name in enumerate(("FRA", "HIS")):
            roll = states[f"{name}.{step}"]
            wanted = then["rolls"][name]
            assert roll.rolled.modifier == wanted["modifier"]
            assert roll.rolled.result == wanted["total"]
            assert roll.effect == (wanted["losses_thirds"], wanted["stars"])
            after = states[f"HIS.{step}"].after
            assert after[2 + at] == then["inflicted_thirds"][name]
            assert after[at] == then["stars_inflicted"][name]
    retreat = states["HIS.retreat1"]
    assert (
        f"at most {examples()['frahis-retreat1']['then']['threshold']} " in retreat.rolled.purpose
    )
    assert retreat.effect is False
    for at, name in enumerate(("FRA", "HIS")):
        wanted = examples()["frahis-drm-day2"]["then"]["drm"][name]
        assert {roll: fought.drm(at)[roll] for roll in wanted} == wanted


@pytest.mark.rule("PAR-21", "PAR-22", "FIG-09", "FIG-12", "PUR-07")
def test_the_variations_of_the_example() -> None:
    """Conscripts of one side or of the other, and arquebuses on both."""
    drill = fight(prepared(french(), spanish(veteran=False)), FRAHIS, HIS_retreat1=True)
    last = next(each.after for each in drill.taken if each.rolled.name == "HIS.shock2")
    assert last[0] == drill.setup.forces[1].morale == 3, "routed by the last Shock already"
    assert (decode_end(drill.state[-1]), drill.routed(1)) == (("shock2", 0), True)
    days = {name: die for name, die in FRAHIS.items() if name != "FRA.pursuit"}
    tie = fight(prepared(french(veteran=False), spanish()), days, HIS_retreat1=True)
    assert [tie.setup.forces[at].morale - tie.morale_lost(at) for at in (0, 1)] == [1, 1]
    assert tie.winner is None
    old = (french(technology="arquebus"), spanish(technology="arquebus"))
    mild = fight(prepared(*old), days, HIS_retreat1=True)
    assert [force.morale for force in mild.setup.forces] == [3, 4]
    assert [(mild.inflicted(at).rolled, mild.morale_lost(1 - at)) for at in (0, 1)] == [
        (6, 3), (6, 2),
    ]  # fmt: skip


@pytest.mark.rule("FIG-15", "FIG-A5", "LOS-03", "LOS-19")
def test_destruction_is_looked_at_after_the_first_day() -> None:
    example = examples()["frahis-day1-destruction-check"]
    setup = prepared()
    hits = example["given"]["inflicted_thirds"]
    for at, name in enumerate(("FRA", "HIS")):
        small, final = inflicted(setup.forces[at], hits[name])
        assert small == example["then"]["inflicted_small_thirds"][name]
        assert final == example["then"]["inflicted_final_thirds"][name]
    weak = prepared(french(), spanish(units="LD", leader="000"))
    dice = {"FRA.fire1": 5, "HIS.fire1": 1, "FRA.shock1": 5, "HIS.shock1": 1, "FRA.pursuit": 1}
    fought = fight(weak, dice)
    # 3 thirds by a stack of 8 LD at +1 are 1 1/3: more than the one detachment.
    assert (fought.ended, fought.winner) == ("destroyed1", 0)


@pytest.mark.rule("FIG-01")
def test_totals_beyond_the_table_read_as_its_ends() -> None:
    fought = fight(
        prepared(french(leader="055"), spanish(leader="000"), terrain="plain"),
        {"FRA.fire1": 10, "HIS.fire1": 1, "FRA.shock1": 10, "HIS.shock1": 1, "FRA.pursuit": 1},
    )
    assert [each.rolled.result for each in fought.taken][:3] == [13, 1, 14]
    assert (fought.ended, fought.winner) == ("shock1", 0)


@pytest.mark.rule("FIG-12", "FIG-A2", "PUR-07")
def test_both_routed_by_one_roll() -> None:
    even = prepared(first(veteran=False, technology="medieval"),
                    second(veteran=False, technology="medieval"))  # fmt: skip
    fought = fight(even, {"FRA.shock1": 9, "HIS.shock1": 9})
    assert (fought.ended, fought.winner) == ("shock1", None)
    assert fought.routed(0)
    assert fought.routed(1)
    assert fights.retreats(even, None) == (0, 1)


@pytest.mark.rule("FIG-33")
def test_two_veteran_medieval_stacks() -> None:
    even = prepared(first(technology="medieval"), second(technology="medieval"))
    assert [force.morale for force in even.forces] == [2, 2]
    fought = fight(even, {"FRA.shock1": 9, "HIS.shock1": 8, "FRA.pursuit": 3})
    assert (fought.ended, fought.winner, fought.routed(1)) == ("shock1", 0, True)


@pytest.mark.rule("FIG-07", "FIG-08", "FIG-09", "FIG-11")
def test_what_technology_makes_of_fire() -> None:
    then = examples()["destruction-rolls"]["then"]["after_arquebus_thirds"]
    printed = examples()["destruction-rolls"]["then"]["as_printed_on_crt_thirds"]
    for name in ("HIS", "TUR"):
        fire1, shock, fire2 = printed[name]
        found = [volleys.fire_losses("half_down", fire1), shock,
                 volleys.fire_losses("half_down", fire2)]  # fmt: skip
        assert found == then[name]
    old = prepared(first(technology="renaissance"), second(technology="renaissance"))
    fought = fight(old, {"FRA.fire1": 10, "HIS.fire1": 3, "FRA.shock1": 3, "HIS.shock1": 3,
                         "FRA.fire2": 3, "HIS.fire2": 3, "FRA.shock2": 3, "HIS.shock2": 3,
                         "FRA.pursuit": 3})  # fmt: skip
    assert fought.taken[0].effect == (0, 2)
    loose = second(technology="renaissance", units="LD LD LD LD LD")
    names = [step.name for step in rolls(fights.days(prepared(first(), loose)))]
    assert "HIS.fire1" not in names
    assert "HIS.fire2" not in names
    rotw = [step.name for step in rolls(fights.days(prepared(first(), loose, map="rotw")))]
    assert "HIS.fire1" in rotw


@pytest.mark.rule("FIG-18", "FIG-20", "FIG-22", "FIG-23")
@pytest.mark.parametrize("interception", [False, True])
def test_who_decides_first_to_retreat(interception: bool) -> None:
    quiet = {f"{name}.{roll}": 1 for name in ("FRA", "HIS") for roll in ROLLS}
    quiet |= {"FRA.retreat1": 10, "HIS.retreat1": 10, "FRA.pursuit": 1, "HIS.pursuit": 1}
    script = Script(quiet, {"FRA.retreat1": True, "HIS.retreat1": True})
    even = prepared(first(), second(), interception=interception)
    run_procedure(fights.fight(even, script.roll, script.decide))
    order = ["FRA.retreat1", "HIS.retreat1"]
    assert script.questions == (order if interception else order[::-1])
    gone = Script({**quiet, "FRA.retreat1": 1, "HIS.retreat1": 1}, script.decisions)
    fought = run_procedure(fights.fight(even, gone.roll, gone.decide))
    assert (fought.ended, fought.winner) == ("retreat1", 1 if interception else 0)
    assert len(gone.questions) == 1


@pytest.mark.rule("FIG-19", "FIG-24", "FIG-25", "FIG-A8")
def test_a_retreat_that_fails_helps_the_enemy() -> None:
    fought = fight(prepared(), FRAHIS, HIS_retreat1=True)
    assert [fought.drm(0)[roll] for roll in ("fire1", "fire2")] == [2, 2]
    bonus = next(each for each in fought.taken if each.rolled.name == "FRA.shock2")
    assert "FIG-25" in {each.rule for each in bonus.rolled.modifiers}
    bold = prepared(french(), spanish(leader="623"))
    retreat = roll(fights.days(bold), "HIS.retreat1")
    state: State = (0, 0, 0, 0, 0, 0)
    assert all(retreat.ways[retreat.which(state)].effects)


@pytest.mark.rule("FIG-28", "FIG-29", "FIG-30", "FIG-31", "LOS-11", "PUR-19")
@pytest.mark.parametrize(("name", "count"), [("natives-40", 40), ("natives-35", 35)])
def test_natives_roll_several_dice(name: str, count: int) -> None:
    example = examples()[name]["then"]
    troops = Contingent("natives", "A", ("LD",) * count, natives=True)
    native = second()._replace(contingents=(troops,))
    setup = prepared(first(), native, map="rotw")
    force = setup.forces[1]
    assert force.dice == example["dice"]
    assert force.last == 3 * example["last_die_detachments"]
    names = [step.name for step in rolls(fights.days(setup)) if step.name.startswith("HIS.fire")]
    assert names[:5] == ["HIS.fire1", *(f"HIS.fire1.{number}" for number in range(2, 6))]
    dice = {f"HIS.fire1{suffix}": 10 for suffix in ("", ".2", ".3", ".4", ".5")}
    dice |= {f"HIS.pursuit{suffix}": 1 for suffix in ("", ".2", ".3", ".4", ".5")}
    fought = fight(
        prepared(first(technology="medieval", veteran=False), native, map="rotw"),
        {**dice},
    )
    assert fought.morale_lost(0) == fought.taken[0].effect[1]
    losses = fought.taken[0].effect[0]
    assert fought.inflicted(1).rolled == 5 * losses
    assert fought.inflicted(1).small == 5 * losses + example["last_die_small_stack_thirds"]


@pytest.mark.rule("FIG-32", "LOS-12", "LOS-A4")
def test_large_stacks_that_are_no_natives_roll_one_die() -> None:
    turks = Contingent("turkey", "I", ("A+", "A+"), pashas=3)
    setup = prepared(first()._replace(contingents=(turks,)), second())
    assert (setup.forces[0].dice, setup.forces[0].strength) == (1, 33)
    assert inflicted(setup.forces[0], 6)[0] == 6


def test_pursuit_of_the_example() -> None:
    then = examples()["frahis-pursuit"]["then"]
    fought = fight(prepared(), FRAHIS, HIS_retreat1=True)
    pursuit = fought.taken[-1]
    assert pursuit.rolled.result == then["total"]
    assert pursuit.effect == (then["losses_thirds"], then["stars"])
    assert [fought.inflicted(at).rolled for at in (0, 1)] == [12, 9]
    assert [fought.morale_lost(at) for at in (1, 0)] == [4, 2]
    assert [fought.routed(at) for at in (0, 1)] == [False, True]


@pytest.mark.rule("PUR-02", "PUR-03", "PUR-08", "MAJ-A4")
def test_a_routed_side_wins_when_the_enemy_is_destroyed() -> None:
    then = examples()["destruction-check"]["then"]
    given = examples()["destruction-check"]["given"]
    his = second(units="A+", technology="arquebus", tercios=True)
    tur = first(units="A+ A+", technology="arquebus", veteran=False)._replace(
        name="TUR", contingents=(Contingent("turkey", "I", ("A+", "A+")),)
    )
    setup = prepared(his, tur, period="I")
    assert [force.morale for force in setup.forces] == [4, 2]
    assert [force.size_differential for force in setup.forces] == [-2, 2]
    hits = given["inflicted_thirds"]
    state: State = (2, 3, hits["HIS"], hits["TUR"], 0, encode_end("fire2", 0))
    state = unpursued(setup, state)
    fought = fights.end_of_fight(setup, state)
    assert fought.winner == 1
    assert fought.routed(1)
    assert not fought.routed(0)
    assert fought.inflicted(0)[1:] == (0, then["inflicted_final_thirds"]["HIS"])
    assert fought.inflicted(1).final == then["inflicted_final_thirds"]["TUR"]
    assert major_battle.major_battle(fought, (12, 0)) is None


@pytest.mark.rule("PUR-04")
def test_both_destroyed() -> None:
    setup = prepared(first(units="LD", size=7), second(units="LD", size=7), period="I")
    state: State = (0, 0, 30, 30, 0, encode_end("shock2", NOBODY))
    state = unpursued(setup, state)
    assert fights.end_of_fight(setup, state).winner is None


@pytest.mark.rule("PUR-06", "PUR-A1", "PUR-07")
@pytest.mark.parametrize(
    ("stars", "winner"), [((1, 0), 0), ((0, 1), 1), ((0, 2), 1), ((1, 1), None)]
)
def test_more_morale_left_wins(stars: tuple[int, int], winner: int | None) -> None:
    setup = prepared(first(), second())
    state: State = (*stars, 0, 0, 0, encode_end("shock2", NOBODY))
    for step in pursuing.pursuit(setup):
        if isinstance(step, steps.Test):
            state = step.apply(state)
    assert fights.end_of_fight(setup, state).winner == winner


@pytest.mark.rule("PUR-10", "PUR-11", "PUR-12", "PUR-13", "PUR-A3")
@pytest.mark.parametrize(
    ("stage", "modifier"),
    [("fire1", 3), ("shock1", 2), ("destroyed1", 2), ("retreat1", 2), ("fire2", 1), ("shock2", 0)],
)
def test_modifiers_of_the_pursuit(stage: str, modifier: int) -> None:
    setup = prepared(first(leader="004"), second(leader="001"), terrain="swamp")
    step = next(
        step for step in pursuing.pursuit(setup) if getattr(step, "name", "") == "FRA.pursuit"
    )
    way = step.ways[step.which((0, 0, 0, 0, 0, encode_end(stage, 0)))]  # type: ignore[union-attr]
    assert total(way.modifiers) == modifier + 3 - 1
    other = next(
        step for step in pursuing.pursuit(setup) if getattr(step, "name", "") == "HIS.pursuit"
    )
    way = other.ways[other.which((0, 0, 0, 0, 0, encode_end(stage, 1)))]  # type: ignore[union-attr]
    assert total(way.modifiers) == modifier - 1


def test_losses_as_players_draw_them() -> None:
    assert fights.loss_strokes(7) == "||."


@pytest.mark.rule("FIG-03", "FIG-04", "FIG-05", "FIG-17", "FIG-21", "FIG-26", "BAT-11")
def test_the_order_of_a_whole_battle() -> None:
    quiet = {f"{name}.{each}": 1 for name in ("FRA", "HIS") for each in ROLLS}
    quiet |= {"FRA.retreat1": 10, "HIS.retreat1": 10}
    script = Script(quiet, {"FRA.retreat1": True, "HIS.retreat1": True})
    fought = run_procedure(fights.fight(prepared(first(), second()), script.roll, script.decide))
    assert script.asked == [
        "FRA.fire1", "HIS.fire1", "FRA.shock1", "HIS.shock1", "HIS.retreat1", "FRA.retreat1",
        "FRA.fire2", "HIS.fire2", "FRA.shock2", "HIS.shock2",
    ]  # fmt: skip
    assert (fought.ended, fought.winner) == ("shock2", None)


@pytest.mark.rule("FIG-03")
def test_a_side_routed_by_a_roll_has_rolled_too() -> None:
    weak = prepared(first(technology="medieval", veteran=False), second(technology="medieval"))
    fought = fight(weak, {"FRA.shock1": 8, "HIS.shock1": 9, "HIS.pursuit": 1})
    assert fought.routed(0)
    assert fought.inflicted(0).rolled == 5


@pytest.mark.rule("FIG-27", "DRM-01")
def test_losses_of_the_first_day_change_nothing_on_the_second() -> None:
    hurt = {"FRA.fire1": 1, "HIS.fire1": 8, "FRA.shock1": 1, "HIS.shock1": 8, "FRA.fire2": 1,
            "HIS.fire2": 1, "FRA.shock2": 1, "HIS.shock2": 1, "HIS.pursuit": 1}  # fmt: skip
    fought = fight(prepared(first(units="A+ A+"), second()), hurt)
    # 8 LD less 5 thirds are no longer 3 LD more than 5 LD.
    assert fought.suffered(0) == 5
    assert fought.drm(0) | {"pursuit": None} == {
        "fire1": 0, "shock1": 1, "fire2": -1, "shock2": 0, "pursuit": None,
    }  # fmt: skip


@pytest.mark.rule("FIG-16", "PUR-18", "PUR-26", "PUR-09")
def test_a_destroyed_side_is_pursued_and_may_be_routed_by_it() -> None:
    setup = prepared(first(), second(units="LD LD LD", veteran=False, technology="arquebus"))
    destroyed_state: State = (1, 0, 18, 0, 0, encode_end("destroyed1", 0))
    step = roll(pursuing.pursuit(setup), "FRA.pursuit")
    stands = step.ways[step.which(destroyed_state)]
    after = step.apply(destroyed_state, stands.effects[8])
    fought = fights.end_of_fight(setup, after)
    # Column E: 9 + 2 for the first day is 11, which is 5 thirds and a star.
    assert fought.inflicted(0).rolled == 18 + 5
    assert fought.routed(1)
    assert not fights.end_of_fight(setup, destroyed_state).routed(1)


@pytest.mark.rule("PUR-01", "PUR-05", "FIG-A6")
def test_destruction_and_declared_winners() -> None:
    setup = prepared(first(), second(units="A-"))
    declared: State = (0, 1, 0, 0, 0, encode_end("retreat1", 1))
    for hits, winner in ((0, 1), (9, 0)):
        state = (*declared[:2], hits, *declared[3:])
        for step in pursuing.pursuit(setup):
            if isinstance(step, steps.Test):
                state = step.apply(state)
        assert fights.end_of_fight(setup, state).winner == winner
    both = prepared(first(units="A-", size=7), second(units="A-", size=7))
    test = next(
        step
        for step in fights.days(both)
        if isinstance(step, steps.Test) and step.apply((0, 0, 30, 30, 0, 0))[5]
    )
    assert decode_end(test.apply((0, 0, 30, 30, 0, 0))[5]) == ("destroyed1", NOBODY)


@pytest.mark.rule("LOS-05", "FIG-A7", "PUR-01")
@pytest.mark.parametrize("dice", [(3, 4), (4, 3), (1, 9), (10, 2)])
def test_each_side_of_seven_detachments_has_its_own_odd_or_even_die(dice: tuple[int, int]) -> None:
    """*Odd: a third less, even: nothing*: for each side by its own die, kept to the end."""
    setup = prepared(first(units="A+ A- LD"), second(units="A+ A- LD"))
    assert [force.strength for force in setup.forces] == [21, 21]
    thrown = {
        "FRA.fire1": 7, "HIS.fire1": 7, "FRA.shock1": 7, "HIS.shock1": 7, "FRA.fire2": 7,
        "HIS.fire2": 7, "FRA.shock2": 7, "HIS.shock2": 7, "FRA.small7": dice[0],
        "HIS.small7": dice[1], "HIS.pursuit": 1, "FRA.pursuit": 1,
    }  # fmt: skip
    script = Script(thrown)
    fought = run_procedure(fights.fight(setup, script.roll, script.decide))
    assert fought.ended == "shock2"
    for at, die in enumerate(dice):
        rolled = fought.inflicted(at).rolled
        assert rolled > 1
        assert fought.inflicted(at).small == rolled - die % 2
        assert fought.inflicted(at)[1:] == inflicted(setup.forces[at], rolled, 2 - die % 2)


@pytest.mark.rule("FIG-17", "FIG-25")
def test_a_failed_attempt_to_break_off_takes_nothing_but_the_chance() -> None:
    """The stars, the losses and the end stay as they are; the enemy is helped on the second day."""
    setup = prepared(first(), second())
    for at in (0, 1):
        attempt = fights._retreat(setup, at)
        before = (1, 2, 3, 4, 0, 1)
        after = attempt.apply(before, False)
        assert after[:4] == before[:4]
        assert after[5] == before[5]
        assert after[4] == TRIED[at]
        assert attempt.apply(after, False)[4] == TRIED[at]
        assert decode_end(attempt.apply(before, True)[5]) == ("retreat1", 1 - at)


@pytest.mark.rule("RET-01", "RET-23")
@pytest.mark.parametrize(
    ("interception", "winner", "withdraws", "order"),
    [
        (False, None, False, ("phasing", "other")), (True, None, False, ("other", "phasing")),
        (False, "phasing", False, ("other",)), (False, "other", False, ("phasing",)),
        (True, "phasing", False, ("other",)), (False, "phasing", True, ("other", "phasing")),
        (True, "other", True, ("phasing", "other")), (True, "phasing", True, ("other", "phasing")),
    ],
)  # fmt: skip
@pytest.mark.parametrize("phasing", [0, 1])
def test_every_side_that_did_not_win_retreats_and_in_which_order(
    interception: bool, winner: str | None, withdraws: bool, order: tuple[str, ...], phasing: int
) -> None:
    """*Interception battle, non-phasing first; regular battle, phasing first; a winner that chooses
    to retreat is always second*, whichever side was given first."""
    sides = [first(phasing=not phasing), second(phasing=bool(phasing))]
    setup = prepared(*sides, interception=interception)
    number = {"phasing": phasing, "other": 1 - phasing}
    won = None if winner is None else number[winner]
    assert fights.retreats(setup, won, withdraws) == tuple(number[each] for each in order)


@pytest.mark.rule("FIG-12", "FIG-01", "FIG-03")
@pytest.mark.parametrize(
    ("stage", "number"), [("fire1", 0), ("shock1", 1), ("fire2", 3), ("shock2", 4)]
)
def test_after_each_of_the_four_rolls_a_side_is_routed_by_as_many_stars_as_its_morale(
    stage: str, number: int
) -> None:
    """*At least as many stars as its morale*: of morale 2 and 3 one star less does nothing, as many
    rout the one, the other or both; after the last roll it is over all the same."""
    setup = prepared(
        first(technology="medieval"), second(technology="medieval", tercios=True)
    )  # fmt: skip
    assert [force.morale for force in setup.forces] == [2, 3]
    test = [step for step in fights.days(setup) if isinstance(step, steps.Test)][number]
    for stars, winner in (((3, 1), 0), ((2, 2), 1), ((3, 2), NOBODY), ((4, 3), NOBODY)):
        assert decode_end(test.apply((*stars, 0, 0, 0, 0))[5]) == (stage, winner)
    left = test.apply((2, 1, 5, 6, TRIED[0], 0))
    over = encode_end("shock2", NOBODY) if stage == "shock2" else 0
    assert left == (2, 1, 5, 6, TRIED[0], over)


@pytest.mark.rule("FIG-06", "FIG-A1")
@pytest.mark.parametrize(
    ("stars", "marked"), [((0, 0), None), ((1, 1), None), ((0, 1), 0), ((2, 1), 1), ((3, 0), 1)]
)
def test_at_sea_the_side_that_has_suffered_more_stars_so_far_bears_the_mark(
    stars: tuple[int, int], marked: int | None
) -> None:
    """*The side that has suffered more stars so far rolls at -1; equal stars, nobody*: whoever bore
    it before; other marks and the numbers stay."""
    for before in (0, WORSE[0], WORSE[1]):
        kept = TRIED[0] | TRIED[1] | SEVEN[1]
        found = fights.with_star_mark((*stars, 4, 5, before | kept, 0))
        assert found == (*stars, 4, 5, kept | (0 if marked is None else WORSE[marked]), 0)


@pytest.mark.rule("FIG-15", "FIG-A5", "PUR-01", "LOS-05")
@pytest.mark.parametrize(
    ("hits", "die", "dead"), [(2, 2, False), (3, 2, True), (3, 1, False), (4, 1, True)]
)
def test_who_has_suffered_his_size_is_destroyed_by_the_odd_or_even_die_of_the_other(
    hits: int, die: int, dead: bool
) -> None:
    """*Losses exactly equal to the size: equality destroys*; of 7 LD an odd die takes a third off
    before. Other marks are no die."""
    marks = WORSE[1] + TRIED[0] + TRIED[1]
    seven = {"units": "A+ A- LD", "size": 4}
    falls = destruction(prepared(first(**seven), second(units="LD", size=4)))
    assert falls((0, 0, hits, 0, marks + SEVEN[0] * die, 0)) == (False, dead)
    falls = destruction(prepared(first(units="LD", size=4), second(**seven)))
    assert falls((0, 0, 0, hits, marks + SEVEN[1] * die, 0)) == (dead, False)


@pytest.mark.rule("FIG-15", "PUR-01")
def test_what_a_battle_inflicts_at_least_on_a_routed_side_may_destroy_it() -> None:
    """As many stars as its morale, and one less: at sea a routed side loses something."""
    setup = prepared(first(units="LD"), second(units="LD"))
    one, other = (each._replace(least_of_routed=3, losses={}) for each in setup.forces)
    falls = destruction(setup._replace(forces=(one, other)))
    assert (one.morale, other.morale) == (4, 4)
    for stars, dead in (((3, 3), (False, False)), ((4, 3), (False, True)), ((3, 4), (True, False))):
        assert falls((*stars, 0, 0, 0, 0)) == dead


@pytest.mark.rule("PUR-02", "PUR-08")
@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize(("less", "pursues"), [(1, True), (0, False)])
def test_a_winner_pursues_unless_he_was_routed_himself(at: int, less: int, pursues: bool) -> None:
    """The enemy is destroyed; the winner has suffered one star less than his morale, or as many."""
    weak = {"units": "LD", "size": 4}
    setup = prepared(
        first(**({"size": 4} if at == 0 else weak)), second(**({"size": 4} if at else weak))
    )
    stars, hits = [0, 0], [0, 0]
    stars[1 - at], hits[at] = setup.forces[at].morale - less, 9
    state: State = (*stars, *hits, 0, encode_end("shock2", NOBODY))
    rolled = []
    for step in pursuing.pursuit(setup):
        if isinstance(step, steps.Test):
            state = step.apply(state)
        else:
            assert isinstance(step, Roll)
            rolled += [step.name] if step.which(state) != NOT_ROLLED else []
    assert decode_end(state[5]) == ("shock2", at)
    assert rolled == ([f"{setup.forces[at].name}.pursuit"] if pursues else [])


@pytest.mark.rule("FIG-08", "FIG-09", "FIG-10")
@pytest.mark.parametrize(
    ("rule", "losses"),
    [("none", [0, 0, 0, 0]), ("morale_only", [0, 0, 0, 0]), ("half_down", [0, 0, 1, 2]),
     ("half_up", [0, 1, 1, 3]), ("full", [0, 1, 2, 5])],
)  # fmt: skip
def test_what_a_fire_of_0_1_2_and_5_thirds_comes_to(rule: str, losses: list[int]) -> None:
    """*Stars but no losses; half the losses, rounded down to a third; rounded up to a third.*"""
    assert [volleys.fire_losses(rule, thirds) for thirds in (0, 1, 2, 5)] == losses


@pytest.mark.rule("FIG-28", "FIG-31", "LOS-11", "PUR-19")
@pytest.mark.parametrize(
    ("count", "dice", "last"), [(7, 1, 7), (8, 1, 8), (9, 2, 1), (16, 2, 8), (17, 3, 1)]
)
def test_each_8_ld_of_natives_or_part_of_them_roll_a_die(count: int, dice: int, last: int) -> None:
    """*Those of the last die are tallied apart*: a hit of the first counts as it is, one of the
    last in its own unit."""
    troops = Contingent("natives", "A", ("LD",) * count, natives=True)
    setup = prepared(first(), second()._replace(contingents=(troops,)), map="rotw")
    assert (setup.forces[1].dice, setup.forces[1].last) == (dice, 3 * last)
    fires = [each for each in rolls(fights.days(setup)) if each.name.startswith("HIS.shock1")]
    assert len(fires) == dice
    hits = [max(effect[0] for effect in each.ways[0].effects) for each in fires]
    stars = [max(effect[1] for effect in each.ways[0].effects) for each in fires]
    thirds = hits[0]
    assert hits == [thirds] * (dice - 1) + [thirds * (4096 if dice > 1 else 1)]
    assert stars == [stars[0]] + [0] * (dice - 1)
    assert stars[0] > 0


@pytest.mark.rule("LOS-11", "LOS-A3", "FIG-31")
@pytest.mark.parametrize(("count", "rolled", "small"), [(9, 2, 0), (9, 20, 3), (17, 20, 3)])
def test_the_last_die_of_natives_inflicts_no_more_than_those_it_stands_for(
    count: int, rolled: int, small: int
) -> None:
    """Of the last LD: of two thirds the small stack leaves nothing, of many no more than its own
    strength; what the others rolled is added whole."""
    troops = Contingent("natives", "A", ("LD",) * count, natives=True)
    setup = prepared(first(), second()._replace(contingents=(troops,)), map="rotw")
    assert inflicted(setup.forces[1], 4096 * rolled)[0] == small
    assert inflicted(setup.forces[1], 4096 * rolled + 5)[0] == small + 5
