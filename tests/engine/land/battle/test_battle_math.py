import pytest

from engine.chances.steps import run_procedure
from engine.combat import fight as fights
from engine.combat import major_battle
from engine.combat.leaders import Commander
from engine.combat.losses import inflicted
from engine.combat.prepared_battle import LAST, ROLLS
from engine.land.battle import battle_math, contingents, modifiers, retreat_math
from engine.land.battle.contingents import Contingent
from engine.land.battle.retreat_math import thirds_removed
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


def drm(setup: battle_math.Setup, at: int) -> tuple[int, ...]:
    return tuple(total(setup.forces[at].modifiers[roll]) for roll in ROLLS)


def whys(setup: battle_math.Setup, at: int, roll: str) -> dict[str, int]:
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
        assert dict(zip(ROLLS, drm(setup, at), strict=True)) == then["drm"][force.name]
        for roll, wanted in then["modifiers"][force.name].items():
            found = whys(setup, at, f"{roll}1")
            assert {names[rule]: value for rule, value in found.items()} == wanted
    then = examples()["frahis-drm-seven-detachments"]["then"]["drm"]
    setup = prepared(french(units="A+ A- LD"))
    for at, force in enumerate(setup.forces):
        assert dict(zip(ROLLS, drm(setup, at), strict=True)) == then[force.name]


@pytest.mark.rule("DRM-27")
def test_artillery() -> None:
    then = examples()["frahis-artillery"]["then"]["artillery"]
    assert {force.name: force.artillery for force in prepared().forces} == then
    assert contingents.stack_artillery([6, 3, 3]) == 8
    assert contingents.stack_artillery([1, 6, 2]) == 8, "of the others the one that has most"
    assert contingents.stack_artillery([0, 6, 1]) == 7
    assert contingents.stack_artillery([4, 1]) == 5
    assert contingents.stack_artillery([4, 0]) == 4
    assert contingents.stack_artillery([]) == 0
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
    assert setup.forces[0].commander.figures == "2·2·1"
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
    assert contingents.stack_size((turkey, spain._replace(units=("A-",))), "I") == 7 * 4 // 6


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
    small, _ = inflicted(setup.forces[0], example["given"]["inflicted_thirds"])
    assert small == example["then"]["inflicted_small_thirds"]


@pytest.mark.rule("LOS-02")
def test_losses_never_go_below_nothing() -> None:
    assert inflicted(prepared(first(units="LD"), second()).forces[0], 1) == (0, 0)


@pytest.mark.rule("LOS-05", "FIG-A7")
def test_seven_detachments_roll_once_for_odd_or_even() -> None:
    setup = prepared(french(units="A+ A- LD"))
    force = setup.forces[0]
    assert (inflicted(force, 6, 1)[0], inflicted(force, 6, 2)[0]) == (5, 6)
    script = Script({**FRAHIS, "FRA.small7": 3, "FRA.retreat1": 1})
    run_procedure(fights.fight(setup, script.roll, script.decide))
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
        return inflicted(setup.forces[0], thirds)[1]

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
    assert fights.retreats(fought.setup, fought.winner) == (1,)
    script = Script({"HIS.losses": 2})
    assert (
        run_procedure(retreat_math.retreat_losses(fought, 1, script.roll))
        == then["retreat_thirds"]["HIS"]
    )
    for at, name in enumerate(("FRA", "HIS")):
        assert thirds_removed(fought.setup, at, fought.suffered(at)) == 3 * then["losses"][name]
    force = fought.setup.forces[1]
    assert retreat_math.retreat_way(force, True).effects == (0, 0, 1, 1, 2, 2, 3, 3, 3, 3)
    assert retreat_math.retreat_way(force, False).effects == (0, 0, 0, 0, 0, 0, 1, 1, 2, 2)


@pytest.mark.rule("RET-01", "RET-04", "RET-23")
def test_the_order_of_retreats() -> None:
    regular, interception = prepared(), prepared(interception=True)
    assert fights.retreats(regular, 0) == (1,)
    assert fights.retreats(regular, 0, withdraws=True) == (1, 0)
    assert fights.retreats(regular, None) == (0, 1)
    assert fights.retreats(interception, None) == (1, 0)


@pytest.mark.rule("RET-21", "RET-24", "RET-25", "RET-A7")
def test_room_to_retreat_to() -> None:
    setup = prepared()
    assert thirds_removed(setup, 1, 4, 0, room=3) == 12
    assert thirds_removed(setup, 1, 13, 0, room=12) == 12
    assert retreat_math.room((0, 1), 1, 0) is None
    assert retreat_math.room((0, 1), 0, 0) == 0
    assert retreat_math.room((1,), 1, 3) == 3


@pytest.mark.rule("RET-33")
def test_losses_are_rounded_in_europe_alone() -> None:
    assert [thirds_removed(prepared(), 0, thirds) for thirds in (1, 2, 4, 5)] == [0, 3, 3, 6]
    assert [thirds_removed(prepared(map="rotw"), 0, thirds) for thirds in (1, 2)] == [1, 2]


# Major battle


@pytest.mark.rule("MAJ-02", "MAJ-05", "MAJ-06", "MAJ-07")
def test_the_example_is_a_major_battle() -> None:
    then = examples()["frahis-major"]["then"]
    fought = fight(prepared(), FRAHIS, HIS_retreat1=True)
    found = major_battle.major_battle(fought, (6, 15))
    assert found is not None
    assert found.differential == 3 * then["loss_differential"]
    assert found.threshold == 3 * then["threshold"]
    assert found.stability == {0: 1, 1: -1}
    assert found.victory_points == {0: 5}


