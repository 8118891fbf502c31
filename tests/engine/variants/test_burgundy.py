"""Burgundy (EUV-BUR)."""

from typing import Any

import pytest

from engine import scenarios, variants
from engine.facts import board, tables
from engine.play.asks import BadAnswer, Raw, Subset
from engine.play.phase import Phase
from engine.rounds import rounds
from engine.state import State, sides
from engine.state.land import Siege
from engine.state.ledger import War
from engine.turns import declarations, events, income, logistics, minors, peace, provinces, wars
from engine.turns.campaign_figures import figure, incomes
from engine.umpire import umpire
from engine.variants import burgundy
from tests.engine import plays
from tests.engine.playing import lead, play, put
from tests.engine.turns.table import campaign

APART = {"france": ["france"], "spain": ["spain", "habsburg", "burgundy"], "england": ["england"]}
MINORS = {"habsburg": "spain", "burgundy": "spain"}
CALLS: list[Raw] = [("call-allies", []), ("call-allies", [])]
TWELVE = (
    "friesland", "utrecht", "holland", "zeeland", "brabant", "gelderland", "vlaanderen", "hainaut",
    "flandre", "artois", "luxemburg", "franche-comte",
)  # fmt: skip


def table(*names: str, **fields: Any) -> State:
    fields.setdefault("alliances", APART)
    fields.setdefault("minors", MINORS)
    fields.setdefault("war", ())
    return campaign(*(names or ("burgundy", "second-declaration")), **fields)


def attacked(fights: bool = True, **fields: Any) -> State:
    state = table(**fields)
    play(
        declarations.declare, state, [("defend-burgundy", fights), *CALLS], (), "france", "burgundy"
    )
    return state


@pytest.mark.rule("EUV-BUR-01")
def test_its_twelve_provinces() -> None:
    state = table(owners={"artois": "france"})
    assert set(TWELVE) <= set(provinces.owned_provinces(state, "burgundy"))
    assert len(TWELVE) == 12
    assert len(provinces.owned_provinces(state, "burgundy")) == 14, (
        "with two that the rules' board has not"
    )


@pytest.mark.rule("EUV-BUR-02")
def test_the_vassal_of_both_cannot_be_moved() -> None:
    state = table()
    assert state.ledger.boxes["burgundy"] == ("spain", "VA")
    ruling = {"do": "minor", "minor": "burgundy", "patron": "france", "box": "MA"}
    with pytest.raises(BadAnswer, match="vassal of Spain and of the Habsburgs"):
        umpire.apply(state, ruling)


@pytest.mark.rule("EUV-BUR-03")
def test_war_on_it_is_war_on_both() -> None:
    state = table(alliances={"france": ["france"], "spain": ["spain"], "habsburg": ["habsburg"],
                             "burgundy": ["burgundy"]})  # fmt: skip
    play(declarations.declare, state, [("defend-burgundy", True)], (), "france", "burgundy")
    assert state.ledger.enemies("france") == ["burgundy", "habsburg", "spain"]
    assert sides.alliance_of(state, "spain") == sides.alliance_of(state, "burgundy")


@pytest.mark.rule("EUV-BUR-04")
def test_spain_may_stay_out_the_habsburgs_may_not() -> None:
    state = attacked(fights=False)
    assert state.ledger.enemies("france") == ["burgundy", "habsburg"]
    assert state.countries["spain"].stability == 0
    own = sides.alliance_of(state, "spain")
    assert not sides.at_war(state, own, "france")
    asked = play(declarations.declare, table(), [("defend-burgundy", True), *CALLS], (), "france",
                 "burgundy").asks  # fmt: skip
    assert [ask.who for ask in asked if ask.name == "defend-burgundy"] == ["spain"]


@pytest.mark.rule("EUV-BUR-04")
def test_the_habsburgs_come_into_a_scenario_without_them() -> None:
    alliances = {"france": ["france"], "spain": ["spain", "burgundy"], "england": ["england"]}
    state = attacked(fights=False, alliances=alliances, minors={"burgundy": "spain"})
    assert state.ledger.enemies("france") == ["burgundy", "habsburg"]
    assert wars.allies(state, "burgundy") == ["habsburg", "burgundy"]
    assert [unit.kind for unit in state.units.values() if unit.country == "habsburg"]


