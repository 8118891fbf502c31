"""The one way of the screens and commands to a file that is not a game's.

What the application may reach is decided where it is started: `Local` for a person at his own
machine, who names any path, and `Served` for a player of `tercio serve`, who has a shelf of his own
in the store and takes along what his terminal's clipboard takes. Nothing else in tui opens a file
that a player names, or shows where one lies; a test holds that.
"""

from __future__ import annotations

import os
import re
import stat
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine import scenarios
from engine.adjudicator import resolve
from engine.documents import paths
from engine.notation import position_reader, reading_errors, table_csv
from saves import mail
from saves import store as games_on_disk
from saves.disk import naming
from saves.disk.packing import SaveError
from saves.sharing import pen
from tui.settings.shelf import Shelf

if TYPE_CHECKING:
    from engine.scenarios.document import Scenario
    from saves.mail import Received

PLAYERS: Final = ".players"
DOCUMENTS: Final = "documents"
DEFECT: Final = "defect.txt"
MOST_DOCUMENTS: Final = 40
MOST_GAMES: Final = 100  # in which a player of a server gave the last answer
MOST_IN_ALL: Final = 5000
MOST_LETTERS: Final = 128 * 1024  # bytes of a document, or of the settings
MOST_DEFECTS: Final = 256 * 1024  # letters of what is kept about defects
CLIPBOARD: Final = 74_000  # bytes that the clipboard of many a terminal takes at once
ELSEWHERE: Final = "files are read and written on your own machine only, where tercio runs for you"
OWNER: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")


class Files(ABC):
    """What one application may reach. Methods raise SaveError where nothing else is said."""

    served = False

    def __init__(self, store: Path) -> None:
        self.store = store

    @property
    @abstractmethod
    def player(self) -> str:
        """The name by which one sits at games."""

    # Games and scenarios.

    @abstractmethod
    def room(self) -> Path:
        """The store, if there is room in it for another game of this player."""

    @abstractmethod
    def game(self, name: str) -> Path:
        """The folder of a game."""

    @abstractmethod
    def scenario(self, name: str) -> Scenario:
        """A scenario; raises ScenarioError."""

    @abstractmethod
    def letter(self, name: str) -> Received | None:
        """The game of a file that came by mail; None for a name that is none of such a file."""

    @abstractmethod
    def post(self, game: Path, where: Path) -> tuple[Path, str]:
        """Writes a game into a file to send; the file, and whose turn it is."""

    # Documents of the desk.

    @abstractmethod
    def documents(self) -> list[str] | None:
        """The documents to choose from; None where any path may be typed."""

    @abstractmethod
    def called(self, typed: str) -> str:
        """What a document is called that is to be saved under a typed name."""

    @abstractmethod
    def has(self, document: str) -> bool:
        """Whether a document of that name is there already."""

    @abstractmethod
    def read(self, document: str) -> str:
        """The text of a document; raises BadInput."""

    @abstractmethod
    def write(self, document: str, text: str) -> None:
        """Writes a document."""

    # What is taken along, what is remembered, what went wrong.

    @abstractmethod
    def hand_out(self, what: str, name: str, text: str, clipboard: Callable[[str], None]) -> str:
        """Gives a report or a picture to the player; a sentence that says where it is."""

    @abstractmethod
    def setting(self, name: str) -> str:
        """What a file of settings holds, "" for none."""

    @abstractmethod
    def keep(self, name: str, text: str) -> None:
        """Keeps settings; where they cannot be kept, they are lost and nothing else is. No key
        waits for the disk."""

    @abstractmethod
    def defect(self, details: str) -> str:
        """Keeps the details of a defect; what the player is asked to do."""


def _laid(path: Path) -> Scenario | None:
    """The position that a file holds as text; None where it holds none. Raises ScenarioError."""
    try:
        text = resolve.read_file(str(path))
    except resolve.BadInput:
        return None
    if not position_reader.is_position(text) and not table_csv.is_table(text):
        return None
    try:
        if table_csv.is_table(text):
            text = table_csv.laid_out(text)
        return position_reader.scenario(text)
    except reading_errors.Unread as error:
        raise scenarios.ScenarioError(path.name, error.lines) from error


