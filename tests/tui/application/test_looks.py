"""How it looks, and with which keys: themes, ASCII, motion, settings, keys of one's own."""

import pkgutil
from functools import partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.binding import Binding
from textual.pilot import Pilot
from textual.widgets import OptionList

import themes
import tui
from tests.tui.small_game import (
    TO_THE_MARCH,
    drive,
    picture,
    press,
    screen,
    seated,
    settled,
    shown,
    terminal,  # noqa: F401 - used by every test here
)
from tui.application.app import Tercio
from tui.application.bindings import owners
from tui.application.commands import commands
from tui.panes.chronicle import ChroniclePane
from tui.panes.foot_line import Hints
from tui.panes.rounds_track import TrackPane
from tui.screens.desk.desk import Desk
from tui.screens.help import Help, help_lines
from tui.screens.list_widgets import Listing
from tui.screens.reading import Reading
from tui.screens.settings import Keys, Settings
from tui.settings import keymap, settings
from tui.settings.files import Local
from tui.terminal.capabilities import in_ascii, speaks_unicode
from tui.terminal.compositor import Span, pieces

SIZES = [(80, 24), (120, 40), (200, 60)]


def digest(pilot: Pilot[int]) -> str:
    """A digest of every style on the screen, whatever is written in it."""
    strips = pilot.app.screen._compositor.render_strips()
    styles = {str(segment.style) for strip in strips for segment in strip}
    return sha256("\n".join(sorted(styles)).encode()).hexdigest()[:16]


def test_every_theme_looks_as_it_did(tmp_path: Path, snapshot: Snapshot) -> None:
    app = seated(tmp_path, TO_THE_MARCH)
    found = {}

    async def play(pilot: Pilot[int]) -> None:
        for name in themes.names():
            app.choose_theme(name)
            await settled(pilot)
            found[name] = digest(pilot)

    drive(app, (120, 40), play)
    assert len(set(found.values())) == len(found) >= 7
    lines = "".join(f"{name} {found[name]}\n" for name in sorted(found))
    snapshot.assert_match(lines, "digests.txt")


def test_a_theme_is_seen_before_it_is_kept_and_then_remembered(tmp_path: Path) -> None:
    app = Tercio(Local(tmp_path))

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "t", "down")
        seen = app.theme
        assert seen != app.settings.theme
        await press(pilot, "escape")
        assert app.theme == app.settings.theme == themes.DEFAULT
        await press(pilot, "t", "down", "enter")
        assert app.theme == app.settings.theme == seen

    drive(app, (80, 24), play)
    assert settings.load(Local(tmp_path)).theme == app.settings.theme != themes.DEFAULT


def test_everything_falls_back_to_ascii_in_as_many_columns(tmp_path: Path) -> None:
    assert in_ascii("┌─►É…█ ½") == "+->E~# 2"
    assert in_ascii("戦") == "??"
    assert speaks_unicode("utf-8", "xterm-256color")
    assert not speaks_unicode("iso-8859-1", "xterm")
    assert not speaks_unicode("utf-8", "vt100")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("locale.getencoding", lambda: "ANSI_X3.4-1968")
        assert not speaks_unicode(terminal="xterm"), "LC_ALL=C, whatever Python writes"
        patch.setattr("locale.getencoding", lambda: "UTF-8")
        assert speaks_unicode(terminal="xterm")
    app = seated(tmp_path, TO_THE_MARCH)

    async def play(pilot: Pilot[int]) -> None:
        app.settings.ascii_all = True
        app.take_settings()
        await settled(pilot)
        console = app.console
        compositor = pilot.app.screen._compositor
        app.wire.ascii = True
        changes: Any = compositor.render_update(full=True)
        app.wire.owe(changes, app.size)
        sent = ""
        while app.wire.owed:
            sent += app.wire.send(partial(pieces, compositor), console)
        assert sent.isascii()
        assert "Picardie" in sent
        letters = [cell[0] for row in app.wire.rows for cell in row]
        assert all(len(letter) <= 1 for letter in letters)

    drive(app, (120, 40), play)


