"""The glossary: each term decided for a state or a text, and its meaning in the rules index."""

import pytest

from engine.facts import board, rulebook
from engine.state.forces import Unit
from engine.state.leaders import Leader
from engine.turns import glossary, provinces, wars
from tests.engine.playing import put
from tests.engine.turns.table import campaign


@pytest.mark.rule("EUV-TERM-01")
def test_three_capitals_are_a_country_that_a_player_plays() -> None:
    state = campaign(alliances={"spain": ["spain"], "holland": ["holland"]},
                     minors={"holland": "spain"}, war=())  # fmt: skip
    assert glossary.is_played(state, "SPA")
    assert not glossary.is_played(state, "HOL"), "in the game, but nobody plays it"
    assert not glossary.is_played(state, "FRA")


@pytest.mark.rule("EUV-TERM-02")
def test_america_is_the_american_continents_of_the_other_map() -> None:
    assert glossary.american("acadie-cape")
    assert not glossary.american("aden-e")
    assert not glossary.american("artois")


@pytest.mark.rule("EUV-TERM-03", "EUV-TERM-04")
def test_the_habsburgs_are_austria_once_parted_from_spain() -> None:
    state = campaign()
    assert glossary.habsburg_name(state) == "Habsburgs"
    state.ledger.facts["habsburg.parted"] = True
    assert glossary.habsburg_name(state) == "Austria"


@pytest.mark.rule("EUV-TERM-05", "EUV-TERM-06")
def test_capitals_mean_the_province_a_capital_letter_the_minor() -> None:
    assert glossary.name_meaning("HOLLAND") == ("province", "holland")
    assert glossary.name_meaning("Holland") == ("minor", "holland")
    assert glossary.name_meaning("holland") == ("", "")


@pytest.mark.rule("EUV-TERM-07", "EUV-TERM-08", "EUV-TERM-12")
def test_a_nationality_is_a_provinces_owner_and_a_minors_controller() -> None:
    state = campaign(owners={"holland": "spain"})
    assert glossary.of_nation(state, "HOLLAND", "spain")
    assert not glossary.of_nation(state, "HOLLAND", "france")
    assert glossary.of_nation(state, "Milan", "venice")
    assert not glossary.of_nation(state, "Milan", "spain")
    state.ledger.boxes["milan"] = ("venice", "RM")
    assert glossary.controls(state, "venice", "milan"), "a royal marriage is enough"
    assert not glossary.controls(state, "spain", "milan")


@pytest.mark.rule("EUV-TERM-09", "EUV-TERM-10", "EUV-TERM-11")
def test_sides_of_a_war_and_coalition_allies() -> None:
    state = campaign()
    war = state.ledger.wars[0]
    assert glossary.role(war, "france") == glossary.role(war, "savoy") == "aggressor"
    assert glossary.role(war, "spain") == "defender"
    assert glossary.role(war, "england") == ""
    assert glossary.coalition_allies(state, war, "spain") == ["venice", "milan"]
    assert glossary.coalition_allies(state, war, "milan") == ["venice"], "its controller alone"


@pytest.mark.rule("EUV-TERM-13", "EUV-TERM-14", "EUV-TERM-15")
def test_to_own_to_conquer_and_to_occupy() -> None:
    state = campaign(owners={"hainaut": "spain"})
    put(state, "savoy", "hainaut", "LD")
    assert glossary.owns(state, "spain", "hainaut")
    assert glossary.occupies(state, "savoy", "hainaut")
    assert not glossary.has_conquered(state, "france", "hainaut")
    state.land.controllers["hainaut"] = "france"
    assert glossary.has_conquered(state, "france", "hainaut")
    assert glossary.owns(state, "spain", "hainaut")
    assert not glossary.occupies(state, "france", "hainaut"), "conquered, but nobody is there"


@pytest.mark.rule("EUV-TERM-16")
def test_armies_invade_land_that_an_enemy_owns() -> None:
    state = campaign(owners={"hainaut": "spain", "champagne": "france", "lazio": "papacy"})
    army = state.units[put(state, "france", "picardie", "LD")[0]]
    assert glossary.invades(state, army, "hainaut")
    state.land.controllers["champagne"] = "spain"
    assert not glossary.invades(state, army, "champagne"), "only conquered by the enemy"
    assert not glossary.invades(state, army, "lazio"), "no enemy's"
    assert not glossary.invades(state, Leader("conde", "france"), "hainaut")
    assert not glossary.invades(state, Unit(0, "france", "NWD", "sea-manche"), "hainaut")


@pytest.mark.rule("EUV-TERM-17")
def test_a_surrender_is_enforced_when_all_is_conquered() -> None:
    state = campaign()
    owned = provinces.owned_provinces(state, "milan")
    assert not glossary.enforced_by_conquest(state, "milan")
    state.land.controllers.update(dict.fromkeys(owned, "france"))
    assert glossary.enforced_by_conquest(state, "milan")


@pytest.mark.rule("EUV-TERM-18", "EUV-TERM-19", "EUV-TERM-20")
def test_active_minors_give_supply_inactive_ones_access_alone() -> None:
    state = campaign()
    assert glossary.gives(state, "milan", "venice") == (True, True)
    assert glossary.gives(state, "milan", "spain") == (False, False)
    state.ledger.wars.clear()
    wars.align(state)
    assert glossary.gives(state, "milan", "venice") == (True, False)


@pytest.mark.rule("EUV-TERM-21", "EUV-TERM-22")
def test_units_move_and_markers_are_pieces_in_use() -> None:
    army = Unit(1, "france", "A+", "artois")
    for each in (army, Leader("conde", "france"), "missionary", "privateer"):
        assert glossary.unit(each)
        assert glossary.marker(each)
    for each in ("fortress", "siegework"):
        assert not glossary.unit(each)
        assert glossary.marker(each)
    assert not glossary.marker("control flag")


@pytest.mark.rule("EUV-TERM-23")
def test_what_is_temporary_lasts_one_turn() -> None:
    from engine.turns import interphase

    state = campaign()
    wars.give_reason(state, "france", "spain", 1, "a test")
    wars.give_reason(state, "spain", "france", 2, "a test")
    interphase.forget(state)
    assert [held.holder for held in state.ledger.casus_belli] == ["spain"]


@pytest.mark.rule("EUV-TERM-24")
def test_how_often_an_event_comes() -> None:
    assert glossary.times("War of Italy (*)") is None
    assert glossary.times("Plague (3)") == 3
    assert glossary.times("Reformation") == 1


@pytest.mark.rule(
    "EUV-TERM-25", "EUV-TERM-26", "EUV-TERM-27", "EUV-TERM-28", "EUV-TERM-29"
)  # fmt: skip
def test_abbreviations() -> None:
    found = {word: glossary.meaning(word) for word in ("d", "Stab", "VP", "ROTW", "ES1")}
    assert found == {
        "d": "ducat", "Stab": "stability", "VP": "victory points",
        "ROTW": "Rest-of-the-World map", "ES1": "extension set I",
    }  # fmt: skip
    for number, meant in enumerate(found.values(), 25):
        assert meant in rulebook.line(f"EUV-TERM-{number}")


@pytest.mark.parametrize("number", range(1, 30))
def test_every_term_is_in_the_rules_index(number: int) -> None:
    known = rulebook.rules()[f"EUV-TERM-{number:02}"]
    assert known.section == "Glossary"
    assert rulebook.search(known.text.split(":")[0].strip('"'))
    assert board.provinces()
