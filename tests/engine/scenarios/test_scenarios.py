"""Scenarios: those of the game stand on the facts; a wrong file tells every defect."""

import textwrap
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import scenarios
from engine.facts import board, countries, force_pools, tables
from engine.fleets import transports
from engine.scenarios import ScenarioError
from engine.situation import hierarchy
from engine.state import forces, sides
from engine.state.forces import LAND_THIRDS
from tests.engine.documents import Document, defects, document, setting
from tests.engine.printed.transcription import ROOT, sheet


def test_the_ten_scenarios_are_there() -> None:
    assert scenarios.ids() == [
        "artois", "italian-wars-1494", "lepanto-1571", "channel-1588", "hungary-1526",
        "cornwall-1642", "conquistadors-1519", "spice-route-1498", "burgundy-1494", "europe-1492",
    ]  # fmt: skip


def test_the_example_of_the_guide_can_be_played() -> None:
    guide = (Path(__file__).parents[3] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    example = guide.partition('    id = "my-war"')
    text = example[1] + example[2].partition("\nBesides")[0]
    found = scenarios.parse(tomllib.loads(textwrap.dedent(text)), "my-war.toml")
    assert found.powers == ("france", "spain")
    assert found.state().units


@pytest.mark.parametrize("name", scenarios.ids())
def test_a_scenario_begins_at_the_start_with_everything_in_its_place(name: str) -> None:
    scenario = scenarios.read(name)
    state = scenario.state()
    assert (scenario.id, state.sequence.step, state.sequence.box, state.scenario) == (
        name,
        "start",
        "",
        name,
    )
    assert tables.turn_of(scenario.year) == state.turn == scenario.turn
    assert all((scenario.title, scenario.about, scenario.teaches, scenario.length))
    assert scenario.state().to_plain() == state.to_plain()
    for alliance in state.diplomacy.alliances:
        assert not sides.stack(state, "sjaelland", alliance.id).units
        for place in state.occupied_places():
            stack = sides.stack(state, place, alliance.id)
            assert forces.within_stacking(stack.units)
    for country in state.countries:
        assert hierarchy.hierarchy_broken(state, country) == []


def basic_thirds(country: str, period: str) -> int:
    """The land strength of a country's basic forces, its detachments all on land."""
    kinds = {**force_pools.UNITS, "land_or_naval_detachment": "LD"}
    found = 0
    for force in force_pools.basic_forces(country, period):
        found += force.number * LAND_THIRDS.get(kinds.get(force.counter, ""), 0)
    return found


def set_up_thirds(country: str) -> int:
    """Its land strength on the board of 1492."""
    kinds = {**force_pools.UNITS, "army_timar_plus": "A+"}
    return sum(
        line.number * LAND_THIRDS.get(kinds.get(line.counter, ""), 0)
        for line in force_pools.setup_1492()
        if line.country == country
    )


# Civil war factions have no forces of their own printed: they are England's (and the example's).
@pytest.mark.parametrize("name", [name for name in scenarios.ids() if name != "cornwall-1642"])
def test_no_scenario_has_more_troops_than_the_facts_and_a_turns_recruits(name: str) -> None:
    state = scenarios.load(name)
    for country in state.countries.values():
        held = forces.strength(
            unit
            for unit in state.units.values()
            if unit.country == country.id and unit.kind != "PASHA"
        )
        printed = basic_thirds(country.id, state.period)
        if state.turn == 1 or countries.country(country.id).kind == "rotw":
            printed = max(printed, set_up_thirds(country.id))
        assert held <= printed + 3 * country.recruited // 2, country.id
        if country.recruited:
            limit = tables.recruitment_limit(country.id, state.period).ld
            assert limit is not None
            assert country.recruited <= 2 * limit


def test_the_board_of_1492_holds_the_whole_set_up_of_land_forces() -> None:
    state = scenarios.load("europe-1492")
    printed = sheet(ROOT / "engine/data/countries.csv")
    powers = {each["id"] for each in printed if each["major_1492"] == "1"}
    assert len(powers) == 8
    assert set(scenarios.read("europe-1492").powers) == powers
    for country in state.countries:
        units = [each for each in state.units.values() if each.country == country]
        army = [each for each in units if each.kind != "PASHA"]
        assert forces.strength(army) == set_up_thirds(country), country
    assert sum(unit.kind == "PASHA" for unit in state.units.values()) == 5
    assert state.land.owners == {}
    assert state.options == {"wars_asked": True}


def test_new_troops_and_timars_are_conscripts() -> None:
    state = scenarios.load("hungary-1526")
    for unit in state.units.values():
        if unit.corps == "timar" or unit.kind == "PASHA":
            assert unit.veterans == 0
    lajos = sides.stack(state, "pecs", "hungary")
    assert forces.veteran(lajos.units)
    assert not forces.veteran(
        sides.stack(scenarios.load("cornwall-1642"), "cornwall", "royalists").units
    )


def test_history_is_stated_with_a_reason() -> None:
    state = scenarios.load("artois")
    assert sides.owner(state, "artois") == "spain"
    assert board.province("artois").owner_1492 == "burgundy"
    assert sides.fortress_level(state, "artois") == 3
    assert not sides.at_war(state, "france", "france")
    assert sides.at_war(state, "france", "spain")


def test_the_powers_are_those_who_decide() -> None:
    assert scenarios.read("italian-wars-1494").powers == ("france", "spain", "venice")
    state = scenarios.load("italian-wars-1494")
    assert sides.decider(state, "naples") == "spain"
    assert state.countries["naples"].minor


def test_every_defect_of_a_file_is_told_at_once() -> None:
    def spoil(wrong: Document) -> None:
        wrong["forces"][0]["country"] = "ruritania"
        wrong["forces"][1]["place"] = "artoise"
        wrong["forces"][2]["units"] = ["A*"]
        wrong["turn"] = 21
        wrong["colour"] = "red"
        del wrong["countries"]["spain"]["treasury"]
        del wrong["fortresses"][0]["because"]

    found = {defect.key: defect.reason for defect in defects(spoil)}
    assert "ruritania" in found["forces 1, country"]
    assert "artois" in found["forces 2, place"]
    assert "A+, A-, LD" in found["forces 3, units"]
    assert "1597 is in turn 22, not 21" in found["turn"]
    assert "there is no such field" in found["colour"]
    assert "a whole number is wanted" in found["countries.spain.treasury"]
    assert "wants a line of reason" in found["fortresses 1, because"]


@pytest.mark.parametrize(
    ("change", "key", "reason"),
    [
        (setting("period", to="II"), "period", "turn 22 is in period III, not II"),
        (setting("year", to="then"), "year", "a whole number"),
        (setting("title", to=""), "title", "is empty"),
        (setting("wars", to=[["france", "turkey"]]), "wars 1", "none of the alliances"),
        (setting("wars", to=[["france"]]), "wars 1", "a pair of alliances"),
        (setting("wars_asked", to=1), "wars_asked", "true nor false"),
        (setting("options", to={"fog": 1}), "options.fog", "true nor false"),
        (setting("alliances", "spain", to=["spain", "milan"]), "alliances.spain", "'milan'"),
        (setting("alliances", "spain", to=[]), "alliances.spain", "is empty"),
        (setting("alliances", to={"france": ["france"]}), "countries.spain", "is in no alliance"),
        (setting("forces", to="A+"), "forces", "stands where tables [[forces]] are wanted"),
        (setting("forces", 0, "units", to=["LDE"]), "forces 1, units", "not one of A+, A-, LD"),
        (setting("countries", "ruritania", to={}), "countries.ruritania", "no such country"),
        (setting("countries", "spain", "stability", to=4), "countries.spain.stability", "-3 to 3"),
        (setting("countries", "spain", "land", to="pikes"), "countries.spain.land", "medieval"),
        (setting("countries", "spain", "land", to="lace"), "countries.spain.because", "turn 57"),
        (
            setting("countries", "spain", "patron", to="milan"),
            "countries.spain.patron",
            "not a power",
        ),
        (setting("countries", "spain", "reforms", to=["x"]), "countries.spain.reforms", "M-1a"),
        (
            setting("countries", "spain", "treaties", to=["savoy"]),
            "countries.spain.treaties",
            "'savoy' is not a country of the Rest of the World",
        ),
        (
            setting("countries", "spain", "free_campaigns", to=["big"]),
            "countries.spain.free_campaigns",
            "multiple",
        ),
        (setting("owners", 0, "places", to=["ohio"]), "owners 1, places", "there is no province"),
        (setting("owners", 0, "country", to="x"), "owners 1, country", "'x' is not a country"),
        (setting("fortresses", 0, "level", to=6), "fortresses 1, level", "from 0 to 5"),
        (setting("forces", to=["A+"]), "forces 1", "is not a table"),
        (setting("forces", 0, "units", to=["A+"] * 9), "forces 1, units", "no counter A+ left"),
        (
            setting("forces", 2, "units", to=["LD"] * 9),
            "forces, france in Picardie",
            "over the limit of a stack",
        ),
        (setting("forces", 2, "place", to="artois"), "forces, france in Artois", "an enemy"),
        (setting("forces", 2, "place", to="liege"), "forces, france in Liège", "neutral"),
        (setting("forces", 2, "place", to="siberie-s"), "known, france", "not known to it"),
        (setting("leaders", 3, "leader", to="foix"), "leaders 4, leader", "lives in turns 5 to 9"),
        (setting("leaders", 3, "leader", to="bob"), "leaders 4, leader", "'bob' is not a leader"),
        (setting("leaders", 3, "leader", to="santa-cruz"), "leaders 4, place", "has no port"),
        (setting("leaders", 4, "leader", to="farnese"), "leaders 5, leader", "placed twice"),
        (setting("leaders", 0, "because", to=""), "leaders 1, because", "an event"),
        (setting("leaders", 3, "country", to="france"), "leaders 4, because", "in the service"),
        (setting("leaders", 3, "place", to="liege"), "leaders, farnese", "neither troops nor"),
        (
            setting("sieges", to=[{"place": "artois", "alliance": "france", "because": "x"}]),
            "sieges 1, place",
            "has no troops",
        ),
        (
            setting("sieges", to=[{"place": "liege", "alliance": "france", "because": "x"}]),
            "sieges 1, place",
            "no enemy",
        ),
        (
            setting("revolts", to=[{"place": "caux", "kind": "riot", "side": "+", "because": "x"}]),
            "revolts 1, kind",
            "revolt, rebellion",
        ),
        (
            setting("pashas", to=[{"leader": "farnese", "place": "artois"}]),
            "pashas 1, leader",
            "is not a pasha",
        ),
    ],
)
def test_a_defect_names_its_key_and_what_would_be_right(
    change: Callable[[Document], None], key: str, reason: str
) -> None:
    found = defects(change)
    assert any(each.key == key and reason in each.reason for each in found), found


def test_a_siege_and_a_revolt_can_be_there_from_the_start() -> None:
    changed = document()
    changed["forces"][2]["place"] = "hainaut"
    changed["leaders"][1]["place"] = "hainaut"
    changed["sieges"] = [
        {"place": "hainaut", "alliance": "france", "works": ["-"], "because": "for the test"}
    ]
    changed["revolts"] = [
        {"place": "caux", "kind": "rebellion", "side": "+", "country": "spain", "because": "x"}
    ]
    state = scenarios.parse(changed).state()
    assert state.land.sieges["hainaut"].alliance == "france"
    assert state.land.sieges["hainaut"].continued
    assert state.land.revolts["caux"][0].country == "spain"


def test_a_file_of_the_players_own_is_read(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text((scenarios.FOLDER / "artois.toml").read_text(encoding="utf-8"), encoding="utf-8")
    assert scenarios.load(str(own)).scenario == "artois"
    own.write_text("title = ", encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"own\.toml: is no TOML"):
        scenarios.read(own)
    own.write_bytes(b"\xd3\x00\xff")
    with pytest.raises(ScenarioError, match=r"^own\.toml: is no text: it is not written in UTF-8$"):
        scenarios.read(own)
    for text, why in (("a = " + "[" * 5000, "nested too deep"), ("a = " + "9" * 5000, "digits"),
                      ("#" * 1_000_001, "more than 1,000,000 letters")):  # fmt: skip
        own.write_text(text, encoding="utf-8")
        with pytest.raises(ScenarioError, match=why):
            scenarios.read(own)
    with pytest.raises(ScenarioError, match="no such scenario or file; known are artois"):
        scenarios.read("waterloo")


def test_the_naval_scenarios_have_the_fleets_of_the_facts() -> None:
    """Fleet counters of the basic forces, no more, and every admiral with ships of his side."""
    for name in ("lepanto-1571", "channel-1588"):
        state = scenarios.load(name)
        for country in state.countries:
            own = [unit for unit in state.units.values() if unit.country == country]
            held = sum(unit.kind in ("F+", "F-") for unit in own)
            basic = force_pools.basic_forces(country, state.period)
            assert held <= sum(
                force.number for force in basic if force.counter in ("fleet_plus", "fleet_minus")
            ), country
        for leader in state.leaders.values():
            if leader.position == "port":
                alliance = sides.alliance_of(state, leader.country)
                assert any(
                    not unit.land and sides.alliance_of(state, unit.country) == alliance
                    for unit in state.units_at(leader.place)
                )


def test_the_armada_can_carry_an_army_and_parma_cannot() -> None:
    state = scenarios.load("channel-1588")
    ships = [unit for unit in state.units_at("tejo") if not unit.land]
    army = [unit for unit in state.units_at("tejo") if unit.kind == "A+"]
    assert transports.capacity(state, ships) >= transports.transport_points_needed(state, army)
    assert not any(not unit.land for unit in state.units_at("vlaanderen"))
    cyprus = scenarios.load("lepanto-1571")
    galleys = [unit for unit in cyprus.units_at("kilikya") if not unit.land]
    host = [unit for unit in cyprus.units_at("kilikya") if unit.land]
    assert all(map(transports.embarks, host))
    assert transports.capacity(state, galleys) >= transports.transport_points_needed(cyprus, host)


def test_what_the_head_of_a_document_says_of_the_turn_is_so_from_the_start() -> None:
    found = document() | {"poor_weather": True}
    state = scenarios.parse(found).state()
    assert state.sequence.poor_weather
    assert [(each.id, each.initiative) for each in state.diplomacy.alliances] == [
        ("france", 11), ("spain", 9),
    ]  # fmt: skip


@pytest.mark.parametrize(("turn", "early"), [(-1, True), (0, False)])
def test_tercios_are_there_from_the_first_turn_of_their_goal_on(turn: int, early: bool) -> None:
    first = tables.technology_goals("tercios").first_turn + turn

    def change(wrong: Document) -> None:
        wrong |= {"turn": first, "year": 1, "period": tables.period_of(first)}
        wrong["countries"]["spain"]["tercios"] = True

    said = [each.reason for each in defects(change)]
    assert (f"there are no tercios yet in turn {first}" in said) is early
