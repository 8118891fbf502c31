"""Where a ruling may put a counter or a leader: each refusal beside what is just allowed."""

from __future__ import annotations

from typing import Any

import pytest

from engine.fleets import fleet_counters
from engine.play.asks import BadAnswer
from engine.sea import refit
from engine.state import State
from engine.state.land import Siege
from engine.umpire import umpire
from tests.engine.playing import lead, put, tabletop
from tests.engine.sea.afloat import fleet

OVERSEAS, LAND = "sea-saint-laurent", "quebec-c"
ADMIRAL, GENERAL = "france-anonymous-admiral-1", "france-anonymous-general-1"


def said(state: State, do: str, **details: Any) -> str:
    """What a ruling does, or why it is refused; what is refused changes nothing."""
    before = state.to_plain()
    try:
        return umpire.apply(state, {"do": do, **details})
    except BadAnswer as error:
        assert state.to_plain() == before
        return f"refused: {error}"


def table() -> State:
    return tabletop(known={"france": {LAND, OVERSEAS}, "spain": {LAND, OVERSEAS}})


def places(state: State, kind: str, place: str, **details: Any) -> str:
    return said(state, "place-unit", country="france", kind=kind, place=place, **details)


@pytest.mark.rule("CMB-06", "CMB-05")
@pytest.mark.parametrize(
    ("ships", "aboard", "kind", "fits"),
    [
        (("NTD",), (), "LD", True), (("NTD",), ("LD",), "LDE", True),
        (("NTD",), ("LD", "LDE"), "LDE", True), (("NTD",), ("LD", "LDE", "LDE"), "LDE", False),
        (("NTD",), ("LD",), "LD", False), (("NTD", "NWD"), ("LD",), "LD", True),
        (("NWD",), (), "LD", False), (("NWD",), (), "LDE", True), ((), (), "LDE", False),
    ],
)  # fmt: skip
def test_troops_are_put_aboard_as_far_as_the_ships_there_carry(
    ships: tuple[str, ...], aboard: tuple[Any, ...], kind: str, fits: bool
) -> None:
    """*NWD 1, NTD 3; the sum must be at least the need*: an LD takes 2, an LDE a half."""
    state = table()
    fleet(state, "france", OVERSEAS, *ships)
    put(state, "france", OVERSEAS, *aboard, position="aboard")
    found = places(state, kind, OVERSEAS, position="aboard")
    assert ("CMB-06" in found) != fits, found


@pytest.mark.rule("CMB-17", "CMB-19")
@pytest.mark.parametrize(
    ("zone", "kind", "stays"),
    [(OVERSEAS, "LD", True), (OVERSEAS, "A-", False), ("sea-manche", "LD", False)],
)
def test_troops_stay_aboard_overseas_without_an_army(zone: str, kind: str, stays: bool) -> None:
    state = table()
    fleet(state, "france", zone, "NTD", "NTD", "NWD", "NWD", "NWD")
    found = places(state, kind, zone, position="aboard")
    assert ("(CMB-17, CMB-19)" in found) != stays, found


@pytest.mark.rule("EVA-10")
@pytest.mark.parametrize(
    ("inside", "kind", "fits"),
    [((), "LD", True), (("LD",), "LD", True), (("LD", "LD"), "LD", False),
     (("LD", "LD"), "LDE", False), ((), "A-", True), ((), "A+", False), (("LD",), "A-", False)],
)  # fmt: skip
def test_a_fortress_takes_in_a_detachment_for_each_level(
    inside: tuple[Any, ...], kind: str, fits: bool
) -> None:
    state = table()
    state.land.levels["caux"] = 2
    put(state, "spain", "caux", "A+")
    state.land.sieges["caux"] = Siege("spain")
    put(state, "france", "caux", *inside, position="inside")
    found = places(state, kind, "caux", position="inside")
    assert ("EVA-10" in found) != fits, found


