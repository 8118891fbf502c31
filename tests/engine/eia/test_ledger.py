import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from engine import games, resolve
from engine.asks import BadAnswer
from engine.bots import random_player
from engine.eia import figures, known, months
from engine.eia.entries import ENTRIES
from engine.eia.ledger import Ledger
from engine.eia.night import club_night
from engine.game import Game
from saves import store
from tests.engine.eia import fuzzing
from tests.engine.eia.nights import Club


def power(club: Club, name: str) -> Any:
    return club.ledger.powers[name]


def test_a_month_has_its_steps_and_economic_ones_only_in_their_months() -> None:
    club = Club("December")
    assert club.ledger.box == "December 1805, diplomacy"
    club.to("levy")
    assert club.ledger.box == "December 1805, levy"
    club.to("diplomacy")
    assert club.ledger.box == "January 1806, diplomacy"
    club.to("conquest")
    club.on()
    assert club.ledger.box == "January 1806, advance month"


# Peace


@pytest.mark.rule("EIA-PEACE-01", "EIA-PEACE-02")
def test_the_peace_of_eighteen_months_on_the_table() -> None:
    club = Club("December")
    club.to("peace")
    club.enter("peace", victor="france", loser="austria", months=18)
    club.to("peace", "June")
    club.to("peace", "June")
    assert club.ledger.box == "June 1807, peace"
    assert club.ledger.peaces
    assert any("ends in this step" in text for text in club.told("EIA-PEACE-01"))
    club.on()
    assert not club.ledger.peaces
    assert "war can be declared in July 1807" in club.told("EIA-PEACE-02")[-1]
    club.to("declarations of war")
    assert club.ledger.box == "July 1807, declarations of war"
    club.enter("war", power="austria", on="france")
    assert club.ledger.at_war("austria", "france")


@pytest.mark.rule("EIA-PEACE-03", "EIA-PEACE-04")
def test_a_peace_forced_in_the_economic_phase_ends_in_one() -> None:
    club = Club("December")
    club.to("ceding")
    club.enter("peace", victor="france", loser="austria", months=18)
    club.to("declarations of war", "June")
    club.to("declarations of war", "June")
    assert "EIA-PEACE-02" in club.refuses("war", power="austria", on="france")
    club.to("uncontrolled major power control")
    assert club.ledger.peaces
    club.on()
    assert not club.ledger.peaces
    assert "July 1807" in club.told("EIA-PEACE-04")[-1]


@pytest.mark.rule("EIA-TRM-07", "EIA-TRM-08")
def test_a_sphere_of_influence_on_the_table() -> None:
    club = Club("December")
    club.to("peace")
    refused = club.refuses("peace", victor="france", loser="prussia", sphere=True)
    assert "EIA-TRM-07" in refused
    club.enter("peace", victor="france", loser="prussia", months=6, unconditional=True, sphere=True)
    club.to("declarations of war")
    club.enter("war-on-minor", power="prussia", minor="Saxony", next_to=["france"])
    assert "EIA-TRM-07" in club.reminders()
    club.enter("war", power="france", on="prussia", because="sphere")
    assert club.ledger.at_war("france", "prussia")
    assert not club.ledger.peaces
    again = Club("December")
    again.to("peace")
    again.enter(
        "peace", victor="france", loser="prussia", months=6, unconditional=True, sphere=True
    )
    again.to("declarations of war", "July")
    assert "EIA-TRM-08" in again.reminders()
    assert "EIA-TRM-08" in again.refuses("war", power="france", on="prussia", because="sphere")


@pytest.mark.rule("EIA-TRM-09", "EIA-TRM-10", "EIA-TRM-11")
def test_denied_cooperation_on_the_table() -> None:
    club = Club("December")
    club.to("declarations of war")
    club.enter("war", power="russia", on="france")
    club.to("peace")
    club.enter("access", giver="austria", receiver="russia")
    club.enter("peace", victor="france", loser="austria", months=6, unconditional=True, denied=True)
    assert club.ledger.access == []
    assert "EIA-TRM-10" in club.reminders()
    assert "EIA-TRM-09" in club.refuses("access", giver="austria", receiver="prussia")
    club.enter("access", giver="austria", receiver="prussia", leave=True)
    club.to("declarations of war", "July")
    assert "EIA-TRM-11" in club.reminders()
    club.enter("access", giver="austria", receiver="russia")


@pytest.mark.rule("EIA-FUS-01")
def test_no_manpower_forces_a_peace() -> None:
    club = Club("December")
    club.to("declarations of war")
    club.enter("war", power="france", on="prussia")
    club.to("money and manpower collection")
    club.enter("collect", power="prussia", manpower=3)
    assert not club.told("EIA-FUS-01")
    club.enter("collect", power="prussia", manpower=0)
    assert "accept any peace of France" in club.told("EIA-FUS-01")[0]


# War and alliances


