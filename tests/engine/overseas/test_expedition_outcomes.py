"""What explorations cost, who drowns and who dies, and which allies and enemies learn of it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.expeditions import exploration, exploring_parties
from engine.facts import board
from engine.overseas import active_natives, exploration_rights
from engine.play.asks import Choose
from engine.sequence import battle_order
from engine.state import State, forces, sides
from engine.state.land import Siege
from engine.state.overseas import Establishment
from tests.engine.overseas.expeditions import (
    ADMIRAL,
    ARGUIN,
    BAD,
    GAMBIA,
    GOOD,
    HALF,
    MAURITANIA,
    SENEGAL,
    WEAK,
    fleet,
    table,
    troops,
)
from tests.engine.playing import Played, band, lead, play, put

CONQUISTADOR = "albuquerque"
OUT = ("explore", GAMBIA)
INLAND = ("next-exploration", f"{MAURITANIA}>{SENEGAL}")


def stands(state: State, leader: str) -> tuple[str, str, str]:
    found = state.leaders[leader]
    return found.status, found.place, found.position


def explore(state: State, *answers: Any, **dice: Any) -> Played:
    named = {f"portugal.{name}": value for name, value in dice.items()}
    return play(exploration.explorations, state, answers, named)


def ashore(*kinds: Any, leader: str | None = None, **fields: Any) -> tuple[State, list[int]]:
    """Portuguese troops in Mauritania, beside Senegal where no natives are left."""
    state = table(MAURITANIA, **fields)
    state.overseas.natives = {SENEGAL: "gone", MAURITANIA: "gone"}
    return state, put(state, "portugal", MAURITANIA, *kinds, leader=leader)


# By sea.


@pytest.mark.rule("EXP-01", "EXP-A7")
def test_ships_one_of_which_is_engaged_explore_nothing() -> None:
    state = table()
    ships = fleet(state, "NWD", "NWD")
    state.marks.locked.add(ships[1])
    explore(state)
    assert {state.units[number].place for number in ships} == {ARGUIN}
    assert not state.sea.tasks


@pytest.mark.rule("EXP-01", "EXP-22")
def test_ships_that_lie_beside_explorers_and_do_something_else_stay() -> None:
    """Also where they are the last that came."""
    state = table()
    (ship,) = fleet(state, "NWD")
    (other,) = put(state, "portugal", ARGUIN, "NWD")
    explore(state, OUT, explore=GOOD)
    assert (state.units[ship].place, state.units[other].place) == (GAMBIA, ARGUIN)
    assert state.overseas.discoveries == {str(ship): {GAMBIA}}


@pytest.mark.rule("EXP-22", "DIS-01")
def test_leaders_and_troops_aboard_go_along_and_know_what_was_found() -> None:
    state = table()
    ships = fleet(state, "NWD", "NWD", leader=ADMIRAL)
    men = troops(state, "LD")
    lead(state, "portugal", ARGUIN, CONQUISTADOR, "aboard")
    played = explore(state, OUT, ("next-exploration", "done"), explore=GOOD)
    assert stands(state, ADMIRAL) == ("map", GAMBIA, "field")
    assert stands(state, CONQUISTADOR) == ("map", GAMBIA, "aboard")
    assert (state.units[men[0]].place, state.units[men[0]].position) == (GAMBIA, "aboard")
    keys = {*map(str, (*ships, *men)), ADMIRAL, CONQUISTADOR}
    assert state.overseas.discoveries == {key: {GAMBIA} for key in keys}
    (line,) = [entry for entry in played.phase.story if entry.kind == "discovery"]
    assert line.only == ["portugal"]


@pytest.mark.rule("EXP-22", "CMB-19")
def test_who_waits_aboard_other_ships_stays_with_them() -> None:
    state = table()
    ships = fleet(state, "NWD", "NWD", leader=ADMIRAL)
    (transport,) = put(state, "portugal", ARGUIN, "NTD")
    (waits,) = troops(state, "LD")
    (goes,) = put(state, "portugal", ARGUIN, "LDE", position="aboard")
    state.marks.moved.add(goes)
    lead(state, "portugal", ARGUIN, CONQUISTADOR, "aboard")
    explore(state, OUT, ("next-exploration", "done"), explore=GOOD)
    assert {state.units[number].place for number in (*ships, goes)} == {GAMBIA}
    assert {state.units[number].place for number in (transport, waits)} == {ARGUIN}
    assert stands(state, CONQUISTADOR) == ("map", ARGUIN, "aboard")


@pytest.mark.rule("EXP-29", "EXP-A3")
def test_with_the_last_ship_passengers_drown_too() -> None:
    state = table()
    fleet(state, "NDE", leader=ADMIRAL)
    troops(state, "LDE")
    lead(state, "portugal", ARGUIN, CONQUISTADOR, "aboard")
    explore(state, OUT, explore=BAD)
    assert not state.units
    assert (stands(state, ADMIRAL)[0], stands(state, CONQUISTADOR)[0]) == ("killed", "killed")


@pytest.mark.rule("DIS-01", "DIS-07")
def test_allies_who_sail_along_carry_nothing() -> None:
    state = table(alliances={"portugal": ["portugal", "spain"]})
    own = fleet(state, "NWD", "NWD", leader=ADMIRAL)
    guests = put(state, "spain", ARGUIN, "NWD")
    lead(state, "spain", ARGUIN, "cortes", "aboard")
    for number in guests:
        state.sea.tasks[str(number)] = exploration_rights.EXPLORE
    assert explore(state, OUT, ("next-exploration", "done"), explore=GOOD).asks[0].who == "portugal"
    assert {state.units[number].place for number in (*own, *guests)} == {GAMBIA}
    assert stands(state, "cortes") == ("map", GAMBIA, "aboard")
    assert state.overseas.discoveries.keys() == {*map(str, own), ADMIRAL}


@pytest.mark.rule("EXP-A6", "DIS-01")
def test_the_worst_technology_of_a_mixed_stack_counts_and_its_commander_knows() -> None:
    state = table(alliances={"portugal": ["portugal", "spain"]}, period="IV")
    own = put(state, "portugal", ARGUIN, "NWD", "NWD")
    guests = put(state, "spain", ARGUIN, "NWD")
    state.countries["portugal"].naval_technology = "galleon-fluyt"
    assert exploring_parties.by_sea(state, band(own), GAMBIA).technology == "galleon-fluyt"
    assert (
        exploring_parties.by_sea(state, band([*own, *guests]), GAMBIA).technology == "nao-galleon"
    )
    state.overseas.known["spain"].add(GAMBIA)
    assert exploring_parties.by_sea(state, band([*own, *guests]), GAMBIA).known_to_another


@pytest.mark.rule("EXP-21", "CMB-28")
def test_troops_whom_the_ships_that_are_left_cannot_carry_are_lost() -> None:
    """*Enough loss to be small enough to be carried* (1002): a warship's point holds two
    exploration detachments."""
    state = table()
    fleet(state, "NTD", "NWD")
    troops(state, "LD", "LD")
    played = explore(
        state,
        OUT,
        ("ship-lost", "portugal/NTD"),
        ("losses", "3:3"),
        ("next-exploration", "done"),
        explore=HALF,
        half=3,
    )
    assert "too few ships to carry them" in played.told
    assert [unit.kind for unit in state.units.values() if unit.land] == ["LDE", "LDE"]


@pytest.mark.rule("EXP-24", "EXP-22")
def test_the_story_says_what_was_found() -> None:
    half = "half a discovery (then {})"
    for die, second, said in (
        (GOOD, None, "5, discovered; no loss."),
        (7, None, "11, nothing found; a loss of "),
        (HALF, 10, f"10, {half.format(10)}, discovered"),
        (HALF, 3, f"10, {half.format(3)}, nothing found"),
    ):
        state = table()
        ships = fleet(state, "NWD", "NWD", "NWD")
        dice = {"explore": die} if second is None else {"explore": die, "half": second}
        assert said in explore(state, OUT, **dice).told
        assert bool(state.overseas.discoveries) == ("discovered" in said)
        place = GAMBIA if "discovered" in said else ARGUIN
        assert {state.units[ship].place for ship in ships if ship in state.units} == {place}


# By land.


@pytest.mark.rule("EXP-21", "EXP-24")
def test_a_stack_on_land_loses_its_share_and_stays_where_it_was() -> None:
    state, units = ashore("LD", "LD", "LD")
    state.land.sieges[MAURITANIA] = Siege("portugal", ["+"])
    explore(
        state, INLAND, ("explorers", [str(number) for number in units]), ("losses", "1:3,2:2"),
        explore=7,
    )  # fmt: skip
    assert {unit.place for unit in state.units.values()} == {MAURITANIA}
    assert sum(unit.thirds for unit in state.units.values()) == 4, "60 % of nine thirds"
    assert not state.overseas.discoveries
    state.marks.done.discard("explored")
    assert exploring_parties.exploring_stacks(state, "portugal") == [], (
        "what is left has had its attempt"
    )


@pytest.mark.rule("EXP-26", "EXP-27")
def test_a_leader_who_fails_his_test_on_land_dies() -> None:
    for death, status, how in ((4, "killed", "4, more than "), (1, "map", "1, at most ")):
        state, units = ashore("LD", "LD", "LD", leader=WEAK)
        played = explore(
            state, INLAND, ("explorers", [*map(str, units), WEAK]), ("losses", "1:2,2:2,3:2"),
            explore=9, death=death,
        )  # fmt: skip
        assert state.leaders[WEAK].status == status
        assert f"The leader's survival is tested: {how}" in played.told


@pytest.mark.rule("EXP-03", "DIS-11")
def test_a_piece_of_an_army_explores_and_neither_part_does_so_again() -> None:
    state, (army, _) = ashore("A-", "LD")
    explore(state, INLAND, ("explorers", [f"{army}/LD"]), explore=GOOD)
    places = {unit.id: unit.place for unit in state.units.values()}
    assert sorted(places.values()) == [MAURITANIA, MAURITANIA, SENEGAL]
    (scout,) = [number for number, place in places.items() if place == SENEGAL]
    assert state.marks.entered[scout] == [MAURITANIA, SENEGAL]
    assert state.overseas.discoveries == {str(scout): {SENEGAL}}
    state.marks.done.discard("explored")
    state.overseas.known["portugal"].discard(SENEGAL)
    assert exploring_parties.exploring_stacks(state, "portugal") == []


def besiegers(*kinds: Any, kind: Any = "fort", level: int = 0) -> tuple[State, list[int]]:
    """Portuguese troops who besiege a Spanish establishment in Mauritania."""
    state, units = ashore(*kinds, leader=CONQUISTADOR, wars=[("portugal", "spain")])
    state.land.controllers[MAURITANIA] = "spain"
    state.overseas.establishments[MAURITANIA] = [Establishment("spain", kind, level)]
    state.land.sieges[MAURITANIA] = Siege("portugal", ["+"])
    return state, units


@pytest.mark.rule("EXP-22", "MOV-26", "EXP-A8")
def test_besiegers_explore_with_what_the_siege_can_spare() -> None:
    """Text 644 to 647: *when exiting a province whose fortress is not controlled, a stack must
    either empty the province to go back to a friendly province or leave enough troops*."""
    state, units = besiegers("LD")
    played = explore(state, INLAND, ("explorers", [CONQUISTADOR]), explore=GOOD)
    assert MAURITANIA in state.land.sieges, "he goes alone"
    assert stands(state, CONQUISTADOR) == ("map", SENEGAL, "field")
    assert state.units[units[0]].place == MAURITANIA
    assert [str(units[0]), CONQUISTADOR] not in played.asks[1].offers()
    state, units = besiegers("LD", "LD")
    found = explore(state, INLAND, ("explorers", [str(units[0]), CONQUISTADOR]), explore=GOOD)
    assert state.units[units[1]].place == MAURITANIA
    assert [str(units[0]), CONQUISTADOR] in found.asks[1].offers()
    first = found.asks[0]
    assert isinstance(first, Choose)
    assert "LD with Albuquerque" in first.options[0].detail
    assert MAURITANIA in state.land.sieges


@pytest.mark.rule("MOV-26", "EXP-A8")
def test_besiegers_break_an_army_to_explore() -> None:
    """Text 646: a detachment for each level of the fortress stays."""
    state, (army,) = besiegers("A-")
    state.land.levels[MAURITANIA] = 1
    (band,) = exploring_parties.exploring_stacks(state, "portugal")
    assert band.party(state, SENEGAL).troops == (f"{army}/LD",)
    explore(state, INLAND, ("explorers", [f"{army}/LD"]), explore=GOOD)
    assert forces.units_in_words(state.units_at(MAURITANIA)) == "LD"
    assert forces.units_in_words(state.units_at(SENEGAL)) == "LD"
    state, _ = besiegers("A-")
    state.land.levels[MAURITANIA] = 2
    (band,) = exploring_parties.exploring_stacks(state, "portugal")
    assert band.party(state, SENEGAL).keys == (CONQUISTADOR,)


@pytest.mark.rule("EXP-03", "EXP-A9", "NAT-A8", "BAT-01")
def test_who_is_about_to_fight_does_not_explore() -> None:
    """Text 1561: *each phasing land stack not engaged in battle … may attempt to explore*."""
    state, _ = ashore("LD", "LD", leader=CONQUISTADOR)
    assert exploring_parties.exploring_stacks(state, "portugal")
    active_natives.rouse(state, MAURITANIA, 6)
    assert battle_order.pending_battles(state) == [(MAURITANIA, sides.NATIVES)]
    assert exploring_parties.exploring_stacks(state, "portugal") == []
    state.notes[f"routed.{MAURITANIA}"] = ["portugal", len(state.sequence.rounds)]
    assert exploring_parties.exploring_stacks(state, "portugal"), "they leave each other alone"
    state, _ = ashore("LD", "LD", wars=[("portugal", "spain")])
    put(state, "spain", MAURITANIA, "LD")
    state.overseas.known["spain"].add(MAURITANIA)
    assert exploring_parties.exploring_stacks(state, "portugal") == [], (
        "nor does who stood there with enemies"
    )


@pytest.mark.rule("EXP-01", "EXP-02")
def test_ships_that_explore_nothing_after_all_say_so() -> None:
    """Text 1556: who announced it and was engaged does not explore."""
    state = table()
    fleet(state, "NWD")
    assert "Portugal explores nothing from" in explore(state, ("explore", "done")).told
    state = table()
    state.marks.locked.update(fleet(state, "NWD"))
    assert "do not explore (EXP-01)" in explore(state).told


@pytest.mark.rule("EXP-03")
def test_a_stack_that_came_later_explores_after_another_has() -> None:
    """*Each phasing land stack may try to explore one adjacent unknown province*: what one tries
    takes nothing from another, in Brazil."""
    state, (first,) = ashore("LD")
    state.overseas.known["portugal"].add("rio-c")
    state.overseas.natives = {p.id: "gone" for p in board.provinces().values() if p.area}
    (second,) = put(state, "portugal", "rio-c", "LD")
    answers = (INLAND, ("next-exploration", "rio-c>rio-n"))
    explore(state, *answers, explore=[GOOD, GOOD])
    assert [state.units[number].place for number in (first, second)] == [SENEGAL, "rio-n"]


@pytest.mark.rule("DIS-13", "DIS-14")
def test_enemies_met_in_land_that_was_just_discovered_are_not_fought() -> None:
    state, units = ashore("LD", wars=[("portugal", "spain")])
    state.overseas.known["spain"].add(SENEGAL)
    put(state, "spain", SENEGAL, "LD")
    explore(state, INLAND, explore=GOOD)
    assert state.units[units[0]].place == SENEGAL
    assert (state.marks.locked, state.marks.contested) == (set(), [])


@pytest.mark.rule("DIS-04", "DIS-14")
def test_where_friends_have_settled_the_land_is_known_at_once_and_enemies_are_fought() -> None:
    state, units = ashore(
        "LD", alliances={"portugal": ["portugal", "spain"], "france": ["france"]},
        wars=[("portugal", "france")],
    )  # fmt: skip
    state.overseas.establishments[SENEGAL] = [Establishment("spain", "trading_post", 2)]
    state.overseas.known["spain"].add(SENEGAL)
    state.overseas.known["france"] = {SENEGAL}
    foes = put(state, "france", SENEGAL, "LD")
    explore(state, INLAND, explore=GOOD)
    assert SENEGAL in state.overseas.known["portugal"]
    assert not state.overseas.discoveries
    assert state.marks.locked == {*units, *foes}
    assert state.marks.contested == [SENEGAL]


@pytest.mark.rule("EXP-22")
def test_who_explores_the_land_of_an_enemy_besieges_what_stands_there() -> None:
    state, _ = ashore("A+", wars=[("portugal", "spain")])
    state.overseas.establishments[SENEGAL] = [Establishment("spain", "trading_post", 2)]
    state.overseas.known["spain"].add(SENEGAL)
    (army,) = [unit.id for unit in state.units.values()]
    explore(state, INLAND, ("explorers", [str(army)]), explore=GOOD)
    assert state.land.sieges[SENEGAL].alliance == "portugal"


@pytest.mark.rule("DIS-03")
def test_a_zone_full_of_the_ships_of_allies_is_noted_and_not_entered() -> None:
    state = table(alliances={"portugal": ["portugal", "spain"]})
    state.overseas.known["spain"].add(GAMBIA)
    guests = put(state, "spain", GAMBIA, "F+", "F+", "F+")
    for number in guests:
        state.units[number].ships = {"NWD": 6}
    ships = fleet(state, "F+")
    state.units[ships[0]].ships = {"NWD": 6}
    assert not exploration.may_not_join(state, ships[:0], GAMBIA, "portugal")
    assert exploration.may_not_join(state, ships, GAMBIA, "portugal")
    assert not exploration.may_not_join(state, ships, "sea-canarias", "portugal")
    assert not exploration.may_not_join(state, guests, GAMBIA, "portugal"), (
        "they are there themselves"
    )
    explore(state, OUT, explore=GOOD)
    assert state.units[ships[0]].place == ARGUIN
    assert state.overseas.discoveries == {str(ships[0]): {GAMBIA}}


@pytest.mark.rule("EXP-22", "MOV-03")
def test_too_many_of_a_side_where_an_explored_province_is_its_ally_s_lose_some() -> None:
    state, (army,) = ashore("A+", alliances={"portugal": ["portugal", "spain"]})
    state.overseas.known["spain"].add(SENEGAL)
    put(state, "spain", SENEGAL, "A+", "A+", "A+")
    lost = ("over-stacking", "1:10,2:4,3:4")
    answers = (INLAND, ("explorers", [str(army)]), lost, ("next-exploration", "done"))
    explore(state, *answers, explore=GOOD)
    here = sides.stack(state, SENEGAL, "portugal").units
    assert forces.within_stacking(here)


@pytest.mark.rule("EXP-03", "MOV-03")
def test_who_stays_behind_of_a_broken_army_comes_within_the_limit_again() -> None:
    """Of a full army and two detachments one detachment of the army explores: an A- and three LD
    would be left, four counters."""
    state, (army, *_) = ashore("A+", "LD", "LD")
    answers = (INLAND, ("explorers", [f"{army}/LD"]))
    explore(state, *answers, explore=GOOD)
    assert forces.within_stacking(sides.stack(state, MAURITANIA, "portugal").units)


@pytest.mark.rule("EXP-18")
def test_an_explorer_does_not_go_inland_with_the_troops_he_stands_with() -> None:
    state = table("rio-c")
    coasts = {border.other for border in board.land_neighbours("rio-c")
              if board.adjacent_seas(border.other)}  # fmt: skip
    inland = min({border.other for border in board.land_neighbours("rio-c")} - coasts)
    state.overseas.natives = {
        place.id: "gone" for place in board.provinces().values() if place.area
    }
    units = put(state, "portugal", "rio-c", "LD", leader="dias")
    played = explore(state, ("next-exploration", f"rio-c>{inland}"), explore=GOOD)
    assert state.units[units[0]].place == inland
    assert stands(state, "dias") == ("map", "rio-c", "field")
    assert state.overseas.discoveries == {str(units[0]): {inland}}
    assert "dies" not in played.asks[0].label(f"rio-c>{inland}")


def test_who_explores_is_asked_for_whatever_sails() -> None:
    state = table()
    fleet(state, "NWD", "NWD", "NWD")
    asked = explore(state, OUT, explore=7).asks[0].question
    assert asked.startswith("3 NWD of Portugal on ")
    assert asked.endswith(": which sea is explored?")


@pytest.mark.rule("EXP-A8")
def test_nobody_has_to_stay_of_besiegers_who_have_all_explored() -> None:
    """A leader who goes alone takes nobody from the siege."""
    state, units = besiegers("LD")
    state.marks.done.add(f"explored {units[0]}")
    (band,) = exploring_parties.exploring_stacks(state, "portugal")
    assert band == exploring_parties.Explorers(MAURITANIA, (), (CONQUISTADOR,), watch=0)
