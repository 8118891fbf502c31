"""Putting the screen together, a band of rows at a time, when it is sent.

Textual renders all that changed, of every widget within the outline of all changes, before anything
of it is sent. Here an update says only where the screen changed; what stands there is rendered when
it is sent (tui.terminal.output): a key that comes meanwhile is heard, and nothing is drawn that has
changed since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from operator import is_not
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from textual._compositor import Compositor, CompositorUpdate
from textual.geometry import Region
from textual.strip import Strip

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from textual.screen import Screen
    from textual.widget import Widget

BAND: Final = 2  # rows that are rendered together, twice as many where little changes in them

Piece = tuple[int, int, Strip]  # column, row, what stands there


class Span(NamedTuple):
    """A part of a row, up to the column after the last."""

    y: int
    x: int
    end: int


class Part(NamedTuple):
    """What is seen of a widget in a row, up to the column after the last: where all of it lies, and
    where it is seen."""

    x: int
    end: int
    widget: Widget
    region: Region
    seen: Region


class Changes(CompositorUpdate):
    """Where a screen changed. Who draws it otherwise than in bands has all of it from `whole`."""

    def __init__(
        self, spans: Sequence[Span], full: bool, top: Region | None, whole: Callable[[], Any]
    ) -> None:
        """`full` where that is all of the screen, `top` what a dialog covers of it."""
        self.spans = spans
        self.full = full
        self.top = top
        self.whole = whole

    def render_segments(self, console: Console) -> str:
        """All of the screen for a terminal."""
        return str(self.whole().render_segments(console))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """All of the screen for a picture of it."""
        yield self.whole()


class RowsCompositor(Compositor):
    """Textual's compositor, asking widgets for the rows that are drawn, when they are drawn.

    Who is seen where in a row is found once for each layout.
    """

    def __init__(self) -> None:
        super().__init__()
        self._layout: tuple[object, object] = None, None  # in which the parts were found
        self._parts: dict[int, list[Part]] = {}

    def render_update(
        self,
        full: bool = False,
        screen_stack: list[Screen[Any]] | None = None,
        simplify: bool = False,
    ) -> Any:
        """Where the screen changed since it was last asked; None for nowhere."""
        of_textual = super().render_update

        def whole() -> Any:
            return of_textual(True, screen_stack, simplify)

        if simplify:
            return whole()
        full = full or self.size.region in self._dirty_regions
        spans = self._everywhere() if full else self._changed()
        self._dirty_regions.clear()
        return Changes(spans, full, self._top(), whole) if spans else None

    def _everywhere(self) -> list[Span]:
        width, height = self.size
        return self._left_last([Span(y, 0, width) for y in range(height)])

    def _changed(self) -> list[Span]:
        screen = self.size.region
        inside = filter(None, (region.intersection(screen) for region in self._dirty_regions))
        spans = [Span(*each) for each in self._regions_to_spans(inside)]
        return self._left_last(spans) if 2 * len(spans) > self.size.height else spans

    def _left_last(self, spans: Sequence[Span]) -> list[Span]:
        """What stands at the left edge goes out last: the map.

        A compressed line looks back 32 KiB. So a pan finds there the picture that it shifts, even
        where the whole screen is more than that.
        """
        right, left = list[Span](), list[Span]()
        for span in spans:
            cut = next(cut for cut in self.cuts[span.y] if cut > span.x)
            if span.x or cut >= span.end:
                (right if span.x else left).append(span)
            else:
                right.append(span._replace(x=cut))
                left.append(span._replace(end=cut))
        return right + left

    def _top(self) -> Region | None:
        """What a dialog covers; None for a screen of its own."""
        if not getattr(self.root, "is_modal", False):
            return None
        shown = [
            region.intersection(clip)
            for widget, (region, clip) in self.visible_widgets.items()
            if widget is not self.root
        ]
        return Region.from_union(shown or [Region()])

    def parts(self, y: int) -> list[Part]:
        """What is seen of which widget in a row, from the left."""
        layout = self.cuts, self.visible_widgets
        if any(map(is_not, layout, self._layout)):
            self._layout, self._parts = layout, {}
        if (found := self._parts.get(y)) is None:
            found = self._parts[y] = list(_seen_in(self, y))
        return found


def _seen_in(compositor: Compositor, y: int) -> Iterator[Part]:
    """What is seen of which widget in a row, from the left."""
    cuts = compositor.cuts[y] if y < len(compositor.cuts) else []
    on_top = dict[int, Part]()  # from each cut on
    for widget, (region, clip) in compositor.visible_widgets.items():
        seen = region.intersection(clip)
        if y in seen.line_range:
            for cut in cuts:
                if seen.x <= cut < seen.right:
                    on_top.setdefault(cut, Part(cut, cut, widget, region, seen))
    last: Part | None = None
    for cut, end in pairwise(cuts):
        part = on_top.get(cut)
        if last is not None and (part is None or part.widget is not last.widget):
            yield last
            last = None
        if part is not None:
            last = (last or part)._replace(end=end)
    if last is not None:
        yield last


def pieces(compositor: Compositor, spans: Iterable[Span]) -> Iterator[Piece]:
    """What stands on a screen at some spans. Each widget is asked for its rows once."""
    kept = isinstance(compositor, RowsCompositor)
    parts = cast(RowsCompositor, compositor).parts if kept else partial(_seen_in, compositor)
    found = [
        (part, span)
        for span in spans
        for part in parts(span.y)
        if part.x < span.end and part.end > span.x
    ]
    asked: dict[Widget, set[int]] = {}
    for part, span in found:
        asked.setdefault(part.widget, set()).add(span.y)
    drawn: dict[tuple[Widget, int], Strip] = {}
    for part, _ in found:
        if (wanted := asked.pop(part.widget, None)) is not None:
            drawn.update(_drawn(part, sorted(wanted)))
    for part, span in found:
        strip = drawn.get((part.widget, span.y))
        if strip is not None:  # it is lower than it was laid out for, and is laid out anew
            end = min(part.end, span.end)
            yield part.x, span.y, strip.crop(part.x - part.seen.x, end - part.seen.x)


def _drawn(part: Part, wanted: Sequence[int]) -> Iterator[tuple[tuple[Widget, int], Strip]]:
    """Some rows of a widget, those beside each other drawn together."""
    widget, region, seen = part.widget, part.region, part.seen
    first = 0
    for number, y in enumerate(wanted, 1):
        if number == len(wanted) or wanted[number] > y + 1:
            top = wanted[first]
            crop = Region(seen.x - region.x, top - region.y, seen.width, y + 1 - top)
            for at, strip in enumerate(widget.render_lines(crop)[: crop.height], top):
                yield (widget, at), strip
            first = number


def rows(compositor: Compositor, crop: Region) -> list[Strip]:
    """What stands on a screen in a region."""
    spans = [Span(y, 0, crop.right) for y in crop.line_range if y < compositor.size.height]
    found: dict[int, list[Strip]] = {span.y: [] for span in spans}
    for _, y, strip in pieces(compositor, spans):
        found[y].append(strip)
    return [Strip.join(row).crop(crop.x, crop.right) for row in found.values()]
