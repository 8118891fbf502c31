"""Sentences of the house rules, each applied on a position that a person has entered."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.adjudicator import resolve
from engine.eia.ledger.desk import booking
from engine.facts import rulebook
from tests.engine.eia.adjudicating import outcome, rules
from tests.engine.eia.nights import Club, complaints_of, fight, power, sack

POSITION = (
    "France: money 20; minors Saxony, Tuscany; corps I=12i 2lc, II=10i 2hc, III=10i, IV=8i, V=4c, "
    "VI=6i, Guard=6g; leaders Davout=4-5-3 A; fleets Brest=12; "
    "Turkey: corps I=10f, II=8i 4c; leaders Husrev=1-2-3 C; minors Egypt; "
    "Spain: dominant; corps I=10i 1c; fleets Cadiz=10; "
    "Russia: corps I=10i 2c; leaders Suvorov=5-5-4 A; "
    "Austria: corps I=12i 1mc, II=9i; leaders Charles=4-4-6 A; minors Bavaria; "
    "Great Britain: dominant; fleets Channel=20"
)
WARS = ("austria france", "france russia", "france turkey", "britain france", "france spain")


@pytest.fixture
def club() -> Club:
    found = Club(wars=WARS, last=600)
    found.enter("setup-text", text=POSITION)
    return found


# Who may pillage, and what it brings and costs

TAKEN = [
    # who, how the city was taken, its towers and whether a capital: money and half points
    ("turkey", "siege", 5, False, "pillage", 3, -1, "EIA-PIL-07"),
    ("turkey", "siege", 5, True, "pillage", 15, -5, "EIA-PIL-08"),
    ("turkey", "storm", 4, False, "pillage", 2, 0, "EIA-PIL-09"),
    ("turkey", "storm", 4, True, "pillage", 10, -5, "EIA-PIL-09"),
    ("turkey", "siege", 3, False, "burn", 2, -3, "EIA-BRN-01"),
    ("turkey", "storm", 3, False, "burn", 2, -2, "EIA-BRN-03"),
]


@pytest.mark.rule(
    "EIA-PIL-07", "EIA-PIL-08", "EIA-PIL-09", "EIA-BRN-01", "EIA-BRN-03", "EIA-LIM-10"
)
@pytest.mark.parametrize(
    ("by", "taken", "towers", "capital", "act", "money", "halves", "rule"), TAKEN
)
def test_what_a_sack_brings_and_costs(
    club: Club, by: str, taken: str, towers: int, capital: bool, act: str, money: int,
    halves: int, rule: str,
) -> None:  # fmt: skip
    """'The pillaging corps gains $ equal to half the number of towers in the city, rounded up. If
    the pillaged city is a major power capital, this amount is multiplied by 5. […] A penalty of
    -1/2 PP […] an additional penalty of -2 PP […] Burning a city always carries -1.'"""
    before = power(club, by).money, power(club, by).political_halves
    club.enter("city", **sack(club, by=by, nation=by, taken=taken, towers=towers, capital=capital,
                              act=act))  # fmt: skip
    after = power(club, by).money, power(club, by).political_halves
    assert (after[0] - before[0], after[1] - before[1]) == (money, halves)
    assert rule


LIMITS = [
    # who wants what, and the rule that forbids it; none: it is done
    ({"by": "france", "nation": "france"}, "EIA-LIM-01"),
    ({"by": "france", "nation": "france", "leader": "Massena"}, ""),
    ({"by": "france", "nation": "france", "leader": "Massena", "act": "burn"}, "EIA-LIM-0"),
    ({"by": "france", "nation": "france (royalist)"}, ""),
    ({"by": "austria", "nation": "austria", "owner": "france"}, "EIA-LIM-04"),
    ({"by": "britain", "nation": "britain", "owner": "france"}, "EIA-LIM-04"),
    ({"by": "prussia", "nation": "prussia"}, "EIA-LIM-04"),
    ({"by": "russia", "nation": "russia"}, "EIA-LIM-06"),
    ({"by": "russia", "nation": "russia", "leader": "Suvorov", "act": "burn"}, ""),
    ({"by": "russia", "nation": "russia", "leader": "Platov"}, ""),
    ({"by": "russia", "nation": "russia", "cossacks": 3}, ""),
    ({"by": "russia", "nation": "russia", "cossacks": 2}, "EIA-LIM-0"),
    ({"by": "spain", "nation": "spain"}, "EIA-LIM-09"),
    ({"by": "spain", "nation": "spain", "kind": "turkish", "owner": "turkey"}, ""),
    ({"by": "spain", "nation": "spain", "kind": "african", "act": "burn"}, ""),
]


