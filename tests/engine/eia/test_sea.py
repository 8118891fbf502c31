import json
from itertools import product
from typing import Any

import pytest

from engine.adjudicator import resolve
from engine.adjudicator.document_kind import Table
from engine.adjudicator.eia.shapes import played
from engine.eia import hulks, naval, raid_battle
from engine.eia.battles import combat_tables
from tests.engine.eia.adjudicating import answer, odds, outcome, refused, rules


def blockaded(own: int, *blockaders: int, british: bool = False, villeneuve: bool = False) -> Any:
    names = [f"B{number}" for number in range(len(blockaders))]
    dice = {
        "BLOCKADED.test": own,
        **{f"{name}.test": die for name, die in zip(names, blockaders, strict=True)},
    }
    stacks = [{"name": name, "british": british} for name in names]
    return outcome("blockade-test", villeneuve=villeneuve, blockaders=stacks, dice=dice)


@pytest.mark.rule("EIA-BLK-02")
def test_a_blockade_holds_at_an_equal_or_higher_total() -> None:
    assert blockaded(3, 3)["result"] == "holds"
    assert blockaded(3, 4)["result"] == "holds"
    assert blockaded(3, 2)["result"] == "lifted"


@pytest.mark.rule("EIA-BLK-03", "EIA-BLK-04")
def test_a_failed_blockade_goes_to_the_next_sea_area_and_may_intercept_from_there() -> None:
    failed, held = blockaded(6, 1), blockaded(1, 1)
    assert (failed["withdraws_to"], failed["may_intercept"]) == ("an adjacent sea area", True)
    assert (held["withdraws_to"], held["may_intercept"]) == (None, False)
    assert {"EIA-BLK-03", "EIA-BLK-04"} <= rules(failed)


@pytest.mark.rule("EIA-BLK-05")
def test_two_more_force_a_battle() -> None:
    assert blockaded(3, 5)["result"] == "battle"
    assert blockaded(1, 6)["result"] == "battle"


@pytest.mark.rule("EIA-BLK-06")
def test_the_lowest_of_several_stacks_counts() -> None:
    assert blockaded(3, 6, 2, 6)["result"] == "lifted"
    assert blockaded(3, 6, 3)["result"] == "holds"


@pytest.mark.rule("EIA-BLK-07", "EIA-BLK-08", "EIA-BLK-09")
def test_british_fleets_and_villeneuve() -> None:
    assert blockaded(3, 2, british=True)["blockaders"] == [3]
    assert blockaded(3, 3, villeneuve=True)["result"] == "lifted"
    assert blockaded(3, 3, british=True, villeneuve=True)["blockaders"] == [3]
    assert blockaded(3, 3, british=True)["blockaders"] == [4]


@pytest.mark.rule("EIA-BLK-01")
def test_a_port_is_tested_once_a_phase() -> None:
    said = refused("blockade-test", tested_this_phase=True, blockaders=[{}])
    assert "tested once in a naval phase" in said
    assert outcome(
        "blockade-test", blockaders=[{}], dice={"BLOCKADED.test": 1, "BLOCKADER.test": 1}
    )


@pytest.mark.parametrize("stacks", [1, 2, 3])
def test_odds_of_blockades_are_every_die(stacks: int) -> None:
    given = [{"name": f"B{n}", "british": n == 0} for n in range(stacks)]
    found = odds("blockade-test", villeneuve=True, blockaders=given)["result"]
    counts = dict.fromkeys(("holds", "battle", "lifted"), 0)
    for own, *dice in product(range(1, 7), repeat=stacks + 1):
        low = min(die + (n == 0) - 1 for n, die in enumerate(dice))
        counts["lifted" if low < own else "battle" if low - own >= 2 else "holds"] += 1
    for result, count in counts.items():
        assert found[result] == pytest.approx(count / 6 ** (stacks + 1), abs=1e-12)


@pytest.mark.rule("EIA-BRK-01", "EIA-BRK-02", "EIA-BRK-03")
def test_the_blockader_has_to_win() -> None:
    won, draw, lost = (
        outcome("blockade-break", result=result)
        for result in ("blockader wins", "draw", "blockader loses")
    )
    assert won["blockade_kept"]
    assert not won["moves_on"]
    assert (draw["blockade_kept"], draw["moves_on"], draw["blockader_stays"]) == (False, True, True)
    assert (lost["moves_on"], lost["blockader_stays"]) == (True, False)
    assert rules(won) == {"EIA-BRK-01"}
    assert rules(draw) == {"EIA-BRK-01", "EIA-BRK-02", "EIA-BRK-03"}
    assert rules(lost) == {"EIA-BRK-01", "EIA-BRK-03"}


