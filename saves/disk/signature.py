"""Whether a snapshot was written in this store.

A store has a secret of its own, and every snapshot is signed with it. One that is signed is taken
at its word; another, from a stranger or another store, only as far as its journal leads to it.
"""

from __future__ import annotations

import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

from engine.games.journal_records import Plain
from saves.disk.files import create_file, flush, open_file, sync_folder
from saves.disk.packing import canonical

SECRET: Final = ".secret"
LENGTH: Final = 32


def sign(store: Path, document: Plain) -> Plain:
    """A snapshot's document with the store's signature; where there is no secret, without one."""
    plain = {key: value for key, value in document.items() if key != "signature"}
    secret = _secret(store, make=True)
    return {**plain, "signature": _signature(secret, plain)} if secret else plain


def is_signed(store: Path, document: Plain) -> bool:
    """Whether a document bears the store's signature, and is as it was when it got it."""
    plain = dict(document)
    signature = plain.pop("signature", None)
    secret = _secret(store)
    if not secret or type(signature) is not str or not signature.isascii():
        return False
    return hmac.compare_digest(signature, _signature(secret, plain))


def _signature(secret: bytes, plain: Plain) -> str:
    return hmac.new(secret, canonical(plain), "sha256").hexdigest()


def _secret(store: Path, make: bool = False) -> bytes:
    """The secret of a store, made when it is wanted first; b"" where there can be none."""
    path = store / SECRET
    found = _read(path)
    if found or not make:
        return found
    aside = store / f"{SECRET}-{secrets.token_hex(8)}"
    with suppress(OSError):
        try:
            with os.fdopen(create_file(aside, 0o660), "wb") as file:
                file.write(secrets.token_bytes(LENGTH))
                file.flush()
                flush(file.fileno())
            if os.path.lexists(path):
                aside.replace(path)  # what was cut short signs nothing any more
            else:
                os.link(aside, path)  # the first of several that do so at once wins
            sync_folder(store)
        finally:
            aside.unlink(missing_ok=True)
    return _read(path)


def _read(path: Path) -> bytes:
    with suppress(OSError), os.fdopen(open_file(path, os.O_RDONLY), "rb") as file:
        found = file.read(LENGTH + 1)
        return found if len(found) == LENGTH else b""
    return b""
