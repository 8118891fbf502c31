"""Naples and the War of Italy (EUV-NAP)."""

from typing import Any

import pytest

from engine import variants
from engine.facts import board
from engine.fleets import havens, ports
from engine.land.battle import retreat, shelter
from engine.land.battle.parameters import Force
from engine.land.ground import entering_provinces
from engine.land.movement import interception, interceptors, march_under_way
from engine.land.siege import fall
from engine.play.asks import BadAnswer, Raw
from engine.play.phase import Phase
from engine.sea.under_way import attrition_math
from engine.sea.voyages.sail_ask import Sail
from engine.sequence import siege_redeployment
from engine.state import State, sides
from engine.state.stacks import Band
from engine.turns import declarations, events, minors, peace, provinces, turn, wars
from engine.turns.campaign_figures import figure
from engine.umpire import umpire
from engine.variants import naples
from tests.engine.playing import band, play, put
from tests.engine.turns.table import campaign

APART = {"france": ["france"], "spain": ["spain", "naples", "papacy"], "venice": ["venice"]}
MINORS = {"naples": "spain", "papacy": "spain"}
CALLS: list[Raw] = [("call-allies", []), ("call-allies", [])]


def table(*names: str, **fields: Any) -> State:
    fields.setdefault("alliances", APART)
    fields.setdefault("minors", MINORS)
    fields.setdefault("war", ())
    return campaign(*(names or ("naples", "second-declaration")), **fields)


@pytest.mark.rule("EUV-NAP-01", "EUV-NAP-02", "EUV-NAP-15")
def test_naples_has_two_provinces_and_stays_in_spains_box() -> None:
    state = table()
    assert sorted(provinces.owned_provinces(state, "naples")) == ["campania", "puglia"]
    assert sides.owner(state, "calabria") == "spain"
    assert state.ledger.boxes["naples"] == ("spain", "VA")
    assert state.countries["naples"].patron == "spain"
    ruling = {"do": "minor", "minor": "naples", "patron": "france", "box": "MA"}
    with pytest.raises(BadAnswer, match="EUV-NAP-02"):
        umpire.apply(state, ruling)
    state.ledger.facts[naples.FREE] = True
    umpire.apply(state, ruling)
    assert state.countries["naples"].patron == "france"


@pytest.mark.rule("EUV-NAP-03")
def test_spains_own_war_on_it_frees_it() -> None:
    state = table()
    play(declarations.declare, state, [("call-allies", [])] * 2, (), "france", "spain")
    assert not naples.normal(state)
    assert state.ledger.enemies("naples") == ["france"]
    assert declarations.why_not_declare(state, "spain", "papacy"), "the Pope is an ally like others"
    assert declarations.why_not_declare(state, "spain", "naples") == ""
    asked = play(turn.declare_wars, state, [
        ("declare-war", []), ("declare-war", ["naples"]), *CALLS, ("declare-war", []),
    ]).asks  # fmt: skip
    assert [ask.who for ask in asked if ask.name == "declare-war"][1] == "spain"
    assert naples.normal(state)
    assert state.ledger.enemies("naples") == ["papacy", "spain"]
    assert state.countries["naples"].patron == ""
    assert "naples" not in state.ledger.boxes
    assert state.ledger.enemies("spain") == ["france", "naples"]
    minors.control(state, "naples", "spain", "MA")
    assert declarations.why_not_declare(state, "spain", "naples"), "an ally like others now"


@pytest.mark.rule("EUV-NAP-04")
@pytest.mark.parametrize("terms", ["surrender", "cession"])
def test_an_unconditional_surrender_frees_it(terms: str) -> None:
    state = table(war=(("france", "spain"),))
    war = state.ledger.wars[0]
    play(peace.conclude, state, (), (), war, ["naples"], ["france"], terms)
    assert naples.normal(state) is (terms == "surrender")


@pytest.mark.rule("EUV-NAP-05")
def test_rule_7_2_b_frees_it() -> None:
    state = table()
    key = naples.INDEPENDENT
    assert key in [event.key for event in events.possible(state)]
    play(events.events, state, [("events", [key])])
    assert naples.normal(state)
    assert key not in [event.key for event in events.possible(state)]


