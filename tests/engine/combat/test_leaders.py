"""Leaders: replacements, evasion (PAR, EVA)."""

import pytest

from engine.combat import leaders
from engine.combat.leaders import Commander
from engine.land.battle.modifiers import Situation
from engine.modifiers import total


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
    assert leaders.differential(own, enemy, Situation("III").off) == counts
    free = Situation("III", off=frozenset(("leader_cap",)))
    assert leaders.differential(own, enemy, free.off) == uncapped


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