@pytest.mark.rule("EIA-BRK-04", "EIA-BRK-05", "EIA-BRK-06")
def test_a_third_fleet() -> None:
    engages = outcome("blockade-break", third_fleet="engage", result="draw")
    assert (engages["battle"], engages["blockaded_fight"]) == ("naval", False)
    assert "moves_on" not in engages
    evades = outcome("blockade-break", third_fleet="evade")
    assert (evades["battle"], evades["joins_port"]) == (None, True)
    caught = outcome("blockade-break", third_fleet="evade", intercepted=True)
    assert (caught["battle"], caught["joins_port"]) == ("naval", False)
    supports = outcome("blockade-break", third_fleet="support", result="draw")
    assert (supports["battle"], supports["blockaded_fight"]) == ("blockade", True)
    assert supports["moves_on"]


@pytest.mark.rule("EIA-NSUP-01")
def test_naval_supply_runs_seven_areas() -> None:
    seven: list[dict[str, bool]] = [{}] * 7
    assert outcome("naval-supply", path=seven)["supplied"]
    assert not outcome("naval-supply", path=[*seven, {}])["supplied"]
    halfway = [*seven[:5], {"depot": True}, *seven]
    assert outcome("naval-supply", path=halfway)["supplied"]
    beyond = outcome("naval-supply", path=[*halfway, {}])
    assert not beyond["supplied"], "the eighth since the depot"


# Morale, modifiers, the Flee step


def morale(nation: str, sea: str = "other", near: bool = False, dominant: bool = False) -> float:
    fleets = [{"nation": nation, "dominant": dominant}]
    found: float = outcome("naval-morale", fleets=fleets, sea=sea, near_britain=near)["morale"]
    return found


@pytest.mark.rule("EIA-NMOR-01")
def test_base_morale_of_fleets() -> None:
    assert morale("holland") == 3.5
    assert [morale(nation) for nation in ("austria", "prussia", "turkey")] == [2.0] * 3
    assert [morale(nation) for nation in ("france", "russia", "sweden", "other")] == [3.0] * 4
    fleets = [{"nation": "holland", "ships": 10}, {"nation": "prussia", "ships": 5}]
    assert outcome("naval-morale", fleets=fleets)["morale"] == 3.0


def test_the_sheet_tells_bonuses_of_morale_in_its_own_measure() -> None:
    printed, answer = resolve.adjudicate(
        "eia-naval-morale", json.dumps(resolve.kind_of("eia-naval-morale").example)
    )
    assert "  +0.5 near Britain (EIA-NMOR-03)" in answer.sheet(lambda text, role: text)
    assert {each["value"] for each in printed["modifiers"]} == {5}, "tenths"


@pytest.mark.rule("EIA-NMOR-02")
def test_dominant_fleets() -> None:
    assert [morale(power, dominant=True) for power in ("britain", "spain")] == [3.5, 3.5]
    assert morale("france", dominant=True) == 3.0


@pytest.mark.rule("EIA-NMOR-03", "EIA-NMOR-07")
def test_british_fleets_near_home() -> None:
    assert morale("britain", near=True) == 3.5
    assert morale("britain", near=True, dominant=True) == 4.0
    assert morale("france", near=True) == 3.0


@pytest.mark.rule("EIA-NMOR-04")
def test_turkish_fleets_at_home() -> None:
    assert [morale("turkey", sea) for sea in ("mediterranean", "black sea")] == [3.0, 3.0]
    assert morale("turkey", "baltic") == 2.0


@pytest.mark.rule("EIA-NMOR-05")
def test_baltic_fleets() -> None:
    assert [morale(nation, "baltic") for nation in ("sweden", "denmark")] == [3.5, 3.5]
    assert [morale("sweden"), morale("russia", "baltic")] == [3.0, 3.0]


@pytest.mark.rule("EIA-NMOR-06")
def test_adriatic_fleets() -> None:
    assert [morale(nation, "adriatic") for nation in ("austria", "venice")] == [2.5, 3.5]
    assert morale("austria") == 2.0


@pytest.mark.rule("EIA-NAV-02", "EIA-NAV-03")
def test_modifiers_of_naval_combat() -> None:
    assert outcome("naval-die", transporting=True, dice={"combat": 4})["modifier"] == -1
    three = [{"value": 1, "why": why} for why in ("wind", "Nelson", "heavy ships")]
    assert outcome("naval-die", others=three, dice={"combat": 2})["modifier"] == 2
    assert (
        outcome("naval-die", others=three, transporting=True, dice={"combat": 2})["modifier"] == 2
    )
    bad = [{"value": -2, "why": "all wrong"}]
    found = outcome("naval-die", others=bad, transporting=True, dice={"combat": 6})
    assert (found["modifier"], found["result"]) == (-2, 4)
    assert outcome("naval-die", others=three, dice={"combat": 6})["result"] == 7


@pytest.mark.rule("EIA-NAV-04", "EIA-NAV-05")
def test_who_may_flee() -> None:
    assert outcome("flee", war_declared=True)["allowed"]
    assert not outcome("flee", war_declared=False)["allowed"]
    assert not outcome("flee", war_declared=True, naval_begun=True)["allowed"]
    assert not outcome("flee", war_declared=True, carries_troops=True)["allowed"]


