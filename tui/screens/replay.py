"""The past on the map: any impulse or battle again, forward and backward, at any speed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from textwrap import wrap
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.timer import Timer

from engine.facts import atlas
from engine.games.journal_records import Diverged
from engine.state import State
from tui.map.board_view import view_of
from tui.map.theatre import LEVELS, theatre
from tui.panes.combat_sheet import SheetPane
from tui.panes.fixed_lines import Facts, FixedLines
from tui.panes.foot_line import Hints
from tui.panes.head_line import HeadLine
from tui.panes.map import MapPane
from tui.panes.scrolling_lines import LinesPane
from tui.screens.dialog import Page, Styles
from tui.table.past import History
from tui.words.combat_sheet import latest
from tui.words.line import Bit, line
from tui.words.place_line import place_rows
from tui.words.places import country_name
from tui.words.saved_games import sentence

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
FIGHT = ("battle-begins", "battle-roll", "battle", "assault", "siege", "losses", "leader", "roll")
AROUND = 4  # lines of the story before the one that is shown


class Replay(Page[str]):
    """Moments of a game one after the other; gives the place on which one was looking."""

    CSS_PATH: ClassVar[Styles] = "replay.tcss"
    AUTO_FOCUS: ClassVar[str | None] = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back to the game", id="replay.back"),
        Binding("right", "step(1)", "A step on", id="replay.on"),
        Binding("left", "step(-1)", "A step back", id="replay.before"),
        Binding("down,pagedown", "turn(1)", "The next impulse or battle", id="replay.next"),
        Binding("up,pageup", "turn(-1)", "The impulse or battle before", id="replay.previous"),
        Binding("w", "turned", "Where it turned next", id="replay.turned"),
        Binding("home,less_than_sign", "end(0)", "The beginning", id="replay.first"),
        Binding("end,greater_than_sign", "end(1)", "The end", id="replay.last"),
        Binding("space", "play(1)", "Play on, or stop", id="replay.play"),
        Binding("b", "play(-1)", "Play backward, or stop", id="replay.backward"),
        Binding("f", "pace(1)", "Faster", id="replay.faster"),
        Binding("s", "pace(-1)", "Slower", id="replay.slower"),
        Binding("plus,equals_sign", "zoom(1)", "Nearer", id="replay.nearer"),
        Binding("minus", "zoom(-1)", "Farther", id="replay.farther"),
        Binding("tab", "keys", "The keys to the map, or back"),
    ]

    def __init__(
        self, past: History, ours: str, at: int, fog: frozenset[str] = frozenset(),
        turned: Sequence[int] = (),
    ) -> None:  # fmt: skip
        """`turned` are the records at which the phase turned, where that is known."""
        super().__init__()
        self.turned = turned
        self.begun = False
        self.past = past
        self.ours = ours
        self.at = at
        self.fog = fog
        self.world = "europe"
        self.way = 0
        self.speed = SPEEDS.index(2.0)
        self.timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """The map at the left; the sheet and the lines at the right, or below."""
        yield HeadLine(id="head")
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield MapPane(id="map", theme=self.app.theme,
                              ascii_only=self.tercio.ascii_map)  # fmt: skip
                yield Facts(id="place")
            with Vertical(id="right"):
                yield SheetPane(id="sheet")
                yield LinesPane("What happened", id="told")
        yield FixedLines(id="bar")
        yield Hints(id="foot")

    def on_mount(self) -> None:
        """The first look."""
        self.query_one(MapPane).zoom_to(3)
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        """The moment, all of it."""
        try:
            state = self.past.state(self.at)
        except Diverged as error:
            self.notify(sentence(error), severity="error")
            self.done("")
            return
        if not self.begun:
            self._begin(state)
        told, latest_one = self.past.told(self.at), self.past.latest(self.at)
        pane = self.query_one(MapPane)
        place = latest_one.place if latest_one is not None else ""
        if place and (self.world, place) not in atlas.labels():
            self.world = "rotw" if self.world == "europe" else "europe"
        lit = frozenset({place} if place else ())
        view = view_of(state, self.ours, self.tercio.settings.colouring, self.world, self.fog)
        way = (latest_one.sheet or {}).get("way", ()) if latest_one is not None else ()
        path = tuple(str(item) for item in way if (self.world, str(item)) in atlas.labels())
        pane.show(replace(view, lit=lit, path=path))
        if place:
            pane.bring(place)
        fight = latest(told)
        fighting = latest_one is not None and latest_one.kind in FIGHT and fight is not None
        self.query_one(SheetPane).look(fight.sheet if fighting and fight else None, None)
        other = fighting != self.has_class("fight")
        self.set_class(fighting, "fight")
        if other:  # the lines have another width then, or any at all
            self.call_after_refresh(self._lines)
        else:
            self._lines()
        right = f"{state.sequence.box or 'before the first round'}"
        if latest_one is not None and latest_one.impulse:
            right += f" · {country_name(latest_one.impulse)}"
        self.query_one("#head", HeadLine).between((" Tercio · what happened",), f"{right} ")
        self.query_one("#place", FixedLines).say(*place_rows(state, place, self.ours, self.fog))
        self._bar()

    def _begin(self, state: State) -> None:
        """The first look is at the war."""
        self.begun = True
        war = theatre(state, self.ours, self.fog)
        if war.places:
            self.query_one(MapPane).frame(war.map, war.places, LEVELS[war.map])
            self.world = war.map

    def _lines(self) -> None:
        pane = self.query_one("#told", LinesPane)
        width = max(20, pane.size.width - 2)
        told = self.past.moments[self.at].told
        drawn = []
        for entry in self.past.story[max(0, told - 1 - AROUND) : told]:
            style = "here" if entry is self.past.story[told - 1] else ""
            rows = wrap(entry.text, width - 6) or [""]
            drawn.append(line(Bit(f" {entry.box:4} ", "quiet"), Bit(rows[0], style)))
            drawn += [line("      ", Bit(row, style)) for row in rows[1:]]
        pane.show(drawn)
        pane.scroll_end(animate=False)

    def _bar(self) -> None:
        count = len(self.past.moments) - 1
        width = max(10, self.size.width - 44)
        done = round(width * self.at / count) if count else width
        playing = {0: "stopped", 1: "playing", -1: "backward"}[self.way]
        pace = f"{SPEEDS[self.speed]:g} a second"
        self.query_one("#bar", FixedLines).say(
            f" {'█' * done}{'░' * (width - done)} {self.at} of {count} · {playing}, {pace}"
        )
        turned = " · w turned" if self.turned else ""
        self.query_one("#foot", Hints).fit(
            " ←→ step · ↑↓ impulse or battle · space play · b backward · f faster · s slower"
            f"{turned} · Escape back · ? help",
            f" ←→ step · ↑↓ leap · space play · b back · f s speed{turned} · Escape back · ? help",
            f" ←→ step · ↑↓ leap · space play{turned} · Escape back · ? help",
        )

    # Going.

    def go(self, to: int) -> None:
        """Another moment."""
        to = max(0, min(to, len(self.past.moments) - 1))
        if to != self.at:
            self.at = to
            self.draw()

    def action_step(self, step: int) -> None:
        """One moment on or back; playing stops."""
        self._stop()
        self.go(self.at + step)

    def action_turn(self, step: int) -> None:
        """To the next or previous impulse or battle."""
        self._stop()
        self.go(self.past.turning(self.at, step))

    def action_turned(self) -> None:
        """To the next moment at which the phase turned, the first one after the last."""
        if not self.turned:
            self.notify("Where it turned is found in the report of a phase that is over: w there.")
            return
        self._stop()
        moments = sorted({self.past.of_record(record) for record in self.turned})
        self.go(next((each for each in moments if each > self.at), moments[0]))

    def action_end(self, last: int) -> None:
        """To the beginning or the end."""
        self._stop()
        self.go((len(self.past.moments) - 1) * last)

    def action_play(self, way: int) -> None:
        """Plays on or backward, or stops; space stops either."""
        if self.way and way in (1, self.way):
            self._stop()
            return
        self.way = way
        self._start()

    def action_pace(self, step: int) -> None:
        """Faster or slower."""
        self.speed = max(0, min(self.speed + step, len(SPEEDS) - 1))
        if self.way:
            self._start()
        self._bar()

    def _start(self) -> None:
        if self.timer is not None:
            self.timer.stop()
        self.timer = self.set_interval(1 / SPEEDS[self.speed], self._play)
        self._bar()

    def _play(self) -> None:
        if not 0 <= self.at + self.way < len(self.past.moments):
            self._stop()
        elif self.way:
            self.go(self.at + self.way)

    def _stop(self) -> None:
        self.way = 0
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
        self._bar()

    # Looking.

    def action_zoom(self, step: int) -> None:
        """The map nearer or farther."""
        self.query_one(MapPane).action_zoom(step)

    def action_keys(self) -> None:
        """The arrows to the map, or back to the moments."""
        pane = self.query_one(MapPane)
        self.set_focus(None if pane.has_focus else pane)

    @on(MapPane.Moved)
    def moved(self, event: MapPane.Moved) -> None:
        """What is under the cursor of the map, in words."""
        if self.query_one(MapPane).has_focus and event.place:
            rows = place_rows(self.past.state(self.at), event.place, self.ours, self.fog)
            self.query_one("#place", FixedLines).say(*rows)

    def on_resize(self) -> None:
        """Bar and lines follow the width."""
        self.call_after_refresh(self._bar)
        self.call_after_refresh(self._lines)

    def action_leave(self) -> None:
        """The keys come back from the map first; then back to the game."""
        if self.focused is not None:
            self.set_focus(None)
            return
        self._stop()
        entry = self.past.latest(self.at)
        self.done(entry.place if entry is not None else "")
