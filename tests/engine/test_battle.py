from typing import Any

import pytest

from engine import battle, steps
from engine.battle import Commander, Contingent, Fate, casualty, removed
from engine.report import total
from engine.resolving.kind import finished
from engine.steps import NOT_ROLLED, Roll, State, Step
from tests.engine.fighting import (
    Script,
    examples,
    fight,
    french,
    prepared,
    spanish,
)

FRAHIS = {
    "FRA.fire1": 8, "HIS.fire1": 6, "FRA.shock1": 4, "HIS.shock1": 7, "HIS.retreat1": 7,
    "FRA.fire2": 2, "HIS.fire2": 9, "FRA.shock2": 6, "HIS.shock2": 5, "FRA.pursuit": 9,
}  # fmt: skip


def drm(setup: battle.Setup, at: int) -> tuple[int, ...]:
    return tuple(total(setup.forces[at].modifiers[roll]) for roll in battle.ROLLS)


def rolls(found: list[Step]) -> list[Roll]:
    return [step for step in found if isinstance(step, Roll)]


def roll(found: list[Step], name: str) -> Roll:
    return next(step for step in rolls(found) if step.name == name)


def unpursued(setup: battle.Setup, state: State) -> State:
    """The state after a pursuit in which nobody may roll."""
    for step in battle.pursuit(setup):
        if isinstance(step, steps.Test):
            state = step.apply(state)
        else:
            assert isinstance(step, steps.Roll)
            assert step.which(state) == NOT_ROLLED
    return state


def whys(setup: battle.Setup, at: int, roll: str) -> dict[str, int]:
    return {each.rule: each.value for each in setup.forces[at].modifiers[roll]}


# Parameters


@pytest.mark.rule("PAR-20", "PAR-21", "PAR-22")
@pytest.mark.parametrize("name", ["frahis-morale", "frahis-morale-arquebus"])
def test_morale_of_the_example(name: str) -> None:
    example = examples()[name]
    technology = example["given"]["sides"]["FRA"]["technology"]
    setup = prepared(french(technology=technology), spanish(technology=technology))
    assert {force.name: force.morale for force in setup.forces} == example["then"]["morale"]
    for force in setup.forces:
        rules = {"PAR-20": "technology", "PAR-21": "veteran", "PAR-22": "tercios"}
        parts = dict.fromkeys(rules.values(), 0)
        parts |= {rules[part.rule]: part.value for part in force.morale_parts}
        assert parts == example["then"]["parts"][force.name]


@pytest.mark.rule("PAR-20", "PAR-A6")
@pytest.mark.parametrize(
    ("own", "enemy", "tercios", "morale"),
    [
        ("medieval", "lace", False, 1),
        ("renaissance", "medieval", False, 1),
        ("renaissance", "renaissance", False, 2),
        ("renaissance", "medieval", True, 2),
        ("medieval", "medieval", True, 2),
        ("arquebus", "medieval", False, 2),
        ("lace", "lace", True, 3),
    ],
)
def test_morale_by_technology(own: str, enemy: str, tercios: bool, morale: int) -> None:
    one = french(technology=own, tercios=tercios, veteran=False)
    assert prepared(one, spanish(technology=enemy)).forces[0].morale == morale


@pytest.mark.rule("PAR-24", "PAR-25")
def test_columns() -> None:
    then = examples()["frahis-columns"]["then"]["columns"]
    setup = prepared()
    for force in setup.forces:
        assert {"fire": force.fire_column, "shock": force.shock_column} == then[force.name]
    mixed = prepared(french(technology="medieval"), spanish(technology="baroque"))
    first, second = mixed.forces
    assert (first.fire_column, first.shock_column) == (None, "C")
    assert (second.fire_column, second.shock_column) == ("A", "A")


@pytest.mark.rule("PAR-04", "PAR-05")
def test_replacement_leaders() -> None:
    assert battle.replacement(battle.replacement_line("spain"), 4).digits == "311"
    assert battle.replacement_line("bavaria") == "minor"
    assert battle.replacement_line("incas", natives=True) == "natives"
    assert battle.replacement_line("turkey", vizier=True) == "vizier"


@pytest.mark.rule("PAR-10")
def test_a_vizier_is_good_at_sieges_on_an_odd_die() -> None:
    assert [battle.replacement("vizier", die).siege for die in (1, 2)] == [1, 0]


@pytest.mark.rule("EVA-03", "EVA-A2")
def test_evasion() -> None:
    assert total(battle.evasion_modifiers(4, 2)) == 2
    assert battle.evasion_modifiers(0, 5) == ()
    assert [battle.evades(result) for result in (7, 8)] == [False, True]


