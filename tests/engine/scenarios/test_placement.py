"""What is against a position as it stands: stacks, ships, troops aboard, leaders (`defects`)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import scenarios
from engine.facts import board, force_pools, tables
from engine.scenarios import placement
from engine.state import State
from engine.state.forces import Kind, Position, Unit
from engine.state.land import Siege
from tests.engine.documents import Document, defects, document
from tests.engine.playing import lead, put, tabletop
from tests.engine.sea.afloat import fleet

ADMIRAL, GENERAL = "france-anonymous-admiral-1", "france-anonymous-general-1"
OVERSEAS = "sea-saint-laurent"
SPICE = "spice-route-1498"


def table() -> State:
    state = tabletop(
        alliances={"france": ["france"], "spain": ["spain"], "venice": ["venice"]},
        known={"france": {OVERSEAS}},
    )
    state.land.levels["caux"] = 2
    return state


def wrong(state: State) -> list[str]:
    return [said for _, said in placement.defects(state)]


@pytest.mark.rule("CMB-05", "CMB-06")
@pytest.mark.parametrize(
    ("ships", "kinds", "fits"),
    [
        (("NTD",), ("LD",), True), (("NTD",), ("LD", "LDE", "LDE"), True),
        (("NTD",), ("LD", "LDE", "LDE", "LDE"), False), (("NTD",), ("LD", "LD"), False),
        (("NTD", "NWD"), ("LD", "LD"), True), ((), ("LDE",), False), (("NWD",), ("LDE",), True),
    ],
)  # fmt: skip
def test_troops_aboard_are_no_more_than_the_ships_there_carry(
    ships: tuple[str, ...], kinds: tuple[Kind, ...], fits: bool
) -> None:
    """*LD 2, LDE 0.5* points; *NWD 1, NTD 3*."""
    state = table()
    fleet(state, "france", OVERSEAS, *ships)
    put(state, "france", OVERSEAS, *kinds, position="aboard")
    assert any("(CMB-05)" in said for said in wrong(state)) != fits


@pytest.mark.rule("CMB-05")
@pytest.mark.parametrize(
    ("country", "place", "position", "kinds", "reason"),
    [
        ("france", "caux", "field", ("A+", "A+"), ""),
        ("france", "caux", "field", ("A+", "A-", "LD"), ""),
        ("france", "caux", "field", ("A+", "A+", "LD", "LD", "LD"), "over the limit of a stack"),
        ("france", "sea-manche", "field", ("LD",), "aboard ships of theirs"),
        ("france", "caux", "inside", ("LD",), ""),
        ("spain", "caux", "inside", ("LD",), "a fortress that their side does not control"),
        ("spain", "caux", "field", ("LD",), "state the siege in [[sieges]]"),
        ("venice", "caux", "field", ("LD",), "holds the place as a neutral"),
    ],
)
def test_a_stack_is_within_its_limits_and_where_it_may_stand(
    country: str, place: str, position: Position, kinds: tuple[Kind, ...], reason: str
) -> None:
    """Troops at sea are aboard; only of the ships' points is more said (CMB-05)."""
    state = table()
    put(state, country, place, *kinds, position=position)
    said = wrong(state)
    if reason == "state the siege in [[sieges]]":
        assert any("an enemy holds the fortress" in each for each in said), said
        state.land.sieges[place] = Siege("spain")
        assert not any("an enemy holds the fortress" in each for each in wrong(state))
    elif reason:
        assert any(reason in each for each in said), said
    else:
        assert not any("limit" in each or "fortress" in each for each in said), said


@pytest.mark.rule("CMB-05")
@pytest.mark.parametrize("who", ["spain", "venice"])
def test_enemies_do_not_begin_in_one_place_and_neutrals_may(who: str) -> None:
    state = table()
    put(state, "france", "picardie", "LD")
    put(state, who, "picardie", "LD")
    found = any("an enemy stands in the same place" in said for said in wrong(state))
    assert found == (who == "spain")


@pytest.mark.rule("CMB-05", "NAV-10")
@pytest.mark.parametrize(
    ("place", "counters", "reason"),
    [
        ("sea-manche", ("NWD", "NWD", "NWD"), ""),
        ("sea-manche", ("NWD", "NWD", "NWD", "NWD"), "over the limit of a stack"),
        ("caux", ("F-: 2 NWD",), ""),
        ("caux", ("F-: 2 NWD", "F-: 2 NWD"), "C-STK-04"),
        ("kent", ("NWD",), "NAV-10"),
    ],
)
def test_ships_lie_in_a_port_of_their_own_with_room_or_make_one_stack_at_sea(
    place: str, counters: tuple[str, ...], reason: str
) -> None:
    state = table()
    fleet(state, "france", place, *counters)
    said = wrong(state)
    assert any(reason in each for each in said) if reason else said == []


