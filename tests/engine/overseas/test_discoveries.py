"""What is known of the Rest of the World, who carries it, and how it gets home."""

from __future__ import annotations

from typing import Any

import pytest

from engine.chronicle import Entry
from engine.facts import board
from engine.fleets import arrange_fleets, havens
from engine.fleets import supply_by_sea as naval_supply
from engine.land.battle import retreat, shelter
from engine.land.battle.parameters import Force
from engine.land.ground import entering_provinces
from engine.land.movement import interceptors, march_under_way
from engine.land.supply import supply_lines
from engine.overseas import discoveries
from engine.play.asks import BadAnswer
from engine.play.phase import Phase
from engine.sea.battle import retreat as naval_retreat
from engine.sea.interception import interceptors as at_sea
from engine.sea.under_way import announced_action
from engine.sea.under_way.voyage import Arrival
from engine.sea.voyages import naval_actions
from engine.sequence import battle_order, leader_assignment, movement, sequence, siege_redeployment
from engine.situation import command, counters, hierarchy, knowledge
from engine.state import State, forces, known_zones
from engine.state.forces import Kind
from engine.state.overseas import Establishment
from tests.engine import plays
from tests.engine.overseas.unknown import (
    ARGUIN,
    BEYOND,
    CANARIES,
    GAMBIA,
    GUINEA,
    HOME,
    MAURITANIA,
    SENEGAL,
    calm,
    carries,
    march,
    sail,
    settle,
    ships,
    table,
    troops,
)
from tests.engine.playing import band, lead, play, put, tabletop


def read_by(story: list[Entry], power: str) -> list[Entry]:
    return [entry for entry in story if entry.shown_to(power)]


# Who knows what.


@pytest.mark.rule("DIS-01", "DIS-02")
def test_what_a_stack_discovered_is_open_to_it_alone() -> None:
    state = table()
    one, other = ships(state, ARGUIN, GAMBIA), ships(state, CANARIES)
    assert knowledge.open_to(state, band([one]), GAMBIA)
    assert not knowledge.open_to(state, band([other]), GAMBIA)
    assert not known_zones.knows(state, "portugal", GAMBIA)
    assert sail(state, one).parse([GAMBIA]) == (GAMBIA,)
    with pytest.raises(BadAnswer, match="can only be explored"):
        sail(state, other).parse([ARGUIN, GAMBIA])
    assert GAMBIA in sail(state, one).reach()
    assert GAMBIA not in sail(state, other).reach()
    assert "DIS-02" in sail(state, other).why_not(GAMBIA)
    assert not knowledge.open_to(state, band([one, other]), GAMBIA), "merged, all have to know"


@pytest.mark.rule("DIS-01")
def test_of_a_stack_of_several_countries_the_one_in_command_carries_the_discovery() -> None:
    state = table()
    mine = put(state, "portugal", ARGUIN, "NWD", "NWD")
    theirs = put(state, "england", ARGUIN, "NWD")
    assert knowledge.carriers(state, band([*mine, *theirs])) == [str(number) for number in mine]
    for number in mine:
        carries(state, number, GAMBIA)
    assert knowledge.open_to(state, band([*mine, *theirs]), GAMBIA), "they follow who commands"
    assert not knowledge.open_to(state, band(theirs), GAMBIA)


@pytest.mark.rule("DIS-02")
def test_land_that_a_stack_does_not_know_is_closed_to_marches_lines_and_retreats() -> None:
    state = table(MAURITANIA, wars=[])
    calm(state)
    unit = troops(state, MAURITANIA)
    ask = march(state, unit)
    assert SENEGAL not in ask.reach()
    assert "unknown to this stack" in ask.why_not(SENEGAL)
    with pytest.raises(BadAnswer, match="can only be explored"):
        ask.parse([SENEGAL])
    carries(state, unit, SENEGAL)
    assert SENEGAL in march(state, unit).reach()
    assert march(state, unit).parse([SENEGAL])
    chart = knowledge.chart(state, band([troops(state, MAURITANIA)]))
    assert supply_lines.closed_to_supply(state, SENEGAL, "portugal", chart)
    assert not supply_lines.closed_to_supply(
        state, SENEGAL, "portugal", knowledge.chart(state, band([unit]))
    )
    force = Force("portugal", (unit,), ())
    assert SENEGAL in retreat.adjacent_refuges(state, MAURITANIA, force, False, False)
    del state.overseas.discoveries[str(unit)]
    assert SENEGAL not in retreat.adjacent_refuges(state, MAURITANIA, force, False, False)


