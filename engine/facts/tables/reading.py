"""How the sheets are read: by key, or by die in ranges that follow each other."""

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from engine.facts.sheets import FactsError, by_key, read

T = TypeVar("T")
K = TypeVar("K")

PERIODS = ("I", "II", "III", "IV", "V", "VI", "VII")


class Scale(Generic[T]):
    """A column of results by die: ranges that follow each other without a gap."""

    __slots__ = ("first", "results")

    def __init__(self, file: str, lines: list[tuple[str, str, T]]) -> None:
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


def scale(name: str, header: str, make: Callable[..., T]) -> Scale[T]:
    """The results of a sheet by die, between its columns die_min and die_max."""
    file = f"tables/{name}.csv"

    def line(low: str, high: str, *cells: str) -> tuple[str, str, T]:
        return low, high, make(*cells)

    return Scale(file, read(file, "die_min,die_max," + header, line))


def table(name: str, header: str, make: Callable[..., tuple[K, T]]) -> dict[K, T]:
    """The lines of a sheet by their keys."""
    file = f"tables/{name}.csv"
    return by_key(file, read(file, header, make))


def find(name: str, table: dict[K, T], key: K) -> T:
    """The line of a key. Raises FactsError that names the sheet."""
    try:
        return table[key]
    except KeyError:
        raise FactsError(f"tables/{name}.csv has no line for {key!r}") from None


def by_periods(cells: tuple[str, ...]) -> dict[str, str]:
    """Cells by the periods that they are printed for."""
    return dict(zip(PERIODS, cells, strict=True))


def period_columns(prefix: str) -> str:
    """The header of columns by period, each with the prefix."""
    return ",".join(f"{prefix}_{period}" for period in PERIODS)
