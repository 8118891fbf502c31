"""Leaders, part loads and lost ships: who goes aboard and what becomes of those who do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.facts import board
from engine.fleets import ports, transports
from engine.fleets.naval_journey import Journey
from engine.land.ground.stack_parts import Parting
from engine.land.movement import march_under_way
from engine.play.asks import BadAnswer
from engine.play.phase import Phase
from engine.rounds import campaigns
from engine.sea.interception import gunfire
from engine.sea.under_way import attrition_math, boarding, carried_troops, staying_aboard
from engine.sea.under_way.announced_action import Action
from engine.sea.under_way.voyage import Arrival, Cargo, Voyage
from engine.sea.voyages import landing, redeployment_by_sea, voyage_step
from engine.sea.voyages.sail_ask import Sail
from engine.sequence import marches, movement, troops_ashore, voyages
from engine.state import State, forces, sides
from engine.state.forces import Kind
from engine.state.land import Siege
from tests.engine import plays
from tests.engine.playing import Played, band, lead, play, put, use_up
from tests.engine.sea.afloat import at, fleet, sea_table, units
from tests.engine.sea.laden import CHANNEL, laden, refused, sailing, siege_of_wessex

GENERAL = "england-anonymous-general-1"
ADMIRAL = "england-anonymous-admiral-1"


def stands(state: State, leader: str) -> tuple[str, str, str]:
    found = state.leaders[leader]
    return found.status, found.place, found.position


# Going aboard.


@pytest.mark.rule("CMB-03", "CMB-30", "CMB-A5")
def test_gold_goes_aboard_as_troops_do_before_any_are_aboard() -> None:
    """1016: "Gold can be carried as land forces", of which a fleet takes one stack in a move."""
    state = sea_table()
    ships = fleet(state, "england", "kent", "NTD", "NTD")
    troops = put(state, "england", "kent", "LD")
    state.sea.gold["kent"] = 5
    assert "troops aboard" in refused(laden(state, ships, troops), "!load:kent")
    state.put(state.units[troops[0]], "kent")
    answers = [("next-move", f"kent:{ships[0]}"), ("mover", [*map(str, ships)]),
               ("sail", ["!load:kent"]), ("sail", ["!embark:kent"]), ("sail", [])]  # fmt: skip
    told = play(movement.moves, state, answers).told
    assert "loads 5 ducats" in told
    assert "goes aboard" in told


@pytest.mark.rule("CMB-01", "CMB-02")
def test_leaders_go_aboard_with_their_troops_and_land_with_them() -> None:
    state = sea_table()
    ships = fleet(state, "england", "kent", "NTD")
    (army,) = put(state, "england", "kent", "LD", leader=GENERAL)
    play(
        movement.moves, state,
        [
            ("next-move", f"kent:{ships[0]}"), ("sail", ["!embark:kent"]),
            ("embark", [str(army), GENERAL]), ("sail", [CHANNEL, "!land:normandie"]),
            ("march", []),
        ],
        {"england.attrition": [1, 1]},
    )  # fmt: skip
    assert stands(state, GENERAL) == ("map", "normandie", "field")


@pytest.mark.rule("CMB-04")
def test_ships_one_of_which_was_beaten_take_nobody_aboard() -> None:
    state = sea_table()
    ships = units(state, fleet(state, "england", "kent", "NTD", "NTD"))
    put(state, "england", "kent", "LD")
    said = boarding.why_no_boarding(Arrival(state, ships, ["kent"], "england"), "kent")
    assert said == ""
    assert "CMB-04" in boarding.why_no_boarding(
        Arrival(state, ships, ["kent"], "england", fought=True), "kent"
    )
    state.marks.beaten.add(ships[0].id)
    assert "CMB-04" in boarding.why_no_boarding(Arrival(state, ships, ["kent"], "england"), "kent")


@pytest.mark.rule("CMB-01", "CMB-06")
def test_who_may_be_taken_aboard_and_where() -> None:
    state = sea_table()
    ships = units(state, fleet(state, "england", CHANNEL, "NTD"))

    def why(berth: str, place: str) -> str:
        return boarding.why_no_boarding(Arrival(state, ships, [berth], "england"), place)

    (army,) = put(state, "england", "kent", "LD")
    assert why(CHANNEL, "kent") == ""
    assert "no coast" in why("sea-lion", "kent")
    assert "no coast" in why(CHANNEL, "sea-nord")
    assert "no coast" in why("wessex", "kent"), "from the port of its own province only"
    state.marks.moved.add(army)
    assert "CMB-01" in why(CHANNEL, "kent"), "moved already"
    state.marks.moved.clear()
    state.land.controllers["kent"] = "france"
    state.sea.presidios["kent"] = ("england", 1)
    assert "not under control" in why("kent", "kent"), "a presidio is not a port of theirs"
    put(state, "england", "normandie", "A+")
    assert why(CHANNEL, "normandie") == "", "a piece of it"
    state.remove(ships[0])
    ships[:] = units(state, fleet(state, "england", CHANNEL, "NDE"))
    assert "can carry none" in why(CHANNEL, "normandie")


@pytest.mark.rule("CMB-01", "NAC-21")
def test_out_of_a_besieged_port_come_those_inside_who_have_not_moved() -> None:
    state = siege_of_wessex()
    put(state, "england", "wessex", "A+")
    first, second = put(state, "england", "wessex", "LD", "LD", position="inside", leader=GENERAL)
    there = boarding.boarders(state, "wessex", "wessex", "england")
    assert (there.troops, there.leaders) == ((str(first), str(second)), (GENERAL,))
    state.marks.moved.add(first)
    state.marks.moved_leaders.add(GENERAL)
    there = boarding.boarders(state, "wessex", "wessex", "england")
    assert (there.troops, there.leaders) == ((str(second),), ())


@pytest.mark.rule("MOV-26", "CMB-01")
def test_besiegers_who_embark_leave_enough_behind_or_nobody() -> None:
    state = sea_table()
    state.land.levels["normandie"] = 2
    state.land.sieges["normandie"] = Siege("england", ["+"])
    ships = units(state, fleet(state, "england", CHANNEL, "F-: 2 NTD"))
    first, second = put(state, "england", "normandie", "LD", "LD")
    there = boarding.boarders(state, CHANNEL, "normandie", "england")

    def why(*keys: int) -> str:
        part = replace(there, troops=tuple(map(str, keys)))
        return boarding._refused(Arrival(state, ships, [CHANNEL], "england"), "normandie", part)

    assert "MOV-26" in why(first)
    assert why(first, second) == ""
    put(state, "england", "normandie", "LD")
    assert why(first) == ""


@pytest.mark.rule("CMB-06")
def test_who_goes_aboard_is_asked_and_too_many_are_refused() -> None:
    for number, said in ((2, "CMB-06"), (1, "")):
        state = sea_table()
        both = put(state, "england", "kent", "LD", "LD")
        (ship,) = fleet(state, "england", "kent", "NTD")
        answers: list[Any] = [
            ("next-move", f"kent:{ship}"), ("sail", ["!embark:kent"]),
            ("embark", [str(each) for each in both[:number]]),
            ("sail", [CHANNEL, "!land:normandie"]), ("march", []),
        ]  # fmt: skip
        dice = {"england.attrition": [1, 1]}
        if said:
            with pytest.raises(AssertionError, match=said):
                play(movement.moves, state, answers, dice)
            continue
        played = play(movement.moves, state, [*answers, ("next-move", "done")], dice)
        assert [at(state, each)[0] for each in both] == ["normandie", "kent"]
        ask = next(ask for ask in played.asks if ask.name == "embark")
        assert [str(each) for each in both] not in ask.offers()


@pytest.mark.rule("CMB-05")
def test_a_pasha_needs_the_points_of_its_detachments() -> None:
    state = sea_table(alliances={"england": ["turkey"], "france": ["france"]})
    pashas = units(state, put(state, "turkey", "trakya", "PASHA", size=3))
    assert transports.transport_points_needed(state, pashas) == 3 * transports.points_of_counter(
        state, "turkey", "LD"
    )


@pytest.mark.rule("CMB-05", "CMB-A6", "SIE-25")
def test_no_ship_carries_timars_and_pashas() -> None:
    """146, of \\Timar and pashas: "Check specific Turkish rules for details", which say of both
    *never carried by sea* (C-TUR-03, C-TUR-11): janissaries go aboard without them, and a stack
    with them does not redeploy by sea."""
    state = sea_table(alliances={"england": ["turkey"], "france": ["france"]})
    ships = fleet(state, "turkey", "kent", "F+: 4 NWD, 4 NTD")
    [janissaries] = put(state, "turkey", "kent", "A-", corps="janissary")
    there = boarding.boarders(state, "kent", "kent", "england")
    assert there.troops == (str(janissaries),)
    for number in ships:
        state.put(state.units[number], CHANNEL)
    assert redeployment_by_sea.passages(state, "kent", "england")
    put(state, "turkey", "kent", "LD", corps="timar")
    put(state, "turkey", "kent", "PASHA", size=2)
    assert boarding.boarders(state, CHANNEL, "kent", "england").troops == (str(janissaries),)
    assert not redeployment_by_sea.passages(state, "kent", "england")


@pytest.mark.rule("CMB-05", "CMB-29")
def test_gold_aboard_takes_the_room_of_troops() -> None:
    state = sea_table()
    ships = fleet(state, "england", CHANNEL, "NTD")
    put(state, "england", "kent", "LD")
    assert not boarding.why_no_boarding(
        Arrival(state, units(state, ships), [CHANNEL], "england"), "kent"
    )
    state.sea.gold[str(ships[0])] = 10
    assert "CMB-06" in boarding.why_no_boarding(
        Arrival(state, units(state, ships), [CHANNEL], "england"), "kent"
    )
    put(state, "england", CHANNEL, "LD", position="aboard")
    play(carried_troops.drop_excess, state, (), (), CHANNEL, "england", ships)
    assert carried_troops.troops_aboard(state, CHANNEL, "england") == [], "2 and 2 points in 3"


# What becomes of them.


@pytest.mark.rule("CMB-18", "CMB-28", "CMB-17")
@pytest.mark.parametrize(("place", "left"), [(CHANNEL, 0), ("wessex", 0), ("sea-nord", 1)])
def test_with_the_last_ship_all_who_are_aboard_are_lost(place: str, left: int) -> None:
    """In port too, where no ship has brought them; and who may not stay aboard at sea."""
    state = sea_table()
    ships = fleet(state, "england", place, "NTD")
    troops = put(state, "england", "kent", "LD", "LDE", leader=GENERAL)
    voyage = sailing(state, ships, troops, GENERAL)
    voyage.journey = Journey(("kent", CHANNEL, place))
    if not left:
        state.remove(state.units[ships[0]])
        voyage.units.clear()
    play(troops_ashore.finish, state, (), (), voyage)
    assert not any(unit.land for unit in state.units.values())
    assert stands(state, GENERAL)[0] == "away"


@pytest.mark.rule("CMB-18")
def test_a_leader_who_lost_his_troops_goes_ashore_where_the_ships_lie_in_port() -> None:
    for place, status in (("wessex", ("map", "wessex", "field")), (CHANNEL, ("away", "", "field"))):
        state = sea_table()
        ships = fleet(state, "england", place, "NTD")
        troops = put(state, "england", "kent", "LD", leader=GENERAL)
        voyage = sailing(state, ships, troops, GENERAL)
        voyage.journey = Journey(("kent", CHANNEL, place))
        state.remove(state.units[troops[0]])
        played = play(troops_ashore.finish, state, (), (), voyage)
        assert stands(state, GENERAL) == status
        assert ("goes ashore in" in played.told) == (place == "wessex")


@pytest.mark.rule("CMB-17", "CMB-18")
def test_who_never_left_or_came_into_a_port_goes_ashore_there_with_his_leader() -> None:
    state = siege_of_wessex()
    ships = fleet(state, "england", "wessex", "NTD", "NTD")
    troops = put(state, "england", "wessex", "LD", position="inside", leader=GENERAL)
    move = march_under_way.begin(state, "england", "wessex", list(troops), [GENERAL])
    march_under_way.join(state, move, troops, [GENERAL])
    voyage = Voyage("england", list(ships), [], Journey(("wessex",)), last=state.last_unit)
    voyage.cargo = Cargo(move, "wessex", "wessex")
    carried_troops.follow(state, voyage, "wessex")
    assert stands(state, GENERAL) == ("map", "wessex", "aboard")
    play(troops_ashore.finish, state, (), (), voyage)
    assert at(state, troops[0]) == ("wessex", "inside")
    assert stands(state, GENERAL) == ("map", "wessex", "inside")
    state = sea_table()
    ships = fleet(state, "england", "wessex", "NTD")
    troops = put(state, "england", "kent", "LD", leader=GENERAL)
    voyage = sailing(state, ships, troops, GENERAL)
    voyage.journey = Journey(("kent", CHANNEL, "wessex"))
    carried_troops.follow(state, voyage, "wessex")
    played = play(troops_ashore.finish, state, [("march", [])], (), voyage)
    assert at(state, troops[0]) == ("wessex", "field")
    assert stands(state, GENERAL) == ("map", "wessex", "field")
    assert played.asks[0].points == 12 - 2  # type: ignore[attr-defined]


@pytest.mark.rule("CMB-16", "CMB-12")
def test_a_leader_lands_in_the_besieged_fortress_too() -> None:
    state = siege_of_wessex()
    ships = fleet(state, "england", "wessex", "NTD")
    troops = put(state, "england", "kent", "LD", leader=GENERAL)
    voyage = sailing(state, ships, troops, GENERAL)
    voyage.journey = Journey(("kent", CHANNEL, "wessex"))
    carried_troops.follow(state, voyage, "wessex")
    voyage.landing = "wessex"
    play(troops_ashore.finish, state, (), (), voyage)
    assert at(state, troops[0]) == ("wessex", "inside")
    assert stands(state, GENERAL) == ("map", "wessex", "inside")
    assert troops[0] in state.marks.moved


@pytest.mark.rule("CMB-18")
def test_a_beaten_fleet_lands_leaders_in_the_port_and_strangers_nowhere() -> None:
    state = sea_table()
    ships = fleet(state, "england", CHANNEL, "NTD")
    own = put(state, "england", CHANNEL, "LD", position="aboard", leader=GENERAL)
    foes = put(state, "france", CHANNEL, "LD", position="aboard", leader="bayard")
    state.put_leader(state.leaders[GENERAL], CHANNEL, "aboard")
    state.put_leader(state.leaders["bayard"], CHANNEL, "aboard")
    lead(state, "england", CHANNEL, ADMIRAL)
    play(carried_troops.disembark, state, (), (), CHANNEL, "wessex", "england", ships)
    assert at(state, own[0]) == ("wessex", "field")
    assert stands(state, GENERAL) == ("map", "wessex", "field")
    assert at(state, foes[0]) == (CHANNEL, "aboard")
    assert stands(state, "bayard") == ("map", CHANNEL, "aboard")
    assert stands(state, ADMIRAL) == ("map", CHANNEL, "field")
    state = siege_of_wessex()
    ships = fleet(state, "england", CHANNEL, "NTD")
    own = put(state, "england", CHANNEL, "LD", "LD", position="aboard")
    play(carried_troops.disembark, state, (), (), CHANNEL, "wessex", "england", ships)
    left = [number for number in own if number in state.units]
    assert [at(state, number) for number in left] == [("wessex", "inside")], "3 points hold one"


# Going back aboard.


def beaten(state: State, army: list[int], *answers: Any, dice: Any = ()) -> Played:
    return play(
        landing.carry_off,
        state,
        answers,
        dice,
        CHANNEL,
        band(army, GENERAL, place="normandie"),
        "england",
    )


@pytest.mark.rule("RET-29")
def test_the_roomiest_free_ships_carry_the_beaten_off_with_their_leader() -> None:
    state = sea_table()
    small = fleet(state, "england", CHANNEL, "NTD", task="supply")
    large = fleet(state, "england", CHANNEL, "NTD", "NTD")
    locked = fleet(state, "england", CHANNEL, "F+: 4 NTD", task="blockade:normandie")
    state.marks.locked.update(locked)
    army = put(state, "england", "normandie", "LD", "LD", leader=GENERAL)
    state.marks.entered[army[0]] = ["kent", CHANNEL, "normandie"]
    assert transports.ships_awaiting(state, CHANNEL, "normandie", "england") == large
    played = beaten(state, army, ("retreat-to", "kent"), dice={"england.attrition": 1})
    assert played.result == "kent"
    assert [at(state, number) for number in army] == [("kent", "field")] * 2
    assert stands(state, GENERAL) == ("map", "kent", "field")
    assert [at(state, number)[0] for number in small] == [CHANNEL]
    assert army[0] not in state.marks.entered


@pytest.mark.rule("RET-29")
def test_the_ships_that_landed_them_carry_the_beaten_off_not_larger_ones_that_blockade() -> None:
    state = sea_table()
    ships = fleet(state, "england", "kent", "NTD", "NTD")
    fleet(state, "england", CHANNEL, "F+: 4 NTD", task="blockade:normandie")
    (army,) = put(state, "england", "kent", "LD")
    play(
        movement.moves, state,
        [
            ("next-move", f"kent:{ships[0]}"), ("mover", [str(number) for number in ships]),
            ("sail", ["!embark:kent"]), ("sail", [CHANNEL, "!land:normandie"]), ("march", []),
            ("next-move", "done"),
        ],
        {"england.attrition": [1, 1, 1]},
    )  # fmt: skip
    assert at(state, army) == ("normandie", "field")
    assert transports.ships_awaiting(state, CHANNEL, "normandie", "england") == ships


@pytest.mark.rule("RET-29", "CMB-28")
def test_who_finds_no_room_when_he_goes_back_aboard_is_lost() -> None:
    state = sea_table()
    fleet(state, "england", CHANNEL, "NTD")
    army = put(state, "england", "normandie", "LD", "LD", "LD", leader=GENERAL)
    beaten(state, army, ("retreat-to", "kent"), dice={"england.attrition": 1})
    assert len([number for number in army if number in state.units]) == 1, "in three points"


@pytest.mark.rule("RET-29")
def test_without_a_port_to_flee_to_the_beaten_are_lost_and_their_leader_is_away() -> None:
    state = sea_table()
    fleet(state, "england", CHANNEL, "NTD")
    army = put(state, "england", "normandie", "LD", leader=GENERAL)
    for place in board.provinces():
        if state.land.controllers.get(place) == "england" or board.province(place).owner_1492 == (
            "england"
        ):
            state.land.controllers[place] = "france"
    played = beaten(state, army, dice={"england.attrition": 1})
    assert played.result == ""
    assert not any(unit.land for unit in state.units.values())
    assert stands(state, GENERAL)[0] == "away"


@pytest.mark.rule("RET-29", "LDR-A5")
def test_who_loses_his_ships_and_the_beaten_aboard_with_no_port_leaves_the_map_too() -> None:
    """LDR-A5: at sea, *where nothing carries him any more*: the admiral of ships that a storm
    takes."""
    state = sea_table(bad_weather=True)
    fleet(state, "england", CHANNEL, "NDE", leader="england-anonymous-admiral-1")
    army = put(state, "england", "normandie", "LDE", leader=GENERAL)
    for place in board.provinces():
        if sides.controller(state, place) == "england":
            state.land.controllers[place] = "france"
    beaten(state, army, dice={"england.attrition": 10})
    assert not state.units
    assert stands(state, "england-anonymous-admiral-1")[0] == "away"


# Landing.


@pytest.mark.rule("CMB-07", "CMB-09")
def test_a_landing_is_on_a_coast_beside_the_ships_or_in_their_controlled_port() -> None:
    state = sea_table()
    ships = fleet(state, "england", "kent", "NTD")
    ask = laden(state, ships, put(state, "england", "kent", "LD"))
    assert "no coast" in refused(ask, CHANNEL, "!land:yorkshire")
    assert "no coast" in refused(ask, CHANNEL, "wessex", "!land:cornwall")
    state.land.controllers["wessex"] = "france"
    state.sea.presidios["wessex"] = ("england", 1)
    assert "CMB-07" in refused(ask, CHANNEL, "wessex", "!land:wessex")


@pytest.mark.rule("CMB-10", "NAC-11")
def test_a_landing_with_supply_needs_ships_enough_for_all_who_are_there() -> None:
    state = sea_table()
    ships = fleet(state, "england", "kent", "NTD")
    ask = laden(state, ships, put(state, "england", "kent", "LD"))
    assert ask.parse([CHANNEL, "!land+supply:normandie"])
    put(state, "england", "normandie", "A+", "A+")
    assert "NAC-11" in refused(ask, CHANNEL, "!land+supply:normandie")
    assert ask.parse([CHANNEL, "!land:normandie"]), "without supply it may"


@pytest.mark.rule("INI-03")
def test_nobody_lands_beside_an_ally_s_ally_alone() -> None:
    """96: alliances are transitive "for this purpose (but not for stacking purpose"."""
    league = ["england", "venice", "portugal"]
    state = sea_table(
        alliances={"england": league, "france": ["france"]}, wars=[("england", "france")],
        pacts=[["england", "venice"], ["venice", "portugal"], ["france"]],
    )  # fmt: skip
    ships = fleet(state, "england", "kent", "NTD")
    ask = laden(state, ships, put(state, "england", "kent", "LD"))
    (other,) = put(state, "venice", "wessex", "LD")
    assert ask.parse([CHANNEL, "!land:wessex"])
    state.remove(state.units[other])
    put(state, "portugal", "wessex", "LD")
    assert "INI-03" in refused(ask, CHANNEL, "!land:wessex")


@pytest.mark.rule("DIS-03")
def test_nobody_lands_beside_those_who_alone_know_where_they_are() -> None:
    """1656: "Even if two stacks know the zone (but the country doesn't), they may not merge"."""
    near, far = "sea-guinee", "congo-n"
    state = sea_table(
        alliances={"england": ["england", "venice"], "france": ["france"]},
        known={"england": {near, far}}, natives={far: "gone"},
    )  # fmt: skip
    ships = fleet(state, "england", near, "NTD")
    ask = laden(state, ships, put(state, "england", near, "LD"))
    assert ask.parse([f"!land:{far}"])
    (other,) = put(state, "venice", far, "LD")
    state.overseas.discoveries[str(other)] = {far}
    assert "DIS-03" in refused(ask, f"!land:{far}")


@pytest.mark.rule("CMB-12", "CMB-10")
def test_what_can_no_longer_be_done_besides_the_landing_falls_away() -> None:
    state = sea_table()
    ships = fleet(state, "england", "kent", "F-: 2 NWD, 1 NTD", "NTD")
    army = put(state, "england", "kent", "LD")
    voyage = sailing(state, ships, army)
    for number in ships:
        state.put(state.units[number], CHANNEL)
    state.remove(state.units[ships[0]])
    voyage.units.remove(ships[0])
    state.land.levels["normandie"] = 3
    action = Action("land+blockade", "normandie")
    told = play(_land, state, (), (), voyage, action).told
    assert voyage.landing == "normandie"
    assert state.sea.tasks == {}, "too few for a blockade now"
    assert "and nothing besides: it takes F- and 2 ND to blockade Normandie" in told


@pytest.mark.rule("CMB-10", "CMB-12", "CAM-02")
def test_a_fleet_blockades_though_only_troops_of_an_ally_s_passive_campaign_are_left() -> None:
    """957: *the action is transport + blockade + supply (invasion)* of the naval stack, and 409:
    *multinational stacks are moved as part of the campaign of the commander*: what storms have left
    aboard lands as announced, and the ships need no campaign of theirs."""
    state = sea_table(alliances={"england": ["england", "portugal"], "france": ["france"]})
    state.countries["portugal"].campaign = "passive"
    ships = fleet(state, "england", "kent", "F-: 2 NWD, 1 NTD", "NTD")
    voyage = sailing(state, ships, put(state, "portugal", "kent", "LD"))
    for number in ships:
        state.put(state.units[number], CHANNEL)
    told = play(_land, state, (), (), voyage, Action("land+blockade", "normandie")).told
    assert voyage.landing == "normandie"
    assert "nothing besides" not in told
    assert state.sea.tasks == {str(number): "blockade:normandie" for number in ships}


async def _land(phase: Phase, voyage: Voyage, action: Action) -> None:
    landing.land(phase, voyage, action)


@pytest.mark.rule("CAM-A6", "CMB-13")
def test_a_landing_among_enemies_needs_an_active_move_that_is_left() -> None:
    state = sea_table(campaign="active")
    ships = fleet(state, "england", "kent", "NTD")
    troops = put(state, "england", "kent", "LD")
    ask = laden(state, ships, troops)
    assert ask.parse([CHANNEL, "!land:normandie"])
    campaigns.spend_active(state, "england", put(state, "england", "wessex", "LD"))
    assert "active move" in refused(ask, CHANNEL, "!land:normandie")


@pytest.mark.rule("LDR-A5")
def test_a_leader_without_ships_and_troops_is_away_even_off_a_port() -> None:
    state = sea_table()
    troops = put(state, "england", "kent", "LD", leader=GENERAL)
    voyage = sailing(state, [], troops, GENERAL)
    voyage.journey = Journey(("kent", CHANNEL, "wessex"))
    state.remove(state.units[troops[0]])
    play(troops_ashore.finish, state, (), (), voyage)
    assert stands(state, GENERAL)[0] == "away"


@pytest.mark.rule("CMB-12")
def test_nobody_lands_whose_ships_or_troops_are_gone() -> None:
    for gone in ("ships", "troops"):
        state = sea_table()
        ships = fleet(state, "england", CHANNEL, "NTD")
        army = put(state, "england", "kent", "LD")
        voyage = sailing(state, ships, army)
        for number in ships if gone == "ships" else army:
            state.remove(state.units[number])
        voyage.units = [number for number in ships if number in state.units]
        action = Action("land", "normandie")
        assert play(_land, state, (), (), voyage, action).told == "", gone
        assert voyage.landing == ""


@pytest.mark.rule("CMB-28", "NAC-24")
def test_ships_that_lose_the_troops_aboard_and_sail_on_carry_nobody() -> None:
    """999: *the land stack immediately suffers enough loss*, all of it where no room is left: who
    has won an interception without it is asked where he sails as without troops."""
    state = sea_table()
    ships = fleet(state, "england", CHANNEL, "NDE")
    troops = put(state, "england", "kent", "LD")
    voyage = sailing(state, ships, troops)
    voyage.everyone = [*ships]
    state.remove(state.units[troops[0]])
    (asked,) = play(voyages._ask, state, [("sail", [])], (), voyage, []).asks
    assert not any("!land" in item for offer in asked.offers() for item in offer)
    assert voyage.cargo is None


@pytest.mark.rule("CMB-10", "CMB-17", "NAC-08")
def test_the_name_of_a_coast_means_what_may_be_done_there() -> None:
    """Text 885 to 893 and 907 to 910: what may be announced for a coast may be typed by its name,
    as it is offered."""
    state = sea_table()
    ships = fleet(state, "england", "kent", "F-: 2 NWD, 2 NTD")
    troops = put(state, "england", "kent", "LD")
    ask = laden(state, ships, troops)
    assert ask.is_legal(ask.answer_from_words("Picardie"))
    assert ask.answer_from_words("Picardie")[-1] == "!land:picardie", (
        "the landing, whatever else could follow"
    )
    assert ask.answer_from_words("Wessex") == [CHANNEL, "wessex", "!land:wessex"]
    with pytest.raises(BadAnswer):
        ask.parse(ask.answer_from_words("Paris"))
    state = sea_table()
    ships = fleet(state, "england", "kent", "F-: 2 NWD")
    (alone,) = ships
    free = Sail(
        who="england", name="sail", what="?", state=state, alliance="england", units=[alone],
        leaders=(), journey=attrition_math.begin(state, band(ships)), everyone=ships,
    )  # fmt: skip
    state.land.levels["caux"] = 2
    assert free.answer_from_words("Caux")[-1] == "!blockade:caux"
    put(state, "england", "caux", "LD")
    with pytest.raises(BadAnswer, match=r"several things .* !blockade\+supply:caux for"):
        free.answer_from_words("Caux")


@pytest.mark.rule("NAC-03", "MVG-07")
def test_ships_are_offered_to_join_friends_farther_than_the_nearest_zones() -> None:
    """Text 846 to 848: *you need to merge before battle*."""
    state = sea_table()
    ships = fleet(state, "england", "kent", "NWD")
    ask = Sail(
        who="england", name="sail", what="?", state=state, alliance="england", units=ships,
        leaders=(), journey=attrition_math.begin(state, band(ships)), everyone=ships,
    )  # fmt: skip
    seas = [place for place, way in ask.nearest_places() if way and board.is_sea(place)]
    far = seas[-1]
    assert [*ask.path_to(far)] not in ask.offers()
    fleet(state, "england", far, "NWD")
    assert [*ask.path_to(far)] in ask.offers()


@pytest.mark.rule("CMB-01", "MOV-04", "MOV-28")
@pytest.mark.parametrize("enemy", [False, True])
def test_who_lands_may_move_on_unless_enemies_hold_him(enemy: bool) -> None:
    """*The troops may move after landing*; not from among enemies."""
    state = sea_table()
    ships = fleet(state, "england", CHANNEL, "NTD")
    troops = put(state, "england", "kent", "LD")
    voyage = sailing(state, ships, troops)
    if enemy:
        put(state, "france", "normandie", "LD")
    assert voyage.cargo is not None
    found = plays.played(marches.ashore, state, {}, {}, voyage.cargo.move, "normandie", 2)
    assert ("march" in plays.asked(found)) is not enemy
    assert (troops[0] in state.marks.locked) is enemy


@pytest.mark.rule("CMB-18")
def test_of_leaders_whose_troops_are_lost_only_those_aboard_go_ashore() -> None:
    """Who fell, or landed before, is not in the port."""
    state = sea_table()
    for name, place in ((GENERAL, "wessex"), ("bayard", "kent"), ("foix", "wessex")):
        lead(state, "england", place, name, "aboard" if place == "wessex" else "field")
    state.remove_leader(state.leaders["foix"], "killed")
    move = march_under_way.begin(state, "england", "kent", [], [GENERAL, "bayard", "foix"])
    troops_ashore._leaders_ashore(Phase(state), move, "wessex")
    assert stands(state, GENERAL) == ("map", "wessex", "field")
    assert stands(state, "bayard") == ("map", "kent", "field")
    assert stands(state, "foix")[0] == "killed"


@pytest.mark.rule("CMB-19")
@pytest.mark.parametrize(
    ("zone", "kind", "stays"),
    [(CHANNEL, "LD", False), ("sea-canarias", "LD", True), ("sea-canarias", "A-", False),
     ("wessex", "A-", True)],
)  # fmt: skip
def test_a_stopped_fleet_may_stay_with_its_troops_overseas_or_in_port(
    zone: str, kind: Kind, stays: bool
) -> None:
    """*ROTW exception: a land stack without A counter may end the move aboard.*"""
    state = sea_table(known={"england": {"sea-canarias"}})
    ships = fleet(state, "england", zone, "NTD")
    voyage = sailing(state, ships, put(state, "england", "kent", kind))
    voyage.journey = Journey(("kent", CHANNEL, zone))
    assert voyages._may_stay(state, voyage) is stays


@pytest.mark.rule("CMB-17", "CMB-18")
@pytest.mark.parametrize(("besieged", "evacuated", "inside"), [
    (True, False, True), (True, True, False), (False, False, False), (False, True, False),
])  # fmt: skip
def test_who_is_put_back_is_inside_where_he_came_from_a_besieged_fortress(
    besieged: bool, evacuated: bool, inside: bool
) -> None:
    """Out of a besieged port come those inside; who is evacuated stood in the field."""
    state = siege_of_wessex() if besieged else sea_table()
    if besieged and evacuated:
        put(state, "england", "wessex", "A+")
    troops = put(state, "england", "wessex", "LD", position="aboard")
    move = march_under_way.begin(state, "england", "wessex", list(troops), [])
    cargo = Cargo(move, "wessex", CHANNEL if evacuated else "wessex")
    play(troops_ashore._put_back, state, (), (), cargo, troops)
    assert at(state, troops[0]) == ("wessex", "inside" if inside else "field")


@pytest.mark.rule("CMB-06")
def test_as_many_as_the_ships_can_carry_are_suggested_to_go_aboard() -> None:
    state = sea_table()
    small, army = put(state, "england", "kent", "LD", "A-")
    (ship,) = fleet(state, "england", "kent", "NTD")
    answers: list[Any] = [
        ("next-move", f"kent:{ship}"), ("sail", ["!embark:kent"]), ("embark", [str(army)]),
        ("sail", [CHANNEL, "!land:normandie"]), ("march", []), ("next-move", "done"),
    ]  # fmt: skip
    played = play(movement.moves, state, answers, {"england.attrition": [1, 1]})
    (ask,) = (ask for ask in played.asks if ask.name == "embark")
    assert isinstance(ask, Parting)
    assert ask.enter == (str(army),), "three points: the army, no detachment beside it"
    assert small


@pytest.mark.rule("CMB-06", "MOV-26")
@pytest.mark.parametrize(("left", "said"), [(True, ""), (False, "CMB-06")])
def test_an_army_is_broken_for_a_passage_only_where_counters_are_left(
    left: bool, said: str
) -> None:
    """C-FOR-02: of an A+ a transport carries a detachment; without counters for the pieces none."""
    state = sea_table()
    put(state, "england", "kent", "A+")
    ships = units(state, fleet(state, "england", "kent", "NTD"))
    if not left:
        for kind in ("LD", "A-"):
            use_up(state, "england", kind)
    found = boarding.why_no_boarding(Arrival(state, ships, ["kent"], "england"), "kent")
    assert (found == "") == (said == "")
    assert said in found


@pytest.mark.rule("CMB-17")
def test_troops_may_not_stay_aboard_where_the_ships_stop() -> None:
    """*Troops embark and land within one single move; they may not stay aboard*: at sea to stop is
    no answer, and the nearest landing is suggested."""
    state = sea_table()
    ships = fleet(state, "england", CHANNEL, "NTD")
    ask = laden(state, ships, put(state, "england", "kent", "LD"), CHANNEL)
    ask.journey = ask.journey.extended("sea-nord")
    for number in ships:
        state.put(state.units[number], "sea-nord")
    assert "CMB-17" in refused(ask)
    assert [] not in ask.offers()
    assert ask.default == [*next(ask.landings())]
    assert ask.default[-1].startswith("!land:")


@pytest.mark.rule("RET-29", "CMB-28")
def test_beaten_troops_who_find_no_room_on_their_ships_are_lost_on_going_back_aboard() -> None:
    """*At once*: before their fleet puts to sea and rolls."""
    state = sea_table()
    (ship,) = fleet(state, "england", CHANNEL, "NTD")
    army = put(state, "england", "normandie", "LD", "LD")
    played = plays.played(
        landing.carry_off, state, {"retreat-to": ["kent"]}, {"england.attrition": 1}, CHANNEL,
        band(army, place="normandie"), "england",
    )  # fmt: skip
    told = played.told.splitlines()
    lost = next(at for at, line in enumerate(told) if "too few ships to carry them" in line)
    assert lost < next(at for at, line in enumerate(told) if "attrition on the way to Kent" in line)
    assert sum(number in state.units for number in army) == 1
    assert at(state, ship) == ("kent", "port")


@pytest.mark.rule("PRE-11", "CMB-28")
@pytest.mark.parametrize(("die", "left"), [(5, 3), (8, 1)])
def test_troops_aboard_a_ship_that_fire_sinks_are_lost_with_it(die: int, left: int) -> None:
    """*At once*: 11 sinks a transport; the other carries one LD of the three."""
    state = sea_table()
    state.sea.presidios["wessex"] = ("france", 3)
    ships = fleet(state, "england", CHANNEL, "NTD", "NTD")
    troops = put(state, "england", "kent", "LD", "LD", "LD")
    voyage = sailing(state, ships, troops)
    play(gunfire.under_fire, state, [("fire", True)], {"france.fire": die}, voyage, CHANNEL,
         "wessex")  # fmt: skip
    assert sum(number in state.units for number in troops) == left


@pytest.mark.rule("CMB-28", "MVG-10")
def test_who_waits_aboard_loses_his_place_with_ships_that_roll_beside_his() -> None:
    """Three LDE need the warship and a detachment of exploration; where the voyage of that ends
    without it one of them is lost, though they were no part of it."""
    state = sea_table()
    fleet(state, "england", "sea-arguin", "NWD")
    (rolls,) = fleet(state, "england", "sea-arguin", "NDE", task="supply")
    put(state, "england", "sea-arguin", "LDE", "LDE", "LDE", position="aboard")
    voyage = Voyage("england", [rolls], [], Journey(("sea-arguin",)), everyone=[rolls])
    state.remove(state.units[rolls])
    play(voyage_step.voyage_attrition, state, (), (), voyage)
    assert sum(unit.kind == "LDE" for unit in state.units.values()) == 2


@pytest.mark.rule("MVG-10", "CMB-28")
@pytest.mark.parametrize(("sunk", "status"), [(True, "away"), (False, "map")])
def test_a_leader_whose_troops_wait_aboard_is_away_when_they_lose_their_last_ship(
    sunk: bool, status: str
) -> None:
    state = sea_table()
    (rolls,) = fleet(state, "england", "sea-arguin", "NTD", task="supply")
    put(state, "england", "sea-arguin", "LD", position="aboard")
    lead(state, "england", "sea-arguin", GENERAL, "aboard")
    voyage = Voyage("england", [rolls], [], Journey(("sea-arguin",)), everyone=[rolls])
    dice = {} if sunk else {"england.attrition": 1}
    if sunk:
        state.remove(state.units[rolls])
    play(voyage_step.voyage_attrition, state, (), dice, voyage)
    assert state.leaders[GENERAL].status == status


@pytest.mark.rule("CMB-25")
def test_what_an_army_aboard_was_broken_into_suffers_with_its_ships() -> None:
    """*The troops aboard lose the same percentage*: those who are left of them, also in counters
    that were made on the way, and nobody who waits there on other ships."""
    state = sea_table()
    ships = fleet(state, "england", CHANNEL, "NTD")
    voyage = sailing(state, ships, put(state, "england", "kent", "LD"))
    (waits,) = put(state, "england", CHANNEL, "LDE", position="aboard")
    assert voyage.cargo is not None
    voyage.cargo.move.last = state.last_unit
    state.remove(state.units[voyage.cargo.move.units[0]])
    (made,) = put(state, "england", CHANNEL, "LDE", position="aboard")
    state.marks.moved.add(made)
    assert voyage_step._passengers(state, voyage) == [made]
    assert waits in state.units


@pytest.mark.rule("RET-29", "CMB-03")
def test_beaten_troops_whose_ships_find_no_port_are_lost() -> None:
    state = sea_table()
    for place in [each for each in board.provinces() if ports.harbour(state, each, "england")]:
        state.land.controllers[place] = "france"
    fleet(state, "england", CHANNEL, "F+: 4 NWD, 1 NTD", "NTD")
    army = put(state, "england", "normandie", "LD", "LD", "LD", "LD", leader=GENERAL)
    played = plays.played(
        landing.carry_off, state, {}, {"england.attrition": 1}, CHANNEL,
        band(army, GENERAL, place="normandie"), "england",
    )  # fmt: skip
    assert "no port to land in" in played.told
    assert not any(unit.land for unit in state.units.values())
    assert any(unit.place == CHANNEL for unit in state.units.values()), "ships are left"
    assert state.leaders[GENERAL].status != "map"


@pytest.mark.rule("CMB-06")
@pytest.mark.parametrize(("ships", "fits"), [(("NWD", "NWD"), True), (("NWD", "NDE"), False)])
def test_the_last_transport_point_carries_too(ships: tuple[str, ...], fits: bool) -> None:
    """*The sum must be at least the need*: an LD needs two points."""
    state = sea_table()
    numbers = fleet(state, "england", CHANNEL, *ships)
    ask = laden(state, numbers, put(state, "england", "kent", "LD"), "kent")
    assert ask.is_legal(["!land:normandie"]) == fits


@pytest.mark.rule("CMB-28", "CMB-A3")
@pytest.mark.parametrize(
    ("troops", "ships", "left"),
    [(("LD", "LD"), ("NWD",), 2), (("LD", "LD"), ("NWD", "NDE"), 3),
     (("LD", "LD"), ("NWD", "NWD"), 4), (("LD", "LD"), ("NWD", "NWD", "NDE"), 4),
     (("LD", "LD"), ("NTD",), 5), (("LD", "LD", "LD"), ("NTD",), 6),
     (("LD", "LD", "LD"), ("NWD", "NWD"), 4), (("LDE", "LDE", "LDE"), ("NDE", "NDE"), 2)],
)  # fmt: skip
def test_a_detachment_is_lost_whole_only_where_all_its_room_is_gone(
    troops: tuple[Kind, ...], ships: tuple[str, ...], left: int
) -> None:
    """*Enough loss to be small enough to be carried* (1003), and no more: an LD takes 2 points and
    two LDE 1, so the first third of each LD saves a point, and a whole one goes where that is not
    enough: of two LD two thirds where 2 points are missing, an LD and a third where 3 are."""
    state = sea_table()
    own = fleet(state, "england", "sea-arguin", *ships)
    put(state, "england", "sea-arguin", *troops, position="aboard")
    plays.played(carried_troops.drop_excess, state, {}, {}, "sea-arguin", "england", own)
    assert sum(unit.thirds for unit in state.units.values() if unit.land) == left


@pytest.mark.rule("MVG-12", "MVG-13", "CMB-01")
def test_who_stays_behind_of_a_broken_army_comes_within_the_limit_again() -> None:
    """Of a full army and two detachments one detachment of the army goes aboard: an A- and three LD
    would be four counters, of which three may stay."""
    state = sea_table()
    ships = fleet(state, "england", CHANNEL, "NTD")
    army, *_ = put(state, "england", "kent", "A+", "LD", "LD")
    voyage = Voyage("england", ships, [], Journey((CHANNEL,)), last=state.last_unit)
    answers: dict[str, list[Any]] = {"embark": [[f"{army}/LD"]]}
    plays.played(boarding.embark, state, answers, {}, voyage, "kent")
    assert forces.within_stacking(sides.stack(state, "kent", "england").units)


@pytest.mark.rule("CMB-01", "CMB-02", "MVG-12")
@pytest.mark.parametrize(
    ("troops", "said"),
    [
        (("LD",), "LD of England goes aboard in Normandie."),
        (("LD", "LD"), "2 LD of England go aboard in"),
    ],
)
def test_who_embarks_is_with_the_ships_at_once_and_a_siege_without_besiegers_is_over(
    troops: tuple[Kind, ...], said: str
) -> None:
    """*The land stack embarks at once*: from then on it is aboard, wherever the ships go, and no
    longer before the fortress."""
    state = sea_table()
    state.land.controllers["normandie"] = "france"
    state.land.sieges["normandie"] = Siege("england", ["+"])
    ships = fleet(state, "england", CHANNEL, "NTD", "NTD")
    army = put(state, "england", "normandie", *troops)
    voyage = Voyage("england", ships, [], Journey((CHANNEL,)), last=state.last_unit)
    (at_home,) = put(state, "england", "kent", "LD")
    state.marks.unsupplied = {at_home}
    played = plays.played(boarding.embark, state, {}, {}, voyage, "normandie")
    assert state.marks.unsupplied == set(), "lines are looked for anew (SUP-A1)"
    assert [at(state, number) for number in army] == [(CHANNEL, "aboard")] * len(army)
    assert state.marks.moved >= {*army}
    assert "normandie" not in state.land.sieges
    assert said in played.told
    assert voyage.cargo is not None
    assert voyage.cargo.evacuated, "away from a port"


@pytest.mark.rule("CMB-03", "CMB-17")
@pytest.mark.parametrize("at_sea", [True, False])
def test_the_troops_land_last_in_the_fortress_from_its_port_and_before_it_from_the_sea(
    at_sea: bool,
) -> None:
    """*Fleet alone, fleet with troops, troops alone*: from the port of a besieged fortress they are
    inside, from the zone beside it they stand among the besiegers' foes."""
    state = siege_of_wessex()
    ships = fleet(state, "england", CHANNEL if at_sea else "wessex", "NTD")
    troops = put(state, "england", "kent", "LD")
    voyage = sailing(state, ships, troops)
    if not at_sea:
        voyage.journey = Journey(("kent", CHANNEL, "wessex"))
        carried_troops.follow(state, voyage, "wessex")
    voyage.landing = "wessex"
    plays.played(troops_ashore.finish, state, {}, {}, voyage)
    positions = {unit.position for unit in state.units.values() if unit.land
                 and unit.country == "england" and unit.place == "wessex"}  # fmt: skip
    assert ("inside" in positions) is not at_sea


