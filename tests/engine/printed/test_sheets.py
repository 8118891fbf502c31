"""Every sheet of engine/data against its transcription, cell by cell."""

import re

import pytest

from tests.engine.printed.transcription import COUNTRIES, DATA, ROOT, TECHNOLOGIES, rows, sheet

TABLES = ROOT / "engine/data/tables"
EIA = ROOT / "engine/data/eia"
# Tercio's own sheets, which no printed table has: whose lines the parties of a civil war use (read
# off a worked example), and the names of leaders, nations and powers.
OWN = {"civil_war_lines.csv", "leader_names.csv", "nation_names.csv", "power_names.csv"}
# The house rules' worked examples: no rule reads them, test_eia_examples.py follows them.
EXAMPLES = re.compile(r"_examples?\.csv")
CODED = ("country", "key", "only_for")
# The columns whose cells are codes of technologies.
TECHNICAL = (
    "technology", "opponent_technology", "required_technology", "timar_land_cap", "land_cap",
    "land_malus_from", "naval_cap", "naval_malus_from",
)  # fmt: skip
# The class that an event or a period brings has columns of its own there; here it is in words.
RESHAPED = "army_class_members"
LATER = {
    "turkey": ("I", "reformed_turkey", "", "reform M-1a (army size alone)"),
    "habsburg": ("IV", "", "VI", "event V-9 or the Habsburg dissociation V-5"),
    "habsbourg": ("IV", "", "", "event V-9 or the dissociation from Spain"),
    "perse": ("I", "", "", "the Persian Safavids event"),
}


def named(column: str, cell: str) -> str:
    """A cell with the project's word in the place of a printed code."""
    if column in CODED:
        return COUNTRIES.get(cell, cell)
    if column in TECHNICAL:
        return TECHNOLOGIES.get(cell, cell)
    return "arquebus" if (column, cell) == ("double_before", "technology ARQ") else cell


def test_every_sheet_has_a_transcription() -> None:
    for held, copied in ((TABLES, "tables"), (EIA, "eia")):
        names = {path.name for path in held.glob("*.csv")} - OWN
        copies = {path.name for path in (DATA / copied).glob("*.csv")}
        assert names == {name for name in copies if not EXAMPLES.search(name)}


@pytest.mark.parametrize(
    "name", sorted(path.stem for path in (DATA / "tables").glob("*.csv") if path.stem != RESHAPED)
)
def test_a_table_is_as_it_was_transcribed(name: str) -> None:
    held = sheet(TABLES / f"{name}.csv")
    assert len(held) == len(rows(name))
    for line, (found, printed) in enumerate(zip(held, rows(name), strict=True), 2):
        wanted = {column: named(column, cell) for column, cell in printed.items()}
        assert found == wanted, f"{name}.csv, line {line}"
        assert list(found) == list(wanted), f"{name}.csv, the columns"


def test_the_classes_of_all_countries_are_as_they_were_transcribed() -> None:
    """The Habsburgs' two printed lines are one; Mazovia stands in no list and with Latin minors."""
    sources = {each["source_id"]: each["id"] for each in sheet(ROOT / "engine/data/countries.csv")}
    held = sheet(TABLES / f"{RESHAPED}.csv")
    classes = {
        (each["country"], each["kind"]): [
            each[column] for column in ("army_class", "later_class", "later_variant", "later_from")
        ]
        + [each["technology_group"], each["source"]]
        for each in held
    }
    assert len(classes) == len(held)
    assert classes.pop(("mazovia", "minor")) == ["III", "", "", "", "Latin", "general table"]
    printed = {}
    for row in rows(RESHAPED):
        key = COUNTRIES.get(row["country"]) or sources[row["country"]]
        if row["country"] == "AUS" and row["army_class"] == "IV":
            continue  # the later class of the line before it
        major = row["kind"] == "major"
        later = LATER.get(key if major else row["country"], ("", "", "", ""))
        printed[key, row["kind"]] = [
            row["army_class"], *later[:3], row["technology_group"], row["source"]
        ]  # fmt: skip
    assert classes == printed
    said = {(each["country"], each["kind"]): each["condition"] for each in held}
    for key, (*_, condition) in LATER.items():
        kind = "major" if key in COUNTRIES.values() else "minor"
        assert said[sources.get(key, key), kind] == condition


@pytest.mark.parametrize(
    "name",
    sorted(path.name for path in (DATA / "eia").glob("*.csv") if not EXAMPLES.search(path.name)),
)
def test_a_sheet_of_empires_in_arms_is_as_it_was_transcribed(name: str) -> None:
    assert sheet(EIA / name) == sheet(DATA / "eia" / name)
