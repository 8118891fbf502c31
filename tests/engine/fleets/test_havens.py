"""The nearest port to flee to, and what is passed on the way there."""

from __future__ import annotations

import pytest

from engine.facts import board
from engine.fleets import havens
from engine.fleets.havens import Haven
from engine.land.battle.parameters import Force
from engine.sea.battle import retreat
from engine.state.land import Siege
from engine.state.overseas import Establishment
from tests.engine.playing import put, tabletop

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


@pytest.mark.rule("RET-06")
@pytest.mark.parametrize(("admiral", "port"), [(ADMIRAL, "andalucia"), ("", "acores")])
def test_a_fleet_whose_admiral_may_not_go_overseas_flees_to_no_haven_there(
    admiral: str, port: str
) -> None:
    """C-LDR-07: *R may enter the ROTW*: the Azores are nearer to the Celtic Sea than Andalusia
    is, but an admiral who bears none does not come there, nor through the sea before them."""
    whole = {*board.provinces(), *board.seas()}
    state = tabletop(known={"france": whole, "spain": whole})
    state.land.controllers = {p: "france" for p, found in board.provinces().items() if found.port}
    state.land.controllers |= {"acores": "spain", "andalucia": "spain"}
    state.overseas.establishments["acores"] = [Establishment("spain", "colony", 3)]
    ships = put(state, "spain", "sea-celtique", "NWD", leader=admiral or None)
    force = Force("spain", tuple(ships), (admiral,) if admiral else ())
    assert retreat.nearest_ports(state, "sea-celtique", force)[0].place == port
