"""The tests of the store need no power cut to be survived: nothing is forced onto the disk."""

import os

import pytest


@pytest.fixture(autouse=True)
def nothing_is_synced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: None)