@pytest.mark.rule("EUV-NAP-06", "EUV-NAP-07")
def test_napoli_can_be_annexed_and_spain_gets_the_rest() -> None:
    assert not provinces.annexable(table("truce"), "campania")
    state = table(war=(("france", "spain"),))
    assert provinces.annexable(state, "campania")
    assert not provinces.annexable(state, "lazio"), "Rome is a red city"
    state.land.controllers["campania"] = "france"
    war = state.ledger.wars[0]
    play(peace.conclude, state, (), (), war, war.defenders, war.aggressors, "cession")
    assert sides.owner(state, "campania") == "france"
    assert sides.owner(state, "puglia") == "spain"
    assert "naples" not in state.countries
    assert state.countries["spain"].victory_points == figure("victory_points", "province")
    other = table()
    provinces.annex(Phase(other), "puglia", "spain")
    assert "naples" in other.countries


def italy(state: State, takes: bool = True) -> State:
    answers = [("events", [naples.WAR_OF_ITALY]), ("war-of-italy", takes)]
    play(events.events, state, answers)
    return state


@pytest.mark.rule("EUV-NAP-08")
def test_france_declines_and_nothing_changes() -> None:
    state = table()
    before = state.to_plain()
    italy(state, takes=False)
    after = state.to_plain()
    assert after["ledger"]["facts"].pop(naples.ITALY) == "declined"
    assert after == before
    sold = table()
    provinces.transfer(sold, "campania", "spain")
    assert naples.WAR_OF_ITALY not in [event.key for event in events.possible(sold)]


@pytest.mark.rule("EUV-NAP-09")
def test_spain_is_not_asked_about_the_event() -> None:
    state = table()
    answers = [("events", [naples.WAR_OF_ITALY]), ("war-of-italy", True)]
    played = play(events.events, state, answers)
    assert [ask.who for ask in played.asks if ask.name == "war-of-italy"] == ["france"]
    assert "spain" not in {ask.who for ask in played.asks if ask.name != "events"}
    assert wars.reason(state, "france", "spain") is not None


@pytest.mark.rule("EUV-NAP-10", "EUV-NAP-11", "EUV-NAP-12")
def test_spain_leaves_naples_to_itself_for_nothing() -> None:
    state = italy(table())
    before = state.countries["spain"].stability
    played = play(turn.negotiations_step, state, [
        ("defend-naples", False), ("declare-war", []), ("declare-war", []), ("declare-war", []),
    ])  # fmt: skip
    names = [ask.name for ask in played.asks]
    assert names.index("defend-naples") < names.index("declare-war")
    assert state.countries["spain"].stability == before
    assert naples.normal(state)
    assert state.countries["naples"].patron == ""
    assert sides.alliance_of(state, "naples") != sides.alliance_of(state, "spain")
    assert wars.reason(state, "france", "naples") is not None
    assert wars.reason(state, "france", "spain") is None
    play(declarations.declare, state, CALLS, (), "france", "naples")
    assert state.ledger.enemies("france") == ["naples"]


@pytest.mark.rule("EUV-NAP-11")
def test_left_to_itself_it_is_neutral_in_every_war_at_once() -> None:
    state = table()
    play(declarations.declare, state, CALLS, (), "venice", "spain")
    state.land.controllers["puglia"] = "venice"
    guest = put(state, "venice", "puglia", "LD")[0]
    assert state.ledger.enemies("naples") == ["venice"]
    italy(state)
    play(naples.VARIANT.negotiations, state, [("defend-naples", False)])
    assert state.ledger.enemies("naples") == []
    assert "venice" in state.ledger.enemies("spain")
    assert sides.controller(state, "puglia") == "naples"
    assert state.units[guest].place != "puglia"


@pytest.mark.rule("EUV-NAP-10", "EUV-NAP-13")
def test_a_claim_that_has_lapsed_is_no_cause_of_the_events_war() -> None:
    state = italy(table())
    state.turn += 1
    assert wars.reason(state, "france", "naples") is None
    assert play(naples.VARIANT.negotiations, state, []).asks == []
    play(declarations.declare, state, CALLS, (), "france", "naples")
    assert naples.CLOSED not in state.ledger.facts


