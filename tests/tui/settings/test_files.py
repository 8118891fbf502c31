"""What the application reaches: any path at one's own machine, a shelf of one's own when served."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from engine import scenarios
from engine.adjudicator.resolve import BadInput
from saves.disk.packing import SaveError
from tests.test_house import ROOT
from tests.tui.small_game import (
    TO_THE_MARCH,
    drive,
    press,
    saved,
    settled,
    terminal,  # noqa: F401 - used by every test here
)
from tui.application.app import Tercio
from tui.screens.desk.desk import Desk
from tui.screens.dialogs import Agree, Refusal, TypedLine
from tui.screens.pick import Pick
from tui.screens.report import Report
from tui.settings import settings
from tui.settings.files import MOST_DOCUMENTS, MOST_LETTERS, Local, Served
from tui.settings.shelf import Shelf

PATHS = (
    "/etc/passwd", "~/x", "~", "../players", "a/b", "..", ".", ".bashrc", "players", "host_key",
    "a\\b", "a\x00", "x" * 10_000, "", " a", "nul", "a.b.json", "\u202ea", "artois/journal.msgpack",
    "/dev/zero", "/dev/stdin", "-", "*",
)  # fmt: skip


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store as a player's process stands in it, with files that are none of his."""
    where = tmp_path / "store"
    where.mkdir()
    (where / "players").write_text("anna scrypt$aa$bb\n", encoding="utf-8")
    (where / "host_key").write_text("a secret", encoding="utf-8")
    (tmp_path / "profile").write_text("umask 022\n", encoding="utf-8")
    monkeypatch.chdir(where)
    return where


@pytest.fixture
def anna(store: Path) -> Served:
    return Served(Path(), "anna")


# The shelf.


def test_a_shelf_follows_no_link(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").write_text("theirs", encoding="utf-8")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "link").symlink_to(outside / "file")
    (tmp_path / "in" / "dangling").symlink_to(outside / "new")
    shelf = Shelf(tmp_path, "in")
    assert shelf.names() == []
    for name in ("link", "dangling"):
        with pytest.raises(OSError, match=r"."):
            shelf.read(name)
        shelf.write(name, "mine")
        assert shelf.read(name) == "mine"
        assert not (tmp_path / "in" / name).is_symlink()
    (tmp_path / "in" / ".late.new").symlink_to(outside / "file")
    shelf.write("late", "mine")
    assert (outside / "file").read_text(encoding="utf-8") == "theirs"
    assert not (outside / "new").exists()
    (tmp_path / "way").symlink_to(outside)
    for linked in (Shelf(tmp_path, "way"), Shelf(tmp_path, "in", "..", "outside")):
        with pytest.raises(OSError, match=r"."):
            linked.read("file")
        with pytest.raises(OSError, match=r"."):
            linked.write("file", "mine")
        assert linked.names() == []
        assert not linked.has("file")


def test_a_shelf_waits_for_no_fifo_and_reads_no_device(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "folder").mkdir()
    shelf = Shelf(tmp_path)
    for name in ("fifo", "folder"):
        with pytest.raises(OSError, match=r"."):
            shelf.read(name)
        assert shelf.has(name)
    assert shelf.names() == []
    with pytest.raises(OSError, match=r"."):
        shelf.write("folder", "text")
    shelf.write("fifo", "text")
    assert shelf.read("fifo") == "text"
    with pytest.raises(OSError, match=r"."):
        Shelf(Path("/dev")).read("zero")


def test_a_document_at_ones_own_machine_waits_for_no_fifo(tmp_path: Path) -> None:
    """Nobody writes into it: the screen of the desk would stand still."""
    os.mkfifo(tmp_path / "fifo")
    for name, says in (("fifo", "is a pipe"), (".", "cannot be read")):
        with pytest.raises(BadInput, match=says):
            Local(tmp_path).read(str(tmp_path / name))


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "/a", "a\\b", "a\0", "C:a"])
def test_a_shelf_knows_bare_names_alone(tmp_path: Path, name: str) -> None:
    shelf = Shelf(tmp_path)
    for does in (shelf.read, lambda name: shelf.write(name, "x")):
        with pytest.raises(OSError, match="bare name"):
            does(name)
    assert not shelf.has(name)
    assert list(tmp_path.iterdir()) == []


