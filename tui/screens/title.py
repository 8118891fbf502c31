"""The title: go on, begin, open, read the rules, choose a theme, leave."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from engine import __version__
from engine.notation import position_reader, reading_errors, table_csv
from saves.disk import index
from saves.disk.packing import SaveError
from saves.sharing import turns
from tui.panes.coats_of_arms import ROWS, Arms, wordmark
from tui.screens import new_campaign, new_game, open_game, theme_list
from tui.screens import rules as rules_screen
from tui.screens import settings as settings_screen
from tui.screens.desk import desk as desk_screen
from tui.screens.dialog import Page, Styles
from tui.screens.laying_out import lay_out
from tui.screens.list_widgets import Listing
from tui.words import saved_games

if TYPE_CHECKING:
    from saves.disk.index import Summary

AROUND = 7  # rows around the list: the name, the line below it, a free one, the keys
LISTED = 6  # games of one's own; the rest are under Open
GAME = "game "  # what the name of a line begins with that opens one


class Title(Page[None]):
    """What one can begin with."""

    left = False  # whether one may come back from another screen
    CSS_PATH: ClassVar[Styles] = "title.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "pick('continue')", "Continue"),
        Binding("l", "pick('learn')", "Learn"),
        Binding("n", "pick('new')", "New game"),
        Binding("o", "pick('open')", "Open"),
        Binding("e", "pick('campaign')", "Empires in Arms: a new campaign"),
        Binding("d", "pick('desk')", "The desk"),
        Binding("y", "pick('table')", "Your own table"),
        Binding("r", "pick('rules')", "Rules"),
        Binding("t", "pick('themes')", "Themes"),
        Binding("s", "pick('settings')", "Settings and keys"),
    ]

    def compose(self) -> ComposeResult:
        """The arms of the powers, the name, the list: all as the first picture has them."""
        menu = Listing(*(Option(said, name) for said, name in self.entries()), id="menu")
        menu.highlighted = 0
        arms = Arms(id="arms")
        arms.display = self.app.size.height - AROUND - menu.option_count >= ROWS
        yield arms
        with Vertical(id="middle"):
            yield Static(wordmark(), id="name", markup=False)
            yield Static(f"War in Europe, 1492 to 1792 · {__version__}", id="line", markup=False)
            with Center():
                yield menu
        keys = " ↑↓ Enter · the first letter goes there · ctrl+p commands · ? help"
        yield Static(keys, classes="foot", markup=False)

    def games(self) -> list[Summary]:
        """The games that can be opened, the one played last first."""
        try:
            return [one for one in index.summaries(self.tercio.store) if not one.problem]
        except SaveError as error:
            self.notify(saved_games.sentence(error), severity="error")
            return []

    def entries(self) -> list[tuple[str, str]]:
        """What does something now, in words and by its name."""
        games = self.games()
        entries = [("Learn: a phase in Artois, fifteen minutes", "learn"), ("New game", "new"),
                   ("Empires in Arms: new campaign", "campaign"), ("The desk", "desk"),
                   ("Your table: lay it out", "table"), ("Rules", "rules"), ("Themes", "themes"),
                   ("Settings and keys", "settings"), ("Quit", "quit")]  # fmt: skip
        if games:
            last = games[0]
            stands = saved_games.where_it_stands(last.box, last.who)
            going_on = f"Continue  {last.title or last.name} · {stands}"
            entries.insert(0, (going_on, "continue"))
            entries.insert(4, ("Open", "open"))
            mine = turns.games_of(self.tercio.store, games, self.tercio.files.player)
            entries[:0] = [
                (saved_games.own_line(one), f"{GAME}{one.game.name}") for one in mine[:LISTED]
            ]
        return entries

    def on_screen_resume(self) -> None:
        """The entries as they are by now: a game may have come meanwhile."""
        menu = self.query_one("#menu", OptionList)
        if self.left:
            menu.clear_options()
            menu.add_options(Option(said, name) for said, name in self.entries())
        self.left = True
        menu.highlighted = 0
        menu.focus()
        self.call_after_refresh(self._fit)

    def on_resize(self) -> None:
        """The arms where there is room for them."""
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        below = self.query_one("#middle").outer_size.height + 1  # and the line of keys
        self.query_one("#arms").display = self.size.height - below >= ROWS

    def on_paste(self, event: events.Paste) -> None:
        """A position that is pasted is laid out, and so is a table."""
        table = table_csv.is_table(event.text)
        if not table and not position_reader.is_position(event.text):
            return
        try:
            text = table_csv.laid_out(event.text) if table else event.text
            self.tercio.open_screen(lay_out.LayOut(text))
        except reading_errors.Unread as error:
            self.notify("\n".join(error.lines[:5]), severity="error")

    @on(OptionList.OptionSelected)
    def selected(self, event: OptionList.OptionSelected) -> None:
        """The line that was chosen."""
        self.action_pick(event.option.id or "")

    def action_pick(self, name: str) -> None:
        """Do what an entry says."""
        app = self.tercio
        if name.startswith(GAME):
            app.open_game(name.removeprefix(GAME))
        match name:
            case "continue":
                if games := self.games():
                    app.open_game(games[0].name)
            case "learn":
                app.learn()
            case "new":
                app.open_screen(new_game.NewGame())
            case "campaign":
                app.open_screen(new_campaign.NewCampaign())
            case "open":
                app.open_screen(open_game.OpenGame())
            case "desk":
                app.open_screen(desk_screen.Desk())
            case "table":
                app.open_screen(lay_out.LayOut())
            case "rules":
                app.open_screen(rules_screen.Rules())
            case "themes":
                app.open_screen(theme_list.ThemeList())
            case "settings":
                app.open_screen(settings_screen.Settings())
            case "quit":
                app.exit(0)
