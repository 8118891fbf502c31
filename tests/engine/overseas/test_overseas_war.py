"""War overseas: supply from establishments, rivers, snow, sieges of forts, what falls with them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.adjudicator import from_a_game
from engine.adjudicator.resolve import adjudicate
from engine.expeditions import natives
from engine.facts import board
from engine.fleets import blockades, fleets
from engine.land.battle import parameters
from engine.land.battle.parameters import Force
from engine.land.ground import besieging, entering_provinces, losses, movement_costs
from engine.land.movement import movement_attrition
from engine.land.movement.march_ask import March
from engine.land.siege import assault, fall, undermining_math
from engine.land.supply import attrition, attrition_math, supply_lines
from engine.modifiers import Modifier
from engine.overseas import active_natives, natives_math
from engine.play.asks import BadAnswer
from engine.play.phase import Phase
from engine.sea import corsairs_math
from engine.sea.under_way.announced_action import Action
from engine.sea.voyages import naval_actions
from engine.sequence import siege_outlook
from engine.situation import establishments
from engine.state import State, sides
from engine.state.forces import Kind
from engine.state.land import Siege
from engine.state.overseas import Establishment
from engine.state.sea import Corsair
from tests.engine.fighting import examples
from tests.engine.playing import band, lead, play, put, tabletop
from tests.engine.sea.afloat import fleet

PLACE, UP, ACROSS = "quebec-c", "quebec-sw", "america-nw"
INLAND, SNOW = "hudson-s", "hudson-c"


def table(**fields: Any) -> State:
    state = tabletop(campaign="multiple", **fields)
    quebec = {PLACE, UP, ACROSS, INLAND, SNOW, "quebec-nw"}
    state.overseas.known = {"france": set(quebec), "spain": set(quebec)}
    state.overseas.natives = dict.fromkeys(sorted(quebec), "gone")
    return state


def settle(state: State, place: str, kind: Any, country: str = "france", level: int = 0) -> None:
    state.overseas.establishments[place] = [Establishment(country, kind, level)]


def line(state: State, place: str, *kinds: Kind) -> supply_lines.Line | None:
    units = [state.units[number] for number in put(state, "france", place, *kinds)]
    found = supply_lines.trace_line(state, units, place, "france")
    for unit in units:
        state.remove(unit)
    return found


def values(modifiers: tuple[Modifier, ...]) -> dict[str, int]:
    return {each.rule: each.value for each in modifiers}


# Supply.


@pytest.mark.rule("SUP-08", "SUP-19")
@pytest.mark.parametrize(
    ("kind", "armies"), [("colony", True), ("trading_post", True), ("fort", False),
                         ("mission", False)],
)  # fmt: skip
def test_forts_and_missions_supply_detachments_only(kind: str, armies: bool) -> None:
    state = table()
    settle(state, PLACE, kind, level=1 if armies else 0)
    assert line(state, PLACE, "LD", "LDE") is not None
    assert (line(state, PLACE, "A-") is not None) is armies
    state.overseas.establishments[PLACE][0].country = "spain"
    assert line(state, PLACE, "LD") is None, "controlled by an enemy"


def test_a_fort_under_construction_is_no_source() -> None:
    state = table()
    settle(state, PLACE, "fort")
    state.overseas.establishments[PLACE][0].stage = 1
    assert line(state, PLACE, "LD") is None


@pytest.mark.rule("SUP-11")
def test_detachments_follow_the_river_with_their_supply() -> None:
    state = table()
    settle(state, PLACE, "colony", level=1)
    river = line(state, UP, "LD")
    forest = line(state, UP, "A-", "LD")
    assert river is not None
    assert forest is not None
    assert (river.cost, forest.cost) == (4, 6), "4 up the Saint Lawrence, 6 through the forest"


@pytest.mark.rule("SUP-11")
def test_rivers_are_roads_for_detachments_alone() -> None:
    state = table()
    units = put(state, "france", PLACE, "LD")
    army = put(state, "france", PLACE, "A-")

    def reach(numbers: list[int]) -> dict[str, int]:
        march = March(who="france", name="march", what="?", state=state, alliance="france",
                      place=PLACE, units=numbers, leaders=())  # fmt: skip
        assert march.cost([UP])[0].points == march.reach()[UP]
        march.parse([UP])
        return march.reach()

    assert (reach(units)[UP], reach(units)[ACROSS]) == (4, 6), "4, and 2 more to cross"
    assert (reach(army)[UP], reach([*units, *army])[UP]) == (6, 6)
    assert not movement_costs.along_river("picardie", "ile-de-france"), "overseas only"


@pytest.mark.rule("SUP-13")
def test_detachments_overseas_do_not_mind_a_long_line() -> None:
    state = table()
    settle(state, PLACE, "colony", level=1)
    light, heavy = line(state, INLAND, "LD"), line(state, INLAND, "A-")
    assert light is not None
    assert heavy is not None
    assert (light.cost, heavy.cost) == (10, 12)
    assert not light.weak
    assert [cause.rule for cause in heavy.weak] == ["SUP-13"]


# Snow.


@pytest.mark.rule("SAT-13")
def test_snowflakes_where_the_stack_does_not_control_the_land() -> None:
    state = table()
    put(state, "france", SNOW, "LD")
    stack = sides.stack(state, SNOW, "france")
    assert values(attrition_math.supply_modifiers(state, stack, None))["SAT-13"] == 2
    settle(state, SNOW, "fort")
    assert "SAT-13" not in values(attrition_math.supply_modifiers(state, stack, None))


@pytest.mark.rule("ATT-08")
def test_snowflakes_of_every_province_of_a_march() -> None:
    state = table()
    put(state, "france", SNOW, "LD")
    stack = sides.stack(state, SNOW, "france")
    settle(state, PLACE, "colony", level=1)
    path = [PLACE, UP, INLAND, SNOW]
    found = movement_attrition.movement_modifiers(state, stack, 1, path, None, False)
    assert values(found)["ATT-08"] == 1 + 2 + 2, "not where they hold the colony"


@pytest.mark.rule("SIE-15", "SIE-A4")
def test_snow_falls_on_besiegers() -> None:
    state = table()
    settle(state, SNOW, "fort", "spain")
    put(state, "france", SNOW, "LD")
    state.land.sieges[SNOW] = Siege("france")
    assert values(attrition_math.besieger_modifiers(state, SNOW, "france"))["SIE-15"] == 2


@pytest.mark.rule("SIE-15", "SIE-A4", "UND-A6", "UND-39")
def test_snow_falls_on_those_who_have_just_taken_the_fortress_too() -> None:
    """*In the ROTW cold area, add the number of Snowflakes* (3481), whoever controls the province:
    an undermining that took it may still bring siege attrition."""
    state = table()
    settle(state, SNOW, "fort", "spain")
    put(state, "france", SNOW, "LD")
    state.land.controllers[SNOW] = "france"
    assert values(attrition_math.besieger_modifiers(state, SNOW, "france"))["SIE-15"] == 2


# Attrition.


@pytest.mark.rule("SAT-01", "ATT-18", "ATT-19", "ARS-11", "ARS-12", "ATT-20", "ARS-13", "SIE-08")
@pytest.mark.parametrize("european", [False, True])
@pytest.mark.parametrize("cause", ["supply", "movement", "besieger"])
def test_overseas_a_percentage_is_taken_and_in_a_great_colony_what_europe_loses(
    european: bool, cause: Any
) -> None:
    state = table()
    settle(state, PLACE, "colony", level=6 if european else 5)
    units = put(state, "france", PLACE, "LD", "LD")
    die = "france.attrition" if cause == "movement" else f"france.{cause}"
    dice = {die: 8} if european else {die: 2, "france.star": 1}
    answers = [("losses", f"{units[0]}:3")] if european else []
    added = (Modifier(4, "more", "SAT-03"),)
    troops = sides.stack(state, PLACE, "france")
    play(attrition.land_attrition, state, answers, dice, troops, added, [PLACE], cause)
    left = [unit.kind for unit in state.units.values()]
    assert left == (["LD"] if european else ["LDE", "LD", "LDE"])


@pytest.mark.rule("ATT-20", "ARS-03", "ARS-09")
def test_only_a_great_colony_can_be_pillaged() -> None:
    for level in (5, 6):
        state = table()
        settle(state, PLACE, "colony", level=level)
        assert attrition.can_pillage(state, PLACE, "france") == (level == 6)


# Sieges.


def besieged(kind: Any = "fort", level: int = 0, place: str = PLACE, walls: int = 0) -> State:
    state = table(levels={place: walls} if walls else {})
    settle(state, place, kind, "spain", level)
    put(state, "france", place, "A-", "LD")
    play(besieging.settle, state, [], [], place)
    return state


@pytest.mark.rule("AFT-01", "SIE-A1")
def test_a_fort_of_level_0_is_besieged_and_undermined() -> None:
    state = besieged()
    assert state.land.sieges[PLACE].alliance == "france"
    assert not besieging.too_small(state, PLACE, 1)
    state.overseas.establishments.clear()
    play(besieging.settle, state, [], [], PLACE)
    assert not state.land.sieges


@pytest.mark.rule("UND-09", "UND-10", "UND-11", "UND-12")
def test_the_terrain_of_a_siege_overseas() -> None:
    def terrain(state: State, place: str) -> int:
        found = undermining_math.fortress_modifiers(siege_outlook.siege_of(state, place))
        return values(found).get("UND-04", 0)

    assert terrain(besieged(), PLACE) == -1, "a fort with a port"
    assert terrain(besieged(place=INLAND), INLAND) == -1, "a fort in the forest"
    assert terrain(besieged("colony", 3, walls=1), PLACE) == -2, "an open port"
    assert terrain(besieged("colony", 3, INLAND, 1), INLAND) == -2, "forest"
    assert siege_outlook.siege_of(besieged("colony", 6), PLACE).map == "europe"


@pytest.mark.rule("ASL-11")
def test_a_fort_has_level_0_in_an_assault() -> None:
    state = besieged()
    walls = assault.fortress_of(state, PLACE, False)
    assert (walls.level, walls.map) == (0, "rotw")


@pytest.mark.rule("SAT-17")
def test_an_establishment_on_the_coast_has_a_port() -> None:
    state = besieged("trading_post", 2)
    assert values(attrition_math.besieged_modifiers(state, PLACE)) == {"SAT-17": -3}
    inland = besieged("trading_post", 2, INLAND)
    assert "SAT-17" in values(attrition_math.besieged_modifiers(inland, INLAND)) or not (
        establishments.port_of_establishments(inland, INLAND)
    )


@pytest.mark.rule("FAL-04", "FAL-A3", "FRT-A4")
def test_a_fort_that_falls_is_razed_and_a_trading_post_is_taken() -> None:
    state = besieged()
    play(fall.fall, state, [], [], PLACE, "surrender")
    assert PLACE not in state.overseas.establishments
    assert (sides.controller(state, PLACE), state.land.controllers) == ("", {})
    state = besieged("trading_post", 2)
    play(fall.fall, state, [], [], PLACE, "surrender")
    assert state.overseas.establishments[PLACE][0].country == "spain"
    assert sides.controller(state, PLACE) == "france"
    assert sides.fortified(state, PLACE)
    assert establishments.at_phase_start(state, PLACE, "france")


@pytest.mark.rule("UND-29", "DIS-02", "NAT-01", "NAT-A10")
def test_who_leaves_with_the_honours_of_war_goes_where_he_knows_and_natives_may_rise() -> None:
    """1655: other zones are "unknown for all purposes"; 687: "each time a land stack enters a
    province whose natives are not yet activated, it must test"."""
    known, unknown = "angola-s", "gabon-s"
    state = table()
    settle(state, "angola-n", "fort", "spain")
    for place in (known, unknown):
        settle(state, place, "trading_post", "spain", 2)
    state.overseas.known["spain"] |= {"angola-n", known}
    state.overseas.natives["angola-n"] = "gone"
    put(state, "france", "angola-n", "A-", "LD")
    put(state, "spain", "angola-n", "LD", position="inside")
    play(besieging.settle, state, [], [], "angola-n")
    answers, dice = [("war-honour-place", known)], {"spain.natives": 10}
    went = play(fall.fall, state, answers, dice, "angola-n", "war honour")
    offers = went.asks[0].offers()
    assert known in offers
    assert unknown not in offers
    assert "The natives of Angola S stay calm: 10." in went.told


