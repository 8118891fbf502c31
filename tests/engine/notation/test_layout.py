"""A table laid out by typing: what is meant, what is refused, and every step taken back."""

from __future__ import annotations

import random

import pytest

from engine import scenarios
from engine.facts import board, countries
from engine.notation import position_reader, position_writer
from engine.notation.layout import Layout, empty
from engine.notation.reading_errors import Unread
from engine.rounds import rounds


@pytest.fixture
def table() -> Layout:
    return Layout(empty(22))


def refused(table: Layout, place: str, typed: str) -> str:
    before = table.text
    with pytest.raises(Unread) as found:
        table.typed(place, typed)
    assert table.text == before
    return "; ".join(found.value.lines)


def test_an_empty_table_has_the_powers_of_its_turn() -> None:
    assert "power spain: " in empty(22)
    assert "; tercios" in empty(22)
    assert "land_technology musket" in empty(22)
    assert "turn 22; period III" in empty(22)
    assert "A+" not in empty(1)
    assert "war " not in empty(1)


def test_troops_a_leader_and_a_fortress_are_typed_in_one_line(table: Layout) -> None:
    said = table.typed("artois", "fr 2A+ LD henri iv, level 3")
    assert said == "Artois: level 3; france 2xA+ LD; @navarre-2 france"
    assert [unit.kind for unit in table.state.units_at("artois")] == ["A+", "A+", "LD"]
    assert table.state.land.levels["artois"] == 3


@pytest.mark.parametrize(
    "typed",
    ["fr 2A+ LD", "France 2 A+ LD", "FRA A+ A+ LD", "french 2xA+ and LD", "  fr   2a+  ld ;; "],
)
def test_one_thing_may_be_typed_in_many_ways(table: Layout, typed: str) -> None:
    table.typed("artois", typed)
    assert table.items("artois") == ["france 2xA+ LD"]


def test_typed_again_it_takes_the_place_and_with_a_plus_it_joins(table: Layout) -> None:
    table.typed("artois", "fr 2A+ henri iv")
    table.typed("artois", "fr LD")
    assert table.items("artois") == ["france LD", "@navarre-2 france"]
    table.typed("artois", "+ fr A+")
    assert len(table.state.units_at("artois")) == 2
    table.typed("artois", "spain A+ inside")
    assert len(table.state.units_at("artois")) == 3


def test_a_leader_who_stands_elsewhere_comes_from_there(table: Layout) -> None:
    table.typed("artois", "fr A+ henri iv")
    table.typed("picardie", "fr A+ henri iv")
    assert [leader.place for leader in table.state.leaders.values()] == ["picardie"]
    table.typed("", "off henri iv wounded S3")
    assert table.items("picardie") == ["france A+"]
    table.typed("artois", "fr henri iv")
    assert "off @" not in table.text


def test_what_is_not_there_any_more(table: Layout) -> None:
    table.typed("artois", "fr 2A+ henri iv, sp LD inside, siege fr + -, level 3")
    table.typed("artois", "no henri iv")
    table.typed("artois", "no siege; -level")
    assert table.items("artois") == ["france 2xA+", "spain LD inside"]
    table.typed("artois", "no france")
    assert table.items("artois") == ["spain LD inside"]
    assert "there is no france here" in refused(table, "artois", "no france")
    table.typed("artois", "clear")
    assert table.items("artois") == []


def test_ships_lie_in_port_ashore_and_admirals_with_them(table: Layout) -> None:
    """Don Juan has a counter as a general and one as an admiral."""
    table.typed("andalucia", "sp F+[6NWD 2NTD] 2NGD don juan")
    table.typed("sea-levantin", "tu F+[10NGD] ali pasha")
    ashore = table.items("andalucia")
    assert ashore[0].endswith(" port")
    leaders = {each.id for each in table.state.leaders.values()}
    assert {countries.leader(each).kind for each in leaders} == {"admiral"}


