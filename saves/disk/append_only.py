"""A file of entries that is appended to: a game's journal, its chronicle, what is said at it.

After a crash, a kill, a full disk or a power cut at any moment it holds every entry that was
confirmed; an entry that was being written is whole or not there. A power cut may take what was
written without `sync`, and nothing else. It is a signature and a run of entries, each with its
length and a checksum that goes over the entries before it too, so that none can be missing from the
middle: data from a stranger, whose every length is checked before it is believed.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

from saves.disk import packing
from saves.disk.files import (
    HEAD,
    MOST_COPIED,
    MOST_PACKED,
    Unwritable,
    flush,
    open_file,
    read_bytes,
    reason,
    replace_file,
    write_bytes,
)
from saves.disk.packing import SaveError

JOURNAL: Final = b"TERCIOJ\n"
MOST_RUN: Final = MOST_COPIED
"""Bytes of a file of entries, which is read as far as its seal goes: a hundred of the longest."""
MOST_ENTRY: Final = 2**20
MOST_HELD: Final = 800_000  # items in all entries of a journal: two hundred of the longest phases


class Journal(NamedTuple):
    """What a journal holds: whole entries, the bytes they take and the checksum after them.

    `format` is 1 for a journal without a signature. `trouble` says what is wrong after the whole
    entries, "" for a sound one; `torn` that this looks like an entry a crash cut off. `items` are
    counted in all entries. The first `sealed` entries lie within a seal that was given; `data` are
    the bytes that were read.
    """

    format: int
    entries: list[Any]
    length: int
    chain: int
    trouble: str = ""
    torn: bool = False
    items: int = 0
    sealed: int = 0
    data: bytes = b""


class Seal(NamedTuple):
    """How far a journal goes, the checksum there, its items, and a name for all of its bytes.

    What lies within a seal that this store has signed was written here: it is read as it is.
    """

    length: int
    chain: int
    items: int
    name: str


def name_of(data: bytes) -> Any:
    """What names bytes, and those that come after them, by its hexdigest()."""
    return blake2b(data, digest_size=16)


def seal_of(journal: Journal) -> Seal:
    """The seal of a whole journal."""
    name = name_of(journal.data).hexdigest()
    return Seal(journal.length, journal.chain, journal.items, name)


def journal_fullness(length: int, items: int) -> float:
    """How near a journal is to what its reader takes, as a share of it."""
    return max(length / MOST_PACKED, items / MOST_HELD)


def read_journal(
    path: Path,
    start: int = 0,
    chain: int = 0,
    seal: Seal | None = None,
    most: int = 0,
    end: int | None = None,
) -> Journal:
    """The entries of a journal, or those after `start` bytes with the checksum `chain` so far; of
    one that begins as `seal` says, that part is taken at its word. It has at most so many bytes,
    and is read to its `end` or that one.

    Raises SaveError when the file cannot be read at all or an entry is no plain document.
    """
    data = read_bytes(path, start, most)[:end]
    linked = bool(start) or data.startswith(JOURNAL)
    at = len(JOURNAL) if linked and not start else 0
    entries, held, sealed = list[Any](), 0, 0
    if start and not data and os.stat(path).st_size < start:  # noqa: PTH116 - a disk's refusals
        return Journal(2, [], start, chain, f"is shorter than {start} bytes, and had as many")
    if seal is not None and name_of(data[: seal.length]).hexdigest() == seal.name:
        entries = _sealed(data, at, seal.length)
        at, chain, held, sealed = seal.length, seal.chain, seal.items, len(entries)
    while at < len(data):
        trouble, torn = "", False
        length, check = HEAD.unpack_from(data, at) if at + HEAD.size <= len(data) else (0, 0)
        body = data[at + HEAD.size : at + HEAD.size + length]
        if length > MOST_ENTRY:
            trouble = f"has an entry {len(entries)} that claims {length} bytes"
        elif not length or len(body) != length:
            trouble, torn = f"breaks off in entry {len(entries)}", True
        elif zlib.crc32(body, chain) != check:
            trouble = f"has a damaged entry {len(entries)}: its checksum does not fit"
        if trouble:
            at_all = start + at
            return Journal(
                2 if linked else 1, entries, at_all, chain, trouble, torn, held, sealed, data[:at]
            )
        entry, items = packing.unpack_counted(body, f"entry {len(entries)} of {path.name}")
        entries.append(entry)
        held += items
        if held > MOST_HELD:
            raise SaveError(f"{path.name} holds more than {MOST_HELD} items, more than any game")
        if linked:
            chain = check
        at += HEAD.size + length
    kind = 2 if linked else 1
    return Journal(kind, entries, start + at, chain, items=held, sealed=sealed, data=data)


def _sealed(data: bytes, at: int, end: int) -> list[Any]:
    """The entries between two places, which were written here."""
    entries, view, size = list[Any](), memoryview(data), HEAD.size
    while at < end:
        length, _ = HEAD.unpack_from(data, at)
        entries.append(packing.unpack_trusted(view[at + size : at + size + length]))
        at += size + length
    return entries


class Pencil:
    """A journal open for writing. After an error nothing of what failed stays in it."""

    def __init__(self, path: Path, length: int, chain: int, most: int = 0) -> None:
        self.path = path
        self.length = length
        self.chain = chain
        self.most = most or MOST_PACKED
        self.spoiled = False  # whether remains of an entry that failed may lie behind the end
        self._handle = -1

    def append(self, entry: Any, sync: bool = True) -> tuple[bytes, int]:
        """Appends an entry, by `sync` on the disk itself before it returns, with all before it: its
        bytes, and how many items it holds. Raises SaveError."""
        body, items = packing.pack_counted(entry)
        check = zlib.crc32(body, self.chain)
        data = HEAD.pack(len(body), check) + body
        if len(body) > MOST_ENTRY or self.length + len(data) > self.most:
            raise SaveError(f"{self.path} is full: no game needs as much")
        try:
            self.clean()
            try:
                self.spoiled = True
                write_bytes(self._handle, data)
                if sync:
                    flush(self._handle)
                self.spoiled = False
            except OSError:
                self.clean()
                raise
        except OSError as error:
            raise Unwritable(f"{self.path} cannot be written: {reason(error)}") from error
        self.length += len(data)
        self.chain = check
        return data, items

    def clean(self) -> None:
        """Takes away what lies behind the end: a death or an error left it. Raises OSError."""
        if self._handle < 0:
            self._handle = open_file(self.path, os.O_WRONLY | os.O_APPEND)
        if self.spoiled or os.fstat(self._handle).st_size != self.length:
            os.ftruncate(self._handle, self.length)
            self.spoiled = False

    def close(self) -> None:
        """Lets go of the file."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def truncate_journal(path: Path, length: int) -> None:
    """Takes away what a journal has beyond so many bytes. Raises SaveError."""
    pencil = Pencil(path, length, 0)
    try:
        pencil.clean()
    except OSError as error:
        raise Unwritable(f"{path} cannot be written: {reason(error)}") from error
    finally:
        pencil.close()


def draft_journal(entries: Sequence[Any], most: int = 0) -> Journal:
    """A journal of these entries, of so many bytes where that is given. Raises SaveError for one
    that its reader would refuse."""
    data, chain, held = bytearray(JOURNAL), 0, 0
    for entry in entries:
        body, items = packing.pack_counted(entry)
        chain = zlib.crc32(body, chain)
        data += HEAD.pack(len(body), chain) + body
        held += items
        if len(body) > MOST_ENTRY:
            raise SaveError(f"an entry of {len(body)} bytes is more than any game needs")
    if (len(data) > most) if most else (journal_fullness(len(data), held) > 1):
        raise SaveError(f"a journal of {held} items and {len(data)} bytes is more than any game")
    return Journal(2, list(entries), len(data), chain, items=held, data=bytes(data))


def write_journal(path: Path, journal: Journal) -> None:
    """Writes a journal anew: the old one or the new one, whatever happens. Raises Unwritable."""
    replace_file(path, journal.data, sync=True)
