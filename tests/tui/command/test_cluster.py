"""The same games on a Dask cluster of two processes: `make cluster` installs what these need."""

from __future__ import annotations

import importlib
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.programs import parallel
from tests.tui.command.test_simulate import begun, document, refused

distributed = pytest.importorskip("distributed", reason="Dask is not installed: make cluster")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as found:
        yield found


@pytest.mark.parametrize(
    "words", [("--scenario", "artois"), ("--scenario", "artois", "--variant", "all")]
)
def test_a_cluster_plays_what_one_process_does(
    cluster: Any, words: tuple[str, ...], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = (*words, "--games", "9")
    one = document(capsys, *words, "--out", str(tmp_path / "one"), "--csv", str(tmp_path / "a"))
    more = (*words, "--on", cluster.scheduler_address, "--out", str(tmp_path / "two"))
    two = document(capsys, *more, "--csv", str(tmp_path / "b"), "--against", str(tmp_path / "one"))
    assert {each["chance"] for each in two.pop("against")} == {1.0}
    assert two == one
    assert (tmp_path / "two").read_bytes() == (tmp_path / "one").read_bytes()
    assert (tmp_path / "b").read_bytes() == (tmp_path / "a").read_bytes()


def test_a_saved_game_and_a_file_are_sent_along(
    cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(tmp_path).close()
    words = ("--save", "front", "--store", str(tmp_path), "--games", "4")
    one = document(capsys, *words)
    assert document(capsys, *words, "--on", cluster.scheduler_address) == one


def test_a_worker_is_lost_and_the_digest_is_the_same(
    cluster: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--scenario", "italian-wars-1494", "--games", "12")
    one = document(capsys, *words)

    def killed() -> None:
        time.sleep(1)
        with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
            lost.append(next(iter(client.run(os.getpid).values())))
        os.kill(lost[0], signal.SIGKILL)

    lost = list[int]()
    killer = threading.Thread(target=killed)
    killer.start()
    two = document(capsys, *words, "--on", cluster.scheduler_address)
    killer.join()
    assert lost
    assert two == one


def test_a_cluster_that_is_lost_is_said_and_the_file_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(clusters(), "PATIENCE", 2.0)
    out = tmp_path / "games"
    words = ("--scenario", "artois", "--games", "4000", "--out", str(out))
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as found:

        def close() -> None:
            while not out.exists() or len(out.read_bytes().splitlines()) < 4:
                time.sleep(0.05)
            found.close()

        closing = threading.Thread(target=close)
        closing.start()
        said = refused(capsys, *words, "--on", found.scheduler_address)
        closing.join()
    assert "with --out the same command goes on where it stood" in said
    played = len(out.read_text(encoding="utf-8").splitlines()) - 1
    assert 0 < played < 4000
    again = ("--scenario", "artois", "--games", str(played + 1))
    assert document(capsys, *again, "--out", str(out)) == document(capsys, *again)


def clusters() -> Any:
    """The module, which needs what is not always installed."""
    return importlib.import_module("tui.command.cluster")


def test_workers_with_another_tercio_are_refused(
    cluster: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel, "edition", lambda: "another")
    said = refused(capsys, "--scenario", "artois", "--on", cluster.scheduler_address)
    assert "its workers have another edition of Tercio" in said


@pytest.mark.parametrize("address", ["nowhere", "ftp://here:1"])
def test_an_address_of_no_scheduler_is_said(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(capsys, "--scenario", "artois", "--on", address)
    assert said.startswith(f"--on {address}: no Dask scheduler answers there (")
