"""What the desk adjudicated, booked into the ledger of a campaign."""

import json
from typing import Any

import pytest

from engine.adjudicator import resolve
from engine.documents.complaints import Complaints
from engine.eia.ledger.desk.booking import BOOKED, Booking, bookings
from engine.eia.ledger.entries import ENTRIES
from tests.engine.eia.nights import Club

SEED = 32  # Davout falls, seven Austrians are taken


def booked(
    club: Club, kind: str, about: dict[str, Any] | None = None, **more: Any
) -> list[Booking]:
    """What an example, with other fields, becomes."""
    document = {**resolve.kind_of(kind).example, **more}
    text = json.dumps(document)
    values = resolve.parse_document(resolve.kind_of(kind), text)
    printed, _ = resolve.adjudicate(kind, text, SEED)
    return bookings(club.ledger, kind, values, printed["outcome"], about or {})


@pytest.mark.parametrize("kind", sorted(BOOKED))
def test_what_is_booked_fits_the_forms_of_the_ledger(kind: str) -> None:
    club = Club("December")
    for entry, fields in booked(club, kind):
        complaints = Complaints()
        ENTRIES[entry].document.read(fields, "", complaints)
        assert all(": is missing" in each for each in complaints.lines), complaints.lines


def test_what_is_not_fought_out_is_not_booked() -> None:
    club = Club("December")
    assert booked(club, "eia-battle", chits=None) == []
    attacker = {**resolve.kind_of("eia-port-raid").example["attacker"], "lost_on": None}
    battle = booked(club, "eia-port-raid", attacker=attacker)[0]
    assert "attacker_lost" not in battle.fields, "the players say it"
    assert battle.fields["defender_lost"] > 0


def test_a_battle_brings_points_losses_prisoners_and_wounds() -> None:
    club = Club("December")
    club.to("land combat")
    found = booked(club, "eia-battle")
    names = [each.entry for each in found]
    assert names[:2] == ["battle", "prisoners"]
    battle = found[0].fields
    assert (battle["attacker"], battle["defender"], battle["winner"]) == (
        "france", "austria", "france",
    )  # fmt: skip
    assert battle["attacker_points"] == -battle["defender_points"] > 0
    assert battle["attacker_lost"] == 3
    assert battle["defender_lost"] > 16, "those of the pursuit among them"
    assert found[2:] == [Booking("wound", {"leader": "Davout", "months": 0})]
    before = {name: power.political_halves for name, power in club.ledger.powers.items()}
    for entry, fields in found:
        price = {"money": 3, "manpower": 1} if entry == "prisoners" else {}
        club.enter(entry, **{**fields, **price})
    points = 2 * battle["attacker_points"]
    assert club.ledger.powers["france"].political_halves == before["france"] + points
    assert club.ledger.powers["austria"].political_halves == before["austria"] - points
    number = found[1].fields["number"]
    assert club.ledger.prisoners["france"]["austria"] == {"infantry": number}
    told = [entry.text for entry in club.game.story if entry.kind == "battle"]
    lost = battle["attacker_lost"], battle["defender_lost"]
    assert told == ["France attacks Austria: France wins."]
    story = [entry.text for entry in club.game.story if entry.kind == "story"]
    assert "Political points: France +1, Austria -1." in story
    assert any(f"loses {lost[0]} of" in line for line in story)


@pytest.mark.rule("EIA-PUR-01", "EIA-PRIS-04")
def test_prisoners_of_each_kind_of_troop_are_booked_once() -> None:
    """*1d6*10% (round down) of all pursuit losses are prisoners.*"""
    kind = resolve.kind_of("eia-battle")
    text = json.dumps(kind.example)
    outcome = resolve.adjudicate("eia-battle", text, SEED)[0]["outcome"]
    outcome["pursuit"]["prisoners_by_troop"] = {"infantry": 4, "cavalry": 1}
    values = resolve.parse_document(kind, text)
    found = bookings(Club("December").ledger, "eia-battle", values, outcome, {})
    taken = [each.fields for each in found if each.entry == "prisoners"]
    assert [(each["troop"], each["number"]) for each in taken] == [("infantry", 4), ("cavalry", 1)]


@pytest.mark.rule("EIA-SET-03")
def test_a_battle_is_between_two_powers_and_won_by_one_of_them() -> None:
    club = Club("December")
    assert "two powers" in club.refuses("battle", attacker="france", defender="france")
    assert "wasn't in the battle" in club.refuses(
        "battle", attacker="france", defender="austria", winner="russia"
    )


