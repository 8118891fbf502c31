"""Campaign and interception, read together: who may intercept after what he paid, and what an
interception makes of a campaign (text 400 to 470, 1156 to 1330). Each play says what must happen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.land.movement import interceptors
from engine.rounds import campaigns
from engine.sea.interception import interceptors as at_sea
from engine.sequence import movement
from engine.state import State
from engine.state.land import Siege
from tests.engine.playing import Played, decide_battles, put, tabletop
from tests.engine.playing import play as played_to_end
from tests.engine.plays import played
from tests.engine.sea.afloat import decide, fleet, sea_table

SPANISH = dict.fromkeys(("artois", "flandre", "hainaut", "vlaanderen"), "spain")


def table(spain: Any = "multiple", france: Any = "multiple", **fields: Any) -> State:
    state = tabletop(owners=dict(SPANISH), campaign="multiple", **fields)
    state.countries["spain"].campaign = None
    state.countries["spain"].campaign_before = spain
    state.countries["france"].campaign = france
    return state


def moves(state: State, *answers: Any, dice: Any = ()) -> Played:
    return played_to_end(movement.moves, state, answers, dice)


def tries(state: State, target: str, mover: Sequence[int], alliance: str = "spain") -> list[str]:
    """The provinces from which an alliance may try to intercept in a province."""
    return [band.place for band in interceptors.eligible_stacks(state, target, alliance, mover, ())]


# On land.


@pytest.mark.rule("INT-01", "CAM-11")
def test_who_paid_nothing_in_his_last_impulse_intercepts_nowhere() -> None:
    """Text 1198 to 1201."""
    state = table(spain="none")
    mover = put(state, "france", "artois", "LD")
    put(state, "spain", "flandre", "A+")
    assert tries(state, "artois", mover) == []
    assert "INT-01" in interceptors.why_not_eligible(state, "artois", "flandre", "spain", mover)


@pytest.mark.rule("INT-02", "CAM-12")
def test_who_paid_a_passive_campaign_intercepts_among_friends_alone() -> None:
    """Text 1201 to 1204: *can only intercept in a friendly province (no enemy presence, even
    besieged)*; the mover himself is no presence."""
    state = table(spain="passive")
    mover = put(state, "france", "artois", "LD")
    put(state, "spain", "flandre", "A+")
    put(state, "spain", "hainaut", "A-")
    assert tries(state, "artois", mover) == ["flandre", "hainaut"]
    away = put(state, "france", "picardie", "LD")
    put(state, "spain", "artois", "LD")
    assert tries(state, "picardie", away) == [], "French land"
    others = put(state, "france", "artois", "LD")
    assert tries(state, "artois", mover) == [], "other Frenchmen stand there"
    assert tries(state, "artois", [*mover, *others]) == ["artois", "flandre", "hainaut"]


@pytest.mark.rule("INT-02")
def test_an_enemy_besieged_in_the_province_makes_it_no_friendly_one() -> None:
    """Text 1203: *no enemy presence, even besieged*."""
    state = table(spain="passive")
    state.land.owners["artois"] = "spain"
    state.land.controllers["artois"] = "france"
    state.land.sieges["artois"] = Siege("spain")
    put(state, "spain", "artois", "A+")
    put(state, "spain", "flandre", "A-")
    mover = put(state, "france", "artois", "LD")
    assert tries(state, "artois", mover) == []
    state.countries["spain"].campaign_before = "active"
    assert "flandre" in tries(state, "artois", mover)


@pytest.mark.rule("CAM-09", "INT-01")
@pytest.mark.parametrize("before", [None, "multiple", "none"])
def test_in_the_first_round_who_has_had_no_impulse_has_a_passive_right(before: Any) -> None:
    """Text 414 to 416 and 1202: *during the first round of each turn, stacks that had no impulse
    yet*, as if they had done a passive campaign; what was paid last turn does not count."""
    state = table(spain=None)
    state.sequence.rounds = ["S3"]
    mover = put(state, "france", "artois", "LD")
    put(state, "spain", "flandre", "A+")
    assert tries(state, "artois", mover) == ["flandre"]
    away = put(state, "france", "picardie", "LD")
    put(state, "spain", "artois", "LD")
    assert tries(state, "picardie", away) == []
    assert before in (None, "multiple", "none")


@pytest.mark.rule("CAM-08", "INT-A2")
def test_who_has_played_this_round_intercepts_by_what_he_paid_in_it() -> None:
    """Text 411: *interception is allowed according to the last campaign paid*."""
    state = table(spain="multiple")
    state.countries["spain"].campaign = "none"
    mover = put(state, "france", "artois", "LD")
    put(state, "spain", "flandre", "A+")
    assert tries(state, "artois", mover) == []


@pytest.mark.rule("INT-02", "CAM-02")
def test_the_campaign_of_the_commanding_country_counts_for_the_whole_stack() -> None:
    """Text 401 to 403: *multinational stacks are moved as part of the campaign of the commander*,
    and 1201: stacks *commanded by countries who paid*."""
    state = table(alliances={"france": ["france"], "spain": ["spain", "england"]})
    state.countries["england"].campaign = None
    state.countries["england"].campaign_before = "none"
    mover = put(state, "france", "artois", "LD")
    put(state, "spain", "flandre", "LD")
    put(state, "england", "flandre", "LD", "LD")
    assert tries(state, "artois", mover) == [], "England, with most troops, commands and paid none"
    put(state, "spain", "flandre", "A-")
    assert tries(state, "artois", mover) == ["flandre"]


@pytest.mark.rule("CAM-15", "ITG-05")
def test_every_stack_intercepts_after_a_simple_campaign_and_pays_nothing_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Text 431: *any interception*; 1169: *free moves that are not counted as part of any
    campaign*."""
    fought = decide_battles(monkeypatch, "spain")
    state = table(spain="active")
    mover = put(state, "france", "picardie", "LD")
    one = put(state, "spain", "artois", "A+", "A+")
    other = put(state, "spain", "flandre", "A-")
    moves(
        state, ("next-move", "picardie"), ("march", ["ile-de-france"]),
        ("intercept", list(map(str, one))), dice={"spain.intercept": 10},
    )  # fmt: skip
    assert fought[0].other.unit_ids == tuple(one)
    assert state.marks.active_moves == {}
    assert [*mover, *other] == [1, 4]


