"""Forming and breaking fleets."""

from __future__ import annotations

import pytest

from engine.fleets import arrange_fleets, fleet_counters, fleets, unmoved_ships
from engine.play.asks import BadAnswer
from engine.sequence import movement
from engine.state import State
from engine.state.sea import Convoy
from tests.engine.playing import play
from tests.engine.sea.afloat import fleet, sea_table, sizes


def ask(state: State, place: str) -> arrange_fleets.Arrange:
    return arrange_fleets.question(state, "england", fleets.stack(state, place, "england"))


def test_ships_form_fleets_and_leave_them() -> None:
    state = sea_table()
    numbers = fleet(state, "england", "wessex", "F-: 2 NWD", "NWD", "NWD", "NTD")
    for number in numbers[:2]:
        state.units[number].veterans = 3
    played = play(
        movement.moves,
        state,
        [
            ("next-move", f"arrange wessex:{numbers[0]}"),
            ("arrange", ["england F+: 4 NWD, 1 NTD"]),
            ("next-move", "done"),
        ],
    )
    (unit,) = fleets.stack(state, "wessex", "england").units
    assert (unit.kind, unit.ships, unit.veterans) == ("F+", {"NWD": 4, "NTD": 1}, 6)
    assert played.asks[0].offers() == ["arrange wessex:1", "done", "wessex:1"]
    assert f"arrange wessex:{unit.id}" not in played.asks[2].offers(), "once an impulse"


@pytest.mark.rule("SUP-29", "MOV-03")
@pytest.mark.parametrize(("place", "waiting", "come", "may"), [
    ("cornwall", ("NWD", "NWD"), ("F-: 2 NWD",), False),
    ("cornwall", ("NWD", "NWD"), (), True),
    ("sea-manche", ("F-: 2 NWD",), ("F-: 2 NWD", "F-: 2 NWD"), False),
    ("sea-manche", ("F-: 2 NWD",), ("F-: 2 NWD",), True),
])  # fmt: skip
def test_ships_that_have_moved_count_with_those_that_form_other_fleets(
    place: str, waiting: tuple[str, ...], come: tuple[str, ...], may: bool
) -> None:
    """C-STK-04: *regular ports hold at most one fleet counter*, C-STK-02: *at sea at most 3
    counters*, whoever of them has come in this impulse."""
    state = sea_table()
    fleet(state, "england", place, *waiting)
    state.marks.moved.update(fleet(state, "england", place, *come))
    (ships,) = unmoved_ships.waiting(state, place, "england")
    assert unmoved_ships.may_arrange(state, ships) == may


@pytest.mark.rule("DIS-08")
def test_a_fleet_knows_what_each_of_its_ships_had_found() -> None:
    """1674: discoveries are lost when the stack is destroyed entirely, so not when its ships are
    put together in one counter; and what one of them has heard, the counter has."""
    state = sea_table()
    one, other = fleet(state, "england", "wessex", "NWD", "NWD")
    state.overseas.discoveries = {str(one): {"sea-sargasses"}, str(other): {"sea-canarias"}}
    state.overseas.unheard = {str(one): {"haiti-e", "cuba-w"}, str(other): {"cuba-w"}}
    arrange_fleets.apply(state, [one, other], [arrange_fleets.piece("england", "F-", {"NWD": 2})])
    (unit,) = fleets.stack(state, "wessex", "england").units
    assert state.overseas.discoveries == {str(unit.id): {"sea-sargasses", "sea-canarias"}}
    assert state.overseas.unheard == {str(unit.id): {"cuba-w"}}


def test_nothing_is_made_of_nothing() -> None:
    state = sea_table()
    fleet(state, "england", "wessex", "F-: 2 NWD", "NTD", "NDE")
    found = ask(state, "wessex")
    assert found.parse(["england F-: 2 NWD", "england NTD"])
    for raw, reason in [
        (["england F-: 3 NWD"], "makes no F-"),
        (["england F+: 3 NWD", "england NTD"], "England has 2 NWD here, and 3 are named"),
        (["england NWD", "england NTD"], "2 NWD here, and 1"),
        (["france NWD"], "not a naval counter"),
        (["england F+: 2 NWD, 1 NTD"], "makes no F+"),
        (["england F-"], "makes no F-"),
        (["england A+"], "not a ship"),
        ("england NWD", "not a list"),
    ]:
        with pytest.raises(BadAnswer, match=reason.replace("+", r"\+")):
            found.parse(raw)


