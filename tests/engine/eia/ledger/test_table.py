"""What a club writes down once: its position, its roster, its markers; a battle told and booked."""

import json
from typing import Any

import pytest

from engine.adjudicator import resolve
from engine.documents.complaints import Complaints
from engine.eia.ledger import campaign
from engine.eia.ledger.desk import situations
from engine.eia.ledger.desk.booking import bookings
from engine.eia.status_track import box_of
from tests.engine.eia.nights import Club, power

RISE = """France: box D2; money 30; manpower 12; at war Austria, Britain; minors Bavaria, Holland
depots Paris, Metz; fleets Brest=20, Toulon=15; hulks Toulon=2
leaders Napoleon=5-5-6 A, Davout=4-5-3 B; corps I=14i 1lc, III=16 infantry 2 light_cavalry
Austria: box N5; allies Russia=12; prisoners france light_cavalry=2; corps I=12i 2mc
Prussia: box I10; exiles Blücher=4; leaders Blücher=2-3-3 B
France: victor over Prussia=7; unconditional Prussia; sphere Prussia"""


def laid() -> Club:
    club = Club("December")
    club.enter("setup-text", text=RISE.replace("\n", "; "))
    return club


def test_a_position_is_written_down_as_a_text_and_costs_nothing() -> None:
    club = laid()
    state = club.ledger
    france = power(club, "france")
    assert (france.money, france.manpower, france.zone, france.political_halves) == (
        30, 12, "dominant", 0,
    )  # fmt: skip
    assert state.wars == [["austria", "france"], ["britain", "france"]]
    assert {name: one.controller for name, one in state.minors.items()} == {
        "Bavaria": "france", "Holland": "france",
    }  # fmt: skip
    assert state.fleets["Brest"].ships == 20
    assert state.hulks == {"Toulon": {"france": 2}}
    assert state.prisoners["austria"] == {"france": {"light_cavalry": 2}}
    assert state.corps["I of france"].factors == {"infantry": 14, "light_cavalry": 1}
    assert state.exiles["Blucher"].since == state.month - 4
    (term,) = state.peaces
    assert (term.victor, term.loser, term.end - state.month) == ("france", "prussia", 7)
    assert (term.unconditional, term.sphere) == (True, True)
    assert state.alliance("austria", "russia") is not None
    assert {one.victory for one in state.powers.values()} == {0}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("France: box X9", "is not a box"),
        ("money 3", "no power is named before it"),
        ("France: at war Tuscany", "is not a major power"),
        ("France: tea 3", "there is no such field"),
        ("France: leaders Ney=9", "is not ratings and a rank"),
        ("France: corps I=12 teapots", "names no kind of troop"),
        ("France: at war France", "cannot be at war, allied or at peace with itself"),
        ("France: at war Spain; allies Spain", "at war and allied at once"),
        ("France: sphere Spain", "No peace has been forced on Spain"),
        ("France: prisoners austria guard=3", "The price of guard is not in hand"),
        ("", "is not a text"),
    ],
)
def test_a_text_that_cannot_be_is_refused_with_its_item(text: str, why: str) -> None:
    club = Club("December")
    before = club.game.position()
    assert why in club.refuses("setup-text", text=text)
    assert club.game.position() == before


def test_a_position_in_mid_campaign_is_confirmed_before_it_overwrites() -> None:
    club = laid()
    said = club.doubts("setup", power="prussia", at_war=["france"], money=4)
    assert said == "This overwrites the enforced peace of Prussia and France."
    assert club.ledger.at_war("france", "prussia")
    assert not club.ledger.peaces
    assert "the money of France, 30" in club.doubts("setup", power="france", money=7)


def test_a_campaign_begins_with_its_position_and_the_boxes_of_its_sheet() -> None:
    values = {field.name: field.default for field in campaign.SETUP}
    values |= {"position": "Spain: money 9; box F1"}
    complaints = Complaints()
    campaign.check(values, complaints)
    assert complaints.lines == []
    state = campaign.start_campaign(values)
    assert state.powers["spain"].money == 9
    assert state.powers["spain"].zone == "fiasco"
    assert box_of(state.powers["britain"].marker) == "N9", "of the sheet"
    campaign.check({**values, "position": "Spain: at war Spain"}, complaints)
    assert complaints.lines == ["position: Spain cannot be at war, allied or at peace with itself."]


