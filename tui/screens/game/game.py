"""The game on the screen: what is done there, from the next question to the end of the phase."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.timer import Timer

from engine.play.asks import Ask, BadAnswer, Raw
from tui.answers import desk_document, rules
from tui.answers.path import NO_WAY
from tui.map.view import LAYER_NAMES
from tui.panes.ask import AskPane
from tui.panes.combat_sheet import SheetPane
from tui.panes.map import MapPane
from tui.panes.result import ResultPane
from tui.panes.scrolling_lines import LinesPane
from tui.screens import dialogs
from tui.screens import help as help_page
from tui.screens.desk import desk as desk_screen
from tui.screens.game.game_panes import OVER, PANES
from tui.screens.game.playing import Playing
from tui.screens.game.sharing import TABLE
from tui.table import orders, undo
from tui.words.saved_games import sentence

LAYER_KEYS = {
    "S": "supply", "R": "range", "I": "interceptions", "B": "sieges", "A": "attrition",
}  # fmt: skip
REST = 0.15  # seconds after a step until the cursor rests


class GameScreen(Playing):
    """One game, played."""

    resting: Timer | None = None  # runs from a step of the map's cursor until it rests

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Take the last answer back", id="game.undo"),
        Binding("r", "redo", "Give it again", id="game.redo"),
        Binding("slash", "find", "Find a province", id="game.find"),
        Binding("colon", "words", "Answer by typing", id="game.words"),
        Binding("o", "odds", "Odds", id="game.odds"),
        Binding("i", "what_if", "What if: the battle or siege on the desk", id="game.what_if"),
        Binding("w", "why_not", "Why not?", id="game.why"),
        Binding("d", "drop", "Drop troops on the way", id="game.drop"),
        Binding("g", "gather", "Pick troops up on the way", id="game.gather"),
        Binding("n", "next_stack(1)", "Next stack that can still act", id="game.next"),
        Binding("N", "next_stack(-1)", "Stack before", id="game.before"),
        Binding("c", "colouring", "Map: control or terrain", id="game.colouring"),
        Binding("C", "plain", "Map: who controls what", id="game.control"),
        Binding("T", "terrain", "Map: terrain", id="game.terrain"),
        *(Binding(key, f"layer('{name}')", f"Map: {LAYER_NAMES[name]}", id=f"game.{name}")
          for key, name in LAYER_KEYS.items()),
        Binding("M", "mini_map", "Map: the whole board in a corner", id="game.mini_map"),
        Binding("m", "turn_map", "Map: Europe or the Rest of the World", id="game.map"),
        Binding("less_than_sign", "widen(4)", "Panes wider, map narrower", id="game.wider"),
        Binding("greater_than_sign", "widen(-4)", "Map wider, panes narrower", id="game.narrower"),
        Binding("exclamation_mark", "rule", "Umpire's ruling", id="game.rule"),
        Binding("Y", "orders", "Standing orders: what is not asked", id="game.orders"),
        Binding("p", "pause", "Pause the programs", id="game.pause"),
        Binding("W", "why_program", "Why did captain do that?", id="game.why_program"),
        Binding("y", "copy_place", "Copy what is under the cursor", show=False, id="game.copy"),
        Binding("a", "question", "To the question", id="game.question"),
        Binding("escape", "back", "Back one step", id="game.back"),
        Binding("tab", "app.focus_next", "Next pane"),
        Binding("shift+tab", "app.focus_previous", "Pane before", show=False),
        *(Binding(key, f"pane('{name}')", f"To the {name}", id=f"game.pane.{name}")
          for name, key in PANES.items()),
    ]  # fmt: skip

    # Playing.

    def on_mount(self) -> None:
        """The first look, then on with the game."""
        if self.table.saved.warning:
            self.notify(self.table.saved.warning, severity="warning", timeout=15)
        if self.table.saved.greeting:
            self.notify(self.table.saved.greeting, title=TABLE, timeout=10)
        self.table.orders = orders.load(self.tercio.files, self.table.saved.name)
        self.map.zoom_to(3)
        if self.table.untaught or self.table.someone_else():
            self.go_on()  # covers the game before any of it is drawn
        else:
            self.appear()

    def appear(self) -> None:
        """Appear in one picture: without this the panes are drawn empty first."""
        together = ExitStack()
        together.enter_context(self.app.batch_update())

        def show() -> None:
            together.close()
            self._on_timer_update()  # now, not when the next frame is due

        async def look() -> None:
            try:
                self.go_on()
                await asyncio.sleep(0)  # the panes say which of them has another size now
            finally:
                self.call_later(show)

        self.call_after_refresh(look)

    @on(AskPane.Answered)
    def answered(self, event: AskPane.Answered) -> None:
        """The prompt answers what is still asked."""
        self.dialog_closed = False
        if event.ask is self.table.game.ask:
            self.answer(event.raw)

    @on(AskPane.CursorMoved)
    def prompt_line_changed(self) -> None:
        """The prompt is on another line: the map goes along."""
        self.dialog_closed = False
        prompt = self.question.prompt
        route = self.route
        if route is not None:
            self._overlay()
            if route.listing:
                self.question.focus()
            elif self.question.has_focus:
                self.map.focus()
            self._foot()
            self._reweigh()
        elif prompt is not None:
            if prompt.holds:
                self.question.focus()
            self._foot()
            if (place := prompt.where()) and place != self.place:
                self.goto(place)

    @on(MapPane.Moved)
    def moved(self, event: MapPane.Moved) -> None:
        """The cursor of the map is elsewhere: the words follow at once, all else when it rests."""
        if event.place != self.map.place_at_cursor():
            return  # it has gone on since
        self.place = event.place
        self.dialog_closed = False
        if not self.drawn:
            return  # the first look draws all
        self._rest_later()
        if event.passing:
            self._place()
        else:
            self.cursor_rested()

    def _rest_later(self) -> None:
        if self.resting is not None:
            self.resting.stop()
        self.resting = self.set_timer(REST, self.cursor_rested)

    def cursor_rested(self) -> None:
        """The cursor of the map rests: the path follows, the layer, and the stacks there."""
        if self.resting is None:
            return
        self.resting.stop()
        self.resting = None
        route = self.route
        if route is not None and self.place:
            route.look(self.place)
            self.question.draw()
            self._reweigh()
        elif self.question.prompt is not None and self.question.prompt.point(self.place):
            self.question.draw()  # the mark of the list and the cursor are one
        self._overlay()
        self._stacks()
        if self.place in self.table.game.state.land.sieges or self.query_one(SheetPane).card:
            self._sheet()

    @on(MapPane.Chosen)
    def chosen(self, event: MapPane.Chosen) -> None:
        """Enter on the map: march there, or choose what the place stands for."""
        self.cursor_rested()
        prompt = self.question.prompt
        self.question.heard("enter")
        if prompt is None or not self.question.take(prompt.choose_place(event.place)):
            self.question.focus()

    @on(LinesPane.PlaceChosen)
    def goto_from_pane(self, event: LinesPane.PlaceChosen) -> None:
        """Enter in a pane goes to a place."""
        self.goto(event.place)
        self.action_pane("map")

    def on_key(self, event: events.Key) -> None:
        """Keys that no pane took may mean something to the prompt."""
        bound = self.active_bindings.get(event.key)
        if bound is not None and bound.node is self.map:
            return
        self.cursor_rested()
        if event.key in ("tab", "enter"):
            return
        letter = event.character or ""
        at_map = self.focused is not None and self.focused.id == "map"
        if (at_map or letter.isdecimal()) and self.question.press(event.key, letter):
            event.stop()
            event.prevent_default()
        elif bound is None and event.is_printable:
            name = "Space" if letter == " " else letter
            self.notify(f"{name} means nothing here; ? lists the keys.")

    # Keys.

    def action_question(self) -> None:
        """The keys go to the question."""
        self.question.focus()

    def action_back(self) -> None:
        """Back one step: what was told goes away, then one leaves a pane, then the last answer is
        taken back, as long as no die has fallen since and nobody else has decided."""
        said, warned = bool(self.app._notifications), self.warned
        self.warned = False
        self.app.clear_notifications()
        if self.query_one("#result", ResultPane).put_away() or (said and not warned):
            return
        if self.route is not None and self.route.fixed:
            self.question.do("backspace")
            return
        at = self.focused.id if self.focused is not None else ""
        if at not in ("ask", "map") or (at == "map" and self.route is None):
            self.to_the_question()
            return
        if self.dialog_closed:  # a second Escape that was meant for it takes nothing back
            self.dialog_closed, self.warned = False, True
            self.notify("Escape once more takes the last answer back.")
            return
        trouble = undo.step_back(self.table)
        if trouble is None:
            self.notify("This cannot be taken back freely: u asks those who must agree.")
        else:
            self._said(trouble)

    def to_the_question(self) -> None:
        """The keys go to where the question is answered: to the map where a move is asked."""
        self.action_pane("map")
        if self.route is None:
            self.question.focus()

    def action_undo(self) -> None:
        """Take the last answer back; where a die fell or another decides since, ask first."""
        game = self.table.game
        if not game.can_undo:
            self.notify("There is nothing to undo: this is where the game begins.")
            return
        if undo.is_free(self.table):
            self._undone(True)
            return
        there = undo.agree_elsewhere(self.table)
        asked = [f"{', '.join(there)} will be asked, each at his own screen."] if there else []
        self.tercio.open_screen(
            dialogs.Agree("Take the last answer back?", undo.why_asked(self.table), *asked),
            self._undone,
        )  # fmt: skip

    def _undone(self, agreed: bool | None) -> None:
        if not agreed:
            return
        self.workers.cancel_group(self, "programs")
        self._said(undo.take_back(self.table))
        if self.table.saved.wishes:
            self.notify("The others are asked at their screens; until all agree nothing is undone.")

    def action_redo(self) -> None:
        """Give an answer again that was taken back."""
        self.workers.cancel_group(self, "programs")
        self._said(undo.redo(self.table))

    def action_words(self) -> None:
        """Answer by typing what the list says, or a path of provinces."""
        ask = self.table.ask
        if ask is None or self.table.program_decides or self.table.held_back:
            waits = self.table.held_back or "No person is to decide now."
            self.notify(OVER if ask is None else waits)
        else:
            hint = "a number, the words of a choice, or places with commas between them"
            self.tercio.open_screen(
                dialogs.TypedLine(ask.question, hint, refused=self._no_words), self._typed
            )

    def _no_words(self, text: str) -> str:
        """Why typed words answer nothing, "" when they do."""
        ask = self.table.ask
        try:
            if ask is not None:
                ask.parse(ask.answer_from_words(text))
        except BadAnswer as error:
            return sentence(error)
        return ""

    def _typed(self, text: str | None) -> None:
        ask = self.table.ask
        if not text or ask is None:
            return
        trouble = self._no_words(text)
        if trouble:
            self.notify(trouble, severity="error")  # by now something else is asked
        else:
            self.answer(ask.answer_from_words(text))

    def action_odds(self) -> None:
        """The odds of what is asked, where it has any."""
        self.cursor_rested()
        self._weigh(wanted=True)

    def action_what_if(self) -> None:
        """The battle or siege that is asked about, on the desk; the game is not touched."""
        self.cursor_rested()
        ask = self.table.ask
        march = self.route.what_if() if self.route is not None else None
        told = None if ask is None or self.table.secret(ask) else ask
        found = None if told is None else desk_document.at_hand(self.table.game.state, told, march)
        if found is None:
            self.notify("This question is about no battle and no siege.")
        else:
            self.tercio.open_screen(desk_screen.Desk(*found))

    def action_why_not(self) -> None:
        """Why what is asked cannot be, or begin, where the cursor is; the rule says it."""
        self.cursor_rested()
        ask = self.table.ask
        if self.route is not None:
            self.question.do("w")
        elif ask is None or self.table.secret(ask):
            self.notify(OVER if ask is None else self.table.held_back)
        elif self.place in ask.listed():
            self.notify("Nothing forbids it.")
        else:
            said = rules.why_not(self.table.game.state, ask, self.place, self.table.fog())
            self.notify(said, timeout=20)

    def action_drop(self) -> None:
        """Leave counters and leaders where the path is fixed."""
        self.cursor_rested()
        route = self.route
        if route is None:
            self.notify(NO_WAY.format("dropped"))
            return
        if not route.fixed and undo.ungrant(self.table):
            self.go_on()  # who goes at all is the question before
            return
        self._ask_beside(route.parting(), self._dropped)

    def _ask_beside(self, asked: Ask[Any], then: Callable[[Raw], None]) -> None:
        self.tercio.open_screen(dialogs.PromptDialog(asked), then)

    def _dropped(self, keys: Raw) -> None:
        route = self.route
        if route is not None and keys:
            route.drop(keys)
            self.question.draw()
            self._overlay()

    def action_gather(self) -> None:
        """Pick counters and leaders up where the path is fixed."""
        self.cursor_rested()
        route = self.route
        asked = route.gathering() if route is not None else None
        if asked is None:
            self.notify(NO_WAY.format("picked up") if route is None else route.alone)
        else:
            self._ask_beside(asked, self._gathered)

    def _gathered(self, keys: Raw) -> None:
        route = self.route
        if route is not None and keys:
            route.gather(keys)
            self.question.draw()
            self._overlay()

    def action_orders(self) -> None:
        """Standing orders of whoever decides, or sits here."""
        power = self.table.viewer()
        seat = self.table.seat(power)
        given = self.table.orders.get(seat, [])
        asked = orders.choice(self.table.game.state, power, given)

        def taken(raw: Raw) -> None:
            if raw is None:
                return
            self.table.orders[seat] = list(raw)
            orders.save(self.tercio.files, self.table.saved.name, self.table.orders)
            self.go_on()

        self._ask_beside(asked, taken)

    def action_help(self) -> None:
        """What the keys do."""
        self.tercio.open_screen(help_page.Help.of(self.tercio, self))
