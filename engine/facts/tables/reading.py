"""How the sheets are read: by key, or by die in ranges that follow each other."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any, Final, Generic, TypeVar

from engine.facts.sheets import Cells, FactsError, groups_by, lines_by, only, records_by

T = TypeVar("T")
K = TypeVar("K")

PERIODS = ("I", "II", "III", "IV", "V", "VI", "VII")


class Scale(Generic[T]):
    """A column of results by die: ranges that follow each other without a gap."""

    __slots__ = ("first", "results")

    def __init__(self, file: str, lines: Sequence[tuple[str, str, T]]) -> None:
        """Takes the lowest and the highest die of each line as printed, empty for an open end."""
        self.results: list[T] = []
        self.first = 0
        for position, (low, high, result) in enumerate(lines):
            start = int(low or high)
            end = int(high or low)
            if position == 0:
                self.first = start
            following = self.first + len(self.results)
            if start != following or end < start:
                raise FactsError(
                    f"{file}, line {position + 2}: the dice {low}-{high} do not follow the line "
                    f"before, which ends at {following - 1}"
                )
            self.results += [result] * (end - start + 1)

    def __getitem__(self, die: int) -> T:
        """The result of a die; beyond the printed dice, that of the nearest end."""
        return self.results[min(max(die - self.first, 0), len(self.results) - 1)]

    def __iter__(self) -> Iterator[T]:
        return iter(self.results)


LOADERS: Final[dict[str, Callable[[], Any]]] = {}
"""By the name of every sheet the function that reads it whole."""


class Sheet(Generic[T]):
    """A sheet by keys, read when a line of it is first looked up: called with a key it gives the
    line."""

    def __init__(self, name: str, load: Callable[[], dict[Any, T]]) -> None:
        self.name, self.all = name, cache(load)
        LOADERS[name] = self.all

    def __call__(self, *key: Any) -> T:
        """The line of a key. Raises FactsError that names the sheet when there is none."""
        return find(self.name, self.all(), key[0] if len(key) == 1 else key)

    def get(self, *key: Any) -> T | None:
        """The line of a key, None when there is none."""
        return self.all().get(key[0] if len(key) == 1 else key)


def sheet(name: str) -> Callable[[Callable[[], dict[Any, T]]], Sheet[T]]:
    """Marks the function that reads a sheet whole."""
    return partial(Sheet, name)


def recorded(name: str, key: Cells, record: Callable[..., T], /, **columns: str) -> Sheet[T]:
    """A sheet of records by their key. `columns` as for records_by."""
    return Sheet(name, lambda: records_by(f"tables/{name}.csv", key, record, **columns))


def table(name: str, key: Cells, cells: Cells, make: Callable[..., Any] = only) -> Sheet[Any]:
    """A sheet of what is made of the cells of each line, by its key."""
    return Sheet(name, lambda: lines_by(f"tables/{name}.csv", key, cells, make))


def scaled(name: str, cells: Cells, make: Callable[..., T] = only) -> Callable[[int], T]:
    """A sheet that is one scale: what looks a die up in it."""
    LOADERS[name] = load = cache(lambda: scale(name, cells, make))
    return lambda die: load()[die]


def scale(name: str, cells: Cells, make: Callable[..., T]) -> Scale[T]:
    """What is made of the cells of a sheet by die, between its columns die_min and die_max."""
    found: Scale[T] = scales(name, {}, cells, make)[()]
    return found


def scales(name: str, key: Cells, cells: Cells, make: Callable[..., T]) -> dict[Any, Scale[T]]:
    """The same where a sheet has a scale for each key."""
    file, dice = f"tables/{name}.csv", {"die_min": str, "die_max": str}

    def line(low: str, high: str, *parts: Any) -> tuple[str, str, T]:
        return low, high, make(*parts)

    found = groups_by(file, key, {**dice, **cells}, line)
    return {known: Scale(file, lines) for known, lines in found.items()}


def by_period(name: str, key: Cells, prefix: str, read: Callable[[str], T]) -> Sheet[dict[str, T]]:
    """A sheet of figures by period, in each line from columns with that prefix."""
    cells = {f"{prefix}_{period}": read for period in PERIODS}
    return table(name, key, cells, lambda *figures: dict(zip(PERIODS, figures, strict=True)))


def find(name: str, table: dict[K, T], key: K) -> T:
    """The line of a key. Raises FactsError that names the sheet."""
    try:
        return table[key]
    except KeyError:
        raise FactsError(f"tables/{name}.csv has no line for {key!r}") from None
