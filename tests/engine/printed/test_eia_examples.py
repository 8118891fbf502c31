"""The house rules' own examples, each from its transcription: what is done, what comes of it."""

from __future__ import annotations

import pytest

from tests.engine.eia.adjudicating import outcome
from tests.engine.printed.transcription import DATA, Row, sheet


def lines(name: str) -> list[Row]:
    return sheet(DATA / "eia" / f"{name}.csv")


@pytest.mark.rule("EIA-PEACE-01", "EIA-PEACE-02", "EIA-PEACE-03", "EIA-PEACE-04")
@pytest.mark.parametrize("row", lines("seed_enforced_peace_examples"))
def test_when_an_enforced_peace_ends(row: Row) -> None:
    """*For an 18 months enforced peace formed in the Peace step of December the peace ends in the
    Peace step of June, thus a new declaration of war can be issued in July.*"""
    phase = row["made_in_phase"].partition(" ")[0]
    month, _, year = row["ends_in_month"].partition(", ")
    found = outcome("enforced-peace", year=1805, month=row["made_in_month"],
                    phase=phase, months=int(row["months"]))  # fmt: skip
    years = {"next year": 1806, "second year after": 1807}
    assert found["ends"] == f"{month} {years[year]}"
    assert found["ends_phase"] == row["ends_in_phase"].partition(" ")[0]
    assert found["first_war"] == f"{row['first_war_month']} {years[year]}"


@pytest.mark.rule("EIA-TRM-13", "EIA-TRM-15")
@pytest.mark.parametrize("row", lines("seed_exile_example"))
@pytest.mark.parametrize(
    ("ratings", "more"), [((4, 4, 4), -1), ((4, 3, 6), 0), ((4, 5, 6), 0), ((5, 5, 6), 1)]
)
def test_what_a_return_from_exile_costs(row: Row, ratings: tuple[int, ...], more: int) -> None:
    """*Returning Napoleon (reduced stats) in fiasco zone costs 6 political points*: so his ratings
    add up to 13, 14 or 15."""
    named = dict(zip(("strategic", "tactical", "maximum"), ratings, strict=True))
    found = outcome("exile-cost", leader="Napoleon", rank=row["rank"], zone=row["zone"], **named)
    assert found["cost"] == int(row["cost"]) + more


@pytest.mark.rule("EIA-ERR-28")
@pytest.mark.parametrize("row", lines("seed_forcible_access_example"))
def test_what_forcible_access_costs(row: Row) -> None:
    """*France loses one political point if both these minor countries are controlled by Prussia,
    but loses two political points if Bavaria is Austrian-controlled and Saxony is
    Prussian-controlled.*"""
    areas = row["areas_entered"].split(" and ")
    hosts = row["controllers"].lower().split("; ")
    entered = [{"area": area, "controller": host} for area, host in zip(areas, hosts, strict=True)]
    found = outcome("forcible-access", power="france", entered=entered)
    assert found["political_points"] == int(row["points"])


@pytest.mark.rule("EIA-HULK-05")
@pytest.mark.parametrize("row", lines("seed_hulk_example"))
def test_whether_a_hulk_reaches_its_port(row: Row) -> None:
    """*Russia rolls 2d6, one coming out as 1 and the other as 4, thus one of the hulks is sunk on
    it's way to port, but the other is gained as a Russian hulk in St. Petersburg.*"""
    found = outcome("hulk", sunk={"ship of the line": 1}, sunk_of="britain", winner="russia",
                    distance=int(row["distance"]), port="St. Petersburg",
                    dice={"hulk1": int(row["die"])})  # fmt: skip
    saved = row["result"] == "hulk gained"
    assert (found["owner"], found["gained"], found["sunk"]) == ("russia", saved, not saved)


@pytest.mark.rule("EIA-PIL-07")
@pytest.mark.parametrize("row", lines("seed_pillage_examples"))
def test_what_a_pillaged_city_yields(row: Row) -> None:
    """*Half the number of towers in the city, rounded up*; of a major power's capital *this amount
    is multiplied by 5*."""
    capital = row["major_capital"] == "yes"
    found = outcome("pillage", nation="turkey", towers=int(row["towers"]), capital=capital)
    assert found["money"] == int(row["money"])