@pytest.mark.rule("EIA-TRM-13", "EIA-SET-03")
def test_points_move_the_marker_and_the_zone_follows() -> None:
    club = laid()
    club.enter("track", points={"Prussia": "0.5", "austria": "-1.5"})
    assert (power(club, "prussia").zone, power(club, "prussia").marker) == ("instability", 39)
    club.enter("track", points={"prussia": "+0.5"})
    assert power(club, "prussia").zone == "neutral"
    assert "now in the neutral zone" in club.game.story[-1].text
    for _ in range(3):
        club.enter("track", points={"austria": -99})
    assert (power(club, "austria").marker, power(club, "austria").zone) == (0, "fiasco")


@pytest.mark.rule("EIA-SET-03")
def test_a_box_gives_what_it_gave_before_without_being_asked() -> None:
    club = laid()
    club.to("victory points")
    club.enter("track", victory={"austria": 3, "prussia": 1})
    assert power(club, "france").victory == 9, "the source's second dominant box"
    assert power(club, "austria").victory == 3
    club.to("victory points")
    club.enter("track")
    assert power(club, "austria").victory == 6
    assert power(club, "prussia").victory == 2
    assert power(club, "spain").victory == 0


def test_a_leader_is_written_down_once_and_never_taken_for_granted() -> None:
    club = Club("December")
    assert club.refuses("leader", leader="Ney") == (
        "Ney is new: say also power, strategic, tactical, maximum (EIA-SET-03)"
    )
    club.enter("leader", leader="Mack")
    mack = club.ledger.leaders["Mack"]
    assert (mack.power, mack.strategic, mack.tactical, mack.maximum, mack.rank) == (
        "austria", 1, 3, 4, "B",
    )  # fmt: skip
    document = {"attacker": {"commander": {"name": "Ney"}}}
    with pytest.raises(resolve.BadInput) as caught:
        resolve.parse_document(resolve.kind_of("eia-battle"), json.dumps(document))
    assert "attacker.commander.strategic: is missing: strategic rating" in caught.value.lines


def fought(club: Club, seed: int) -> tuple[dict[str, Any], Any]:
    """The battle of a campaign on the desk: its values and outcome."""
    found = next(each for each in situations.situations(club.ledger) if each.kind == "eia-battle")
    document = {**found.fields, "chits": {"attacker": "Assault", "defender": "Defend"}, "points": 2}
    text = json.dumps(document)
    values = resolve.parse_document(resolve.kind_of("eia-battle"), text)
    return values, resolve.adjudicate("eia-battle", text, seed)[0]["outcome"]


def test_a_battle_is_told_in_words_and_booked_on_the_corps_that_lost() -> None:
    club = laid()
    club.enter("leader", leader="Mack")
    club.to("land combat")
    before = {name: dict(each.factors) for name, each in club.ledger.corps.items()}
    values, outcome = fought(club, 3)
    story = "\n".join(outcome["story"])
    assert story.startswith("Austria attacks France: Assault against Defend.")
    assert "factors (morale" in story
    assert "pursue" in story
    assert "Political points" in story or "No political point" in story
    booked = bookings(club.ledger, "eia-battle", values, outcome, {})[0]
    club.enter("battle", **booked.fields)
    lost = [*booked.fields["attacker_losses"].values(), *booked.fields["defender_losses"].values()]
    after = {name: sum(each.factors.values()) for name, each in club.ledger.corps.items()}
    gone = sum(sum(each.values()) for each in before.values()) - sum(after.values())
    assert gone == sum(lost) > 0
    told = [entry.text for entry in club.game.story]
    assert outcome["story"][2] in told, "the same when it is booked"
    too_many = {"I infantry": 99}
    said = club.refuses("battle", attacker="france", defender="austria", attacker_losses=too_many)
    assert "I of France has" in said


