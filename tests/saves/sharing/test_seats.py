"""Seats: who had one has it again; nobody answers for a locked one without its passphrase."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from saves.disk.files import write_document
from saves.disk.packing import SaveError
from saves.sharing import passphrases, seats
from tests.saves.errands import begun, die, opened


def test_a_seal_opens_with_its_passphrase_only() -> None:
    seal = passphrases.seal("correct horse")
    assert passphrases.opens(seal, "correct horse")
    assert not passphrases.opens(seal, "correct horsf")
    assert not passphrases.opens(seal, "")
    assert passphrases.seal("correct horse") != seal
    assert "horse" not in seal


def test_a_seal_says_what_it_costs_and_one_of_before_opens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(passphrases, "COST", passphrases.Cost(17, 8, 1))  # as is advised
    seal = passphrases.seal("correct horse")
    assert seal.startswith("scrypt$17$8$1$")
    assert passphrases.opens(seal, "correct horse")
    former = (
        "scrypt$00112233445566778899aabbccddeeff"
        "$f5206d570fcd120bd1f23a8cd186bd87c04ac1db00e9ac1efca589774ae6ecb8"
    )
    assert passphrases.opens(former, "correct horse")
    assert not passphrases.opens(former, "wrong horse")


@pytest.mark.parametrize(
    "seal",
    [
        "", "scrypt$", "scrypt$zz$zz", "plain$a$b", "scrypt$00$", "scrypt$40$8$1$00$00",
        "scrypt$0$0$0$00$00", "scrypt$17$8$-1$00$00", f"scrypt${'9' * 150}$8$1$00$00",
    ],
)  # fmt: skip
def test_a_damaged_seal_opens_for_nobody(seal: str) -> None:
    assert not passphrases.opens(seal, "correct horse")


def test_a_weak_passphrase_is_refused() -> None:
    with pytest.raises(SaveError, match="8 to 200"):
        passphrases.seal("short")
    assert not passphrases.opens(passphrases.seal("x" * 200), "x" * 10**6)


def test_wrong_passphrases_are_counted_whoever_comes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three may be wrong; then one waits, longer each time, at whatever connection. Others and
    other seats wait for nothing, and a right one is forgiven all."""
    saved = begun(tmp_path, "rest")
    anna = opened(saved.folder, "anna")
    anna.lock("spain", "correct horse")
    anna.lock("france", "battery staple")
    now = time.time()
    monkeypatch.setattr("time.time", lambda: now)
    for _ in range(3):
        mallory = opened(saved.folder, "mallory")
        with pytest.raises(SaveError, match="that is not its passphrase"):
            mallory.sit("spain", "correct horsf")
        mallory.close()
    mallory = opened(saved.folder, "mallory")
    for wait in (10, 20, 40):
        for passed in (0, wait - 1):
            now += passed
            with pytest.raises(SaveError, match="the next is heard in"):
                mallory.sit("spain", "correct horse")
            with pytest.raises(SaveError, match="the next is heard in"):
                mallory.lock("spain", "", "correct horse")
        now += 1
        with pytest.raises(SaveError, match="that is not its passphrase"):
            mallory.sit("spain", "correct horsf")
    mallory.sit("france", "battery staple")
    opened(saved.folder, "otto").sit("spain", "correct horse")
    now += 80
    mallory.sit("spain", "correct horse")
    mallory.rise("spain")
    with pytest.raises(SaveError, match="that is not its passphrase"):
        mallory.sit("spain", "correct horsf")


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


def test_who_comes_again_under_his_name_has_his_seats_again(tmp_path: Path) -> None:
    otto = begun(tmp_path)
    anna = opened(otto.folder, "anna")
    assert anna.greeting == ""
    anna.sit("france")
    anna.sit("spain")
    anna.rise("spain")
    die(anna)
    again = opened(otto.folder, "anna")
    assert again.pen.me.seats == ("france",)
    assert again.greeting == "You sit as France again."
    second = opened(otto.folder, "anna")
    assert second.pen.me.seats == (), "the first has them"
    assert second.greeting == "France's seat, which was yours, is taken: anna sits there."
    for one in (otto, second, again):
        one.close()


def test_a_seat_that_another_took_or_locked_is_not_given_back(tmp_path: Path) -> None:
    otto = begun(tmp_path)
    anna = opened(otto.folder, "anna")
    anna.sit("france")
    anna.sit("spain")
    anna.close()
    otto.sit("france")
    otto.lock("spain", "correct horse")
    otto.rise("spain")
    anna = opened(otto.folder, "anna")
    assert anna.pen.me.seats == ()
    assert "France's seat, which was yours, is taken: " in anna.greeting
    assert "Spain's seat, which was yours, is locked." in anna.greeting
    for one in (otto, anna):
        one.close()


@pytest.mark.parametrize("plain", [b"x", {"anna": 5}, {"anna": [7]}, ["anna"], {"anna": ["mars"]}])
def test_damaged_seats_of_before_count_for_nothing(tmp_path: Path, plain: Any) -> None:
    saved = begun(tmp_path)
    if isinstance(plain, bytes):
        (saved.folder / seats.SAT).write_bytes(plain)
    else:
        write_document(saved.folder / seats.SAT, plain)
    anna = opened(saved.folder, "anna")
    assert (anna.pen.me.seats, anna.greeting) == ((), "")
    anna.sit("france")
    assert seats.seats_taken(saved.folder)["anna"] == ["france"]
    for one in (saved, anna):
        one.close()


def test_the_seats_of_so_many_players_are_kept(tmp_path: Path) -> None:
    for number in range(seats.MOST_SAT + 5):
        seats.remember(tmp_path, f"player {number}", ["france"])
    kept = seats.seats_taken(tmp_path)
    assert len(kept) == seats.MOST_SAT
    assert f"player {seats.MOST_SAT + 4}" in kept
    seats.remember(tmp_path, "player 100", [])
    assert "player 100" not in seats.seats_taken(tmp_path)


def test_who_hands_the_pen_over_leaves_the_seat_that_decides(tmp_path: Path) -> None:
    otto = begun(tmp_path)
    anna = opened(otto.folder, "anna")
    otto.sit("france")
    otto.hand_over(anna.pen.me.id)
    otto.poll()
    assert anna.pen.mine
    assert otto.pen.me.seats == ()
    anna.lock("france", "correct horse")
    with pytest.raises(SaveError, match="France's seat is locked: who is to answer there"):
        anna.hand_over(otto.pen.me.id)
    for one in (otto, anna):
        one.close()
