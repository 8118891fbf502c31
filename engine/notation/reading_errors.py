"""What is wrong with a text of the notation, all of it at once."""

from __future__ import annotations

from engine.documents.complaints import BadInput


class Unread(BadInput):
    """A text that cannot be read. `lines` holds a sentence for each defect."""

    def __str__(self) -> str:
        return "\n".join(self.lines)