# Modifiers


@pytest.mark.rule("DRM-03", "DRM-04", "DRM-05", "DRM-17", "DRM-28", "DRM-31")
def test_modifiers_of_the_example() -> None:
    then = examples()["frahis-drm"]["then"]
    setup = prepared()
    names = {
        "DRM-03": "fire differential", "DRM-04": "shock differential",
        "DRM-31": "structural cavalry, class IV", "DRM-28": "at least 3 LD more",
        "DRM-17": "against tercios",
    }  # fmt: skip
    for at, force in enumerate(setup.forces):
        assert dict(zip(battle.ROLLS, drm(setup, at), strict=True)) == then["drm"][force.name]
        for roll, modifiers in then["modifiers"][force.name].items():
            found = whys(setup, at, f"{roll}1")
            assert {names[rule]: value for rule, value in found.items()} == modifiers
    then = examples()["frahis-drm-seven-detachments"]["then"]["drm"]
    setup = prepared(french(units="A+ A- LD"))
    for at, force in enumerate(setup.forces):
        assert dict(zip(battle.ROLLS, drm(setup, at), strict=True)) == then[force.name]


@pytest.mark.rule("DRM-27")
def test_artillery() -> None:
    then = examples()["frahis-artillery"]["then"]["artillery"]
    assert {force.name: force.artillery for force in prepared().forces} == then
    assert battle.stack_artillery([6, 3, 3]) == 8
    assert battle.stack_artillery([4, 1]) == 5
    assert battle.stack_artillery([4, 0]) == 4
    assert battle.stack_artillery([]) == 0
    for artillery, bonus in ((5, {}), (6, {"DRM-27": 1})):
        setup = prepared(french(artillery=artillery, leader="000"))
        assert whys(setup, 0, "fire1") == bonus


@pytest.mark.rule("DRM-A1")
def test_the_leaders_differential_is_at_most_three_unless_switched_off() -> None:
    one, other = french(leader="066"), spanish(leader="011")
    assert whys(prepared(one, other), 0, "fire1")["DRM-03"] == 3
    assert whys(prepared(one, other), 0, "shock1")["DRM-04"] == 3
    off = prepared(one, other, off=frozenset(("leader_cap",)))
    assert whys(off, 0, "fire1")["DRM-03"] == 5
    assert whys(off, 0, "shock2")["DRM-04"] == 5


PLAIN = (0, 0, -1, -1)


def second(**changes: Any) -> battle.Side:
    """A Spanish side of the second seat whose leader matters not."""
    return spanish(**{"tercios": False, "leader": "000", **changes})


def first(**changes: Any) -> battle.Side:
    """A French side without cavalry or leader, with troops as many as the enemy's."""
    given = {"leader": "000", "units": "A+ LD", "own": {"by_class": True}, **changes}
    return french(**given)._replace(
        contingents=(Contingent("portugal", "III", tuple(str(given["units"]).split())),)
    )


@pytest.mark.rule("DRM-05", "DRM-18")
def test_plain_ground_changes_nothing_but_the_second_day() -> None:
    setup = prepared(first(), second())
    assert drm(setup, 0) == drm(setup, 1) == PLAIN


@pytest.mark.rule("DRM-06", "DRM-A2")
def test_facing_the_ottomans() -> None:
    assert drm(prepared(first(ottoman_fright=True), second()), 0) == (0, -2, -1, -3)


@pytest.mark.rule("DRM-16")
def test_foraging() -> None:
    assert drm(prepared(first(), second(foraging=True)), 1) == (-1, -1, -1, -1)


@pytest.mark.rule("DRM-17", "DRM-A4")
def test_tercios_frighten_whoever_has_no_army_of_the_east() -> None:
    assert drm(prepared(first(), second(tercios=True)), 0) == (0, -1, -1, -2)
    for army_class in ("I", "IM", "II", "IIM"):
        eastern = first()._replace(contingents=(Contingent("arabia", army_class, ("A+", "LD")),))
        assert whys(prepared(eastern, second(tercios=True), terrain="swamp"), 0, "shock1") == {
            "DRM-19": -1
        }
    loose = first()._replace(contingents=(Contingent("arabia", "II", ("LD",) * 5),))
    assert "DRM-17" in whys(prepared(loose, second(tercios=True)), 0, "shock1")