@pytest.mark.rule("DIS-02")
def test_a_line_of_supply_passes_no_unknown_land() -> None:
    source, between, goal = "azteca-e", "chichimeca-e", "texas-w"
    state = table(source, between, goal, wars=[])
    calm(state)
    state.land.owners[source] = "portugal"
    state.overseas.establishments[source] = [Establishment("portugal", "trading_post", 3)]
    far = [state.units[troops(state, goal)]]
    known = supply_lines.trace_line(state, far, goal, "portugal")
    assert known is not None
    assert known.path == (source, between, goal)
    state.overseas.known["portugal"].discard(between)
    assert supply_lines.trace_line(state, far, goal, "portugal") is None


@pytest.mark.rule("DIS-02")
def test_evasion_redeployment_and_interception_keep_to_known_land() -> None:
    state = table(MAURITANIA, SENEGAL, wars=[("portugal", "spain")])
    calm(state)
    for place in (SENEGAL, MAURITANIA):
        state.land.owners[place] = "portugal"
        state.overseas.establishments[place] = [Establishment("portugal", "trading_post", 3)]
    unit = troops(state, MAURITANIA)
    enemy = put(state, "spain", SENEGAL, "LD")
    chart = knowledge.chart(state, band([unit]))
    state.put(state.units[enemy[0]], "souss")
    assert SENEGAL in shelter.refuges(state, MAURITANIA, "portugal", chart)
    assert [way.path[-1] for way in siege_redeployment.ways(state, MAURITANIA, "portugal")] == [
        SENEGAL
    ]
    state.put(state.units[enemy[0]], SENEGAL)
    posted = [
        band.units for band in interceptors.eligible_stacks(state, SENEGAL, "portugal", enemy, ())
    ]
    assert posted == [(unit,)]
    state.overseas.known["portugal"].discard(SENEGAL)
    assert not interceptors.eligible_stacks(state, SENEGAL, "portugal", enemy, ())
    state.put(state.units[enemy[0]], "souss")
    chart = knowledge.chart(state, band([unit]))
    assert SENEGAL not in shelter.refuges(state, MAURITANIA, "portugal", chart)
    assert not siege_redeployment.ways(state, MAURITANIA, "portugal")


@pytest.mark.rule("DIS-02")
def test_ships_intercept_flee_and_are_supplied_through_known_seas_only() -> None:
    state = table(GAMBIA)
    foe = ships(state, GAMBIA, country="spain")
    own = ships(state, ARGUIN)
    assert [
        band.units for band in at_sea.eligible_stacks(state, GAMBIA, "portugal", (), [foe])
    ] == [(own,)]
    home = naval_supply.trace_line(state, [state.units[own]], GAMBIA, "portugal")
    assert home is not None
    far = havens.nearest_havens(state, [state.units[own]], GAMBIA, "portugal")
    state.overseas.known["portugal"].discard(GAMBIA)
    assert not at_sea.eligible_stacks(state, GAMBIA, "portugal", (), [foe])
    state.overseas.known["portugal"] = {GAMBIA}
    cut = naval_supply.trace_line(state, [state.units[own]], GAMBIA, "portugal")
    assert cut is None or ARGUIN not in cut.path
    assert any(ARGUIN in haven.way for haven in far)
    assert not any(
        ARGUIN in haven.way
        for haven in havens.nearest_havens(state, [state.units[own]], GAMBIA, "portugal")
    )


def test_in_a_game_without_knowledge_nothing_is_unknown() -> None:
    state = table(known={})
    assert knowledge.open_to(state, band([ships(state, ARGUIN)]), GUINEA)
    assert knowledge.chart(state, band([1])) is None
    assert known_zones.seen_by(state, "spain") == {*board.provinces(), *board.seas()}