def invasion() -> State:
    """France has declared war by the event; Spaniards in Calabria, the Pope's men in Lazio."""
    state = italy(table())
    answers: list[Raw] = [("defend-naples", True)]
    play(naples.VARIANT.negotiations, state, answers)
    play(declarations.declare, state, CALLS, (), "france", "naples")
    state.sequence.step, state.sequence.box = "movement", "S3"
    for unit in list(state.units.values()):
        state.remove(unit)
    return state


@pytest.mark.rule("EUV-NAP-13")
def test_spain_and_its_allies_stay_out_until_an_enemy_has_invaded() -> None:
    state = invasion()
    own = sides.alliance_of(state, "spain")
    for who in ("spain", "papacy"):
        assert "EUV-NAP-13" in entering_provinces.why_closed(state, "campania", own, [who])
    assert entering_provinces.why_closed(state, "campania", own, ["naples"]) == ""
    assert entering_provinces.Ground(state, own, ("spain",))["puglia"].closed
    lazio = band(put(state, "spain", "lazio", "LD"), place="lazio")
    for country in state.countries.values():
        country.campaign = country.campaign_before = "active"
    assert "EUV-NAP-13" in interceptors.why_barred(state, "campania", lazio, ())
    number = put(state, "france", "campania", "LD")[0]
    naples.VARIANT.after_impulse(state)
    state.remove(state.units[number])
    assert entering_provinces.why_closed(state, "campania", own, ["spain"]) == "", (
        "invaded once is enough"
    )


@pytest.mark.rule("EUV-NAP-13", "EUV-TERM-16")
@pytest.mark.parametrize("driven", ["back", "dead"])
def test_an_invasion_that_is_beaten_off_at_once_was_one(driven: str) -> None:
    state = invasion()
    own = sides.alliance_of(state, "spain")
    (number,) = put(state, "france", "basilicata", "LD")
    move = march_under_way.begin(
        state, sides.alliance_of(state, "france"), "basilicata", [number], []
    )
    march_under_way.advance(state, move, "campania", 2)
    if driven == "back":
        state.put(state.units[number], "basilicata")
    else:
        state.remove(state.units[number])
    march_under_way.take_stock(state, move)
    naples.VARIANT.after_impulse(state)
    assert entering_provinces.why_closed(state, "campania", own, ["spain"]) == ""


@pytest.mark.rule("EUV-NAP-13")
def test_they_neither_evade_nor_retreat_nor_redeploy_into_it() -> None:
    state = invasion()
    own = sides.alliance_of(state, "spain")
    numbers = put(state, "spain", "lazio", "LD")
    force = Force(own, tuple(numbers), ())

    def goals() -> list[bool]:
        return [
            "campania" in shelter.refuges(state, "lazio", own, owners=["spain"]),
            "campania" in retreat.adjacent_refuges(state, "lazio", force, False, False),
            "campania" in {way.path[-1] for way in siege_redeployment.ways(state, "lazio", own)},
            "campania" in fall._refuges(state, own, [state.units[numbers[0]]]),
            provinces.goal(state, state.units[numbers[0]]) == "campania",
        ]

    for border in board.land_neighbours("lazio"):
        if border.other != "campania":  # no other way is as short
            state.land.controllers[border.other] = "france"
    assert goals() == [False] * 5
    put(state, "france", "puglia", "LD")
    naples.VARIANT.after_impulse(state)
    assert goals() == [True] * 5


@pytest.mark.rule("EUV-NAP-13")
def test_no_event_no_ban_and_a_leader_or_ship_is_no_invasion() -> None:
    state = table(war=())
    play(declarations.declare, state, CALLS, (), "france", "spain")
    own = sides.alliance_of(state, "spain")
    assert entering_provinces.why_closed(state, "campania", own, ["spain"]) == ""
    state = invasion()
    put(state, "france", "campania", "NWD", position="port")
    naples.VARIANT.after_impulse(state)
    assert state.ledger.facts[naples.CLOSED]