def test_a_minor_comes_with_its_patron_and_leaves_its_wars(table: Layout) -> None:
    table.typed("savoia", "savoy LD")
    assert any("nobody plays" in said for _, said in table.complaints())
    table.typed("", "war savoy spain")
    table.typed("", "ally savoy france")
    assert table.state.countries["savoy"].patron == "france"
    assert table.state.diplomacy.wars == []
    assert not any("nobody plays" in said for _, said in table.complaints())


def test_who_leaves_an_alliance_of_his_name_leaves_it_another(table: Layout) -> None:
    for typed in ("ally savoy spain", "ally venice savoy", "war spain france", "ally spain france"):
        table.typed("", typed)
    found = {each.id: each.members for each in table.state.diplomacy.alliances}
    assert "spain" in found["france"]
    assert "spain" not in found
    assert all(name in members for name, members in found.items() if name in table.state.countries)


def test_wars_are_made_and_ended(table: Layout) -> None:
    table.typed("", "war fr sp")
    assert table.state.diplomacy.wars == [("france", "spain")]
    assert table.typed("", "war spain france") == "That is how it stands already."
    table.typed("", "peace spain france")
    assert table.state.diplomacy.wars == []
    assert "two countries" in refused(table, "", "war france")
    assert "is not a country" in refused(table, "", "war france xyz")


def test_a_power_has_what_is_typed_of_it(table: Layout) -> None:
    table.typed("", "power fr money 300 stability -1 land baroque tercios")
    france = table.state.countries["france"]
    assert (france.treasury, france.stability, france.land_technology) == (300, -1, "baroque")
    assert "not a whole number" in refused(table, "", "power fr treasury lots")
    assert "is nothing of a power" in refused(table, "", "power fr charm 3")
    assert refused(table, "", "power fr stability 9")


def test_a_new_power_keeps_its_own_initiative_for_alliances_to_come(table: Layout) -> None:
    """INI-04: an alliance has the lowest of its members, of whom each needs one of his own."""
    table.typed("skane", "sweden A+, control sweden")
    assert table.state.sequence.initiatives["sweden"] == 8
    table.typed("", "initiative sweden 5")
    assert table.state.sequence.initiatives["sweden"] == 5
    assert table.state.sequence.initiatives["france"] == 10
    assert rounds.initiative(table.state, ["france", "sweden"]) == 5


def test_a_phrase_builds_on_those_before_it_in_the_same_line(table: Layout) -> None:
    table.typed("", "ally savoy france, war savoy spain")
    assert "alliance france: france savoy;" in table.text
    assert "\nwar france spain\n" in table.text
    table.typed("artois", "turn 40, bavaria LD")
    bavaria, france = (table.state.countries[each] for each in ("bavaria", "france"))
    assert bavaria.land_technology == france.land_technology == "baroque"


def test_what_is_wrong_names_no_section_of_a_file(table: Layout) -> None:
    table.typed("artois", "fr 2A+, control sp; level 3")
    table.typed("", "war fr sp")
    assert [said for place, said in table.complaints() if place == "artois"] == [
        "France: an enemy holds the fortress"
    ]


def test_another_turn_takes_the_dead_away_and_brings_technology(table: Layout) -> None:
    table.typed("artois", "sp A+ farnese")
    table.typed("", "turn 31")
    assert table.state.leaders == {}
    assert table.state.period == "IV"
    table.typed("", "year 1520")
    assert table.state.countries["france"].land_technology == "renaissance"
    assert "there are turns 1 to" in refused(table, "", "turn 90")
    for year in (1491, 1800):
        assert refused(table, "", f"year {year}") == (
            f"year {year}: the game has the years 1492 to 1799"
        )
    table.typed("", "year 1799")
    assert table.state.turn == 62


def test_limits_are_told_with_their_places(table: Layout) -> None:
    table.typed("champagne", "fr 4A+")
    table.typed("artois", "fr LD")
    table.typed("picardie", "venice 9A+")
    found = list(table.complaints())
    assert any(place == "champagne" and "over the limit of a stack" in said
               for place, said in found)  # fmt: skip
    assert any("Venice" in said and "more than there are counters" in said for _, said in found)


