"""The odds of what is asked, worked out beside a game's screen while it goes on taking keys."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable
from typing import Any, TypeVar

from textual import work

from engine.play.asks import Ask
from tui.answers import risks_on_the_way
from tui.answers.path import PathPrompt
from tui.screens.game.game_map import GameMap
from tui.terminal import keys_first

T = TypeVar("T")


class Weighing(GameMap):
    """The part of a game's screen that weighs."""

    odds_wanted = False

    @abstractmethod
    def _sheet(self) -> None:
        """Draw the combat sheet, with the odds where they are wanted."""

    @abstractmethod
    def action_pane(self, name: str) -> None:
        """Show a pane."""

    async def beside(self, look: Callable[[], T]) -> T | None:
        """What a look at the game comes to, while the screen goes on taking keys, and draws them.

        None when something else is asked by then, or the screen is left: the look may have seen the
        game change, or the panes go.
        """
        ask = self.table.ask
        try:
            found = await asyncio.to_thread(look)
        except Exception:
            if self._still(ask):
                raise
            return None
        await keys_first.drawn()
        return found if self._still(ask) else None

    def _still(self, ask: Ask[Any] | None) -> bool:
        """Whether the same is asked, and the panes are there to show it."""
        return self.table.ask is ask and bool(self.query("#ask"))

    @work(group="odds", exclusive=True)
    async def _weigh(self, wanted: bool = False) -> None:
        """Have the odds of what is asked worked out, once the question itself is on the screen;
        where they are `wanted`, show them in any case, or say that there are none."""
        ask = self.table.ask
        while self._still(ask) and self.tercio.wire.owed:
            await asyncio.sleep(keys_first.LOOK)
        if not self._still(ask):
            return
        route = self.route
        work = self._odds if route is None else route.unweighed()
        if work is not None:
            await self.beside(work)
        if not self._still(ask):
            return
        odds = self._odds()
        if route is not None and work is not None:
            self.question.draw()
        if odds:
            self.question.weigh(odds)
            self.odds_wanted |= wanted or self.is_comfortable
            if wanted and not self.is_comfortable:
                self.action_pane("sheet")
        elif wanted:
            self.notify("This question has no odds.")
        if self.odds_wanted:
            self._sheet()
        if ask is not None:
            await self._compare(ask)

    async def _compare(self, ask: Ask[Any]) -> None:
        """Have who meets whom worked out, and what weighs most in the odds."""
        route = self.route
        if route is None:
            secret = self.table.secret(ask)
            found = None if secret else await self.beside(lambda: risks_on_the_way.known(ask))
            if found is not None and self._still(ask):
                self.question.know(found)
        elif (work := route.unmet()) is not None:
            await self.beside(work)
            if self._still(ask) and self.route is route:
                self.question.draw()

    def _reweigh(self) -> None:
        """The way leads elsewhere: have its odds worked out, or show those that are."""
        route = self.route
        if route is not None and route.unweighed() is not None:
            self._weigh_way(route)
        elif self.odds_wanted:
            self._sheet()

    @work(group="odds", exclusive=True)
    async def _weigh_way(self, route: PathPrompt[Any]) -> None:
        ask, work = self.table.ask, route.unweighed()
        if work is not None:
            await self.beside(work)
        if self._still(ask) and self.route is route:
            self.question.draw()
            if self.odds_wanted:
                self._sheet()
            if ask is not None:
                await self._compare(ask)

    def _odds(self) -> dict[str, Any] | None:
        """The odds of what is asked: those of the question, or of the battle a march leads to."""
        if self.route is not None:
            return self.route.odds()
        ask = self.table.ask
        if ask is None or self.table.secret(ask):
            return None
        return risks_on_the_way.asked_odds(ask)
