"""The best ways of ships, against every way written out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.facts import board
from engine.fleets import blockades, presidios
from engine.modifiers import total
from engine.sea.under_way import attrition_math
from engine.sea.voyages.best_ways import Price
from engine.sea.voyages.sail_ask import Sail
from engine.state.sea import Corsair
from engine.state.stacks import Band
from tests.engine.playing import band
from tests.engine.sea.afloat import fleet, sea_table, units

STEPS = 4


def off_provence(*ships: str) -> tuple[list[int], Sail]:
    """A fleet of France in the Gulf of Lion, which Spain keeps out of the strait of Messina, of a
    blockaded Calvi and of the waters where its corsairs are."""
    state = sea_table(alliances={"france": ["france"], "spain": ["spain"]},
                      wars=[("france", "spain")])  # fmt: skip
    state.land.controllers |= {"sicilia": "spain", "corsica": "france", "calabria": "france",
                               "illes-balears": "france"}  # fmt: skip
    fleet(state, "spain", "sea-thyrrenienne", "F-: 2 NWD", "NWD", task="blockade:corsica")
    state.sea.corsairs["sea-alger"] = [Corsair("spain", "+")]
    state.sea.corsairs["sea-thyrrenienne"] = [Corsair("spain", "-")]
    own = fleet(state, "france", "sea-lion", *ships)
    here = units(state, own)
    ask = Sail(who="france", name="sail", what="?", state=state, alliance="france", units=own,
               leaders=(), journey=attrition_math.begin(state, Band.of(here)))  # fmt: skip
    return own, ask


def ways(ask: Sail, so_far: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every legal way of so many steps at most."""
    here = so_far[-1] if so_far else ask.place
    near = [border.other for border in (*board.sea_neighbours(here), *board.land_neighbours(here))]
    for there in near if len(so_far) < STEPS and board.is_sea(here) else ():
        way = (*so_far, there)
        if there != ask.place and ask.is_legal([*way]):
            yield way
        if board.is_sea(there):
            yield from ways(ask, way)


def price(ask: Sail, own: list[int], way: tuple[str, ...]) -> Price:
    """What a way costs by the list of modifiers: who fires or blockades, attrition, zones."""
    state = ask.state
    seen = attrition_math.circumstances_of(state, band(own), ask.journey.extended(*way))
    steps = list(zip((ask.place, *way), way, strict=False))
    dangers = sum(len(presidios.guns_between(state, a, b, "france")) for a, b in steps)
    dangers += sum(
        blockades.is_blockaded(state, b, "france") for _, b in steps if not board.is_sea(b)
    )
    return Price(dangers, total(attrition_math.modifiers(seen)), len(way))


@pytest.mark.rule("NAV-01", "NAV-03", "ATS-09", "ATS-15", "ATS-16", "ATS-17", "ATS-24")
@pytest.mark.parametrize("counters", [1, 2])
def test_the_way_that_is_offered_to_a_place_is_the_cheapest_of_all(counters: int) -> None:
    """*Naval stacks have an unlimited movement capacity … the farther a naval stack moves, the more
    attrition it suffers* (775): guns and blockades are shunned first, then attrition."""
    own, ask = off_provence(*["F-: 2 NWD"] * counters, "NWD")
    reached = ask.reach()
    cheapest: dict[str, Price] = {}
    for way in ways(ask):
        cost = price(ask, own, way)
        cheapest[way[-1]] = min(cost, cheapest.get(way[-1], cost))
    for place, best in cheapest.items():
        assert price(ask, own, tuple(ask.path_to(place))) == reached[place] <= best
    guarded = {place for place, best in cheapest.items() if best.dangers}
    assert guarded == ({"sea-marmara", "corsica"} if counters == 1 else {"sea-marmara"})


@pytest.mark.rule("NAV-01")
def test_places_are_found_one_by_one_the_cheapest_first() -> None:
    """*Unlimited movement capacity*: every sea and own port is found at last, each once."""
    _, ask = off_provence("F-: 2 NWD")
    search = ask._search
    order = [place for place, _ in search.nearest()]
    prices = [search.found[place][0] for place in order[1:]]
    assert order[0] == ask.place
    assert prices == sorted(prices)
    assert len(order) == len(set(order)) == len(search.all_places()) > 100
