"""Leader casualties: who tests, and his fate (LDR)."""

import pytest

from engine.chances.steps import run_procedure
from engine.combat import leader_casualties_math
from engine.combat.leader_casualties_math import UNHURT, Fate, casualty
from engine.combat.leaders import Commander
from engine.modifiers import total
from tests.engine.fighting import Script, examples, french, spanish


def test_casualties_of_the_example() -> None:
    given = examples()["frahis-casualties"]["given"]
    then = examples()["frahis-casualties"]["then"]
    script = Script(given["dice"])
    france = casualty("FRA", french().commander, True, False, False, False, script.roll)
    assert run_procedure(france).what == then["leaders"]["FRA"]
    spain = casualty("HIS", spanish().commander, False, True, True, False, script.roll)
    assert run_procedure(spain) == Fate("wounded", then["leaders"]["HIS"]["wounded"])
    modifiers = leader_casualties_math.casualty_modifiers(spanish().commander, False, True)
    assert total(modifiers) == then["rolls"]["HIS"]["modifier"]


@pytest.mark.rule("LDR-02", "LDR-03", "LDR-04", "LDR-A1")
def test_modifiers_of_a_casualty() -> None:
    deadly = Commander("D", 3, 6, 2)
    assert total(leader_casualties_math.casualty_modifiers(deadly, True, False)) == -1
    assert total(leader_casualties_math.casualty_modifiers(deadly, False, True)) == -7
    white = deadly._replace(no_survival_malus=True)
    assert leader_casualties_math.casualty_modifiers(white, True, False) == ()


@pytest.mark.rule("LDR-05", "LDR-A3")
def test_small_enemies_kill_no_leader_in_europe() -> None:
    assert [leader_casualties_math.tests_casualty(strength, "europe") for strength in (8, 9)] == [
        False,
        True,
    ]
    assert leader_casualties_math.tests_casualty(1, "rotw")


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
    assert leader_casualties_math.fate_at_fall(chief, before) == Fate(*after)
