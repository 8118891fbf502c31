"""What a player's process cannot do, tried in processes that are bound."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_house import ROOT
from tui.server import sandbox

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Landlock and limits of Linux")
BOUND = """
import os, sys
from pathlib import Path
from tui.server.sandbox import confine
store = Path(sys.argv[1])
assert confine(store) == [], "all of it binds"
def fails(do, *why):
    try:
        do()
    except why or OSError:
        return
    raise AssertionError(do)
"""
landlock = pytest.mark.skipif(not sandbox.version(), reason="a kernel without Landlock")


def bound(store: Path, *lines: str) -> None:
    """Runs lines in a process that is bound to a store."""
    run = subprocess.run(
        [sys.executable, "-c", "\n".join([BOUND, *lines]), str(store)],
        cwd=store, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr


@landlock
def test_only_the_store_is_written_and_only_the_program_read(tmp_path: Path) -> None:
    store = tmp_path / "store"
    store.mkdir()
    (tmp_path / "beside").write_text("a secret", encoding="utf-8")
    (store / "link").symlink_to(tmp_path / "beside")
    bound(
        store,
        "(store / 'a').mkdir(); (store / 'a' / 'b').write_text('here'); (store / 'a').rename('c')",
        "assert (store / 'c' / 'b').read_text() == 'here'",
        "beside = store.parent / 'beside'",
        "fails(beside.read_text); fails(lambda: beside.write_text('gone')); fails(beside.unlink)",
        "fails((store / 'link').read_text)",
        "fails(lambda: (store / 'new').symlink_to(beside)); fails(lambda: os.mkfifo('fifo'))",
        "fails(lambda: (store / 'c' / 'b').rename(store.parent / 'b'))",
        "fails(lambda: open('/etc/passwd')); fails(lambda: open('/proc/self/environ'))",
        "fails(lambda: os.listdir('/')); fails(lambda: os.listdir(store.parent))",
        "fails(lambda: os.truncate(beside, 0), OSError)",
    )
    assert (tmp_path / "beside").read_text(encoding="utf-8") == "a secret"


@landlock
def test_nothing_is_started_but_python_and_nobody_called(tmp_path: Path) -> None:
    bound(
        tmp_path,
        "import socket, subprocess",
        "fails(lambda: subprocess.run(['/bin/sh', '-c', 'true']))",
        "fails(lambda: os.kill(os.getppid(), 0))",
        "from tui.server.sandbox import version\nif version() >= 4:",
        "    fails(lambda: socket.create_connection(('127.0.0.1', 9)), PermissionError)",
        "odds = [sys.executable, '-P', '-m', 'engine', 'resolve', 'battle', '--example']",
        "assert subprocess.run(odds, stdout=subprocess.DEVNULL).returncode == 0",
    )


def test_memory_files_and_their_rights_are_bounded(tmp_path: Path) -> None:
    bound(
        tmp_path,
        "fails(lambda: bytearray(600 * 2**20), MemoryError)",
        "fails(lambda: [open('/dev/null') for _ in range(400)])",
        "fails(lambda: open('large', 'wb').write(bytes(2**27)))",
        "Path('mine').write_text('x')",
        "assert Path('mine').stat().st_mode & 0o077 == 0",
    )


def test_a_store_that_accounts_share_stays_theirs(tmp_path: Path) -> None:
    assert sandbox.mask(tmp_path) == 0o077
    (tmp_path / "club").mkdir()
    (tmp_path / "club").chmod(0o2770)
    assert sandbox.mask(tmp_path / "club") == 0o007
    assert sandbox.mask(tmp_path / "nowhere") == 0o077


def test_where_nothing_binds_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "version", lambda: 0)
    (said,) = sandbox._lock(tmp_path)
    assert said.startswith("this kernel has no Landlock")
