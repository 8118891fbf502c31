"""Fights against corsairs, at sea and on land."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facts import board, countries
from engine.fleets import fleets
from engine.play.asks import BadAnswer
from engine.rounds import campaign_choice, campaigns, treasuries
from engine.sea import corsairs, corsairs_math
from engine.sea.corsairs_math import Hunt
from engine.sea.interception import interceptors
from engine.sea.under_way import attrition_math
from engine.sea.under_way.announced_action import Action
from engine.sea.under_way.voyage import Arrival
from engine.sea.voyages.naval_actions import why_not
from engine.sea.voyages.sail_ask import Sail
from engine.sequence import movement, siege_segment
from engine.state import State, sides
from engine.state.land import Siege
from engine.state.sea import Corsair
from tests.engine.adjudicating import answer, example
from tests.engine.playing import band, play, put
from tests.engine.sea.afloat import fleet, sea_table, units

ZONE = "sea-manche"


def table(*found: Corsair, zone: str = ZONE, **fields: Any) -> State:
    """Corsairs in a zone, the Channel where England trades, so that no minor fights them."""
    state = sea_table(**fields)
    state.ledger.fleets = {"england zm-nord": 2}
    if found:
        state.sea.corsairs[zone] = list(found)
    return state


def rules(seen: Hunt) -> dict[str, int]:
    return {each.rule: each.value for each in corsairs_math.modifiers(seen)}


def pirate(side: str = "-", leader: str = "") -> Corsair:
    return Corsair("pirates", side, leader)  # type: ignore[arg-type]


# The die.


@pytest.mark.rule("COR-03", "COR-04", "COR-05", "COR-06", "COR-07", "COR-08", "COR-11")
def test_what_modifies_a_fight_at_sea() -> None:
    assert rules(Hunt(technology="seventy-four")) == {"COR-03": 1, "COR-05": 1}
    assert [each.value for each in corsairs_math.modifiers(Hunt(minus=1, plus=2))] == [2, 8]
    assert rules(Hunt(minus=1)) == {"COR-04": 2}, "a fleet: no bonus for its ships"
    assert rules(Hunt(ships=False)) == {}
    assert rules(Hunt(ships=False, manoeuvre=4, corsair_manoeuvre=3)) == {
        "COR-06": 4, "COR-07": -3,
    }  # fmt: skip
    assert rules(Hunt(ships=False, corsairs_plus=2)) == {"COR-08": -4}
    assert [rules(Hunt(ships=False, enemy=enemy)) for enemy in ("F+", "F-", "ship")] == [
        {"COR-11": -4}, {"COR-11": -2}, {"COR-11": -1},
    ]  # fmt: skip


@pytest.mark.rule("COR-02")
def test_eight_takes_a_side_and_so_does_a_natural_ten() -> None:
    assert corsairs_math.succeeds(7, 1)
    assert not corsairs_math.succeeds(7, 0)
    assert corsairs_math.succeeds(10, -9)


@pytest.mark.rule("COR-07", "COR-08", "COR-10", "COR-11", "COR-12", "COR-A1")
def test_what_a_stack_sees_in_its_zone() -> None:
    state = table(pirate("+", "drake"), pirate("-"), pirate("+"))
    ships = fleet(state, "england", ZONE, "F-: 2 NWD", task=corsairs_math.HUNT)
    fleet(state, "france", ZONE, "NWD")
    state.notes[f"{corsairs_math.FOUGHT}{ZONE}"] = state.turn
    stack = fleets.stack(state, ZONE, "england", corsairs_math.HUNT)
    seen = corsairs_math.hunt_of(state, stack, state.sea.corsairs[ZONE][1])
    assert [unit.id for unit in stack.units] == ships
    assert (seen.corsair_manoeuvre, seen.corsairs_plus, seen.enemy) == (5, 2, "ship")
    assert seen.manoeuvre == 0, "nobody is rolled for a stack without a leader"
    assert seen.naval_battle
    state.turn += 1
    assert not corsairs_math.hunt_of(state, stack, state.sea.corsairs[ZONE][1]).naval_battle


@pytest.mark.rule("COR-09", "COR-A2")
def test_a_port_open_to_the_corsair() -> None:
    state = sea_table(
        alliances={"spain": ["spain"], "algeria": ["algeria"]}, wars=[("spain", "algeria")]
    )
    zone = "sea-alger"
    state.sea.corsairs[zone] = [
        Corsair("algeria", "-"), Corsair("knights-of-saint-john", "-"), pirate(),
    ]  # fmt: skip
    fleet(state, "spain", zone, "NWD", task=corsairs_math.HUNT)
    stack = fleets.stack(state, zone, "spain", corsairs_math.HUNT)

    def refuge(at: int) -> bool:
        return corsairs_math.hunt_of(state, stack, state.sea.corsairs[zone][at]).friendly_port

    assert refuge(0), "Algiers"
    assert refuge(1), "any Christian port will do for the Knights"
    assert not refuge(2), "pirates need a haven"
    state.notes["havens"] = ["algerie"]
    assert refuge(2)
    fleet(state, "spain", zone, "NWD", task="blockade:algerie")
    assert refuge(0), "Annaba is open"
    fleet(state, "spain", zone, "NWD", task="blockade:annabah")
    assert not refuge(0)
    assert refuge(2), "a haven is never blockaded"


# In play.


@pytest.mark.rule("SIE-04", "COR-02", "NAC-22")
def test_a_fleet_that_hunts_does_so_in_the_siege_segment() -> None:
    state = table(pirate("+"), step="siege")
    fleet(state, "england", ZONE, "F-: 2 NWD", task=corsairs_math.HUNT)
    played = play(siege_segment.siege, state, (), {"england.hunt": 8})
    assert state.sea.corsairs[ZONE] == [pirate("-")], "8 +2 for the fleet, -2 for the corsair +"
    assert "beats the corsair + of the pirates down to its - side" in played.told
    again = table(pirate("-"), step="siege")
    fleet(again, "england", ZONE, "NWD", task=corsairs_math.HUNT)
    fleet(again, "england", ZONE, "NWD")
    play(siege_segment.siege, again, (), {"england.hunt": 7})
    assert not again.sea.corsairs, "the last side: gone; and only the hunters hunt"


def hunting(state: State, ships: list[int]) -> Sail:
    return Sail(
        who="england", name="sail", what="?", state=state, alliance="england", units=ships,
        leaders=(), journey=attrition_math.begin(state, band(ships)), everyone=ships,
    )  # fmt: skip


def refused(ask: Sail, *way: str) -> str:
    with pytest.raises(BadAnswer) as error:
        ask.parse(list(way))
    return str(error.value)


@pytest.mark.rule("NAC-22", "NAC-23", "CAM-26")
def test_to_hunt_is_an_active_action_of_one_stack_in_the_zone() -> None:
    state = table(pirate(), campaign="active")
    ships = fleet(state, "england", "kent", "NWD")
    ask = hunting(state, ships)
    assert [ZONE, "!hunt"] in ask.offers()
    assert "NAC-22" in refused(ask, "sea-nord", "!hunt")
    play(
        movement.moves, state,
        [("next-move", f"kent:{ships[0]}"), ("sail", [ZONE, "!hunt"])],
        {"england.attrition": 1},
    )  # fmt: skip
    assert state.sea.tasks == {str(ships[0]): "hunt"}
    assert state.marks.active_fleets == {"england": [0]}
    others = fleet(state, "england", "kent", "NWD")
    assert "NAC-23" in refused(hunting(state, others), ZONE, "!hunt")
    state.countries["england"].campaign = "passive"
    state.sea.tasks.clear()
    assert "passive" in refused(hunting(state, others), ZONE, "!hunt")


@pytest.mark.rule("NAC-28", "CAM-30", "CAM-27")
def test_the_hunt_goes_on_passively_while_there_is_a_corsair() -> None:
    state = table(pirate(), campaign="passive")
    (ship,) = fleet(state, "england", ZONE, "NWD", task="hunt")
    play(movement.moves, state, [("next-move", "done")], {"england.attrition": 1})
    assert state.sea.tasks == {str(ship): "hunt"}
    state.sea.corsairs.clear()
    state.marks.done.clear()
    play(movement.moves, state, [("next-move", "done")], {"england.attrition": 1})
    assert state.sea.tasks == {}


@pytest.mark.rule("COR-13", "COR-14")
def test_minors_hunt_where_they_trade_and_christians_hunt_barbaresques() -> None:
    zone = "sea-lion"
    state = sea_table(
        alliances={"genoa": ["genoa"], "france": ["france"], "algeria": ["algeria"]},
        minors={"genoa": "france", "algeria": "france"}, wars=[],
    )  # fmt: skip
    state.sea.corsairs[zone] = [Corsair("algeria", "-")]
    ships = units(state, fleet(state, "genoa", zone, "NGD"))
    assert corsairs_math.enemies(state, zone, "genoa"), "at peace, yet a Barbaresque"
    assert not corsairs_math.enemies(state, zone, "algeria")
    assert "COR-13" in corsairs_math.why_not(state, ships, zone, "genoa")
    state.ledger.fleets["genoa zm-lion"] = 2
    assert corsairs_math.why_not(state, ships, zone, "genoa") == ""


@pytest.mark.rule("COR-01")
def test_troops_fight_raiders_as_they_fight_revolts() -> None:
    state = table(pirate("+"), zone="kent", step="siege")
    put(state, "england", "kent", "LD", "LD")
    play(siege_segment.siege, state, (), {"england.revolt": 8})
    assert state.sea.corsairs["kent"] == [pirate("-")], "8 +2 for 2 LD, -2 for a counter +"
    play(corsairs.hunts, sea_again(state), (), {"england.revolt": 5}, "england")
    assert state.sea.corsairs["kent"] == [pirate("-")], "7 is too little"


def sea_again(state: State) -> State:
    state.marks.done.clear()
    return state


@pytest.mark.rule("COR-17", "COR-A3")
def test_minors_at_peace_fight_pirates_where_no_major_trades() -> None:
    state = table(pirate("+"), zone="sea-lion", step="siege")
    state.ledger.fleets = {"genoa zm-lion": 4, "papacy zm-lion": 1}
    played = play(siege_segment.siege, state, (), {"minors.hunt": 5})
    assert state.sea.corsairs["sea-lion"] == [pirate("-")], "5 + 3 sides"
    (roll,) = [entry for entry in played.phase.story if entry.kind == "roll"]
    assert roll.who == sides.speaker(state, state.diplomacy.alliances[0].id)
    state.marks.done.clear()
    state.ledger.fleets["france zm-lion"] = 1
    play(siege_segment.siege, state)
    assert state.sea.corsairs["sea-lion"] == [pirate("-")], "a major trades there"


@pytest.mark.rule("ATS-24")
def test_corsairs_make_a_voyage_harder() -> None:
    state = table(pirate("+"), pirate("-"))
    ships = band(fleet(state, "england", "kent", "NWD"))
    journey = attrition_math.begin(state, ships).extended(ZONE)
    found = attrition_math.modifiers(attrition_math.circumstances_of(state, ships, journey))
    assert [each.value for each in found if each.rule == "ATS-24"] == [1, 2]
    feared = []
    for _ in range(2):
        ask = Sail(
            who="england", name="sail", what="?", state=state, alliance="england",
            units=ships.units, leaders=(), journey=attrition_math.begin(state, ships),
        )  # fmt: skip
        feared.append(ask.reach()[ZONE].modifier)
        assert feared[-1] == sum(each.value for each in ask.outlook([ZONE]).modifiers)
        state.sea.corsairs.clear()
    assert feared[0] == feared[1] + 3, "known before one sails"


# The document.


@pytest.mark.rule("COR-04", "COR-06", "COR-07", "COR-08", "COR-09")
def test_the_kind_hunt() -> None:
    found = answer("hunt", {**example("hunt"), "dice": {"hunt": 7}})
    assert found["outcome"] == {"total": 7 + 4 + 3 - 2 - 2 - 2, "needed": 8, "success": True}


def minor_at_peace(**fields: Any) -> tuple[State, list[int], list[int]]:
    """France at war with Spain; Genoa, her minor at peace, beside her ships off the Lion."""
    state = sea_table(
        alliances={"france": ["france"], "genoa": ["genoa"], "spain": ["spain"],
                   "algeria": ["algeria"]},
        minors={"genoa": "france", "algeria": "spain"},
        wars=[("france", "spain"), ("france", "algeria")], **fields,
    )  # fmt: skip
    state.ledger.fleets["genoa zm-lion"] = 2
    state.sea.corsairs["sea-lion"] = [Corsair("algeria", "+")]
    french = fleet(state, "france", "sea-lion", "NGD", task=corsairs_math.HUNT)
    genoese = fleet(state, "genoa", "sea-lion", "F-: 2 NGD", task=corsairs_math.HUNT)
    return state, french, genoese


@pytest.mark.rule("COR-15")
def test_a_minor_at_peace_hunts_with_its_patron_and_fights_nobody_else() -> None:
    state, french, genoese = minor_at_peace(step="siege")
    together = corsairs.hunters(state, "sea-lion", "france")
    assert [unit.id for unit in together.units] == [*french, *genoese]
    assert corsairs.hunters(state, "sea-lion", "genoa").units == [], "they fight but once"
    state.sea.tasks.pop(str(french[0]))
    assert corsairs.hunters(state, "sea-lion", "genoa").units == units(state, genoese)
    (spanish,) = fleet(state, "spain", "sea-lion", "NGD")
    assert "no enemy" in why_not(
        Arrival(state, units(state, genoese), ["sea-lion"], "genoa"), Action("battle", str(spanish))
    )
    assert "no enemy" in why_not(
        Arrival(state, units(state, [spanish]), ["sea-lion"], "spain"),
        Action("battle", str(genoese[0])),
    )
    assert interceptors.eligible_stacks(state, "sea-lion", "france", ()) != []
    bands = interceptors.eligible_stacks(state, "sea-lion", "france", ())
    assert not {n for band in bands for n in band.units} & set(genoese)


@pytest.mark.rule("COR-16")
def test_a_minor_at_peace_has_a_passive_campaign_and_its_patron_pays_for_more() -> None:
    state, *_ = minor_at_peace()
    genoa = state.countries["genoa"]
    prices = {key: each.ducats for key, each in campaign_choice.choices(state, genoa).items()}
    assert prices["passive"] == 0
    assert prices["active"] == campaigns.cost("active") - campaigns.cost("passive") > 0
    assert treasuries.payer(state, "genoa").id == "france"
    state.diplomacy.wars.append(("genoa", "algeria"))
    prices = {key: each.ducats for key, each in campaign_choice.choices(state, genoa).items()}
    assert prices["active"] == 0


# Who fights whom, and what counts.


@pytest.mark.rule("COR-13", "COR-14")
def test_at_peace_nobody_but_christians_fights_and_only_barbaresques_and_pirates() -> None:
    state = sea_table(
        alliances={"genoa": ["genoa"], "turkey": ["turkey"], "league": ["turkey", "venice"],
                   "france": ["france"], "algeria": ["algeria"]},
        minors={"genoa": "france", "algeria": "france"}, wars=[],
    )  # fmt: skip
    state.sea.corsairs["sea-lion"] = [Corsair("algeria", "-"), Corsair("france", "+")]
    assert corsairs_math.enemies(state, "sea-lion", "genoa") == [Corsair("algeria", "-")]
    assert corsairs_math.enemies(state, "sea-lion", "turkey") == [], "no Christian, and at peace"
    assert corsairs_math.enemies(state, "sea-lion", "league") == [Corsair("algeria", "-")], (
        "Venice is"
    )
    state.sea.corsairs["sea-lion"].append(pirate())
    assert corsairs_math.enemies(state, "sea-lion", "turkey") == [pirate()]


@pytest.mark.rule("COR-13")
def test_a_minor_needs_a_trade_fleet_in_that_very_zone() -> None:
    state = sea_table(
        alliances={"genoa": ["genoa"], "france": ["france"]}, minors={"genoa": "france"}, wars=[],
        step="siege",
    )  # fmt: skip
    state.sea.corsairs["sea-lion"] = [Corsair("algeria", "-")]
    fleet(state, "genoa", "sea-lion", "NGD", task=corsairs_math.HUNT)
    state.ledger.fleets = {"genoa zm-lion": 0, "genoa zm-adriatique": 2}
    play(corsairs.hunts, state, (), (), "genoa")
    assert not corsairs_math.trades(state, "genoa", "sea-lion")
    state.ledger.fleets["genoa zm-lion"] = 1
    assert corsairs_math.trades(state, "genoa", "sea-lion")
    play(corsairs.hunts, sea_again(state), (), {"genoa.hunt": 1}, "genoa")


@pytest.mark.rule("COR-13", "COR-17", "CNV-A5")
def test_a_sea_with_two_boxes_belongs_to_both_trade_zones_and_minors_police_those_of_seas() -> None:
    state = table(pirate("+"), zone="sea-nord", step="siege")
    state.ledger.fleets = {"hanse zp-holland": 2}
    assert corsairs_math.trades(state, "hanse", "sea-nord")
    assert corsairs_math.trades(state, "hanse", "sea-manche"), "beside it, and without a box"
    play(corsairs.minors_hunt_pirates, state, (), {"minors.hunt": 8})
    assert state.sea.corsairs["sea-nord"] == [pirate("-")], (
        "for the North Sea's zone, not Holland's"
    )
    state.sea.corsairs = {"sea-gascogne": [pirate("+")]}
    assert not play(corsairs.minors_hunt_pirates, sea_again(state)).told, "a country's trade zone"


@pytest.mark.rule("SIE-04", "NAC-22", "COR-15")
@pytest.mark.parametrize("wars", [[], [("england", "france")]])
def test_a_power_fights_pirates_at_peace_as_it_does_at_war(wars: list[tuple[str, str]]) -> None:
    """Text 3444: *naval stacks whose action is to fight corsairs resolve it now*; 4034 to 4036
    make no difference between war and peace for a power."""
    state = table(pirate("+"), step="siege", wars=wars)
    fleet(state, "england", ZONE, "F-: 2 NWD", task=corsairs_math.HUNT)
    play(siege_segment.siege, state, (), {"england.hunt": 8})
    assert state.sea.corsairs[ZONE] == [pirate("-")]


@pytest.mark.rule("COR-15")
def test_a_power_at_peace_leads_its_minors_at_peace_who_fight_but_once() -> None:
    """Text 4077 to 4079: *they may stack with their Patron's naval unit to fight those*."""
    state, french, genoese = minor_at_peace(step="siege")
    state.diplomacy.wars.clear()
    together = corsairs.hunters(state, "sea-lion", "france")
    assert [unit.id for unit in together.units] == [*french, *genoese]
    assert corsairs.hunters(state, "sea-lion", "genoa").units == []
    savoy = fleet(state, "savoy", "sea-lion", "NGD", task=corsairs_math.HUNT)
    state.diplomacy.alliances[0].members.append("savoy")
    state.sea.tasks.pop(str(french[0]))
    assert corsairs.hunters(state, "sea-lion", "france").units == units(state, savoy)
    alone = corsairs.hunters(state, "sea-lion", "genoa").units
    assert alone == units(state, genoese), "the patron's own ships do not fight"


