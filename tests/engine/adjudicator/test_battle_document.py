"""What a document of a battle says of evasion and room, and who of its leaders is tested."""

from __future__ import annotations

from typing import Any

import pytest

from engine.adjudicator import battle_document
from tests.engine.adjudicating import answer, complaints, example


def battle(**more: Any) -> dict[str, Any]:
    """The example, France against five detachments of Spain, who may be changed by `more`."""
    document = example("battle")
    document["sides"][1] |= {"units": ["LD"] * 5, **more}
    return document


def evading(decided: Any, **more: Any) -> dict[str, Any]:
    return {**battle(**more), "decisions": {"HIS.evade": decided}}


@pytest.mark.rule("EVA-01", "EVA-10", "EVA-11", "EVA-12", "EVA-13", "EVA-14", "EVA-A5")
@pytest.mark.parametrize(
    ("decided", "side", "said"),
    [
        ({"fortress": 2, "province": 3}, {"fortress": 2}, ""),
        ({"fortress": 3, "province": 2}, {"fortress": 2}, "2 LD"),
        ({"fortress": 2, "province": 2}, {"fortress": 2}, "places fewer than 5 LD"),
        ({"fortress": 5}, {"fortress": 5}, ""),
        ({"fortress": 1, "province": 4}, {"fort": True}, ""),
        ({"fortress": 2, "province": 3}, {"fort": True}, "1 LD"),
        ({"fortress": 1, "province": 4}, {}, "0 LD"),
        ({"fortress": 2, "province": 3}, {"fortress": 2, "retreat_province": False},
         "there is no province"),
        ({"fortress": 5}, {"fortress": 5, "retreat_province": False}, ""),
        ({"province": 5}, {}, ""),
        (True, {}, ""),
        (True, {"retreat_province": False}, "there is no province to evade to"),
        (False, {"retreat_province": False}, ""),
    ],
)  # fmt: skip
def test_who_evades_goes_where_there_is_room(decided: Any, side: dict[str, Any], said: str) -> None:
    """*1 LD per fortress level inside without any roll; whatever stays outside fights.*"""
    document = evading(decided, **side)
    if said:
        assert said in "\n".join(complaints("battle", document))
    else:
        answer("battle", document)


@pytest.mark.rule("EVA-10", "EVA-11", "EVA-12", "EVA-13", "EVA-14", "EVA-03")
@pytest.mark.parametrize(
    ("decided", "place", "rolls"),
    [
        (True, "province", True), ({"province": 5}, "province", True),
        ({"fortress": 2, "province": 3}, "split", True), ({"fortress": 5}, "fortress", False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("die", [10, 1])
def test_only_who_goes_to_the_next_province_rolls(
    decided: Any, place: str, rolls: bool, die: int
) -> None:
    document = evading(decided, fortress=5)
    document["decisions"] = {"FRA.evade": False, **document["decisions"]}
    document["dice"] = {"HIS.evade": die} if rolls else {}
    found = answer("battle", document)
    evaded = found["outcome"]["ended"] == "evaded"
    assert evaded == (not rolls or die == 10)
    assert ("HIS.evade" in [roll["name"] for roll in found["rolls"]]) == rolls
    if evaded:
        assert found["outcome"]["sides"]["HIS"] == {"evaded_to": place}


@pytest.mark.rule("RET-18", "RET-21", "RET-A6")
@pytest.mark.parametrize(
    ("side", "room"),
    [
        ({}, None), ({"retreat_room": 0}, 0), ({"retreat_room": 2}, 6),
        ({"can_retreat": False}, 0), ({"retreat_room": 2, "can_retreat": False}, 6),
        ({"retreat_province": False, "fortress": 2}, 6), ({"retreat_province": False}, 0),
        ({"retreat_province": False, "fort": True}, 3), ({"fort": True}, None),
        ({"can_retreat": False, "fortress": 3}, 0),
    ],
)  # fmt: skip
def test_the_room_of_a_retreat_is_the_next_province_or_the_fortress(
    side: dict[str, Any], room: int | None
) -> None:
    """In thirds: *the battle province, its friendly fortress, an adjacent province*."""
    document = battle(**side)
    each = {"fort": False, "fortress": None, "retreat_room": None, "can_retreat": True,
            "retreat_province": True, **document["sides"][1], **side}  # fmt: skip
    assert battle_document.room_of(each) == room


@pytest.mark.rule("EVA-A2", "EVA-06", "EVA-03")
@pytest.mark.parametrize(("evades", "die"), [(True, 10), (True, 1), (False, 10)])
def test_a_fleet_evades_when_it_decides_so_and_its_die_lets_it(evades: bool, die: int) -> None:
    document = example("naval-battle")
    name = next(side["name"] for side in document["sides"] if not side.get("phasing"))
    document["interception"] = False
    document["decisions"] = {f"{name}.evade": evades}
    document["dice"] = {f"{name}.evade": die} if evades else {}
    found = answer("naval-battle", document)
    assert (found["outcome"]["ended"] == "evaded") == (evades and die == 10)


@pytest.mark.rule("LDR-05")
@pytest.mark.parametrize(
    ("strength", "tested"), [(("LD",) * 2, 0), (("LD",) * 3, 1), (("LD",) * 4, 1)]
)
def test_a_leader_is_tested_against_an_enemy_large_enough(
    strength: tuple[str, ...], tested: int
) -> None:
    """*No test if the enemy had strictly less than 3 LD at the start*: France's commander by the
    strength of Spain."""
    document = battle(units=list(strength))
    document["dice"] = {}
    rolled = {roll["name"] for roll in answer("battle", document)["rolls"]}
    assert "HIS.casualty" in rolled
    assert ("FRA.casualty" in rolled) == bool(tested)


@pytest.mark.rule("UND-20", "UND-21", "UND-22", "UND-24", "UND-27", "UND-28", "UND-31", "UND-02")
@pytest.mark.parametrize("assault", [False, True])
@pytest.mark.parametrize("honour", [False, True])
def test_what_each_result_of_undermining_comes_to(assault: bool, honour: bool) -> None:
    """*Breach*, *war honour* and *surrender*: a breach is stormed at once where it is decided so,
    and not where war honour was chosen for it; nothing else is."""
    seen: set[str] = set()
    for die in range(1, 11):
        for works in ([], ["+", "+"]):
            document = example("undermine") | {"siegeworks": works, "dice": {"undermine": die}}
            document["decisions"] = {"assault": assault, "war_honour": honour}
            document["besieged"]["technology"] = "musket"
            found = answer("undermine", document, "--seed", "1")["outcome"]
            result = found["result"]
            seen.add(result)
            breached = result == "B" or (result == "B/WH" and not honour)
            assert (found.get("assault") is not None) == (breached and assault), result
    assert {"B", "B/WH"} & seen
