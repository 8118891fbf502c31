"""What each power and each stack knows overseas: who shares, meets, sees and hears."""

from __future__ import annotations

from typing import Any

import pytest

from engine.expeditions import exploring_parties
from engine.overseas import active_natives, discoveries, exploration_rights
from engine.play.phase import Phase
from engine.situation import knowledge
from engine.state import State, known_zones
from engine.state.overseas import Establishment
from tests.engine.overseas.unknown import (
    ARGUIN,
    CANARIES,
    GAMBIA,
    GUINEA,
    MAURITANIA,
    SENEGAL,
    calm,
    carries,
    settle,
    ships,
    table,
    troops,
)
from tests.engine.playing import band, lead, put

CAPE = "sea-bonne-esperance"


@pytest.mark.rule("DIS-13", "DIS-14")
def test_who_has_not_heard_of_a_zone_begins_no_fight_there_but_with_natives() -> None:
    state = table(SENEGAL)
    own, other = troops(state, SENEGAL), troops(state, SENEGAL)
    foe = troops(state, SENEGAL, country="spain")
    assert knowledge.may_interact(state, [own, other], [foe], SENEGAL)
    state.overseas.unheard[str(other)] = {SENEGAL}
    assert not knowledge.may_interact(state, [own, other], [foe], SENEGAL), "one has not heard"
    (native,) = active_natives.rouse(state, SENEGAL, 3)
    assert knowledge.may_interact(state, [own, other], [native], SENEGAL)
    assert not knowledge.may_interact(state, [own, other], [native, foe], SENEGAL)
    state.overseas.known["portugal"].discard(SENEGAL)
    assert not knowledge.may_interact(state, [own], [foe], SENEGAL)
    assert knowledge.may_interact(state, [own], [foe], "tejo"), "in Europe everybody"
    state.overseas.known.clear()
    assert knowledge.may_interact(state, [own], [foe], SENEGAL), "a game that leaves it out"


@pytest.mark.rule("DIS-03")
def test_only_others_of_the_side_in_field_or_port_are_apart() -> None:
    state = table()
    here = ships(state, GAMBIA, GAMBIA)
    assert knowledge.unknown_to_others(state, GAMBIA, "portugal", [])
    assert not knowledge.unknown_to_others(state, GAMBIA, "portugal", [here]), (
        "none but those who go"
    )
    assert not knowledge.unknown_to_others(state, GAMBIA, "spain", [])
    assert not knowledge.unknown_to_others(state, ARGUIN, "portugal", [])
    state.put(state.units[here], SENEGAL, "port")
    assert knowledge.unknown_to_others(state, SENEGAL, "portugal", [])
    state.put(state.units[here], "tejo", "port")
    assert not knowledge.unknown_to_others(state, "tejo", "portugal", []), (
        "in Europe everybody may merge"
    )
    state.put(state.units[here], GAMBIA)
    aboard = put(state, "portugal", GAMBIA, "LD", position="aboard")
    assert not knowledge.unknown_to_others(state, GAMBIA, "portugal", [here]), (
        "troops aboard are no stack"
    )
    assert aboard


@pytest.mark.rule("WIN-13")
def test_a_stack_carries_by_its_side_and_position() -> None:
    state = table()
    assert not known_zones.carries_discoveries(state, ARGUIN, "field", "portugal")
    one = ships(state, ARGUIN, GAMBIA)
    ships(state, ARGUIN)
    assert known_zones.carries_discoveries(state, ARGUIN, "field", "portugal")
    assert not known_zones.carries_discoveries(state, ARGUIN, "aboard", "portugal")
    assert not known_zones.carries_discoveries(state, ARGUIN, "field", "spain")
    assert not known_zones.carries_discoveries(state, CANARIES, "field", "portugal")
    ships(state, CANARIES, GUINEA)
    state.remove(state.units[one])
    assert not known_zones.carries_discoveries(state, ARGUIN, "field", "portugal"), (
        "others elsewhere do"
    )


@pytest.mark.rule("DIS-01", "DIS-02", "DIS-05")
def test_what_a_stack_of_several_may_enter_is_what_each_of_its_carriers_knows() -> None:
    state = table(GUINEA)
    one, other = ships(state, ARGUIN, GAMBIA), ships(state, ARGUIN, GAMBIA, CAPE)
    guest = ships(state, ARGUIN, "sea-atlantique-n", country="england")
    lead(state, "england", ARGUIN, "drake")
    carries(state, "drake", "sea-atlantique-n")
    assert knowledge.carriers(state, band([one, guest])) == [str(one)]
    assert knowledge.discoveries_carried(state, band([one, other])) == {GAMBIA}
    assert knowledge.discoveries_carried(state, band([])) == set()
    assert knowledge.known_to(state, band([one, other])) == {CANARIES, ARGUIN, GUINEA, GAMBIA}
    assert knowledge.known_to(state, band([])) == set()
    state.overseas.unheard[str(one)] = {GUINEA}
    assert knowledge.known_to(state, band([one, other])) == {CANARIES, ARGUIN, GAMBIA}
    assert knowledge.open_to(state, band([]), "tejo"), "Europe is known to all"
    assert not knowledge.open_to(state, band([]), GAMBIA)
    assert knowledge.open_to(state, band([one]), GAMBIA)
    assert not knowledge.open_to(state, band([one]), CAPE)


