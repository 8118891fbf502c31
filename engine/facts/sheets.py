"""Reading one sheet of facts: a CSV file of engine/data, line by line, with its errors in words."""

import csv
from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")
K = TypeVar("K")

# Plain strings: pathlib and importlib.resources cost more than reading a dozen sheets.
DATA = __file__.replace("\\", "/").rpartition("/")[0].rpartition("/")[0] + "/data/"


class FactsError(ValueError):
    """A fact that is wrong or missing; the message names the file, and the line if there is one."""


def read(file: str, header: str, make: Callable[..., T], folder: str = DATA) -> list[T]:
    """Every line of a sheet, each made into a value by `make` from its cells in order.

    Raises FactsError, with file and line, for a missing file, other columns than `header`, a line
    with too few or too many cells, and whatever ValueError or KeyError `make` raises.
    """
    values: list[T] = []
    try:
        with open(folder + file, encoding="utf-8", newline="") as lines:  # noqa: PTH123 - see DATA
            rows = csv.reader(lines)
            columns = next(rows, [])
            if columns != header.split(","):
                raise FactsError(f"{file}, line 1: the columns are {columns}, expected {header}")
            for row in rows:
                if len(row) != len(columns):
                    raise ValueError(f"{len(row)} cells where {len(columns)} are wanted")
                values.append(make(*row))
    except FactsError:
        raise
    except KeyError as error:
        raise FactsError(f"{file}, line {len(values) + 2}: no such id or name: {error}") from error
    except ValueError as error:
        raise FactsError(f"{file}, line {len(values) + 2}: {error}") from error
    except OSError as error:
        raise FactsError(f"{file}: cannot be read ({error.strerror})") from error
    return values


def keyed(file: str, lines: Iterable[tuple[K, T]]) -> dict[K, T]:
    """The lines of a sheet by their key. Raises FactsError when two lines have the same key."""
    found: dict[K, T] = {}
    for number, (key, value) in enumerate(lines, 2):
        if key in found:
            raise FactsError(f"{file}, line {number}: {key!r} stands there twice")
        found[key] = value
    return found


def number(cell: str) -> int:
    """A cell that holds a whole number, or nothing for 0."""
    return int(cell) if cell else 0


def perhaps(cell: str) -> int | None:
    """A cell that holds a whole number, or nothing."""
    return int(cell) if cell else None


def flag(cell: str) -> bool:
    """A cell that holds 1 for yes and 0 for no."""
    if cell not in ("0", "1"):
        raise ValueError(f"{cell!r} stands where 1 or 0 is wanted")
    return cell == "1"