@pytest.mark.rule("EIA-ALL-04", "EIA-ALL-05", "EIA-ALL-06")
def test_the_penalty_after_a_broken_alliance_falls_turn_by_turn() -> None:
    for waited, points in ((0, -5), (1, -4), (2, -3)):
        club = Club("December")
        club.to("creating alliances")
        club.enter("alliance", powers=["france", "russia"])
        club.to("declarations of war")
        assert "EIA-ALL-04" in club.refuses("war", power="france", on="russia")
        club.to("breaking alliances")
        club.enter("break-alliance", breaker="france", other="russia")
        for _ in range(waited + 1):
            club.to("declarations of war")
        club.enter("war", power="france", on="russia")
        assert power(club, "france").political_halves == 2 * points
    other = Club("December")
    other.to("creating alliances")
    other.enter("alliance", powers=["france", "russia"])
    other.to("breaking alliances")
    other.enter("break-alliance", breaker="france", other="russia")
    other.to("declarations of war")
    assert "costs 2 points more" in other.told("EIA-ALL-05")[-1]
    other.enter("war", power="russia", on="france")
    assert power(other, "russia").political_halves == -6


@pytest.mark.rule("EIA-ALL-02", "EIA-ALL-03")
def test_an_alliance_expires() -> None:
    club = Club("December")
    club.to("creating alliances")
    powers = ["france", "russia"]
    assert "EIA-ALL-02" in club.refuses("alliance", powers=powers, months=3, points=1)
    club.enter("alliance", powers=powers, months=3)
    club.to("breaking alliances", "February")
    assert club.ledger.alliances
    club.to("breaking alliances", "March")
    assert not club.ledger.alliances
    assert "EIA-ALL-03" in club.reminders()
    assert power(club, "france").political_halves == 0


@pytest.mark.rule("EIA-ALL-07")
def test_a_friend_of_both_has_to_choose() -> None:
    club = Club("December")
    club.to("creating alliances")
    for friend in ("france", "austria"):
        club.enter("alliance", powers=[friend, "spain"])
    club.to("declarations of war")
    club.enter("war", power="france", on="austria")
    assert "Spain is an ally of both" in club.told("EIA-ALL-07")[0]
    call = {"power": "spain", "caller": "france", "on": "austria"}
    assert "EIA-ALL-07" in club.refuses("join-war", **call)
    club.enter("break-alliance", breaker="spain", other="austria")
    club.enter("join-war", **call)
    assert club.ledger.at_war("spain", "austria")


@pytest.mark.rule("EIA-ERR-07")
def test_an_invaded_power_does_not_declare_on_others() -> None:
    club = Club("December")
    club.to("declarations of war")
    club.enter("war", power="france", on="austria")
    assert "EIA-ERR-07" in club.refuses("war", power="austria", on="russia", enemies_at_home=2)
    club.enter("war", power="austria", on="russia")


@pytest.mark.rule("EIA-ERR-28", "EIA-ERR-29", "EIA-ERR-30", "EIA-ALL-08")
def test_forcible_access_on_the_table() -> None:
    club = Club("December")
    club.to("creating alliances")
    club.enter("alliance", powers=["france", "austria"])
    club.to("land movement")
    assert "EIA-ERR-29" in club.refuses(
        "war", power="austria", on="france", because="forcible access"
    )
    for _ in range(2):
        club.enter("forcible-access", power="france", controller="austria")
    assert power(club, "france").political_halves == -2
    offers = [text for text in club.told("EIA-ERR-30") if text.startswith("Austria may declare")]
    assert len(offers) == 2
    assert club.told("EIA-ALL-08")
    club.enter("war", power="austria", on="france", because="forcible access")
    assert power(club, "austria").political_halves == -6
    late = Club("December")
    late.to("land movement")
    late.enter("forcible-access", power="france", controller="austria")
    late.to("land movement")
    late.enter("forcible-access", power="france", controller="austria")
    assert power(late, "france").political_halves == -4
    late.to("diplomacy")
    assert "EIA-ERR-29" in late.refuses(
        "war", power="austria", on="france", because="forcible access"
    )


# Leaders


@pytest.mark.rule("EIA-TRM-12", "EIA-TRM-13", "EIA-TRM-14", "EIA-TRM-15", "EIA-POL-03")
def test_napoleon_in_exile() -> None:
    club = Club("December")
    club.enter("exile", leader="Napoleon", power="france", rank="A")
    club.enter("status", power="france", zone="fiasco")
    ratings = {"strategic": 4, "tactical": 4, "maximum": 6}
    assert "EIA-TRM-12" in club.refuses("return", leader="Napoleon", **ratings, points_left=9)
    club.to("diplomacy", "December")
    assert "EIA-TRM-12" in club.reminders() or club.told("EIA-TRM-12")
    assert "EIA-TRM-14" in club.refuses("return", leader="Napoleon", **ratings, points_left=5)
    club.enter("return", leader="Napoleon", **ratings, points_left=6)
    assert power(club, "france").political_halves == -12
    assert club.ledger.napoleon_back
    club.to("money and manpower collection")
    assert "EIA-POL-03" in club.reminders()
    club.on()
    assert not club.ledger.napoleon_back