@pytest.mark.parametrize(("typed", "against"), [
    ("fr F+[4NWD 4NTD] LD aboard", ""),
    ("fr LD", "their ships there do not carry all these troops"),
    ("fr LD inside", "at sea troops are aboard"),
])  # fmt: skip
def test_at_sea_troops_are_aboard(table: Layout, typed: str, against: str) -> None:
    if "inside" in typed:
        assert against in refused(table, "sea-manche", typed)
        return
    table.typed("sea-manche", typed)
    said = [said for place, said in table.complaints() if place == "sea-manche"]
    assert bool(said) == bool(against)
    assert all(against in one for one in said)


def test_every_step_is_taken_back_and_made_again(table: Layout) -> None:
    steps = [table.text]
    for place, typed in (("artois", "fr A+"), ("artois", "level 3"), ("", "war fr sp")):
        table.typed(place, typed)
        steps.append(table.text)
    for text in reversed(steps[:-1]):
        assert table.undo()
        assert table.text == text
    assert not table.undo()
    for text in steps[1:]:
        assert table.redo()
        assert table.text == text
    assert not table.redo()
    table.undo()
    table.typed("artois", "no france")
    assert not table.redo()


def test_what_is_copied_is_put_down_and_what_is_cut_moves(table: Layout) -> None:
    table.typed("artois", "fr 2A+ henri iv, level 3")
    table.put_down("champagne", table.standing("artois"))
    assert table.items("champagne") == ["france 2xA+"]
    table.put_down("lorraine", table.standing("artois"), "artois")
    assert table.items("artois") == ["level 3"]
    assert table.items("lorraine") == ["france 2xA+", "@navarre-2 france"]
    table.typed("provence", "fr 3NWD")
    table.put_down("sea-lion", table.standing("provence"), "provence")
    assert table.items("sea-lion") == ["france 3xNWD"]


@pytest.mark.parametrize("name", scenarios.ids())
def test_a_scenario_is_laid_out_again_to_the_letter_and_nothing_is_against_it(name: str) -> None:
    text = position_writer.position_text(scenarios.load(name))
    table = Layout(text)
    assert table.text == text
    assert list(table.complaints()) == []


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "nothing is typed"),
        ("x" * 501, "at most 500 letters"),
        ("fr A+ \x1b]52;c;aGk=\x07", "one can see"),
        ("fr 2Q+", "'2Q+' is not a country, counter"),
        ("fr A+ Farneze", "did you mean"),
        ("siege nobody", "who besieges it?"),
        ("2A+", "whose is it?"),
        ("fr", "stands here"),
        ("level high", "a word or a number is missing"),
        ("pillage ?", "a pillage is -, + or both"),
        ("fr A+/99", "it has 12 thirds"),
    ],
)
def test_what_cannot_be_read_changes_nothing(table: Layout, typed: str, said: str) -> None:
    assert said in refused(table, "artois", typed)


def test_random_typing_gives_a_table_that_opens_again_or_a_sentence() -> None:
    """Whatever hands type, the text that is kept is a position."""
    chance = random.Random(21)
    words = ["fr", "spain", "2A+", "LD", "F+[4NWD]", "inside", "port", "henri iv", "farnese",
             "level", "3", "siege", "no", "+", "-", "clear", "war", "ally", "turn", "22", "power",
             "treasury", "300", "owner", "nobody", "@", "#x", "(", "[", ";", ",", "natives",
             "active", "corsair", "revolt", "presidio", "off", "wounded", "S3", "é", "³",
             "pirates", "rebels", "gold", "-1", "99", "colony", "pillage", "=france"]  # fmt: skip
    places = ["", "artois", "provence", "sea-lion", "moskva", "sea-levantin", *board.areas()]
    table = Layout(empty(22))
    for _ in range(400):
        typed = " ".join(chance.choices(words, k=chance.randrange(1, 7)))
        try:
            table.typed(chance.choice(places), typed)
        except Unread as error:
            assert all(error.lines)  # noqa: PT017 - either outcome is looked at
        else:
            assert position_writer.position_text(position_reader.read(table.text)) == table.text
            list(table.complaints())
