"""The odds of a battle whose dice are known are what comes of them, for leaders and for losses."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.adjudicating import answer, complaints, example


def battle(map_: str = "europe", monarch: bool = False, turned: bool = False) -> dict[str, Any]:
    """The example, all of whose dice are known: France beats and destroys Spain. `turned`, Spain
    stands first."""
    found = example("battle") | {"map": map_}
    found["sides"][1]["leader"]["monarch"] = monarch
    if turned:
        found["sides"].reverse()
    return found


def came(given: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = answer("battle", given, "--no-roll")["outcome"]["sides"]
    return found


@pytest.mark.rule("LDR-02", "LDR-03", "LDR-12")
@pytest.mark.parametrize("monarch", [False, True])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("die", range(1, 11))
def test_a_leaders_fate_in_the_odds_is_that_of_his_dice(
    die: int, turned: bool, monarch: bool
) -> None:
    """Who has won, who has lost and who is destroyed changes the test of each commander, and a
    monarch's fate."""
    given = battle(monarch=monarch, turned=turned)
    given["dice"] |= {"FRA.casualty": die, "HIS.casualty": die}
    given["dice"] |= {"FRA.wound": 4, "HIS.wound": 4}
    fates = {name: side["leader"] for name, side in came({**given, "dice": rolled(given)}).items()}
    told = {name: f"wounded {fate['wounded']}" if isinstance(fate, dict) else fate
            for name, fate in fates.items()}  # fmt: skip
    odds = answer("battle", given, "--odds")["odds"]
    assert odds["leader"] == {name: {fate: pytest.approx(1)} for name, fate in told.items()}


def rolled(given: dict[str, Any]) -> dict[str, int]:
    """The dice of a battle without those of wounds that nobody has."""
    thrown = answer("battle", given, "--seed", "1")["rolls"]
    return {each["name"]: each["die"] for each in thrown}


@pytest.mark.parametrize(("map_", "told"), [("europe", ("2", "5")), ("rotw", ("2 1/3", "4 2/3"))])
def test_losses_are_told_in_detachments_and_overseas_in_thirds(
    map_: str, told: tuple[str, str]
) -> None:
    given = battle(map_)
    odds = answer("battle", given, "--odds")["odds"]
    assert odds["losses"] == {name: {lost: pytest.approx(1)}
                              for name, lost in zip(("FRA", "HIS"), told, strict=True)}  # fmt: skip


@pytest.mark.parametrize(
    ("period", "turn", "fits"),
    [
        ("III", 14, False),
        ("III", 15, True),
        ("III", 25, True),
        ("III", 26, False),
        ("III", 20, True),
    ],
)
def test_a_turn_is_one_of_its_period(period: str, turn: int, fits: bool) -> None:
    """Period III has the turns 15 to 25."""
    given = example("battle") | {"period": period, "turn": turn}
    if fits:
        assert answer("battle", given, "--no-roll")["outcome"]["winner"] == "FRA"
    else:
        assert any(line.startswith("turn: ") for line in complaints("battle", given))


@pytest.mark.rule("LDR-A8", "LDR-12")
@pytest.mark.parametrize("monarch", [False, True])
@pytest.mark.parametrize("ships", [{"F+": [{"NGD": 8}, {"NGD": 7}]}, {"NGD": 2}])
@pytest.mark.parametrize("die", [1, 2, 3, 4, 6, 8, 9])
def test_an_admirals_fate_in_the_odds_is_that_of_his_dice(
    die: int, ships: dict[str, Any], monarch: bool
) -> None:
    """Of the beaten fleet, whether all of it is lost (two galleys) or not."""
    given = example("naval-battle")
    given["sides"][1]["units"] = ships
    given["sides"][1]["leader"]["monarch"] = monarch
    given["decisions"] = {}
    given["dice"] |= {"TUR.casualty": die, "HIS.casualty": die, "HIS.wound": 4, "TUR.wound": 4}
    came_of = answer("naval-battle", given, "--seed", "1")
    thrown = {each["name"]: each["die"] for each in came_of["rolls"]}
    odds = answer("naval-battle", {**given, "dice": {**given["dice"], **thrown}}, "--odds")["odds"]
    for name, side in came_of["outcome"]["sides"].items():
        fate = side["leader"]
        told = f"wounded {fate['wounded']}" if isinstance(fate, dict) else fate or "no test"
        assert odds["leader"][name] == {told: pytest.approx(1)}


@pytest.mark.rule("LDR-08")
def test_the_odds_of_an_unnamed_leader_are_the_mean_of_those_of_his_die() -> None:
    """Several dice give the same replacement: it counts as often."""
    given = battle()
    given["sides"][0]["leader"] = None
    given["dice"] = {"HIS.fire1": 7, "HIS.shock1": 7, "HIS.retreat1": 1}

    def expected(**dice: int) -> float:
        """The detachments that Spain loses on average."""
        whole = {
            **given,
            "dice": {**given["dice"], **{f"FRA.{name}": n for name, n in dice.items()}},
        }
        odds = answer("battle", whole, "--odds")["odds"]["losses"]["HIS"]
        return float(sum(int(lost) * chance for lost, chance in odds.items()))

    each = [expected(replacement=die) for die in range(1, 11)]
    assert expected() == pytest.approx(sum(each) / 10)
    assert 2 <= len({round(one, 6) for one in each}) < 10
