"""Gold that waits ashore, convoys, and the Flota de Oro."""

from __future__ import annotations

from typing import Any

import pytest

from engine.fleets import fleet_counters, gold, ports, supply_by_sea, transports
from engine.fleets.naval_journey import Journey
from engine.land.battle.parameters import Force
from engine.play.asks import BadAnswer
from engine.play.phase import Phase
from engine.sea.battle import retreat
from engine.sea.interception import interception, interceptors
from engine.sea.under_way import carried_troops
from engine.sea.under_way.voyage import Voyage
from engine.sea.voyages import stationary, voyage_step
from engine.sequence import movement
from engine.state import State, sides
from engine.state.forces import Unit
from engine.state.sea import Convoy, Corsair
from engine.state.stacks import Band
from tests.engine import plays
from tests.engine.playing import Played, band, play, put
from tests.engine.sea.afloat import fleet, sea_table, units


def table(**fields: Any) -> State:
    """Spain, who holds Cuba, at war with France."""
    state = sea_table(
        alliances={"spain": ["spain"], "france": ["france"]}, wars=[("spain", "france")], **fields
    )
    state.land.controllers["andalucia"] = state.land.owners["andalucia"] = "spain"
    return state


def convoy(state: State, name: str, place: str, *ships: str) -> list[int]:
    """A convoy of Spain."""
    numbers = fleet(state, "spain", place, *ships)
    state.sea.convoys[name] = Convoy("spain", len(ships), list(numbers))
    return numbers


@pytest.mark.rule("CMB-29")
@pytest.mark.parametrize(("aboard", "room"), [(0, 15), (11, 0), (10, 5), (15, 0), (30, 0)])
def test_a_transport_has_room_for_three_points_of_gold(aboard: int, room: int) -> None:
    """*Five ducats a point*, begun ones counted; ships laden beyond that have no room, not less."""
    state = table(gold={"catalunya": 40})
    here = units(state, fleet(state, "spain", "catalunya", "NTD"))
    state.sea.gold[str(here[0].id)] = aboard
    assert gold.room_for_gold(state, here) == room
    assert ("CMB-29" in gold.why_no_loading(state, here, "catalunya", "spain")) == (not room)


@pytest.mark.rule("CMB-29")
def test_a_part_of_a_stack_sails_with_the_gold_it_has_room_for() -> None:
    """1016: *Gold can be carried as land forces. It requires 1 transport point for every 5 ducats*,
    of the ships that part too: one of three transports takes 15 of 45 ducats with it."""
    state = table()
    ships = fleet(state, "spain", "sea-lion", "NWD", "NTD", "NTD", "NTD", "NDE", "NDE")
    gold.settle(state, units(state, ships), 50)
    assert {number: gold.ducats_aboard(state, units(state, [number])) for number in ships} == dict(
        zip(ships, (5, 15, 15, 15, 0, 0), strict=True)
    )
    gold.settle(state, units(state, ships), 55)
    assert gold.ducats_aboard(state, units(state, ships)) == 55, "two halves carry five together"
    play(
        movement.moves, state,
        [("next-move", f"sea-lion:{ships[0]}"), ("mover", [str(ships[1])]), ("sail", ["catalunya"]),
         ("next-move", "done")],
        {"spain.attrition": [1, 1]},
    )  # fmt: skip
    assert gold.ducats_aboard(state, units(state, ships)) == 40, "15 are unloaded"


@pytest.mark.rule("CMB-29")
@pytest.mark.parametrize("way", ["mover", "sail"])
def test_two_explorers_who_hold_five_ducats_together_do_not_part(way: str) -> None:
    """1016: *Gold can be carried as land forces. It requires 1 transport point for every 5 ducats*:
    each of two explorers has half a point, so neither sails with the gold of both, nor leaves it
    to the other."""
    state = table()
    one, other = fleet(state, "spain", "sea-lion", "NDE", "NDE")
    gold.settle(state, units(state, [one, other]), 5)
    begin = ("next-move", f"sea-lion:{one}")
    for alone in (one, other):
        parted = [
            ("mover", [str(alone)] if way == "mover" else [str(one), str(other)]),
            ("sail", [f"-{other if alone == one else one}", "sea-alger"]),
        ][: 1 if way == "mover" else 2]
        with pytest.raises(AssertionError, match="CMB-29"):
            play(movement.moves, state, [begin, *parted])
    together = [("mover", [str(one), str(other)]), ("sail", ["catalunya"])]
    play(movement.moves, state, [begin, *together], {"spain.attrition": 1})
    assert not state.sea.gold, "together they bring it home"


