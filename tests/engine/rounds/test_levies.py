"""Exceptional levies: who declares, what it costs, what may be recruited and where."""

from typing import Any

import pytest

from engine.play.asks import Choose
from engine.rounds import levies
from engine.rounds import levies_math as arithmetic
from engine.state import State
from engine.state.countries import Country
from engine.state.land import Revolt, Siege
from tests.engine.fighting import examples
from tests.engine.playing import Played, lead, play, put, tabletop, use_up


def beaten(
    country: str = "spain", defeat: str = "major", period: str = "IV", **fields: Any
) -> State:
    """A country that lost a battle this round, the war going on."""
    fields.setdefault("technology", "baroque")
    state = tabletop(
        turn=31,
        period=period,
        alliances={"france": ["france"], country: [country]},
        wars=[("france", country)],
        step="end",
        next_box="S4",
        **fields,
    )
    state.countries[country].defeats = [defeat]
    return state


def options(played: Played, number: int = 0) -> dict[str, str]:
    ask = played.asks[number]
    assert isinstance(ask, Choose)
    return {option.answer: option.detail for option in ask.options}


def declared(**fields: Any) -> State:
    state = beaten(**fields)
    state.countries["spain"].levies_declared = True
    return state


@pytest.mark.rule("LEV-01", "LEV-02", "LEV-07")
def test_after_a_major_defeat_one_may_declare_for_a_stability() -> None:
    state = beaten()
    spain = state.countries["spain"]
    spain.stability, spain.recruited = 0, 12
    played = play(levies.end_of_round, state, [True, "done"])
    assert [(ask.name, ask.who) for ask in played.asks] == [
        ("declare-levies", "spain"),
        ("recruit", "spain"),
    ]
    assert (spain.stability, spain.recruited, spain.levies_declared) == (-1, 0, True)
    assert "levies for 1 stability" in played.told


@pytest.mark.rule("LEV-01", "LEV-A3")
@pytest.mark.parametrize(
    ("change", "value"),
    [
        ("defeats", []),
        ("defeats", ["minor"]),
        ("role", "civil"),
        ("role", "overseas"),
        ("role", "limited"),
        ("role", "foreign"),
        ("minor", True),
    ],
)
def test_who_is_not_fully_at_war_or_not_badly_beaten_declares_nothing(
    change: str, value: Any
) -> None:
    state = beaten()
    setattr(state.countries["spain"], change, value)
    assert play(levies.end_of_round, state).asks == []


@pytest.mark.rule("LEV-01")
def test_a_country_at_peace_declares_nothing() -> None:
    state = beaten()
    state.diplomacy.wars = []
    assert play(levies.end_of_round, state).asks == []


@pytest.mark.rule("LEV-06")
def test_portugal_declares_in_an_overseas_war_while_a_viceroy_lives() -> None:
    def asked(role: Any, viceroy: str) -> bool:
        state = tabletop(
            alliances={"france": ["france"], "portugal": ["portugal"]},
            wars=[("france", "portugal")], step="continuation", next_box="S4",
        )  # fmt: skip
        country = state.countries["portugal"]
        country.role, country.defeats = role, ["major", "major-overseas"]
        if viceroy:
            lead(state, "portugal", "tejo", viceroy)
        return not levies.may_declare(state, country)

    assert asked("overseas", "almeida")
    assert not asked("overseas", "brito"), "a governor is no viceroy"
    assert not asked("overseas", "")
    assert not asked("civil", "almeida")


@pytest.mark.rule("LEV-02")
def test_at_the_lowest_stability_declaring_is_free() -> None:
    state = beaten()
    state.countries["spain"].stability = -3
    play(levies.end_of_round, state, [True, "done"])
    assert state.countries["spain"].stability == -3


@pytest.mark.rule("LEV-03")
def test_levies_last_and_are_declared_once_a_turn() -> None:
    state = declared()
    state.countries["spain"].recruited = 8
    played = play(levies.end_of_round, state, ["done"])
    assert [ask.name for ask in played.asks] == ["recruit"]
    assert state.countries["spain"].recruited == 8


@pytest.mark.rule("LEV-04", "LEV-05", "LEV-A3")
@pytest.mark.parametrize(("defeat", "stability"), [("minor", 1), ("major", 2)])
def test_sweden_declares_after_any_defeat_free_after_a_major_one(
    defeat: str, stability: int
) -> None:
    state = beaten("sweden", defeat)
    state.countries["sweden"].stability = 2
    play(levies.end_of_round, state, [True, "done"])
    assert state.countries["sweden"].stability == stability
    state = beaten("sweden", defeat)
    state.countries["sweden"].defeats.clear()
    assert "lost no battle" in levies.may_declare(state, state.countries["sweden"])


@pytest.mark.rule("LEV-04", "LEV-05")
def test_prussia_is_as_lenient() -> None:
    def cost(name: str, defeat: str, stability: int = 0) -> int:
        return levies.stability_cost(
            tabletop(), Country(name, stability=stability, defeats=[defeat])
        )

    assert cost("prussia", "major", 1) == 0
    assert cost("prussia", "minor") == 1
    assert cost("spain", "major") == 1