@pytest.mark.rule("DIS-01")
def test_ships_command_before_the_troops_they_carry() -> None:
    state = table()
    ship = put(state, "portugal", ARGUIN, "NDE")
    army = put(state, "england", ARGUIN, "A+", position="aboard")
    assert knowledge.commanding_country(state, band([*army, *ship])) == "portugal"
    assert knowledge.commanding_country(state, band(army)) == "england"


@pytest.mark.rule("DIS-01", "DIS-11")
def test_a_power_sees_and_hears_of_what_its_own_countries_and_stacks_know() -> None:
    state = table(GUINEA, minors={"england": "portugal"})
    ships(state, GAMBIA, GAMBIA)
    for place, sees in ((GUINEA, True), (GAMBIA, True), (CAPE, False), ("tejo", True), ("", True)):
        assert known_zones.sees(state, "portugal", place) is sees, place
    assert not known_zones.sees(state, "spain", GUINEA)
    assert not known_zones.sees(state, "spain", GAMBIA)
    assert known_zones.sees(state, "spain", "nowhere"), "no zone at all"
    seen = known_zones.seen_by(state, "spain")
    assert {ARGUIN, "tejo"} <= seen
    assert not {GUINEA, GAMBIA, CAPE} & seen
    assert {GUINEA, GAMBIA} <= known_zones.seen_by(state, "portugal")
    assert known_zones.witnesses(state, [GAMBIA], "portugal") == ["portugal"]
    assert known_zones.witnesses(state, [GAMBIA], "spain") == [], "both: one knows it, one did it"
    assert known_zones.witnesses(state, [ARGUIN], "portugal") == [], "everybody knows it"
    assert known_zones.witnesses(state, ["tejo"], "portugal") == []
    assert known_zones.witnesses(state, [CAPE], "nobody") == ["nobody"]
    state.overseas.known.clear()
    assert known_zones.sees(state, "spain", CAPE), "a game that leaves it out"
    assert CAPE in known_zones.seen_by(state, "spain")


@pytest.mark.rule("DIS-01")
def test_the_longest_name_of_a_zone_overseas_is_the_one_that_is_named() -> None:
    from engine.facts.board import name_of

    assert known_zones.zones_named_in(f"They sail to {name_of(GAMBIA)}.") == [GAMBIA]
    assert known_zones.zones_named_in(f"x{name_of(GAMBIA)}x and Lisbon") == []
    assert known_zones.zones_named_in("Tejo") == [], "only of overseas"


@pytest.mark.rule("EXP-17")
def test_known_to_another_country_does_not_count_oneself() -> None:
    state = table(GUINEA)
    assert not knowledge.known_elsewhere(state, "portugal", GUINEA)
    assert knowledge.known_elsewhere(state, "spain", GUINEA)


@pytest.mark.rule("DIS-05")
def test_who_finds_for_himself_all_that_he_had_not_heard_of_is_like_the_others() -> None:
    state = table(GAMBIA, GUINEA)
    one = ships(state, ARGUIN, CAPE)
    state.overseas.unheard[str(one)] = {GAMBIA, GUINEA}
    knowledge.discover(state, str(one), GAMBIA)
    assert state.overseas.unheard == {str(one): {GUINEA}}
    knowledge.discover(state, str(one), GUINEA)
    assert (state.overseas.unheard, state.overseas.discoveries) == ({}, {str(one): {CAPE}})


@pytest.mark.rule("DIS-06", "DIS-07")
def test_leaders_share_with_their_own_country_only() -> None:
    state = table()
    ships(state, ARGUIN, GAMBIA)
    lead(state, "portugal", ARGUIN, "almeida")
    lead(state, "england", ARGUIN, "drake")
    settle(state)
    assert state.overseas.discoveries["almeida"] == {GAMBIA}
    assert "drake" not in state.overseas.discoveries


@pytest.mark.rule("DIS-04")
def test_delivery_is_told_to_its_country_with_what_is_new() -> None:
    state = table(GAMBIA)
    ships(state, "tejo", GAMBIA)
    said = settle(state).story
    (text,) = (entry.text for entry in said)
    assert text == "Portugal hears in Tejo of its discoveries: nothing new."
    assert said[0].only == ["portugal"]


def diffused(state: State) -> str:
    phase = Phase(state)
    discoveries.spread_between_countries(phase)
    return "\n".join(entry.text for entry in phase.story)


@pytest.mark.rule("DIS-16", "DIS-17", "DIS-A1")
def test_only_seas_of_the_atlantic_spread() -> None:
    everywhere = {GAMBIA, CAPE, "sea-arabie", SENEGAL}
    state = table(*everywhere, turn=25, period="III")
    assert GAMBIA in discoveries.spread(state)
    assert not {CAPE, "sea-arabie", SENEGAL} & discoveries.spread(state)
    assert GAMBIA not in state.overseas.known["spain"]
    assert "Known to everybody" in diffused(state)
    assert GAMBIA in state.overseas.known["spain"]
    assert diffused(state) == "", "nothing new is told twice"
    state.turn = 26
    state.overseas.known["portugal"].add(GUINEA)
    assert "Known to everybody" in diffused(state), "those found since, a turn later"
    assert GUINEA in state.overseas.known["spain"]
    state.overseas.known.clear()
    assert diffused(state) == ""
    assert not state.overseas.known


