"""Where a rule is, as the sources say it."""

from pathlib import Path

import pytest

from engine.facts import citations, rulebook
from tui.__main__ import main


def test_ranges_are_written_out() -> None:
    assert citations.cited_rules("lines (SUP-01 to SUP-03, CMB-07 to 08)") == {
        "SUP-01", "SUP-02", "SUP-03", "CMB-07", "CMB-08",
    }  # fmt: skip
    assert citations.cited_rules("EUV-HUN-03, not C-SUP-08; PAR-A6") == {"EUV-HUN-03", "PAR-A6"}


def test_a_rule_names_its_function_and_its_tests() -> None:
    code, tests = citations.code("RET-29"), citations.tests("RET-29")
    assert ("engine/sea/voyages/landing.py", "carry_off") in {(one.path, one.name) for one in code}
    assert tests


def test_a_modifier_names_its_line_of_the_sheet() -> None:
    [place] = [one for one in citations.code("INT-21") if one.path.endswith(".csv")]
    lines = (citations.ROOT / place.path).read_text(encoding="utf-8").splitlines()
    assert lines[place.line - 1].endswith(",INT-21")


def test_the_file_that_holds_a_chapter_stands_before_those_that_mention_it() -> None:
    assert citations.code("MAJ-02")[0].path == "engine/combat/major_battle.py"
    assert citations.code("DRM-06")[0].path == "engine/land/battle/modifiers.py"
    assert citations.code("ASL-07")[-1].path == "engine/adjudicator/assaults.py"


def test_every_chapter_of_the_military_lists_is_cited_in_the_code() -> None:
    rules = [one.id for one in rulebook.rules().values() if one.list.startswith("military")]
    carried_out = {rule for rule in rules if citations.code(rule)}
    lost = {rule[:3] for rule in rules} - {rule[:3] for rule in carried_out}
    assert lost <= {"TAB"}, "the printed tables are engine/facts/tables, sheet by sheet"


def test_a_reading_that_nobody_cites_leads_to_the_rules_that_it_reads(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert not citations.code("REV-A3")
    assert main(["rules", "REV-A3", "--where"]) == 0
    assert "  REV-01, which it reads: engine/land/siege/revolts.py:" in capsys.readouterr().out


def test_the_command_tells_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert main(["rules", "RET-29", "--where"]) == 0
    told = capsys.readouterr().out
    assert "engine/sea/voyages/landing.py:" in told
    assert "tests/engine/" in told
    monkeypatch.setattr(citations, "ROOT", tmp_path)
    for kept in (citations._index, citations._files):
        kept.cache_clear()
    assert main(["rules", "RET-29", "--where"]) == 0
    assert "tests are not installed" in capsys.readouterr().out
    for kept in (citations._index, citations._files):
        kept.cache_clear()