@pytest.mark.rule("ITG-10", "CAM-17")
def test_a_stack_beaten_before_the_enemy_made_but_a_passive_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Text 1189 to 1194: *a land stack that is defeated before it could enter enemy territory only
    did a passive move*: another may still make the one active move."""
    decide_battles(monkeypatch, "spain")
    state = table(spain="active", france="active")
    first = put(state, "france", "picardie", "LD")
    (second,) = put(state, "france", "champagne", "LD")
    spaniards = put(state, "spain", "artois", "A+")
    moves(
        state, ("next-move", "picardie"), ("march", ["ile-de-france", "picardie", "artois"]),
        ("intercept", [str(spaniards[0])]), ("counter-intercept", []),
        ("next-move", "champagne"), ("march", ["hainaut"]),
        dice={"spain.intercept": 10},
    )  # fmt: skip
    assert state.units[second].place == "hainaut"
    assert list(state.marks.active_moves.values()) == [[second]]
    assert first


@pytest.mark.rule("INT-07", "INT-08", "INT-02")
def test_a_phasing_country_counter_intercepts_by_its_own_campaign() -> None:
    """Text 1226 to 1230 and 411: a counter-interception is resolved as any interception; under a
    passive campaign in friendly provinces only, under none not at all."""
    for paid, wanted in (("none", []), ("passive", ["champagne"]), ("active", ["champagne"])):
        state = table(france=paid)
        spaniards = put(state, "spain", "ile-de-france", "LD")
        put(state, "france", "champagne", "A-")
        assert tries(state, "ile-de-france", spaniards, "france") == wanted, paid
        spaniards = put(state, "spain", "hainaut", "LD")
        found = tries(state, "hainaut", spaniards, "france")
        assert found == (["champagne"] if paid == "active" else []), paid


@pytest.mark.rule("CAM-05", "INT-02")
def test_a_minor_in_limited_intervention_has_passive_rights_besides_its_one_campaign() -> None:
    """Text 398 to 401: *1 simple campaign each turn and 1 passive campaign each round*."""
    state = tabletop(
        alliances={"france": ["france"], "spain": ["spain", "savoy"]}, minors={"savoy": "spain"},
        owners=dict(SPANISH), campaign="multiple",
    )  # fmt: skip
    savoy = state.countries["savoy"]
    savoy.role = "limited"
    savoy.campaign = None
    savoy.campaign_before = None
    state.sequence.rounds = ["S2", "W2"]
    free = campaigns.free_each_round(state, savoy)
    assert free == "passive"


# At sea.


def naval(england: Any = "multiple", france: Any = "multiple") -> State:
    state = sea_table()
    for name, paid in (("england", england), ("france", france)):
        state.countries[name].campaign = None if name == "france" else paid
        state.countries[name].campaign_before = paid
    return state


@pytest.mark.rule("NIN-01", "NIN-02")
def test_at_sea_a_passive_campaign_intercepts_anywhere_with_one_fleet_at_most() -> None:
    """Text 1263 to 1269: no campaign, no interception; passive, *at most 1 FLEET counter*, in any
    zone."""
    for paid, wanted in (("none", []), ("passive", 1), ("active", 2)):
        state = naval(france=paid)
        mover = fleet(state, "england", "sea-manche", "NWD")
        fleet(state, "france", "sea-manche", "F-: 2 NWD", "F-: 2 NWD")
        found = at_sea.eligible_stacks(state, "sea-manche", "france", (), mover)
        if not wanted:
            assert found == [], paid
            continue
        largest = at_sea.largest_part(state, found[0], "sea-manche")
        assert len(largest) == wanted, paid


@pytest.mark.rule("ITG-10", "CAM-26")
def test_a_landing_that_a_battle_prevented_used_up_no_campaign(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Text 1190 to 1193: *if a naval stack declares a landing but is defeated in an interception
    battle before it actually occurs, then it has done no action*."""
    decide(monkeypatch, "france")
    state = naval(england="active")
    ships = fleet(state, "england", "kent", "NTD")
    (troops,) = put(state, "england", "kent", "LD")
    french = fleet(state, "france", "sea-manche", "F-: 2 NWD")
    played = moves(
        state, ("next-move", f"kent:{ships[0]}"), ("sail", ["!embark:kent"]),
        ("sail", ["sea-manche", "!land:picardie"]), ("intercept", [str(french[0])]),
        dice={"england.attrition": [1, 1], "france.intercept": 10},
    )  # fmt: skip
    assert state.marks.active_fleets == {}
    assert "England cannot carry out a landing in Picardie" in played.told
    assert troops