@pytest.mark.rule("EVA-10")
def test_who_is_inside_already_stays_and_nobody_enters_an_enemys_fortress() -> None:
    state = table()
    state.land.levels["caux"] = 1
    put(state, "spain", "caux", "A+")
    state.land.sieges["caux"] = Siege("spain")
    (army,) = put(state, "france", "caux", "A+", position="inside")
    found = said(state, "move-unit", unit=army, place="caux", position="inside")
    assert "EVA-10" not in found
    state.land.controllers["caux"] = "spain"
    assert "not held by its side" in places(state, "LD", "caux", position="inside")


@pytest.mark.rule("NAV-10")
@pytest.mark.parametrize(
    ("place", "there", "ships", "reason"),
    [
        ("caux", (), {"NWD": 2}, ""),
        ("artois", (), {"NWD": 2}, "not on the coast"),
        ("kent", (), {"NWD": 2}, "NAV-10"),
        ("sea-manche", ("NWD", "NWD"), {"NWD": 2}, ""),
        ("sea-manche", ("NWD", "NWD", "NWD"), {"NWD": 2}, "C-STK-02"),
    ],
)
def test_ships_are_put_where_a_port_is_theirs_or_a_stack_has_room(
    place: str, there: tuple[str, ...], ships: dict[str, int], reason: str
) -> None:
    state = table()
    fleet(state, "france", place, *there)
    found = places(state, "F-", place, ships=ships)
    assert (found.startswith("refused")) == bool(reason), found
    assert reason in found


@pytest.mark.rule("LDR-A5")
@pytest.mark.parametrize(
    ("leader", "place", "position", "company", "reason"),
    [
        (ADMIRAL, "sea-manche", "field", "NWD", ""),
        (ADMIRAL, "sea-manche", "field", "", "no ships of his side"),
        (ADMIRAL, "caux", "port", "NWD", ""),
        (ADMIRAL, "caux", "port", "", "no ships of his side"),
        (GENERAL, "sea-manche", "field", "NWD", "commands no ships"),
        (GENERAL, "caux", "port", "NWD", "commands no ships"),
        (GENERAL, "caux", "field", "", ""),
        (GENERAL, OVERSEAS, "aboard", "LD", ""),
        (GENERAL, OVERSEAS, "aboard", "", "no troops of his side"),
        (ADMIRAL, "sea-manche", "port", "NWD", "cannot be port"),
        (GENERAL, "sea-manche", "inside", "", "cannot be inside"),
        (GENERAL, "caux", "inside", "", ""),
        (GENERAL, "artois", "inside", "", "no fortress in Artois is held by his side"),
    ],
)
def test_a_leader_is_put_where_he_has_ships_troops_or_a_fortress(
    leader: str, place: str, position: Any, company: str, reason: str
) -> None:
    state = table()
    state.land.levels["caux"] = 2
    state.land.controllers["artois"] = "spain"
    if company == "LD":
        fleet(state, "france", place, "NTD")
        put(state, "france", place, "LD", position="aboard")
    elif company:
        fleet(state, "france", place, company)
    lead(state, "france", "ile-de-france", leader)
    found = said(state, "place-leader", leader=leader, place=place, position=position)
    assert (found.startswith("refused")) == bool(reason), found
    assert reason in found


# At sea.


@pytest.mark.rule("CMB-29", "CMB-35")
@pytest.mark.parametrize(
    ("kind", "ducats", "fits"),
    [("NTD", 15, True), ("NTD", 16, False), ("NWD", 5, True), ("NWD", 6, False), ("LD", 5, False)],
)
def test_a_ship_carries_five_ducats_for_each_point(kind: Any, ducats: int, fits: bool) -> None:
    """*1 transport point per 5 ducats*."""
    state = table()
    place = "artois" if kind == "LD" else "sea-manche"
    (number,) = put(state, "france", place, kind)
    found = said(state, "gold", ducats=ducats, unit=number)
    assert (state.sea.gold == {str(number): ducats}) == fits, found
    if fits:
        assert found.startswith(f"{ducats} ducats of gold are aboard")
        assert "no gold is aboard" in said(state, "gold", ducats=0, unit=number)
        assert state.sea.gold == {}


