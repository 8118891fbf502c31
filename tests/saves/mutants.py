"""Saves from strangers by the thousand: bytes changed, values changed, checksums made to fit.

A share is in the suite, 100,000 in `make soak`. Each is refused in words, or opens as what `tercio
check` calls sound (or says what was lost), within a bound of time and of memory.
"""

from __future__ import annotations

import copy
import json
import os
import random
import resource
import shutil
import signal
import tempfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, Final

from engine.games.journal_records import EngineError
from engine.play.asks import BadAnswer
from engine.programs import bots
from saves import mail, store
from saves.disk import append_only, contents, files, signature
from saves.disk.index import INDEX
from saves.disk.packing import SaveError, pack
from saves.sharing import pen, seats
from saves.sharing.votes import VOTE

KEPT = Path(__file__).parent / "kept"
MOST_MEMORY: Final = 200 * 2**20  # bytes beyond what the process had before
MOST_TIME: Final = 20  # seconds of a processor for one save, on a slow machine
ODD: Final[tuple[Any, ...]] = (
    None, True, False, -1, 0, 1, 2, 7, 99, 10**6, 10**9, -(2**63), 2**64 - 1,
    "", "x", "france", "artois", "atlantis", "field", "\x1b[2J", "é" * 300, "\0", "x" * 10**5,
    [], {}, [1, -2], [[]], {"a": 1}, [["a", "b"]], [[[[[[[[]]]]]]]], list(range(5000)),
)  # fmt: skip
ENORMOUS: Final = (
    b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xdb\xff\xff\xff\xff", b"\x91" * 300,
    b"\xdd" + (10**6).to_bytes(4) + b"\x90" * 10**6, b"\xc6\x7f\xff\xff\xff", b"\xcb" + bytes(8),
)  # fmt: skip


@cache
def artois() -> tuple[dict[str, Any], list[Any]]:
    """The document of a snapshot in the middle of a real game, and its journal's entries."""
    held = contents.read(KEPT / "2" / "storm")
    plain = {
        "format": 2, "version": "1", "game": held.game, "header": held.header, "start": held.start,
        "record": held.latest.record,
        "records": contents.name_of_records(held.records[:held.latest.record]),
        "state": held.latest.state, "story": [entry.to_plain() for entry in held.story],
        "turn": ["france", "S1", 0, "anna"], "journal": 0,
    }  # fmt: skip
    records = [record.to_plain() for record in held.records]
    return plain, [contents.first_entry(held.game), [0, records, None]]


def laid(folder: Path, plain: Any, entries: list[Any]) -> Path:
    """A game of these documents, its checksums fitting; the store's own where it was so signed."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.*"):
        path.unlink()
    files.write_document(folder / store.SNAPSHOT, plain)
    append_only.write_journal(folder / store.JOURNAL, append_only.draft_journal(entries))
    return folder


def survives(folder: Path) -> bool:
    """Whatever lies there is refused in words, or opens and can be played on; whether it opened."""
    defects = store.check(folder)
    assert all(type(defect) is str and defect for defect in defects)
    store.summaries(folder.parent)
    try:
        saved = store.open_game(folder, watch=True)
    except SaveError:
        assert defects, "refused, yet sound to check"
        return False
    assert saved.warning or not defects, f"opened without a word, yet {defects}"
    for _ in range(2):
        if saved.game.ask is None:
            break
        try:
            saved.game.listener = None
            saved.game.answer(bots.player("random")(saved.game, saved.game.ask))
        except (BadAnswer, EngineError):
            break
    saved.close()
    return True


def paths(plain: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value in a document."""
    found = [at] if at else []
    items = plain.items() if isinstance(plain, dict) else enumerate(plain)
    for key, value in items:
        found += paths(value, (*at, key)) if isinstance(value, (dict, list)) else [(*at, key)]
    return found


def put(plain: Any, at: tuple[Any, ...], value: Any) -> None:
    """Lays a value where a way leads."""
    for key in at[:-1]:
        plain = plain[key]
    plain[at[-1]] = value


# The mutations.


@cache
def _ways(journal: bool) -> list[tuple[Any, ...]]:
    return paths(artois()[journal])


def values(folder: Path, luck: random.Random) -> None:
    """One to three values anywhere are others; of the journal or the snapshot."""
    documents = copy.deepcopy(artois())
    journal = luck.random() < 0.4
    for _ in range(luck.randint(1, 3)):
        at = luck.choice(_ways(journal))
        try:
            put(documents[journal], at, copy.deepcopy(luck.choice(ODD)))
        except (TypeError, IndexError, KeyError):
            continue  # an earlier one took away where this would have been
    try:
        laid(folder, *documents)
    except SaveError:  # what cannot be written can be no file
        laid(folder, *artois())


