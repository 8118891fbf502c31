"""What a document of a land battle has to say, and what the answer tells besides who has won."""

from __future__ import annotations

from typing import Any

import pytest

from engine.adjudicator.eia.shapes import die_name
from engine.eia import tables
from engine.eia.battles import combat_tables
from tests.engine.eia.adjudicating import answer, refused, rules, run
from tests.engine.eia.test_battles import corps, document, fought, leader, rolled

NAPLES: dict[str, Any] = {"nation": "naples", "corps": [{"factors": {"infantry": 20}, "morale": 2}]}
KRAY: dict[str, Any] = {"leader": leader("Kray"), "corps": corps(1, infantry=4)}
STRANGERS = {**KRAY, "corps": [{"nation": "naples", "factors": {"infantry": 4}}]}


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ({"corps": corps(infantry=0)}, {}, "no factor of the side fights"),
        ({"corps": [{"factors": {"infantry": 5}, "role": "surplus"}]}, {}, "no factor of the side"),
        ({"leaders": [leader("A-leader")]}, {}, "two leaders have the same name"),
        ({"reinforcements": [{**KRAY, "leader": leader("A-leader")}]}, {}, "the same name"),
        ({"corps": [*corps(infantry=9), {"factors": {"infantry": 9}, "role": "outflanking"}]}, {},
         "corps go round only with the chit Outflank"),
        ({"nation": "naples", "morale": 2, "commander": leader("Damas"),
          "reinforcements": [{**KRAY, "leader": None}]}, {}, "attacker.ratings: is missing"),
        ({"reinforcements": [STRANGERS]}, {},
         "attacker.reinforcements[0].corps[0].morale: is missing"),
        (NAPLES | {"corps": corps(infantry=20)}, {}, "morale: is missing"),
    ],
)  # fmt: skip
def test_what_is_no_battle_is_refused(
    first: dict[str, Any], second: dict[str, Any], said: str
) -> None:
    assert said in refused("battle", **document(first=first, second=second))


def test_sides_have_names_of_their_own() -> None:
    given = document()
    given["attacker"]["name"] = "D"
    assert "defender.name: is the name of the other side too" in refused("battle", **given)


@pytest.mark.rule("EIA-LDR-02")
def test_guards_are_committed_once_a_round() -> None:
    once = {"round": 1, "commitment": 1, "leader": "A-leader"}
    guards = {"corps": corps(infantry=10, guard=5), "guards": [once, once]}
    assert "guards are committed once a round" in refused("battle", **document(first=guards))
    fought(document(first=guards | {"guards": [once, once | {"round": 2}]}))


def test_corps_may_go_round_with_the_chit_for_it() -> None:
    around = {"corps": [*corps(infantry=9), {"factors": {"infantry": 9}, "role": "outflanking"}]}
    assert fought(document(("Outflank", "Defend"), first=around))["ended"]


@pytest.mark.rule("EIA-SET-03")
def test_a_morale_that_the_sources_dispute_is_the_corps_own_and_no_other() -> None:
    """Naples' is disputed: the document says it; what the charts know of France stays."""
    given = document(first=NAPLES | {"ratings": {"strategic": 2, "tactical": 1}, "commander": None})
    assert fought(given)["sides"]["A"]["morale"] == 2
    known = document(first={"corps": [{"factors": {"infantry": 20}, "morale": 1}]})
    usual = fought(document())["sides"]["A"]["morale"]
    assert usual != 1
    assert fought(known)["sides"]["A"]["morale"] == usual