@pytest.mark.rule("EUV-NAP-13", "EUV-NAP-14", "EUV-TERM-21")
def test_nor_do_their_ships_enter_its_ports_or_lie_beside_its_own() -> None:
    state = invasion()
    own = sides.alliance_of(state, "spain")
    for country in state.countries.values():
        country.campaign = "active"

    def open_(port: str, *numbers: int) -> tuple[bool, bool, bool]:
        ships = [state.units[number] for number in numbers]
        sail = Sail(
            who="spain", name="sail", what="?", state=state, alliance=own, units=numbers,
            leaders=(), journey=attrition_math.begin(state, Band.of(ships)), everyone=numbers,
        )  # fmt: skip
        return (
            not ports.why_closed(state, ships, port, own),
            port in sail.reach(),
            port
            in [haven.place for haven in havens.nearest_havens(state, ships, ships[0].place, own)],
        )

    zone = "sea-thyrrenienne"
    (spaniard,) = put(state, "spain", zone, "NWD")
    assert open_("campania", spaniard) == (False, False, False)
    assert open_("calabria", spaniard) == (True, True, True)
    state.remove(state.units[spaniard])
    (neapolitan,) = put(state, "naples", zone, "NWD")
    assert open_("campania", neapolitan) == (True, True, True)
    put(state, "spain", "calabria", "NWD", position="port")
    assert open_("calabria", neapolitan) == (False, False, False)
    put(state, "france", "puglia", "LD")
    naples.VARIANT.after_impulse(state)
    assert open_("calabria", neapolitan) == (True, True, True)
    state.remove(state.units[neapolitan])
    (spaniard,) = put(state, "spain", zone, "NWD")
    assert open_("campania", spaniard) == (True, True, True)


@pytest.mark.rule("EUV-NAP-14")
def test_neapolitans_stack_with_italian_minors_alone_before_that() -> None:
    state = invasion()
    own = sides.alliance_of(state, "spain")
    put(state, "spain", "calabria", "LD")
    put(state, "papacy", "lazio", "LD")
    put(state, "naples", "abruzzo", "LD")
    assert "EUV-NAP-14" in entering_provinces.why_closed(state, "calabria", own, ["naples"])
    assert entering_provinces.why_closed(state, "lazio", own, ["naples"]) == ""
    assert "EUV-NAP-14" in entering_provinces.why_closed(state, "abruzzo", own, ["spain"])
    assert entering_provinces.why_closed(state, "abruzzo", own, ["papacy"]) == ""
    put(state, "france", "puglia", "LD")
    naples.VARIANT.after_impulse(state)
    assert entering_provinces.why_closed(state, "calabria", own, ["naples"]) == ""


@pytest.mark.rule("EUV-NAP-15")
def test_unconquered_it_goes_on_as_spains_vassal() -> None:
    state = invasion()
    state.sequence.step = "over"
    war = state.ledger.wars[-1]
    assert war.event == naples.WAR_OF_ITALY
    play(peace.conclude, state, (), (), war, war.defenders, war.aggressors, "white-peace")
    assert state.ledger.boxes["naples"] == ("spain", "VA")
    assert not naples.normal(state)
    assert "naples" in wars.allies(state, "spain")


@pytest.mark.rule("EUV-NAP-13")
def test_a_scenario_that_begins_with_the_war_begins_with_the_ban() -> None:
    state = table("truce", war=(("france", "spain"),))
    variants.switch_on(state, ["naples"])
    assert state.ledger.facts[naples.CLOSED]


@pytest.mark.rule("EUV-NAP-13", "EUV-NAP-14")
def test_the_ban_binds_spains_side_alone_and_only_before_the_invasion() -> None:
    """An enemy may come, which is what ends it; Spain's troops and Naples' own stay apart."""
    state = invasion()
    for who, barred in (("france", False), ("spain", True), ("naples", False)):
        found = naples.VARIANT.closed_provinces(state, [who], False)
        assert ("campania" in found) == barred, who
    put(state, "france", "campania", "LD")
    naples.VARIANT.after_impulse(state)
    assert naples.VARIANT.closed_provinces(state, ["spain"], False) == {}


