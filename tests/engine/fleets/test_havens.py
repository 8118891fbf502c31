"""The nearest port to flee to, and what is passed on the way there."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facts import board
from engine.fleets import havens
from engine.fleets.havens import Haven
from engine.fleets.naval_journey import Journey
from engine.land.battle.parameters import Force
from engine.land.movement import march_under_way
from engine.play.phase import Phase
from engine.sea import lost_ports
from engine.sea.battle import retreat
from engine.sea.under_way.voyage import Cargo, Voyage
from engine.sea.voyages import voyage_step
from engine.state import State
from engine.state.land import Siege
from engine.state.overseas import Establishment
from engine.turns import redeployment_phase
from tests.engine.playing import lead, play, put, tabletop
from tests.engine.sea.afloat import fleet

ADMIRAL = "recalde"


@pytest.mark.rule("RET-06", "RET-08")
def test_of_two_ways_of_one_length_the_ships_take_the_one_that_passes_less() -> None:
    """*If no port can be reached otherwise, the fleet may pass presidios, strait fortifications or
    siegeworks at +2 to attrition for each*: to a besieged port of Borneo two ways lead from the
    Wharton Sea, one of them past Jakarta."""
    whole = {*board.provinces(), *board.seas()}
    state = tabletop(known={"france": whole, "spain": whole})
    state.land.controllers = {p: "spain" for p, found in board.provinces().items() if found.port}
    state.overseas.establishments["java-w"] = [Establishment("spain", "trading_post", 3)]
    state.land.controllers["java-w"] = state.land.owners["java-w"] = "spain"
    state.land.levels["java-w"] = 3
    state.overseas.establishments["borneo-e"] = [Establishment("france", "trading_post", 1)]
    state.land.sieges["borneo-e"] = Siege("spain", ["+"])
    ships = state.units_by_id(put(state, "france", "sea-wharton", "NWD"))
    found = havens.nearest_havens(state, ships, "sea-wharton", "france")
    way = ("sea-savu", "sea-banda", "borneo-e")
    assert found == [Haven(3, "borneo-e", way, crossings=1)]
    del state.land.sieges["borneo-e"]
    found = havens.nearest_havens(state, ships, "sea-wharton", "france")
    assert found == [Haven(3, "borneo-e", way)]


@pytest.mark.rule("RET-06", "RET-07")
@pytest.mark.parametrize(("holder", "port"), [("spain", "tunis"), ("genoa", "campania")])
def test_a_port_behind_a_hostile_strait_is_passed_over_for_one_farther_off(
    holder: str, port: str
) -> None:
    """From the Ionian Sea to Campania it is one sea zone, through the strait of Messina."""
    state = tabletop(alliances={"france": ["france"], "spain": ["spain"], "genoa": ["genoa"]})
    state.land.controllers = {p: "spain" for p, found in board.provinces().items() if found.port}
    state.land.controllers |= {"sicilia": holder, "campania": "france", "tunis": "france"}
    ships = state.units_by_id(put(state, "france", "sea-ionienne", "NWD"))
    found = havens.nearest_havens(state, ships, "sea-ionienne", "france")
    assert [(haven.place, haven.crossings) for haven in found][:1] == [(port, 0)]
    assert ("campania" in [haven.place for haven in found]) == (holder == "genoa")


@pytest.mark.rule("DIS-02", "RET-06")
def test_ships_flee_to_no_port_that_they_would_have_to_explore() -> None:
    """1654: *This means that other stacks of the same country still consider that the zone is
    unknown for all purposes. Typically, they must explore again if they want to enter that zone*:
    the trading post of an ally is no haven while the ships do not know its province."""
    seas, whole = {*board.seas()}, {*board.provinces(), *board.seas()}
    state = tabletop(
        alliances={"france": ["france", "portugal"], "spain": ["spain"]},
        known={"france": seas, "portugal": whole, "spain": whole},
    )
    state.land.controllers = {p: "spain" for p, found in board.provinces().items() if found.port}
    state.overseas.establishments["borneo-e"] = [Establishment("portugal", "trading_post", 1)]
    state.land.controllers["borneo-e"] = state.land.owners["borneo-e"] = "portugal"
    ships = state.units_by_id(put(state, "france", "sea-wharton", "NWD"))
    assert havens.nearest_havens(state, ships, "sea-wharton", "france") == []
    state.overseas.discoveries[str(ships[0].id)] = {"borneo-e"}
    (found,) = havens.nearest_havens(state, ships, "sea-wharton", "france")
    assert found.place == "borneo-e", "who has discovered it flees there"


def beside_the_azores(*ports: str) -> State:
    """Spain's ports are these and the Azores, the nearest to the Celtic Sea."""
    whole = {*board.provinces(), *board.seas()}
    state = tabletop(known={"france": whole, "spain": whole})
    state.land.controllers = {p: "france" for p, found in board.provinces().items() if found.port}
    state.land.controllers |= dict.fromkeys(("acores", *ports), "spain")
    state.overseas.establishments["acores"] = [Establishment("spain", "colony", 3)]
    return state