@pytest.mark.rule("EIA-ERR-33", "EIA-ERR-34", "EIA-ERR-35")
def test_a_leader_is_promoted_once_and_for_good() -> None:
    club = Club("December")
    club.enter("status", power="france", dominant=True)
    club.enter("promote", leader="Davout", rank="B")
    assert club.ledger.promoted == {"Davout": "A"}
    club.enter("status", power="france", dominant=False)
    assert club.ledger.promoted == {"Davout": "A"}
    club.enter("status", power="france", dominant=True)
    assert "EIA-ERR-34" in club.refuses("promote", leader="Davout", rank="A")


@pytest.mark.rule("EIA-DOM-03")
def test_dominance_stays_while_at_war() -> None:
    club = Club("December")
    club.enter("status", power="france", dominant=True)
    club.to("declarations of war")
    club.enter("war", power="russia", on="france")
    assert "EIA-DOM-03" in club.refuses("status", power="france", dominant=False)


@pytest.mark.rule("EIA-LDR-04")
def test_a_wounded_leader_comes_back() -> None:
    club = Club("December")
    club.to("land combat")
    club.enter("wound", leader="Lannes", months=2)
    club.to("army reinforcement", "January")
    assert "Lannes" in club.ledger.wounded
    club.to("army reinforcement", "February")
    assert "Lannes" not in club.ledger.wounded
    assert "Lannes is back" in club.told("EIA-LDR-04")[-1]


@pytest.mark.rule("EIA-LSLC-02", "EIA-LSLC-03", "EIA-LSLC-06", "EIA-LSLC-07")
def test_la_salle_on_the_table() -> None:
    club = Club("December")
    club.enter("la-salle", cavalry=0)
    assert club.ledger.la_salle == "waiting"
    club.to("army reinforcement")
    assert "EIA-LSLC-07" in club.reminders()
    assert "EIA-LSLC-07" in club.refuses("la-salle", cavalry=0, exchanged=True)
    club.enter("la-salle", cavalry=3)
    assert club.ledger.la_salle == "due"
    club.enter("la-salle", cavalry=3, exchanged=True)
    assert club.ledger.la_salle == "field"
    club.enter("wound", leader="La Salle", months=3)
    assert club.ledger.la_salle == "field"
    club.enter("wound", leader="La Salle", months=0)
    assert club.ledger.la_salle == "eliminated"
    assert "EIA-LSLC-02" in club.refuses("la-salle", cavalry=9)


# Prisoners, hulks, fleets, depots


@pytest.mark.rule("EIA-PRIS-01", "EIA-PRIS-02", "EIA-PRIS-03", "EIA-PRIS-04")
def test_prisoners_are_kept_and_drained() -> None:
    club = Club("December")
    given = {"holder": "france", "nation": "austria"}
    assert "EIA-PRIS-03" in club.refuses("prisoners", **given, troop="infantry", number=11)
    club.enter("prisoners", **given, troop="infantry", number=11, money=3, manpower=1)
    club.enter("prisoners", **given, troop="heavy_cavalry", number=4)
    club.enter("prisoners", holder="france", nation="russia", troop="infantry", number=1)
    club.to("army reinforcement")
    assert club.ledger.prisoners["france"]["austria"] == {"infantry": 11, "heavy_cavalry": 4}
    club.on()
    assert club.ledger.prisoners["france"] == {"austria": {"infantry": 9, "heavy_cavalry": 4}}
    assert "EIA-PRIS-01" in club.reminders()
    refused = club.refuses("prisoners", **given, troop="infantry", number=-10)
    assert refused == "France holds 9 of them. (EIA-PRIS-04)"
    club.enter("prisoners", **given, troop="infantry", number=-9)
    assert club.ledger.prisoners["france"]["austria"] == {"heavy_cavalry": 4}


@pytest.mark.rule("EIA-HULK-05", "EIA-HULK-08", "EIA-HULK-06")
def test_the_gulf_of_finland_on_the_table() -> None:
    club = Club("June", dice={})
    club.game.answer(
        {"do": "hulks", "power": "russia", "hulks": 2, "port": "St. Petersburg", "distance": 1}
    )
    club.game.answer(1)
    club.game.answer(4)
    assert club.ledger.hulks == {"St. Petersburg": {"russia": 1}}
    club.to("naval reinforcement")
    assert "EIA-HULK-08" in club.reminders()
    use = {"power": "russia", "port": "St. Petersburg"}
    assert "EIA-HULK-06" in club.refuses("use-hulk", **use, ship="heavy ship")
    club.enter("use-hulk", **use, ship="ship of the line", at="Odessa")
    assert "EIA-HULK-08" in club.refuses("use-hulk", **use, ship="transport")
    club.to("naval reinforcement", "August")
    assert club.ledger.building
    club.to("naval reinforcement", "September")
    assert not club.ledger.building
    assert "EIA-NAV-08" in club.reminders()