def test_the_limits_of_place_and_counters() -> None:
    state = sea_table()
    fleet(state, "england", "sea-manche", "F+: 4 NWD")
    with pytest.raises(BadAnswer, match="C-STK-02"):
        ask(state, "sea-manche").parse(["england NWD"] * 4)
    fleet(state, "england", "kent", "F-: 2 NWD", "NWD", "NWD")
    with pytest.raises(BadAnswer, match="C-STK-04"):
        ask(state, "kent").parse(["england F-: 2 NWD", "england F-: 2 NWD"])
    assert ask(state, "kent").parse(["england F+: 4 NWD"])
    free = fleet_counters.free_counters(state, "england", "F-")
    fleet(state, "england", "wessex", *["F-: 1 NWD"] * free)
    fleet(state, "england", "yorkshire", "NWD", "NWD")
    with pytest.raises(BadAnswer, match="has but 0 counters"):
        ask(state, "yorkshire").parse(["england F-: 2 NWD"])


def test_what_a_stack_does_goes_on() -> None:
    state = sea_table()
    numbers = fleet(state, "england", "sea-manche", "F-: 2 NWD", "NWD", task="blockade:normandie")
    found = arrange_fleets.question(
        state, "england", fleets.stack(state, "sea-manche", "england", "blockade:normandie")
    )
    assert ["england F+: 3 NWD"] in found.offers()
    arrange_fleets.apply(state, numbers, found.parse(["england F+: 3 NWD"]))
    stack = fleets.stack(state, "sea-manche", "england", "blockade:normandie")
    assert [unit.kind for unit in stack.units] == ["F+"]
    assert sizes(state, "england") == {"NWD": 3}


def test_fleets_are_offered_by_the_names_of_their_countries_and_counted() -> None:
    state = sea_table()
    fleet(state, "england", "wessex", "NWD", "NWD", "NTD")
    found = ask(state, "wessex")
    assert found.label(["england F+: 4 NWD, 1 NTD"]) == "England: F+ (4 NWD, NTD)"
    assert found.label(["england F+: 11 NWD"]) == "England: F+ (11 NWD)"
    mixed = ["england NWD", "england NWD", "knights-of-saint-john NGD"]
    assert found.label(mixed) == "England: 2 NWD; Knights of Saint John: NGD"
    for raw in found.listed():
        assert found.answer_from_words(found.label(raw)) == raw, "what is read can be typed"


@pytest.mark.rule("CMB-35")
@pytest.mark.parametrize(
    ("before", "veterans", "wanted", "after"),
    [
        (("F-: 2 NWD",), (6,), ["england NWD", "england NWD"], [3, 3]),
        (("F-: 2 NWD",), (4,), ["england NWD", "england NWD"], [1, 3]),
        (("F-: 2 NWD",), (0,), ["england NWD", "england NWD"], [0, 0]),
        (("NWD", "NWD"), (3, 0), ["england F-: 2 NWD"], [3]),
        (("NWD", "NWD"), (3, 2), ["england F-: 2 NWD"], [5]),
    ],
)
def test_veterans_go_on_in_the_counters_that_are_made_and_convoys_stay_apart(
    before: tuple[str, ...], veterans: tuple[int, ...], wanted: list[str], after: list[int]
) -> None:
    """A convoy *may carry gold, which is its only use*: no fleet is formed of it."""
    state = sea_table()
    numbers = fleet(state, "england", "wessex", *before)
    for number, held in zip(numbers, veterans, strict=True):
        state.units[number].veterans = held
    (convoy,) = fleet(state, "england", "wessex", "NTD")
    state.sea.convoys["flota-de-oro"] = Convoy("england", 1, [convoy])
    found = ask(state, "wessex")
    arrange_fleets.apply(state, [*numbers, convoy], found.parse(wanted))
    assert convoy in state.units
    made = [unit for unit in state.units.values() if unit.id != convoy]
    assert sorted(unit.veterans for unit in made) == after
    assert {unit.place for unit in made} == {"wessex"}
    assert {unit.position for unit in made} == {"port"}