def test_who_was_hurt_and_how_many_were_taken_stands_on_the_sheet() -> None:
    text = json.dumps(resolve.kind_of("eia-battle").example)
    outcome = resolve.adjudicate("eia-battle", text, 32)[0]["outcome"]
    assert "Davout is killed." in outcome["story"]
    assert any("takes prisoners: 7 infantry" in line for line in outcome["story"])
    for seed in range(1, 30):
        said = json.dumps(resolve.adjudicate("eia-battle", text, seed)[0]["outcome"])
        assert "of 0 losses" not in said


@pytest.mark.rule("EIA-ERR-21")
def test_a_peace_of_long_ago_that_was_laid_on_the_table_cedes_nothing_any_more() -> None:
    """'2) by virtue of a formal peace': that of this month, not one that has been in force."""
    given = {"giver": "prussia", "receiver": "france", "ceded": ["Magdeburg"]}
    assert "EIA-ERR-21" in laid().refuses("cede", **given)
    club = Club("December", wars=["france prussia"])
    club.enter("peace", victor="france", loser="prussia")
    club.enter("cede", **given)
    assert club.ledger.ceded["Magdeburg"].holder == "france"


def test_a_campaign_asks_for_the_goals_that_no_sheet_gives_and_names_each_power_once() -> None:
    values = {field.name: field.default for field in campaign.SETUP}
    values |= {"scenario": "Our own", "powers": ["france", "spain"], "goals": {"france": 500}}
    assert campaign.missing_goals(values) == ["spain"]
    complaints = Complaints()
    campaign.check(values, complaints)
    assert len(complaints.lines) == 1
    assert "the goal of Spain is missing" in complaints.lines[0]
    state = campaign.start_campaign({**values, "goals": {"france": 500, "spain": 0}})
    assert {name: each.goal for name, each in state.powers.items()} == {"france": 500, "spain": 0}
    complaints = Complaints()
    twice = {**values, "powers": ["france", "spain", "spain"], "goals": {"france": 5, "spain": 0}}
    campaign.check(twice, complaints)
    assert complaints.lines == ["powers: a power stands there twice"]


@pytest.mark.rule("EIA-WIN-01")
def test_a_box_that_nobody_knows_is_asked_about() -> None:
    club = laid()
    club.to("victory points")
    club.enter("setup", power="spain", box="N4")
    others = {name: 3 for name in club.ledger.powers if name != "spain"}
    asked = club.doubts("track", victory=others)
    assert asked == "Nobody has said what a box gives: Spain in N4 would get no victory points."
    assert power(club, "spain").victory == 0
    club.to("victory points")
    club.enter("track", victory={"spain": 2})
    assert power(club, "austria").victory == 6


@pytest.mark.rule("EIA-SET-03", "EIA-UMP-03")
def test_what_is_won_and_spent_is_added_and_told_of_those_that_are_named() -> None:
    """*The dropped power collects no more VP*, whatever its box gave before."""
    club = laid()
    club.at("victory points")
    powers = club.ledger.powers
    powers["spain"].out, powers["spain"].marker = True, powers["france"].marker
    before = len(club.game.story)
    fields = {"points": {"prussia": 1}, "money": {"france": 4, "austria": -2},
              "manpower": {"france": -3, "prussia": 5}}  # fmt: skip
    club.enter("track", victory={"austria": 3}, **fields)
    assert [(powers[name].money, powers[name].manpower, powers[name].victory)
            for name in ("france", "austria", "prussia", "spain", "russia")] == [
        (34, 9, 9), (-2, 0, 3), (0, 5, 0), (0, 0, 0), (0, 0, 0),
    ]  # fmt: skip
    told = [entry.text for entry in club.game.story[before:]]
    assert told == [
        "Austria: +3 victory points, 3 victory points in all, box N5.",
        "France: +9 victory points, 9 victory points in all, box D2.",
        "Prussia: +1 political point, 0 victory points in all, box N1, now in the neutral zone.",
    ]
    assert not [entry for entry in club.game.story[before:] if entry.kind != "status"]
    club.at("money and manpower collection")
    before = len(club.game.story)
    club.game.answer({"do": "track", "money": {"france": 1}})
    assert [entry.text for entry in club.game.story[before:]] == [
        "France: 9 victory points in all, box D2."
    ]
