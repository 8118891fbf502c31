"""The tests of the screen wait for what is left to do, not for a while."""

import asyncio
from collections.abc import Iterator
from typing import Any, Final

import pytest

FRAME: Final = 0.025  # seconds within which a screen has drawn what changed


async def idle(min_sleep: float = 0, max_sleep: float = 10) -> None:
    """Until nothing is to be done at once or within a frame; Textual sleeps for twice as long."""
    loop: Any = asyncio.get_running_loop()
    until = loop.time() + max_sleep
    while loop.time() < until:
        await asyncio.sleep(0)
        if loop._ready:
            continue
        due = [one.when() - loop.time() for one in loop._scheduled if not one.cancelled()]
        if min(due, default=FRAME) >= FRAME:
            return
        await asyncio.sleep(max(0.0, min(due)))


@pytest.fixture(autouse=True, scope="session")
def nobody_dozes() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("textual.app.wait_for_idle", idle)
        patch.setattr("textual.pilot.wait_for_idle", idle)
        yield
