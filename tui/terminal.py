"""Terminals that lie about their size, and lines that send garbage."""

from __future__ import annotations

import codecs
from contextlib import suppress
from functools import partial
from typing import Any, Final

MOST: Final = (500, 200)
USUAL: Final = (80, 24)


def fitting(width: int, height: int) -> tuple[int, int]:
    """A size that a terminal may have, whatever it says; 80 by 24 for none."""
    if width <= 0 or height <= 0:
        return USUAL
    return min(MOST[0], width), min(MOST[1], height)


def forgive_garbage() -> None:
    """Has Textual read bytes that are no UTF-8 as signs of replacement; it would end over them."""

    def decoder(encoding: str) -> Any:
        return partial(codecs.getincrementaldecoder(encoding), errors="replace")

    with suppress(ImportError):
        from textual.drivers import linux_driver

        if hasattr(linux_driver, "getincrementaldecoder"):
            setattr(linux_driver, "getincrementaldecoder", decoder)  # noqa: B010 - not Textual's API