@pytest.mark.rule("MOV-25")
def test_neutral_troops_close_overseas_only_the_land_of_a_minor() -> None:
    free, taken = "chichimeca-e", "gujarat-e"
    state = table(free, taken, wars=[], alliances={
        "portugal": ["portugal"], "spain": ["spain"], "gujarat": ["gujarat"],
    })  # fmt: skip
    calm(state)
    for place in (free, taken):
        troops(state, place, country="spain")
    assert not entering_provinces.why_closed(state, free, "portugal")
    assert "neutral" in entering_provinces.why_closed(state, taken, "portugal")


# Home.


@pytest.mark.rule("DIS-04", "DIS-11")
def test_who_reaches_an_establishment_of_his_side_tells_his_country_for_good() -> None:
    state = table()
    one = ships(state, "tejo", GAMBIA, GUINEA)
    phase = settle(state)
    assert {GAMBIA, GUINEA} <= state.overseas.known["portugal"]
    assert not state.overseas.discoveries
    assert one in state.units
    told = phase.story[-1]
    assert told.kind == "discovery"
    assert read_by(phase.story, "spain") == []
    assert read_by(phase.story, "portugal") == [told]


@pytest.mark.rule("DIS-04", "DIS-A2")
@pytest.mark.parametrize(
    ("built", "home"),
    [
        (Establishment("portugal", "fort"), True),
        (Establishment("portugal", "trading_post", 1), True),
        (Establishment("england", "colony", 1), True),
        (Establishment("portugal", "fort", 0, 0, 1), False),
        (Establishment("portugal", "fort", 0, 2), False),
        (Establishment("spain", "colony", 2), False),
        (None, False),
    ],
)
def test_home_is_an_establishment_that_stood_when_the_phase_began(
    built: Establishment | None, home: bool
) -> None:
    state = table(SENEGAL)
    if built:
        state.overseas.establishments[SENEGAL] = [built]
    unit = troops(state, SENEGAL, GAMBIA)
    settle(state)
    assert (str(unit) not in state.overseas.discoveries) is home
    assert (GAMBIA in state.overseas.known["portugal"]) is home
    assert GAMBIA not in state.overseas.known.get("england", ()), "nobody else learns of it"


@pytest.mark.rule("DIS-05")
def test_a_stack_with_discoveries_hears_of_others_only_when_it_is_home() -> None:
    state = table()
    away, plain = ships(state, ARGUIN, GUINEA), ships(state, CANARIES)
    ships(state, "tejo", GAMBIA)
    settle(state)
    assert knowledge.open_to(state, band([plain]), GAMBIA), "it carries nothing: it hears at once"
    assert not knowledge.open_to(state, band([away]), GAMBIA)
    state.put(state.units[away], "tejo", "port")
    settle(state)
    state.put(state.units[away], ARGUIN)
    assert knowledge.open_to(state, band([away]), GAMBIA)
    assert not state.overseas.unheard


@pytest.mark.rule("DIS-05")
def test_who_finds_what_was_brought_home_meanwhile_has_nothing_more_to_bring() -> None:
    state = table()
    away = ships(state, ARGUIN, GUINEA)
    ships(state, "tejo", GUINEA)
    settle(state)
    assert str(away) not in state.overseas.discoveries, "its discovery is known by now"
    state = table()
    away = ships(state, ARGUIN, GUINEA)
    ships(state, "tejo", GAMBIA)
    settle(state)
    knowledge.discover(state, str(away), GAMBIA)
    assert state.overseas.discoveries[str(away)] == {GUINEA}
    assert knowledge.open_to(state, band([away]), GAMBIA)


