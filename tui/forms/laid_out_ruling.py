"""What is laid out on the table of a running game, as one umpire's ruling."""

from __future__ import annotations

from typing import Any

from engine.notation.layout import Layout, place_first
from engine.notation.position_writer import position_text
from engine.notation.reading_errors import Unread
from engine.play.asks import BadAnswer
from engine.state import State
from engine.umpire import laying_out


def typed_ruling(state: State, text: str) -> dict[str, Any]:
    """The ruling that a typed line means, with the place in front: `artois: fr 2A+`. Raises
    BadAnswer."""
    layout = Layout(position_text(state))
    try:
        layout.typed(*place_first(text))
    except Unread as error:
        raise BadAnswer("; ".join(error.lines)) from error
    return ruling_of(state, layout)


def ruling_of(state: State, layout: Layout) -> dict[str, Any]:
    """The ruling that lays a game's table out so. Raises BadAnswer where nothing is changed, or
    what a running game keeps."""
    found = laying_out.laid_out(state, layout.state)
    if found is None:
        raise BadAnswer("nothing is laid out otherwise than it stands")
    return found
