"""The line at the foot of a table that is laid out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual import events
from textual.widgets import Input

from engine.notation import shorthand
from tui.forms.word_endings import WordEndings

HINT: Final = "fr A+ LD henri iv · level 3 · no fr · war fr sp · turn 22"
STEPS: Final = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class PlaceInput(Input):
    """The line at the foot of the map. While it is empty, arrows move the map's cursor."""

    def __init__(self, step: Callable[[int, int], None], paste: Callable[[str], bool]) -> None:
        super().__init__(placeholder=HINT, compact=True, max_length=shorthand.LONGEST,
                         suggester=WordEndings(), id="typed")  # fmt: skip
        self.step = step
        self.whole = paste

    async def _on_key(self, event: events.Key) -> None:
        name, _, far = event.key.partition("+")
        way, times = (far, 8) if name == "ctrl" else (event.key, 1)
        if way in STEPS and (not self.value or way in ("up", "down")):
            dx, dy = STEPS[way]
            self.step(dx * times, dy * max(1, times // 2))
            event.stop()
            event.prevent_default()
            return
        await super()._on_key(event)

    def _on_paste(self, event: events.Paste) -> None:
        if self.whole(event.text):
            event.stop()
            event.prevent_default()
            return
        super()._on_paste(event)
