"""Counters of land troops: how many are free, how they break and merge (C-FOR)."""

import pytest

from engine.situation import counters
from engine.situation.counters import UNLIMITED
from tests.engine.playing import left, put, tabletop, use_up


def test_breaking_and_merging_follow_the_counters() -> None:
    state = tabletop()
    [army] = put(state, "france", "artois", "A+", veteran=True)
    pieces = counters.break_counter(state, state.units[army], ("A-", "LD", "LD"))
    assert [(piece.kind, piece.veterans) for piece in pieces] == [("A-", 6), ("LD", 3), ("LD", 3)]
    with pytest.raises(ValueError, match="does not break"):
        counters.break_counter(state, pieces[0], ("A-", "A-"))
    with pytest.raises(ValueError, match="Rest of the World"):
        counters.break_counter(state, pieces[1], ("LDE", "LDE", "LDE"))
    state.marks.moved.add(pieces[1].id)
    state.marks.unsupplied.add(pieces[1].id)
    [merge] = counters.possible_merges(list(state.units_at("artois")))
    whole = counters.merge_counters(state, merge)
    assert (whole.kind, whole.veterans, left(state)) == ("A+", 12, "A+")
    assert whole.id in state.marks.moved
    assert whole.id not in state.marks.unsupplied
    put(state, "spain", "artois", "LD", "LD")
    with pytest.raises(ValueError, match="cannot become one"):
        counters.merge_counters(state, [unit.id for unit in state.units_at("artois")])


def test_what_may_become_one_counter() -> None:
    state = tabletop()
    place = "senegal-n"
    [one] = put(state, "france", place, "LD")
    assert counters.possible_merges(list(state.units_at(place))) == []
    scouts = counters.break_counter(state, state.units[one], ("LDE", "LDE", "LDE"))
    numbers = tuple(unit.id for unit in scouts)
    assert counters.possible_merges(scouts) == [numbers]
    assert counters.possible_merges(scouts[:2]) == []
    with pytest.raises(ValueError, match="cannot become one"):
        counters.merge_counters(state, numbers[:2])
    state.marks.unsupplied.update(numbers)
    whole = counters.merge_counters(state, numbers)
    assert whole.kind == "LD"
    assert whole.id in state.marks.unsupplied, "all its parts were without supply"
    reduced = put(state, "france", place, "A-", "A-")
    assert counters.possible_merges([state.units[n] for n in reduced]) == [tuple(reduced)]
    one, *others = put(state, "france", place, "LD", "LD", "LD")
    here = [state.units[n] for n in [*reduced, one]]
    assert counters.possible_merges(here) == [tuple(reduced)]
    here += [state.units[n] for n in others]
    assert counters.possible_merges(here) == [tuple(reduced), (reduced[0], one, others[0])]
    [stranger] = put(state, "spain", place, "A-")
    with pytest.raises(ValueError, match="cannot become one"):
        counters.merge_counters(state, [reduced[0], stranger])
    assert counters.merge_counters(state, reduced).kind == "A+"


def test_breaking_needs_free_counters() -> None:
    state = tabletop()
    [army] = put(state, "france", "artois", "A-")
    use_up(state, "france", "LD")
    with pytest.raises(ValueError, match="not free"):
        counters.break_counter(state, state.units[army], ("LD", "LD"))


def test_free_counters_share_detachments_with_the_sea_and_split_the_turkish_corps() -> None:
    state = tabletop(alliances={"turkey": ["turkey"], "england": ["england"]})
    assert counters.free_counters(state, "england", "LD") == 20
    for _ in range(15):
        put(state, "england", "sea-manche", "NWD")
    assert counters.free_counters(state, "england", "LD") == 5
    assert counters.free_counters(state, "england", "A-") == 4
    put(state, "england", "kent", "A+", "A-", "LD")
    assert counters.free_counters(state, "england", "A+") == 2
    assert counters.free_counters(state, "england", "LD") == 4
    assert counters.free_counters(state, "turkey", "A+", "janissary") == 2
    assert counters.free_counters(state, "turkey", "A+", "timar") == 4
    put(state, "turkey", "alabania", "A-", corps="janissary")
    assert counters.free_counters(state, "turkey", "A+", "janissary") == 1
    assert counters.free_counters(state, "turkey", "A+", "timar") == 4, "they have their own"
    state.countries["turkey"].reforms.append("M-1a")
    assert counters.free_counters(state, "turkey", "A+", "janissary") == 3
    assert counters.free_counters(state, "rebels", "LD") == UNLIMITED
    assert counters.free_counters(state, "england", "LD", "native") == UNLIMITED


def test_counters_that_are_more_than_a_country_has_are_told() -> None:
    """C-FOR-05: four army counters of England, whichever side is up; ships share with the LD."""
    state = tabletop(alliances={"england": ["england"], "spain": ["spain"]})
    for missing in (0, 0, 0, 0, 1, 2):
        put(state, "england", "kent", "A+")
        assert counters.missing_counters(state, "england", "A-") == missing
    assert counters.missing_counters(state, "england", "LD") == 0
    assert counters.free_counters(state, "england", "A+") == 0
    for _ in range(21):
        put(state, "england", "kent", "LD")
    assert counters.missing_counters(state, "england", "LD") == 1
    assert counters.free_counters(state, "england", "PASHA") == UNLIMITED


@pytest.mark.rule("EUV-STK-01")
def test_neutral_troops_in_the_same_position_share_a_stack_limit() -> None:
    """Not enemies, not allies, not those inside a fortress, no ships."""
    state = tabletop(
        alliances={"france": ["france", "savoy"], "spain": ["spain"], "venice": ["venice"]}
    )
    (own,) = put(state, "france", "artois", "LD")
    put(state, "savoy", "artois", "LD")
    put(state, "spain", "artois", "LD")
    put(state, "venice", "artois", "LD", position="inside")
    neutral = put(state, "venice", "artois", "LD", "A-")
    found = counters.sharing_stack_limit(state, state.units[own])
    assert [unit.id for unit in found] == neutral