@pytest.mark.rule("CMB-29", "ITG-04")
def test_nor_do_they_part_to_intercept() -> None:
    """1204: a stack may intercept "with only part of the stack", and 1016 holds for both parts."""
    state = table()
    one, other = fleet(state, "spain", "sea-lion", "NDE", "NDE")
    gold.settle(state, units(state, [one, other]), 5)
    [mover] = fleet(state, "france", "sea-alger", "NWD")
    posts = interceptors.eligible_stacks(state, "sea-alger", "spain", (), [mover])
    ask = interception.Intercept(
        who="spain", name="intercept", what="?", state=state, target="sea-alger", posts=posts,
        mover=band([mover]),
    )  # fmt: skip
    assert [str(one), str(other)] in ask.offers()
    with pytest.raises(BadAnswer, match="CMB-29"):
        ask.parse([str(one)])
    assert interceptors.why_not_apart(state, units(state, [one]), "sea-lion") == "", "who stays"
    assert not interceptors.largest_part(state, Band("sea-lion", (one,), ()), "sea-alger")


@pytest.mark.rule("CMB-30")
def test_gold_is_loaded_in_a_controlled_port_only() -> None:
    state = table(gold={"catalunya": 40, "provence": 40})
    (ship,) = fleet(state, "spain", "catalunya", "NTD")
    here = units(state, [ship])
    assert gold.why_no_loading(state, here, "catalunya", "spain") == ""
    assert "no gold" in gold.why_no_loading(state, here, "sea-lion", "spain")
    assert "CMB-30" in gold.why_no_loading(state, here, "provence", "spain"), "French"
    played = play(
        movement.moves, state,
        [
            ("next-move", f"catalunya:{ship}"), ("sail", ["!load:catalunya"]),
            ("sail", ["sea-lion"]),
        ],
        {"spain.attrition": 1},
    )  # fmt: skip
    assert state.sea.gold == {str(ship): 15, "catalunya": 25, "provence": 40}, "three points"
    assert "loads 15 ducats of gold in Catalunya" in played.told


@pytest.mark.rule("CMB-30")
def test_a_presidio_or_a_shore_without_port_is_no_controlled_port() -> None:
    state = table(gold={"provence": 40, "la-mancha": 40})
    state.sea.presidios["provence"] = ("spain", 1)
    here = units(state, fleet(state, "spain", "provence", "NTD"))
    assert ports.why_closed(state, here, "provence", "spain") == "", "they may lie there"
    assert "CMB-30" in gold.why_no_loading(state, here, "provence", "spain")
    assert sides.controlled_by(state, "la-mancha", "spain")
    assert "CMB-30" in gold.why_no_loading(state, here, "la-mancha", "spain")
    assert "no gold" in gold.why_no_loading(state, here, "catalunya", "spain")


@pytest.mark.rule("CMB-29", "CMB-30")
def test_ships_take_what_they_have_room_for_and_no_more() -> None:
    state = table(gold={"catalunya": 8})
    ships = fleet(state, "spain", "catalunya", "NTD", "NTD")
    here = units(state, ships)
    gold.settle(state, here, 11)
    assert gold.room_for_gold(state, here) == 15, "three points of six are taken"
    voyage = Voyage("spain", ships, [], Journey(("catalunya",)))
    carried_troops.load(Phase(state), voyage)
    assert state.sea.gold == dict(zip(map(str, ships), (15, 4), strict=True)), "all that waits"
    gold.settle(state, here, 30)
    state.sea.gold["catalunya"] = 5
    assert "no room" in gold.why_no_loading(state, here, "catalunya", "spain")


