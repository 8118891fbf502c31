"""Entries of war and peace on the ledger: peaces, declarations, alliances, access."""

import pytest

from engine.eia.ledger import known_names
from tests.engine.eia.nights import Club, power


@pytest.mark.rule("EIA-PEACE-01", "EIA-PEACE-02")
def test_the_peace_of_eighteen_months_on_the_table() -> None:
    club = Club("December", wars=["austria france"])
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
    club = Club("December", wars=["austria france"])
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
    club = Club("December", wars=["france prussia"])
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
    again = Club("December", wars=["france prussia"])
    again.to("peace")
    again.enter(
        "peace", victor="france", loser="prussia", months=6, unconditional=True, sphere=True
    )
    again.to("declarations of war", "July")
    assert "EIA-TRM-08" in again.reminders()
    assert "EIA-TRM-08" in again.refuses("war", power="france", on="prussia", because="sphere")


@pytest.mark.rule("EIA-TRM-07")
def test_the_right_of_a_sphere_is_opened_by_a_war_and_lapses_with_the_step() -> None:
    club = Club("December", wars=["france prussia"])
    club.to("peace")
    club.enter(
        "peace", victor="france", loser="prussia", months=18, unconditional=True, sphere=True
    )
    club.to("declarations of war")
    given = {"power": "france", "on": "prussia", "because": "sphere"}
    assert "EIA-TRM-07" in club.refuses("war", **given)
    club.enter("war-on-minor", power="prussia", minor="Norway", next_to=["russia"])
    assert "EIA-TRM-07" in club.refuses("war", **given)
    club.enter("war-on-minor", power="prussia", minor="Saxony", next_to=["france"])
    club.on()
    assert "EIA-TRM-07" in club.refuses("war", **given)
    assert club.ledger.peaces


def test_war_on_a_minor_is_no_war_on_a_power_nor_on_ones_own() -> None:
    club = Club("December")
    club.to("declarations of war")
    for name in ("Austria", "austria", "great britain"):
        assert "EIA-SET-03" in club.refuses("war-on-minor", power="france", minor=name)
    assert club.refuses("war-on-minor", power="france", minor="Bavaria", controller="france")
    club.enter("war-on-minor", power="france", minor="Bavaria", controller="austria")
    assert club.ledger.minors["Bavaria"].controller == "austria"
    offered = known_names.names(club.ledger, "minor")
    assert {"Bavaria", "Saxony", "Denmark"} <= set(offered)
    assert not {"Austria", "Great Britain"} & set(offered)


@pytest.mark.rule("EIA-TRM-09", "EIA-TRM-10", "EIA-TRM-11")
def test_denied_cooperation_on_the_table() -> None:
    club = Club("December", wars=["austria france"])
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


@pytest.mark.rule("EIA-TRM-10")
def test_denied_access_ends_either_way_and_with_later_enemies() -> None:
    club = Club("December", wars=["austria france"])
    club.to("peace")
    club.enter("access", giver="russia", receiver="austria")
    club.enter("access", giver="austria", receiver="prussia")
    club.enter("access", giver="spain", receiver="austria")
    club.enter("peace", victor="france", loser="austria", unconditional=True, denied=True)
    assert len(club.ledger.access) == 3
    club.to("creating alliances")
    club.enter("alliance", powers=["prussia", "russia"])
    club.to("declarations of war")
    club.enter("war", power="russia", on="france")
    assert club.ledger.access == [["austria", "prussia"], ["spain", "austria"]]
    club.enter("join-war", power="prussia", caller="russia", on="france")
    assert club.ledger.access == [["spain", "austria"]]
    assert len(club.told("EIA-TRM-10")) == 2


@pytest.mark.rule("EIA-POL-02")
def test_what_a_minors_troops_did_counts_to_the_peace_of_its_war() -> None:
    def lost(peace: bool) -> int:
        club = Club("December", wars=["france prussia"])
        club.to("declarations of war")
        club.enter("war-on-minor", power="france", minor="Saxony", controller="prussia")
        club.enter("minor-fought", minor="Saxony")
        club.enter("war-on-minor", power="austria", minor="Saxony", controller="prussia")
        if peace:
            club.enter("peace", victor="france", loser="prussia", months=1)
        before: int = power(club, "prussia").political_halves
        club.enter("occupy", minor="Saxony", by="austria", cities={"Dresden": True})
        club.to("conquest", "January")
        club.enter("minor-conquered", minor="Saxony", controller="prussia")
        halves: int = power(club, "prussia").political_halves
        return halves - before

    assert lost(peace=False) == 0
    assert lost(peace=True) == -2


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