@pytest.mark.rule("EIA-NAV-06", "EIA-NAV-07")
def test_who_fled_stays_put() -> None:
    for act, may in (
        ("movement", False),
        ("interception", False),
        ("evasion", True),
        ("retreat", True),
    ):
        assert outcome("flee", act=act, fled=True)["allowed"] is may
        assert outcome("flee", act=act, fled=False)["allowed"]


@pytest.mark.rule("EIA-NAV-16")
def test_squadrons_are_announced_after_a_full_turn() -> None:
    assert outcome("squadrons", ships=27, full_turns=0)["announced"] is None
    assert outcome("squadrons", ships=27, full_turns=1)["announced"] == 2
    assert outcome("squadrons", ships=9, full_turns=2)["announced"] == 0


@pytest.mark.rule("EIA-NAV-14", "EIA-ALL-01")
def test_constantinople_is_part_of_the_strait() -> None:
    assert outcome("strait", power="turkey")["allowed"]
    assert outcome("strait", power="russia", access=True)["allowed"]
    assert "EIA-ALL-01" in rules(outcome("strait", power="russia", access=True))
    closed = outcome("strait", power="russia", access=False)
    assert not closed["allowed"]
    assert "EIA-NAV-14" in rules(closed)


@pytest.mark.rule("EIA-ERR-14")
def test_landing_into_a_besieged_port() -> None:
    assert outcome("landing", besieged=True)["places"] == ["port", "area"]
    for barred in ({"blockaded": True}, {"room": False}, {"friendly": False}):
        assert outcome("landing", besieged=True, **barred)["places"] == ["area"]
    shut = outcome("landing", besieged=True, blockaded=True)["because"]
    assert [each["why"] for each in shut] == ["Only the area: the port is blockaded."]
    for free in ({"besieged": False, "room": False}, {"besieged": True, "friendly": False}):
        only = outcome("landing", **free)
        assert [each["why"] for each in only["because"]] == ["Only the area."], free


# Ports


@pytest.mark.rule("EIA-PORT-01", "EIA-PORT-03")
def test_fleets_are_scuttled_and_leaders_captured() -> None:
    found = outcome(
        "port-taken", captor="france", owner="spain", fleets={"I": 12, "II": 4}, leaders=["Gravina"]
    )
    assert (found["scuttled"], found["political_points"]) == (2, -2)
    assert (found["leaders_captured"], found["captor"]) == (["Gravina"], "france")
    assert rules(found) == {"EIA-PORT-01", "EIA-PORT-03"}


@pytest.mark.rule("EIA-PORT-02")
def test_minor_fleets_surrender() -> None:
    found = outcome("port-taken", captor="france", owner="naples", minor=True, fleets={"N": 6})
    assert (found["scuttled"], found["surrendered"], found["political_points"]) == (0, 1, 0)
    assert rules(found) == {"EIA-PORT-02"}


@pytest.mark.rule("EIA-NAV-10", "EIA-HULK-09")
def test_loose_ships_and_hulks_go_with_the_port() -> None:
    found = outcome("port-taken", captor="france", owner="spain", loose_ships=3, hulks=2)
    assert (found["ships_lost"], found["hulks_lost"]) == (3, 2)
    assert {"EIA-NAV-10", "EIA-HULK-09"} <= rules(found)


def troops(player: str, factors: int, fire: bool = True) -> dict[str, Any]:
    return {"player": player, "factors": factors, "fire": fire}


@pytest.mark.rule("EIA-RAID-02", "EIA-RAID-04")
def test_guns_fire_at_enemies() -> None:
    garrison = [troops("denmark", 3)]
    assert outcome("port-guns", garrison=garrison, hostile=True)["fire"]
    assert not outcome("port-guns", garrison=garrison)["fire"]
    assert not outcome("port-guns", garrison=garrison, hostile=True, access="given")["fire"]
    assert not outcome("port-guns", hostile=True)["fire"]


@pytest.mark.rule("EIA-RAID-05", "EIA-RAID-06")
def test_refused_access_lets_the_controller_choose() -> None:
    fires = outcome("port-guns", garrison=[troops("denmark", 3)], access="refused")
    assert (fires["fire"], fires["war_needed"], fires["may_declare_war"]) == (True, False, True)
    silent = outcome("port-guns", garrison=[troops("denmark", 3, False)], access="refused")
    assert not silent["fire"]


@pytest.mark.rule("EIA-RAID-07")
def test_access_does_not_silence_the_guns_over_an_own_fleet() -> None:
    garrison = [troops("denmark", 3)]
    found = outcome("port-guns", garrison=garrison, access="given", own_fleet_attacked=True)
    assert found["fire"]