@pytest.mark.rule("COR-13", "COR-14", "COR-17")
def test_what_ships_of_minors_add_to_a_fight() -> None:
    """Text 4070 to 4086: minors fight where they trade; at peace Christians fight those of the
    Barbaresques, and *against pirates … in an abstract way*."""
    state, french, genoese = minor_at_peace(step="siege")
    state.sea.corsairs["sea-lion"].append(pirate())
    ships = units(state, [*french, *genoese])
    algerian, pirates = state.sea.corsairs["sea-lion"]
    assert corsairs_math.able_to_fight(state, ships, "sea-lion", algerian) == ships
    assert corsairs_math.able_to_fight(state, ships, "sea-lion", pirates) == units(state, french)
    guests = units(state, genoese)
    assert corsairs_math.targets(state, guests, "sea-lion", "genoa") == [algerian]
    played = play(corsairs.hunts, state, ["1"], {"france.hunt": 1}, "france")
    (sheet,) = [entry.sheet for entry in played.phase.story if entry.kind == "corsairs"]
    assert sheet is not None
    assert "COR-04" not in {rule for *_, rule in sheet["modifiers"]}, "the fleet is Genoa's"
    state.sea.corsairs["sea-lion"] = [pirates]
    assert "COR-14" in corsairs_math.why_not(state, guests, "sea-lion", "genoa")
    state.ledger.fleets.clear()
    assert "COR-13" in corsairs_math.why_not(state, guests, "sea-lion", "genoa")
    assert corsairs_math.able_to_fight(state, ships, "sea-lion", algerian) == units(state, french)