@pytest.mark.rule("EIA-LDR-04")
def test_leaders_who_were_hurt_are_booked_and_the_unhurt_are_not() -> None:
    found = booked(Club("December"), "eia-leader-casualty")
    assert found == [Booking("wound", {"leader": "Bessieres", "months": 3})]


@pytest.mark.rule("EIA-BLK-01", "EIA-BLK-02")
def test_a_lifted_blockade_sets_the_fleet_at_large() -> None:
    club = Club("December")
    club.enter("fleet", fleet="Brest", power="france", ships=20, blockaded=True)
    club.to("naval movement")
    held = booked(club, "eia-blockade-test")
    assert held == [Booking("test-blockade", {"port": "Brest"})]
    dice = {"BLOCKADED.test": 6, "CHANNEL.test": 1, "BISCAY.test": 1}
    found = booked(club, "eia-blockade-test", dice=dice)
    assert [each.entry for each in found] == ["test-blockade", "fleet"]
    for entry, fields in found:
        club.enter(entry, **fields)
    assert club.ledger.tested == ["Brest"]
    fleet = club.ledger.fleets["Brest"]
    assert (fleet.power, fleet.ships, fleet.blockaded) == ("france", 20, 0)
    assert booked(club, "eia-blockade-test") == [], "once a port and phase"


@pytest.mark.rule("EIA-HULK-05")
def test_hulks_that_were_saved_on_the_desk_are_not_rolled_for_again() -> None:
    club = Club("December")
    found = booked(club, "eia-hulk")
    fields = {"power": "russia", "hulks": 1, "port": "St. Petersburg", "distance": 0}
    assert found == [Booking("hulks", fields)]
    club.enter(found[0].entry, **fields)
    assert club.ledger.hulks == {"St. Petersburg": {"russia": 1}}


def test_a_raid_without_success_leaves_the_port_alone() -> None:
    (draw,) = booked(Club("December"), "eia-port-raid")
    assert draw.entry == "battle"
    assert "winner" not in draw.fields
    assert draw.fields["attacker"] == "britain"
    assert "defender" not in draw.fields, "Denmark is not a power: the players say who controls it"


def test_what_the_campaign_knows_beside_fills_the_fields_the_desk_does_not_ask() -> None:
    club = Club("December")
    found = booked(club, "eia-dominance", {"power": "spain"}, at_peace=True)
    assert found == [Booking("status", {"power": "spain", "dominant": False})]
    assert booked(club, "eia-dominance", {"power": "spain"}) == [], "nothing changes while at war"
    war = booked(club, "eia-declare-war", {"power": "spain", "on": "france"})
    assert war == [Booking("war", {"power": "spain", "on": "france"})]
    city = booked(club, "eia-recovery", {"city": "Lyon"})
    assert city[0].fields["city"] == "Lyon"


def test_a_tie_that_a_die_broke_is_left_to_the_dice_of_the_ledger() -> None:
    club = Club("December")
    assert booked(club, "eia-bids") == []
    bids = [{"player": "russia", "bid": 12, "points": 90},
            {"player": "austria", "bid": 11, "points": 80}]  # fmt: skip
    assert booked(club, "eia-bids", bids=bids, dice={}) == [
        Booking("auction", {"power": "prussia", "bids": {"russia": 12, "austria": 11}})
    ]
    assert booked(club, "eia-vote")[0].fields["votes"] == {
        "Anna": "yes", "Ben": "no", "Carl": "yes",
    }  # fmt: skip


def test_a_bid_of_nothing_is_one_where_nobody_bids_more() -> None:
    club = Club("December")
    alone = [{"player": "russia", "bid": 0, "points": 90}]
    assert booked(club, "eia-bids", bids=alone, dice={}) == [
        Booking("auction", {"power": "prussia", "bids": {"russia": 0}})
    ]


def test_kinds_of_which_the_ledger_keeps_nothing_are_not_booked() -> None:
    assert booked(Club("December"), "eia-morale") == []


def test_the_sheet_of_a_battle_names_rounds_and_dice_in_words() -> None:
    text = json.dumps(resolve.kind_of("eia-battle").example)
    answer = resolve.adjudicate("eia-battle", text, SEED)[1]
    sheet = "\n".join(answer.sheet(lambda text, style: text))
    assert "France wins, round 2." in sheet
    assert "France, round 1: " in sheet
    assert "round1" not in sheet
