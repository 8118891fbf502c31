"""While a key is drawn the screen's thread keeps its turn; when it waits it is the others'."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from tui.terminal import keys_first
from tui.terminal.keys_first import KEPT, TURN, Selector


@pytest.fixture(autouse=True)
def usual_turns(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    usual = sys.getswitchinterval()
    monkeypatch.setattr(Selector, "until", 0.0)
    yield
    sys.setswitchinterval(usual)


def turn() -> float:
    return round(sys.getswitchinterval(), 6)


def test_the_screen_keeps_its_turn_from_a_key_until_it_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    waiting = Selector()
    waiting.select(0)
    assert turn() == TURN
    keys_first.key_came()
    assert turn() == KEPT
    waiting.select(0)
    assert turn() == KEPT
    keys_first.let_others()
    assert turn() == TURN
    now += 1
    waiting.select(0)
    assert turn() == TURN


def test_while_the_screen_waits_it_is_the_turn_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def waits(self: object, timeout: float | None = None) -> list[object]:
        seen.append(turn())
        return []

    monkeypatch.setattr(Selector.__mro__[1], "select", waits)
    keys_first.key_came()
    Selector().select(0)
    assert (seen, turn()) == ([TURN], KEPT)