@pytest.mark.rule("CMB-35", "SUP-25")
def test_convoys_carry_gold_or_nothing_and_supply_nobody() -> None:
    state = table(gold={"catalunya": 100})
    (flota,) = convoy(state, "flota-del-peru", "catalunya", "NTD")
    (levant,) = convoy(state, "levant", "catalunya", "NTD")
    troops = [state.units[each] for each in put(state, "spain", "catalunya", "LD")]
    full, own = units(state, [levant]), units(state, [flota])
    assert "CMB-35" in gold.why_no_loading(state, full, "catalunya", "spain")
    assert gold.room_for_gold(state, [*full, *own]) == 15, "in the Flota alone"
    gold.settle(state, [*full, *own], 15)
    assert state.sea.gold == {str(flota): 15, "catalunya": 100}
    assert transports.capacity(state, [*full, *own]) == 0, "no troops"
    assert not supply_by_sea.can_supply(state, [*full, *own], troops)
    loose = units(state, fleet(state, "spain", "catalunya", "NTD"))
    assert transports.capacity(state, loose) == 3
    assert supply_by_sea.can_supply(state, loose, troops)


@pytest.mark.rule("CMB-35")
def test_gold_in_its_convoy_takes_no_room_from_troops() -> None:
    state = table()
    own = units(state, convoy(state, "flota-de-oro", "catalunya", "NTD"))
    gold.settle(state, own, 15)
    loose = units(state, fleet(state, "spain", "catalunya", "NTD"))
    assert gold.beside_troops(state, [*own, *loose]) == 0
    gold.settle(state, loose, 15)
    assert gold.beside_troops(state, [*own, *loose]) == 3


async def _sink(phase: Any, number: int) -> None:
    phase.state.remove(phase.state.units[number])
    await gold.renew(phase)


def _flota(state: State) -> list[Unit]:
    return units(state, state.sea.convoys["flota-de-oro"].counters)


@pytest.mark.rule("NAC-31", "NAC-A2")
def test_a_flota_that_is_sunk_is_set_up_again_in_an_atlantic_port() -> None:
    state = table()
    (old,) = convoy(state, "flota-de-oro", "sea-lion", "NTD")
    (other,) = convoy(state, "flota-del-peru", "sea-lion", "NTD")
    ports = gold.flota_ports(state, "spain")
    assert "catalunya" not in ports, "no Atlantic coast"
    assert len(ports) > 1
    played = play(_sink, state, [("flota-port", ports[-1])], (), old)
    assert [(unit.kind, unit.place, unit.position) for unit in _flota(state)] == [
        ("NTD", ports[-1], "port")
    ]
    assert played.asks[0].who == "spain"
    play(_sink, state, (), (), other)
    assert state.sea.convoys["flota-del-peru"].counters == [], "this convoy only"


@pytest.mark.rule("NAC-31", "NAC-A2")
def test_it_is_set_up_in_a_port_of_spain_that_spain_controls_or_waits_for_one() -> None:
    state = table()
    before = gold.flota_ports(state, "spain")
    state.land.controllers[before[0]] = "france"
    state.land.controllers["armor"] = "spain"
    assert gold.flota_ports(state, "spain") == before[1:], "neither lost nor taken ports"
    for place in before[1:]:
        state.land.controllers[place] = "france"
    (old,) = convoy(state, "flota-de-oro", "sea-lion", "NTD")
    play(_sink, state, (), (), old)
    assert _flota(state) == []
    state.land.controllers[before[1]] = "spain"
    played = play(_renew, state)
    assert [unit.place for unit in _flota(state)] == [before[1]], "the only one, unasked"
    assert "set up again" in played.told


async def _renew(phase: Any) -> None:
    await gold.renew(phase)


@pytest.mark.rule("NAC-31")
def test_its_escort_stays_and_other_gold_sets_up_nothing() -> None:
    state = table()
    (flota,) = convoy(state, "flota-de-oro", "palermo", "NTD")
    (escort,) = fleet(state, "spain", "palermo", "NWD")
    arrived = play(_arrive, state, (), (), [flota, escort])
    assert escort in state.units
    assert flota not in state.units
    assert "Flota de Oro has come" in arrived.told
    assert play(_arrive, state, (), (), [escort]).told == ""


async def _arrive(phase: Any, numbers: list[int]) -> None:
    gold.flota_arrives(phase, numbers, "palermo")


@pytest.mark.rule("NAC-31")
def test_a_flota_without_gold_has_arrived_only_when_it_comes_from_overseas() -> None:
    state = table()
    (flota,) = convoy(state, "flota-de-oro", "catalunya", "NTD")
    assert play(_unload, state, (), (), [flota], "catalunya").told == ""
    assert flota in state.units
    play(_come, state, (), (), [flota], "catalunya")
    assert flota not in state.units


async def _come(phase: Any, numbers: list[int], place: str) -> None:
    gold.unload(phase, numbers, place, overseas=True)


