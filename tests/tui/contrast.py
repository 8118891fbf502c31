"""How well what goes down the wire can be read: the contrast of every letter with its ground.

Contrast as the Web Content Accessibility Guidelines have it, from 1 to 21. The sixteen colours are
the terminal's own: what is drawn with them must do in the shades of xterm and in those of VGA.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from rich.color import ColorSystem
from textual.pilot import Pilot

from tui.terminal.diff import cells

LEAST: Final = 4.5
RGB = tuple[int, int, int]
PLAIN: Final = frozenset(("", "1", "2", "3", "4", "7", "9", "39", "49"))  # no colour of its own
MODES: Final[dict[str, ColorSystem | None]] = {
    "none": None, "16": ColorSystem.STANDARD, "256": ColorSystem.EIGHT_BIT,
    "true": ColorSystem.TRUECOLOR,
}  # fmt: skip
CONSOLES: Final[dict[str, Any]] = {"none": None, "16": "standard", "256": "256",
                                   "true": "truecolor"}  # fmt: skip

XTERM: Final[tuple[RGB, ...]] = (
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205),
    (0, 205, 205), (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
    (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
)  # fmt: skip
VGA: Final[tuple[RGB, ...]] = (
    (0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0), (0, 0, 170), (170, 0, 170),
    (0, 170, 170), (170, 170, 170), (85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85),
    (85, 85, 255), (255, 85, 255), (85, 255, 255), (255, 255, 255),
)  # fmt: skip


@cache
def luminance(colour: RGB) -> float:
    """The relative luminance of a colour, 0 to 1."""
    parts = [part / 255 for part in colour]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4
              for each in parts]  # fmt: skip
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(one: RGB, other: RGB) -> float:
    """The contrast of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def indexed(number: int, sixteen: tuple[RGB, ...]) -> RGB:
    """The colour of a number of the 256."""
    if number < 16:
        return sixteen[number]
    if number >= 232:
        grey = 8 + 10 * (number - 232)
        return grey, grey, grey
    steps = (0, 95, 135, 175, 215, 255)
    cube = number - 16
    return steps[cube // 36], steps[cube // 6 % 6], steps[cube % 6]


@cache
def looks(codes: str, sixteen: tuple[RGB, ...]) -> tuple[RGB, RGB]:
    """Ink and ground of a style by its SGR codes, on a terminal that is light on dark."""
    ink, ground, turned = sixteen[7], sixteen[0], False
    left = iter(int(code) for code in codes.split(";") if code)
    for code in left:
        if code == 7:
            turned = True
        elif code in (38, 48):
            mode = next(left)
            found = (indexed(next(left), sixteen) if mode == 5
                     else (next(left), next(left), next(left)))  # fmt: skip
            ink, ground = (found, ground) if code == 38 else (ink, found)
        elif 30 <= code <= 37 or 90 <= code <= 97:
            ink = sixteen[code - 30 if code < 90 else code - 82]
        elif 40 <= code <= 47 or 100 <= code <= 107:
            ground = sixteen[code - 40 if code < 100 else code - 92]
    return (ground, ink) if turned else (ink, ground)


def _read(letter: str) -> bool:
    """Whether a character is read: no blank, no dot, no block, no line of a frame."""
    return bool(letter.strip(" ·•")) and not "\u2500" <= letter <= "\u259f"


def faint(pilot: Pilot[int], colours: ColorSystem | None) -> Iterator[str]:
    """Every style on the screen whose letters are too faint, with letters that have it."""
    found: dict[str, str] = {}
    for strip in pilot.app.screen._compositor.render_strips():
        for letter, codes in cells(strip, colours or ColorSystem.STANDARD):
            if _read(letter):
                found[codes] = (found.get(codes, "") + letter)[:30]
    for codes, letters in found.items():
        if colours is None:
            if not set(codes.split(";")) <= PLAIN:
                yield f"a colour, {codes}: {letters!r}"
            continue
        least = min(ratio(*looks(codes, sixteen)) for sixteen in (XTERM, VGA))
        if least < LEAST:
            yield f"{least:.1f} {codes}: {letters!r}"
