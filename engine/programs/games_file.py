"""Files of games: a line for each, to go on with after an interruption; rows for a spreadsheet."""

from __future__ import annotations

import csv
import json
import zlib
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from engine.programs.results import SHOWN

Take = Callable[[Mapping[str, Any]], None]
"""Takes one game more, in the order of the seeds."""
NONE: Final = "is not a file of games that simulate --out wrote"


class Wrong(Exception):
    """A file of games that cannot be gone on with, or compared with."""


def read(
    path: Path, take: Take, wanted: Mapping[str, Any] | None = None, most: int | None = None
) -> tuple[int, int]:
    """Hands on the games of a file that --out wrote, `most` of them at most; how many those were,
    and how many bytes they and the first line take. A last line that was cut off is no game.

    Raises Wrong where it is no such file, or `wanted` tells another run than its first line.
    """
    try:
        with path.open("rb") as file:
            first = file.readline()
            head = json.loads(first)
            if not isinstance(head, dict) or "scenario" not in head:
                raise Wrong(f"{path}: {NONE}")
            told = ", ".join(
                f"{key} {head.get(key)!r}"
                for key in wanted or ()
                if wanted and head.get(key) != wanted[key]
            )
            if told:
                raise Wrong(f"{path}: holds games of another run ({told}); name another file")
            size, games = len(first), 0
            for number, line in enumerate(file, 2):
                if games == most or not line.endswith(b"\n"):
                    break
                try:
                    take(json.loads(line))
                except (ValueError, KeyError, TypeError, AttributeError, zlib.error):
                    raise Wrong(f"{path}, line {number}: is not a game") from None
                size, games = size + len(line), games + 1
            return games, size
    except OSError as error:
        raise Wrong(f"{path}: {error.strerror or error}") from None
    except ValueError:
        raise Wrong(f"{path}: {NONE}") from None


def going_on(path: Path, head: Mapping[str, Any], most: int, take: Take, stack: ExitStack) -> Take:
    """Hands on the games that a file has already, `most` at most; what writes further ones to it.

    What an interruption cut off is played again. The file stays open as long as `stack`.
    """
    begun = path.exists() and path.stat().st_size > 0
    games, size = read(path, take, head, most) if begun else (0, 0)
    file = stack.enter_context(path.open("r+b" if begun else "wb"))
    file.seek(size)
    if games < most:
        file.truncate()
    if not begun:
        file.write(json.dumps(head).encode() + b"\n")

    def write(game: Mapping[str, Any]) -> None:
        file.write(json.dumps(game).encode() + b"\n")
        file.flush()

    return write


def table(path: Path, stack: ExitStack) -> Take:
    """What writes a row for each game and power, for a spreadsheet."""
    file = stack.enter_context(path.open("w", encoding="utf-8", newline=""))
    rows = csv.writer(file)
    rows.writerow(["seed", "ended", "power", *SHOWN])

    def write(game: Mapping[str, Any]) -> None:
        for power, figures in game.get("powers", {}).items():
            values = [figures[name] for name in SHOWN]
            rows.writerow([game["seed"], game["ended"], power, *values])

    return write
