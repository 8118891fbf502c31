"""Ports: which ships they hold, who may enter, blockades and their size, the nearest haven."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facts import board, countries
from engine.fleets import blockades, fleets, gold, havens, ports, supply_by_sea, supply_ports
from engine.state import sides
from engine.state.land import Siege
from engine.state.overseas import Establishment
from engine.state.sea import Convoy
from tests.engine.playing import put
from tests.engine.sea.afloat import fleet, sea_table, units


@pytest.mark.rule("SUP-28", "SUP-29", "SUP-30", "SUP-A9")
def test_what_ports_hold() -> None:
    assert [ports.port_holds(kind, 0) for kind in ("fort", "presidio", "port", "arsenal")] == [
        True
    ] * 4
    assert [ports.port_holds(kind, 1) for kind in ("fort", "presidio", "port", "arsenal")] == [
        False, False, True, True,
    ]  # fmt: skip
    assert not ports.port_holds("port", 2)
    assert ports.port_holds("arsenal", 9)
    assert not ports.port_holds("", 0)


@pytest.mark.rule("NAV-10", "SUP-27")
def test_a_port_must_be_held_and_large_enough() -> None:
    state = sea_table()
    two = units(state, fleet(state, "england", "sea-manche", "F-: 2 NWD", "F-: 2 NWD"))
    assert ports.harbour(state, "wessex", "england") == "arsenal"
    assert ports.harbour(state, "kent", "england") == "port"
    assert ports.harbour(state, "galloway", "england") == ""
    assert ports.why_closed(state, two, "wessex", "england") == ""
    assert "too small" in ports.why_closed(state, two, "kent", "england")
    assert ports.why_closed(state, two[:1], "kent", "england") == ""
    assert "no port of England" in ports.why_closed(state, two[:1], "normandie", "england")
    state.land.controllers["normandie"] = "england"
    assert ports.why_closed(state, two[:1], "normandie", "england") == ""
    state.land.controllers["normandie"] = "spain"
    assert ports.why_closed(state, two[:1], "normandie", "england")


@pytest.mark.rule("SUP-27", "SUP-31", "NAV-A3")
def test_a_blockaded_port_is_no_source_but_may_be_entered() -> None:
    state = sea_table()
    own = units(state, fleet(state, "england", "sea-manche", "F-: 2 NWD"))
    assert supply_ports.supplies(state, own, "kent", "england")
    state.land.sieges["kent"] = Siege("france", ["+", "+"])
    state.sea.presidios["kent"] = ("france", 3)
    assert supply_ports.supplies(state, own, "kent", "england"), (
        "neither presidio nor siegeworks blockade"
    )
    fleet(state, "france", "sea-manche", "NWD", task="blockade:kent")
    assert not supply_ports.supplies(state, own, "kent", "england")
    assert ports.why_closed(state, own, "kent", "england") == ""
    assert blockades.is_blockaded(state, "kent")
    assert not blockades.is_blockaded(state, "wessex")


@pytest.mark.rule("ITG-04", "NAC-27")
def test_a_blockade_needs_its_size_all_the_time() -> None:
    state = sea_table()
    state.land.levels["kent"] = 2
    big, small = fleet(state, "france", "sea-manche", "F-: 2 NWD", "NWD", task="blockade:kent")
    assert blockades.is_blockaded(state, "kent")
    state.put(state.units[big], "sea-nord")
    assert state.sea.tasks == {str(small): "blockade:kent"}
    assert not blockades.is_blockaded(state, "kent"), "the rest alone is too small"


@pytest.mark.rule("PRE-16", "PRE-A2")
def test_fire_is_no_blockade() -> None:
    state = sea_table()
    state.land.sieges["kent"] = Siege("france", ["+", "+"])
    state.sea.presidios["kent"] = ("france", 3)
    assert not blockades.is_blockaded(state, "kent")


def test_friends_of_the_port_do_not_blockade_it() -> None:
    state = sea_table()
    fleet(state, "england", "sea-manche", "NWD", task="blockade:normandie")
    assert blockades.is_blockaded(state, "normandie")
    state.land.controllers["normandie"] = "england"
    assert not blockades.is_blockaded(state, "normandie")


@pytest.mark.rule("NAC-04", "NAC-05", "NAC-06", "NAC-A1")
@pytest.mark.parametrize(
    ("level", "small", "enough"),
    [
        (0, (), ("NDE",)),
        (1, ("NDE", "NDE"), ("NGD",)),
        (2, ("NWD", "NWD", "NWD"), ("F-: 2 NWD",)),
        (3, ("F-: 1 NWD",), ("F-: 1 NWD", "NTD")),
        (4, ("F-: 2 NWD", "NWD"), ("F+: 3 NWD",)),
        (5, ("F+: 2 NWD",), ("F+: 2 NWD", "NGD")),
    ],
)
def test_the_size_for_a_blockade(
    level: int, small: tuple[str, ...], enough: tuple[str, ...]
) -> None:
    state = sea_table()
    few = units(state, fleet(state, "england", "sea-manche", *small))
    many = units(state, fleet(state, "england", "sea-manche", *enough))
    assert not blockades.large_enough(few, level)
    assert blockades.large_enough(many, level)


@pytest.mark.rule("NAC-08", "NAC-09")
def test_one_stack_a_port_and_no_third_party() -> None:
    alliances = {"england": ["england"], "france": ["france"], "spain": ["spain"]}
    wars = [("england", "france"), ("spain", "france")]
    state = sea_table(alliances=alliances, wars=wars)
    own = units(state, fleet(state, "england", "sea-manche", "NWD"))
    assert blockades.why_no_blockade(state, own, "sea-manche", "normandie") == ""
    assert "does not lie" in blockades.why_no_blockade(state, own, "sea-nord", "normandie")
    assert "no enemy" in blockades.why_no_blockade(state, own, "sea-manche", "kent")
    assert "no port" in blockades.why_no_blockade(state, own, "sea-manche", "flandre")
    fleet(state, "england", "sea-manche", "NWD", "NWD", task="blockade:normandie")
    assert blockades.why_no_blockade(state, own, "sea-manche", "normandie") == "", "they merge"
    fleet(state, "england", "sea-manche", "NWD", task="blockade:normandie")
    assert "too large" in blockades.why_no_blockade(state, own, "sea-manche", "normandie")
    fleet(state, "spain", "sea-manche", "NWD", task="blockade:caux")
    assert "Spain" in blockades.why_no_blockade(state, own, "sea-manche", "caux")
    fleet(state, "england", "sea-celtique", "F-: 2 NWD", task="blockade:armor")
    assert "join them" in blockades.why_no_blockade(state, own, "sea-manche", "armor")


def test_regular_ports_have_room_for_one_fleet() -> None:
    state = sea_table()
    own = units(state, fleet(state, "england", "sea-manche", "F-: 2 NWD"))
    assert ports.why_crowded(state, own, "kent", "england") == ""
    fleet(state, "england", "kent", "F-: 2 NWD")
    assert "no room" in ports.why_crowded(state, own, "kent", "england")
    fleet(state, "england", "wessex", "F-: 2 NWD")
    assert ports.why_crowded(state, own, "wessex", "england") == ""


@pytest.mark.rule("RET-06", "RET-07", "PRE-13", "PRE-15", "RET-A3")
def test_the_nearest_haven() -> None:
    state = sea_table()
    own = units(state, fleet(state, "england", "sea-celtique", "F-: 2 NWD", "F-: 2 NWD"))
    found = havens.nearest_havens(state, own, "sea-celtique", "england")
    assert [(haven.zones, haven.place) for haven in found] == [(2, "brega"), (2, "wessex")]
    assert [found[0]._replace(zones=zones).distance_in_words for zones in (0, 1, 2)] == [
        "0 zones entered", "1 zone entered", "2 zones entered",
    ]  # fmt: skip
    assert found[1].way == ("sea-manche", "wessex")
    one = havens.nearest_havens(state, own[:1], "sea-celtique", "england")
    assert [(haven.zones, haven.place) for haven in one] == [(1, "cornwall"), (1, "mumhan")]
    state.sea.presidios["cornwall"] = ("france", 1)
    fleet(state, "france", "sea-celtique", "NWD", task="blockade:mumhan")
    far = havens.nearest_havens(state, own[:1], "sea-celtique", "england")
    assert {haven.place for haven in far} >= {"kent", "wessex", "cymru"}
    assert "cornwall" not in {haven.place for haven in far}
    for place in board.provinces():
        if sides.controller(state, place) == "england":
            state.land.controllers[place] = "france"
    state.land.controllers["cornwall"] = "england"
    (only,) = havens.nearest_havens(state, own[:1], "sea-celtique", "england")
    assert (only.place, only.crossings) == ("cornwall", 1), "where there is no other way"


def test_a_port_with_two_coasts_is_blockaded_from_the_main_one() -> None:
    state = sea_table(controllers={"hellas": "france"})
    for zone, main in (("sea-egee", True), ("sea-ionienne", False)):
        ships = units(state, fleet(state, "england", zone, "F+: 6 NGD", "NGD", "NGD"))
        assert ("main coast" in blockades.why_no_blockade(state, ships, zone, "hellas")) != main


@pytest.mark.rule("PRE-13", "PRE-15")
@pytest.mark.parametrize(
    ("start", "guns", "crossings"),
    [("sea-egee", (), 0), ("sea-marmara", (), 1), ("sea-noire-w", (), 2),
     ("sea-noire-w", ("kreta",), 3), ("sea-egee", ("kreta",), 1)],
)  # fmt: skip
def test_each_strait_and_presidio_on_the_only_way_is_a_crossing(
    start: str, guns: tuple[str, ...], crossings: int
) -> None:
    """*It may pass them, with +2 for each one passed*: from the Black Sea home the Bosporus
    and the Dardanelles are Turkish, and perhaps the presidio before Crete's port."""
    state = sea_table(alliances={"venice": ["venice"], "turkey": ["turkey"]},
                      wars=[("venice", "turkey")])  # fmt: skip
    for place in board.provinces():
        if sides.controller(state, place) == "venice" and place != "kreta":
            state.land.controllers[place] = "turkey"
    for place in guns:
        state.sea.presidios[place] = ("turkey", 2)
    own = units(state, fleet(state, "venice", start, "NGD"))
    (home,) = havens.nearest_havens(state, own, start, "venice")
    assert (home.place, home.crossings) == ("kreta", crossings)