@pytest.mark.rule("EIA-HULK-09", "EIA-PORT-01", "EIA-PORT-03", "EIA-NAV-10")
def test_a_port_falls() -> None:
    club = Club("June")
    for port in ("Cadiz", "Brest"):
        club.enter("hulks", power="spain", hulks=2, port=port, distance=0)
        club.enter("launch", power="spain", ships=3, port=port)
    club.enter("fleet", fleet="I", power="spain", ships=12)
    club.enter("port", port="Brest", captor="britain", raided=True)
    assert club.ledger.hulks == {"Cadiz": {"spain": 2}}
    assert club.ledger.loose["Brest"] == {"spain": 3}
    club.enter(
        "port", port="Cadiz", captor="britain", owner="spain", fleets=["I"], leaders=["Gravina"]
    )
    assert (club.ledger.hulks, club.ledger.fleets) == ({}, {})
    assert club.ledger.captured == {"Gravina": "britain"}
    assert "Cadiz" not in club.ledger.loose
    assert power(club, "spain").political_halves == -2


@pytest.mark.rule("EIA-NAV-08", "EIA-NAV-13")
def test_ships_are_launched_into_a_fleet_or_a_port() -> None:
    club = Club("June")
    assert "EIA-NAV-08" in club.refuses("launch", power="spain", ships=2)
    assert "EIA-NAV-08" in club.refuses("launch", power="spain", ships=2, fleet="I")
    assert "EIA-NAV-08" in club.refuses("launch", power="spain", ships=2, fleet="I", port="Cadiz")
    club.enter("fleet", fleet="I", power="spain", ships=12)
    club.enter("launch", power="spain", ships=2, fleet="I")
    assert club.ledger.fleets["I"].ships == 14
    assert "2 ships" not in club.game.story[-1].text
    club.enter("launch", power="spain", ships=2, port="Cadiz")
    assert "2 ships in Cadiz" in club.game.story[-1].text
    club.to("naval reinforcement")
    assert "EIA-NAV-13" in club.reminders()


@pytest.mark.rule("EIA-NAV-04", "EIA-NAV-05", "EIA-NAV-06", "EIA-NAV-07", "EIA-NAV-15")
def test_the_flee_step() -> None:
    club = Club("December")
    club.to("declarations of war")
    club.enter("war", power="britain", on="spain")
    club.to("naval movement")
    assert {"EIA-NAV-04", "EIA-NAV-15"} <= club.reminders()
    assert "EIA-NAV-05" in club.refuses("flee", power="spain", fleets=["I"], troops=True)
    assert "EIA-NAV-04" in club.refuses("flee", power="france", fleets=["II"])
    club.enter("flee", power="spain", fleets=["I"])
    assert "EIA-NAV-06" in club.refuses("sail", power="spain")
    assert "EIA-NAV-07" in club.refuses("sail", power="spain", act="interception")
    club.enter("sail", power="spain", act="retreat")
    club.to("naval movement")
    club.enter("sail", power="spain")


@pytest.mark.rule("EIA-BLK-01", "EIA-NAV-16")
def test_blockades_are_tested_and_squadrons_announced() -> None:
    club = Club("December")
    club.enter("fleet", fleet="Brest", power="france", ships=27, blockaded=True)
    club.to("naval movement")
    club.enter("test-blockade", port="Brest")
    assert "EIA-BLK-01" in club.refuses("test-blockade", port="Brest")
    assert "EIA-NAV-16" not in club.reminders()
    club.to("naval movement")
    assert "2 full squadrons" in club.told("EIA-NAV-16")[-1]
    assert "EIA-BLK-01" in club.reminders()
    club.enter("test-blockade", port="Brest")
    club.enter("fleet", fleet="Brest", power="france", ships=27)
    told = len(club.told("EIA-NAV-16"))
    club.to("naval movement")
    assert len(club.told("EIA-NAV-16")) == told


@pytest.mark.rule("EIA-DEP-01")
def test_depots_of_each_power() -> None:
    club = Club("December")
    club.to("depot creation and removal")
    counted = dict(
        text.removesuffix(" depots left.").split(" has ") for text in club.told("EIA-DEP-01")
    )
    assert counted == {
        "Austria": "9 of 9", "Great Britain": "6 of 6", "France": "8 of 8", "Prussia": "7 of 7",
        "Russia": "8 of 8", "Spain": "8 of 8", "Turkey": "7 of 7",
    }  # fmt: skip
    for number in range(6):
        club.enter("depot", power="britain", place=f"area {number}")
    assert "EIA-DEP-01" in club.refuses("depot", power="britain", place="one more")
    club.enter("depot", power="britain", place="area 0", remove=True)
    club.enter("depot", power="britain", place="one more")


@pytest.mark.rule("EIA-CAV-05")
def test_cavalry_is_kept_by_type() -> None:
    club = Club("December")
    club.enter("cavalry", corps="I", cavalry={"light": 3, "heavy": 1})
    assert club.ledger.cavalry == {"I": {"heavy": 1, "light": 3}}
    assert "no such name" in club.refuses("cavalry", corps="I", cavalry={"huge": 3})
    club.enter("cavalry", corps="I", cavalry={"light": 0})
    assert club.ledger.cavalry == {}


# Loans, reparations