@pytest.mark.rule("CMB-31")
def test_gold_is_not_unloaded_in_ports_overseas() -> None:
    state = table(known={"spain": {"cuba-w"}})
    ships = fleet(state, "spain", "cuba-w", "NTD")
    gold.settle(state, units(state, ships), 15)
    money = state.countries["spain"].treasury
    play(_unload, state, (), (), ships, "cuba-w")
    play(_unload, state, (), (), ships, "sea-lion")
    assert (state.sea.gold, state.countries["spain"].treasury) == ({str(ships[0]): 15}, money)
    play(_unload, state, (), (), [*ships, 999], "catalunya")
    assert (state.sea.gold, state.countries["spain"].treasury) == ({}, money + 15)


async def _unload(phase: Any, numbers: list[int], place: str) -> None:
    gold.unload(phase, numbers, place, overseas=False)


@pytest.mark.rule("NAC-31")
def test_a_flota_that_brings_gold_to_europe_is_set_up_again() -> None:
    state = table()
    (old,) = convoy(state, "flota-de-oro", "sea-lion", "NTD")
    gold.settle(state, units(state, [old]), 15)
    ports = gold.flota_ports(state, "spain")
    before = state.countries["spain"].treasury
    played = arrive(state, old, ports[0])
    assert state.countries["spain"].treasury == before + 15
    assert "has come to Catalunya" in played.told
    assert old not in state.units
    assert [unit.place for unit in _flota(state)] == [ports[0]]


def arrive(state: State, number: int, port: str) -> Played:
    return play(
        movement.moves, state,
        [
            ("next-move", f"sea-lion:{number}"), ("sail", ["catalunya"]), ("flota-port", port),
            ("next-move", "done"),
        ][: 3],
    )  # fmt: skip


@pytest.mark.rule("CMB-31", "NAV-12")
@pytest.mark.parametrize("raiders", [0, 6])
def test_gold_that_flees_into_a_port_is_unloaded_there(raiders: int) -> None:
    """1017: it is "immediately disembarked when it reaches a friendly port on the European map",
    before the attrition that is "resolved once at the end of movement" (807): as after a voyage."""
    state = table()
    state.sea.corsairs["sea-lion"] = [Corsair("france", "+") for _ in range(raiders)]
    (ship,) = fleet(state, "spain", "sea-lion", "NTD")
    gold.settle(state, units(state, [ship]), 15)
    force = Force("spain", (ship,), ())
    before = state.countries["spain"].treasury
    fled = play(
        retreat.flee,
        state,
        ["catalunya"],
        {"spain.attrition": 8},
        "sea-lion",
        force,
        None,
        "Where?",
    )
    assert fled.result.port
    assert (ship in state.units) == (not raiders)
    assert (state.sea.gold, state.countries["spain"].treasury) == ({}, before + 15)


@pytest.mark.rule("CMB-27", "CMB-28", "CMB-29")
def test_gold_goes_on_with_the_ships_that_a_battle_or_fire_leaves() -> None:
    state = table()
    (escort,) = fleet(state, "spain", "sea-lion", "NWD")
    first, second = convoy(state, "flota-de-oro", "sea-lion", "NTD", "NTD")
    everything = units(state, [escort, first, second])
    gold.settle(state, everything, 25)
    assert state.sea.gold == {str(first): 15, str(second): 10}
    state.remove(state.units[first])
    assert state.sea.gold == {str(second): 10}, "it goes off the board with its ship"
    play(_keep, state, (), (), [escort, second], 25)
    held = {str(second): 15, str(escort): 5}
    assert state.sea.gold == held, "3 points of the transport, 1 of the warship"
    assert (
        "5 ducats of gold are lost with the ships" in play(_keep, state, (), (), [escort], 10).told
    )
    assert state.sea.gold[str(escort)] == 5
    assert play(_keep, state, (), (), [escort], 5).told == "", "all of it has its ship"


async def _keep(phase: Phase, numbers: list[int], ducats: int) -> None:
    gold.keep(phase, units(phase.state, numbers), ducats, "sea-lion")


