"""What is lost with ships: what the text says where fleets, troops, gold and discoveries meet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.fleets import fleet_counters, stacking
from engine.fleets.naval_journey import Journey
from engine.land.battle.parameters import Force
from engine.land.ground import besieging
from engine.land.movement import march_under_way
from engine.sea.battle import battle, retreat
from engine.sea.under_way import boarding, carried_troops
from engine.sea.under_way.voyage import Arrival, Cargo, Voyage
from engine.sea.voyages import landing, redeployment_by_sea, stationary
from engine.sea.voyages.sail_ask import Sail
from engine.sequence import siege_redeployment, troops_ashore, voyages
from engine.state import State, forces
from engine.state.forces import Kind
from engine.state.land import Siege
from engine.state.overseas import Establishment
from engine.turns import redeployment_phase
from tests.engine.playing import band, lead, play, put
from tests.engine.plays import played
from tests.engine.sea.afloat import fleet, sea_table, units

GUINEA, ANGOLA = "sea-guinee", "sea-angola"
CHIEF, GUIDE = "spain-anonymous-explorer-1", "spain-anonymous-conquistador-1"


def guinea(**fields: object) -> State:
    """Spain alone in the Gulf of Guinea, at war with nobody it meets."""
    return sea_table(
        alliances={"spain": ["spain"], "england": ["england"]}, wars=[("spain", "england")],
        campaign="multiple", known={"spain": {GUINEA, "gabon-n"}, "england": {GUINEA}}, **fields,
    )  # fmt: skip


def waits_aboard(state: State, zone: str, *kinds: Kind) -> list[int]:
    return put(state, "spain", zone, *kinds, position="aboard")


@pytest.mark.rule("DIS-08", "LDR-A5")
def test_what_was_found_is_lost_with_the_last_man_aboard_and_told_at_once() -> None:
    """1674: "If a stack carrying discoveries is entirely destroyed, its discoveries are lost"."""
    state = guinea()
    [ship] = fleet(state, "spain", GUINEA, "NDE")
    [troop] = waits_aboard(state, GUINEA, "LDE")
    lead(state, "spain", GUINEA, GUIDE, "aboard")
    state.overseas.discoveries[GUIDE] = {ANGOLA}
    found = played(
        voyages.move, state, {"sail": [["!explore"]]}, {"spain.attrition": 10}, "spain",
        f"{GUINEA}:{ship}", quiet=10,
    )  # fmt: skip
    assert troop not in found.phase.state.units
    assert "lost with its discoverers: the Coast of Angola (DIS-08)" in found.told


@pytest.mark.rule("DIS-08")
def test_what_a_beaten_fleet_had_found_is_lost_with_it_and_told_after_the_battle() -> None:
    """1674, after a battle of which no ship comes back."""
    state = guinea()
    own = fleet(state, "spain", GUINEA, "NDE")
    foe = fleet(state, "england", GUINEA, "F+: 5 NWD")
    state.overseas.discoveries[str(own[0])] = {ANGOLA}
    both = Force("spain", tuple(own), ()), Force("england", tuple(foe), ())
    found = played(battle.battle, state, {}, {}, GUINEA, *both, quiet=9)
    assert own[0] not in found.phase.state.units
    assert "lost with its discoverers: the Coast of Angola (DIS-08)" in found.told


@pytest.mark.rule("CMB-28", "CMB-19")
@pytest.mark.parametrize("falls", [(10, 1), (1, 10)])
def test_troops_fit_their_ships_after_each_stack_that_attrition_takes(falls: Sequence[int]) -> None:
    """1001: "If the transport capacity of the naval stack falls below the requirement ... the land
    stack immediately suffers enough loss": whichever of two stacks there the storm takes."""
    state = guinea()
    fleet(state, "spain", GUINEA, "NWD")
    fleet(state, "spain", GUINEA, "NWD", task="supply")
    waits_aboard(state, GUINEA, "LD")
    found = played(
        stationary.stand, state, {}, {"spain.attrition": list(falls)}, "spain", quiet=10,
    )  # fmt: skip
    left = found.phase.state
    room = sum(1.0 if unit.kind == "NWD" else 0.5 for unit in left.units.values() if not unit.land)
    need = sum(2.0 if unit.kind == "LD" else 0.5 for unit in left.units.values() if unit.land)
    assert need <= room, found.told


