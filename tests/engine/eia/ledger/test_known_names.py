"""One name for one thing, and the names that a form may offer."""

from __future__ import annotations

from typing import Any

import pytest

from engine.eia import tables, troops
from engine.eia.ledger.known_names import names, with_known_names
from engine.eia.ledger.ledger import Ledger
from engine.eia.ledger.records import City, Corps, Exile, Fleet, Leader, Loan, Minor
from tests.engine.eia.nights import written


@pytest.fixture
def state() -> Ledger:
    found = written(
        hulks={"Ferrol": {"spain": 1}}, loose={"Cadiz": {"spain": 2}}, tested=["Lorient"],
        fleets={"Brest": Fleet("france", 9), "Toulon": Fleet("france", 6),
                "Home": Fleet("britain", 9)},
        leaders={"Ney": Leader("france", 3, 4, 2), "Moore": Leader("britain", 3, 4, 2)},
        exiles={"Davout": Exile("france", "A", 0)}, wounded={"Lannes": 3},
        captured={"Junot": "britain"}, promoted={"Soult": "B"},
        loans={"Yorck": Loan("prussia", "france", 0, 0)},
        cavalry={"La Salle": {"light_cavalry": 2}},
        corps={"I of france": Corps("france", "france", "infantry", {"infantry": 9, "guard": 1}),
               "I of austria": Corps("austria", "austria", "infantry", {"militia": 4}),
               "X of austria": Corps("austria", "austria", "infantry", {})},
        minors={"Saxony": Minor("prussia"), "Ruritania": Minor("france")},
        cities={"Graz": City("austria", 2, False, "pillaged", "I", 0, 0)},
    )  # fmt: skip
    found.powers = {name: found.powers[name] for name in ("austria", "britain", "france", "spain")}
    found.powers["france"].depots = ["Metz"]
    found.powers["austria"].depots = ["Linz", "Metz"]
    return found


SOURCED = {*tables.leaders()}
MINORS = {*tables.minors(), "Ruritania"}


@pytest.mark.parametrize(
    ("field", "values", "expected"),
    [
        ("fleet", {}, {"Brest", "Toulon", "Home"}),
        ("fleets", {"power": "france"}, {"Brest", "Toulon"}),
        ("prizes", {"winner": "britain", "power": "france"}, {"Home"}),
        ("attacker_fleets", {"attacker": "france", "defender": "britain"}, {"Brest", "Toulon"}),
        ("defender_fleets", {"attacker": "france", "defender": "GB"}, {"Home"}),
        ("port", {}, {"Ferrol", "Cadiz", "Lorient", "Brest", "Toulon", "Home"}),
        ("leader", {}, {"Ney", "Moore", "Davout", "Lannes", "Junot", "Soult"} | SOURCED),
        ("leaders", {"power": "britain"}, {"Moore"}),
        ("leader", {"power": "turkey"}, {"Ney", "Moore", "Davout", "Lannes", "Junot", "Soult"}
         | SOURCED),
        ("exile", {"loser": "britain", "victor": "france"}, {"Moore"}),
        ("corps", {}, {"Yorck", "La Salle", "I", "X"}),
        ("corps", {"owner": "austria"}, {"Yorck", "La Salle", "I", "X"}),
        ("corps", {"giver": "france"}, {"Yorck", "La Salle", "I"}),
        ("attacker_corps", {"attacker": "france"}, {"I"}),
        ("attacker_losses", {"attacker": "france"}, {"I infantry=", "I guard="}),
        ("defender_losses", {"attacker": "france"}, set()),
        ("owner", {}, {*tables.POWERS} | MINORS), ("minor", {}, MINORS),
        ("ceded", {"loser": "prussia"}, {"Saxony"}), ("ceded", {"giver": "france"}, {"Ruritania"}),
        ("ceded", {}, {"Saxony", "Ruritania"}), ("city", {}, {"Graz"}),
        ("place", {}, {"Linz", "Metz"}), ("nation", {}, {*tables.nations()}),
        ("troop", {}, {*troops.TROOPS}), ("goals", {}, {"austria", "britain", "france", "spain"}),
        ("bids", {}, {"austria", "britain", "france", "spain"}),
        ("scenario", {}, {*tables.scenarios()}), ("money", {}, set()),
        ("fleets", {"power": ["france"]}, {"Brest", "Toulon", "Home"}),
    ],
)  # fmt: skip
def test_a_field_is_offered_the_names_that_may_stand_in_it(
    state: Ledger, field: str, values: dict[str, Any], expected: set[str]
) -> None:
    assert names(state, field, values) == sorted(expected)


@pytest.mark.rule("EIA-PRIS-02", "EIA-ERR-34", "EIA-PIL-05")
@pytest.mark.parametrize(
    ("field", "typed", "kept"),
    [
        ("fleet", "brest", "Brest"), ("fleet", "Rochefort", "Rochefort"),
        ("fleets", ["TOULON", "brest"], ["Toulon", "Brest"]), ("leaders", ["NEY", 3], ["Ney", 3]),
        ("leader", "Napoleon Bonaparte", "Napoleon"), ("leader", "masséna", "Massena"),
        ("city", "graz", "Graz"), ("owner", "Great Britain", "britain"),
        ("owner", "saxony", "Saxony"), ("nation", "Austria", "austria"),
        ("nation", "SAXONY", "saxony"), ("minor", "GB", "GB"), ("troop", "Infantry", "infantry"),
        ("exile", {"NEY": "B"}, {"Ney": "B"}), ("votes", {"NEY": "yes"}, {"NEY": "yes"}),
        ("number", 4, 4), ("corps", "LA SALLE", "La Salle"), ("corps", "x", "X"),
    ],
)  # fmt: skip
def test_who_is_only_typed_otherwise_is_no_other(
    state: Ledger, field: str, typed: Any, kept: Any
) -> None:
    """What a city, a nation, a troop or a leader did or suffered once is found under its name."""
    assert with_known_names(state, {field: typed, "points": 2}) == {field: kept, "points": 2}
