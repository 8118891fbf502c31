"""Leaders: replacements, evasion, casualties (PAR, EVA, LDR)."""

import pytest

from engine.adjudicator.document_kind import run_procedure
from engine.combat import leaders
from engine.combat.leaders import UNHURT, Commander, Fate, casualty
from engine.land.battle.modifiers import Situation
from engine.modifiers import total
from tests.engine.fighting import Script, examples, french, spanish


@pytest.mark.rule("PAR-04", "PAR-05")
def test_replacement_leaders() -> None:
    assert leaders.replacement(leaders.replacement_line("spain"), 4).figures == "3·1·1"
    assert leaders.replacement_line("bavaria") == "minor"
    assert leaders.replacement_line("incas", natives=True) == "natives"
    assert leaders.replacement_line("turkey", vizier=True) == "vizier"


@pytest.mark.rule("PAR-10")
def test_a_vizier_is_good_at_sieges_on_an_odd_die() -> None:
    assert [leaders.replacement("vizier", die).siege for die in (1, 2)] == [1, 0]


@pytest.mark.rule("EVA-03", "EVA-A2")
def test_evasion() -> None:
    assert total(leaders.evasion_modifiers(4, 2)) == 2
    assert leaders.evasion_modifiers(0, 5) == ()
    assert [leaders.evades(result) for result in (7, 8)] == [False, True]
    assert leaders.evasion_test() == "evasion: 8 or more"


def test_casualties_of_the_example() -> None:
    given = examples()["frahis-casualties"]["given"]
    then = examples()["frahis-casualties"]["then"]
    script = Script(given["dice"])
    france = casualty("FRA", french().commander, True, False, False, False, script.roll)
    assert run_procedure(france).what == then["leaders"]["FRA"]
    spain = casualty("HIS", spanish().commander, False, True, True, False, script.roll)
    assert run_procedure(spain) == Fate("wounded", then["leaders"]["HIS"]["wounded"])
    modifiers = leaders.casualty_modifiers(spanish().commander, False, True)
    assert total(modifiers) == then["rolls"]["HIS"]["modifier"]


@pytest.mark.rule("LDR-02", "LDR-03", "LDR-04", "LDR-A1")
def test_modifiers_of_a_casualty() -> None:
    deadly = Commander("D", 3, 6, 2)
    assert total(leaders.casualty_modifiers(deadly, True, False)) == -1
    assert total(leaders.casualty_modifiers(deadly, False, True)) == -7
    white = deadly._replace(no_survival_malus=True)
    assert leaders.casualty_modifiers(white, True, False) == ()


@pytest.mark.rule("LDR-05", "LDR-A3")
def test_small_enemies_kill_no_leader_in_europe() -> None:
    assert [leaders.tests_casualty(strength, "europe") for strength in (8, 9)] == [False, True]
    assert leaders.tests_casualty(1, "rotw")


@pytest.mark.rule("LDR-01", "LDR-06", "LDR-07", "LDR-10", "LDR-12", "LDR-A6")
def test_fates() -> None:
    def fate(commander: Commander, destroyed: bool, captor: bool, minor: bool, **dice: int) -> Fate:
        script = Script({f"X.{name}": die for name, die in dice.items()})
        found = run_procedure(
            casualty("X", commander, False, destroyed, captor, minor, script.roll)
        )
        assert len(script.asked) == len(dice)
        return found

    plain = Commander("P", 3, 3, 3)
    assert fate(plain, False, True, False, casualty=3) == UNHURT
    assert fate(plain, False, True, False, casualty=2, wound=7) == Fate("killed")
    assert fate(plain, False, True, False, casualty=2, wound=10) == Fate("wounded", 5)
    nameless = plain._replace(anonymous=True)
    assert fate(nameless, False, True, False, casualty=1) == Fate("killed")
    assert fate(nameless, False, True, True, casualty=1, wound=2) == Fate("wounded", 1)
    king = plain._replace(monarch=True)
    assert fate(king, True, True, False, casualty=7) == Fate("captured")
    assert fate(king, True, False, False, casualty=7, wound=1) == Fate("killed")
    assert fate(king, False, True, False, casualty=2, wound=1) == Fate("killed")


@pytest.mark.rule("ASL-29", "UND-32", "UND-33")
@pytest.mark.parametrize(
    ("chief", "before", "after"),
    [
        (Commander("a general", 1, 1, 1), None, ("wounded", 11)),
        (Commander("a general", 1, 1, 1), Fate("wounded", 2), ("wounded", 11)),
        (Commander("a general", 1, 1, 1), Fate("killed"), ("killed", 0)),
        (Commander("a king", 1, 1, 1, monarch=True), None, ("captured", 0)),
        (Commander("a king", 1, 1, 1, monarch=True), Fate("killed"), ("killed", 0)),
        (Commander("a replacement", 1, 1, 1, replacement=True), Fate("wounded", 2), ("wounded", 2)),
    ],
)
def test_who_is_inside_a_fortress_that_falls_is_out_for_the_turn_unless_dead_or_nobody(
    chief: Commander, before: Fate | None, after: tuple[str, int]
) -> None:
    """Text 3903: any leader inside is considered wounded until the end of the turn; a monarch is
    captured. The dead stay dead, and a replacement is forgotten as he stood."""
    assert leaders.fate_at_fall(chief, before) == Fate(*after)


@pytest.mark.rule("BAT-08")
@pytest.mark.parametrize(
    ("kind", "values"),
    [("explorer", (2, 2, 2)), ("general", (5, 4, 5)), ("conquistador", (5, 4, 5))],
)
def test_an_explorer_alone_has_half_of_each_value_on_land(
    kind: str, values: tuple[int, int, int]
) -> None:
    """*Each of its values halved, rounded down*: of 5, 4 and 5."""
    found = Commander("somebody", 5, 4, 5, kind=kind).on_land
    assert (found.manoeuvre, found.fire, found.shock) == values


@pytest.mark.rule("DRM-A1")
@pytest.mark.parametrize(
    ("own", "enemy", "counts", "uncapped"),
    [(0, 0, 0, 0), (1, 3, 0, 0), (3, 3, 0, 0), (3, 2, 1, 1), (3, 0, 3, 3), (4, 0, 3, 4),
     (6, 0, 3, 6)],
)  # fmt: skip
def test_a_leaders_advantage_is_never_below_0_and_at_most_3_unless_that_is_off(
    own: int, enemy: int, counts: int, uncapped: int
) -> None:
    """*A maximum of +3: apply it, as a named switch.*"""
    assert leaders.differential(own, enemy, Situation("III")) == counts
    free = Situation("III", off=frozenset(("leader_cap",)))
    assert leaders.differential(own, enemy, free) == uncapped


@pytest.mark.rule("PAR-05", "PAR-07", "PAR-08")
@pytest.mark.parametrize(
    ("line", "die", "general", "admiral"),
    [("spain", 4, "3·1·1", "3·1·1"), ("poland", 4, "2·1·3", "1·1·3"),
     ("prussia", 1, "1·1·1", "1·0·1"), ("prussia", 4, "2·4·1", "2·3·1")],
)  # fmt: skip
def test_polish_and_prussian_replacement_admirals_are_worse_by_one(
    line: str, die: int, general: str, admiral: str
) -> None:
    """*A Polish replacement admiral has M 1 lower than the table, a Prussian one F*; no general."""
    assert leaders.replacement(line, die).figures == general
    assert leaders.replacement(line, die, admiral=True).figures == admiral
