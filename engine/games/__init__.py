"""A game: the state, the procedure that plays it, and the journal of what was answered.

It imports turns and Empires in Arms, each when such a game is opened. A *record* is an answer with
its dice; a *snapshot* a position to replay from; a *header* says how the game was set up, and by
its `game` which one it is (none is Europa Universalis); *rules* are how its table is made.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from itertools import chain
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeAlias

from engine import state as states
from engine import variants
from engine.chronicle import Entry
from engine.documents import bounds
from engine.eia.ledger import club_night as nights
from engine.eia.ledger import ledger
from engine.play import phase
from engine.sequence import later_procedures
from engine.turns import turn
from engine.umpire import umpire

EUROPA: Final = "europa"
EIA: Final = "eia"
NAMES: Final = (EUROPA, EIA)
PROGRAMS: Final = (
    "random", "page", "steady",
    "captain", "captain-bold", "captain-cautious", "captain-greedy",
)  # fmt: skip
"""The programs that may play a power, by the names in a header."""
LONGEST_THOUGHT: Final = 60_000
"""The most milliseconds that they may think about an answer, as `think` in a header says."""


Procedure: TypeAlias = Callable[[Any], Coroutine[Any, Any, None]]


def may_think(milliseconds: object) -> bool:
    """Whether programs may think so long about an answer."""
    return type(milliseconds) is int and 0 < milliseconds <= LONGEST_THOUGHT


class UnknownGame(ValueError):
    """A header names a game that is not known here."""


class Rules(NamedTuple):
    """How a game is kept.

    `kind` is the class of its state; `load` makes its table of a plain one and a chronicle;
    `apply_ruling` changes a state as an umpire ruled and says how; `powers` are those whose
    agreement an undo takes; `box` is where on its track it stands. `entered` tells whether an
    answer may name any value, as a ledger's entries do: what comes of each is held against the
    bounds then, as that of a ruling is in any game.
    """

    kind: type[Any]
    load: Callable[[Mapping[str, Any], list[Entry]], Any]
    apply_ruling: Callable[[Any, Any], str]
    powers: Callable[[Any], set[str]]
    box: Callable[[Any], str]
    entered: bool = False
    defects: Callable[[Any], Iterable[str]] = bounds.defects

    def why_unfit(self, state: Any) -> str:
        """Why a state could not be opened again, "" when it can."""
        return next(iter(self.defects(state)), "")


def find_game(header: Mapping[str, Any]) -> str:
    """The game that a header names. Raises UnknownGame."""
    name = header.get("game", EUROPA)
    if name not in NAMES:
        raise UnknownGame(f"game: {name!r:.20} is not known; one of: {', '.join(NAMES)}")
    return str(name)


def procedure(header: Mapping[str, Any]) -> Procedure:
    """What plays the game of a header. Raises UnknownGame."""
    if find_game(header) == EIA:
        return nights.club_night
    return turn.play_campaign


def rules(header: Mapping[str, Any]) -> Rules:
    """How the game of a header is kept. Raises UnknownGame."""
    if find_game(header) == EIA:

        def defects(state: ledger.Ledger) -> Iterable[str]:
            return chain(bounds.defects(state), state.defects())

        load_night, rule = ledger.load_night, ledger.apply_ruling
        table, box = (lambda state: {ledger.TABLE}), attrgetter("box")
        return Rules(ledger.Ledger, load_night, rule, table, box, True, defects)

    def load(plain: Mapping[str, Any], story: list[Entry]) -> phase.Phase:
        state = states.State.from_plain(dict(plain))
        if state.variants:
            variants.set_up()
        return phase.Phase(state, story, later_procedures.PROCEDURES)

    def apply(state: states.State, ruling: Any) -> str:
        return umpire.apply(state, ruling)

    def powers(state: states.State) -> set[str]:
        return {country.patron or country.id for country in state.countries.values()}

    return Rules(states.State, load, apply, powers, attrgetter("sequence.box"))
