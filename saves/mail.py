"""Play by mail: a game in one file that goes from player to player.

The file's name says whose turn it is. It holds all that the game's folder does, the locks of the
seats too. Whoever gets it opens it; where his store has the game already, it goes on from there if
that is the same game further on, and nothing is overwritten if it is not.

A letter is from a stranger. What it tells is played from its start before any of it counts, with
the dice of its seed; it answers for no seat that was locked in the store that gets it.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from engine import games
from engine.facts.countries import country_name
from engine.facts.countries import with_article as called_power
from engine.games.journal_records import Diverged, Record
from saves.disk import contents, naming
from saves.disk.append_only import draft_journal, read_journal, write_journal
from saves.disk.contents import Contents
from saves.disk.files import folder_in_words, read_document, reason, sync_folder, write_document
from saves.disk.journal import Tape
from saves.disk.naming import JOURNAL, LETTER, SNAPSHOT
from saves.disk.packing import SaveError
from saves.replay import replay
from saves.saved import Saved
from saves.sharing import seats
from saves.sharing.pen import Pen
from saves.store import name_in_store


class Received(NamedTuple):
    """A game that came by mail: its folder, whose turn it is ("" when it is over), and a sentence
    about what came of the copy that was here."""

    folder: Path
    who: str
    said: str


def post(folder: Path, where: Path) -> tuple[Path, str]:
    """Writes a game into a file of the directory `where`; the file, and whose turn it is.

    Raises SaveError when the game is not sound or the file cannot be written.
    """
    saved = Saved(folder)  # mends what a crash has left, and knows who decides
    try:
        with saved.pen.alone():
            snapshot = read_document(folder / SNAPSHOT)
            journal = read_journal(folder / JOURNAL)
            story = [entry.to_plain() for entry in contents.read(folder).story]
            locked = dict(seats.locks(folder))
        who = saved.game.decides
        answers = len(saved.game.records)
    finally:
        saved.close()
    if saved.warning or journal.trouble:
        raise SaveError(f"{folder.name} is damaged: open it first, or ask tercio check")
    file = where / f"{folder.name}-{answers}-{who or 'over'}{LETTER}"
    for name in ("signature", "seal", "chronicle", "lines", "marks"):
        snapshot.pop(name, None)
    snapshot["story"] = story  # alone it holds its chronicle
    letter = {
        "letter": folder.name, "snapshot": snapshot, "journal": journal.entries, "seats": locked,
    }  # fmt: skip
    write_document(file, letter)
    return file, who


def receive(store: Path, file: Path) -> Received:
    """Takes a game that came by mail into the store. Raises SaveError with what is wrong."""
    letter = read_document(file)
    if type(letter) is not dict or type(letter.get("journal")) is not list:
        raise SaveError(f"{file.name} holds no game that was sent")
    aside = store / f".mail-{secrets.token_hex(8)}"
    try:
        aside.mkdir(parents=True)
        try:
            return _received(store, aside, letter, file)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
    except OSError as error:
        raise SaveError(f"{folder_in_words(store)} cannot hold games: {reason(error)}") from error


def _received(store: Path, aside: Path, letter: dict[str, Any], file: Path) -> Received:
    write_journal(aside / JOURNAL, draft_journal(letter["journal"]))
    write_document(aside / SNAPSHOT, letter.get("snapshot"))
    if letter.get("seats"):
        write_document(aside / seats.SEATS, letter["seats"])
    try:
        locked = seats.locks(aside)
        theirs = contents.read(aside)
    except SaveError as error:
        raise SaveError(f"{file.name}: {str(error).replace(aside.name, 'it')}") from error
    if theirs.trouble:
        raise SaveError(f"{file.name} is damaged: its journal {theirs.trouble}")
    for folder in _copies(store, theirs.game):
        return _joined(folder, theirs, letter["journal"], locked, file)
    _prove(theirs, file)
    if locked:
        seats.note_posted(aside, locked.keys())
    wanted = letter.get("letter")
    folder = name_in_store(store, aside, naming.slug(wanted if type(wanted) is str else "game"))
    sync_folder(store)
    who, said = _opened(folder)
    return Received(folder, who, said)


def _prove(held: Contents, file: Path) -> None:
    """Plays what a stranger sent from its start: every answer is legal there, dice are those of the
    seed, and who ruled was asked. Raises SaveError with the number of the record where not."""
    try:
        replay(held, games.procedure(held.header), held.records)
    except Diverged as error:
        raise SaveError(
            f"{file.name} is refused: {error}. It was changed, or written by another version"
        ) from error
    except Exception as error:
        name = type(error).__name__
        raise SaveError(f"{file.name} is refused: the rules fail on it: {name}: {error}") from error


def _opened(folder: Path) -> tuple[str, str]:
    """Whose turn it is in a game that came, and what is to be said of it."""
    saved = Saved(folder)
    try:
        if saved.pen.mine:
            saved.write()  # from now on it is this store's
        return saved.game.decides, saved.warning
    finally:
        saved.close()


def _copies(store: Path, game: str) -> list[Path]:
    """The folders of the store that hold a game of this id."""
    found = []
    for path in sorted(store.glob(f"[!.]*/{SNAPSHOT}")):
        try:
            plain = read_document(path)
        except SaveError:
            continue
        if type(plain) is dict and plain.get("game") == game:
            found.append(path.parent)
    return found


def _joined(
    folder: Path, theirs: Contents, sent: list[Any], locked: Mapping[str, str], file: Path
) -> Received:
    """Brings the copy that is here to where the letter stands, if that is further on. Only what was
    played since is taken from it: how the game was set up, its start and its locks are those here.
    """
    with Pen(folder, "").alone():
        held = contents.read(folder)
        if held.trouble:
            raise SaveError(f"{folder.name} is here already and damaged: open it first")
        ours = held.journal.entries
        tape = Tape(list(held.records), list(held.tape.redoable), held.tape.turn)
        if ours[1:] == sent[1:]:
            said = f"{folder.name} stands here as it was sent."
        elif len(ours) > len(sent) and ours[1 : len(sent)] == sent[1:]:
            said = f"{folder.name} is further on here than it was sent: it stays as it is."
        elif ours[1:] == sent[1 : len(ours)] or (
            contents.times_rewritten(ours[0]) != contents.times_rewritten(sent[0])
            and _leads_on(held.records, theirs.records)
        ):
            since = sent[len(ours) :]
            if ours[1:] != sent[1 : len(ours)]:  # one of them was written anew since
                standing = len(held.records)
                added = [record.to_plain() for record in theirs.records[standing:]]
                since = [[standing, added, list(theirs.tape.turn)]]
            answered = _allowed(folder, since, tape, file)
            _prove(held._replace(tape=tape), file)
            write_journal(folder / JOURNAL, draft_journal([*ours, *since]))
            said = f"{folder.name} goes on from where it was sent."
            said += _lock(folder, locked, answered)
        else:
            raise SaveError(
                f"{folder.name} has gone on otherwise here than in {file.name}: give one of them "
                "up, or open the file in another store"
            )
    who, warning = _opened(folder)
    return Received(folder, who, f"{said} {warning}".strip())


def _leads_on(ours: Sequence[Record], theirs: Sequence[Record]) -> bool:
    """Whether the records there are those here and more."""
    return len(theirs) > len(ours) and list(theirs[: len(ours)]) == list(ours)


def _allowed(folder: Path, since: list[Any], tape: Tape, file: Path) -> set[str]:
    """The powers that answered in these entries of a letter, which are wound onto the tape.

    Raises SaveError where one answers, or rules, whose seat was locked in this store, and where
    such a seat has seen what is taken back.
    """
    home = seats.locks(folder).keys() - seats.locks_by_mail(folder)
    answered = set[str]()
    first = len(tape.records)
    for number, entry in enumerate(since):
        before = list(tape.records)
        tape.add(entry, f"{file.name}: entry {number} of what is new")
        undone = before[entry[0] : first]  # what was here already
        seen = {record.who for record in undone if record.answer is not None}
        if home & seen or (home and any(record.dice for record in undone)):
            names = ", ".join(map(country_name, sorted(home & seen or home)))
            raise SaveError(
                f"{file.name} is refused: it takes back record {entry[0]}, and {names} must agree: "
                "the seat is locked here"
            )
        first = min(first, entry[0])
        for at, record in enumerate(tape.records[entry[0] :], entry[0]):
            if record.answer is not None and record.who in home:
                raise SaveError(
                    f"{file.name} is refused: record {at} is for {called_power(record.who)}, whose "
                    "seat is locked here. Unlock it first, if the answer is meant"
                )
            answered |= {record.who} if record.answer is not None else set()
    return answered


def _lock(folder: Path, locked: Mapping[str, str], answered: set[str]) -> str:
    """Takes the locks of those who answered in a letter, but for seats that are locked or taken
    here; says which were left."""
    here = seats.locks(folder)
    new = {power: seal for power, seal in locked.items() if power not in here}
    mine = {
        power: new[power] for power in new if power in answered - seats.seats_ever_taken(folder)
    }
    if mine:
        write_document(folder / seats.SEATS, {**here, **mine})
        seats.note_posted(folder, mine.keys())
    left = ", ".join(map(country_name, sorted(new.keys() - mine)))
    return f" Its lock of {left} was not taken: lock a seat where you sit." if left else ""