@pytest.mark.rule("OVR-08", "OVR-A4", "INT-02", "CAM-12")
@pytest.mark.parametrize(("paid", "overruns"), [("none", 0), ("passive", 0), ("active", 1)])
def test_who_may_not_intercept_does_not_overrun_whoever_comes(paid: Any, overruns: int) -> None:
    """Text 677 to 679: *there is no need for interception (it is automatic)*; 1201: a passive
    campaign intercepts in friendly provinces only, and besieged French land is none."""
    state = table(spain=paid)
    put(state, "france", "ile-de-france", "LD")
    put(state, "spain", "champagne", "A+")
    state.land.sieges["champagne"] = Siege("spain")
    found = played(
        movement.moves, state, {"next-move": ["ile-de-france"], "march": [["champagne"]],
                                **({"overrun": [False]} if overruns else {})},
    )  # fmt: skip
    assert [ask.name for ask in found.asks].count("overrun") == overruns


@pytest.mark.rule("BLK-08", "NIN-02", "NIN-21", "ITG-04")
def test_blockaders_of_a_passive_campaign_engage_with_one_fleet() -> None:
    """Text 1266 to 1269 and 1315: *it must still be allowed to intercept*; a stack may split to
    (1160), and under a passive campaign one fleet counter may."""
    state = sea_table()
    state.countries["france"].campaign, state.countries["france"].campaign_before = None, "passive"
    (ship,) = fleet(state, "england", "cornwall", "NWD")
    french = fleet(
        state, "france", "sea-manche", "F-: 2 NWD", "F-: 2 NWD", task="blockade:cornwall"
    )
    found = played(
        movement.moves, state,
        {"next-move": [f"cornwall:{ship}"], "sail": [["sea-celtique"]], "engage": [True]},
        {"england.escape": 1, "france.fire1": 10},
    )  # fmt: skip
    (ask,) = [ask for ask in found.asks if ask.name == "engage"]
    assert ask.about["enemy"] == french[:1]


@pytest.mark.rule("ITG-04", "MOV-26")
def test_besiegers_break_an_army_to_intercept_and_to_keep_up_the_siege() -> None:
    """Text 1160 to 1163: *a non-phasing stack may decide to split before intercepting … typically
    to maintain a siege or blockade with the other part*; 646: 1 LD for each level stays."""
    state = table(spain="active")
    mover = put(state, "france", "ile-de-france", "LD")
    (army,) = put(state, "spain", "champagne", "A+")
    state.land.sieges["champagne"] = Siege("spain")
    state.land.levels["champagne"] = 1
    (post,) = interceptors.eligible_stacks(state, "ile-de-france", "spain", mover, ())
    part = interceptors.largest_part(state, "ile-de-france", post, mover)
    assert part is not None
    assert part.troops == (f"{army}/A-", f"{army}/LD")
    state.land.levels["champagne"] = 4
    assert interceptors.eligible_stacks(state, "ile-de-france", "spain", mover, ()) == []
    found = interceptors.why_not_eligible(state, "ile-de-france", "champagne", "spain", mover)
    assert "MOV-26" in found