@pytest.mark.rule("DRM-19", "DRM-A6", "DRM-20", "DRM-21")
@pytest.mark.parametrize(
    ("terrain", "interception", "phasing", "other"),
    [
        ("sparse_forest", False, -1, -1),
        ("dense_forest", True, -1, -1),
        ("northern_forest", False, -1, -1),
        ("swamp", False, -1, -1),
        ("desert", True, -1, -1),
        ("mountain", False, -1, 0),
        ("mountain", True, 0, 0),
    ],
)
def test_terrain(terrain: str, interception: bool, phasing: int, other: int) -> None:
    setup = prepared(first(), second(), terrain=terrain, interception=interception)
    assert drm(setup, 0) == (phasing, phasing, phasing - 1, phasing - 1)
    assert drm(setup, 1) == (other, other, other - 1, other - 1)


@pytest.mark.rule("DRM-22", "DRM-23", "DRM-35", "DRM-36")
@pytest.mark.parametrize("interception", [False, True])
def test_crossings(interception: bool) -> None:
    for crossing, fire, shock in (
        ("river", -1, -1),
        ("pass", -1, -1),
        ("strait", -2, -3),
        ("sea", -2, -3),
    ):
        setup = prepared(first(crossing=crossing), second(), interception=interception)
        assert drm(setup, 0) == (fire, shock, -1, -1)
        setup = prepared(first(), second(crossing=crossing), interception=interception)
        assert drm(setup, 1) == PLAIN
    river = prepared(first(crossing="river"), second(), terrain="mountain")
    assert drm(river, 0)[:2] == (-2, -2)
    landing = prepared(first(crossing="sea"), second(), terrain="dense_forest")
    assert drm(landing, 0)[:2] == (-3, -4)


@pytest.mark.rule("DRM-24", "DRM-25", "DRM-26", "DRM-A8")
def test_a_stack_without_an_army() -> None:
    loose = first(units="LD LD LD LD LD")
    assert whys(prepared(loose, second()), 0, "fire1") == {"DRM-24": -1}
    conquering = loose._replace(commander=Commander("C", 0, 0, 0, kind="conquistador"))
    assert whys(prepared(conquering, second(), period="IV"), 0, "fire1") == {}
    assert whys(prepared(conquering, second(), period="V"), 0, "fire1") == {"DRM-24": -1}
    governing = loose._replace(commander=Commander("G", 0, 0, 0, kind="governor"))
    assert whys(prepared(governing, second(), period="IV"), 0, "fire1") == {"DRM-24": -1}
    for units, malus in (("LD LD", {}), ("LD LDE LDE", {"DRM-24": -1})):
        native = second()._replace(
            contingents=(Contingent("natives", "A", tuple(units.split()), natives=True),)
        )
        assert whys(prepared(first(), native, map="rotw"), 1, "fire1") == malus


@pytest.mark.rule("DRM-28", "DRM-A10")
def test_three_detachments_more() -> None:
    larger = first(units="A+ A+")
    assert "DRM-28" in whys(prepared(larger, second(units="A+ LD")), 0, "shock2")
    assert "DRM-28" not in whys(prepared(larger, second(units="A+ LD LDE")), 0, "shock1")


@pytest.mark.rule("DRM-29", "DRM-30", "DRM-31", "DRM-32", "DRM-A9")
@pytest.mark.parametrize(
    ("country", "army_class", "terrain", "periods"),
    [
        ("poland", "IIM", "plain", "I II III IV"),
        ("poland", "IIM", "sparse_forest", "I II III IV"),
        ("poland", "IIM", "dense_forest", ""),
        ("sweden", "IIIM", "plain", "III IV V VI"),
        ("sweden", "IIIM", "northern_forest", "III IV V VI"),
        ("sweden", "IIIM", "dense_forest", "IV V"),
        ("saxony", "IIIM", "plain", "IV V"),
        ("france", "IV", "plain", "III IV V"),
        ("france", "IV", "sparse_forest", ""),
        ("england", "IVM", "plain", ""),
        ("spain", "III", "plain", ""),
    ],
)
def test_structural_cavalry(country: str, army_class: str, terrain: str, periods: str) -> None:
    troops = Contingent(country, army_class, ("A+", "LD"))
    found = []
    for period in ("I", "II", "III", "IV", "V", "VI", "VII"):
        setup = prepared(
            first()._replace(contingents=(troops,)), second(), terrain=terrain, period=period
        )
        if {"DRM-29", "DRM-30", "DRM-31", "DRM-32"} & set(whys(setup, 0, "shock1")):
            found.append(period)
    assert found == periods.split()


