"""Which rule an answer names, and the document but for one fact that does not bring it in.

Each line: a kind, what its example is changed to, what it is changed back to, and the rule that is
named of the first alone.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.eia.adjudicating import answer, example, rules

Changes = dict[str, Any]


def named(kind: str, changes: Changes) -> set[str]:
    """The rules that an example with changes names, its dice thrown where none is given."""
    document = {"dice": {}, **example(kind), **changes}
    if "dice" not in changes:
        del document["dice"]
    return rules(answer(kind, document, "--seed", "1")["outcome"])


def twin(rule: str, kind: str, changes: Changes, without: Changes) -> Any:
    return pytest.param(
        rule, kind, changes, without, id=f"{rule} {kind}", marks=pytest.mark.rule(rule)
    )


RAID_QUIET = {"name": "DENMARK", "ships": 16, "morale": 3.5}
ISLAND = {"infantry": True, "besieged": False, "by_land": False}
OTTOMAN = {"power": "russia", "points": 1, "goal": 99,
           "lands": [{"name": "Syria", "manpower": 4, "ottoman": True}]}  # fmt: skip
FOUR: Changes = {"maximum": 3, "corps": 4, "cavalry_corps": 1, "present": None}


@pytest.mark.parametrize(
    ("rule", "kind", "changes", "without"),
    [
        # A spanish convoy, leaders and minors.
        twin("EIA-DOM-01", "dominance", {"loses": False, "gold_convoy": True},
             {"loses": False, "gold_convoy": False}),
        twin("EIA-DOM-01", "dominance", {"dominant": True, "loses": False, "gold_convoy": True},
             {"dominant": False, "loses": False, "gold_convoy": True}),
        twin("EIA-POL-03", "ottoman", {"power": "france", "napoleon_back": True},
             {"power": "france", "napoleon_back": False}),
        twin("EIA-POL-03", "ottoman", {"power": "france", "napoleon_back": True},
             {"power": "spain", "napoleon_back": True}),
        twin("EIA-ERR-05", "finland", {}, {"power": None}),
        twin("EIA-ERR-06", "finland", {}, {"year": None}),
        twin("EIA-POL-01", "minor-defence", {"battles": 0}, {"battles": 1}),
        twin("EIA-POL-01", "minor-defence", {}, {"sieges": 1}),
        twin("EIA-POL-01", "minor-defence", {}, {"had_troops": False}),
        twin("EIA-POL-01", "minor-defence", {}, {"conquered": False}),
        twin("EIA-POL-02", "minor-defence", {"battles": 1}, {"battles": 0}),
        twin("EIA-POL-02", "minor-defence", {"sieges": 1}, {}),
        twin("EIA-POL-02", "minor-defence", {"battles": 1, "sieges": 1}, {}),
        # Cities.
        twin("EIA-BRN-02", "pillage", {"act": "burn"}, {"act": "pillage"}),
        twin("EIA-PIL-11", "pillage", {}, {"capital": False}),
        twin("EIA-PIL-11", "pillage", {}, {"province_income": 600}),
        twin("EIA-INV-02", "involuntary", {"dice": {"pillage": 6, "burn": 2}},
             {"dice": {"pillage": 5}}),
        twin("EIA-PIL-03", "involuntary", {"in_force": False}, {}),
        twin("EIA-PIL-05", "involuntary", {"state": "burned"}, {}),
        twin("EIA-REC-02", "recovery", {}, {"state": "pillaged"}),
        # Hulks and ports.
        twin("EIA-HULK-09", "port-taken", {"hulks": 1}, {"hulks": 0}),
        twin("EIA-HULK-04", "hulk", {}, {"distance": 0}),
        twin("EIA-HULK-05", "hulk", {}, {"distance": 0}),
        twin("EIA-NAV-11", "hulk", {"minor": True, "controller": "russia"}, {}),
        twin("EIA-HULK-10", "hulk", {"raid": "defender"}, {"raid": "attacker"}),
        twin("EIA-HULK-11", "hulk", {"raid": "attacker"}, {}),
        twin("EIA-HULK-05", "hulk", {"raid": "attacker"}, {"raid": "defender"}),
        twin("EIA-HULK-08", "hulk-build", {}, {"build_port": "St. Petersburg"}),
        twin("EIA-HULK-07", "hulk-build", {}, {"ship": "frigate", "price": 10}),
        twin("EIA-HULK-06", "hulk-build", {"ship": "frigate", "price": 10}, {}),
        # Raids and blockades.
        twin("EIA-NAV-09", "port-raid", {}, {"defender": RAID_QUIET}),
        twin("EIA-RAID-03", "port-raid", {}, {"guns": False}),
        twin("EIA-RAID-09", "port-raid", {}, {"guns": False}),
        twin("EIA-RAID-12", "port-raid", {}, {"guns": False}),
        twin("EIA-BLK-06", "blockade-test", {},
             {"blockaders": [{"name": "CHANNEL", "british": True}]}),
        twin("EIA-BLK-03", "blockade-test",
             {"dice": {"BLOCKADED.test": 6, "CHANNEL.test": 1, "BISCAY.test": 1}},
             {"dice": {"BLOCKADED.test": 1, "CHANNEL.test": 6, "BISCAY.test": 6}}),
        twin("EIA-BLK-04", "blockade-test",
             {"dice": {"BLOCKADED.test": 6, "CHANNEL.test": 1, "BISCAY.test": 1}},
             {"dice": {"BLOCKADED.test": 1, "CHANNEL.test": 6, "BISCAY.test": 6}}),
        twin("EIA-BLK-05", "blockade-test",
             {"dice": {"BLOCKADED.test": 1, "CHANNEL.test": 6, "BISCAY.test": 6}},
             {"dice": {"BLOCKADED.test": 6, "CHANNEL.test": 1, "BISCAY.test": 1}}),
        twin("EIA-BRK-06", "blockade-break", {}, {"third_fleet": None}),
        twin("EIA-NMOR-07", "naval-morale", {}, {"near_britain": False}),
        # Stacks, leaders and prisoners.
        twin("EIA-RET-02", "prisoners", {"surrounded": True}, {}),
        twin("EIA-LDR-04", "leader-casualty",
             {"dice": {"Lannes.casualty": 1, "Bessieres.casualty": 4, "Bessieres.wound": 3}},
             {"dice": {"Lannes.casualty": 1, "Bessieres.casualty": 1}}),
        twin("EIA-RNF-02", "surplus", {}, {"damage": 10}),
        twin("EIA-STK-03", "stacking", FOUR, {**FOUR, "reinforcing": True}),
        twin("EIA-STK-03", "stacking", FOUR, {**FOUR, "maximum": 4}),
        twin("EIA-STK-03", "stacking", FOUR, {**FOUR, "cavalry_corps": 0}),
        # Marches, supply and access.
        twin("EIA-ERR-12", "force-march", {"force_march": True}, {"force_march": False}),
        twin("EIA-ERR-12", "force-march", {"force_march": True}, {"corps": "cavalry"}),
        twin("EIA-ERR-13", "force-march", {"corps": "cavalry"}, {"corps": "infantry"}),
        twin("EIA-ERR-15", "depot-supply", {}, {"distances": [0, 0, 0, 1]}),
        twin("EIA-ERR-16", "depot-supply", {}, {"winter": False}),
        twin("EIA-ERR-16", "depot-supply", {}, {"distances": [0, 0, 0, 1]}),
        twin("EIA-PIL-01", "pillage-rules", {"russia_track": True}, {}),
        twin("EIA-PIL-02", "pillage-rules", {}, {"agreed": False}),
        twin("EIA-PIL-03", "pillage-rules", {}, {"no_involuntary": False}),
        twin("EIA-TRM-09", "access-grant", {}, {"denied": False}),
        twin("EIA-TRM-10", "access-grant", {}, {"agreements": []}),
        twin("EIA-TRM-11", "access-grant", {"peace_lasts": False}, {}),
        twin("EIA-TRM-11", "access-grant", {"peace_lasts": False},
             {"denied": False, "peace_lasts": False}),
        twin("EIA-POL-02", "minor-defence", {"battles": 1}, {"battles": 0, "had_troops": False}),
        twin("EIA-RNF-03", "stacking", {**FOUR, "reinforcing": True, "same_area": True},
             {**FOUR, "same_area": True}),
        twin("EIA-REC-03", "recovery", {}, {"pays": False}),
        twin("EIA-REC-01", "recovery", {"state": "pillaged"}, {"state": "whole"}),
        twin("EIA-ERR-08", "declare-war", {"enemies_at_home": [ISLAND]},
             {"enemies_at_home": [{**ISLAND, "besieged": True}]}),
        twin("EIA-ERR-08", "declare-war", {"enemies_at_home": [ISLAND]},
             {"enemies_at_home": [{**ISLAND, "infantry": False}]}),
        twin("EIA-TRM-07", "declare-war", {"sphere": True, "sphere_lasts": True, "on": "minor"},
             {"on": "minor"}),
        twin("EIA-HULK-07", "hulk-build", {}, {"owner": "france"}),
        twin("EIA-NAV-04", "flee", {}, {"act": "interception"}),
        twin("EIA-OE-05", "victory", {"powers": [OTTOMAN]}, {"powers": [OTTOMAN], "last": False}),
        twin("EIA-TRM-10", "access-grant", {}, {"at_war_with_victor": []}),
        twin("EIA-ERR-28", "forcible-access", {},
             {"entered": [{"area": "Bavaria", "controller": "france"}]}),
        # Peace, loans, alliances and war.
        twin("EIA-TRM-03", "loan", {}, {"forage_losses": 0, "chosen": {}}),
        twin("EIA-TRM-04", "loan", {}, {"returned": "no"}),
        twin("EIA-TRM-05", "loan", {}, {"returned": "no"}),
        twin("EIA-FUS-01", "surrender", {}, {"manpower": 9}),
        # The end.
        twin("EIA-WIN-05", "victory", {}, {"last": False}),
        twin("EIA-WIN-06", "victory", {}, {"last": False}),
        twin("EIA-BID-02", "bids", {},
             {"bids": [{"player": "russia", "bid": 12, "points": 90},
                       {"player": "austria", "bid": 11, "points": 80}]}),
        # A battle of fleets.
        twin("EIA-LDR-01", "naval-battle", {}, {
            "attacker": {"name": "A", "fleets": [{"name": "I", "nation": "france", "ships": 9}]},
            "defender": {"name": "B", "fleets": [{"name": "I", "nation": "spain", "ships": 9}]}}),
        twin("EIA-NAV-A5", "naval-battle", {"struck": "sunk"}, {"struck": "damaged"}),
        twin("EIA-HULK-02", "naval-battle", {"struck": "sunk"}, {"struck": "damaged"}),
    ],
)  # fmt: skip
def test_a_rule_is_named_where_it_holds_and_not_where_it_does_not(
    rule: str, kind: str, changes: Changes, without: Changes
) -> None:
    assert rule in named(kind, changes)
    assert rule not in named(kind, without)


@pytest.mark.parametrize(
    ("kind", "always"),
    [
        pytest.param("naval-battle", {"EIA-NAV-A1", "EIA-NAV-A2", "EIA-NMOR-01"},
                     marks=pytest.mark.rule("EIA-NAV-A1", "EIA-NAV-A2", "EIA-NMOR-01")),
        pytest.param("port-raid", {"EIA-RAID-08", "EIA-RAID-15", "EIA-RAID-16", "EIA-RAID-17",
                                   "EIA-RAID-18"},
                     marks=pytest.mark.rule("EIA-RAID-08", "EIA-RAID-15", "EIA-RAID-16",
                                            "EIA-RAID-17", "EIA-RAID-18")),
        pytest.param("pillage", {"EIA-PIL-10", "EIA-PIL-12"},
                     marks=pytest.mark.rule("EIA-PIL-10", "EIA-PIL-12")),
        pytest.param("prisoner-drain", {"EIA-PRIS-01", "EIA-PRIS-02", "EIA-PRIS-03"},
                     marks=pytest.mark.rule("EIA-PRIS-01", "EIA-PRIS-02", "EIA-PRIS-03")),
        pytest.param("hulk", {"EIA-HULK-01"}, marks=pytest.mark.rule("EIA-HULK-01")),
        pytest.param("in-force", {"EIA-SET-01", "EIA-SET-02", "EIA-SET-03", "EIA-NAV-01"},
                     marks=pytest.mark.rule("EIA-SET-01", "EIA-SET-02", "EIA-SET-03",
                                            "EIA-NAV-01")),
        pytest.param("naval-morale", {"EIA-NMOR-01"}, marks=pytest.mark.rule("EIA-NMOR-01")),
        pytest.param("squadrons", {"EIA-NAV-16"}, marks=pytest.mark.rule("EIA-NAV-16")),
        pytest.param("naval-supply", {"EIA-NSUP-01"}, marks=pytest.mark.rule("EIA-NSUP-01")),
        pytest.param("reparations", {"EIA-TRM-01"}, marks=pytest.mark.rule("EIA-TRM-01")),
        pytest.param("bids", {"EIA-BID-01"}, marks=pytest.mark.rule("EIA-BID-01")),
        pytest.param("vote", {"EIA-GEN-01"}, marks=pytest.mark.rule("EIA-GEN-01")),
        pytest.param("trade", {"EIA-ERR-09"}, marks=pytest.mark.rule("EIA-ERR-09")),
        pytest.param("leader-casualty", {"EIA-LDR-01"}, marks=pytest.mark.rule("EIA-LDR-01")),
    ],
)  # fmt: skip
def test_what_always_holds_is_always_named(kind: str, always: set[str]) -> None:
    assert always <= named(kind, {})


@pytest.mark.rule("EIA-ALL-02", "EIA-ALL-07")
@pytest.mark.parametrize(
    ("changes", "needs"),
    [
        ({"end_date": False, "ended": "broken", "points_made": None, "points_broken": None},
         ["points_made", "points_broken"]),
        ({"end_date": False, "ended": "broken", "points_made": 1, "points_broken": -1}, []),
        ({"end_date": True, "ended": "expired", "points_made": None, "points_broken": None}, []),
    ],
)  # fmt: skip
def test_points_of_the_base_rules_are_asked_for(changes: Changes, needs: list[str]) -> None:
    """An alliance with an end date brings no points, and its end costs none."""
    found = answer("alliance", {**example("alliance"), **changes}, "--seed", "1")["outcome"]
    assert [each.partition(":")[0] for each in found["needs"]] == needs