@pytest.mark.rule("FAL-03", "FAL-04", "FAL-A3")
@pytest.mark.parametrize(
    ("kind", "level", "walls", "manned", "left"),
    [("colony", 3, 2, True, 1), ("colony", 3, 2, False, 0), ("colony", 3, 1, False, 0),
     ("colony", 6, 2, False, 1), ("fort", 0, 1, False, 0)],
)  # fmt: skip
def test_the_walls_that_are_left_overseas(
    kind: Any, level: int, walls: int, manned: bool, left: int
) -> None:
    state = besieged(kind, level, walls=walls)
    assert fall.level_after(state, PLACE, manned) == left
    fall.set_level(state, PLACE, left)
    assert sides.fortress_level(state, PLACE) == left
    assert sides.fortified(state, PLACE), "the fort that it has by itself remains"


@pytest.mark.rule("MOV-26", "MOV-A4")
def test_somebody_stays_at_a_fort_of_level_0() -> None:
    state = besieged()
    army, one = (unit.id for unit in state.units_at(PLACE))

    def march(*units: int) -> None:
        March(who="france", name="march", what="?", state=state, alliance="france", place=PLACE,
              units=units, leaders=()).parse([UP])  # fmt: skip

    march(army)
    with pytest.raises(BadAnswer, match="some troops must stay"):
        march(army, one)
    settle(state, UP, "fort")
    march(army, one)