@pytest.mark.rule("EIA-GUN-01", "EIA-GUN-02")
def test_mixed_garrisons() -> None:
    mixed = [troops("france", 2, True), troops("denmark", 2, False), troops("france", 1, True)]
    assert outcome("port-guns", garrison=mixed, hostile=True)["fire"]
    assert not outcome(
        "port-guns", garrison=[troops("france", 2), troops("denmark", 3, False)], hostile=True
    )["fire"]
    equal = [troops("france", 2), troops("denmark", 2, False)]
    assert not outcome("port-guns", garrison=equal, hostile=True)["fire"]
    assert outcome("port-guns", garrison=[troops("a", 2), troops("b", 2)], hostile=True)["fire"]


@pytest.mark.rule("EIA-GUN-01")
def test_a_player_and_his_minors_count_as_one_garrison() -> None:
    split = [troops("france", 2), troops("denmark", 3), troops("france", 2, False)]
    found = outcome("port-guns", garrison=split, hostile=True)
    assert not found["fire"]
    assert "france has most garrison factors" in str(found["because"])
    assert not outcome("port-guns", garrison=split[::-1], hostile=True)["fire"]


@pytest.mark.rule("EIA-GUN-01")
def test_a_garrison_of_one_player_outvotes_nobody() -> None:
    """Only a mixed garrison is told who decides of it."""
    found = outcome("port-guns", garrison=[troops("france", 3)], hostile=True)
    assert found["fire"]
    assert "EIA-GUN-01" not in rules(found)


@pytest.mark.rule("EIA-GUN-03", "EIA-GUN-04")
def test_corps_outside_a_port_without_garrison() -> None:
    assert outcome("port-guns", corps=[troops("france", 9)], hostile=True)["fire"]
    three = [troops("france", 9), troops("spain", 6, False), troops("naples", 4, False)]
    assert not outcome("port-guns", corps=three, hostile=True)["fire"]
    assert outcome("port-guns", corps=three[:2], hostile=True)["fire"]
    equal = [troops("france", 6), troops("spain", 6, False)]
    assert not outcome("port-guns", corps=equal, hostile=True)["fire"]


# Port raids


def raided(dice: dict[str, int], **fields: Any) -> dict[str, Any]:
    attacker = {"name": "A", "ships": 20, "morale": 3.5, **fields.pop("attacker", {})}
    defender = {"name": "D", "ships": 20, "morale": 3.0, **fields.pop("defender", {})}
    document = {"harbour": 10, "attacker": attacker, "defender": defender, "dice": dice, **fields}
    return answer("port-raid", document, "--seed", "1")


@pytest.mark.rule("EIA-RAID-01")
def test_minor_fleets_need_as_many_ships_of_a_major() -> None:
    side = {"name": "A", "ships": 20, "morale": 3}
    defender = {"name": "D", "ships": 5, "morale": 3}
    said = refused("port-raid", harbour=1, attacker={**side, "minor_ships": 11}, defender=defender)
    assert "attacker.minor_ships: 11 ships of minors" in said
    assert raided({}, attacker={"minor_ships": 10})


@pytest.mark.rule("EIA-RAID-03", "EIA-RAID-09")
def test_guns_going_in() -> None:
    found = raided({"guns.in": 5, "A.round1": 1, "D.round1": 1}, guns=True)
    percent, shaken = combat_tables.modified_die("4-1", 5)
    first = found["rolls"][0]
    assert (first["name"], first["modifier"]) == ("guns.in", 0)
    rounds = {"A.round1": 1, "D.round1": 1, "A.round2": 1, "D.round2": 1, "A.round3": 1,
              "D.round3": 1, "guns.out": 1}  # fmt: skip
    sides = raided({"guns.in": 5, **rounds})["outcome"]["sides"]
    unshaken = raided({**rounds}, guns=False)["outcome"]["sides"]
    out = combat_tables.casualties(combat_tables.modified_die("5-1", 1).percent, 10)
    assert (
        sides["A"]["damaged"] - unshaken["A"]["damaged"]
        == combat_tables.casualties(percent, 10) + out
    )
    assert round(10 * (sides["A"]["morale_lost"] - unshaken["A"]["morale_lost"])) == shaken
    broken = raided({"guns.in": 6}, attacker={"morale": 0.5})
    assert [roll["name"] for roll in broken["rolls"]][:2] == ["guns.in", "guns.out"]


@pytest.mark.rule("EIA-RAID-08")
def test_tables_of_a_raid() -> None:
    found = raided({}, attacker={"morale": 9}, defender={"morale": 9})
    purposes = {roll["name"]: roll["purpose"] for roll in found["rolls"]}
    assert [purposes[f"A.round{n}"][-3:] for n in (1, 2, 3)] == ["3-3", "3-3", "3-3"]
    assert [purposes[f"D.round{n}"][-3:] for n in (1, 2, 3)] == ["1-1", "2-2", "2-2"]