def test_the_map_stays_ascii_where_everything_is(tmp_path: Path) -> None:
    app = seated(tmp_path, TO_THE_MARCH)

    async def play(pilot: Pilot[int]) -> None:
        app.set_ascii(True)
        assert screen(pilot).map.ascii_only
        app.settings.ascii_all = True
        app.set_ascii(False)
        assert screen(pilot).map.ascii_only
        app.settings.ascii_all = False
        app.open_screen(Settings())
        await settled(pilot)
        app.set_ascii(False)
        await press(pilot, "escape")
        assert not screen(pilot).map.ascii_only, "also under another screen"

    drive(app, (80, 24), play)


@pytest.mark.parametrize("size", SIZES)
def test_settings_and_keys_are_changed_and_remembered(
    tmp_path: Path, snapshot: Snapshot, size: tuple[int, int]
) -> None:
    app = Tercio(Local(tmp_path))
    name = f"{size[0]}x{size[1]}"

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "s")
        assert isinstance(pilot.app.screen, Settings)
        await press(pilot, "down", "down", "down", "enter")
        assert app.animation_level == "none"
        assert app.cursor_position.y == 4  # the fourth line under the title
        snapshot.assert_match(picture(pilot), f"settings-{name}.txt")
        await press(pilot, "k")
        here = pilot.app.screen_stack[-1]
        assert isinstance(here, Keys)
        here.query_one(OptionList).highlighted = next(
            n for n, action in enumerate(here.actions) if action.id == "game.undo"
        )
        await press(pilot, "enter", "Q", "plus", "U")
        assert app.keys == {"game.undo": "Q,U"}
        snapshot.assert_match(picture(pilot), f"keys-{name}.txt")
        await press(pilot, "backspace")
        assert app.keys == {}
        await press(pilot, "enter", "Q")

    drive(app, size, play)
    assert settings.load(Local(tmp_path)).still
    assert settings.load_keys(Local(tmp_path)) == {"game.undo": "Q"}


def test_keys_of_ones_own_work_and_the_hints_name_them(tmp_path: Path) -> None:
    own = {"game.undo": "Q", "hand.w": "ctrl+e", "hand.f": "F", "chronicle.moment": "b"}
    settings.save_keys(Local(tmp_path), own)
    app = seated(tmp_path, TO_THE_MARCH)
    assert app.saved is not None
    game = app.saved.game

    async def play(pilot: Pilot[int]) -> None:
        screen(pilot).map.goto("lombardia")
        await settled(pilot)
        assert "ctrl+e why not" in shown(pilot)
        assert "no way there   ctrl+e: why not?" in shown(pilot)
        await press(pilot, "ctrl+e")
        assert " Lombardia belongs to" in shown(pilot)
        assert screen(pilot).query_one(ChroniclePane).border_subtitle == (
            "Enter place · b moment · f filter"
        )
        titles = [each.title(app.screen) for each in commands(app, app.screen)]
        assert "Undo the last answer  (Q)" in titles
        assert "Redo  (r)" in titles
        before = len(game.records)
        await press(pilot, "u")
        assert len(game.records) == before
        await press(pilot, "Q")
        assert len(game.records) < before

    drive(app, (120, 40), play)


@pytest.mark.usefixtures("without_odds")
def test_a_key_of_the_screen_is_told_before_the_same_key_of_everywhere(tmp_path: Path) -> None:
    settings.save_keys(Local(tmp_path), {"app.help": "H"})
    app = Tercio(Local(tmp_path))

    async def play(pilot: Pilot[int]) -> None:
        assert "H help" in shown(pilot)
        app.open_screen(Desk())
        await settled(pilot)
        foot = pilot.app.screen.query_one("#foot", Hints)
        assert foot.rows[0].endswith("F1 help"), "where H is a letter that is typed"
        app.take_keys({"desk.f1": "f12,ctrl+g"})
        app.open_screen(Settings())
        await press(pilot, "escape")
        assert foot.rows[0].endswith("f12 help")

    drive(app, (200, 60), play)