@pytest.mark.rule("CMB-32", "DIS-08")
def test_exploration_ships_that_make_a_warship_keep_its_gold_and_discoveries() -> None:
    """1018: gold "may stay inside ships from one round to another"; three NDE are one NWD."""
    state = guinea()
    numbers = fleet(state, "spain", GUINEA, "NDE", "NDE", "NDE")
    state.sea.gold[str(numbers[2])] = 5
    state.overseas.discoveries[str(numbers[1])] = {ANGOLA}
    fleet_counters.gather_explorers(state, units(state, numbers))
    [ship] = state.units
    assert state.units[ship].kind == "NWD"
    assert state.sea.gold == {str(ship): 5}
    assert state.overseas.discoveries == {str(ship): {ANGOLA}}


@pytest.mark.rule("CMB-33", "ATS-29", "MVG-07")
def test_a_storm_leaves_gold_and_what_is_left_of_ships_where_they_are() -> None:
    """1020: gold "does suffer attritions ... in the same proportion than the carrying stack", of
    which 516 "is considered to be" whoever "took part in the movement": the transport that stayed
    on the way neither gets the gold nor the wreck of the warship that went on."""
    state = guinea()
    state.overseas.known["spain"] |= {"sea-gambie", "sea-arguin", "senegal-n"}
    state.overseas.establishments["senegal-n"] = [Establishment("spain", "trading_post", 2)]
    stays, goes = fleet(state, "spain", GUINEA, "NTD", "NWD")
    state.sea.gold[str(goes)] = 5
    both = [str(stays), str(goes)]
    answers: dict[str, list[Any]] = {
        "mover": [both], "sail": [["sea-gambie", f"-{stays}", "sea-arguin"]],
        "ship-lost": ["spain/NWD"],
    }  # fmt: skip
    dice = {"spain.attrition": 3}
    found = played(voyages.move, state, answers, dice, "spain", f"{GUINEA}:{stays}", quiet=10)
    assert "Spain loses 1/3 NWD" in found.told
    left = {unit.kind: unit.place for unit in state.units.values()}
    assert left == {"NTD": "sea-gambie", "NDE": "sea-arguin"}
    gold = {state.units[int(key)].place: ducats for key, ducats in state.sea.gold.items()}
    assert gold == {"sea-arguin": 5}


@pytest.mark.rule("CMB-28", "CMB-29")
def test_a_warship_made_of_exploration_ships_carries_no_more_than_a_warship() -> None:
    """1016: "Gold ... requires 1 transport point for every 5\\ducats":
    three NDE have one point and a half, the NWD that they become has one."""
    state = guinea()
    numbers = fleet(state, "spain", GUINEA, "NDE", "NDE", "NDE")
    state.sea.gold[str(numbers[0])] = 5
    waits_aboard(state, GUINEA, "LDE")
    play(carried_troops.gather_explorers, state, [], [], GUINEA, "spain")
    assert [unit.kind for unit in state.units.values()] == ["NWD"], "no room for troops is left"
    assert sum(state.sea.gold.values()) == 5
    state = guinea()
    numbers = fleet(state, "spain", GUINEA, "NWD", "NDE", "NDE", "NDE", "NDE")
    state.sea.gold[str(numbers[1])] = 15
    found = play(carried_troops.gather_explorers, state, [], [], GUINEA, "spain")
    assert sum(found.phase.state.sea.gold.values()) == 10, "two warships and a half"
    assert "5 ducats of gold are lost" in found.told


@pytest.mark.rule("CMB-29", "MOV-03")
def test_the_gold_of_a_scuttled_ship_goes_on_with_the_others_or_its_loss_is_told() -> None:
    """1014: "Gold can be carried as land forces. It requires 1 transport point for every 5": the
    stack carries it, as much as what is left of it has room for."""
    for ducats in (5, 60):
        state = sea_table(alliances={"england": ["england", "holland", "portugal", "venice"]})
        ships = [
            fleet(state, country, "sea-manche", "NWD")[0]
            for country in ("england", "holland", "portugal", "venice")
        ]
        state.sea.gold[str(ships[3])] = ducats
        answers = [("scuttle", str(ships[3]))]
        found = play(stacking.enforce_stacking, state, answers, [], "sea-manche", "england")
        assert sum(state.sea.gold.values()) == min(ducats, 15)
        assert ("45 ducats of gold are lost" in found.told) == (ducats == 60)


@pytest.mark.rule("FRT-05")
def test_a_fort_whose_builders_go_back_aboard_is_lost_before_they_are_at_sea() -> None:
    """4222: "If a fort under construction is with less than 1\\LD of the country, it is immediately
    destroyed."."""
    state = guinea()
    [ship] = fleet(state, "spain", GUINEA, "F-: 2 NWD")
    army = put(state, "spain", "gabon-n", "LD")
    state.overseas.establishments["gabon-n"] = [Establishment("spain", "fort", 0, 2, 3)]
    found = played(
        landing.carry_off,
        state,
        {},
        {"spain.attrition": 1},
        GUINEA,
        band(army, place="gabon-n"),
        "spain",
    )
    told = found.told.splitlines()
    fort = next(n for n, line in enumerate(told) if "fort that" in line)
    assert fort < next(n for n, line in enumerate(told) if "attrition" in line)
    assert ship


