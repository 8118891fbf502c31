"""The players file of `tercio serve`: who may come in, and by which keys or passphrase.

A line is a name and an SSH public key, or a name and a sealed passphrase; a name may have several.
Empty lines and those that begin with # say nothing. The file is read anew for every newcomer.
Beside it lies a file of addresses, a player's name and where mail for him goes on each line.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

import asyncssh

from saves.disk import locks, naming
from saves.disk.files import create_file, flush, open_file, reason, sync_folder
from saves.disk.packing import SaveError
from saves.sharing.passphrases import opens, seal, unopenable_seal

NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,31}")
MOST_BYTES: Final = 2**20
ADDRESS: Final = re.compile(
    r"[A-Za-z0-9][A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{0,63}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*"
)
LONGEST_ADDRESS: Final = 254


def lines(file: Path) -> list[tuple[str, str]]:
    """The names of the file with what lets each in; nothing where there is no file."""
    try:
        parts = [line.split(maxsplit=1) for line in _read(file)]
    except OSError as error:
        raise SaveError(f"{file} cannot be read: {reason(error)}") from error
    return [(part[0], part[1]) for part in parts if len(part) == 2 and NAME.fullmatch(part[0])]


def _read(file: Path) -> list[str]:
    try:
        with os.fdopen(open_file(file, os.O_RDONLY), encoding="utf-8", errors="replace") as held:
            return held.read(MOST_BYTES).splitlines()
    except FileNotFoundError:
        return []


def knows_passphrase(file: Path, name: str, passphrase: str) -> bool:
    """Whether a passphrase is that of a player."""
    seals = [proof for known, proof in lines(file) if known == name and proof.startswith("scrypt$")]
    return any(opens(seal, passphrase) for seal in seals[:3] or [unopenable_seal()])


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
    """Adds a player with a public key or a passphrase, which replaces one that he had.

    Raises SaveError with what is wrong.
    """
    naming.player(name, {known for known, _ in lines(file)})
    if proof.startswith(("ssh-", "ecdsa-", "sk-")):
        try:
            line = asyncssh.import_public_key(proof).export_public_key().decode().strip()
        except asyncssh.KeyImportError as error:
            raise SaveError(f"this is no public key: {error}") from error
    else:
        line = seal(proof)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle = open_file(file.with_name(f".{file.name}.lock"), os.O_WRONLY | os.O_CREAT)
        with os.fdopen(handle, "wb") as lock:
            locks.hold(lock, wait=True)
            _write(file, name, line)
    except OSError as error:
        raise SaveError(f"{file} cannot be written: {reason(error)}") from error


def addresses(file: Path) -> dict[str, str]:
    """Where mail for each of the players goes. Raises SaveError."""
    try:
        parts = [line.split() for line in _read(_beside(file))]
    except OSError as error:
        raise SaveError(f"{_beside(file)} cannot be read: {reason(error)}") from error
    return {one[0]: one[1] for one in parts if len(one) == 2 and _is_address(one[1])}


def set_address(file: Path, name: str, address: str) -> None:
    """Keeps where mail for a player goes, or with "" nothing any more. Raises SaveError."""
    if address and not _is_address(address):
        raise SaveError(f"{address!r:.80} is no address for mail, such as anna@example.org")
    if name not in {known for known, _ in lines(file)}:
        raise SaveError(f"{name!r:.60} is none of the players of {file}")
    held = {**addresses(file), name: address}
    written = [f"{one} {held[one]}" for one in sorted(held) if held[one]]
    try:
        _replace(_beside(file), written)
    except OSError as error:
        raise SaveError(f"{_beside(file)} cannot be written: {reason(error)}") from error


def _beside(file: Path) -> Path:
    return file.with_name(f".{file.name}.mail")


def _is_address(text: str) -> bool:
    return len(text) <= LONGEST_ADDRESS and ADDRESS.fullmatch(text) is not None


def _write(file: Path, name: str, line: str) -> None:
    """Writes the file anew with a player's line in it, without what it replaces."""
    old = _read(file)
    kind = line.partition("$")[0] == "scrypt"
    kept = [
        each for each in old
        if each.split()[:1] != [name]
        or (not _is_seal(each) if kind else each.split(maxsplit=1)[1:] != [line])
    ]  # fmt: skip
    _replace(file, [*kept, f"{name} {line}"])


def _replace(file: Path, written: list[str]) -> None:
    beside = file.with_name(f".{file.name.removeprefix('.')}.new")
    with os.fdopen(create_file(beside, 0o600), "w", encoding="utf-8") as fresh:
        fresh.write("".join(f"{each}\n" for each in written))
        fresh.flush()
        flush(fresh.fileno())
    beside.replace(file)
    sync_folder(file.parent)


def _is_seal(line: str) -> bool:
    return line.split(maxsplit=1)[1:2] != [] and line.split(maxsplit=1)[1].startswith("scrypt$")
