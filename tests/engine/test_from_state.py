"""Documents made of a state: what they say is what the game fights."""

import json
from typing import Any

import pytest

from engine.adjudicator import from_sea, from_state
from engine.adjudicator.resolve import adjudicate
from engine.land.battle import parameters
from engine.land.battle.parameters import Force
from engine.land.siege import assault
from engine.play.asks import YesNo
from engine.sequence import siege_outlook
from engine.state import State
from engine.state.land import Siege
from tests.engine.playing import put, tabletop
from tests.engine.sea.afloat import fleet, sea_table


def opposed(**fields: Any) -> State:
    state = tabletop(
        turn=22, period="III", technology="musket", owners={"artois": "spain"}, **fields
    )
    put(state, "france", "artois", "A+", "A+", veteran=True, leader="conde")
    put(state, "spain", "artois", "A+", "LD", veteran=True, leader="farnese")
    return state


def odds(kind: str, document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = adjudicate(kind, json.dumps(document), odds=True)[0]["odds"]
    return found


def test_a_battle_has_the_odds_that_the_game_shows() -> None:
    state = opposed()
    before = state.to_plain()
    document = from_state.battle_at(state, "artois", "france")
    assert document is not None
    assert [side["leader"] for side in document["sides"]] == ["conde", "farnese"]
    assert [side["name"] for side in document["sides"]] == ["FRA", "HIS"]
    assert state.to_plain() == before
    both = [from_state.force_at(state, "artois", each) for each in ("france", "spain")]
    assert both[0] is not None
    assert both[1] is not None
    shown = parameters.odds_of(state, "artois", both[0], both[1])
    # Where nobody may retreat to, the game's odds before the dice do not ask.
    for side in document["sides"]:
        side["retreat_province"] = True
    found = odds("battle", document)
    assert found["win"]["FRA"] == pytest.approx(shown["win"])
    assert found["tie"] == pytest.approx(shown["draw"])
    assert found["expected_losses"]["HIS"] == pytest.approx(shown["losses"][1])


def test_no_enemy_no_battle() -> None:
    state = tabletop()
    put(state, "france", "artois", "A+")
    assert from_state.battle_at(state, "artois", "france") is None
    assert from_state.battle_at(state, "artois", "spain") is None
    assert from_state.siege_document(state, "artois") is None


def test_a_mixed_stack_is_one_side_with_the_size_of_the_whole() -> None:
    state = opposed(alliances={"france": ["france", "turkey"], "spain": ["spain"]})
    pasha = put(state, "turkey", "artois", "A-", "PASHA")[1]
    state.units[pasha].size = 2
    document = from_state.battle_at(state, "artois", "france")
    assert document is not None
    side = document["sides"][0]
    assert {"PASHA": 2} in side["units"]
    assert {"size", "artillery"} <= set(side)
    both = [from_state.force_at(state, "artois", each) for each in ("france", "spain")]
    assert both[0] is not None
    assert both[1] is not None
    shown = parameters.odds_of(state, "artois", both[0], both[1])
    for each in document["sides"]:
        each["retreat_province"] = True
    assert odds("battle", document)["win"]["FRA"] == pytest.approx(shown["win"])


def test_a_pasha_who_commands_is_the_leader_of_his_side() -> None:
    state = tabletop(turn=4, period="I", alliances={"turkey": ["turkey"], "spain": ["spain"]},
                     wars=[("turkey", "spain")])  # fmt: skip
    (pasha,) = put(state, "turkey", "artois", "PASHA", size=1)
    state.units[pasha].leader = "turkey-pasha-mihajlovic"
    put(state, "spain", "artois", "LD")
    document = from_state.battle_at(state, "artois", "turkey")
    assert document is not None
    assert document["sides"][0]["leader"] == "turkey-pasha-mihajlovic"
    assert odds("battle", document)["win"]


def test_a_siege_has_the_odds_that_the_game_shows() -> None:
    state = tabletop(turn=22, period="III", technology="musket", owners={"artois": "spain"})
    put(state, "france", "artois", "A+", "A-", leader="conde")
    state.land.sieges["artois"] = Siege("france", works=["+"])
    document = from_state.siege_document(state, "artois")
    assert document is not None
    assert document["siegeworks"] == ["+"]
    shown = siege_outlook.chances(state, "artois")
    assert odds("undermine", document)["result"] == pytest.approx(shown["undermine"])
    leader = assault.expected_sides(state, "artois")[1].commander
    known = {"name": "expected", "manoeuvre": 0, "fire": leader.fire, "shock": leader.shock}
    document["besieged"]["leader"] = known
    found = odds("assault", document)
    assert found["falls"] == pytest.approx(shown["assault"]["falls"])


# At sea.

ZONE = "sea-manche"


def at_sea() -> tuple[State, list[int], list[int]]:
    state = sea_table(turn=20, period="III")
    own = fleet(state, "england", ZONE, "F-: 2 NWD, 1 NTD", "NWD", leader="howard")
    foe = fleet(state, "france", ZONE, "F-: 2 NWD", "NWD")
    return state, own, foe


def test_a_battle_at_sea_has_the_odds_that_the_game_shows() -> None:
    state, own, foe = at_sea()
    before = state.to_plain()
    both = Force("england", tuple(own), ("howard",)), Force("france", tuple(foe), ())
    document = from_sea.battle_document(state, ZONE, both)
    assert state.to_plain() == before
    assert [side["leader"] for side in document["sides"]] == ["howard", None]
    assert document["sides"][0]["units"] == {"F-": [{"NWD": 2, "NTD": 1}], "NWD": 1}
    document["sides"][1]["leader"] = {"manoeuvre": 2, "fire": 2, "shock": 2}
    found = odds("naval-battle", document)
    assert found["win"]["ANG"] > found["win"]["FRA"]


def test_a_question_at_sea_opens_the_battle_it_is_about() -> None:
    state, own, foe = at_sea()
    ask = YesNo(who="france", name="evade", what="?", about={"place": ZONE, "units": foe})
    document = from_sea.battle_at(state, ask, "france")
    assert document is not None
    assert [side["country"] for side in document["sides"]] == ["england", "france"], "by impulse"
    part = YesNo(
        who="france", name="evade", what="?",
        about={"place": ZONE, "units": foe[:1], "enemy": own[1:]},
    )  # fmt: skip
    document = from_sea.battle_at(state, part, "france")
    assert document is not None
    assert [side["units"] for side in document["sides"]] == [{"NWD": 1}, {"F-": [{"NWD": 2}]}]
    quiet = YesNo(who="france", name="x", what="?", about={"place": "sea-lion"})
    assert from_sea.battle_at(state, quiet, "france") is None


@pytest.mark.rule("DRM-A1")
def test_a_battle_leaves_out_the_rules_that_were_switched_off_and_no_others() -> None:
    state = tabletop(options={"leader_cap": False, "hierarchy": True})
    assert parameters.situation(state, "artois", False).off == {"leader_cap"}