@pytest.mark.rule("EUV-BUR-04")
def test_spain_is_called_by_nobody_to_a_war_that_it_declined() -> None:
    """The Spanish player can decline to involve SPA in such a war."""
    asked = play(declarations.declare, table(), [("defend-burgundy", False), *CALLS], (), "france",
                 "burgundy").asks  # fmt: skip
    calls = [ask for ask in asked if isinstance(ask, Subset) and ask.name == "call-allies"]
    offered = [option.answer for ask in calls for option in ask.options]
    assert "england" in offered
    assert "spain" not in offered


# On the whole board the powers say who is at war with whom.


def declared(by: str, *on: str, fights: bool | None = None) -> State:
    """The whole board after one power alone has declared war, and Spain has said whether it
    fights."""
    state = scenarios.read("europe-1492").state(["burgundy"])
    asked = [
        each for each in state.diplomacy.alliances if not state.countries[each.members[0]].minor
    ]
    answers: list[Raw] = [("declare-war", list(on) if each.id == by else []) for each in asked]
    play(rounds.declare_wars, state, answers)
    last: list[Raw] = [] if fights is None else [("defend-burgundy", fights)]
    play(burgundy.VARIANT.wars_declared, state, last)
    return state


def at_war_with(state: State, power: str) -> set[str]:
    own = sides.alliance_of(state, power)
    foes = {each for pair in state.diplomacy.wars if own in pair for each in pair if each != own}
    return {country for foe in foes for country in sides.members(state, foe)}


@pytest.mark.rule("EUV-BUR-05")
def test_on_the_whole_board_spains_own_war_does_not_draw_burgundy_in() -> None:
    state = declared("spain", "france")
    assert at_war_with(state, "france") == {"spain", "habsburg"}
    assert at_war_with(state, "burgundy") == set()


@pytest.mark.rule("EUV-BUR-03", "EUV-BUR-04")
def test_on_the_whole_board_war_on_burgundy_is_war_on_spain_and_the_habsburgs() -> None:
    state = declared("france", "burgundy", fights=True)
    assert at_war_with(state, "france") == {"spain", "habsburg", "burgundy"}
    both = declared("france", "burgundy", "spain")
    assert at_war_with(both, "france") == {"spain", "habsburg", "burgundy"}
    assert sides.alliance_of(both, "spain") == sides.alliance_of(both, "burgundy"), "unasked"


@pytest.mark.rule("EUV-BUR-04")
def test_on_the_whole_board_spain_may_keep_out_the_habsburgs_may_not() -> None:
    state = declared("france", "burgundy", fights=False)
    assert at_war_with(state, "france") == {"habsburg", "burgundy"}
    assert at_war_with(state, "spain") == set()


@pytest.mark.rule("EUV-BUR-05")
def test_it_is_never_called_to_declare_war() -> None:
    state = table()
    assert declarations.why_not_declare(state, "burgundy", "france")
    play(declarations.declare, state, CALLS, (), "spain", "france")
    war = state.ledger.wars[0]
    assert war.aggressors == ["spain", "habsburg"]
    assert state.ledger.enemies("burgundy") == []
    assert not sides.at_war(state, sides.alliance_of(state, "burgundy"), "france")


@pytest.mark.rule("EUV-BUR-06", "EUV-BUR-07")
def test_its_income_is_spains_but_that_of_the_dutch_fleet() -> None:
    alliances = {**APART, "holland": ["holland"]}
    paid = {item.what: item.to for item in income.items(table(alliances=alliances))}
    for place in TWELVE:
        assert paid[board.province(place).name] == "spain"
    centre, manufacture, fleet = (each.item for each in incomes())
    assert paid[centre] == paid[manufacture] == "spain"
    assert paid[fleet] == "holland"
    without = {item.what: item.to for item in income.items(table("truce", alliances=alliances))}
    assert board.province("artois").name not in without, "a minor's, and so nobody's"
    assert centre not in without