@pytest.mark.rule("DIS-06", "DIS-07")
def test_stacks_of_a_country_that_meet_in_known_waters_share_everything() -> None:
    state = table()
    one, other = ships(state, ARGUIN, GAMBIA), ships(state, ARGUIN)
    ally = ships(state, ARGUIN, country="england")
    settle(state)
    assert state.overseas.discoveries == {str(one): {GAMBIA}, str(other): {GAMBIA}}
    assert str(ally) not in state.overseas.discoveries
    state.put(state.units[other], "tejo", "port")
    settle(state)
    assert GAMBIA in state.overseas.known["portugal"], "either brings everything home"


@pytest.mark.rule("DIS-06")
def test_where_only_the_stacks_know_the_zone_they_do_not_share() -> None:
    state = table()
    one, other = ships(state, GAMBIA, GAMBIA, GUINEA), ships(state, GAMBIA, GAMBIA)
    settle(state)
    assert state.overseas.discoveries[str(other)] == {GAMBIA}
    state.overseas.known["portugal"].add(GAMBIA)
    carries(state, one, GUINEA)
    carries(state, other, "sea-angola")
    state.overseas.unheard[str(other)] = {GAMBIA}
    settle(state)
    assert state.overseas.discoveries[str(other)] == {"sea-angola"}, (
        "it has not heard that Gambia is known"
    )


@pytest.mark.rule("DIS-08")
def test_what_is_lost_with_its_carrier_is_lost_unless_it_was_shared() -> None:
    state = table()
    one = ships(state, ARGUIN, GAMBIA)
    lead(state, "portugal", ARGUIN, "da-gama-2")
    carries(state, "da-gama-2", GUINEA)
    state.remove(state.units[one])
    state.remove_leader(state.leaders["da-gama-2"], "killed")
    assert not state.overseas.discoveries
    state = table()
    one, other = ships(state, ARGUIN, GAMBIA), ships(state, ARGUIN)
    settle(state)
    state.remove(state.units[one])
    assert state.overseas.discoveries == {str(other): {GAMBIA}}, "shared before"


@pytest.mark.rule("DIS-01", "DIS-08")
def test_an_ally_left_where_he_was_led_finds_the_way_out_and_none_back() -> None:
    state = table()
    state.overseas.known["england"] = set(HOME)
    one = ships(state, GAMBIA, GAMBIA)
    ally = ships(state, GAMBIA, country="england")
    state.remove(state.units[one])
    assert not knowledge.open_to(state, band([ally]), GAMBIA)
    assert sail(state, ally).parse([ARGUIN])
    with pytest.raises(BadAnswer, match="unknown to this stack"):
        sail(state, ally).parse([ARGUIN, GAMBIA])


@pytest.mark.rule("DIS-09", "DIS-12")
def test_a_fleet_delivers_in_passing_before_its_attrition_and_may_explore_then() -> None:
    state = table(step="movement")
    one = ships(state, "sea-cadix", GUINEA)
    way = ["tejo", "sea-cadix", CANARIES, "!explore"]
    assert sail(state, one).parse(way), "entering the port is no action"
    ask = sail(state, one)
    longer, direct = ["tejo", "sea-cadix", CANARIES, ARGUIN], [CANARIES, ARGUIN]
    assert ask.outlook(longer).expected > ask.outlook(direct).expected, "the distance counts"
    answers = [f"sea-cadix:{one}", ["tejo", "sea-cadix", ARGUIN, "!explore"]]
    played = play(movement.moves, state, answers, {"portugal.attrition": 1})
    assert GUINEA in state.overseas.known["portugal"]
    kinds = [entry.kind for entry in played.phase.story]
    assert kinds.index("discovery") < kinds.index("roll")


@pytest.mark.rule("DIS-09")
def test_who_flees_or_redeploys_delivers_before_the_attrition_that_destroys_him() -> None:
    state = table()
    number = put(state, "portugal", "sea-cadix", "NDE")[0]
    carries(state, number, GUINEA)
    force = Force("portugal", (number,), ())
    play(
        naval_retreat.flee, state, [("retreat-to", "tejo")],
        {"portugal.attrition": 10}, "sea-cadix", force, -20, "Whither?",
    )  # fmt: skip
    assert number not in state.units
    assert GUINEA in state.overseas.known["portugal"]
    state = table(MAURITANIA, SENEGAL)
    calm(state)
    state.land.owners[SENEGAL] = "portugal"
    state.overseas.establishments[SENEGAL] = [Establishment("portugal", "trading_post", 3)]
    scout = put(state, "portugal", MAURITANIA, "LDE")[0]
    carries(state, scout, GUINEA)
    state.sequence.bad_weather = True
    play(
        siege_redeployment.redeploy,
        state,
        [],
        {"portugal.redeployment": 10},
        MAURITANIA,
        "portugal",
    )
    assert scout not in state.units
    assert GUINEA in state.overseas.known["portugal"]