@pytest.mark.rule("EIA-TRM-02", "EIA-TRM-03", "EIA-TRM-04", "EIA-TRM-05", "EIA-TRM-06")
def test_a_corps_on_loan_on_the_table() -> None:
    club = Club("December")
    club.enter("loan", corps="Yorck", owner="prussia", borrower="france", months=2)
    loan = club.ledger.loans["Yorck"]
    assert (loan.since, loan.until) == (
        months.month(1805, "December"),
        months.month(1806, "February"),
    )
    club.to("supply")
    assert "EIA-TRM-02" in club.reminders()
    club.enter("loan-back", corps="Yorck", lost={"infantry": 2})
    assert club.ledger.loans["Yorck"].lost == {"infantry": 2}
    assert "Prussia chose" in club.told("EIA-TRM-03")[0]
    club.to("army reinforcement", "February")
    assert "EIA-TRM-06" in club.reminders()
    club.enter("loan-back", corps="Yorck", returns=True, because_of_losses=True)
    assert power(club, "france").political_halves == -2
    club.to("army reinforcement")
    assert "Yorck returns to Prussia" in club.told("EIA-TRM-04")[-1]
    assert not club.ledger.loans


@pytest.mark.rule("EIA-TRM-01")
def test_reparations_fall_due_in_economic_phases() -> None:
    club = Club("December")
    club.to("peace")
    club.enter("reparations", payer="austria", payee="france", amount=25, phases=2)
    due = []
    for month in ("December", "March", "June"):
        club.to("money and manpower collection", month)
        due.append(club.told("EIA-TRM-01")[-1].split()[3])
    assert due == ["13", "12", "12"]
    assert not club.ledger.debts


# Cities


def sack(club: Club, **fields: Any) -> dict[str, Any]:
    given = {"city": "Vienna", "owner": "austria", "towers": 5, "by": "turkey", "nation": "turkey",
             "corps": "I", "taken": "siege", "act": "pillage"}  # fmt: skip
    return {**given, **fields}


@pytest.mark.rule("EIA-PIL-05", "EIA-PIL-06", "EIA-PIL-10", "EIA-PIL-11", "EIA-REC-01")
def test_a_pillaged_city_pays_less_once_and_recovers() -> None:
    club = Club("December")
    club.to("land combat")
    club.enter("city", **sack(club, capital=True))
    assert power(club, "turkey").political_halves == -5
    assert "EIA-PIL-05" in club.refuses("city", **sack(club))
    assert "EIA-PIL-06" in club.refuses("city", **sack(club, act="burn", corps="II"))
    club.enter("city-held", city="Vienna", owner_controls=True)
    club.to("money and manpower collection")
    assert {"EIA-PIL-10", "EIA-PIL-11"} <= club.reminders()
    assert "15 money less" in club.told("EIA-PIL-10")[-1]
    club.on()
    assert club.ledger.cities["Vienna"].due == 0
    club.to("diplomacy")
    assert club.ledger.cities == {}
    assert "EIA-REC-01" in club.reminders()


@pytest.mark.rule("EIA-BRN-02", "EIA-REC-02", "EIA-REC-03")
def test_a_burned_city_is_rebuilt_and_then_recovers() -> None:
    club = Club("December")
    club.to("land combat")
    club.enter("city", **sack(club, act="burn"))
    club.enter("city-held", city="Vienna", owner_controls=True)
    club.to("money and manpower collection")
    assert "EIA-BRN-02" in club.reminders()
    club.to("diplomacy")
    assert club.ledger.cities["Vienna"].state == "burned"
    club.to("levy", "March")
    club.enter("city-held", city="Vienna", owner_controls=True, rebuild=True)
    club.to("diplomacy")
    assert club.ledger.cities["Vienna"].state == "pillaged"
    assert "EIA-REC-03" in club.reminders()
    club.to("diplomacy", "July")
    assert club.ledger.cities == {}


@pytest.mark.rule("EIA-PIL-01", "EIA-PIL-02", "EIA-PIL-03")
def test_cities_are_safe_where_the_rules_are_not_in_force() -> None:
    club = Club("December", pillaging=False)
    assert "EIA-PIL-02" in club.refuses("city", **sack(club))
    club = Club("December")
    club.ledger.involuntary = False
    assert "EIA-PIL-03" in club.refuses("city", **sack(club, act="involuntary", taken="storm"))


@pytest.mark.rule("EIA-INV-01", "EIA-INV-02")
def test_involuntary_pillaging_on_the_table() -> None:
    club = Club("December", dice={"prussia.pillage": 6, "prussia.burn": 6})
    given = sack(club, by="prussia", nation="prussia", act="involuntary")
    assert "EIA-INV-01" in club.refuses("city", **given)
    club.enter("city", **{**given, "taken": "storm"})
    assert club.ledger.cities["Vienna"].state == "burned"
    assert power(club, "prussia").political_halves == -2
    assert not club.dice


# Minors


