"""The umpire's ruling: one typed line that the journal keeps."""

from __future__ import annotations

from typing import Any

from engine import board, umpire
from engine.asks import BadAnswer
from tui.screens.dialogs import TypedLine

EXAMPLES = (
    "place-unit country=france kind=A+ place=artois",
    "move-unit unit=12 place=paris · remove-unit unit=12",
    "place-leader leader=conde place=artois",
    "control country=spain place=artois · level place=artois level=2",
    "treasury country=france ducats=300 · pillage place=artois markers=-",
)


class Ruling(TypedLine):
    """Asks for a ruling as words."""

    def __init__(self) -> None:
        known = ", ".join(sorted(umpire.RULINGS))
        super().__init__(
            "Umpire's ruling: what all players agree on, kept in the journal",
            "what to do, then key=value",
            f"One of: {known}.",
            *(f"  {example}" for example in EXAMPLES),
        )


def read(text: str) -> dict[str, Any]:
    """The ruling that a typed line means; raises BadAnswer with what is wrong."""
    words = text.split()
    if not words:
        raise BadAnswer("a ruling says what to do, then key=value")
    ruling: dict[str, Any] = {"do": words[0]}
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise BadAnswer(f"{word!r} is no detail; a detail is written key=value")
        if value.lstrip("+-").isdecimal():
            ruling[key] = int(value)
        elif key == "place":
            found = board.find(value.replace("_", " "), ("province", "sea"))
            ruling[key] = found[0].id if found else value
        else:
            ruling[key] = True if value == "yes" else value
    return ruling
