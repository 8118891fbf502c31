"""The settings: what the terminal can show, what may move, and which key does what."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tui.panes.thumbnail import Thumbnail
from tui.screens.dialog import Dialog, Page, Styles
from tui.screens.list_widgets import Listing
from tui.screens.theme_list import ThemeList
from tui.settings import keymap
from tui.settings.settings import PACES

SWITCHES = {
    "ascii_all": ("Characters", "all that Tercio has", "ASCII alone"),
    "ascii_map": ("The map", "half blocks", "ASCII characters"),
    "still": ("Motion", "usual", "reduced: nothing moves or blinks by itself"),
    "quiet": ("Results", "shown over the map at once", "told in the chronicle alone"),
    "cursor": ("The terminal's cursor", "hidden", "seen, where the focus is"),
}


PACE = {0: "all at once", 2: "quickly", 4: "one after the other", 8: "slowly"}


class Settings(Page[None]):
    """A line a setting; Enter changes it, at once and for good."""

    CSS_PATH: ClassVar[Styles] = "lists.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back"),
        Binding("k", "keys", "Keys"),
        Binding("t", "themes", "Themes"),
    ]

    def compose(self) -> ComposeResult:
        """Title, list, a real map, keys."""
        yield Static(" Settings", classes="head", markup=False)
        yield Listing()
        yield Thumbnail(id="seen", ascii_only=self.tercio.ascii_map)
        yield Static(" ↑↓ · Enter changes it · t themes · k keys · Escape back",
                     classes="foot", markup=False)  # fmt: skip

    def on_mount(self) -> None:
        """All of them, and a map that shows what they change."""
        self.fill()
        self.query_one(OptionList).focus()
        self.call_after_refresh(self.query_one(Thumbnail).example)

    def fill(self, at: int = 0) -> None:
        """The settings as they are."""
        listed = self.query_one(OptionList)
        listed.clear_options()
        settings = self.tercio.settings
        listed.add_option(Option(f"{'Theme':24} {settings.theme}", "theme"))
        for name, (title, off, on_) in SWITCHES.items():
            listed.add_option(Option(f"{title:24} {on_ if getattr(settings, name) else off}", name))
        listed.add_option(Option(f"{'Dice of a battle':24} {PACE[settings.pace]}", "pace"))
        listed.add_option(Option(f"{'Keys':24} {len(self.tercio.keys) or 'none'} of your own",
                                 "keys"))  # fmt: skip
        listed.highlighted = at

    def on_screen_resume(self) -> None:
        """A theme or a key may be another now."""
        self.fill(self.query_one(OptionList).highlighted or 0)

    @on(OptionList.OptionSelected)
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """Change the setting."""
        name = event.option.id or ""
        if name == "theme":
            self.action_themes()
        elif name == "keys":
            self.action_keys()
        elif name == "pace":
            settings = self.tercio.settings
            settings.pace = PACES[(PACES.index(settings.pace) + 1) % len(PACES)]
            self.tercio.take_settings()
            self.fill(event.option_index)
        else:
            settings = self.tercio.settings
            setattr(settings, name, not getattr(settings, name))
            self.tercio.take_settings()
            self.fill(event.option_index)

    def action_themes(self) -> None:
        """The themes."""
        self.tercio.open_screen(ThemeList())

    def action_keys(self) -> None:
        """The keys."""
        self.tercio.open_screen(Keys())

    def action_leave(self) -> None:
        """Back."""
        self.done(None)


class KeyPress(Dialog[str]):
    """Waits for a key; Escape gives up."""

    def __init__(self, action: keymap.KeyAction) -> None:
        super().__init__()
        self.action = action

    def compose(self) -> ComposeResult:
        """What the key is for."""
        with Vertical(classes="dialog"):
            yield Static(
                f"{self.action.where}: {self.action.said}", classes="question", markup=False
            )
            yield Static("Press the new key for this · Escape gives up", classes="keys")

    def on_key(self, event: events.Key) -> None:
        """That is the key."""
        event.stop()
        event.prevent_default()
        self.done("" if event.key == "escape" else event.key)


class Keys(Page[None]):
    """Everything a key does; Enter takes another key for it, Backspace its own again."""

    CSS_PATH: ClassVar[Styles] = "lists.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back"),
        Binding("backspace,delete", "usual", "Its own key again"),
        Binding("plus,insert", "more", "One more key for it"),
        Binding("tab", "group(1)", "The keys of the next screen"),
        Binding("shift+tab", "group(-1)", "The keys of the screen before", show=False),
    ]

    def compose(self) -> ComposeResult:
        """Title, list, keys."""
        yield Static(" Keys", classes="head", markup=False)
        yield Listing()
        yield Static(" ↑↓ · tab next screen · Enter another · + one more · Backspace its own"
                     " · Escape", classes="foot", markup=False)  # fmt: skip

    def on_mount(self) -> None:
        """All of them."""
        self.actions = self.tercio.key_actions()
        self.fill()
        self.query_one(OptionList).focus()

    def fill(self, at: int = 0) -> None:
        """Everything with its keys; a star for keys of one's own."""
        listed = self.query_one(OptionList)
        listed.clear_options()
        own = self.tercio.keys
        for action in self.actions:
            keys = keymap.key_names(own.get(action.id, action.keys))
            mark = "*" if action.id in own else " "
            other = keymap.clash(self.actions, own, action.id) if action.id in own else ""
            also = f"  also: {other}" if other else ""
            listed.add_option(
                Option(f"{mark} {keys:16} {action.where}: {action.said}{also}", action.id)
            )
        listed.highlighted = at

    @property
    def action(self) -> keymap.KeyAction:
        """The marked one."""
        return self.actions[self.query_one(OptionList).highlighted or 0]

    def action_group(self, step: int) -> None:
        """To the first key of the next screen, or of the one before."""
        places = list(dict.fromkeys(action.where for action in self.actions))
        to = places[(places.index(self.action.where) + step) % len(places)]
        first = next(at for at, action in enumerate(self.actions) if action.where == to)
        self.query_one(OptionList).highlighted = first

    @on(OptionList.OptionSelected)
    def chosen(self) -> None:
        """Another key."""
        self._ask("")

    def action_more(self) -> None:
        """One more key."""
        self._ask(self.tercio.keys.get(self.action.id, self.action.keys) + ",")

    def _ask(self, before: str) -> None:
        action = self.action

        def pressed(key: str | None) -> None:
            if key:
                self._take({**self.tercio.keys, action.id: before + key})

        self.tercio.open_screen(KeyPress(action), pressed)

    def action_usual(self) -> None:
        """The key it has by itself."""
        self._take(
            {name: keys for name, keys in self.tercio.keys.items() if name != self.action.id}
        )

    def _take(self, keys: dict[str, str]) -> None:
        self.tercio.take_keys(keys)
        self.fill(self.query_one(OptionList).highlighted or 0)

    def action_leave(self) -> None:
        """Back."""
        self.done(None)
