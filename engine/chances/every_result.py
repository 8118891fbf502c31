"""The exact chances of a procedure that is played for all that may fall in it, with no steps of its
own to be weighed."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Mapping
from fractions import Fraction
from types import coroutine
from typing import Any, TypeVar

T = TypeVar("T")


@coroutine
def fall(falls: Mapping[int, Fraction]) -> Generator[Mapping[int, Fraction], int, int]:
    """What falls of what may fall, each with its chance, in a procedure all of whose results are
    looked for."""
    return (yield falls)


def every_result(procedure: Callable[[], Coroutine[Any, Any, T]]) -> dict[T, Fraction]:
    """The exact chance of each result of a procedure, played for all that may `fall` in it."""
    found: dict[T, Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        fallen, weight = waiting.pop()
        running = procedure()
        try:
            falls = running.send(None)
            for each in fallen:
                falls = running.send(each)
        except StopIteration as end:
            found[end.value] = found.get(end.value, Fraction(0)) + weight
        else:
            running.close()
            more = [((*fallen, each), weight * chance) for each, chance in falls.items()]
            waiting += reversed(more)
    return found