@pytest.mark.rule("EIA-ERR-32")
def test_a_minor_is_conquered_after_a_month() -> None:
    club = Club("December")
    club.to("land combat")
    club.enter("occupy", minor="Saxony", cities={"Dresden": True, "Leipzig": True})
    club.to("conquest")
    assert "EIA-ERR-32" not in club.reminders()
    club.to("conquest")
    assert "Saxony is conquered" in club.told("EIA-ERR-32")[-1]
    other = Club("December")
    other.enter("occupy", minor="Saxony", cities={"Dresden": True, "Leipzig": True})
    other.to("conquest")
    other.enter("occupy", minor="Saxony", cities={"Leipzig": False})
    other.enter("occupy", minor="Saxony", cities={"Leipzig": True})
    other.to("land combat")
    other.enter("occupy", minor="Saxony", cities={"Leipzig": False})
    other.enter("occupy", minor="Saxony", cities={"Leipzig": True})
    other.to("conquest")
    assert "EIA-ERR-32" not in other.reminders()


@pytest.mark.rule("EIA-POL-01", "EIA-POL-02")
def test_a_minor_that_nobody_defended() -> None:
    club = Club("December")
    club.enter("minor-conquered", minor="Saxony", controller="prussia")
    assert power(club, "prussia").political_halves == -2
    club.enter("minor-fought", minor="Bavaria")
    club.enter("minor-conquered", minor="Bavaria", controller="france")
    assert power(club, "france").political_halves == 0


# Winning and auctions


@pytest.mark.rule("EIA-WIN-01", "EIA-WIN-02")
def test_reaching_the_goal_ends_the_campaign() -> None:
    club = Club("December")
    club.to("victory points")
    club.enter("status", power="france", victory=450)
    club.enter("status", power="russia", victory=401)
    club.on()
    assert club.game.over
    assert club.ledger.winners == ["france", "russia"]


@pytest.mark.rule("EIA-WIN-03", "EIA-WIN-04", "EIA-WIN-05", "EIA-WIN-07", "EIA-WIN-08")
def test_the_last_economic_phase() -> None:
    def finished(count: int, britain: bool = True) -> list[str]:
        club = Club("December", last=0)
        club.to("victory points")
        assert "EIA-WIN-03" in club.reminders()
        club.enter("status", power="france", victory=440)
        with pytest.raises(BadAnswer, match="EIA-WIN-05"):
            club.on()
        club.ledger.britain_default = britain
        for name in club.ledger.powers:
            club.enter("final-count", power=name, manpower=count if name == "france" else 0)
        club.on()
        assert club.game.over
        return club.ledger.winners

    assert finished(10) == ["france"]
    assert finished(9) == ["britain"]
    plain = Club("December", last=0)
    plain.to("victory points")
    plain.enter("status", power="russia", victory=400)
    plain.on()
    assert plain.ledger.winners == ["russia"]


@pytest.mark.rule(
    "EIA-UMP-01", "EIA-UMP-02", "EIA-UMP-03", "EIA-UMP-04", "EIA-UMP-05", "EIA-BID-02"
)
def test_a_power_without_a_player_is_auctioned() -> None:
    club = Club("December", dice={"britain.bid": 6, "russia.bid": 2})
    for name in ("britain", "russia", "spain"):
        club.enter("status", power=name, victory=10)
    club.enter("step-down", power="prussia")
    club.enter("step-down", power="spain")
    assert "EIA-UMP-03" in club.refuses("status", power="prussia", victory=1)
    assert "EIA-UMP-04" in club.refuses("auction", power="prussia", bids={"spain": 4})
    assert "EIA-UMP-02" in club.refuses("auction", power="prussia", bids={"britain": 11})
    assert "EIA-UMP-01" in club.refuses("auction", power="austria", bids={})
    club.enter("auction", power="prussia", bids={"britain": 4, "russia": 4})
    assert power(club, "prussia").controller == "britain"
    assert (power(club, "britain").victory, power(club, "russia").victory) == (6, 10)
    assert not club.ledger.britain_default
    club.to("uncontrolled major power control")
    assert "Spain has no player" in club.told("EIA-UMP-01")[-1]
    assert {"EIA-UMP-01", "EIA-UMP-03"} <= club.reminders()


@pytest.mark.rule("EIA-GEN-01", "EIA-GEN-02")
def test_table_talk_and_votes() -> None:
    club = Club("December")
    assert {"EIA-GEN-01", "EIA-GEN-02"} <= club.reminders()
    club.enter("vote", question="May it?", votes={"Anna": "yes", "Ben": "yes", "Carl": "no"})
    assert club.ledger.rulings == [["May it?", "yes"]]
    tied = Club("December", dice={})
    tied.game.answer({"do": "vote", "question": "And this?", "votes": {"Anna": "yes", "Ben": "no"}})
    tied.game.answer(5)
    tied.game.answer(2)
    assert tied.ledger.rulings == [["And this?", "no"]]


# The ledger as a game


