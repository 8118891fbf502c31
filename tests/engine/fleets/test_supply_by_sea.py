"""Naval lines of supply, and fleets that supply troops ashore."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.facts import board
from engine.fleets import distance_from_port
from engine.fleets import supply_by_sea as naval
from engine.land.supply import supply_lines
from engine.sea.under_way.announced_action import Action
from engine.sea.under_way.voyage import Arrival
from engine.sea.voyages.naval_actions import why_not
from engine.sequence import movement, siege_segment
from engine.state import State, sides
from engine.state.forces import Kind, Unit
from engine.state.land import Siege
from tests.engine.playing import play, put
from tests.engine.sea.afloat import fleet, sea_table, units

CHANNEL = "sea-manche"


def length(state: State, numbers: list[int], place: str) -> int | None:
    found = naval.trace_line(state, units(state, numbers), place, "england")
    return found.length if found else None


@pytest.mark.rule("SUP-32", "SUP-33", "ATS-05")
def test_a_naval_line_counts_the_zones_crossed() -> None:
    state = sea_table()
    one = fleet(state, "england", CHANNEL, "NWD")
    assert length(state, one, "wessex") == 0, "in port"
    assert length(state, one, CHANNEL) == 0, "beside its port (EX-ATS-02)"
    assert length(state, one, "sea-gascogne") == 1
    assert length(state, one, "sea-cadix") == 2
    assert length(state, one, "sea-egee") == 7, "there is no longest line"
    assert length(state, one, "sea-caspienne") is None


@pytest.mark.rule("SUP-27", "SUP-29", "SUP-30")
def test_large_fleets_need_arsenals() -> None:
    state = sea_table()
    two = fleet(state, "england", "sea-celtique", "F-: 2 NWD", "F-: 2 NWD")
    assert length(state, two[:1], "sea-celtique") == 0
    assert length(state, two, "sea-celtique") == 1, "Cornwall is no arsenal"
    fleet(state, "france", "sea-celtique", "F-: 2 NWD", task="blockade:cornwall")
    fleet(state, "france", "sea-celtique", "F-: 2 NWD", task="blockade:mumhan")
    assert length(state, two[:1], "sea-celtique") == 1, "blockaded ports do not count"


@pytest.mark.rule("ATS-08", "ATT-A1")
def test_closed_straits_on_a_line() -> None:
    alliances = {"england": ["venice"], "france": ["turkey"]}
    state = sea_table(alliances=alliances)
    (ship,) = fleet(state, "venice", "sea-noire-w", "NWD")
    found = naval.trace_line(state, units(state, [ship]), "sea-noire-w", "england")
    assert found is not None
    assert found.strait_forts == 4, "Bosporus and Dardanelles"
    state.sea.presidios["canakkale"] = ("venice", 1)
    found = naval.trace_line(state, units(state, [ship]), "sea-noire-w", "england")
    assert found is not None
    assert found.strait_forts == 2, "its presidio opens the Dardanelles"
    state.diplomacy.wars.clear()
    found = naval.trace_line(state, units(state, [ship]), "sea-noire-w", "england")
    assert found is not None
    assert found.strait_forts == 0


def troops(*kinds: Kind, pashas: int = 0) -> list[Unit]:
    found = [Unit(at, "england", kind, "picardie") for at, kind in enumerate(kinds)]
    return found + [Unit(90 + at, "turkey", "PASHA", "picardie", size=3) for at in range(pashas)]


@pytest.mark.rule("SUP-21", "SUP-22", "SUP-23", "SUP-24", "SUP-26", "SUP-A8", "NAC-11")
@pytest.mark.parametrize(
    ("counters", "enough", "too_much"),
    [
        (["NDE"], troops("LD"), troops("LD", "LDE")),
        (["NTD"], troops("LD", "LD", "LD"), troops("A-")),
        (["NGD"] * 3, troops("LD", "LD", "LD"), troops("LD", "LD", "LD", "LDE")),
        (["F-: 2 NWD"], troops("A-", "LD", "LD", "LD", pashas=1), troops("A-", "A-", "LD", "LD")),
        (["F-: 2 NWD"], troops("A+", "LD"), troops("LD", pashas=2)),
        (["F-: 1 NWD"], troops("LD"), troops("A-")),
        (["F+: 3 NWD"], troops("A+", "A+", pashas=2), []),
        (["F+: 2 NWD"], troops("A+", "LD"), troops("A+", "A+")),
        (["F+: 2 NWD", "NTD"], troops("A+", "A+"), []),
    ],
)
def test_the_size_for_supply(counters: list[str], enough: list[Unit], too_much: list[Unit]) -> None:
    state = sea_table()
    here = units(state, fleet(state, "england", CHANNEL, *counters))
    assert naval.can_supply(state, here, enough)
    assert not too_much or not naval.can_supply(state, here, too_much)


@pytest.mark.rule("SUP-22", "NAT-28")
def test_ships_without_a_fleet_feed_a_conquistador_and_his_recruits() -> None:
    """268: *stacks of at most 3 LD and no ARMY counter*; 744: the recruits are detachments, *using
    ARMY counters to denote 2 or 4 LD as needed*."""
    state = sea_table()
    here = units(state, fleet(state, "england", CHANNEL, "NWD", "NWD"))
    troops = units(state, put(state, "england", "kent", "LD"))
    recruits = units(state, put(state, "england", "kent", "A-", corps="native"))
    assert naval.can_supply(state, here, [*troops, *recruits])
    assert not naval.can_supply(state, here, [*troops, *recruits, *recruits]), "5 LD are too many"
    assert not naval.can_supply(state, here, units(state, put(state, "england", "kent", "A-")))


def landed(state: State, *counters: str, task: str = "supply", zone: str = CHANNEL) -> list[int]:
    """An English army in Picardy, where France holds everything, and ships."""
    army = put(state, "england", "picardie", "LD", "LD")
    fleet(state, "england", zone, *counters, task=task)
    return army


def line(state: State, army: list[int]) -> supply_lines.Line | None:
    return supply_lines.trace_line(state, units(state, army), "picardie", "england")


@pytest.mark.rule("SUP-08", "SUP-20", "SUP-09", "NAC-12", "SUP-A4")
def test_a_fleet_supplies_the_troops_on_the_coast() -> None:
    state = sea_table()
    army = landed(state, "NWD", task="")
    assert line(state, army) is None, "supplying has to be said"
    state.sea.tasks[str(army[-1] + 1)] = "supply"
    found = line(state, army)
    assert found is not None
    assert (found.source, found.cost, found.weak) == (CHANNEL, 3, ())
    more = put(state, "england", "normandie", "LD", "LD")
    other = supply_lines.trace_line(state, units(state, more), "normandie", "england")
    assert other is not None
    assert other.source == CHANNEL, "supply is never used up"
    inland = put(state, "england", "artois", "LD")
    state.land.owners["artois"] = "france"
    assert supply_lines.trace_line(state, units(state, inland), "artois", "england") is None


@pytest.mark.rule("SUP-16", "SUP-17", "SUP-A7", "SUP-A4")
def test_a_fleet_away_from_its_port_supplies_weakly() -> None:
    state = sea_table()
    state.land.controllers |= dict.fromkeys(("cornwall", "kent", "wessex"), "france")
    army = landed(state, "NWD")
    found = line(state, army)
    assert found is not None
    assert (found.cost, [each.rule for each in found.weak]) == (4, ["SUP-16"])
    state.land.controllers |= dict.fromkeys(_english(state), "france")
    found = line(state, army)
    assert found is not None, "a fleet without any port still is a source"
    assert [each.rule for each in found.weak] == ["SUP-16"]


def _english(state: State) -> list[str]:
    return [place for place in board.provinces() if sides.controller(state, place) == "england"]


@pytest.mark.rule("NAC-14")
def test_a_blockader_supplies_only_before_its_port() -> None:
    state = sea_table()
    army = landed(state, "F-: 2 NWD", task="blockade+supply:picardie")
    assert line(state, army) is not None
    more = put(state, "england", "normandie", "LD", "LD")
    assert supply_lines.trace_line(state, units(state, more), "normandie", "england") is None
    state = sea_table()
    army = landed(state, "F-: 2 NWD", task="blockade:picardie")
    assert line(state, army) is None


@pytest.mark.rule("SAT-10", "ATT-04")
def test_strait_forts_on_the_line_of_the_fleet_count_ashore() -> None:
    alliances = {"england": ["venice"], "france": ["turkey"]}
    state = sea_table(alliances=alliances)
    army = put(state, "venice", "caffa", "LD")
    fleet(state, "venice", "sea-noire-w", "NWD", task="supply")
    fleet(state, "venice", "sea-noire-e", "NWD", task="supply")
    found = supply_lines.trace_line(state, units(state, army), "caffa", "england")
    assert found is not None
    assert found.strait_forts == 4


@pytest.mark.rule("SUP-18", "SAT-10", "ATT-04", "SIE-14")
def test_a_line_over_land_is_taken_before_one_past_strait_forts_that_costs_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = sea_table(alliances={"england": ["venice"], "france": ["turkey"]})
    army = units(state, put(state, "venice", "caffa", "LD"))
    fleet(state, "venice", "sea-noire-w", "NWD", task="supply")
    fleet(state, "venice", "sea-noire-e", "NWD", task="supply")
    put(state, "venice", "crimee", "LD")
    state.land.sieges["crimee"] = Siege("england")
    state.land.controllers |= {"crimee": "turkey", "donets": "venice"}
    found = supply_lines.trace_line(state, army, "caffa", "england")
    assert found is not None
    assert (found.source, found.cost, len(found.weak)) == ("donets", 11, 2), "9 by sea"
    by_sea = supply_lines.fleet_sources(state, army, "caffa", "england")
    monkeypatch.setattr(supply_lines, "trace_line", lambda *_: by_sea[0])
    marches = supply_lines.mildest_line(state, army, "caffa", "england")
    assert marches is not None
    assert marches.source == "donets", "weak supply does not matter there"
    del state.land.controllers["donets"]
    marches = supply_lines.mildest_line(state, army, "caffa", "england")
    assert marches is not None
    assert marches.strait_forts == 4, "there is no other"


@pytest.mark.rule("SUP-A6", "SUP-13", "SUP-16")
def test_detachments_overseas_do_not_mind_a_distant_fleet() -> None:
    state = sea_table()
    zone = "sea-bahamas"
    shore = next(each.other for each in board.land_neighbours(zone))
    fleet(state, "england", zone, "F+: 4 NWD", task="supply")
    few = put(state, "england", shore, "LD")
    (found,) = supply_lines.fleet_sources(state, units(state, few), shore, "england")
    assert found.weak == ()
    army = put(state, "england", shore, "A-")
    (found,) = supply_lines.fleet_sources(state, units(state, army), shore, "england")
    assert [each.rule for each in found.weak] == ["SUP-13", "SUP-16"]


def test_the_length_modifier() -> None:
    lengths: list[Any] = [distance_from_port.distance_modifier(length) for length in range(7)]
    assert [value for value, _ in lengths] == [0, 3, 6, 6, 6, 9, 9]


# Supply that ends, and supply that does not.

LEVANT = "sea-levantin"
DONE = ("next-move", "done")


def cyprus(task: str = "blockade+supply:chypre") -> tuple[State, list[int], list[int]]:
    """A Turkish army before Famagusta, and the fleet that blockades it and brings bread."""
    state = sea_table(
        alliances={"turkey": ["turkey"], "venice": ["venice"]}, wars=[("turkey", "venice")],
    )  # fmt: skip
    army = put(state, "turkey", "chypre", "A+")
    state.land.sieges["chypre"] = Siege("turkey")
    ships = fleet(state, "turkey", LEVANT, "F-: 5 NGD", task=task)
    return state, army, ships


@pytest.mark.rule("NAC-08", "SUP-20", "NAC-14")
@pytest.mark.parametrize("one_supplies", [True, False])
def test_a_second_fleet_that_joins_a_blockade_leaves_its_supply(one_supplies: bool) -> None:
    """Text 851 to 864: *if several allied stacks want to blockade the same port, they are
    automatically merged*, and *supply last until the next movement of the naval stack*."""
    tasks = ("blockade+supply:chypre", "blockade:chypre")
    old, new = tasks if one_supplies else tasks[::-1]
    state, army, ships = cyprus("blockade+supply:chypre")
    state.sea.tasks[str(ships[0])] = old
    (more,) = fleet(state, "turkey", "antalya", "F-: 4 NGD")
    played = play(
        movement.moves, state,
        [("next-move", f"antalya:{more}"), ("sail", [LEVANT, f"!{new}"]), DONE],
        {"turkey.attrition": [1, 1]},
    )  # fmt: skip
    assert supply_lines.trace_line(state, units(state, army), "chypre", "turkey") is not None
    assert {state.sea.tasks[str(each)] for each in (*ships, more)} == {tasks[0]}
    assert "any more" not in played.told


@pytest.mark.rule("NAC-08", "NAC-11")
def test_fleets_that_blockade_together_supply_together() -> None:
    """Text 851 to 853: they are merged, and the merged stack is as large as both."""
    state, *_ = cyprus("blockade:chypre")
    put(state, "turkey", "chypre", "A+")
    (few,) = fleet(state, "turkey", "antalya", "F-: 1 NGD")
    action = Action("blockade+supply", "chypre")
    assert "NAC-11" in why_not(
        Arrival(state, units(state, [few]), ["antalya", LEVANT], "turkey"), action
    )
    fleet(state, "turkey", LEVANT, "F+: 8 NGD", task="blockade:chypre")
    assert not why_not(Arrival(state, units(state, [few]), ["antalya", LEVANT], "turkey"), action)


@pytest.mark.rule("SUP-20", "NAC-27", "AFT-05")
def test_a_fleet_too_small_for_its_blockade_goes_on_with_its_supply() -> None:
    """Text 3352 and 3434: the blockade is lifted and *the stack stays in the sea*; its supply lasts
    until it moves (862), as far as it is large enough."""
    state, army, ships = cyprus()
    state.land.levels["chypre"] = 4
    played = play(movement.moves, state, [DONE], {"turkey.attrition": 1})
    assert state.sea.tasks[str(ships[0])] == "supply:chypre"
    assert "gives up the blockade of Cyprus" in played.told
    assert "the supply of the troops there goes on" in played.told
    state.sea.tasks[str(ships[0])] = "blockade+supply:chypre"
    assert supply_lines.trace_line(state, units(state, army), "chypre", "turkey") is not None
    played = play(siege_segment.siege, state, ["redeploy"])
    assert "The blockade of Cyprus is lifted" in played.told
    assert state.sea.tasks[str(ships[0])] == "supply:chypre"


@pytest.mark.rule("SUP-20", "NAC-26")
def test_a_fleet_goes_on_with_its_supply_when_the_port_it_blockaded_has_fallen() -> None:
    """Text 862: until the next movement of the naval stack, and it has not moved."""
    state, _, ships = cyprus()
    state.land.controllers["chypre"] = "turkey"
    del state.land.sieges["chypre"]
    play(movement.moves, state, [DONE], {"turkey.attrition": 1})
    assert state.sea.tasks[str(ships[0])] == "supply:chypre"


@pytest.mark.rule("SUP-20")
def test_troops_are_told_when_their_supply_by_sea_ends() -> None:
    """Text 321: *it is valid until the next impulse of the naval stack*, and ends as it moves."""
    state, _, ships = cyprus()
    played = play(
        movement.moves, state, [("next-move", f"{LEVANT}:{ships[0]}"), ("sail", ["antalya"]), DONE],
        {"turkey.attrition": 1},
    )  # fmt: skip
    assert "No ships supply the troops in Cyprus any more: they have no line of supply" in (
        played.told
    )
    state, _, ships = cyprus()
    state.land.controllers["chypre"] = "turkey"
    played = play(
        movement.moves, state, [("next-move", f"{LEVANT}:{ships[0]}"), ("sail", ["antalya"]), DONE],
        {"turkey.attrition": 1},
    )  # fmt: skip
    assert "they have another line of supply" in played.told


@pytest.mark.rule("ATS-08", "ATS-21", "ATS-22", "ATS-23")
def test_a_line_costs_what_its_length_and_its_closed_straits_add_up_to() -> None:
    """From the Black Sea the Bosporus and the Dardanelles are two zones and 2 for each fort."""
    state = sea_table(alliances={"england": ["venice"], "france": ["turkey"]})
    here = units(state, fleet(state, "venice", "sea-noire-w", "NWD"))
    found = naval.trace_line(state, here, "sea-noire-w", "england")
    assert found is not None
    assert (found.length, found.strait_forts) == (2, 4)
    assert naval._price(found) == 6 + 4
    assert naval._price(replace(found, length=0)) == 4
