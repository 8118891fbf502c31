"""Combined moves: troops embark, are carried, land, and lose with their ships."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facts import board
from engine.fleets import fleets, transports
from engine.land.battle import battle, parameters
from engine.land.battle import retreat as by_land
from engine.land.battle.parameters import Force
from engine.land.supply import attrition as land_attrition
from engine.land.supply import supply_lines
from engine.play.phase import Phase
from engine.rounds import campaigns
from engine.sea.battle import retreat
from engine.sea.interception import interception
from engine.sea.under_way import attrition_math, boarding, carried_troops
from engine.sea.under_way.voyage import Arrival
from engine.sea.voyages import landing
from engine.sea.voyages.sail_ask import Sail
from engine.sequence import movement
from engine.state import State, forces, sides
from tests.engine.playing import Played, band, decide_battles, play, put
from tests.engine.sea.afloat import at, decide, fleet, sea_table, units
from tests.engine.sea.laden import CHANNEL, laden, refused, siege_of_wessex


def moves(state: State, *answers: Any, dice: Any = ()) -> Played:
    return play(movement.moves, state, answers, dice)


def embarked(
    state: State, ships: list[int], troops: list[int], *answers: Any, dice: Any = (),
    start: str = "kent", way: tuple[str, ...] = ("!embark:kent",),
) -> Played:  # fmt: skip
    """Ships of a port sail, troops go aboard, and what follows."""
    first: list[Any] = [("next-move", f"{start}:{ships[0]}")]
    if len(ships) > 1:
        first.append(("mover", [str(number) for number in ships]))
    first.append(("sail", list(way)))
    if len(troops) > 1 or state.units[troops[0]].army:
        first.append(("embark", [str(number) for number in troops]))
    return moves(state, *first, *answers, dice=dice)


# Points.


@pytest.mark.rule("CMB-05", "CMB-06")
def test_transport_points_of_troops_and_ships() -> None:
    state = sea_table()
    army = units(state, put(state, "england", "kent", "A+", "A-", "LD", "LDE"))
    assert [transports.transport_points_needed(state, [unit]) for unit in army] == [6, 3, 2, 0.5], (
        "class IV, period I"
    )
    ships = units(state, fleet(state, "england", "kent", "NWD", "NTD", "NDE"))
    galleys = units(state, fleet(state, "england", "kent", "NGD", "F-: 2 NWD, 1 NTD"))
    assert [transports.capacity(state, [unit]) for unit in ships] == [1, 3, 0.5]
    assert [transports.capacity(state, [unit]) for unit in galleys] == [1, 5]


@pytest.mark.rule("CMB-05")
def test_an_army_whose_class_has_changed_needs_the_points_of_the_new_one() -> None:
    state = sea_table(alliances={"england": ["england"], "habsburg": ["habsburg"]}, period="V")
    assert transports.points_of_counter(state, "habsburg", "A+") == 6, "class III"
    state.countries["habsburg"].reforms = ["reform"]
    assert transports.points_of_counter(state, "habsburg", "A+") == 8, "class IV"


@pytest.mark.rule("CMB-06")
def test_no_more_go_aboard_than_the_ships_can_carry() -> None:
    state = sea_table()
    ships = fleet(state, "england", "kent", "NTD")
    put(state, "england", "kent", "A+")

    def sail() -> Sail:
        journey = attrition_math.begin(state, band(ships))
        return Sail(who="england", name="sail", what="?", state=state, alliance="england",
                    units=ships, leaders=(), journey=journey, everyone=ships)  # fmt: skip

    assert sail().parse(["!embark:kent"]), "a piece of the army can go"
    assert "need 6" in boarding._refused(
        Arrival(state, units(state, ships), ["kent"], "england"),
        "kent",
        boarding.boarders(state, "kent", "kent", "england"),
    )
    army = next(unit for unit in state.units.values() if unit.land)
    state.remove(army)
    assert "no troops" in refused(sail(), "!embark:kent")


@pytest.mark.rule("CMB-05", "CMB-06")
@pytest.mark.parametrize(
    ("ships", "fit"),
    [
        (("NWD",), []),
        (("NTD",), ["A-", "LD", "own LD"]),
        (("NTD", "NWD", "NWD"), ["A- LD", "A-", "LD", "own LD"]),
        (("NTD", "NTD"), ["A+", "A- LD", "A-", "LD", "own LD"]),
        (("NTD", "NTD", "NWD", "NWD"), ["A+ own LD", "A+", "A- LD", "A-", "LD", "own LD"]),
    ],
)
def test_the_parts_of_an_army_that_find_room(ships: tuple[str, ...], fit: list[str]) -> None:
    """*The sum of the transport capacity of the naval stack must be at least equal to the sum of
    the transport points required* (939): an A+ of class IV takes 6, an A- 3, an LD 2; a transport
    gives 3, a warship 1."""
    state = sea_table()
    own = units(state, fleet(state, "england", "kent", *ships))
    army, loose = put(state, "england", "kent", "A+", "LD")
    there = boarding.boarders(state, "kent", "kent", "england")
    names = {f"{army}": "A+", f"{army}/A-": "A-", f"{army}/LD": "LD", f"{loose}": "own LD"}
    found = [
        " ".join(names[key] for key in part.troops)
        for part in boarding._parts(state, there)
        if not boarding._refused(Arrival(state, own, ["kent"], "england"), "kent", part)
    ]
    assert found == fit
    assert bool(found) != bool(
        boarding.why_no_boarding(Arrival(state, own, ["kent"], "england"), "kent")
    )


# From port to shore and from shore to port.


@pytest.mark.rule("MVG-11", "MVG-12", "CMB-01", "CMB-02", "CMB-03", "NAC-24", "MOV-04")
def test_an_invasion_lands_troops_that_may_move_on() -> None:
    state = sea_table()
    ships = fleet(state, "england", "kent", "F-: 2 NWD, 1 NTD")
    army = put(state, "england", "kent", "LD", "LD")
    played = embarked(
        state, ships, army,
        ("sail", [CHANNEL, "!land:normandie"]), ("march", []),
        dice={"england.attrition": [1, 1]},
    )  # fmt: skip
    assert at(state, ships[0]) == (CHANNEL, "field"), "its action has ended the fleet's move"
    assert [at(state, number) for number in army] == [("normandie", "field")] * 2
    assert state.land.sieges["normandie"].alliance == "england"
    march = next(ask for ask in played.asks if ask.name == "march")
    assert march.points == 12 - 3  # type: ignore[attr-defined]
    assert "a landing in Normandie" in played.told
    assert {*army, *ships} <= state.marks.moved


@pytest.mark.rule("CMB-21", "MOV-05", "MOV-11")
def test_a_passage_from_port_to_port_is_cheaper_and_no_cause_of_attrition() -> None:
    costs = []
    for end, dice in ((["wessex", "!land:wessex"], [1]), (["!land:wessex"], [1, 1])):
        state = sea_table()
        ships = fleet(state, "england", "kent", "NTD")
        army = put(state, "england", "kent", "LD")
        played = embarked(
            state, ships, army, ("sail", [CHANNEL, *end]), ("march", []),
            dice={"england.attrition": dice},
        )  # fmt: skip
        costs.append(next(ask for ask in played.asks if ask.name == "march").points)  # type: ignore[attr-defined]
        assert ("away from a port" in played.told) == (len(dice) == 2)
    assert costs == [10, 9]


@pytest.mark.rule("CMB-08", "CMB-09", "CMB-13", "NAC-29", "CAM-27")
def test_friendly_transport_is_passive_and_ends_in_the_port() -> None:
    state = sea_table(campaign="passive")
    ships = fleet(state, "england", "kent", "NTD")
    army = put(state, "england", "kent", "LD")
    played = embarked(
        state, ships, army, ("sail", [CHANNEL, "wessex", "!land:wessex"]), ("march", []),
        dice={"england.attrition": 1},
    )  # fmt: skip
    assert at(state, ships[0]) == ("wessex", "port")
    assert not state.marks.active_fleets
    offers = [tuple(offer) for offer in played.asks[-2].offers()]
    assert (CHANNEL, "wessex", "!land:wessex") in offers
    assert not any(str(offer[-1]).startswith("!land:normandie") for offer in offers if offer)
    again = sea_table(campaign="passive")
    ask = laden(again, fleet(again, "england", "kent", "NTD"), put(again, "england", "kent", "LD"))
    assert "passive" in refused(ask, CHANNEL, "!land:wessex"), "beside the port it is active"


@pytest.mark.rule("CMB-13", "CAM-26", "CAM-A6")
def test_a_landing_spends_the_active_action_at_sea_and_the_active_move() -> None:
    state = sea_table(campaign="active")
    ships = fleet(state, "england", "kent", "NTD")
    army = put(state, "england", "kent", "LD")
    embarked(
        state, ships, army, ("sail", [CHANNEL, "!land:normandie"]), ("march", []),
        dice={"england.attrition": [1, 1]},
    )  # fmt: skip
    assert state.marks.active_fleets == {"england": [0]}
    assert campaigns.may_act_at_sea(state, "england", 0)
    other = units(state, put(state, "england", "kent", "LD"))
    assert "active move" in campaigns.may_move(state, "england", other, True)


@pytest.mark.rule("CMB-07", "CMB-09", "CMB-13", "MOV-05")
def test_an_evacuation_ends_in_a_port_only() -> None:
    state = sea_table()
    ships = fleet(state, "england", CHANNEL, "NTD")
    army = put(state, "england", "vlaanderen", "LD")
    played = embarked(
        state, ships, army, ("sail", ["kent", "!land:kent"]), ("march", []),
        start=CHANNEL, way=("!embark:vlaanderen",), dice={"england.attrition": [1, 1]},
    )  # fmt: skip
    assert at(state, army[0]) == ("kent", "field")
    assert state.marks.active_fleets == {"england": [0]}, "one end is uncontrolled: active"
    sails = [ask for ask in played.asks if ask.name == "sail"]
    assert any("!land:kent" in offer for offer in sails[1].offers())
    assert not any("!land:normandie" in offer for offer in sails[1].offers())
    ask = laden(state, ships, army, CHANNEL)
    assert "CMB-07" in refused(ask, CHANNEL, "!land:normandie")
    state.countries["england"].campaign = "passive"
    lone = fleet(state, "england", CHANNEL, "NTD")
    put(state, "england", "normandie", "LD")
    empty = Sail(
        who="england", name="sail", what="?", state=state, alliance="england", units=lone,
        leaders=(), journey=attrition_math.begin(state, band(lone)), everyone=lone,
    )  # fmt: skip
    assert "passive" in refused(empty, "!embark:normandie")


@pytest.mark.rule("CMB-17")
def test_nothing_stays_aboard() -> None:
    state = sea_table()
    ships = fleet(state, "england", "kent", "NTD")
    army = put(state, "england", "kent", "LD")
    moves(
        state, ("next-move", f"kent:{ships[0]}"), ("sail", ["!embark:kent"]), ("sail", []),
    )  # fmt: skip
    assert at(state, army[0]) == ("kent", "field"), "they never left"
    assert army[0] in state.marks.moved
    again = sea_table()
    ask = laden(again, fleet(again, "england", "kent", "NTD"), put(again, "england", "kent", "LD"))
    assert "CMB-17" in refused(ask, CHANNEL)
    assert "CMB-10" in refused(ask, CHANNEL, "!supply")


@pytest.mark.rule("CMB-10")
def test_a_landing_may_go_with_blockade_and_supply_of_that_province() -> None:
    state = sea_table()
    ships = fleet(state, "england", "kent", "F-: 2 NWD, 1 NTD")
    army = put(state, "england", "kent", "LD")
    embarked(
        state, ships, army, ("sail", [CHANNEL, "!land+blockade+supply:normandie"]), ("march", []),
        dice={"england.attrition": [1, 1]},
    )  # fmt: skip
    assert state.sea.tasks[str(ships[0])] == "blockade+supply:normandie"
    again = sea_table()
    ask = laden(again, fleet(again, "england", "kent", "NTD"), put(again, "england", "kent", "LD"))
    again.land.levels["normandie"] = 3
    assert "NAC-04" in refused(ask, CHANNEL, "!land+blockade:normandie")
    assert "CMB-10" in refused(ask, CHANNEL, "wessex", "!land+supply:wessex")


@pytest.mark.rule("CMB-10", "NAC-24")
def test_supply_that_goes_with_a_landing_is_for_the_province_of_the_landing_only() -> None:
    state = sea_table()
    ships = fleet(state, "england", "kent", "F-: 2 NWD, 1 NTD")
    army = put(state, "england", "kent", "LD")
    embarked(
        state, ships, army, ("sail", [CHANNEL, "!land+supply:normandie"]), ("march", []),
        dice={"england.attrition": [1, 1]},
    )  # fmt: skip
    beside = put(state, "england", "picardie", "LD")
    fed = supply_lines.trace_line(state, units(state, army), "normandie", "england")
    assert fed is not None
    assert fed.source == CHANNEL
    assert supply_lines.trace_line(state, units(state, beside), "picardie", "england") is None
    state.sea.tasks[str(ships[0])] = "supply"
    assert supply_lines.trace_line(state, units(state, beside), "picardie", "england") is not None


# The besieged fortress.


@pytest.mark.rule("CMB-15", "CMB-16", "CMB-10")
def test_a_besieged_fortress_is_reinforced_passively_and_resupplied_actively() -> None:
    for campaign, kind in (("passive", "land"), ("multiple", "land+resupply")):
        state = siege_of_wessex(campaign=campaign)
        ships = fleet(state, "england", "kent", "F-: 2 NWD, 1 NTD")
        army = put(state, "england", "kent", "LD")
        embarked(
            state, ships, army, ("sail", [CHANNEL, "wessex", f"!{kind}:wessex"]),
            dice={"england.attrition": 1},
        )  # fmt: skip
        assert at(state, army[0]) == ("wessex", "inside")
        assert ("wessex" in state.land.resupplied) == (kind == "land+resupply")
        assert bool(state.marks.active_fleets) == (kind == "land+resupply")
    state = siege_of_wessex(campaign="passive")
    ships = fleet(state, "england", "kent", "F-: 2 NWD, 1 NTD")
    ask = laden(state, ships, put(state, "england", "kent", "LD"))
    assert "passive" in refused(ask, CHANNEL, "wessex", "!land+resupply:wessex")
    full = laden(state, ships, put(state, "england", "kent", "LD", "LD"))
    put(state, "england", "wessex", "LD", position="inside")
    assert "no room" in refused(full, CHANNEL, "wessex", "!land:wessex")


@pytest.mark.rule("CMB-23")
def test_who_lands_in_the_fortress_and_comes_out_at_once_suffers_for_it() -> None:
    state = siege_of_wessex()
    ships = fleet(state, "england", "kent", "NTD")
    army = put(state, "england", "kent", "LD")
    embarked(
        state, ships, army, ("sail", [CHANNEL, "wessex", "!land:wessex"]),
        dice={"england.attrition": 1},
    )  # fmt: skip
    relief = put(state, "england", "wessex", "A+")
    force = Force("england", tuple(relief), ())
    played = play(battle.sortie, state, [("sortie", True)], (), "wessex", force, True)
    assert played.result.crossing == "sea"
    assert set(played.result.unit_ids) == {*relief, *army}


@pytest.mark.rule("NAC-21")
def test_the_garrison_is_carried_off() -> None:
    """876 to 878: it is possible "to decline the possibility to supply in order to continue moving
    (for example to embark besieged troops and retreat them before the fortress falls)"."""
    state = siege_of_wessex()
    ships = fleet(state, "england", "kent", "NTD")
    inside = put(state, "england", "wessex", "LD", position="inside")
    embarked(
        state, ships, inside, ("sail", [CHANNEL, "kent", "!land:kent"]), ("intercept", []),
        ("march", []), way=(CHANNEL, "wessex", "!embark:wessex"), dice={"england.attrition": 1},
    )  # fmt: skip
    assert at(state, inside[0]) == ("kent", "field")
    assert not sides.stack(state, "wessex", "england", "inside").units


