"""The few things the screen remembers between games, in two small files.

They lie in the store. Where several play in one store, everybody has his own in its folder
`.players`, and those of the store are what a newcomer begins with (settings/files.py).
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Literal

import themes
from engine.documents.printable import is_text

if TYPE_CHECKING:
    from tui.settings.files import Files

FILE = "settings.json"
KEYS = "keys.toml"
MOST_MUTED = 100
PACES = (0, 2, 4, 8)
PANES, NARROWEST, WIDEST = 50, 50, 90  # columns of the panes beside the map
Colouring = Literal["control", "terrain"]  # what the colours of the map tell


@dataclass(slots=True)
class Settings:
    """The theme, the colours of the map, and what the terminal or its user cannot have."""

    theme: str = themes.DEFAULT
    colouring: Colouring = "control"
    ascii_map: bool = False  # the map in ASCII
    ascii_all: bool = False  # everything in ASCII
    still: bool = False  # nothing moves by itself
    quiet: bool = False  # results are told in the chronicle alone
    pace: int = 4  # tenths of a second for a die of a battle, 0 for all at once
    panes: int = PANES  # columns of the panes beside the map
    cursor: bool = False  # the terminal's own cursor is seen
    muted: list[str] = field(default_factory=list)  # players whose words are not shown

    def mute(self, player: str) -> str:
        """Mutes a player or hears him again; a sentence that says which."""
        if player in self.muted:
            self.muted.remove(player)
            return f"What {player} says is shown again."
        self.muted = [*self.muted, player][-MOST_MUTED:]
        return f"What {player} says is not shown any more."


def load(files: Files) -> Settings:
    """The settings of a player; whatever is missing or wrong in the file is as in a new one."""
    settings = Settings()
    try:
        held = json.loads(files.setting(FILE))
    except (ValueError, RecursionError):
        return settings
    if not isinstance(held, dict):
        return settings
    if held.get("theme") in themes.names():
        settings.theme = held["theme"]
    if held.get("colouring") in ("control", "terrain"):
        settings.colouring = held["colouring"]
    muted = held.get("muted")
    if isinstance(muted, list) and all(map(is_text, muted)):
        settings.muted = muted[-MOST_MUTED:]
    if held.get("pace") in PACES:
        settings.pace = held["pace"]
    if type(held.get("panes")) is int and NARROWEST <= held["panes"] <= WIDEST:
        settings.panes = held["panes"]
    for name in ("ascii_map", "ascii_all", "still", "quiet", "cursor"):
        if type(held.get(name)) is bool:
            setattr(settings, name, held[name])
    return settings


def save(files: Files, settings: Settings) -> None:
    """Writes the settings; where they cannot be written they are lost, and nothing else."""
    files.keep(FILE, json.dumps(asdict(settings)) + "\n")


def load_keys(files: Files) -> dict[str, str]:
    """Keys of one's own: what a key does (such as `game.undo`) to the keys for it, "u,U"."""
    try:
        held = tomllib.loads(files.setting(KEYS)).get("keys", {})
    except (ValueError, RecursionError):
        return {}
    if not isinstance(held, dict):
        return {}
    return {name: keys for name, keys in held.items() if type(keys) is str and keys.strip(", ")}


def save_keys(files: Files, keys: dict[str, str]) -> None:
    """Writes the keys, a line each, for people to edit too."""
    lines = [f"{json.dumps(name)} = {json.dumps(keys[name])}" for name in sorted(keys)]
    files.keep(KEYS, "\n".join(["# what is done = the keys for it", "[keys]", *lines, ""]))
