"""The map as rasters: which place covers each pixel of a board, at every level of zoom.

Level 1 is the raster itself; a pixel of level n stands for a block of n by n of its cells. Take
rules from engine.facts.board, never from here. `python -m engine.facts.atlas build` makes the
coarser levels again from level 1.
"""

import sys
import zlib
from array import array
from functools import cache
from typing import NamedTuple

from engine.facts.sheets import DATA, FactsError, groups_by, known, records_by

# The Rest of the World would lose a province at 16.
LEVELS = {"europe": (16, 10, 8, 5, 3, 2, 1), "rotw": (8, 5, 3, 2, 1)}
NOWHERE = ("_outside", "_impassable", "_lake")


class Level(NamedTuple):
    """One raster: rows from north to south, each from west to east; ids index `names`."""

    width: int
    height: int
    ids: "array[int]"
    names: list[str]  # ids of provinces and seas, and _outside, _impassable, _lake

    def at(self, column: int, row: int) -> str:
        """The id of the place at a pixel. Raises IndexError outside the raster."""
        if not (0 <= column < self.width and 0 <= row < self.height):
            raise IndexError(f"no pixel {column}, {row} on {self.width} × {self.height}")
        return self.names[self.ids[row * self.width + column]]


class Label(NamedTuple):
    """Where the name of a place fits best, and its city, in cells of level 1."""

    name: str
    kind: str  # land, sea, lake, impassable
    cells: int
    x: int
    y: int
    city_x: int | None
    city_y: int | None


@cache
def legend(map: str) -> list[str]:
    """What the numbers of a map's rasters mean (map/legend.csv)."""
    maps = groups_by("map/legend.csv", {"map": str}, {"id": str})
    return [*known("map/legend", "map", maps, map)]


@cache
def labels() -> dict[tuple[str, str], Label]:
    """The label of every place by map and id (map/labels.csv)."""
    return records_by("map/labels.csv", {"map": str, "id": str}, Label)


def _file(map: str, n: int) -> str:
    return f"map/{map}-{n}.z"


@cache
def level(map: str, n: int) -> Level:
    """The raster of a map (europe or rotw) at one of its LEVELS.

    The file is zlib over little-endian 16-bit numbers: width, height, then the ids. Raises
    FactsError for a level that there is not and for a damaged file.
    """
    names = legend(map)
    if n not in LEVELS[map]:
        raise FactsError(f"the map {map} has no level {n}; its levels are {LEVELS[map]}")
    file = _file(map, n)
    try:
        with open(DATA + file, "rb") as packed:  # noqa: PTH123 - see engine.facts.sheets.DATA
            ids = array("H", zlib.decompress(packed.read()))
    except OSError as error:
        raise FactsError(f"{file}: cannot be read ({error.strerror})") from error
    except (zlib.error, ValueError) as error:
        raise FactsError(f"{file}: is damaged ({error})") from error
    if sys.byteorder == "big":
        ids.byteswap()
    width, height, *_ = ids[:2] or (0, 0)
    del ids[:2]
    if len(ids) != width * height or not ids:
        raise FactsError(f"{file}: is damaged ({len(ids)} pixels are not {width} × {height})")
    return Level(width, height, ids, names)


def coarser(fine: Level, n: int) -> Level:
    """A raster with one pixel for each block of n by n.

    A block takes the land that has most of it when half or more is land, else the water that has
    most. A place that vanished takes back the pixel where it has most cells, if that is not
    another's last.
    """
    water = [name == "_lake" or name.startswith("sea-") for name in fine.names]
    width, height = -(-fine.width // n), -(-fine.height // n)
    ids = array("H", bytes(2 * width * height))
    blocks: dict[int, dict[int, int]] = {}  # place -> pixel -> cells
    for pixel in range(width * height):
        row, column = divmod(pixel, width)
        counts: dict[int, int] = {}
        for y in range(row * n, min(row * n + n, fine.height)):
            start = y * fine.width
            end = start + min(column * n + n, fine.width)
            for place in fine.ids[start + column * n : end]:
                counts[place] = counts.get(place, 0) + 1
        land = sum(cells for place, cells in counts.items() if not water[place])
        wet = 2 * land < sum(counts.values())
        most = max((cells, -place) for place, cells in counts.items() if water[place] == wet)
        ids[pixel] = -most[1]
        for place, cells in counts.items():
            blocks.setdefault(place, {})[pixel] = cells
    shown: dict[int, int] = {}
    for place in ids:
        shown[place] = shown.get(place, 0) + 1
    vanished = [place for place in blocks if place >= len(NOWHERE) and place not in shown]
    for place in sorted(vanished, key=lambda place: (len(blocks[place]), place)):
        for _, pixel in sorted((-cells, pixel) for pixel, cells in blocks[place].items()):
            if shown[ids[pixel]] > 1:
                shown[ids[pixel]] -= 1
                ids[pixel], shown[place] = place, 1
                break
    return Level(width, height, ids, fine.names)


def packed(raster: Level) -> bytes:
    """The bytes of a level's file."""
    whole = array("H", [raster.width, raster.height]) + raster.ids
    if sys.byteorder == "big":
        whole.byteswap()
    return zlib.compress(whole.tobytes(), 9)


def main(arguments: list[str]) -> int:
    """Make every coarser level again from level 1 and write its file."""
    if arguments != ["build"]:
        print("usage: python -m engine.facts.atlas build", file=sys.stderr)
        return 2
    for board, levels in LEVELS.items():
        for n in levels:
            if n > 1:
                with open(DATA + _file(board, n), "wb") as out:  # noqa: PTH123 - see DATA
                    out.write(packed(coarser(level(board, 1), n)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