def filled() -> Club:
    """A campaign with something of everything in its ledger."""
    club = Club("December")
    club.enter("exile", leader="Napoleon", power="france", rank="A")
    club.enter("fleet", fleet="Brest", power="france", ships=27, blockaded=True)
    club.enter("hulks", power="russia", hulks=4, port="Reval", distance=1)
    club.enter(
        "prisoners",
        holder="france",
        nation="austria",
        troop="infantry",
        number=11,
        money=3,
        manpower=1,
    )
    club.enter("loan", corps="Yorck", owner="prussia", borrower="france")
    club.enter("city", **sack(club, act="burn"))
    club.enter("occupy", minor="Saxony", cities={"Dresden": True})
    club.enter("peace", victor="france", loser="austria", unconditional=True, sphere=True)
    club.enter("reparations", payer="austria", payee="france", amount=25, phases=2)
    club.enter("break-alliance", **allied(club))
    club.to("diplomacy", "February")
    return club


def allied(club: Club) -> dict[str, str]:
    club.to("creating alliances")
    club.enter("alliance", powers=["spain", "turkey"], months=9)
    club.enter("alliance", powers=["spain", "russia"])
    return {"breaker": "spain", "other": "russia"}


def test_the_ledger_is_plain_and_reads_back() -> None:
    plain = filled().ledger.to_plain()
    assert Ledger.from_plain(json.loads(json.dumps(plain))).to_plain() == plain
    assert Ledger.from_plain(plain).defects() == []


def test_undo_redo_and_replay_of_a_night() -> None:
    club = filled()
    before, told = club.game.position(), len(club.game.story)
    club.enter("promote", leader="Davout", rank="B")
    club.game.undo()
    assert (club.game.position(), len(club.game.story)) == (before, told)
    club.game.redo()
    assert club.ledger.promoted
    again = Game(club.game.snapshots[0].state, club_night, club.game.header, club.game.records)
    assert again.position() == club.game.position()
    assert [entry.text for entry in again.story] == [entry.text for entry in club.game.story]


def test_an_umpire_sets_points_right() -> None:
    club = Club("December")
    club.game.rule({"do": "points", "power": "france", "victory": 7})
    assert power(club, "france").victory == 7
    club.game.rule({"do": "note", "text": "we play on"})
    rulings: list[Any] = [
        {"do": "x"},
        {"do": "points", "power": "x"},
        None,
        {"do": "points", "power": "france", "victory": "x"},
        {"do": "points", "power": "france", "zone": []},
    ]
    for wrong in rulings:
        with pytest.raises(BadAnswer):
            club.game.rule(wrong)


def test_a_night_is_saved_and_opened_like_any_game(tmp_path: Path) -> None:
    club = filled()
    start = Ledger.from_plain(club.game.snapshots[0].state)
    saved = store.create(tmp_path, start, {"game": "eia", "title": "Friday"}, "night")
    for record in club.game.records:
        if record.answer is not None:
            saved.game.answer(record.answer)
    position = saved.game.position()
    saved.close()
    again = store.open_game(saved.folder)
    assert again.warning == ""
    assert again.game.position() == position
    assert again.game.ask is not None
    assert again.game.ask.name == "entry"
    again.game.answer({"do": "promote", "leader": "Ney", "rank": "C"})
    again.close()
    assert store.check(saved.folder) == []
    assert [each.problem for each in store.summaries(tmp_path)] == [""]


@pytest.mark.rule("EIA-WIN-08")
def test_a_campaign_that_nobody_enters_anything_into_is_britains() -> None:
    club = Club("December", last=24)
    while club.game.ask is not None:
        club.game.answer(random_player(club.game, club.game.ask))
    assert club.ledger.winners == ["britain"]


@pytest.mark.rule("EIA-WIN-03")
def test_a_campaign_ends_with_an_economic_phase() -> None:
    with pytest.raises(ValueError, match="the last month is January 1808; a campaign ends with"):
        Club("December", last=25)


def test_a_header_with_another_game_is_refused() -> None:
    with pytest.raises(games.UnknownGame, match="'chess' is not known; one of: europa, eia"):
        games.named({"game": "chess"})


def test_every_entry_describes_its_fields() -> None:
    for entry in ENTRIES.values():
        assert entry.what
        schema = entry.document.schema()
        assert all(each["description"] for each in schema["properties"].values())


WRONG: list[Any] = [None, True, -1, 10**30, 1.5, "", "\x00", [], {}, {"a": {}}]


def test_entries_gone_wrong_are_refused_in_words() -> None:
    club = filled()
    club.to("declarations of war")
    before = club.game.position()
    for name, entry in ENTRIES.items():
        for field in entry.fields:
            for value in WRONG:
                with suppress(BadAnswer):
                    club.game.branch().answer({"do": name, field.name: value})
    nonsense: list[Any] = [None, 7, "x", [], {"do": "x"}, {"do": []}]
    for raw in nonsense:
        with pytest.raises(BadAnswer):
            club.game.answer(raw)
    assert club.game.position() == before


@pytest.mark.parametrize("seed", range(6))
def test_any_entries_are_written_down_or_refused(seed: int) -> None:
    assert fuzzing.night(seed, 250) == []


# What the desk is told


