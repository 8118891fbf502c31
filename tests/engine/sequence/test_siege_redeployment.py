"""Redeployment of a besieger: the nearest friendly province, attrition as a move."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facts import board
from engine.fleets import fleets
from engine.games import statistics
from engine.play.asks import Choose
from engine.play.phase import Phase
from engine.sea.voyages.redeployment_by_sea import passages
from engine.sequence import siege_redeployment
from engine.state import State, forces, sides
from engine.state.land import Revolt, Siege
from tests.engine.playing import lead, play, put, tabletop
from tests.engine.sea.afloat import fleet, sea_table


def besieging(**fields: Any) -> State:
    """France before Artois, which Spain controls; the Low Countries are neutral."""
    return tabletop(
        step="siege",
        sieges={"artois": Siege("france", ["+"])},
        controllers={"artois": "spain"},
        **fields,
    )


def test_the_nearest_friendly_provinces_are_the_goals() -> None:
    state = besieging()
    put(state, "france", "artois", "A+")
    found = siege_redeployment.ways(state, "artois", "france")
    assert {way.path for way in found} == {("champagne",), ("ile-de-france",), ("picardie",)}
    put(state, "spain", "picardie", "LD")
    state.land.sieges["champagne"] = Siege("spain")
    put(state, "spain", "champagne", "LD")
    found = siege_redeployment.ways(state, "artois", "france")
    assert [way.path[-1] for way in found] == ["ile-de-france"]
    state.land.controllers["ile-de-france"] = state.land.controllers["caux"] = "spain"
    found = siege_redeployment.ways(state, "artois", "france")
    assert {way.path[-1] for way in found} == {"orleanais", "troyes"}, "not Normandy behind Caux"


def test_an_enemy_fortress_does_not_bar_the_way_but_troops_and_neutrals_do() -> None:
    state = besieging()
    put(state, "france", "artois", "A+")
    for place in ("champagne", "ile-de-france", "picardie"):
        state.land.controllers[place] = "spain"
    near = siege_redeployment.ways(state, "artois", "france")
    assert near
    assert all(len(way.path) == 2 for way in near)
    for place in ("champagne", "ile-de-france", "picardie"):
        put(state, "spain", place, "LD")
    assert siege_redeployment.ways(state, "artois", "france") == []


@pytest.mark.rule("SIE-24")
def test_a_province_in_revolt_or_besieged_is_no_goal() -> None:
    state = besieging()
    put(state, "france", "artois", "A+")
    state.land.revolts["picardie"] = [Revolt("revolt", "-")]
    state.land.sieges["champagne"] = Siege("spain")
    found = siege_redeployment.ways(state, "artois", "france")
    assert [way.path for way in found] == [("ile-de-france",)]


@pytest.mark.rule("SIE-25")
def test_each_goal_is_offered_with_what_the_way_costs() -> None:
    state = besieging()
    put(state, "france", "artois", "A+")
    costs = {way.path[-1]: way.cost for way in siege_redeployment.ways(state, "artois", "france")}
    played = play(siege_redeployment.redeploy, state, [("redeploy-to", "picardie")],
                  {"france.redeployment": 1}, "artois", "france")  # fmt: skip
    options = played.asks[0].options  # type: ignore[attr-defined]
    assert {each.answer: each.detail for each in options} == {
        place: f"{cost} MP over land" for place, cost in costs.items()
    }


@pytest.mark.rule("SIE-25")
@pytest.mark.parametrize(("left", "goals"), [("guyenne", ["guyenne"]), ("bearn", [])])
def test_twelve_movement_points_and_no_more(left: str, goals: list[str]) -> None:
    state = besieging()
    put(state, "france", "artois", "A+")
    for place in board.provinces():
        if place != left and sides.controller(state, place) == "france":
            state.land.controllers[place] = "spain"
    found = siege_redeployment.ways(state, "artois", "france")
    assert [(way.cost, way.path[-1]) for way in found] == [(12, place) for place in goals]


@pytest.mark.rule("SIE-25")
def test_troops_too_many_where_they_come_to_are_lost() -> None:
    state = besieging()
    put(state, "france", "artois", "A+")
    put(state, "france", "picardie", "A+", "A+", "A+")
    for place in ("champagne", "ile-de-france"):
        put(state, "spain", place, "LD")
    answers = [("over-stacking", "1:12,2:12")]
    play(
        siege_redeployment.redeploy, state, answers, {"france.redeployment": 1}, "artois", "france"
    )
    assert forces.within_stacking(sides.stack(state, "picardie", "france").units)


@pytest.mark.rule("SIE-25", "SIE-26")
def test_the_stack_goes_whole_with_its_leader_and_rolls_attrition_as_a_move() -> None:
    state = besieging()
    units = put(state, "france", "artois", "A+", "A-", "LD", leader="bayard")
    played = play(siege_redeployment.redeploy, state, [("redeploy-to", "picardie")],
                  {"france.redeployment": 1}, "artois", "france")  # fmt: skip
    assert played.result == "picardie"
    assert {state.units[unit].place for unit in units} == {"picardie"}
    assert state.leaders["bayard"].place == "picardie"
    (roll,) = [entry.sheet for entry in played.phase.story if entry.kind == "roll"]
    assert roll is not None
    # Redeployment is a cause by itself, the massed force another; never voluntary.
    rules = {rule: value for value, _, rule in roll["modifiers"]}
    assert rules["ATT-01"] == 2
    assert rules["ATT-02"] == -1
    assert "SIE-26" not in rules


@pytest.mark.rule("SIE-25")
def test_without_a_way_the_stack_is_destroyed_and_its_leader_waits_for_the_end() -> None:
    """Text 3537: they are resolved immediately at the usual conditions: where no friendly province
    can be reached the stack is lost (C-RED-05)."""
    state = besieging()
    put(state, "france", "artois", "A+", leader="bayard")
    for place in ("champagne", "ile-de-france", "picardie"):
        put(state, "spain", place, "LD")
    played = play(siege_redeployment.redeploy, state, [], [], "artois", "france")
    assert played.result == ""
    assert not any(unit.country == "france" for unit in state.units.values())
    assert [lost.thirds for lost in statistics.losses(played.phase.story)] == [12]
    assert (state.leaders["bayard"].status, state.leaders["bayard"].returns) == ("wounded", "End")


@pytest.mark.rule("SIE-24")
def test_the_only_way_is_not_asked_for() -> None:
    state = besieging()
    put(state, "france", "artois", "LD")
    for place in ("champagne", "ile-de-france"):
        put(state, "spain", place, "LD")
    played = play(
        siege_redeployment.redeploy, state, [], {"france.redeployment": 1}, "artois", "france"
    )
    assert played.result == "picardie"
    assert "redeploys from Artois to Picardie (1 MP)" in played.told


# By sea.


def overseas(**fields: Any) -> tuple[State, list[int], list[int]]:
    """England besieges Normandy, with a fleet in the Channel."""
    state = sea_table(step="siege", **fields)
    state.land.sieges["normandie"] = Siege("england", ["+"])
    ships = fleet(state, "england", "sea-manche", "NTD", "NTD", leader="howard")
    return state, put(state, "england", "normandie", "LD", "LD"), ships


@pytest.mark.rule("SIE-25")
def test_a_fleet_beside_it_takes_the_stack_to_any_port_and_stays_there() -> None:
    state, troops, ships = overseas()
    assert siege_redeployment.ways(state, "normandie", "england") == [], "nothing over land"
    found = passages(state, "normandie", "england")
    assert {"kent", "wessex", "cornwall"} <= found.keys()
    assert {each.cost for each in found.values()} == {3}
    played = play(
        siege_redeployment.redeploy, state, [("redeploy-to", "cornwall")],
        {"england.attrition": 1, "england.redeployment": 1}, "normandie", "england",
    )  # fmt: skip
    assert played.result == "cornwall"
    assert {state.units[number].place for number in troops} == {"cornwall"}
    assert {state.units[number].position for number in troops} == {"field"}
    assert {state.units[number].position for number in ships} == {"port"}
    assert state.leaders["howard"].place == "cornwall"
    assert "by sea to Cornwall" in played.told


@pytest.mark.rule("SIE-25", "NAT-30", "NAT-31")
def test_recruits_of_a_conquistador_stay_behind_when_ships_take_the_besiegers_off() -> None:
    """*They must stay stacked with the LeaderC and cannot use naval transport* (758): they go home,
    and need no room in the ships."""
    state, troops, _ = overseas(natives={"normandie": "gone"})
    chief = lead(state, "england", "normandie", "england-anonymous-conquistador-1")
    recruits = put(state, "england", "normandie", "A+", "A+", corps="native")
    for number in recruits:
        state.units[number].leader = chief
    played = play(
        siege_redeployment.redeploy, state, [("redeploy-to", "cornwall")],
        {"england.attrition": 1, "england.redeployment": 1}, "normandie", "england",
    )  # fmt: skip
    assert played.result == "cornwall"
    assert not {*recruits} & state.units.keys()
    assert {state.units[number].place for number in troops} == {"cornwall"}
    assert state.leaders[chief].place == "cornwall"
    for number in troops:
        state.remove(state.units[number])
    left = put(state, "england", "normandie", "LD", corps="native")
    assert passages(state, "normandie", "england") == {}, "natives alone sail nowhere"
    assert left


def test_no_passage_with_too_few_ships_or_to_a_blockaded_port() -> None:
    state, _, ships = overseas()
    fleet(state, "france", "sea-manche", "F+: 6 NWD", task="blockade:kent")
    assert "kent" not in passages(state, "normandie", "england")
    put(state, "england", "normandie", "A+")
    assert passages(state, "normandie", "england") == {}
    fleet(state, "england", "sea-manche", "NTD", "NTD")
    assert passages(state, "normandie", "england")
    state.marks.locked.update(ships)
    assert passages(state, "normandie", "england") == {}, "in a battle"


def test_a_passage_is_never_forced_where_there_is_a_way_over_land() -> None:
    state, _, _ = overseas()
    state.land.controllers["kent"] = "france"
    state.land.sieges["kent"] = Siege("england", ["+"])
    put(state, "england", "kent", "LD")
    near = {way.path[-1] for way in siege_redeployment.ways(state, "kent", "england")}
    far = passages(state, "kent", "england").keys()
    assert near
    assert far - near
    asked = play(siege_redeployment.redeploy, state, [("redeploy-to", min(near))],
                 {"england.redeployment": 1}, "kent", "england")  # fmt: skip
    assert set(asked.asks[0].offers()) == near | far
    assert "by sea" not in asked.told


@pytest.mark.rule("SIE-25")
def test_a_passage_leads_over_several_seas() -> None:
    state, _, _ = overseas()
    found = passages(state, "normandie", "england")
    assert found["yorkshire"].way == ("sea-nord", "yorkshire")
    assert found["brega"].way == ("sea-celtique", "sea-irlande", "brega")
    fleet(state, "england", "sea-nord", "NTD", "NTD")
    fleet(state, "england", "sea-celtique", "NTD", "NTD")
    put(state, "england", "holland", "LD")
    state.land.sieges["holland"] = Siege("england", ["+"])
    assert passages(state, "holland", "england")["yorkshire"].way == ("yorkshire",)


@pytest.mark.rule("INI-03")
def test_nobody_redeploys_to_an_ally_of_an_ally() -> None:
    sides_ = {"france": ["france", "england", "venice"], "spain": ["spain"]}
    state = besieging(
        alliances=sides_, pacts=[["france", "england"], ["england", "venice"], ["spain"]]
    )
    put(state, "france", "artois", "A+")
    put(state, "venice", "picardie", "LD")
    put(state, "england", "champagne", "LD")
    found = {way.path[-1] for way in siege_redeployment.ways(state, "artois", "france")}
    assert found == {"champagne", "ile-de-france"}
    state, _, _ = overseas()
    assert "kent" in passages(state, "normandie", "england")
    state.diplomacy.alliances[0].members += ["venice", "milan"]
    state.diplomacy.pacts = [["england", "venice"], ["venice", "milan"]]
    put(state, "milan", "kent", "LD")
    assert "kent" not in passages(state, "normandie", "england")


@pytest.mark.rule("DIS-02")
def test_no_passage_leads_over_unknown_seas() -> None:
    state, _, _ = overseas()
    zone, port = "sea-canarias", "islas-canarias"
    state.land.owners[port] = state.land.controllers[port] = "england"
    assert passages(state, "normandie", "england")[port].way[-2] == zone
    state.overseas.known = {"england": {"sea-gambie"}}
    assert port not in passages(state, "normandie", "england")
    state.overseas.known = {"england": {zone}}
    assert port in passages(state, "normandie", "england")


@pytest.mark.rule("SIE-25")
def test_no_passage_leads_through_a_closed_strait() -> None:
    state = sea_table(alliances={"england": ["venice"], "france": ["turkey"]}, step="siege")
    fleet(state, "venice", "sea-egee", "NTD", "NTD")
    put(state, "venice", "izmir", "LD")
    state.land.sieges["izmir"] = Siege("england", ["+"])
    state.land.controllers["trakya"] = "venice"
    assert "trakya" not in passages(state, "izmir", "england"), "the Dardanelles"
    state.land.controllers["canakkale"] = "venice"
    assert "trakya" in passages(state, "izmir", "england")


@pytest.mark.rule("SIE-25")
def test_no_passage_leads_over_ice_or_into_a_besieged_or_full_port() -> None:
    state = sea_table(step="siege")
    fleet(state, "england", "sea-nord", "F-: 2 NTD")
    put(state, "england", "holland", "LD")
    state.land.sieges["holland"] = Siege("england", ["+"])
    state.land.controllers["sjaelland"] = "england"
    assert {"sjaelland", "kent", "durham", "cymru"} <= passages(state, "holland", "england").keys()
    state.sequence.sund_frozen = True
    state.land.sieges["durham"] = Siege("france")
    fleet(state, "england", "cymru", "F-: 1 NTD")
    state.sea.presidios["lothian"] = ("england", 1)
    found = passages(state, "holland", "england")
    assert "kent" in found
    assert not {"sjaelland", "durham", "cymru", "lothian"} & found.keys()


@pytest.mark.rule("SIE-25")
def test_no_passage_goes_to_a_port_under_a_presidio_of_the_enemy() -> None:
    state, _, _ = overseas()
    state.sea.presidios["kent"] = ("france", 1)
    assert "kent" not in passages(state, "normandie", "england")
    state.sea.presidios["kent"] = state.sea.presidios["lothian"] = ("england", 1)
    found = passages(state, "normandie", "england")
    assert "kent" in found
    assert "lothian" not in found, "a presidio in the land of others is no controlled port"


@pytest.mark.rule("SIE-25")
def test_leaders_go_by_sea_too_and_other_troops_aboard_stay() -> None:
    state, _, ships = overseas()
    general = lead(state, "england", "normandie", "england-anonymous-general-1")
    (stranger,) = put(state, "france", "sea-manche", "LD", position="aboard")
    (passenger,) = put(state, "england", "sea-manche", "LDE", position="aboard")
    late = fleet(state, "england", "sea-manche", "NTD", task="supply")
    play(
        siege_redeployment.redeploy, state, [("redeploy-to", "cornwall")],
        {"england.attrition": 1, "england.redeployment": 1}, "normandie", "england",
    )  # fmt: skip
    assert (state.leaders[general].place, state.leaders[general].position) == ("cornwall", "field")
    assert {state.units[each].place for each in (stranger, passenger)} == {"sea-manche"}
    assert [state.units[number].place for number in (*ships, *late)] == [
        "cornwall", "cornwall", "sea-manche",
    ]  # fmt: skip


@pytest.mark.rule("SIE-25")
def test_of_fleets_in_two_seas_the_nearer_one_takes_the_stack() -> None:
    state = sea_table(step="siege")
    put(state, "england", "vlaanderen", "LD", "LD", "LD")
    state.land.sieges["vlaanderen"] = Siege("england", ["+"])
    north = fleet(state, "england", "sea-nord", "NTD", "NTD")
    south = fleet(state, "england", "sea-manche", "NTD", "NTD")
    found = passages(state, "vlaanderen", "england")
    assert (found["yorkshire"].way, found["yorkshire"].ships) == (("yorkshire",), tuple(north))
    assert (found["cornwall"].way, found["cornwall"].ships) == (("cornwall",), tuple(south))
    assert all(len(each.ships) == 2 for each in found.values()), "six points hold three LD"


@pytest.mark.rule("SIE-25")
def test_the_voyage_and_the_redeployment_cost_only_those_who_go() -> None:
    state, troops, ships = overseas()
    garrison = put(state, "england", "cornwall", "A+")
    play(
        siege_redeployment.redeploy, state, [("redeploy-to", "cornwall")],
        {"england.attrition": 1, "england.redeployment": 10}, "normandie", "england",
    )  # fmt: skip
    assert state.units[garrison[0]].kind == "A+"
    assert len(set(troops) & state.units.keys()) == 1
    assert set(ships) <= state.units.keys()


@pytest.mark.rule("SIE-25", "CMB-25")
def test_what_is_left_of_fleet_and_troops_comes_to_the_port(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.facts.tables.attrition_percent", lambda result: 50)
    state = sea_table(step="siege")
    state.land.sieges["normandie"] = Siege("england", ["+"])
    fleet(state, "england", "sea-manche", "F+: 4 NTD", leader="howard")
    put(state, "england", "normandie", "LD", "LD")
    played = play(
        siege_redeployment.redeploy, state, [("redeploy-to", "cornwall")],
        {"england.attrition": 10, "england.redeployment": 1}, "normandie", "england",
    )  # fmt: skip
    assert played.result == "cornwall"
    assert {unit.place for unit in state.units.values()} == {"cornwall"}
    left = [unit for unit in state.units.values() if not unit.land]
    assert fleets.ships(left) == {"NTD": 2}, "which could carry both LD"
    assert len(state.units) == 1 + len(left), "one of two LD"


@pytest.mark.rule("SIE-25")
def test_with_the_whole_fleet_the_stack_and_its_leaders_are_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.facts.tables.attrition_percent", lambda result: 100)
    state, _, _ = overseas()
    general = lead(state, "england", "normandie", "england-anonymous-general-1")
    played = play(
        siege_redeployment.redeploy, state, [("redeploy-to", "cornwall")],
        {"england.attrition": 10}, "normandie", "england",
    )  # fmt: skip
    assert played.result == ""
    assert not state.units
    assert (state.leaders[general].status, state.leaders[general].returns) == ("wounded", "End")
    assert "2 LD of England are lost on the way by sea from Normandie" in played.told


@pytest.mark.rule("SIE-24", "SIE-27")
def test_of_two_ways_the_owner_chooses() -> None:
    state = besieging()
    put(state, "france", "artois", "LD")
    put(state, "spain", "champagne", "LD")
    for goal in ("ile-de-france", "picardie"):
        again = State.from_plain(state.to_plain())
        played = play(
            siege_redeployment.redeploy, again, [("redeploy-to", goal)], {"france.redeployment": 1},
            "artois", "france",
        )  # fmt: skip
        assert played.result == goal
        assert {unit.place for unit in again.troops_of("france")} == {goal}


@pytest.mark.rule("SIE-25")
def test_of_fleets_as_near_the_first_takes_the_stack() -> None:
    state, _, ships = overseas()
    fleet(state, "england", "sea-manche", "NTD", "NTD", task="supply")
    found = passages(state, "normandie", "england")
    assert {passage.ships for passage in found.values()} == {tuple(ships)}
    assert found["cornwall"].way == ("cornwall",)


@pytest.mark.rule("SIE-25", "CMB-19", "NIN-03")
@pytest.mark.parametrize("ships_last", [False, True])
def test_ships_of_the_same_fleet_that_are_no_part_of_the_passage_stay_at_sea(
    ships_last: bool,
) -> None:
    """Those in a battle that is to come sail with nobody, nor do troops aboard them."""
    state, troops, ships = overseas()
    engaged = 0 if ships_last else fleet(state, "england", "sea-manche", "NTD")[0]
    (waits,) = put(state, "england", "sea-manche", "LD", position="aboard")
    engaged = engaged or fleet(state, "england", "sea-manche", "NTD")[0]
    state.marks.locked.add(engaged)
    found = passages(state, "normandie", "england")
    assert found["cornwall"].ships == tuple(ships)
    play(
        siege_redeployment.redeploy, state, [("redeploy-to", "cornwall")],
        {"england.attrition": 1, "england.redeployment": 1}, "normandie", "england",
    )  # fmt: skip
    assert {state.units[number].place for number in (*ships, *troops)} == {"cornwall"}
    assert {state.units[number].place for number in (engaged, waits)} == {"sea-manche"}


@pytest.mark.rule("SIE-24", "SIE-25")
def test_by_sea_the_ships_are_named_and_by_land_the_points() -> None:
    """*They may happen by sea at the usual conditions* (3534): who takes the stack, and on which
    way, stands beside each goal and in the chronicle."""
    state, _, _ = overseas()
    played = play(
        siege_redeployment.redeploy, state, [("redeploy-to", "cornwall")],
        {"england.attrition": 1, "england.redeployment": 1}, "normandie", "england",
    )  # fmt: skip
    (ask,) = played.asks
    assert isinstance(ask, Choose)
    assert {option.detail for option in ask.options} == {"by sea with 2 NTD"}
    assert (
        "2 NTD of England under Howard take 2 LD of England from Normandie by the English Channel "
        "to Cornwall." in played.told
    )


@pytest.mark.rule("SIE-24", "SIE-27")
def test_the_goal_is_named_by_where_the_way_ends() -> None:
    """*It goes back to a friendly unbesieged province* (3532), past unfriendly ones."""
    state = besieging()
    put(state, "france", "artois", "LD")
    near = ("champagne", "ile-de-france", "picardie")
    state.land.controllers |= dict.fromkeys(near, "spain")
    goals = sorted(way.path[-1] for way in siege_redeployment.ways(state, "artois", "france"))
    assert not {*goals} & {*near}
    played = play(
        siege_redeployment.redeploy, state, [("redeploy-to", goals[0])], {"france.redeployment": 1},
        "artois", "france",
    )  # fmt: skip
    assert played.asks[0].offers() == goals


@pytest.mark.rule("SIE-25", "DIS-09")
def test_what_the_stack_has_found_is_told_at_home_before_its_attrition() -> None:
    """*If a stack returns home and is destroyed by the attrition of this movement, its discoveries
    are brought back before the attrition happens* (1672)."""
    state = besieging(known={"france": {"sea-canarias"}, "spain": set()})
    (unit,) = put(state, "france", "artois", "LD")
    state.overseas.discoveries[str(unit)] = {"sea-arguin"}
    answers = [("redeploy-to", "picardie"), ("pillage", "artois")]
    play(
        siege_redeployment.redeploy, state, answers, {"france.redeployment": 10}, "artois", "france"
    )
    assert unit not in state.units
    assert "sea-arguin" in state.overseas.known["france"]


@pytest.mark.rule("DIS-10", "CMB-25", "SIE-25")
def test_exploration_detachments_that_a_passage_leaves_do_not_outlive_it_in_europe() -> None:
    """1680: *even if LDE may not exist on the European map, they are only destroyed at the end of
    the movement*; a storm takes of the troops what it takes of their ships."""
    state, troops, _ = overseas()
    for number in troops:
        state.exchange(state.units[number], "LDE")
    found = play(
        siege_redeployment.redeploy, state, [("redeploy-to", "cornwall")],
        {"england.attrition": 1, "england.redeployment": 1}, "normandie", "england",
    )  # fmt: skip
    assert found.result == "cornwall"
    assert not [unit for unit in state.units.values() if unit.land]
    assert "exploration detachments come to Europe" in found.told


@pytest.mark.rule("SIE-25", "CMB-28")
def test_whom_the_ships_that_are_left_cannot_carry_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """*The land stack immediately suffers enough loss to be small enough to be carried by the
    resulting naval stack* (1003): of the troops the storm takes none, of two ships one."""
    state, _, ships = overseas()
    put(state, "england", "normandie", "LD")

    async def storm(phase: Phase, *_: Any, **__: Any) -> None:
        phase.state.remove(phase.state.units[ships[0]])

    monkeypatch.setattr("engine.sea.under_way.attrition.voyage_attrition", storm)
    answers = [("redeploy-to", "cornwall")]
    dice = {"england.redeployment": 1}
    play(siege_redeployment.redeploy, state, answers, dice, "normandie", "england")
    assert [unit.kind for unit in state.units_at("cornwall") if unit.land] == ["LD"]


@pytest.mark.rule("SIE-24", "SIE-27")
def test_of_two_ways_as_long_to_one_province_the_first_by_name_is_gone() -> None:
    """By Maine or by Normandie to Orléanais: where its attrition may pillage is told before."""
    state = tabletop(step="siege")
    for place in ("armor", *(border.other for border in board.land_neighbours("armor"))):
        state.land.controllers[place] = "spain"
    put(state, "france", "armor", "LD")
    found = siege_redeployment.ways(state, "armor", "france")
    assert [way.path for way in found if way.path[-1] == "orleanais"] == [("maine", "orleanais")]
