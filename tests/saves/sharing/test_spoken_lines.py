"""Words between players: kept with the game, bounded, read by those they are for, never lost."""

from __future__ import annotations

import os
import shutil
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from engine import scenarios
from engine.documents.printable import LONGEST
from saves import mail, store
from saves.disk.append_only import draft_journal, write_journal
from saves.disk.packing import SaveError
from saves.sharing import spoken_lines
from saves.sharing.spoken_lines import WORDS, Word, Words
from tests.saves.errands import begun, errands, opened


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds, as the test sets them."""
    now = [1000.0]
    monkeypatch.setattr(time, "time", lambda: now[0])
    return now


def said(folder: Path) -> list[tuple[str, str]]:
    read = Words(folder)
    read.look()
    return [(word.by, word.text) for word in read.said]


def test_what_is_said_is_heard_and_stays_with_the_game(tmp_path: Path) -> None:
    begun(tmp_path).close()
    anna, otto = opened(tmp_path / "errands", "anna"), opened(tmp_path / "errands", "otto")
    anna.words.say(anna.pen, "  Peace, before it is winter? [red]日本 ")
    otto.words.say(otto.pen, "No.", ["spain"])
    anna.words.look()
    assert anna.words.said == otto.words.said
    assert said(anna.folder) == [
        ("anna", "Peace, before it is winter? [red]日本"), ("otto", "No."),
    ]  # fmt: skip
    journal = (anna.folder / store.JOURNAL).read_bytes()
    anna.words.say(anna.pen, "Well.")
    assert (anna.folder / store.JOURNAL).read_bytes() == journal
    anna.close()
    otto.close()
    assert store.check(tmp_path / "errands", errands) == []


def test_words_to_an_alliance_are_for_who_sits_there_or_said_them() -> None:
    word = Word(1, "anna", ("france", "venice"), "now")
    assert word.heard_by("otto", ["venice"])
    assert word.heard_by("anna", [])
    assert not word.heard_by("otto", ["spain"])
    assert not word.heard_by("otto", [])
    assert not Word(1, "", ("france",), "now").heard_by("", [])
    assert Word(1, "anna", (), "now").heard_by("otto", [])


@pytest.mark.parametrize(
    "text",
    ["", "   ", "x" * (LONGEST + 1), "x" * 10_000, "\x1b]52;c;eA==\x07", "\x1b[2J", "a\nb", "a\rb",
     "\u202eevil", "a\u200bb", "\x9b31m", "\ud800", "\x00", "\u2028"],
)  # fmt: skip
def test_what_nobody_could_read_is_refused(tmp_path: Path, text: str) -> None:
    saved = begun(tmp_path)
    with pytest.raises(SaveError):
        saved.words.say(saved.pen, text)
    with pytest.raises(SaveError):
        saved.words.say(saved.pen, "x", [text.strip() or "\x1b"])
    assert not (saved.folder / WORDS).exists()
    saved.words.say(saved.pen, "x" * LONGEST)
    assert len(said(saved.folder)) == 1
    saved.close()


def test_a_flood_ends_and_keeps_nobody_else_from_talking(
    tmp_path: Path, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(tmp_path).close()
    anna, otto = opened(tmp_path / "errands", "anna"), opened(tmp_path / "errands", "otto")
    again = opened(tmp_path / "errands", "anna")  # another session of hers
    for number in range(5):
        (anna, again)[number % 2].words.say(anna.pen, str(number))
    for one in (anna, again):
        with pytest.raises(SaveError, match="wait 20 seconds"):
            one.words.say(one.pen, "more")
    otto.words.say(otto.pen, "enough")
    clock[0] += 20
    anna.words.say(anna.pen, "more")
    monkeypatch.setattr(spoken_lines, "SHARE", 6)
    clock[0] += 4000
    with pytest.raises(SaveError, match="6 lines of one player"):
        anna.words.say(anna.pen, "more")
    otto.words.say(otto.pen, "enough")
    monkeypatch.setattr(spoken_lines, "MOST", 8)
    with pytest.raises(SaveError, match="8 lines are kept"):
        otto.words.say(otto.pen, "enough")
    assert len(said(anna.folder)) == 8
    for one in (anna, otto, again):
        one.close()


def test_an_hour_bounds_them_too(tmp_path: Path, clock: list[float]) -> None:
    saved = begun(tmp_path)
    most, _ = spoken_lines.STREAM
    entries: list[Any] = [[1000 + 30 * at, saved.pen.me.player, [], "x"] for at in range(most)]
    write_journal(saved.folder / WORDS, draft_journal(entries))
    clock[0] += 3590
    with pytest.raises(SaveError, match="wait 10 seconds"):
        saved.words.say(saved.pen, "x")
    clock[0] += 10
    saved.words.say(saved.pen, "x")
    saved.close()


@pytest.mark.parametrize("kind", ["pipe", "link", "dangling", "device", "folder"])
def test_what_is_no_file_neither_hangs_nor_leads_elsewhere(tmp_path: Path, kind: str) -> None:
    saved = begun(tmp_path)
    path, elsewhere = saved.folder / WORDS, tmp_path / "elsewhere"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        elsewhere.write_bytes(b"kept")
        path.symlink_to({"device": Path("/dev/zero"), "link": elsewhere}.get(kind, Path("gone")))
    signal.alarm(20)  # whoever hangs ends here
    try:
        with pytest.raises(SaveError, match=r"words\.msgpack cannot be read"):
            saved.words.look()
        for _ in range(2):
            with pytest.raises(SaveError):
                saved.words.say(saved.pen, "x")
        assert any(WORDS in line for line in store.check(saved.folder, errands))
        saved.game.answer("rest")  # the game goes on
    finally:
        signal.alarm(0)
    assert not (saved.folder / "gone").exists()
    if elsewhere.exists():
        assert elsewhere.read_bytes() == b"kept"
    saved.close()


@pytest.mark.parametrize(
    "damage",
    [lambda held: held[:-3], lambda held: b"", lambda held: held[:5], lambda held: b"nonsense" * 9,
     lambda held: held[:-1] + b"\x00", lambda held: held + b"\xff" * 40],
)  # fmt: skip
def test_a_damaged_file_is_kept_aside_and_talk_goes_on(tmp_path: Path, damage: Any) -> None:
    saved = begun(tmp_path)
    for text in ("one", "two"):
        saved.words.say(saved.pen, text)
    path = saved.folder / WORDS
    held = damage(path.read_bytes())
    path.write_bytes(held)
    before = said(saved.folder)
    saved.words.look()
    saved.words.say(saved.pen, "three")
    assert [text for _, text in said(saved.folder)] == [*(text for _, text in before), "three"]
    assert store.check(saved.folder, errands) == []
    if held:
        [aside] = saved.folder.glob(f"{WORDS}.damaged-*")
        assert aside.read_bytes() == held
    saved.close()


def test_what_is_no_line_is_not_shown(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    good = [1, "anna", [], "good"]
    wrong: list[Any] = [
        {}, [], 1, [1, "anna", [], ""], [1, "a", [], "\x1b[2J"], [1, "\x1b", [], "x"],
        [-1, "a", [], "x"], [2**50, "a", [], "x"], [1, "a", ["\x07"], "x"], [1, "a", "", "x"],
        [1, "a", [], "x" * 10_000], [1, "a", ["x"] * 1000, "x"], ["1", "a", [], "x"],
    ]  # fmt: skip
    write_journal(saved.folder / WORDS, draft_journal([*wrong, good]))
    assert said(saved.folder) == [("anna", "good")]
    saved.close()


def test_a_full_disk_keeps_what_was_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = begun(tmp_path)

    def full(*_: Any) -> int:
        raise OSError(28, "No space left on device")

    for text in ("one", "two"):
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", full)
            with pytest.raises(SaveError, match="nobody heard that"):
                saved.words.say(saved.pen, "lost")
        saved.words.say(saved.pen, text)
    assert [text for _, text in said(saved.folder)] == ["one", "two"]
    assert list(saved.folder.glob(f"{WORDS}.*")) == []
    saved.close()


def test_a_disk_that_takes_bytes_one_by_one_keeps_words_and_people_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(tmp_path).close()
    real = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, data[:1]))
    anna = opened(tmp_path / "errands", "anna")
    anna.words.say(anna.pen, "Peace.")
    assert said(anna.folder) == [("anna", "Peace.")]
    assert [one.player for one in anna.people()] == ["anna"]
    anna.close()
    assert store.check(tmp_path / "errands", errands) == []


def test_who_can_only_watch_says_nothing(tmp_path: Path) -> None:
    begun(tmp_path).close()
    saved = store.open_game(tmp_path / "errands", errands, "anna", watch=True)
    with pytest.raises(SaveError, match="only be watched"):
        saved.words.say(saved.pen, "x")
    saved.close()


def test_a_copy_keeps_the_words_and_a_letter_has_none(tmp_path: Path) -> None:
    start = scenarios.read("artois").state()
    saved = store.create(tmp_path / "here", start, {"seed": 7}, "artois")
    saved.words.say(saved.pen, "hushed")
    saved.close()
    shutil.copytree(saved.folder, tmp_path / "here" / "copy")
    assert said(tmp_path / "here" / "copy") == said(saved.folder) != []
    file, _ = mail.post(saved.folder, tmp_path)
    came = mail.receive(tmp_path / "there", file)
    assert said(came.folder) == []
    mail.receive(tmp_path / "here", file)
    assert len(said(saved.folder)) == 1


def test_a_repaired_game_keeps_the_words(tmp_path: Path) -> None:
    saved = begun(tmp_path, "rest")
    saved.words.say(saved.pen, "kept")
    saved.close()
    path = saved.folder / store.JOURNAL
    path.write_bytes(path.read_bytes()[:-4])
    opened(saved.folder).close()
    assert [text for _, text in said(saved.folder)] == ["kept"]