@pytest.mark.rule("EIA-RAID-10", "EIA-RAID-11")
def test_three_rounds_unless_the_attacker_breaks() -> None:
    names = [
        roll["name"]
        for roll in raided({}, attacker={"morale": 9}, defender={"morale": 0.1})["rolls"]
    ]
    assert [name for name in names if ".round" in name] == [
        "A.round1",
        "D.round1",
        "A.round2",
        "A.round3",
    ]
    broken = raided({"D.round1": 6}, attacker={"morale": 0.3}, defender={"morale": 9}, guns=False)
    names = [roll["name"] for roll in broken["rolls"]]
    assert [name for name in names if ".round" in name] == ["A.round1", "D.round1"]


@pytest.mark.rule("EIA-RAID-12")
def test_guns_going_out() -> None:
    found = raided({"guns.out": 6})
    last = next(roll for roll in found["rolls"] if roll["name"] == "guns.out")
    assert last["purpose"].startswith("the harbour guns, table 5-1")
    assert last["modifier"] == 0
    quiet = raided({"guns.out": 6}, guns=False)
    assert not any(roll["name"].startswith("guns") for roll in quiet["rolls"])


@pytest.mark.rule("EIA-RAID-13", "EIA-RAID-14")
def test_winning_a_raid_takes_a_broken_enemy_and_more_hits() -> None:
    weak = raided({"A.round1": 6, "D.round1": 1}, defender={"morale": 0.1}, guns=False, points=1)
    assert (weak["outcome"]["winner"], weak["outcome"]["political_points"]) == ("A", 1)
    bold = raided({}, attacker={"morale": 9}, defender={"morale": 9}, guns=False, points=1)
    assert (bold["outcome"]["draw"], bold["outcome"]["political_points"]) == (True, 0)
    costly = raided(
        {"guns.in": 6, "guns.out": 6, "A.round1": 2, "A.round2": 1, "A.round3": 1},
        harbour=45,
        attacker={"morale": 9},
        defender={"morale": 0.1},
    )
    assert costly["outcome"]["sides"]["D"]["broken"]
    assert costly["outcome"]["draw"]
    assert raided({"guns.in": 6}, attacker={"morale": 0.1})["outcome"]["winner"] == "D"
    unsaid = raided({"A.round1": 6, "D.round1": 1}, defender={"morale": 0.1}, guns=False)
    assert any(need.startswith("points") for need in unsaid["outcome"]["needs"])


@pytest.mark.rule("EIA-RAID-15", "EIA-RAID-18")
def test_after_a_raid() -> None:
    for place in ("blockade box", "nearest sea zone"):
        found = raided({}, to=place)["outcome"]
        assert (found["attacker_to"], found["pursuit"]) == (place, False)


@pytest.mark.rule("EIA-RAID-16", "EIA-RAID-17")
def test_damaged_ships() -> None:
    found = raided({"A.round1": 6, "D.round1": 6}, attacker={"morale": 9, "lost_on": 6}, guns=False)
    sides = found["outcome"]["sides"]
    assert sides["A"]["lost"] == sides["A"]["damaged"] > 0
    dice = [roll["die"] for roll in found["rolls"] if roll["name"].startswith("D.damaged")]
    assert len(dice) == sides["D"]["damaged"]
    assert sides["D"]["lost"] == dice.count(1)
    unsaid = raided({"D.round1": 6}, attacker={"morale": 9}, guns=False)["outcome"]
    assert unsaid["sides"]["A"]["lost"] is None
    assert any(need.startswith("attacker.lost_on") for need in unsaid["needs"])


@pytest.mark.rule("EIA-NAV-09")
@pytest.mark.parametrize(
    ("ships", "loose", "hits"),
    [((16, 26), 0, (2, 1)), ((16, 26), 1, (2, 2)), ((17, 26), 0, (3, 1))],
)
def test_ships_in_port_without_a_fleet_fire_in_its_defence(
    ships: tuple[int, int], loose: int, hits: tuple[int, int]
) -> None:
    """*If placed in a port, it can fire during harbor raids*: in the one round that the attacker
    stands, 15 % of 17 ships are a hit more than of 16, and 5 % of 27 one more than of 26."""
    found = raided({"A.round1": 6, "D.round1": 6},
                   attacker={"ships": ships[0], "morale": 0.5, "lost_on": 1},
                   defender={"ships": ships[1], "loose_ships": loose}, guns=False)  # fmt: skip
    sides = found["outcome"]["sides"]
    assert (sides["D"]["damaged"], sides["A"]["damaged"]) == hits