def swapped(folder: Path, luck: random.Random) -> None:
    """Two values of a snapshot have changed places, so that every one is a likely one."""
    plain, entries = copy.deepcopy(artois())
    ways = _ways(False)
    one, other = luck.choice(ways), luck.choice(ways)
    values = [_at(plain, way) for way in (one, other)]
    if one[: len(other)] != other and other[: len(one)] != one:
        put(plain, one, values[1])
        put(plain, other, values[0])
    laid(folder, plain, entries)


def _at(plain: Any, way: tuple[Any, ...]) -> Any:
    for key in way:
        plain = plain[key]
    return copy.deepcopy(plain)


def bytes_changed(folder: Path, luck: random.Random) -> None:
    """The bytes of a file are flipped, cut, doubled, wiped or mixed with others."""
    laid(folder, *artois())
    name = luck.choice([store.SNAPSHOT, store.JOURNAL, store.SNAPSHOT, "seats.msgpack", VOTE])
    path = folder / name
    held = bytearray(path.read_bytes() if path.exists() else luck.randbytes(60))
    for _ in range(luck.randint(1, 3)):
        _change(held, luck)
    path.write_bytes(held)


def beneath(folder: Path, luck: random.Random) -> None:
    """The bytes beneath the checksums are changed, and the checksums fit."""
    laid(folder, *artois())
    if luck.random() < 0.4:
        path = folder / store.JOURNAL
        chain, data = 0, bytearray(append_only.JOURNAL)
        for entry in artois()[1]:
            body = bytearray(pack(entry))
            if luck.random() < 0.7:
                _change(body, luck)
            chain = zlib.crc32(body, chain)
            data += files.HEAD.pack(len(body), chain) + body
        path.write_bytes(data)
        return
    path = folder / store.SNAPSHOT
    body = bytearray(pack(artois()[0]))
    for _ in range(luck.randint(1, 3)):
        _change(body, luck)
    packed = zlib.compress(bytes(body), 1)
    path.write_bytes(files.DOCUMENT + files.HEAD.pack(len(packed), zlib.crc32(packed)) + packed)


def _change(held: bytearray, luck: random.Random) -> None:
    at = luck.randrange(len(held)) if held else 0
    match luck.randrange(8):
        case 0 | 1 if held:
            held[at] ^= 1 << luck.randrange(8)
        case 2 if held:
            held[at] = luck.randrange(256)
        case 3:
            del held[at:]
        case 4:
            held[at:at] = luck.randbytes(luck.randint(1, 20))
        case 5:
            held += held[at:]
        case 6:
            held[at : at + 5] = luck.choice(ENORMOUS)
        case _:
            held[at:] = bytes(len(held) - at)


STATE: Final[dict[str, Any]] = {
    seats.SEATS: {"france": "scrypt$00$00", "spain": "scrypt$" + "ab" * 16 + "$" + "cd" * 32},
    seats.POSTED: ["france", "spain"],
    seats.SAT: {"anna": ["france"], "otto": ["spain", "venice"]},
    pen.PEN: ["0123456789abcdef", ["fedcba9876543210"]],
    VOTE: ["0123456789abcdef", "anna", 100, 3, ["spain"], 2**33, ["france"], ""],
    f"../{INDEX}": {
        "game": [[1, 2, 3, 4], ["game", "artois", "x", "S1", "france", 5, "anna", 6, ""]],
    },
    f"../{signature.SECRET}": "x" * 40,
    f"{pen.HERE}/0123456789abcdef": ["0123456789abcdef", "anna", "host", 1, 2, ["france"]],
}  # fmt: skip


def state_files(folder: Path, luck: random.Random) -> None:
    """What lies around a game, of values or of bytes that nobody wrote so: locks, the pen, a vote,
    who is here, the list of games."""
    laid(folder, *artois())
    (folder / pen.HERE).mkdir(exist_ok=True)
    for name in luck.sample(sorted(STATE), luck.randint(1, 3)):
        document, path = copy.deepcopy(STATE[name]), folder / name
        ways = paths(document) if type(document) is not str else []
        for at in luck.sample(ways, min(len(ways), luck.randint(0, 2))):
            with suppress(TypeError, IndexError, KeyError):
                put(document, at, copy.deepcopy(luck.choice(ODD)))
        if luck.random() < 0.1:
            document = copy.deepcopy(luck.choice(ODD))
        try:
            files.write_document(path, document)
        except SaveError:
            continue
        held = bytearray(path.read_bytes())
        if name.startswith(pen.HERE):
            held = bytearray(json.dumps(document).encode())
        if luck.random() < 0.3:
            _change(held, luck)
        path.write_bytes(held)


