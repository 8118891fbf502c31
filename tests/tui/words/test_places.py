"""The words of the screen's lines."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

import engine
from engine import scenarios
from engine.facts import board
from engine.programs import simulate
from engine.state.land import Siege
from tests.engine.playing import lead, put, tabletop
from tests.tui.small_game import table
from tui.panes.stacks import here_lines
from tui.words.breadcrumbs import CRUMBS, breadcrumbs, question
from tui.words.line import text_of
from tui.words.place_line import described_place, place_facts, place_rows
from tui.words.places import percent, percent_exactly, situation, task_words, years


def test_what_a_question_belongs_to_names_no_procedure_of_the_code() -> None:
    waiting = "game > military_phase > movement_step > moves > move > _walk > _ask"
    assert breadcrumbs(waiting) == "military phase > movement step"
    fought = "game > military_phase > battles_step > battles > battle > _fight > lose > _settle"
    assert breadcrumbs(fought) == "military phase > battles step > battle > losses"
    deep = "game > military_phase > movement_step > move > attempts > battle > flee > lose"
    assert breadcrumbs(deep) == "military phase > movement step > … > retreat > losses"
    assert breadcrumbs("game") == ""
    turn = "game > play_campaign > play_step >"
    assert breadcrumbs(f"{turn} logistics > recruitment") == "upkeep and recruitment"
    assert breadcrumbs(f"{turn} military_step > military_phase") == "military phase"
    assert breadcrumbs(f"{turn} negotiations_step > declare_wars") == (
        "negotiations step > declarations of war"
    )


def test_every_procedure_that_has_a_word_is_one_of_the_rules() -> None:
    code = "".join(path.read_text("utf-8") for path in Path(engine.__path__[0]).rglob("*.py"))
    assert set(CRUMBS) <= {name.strip("_") for name in re.findall(r"async def (\w+)", code)}


def test_the_years_of_a_turn() -> None:
    assert years(1) == "1492-94"
    assert years(2) == "1495-99"
    assert years(22) == "1595-99"


def test_between_the_phases_it_says_which_step_of_the_turn_it_is() -> None:
    game = simulate.new_game(scenarios.read("burgundy-1494"), 3)
    told = situation(game, ours="", hidden=())
    assert told.startswith("Turn 1, 1492-94, period I. Events.")


def test_where_everything_stands_names_admirals_and_what_their_ships_do() -> None:
    game = simulate.new_game(scenarios.read("lepanto-1571"), 3)
    ships = next(unit for unit in game.state.units_at("corfu") if not unit.land)
    game.state.sea.tasks[str(ships.id)] = "supply"
    told = situation(game, ours="", hidden=())
    assert "  Morea: F+ (10 NGD, NTD) with Ali Paşa" in told.splitlines()
    assert "F+ (10 NGD, NTD), supplying troops ashore" in told
    assert task_words("supply:palermo") == "supplying troops in Palermo", "after a landing there"
    both = task_words("blockade+supply:palermo")
    assert both == "blockading Palermo and supplying troops there"


@pytest.mark.parametrize(
    ("chance", "shown", "exact"),
    [
        (0, "0 %", "0 %"), (0.0002, "<0.1 %", "<0.1 %"), (0.004, "0.4 %", "0.4 %"),
        (Fraction(1, 8), "12 %", "12.5 %"), (0.5, "50 %", "50 %"), (0.996, "99.6 %", "99.6 %"),
        (0.99996, ">99.9 %", ">99.9 %"), (0.1 * 3 + 0.7, "100 %", "100 %"), (1, "100 %", "100 %"),
    ],
)  # fmt: skip
def test_a_chance_is_never_told_as_certain_that_is_not(
    chance: float, shown: str, exact: str
) -> None:
    assert percent(chance) == shown
    assert percent_exactly(chance) == exact


def test_a_place_is_told_alike_under_the_map_and_in_lines() -> None:
    state = table()
    state.land.pillages["artois"] = ["-"]
    first, second = place_rows(state, "artois", "france", fog=())
    told = described_place(state, "Artois", (), "france").splitlines()
    assert first == f" {told[0]}"
    assert "owned by Spain (at war)" in told[0]
    assert told[-1] == "pillage -"
    assert second.endswith(f" · {told[-1]}")
    assert len(second.split(" · ")) == len(told[1:])


def test_leaders_whose_troops_are_gone_are_told_too() -> None:
    state = tabletop()
    lead(state, "france", "picardie", "navarre-2")
    assert place_rows(state, "picardie", "france", fog=())[1] == " France with Henri IV"
    assert described_place(state, "Picardie", ours="", hidden=()).endswith(
        "\nHenri IV of France, without troops"
    )


def test_a_fortress_without_a_city_has_a_name() -> None:
    state = tabletop()
    place = next(place for place, known in board.provinces().items() if not known.city)
    assert not any("level" in fact for fact in place_facts(state, place, ours=""))
    state.land.levels[place] = 2
    assert "fortress, level 2" in place_facts(state, place, ours="")


def test_a_siege_is_of_those_whose_troops_are_there() -> None:
    state = tabletop(alliances={"france": ["france", "savoy"], "spain": ["spain"]})
    put(state, "savoy", "artois", "A+", "A+")
    state.land.sieges["artois"] = Siege("france", ["+"], breach=True)
    said = "besieged by Savoy, siegeworks +, breached"
    assert said in place_rows(state, "artois", "france", fog=())[1]
    assert said in described_place(state, "Artois", ours="", hidden=())
    assert said in text_of(here_lines(state, "artois", "france"))
    state.land.sieges["brabant"] = Siege("france")
    assert "besieged by France" in described_place(state, "Brabant", ours="", hidden=()), (
        "nobody is there any more"
    )


@pytest.mark.parametrize(
    ("who", "what", "said"),
    [
        ("france", "Which campaign for France?", "Which campaign for France?"),
        ("france", "Which campaign for Savoy?", "France: Which campaign for Savoy?"),
        ("papacy", "Does the Papacy accept?", "Does the Papacy accept?"),
        ("spain", "France offers a truce. Does Spain accept?",
         "France offers a truce. Does Spain accept?"),
        ("spain", "Where does Spain's LD go from Artois?",
         "Where does Spain's LD go from Artois?"),
        ("spain", "F+ of Turkey passes the fort of Spain: fire?",
         "Spain: F+ of Turkey passes the fort of Spain: fire?"),
        ("spain", "France's A+ enters Artois: intercept?",
         "Spain: France's A+ enters Artois: intercept?"),
        ("royalists", "the English Royalists have won: retreat anyway?",
         "The English Royalists have won: retreat anyway?"),
    ],
)  # fmt: skip
def test_a_question_names_the_power_it_is_put_to_once(who: str, what: str, said: str) -> None:
    assert question(who, what) == said