@pytest.mark.rule("DIS-10")
def test_exploration_detachments_deliver_in_europe_and_are_destroyed_then() -> None:
    state = table("mauritanie-n", wars=[], step="movement")
    calm(state)
    state.land.owners["souss"] = state.land.controllers["souss"] = "portugal"
    scout = put(state, "portugal", "mauritanie-n", "LDE")[0]
    carries(state, scout, GAMBIA)
    played = play(movement.moves, state, ["mauritanie-n", ["souss"]])
    assert scout not in state.units
    assert GAMBIA in state.overseas.known["portugal"]
    assert "come to Europe" in played.told


# What they may do to each other.


@pytest.mark.rule("DIS-03")
def test_two_stacks_do_not_merge_where_their_country_knows_nothing() -> None:
    state = table(MAURITANIA, wars=[])
    calm(state)
    troops(state, SENEGAL, SENEGAL)
    other = troops(state, MAURITANIA, SENEGAL)
    with pytest.raises(BadAnswer, match="may not merge"):
        march(state, other).parse([SENEGAL])
    assert [SENEGAL] not in march(state, other).offers()
    state.overseas.known["portugal"].add(SENEGAL)
    state.overseas.discoveries.clear()
    assert march(state, other).parse([SENEGAL])


@pytest.mark.rule("DIS-13", "DIS-14")
def test_stacks_that_only_discovered_a_zone_do_not_fight_there() -> None:
    state = table(step="battles")
    calm(state)
    mine = troops(state, SENEGAL, SENEGAL)
    theirs = troops(state, SENEGAL, SENEGAL, country="spain")
    assert not battle_order.pending_battles(state)
    assert not knowledge.may_interact(state, [mine], [theirs], SENEGAL)
    assert not knowledge.may_interact(state, [theirs], [mine], SENEGAL)
    state.overseas.known["portugal"].add(SENEGAL)
    assert battle_order.pending_battles(state) == [(SENEGAL, "spain")]
    assert not knowledge.may_interact(state, [theirs], [mine], SENEGAL)
    own, foe = ships(state, GAMBIA, GAMBIA), ships(state, GAMBIA, GAMBIA, country="spain")
    battle = announced_action.Action("battle", str(foe))
    reason = naval_actions.why_not(Arrival(state, [state.units[own]], [GAMBIA], "portugal"), battle)
    assert "DIS-13" in reason
    assert not at_sea.eligible_stacks(state, GAMBIA, "portugal", (), [foe])
    state.overseas.known["portugal"].add(GAMBIA)
    assert not naval_actions.why_not(
        Arrival(state, [state.units[own]], [GAMBIA], "portugal"), battle
    )
    assert at_sea.eligible_stacks(state, GAMBIA, "portugal", (), [foe])


@pytest.mark.rule("DIS-13")
def test_who_comes_where_both_only_discovered_the_land_locks_nobody() -> None:
    state = table(MAURITANIA, step="movement")
    calm(state)
    mine = troops(state, MAURITANIA, SENEGAL)
    theirs = troops(state, SENEGAL, SENEGAL, country="spain")
    play(movement.moves, state, [MAURITANIA, [SENEGAL]], {"portugal.attrition": 1})
    assert state.units[mine].place == state.units[theirs].place == SENEGAL
    assert not state.marks.locked


