"""While a key is drawn the screen's thread keeps its turn; when it waits it is the others'."""

from __future__ import annotations

import asyncio
import gc
import os
import selectors
import sys
from collections.abc import Iterator

import pytest

from tui.terminal import garbage_collection, keys_first
from tui.terminal.keys_first import KEPT, TURN, Selector


@pytest.fixture(autouse=True)
def usual_turns(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    usual = sys.getswitchinterval()
    monkeypatch.setattr(Selector, "until", 0.0)
    monkeypatch.setattr(Selector, "undrawn", False)
    monkeypatch.setattr(Selector, "unswept", False)
    monkeypatch.setattr(Selector, "restless", False)
    yield
    gc.enable()
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


def test_what_has_come_is_looked_at_without_losing_the_turn_in_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ours, theirs = os.pipe()
    waiting = Selector()
    waiting.register(ours, selectors.EVENT_READ)
    os.write(theirs, b"x")
    waiting.select(0)
    assert turn() == TURN, "it comes from elsewhere"
    monkeypatch.setattr(Selector, "line", ours)
    waiting.select(0)
    assert turn() == KEPT, "it may be a key"
    assert keys_first.in_passing(lambda: (os.read(ours, 1), turn())) == (b"x", TURN)
    assert turn() == KEPT
    with pytest.raises(BrokenPipeError):
        keys_first.in_passing(refused)
    assert turn() == KEPT
    os.close(ours)
    os.close(theirs)


def refused() -> None:
    raise BrokenPipeError


def test_nothing_is_swept_from_a_key_until_no_other_has_come_for_a_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    keys_first.key_came()
    assert not gc.isenabled()
    keys_first.let_others()
    Selector().select(0)
    assert not gc.isenabled(), "it is drawn, but the next key may be on its way"
    now += keys_first.DRAWN
    Selector().select(0)
    assert gc.isenabled()


def test_all_is_gone_through_when_no_key_has_come_for_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, times = 100.0, []
    monkeypatch.setattr("time.monotonic", lambda: now)
    monkeypatch.setattr(garbage_collection, "collect_many", lambda: times.append(now))
    keys_first.key_came()
    now += keys_first.DRAWN
    Selector().select(0)
    now += keys_first.REST - 0.1
    Selector().select(0)
    assert not times
    now += 0.2
    Selector().select(0)
    Selector().select(0)
    assert times == [now], "once for each pause"


def test_a_key_that_draws_nothing_holds_up_sweeps_and_others_for_a_moment_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    keys_first.key_came()

    async def other() -> list[bool]:
        waiting = asyncio.create_task(keys_first.drawn())
        await asyncio.sleep(0)
        held = [waiting.done()]
        nonlocal now
        now += keys_first.DRAWN
        await waiting
        return [*held, waiting.done()]

    assert asyncio.run(other()) == [False, True]
    Selector().select(0)
    assert gc.isenabled()


def test_what_is_done_beside_goes_on_when_the_key_is_drawn() -> None:
    async def other() -> None:
        keys_first.key_came()
        asyncio.get_running_loop().call_soon(keys_first.let_others)
        await keys_first.drawn()

    asyncio.run(other())
    assert not Selector.undrawn
    assert keys_first.is_waiting(), "its screen is still drawn at once"


def test_what_is_left_of_a_picture_waits_for_a_key_but_not_for_one_that_brings_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    assert not keys_first.comes_first()
    keys_first.key_came()
    assert keys_first.comes_first()
    now += keys_first.FIRST
    assert not keys_first.comes_first(), "it brings nothing"
    keys_first.key_came()
    keys_first.let_others()
    assert not keys_first.comes_first(), "it is drawn"