def test_a_shelf_has_an_end(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, "a", files=2, size=10)
    shelf.write("one", "x" * 10)
    with pytest.raises(OSError, match="at most 10 bytes"):
        shelf.write("one", "é" * 6)
    assert shelf.read("one") == "x" * 10
    shelf.write("two", "")
    with pytest.raises(OSError, match="room for 2") as full:
        shelf.write("three", "")
    assert full.value.errno == errno.EDQUOT
    shelf.write("two", "again")
    (tmp_path / "a" / "one").write_text("y" * 11, encoding="utf-8")
    with pytest.raises(OSError, match="more than 10"):
        shelf.read("one")


def test_where_the_system_opens_nothing_relative_links_are_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.settings.shelf.RELATIVE", False)
    test_a_shelf_follows_no_link(tmp_path)
    test_a_shelf_has_an_end(tmp_path / "b")


def test_settings_at_ones_own_machine_may_be_a_link_but_not_where_others_write(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TERCIO_PLAYER", raising=False)
    (store.parent / "mine").write_text('{"theme": "night"}', encoding="utf-8")
    (store / settings.FILE).symlink_to(store.parent / "mine")
    assert settings.load(Local(store)).theme == "night"
    store.chmod(0o2770)
    assert settings.load(Local(store)) == settings.Settings()


# A player of a server.


@pytest.mark.parametrize("typed", PATHS)
def test_a_served_player_names_no_path(store: Path, anna: Served, typed: str) -> None:
    before = sorted(store.parent.rglob("*"))
    with pytest.raises(SaveError):
        anna.called(typed)
    with pytest.raises(SaveError):
        anna.write(typed, "{}")
    with pytest.raises(BadInput):
        anna.read(typed)
    assert not anna.has(typed)
    with pytest.raises(SaveError) as refused:
        anna.game(typed)
    assert str(store) not in str(refused.value)
    with pytest.raises(SaveError):
        anna.scenario(typed)
    assert anna.letter(typed) is None
    with pytest.raises(SaveError):
        anna.post(Path(), Path(typed.replace("\0", "")))
    assert sorted(store.parent.rglob("*")) == before


@pytest.mark.parametrize("name", ["", "..", "a/b", "../anna", ".hidden", "x" * 60, "an na"])
def test_a_served_player_has_a_name(store: Path, name: str) -> None:
    with pytest.raises(SaveError):
        Served(Path(), name)


def test_a_served_player_has_a_shelf_of_his_own(store: Path, anna: Served) -> None:
    for number in range(MOST_DOCUMENTS):
        anna.write(f"one-{number}", "{}")
    with pytest.raises(SaveError, match="there is room for"):
        anna.write("more", "{}")
    with pytest.raises(SaveError, match="at most"):
        anna.write("one-1", "x" * (MOST_LETTERS + 1))
    assert anna.documents() is not None
    assert "one-7.json" in (anna.documents() or [])
    assert anna.read("one-7.json") == "{}"
    assert Served(Path(), "otto").documents() == []
    assert (store / ".players" / "anna" / "documents" / "one-7.json").exists()


def test_a_served_player_fills_no_disk_with_games(
    store: Path, anna: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.settings.files.MOST_GAMES", 2)
    for player in ("anna", "otto", "anna"):
        monkeypatch.setenv("TERCIO_PLAYER", player)
        assert anna.room() == Path()
        saved(store / "small").close()
    with pytest.raises(SaveError, match="no room for another game"):
        anna.room()
    assert Served(Path(), "otto").room() == Path()
    assert Local(store).room() == store
    monkeypatch.setattr("tui.settings.files.MOST_IN_ALL", 3)
    with pytest.raises(SaveError, match="no room for another game"):
        Served(Path(), "otto").room()
    monkeypatch.setenv("TERCIO_PLAYER", "anna")
    app = Tercio(anna)

    async def play(pilot: Pilot[int]) -> None:
        app.learn()
        await settled(pilot)
        assert "no room for another game" in notices(app)

    drive(app, (80, 24), play)
    assert not (store / "tutorial").exists()


def test_a_link_in_a_players_folder_leads_nowhere(store: Path, anna: Served) -> None:
    (store / ".players").mkdir()
    (store / ".players" / "anna").symlink_to(store.parent)
    anna.keep(settings.FILE, "{}")
    with pytest.raises(SaveError):
        anna.write("profile", "{}")
    assert anna.documents() == []
    assert sorted(one.name for one in store.parent.iterdir()) == ["profile", "store"]
    (store / settings.KEYS).symlink_to(store / "host_key")
    assert anna.setting(settings.KEYS) == ""
    (store / "defect.txt").symlink_to(store / "host_key")
    said = anna.defect("a defect")
    assert str(store) not in said
    assert (store / "host_key").read_text(encoding="utf-8") == "a secret"
    anna.defect("another")
    assert (store / "defect.txt").read_text(encoding="utf-8") == "a defect\n\nanother\n\n"


@pytest.mark.parametrize("typed", ["x" * 10_000, "/", ".", "..", "a\0b", "/dev/full/x", "\ud800"])
def test_at_ones_own_machine_what_can_be_no_file_is_refused(store: Path, typed: str) -> None:
    local = Local(store)
    name = local.called(typed)
    local.has(name)
    with pytest.raises(SaveError, match="cannot be written"):
        local.write(name, "{}")
    with pytest.raises(BadInput):
        local.read(name)
    with pytest.raises(scenarios.ScenarioError):
        local.scenario(typed)
    assert local.letter(f"{typed}.tercio") is None
    with pytest.raises(SaveError):
        local.game(typed)


def test_reports_and_pictures_follow_no_link_at_ones_own_machine(store: Path) -> None:
    (store / "small.svg").symlink_to(store.parent / "profile")
    said = Local(store).hand_out("The picture", "small.svg", "<svg/>", lambda _: None)
    assert said == f"The picture is {store / 'small.svg'}."
    assert (store / "small.svg").read_text(encoding="utf-8") == "<svg/>"
    assert (store.parent / "profile").read_text(encoding="utf-8") == "umask 022\n"


@contextmanager
def watched(store: Path) -> Iterator[list[str]]:
    """What is opened meanwhile that is neither the program's nor the store's."""
    own = (str(ROOT), sys.prefix, sys.base_prefix, str(store), "/usr/lib", "/usr/share/zoneinfo")
    found: list[str] = []
    WATCHING.append(
        lambda path: None if path.startswith(own) or path == "/dev/null" else found.append(path)
    )
    try:
        yield found
    finally:
        WATCHING.pop()


WATCHING: list[Any] = []


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if WATCHING and event in ("open", "os.listdir", "os.remove", "os.rename", "os.mkdir"):
        path = arguments[0]
        if isinstance(path, str | bytes | os.PathLike):
            WATCHING[-1](os.path.abspath(os.fsdecode(path)))  # noqa: PTH100 - as the system does


sys.addaudithook(_hook)


async def type_line(pilot: Pilot[int], text: str) -> None:
    pilot.app.screen.query_one(Input).value = text
    await press(pilot, "enter")
    await settled(pilot)


def notices(app: Tercio) -> str:
    return " ".join(str(one.message) for one in app._notifications)


@pytest.mark.usefixtures("without_odds")
def test_the_desk_of_a_served_player_keeps_to_his_shelf(store: Path, anna: Served) -> None:
    app = Tercio(anna)
    before = sorted(store.parent.rglob("*"))

    async def play(pilot: Pilot[int]) -> None:
        app.open_screen(desk := Desk())
        await settled(pilot)
        await press(pilot, "ctrl+o")
        assert app.screen is desk, "nothing is there to choose from"
        await press(pilot, "ctrl+s")
        for typed in PATHS:
            if typed.strip() == "" or typed == " a":
                continue  # an empty line gives up, a blank before it is none
            await type_line(pilot, typed)
            assert isinstance(app.screen, TypedLine), typed
            assert app.screen.query_one(Refusal).has_class("said")
        assert sorted(store.parent.rglob("*")) == before
        await type_line(pilot, "My battle")
        assert app.screen is desk
        assert desk.saved_as == "my-battle.json"
        text = desk.text
        desk.saved_as = ""
        await press(pilot, "ctrl+s")
        await type_line(pilot, "my-battle.json")
        asking: object = app.screen
        assert isinstance(asking, Agree)
        assert asking.question == "my-battle.json exists. Write over it?"
        await press(pilot, "n")
        desk.action_empty()
        await press(pilot, "ctrl+s")
        assert app.screen is desk, "what the form rejects is not written"
        await press(pilot, "ctrl+o")
        picking: object = app.screen
        assert isinstance(picking, Pick)
        assert picking.lines == ["my-battle.json"]
        await press(pilot, "enter")
        assert desk.text == text
        assert str(store) not in notices(app)

    with watched(store) as opened:
        drive(app, (80, 24), play)
    assert opened == []


def test_a_served_player_takes_along_what_his_clipboard_takes(store: Path, anna: Served) -> None:
    kept = saved(store / "small", TO_THE_MARCH)
    app = Tercio(anna, kept)
    app.seated = True
    before = sorted(store.parent.rglob("*"))

    async def play(pilot: Pilot[int]) -> None:
        app.open_screen(Report(kept.game, "small", kept.game.story))
        await settled(pilot)
        for key, begins in (("t", ""), ("h", "<!"), ("s", "<svg")):
            app._clipboard = ""
            await press(pilot, key)
            assert app.clipboard.startswith(begins)
            assert len(app.clipboard) > 50
        await press(pilot, "escape")
        app._clipboard = ""
        await app.run_action(f"app.screenshot('x.svg', '{store.parent}')")
        assert app.clipboard.startswith("<svg")
        app.save_screenshot("x.svg", str(store.parent))
        app.deliver_screenshot("x.svg", str(store.parent))
        app.deliver_text("x", save_directory=store.parent)
        app.open_url("file:///etc/passwd")
        await settled(pilot)
        assert str(store) not in notices(app)

    with watched(store) as opened:
        drive(app, (80, 24), play)
    assert opened == []
    made = [one for one in sorted(store.parent.rglob("*")) if one not in before]
    assert [one.name for one in made if one.is_file()] == ["looks.json"]  # on his own shelf


def test_settings_of_a_served_player_are_his(store: Path, anna: Served) -> None:
    settings.save(anna, settings.Settings("night"))
    settings.save_keys(anna, {"game.undo": "Z"})
    assert settings.load(anna).theme == "night"
    assert settings.load_keys(anna) == {"game.undo": "Z"}
    assert settings.load(Served(Path(), "otto")) == settings.Settings()
    assert not (store / settings.FILE).exists()
    for hostile in ("[" * 100_000, "\x00", '{"theme": "../../x"}', "[keys]\n" + "a=" * 9):
        anna.keep(settings.FILE, hostile)
        anna.keep(settings.KEYS, hostile)
        assert settings.load(anna).theme == settings.Settings().theme
        assert settings.load_keys(anna) == {}


def test_settings_are_kept_and_no_key_waits_until_the_disk_has_them(
    store: Path, anna: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A document on a shelf is on the disk when it is said to be saved."""
    synced = list[int]()
    monkeypatch.setattr(os, "fsync", synced.append)
    for files in (anna, Local(store)):
        settings.save(files, settings.Settings("night"))
        assert settings.load(files).theme == "night"
        assert not synced
    anna.write("battle.json", "{}")
    assert len(synced) == 1


@pytest.mark.usefixtures("without_odds")
def test_no_screen_of_a_served_player_opens_anything_else(store: Path, anna: Served) -> None:
    saved(store / "small", TO_THE_MARCH).close()
    app = Tercio(anna)

    async def play(pilot: Pilot[int]) -> None:
        for key in "noed":
            await press(pilot, key)
            await press(pilot, "escape")
        await press(pilot, "ctrl+p")
        await press(pilot, "escape")
        await press(pilot, "l")
        await settled(pilot)
        for key in ("z", "D", "question_mark", "exclamation_mark", "slash", "i"):
            await press(pilot, key)
            await press(pilot, "escape")
        await settled(pilot)
        app.close_game()

    with watched(store) as opened:
        drive(app, (80, 24), play)
    assert opened == []