@pytest.mark.rule("DRM-33", "DRM-34", "PUR-14", "DRM-A5")
def test_sipahi_and_no_more_than_one_cavalry() -> None:
    turks = Contingent("turkey", "I", ("A+", "LD"), sipahi=True)
    poles = Contingent("poland", "IIM", ("A-",))
    for terrain, bonus in (("plain", 1), ("desert", 1), ("swamp", 0)):
        setup = prepared(
            first()._replace(contingents=(turks,)), second(units="A+ LD LD"), terrain=terrain
        )
        assert whys(setup, 0, "shock1").get("DRM-33", 0) == bonus
        assert ("PUR-14" in {each.rule for each in setup.forces[0].pursuit}) == bool(bonus)
    both = prepared(first()._replace(contingents=(turks, poles)), second(units="A+ A- LD"))
    assert total(both.forces[0].modifiers["shock1"]) == 1
    loose = turks._replace(units=("LD",) * 5)
    assert drm(prepared(first()._replace(contingents=(loose,)), second()), 0)[1] == 0


@pytest.mark.rule("BAT-08")
def test_an_explorer_halves_his_values_on_land() -> None:
    explorer = Commander("E", 5, 4, 3, kind="explorer")
    setup = prepared(first()._replace(commander=explorer), second())
    assert setup.forces[0].commander.digits == "221"
    assert drm(setup, 0) == (2, 1, 1, 0)


@pytest.mark.rule("LOS-13", "LOS-14", "LOS-15", "LOS-A5")
def test_sizes() -> None:
    def between(one: Contingent, other: Contingent, period: str = "I") -> int:
        setup = prepared(
            first()._replace(contingents=(one,)), second()._replace(contingents=(other,)),
            period=period,
        )  # fmt: skip
        assert setup.forces[1].size_differential == -setup.forces[0].size_differential
        return setup.forces[0].size_differential

    poland = Contingent("poland", "IIM", ("A+",))
    france = Contingent("france", "IV", ("A+",))
    spain = Contingent("spain", "III", ("A+",))
    turkey = Contingent("turkey", "I", ("A+",))
    found = [between(poland, france), between(france, spain), between(poland, spain)]
    assert found == [1, 1, 1]
    assert between(turkey, spain) == 2
    assert between(turkey._replace(reformed=True), spain) == 1
    assert battle.stack_size((turkey, spain._replace(units=("A-",))), "I") == 7 * 4 // 6


# The days


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


@pytest.mark.rule("FIG-15", "FIG-A5", "LOS-03", "LOS-19")
def test_destruction_is_looked_at_after_the_first_day() -> None:
    example = examples()["frahis-day1-destruction-check"]
    setup = prepared()
    hits = example["given"]["inflicted_thirds"]
    for at, name in enumerate(("FRA", "HIS")):
        small, final = setup.forces[at].inflicts(hits[name])
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
    assert battle.retreats(even, None) == (0, 1)


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
        found = [battle.fire_losses("half_down", fire1), shock,
                 battle.fire_losses("half_down", fire2)]  # fmt: skip
        assert found == then[name]
    old = prepared(first(technology="renaissance"), second(technology="renaissance"))
    fought = fight(old, {"FRA.fire1": 10, "HIS.fire1": 3, "FRA.shock1": 3, "HIS.shock1": 3,
                         "FRA.fire2": 3, "HIS.fire2": 3, "FRA.shock2": 3, "HIS.shock2": 3,
                         "FRA.pursuit": 3})  # fmt: skip
    assert fought.taken[0].effect == (0, 2)
    loose = second(technology="renaissance", units="LD LD LD LD LD")
    names = [step.name for step in rolls(battle.days(prepared(first(), loose)))]
    assert "HIS.fire1" not in names
    assert "HIS.fire2" not in names
    rotw = [step.name for step in rolls(battle.days(prepared(first(), loose, map="rotw")))]
    assert "HIS.fire1" in rotw


@pytest.mark.rule("FIG-18", "FIG-20", "FIG-22", "FIG-23")
@pytest.mark.parametrize("interception", [False, True])
def test_who_decides_first_to_retreat(interception: bool) -> None:
    quiet = {f"{name}.{roll}": 1 for name in ("FRA", "HIS") for roll in battle.ROLLS}
    quiet |= {"FRA.retreat1": 10, "HIS.retreat1": 10, "FRA.pursuit": 1, "HIS.pursuit": 1}
    script = Script(quiet, {"FRA.retreat1": True, "HIS.retreat1": True})
    even = prepared(first(), second(), interception=interception)
    finished(battle.fight(even, script.roll, script.decide))
    order = ["FRA.retreat1", "HIS.retreat1"]
    assert script.questions == (order if interception else order[::-1])
    gone = Script({**quiet, "FRA.retreat1": 1, "HIS.retreat1": 1}, script.decisions)
    fought = finished(battle.fight(even, gone.roll, gone.decide))
    assert (fought.ended, fought.winner) == ("retreat1", 1 if interception else 0)
    assert len(gone.questions) == 1


