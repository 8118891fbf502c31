"""A passphrase that is typed where nobody sees it."""

from __future__ import annotations

import getpass
import warnings

from engine.documents.printable import printable


def typed_unseen(question: str) -> str:
    """What is typed, unseen where that can be; "" where the input ends first or is no text."""
    with warnings.catch_warnings():  # that it may be seen is told once, without a file's name
        warnings.simplefilter("ignore", getpass.GetPassWarning)
        try:
            return getpass.getpass(printable(question))
        except (EOFError, UnicodeDecodeError):
            return ""