@pytest.mark.rule("EIA-LIM-01", "EIA-LIM-02", "EIA-LIM-03", "EIA-LIM-04", "EIA-LIM-06",
                  "EIA-LIM-07", "EIA-LIM-08", "EIA-LIM-09")  # fmt: skip
@pytest.mark.parametrize(("fields", "rule"), LIMITS)
def test_who_may_sack_a_city(club: Club, fields: dict[str, Any], rule: str) -> None:
    """'Republican and imperial French can never pillage or burn a city. Exception: Massena may
    pillage cities at will. […] Prussia: only involuntary pillaging […] Exception: Any russian corps
    may pillage at will if there are at least 3 cossacks present.'"""
    whole = sack(club, **fields)
    if rule:
        assert rule in club.refuses("city", **whole)
        assert "Vienna" not in club.ledger.cities
    else:
        club.enter("city", **whole)
        assert club.ledger.cities["Vienna"].state in ("pillaged", "burned")


# Ceding


@pytest.mark.rule("EIA-ERR-21", "EIA-ERR-10", "EIA-ERR-23")
def test_what_is_ceded_by_a_peace(club: Club) -> None:
    """'Ceding of minor countries or ceded provinces is allowed only 1) to allies when the ceding
    major power is at peace with all other major powers, 2) by virtue of a formal peace'"""
    why = club.refuses("cede", giver="austria", receiver="france", ceded=["Bavaria", "Tyrol"])
    assert "EIA-ERR-21" in why
    club.enter("peace", victor="france", loser="austria", ceded=["Bavaria", "Tyrol"])
    assert club.ledger.minors["Bavaria"].controller == "france"
    assert (club.ledger.ceded["Tyrol"].owner, club.ledger.ceded["Tyrol"].holder) == (
        "austria", "france",
    )  # fmt: skip
    assert "The cities of Tyrol are no sources of supply while it is ceded." in club.told(
        "EIA-ERR-10"
    )
    assert club.told("EIA-ERR-23")
    club.to("creating alliances")
    club.enter("alliance", powers=["austria", "prussia"])
    assert "is France's" in club.refuses(
        "cede", giver="austria", receiver="prussia", ceded=["Tyrol"]
    )


@pytest.mark.rule("EIA-ERR-21")
def test_a_gift_is_for_allies_in_peace(club: Club) -> None:
    club.to("creating alliances")
    club.enter("alliance", powers=["prussia", "russia"])
    club.enter("setup", power="prussia", minors=["Hesse"])
    club.enter("cede", giver="prussia", receiver="russia", ceded=["Hesse"])
    assert club.ledger.minors["Hesse"].controller == "russia"
    why = club.refuses("cede", giver="russia", receiver="prussia", ceded=["Hesse"])
    assert "EIA-ERR-21" in why, "Russia is at war"


@pytest.mark.rule("EIA-ERR-22", "EIA-FRE-01")
def test_free_states_are_never_ceded(club: Club) -> None:
    """'Free states may not be ceded.'"""
    club.enter("free-state", minor="Saxony", power="france")
    assert club.ledger.minors["Saxony"].free
    why = club.refuses("peace", victor="austria", loser="france", ceded=["Saxony"])
    assert "Free states may not be ceded" in why
    assert "Saxony is France's" in club.refuses("free-state", minor="Saxony", power="austria")
    club.enter("free-state", minor="Saxony", power="france", ended=True)
    club.enter("peace", victor="austria", loser="france", ceded=["Saxony"])
    assert club.ledger.minors["Saxony"].controller == "austria"


@pytest.mark.rule("EIA-ERR-03")
def test_hungary_is_the_last_province(club: Club) -> None:
    """'a victorious power may not select Hungary for cession unless all other Austrian provinces
    are already ceded.'"""
    asked = club.doubts("peace", victor="france", loser="austria", ceded=["Hungary"])
    assert "all other Austrian provinces" in asked


@pytest.mark.rule("EIA-TRM-01")
def test_reparations_hang_on_the_peace(club: Club) -> None:
    """'The loser of a war decides whether the reparations are paid as one-turn or two-turn.'"""
    club.enter("peace", victor="france", loser="austria", reparations=31, phases=2)
    assert [each.left for each in club.ledger.debts] == [[16, 15]]


# Battles with the corps of the roster


@pytest.mark.rule("EIA-STK-01", "EIA-STK-02", "EIA-STK-03", "EIA-STK-04")
def test_a_leader_brings_what_his_tactical_maximum_allows(club: Club) -> None:
    """'One additional corps may be brought, but then tactical rating is reduced by one. One cavalry
    corps may be added without penalty.'"""
    line = "fr {} Davout v au Charles, ass v def"
    assert complaints_of("battle", fight(club, line.format("I II III"))) == ""
    found = outcome("battle", **fight(club, line.format("I II III IV")), dice=_dice())
    assert found["sides"]["France"]["tactical"] == 4
    found = outcome("battle", **fight(club, line.format("I II III V")), dice=_dice())
    assert found["sides"]["France"]["tactical"] == 5
    assert complaints_of("battle", fight(club, line.format("I II III IV V"))) == ""
    assert "EIA-STK" in complaints_of("battle", fight(club, line.format("I II III IV V VI")))


