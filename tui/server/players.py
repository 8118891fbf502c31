"""The players file of `tercio serve`: who may come in, and by which keys or passphrase.

A line is a name and an SSH public key, or a name and a sealed passphrase; a name may have several.
Empty lines and those that begin with # say nothing. The file is read anew for every newcomer.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

import asyncssh

from saves import naming, seats
from saves.plain import SaveError

NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,31}")
MOST_BYTES: Final = 2**20
NOBODY: Final = f"scrypt${'00' * 16}${'00' * 32}"
"""A seal that no passphrase opens: a name nobody has takes as long as a wrong passphrase."""


def lines(file: Path) -> list[tuple[str, str]]:
    """The names of the file with what lets each in; nothing where there is no file."""
    try:
        with file.open(encoding="utf-8", errors="replace") as opened:
            text = opened.read(MOST_BYTES)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise SaveError(f"{file} cannot be read: {error.strerror or error}") from error
    parts = (line.strip().split(maxsplit=1) for line in text.splitlines())
    return [(part[0], part[1]) for part in parts if len(part) == 2 and NAME.fullmatch(part[0])]


def knows_passphrase(file: Path, name: str, passphrase: str) -> bool:
    """Whether a passphrase is that of a player."""
    seals = [proof for known, proof in lines(file) if known == name and proof.startswith("scrypt$")]
    return any(seats.opens(seal, passphrase) for seal in seals[:3] or [NOBODY])


def knows_key(file: Path, name: str, key: asyncssh.SSHKey) -> bool:
    """Whether a key is one of a player's."""
    for known, proof in lines(file):
        if known == name and not proof.startswith("scrypt$"):
            try:
                theirs = asyncssh.import_public_key(proof)
            except asyncssh.KeyImportError:
                continue
            if theirs.public_data == key.public_data:
                return True
    return False


def add(file: Path, name: str, proof: str) -> None:
    """Adds a player with a public key or a passphrase; raises SaveError with what is wrong."""
    naming.player(name, {known for known, _ in lines(file)})
    if proof.startswith(("ssh-", "ecdsa-", "sk-")):
        try:
            line = asyncssh.import_public_key(proof).export_public_key().decode().strip()
        except asyncssh.KeyImportError as error:
            raise SaveError(f"this is no public key: {error}") from error
    else:
        line = seats.sealed(proof)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as opened:
            opened.write(f"{name} {line}\n")
    except OSError as error:
        raise SaveError(f"{file} cannot be written: {error.strerror or error}") from error
