"""What is seen of a game beside its map: head line, panes, the question and the foot line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.geometry import Size

from engine.facts.board import called
from engine.facts.countries import does
from engine.grammar import capitalised
from engine.play.asks import Ask
from tui.panes.ask import AskPane
from tui.panes.chronicle import ChroniclePane
from tui.panes.coats_of_arms import title_colours
from tui.panes.combat_sheet import Card, SheetPane
from tui.panes.fixed_lines import Facts, Tabs
from tui.panes.foot_line import Hints
from tui.panes.head_line import HeadLine, texts_of
from tui.panes.map import MapPane
from tui.panes.result import ResultPane
from tui.panes.rounds_track import TrackPane
from tui.panes.stacks import StacksPane
from tui.screens.dialog import Styles
from tui.screens.game.background_odds import Weighing
from tui.screens.game.game_map import PreparedMap
from tui.settings.keymap import key_at, shorter_hints
from tui.settings.settings import NARROWEST, WIDEST
from tui.settings.settings import PANES as PANES_WIDE
from tui.table.table import Table
from tui.words import siege_card
from tui.words.breadcrumbs import breadcrumbs, question
from tui.words.combat_sheet import Fight, latest
from tui.words.places import country_name
from tui.words.results import Result, last_quiet, latest_great, results

T = TypeVar("T")
PANES = {"map": "b", "stacks": "s", "rounds": "O", "sheet": "Z", "chronicle": "E"}  # and keys
WIDGETS = {"rounds": "track"}
SMALL = "Small window: map and question only."
ONLOOKER = "You are watching. ctrl+p what you can do · tab panes · q leave · ? help"
OVER = "The Military phase is over."
MOVES = ("march", "sail")  # questions that are answered on the map
AFTER = "v plays it again · z counts its dice\nE tells it in words · q leaves: it stays saved"
MAP_KEYS = "arrows by province · ctrl+arrows by cells · + - zoom · Enter chooses"
PANE_KEYS = "arrows to the numbers · Enter leads on · y copies"
RECENT = 4  # answers of persons for which a fight stays in the foreground
WATCHED = 20  # answers of programs for which it does
STACKS, CHRONICLE = 8, 5  # rows that are left to them then


class GamePanes(Weighing):
    """All that is seen of a game; what is done there is the GameScreen's."""

    # With that of the cover that is laid on it at once: a sheet read later styles all panes anew.
    CSS_PATH: ClassVar[Styles] = ["game.tcss", "cover.tcss"]
    AUTO_FOCUS: ClassVar[str | None] = "#ask"

    def __init__(self, table: Table, demo: bool = False) -> None:
        super().__init__(table, "show-map")
        self.demo = demo
        self.paused = False
        self.drawn = False  # whether the board, the question and the panes were drawn once
        self.fought = 0
        self.fighting = False
        self.warned = False  # whether one was told that the next Escape takes the last answer back
        self.dialog_closed = False  # whether a dialog was closed, and nothing was done since
        self.room = (0, 0)  # least and most rows of the sheet while a battle is fought
        self.columns: str | None = None  # of the grid, where they are not the usual ones
        self.eyes = ""  # the power through whose eyes the board was drawn last

    def compose(self) -> ComposeResult:
        """All panes; the style sheet says which are seen."""
        yield HeadLine(id="head")
        yield Tabs(PANES, " ", id="tabs")
        yield ResultPane(id="result")
        with Container(id="body"):
            with Vertical(id="left"):
                yield MapPane(id="map", ascii_only=self.tercio.ascii_map)
                yield Facts(id="place")
            with Vertical(id="right"):
                yield TrackPane(id="track")
                yield StacksPane(id="stacks")
                yield SheetPane(id="sheet")
                yield ChroniclePane(id="chronicle")
            yield AskPane(id="ask")
        yield Hints(id="foot")

    # Looking.

    def _screen_resized(self, size: Size) -> None:
        """Lay the panes out once for a size."""
        if self.app.size != self.outer_size:
            super()._screen_resized(size)

    def on_mount(self) -> None:
        """The head line follows the theme, under a dialog too."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._head())

    def look(self) -> None:
        """Draw everything as it stands."""
        self.drawn = True
        fresh = self._question()
        self.look_aside()
        self._board(fresh)

    def look_at(self, prepared: PreparedMap | None = None) -> None:
        """Draw the question, and the map, as it was seen; the panes beside are left for later."""
        self._board(self._question(), prepared)

    def look_aside(self) -> None:
        """Draw what stands beside the map."""
        for look in self.looks_aside():
            look()

    def looks_aside(self) -> Sequence[Callable[[], None]]:
        """What draws the parts of that."""
        return self._head, self._results, self._track, self._chronicle, self._sheet, self._stacks

    def _track(self) -> None:
        self.query_one("#track", TrackPane).look(self.table.game.state)

    def _chronicle(self) -> None:
        told = self.table.story()
        self.query_one("#chronicle", ChroniclePane).look(told, self.table.in_short(told))

    def _question(self) -> bool:
        """Show what is asked; whether it is another question."""
        game = self.table.game
        ask = game.ask
        if ask is self.asked:
            return False
        self.asked = ask
        self.odds_wanted = False
        if ask is not None and not self.table.program_decides:
            self.call_after_refresh(self._weigh)
        waits = "" if ask is None else self._waits(ask)
        shown = None if waits else ask
        over, number = waits or f"{OVER}\n{AFTER}", len(game.records)
        self.question.ask(shown, breadcrumbs(game.breadcrumb()), over, number)
        return True

    def _board(self, fresh: bool, prepared: PreparedMap | None = None) -> None:
        ask, ours = self.table.ask, self._ours()
        self.laid_before = prepared.laid if prepared is not None else {}
        self.view = prepared.view if prepared is not None else self._view()
        if (viewer := self.table.viewer()) != self.eyes:
            self.eyes = viewer
            if self.place in self.view.fog:
                self.begun = False  # where the last one looked is nothing for the next one
        if not self.begun and ours:
            self._begin_at(ours)
        if fresh and ask is not None and not self.table.program_decides:
            self._bring(ask)
        self._overlay(prepared)
        self._foot()

    def _waits(self, ask: Ask[Any]) -> str:
        held_back = super()._waits(ask)
        program = self.table.program(ask.who)
        if held_back or not program:
            return held_back
        what = ask.question if not self.table.secret(ask) else "it decides"
        return f"{country_name(ask.who)} ({program}): {what}"

    def _head(self) -> None:
        game, head = self.table.game, self.query_one("#head", HeadLine)
        head.set_colours(title_colours(self.app, game.decides))
        lefts, rights = texts_of(game)
        head.between(lefts, *rights)

    def _results(self) -> None:
        """Show what has happened since whoever looks last answered; while programs play, the last
        great thing alone."""
        if self.tercio.settings.quiet:
            found: Sequence[Result] = ()
        elif self.table.program_decides:
            found = latest_great(self.table.unread_news())
        else:
            ask = self.table.ask
            fight = None if ask is None or self.table.secret(ask) else ask.about.get("sheet")
            news = self.table.unread_news()
            found = results(news, fight, (self.table.viewer(),))
            if not self.is_comfortable:
                asked = ask.question if ask is not None else ""
                found += last_quiet(news, asked, self.table.persons_powers())
        great = bool(found) and found[0].great
        room = 3 if self.has_class("taught") else 4  # the lesson takes rows too
        most = 1 if self.has_class("-tiny") else 6 if self.is_comfortable else room + great
        self.query_one("#result", ResultPane).look(found, most)

    def _sheet(self) -> None:
        game = self.table.game
        ask = game.ask
        fought_now = ask.about.get("sheet") if ask is not None else None
        now = Fight(fought_now, len(game.records)) if fought_now is not None else None
        fight = now or latest(self.table.story())
        odds = self._odds() if ask is not None and self.odds_wanted else None
        fought = fight.record if fight is not None else 0
        foreground = WATCHED if self.table.program_decides else RECENT
        recent = fight is not None and fought >= len(game.records) - foreground
        self.fighting = fight is not None and recent and "sides" in fight.sheet
        self._make_room()
        tabbed = not self.is_comfortable and not self.has_class("-tiny")
        if recent and fought > self.fought and tabbed:
            self.show_pane("sheet")
        self.fought = fought
        sheet = fight.sheet if fight is not None else None
        pane, settings = self.query_one("#sheet", SheetPane), self.tercio.settings
        still = settings.still or self.app.is_headless or self.map.hurried
        pane.pace = 0.0 if still else settings.pace / 10
        siege = self._siege_card(fight if now is not None or recent else None)
        idle = self.is_comfortable and not (recent or odds or siege or pane.has_focus)
        if (pane.styles.display == "none") != idle:
            pane.styles.display = "none" if idle else None
        pane.look(sheet, odds, siege)

    def _siege_card(self, fight: Fight | None) -> Card | None:
        """The siege under the cursor, unless it is stormed, or fought for, just now."""
        state, place = self.table.game.state, self.place
        if place not in state.land.sieges or place in self.table.fog():
            return None
        if fight is not None and "sides" in fight.sheet:
            fought = str(fight.sheet.get("place", ""))
            if fought == place or self.odds_wanted:
                return None
        shown = siege_card.card(state, place, self.table.story())
        return Card(f"Siege of {called(place)}", shown.lines)

    def _make_room(self) -> None:
        """While a battle is fought its sheet takes room of the stacks, but on a tall screen.

        The panes' own styles say so: for a class Textual works out all styles below it anew.
        """
        hurried = self.map.hurried  # programs that play so fast soon fight again
        short = self.has_class("-high") and not self.has_class("-narrow")
        crowded = short and (self.fighting or hurried)
        room = self.query_one("#right").size.height - STACKS - CHRONICLE if crowded else 0
        least = room if hurried else 0
        if (least, room) == self.room:
            return
        self.room = least, room
        self.query_one("#stacks").styles.height = STACKS if room else None
        sheet = self.query_one("#sheet").styles
        sheet.min_height, sheet.max_height = least or None, room or None

    def give_room(self) -> None:
        """The panes beside the map as wide as was said, the map at least as wide as they."""
        body, wanted = self.query_one("#body").styles, self.tercio.settings.panes
        most = min(wanted, self.size.width // 2)
        usual = not self.is_comfortable or most == PANES_WIDE
        said = None if usual else f"1fr {most}"
        if said != self.columns:
            self.columns = said
            body.grid_columns = said

    def action_widen(self, columns: int) -> None:
        """The panes beside the map wider or narrower; that is kept."""
        settings = self.tercio.settings
        if not self.is_comfortable:
            self.notify("One pane is seen at a time here: there is nothing to widen.")
            return
        most = min(WIDEST, self.size.width // 2)
        settings.panes = max(NARROWEST, min(settings.panes + columns, most))
        self.tercio.keep_settings()
        self.give_room()

    def _stacks(self) -> None:
        state = self.table.game.state
        self.query_one("#stacks", StacksPane).look(
            state, self.place, self.table.eyes(), self.table.fog()
        )

    def _bring(self, ask: Ask[Any]) -> None:
        """Go where the question is about, and put the keys where it is answered."""
        if self.table.secret(ask):
            return
        moving, route = ask.name in MOVES, self.route
        covered = not self.is_comfortable and not self.has_class("-tiny")
        place = ask.about.get("place", "") if route is None else route.ask.place
        if isinstance(place, str) and place:
            self.bring(place, moving)
            self.place = place
            if covered and not (ask.about.get("sheet") or self._fought_at(place)):
                self.show_pane("map")  # no pane stands before what is asked about
        if moving:
            if not self.is_comfortable:
                self.action_pane("map")
            self.map.focus()
        elif not self.focused or self.focused.id in ("map", "sheet", "ask"):
            self.question.focus()

    def _fought_at(self, place: str) -> bool:
        """Whether the battle that is seen is that of a place: what it brings is asked next."""
        sheet = self.query_one("#sheet", SheetPane).sheet or {}
        return self.fighting and sheet.get("place") == place

    def _foot(self) -> None:
        ask = self.table.ask
        shown = next((name for name in PANES if self.has_class(f"show-{name}")), "map")
        self.query_one("#tabs", Tabs).mark(shown)
        foot = self.query_one("#foot", Hints)
        if self.has_class("-tiny") and ask is None:
            foot.say(SMALL)
        elif ask is None:
            foot.say(" The phase is over. E chronicle · u undo · q leave · ? help")
        elif self.table.program_decides:
            pause = "p go on" if self.paused else "p pause"
            foot.say(
                f" {capitalised(does(ask.who, 'be'))} played by a program. {pause} · q leave "
                "· ? help"
            )
        else:
            where, keys = self._hints()
            who, said = f" {country_name(ask.who)}: ", f"{where}{keys}"
            undo = "" if " u undo " in keys else " · u undo"
            rest = f" · tab panes{undo} · ? help"
            if self.question.prompt is None:
                said, rest = ONLOOKER, ""
            what = "" if self.table.secret(ask) else ask.question
            whole = f" {question(ask.who, what)} "
            rows = [f"{whole}{said}{rest}", f"{who}{said}{rest}"]
            rows += [f"{who}{few} · ? help" for few in shorter_hints(said)]
            foot.fit(*((f" {SMALL}",) if self.has_class("-tiny") else (*rows, f" {said}")))

    def _hints(self) -> tuple[str, str]:
        """The way to the question from where one is, "" where it has the keys; and what the keys
        do here."""
        focus = self.focused.id if self.focused is not None else ""
        prompt = self.question.prompt
        if focus == "ask" or (focus == "map" and self.route is not None) or prompt is None:
            return "", prompt.keys if prompt is not None else ""
        return "a to the question · ", MAP_KEYS if focus == "map" else PANE_KEYS

    def action_pane(self, name: str) -> None:
        """Show a pane, where one is seen at a time, and give it the keys."""
        if self.route is not None and self.route.listing:
            self.question.do("escape")
        pane = self.query_one("#sheet", SheetPane)
        if name == "sheet":
            pane.styles.display = None
            if pane.has_focus:
                pane.turn_over()
        self.show_pane(name)
        self.query_one(f"#{WIDGETS.get(name, name)}").focus()
        self._foot()

    def show_pane(self, name: str) -> None:
        """Show a pane, where one is seen at a time; the keys stay where they are, but in no pane
        that is hidden by it."""
        before, shown = {f"show-{other}" for other in PANES if other != name}, f"show-{name}"
        # Beside each other all panes are seen but the track. To style them all anew takes a frame.
        alike = self.is_comfortable and "show-rounds" not in {shown, *self.classes}
        self.remove_class(*before, update=False)
        self.add_class(shown, update=not alike)
        hidden = {WIDGETS.get(other, other) for other in PANES if other != name}
        if self.focused is None or (not self.is_comfortable and self.focused.id in hidden):
            self.question.focus()

    # Keys that change what is seen and nothing else.

    # Events.

    def on_descendant_focus(self) -> None:
        """The foot line tells the keys of where one is."""
        self._foot()

    def on_click(self, event: events.Click) -> None:
        """A click on a tab shows its pane; on a key of the foot line, it is that key."""
        if isinstance(event.widget, Hints) and (key := key_at(event.widget.rows[0], event.x)):
            self.app.simulate_key(key)
        elif isinstance(event.widget, Tabs) and (name := event.widget.name_at(event.x)):
            self.action_pane(name)

    def on_screen_resume(self) -> None:
        """The question tells the keys as they are now."""
        self.dialog_closed = True
        self.question.draw()

    def on_resize(self) -> None:
        """Another size may show other panes."""
        self.give_room()
        self.call_after_refresh(self._sheet)
        self.call_after_refresh(self._foot)
