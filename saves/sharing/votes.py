"""Whether those who saw an answer, or the dice after it, agree to its being taken back.

The wish lies in the game's folder while it is open: who has it, to which record the game would go
back, the seats that have to agree and those that have. It holds for one length of the journal, so
that it is gone as soon as anybody plays on, and for a short time.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from engine.documents.printable import is_text
from saves.disk.files import read_document, write_document
from saves.disk.packing import SaveError

VOTE: Final = "vote.msgpack"
PATIENCE: Final = 120  # seconds in which all have to agree


class Vote(NamedTuple):
    """A wish to undo: the person's id and name, the journal's length, the records that would
    stand, the powers that are asked and those that agreed, who refused, and until when."""

    asker: str
    name: str
    length: int
    standing: int
    wanted: tuple[str, ...]
    until: int
    agreed: tuple[str, ...] = ()
    refused: str = ""


KINDS: Final = (str, str, int, int, list, int, list, str)


def read(folder: Path) -> Vote | None:
    """The wish that lies in a game's folder, None when none does."""
    if not (folder / VOTE).exists():
        return None
    with suppress(SaveError):
        plain = read_document(folder / VOTE)
        if type(plain) is list and tuple(map(type, plain)) == KINDS:
            asker, name, length, standing, wanted, until, agreed, refused = plain
            if all(map(is_text, (asker, name, refused, *wanted, *agreed))):
                return Vote(
                    asker, name, length, standing, tuple(wanted), until, tuple(agreed), refused
                )
    return None


def write(folder: Path, vote: Vote) -> None:
    """Lays a wish into the folder. Raises SaveError."""
    plain = [list(part) if isinstance(part, tuple) else part for part in vote]
    write_document(folder / VOTE, plain, sync=False)


def clear(folder: Path) -> None:
    """Takes the wish away."""
    with suppress(OSError):
        (folder / VOTE).unlink(missing_ok=True)
