"""Putting the screen together: only of the rows that changed is anything asked.

Textual has every widget that lies within the outline of all changes give all its lines, and then
leaves out those that did not change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from textual._compositor import Compositor
from textual.geometry import Region
from textual.strip import Strip


class RowsCompositor(Compositor):
    """Textual's compositor, asking widgets for the rows that are drawn."""

    def _render_chops(
        self, crop: Region, is_rendered_line: Callable[[int], bool]
    ) -> Sequence[Mapping[int, Strip]]:
        cuts = self.cuts
        chops: list[dict[int, Strip | None]] = [dict.fromkeys(each[:-1]) for each in cuts]
        drawn = [y for y in range(crop.y, crop.bottom) if is_rendered_line(y)]
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
        return cast("Sequence[Mapping[int, Strip]]", chops)
