"""The players file of a server: what lies in its place neither hangs nor leads elsewhere."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from saves.disk.packing import SaveError
from tui.server import players


@pytest.mark.parametrize("name", ["players", ".players.new", ".players.lock"])
@pytest.mark.parametrize("kind", ["pipe", "link", "device"])
def test_what_is_no_file_is_neither_waited_for_nor_followed(
    tmp_path: Path, name: str, kind: str
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("anna scrypt$00$00\n")
    store = tmp_path / "store"
    store.mkdir()
    if kind == "pipe":
        os.mkfifo(store / name)
    else:
        (store / name).symlink_to(elsewhere if kind == "link" else "/dev/zero")
    signal.alarm(20)  # whoever hangs ends here
    try:
        if name == "players":
            with pytest.raises(SaveError, match="cannot be read"):
                players.lines(store / "players")
        try:
            players.add(store / "players", "otto", "correct horse battery")
        except SaveError:
            assert name != ".players.new"
        else:
            assert [known for known, _ in players.lines(store / "players")] == ["otto"]
    finally:
        signal.alarm(0)
    assert elsewhere.read_text() == "anna scrypt$00$00\n"
