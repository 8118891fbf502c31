"""A hint: what captain would answer in a player's place, and when a player gets none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from engine import scenarios
from engine.play.asks import Ask
from engine.programs.captain.thought import Advice, Alternative, Plan
from saves.store import Saved
from tests.tui.small_game import by_lines, drive, press, screen, sitting, terminal  # noqa: F401
from tui.answers.which_prompt import prompt_for
from tui.table import hint as hints
from tui.table.hint import LOST, NONE_HERE, NOTHING_ASKED, hint, refusal
from tui.table.new_game import create, one_seat
from tui.table.table import Table


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """One playout of each answer, and no clock."""
    monkeypatch.setattr("tui.table.program_thinking.PLAYOUTS", 1)
    monkeypatch.setattr("tui.table.program_thinking.SECONDS", None)


@pytest.fixture
def kept(tmp_path: Path) -> Saved:
    """Artois, where France is asked what it pays for a campaign; one person plays both sides."""
    war = scenarios.read("artois")
    return create(tmp_path, war, {}, seed=3, seats=one_seat([list(war.powers)]))


def asked(kept: Saved) -> Ask[Any]:
    assert kept.game.ask is not None
    return kept.game.ask


def told(monkeypatch: pytest.MonkeyPatch, kept: Saved, gain: float | None) -> str:
    """The first line of a hint whose answer is *major*, where *none* is marked."""
    found = Advice("major", ("a reason",), gain, Plan("", (), (Alternative("major", "", 0, 0, 1),)))
    monkeypatch.setattr(hints, "advise", lambda *_: found)
    first, *rest = hint(Table(kept), "none")()
    assert rest == ["  a reason"]
    return first


def test_a_hint_names_an_answer_and_the_reasons_and_leaves_the_game_alone(kept: Saved) -> None:
    table, before, records = Table(kept), kept.game.position(), list(kept.game.records)
    lines = hint(table, asked(kept).default)()
    assert lines[0].startswith("captain would answer: ")
    assert any("ducats" in line for line in lines[1:])
    assert (kept.game.position(), kept.game.records) == (before, records)


def test_how_much_better_it_is_than_what_is_marked_is_told(
    kept: Saved, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "That is worth 12 ducats more than what is marked (" in told(monkeypatch, kept, 12.3)
    assert "That is worth 1 ducat more" in told(monkeypatch, kept, 0.9)
    assert "nothing surely better than what is marked (" in told(monkeypatch, kept, -2.0)
    assert "was not played out" in told(monkeypatch, kept, None)


@pytest.mark.parametrize("mine", [None, "\x1b[2J", "x" * 10_000, ["artois"], 10**9, {}])
def test_what_is_no_answer_yet_is_not_compared(
    kept: Saved, monkeypatch: pytest.MonkeyPatch, mine: Any
) -> None:
    given: list[Any] = []
    monkeypatch.setattr(hints, "advise", lambda *words: given.append(words[-1]))
    hint(Table(kept), mine)()
    assert given == [None]


def test_a_captain_that_fails_gives_no_hint_and_ends_nothing(
    kept: Saved, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RecursionError("made to fail")

    monkeypatch.setattr(hints, "advise", fail)
    assert hint(Table(kept), None)() == [LOST]


def test_a_table_may_play_without_hints_and_allow_them_again(kept: Saved) -> None:
    assert refusal(Table(kept)) == ""
    kept.set_hints(False)
    assert refusal(Table(kept)) == NONE_HERE
    assert NONE_HERE in by_lines(kept, "H", "q")
    kept.set_hints(True)
    assert refusal(Table(kept)) == ""
    (kept.folder / "hints.msgpack").write_bytes(b"nonsense")
    assert refusal(Table(kept)) == ""


def test_where_programs_decide_there_is_no_hint(kept: Saved) -> None:
    kept.game.header["programs"] = {asked(kept).who: "steady"}
    assert refusal(Table(kept)) == NOTHING_ASKED


def test_by_lines_a_hint_is_asked_for_and_hints_are_given_up(kept: Saved) -> None:
    assert "captain would answer: " in by_lines(kept, "hint", "q")
    said = by_lines(kept, "t", "q")
    number = next(row.split()[0] for row in said.splitlines() if "Play without hints" in row)
    assert NONE_HERE in by_lines(kept, f"t {number}", "H", "q")
    assert "Allow hints again" in by_lines(kept, "t", "q")


def test_on_the_screen_v_tells_it_and_what_was_asked_before_is_not_told(
    kept: Saved, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shown(pilot: Pilot[int]) -> str:
        return "\n".join(each.message for each in pilot.app._notifications)

    async def play(pilot: Pilot[int]) -> None:
        marked: list[Any] = []

        def instead(_: Table, mine: Any) -> Any:
            marked.append(mine)
            return lambda: ["captain would answer: Major."]

        monkeypatch.setattr("tui.table.hint.hint", instead)
        await press(pilot, "V")
        assert shown(pilot) == "captain would answer: Major."
        prompt = screen(pilot).question.prompt
        assert prompt is not None
        assert marked == [prompt.listed[prompt.at]]

        def late(table: Table, _: Any) -> Any:
            def work() -> list[str]:
                table.answer("major")
                return ["too late"]

            return work

        monkeypatch.setattr("tui.table.hint.hint", late)
        await press(pilot, "V")
        assert "too late" not in shown(pilot)

    drive(sitting(kept), (80, 24), play)


def test_every_prompt_tells_the_answer_as_it_stands(kept: Saved) -> None:
    """Whatever is asked in a phase: what a prompt is about to answer is legal, or None."""
    seen = set[str]()
    for _ in range(150):
        ask = kept.game.ask
        if ask is None:
            break
        about = prompt_for(ask).about_to()
        if about is not None:
            ask.parse(about)
            seen.add(ask.name)
        kept.game.answer(ask.default if ask.default is not None else ask.listed()[0])
    assert {"campaign", "next-move"} <= seen