@pytest.mark.rule("EIA-SET-03")
def test_a_side_without_a_leader_has_the_ratings_of_its_nation_or_those_of_the_document() -> None:
    """Of corps alone: the printed intrinsic ratings; a nation that has none takes the given ones.
    Corps that reinforce without a leader come by the same strategic rating."""
    strategic, tactical = tables.intrinsic("austria") or (9, 9)
    alone = {"commander": None, "reinforcements": [{**KRAY, "leader": None}]}
    found = fought(document(second=alone), D_reinforce1_2=1)
    assert found["sides"]["D"]["tactical"] == tactical
    assert f"{strategic} or less" in rolled(found, "D.reinforce1.2")["purpose"]
    named = fought(
        document(second={**alone, "ratings": {"strategic": 5, "tactical": 4}}), D_reinforce1_2=1
    )
    assert named["sides"]["D"]["tactical"] == 4
    assert "5 or less" in rolled(named, "D.reinforce1.2")["purpose"]
    led = fought(document(second={"reinforcements": [KRAY]}), D_reinforce1_2=1)
    assert "3 or less" in rolled(led, "D.reinforce1.2")["purpose"], "Kray's own"


@pytest.mark.rule("EIA-SET-01")
def test_only_artillery_that_bombards_has_dice() -> None:
    guns = {"corps": corps(infantry=10, artillery=6)}
    found = fought(document(first=guns | {"bombard": True}))
    assert "A.bombard1" in [each["name"] for each in found["rolls"]]
    for quiet in (guns | {"bombard": False}, {"corps": corps(infantry=10), "bombard": True}):
        names = [each["name"] for each in fought(document(first=quiet))["rolls"]]
        assert not any("bombard" in name for name in names)


@pytest.mark.rule("EIA-WDR-01", "EIA-ERR-17")
def test_the_answer_names_what_a_withdrawal_costs_and_the_corrected_table() -> None:
    away = fought(document(("Assault", "Withdraw")), D_withdraw=1)
    assert "EIA-WDR-01" in rules(away)
    assert "EIA-WDR-01" not in rules(fought(document()))
    crossed = fought(document(("EscalatedAssault", "Cordon"), river=True))
    (why,) = [each["why"] for each in crossed["because"] if each["rule"] == "EIA-ERR-17"]
    assert why == "The attacker's first table is 5-1."
    assert crossed["tables"]["round2"] == ["5-2", "4-1"]


@pytest.mark.rule("EIA-STK-02", "EIA-SET-03")
def test_the_answer_names_what_changes_ratings_and_morale() -> None:
    """One corps more than the maximum costs a point of the rating; Turks have more morale."""
    four = {"corps": corps(4, infantry=5), "nation": "turkey"}
    found = {(each["side"], each["rule"], *each["rolls"])
             for each in fought(document(first=four))["modifiers"]}  # fmt: skip
    assert ("A", "EIA-STK-02", "tactical rating") in found
    assert ("A", "EIA-SET-03", "morale") in found


@pytest.mark.rule("EIA-RNF-04", "EIA-LDR-01")
@pytest.mark.parametrize("key", ["first", "second"])
def test_who_has_come_is_lost_with_the_others_and_his_leader_is_tested(key: str) -> None:
    """Of two reinforcements the second alone arrives, before the second round."""
    name = "AD"[key == "second"]
    militia = {"name": "IX", "factors": {"militia": 3}}
    late = {"leader": leader("Kray", strategic=1), "corps": [militia]}
    came = {"leader": leader("Ott"), "corps": [{"name": "X", "factors": {"militia": 2}}]}
    own = [{"name": "I", "factors": {"infantry": 1}}]
    side: dict[str, Any] = {"corps": own, "reinforcements": [late, came], "morale": 9,
                            "commander": leader("Mack", maximum=1)}  # fmt: skip
    horde = {"corps": corps(infantry=60), "morale": 9}
    sides: Any = (
        {"first": side, "second": horde} if key == "first" else {"first": horde, "second": side}
    )
    other = "AD"[key == "first"]
    dice = {f"{name}.reinforce1.2": 6, f"{name}.reinforce2.2": 1, f"{name}.reinforce1.3": 6,
            f"{other}.round1": 1, f"{other}.round2": 6, f"{other}.round3": 6}  # fmt: skip
    found = fought(document(**sides), **dice)
    mine = found["sides"][name]
    assert "Ott" in found["leaders"][name]
    assert "Kray" not in found["leaders"][name]
    assert set(found["leaders"][other]) == {f"{other}-leader"}
    assert mine["reinforced"] == 2
    assert mine["destroyed"], "all three factors are lost, and no more"
    assert mine["lost"] == 3
    assert mine["morale_lost"] != found["sides"][other]["morale_lost"]
    assert set(mine["lost_by_corps"]) == {"I infantry", "X militia"}


