"""The others at the same game by lines: who is there, and what one may do about it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection

from engine.documents.printable import read_line
from engine.play.asks import BadAnswer, ordinal
from saves.store import Saved
from tui.table.seating import seat_actions, who_is_there
from tui.terminal import passphrase


def at_table(
    saved: Saved,
    powers: Collection[str],
    number: str,
    read: Callable[[str], str],
    write: Callable[[str], None],
) -> None:
    """Tells who is at the table and what may be done there, or does the one of these that is
    numbered. Raises BadAnswer for another number, SaveError."""
    found = list(seat_actions(saved, powers))
    if not number:
        write("\n".join(["At the table:", *(f"  {one}" for one in who_is_there(saved))]))
        write("t NUMBER does one of these:")
        for at, action in enumerate(found, 1):
            write(f"  {at}  {action.name}{f' ({action.what})' if action.what else ''}")
        return
    if not 1 <= ordinal(number) <= len(found):
        raise BadAnswer(f"{number!r} is nothing that may be done there, 1 to {len(found)}")
    action = found[ordinal(number) - 1]
    passphrase = _passphrase(action.question, read, action.seen) if action.question else ""
    if passphrase or not action.question:
        action.do(passphrase)
        write(f"{action.name}: done.")


def _passphrase(question: str, read: Callable[[str], str], seen: bool) -> str:
    """What is typed, unseen where it is secret and somebody types at a terminal; "" for nothing."""
    unseen = not seen and read is read_line and sys.stdin.isatty()
    try:
        return (passphrase.typed_unseen if unseen else read)(f"{question} > ").strip()
    except (EOFError, KeyboardInterrupt):
        return ""