# Interceptions, battles, retreats.


@pytest.mark.rule("CMB-11", "NIN-30", "NIN-32")
def test_a_landing_is_announced_before_interceptions(monkeypatch: pytest.MonkeyPatch) -> None:
    decide(monkeypatch, "france")
    state = sea_table()
    fleet(state, "france", CHANNEL, "NWD")
    ships = fleet(state, "england", "kent", "NTD")
    army = put(state, "england", "kent", "LD")
    played = embarked(
        state, ships, army, ("sail", [CHANNEL, "!land:normandie"]), ("intercept", []),
        ("march", []), dice={"england.attrition": [1, 1]},
    )  # fmt: skip
    ask = next(ask for ask in played.asks if ask.name == "intercept")
    assert isinstance(ask, interception.Intercept)
    assert ask.landing == "normandie"
    assert ask.about["chances"] == {CHANNEL: 5}, "+2 for the landing: 6 or more"
    assert "announces a landing in Normandie" in ask.question


@pytest.mark.rule("CMB-12", "CMB-18")
def test_a_beaten_fleet_lands_its_troops_in_the_port_it_flees_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def lost(phase: Phase, zone: str, own: Force, foe: Force, interception: bool) -> Any:
        await retreat.flee(phase, zone, own, None, "whereto?")
        return battle.BattleResult(foe.alliance, True, ((), ()))

    monkeypatch.setattr("engine.sea.battle.battle.battle", lost)
    state = sea_table()
    (foe,) = fleet(state, "france", CHANNEL, "NWD")
    ships = fleet(state, "england", "kent", "NTD")
    army = put(state, "england", "kent", "LD")
    embarked(
        state, ships, army, ("sail", [CHANNEL, "!land:normandie"]), ("intercept", [str(foe)]),
        ("retreat-to", "wessex"), ("march", []),
        dice={"england.attrition": [1, 1], "france.intercept": 10},
    )  # fmt: skip
    assert at(state, ships[0]) == ("wessex", "port")
    assert at(state, army[0]) == ("wessex", "field")
    assert "normandie" not in state.land.sieges


