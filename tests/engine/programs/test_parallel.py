"""Tasks over processes: in order, and again where a worker is lost with what he had in hand."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from typing import Any, TypeVar

import pytest

from engine.programs import parallel, simulate

T = TypeVar("T")


class Losing(Executor):
    """An executor that loses what it is given for the first `lost` times, and tells what it got."""

    def __init__(self, lost: int) -> None:
        self.lost, self.got = lost, list[Any]()

    def submit(self, fn: Callable[..., T], /, *given: Any, **named: Any) -> Future[T]:
        future: Future[T] = Future()
        self.got.append(given[0])
        if len(self.got) <= self.lost:
            future.set_exception(BrokenExecutor("a worker died"))
        else:
            future.set_result(fn(*given, **named))
        return future


def test_what_a_lost_worker_had_in_hand_is_played_by_another_and_comes_in_its_place() -> None:
    pool = Losing(2)
    found = list(parallel.in_order(pool, str, range(6), lambda: 1))
    assert found == [(number, str(number)) for number in range(6)]
    # Three are ahead; the two lost ones are handed out again when it is their turn.
    assert pool.got == [0, 1, 2, 0, 3, 1, 4, 5]


def test_what_no_worker_survives_is_raised_in_the_end() -> None:
    pool = Losing(100)
    with pytest.raises(BrokenExecutor):
        list(parallel.in_order(pool, str, [7], lambda: 1))
    assert pool.got == [7] * parallel.TRIES


def test_workers_that_come_later_get_tasks_too() -> None:
    workers, seen, made = [1], list[int](), list[int]()

    def tasks() -> Iterator[int]:
        for number in range(12):
            made.append(number)
            yield number

    for task, _ in parallel.in_order(Losing(0), str, tasks(), lambda: sum(workers)):
        seen.append(len(made) - task)
        workers[:] = [2]
    assert seen[:2] == [3, 6], "three for each worker, no more than are wanted"


def _dies_once(mark: Path) -> str:
    if not mark.exists():
        mark.touch()
        os._exit(1)
    return "played"


def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    mark = tmp_path / "died"
    with parallel.Processes(1) as pool:
        assert list(parallel.in_order(pool, _dies_once, [mark], lambda: 1)) == [(mark, "played")]


def test_games_are_played_by_an_engine_of_the_same_edition_alone() -> None:
    run = simulate.Run("artois")
    with pytest.raises(simulate.OtherEdition):
        simulate.play_chunk(simulate.Chunk(run, 1, 1, "another"))
    assert simulate.play_chunk(simulate.Chunk(run, 1, 0, parallel.edition())) == []


def test_chunks_begin_with_single_games_grow_and_end_with_less_than_a_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def played(chunk: simulate.Chunk) -> list[dict[str, Any]]:
        return [{"seed": chunk.seed + number} for number in range(chunk.games)]

    monkeypatch.setattr(simulate, "play_chunk", played)
    pool = Losing(1)
    workers = simulate.Workers(pool, lambda: 2)
    found = list(simulate.games_of(simulate.Run("artois"), 5, 400, workers))
    assert [game["seed"] for game in found] == list(range(5, 405))
    sizes = [chunk.games for chunk in pool.got]
    assert sizes[:7] == [1] * 7, "six are ahead, and the first of them was lost"
    assert max(sizes) == (400 - 6) // 6, "a sixth of what is left, however fast they are"
    assert sizes[-1] == 1
