"""The game: head line, panes, the question and the foot line."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical

from engine import sides
from engine.asks import Ask, BadAnswer, Raw
from engine.march import March
from engine.parting import Parting
from tui.board_view import place_rows, view_of
from tui.panes.ask import AskPane
from tui.panes.chronicle import ChroniclePane
from tui.panes.fixed import FixedLines, HeadLine
from tui.panes.lines import LinesPane
from tui.panes.map import MapPane
from tui.panes.sheet import SheetPane, latest
from tui.panes.stacks import StacksPane
from tui.panes.track import TrackPane
from tui.panes.view import Colouring, MapView
from tui.route import Route
from tui.screens import ruling
from tui.screens.dialog import Page, Styles
from tui.screens.dialogs import Agree, Handed, TypedLine
from tui.screens.find import FindPlace
from tui.screens.handover import Handover
from tui.screens.help import Help
from tui.table import Table, sentence
from tui.words import country_name, place_name, question

PANES = ("map", "stacks", "rounds", "sheet", "chronicle")
WIDGETS = {"rounds": "track"}
SMALL = "Small window: map and question only."
OVER = "The Military phase is over."
PACE = 0.4  # seconds between the answers of programs that one watches
RECENT = 4  # answers for which a fight stays in the foreground
BREATH = 25  # answers of programs after which the screen is drawn


class GameScreen(Page[None]):
    """One game, from the next question to the end of the phase."""

    CSS_PATH: ClassVar[Styles] = "game.tcss"
    AUTO_FOCUS: ClassVar[str | None] = "#ask"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Take the last answer back", id="game.undo"),
        Binding("r", "redo", "Give it again", id="game.redo"),
        Binding("slash", "find", "Find a province", id="game.find"),
        Binding("colon", "words", "Answer by typing", id="game.words"),
        Binding("o", "odds", "Odds", id="game.odds"),
        Binding("w", "why_not", "Why not?", id="game.why"),
        Binding("d", "drop", "Drop troops on the way", id="game.drop"),
        Binding("n", "next_stack", "Next stack of mine", id="game.next"),
        Binding("c", "colouring", "Map: control or terrain", id="game.colouring"),
        Binding("p", "pause", "Pause the programs", id="game.pause"),
        Binding("a", "question", "To the question", id="game.question"),
        Binding("escape", "pane('map')", "To the map", show=False),
        Binding("tab", "app.focus_next", "Next pane"),
        Binding("shift+tab", "app.focus_previous", "Pane before", show=False),
        *(Binding(str(number), f"number({number})", f"Pane {name}", id=f"game.pane.{name}")
          for number, name in enumerate(PANES, 1)),
    ]  # fmt: skip

    def __init__(self, table: Table, demo: bool = False) -> None:
        super().__init__(classes="show-map")
        self.table = table
        self.demo = demo
        self.paused = False
        self.place = ""
        self.view = MapView()
        self.asked: Ask[Any] | str | None = "nothing yet"
        self.odds_wanted = False
        self.fought = 0
        self.begun = False

    def compose(self) -> ComposeResult:
        """All panes; the style sheet says which are seen."""
        yield HeadLine(id="head")
        yield FixedLines(id="tabs")
        with Container(id="body"):
            with Vertical(id="left"):
                yield MapPane(id="map", ascii_only=self.tercio.settings.ascii_map)
                yield FixedLines(id="place")
            with Vertical(id="right"):
                yield TrackPane(id="track")
                yield StacksPane(id="stacks")
                yield SheetPane(id="sheet")
                yield ChroniclePane(id="chronicle")
            yield AskPane(id="ask")
        yield FixedLines(id="foot")

    # Shortcuts to the panes.

    @property
    def map(self) -> MapPane:
        """The map pane."""
        return self.query_one("#map", MapPane)

    @property
    def question(self) -> AskPane:
        """The question's pane."""
        return self.query_one("#ask", AskPane)

    @property
    def route(self) -> Route | None:
        """The hand of a march, while one is asked."""
        hand = self.question.hand
        return hand if isinstance(hand, Route) else None

    @property
    def colouring(self) -> Colouring:
        """What the colours of the map tell."""
        return self.tercio.settings.colouring

    # Looking.

    def on_mount(self) -> None:
        """The first look, then on with the game."""
        if self.table.saved.warning:
            self.notify(self.table.saved.warning, severity="warning", timeout=15)
        self.map.zoom_to(3)
        self.call_after_refresh(self.go_on)

    def look(self) -> None:
        """Draw everything as it stands."""
        game = self.table.game
        state, ask = game.state, game.ask
        fresh = ask is not self.asked
        if fresh:
            self.asked = ask
            self.odds_wanted = False
            if self.is_comfortable and ask is not None and not self.table.program_decides:
                self.call_after_refresh(self._weigh)
            waits = "" if ask is None else self._waits(ask)
            shown = None if waits else ask
            self.question.ask(shown, _crumbs(game.breadcrumb()), waits or OVER)
        self._head()
        self.query_one("#track", TrackPane).look(state)
        self.query_one("#chronicle", ChroniclePane).look(game.story)
        self._sheet()
        self._stacks()
        ours = self._ours()
        self.view = view_of(state, ours, self.colouring)
        if fresh and ask is not None and not self.table.program_decides:
            self._bring(ask)
        if not self.begun and ours:
            self._begin_at(ours)
        self._overlay()
        self._foot()

    def _waits(self, ask: Ask[Any]) -> str:
        program = self.table.program(ask.who)
        if not program:
            return ""
        return f"{country_name(ask.who)} ({program}): {ask.what}"

    def _ours(self) -> str:
        """The alliance through whose eyes the board is drawn."""
        power = self.table.viewer()
        return sides.alliance_of(self.table.game.state, power) if power else ""

    def _head(self) -> None:
        game = self.table.game
        state = game.state
        title = str(game.header.get("title") or state.scenario)
        turn = f"{title} · turn {state.turn}"
        weather = "bad weather" if state.bad_weather else "fair"
        right = f"{state.box} {weather}" if state.box else "before the first round"
        if phasing := sides.phasing(state):
            number = f"impulse {state.impulse + 1} of {len(state.alliances)}"
            right += f" · {number}: {country_name(phasing)}, {state.step}"
        elif state.step != "over":
            right += f" · {state.step}"
        lefts = (f" Tercio · {turn} · period {state.period}", f" Tercio · {turn}", f" {turn}")
        self.query_one("#head", HeadLine).between(lefts, right + " ")

    def _sheet(self) -> None:
        game = self.table.game
        fight = latest(game.story)
        ask = game.ask
        odds = self._odds() if ask is not None and self.odds_wanted else None
        fought = fight.record if fight is not None else 0
        recent = fight is not None and fought >= len(game.records) - RECENT
        self.set_class(recent, "battle")
        tabbed = not self.is_comfortable and not self.has_class("-tiny")
        if recent and fought > self.fought and tabbed:
            self.action_pane("sheet")
        self.fought = fought
        sheet = fight.sheet if fight is not None else None
        self.query_one("#sheet", SheetPane).look(sheet, odds)

    def _stacks(self) -> None:
        state = self.table.game.state
        self.query_one("#stacks", StacksPane).look(state, self.place, self.table.viewer())

    @property
    def is_comfortable(self) -> bool:
        """Whether all panes are seen at once."""
        return not (self.has_class("-narrow") or self.has_class("-low") or self.has_class("-tiny"))

    def _bring(self, ask: Ask[Any]) -> None:
        """Go where the question is about, and put the keys where it is answered."""
        place = ask.place if isinstance(ask, March) else ask.about.get("place", "")
        if isinstance(place, str) and place:
            self.map.goto(place)
            self.place = place
        if isinstance(ask, March):
            if not self.is_comfortable:
                self.action_pane("map")
            self.map.focus()
        elif not self.focused or self.focused is self.map or self.focused.id == "ask":
            self.question.focus()

    def _begin_at(self, ours: str) -> None:
        """The first look is at the largest stack of the one who decides."""
        self.begun = True
        stacks = sides.stacks(self.table.game.state, ours)
        if stacks:
            self.map.goto(max(stacks, key=lambda stack: stack.thirds).place)

    def _overlay(self) -> None:
        """The view with what the hand draws on it."""
        route = self.route
        if route is not None:
            view = replace(self.view, reach=route.reach(), path=route.places())
        else:
            lit = frozenset({self.place} if self.place and not self.map.has_focus else ())
            view = replace(self.view, lit=lit)
        self.map.show(view)
        self._place()

    def _place(self) -> None:
        rows = place_rows(self.table.game.state, self.place, self._ours())
        self.query_one("#place", FixedLines).say(*rows)

    def _foot(self) -> None:
        ask = self.table.ask
        shown = next((name for name in PANES if self.has_class(f"show-{name}")), "map")
        tabs = (f"[{n} {name}]" if name == shown else f" {n} {name} "
                for n, name in enumerate(PANES, 1))  # fmt: skip
        self.query_one("#tabs", FixedLines).say(" " + " ".join(tabs))
        foot = self.query_one("#foot", FixedLines)
        if self.has_class("-tiny") and ask is None:
            foot.say(SMALL)
        elif ask is None:
            foot.say(" The phase is over. 5 chronicle · u undo · q leave · ? help")
        elif self.table.program_decides:
            pause = "p go on" if self.paused else "p pause"
            foot.say(f" {country_name(ask.who)} is played by a program. {pause} · q leave · ? help")
        else:
            hand = self.question.hand
            keys = hand.keys if hand is not None else ""
            where = "" if self._hand_has_keys else "a to the question · "
            who, said = f" {country_name(ask.who)}: ", f"{where}{keys}"
            rest = " · tab panes · u undo · ? help"
            whole = f" {question(ask.who, ask.what)} "
            rows = (f"{whole}{said}{rest}", f"{who}{said}{rest}", f"{who}{said} · ? help")
            fitting = [row for row in rows if len(row) <= self.size.width] or [f" {said}"]
            foot.say(f" {SMALL}" if self.has_class("-tiny") else fitting[0])

    @property
    def _hand_has_keys(self) -> bool:
        return self.focused is not None and self.focused.id in ("ask", "map")

    # Playing.

    def go_on(self) -> None:
        """After an answer: let programs play, pass the keyboard, or show the next question."""
        self.set_class(not self.is_comfortable, "tabbed")
        if self.table.program_decides:
            self.look()
            self.run_worker(self._programs(), group="programs", exclusive=True)
        elif self.table.someone_else():
            ask = self.table.ask
            assert ask is not None
            happened = self.table.since_last_decision(ask.who)
            seat = self.table.seat(ask.who)
            self.look()  # so that all is there, and takes keys, when the cover is lifted
            self.tercio.over(Handover(ask.who, happened, ask.what, seat), lambda _: self._sat())
        else:
            self._sat()

    def _sat(self) -> None:
        self.table.sit()
        self.look()

    async def _programs(self) -> None:
        """Programs answer until a person is asked; one may pause them and look around."""
        count = 0
        while self.table.program_decides:
            if self.paused:
                return
            told = len(self.table.game.story)
            trouble = self.table.program_answers()
            if trouble:
                self.notify(trouble, severity="error", timeout=30)
                self.paused = True
                break
            count += 1
            news = len(self.table.game.story) > told
            if self.demo and news:
                self.look()
                if place := self.table.game.story[-1].place:
                    self.map.goto(place)
                await asyncio.sleep(PACE)
            elif count % BREATH == 0:
                self.look()
                await asyncio.sleep(0)
            else:
                await asyncio.sleep(0)
        if self.table.program_decides:
            self.look()
        else:
            self.go_on()

    def answer(self, raw: Raw) -> None:
        """Give an answer; a refusal is said, and nothing has happened."""
        trouble = self.table.answer(raw)
        if trouble:
            self.notify(trouble, severity="error")
            self.look()
            return
        self.go_on()

    @on(AskPane.Answered)
    def answered(self, event: AskPane.Answered) -> None:
        """The hand answers."""
        self.answer(event.raw)

    @on(AskPane.Turned)
    def turned(self) -> None:
        """The hand is on another line: the map goes along."""
        hand = self.question.hand
        if self.route is not None:
            self._overlay()
        elif hand is not None and (place := hand.where()) and place != self.place:
            self.map.goto(place)

    @on(MapPane.Moved)
    def moved(self, event: MapPane.Moved) -> None:
        """The cursor of the map is elsewhere: the path follows, and the words."""
        self.place = event.place
        route = self.route
        if route is not None and event.place:
            route.look(event.place)
            self.question.draw()
            self._overlay()
            if self.odds_wanted:
                self._sheet()
        elif self.map.has_focus:
            self._place()
        else:
            self._overlay()
        self._stacks()

    @on(MapPane.Chosen)
    def chosen(self, event: MapPane.Chosen) -> None:
        """Enter on the map: march there, or choose what the place stands for."""
        hand = self.question.hand
        if hand is None or not self.question.take(hand.choose_place(event.place)):
            self.question.focus()

    @on(LinesPane.Went)
    def went(self, event: LinesPane.Went) -> None:
        """Enter in a pane goes to a place."""
        self.map.goto(event.place)
        self.action_pane("map")

    def on_key(self, event: events.Key) -> None:
        """Keys that no pane took may mean something to the hand."""
        if event.key in ("1", "2", "3", "4", "5", "tab", "enter"):
            return
        if self.focused is not None and self.focused.id == "map" and self.question.press(event.key):
            event.stop()
            event.prevent_default()

    def on_descendant_focus(self) -> None:
        """The foot line tells the keys of where one is."""
        self._foot()

    def on_click(self, event: events.Click) -> None:
        """A click on a tab shows its pane."""
        if event.widget is not self.query_one("#tabs"):
            return
        start = 1
        for name in PANES:
            end = start + len(name) + 5
            if start <= event.x < end:
                self.action_pane(name)
            start = end

    def on_resize(self) -> None:
        """Another size may show other panes."""
        self.call_after_refresh(self._foot)

    # Keys.

    def action_pane(self, name: str) -> None:
        """Show a pane, where one is seen at a time, and give it the keys."""
        for other in PANES:
            self.set_class(other == name, f"show-{other}")
        self.query_one(f"#{WIDGETS.get(name, name)}").focus()
        self._foot()

    def action_number(self, number: int) -> None:
        """A digit is a choice where the question has the keys and knows it, else a pane."""
        if self.focused is not self.question or not self.question.press(str(number)):
            self.action_pane(PANES[number - 1])

    def action_question(self) -> None:
        """The keys go to the question."""
        self.question.focus()

    def action_undo(self) -> None:
        """Take the last answer back; where a die fell or another decides since, ask first."""
        game = self.table.game
        if not game.can_undo:
            self.notify("There is nothing to undo: this is where the game begins.")
            return
        if self.table.undo_is_free:
            self._undone(True)
            return
        agree = sorted(country_name(power) for power in self.table.must_agree())
        who = f"{', '.join(agree)} must agree." if agree else "Nobody else sits at the table."
        self.tercio.over(
            Agree("Take the last answer back?",
                  f"A die has fallen or another player decides since. {who}"),
            self._undone,
        )  # fmt: skip

    def _undone(self, agreed: bool | None) -> None:
        if not agreed:
            return
        self.workers.cancel_group(self, "programs")
        self._said(self.table.undo())

    def action_redo(self) -> None:
        """Give an answer again that was taken back."""
        self.workers.cancel_group(self, "programs")
        self._said(self.table.redo())

    def _said(self, trouble: str) -> None:
        if trouble:
            self.notify(trouble, severity="warning")
        else:
            self.go_on()

    def action_find(self) -> None:
        """Find a province by its name."""
        self.tercio.over(FindPlace(), self._found)

    def _found(self, place: str | None) -> None:
        if place:
            if not self.is_comfortable:
                self.action_pane("map")
            self.map.goto(place)
            self.map.focus()

    def action_words(self) -> None:
        """Answer by typing what the list says, or a path of provinces."""
        ask = self.table.ask
        if ask is not None and not self.table.program_decides:
            hint = "a number, the words of a choice, or provinces"
            self.tercio.over(TypedLine(ask.what, hint), self._typed)

    def _typed(self, text: str | None) -> None:
        ask = self.table.ask
        if not text or ask is None:
            return
        try:
            raw = ask.words(text)
        except BadAnswer as error:
            self.notify(sentence(error), severity="error")
            return
        self.answer(raw)

    def action_odds(self) -> None:
        """The odds of what is asked, where it has any."""
        if self.table.ask is None or not self._odds():
            self.notify("This question has no odds.")
            return
        self.odds_wanted = True
        self._sheet()
        if not self.is_comfortable:
            self.action_pane("sheet")

    def _weigh(self) -> None:
        """Show the odds of what is asked, once the question itself is on the screen."""
        if self._odds():
            self.odds_wanted = True
            self._sheet()

    def _odds(self) -> dict[str, Any] | None:
        """The odds of what is asked: those of the question, or of the battle a march leads to."""
        if self.route is not None:
            return self.route.odds()
        ask = self.table.ask
        return ask.about.get("odds") if ask is not None else None

    def action_why_not(self) -> None:
        """Why the march cannot go where the cursor is."""
        if self.route is not None:
            self.question.press("w")
        else:
            self.notify("w tells why a march cannot go somewhere; no march is asked now.")

    def action_drop(self) -> None:
        """Leave counters and leaders where the path is fixed."""
        route = self.route
        if route is None:
            self.notify("Troops are dropped on a march; no march is asked now.")
            return
        ask = route.ask
        gone = {item[1:].partition("/")[0] for item in route.fixed if item[0] == "-"}
        parting = Parting(
            who=ask.who, name="drop", what=f"What stays in {place_name(route.end)}?",
            state=ask.state, leaders=[name for name in ask.leaders if name not in gone],
            units=[unit for unit in ask.units if str(unit) not in gone],
        )  # fmt: skip
        self.tercio.over(Handed(parting), self._dropped)

    def _dropped(self, keys: Raw) -> None:
        route = self.route
        if route is not None and keys:
            route.drop(keys)
            self.question.draw()
            self._overlay()

    def action_next_stack(self) -> None:
        """The next stack of the power that decides, on the map."""
        stacks = sides.stacks(self.table.game.state, self._ours())
        places = [stack.place for stack in stacks]
        if places:
            later = [place for place in places if place > self.place]
            self._found((later or places)[0])

    def action_colouring(self) -> None:
        """The other colours of the map."""
        self.tercio.set_colouring("terrain" if self.colouring == "control" else "control")
        self.look()

    def action_pause(self) -> None:
        """Programs wait, or go on."""
        if not self.table.program_decides:
            self.notify("No program is to decide now.")
            return
        self.paused = not self.paused
        if not self.paused:
            self.go_on()
        else:
            self._foot()

    def action_help(self) -> None:
        """What the keys do."""
        self.tercio.over(Help(self))

    def action_rule(self) -> None:
        """An umpire's ruling."""
        if not self.table.game.can_rule:
            self.notify("An umpire's ruling waits until the move or battle in hand is over.")
            return
        self.tercio.over(ruling.Ruling(), self._ruled)

    def _ruled(self, text: str | None) -> None:
        if not text:
            return
        try:
            document = ruling.read(text)
        except BadAnswer as error:
            self.notify(sentence(error), severity="error")
            return
        self._said(self.table.rule(document))


def _crumbs(breadcrumb: str) -> str:
    """The procedures that wait, in words: the step of the sequence, then the innermost two."""
    names = [name.strip("_").replace("_", " ") for name in breadcrumb.split(" > ")[1:]]
    return " > ".join(names if len(names) < 4 else [names[0], "…", *names[-2:]])