@pytest.mark.rule("EUV-BUR-08")
def test_it_has_no_army() -> None:
    state = attacked()
    assert minors.basic_forces(state, "burgundy") == ()
    assert not [unit for unit in state.units.values() if unit.country == "burgundy"]
    logistics.reinforce(Phase(state), "burgundy")
    assert not [unit for unit in state.units.values() if unit.country == "burgundy"]
    plain = table("truce")
    minors.raise_forces(Phase(plain), "burgundy")
    assert [unit for unit in plain.units.values() if unit.country == "burgundy"]


@pytest.mark.rule("EUV-BUR-09")
def test_at_war_the_habsburgs_place_units_and_build_there() -> None:
    state = table()
    assert "brabant" not in logistics.places(state, "habsburg")
    state = attacked()
    assert "brabant" in logistics.places(state, "habsburg")
    before = state.countries["spain"].treasury
    state.countries["habsburg"].land_technology = "renaissance"
    state.turn = 5
    play(burgundy.VARIANT.logistics, state, [("build-fortress", "artois"),
                                             ("build-fortress", "done")])  # fmt: skip
    assert sides.fortress_level(state, "artois") == 3
    assert state.countries["spain"].treasury < before
    for place in board.national_provinces("habsburg"):
        state.land.controllers[place] = "france"
    before_units = len(state.units)
    minors.muster(Phase(state), "habsburg", ["LD"], "reinforcements")
    placed = list(state.units.values())[before_units:]
    assert [unit.place in provinces.owned_provinces(state, "burgundy") for unit in placed] == [True]


@pytest.mark.rule("EUV-BUR-10", "EUV-BUR-11")
def test_after_peace_the_units_leave_and_the_levels_stay() -> None:
    state = attacked()
    guest = put(state, "habsburg", "brabant", "LD")[0]
    chief = lead(state, "habsburg", "brabant", "browne")
    home = put(state, "habsburg", "tirol", "LD")[0]
    put(state, "habsburg", "hainaut", "LD")
    state.land.controllers["hainaut"] = "france"
    state.land.sieges["hainaut"] = Siege(sides.alliance_of(state, "habsburg"))
    burgundy.build(Phase(state), "brabant")
    war = state.ledger.wars[0]
    play(peace.conclude, state, (), (), war, war.defenders, war.aggressors, "white-peace")
    assert guest not in state.units
    assert state.leaders[chief].status == "away", "a leader is a unit too"
    assert state.land.sieges == {}
    assert home in state.units
    assert sides.fortress_level(state, "brabant") == 3
    play(events.monarch_dies, state, (), (), "spain")
    assert sides.controller(state, "brabant") == "spain"
    assert sides.fortress_level(state, "brabant") == 3, "Spanish levels from now on"


@pytest.mark.rule("EUV-BUR-12")
def test_when_the_first_spanish_monarch_dies_spain_annexes_it() -> None:
    state = attacked()
    state.land.controllers["artois"] = "france"
    play(events.monarch_dies, state, (), (), "france")
    assert "burgundy" in state.countries
    play(events.monarch_dies, state, (), (), "spain")
    assert all(sides.owner(state, place) == "spain" for place in TWELVE)
    assert "burgundy" in state.ledger.gone
    assert "burgundy" not in state.countries
    gained = state.countries["spain"].victory_points
    assert gained == 12 * figure("victory_points", "province"), "as the rules' board draws them"
    assert sides.controller(state, "artois") == "france", "still conquered"
    play(events.monarch_dies, state, (), (), "spain")
    assert state.countries["spain"].victory_points == gained


@pytest.mark.rule("EUV-BUR-12")
@pytest.mark.parametrize(("who", "number"), [("spain", 2), ("spain", 3), ("france", 2)])
def test_no_later_monarch_of_spain_and_no_other_brings_burgundy_to_it(
    who: str, number: int
) -> None:
    """Only the first of Spain: the second's or third's death, or a French one's after the Spanish
    one's, annexes nothing."""
    state = attacked()
    state.ledger.monarchs["spain"] = number
    play(events.monarch_dies, state, (), (), who)
    assert sides.owner(state, "brabant") != "spain"
    assert "burgundy" in state.countries
    assert state.countries["spain"].victory_points == 0


