"""Keeps what a process has loaded on pages that its forked children share with it.

The kernel copies a page for whoever writes to it, and CPython writes where it only reads: an object
counts those who refer to it. From Python 3.12 on an *immortal* object does not (PEP 683), so what
lives here is made immortal before anybody is forked. And a new object is put into the next gap
between old ones, on a page that is shared until then; so the gaps are filled first.
"""

from __future__ import annotations

import ctypes
import gc
import sys
import sysconfig
from collections.abc import Iterator
from types import CodeType
from typing import Any, Final

POOL: Final = 16384 - 48  # bytes in which CPython keeps small objects of one size, behind a head
SIZES: Final = range(48, 513, 16)  # bytes of such objects; of smaller ones there are few
HEAD: Final = sys.getsizeof(b"")  # bytes of an object of bytes beside its contents
CONSTANTS: Final = (
    "co_consts", "co_names", "co_name", "co_qualname", "co_filename", "co_exceptiontable",
)  # fmt: skip

filled: Final = list[bytes]()


def keep_shared() -> None:
    """To be called once, when all is loaded and before the first fork. Nothing that lives then is
    ever thrown away again. Without immortal objects it does nothing: full gaps alone gain none."""
    if has_immortals():
        filled.extend(gaps())
        held = [one for kind in kinds(object) for one in gc.get_referents(kind)]
        immortalize([sys.modules, *held])


def gaps() -> Iterator[bytes]:
    """Objects of each small size, until a whole pool was filled in order: then it was a new one."""
    for size in SIZES:
        in_order, last = 0, 0
        while in_order < POOL // size:
            yield (block := bytes(size - HEAD))
            in_order = in_order + 1 if id(block) == last + size else 1
            last = id(block)


def has_immortals() -> bool:
    """Whether this Python has immortal objects, and a count at their head that tells them."""
    return sys.version_info >= (3, 12) and not sysconfig.get_config_var("Py_GIL_DISABLED")


def kinds(kind: type) -> Iterator[type]:
    """A class and all that are derived from it. Those of the interpreter are immortal from the
    start, what they hold is not."""
    yield kind
    derived: list[type] = type.__subclasses__(kind)
    for each in derived:
        yield from kinds(each)


def immortalize(waiting: list[Any]) -> None:
    """Makes objects immortal, and all that can be reached from them."""
    mark = sys.getrefcount(None)
    while waiting:
        one = waiting.pop()
        if sys.getrefcount(one) < mark:
            ctypes.c_uint32.from_address(id(one)).value = mark
            if isinstance(one, CodeType):  # which the collector does not follow
                waiting += [getattr(one, name) for name in CONSTANTS]
            else:
                waiting += gc.get_referents(one)
