"""Troops that stay aboard overseas from round to round, and coasts that count as ports."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facts import board
from engine.fleets import transports
from engine.fleets.naval_journey import Journey
from engine.land.battle.parameters import Force
from engine.land.movement.march_under_way import Move, Stretch
from engine.play.asks import BadAnswer
from engine.play.phase import Phase
from engine.sea.battle import retreat
from engine.sea.interception import interceptors
from engine.sea.under_way import announced_action, attrition_math, carried_troops, staying_aboard
from engine.sea.under_way.voyage import Cargo, Voyage, follow_mark
from engine.sea.voyages import stationary
from engine.sea.voyages.sail_ask import Sail
from engine.sequence import movement
from engine.situation import knowledge
from engine.state import State, forces
from engine.state.forces import Kind
from engine.state.overseas import Establishment
from tests.engine.playing import band, lead, play, put, tabletop

CANARIES, ARGUIN, GAMBIA = "sea-canarias", "sea-arguin", "sea-gambie"
SENEGAL, ANGOLA = "senegal-n", "angola-s"
CONQUISTADOR = "albuquerque"
KINDS: tuple[Kind, ...] = ("LDE", "LD", "A-")


def table(**fields: Any) -> State:
    """Portugal at sea off Africa, all of which it knows and where no natives are awake."""
    everything = {each.id for each in board.provinces().values() if each.map == "rotw"}
    everything |= {each.id for each in board.seas().values() if each.map == "rotw"}
    fields.setdefault("known", {"portugal": everything, "spain": set(everything)})
    fields.setdefault("campaign", "passive")
    fields.setdefault("alliances", {"portugal": ["portugal"], "spain": ["spain"]})
    fields.setdefault("wars", [("portugal", "spain")])
    state = tabletop(**fields)
    state.land.owners["cabo-verde-i"] = "portugal"
    state.overseas.establishments["cabo-verde-i"] = [Establishment("portugal", "trading_post", 3)]
    state.overseas.natives = {
        place.id: "gone" for place in board.provinces().values() if place.area
    }
    return state


def fleet(state: State, zone: str, *kinds: Any, leader: str | None = None) -> tuple[int, list[int]]:
    """Two transports with troops aboard."""
    ship = put(state, "portugal", zone, "NTD", "NTD")[0]
    return ship, put(state, "portugal", zone, *kinds, position="aboard", leader=leader)


@pytest.mark.rule("CMB-19")
def test_detachments_may_end_a_move_aboard_overseas_armies_may_not() -> None:
    state = table()
    scout, units, army = (
        [state.units[number] for number in put(state, "portugal", SENEGAL, kind)] for kind in KINDS
    )
    assert carried_troops.may_stay(state, GAMBIA, scout)
    assert carried_troops.may_stay(state, GAMBIA, units)
    assert not carried_troops.may_stay(state, GAMBIA, army)
    assert not carried_troops.may_stay(state, "sea-cadix", units), "in Europe"
    assert not carried_troops.may_stay(state, SENEGAL, units), "in port"


@pytest.mark.rule("CMB-19", "CMB-20")
def test_troops_aboard_sail_on_with_their_ships_in_the_next_rounds() -> None:
    state = table()
    ship, units = fleet(state, GAMBIA, "LD")
    play(
        movement.moves,
        state,
        [f"{GAMBIA}:{ship}", [str(ship), str(ship + 1)], [ARGUIN]],
        {"portugal.attrition": 1},
    )
    unit = state.units[units[0]]
    assert (unit.place, unit.position) == (ARGUIN, "aboard")
    assert unit.id in state.marks.moved
    state.marks.moved.clear()
    state.marks.done.clear()
    state.land.owners[SENEGAL] = "portugal"
    state.overseas.establishments[SENEGAL] = [Establishment("portugal", "trading_post", 2)]
    assert not Cargo(
        Move("portugal", units, [], Stretch([ARGUIN]), None, last=9), "", ARGUIN, True
    ).evacuated
    play(
        movement.moves,
        state,
        [
            f"{ARGUIN}:{ship}",
            [str(ship), str(ship + 1)],
            [SENEGAL, f"!land:{SENEGAL}"],
            ("march", []),
        ],
        {"portugal.attrition": 1},
    )
    assert state.units[units[0]].place == SENEGAL


@pytest.mark.rule("CMB-19")
def test_ships_may_not_sail_off_without_the_troops_that_only_they_can_carry() -> None:
    state = table()
    ship, units = fleet(state, GAMBIA, "LD", "LD", "LD")
    assert staying_aboard.why_stranded(state, GAMBIA, "portugal", [ship])
    assert not staying_aboard.why_stranded(state, GAMBIA, "portugal", [ship, ship + 1])
    state.marks.moved.update(units)
    assert staying_aboard.why_stranded(state, GAMBIA, "portugal", [ship, ship + 1]), (
        "they have moved"
    )


@pytest.mark.rule("CMB-19")
def test_where_others_could_hold_them_troops_aboard_choose_their_ships() -> None:
    state = table()
    ship, units = fleet(state, GAMBIA, "LD")
    play(
        movement.moves,
        state,
        [f"{GAMBIA}:{ship}", [str(ship)], ("take-along", False), [ARGUIN], "done"],
        {"portugal.attrition": [1, 1]},
    )
    assert state.units[units[0]].place == GAMBIA
    state = table()
    ship, units = fleet(state, GAMBIA, "LD")
    played = play(
        movement.moves,
        state,
        [f"{GAMBIA}:{ship}", [str(ship)], ("take-along", True), [ARGUIN], "done"],
        {"portugal.attrition": [1, 1]},
    )
    assert state.units[units[0]].place == ARGUIN
    assert played.asks[2].who == "portugal"


@pytest.mark.rule("CMB-06", "CMB-19")
def test_ships_with_too_little_room_leave_the_troops_to_others() -> None:
    state = table()
    ship, units = fleet(state, GAMBIA, "LD", "LD")
    put(state, "portugal", GAMBIA, "NTD")
    rooms = [transports.capacity(state, [state.units[ship]])]
    assert rooms == [3], "and two detachments need four"
    play(
        movement.moves,
        state,
        [f"{GAMBIA}:{ship}", [str(ship)], [ARGUIN], "done"],
        {"portugal.attrition": [1, 1]},
    )
    assert {state.units[number].place for number in units} == {GAMBIA}
    assert state.units[ship].place == ARGUIN


@pytest.mark.rule("CMB-06", "CMB-19", "MVG-10")
def test_who_has_moved_aboard_waits_for_ships_that_stay() -> None:
    state = table()
    ship, units = fleet(state, GAMBIA, "LDE", "LD", leader=CONQUISTADOR)
    assert staying_aboard.unmoved_aboard(state, ARGUIN, "portugal") == ([], [])
    found, leaders = staying_aboard.unmoved_aboard(state, GAMBIA, "portugal")
    assert ([unit.id for unit in found], leaders) == (units, [CONQUISTADOR])
    state.marks.moved.add(units[0])
    state.marks.moved_leaders.add(CONQUISTADOR)
    found, leaders = staying_aboard.unmoved_aboard(state, GAMBIA, "portugal")
    assert ([unit.id for unit in found], leaders) == (units[1:], [])
    assert staying_aboard.why_stranded(state, GAMBIA, "portugal", [ship, ship + 1]), (
        "one of them has moved"
    )
    assert not staying_aboard.why_stranded(state, GAMBIA, "portugal", [ship]), (
        "the other holds three points"
    )
    assert transports.transport_points_needed(state, (state.units[number] for number in units)) <= 3


@pytest.mark.rule("CMB-28")
def test_leaders_aboard_leave_with_the_last_of_their_troops() -> None:
    state = table()
    _, units = fleet(state, GAMBIA, "LD", leader=CONQUISTADOR)
    staying_aboard.leaders_without_troops(Phase(state), GAMBIA, "portugal", units)
    assert state.leaders[CONQUISTADOR].status == "map"
    state.remove(state.units[units[0]])
    staying_aboard.leaders_without_troops(Phase(state), GAMBIA, "portugal", units)
    assert state.leaders[CONQUISTADOR].status == "away"


@pytest.mark.rule("CMB-25")
def test_ships_that_stay_where_they_are_lose_with_the_troops_aboard() -> None:
    state = table(campaign="none", bad_weather=True)
    _, units = fleet(state, "sea-atlantique-se", "LD")
    state.overseas.known["portugal"].discard(GAMBIA)
    play(movement.moves, state, [], {"portugal.attrition": 10})
    assert sum(unit.thirds for unit in state.units.values()) < 3
    assert units


@pytest.mark.rule("CMB-25")
def test_troops_aboard_suffer_once_of_the_ships_that_stay() -> None:
    """*The land stack suffers the exact same percentage of losses* (994): not a second time with
    the ships beside theirs that do something else."""
    state = table(campaign="none", bad_weather=True)
    fleet(state, GAMBIA, "LD", "LD")
    (beside,) = put(state, "portugal", GAMBIA, "NTD")
    state.sea.tasks[str(beside)] = "supply"
    play(movement.moves, state, [], {"portugal.attrition": [8, 8]})
    troops = [unit for unit in state.units.values() if unit.land]
    assert forces.strength(troops) == 5, "20 % of 6 thirds, once"


@pytest.mark.rule("CMB-14", "CMB-A1", "NAC-30")
def test_an_empty_coast_counts_as_a_port_for_a_pioneer_without_an_army() -> None:
    state = table()
    ship, units = fleet(state, GAMBIA, "LD", leader=CONQUISTADOR)
    combined = [state.units[ship], state.units[units[0]]]
    people = [CONQUISTADOR]
    assert carried_troops.port_like(state, SENEGAL, "portugal", combined, people)
    assert not carried_troops.port_like(state, SENEGAL, "portugal", combined, [])
    assert not carried_troops.port_like(state, "tejo", "portugal", combined, people), "in Europe"
    army = state.units[put(state, "portugal", GAMBIA, "A-", position="aboard")[0]]
    assert not carried_troops.port_like(state, SENEGAL, "portugal", [*combined, army], people)
    one, other = (state.units[n] for n in put(state, "portugal", GAMBIA, "F-", "F-"))
    assert carried_troops.port_like(state, SENEGAL, "portugal", [*combined, one], people)
    assert not carried_troops.port_like(
        state, SENEGAL, "portugal", [*combined, one, other], people
    ), "a port is no arsenal"
    put(state, "spain", SENEGAL, "LD")
    assert not carried_troops.port_like(state, SENEGAL, "portugal", combined, people)


@pytest.mark.rule("CMB-14", "NAC-30")
def test_such_a_landing_is_passive_cheap_and_no_cause_of_attrition() -> None:
    state = table()
    ship, units = fleet(state, GAMBIA, "LD", leader=CONQUISTADOR)
    ask = sail(state, ship, units, [CONQUISTADOR])
    assert ask.parse([f"!land:{SENEGAL}"]), "under a passive campaign"
    bare = sail(state, ship, units, [])
    with pytest.raises(BadAnswer, match="CAM-14"):
        bare.parse([f"!land:{SENEGAL}"])
    play(
        movement.moves,
        state,
        [f"{GAMBIA}:{ship}", [str(ship), str(ship + 1)], [f"!land:{SENEGAL}"], [], "done"],
        {"portugal.attrition": 1},
    )
    assert state.units[units[0]].place == SENEGAL
    assert state.leaders[CONQUISTADOR].place == SENEGAL
    assert not state.marks.active_fleets


@pytest.mark.rule("CMB-14")
def test_who_embarks_at_such_a_coast_has_not_evacuated_it() -> None:
    state = table(wars=[])
    ship = put(state, "portugal", GAMBIA, "NTD")[0]
    units = put(state, "portugal", SENEGAL, "LD", leader=CONQUISTADOR)
    play(
        movement.moves,
        state,
        [f"{GAMBIA}:{ship}", [f"!embark:{SENEGAL}"], [str(units[0]), CONQUISTADOR], [ARGUIN]],
        {"portugal.attrition": 1},
    )
    assert (state.units[units[0]].place, state.units[units[0]].position) == (ARGUIN, "aboard")


def sail(state: State, ship: int, units: list[int], leaders: list[str]) -> Sail:
    ships = (ship, ship + 1)
    zone = state.units[ship].place
    move = Move("portugal", units, leaders, Stretch([zone]), None, last=state.last_unit)
    journey = attrition_math.begin(state, band(ships))
    return Sail(
        who="portugal", name="sail", what="Whither?", state=state, alliance="portugal",
        units=ships, leaders=(), journey=journey, cargo=Cargo(move, "", zone, safe=True),
    )  # fmt: skip


@pytest.mark.rule("DIS-02")
def test_troops_land_on_no_coast_that_they_do_not_know() -> None:
    state = table(wars=[])
    ship, units = fleet(state, GAMBIA, "LD", leader=CONQUISTADOR)
    state.overseas.known["portugal"].discard(SENEGAL)
    ask = sail(state, ship, units, [CONQUISTADOR])
    with pytest.raises(BadAnswer, match="can only be explored"):
        ask.parse([f"!land:{SENEGAL}"])
    assert ask.parse([]) == (), "they may stay aboard"
    assert knowledge.is_hidden(state, knowledge.chart(state, band(units)), SENEGAL)


@pytest.mark.rule("EXP-04", "CMB-19")
def test_a_fleet_with_troops_aboard_may_announce_an_exploration_with_an_army_not() -> None:
    state = table(wars=[])
    state.overseas.known["portugal"].discard("sea-guinee")
    ship, units = fleet(state, GAMBIA, "LD")
    explore = announced_action.Action("explore")
    ask = sail(state, ship, units, [])
    assert ask.parse(["!explore"]) == (str(explore),)
    army = put(state, "portugal", GAMBIA, "A-", position="aboard")
    with pytest.raises(BadAnswer, match="CMB-19"):
        sail(state, ship, [*units, *army], []).parse(["!explore"])


def test_leaders_whose_troops_are_lost_aboard_come_back_later() -> None:
    state = table()
    lead(state, "portugal", GAMBIA, CONQUISTADOR, "aboard")
    staying_aboard.leaders_without_troops(Phase(state), GAMBIA, "portugal", [])
    assert state.leaders[CONQUISTADOR].status == "map", "he had none to lose"
    staying_aboard.leaders_without_troops(Phase(state), GAMBIA, "portugal", [99])
    assert state.leaders[CONQUISTADOR].status == "away"


@pytest.mark.rule("CMB-06", "CMB-19")
def test_ships_with_troops_aboard_intercept_where_they_are_and_leave_nobody_behind() -> None:
    state = table()
    (ship, other), (troops,) = (
        put(state, "portugal", GAMBIA, "NTD", "NTD"),
        put(state, "portugal", GAMBIA, "LD", position="aboard"),
    )

    def posted(zone: str) -> set[int]:
        return {
            number
            for band in interceptors.eligible_stacks(state, zone, "portugal", ())
            for number in band.units
        }

    assert posted(GAMBIA) == {ship, other}
    assert posted(ARGUIN) == {ship}, "one of them is enough for a detachment"
    state.remove(state.units[other])
    assert posted(ARGUIN) == set()
    assert posted(GAMBIA) == {ship}
    state.remove(state.units[troops])
    assert posted(ARGUIN) == {ship}


@pytest.mark.rule("CMB-19", "CMB-25", "CMB-28")
@pytest.mark.parametrize(("die", "left"), [(1, ["LD"]), (10, ["LDE", "LDE"])])
def test_who_waits_on_other_ships_has_no_part_in_the_voyage_of_those_that_come(
    die: int, left: list[str]
) -> None:
    state = table()
    put(state, "portugal", GAMBIA, "NTD")
    (waits,) = put(state, "portugal", GAMBIA, "LD", position="aboard")
    (ship,) = put(state, "portugal", ARGUIN, "NTD")
    put(state, "portugal", ARGUIN, "LD", position="aboard")
    play(
        movement.moves, state,
        [("next-move", f"{ARGUIN}:{ship}"), ("sail", [GAMBIA]), ("next-move", "done")],
        {"portugal.attrition": [die, 1]},
    )  # fmt: skip
    aboard_ = [unit for unit in state.units_at(GAMBIA) if unit.land]
    assert [unit.kind for unit in aboard_ if unit.id == waits] == ["LD"]
    assert [unit.kind for unit in aboard_ if unit.id != waits] == left


@pytest.mark.rule("CMB-06", "CMB-20")
def test_who_waits_sails_on_with_his_ship_though_others_have_come_beside_him() -> None:
    """988: "If it starts the round in the naval stack, it is considered to have embarked": ships
    that have come keep theirs, who have moved, and each ship holds one LD."""
    state = table()
    (first,) = put(state, "portugal", GAMBIA, "NTD")
    put(state, "portugal", GAMBIA, "LD", position="aboard")
    put(state, "portugal", GAMBIA, "NTD")
    (came,) = put(state, "portugal", GAMBIA, "LD", position="aboard")
    assert staying_aboard.why_stranded(state, GAMBIA, "portugal", [first])
    state.marks.moved.add(came)
    assert not staying_aboard.why_stranded(state, GAMBIA, "portugal", [first])


@pytest.mark.rule("CMB-18", "CMB-19")
@pytest.mark.parametrize(("other", "place"), [("NTD", GAMBIA), ("NDE", "cabo-verde-i")])
def test_ships_that_flee_take_those_along_whom_nobody_else_there_can_carry(
    other: Any, place: str
) -> None:
    state = table()
    ships = put(state, "portugal", GAMBIA, "NTD")
    put(state, "portugal", GAMBIA, other)
    (unit,) = put(state, "portugal", GAMBIA, "LD", position="aboard")
    force = Force("portugal", tuple(ships), ())
    play(retreat.flee, state, [], {"portugal.attrition": 1}, GAMBIA, force, None, "Whither?")
    assert state.units[unit].place == place
    assert state.units[ships[0]].place == "cabo-verde-i"


@pytest.mark.rule("CMB-20", "CMB-19")
def test_who_waits_aboard_is_who_has_not_moved_at_sea_in_a_game_with_discoveries() -> None:
    state = table()
    _, (first, second) = fleet(state, GAMBIA, "LD", "LD", leader=CONQUISTADOR)
    state.put_leader(state.leaders[CONQUISTADOR], GAMBIA, "aboard")
    units, leaders = staying_aboard.unmoved_aboard(state, GAMBIA, "portugal")
    assert ([unit.id for unit in units], leaders) == ([first, second], [CONQUISTADOR])
    state.marks.moved.add(first)
    state.marks.moved_leaders.add(CONQUISTADOR)
    units, leaders = staying_aboard.unmoved_aboard(state, GAMBIA, "portugal")
    assert ([unit.id for unit in units], leaders) == ([second], [])
    assert staying_aboard.unmoved_aboard(state, GAMBIA, "spain") == ([], [])
    assert staying_aboard.unmoved_aboard(state, SENEGAL, "portugal") == ([], [])
    state.overseas.known.clear()
    assert staying_aboard.unmoved_aboard(state, GAMBIA, "portugal") == ([], [])


@pytest.mark.rule("RET-12", "NAV-12")
def test_a_voyage_counts_what_is_left_of_it_and_the_change_made_of_its_losses() -> None:
    """*Everything that was part of the movement*: but who followed a beaten enemy is no more."""
    state = table()
    first, second, third = put(state, "portugal", GAMBIA, "NWD", "NWD", "NWD")
    sailing = Voyage("portugal", [first, second], [CONQUISTADOR], Journey((GAMBIA,)),
                     last=state.last_unit)  # fmt: skip
    sailing.everyone = [first, second, third]
    lead(state, "portugal", GAMBIA, CONQUISTADOR)
    state.remove(state.units[first])
    (made,) = put(state, "portugal", GAMBIA, "NDE")
    put(state, "portugal", ARGUIN, "NDE")
    put(state, "spain", GAMBIA, "NDE")
    put(state, "portugal", GAMBIA, "LDE", position="aboard")
    sailing.take_stock(state)
    assert sailing.everyone == [second, third, made]
    assert sailing.units == [second, made]
    assert sailing.leaders == [CONQUISTADOR]
    state.marks.done |= {follow_mark(made), follow_mark(CONQUISTADOR)}
    sailing.take_stock(state, GAMBIA)
    assert (sailing.everyone, sailing.units, sailing.leaders) == ([second, third], [second], [])


@pytest.mark.rule("CMB-06", "CMB-19", "CMB-20")
@pytest.mark.parametrize(("stay", "held"), [("NTD", False), ("NTD NDE", True), ("NTD NWD", True)])
def test_ships_that_stay_have_to_hold_all_whom_they_keep(stay: str, held: bool) -> None:
    """An LD and three LDE need 3½ points: a transport carries 3, with an exploration detachment
    just enough."""
    state = table()
    (goes,) = put(state, "portugal", GAMBIA, "NWD")
    put(state, "portugal", GAMBIA, "LD", "LDE", "LDE", "LDE", position="aboard")
    kinds: dict[str, Any] = {kind: kind for kind in ("NTD", "NDE", "NWD")}
    for kind in stay.split():
        put(state, "portugal", GAMBIA, kinds[kind])
    said = staying_aboard.why_stranded(state, GAMBIA, "portugal", [goes])
    assert (said == "") == held


@pytest.mark.rule("CMB-19", "CMB-20")
@pytest.mark.parametrize(("troops", "along"), [(("LD",), False), (("LDE", "LDE"), True)])
def test_troops_sail_along_with_ships_that_just_hold_them(
    troops: tuple[Kind, ...], along: bool
) -> None:
    """Two LDE need 1 point, an LD 2; a warship has 1."""
    state = table()
    (ship,) = put(state, "portugal", GAMBIA, "NWD")
    numbers = put(state, "portugal", GAMBIA, *troops, position="aboard")
    voyage = Voyage("portugal", [ship], [], Journey((GAMBIA,)))
    play(staying_aboard.take_along, state, (), (), voyage)
    assert (voyage.cargo is not None) == along
    if voyage.cargo is not None:
        assert voyage.cargo.move.units == numbers


@pytest.mark.rule("CMB-28", "LDR-A5")
def test_leaders_aboard_leave_with_the_troops_that_attrition_at_sea_costs() -> None:
    """Ships that stay at sea roll: with the ships go the troops, with them their leaders."""
    state = table(bad_weather=True)
    put(state, "portugal", GAMBIA, "NDE")
    put(state, "portugal", GAMBIA, "LDE", position="aboard")
    lead(state, "portugal", GAMBIA, CONQUISTADOR, "aboard")
    dice: dict[str, Any] = {"portugal.attrition": 10, "portugal.star": [1, 1]}
    play(stationary.stand, state, (), dice, "portugal")
    assert not any(unit.land for unit in state.units.values())
    assert state.leaders[CONQUISTADOR].status != "map"


@pytest.mark.rule("CMB-28", "RET-09")
@pytest.mark.parametrize("sunk", [True, False])
def test_a_fleet_with_no_port_to_flee_to_loses_whom_it_carries_no_more(sunk: bool) -> None:
    """*If the transport capacity falls below the requirement (due to loss during attrition ...)
    then the land stack immediately suffers enough loss* (999), where the beaten stay at sea too."""
    state = table()
    for place in board.provinces():
        state.land.controllers[place] = "spain"
    state.overseas.establishments.clear()
    ships = put(state, "portugal", "sea-angola", "NDE")
    put(state, "portugal", "sea-angola", "LDE", position="aboard")
    lead(state, "portugal", "sea-angola", CONQUISTADOR, "aboard")
    dice: dict[str, Any] = {"portugal.attrition": 2, "portugal.star": [1 if sunk else 10, 10]}
    force = Force("portugal", tuple(ships), ())
    play(retreat.flee, state, (), dice, "sea-angola", force, 0, "whereto?")
    assert [unit.kind for unit in state.units.values()] == ([] if sunk else ["NDE", "LDE"])
    assert (state.leaders[CONQUISTADOR].status == "away") == sunk, "LDR-A5"