@pytest.mark.rule("EUV-BUR-09")
def test_in_peace_the_habsburgs_build_nothing_there_and_at_war_one_level_a_province() -> None:
    """Only at war; each province rises by one level a turn, and no other country's."""
    state = table()
    assert play(burgundy.VARIANT.logistics, state, (), ()).asks == []
    state = attacked()
    assert "brabant" not in logistics.places(state, "france")
    state.countries["habsburg"].land_technology = "renaissance"
    state.turn = 5
    given = [("build-fortress", "artois"), ("build-fortress", "done")]
    played = play(burgundy.VARIANT.logistics, state, given)
    first, second = (set(ask.offers()) for ask in played.asks)
    assert "artois" in first
    assert second == first - {"artois"}


@pytest.mark.rule("EUV-BUR-05", "EUV-DOW-04")
def test_burgundy_leaves_an_alliance_that_declares_a_war_and_others_follow() -> None:
    """*It declares no war and is called to none*: it stays behind, Savoy goes along."""
    state = table(
        alliances={"spain": ["spain", "burgundy", "savoy"], "habsburg": ["habsburg"],
                   "france": ["france"], "england": ["england"]},
        minors={"savoy": "spain", "burgundy": "spain"},
    )  # fmt: skip
    play(declarations.declare, state, CALLS, (), "spain", "france")
    assert state.ledger.enemies("france") == ["savoy", "spain"]
    assert wars.allies(state, "spain") == ["spain", "savoy"]
    assert state.ledger.enemies("burgundy") == []


@pytest.mark.rule("EUV-BUR-05")
def test_it_stands_apart_from_every_alliance_once() -> None:
    state = table()
    for _ in range(2):
        burgundy.stand_alone(state)
        found = [(each.id, each.members, each.initiative) for each in state.diplomacy.alliances]
        assert found[-1] == ("burgundy", ["burgundy"], 0)
        assert [members for _, members, _ in found[:-1]] == [
            ["france"], ["spain", "habsburg"], ["england"]
        ]  # fmt: skip


@pytest.mark.rule("EUV-BUR-09")
def test_a_level_costs_what_is_printed_for_the_next_and_only_what_can_be_paid_is_built() -> None:
    """*Build fortress levels there as if it were theirs*: not under siege, not in enemy hands, not
    without the ducats, and one in a province each turn."""
    state = attacked()
    state.countries["habsburg"].land_technology = "renaissance"
    state.turn = 5
    level = sides.fortress_level(state, "artois")
    cost = tables.fortress_cost(level + 1).build_cost_europe
    assert cost is not None
    assert burgundy.price(state, "artois") == cost != tables.fortress_cost(level).build_cost_europe
    spain = state.countries["spain"]
    found = set(burgundy.buildable(state, "spain"))
    assert {"artois", "brabant"} <= found
    spain.treasury = cost
    assert "artois" in burgundy.buildable(state, "spain")
    spain.treasury = cost - 1
    assert "artois" not in burgundy.buildable(state, "spain")
    spain.treasury = 1000
    put(state, "france", "artois", "A+")
    state.land.sieges["artois"] = Siege("france")
    assert set(burgundy.buildable(state, "spain")) == found - {"artois"}
    state.land.controllers["brabant"] = "france"
    assert set(burgundy.buildable(state, "spain")) == found - {"artois", "brabant"}
    state.countries["habsburg"].land_technology, state.turn = "baroque", 40
    before = spain.treasury
    places = ("hainaut", "flandre")
    prices = sum(burgundy.price(state, place) or 0 for place in places)
    given = [*(("build-fortress", place) for place in places), ("build-fortress", "done")]
    played = play(burgundy.VARIANT.logistics, state, given)
    assert before - spain.treasury == prices > 0
    assert all(burgundy.price(state, place) is not None for place in places)
    assert not {*places} & set(played.asks[-1].offers()), "one level in a province each turn"


@pytest.mark.rule("EUV-BUR-03", "EUV-BUR-09")
def test_somebody_is_at_war_with_burgundy_only_when_its_own_side_is() -> None:
    state = table()
    assert not burgundy.at_war(state)
    assert burgundy.at_war(attacked())
    state = declared("france", "burgundy", fights=True)
    assert burgundy.at_war(state)
    elsewhere = declared("france", "england")
    assert not burgundy.at_war(elsewhere)