@pytest.mark.rule("CMB-04", "MVG-13")
def test_a_fleet_that_has_fought_takes_nobody_aboard(monkeypatch: pytest.MonkeyPatch) -> None:
    decide(monkeypatch, "england")
    state = sea_table()
    (foe,) = fleet(state, "france", CHANNEL, "NWD")
    ships = fleet(state, "england", "kent", "NTD")
    put(state, "england", "wessex", "LD")
    played = moves(
        state,
        ("next-move", f"kent:{ships[0]}"),
        ("sail", [CHANNEL, "wessex", "!embark:wessex"]),
        ("intercept", [str(foe)]),
        ("sail", []),
        ("next-move", "done"),
        dice={"france.intercept": 10, "england.attrition": 1, "france.attrition": 1},
    )
    ask = [ask for ask in played.asks if ask.name == "sail"][1]
    assert isinstance(ask, Sail)
    assert "CMB-04" in refused(ask, "wessex", "!embark:wessex")


@pytest.mark.rule("CMB-22", "CMB-24", "MVG-11")
def test_a_landing_that_is_intercepted_suffers_the_malus(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = decide_battles(monkeypatch, "england")
    state = sea_table()
    ships = fleet(state, "england", "kent", "NTD")
    army = put(state, "england", "kent", "LD")
    (foe,) = put(state, "france", "picardie", "A-")
    state.land.controllers["normandie"] = "england"
    state.land.controllers["caux"] = "england"
    goal = next(
        border.other
        for border in board.land_neighbours("picardie")
        if CHANNEL in board.adjacent_seas(border.other)
        and sides.owner(state, border.other) == "france"
    )
    state.land.controllers[goal] = "england"
    embarked(
        state, ships, army, ("sail", [CHANNEL, f"!land:{goal}"]), ("intercept", [str(foe)]),
        ("march", []),
        dice={"england.attrition": [1, 1], "france.intercept": 10},
    )  # fmt: skip
    assert fought[0].phasing.crossing == "sea"
    assert fought[0].rolls >= 2, "the passage is a cause of attrition, rolled before the battle"


@pytest.mark.rule("RET-29")
def test_a_beaten_landed_stack_goes_back_aboard() -> None:
    state = sea_table()
    ships = fleet(state, "england", CHANNEL, "F-: 2 NWD, 1 NTD")
    army = put(state, "england", "normandie", "LD")
    put(state, "france", "normandie", "A+")
    state.marks.entered[army[0]] = ["kent", CHANNEL, "normandie"]
    force = parameters.stack_force(state, "normandie", "england")
    assert force.crossing == "sea"
    assert by_land.adjacent_refuges(state, "normandie", force, True, False) == [CHANNEL]
    played = play(
        landing.carry_off, state, [("retreat-to", "kent")], {"england.attrition": 1},
        CHANNEL, band(army, place="normandie"), "england",
    )  # fmt: skip
    assert played.result == "kent"
    assert at(state, ships[0]) == ("kent", "port")
    assert at(state, army[0]) == ("kent", "field")
    for number in ships:
        state.put(state.units[number], "sea-nord")
    assert by_land.adjacent_refuges(state, "normandie", force, True, False) == [], (
        "no ship waits there"
    )


@pytest.mark.rule("RET-29")
def test_ships_in_the_port_of_the_battle_carry_the_beaten_off_as_well() -> None:
    state = sea_table()
    fleet(state, "england", "kent", "F-: 2 NWD, 1 NTD")
    ships = [unit.id for unit in state.units_at("kent")]
    for number in ships:
        state.put(state.units[number], "normandie", "port")
    army = put(state, "england", "normandie", "LD")
    played = play(
        landing.carry_off, state, [("retreat-to", "kent")], {"england.attrition": 1},
        CHANNEL, band(army, place="normandie"), "england",
    )  # fmt: skip
    assert played.result == "kent"
    assert at(state, army[0]) == ("kent", "field")


# Losses aboard.


@pytest.mark.rule("CMB-25", "CMB-26", "MVG-14")
def test_attrition_of_the_voyage_costs_the_troops_the_same_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.facts.tables.attrition_percent", lambda result: 50)
    state = sea_table()
    ships = fleet(state, "england", "kent", "NTD", "NTD")
    army = put(state, "england", "kent", "LD", "LD")
    embarked(
        state, ships, army, ("sail", [CHANNEL, "wessex", "!land:wessex"]), ("march", []),
        dice={"england.attrition": [10]},
    )  # fmt: skip
    assert fleets.ships(units(state, [n for n in ships if n in state.units])) == {"NTD": 1}
    left = [number for number in army if number in state.units]
    assert len(left) == 1
    assert at(state, left[0]) == ("wessex", "field")


@pytest.mark.rule("CMB-28", "CMB-27", "NLS-A3", "MVG-14")
def test_troops_that_cannot_be_carried_any_more_are_lost() -> None:
    state = sea_table()
    ships = fleet(state, "england", CHANNEL, "NTD", "NWD")
    put(state, "england", CHANNEL, "LD", "LD", position="aboard")
    play(carried_troops.drop_excess, state, (), (), CHANNEL, "england", ships)
    assert len(carried_troops.troops_aboard(state, CHANNEL, "england")) == 2, "4 points in 4"
    state.remove(state.units[ships[1]])
    play(carried_troops.drop_excess, state, (), (), CHANNEL, "england", ships)
    assert len(carried_troops.troops_aboard(state, CHANNEL, "england")) == 1


def test_detachments_of_exploration_that_have_no_room_are_lost_at_once() -> None:
    state = sea_table()
    ships = fleet(state, "england", CHANNEL, "NWD")
    put(state, "england", CHANNEL, "LDE", "LDE", "LDE", "LDE", "LDE", position="aboard")
    story = play(carried_troops.drop_excess, state, (), (), CHANNEL, "england", ships).phase.story
    assert len(carried_troops.troops_aboard(state, CHANNEL, "england")) == 2, "1 point in 1"
    lost = [entry.sheet["thirds"] for entry in story if entry.sheet and entry.kind == "losses"]
    assert lost == [3]


@pytest.mark.rule("PUR-22", "PUR-A5")
def test_captured_ships_take_their_troops_with_them() -> None:
    state = sea_table()
    put(state, "england", CHANNEL, "LD", "LD", "LD", position="aboard")
    play(carried_troops.lose_with_captures, state, (), (), CHANNEL, "england", (), {"NTD": 1})
    assert len(carried_troops.troops_aboard(state, CHANNEL, "england")) == 1, "at least 3 points"
    put(state, "england", CHANNEL, "LD", "LD", position="aboard")
    taken = {"NWD": 1, "NGD": 1}
    play(carried_troops.lose_with_captures, state, (), (), CHANNEL, "england", (), taken)
    assert len(carried_troops.troops_aboard(state, CHANNEL, "england")) == 2, "one point each"


@pytest.mark.rule("PRE-13", "PRE-14")
def test_a_stopped_fleet_with_troops_goes_to_the_closest_port() -> None:
    state = sea_table()
    state.sea.presidios["wessex"] = ("france", 3)
    ships = fleet(state, "england", "kent", "NTD")
    army = put(state, "england", "kent", "LD")
    played = embarked(
        state, ships, army, ("sail", [CHANNEL, "wessex", "!land:wessex"]), ("fire", True),
        ("turned-back", "cornwall"), ("march", []),
        dice={"england.attrition": 1, "france.fire": 6},
    )  # fmt: skip
    [asked] = [ask for ask in played.asks if ask.name == "turned-back"]
    assert asked.question == "The way is closed to the ships: where do they go back to?"
    assert at(state, ships[0]) == ("cornwall", "port")
    assert at(state, army[0]) == ("cornwall", "field")


@pytest.mark.rule("PRE-15", "PRE-A3")
def test_where_every_port_is_guarded_a_laden_fleet_passes_and_nobody_fires() -> None:
    state = sea_table()
    for place in board.provinces():
        if sides.controller(state, place) == "england" and place != "kent":
            state.land.controllers[place] = "france"
    state.sea.presidios["kent"] = ("france", 3)
    ships = fleet(state, "england", CHANNEL, "NTD", "NTD")
    army = put(state, "england", "normandie", "LD")
    played = embarked(
        state, ships, army, ("sail", ["kent", "!land:kent"]), ("fire", True), ("march", []),
        start=CHANNEL, way=("!embark:normandie",),
        dice={"england.attrition": [1, 1], "france.fire": 6},
    )  # fmt: skip
    assert [at(state, number) for number in ships] == [("kent", "port")] * 2
    assert at(state, army[0]) == ("kent", "field")
    rolls = [entry.sheet or {} for entry in played.phase.story if entry.kind == "roll"]
    added = [value for sheet in rolls for value, _, rule in sheet["modifiers"] if rule == "PRE-15"]
    assert added == [2], "the second time it is passed, not fired at"


@pytest.mark.rule("ATT-21")
def test_the_seas_crossed_do_not_make_it_the_column_of_the_rest_of_the_world(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[list[str]] = []

    async def rolled(*arguments: Any) -> Any:
        seen.append(list(arguments[3]))
        return None

    monkeypatch.setattr(land_attrition, "land_attrition", rolled)
    state = sea_table()
    ships = fleet(state, "england", CHANNEL, "NTD")
    army = put(state, "england", "normandie", "LD")
    embarked(
        state, ships, army, ("sail", ["kent", "!land:kent"]), ("march", []),
        start=CHANNEL, way=("!embark:normandie",), dice={"england.attrition": 1},
    )  # fmt: skip
    assert seen == [["normandie", "kent"]], "not the Channel"


@pytest.mark.rule("CMB-01", "SUP-02")
def test_troops_without_supply_may_be_carried_too() -> None:
    state = sea_table()
    ships = fleet(state, "england", CHANNEL, "NTD")
    army = put(state, "england", "normandie", "LD")
    state.marks.unsupplied.update(army)
    embarked(
        state, ships, army, ("sail", ["kent", "!land:kent"]), ("march", []),
        start=CHANNEL, way=("!embark:normandie",), dice={"england.attrition": [1, 1]},
    )  # fmt: skip
    assert at(state, army[0]) == ("kent", "field")


@pytest.mark.rule("CMB-27", "CMB-28", "MVG-14")
@pytest.mark.parametrize(
    ("sunk", "left"),
    [((), 3), (("NWD",), 3), (("NTD",), 2), (("NTD", "NWD"), 1), (("NTD", "NTD"), 0)],
)
def test_troops_lose_what_finds_no_room_and_nothing_for_the_ships_themselves(
    sunk: tuple[str, ...], left: int
) -> None:
    """Text 1000 to 1003. 3 LD need 6 points: 2 NTD and 1 NWD carry 7, without the warship 6, with
    one transport less 4, without both 3, with the warship alone 1."""
    state = sea_table()
    ships = fleet(state, "england", CHANNEL, "NTD", "NTD", "NWD")
    put(state, "england", CHANNEL, "LD", "LD", "LD", position="aboard")
    for kind in sunk:
        state.remove(next(unit for unit in state.units.values() if unit.kind == kind))
    play(carried_troops.drop_excess, state, (), (), CHANNEL, "england", ships)
    assert len(carried_troops.troops_aboard(state, CHANNEL, "england")) == left


@pytest.mark.rule("CMB-13", "CAM-26", "CAM-17", "CMB-14")
def test_an_evacuation_is_refused_where_the_active_action_is_spent_and_a_passage_is_not() -> None:
    """*Both endpoints controlled: passive action. Otherwise active*: troops off an enemy's coast
    wait when another stack has acted; from Kent to Wessex they sail all the same."""
    for acted, refusal in (((), ""), ((0,), "CAM-17")):
        state = sea_table(campaign="active")
        state.marks.active_fleets = {"england": [*acted]} if acted else {}
        put(state, "england", "normandie", "LD")
        empty = fleet(state, "england", CHANNEL, "NTD")
        ask = Sail(
            who="england", name="sail", what="?", state=state, alliance="england", units=empty,
            leaders=(), journey=attrition_math.begin(state, band(empty)),
            everyone=empty,
        )  # fmt: skip
        if refusal:
            assert refusal in refused(ask, "!embark:normandie")
        else:
            assert ask.parse(["!embark:normandie"])
        state = sea_table(campaign="active")
        state.marks.active_fleets = {"england": [*acted]} if acted else {}
        ships, army = fleet(state, "england", "kent", "NTD"), put(state, "england", "kent", "LD")
        assert laden(state, ships, army).parse([CHANNEL, "wessex", "!land:wessex"])


@pytest.mark.rule("PRE-14", "PRE-13")
@pytest.mark.parametrize("guarded", [True, False])
def test_the_way_back_is_a_move_with_its_own_zones_and_interceptions(guarded: bool) -> None:
    """Text 1487: stopped at Wessex *it must go back to the closest friendly port*, Mumhan in the
    Celtic Sea: the French may intercept there once more, and both zones count for attrition."""
    state = sea_table()
    for place in board.provinces():
        if sides.controller(state, place) == "england" and place not in ("wessex", "mumhan"):
            state.land.controllers[place] = "france"
    if guarded:
        state.sea.presidios["wessex"] = ("france", 3)
    fleet(state, "france", "sea-celtique", "NWD")
    ships = fleet(state, "england", CHANNEL, "NTD")
    army = put(state, "england", "normandie", "LD")
    stopped: list[Any] = [("fire", True), ("intercept", [])] if guarded else []
    played = embarked(
        state, ships, army, ("sail", ["wessex", "!land:wessex"]), *stopped, ("march", []),
        start=CHANNEL, way=("!embark:normandie",),
        dice={"england.attrition": [1, 1]} | ({"france.fire": 6} if guarded else {}),
    )  # fmt: skip
    rolls = [entry.sheet or {} for entry in played.phase.story if entry.kind == "roll"]
    (sea,) = [each["modifiers"] for each in rolls if "at sea" in each["purpose"]]
    difficulty = {rule: value for value, _, rule in sea}["ATS-15"]
    assert difficulty == (4 if guarded else 3), "the Celtic Sea is harder than the Channel"
    end = ("mumhan", "port") if guarded else ("wessex", "port")
    assert at(state, ships[0]) == end
    assert at(state, army[0]) == (end[0], "field")


@pytest.mark.rule("CMB-28", "MVG-14")
@pytest.mark.parametrize(
    ("ships", "left"),
    [(("NWD", "NWD"), 3), (("NWD", "NDE"), 2), (("NWD",), 2), (("NDE",), 1), ((), 0)],
)
def test_troops_lose_just_what_their_ships_no_longer_carry(
    ships: tuple[str, ...], left: int
) -> None:
    """*The land stack immediately suffers enough loss to be small enough to be carried* (1002): an
    LD takes 2 points, two LDE 1; a warship gives 1, an exploration detachment a half."""
    state = sea_table()
    own = fleet(state, "england", "sea-arguin", *ships)
    put(state, "england", "sea-arguin", "LD", position="aboard")
    play(carried_troops.drop_excess, state, (), (), "sea-arguin", "england", own)
    assert forces.strength(unit for unit in state.units.values() if unit.land) == left
