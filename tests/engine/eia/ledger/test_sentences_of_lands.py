"""Sentences of the house rules about manpower, minors, capitals and winning, each applied on a
position that a person entered."""

from __future__ import annotations

import pytest

from engine.eia.ledger import manpower_yields
from tests.engine.eia.adjudicating import rules
from tests.engine.eia.nights import Club, begun, came_of, power, sack

POSITION = (
    "Spain: dominant; minors Morocco, Algeria, Tunisia; yields Castile=8, Morocco=2 ottoman, "
    "Algeria=3 ottoman, Tunisia=3 ottoman; "
    "Turkey: minors Egypt; yields Rumelia=9, Egypt=4 ottoman; "
    "France: minors Saxony, Syria; free states Baden; provinces Tyrol=austria; "
    "yields Champagne=4, Picardy=5, Saxony=3, Baden=1, Tyrol=2, Syria=3 ottoman; "
    "Austria: yields Bohemia=6"
)


@pytest.fixture
def club() -> Club:
    found = Club(wars=("austria france", "france turkey"), last=600)
    found.enter("setup-text", text=POSITION)
    return found


def collects(club: Club, who: str) -> int:
    """The manpower that a power collects, told and added."""
    before = power(club, who).manpower
    club.enter("collect", power=who, sure=True)
    gained: int = power(club, who).manpower - before
    assert f"collects {gained} manpower" in club.game.story[-1].text
    return gained


# The Ottoman Empire's minors


@pytest.mark.rule("EIA-OE-01", "EIA-OE-03")
def test_half_of_an_ottoman_minor_but_all_of_morocco_and_algiers(club: Club) -> None:
    """'Any minor that can be included in the OE produces only half of it's manpower if controlled
    by anyother nation than Turkey. […] Exception: Spain gets full MP for Morocco and Algiers.'"""
    assert collects(club, "spain") == 8 + 2 + 3 + 1, "half of 3 for Tunisia, rounded down"
    assert {"EIA-OE-01", "EIA-OE-03"} <= {*_told(club)}
    club.enter("free-state", minor="Tunisia", power="spain")
    assert collects(club, "spain") == 8 + 2 + 3 + 3


def _told(club: Club) -> list[str]:
    return [entry.sheet["rule"] for entry in club.game.story if entry.sheet is not None]


@pytest.mark.rule("EIA-OE-02", "EIA-OE-04")
def test_all_of_egypt_and_of_free_states(club: Club) -> None:
    """'Exception: Egypt produces full MP. […] Any free state produces full manpower.'"""
    assert collects(club, "turkey") == 9 + 4
    club.enter("occupy", minor="Egypt", by="france", cities={"Cairo": True})
    club.at("conquest")
    club.at("conquest")
    club.enter("minor-conquered", minor="Egypt")
    assert collects(club, "france") == 4 + 5 + 3 + 1 + 2 + 1 + 4, "half of Syria, all of Egypt"
    club.enter("free-state", minor="Syria", power="france")
    assert collects(club, "france") == 4 + 5 + 3 + 1 + 2 + 3 + 4


@pytest.mark.rule("EIA-BRN-02", "EIA-POL-03")
def test_burned_cities_and_napoleons_return_change_what_is_collected(club: Club) -> None:
    """'the MP value of the province is reduced by 1 for each burned city in it. (minimum MP value
    0)' 'If Napoleon returns from exile, French manpower is doubled for the next economic phase.'"""
    before = collects(club, "france")
    club.at("land combat", of="turkey")
    for city in ("Reims", "Troyes"):
        club.enter("city", **sack(club, city=city, owner="france", act="burn", corps=city,
                                  province="Champagne"))  # fmt: skip
    assert collects(club, "france") == before - 2
    for number in range(5):
        club.enter("city", **sack(club, city=f"Town {number}", owner="france", act="burn",
                                  corps=f"{number}", province="Baden"))  # fmt: skip
    assert collects(club, "france") == before - 3, "not below 0"
    club.ledger.napoleon_back = True
    assert collects(club, "france") == 2 * (before - 3)