def test_a_pane_that_has_become_lower_than_it_was_laid_out_for_is_drawn_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window that was made smaller while *find* was open ended the game."""

    async def play(pilot: Pilot[int]) -> None:
        pane = pilot.app.screen.query_one(Listing)
        real, screen = pane.render_lines, pilot.app.screen
        monkeypatch.setattr(pane, "render_lines", lambda crop: real(crop)[:-2])
        spans = [Span(y, 0, screen.size.width) for y in range(screen.size.height)]
        seen = {y for _, y, _ in pieces(screen._compositor, spans)}
        assert set(range(screen.size.height)) - seen <= set(pane.region.line_range)
        assert pane.region.y in seen

    drive(Tercio(Local(tmp_path)), (80, 24), play)


def test_nothing_needs_a_key_that_terminals_take() -> None:
    """No function key, Alt, Ctrl with punctuation, nor what tmux and screen keep for themselves."""
    taken = ("ctrl+a", "ctrl+b", "ctrl+s", "ctrl+q", "ctrl+z")

    def works(key: str) -> bool:
        last = key.rpartition("+")[2]
        if key in taken or "alt" in key or (last[:1] == "f" and last[1:].isdigit()):
            return False
        return not key.startswith("ctrl+") or (len(last) == 1 and last.isalpha())

    for _, owner in owners(Tercio):
        free: dict[str, bool] = {}
        for one in vars(owner).get("BINDINGS", ()):
            if isinstance(one, Binding):
                able = any(works(key) for key in one.key.split(","))
                free[one.action] = free.get(one.action, False) or able
        needed = [action for action, able in free.items() if not able]
        assert needed in ([], ["suspend_process"]), "that is a terminal's own, and in the palette"


def test_ids_of_keys_are_unique_and_wrong_files_are_forgiven(tmp_path: Path) -> None:
    ids = [action.id for action in keymap.key_actions(owners(Tercio))]
    assert len(set(ids)) == len(ids)
    (tmp_path / settings.KEYS).write_text("keys = 3", encoding="utf-8")
    assert settings.load_keys(Local(tmp_path)) == {}
    (tmp_path / settings.KEYS).write_text('[keys]\na = 3\nb = ","\nc = "x"', encoding="utf-8")
    assert settings.load_keys(Local(tmp_path)) == {"c": "x"}


def test_a_pane_is_copied_by_the_terminal(tmp_path: Path) -> None:
    app = seated(tmp_path, TO_THE_MARCH)

    async def play(pilot: Pilot[int]) -> None:
        pane = screen(pilot).query_one(TrackPane)
        pane.focus()
        await press(pilot, "y")
        assert "weather: fair" in app.clipboard

    drive(app, (120, 40), play)


def binding(package: ModuleType) -> set[type]:
    """The classes of a package with keys of their own."""
    walked = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    modules = [
        import_module(each.name)
        for each in walked
        if not each.name.endswith(("__main__", ".cluster"))
    ]
    return {
        one
        for module in modules
        for one in vars(module).values()
        if isinstance(one, type) and one.__module__ == module.__name__ and "BINDINGS" in vars(one)
    }


def test_enter_opens_the_first_game_of_the_list_at_once(tmp_path: Path) -> None:
    seated(tmp_path, TO_THE_MARCH).close_game()
    app = Tercio(Local(tmp_path))

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "o")
        assert "Open a game" in shown(pilot)
        await press(pilot, "enter")
        assert app.saved is not None
        assert app.saved.name == "small"
        app.close_game()

    drive(app, (80, 24), play)


def test_the_keys_of_lists_and_texts_are_changed_like_all_others(tmp_path: Path) -> None:
    settings.save_keys(Local(tmp_path), {"list.down": "t", "list.enter": "space", "text.end": "G"})
    app = Tercio(Local(tmp_path))

    async def play(pilot: Pilot[int]) -> None:
        listed = pilot.app.screen.query_one(Listing)
        await press(pilot, "down")
        assert listed.highlighted == 0
        await press(pilot, "t", "enter")
        assert listed.highlighted == 1
        assert pilot.app.screen.query_one(Listing) is listed
        app.open_screen(Help(app.screen))
        await settled(pilot)
        text = pilot.app.screen.query_one(Reading)
        text.focus()
        await press(pilot, "G")
        assert text.scroll_offset.y == text.max_scroll_y > 0
        await press(pilot, "escape", "space")
        assert not pilot.app.screen.query(Listing) or listed is not pilot.app.screen.focused

    drive(app, (80, 24), play)


def test_every_key_of_every_screen_has_an_id_by_which_it_is_changed() -> None:
    assert binding(tui) <= {owner for _, owner in owners(Tercio)}
    for where, owner in owners(Tercio):
        nameless = [one.key for one in vars(owner).get("BINDINGS", ())
                    if isinstance(one, Binding) and not one.id and one.key != "ctrl+c"]  # fmt: skip
        assert nameless == [], where


def test_hints_name_other_keys_and_swapped_ones_are_not_swapped_back() -> None:
    usual = {"u": "r", "r": "u", "question_mark": "f7", "up": "i", "minus": "d", "plus": "a"}
    hint = " France: ↑↓ or number · u undo · r again · ←→ or + - or a number · ? help"
    said = keymap.hint_with_own_keys(usual, hint)
    assert said == " France: i ↓ or number · r undo · u again · ←→ or a d or a number · f7 help"
    assert (
        keymap.hint_with_own_keys({"enter": "x"}, "y yes · Enter takes it") == "y yes · x takes it"
    )
    desk = {"ctrl+t": "f9", "f1": "f12"}
    assert (
        keymap.hint_with_own_keys(desk, " ↑↓ → ^R roll ^T dice · F1")
        == " ↑↓ → ^R roll f9 dice · f12"
    )
    form = "▸ ctrl+s, or Enter in the last field, writes it down"
    said = "▸ f3, or x in the last field, writes it down"
    assert keymap.hint_with_own_keys({"ctrl+s": "f3", "enter": "x"}, form) == said


def test_keys_of_dialogs_and_hands_can_be_changed_and_say_so(tmp_path: Path) -> None:
    own = {"agree.y": "j", "hand.down": "B", "game.undo": "Q", "app.help": "J", "hand.enter": "P"}
    settings.save_keys(Local(tmp_path), own)
    app = seated(tmp_path, TO_THE_MARCH[:-1])
    assert app.saved is not None
    game = app.saved.game

    async def play(pilot: Pilot[int]) -> None:
        assert "Q undo" in shown(pilot)
        assert "J help" in shown(pilot)
        prompt = screen(pilot).question.prompt
        assert prompt is not None
        await press(pilot, "B")
        assert prompt.at == 1
        await press(pilot, "space", "Q")  # a change of the part is taken back, not the answer
        assert prompt.keys.startswith("number")
        assert "↑ B" in shown(pilot)
        count = len(game.records)
        await press(pilot, "enter")
        assert len(game.records) == count
        rows = [" ".join(row.split()) for row in help_lines(screen(pilot))]
        assert "Q Take the last answer back" in rows
        await press(pilot, "J")
        assert isinstance(pilot.app.screen, Help)
        await press(pilot, "escape", "q")
        assert "j yes" in shown(pilot)
        await press(pilot, "n", "P")
        assert len(game.records) == count + 1

    drive(app, (120, 40), play)


def test_escape_leaves_every_page_and_dialog_and_u_is_undo_wherever_answers_are_given() -> None:
    ways_out = ("leave", "say(False)", "pane('map')", "back", "fold")
    stay = ("Everywhere", "The title", "Pass the keyboard", "The map", "A pane", "The chronicle",
            "A list", "A text", "The game", "The tutorial", "Others at the table",
            "The combat sheet")  # fmt: skip
    for where, owner in owners(Tercio):
        found = [one for one in vars(owner).get("BINDINGS", ()) if isinstance(one, Binding)]
        out = [one.action for one in found if "escape" in one.key.split(",")]
        if where not in stay:
            assert out, f"{where} has no way out"
            assert out[0] in ways_out, f"{where}: Escape does {out[0]}"
        undo = {one.action: one.key for one in found if one.action in ("undo", "redo")}
        assert undo in ({}, {"undo": "u", "redo": "r"}), where


def test_tab_goes_through_the_screens_whose_keys_are_listed(tmp_path: Path) -> None:
    app = Tercio(Local(tmp_path))

    async def play(pilot: Pilot[int]) -> None:
        page = Keys()
        app.open_screen(page)
        await press(pilot, "tab")
        assert page.action.where == "The game"
        await press(pilot, "shift+tab", "shift+tab")
        assert page.action.where == "The question"
        await press(pilot, "tab")
        assert page.action.where == "Everywhere"

    drive(app, (80, 24), play)
