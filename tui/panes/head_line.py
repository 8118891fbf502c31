"""The line at the top of a screen; of a game: the turn, the round, and whose impulse it is."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from engine.games.game import Game
from engine.state import sides
from engine.turns import turn as turn_steps
from themes import Pair
from tui.panes.fixed_lines import FixedLines
from tui.panes.rounds_track import track_words
from tui.words.places import country_name, years


class HeadLine(FixedLines):
    """One row with something at its left, longer or shorter, and something at its right."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id)
        self.lefts: tuple[str, ...] = ("",)
        self.rights: tuple[str, ...] = ("",)
        self.colours: Pair | None = None

    def between(self, lefts: tuple[str, ...], *rights: str) -> None:
        """Show the longest right text beside which one of the three longest left ones fits, else
        the last, and the longest left text that fits, pushed apart."""
        self.lefts, self.rights = lefts, rights
        width = self.size.width
        shortest = min(map(cell_len, lefts[:3]))
        right = next((text for text in rights if shortest + cell_len(text) < width), rights[-1])
        left = next((text for text in lefts if cell_len(text + right) < width), lefts[-1])
        room = max(0, width - cell_len(right))
        while cell_len(left) >= room and left.strip(" …"):  # by words: no number is cut
            left = f"{left.removesuffix('…').rstrip().rpartition(' ')[0]}…"
        self.say(left + " " * max(1, room - cell_len(left)) + right)

    def set_colours(self, colours: Pair | None) -> None:
        """Be drawn in the colours of whoever decides, or as usual."""
        if colours != self.colours:
            self.colours = colours
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """The row, in its colours."""
        if self.colours is None:
            return super().render_line(y)
        ink, ground = self.colours
        style = Style(color=f"color({ink})", bgcolor=f"color({ground})", bold=True)
        return Strip([Segment(set_cell_size(self.said, self.size.width), style)])

    def on_resize(self) -> None:
        """Push them apart again."""
        self.between(self.lefts, *self.rights)


def texts_of(game: Game) -> tuple[tuple[str, ...], list[str]]:
    """What the line of a game says at its left (scenario, turn, years) and at its right (round,
    impulse, step), each longer and shorter."""
    state = game.state
    turn = f"{game.header.get('title') or state.scenario} · turn {state.turn}"
    where = ""
    if phasing := sides.phasing_alliance(state):
        number = f"impulse {state.sequence.impulse + 1} of {len(state.diplomacy.alliances)}"
        where = f" · {number}: {country_name(phasing)}, {state.sequence.step}"
    elif state.sequence.step != "over":
        where = f" · {state.sequence.step}"
    rights = [f"{said}{where} " for said in track_words(state)]
    if not phasing and state.ledger.step not in ("", "military"):
        rights = [f"{turn_steps.NAMES.get(state.ledger.step, 'the campaign is over')} "]
    whole, short = f"{turn}, {years(state.turn)}", f" {turn}"
    lefts = (f" Tercio · {whole} · period {state.period}", f" Tercio · {whole}", f" {whole}", short,
             f" turn {state.turn}, {years(state.turn)}", f" turn {state.turn}")  # fmt: skip
    return lefts, rights