@pytest.mark.rule("EIA-FUS-01")
def test_who_collects_nothing_surrenders(club: Club) -> None:
    """'If a player cannot collect any manpower during an economic phase, player must immediately
    (off-phase) sue for peace and accept any kind of peace from all hostile parties.'"""
    club.enter("yields", land="Bohemia", manpower=0, home="austria")
    club.enter("collect", power="austria", sure=True)
    assert club.told("EIA-FUS-01") == ["Austria has to accept any peace of France, at once."]


def test_what_nobody_has_said_is_asked_for(club: Club) -> None:
    assert "home provinces of Prussia" in club.refuses("collect", power="prussia")
    club.enter("setup", power="austria", minors=["Bavaria"])
    assert "what Bavaria of Austria yield" in club.refuses("collect", power="austria")
    club.enter("collect", power="austria", manpower=7, sure=True)
    assert power(club, "austria").manpower == 7


# The final count


@pytest.mark.rule("EIA-WIN-05", "EIA-WIN-06", "EIA-OE-05")
def test_what_counts_in_the_end(club: Club) -> None:
    """'For each players country count in the total manpower from their home provinces and their
    conquered minors. Do not count manpower from free-states or such home provinces that have been
    ceded by other majors!'"""
    for who, points in (("france", 4 + 5 + 3 + 1), ("spain", 8 + 2 + 3 + 1), ("austria", 6)):
        club.enter("final-count", power=who, sure=True)
        assert club.ledger.counts[who] == points, who
    assert [each.name for each in manpower_yields.territories(club.ledger, "france")] == [
        "Baden", "Champagne", "Picardy", "Saxony", "Syria", "Tyrol",
    ]  # fmt: skip
    club.enter("setup", power="austria", provinces={"Picardy": "france"})
    club.enter("final-count", power="france", sure=True)
    assert club.ledger.counts["france"] == 4 + 3 + 1, "what it ceded is not its own either"


# Finland, Ofen, trade


@pytest.mark.rule("EIA-ERR-05", "EIA-ERR-06")
def test_finland() -> None:
    """'The National Modifiers for Finland are: As 0, Fr +1, GB +2, Pr 0, Rs 0, Sp 0, Tu 0. Finland
    is a secondary district of Sweden in 1805, and a Russian conquered minor in 1812 & 1813.'"""
    russian = "conquered minor of Russia"
    for year, status in ((1805, "secondary district of Sweden"), (1812, russian), (1813, russian)):
        club = Club("March", year)
        club.at("minor country control")
        document = begun(club, "finland")
        assert came_of("finland", document)["status"] == status
        found = {who: came_of("finland", {**document, "power": who})["modifier"]
                 for who in club.ledger.powers}  # fmt: skip
        assert found == {"austria": 0, "france": 1, "britain": 2, "prussia": 0, "russia": 0,
                         "spain": 0, "turkey": 0}  # fmt: skip


@pytest.mark.rule("EIA-ERR-01", "EIA-ERR-02")
def test_ofen_is_a_national_capital_for_the_victory_conditions_alone() -> None:
    """'For purposes of the 4.4 Victory Conditions Chart only, Ofen is an Austrian national capital
    city. For purposes of 8.2.1.1 (Money Collection by Taxation) and all other rules, Ofen remains a
    provincial capital.'"""
    found = {
        purpose: came_of("capital", {"city": "Ofen", "purpose": purpose})["capital"]
        for purpose in ("victory conditions", "taxation", "other")
    }
    assert found == {"victory conditions": "national", "taxation": "provincial",
                     "other": "provincial"}  # fmt: skip
    assert came_of("capital", {"city": "Vienna", "purpose": "taxation"})["capital"] is None


@pytest.mark.rule("EIA-ERR-09")
def test_victory_condition_c7_is_about_colonial_trade() -> None:
    """'Victory Condition C.7: Change the word "American" to "colonial".'"""
    assert came_of("trade", {"condition": "C.7", "trade": "colonial"})["hit"]
    assert not came_of("trade", {"condition": "C.7", "trade": "american"})["hit"]


