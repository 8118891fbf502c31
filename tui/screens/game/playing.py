"""A game as it goes on: programs that play, the keyboard that is passed, the next question."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent import futures
from time import monotonic
from typing import TYPE_CHECKING, Any

from textual import work

from engine.notation import position_writer
from engine.play.asks import BadAnswer, Raw
from engine.umpire import laying_out, umpire
from tui.forms import laid_out_ruling, ruling
from tui.screens import ask_wars
from tui.screens import help as help_page
from tui.screens import ruling as ruling_screen
from tui.screens.game import cover as covers
from tui.screens.game import first_lesson, handover
from tui.screens.game.forecasts import Forecasts
from tui.screens.laying_out import lay_out
from tui.table import visibility
from tui.table.program_thinking import NOTHING
from tui.terminal import keys_first
from tui.words.saved_games import sentence

if TYPE_CHECKING:
    from engine.notation.layout import Layout

PACE = 0.4  # seconds between the answers of programs that one watches
HURRY = 0.2  # seconds between answers below which the map does not glide
BREATH = 25  # answers of programs after which the screen is drawn
WEIGHED = "What captain planned and weighed"
LEGEND = (
    "* is what it answered. Ducats are what an answer gains over the usual one, on an average of "
    "so many playouts, ± how far that may be out."
)

WAITS = (
    "An umpire's ruling waits until the move or battle in progress is over. "
    "Finish it, or take it back."
)


class Playing(Forecasts):
    """What the game's screen does after each answer."""

    wars: set[frozenset[str]] | None = None  # all of a turn, as they were said on one page
    asked_wars = False

    def go_on(self) -> None:
        """After an answer: let programs play, pass the keyboard, or show the next question."""
        if self._wars_on_one_page():
            return
        if obeyed := self.table.obey():
            self.notify(" ".join(obeyed), title="Standing orders", timeout=8)
        if self.table.program_decides:
            self.look()
            self._programs()
        elif self.table.untaught:
            self.cover(first_lesson.FirstLesson)
        elif self.table.someone_else():
            self.cover(lambda: handover.cover(self.table))
        else:
            self._sat()

    def cover(self, make: Callable[[], covers.Cover]) -> None:
        """Cover the game while the keyboard is passed, or the first lesson is read, unless a cover
        came before the game; all is drawn when it is lifted."""
        if isinstance(self.app.screen, covers.Cover):
            self.call_after_refresh(self.look)
            return
        cover = make()
        cover.beneath = self.look
        self.tercio.open_screen(cover, self.lifted)

    def lifted(self, sits: bool | None) -> None:
        """The cover is lifted: whoever sat down sees the game, once its panes are there."""
        if sits:
            self.table.sit()
            if self.is_mounted:
                self.look()

    def _wars_on_one_page(self) -> bool:
        """Ask for all wars at once where all sit at one keyboard; whether that is asked now."""
        if not self.table.war_page():
            self.wars, self.asked_wars = None, False
            return False
        if self.wars is None and not self.asked_wars and not self.table.program_decides:
            ask = self.table.ask
            assert ask is not None
            self.asked_wars = True
            self.tercio.open_screen(ask_wars.Wars(ask.about), self._wars_known)
            return True
        if self.wars is not None:
            self.table.make_wars(self.wars)
        return False

    def _wars_known(self, wars: set[frozenset[str]] | None) -> None:
        self.wars = wars
        self.go_on()

    def _sat(self) -> None:
        self.table.sit()
        self.look()

    @work(group="programs", exclusive=True)
    async def _programs(self) -> None:
        """Programs answer until a person is asked; one may pause them and look around."""
        count, saved = 0, self.table.saved
        saved.beside = saved.beside or futures.ThreadPoolExecutor(1, "snapshots")
        self.map.hurried = self.demo and PACE < HURRY
        while self.table.program_decides and not self.paused:
            ask, told = self.table.ask, len(self.table.game.story)
            due = monotonic() + PACE
            raw = await self.beside(self.table.program_chooses)
            if not self._still(ask):
                return
            trouble = self.table.answer(raw)
            if trouble:
                self.notify(trouble, severity="error", timeout=30)
                self.paused = True
                break
            if said := self.table.thinking.untold():
                self.notify(said, severity="warning", timeout=30)
            count += 1
            news = len(self.table.game.story) > told
            if self.demo and news:
                await self._follow()
                await self._drawn()
                await self._drawn()  # panes that have another size draw themselves anew
                await asyncio.sleep(max(0.0, due - monotonic()))
            elif count % BREATH == 0:
                self.look_at()
                await self._look_aside()
            else:
                await asyncio.sleep(0)
        self.map.hurried = False
        if self.table.program_decides:
            self.look()  # paused, or refused
        else:
            self.go_on()

    async def _follow(self) -> None:
        """Draw what a program has done, where it happened. The map is made ready beside."""
        told = self.table.game.story[-1].place
        place = told if told not in self.table.fog() else ""
        await self._breathe()
        if self.elsewhere(place):
            self.look_at()
            self.goto(place)
        else:
            prepared = await self.beside(lambda: self.prepared(place or self.place))
            if prepared is None:
                return
            self.place = place or self.place
            self.look_at(prepared)
            if place:
                self.goto(place)
            self.map.adopt(prepared.ready)
        await self._drawn()
        await self._look_aside()

    async def _look_aside(self) -> None:
        """Draw what stands beside the map: short looks hold a key up less than a long one."""
        for look in self.looks_aside():
            await self._breathe()
            look()

    async def _breathe(self) -> None:
        """Let a key be heard, and drawn."""
        await asyncio.sleep(0)
        await keys_first.drawn()

    async def _drawn(self) -> None:
        """Wait for the screen: a program that thinks while it draws makes it draw twice as long."""
        drawn = asyncio.Event()
        self.call_after_refresh(drawn.set)
        await drawn.wait()
        await keys_first.drawn()

    def answer(self, raw: Raw) -> None:
        """Give an answer; a refusal is said, and nothing has happened."""
        trouble = self.table.answer(raw)
        if trouble:
            self.notify(trouble, severity="error")
            self.look()
            return
        self.app.clear_notifications()  # what was said of the question before
        self.table.grant()
        self.go_on()

    def action_why_program(self) -> None:
        """What captain planned in its last impulse."""
        told = self.table.thinking.why(self.table.fog())
        if told == [NOTHING]:
            self.notify(NOTHING)
            return
        self.tercio.open_screen(help_page.Told(WEIGHED, [*told, "", LEGEND]))

    def action_pause(self) -> None:
        """Programs wait, or go on."""
        if not self.table.program_decides:
            self.notify("No program is to decide now.")
            return
        self.paused = not self.paused
        if not self.paused:
            self.go_on()
        else:
            self.workers.cancel_group(self, "programs")
            self.look()

    def action_lay_out(self) -> None:
        """The whole table, to be laid out anew as one ruling."""
        table = self.table
        powers = table.game.rules.powers(table.game.state)
        if not table.game.can_rule:
            self.notify(WAITS, severity="warning")
        elif not all(map(table.saved.may_see, powers)):
            self.notify(visibility.HIDES)
        else:
            text = position_writer.position_text(table.game.state)
            self.tercio.open_screen(lay_out.LayOut(text, rule=self._laid_out))

    def _laid_out(self, layout: Layout) -> str:
        try:
            return self.table.rule(laid_out_ruling.ruling_of(self.table.game.state, layout))
        except BadAnswer as error:
            return str(error)

    def _said(self, trouble: str) -> None:
        if trouble:
            self.notify(trouble, severity="warning")
        else:
            self.app.clear_notifications()
            self.go_on()

    def action_rule(self) -> None:
        """An umpire's ruling; in the middle of a move its dialog says when, and takes none."""
        if refused := visibility.ruling_refused(self.table.saved):
            self.notify(refused)
            return
        waits = "" if self.table.game.can_rule else WAITS
        self.tercio.open_screen(ruling_screen.Ruling(self.table.game.state, waits), self._ruled)

    def _ruled(self, text: str | None) -> None:
        if not text:
            return
        state = self.table.game.state
        if text == laying_out.DO:
            self.action_lay_out()
            return
        if text in umpire.RULINGS:
            self.tercio.open_screen(
                ruling_screen.RulingForm(text, state, self.table.fog()), self._filled_in
            )
            return
        try:
            document = ruling.with_ids(state, ruling.read(text))
        except BadAnswer as error:
            self.notify(sentence(error), severity="error")
            return
        self._said(self.table.rule(document))

    def _filled_in(self, document: dict[str, Any] | None) -> None:
        if document is not None:
            self._said(self.table.rule(document))