@pytest.mark.rule("CMB-35")
def test_counters_that_stay_as_they_are_keep_their_number_and_gold_its_ships() -> None:
    state = sea_table()
    first, second, third = fleet(state, "england", "wessex", "NWD", "NWD", "NTD")
    state.sea.gold[str(third)] = 10
    found = ask(state, "wessex")
    arrange_fleets.apply(
        state, [first, second, third], found.parse(["england F-: 1 NWD, 1 NTD", "england NWD"])
    )
    kept = [number for number in (first, second, third) if number in state.units]
    assert len(kept) == 1
    assert sum(state.sea.gold.values()) == 10
    assert {unit.kind for unit in state.units.values()} == {"F-", "NWD"}


@pytest.mark.parametrize(("free", "able"), [(1, True), (0, False)])
def test_the_last_counter_of_the_box_may_be_made_and_no_other(free: int, able: bool) -> None:
    state = sea_table()
    left = fleet_counters.free_counters(state, "england", "F-") - free
    fleet(state, "england", "wessex", *["F-: 1 NWD"] * left)
    fleet(state, "england", "yorkshire", "NWD", "NWD")
    if able:
        assert ask(state, "yorkshire").parse(["england F-: 2 NWD"])
        fleet(state, "england", "kent", "F-: 1 NWD")
        assert ask(state, "kent").parse(["england F-: 1 NWD"]), "what is there is counted in"
    else:
        with pytest.raises(BadAnswer, match="has but 0 counters"):
            ask(state, "yorkshire").parse(["england F-: 2 NWD"])


@pytest.mark.parametrize(
    ("counters", "offered"),
    [(("F+: 1 NWD",), False), (("F-: 1 NWD",), True), (("F+: 9 NWD",), False)],
)
def test_counters_stay_as_they_are_only_on_the_side_that_their_ships_need(
    counters: tuple[str, ...], offered: bool
) -> None:
    """A fleet of one warship shows F- (C-NAV-05); one fuller than the period allows cannot be
    formed anew (C-NAV-07)."""
    state = sea_table()
    fleet(state, "england", "wessex", *counters)
    found = ask(state, "wessex")
    assert (found.default in found.offers()) == offered
    for raw in found.offers():
        assert found.parse(raw)


@pytest.mark.parametrize(
    ("held", "free", "made"),
    [
        ("3 NWD, 3 NGD, 2 VGD, 3 NTD", 9,
         ["F+: 3 NWD, 2 NGD, 1 NTD", "F-: 1 NGD, 2 VGD, 1 NTD", "NTD"]),
        ("3 NWD, 3 NGD, 2 VGD, 3 NTD", 1,
         ["F+: 3 NWD, 2 NGD, 1 NTD", "NGD", "VGD", "VGD", "NTD", "NTD"]),
        ("7 NGD, 4 VGD", 1, ["F+: 7 NGD, 1 VGD", "VGD", "VGD", "VGD"]),
        ("7 NGD, 4 VGD", 2, ["F+: 7 NGD, 1 VGD", "F-: 3 VGD"]),
        ("6 NWD", 2, ["F+: 4 NWD", "F-: 2 NWD"]),
        ("5 NWD", 2, ["F+: 4 NWD", "NWD"]),
        ("3 NWD", 0, ["NWD", "NWD", "NWD"]),
        ("1 NWD, 1 NTD", 3, ["F-: 1 NWD, 1 NTD"]),
        ("1 NWD", 3, ["NWD"]),
        ("2 NTD", 3, ["NTD", "NTD"]),
    ],
)  # fmt: skip
def test_ships_fill_as_few_counters_as_may_be(held: str, free: int, made: list[str]) -> None:
    """C-NAV-04: in period I an F+ of Venice holds 4 warships, or 8 galleys, and 1 transport."""
    ships = {kind: int(number) for number, kind in (each.split() for each in held.split(", "))}
    found = arrange_fleets.in_fewest_counters("I", "venice", ships, free)
    assert [str(each) for each in found] == [f"venice {each}" for each in made]