@pytest.mark.rule("FIG-19", "FIG-24", "FIG-25", "FIG-A8")
def test_a_retreat_that_fails_helps_the_enemy() -> None:
    fought = fight(prepared(), FRAHIS, HIS_retreat1=True)
    assert [fought.drm(0)[roll] for roll in ("fire1", "fire2")] == [2, 2]
    bonus = next(each for each in fought.taken if each.rolled.name == "FRA.shock2")
    assert "FIG-25" in {each.rule for each in bonus.rolled.modifiers}
    bold = prepared(french(), spanish(leader="623"))
    retreat = roll(battle.days(bold), "HIS.retreat1")
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
    names = [step.name for step in rolls(battle.days(setup)) if step.name.startswith("HIS.fire")]
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


@pytest.mark.rule("FIG-32", "LOS-12")
def test_large_stacks_that_are_no_natives_roll_one_die() -> None:
    turks = Contingent("turkey", "I", ("A+", "A+"), pashas=3)
    setup = prepared(first()._replace(contingents=(turks,)), second())
    assert (setup.forces[0].dice, setup.forces[0].strength) == (1, 33)
    assert setup.forces[0].inflicts(6)[0] == 6


# Pursuit


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
    state: State = (2, 3, hits["HIS"], hits["TUR"], 0, battle.ending("fire2", 0))
    state = unpursued(setup, state)
    fought = battle.concluded(setup, state)
    assert fought.winner == 1
    assert fought.routed(1)
    assert not fought.routed(0)
    assert fought.inflicted(0)[1:] == (0, then["inflicted_final_thirds"]["HIS"])
    assert fought.inflicted(1).final == then["inflicted_final_thirds"]["TUR"]
    assert battle.major(fought, (12, 0)) is None


@pytest.mark.rule("PUR-04")
def test_both_destroyed() -> None:
    setup = prepared(first(units="LD", size=7), second(units="LD", size=7), period="I")
    state: State = (0, 0, 30, 30, 0, battle.ending("shock2", battle.NOBODY))
    state = unpursued(setup, state)
    assert battle.concluded(setup, state).winner is None


@pytest.mark.rule("PUR-06", "PUR-A1", "PUR-07")
@pytest.mark.parametrize(("stars", "winner"), [((1, 0), 0), ((0, 2), 1), ((1, 1), None)])
def test_more_morale_left_wins(stars: tuple[int, int], winner: int | None) -> None:
    setup = prepared(first(), second())
    state: State = (*stars, 0, 0, 0, battle.ending("shock2", battle.NOBODY))
    for step in battle.pursuit(setup):
        if isinstance(step, steps.Test):
            state = step.apply(state)
    assert battle.concluded(setup, state).winner == winner


@pytest.mark.rule("PUR-10", "PUR-11", "PUR-12", "PUR-13", "PUR-A3")
@pytest.mark.parametrize(
    ("stage", "modifier"),
    [("fire1", 3), ("shock1", 2), ("destroyed1", 2), ("retreat1", 2), ("fire2", 1), ("shock2", 0)],
)
def test_modifiers_of_the_pursuit(stage: str, modifier: int) -> None:
    setup = prepared(first(leader="004"), second(leader="001"), terrain="swamp")
    step = next(
        step for step in battle.pursuit(setup) if getattr(step, "name", "") == "FRA.pursuit"
    )
    way = step.ways[step.which((0, 0, 0, 0, 0, battle.ending(stage, 0)))]  # type: ignore[union-attr]
    assert total(way.modifiers) == modifier + 3 - 1
    other = next(
        step for step in battle.pursuit(setup) if getattr(step, "name", "") == "HIS.pursuit"
    )
    way = other.ways[other.which((0, 0, 0, 0, 0, battle.ending(stage, 1)))]  # type: ignore[union-attr]
    assert total(way.modifiers) == modifier - 1


# Losses


def test_losses_of_the_example() -> None:
    then = examples()["frahis-losses"]["then"]
    fought = fight(prepared(), FRAHIS, HIS_retreat1=True)
    for at, name in enumerate(("FRA", "HIS")):
        done = fought.inflicted(at)
        assert done.small == then["inflicted_small_thirds"][name]
        assert done.final == then["inflicted_final_thirds"][name]
        assert fought.setup.forces[at].size_differential == then["size_differential"][name]


