"""Turkey: whom it frightens, its timars and how far they are from home."""

import pytest

from engine import scenarios
from engine.situation import turkey
from engine.state import forces
from tests.engine.playing import put, tabletop


@pytest.mark.rule("DRM-06", "DRM-A2")
def test_the_ottomans_frighten_those_who_never_fought_them() -> None:
    """C-TUR-15."""
    state = tabletop(alliances={"turkey": ["turkey"], "habsburg": ["habsburg"]}, turn=8)
    enemy = [state.units[unit] for unit in put(state, "turkey", "serbia", "A+", corps="timar")]
    habsburg = state.countries["habsburg"]
    habsburg.ottoman_fright = True
    assert turkey.suffers_fright(state, "habsburg", enemy)
    vassals = [state.units[unit] for unit in put(state, "wallachia", "serbia", "LD")]
    assert not turkey.suffers_fright(state, "habsburg", vassals)
    state.turn = 15
    assert not turkey.suffers_fright(state, "habsburg", enemy)
    state.turn, habsburg.ottoman_fright = 14, False
    assert not turkey.suffers_fright(state, "habsburg", enemy)


@pytest.mark.parametrize("country", ["venice", "hungary", "mamluks", "genoa", "persia", "turkey"])
def test_some_never_fear_them(country: str) -> None:
    assert not turkey.fears_ottomans(country, 1)
    assert turkey.fears_ottomans("spain", 14)
    assert not turkey.fears_ottomans("spain", 15)


def test_a_scenario_knows_who_is_still_to_learn() -> None:
    state = scenarios.load("hungary-1526")
    feared = {name: each.ottoman_fright for name, each in state.countries.items()}
    assert feared == {
        "turkey": False, "hungary": False, "habsburg": True, "bohemia": True, "wallachia": True,
    }  # fmt: skip
    assert not any(each.ottoman_fright for each in scenarios.load("artois").countries.values())


@pytest.mark.rule("WIN-07")
def test_pashas_are_timars() -> None:
    state = tabletop(alliances={"turkey": ["turkey"]})
    timar, janissary, pasha = (
        put(state, "turkey", "trakya", "LD", corps="timar")
        + put(state, "turkey", "trakya", "LD", corps="janissary")
        + put(state, "turkey", "trakya", "PASHA", size=2)
    )
    assert [turkey.timar(state.units[unit]) for unit in (timar, janissary, pasha)] == [
        True,
        False,
        True,
    ]
    assert not forces.veteran([state.units[pasha]])


@pytest.mark.rule("WIN-07")
def test_home_is_counted_through_turkish_land() -> None:
    state = tabletop(alliances={"turkey": ["turkey"]}, owners={"serbia": "turkey"})
    assert turkey.from_home(state, "bulgaristan") == 0
    assert turkey.from_home(state, "serbia") == 1
    assert turkey.from_home(state, "croatie") == 2
    assert turkey.from_home(state, "pecs") == 3
    state.land.controllers["magyarorszag"] = "turkey"
    assert turkey.from_home(state, "szlovakia") == 3


@pytest.mark.rule("WIN-07")
def test_egypt_and_damascus_are_home_once_they_are_turkish() -> None:
    state = tabletop(alliances={"turkey": ["turkey"]})
    far = turkey.from_home(state, "egypte")
    assert far > 0
    state.land.owners["syrie"] = state.land.owners["egypte"] = "turkey"
    assert (turkey.from_home(state, "egypte"), turkey.from_home(state, "syrie")) == (0, 0)
    assert turkey.from_home(state, "delta") == 1


@pytest.mark.rule("WIN-07")
def test_land_that_no_turkish_way_leads_home_from_is_counted_over_any_land() -> None:
    """Three Turkish provinces beside each other in France help nothing on the way."""
    state = tabletop(alliances={"turkey": ["turkey"]})
    far = turkey.from_home(state, "champagne")
    assert far == 10
    state.land.owners = dict.fromkeys(("champagne", "picardie", "ile-de-france"), "turkey")
    assert turkey.from_home(state, "champagne") == far