def test_more_counters_than_the_box_has_may_stay_as_they_are_but_not_be_made() -> None:
    """A fleet too many, of an earlier turn or an umpire, is none that is made now."""
    state = sea_table()
    own = fleet_counters.free_counters(state, "england", "F-")
    fleet(state, "england", "wessex", *["F-: 1 NWD"] * (own - 1))
    fleet(state, "england", "yorkshire", "F-: 2 NWD", "F-: 1 NWD", "NWD", "NWD")
    assert fleet_counters.free_counters(state, "england", "F-") == -1
    stays = ["england F-: 2 NWD", "england F-: 1 NWD", "england NWD", "england NWD"]
    found = arrange_fleets.arrangement_limits(state, state.units_at("yorkshire"))
    arrange_fleets._enough(found, found.counters)
    assert sorted(map(str, found.counters)) == sorted(stays)
    more = (*found.counters[:2], arrange_fleets.piece("england", "F-", {"NWD": 2}))
    with pytest.raises(BadAnswer, match=r"has but 1 counters F\+ or F-"):
        arrange_fleets._enough(found, more)


@pytest.mark.parametrize("apart", ["gold", "convoy", "explorers", "none"])
def test_explorers_convoys_and_what_carries_gold_are_packed_into_no_fleet(apart: str) -> None:
    """C-NAV-04, CMB-35: of three transports and two warships that could be fleets, the first
    transport stays what it is."""
    state = sea_table()
    kinds = ("NDE", "NWD", "NWD") if apart == "explorers" else ("NTD", "NWD", "NWD")
    first, *others = fleet(state, "england", "sea-manche", *kinds)
    if apart == "gold":
        state.sea.gold[str(first)] = 10
    if apart == "convoy":
        state.sea.convoys["flota-de-oro"] = Convoy("england", 1, [first])
    assert arrange_fleets.pack(state, state.units_at("sea-manche"))
    left = {unit.id: unit for unit in state.units.values()}
    assert (first in left) == (apart != "none")
    (made,) = [unit for unit in left.values() if unit.kind == "F-"]
    assert made.ships == ({"NWD": 2, "NTD": 1} if apart == "none" else {"NWD": 2})
    assert not set(others) & left.keys()


def test_nothing_but_explorers_is_packed_into_nothing() -> None:
    state = sea_table()
    fleet(state, "england", "sea-manche", "NDE", "NDE")
    assert not arrange_fleets.pack(state, state.units_at("sea-manche"))


@pytest.mark.parametrize("mark", ["moved", "beaten"])
def test_a_fleet_that_is_made_has_done_what_any_of_its_ships_has(mark: str) -> None:
    state = sea_table()
    first, _ = fleet(state, "england", "sea-manche", "NWD", "NWD")
    (other,) = fleet(state, "england", "sea-manche", "NTD", task="supply")
    getattr(state.marks, mark).add(first)
    assert arrange_fleets.pack(state, [state.units[first], state.units[first + 1]])
    (made,) = [unit.id for unit in state.units.values() if unit.kind == "F-"]
    assert getattr(state.marks, mark) >= {made}
    assert other not in getattr(state.marks, mark)
    unmarked = state.marks.beaten if mark == "moved" else state.marks.moved
    assert made not in unmarked


@pytest.mark.rule("CMB-29")
@pytest.mark.parametrize(
    ("before", "wanted"),
    [(("NWD", "NWD"), ["F-: 2 NWD"]), (("F-: 2 NWD",), ["NWD", "NWD"]), (("F-: 1 NWD",), ["NWD"])],
)
def test_gold_goes_on_in_the_counters_that_are_made(
    before: tuple[str, ...], wanted: list[str]
) -> None:
    state = sea_table()
    numbers = fleet(state, "england", "wessex", *before)
    state.sea.gold[str(numbers[-1])] = 5
    found = ask(state, "wessex")
    arrange_fleets.apply(state, numbers, found.parse([f"england {each}" for each in wanted]))
    assert list(state.sea.gold.values()) == [5]
    assert {int(number) for number in state.sea.gold} <= state.units.keys()


def test_fleets_that_are_there_are_packed_anew_though_the_box_has_none_left() -> None:
    """C-NAV-04: a loose ship joins the fleet beside it."""
    state = sea_table()
    fleet(state, "england", "sea-manche", "F-: 1 NWD", "NWD")
    while fleet_counters.free_counters(state, "england", "F+"):
        fleet(state, "england", "wessex", "F-: 1 NWD")
    assert arrange_fleets.pack(state, state.units_at("sea-manche"))
    assert [unit.ships for unit in state.units_at("sea-manche")] == [{"NWD": 2}]