@pytest.mark.rule("RET-21", "CMB-18", "EVA-10")
@pytest.mark.parametrize("how", ["flees", "turned back"])
def test_a_besieged_fortress_takes_in_no_more_from_the_sea_than_it_has_room_for(how: str) -> None:
    """3005: "the fortress of the province is too small to accommodate the troop (1\\LD/level)":
    "exceeding troops are destroyed", of a land stack too that is "automatically disembarked"."""
    state = sea_table()
    state.land.levels["kent"] = 2
    put(state, "france", "kent", "A+")
    state.land.sieges["kent"] = Siege("france")
    where = "sea-manche" if how == "flees" else "kent"
    ships = fleet(state, "england", where, "NTD", "NTD", "NTD")
    army = put(state, "england", where, "A-", "LD", position="aboard")
    if how == "flees":
        play(carried_troops.disembark, state, [f"{army[1]}:3"], [], where, "kent", "england", ships)
    else:
        voyage = Voyage("england", ships, [], Journey(("sea-manche", "kent")))
        move = march_under_way.Move(
            "england", army, [], march_under_way.Stretch(["wessex"]), None, last=state.last_unit
        )
        march_under_way.join(state, move, army, [])
        voyage.cargo = Cargo(move, "wessex", "wessex")
        played(troops_ashore.finish, state, {}, {}, voyage)
    inside = [unit for unit in state.units_at("kent") if unit.position == "inside"]
    assert sum(unit.thirds for unit in inside) == 6
    assert not [unit for unit in state.units.values() if unit.position == "aboard"]


@pytest.mark.rule("NAT-01", "NAT-A10")
@pytest.mark.parametrize("how", ["flees", "redeploys"])
def test_natives_may_rise_against_who_is_taken_among_them_by_ships(how: str) -> None:
    """687: "each time a land stack enters a province whose natives are not yet activated, it must
    test": a redeployment ends there, a beaten fleet lands its troops."""
    state = guinea()
    state.overseas.known["spain"] |= {"sea-gambie", "sea-arguin", "senegal-n"}
    state.overseas.known["england"] |= {"sea-gambie", "sea-arguin"}
    state.overseas.establishments["senegal-n"] = [Establishment("spain", "trading_post", 2)]
    ships = fleet(state, "spain", GUINEA, "NTD", "NTD")
    dice = {"spain.natives": 10}
    if how == "redeploys":
        put(state, "spain", "gabon-n", "LD")
        answers = {"redeploy-to": ["senegal-n"]}
        found = played(
            siege_redeployment.redeploy, state, answers, dice, "gabon-n", "spain", quiet=1
        )
    else:
        waits_aboard(state, GUINEA, "LD")
        foe = fleet(state, "england", GUINEA, "F+: 5 NWD")
        both = Force("england", tuple(foe), ()), Force("spain", tuple(ships), ())
        found = played(
            battle.battle, state, {"evade": ["evade"]}, {**dice, "spain.evade": 10}, GUINEA, *both,
            quiet=1,
        )  # fmt: skip
    assert "The natives of Senegal N stay calm: 10." in found.told


@pytest.mark.rule("NAT-26", "NAT-31", "NAT-A10")
def test_natives_whom_the_end_of_the_turn_has_calmed_do_not_rise_against_who_redeploys() -> None:
    """749: "they will come back at the end of the turn following normal rules": after the clean-up
    no redeployment leaves natives active for the next turn."""
    state = guinea()
    state.ledger.step = "redeployment"
    state.overseas.known["spain"] |= {"sea-gambie", "sea-arguin", "senegal-n"}
    state.overseas.establishments["senegal-n"] = [Establishment("spain", "trading_post", 2)]
    fleet(state, "spain", GUINEA, "NTD", "NTD")
    put(state, "spain", "gabon-n", "LD")
    answers = {"redeploy-to": ["senegal-n"]}
    found = played(redeployment_phase.land_forces, state, answers, quiet=1)
    assert "to Senegal N" in found.told
    assert "natives" not in found.told
    assert state.overseas.natives == {}