@pytest.mark.rule("MAJ-01", "MAJ-02", "MAJ-11", "MAJ-A1", "MAJ-A2")
def test_what_makes_a_battle_major() -> None:
    setup = prepared()
    assert major_battle.is_major(setup, 0, True, (6, 15))
    assert not major_battle.is_major(setup, 0, False, (6, 15))
    assert not major_battle.is_major(setup, None, True, (0, 15))
    assert not major_battle.is_major(setup, 0, True, (7, 15))
    large = prepared(french(size=7))
    assert not major_battle.is_major(large, 0, True, (3, 12))
    assert major_battle.is_major(large, 0, True, (3, 15))


@pytest.mark.rule("MAJ-04")
def test_a_major_battle_outside_europe_needs_a_european_army() -> None:
    far = prepared(first(), second(), map="rotw")
    assert major_battle.is_major(far, 0, True, (0, 9))
    loose = prepared(first(), second(units="LD LD LD LD LD"), map="rotw")
    assert not major_battle.is_major(loose, 0, True, (0, 9))
    assert major_battle.is_major(prepared(first(), second(units="LD LD LD LD LD")), 0, True, (0, 9))
    aztecs = second()._replace(contingents=(Contingent("aztecs", "A", ("A+",), european=False),))
    assert not major_battle.is_major(prepared(first(), aztecs, map="rotw"), 0, True, (0, 9))


@pytest.mark.rule("MAJ-05", "MAJ-06", "MAJ-07", "MAJ-08")
def test_what_a_major_battle_brings() -> None:
    fought = fight(prepared(), FRAHIS, HIS_retreat1=True)
    at_the_ends = major_battle.major_battle(fought, (6, 15), (3, -3))
    assert at_the_ends is not None
    assert (at_the_ends.stability, at_the_ends.victory_points) == ({}, {0: 5})
    minor = fight(prepared(french(minor=True)), FRAHIS, HIS_retreat1=True)
    found = major_battle.major_battle(minor, (6, 15))
    assert found is not None
    assert (found.stability, found.victory_points) == ({1: -1}, {})


@pytest.mark.rule("LOS-01", "LOS-24")
def test_the_cap_comes_before_the_size_and_does_not_hold_after_it() -> None:
    setup = prepared(first(units="A-", size=7), second(size=0))
    assert inflicted(setup.forces[0], 30) == (6, 8)


@pytest.mark.rule("LOS-A1")
def test_a_strength_between_two_columns_takes_the_lower_one() -> None:
    setup = prepared(first(units="LD LD LDE"), second(), map="rotw")
    assert inflicted(setup.forces[0], 6)[0] == 6 - 4


@pytest.mark.rule("LOS-A3")
def test_the_cap_of_natives() -> None:
    troops = Contingent("natives", "A", ("LD",) * 10, natives=True)
    setup = prepared(first(), second()._replace(contingents=(troops,)), map="rotw")
    force = setup.forces[1]
    assert inflicted(force, 3 + 20 * LAST)[0] == 3 + 6
    assert inflicted(force, 40)[0] == 30


@pytest.mark.rule("MAJ-10")
def test_two_detachments_suffer_no_major_defeat() -> None:
    setup = prepared(first(units="A+ A+"), second(units="A-"))
    assert not major_battle.is_major(setup, 0, True, (0, thirds_removed(setup, 1, 40)))


@pytest.mark.rule("RET-33", "RET-36")
@pytest.mark.parametrize(
    ("suffered", "strength", "map_", "lost"),
    [(4, 12, "europe", 3), (5, 12, "europe", 6), (4, 12, "rotw", 4), (12, 12, "europe", 12),
     (13, 12, "rotw", 12), (4, 4, "europe", 4), (5, 4, "europe", 4), (2, 1, "rotw", 1)],
)  # fmt: skip
def test_losses_are_whole_in_europe_and_never_more_than_the_stack(
    suffered: int, strength: int, map_: str, lost: int
) -> None:
    """Text 3085: round total losses to the closest integer; text 3093: a stack as small as that
    is destroyed, and the losses are only its size."""
    assert retreat_math.round_losses(suffered, strength, map_) == lost


@pytest.mark.rule("LOS-13", "DRM-26")
def test_a_stack_is_as_strong_as_its_counters_and_the_detachments_of_its_pashas() -> None:
    """In thirds of a detachment: A+ 4, A- 2, LD 1, LDE a third, a pasha his LD."""
    troops = Contingent("turkey", "I", ("A+", "A-", "LD", "LDE"))
    assert troops.strength == 12 + 6 + 3 + 1
    assert troops._replace(pashas=3).strength == 22 + 9


@pytest.mark.rule("DRM-31", "DRM-34")
def test_structural_cavalry_comes_with_army_counters_alone() -> None:
    """*Army counter of class IV, periods III-V, plain*: detachments of that class have none."""
    plain = modifiers.Situation(period="III", terrain="plain")
    assert modifiers._cavalry(plain, french(units="A- LD")) == (
        "structural cavalry, class IV",
        "DRM-31",
    )
    assert modifiers._cavalry(plain, french(units="LD LD LD LD")) is None