@pytest.mark.rule("LOS-06", "LOS-10")
def test_losses_are_capped_by_the_size_of_who_inflicts_them() -> None:
    example = examples()["capping-losses"]
    setup = prepared(first(units="A-"), second())
    small, _ = setup.forces[0].inflicts(example["given"]["inflicted_thirds"])
    assert small == example["then"]["inflicted_small_thirds"]


@pytest.mark.rule("LOS-02")
def test_losses_never_go_below_nothing() -> None:
    assert prepared(first(units="LD"), second()).forces[0].inflicts(1) == (0, 0)


@pytest.mark.rule("LOS-05", "FIG-A7")
def test_seven_detachments_roll_once_for_odd_or_even() -> None:
    setup = prepared(french(units="A+ A- LD"))
    force = setup.forces[0]
    assert (force.inflicts(6, 1)[0], force.inflicts(6, 2)[0]) == (5, 6)
    script = Script({**FRAHIS, "FRA.small7": 3, "FRA.retreat1": 1})
    finished(battle.fight(setup, script.roll, script.decide))
    assert script.asked.count("FRA.small7") == 1
    assert script.asked.index("FRA.small7") == 4
    routing = {"FRA.fire1": 10, "HIS.fire1": 1, "FRA.small7": 3, "FRA.pursuit": 1}
    fought = fight(
        prepared(french(units="A+ A- LD", leader="055"), spanish(veteran=False)), routing
    )
    assert fought.ended == "fire1"


@pytest.mark.rule("LOS-17", "LOS-18", "LOS-19", "LOS-20", "LOS-22", "LOS-23", "LOS-A6", "LOS-A7")
def test_losses_by_size() -> None:
    def after(own: int, enemy: int, thirds: int) -> int:
        setup = prepared(first(units="A+ A+", size=own), second(size=enemy))
        return setup.forces[0].inflicts(thirds)[1]

    assert [after(0, 7, thirds) for thirds in (1, 2, 3, 6, 9, 12, 15, 18)] == [
        1, 1, 2, 4, 7, 9, 12, 14]  # fmt: skip
    assert [after(4, 7, thirds) for thirds in (4, 18, 22)] == [4, 18, 22]
    assert [after(7, 4, thirds) for thirds in (1, 2, 3, 6, 9, 12, 15, 18)] == [
        1, 2, 4, 7, 11, 14, 18, 21]  # fmt: skip
    assert [after(7, 0, thirds) for thirds in (1, 2, 3, 6, 9, 12, 15, 18)] == [
        2, 3, 5, 8, 13, 17, 21, 24]  # fmt: skip
    assert after(7, 4, 7) == 7 + 1
    assert [after(7, 0, thirds) for thirds in (19, 20, 21)] == [25, 26, 27]
    assert after(0, 7, 21) == 17


# Retreat


@pytest.mark.rule("RET-17", "RET-33", "RET-36", "RET-A4")
def test_retreat_losses() -> None:
    fought = fight(prepared(), FRAHIS, HIS_retreat1=True)
    then = examples()["frahis-retreat"]["then"]
    assert battle.retreats(fought.setup, fought.winner) == (1,)
    script = Script({"HIS.losses": 2})
    assert finished(battle.retreat_losses(fought, 1, script.roll)) == then["retreat_thirds"]["HIS"]
    for at, name in enumerate(("FRA", "HIS")):
        assert removed(fought.setup, at, fought.suffered(at)) == 3 * then["losses"][name]
    force = fought.setup.forces[1]
    assert battle.retreat_way(force, True).effects == (0, 0, 1, 1, 2, 2, 3, 3, 3, 3)
    assert battle.retreat_way(force, False).effects == (0, 0, 0, 0, 0, 0, 1, 1, 2, 2)


@pytest.mark.rule("RET-01", "RET-04", "RET-23")
def test_the_order_of_retreats() -> None:
    regular, interception = prepared(), prepared(interception=True)
    assert battle.retreats(regular, 0) == (1,)
    assert battle.retreats(regular, 0, withdraws=True) == (1, 0)
    assert battle.retreats(regular, None) == (0, 1)
    assert battle.retreats(interception, None) == (1, 0)


@pytest.mark.rule("RET-21", "RET-24", "RET-25", "RET-A7")
def test_room_to_retreat_to() -> None:
    setup = prepared()
    assert removed(setup, 1, 4, 0, room=3) == 12
    assert removed(setup, 1, 13, 0, room=12) == 12
    assert battle.room((0, 1), 1, 0) is None
    assert battle.room((0, 1), 0, 0) == 0
    assert battle.room((1,), 1, 3) == 3


