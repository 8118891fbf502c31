"""Saves from strangers: refused with what and where, or sound; never a crash, never half a game."""

from __future__ import annotations

import copy
import json
import os
import zlib
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import scenarios
from engine.programs import bots
from saves import store
from saves.disk import files, validity
from saves.disk.packing import MOST_BYTES, SaveError
from tests.saves import mutants
from tests.saves.mutants import artois, laid, paths, put

ODD: Any = st.one_of(
    st.none(), st.booleans(), st.sampled_from([-1, 0, 1, 2, 99, 10**6, 10**9, -(2**63), 2**64 - 1]),
    st.sampled_from(["", "x", "france", "artois", "atlantis", "field", "\x1b[2J", "é" * 300, "\0"]),
    st.just([]), st.just({}), st.lists(st.integers(-5, 5), max_size=3), st.just([[]]),
    st.just({"a": 1}), st.just([["a", "b"]]),
)  # fmt: skip
slow = settings(
    max_examples=int(os.environ.get("TERCIO_EXAMPLES", "25")),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def survives(folder: Path) -> None:
    """Whatever lies there is refused in words, or opens, is mended and can be played on."""
    mutants.survives(folder)
    with suppress(SaveError):
        store.open_game(folder).close()
        assert not store.check(folder)


@slow
@given(data=st.data())
def test_any_value_anywhere_in_a_snapshot(tmp_path: Path, data: Any) -> None:
    plain, entries = copy.deepcopy(artois())
    for _ in range(data.draw(st.integers(1, 2))):
        put(plain, data.draw(st.sampled_from(paths(plain))), data.draw(ODD))
    survives(laid(tmp_path / "game", plain, entries))


@slow
@given(data=st.data())
def test_any_value_anywhere_in_a_journal(tmp_path: Path, data: Any) -> None:
    plain, entries = copy.deepcopy(artois())
    if data.draw(st.booleans()):
        plain |= {"record": 0, "records": "", "state": plain["start"], "story": []}
    for _ in range(data.draw(st.integers(1, 2))):
        put(entries, data.draw(st.sampled_from(paths(entries))), data.draw(ODD))
    survives(laid(tmp_path / "game", plain, entries))


@slow
@given(data=st.data())
def test_any_change_of_bytes(tmp_path: Path, data: Any) -> None:
    folder = laid(tmp_path / "game", *artois())
    path = folder / data.draw(st.sampled_from([store.SNAPSHOT, store.JOURNAL]))
    held = bytearray(path.read_bytes())
    at = data.draw(st.integers(0, len(held) - 1))
    match data.draw(st.sampled_from(["flip", "cut", "insert", "double", "zero"])):
        case "flip":
            held[at] ^= 1 << data.draw(st.integers(0, 7))
        case "cut":
            del held[at:]
        case "insert":
            held[at:at] = data.draw(st.binary(min_size=1, max_size=20))
        case "double":
            held += held[at:]
        case _:
            held[at:] = bytes(len(held) - at)
    path.write_bytes(held)
    survives(folder)


@slow
@given(data=st.data())
def test_any_change_beneath_the_checksums(tmp_path: Path, data: Any) -> None:
    folder = laid(tmp_path / "game", *artois())
    path = folder / store.SNAPSHOT
    start = len(files.DOCUMENT) + files.HEAD.size
    body = bytearray(zlib.decompress(path.read_bytes()[start:]))
    for _ in range(data.draw(st.integers(1, 3))):
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    packed = zlib.compress(bytes(body))
    head = files.HEAD.pack(len(packed), zlib.crc32(packed))
    path.write_bytes(files.DOCUMENT + head + packed)
    survives(folder)


def test_mutated_saves_within_a_bound_of_memory_and_time() -> None:
    """A share of the 100,000 of `make soak`, in a process that may not grow by more than 200 MB."""
    with ProcessPoolExecutor(1, get_context("spawn"), mutants.bounded) as pool:
        opened, wrong = pool.submit(mutants.batch, 0, 120).result()
        wrong += pool.submit(mutants.heavy).result()
    assert not wrong
    assert 10 < opened < 90


def changed(change: Callable[[dict[str, Any]], None]) -> list[str]:
    plain = copy.deepcopy(artois()[0]["state"])
    change(plain)
    return validity.defects(plain, "state")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda state: state.update(turn="22"), r"state.turn: '22' is not a whole number"),
        (lambda state: state.update(turn=True), "state.turn: True is not a whole number"),
        (lambda state: state.update(turn=10**9), "state.turn: 1000000000 is not between 1 and 62"),
        (lambda state: state.update(step="dance"), "state.step: 'dance' is not one of"),
        (lambda state: state["units"][0].__setitem__(1, "atlantis"), r"country: 'atlantis'"),
        (lambda state: state["units"][0].__setitem__(2, "B-52"), r"kind: 'B-52' is not one of"),
        (lambda state: state["units"][0].__setitem__(3, "atlantis"), r"place: 'atlantis'"),
        (lambda state: state["units"][0].__setitem__(3, ""), r"place: 'nowhere'"),
        (lambda state: state["units"][0].__setitem__(5, 13), "veterans: 13 of 6 thirds"),
        (lambda state: state["units"].append(state["units"][0]), "not as it would be written"),
        (lambda state: state["units"][0].__setitem__(0, 9999), "9999 is not a number of a counter"),
        (
            lambda state: state["units"][0].__delitem__(slice(3, None)),
            "state.units is not a part of",
        ),
        (lambda state: state["units"][0].pop(), "units. is not as it would be written"),
        (lambda state: state["leaders"][0].__setitem__(2, "atlantis"), "'atlantis' is not known"),
        (lambda state: state["leaders"][0].__setitem__(4, "killed"), "killed and in"),
        (lambda state: state["countries"][0].update(treasury=10**12), "treasury: 1000000000000"),
        (lambda state: state["countries"][0].update(patron="spain2"), "patron: 'spain2'"),
        (
            lambda state: state["countries"][0].update(wings=2),
            "countries. is not as it would be written",
        ),
        (lambda state: state.update(moved=[77]), "moved: there is no counter 77"),
        (lambda state: state.update(owners={"atlantis": "france"}), "owners: 'atlantis'"),
        (lambda state: state.update(corsairs={"x": [["avalon", "+", ""]]}), "corsairs: 'x'"),
        (lambda state: state.update(corsairs={"kent": [["france", "+", "me"]]}), "'me' is not"),
        (lambda state: state.update(presidios={"kent": ["avalon", 1]}), "'avalon' is not known"),
        (lambda state: state.update(levels={"artois": 6}), r"levels\['artois'\]: 6"),
        (lambda state: state.update(impulse=7), "impulse: 7 of 2"),
        (lambda state: state.update(wars=[["france"]]), "wars is not a part of a state"),
        (lambda state: state.update(notes={"x": {"y": [1]}}), "no note"),
        (lambda state: state.update(extra=1), "'extra' is not as it would be written"),
        (lambda state: state.update(alliances=[]), "alliances"),
        (lambda state: state.update(scenario="x" * 201), "is not a name"),
        (lambda state: state.update(scenario="\x1b]0;x"), "is not a name"),
        (lambda state: state.update(moved=[3, 1]), "not as it would be written"),
    ],
)
def test_a_wrong_state_says_what_and_where(
    change: Callable[[dict[str, Any]], None], says: str
) -> None:
    said = changed(change)
    assert said
    with pytest.raises(AssertionError, match=says):
        raise AssertionError("\n".join(said))


