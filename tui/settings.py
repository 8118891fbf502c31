"""The few things the screen remembers between games, in a small file in the store."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

import themes
from tui.panes.view import Colouring

FILE = "settings.json"


@dataclass(slots=True)
class Settings:
    """The theme, the colours of the map, and whether it is drawn in plain ASCII."""

    theme: str = themes.DEFAULT
    colouring: Colouring = "control"
    ascii_map: bool = False


def load(store: Path) -> Settings:
    """The settings of a store; whatever is missing or wrong in the file is as in a new one."""
    settings = Settings()
    try:
        held = json.loads((store / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return settings
    if not isinstance(held, dict):
        return settings
    if held.get("theme") in themes.names():
        settings.theme = held["theme"]
    if held.get("colouring") in ("control", "terrain"):
        settings.colouring = held["colouring"]
    if type(held.get("ascii_map")) is bool:
        settings.ascii_map = held["ascii_map"]
    return settings


def keep(store: Path, settings: Settings) -> None:
    """Writes the settings; a store that cannot be written to loses them, nothing else."""
    with contextlib.suppress(OSError):
        store.mkdir(parents=True, exist_ok=True)
        written = store / f".{FILE}.new"
        written.write_text(json.dumps(asdict(settings)) + "\n", encoding="utf-8")
        os.replace(written, store / FILE)  # noqa: PTH105 - says it is atomic
