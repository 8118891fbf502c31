"""Locked seats: nobody answers for a power without its passphrase."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves import seats
from saves.plain import SaveError
from tests.saves.errands import begun, opened


def test_a_seal_opens_with_its_passphrase_only() -> None:
    seal = seats.sealed("correct horse")
    assert seats.opens(seal, "correct horse")
    assert not seats.opens(seal, "correct horsf")
    assert not seats.opens(seal, "")
    assert seats.sealed("correct horse") != seal
    assert "horse" not in seal


@pytest.mark.parametrize("seal", ["", "scrypt$", "scrypt$zz$zz", "plain$a$b", "scrypt$00$"])
def test_a_damaged_seal_opens_for_nobody(seal: str) -> None:
    assert not seats.opens(seal, "correct horse")


def test_a_weak_passphrase_is_refused() -> None:
    with pytest.raises(SaveError, match="8 to 200"):
        seats.sealed("short")
    assert not seats.opens(seats.sealed("x" * 200), "x" * 10**6)


def test_a_locked_power_is_answered_for_by_who_knows_the_passphrase(tmp_path: Path) -> None:
    saved = begun(tmp_path, "rest")
    anna = opened(saved.folder, "anna")
    anna.lock("spain", "correct horse")
    assert "Spain's seat is locked" in saved.refusal()
    assert not saved.may_see("spain")
    assert saved.may_see("france")
    assert anna.may_see("spain")
    with pytest.raises(SaveError, match="Spain must agree"):
        saved.game.answer("roll")
    assert saved.game.state.turn == 2
    with pytest.raises(SaveError, match="not its passphrase"):
        saved.sit("spain", "wrong horse")
    anna.poll()
    assert anna.pen.mine
    anna.game.answer("roll")
    assert anna.game.state.turn == 3
    saved.poll()
    saved.game.answer("rest") if saved.take_pen() else anna.game.answer("rest")
    for one in (saved, anna):
        one.close()


def test_nobody_undoes_what_a_locked_seat_has_seen(tmp_path: Path) -> None:
    saved = begun(tmp_path, "roll")
    anna = opened(saved.folder, "anna")
    anna.lock("spain", "correct horse")
    saved.take_pen()
    with pytest.raises(SaveError, match="Spain must agree"):
        saved.game.undo(agreed=True)
    assert saved.game.state.turn == 2
    saved.sit("spain", "correct horse")
    saved.game.undo(agreed=True)
    assert saved.game.state.turn == 1
    for one in (saved, anna):
        one.close()


def test_a_lock_is_changed_with_its_passphrase(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    saved.lock("france", "correct horse")
    with pytest.raises(SaveError, match="not its passphrase"):
        saved.lock("france", "battery staple")
    saved.lock("france", "battery staple", "correct horse")
    saved.close()
    again = opened(saved.folder)
    assert "locked" in again.refusal()
    again.sit("france", "battery staple")
    assert again.refusal() == ""
    again.lock("france", "", "battery staple")
    assert again.locks() == {}
    again.close()


def test_a_damaged_file_of_locks_lets_nobody_answer(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    (saved.folder / seats.SEATS).write_bytes(b"x")
    with pytest.raises(SaveError, match=r"seats\.msgpack"):
        saved.game.answer("roll")
    assert saved.game.state.turn == 1
    saved.close()