@pytest.mark.rule("CMB-35", "NAV-10", "NAC-31")
@pytest.mark.parametrize(
    ("place", "more", "reason"),
    [("andalucia", 0, ""), ("andalucia", 1, "NTD in the box"), ("sea-canarias", 0, ""),
     ("caux", 0, "NAV-10"), ("ile-de-france", 0, "not on the coast")],
)  # fmt: skip
def test_a_convoy_is_set_up_of_the_transports_left_in_a_port_of_its_country(
    place: str, more: int, reason: str
) -> None:
    state = table()
    free = fleet_counters.free_counters(state, "spain", "NTD")
    ships = min(free, 2)
    while fleet_counters.free_counters(state, "spain", "NTD") > ships:
        put(state, "spain", "sea-lion", "NTD")
    details = {"name": "flota-de-oro", "country": "spain", "place": place}
    found = said(state, "convoy", ships=ships + more, **details)
    assert found.startswith("refused") == bool(reason), found
    assert reason in found
    if not reason:
        made = state.sea.convoys["flota-de-oro"].counters
        assert len(made) == ships
        again = said(state, "convoy", ships=ships, **details)
        assert not again.startswith("refused"), "its own counters count as free"
        assert not set(made) & {*state.sea.convoys["flota-de-oro"].counters}
        assert fleet_counters.free_counters(state, "spain", "NTD") == 0


@pytest.mark.rule("REF-01", "REF-06")
@pytest.mark.parametrize("now", [True, False])
def test_damaged_ships_replace_those_of_their_kind_and_region_alone(now: bool) -> None:
    """*At the end of a round, but not those damaged this same round*; kept by region."""
    state = table()
    for region, kind in (("europe", "NWD"), ("europe", "NTD"), ("mediterranean", "NWD")):
        said(state, "damaged", country="spain", region=region, kind=kind, number=1)
    said(state, "damaged", country="france", region="europe", kind="NWD", number=4)
    found = said(state, "damaged", country="spain", region="europe", kind="NWD", number=3, now=now)
    assert found.endswith("to be refitted from the next round") == now
    held = {(each.country, each.region, each.kind): each.number for each in state.sea.damaged}
    assert held == {
        ("spain", "europe", "NWD"): 3, ("spain", "europe", "NTD"): 1,
        ("spain", "mediterranean", "NWD"): 1, ("france", "europe", "NWD"): 4,
    }  # fmt: skip
    due = {(each.region, each.kind) for each in refit.ships_due(state, "spain")}
    assert (("europe", "NWD") in due) != now
    assert ("europe", "NTD") in due


@pytest.mark.rule("NAT-03", "NAT-15")
def test_treaties_and_uses_of_the_table_are_set_as_they_are_said() -> None:
    state = table()
    for name in ("mughals", "aceh"):
        said(state, "treaty", country="france", **{"with": name})
    assert state.countries["france"].treaties == ["aceh", "mughals"]
    assert said(state, "treaty", country="france", **{"with": "aceh"}).startswith("France")
    assert state.countries["france"].treaties == ["aceh", "mughals"]
    gone = {"with": "mughals", "holds": False}
    said(state, "treaty", country="france", **gone)
    assert state.countries["france"].treaties == ["aceh"]
    said(state, "treaty", country="france", **gone)
    assert state.countries["france"].treaties == ["aceh"]
    for uses, words in ((0, "never"), (1, "once"), (2, "twice"), (3, "3 times")):
        assert f"used {words} in" in said(state, "appeals", area="quebec", uses=uses)
        assert state.overseas.appeals == ({"quebec": uses} if uses else {})


@pytest.mark.parametrize(
    ("country", "place", "may"),
    [("turkey", "trakya", True), ("spain", LAND, False)],
)
def test_only_turkey_has_pashas(country: str, place: str, may: bool) -> None:
    """*Turkish stacks may have more than 8 LD due to Pashas* (2286)."""
    state = tabletop(alliances={"turkey": ["turkey"], "spain": ["spain"]})
    (unit,) = put(state, country, place, "LD")
    found = said(state, "change-unit", unit=unit, kind="PASHA", size=2)
    assert ("only Turkey has pashas" in found) != may, found
    assert (state.units[unit].kind == "PASHA") == may
