"""Troops at the end of their passage: where they land, go on, stay aboard or are put back."""

from __future__ import annotations

import pytest

from engine.fleets.naval_journey import Journey
from engine.land.movement import march_under_way
from engine.sea.under_way import carried_troops
from engine.sea.under_way.voyage import Cargo, Voyage
from engine.sequence import troops_ashore
from engine.state import State
from engine.state.forces import Kind
from tests.engine import plays
from tests.engine.playing import put
from tests.engine.sea.afloat import at, fleet, sea_table
from tests.engine.sea.laden import CHANNEL, sailing, siege_of_wessex


def broken_aboard(state: State, place: str, position: str) -> tuple[Voyage, int]:
    """An army lost on the way to a place, of which a detachment is left there; nobody has said so
    to its movement yet."""
    ships = fleet(state, "england", CHANNEL, "F-: 4 NTD")
    (army,) = put(state, "england", "kent", "A-")
    voyage = sailing(state, ships, [army])
    state.remove(state.units[army])
    (left,) = put(state, "england", place, "LD", position="aboard")
    state.marks.moved.add(left)
    state.put(state.units[left], place, "aboard" if position == "aboard" else "field")
    return voyage, left


@pytest.mark.rule("CMB-17", "CMB-25")
def test_what_an_army_aboard_was_broken_into_lands_with_it() -> None:
    state = sea_table()
    voyage, left = broken_aboard(state, CHANNEL, "aboard")
    voyage.landing = "normandie"
    found = plays.played(troops_ashore.finish, state, {}, {}, voyage)
    assert at(state, left) == ("normandie", "field")
    assert "march" in plays.asked(found)


@pytest.mark.rule("CMB-18")
@pytest.mark.parametrize("position", ["aboard", "field"])
def test_what_is_left_of_an_army_in_the_port_of_a_beaten_fleet_goes_on_from_there(
    position: str,
) -> None:
    """*The troops land there automatically; they may continue their move.*"""
    state = sea_table()
    voyage, left = broken_aboard(state, "wessex", position)
    voyage.journey = Journey(("kent", CHANNEL, "wessex"))
    for number in voyage.units:
        state.put(state.units[number], "wessex", "port")
    found = plays.played(troops_ashore.finish, state, {}, {}, voyage)
    assert at(state, left) == ("wessex", "field")
    assert left in state.marks.entered
    assert "march" in plays.asked(found)


@pytest.mark.rule("CMB-07", "CMB-21", "MOV-05")
@pytest.mark.parametrize("where", ["field", "aboard", "landing", "invasion"])
@pytest.mark.parametrize("evacuated", [False, True])
def test_a_passage_with_an_end_off_a_port_is_a_cause_of_attrition(
    where: str, evacuated: bool
) -> None:
    """*For the troops, embarking or landing away from a controlled port is an attrition cause*:
    wherever the fleet that took them off a coast brings them."""
    state = sea_table()
    place = CHANNEL if where == "invasion" else "wessex"
    ships = fleet(state, "england", place, "NTD")
    troops = put(state, "england", "kent", "LD")
    voyage = sailing(state, ships, troops)
    assert voyage.cargo is not None
    voyage.journey = Journey(("kent", CHANNEL, *([place] if place != CHANNEL else [])))
    voyage.cargo.berth = CHANNEL if evacuated else "kent"
    carried_troops.follow(state, voyage, place)
    if where == "field":
        state.put(state.units[troops[0]], "wessex")
    elif where != "aboard":
        voyage.landing = "normandie" if where == "invasion" else "wessex"
    found = plays.played(troops_ashore.finish, state, {}, {}, voyage, quiet=1)
    assert plays.rolls(found, "england.attrition") == int(evacuated or where == "invasion")
    assert at(state, troops[0]) == ("normandie" if where == "invasion" else "wessex", "field")


@pytest.mark.rule("CMB-19", "CMB-28")
def test_who_stays_aboard_overseas_is_as_many_as_the_ships_can_carry() -> None:
    """An exploration ship has room for half a point: one exploration detachment."""
    state = sea_table(known={"england": {"sea-canarias"}})
    ships = fleet(state, "england", "sea-canarias", "NDE")
    voyage = sailing(state, ships, put(state, "england", "kent", "LDE", "LDE"))
    voyage.journey = Journey(("kent", CHANNEL, "sea-canarias"))
    carried_troops.follow(state, voyage, "sea-canarias")
    plays.played(troops_ashore.finish, state, {}, {}, voyage)
    assert [unit.kind for unit in state.units.values() if unit.land] == ["LDE"]


@pytest.mark.rule("CMB-15", "MOV-17")
def test_the_move_of_who_lands_in_a_besieged_fortress_is_over_with_its_attrition() -> None:
    state = siege_of_wessex()
    ships = fleet(state, "england", "wessex", "NTD")
    voyage = sailing(state, ships, put(state, "england", "kent", "LD"))
    assert voyage.cargo is not None
    voyage.cargo.berth = CHANNEL
    voyage.journey = Journey(("kent", CHANNEL, "wessex"))
    carried_troops.follow(state, voyage, "wessex")
    voyage.landing = "wessex"
    found = plays.played(troops_ashore.finish, state, {}, {}, voyage, quiet=1)
    assert plays.rolls(found, "england.attrition") == 1
    assert "march" not in plays.asked(found)


@pytest.mark.rule("CMB-03", "MOV-03", "AFT-01", "SUP-07")
@pytest.mark.parametrize(("others", "left"), [((), 6), (("A+", "A-"), 24), (("A+", "A+"), 24)])
def test_who_is_put_back_besieges_again_and_stands_within_the_limits(
    others: tuple[Kind, ...], left: int
) -> None:
    """8 LD: A+, A- and A- are just as many, beside two A+ there is no room. In supply again by the
    ships before the coast, if they are enough."""
    state = sea_table()
    state.land.levels["normandie"] = 1
    put(state, "england", "normandie", *others)
    troops = put(state, "england", CHANNEL, "A-", position="aboard")
    state.marks.unsupplied.update(troops)
    fleet(state, "england", CHANNEL, "F-: 4 NWD", task="supply")
    move = march_under_way.begin(state, "england", "normandie", list(troops), [])
    plays.played(troops_ashore._put_back, state, {}, {}, Cargo(move, "normandie", CHANNEL), troops)
    assert state.land.sieges["normandie"].alliance == "england"
    assert sum(unit.thirds for unit in state.units_at("normandie")) == left
    assert others or not state.marks.unsupplied
