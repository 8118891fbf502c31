"""Where a phase at a table turned, found beside the screen; the report tells it, the replay goes
there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from engine.games.game import Game
from engine.play.asks import Raw
from engine.programs import turning_points
from engine.programs.forecast import Future
from engine.programs.position import Position
from engine.programs.turning_points import Search, Turn
from tui.table.background_playout import Beside
from tui.table.visibility import names_hidden

SEARCHED: Final = "Looking where it turned: {} of at most {} moments ..."
GONE: Final = "Where it turned is not known: the process that played on is gone."


class Turning:
    """The search for where the latest phase of a game turned, as far as it has come. Of `hidden`
    zones it tells nothing."""

    def __init__(self, game: Game, hidden: frozenset[str]) -> None:
        self.game, self.hidden = game, hidden
        self.played = len(game.records)
        self.begun = False
        self.looked = 0
        self.found: list[Turn] | None = None
        self.trouble = ""

    async def search(self, way: Beside) -> None:
        """Have each moment played on by a process; what is left of the search is a thread's, which
        waits for it."""
        self.begun = True
        loop = asyncio.get_running_loop()

        def played(
            position: Position, seeds: Sequence[int], first: Sequence[Raw]
        ) -> list[Future | None]:
            async def ways() -> list[Future | None]:
                return [await way.play(position, seed, first) for seed in seeds]

            return asyncio.run_coroutine_threadsafe(ways(), loop).result()

        search = Search(self.game, played)
        try:
            while (record := search.next_moment()) is not None:
                await asyncio.to_thread(search.look, record)
                self.looked = len(search.values)
            self.found = await asyncio.to_thread(search.turns)
        except OSError:
            self.trouble = GONE
        finally:
            self.begun = self.found is not None
            way.stop()

    def lines(self) -> list[str]:
        """Where it turned, or how far the search has come."""
        if self.found is None:
            return [self.trouble or SEARCHED.format(self.looked, turning_points.MOST)]
        return [
            each for each in turning_points.lines(self.found) if not names_hidden(each, self.hidden)
        ]

    def records(self) -> list[int]:
        """The numbers of the records at which it turned."""
        return [each.record for each in self.found or ()]