@pytest.mark.rule("LEV-08", "LEV-A2")
def test_in_the_last_round_nobody_recruits() -> None:
    state = declared()
    state.sequence.next_box = "End"
    assert play(levies.end_of_round, state).asks == []


@pytest.mark.rule("LEV-09")
def test_the_limit_is_halved_and_rounded_up() -> None:
    state = beaten()
    assert levies.limit(state, state.countries["spain"]) == 3  # of 5
    assert levies.limit(state, state.countries["france"]) == 2  # of 4


@pytest.mark.rule("LEV-09")
def test_turkey_raises_less_from_its_reform_on_not_from_the_order_of_1492() -> None:
    state = tabletop(alliances={"turkey": ["turkey"]}, wars=[], turn=15, period="III")
    turkey = state.countries["turkey"]
    for reforms, limit in ((["1492"], 3), (["1492", "M-1a"], 2)):  # of 5, of 4
        turkey.reforms = reforms
        assert levies.limit(state, turkey) == limit


@pytest.mark.rule("LEV-11")
def test_six_detachments_with_a_limit_of_five() -> None:
    example = examples()["levies-administration"]
    limit, recruits = example["given"]["recruitment_limit"], example["given"]["recruits"]
    bands = [arithmetic.price_multiple(2 * number, limit) for number in range(1, len(recruits) + 1)]
    at = example["then"]["detachments_at"]
    assert (bands.count(1), bands.count(2)) == (at["x1"], at["x2"])


@pytest.mark.rule("LEV-02", "LEV-07", "LEV-09")
def test_the_spaniards_declare_after_rocroi() -> None:
    given, then = examples()["levies-declare"]["given"], examples()["levies-declare"]["then"]
    state = beaten(given["country"], period=given["period"], technology=given["technology"])
    spain = state.countries["spain"]
    spain.stability, spain.recruited = then["stability_after_defeat"], 2 * given["recruited"]
    play(levies.end_of_round, state, [True, "done"])
    assert (spain.stability, spain.recruited) == (then["stability_after_declaring"], 0)
    assert levies.limit(state, spain) == then["limit"]
    assert arithmetic.price_multiple(2 * then["ceiling"], then["limit"]) == 3
    assert arithmetic.price_multiple(2 * then["ceiling"] + 2, then["limit"]) == 4


@pytest.mark.rule("LEV-03", "LEV-09", "LEV-10", "LEV-11", "LEV-12")
def test_the_spaniards_levy_two_full_armies() -> None:
    """The rulebook's example: an A+ at 125 ducats, another next round at 250, then one LD more."""
    state = declared()
    spain = state.countries["spain"]
    paid = 0
    for name, place in (("first", "castilla-la-nueva"), ("second", "aragon")):
        then = examples()[f"levies-{name}-round"]["then"]
        state.marks.done.clear()
        answers = ["A+", ("recruit-place", place), "done"]
        played = play(levies.end_of_round, state, answers)
        assert options(played)["A+"] == f"{then['cost']} ducats"
        paid += then["cost"]
        assert (spain.recruited_cost, spain.recruited) == (paid, 2 * then["recruited"])
    then = examples()["levies-third-defeat"]["then"]
    state.marks.done.clear()
    spain.defeats = ["major"]
    last = play(levies.end_of_round, state, ["LD", ("recruit-place", "aragon")])
    assert [ask.name for ask in last.asks] == [
        "recruit",
        "recruit-place",
    ]  # none declared, none left
    assert list(options(last)) == ["done", "LD"]
    assert spain.recruited == 2 * (then["recruited"] + then["detachments_still_recruitable"])


@pytest.mark.rule("LEV-11")
def test_a_counter_costs_by_the_band_of_its_last_detachment() -> None:
    state = declared()
    spain = state.countries["spain"]
    spain.recruited = 4
    assert levies.price(state, spain, "LD") == 25
    assert levies.price(state, spain, "A-") == 100
    spain.recruited = 17
    assert levies.price(state, spain, "LD") is None


@pytest.mark.rule("LEV-13", "LEV-08")
def test_levies_are_conscripts_the_swedish_too() -> None:
    state = beaten("sweden", "minor")
    play(levies.end_of_round, state, [True, "A-", ("recruit-place", "svealand"), "done"])
    recruits = [unit for unit in state.units.values() if unit.country == "sweden"]
    assert [(unit.kind, unit.place, unit.veterans) for unit in recruits] == [("A-", "svealand", 0)]


@pytest.mark.rule("LEV-11")
def test_recruits_are_raised_where_one_owns_controls_and_has_peace() -> None:
    state = declared()
    state.land.controllers["aragon"] = "france"
    state.land.controllers["artois"] = "spain"  # who holds it does not own it
    state.land.sieges["leon"] = Siege("france")
    state.land.revolts["galiza"] = [Revolt("revolt", "-")]
    put(state, "france", "murcia", "LD")
    put(state, "spain", "vizcaya", "A+", "A+")
    found = levies.places(state, "spain", "LD")
    assert "castilla-la-nueva" in found
    assert not {"aragon", "leon", "galiza", "murcia", "vizcaya", "artois"} & set(found)


