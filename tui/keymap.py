"""Which key does what: every binding with an id, and the keys of the hands, can be changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from textual.binding import Binding

HAND: Final = "hand."
HANDS: Final = {
    "space": "Mark, take, fix a part of the path", "asterisk": "All or none",
    "g": "Take troops along", "x": "Stop the march here", "w": "Why not?", "y": "Yes", "n": "No",
    "backspace": "Take the last step back",
}  # fmt: skip
WORDS: Final = {"asterisk": "*", "slash": "/", "colon": ":", "question_mark": "?", "plus": "+",
                "exclamation_mark": "!", "minus": "-", "full_stop": ".", "less_than_sign": "<",
                "greater_than_sign": ">", "equals_sign": "=", "comma": ","}  # fmt: skip


class Deed(NamedTuple):
    """Something a key does: its id, where, what, and the keys it has by itself."""

    id: str
    where: str
    said: str
    keys: str


def sources() -> Iterator[tuple[str, Any]]:
    """Everything with bindings, as people call it."""
    from tui.app import Tercio
    from tui.panes.chronicle import ChroniclePane
    from tui.panes.lines import LinesPane
    from tui.panes.map import MapPane
    from tui.screens.diplomacy import Diplomacy
    from tui.screens.game import GameScreen
    from tui.screens.lessons import Taught
    from tui.screens.looking_back import LookingBack
    from tui.screens.replay import Replay
    from tui.screens.report import Report
    from tui.screens.statistics import Statistics

    yield from (
        ("Everywhere", Tercio), ("The game", GameScreen), ("The game", LookingBack),
        ("The game", Taught), ("The map", MapPane), ("A pane", LinesPane),
        ("The chronicle", ChroniclePane), ("What happened", Replay), ("Statistics", Statistics),
        ("The report", Report), ("Diplomacy", Diplomacy),
    )  # fmt: skip


def deeds() -> list[Deed]:
    """Everything whose key can be changed."""
    found = [
        Deed(one.id, where, one.description, one.key)
        for where, owner in sources()
        for one in vars(owner).get("BINDINGS", ())
        if isinstance(one, Binding) and one.id
    ]
    hands = [Deed(f"{HAND}{key}", "The question", said, key) for key, said in HANDS.items()]
    return [*found, *hands]


def written(keys: str) -> str:
    """Keys as people read them: `question_mark,f1` is ? f1."""
    return " ".join(WORDS.get(key, key) for key in keys.split(","))


def meant(keys: Mapping[str, str], key: str) -> str:
    """What a pressed key means to a hand."""
    for name, own in keys.items():
        if name.startswith(HAND) and key in own.split(","):
            return name.removeprefix(HAND)
    return "" if keys.get(HAND + key) else key


def hinted(keys: Mapping[str, str], hint: str) -> str:
    """The hint of a hand with one's own keys in it."""
    for name, own in keys.items():
        if name.startswith(HAND):
            usual = re.escape(WORDS.get(plain := name.removeprefix(HAND), plain))
            hint = re.sub(rf"(^|· ){usual}(?= |$)", lambda m: m[1] + written(own), hint)  # noqa: B023
    return hint


def clash(found: list[Deed], keys: Mapping[str, str], changed: str) -> str:
    """What else the keys of a deed do in the same place, "" for nothing."""
    own = {deed.id: set(keys.get(deed.id, deed.keys).split(",")) for deed in found}
    where = {deed.id: deed.where for deed in found}
    others = [deed.said for deed in found
              if deed.id != changed and own[deed.id] & own[changed]
              and (deed.where == where[changed]
                   or "Everywhere" in (deed.where, where[changed]))]  # fmt: skip
    return others[0] if others else ""