@pytest.mark.rule("DIS-13")
def test_a_march_goes_past_whoever_it_may_not_meet() -> None:
    """Through a zone that it carries as a discovery alone, for as many steps as it likes."""
    state = table(MAURITANIA, step="movement")
    calm(state)
    mine = troops(state, MAURITANIA, SENEGAL, BEYOND)
    for country in ("spain", "savoy"):  # an enemy, and a neutral
        put(state, country, SENEGAL, "A+")
    assert BEYOND in march(state, mine).reach()
    assert march(state, mine).parse([SENEGAL, BEYOND])
    play(movement.moves, state, [MAURITANIA, [SENEGAL, BEYOND], "done"],
         {"portugal.attrition": 1})  # fmt: skip
    assert state.units[mine].place == BEYOND
    assert not state.marks.locked
    settled = table(MAURITANIA, SENEGAL, BEYOND, step="movement")
    calm(settled)
    mine = troops(settled, MAURITANIA)
    put(settled, "spain", SENEGAL, "A+")
    assert BEYOND not in march(settled, mine).reach(), "who knows the zone for good meets them"
    with pytest.raises(BadAnswer, match="MOV-28"):
        march(settled, mine).parse([SENEGAL, BEYOND])


@pytest.mark.rule("WIN-13")
def test_leaders_with_discoveries_stay_and_are_left_out_of_the_hierarchy() -> None:
    state = table()
    lead(state, "portugal", ARGUIN, "da-gama-2")
    number = ships(state, ARGUIN)
    leader = state.leaders["da-gama-2"]
    assert not leader_assignment.must_stay(state, leader)
    carries(state, number, GAMBIA)
    assert leader_assignment.must_stay(state, leader), "his stack carries a discovery"
    state = table()
    generals = ("portugal-anonymous-general-1", "portugal-anonymous-general-2")
    worse, better = sorted(generals, key=lambda name: command.values(_there(state, name)).rank)[
        ::-1
    ]
    lead(state, "portugal", "tejo", better)
    put(state, "portugal", "tejo", "LD")
    lead(state, "portugal", MAURITANIA, worse)
    large = put(state, "portugal", MAURITANIA, "LD", "LD")
    assert hierarchy.hierarchy_broken(state, "portugal")
    carries(state, large[0], GAMBIA)
    assert not hierarchy.hierarchy_broken(state, "portugal")
    state = table()
    put(state, "portugal", "tejo", "LD")
    lead(state, "portugal", MAURITANIA, better)
    assert hierarchy.hierarchy_broken(state, "portugal"), "troops are unled, and he is alone"
    carries(state, better, GAMBIA)
    assert not hierarchy.hierarchy_broken(state, "portugal")


def _there(state: State, name: str) -> Any:
    lead(state, "portugal", "tejo", name)
    return state.leaders[name]


# Diffusion.


@pytest.mark.rule("DIS-16", "DIS-17", "DIS-A3")
def test_from_turn_25_the_atlantic_is_known_to_all_at_the_start_of_a_turn() -> None:
    places = {GAMBIA, "sea-atlantique-se"}
    state = table(*places, turn=24, period="III")
    ships(state, ARGUIN, GUINEA)
    discoveries.spread_between_countries(Phase(state))
    assert GAMBIA not in state.overseas.known["spain"]
    state.turn = 25
    discoveries.spread_between_countries(Phase(state))
    assert GAMBIA in state.overseas.known["spain"]
    assert "sea-atlantique-se" not in state.overseas.known["spain"], "it has a malus"
    assert GUINEA not in state.overseas.known["spain"], "nobody has brought it home"
    state.turn = 30
    state.overseas.known["portugal"].add(GUINEA)
    discoveries.spread_between_countries(Phase(state))
    assert GUINEA in state.overseas.known["spain"]
    assert "england" in state.overseas.known