@pytest.mark.rule("SIE-04", "NAC-22")
def test_a_fight_without_corsairs_left_says_so() -> None:
    """Text 3444: who fights corsairs resolves it, and is told when nobody is left to fight."""
    state = table(pirate(), step="siege", alliances={"england": ["england"], "spain": ["spain"]})
    fleet(state, "england", ZONE, "NWD", task=corsairs_math.HUNT)
    fleet(state, "spain", ZONE, "NWD", task=corsairs_math.HUNT)
    played = play(siege_segment.siege, state, (), {"england.hunt": 7})
    assert not state.sea.corsairs
    assert "Spain fights no corsairs: there is no enemy corsair in the zone" in played.told


@pytest.mark.rule("NAC-22")
def test_ships_in_port_fight_no_raiders_of_the_land() -> None:
    state = table(pirate(), zone="kent")
    ships = units(state, fleet(state, "england", "kent", "NWD"))
    assert "NAC-22" in corsairs_math.why_not(state, ships, "kent", "england")


@pytest.mark.rule("COR-05", "COR-11")
def test_which_ships_count_on_either_side() -> None:
    def met(own: tuple[str, ...], *foes: str) -> Hunt:
        state = table(pirate())
        fleet(state, "england", ZONE, *own, task=corsairs_math.HUNT)
        if foes:
            fleet(state, "france", ZONE, *foes)
        stack = fleets.stack(state, ZONE, "england", corsairs_math.HUNT)
        return corsairs_math.hunt_of(state, stack, pirate())

    for kind in ("NDE", "NWD", "NGD", "VGD"):
        assert met(("NTD", kind)).ships, kind
    assert not met(("NTD",)).ships, "transports fight nobody"
    assert met(("NWD",), "F-: 2 NWD", "F+: 6 NWD").enemy == "F+"
    assert met(("NWD",), "F-: 2 NWD", "NWD").enemy == "F-"
    assert met(("NWD",), "NTD").enemy == ""
    assert met(("NWD",)).enemy == ""


