"""Words between players as they are heard on the screen, by lines and in an export."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from engine import scenarios
from saves.disk.packing import SaveError
from saves.saved import Saved
from saves.sharing.spoken_lines import WORDS
from saves.store import create
from tests.tui.small_game import (
    by_lines,
    drive,
    press,
    questions,
    saved,
    screen,
    settled,
    shown,
    sitting,
    terminal,  # noqa: F401 - used by every test here
)
from tui.__main__ import main
from tui.screens.game import sharing
from tui.screens.game.game import GameScreen
from tui.screens.game.talk import Words
from tui.settings import settings
from tui.settings.files import Local
from tui.table.who_hears import Circle, Talk

ALL = Circle("everybody")


def notices(pilot: Pilot[int]) -> str:
    return "\n".join(note.message for note in pilot.app._notifications if note.title == "Words")


async def look(pilot: Pilot[int], often: float = sharing.NOTICE) -> None:
    for one in pilot.app.screen_stack:
        if isinstance(one, GameScreen):
            one.heard_at -= often
            one.look_around()
    await settled(pilot)


def test_words_are_shown_live_and_disturb_no_key(tmp_path: Path) -> None:
    anna = saved(tmp_path / "game")
    otto = Saved(tmp_path / "game", questions, "otto")
    Talk(otto).say("Anybody there?", ALL)

    async def play(pilot: Pilot[int]) -> None:
        assert "A line was said here: t reads on." in notices(pilot)
        focused = pilot.app.focused
        Talk(otto).say("Peace? [red]\N{HEAVY BLACK HEART}", ALL)
        await look(pilot)
        assert "otto: Peace? [red]" in notices(pilot)
        assert pilot.app.focused is focused
        await press(pilot, "t")
        assert isinstance(pilot.app.screen, Words)
        assert "otto: Anybody there?" in shown(pilot)
        for size in ((80, 24), (40, 12), (120, 40)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            assert "Peace?" in shown(pilot)
        await press(pilot, *"Never!", "enter")
        assert "Never!" in shown(pilot)
        otto.words.look()
        assert otto.words.said[-1].text == "Never!"
        pilot.app.screen.query_one(Input).value = "x" * 10_000 + "\x1b[2J"
        await press(pilot, "enter")
        assert "A line has at most 200 letters" in shown(pilot)
        Talk(otto).say("So be it.", ALL)
        await look(pilot)
        assert "So be it." in shown(pilot)  # on the page itself
        await press(pilot, "ctrl+x")
        assert "So be it." not in shown(pilot)
        assert "you do not hear otto" in shown(pilot)
        await press(pilot, "escape")
        Talk(otto).say("Hear me!", ALL)
        await look(pilot)
        assert "Hear me!" not in notices(pilot)
        assert settings.load(Local(tmp_path)).muted == ["otto"]
        [again] = [do for name, _, do in screen(pilot).sharing() if name == "Hear otto again"]
        again()
        assert settings.load(Local(tmp_path)).muted == []
        assert "Mute otto" in {name for name, _, _ in screen(pilot).sharing()}

    drive(sitting(anna), (120, 40), play)
    anna.close()
    otto.close()


def test_a_flood_shows_a_few_lines_now_and_then(tmp_path: Path) -> None:
    anna = saved(tmp_path / "game")
    others = [Saved(tmp_path / "game", questions, f"otto{number}") for number in range(3)]

    async def play(pilot: Pilot[int]) -> None:
        for number in range(5):
            for one in others:
                Talk(one).say(f"{number} " + "x" * 190, ALL)
            await look(pilot, 0.0)
        assert len([one for one in pilot.app._notifications if one.title == "Words"]) == 1
        told = notices(pilot)
        assert told.count("\n") < 4

    drive(sitting(anna), (80, 24), play)
    for one in (anna, *others):
        one.close()


def test_the_key_can_be_another(tmp_path: Path) -> None:
    settings.save_keys(Local(tmp_path), {"table.words": "f8"})
    anna = saved(tmp_path / "game")

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "t")
        assert isinstance(pilot.app.screen, GameScreen)
        await press(pilot, "f8")
        assert isinstance(pilot.app.screen, Words)

    drive(sitting(anna), (120, 40), play)
    anna.close()


def league(where: Path) -> tuple[Saved, Saved, Saved]:
    """A game where Anna and Otto sit in one alliance, Karl in another."""
    start = scenarios.read("lepanto-1571").state()
    first = create(where, start, {"seed": 1, "seats": {}}, "league")
    powers = first.game.rules.powers(first.game.state)
    first.close()
    found = [Saved(first.folder, player=name) for name in ("anna", "otto", "karl")]
    sides = [sorted(powers.intersection(one.members)) for one in start.diplomacy.alliances]
    together, apart = sorted(sides, key=len, reverse=True)[:2]
    anna, otto, karl = found
    anna.sit(together[0])
    otto.sit(together[1])
    karl.sit(apart[0])
    return anna, otto, karl


def test_words_to_an_alliance_stay_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, otto, karl = league(tmp_path)
    talks = {one.pen.me.player: Talk(one) for one in (anna, otto, karl)}
    everybody, ours = talks["anna"].circles()
    assert everybody == ALL
    assert set(anna.pen.me.seats) < set(ours.powers)
    talks["anna"].say("At dawn.", ours)
    talks["karl"].say("Good morning.", ALL)
    heard = {name: [word.text for word in talk.news()] for name, talk in talks.items()}
    assert heard == {
        "anna": ["Good morning."], "otto": ["At dawn.", "Good morning."], "karl": [],
    }  # fmt: skip
    otto.rise(otto.pen.me.seats[0])
    assert [word.text for word in talks["otto"].readable()] == ["Good morning."]
    with pytest.raises(SaveError, match="no alliance"):
        talks["otto"].ally()
    seat = anna.pen.me.seats[0]
    anna.lock(seat, "correct horse battery")
    for one in (anna, otto, karl):
        one.close()

    def exported(player: str, *words: str) -> str:
        monkeypatch.setenv("TERCIO_PLAYER", player)
        assert main(["--store", str(tmp_path), "export", "league", *words]) == 0
        return capsys.readouterr().out

    assert "karl: Good morning." in exported("karl", "--words")
    assert "At dawn." not in exported("karl", "--words")
    monkeypatch.setattr("getpass.getpass", lambda _: "correct horse battery")
    assert "At dawn." in exported("karl", "--words", "--seat", seat)
    for form in ("--json", "--chronicle", "--svg"):
        assert "At dawn." not in exported("anna", form)
    assert main(["--store", str(tmp_path), "report", "league"]) == 0
    assert "dawn" not in capsys.readouterr().out


def test_by_lines_too(tmp_path: Path) -> None:
    anna = saved(tmp_path / "game")
    otto = Saved(tmp_path / "game", questions, "otto")
    Talk(otto).say("Anybody there?", ALL)
    told = by_lines(
        anna, "say Peace \x1b[2J", "say Peace?", "tell Psst", "said", "mute nobody", "mute otto",
        "said all", "mute otto", "?",
    )  # fmt: skip
    assert "Said here before: 1. said reads it." in told
    assert "[otto: Anybody there?]" in told
    assert "No: a line has letters that are seen" in told
    assert "No: you sit in no alliance with others" in told
    assert "No: nobody called 'nobody' said anything here." in told
    assert "What otto says is not shown any more." in told
    assert told.count("otto: Anybody there?") == 2
    assert "say TEXT  to everybody at the game" in told
    assert [word.text for word in Talk(otto).readable()] == ["Anybody there?"]
    otto.words.look()
    assert otto.words.said[-1].text == "Peace?"
    anna.close()
    otto.close()


def test_a_file_that_is_none_is_told_once_and_the_game_goes_on(tmp_path: Path) -> None:
    anna = saved(tmp_path / "game")
    (anna.folder / WORDS).symlink_to("/dev/zero")

    async def play(pilot: Pilot[int]) -> None:
        await look(pilot)
        await press(pilot, "t", "x", "enter")
        assert "words.msgpack" in shown(pilot)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, GameScreen)
        assert "Which campaign" in shown(pilot)

    drive(sitting(anna), (120, 40), play)
    anna.close()
