"""Files of what programs played: a first line that tells the run, then one a game or position.

A run that was interrupted goes on there.
"""

from __future__ import annotations

import csv
import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from engine.programs.many_games import SHOWN

Take = Callable[[Mapping[str, Any]], None]
"""Takes one line more, in the order of the file."""


class Sort(NamedTuple):
    """What a file holds: a key of its first line, and the words for one that is of no such sort, of
    one that holds another run ({} is how it differs), and of a line that is wrong."""

    key: str
    none: str
    another: str
    line: str


GAMES: Final = Sort(
    "scenario",
    "is not a file of games that simulate --out wrote",
    "holds games of another run ({})",
    "is not a game",
)


class Wrong(Exception):
    """A file that cannot be gone on with, or compared with."""


def read(
    path: Path,
    sort: Sort,
    take: Take,
    wanted: Mapping[str, Any] | None = None,
    most: int | None = None,
) -> tuple[int, int]:
    """Hands on the lines of a file, `most` of them at most; how many those were, and how many bytes
    they and the first line take. A last line that was cut off is none.

    Raises Wrong where it is no such file, or `wanted` tells another run than its first line.
    """
    try:
        with path.open("rb") as file:
            first = file.readline()
            head = json.loads(first)
            if not isinstance(head, dict) or sort.key not in head:
                raise Wrong(f"{path}: {sort.none}")
            told = ", ".join(
                f"{key} {head.get(key)!r}"
                for key in wanted or ()
                if wanted and head.get(key) != wanted[key]
            )
            if told:
                raise Wrong(f"{path}: {sort.another.format(told)}; name another file")
            size, lines = len(first), 0
            for number, line in enumerate(file, 2):
                if lines == most or not line.endswith(b"\n"):
                    break
                try:
                    take(json.loads(line))
                except (ValueError, KeyError, TypeError, AttributeError, RecursionError,
                        zlib.error):  # fmt: skip
                    raise Wrong(f"{path}, line {number}: {sort.line}") from None
                size, lines = size + len(line), lines + 1
            return lines, size
    except OSError as error:
        raise Wrong(f"{path}: {error.strerror or error}") from None
    except (ValueError, RecursionError):
        raise Wrong(f"{path}: {sort.none}") from None


def going_on(
    path: Path | None,
    sort: Sort,
    head: Mapping[str, Any],
    take: Take,
    stack: ExitStack,
    most: int | None = None,
) -> Take:
    """Hands on the lines that a file has already, `most` at most; what writes further ones to it,
    or nowhere without a file.

    What an interruption cut off is played again. The file stays open as long as `stack`.
    """
    if path is None:
        return lambda line: None
    if path.exists() and not path.is_file():
        raise Wrong(f"{path}: is not a file that one can go on with; name another")
    begun = path.exists() and path.stat().st_size > 0
    lines, size = read(path, sort, take, head, most) if begun else (0, 0)
    file = stack.enter_context(_named(path.open("r+b" if begun else "wb")))
    file.seek(size)
    if most is None or lines < most:
        file.truncate()
    if not begun:
        file.write(json.dumps(head).encode() + b"\n")
        file.flush()

    def write(line: Mapping[str, Any]) -> None:
        file.write(json.dumps(line).encode() + b"\n")
        file.flush()

    return write


def table(path: Path, stack: ExitStack) -> Take:
    """What writes a row for each game and power, for a spreadsheet."""
    file = stack.enter_context(_named(path.open("w", encoding="utf-8", newline="")))
    rows = csv.writer(file)
    rows.writerow(["seed", "ended", "power", *SHOWN])

    def write(game: Mapping[str, Any]) -> None:
        for power, figures in game.get("powers", {}).items():
            values = [figures[name] for name in SHOWN]
            rows.writerow([game["seed"], game["ended"], power, *values])

    return write


@contextmanager
def _named(file: IO[Any]) -> Iterator[IO[Any]]:
    """An open file. What it cannot take, a full disk's last lines among it, is told with its name,
    which a write does not know."""
    try:
        yield file
    finally:
        try:
            file.close()
        except OSError as error:
            error.filename = error.filename or file.name
            raise
