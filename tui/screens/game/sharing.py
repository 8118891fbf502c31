"""A game that several programs have open: following it, the pen, the seats."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType

from engine.facts.countries import does
from engine.grammar import capitalised
from engine.play.asks import Ask
from saves.disk.packing import SaveError
from saves.sharing.spoken_lines import Word
from tui.screens import dialogs
from tui.screens.dialog import Page
from tui.screens.game import cover, talk
from tui.settings.keymap import hint_for
from tui.table import seating
from tui.table.table import Table
from tui.table.who_hears import Talk, in_short, line_of
from tui.words.saved_games import sentence

if TYPE_CHECKING:
    from tui.table.seating import SeatAction

LOOK = 0.3  # seconds between two looks at what the others do
NOTICE = 6.0  # seconds for which what others say stands on the screen, until more comes
TABLE = "At the table"


class Sharing(Page[None]):
    """What the screen of a game does because others may be at the same game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "talk", "Words between players", id="table.words"),
    ]

    def __init__(self, table: Table, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self.table = table
        self.talk = Talk(table.saved, lambda: self.tercio.settings.muted)
        self.unheard: list[Word] = []
        self.heard_at = -NOTICE
        self.asked: Ask[Any] | str | None = "nothing yet"

    def on_mount(self) -> None:
        """Look around from time to time; nothing is drawn while nothing happens."""
        self.asked_me: set[str] = set()
        self.company = seating.Company(self.table.saved)
        self.company_told, self.company_changed = 0.0, False
        self.ballot: dialogs.Agree | None = None
        self.set_interval(LOOK, self.look_around)
        if before := self._news():
            last = line_of(before[-1])
            lines = f"{len(before)} lines were" if len(before) > 1 else "A line was"
            how = hint_for(self, "t reads on.")
            self.app.notify(f"{lines} said here: {how}\n{last}", title="Words", timeout=10)

    @property
    def program_plays(self) -> bool:
        """Whether a program is to answer in the game that it shows."""
        return self.table.program_decides

    @abstractmethod
    def go_on(self) -> None:
        """Show what is to be done now."""

    def uncover(self) -> None:
        """Lift the cover, where one lies on the game."""
        if isinstance(self.app.screen, cover.Cover):
            self.app.screen.done(False)

    def look_around(self) -> None:
        """Follow what the others did, and see who has the pen."""
        held_back = self.table.held_back
        news, trouble = self.table.look_around()
        if trouble:
            self.notify(trouble, severity="error", timeout=15)
        if news.game or self.table.held_back != held_back:
            self.workers.cancel_group(self, "programs")
            self.asked = "nothing yet"
            self.uncover()
            self.go_on()
        if news.people:
            self._who_asks()
        self.company_changed |= news.people
        self._who_came()
        if news.said:
            self.notify(news.said, title=TABLE, timeout=10)
        self._hear()
        self._vote()

    def _news(self) -> list[Word]:
        """What others said since; a file that is none is told once."""
        return self._tried(self.talk.news) or []

    def _hear(self) -> None:
        """Show what others say, a few lines now and then whatever they say; no key is taken."""
        self.unheard += self._news()
        if not self.unheard:
            return
        if isinstance(self.app.screen, talk.Words):
            self.app.screen.draw()
            self.unheard.clear()
        elif monotonic() - self.heard_at >= NOTICE:
            self.heard_at = monotonic()
            self.app.notify(in_short(self.unheard), title="Words", timeout=NOTICE)
            self.unheard.clear()

    def action_talk(self) -> None:
        """What was said, and a line to say more."""
        self.unheard.clear()
        self.tercio.open_screen(talk.Words(self.talk))

    def _who_came(self) -> None:
        """Tell who has come and gone, now and then however often somebody does."""
        if self.company_changed and monotonic() - self.company_told >= NOTICE:
            self.company_told, self.company_changed = monotonic(), False
            if said := self._tried(self.company.news):
                self.notify(said, title=TABLE)

    def _who_asks(self) -> None:
        asking = {person.id: person for person in self.table.saved.asking()}
        if self.table.saved.pen.mine:
            for one in asking.keys() - self.asked_me:
                how = hint_for(self, "ctrl+p hands it over.")
                self.notify(f"{asking[one].player} asks for the pen: {how}", title=TABLE)
        self.asked_me = set(asking)

    def _vote(self) -> None:
        """Ask whoever sits here for his word, while somebody wants to undo what he has seen."""
        vote = self.table.saved.asked_to_agree()
        if vote is None and self.ballot is not None and self.app.screen is self.ballot:
            _ = self.ballot.dismiss()
        elif vote is not None and self.ballot is None and self.app.screen is self:
            undone = sum(
                record.answer is not None for record in self.table.game.records[vote.standing :]
            )
            answers = "the last answer" if undone == 1 else f"the last {undone} answers"
            self.ballot = dialogs.Agree(
                f"{vote.name} asks to take {answers} back. Do you agree?",
                "You have seen the result: unless you agree, it stands.",
            )
            self.tercio.open_screen(self.ballot, self._voted)

    def _voted(self, agreed: bool | None) -> None:
        self.ballot = None
        if agreed is not None:
            self._perform(partial(self.table.saved.agree, agreed))

    def _waits(self, ask: Ask[Any]) -> str:
        """Why nobody is asked here now, "" when somebody is."""
        if self.table.held_back:
            how = self.table.held_back.replace("ask for it", "ctrl+p asks for it")
            how = how.replace("sit down there", "ctrl+p sits you down there")
            return f"{capitalised(does(ask.who, 'decide'))}. {hint_for(self, how)}"
        return ""

    # What the palette offers.

    def sharing(self) -> Iterator[tuple[str, str, Callable[[], object]]]:
        """The commands that apply: a name, what it means, and the deed."""
        saved = self.table.saved
        yield "Words between players", "t", self.action_talk
        for player in self.talk.speakers():
            muted = player in self.talk.muted()
            name = f"Hear {player} again" if muted else f"Mute {player}"
            yield name, "what he says here and elsewhere", partial(self._mute, player)
        if len(saved.people()) > 1:
            yield "Who is at the table", "everybody who has the game open", self._who
        for action in (
            self._tried(lambda: list(seating.seat_actions(saved, self.table.persons_powers())))
            or ()
        ):
            yield action.name, action.what, partial(self._do, action)

    def _who(self) -> None:
        told = "\n".join(seating.who_is_there(self.table.saved))
        self.notify(told, title=TABLE, timeout=15)

    def _mute(self, player: str) -> None:
        self.notify(self.tercio.mute(player))

    def _do(self, action: SeatAction) -> None:
        def refused(passphrase: str) -> str:
            try:
                action.do(passphrase)
            except SaveError as error:
                return sentence(error)
            self.notify(f"{action.name}: done.", timeout=3)
            return ""

        if action.question:
            asked = dialogs.Passphrase(action.question, refused, action.seen)
            self.tercio.open_screen(asked, lambda _: self.look_around())
            return
        if said := refused(""):
            self.notify(said, severity="error", timeout=15)
        self.look_around()

    def _perform(self, action: Callable[[], object]) -> None:
        self._tried(action)
        self.look_around()

    def _tried(self, action: Callable[[], Any]) -> Any:
        try:
            return action()
        except SaveError as error:
            self.notify(sentence(error), severity="error", timeout=15)
            return None
