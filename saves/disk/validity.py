"""Whether a state from a file is one the rules could have left: types, ids, ranges, references.

Types, letters and ranges are those that a game accepts (engine.documents.bounds), ids those of the
facts (engine.state.reference_check). The rules are not asked: a legal state may still be odd.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from engine import games
from engine.documents import bounds
from engine.documents.records import fields_kept
from engine.eia.ledger import ledger
from engine.facts.sheets import FactsError
from engine.games.journal_records import Plain
from engine.state import State, reference_check
from engine.state.countries import Country
from engine.state.serialization import table

if TYPE_CHECKING:
    from engine.eia.ledger.ledger import Ledger


def empty() -> Plain:
    """The plain state in which nothing is on the table."""
    return State("", 1, "I").to_plain()


def with_defaults(plain: Plain, game: str = games.EUROPA) -> Plain:
    """A state with what has come into the game since it was written, as it is at the start."""
    if game == games.EIA:
        return ledger.with_defaults(plain)
    whole = plain if table(State).names <= plain.keys() else {**empty(), **plain}
    countries, names = whole["countries"], table(Country).names
    if type(countries) is not list or all(
        type(one) is not dict or names <= one.keys() for one in countries
    ):
        return whole
    usual = table(Country).write(Country(""))
    return whole | {"countries": [
        {**usual, **one} if type(one) is dict else one for one in countries
    ]}  # fmt: skip


def defects(plain: Plain, where: str, game: str = games.EUROPA) -> list[str]:
    """Every reason why a plain state of a game is none; empty for a sound one."""
    kind: Any = games.rules({"game": game}).kind
    try:
        state: State | Ledger = kind.from_plain(plain)
    except FactsError as error:
        return [f"{where}: {error}"]
    except BROKEN as error:
        whole = f"{where} is not a state ({type(error).__name__}: {error})"
        return list(_breaking(plain, where, kind, with_defaults({}, game))) or [whole]
    found, bad = list[str](), set[str]()
    for one in fields_kept(kind):
        value = attrgetter(one.path)(state)
        if wrong := list(bounds.wrong(value, one.hint, f"{where}.{one.name}", one.name)):
            found += wrong
            bad.add(one.name)
    if isinstance(state, State) and not bad & REFERRED:
        sound = State.from_plain({**plain, **{name: empty()[name] for name in bad & plain.keys()}})
        found += [f"{where}.{text}" for text in reference_check.defects(sound)]
    if not found and not isinstance(state, State):
        found = [f"{where}.{text}" for text in state.defects()]
    if not found:
        again = state.to_plain()
        found = [f"{where}: {key!r} is not as it would be written" for key in plain.keys() | again
                 if key not in again or plain.get(key) != again[key]]  # fmt: skip
    return found


BROKEN: Final = (
    KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError, FactsError,
)  # fmt: skip
REFERRED: Final = frozenset({"countries", "alliances", "units", "leaders"})
"""What the rest of a state names: while these are wrong, nothing can be said of that."""


def _breaking(plain: Plain, where: str, kind: type[State | Ledger], empty: Plain) -> Iterator[str]:
    """The parts of which alone no state can be made."""
    for key, value in plain.items():
        try:
            kind.from_plain({**empty, key: value})
        except BROKEN as error:
            why = f"{type(error).__name__}: {error!s:.80}"
            yield f"{where}.{key:.40} is not a part of a state ({why})"
