"""Plain documents: what is written is read back, and nothing else is built from any bytes."""

from __future__ import annotations

import tracemalloc
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saves.disk.packing import DEEPEST, MOST_BYTES, MOST_ITEMS, SaveError, pack, unpack

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(max_size=300),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=40), inner),
    max_leaves=40,
)
REFUSED = object()
few = settings(max_examples=50)  # `make soak` reads 100,000 damaged saves


def read(body: bytes) -> Any:
    """The document in some bytes, REFUSED where they hold none; nothing else can happen."""
    return refused(body)[0]


def refused(body: bytes) -> tuple[Any, str]:
    """The document in some bytes, or why they hold none."""
    try:
        return unpack(body, "it"), ""
    except SaveError as error:
        return REFUSED, str(error)


@few
@given(PLAIN)
def test_a_document_comes_back_as_it_was(document: Any) -> None:
    assert unpack(pack(document), "it") == document


@given(st.binary(max_size=200))
def test_bytes_are_a_document_or_refused(body: bytes) -> None:
    document = read(body)
    if document is not REFUSED:
        assert unpack(pack(document), "it") == document


@few
@given(PLAIN, st.data())
def test_a_changed_byte_is_another_document_or_refused(document: Any, data: Any) -> None:
    body = bytearray(pack(document))
    body[data.draw(st.integers(0, len(body) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    read(bytes(body))


@few
@given(
    st.recursive(st.floats() | st.integers(0, 2**64 - 1), lambda inner: st.lists(inner, min_size=1))
)
def test_what_is_walked_over_is_what_msgpack_reads(document: Any) -> None:
    body = msgpack.packb(document)
    fraction = "0xca" in (hexed := [hex(byte) for byte in body]) or "0xcb" in hexed
    found, why = refused(body)
    assert fraction or "deep" in why or found == document


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "cut short"),
        (msgpack.packb(1.5), "a fraction at byte 0"),
        (msgpack.packb([1, float("nan")]), "a fraction at byte 2"),
        (msgpack.packb(b"raw"), "no plain value"),
        (msgpack.packb(msgpack.ExtType(5, b"code")), "no plain value"),
        (msgpack.packb(msgpack.Timestamp(5)), "no plain value"),
        (b"\xc1", "no plain value"),
        (msgpack.packb([1]) + b"\x00", "goes on after its end"),
        (b"\xdd\xff\xff\xff\xff", "announces 4294967295 items"),
        (b"\xdf\xff\xff\xff\xff", "announces 8589934590 items"),
        (b"\xdb\xff\xff\xff\xff", "cut short"),
        (b"\xdd\x00", "announces|cut short"),
        (b"\x91" * 500 + b"\x00", "deep"),
        (b"\x82\xa1a\x01\xa1a\x02", "stands twice"),
        (b"\x81\x01\x02", "int is not allowed|key"),
        (b"\x81\xc0\x02", "key"),
        (b"\xa2\xff\xff", "utf-8"),
    ],
)
def test_what_is_no_plain_document_is_refused(body: bytes, says: str) -> None:
    with pytest.raises(SaveError, match=says):
        unpack(body, "it")


@pytest.mark.parametrize("document", [1.0, b"x", {1: 2}, (1, 2), {"a": {3}}, 2**64, object()])
def test_what_is_no_plain_value_is_not_written(document: Any) -> None:
    with pytest.raises(SaveError, match="saved"):
        pack(document)


def test_much_in_little_is_refused_before_it_is_built() -> None:
    million = MOST_ITEMS + 10
    for body in (
        b"\xdd" + million.to_bytes(4) + b"\x90" * million,
        b"\xdd" + million.to_bytes(4) + b"\xc0" * million,
        (b"\xdd" + (1000).to_bytes(4)) * (DEEPEST + 2) + b"\x90" * 100_000,
        b"\x00" * (MOST_BYTES + 1),
    ):
        tracemalloc.start()
        with pytest.raises(SaveError):
            unpack(body, "it")
        assert tracemalloc.get_traced_memory()[1] < 100_000
        tracemalloc.stop()
