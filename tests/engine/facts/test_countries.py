import pytest

from engine.combat.leaders import Commander
from engine.facts import countries, force_pools
from engine.facts.sheets import FactsError
from engine.facts.tables import ARMY_CLASSES
from engine.grammar import conjugate


def test_a_country_by_id_or_code() -> None:
    france = countries.country("FRA")
    assert france is countries.country("france")
    assert (france.kind, france.capitals) == ("major", ("ile-de-france",))
    assert countries.country("HIS").id == "spain"
    assert countries.country("hanse").capitals == ("bremen", "holstein", "lubeck", "mecklenburg")
    with pytest.raises(FactsError, match="no country 'atlantis'"):
        countries.country("atlantis")


def test_counts_of_countries_and_leaders() -> None:
    assert len(countries.countries()) == 119
    assert len(countries.leaders()) == 1064
    assert len(force_pools.counter_limits()) == 1964


def test_letters_and_short_names_for_markers() -> None:
    powers = ("major", "minor_major")
    capitals = []
    for each in countries.countries().values():
        assert len(each.letter) == 1
        assert len(each.short) <= 12
        assert each.letter.isupper() == (each.kind in powers)
        capitals += [each.letter] if each.kind in powers else []
    assert len(capitals) == len(set(capitals)) == 12


def test_army_classes_and_sizes_change_with_period_and_event() -> None:
    assert countries.army_class("france", "I") == "IV"
    assert countries.army_class("habsburg", "V") == "III"
    assert countries.army_class("habsburg", "V", changed=True) == "IV"
    assert countries.army_class("habsburg", "VI") == "IV"
    assert countries.army_class("persia", "III") == "II"
    assert countries.army_class("persia", "III", changed=True) == "I"
    assert countries.technology_group("poland") == "Latin"
    for each in countries.countries():
        assert countries.army_class(each, "IV") in ARMY_CLASSES
    with pytest.raises(FactsError, match="atlantis"):
        countries.army_class("atlantis", "I")


def test_leaders_alive_have_turns_and_are_no_table_lines() -> None:
    spinola = countries.leader("a-spinola")
    assert (spinola.manoeuvre, spinola.fire, spinola.shock, spinola.siege) == (3, 5, 4, 1)
    assert (spinola.first_turn, spinola.last_turn, spinola.rank) == (23, 30, "C")
    assert spinola in countries.leaders_alive("spain", 23, kinds=())
    assert spinola in countries.leaders_alive("spain", 30, ("general",))
    assert spinola not in countries.leaders_alive("spain", 31, kinds=())
    assert spinola not in countries.leaders_alive("spain", 23, ("admiral",))
    for turn in range(1, 63):
        alive = countries.leaders_alive("france", turn, kinds=())
        assert [each.rank for each in alive] == sorted(each.rank for each in alive)
        assert not any("table" in each.flags for each in alive)
    with pytest.raises(FactsError, match="no leader 'nobody'"):
        countries.leader("nobody")


def test_anonymous_leaders_are_those_of_the_current_edition() -> None:
    pashas = countries.anonymous_leaders("turkey", ("pasha",))
    assert len(pashas) == 27
    assert all(each.size for each in pashas)
    assert all(
        each.kind == "general" for each in countries.anonymous_leaders("france", ("general",))
    )


def test_both_sides_of_a_counter_name_each_other() -> None:
    leaders = countries.leaders()
    for each in leaders.values():
        if each.other_side:
            assert leaders[each.other_side].other_side == each.id


def test_basic_forces_hang_on_the_period_and_on_being_a_power() -> None:
    army = [force for force in force_pools.basic_forces("france", "II") if "army" in force.counter]
    assert [(force.counter, force.number) for force in army] == [
        ("army_minus", 1),
        ("army_plus", 1),
    ]
    milan = force_pools.basic_forces("milan", "I")
    assert ("land_detachment", 1) in [(force.counter, force.number) for force in milan]
    assert force_pools.basic_forces("habsburg", "I") != force_pools.basic_forces(
        "habsburg", "I", True
    )
    assert force_pools.basic_forces("pirates", "I") == ()
    assert force_pools.reinforcements("aceh")[0].counter == "land_or_naval_detachment"
    assert force_pools.reinforcements("france") == ()


