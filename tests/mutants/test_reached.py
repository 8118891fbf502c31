"""What a test reaches: notes of the statements that run, kept from one run to the next."""

import ast
from array import array
from pathlib import Path

from tests.mutants import sites
from tests.mutants.reached import NOTES, Ran, Reached, digest, noted, statements, text

SOURCE = '''
def chance(die):
    """A text is no statement to note."""
    def doubled(number):
        return 2 * number
    if die > 4:
        return doubled(die)
    elif die == 1:
        raise ValueError
    for _ in range(die):
        pass
    return die
'''
FILE = "engine/fleets/presidios.py"


def function(source: str = SOURCE) -> ast.FunctionDef:
    first = ast.parse(source).body[0]
    assert isinstance(first, ast.FunctionDef)
    return first


def reached_by(die: int) -> set[str]:
    """The first lines of the statements that run for a die."""
    plain, changed = statements(function()), function()
    noted(changed, 0)
    names: dict[str, object] = {NOTES: bytearray(len(plain))}
    exec(compile(ast.Module([changed], []), "", "exec"), names)
    chance = names["chance"]
    assert callable(chance)
    chance(die)
    notes = names[NOTES]
    assert isinstance(notes, bytearray)
    ran = [each for each, note in zip(plain, notes, strict=True) if note]
    return {ast.unparse(each).split("\n")[0] for each in ran}


def test_each_statement_that_runs_is_noted_and_no_other() -> None:
    always = {"def doubled(number):", "if die > 4:"}
    assert reached_by(5) == {*always, "return doubled(die)", "return 2 * number"}
    assert reached_by(2) == {
        *always, "if die == 1:", "for _ in range(die):", "pass", "return die",
    }  # fmt: skip


def test_a_statement_is_the_same_when_lines_move_and_another_when_its_function_changes() -> None:
    assert text(function("\n\n" + SOURCE)) == text(function())
    assert text(function(SOURCE.replace("> 4", "> 3"))) != text(function())


def test_only_tests_that_run_the_changed_statement_meet_it_the_quickest_first(
    tmp_path: Path,
) -> None:
    held = Reached(tmp_path / "kept" / "reached")
    held.number([FILE])
    each = (sites.mutant(site) for site in sites.sites(FILE))
    mutant = next(m for m in each if m.function == "strait_gun" and "is None" in m.change)
    module = sites.module(FILE)
    statement = module.statement(module.nodes[mutant.site.node])
    within, _ = module.function(statement)
    assert within is not None
    at = [id(each) for each in statements(within)].index(id(statement))
    held.tests = {
        f"{place.function} {place.number} {seconds}": Ran("", array("I", [number]), seconds)
        for seconds in (2.0, 0.1)
        for place, number in held.numbers.items()
    }
    found = held.reaching({7: mutant}, held.tests)
    assert found == {7: [f"strait_gun {at} 0.1", f"strait_gun {at} 2.0"]}
    held.keep()
    assert Reached(tmp_path / "kept" / "reached").tests == held.tests


def test_a_function_that_has_moved_is_reached_by_the_tests_that_reached_it_before(
    tmp_path: Path,
) -> None:
    held = Reached(tmp_path / "reached")
    held.number([FILE])
    mutant = next(
        m for site in sites.sites(FILE) if (m := sites.mutant(site)).function == "guns_at"
    )
    before = {place: at for place, at in held.numbers.items() if place.function == "guns_at"}
    moved = Reached(tmp_path / "other")
    moved.numbers = {place._replace(file="engine/forts.py"): at for place, at in before.items()}
    moved.number([FILE])
    moved.tests = {"it": Ran("", array("I", before.values()), 0.1)}
    assert moved.reaching({7: mutant}, moved.tests) == {7: ["it"]}


def test_a_test_is_tried_anew_when_it_is_new_or_its_file_has_changed(tmp_path: Path) -> None:
    held = Reached(tmp_path / "reached")
    path = tmp_path / "test_it.py"
    path.write_text("")
    assert held.stale({"it": path}) == ["it"]
    held.tests["it"] = Ran(digest(path), array("I"), 0.1)
    assert held.stale({"it": path}) == []
    digest.cache_clear()
    path.write_text("changed")
    assert held.stale({"it": path}) == ["it"]
