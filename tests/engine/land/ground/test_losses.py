"""Losses: who pays and how, stacking at rest."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.facts import board
from engine.games import statistics
from engine.land.ground import loss_payments, loss_ways, losses, stacking
from engine.overseas import active_natives
from engine.situation import counters
from engine.state import State, forces
from engine.state.forces import Kind, Unit
from tests.engine.playing import Played, left, play, put, tabletop, use_up


def _lose(state: State, units: list[int], thirds: int, answers: list[Any] | None = None) -> Played:
    return play(losses.lose, state, answers or [], {}, units, thirds, "test")


@pytest.mark.rule("RET-34", "ARS-02", "ATT-11")
def test_the_controller_chooses_and_counters_are_broken_for_change() -> None:
    state = tabletop()
    units = put(state, "france", "artois", "A+", "LD")
    played = _lose(state, units, 3, [("losses", f"{units[0]}:3")])
    assert played.result == 3
    assert sorted(played.asks[0].offers()) == [f"{units[0]}:3", f"{units[1]}:3"]
    assert played.asks[0].who == "france"
    assert played.asks[0].question.startswith("Which LD in Artois is lost (")
    assert left(state) == "A-, 2 LD"
    assert "A+ becomes A-, LD" in played.told
    _lose(state, [unit.id for unit in state.units_at("artois")], 3, [f"{units[1]}:3"])
    assert left(state) == "A-, LD"


@pytest.mark.rule("RET-34")
def test_a_minor_pays_by_the_choice_of_its_patron() -> None:
    state = tabletop(
        alliances={"france": ["france", "savoy"], "spain": ["spain"]}, minors={"savoy": "france"}
    )
    units = put(state, "savoy", "artois", "A-", "LD")
    assert _lose(state, units, 3, [f"{units[0]}:3"]).asks[0].who == "france"


@pytest.mark.parametrize(("kind", "lost", "after"), [
    ("A+", 3, "A-, LD"), ("A+", 6, "A-"), ("A+", 9, "LD"), ("A-", 3, "LD"), ("A-", 6, ""),
    ("LD", 3, ""), ("LD", 1, ""), ("A+", 1, "A-, LD"),
])  # fmt: skip
@pytest.mark.rule("RET-34")
def test_one_counter_pays_without_a_question(kind: Kind, lost: int, after: str) -> None:
    state = tabletop()
    units = put(state, "france", "artois", kind)
    result = _lose(state, units, lost).result
    assert left(state) == after
    assert result == -(-lost // 3) * 3, "Europe has no exploration detachments"


@pytest.mark.rule("RET-35")
def test_a_loss_that_counters_cannot_express_rises() -> None:
    state = tabletop()
    units = put(state, "france", "artois", "A+")
    use_up(state, "france", "LD")
    assert _lose(state, units, 3).result == 6
    assert left(state) == "A-"
    assert _lose(state, units, 3).result == 6
    assert left(state) == ""


@pytest.mark.rule("RET-35")
def test_an_exact_payment_leaves_no_room_for_a_rise() -> None:
    state = tabletop()
    units = put(state, "france", "artois", "A+", "LD")
    use_up(state, "france", "LD")
    played = _lose(state, units, 3)
    assert (played.result, left(state), played.asks) == (3, "A+", [])


@pytest.mark.rule("RET-36")
def test_losses_above_the_strength_count_as_the_strength() -> None:
    state = tabletop()
    units = put(state, "france", "artois", "LD", "LD")
    assert _lose(state, units, 18).result == 6
    assert left(state) == ""
    assert _lose(state, units, 3).result == 0


@pytest.mark.rule("RET-37")
def test_a_pasha_dies_whole_and_all_of_it_counts() -> None:
    state = tabletop(alliances={"turkey": ["turkey"], "spain": ["spain"]})
    units = put(state, "turkey", "artois", "LD", "LD", corps="janissary")
    [pasha] = put(state, "turkey", "artois", "PASHA", size=3)
    played = _lose(state, [*units, pasha], 3, [("losses", f"{pasha}:9")])
    assert len(played.asks[0].offers()) == 2
    assert played.result == 9
    assert left(state) == "2 LD"


@pytest.mark.rule("RET-37")
def test_no_more_is_killed_beside_a_pasha_than_needed() -> None:
    state = tabletop(alliances={"turkey": ["turkey"], "spain": ["spain"]})
    units = put(state, "turkey", "artois", "LD", "LD", "LD", corps="janissary")
    [pasha] = put(state, "turkey", "artois", "PASHA", size=2)
    here = [state.units[number] for number in [*units, pasha]]
    ways = {payment.key for payment in loss_ways.payments(state, here, 9)}
    one, two, three = units
    assert ways == {f"{one}:3,{two}:3,{three}:3", f"{one}:3,{pasha}:6"}


def test_conscripts_of_a_counter_die_first_and_veterans_are_named() -> None:
    state = tabletop()
    units = put(state, "france", "artois", "A+")
    state.units[units[0]].veterans = 6
    _lose(state, units, 3)
    left = list(state.units_at("artois"))
    assert [(unit.kind, unit.veterans) for unit in left] == [("A-", 6), ("LD", 0)]
    assert forces.veteran(left), "6 thirds of 9"


@pytest.mark.rule("RET-34")
def test_exploration_detachments_pay_thirds_in_the_rest_of_the_world() -> None:
    state = tabletop()
    place = next(name for name, known in board.provinces().items() if known.map == "rotw")
    units = put(state, "france", place, "LD")
    assert _lose(state, units, 1).result == 1
    assert left(state, place) == "2 LDE"
    use_up(state, "france", "LDE")
    units = put(state, "france", place, "LD")
    assert _lose(state, units, 1).result == 3, "no exploration detachment is free"


@given(
    kinds=st.lists(st.sampled_from(("A+", "A-", "LD", "PASHA")), min_size=1, max_size=5),
    thirds=st.integers(1, 40),
    choice=st.integers(0, 9),
    short=st.booleans(),
)
def test_any_loss_is_paid_and_keeps_the_limits(
    kinds: list[Kind], thirds: int, choice: int, short: bool
) -> None:
    state = tabletop(alliances={"turkey": ["turkey"], "spain": ["spain"]})
    units = put(state, "turkey", "artois", *kinds, size=2, corps="janissary")
    if short:
        while counters.free_counters(state, "turkey", "LD", "janissary"):
            state.add(Unit(0, "turkey", "LD", "berry", corps="janissary"))
    here = [state.units[number] for number in units]
    before, tidy = forces.strength(here), forces.within_stacking(here)
    loose = sum(unit.kind == "LD" for unit in state.units.values())
    ways = [way.key for way in loss_ways.payments(state, here, thirds)] if thirds < before else []
    answers = [ways[choice % len(ways)]] if len(ways) > 1 else []
    lost = _lose(state, units, thirds, answers).result
    left = list(state.units_at("artois"))
    assert len(set(ways)) == len(ways)
    assert min(thirds, before) <= lost == before - forces.strength(left)
    assert not tidy or forces.within_stacking(left)
    if short:
        assert sum(unit.kind == "LD" for unit in state.units.values()) <= loose


@pytest.mark.rule("RET-35")
def test_a_stack_within_the_limits_is_not_broken_beyond_them() -> None:
    state = tabletop()
    units = put(state, "france", "artois", "A+", "A-")
    put(state, "france", "artois", "LD")
    put(state, "france", "picardie", "LD", "LD", "LD")
    far = put(state, "france", "picardie", "A-")
    here = [state.units[number] for number in units]
    assert [payment.key for payment in loss_ways.payments(state, here, 3)] == [f"{units[1]}:3"]
    crowded = [state.units[far[0]]]
    assert [payment.key for payment in loss_ways.payments(state, crowded, 3)] == [f"{far[0]}:3"]


@pytest.mark.rule("NAT-A7", "FIG-28")
@pytest.mark.parametrize(
    ("lost", "after"),
    [(1, "A+, A-, 2 LDE"), (4, "A+, LD, 2 LDE"), (6, "A+, LD"), (10, "A-, LD, 2 LDE"),
     (20, "LDE"), (21, ""), (40, "")],
)  # fmt: skip
def test_of_natives_as_few_counters_as_can_be_are_left_and_nobody_chooses(
    lost: int, after: str
) -> None:
    """*Nobody chooses their losses: as few counters as possible are left*: of 7 LD, which are A+,
    A- and LD."""
    state = tabletop()
    units = active_natives.rouse(state, "congo-s", 21)
    played = _lose(state, units, lost)
    assert (played.result, played.asks) == (min(lost, 21), [])
    assert left(state, "congo-s") == after
    assert not any(unit.veterans for unit in state.units_at("congo-s"))
    alone = active_natives.rouse(state, "angola-n", 3)
    assert (_lose(state, alone, 1).result, left(state, "angola-n")) == (1, "2 LDE")


@pytest.mark.rule("RET-34", "RET-35")
def test_of_a_whole_ld_and_a_third_is_asked_as_of_several() -> None:
    state = tabletop()
    one, other = put(state, "france", "congo-s", "A-", "LD")
    ask = _lose(state, [one, other], 4, [f"{one}:4"]).asks[0]
    assert ask.question == "Which 1 1/3 LD in Congo S are lost (test)?"


@pytest.mark.rule("RET-34", "RET-35")
def test_exploration_detachments_do_not_count_for_the_limits_of_a_stack() -> None:
    """Of three LD one may pay a third of itself: two LD and two LDE are two counters."""
    state = tabletop()
    units = put(state, "france", "congo-s", "LD", "LD", "LD")
    assert _lose(state, units, 1).result == 1
    assert left(state, "congo-s") == "2 LD, 2 LDE"


@pytest.mark.rule("RET-35")
def test_an_army_beside_those_who_pay_is_one_counter() -> None:
    """An A- beside an A+ and an LD pays an LD of itself: three counters are left."""
    state = tabletop()
    (army,) = put(state, "france", "artois", "A-")
    put(state, "france", "artois", "A+", "LD")
    ways = loss_ways.payments(state, [state.units[army]], 3)
    assert [way.key for way in ways] == [f"{army}:3"]


# Stacking.


@pytest.mark.rule("MOV-03", "EUV-STK-01")
def test_who_shares_a_province_with_neutrals_has_so_much_less_room() -> None:
    """24 thirds and three counters are the most: beside a neutral LD two A+ are too many, and one
    of them becomes an A-."""
    state = tabletop(alliances={"france": ["france"], "venice": ["venice"], "spain": ["spain"]})
    put(state, "france", "artois", "A+", "A+")
    put(state, "venice", "artois", "LD")
    assert _stacking(state).result == 6
    assert left(state) == "A+, A-, LD"


@pytest.mark.rule("MOV-03", "RET-37")
def test_no_pasha_dies_for_the_counters_that_are_too_many() -> None:
    state = tabletop(alliances={"france": ["turkey"], "spain": ["spain"]})
    put(state, "turkey", "artois", "PASHA", size=2)
    put(state, "turkey", "artois", "LD", "LD", "LD", "LD", corps="janissary")
    played = _stacking(state)
    assert (played.result, played.asks) == (3, [])
    assert left(state) == "3 LD, PASHA"


def _stacking(state: State, answers: list[Any] | None = None) -> Played:
    return play(stacking.enforce_stacking, state, answers or [], {}, "artois", "france")


@pytest.mark.rule("MOV-03", "MOV-A5")
def test_what_is_over_the_limits_is_destroyed_by_the_controllers_choice() -> None:
    state = tabletop()
    first, second, reduced = put(state, "france", "artois", "A+", "A+", "A-")
    played = _stacking(state, [("over-stacking", f"{first}:6")])
    assert played.result == 6
    assert set(played.asks[0].offers()) == {f"{first}:6", f"{reduced}:6"}
    assert forces.within_stacking(state.units_at("artois"))
    assert state.units[second].kind == "A+"
    assert _stacking(state).result == 0


@pytest.mark.rule("MOV-03")
def test_counters_are_put_together_before_any_is_destroyed() -> None:
    state = tabletop()
    put(state, "france", "artois", "A-", "LD", "LD", "LD")
    assert _stacking(state).result == 0
    assert left(state) == "A+, LD"
    state = tabletop()
    put(state, "france", "artois", "A-", "A-", "LD", "LD")
    assert _stacking(state).result == 0
    assert left(state) == "A+, 2 LD", "two A- before any LD"


@pytest.mark.rule("MOV-03")
def test_a_fourth_counter_that_cannot_be_merged_dies() -> None:
    state = tabletop()
    units = put(state, "france", "artois", "LD", "LD", "LD", "LD", "LD")
    played = _stacking(state)
    assert played.result == 6
    assert played.asks == [], "the counters are alike"
    assert len(list(state.units_at("artois"))) == forces.MOST_COUNTERS
    assert units[4] in state.units


@pytest.mark.rule("MOV-03", "RET-35")
def test_a_third_pasha_dies_whole() -> None:
    state = tabletop(alliances={"france": ["turkey"], "spain": ["spain"]})
    pashas = put(state, "turkey", "artois", "PASHA", "PASHA", "PASHA", size=2)
    put(state, "turkey", "artois", "LD", corps="janissary")
    assert _stacking(state, [f"{pashas[1]}:6"]).result == 6
    assert left(state) == "LD, 2 PASHA"


def test_pieces_keep_the_marks_of_their_counter() -> None:
    state = tabletop()
    units = put(state, "france", "artois", "A+")
    state.marks.moved.add(units[0])
    state.marks.foraging.add(units[0])
    state.marks.entered[units[0]] = ["picardie", "artois"]
    _lose(state, units, 3)
    for unit in state.units_at("artois"):
        assert unit.id in state.marks.moved
        assert unit.id in state.marks.foraging
        assert state.marks.entered[unit.id] == ["picardie", "artois"]


def test_ways_to_pay_that_read_alike_name_their_owners_and_pashas() -> None:
    state = tabletop(
        alliances={"france": ["france", "savoy"], "spain": ["spain"]}, minors={"savoy": "france"}
    )
    french = put(state, "france", "artois", "A+")
    units = [*french, *put(state, "savoy", "artois", "A+")]
    played = _lose(state, units, 6, [f"{french[0]}:6"])
    labels = [played.asks[0].label(raw) for raw in played.asks[0].listed()]
    assert "France: A+ becomes A-" in labels
    assert "Savoy: A+ becomes A-" in labels
    kept = {str(french[0]): "France: A+", str(units[1]): "Savoy: A+"}
    assert played.asks[0].about["counters"] == kept
    assert "France loses 2 LD in Artois (test): A+ becomes A-." in played.told
    units = [unit.id for unit in state.units_at("artois")]
    played = _lose(state, units, 12, [",".join(f"{unit}:6" for unit in units)])
    assert "France and Savoy lose 4 LD in Artois (test): France: A-" in played.told
    told = next(entry.sheet for entry in played.phase.story if entry.kind == "losses")
    assert told is not None
    assert statistics.by_country(told) == {"france": (6, 0), "savoy": (6, 0)}, (
        "to each what it lost"
    )


def test_counters_that_are_alike_are_lost_in_one_word() -> None:
    state = tabletop()
    units = put(state, "france", "artois", "LD", "LD", "A+", "A+")
    played = _lose(state, units[:2], 6)
    assert "France loses 2 LD in Artois (test): 2 LD are lost." in played.told
    played = _lose(state, units[2:], 12, [",".join(f"{unit}:6" for unit in units[2:])])
    assert "(test): 2 A+ become A- each." in played.told


def test_pashas_that_read_alike_are_named() -> None:
    state = tabletop(alliances={"turkey": ["turkey"], "spain": ["spain"]})
    units = put(state, "turkey", "artois", "PASHA", "PASHA", size=1)
    for number, name in zip(units, ("mihajlovic", "hadim"), strict=True):
        state.units[number].leader = f"turkey-pasha-{name}"
    ask = _lose(state, units, 3, [f"{units[0]}:3"]).asks[0]
    assert [ask.label(raw) for raw in ask.listed()] == [
        "Mihajlović Pasha (1 LD) is lost", "Hadım Pasha (1 LD) is lost"
    ]  # fmt: skip


@pytest.mark.rule("RET-34", "RET-35")
@pytest.mark.parametrize(("lost", "veterans"), [(1, 0), (2, 0), (3, 1), (5, 3), (6, 4)])
def test_of_a_mixed_counter_the_conscripts_die_first(lost: int, veterans: int) -> None:
    """C-VET-04: of six thirds with four veterans the two conscripts."""
    state = tabletop()
    (army,) = put(state, "france", "artois", "A-")
    state.units[army].veterans = 4
    assert loss_payments.payment_of([(state.units[army], lost)]).veterans == veterans


@pytest.mark.rule("RET-34")
def test_the_cheapest_way_to_pay_spares_veterans_then_armies() -> None:
    """The first that is offered costs the fewest thirds, then veterans, then armies."""
    state = tabletop()
    (drilled,) = put(state, "france", "artois", "LD", veteran=True)
    (raw,) = put(state, "france", "artois", "LD")
    army = put(state, "france", "artois", "A-")[0]
    units = [state.units[number] for number in (drilled, raw, army)]
    found = loss_ways.payments(state, units, 3)
    assert found[0].key == f"{raw}:3"
    assert [each.veterans for each in found] == sorted(each.veterans for each in found)
    assert found[-1].key == f"{drilled}:3"


@pytest.mark.rule("RET-37")
@pytest.mark.parametrize(
    ("thirds", "total"),
    [(3, {3, 6, 9}), (6, {6, 9}), (7, {9}), (9, {9}), (10, {12}), (15, {15})],
)
def test_of_pashas_no_more_die_than_the_loss_needs(thirds: int, total: set[int]) -> None:
    """A pasha dies whole, and all of him counts; no second one for what the first has paid."""
    state = tabletop(alliances={"france": ["turkey"], "spain": ["spain"]})
    small = put(state, "turkey", "artois", "PASHA", size=2)
    large = put(state, "turkey", "artois", "PASHA", size=3)
    troops = put(state, "turkey", "artois", "LD", "LD", corps="janissary")
    units = [state.units[number] for number in (*small, *large, *troops)]
    found = loss_ways.payments(state, units, thirds)
    assert {each.thirds for each in found} <= {*total, *(t + 3 for t in total)}
    assert min(each.thirds for each in found) == min(total)
    assert all(each.thirds >= thirds for each in found)


@pytest.mark.rule("RET-34")
def test_a_way_to_pay_is_put_into_words_when_somebody_reads_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The controller chooses who dies: of six counters in hundreds of ways, told as they stood."""
    names = ("spain", "france", "england")
    state = tabletop(alliances={"spain": names, "turkey": ["turkey"]}, turn=20, period="III")
    units = [*put(state, "spain", "azteca-c", "A+", veteran=True)]
    for name in names:
        units += [*put(state, name, "azteca-c", "LDE"), *put(state, name, "azteca-c", "LD")]
    read: list[int] = []
    in_words = loss_payments.loss_in_words

    def count(lost: Sequence[tuple[Unit, int]], named: bool = False) -> str:
        read.append(len(lost))
        return in_words(lost, named)

    monkeypatch.setattr("engine.land.ground.losses.loss_in_words", count)
    played = _lose(state, units, 9, [("losses", f"{units[0]}:9")])
    ask = played.asks[0]
    ways = ask.offers()
    assert len(ways) > 100 > len(read)
    assert all(ask.is_legal(way) for way in ways[:9])
    assert ask.label(f"{units[0]}:9") == "A+ (veteran) becomes LD"