@pytest.mark.rule("COR-07", "COR-08", "COR-A4")
def test_the_best_leader_of_all_corsairs_that_may_be_fought_counts_whichever_is() -> None:
    """*If there are several corsairs with several privateers, always use the largest manoeuvre*
    (4063): whatever their countries; who is no enemy leads nobody against the hunters."""
    state = table(pirate("+", "hawkins"), pirate(), Corsair("france", "+", "bart"))
    fleet(state, "england", ZONE, "NWD", task=corsairs_math.HUNT)
    stack = fleets.stack(state, ZONE, "england", corsairs_math.HUNT)
    leader = {name: countries.leader(name).manoeuvre for name in ("hawkins", "bart")}
    assert leader["hawkins"] < leader["bart"]

    def met() -> list[int]:
        here = state.sea.corsairs[ZONE]
        return [corsairs_math.hunt_of(state, stack, each).corsair_manoeuvre for each in here]

    assert met() == [leader["bart"]] * 3
    state.diplomacy.wars = []
    assert met()[:2] == [leader["hawkins"]] * 2
    del state.sea.corsairs[ZONE][0]
    assert met()[0] == 0, "*a side with no leader has a manoeuvre of 0*"
    assert corsairs_math.hunt_of(state, stack, pirate()).corsairs_plus == 1, "any corsair +"


