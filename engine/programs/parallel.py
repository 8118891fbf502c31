"""Many games over many processes: in order, whatever the number of processes, and interruptible.

Knows only `concurrent.futures.Executor`: processes of this machine, or another machine's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from typing import TypeVar

T = TypeVar("T")
Task = TypeVar("Task")

AHEAD = 3
"""Chunks for each process that wait while others are played: enough that none idles."""


def in_order(
    pool: Executor | None,
    play: Callable[[Task], T],
    tasks: Sequence[Task],
    jobs: int,
) -> Iterator[tuple[Task, T]]:
    """What came of each task, in the order of the tasks; without a pool one after the other.

    A task that a lost worker had in hand is given once more.
    """
    if pool is None:
        for task in tasks:
            yield task, play(task)
        return
    waiting: list[tuple[Task, Future[T]]] = []
    left = iter(tasks)
    for task in left:
        waiting.append((task, pool.submit(play, task)))
        if len(waiting) >= AHEAD * max(1, jobs):
            break
    while waiting:
        task, future = waiting.pop(0)
        yield task, future.result()
        for more in left:
            waiting.append((more, pool.submit(play, more)))
            break