@pytest.mark.rule("DIS-15", "DIS-19", "DIS-20", "DIS-A1")
def test_from_period_iv_settled_provinces_are_known_to_all_the_turn_after() -> None:
    state = table(SENEGAL, turn=25, period="III")
    state.overseas.establishments[SENEGAL] = [Establishment("portugal", "trading_post", 1)]
    state.overseas.establishments[MAURITANIA] = [Establishment("portugal", "colony", 1, founded=26)]
    state.overseas.establishments["cabo-verde-i"] = [Establishment("portugal", "fort")]
    discoveries.spread_between_countries(Phase(state))
    assert SENEGAL not in state.overseas.known["spain"]
    state.turn, state.period = 26, "IV"
    phase = Phase(state)
    discoveries.spread_between_countries(phase)
    assert SENEGAL in state.overseas.known["spain"]
    assert not {MAURITANIA, "cabo-verde-i"} & state.overseas.known["spain"]
    assert "Known to everybody" in phase.story[-1].text
    state.turn = 27
    discoveries.spread_between_countries(Phase(state))
    assert MAURITANIA in state.overseas.known["spain"]


@pytest.mark.rule("DIS-15")
def test_discoveries_spread_where_a_turn_starts() -> None:
    places = {"portugal": 12, "england": 12, "spain": 9}
    state = table(GAMBIA, turn=25, period="III", step="start", wars=[], initiatives=places)
    play(sequence.start, state, [], [1])
    assert GAMBIA in state.overseas.known["spain"]


@pytest.mark.rule("DIS-21")
def test_a_colony_of_level_6_is_known_to_all_at_once() -> None:
    state = table()
    state.overseas.establishments[SENEGAL] = [Establishment("portugal", "colony", 5)]
    assert not known_zones.knows(state, "spain", SENEGAL)
    state.overseas.establishments[SENEGAL][0].level = 6
    assert known_zones.knows(state, "spain", SENEGAL)
    assert knowledge.open_to(state, band([troops(state, "souss", country="spain")]), SENEGAL)
    assert SENEGAL in known_zones.seen_by(state, "spain")


# Who is told.


@pytest.mark.rule("DIS-01")
def test_what_happens_in_a_zone_is_told_to_those_who_know_it() -> None:
    state = table()
    state.overseas.known["england"] = set(HOME)
    ships(state, ARGUIN, GAMBIA)
    phase = Phase(state)
    phase.tell("move", "Somebody sails.", GAMBIA, "portugal", {"way": [ARGUIN, GAMBIA]})
    phase.tell("move", "Somebody sails.", ARGUIN, "portugal", {"way": [CANARIES, ARGUIN]})
    assert [len(read_by(phase.story, who)) for who in ("portugal", "spain")] == [2, 1]
    assert GAMBIA in known_zones.seen_by(state, "portugal")
    assert GAMBIA not in known_zones.seen_by(state, "spain")
    plain = phase.story[0].to_plain()
    assert type(phase.story[0])(*plain).only == ["portugal"]
    assert len(phase.story[1].to_plain()) == len(plain) - 1, "as it was ever written"


def test_a_stack_that_parts_or_merges_keeps_what_it_knows() -> None:
    state = table(MAURITANIA)
    army = put(state, "portugal", MAURITANIA, "A-")[0]
    carries(state, army, SENEGAL)
    made = counters.break_counter(state, state.units[army], ("LD", "LD"))
    assert all(state.overseas.discoveries[str(unit.id)] == {SENEGAL} for unit in made)


def test_ships_put_into_a_fleet_keep_what_they_know() -> None:
    state = table()
    numbers = put(state, "portugal", ARGUIN, "NWD", "NWD")
    for number in numbers:
        carries(state, number, GAMBIA)
    arrange_fleets.apply(state, numbers, [arrange_fleets.piece("portugal", "F-", {"NWD": 2})])
    assert [unit.kind for unit in state.units.values()] == ["F-"]
    assert list(state.overseas.discoveries.values()) == [{GAMBIA}]
    assert state.overseas.discoveries.keys() == {str(number) for number in state.units}


@pytest.mark.rule("DIS-13")
@pytest.mark.parametrize("knows", [False, True])
def test_who_comes_where_one_of_the_two_knows_the_land_is_held(knows: bool) -> None:
    """*Stacks that only discovered a zone* pass each other, and nobody else."""
    state = table(MAURITANIA, step="movement")
    calm(state)
    mine = troops(state, MAURITANIA, SENEGAL)
    troops(state, SENEGAL, SENEGAL, country="spain")
    if knows:
        state.overseas.known["portugal"].add(SENEGAL)
    quiet = {"portugal.attrition": 1}
    play(movement.moves, state, [MAURITANIA, [SENEGAL]], quiet)
    assert bool(state.marks.locked) is knows
    assert state.units[mine].place == SENEGAL


