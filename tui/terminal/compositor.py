"""Putting the screen together: only of the rows that changed is anything asked, few at a time.

Textual has every widget that lies within the outline of all changes give all its lines, leaves out
those that did not change, and draws all of it before it hears the next key.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, cast

from rich.console import RenderableType
from textual import events
from textual._compositor import Compositor
from textual.geometry import Region
from textual.screen import Screen, ScreenResultType
from textual.strip import Strip

from tui.terminal import keys_first

SHARE: Final = 1000  # cells that are drawn in one go
PAUSE: Final = 0.001  # seconds until the next, in which a key that has come is heard


class RowsCompositor(Compositor):
    """Textual's compositor, asking widgets for the rows that are drawn, and drawing a share of them
    at a time: what changed last goes before what is left of earlier changes.

    It keeps the rows as they were drawn. A dialog over them takes them from there.
    """

    def __init__(self) -> None:
        super().__init__()
        self.left: list[Region] = []  # what is still to be drawn
        self._drawn: dict[int, dict[int, Strip]] = {}  # rows that hold, in pieces by their columns

    def render_update(
        self,
        full: bool = False,
        screen_stack: list[Screen[Any]] | None = None,
        simplify: bool = False,
    ) -> RenderableType | None:
        """A share of what has changed, or the whole screen where it is wanted in `full`."""
        if full:
            return super().render_update(full, screen_stack, simplify)
        rows = [*self._rows(self._dirty_regions), *self._rows(self.left)]
        share, cells = set[Region](), 0
        while rows and cells < SHARE:
            cells += rows[0].width
            share.add(rows.pop(0))
        self._dirty_regions = share
        self.left = [row for row in rows if row not in share]
        self.forget(self.left)
        return super().render_update(False, screen_stack)

    def kept_strips(self) -> list[Strip]:
        """All rows: those that hold as they were drawn, and the others anew."""
        self.forget(self._dirty_regions)
        cuts, height = self.cuts, len(self.cuts)
        rows: dict[int, Mapping[int, Strip]] = {
            y: row for y, row in self._drawn.items() if y < height and [*row] == cuts[y][:-1]
        }
        if missing := set(range(height)) - rows.keys():
            top, bottom = min(missing), max(missing) + 1
            crop = Region(0, top, self.size.width, bottom - top)
            chops = self._render_chops(crop, missing.__contains__)
            rows.update((y, chops[y]) for y in missing)
        return [Strip.join(rows[y].values()) for y in range(height)]

    def forget(self, regions: Iterable[Region]) -> None:
        """Some regions have changed, and are not drawn yet."""
        for y in {y for region in regions for y in region.line_range}:
            self._drawn.pop(y, None)

    def _rows(self, regions: Iterable[Region]) -> Iterator[Region]:
        screen = self.size.region
        seen = [region.intersection(screen) for region in regions]
        for y, start, end in self._regions_to_spans(seen):
            yield Region(start, y, end - start, 1)

    def _render_chops(
        self, crop: Region, is_rendered_line: Callable[[int], bool]
    ) -> Sequence[Mapping[int, Strip]]:
        cuts = self.cuts
        chops: list[dict[int, Strip | None]] = [dict.fromkeys(each[:-1]) for each in cuts]
        bottom = min(crop.bottom, len(cuts))  # a dialog may know of another size sooner
        drawn = [y for y in range(crop.y, bottom) if is_rendered_line(y)]
        for widget, (region, clip) in self.visible_widgets.items():
            seen = region.intersection(clip)
            rows = [y for y in drawn if seen.y <= y < seen.bottom] if seen and drawn else []
            if not rows or not crop.overlaps(clip):
                continue
            x, first, last = seen.x, seen.x, seen.right
            part = Region(x - region.x, rows[0] - region.y, seen.width, rows[-1] - rows[0] + 1)
            strips = widget.render_lines(part)
            for y in rows:
                line, free = chops[y], [cut for cut in cuts[y] if first <= cut <= last]
                pieces = strips[y - rows[0]].divide([cut - x for cut in free[1:]])
                for cut, piece in zip(free, pieces, strict=False):
                    if line[cut] is None:  # what lies above was there first
                        line[cut] = piece
        for y in drawn:
            self._keep(y, chops[y], crop)
        return cast("Sequence[Mapping[int, Strip]]", chops)

    def _keep(self, y: int, line: Mapping[int, Strip | None], crop: Region) -> None:
        """Keep a row as it was drawn. Of what lies outside the columns that were drawn not all
        widgets were asked: there what was known holds."""
        known, row = self._drawn.pop(y, {}), dict[int, Strip]()
        for cut, end in pairwise(self.cuts[y]):
            piece = line[cut] if cut < crop.right and end > crop.x else known.get(cut)
            if piece is None or piece.cell_length != end - cut:
                return
            row[cut] = piece
        self._drawn[y] = row


class DrawnInShares(Screen[ScreenResultType]):
    """A screen that is drawn in shares, keys being heard between them, and at once where a key has
    changed it: Textual waits for the next of 60 moments a second, or the one after that."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._compositor = self._in_shares = RowsCompositor()
        self._onward: asyncio.TimerHandle | None = None  # what will draw the next share

    def strips(self) -> list[Strip]:
        """All rows, as they were drawn last where they hold."""
        return self._in_shares.kept_strips()

    @property
    def is_drawn(self) -> bool:
        """Whether nothing is left of what has changed."""
        return not self._in_shares.left

    @property
    def _is_on_top(self) -> bool:
        return self.is_current and self.app.screen is self

    async def _on_idle(self, event: events.Idle) -> None:
        if self._layout_required or not keys_first.is_waiting():
            return  # what comes of it all is laid out together
        changed = self._scroll_required or self._repaint_required or self._dirty_widgets
        if changed and self._is_on_top and not self.app._batch_count:
            event.prevent_default()
            self._on_timer_update()

    def _compositor_refresh(self) -> None:
        if self.app._batch_count:
            return  # nothing would be sent
        rows = self._in_shares
        if not self._is_on_top:
            rows._dirty_regions.update(rows.left)
            rows.left.clear()
        rows.forget(rows._dirty_regions)
        super()._compositor_refresh()
        if rows.left and self._onward is None:
            self._go_on()

    def _go_on(self) -> None:
        self._onward = asyncio.get_running_loop().call_later(PAUSE, self._draw_on)

    def _draw_on(self) -> None:
        self._onward = None
        if not self.is_running:
            return
        if self.app._batch_count:
            self._go_on()
        else:
            self._compositor_refresh()
