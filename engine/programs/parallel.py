"""Many games over many processes: in order, whatever the number of processes, and interruptible.

Knows only `concurrent.futures.Executor`: processes of this machine, or of others.
"""

from __future__ import annotations

import hashlib
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeVar

T = TypeVar("T")
Task = TypeVar("Task")

NICE = 10
AHEAD: Final = 3
"""Tasks for each process that wait while others are played: enough that none idles."""
TRIES: Final = 4
"""How often a task is handed out before what stopped it is raised."""


class Processes(Executor):
    """So many processes of this machine. Where one of them dies, new ones take their place."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool = ProcessPoolExecutor(count)

    def submit(self, fn: Callable[..., T], /, *given: Any, **named: Any) -> Future[T]:
        try:
            return self._pool.submit(fn, *given, **named)
        except BrokenExecutor:
            self._pool = ProcessPoolExecutor(self._count)
            return self._pool.submit(fn, *given, **named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """Ends them; what waits is not begun any more."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


def processes_beside() -> int:
    """How many processes play beside a screen: one fewer than there are cores."""
    return max(1, (os.cpu_count() or 1) - 1)


def give_way() -> None:
    """From now on this process takes what time others leave."""
    if hasattr(os, "nice"):
        os.nice(NICE)


def in_order(
    pool: Executor | None,
    play: Callable[[Task], T],
    tasks: Iterable[Task],
    jobs: Callable[[], int],
) -> Iterator[tuple[Task, T]]:
    """What came of each task, in the order of the tasks; without a pool one after the other.

    `jobs` says how many processes there are now. A task is made when it is handed out. One that
    fails, as where a worker is lost with what he had in hand, is handed out again; what stops it
    TRIES times is raised.
    """
    if pool is None:
        for task in tasks:
            yield task, play(task)
        return
    waiting: deque[tuple[Task, Future[T]]] = deque()
    left = iter(tasks)
    while True:
        room = AHEAD * max(1, jobs()) - len(waiting)
        waiting.extend((task, pool.submit(play, task)) for task in islice(left, max(0, room)))
        if not waiting:
            return
        task, future = waiting.popleft()
        yield task, _result(pool, play, task, future)


def _result(pool: Executor, play: Callable[[Task], T], task: Task, future: Future[T]) -> T:
    """What comes of a task in the end. What a lost worker raises is each executor's own."""
    for _ in range(TRIES - 1):
        try:
            return future.result()
        except Exception:
            future = pool.submit(play, task)
    return future.result()


@cache
def edition() -> str:
    """The digest of the engine's code and data as they lie on this machine: two that agree in it
    play the same games."""
    root = Path(__file__).parents[1]
    found = hashlib.sha256()
    for path in sorted((*root.rglob("*.py"), *root.rglob("data/**/*.*"))):
        found.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()