@pytest.mark.rule("DIS-13", "MOV-28")
def test_where_no_scenario_hides_anything_everybody_meets() -> None:
    state = tabletop(campaign="multiple", owners={"artois": "spain"})
    (mine,) = put(state, "france", "picardie", "LD")
    put(state, "spain", "artois", "LD")
    plays.played(movement.moves, state, {"next-move": ["picardie"], "march": [["artois"]]})
    assert mine in state.marks.locked


@pytest.mark.rule("DIS-10")
@pytest.mark.parametrize(("scouts", "left"), [(2, ""), (3, "LD"), (4, "LD"), (5, "LD")])
def test_of_scouts_in_europe_three_become_a_detachment_and_the_others_are_lost(
    scouts: int, left: str
) -> None:
    """C-FOR-08, C-FOR-09."""
    state = tabletop(alliances={"portugal": ["portugal"]}, wars=())
    kinds: list[Kind] = ["LDE"] * scouts
    units = put(state, "portugal", "souss", *kinds)
    play(march_under_way.scouts_vanish, state, (), (), units)
    assert forces.units_in_words(list(state.units.values())) == left


@pytest.mark.rule("DIS-03", "MOV-03")
def test_two_fleets_do_not_merge_where_their_country_knows_nothing_and_each_may_stay() -> None:
    """*Two such stacks may not merge*: neither comes to the other, but who found the zone beside
    the other, before they were of one side, is not driven out of it."""
    state = table(ARGUIN, wars=[])
    there, other = ships(state, GAMBIA, GAMBIA), ships(state, ARGUIN, GAMBIA)
    with pytest.raises(BadAnswer, match="may not merge"):
        sail(state, other).parse([GAMBIA])
    assert sail(state, there).parse(["!explore"]) == ("!explore",)
    ships(state, GAMBIA, GAMBIA)
    assert sail(state, there).parse(["!explore"]) == ("!explore",)
    state.overseas.known["portugal"].add(GAMBIA)
    assert sail(state, other).parse([GAMBIA]) == (GAMBIA,)


@pytest.mark.rule("DIS-06", "DIS-07")
def test_who_has_not_heard_of_the_place_where_he_is_tells_nobody_there() -> None:
    """*Both stacks have knowledge of this zone*: not he who is still to hear that it is known."""
    state = tabletop(alliances={"portugal": ["portugal"], "spain": ["spain"]}, wars=[],
                     known={"portugal": {GAMBIA}, "spain": set()})  # fmt: skip
    (ship,) = put(state, "portugal", GAMBIA, "NWD")
    state.overseas.discoveries[str(ship)] = {"sea-guinee"}
    state.overseas.unheard[str(ship)] = {GAMBIA}
    phase = Phase(state)
    discoveries.settle(phase)
    assert phase.story == []
    assert state.overseas.unheard == {str(ship): {GAMBIA}}


@pytest.mark.rule("DIS-06", "DIS-07")
def test_who_meets_others_hears_of_what_they_have_heard() -> None:
    """*They share their discoveries*: what each carries, and news from home that one has and the
    other wants; both are told of it."""
    state = table()
    state.overseas.known["portugal"].add(GAMBIA)
    one, other = ships(state, GAMBIA, GUINEA), ships(state, GAMBIA)
    state.overseas.unheard[str(one)] = {"sea-angola"}
    phase = Phase(state)
    discoveries.settle(phase)
    assert state.overseas.discoveries == {str(one): {GUINEA}, str(other): {GUINEA}}
    assert state.overseas.unheard == {}
    assert phase.story[-1].text == (
        "Portugal's forces in the Bay of Gambia tell each other of the Gulf of Guinea (DIS-06)."
    )