@pytest.mark.rule("COR-09")
def test_no_refuge_without_a_port_of_friends() -> None:
    state = sea_table(
        alliances={"spain": ["spain"], "algeria": ["algeria"]}, wars=[("spain", "algeria")]
    )
    for border in board.land_neighbours("sea-alger"):
        state.land.controllers[border.other] = "algeria"
    fleet(state, "spain", "sea-alger", "NWD", task=corsairs_math.HUNT)
    stack = fleets.stack(state, "sea-alger", "spain", corsairs_math.HUNT)
    knights = Corsair("knights-of-saint-john", "-")
    assert not corsairs_math.hunt_of(state, stack, knights).friendly_port, "no Christian port"
    for border in board.land_neighbours("sea-alger"):
        if board.province(border.other).port:
            state.land.controllers[border.other] = "spain"
    assert corsairs_math.hunt_of(state, stack, knights).friendly_port
    assert not corsairs_math.hunt_of(state, stack, Corsair("algeria", "-")).friendly_port


@pytest.mark.rule("SIE-04", "COR-02")
def test_one_fight_a_segment_and_the_other_counters_stay() -> None:
    state = table(pirate(), pirate(leader="drake"), Corsair("england", "+"), step="siege")
    fleet(state, "england", ZONE, "F-: 2 NWD", task=corsairs_math.HUNT)
    played = play(corsairs.hunts, state, ["0"], {"england.hunt": 10}, "england")
    (choice,) = played.asks
    assert choice.offers() == ["0", "1"], "not one's own"
    assert state.sea.corsairs[ZONE] == [pirate(leader="drake"), Corsair("england", "+")]
    assert "destroys the corsair - of the pirates" in played.told
    assert play(corsairs.hunts, state, (), (), "england").told == "", "once"
    missed = play(corsairs.hunts, sea_again(state), (), {"england.hunt": 1}, "england")
    assert "lets the corsair - of the pirates under Drake escape" in missed.told
    assert len(state.sea.corsairs[ZONE]) == 2