class Local(Files):
    """The files of a person at his own machine: any path, `~` too."""

    @property
    def player(self) -> str:
        return pen.player_name()

    def room(self) -> Path:
        return self.store

    def game(self, name: str) -> Path:
        return games_on_disk.find(self.store, name)

    def scenario(self, name: str) -> Scenario:
        path = _path(name)
        if name in scenarios.ORDER or not paths.is_file(path):
            return scenarios.read(name)
        return _laid(path) or scenarios.read(path)

    def letter(self, name: str) -> Received | None:
        return mail.receive(self.store, Path(name)) if naming.is_letter(name) else None

    def post(self, game: Path, where: Path) -> tuple[Path, str]:
        return mail.post(game, where)

    def documents(self) -> list[str] | None:
        return None

    def called(self, typed: str) -> str:
        return str(_path(typed))

    def has(self, document: str) -> bool:
        return paths.is_there(_path(document))

    def read(self, document: str) -> str:
        path = _path(document)
        if paths.is_there(path) and not (paths.is_file(path) or path.is_dir()):
            raise resolve.BadInput([f"{path}: is a pipe or a device"])  # one would wait for it
        return resolve.read_file(str(path))

    def write(self, document: str, text: str) -> None:
        path = _path(document)
        try:
            beside = path.with_name(f".{path.name}.new")
            beside.write_text(text, encoding="utf-8")
            beside.replace(path)
        except (OSError, ValueError) as error:
            raise SaveError(f"{path}: cannot be written ({_reason(error)})") from error

    def hand_out(self, what: str, name: str, text: str, clipboard: Callable[[str], None]) -> str:
        try:
            Shelf(self.store, size=len(text) * 4).write(name, text)
        except OSError as error:
            raise SaveError(f"{self.store / name} cannot be written: {_reason(error)}") from error
        return f"{what} is {self.store / name}."

    def setting(self, name: str) -> str:
        own = self._own()
        return _first(name, own, Shelf(self.store, size=MOST_LETTERS, trusts=own.trusts))

    def keep(self, name: str, text: str) -> None:
        with suppress(OSError):
            self._own().write(name, text, sync=False)

    def _own(self) -> Shelf:
        """Where his settings lie: a folder of his own in a store that others use too."""
        with suppress(OSError):
            if "TERCIO_PLAYER" in os.environ or self.store.stat().st_mode & stat.S_IWGRP:
                player = self.player
                if OWNER.fullmatch(player):
                    return Shelf(self.store, PLAYERS, player, size=MOST_LETTERS)
        return Shelf(self.store, size=MOST_LETTERS, trusts=True)

    def defect(self, details: str) -> str:
        try:
            _note(self.store, details)
        except OSError:
            return f"Please tell its developers:\n{details}"
        return f"Please say what you did, and send its developers {self.store / DEFECT}"


class Served(Files):
    """The files of a player of `tercio serve`: a shelf of his own, reached by bare names alone.

    `store` is the store as his process sees it, and `player` the name by which he was let in.
    """

    served = True

    def __init__(self, store: Path, player: str) -> None:
        super().__init__(store)
        if not OWNER.fullmatch(player):
            raise SaveError(f"{player!r:.80} is not a player's name")
        self._player = player
        self._settings = Shelf(store, PLAYERS, player, files=8, size=MOST_LETTERS)
        self._shelf = Shelf(
            store, PLAYERS, player, DOCUMENTS, files=MOST_DOCUMENTS, size=MOST_LETTERS
        )

    @property
    def player(self) -> str:
        return self._player

    def room(self) -> Path:
        games = games_on_disk.summaries(self.store)
        if sum(one.by == self.player for one in games) >= MOST_GAMES or len(games) >= MOST_IN_ALL:
            raise SaveError(
                "there is no room for another game: you have begun many that nobody else has played"
                " since, or all together have; whoever keeps this server can put old ones away"
            )
        return self.store

    def game(self, name: str) -> Path:
        if name not in {one.name for one in games_on_disk.summaries(self.store)}:
            raise SaveError(f"there is no game {name!r:.80} here")
        return self.store / name

    def scenario(self, name: str) -> Scenario:
        if name not in scenarios.ids():
            raise SaveError(f"there is no scenario {name!r:.80}: {', '.join(scenarios.ids())}")
        return scenarios.read(name)

    def letter(self, name: str) -> Received | None:
        return None

    def post(self, game: Path, where: Path) -> tuple[Path, str]:
        raise SaveError(ELSEWHERE)

    def documents(self) -> list[str] | None:
        return self._shelf.names()

    def called(self, typed: str) -> str:
        """Raises SaveError for what is no name of a document: they are as those of games."""
        name = naming.game(typed.removesuffix(".json"), what="document")
        return f"{name}.json"

    def has(self, document: str) -> bool:
        return self._shelf.has(document)

    def read(self, document: str) -> str:
        try:
            return self._shelf.read(document)
        except OSError as error:
            raise resolve.BadInput(
                [f"{document!r:.80}: cannot be read ({_reason(error)})"]
            ) from None

    def write(self, document: str, text: str) -> None:
        try:
            self._shelf.write(self.called(document), text)
        except OSError as error:
            raise SaveError(f"{document}: cannot be written ({_reason(error)})") from None

    def hand_out(self, what: str, name: str, text: str, clipboard: Callable[[str], None]) -> str:
        clipboard(text)
        size = len(text.encode("utf-8", "replace"))
        large = f" It has {size // 1000} kB, and many a terminal takes 74 at most." * (
            size > CLIPBOARD
        )
        return f"{what} is in the clipboard, where your terminal allows it.{large}"

    def setting(self, name: str) -> str:
        return _first(name, self._settings, Shelf(self.store, size=MOST_LETTERS))

    def keep(self, name: str, text: str) -> None:
        with suppress(OSError):
            self._settings.write(name, text, sync=False)

    def defect(self, details: str) -> str:
        with suppress(OSError):
            _note(self.store, details)
        return "Please say what you did to whoever keeps this server."


def _note(store: Path, details: str) -> None:
    """Keeps the details of a defect, after those of others before it."""
    shelf = Shelf(store)
    before = _first(DEFECT, shelf)
    shelf.write(DEFECT, f"{before}{details.rstrip()}\n\n"[-MOST_DEFECTS:])


def _first(name: str, *shelves: Shelf) -> str:
    for shelf in shelves:
        with suppress(OSError):
            return shelf.read(name)
    return ""


def _path(typed: str) -> Path:
    try:
        return Path(typed).expanduser()
    except (RuntimeError, ValueError):  # a home that nobody has
        return Path(typed)


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", "") or str(error)
