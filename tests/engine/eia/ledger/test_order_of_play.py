"""The order of play: power by power at sea and on land, empty steps passed over in a line."""

import pytest

from engine.eia import tables
from engine.play.asks import BadAnswer
from tests.engine.eia.nights import Club


def turns(club: Club, step: str) -> list[str]:
    """The powers that have a step, in the order in which they have it."""
    club.to(step)
    found = [club.ledger.turn]
    while True:
        club.on()
        if club.ledger.now.phase != tables.steps()[[s.name for s in tables.steps()].index(step)][0]:
            return found
        if club.ledger.now.name == step:
            found.append(club.ledger.turn)


def test_naval_and_land_steps_go_by_power_in_their_order() -> None:
    club = Club("December")
    assert turns(club, "naval movement") == [
        "russia", "turkey", "austria", "prussia", "france", "spain", "britain",
    ]  # fmt: skip
    assert club.ledger.box == "December 1805, depot creation and removal of Russia"
    club = Club("December")
    assert turns(club, "land combat") == [
        "russia", "turkey", "austria", "prussia", "britain", "spain", "france",
    ]  # fmt: skip


def test_who_says_where_it_comes_in_does_so_from_then_on() -> None:
    club = Club("December")
    club.enter("order", phase="Land", after="russia")
    assert turns(club, "land combat")[:3] == ["russia", "france", "turkey"]
    assert turns(club, "naval movement")[-1] == "britain"


def test_empty_steps_are_passed_over_in_one_line() -> None:
    club = Club("January", last=119, wars=["austria france"])
    club.game.answer("on")
    assert club.ledger.box == "January 1805, declarations of war"
    club.game.answer("on")
    assert club.ledger.now.name == "peace"
    club.game.answer("on")
    assert club.ledger.box == "January 1805, land movement of Austria"
    passed = [entry.text for entry in club.game.story if entry.kind == "passed"]
    assert passed[-1].startswith("Nothing due: creating alliances, minor country control")
    boxes = []
    while club.ledger.month % 12 == 0:
        club.game.answer("on")
        boxes.append(club.ledger.box.partition(", ")[2])
    assert boxes == [
        "land combat of Austria", "land movement of France", "land combat of France",
        "declarations of war",
    ]  # fmt: skip


def test_a_quiet_month_is_two_keys_and_a_step_is_reached_by_its_name() -> None:
    club = Club("January", last=119)
    club.game.answer("on")
    before = len(club.game.records)
    club.game.answer("on")
    assert club.ledger.box == "February 1805, declarations of war"
    assert len(club.game.records) == before + 1
    club.game.answer({"do": "on", "to": "conquest"})
    assert club.ledger.box == "February 1805, conquest"
    with pytest.raises(BadAnswer, match="'tea' is not a step"):
        club.game.answer({"do": "on", "to": "tea"})


def test_what_is_due_by_itself_is_never_passed_over() -> None:
    club = Club("January", last=2)
    club.game.answer({"do": "on", "to": "ceding"})
    assert club.ledger.box == "March 1805, victory points", "the final count is missing"
    assert "final count" in club.refuses_raw("on")


@pytest.mark.rule("EIA-GEN-01", "EIA-DEP-01")
def test_nothing_is_said_twice_and_nobody_is_told_what_he_need_not_know() -> None:
    club = Club("January", last=119, wars=["austria france"])
    for _ in range(4):
        club.to("land combat")
    said = [entry.text for entry in club.game.story if entry.kind == "reminder"]
    assert len(said) == len(set(said))
    assert not [text for text in said if "depots left" in text]


@pytest.mark.rule("EIA-NAV-04")
def test_the_fleets_of_who_was_attacked_may_flee_before_the_first_naval_movement_alone() -> None:
    """'Flee step, immediately before naval movement step'."""
    club = Club("December")
    club.to("declarations of war")
    club.enter("war", power="france", on="austria")
    club.to("naval movement", of="russia")
    assert len(club.told("EIA-NAV-04")) == 1
    club.to("naval movement", of="turkey")
    club.to("naval movement", of="austria")
    assert len(club.told("EIA-NAV-04")) == 1, "said once"
