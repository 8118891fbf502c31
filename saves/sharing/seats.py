"""Seats: which of them a player took, so that he finds them again, and which are locked: without
its passphrase nobody answers for a power or sees what it hides.

The seals of their passphrases lie in the game's folder. Whoever may write there with other programs
than Tercio can take the locks away: players without an account on the machine cannot
(`tercio serve`).
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from engine.documents.printable import is_text
from engine.facts.countries import possessive
from saves.disk.files import read_document, write_document
from saves.disk.packing import SaveError
from saves.sharing import passphrases

SEATS: Final = "seats.msgpack"
SAT: Final = "sat.msgpack"
POSTED: Final = "posted.msgpack"
MOST_SAT: Final = 200  # players whose seats are kept


def locks(folder: Path) -> Mapping[str, str]:
    """The seal of every locked power of a game. Raises SaveError when the file is damaged."""
    path = folder / SEATS
    if not os.path.lexists(path):
        return {}
    plain = read_document(path)
    if type(plain) is not dict or not all(map(is_text, (*plain, *plain.values()))):
        raise SaveError(f"{folder.name}/{SEATS} is damaged: no seat can be told from another")
    return plain


def locks_by_mail(folder: Path) -> frozenset[str]:
    """The powers whose lock came by mail: others answer for them where they locked their seat."""
    if not os.path.lexists(folder / POSTED):
        return frozenset()
    plain = read_document(folder / POSTED)
    if type(plain) is not list or not all(map(is_text, plain)):
        raise SaveError(
            f"{folder.name}/{POSTED} is damaged: nobody can say which seats are locked here"
        )
    return frozenset(plain)


def note_posted(folder: Path, powers: Collection[str], gone: Collection[str] = ()) -> None:
    """Keeps that the locks of these powers came by mail, and of those no longer. Raises
    SaveError."""
    before = locks_by_mail(folder)
    if (now := before.union(powers).difference(gone)) != before:
        write_document(folder / POSTED, sorted(now))


def seats_ever_taken(folder: Path) -> frozenset[str]:
    """The powers whose seat somebody took in this store, now or before."""
    return frozenset(power for powers in seats_taken(folder).values() for power in powers)


def set_lock(folder: Path, power: str, passphrase: str, before: str) -> None:
    """Locks a power, or with "" unlocks it; one that is locked takes the passphrase `before`.

    Raises SaveError when that is wrong, the new one is weak or the file cannot be written.
    """
    held = dict(locks(folder))
    if power in held and not passphrases.opens(held[power], before):
        raise SaveError(f"{possessive(power)} seat is locked, and that is not its passphrase")
    note_posted(folder, (), (power,))
    held.pop(power, None)
    if passphrase:
        held[power] = passphrases.seal(passphrase)
    write_document(folder / SEATS, {name: held[name] for name in sorted(held)})


def seats_taken(folder: Path) -> dict[str, list[str]]:
    """The seats that each player took and has not left since, by his name; what is damaged counts
    for nothing."""
    with suppress(SaveError):
        plain = read_document(folder / SAT) if (folder / SAT).exists() else {}
        if type(plain) is dict and all(
            type(powers) is list and all(type(power) is str for power in powers)
            for powers in plain.values()
        ):
            return plain
    return {}


def remember(folder: Path, player: str, powers: Collection[str]) -> None:
    """Keeps which seats a player has now. Raises SaveError."""
    before = seats_taken(folder)
    others = {name: before[name] for name in before if name != player}
    known = dict(list(others.items())[1 - MOST_SAT :])
    if powers:
        known[player] = sorted(powers)
    if known != before:
        write_document(folder / SAT, known, sync=False)
