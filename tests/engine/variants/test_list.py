"""The variants as a list: documented, switched on alone and together, recorded, told."""

import re
from pathlib import Path

import pytest

from engine import scenarios, variants
from engine.facts import rulebook, variant_sheets
from engine.programs import simulate
from engine.sequence import sequence
from engine.state import State
from tests.engine import invariants, phases
from tests.engine.playing import play, tabletop

ALL = tuple(variant_sheets.sheets())


def test_each_has_its_name_its_text_and_its_rules() -> None:
    prefixes = {rule.id.rpartition("-")[0] for rule in rulebook.rules().values()}
    for name, sheet in variant_sheets.sheets().items():
        assert sheet.title
        assert len(sheet.about) > 30
        assert set(sheet.sections) <= prefixes
        assert all(rulebook.line(rule) for rule in sheet.changes)
        assert name in variant_sheets.by_rule(f"{sheet.sections[0]}-01")


def test_the_core_knows_no_variant_by_its_name() -> None:
    root = Path(variants.__file__).parents[1]
    quoted = re.compile("|".join(f'"{name}"' for name in ALL if "-" in name))
    for file in root.rglob("*.py"):
        if file.parent.name != "variants":
            assert not quoted.search(file.read_text(encoding="utf-8")), file.name


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(variants.UnknownVariant, match="naples"):
        variants.switch_on(tabletop(), ["napels"])


@pytest.mark.rule("EUV-SET-01")
@pytest.mark.parametrize("name", ALL)
def test_each_is_an_option_of_its_own_and_needs_no_other(name: str) -> None:
    state = scenarios.read("europe-1492").state([name])
    assert state.variants == [name]
    assert State.from_plain(state.to_plain()).variants == [name]


@pytest.mark.rule("EUV-SET-02")
def test_they_change_the_disposition_of_a_scenario() -> None:
    scenario = scenarios.read("europe-1492")
    before = scenario.state()
    after = scenario.state(["burgundy"])
    assert before.land.owners == {}
    assert after.land.owners["holland"] == "burgundy"
    assert "burgundy" in after.countries
    again = scenarios.read("burgundy-1494").state(["burgundy"])
    assert again.to_plain() == scenarios.read("burgundy-1494").state().to_plain(), "set up once"


@pytest.mark.parametrize(
    ("name", "scenario", "why"),
    [
        pytest.param(
            "naples",
            "cornwall-1642",
            "Spain plays no part",
            marks=pytest.mark.rule("EUV-NAP-01", "EUV-NAP-02"),
        ),
        pytest.param(
            "hungary",
            "artois",
            "neither Hungary nor Turkey plays a part",
            marks=pytest.mark.rule("EUV-HUN-01"),
        ),
        pytest.param(
            "hungary",
            "lepanto-1571",
            "conquered in the first two periods alone",
            marks=pytest.mark.rule("EUV-HUN-02"),
        ),
        pytest.param(
            "burgundy",
            "cornwall-1642",
            "neither Spain nor the Habsburgs",
            marks=pytest.mark.rule("EUV-BUR-02"),
        ),
        # "Minor state Burgundy exists at the start of the game", and "When the first Spanish
        # monarch dies, ... the minor is permanently removed from game": before the Dutch revolt.
        pytest.param(
            "burgundy",
            "channel-1588",
            "Holland has provinces of it",
            marks=pytest.mark.rule("EUV-BUR-01", "EUV-BUR-12"),
        ),
    ],
)
def test_one_that_a_scenario_has_no_use_for_is_refused(name: str, scenario: str, why: str) -> None:
    with pytest.raises(variants.UnfitVariant, match=why):
        scenarios.read(scenario).state([name])
    assert why in variants.why_unfit(scenarios.read(scenario).state(), name)


@pytest.mark.parametrize(
    ("name", "country", "patron"), [("naples", "naples", "spain"), ("hungary", "hungary", "")]
)
def test_one_brings_its_country_into_a_scenario_without_it(
    name: str, country: str, patron: str
) -> None:
    plain = scenarios.read("europe-1492").state()
    assert country not in plain.countries
    state = scenarios.read("europe-1492").state([name])
    assert state.countries[country].patron == patron
    assert [unit for unit in state.units.values() if unit.country == country]


def test_the_chronicle_tells_what_is_in_force() -> None:
    state = scenarios.read("artois").state(["truce"])
    state.sequence.step = "start"
    told = play(sequence.start, state, (), [5]).told
    assert "Variant in force: Truces. Enemies may" in told


@pytest.mark.parametrize("names", [*((name,) for name in ALL), ALL])
def test_campaigns_end_with_each_alone_and_with_all(names: tuple[str, ...]) -> None:
    scenario = "hungary-1526" if names[:1] == ("hungary",) else "burgundy-1494"
    start = scenarios.read(scenario).state()
    rules = simulate.Rules(tuple(each for each in names if not variants.why_unfit(start, each)), 2)
    game = phases.played(scenarios.read(scenario), 7, "random", invariants.check, rules=rules)
    assert game.state.ledger.step == "over"
    assert game.state.turn == scenarios.read(scenario).turn + 1
    assert game.state.sequence.step == "over"
