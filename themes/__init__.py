"""Palettes and style sheets: one TOML file a theme.

It imports nothing of Tercio. A *theme* is found by its file's name; a *tone* is what a layer paints
a place with; *ink* and *ground* are a cell's letter and what is behind it. A theme file says how
the map is painted (colour numbers of a terminal, never RGB, which costs twice the bytes) and what
the rest of the screen looks like:

    title, note          what people read in the list of themes
    depth                how many colours it needs: 256, 16 or 0
    fewer                the theme to take on a terminal with fewer colours ("" for none)
    [screen]             colours of a textual.theme.Theme, by the names of its fields
    [screen.variables]   its variables
    [map]                single colours and [ink, ground] pairs of the map
    [ground]             terrain = [fill, line]
    [tones]              tone of a layer = [fill, line]; those of its depth where there are none
    [powers]             country = [fill, alternate fill, line, ground of its stacks]
    minors               a list of such fours, for all other countries

A theme with depth 0 has neither [map] nor what follows: the map is drawn with reverse video.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from textual.theme import Theme as ScreenTheme

FOLDER = Path(__file__).parent
DEFAULT = "atlas"
FILES = ".toml"
TONES = {
    256: {"pale": [252, 246], "good": [115, 72], "fair": [222, 179], "bad": [209, 167]},
    16: {"pale": [7, 0], "good": [10, 2], "fair": [11, 3], "bad": [13, 5]},
}


class ThemeError(ValueError):
    """A theme that is missing or wrong; the message names the file, the key, and what is right."""


class Tint(NamedTuple):
    """The colours of one country."""

    fill: int
    alternate: int
    line: int
    stack: int


class Ground(NamedTuple):
    """The colours of one terrain."""

    fill: int
    line: int


class Pair(NamedTuple):
    """Ink and the ground under it."""

    ink: int
    ground: int


class Tones(NamedTuple):
    """The land under a layer: pale where the layer says nothing, else good, fair or bad."""

    pale: Ground
    good: Ground
    fair: Ground
    bad: Ground

    def of(self, tone: str | None) -> Ground:
        """The colours of a tone, by its name."""
        return self.pale if tone is None else self[self._fields.index(tone)]


class Fog(NamedTuple):
    """Zones that are not known: a fill, and what it is hatched with."""

    land: Ground
    sea: Ground


class Palette(NamedTuple):
    """The colours of the map, by terminal index."""

    sea: Ground
    sea_ink: int
    coast_ink: int  # names of provinces that stand on the water
    lake: int
    impassable: int
    outside: int
    nobody: Tint
    country_border: int
    river: int
    lit: int
    cursor: Pair
    ink: int
    other_ink: int
    other_ink_on: frozenset[int]
    stack_ink: int
    mountain_pass: Pair
    siege: Pair
    reach: Pair
    path: Pair
    mark: Pair
    ground: dict[str, Ground]
    powers: dict[str, Tint]
    minors: tuple[Tint, ...]
    fog: Fog
    tones: Tones

    def ink_on(self, fill: int) -> int:
        """The ink that reads on a fill."""
        return self.other_ink if fill in self.other_ink_on else self.ink


class Theme(NamedTuple):
    """One theme. `depth` is 256, 16 or 0; without colours there is no `palette`."""

    name: str
    title: str
    note: str
    depth: int
    fewer: str
    screen: dict[str, Any]
    palette: Palette | None


@cache
def names() -> tuple[str, ...]:
    """The names of all themes, the default first, then by name."""
    found = sorted(path.stem for path in FOLDER.glob("*" + FILES))
    return tuple(sorted(found, key=lambda name: name != DEFAULT))


@cache
def load(name: str) -> Theme:
    """The theme of that name. Raises ThemeError when it is missing or its file is wrong."""
    if name not in names():
        raise ThemeError(f"there is no theme {name!r}; there are {', '.join(names())}")
    file = FOLDER / (name + FILES)
    try:
        return read(name, tomllib.loads(file.read_text(encoding="utf-8")))
    except tomllib.TOMLDecodeError as error:
        raise ThemeError(f"{file.name}: {error}") from error
    except ThemeError as error:
        raise ThemeError(f"{file.name}: {error}") from error


def for_depth(name: str, depth: int) -> Theme:
    """The theme itself, or the one it names for a terminal of no more than `depth` colours."""
    theme = load(name)
    while theme.depth > depth:
        theme = load(theme.fewer)
    return theme


def for_console(name: str, color_system: str | None, no_color: bool) -> Theme:
    """The theme as a terminal can show it: `color_system` as rich.console.Console tells it."""
    if no_color or color_system is None:
        return for_depth(name, 0)
    return for_depth(name, 256 if color_system in ("256", "truecolor") else 16)


def as_screen_theme(theme: Theme) -> "ScreenTheme":
    """The colours of the screen around the map, ready for App.register_theme."""
    from textual.theme import Theme as ScreenTheme

    try:
        return ScreenTheme(name=theme.name, **theme.screen)
    except TypeError as error:
        raise ThemeError(f"{theme.name}.toml: [screen]: {error}") from error


def read(name: str, table: dict[str, Any]) -> Theme:
    """A theme from what its file holds. Raises ThemeError that names the wrong key."""
    depth = _take(table, "depth", int)
    if depth not in (256, 16, 0):
        raise ThemeError(f"depth is {depth}, expected 256, 16 or 0")
    fewer = _take(table, "fewer", str)
    if bool(fewer) != bool(depth):
        raise ThemeError('fewer names the theme for fewer colours; only depth 0 has ""')
    screen = _take(table, "screen", dict)
    texts = (_take(table, "title", str), _take(table, "note", str))
    return Theme(name, *texts, depth, fewer, screen, _palette(table, depth) if depth else None)


def _take(table: dict[str, Any], key: str, kind: type) -> Any:
    if key not in table:
        raise ThemeError(f"{key} is missing")
    if type(table[key]) is not kind:
        raise ThemeError(f"{key} is {table[key]!r}, expected a value of type {kind.__name__}")
    return table[key]


def _colours(key: str, value: object, count: int, depth: int) -> list[int]:
    """`count` colour numbers below `depth`; a single one may stand without brackets."""
    found: list[Any] = value if isinstance(value, list) else [value]
    if len(found) != count or not all(type(one) is int and 0 <= one < depth for one in found):
        raise ThemeError(f"{key} is {value!r}, expected {count} colour numbers below {depth}")
    return found


def _palette(table: dict[str, Any], depth: int) -> Palette:
    single = _take(table, "map", dict)

    def take(key: str, count: int) -> list[int]:
        return _colours(f"[map] {key}", single.get(key), count, depth)

    def each(section: str, count: int) -> dict[str, list[int]]:
        lines = _take(table, section, dict).items()
        return {key: _colours(f"[{section}] {key}", value, count, depth) for key, value in lines}

    tones = {**TONES[depth], **each("tones", 2)} if "tones" in table else TONES[depth]
    minors = [_colours("minors", value, 4, depth) for value in _take(table, "minors", list)]
    if not minors:
        raise ThemeError("minors is empty, expected at least one list of four colours")
    pale = single.get("other_ink_on", [])
    return Palette(
        sea=Ground(*take("sea", 2)),
        sea_ink=take("sea_ink", 1)[0],
        coast_ink=take("coast_ink", 1)[0],
        lake=take("lake", 1)[0],
        impassable=take("impassable", 1)[0],
        outside=take("outside", 1)[0],
        nobody=Tint(*take("nobody", 4)),
        country_border=take("country_border", 1)[0],
        river=take("river", 1)[0],
        lit=take("lit", 1)[0],
        cursor=Pair(*take("cursor", 2)),
        ink=take("ink", 1)[0],
        other_ink=take("other_ink", 1)[0],
        other_ink_on=frozenset(_colours("[map] other_ink_on", pale, len(pale), depth)),
        stack_ink=take("stack_ink", 1)[0],
        mountain_pass=Pair(*take("mountain_pass", 2)),
        siege=Pair(*take("siege", 2)),
        reach=Pair(*take("reach", 2)),
        path=Pair(*take("path", 2)),
        mark=Pair(*take("mark", 2)),
        ground={key: Ground(*value) for key, value in each("ground", 2).items()},
        powers={key: Tint(*value) for key, value in each("powers", 4).items()},
        minors=tuple(Tint(*value) for value in minors),
        fog=Fog(Ground(*take("fog_land", 2)), Ground(*take("fog_sea", 2))),
        tones=Tones(*(Ground(*tones[name]) for name in Tones._fields)),
    )
