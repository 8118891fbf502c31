"""Convoys, corsairs and ports: what the text says where they meet, then what is played."""

from __future__ import annotations

from typing import Any

import pytest

from engine.fleets import blockades, fleets, gold, ports, transports
from engine.fleets.naval_journey import Journey
from engine.sea import convoys, corsairs, corsairs_math
from engine.sea.under_way import attrition, staying_aboard
from engine.sea.under_way.voyage import Voyage
from engine.sequence import movement, siege_segment
from engine.state import State
from engine.state.forces import Unit
from engine.state.sea import Convoy, Corsair
from tests.engine.playing import play, tabletop
from tests.engine.sea.afloat import at, fleet, sea_table, units

LION, ZONE = "sea-lion", "sea-thyrrenienne"
SIDES = {"spain": ["spain"], "france": ["france"], "algeria": ["algeria"], "venice": ["venice"]}


def table(*found: Corsair, place: str = LION, **fields: Any) -> State:
    """Spain at war with France and Algeria, Venice at peace; corsairs in the Gulf of Lion."""
    fields.setdefault("wars", [("spain", "france"), ("spain", "algeria")])
    state = sea_table(alliances=SIDES, minors={"algeria": "france"}, **fields)
    if found:
        state.sea.corsairs[place] = list(found)
    return state


def laden(state: State, ducats: int, *ships: str, country: str = "spain") -> Voyage:
    numbers = fleet(state, country, ZONE, *ships)
    gold.settle(state, units(state, numbers), ducats)
    return Voyage(country, list(numbers), [], Journey(("palermo", ZONE)))


def pirate(side: Any = "+") -> Corsair:
    return Corsair("pirates", side, "")


def test_pirates_rob_a_power_at_peace_with_everybody() -> None:
    """1521: "pirates corsaire always attack (if +)": nobody has to be at war with them; 1550: they
    "stay in the sea zone and may act again"."""
    state = table(pirate())
    voyage = laden(state, 30, "NTD", "NTD", country="venice")
    dice = {"pirates.convoy": 10, "venice.hunt": 1, "pirates.raid": 2}
    played = play(convoys.attacks, state, [], dice, voyage)
    assert state.sea.corsairs[LION] == [pirate("-")]
    assert sum(state.sea.gold.values()) < 30
    assert "pirates" in played.told.lower()


def test_a_corsair_robs_nobody_with_whom_its_owner_is_at_peace() -> None:
    """1517: "the corsaire must be allowed to attack the owner of the convoy"."""
    state = table(Corsair("france", "+"))
    assert convoys.attackers(state, ZONE, "spain")
    assert not convoys.attackers(state, ZONE, "venice")


def test_gold_that_a_minor_s_corsair_takes_is_lost() -> None:
    """1544: "Gold captured by corsaire of minor countries is lost; gold captured by corsaire of
    major countries is immediately added" to the treasury of its controller."""
    for owner, gained in (("algeria", False), ("france", True)):
        state = table(Corsair(owner, "+"))
        voyage = laden(state, 30, "NTD", "NTD")
        before = {name: each.treasury for name, each in state.countries.items()}
        dice = {f"{owner}.convoy": 10, "spain.hunt": 1, f"{owner}.raid": 3}
        played = play(convoys.attacks, state, [("attack-convoy", True)], dice, voyage)
        after = {name: each.treasury for name, each in state.countries.items()}
        assert (after != before) == gained, (owner, played.told)
        assert after["algeria"] == before["algeria"]


def test_a_corsair_that_attacked_goes_to_port_and_stays_there_this_turn() -> None:
    """1551: "Any other corsaire must return to port immediately ... and may not act again this
    turn"."""
    state = table(Corsair("france", "+"))
    voyage = laden(state, 30, "NTD", "NTD")
    dice = {"france.convoy": 10, "spain.hunt": 1, "france.raid": 1}
    play(convoys.attacks, state, [("attack-convoy", True)], dice, voyage)
    assert LION not in state.sea.corsairs
    assert not convoys.attackers(state, ZONE, "spain")