@pytest.mark.rule("EUV-NAP-03", "EUV-NAP-13")
def test_frances_declaration_by_the_event_makes_the_events_war() -> None:
    """The claim is used up by it, whether on Naples or on Spain; without the claim it is a war like
    others, and the land stays open."""
    for target in ("naples", "spain"):
        for claim in (True, False):
            state = table()
            if claim:
                state.ledger.facts[naples.ITALY] = "taken"
                wars.give_reason(state, "france", target, 1, naples.WAR_OF_ITALY)
                assert naples.claim_holds(state)
            play(declarations.declare, state, [("call-allies", [])] * 2, (), "france", target)
            war = state.ledger.wars[0]
            if claim:
                assert state.ledger.facts[naples.ITALY] == "war"
                assert war.event == naples.WAR_OF_ITALY
            assert bool(state.ledger.facts.get(naples.CLOSED)) == claim


@pytest.mark.rule("EUV-DOW-03", "EUV-NAP-13")
def test_a_second_declaration_can_trigger_the_event() -> None:
    """No other practical effects, save such as might be caused due to it triggering an event."""
    state = table(war=(("france", "spain"),))
    [war] = state.ledger.wars
    play(declarations.declare, state, CALLS, (), "france", "spain")
    assert (state.ledger.wars, war.event) == ([war], "")
    state.ledger.facts[naples.ITALY] = "taken"
    wars.give_reason(state, "france", "spain", 1, naples.WAR_OF_ITALY)
    play(declarations.declare, state, CALLS, (), "france", "spain")
    assert (state.ledger.wars, war.event) == ([war], naples.WAR_OF_ITALY)


@pytest.mark.rule("EUV-NAP-03")
def test_freed_by_spain_naples_leaves_the_war_that_both_fought_alone() -> None:
    state = campaign("naples", "second-declaration", alliances={
        "france": ["france"], "spain": ["spain", "naples"]}, minors={"naples": "spain"},
        war=(("france", "spain"),))  # fmt: skip
    assert state.ledger.enemies("naples") == ["france"]
    play(naples.VARIANT.declared, state, [], (), state.ledger.wars[0], "spain", "naples")
    assert state.ledger.enemies("naples") == []
    assert naples.normal(state)
    assert state.ledger.enemies("spain") == ["france"]


@pytest.mark.rule("EUV-NAP-13", "EUV-NAP-14")
def test_who_is_no_ally_of_naples_is_barred_from_nothing() -> None:
    state = invasion()
    assert naples.VARIANT.closed_provinces(state, {"france"}, False) == {}
    assert "campania" in naples.VARIANT.closed_provinces(state, {"spain"}, False)
    put(state, "france", "campania", "LD")
    assert naples.VARIANT.closed_provinces(state, {"spain"}, False) == {}
    assert naples.VARIANT.closed_provinces(state, {"france"}, False) == {}


@pytest.mark.rule("EUV-NAP-04", "EUV-NAP-13")
def test_who_was_elsewhere_this_impulse_has_not_invaded_naples() -> None:
    state = invasion()
    (number,) = put(state, "france", "lazio", "LD")
    state.marks.entered[number] = ["toscana", "lazio"]
    assert not naples.is_invaded(state)
    state.marks.entered[number] = ["lazio", "campania", "lazio"]
    assert naples.is_invaded(state)
    state.diplomacy.wars = []
    assert not naples.is_invaded(state), "no enemy"


@pytest.mark.rule("EUV-NAP-01", "EUV-NAP-02")
def test_naples_is_spains_vassal_whoever_had_it_before_and_whoever_plays() -> None:
    """A minor of France's in the scenario, or none in play at all, becomes the vassal of Spain with
    its forces on the board."""
    state = table(minors={"naples": "france", "papacy": "spain"})
    assert state.countries["naples"].patron == "spain"
    state = table(alliances={"spain": ["spain"], "venice": ["venice"]}, minors={})
    assert state.countries["naples"].patron == "spain"
    assert sides.alliance_of(state, "naples") == sides.alliance_of(state, "spain")
    assert [unit for unit in state.units.values() if unit.country == "naples"]