@pytest.mark.rule("EIA-WDR-01", "EIA-LDR-01")
def test_nobody_is_tested_where_nobody_fought() -> None:
    """A withdrawal before the first round; who slips away from an outflanking force has fought."""
    away = fought(document(("Assault", "Withdraw")), D_withdraw=1)
    assert away["leaders"] == {"A": {}, "D": {}}
    around = {"corps": [*corps(infantry=9), {"factors": {"infantry": 9}, "role": "outflanking"}]}
    dice = {"D.withdraw": 6, "A.outflank2": 6, "A.round1": 1, "D.round1": 1}
    fled = fought(document(("Outflank", "Withdraw"), first=around), **dice)
    assert fled["ended"] == "withdrew"
    assert set(fled["leaders"]["A"]) == {"A-leader"}


@pytest.mark.rule("EIA-LDR-01", "EIA-LDR-03")
@pytest.mark.parametrize(
    ("number", "commitment", "hit"), [(0, 0, 6), (1, 1, 5), (3, 2, 4), (3, 1, 5)]
)
def test_a_leader_is_hit_on_a_six_less_the_guard_that_he_led_to_the_last_round(
    number: int, commitment: int, hit: int
) -> None:
    led = [{"round": number, "commitment": commitment, "leader": "A-leader"}] if number else []
    guards = {"corps": corps(infantry=30, guard=5), "guards": led, "morale": 9}
    for die in (hit, hit - 1):
        named = {"A.casualty.A-leader": die, "A.wound.A-leader": 3}
        found = fought(document(first=guards, second={"morale": 9}), **named)
        assert found["ended"] == "night"
        assert (found["leaders"]["A"]["A-leader"] != "unhurt") == (die == hit)


@pytest.mark.rule("EIA-LDR-03")
def test_a_guard_of_a_round_that_was_not_fought_endangers_nobody() -> None:
    """At +2 a casualty falls on a 4; without it on a 6 alone."""
    guards = {"corps": corps(infantry=10, guard=5), "morale": 9,
              "guards": [{"round": 2, "commitment": 2, "leader": "A-leader"}]}  # fmt: skip
    for morale, hurt in ((0.1, False), (9, True)):
        given = document(first=guards, second={"morale": morale})
        named = {"A.casualty.A-leader": 4, "A.wound.A-leader": 3, "A.round1": 6, "A.round2": 1}
        found = fought(given, **named)
        assert (found["leaders"]["A"]["A-leader"] != "unhurt") == hurt, found["ended"]


@pytest.mark.rule("EIA-SET-03")
def test_who_is_beaten_is_broken_and_both_may_be() -> None:
    weak = {"morale": 0.1}
    both = fought(document(first=weak, second=weak), A_round1=6, D_round1=6)
    assert [both["sides"][name]["broken"] for name in "AD"] == [True, True]
    assert any("both sides broke" in each for each in both["needs"])
    assert (both["winner"], both["political_points"]) == (None, None)
    one = fought(document(first={"morale": 9}, second=weak), A_round1=6, D_round1=1)
    assert [one["sides"][name]["broken"] for name in "AD"] == [False, True]
    assert not any("both sides" in each for each in one["needs"])
    assert any(each.startswith("points:") for each in one["needs"])
    paid = fought(document(first={"morale": 9}, second=weak, points=2), A_round1=6, D_round1=1)
    assert not any(each.startswith("points:") for each in paid["needs"])


