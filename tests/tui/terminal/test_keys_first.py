"""A key waits until it is drawn, and what nobody waits for is done when nothing else is to do."""

from __future__ import annotations

import os
import selectors

import pytest

from tui.terminal import keys_first
from tui.terminal.keys_first import DRAWN, Selector


@pytest.fixture(autouse=True)
def no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Selector, "until", 0.0)
    monkeypatch.setattr("time.monotonic", lambda: 100.0)


def test_a_key_waits_until_it_is_drawn_at_the_latest(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not keys_first.is_waiting()
    keys_first.key_came()
    assert keys_first.is_waiting()
    monkeypatch.setattr("time.monotonic", lambda: 100.0 + DRAWN)
    assert not keys_first.is_waiting()


def test_what_there_is_time_for_is_done_when_nothing_else_is_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []
    monkeypatch.setattr(Selector, "idle", lambda: done.append("swept"))
    waiting = Selector()
    waiting.select(0)
    assert done == [], "something is to be done at once"
    waiting.select(0.001)
    assert done == ["swept"]
    read, write = os.pipe()
    os.write(write, b"a")
    waiting.register(read, selectors.EVENT_READ)
    assert [key.fd for key, _ in waiting.select(1)] == [read]
    assert len(done) == 1, "something has come"
    waiting.close()
    os.close(read)
    os.close(write)