@pytest.mark.rule("EUV-BUR-03", "EUV-BUR-04")
def test_where_the_habsburgs_play_no_part_spain_alone_is_drawn_in() -> None:
    """War on it is war on both, as far as they are in play and not in that war already."""
    state = attacked()
    (war,) = state.ledger.wars
    assert sorted(war.defenders) == ["burgundy", "habsburg", "spain"]
    state = table()
    play(declarations.declare, state, [("call-allies", [])] * 2, (), "france", "spain")
    (war,) = state.ledger.wars
    assert war.defenders.count("spain") == 1


@pytest.mark.rule("EUV-BUR-09")
def test_without_the_habsburgs_nobody_builds_in_burgundy() -> None:
    """If war is declared against it, the Habsburgs minor can build: once it is gone, nobody."""
    state = attacked()
    assert burgundy.VARIANT.foreign_quarters(state, "habsburg")
    provinces.remove_minor(state, "habsburg")
    assert play(burgundy.VARIANT.logistics, state).asks == []


@pytest.mark.rule("EUV-BUR-09")
@pytest.mark.parametrize(
    ("level", "technology", "turn", "ducats"),
    [(1, "medieval", 5, 25), (2, "medieval", 5, None), (2, "renaissance", 5, 50),
     (3, "musket", 5, None), (3, "baroque", 5, 75), (4, "manoeuvre", 39, None),
     (4, "manoeuvre", 40, 100), (4, "baroque", 41, None), (5, "manoeuvre", 41, None)],
)  # fmt: skip
def test_a_level_costs_what_is_printed_from_its_technology_and_turn_on(
    level: int, technology: str, turn: int, ducats: int | None
) -> None:
    """The Habsburgs can build fortress levels inside Burgundian territory as if it belonged to
    them: 25, 50, 75 and 100 ducats, from renaissance, baroque, manoeuvre and turn 40 on."""
    state = attacked(levels={"artois": level})
    state.countries["habsburg"].land_technology, state.turn = technology, turn
    assert burgundy.price(state, "artois") == ducats


@pytest.mark.rule("EUV-BUR-12")
def test_who_fought_burgundy_alone_leaves_spanish_land_when_it_is_annexed() -> None:
    """All its provinces are immediately annexed by Spain, with which France is at peace; Burgundy
    is permanently removed, from its alliance too."""
    state = attacked(fights=False)
    (intruder,) = put(state, "france", "brabant", "LD")
    play(events.monarch_dies, state, (), (), "spain")
    assert sides.owner(state, "brabant") == "spain"
    assert state.units[intruder].place != "brabant"
    assert not [each.id for each in state.diplomacy.alliances if "burgundy" in each.members]


@pytest.mark.rule("EUV-BUR-03", "EUV-BUR-04", "INI-01")
def test_who_declares_war_on_burgundy_when_a_phase_begins_has_the_habsburgs_against_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def known(_phase: Phase) -> None:
        """The order of the alliances is fixed already."""

    monkeypatch.setattr(rounds, "fix_order", known)
    state = scenarios.read("europe-1492").state(["burgundy"])
    found = plays.played(
        rounds.start, state,
        {"declare-war": [["burgundy"] if each.id == "france" else []
                         for each in state.diplomacy.alliances
                         if not state.countries[each.members[0]].minor],
         "defend-burgundy": [False]},
    )  # fmt: skip
    assert at_war_with(found.phase.state, "france") == {"burgundy", "habsburg"}


def alone_in_play(state: State) -> None:
    """The Habsburgs have left the game for good."""
    provinces.remove_minor(state, "habsburg")
    wars.align(state)


def stand(state: State) -> list[str]:
    """All countries of the alliances of the phase; each shall stand in one."""
    return sorted(each for alliance in state.diplomacy.alliances for each in alliance.members)


@pytest.mark.rule("EUV-BUR-02", "EUV-BUR-08")
def test_burgundy_of_a_scenario_is_spains_and_loses_its_army_alone() -> None:
    """Whoever had it: it is a vassal and has no army of its own; the troops of others stay."""
    state = table(
        "truce", minors={"habsburg": "spain", "burgundy": ""},
        alliances={"france": ["france"], "spain": ["spain", "habsburg"], "burgundy": ["burgundy"]},
    )  # fmt: skip
    (own,) = put(state, "burgundy", "brabant", "A+")
    (other,) = put(state, "spain", "brabant", "LD")
    variants.switch_on(state, ["burgundy"])
    assert state.countries["burgundy"].patron == "spain"
    assert own not in state.units
    assert other in state.units