@pytest.mark.rule("EIA-PUR-01", "EIA-RNF-02", "EIA-RET-02")
@pytest.mark.parametrize(
    ("horse", "surplus", "surrounded", "named"),
    [
        (20, 40, False, {"EIA-PUR-01", "EIA-RNF-02"}), (20, 0, False, {"EIA-PUR-01"}),
        (20, 40, True, {"EIA-PUR-01", "EIA-RNF-02", "EIA-RET-02"}), (0, 40, True, set()),
    ],
)  # fmt: skip
def test_the_answer_names_what_a_pursuit_took(
    horse: int, surplus: int, surrounded: bool, named: set[str]
) -> None:
    spare = [{"factors": {"infantry": surplus}, "role": "surplus"}] if surplus else []
    beaten = {"corps": [*corps(infantry=9), *spare], "morale": 0.1, "commander": None,
              "surrounded": surrounded}  # fmt: skip
    first = {"corps": corps(infantry=10, cavalry=horse) if horse else corps(infantry=30)}
    given = document(first=first, second=beaten, points=1)
    found = fought(given, A_round1=1, D_round1=1, A_pursuit=3, A_prisoners=5)
    assert rules(found) & {"EIA-PUR-01", "EIA-RNF-02", "EIA-RET-02"} == named
    if named:
        chase = found["pursuit"]
        fallen = chase["lost_cavalry"] + chase["lost_others"] + chase["lost_surplus"]
        (why,) = [each["why"] for each in found["because"] if each["rule"] == "EIA-PUR-01"]
        assert why == f"50 % of {fallen} losses, rounded down, are prisoners."


@pytest.mark.rule("EIA-SET-03")
def test_the_tables_of_both_sides_are_told_and_the_sheet_says_them() -> None:
    found = fought(document(("Probe", "Defend")))
    assert found["tables"]["round1"][0] != found["tables"]["round1"][1]
    for number in (1, 2, 3):
        printed = combat_tables.possibility("Probe", "Defend", False, False, number)
        assert printed is not None
        assert found["tables"][f"round{number}"] == [printed.attacker, printed.defender]
    told = run("eia-battle", "--text", "--seed", "1", document=document(("Probe", "Defend")))[1]
    assert "A, round 1: " in told


@pytest.mark.rule("EIA-SET-03", "EIA-CAV-03", "EIA-LSLC-04")
@pytest.mark.parametrize(
    ("factors", "cited"),
    [
        ({"infantry": 10}, []), ({"infantry": 10, "heavy_cavalry": 0}, []),
        ({"infantry": 10, "heavy_cavalry": 1}, ["EIA-CAV-03"]), ({"infantry": 10, "lslc": 1}, []),
    ],
)  # fmt: skip
def test_what_makes_a_morale_is_told_of_troops_that_are_there_and_not_of_the_nations_own(
    factors: dict[str, int], cited: list[str]
) -> None:
    """*Heavy cavalry has a morale level of 5*: only where some fights; what a chart says of the
    nation itself needs no reason."""
    found = fought(document(first={"corps": [{"factors": factors}]}), D_round1=1, A_round1=1)
    said = [each for each in found["because"] if each["why"].startswith("A, ")]
    assert [each["rule"] for each in said] == cited


@pytest.mark.rule("EIA-SET-03")
def test_each_side_is_told_the_morale_that_it_has_lost() -> None:
    """On table 3-1 a 6 takes more of the defender's morale than a 1 of the attacker's."""
    given = document(first={"morale": 9}, second={"morale": 9, "withdraws_at_night": True})
    dice = {
        f"{side}.round{number}": die for side, die in (("A", 6), ("D", 1)) for number in (1, 2, 3)
    }
    found = answer("battle", {**given, "dice": dice}, "--seed", "1")["outcome"]
    for at, (name, die) in enumerate((("A", 1), ("D", 6))):
        tables_ = [found["tables"][f"round{number}"][1 - at] for number in (1, 2, 3)]
        shaken = sum(combat_tables.modified_die(table, die).morale for table in tables_)
        assert found["sides"][name]["morale_lost"] == shaken / 10
    assert found["sides"]["A"]["morale_lost"] < found["sides"]["D"]["morale_lost"]


@pytest.mark.rule("EIA-LDR-02")
def test_a_roll_for_guards_says_whose_it_is_and_what_it_costs() -> None:
    """Guards are committed in a round, and some of their factors may be lost by it."""
    assert die_name("FRANCE.guard2") == "France, guards in round 2"
    assert die_name("FRANCE.round2") == "France, round 2"