@pytest.mark.rule("CMB-05", "LDR-A5")
@pytest.mark.parametrize(
    ("leader", "place", "company", "reason"),
    [
        (ADMIRAL, "caux", "NWD", ""),
        (ADMIRAL, "caux", "", "has no ships of his"),
        (ADMIRAL, "caux", "LD", "has no ships of his"),
        (ADMIRAL, "sea-manche", "NWD", ""),
        (GENERAL, "caux", "", ""),
        (GENERAL, "kent", "", "has neither troops nor a city of his"),
        (GENERAL, "sea-manche", "", "has neither troops nor a city of his"),
        (GENERAL, "picardie", "LD", ""),
    ],
)
def test_a_leader_stands_with_his_own(leader: str, place: str, company: Any, reason: str) -> None:
    state = table()
    if company == "LD":
        put(state, "france", place, "LD")
    elif company:
        fleet(state, "france", place, company)
    port = company == "NWD" and place == "caux"
    lead(state, "france", place, leader, "port" if port else "field")
    said = wrong(state)
    assert any(reason in each for each in said) if reason else said == []
    state.remove_leader(state.leaders[leader], "wounded")
    assert not any("his" in each for each in wrong(state)), "who is away stands nowhere"


@pytest.mark.rule("DIS-01", "CMB-30")
def test_nobody_stands_overseas_where_his_country_or_he_does_not_know_the_way() -> None:
    state = table()
    (known,) = fleet(state, "france", OVERSEAS, "NWD")
    (lost,) = fleet(state, "spain", OVERSEAS, "NWD")
    strangers = [said for said in wrong(state) if "not known to it" in said]
    assert len(strangers) == 1
    assert strangers[0].startswith("Spain has somebody in")
    state.overseas.discoveries[str(lost)] = {OVERSEAS}
    assert not any("not known to it" in said for said in wrong(state))
    state.add(Unit(0, "natives", "LD", "quebec-c"))
    assert not any("not known to it" in said for said in wrong(state)), "natives are at home"
    assert known


# What a document says of gold, convoys, establishments and natives.


def changed(**sections: list[dict[str, Any]]) -> Document:
    wanted = document(SPICE)
    for name, rows in sections.items():
        wanted.setdefault(name, []).extend({**row, "because": "x"} for row in rows)
    return wanted


@pytest.mark.rule("CMB-30", "CMB-35", "NAC-31")
def test_gold_and_convoys_begin_as_they_are_written() -> None:
    """*NTD* make a convoy, in port or at sea; gold waits in a province."""
    wanted = document("conquistadors-1519")
    wanted["gold"] = [
        {"place": place, "ducats": ducats, "because": "x"}
        for place, ducats in (("haiti-e", 40), ("malabar-n", 5))
    ]
    wanted["convoys"] = [
        {"name": name, "country": "spain", "place": place, "ships": 1, "because": "x"}
        for name, place in (("flota-de-oro", "andalucia"), ("flota-del-peru", "sea-canarias"))
    ]
    state = scenarios.parse(wanted).state()
    assert state.sea.gold == {"haiti-e": 40, "malabar-n": 5}
    lies = {
        name: [(unit.kind, unit.place, unit.position) for unit in state.units_by_id(each.counters)]
        for name, each in state.sea.convoys.items()
    }
    assert lies == {
        "flota-de-oro": [("NTD", "andalucia", "port")],
        "flota-del-peru": [("NTD", "sea-canarias", "field")],
    }
    assert [each.ships for each in state.sea.convoys.values()] == [1, 1]


@pytest.mark.rule("CMB-30", "CMB-35", "NAC-31")
@pytest.mark.parametrize(
    ("section", "rows", "reason"),
    [
        ("gold", [{"place": "malabar-n", "ducats": 5}, {"place": "malabar-n", "ducats": 9}],
         "gold of that province is written already"),
        ("convoys",
         [{"name": "flota-de-oro", "country": "portugal", "place": "tejo", "ships": 1}] * 2,
         "there are two convoys"),
        ("natives", [{"place": "kenya-n", "units": ["LD"], "gone": True}], "gone = true"),
        ("establishments",
         [{"country": "portugal", "place": "nyasa-s", "kind": "colony"}],
         "a colony or trading post, and nothing else, has a level"),
    ],
)  # fmt: skip
def test_what_is_written_twice_or_half_of_the_rest_of_the_world(
    section: str, rows: list[dict[str, Any]], reason: str
) -> None:
    def change(wanted: Document) -> None:
        wanted.update(changed(**{section: rows}))

    assert any(reason in each.reason for each in defects(change, SPICE))


