"""What a procedure may count on to be written down while it plays: dice and marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol


class Journal(Protocol):
    """What a game writes down while a procedure plays it (engine.games.journal); one that keeps
    `checkpoints` may grow long."""

    checkpoints: bool

    def throw(self, table: Table, name: str, faces: int, modifier: int) -> int | None:
        """What a die shows; None where the players throw it."""

    def mark(self, table: Table, segment: bool) -> None:
        """From here the procedure can start again from the state alone."""


class Table(Protocol):
    """What a journal is kept of. `record` is the number of the record that is being written."""

    journal: Journal | None
    record: int

    @property
    def state(self) -> Any:
        """All that lies on it."""

    @property
    def story(self) -> Sequence[Any]:
        """What was told of it."""