def test_every_defect_of_a_state_is_told() -> None:
    def several(state: dict[str, Any]) -> None:
        state.update(turn=0, impulse=-1)
        state["units"][0][5] = -1

    assert len(changed(several)) == 3


@pytest.mark.parametrize("scenario", scenarios.ids())
def test_what_the_rules_leave_is_valid(scenario: str) -> None:
    from engine.games.game import Game
    from engine.sequence.sequence import military_phase

    game = Game(scenarios.load(scenario).to_plain(), military_phase, {"seed": 3})
    for number in range(120):
        if number % 3 == 0:
            assert validity.defects(game.position(), "state") == [], (scenario, number)
        if game.ask is None:
            break
        game.answer(bots.player("random")(game, game.ask))


def test_a_state_written_before_something_was_added_is_completed() -> None:
    plain = copy.deepcopy(artois()[0])
    for state in (plain["start"], plain["state"]):
        del state["pillages"], state["countries"][0]["tercios"]
    whole = validity.with_defaults(plain["state"])
    assert whole["pillages"] == {}
    assert whole["countries"][0]["tercios"] is False
    assert validity.defects(whole, "state") == []


def test_a_file_that_unpacks_to_much_is_refused(tmp_path: Path) -> None:
    body = zlib.compress(bytes(MOST_BYTES + 1))
    path = tmp_path / "snapshot.msgpack"
    path.write_bytes(files.DOCUMENT + files.HEAD.pack(len(body), zlib.crc32(body)) + body)
    with pytest.raises(SaveError, match="unpacks to more than any game needs"):
        files.read_document(path)


def test_a_file_that_is_too_large_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "snapshot.msgpack"
    with path.open("wb") as file:
        file.truncate(10**12)
    with pytest.raises(SaveError, match="more than any game needs"):
        files.read_document(path)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "not a snapshot"),
        (b"MZ" * 400, "not a snapshot"),
        (files.DOCUMENT + files.HEAD.pack(5, 0) + b"12345", "checksum"),
        (files.DOCUMENT + files.HEAD.pack(50, 0) + b"12345", "cut short"),
        (files.DOCUMENT + files.HEAD.pack(5, zlib.crc32(b"12345")) + b"12345", "damaged"),
    ],
)
def test_a_file_that_is_no_snapshot_is_refused_in_words(
    tmp_path: Path, data: bytes, says: str
) -> None:
    path = tmp_path / "snapshot.msgpack"
    path.write_bytes(data)
    with pytest.raises(SaveError, match=says):
        files.read_document(path)


def test_another_games_journal_is_refused(tmp_path: Path) -> None:
    plain, entries = copy.deepcopy(artois())
    entries[0]["game"] = "f" * 16
    folder = laid(tmp_path / "game", plain, entries)
    with pytest.raises(SaveError, match="journal of another game"):
        store.open_game(folder)


def test_a_sound_save_is_json_too() -> None:
    assert json.loads(json.dumps(artois()[0])) == artois()[0]