def whole() -> Club:
    """A campaign in which everything may have to be adjudicated."""
    club = Club("December")
    club.to("creating alliances")
    club.enter("alliance", powers=["russia", "prussia"])
    club.enter("peace", victor="france", loser="spain", unconditional=True, sphere=True)
    club.to("declarations of war")
    club.enter("war", power="france", on="austria")
    club.enter("loan", corps="Yorck", owner="prussia", borrower="france")
    club.enter("fleet", fleet="Brest", power="france", ships=20, blockaded=True)
    club.enter("exile", leader="Napoleon", power="france", rank="A")
    club.enter("prisoners", holder="france", nation="austria", troop="infantry", number=3,
               money=3, manpower=1)  # fmt: skip
    club.enter("status", power="france", dominant=True, zone="dominant", victory=12)
    club.enter("city", city="Lyon", owner="france", towers=4, by="turkey", nation="turkey",
               corps="III", taken="storm", act="pillage")  # fmt: skip
    club.enter("step-down", power="turkey")
    return club


def test_what_the_ledger_knows_fits_the_kinds_it_is_told_to() -> None:
    club = whole()
    found = {each.about: each for each in known.situations(club.ledger)}
    assert {each.kind for each in found.values()} == {
        "eia-battle", "eia-leader-casualty", "eia-blockade-test", "eia-port-raid",
        "eia-declare-war", "eia-exile-cost", "eia-dominance", "eia-recovery", "eia-involuntary",
        "eia-prisoner-drain", "eia-victory", "eia-bids",
    }  # fmt: skip
    for each in found.values():
        complaints = []
        try:
            resolve.document(resolve.kind_of(each.kind), json.dumps(each.fields))
        except resolve.BadInput as error:
            complaints = error.lines
        assert all(": is missing: " in line for line in complaints), (each, complaints)
    battle = found["a battle: France attacks Austria"].fields
    assert battle["attacker"]["corps"] == [{"name": "Yorck", "nation": "prussia", "dominant": True}]
    war = found["war of Spain on France"].fields
    assert (war["peace_lasts"], war["sphere"], war["allied"]) == (True, False, False)
    assert found["war of Russia on Prussia"].fields["allied"]
    exile = found["Napoleon's return from exile"].fields
    assert (exile["zone"], exile["months"]) == ("dominant", 0)
    assert found["the recovery of Lyon"].fields["owner_controls"] is False
    powers = {each["power"]: each for each in found["who wins"].fields["powers"]}
    assert (powers["france"]["points"], powers["turkey"]["out"]) == (12, True)


def test_what_belongs_to_the_step_is_told_first() -> None:
    club = whole()
    assert known.situations(club.ledger)[0].kind == "eia-declare-war"
    club.to("naval movement")
    assert known.situations(club.ledger)[0].about == "the blockade of Brest"
    club.enter("test-blockade", port="Brest")
    assert known.situations(club.ledger)[0].fields["tested_this_phase"]
    club.to("land combat")
    assert known.situations(club.ledger)[0].kind == "eia-battle"


def test_names_that_the_ledger_knows_are_offered() -> None:
    ledger = whole().ledger
    assert known.names(ledger, "fleet") == ["Brest"]
    assert known.names(ledger, "leader") == ["Napoleon"]
    assert known.names(ledger, "corps") == ["Yorck"]
    assert known.names(ledger, "city") == ["Lyon"]
    assert known.names(ledger, "power") == []


# Figures and money


@pytest.mark.rule("EIA-GEN-01")
def test_disputed_figures_are_asked_for_and_kept() -> None:
    club = Club("December")
    club.to("land combat")
    told = club.told("EIA-GEN-01")[-1]
    assert "infantry morale of Naples" in told
    assert "table of EscalatedAssault v Outflank" in told
    name = {"figure": "infantry morale of Naples"}
    for wrong in ("10", "2.55", "-1", "1e9", "x"):
        assert "no morale from 0 to 9" in club.refuses("figure", **name, value=wrong)
    club.enter("figure", **name, value="3")
    table = {"figure": "table of EscalatedAssault v Outflank"}
    assert "is no table" in club.refuses("figure", **table, value="9-9")
    club.enter("figure", **table, value="3-3")
    assert "no number of points" in club.refuses("figure", figure="goal of spain", value="many")
    club.to("land combat")
    assert "Naples" not in club.told("EIA-GEN-01")[-1].replace("cavalry morale of Naples", "")
    assert figures.morale(club.ledger, "naples", "infantry") == 3.0
    assert figures.morale(club.ledger, "syria", "infantry") is None
    assert figures.table(club.ledger, "EscalatedAssault", "Outflank") == "3-3"


@pytest.mark.rule("EIA-TRM-01")
def test_money_goes_where_it_is_booked() -> None:
    club = whole()
    assert power(club, "turkey").money == 2
    club.enter("status", power="spain", money=30)
    club.enter("reparations", payer="spain", payee="france", amount=25, phases=2)
    club.to("money and manpower collection")
    club.on()
    assert (power(club, "spain").money, power(club, "france").money) == (30 - 13, 13)


def test_a_campaign_that_never_could_be_is_no_ledger() -> None:
    plain = Club("December").ledger.to_plain()
    plain["last"] += 1
    (said,) = Ledger.from_plain(plain).defects()
    assert "has no Economic Phase to end with" in said
