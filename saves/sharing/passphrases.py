"""Passphrases: how they are kept, and how wrong ones are counted.

They are kept as scrypt keys with a salt of their own, at the cost that is advised today. Seals of
an earlier cost still open. Whoever guesses waits longer after each wrong one, in whatever process
and however often he comes again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from engine.documents.printable import is_text
from saves.disk.files import read_document, write_document
from saves.disk.packing import SaveError

SHORTEST: Final = 8
LONGEST: Final = 200
GUESSES: Final = "guesses.msgpack"
FREE: Final = 3  # wrong ones after which one waits
WAIT: Final = 10  # seconds after the first of those; twice as long after each other
LONGEST_WAIT: Final = 3600
FORGOTTEN: Final = 24 * 3600  # seconds after which wrong ones count no more
MOST: Final = 500  # guessers that are remembered


class Cost(NamedTuple):
    """What scrypt costs: N as a power of two, r and p. Memory is 128 * N * r bytes."""

    power: int
    r: int
    p: int


COST = Cost(17, 8, 1)  # 128 MB, some 0.3 seconds
FORMER: Final = Cost(14, 8, 1)  # of seals that do not say theirs
DEAREST: Final = Cost(17, 8, 2)  # of a seal that is tried


def seal(passphrase: str) -> str:
    """A passphrase as it is kept: scrypt, its cost, its salt and its key. Raises SaveError for a
    weak one."""
    if not SHORTEST <= len(passphrase) <= LONGEST:
        raise SaveError(f"a passphrase has {SHORTEST} to {LONGEST} letters")
    salt = secrets.token_bytes(16)
    cost = "$".join(map(str, COST))
    return f"scrypt${cost}${salt.hex()}${_key(passphrase, salt, COST).hex()}"


def unopenable_seal() -> str:
    """A seal that no passphrase opens, and that takes as long to try as any other."""
    return f"scrypt${'$'.join(map(str, COST))}${'00' * 16}${'00' * 32}"


def opens(seal: str, passphrase: str) -> bool:
    """Whether a passphrase is the one that was sealed."""
    match seal.split("$"):
        case ["scrypt", salt, key]:
            cost = FORMER
        case ["scrypt", power, r, p, salt, key] if (power + r + p).isdecimal() and len(seal) < 200:
            cost = Cost(int(power), int(r), int(p))
        case _:
            return False
    if len(passphrase) > LONGEST or not all(map(int.__le__, (1, 1, 1), cost)):
        return False
    if not all(map(int.__le__, cost, DEAREST)):
        return False
    try:
        return hmac.compare_digest(_key(passphrase, bytes.fromhex(salt), cost), bytes.fromhex(key))
    except ValueError:
        return False


def _key(passphrase: str, salt: bytes, cost: Cost) -> bytes:
    secret = passphrase.encode("utf-8", "surrogateescape")
    return hashlib.scrypt(
        secret, salt=salt, n=2**cost.power, r=cost.r, p=cost.p, dklen=32, maxmem=2**29
    )


Alone: TypeAlias = Callable[[], AbstractContextManager[None]]


def try_passphrase(folder: Path, alone: Alone, who: str, seal: str, passphrase: str) -> bool:
    """Whether a passphrase opens a seal. Wrong ones are counted for `who` (a name and what he
    wants) in a game's folder; within `alone` nobody else reads or writes there.

    Raises SaveError when he has to wait first. An attempt counts before it is tried: who tries
    several at once gains nothing.
    """
    with alone():
        now, wrong = int(time.time()), _guesses(folder)
        count, last = wrong.get(who, (0, 0))
        wait = min(LONGEST_WAIT, WAIT * 2 ** min(20, count - FREE)) if count >= FREE else 0
        if (left := min(wait, last + wait - now)) > 0:
            raise SaveError(f"{count} wrong passphrases: the next is heard in {_time(left)}")
        _keep(folder, {**wrong, who: (count + 1, now)}, now)
    if not opens(seal, passphrase):
        return False
    with alone():
        wrong = _guesses(folder)
        wrong.pop(who, None)
        _keep(folder, wrong, now)
    return True


def _guesses(folder: Path) -> dict[str, tuple[int, int]]:
    """How many wrong ones there were, and when the last; damage counts for none."""
    if not (folder / GUESSES).exists():
        return {}
    try:
        plain = read_document(folder / GUESSES)
    except SaveError:
        return {}
    found: dict[str, tuple[int, int]] = {}
    for who, each in plain.items() if type(plain) is dict else ():
        match each:
            case [int(count), int(last)] if is_text(who) and count >= 0:
                found[who] = count, last
    return found


def _keep(folder: Path, wrong: dict[str, tuple[int, int]], now: int) -> None:
    lasting = [(who, each) for who, each in wrong.items() if now - each[1] < FORGOTTEN]
    write_document(folder / GUESSES, {who: list(each) for who, each in lasting[-MOST:]}, sync=False)


def _time(seconds: int) -> str:
    return f"{-(-seconds // 60)} minutes" if seconds > 90 else f"{seconds} seconds"
