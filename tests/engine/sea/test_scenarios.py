"""Ships, presidios and admirals of scenarios."""

from __future__ import annotations

from typing import Any

import pytest

from engine import scenarios
from engine.fleets import fleets
from engine.scenarios import ScenarioError
from engine.state import State
from engine.state.sea import Corsair

BASE: dict[str, Any] = {
    "id": "x", "title": "X", "year": 1494, "turn": 1, "period": "I", "about": "a", "teaches": "b",
    "length": "c",
    "alliances": {"england": ["england"], "france": ["france"]},
    "wars": [["england", "france"]],
    "countries": {
        name: {"initiative": 9, "treasury": 9, "stability": 1, "land": "medieval"}
        for name in ("england", "france")
    },
}  # fmt: skip


def ships(country: str, place: str, *units: str, **more: Any) -> dict[str, Any]:
    return {"country": country, "place": place, "units": list(units), "because": "b", **more}


def load(**sections: Any) -> State:
    return scenarios.parse({**BASE, **sections}).state()


def wrong(**sections: Any) -> str:
    with pytest.raises(ScenarioError) as error:
        load(**sections)
    return str(error.value)


def test_fleets_and_their_admirals() -> None:
    state = load(
        fleets=[
            ships("england", "wessex", "F-: 2 NWD, 1 NTD", "NWD"),
            ships("england", "sea-manche", "NDE", veterans="none"),
        ],
        leaders=[
            {"leader": "england-anonymous-admiral-1", "country": "england", "place": "wessex"}
        ],
        presidios=[{"country": "england", "place": "picardie", "level": 2, "because": "Calais"}],
    )
    here = fleets.stack(state, "wessex", "england")
    assert fleets.units_in_words(here.units) == "F- (2 NWD, NTD), NWD"
    assert [unit.veterans for unit in here.units] == [9, 3]
    assert [leader.id for leader in here.leaders] == ["england-anonymous-admiral-1"]
    (scout,) = fleets.stack(state, "sea-manche", "england").units
    assert (scout.position, scout.veterans) == ("field", 0)
    assert state.sea.presidios == {"picardie": ("england", 2)}
    assert State.from_plain(state.to_plain()) == state


def test_what_is_wrong_with_ships() -> None:
    assert "'A+' is not one of NWD" in wrong(fleets=[ships("england", "wessex", "A+")])
    assert "are F+ in period I" in wrong(fleets=[ships("england", "wessex", "F-: 3 NWD")])
    assert "more than a fleet" in wrong(fleets=[ships("england", "wessex", "F+: 9 NWD")])
    assert "is not a number of" in wrong(
        fleets=[ships("england", "wessex", f"F-: {'9' * 150} NWD")]
    )
    assert "'many NWD' is not a number" in wrong(
        fleets=[ships("england", "wessex", "F-: many NWD")]
    )
    assert "has no port" in wrong(fleets=[ships("england", "flandre", "NWD")])
    assert "no port of England is in Normandie" in wrong(
        fleets=[ships("england", "normandie", "NWD")]
    )
    assert "no room" in wrong(fleets=[ships("england", "kent", "F-: 1 NWD", "F-: 1 NWD")])
    four = ships("england", "sea-manche", *["NWD"] * 4)
    assert "over the limit of a stack" in wrong(fleets=[four])
    nine = ships("england", "wessex", *["NTD"] * 9)
    assert "no counter NTD of England is left" in wrong(fleets=[nine])
    admiral = {"leader": "england-anonymous-admiral-1", "country": "england", "place": "wessex"}
    assert "has no ships of his" in wrong(leaders=[admiral])
    presidio = {"country": "england", "place": "artois", "level": 2, "because": "b"}
    assert "can hold no presidio" in wrong(presidios=[presidio])


def test_the_fleets_of_1492() -> None:
    state = scenarios.load("europe-1492")
    found = {
        country: fleets.ships(unit for unit in state.units.values() if unit.country == country)
        for country in ("england", "france", "portugal", "spain", "turkey", "venice")
    }
    assert found == {
        "england": {"NWD": 3, "NTD": 2},
        "france": {"NWD": 1, "NGD": 2},
        "portugal": {"NWD": 2, "NTD": 1},
        "spain": {"NWD": 3, "NGD": 4, "NTD": 1},
        "turkey": {"NGD": 4, "NTD": 1},
        "venice": {"NGD": 8, "NTD": 1},
    }
    assert {who for who, _ in state.sea.presidios.values()} == {"england", "venice"}
    assert fleets.stacks(scenarios.load("italian-wars-1494"), "league")


def test_gold_and_convoys_of_a_scenario() -> None:
    gold = {"place": "cuba-w", "ducats": 40, "because": "of Mexico"}
    flota = {"name": "flota-de-oro", "country": "france", "place": "sea-lion", "ships": 2,
             "because": "it sails"}  # fmt: skip
    state = load(gold=[gold], convoys=[flota])
    assert state.sea.gold == {"cuba-w": 40}
    convoy = state.sea.convoys["flota-de-oro"]
    assert [state.units[number].kind for number in convoy.counters] == ["NTD", "NTD"]
    assert "map of Europe" in wrong(gold=[{**gold, "place": "artois"}])
    assert "two convoys" in wrong(convoys=[flota, flota])
    assert "no province" in wrong(convoys=[{**flota, "place": "atlantis"}])


def test_corsairs_of_a_scenario_may_be_pirates() -> None:
    pirates = {"country": "pirates", "place": "sea-caraibes", "side": "+", "leader": "kidd"}
    raider = {"country": "france", "place": "kent", "side": "-"}
    state = load(corsairs=[{**pirates, "because": "b"}, {**raider, "because": "b"}])
    assert state.sea.corsairs == {
        "sea-caraibes": [Corsair("pirates", "+", "kidd")], "kent": [Corsair("france", "-")],
    }  # fmt: skip
    said = wrong(
        corsairs=[
            {**pirates, "side": "2", "leader": "x"},
            {**raider, "country": "spain", "because": "b"},
            raider,
        ]
    )
    for reason in ("'2' is not a side; one of: +, -", "'x' is not a leader",
                   "none of this scenario's", "a corsair wants a line of reason"):  # fmt: skip
        assert reason in said
