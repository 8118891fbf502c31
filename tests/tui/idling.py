"""When an application has nothing left to do, as it knows itself: nobody waits for a while."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, Final

from textual import events
from textual._context import active_app
from textual.worker import WorkerCancelled

from tui.terminal.output import DiffedApp

FRAME: Final = 0.025  # seconds within which a screen has drawn what changed
RESTED: Final = 0.1  # seconds within which the cursor of a map rests, where it soon does
PATIENCE: Final = 60  # seconds until something that never ends is told as if it had


async def idle(min_sleep: float = 0, max_sleep: float = 10, soon: float = FRAME) -> None:
    """Until nothing is to be done at once or soon, or all is over; Textual sleeps for longer."""
    loop: Any = asyncio.get_running_loop()
    app, until = active_app.get(None), loop.time() + max_sleep
    while loop.time() < until:
        await asyncio.sleep(0)
        if loop._ready:
            continue
        due = [one.when() - loop.time() for one in loop._scheduled if not one.cancelled()]
        if min(due, default=soon) >= soon or (app is not None and app._exit):
            return
        await asyncio.sleep(max(0.0, min(due)))


class Teller(DiffedApp[Any]):
    """Sets the title of its terminal when it has drawn all that was to be drawn at its start
    (`ready`) or that a key caused (`key 3`): a mark in the stream of bytes to wait for."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.heard = 0
        self.marks: list[str] = []

    def on_ready(self) -> None:
        """The first screen is about to be drawn."""
        self.tell("ready")

    async def on_event(self, event: events.Event) -> None:
        """Count the keys."""
        fresh = isinstance(event, events.Key) and not event.is_forwarded
        await super().on_event(event)
        if fresh:
            self.heard += 1
            self.tell(f"key {self.heard}")

    def tell(self, mark: str) -> None:
        """Say this when nothing is left to do."""
        self.marks.append(mark)
        if len(self.marks) == 1:
            self.telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        await idle(max_sleep=PATIENCE, soon=RESTED)
        while self.workers:
            with suppress(WorkerCancelled):  # overtaken by another
                await self.workers.wait_for_complete()
            await idle(max_sleep=PATIENCE, soon=RESTED)
        if self._driver:
            said = "".join(f"\x1b]2;{mark}\x07" for mark in self.marks)
            ungated: Any = super(type(self._driver), self._driver)  # the gate would keep it back
            ungated.write(said)
            self._driver.flush()
        self.marks.clear()