@pytest.mark.rule("CMB-30")
@pytest.mark.parametrize(("more", "fits"), [(0, True), (1, False)])
def test_no_more_establishments_are_set_up_than_there_are_counters(more: int, fits: bool) -> None:
    wanted = document(SPICE)
    held = sum(
        each["country"] == "portugal" and each["kind"] == "colony"
        for each in wanted["establishments"]
    )
    left = force_pools.counter_limit("portugal", "colony") - held
    settled = {each["place"] for each in wanted["establishments"]}
    places = [each.id for each in board.provinces().values()
              if each.map == "rotw" and each.id not in settled]  # fmt: skip
    assert 0 < left < len(places)
    rows = [{"country": "portugal", "place": place, "kind": "colony", "level": 1}
            for place in places[: left + more]]  # fmt: skip
    known = [{"country": "portugal", "places": places[: left + 1]}]

    def change(document_: Document) -> None:
        document_.update(changed(establishments=rows, known=known))
        document_["title"] = ""

    found = any("no counter colony left" in each.reason for each in defects(change, SPICE))
    assert found != fits


@pytest.mark.parametrize(
    ("key", "value", "within"),
    [
        ("turns", 0, False), ("turns", 1, True), ("turns", 62, True), ("turns", 63, False),
        ("turn", 0, False), ("turn", 1, True), ("turn", 62, True), ("turn", 63, False),
        ("year", 1491, False), ("year", 1492, True), ("year", 1792, True), ("year", 1793, False),
    ],
)  # fmt: skip
def test_the_time_of_a_scenario_is_within_the_track(key: str, value: int, within: bool) -> None:
    """1492 to 1792, 62 turns."""
    first, last = tables.first_year(1), max(e.last_year for e in tables.period.all().values())
    assert (first, tables.last_turn()) == (1492, 62)
    if key == "year" and value > 1600:
        value += last - 1792

    def change(wanted: Document) -> None:
        wanted[key] = value
        wanted["title"] = ""

    told = [each.reason for each in defects(change) if each.key == key]
    assert any("is not between" in said or "from 1 to" in said for said in told) != within, told


@pytest.mark.parametrize(
    ("year", "turn", "period", "said"),
    [
        (1597, 22, "III", ""),
        (1597, 21, "III", "1597 is in turn 22, not 21"),
        (1597, 22, "IV", "turn 22 is in period III, not IV"),
        (1589, 22, "III", "1589 is in turn"),
    ],
)
def test_year_turn_and_period_fit_each_other(year: int, turn: int, period: str, said: str) -> None:
    def change(wanted: Document) -> None:
        wanted.update(year=year, turn=turn, period=period, title="")

    lines = [each.reason for each in defects(change)]
    assert any(said in line for line in lines) if said else len(lines) == 1


@pytest.mark.parametrize(
    ("place", "alliance", "troops", "said"),
    [
        ("caux", "spain", "spain", ""), ("caux", "spain", "", "spain has no troops there"),
        ("caux", "turkey", "spain", "'turkey' is not one of france, spain"),
        ("caux", "france", "spain", "no enemy of the besieger holds a fortress there"),
    ],
)  # fmt: skip
def test_a_siege_is_written_of_an_enemy_with_troops_before_a_fortress(
    place: str, alliance: str, troops: str, said: str
) -> None:
    wanted = document()
    wanted["fortresses"].append({"place": place, "level": 2, "because": "x"})
    if troops:
        wanted["forces"].append(
            {"country": troops, "place": place, "units": ["LD"], "because": "x"}
        )
    wanted["sieges"] = [{"place": place, "alliance": alliance, "works": ["-", "+"], "because": "x"}]
    if said:

        def change(wrong: Document) -> None:
            wrong.clear()
            wrong.update(wanted)

        found = [each for each in defects(change) if each.key.startswith("sieges 1")]
        assert any(said in each.reason for each in found), found
        return
    state = scenarios.parse(wanted).state()
    siege = state.land.sieges[place]
    assert (siege.alliance, siege.works, siege.continued) == (alliance, ["+", "-"], True)
    assert state.land.levels[place] == 2
