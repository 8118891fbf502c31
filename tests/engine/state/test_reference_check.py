"""What a state's names and numbers refer to is there: a defect is told with its place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import scenarios
from engine.state import State, reference_check


def _at_sea(state: State) -> None:
    next(unit for unit in state.units.values() if unit.land).place = "sea-manche"


def _twice(state: State) -> None:
    state.diplomacy.alliances[1].members.append("france")


def _elsewhere(state: State) -> None:
    state.diplomacy.alliances[0].id = "spain"
    state.diplomacy.alliances[1].id = "france"


def _stranger(state: State) -> None:
    next(iter(state.units.values())).country = "turkey"


def _boxless(state: State) -> None:
    state.sequence.step = "movement"


def _technology(state: State) -> None:
    state.countries["france"].naval_technology = "steam"


def _tick(state: State) -> None:
    state.countries["france"].ticks.append("active-asleep")


def _mark(state: State) -> None:
    state.marks.moved.add(99)


def _key(state: State) -> None:
    state.land.levels["atlantis"] = 3


def _nowhere(state: State) -> None:
    state.marks.contested.append("")


def _within(state: State) -> None:
    state.overseas.known["spain"] = {"artois"}  # which everybody knows


def _member(state: State) -> None:
    state.diplomacy.alliances[0].members.append("utopia")


@pytest.mark.parametrize(("spoil", "told"), [
    (_at_sea, "at sea troops are aboard"), (_twice, "france is in two"),
    (_elsewhere, "spain is not in the alliance spain"), (_stranger, "'turkey' is not known"),
    (_boxless, "'' is no box of the rounds track"), (_technology, "'steam' is not a technology"),
    (_tick, "'active-asleep' is no campaign"), (_mark, "moved: there is no counter 99"),
    (_key, "levels: 'atlantis' is not known"), (_nowhere, "contested: 'nowhere' is not known"),
    (_within, "known[spain]: 'artois' is not known"),
    (_member, "alliances[france]: 'utopia' is not known"),
])  # fmt: skip
def test_what_is_not_there_is_told(spoil: Callable[[State], None], told: str) -> None:
    state = scenarios.load("artois")
    assert list(reference_check.defects(state)) == []
    spoil(state)
    assert any(told in one for one in reference_check.defects(state))
