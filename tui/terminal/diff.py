"""The cells of a screen, and the shortest sequences that draw them.

A cell is a letter and the codes of its style. Blanks and half blocks have several forms that look
the same; what is drawn costs least where the form, the change of style and the way to the cell are
looked at together.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.strip import Strip

from tui.terminal.output_filter import visible_text

Cell = tuple[str, str]  # a character and its SGR codes; ("", …) under the rest of a wide text
UNKNOWN: Cell = ("", "?")
BLOCKS = frozenset(" ▀█")  # what can be sent in more than one way
OFF = {"1": "22", "2": "22", "4": "24", "7": "27"}  # attributes that every terminal takes back
LONG = 8  # equal cells from which it does not matter how many more there are
FAR = 2  # how much a way counts against a change of style, which must come some time: tried out


class Run(NamedTuple):
    """The same cell so many times, or some text."""

    cell: Cell
    length: int


@lru_cache(maxsize=1024)
def _parts(style: str) -> tuple[str, str, str]:
    """The attributes, the foreground and the background of some SGR codes."""
    parts = {"": "", "3": "", "4": ""}
    codes = iter(style.split(";")) if style else iter(())
    for code in codes:
        if code in ("38", "48"):
            mode = next(codes)
            rest = [next(codes) for _ in range(1 if mode == "5" else 3)]
            parts[code[0]] = ";".join((code, mode, *rest))
        elif len(code) > 1 and code[:-1] in ("3", "9", "4", "10"):
            parts["3" if code[:-1] in ("3", "9") else "4"] = code
        else:
            parts[""] += ";" + code
    return parts[""], parts["3"], parts["4"]


@lru_cache(maxsize=8192)
def change(old: str, new: str) -> str:
    """The shortest sequence from one style to another, both as SGR codes."""
    if old == new:
        return ""
    if not new:
        return "\x1b[m"
    before, after = _parts(old), _parts(new)
    fresh = f"\x1b[{'0;' if old else ''}{new}m"
    codes: list[str] = []
    if before[0] != after[0]:
        had, has = (set(each[0].split(";")[1:]) for each in (before, after))
        if had - has - OFF.keys():
            return fresh
        codes += sorted({OFF[each] for each in had - has})
        codes += sorted(has if "22" in codes else has - had)
    if (before[1] and not after[1]) or (before[2] and not after[2]):
        return fresh
    codes += [b for a, b in zip(before[1:], after[1:], strict=True) if a != b]
    return min(f"\x1b[{';'.join(codes)}m", fresh, key=len)


@lru_cache(maxsize=1024)
def _turned(colour: str) -> str:
    """A foreground as a background, or the other way round; "" where that is not safe.

    Bright backgrounds are not: the Linux console has none.
    """
    if colour[:2] in ("38", "48"):
        return ("4" if colour[0] == "3" else "3") + colour[1:]
    if len(colour) == 2 and colour[0] in "34" and colour[1] != "9":
        return ("4" if colour[0] == "3" else "3") + colour[1]
    return "9" + colour[2:] if colour.startswith("10") else ""


def _joined(ink: str, ground: str) -> str:
    return f"{ink};{ground}" if ink and ground else ink or ground


@lru_cache(maxsize=1024)
def _blocks(style: str) -> dict[str, Cell]:
    """What half blocks and blanks of a style look like, each look in one form only.

    One colour is a blank on it, two are an upper half block; behind a blank no foreground is seen.
    """
    attributes, ink, ground = _parts(style)
    if attributes:
        return {}
    found = {" ": (" ", ground)}
    if ink and ground:
        found["█"] = (" ", _turned(ink)) if _turned(ink) else ("█", ink)
        if ink == _turned(ground) or ground == _turned(ink):
            found["▀"] = found["▄"] = found["█"]
        elif _turned(ink) and _turned(ground):
            found["▄"] = ("▀", _joined(_turned(ground), _turned(ink)))
    return found


def _forms(style: str, cell: Cell) -> Iterator[Cell]:
    """The ways to send a cell where a style is set: the character, and the style it needs."""
    text, codes = cell
    attributes, ink, ground = _parts(style)
    own = _parts(codes)
    if own[0] or attributes or text not in BLOCKS:
        yield cell
    elif text == "▀":
        yield cell
        if _turned(own[1]) and _turned(own[2]):
            yield "▄", _joined(_turned(own[2]), _turned(own[1]))
    elif text == "█":
        yield text, _joined(own[1], ground)
    elif codes:
        yield text, _joined(ink, codes)
        if ground and _turned(codes):
            yield "█", _joined(_turned(codes), ground)
    else:
        yield text, codes if ground else style


@lru_cache(maxsize=8192)
def shortest(style: str, run: Run, following: Run) -> tuple[str, str, str]:
    """The change of style, the letter and the style then, for a run before another."""
    forms = [*_forms(style, run.cell)]
    if run.cell[0] == " " and following.cell[0] not in BLOCKS:  # before letters it stays a blank
        forms = forms[:1]  # for who copies them
    letter, codes = min(
        forms,
        key=lambda form: _cost(style, form, run.length) + _least(form[1], following),
    )
    return change(style, codes), letter, codes


def _cost(style: str, form: Cell, count: int) -> int:
    return len(change(style, form[1])) + count * len(form[0].encode())


@lru_cache(maxsize=1024)
def _least(style: str, run: Run) -> int:
    return min(_cost(style, form, run.length) for form in _forms(style, run.cell))


def brief(run: Run) -> Run:
    """A run whose best form is that of this one: letters are no block, and long runs are alike."""
    text, codes = run.cell
    if text not in BLOCKS:
        return Run(("", codes), 1)
    return run if run.length <= LONG else Run(run.cell, LONG)


@lru_cache(maxsize=1024)
def goes_on(style: str, cell: Cell) -> bool:
    """Whether a cell is a blank that needs no other style."""
    text, codes = cell
    _, ink, ground = _parts(style)
    return text == " " and _parts(codes) in (("", "", ground), ("", "", _turned(ink)))


def cells(strip: Strip, color_system: Any) -> list[Cell]:
    """The cells of a strip."""
    found: list[Cell] = []
    for text, style, _ in strip:
        found += _cells(text, style, color_system)
    return found


@lru_cache(maxsize=32768)
def _cells(written: str, style: Style | None, color_system: Any) -> tuple[Cell, ...]:
    """The cells of a text in one style: the same ones each time, so that they are compared fast.

    Text that is not one column a letter is one cell, then blanks of it.
    """
    text = visible_text(written)
    codes = Strip.render_ansi(style, color_system) if style else ""
    if text.isascii() or cell_len(text) == len(text):
        blocks = _blocks(codes)
        return tuple(blocks.get(letter) or (letter, codes) for letter in text)
    return ((text, codes), *((("", text + codes),) * (cell_len(text) - 1)))


class Stroke(NamedTuple):
    """Cells beside each other in one style, and the column after them."""

    x: int
    y: int
    cells: list[Cell]
    end: int


def jump(at: tuple[int, int], x: int, y: int) -> str:
    """The sequence from one cell to another."""
    if at[1] != y:
        return f"\x1b[{y + 1}d" if at[0] == x else f"\x1b[{y + 1};{x + 1}H"
    onward = f"\x1b[{x - at[0]}C" if x > at[0] + 1 else "\x1b[C"
    return min(onward, f"\x1b[{x + 1}G", key=len) if x > at[0] else f"\x1b[{x + 1}G"


def nearest_first(strokes: Sequence[Stroke]) -> Iterator[Stroke]:
    """Strokes in an order in which each is about the cheapest to come to from the one before."""
    firsts = [brief(runs_of(stroke.cells)[0]) for stroke in strokes]
    least = [_least(first.cell[1], first) for first in firsts]
    prices: dict[str, list[int]] = {}  # what the change from a style costs each of them
    left = list(range(len(strokes)))
    column, row, style = -1, -1, ""

    def way(number: int) -> int:
        x, y, _, _ = strokes[number]
        moved = (5 if x == column else 8) if y != row else 4 if x != column else 0
        return FAR * moved + price[number]

    while left:
        if style not in prices:
            own = zip(firsts, least, strict=True)
            prices[style] = [_least(style, first) - lowest for first, lowest in own]
        price = prices[style]
        nearest = min(left, key=way)
        left.remove(nearest)
        _, row, drawn, column = strokes[nearest]
        style = next((cell[1] for cell in reversed(drawn) if cell[0] != " "), drawn[-1][1])
        yield strokes[nearest]


def runs_of(row: list[Cell]) -> list[Run]:
    """Cells of one style as runs; letters are one text."""
    found: list[Run] = []
    (text, codes), length = row[0], 1
    for letter, style in row[1:]:
        if style == codes and text in BLOCKS and letter == text:
            length += 1
        elif style == codes and text not in BLOCKS and letter not in BLOCKS:
            text += letter
        else:
            found.append(Run((text, codes), length))
            text, codes, length = letter, style, 1
    return [*found, Run((text, codes), length)]
