"""Where one chapter's result is another's condition: positions that chance has found, each with its
sentence of the text by line."""

from __future__ import annotations

import pytest

from engine.fleets import arrange_fleets, fleets
from engine.land.battle.parameters import Force
from engine.land.movement.march_ask import March
from engine.land.siege import assault
from engine.land.supply import supply_step
from engine.play.phase import Phase
from engine.sea.battle import retreat
from engine.sea.battle.retreat import Fled
from engine.sea.under_way import attrition
from engine.sea.voyages import stationary
from engine.sequence import battle_order, movement
from engine.sequence.later_procedures import PROCEDURES
from engine.state import State, forces
from engine.state.land import Revolt, Siege
from engine.state.sea import Convoy
from tests.engine.playing import lead, play, put, tabletop
from tests.engine.plays import played
from tests.engine.sea.afloat import fleet, sea_table


def gold_fleet() -> tuple[State, list[int]]:
    """Spanish ships on the Caribbean with gold aboard and a Flota de Oro beside them."""
    state = tabletop(alliances={"spain": ["spain"]}, wars=[], campaign="multiple")
    ships = fleet(state, "spain", "sea-caraibes", "F-: 2 NWD, 1 NTD")
    convoy = fleet(state, "spain", "sea-caraibes", "NTD")
    state.sea.gold[str(ships[0])] = 15
    state.sea.convoys["flota-de-oro"] = Convoy("spain", 1, convoy)
    return state, [*ships, *convoy]


@pytest.mark.rule("CMB-32", "CMB-35")
def test_gold_and_convoys_outlast_the_forming_of_other_fleets() -> None:
    """1018 to 1024: gold "may stay inside ships from one round to another", and the convoys have no
    other purpose than to carry it: ships that form other fleets keep both."""
    state, numbers = gold_fleet()
    stack = fleets.stacks_at(state, "sea-caraibes", "spain")[0]
    ask = arrange_fleets.question(state, "spain", stack)
    assert ["spain NTD", "spain NWD", "spain NWD"] in ask.offers()
    arrange_fleets.apply(state, numbers, ask.parse(["spain NTD", "spain NWD", "spain NWD"]))
    assert sum(state.sea.gold.values()) == 15
    assert state.sea.convoys["flota-de-oro"].counters == numbers[-1:]


@pytest.mark.rule("CMB-33")
def test_gold_that_attrition_costs_is_told() -> None:
    """1020: it "does suffer attritions and exploration loses in the same proportion"."""
    state, numbers = gold_fleet()
    state.put(state.units[numbers[1]], "cuba-w", "port")
    played = play(
        attrition.suffer, state, ["spain/NWD"], {}, numbers[:1], "spain", 3, 40, (), "a storm"
    )
    assert "Spain loses 5 ducats of gold (a storm)." in played.told
    assert sum(state.sea.gold.values()) == 10


@pytest.mark.rule("ASL-02")
def test_a_fortress_with_an_admiral_alone_in_it_can_be_stormed() -> None:
    """3801: "If one side has no leader, draw a Replacement general": an admiral leads no troops."""
    state = tabletop(step="siege", campaign="active", controllers={"artois": "spain"})
    put(state, "france", "artois", "A+", leader="conde")
    lead(state, "spain", "artois", "spain-anonymous-admiral-1", "inside")
    state.land.sieges["artois"] = Siege("france")
    dice = {
        "spain.replacement": 5, "france.fire": 1, "spain.fire": 1, "france.shock": 1,
        "spain.shock": 1, "france.casualty": 9,
    }  # fmt: skip
    played = play(assault.storm, state, [], dice, "artois", False)
    assert not played.result
    assert "Spain has no leader there: a replacement leader" in played.told


@pytest.mark.rule("MOV-08", "AFT-04")
def test_a_siege_ends_with_the_massed_force_that_attrition_takes() -> None:
    """554 and 3306: massed forces roll even if they don't move; where nobody besieges any more, the
    siege is lifted."""
    state = tabletop(campaign="active_no_logistic", impulse=1, bad_weather=True)
    put(state, "spain", "picardie", "LD", "LD", "LD")
    state.land.sieges["picardie"] = Siege("spain")
    state.land.pillages["picardie"] = ["+", "+"]
    state.land.revolts["picardie"] = [Revolt("revolt", "+", "")]
    played = play(movement.stand, state, [], {"spain.attrition": 10}, "spain")
    assert not state.units
    assert not state.land.sieges
    assert "The siege of Picardie is lifted" in played.told