@pytest.mark.rule("MOV-25")
def test_neutrals_bar_no_land_overseas_but_that_of_a_minor() -> None:
    """684: "In the ROTW, provinces that do not explicitly belong to minors are not concerned by
    this restriction": neither land of nobody nor the settlement of a major."""
    state = table(alliances={"france": ["france"], "spain": ["spain"], "england": ["england"]})
    put(state, "england", UP, "LD")
    assert not entering_provinces.why_closed(state, UP, "france")
    settle(state, UP, "fort", "england")
    assert not entering_provinces.why_closed(state, UP, "france")
    state.overseas.known["spain"] = {"malabar-s"}
    assert "Vijayanagar" in entering_provinces.why_closed(state, "malabar-s", "spain"), (
        "it belongs to a minor"
    )
    state.countries["spain"].treaties = ["vijayanagar"]
    assert not entering_provinces.why_closed(state, "malabar-s", "spain")


@pytest.mark.rule("FIG-28")
def test_a_minor_overseas_throws_a_die_for_every_eight_detachments() -> None:
    state = tabletop(alliances={"china": ["china"], "spain": ["spain"]}, wars=[("china", "spain")],
                     minors={"china": "spain"})  # fmt: skip
    place = min(board.area_provinces()["canton"])
    many = put(state, "china", place, "A+", "A+", "A+", "A+", "A+", "LD")
    few = put(state, "spain", place, "A+", "A+", "A+", "A+", "A+")
    both = Force("china", tuple(many), ()), Force("spain", tuple(few), ())
    leaders = [parameters.expected_commander(state, each) for each in both]
    setup = parameters.prepare(state, place, both, leaders, False)
    assert [force.dice for force in setup.forces] == [3, 1]