@pytest.mark.rule("EUV-BUR-03", "EUV-BUR-04")
@pytest.mark.parametrize("fights", [True, False])
def test_on_the_whole_board_each_country_stands_in_one_alliance_afterwards(fights: bool) -> None:
    """War on Burgundy is war on both; the Habsburgs go over to it where Spain declines."""
    state = declared("france", "burgundy", fights=fights)
    assert stand(state) == sorted(state.countries)
    together = sides.members(state, sides.alliance_of(state, "burgundy"))
    assert "habsburg" in together
    assert ("spain" in together) is fights


@pytest.mark.rule("EUV-BUR-04")
@pytest.mark.parametrize("fights", [True, False])
def test_without_the_habsburgs_burgundy_fights_alone_where_spain_declines(fights: bool) -> None:
    state = table(alliances={**APART, "spain": ["spain", "habsburg"], "burgundy": ["burgundy"]})
    alone_in_play(state)
    state.diplomacy.wars = [("france", "burgundy")]
    play(burgundy.VARIANT.wars_declared, state, [("defend-burgundy", fights)])
    assert at_war_with(state, "france") == {"burgundy", *(["spain"] if fights else [])}
    assert stand(state) == sorted(state.countries)


@pytest.mark.rule("EUV-BUR-04")
def test_where_spain_plays_no_part_nobody_is_asked() -> None:
    """The Spanish player can decline: the Habsburgs fight without a question."""
    state = table(
        alliances={"france": ["france"], "habsburg": ["habsburg", "burgundy"]},
        minors={"burgundy": "habsburg"},
    )  # fmt: skip
    assert play(declarations.declare, state, (), (), "france", "burgundy").asks == []
    assert state.ledger.enemies("france") == ["burgundy", "habsburg"]


@pytest.mark.rule("EUV-BUR-04")
def test_with_spain_its_minors_stay_out_and_other_allies_do_not() -> None:
    state = table(
        alliances={"france": ["france"],
                   "spain": ["spain", "habsburg", "burgundy", "savoy", "england"]},
        minors={**MINORS, "savoy": "spain"},
    )  # fmt: skip
    play(declarations.declare, state, [("defend-burgundy", False)], (), "france", "burgundy")
    assert state.ledger.enemies("france") == ["burgundy", "england", "habsburg"]
    assert state.ledger.enemies("savoy") == []


@pytest.mark.rule("EUV-BUR-04")
@pytest.mark.parametrize("habsburgs", [True, False])
def test_that_the_habsburgs_fight_is_told_where_there_are_any(habsburgs: bool) -> None:
    state = attacked()
    if not habsburgs:
        alone_in_play(state)
    phase = Phase(state)
    burgundy.stay_out(phase, state.ledger.wars[0])
    (line,) = (entry.text for entry in phase.story if "keeps out" in entry.text)
    assert ("the Habsburgs fight" in line) is habsburgs
    assert state.ledger.enemies("france") == ["burgundy", *(["habsburg"] if habsburgs else [])]


@pytest.mark.rule("EUV-BUR-10")
def test_a_peace_of_others_or_with_one_of_two_enemies_sends_no_habsburgs_home() -> None:
    """*After peace is made all such units are removed*: peace with Burgundy, and with all."""
    state = attacked()
    state.ledger.wars.append(War(["england"], ["burgundy", "habsburg"], state.turn))
    (guest,) = put(state, "habsburg", "brabant", "LD")
    state.ledger.wars.pop(0)
    play(burgundy.VARIANT.peace_made, state, (), (), ["burgundy", "habsburg", "spain", "france"])
    assert guest in state.units, "England fights on"
    state.ledger.wars.clear()
    play(burgundy.VARIANT.peace_made, state, (), (), ["france", "spain"])
    assert guest in state.units, "Burgundy makes no peace"
    play(burgundy.VARIANT.peace_made, state, (), (), ["burgundy", "habsburg", "england"])
    assert guest not in state.units