@pytest.mark.rule("RET-33")
def test_losses_are_rounded_in_europe_alone() -> None:
    assert [removed(prepared(), 0, thirds) for thirds in (1, 2, 4, 5)] == [0, 3, 3, 6]
    assert [removed(prepared(map="rotw"), 0, thirds) for thirds in (1, 2)] == [1, 2]


# Major battle


def test_the_example_is_a_major_battle() -> None:
    then = examples()["frahis-major"]["then"]
    fought = fight(prepared(), FRAHIS, HIS_retreat1=True)
    found = battle.major(fought, (6, 15))
    assert found is not None
    assert found.differential == 3 * then["loss_differential"]
    assert found.threshold == 3 * then["threshold"]
    assert found.stability == {0: 1, 1: -1}
    assert found.victory_points == {0: 5}


@pytest.mark.rule("MAJ-01", "MAJ-02", "MAJ-11", "MAJ-A1", "MAJ-A2")
def test_what_makes_a_battle_major() -> None:
    setup = prepared()
    assert battle.is_major(setup, 0, True, (6, 15))
    assert not battle.is_major(setup, 0, False, (6, 15))
    assert not battle.is_major(setup, None, True, (0, 15))
    assert not battle.is_major(setup, 0, True, (7, 15))
    large = prepared(french(size=7))
    assert not battle.is_major(large, 0, True, (3, 12))
    assert battle.is_major(large, 0, True, (3, 15))


@pytest.mark.rule("MAJ-04")
def test_a_major_battle_outside_europe_needs_a_european_army() -> None:
    far = prepared(first(), second(), map="rotw")
    assert battle.is_major(far, 0, True, (0, 9))
    loose = prepared(first(), second(units="LD LD LD LD LD"), map="rotw")
    assert not battle.is_major(loose, 0, True, (0, 9))
    assert battle.is_major(prepared(first(), second(units="LD LD LD LD LD")), 0, True, (0, 9))
    aztecs = second()._replace(contingents=(Contingent("aztecs", "A", ("A+",), european=False),))
    assert not battle.is_major(prepared(first(), aztecs, map="rotw"), 0, True, (0, 9))


@pytest.mark.rule("MAJ-05", "MAJ-06", "MAJ-07", "MAJ-08")
def test_what_a_major_battle_brings() -> None:
    fought = fight(prepared(), FRAHIS, HIS_retreat1=True)
    at_the_ends = battle.major(fought, (6, 15), (3, -3))
    assert at_the_ends is not None
    assert (at_the_ends.stability, at_the_ends.victory_points) == ({}, {0: 5})
    minor = fight(prepared(french(minor=True)), FRAHIS, HIS_retreat1=True)
    found = battle.major(minor, (6, 15))
    assert found is not None
    assert (found.stability, found.victory_points) == ({1: -1}, {})


# Leaders


def test_casualties_of_the_example() -> None:
    given = examples()["frahis-casualties"]["given"]
    then = examples()["frahis-casualties"]["then"]
    script = Script(given["dice"])
    france = casualty("FRA", french().commander, True, False, False, False, script.roll)
    assert finished(france).what == then["leaders"]["FRA"]
    spain = casualty("HIS", spanish().commander, False, True, True, False, script.roll)
    assert finished(spain) == Fate("wounded", then["leaders"]["HIS"]["wounded"])
    modifiers = battle.casualty_modifiers(spanish().commander, False, True)
    assert total(modifiers) == then["rolls"]["HIS"]["modifier"]


@pytest.mark.rule("LDR-02", "LDR-03", "LDR-04", "LDR-A1")
def test_modifiers_of_a_casualty() -> None:
    deadly = Commander("D", 3, 6, 2)
    assert total(battle.casualty_modifiers(deadly, True, False)) == -1
    assert total(battle.casualty_modifiers(deadly, False, True)) == -7
    white = deadly._replace(no_survival_malus=True)
    assert battle.casualty_modifiers(white, True, False) == ()


@pytest.mark.rule("LDR-05", "LDR-A3")
def test_small_enemies_kill_no_leader_in_europe() -> None:
    assert [battle.tests_casualty(strength, "europe") for strength in (8, 9)] == [False, True]
    assert battle.tests_casualty(1, "rotw")