@pytest.mark.rule("NAC-04", "NAC-A1", "UND-12", "COR-09")
def test_the_port_of_an_establishment_may_be_blockaded_and_shelters_corsairs() -> None:
    state = table()
    zone = board.adjacent_seas(PLACE)[0]
    ships = [state.units[number] for number in fleet(state, "spain", zone, "NDE")]
    reason = blockades.why_no_blockade
    assert "no port" in reason(state, ships, zone, PLACE)
    settle(state, PLACE, "fort")
    assert reason(state, ships, zone, PLACE) == "", "an NDE is enough before a fort"
    found = naval_actions.candidates(state, zone, "spain")
    assert Action("blockade", PLACE) in found
    state.sea.corsairs[zone] = [Corsair("france", "+")]
    stack = fleets.stack(state, zone, "spain")
    assert corsairs_math.hunt_of(state, stack, state.sea.corsairs[zone][0]).friendly_port
    state.sea.tasks[str(ships[0].id)] = f"blockade:{PLACE}"
    put(state, "spain", PLACE, "LD")
    state.land.sieges[PLACE] = Siege("spain")
    assert siege_outlook.siege_of(state, PLACE).port == "blockaded"
    stack = fleets.stack(state, zone, "spain", f"blockade:{PLACE}")
    assert not corsairs_math.hunt_of(state, stack, state.sea.corsairs[zone][0]).friendly_port


