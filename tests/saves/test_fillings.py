"""What a game accepts it opens again: forms filled in at random, and the bounds of every value."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.documents import bounds
from engine.eia.ledger import ledger
from engine.games import EIA
from engine.play.asks import BadAnswer
from saves import snapshots, store
from saves.disk import append_only
from saves.disk.packing import SaveError
from tests.engine.test_printable import HOSTILE
from tests.saves.fillings import begun, filled, reopened


@pytest.mark.parametrize(("kind", "seed", "count"), [
    (EIA, 1, 150), (EIA, 2, 150), ("artois", 1, 60), ("conquistadors-1519", 2, 60),
])  # fmt: skip
def test_what_a_game_accepts_it_opens_again(kind: str, seed: int, count: int) -> None:
    accepted, wrong = filled(kind, seed, count, every=5)
    assert wrong == []
    assert accepted > count // 6


@pytest.mark.parametrize("text", [*HOSTILE, "", "a" * 201])
def test_a_note_that_could_not_be_read_is_refused(tmp_path: Path, text: str) -> None:
    game = begun(tmp_path, EIA)
    with pytest.raises(BadAnswer, match="text: "):
        game.game.rule({"do": "note", "text": text})
    game.game.rule({"do": "note", "text": "Vive l\u2019Empereur\xa0! " + "a" * 180})
    assert reopened(game) == ""
    game.close()


def test_points_beyond_the_bounds_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(tmp_path, EIA)
    with pytest.raises(BadAnswer, match="victory: 2000000 is not"):
        game.game.rule({"do": "points", "power": "france", "victory": 2_000_000})
    monkeypatch.setattr(bounds, "ANY", (-30_000, 30_000))
    for _ in range(3):
        game.game.rule({"do": "points", "power": "france", "victory": 9999})
    with pytest.raises(BadAnswer, match="39996 is not between -30000 and 30000"):
        game.game.rule({"do": "points", "power": "france", "victory": 9999})
    assert reopened(game) == ""
    game.close()


def test_an_entry_whose_sum_is_beyond_the_bounds_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(tmp_path, EIA)
    monkeypatch.setattr(bounds, "RANGES", {"ships": (0, 300)})
    fleet = {"do": "fleet", "fleet": "Brest", "power": "france", "ships": 200}
    game.game.answer(fleet)  # more than ninety-nine made a campaign unopenable
    before = game.game.position()
    launched = {"do": "launch", "power": "france", "ships": 200, "fleet": "Brest"}
    with pytest.raises(BadAnswer, match="ships: 400 is not between 0 and 300"):
        game.game.answer(launched)
    assert game.game.position() == before
    assert reopened(game) == ""
    game.close()


def test_a_seat_that_the_game_has_not_is_no_seat(tmp_path: Path) -> None:
    game = begun(tmp_path, EIA)
    for power in ("france", "\x1b[2J", "a" * 300):
        with pytest.raises(SaveError, match="has no seat"):
            game.lock(power, "correct horse")
        with pytest.raises(SaveError, match="has no seat"):
            game.sit(power)
    game.lock(ledger.TABLE, "correct horse")
    assert reopened(game) == ""
    game.close()


def test_a_snapshot_that_nobody_could_read_replaces_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(tmp_path, EIA)
    kept = (game.folder / store.SNAPSHOT).read_bytes()
    state: Any = game.game.snapshots[-1].state

    def unreadable(*given: Any) -> Mapping[str, Any]:
        return {**document(*given), "state": {**state, "month": -1}}

    document = snapshots.document
    monkeypatch.setattr(snapshots, "document", unreadable)
    with pytest.raises(SaveError, match="stays as it was"):
        game.write()
    assert (game.folder / store.SNAPSHOT).read_bytes() == kept
    game.close()


def test_an_entry_that_nobody_could_read_is_not_written(tmp_path: Path) -> None:
    game = begun(tmp_path, EIA)
    size = (game.folder / store.JOURNAL).stat().st_size
    game.game.records[:0] = []
    with pytest.raises(SaveError):
        game._append([0, [["done", "\x1b[2J", []]], None], [])
    with pytest.raises(SaveError):
        game._append([99, [], None], [])
    assert (game.folder / store.JOURNAL).stat().st_size == size
    assert len(append_only.read_journal(game.folder / store.JOURNAL).entries) == 2
    assert reopened(game) == ""
    game.close()


def test_a_game_that_could_not_be_opened_is_not_created(tmp_path: Path) -> None:
    state = begun(tmp_path, EIA).game.state
    with pytest.raises(SaveError, match="title"):
        store.create(tmp_path / "other", state, {"game": EIA, "title": "\x1b]0;x\x07"}, "evil")
    assert not (tmp_path / "other").exists()
