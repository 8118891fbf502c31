"""The words of the screen's lines."""

import re
from pathlib import Path

import engine
from engine import scenarios, simulate
from tui.words import CRUMBS, crumbs, situation, years


def test_what_a_question_belongs_to_names_no_procedure_of_the_code() -> None:
    waiting = "game > military_phase > movement_step > moves > move > _walk > _ask"
    assert crumbs(waiting) == "military phase > movement step"
    fought = "game > military_phase > battles_step > battles > battle > _fight > lose > _settle"
    assert crumbs(fought) == "military phase > battles step > battle > losses"
    deep = "game > military_phase > movement_step > move > attempts > battle > flee > lose"
    assert crumbs(deep) == "military phase > movement step > … > retreat > losses"
    assert crumbs("game") == ""


def test_every_procedure_that_has_a_word_is_one_of_the_rules() -> None:
    code = "".join(path.read_text("utf-8") for path in Path(engine.__path__[0]).rglob("*.py"))
    assert set(CRUMBS) <= {name.strip("_") for name in re.findall(r"async def (\w+)", code)}


def test_the_years_of_a_turn() -> None:
    assert years(1) == "1492-94"
    assert years(2) == "1495-99"
    assert years(22) == "1595-99"


def test_where_everything_stands_names_admirals_and_what_their_ships_do() -> None:
    game = simulate.new_game(scenarios.read("lepanto-1571"), 3)
    ships = next(unit for unit in game.state.units_at("corfu") if not unit.land)
    game.state.tasks[str(ships.id)] = "supply"
    told = situation(game)
    assert "  Morea: F+ (10 NGD, NTD) with Ali Paşa" in told.splitlines()
    assert "F+ (10 NGD, NTD), supplying troops ashore" in told
