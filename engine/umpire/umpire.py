"""Umpire's rulings: the players overrule the program by agreement, and the journal keeps it.

A ruling is a plain document with a `do`: it places, moves, changes or removes a counter or a
leader, sets a marker, a treasury, a level, a controller or an owner, war, peace and the weather,
gold, convoys and damaged ships, and what stands, lives and is known overseas. Each is checked
before anything changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Final, NamedTuple

from engine.facts.document_fields import fields_of
from engine.facts.sheets import records_by
from engine.fleets import blockades, fleets
from engine.land.ground import besieging
from engine.play.asks import BadAnswer
from engine.state import State
from engine.umpire.ruling import NAMES, Rule, Ruling, nothing_there


def apply(state: State, ruling: Ruling) -> str:
    """Changes the state as ruled and says what was ruled; raises BadAnswer and changes nothing
    else. A siege begins or ends with it, a blockade of who is no enemy any more ends (NAC-04)."""
    if type(ruling) is not dict:
        raise BadAnswer("a ruling is a document with what to do and its details")
    rule = ruling_named(ruling.get("do"))
    given = rule.read(state, ruling)
    number = given.get("unit")
    left = state.units[number].place if number in state.units else ""
    said = rule.deed(state, given)
    places: Iterable[str] = ()
    if ruling["do"] == "war":
        places = state.occupied_places()
    elif ruling["do"] in BESIEGING:
        places = (left, given.get("place", ""))
    for stack in blockades.without_war(state):
        fleets.set_task(state, stack, fleets.task_after_blockade(fleets.task(state, stack)))
    besides = (besieging.note_siege(state, place) for place in dict.fromkeys(places) if place)
    return "; ".join([said, *filter(None, besides)])


def ruling_named(kind: object) -> Rule:
    """The ruling of that name. Raises BadAnswer where there is none."""
    rule = RULINGS.get(kind) if type(kind) is str else None
    if rule is None:
        raise BadAnswer(f"{kind!r} is not a ruling; one of: {', '.join(sorted(RULINGS))}")
    return rule


def preview(state: State, ruling: Ruling) -> str:
    """What a ruling would come to, said without anything changed. Raises BadAnswer."""
    return apply(State.from_plain(state.to_plain()), ruling)


class Line(NamedTuple):
    """A line of the sheet of rulings: the module of this package and the function there that does
    it, another that tells what stands already where there is one, and what it does in words."""

    family: str
    deed: str
    stands: str
    what: str


def _rule(name: str, line: Line) -> Rule:
    module = import_module(f"engine.umpire.{line.family}")
    fields = fields_of(f"ruling {name}", {**NAMES, **module.WORDS})
    stands = getattr(module, line.stands) if line.stands else nothing_there
    return Rule(line.what, fields, getattr(module, line.deed), stands)


BESIEGING: Final = (
    "place-unit", "move-unit", "remove-unit", "control", "level", "owner", "establishment",
    "remove-establishment", "natives",
)  # fmt: skip
"""The rulings that may begin a siege of the place that they are about, or end it."""

RULINGS: Final[dict[str, Rule]] = {
    name: _rule(name, line)
    for name, line in records_by("documents/rulings.csv", {"ruling": str}, Line).items()
}
