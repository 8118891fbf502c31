"""The game's screen with a forecast, which is worked out in processes beside it."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import ClassVar, Final

from textual import work
from textual.binding import Binding, BindingType

from engine.programs.forecast import Future
from tui.map.forecast_layer import FORECAST, forecast_layer
from tui.map.view import Layer
from tui.screens.forecast import ForecastPage
from tui.screens.game.game_map import Laid
from tui.screens.game.lessons import Lessons
from tui.table.forecasting import MOST, SERVED, Forecasting, refusal

NICE: Final = 10


def beside(served: bool) -> Executor:
    """Where games are played on: processes that give way to the screen, one fewer than there are
    cores; on a server, where a player has one process, a thread."""
    if served:
        return ThreadPoolExecutor(1)
    jobs = max(1, (os.cpu_count() or 1) - 1)
    apart = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(jobs, mp_context=apart, initializer=give_way)


def give_way() -> None:
    """A process beside the screen takes what time is left."""
    if hasattr(os, "nice"):
        os.nice(NICE)


class Forecasts(Lessons):
    """What the game's screen does for whoever asks what will come of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("F", "forecast", "Forecast: what will probably come of it", id="game.forecast"),
    ]
    forecasting: Forecasting | None = None
    played_beside: Executor | None = None

    def action_forecast(self) -> None:
        """What will probably come of the game, and what the answer that is marked would change; a
        layer that is laid is taken off."""
        if self.laid == FORECAST:
            self.action_layer(FORECAST)
            return
        if refused := refusal(self.table):
            self.notify(refused)
            return
        prompt = self.question.prompt
        mine = prompt.about_to() if prompt is not None else None
        most = SERVED if self.tercio.files.served else MOST
        found = Forecasting(self.table, mine, most)
        known = self.forecasting
        if known is None or (known.ask, known.mine) != (found.ask, found.mine):
            self.forecasting = known = found
            self._play_on(found)
        self.tercio.open_screen(ForecastPage(known), self._read)

    def _read(self, lay: bool | None) -> None:
        if lay:
            self.action_layer(FORECAST)

    @work(group="forecast", exclusive=True)
    async def _play_on(self, found: Forecasting) -> None:
        """Play games on until there are enough, or something else is asked."""
        if self.played_beside is None:
            self.played_beside = beside(self.tercio.files.served)
        pool, tasks = self.played_beside, found.tasks()
        at_once = 1 if self.tercio.files.served else os.cpu_count() or 1
        running: list[tuple[list[Future | None], asyncio.Future[Future | None]]] = []
        try:
            while self.table.ask is found.ask:
                while len(running) < at_once and (task := next(tasks, None)):
                    running.append((task[0], asyncio.wrap_future(pool.submit(task[1]))))
                if not running:
                    return
                into, first = running.pop(0)  # in their order: the same dice stand side by side
                into.append(await first)
                if self.laid == FORECAST and self._still(found.ask):
                    self._overlay()
        finally:
            for _, each in running:
                each.cancel()

    def _layer(self, place: str, laid: Laid) -> Layer:
        if self.laid != FORECAST:
            return super()._layer(place, laid)
        found = self.forecasting
        if found is None or found.ask is not self.table.ask:
            return Layer(FORECAST, (("forecast: F, for what is asked now", None),))
        return forecast_layer(found.summary(), self._ours(), found.hidden)

    def on_unmount(self) -> None:
        """Nobody looks any more: what is being played is left."""
        if self.played_beside is not None:
            self.played_beside.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                process.terminate()