@pytest.mark.rule("EIA-ALL-05")
def test_the_first_declarations_after_a_break_may_be_those_of_its_month() -> None:
    for waited, points in ((0, -5), (1, -4), (2, -3)):
        club = Club("December")
        club.to("creating alliances")
        club.enter("alliance", powers=["france", "russia"])
        club.to("diplomacy")
        club.enter("break-alliance", breaker="france", other="russia")
        for _ in range(waited + 1):
            club.to("declarations of war")
        club.enter("war", power="france", on="russia")
        assert power(club, "france").political_halves == 2 * points


@pytest.mark.rule("EIA-PEACE-02")
def test_an_enforced_peace_keeps_an_ally_from_a_call() -> None:
    club = Club("December", wars=["austria france"])
    club.to("peace")
    club.enter("peace", victor="france", loser="austria")
    club.on()
    club.enter("alliance", powers=["austria", "russia"])
    club.to("declarations of war")
    club.enter("war", power="russia", on="france")
    club.on()
    call = {"power": "austria", "caller": "russia", "on": "france"}
    assert "EIA-PEACE-02" in club.refuses("join-war", **call)


@pytest.mark.rule("EIA-ALL-05", "EIA-ALL-06")
def test_who_broke_an_alliance_last_pays_though_the_other_broke_one_before() -> None:
    club = Club("December")
    for breaker, other in (("france", "russia"), ("russia", "france")):
        club.to("creating alliances")
        club.enter("alliance", powers=["france", "russia"])
        club.to("breaking alliances")
        club.enter("break-alliance", breaker=breaker, other=other)
    club.to("declarations of war")
    club.enter("war", power="russia", on="france")
    assert power(club, "russia").political_halves == -10


@pytest.mark.rule("EIA-ALL-09")
def test_a_breach_is_a_reason_for_war_on_an_ally_only() -> None:
    club = Club("December")
    club.to("creating alliances")
    given = {"power": "france", "on": "russia", "because": "breach"}
    assert "EIA-ALL-09" in club.refuses("war", **given)
    club.enter("alliance", powers=["france", "russia"])
    club.enter("war", **given)
    assert club.ledger.at_war("france", "russia")


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


@pytest.mark.rule(
    "EIA-ERR-26", "EIA-ERR-28", "EIA-ERR-29", "EIA-ERR-30", "EIA-ERR-31", "EIA-ALL-08"
)
def test_forcible_access_on_the_table() -> None:
    club = Club("December")
    club.to("creating alliances")
    club.enter("alliance", powers=["france", "austria"])
    club.to("land movement")
    assert "EIA-ERR-29" in club.refuses(
        "war", power="austria", on="france", because="forcible access"
    )
    assert "EIA-ERR-26" in club.refuses("forcible-access", power="france", controller="france")
    for _ in range(2):
        club.enter("forcible-access", power="france", controller="austria")
    assert power(club, "france").political_halves == -2
    offers = [text for text in club.told("EIA-ERR-30") if text.startswith("Austria may declare")]
    assert len(offers) == 2
    assert club.told("EIA-ALL-08")
    club.enter("war", power="austria", on="france", because="forcible access")
    assert power(club, "austria").political_halves == -6
    assert not club.ledger.alliances, "war ends the alliance of both"
    assert "EIA-ERR-31" in club.reminders()
    assert "EIA-ERR-26" in club.refuses("forcible-access", power="france", controller="austria")
    late = Club("December")
    late.to("land movement")
    late.enter("forcible-access", power="france", controller="austria")
    late.to("land movement")
    late.enter("forcible-access", power="france", controller="austria")
    assert power(late, "france").political_halves == -4
    late.on()
    assert "EIA-ERR-29" in late.refuses(
        "war", power="austria", on="france", because="forcible access"
    )


@pytest.mark.rule("EIA-ALL-02")
@pytest.mark.parametrize(("given", "halves"), [({"points": 2}, 4), ({"points": 0}, 0), ({}, 0)])
def test_an_alliance_without_an_end_brings_what_is_said(given: dict[str, int], halves: int) -> None:
    """Only one with an end date gives no points; of any other both allies get them."""
    club = Club("December")
    club.to("creating alliances")
    club.enter("alliance", powers=["france", "russia"], **given)
    for name in ("france", "russia"):
        assert power(club, name).political_halves == halves
    assert power(club, "austria").political_halves == 0
    assert [each.until for each in club.ledger.alliances] == [0]
