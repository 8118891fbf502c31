"""What of an entry the ledger can tell before anybody types: who plays, who was called, what is
shut up or held. A field is told only where nothing else could stand in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import permutations
from typing import Any, Final

from engine.eia.ledger import falling_due
from engine.eia.ledger.desk.engagement import likely_sides
from engine.eia.ledger.entries_cities import Conquer
from engine.eia.ledger.entries_war import JoinWar
from engine.eia.ledger.ledger import Ledger
from engine.eia.reasons import applicable

Values = dict[str, Any]
Ways = Callable[[Ledger], Iterator[Values]]


def known_fields(state: Ledger, entry: str) -> Values:
    """The fields of an entry that are known, by name."""
    found: Values = {}
    if entry in MINE and state.turn:
        found[MINE[entry]] = state.turn
    ways = [*WAYS[entry](state)] if entry in WAYS else []
    for key in ways[0] if ways else ():
        if all(each[key] == ways[0][key] for each in ways):
            found[key] = ways[0][key]
    return found


def _calls(state: Ledger) -> Iterator[Values]:
    """Whoever may go to war on a call of this month's wars."""
    for power, caller, on in permutations(state.powers, 3):
        said = {"power": power, "caller": caller, "on": on}
        new = {caller, on} & {*state.declared_on}
        if new and not applicable(*JoinWar(said).refuse(state)):
            yield said


def _conquests(state: Ledger) -> Iterator[Values]:
    for name in state.minors:
        said = {"minor": name, "by": None, "controller": None}
        if not applicable(*Conquer(said).refuse(state)):
            yield {"minor": name}


def _shut_in(state: Ledger) -> Iterator[Values]:
    for name, fleet in state.fleets.items():
        if fleet.blockaded and fleet.power == state.turn and name not in state.tested:
            yield {"port": name}


def _fleeing(state: Ledger) -> Iterator[Values]:
    for power in state.declared_on:
        own = sorted(name for name, each in state.fleets.items() if each.power == power)
        if power not in state.fled:
            yield {"power": power, "fleets": own}


def _each(field: str, names: Callable[[Ledger], Iterable[str]]) -> Ways:
    return lambda state: ({field: name} for name in names(state))


def _battles(state: Ledger) -> Iterator[Values]:
    yield dict(likely_sides(state))


def _auctioned(state: Ledger) -> list[str]:
    return [name for name, each in state.powers.items() if each.out and not each.controller]


def _lent(state: Ledger) -> list[str]:
    return [name for name, each in state.loans.items() if not each.returning]


MINE: Final[Mapping[str, str]] = {
    "fleet": "power", "sail": "power", "depot": "power", "forcible-access": "power", "city": "by",
    "occupy": "by",
}  # fmt: skip
"""The fields in which the power stands whose step it is."""
WAYS: Final[Mapping[str, Ways]] = {
    "join-war": _calls, "battle": _battles, "sea-battle": _battles, "minor-conquered": _conquests,
    "test-blockade": _shut_in, "flee": _fleeing, "auction": _each("power", _auctioned),
    "loan-back": _each("corps", _lent), "city-held": _each("city", lambda state: state.cities),
    "final-count": _each("power", lambda state: falling_due.powers_to_count(state)[:1]),
    "return": _each("leader", lambda state: state.exiles), "fight": _battles, "engage": _battles,
}  # fmt: skip
"""All that may stand in some fields of an entry: where they agree it is known."""