def test_who_beats_the_corsair_off_loses_nothing() -> None:
    """1537: the stack "rolls as for fighting corsaire ... if successful, do not reduce further the
    corsaire but stop the attack immediately"; 1535: the interception made it -."""
    state = table(Corsair("france", "+"))
    voyage = laden(state, 30, "NTD", "NTD")
    dice = {"france.convoy": 10, "spain.hunt": 10}
    play(convoys.attacks, state, [("attack-convoy", True)], dice, voyage)
    assert sum(state.sea.gold.values()) == 30
    sides = [each.side for here in state.sea.corsairs.values() for each in here]
    assert sides in ([], ["-"])


def test_gold_goes_aboard_in_a_controlled_port_alone() -> None:
    """1017: "Gold can only be embarked in a controlled port"."""
    state = tabletop(alliances={"spain": ["spain"], "france": ["france"]}, campaign="multiple",
                     wars=[("spain", "france")])  # fmt: skip
    [ship] = fleet(state, "spain", "sea-caraibes", "NTD")
    state.sea.gold["cuba-w"] = 20
    why = gold.why_no_loading(state, units(state, [ship]), "cuba-w", "spain")
    assert "CMB-30" in why
    state.land.controllers["cuba-w"] = "spain"
    assert gold.why_no_loading(state, units(state, [ship]), "sea-caraibes", "spain")


def test_gold_is_landed_in_a_friendly_port_in_europe_and_in_no_other() -> None:
    """1017: it is "immediately disembarked when it reaches a friendly port on the European map": a
    port of the enemy cannot be entered, one overseas keeps it aboard (1019)."""
    state = table(campaign="multiple")
    voyage = laden(state, 15, "NTD")
    state.put(state.units[voyage.units[0]], "palermo", "port")
    from engine.play.phase import Phase

    gold.unload(Phase(state), voyage.units, "cuba-w", overseas=False)
    assert sum(state.sea.gold.values()) == 15
    gold.unload(Phase(state), voyage.units, "palermo", overseas=False)
    assert not state.sea.gold
    assert state.countries["spain"].treasury == 1015


def test_the_flota_comes_again_when_it_is_sunk() -> None:
    """921: "As soon as the Flota de Oro (and only this convoy) is sunk or reaches Europe, it
    reappears in a Spanish port on the Atlantic coast"."""
    state = tabletop(alliances={"spain": ["spain"]}, wars=[], campaign="passive", step="movement")
    found = fleet(state, "spain", "sea-acores", "NTD")
    other = fleet(state, "spain", "sea-panama", "NTD")
    state.sea.convoys = {"flota-de-oro": Convoy("spain", 1, found),
                     "flota-del-peru": Convoy("spain", 1, other)}  # fmt: skip
    for number in (*found, *other):
        state.remove(state.units[number])
    played = play(gold.renew, state, [("flota-port", "andalucia")])
    [new] = state.sea.convoys["flota-de-oro"].counters
    assert at(state, new) == ("andalucia", "port")
    assert not state.sea.convoys["flota-del-peru"].counters
    assert "Flota de Oro" in played.told


def test_a_blockaded_port_is_no_refuge_for_the_corsair() -> None:
    """4048: -2 "if the corsaire has a non-blockaded friendly port in the sea zone"."""
    state = sea_table(alliances={"england": ["england"], "france": ["france"]})
    state.sea.corsairs["sea-manche"] = [Corsair("france", "-")]
    fleet(state, "england", "sea-manche", "NWD", task=corsairs_math.HUNT)
    stack = corsairs.hunters(state, "sea-manche", "england")
    target = state.sea.corsairs["sea-manche"][0]
    assert corsairs_math.hunt_of(state, stack, target).friendly_port
    french = [place for place in ports.coasts(state, "sea-manche")
              if ports.harbour(state, place, "france")]  # fmt: skip
    for place in french:
        assert corsairs_math.hunt_of(state, stack, target).friendly_port
        fleet(state, "england", "sea-manche", "F+: 5 NWD", task=f"blockade:{place}")
        assert blockades.is_blockaded(state, place), place
    assert not corsairs_math.hunt_of(state, stack, target).friendly_port


