"""The few things the screen remembers between games, in two small files.

They lie in the store. Where several play in one store, everybody has his own in its folder
`.players`, and those of the store are what a newcomer begins with.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import themes

if TYPE_CHECKING:
    from tui.map.view import Colouring

FILE = "settings.json"
KEYS = "keys.toml"
PLAYERS = ".players"


@dataclass(slots=True)
class Settings:
    """The theme, the colours of the map, and what the terminal or its user cannot have."""

    theme: str = themes.DEFAULT
    colouring: Colouring = "control"
    ascii_map: bool = False  # the map in ASCII
    ascii_all: bool = False  # everything in ASCII
    still: bool = False  # nothing moves by itself
    cursor: bool = False  # the terminal's own cursor is seen


def load(store: Path) -> Settings:
    """The settings of a store; whatever is missing or wrong in the file is as in a new one."""
    settings = Settings()
    try:
        held = json.loads(_found(store, FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return settings
    if not isinstance(held, dict):
        return settings
    if held.get("theme") in themes.names():
        settings.theme = held["theme"]
    if held.get("colouring") in ("control", "terrain"):
        settings.colouring = held["colouring"]
    for name in ("ascii_map", "ascii_all", "still", "cursor"):
        if type(held.get(name)) is bool:
            setattr(settings, name, held[name])
    return settings


def keep(store: Path, settings: Settings) -> None:
    """Writes the settings; a store that cannot be written to loses them, nothing else."""
    _write(store, FILE, json.dumps(asdict(settings)) + "\n")


def load_keys(store: Path) -> dict[str, str]:
    """Keys of one's own: what a key does (such as `game.undo`) to the keys for it, "u,U"."""
    try:
        held = tomllib.loads(_found(store, KEYS).read_text(encoding="utf-8")).get("keys", {})
    except (OSError, ValueError):
        return {}
    if not isinstance(held, dict):
        return {}
    return {name: keys for name, keys in held.items() if type(keys) is str and keys.strip(", ")}


def keep_keys(store: Path, keys: dict[str, str]) -> None:
    """Writes the keys, a line each, for people to edit too."""
    lines = [f"{json.dumps(name)} = {json.dumps(keys[name])}" for name in sorted(keys)]
    _write(store, KEYS, "\n".join(["# what is done = the keys for it", "[keys]", *lines, ""]))


def _own(store: Path) -> Path:
    """Where the player's settings lie: a folder of his own in a store that others use too."""
    with contextlib.suppress(OSError):
        if "TERCIO_PLAYER" in os.environ or store.stat().st_mode & 0o020:
            from saves.pen import player_name

            player = player_name()
            if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}", player):
                return store / PLAYERS / player
    return store


def _found(store: Path, name: str) -> Path:
    own = _own(store) / name
    return own if own.exists() else store / name


def _write(store: Path, name: str, text: str) -> None:
    folder = _own(store)
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        written = folder / f".{name}.new"
        written.write_text(text, encoding="utf-8")
        os.replace(written, folder / name)  # noqa: PTH105 - says it is atomic
