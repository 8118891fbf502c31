"""The mutants of `make mutants`: what they are, and the list of those that change nothing."""

import ast
from typing import Any

import pytest

from engine.fleets import presidios
from tests.mutants import sites
from tests.mutants.__main__ import equivalent
from tests.mutants.broken import Loaded

FILE = "engine/fleets/presidios.py"


def test_a_sample_is_the_same_for_a_seed_and_no_two_are_of_one_statement() -> None:
    sample = sites.drawn(8, 7, FILE)
    assert sample == sites.drawn(8, 7, FILE)
    assert len({each.line for each in sample}) == 8
    assert sample != sites.drawn(8, 8, FILE)


def test_a_mutant_is_one_change_of_a_module_that_still_compiles() -> None:
    before = sites.Module(FILE).tree
    for mutant in sites.drawn(8, 7, FILE):
        tree, _ = sites.changed(mutant.site)
        compile(tree, FILE, "exec")
        assert ast.dump(tree) != ast.dump(before), mutant


def test_a_mutant_put_into_the_process_is_what_everybody_calls() -> None:
    before = presidios.strait_gun.__code__
    one = next(
        found
        for site in sites.sites(FILE)
        if (found := sites.mutant(site)).function == "strait_gun" and "is None" in found.change
    )
    Loaded().break_(one)
    after, presidios.strait_gun.__code__ = presidios.strait_gun.__code__, before
    assert after.co_qualname == before.co_qualname
    assert after.co_code != before.co_code


def test_a_cell_of_a_sheet_has_its_last_figure_one_more_and_no_figure_is_left_out() -> None:
    name = "engine/data/eia/seed_hulks.csv"
    changes = [each.change.rpartition(": ")[2] for each in sites.every(name)]
    assert changes == [
        "5 money  ->  6 money", "3 months  ->  4 months", "0, automatic  ->  1, automatic"
    ]  # fmt: skip
    signed = sites.cell("engine/data/eia/guard_limits.csv", 3, 1)
    assert signed.change.endswith("+1  ->  +2")
    drawn = sites.cells(3, 7, "engine/data/eia")
    assert drawn == sites.cells(3, 7, "engine/data/eia")
    assert len(sites.cells(3, 7, ())) == 3, "of all sheets where none is named"
    assert all(each.site.file.startswith("engine/data/eia") for each in drawn)
    assert len(drawn) == 3


@pytest.mark.parametrize("entry", sites.UNREAD, ids=lambda each: each["sheet"])
def test_what_no_rule_reads_is_there_and_has_its_reason(entry: dict[str, Any]) -> None:
    head, *rows = sites.sheet(f"engine/data/{entry['sheet']}")
    assert {*entry.get("columns", ())} <= {*head}
    assert {*entry.get("lines", ())} <= {each for row in rows for each in row}
    assert len(entry["why"]) > 20
    drawn = {(at, head[column]) for at, column in sites.figures(f"engine/data/{entry['sheet']}")}
    lines = [at for at, row in enumerate(rows, 1) if {*row} & {*entry.get("lines", row)}]
    assert not drawn & {(at, each) for at in lines for each in entry.get("columns", head)}


def test_the_modules_that_are_no_rules_are_there() -> None:
    stems = {path.stem for path in (sites.ROOT / "engine").rglob("*.py")}
    assert stems >= sites.NO_RULES


def test_every_change_known_to_change_nothing_names_a_function_and_its_reason() -> None:
    for (file, function, change), why in equivalent().items():
        if file not in sites.sheets():
            names = {sites.module(file).function(node)[1] for node in sites.module(file).nodes}
            assert function in names, (file, function)
        assert "  ->  " in change
        assert len(why) > 20