@pytest.mark.rule("EIA-ERR-07", "EIA-ERR-08")
def test_islands_are_not_inside_a_home_nation(club: Club) -> None:
    """'An area that cannot be reached by land movement from Paris or London does not count as being
    inside one's home nation for the purpose of this rule only. (Turkish&Spanish islands)'"""
    club.at("declarations of war")
    assert "EIA-ERR-07" in club.refuses("war", power="turkey", on="russia", enemies_at_home=1)
    document = {"on": "major", "at_war": bool(club.ledger.enemies("turkey"))}
    inside = came_of("declare-war", {**document, "enemies_at_home": [{"by_land": True}]})
    assert (inside["allowed"], "EIA-ERR-07" in rules(inside)) == (False, True)
    crete = came_of("declare-war", {**document, "enemies_at_home": [{"by_land": False}]})
    assert (crete["allowed"], "EIA-ERR-08" in rules(crete)) == (True, True)
    club.enter("war", power="turkey", on="russia", enemies_at_home=0)
    assert club.ledger.at_war("russia", "turkey")


# Access, dominance, bids


@pytest.mark.rule("EIA-ERR-23", "EIA-ERR-24", "EIA-ERR-25")
def test_neutral_forces_where_the_holder_changed(club: Club) -> None:
    """'Neutral forces that previously had access in territory that has changed control […] can be
    given voluntary access under any new conditions […] (unconditional access must be given if peace
    condition C.5 applies between the involved major powers). If no access is given or available,
    the neutral forces must be handled as with force repatriation'"""
    club.enter("peace", victor="france", loser="austria", ceded=["Bohemia"])
    assert club.told("EIA-ERR-23")
    for said, rule in (({"offered": True}, "EIA-ERR-23"), ({"condition_c5": True}, "EIA-ERR-24"),
                       ({}, "EIA-ERR-25")):  # fmt: skip
        found = came_of("access-changed", {"had_access": True, **said})
        assert rule in rules(found), said


@pytest.mark.rule("EIA-DOM-01", "EIA-DOM-02", "EIA-DOM-03")
def test_dominance_and_gold(club: Club) -> None:
    """'Spain gets +2 to gold convoy rolls if dominant (maximum result is 12). To reach dominant
    status, country doesn't have to be at peace with all other major powers. To lose dominant
    status, country has to be at peace with all other major powers.'"""
    club.at("money and manpower collection")
    document = begun(club, "dominance", "gold convoy")
    assert came_of("dominance", document, gold1=3, gold2=4)["gold"] == 9
    assert came_of("dominance", document, gold1=6, gold2=5)["gold"] == 12
    club.at("political status adjustment")
    rises = begun(club, "dominance", "whether France", gains=True)
    assert rises["at_peace"] is False
    assert came_of("dominance", rises)["dominant"]
    club.enter("setup", power="spain", dominant=True, at_war=["france"], sure=True)
    assert "EIA-DOM-03" in club.refuses("status", power="spain", dominant=False)
    falls = begun(club, "dominance", "the dominance of Spain", loses=True)
    assert came_of("dominance", falls)["dominant"]


@pytest.mark.rule("EIA-BID-01", "EIA-BID-02")
def test_bids_from_the_highest_to_the_lowest() -> None:
    """'Bids - if used at any time - are processed from highest to lowest. In case of a tie, dice
    determine.'"""
    club = Club(last=600, dice={"austria.bid": 2, "russia.bid": 5})
    club.enter("track", victory={"russia": 9, "austria": 9, "spain": 9})
    club.enter("step-down", power="prussia")
    club.enter("auction", power="prussia", bids={"russia": 6, "austria": 6, "spain": 4})
    assert power(club, "prussia").controller == "russia"
    assert (power(club, "russia").victory, power(club, "austria").victory) == (3, 9)


def test_all_powers_collect_in_one_entry(club: Club) -> None:
    club.enter("collect", sure=True)
    assert [power(club, who).manpower for who in ("austria", "france", "prussia", "spain")] == [
        6, 4 + 5 + 3 + 1 + 2 + 1, 0, 14,
    ]  # fmt: skip
    assert "say which" in club.refuses("collect", manpower=3)
    assert "Nobody has said" in Club().refuses("collect")
