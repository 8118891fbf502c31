"""What goes down the line: only the cells that differ from what the terminal shows.

Textual repaints whole pieces of lines. `Wired` stands between its compositor and the terminal,
remembers every cell that was sent, and sends the others. It hangs on private parts of Textual;
where a later Textual lacks them, `Wired` is an ordinary App and only bytes are lost.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from inspect import signature
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.app import App, ReturnType
from textual.geometry import Offset, Size
from textual.message import Message
from textual.strip import Strip

from tui.terminal import fitting, forgive_garbage, in_ascii

if TYPE_CHECKING:
    from rich.console import Console

try:
    from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate

    SEAM = list(signature(App._display).parameters) == ["self", "screen", "renderable"]
except (ImportError, AttributeError):
    SEAM = False

Cell = tuple[str, str]  # a character and its SGR codes; ("", …) under the rest of a wide text
Piece = tuple[int, int, Strip]  # column, row, what stands there
UNKNOWN: Cell = ("", "?")
BLOCKS = frozenset(" ▀█")  # what can be sent in more than one way
OFF = {"1": "22", "2": "22", "4": "24", "7": "27"}  # attributes that every terminal takes back
LONG = 8  # equal cells from which it does not matter how many more there are
FEW = 64  # strokes up to which their order is worth a look: it takes a millisecond
FAR = 2  # how much a way counts against a change of style, which must come some time: tried out


class Run(NamedTuple):
    """The same cell so many times, or some text."""

    cell: Cell
    length: int


@lru_cache(maxsize=4096)
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


@lru_cache(maxsize=16384)
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


@lru_cache(maxsize=4096)
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


@lru_cache(maxsize=65536)
def _shortest(style: str, run: Run, following: Run) -> tuple[str, str, str]:
    """The change of style, the letter and the style then, for a run before another."""
    letter, codes = min(
        _forms(style, run.cell),
        key=lambda form: _cost(style, form, run.length) + _least(form[1], following),
    )
    return change(style, codes), letter, codes


def _cost(style: str, form: Cell, count: int) -> int:
    return len(change(style, form[1])) + count * len(form[0].encode())


@lru_cache(maxsize=65536)
def _least(style: str, run: Run) -> int:
    return min(_cost(style, form, run.length) for form in _forms(style, run.cell))


def _brief(run: Run) -> Run:
    """A run whose best form is that of this one: letters are no block, and long runs are alike."""
    text, codes = run.cell
    return Run(run.cell, min(run.length, LONG)) if text in BLOCKS else Run(("", codes), 1)


@lru_cache(maxsize=16384)
def _blank(style: str, cell: Cell) -> bool:
    """Whether a cell is a blank that needs no other style."""
    text, codes = cell
    _, ink, ground = _parts(style)
    return text == " " and _parts(codes) in (("", "", ground), ("", "", _turned(ink)))


def cells(strip: Strip, color_system: Any) -> Iterator[Cell]:
    """The cells of a strip. Text that is not one column a letter is one cell, then blanks of it."""
    for text, style, _ in strip:
        codes = Strip.render_ansi(style, color_system) if style else ""
        if text.isascii() or cell_len(text) == len(text):
            blocks = _blocks(codes)
            for letter in text:
                yield blocks.get(letter) or (letter, codes)
        else:
            yield text, codes
            yield from (("", text + codes),) * (cell_len(text) - 1)


class Stroke(NamedTuple):
    """Cells beside each other in one style, and the column after them."""

    x: int
    y: int
    cells: list[Cell]
    end: int


def _jump(at: tuple[int, int], x: int, y: int) -> str:
    """The sequence from one cell to another."""
    if at[1] != y:
        return f"\x1b[{y + 1}d" if at[0] == x else f"\x1b[{y + 1};{x + 1}H"
    onward = f"\x1b[{x - at[0]}C" if x > at[0] + 1 else "\x1b[C"
    return min(onward, f"\x1b[{x + 1}G", key=len) if x > at[0] else f"\x1b[{x + 1}G"


def _nearest(strokes: Sequence[Stroke]) -> Iterator[Stroke]:
    """Strokes in an order in which each is about the cheapest to come to from the one before."""
    firsts = [_brief(_runs(stroke.cells)[0]) for stroke in strokes]
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


def _runs(row: list[Cell]) -> list[Run]:
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


class Wire:
    """Remembers what the terminal shows."""

    def __init__(self) -> None:
        self.on = SEAM
        self.ascii = False  # whether the terminal is sent nothing but ASCII
        self.size = Size(0, 0)
        self.rows: list[list[Cell]] = []
        self.pieces: list[dict[int, Strip]] = []  # what was drawn last at the columns of each row

    def forget(self) -> None:
        """Know nothing of the terminal any more; what is drawn next goes out whole."""
        self.rows = [[UNKNOWN] * self.size.width for _ in range(self.size.height)]
        self.pieces = [{} for _ in range(self.size.height)]

    def reduce(self, renderable: Any, size: Size) -> Any:
        """The same update, sending only what differs; an unknown kind passes untouched."""
        if size != self.size:
            self.size = size
            self.forget()
        if not self.on or renderable is None:
            return renderable
        if isinstance(renderable, LayoutUpdate):
            return Difference(self, lambda: _left_last(_laid_out(renderable)))
        if isinstance(renderable, ChopsUpdate):
            if 2 * len(renderable.spans) > size.height:
                return Difference(self, lambda: _left_last(_chopped(renderable)))
            return Difference(self, lambda: _chopped(renderable))
        self.forget()
        return renderable

    def send(self, pieces: Iterator[Piece], console: "Console") -> str:
        """The sequence that makes the terminal show the pieces (column, row, strip)."""
        color_system = console._color_system or 3  # as Textual does: truecolor unless told
        strokes = self._strokes(pieces, color_system)
        orders = [strokes, _nearest(strokes)] if len(strokes) <= FEW else [strokes]
        return min(map(self._drawn, orders), key=lambda drawn: len(drawn.encode()))

    def _drawn(self, strokes: Iterable[Stroke]) -> str:
        """The sequence that draws strokes one after the other."""
        out: list[str] = []
        at, style = (-1, -1), ""
        for x, y, drawn, end in strokes:
            if at != (x, y):
                moved, style = self._move(at, x, y, style)
                out.append(moved)
            at = end, y
            after = self.rows[y][end] if end < self.size.width else UNKNOWN
            for run, following in pairwise([*_runs(drawn), Run(after, 1)]):
                text, style = self._sent(style, run, following)
                out.append(text)
        if style:
            out.append("\x1b[m")
        return "".join(out)

    def _strokes(self, pieces: Iterator[Piece], color_system: Any) -> list[Stroke]:
        """What differs from what the terminal shows, and is remembered as shown from here on."""
        width, height = self.size
        found: list[Stroke] = []
        for x, y, strip in pieces:
            if not 0 <= y < height or self.pieces[y].get(x) == strip:
                continue
            self._remember(x, y, strip)
            row, begun, end, codes = self.rows[y], x, -1, ""
            drawn: list[Cell] = []
            for cell in cells(strip, color_system):
                if self.ascii and not cell[0].isascii():
                    cell = (in_ascii(cell[0]), cell[1])
                if 0 <= x < width and row[x] != cell:
                    if cell[0]:
                        if x != end or (cell[1] != codes and not _blank(codes, cell)):
                            if drawn:
                                found.append(Stroke(begun, y, drawn, end))
                            begun, drawn, codes = x, [], cell[1]
                        elif cell[0] != " ":
                            codes = cell[1]
                        drawn.append(cell)
                    row[x] = cell
                    end = x + 1
                x += 1
            if drawn:
                found.append(Stroke(begun, y, drawn, end))
        return found

    def _remember(self, x: int, y: int, strip: Strip) -> None:
        stop, known = x + strip.cell_length, self.pieces[y]
        for start in [n for n, old in known.items() if n < stop and n + old.cell_length > x]:
            del known[start]
        known[x] = strip

    def _sent(self, style: str, run: Run, following: Run) -> Cell:
        """What to send for a run before another, and the style that is set then."""
        text, codes = run.cell
        if text not in BLOCKS or self.ascii:
            return change(style, codes) + text * run.length, codes
        changed, letter, style = _shortest(style, _brief(run), _brief(following))
        return changed + letter * run.length, style

    def _move(self, at: tuple[int, int], x: int, y: int, style: str) -> Cell:
        """The way to a cell, over equal ones where that is shorter; and the style set then."""
        jump, gap = _jump(at, x, y), x - at[0]
        if at[1] != y or gap < 0 or gap > len(jump):
            return jump, style
        over, codes = "", style
        passed = [Run(cell, 1) for cell in (*self.rows[y][at[0] : x], UNKNOWN)]
        for run, following in pairwise(passed):
            if not run.cell[0] or len(over) > len(jump):
                return jump, style
            text, codes = self._sent(codes, run, following)
            over += text
        return (over, codes) if len(over.encode()) <= len(jump) else (jump, style)


def _laid_out(update: "LayoutUpdate") -> Iterator[Piece]:
    for y, line in enumerate(update.strips, update.region.y):
        x = update.region.x
        for strip in line:
            yield x, y, strip
            x += strip.cell_length


def _chopped(update: "ChopsUpdate") -> Iterator[Piece]:
    """Only the pieces that a span touches are true; the others hold a container's background."""
    for y, start, stop in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is not None and x < stop and end > start:
                yield x, y, strip if end <= stop else strip.crop(0, stop - x)


