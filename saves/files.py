"""The bytes of a save: a snapshot and a journal, each checked before it is believed.

A snapshot file is a signature, the length and a checksum of its body, and the body: a zlib stream
of one
msgpack document. The journal is a run of entries, each with its length and checksum; it is only
ever
appended to, and what a crash cut off at its end is left out. Both are data from a stranger: sizes
are
bounded before anything is unpacked, and nothing but plain values comes out.
"""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path
from typing import Any

import msgpack

SIGNATURE = b"TERCIO\r\n"
HEAD = struct.Struct("<II")
MOST_PACKED = 16 * 2**20
MOST_UNPACKED = 64 * 2**20
MOST_ENTRY = 2**20


class SaveError(Exception):
    """A save that cannot be read or written: which file, what is wrong, and what can be done."""


def pack(document: Any) -> bytes:
    """A plain document as canonical msgpack; raises SaveError for anything that is no plain
    value."""
    try:
        return bytes(msgpack.packb(document, strict_types=True, use_bin_type=True))
    except (TypeError, ValueError, OverflowError) as error:
        raise SaveError(f"this cannot be saved: {error}") from error


def unpack(body: bytes, what: str) -> Any:
    """The plain document in these bytes; raises SaveError with `what` when they hold none."""
    try:
        return msgpack.unpackb(
            body,
            raw=False,
            strict_map_key=True,
            object_pairs_hook=_mapping,
            ext_hook=_no_extension,
            max_ext_len=0,
        )
    except SaveError:
        raise
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException) as error:
        raise SaveError(f"{what} is damaged: {error or type(error).__name__}") from error


def _mapping(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _no_extension(code: int, _data: bytes) -> Any:
    raise ValueError(f"extension {code} is no plain value")


def write_snapshot(path: Path, document: Any) -> None:
    """Writes a snapshot so that the file holds the old document or the new one, whatever
    happens."""
    body = zlib.compress(pack(document), 6)
    fresh = path.with_name(path.name + ".new")
    try:
        with fresh.open("wb") as file:
            file.write(SIGNATURE + HEAD.pack(len(body), zlib.crc32(body)) + body)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise SaveError(f"{path} cannot be written: {error.strerror or error}") from error


def read_snapshot(path: Path) -> Any:
    """The document of a snapshot file; raises SaveError when it is none, damaged or too large."""
    try:
        size = path.stat().st_size
        if size > MOST_PACKED:
            raise SaveError(f"{path.name} has {size} bytes, far more than any game needs")
        data = path.read_bytes()
    except OSError as error:
        raise SaveError(f"{path} cannot be read: {error.strerror or error}") from error
    start = len(SIGNATURE) + HEAD.size
    if not data.startswith(SIGNATURE) or len(data) < start:
        raise SaveError(f"{path.name} is no snapshot of Tercio")
    length, check = HEAD.unpack_from(data, len(SIGNATURE))
    body = data[start:]
    if len(body) != length:
        raise SaveError(f"{path.name} is cut short: {len(body)} bytes where {length} should be")
    if zlib.crc32(body) != check:
        raise SaveError(f"{path.name} is damaged: its checksum does not fit")
    unzip = zlib.decompressobj()
    try:
        plain = unzip.decompress(body, MOST_UNPACKED)
    except zlib.error as error:
        raise SaveError(f"{path.name} is damaged: {error}") from error
    if unzip.unconsumed_tail:
        raise SaveError(f"{path.name} unpacks to more than any game needs")
    return unpack(plain, path.name)


def append_entry(file: Any, entry: Any) -> None:
    """Appends one entry to an open journal and has it on the disk before it returns."""
    body = pack(entry)
    file.write(HEAD.pack(len(body), zlib.crc32(body)) + body)
    file.flush()
    os.fsync(file.fileno())


def read_journal(path: Path) -> tuple[list[Any], int, str]:
    """The whole entries of a journal, how many bytes they take, and what is wrong after them.

    The last is empty for a sound journal. Raises SaveError when the file cannot be read at all.
    """
    try:
        size = path.stat().st_size
        if size > MOST_PACKED:
            raise SaveError(f"{path.name} has {size} bytes, far more than any game needs")
        data = path.read_bytes()
    except FileNotFoundError:
        return [], 0, ""
    except OSError as error:
        raise SaveError(f"{path} cannot be read: {error.strerror or error}") from error
    entries: list[Any] = []
    at = 0
    while at < len(data):
        if at + HEAD.size > len(data):
            return entries, at, f"entry {len(entries)} is cut short"
        length, check = HEAD.unpack_from(data, at)
        body = data[at + HEAD.size : at + HEAD.size + length]
        if length > MOST_ENTRY:
            return entries, at, f"entry {len(entries)} claims {length} bytes"
        if len(body) != length:
            return entries, at, f"entry {len(entries)} is cut short"
        if zlib.crc32(body) != check:
            return entries, at, f"entry {len(entries)} is damaged: its checksum does not fit"
        entries.append(unpack(body, f"entry {len(entries)} of {path.name}"))
        at += HEAD.size + length
    return entries, at, ""


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