@pytest.mark.rule("CMB-03", "MVG-12")
def test_troops_aboard_go_the_way_of_their_ships_zone_by_zone() -> None:
    """*Fleet alone, fleet with troops, troops alone*: the seas are part of their way too, each once
    in a row; a port on it is not."""
    state = sea_table()
    voyage = sailing(state, fleet(state, "england", CHANNEL, "NTD"),
                     put(state, "england", "kent", "LD"))  # fmt: skip
    assert voyage.cargo is not None
    move = voyage.cargo.move
    for place in (CHANNEL, CHANNEL, "wessex", "sea-celtique"):
        carried_troops.follow(state, voyage, place)
        assert at(state, move.units[0]) == (place, "aboard")
    assert move.way == move.leg.way == ["kent", CHANNEL, "sea-celtique"]


@pytest.mark.rule("BLK-07", "PRE-13")
def test_who_has_nowhere_to_go_back_to_stays_where_he_is_and_is_not_asked() -> None:
    """With troops aboard he must go to the closest friendly port; where all are shut there is
    none."""
    state = sea_table()
    state.land.controllers = {p: "france" for p, found in board.provinces().items() if found.port}
    ships = fleet(state, "england", CHANNEL, "NTD")
    army = put(state, "england", CHANNEL, "LD", position="aboard")
    voyage = Voyage("england", ships, [], Journey((CHANNEL,)), last=state.last_unit)
    move = march_under_way.begin(state, "england", "kent", list(army), [])
    voyage.cargo = Cargo(move, "kent", CHANNEL)
    played = play(voyage_step.turn_back, state, (), (), voyage, ["caux"])
    assert (played.asks, at(state, ships[0])) == ([], (CHANNEL, "field"))


@pytest.mark.parametrize(
    ("place", "status", "ships", "left"),
    [(CHANNEL, "map", 0, "away"), (CHANNEL, "map", 1, "map"), ("kent", "map", 0, "map"),
     (CHANNEL, "wounded", 0, "wounded")],
)  # fmt: skip
def test_an_admiral_whose_ships_are_gone_leaves_the_sea_and_no_port(
    place: str, status: Any, ships: int, left: str
) -> None:
    state = sea_table()
    lead(state, "england", place, ADMIRAL, "field" if place == CHANNEL else "port")
    state.leaders[ADMIRAL].status = status
    if ships:
        fleet(state, "england", CHANNEL, "NWD")

    async def procedure(phase: Phase) -> None:
        staying_aboard.leaders_without_ships(phase, [ADMIRAL])

    play(procedure, state)
    assert state.leaders[ADMIRAL].status == left