@pytest.mark.rule("DIS-02", "DIS-03")
def test_nobody_goes_aboard_in_a_sea_that_only_the_ships_have_found() -> None:
    """1655: other stacks "consider that the zone is unknown for all purposes", and 1657 "they may
    not merge in it"; where it is told at home they do, and tell each other what they found."""
    state = guinea()
    state.overseas.known["spain"] = {"gabon-n"}
    numbers = fleet(state, "spain", GUINEA, "NTD")
    put(state, "spain", "gabon-n", "LD")
    state.overseas.discoveries[str(numbers[0])] = {GUINEA, ANGOLA}
    ships = Arrival(state, units(state, numbers), [GUINEA], "spain")
    assert "DIS-02" in boarding.why_no_boarding(ships, "gabon-n")
    (guide,) = put(state, "spain", "gabon-n", "LDE")
    state.overseas.discoveries[str(guide)] = {GUINEA}
    voyage = Voyage("spain", [*numbers], [], Journey((GUINEA,)), last=state.last_unit)
    again = State.from_plain(state.to_plain())
    [ask] = played(boarding.embark, again, {}, {}, voyage, "gabon-n", quiet=1).asks
    assert ask.default == [str(guide)], "with those whom the ships have told nothing, nobody goes"
    state.remove(state.units[guide])
    state.overseas.known["spain"].add(GUINEA)
    state.overseas.discoveries[str(numbers[0])] = {ANGOLA}
    assert boarding.why_no_boarding(ships, "gabon-n") == ""
    answers = {"sail": [["!embark:gabon-n"], ["!explore"]]}
    found = played(voyages.move, state, answers, {}, "spain", f"{GUINEA}:{numbers[0]}", quiet=1)
    told = found.told.splitlines()
    assert "tell each other of the Coast of Angola (DIS-06)" in told[0]
    assert told[1] == "LD of Spain goes aboard in Gabon N."


@pytest.mark.rule("DIS-09")
@pytest.mark.parametrize("how", ["flees", "redeploys", "returns"])
def test_who_sinks_on_the_way_home_has_told_what_he_found(how: str) -> None:
    """1676: "if a stack return home and is destroyed by the attrition of this movement, its
    discoveries are brought back before the attrition": those of troops aboard too."""
    state = guinea()
    state.overseas.known["spain"] |= {"sea-gambie", "sea-arguin", "senegal-n", "islas-canarias"}
    [ship] = fleet(state, "spain", GUINEA, "NTD")
    dice = {"spain.attrition": 10}
    if how == "redeploys":
        state.overseas.establishments["senegal-n"] = [Establishment("spain", "trading_post", 2)]
        [troop] = put(state, "spain", "gabon-n", "LDE")
        state.overseas.discoveries[str(troop)] = {ANGOLA}
        passages = redeployment_by_sea.passages(state, "gabon-n", "spain")
        played(
            redeployment_by_sea.carry, state, {}, dice, "gabon-n", "spain", passages["senegal-n"],
            quiet=1,
        )  # fmt: skip
    else:
        [troop] = waits_aboard(state, GUINEA, "LDE")
        state.overseas.discoveries[str(troop)] = {ANGOLA}
        if how == "flees":
            force = Force("spain", (ship,), ())
            played(retreat.flee, state, {}, dice, GUINEA, force, None, "?", quiet=1)
        else:
            played(redeployment_phase.return_to_port, state, {}, dice, quiet=1)
    assert not state.units, "all are lost"
    assert ANGOLA in state.overseas.known["spain"]


@pytest.mark.rule("SIE-25", "CMB-19")
def test_ships_with_troops_aboard_do_not_carry_a_redeployment_away_from_them() -> None:
    """987: they "may stay inside ships at the end of movement and even from one round to the next":
    their ships do not leave them in the sea."""
    state = sea_table(
        alliances={"spain": ["spain"], "france": ["france"]}, wars=[("spain", "france")],
        campaign="multiple", known={"spain": set(), "france": set()},
    )  # fmt: skip
    fleet(state, "spain", "sea-arguin", "F-: 2 NWD, 1 NTD")
    put(state, "spain", "islas-canarias", "LD")
    before = redeployment_by_sea.passages(state, "islas-canarias", "spain")
    put(state, "spain", "sea-arguin", "LD", position="aboard")
    assert before
    assert not redeployment_by_sea.passages(state, "islas-canarias", "spain")