@pytest.mark.rule("LDR-01", "LDR-06", "LDR-07", "LDR-10", "LDR-12", "LDR-A6")
def test_fates() -> None:
    def fate(commander: Commander, destroyed: bool, captor: bool, minor: bool, **dice: int) -> Fate:
        script = Script({f"X.{name}": die for name, die in dice.items()})
        found = finished(casualty("X", commander, False, destroyed, captor, minor, script.roll))
        assert len(script.asked) == len(dice)
        return found

    plain = Commander("P", 3, 3, 3)
    assert fate(plain, False, True, False, casualty=3) == battle.UNHURT
    assert fate(plain, False, True, False, casualty=2, wound=7) == Fate("killed")
    assert fate(plain, False, True, False, casualty=2, wound=10) == Fate("wounded", 5)
    nameless = plain._replace(anonymous=True)
    assert fate(nameless, False, True, False, casualty=1) == Fate("killed")
    assert fate(nameless, False, True, True, casualty=1, wound=2) == Fate("wounded", 1)
    king = plain._replace(monarch=True)
    assert fate(king, True, True, False, casualty=7) == Fate("captured")
    assert fate(king, True, False, False, casualty=7, wound=1) == Fate("killed")
    assert fate(king, False, True, False, casualty=2, wound=1) == Fate("killed")


def test_losses_as_players_draw_them() -> None:
    assert battle.tally(7) == "||."


# The sequence as a whole


@pytest.mark.rule("FIG-03", "FIG-04", "FIG-05", "FIG-17", "FIG-21", "FIG-26", "BAT-11")
def test_the_order_of_a_whole_battle() -> None:
    quiet = {f"{name}.{each}": 1 for name in ("FRA", "HIS") for each in battle.ROLLS}
    quiet |= {"FRA.retreat1": 10, "HIS.retreat1": 10}
    script = Script(quiet, {"FRA.retreat1": True, "HIS.retreat1": True})
    fought = finished(battle.fight(prepared(first(), second()), script.roll, script.decide))
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
    destroyed_state: State = (1, 0, 18, 0, 0, battle.ending("destroyed1", 0))
    step = roll(battle.pursuit(setup), "FRA.pursuit")
    stands = step.ways[step.which(destroyed_state)]
    after = step.apply(destroyed_state, stands.effects[8])
    fought = battle.concluded(setup, after)
    # Column E: 9 + 2 for the first day is 11, which is 5 thirds and a star.
    assert fought.inflicted(0).rolled == 18 + 5
    assert fought.routed(1)
    assert not battle.concluded(setup, destroyed_state).routed(1)


@pytest.mark.rule("PUR-01", "PUR-05", "FIG-A6")
def test_destruction_and_declared_winners() -> None:
    setup = prepared(first(), second(units="A-"))
    declared: State = (0, 1, 0, 0, 0, battle.ending("retreat1", 1))
    for hits, winner in ((0, 1), (9, 0)):
        state = (*declared[:2], hits, *declared[3:])
        for step in battle.pursuit(setup):
            if isinstance(step, steps.Test):
                state = step.apply(state)
        assert battle.concluded(setup, state).winner == winner
    both = prepared(first(units="A-", size=7), second(units="A-", size=7))
    test = next(
        step
        for step in battle.days(both)
        if isinstance(step, steps.Test) and step.apply((0, 0, 30, 30, 0, 0))[5]
    )
    assert battle.ended(test.apply((0, 0, 30, 30, 0, 0))[5]) == ("destroyed1", battle.NOBODY)


@pytest.mark.rule("LOS-01", "LOS-24")
def test_the_cap_comes_before_the_size_and_does_not_hold_after_it() -> None:
    setup = prepared(first(units="A-", size=7), second(size=0))
    assert setup.forces[0].inflicts(30) == (6, 8)


@pytest.mark.rule("LOS-A1")
def test_a_strength_between_two_columns_takes_the_lower_one() -> None:
    setup = prepared(first(units="LD LD LDE"), second(), map="rotw")
    assert setup.forces[0].inflicts(6)[0] == 6 - 4


@pytest.mark.rule("LOS-A3")
def test_the_cap_of_natives() -> None:
    troops = Contingent("natives", "A", ("LD",) * 10, natives=True)
    setup = prepared(first(), second()._replace(contingents=(troops,)), map="rotw")
    force = setup.forces[1]
    assert force.inflicts(3 + 20 * battle.LAST)[0] == 3 + 6
    assert force.inflicts(40)[0] == 30


@pytest.mark.rule("MAJ-10")
def test_two_detachments_suffer_no_major_defeat() -> None:
    setup = prepared(first(units="A+ A+"), second(units="A-"))
    assert not battle.is_major(setup, 0, True, (0, removed(setup, 1, 40)))