@pytest.mark.rule("EUV-NAP-13")
@pytest.mark.parametrize("war", [True, False])
def test_a_scenario_at_war_with_naples_is_in_the_events_war_already(war: bool) -> None:
    """The event happens once: no scenario that begins with France's war has it a second time."""
    state = table(war=[("france", "spain")] if war else [])
    assert (naples.WAR_OF_ITALY in [event.key for event in events.possible(state)]) is not war


@pytest.mark.rule("EUV-NAP-14")
def test_italian_minors_are_those_whose_land_lies_in_italy() -> None:
    """Nor can Neapolitan units be stacked with allied units unless these belong to other Italian
    minors: neither Spain's nor France's, nor those of minors from elsewhere."""
    found = {
        each: naples.italian(each) for each in ("papacy", "tuscany", "spain", "france", "savoy")
    }
    assert found["papacy"]
    assert not found["spain"]
    assert not found["france"]
    assert not naples.italian("portugal")
    assert not naples.italian("scotland")


@pytest.mark.rule("EUV-NAP-07")
def test_with_napoli_annexed_naples_stands_in_no_alliance_and_no_war() -> None:
    """Naples is removed from play, and who fought it alone is at peace."""
    state = table(
        alliances={**APART, "spain": ["spain", "papacy"], "naples": ["naples"]},
        minors={"papacy": "spain"}, war=(("france", "naples"),),
    )  # fmt: skip
    assert state.diplomacy.wars == [("france", "naples")]
    provinces.annex(Phase(state), "campania", "france")
    assert state.diplomacy.wars == []
    assert not [each for each in state.diplomacy.alliances if "naples" in each.members]


@pytest.mark.rule("EUV-NAP-08")
@pytest.mark.parametrize("missing", ["", "france"])
def test_the_war_of_italy_takes_spain_france_and_naples_and_nobody_else(missing: str) -> None:
    alliances = {"france": ["france"], "spain": ["spain", "naples"]}
    alliances.pop(missing, None)
    state = table(alliances=alliances, minors={"naples": "spain"})
    found = [event.key for event in events.possible(state)]
    assert (naples.WAR_OF_ITALY in found) is (missing == "")


@pytest.mark.rule("EUV-NAP-05", "EUV-NAP-13")
def test_a_normal_minor_is_closed_to_nobody() -> None:
    """Freed by rule 7.2.B in the middle of the event's war, without any special link to Spain."""
    state = invasion()
    assert "campania" in naples.VARIANT.closed_provinces(state, {"spain"}, False)
    play(naples.VARIANT.carry_out_event, state, (), (), naples.INDEPENDENT)
    assert naples.normal(state)
    assert naples.VARIANT.closed_provinces(state, {"spain"}, False) == {}


@pytest.mark.rule("EUV-NAP-13")
def test_who_comes_to_sea_before_naples_invades_nothing() -> None:
    """*Invade: movement of military land units inside territory owned by an enemy power.*"""
    state = invasion()
    naples.VARIANT.entered(state, "sea-thyrrenienne")
    assert state.ledger.facts[naples.CLOSED]
    put(state, "france", "campania", "LD")
    naples.VARIANT.entered(state, "campania")
    assert naples.CLOSED not in state.ledger.facts


@pytest.mark.rule("EUV-NAP-13", "EUV-TERM-16")
def test_an_interceptor_who_enters_invades_though_he_is_driven_out_at_once() -> None:
    state = invasion()
    own = sides.alliance_of(state, "spain")
    (number,) = put(state, "france", "basilicata", "LD")
    interception.enter(state, "basilicata", Band("basilicata", (number,), ()))
    assert entering_provinces.why_closed(state, "campania", own, ["spain"]), (
        "where he stood already"
    )
    interception.enter(state, "campania", Band("basilicata", (number,), ()))
    state.remove(state.units[number])
    assert entering_provinces.why_closed(state, "campania", own, ["spain"]) == ""
