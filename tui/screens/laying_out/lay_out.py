"""Laying out a table: one goes to a place and types what stands there; the map shows it at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.widgets import Input

from engine.facts import atlas
from engine.grammar import capitalised, ended
from engine.notation import position_reader, scenario_file, table_csv
from engine.notation.layout import Layout, empty, place_first
from engine.notation.reading_errors import Unread
from engine.scenarios import ScenarioError
from saves.disk.packing import SaveError
from tui.map.board_view import view_of
from tui.panes.fixed_lines import FixedLines
from tui.panes.foot_line import Hints
from tui.panes.head_line import HeadLine
from tui.panes.map import MapPane
from tui.panes.scrolling_lines import LinesPane
from tui.screens import new_game
from tui.screens.dialog import Styles
from tui.screens.dialogs import Agree
from tui.screens.finding.find_province import FindPlace
from tui.screens.laying_out.place_input import PlaceInput
from tui.screens.laying_out.tools import Rule, Tools, limits
from tui.words.line import Bit, Line, line
from tui.words.places import place_name

FOOT: Final = (
    (
        " ↑↓←→ place · type, Enter · ^F find · ^X cut ^D copy ^V put down · ^U undo ^R redo"
        " · ^K palette · ^Y brush · ^L wars · Ins what is wrong · ^N other map · ^W save"
        " · ^E play it · Esc back · F1 help"
    ),
    " arrows, type, Enter · ^F find ^K palette ^Y brush ^L wars ^U undo ^W save ^E play · Esc · F1",
    " type, Enter · ^F find ^K palette ^Y brush ^L wars ^U undo ^W save ^E play · F1",
)
FIRST: Final = "ile-de-france"
"""Where the cursor is while nothing stands anywhere."""

NAMED: Final = 3  # the level at which nearly all provinces have their names


class LayOut(Tools):
    """The map, what stands in the place under the cursor, and what is against the table."""

    what = "position"
    CSS_PATH: ClassVar[Styles] = "lay_out.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+f", "find", "Find a place", priority=True),
        Binding("ctrl+x", "cut", "Cut what stands here", priority=True),
        Binding("ctrl+d", "take_copy", "Copy what stands here", priority=True),
        Binding("ctrl+v", "put_down", "Put it down", priority=True),
        Binding("ctrl+u,ctrl+z", "take_back", "Take the last change back", priority=True),
        Binding("ctrl+r", "make_again", "Make it again", priority=True),
        Binding("ctrl+k", "palette", "What may be put down of a country", priority=True),
        Binding("ctrl+y,f6", "brush", "A brush of what is typed, or none", priority=True),
        Binding("ctrl+l,f2", "wars", "Who is at war with whom", priority=True),
        Binding("insert,f8", "next_wrong", "The next thing to put right", priority=True),
        Binding("ctrl+n", "turn_map", "The other map", priority=True),
        Binding("pageup", "zoom(1)", "Nearer", priority=True),
        Binding("pagedown", "zoom(-1)", "Farther", priority=True),
        Binding("ctrl+s,ctrl+w", "save", "Save the position", priority=True),
        Binding("ctrl+o", "open", "Open a position", priority=True),
        Binding("ctrl+t", "copy", "The position to the clipboard", priority=True),
        Binding("ctrl+e,f10", "play", "Play from here", priority=True),
        Binding("f1,ctrl+g", "app.help", "Help", priority=True),
        Binding("tab", "app.focus_next", "What is wrong", priority=True),
        Binding("shift+tab", "app.focus_previous", "Pane before", show=False, priority=True),
        Binding("escape", "leave", "Back", priority=True),
    ]

    def __init__(self, text: str = "", saved_as: str = "", rule: Rule | None = None) -> None:
        """Begins with a position's text, else with an empty table; `rule` takes what is laid out
        of a game that is played. Raises Unread."""
        super().__init__()
        self.rule = rule
        self.laid = Layout(text or empty())
        self.saved_as = saved_as
        self.saved_text = self.laid.text if saved_as or not text else ""
        self.place = ""
        self.world = "europe"
        self.told = ""
        self.bad = False
        self.taken: tuple[list[str], str] = ([], "")  # items, and where they were cut

    @property
    def table(self) -> Layout:
        """The table that is laid out."""
        return self.laid

    def compose(self) -> ComposeResult:
        """Head, map with its line, what stands here and what is wrong, keys."""
        yield HeadLine(id="head")
        with Container(id="body"):
            with Vertical(id="left"):
                yield MapPane(id="map")
                yield FixedLines(id="said")
                yield PlaceInput(self._step, self._whole)
            yield LinesPane("The table", id="here")
        yield Hints(id="foot")

    @property
    def map(self) -> MapPane:
        """The map."""
        return self.query_one(MapPane)

    @property
    def typed(self) -> PlaceInput:
        """The line."""
        return self.query_one(PlaceInput)

    def on_mount(self) -> None:
        """The whole table, with the cursor on the first place of which something is said."""
        self.map.can_focus = False
        self.query_one("#foot", Hints).fit(*FOOT)
        self.draw()
        self.map.zoom_to(NAMED)
        self.goto(next(iter(self.table.state.occupied_places()), FIRST))
        self.typed.focus()

    def on_resize(self) -> None:
        """The keys that fit."""
        self.query_one("#foot", Hints).fit(*FOOT)

    # Showing

    def draw(self) -> None:
        """The map and the panes as the table stands."""
        self.map.show(view_of(self.table.state, "", world=self.world))
        self.say_panes()

    def say_panes(self) -> None:
        """What stands here, what is wrong, powers and wars."""
        state = self.table.state
        wrong = list(self.table.complaints())
        name = f" · {self.saved_as}" if self.saved_as else ""
        name += f" · brush: {self.brush}" if self.brush else ""
        changed = "changed" if self.table.text != self.saved_text else ""
        count = f"{len(wrong)} to put right" if wrong else "nothing against it"
        what = "Lay out your table" if self.rule is None else "Lay out the table anew"
        left = f" {what} · turn {state.turn}, period {state.period}{name}"
        self.query_one("#head", HeadLine).between(
            (left, f" turn {state.turn}{name}"), f"{' · '.join(filter(None, (changed, count)))} "
        )
        said = self.told or self._here()
        self.query_one("#said", FixedLines).say(f"{'!' if self.bad else ' '}{said}")
        pane = self.query_one("#here", LinesPane)
        width = max(24, pane.size.width - 4)
        pane.border_title = place_name(self.place) if self.place else "The table"
        why = _rows([self.told], "bad", width) if self.bad else []
        pane.show([*why, *self._standing(width), line(""), *self._wrong(wrong, width),
                   *self._powers(width)])  # fmt: skip

    def _here(self) -> str:
        if not self.place:
            return "no place is under the cursor"
        here = "; ".join(self.table.items(self.place))
        return f"{place_name(self.place)}: {here or 'nothing stands here'}"

    def _standing(self, width: int) -> list[Line]:
        found = self.table.items(self.place)
        said = found or ["nothing stands here"]
        rows = _rows(said, "strong" if found else "quiet", width)
        return [*rows, *_rows([*limits(self.table.state, self.place)], "quiet", width)]

    def _wrong(self, wrong: list[tuple[str, str]], width: int) -> list[Line]:
        rows = [line(Bit("To put right", "head"))] if wrong else []
        for place, said in wrong:
            where = f"{place_name(place)}: " if place else ""
            rows += _rows([f"{where}{said}"], "bad", width)
        return [*rows, line("")] if rows else []

    def _powers(self, width: int) -> list[Line]:
        heads = [
            row
            for row in self.table.text.splitlines()
            if row.startswith(("war ", "power ", "alliance "))
        ]
        rows = [line(Bit("Powers and wars", "head"))]
        return rows + _rows(heads, "", width)

    def goto(self, place: str) -> None:
        """The cursor on a place, on the other map where it lies there."""
        known = atlas.labels()
        if (self.world, place) not in known and (self._other, place) in known:
            self.action_turn_map()
        self.map.bring(place)
        self._arrive(place)

    @property
    def _other(self) -> str:
        return "rotw" if self.world == "europe" else "europe"

    @on(MapPane.Moved)
    def moved(self, event: MapPane.Moved) -> None:
        """Another place is under the cursor."""
        if event.place != self.place:
            self._arrive(event.place)

    def _arrive(self, place: str) -> None:
        self.place, self.told, self.bad = place, "", False
        self.say_panes()

    def _step(self, dx: int, dy: int) -> None:
        self.map.action_step(dx, dy)

    # Typing

    @on(Input.Submitted, "#typed")
    def entered(self, event: Input.Submitted) -> None:
        """What was typed, for the place under the cursor, or for the one that it names first."""
        text = event.value.strip()
        if not text:
            self.brush_here()
            return
        where, text = place_first(text)
        if where:
            self.goto(where)
        if self.change(lambda: self.table.typed(self.place, text)):
            self.typed.value = ""
        else:  # to put right; whatever is typed instead replaces it
            self.typed.select_all()

    def change(self, change: Callable[[], str]) -> bool:
        """Makes a change and shows it, or why it can't be; whether it was made."""
        try:
            self.told, self.bad = change(), False
        except Unread as error:
            self.told, self.bad = capitalised(ended("; ".join(error.lines))), True
        self.draw()
        return not self.bad

    def _whole(self, pasted: str) -> bool:
        """Takes a whole position or table that was pasted; whether it was one."""
        if table_csv.is_table(pasted):
            turn = self.table.state.turn
            self.change(lambda: self.table.replaced(table_csv.laid_out(pasted, turn)))
            return True
        if not position_reader.is_position(pasted):
            return False
        self.change(lambda: self.table.replaced(pasted))
        return True

    def action_take_back(self) -> None:
        """Take the last change back."""
        self.told = "" if self.table.undo() else "There is nothing to take back."
        self.draw()

    def action_make_again(self) -> None:
        """Make it again."""
        self.told = "" if self.table.redo() else "There is nothing to make again."
        self.draw()

    def action_cut(self) -> None:
        """Take up what stands here, to put it down elsewhere: nothing moves until then."""
        self._take_up(self.place, "is moved with ^V, from")

    def action_take_copy(self) -> None:
        """Take up a copy of what stands here; leaders stay."""
        self._take_up("", "is copied with ^V, without leaders, from")

    def _take_up(self, cut_from: str, what: str) -> None:
        items = self.table.standing(self.place)
        self.taken = items, cut_from
        name = place_name(self.place) if self.place else "here"
        self.told = f"{'; '.join(items)} {what} {name}" if items else "No force stands here."
        self.say_panes()

    def action_put_down(self) -> None:
        """Put down what was cut or copied."""
        items, cut_from = self.taken
        if items and self.place and self.place != cut_from:
            if self.change(lambda: self.table.put_down(self.place, items, cut_from)) and cut_from:
                self.taken = [], ""
        else:
            self.told = "Cut or copy something first: ^X, ^D."
            self.say_panes()

    # Looking

    def action_turn_map(self) -> None:
        """The other map."""
        self.world = self._other
        self.draw()

    def action_zoom(self, nearer: int) -> None:
        """Nearer or farther."""
        self.map.action_zoom(nearer)

    def action_find(self) -> None:
        """Find a place by its name."""
        found = FindPlace.of(self.tercio, (), self.world)
        self.tercio.open_screen(found, lambda place: self.goto(place) if place else None)

    # Files

    @property
    def text(self) -> str:
        return self.table.text

    @property
    def usual_name(self) -> str:
        return "table.txt"

    def written_as(self, name: str) -> str:
        """A scenario file where its name says so, what its author told of it as it was."""
        if not name.endswith(".toml"):
            return self.text
        try:
            known = self.files.scenario(name) if self.files.has(name) else None
            return scenario_file.scenario_text(self.table.state, known)
        except (Unread, ScenarioError) as error:
            raise SaveError(f"{name}: {error}") from error

    def may_save(self) -> bool:
        return True

    def say_saved(self) -> None:
        self.say_panes()

    def show_file(self, text: str) -> bool:
        if not self.change(lambda: self.table.replaced(text)):
            return False
        self.goto(next(iter(self.table.state.occupied_places()), FIRST))
        return True

    def action_play(self) -> None:
        """Choose seats and play from here."""
        if wrong := list(self.table.complaints()):
            place, said = wrong[0]
            if place:
                self.goto(place)
            self.told, self.bad = ended(f"First put right: {said}"), True
            self.say_panes()
            return
        if self.rule is not None:
            self.rule_so(self.rule)
            return
        self.tercio.open_screen(new_game.NewGame(position_reader.scenario(self.table.text)))

    def action_leave(self) -> None:
        """Back: what is typed first, then the screen; what is not saved is asked about."""
        if self.typed.value:
            self.typed.value = ""
        elif self.brush:
            self.action_brush()
        elif not self.typed.has_focus:
            self.typed.focus()
        elif self.table.text == self.saved_text:
            self.done(None)
        else:
            self.tercio.open_screen(
                Agree("Leave without saving this table?"),
                lambda agreed: self.done(None) if agreed else None,
            )


def _rows(texts: Sequence[str], style: str, width: int) -> list[Line]:
    """Texts in rows of a width, the second row of each a little to the right."""
    return [
        line(Bit(row, style))
        for text in texts
        for row in wrap(text, width, subsequent_indent="  ", break_on_hyphens=False)
    ]