@pytest.mark.rule("DIS-19", "DIS-20")
def test_one_settlement_of_several_that_is_old_enough_is_enough() -> None:
    state = table(turn=30, period="IV")
    new, old = Establishment("spain", "colony", 1), Establishment("spain", "trading_post", 1)
    new.founded, old.founded = 30, 29
    state.overseas.establishments[SENEGAL] = [new]
    assert SENEGAL not in discoveries.spread(state)
    state.overseas.establishments[SENEGAL] = [new, old]
    assert SENEGAL in discoveries.spread(state)
    state.overseas.establishments[MAURITANIA] = [Establishment("spain", "fort")]
    assert MAURITANIA not in discoveries.spread(state)


# Who explores.


@pytest.mark.rule("EXP-03", "EXP-04")
def test_of_a_ship_with_troops_the_explorer_goes_ashore_and_the_admiral_stays() -> None:
    state = table(GAMBIA)
    calm(state)
    (ship,) = put(state, "portugal", GAMBIA, "NWD")
    men = put(state, "portugal", GAMBIA, "LD", position="aboard")
    for leader in ("almeida", "dias"):
        lead(state, "portugal", GAMBIA, leader)
    (band,) = exploring_parties.exploring_stacks(state, "portugal")
    assert (band.units, band.leaders) == (tuple(men), ("dias",))
    state.marks.done.add("explored dias")
    (band,) = exploring_parties.exploring_stacks(state, "portugal")
    assert band.leaders == ()
    state.marks.done.add(f"explored {men[0]}")
    assert exploring_parties.exploring_stacks(state, "portugal") == []
    state.marks.done.clear()
    state.remove(state.units[ship])
    assert exploring_parties.exploring_stacks(state, "portugal") == [], (
        "without ships nobody is there"
    )


@pytest.mark.rule("EXP-01")
def test_galleys_explore_no_ocean_and_one_ship_in_battle_holds_all() -> None:
    state = table()
    (galley,) = put(state, "portugal", ARGUIN, "NGD")
    assert exploration_rights.seas(state, band([galley]), ARGUIN) == []
    one, other = put(state, "portugal", ARGUIN, "NWD", "NWD")
    assert GAMBIA in exploration_rights.seas(state, band([one, other]), ARGUIN)
    assert exploration_rights.seas(state, band([one]), "tejo") == []
    assert exploration_rights.why_not(state, band([one, other]), ARGUIN, False) == ""
    assert "fought" in exploration_rights.why_not(state, band([one, other]), ARGUIN, True)
    state.marks.beaten.add(other)
    assert "fought" in exploration_rights.why_not(state, band([one, other]), ARGUIN, False)


@pytest.mark.rule("EXP-03")
def test_only_unknown_provinces_beside_a_stack_are_goals() -> None:
    state = table(MAURITANIA)
    calm(state)
    troops(state, MAURITANIA)
    (band,) = exploring_parties.exploring_stacks(state, "portugal")
    assert SENEGAL in band.goals(state)
    assert MAURITANIA not in band.goals(state)
    state.overseas.known["portugal"].add(SENEGAL)
    assert SENEGAL not in band.goals(state)
    state.overseas.known["portugal"].discard(SENEGAL)
    state.overseas.establishments[SENEGAL] = [Establishment("spain", "colony", 6)]
    assert SENEGAL not in band.goals(state), "European now, and known to all"


@pytest.mark.rule("EXP-26", "EXP-21")
def test_what_an_exploration_is_foreseen_to_bring() -> None:
    state = table()
    fleet: list[Any] = put(state, "portugal", ARGUIN, "NWD", "NWD", leader="dias")
    plan = exploring_parties.by_sea(state, band(fleet, "dias"), GAMBIA)
    known = exploring_parties.odds(plan)
    assert sum(known["lost"].values()) == 1
    assert 0 < known["dies"] < known["discovered"] < 1
    assert min(known["lost"]) == 0
    assert max(known["lost"]) <= plan.strength == 6
    said = exploring_parties.odds_in_words(plan)
    mean = sum(gone * chance for gone, chance in known["lost"].items()) / 3
    assert said == (
        f"{round(100 * known['discovered'])} % to discover it, {float(mean):.1f} of 2 ND lost on "
        f"average, the {plan.guide.who} dies in {round(100 * known['dies'])} %"
    )
    alone = exploring_parties.by_land(state, band([], "dias"), SENEGAL, "portugal")
    assert "lost on average" not in exploring_parties.odds_in_words(alone)
    nobody = exploring_parties.by_sea(state, band(fleet), GAMBIA)
    assert "dies" not in exploring_parties.odds_in_words(nobody)