def _dice() -> dict[str, int]:
    sides = ("France", "Austria", "Turkey", "Russia", "Spain")
    dice = {f"{side}.round{n}": 3 for side in sides for n in (1, 2, 3)}
    dice |= {f"{side}.{what}": 2 for side in sides for what in ("pursuit", "prisoners")}
    people = ("Davout", "Charles", "Suvorov", "Husrev")
    return dice | {f"{side}.casualty.{who}": 1 for side in sides for who in people}


@pytest.mark.rule("EIA-CAV-01", "EIA-CAV-02", "EIA-CAV-03", "EIA-OE-07", "EIA-LDR-01")
def test_cavalry_has_the_morale_of_its_type(club: Club) -> None:
    """'Light cavalry has a morale level of 3 […], medium cavalry has a morale level of 4 […],
    heavy cavalry has a morale level of 5'"""
    found = outcome("battle", **fight(club, "fr I II v au I, ass v def"), dice=_dice())
    assert {"EIA-CAV-01", "EIA-CAV-02", "EIA-CAV-03"} <= rules(found)
    found = outcome("battle", **fight(club, "fr I Davout v au I Charles, ass v def"), dice=_dice())
    assert "EIA-LDR-01" in rules(found)
    assert set(found["leaders"]["France"]) == {"Davout"}


@pytest.mark.rule("EIA-WDR-01")
def test_a_withdrawal_costs_nothing(club: Club) -> None:
    """'Successful withdraw does not cost any PP.'"""
    fields = fight(club, "fr I Davout v au I Charles, ass v withdraw, points 2")
    text = json.dumps(fields)
    fought = (resolve.adjudicate("eia-battle", text, seed)[0]["outcome"] for seed in range(1, 30))
    came = next(each for each in fought if each["ended"] == "withdrew")
    assert not any(came["political_points"].values())
    values = resolve.parse_document(resolve.kind_of("eia-battle"), text)
    booked = booking.bookings(club.ledger, "eia-battle", values, came, {})
    assert booked[0].fields["attacker_points"] == 0


# Fleets


@pytest.mark.rule("EIA-NMOR-01", "EIA-NMOR-02", "EIA-NAV-02")
def test_fleets_fight_with_the_morale_of_their_nation(club: Club) -> None:
    """'Others 3,0 […] +0,5 Dominant Britain/Spain'"""
    for line, morale in (("gb v fr", 3.5), ("sp v fr", 3.5)):
        found = resolve.adjudicate("eia-naval-battle", json.dumps(fight(club, line, "engage")), 3)[
            0
        ]["outcome"]
        sides = [*found["sides"].values()]
        assert (sides[0]["morale"], sides[1]["morale"]) == (morale, 3.0)


@pytest.mark.rule("EIA-BRK-01", "EIA-BRK-02", "EIA-HULK-01", "EIA-HULK-02")
def test_a_blockade_that_is_not_won_is_broken_in_the_ledger_too(club: Club) -> None:
    """'the intercepting (blockading) player must win the combat to maintain blockade.'"""
    club.enter("fleet", fleet="Brest", power="france", ships=12, blockaded=True)
    fields = fight(club, "fr v gb, blockade, points 1, chase 0", "engage")
    text = json.dumps(fields)
    for seed in range(1, 60):
        found = resolve.adjudicate("eia-naval-battle", text, seed)[0]["outcome"]
        values = resolve.parse_document(resolve.kind_of("eia-naval-battle"), text)
        booked = booking.bookings(club.ledger, "eia-naval-battle", values, found, {})
        free = [each for each in booked if each.entry == "fleet"]
        assert bool(free) == (found["winner"] != "Great_Britain")
        hulks = sum(each.fields["hulks"] for each in booked if each.entry == "hulks")
        assert hulks == sum(side["lost"] for side in found["sides"].values())


def test_every_rule_is_applied_on_a_position_that_was_entered() -> None:
    """Each rule of the house is cited by a test of this folder, where positions are entered."""
    files = sorted(Path(__file__).parent.rglob("test_*.py"))
    marks = (re.findall(r"mark\.rule\((.*?)\)", each.read_text(), re.DOTALL) for each in files)
    marked = " ".join(found for each in marks for found in each)
    wanted = {name for name, rule in rulebook.rules().items() if rule.list == "eia"}
    assert len(wanted) == 251
    assert wanted - set(re.findall(r"EIA-[A-Z]+-\d+", marked)) == set()
