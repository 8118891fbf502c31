"""What one looks at by lines, where others look at a map: layers of it, and what lies around."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import atan2, pi
from typing import Any, Final

from engine.facts import atlas, board
from engine.facts.countries import with_article
from engine.land.movement import march_ask
from engine.play.asks import Ask
from engine.sea.voyages import sail_ask
from engine.state import State, sides
from tui.answers.prompts import plain
from tui.lines.questions import named_place
from tui.map.layers import layer, mover_at
from tui.map.view import LAYER_NAMES
from tui.words.places import alliances_present, fleet_words, place_name, stack_words

LAYERS: Final = {
    "S": "supply", "R": "range", "I": "interceptions", "B": "sieges", "A": "attrition",
}  # fmt: skip
MANY: Final = 20  # places that a layer tells of, the nearest
RISKS: Final = ("interceptions", "attrition")  # layers that tell only where there is any
WINDS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west",
                "north-west")  # fmt: skip


def layer_lines(
    text: str, state: State, ask: Ask[Any] | None, ours: str, fog: Collection[str]
) -> list[str]:
    """A layer of the map in words, a place a line: `R` of the stack that is to move, `R Paris` of
    the one there. Raises BadAnswer for no place."""
    key, _, words = text.partition(" ")
    name = LAYERS[key]
    place = named_place(words, fog) if words else ""
    mover = (
        ask
        if isinstance(ask, march_ask.March | sail_ask.Sail) and not place
        else mover_at(state, place, ours)
    )
    found = layer(name, state, ours, mover, fog)
    if mover is None and name not in ("supply", "sieges"):
        return [f"{key} NAME tells it of a stack of yours in a place."]
    tones = {
        where: tone for where, tone in found.tones.items()
        if where in found.words and not (name in RISKS and tone == "good")
    }  # fmt: skip
    if place in found.words and name in ("supply", "sieges"):
        return [f"{place_name(place)}: {found.words[place]}"]
    near = _about(place or (mover.place if mover is not None else ""), state, ours)
    shown = sorted(tones, key=lambda where: (near.get(where, len(near)), place_name(where)))
    more = len(shown) - MANY
    lines = [f"  {place_name(where)}: {found.words[where]}" for where in shown[:MANY]]
    if more > 0:
        lines.append(f"  and {more} farther away; {key} NAME tells it of a place")
    head = LAYER_NAMES[name].capitalize()
    if mover is not None and name not in ("supply", "sieges"):
        head += f", the stack {board.in_or_off(mover.place)}"
    return [f"{head}:" if lines else f"{head}: none.", *lines]


def _about(place: str, state: State, ours: str) -> dict[str, int]:
    """How many borders places lie from one, or from the stacks of an alliance where none is
    named."""
    here = (
        [place] if place else [stack.place for stack in sides.stacks(state, ours)] if ours else []
    )
    far = dict.fromkeys(here, 0)
    for one in (todo := list(far)):
        for border in board.neighbours(one):
            if border.other not in far:
                far[border.other] = far[one] + 1
                todo.append(border.other)
    return far


def around(state: State, words: str, fog: Collection[str]) -> list[str]:
    """What a place borders on, from the north with the sun: what it is, whose, and who is there.
    Raises BadAnswer for no place."""
    here = named_place(words, fog)
    beside = [border for border in board.neighbours(here) if border.other not in fog]
    winds = {border.other: _wind(here, border.other) for border in beside}
    lines = [f"Around {place_name(here)}:"]
    for border in sorted(beside, key=lambda border: (winds[border.other], border.other)):
        across = f"across a {border.kind.replace('_', ' ')}" if border.kind else ""
        said = [*_what(state, border.other), across, *_who(state, border.other)]
        about = ", ".join(each for each in said if each)
        lines.append(f"  {WINDS[winds[border.other]]}: {place_name(border.other)} ({about})")
    return lines


def _wind(here: str, there: str) -> int:
    """In which of the eight winds a place lies from its neighbour, 0 for the north, on the map that
    shows both."""
    known = atlas.labels()
    both = (world for world in atlas.LEVELS if {(world, here), (world, there)} <= known.keys())
    world = next(both)
    a, b = known[world, here], known[world, there]
    return round(atan2(b.x - a.x, a.y - b.y) / (pi / 4)) % 8


def _what(state: State, place: str) -> list[str]:
    if board.is_sea(place):
        return ["sea"]
    held, level = sides.controller(state, place), sides.fortress_level(state, place)
    fortress = f"fortress {level}" if level else ""
    holder = with_article(held) if held else "nobody's"
    return [board.province(place).terrain.replace("_", " "), holder, fortress]


def _who(state: State, place: str) -> list[str]:
    if board.is_sea(place):
        return fleet_words(state, place)
    stacks = (
        sides.stack(state, place, alliance) for alliance in alliances_present(state, place, "field")
    )
    return [stack_words(stack) for stack in stacks]


def fitting(listed: Sequence[str], words: str) -> list[str]:
    """The choices, numbered, that hold all of some words, however they are accented."""
    sought = plain(words).split()
    return [
        f"  {number:3}  {label}"
        for number, label in enumerate(listed, 1)
        if all(word in plain(label) for word in sought)
    ] or [f"No choice holds {words!r}."]