@pytest.mark.rule("NAC-31")
def test_a_flota_waits_until_spain_has_a_counter_of_transports_for_it() -> None:
    state = table()
    state.sea.convoys["flota-de-oro"] = Convoy("spain", 1)
    spare = fleet_counters.free_counters(state, "spain", "NTD")
    ships = fleet(state, "spain", "catalunya", *["NTD"] * spare)
    assert fleet_counters.free_counters(state, "spain", "NTD") == 0
    waits = play(_renew, state)
    assert (_flota(state), waits.told, waits.asks) == ([], "", [])
    state.remove(state.units[ships[0]])
    port = gold.flota_ports(state, "spain")[0]
    play(_renew, state, [("flota-port", port)])
    assert [unit.place for unit in _flota(state)] == [port]


@pytest.mark.rule("NAC-31")
@pytest.mark.parametrize(
    ("start", "ducats", "home"),
    [("sea-canarias", 0, True), ("sea-lion", 5, True), ("sea-lion", 0, False)],
)
def test_a_flota_that_comes_from_overseas_or_with_gold_has_arrived_in_port(
    start: str, ducats: int, home: bool
) -> None:
    """*The moment it arrives in Europe*: its way is told first, it leaves the board, and its voyage
    is over; empty and within Europe it is a convoy in port."""
    state = table(known={"spain": {"sea-canarias"}, "france": set()})
    (flota,) = convoy(state, "flota-de-oro", start, "NTD")
    gold.settle(state, units(state, [flota]), ducats)
    goal = "andalucia" if start == "sea-canarias" else "catalunya"
    way = ["sea-cadix", goal] if start == "sea-canarias" else [goal]
    ends = {"flota-port": ["galiza"]} if home else {}
    played = plays.played(
        movement.moves, state, {"next-move": [f"{start}:{flota}"], "sail": [way], **ends},
        {} if home else {"spain.attrition": 1},
    )  # fmt: skip
    assert (flota in state.units) != home
    if home:
        told = played.told
        assert told.index("Spain sails NTD") < told.index("The Flota de Oro has come to")
        assert not any(entry.kind == "roll" for entry in played.phase.story)


@pytest.mark.rule("NAC-31", "NAV-12")
def test_who_escorted_the_flota_home_sails_on_alone() -> None:
    """*The moment it arrives in Europe* it leaves the board; the warship beside it rolls for its
    own way."""
    state = table()
    (flota,) = convoy(state, "flota-de-oro", "sea-lion", "NTD")
    (escort,) = fleet(state, "spain", "sea-lion", "NWD")
    gold.settle(state, units(state, [flota]), 5)
    voyage = Voyage("spain", [flota, escort], [], Journey(("sea-lion",)), last=state.last_unit)
    played = play(voyage_step.step, state, (), (), voyage, "catalunya")
    assert played.result == "go"
    assert voyage.units == [escort]
    alone = table()
    (flota,) = convoy(alone, "flota-de-oro", "sea-lion", "NTD")
    gold.settle(alone, units(alone, [flota]), 5)
    voyage = Voyage("spain", [flota], [], Journey(("sea-lion",)), last=alone.last_unit)
    played = play(voyage_step.step, alone, (), (), voyage, "catalunya")
    assert (played.result, voyage.units) == ("stop", [])


@pytest.mark.rule("NAC-31", "NAV-02")
def test_a_flota_that_sinks_where_it_stays_at_sea_is_set_up_again_at_once() -> None:
    state = table(bad_weather=True)
    (flota,) = convoy(state, "flota-de-oro", "sea-acores", "NTD")
    (army,) = put(state, "spain", "andalucia", "LD")
    state.marks.unsupplied = {army}
    port = gold.flota_ports(state, "spain")[0]
    dice = {"spain.attrition": 10}
    played = play(stationary.stand, state, [("flota-port", port)], dice, "spain")
    assert flota not in state.units
    assert [unit.place for unit in _flota(state)] == [port]
    assert "is set up again" in played.told
    assert state.marks.unsupplied == set(), "and lines of supply are looked for anew (SUP-A1)"


@pytest.mark.parametrize(("number", "left"), [(2, ["NDE", "NDE"]), (3, ["NWD"])])
def test_three_explorers_that_stay_at_sea_together_become_a_warship(
    number: int, left: list[str]
) -> None:
    """C-NAV-08, and the new counter has stood: nobody rolls for it again."""
    state = table()
    fleet(state, "spain", "sea-lion", *["NDE"] * number)
    play(stationary.stand, state, (), {"spain.attrition": 1}, "spain")
    assert [unit.kind for unit in state.units.values()] == left
