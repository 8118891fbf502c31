"""Documents made of a state: what they say is what the game fights."""

import json
from typing import Any

import pytest

from engine.adjudicator import from_a_game, from_a_game_at_sea
from engine.adjudicator.from_a_game import Document
from engine.adjudicator.resolve import adjudicate
from engine.facts import countries
from engine.land.battle import parameters
from engine.land.battle.parameters import Force
from engine.land.siege import assault
from engine.overseas import active_natives
from engine.play.asks import YesNo
from engine.sequence import siege_outlook
from engine.state import State
from engine.state.land import Siege
from engine.state.sides import NATIVES
from tests.engine.overseas import coasts as overseas
from tests.engine.playing import lead, put, tabletop
from tests.engine.sea.afloat import fleet, sea_table

VIZIER = next(
    each.id for each in countries.leaders().values()
    if each.variant == "vizier" and "table" in each.flags
)  # fmt: skip


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
    document = from_a_game.battle_at(state, "artois", "france")
    assert document is not None
    assert [side["leader"] for side in document["sides"]] == ["conde", "farnese"]
    assert [side["name"] for side in document["sides"]] == ["FRA", "HIS"]
    assert state.to_plain() == before
    both = [from_a_game.force_at(state, "artois", each) for each in ("france", "spain")]
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
    assert from_a_game.battle_at(state, "artois", "france") is None
    assert from_a_game.battle_at(state, "artois", "spain") is None
    assert from_a_game.siege_document(state, "artois") is None


def test_a_mixed_stack_is_one_side_with_the_size_of_the_whole() -> None:
    state = opposed(alliances={"france": ["france", "turkey"], "spain": ["spain"]})
    pasha = put(state, "turkey", "artois", "A-", "PASHA")[1]
    state.units[pasha].become("PASHA", 2)
    document = from_a_game.battle_at(state, "artois", "france")
    assert document is not None
    side = document["sides"][0]
    assert {"PASHA": 2} in side["units"]
    assert {"size", "artillery"} <= set(side)
    both = [from_a_game.force_at(state, "artois", each) for each in ("france", "spain")]
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
    document = from_a_game.battle_at(state, "artois", "turkey")
    assert document is not None
    assert document["sides"][0]["leader"] == "turkey-pasha-mihajlovic"
    assert odds("battle", document)["win"]


def test_a_siege_has_the_odds_that_the_game_shows() -> None:
    state = tabletop(turn=22, period="III", technology="musket", owners={"artois": "spain"})
    put(state, "france", "artois", "A+", "A-", leader="conde")
    state.land.sieges["artois"] = Siege("france", works=["+"])
    document = from_a_game.siege_document(state, "artois")
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
    document = from_a_game_at_sea.battle_document(state, ZONE, both)
    assert state.to_plain() == before
    assert [side["leader"] for side in document["sides"]] == ["howard", None]
    assert document["sides"][0]["units"] == {"F-": [{"NWD": 2, "NTD": 1}], "NWD": 1}
    document["sides"][1]["leader"] = {"manoeuvre": 2, "fire": 2, "shock": 2}
    found = odds("naval-battle", document)
    assert found["win"]["ANG"] > found["win"]["FRA"]


def test_a_question_at_sea_opens_the_battle_it_is_about() -> None:
    state, own, foe = at_sea()
    ask = YesNo(who="france", name="evade", what="?", about={"place": ZONE, "units": foe})
    document = from_a_game_at_sea.battle_at(state, ask, "france")
    assert document is not None
    assert [side["country"] for side in document["sides"]] == ["england", "france"], "by impulse"
    part = YesNo(
        who="france", name="evade", what="?",
        about={"place": ZONE, "units": foe[:1], "enemy": own[1:]},
    )  # fmt: skip
    document = from_a_game_at_sea.battle_at(state, part, "france")
    assert document is not None
    assert [side["units"] for side in document["sides"]] == [{"NWD": 1}, {"F-": [{"NWD": 2}]}]
    quiet = YesNo(who="france", name="x", what="?", about={"place": "sea-lion"})
    assert from_a_game_at_sea.battle_at(state, quiet, "france") is None


@pytest.mark.rule("DRM-A1")
def test_a_battle_leaves_out_the_rules_that_were_switched_off_and_no_others() -> None:
    state = tabletop(options={"leader_cap": False, "hierarchy": True})
    assert parameters.situation(state, "artois", False).off == {"leader_cap"}


def sided(state: State, place: str, ours: str) -> list[Document]:
    document = from_a_game.battle_at(state, place, ours)
    assert document is not None
    found: list[Document] = document["sides"]
    return found


@pytest.mark.rule("RET-18", "NAT-05")
def test_natives_retreat_where_they_live_and_the_phasing_side_where_it_came_from() -> None:
    state = overseas.table()
    state.overseas.known = {"spain": set()}
    overseas.stack(state, overseas.ANGOLA, "A-", leader=None)
    active_natives.rouse(state, overseas.ANGOLA, 9)
    both = [from_a_game.force_at(state, overseas.ANGOLA, each) for each in ("spain", NATIVES)]
    assert both[0] is not None
    assert both[1] is not None
    troops, natives = both[0], both[1]
    came = troops._replace(came_from={troops.unit_ids[0]: overseas.SOUTH})
    for phasing, other, first, second in (
        (troops, natives, False, True), (came, natives, True, True), (natives, came, True, False),
    ):  # fmt: skip
        found = from_a_game.battle_document(state, overseas.ANGOLA, phasing, other)
        assert [side["retreat_province"] for side in found["sides"]] == [first, second]