def test_counter_limits() -> None:
    assert force_pools.counter_limit("france", "army") > 0
    assert force_pools.counter_limit("milan", "fleet") == 0
    assert force_pools.period_limit("france", "I", "purchase_land_detachment") is not None
    assert force_pools.period_limit("milan", "I", "purchase_land_detachment") is None


def test_the_start_of_1492() -> None:
    tejo = [each for each in force_pools.setup_1492() if each.province == "tejo"]
    assert {each.counter for each in tejo} == {"army_minus", "fleet_minus", "land_detachment"}
    assert len(force_pools.setup_1492()) == 82
    boxes = {
        (each.track, each.counter, each.country): each for each in force_pools.setup_1492_boxes()
    }
    assert len(boxes) < len(force_pools.setup_1492_boxes()) == 64  # culture groups have no country
    assert boxes["technology_land", "technology_marker", "france"].box == "9"
    assert force_pools.trade_fleets_1492()["china", "zm-chine"] == 3


@pytest.mark.parametrize(
    ("id", "called", "whose", "does"),
    [
        ("spain", "Spain", "Spain's", "Spain pays"),
        ("papacy", "the Papacy", "the Papacy's", "the Papacy pays"),
        (
            "royalists",
            "the English Royalists",
            "the English Royalists'",
            "the English Royalists pay",
        ),
        ("league", "the League", "the League's", "the League pays"),
        ("sultans", "the Sultans", "the Sultans'", "the Sultans pay"),
    ],
)
def test_a_power_in_a_sentence_has_its_article_and_its_number(
    id: str, called: str, whose: str, does: str
) -> None:
    assert countries.with_article(id) == called
    assert countries.possessive(id) == whose
    assert countries.does(id, "pay") == does
    assert countries.in_question(id) == f"{'does' if does.endswith('s') else 'do'} {called}"
    assert countries.all_do([id], "pay") == does
    assert countries.all_do(["genoa", id], "pay") == f"Genoa and {called} pay"
    assert countries.its(id) == ("its" if does.endswith("s") else "their")


@pytest.mark.parametrize(
    ("verb", "one", "many"),
    [
        ("have won", "has won", "have won"),
        ("be lost", "is lost", "are lost"),
        ("carry", "carries", "carry"),
        ("pass", "passes", "pass"),
        ("go", "goes", "go"),
        ("stay", "stays", "stay"),
    ],
)
def test_a_verb_agrees_with_who_does_it(verb: str, one: str, many: str) -> None:
    assert (conjugate(verb, 1), conjugate(verb, 2)) == (one, many)


def test_a_leader_without_a_name_is_told_by_his_country() -> None:
    unnamed = next(each for each in countries.leaders() if each.startswith("spain-anonymous"))
    assert countries.leader_in_words("farnese", "spain") == countries.leader("farnese").name
    assert countries.leader_in_words(unnamed, "spain").endswith(" of Spain")
    assert countries.leader_in_words("turkey-pasha-hadim", "turkey") == "Hadım Pasha"


def test_a_province_is_told_apart_from_the_country_of_its_name() -> None:
    assert countries.does_to("france", "pillage", "artois") == "France pillages Artois"
    assert countries.does_to("algeria", "pillage", "algerie") == (
        "Algeria pillages the province of Algeria"
    )
    assert countries.does_to("crimea", "annex", "crimee") == (
        "Crimea annexes the province of the Crimea"
    )


def test_a_country_is_named_by_its_code_or_its_id() -> None:
    assert countries.name_by_code("HIS") == countries.name_by_code("spain") == "Spain"
    assert countries.name_by_code("milan") == "Milan"
    assert countries.name_by_code("the besieger") == "the besieger"


def test_who_commands_by_his_values_alone_is_told_by_them() -> None:
    unnamed, named = Commander("2425", 2, 4, 2, 5), Commander("Condé", 4, 5, 4)
    assert (unnamed.called, unnamed.heading) == ("leader 2·4·2", "leader 2·4·2")
    assert (named.called, named.heading) == ("Condé", "Condé 4·5·4")
