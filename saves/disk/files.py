"""The files of a save, and documents, which are written whole or not at all.

After a crash, a kill, a full disk or a power cut at any moment, a document is the old one or the
new one. Its file is a signature, the length and a checksum of its body, and the body, a zlib stream
of one plain document: data from a stranger, whose every length is checked before it is believed.
"""

from __future__ import annotations

import errno
import os
import stat
import struct
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from saves.disk.packing import MOST_BYTES, SaveError, pack, unpack

DOCUMENT: Final = b"TERCIO\r\n"
HEAD: Final = struct.Struct("<II")
MOST_PACKED: Final = 16 * 2**20
MOST_COPIED: Final = 64 * 2**20
"""Bytes of the longest file that is read at all."""


PLAIN: Final = sum(
    getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY")
)


class Unwritable(SaveError):
    """A file that cannot be written: what it was is still there."""


def reason(error: OSError) -> str:
    """What the system says is wrong, in its words."""
    if error.errno == errno.ELOOP:
        return "it is a link"
    return error.strerror or str(error)


def flush(handle: int) -> None:
    """Has what was written on the disk itself: macOS leaves it in the drive's memory unless it is
    asked in its own way, which not every file system knows."""
    if WHOLLY is not None:
        with suppress(OSError):
            WHOLLY(handle)
            return
    os.fsync(handle)


def _wholly() -> Callable[[int], object] | None:
    try:
        import fcntl
    except ImportError:
        return None
    command = getattr(fcntl, "F_FULLFSYNC", None)
    return None if command is None else lambda handle: fcntl.fcntl(handle, command)


WHOLLY: Final = _wholly()


def folder_in_words(folder: Path) -> str:
    """How a sentence names a folder; a player of a server stands in the store, and sees no path."""
    return "the store" if folder == Path() else str(folder)


def open_file(path: Path, flags: int, mode: int = 0o666) -> int:
    """A handle on an ordinary file: what a link leads to, a pipe or a device is never waited for,
    read or written. Raises OSError."""
    handle = os.open(path, flags | PLAIN, mode)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "it is no ordinary file", str(path))
    return handle


def create_file(path: Path, mode: int = 0o666) -> int:
    """A handle on a new file in the place of whatever was called so. Raises OSError."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    try:
        return open_file(path, flags, mode)
    except FileExistsError:
        path.unlink()
        return open_file(path, flags, mode)


# Documents.


def write_document(path: Path, document: Any, *, sync: bool = True) -> None:
    """Writes a document so that the file holds the old one or the new one, whatever happens.

    Without `sync` only what a power cut may take is left to the system. Raises SaveError.
    """
    body = zlib.compress(pack(document), 6)
    replace_file(path, DOCUMENT + HEAD.pack(len(body), zlib.crc32(body)) + body, sync)


def replace_file(path: Path, data: bytes, sync: bool) -> None:
    """Writes a file so that it holds what it held or this, whatever happens. Raises Unwritable."""
    fresh = path.with_name(f".{path.name}.new")
    try:
        try:
            handle = create_file(fresh)
            try:
                write_bytes(handle, data)
                if sync:
                    flush(handle)
            finally:
                os.close(handle)
            os.replace(fresh, path)  # noqa: PTH105 - whatever a disk can refuse is called by os
        except OSError:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
            raise
        if sync:
            sync_folder(path.parent)
    except OSError as error:
        raise Unwritable(f"{path} cannot be written: {reason(error)}") from error


def read_document(path: Path) -> Any:
    """The document of a file; raises SaveError when it is none, damaged or too large."""
    data = read_bytes(path)
    start = len(DOCUMENT) + HEAD.size
    if not data.startswith(DOCUMENT) or len(data) < start:
        raise SaveError(f"{path.name} is not a snapshot of Tercio")
    length, check = HEAD.unpack_from(data, len(DOCUMENT))
    body = data[start:]
    if len(body) != length:
        raise SaveError(f"{path.name} is cut short: {len(body)} bytes where {length} should be")
    if zlib.crc32(body) != check:
        raise SaveError(f"{path.name} is damaged: its checksum does not fit")
    unzip = zlib.decompressobj()
    try:
        plain = unzip.decompress(body, MOST_BYTES + 1)
    except zlib.error as error:
        raise SaveError(f"{path.name} is damaged: {error}") from error
    if len(plain) > MOST_BYTES:
        raise SaveError(f"{path.name} unpacks to more than any game needs")
    if not unzip.eof or unzip.unused_data:
        raise SaveError(f"{path.name} is damaged: its body does not end where it should")
    return unpack(plain, path.name)


def read_bytes(path: Path, start: int = 0, most: int = 0) -> bytes:
    """The bytes of a file from `start` on; without, as many as any other file of a game has."""
    most = most or MOST_PACKED
    try:
        with os.fdopen(open_file(path, os.O_RDONLY), "rb") as file:
            file.seek(start)
            data = file.read(most + 1)
    except OSError as error:
        raise SaveError(f"{path} cannot be read: {reason(error)}") from error
    if start + len(data) > most:
        raise SaveError(f"{path.name} has more than {most} bytes, more than any game needs")
    return data


def write_bytes(handle: int, data: bytes) -> None:
    """All of the bytes; a disk may take them in parts."""
    while data:
        data = data[os.write(handle, data) :]


def sync_file(path: Path) -> None:
    """Has on the disk itself what anybody wrote into a file, if there is one. Raises Unwritable."""
    try:
        handle = open_file(path, os.O_WRONLY | os.O_APPEND)
        try:
            flush(handle)
        finally:
            os.close(handle)
    except FileNotFoundError:
        return
    except OSError as error:
        raise Unwritable(f"{path} cannot be written: {reason(error)}") from error


def sync_folder(folder: Path) -> None:
    """Has the names in a folder on the disk; Windows keeps them by itself."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        flush(handle)
    finally:
        os.close(handle)


def copy_file(path: Path, aside: Path) -> None:
    """Copies a file as it is. Raises SaveError."""
    replace_file(aside, read_bytes(path, most=MOST_COPIED), sync=True)