@pytest.mark.rule("PAR-09", "EVA-A3")
def test_a_vizier_is_described_and_others_are_named_by_their_id() -> None:
    """Whose values are not rolled yet has none; values that were rolled stand in the document."""
    state = tabletop(alliances={"turkey": ["turkey"], "spain": ["spain"]}, turn=8, period="II")
    lead(state, "turkey", "serbia", VIZIER)
    name = countries.leader(VIZIER).name
    assert from_a_game.leader_document(state, VIZIER) == {"name": name[:40], "kind": "vizier"}
    state.leaders[VIZIER].values = [3, 2, 4]
    assert from_a_game.leader_document(state, VIZIER) == {
        "name": name[:40], "manoeuvre": 3, "fire": 2, "shock": 4, "siege": 0, "kind": "vizier",
        "monarch": countries.leader(VIZIER).monarch,
    }  # fmt: skip
    state.leaders[VIZIER].values = [3, 2, 4, 1]
    described = from_a_game.leader_document(state, VIZIER)
    assert isinstance(described, dict)
    assert described["siege"] == 1
    lead(state, "spain", "artois", "farnese")
    assert from_a_game.leader_document(state, "farnese") == "farnese"
    assert from_a_game.leader_document(state, "") is None


def test_the_size_of_a_stack_is_given_where_its_countries_or_classes_are_mixed() -> None:
    plain = sided(opposed(), "artois", "france")
    assert not any("size" in side or "artillery" in side for side in plain)
    assert [side["minor"] for side in plain] == [False, False]
    state = opposed(alliances={"france": ["france", "savoy"], "spain": ["spain"]})
    put(state, "savoy", "artois", "LD")
    france, spain = sided(state, "artois", "france")
    assert {"size", "artillery"} <= set(france)
    assert "size" not in spain


def test_native_allies_are_said_to_be_natives() -> None:
    state = overseas.table()
    units = overseas.stack(state, overseas.MEXICO, "LD")
    active_natives.rouse(state, overseas.MEXICO, 9)
    spain, natives = sided(state, overseas.MEXICO, "spain")
    assert "natives" not in spain
    assert natives["natives"] is True
    assert natives["stability"] == 0
    active_natives.join(state, "cortes", 6)
    assert "natives" not in sided(state, overseas.MEXICO, "spain")[0], "some of them are not"
    assert units


@pytest.mark.rule("NAT-14", "NAT-17", "NAT-18")
def test_an_appeal_is_that_of_the_first_leader_who_may_make_it() -> None:
    state = overseas.table()
    units = overseas.stack(state, overseas.MEXICO, "LD")
    recruits = active_natives.join(state, "cortes", 12)
    about = {"place": overseas.MEXICO, "units": [*units, *recruits], "leaders": ["cortes"]}
    state.overseas.natives.clear()

    def asked(name: str, **more: Any) -> Document | None:
        ask = YesNo(who="spain", name=name, what="?", about={**about, **more})
        return from_a_game.appeal_document(state, ask)

    assert asked("natives") == {
        "leader": "cortes", "area": "azteca", "units": ["LD"], "recruits": 4, "missionary": False,
        "uses": 0,
    }  # fmt: skip
    state.overseas.appeals.clear()
    lead(state, "spain", overseas.MEXICO, "pizarro")
    both = asked("natives", leaders=["cortes", "pizarro"])
    assert both is not None
    assert both["leader"] == "cortes"
    assert asked("march") is None
    assert asked("natives", leaders=[]) is None


def test_the_options_of_a_game_that_battles_know_are_in_its_documents() -> None:
    assert from_a_game.options_document(tabletop()) == {}
    state = tabletop(options={"leader_cap": False, "hierarchy": True})
    assert from_a_game.options_document(state) == {"options": {"leader_cap": False}}


def at(state: State, name: str = "evade", ours: str = "france", **about: Any) -> Document | None:
    ask = YesNo(who=ours, name=name, what="?", about=about)
    return from_a_game_at_sea.battle_at(state, ask, ours)


@pytest.mark.rule("NIN-10")
def test_a_question_of_no_place_is_about_the_sea_of_its_ships_and_of_none_else() -> None:
    state, own, foe = at_sea()
    soldiers = put(state, "france", ZONE, "LD", position="aboard")
    for about in ({"units": foe}, {"place": "artois", "units": foe},
                  {"place": ZONE}, {"place": ZONE, "units": soldiers},
                  {"place": ZONE, "units": [*foe, 999]}):  # fmt: skip
        found = at(state, **about)
        assert found is not None, about
        assert [side["country"] for side in found["sides"]] == ["england", "france"]
        assert [side["stability"] for side in found["sides"]] == [0, 0]
        assert [side.get("phasing", False) for side in found["sides"]] == [True, False]
    one = at(state, units=foe[:1])
    assert one is not None
    assert one["sides"][1]["units"] == {"F-": [{"NWD": 2}]}
    assert at(state) is None
    assert at(state, place="artois") is None
    assert at(state, units=soldiers) is None
    for number in own:
        state.remove(state.units[number])
    assert at(state, place=ZONE) is None


@pytest.mark.rule("NIN-10", "EVA-01")
@pytest.mark.parametrize(
    ("name", "interception"), [("intercept", True), ("engage", True), ("evade", False)]
)
def test_interceptors_and_blockaders_fight_by_interception(name: str, interception: bool) -> None:
    state, _, foe = at_sea()
    found = at(state, name, units=foe)
    assert found is not None
    assert found["interception"] == interception


def test_the_ships_named_say_which_stack_leads_them() -> None:
    """Of ships with another task and their own admiral."""
    state, own, foe = at_sea()
    found = at(state, units=foe, enemy=[own[1], own[0]])
    assert found is not None
    assert found["sides"][0]["leader"] == "howard"
    state.countries["france"].stability = 2
    found = at(state, units=foe)
    assert found is not None
    assert [side["stability"] for side in found["sides"]] == [0, 2]