def letters(folder: Path, luck: random.Random) -> None:
    """A game that comes by mail, mutated as a save may be, into a store that has it or not."""
    plain, entries = copy.deepcopy(artois())
    letter = {"letter": "game", "snapshot": plain, "journal": entries, "seats": {}}
    if luck.random() < 0.3:
        letter["seats"] = copy.deepcopy(STATE[seats.SEATS])
    if luck.random() < 0.5:  # a die, an answer, a taker-back: what a cheat would change
        _cheated(entries, luck)
    else:
        journal = luck.random() < 0.6
        for _ in range(luck.randint(1, 3)):
            with suppress(TypeError, IndexError, KeyError):
                where: Any = entries if journal else plain
                put(where, luck.choice(_ways(journal)), copy.deepcopy(luck.choice(ODD)))
    path = folder.with_name("letter.tercio")
    try:
        files.write_document(path, letter)
    except SaveError:
        files.write_document(path, {})
    if luck.random() < 0.2:
        held = bytearray(path.read_bytes())
        _change(held, luck)
        path.write_bytes(held)
    if luck.random() < 0.5:
        laid(folder, *artois())
    else:
        shutil.rmtree(folder, ignore_errors=True)


def _cheated(entries: list[Any], luck: random.Random) -> None:
    records = entries[1][1]
    match luck.randrange(4):
        case 0:
            dice = [die for record in records for die in record[2]]
            luck.choice(dice)[1] = luck.randint(-1, 12)
        case 1:
            luck.choice(records)[1] = luck.choice(("france", "spain", "", "nobody"))
        case 2:
            del records[luck.randrange(len(records)) :]
        case _:
            entries.append([luck.randrange(len(records) + 2), records[-2:], None])


def delivered(letter: Path) -> bool:
    """A letter is refused in words, or what comes of it is sound; whether it was taken."""
    store_of = letter.parent
    before = {path: path.read_bytes() for path in store_of.glob("game/*.msgpack")}
    try:
        came = mail.receive(store_of, letter)
    except SaveError:
        for path, held in before.items():
            assert path.read_bytes() == held, f"a letter that was refused changed {path.name}"
        return False
    finally:
        letter.unlink()
    assert store.check(came.folder) == [], f"taken, yet {store.check(came.folder)}"
    if came.folder.name != "game":
        shutil.rmtree(came.folder)
    return True


KINDS: Final[tuple[Callable[[Path, random.Random], None], ...]] = (
    values, swapped, bytes_changed, beneath, letters, state_files,
)  # fmt: skip


class Slow(Exception):
    """A save took too long."""


def _slow(signum: int, frame: FrameType | None) -> None:
    raise Slow


def bounded() -> None:
    """In a process of its own: no more memory than this from now on, as the kernel counts it."""
    setattr(os, "fsync", lambda handle: None)  # noqa: B010 - no power is cut here
    artois()
    pages = int(Path("/proc/self/statm").read_text().split()[5])  # data: what a thread of a game
    most = pages * resource.getpagesize() + MOST_MEMORY  # only reserves counts for nothing
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def heavy() -> list[str]:
    """Small files that would be large in memory; which of them were not refused as such."""
    thing = pack([[]] * 390_000)
    many = [b"\x94\x90\x90\x90\x90"] * 400_000
    filled = pack([{"a": {}}] * 130_000)
    shapes = [thing] * 15, many, [filled] * 15
    wrong = []
    with tempfile.TemporaryDirectory() as where:
        for number, bodies in enumerate(shapes):
            folder = laid(Path(where) / "game", *artois())
            chain, data = 0, bytearray(append_only.JOURNAL)
            for body in bodies:
                if len(data) + len(body) + files.HEAD.size > files.MOST_PACKED:
                    break
                chain = zlib.crc32(body, chain)
                data += files.HEAD.pack(len(body), chain) + body
            (folder / store.JOURNAL).write_bytes(data)
            del data
            try:
                store.open_game(folder, watch=True)
                wrong.append(f"heavy journal {number} was opened")
            except SaveError:
                pass
            except MemoryError:
                wrong.append(f"heavy journal {number} took too much memory")
    return wrong


def batch(first: int, count: int) -> tuple[int, list[str]]:
    """So many mutated saves: how many opened, and what went wrong with which."""
    opened, wrong = 0, []
    signal.signal(signal.SIGPROF, _slow)
    with tempfile.TemporaryDirectory() as where:
        (Path(where) / signature.SECRET).write_bytes(bytes(signature.LENGTH))
        for number in range(first, first + count):
            luck = random.Random(number)
            folder = Path(where) / "game"
            KINDS[number % len(KINDS)](folder, luck)
            signal.setitimer(signal.ITIMER_PROF, MOST_TIME)
            try:
                letter = folder.with_name("letter.tercio")
                opened += delivered(letter) if letter.exists() else survives(folder)
            except (Exception, Slow) as error:
                wrong.append(f"mutated save {number}: {type(error).__name__}: {error}")
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
    return opened, wrong