@pytest.mark.rule("COR-15")
def test_neither_minors_at_war_nor_those_of_other_patrons_join_a_hunt() -> None:
    state, french, genoese = minor_at_peace(step="siege")
    state.diplomacy.wars.append(("genoa", "algeria"))
    together = corsairs.hunters(state, "sea-lion", "france")
    assert [unit.id for unit in together.units] == french, "Genoa is at war"
    state.diplomacy.wars.pop()
    state.countries["genoa"].patron = "spain"
    together = corsairs.hunters(state, "sea-lion", "france")
    assert [unit.id for unit in together.units] == french
    assert [unit.id for unit in corsairs.hunters(state, "sea-lion", "genoa").units] == genoese


@pytest.mark.rule("COR-01", "SIE-06", "SIE-07")
def test_a_besieger_beside_raiders_chooses_whether_to_besiege_or_to_fight_them() -> None:
    """*Land troops fighting against corsairs that are raiding use the exact same procedure as fight
    against revolts* (4034): *it must do one of the two but the controller of the stack chooses*
    (3452); too small to undermine, it fights neither."""
    state = table(pirate(), zone="kent", step="siege")
    put(state, "england", "kent", "LD", "LD", "LD")
    state.land.controllers["kent"], state.land.levels["kent"] = "france", 1
    state.land.sieges["kent"] = Siege("england", ["+"])
    answers = [("siege-action", "raiders")]
    played = play(siege_segment.siege, state, answers, {"england.revolt": 10})
    assert set(played.asks[-1].offers()) == {"undermine", "assault", "redeploy", "raiders"}
    assert "kent" not in state.sea.corsairs
    assert state.land.sieges["kent"].works == ["+"]
    state.sea.corsairs["kent"] = [pirate()]
    assert "raiders" in siege_segment.actions(state, "kent", "england")
    state.remove(state.units_at("kent")[0])
    state.land.levels["kent"] = 3
    assert siege_segment.actions(state, "kent", "england") == ["assault", "redeploy"]


