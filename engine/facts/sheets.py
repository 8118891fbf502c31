"""Reading one sheet of facts: a CSV file of engine/data, line by line, with its errors in words.

A name stands once in memory, wherever it is read: names are looked up and compared all the time.
"""

import csv
from collections.abc import Callable, Iterable, Mapping
from sys import intern
from typing import Any, Final, TypeVar, get_type_hints

T = TypeVar("T")
K = TypeVar("K")
Cells = Mapping[str, Callable[[str], Any]]
"""Columns of a sheet, each with what reads its cells."""
ID: Final[Cells] = {"id": str}
"""The key of a sheet whose lines have an id."""

# Plain strings: pathlib and importlib.resources cost more than reading a dozen sheets.
DATA = __file__.replace("\\", "/").rpartition("/")[0].rpartition("/")[0] + "/data/"


class FactsError(ValueError):
    """A fact that is wrong or missing; the message names the file, and the line if there is one."""

    @property
    def lines(self) -> list[str]:
        """It among the defects of a document, a line each."""
        return [str(self)]


def read(file: str, header: str, make: Callable[..., T], folder: str = DATA) -> list[T]:
    """Every line of a sheet, each made into a value by `make` from its cells in order.

    Raises FactsError, with file and line, for a missing file, other columns than `header`, a line
    with too few or too many cells, and whatever ValueError or KeyError `make` raises.
    """

    return _lines(file, _of_columns(file, header, lambda row: make(*map(intern, row))), folder)


def rows(file: str, header: str) -> list[list[str]]:
    """The cells of every line as they are written. Raises FactsError as `read` does."""
    return _lines(file, _of_columns(file, header, lambda row: row))


def _of_columns(
    file: str, header: str, make: Callable[[list[str]], T]
) -> Callable[[list[str]], Callable[[list[str]], T]]:
    """What makes a value of each line, where the columns are those of `header`."""

    def maker(columns: list[str]) -> Callable[[list[str]], T]:
        if columns != header.split(","):
            raise FactsError(f"{file}, line 1: the columns are {columns}, expected {header}")
        return make

    return maker


def _lines(
    file: str, maker: Callable[[list[str]], Callable[[list[str]], T]], folder: str = DATA
) -> list[T]:
    values: list[T] = []
    try:
        with open(folder + file, encoding="utf-8", newline="") as lines:  # noqa: PTH123 - see DATA
            rows = csv.reader(lines)
            columns = next(rows, [])
            make = maker(columns)
            for row in rows:
                if len(row) != len(columns):
                    raise ValueError(f"{len(row)} cells where {len(columns)} are wanted")
                values.append(make(row))
    except FactsError:
        raise
    except KeyError as error:
        raise FactsError(f"{file}, line {len(values) + 2}: no such id or name: {error}") from error
    except ValueError as error:
        raise FactsError(f"{file}, line {len(values) + 2}: {error}") from error
    except OSError as error:
        raise FactsError(f"{file}: cannot be read ({error.strerror})") from error
    return values


class Found(dict[K, T]):
    """What a question finds, by the one thing that it is asked of."""

    __slots__ = ("_find",)

    def __init__(self, find: Callable[[K], T]) -> None:
        self._find = find

    def __missing__(self, key: K) -> T:
        found = self[key] = self._find(key)
        return found


def cached(find: Callable[[K], T]) -> Callable[[K], T]:
    """A question about the facts of which every answer is kept. What is asked many times a move
    costs half of what it does with functools.cache."""
    return Found(find).__getitem__


def known(sheet: str, noun: str, values: Mapping[str, T], id: str) -> T:
    """The value of an id. Raises FactsError that names the sheet when there is none."""
    try:
        return values[id]
    except KeyError:
        raise FactsError(f"{sheet}.csv: there is no {noun} {id!r}") from None


def by_key(file: str, lines: Iterable[tuple[K, T]]) -> dict[K, T]:
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


def optional(cell: str) -> int | None:
    """A cell that holds a whole number, or nothing, or `all` where there is no limit."""
    return int(cell) if cell not in ("", "all") else None


def flag(cell: str) -> bool:
    """A cell that holds 1 or yes, 0 or no."""
    if cell not in ("0", "1", "no", "yes"):
        raise ValueError(f"{cell!r} stands where 1 or 0 is wanted")
    return cell in ("1", "yes")


def names(cell: str) -> tuple[str, ...]:
    """A cell that holds names between semicolons."""
    return tuple(map(intern, cell.split(";"))) if cell else ()


CELLS: Final[Mapping[Any, Callable[[str], Any]]] = {
    str: str,
    int: number,
    bool: flag,
    int | None: optional,
    str | None: lambda cell: cell or None,
    float | None: lambda cell: float(cell) if cell else None,
    tuple[str, ...]: names,
    frozenset[str]: lambda cell: frozenset(names(cell)),
}
"""How a cell is read, by the type of the field that it fills."""


def only(*parts: Any) -> Any:
    """What cells make that are no record: the value of one alone, or all."""
    return parts[0] if len(parts) == 1 else parts


def records(file: str, record: Callable[..., T], /, **columns: str) -> list[T]:
    """Every line of a sheet as a record: a NamedTuple whose fields are columns of their names.

    `columns` names the column of a field that has another. Other columns are notes. Raises
    FactsError as `read` does.
    """
    return _lines(file, lambda found: _maker(file, found, cells_of(record, columns), record))


def records_by(file: str, key: Cells, record: Callable[..., T], /, **columns: str) -> dict[Any, T]:
    """The same by their key: the values of some columns, each with what reads its cells."""
    return lines_by(file, key, cells_of(record, columns), record)


def lines_by(
    file: str, key: Cells, cells: Cells, make: Callable[..., Any] = only
) -> dict[Any, Any]:
    """What is made of the cells of some columns of each line, by its key."""
    return by_key(file, _keyed(file, key, cells, make))


def groups_by(
    file: str, key: Cells, cells: Cells, make: Callable[..., Any] = only
) -> dict[Any, tuple[Any, ...]]:
    """The same where several lines have a key: all of them, in the order of the sheet."""
    found: dict[Any, list[Any]] = {}
    for known, value in _keyed(file, key, cells, make):
        found.setdefault(known, []).append(value)
    return {known: tuple(values) for known, values in found.items()}


def _keyed(file: str, key: Cells, cells: Cells, make: Callable[..., T]) -> list[tuple[Any, T]]:
    def maker(found: list[str]) -> Callable[[list[str]], tuple[Any, T]]:
        known, made = _maker(file, found, key, only), _maker(file, found, cells, make)
        return lambda row: (known(row), made(row))

    return _lines(file, maker)


def cells_of(
    record: Callable[..., T], columns: Mapping[str, str]
) -> dict[str, Callable[[str], Any]]:
    """What reads the cells of a record's fields; `columns` names those with another name."""
    hints = get_type_hints(record)
    return {columns.get(field, field): CELLS[hint] for field, hint in hints.items()}


def _maker(
    file: str, found: list[str], cells: Cells, make: Callable[..., T]
) -> Callable[[list[str]], T]:
    """What makes a value of a line: of the cells of some columns, each read in its way."""
    if missing := [name for name in cells if name not in found]:
        lacking = f"{', '.join(missing)} is not among them"
        raise FactsError(f"{file}, line 1: the columns are {found}; {lacking}")
    ways: list[tuple[int, Callable[[str], Any]]] = [
        (found.index(name), intern if read is str else read) for name, read in cells.items()
    ]
    if make is only and len(ways) == 1:
        at, one = ways[0]
        return lambda row: one(row[at])
    return lambda row: make(*[read(row[at]) for at, read in ways])
