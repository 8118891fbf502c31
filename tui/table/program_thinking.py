"""What programs think at a table: within a budget, told afterwards, and never the end of a game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from engine.facts.countries import with_article
from engine.games.game import Game
from engine.grammar import capitalised
from engine.play.asks import Ask, Raw
from engine.programs import bots
from engine.programs.captain import balance, captain
from engine.programs.captain import thought as thoughts
from tui.table.visibility import names_hidden

if TYPE_CHECKING:
    from engine.programs.captain.thought import Budget, Thought

SECONDS: Final = 1.0
PLAYOUTS: Final = 8
NOTHING: Final = "No captain has weighed anything since this game was opened."
STEADY: Final = "steady"


class Thinking:
    """The thoughts of programs that look ahead: those of the latest impulse in which one did."""

    def __init__(self, milliseconds: int | None = None) -> None:
        """`milliseconds` are those that a decision may take at this table, None for the usual ones;
        with more of them there are more playouts too."""
        self.milliseconds = milliseconds
        self.handed_over: dict[str, str] = {}  # powers that steady plays, and why
        self._untold: list[str] = []
        self._impulse: tuple[str, int] = ("", 0)
        self._thoughts: list[tuple[Ask[Any], list[str]]] = []  # in words: the game goes on

    @cached_property
    def budget(self) -> Budget:
        """What a decision may take."""
        if self.milliseconds is None:
            return thoughts.USUAL._replace(playouts=PLAYOUTS, seconds=SECONDS)
        seconds = self.milliseconds / 1000
        playouts = max(PLAYOUTS, round(PLAYOUTS * seconds))
        return thoughts.USUAL._replace(playouts=playouts, seconds=seconds)

    def chosen(self, game: Game, ask: Ask[Any], program: str) -> Raw:
        """What the program of whoever is asked would answer. A captain that failed has handed its
        seat to steady."""
        if not bots.looks_ahead(program):
            return bots.player(program)(game, ask)
        if ask.who in self.handed_over:
            return bots.player(STEADY)(game, ask)
        thought = captain.think(game, ask, self.budget, balance.CHARACTERS[program])
        if thought.failed:
            why = f"{capitalised(with_article(ask.who))}: {thought.failed}"
            self.handed_over[ask.who] = why
            self._untold.append(why)
        elif thought.plan.alternatives or (ask.name == "campaign" and thought.plan.lines):
            impulse = game.track_box, game.state.sequence.impulse
            if impulse != self._impulse:
                self._impulse = impulse
                self._thoughts = []
            self._thoughts = [
                each for each in self._thoughts if each[0] is not ask
            ]  # paused before
            self._thoughts.append((ask, [*_told(game.track_box, ask, thought)]))
        return thought.answer

    def untold(self) -> str:
        """Which seats were handed over since this was last asked, in sentences."""
        said, self._untold = self._untold, []
        return " ".join(said)

    def why(self, hidden: frozenset[str] = frozenset()) -> list[str]:
        """The plan of the latest impulse: each decision with the answers weighed and their figures.
        A line about zones that the reader does not know is left out."""
        told = (line for _, lines in self._thoughts for line in lines)
        return [line for line in told if not names_hidden(line, hidden)] or [NOTHING]


def _told(box: str, ask: Ask[Any], thought: Thought) -> Iterator[str]:
    """The plan behind an answer that is still to be given, and what else was weighed."""
    given = thoughts.short_label(ask.label(thought.answer))
    yield f"{box} · {thought.plan.aim} {capitalised(given)}."
    for line in thought.plan.lines:
        yield f"  {line}"
    for each in thought.plan.alternatives:
        yield f"  {'*' if each.answer == thought.answer else ' '} {each.told()}"