@pytest.mark.rule("COR-01", "REV-07", "REV-08")
def test_a_fortress_that_is_a_friend_of_the_raiders_helps_them_with_its_garrison() -> None:
    """*[-N] level of the fortress of the province, if it is friendly*, *[-1] for each LD in the
    fortress* (4007): raiders of a country that holds it have it for a friend."""

    def found(raider: str) -> dict[str, int]:
        state = table(Corsair(raider, "-"), zone="kent", step="siege")
        put(state, "england", "kent", "LD", "LD", "LD")
        put(state, "france", "kent", "LD", "LD", position="inside")
        state.land.controllers["kent"] = "france"
        state.land.levels["kent"] = 2
        state.land.sieges["kent"] = Siege("england")
        played = play(corsairs.fight_raiders, state, (), {"england.revolt": 1}, "kent", "england")
        (sheet,) = [entry.sheet for entry in played.phase.story if entry.kind == "corsairs"]
        assert sheet is not None
        return {rule: value for value, _, rule in sheet["modifiers"]}

    assert {rule: found("france").get(rule) for rule in ("REV-07", "REV-08")} == {
        "REV-07": -2,
        "REV-08": -2,
    }
    assert not {"REV-07", "REV-08"} & found("pirates").keys()


@pytest.mark.rule("COR-01", "CAM-11")
def test_troops_that_besiege_or_have_no_campaign_fight_no_raiders_unasked() -> None:
    state = table(pirate(), zone="kent", step="siege")
    put(state, "england", "kent", "LD", "LD")
    state.land.controllers["kent"] = "france"
    state.land.sieges["kent"] = Siege("england", ["+"])
    assert play(corsairs.hunts, state, (), (), "england").told == ""
    state.land.sieges["kent"] = Siege("france", ["+"])
    play(corsairs.hunts, sea_again(state), (), {"england.revolt": 1}, "england")
    del state.land.sieges["kent"]
    state.countries["england"].campaign = "none"
    assert play(corsairs.hunts, sea_again(state), (), (), "england").told == ""


@pytest.mark.rule("COR-01")
def test_the_raiders_best_leader_and_their_plus_sides_count_ashore() -> None:
    def modifier(*found: Corsair) -> int:
        state = table(*found, zone="kent", step="siege")
        put(state, "england", "kent", "LD", "LD")
        answers = ["0"] if len(found) > 1 else []
        played = play(corsairs.hunts, state, answers, {"england.revolt": 1}, "england")
        (sheet,) = [entry.sheet for entry in played.phase.story if entry.kind == "corsairs"]
        assert sheet is not None
        return sum(value for value, *_ in sheet["modifiers"])

    alone = modifier(pirate())
    drake, hawkins = (countries.leader(name).manoeuvre for name in ("drake", "hawkins"))
    assert modifier(pirate("-", "drake"), pirate("-", "hawkins")) == alone - max(drake, hawkins)
    assert modifier(pirate("+"), pirate("-")) == alone - 2