@pytest.mark.rule("LEV-11")
def test_outside_the_national_territory_the_price_doubles() -> None:
    state = declared()
    answers = ["LD", ("recruit-place", "illes-balears"), "done"]
    played = play(levies.end_of_round, state, answers)
    assert options(played, 1)["illes-balears"] == "50 ducats"
    assert options(played, 1)["aragon"] == "25 ducats"
    assert state.countries["spain"].recruited_cost == 50


def test_no_counter_in_the_box_no_recruit() -> None:
    state = declared()
    for place in ("aragon", "leon", "galiza", "murcia", "vizcaya"):
        put(state, "spain", place, "A-")
    played = play(levies.end_of_round, state, ["done"])
    assert list(options(played)) == ["done", "LD"]


@pytest.mark.rule("LEV-07", "LEV-10")
@pytest.mark.parametrize(("left", "offered"), [(1, ["done", "LD"]), (0, [])])
def test_the_last_counter_in_the_box_may_be_raised(left: int, offered: list[str]) -> None:
    state = declared()
    for place in ("aragon", "leon", "galiza", "murcia", "vizcaya"):
        put(state, "spain", place, "A-")
    use_up(state, "spain", "LD")
    for unit in [unit for unit in state.units.values() if unit.kind == "LD"][:left]:
        state.remove(unit)
    played = play(levies.end_of_round, state, ["done"] * left)
    assert [list(options(played, at)) for at in range(left)] == [offered] * left


def test_turkey_raises_janissaries_or_timars() -> None:
    state = beaten("turkey")
    state.countries["turkey"].levies_declared = True
    played = play(levies.end_of_round, state, ["timar LD", ("recruit-place", "trakya"), "done"])
    assert {"janissary LD", "timar LD", "timar A-"} <= set(options(played))
    assert [unit.corps for unit in state.units.values()] == ["timar"]


@pytest.mark.rule("RND-06", "OVW-07")
def test_the_alliances_levy_in_the_order_of_initiative() -> None:
    state = beaten()
    state.countries["france"].defeats = ["major"]
    played = play(levies.end_of_round, state, [False, False])
    assert [ask.who for ask in played.asks] == ["france", "spain"]


@pytest.mark.rule("LEV-09", "LEV-11")
@pytest.mark.parametrize(
    ("country", "technology", "limited"),
    [("spain", "renaissance", True), ("savoy", "renaissance", False), ("spain", "no such", False)],
)
def test_a_limit_is_for_who_has_printed_prices(
    country: str, technology: str, limited: bool
) -> None:
    """A minor's troops and a technology without a line are not to be had at list price."""
    assert (arithmetic.printed_limit(country, "I", technology, False) is not None) == limited


@pytest.mark.rule("LEV-08", "LEV-11", "RND-06")
def test_recruits_come_where_one_likes_and_each_country_levies_once_a_round() -> None:
    state = declared()
    state.land.owners["artois"] = "spain"
    where = levies.places(state, "spain", "LD", "")
    assert len(where) > 2
    played = play(
        levies.end_of_round, state,
        [("recruit", "LD"), ("recruit-place", where[-1]), ("recruit", "done")],
    )  # fmt: skip
    (raised,) = state.units.values()
    assert (raised.kind, raised.place, raised.veterans) == ("LD", where[-1], 0)
    assert raised.id in state.units
    assert state.countries["spain"].recruited_cost > 0
    assert [ask.name for ask in played.asks] == ["recruit", "recruit-place", "recruit"]
    assert play(levies.end_of_round, state).asks == [], "begun again after a save"
    two = where[:2]
    for place in [each for each in where if each not in two]:
        state.land.controllers[place] = "france"
    state.marks.done.clear()
    assert levies.places(state, "spain", "LD", "") == two
    play(
        levies.end_of_round, state,
        [("recruit", "LD"), ("recruit-place", two[1]), ("recruit", "done")],
    )  # fmt: skip
    assert sorted(unit.place for unit in state.units.values()) == sorted([where[-1], two[1]])
    for place in two[1:]:
        state.land.controllers[place] = "france"
    state.marks.done.clear()
    played = play(levies.end_of_round, state, [("recruit", "LD"), ("recruit", "done")])
    assert [unit.place for unit in state.units.values()].count(two[0]) == 1


@pytest.mark.rule("LEV-01", "LEV-09", "LEV-11")
def test_who_has_no_limit_of_recruitment_declares_no_levies() -> None:
    state = beaten("savoy")
    savoy = state.countries["savoy"]
    assert "no limit of recruitment" in levies.may_declare(state, savoy)
    assert levies.limit(state, savoy) == 0
    savoy.role = "overseas"
    lead(state, "savoy", "piemonte", "almeida")
    assert levies.portuguese(state, savoy)
    assert levies.limit(state, savoy) == 0
    savoy.defeats = ["major-overseas"]
    assert "no limit of recruitment" in levies.may_declare(state, savoy)
    state = beaten("spain")
    assert levies.may_declare(state, state.countries["spain"]) == ""
    assert levies.limit(state, state.countries["spain"]) > 0