@pytest.mark.rule("SUP-27", "NAV-10", "NAC-04")
@pytest.mark.parametrize(
    ("place", "who", "settled", "kind"),
    [
        ("wessex", "england", (), "arsenal"), ("kent", "england", (), "port"),
        ("wessex", "france", (), ""), ("artois", "france", (), ""),
        ("haiti-e", "england", (("trading_post", 2),), "port"), ("haiti-e", "england", (), ""),
        ("haiti-e", "france", (("trading_post", 2),), ""),
    ],
)  # fmt: skip
def test_what_kind_of_port_an_alliance_has_in_a_place(
    place: str, who: str, settled: tuple[tuple[Any, int], ...], kind: str
) -> None:
    """*Ports and arsenals under control*; overseas every establishment is one."""
    state = sea_table()
    if settled:
        state.overseas.establishments[place] = [
            Establishment("england", sort, level) for sort, level in settled
        ]
    assert ports.harbour(state, place, who) == kind


@pytest.mark.rule("SUP-27")
@pytest.mark.parametrize(
    ("place", "level", "kind"), [("haiti-e", 0, ""), ("haiti-e", 1, "fort"), ("malabar-n", 2, "")]
)
def test_overseas_a_fortress_of_its_own_is_a_port_for_detachments_only(
    place: str, level: int, kind: str
) -> None:
    state = sea_table()
    city = board.province("malabar-n").city
    state.land.owners |= dict.fromkeys((place,), "england")
    state.land.controllers |= dict.fromkeys((place,), "england")
    state.land.levels[place] = level
    found = ports.harbour(state, place, "england")
    assert found == (("port" if city else "fort") if place == "malabar-n" else kind)


