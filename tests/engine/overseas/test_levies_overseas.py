"""Exceptional levies in settlements, and those of Portugal's viceroys."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play.asks import Choose
from engine.rounds import levies
from engine.rounds import levies_math as arithmetic
from engine.state import State
from engine.state.land import Revolt, Siege
from engine.state.overseas import Establishment
from engine.turns import interphase
from tests.engine.playing import Played, lead, play, put, tabletop

COLONY, POST, FORT = "quebec-c", "quebec-sw", "quebec-nw"


def table(country: str = "spain", enemy: str = "france", **fields: Any) -> State:
    state = tabletop(
        turn=31, period="II", alliances={enemy: [enemy], country: [country]},
        wars=[(enemy, country)], step="end", next_box="S4", **fields,
    )  # fmt: skip
    state.overseas.establishments = {
        COLONY: [Establishment(country, "colony", 6)],
        POST: [Establishment(country, "trading_post", 2)],
        FORT: [Establishment(country, "fort"), Establishment(country, "mission")],
    }
    state.countries[country].levies_declared = True
    return state


def price(state: State, kind: Any, place: str, country: str = "spain") -> int | None:
    return levies.cost(state, state.countries[country], kind, place)


def offered(played: Played, number: int = 0) -> dict[str, str]:
    ask = played.asks[number]
    assert isinstance(ask, Choose)
    return {option.answer: option.detail for option in ask.options}


@pytest.mark.rule("LEV-11")
def test_settlements_give_what_they_can_at_prices_of_their_own() -> None:
    state = table()
    listed = levies.price(state, state.countries["spain"], "LD")
    assert listed is not None
    army = levies.price(state, state.countries["spain"], "A-")
    assert army is not None
    assert price(state, "LD", COLONY) == listed, "at price, not doubled for being abroad"
    assert price(state, "A-", COLONY) == 2 * army
    assert price(state, "LDE", COLONY) is None
    assert price(state, "LDE", POST) == -(-listed // 2)
    assert price(state, "LD", POST) == 2 * listed
    assert price(state, "A-", POST) is None
    assert price(state, "A+", COLONY) is None
    for kind in ("LDE", "LD", "A-"):
        assert price(state, kind, FORT) is None, "nothing at forts and missions"
    assert price(state, "LDE", "castilla-la-nueva") is None, "none in Europe"
    assert price(state, "LD", POST, "france") is None, "another's settlement"
    state.overseas.establishments[COLONY][0].level = 5
    state.overseas.establishments[POST][0].level = 6
    assert price(state, "LD", COLONY) == 2 * listed, "a smaller colony"
    assert price(state, "A-", POST) is None, "a trading post of any size"


@pytest.mark.rule("LEV-10", "LEV-11")
def test_settlements_count_against_the_one_limit_and_give_so_much_a_turn() -> None:
    state = table()
    spain = state.countries["spain"]
    answers = [
        "LDE", "LD", ("recruit-place", COLONY), "LD", ("recruit-place", COLONY), "done",
    ]  # fmt: skip
    played = play(levies.end_of_round, state, answers)
    assert "LDE" in offered(played)
    assert "LDE" not in offered(played, 1), "a smaller settlement raises one counter a turn"
    assert spain.recruited == 1 + 2 + 2, "an exploration detachment counts half"
    raised = [(unit.kind, unit.place, unit.veterans) for unit in state.units.values()]
    assert raised == [("LDE", POST, 0), ("LD", COLONY, 0), ("LD", COLONY, 0)]
    assert price(state, "LD", COLONY) is None, "two detachments a turn"
    assert price(state, "LD", POST) is None
    interphase.forget(state)
    assert price(state, "LD", COLONY) is not None, "until the next turn"


@pytest.mark.rule("LEV-11")
def test_where_nothing_is_raised_overseas() -> None:
    state = table()
    assert POST in levies.places(state, "spain", "LD")
    for spoil in (
        {"controllers": {POST: "france"}}, {"sieges": {POST: Siege("france")}},
        {"revolts": {POST: [Revolt("revolt", "-")]}},
    ):  # fmt: skip
        spoilt = table(**spoil)
        assert POST not in levies.places(spoilt, "spain", "LD")
    put(state, "france", POST, "LD")
    assert POST not in levies.places(state, "spain", "LD")
    state = table()
    state.overseas.establishments[POST] = [Establishment("france", "trading_post", 2)]
    assert POST not in levies.places(state, "spain", "LD")
    ottoman = table("turkey", "spain")
    for corps in ("janissary", "timar"):
        assert POST not in levies.places(ottoman, "turkey", "LD", corps)


@pytest.mark.rule("LEV-10", "LEV-11")
@pytest.mark.parametrize(
    ("kind", "large", "recruited", "ducats"),
    [
        ("LD", True, 0, 25), ("LD", True, 4, 25), ("LD", True, 5, 50), ("LD", True, 16, 75),
        ("LD", True, 17, None), ("A-", True, 0, 100), ("A-", True, 2, 100), ("A-", True, 3, 200),
        ("A-", True, 14, 300), ("A-", True, 15, None), ("LDE", True, 0, None),
        ("LDE", False, 0, 13), ("LDE", False, 5, 13), ("LDE", False, 6, 26),
        ("LDE", False, 17, 39), ("LDE", False, 18, None), ("LD", False, 0, 50),
        ("LD", False, 5, 100), ("A-", False, 0, None),
    ],
)  # fmt: skip
def test_a_counter_abroad_is_paid_by_the_band_of_its_last_detachment(
    kind: Any, large: bool, recruited: int, ducats: int | None
) -> None:
    """The Spain of the example (4150): a limit of 3 LD, which cost 25 and an A- 50; in a colony of
    level 6 an LD at price or an A- at double, elsewhere an LDE at half or an LD at double."""
    assert arithmetic.price_overseas("spain", "baroque", kind, recruited, 3, large) == ducats


def test_halves_and_bands() -> None:
    assert [arithmetic.in_halves(kind) for kind in ("LDE", "LD", "A-", "A+")] == [1, 2, 4, 8]
    assert arithmetic.price_overseas("spain", "baroque", "LD", 12, 2, True) is None
    multiples = [arithmetic.price_multiple(spent + 2, 2) for spent in range(13)]
    offered = [
        arithmetic.price_overseas("spain", "baroque", "LD", spent, 2, True) is not None
        for spent in range(13)
    ]
    assert offered == [multiple <= arithmetic.DEAREST for multiple in multiples]
    assert arithmetic.DEAREST in multiples, "at the dearest still, beyond it no more"


# Portugal's viceroys.


def goa(*defeats: str, viceroy: str = "almeida", enemy: str = "gujarat", **fields: Any) -> State:
    state = table("portugal", enemy, technology="arquebus", **fields)
    country = state.countries["portugal"]
    country.defeats, country.levies_declared = list(defeats), False
    if viceroy:
        lead(state, "portugal", POST, viceroy)
    return state


@pytest.mark.rule("LEV-06", "LEV-A1")
def test_the_viceroy_raises_troops_after_a_defeat_overseas() -> None:
    def asked(*defeats: str, **fields: Any) -> bool:
        state = goa(*defeats, **fields)
        return not levies.may_declare(state, state.countries["portugal"])

    assert asked("major-overseas"), "by land or sea"
    assert asked("minor-overseas", "minor-viceroy"), "he was in it"
    assert not asked("minor-overseas")
    assert not asked("major"), "in Europe"
    assert not asked("major-overseas", viceroy="")
    assert not asked("major-overseas", enemy="spain"), "a war in Europe is like any other"
    assert asked("major", enemy="spain")
    fallen = goa("major-overseas")
    fallen.remove_leader(fallen.leaders["almeida"], "killed")
    assert levies.may_declare(fallen, fallen.countries["portugal"]), "he is dead"
    fallen.leaders["almeida"].status = "wounded"
    assert not levies.may_declare(fallen, fallen.countries["portugal"])


@pytest.mark.rule("LEV-A1")
def test_the_viceroys_limit_is_whole_and_overseas_alone() -> None:
    state = goa("minor-overseas", "minor-viceroy")
    country = state.countries["portugal"]
    country.stability = 1
    assert levies.limit(state, country) == arithmetic.printed_limit(
        "portugal", "II", "arquebus", False
    )
    assert levies.places(state, "portugal", "LD") == [COLONY, POST]
    assert levies.stability_cost(state, country) == 2
    played = play(levies.end_of_round, state, [True, "done"])
    assert "levies for 2 stability" in played.told
    assert country.stability == -1
    country.stability = -2
    assert levies.stability_cost(state, country) == 1, "never below -3"
    country.defeats = ["major-overseas"]
    country.stability = 1
    assert levies.stability_cost(state, country) == 1


@pytest.mark.rule("LEV-A1", "LEV-01")
@pytest.mark.parametrize(
    ("place", "leaders", "major", "wanted"),
    [
        ("artois", [], True, ["major"]),
        (POST, [], False, ["minor", "minor-overseas"]),
        (POST, ["almeida"], True, ["major", "major-overseas", "major-viceroy"]),
        ("sea-arabie", ["almeida"], False, ["minor-overseas", "minor-viceroy"]),
        ("sea-manche", [], True, []),
    ],
)
def test_what_is_written_down_of_a_defeat(
    place: str, leaders: list[str], major: bool, wanted: list[str]
) -> None:
    state = goa()
    levies.note_defeat(state, place, "portugal", leaders, major)
    assert state.countries["portugal"].defeats == wanted