# Who holds what.


def test_an_establishment_makes_a_province_its_countrys() -> None:
    state = table()
    assert sides.owner(state, PLACE) == ""
    settle(state, PLACE, "trading_post", level=1)
    assert (sides.owner(state, PLACE), sides.relation(state, PLACE, "spain")) == ("france", "enemy")
    assert sides.owner(state, "malabar-s") == "vijayanagar", "the area's"
    settle(state, "malabar-s", "trading_post", "spain")
    assert sides.owner(state, "malabar-s") == "spain"


@pytest.mark.rule("CMB-14", "NAC-30", "CMB-A1")
def test_a_shore_without_any_enemy_is_as_good_as_a_port_for_pioneers() -> None:
    state = table()
    [unit] = put(state, "france", PLACE, "LD")
    lead(state, "france", PLACE, "champlain")
    troops = [state.units[unit]]

    def free(*leaders: str) -> bool:
        return establishments.landing_free(state, PLACE, "france", troops, leaders)

    assert free("champlain")
    assert not free("conde"), "a general is no pioneer"
    troops = [state.units[number] for number in put(state, "france", PLACE, "A-")]
    assert not free("champlain")
    troops = [state.units[unit]]
    settle(state, PLACE, "mission", "spain")
    assert "mission" in establishments.enemy_presence(state, PLACE, "france")
    assert not free("champlain")
    state.overseas.establishments.clear()
    put(state, "spain", PLACE, "LDE")
    assert not free("champlain")
    for enemy in [each for each in state.units_at(PLACE) if each.country == "spain"]:
        state.remove(enemy)
    assert free("champlain")
    active_natives.rouse(state, PLACE, 3)
    assert "the natives" in establishments.enemy_presence(state, PLACE, "france")


@pytest.mark.rule("DIS-04")
def test_which_establishments_stood_when_the_phase_began() -> None:
    state = table()
    assert not establishments.at_phase_start(state, PLACE, "france")
    settle(state, PLACE, "fort")
    assert establishments.at_phase_start(state, PLACE, "france")
    state.overseas.establishments[PLACE][0].founded = state.turn
    assert not establishments.at_phase_start(state, PLACE, "france"), "begun in this phase"
    settle(state, PLACE, "mission", "spain")
    assert not establishments.at_phase_start(state, PLACE, "france"), "an enemy's"
    assert establishments.at_phase_start(state, "picardie", "france"), "Europe is home"


def test_attrition_of_a_march_overseas_is_foreseen() -> None:
    state = table()
    put(state, "france", PLACE, "LD", "LD")
    stack = sides.stack(state, PLACE, "france")
    found = movement_attrition.attrition_outlook(state, stack, [PLACE, UP], 6, None)
    assert found.causes == ("moved_6mp",)


# Documents of it.


def test_a_battle_with_natives_has_the_odds_that_the_game_shows() -> None:
    state = tabletop(alliances={"spain": ["spain"]}, wars=())
    put(state, "spain", "inca-c", "A-", "LD", leader="pizarro")
    active_natives.rouse(state, "inca-c", 30)
    document = from_a_game.battle_at(state, "inca-c", "spain")
    assert document is not None
    both = [from_a_game.force_at(state, "inca-c", each) for each in ("spain", sides.NATIVES)]
    assert both[0] is not None
    assert both[1] is not None
    shown = parameters.odds_of(state, "inca-c", both[0], both[1])
    setup = parameters.prepare(
        state, "inca-c", (both[0], both[1]),
        [parameters.expected_commander(state, each) for each in both if each], False,
    )  # fmt: skip
    assert setup.forces[1].dice == 2, "10 LD of natives"
    leader = setup.forces[1].commander
    document["sides"][1]["leader"] = f"{leader.manoeuvre}{leader.fire}{leader.shock}"
    document["sides"][0]["retreat_province"] = True
    found = adjudicate("battle", json.dumps(document), odds=True)[0]["odds"]
    assert found["win"]["HIS"] == pytest.approx(shown["win"])
    assert found["tie"] == pytest.approx(shown["draw"])


