"""Naval actions: battle, blockade, supply, both, a besieged port, and going on with them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.fleets import blockades, ports
from engine.fleets.naval_journey import Journey
from engine.land.supply import attrition_math as on_land
from engine.land.supply import supply_lines, supply_step
from engine.play.asks import BadAnswer
from engine.play.phase import Phase
from engine.rounds import campaigns
from engine.sea.interception import interceptors
from engine.sea.under_way import announced_action, attrition_math
from engine.sea.under_way.announced_action import Action
from engine.sea.under_way.voyage import Arrival, Voyage
from engine.sea.voyages import naval_actions, sail_check
from engine.sea.voyages.sail_ask import Sail
from engine.sequence import movement, siege_outlook
from engine.sequence.later_procedures import PROCEDURES
from engine.state import State
from engine.state.land import Siege
from engine.state.stacks import Band
from tests.engine.playing import Played, play, put
from tests.engine.plays import played
from tests.engine.sea.afloat import at, fleet, sea_table, units

DONE = ("next-move", "done")
CALM = {"england.attrition": 1}


def moves(state: State, *answers: Any, dice: Any = ()) -> Played:
    return play(movement.moves, state, answers, dice)


def sail(state: State, *numbers: int) -> Sail:
    here = units(state, list(numbers))
    return Sail(
        who="england", name="sail", what="?", state=state, alliance="england", units=numbers,
        leaders=(), journey=attrition_math.begin(state, Band.of(here)), everyone=numbers,
    )  # fmt: skip


def refused(ask: Sail, *way: str) -> str:
    with pytest.raises(BadAnswer) as error:
        ask.parse(list(way))
    return str(error.value)


def go(
    state: State, place: str, numbers: list[int], *way: str, dice: Any = CALM, done: bool = False
) -> Played:
    first = ("next-move", f"{place}:{numbers[0]}")
    return moves(state, first, ("sail", list(way)), *([DONE] if done else []), dice=dice)


@pytest.mark.parametrize(
    "typed", ["!battle", "!feast:kent", "!blockade", "!supply:kent", "!feast", "!land:atlantis"]
)
def test_an_action_is_announced_by_its_kind_and_what_it_is_aimed_at(typed: str) -> None:
    assert announced_action.read("!battle:41") == Action("battle", "41")
    assert announced_action.read("!land:kent") == Action("land", "kent")
    assert announced_action.read("!supply") == Action("supply")
    with pytest.raises(BadAnswer):
        announced_action.read(typed)


@pytest.mark.rule("MVG-07")
def test_what_was_found_of_a_whole_fleet_is_not_taken_for_what_sails_on() -> None:
    """What is left behind on a way stays there (MVG-07): those who sail on are asked anew."""
    state = sea_table()
    first, second = fleet(state, "england", "kent", "NWD", "NWD")
    whole = sail(state, first, second)
    assert whole.is_legal(["sea-manche"])
    part = replace(whole, units=[first], journey=whole.journey.extended("sea-manche"))
    assert not part.is_legal(["sea-manche"]), "it is there"
    assert part.is_legal(["kent"])
    assert not whole.is_legal(["kent"])


# Battle.


@pytest.mark.rule("NAC-01", "NAC-02", "NAC-03", "NAV-06", "NAV-05")
def test_a_battle_is_declared_and_locks_both() -> None:
    state = sea_table()
    first = fleet(state, "england", "wessex", "NWD")
    second = fleet(state, "england", "kent", "NWD")
    (french,) = fleet(state, "france", "sea-manche", "NWD")
    others = fleet(state, "france", "sea-manche", "NWD", task="supply")
    for ship in first + second:
        assert sail(state, ship).parse(["sea-manche"]), "a battle is never compulsory"
    moves(
        state,
        ("next-move", f"wessex:{first[0]}"), ("sail", ["sea-manche", f"!battle:{french}"]),
        ("intercept", []),
        ("next-move", f"kent:{second[0]}"), ("sail", ["sea-manche"]), ("intercept", []),
        dice={"england.attrition": [1, 1]},
    )  # fmt: skip
    assert state.marks.naval_battles == [("sea-manche", first, [french])]
    assert state.marks.locked == {*first, french}
    assert "NAC-03" in refused(sail(state, *second), f"!battle:{french}")
    assert sail(state, *second).parse([f"!battle:{others[0]}"]), "another stack of theirs"
    assert "no enemy" in refused(sail(state, *second), f"!battle:{first[0]}")
    assert "not a ship" in refused(sail(state, *second), "!battle:99")
    assert [
        band.units for band in interceptors.eligible_stacks(state, "sea-manche", "france", ())
    ] == [tuple(others)], "who is engaged intercepts no more"


# Blockade.


@pytest.mark.rule("NAC-11")
def test_no_more_ships_supply_from_a_zone_than_make_one_stack() -> None:
    state = sea_table(sieges={"caux": Siege("england")})
    put(state, "england", "caux", "LD")
    (more,) = fleet(state, "england", "kent", "F-: 4 NWD")
    ships = fleet(state, "england", "sea-manche", "NWD", "NWD", "NWD", task="supply")
    assert "C-STK-02" in refused(sail(state, more), "sea-manche", "!supply")
    assert ["sea-manche", "!supply"] not in sail(state, more).offers()
    state.remove(state.units[ships[0]])
    assert sail(state, more).parse(["sea-manche", "!supply"])


@pytest.mark.rule("NAC-08", "SUP-20")
def test_who_did_something_else_before_joins_a_blockade_alone() -> None:
    """Text 862 to 864: the supply of the fleet that is joined lasts until that fleet moves."""
    state = sea_table()
    (joins,) = fleet(state, "england", "sea-manche", "F-: 4 NWD", task="supply")
    (blockades,) = fleet(
        state, "england", "sea-manche", "F-: 4 NWD", leader="howard", task="blockade+supply:caux"
    )
    (friend,) = fleet(state, "england", "sea-nord", "NWD", task="supply")
    (enemy,) = fleet(state, "france", "sea-lion", "NWD", task="supply")
    put(state, "england", "caux", "LD")
    put(state, "england", "holland", "LD")
    state.land.sieges["caux"] = Siege("england")
    moves(
        state, ("next-move", f"sea-manche:{joins}"), ("sail", ["!blockade:caux"]), DONE,
        dice={"england.attrition": [1, 1, 1]},
    )  # fmt: skip
    tasks = [state.sea.tasks[str(each)] for each in (joins, blockades, friend, enemy)]
    assert tasks == ["blockade+supply:caux", "blockade+supply:caux", "supply", "supply"]
    assert state.sea.tasks["howard"] == "blockade+supply:caux"


@pytest.mark.rule("NAC-04", "NAC-08", "NAC-10", "NAV-09")
def test_a_blockade_is_set_joined_and_ended_by_moving() -> None:
    state = sea_table()
    state.land.levels["normandie"] = 2
    few = fleet(state, "england", "wessex", "NWD", "NWD")
    assert "F- and 2 ND" in refused(sail(state, *few), "sea-manche", "!blockade:normandie")
    ships = fleet(state, "england", "wessex", "F-: 2 NWD")
    played = moves(
        state,
        ("next-move", f"wessex:{few[0]}"), ("mover", [str(ships[0])]),
        ("sail", ["sea-manche", "!blockade:normandie"]),
        ("next-move", f"wessex:{few[0]}"), ("mover", [str(few[0])]),
        ("sail", ["sea-manche", "!blockade:normandie"]),
        DONE,
        dice={"england.attrition": [1, 1]},
    )  # fmt: skip
    assert blockades.is_blockaded(state, "normandie")
    assert {state.sea.tasks[str(each)] for each in (*ships, few[0])} == {"blockade:normandie"}
    assert "England begins the blockade of Normandie." in played.told
    state.marks.moved.clear()
    state.marks.done.clear()
    moves(
        state, ("next-move", f"sea-manche:{few[0]}"), ("mover", [str(ships[0])]),
        ("sail", ["wessex"]), DONE,
        dice={"england.attrition": [1, 1]},
    )  # fmt: skip
    assert not blockades.is_blockaded(state, "normandie"), "what is left is too small"
    assert str(few[0]) not in state.sea.tasks


@pytest.mark.rule("NAC-07", "SAT-17", "UND-06", "UND-07")
def test_a_blockade_helps_the_siege() -> None:
    state = sea_table()
    state.land.sieges["normandie"] = Siege("england")
    put(state, "france", "normandie", "LD", position="inside")
    open_port = {each.rule for each in on_land.besieged_modifiers(state, "normandie")}
    assert "SAT-17" in open_port
    fleet(state, "england", "sea-manche", "NWD", task="blockade:normandie")
    closed = {each.rule for each in on_land.besieged_modifiers(state, "normandie")}
    assert "SAT-17" not in closed
    put(state, "england", "normandie", "A+")
    assert siege_outlook.siege_of(state, "normandie").port == "blockaded"
    state.land.resupplied.add("normandie")
    assert siege_outlook.siege_of(state, "normandie").port == "open"


@pytest.mark.rule("SAT-16", "SIE-18", "UND-17")
def test_an_admiral_who_blockades_lends_his_siege_value() -> None:
    state = sea_table()
    state.land.sieges["normandie"] = Siege("england")
    put(state, "france", "normandie", "LD", position="inside")
    put(state, "england", "normandie", "A+")
    fleet(state, "england", "sea-manche", "NWD", leader="boscawen")
    state.leaders["boscawen"].values = [2, 2, 2, 3]
    idle = {each.rule for each in on_land.besieged_modifiers(state, "normandie")}
    assert (siege_outlook.siege_of(state, "normandie").siege, "SAT-16" in idle) == (0, False)
    fleet(state, "england", "sea-manche", "F-: 2 NWD", leader="rooke", task="blockade:normandie")
    assert siege_outlook.siege_of(state, "normandie").siege == 1
    besieged = on_land.besieged_modifiers(state, "normandie")
    besieger = on_land.besieger_modifiers(state, "normandie", "england")
    assert [each.value for each in besieged if each.rule == "SAT-16"] == [1]
    assert [each.value for each in besieger if each.rule == "SIE-18"] == [-1]


# Supply.


@pytest.mark.rule("SUP-20", "NAC-11", "NAC-13")
def test_supplying_has_to_be_said_and_lasts_until_the_next_move() -> None:
    state = sea_table()
    ships = fleet(state, "england", "wessex", "NWD")
    assert "no troops ashore" in refused(sail(state, *ships), "sea-manche", "!supply")
    army = put(state, "england", "picardie", "A-")
    assert "too few" in refused(sail(state, *ships), "sea-manche", "!supply")
    for number in army:
        state.units[number].become("LD", 0)
    go(state, "wessex", ships, "sea-manche", "!supply", done=True)
    found = supply_lines.trace_line(state, units(state, army), "picardie", "england")
    assert found is not None
    assert found.source == "sea-manche"
    state.put(state.units[ships[0]], "sea-nord")
    assert supply_lines.trace_line(state, units(state, army), "picardie", "england") is None


@pytest.mark.rule("NAC-14")
def test_blockade_with_supply() -> None:
    state = sea_table()
    ships = fleet(state, "england", "wessex", "F-: 2 NWD")
    put(state, "england", "caux", "LD")
    assert "no troops ashore" in refused(
        sail(state, *ships), "sea-manche", "!blockade+supply:normandie"
    )
    army = put(state, "england", "normandie", "LD", "LD")
    go(state, "wessex", ships, "sea-manche", "!blockade+supply:normandie", done=True)
    assert blockades.is_blockaded(state, "normandie")
    assert supply_lines.trace_line(state, units(state, army), "normandie", "england") is not None


def besieged(*counters: str, level: int = 1) -> tuple[State, list[int]]:
    """Plymouth in Cornwall is besieged; English ships lie in Portsmouth."""
    state = sea_table()
    state.land.levels["cornwall"] = level
    put(state, "france", "cornwall", "A+")
    put(state, "england", "cornwall", "LD", position="inside")
    state.land.sieges["cornwall"] = Siege("france")
    return state, fleet(state, "england", "wessex", *counters)


@pytest.mark.rule("NAC-15", "NAC-16", "NAC-18", "NAC-19", "NAC-20", "SUP-05")
def test_a_besieged_port_is_supplied() -> None:
    state, ships = besieged("NWD")
    way = ("sea-manche", "cornwall", "!resupply")
    go(state, "wessex", ships, *way)
    assert state.land.resupplied == {"cornwall"}
    assert at(state, ships[0]) == ("cornwall", "port")
    state.sequence.step = "supply"
    played = play(supply_step.supply, state)
    assert not [entry for entry in played.phase.story if entry.kind == "roll"]
    assert state.land.resupplied == set(), "for the next supply step only"
    state, ships = besieged("NWD", level=2)
    assert "NAC-16" in refused(sail(state, *ships), *way)
    state, ships = besieged("NWD")
    assert "NAC-15" in refused(sail(state, *ships), "sea-manche", "kent", "!resupply")
    del state.land.sieges["cornwall"]
    assert "besieged" in refused(sail(state, *ships), *way)


@pytest.mark.rule("NAC-15")
def test_the_supplies_come_from_an_open_port() -> None:
    state, ships = besieged("NWD")
    fleet(state, "france", "sea-manche", "NWD", task="blockade:wessex")
    assert "not blockaded" in refused(sail(state, *ships), "sea-manche", "cornwall", "!resupply")
    assert sail(state, *ships).parse(["sea-manche", "kent", "sea-manche", "cornwall", "!resupply"])
    state, _ = besieged()
    at_sea = fleet(state, "england", "sea-manche", "NWD")
    assert "come from a friendly port" in refused(sail(state, *at_sea), "cornwall", "!resupply")
    inside = fleet(state, "england", "cornwall", "NWD")
    assert "entered in this move" in refused(sail(state, *inside), "!resupply")


@pytest.mark.rule("NAC-21")
def test_one_may_decline_and_sail_on() -> None:
    """EX-NAC-01: in and out again, the port stays as it was."""
    state, ships = besieged("NWD")
    go(state, "wessex", ships, "sea-manche", "cornwall", "sea-celtique")
    assert state.land.resupplied == set()
    assert at(state, ships[0]) == ("sea-celtique", "field")


@pytest.mark.rule("NAC-17", "BLK-01")
def test_a_blockaded_besieged_port_has_to_be_entered() -> None:
    state, ships = besieged("NWD")
    fleet(state, "france", "sea-manche", "NGD", task="blockade:cornwall")
    go(
        state, "wessex", ships, "sea-manche", "cornwall", "!resupply",
        dice={"england.attrition": 1, "england.escape": 8},
    )  # fmt: skip
    assert state.land.resupplied == {"cornwall"}
    assert siege_outlook.siege_of(state, "cornwall").port == "open", "in this siege segment"


# Going on.


@pytest.mark.rule("NAC-26", "NAC-27", "CAM-27", "CAM-30", "NAV-07")
def test_a_blockade_is_kept_up_under_any_campaign_but_none() -> None:
    state = sea_table(campaign="passive")
    ships = fleet(state, "england", "sea-manche", "NWD", task="blockade:normandie")
    moves(state, DONE, dice=CALM)
    assert blockades.is_blockaded(state, "normandie")
    state.marks.done.clear()
    state.land.levels["normandie"] = 2
    played = moves(state, DONE, dice=CALM)
    assert "gives up the blockade of Normandie" in played.told
    assert not blockades.is_blockaded(state, "normandie")
    state = sea_table(campaign="none")
    fleet(state, "england", "sea-manche", "NWD", task="blockade:normandie")
    moves(state, dice=CALM)
    assert not blockades.is_blockaded(state, "normandie")
    assert ships


@pytest.mark.rule("SUP-20", "NAC-26")
def test_supply_is_kept_up() -> None:
    state = sea_table(campaign="passive")
    fleet(state, "england", "sea-manche", "NWD", task="supply")
    moves(state, DONE, dice=CALM)
    assert list(state.sea.tasks.values()) == ["supply"]


# Campaigns.


@pytest.mark.rule("CAM-14", "CAM-17", "CAM-19", "CAM-22", "CAM-24", "CAM-26", "NAV-07")
def test_campaigns_and_active_actions() -> None:
    state = sea_table()
    england = state.countries["england"]

    def may(campaign: Any, fleets: int, *done: int) -> bool:
        england.campaign = campaign
        state.marks.active_fleets["england"] = list(done)
        return not campaigns.may_act_at_sea(state, "england", fleets)

    assert not may("passive", 0)
    assert may("active", 1)
    assert not may("active", 2)
    assert not may("active", 0, 1)
    assert may("active_no_logistic", 0)
    assert not may("active_no_logistic", 1)
    assert may("major", 3)
    assert not may("major", 3, 1)
    assert may("major", 1, 1, 0)
    assert may("multiple", 3, 3, 3)
    england.campaign = "passive"
    state.marks.active_fleets.clear()
    put(state, "france", "kent", "LD")
    ships = fleet(state, "england", "wessex", "NWD")
    assert "CAM-14" in refused(sail(state, *ships), "sea-manche", "!blockade:normandie")


@pytest.mark.rule("ITG-10", "CAM-17")
def test_an_action_uses_up_the_campaign_when_it_is_done() -> None:
    state = sea_table(campaign="active")
    first = fleet(state, "england", "wessex", "NWD")
    second = fleet(state, "england", "kent", "NWD")
    moves(
        state,
        ("next-move", f"wessex:{first[0]}"), ("sail", ["sea-manche", "!blockade:normandie"]),
        DONE,
        dice=CALM,
    )  # fmt: skip
    assert state.marks.active_fleets == {"england": [0]}
    assert "CAM-17" in refused(sail(state, *second), "sea-manche", "!blockade:caux")


@pytest.mark.rule("CAM-02", "CAM-A8", "ITG-10")
def test_an_action_is_of_the_campaign_of_who_announced_it_whoever_commands_then() -> None:
    """796: *Announcing a naval action ends the movement of the stack and attrition ... is rolled
    immediately*, and 409: *multinational stacks are moved as part of the campaign of the
    commander*: nothing is left to be decided when an ally takes over."""
    state = sea_table(
        alliances={"england": ["england", "portugal"], "france": ["france"]},
        bad_weather=True, campaign="active",
    )  # fmt: skip
    state.countries["portugal"].campaign = "passive"
    english = fleet(state, "england", "wessex", "NWD", "NWD")
    numbers = [*english, *fleet(state, "portugal", "wessex", "NWD")]
    out = ["sea-manche", "sea-celtique", "sea-gascogne", "sea-cadix"]
    way = [*out, *out[2::-1], "!blockade:normandie"]
    answers: dict[str, list[Any]] = {
        "next-move": [f"wessex:{english[0]}"], "mover": [[str(number) for number in numbers]],
        "sail": [way], "ship-lost": ["england/NWD", "england/NWD"],
    }  # fmt: skip
    found = played(movement.moves, state, answers, {"england.attrition": 9})
    assert [unit.country for unit in state.units.values() if unit.kind == "NWD"] == ["portugal"]
    assert "Portugal begins the blockade of Normandie" in found.told
    assert state.marks.active_fleets == {"england": [0]}


@pytest.mark.rule("ITG-10", "NAC-01")
def test_attrition_may_leave_too_few_for_the_action() -> None:
    state = sea_table(bad_weather=True)
    state.land.levels["provence"] = 2
    ships = fleet(state, "england", "wessex", "F-: 2 NWD")
    way = ["sea-manche", "sea-celtique", "sea-gascogne", "sea-cadix", "sea-alboran", "sea-lion"]
    played = go(state, "wessex", ships, *way, "!blockade:provence", dice={"england.attrition": 10})
    assert "cannot carry out the blockade of Provence" in played.told
    assert state.marks.active_fleets == {}


@pytest.mark.rule("NAC-21", "NAC-01", "CMB-30")
def test_gold_is_offered_to_ships_in_a_port_of_their_own_where_it_waits() -> None:
    state = sea_table(gold={"kent": 20, "caux": 20})
    here = units(state, fleet(state, "england", "kent", "NTD"))

    def offered(*way: str) -> list[Action]:
        return list(naval_actions.possible(Arrival(state, here, way, "england")))

    load = Action("load", "kent")
    assert offered("sea-manche", "kent") == [load], "by the place that they come to"
    assert load not in offered("kent", "sea-manche")
    assert offered("sea-manche", "caux") == [], "a port of the enemy"
    state.sea.gold.clear()
    assert offered("sea-manche", "kent") == []


@pytest.mark.rule("NAC-01", "NAV-06")
def test_a_besieged_port_may_be_resupplied_by_ships_in_it() -> None:
    state = sea_table()
    kinds = {each.kind for each in naval_actions.candidates(state, "kent", "england")}
    assert kinds == {"resupply"}
    assert "resupply" not in {
        each.kind for each in naval_actions.candidates(state, "sea-manche", "england")
    }


@pytest.mark.rule("NAV-03", "NAV-10")
def test_why_a_port_is_closed_is_said_of_any_port_however_far() -> None:
    state = sea_table()
    (ship,) = fleet(state, "england", "wessex", "NWD")
    here = units(state, [ship])
    for place in ("caux", "provence"):
        reason = ports.why_closed(state, here, place, "england")
        assert reason
        assert sail(state, ship).why_not(place) == reason
    fleet(state, "england", "kent", "NWD", "NWD", "NWD")
    crowded = ports.why_crowded(state, here, "kent", "england")
    assert ports.why_closed(state, here, "kent", "england") == ""
    assert sail(state, ship).why_not("kent") == crowded


@pytest.mark.rule("NAV-04")
def test_who_enters_a_port_of_two_coasts_leaves_it_by_the_same_sea() -> None:
    """C-NSP-04: a port on two coasts is no canal between them."""
    state = sea_table(wars=[])
    (ship,) = fleet(state, "england", "sea-egee", "NWD")
    here, ask = units(state, [ship]), sail(state, ship)
    back, across = "sea-egee", "sea-ionienne"
    assert not sail_check.why_closed(ask, here, "hellas", back, [back, "hellas"])
    assert "C-NSP-04" in sail_check.why_closed(ask, here, "hellas", across, [back, "hellas"])
    assert not sail_check.why_closed(ask, here, "hellas", across, ["hellas"]), "it began there"


@pytest.mark.rule("MOV-03")
def test_ships_stay_where_the_stack_leaves_them_if_there_is_room() -> None:
    """*Stacking may be exceeded while moving*: not by who is left on the way."""
    state = sea_table()
    ships = fleet(state, "england", "wessex", "NWD", "NWD")
    way = ["sea-manche", f"-{ships[0]}", "sea-nord"]
    course = sail_check.Course(sail(state, *ships))
    course.go(way)
    assert course.left == {"sea-manche": [ships[0]]}
    assert (course.units, course.way[-1]) == ([ships[1]], "sea-nord")
    fleet(state, "england", "sea-manche", "NWD", "NWD", "NWD")
    assert "sea-manche" in sail(state, *ships).parse(["sea-manche", "sea-nord"]), "they pass"
    assert "English Channel" in refused(sail(state, *ships), *way)


@pytest.mark.rule("NAV-03")
def test_a_place_is_as_far_as_the_zones_that_are_still_to_be_sailed() -> None:
    state = sea_table()
    (ship,) = fleet(state, "england", "sea-manche", "NWD")
    ask = sail(state, ship)
    ask = replace(ask, journey=ask.journey.extended("sea-nord", "sea-manche"))
    far = {place: price.zones for place, (price, _) in ask._search.all_places().items()}
    assert (far["kent"], far["sea-nord"]) == (1, 1)
    assert ask.journey.zones == 2


@pytest.mark.rule("NAC-15")
def test_only_a_port_that_friends_hold_is_supplied_from_the_sea() -> None:
    """*Supply a besieged port*: one's own; before a fortress that one besieges it is no supply."""
    state, ships = besieged("NWD")
    way = ("wessex", "sea-manche", "cornwall")
    arrival = Arrival(state, units(state, ships), way, "england")
    assert announced_action.why_no_resupply(arrival) == ""
    state.land.controllers["cornwall"] = "spain"
    assert "not held by friends" in announced_action.why_no_resupply(arrival)


@pytest.mark.rule("NAC-11", "SUP-20", "SUP-A1")
def test_troops_that_a_fleet_begins_to_supply_are_in_supply_at_once() -> None:
    """*A mark is taken off whoever has a line now*: of the troops in Normandy that the fleet feeds,
    not of those in Brittany."""
    state = sea_table()
    ships = fleet(state, "england", "sea-manche", "F+: 6 NWD")
    fed, hungry = (put(state, "england", place, "LD")[0] for place in ("normandie", "armor"))
    state.marks.unsupplied = {fed, hungry}
    voyage = Voyage("england", ships, [], Journey(("sea-manche",)), last=state.last_unit)
    phase = Phase(state, procedures=PROCEDURES)
    naval_actions.carry_out(phase, voyage, Action("supply", "normandie"))
    assert state.sea.tasks == {str(ships[0]): "supply:normandie"}
    assert state.marks.unsupplied == {hungry}
