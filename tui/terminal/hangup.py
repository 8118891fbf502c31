"""Noticing that the terminal is gone, also where SIGHUP is ignored.

Then reading from the terminal returns at once for ever, and an application that only reads would
spin. The kernel reports the hang-up on an epoll without being asked for any event.
"""

from __future__ import annotations

import asyncio
import os
import select
import threading
from collections.abc import Callable
from typing import TextIO

GRACE = 5.0  # seconds the application has to end by itself


def watch_terminal(
    loop: asyncio.AbstractEventLoop, terminal: TextIO | None, gone: Callable[[], None]
) -> None:
    """Calls `gone` once when the terminal hangs up, and ends the process if that takes too long.

    Where the system has no epoll only the signals tell.
    """
    if terminal is None or not terminal.isatty() or not hasattr(select, "epoll"):
        return
    watch = select.epoll()
    watch.register(terminal.fileno(), 0)

    def hung_up() -> None:
        loop.remove_reader(watch.fileno())
        watch.close()
        last = threading.Timer(GRACE, os._exit, (129,))
        last.daemon = True
        last.start()
        gone()

    loop.add_reader(watch.fileno(), hung_up)
