"""Words between players by lines: what others say, said back, read again, muted."""

from __future__ import annotations

from collections.abc import Callable

from engine.grammar import ended
from saves.disk.packing import SaveError
from saves.store import Saved
from tui.settings import settings
from tui.settings.files import Files
from tui.settings.settings import Settings
from tui.table.who_hears import Circle, Talk, line_of, spoken_line
from tui.words.saved_games import sentence

FEW = 20  # lines that are read again
HELP = """\
  say TEXT  to everybody at the game         tell TEXT  to your alliance
  said  what was said last; said all         mute NAME  hear him no more, or again"""


class Voice:
    """What one who plays by lines says and hears; `files` keep whom he muted."""

    def __init__(self, saved: Saved, write: Callable[[str], None], files: Files | None) -> None:
        self.files = files
        self.settings = settings.load(files) if files is not None else Settings()
        self.talk = Talk(saved, lambda: self.settings.muted)
        self.write = write
        self.trouble = ""
        self.begun = False

    def listen(self) -> None:
        """Tells what others said since; at first only how much it is."""
        try:
            news = self.talk.news()
        except SaveError as error:
            self.write(sentence(error))
            return
        if not self.begun and news:
            self.write(f"Said here before: {len(news)}. said reads it.")
        for word in news if self.begun else news[-1:]:
            self.write(f"[{spoken_line(word)}]")
        self.begun = True

    def command(self, text: str) -> bool:
        """Does what is typed, if it is about words; what is refused is said."""
        try:
            match text.split(maxsplit=1):
                case ["say", words]:
                    self.talk.say(words, Circle("everybody"))
                case ["tell", words]:
                    self.talk.say(words, self.talk.ally())
                case ["said", *how] if how in ([], ["all"]):
                    lines = [line_of(word) for word in self.talk.readable()]
                    told = lines if how else lines[-FEW:]
                    self.write("\n".join(told) or "Nothing has been said here yet.")
                case ["mute", name]:
                    if name not in {*self.talk.speakers(), *self.settings.muted}:
                        raise SaveError(f"nobody called {name!a:.60} said anything here")
                    self.write(self.settings.mute(name))
                    if self.files is not None:
                        settings.save(self.files, self.settings)
                case _:
                    return False
        except SaveError as error:
            self.write(ended(f"No: {error}"))
        return True
