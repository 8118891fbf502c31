"""What a game or a player may be called, and the files of a game are.

Names stand on the screens of others and are names of files, so one decides for all of them: letters
that are seen, none that could be taken for another name in the same house, and no file's name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from engine.documents import paths
from engine.documents.printable import is_printable
from saves.disk.packing import SaveError

SNAPSHOT: Final = "snapshot.msgpack"
JOURNAL: Final = "journal.msgpack"
CHRONICLE: Final = "chronicle.msgpack"
"""The files of a game."""
LETTER: Final = ".tercio"
"""What a file ends with that has a whole game, to be sent by mail."""

LONGEST: Final = 60
LONGEST_PLAYER: Final = 32
GAME: Final = re.compile(r"[a-z0-9]([a-z0-9_-]*[a-z0-9])?")
PLAYER: Final = re.compile(r"[a-z0-9]([a-z0-9._-]*[a-z0-9])?")
FILES: Final = frozenset(
    ("players", "host_key", "secret", "index", "settings", "keys", "defect", "log", "serve")
)
"""What files of a store are called."""
DEVICES: Final = re.compile(r"con|prn|aux|nul|conin|conout|clock|(com|lpt)[0-9]|tty\d*|null|zero")
ALIKE: Final = (("rn", "m"), ("vv", "w"), ("0", "o"), ("1", "l"), ("i", "l"))


def game(wanted: str, there: Iterable[str] = (), what: str = "game") -> str:
    """The name that a game, or whatever else, gets for what somebody typed: small letters without
    accents, and blanks as hyphens. `there` are the games of the store; one of exactly this name is
    nothing against it.

    Raises SaveError for what is no such name.
    """
    text = _seen(wanted, f"a {what}'s name", LONGEST)
    name = _small(text)
    if not GAME.fullmatch(name):
        raise SaveError(
            f"{wanted!r:.80} is not a name of a {what}: it is of letters a to z, digits, blanks, - "
            "and _, and begins and ends with a letter or a digit"
        )
    if DEVICES.fullmatch(name) or skeleton(name) in map(skeleton, FILES):
        raise SaveError(
            f"no {what} can be named {name}: something else of the store is called that"
        )
    return _unlike(name, there)


def is_letter(name: str) -> bool:
    """Whether a name is that of a file that came by mail."""
    return name.endswith(LETTER) and paths.is_file(Path(name))


def player(wanted: str, there: Iterable[str]) -> str:
    """The name of a player who is added, if it is one and looks like none that is there.

    Raises SaveError.
    """
    if not PLAYER.fullmatch(wanted) or len(wanted) > LONGEST_PLAYER or DEVICES.fullmatch(wanted):
        raise SaveError(
            f"{wanted!r:.80} is not a player's name: a to z and digits, at most {LONGEST_PLAYER}, "
            "and . _ - between them"
        )
    return _unlike(wanted, there)


def _unlike(name: str, there: Iterable[str]) -> str:
    look = skeleton(name)
    for other in there:
        if other != name and skeleton(other) == look:
            raise SaveError(f"{name} looks like {other}, which is here already: choose another")
    return name


def slug(text: str) -> str:
    """A game's name made of any text, such as the title of what a stranger sent; never refused."""
    plain = unicodedata.normalize("NFKD", text[: 4 * LONGEST]).encode("ascii", "ignore").decode()
    name = re.sub(r"[^a-z0-9_]+", "-", plain.casefold()).strip("-_")[:LONGEST].strip("-_")
    if not name or DEVICES.fullmatch(name) or skeleton(name) in map(skeleton, FILES):
        return f"game-{name}".strip("-")
    return name


def skeleton(name: str) -> str:
    """What a name looks like at a glance: two names with the same one are taken for each other."""
    look = re.sub(r"[^a-z0-9]", "", _small(name))
    for other, usual in ALIKE:
        look = look.replace(other, usual)
    return look


def visible(text: str, longest: int = 40) -> str:
    """A name that somebody gave himself, as others may see it: no blanks at its ends, one between
    words, no letters that are not seen, one mark upon a letter."""
    kept: list[str] = []
    for letter in unicodedata.normalize("NFKC", text[: 4 * longest]):
        mark = unicodedata.category(letter).startswith("M")
        piled = mark and (not kept or unicodedata.category(kept[-1])[0] not in "LN")
        if letter.isspace():
            letter = " "
        if is_printable(letter) and not piled:
            kept.append(letter)
    return " ".join("".join(kept).split())[:longest].rstrip()


def _small(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in plain if not unicodedata.combining(each)).replace(" ", "-")


def _seen(text: str, what: str, longest: int) -> str:
    """The text, if all of it is seen; raises SaveError."""
    if text != visible(text, longest):
        raise SaveError(
            f"{text!a:.80} is not a name: {what} has 1 to {longest} letters that are seen, and no "
            "blanks at its ends"
        )
    return text