@pytest.mark.rule("CMB-31", "SIE-25")
def test_a_fleet_that_takes_a_redeployment_to_europe_unloads_its_gold_there() -> None:
    """1019: gold is "disembarked when it reaches a friendly port on the European map"."""
    state = sea_table(
        alliances={"spain": ["spain"], "france": ["france"]}, wars=[("spain", "france")],
        campaign="multiple", known={"spain": {"sea-arguin"}, "france": set()},
    )  # fmt: skip
    [ships] = fleet(state, "spain", "sea-cadix", "F-: 2 NWD, 1 NTD")
    state.sea.gold[str(ships)] = 15
    put(state, "spain", "tanger", "LD")
    passage = redeployment_by_sea.passages(state, "tanger", "spain")["andalucia"]
    before = state.countries["spain"].treasury
    played(redeployment_by_sea.carry, state, {}, {}, "tanger", "spain", passage, quiet=1)
    assert not state.sea.gold
    assert state.countries["spain"].treasury == before + 15


@pytest.mark.rule("CMB-06", "CAM-02")
def test_a_fleet_that_neither_its_troops_nor_its_campaign_let_sail_is_not_asked_to() -> None:
    """936: it "must be large enough to hold the land stack"; one ship cannot, and two counters need
    more than this campaign."""
    state = guinea()
    state.countries["spain"].campaign = "passive"
    fleet(state, "spain", GUINEA, "F-: 1 NWD")
    fleet(state, "spain", GUINEA, "F-: 1 NWD")
    assert voyages.movers(state, "spain")
    waits_aboard(state, GUINEA, "LD")
    assert not voyages.movers(state, "spain")


@pytest.mark.rule("DIS-08", "NAT-31")
def test_what_the_natives_alone_remember_goes_home_with_them_and_is_told() -> None:
    """1674: a stack's discoveries end with it; those who followed a conquistador leave with him."""
    state = guinea()
    [native] = put(state, "spain", "gabon-n", "LD", corps="native")
    state.units[native].leader = lead(state, "spain", "gabon-n", GUIDE)
    state.overseas.natives["gabon-n"] = "active"
    state.overseas.discoveries[str(native)] = {ANGOLA}
    state.remove_leader(state.leaders[GUIDE], "killed")
    found = play(besieging.settle, state, [], [], "gabon-n")
    assert "go home: LD (NAT-31)" in found.told
    assert "lost with its discoverers: the Coast of Angola (DIS-08)" in found.told


@pytest.mark.rule("CMB-03", "MOV-03")
def test_an_army_broken_to_go_aboard_leaves_one_stack_behind() -> None:
    """535: "units over the stacking limit must be destroyed": three counters, one of which was
    broken, are no more than that without the part that sails."""
    state = sea_table(campaign="multiple")
    [ship] = fleet(state, "england", "sea-manche", "NTD")
    army = put(state, "england", "kent", "A+", "LD", "LD")
    played(
        voyages.move, state, {"sail": [["!embark:kent"], []], "embark": [[f"{army[0]}/LD"]]}, {},
        "england", f"sea-manche:{ship}",
    )  # fmt: skip
    left = [unit for unit in state.units_at("kent") if unit.land]
    assert forces.within_stacking(left)


@pytest.mark.rule("PUR-20", "PUR-21")
def test_a_prize_is_told_by_whose_it_was() -> None:
    """2606 and on: captured ships are those of their owner, whoever commanded beside him."""
    state = sea_table(
        alliances={"england": ["england", "holland"], "france": ["france"]},
        wars=[("england", "france")],
    )
    own = fleet(state, "england", "sea-manche", "NWD", "NWD")
    own += fleet(state, "holland", "sea-manche", "NWD", "NWD")
    foe = fleet(state, "france", "sea-manche", "F+: 5 NWD")
    both = Force("england", tuple(own), ()), Force("france", tuple(foe), ())
    dice = {"france.fire1": 10, "france.pursuit": 10}
    answers = {"capture": ["holland.NWD", "holland.NWD"]}
    found = played(battle.battle, state, answers, dice, "sea-manche", *both)
    assert "NWD of Holland" in found.told
    assert "captured" in found.told


@pytest.mark.rule("MOV-03", "NAC-11", "NAV-05")
def test_a_sea_where_ships_may_only_join_in_what_is_done_there_is_typed_by_its_name() -> None:
    """535: more than a stack may not end there; those who do something are a stack of their own."""
    state = sea_table(campaign="multiple")
    fleet(state, "england", "sea-manche", *["F-: 2 NWD"] * 3)
    put(state, "england", "normandie", "LD")
    [ship] = fleet(state, "england", "kent", "F-: 3 NWD")
    ask = Sail(
        who="england", name="sail", what="?", state=state, alliance="england", units=(ship,),
        leaders=(), journey=Journey(("kent",)), everyone=(ship,), rest=(), cargo=None,
    )  # fmt: skip
    assert not ask.is_legal(["sea-manche"])
    offered = ask.ways_with_action("sea-manche")
    assert offered
    assert all(ask.is_legal(each) for each in offered)