def test_odds_of_raids_agree_with_every_die() -> None:
    document = {"harbour": 9, "attacker": {"name": "A", "ships": 6, "morale": 2},
                "defender": {"name": "D", "ships": 5, "morale": 0.8}}  # fmt: skip
    fixed = {"guns.in": 3, "guns.out": 2, "A.round3": 4, "D.round3": 5}
    found = odds("port-raid", **document, dice=fixed)
    wins = {"A": 0, "D": 0, None: 0}
    prepared = raid_battle.Raid(raid_battle.Side("A", 6, 20), raid_battle.Side("D", 5, 8), 9, True)
    for faces in product(range(1, 7), repeat=4):
        dice = dict(zip(("A.round1", "D.round1", "A.round2", "D.round2"), faces, strict=True))
        table = Table({**fixed, **dice}, 0, False, 6)
        state, _ = played(raid_battle.steps(prepared), raid_battle.START, table)
        winner = raid_battle.winner(prepared, state)
        wins[None if winner is None else "AD"[winner]] += 1
    assert found["draw"] == pytest.approx(wins[None] / 6**4, abs=1e-12)
    for side in "AD":
        assert found["win"][side] == pytest.approx(wins[side] / 6**4, abs=1e-12)
        assert sum(found["damaged"][side].values()) == pytest.approx(1, abs=1e-12)


# Hulks


@pytest.mark.rule("EIA-HULK-01", "EIA-HULK-02", "EIA-HULK-05")
def test_the_hulks_of_the_gulf_of_finland() -> None:
    found = outcome(
        "hulk", sunk={"ship of the line": 2}, sunk_of="britain", winner="russia", distance=1,
        port="St. Petersburg", dice={"hulk1": 1, "hulk2": 4},
    )  # fmt: skip
    assert (found["hulks"], found["owner"], found["gained"], found["sunk"]) == (2, "russia", 1, 1)
    mixed = {"heavy ship": 1, "transport": 3, "frigate": 2}
    found = outcome("hulk", sunk=mixed, sunk_of="spain", distance=1, dice={"hulk1": 2})
    assert (found["hulks"], found["owner"], found["gained"]) == (1, "spain", 1)
    far = outcome("hulk", sunk={"heavy ship": 1}, sunk_of="spain", distance=6, dice={"hulk1": 6})
    assert far["gained"] == 0


@pytest.mark.rule("EIA-HULK-03")
def test_hulks_go_to_a_friendly_port() -> None:
    given: dict[str, Any] = {"sunk": {"heavy ship": 1}, "sunk_of": "spain", "winner": "france",
                             "distance": 1, "port_owner": "spain"}  # fmt: skip
    assert outcome("hulk", **given)["gained"] == 0
    assert outcome("hulk", **given, leave=True, dice={"hulk1": 2})["gained"] == 1


@pytest.mark.rule("EIA-HULK-04", "EIA-HULK-11")
def test_the_distance_decides_from_the_battle_or_the_raided_port() -> None:
    given: dict[str, Any] = {"sunk": {"heavy ship": 1}, "sunk_of": "spain", "winner": "france"}
    near = outcome("hulk", **given, distance=3, dice={"hulk1": 4})
    far = outcome("hulk", **given, distance=4, raid="attacker", dice={"hulk1": 4})
    assert (near["gained"], far["gained"], far["distance"]) == (1, 0, 4)
    assert "EIA-HULK-04" in rules(near)
    assert "EIA-HULK-11" in rules(far)


@pytest.mark.rule("EIA-HULK-10")
def test_the_defender_of_a_raid_needs_no_roll() -> None:
    found = outcome(
        "hulk", sunk={"ship of the line": 3}, sunk_of="france", winner="spain", raid="defender",
        distance=5,
    )  # fmt: skip
    assert (found["gained"], found["distance"]) == (3, 0)


@pytest.mark.rule("EIA-NAV-11")
def test_minors_own_no_hulks() -> None:
    given: dict[str, Any] = {"sunk": {"heavy ship": 1}, "sunk_of": "france", "winner": "naples",
                             "minor": True}  # fmt: skip
    assert outcome("hulk", **given, controller="britain", distance=0)["owner"] == "britain"
    lost = outcome("hulk", **given)
    assert (lost["owner"], lost["gained"]) == (None, 0)


@pytest.mark.rule("EIA-HULK-06", "EIA-HULK-07")
def test_building_from_a_hulk() -> None:
    given = {"builder": "russia", "owner": "russia"}
    ship = outcome("hulk-build", ship="ship of the line", price=10, **given)
    assert (ship["allowed"], ship["price"], ship["months"]) == (True, 5, 3)
    assert outcome("hulk-build", ship="transport", price=3, **given)["price"] == 0
    assert not outcome("hulk-build", ship="heavy ship", price=15, **given)["allowed"]


@pytest.mark.rule("EIA-HULK-08", "EIA-NAV-12")
def test_a_hulk_serves_building_anywhere() -> None:
    found = outcome("hulk-build", ship="transport", builder="russia", owner="russia",
                    hulk_port="St. Petersburg", build_port="Odessa")  # fmt: skip
    assert found["allowed"]
    assert "EIA-HULK-08" in rules(found)