def _left_last(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """What stands at the left edge goes out last: the map.

    A compressed line looks back 32 KiB. So a pan finds there the picture that it shifts, even where
    the whole screen is more than that.
    """
    left: list[Piece] = []
    for piece in pieces:
        if piece[0]:
            yield piece
        else:
            left.append(piece)
    yield from left


if SEAM:

    class Difference(CompositorUpdate):
        """An update of the compositor, compared with the terminal when it is written."""

        def __init__(self, wire: Wire, pieces: Callable[[], Iterator[Piece]]) -> None:
            self.wire = wire
            self.pieces = pieces

        def render_segments(self, console: "Console") -> str:
            """The bytes for the terminal."""
            return self.wire.send(self.pieces(), console)


class Wired(App[ReturnType]):
    """An App that sends its terminal only the cells that change."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.wire = Wire()
        self.at_key: Callable[[], object] | None = None  # done once, when the next key comes
        forgive_garbage()

    def on_mount(self) -> None:
        """Coming back from another program, nothing is known of the terminal."""
        self.app_resume_signal.subscribe(self, lambda _: self.wire.forget(), immediate=True)

    def post_message(self, message: Message) -> bool:
        """A size that no terminal has is not believed; what moves arrives before a key is heard."""
        if isinstance(message, events.Key) and self.at_key is not None:
            arrive, self.at_key = self.at_key, None
            arrive()
        if isinstance(message, events.Resize):
            size = Size(*fitting(*message.size))
            message = events.Resize(size, size)
        return super().post_message(message)

    def on_resize(self) -> None:
        """A terminal that shrank has lost cells, even if it has its old size again by now.

        Textual draws nothing when the size it comes to lay out is the one it had laid out before.
        """
        if self.wire.size:
            self.wire.forget()
            self.screen.refresh()

    def focus_at(self) -> Offset | None:
        """Where on the screen the focus is; None where nothing says so."""
        return None

    if SEAM:

        def _display(self, screen: Any, renderable: Any) -> None:
            self.cursor_position = self.focus_at() or self.cursor_position
            super()._display(screen, self.wire.reduce(renderable, self.size))

    def export_screenshot(self, *, title: str | None = None, simplify: bool = False) -> str:
        """The screen as SVG."""
        from tui.svg import boxed

        return boxed(super().export_screenshot(title=title, simplify=simplify))

    def action_redraw(self) -> None:
        """Send the whole screen anew: mends what something else wrote over it."""
        self.wire.forget()
        self.screen.refresh(layout=True)
