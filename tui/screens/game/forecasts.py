"""The game's screen with a forecast, which is worked out in processes beside it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import Binding, BindingType

from engine.programs import parallel
from tui.map.forecast_layer import FORECAST, forecast_layer
from tui.map.view import Layer
from tui.screens import forecast as forecast_page
from tui.screens.game.game_map import Laid
from tui.screens.game.lessons import Lessons
from tui.table import background_playout
from tui.table import forecasting as table_forecasting

if TYPE_CHECKING:
    from tui.table.forecasting import Forecasting


class Forecasts(Lessons):
    """What the game's screen does for whoever asks what will come of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("F", "forecast", "Forecast: what will probably come of it", id="game.forecast"),
    ]
    forecasting: Forecasting | None = None

    def action_forecast(self) -> None:
        """What will probably come of the game, and what the answer that is marked would change; a
        layer that is laid is taken off."""
        if self.laid == FORECAST:
            self.action_layer(FORECAST)
            return
        if refused := table_forecasting.refusal(self.table):
            self.notify(refused)
            return
        prompt = self.question.prompt
        mine = prompt.about_to() if prompt is not None else None
        served = self.tercio.files.served
        most = table_forecasting.SERVED if served else table_forecasting.MOST
        found = table_forecasting.Forecasting(self.table, mine, most)
        known = self.forecasting
        if known is None or (known.ask, known.mine) != (found.ask, found.mine):
            self.forecasting = known = found
            self._play_on(found)
        self.tercio.open_screen(forecast_page.ForecastPage(known), self._read)

    def _read(self, lay: bool | None) -> None:
        if lay:
            self.action_layer(FORECAST)

    @work(group="forecast", exclusive=True)
    async def _play_on(self, found: Forecasting) -> None:
        """Play games on until there are enough, or something else is asked."""
        served = self.tercio.files.served
        jobs = 1 if served else parallel.processes_beside()
        ways = [
            (background_playout.Here if served else background_playout.Beside)()
            for _ in range(jobs)
        ]
        try:
            await asyncio.gather(*(self._play_games(found, each) for each in ways))
        except OSError:
            if self._still(found.ask):
                self.notify("The forecast has ended here: its process is gone.")
        finally:
            for each in ways:
                each.stop()

    async def _play_games(self, found: Forecasting, way: background_playout.Beside) -> None:
        for game in found.games:
            if not self._still(found.ask):
                return
            game.into[game.seed] = await way.play(found.position, game.seed, game.first)
            if self.laid == FORECAST and self._still(found.ask):
                self._overlay()

    def _layer(self, place: str, laid: Laid) -> Layer:
        if self.laid != FORECAST:
            return super()._layer(place, laid)
        found = self.forecasting
        if found is None or found.ask is not self.table.ask:
            return Layer(FORECAST, (("forecast: F, for what is asked now", None),))
        return forecast_layer(found.summary(), self._ours(), found.hidden)