@pytest.mark.rule("EIA-NAV-12")
def test_a_minor_builds_from_its_majors_hulk_by_leave() -> None:
    given: dict[str, Any] = {"ship": "transport", "builder": "denmark", "owner": "france",
                             "minor": True, "controller": "france"}  # fmt: skip
    assert not outcome("hulk-build", **given)["allowed"]
    assert outcome("hulk-build", **given, leave=True)["allowed"]
    stranger = {**given, "controller": "russia", "leave": True}
    assert not outcome("hulk-build", **stranger)["allowed"]


@pytest.mark.rule("EIA-NAV-13", "EIA-NAV-15")
def test_table_talk_at_sea_is_remembered() -> None:
    built = outcome("hulk-build", ship="transport", builder="russia", owner="russia")
    assert [each["rule"] for each in built["reminders"]] == ["EIA-NAV-13"]
    blockaded = outcome("squadrons", ships=27)
    assert [each["rule"] for each in blockaded["reminders"]] == ["EIA-NAV-15"]


def test_odds_of_hulks() -> None:
    found = odds("hulk", sunk={"heavy ship": 2}, sunk_of="a", winner="b", distance=2)
    assert found["gained"] == {
        "0": pytest.approx(1 / 9),
        "1": pytest.approx(4 / 9),
        "2": pytest.approx(4 / 9),
    }
    assert found["expected"] == pytest.approx(4 / 3)


@pytest.mark.rule("EIA-RAID-17", "EIA-RAID-16")
@pytest.mark.parametrize(("dice", "lost"), [((1, 2, 2), 1), ((2, 3, 6), 0), ((1, 1, 1), 3)])
def test_a_damaged_ship_of_the_defender_is_lost_on_a_one_alone(
    dice: tuple[int, ...], lost: int
) -> None:
    """A die for each of his three damaged ships: 1 loses it, 2 and more keep it."""
    rolled = {f"D.damaged{at}": die for at, die in enumerate(dice, 1)}
    found = raided(
        {"A.round1": 3, "A.round2": 3, "A.round3": 3, "D.round1": 1, **rolled},
        attacker={"morale": 9, "ships": 5, "lost_on": 6}, defender={"morale": 9}, guns=False,
    )["outcome"]["sides"]["D"]  # fmt: skip
    assert (found["damaged"], found["lost"]) == (3, lost)


@pytest.mark.rule("EIA-HULK-03")
@pytest.mark.parametrize(
    ("owner", "leave", "gained"),
    [("france", False, 1), ("france", True, 1), ("spain", False, 0), ("spain", True, 1)],
)
def test_a_hulk_needs_a_port_of_its_own_side_or_leave(owner: str, leave: bool, gained: int) -> None:
    """*To be of use a hulk must reach a port: own, or an ally's with leave*."""
    found = outcome("hulk", sunk={"heavy ship": 1}, sunk_of="spain", winner="france", distance=1,
                    port_owner=owner, leave=leave, dice={"hulk1": 2} if gained else {})  # fmt: skip
    assert (found["gained"], found["owner"]) == (gained, "france")
    assert ("EIA-HULK-03" in rules(found)) == (not gained)


@pytest.mark.rule("EIA-GUN-01", "EIA-GUN-02")
@pytest.mark.parametrize(
    ("danes", "agree", "fire", "said"),
    [(2, False, True, "EIA-GUN-01"), (3, True, True, ""), (3, False, False, "EIA-GUN-02"),
     (4, False, False, "EIA-GUN-01")],
)  # fmt: skip
def test_who_has_most_garrison_factors_decides_and_equals_have_to_agree(
    danes: int, agree: bool, fire: bool, said: str
) -> None:
    """France has 3 factors there and fires; the Danes have one less, as many, one more."""
    garrison = [troops("france", 3), troops("denmark", danes, agree)]
    found = outcome("port-guns", garrison=garrison, hostile=True)
    assert found["fire"] == fire
    assert {"EIA-GUN-01", "EIA-GUN-02"} & rules(found) == ({said} if said else set())


@pytest.mark.rule("EIA-NMOR-01")
@pytest.mark.parametrize(
    ("fleets", "tenths"),
    [
        ([(1, 30), (1, 31)], 31), ([(3, 30), (2, 31)], 30), ([(2, 30), (3, 31)], 31),
        ([(5, 30), (0, 99)], 30), ([(0, 30)], 0), ([], 0),
    ],
)  # fmt: skip
def test_the_morale_of_a_stack_is_the_average_by_ships(
    fleets: list[tuple[int, int]], tenths: int
) -> None:
    assert naval.stack_morale(fleets) == tenths


