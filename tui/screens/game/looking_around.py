"""Looking around in a game: another place, stack, layer or map; the game is not touched."""

from __future__ import annotations

from textual.css.scalar import Scalar
from textual.geometry import Region, Spacing
from textual.widgets._toast import ToastRack

from tui.map import layers
from tui.panes.fixed_lines import FixedLines
from tui.screens.finding import find_province
from tui.screens.game.game_panes import GamePanes
from tui.settings.settings import Colouring


class LookingAround(GamePanes):
    """Keys that change what is seen and nothing else."""

    def on_mount(self) -> None:
        """Notices lie where the map is, whatever it is laid out to."""
        self.screen_layout_refresh_signal.subscribe(self, lambda _: self._notices_aside())

    def _notices_aside(self) -> None:
        """Notices lie on the top of the map, and on the two lines at the head where it is not seen:
        never on the question, on what has just happened or on what a fight came to."""
        over = self.map.region or Region(0, 0, self.size.width, 2)
        aside = Spacing(over.y, self.size.width - over.right, 0, over.x)
        for rack in self.query(ToastRack):
            if rack.styles.margin != aside:
                rack.styles.set_rule("margin", aside)
                rack.styles.set_rule("max_height", Scalar.from_number(max(2, over.height)))
                if rack.display:  # else there is nothing to lay out yet
                    rack.refresh(layout=True)

    def action_find(self) -> None:
        """Find a province by its name."""
        self.tercio.open_screen(
            find_province.FindPlace.of(self.tercio, self.table.fog(), self.world), self._found
        )

    def _found(self, place: str | None) -> None:
        if place:
            if not self.is_comfortable:
                self.action_pane("map")
            self.goto(place)
            self.map.focus()

    def action_next_stack(self, step: int) -> None:
        """The next stack that can still act, or any stack where none can; back with -1."""
        ring = layers.stacks_to_visit(self.table.game.state, self._ours())
        if not ring:
            self.notify("You have no stack on the map.")
        elif self.place in ring:
            self._found(ring[(ring.index(self.place) + step) % len(ring)])
        else:
            self._found(ring[0 if step > 0 else -1])

    def action_colouring(self) -> None:
        """The other colours of the map."""
        self._colour("terrain" if self.colouring == "control" else "control")

    def action_plain(self) -> None:
        """Who controls what, and no layer."""
        self._bare("control")

    def action_terrain(self) -> None:
        """What the land is, and no layer."""
        self._bare("terrain")

    def _bare(self, colouring: Colouring) -> None:
        self.laid = ""
        self._colour(colouring)

    def _colour(self, colouring: Colouring) -> None:
        self.tercio.set_colouring(colouring)
        self.view = self._view()
        self._overlay()

    def action_layer(self, name: str) -> None:
        """Lay a layer over the map; the same key takes it off."""
        self.laid = "" if self.laid == name else name
        if not self.is_comfortable:
            self.action_pane("map")
        self._overlay()

    def action_mini_map(self) -> None:
        """The whole board in a corner of the map, or no longer."""
        self.map.miniature(not self.map.small)

    def action_turn_map(self) -> None:
        """The other map, at the foremost stack there."""
        self.turn_map()
        if place := self.foremost():
            self.map.goto(place)

    def action_copy_place(self) -> None:
        """The words under the map to the clipboard, where no pane and no question takes the key."""
        said = " ".join(row.strip() for row in self.query_one("#place", FixedLines).rows)
        self.app.copy_to_clipboard(said.strip())
        self.notify("Copied, if the terminal takes it.", timeout=2)
