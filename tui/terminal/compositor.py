"""Putting the screen together, a band of rows at a time, when it is sent.

Textual renders all that changed, of every widget within the outline of all changes, before anything
of it is sent. Here an update says only where the screen changed; what stands there is rendered when
it is sent (tui.terminal.output): a key that comes meanwhile is heard, and nothing is drawn that has
changed since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from textual._compositor import Compositor, CompositorUpdate
from textual.geometry import Region
from textual.strip import Strip

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from textual.screen import Screen

BAND: Final = 4  # rows that are rendered together, twice as many where little changes in them

Piece = tuple[int, int, Strip]  # column, row, what stands there


class Span(NamedTuple):
    """A part of a row, up to the column after the last."""

    y: int
    x: int
    end: int


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
    """Textual's compositor, asking widgets for the rows that are drawn, when they are drawn."""

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

    def _render_chops(
        self, crop: Region, is_rendered_line: Callable[[int], bool]
    ) -> Sequence[Mapping[int, Strip]]:
        cuts = self.cuts
        chops: list[dict[int, Strip | None]] = [dict.fromkeys(each[:-1]) for each in cuts]
        drawn = [y for y in range(crop.y, crop.bottom) if is_rendered_line(y)]
        for widget, (region, clip) in self.visible_widgets.items():
            seen = region.intersection(clip)
            if not drawn or not crop.overlaps(seen):
                continue
            first, last = seen.column_span
            left, right = max(first, crop.x), min(last, crop.right)
            free = {}  # where nothing lies above it in the columns that are wanted
            for y in range(max(seen.y, drawn[0]), min(seen.bottom, drawn[-1] + 1)):
                line = chops[y]
                if is_rendered_line(y) and any(
                    piece is None and cut < right and left < end
                    for (cut, piece), end in zip(line.items(), cuts[y][1:], strict=False)
                ):
                    free[y] = line
            if not free:
                continue
            top, bottom = min(free), max(free)
            part = Region(first - region.x, top - region.y, seen.width, bottom - top + 1)
            strips = widget.render_lines(part)
            for y, line in free.items():
                if y - top >= len(strips):
                    break  # it is lower than it was laid out for, and is laid out anew
                inside = [cut for cut in cuts[y] if first <= cut <= last]
                pieces = strips[y - top].divide([cut - first for cut in inside[1:]])
                for cut, piece in zip(inside, pieces, strict=False):
                    if line[cut] is None:
                        line[cut] = piece
        return cast("Sequence[Mapping[int, Strip]]", chops)


def pieces(compositor: Compositor, spans: Iterable[Span]) -> Iterator[Piece]:
    """What stands on a screen at some spans of neighbouring rows."""
    cuts = compositor.cuts
    known = [span for span in spans if span.y < len(cuts)]
    if not known:
        return
    rows = {span.y for span in known}
    crop = Region.from_union([Region(x, y, end - x, 1) for y, x, end in known])
    chops: Any = compositor._render_chops(crop, rows.__contains__)
    for y, start, stop in known:
        for (x, strip), end in zip(chops[y].items(), cuts[y][1:], strict=False):
            if strip is not None and x < stop and end > start:  # beside that all is not rendered
                yield x, y, strip if end <= stop else strip.crop(0, stop - x)


def rows(compositor: Compositor, crop: Region) -> list[Strip]:
    """What stands on a screen in a region."""
    band = Region(0, crop.y, compositor.size.width, crop.height)
    chops = compositor._render_chops(band, lambda y: True)
    found = [Strip.join(chops[y].values()) for y in crop.line_range if y < len(chops)]
    if crop.column_span == (0, compositor.size.width):
        return found
    return [row.crop(*crop.column_span) for row in found]