@pytest.mark.rule("EIA-PORT-01", "EIA-PORT-02", "EIA-PORT-03", "EIA-NAV-10")
@pytest.mark.parametrize(
    ("fleets", "minor", "loose", "lost", "rules"),
    [
        (2, False, 0, (2, 0, 0, -2), ["PORT-01", "PORT-03"]),
        (2, True, 0, (0, 2, 0, 0), ["PORT-01", "PORT-02"]),
        (0, False, 3, (0, 0, 3, 0), ["NAV-10"]),
        (0, True, 0, (0, 0, 0, 0), []),
    ],
)
def test_what_is_lost_with_a_port(
    fleets: int, minor: bool, loose: int, lost: tuple[int, int, int, int], rules: list[str]
) -> None:
    """'Minor fleets cannot be scuttled and must surrender. Each fleet scuttled costs 1 PP.'"""
    there = dict.fromkeys(("I", "II")[:fleets], 9)
    found = naval.port_taken(there, minor, loose, ["Gravina"], "france")
    assert found[:4] == lost
    assert found.leaders_captured == (("Gravina",) if fleets else ())
    assert [each.rule for each in found.reasons] == [f"EIA-{rule}" for rule in rules]


@pytest.mark.rule("EIA-HULK-05", "EIA-HULK-10")
@pytest.mark.parametrize(
    ("die", "distance", "saved"), [(1, 0, True), (1, 1, False), (2, 1, True), (6, 6, False)]
)
def test_a_hulk_beats_the_distance(die: int, distance: int, saved: bool) -> None:
    """'one coming out as 1 and the other as 4, thus one of the hulks is sunk', a zone away."""
    assert hulks.hulk_saved(die, distance) == saved


@pytest.mark.rule("EIA-NAV-11")
@pytest.mark.parametrize(
    ("minor", "controller", "owns"),
    [(False, "", "france"), (False, "spain", "france"), (True, "spain", "spain"), (True, "", "")],
)
def test_who_owns_what_a_captor_takes(minor: bool, controller: str, owns: str) -> None:
    assert hulks.holder("france", minor, controller).power == owns


@pytest.mark.rule("EIA-RAID-13", "EIA-RAID-14")
@pytest.mark.parametrize(
    ("lost", "shaken", "winner"),
    [
        ((2, 3), (0, 90), 0), ((3, 3), (0, 90), None), ((4, 3), (0, 90), None),
        ((3, 2), (90, 0), 1), ((3, 3), (90, 0), None), ((2, 3), (0, 0), None),
        ((2, 3), (90, 90), 0), ((3, 2), (90, 90), 1), ((3, 3), (90, 90), None),
        ((0, 10), (0, 0), 0), ((10, 0), (0, 0), 1),
    ],
)  # fmt: skip
def test_a_raid_is_won_by_who_broke_the_enemy_and_hit_more(
    lost: tuple[int, int], shaken: tuple[int, int], winner: int | None
) -> None:
    """*The enemy broken or gone, and more losses inflicted than taken; otherwise a draw.*"""
    one, other = (raid_battle.Side(name, 10, 30, ()) for name in ("A", "D"))
    raid = raid_battle.Raid(one, other, 0, False)
    assert raid_battle.winner(raid, (*lost, *shaken, 0, 0, 0, 0)) == winner


@pytest.mark.rule("EIA-NMOR-01")
def test_the_morale_of_each_fleet_of_a_stack_is_told() -> None:
    """*Holland 3,5; Austria, Prussia, Turkey 2,0*, the one in the Adriatic half a point more."""
    fleets = [{"nation": "holland", "ships": 10}, {"nation": "austria", "ships": 5}]
    found = outcome("naval-morale", fleets=fleets, sea="adriatic")
    assert found["fleets"] == [{"nation": "holland", "base": 3.5, "morale": 3.5},
                               {"nation": "austria", "base": 2.0, "morale": 2.5}]  # fmt: skip


@pytest.mark.rule("EIA-ALL-01", "EIA-NAV-14")
@pytest.mark.parametrize(
    ("power", "access", "granted"),
    [("russia", True, True), ("russia", False, False), ("turkey", True, False),
     ("turkey", False, False)],
)  # fmt: skip
def test_a_passage_that_turkey_grants_is_told_to_others_alone(
    power: str, access: bool, granted: bool
) -> None:
    """*Turkey may grant access through Dardanelles without restriction*: to itself it need not."""
    found = outcome("strait", power=power, access=access)
    assert found["allowed"] == (power == "turkey" or access)
    assert rules(found) == {"EIA-NAV-14", *["EIA-ALL-01"] * granted}


@pytest.mark.rule("EIA-BRK-05")
@pytest.mark.parametrize("intercepted", [True, False])
def test_a_third_fleet_that_is_intercepted_fights_in_the_blockade_box_first(
    intercepted: bool,
) -> None:
    """*Avoid interception in the BB and join with fleets in port.*"""
    found = outcome("blockade-break", third_fleet="evade", intercepted=intercepted, result="draw")
    said = [each["why"] for each in found["because"] if each["rule"] == "EIA-BRK-05"]
    told = "It was intercepted" if intercepted else "It evaded interception"
    assert [why.startswith(told) for why in said] == [True]