def test_a_fleet_at_peace_fights_pirates_and_no_one_else() -> None:
    """3444 and 4034: "Naval stacks whose action is to fight corsaire resolve it now"; a power at
    peace has no enemy but the pirates."""
    state = table(pirate("-"), Corsair("france", "-"), step="siege", wars=[])
    fleet(state, "venice", LION, "NWD", task=corsairs_math.HUNT)
    played = play(siege_segment.siege, state, [], {"venice.hunt": 10})
    assert [each.country for each in state.sea.corsairs[LION]] == ["france"]
    assert "Venice" in played.told


def test_attrition_costs_gold_its_share_and_a_lost_fleet_all_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """1020: gold "does suffer attritions and exploration loses in the same proportion than the
    carrying stack"."""
    for percent, left in ((50, 15), (100, 0)):
        monkeypatch.setattr("engine.facts.tables.attrition_percent", lambda result, p=percent: p)
        state = table()
        voyage = laden(state, 30, "NTD", "NTD")
        dice = {"spain.attrition": 9}
        play(attrition.voyage_attrition, state, (), dice, voyage, voyage.journey)
        assert sum(state.sea.gold.values()) == left
        room = gold.PER_POINT * int(gold.transport_points(list(state.units.values())))
        assert sum(state.sea.gold.values()) <= room


def test_gold_finds_room_only_in_what_is_left_of_the_ships(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """1016: gold "requires 1 transport point for every 5 ducats": what attrition leaves cannot
    carry more than it has points, whatever the share lost (1000 says so of troops)."""
    state = table()
    voyage = laden(state, 20, "NTD", "NWD")
    monkeypatch.setattr("engine.facts.tables.attrition_percent", lambda result: 50)
    answers = [("ship-lost", "spain/NTD")]
    dice = {"spain.attrition": 9}
    play(attrition.voyage_attrition, state, answers, dice, voyage, voyage.journey)
    afloat = [unit for unit in state.units.values() if not unit.land]
    assert fleets.thirds(afloat) == 3
    assert sum(state.sea.gold.values()) <= gold.PER_POINT * int(gold.transport_points(afloat))


def test_gold_takes_the_place_of_troops() -> None:
    """1016: "Gold can be carried as land forces. It requires 1 transport point for every
    5 ducats": ships may not leave troops aboard to others that are full of gold."""
    state = tabletop(alliances={"spain": ["spain"]}, wars=[], known={"spain": {"sea-caraibes"}})
    [empty, full] = fleet(state, "spain", "sea-caraibes", "NTD", "NTD")
    state.marks.moved.add(state.add(Unit(0, "spain", "LD", "sea-caraibes", "aboard")).id)
    assert not staying_aboard.why_stranded(state, "sea-caraibes", "spain", [full])
    state.sea.gold[str(full)] = 10
    assert "CMB-06" in staying_aboard.why_stranded(state, "sea-caraibes", "spain", [empty])
    assert transports.room_for_troops(state, [state.units[full]]) == 1


def test_the_corsair_s_attack_stops_nobody() -> None:
    """1514: "These attacks never stop the movement of the stack"."""
    state = table(pirate(), campaign="multiple", step="movement")
    numbers = fleet(state, "spain", "sea-alger", "NTD", "NTD")
    gold.settle(state, units(state, numbers), 30)
    dice = {"pirates.convoy": 10, "spain.hunt": 1, "pirates.raid": 10, "spain.attrition": 1}
    key = next(iter(numbers))
    play(movement.moves, state,
         [f"sea-alger:{key}", [*map(str, numbers)], ("sail", [LION, ZONE])], dice)  # fmt: skip
    assert {unit.place for unit in state.units.values()} == {ZONE}