@pytest.mark.rule("RET-12")
def test_galleys_do_not_follow_into_the_ocean() -> None:
    """2961: the winner "may decide to follow the retreating fleet"; galleys sail inland seas."""
    state = sea_table(alliances={"algeria": ["algeria"], "england": ["england"]},
                      wars=[("algeria", "england")])  # fmt: skip
    galleys = fleet(state, "algeria", "sea-alboran", "F-: 4 NGD")
    beaten = fleet(state, "england", "cornwall", "NWD")
    fled = Fled("cornwall", ("sea-cadix", "sea-gascogne", "sea-celtique", "cornwall"),
                tuple(beaten), 0)  # fmt: skip
    force = Force("algeria", tuple(galleys), ())
    played = play(retreat.follow, state, [], {}, "sea-alboran", force, fled)
    assert not played.asks
    assert played.result.left == tuple(galleys)


@pytest.mark.rule("LDM-08")
def test_a_leader_alone_reaches_no_place_where_he_would_offend() -> None:
    """658: "hierarchy rules strictly constraint moving leaders alone": nothing is offered, and why
    is named with the rule."""
    state = tabletop(campaign="passive")
    put(state, "france", "ile-de-france", "A+", leader="conde")
    ask = March(who="france", name="march", what="?", state=state, alliance="france",
                place="ile-de-france", units=(), leaders=("conde",))  # fmt: skip
    assert ask.reach() == {}
    assert "LDM-08" in ask.why_not("picardie")
    assert "picardie" not in ask.reach()


@pytest.mark.rule("BAT-01")
def test_a_battle_that_attrition_makes_impossible_is_told() -> None:
    """1729: all battles caused by the movement are resolved; one without a side is told as none."""
    state = tabletop(step="battles")
    put(state, "spain", "picardie", "LD")
    state.marks.contested.append("picardie")
    played = play(battle_order.battles, state)
    assert "No battle is fought in Picardie: one side has nobody left there." in played.told


@pytest.mark.rule("DIS-08", "LDR-A5")
def test_what_is_lost_with_the_last_ship_is_told() -> None:
    """1674: "If a stack carrying discoveries is entirely destroyed, its discoveries are lost"; its
    leader, unhurt, is told to leave the map."""
    state = tabletop(alliances={"spain": ["spain"]}, wars=[], campaign="passive",
                     known={"spain": {"sea-caraibes"}})  # fmt: skip
    [ship] = fleet(state, "spain", "sea-caraibes", "NDE", leader="spain-anonymous-explorer-1")
    state.overseas.discoveries[str(ship)] = {"sea-mexique"}
    played = play(stationary.stand, state, [], {"spain.attrition": 10}, "spain")
    assert state.leaders["spain-anonymous-explorer-1"].status == "away"
    assert "whose ships are all lost, leaves the map" in played.told
    assert "lost with its discoverers: the Gulf of Mexico (DIS-08)" in played.told


@pytest.mark.rule("SUP-01")
def test_what_want_of_supply_destroys_is_named_with_its_country_and_leader() -> None:
    """215: "Each phasing land stack which has no supply for two consecutive rounds is immediately
    destroyed"."""
    state = tabletop(step="supply")
    units = put(state, "france", "castilla-la-vieja", "LD", leader="conde")
    state.marks.unsupplied.update(units)
    phase = Phase(state, procedures=PROCEDURES)
    supply_step._test(phase, "france")
    told = "\n".join(entry.text for entry in phase.story)
    assert "LD of France in Castilla La Vieja was without supply" in told
    assert "Condé stays in Castilla La Vieja alone (LDR-A5)." in told
    assert state.leaders["conde"].status == "map"


@pytest.mark.rule("ITG-04", "MOV-03")
def test_an_army_broken_for_an_interception_that_fails_is_one_stack_again() -> None:
    """535: "any stack above this limit must be destroyed": A+ and LD are two counters, and none too
    many for a part of them having tried."""
    state = tabletop(campaign="multiple", impulse=1, controllers={"artois": "spain"})
    put(state, "france", "picardie", "A+", "LD")
    put(state, "spain", "flandre", "LD")
    [army, single] = [unit.id for unit in state.units_at("picardie")]
    played(
        movement.moves, state,
        {"next-move": ["flandre"], "march": [["artois"]],
         "intercept": [[f"{army}/A-", str(single)]]},
        {"france.intercept": 1}, quiet=3,
    )  # fmt: skip
    kinds = sorted(unit.kind for unit in state.units_at("picardie"))
    assert forces.within_stacking(list(state.units_at("picardie"))), kinds
    assert forces.strength(state.units_at("picardie")) == 15
