"""Plain documents as bytes: whole numbers, texts, booleans, lists and tables in msgpack, no more.

Bytes are walked over before anything is built from them: what they hold is counted, nesting is
bounded, and fractions, raw bytes and extensions are refused. So a small file that would grow large
costs nothing, and what can be written can be read.
"""

from __future__ import annotations

from itertools import repeat
from typing import Any, Final

import msgpack

MOST_BYTES: Final = 8 * 2**20
MOST_ITEMS: Final = 400_000
DEEPEST: Final = 24

TEXTS: Final = {0xD9: 1, 0xDA: 2, 0xDB: 4}
LISTS: Final = {0xDC: 2, 0xDD: 4}
TABLES: Final = {0xDE: 2, 0xDF: 4}
FRACTIONS: Final = (0xCA, 0xCB)

# How many bytes an item takes, by its first one; 0 where more has to be read.
STEPS: Final = bytearray(256)
for _code in (*range(0x80), *range(0xE0, 0x100), 0xC0, 0xC2, 0xC3):
    STEPS[_code] = 1
for _code in range(0xA0, 0xC0):
    STEPS[_code] = 1 + _code % 0x20
for _code in range(0xCC, 0xD4):
    STEPS[_code] = 1 + 2 ** (_code % 4)


class SaveError(Exception):
    """A save that cannot be read or written: which file, what is wrong, and what can be done."""


def pack(document: Any) -> bytes:
    """A plain document as canonical bytes; raises SaveError for what would not come back."""
    return pack_counted(document)[0]


def pack_counted(document: Any) -> tuple[bytes, int]:
    """The same, and how many items it holds."""
    body = canonical(document)
    return body, unpack_counted(body, "what should be saved")[1]


def canonical(document: Any) -> bytes:
    """The same bytes unread, where they only name the document. Raises SaveError for what msgpack
    does not know."""
    try:
        return bytes(msgpack.packb(document, strict_types=True, use_bin_type=True))
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise SaveError(f"this cannot be saved: {error}") from error


def unpack(body: bytes, what: str) -> Any:
    """The plain document in these bytes; raises SaveError with `what` when they hold none."""
    return unpack_counted(body, what)[0]


def unpack_counted(body: bytes, what: str) -> tuple[Any, int]:
    """The document, and how many items it holds; raises SaveError with `what` as well."""
    trouble, items = _walked(body)
    if trouble:
        raise SaveError(f"{what} is damaged: it {trouble}")
    try:
        found = msgpack.unpackb(
            body, raw=False, strict_map_key=True, object_pairs_hook=_table, unicode_errors="strict"
        )
    except (ValueError, TypeError, msgpack.UnpackException) as error:
        raise SaveError(f"{what} is damaged: {error or type(error).__name__}") from error
    return found, items


def unpack_trusted(body: bytes | memoryview) -> Any:
    """The document in bytes that are known to be one that was written here."""
    return msgpack.unpackb(body, raw=False)


def _table(pairs: list[tuple[Any, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _walked(body: bytes) -> tuple[str, int]:
    """What is wrong with these bytes, "" when they are one document within the bounds, and how many
    items it holds."""
    if len(body) > MOST_BYTES:
        return f"has {len(body)} bytes, far more than any game needs", 0
    at, items = 0, 1
    missing = [repeat(None, 1)]  # what each open list or table still lacks
    try:
        while missing:
            for _ in missing[-1]:
                code = body[at]
                if step := STEPS[code]:
                    at += step
                    continue
                at += 1
                if code in TEXTS:
                    width = TEXTS[code]
                    at += width + int.from_bytes(body[at : at + width])
                    continue
                if code < 0xA0:
                    inside = code & 0x0F if code >= 0x90 else 2 * (code & 0x0F)
                elif code in LISTS:
                    inside = int.from_bytes(body[at : at + LISTS[code]])
                    at += LISTS[code]
                elif code in TABLES:
                    inside = 2 * int.from_bytes(body[at : at + TABLES[code]])
                    at += TABLES[code]
                else:
                    kind = "a fraction" if code in FRACTIONS else "what is no plain value"
                    return f"holds {kind} at byte {at - 1}", items
                if inside > len(body) - at:
                    left = max(0, len(body) - at)
                    return f"announces {inside} items at byte {at} and has {left}", items
                if len(missing) > DEEPEST:
                    return f"nests more than {DEEPEST} deep", items
                items += inside
                if items > MOST_ITEMS:
                    much = f"more than {MOST_ITEMS} items"
                    return f"holds {much}, far more than any game needs", items
                missing.append(repeat(None, inside))
                break
            else:
                missing.pop()
    except IndexError:
        return "is cut short", items
    if at != len(body):
        too_short = at > len(body)
        return "is cut short" if too_short else f"goes on after its end, at byte {at}", items
    return "", items
