"""Scrolling by keys, for whatever is longer than its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.actions import SkipAction

if TYPE_CHECKING:
    from textual.widget import Widget as Of
else:
    Of = object  # Textual takes styles from the first base that is a widget: not from this one


class ScrollsAtOnce(Of):
    """Shows what a key asks for at once: Textual glides there, and begins a frame after the key."""

    def action_scroll_up(self) -> None:
        """A row up."""
        self._scroll_by(-1)

    def action_scroll_down(self) -> None:
        """A row down."""
        self._scroll_by(1)

    def action_page_up(self) -> None:
        """A page up."""
        self._scroll_by(-self.scrollable_content_region.height)

    def action_page_down(self) -> None:
        """A page down."""
        self._scroll_by(self.scrollable_content_region.height)

    def action_scroll_home(self) -> None:
        """To the top."""
        self._scroll_by(-self.max_scroll_y)

    def action_scroll_end(self) -> None:
        """To the end."""
        self._scroll_by(self.max_scroll_y)

    def _scroll_by(self, rows: int) -> None:
        if not self.allow_vertical_scroll:
            raise SkipAction  # as Textual: the key may mean something to what lies around it
        self.scroll_to(y=self.scroll_offset.y + rows, animate=False, immediate=True)