@pytest.mark.rule("RET-06")
@pytest.mark.parametrize(("admiral", "port"), [(ADMIRAL, "andalucia"), ("", "acores")])
def test_a_fleet_whose_admiral_may_not_go_overseas_flees_to_no_haven_there(
    admiral: str, port: str
) -> None:
    """C-LDR-07: *R may enter the ROTW*: the Azores are nearer to the Celtic Sea than Andalusia
    is, but an admiral who bears none does not come there, nor through the sea before them."""
    state = beside_the_azores("andalucia")
    ships = put(state, "spain", "sea-celtique", "NWD", leader=admiral or None)
    force = Force("spain", tuple(ships), (admiral,) if admiral else ())
    assert retreat.nearest_ports(state, "sea-celtique", force)[0].place == port


@pytest.mark.rule("BLK-07")
@pytest.mark.parametrize(("admiral", "port"), [(ADMIRAL, "andalucia"), ("", "acores")])
@pytest.mark.parametrize("aboard", [False, True])
def test_nor_do_ships_that_turn_back_with_him(
    admiral: str, port: str, aboard: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C-LDR-07, of who commands the ships and of who is carried: *stays at sea or goes back to the
    closest friendly port* (BLK-07)."""
    state = beside_the_azores("andalucia")
    ships = put(state, "spain", "sea-celtique", "NWD", "NTD", leader=admiral or None)
    voyage = Voyage("spain", ships, [admiral] if admiral else [], Journey(("sea-celtique",)))
    if aboard:
        general = ["a-spinola"] if admiral else []
        troops = put(state, "spain", "sea-celtique", "LD", position="aboard",
                     leader="".join(general) or None)  # fmt: skip
        move = march_under_way.begin(state, "spain", "andalucia", troops, general)
        voyage.leaders, voyage.cargo = [], Cargo(move, "andalucia", "andalucia")
    seen: list[str] = []

    async def step(phase: Phase, voyage: Voyage, place: str, *_: Any) -> str:
        seen.append(place)
        return "go"

    monkeypatch.setattr(voyage_step, "step", step)
    answers = [] if aboard else [("turned-back", port)]
    play(voyage_step.turn_back, state, answers, (), voyage, [])
    assert seen[-1] == port


@pytest.mark.rule("NAV-10")
@pytest.mark.parametrize(("admiral", "berth"), [(ADMIRAL, "sea-celtique"), ("", "acores")])
def test_nor_do_they_from_a_port_that_is_lost(admiral: str, berth: str) -> None:
    """C-LDR-07: with the Azores as their only port they lie in the sea beside the one lost."""
    state = beside_the_azores()
    (ship,) = fleet(state, "spain", "finistere", "NWD", leader=admiral)
    play(lost_ports.leave, state, (), {"spain.attrition": 1})
    assert state.units[ship].place == berth


@pytest.mark.parametrize("carried", [False, True])
@pytest.mark.parametrize(("marked", "port"), [(False, "andalucia"), (True, "acores")])
def test_nor_do_they_at_the_end_of_the_turn(carried: bool, marked: bool, port: str) -> None:
    """C-LDR-07: *each naval stack at sea goes to any friendly unblockaded port or stays*
    (C-RED-12), not where its admiral, or a general whom it has to land there, may not go."""
    state = beside_the_azores("andalucia")
    ships = fleet(state, "spain", "sea-celtique", "NWD", "NTD")
    if carried:
        general = "cordoba" if marked else "a-spinola"
        put(state, "spain", "sea-celtique", "LD", position="aboard", leader=general)
    else:
        lead(state, "spain", "sea-celtique", "blas-de-lezo" if marked else ADMIRAL)
    answers = [("return-to-port", port)]
    played = play(redeployment_phase.return_to_port, state, answers, {"spain.attrition": 1})
    assert played.asks[0].offers() == [port, "stay"]
    assert state.units[ships[0]].place == port