def test_an_appeal_to_natives_as_a_document() -> None:
    state = tabletop(alliances={"spain": ["spain"]}, wars=())
    units = put(state, "spain", "inca-c", "A-", leader="pizarro")
    units += active_natives.join(state, "pizarro", 6)
    state.overseas.appeals["inca"] = 1

    async def asked(phase: Phase) -> bool:
        comes = band(units, "pizarro", place="inca-c")
        return await natives.meet_natives(phase, natives.expedition(state, "spain", comes))

    played = play(asked, state, [("natives", "attack")])
    ask = played.asks[0]
    state.overseas.natives.clear()
    document = from_a_game.appeal_document(state, ask)
    assert document is not None
    assert (document["uses"], document["recruits"], document["units"]) == (1, 2, ["A-"])
    found = adjudicate("conquistador", json.dumps(document), odds=True)[0]["odds"]
    attempt = natives.appeal(state, band(units, "pizarro"), "inca-c", "pizarro")
    mean = sum(each.deserters * p for each, p in natives_math.chances(attempt).items()) / 3
    assert float(mean) == pytest.approx(ask.about["odds"]["Pizarro"]["deserters"])
    assert found


def test_a_city_of_nobody_is_defended_by_the_natives_and_may_be_taken() -> None:
    state = tabletop(alliances={"spain": ["spain"]}, wars=(), campaign="multiple", step="siege")
    place = "azteca-c"
    put(state, "spain", place, "A+", "A-", leader="cortes")
    play(besieging.settle, state, [], [], place)
    assert not state.land.sieges, "the natives are quiet: the city is nobody's"
    active_natives.rouse(state, place, 3)
    assert sides.controller(state, place) == sides.NATIVES
    play(besieging.settle, state, [], [], place)
    assert state.land.sieges[place].alliance == "spain", "natives outside do not lift a siege"
    dice = {"natives.replacement": 5, "spain.fire": 10, "natives.fire": 1, "spain.shock": 10,
            "spain.casualty": 9,
            "natives.casualty": 9}  # fmt: skip
    played = play(assault.storm, state, [], dice, place, False)
    assert played.result is True
    assert sides.controller(state, place) == "spain"
    assert sides.fortress_level(state, place) == 1, "a city keeps its walls (FAL-03)"
    assert supply_lines.is_source(state, place, "spain", units=())


@pytest.mark.rule("FIG-28")
@pytest.mark.parametrize(("name", "detachments"), [("natives-40", 40), ("natives-35", 35)])
def test_the_natives_of_nagasaki_on_the_table(name: str, detachments: int) -> None:
    then = examples()[name]["then"]
    place = min(board.area_provinces()["japon"])
    state = tabletop(alliances={"portugal": ["portugal"]}, wars=())
    own = put(state, "portugal", place, "A+", "A+")
    there = active_natives.rouse(state, place, active_natives.inactive_natives(state, place))
    play(losses.lose, state, [], [], there, 3 * (40 - detachments), "a first battle")
    left = tuple(unit.id for unit in state.units_at(place) if unit.country == sides.NATIVES)
    both = Force("portugal", tuple(own), ()), Force(sides.NATIVES, left, ())
    leaders = [parameters.expected_commander(state, each) for each in both]
    force = parameters.prepare(state, place, both, leaders, True).forces[1]
    assert (force.strength, force.dice) == (3 * detachments, then["dice"])
    assert force.last == 3 * then["last_die_detachments"]


@pytest.mark.rule("SUP-11")
@pytest.mark.parametrize(
    ("spent", "detachment", "army"), [(6, True, True), (8, True, False), (9, False, False)]
)
def test_a_detachment_goes_up_the_river_with_points_that_bring_no_army_through_the_forest(
    spent: int, detachment: bool, army: bool
) -> None:
    """4 of 12 points along the river, 6 through the forest beside it."""
    state = table()
    kinds: tuple[tuple[Kind, bool], ...] = (("LD", detachment), ("A-", army))
    for kind, goes in kinds:
        units = put(state, "france", PLACE, kind)
        march = March(who="france", name="march", what="?", state=state, alliance="france",
                      place=PLACE, units=units, leaders=(),
                      spent=dict.fromkeys(units, spent))  # fmt: skip
        assert march.is_legal([UP]) is goes
