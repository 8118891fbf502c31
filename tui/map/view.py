"""What the map pane is given to draw: plain ids, numbers and words, made by the game screen."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from tui.settings.settings import Colouring

Relation = Literal["ours", "enemy", "neutral"]
Tone = Literal["good", "fair", "bad"]


class StackMark(NamedTuple):
    """A stack on the map. `strength` in land or naval detachments, `leader_rank` a letter or ""."""

    place: str
    country: str
    relation: Relation
    strength: int
    leader_rank: str = ""
    inside: bool = False  # behind the walls of the province
    afloat: bool = False  # ships, at sea or in port


class Mark(NamedTuple):
    """A marker with a sign of its own: pillage, revolt, rebellion, blockade, corsairs, presidio."""

    place: str
    sign: str


class Sign(NamedTuple):
    """What a layer writes in a place: as much of it as there is room for, or something short."""

    text: str
    short: str = "+"
    tone: Tone | None = None


LAYER_NAMES: Final = {
    "supply": "supply", "range": "range", "interceptions": "interceptions",
    "sieges": "sieges and blockades", "attrition": "attrition of a move",
}  # fmt: skip
"""The layers, by the name of the key's action, in words."""

Legend = tuple[tuple[str, Tone | None], ...]


@dataclass(frozen=True)
class Layer:
    """What is laid over the board: supply, reach, risks.

    The land is pale under it but where it has a tone, which is also a pattern; `signs` stand in
    the slots of stacks, `lines` are ways drawn with dots, `words` say of a place what its sign
    means. The legend is written at the top of the map, each piece on the ground of its tone.
    """

    name: str = ""
    legend: Legend = ()
    tones: Mapping[str, Tone] = field(default_factory=dict)
    signs: Mapping[str, Sign] = field(default_factory=dict)
    lines: tuple[tuple[str, ...], ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class MapView:
    """One picture of the board. Places are ids of provinces and seas.

    `owners` gives the country of a province (none: nobody's land), `controllers` only those who
    hold a province that isn't theirs. `fortresses` are levels, 0 an open town; `sieges` are the
    number of siegeworks as text, "" for none; `reach` what it costs to get to a place; `path` a
    move being built, `trail` the last one that was made; `fog` what is not known, of which nothing
    else is here.
    """

    map: str = "europe"
    colouring: Colouring = "control"
    owners: Mapping[str, str] = field(default_factory=dict)
    controllers: Mapping[str, str] = field(default_factory=dict)
    fortresses: Mapping[str, int] = field(default_factory=dict)
    sieges: Mapping[str, str] = field(default_factory=dict)
    stacks: tuple[StackMark, ...] = ()
    marks: tuple[Mark, ...] = ()
    reach: Mapping[str, int | str] = field(default_factory=dict)
    path: tuple[str, ...] = ()
    trail: tuple[str, ...] = ()
    lit: Set[str] = frozenset()
    fog: Set[str] = frozenset()
    layer: Layer = Layer()
