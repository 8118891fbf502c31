"""The map of a game's screen: what it shows of the state, where one looks, what is laid over it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from engine.facts import atlas, board
from engine.fleets import fleets
from engine.state import sides
from tui.answers.path import PathPrompt
from tui.map import layers
from tui.map.board_view import view_of
from tui.map.labels import NAMES_FROM
from tui.map.scene import Ready
from tui.map.theatre import LEVELS, theatre
from tui.map.view import Layer, MapView
from tui.panes.ask import AskPane
from tui.panes.fixed_lines import FixedLines
from tui.panes.map import MapPane
from tui.screens.game.sharing import Sharing
from tui.settings import last_views
from tui.settings.last_views import Look
from tui.settings.settings import Colouring
from tui.table.table import Table
from tui.words.place_line import place_rows

if TYPE_CHECKING:
    from tui.map.layers import Mover

NAMED: Final = 3  # the level at which nearly all provinces have their names
Laid: TypeAlias = dict[tuple[Any, ...], Layer]


class PreparedMap(NamedTuple):
    """The map of a state before anything is drawn on it, the layers laid over it, and it as it is
    to be drawn."""

    view: MapView
    laid: Laid
    ready: Ready


class GameMap(Sharing):
    """The part of a game's screen that is the map, with the line below it."""

    def __init__(self, table: Table, classes: str | None = None) -> None:
        super().__init__(table, classes)
        self.place = ""  # under the cursor
        self.world = "europe"  # the map that is shown
        self.view = MapView()
        self.laid = ""  # the layer that is wanted, "" for none
        self.laid_before: Laid = {}  # those that were worked out for the state as it is
        self.selected = ""  # where the stack stands that the layer is about
        self.begun = False  # whether the first look has been taken
        self.last_look: Look | None = None  # of this game, until then

    def on_mount(self) -> None:
        """Where one looked last in this game is where one looks again."""
        self.pane = self.map
        self.last_look = last_views.load(self.tercio.files, self.table.saved.name)

    def on_unmount(self) -> None:
        """Remember where one looks."""
        if self.begun:
            last_views.save(self.tercio.files, self.table.saved.name, self.pane.look)

    @property
    def map(self) -> MapPane:
        """The map pane."""
        return self.query_one("#map", MapPane)

    @property
    def question(self) -> AskPane:
        """The question's pane."""
        return self.query_one("#ask", AskPane)

    @property
    def route(self) -> PathPrompt[Any] | None:
        """The prompt of a march or a voyage, while one is asked."""
        prompt = self.question.prompt
        return prompt if isinstance(prompt, PathPrompt) else None

    @property
    def colouring(self) -> Colouring:
        """What the colours of the map tell."""
        return self.tercio.settings.colouring

    def prepared(self, place: str) -> PreparedMap:
        """The map as it stands now, with the cursor on a place: all of it that takes its time, and
        may take it beside the screen."""
        view, laid = self._view(), Laid()
        shown = self._drawn_over(view, place, self._layer(place, laid))
        return PreparedMap(view, laid, self.map.ready(shown, place))

    def _view(self) -> MapView:
        state, fog = self.table.game.state, self.table.fog()
        view = view_of(state, self._ours(), self.colouring, self.world, fog)
        return replace(view, trail=self._trail(fog))

    def _trail(self, fog: Collection[str]) -> tuple[str, ...]:
        """The way of the last move, one's own or of others since, as far as one knows it."""
        if self.table.viewpoint_power() != self.table.viewer():
            return ()
        news = self.table.news(self.table.viewer(), own=True)
        ways = (entry.sheet["way"] for entry in reversed(news)
                if entry.kind == "move" and entry.sheet and "way" in entry.sheet)  # fmt: skip
        return tuple(place for place in next(ways, ()) if place not in fog)

    def goto(self, place: str) -> None:
        """The cursor on a place, on the other map where it lies there."""
        if self.elsewhere(place):
            self.turn_map()
        self.map.goto(place)

    def elsewhere(self, place: str) -> bool:
        """Whether a place lies on the other map only."""
        known = atlas.labels()
        return (self.world, place) not in known and (self.other_world, place) in known

    @property
    def other_world(self) -> str:
        """The map that is not shown."""
        return "rotw" if self.world == "europe" else "europe"

    def turn_map(self) -> None:
        """Show the other map."""
        self.world = self.other_world
        self.view = self._view()
        self._overlay()

    def foremost(self) -> str:
        """Where the strongest stack of the one who decides is on this map, ships before troops; ""
        for none."""
        state, ours = self.table.game.state, self._ours()
        if not ours:
            return ""
        afloat = [
            (True, fleets.thirds(each.units), each.place) for each in fleets.stacks(state, ours)
        ]
        ashore = [(False, each.thirds, each.place) for each in sides.stacks(state, ours)]
        known = atlas.labels()
        here = [each for each in afloat + ashore if (self.world, each[2]) in known]
        alone = [each for each in here if (self.other_world, each[2]) not in known]
        return max(alone or here, default=(False, 0, ""))[2]

    def _ours(self) -> str:
        """The alliance through whose eyes the board is drawn."""
        power = self.table.eyes()
        return sides.alliance_of(self.table.game.state, power) if power else ""

    def _begin_at(self, ours: str) -> None:
        """The first look is where one looked last in this game; else at the war, with the cursor on
        the largest stack of the one who decides."""
        self.begun = True
        state, fog = self.table.game.state, self.table.fog()
        look, self.last_look = self.last_look, None
        if look is not None and look.n in atlas.LEVELS.get(look.map, ()):
            self.map.look_again(look)
            if self.map.place_at_cursor() not in fog:
                self._show_map(look.map)
                self.place = self.map.place_at_cursor()
                return
        war = theatre(state, ours, fog)
        if war.places:
            self.map.frame(war.map, war.places, LEVELS[war.map])
            self.place = self.map.place_at_cursor()
            self._show_map(war.map)

    def _show_map(self, map: str) -> None:
        """The view of a map where the window is on it already."""
        self.world = map
        if self.view.map != map:
            self.view = self._view()
        self.map.show(self.view)

    def bring(self, place: str, moving: bool = False) -> None:
        """What is asked about well into sight; of a move, with what lies about it, at a level that
        names it."""
        if self.elsewhere(place):
            self.turn_map()
        far = self.map.is_framed and self.map.level_number > NAMES_FROM[self.world]
        if moving and far:
            self.map.goto(place)
            self.map.zoom_to(NAMED)
        near = [border.other for border in board.borders().get(place, ())] if moving else []
        self.map.bring(place, near)

    def _overlay(self, prepared: PreparedMap | None = None) -> None:
        """The view with what the prompt draws on it, as it was made ready, if it was."""
        view = self._drawn_over(self.view, self.place, self._layer(self.place, self.laid_before))
        self.map.show(view, prepared.ready if prepared is not None else None)
        self._place()

    def _drawn_over(self, view: MapView, place: str, layer: Layer) -> MapView:
        route = self.route
        if route is not None:
            return replace(view, reach=route.reach(), path=route.places(), layer=layer)
        lit = frozenset({place} if place and not self.map.has_focus else ())
        return replace(view, lit=lit, layer=layer)

    def _layer(self, place: str, laid: Laid) -> Layer:
        """The layer that is laid over the map, worked out once for a state and a stack."""
        if not self.laid:
            return Layer()
        state, ours, fog = self.table.game.state, self._ours(), self.table.fog()
        mover = self._mover(ours, place)
        route = self.route
        key = (self.laid, ours, self.selected, None if route is None else tuple(route.fixed))
        if key not in laid:
            laid[key] = layers.layer(self.laid, state, ours, mover, fog)
        return laid[key]

    def _mover(self, ours: str, place: str) -> Mover | None:
        """The move that is asked, else that of the stack of ours that was last under the cursor."""
        if self.route is not None:
            onward: Mover = self.route.onward
            return onward
        state = self.table.game.state
        here = layers.mover_at(state, place, ours)
        if here is not None:
            self.selected = place
            return here
        return layers.mover_at(state, self.selected, ours)

    def _place(self) -> None:
        fog = self.table.fog()
        rows = place_rows(self.table.game.state, self.place, self._ours(), fog)
        said = self.map.view.layer.words.get(self.place, "")
        what, who = rows
        self.query_one("#place", FixedLines).say(what, f" {said} ·{who}" if said else who)