@pytest.mark.rule("NAC-04", "NAC-09")
@pytest.mark.parametrize("place", ["hellas", "ifriqiya", "slesvig"])
def test_a_port_of_two_coasts_is_blockaded_from_its_main_coast_only(place: str) -> None:
    """*The stack is placed beside the blockaded port*: Hellas in the Aegean, not the Ionian Sea."""
    state = sea_table()
    state.land.controllers[place] = "france"
    seas = board.adjacent_seas(place)
    main = [sea for sea in seas if board.in_group(sea, "main-coast")]
    assert 0 < len(main) < len(seas)
    for sea in seas:
        ships = units(state, fleet(state, "england", sea, "F+: 4 NWD", "NWD"))
        said = blockades.why_no_blockade(state, ships, sea, place)
        assert ("main coast" in said) == (sea not in main), sea


@pytest.mark.rule("INI-03", "MOV-03")
@pytest.mark.parametrize(
    ("may", "there", "said"),
    [(True, "F-: 2 NWD", "C-STK-04"), (False, "F-: 2 NWD", "INI-03"), (True, "NWD", ""),
     (False, "NWD", "INI-03")],
)  # fmt: skip
def test_no_fleet_too_many_lies_in_a_port_and_no_ally_of_an_ally(
    may: bool, there: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = sea_table(alliances={"england": ["england", "holland"], "france": ["france"]})
    monkeypatch.setattr("engine.state.sides.may_stack", lambda state, names: may)
    fleet(state, "holland", "kent", there)
    own = units(state, fleet(state, "england", "wessex", "F-: 2 NWD"))
    found = ports.why_crowded(state, own, "kent", "england")
    assert (found == "") == (said == "")
    assert said in found


@pytest.mark.rule("DIS-02", "RET-06")
def test_the_seas_beside_a_port_are_those_where_the_ships_can_be() -> None:
    state = sea_table()
    galley = units(state, fleet(state, "england", "kent", "NGD"))
    ship = units(state, fleet(state, "england", "wessex", "NWD"))
    assert havens.seas_beside(state, ship, "kent") == list(board.adjacent_seas("kent"))
    closed = [sea for sea in board.adjacent_seas("kent") if not fleets.galleys_sail(sea)]
    left = [sea for sea in board.adjacent_seas("kent") if fleets.galleys_sail(sea)]
    assert closed
    assert havens.seas_beside(state, galley, "kent") == left


@pytest.mark.rule("SUP-25")
@pytest.mark.parametrize("convoy", [False, True])
def test_ships_of_a_convoy_carry_and_supply_nobody(convoy: bool) -> None:
    """*NTD that belong to convoys do not count toward this capacity.*"""
    state = sea_table()
    ships = units(state, fleet(state, "england", "sea-manche", "NTD", "NTD"))
    if convoy:
        state.sea.convoys["flota-de-oro"] = Convoy("england", 1, [ships[0].id])
    left = gold.outside_convoys(state, ships)
    assert left == (ships[1:] if convoy else ships)


@pytest.mark.rule("SUP-A4")
@pytest.mark.parametrize(
    ("group", "points"), [("plain", 3), ("desert", 6), ("wasteland", 6), ("own", 3)]
)
def test_a_line_from_a_fleet_costs_three_points_ashore_and_twice_that_in_foreign_waste(
    group: str, points: int
) -> None:
    """*3 MP (6 in desert or wasteland)*."""
    state = sea_table()
    (army,) = units(state, put(state, "england", "kent", "LD"))
    europe = [each for each in board.provinces().values() if each.map == "europe"]
    if group == "desert":
        place = next(each.id for each in europe if each.terrain == "desert")
    elif group == "wasteland":
        place = next(each.id for each in europe if board.in_group(each.id, "wasteland")
                     and each.terrain != "desert")  # fmt: skip
    elif group == "plain":
        place = "caux"
    else:
        place = next(each.id for each in europe if board.in_group(each.id, "wasteland"))
        army.country = next(
            name for name in countries.countries()
            if place in board.national_provinces(name)
        )  # fmt: skip
    assert supply_by_sea.landing_cost(place, [army]) == points


@pytest.mark.rule("RET-06")
@pytest.mark.parametrize(("there", "taken"), [("F-: 2 NWD", False), ("NWD", True)])
def test_a_port_with_a_fleet_in_it_is_no_haven_for_another(there: str, taken: bool) -> None:
    """*The nearest friendly port large enough for what is left*, beside others (C-STK-04)."""
    state = sea_table()
    for place in ("mumhan", "connacht", "cymru"):
        state.land.controllers[place] = "france"
    own = units(state, fleet(state, "england", "sea-celtique", "F-: 2 NWD"))
    fleet(state, "england", "cornwall", there)
    found = havens.nearest_havens(state, own, "sea-celtique", "england")
    assert ("cornwall" in {haven.place for haven in found}) == taken


def test_a_trading_post_far_from_the_sea_has_no_port() -> None:
    """C-FRT-07: establishments overseas are ports where ships can come."""
    state = sea_table()
    inland, coast = (
        next(each.id for each in board.provinces().values()
             if each.map == "rotw" and not each.city and bool(board.adjacent_seas(each.id)) == sea)
        for sea in (False, True)
    )  # fmt: skip
    for place in (inland, coast):
        assert not ports.open_to_ships(state, place), "nobody holds it"
        state.land.owners[place] = state.land.controllers[place] = "england"
        state.overseas.establishments[place] = [Establishment("england", "trading_post", 2)]
    assert ports.open_to_ships(state, coast)
    assert not ports.open_to_ships(state, inland)


@pytest.mark.rule("NAC-04", "NAC-05", "NAC-06")
@pytest.mark.parametrize(("level", "size"), [(1, "1 ND"), (2, "F- and 2 ND"), (4, "F+ and 3 ND")])
def test_a_refused_blockade_says_what_it_needs(level: int, size: str) -> None:
    state = sea_table()
    state.land.levels["normandie"] = level
    own = units(state, fleet(state, "england", "sea-manche", "NDE"))
    said = blockades.why_no_blockade(state, own, "sea-manche", "normandie")
    assert said == f"it takes {size} to blockade Normandie (NAC-04)"