@pytest.mark.rule("COR-01", "EXP-20")
def test_an_explorer_counts_half_against_raiders_ashore() -> None:
    state = table(pirate(), zone="kent", step="siege")
    put(state, "england", "kent", "LD", leader="anson")
    state.leaders["anson"].values = [5, 3, 2, 0]
    played = play(corsairs.hunts, state, (), {"england.revolt": 1}, "england")
    (sheet,) = [entry.sheet for entry in played.phase.story if entry.kind == "corsairs"]
    assert sheet is not None
    assert {rule: value for value, _, rule in sheet["modifiers"]}["REV-05"] == 2


@pytest.mark.rule("COR-17", "COR-A3")
def test_minors_police_their_own_zone_once_and_only_against_pirates() -> None:
    assert [corsairs.trade_sides([level]) for level in (0, 1, 3, 4)] == [0, 1, 1, 2]
    state = table(Corsair("algeria", "+"), pirate("+"), zone="sea-lion", step="siege")
    state.ledger.fleets = {"genoa zm-lion": 2, "france zm-lion": 0, "spain zm-adriatique": 4}
    played = play(corsairs.minors_hunt_pirates, state, (), {"minors.hunt": 6})
    assert state.sea.corsairs["sea-lion"] == [Corsair("algeria", "+"), pirate("+")], "6 and 1: 7"
    assert "the pirates stay" in played.told
    play(corsairs.minors_hunt_pirates, state)
    played = play(corsairs.minors_hunt_pirates, sea_again(state), (), {"minors.hunt": 7})
    assert state.sea.corsairs["sea-lion"] == [Corsair("algeria", "+"), pirate("-")]
    assert "the pirates lose a side" in played.told
    state.sea.corsairs["sea-lion"].pop()
    assert play(corsairs.minors_hunt_pirates, sea_again(state)).told == ""


@pytest.mark.rule("COR-17")
def test_minors_take_one_side_of_one_pirate() -> None:
    """*If the result is 8 or higher, one side of corsair is eliminated* (4081)."""
    state = table(pirate("+"), pirate("+"), zone="sea-lion", step="siege")
    state.ledger.fleets = {"genoa zm-lion": 4}
    play(corsairs.minors_hunt_pirates, state, (), {"minors.hunt": 6})
    assert state.sea.corsairs["sea-lion"] == [pirate("-"), pirate("+")]


@pytest.mark.rule("SIE-04")
def test_ships_that_do_something_else_are_not_asked_to_hunt() -> None:
    state = table()
    fleet(state, "england", ZONE, "NWD", task="supply")
    fleet(state, "england", "kent", "NWD", task=corsairs_math.HUNT)
    play(corsairs.hunts, state, (), (), "england")
    assert not state.marks.done


@pytest.mark.rule("COR-02", "COR-04", "COR-05", "COR-08")
@pytest.mark.parametrize(
    ("counters", "side", "faces"),
    [
        (("NWD",), "-", 4), (("F-: 2 NWD",), "-", 5), (("F+: 4 NWD",), "-", 7),
        (("NWD",), "+", 2), (("F-: 2 NWD",), "+", 3), (("F+: 4 NWD",), "+", 5),
        (("F+: 4 NWD", "F-: 2 NWD"), "-", 9),
    ],
)  # fmt: skip
def test_so_many_faces_take_a_side(counters: tuple[str, ...], side: str, faces: int) -> None:
    """*Natural 10, or modified 8 or more*: three faces of ten, +1 for ships without a fleet, +2 and
    +4 for each fleet, -2 for each corsair + there; a natural 10 always."""
    state = table(pirate(side))
    fleet(state, "england", ZONE, *counters, task=corsairs_math.HUNT)
    stack = fleets.stack(state, ZONE, "england", corsairs_math.HUNT)
    assert corsairs_math.chance(state, stack, state.sea.corsairs[ZONE][0]) == faces


@pytest.mark.rule("COR-02")
@pytest.mark.parametrize(
    ("die", "told"),
    [(10, "(10 -4 = 6, a natural 10)"), (9, "(9 -4 = 5, 8 needed)")],
)
def test_the_die_of_a_fight_at_sea_is_told_with_what_it_needs(die: int, told: str) -> None:
    """*On a natural 10 or a modified 8 or more, reduce the corsair by one side*."""
    state = table(pirate(leader="drake"), step="siege")
    fleet(state, "england", ZONE, "NWD", task=corsairs_math.HUNT)
    played = play(corsairs.hunts, state, (), {"england.hunt": die}, "england")
    assert told in played.told
